#![doc = include_str!("../README.md")]
//!
//! In: forms ([`Forms`]), ends of which may bear points. Out: comparison modulo a universe ([`Theory::at_least`]), a game that shows
//! where it fails ([`Theory::witness`]), canonical forms ([`Theory::canonical`]) and all values of a day ([`Theory::born_by`]).
//! What differs between universes is one trait, [`Universe`]: who has won where nobody can move, which ends belong, and the
//! Proviso. `docs/universes.md` proves what is relied on here; the theory is that of Larsson, Nowakowski and Santos, "Absolute
//! combinatorial game theory" (arXiv 1606.01975).
//!
//! - `forms.rs`: forms, each stored once; sums, negatives, names;
//! - `theory.rs`: play and comparison; `witness.rs`, `canonical.rs`, `born.rs`: what follows from them;
//! - `universes.rs`: the universes.

#![forbid(unsafe_code)]

mod born;
mod canonical;
mod forms;
mod theory;
mod universes;
mod witness;

pub use forms::{Form, Forms, Points, Side};
pub use theory::{Canonical, Order, Theory, Universe};
pub use universes::{DeadEnding, Dicot, Guaranteed, IntegerEnds, Misere, Normal};
