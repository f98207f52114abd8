//! Engines as values of the language: posets, heaps, lattice games, graphs, games with cycles; a folder each.
//!
//! An engine knows nothing of the language, and evaluation knows no engine. What stands between them is here: things
//! (`eval::Thing`), rule sets written in Rust (`eval::NativeRules`), and what declarations (`DECLARATIONS`) and literals
//! ([`ENGINES`]) in words of their own come to.

pub mod graphs;
pub mod heaps;
pub mod lattices;
pub mod loopy;
pub mod misere;
pub mod ordinals;
pub mod posets;
pub mod search;
pub mod turning;
pub mod universes;

use crate::eval::{Engines, Machine};
use crate::resolve::Declare;
use crate::value::Method;

/// Declarations that engines read; `syntax::words` has their words.
pub(crate) const DECLARATIONS: [(&str, Declare); 2] =
    [("heap", heaps::declaration::declare), ("lattice", lattices::declaration::declare)];

/// What evaluation calls where it comes to something that an engine makes.
pub const ENGINES: Engines = Engines {
    poset: Machine::poset_literal,
    graph: Machine::graph_literal,
    beyond: ordinals::sum,
    wins: Machine::wins_beginning,
    nim_value: |machine, position| machine.nim_value_in_turn(position, Method::Either),
    brackets: Machine::loopy_brackets,
    looped: Machine::looped,
    sided: Machine::sided,
    power_on: Machine::power_on,
    relation: Machine::loopy_relation,
};
