//! Precautions that the code of `store/` does not take yet, each with what comes of it.
//! Whoever adds one to the code deletes it from `STORE` and its line here.

use crate::scenarios::*;
use crate::{breaks, holds};
use rejoin_model::{Promise, STORE};

macro_rules! missing {
    ($($name:ident: $scenario:ident, $promise:ident;)*) => {$(
        #[test]
        fn $name() {
            breaks(Promise::$promise, $scenario(STORE));
        }
    )*};
}

missing! {
    a_cut_can_take_an_acknowledged_record: writers_without_lock, AcknowledgedStays;
    a_name_that_only_a_lockless_writer_made_can_go_with_the_power: power_without_lock, AcknowledgedStays;
    a_slow_writer_can_be_misled_by_the_next_file: closing_under_a_slow_writer, KnownIsTrue;
    an_old_slot_can_name_another_panes_record: power, HeadsAreRight;
    a_folded_log_can_be_read_twice: power_collecting, ReadOnce;
}

#[test]
fn everything_else_is_kept() {
    for (scenario, broken) in [
        (writers(STORE), None),
        (back_and_forth(STORE), None),
        (reading(STORE), None),
        (collecting_twice(STORE), None),
        (closing(STORE), Some(Promise::HeadsAreRight)),
        (closing_without_lock(STORE), Some(Promise::HeadsAreRight)),
        (power_collecting(STORE), Some(Promise::ReadOnce)),
    ] {
        let mut scenario = scenario;
        scenario.promises.retain(|promise| Some(*promise) != broken);
        holds(&scenario);
    }
}
