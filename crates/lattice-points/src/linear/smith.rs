//! The Smith normal form with both transforms: `left * matrix * right = form`, diagonal, each entry dividing the next.

use super::hermite::row_operation;
use super::{Matrix, Vector, identity, negative, transpose};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::{Handle, Stop};

/// A Smith normal form.
#[derive(Clone, Debug)]
pub struct Smith {
    /// The nonzero diagonal entries (the elementary divisors), positive, each dividing the next.
    pub divisors: Vec<BigInt>,
    /// The unimodular matrix on the left.
    pub left: Matrix,
    /// The unimodular matrix on the right.
    pub right: Matrix,
}

/// The Smith normal form of a matrix with `columns` columns.
pub fn smith(a: &[Vector], columns: usize, handle: &Handle) -> Result<Smith, Stop> {
    let rows = a.len();
    let mut form = a.to_vec();
    let mut left = identity(rows);
    // Kept transposed, so that column operations are row operations.
    let mut right = identity(columns);
    let mut divisors = Vec::new();
    for k in 0..rows.min(columns) {
        let smallest = |form: &Matrix| {
            (k..rows)
                .flat_map(|i| (k..columns).map(move |j| (i, j)))
                .filter(|&(i, j)| !form[i][j].is_zero())
                .min_by(|&(i, j), &(p, q)| form[i][j].magnitude().cmp(form[p][q].magnitude()))
        };
        let Some((i, j)) = smallest(&form) else { break };
        form.swap(i, k);
        left.swap(i, k);
        form = transpose(&form, columns);
        form.swap(j, k);
        right.swap(j, k);
        form = transpose(&form, rows);
        loop {
            handle.tick()?;
            let mut clean = clear_column(&mut form, &mut left, k);
            form = transpose(&form, columns);
            clean &= clear_column(&mut form, &mut right, k);
            form = transpose(&form, rows);
            if !clean {
                continue;
            }
            // The pivot has to divide everything below and right of it.
            let bad = (k + 1..rows).find(|&i| (k + 1..columns).any(|j| !form[i][j].is_multiple_of(&form[k][k])));
            match bad {
                Some(i) => {
                    row_operation(&mut form, k, i, &BigInt::one());
                    row_operation(&mut left, k, i, &BigInt::one());
                }
                None => break,
            }
        }
        if form[k][k].is_negative() {
            form[k] = negative(&form[k]);
            left[k] = negative(&left[k]);
        }
        divisors.push(form[k][k].clone());
    }
    Ok(Smith { divisors, left, right: transpose(&right, columns) })
}

/// Clears column `k` below the pivot, and the entries above it are zero already; true if nothing had to be done.
fn clear_column(form: &mut Matrix, transform: &mut Matrix, k: usize) -> bool {
    let mut clean = true;
    for i in k + 1..form.len() {
        while !form[i][k].is_zero() {
            clean = false;
            let q = -form[i][k].div_floor(&form[k][k]);
            row_operation(form, i, k, &q);
            row_operation(transform, i, k, &q);
            if !form[i][k].is_zero() {
                form.swap(i, k);
                transform.swap(i, k);
            }
        }
    }
    clean
}
