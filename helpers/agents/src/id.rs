//! What an id may look like. Checked when it comes in and again before it goes into
//! an argv or a path: no id may become an option, a path or shell text.

use crate::ID_BYTES_MAX;

/// The form of an id: its parts, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdForm(pub &'static [Piece]);

/// One part of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// This text.
    Text(&'static str),
    /// Hex digits in groups of 8-4-4-4-12, in either case.
    Uuid,
    /// The same, with the mark of version 7.
    UuidV7,
    /// 26 characters of Crockford's base 32, in either case.
    Ulid,
    /// As many of these characters as follow each other.
    Run {
        /// Which.
        of: Characters,
        /// At least so many.
        least: u16,
        /// At most so many.
        most: u16,
    },
}

/// A set of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Characters {
    /// `0` to `9`.
    Digit,
    /// Hex digits of either case.
    Hex,
    /// Digits and lower-case letters.
    Lower,
    /// Digits and letters.
    Alnum,
    /// Digits, letters, `.`, `_` and `-`.
    Word,
}

const UUID_BYTES: usize = 36;
const UUID_DASHES: [usize; 4] = [8, 13, 18, 23];
const UUID_VERSION: usize = 14;
const ULID_BYTES: usize = 26;

impl IdForm {
    /// The form of a UUID.
    pub const UUID: Self = Self(&[Piece::Uuid]);

    /// Tells whether `id` has this form.
    #[must_use]
    pub fn accepts(self, id: &str) -> bool {
        !id.is_empty()
            && id.len() <= ID_BYTES_MAX
            && !id.starts_with(['-', '/', '.'])
            && self
                .0
                .iter()
                .try_fold(id.as_bytes(), |rest, piece| piece.taken_from(rest))
                .is_some_and(<[u8]>::is_empty)
    }
}

impl Piece {
    /// Returns what is left of `rest` behind this part; nothing if it does not begin so.
    fn taken_from<'r>(&self, rest: &'r [u8]) -> Option<&'r [u8]> {
        match *self {
            Self::Text(text) => rest.strip_prefix(text.as_bytes()),
            Self::Uuid => split_if(rest, UUID_BYTES, is_uuid),
            Self::UuidV7 => split_if(rest, UUID_BYTES, |id| {
                is_uuid(id) && id.get(UUID_VERSION) == Some(&b'7')
            }),
            Self::Ulid => split_if(rest, ULID_BYTES, |id| id.iter().all(is_crockford)),
            Self::Run { of, least, most } => {
                let run = rest
                    .iter()
                    .take(usize::from(most))
                    .take_while(|byte| of.has(**byte));
                let length = run.count();
                (length >= usize::from(least))
                    .then(|| rest.get(length..))
                    .flatten()
            }
        }
    }
}

impl Characters {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Digit => byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Lower => byte.is_ascii_digit() || byte.is_ascii_lowercase(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'),
        }
    }
}

fn split_if(rest: &[u8], length: usize, holds: impl Fn(&[u8]) -> bool) -> Option<&[u8]> {
    let (id, rest) = rest.split_at_checked(length)?;
    holds(id).then_some(rest)
}

fn is_uuid(id: &[u8]) -> bool {
    id.iter().enumerate().all(|(at, &byte)| {
        if UUID_DASHES.contains(&at) {
            byte == b'-'
        } else {
            byte.is_ascii_hexdigit()
        }
    })
}

const fn is_crockford(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() && !matches!(byte.to_ascii_uppercase(), b'I' | b'L' | b'O' | b'U')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_of_either_case_is_accepted() {
        assert!(IdForm::UUID.accepts("aaaaaaaa-0000-4000-8000-00000000000a"));
        assert!(IdForm::UUID.accepts("AAAAAAAA-0000-4000-8000-00000000000A"));
        assert!(IdForm::UUID.accepts("00000000-0000-0000-0000-000000000000"));
    }

    #[test]
    fn an_id_is_its_parts_and_nothing_before_between_or_behind() {
        let run = |of, count| Piece::Run {
            of,
            least: count,
            most: count,
        };
        let form: &'static [Piece] = Box::leak(Box::new([
            Piece::Text("ses_"),
            run(Characters::Hex, 12),
            run(Characters::Alnum, 14),
        ]));
        let form = IdForm(form);
        assert!(form.accepts("ses_dd2f792a2ffeXSAkdCtna5v2Em"));
        for id in [
            "dd2f792a2ffeXSAkdCtna5v2Em",
            "ses_",
            "ses_dd2f792a2ffeXSAkdCtna5v2E",
            "ses_dd2f792a2ffeXSAkdCtna5v2Em0",
            "ses_dd2f792a2ffgXSAkdCtna5v2Em",
            "xses_dd2f792a2ffeXSAkdCtna5v2Em",
            "ses_dd2f792a2ffeXSAkdCtna5v2E-",
        ] {
            assert!(!form.accepts(id), "{id:?}");
        }
    }

    #[test]
    fn version_and_alphabet_count_where_a_form_names_them() {
        let seven = IdForm(&[Piece::UuidV7]);
        assert!(seven.accepts("01a22d09-a34c-7232-b07d-6ca2e86a656b"));
        assert!(!seven.accepts("aaaaaaaa-0000-4000-8000-00000000000a"));
        let ulid = IdForm(&[Piece::Ulid]);
        assert!(ulid.accepts("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
        assert!(!ulid.accepts("01ARZ3NDEKTSV4RRFFQ69G5FAU"));
    }

    #[test]
    fn nothing_that_could_be_an_option_a_path_or_shell_text_is_an_id() {
        let widest = IdForm(&[Piece::Run {
            of: Characters::Word,
            least: 1,
            most: 256,
        }]);
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
            "aaaaaaaa-0000-4000-8000-0000000000\u{e4}",
            "{aaaaaaaa-0000-4000-8000-00000000000a}",
        ] {
            assert!(!IdForm::UUID.accepts(id), "{id:?}");
            assert!(!widest.accepts(id), "{id:?}");
        }
        assert!(!IdForm::UUID.accepts("aaaaaaaa-0000-4000-8000-00000000000"));
        assert!(!IdForm::UUID.accepts("aaaaaaaa00004000800000000000000a"));
    }
}
