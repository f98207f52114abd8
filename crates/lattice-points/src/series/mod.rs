//! Rational generating functions `sum of c_i t^(p_i) / prod_j (1 - t^(a_ij))`, every term with independent exponents in its denominator.
//!
//! Such a term is the sum of `t^x` over the stratum `x in p_i + N a_i1 + ...`, so a series is kept as what it is: a function from
//! the integer points to the rationals, a finite combination of indicator functions of strata. Every denominator is
//! expanded in the direction in which it is written; nothing depends on a region of convergence, and products of
//! coefficients (Hadamard) never meet a zero denominator. What has dependent exponents, such as `1/(1 - x)^2`, is not a series of this
//! kind (its coefficients are unbounded) and is refused.
//!
//! Guo and Miller, "Algorithms for lattice games", Section 3; Barvinok and Woods 2003.

pub mod barvinok;
pub mod brion;
pub mod count;
pub mod evaluate;
pub mod hadamard;
mod known;
pub mod levels;
pub mod notation;
pub mod parse;

use crate::linear::elimination::rank;
use crate::linear::{Vector, zero};
use crate::sets::polyhedron::{AffineMap, Polyhedron};
use crate::sets::{Stratification, bits};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use known::{Combined, Known};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use sprague_limits::Handle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A rational generating function.
///
/// ```
/// use sprague_lattice_points::{Series, Stratification, series::notation::text};
/// let series = Series::of_set(&Stratification::orthant(2));
/// assert_eq!(text(&series, &["x".into(), "y".into()]), "1/((1 - x)*(1 - y))");
/// let coefficient = series.coefficient(&[3.into(), 4.into()], &Default::default())?;
/// assert_eq!(coefficient, num_rational::BigRational::from_integer(1.into()));
/// # Ok::<(), sprague_lattice_points::Trouble>(())
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    dimension: usize,
    /// Coefficients, none of them 0, by numerator exponent and sorted denominator exponents.
    terms: BTreeMap<Stratum, BigRational>,
    /// Of which set it is known to be the generating function.
    known: Known,
}

impl PartialEq for Series {
    fn eq(&self, other: &Series) -> bool {
        self.dimension == other.dimension && self.terms == other.terms
    }
}

impl Eq for Series {}

impl Series {
    /// The zero series in `dimension` variables.
    pub(crate) fn zero(dimension: usize) -> Series {
        Series { dimension, terms: BTreeMap::new(), known: Known::Nothing }
    }

    /// The constant 1, that is, the point 0.
    pub fn one(dimension: usize) -> Series {
        Series::monomial(zero(dimension))
    }

    /// The monomial `t^p`.
    pub(crate) fn monomial(point: Vector) -> Series {
        let mut series = Series::zero(point.len());
        series.add_term(Stratum { base: point, generators: Vec::new() }, BigRational::one());
        series
    }

    /// The generating function of a set (Theorem 5.1): the sum of its strata's.
    pub fn of_set(set: &Stratification) -> Series {
        let mut series = Series::zero(set.dimension());
        for stratum in set.strata() {
            series.add_term(stratum.clone(), BigRational::one());
        }
        series.known = Known::Set(Arc::new(set.clone()));
        series
    }

    /// A combination of strata, which may overlap. An error if a stratum's generators are dependent.
    pub fn of_terms(
        dimension: usize,
        terms: impl IntoIterator<Item = (BigRational, Stratum)>,
        handle: &Handle,
    ) -> Result<Series, Trouble> {
        let mut series = Series::zero(dimension);
        for (coefficient, stratum) in terms {
            if let Some(v) = std::iter::once(&stratum.base).chain(&stratum.generators).find(|v| v.len() != dimension) {
                return Err(Trouble::Dimension(dimension, v.len()));
            }
            if rank(&stratum.generators, handle)? < stratum.generators.len() {
                return Err(Trouble::Dependent);
            }
            series.add_term(stratum, coefficient);
        }
        Ok(series)
    }

    /// The generating function of the lattice points of a polyhedron; an error if it contains a line.
    pub fn of_polyhedron(polyhedron: Polyhedron, budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
        let map = AffineMap::identity(polyhedron.dimension);
        let mut series = Series::zero(polyhedron.dimension);
        brion::add_points(&mut series, polyhedron, &map, &BigRational::one(), budget, handle)?;
        Ok(series)
    }

    /// Adds a multiple of the sum over a stratum, whose generators have to be independent.
    pub(crate) fn add_term(&mut self, mut stratum: Stratum, coefficient: BigRational) {
        if coefficient.is_zero() {
            return;
        }
        stratum.generators.sort();
        use std::collections::btree_map::Entry;
        match self.terms.entry(stratum) {
            Entry::Vacant(place) => {
                place.insert(coefficient);
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() += coefficient;
                if place.get().is_zero() {
                    place.remove();
                }
            }
        }
    }

    /// The number of variables.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The terms: coefficient, then numerator exponent and denominator exponents as a stratum. Sorted.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (&BigRational, &Stratum)> {
        self.terms.iter().map(|(s, c)| (c, s))
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// True if there is no term. A series that is zero may still have terms that cancel: see `Series::is_zero`.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn same_space(&self, other: &Series) -> Result<(), Trouble> {
        if self.dimension == other.dimension {
            Ok(())
        } else {
            Err(Trouble::Dimension(self.dimension, other.dimension))
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Series) -> Result<Series, Trouble> {
        self.same_space(other)?;
        let mut sum = Series { known: Known::Nothing, ..self.clone() };
        for (stratum, coefficient) in &other.terms {
            sum.add_term(stratum.clone(), coefficient.clone());
        }
        Ok(sum)
    }

    /// The difference.
    pub fn minus(&self, other: &Series) -> Result<Series, Trouble> {
        self.plus(&other.times(&-BigRational::one()))
    }

    /// A multiple.
    pub fn times(&self, factor: &BigRational) -> Series {
        if factor.is_zero() {
            return Series::zero(self.dimension);
        }
        let terms = self.terms.iter().map(|(s, c)| (s.clone(), c * factor)).collect();
        Series { dimension: self.dimension, terms, known: Known::Nothing }
    }

    /// The coefficient of `t^p`: one exact system of linear equations for each term, so coordinates may have any size.
    pub fn coefficient(&self, point: &[BigInt], handle: &Handle) -> Result<BigRational, Trouble> {
        if point.len() != self.dimension {
            return Err(Trouble::Dimension(self.dimension, point.len()));
        }
        let mut sum = BigRational::zero();
        for (stratum, coefficient) in &self.terms {
            if stratum.holds(point, handle)? {
                sum += coefficient;
            }
        }
        Ok(sum)
    }

    /// The coefficient of `t^p` by the way of Theorem 3.6: the Hadamard product with the monomial `t^p`, which is that
    /// coefficient times the monomial. Slower than [`Series::coefficient`] and always equal to it.
    pub fn coefficient_by_product(
        &self,
        point: &[BigInt],
        budget: Budget,
        handle: &Handle,
    ) -> Result<BigRational, Trouble> {
        let product = self.hadamard(&Series::monomial(point.to_vec()), budget, handle)?;
        Ok(product.terms.into_values().next().unwrap_or_else(BigRational::zero))
    }

    /// The generating function of the union of two sets (Lemma 5.2): `f + g - f * g`.
    pub fn union(&self, other: &Series, budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
        let mut union = self.plus(other)?.minus(&self.hadamard(other, budget, handle)?)?;
        union.known = Known::combined(Combined::Union, self, other);
        Ok(union)
    }

    /// The generating function of the points of one set that another has not: `f - f * g`.
    pub fn difference(&self, other: &Series, budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
        let mut difference = self.minus(&self.hadamard(other, budget, handle)?)?;
        difference.known = Known::combined(Combined::Difference, self, other);
        Ok(difference)
    }

    /// The complexity of Definition 3.3: the number of bits that write down all coefficients and exponents, an integer `n`
    /// counting `1 + ceil(log2(|n| + 1))`.
    pub fn complexity(&self) -> u64 {
        self.terms()
            .map(|(c, s)| {
                bits(c.numer()) + bits(c.denom()) + s.generators.iter().flatten().chain(&s.base).map(bits).sum::<u64>()
            })
            .sum()
    }
}
