#![doc = include_str!("../README.md")]
//!
//! The mathematics of values of short games.
//!
//! A [`Store`] interns canonical forms, so that two games are equal exactly when their ids are: [`Game`] is such an id.
//! Values `number + ups + nimber` are kept in closed form and have no stored options. What is asked of a value is a
//! method of [`Store`]; `store.rs` lists them all.
//!
//! - `dyadic.rs`: the numbers; `closed.rs`: rules for `number + ups + nimber`
//! - `arena.rs`: the table of values, `table.rs`: what was compared; `compare.rs`, `canonical.rs`, `sums.rs`: its arithmetic
//! - `invariants.rs`, `thermograph.rs`, `cooling.rs`: what is computed from a value
//! - `names.rs`: standard notation; `explain.rs`, `play.rs`: reasons, as data

#![forbid(unsafe_code)]

mod arena;
mod canonical;
mod closed;
mod compare;
mod cooling;
pub mod dyadic;
mod explain;
mod invariants;
pub mod names;
pub mod play;
mod store;
mod sums;
mod table;
mod thermograph;

pub use arena::{Game, STAR, Side, View, ZERO};
pub use compare::Relation;
pub use dyadic::{Dyadic, simplest_between};
pub use explain::Step;
pub use invariants::Outcome;
pub use store::Store;
pub use thermograph::{Thermograph, Trajectory};
