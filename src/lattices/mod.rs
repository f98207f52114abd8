//! Lattice games: rule sets of vectors on the lattice points of a polyhedron, after Guo and Miller.
//!
//! A position is a point with integer coordinates; a move subtracts a vector of the rule set. What is computed: the
//! P-positions as a disjoint union of strata or as an automaton, each with a proof; misère congruence of positions.
//! Sets of positions ([`sets`]) and their generating functions ([`series`]) stand on exact linear algebra ([`linear`]).

pub mod linear;
pub mod series;
pub mod sets;
pub mod stratum;
pub mod trouble;
