//! Which rows a query leaves, best first: each word of it must be found in a row, with
//! its letters in order and as close together as can be.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// The rows to search, and the memory that searching takes.
pub struct Matching {
    rows: Vec<String>,
    matcher: Matcher,
}

impl Matching {
    /// Takes the text of each row.
    pub fn of(rows: Vec<String>) -> Self {
        Self {
            rows,
            matcher: Matcher::new(Config::DEFAULT.match_paths()),
        }
    }

    /// Returns the numbers of the rows that match, best first. Equals, and all rows of an
    /// empty query, stay in their order.
    pub fn find(&mut self, query: &str) -> Vec<usize> {
        let pattern = Pattern::parse(query, CaseMatching::Smart, Normalization::Smart);
        let mut characters = Vec::new();
        let mut found: Vec<(u32, usize)> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let row = Utf32Str::new(row, &mut characters);
            if let Some(score) = pattern.score(row, &mut self.matcher) {
                found.push((score, number));
            }
        }
        found.sort_by_key(|&(score, number)| (std::cmp::Reverse(score), number));
        found.into_iter().map(|(_, number)| number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_match_and_the_closest_row_is_first() {
        let rows = ["claude ~/a-long-project", "codex ~/alp", "claude ~/other"];
        let mut matching = Matching::of(rows.map(str::to_owned).to_vec());
        assert_eq!(matching.find("alp"), [1, 0]);
        assert_eq!(matching.find("claude long"), [0]);
        assert_eq!(matching.find("zz"), [] as [usize; 0]);
        assert_eq!(matching.find(""), [0, 1, 2]);
    }
}
