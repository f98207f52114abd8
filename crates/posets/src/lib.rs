#![doc = include_str!("../README.md")]
//!
//! Finite posets: how they are made, what they are up to isomorphism, their linear extensions, their downsets, and
//! the game of Chomp on them.
//!
//! Elements are the numbers `0..n`; names belong to whoever asks. Every order that a function returns is fixed by the
//! numbers, so that equal questions get equal answers.
//!
//! After A. E. Brouwer and J. D. Christensen, *Counterexamples to conjectures about Subset Takeaway and counting
//! linear extensions of a Boolean lattice* (2017), for recursions on downsets.

#![forbid(unsafe_code)]

mod automorphisms;
pub(crate) mod bits;
mod boxes;
mod build;
mod canonical;
mod chains;
pub mod chomp;
mod coordinates;
mod count;
mod covers;
mod extensions;
mod faces;
mod fold;
mod forest;
mod ideals;
mod involution;
mod kind;
mod ladder;
mod lattice;
mod modules;
mod pieces;
mod poset;
mod ranks;
mod rows;
pub mod subsets;
mod symmetry;
mod tesseracts;
mod truncated;
mod walks;
mod young;
pub use bits::Bits;
pub use boxes::{BoxFiles, BoxPlan};
pub use build::PosetError;
pub use canonical::CanonicalKey;
pub use chains::{chains, mobius, order_polynomial, order_preserving_maps, zeta_polynomial};
pub use chomp::plan::{ChompPlan, chomp_plan};
pub use extensions::{
    RandomBits, box_plan, box_sides, linear_extensions, linear_extensions_of_box, linear_extensions_with,
    random_linear_extension,
};
pub use faces::Faces;
pub use fold::{Options, fold};
pub use ideals::{ideal_classes, ideals};
pub use kind::Kind;
pub use poset::Poset;
pub use ranks::linear_extension_ranks;
pub use truncated::IdealsWay;
