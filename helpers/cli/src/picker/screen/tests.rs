//! The picture at any size.

use super::*;
use proptest::prelude::*;

fn rows(count: usize) -> Vec<Row> {
    let row = |number: usize| Row {
        cells: [
            "agent".to_owned(),
            format!("id-{number}"),
            "~/a/very/long/directory/that/goes/on/and/on/and/on".to_owned(),
            format!("tmux:default:%{number}@a9362ccdef5c"),
            "2026-11-30 17:45".to_owned(),
        ],
        now: number.is_multiple_of(2),
    };
    (0..count).map(row).collect()
}

fn view<'v>(rows: &'v [Row], found: &'v [usize], at: usize) -> View<'v> {
    View {
        title: "pick",
        note: None,
        query: "words",
        rows,
        found,
        at,
        preview: &[],
        colours: Colours::Off,
    }
}

#[test]
fn a_usual_terminal_shows_every_cell_of_a_row() {
    let rows = rows(2);
    let (lines, cursor) = draw(&view(&rows, &[1, 0], 0), 80, 24);
    assert!(lines[0].starts_with("pick> words") && lines[0].ends_with("2/2"));
    assert_eq!(cursor, "pick> words".len());
    for text in [
        "> agent",
        "id-1",
        "~/a/very",
        "tmux:default",
        "2026-11-30 17:45",
    ] {
        assert!(lines[2].contains(text), "{text}: {}", lines[2]);
    }
    assert_eq!(lines.len(), 24);
}

proptest! {
    #[test]
    fn whatever_the_size_nothing_is_too_wide_or_too_high_and_the_chosen_row_is_shown(
        wide in 1usize..120, high in 1usize..60, count in 0usize..90, at in 0usize..90,
        note in proptest::option::of("[a-z ]{0,90}"),
    ) {
        let rows = rows(count);
        let found: Vec<usize> = (0..count).collect();
        let at = at.min(count.saturating_sub(1));
        let preview = [("name", "some text ".repeat(at))];
        let view = View { note: note.as_deref(), preview: &preview, ..view(&rows, &found, at) };
        let (lines, cursor) = draw(&view, wide, high);
        prop_assert!(lines.len() <= high);
        prop_assert!(cursor < wide.max(2));
        prop_assert!(lines.iter().all(|line| columns(line) <= wide), "{lines:#?}");
        let chosen = lines.iter().filter(|line| line.starts_with('>')).count();
        prop_assert!(chosen == usize::from(count > 0) || high < 6);
    }
}
