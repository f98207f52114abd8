//! Recursions on downsets of subsets: Chomp ("subset takeaway") on P(n, k) and on any simplicial complex of up to seven
//! vertices, linear extensions of P(n, k) and B(n), counts of downsets.
//!
//! In goes a number of coordinates with a downset of 128 bits ([`downset`]), or n and k. Out comes data: an outcome with
//! its winning moves, a nim-value with that of every option, a number with the sizes of all levels. What makes the
//! results right is proved in docs/downsets.md.
//!
//! - [`canon`], [`permute`]: canonical forms under permutations of the coordinates; [`mod@packed`]: these in one word.
//! - [`space`], [`recursion`]: what the classes are and what is computed; [`engine`], [`table`]: classes pushed level by level, on several threads; [`spill`]: levels that outgrow memory, in files (`sealed`);
//!   [`checkpoint`] levels as bytes, with [`seal`]s, compared again when they are read (`recheck`).
//! - `cluster`, a feature of its own: the same by several processes.
//! - [`links`]: who wins on the subsets of seven points, many positions at once. [`middles`]: linear extensions of B(7) and nim-values, by the triples of a downset.
//! - [`games`], [`values`] in the order of the elements ([`numbering`]), `codes`, [`chomp`]: outcomes and nim-values; [`proof`], [`complex`]: wins proved by reflections.
//! - [`extensions`] with [`wide`] numbers and [`graphs`]: linear extensions. [`ideals`]: counts.
//! - [`estimate`](mod@estimate): what a computation will take; [`burnside`]: how many classes there are.
//! - `sample`: linear extensions at random.
//!
//! ```
//! use sprague_limits::Handle;
//! use sprague_posets::subsets::{Options, chomp, downset, extensions};
//! let h = Handle::default();
//! // Subset takeaway on triples of six: nim-value and winning moves.
//! let result = chomp::grundy(6, downset::truncated(6, 3), Options::threads(1), &h).unwrap();
//! assert_eq!(result.value, Some(2));
//! assert_eq!(result.winning_orbits()[0].size, 15);
//! let count = extensions::of_truncated(4, 4, Options::threads(1), &h).unwrap().count;
//! assert_eq!(count.to_string(), "1680384");
//! ```
//!
//! Cost: 50 to 200 ns for each class and each element that may be added to it. Bad input gets [`Error::Range`]; bounds and
//! interruption act within 0.1 s.

pub mod burnside;
pub mod canon;
pub mod checkpoint;
pub mod chomp;
#[cfg(feature = "cluster")]
pub mod cluster;
mod codes;
pub mod complex;
mod crew;
pub mod downset;
pub mod engine;
pub mod error;
pub mod estimate;
pub mod extensions;
pub mod games;
pub mod graphs;
pub mod ideals;
pub mod links;
pub mod middles;
pub mod numbering;
pub mod packed;
pub mod permute;
pub mod proof;
mod push;
mod recheck;
pub mod recursion;
mod room;
pub(crate) mod sample;
pub mod seal;
pub(crate) mod sealed;
mod skip;
pub mod space;
pub mod spill;
pub mod table;
pub mod values;
pub mod wide;

pub use checkpoint::Checkpoints;
pub use chomp::{ChompResult, Plan};
pub use engine::Options;
pub use error::{BadCheckpoint, Error, Unhandled};
pub use estimate::{Estimate, Quantity, estimate};
pub use extensions::Extensions;
pub use recursion::ClassTally;
pub use spill::Runs;
