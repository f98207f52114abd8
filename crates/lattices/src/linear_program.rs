//! Exact linear programming for the axioms: a nonnegative solution of linear equations, or the reason why there is
//! none (the lemma of Farkas). Both answers are certificates that a multiplication checks.
//!
//! Method: the first phase of the simplex method over rational numbers of any size with Bland's rule, which cannot
//! cycle. The tableau has one row for each equation; the systems here have one equation more than the dimension.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use sprague_limits::{Handle, Stop};

/// The two answers; exactly one of them exists.
pub(super) enum Farkas {
    /// x >= 0 with sum of x_j column_j = right.
    Solution(Vec<BigRational>),
    /// y with y · column_j <= 0 for all j and y · right > 0.
    Obstacle(Vec<BigRational>),
}

/// Solves sum of x_j `columns`_j = `right`, x >= 0.
pub(super) fn solve_nonnegative(
    columns: &[Vec<BigRational>],
    right: &[BigRational],
    handle: &Handle,
) -> Result<Farkas, Stop> {
    let (m, n) = (right.len(), columns.len());
    let sign: Vec<BigRational> =
        right.iter().map(|b| if b.is_negative() { -BigRational::one() } else { BigRational::one() }).collect();
    // Columns 0..n of the system, n..n+m artificial, last the right side. The artificial ones start as the basis.
    let mut rows: Vec<Vec<BigRational>> = (0..m)
        .map(|i| {
            let artificial = (0..m).map(|k| if k == i { BigRational::one() } else { BigRational::zero() });
            columns.iter().map(|c| &c[i] * &sign[i]).chain(artificial).chain([&right[i] * &sign[i]]).collect()
        })
        .collect();
    let mut basis: Vec<usize> = (n..n + m).collect();
    // Reduced costs of the sum of the artificial variables; the last entry is minus its value.
    let mut cost: Vec<BigRational> = (0..=n + m)
        .map(|j| {
            let sum = rows.iter().map(|r| r[j].clone()).sum::<BigRational>();
            if (n..n + m).contains(&j) { BigRational::zero() } else { -sum }
        })
        .collect();
    while let Some(enter) = (0..n).find(|&j| cost[j].is_negative()) {
        handle.ticks(1 + (n + m) as u32)?;
        let leave = (0..m).filter(|&i| rows[i][enter].is_positive()).min_by(|&i, &k| {
            let ratio = |r: usize| &rows[r][n + m] / &rows[r][enter];
            ratio(i).cmp(&ratio(k)).then(basis[i].cmp(&basis[k]))
        });
        // The cost is bounded below by 0, so some row always leaves.
        let Some(leave) = leave else { break };
        let pivot = rows[leave][enter].clone();
        rows[leave].iter_mut().for_each(|x| *x /= &pivot);
        let row = rows[leave].clone();
        for r in rows.iter_mut().enumerate().filter(|(i, _)| *i != leave).map(|(_, r)| r).chain([&mut cost]) {
            let factor = r[enter].clone();
            if !factor.is_zero() {
                r.iter_mut().zip(&row).for_each(|(x, y)| *x -= &factor * y);
            }
        }
        basis[leave] = enter;
    }
    if cost[n + m].is_zero() {
        let mut x = vec![BigRational::zero(); n];
        for (i, &j) in basis.iter().enumerate().filter(|(_, j)| **j < n) {
            x[j] = rows[i][n + m].clone();
        }
        Ok(Farkas::Solution(x))
    } else {
        // The price of row i is the cost 1 of its artificial variable minus that variable's reduced cost.
        Ok(Farkas::Obstacle((0..m).map(|i| (BigRational::one() - &cost[n + i]) * &sign[i]).collect()))
    }
}

/// A rational point with row · x >= bound for all rows, or nothing if there is none.
pub(super) fn feasible(
    rows: &[(Vec<i64>, i64)],
    dimension: usize,
    handle: &Handle,
) -> Result<Option<Vec<BigRational>>, Stop> {
    let rational = |n: i64| BigRational::from_integer(n.into());
    let columns: Vec<Vec<BigRational>> =
        rows.iter().map(|(a, b)| a.iter().chain([b]).map(|&n| rational(n)).collect()).collect();
    let mut right = vec![BigRational::zero(); dimension];
    right.push(BigRational::one());
    Ok(match solve_nonnegative(&columns, &right, handle)? {
        Farkas::Solution(_) => None,
        Farkas::Obstacle(mut y) => {
            let last = y.pop().unwrap_or_else(BigRational::one);
            Some(y.into_iter().map(|v| -v / &last).collect())
        }
    })
}
