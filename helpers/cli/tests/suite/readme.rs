//! The README says what the program says.

use super::kit::Home;

#[test]
fn the_table_of_agents_in_the_readme_is_what_the_definitions_say() {
    let readme = include_str!("../../../../README.md");
    let told = Home::new().rejoin(&["agents", "--markdown"]);
    let shown = readme
        .split_once("a test compares it -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- end -->"))
        .map(|(table, _)| table.trim_end());
    assert_eq!(
        shown,
        Some(told.out.trim_end()),
        "put the output of `rejoin agents --markdown` into README.md"
    );
}
