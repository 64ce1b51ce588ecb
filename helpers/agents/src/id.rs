//! What an id may look like. Checked when it comes in and again before it goes into
//! an argv or a path: no id may become an option, a path or shell text.

use crate::{ID_BYTES_MAX, IdForm};

impl IdForm {
    /// Tells whether `id` has this form.
    #[must_use]
    pub fn accepts(self, id: &str) -> bool {
        !id.is_empty()
            && id.len() <= ID_BYTES_MAX
            && !id.starts_with(['-', '/', '.'])
            && match self {
                Self::Uuid => is_uuid(id.as_bytes()),
            }
    }
}

fn is_uuid(id: &[u8]) -> bool {
    const DASHES_AT: [usize; 4] = [8, 13, 18, 23];
    id.len() == 36
        && id.iter().enumerate().all(|(at, &byte)| {
            if DASHES_AT.contains(&at) {
                byte == b'-'
            } else {
                byte.is_ascii_hexdigit()
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_of_either_case_is_accepted() {
        assert!(IdForm::Uuid.accepts("aaaaaaaa-0000-4000-8000-00000000000a"));
        assert!(IdForm::Uuid.accepts("AAAAAAAA-0000-4000-8000-00000000000A"));
        assert!(IdForm::Uuid.accepts("00000000-0000-0000-0000-000000000000"));
    }

    #[test]
    fn nothing_that_could_be_an_option_a_path_or_shell_text_is_an_id() {
        let long = "a".repeat(4000);
        for id in [
            "",
            "-",
            "--",
            "--last",
            "--continue",
            "-adef",
            ".",
            "..",
            "../../settings",
            "/etc/x",
            "a/b",
            "a\0b",
            "%2e%2e",
            "A\nB",
            "x$(id)|y",
            "x&y",
            &long,
            "aaaaaaaa-0000-4000-8000-00000000000a ",
            " aaaaaaaa-0000-4000-8000-00000000000a",
            "aaaaaaaa-0000-4000-8000-00000000000",
            "aaaaaaaa-0000-4000-8000-0000000000\u{e4}",
            "{aaaaaaaa-0000-4000-8000-00000000000a}",
            "aaaaaaaa00004000800000000000000a",
        ] {
            assert!(!IdForm::Uuid.accepts(id), "{id:?}");
        }
    }
}
