//! Determinant, inverse, rank and rational solutions by fraction-free elimination (Bareiss 1968).
//!
//! All divisions are exact: after step `k` every entry is a minor of order `k + 1`, so numbers stay as small as
//! Cramer's rule allows. Cost `O(n^3)` multiplications, each of which asks for steps: the numbers may be long.

use super::{Matrix, Vector};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::{Handle, Stop};

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

/// `(a * x - b * y) / d`, which is exact, with the steps that it takes.
fn step<E>([a, x, b, y, d]: [&BigInt; 5], pay: &impl Fn(u64) -> Result<(), E>) -> Result<BigInt, E> {
    let words = a.bits().max(b.bits()) / 64;
    pay(words * words / 256)?;
    Ok((a * x - b * y) / d)
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
pub fn inverse(a: &[Vector], handle: &Handle) -> Result<Option<Inverse>, Stop> {
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
        let Some(p) = (k..n).find(|&i| !work[i][k].is_zero()) else { return Ok(None) };
        if p != k {
            work.swap(p, k);
            sign = !sign;
        }
        let pivot_row = std::mem::take(&mut work[k]);
        for (i, row) in work.iter_mut().enumerate() {
            if i == k {
                continue;
            }
            handle.ticks(1 + n / 4)?;
            let factor = row[k].clone();
            for (x, y) in row.iter_mut().zip(&pivot_row) {
                *x = step([&pivot_row[k], x, &factor, y, &previous], &|n| handle.ticks(n))?;
            }
        }
        previous = pivot_row[k].clone();
        work[k] = pivot_row;
    }
    let flip = previous.is_negative();
    let scaled =
        work.into_iter().map(|row| row.into_iter().skip(n).map(|x| if flip { -x } else { x }).collect()).collect();
    let determinant = if sign { -&previous } else { previous.clone() };
    Ok(Some(Inverse { scaled, scale: previous.abs(), determinant }))
}

/// The indices of the first rows that form a basis of the row space, greedily from the top.
pub(crate) fn independent_rows(a: &[Vector], handle: &Handle) -> Result<Vec<usize>, Stop> {
    let mut basis: Vec<(usize, Vector)> = Vec::new();
    let mut chosen = Vec::new();
    for (index, row) in a.iter().enumerate() {
        let mut row = row.clone();
        let mut previous = &BigInt::one();
        for (column, pivot) in &basis {
            handle.ticks(1 + row.len() / 4)?;
            let factor = row[*column].clone();
            if !factor.is_zero() || pivot[*column] != *previous {
                for (r, p) in row.iter_mut().zip(pivot) {
                    *r = step([&pivot[*column], r, &factor, p, previous], &|n| handle.ticks(n))?;
                }
            }
            previous = &pivot[*column];
        }
        if let Some(column) = row.iter().position(|x| !x.is_zero()) {
            basis.push((column, row));
            chosen.push(index);
        }
    }
    Ok(chosen)
}

/// The dimension of the row space.
pub fn rank(a: &[Vector], handle: &Handle) -> Result<usize, Stop> {
    Ok(independent_rows(a, handle)?.len())
}

/// The numbers `x` with `sum of x[i] * vectors[i] = target` for linearly independent vectors, as numerators over one
/// positive denominator; none if the target lies outside of their span.
pub fn coordinates(vectors: &[Vector], target: &[BigInt], handle: &Handle) -> Result<Option<(Vector, BigInt)>, Stop> {
    solved(vectors, target, &|n| handle.ticks(n))
}

/// The nonnegative integers `x` with `sum of x[i] * vectors[i] = target` for linearly independent vectors; `pay` is asked for steps.
pub(crate) fn natural_coordinates<E>(
    vectors: &[Vector],
    target: &[BigInt],
    pay: &impl Fn(u64) -> Result<(), E>,
) -> Result<Option<Vector>, E> {
    let Some((x, scale)) = solved(vectors, target, pay)? else { return Ok(None) };
    if x.iter().any(|n| n.is_negative() || !n.is_multiple_of(&scale)) {
        return Ok(None);
    }
    Ok(Some(x.into_iter().map(|n| n / &scale).collect()))
}

fn solved<E>(
    vectors: &[Vector],
    target: &[BigInt],
    pay: &impl Fn(u64) -> Result<(), E>,
) -> Result<Option<(Vector, BigInt)>, E> {
    let (n, d) = (vectors.len(), target.len());
    // One equation a row: the entries of the vectors at one place, then that of the target.
    let mut work: Matrix = (0..d)
        .map(|i| vectors.iter().map(|v| v[i].clone()).chain(std::iter::once(target[i].clone())).collect())
        .collect();
    let mut previous = BigInt::one();
    for k in 0..n {
        let Some(p) = (k..d).find(|&i| !work[i][k].is_zero()) else { return Ok(None) };
        work.swap(p, k);
        let pivot_row = std::mem::take(&mut work[k]);
        for (i, row) in work.iter_mut().enumerate() {
            if i == k {
                continue;
            }
            pay(1 + n as u64 / 4)?;
            let factor = row[k].clone();
            for j in k..=n {
                row[j] = step([&pivot_row[k], &row[j], &factor, &pivot_row[j], &previous], pay)?;
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
        return Ok(None);
    }
    let flip = previous.is_negative();
    let x = work[..n].iter().map(|row| if flip { -&row[n] } else { row[n].clone() }).collect();
    Ok(Some((x, previous.abs())))
}

/// The vectors of a lattice in the coordinates of its basis.
pub(crate) fn inner(basis: &[Vector], vectors: &[Vector], handle: &Handle) -> Result<Matrix, Stop> {
    let mut inner = Vec::with_capacity(vectors.len());
    for v in vectors {
        if let Some((x, denominator)) = coordinates(basis, v, handle)? {
            inner.push(x.into_iter().map(|n| n / &denominator).collect());
        }
    }
    Ok(inner)
}
