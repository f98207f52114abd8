//! A stratum: a point plus all nonnegative integer combinations of linearly independent vectors.
//!
//! In: a base and generators, coordinates of any size. Out: dimension, membership by an exact solution of the linear
//! equations. Because the generators are independent, every point of the stratum has one single expression, which is
//! why the generating function of a stratum is one term. Cost of membership: elimination on a matrix of d rows and
//! at most d + 1 columns without fractions. Dependent generators and coordinates of the wrong number are
//! refused by [`Stratum::new`].

use crate::linear::elimination::{natural_coordinates, rank};
use crate::linear::{Vector, add, subtract};
use crate::sets::difference::{difference, intersection};
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use sprague_limits::{Handle, Stop};
use std::convert::Infallible;

/// `base` + N `generators`; the generators are linearly independent. A stratification is a list of pairwise disjoint
/// strata.
///
/// ```
/// use sprague_lattice_points::Stratum;
/// // The points (1, 0), (3, 1), (5, 2), …
/// let ray = Stratum::from_i64(&[1, 0], &[vec![2, 1]]).expect("one generator is independent");
/// assert!(ray.contains(&[5.into(), 2.into()]) && !ray.contains(&[2.into(), 1.into()]));
/// assert_eq!(Stratum::from_i64(&[0, 0], &[vec![2, 1], vec![4, 2]]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stratum {
    /// The point where all coefficients are 0.
    pub base: Vector,
    /// Linearly independent vectors of the length of `base`.
    pub generators: Vec<Vector>,
}

impl Stratum {
    /// The stratum, or nothing if a generator has another number of coordinates than the base or the generators are
    /// dependent.
    pub fn new(base: Vector, generators: Vec<Vector>) -> Option<Stratum> {
        if generators.iter().any(|g| g.len() != base.len()) {
            return None;
        }
        (rank(&generators, &Handle::default()) == Ok(generators.len())).then_some(Stratum { base, generators })
    }

    /// The same from machine integers.
    pub fn from_i64(base: &[i64], generators: &[Vec<i64>]) -> Option<Stratum> {
        let big = |v: &[i64]| v.iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
        Stratum::new(big(base), generators.iter().map(|g| big(g)).collect())
    }

    /// The number of generators: 0 for a point, 1 for a ray.
    pub fn dimension(&self) -> usize {
        self.generators.len()
    }

    /// The coefficients c with `point` = base + sum of c_i generator_i, if they are all integers and not negative.
    pub(crate) fn coefficients(&self, point: &[BigInt]) -> Option<Vector> {
        if point.len() != self.base.len() {
            return None;
        }
        match natural_coordinates(&self.generators, &subtract(point, &self.base), &|_| Ok::<(), Infallible>(())) {
            Ok(found) => found,
            Err(never) => match never {},
        }
    }

    /// Is `point`, of as many coordinates, in the stratum? Within the bounds of a handle, for coordinates of any length.
    pub fn holds(&self, point: &[BigInt], handle: &Handle) -> Result<bool, Stop> {
        let found = natural_coordinates(&self.generators, &subtract(point, &self.base), &|n| handle.ticks(n))?;
        Ok(found.is_some())
    }

    /// Is `point` in the stratum?
    pub fn contains(&self, point: &[BigInt]) -> bool {
        self.coefficients(point).is_some()
    }

    /// The points of both, as disjoint strata.
    pub fn meet(&self, other: &Stratum, budget: Budget, handle: &Handle) -> Result<Vec<Stratum>, Trouble> {
        self.same_space(other)?;
        if self.apart(other) { Ok(Vec::new()) } else { intersection(self, other, budget, handle) }
    }

    /// The points of this one that the other has not, as disjoint strata; nothing if the two are disjoint.
    pub fn without(&self, other: &Stratum, budget: Budget, handle: &Handle) -> Result<Option<Vec<Stratum>>, Trouble> {
        self.same_space(other)?;
        if self.apart(other) { Ok(None) } else { difference(self, other, budget, handle) }
    }

    fn same_space(&self, other: &Stratum) -> Result<(), Trouble> {
        let (d, e) = (self.base.len(), other.base.len());
        if d == e { Ok(()) } else { Err(Trouble::Dimension(d, e)) }
    }

    /// Whether one coordinate alone shows that no point is in both: with g the greatest common divisor of what all
    /// generators have there, the coordinates of both agree modulo g, and where those of one run up from its base and
    /// those of the other down or not at all, they meet in between. False where this does not tell.
    pub fn apart(&self, other: &Stratum) -> bool {
        (0..self.base.len()).any(|i| {
            let (a, b) = (&self.base[i], &other.base[i]);
            let (mut own, mut others) = ([false; 2], [false; 2]);
            let mut gcd = 0i64;
            for (stratum, ways) in [(self, &mut own), (other, &mut others)] {
                for g in &stratum.generators {
                    let n = &g[i];
                    if n.is_zero() {
                        continue;
                    }
                    ways[usize::from(n.is_positive())] = true;
                    // An entry that is no machine word tells nothing.
                    gcd = gcd.gcd(&n.to_i64().filter(|n| *n != i64::MIN).unwrap_or(1));
                }
            }
            // The one that stays below: no way up, while the other has no way down.
            if (a < b && !own[1] && !others[0]) || (a > b && !own[0] && !others[1]) {
                return true;
            }
            gcd > 1 && !(a - b).is_multiple_of(&gcd.into())
        })
    }

    /// The stratum moved by `by`.
    pub fn translated(&self, by: &[BigInt]) -> Stratum {
        Stratum { base: add(&self.base, by), generators: self.generators.clone() }
    }
}
