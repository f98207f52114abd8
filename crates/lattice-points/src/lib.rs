#![doc = include_str!("../README.md")]
//!
//! Sets of points with integer coordinates, exactly: integer linear algebra ([`linear`]), semilinear sets ([`sets`]) and
//! their generating functions ([`series`]).
//!
//! In: generators, inequalities, or a text. Out: disjoint strata, rational functions, counts; coordinates of any size,
//! nothing rounded. Sizes are bounded by a [`trouble::Budget`], and every long loop ticks the [`Handle`](sprague_limits::Handle).

#![forbid(unsafe_code)]

pub mod linear;
pub mod series;
pub mod sets;
pub mod stratum;
pub mod trouble;

pub use series::Series;
pub use sets::Stratification;
pub use sets::polyhedron::Polyhedron;
pub use stratum::Stratum;
pub use trouble::{Budget, Trouble};
