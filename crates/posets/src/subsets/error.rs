//! Why a computation over downsets gave no answer.

use super::checkpoint::PROGRAM;
use sprague_limits::Stop;
use std::fmt;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A bound or an interruption.
    Stop(Stop),
    /// A number did not fit the widest words that this engine has.
    Overflow,
    /// A division that a theorem says is exact was not: the result cannot be trusted.
    Inexact,
    /// The input is outside what this engine handles.
    Range(Unhandled),
    /// A checkpoint cannot be read or written, or does not belong to this computation.
    Checkpoint(BadCheckpoint),
    /// The other processes of the computation are not with this one.
    Severed(Severed),
}

/// What is wrong between the processes of a computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Severed {
    /// One of them is gone.
    Lost,
    /// They cannot be connected; the words of the system.
    Unconnected(String),
    /// One of them computes something else, or is another program or version.
    Stranger,
    /// They see different checkpoints.
    Parted,
}

/// What this engine does not handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unhandled {
    /// So many coordinates.
    Coordinates(u32),
    /// What is no downset, or empty.
    NoPosition,
    /// Linear extensions of the subsets of size at most `k` of `n` elements.
    Extensions {
        /// The elements.
        n: u32,
        /// The largest size of a subset.
        k: u32,
    },
    /// A search for a proof on more vertices than this.
    Vertices(u32),
}

/// What is wrong with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadCheckpoint {
    /// Its bytes are not what was written: what shows it.
    Damaged(&'static str),
    /// The same of a file of its level.
    File {
        /// Its name.
        name: String,
        /// What shows it, or the words of the system.
        what: String,
    },
    /// It was sealed with another key.
    OtherKey,
    /// It was written by this other program or version.
    OtherProgram(String),
    /// It belongs to another computation.
    OtherComputation {
        /// Which.
        theirs: String,
        /// The one that was asked for.
        ours: String,
    },
    /// It has gone on to level `size`, beyond a position of `last` elements.
    Beyond {
        /// The level.
        size: u32,
        /// The elements.
        last: u32,
    },
    /// It cannot be written; the words of the system.
    Unwritten(String),
    /// It cannot be read; the words of the system.
    Unreadable(String),
}

impl From<Unhandled> for Error {
    fn from(what: Unhandled) -> Error {
        Error::Range(what)
    }
}

impl From<BadCheckpoint> for Error {
    fn from(what: BadCheckpoint) -> Error {
        Error::Checkpoint(what)
    }
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
            Error::Inexact => write!(f, "a division that must be exact was not; the result cannot be trusted"),
            Error::Range(what) => what.fmt(f),
            Error::Checkpoint(what) => write!(f, "checkpoint: {what}"),
            Error::Severed(what) => what.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Unhandled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unhandled::Coordinates(n) => write!(f, "downsets of subsets are handled up to 7 coordinates, not {n}"),
            Unhandled::NoPosition => write!(f, "a position is a downset of subsets that holds the empty set"),
            Unhandled::Extensions { n, k } => write!(
                f,
                "linear extensions of the subsets of size at most {k} of {n} elements are out of reach: n can be up to 7, or up to 11 for k <= 3"
            ),
            Unhandled::Vertices(most) => write!(f, "proofs are searched for on up to {most} vertices"),
        }
    }
}

impl fmt::Display for Severed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Severed::Lost => write!(
                f,
                "another process of this computation is gone; start all of them again, and they go on from the last level that was kept"
            ),
            Severed::Unconnected(why) => write!(f, "the processes cannot be connected: {why}"),
            Severed::Stranger => write!(f, "another process does not run the same program with the same options"),
            Severed::Parted => write!(f, "the processes do not see the same directory of checkpoints"),
        }
    }
}

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCheckpoint::Damaged(what) => write!(f, "it is damaged ({what}); remove it to start afresh"),
            BadCheckpoint::File { name, what } => write!(f, "its file {name} {what}; remove all of it to start afresh"),
            BadCheckpoint::OtherKey => write!(
                f,
                "it was sealed with another key, by another user or on another machine; remove it to start afresh"
            ),
            BadCheckpoint::OtherProgram(theirs) => {
                write!(f, "it was written by {theirs}, and this is {PROGRAM}; remove it to start afresh")
            }
            BadCheckpoint::OtherComputation { theirs, ours } => {
                write!(f, "it belongs to another computation, `{theirs}`, not to `{ours}`; remove it to start afresh")
            }
            BadCheckpoint::Beyond { size, last } => {
                write!(
                    f,
                    "it has gone on to level {size}, beyond this position of {last} elements; remove it to start afresh"
                )
            }
            BadCheckpoint::Unwritten(why) => write!(f, "it cannot be written: {why}"),
            BadCheckpoint::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}
