//! What can be wrong with what is given.

use sprague_limits::Stop;
use std::fmt;

/// Why there is no quotient.
///
/// ```
/// let e: Box<dyn std::error::Error> = sprague_misere::Error::NotEarlier { heap: 3, part: 5 }.into();
/// assert_eq!(e.to_string(), "an option of heap 3 has the part 5, which is no earlier heap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// An option names a heap that comes later, or the heap itself.
    NotEarlier {
        /// Whose option it is.
        heap: usize,
        /// The heap that it names.
        part: usize,
    },
    /// More than 2^32 heaps or parts.
    TooMany,
    /// The rule has conditions or sets that only a program knows.
    NeedsCaller,
    /// A bound was reached.
    Stop(Stop),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotEarlier { heap, part } => {
                write!(f, "an option of heap {heap} has the part {part}, which is no earlier heap")
            }
            Error::TooMany => write!(f, "more than 2^32 heaps or parts of options"),
            Error::NeedsCaller => write!(f, "the rule has conditions that only a program knows"),
            Error::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Stop(stop)
    }
}
