#![doc = include_str!("../README.md")]
//!
//! - `value.rs`: values, graphs and errors; `graph.rs`: components, and which nodes are stoppers
//! - `order.rs`: comparison by retrograde analysis of differences; `reduce.rs`: canonical forms; `sidle.rs`: sides of what is no stopper
//! - `store.rs`: the table of canonical forms; `sums.rs`: the arithmetic; `ordinal.rs`: ordinal sums and powers of up
//! - `taxed.rs`: cooling, heating, overheating, Norton's product
//! - `degree.rs`: degrees, varieties, stops, thermographs; `names.rs`: notation; `explain.rs`: reasons, as data

#![forbid(unsafe_code)]

mod degree;
mod explain;
mod graph;
mod names;
mod order;
mod ordinal;
mod reduce;
mod sidle;
mod store;
mod sums;
mod taxed;
mod value;

pub use degree::Pseudonumber;
pub use explain::{Step, Why};
pub use store::Loops;
pub use sums::Winners;
pub use value::{Graph, Link, Loop, Loopy, Sides, Stopper, Trouble};
