//! The grammar of an escape in a string, byte by byte, after its backslash.

/// How much of an escape has been read.
#[derive(Clone, Copy)]
pub(crate) enum Escape {
    /// The backslash alone.
    Backslash,
    /// `\u` and all but so many of its hex digits, with their value so far.
    Hex { digits_left: u8, unit: u16 },
}

/// What one more byte makes of an escape.
pub(crate) enum Escaped {
    Unfinished(Escape),
    /// An ASCII character.
    Byte(u8),
    /// A UTF-16 code unit, which may be half of a pair.
    CodeUnit(u16),
}

impl Escape {
    /// Goes on with the escape, if `byte` can.
    pub(crate) fn go_on(self, byte: u8) -> Option<Escaped> {
        match self {
            Self::Backslash => Self::begin(byte),
            Self::Hex { digits_left, unit } => {
                let digit = match byte {
                    b'0'..=b'9' => byte - b'0',
                    b'a'..=b'f' | b'A'..=b'F' => (byte | 0x20) - b'a' + 10,
                    _ => return None,
                };
                let unit = unit << 4 | u16::from(digit);
                Some(if digits_left > 1 {
                    let digits_left = digits_left - 1;
                    Escaped::Unfinished(Self::Hex { digits_left, unit })
                } else {
                    Escaped::CodeUnit(unit)
                })
            }
        }
    }

    fn begin(byte: u8) -> Option<Escaped> {
        Some(Escaped::Byte(match byte {
            b'"' | b'\\' | b'/' => byte,
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                return Some(Escaped::Unfinished(Self::Hex {
                    digits_left: 4,
                    unit: 0,
                }));
            }
            _ => return None,
        }))
    }
}
