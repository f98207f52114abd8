//! Lattice games against the definitions.

mod boards;
mod claims;
mod fans;
mod strategy;
mod support;
