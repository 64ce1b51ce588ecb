//! Which rows are near.

use super::*;

fn address_is(key: &str, of: &str) -> bool {
    address(key) == address(of)
}

#[test]
fn the_same_pane_of_another_server_is_the_same_place_and_nothing_else_is() {
    assert!(address_is("tmux:s:%0@aaaa", "tmux:s:%0@bbbb"));
    assert!(!address_is("tmux:s:%0@aaaa", "tmux:s:%1@aaaa"));
    assert!(!address_is("tmux:s:%0@aaaa", "tmux:t:%0@aaaa"));
    assert!(address_is("work:1", "work:1"));
    assert!(!address_is("work:1", "work:2"));
}
