//! What goes wrong, as a person and as a calling program see it: what was found, where,
//! and what to do next. The kind alone picks the exit code.

use std::fmt;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The pane has no binding.
    NoBinding,
    /// The call itself is wrong.
    Usage,
    /// It could be done, and is not, for a reason.
    Refused,
    /// There is more than one answer.
    Ambiguous,
    /// Something could not be read or written.
    Damaged,
    /// The system refused to start a program.
    System,
    /// A program is there and cannot be executed.
    ProgramUnfit,
    /// There is no such program.
    ProgramMissing,
}

impl Kind {
    /// Returns the exit code.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::NoBinding => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Ambiguous => 4,
            Self::Damaged => 5,
            Self::System => 111,
            Self::ProgramUnfit => 126,
            Self::ProgramMissing => 127,
        }
    }
}

/// An error with its cause and its remedy.
#[derive(Debug)]
pub struct Error {
    /// Picks the exit code.
    pub kind: Kind,
    /// Stable word for calling programs.
    pub code: &'static str,
    /// What was found, and where.
    pub cause: String,
    /// What to do next.
    pub remedy: Option<String>,
}

impl Error {
    /// Makes an error whose code is that of its kind.
    pub fn new(kind: Kind, cause: impl Into<String>) -> Self {
        let code = match kind {
            Kind::NoBinding => "no-binding",
            Kind::Usage => "usage",
            Kind::Refused => "refused",
            Kind::Ambiguous => "ambiguous",
            Kind::Damaged => "damaged",
            Kind::System => "system-refused",
            Kind::ProgramUnfit => "program-unfit",
            Kind::ProgramMissing => "program-missing",
        };
        Self {
            kind,
            code,
            cause: cause.into(),
            remedy: None,
        }
    }

    /// Gives it a more exact code.
    #[must_use]
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// Says what to do next.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Returns what a calling program gets.
    pub fn as_json(&self) -> serde_json::Value {
        serde_json::json!({
            "schema": "rejoin.error.v1",
            "code": self.code,
            "cause": self.cause,
            "remedy": self.remedy,
        })
    }

    /// Makes an error of a failed file operation.
    pub fn file(action: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(
            Kind::Damaged,
            format!("cannot {action} {}: {error}", crate::print::plain(path)),
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)?;
        match &self.remedy {
            Some(remedy) => write!(f, "\n  {remedy}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
