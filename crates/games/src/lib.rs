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
//! - `invariants.rs`, `structure.rs`, `thermograph.rs`, `cooling.rs`, `norton.rs`, `atomic.rs`, `reduced.rs`, `uptimal.rs`: what is
//!   computed from a value; `cyclic.rs`: thermographs of positions on cycles
//! - `compound.rs`: sums and products of forms; `enumerate.rs`: all values of a day; `nim_field.rs`: the field of nimbers,
//!   `turning.rs`: coin-turning games, whose products have nim-products as values
//! - `names.rs`: standard notation; `explain.rs`, `play.rs`: reasons, as data

#![forbid(unsafe_code)]

mod arena;
mod atomic;
mod canonical;
mod closed;
mod compare;
mod compound;
mod cooling;
mod cyclic;
pub mod dyadic;
mod enumerate;
mod explain;
mod invariants;
pub mod names;
pub mod nim_field;
mod norton;
pub mod play;
mod reduced;
mod store;
mod structure;
mod sums;
mod switches;
mod table;
mod thermograph;
pub mod turning;
mod uptimal;

pub use arena::{Game, STAR, Side, View, ZERO};
pub use atomic::{NoWeight, Weight};
pub use compare::Relation;
pub use compound::{Compound, Tree};
pub use cyclic::{Branch, thermographs_of_cycles};
pub use dyadic::{Dyadic, simplest_between};
pub use explain::Step;
pub use invariants::Outcome;
pub use reduced::ReducedStep;
pub use store::Store;
pub use structure::Parity;
pub use switches::Switches;
pub use thermograph::{Thermograph, Trajectory};
pub use uptimal::Uptimal;
