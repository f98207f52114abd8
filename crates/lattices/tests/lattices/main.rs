//! Lattice games, sets and series against the definitions.

mod boards;
#[path = "support/lattice_oracle.rs"]
mod oracle;
mod series;
mod sets;
mod strategy;
mod support;
