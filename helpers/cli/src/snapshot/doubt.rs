//! What a snapshot cannot stand for, in words for people and stable codes for programs.

use super::Active;
use crate::asks::Conflict;
use crate::print::plain;
use crate::refusal::{self, Refusal};
use serde::Serialize;
use std::ffi::OsString;

/// Something that a snapshot cannot stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// No definition and no configuration knows the program.
    Opaque(OsString),
    /// More than a program and its arguments.
    Active(Active),
    /// More than one conversation is asked for.
    Selectors(Conflict),
    /// Where the agent keeps conversations is not known: why, and what to do.
    Store(String, Option<String>),
}

/// What a plain start loses by a doubt.
#[derive(Debug, Clone, Serialize)]
pub struct Loss {
    /// The code of the doubt.
    pub code: &'static str,
    /// What is lost, and why.
    pub text: String,
}

impl Doubt {
    /// Returns why nothing that must be exact can be done.
    pub fn refusal(&self) -> Refusal {
        match self {
            Self::Opaque(word) => refusal::OPAQUE_PROGRAM.because(format!(
                "{} is the program of no agent that is known.",
                plain(word)
            )),
            Self::Active(active) => active.refusal(),
            Self::Selectors(Conflict(ids)) => refusal::SELECTORS_CONFLICT.because(format!(
                "The command line asks for {}.",
                ids.join(" and for ")
            )),
            Self::Store(cause, remedy) => {
                let unknown = refusal::STORE_UNKNOWN.because(cause.clone());
                let remedy = remedy.clone().unwrap_or_else(|| unknown.remedy.clone());
                Refusal { remedy, ..unknown }
            }
        }
    }

    /// Returns what a plain start loses by it; nothing if nothing is lost.
    pub fn loss(&self) -> Option<Loss> {
        let lost = match self {
            Self::Selectors(_) => "which conversation this start asks for",
            Self::Store(..) => "where this start keeps conversations",
            Self::Active(active) if active.hides() => "what this start asks for",
            Self::Opaque(_) | Self::Active(_) => return None,
        };
        let Refusal { code, cause, .. } = self.refusal();
        let text = format!("{lost} is not recorded: {cause}");
        Some(Loss { code, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_cannot_be_told_is_refused_with_the_remedy_of_its_cause_or_our_own() {
        let refusal = |remedy: Option<&str>| {
            let doubt = Doubt::Store(
                "CONFIG is a relative path".to_owned(),
                remedy.map(Into::into),
            );
            let Refusal { code, remedy, .. } = doubt.refusal();
            assert_eq!(code, "store-unknown");
            remedy
        };
        assert_eq!(refusal(Some("Unset it.")), "Unset it.");
        assert!(!refusal(None).is_empty());
    }
}
