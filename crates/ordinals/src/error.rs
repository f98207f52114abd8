//! Why there is no such number here.

use sprague_limits::Stop;
use std::fmt;

/// Why a number cannot be had.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_ordinals::{NumberError, Surreal};
/// let (omega, one) = (Surreal::omega(), Surreal::from(1));
/// // 1/(omega + 1) is 1/omega - 1/omega^2 + …, without end.
/// let quotient = one.over(&omega.plus(&one), &Handle::default());
/// assert_eq!(quotient, Err(NumberError::Endless));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Division by 0.
    Zero,
    /// The normal form of the quotient has infinitely many terms, or too many to be found.
    Endless,
    /// Towers of more powers of omega than are kept.
    Deep,
    /// The power is of a kind that is not worked out: only omega has powers that are no integers.
    Power,
    /// An ordinal is wanted.
    NotOrdinal,
    /// An ordinal below omega^omega^omega is wanted.
    NotAlgebraic,
    /// The least ordinal without a root of this prime degree, which the product needs, is not in the table.
    Root(u64),
    /// A bound.
    Stop(Stop),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::Zero => write!(f, "division by zero"),
            NumberError::Endless => write!(f, "no finite sum of powers of omega is known for the quotient"),
            NumberError::Deep => write!(f, "too many powers of omega above each other"),
            NumberError::Power => write!(f, "this power is not worked out"),
            NumberError::NotOrdinal => write!(f, "this is no ordinal"),
            NumberError::NotAlgebraic => write!(f, "nim-products are known below omega^omega^omega"),
            NumberError::Root(p) => write!(f, "the least ordinal without a nim-root of degree {p} is not in the table"),
            NumberError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NumberError {}

impl From<Stop> for NumberError {
    fn from(stop: Stop) -> Self {
        NumberError::Stop(stop)
    }
}
