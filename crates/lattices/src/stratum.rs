//! A stratum: a point plus all nonnegative integer combinations of linearly independent vectors.
//!
//! In: a base and generators, coordinates of any size. Out: dimension, membership by an exact solution of the linear
//! equations. Because the generators are independent, every point of the stratum has one single expression, which is
//! why the generating function of a stratum is one term. Cost of membership: elimination on a matrix of d rows and
//! at most d + 1 columns without fractions (Bareiss). Dependent generators and coordinates of the wrong number are
//! refused by [`Stratum::new`].

use crate::linear::{elimination::coordinates, subtract};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use sprague_limits::{Handle, Stop};

/// `base` + N `generators`; the generators are linearly independent. A stratification is a list of pairwise disjoint
/// strata.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stratum {
    /// The point where all coefficients are 0.
    pub base: Vec<BigInt>,
    /// Linearly independent vectors of the length of `base`.
    pub generators: Vec<Vec<BigInt>>,
}

impl Stratum {
    /// The stratum, or nothing if a generator has another number of coordinates than the base or the generators are
    /// dependent.
    pub fn new(base: Vec<BigInt>, generators: Vec<Vec<BigInt>>) -> Option<Stratum> {
        if generators.iter().any(|g| g.len() != base.len()) {
            return None;
        }
        let zero = vec![BigInt::zero(); base.len()];
        // Independent exactly if the zero vector has one single expression.
        match solve(&generators, &zero) {
            Solution::One(_) => Some(Stratum { base, generators }),
            Solution::None | Solution::Many => None,
        }
    }

    /// The same from machine integers.
    pub fn from_i64(base: &[i64], generators: &[Vec<i64>]) -> Option<Stratum> {
        let big = |v: &[i64]| v.iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
        Stratum::new(big(base), generators.iter().map(|g| big(g)).collect())
    }

    /// The number of coordinates.
    pub fn ambient(&self) -> usize {
        self.base.len()
    }

    /// The number of generators: 0 for a point, 1 for a ray.
    pub fn dimension(&self) -> usize {
        self.generators.len()
    }

    /// The coefficients c with `point` = base + sum of c_i generator_i, if they are all integers and not negative.
    pub fn coefficients(&self, point: &[BigInt]) -> Option<Vec<BigInt>> {
        if point.len() != self.base.len() {
            return None;
        }
        let target: Vec<BigInt> = point.iter().zip(&self.base).map(|(p, b)| p - b).collect();
        let Solution::One((numerators, denominator)) = solve(&self.generators, &target) else { return None };
        numerators
            .into_iter()
            .map(|n| {
                let quotient = &n / &denominator;
                (&quotient * &denominator == n && !quotient.is_negative()).then_some(quotient)
            })
            .collect()
    }

    /// Is `point`, of as many coordinates, in the stratum? Within the bounds of a handle, for coordinates of any length.
    pub fn holds(&self, point: &[BigInt], handle: &Handle) -> Result<bool, Stop> {
        let found = coordinates(&self.generators, &subtract(point, &self.base), handle)?;
        Ok(found.is_some_and(|(x, d)| x.iter().all(|n| !n.is_negative() && n.is_multiple_of(&d))))
    }

    /// Is `point` in the stratum?
    pub fn contains(&self, point: &[BigInt]) -> bool {
        self.coefficients(point).is_some()
    }

    /// The stratum moved by `by`.
    pub fn translated(&self, by: &[BigInt]) -> Stratum {
        Stratum { base: self.base.iter().zip(by).map(|(b, v)| b + v).collect(), generators: self.generators.clone() }
    }
}

/// What [`solve`] found: numerators over one common denominator, which is positive.
pub(super) enum Solution {
    None,
    One((Vec<BigInt>, BigInt)),
    Many,
}

/// Solves sum of c_i `columns`_i = `target` over the rationals, by elimination without fractions.
pub(super) fn solve(columns: &[Vec<BigInt>], target: &[BigInt]) -> Solution {
    let k = columns.len();
    let mut rows: Vec<Vec<BigInt>> =
        (0..target.len()).map(|r| columns.iter().map(|c| c[r].clone()).chain([target[r].clone()]).collect()).collect();
    // Gauss and Jordan after Bareiss: every division below is exact, and after step c the first c columns are
    // `last` times those of the identity.
    let mut last = BigInt::from(1);
    for c in 0..k {
        let Some(p) = (c..rows.len()).find(|&r| !rows[r][c].is_zero()) else { return Solution::Many };
        rows.swap(c, p);
        let pivot_row = rows[c].clone();
        let pivot = pivot_row[c].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r == c {
                continue;
            }
            let factor = row[c].clone();
            for (x, y) in row.iter_mut().zip(&pivot_row) {
                *x = (&*x * &pivot - &factor * y) / &last;
            }
        }
        last = pivot;
    }
    if rows[k..].iter().any(|row| !row[k].is_zero()) {
        return Solution::None;
    }
    let sign = if last.is_negative() { -1 } else { 1 };
    let numerators = rows[..k].iter().map(|row| &row[k] * sign).collect();
    Solution::One((numerators, last.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn membership_agrees_with_listing() {
        let cases: [(&[i64], Vec<Vec<i64>>); 4] = [
            (&[1, 2], vec![vec![2, 1], vec![0, 3]]),
            (&[0, 0], vec![vec![6, 10]]),
            (&[3, 1], vec![]),
            (&[0, 1, 2], vec![vec![-1, 1, 0], vec![0, 2, 3]]),
        ];
        for (base, generators) in cases {
            let stratum = Stratum::from_i64(base, &generators).unwrap();
            let mut listed = std::collections::BTreeSet::new();
            for a in 0..20i64 {
                for b in 0..20i64 {
                    let mut p = base.to_vec();
                    for (g, n) in generators.iter().zip([a, b]) {
                        p.iter_mut().zip(g).for_each(|(x, y)| *x += n * y);
                    }
                    listed.insert(p);
                }
            }
            let range = || -8..12i64;
            for x in range() {
                for y in range() {
                    for z in if base.len() == 3 { range() } else { 0..1 } {
                        let p = &[x, y, z][..base.len()];
                        let big: Vec<BigInt> = p.iter().map(|&n| BigInt::from(n)).collect();
                        assert_eq!(stratum.contains(&big), listed.contains(p), "{p:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn dependent_generators_are_refused() {
        assert_eq!(Stratum::from_i64(&[0, 0], &[vec![1, 2], vec![2, 4]]), None);
        assert_eq!(Stratum::from_i64(&[0, 0], &[vec![0, 0]]), None);
        assert_eq!(Stratum::from_i64(&[0, 0], &[vec![1]]), None);
        assert_eq!(Stratum::from_i64(&[0], &[vec![1], vec![2]]), None);
    }
}
