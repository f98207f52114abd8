//! Why a computation over downsets gave no answer.

use sprague_limits::Stop;
use std::fmt;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A bound or an interruption.
    Stop(Stop),
    /// A number did not fit the widest words that this engine has.
    Overflow,
    /// A division that a theorem says is exact was not: the result can't be trusted.
    Inexact,
    /// The input is outside what this engine handles; the text says what it handles.
    Range(String),
    /// A checkpoint can't be read or written, or does not belong to this computation.
    Checkpoint(String),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Stop(stop)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Stop(stop) => stop.fmt(f),
            Error::Overflow => write!(f, "the numbers of this computation are too wide for the engine"),
            Error::Inexact => write!(f, "a division that must be exact was not; the result can't be trusted"),
            Error::Range(what) => f.write_str(what),
            Error::Checkpoint(what) => write!(f, "checkpoint: {what}"),
        }
    }
}

impl std::error::Error for Error {}
