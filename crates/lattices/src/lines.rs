//! Lines along which the points that an automaton accepts show no period: the plainest reason why they have no affine stratification.
//!
//! In: an automaton. Out: a [`Line`] p + N v such that {n : p + n v accepted} is not ultimately periodic, or nothing. A semilinear set
//! meets each line in an ultimately periodic set, so one such line proves that there are no strata and no rational generating function.
//!
//! A line is a domain of dimension 1 (`domain`), and there an almost period is an ultimate one; [`super::unroll`] decides whether there is any.

use super::automaton::Automaton;
use super::budget::{Failure, Meter};
use super::domain::{Domain, LARGEST, combine};
use super::game::for_box;
use super::unroll::{Wild, period};

/// Coefficients below this are tried for bases, and up to two for directions.
const BASES: i64 = 4;
const ENTRIES: i64 = 2;

/// The points base + n direction, n = 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it starts, without negative entries.
    pub base: Vec<i64>,
    /// Where it goes, without negative entries.
    pub direction: Vec<i64>,
}

impl Line {
    /// Whether {n : base + n direction accepted} is ultimately periodic. Exact. [`Failure::Shape`] if the line has another number
    /// of coordinates than the automaton, negative or huge entries, or if zeros at the end change what is accepted.
    ///
    /// ```
    /// use sprague_lattices::{Budgets, automaton::Automaton, budget::Meter, lines::Line};
    /// let handle = sprague_limits::Handle::default();
    /// let meter = Meter::new(&handle, Budgets::default().work);
    /// let line = Line { base: vec![0], direction: vec![1] };
    /// // An even number of ones among the digits, and the even numbers.
    /// let ones = Automaton { dimension: 1, next: vec![0, 1, 1, 0], accepts: vec![true, false] };
    /// let even = Automaton { dimension: 1, next: vec![1, 2, 1, 1, 2, 2], accepts: vec![true, true, false] };
    /// assert_eq!(line.has_period(&ones, &meter), Ok(false));
    /// assert_eq!(line.has_period(&even, &meter), Ok(true));
    /// ```
    pub fn has_period(&self, set: &Automaton, meter: &Meter) -> Result<bool, Failure> {
        let fits = |v: &[i64]| v.len() == set.dimension && v.iter().all(|n| (0..=LARGEST).contains(n));
        if !fits(&self.base) || !fits(&self.direction) || set.states() == 0 || set.unsettled().is_some() {
            return Err(Failure::Shape);
        }
        let line = Domain::whole(set, meter)?.part(&self.base, std::slice::from_ref(&self.direction), meter)?;
        Ok(period(&line, 0, meter)?.is_some())
    }
}

/// The first line found in what shows that there are no strata along which membership is not ultimately periodic, simple ones first. Each
/// may use so much work as `each` says; one that needs more is left out.
pub fn line_in(set: &Automaton, wild: &Wild, each: u64, meter: &Meter) -> Result<Option<Line>, Failure> {
    let k = wild.generators.len();
    let vectors = |below: i64| -> Result<Vec<Vec<i64>>, Failure> {
        let mut all = Vec::new();
        for_box::<Failure>(&vec![below; k], meter.handle, |x| {
            meter.spend(1)?;
            all.push(x.to_vec());
            Ok(())
        })?;
        all.sort_by_key(|x| x.iter().sum::<i64>());
        Ok(all)
    };
    let place = |from: &[i64], n: &[i64]| combine(from, &wild.generators, n);
    let directions = vectors(ENTRIES + 1)?;
    for n in vectors(BASES)? {
        for v in directions.iter().filter(|v| v.contains(&1)) {
            meter.spend(u32::try_from(each).unwrap_or(u32::MAX))?;
            let line = Line { base: place(&wild.base, &n), direction: place(&vec![0; set.dimension], v) };
            match line.has_period(set, &Meter::new(meter.handle, each)) {
                Ok(false) => return Ok(Some(line)),
                Ok(true) | Err(Failure::Budget) => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    Ok(None)
}
