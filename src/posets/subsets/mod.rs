//! Recursions on downsets of subsets.

pub mod canon;
pub mod checkpoint;
pub mod chomp;
pub mod downset;
pub mod engine;
pub mod error;
pub mod estimate;
pub mod extensions;
pub mod games;
pub mod graphs;
pub mod ideals;
pub mod permute;
pub mod space;
pub mod table;
pub mod wide;
