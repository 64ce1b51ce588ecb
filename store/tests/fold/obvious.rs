//! The fold beside a slow, obvious one: whatever happens in panes, both answer the same.
//!
//! What happens is a tale of panes with one agent each, so that the obvious fold knows who
//! speaks for a pane; the real one has to find out. It must share no code with the real one.

mod model;
mod tale;

use proptest::prelude::*;

use crate::record::CASES;
use model::answers;
use tale::{Tale, any_step};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_fold_answers_as_the_obvious_one(steps in proptest::collection::vec(any_step(), 0..40)) {
        let tale = Tale::of(&steps);
        let fold = tale.folded();
        let told: Vec<_> = fold.panes().into_iter().map(|pane| {
            let history = pane.history.iter().map(|past| past.conversation.id.clone());
            let history: Vec<String> = history.collect();
            (pane.pane, pane.id, history)
        }).collect();
        let known = |pane: &&(String, _, _)| told.iter().any(|(key, ..)| *key == pane.0);
        let expected = answers(&tale.happened);
        prop_assert_eq!(expected.iter().filter(known).cloned().collect::<Vec<_>>(), told);
    }

    #[test]
    fn no_pane_offers_an_id_that_nobody_named_there(
        steps in proptest::collection::vec(any_step(), 0..40),
    ) {
        let tale = Tale::of(&steps);
        for pane in tale.folded().panes() {
            if let Some(id) = pane.id {
                prop_assert!(tale.named(&pane.pane).contains(&id), "{} in {}", id, pane.pane);
            }
        }
    }
}
