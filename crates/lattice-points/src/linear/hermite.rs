//! The Hermite normal form with its transform, and through it the integer solutions of linear equations.
//!
//! `transform * matrix = form` with a unimodular transform; the form is in row echelon with positive pivots, and the
//! entries above a pivot lie in `0..pivot`. Cohen, *A Course in Computational Algebraic Number Theory*, 2.4.

use super::lll::lll;
use super::{Matrix, Vector, add_multiple, dot, identity, transpose};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use sprague_limits::{Handle, Stop};

/// A Hermite normal form.
#[derive(Clone, Debug)]
pub struct Hermite {
    /// The echelon form; the rows from `pivots.len()` on are zero.
    pub form: Matrix,
    /// The unimodular matrix that leads to it.
    pub transform: Matrix,
    /// The column of the pivot of each nonzero row.
    pub pivots: Vec<usize>,
}

/// The Hermite normal form of a matrix with `columns` columns.
pub fn hermite(a: &[Vector], columns: usize, handle: &Handle) -> Result<Hermite, Stop> {
    let mut form = a.to_vec();
    let n = form.len();
    let mut transform = identity(n);
    let mut pivots = Vec::new();
    for column in 0..columns {
        let row = pivots.len();
        // Euclid's algorithm down the column: the smallest entry clears the others.
        loop {
            handle.tick()?;
            let smallest = (row..n)
                .filter(|&i| !form[i][column].is_zero())
                .min_by(|&i, &j| form[i][column].magnitude().cmp(form[j][column].magnitude()));
            let Some(p) = smallest else { break };
            form.swap(row, p);
            transform.swap(row, p);
            let mut done = true;
            for i in row + 1..n {
                if !form[i][column].is_zero() {
                    let q = -form[i][column].div_floor(&form[row][column]);
                    row_operation(&mut form, i, row, &q);
                    row_operation(&mut transform, i, row, &q);
                    done &= form[i][column].is_zero();
                }
            }
            if done {
                break;
            }
        }
        if row < n && !form[row][column].is_zero() {
            if form[row][column].is_negative() {
                form[row] = super::negative(&form[row]);
                transform[row] = super::negative(&transform[row]);
            }
            for i in 0..row {
                let q = -form[i][column].div_floor(&form[row][column]);
                row_operation(&mut form, i, row, &q);
                row_operation(&mut transform, i, row, &q);
            }
            pivots.push(column);
        }
    }
    Ok(Hermite { form, transform, pivots })
}

/// Adds `q` times row `from` to row `to`.
pub(super) fn row_operation(a: &mut Matrix, to: usize, from: usize, q: &BigInt) {
    if !q.is_zero() {
        let row = std::mem::take(&mut a[from]);
        add_multiple(&mut a[to], q, &row);
        a[from] = row;
    }
}

/// All integer solutions of a system of linear equations: `origin + Z basis[0] + Z basis[1] + ...`.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// One solution.
    pub origin: Vector,
    /// A basis of the solutions of the homogeneous system, reduced by LLL.
    pub basis: Matrix,
}

/// The integer solutions `x` (with `unknowns` entries) of `a[i] . x = b[i]` for all `i`; none if there are none.
pub fn solve(a: &[Vector], b: &[BigInt], unknowns: usize, handle: &Handle) -> Result<Option<Solutions>, Stop> {
    let columns = a.len();
    // With U A^T = H and x = U^T y the equations read H^T y = b, which is triangular.
    let Hermite { form, transform, pivots } = hermite(&transpose(a, unknowns), columns, handle)?;
    let mut y: Vector = Vec::new();
    for (i, &column) in pivots.iter().enumerate() {
        let mut rest = b[column].clone();
        for k in 0..i {
            rest -= &form[k][column] * &y[k];
        }
        let (quotient, remainder) = rest.div_rem(&form[i][column]);
        if !remainder.is_zero() {
            return Ok(None);
        }
        y.push(quotient);
    }
    let mut origin = super::zero(unknowns);
    for (value, row) in y.iter().zip(&transform) {
        add_multiple(&mut origin, value, row);
    }
    if a.iter().zip(b).any(|(row, value)| dot(row, &origin) != *value) {
        return Ok(None);
    }
    let basis = lll(transform[pivots.len()..].to_vec(), handle)?;
    Ok(Some(Solutions { origin, basis }))
}

/// A basis of the lattice points of the linear span of some vectors of dimension `d` (the saturated lattice).
pub(crate) fn saturation(vectors: &[Vector], d: usize, handle: &Handle) -> Result<Matrix, Stop> {
    let equations = kernel(vectors, d, handle)?;
    kernel(&equations, d, handle)
}

/// A basis of the integer vectors orthogonal to all the given ones.
pub fn kernel(vectors: &[Vector], d: usize, handle: &Handle) -> Result<Matrix, Stop> {
    let zeros = super::zero(vectors.len());
    Ok(solve(vectors, &zeros, d, handle)?.map_or_else(Vec::new, |s| s.basis))
}
