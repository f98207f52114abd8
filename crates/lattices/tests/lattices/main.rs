//! Lattice games against the definitions.

mod boards;
mod strategy;
mod support;
