//! The form of an id, written as the id with holes: `{uuid}`, `ses_{hex:12}{alnum:14}`.

use serde::Deserialize;

/// Longest run of characters in a form, in bytes: what an id may have at all.
const RUN_BYTES_MAX: u16 = 256;

/// The parts of an id, in their order.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Form(pub Vec<Piece>);

/// One part of an id.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Uuid,
    UuidV7,
    Ulid,
    Run {
        of: Characters,
        least: u16,
        most: u16,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Characters {
    Digit,
    Hex,
    Lower,
    Alnum,
    Word,
}

impl TryFrom<String> for Form {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((before, hole)) = rest.split_once('{') {
            let (name, after) = hole
                .split_once('}')
                .ok_or_else(|| format!("{text:?} has a hole that does not close"))?;
            if !before.is_empty() {
                pieces.push(literal(before)?);
            }
            pieces.push(piece(name)?);
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(literal(rest)?);
        }
        let holes = pieces.iter().any(|piece| !matches!(piece, Piece::Text(_)));
        holes
            .then_some(Self(pieces))
            .ok_or_else(|| format!("{text:?} would be one and the same id"))
    }
}

fn literal(text: &str) -> Result<Piece, String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
    text.bytes()
        .all(plain)
        .then(|| Piece::Text(text.to_owned()))
        .ok_or_else(|| format!("{text:?} may not stand in an id"))
}

fn piece(name: &str) -> Result<Piece, String> {
    let (word, count) = match name.split_once(':') {
        Some((word, count)) => (word, Some(count)),
        None => (name, None),
    };
    let of = match (word, count) {
        ("uuid", None) => return Ok(Piece::Uuid),
        ("uuid7", None) => return Ok(Piece::UuidV7),
        ("ulid", None) => return Ok(Piece::Ulid),
        ("digit", _) => Characters::Digit,
        ("hex", _) => Characters::Hex,
        ("lower", _) => Characters::Lower,
        ("alnum", _) => Characters::Alnum,
        ("word", _) => Characters::Word,
        _ => return Err(format!("{{{name}}} is no part of an id that is known")),
    };
    let (least, most) = match count {
        None => (1, RUN_BYTES_MAX),
        Some(count) => {
            let exact = count
                .parse()
                .ok()
                .filter(|count| (1..=RUN_BYTES_MAX).contains(count))
                .ok_or_else(|| format!("{{{name}}}: the count is 1 to {RUN_BYTES_MAX}"))?;
            (exact, exact)
        }
    };
    Ok(Piece::Run { of, least, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_text_and_holes() {
        let form = Form::try_from("ses_{hex:12}{alnum}".to_owned()).expect("sound");
        let run = |of, least, most| Piece::Run { of, least, most };
        assert_eq!(
            form.0,
            [
                Piece::Text("ses_".to_owned()),
                run(Characters::Hex, 12, 12),
                run(Characters::Alnum, 1, RUN_BYTES_MAX),
            ]
        );
    }

    #[test]
    fn a_form_that_fits_nothing_or_anything_is_refused() {
        for text in [
            "", "same", "{uuid", "{uid}", "{uuid:4}", "{hex:0}", "{hex:x}", "a/{uuid}", "a {uuid}",
            "}{uuid}",
        ] {
            assert!(Form::try_from(text.to_owned()).is_err(), "{text:?}");
        }
    }
}
