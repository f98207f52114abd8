//! Exact linear algebra over the integers, for the small matrices of lattice geometry.
//!
//! A vector is a `Vec<BigInt>`, a matrix a list of rows. Determinants of a cone grow beyond machine words as soon as
//! its rays have a few digits, so every entry is a big integer; dimensions stay below ten. Nothing here rounds.

pub mod double_description;
pub mod elimination;
pub mod hermite;
pub mod hilbert;
pub mod lll;
pub mod parallelepiped;
pub mod smith;
pub mod triangulation;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A vector of integers.
pub type Vector = Vec<BigInt>;

/// A matrix as the list of its rows.
pub type Matrix = Vec<Vector>;

/// The scalar product of two vectors of the same length.
pub fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    let mut sum = BigInt::zero();
    for (x, y) in a.iter().zip(b) {
        if !x.is_zero() && !y.is_zero() {
            sum += x * y;
        }
    }
    sum
}

/// `a + b`.
pub(crate) fn add(a: &[BigInt], b: &[BigInt]) -> Vector {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

/// `a - b`.
pub(crate) fn subtract(a: &[BigInt], b: &[BigInt]) -> Vector {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

/// `-a`.
pub fn negative(a: &[BigInt]) -> Vector {
    a.iter().map(|x| -x).collect()
}

/// `factor * a`.
pub(crate) fn scale(factor: &BigInt, a: &[BigInt]) -> Vector {
    a.iter().map(|x| factor * x).collect()
}

/// Adds `factor * b` to `a`.
pub(crate) fn add_multiple(a: &mut [BigInt], factor: &BigInt, b: &[BigInt]) {
    if !factor.is_zero() {
        for (x, y) in a.iter_mut().zip(b) {
            if !y.is_zero() {
                *x += factor * y;
            }
        }
    }
}

/// `origin + sum of coefficients[i] * vectors[i]`.
pub fn combine(origin: &[BigInt], coefficients: &[BigInt], vectors: &[Vector]) -> Vector {
    let mut sum = origin.to_vec();
    for (c, v) in coefficients.iter().zip(vectors) {
        add_multiple(&mut sum, c, v);
    }
    sum
}

/// The zero vector of dimension `n`.
pub fn zero(n: usize) -> Vector {
    vec![BigInt::zero(); n]
}

/// True for the zero vector.
pub(crate) fn is_zero(a: &[BigInt]) -> bool {
    a.iter().all(Zero::is_zero)
}

/// The greatest common divisor of the entries, 0 for the zero vector.
pub(crate) fn content(a: &[BigInt]) -> BigInt {
    let mut g = BigInt::zero();
    for x in a {
        g = g.gcd(x);
        if g.is_one() {
            break;
        }
    }
    g
}

/// The shortest integer vector in the direction of `a`; the zero vector stays.
pub(crate) fn primitive(mut a: Vector) -> Vector {
    let g = content(&a);
    if !g.is_zero() && !g.is_one() {
        for x in &mut a {
            *x /= &g;
        }
    }
    a
}

/// The identity matrix.
pub(crate) fn identity(n: usize) -> Matrix {
    (0..n).map(|i| (0..n).map(|j| BigInt::from(u8::from(i == j))).collect()).collect()
}

/// The transpose of a matrix with `columns` columns.
pub(crate) fn transpose(a: &[Vector], columns: usize) -> Matrix {
    (0..columns).map(|j| a.iter().map(|row| row[j].clone()).collect()).collect()
}

/// The positive number `r` with `a * r = b`, in lowest terms as `(numerator, denominator)`, if there is one.
pub(crate) fn ratio(a: &[BigInt], b: &[BigInt]) -> Option<(BigInt, BigInt)> {
    let i = a.iter().position(|x| !x.is_zero())?;
    if b[i].is_zero() || b[i].is_positive() != a[i].is_positive() {
        return None;
    }
    let g = a[i].gcd(&b[i]);
    let (numerator, denominator) = ((&b[i] / &g).abs(), (&a[i] / &g).abs());
    a.iter().zip(b).all(|(x, y)| x * &numerator == y * &denominator).then_some((numerator, denominator))
}
