//! The set of an automaton as disjoint strata, where it has any and they are found.
//!
//! In: an automaton. Out: disjoint strata with exactly the points that it accepts, or nothing. Every semilinear set without negative points has such
//! strata; that none were found within the budget proves nothing.
//!
//! A domain b + N G (`domain`) is taken apart by splits and peels, at first all of N^d, until each part is *periodic*: with Y the set of the n in N^k with b + Σ n_i g_i accepted,
//! n and n + m_i e_i are both in Y or both not, for every n and every i. Then the part holds the points n of Y with n_i < m_i, each with the generators m_i g_i. In dimension 0 there is nothing to choose.
//! So whatever is chosen, the strata are disjoint and make up the set: splits and peels are partitions, and the condition is decided exactly. At the end they are joined where that is easily seen ([`Stratification::of_disjoint`]).
//!
//! *What is chosen* rests on what is seen far away (`sight`).
//! 1. Where a wall meets a face of two generators the domain is split. Seen from beside that face, and also close to other generators: so walls are followed that
//!    start from an edge already made. A direction that shows something rare is split at as well.
//! 2. Else the m_i are read far away. If the set has a short period v there that makes fewer classes, the domain is split at v.
//! 3. Else it is peeled to where, in a box, the periods begin. If they do not, there are layers thinner than what can be seen: the domain is split at a vector along which the contradictions go on.

use super::automaton::{Automaton, MOST_COORDINATES};
use super::budget::{Budgets, Failure, Meter, within};
use super::domain::{Domain, plus, unit};
use super::game::for_box;
use super::sight::{Far, SHORT, Sight, Start};
use super::stratum::Stratum;
use num_bigint::BigInt;
use sprague_lattice_points::{Stratification, Trouble};
use sprague_limits::{Handle, Stop};

/// Larger entries of generators are not made, so that no point overflows.
const LARGEST: i64 = 1 << 12;
/// Points from which layers are followed.
const LAYERS: usize = 8;
/// Points of the boxes in which a start is looked for.
const BOXES: [usize; 2] = [1 << 10, 1 << 14];

/// A base and sorted generators.
type Plain = (Vec<i64>, Vec<Vec<i64>>);

struct Search<'a> {
    set: &'a Automaton,
    strata: Vec<Plain>,
    meter: &'a Meter<'a>,
}

impl<'a> Search<'a> {
    fn sight<'b>(&self, domain: &'b Domain) -> Sight<'b>
    where
        'a: 'b,
    {
        Sight { set: self.set, domain, meter: self.meter }
    }

    fn finish(&mut self, domain: &Domain, periods: &[i64]) -> Result<(), Failure> {
        let mut generators: Vec<Vec<i64>> =
            domain.generators.iter().zip(periods).map(|(g, m)| g.iter().map(|n| n * m).collect()).collect();
        generators.sort();
        let sight = self.sight(domain);
        for_box::<Failure>(periods, self.meter.handle, |n| {
            if sight.has(n)? {
                self.strata.push((domain.point(n), generators.clone()));
            }
            Ok(())
        })
    }

    /// One step with one domain: what it is taken apart into.
    fn take_apart(&mut self, domain: &Domain) -> Result<Vec<Domain>, Failure> {
        let k = domain.generators.len();
        if k == 0 {
            self.finish(domain, &[])?;
            return Ok(Vec::new());
        }
        if domain.generators.iter().flatten().chain(&domain.base).any(|&n| n > LARGEST) {
            return Err(Failure::Budget);
        }
        let periods = match self.sight(domain).far()? {
            Far::Wall(v) => return Ok(domain.split(&v)),
            Far::Wild if k == 1 => return Err(Failure::Budget),
            Far::Wild => return self.split_at_layer(domain, Vec::new(), &vec![1; k]),
            Far::Periods(periods) => periods,
        };
        if let Some(v) = self.sight(domain).short(&periods)? {
            return Ok(domain.split(&v));
        }
        let mut wrong = Vec::new();
        for points in BOXES {
            let Start { t, side, wrong: now } = self.sight(domain).start(&periods, points)?;
            if t.iter().all(|&t| 2 * t <= side) {
                let (mut peels, left) = domain.peel(&t);
                let mut invariant = true;
                for (i, &m) in periods.iter().enumerate() {
                    invariant = invariant && left.invariant(self.set, &unit(k, i, m), self.meter)?;
                }
                if invariant {
                    self.finish(&left, &periods)?;
                    peels.reverse();
                    return Ok(peels);
                }
            }
            wrong = now;
        }
        // A wall that was not seen, or a start farther away.
        if k > 1 && domain.tries % 9 < 8 {
            return self.split_at_layer(domain, wrong, &periods);
        }
        let side = (BOXES[0] as f64).powf(1.0 / k as f64) as i64;
        let (mut peels, left) = domain.peel(&vec![side / 2; k]);
        peels.push(Domain { tries: domain.tries + 1, ..left });
        Ok(peels)
    }

    /// Splits at a vector along which points that contradict the periods go on, if faces do not explain them.
    fn split_at_layer(
        &self,
        domain: &Domain,
        mut wrong: Vec<Vec<i64>>,
        periods: &[i64],
    ) -> Result<Vec<Domain>, Failure> {
        let k = domain.generators.len();
        let sight = self.sight(domain);
        let mut parts = Vec::new();
        wrong.sort_by_cached_key(|n| n.iter().min().map(|n| -n));
        let mut vectors = Vec::new();
        for_box::<Failure>(&vec![SHORT; k], self.meter.handle, |v| {
            self.meter.spend(1)?;
            if v.iter().filter(|n| **n > 0).count() > 1 && v.iter().sum::<i64>() <= SHORT {
                vectors.push(v.to_vec());
            }
            Ok(())
        })?;
        vectors.sort_by_cached_key(|v| v.iter().sum::<i64>());
        'found: for n in wrong.iter().take(LAYERS) {
            let mut face = vec![false; k];
            for (i, face) in face.iter_mut().enumerate() {
                *face = sight.along(n, &unit(k, i, 1), periods)?;
            }
            for v in &vectors {
                if (0..k).any(|i| v[i] > 0 && !face[i]) && sight.along(n, v, periods)? {
                    parts = domain.split(v);
                    break 'found;
                }
            }
        }
        if parts.is_empty() {
            let pairs = (0..k).flat_map(|j| (0..j).map(move |i| [i, j]));
            let length = |[i, j]: &[usize; 2]| plus(&domain.generators[*i], &domain.generators[*j]).iter().sum::<i64>();
            let pair = pairs.min_by_key(length);
            parts = pair.map_or(Vec::new(), |[i, j]| domain.split(&plus(&unit(k, i, 1), &unit(k, j, 1))));
        }
        parts.iter_mut().for_each(|part| part.tries = domain.tries + 1);
        Ok(parts)
    }

    fn run(mut self, most: usize) -> Result<Vec<Stratum>, Failure> {
        let d = self.set.dimension;
        let whole = Domain { base: vec![0; d], generators: (0..d).map(|i| unit(d, i, 1)).collect(), tries: 0 };
        let mut open = vec![whole];
        while let Some(domain) = open.pop() {
            open.extend(self.take_apart(&domain)?);
            if self.strata.len() > most {
                return Err(Failure::Budget);
            }
        }
        let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>();
        let strata =
            self.strata.iter().map(|(b, g)| Stratum { base: big(b), generators: g.iter().map(|g| big(g)).collect() });
        match Stratification::of_disjoint(d, strata.collect(), self.meter.handle) {
            Ok(set) => Ok(set.strata().to_vec()),
            Err(Trouble::Stop(stop)) => Err(Failure::Stop(stop)),
            Err(_) => Err(Failure::Budget),
        }
    }
}

/// The points that an automaton accepts as disjoint strata; nothing if none were found within the budgets, which is so for every set that is not
/// semilinear.
///
/// ```
/// use sprague_lattices::{Budgets, automaton::Automaton, stratum::Stratum, unroll};
/// let handle = sprague_limits::Handle::default();
/// let even = Automaton { dimension: 1, next: vec![1, 2, 1, 1, 2, 2], accepts: vec![true, true, false] };
/// let strata = unroll::strata(&even, &Budgets::default(), &handle)?;
/// assert_eq!(strata, Some(vec![Stratum::from_i64(&[0], &[vec![2]]).expect("one generator is independent")]));
/// // An even number of ones among the digits: no strata.
/// let ones = Automaton { dimension: 1, next: vec![0, 1, 1, 0], accepts: vec![true, false] };
/// assert_eq!(unroll::strata(&ones, &Budgets::default(), &handle)?, None);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn strata(set: &Automaton, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
    if set.dimension == 0 || set.dimension > MOST_COORDINATES || set.states() == 0 || set.unsettled().is_some() {
        return Ok(None);
    }
    let meter = Meter::new(handle, budgets.work);
    within(Search { set, strata: Vec::new(), meter: &meter }.run(budgets.strata))
}
