#![doc = include_str!("../README.md")]
//!
//! Misère quotients: who cannot move wins, and sums of heaps are told by the elements of a finite commutative monoid.
//!
//! In: heaps with their options ([`Heaps`]), or the code of a take-and-break game. Out: a [`Quotient`], of these heaps or, where the
//! values of the heaps repeat and that is proved, of all; the outcome of sums of any size follows. [`check()`] verifies it
//! with none of the search's code. The algebra is that of Plambeck and Siegel, "Misère quotients for impartial games" (J. Combin.
//! Theory Ser. A 115, 2008); `docs/misere.md` proves what the search and the checker rely on.
//!
//! - `search.rs`: heap by heap, with `reduced.rs` (a smaller game to play out), `learn.rs` (from outcomes to a monoid) and
//!   `pairs.rs` (the search's own proof);
//! - `check.rs`: the checker; `certificate.rs`: what it checks, as a text;
//! - `partizan.rs`: quotients of partizan positions;
//! - `presentation.rs`: generators, relations and normal forms.
//!
//! Beside that, canonical forms of single impartial games in misère play, each kept once ([`Forms`]), in `forms/`.

#![forbid(unsafe_code)]

mod bits;
mod certificate;
mod check;
mod error;
mod find;
mod forms;
mod heaps;
mod learn;
mod monoid;
mod pairs;
mod partizan;
mod period;
mod presentation;
mod quotient;
mod reduced;
mod search;

pub use certificate::{Certificate, CertificateError, CertifiedGame};
pub use check::{CheckError, Refusal, check, check_code, check_partizan};
pub use error::Error;
pub use find::{Found, of_code, of_heaps};
pub use forms::names::NameError;
pub use forms::{Form, Forms};
pub use heaps::Heaps;
pub use monoid::{Element, Monoid};
pub use partizan::{Outcome, PartizanFound, PartizanHeaps, PartizanQuotient, Player, of_partizan_heaps};
pub use presentation::{Exponents, Presentation};
pub use quotient::{Period, Quotient};
pub use search::{Bounds, Ended, Pushed, Search};
