//! Reasons: why a claim holds or fails, and how a value is found, in the terms of the theory.
//!
//! In: claims as resolved code ([`judge()`], [`why`]) or values ([`explain`]). Out: verdicts and sentences, the shortest first,
//! bounded in number. Every move that a sentence names was found by the engine's own comparison, never guessed.
//!
//! - `judge.rs`: takes a claim apart and evaluates each operand once; `words.rs`: games as they were written
//! - `relation.rs`: two games compared; `play.rs`: who wins a sum of games, and with which moves
//! - `positions.rs`: outcomes, winners, remoteness; `nim.rs`: nim-values, mex, binary columns
//! - `forms.rs`: identical forms and properties; `collections.rs`: membership, lists and sets that differ
//! - `explain.rs`: the steps of a good solution

mod collections;
pub mod explain;
mod forms;
mod judge;
pub(crate) mod nim;
pub(crate) mod play;
mod positions;
mod relation;
pub(crate) mod words;

pub(crate) use judge::operand;
pub use judge::{Operand, explanation, judge, why};

/// How many moves with their replies a failed check shows, and how many `why` and `explain` show.
const FEW: usize = 3;
/// See [`FEW`].
const MANY: usize = 8;

/// What evaluation calls where it comes to a claim.
pub const HOOKS: crate::eval::Reasons = crate::eval::Reasons { judge, why };
