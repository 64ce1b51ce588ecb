//! The pages that people read say what the program says.

use super::kit::Home;

#[test]
fn the_readme_names_the_agents_that_have_definitions() {
    let readme = include_str!("../../../../README.md");
    let told = Home::new().rejoin(&["docs", "names"]);
    let shown = readme
        .split_once("a test compares it -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- end -->"))
        .map(|(line, _)| line.trim_end());
    let remedy = "put the output of `rejoin docs names` into README.md";
    assert_eq!(shown, Some(told.out.trim_end()), "{remedy}");
}

#[test]
fn the_pages_that_are_made_from_data_are_fresh() {
    for (page, text) in [
        ("agents", include_str!("../../../../docs/agents.md")),
        ("refusals", include_str!("../../../../docs/refusals.md")),
    ] {
        let told = Home::new().rejoin(&["docs", page]);
        let remedy = format!("run `rejoin docs {page} >docs/{page}.md`");
        assert!(
            text == told.out,
            "docs/{page}.md is not what the data says: {remedy}"
        );
    }
}
