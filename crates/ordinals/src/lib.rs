#![doc = include_str!("../README.md")]
//!
//! A [`Surreal`] is a sum of powers of omega in Conway's normal form with finitely many terms (*On Numbers and Games*, ch. 3). What has
//! none, such as most quotients, is a [`NumberError`], never an approximation.
//!
//! - `surreal.rs`: the numbers, their order and arithmetic; `names.rs`: how they are written
//! - `nimbers.rs`: nim-sum and nim-product of ordinals; `inverse.rs`: quotients and powers; `roots.rs`: the table that the product needs, and what it comes from

#![forbid(unsafe_code)]

mod error;
mod inverse;
mod names;
mod nimbers;
mod roots;
mod surreal;

pub use error::NumberError;
pub use inverse::{nim_inverse, nim_power, nim_quotient};
pub use nimbers::{nim_product, nim_sum};
pub use roots::{Root, root};
pub use surreal::Surreal;
