//! Sentences: what a reason says to people.

pub mod calculus;
pub mod discreet;
pub mod explain;
pub mod full;
mod points;
mod rounds;
