#![doc = include_str!("../README.md")]
//!
//! Take-and-break games: heaps from which numbers are taken and which may be broken into smaller ones.
//!
//! In: a [`Rule`], from a [`Code`] or from clauses. Out: a [`Sequence`] of nim-values that grows on demand, periods
//! with certificates, moves; data only, never sentences. The theory is in *Winning Ways*, chapters 4
//! and 13, and in `docs/heaps.md`, which proves what the engines rely on.

#![forbid(unsafe_code)]

pub mod check;
pub mod closed;
pub mod code;
mod detect;
mod digit;
mod direct;
mod marks;
pub mod moves;
mod naive;
mod observe;
mod pairs;
mod parts;
pub mod period;
pub mod rule;
pub mod sequence;
mod sparse;
pub mod statistics;
pub mod store;
mod stream;
pub mod values;

pub use check::{CheckError, check};
pub use closed::Closed;
pub use code::{Base, Code, CodeError};
pub use moves::{Elements, Move, moves, moves_up_to};
pub use period::{Certificate, Theorem};
pub use rule::{Caller, Clause, Fault, Leave, NoCaller, Rule, Set};
pub use sequence::{Sequence, Standing};
pub use store::{decode, encode};
