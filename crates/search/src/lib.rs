#![doc = include_str!("../README.md")]
//!
//! In: rules ([`Rules`]) and a sum of positions ([`Sum`]). Out: who wins ([`Search::wins_first`]), nim-values
//! ([`Search::nim_value`]), and proofs ([`Search::prove`]) that [`check`] replays with the rules alone.
//!
//! - `rules.rs`: what a game has to say of itself;
//! - `parts.rs`: positions by number, sums in normal form, values of small parts;
//! - `ends.rs`: whether play from a position ends, for the search and the checker;
//! - `search.rs`: proof-number search; `table.rs`: its table; `shared.rs`: one that several threads use; `nim.rs`: nim-values;
//! - `names.rs`: keys of sums, also such as last; `kept.rs`: what a search has learnt as bytes;
//! - `proof.rs`: proofs, taken from what a search has learnt; `check.rs`: the checker, which shares with all that only the data, and `ends.rs`.

#![forbid(unsafe_code)]

mod check;
mod ends;
mod kept;
mod names;
mod nim;
mod parts;
mod proof;
mod rules;
mod search;
mod shared;
mod table;

pub use check::{Refusal, check};
pub use kept::{Keeper, Writing};
pub use names::name;
pub use proof::{Claim, Line, Proof};
pub use rules::{Rules, Sum};
pub use search::{Found, Search, Statistics};
pub use shared::Shared;
