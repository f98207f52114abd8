//! Determinant, inverse, rank and rational solutions by fraction-free elimination (Bareiss 1968).
//!
//! All divisions are exact: after step `k` every entry is a minor of order `k + 1`, so numbers stay as small as
//! Cramer's rule allows. Cost `O(n^3)` multiplications.

use super::{Matrix, Vector};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The inverse of a matrix as integers over one positive denominator: `matrix * scaled = scale * identity`.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The numerators.
    pub scaled: Matrix,
    /// The common denominator, positive: the absolute value of the determinant.
    pub scale: BigInt,
    /// The determinant of the matrix itself.
    pub determinant: BigInt,
}

/// The determinant of a square matrix; 1 for the empty one.
pub fn determinant(a: &[Vector]) -> BigInt {
    let mut a = a.to_vec();
    let n = a.len();
    let (mut previous, mut sign) = (BigInt::one(), false);
    for k in 0..n {
        let Some(p) = (k..n).find(|&i| !a[i][k].is_zero()) else { return BigInt::zero() };
        if p != k {
            a.swap(p, k);
            sign = !sign;
        }
        let (top, rest) = a.split_at_mut(k + 1);
        let pivot_row = &top[k];
        for row in rest {
            for j in k + 1..n {
                row[j] = (&pivot_row[k] * &row[j] - &row[k] * &pivot_row[j]) / &previous;
            }
        }
        previous = a[k][k].clone();
    }
    if sign { -previous } else { previous }
}

/// The inverse of a square matrix, none if it is singular.
pub fn inverse(a: &[Vector]) -> Option<Inverse> {
    let n = a.len();
    let mut work: Matrix = a
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let mut row = row.clone();
            row.extend((0..n).map(|j| BigInt::from(u8::from(i == j))));
            row
        })
        .collect();
    let (mut previous, mut sign) = (BigInt::one(), false);
    for k in 0..n {
        let p = (k..n).find(|&i| !work[i][k].is_zero())?;
        if p != k {
            work.swap(p, k);
            sign = !sign;
        }
        let pivot_row = std::mem::take(&mut work[k]);
        for (i, row) in work.iter_mut().enumerate() {
            if i == k {
                continue;
            }
            let factor = row[k].clone();
            for (x, y) in row.iter_mut().zip(&pivot_row) {
                *x = (&pivot_row[k] * &*x - &factor * y) / &previous;
            }
        }
        previous = pivot_row[k].clone();
        work[k] = pivot_row;
    }
    let flip = previous.is_negative();
    let scaled =
        work.into_iter().map(|row| row.into_iter().skip(n).map(|x| if flip { -x } else { x }).collect()).collect();
    let determinant = if sign { -&previous } else { previous.clone() };
    Some(Inverse { scaled, scale: previous.abs(), determinant })
}

/// The indices of the first rows that form a basis of the row space, greedily from the top.
pub(crate) fn independent_rows(a: &[Vector]) -> Vec<usize> {
    let mut basis: Vec<(usize, Vector)> = Vec::new();
    let mut chosen = Vec::new();
    for (index, row) in a.iter().enumerate() {
        let mut row = row.clone();
        for (column, pivot) in &basis {
            if !row[*column].is_zero() {
                let g = row[*column].gcd(&pivot[*column]);
                let (x, y) = (&pivot[*column] / &g, &row[*column] / &g);
                for (r, p) in row.iter_mut().zip(pivot) {
                    *r = &x * &*r - &y * p;
                }
            }
        }
        if let Some(column) = row.iter().position(|x| !x.is_zero()) {
            basis.push((column, super::primitive(row)));
            chosen.push(index);
        }
    }
    chosen
}

/// The dimension of the row space.
pub fn rank(a: &[Vector]) -> usize {
    independent_rows(a).len()
}

/// The numbers `x` with `sum of x[i] * vectors[i] = target` for linearly independent vectors, as numerators over one
/// positive denominator; none if the target lies outside of their span.
pub fn coordinates(vectors: &[Vector], target: &[BigInt]) -> Option<(Vector, BigInt)> {
    let (n, d) = (vectors.len(), target.len());
    // One equation a row: the entries of the vectors at one place, then that of the target.
    let mut work: Matrix = (0..d)
        .map(|i| vectors.iter().map(|v| v[i].clone()).chain(std::iter::once(target[i].clone())).collect())
        .collect();
    let mut previous = BigInt::one();
    for k in 0..n {
        let p = (k..d).find(|&i| !work[i][k].is_zero())?;
        work.swap(p, k);
        let pivot_row = std::mem::take(&mut work[k]);
        for (i, row) in work.iter_mut().enumerate() {
            if i == k {
                continue;
            }
            let factor = row[k].clone();
            for j in k..=n {
                row[j] = (&pivot_row[k] * &row[j] - &factor * &pivot_row[j]) / &previous;
            }
            // Columns before `k` hold one diagonal entry each, which the pivot rescales.
            if i < k {
                row[i] = pivot_row[k].clone();
            }
        }
        previous = pivot_row[k].clone();
        work[k] = pivot_row;
    }
    if work[n..].iter().any(|row| !row[n].is_zero()) {
        return None;
    }
    let flip = previous.is_negative();
    let x = work[..n].iter().map(|row| if flip { -&row[n] } else { row[n].clone() }).collect();
    Some((x, previous.abs()))
}

/// The nonnegative integers `x` with `sum of x[i] * vectors[i] = target` for linearly independent vectors.
pub(crate) fn natural_coordinates(vectors: &[Vector], target: &[BigInt]) -> Option<Vector> {
    let (x, scale) = coordinates(vectors, target)?;
    if x.iter().any(|n| n.is_negative() || !n.is_multiple_of(&scale)) {
        return None;
    }
    Some(x.into_iter().map(|n| n / &scale).collect())
}
