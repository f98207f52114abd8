//! Lattice games against the definitions.

mod boards;
mod claims;
mod cuts;
mod fans;
mod lines;
mod quotients;
mod strategy;
mod support;
mod unroll;
