//! What is written reads back, and what is not whole is refused.

use super::*;
use crate::{Draft, HANDOVER_BYTES_MAX, STRINGS_MAX, Unfit, VERSION};
use proptest::prelude::*;

const ARGUMENTS: [&[u8]; 2] = [b"agent", b""];
const VARIABLES: [&[u8]; 4] = [b"A=\xff\n", b"no sign", b"=x", b""];

fn draft() -> Draft<'static, &'static [u8]> {
    Draft {
        program: Pinned {
            path: b"/opt/agent",
            device: 1 << 40,
            inode: u64::MAX,
        },
        directory: Some(b"/w\xff"),
        deadline: Some(77),
        arguments: &ARGUMENTS,
        variables: &VARIABLES,
    }
}

fn bytes() -> Vec<u8> {
    draft().encode().expect("it fits")
}

/// Puts a number at an offset of a whole handover.
fn with(at: usize, number: u32) -> Vec<u8> {
    let mut bytes = bytes();
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn every_part_reads_back_as_it_was() {
    let bytes = bytes();
    let read = Handover::decode(&bytes).expect("it is whole");
    assert_eq!(read.program.path, c"/opt/agent");
    assert_eq!(
        (read.program.device, read.program.inode),
        (1 << 40, u64::MAX)
    );
    assert_eq!(read.directory, Some(c"/w\xff"));
    assert_eq!(read.deadline, Some(77));
    let arguments: Vec<_> = read.arguments().map(CStr::to_bytes).collect();
    let variables: Vec<_> = read.variables().map(CStr::to_bytes).collect();
    assert_eq!(arguments, ARGUMENTS);
    assert_eq!(variables, VARIABLES);
}

#[test]
fn nothing_of_the_strings_is_shown_for_debugging() {
    let bytes = bytes();
    let read = Handover::decode(&bytes).expect("it is whole");
    let shown = format!("{read:?}");
    assert!(
        shown.contains("4 strings") && !shown.contains("sign"),
        "{shown}"
    );
}

#[test]
fn the_bytes_are_those_of_the_contract() {
    let draft = Draft {
        program: Pinned {
            path: b"/a",
            device: 2,
            inode: 3,
        },
        directory: None,
        deadline: None,
        arguments: &[&b"a"[..]],
        variables: &[b"B=1"],
    };
    let want = b"handover\x01\0\0\0\x3a\0\0\0\x02\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0/a\0\0a\0B=1\0";
    assert_eq!(draft.encode().expect("it fits"), want);
}

#[test]
fn what_is_cut_anywhere_is_refused() {
    let bytes = bytes();
    for end in 0..bytes.len() {
        let want = if end < 8 { Fault::NotOne } else { Fault::Cut };
        assert_eq!(Handover::decode(&bytes[..end]), Err(want), "{end}");
    }
    let more = [&bytes[..], b"\0"].concat();
    assert_eq!(Handover::decode(&more), Err(Fault::Trailing));
}

#[test]
fn another_version_is_named_whatever_follows() {
    for version in [0, VERSION + 1, u32::MAX] {
        let other = with(8, version);
        assert_eq!(Handover::decode(&other), Err(Fault::OtherVersion(version)));
        assert_eq!(
            Handover::decode(&other[..12]),
            Err(Fault::OtherVersion(version))
        );
    }
}

#[test]
fn numbers_beyond_the_bounds_are_refused() {
    let most = u32::try_from(HANDOVER_BYTES_MAX).expect("it fits");
    let many = u32::try_from(STRINGS_MAX).expect("it fits");
    for (at, number, want) in [
        (12, most + 1, Fault::TooLarge),
        (12, 47, Fault::Strings),
        (40, 0, Fault::NoArgument),
        (40, many + 1, Fault::TooMany),
        (44, many + 1, Fault::TooMany),
        (40, 3, Fault::Strings),
        (44, 3, Fault::Strings),
        (44, 5, Fault::Strings),
    ] {
        assert_eq!(
            Handover::decode(&with(at, number)),
            Err(want),
            "{at}: {number}"
        );
    }
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    let nul: [&[u8]; 1] = [b"a\0b"];
    let long = vec![b'x'; STRING_BYTES_MAX];
    let many = vec![&b"x"[..]; STRINGS_MAX + 1];
    let large = vec![&long[1..]; 49];
    let with_path = |path: &'static [u8]| {
        let mut draft = draft();
        draft.program.path = path;
        draft.encode().err()
    };
    for path in [&b""[..], b"agent", b"/a\0b"] {
        assert_eq!(with_path(path), Some(Unfit::ProgramPath));
    }
    assert_eq!(arguments(&[]), Some(Unfit::NoArgument));
    assert_eq!(arguments(&nul), Some(Unfit::Argument(0)));
    assert_eq!(arguments(&[b"a", &long]), Some(Unfit::Argument(1)));
    assert_eq!(arguments(&[b"a", &long[1..]]), None);
    assert_eq!(arguments(&many), Some(Unfit::TooMany));
    assert_eq!(arguments(&many[1..]), None);
    assert_eq!(arguments(&large), Some(Unfit::TooLarge));
}

fn arguments(arguments: &[&[u8]]) -> Option<Unfit> {
    let draft = Draft {
        program: draft().program,
        directory: None,
        deadline: None,
        arguments,
        variables: &VARIABLES,
    };
    let bytes = match draft.encode() {
        Ok(bytes) => bytes,
        Err(unfit) => return Some(unfit),
    };
    let read = Handover::decode(&bytes).expect("what is written is read");
    assert!(
        read.arguments()
            .map(CStr::to_bytes)
            .eq(arguments.iter().copied())
    );
    None
}

proptest! {
    #[test]
    fn any_words_read_back(
        words in prop::collection::vec(prop::collection::vec(1u8.., 0..40), 1..20),
        deadline in 1u64..,
    ) {
        let draft = Draft {
            program: draft().program,
            directory: None,
            deadline: Some(deadline),
            arguments: &words,
            variables: &words,
        };
        let bytes = draft.encode().expect("it fits");
        let read = Handover::decode(&bytes).expect("it is whole");
        prop_assert!(read.arguments().map(CStr::to_bytes).eq(words.iter().map(Vec::as_slice)));
        prop_assert!(read.variables().map(CStr::to_bytes).eq(words.iter().map(Vec::as_slice)));
        prop_assert_eq!(read.deadline, Some(deadline));
    }

    #[test]
    fn no_bytes_panic(at in 0usize..100, byte: u8, end in 0usize..100) {
        let mut bytes = bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(end);
        if let Ok(read) = Handover::decode(&bytes) {
            prop_assert!(read.arguments().count() >= 1);
        }
    }
}
