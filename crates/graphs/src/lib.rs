#![doc = include_str!("../README.md")]
//!
//! Games as directed graphs: positions with cycles, draws, remoteness, loopy nim-values, scores; undirected graphs
//! and chip-firing on them.
//!
//! In: a rule set as a function from positions to options, or a graph. Out: labels with what proves them (remoteness
//! decreases along a winning line; a line of best play beside a score). Every algorithm is linear in the number of
//! moves, or says otherwise, keeps its own stack or queue, and ticks the [`Handle`](sprague_limits::Handle).
//!
//! - `digraph.rs`: the compact graph of positions, and its exploration within a bound;
//! - [`mod@retrograde`]: next player wins, previous player wins, draw; how soon; what a bound leaves open;
//! - `nimvalue.rs`: loopy nim-values, and sums decided by them;
//! - [`score`]: max-min scores of games that end.

#![forbid(unsafe_code)]

pub mod canonical;
pub mod chips;
mod digraph;
mod nimvalue;
pub mod retrograde;
pub mod score;

pub use digraph::{Digraph, Explored, RuleSet, explore};
pub use nimvalue::{LoopyNimber, loopy_nimbers};
pub use retrograde::{Known, Labels, Outcome, retrograde, retrograde_misere};
pub use score::{NoScores, Scores, scores, scores_with_gains};
