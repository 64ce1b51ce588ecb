//! The grammar of a JSON number, byte by byte. No value is ever computed.

/// How much of a number has been read; named by what was last seen.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Minus,
    LeadingZero,
    Integer,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

impl Number {
    /// Begins a number, if `byte` can.
    pub(crate) fn begin(byte: u8) -> Option<Self> {
        match byte {
            b'-' => Some(Self::Minus),
            b'0' => Some(Self::LeadingZero),
            b'1'..=b'9' => Some(Self::Integer),
            _ => None,
        }
    }

    /// Goes on with the number, if `byte` belongs to it.
    pub(crate) fn go_on(self, byte: u8) -> Option<Self> {
        match (self, byte) {
            (Self::Minus, _) => Self::begin(byte).filter(|_| byte != b'-'),
            (Self::Integer, b'0'..=b'9') => Some(Self::Integer),
            (Self::LeadingZero | Self::Integer, b'.') => Some(Self::Point),
            (Self::Point | Self::Fraction, b'0'..=b'9') => Some(Self::Fraction),
            (Self::LeadingZero | Self::Integer | Self::Fraction, b'e' | b'E') => {
                Some(Self::Exponent)
            }
            (Self::Exponent, b'+' | b'-') => Some(Self::Sign),
            (Self::Exponent | Self::Sign | Self::Power, b'0'..=b'9') => Some(Self::Power),
            _ => None,
        }
    }

    /// Says whether the number may end here.
    pub(crate) fn is_whole(self) -> bool {
        matches!(
            self,
            Self::LeadingZero | Self::Integer | Self::Fraction | Self::Power
        )
    }
}
