//! Engines as values of the language: posets, heaps, lattice games, graphs, games with cycles; a folder each.
//!
//! An engine knows nothing of the language, and evaluation knows no engine. What stands between them is here: things
//! (`eval::Thing`), rule sets written in Rust (`eval::NativeRules`), and what declarations and literals in
//! words of their own come to ([`ENGINES`]).

pub mod graphs;
pub mod heaps;
pub mod lattices;
pub mod loopy;
pub mod posets;

use crate::eval::{Engines, Machine};

/// What evaluation calls where it comes to something that an engine makes.
pub const ENGINES: Engines = Engines {
    heap: Machine::heap_declaration,
    lattice: Machine::lattice_declaration,
    poset: Machine::poset_literal,
    graph: Machine::graph_literal,
};
