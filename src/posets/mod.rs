//! Posets: recursions on downsets, Chomp, linear extensions.

pub mod subsets;
