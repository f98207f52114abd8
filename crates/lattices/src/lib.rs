#![doc = include_str!("../README.md")]
//!
//! Lattice games: rule sets of vectors on the lattice points of a polyhedron, after Guo and Miller.
//!
//! A position is a point with integer coordinates; a move subtracts a vector of the rule set. What is computed: the
//! P-positions as a disjoint union of strata or as an automaton, each with a proof; misère congruence of positions.
//! Sets of positions and their generating functions come from [`sprague_lattice_points`].

#![forbid(unsafe_code)]

pub mod automaton;
pub mod board;
pub mod budget;
pub mod certificate;
pub mod check;
pub mod closed;
pub mod congruence;
pub mod cover;
pub mod cuts;
mod domain;
mod fans;
mod flats;
pub mod game;
pub mod heaps;
mod hulls;
mod learn;
mod learn_quotient;
mod letters;
mod linear_program;
pub mod lines;
mod parted;
pub mod partition;
mod peel;
mod periodic;
mod periods;
pub mod product;
pub mod quotient;
pub mod recursion;
mod refute;
mod search;
pub mod sectors;
mod slopes;
pub mod strategy;
pub mod unroll;
pub mod window;

pub use sprague_lattice_points::{linear, series, sets, stratum, trouble};

pub use budget::{Budgets, Failure};
pub use certificate::Certificate;
pub use game::{Flaw, Game, Play};
pub use strategy::claim::claim;
pub use strategy::ways::strategy as solve;
pub use strategy::{Strategy, Tried};
