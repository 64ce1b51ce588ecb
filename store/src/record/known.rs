//! Reads back, without a parser, what a writer of this version wrote: whether it says the
//! same, and whom it names. Bytes of anybody else are never taken for that.

use super::{Class, Process};

/// Tells whether the record `known` already says what an identity of class `class` would say.
#[must_use]
pub fn says(known: &[u8], identity: &[u8], class: Option<Class>) -> bool {
    let Some(rest) = known.strip_prefix(identity) else {
        return false;
    };
    let Some(class) = class else {
        return rest.starts_with(b",\"at\":");
    };
    rest.strip_prefix(b",\"class\":\"")
        .and_then(|rest| rest.split(|&byte| byte == b'"').next())
        .and_then(Class::of_word)
        .is_some_and(|recorded| recorded.covers(class))
}

/// Reads the publisher of a publication, and the publishers that it names as alive,
/// from the bytes which [`super::Publication`] wrote. Calls `each` for every one.
pub fn publishers(known: &[u8], mut each: impl FnMut(Process)) {
    // A quote inside a text is escaped, so these bytes are keys wherever they occur.
    for (key, many) in [(&b",\"publisher\":"[..], false), (b",\"alive\":[", true)] {
        let Some(mut rest) = after(known, key) else {
            continue;
        };
        while let Some((process, tail)) = read_process(rest) {
            each(process);
            match tail.strip_prefix(b",") {
                Some(tail) if many => rest = tail,
                _ => break,
            }
        }
    }
}

fn after<'a>(bytes: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = bytes.windows(key.len()).position(|window| window == key)?;
    bytes.get(at + key.len()..)
}

fn read_process(bytes: &[u8]) -> Option<(Process, &[u8])> {
    let (pid, rest) = read_number(bytes.strip_prefix(b"{\"pid\":")?)?;
    let (start, rest) = read_number(rest.strip_prefix(b",\"start\":")?)?;
    let process = Process {
        pid: u32::try_from(pid).ok()?,
        start,
    };
    Some((process, rest.strip_prefix(b"}")?))
}

fn read_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (digits, rest) = bytes.split_at_checked(digits)?;
    let value = digits.iter().try_fold(0u64, |value, digit| {
        value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })?;
    (!digits.is_empty()).then_some((value, rest))
}
