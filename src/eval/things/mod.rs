//! Values of a kind of their own: posets, graphs, answers about games with cycles.

pub mod graph;
pub mod loopy;
pub mod poset;
