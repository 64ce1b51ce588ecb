//! What went wrong with some of several files, as one error: the others are done all the same.

use crate::error::Error;

/// Errors that were met on the way.
#[derive(Debug, Default)]
pub(crate) struct Failures(Vec<Error>);

impl Failures {
    /// Notes an outcome, with the agent that it is about.
    pub(crate) fn note(&mut self, agent: &str, outcome: Result<(), Error>) {
        if let Err(mut error) = outcome {
            error.cause = format!("{agent}: {}", error.cause);
            self.push(error);
        }
    }

    /// Adds an error.
    pub(crate) fn push(&mut self, error: Error) {
        self.0.push(error);
    }

    /// Returns one error that says all, of the first one's kind.
    pub(crate) fn into_result(self) -> Result<(), Error> {
        let mut errors = self.0.into_iter();
        let Some(mut all) = errors.next() else {
            return Ok(());
        };
        for error in errors {
            all.cause = format!("{}\n{}", all.cause, error.cause);
            all.remedy = match (all.remedy, error.remedy) {
                (Some(first), Some(second)) if first != second => {
                    Some(format!("{first}\n{second}"))
                }
                (first, second) => first.or(second),
            };
        }
        Err(all)
    }
}
