//! What values know of things, the values of a kind that one engine knows: enough to name, compare and hash them. What
//! a thing does in a program needs the machine and is known above, where things are made and opened.

use super::Value;
use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;

/// Operators that a thing may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    /// `-x`; the other operand is `nothing`.
    Neg,
    /// `x ^ y`
    Power,
}

/// A thing inside a value.
pub trait Opaque: Debug + Any {
    /// Its kind, as messages name it.
    fn kind(&self) -> &'static str;

    /// Whether `==` holds.
    fn same(&self, other: &dyn Opaque) -> bool;

    /// A hash that agrees with [`Opaque::same`].
    fn digest(&self) -> u64;

    /// How it stands to another number, if both are numbers.
    fn among_numbers(&self, other: &Value) -> Option<Ordering>;
}
