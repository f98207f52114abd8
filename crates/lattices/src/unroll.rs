//! The set of an automaton as disjoint strata, or a proof that it has none.
//!
//! In: an automaton. Out: disjoint strata with exactly the points that it accepts; or a domain and a direction that show that there are none; or neither, where the budget ends. Every semilinear set without negative points has such
//! strata, and that an automaton's set is semilinear is decided (A. Muchnik; J. Leroux).
//!
//! A domain b + N G (`domain`) is taken apart by splits and peels, at first all of N^d, until each part is *periodic*: with Y the set of the n in N^k with b + Σ n_i g_i accepted,
//! n and n + m_i e_i are both in Y or both not, for every n and every i. Then the part holds the points n of Y with n_i < m_i, each with the generators m_i g_i.
//! So whatever is chosen, the strata are disjoint and make up the set: splits and peels are partitions, and the condition is decided exactly. At the end they are joined where that is easily seen ([`Stratification::of_disjoint`]).
//!
//! *What is chosen.* v is an *almost period* of a set if membership of x and x + v differs only in finitely many hyperplanes, which is decided by `hulls`.
//! 1. In each direction e_i the least almost period m_i. If there is none, there are no strata (the theorem is in docs/lattice-games.md; how large m_i can be is told by the number of states).
//! 2. The flats around the points where x and x + m_i e_i differ are the walls. Where one of them has an edge without end within the domain the domain is split there.
//! 3. If a short almost period makes fewer classes, it is split at that. Else it is peeled to where the flats end: each stays below a bound in some coordinate.
//!
//! Cost: pairs of states of the automaton of each domain, times letters and carries; with peels one dimension lower each time.

use super::automaton::{Automaton, MOST_COORDINATES};
use super::budget::{Budgets, Failure, Meter};
use super::domain::{Domain, Plain};
use super::flats::{Flat, Space};
use super::game::for_box;
use super::hulls::{Hulls, STILL, Shift};
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::lcm;
use rustc_hash::FxHashMap;
use sprague_lattice_points::{Stratification, Trouble};
use sprague_limits::{Handle, Stop};
use std::cmp::Reverse;
use std::rc::Rc;

/// The longest period that is looked at.
const LONGEST: u32 = 1 << 12;
/// The largest sum of entries of an almost period that a domain is split at.
const SHORT: i64 = 12;
/// How often a peel may be made deeper.
const DEEPER: usize = 4;

/// What an automaton's set is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrolled {
    /// Disjoint strata with exactly its points.
    Strata(Vec<Stratum>),
    /// There are none, proved.
    Wild(Wild),
    /// The budget ends before that is known.
    Open,
}

/// In the points of base + N generators no multiple of the generator at `along` leaves membership as it is but in finitely many hyperplanes: these points of the set,
/// so the whole of it, have no strata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wild {
    /// Where it starts, without negative entries.
    pub base: Vec<i64>,
    /// Independent, without negative entries.
    pub generators: Vec<Vec<i64>>,
    /// Which generator.
    pub along: usize,
}

/// Why a domain is not taken apart.
enum Halt {
    Wild(Wild),
    Failure(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failure(failure)
    }
}

/// One domain with what is known of it.
struct Look<'a> {
    domain: &'a Domain,
    hulls: Hulls<'a>,
    meter: &'a Meter<'a>,
}

impl<'a> Look<'a> {
    fn new(domain: &'a Domain, meter: &'a Meter<'a>) -> Look<'a> {
        Look { domain, hulls: Hulls::new(&domain.set, meter), meter }
    }

    /// The states after so many letters from the first, the fewest for which all of them are behind a cycle; and how many letters.
    fn behind(&self) -> Result<(Vec<u32>, u32), Failure> {
        let set = &self.domain.set;
        let letters = 1u32 << set.dimension;
        let mut into = vec![0u32; set.states()];
        set.next.iter().for_each(|&to| into[to as usize] += 1);
        // Those without a cycle before them can be taken away, one after the other.
        let mut before = vec![false; set.states()];
        let mut open: Vec<u32> = (0..set.states() as u32).filter(|&s| into[s as usize] == 0).collect();
        while let Some(state) = open.pop() {
            before[state as usize] = true;
            for letter in 0..letters {
                self.meter.spend(1)?;
                let to = set.step(state, letter);
                into[to as usize] -= 1;
                if into[to as usize] == 0 {
                    open.push(to);
                }
            }
        }
        let (mut states, mut count) = (vec![0u32], 0);
        while states.iter().any(|&s| before[s as usize]) {
            self.meter.spend(u32::try_from(states.len()).unwrap_or(u32::MAX).saturating_mul(letters))?;
            states = states.iter().flat_map(|&s| (0..letters).map(move |letter| set.step(s, letter))).collect();
            states.sort_unstable();
            states.dedup();
            count += 1;
        }
        Ok((states, count))
    }

    /// The least almost period in the direction of a generator; nothing if there is none, which is proved.
    ///
    /// Behind a cycle it is odd if there is one, and digits of its multiples lead to that many states that differ in more than hyperplanes.
    fn period(&mut self, j: usize) -> Result<Option<u32>, Failure> {
        let (states, count) = self.behind()?;
        let most = self.domain.set.states() as u32;
        let mut all = 1u32;
        for state in states {
            let mut found = None;
            for c in 1..=most {
                if c > LONGEST {
                    return Err(Failure::Budget);
                }
                if self.hulls.is_fat(self.after(state, j, c), self.after(state, j, 0), STILL)? {
                    continue;
                }
                if c % 2 == 1 && !self.hulls.is_fat(state, state, along(j, c))? {
                    found = Some(c);
                    break;
                }
            }
            let Some(q) = found else { return Ok(None) };
            all = lcm(all, q);
            if all > LONGEST {
                return Err(Failure::Budget);
            }
        }
        let mut period =
            all.checked_shl(count).filter(|m| *m <= LONGEST && m >> count == all).ok_or(Failure::Budget)?;
        while period % 2 == 0 && !self.hulls.is_fat(0, 0, along(j, period / 2))? {
            period /= 2;
        }
        Ok(Some(period))
    }

    /// The state after the digits of c e_j, as many as the number of states has.
    fn after(&self, state: u32, j: usize, c: u32) -> u32 {
        let set = &self.domain.set;
        (0..=set.states().ilog2()).fold(state, |state, i| set.step(state, (c >> i & 1) << j))
    }

    /// An edge without end that a flat has within the domain. Of the flats the largest, and of these one with the most generators: a split puts one more on it, and where a hyperplane has come to an end
    /// it stays so, so that there is an end.
    fn wall(&self, flats: &[Flat]) -> Result<Option<Vec<i64>>, Failure> {
        let k = self.domain.k();
        let mut seen: Vec<&Space> = Vec::new();
        let mut walls = Vec::new();
        for flat in flats {
            self.meter.spend(32)?;
            let directions = &*flat.directions;
            if seen.contains(&directions) {
                continue;
            }
            seen.push(directions);
            let is_edge = |ray: &Vec<i64>| ray.iter().filter(|n| **n > 0).count() == 1;
            let (edges, inner): (Vec<_>, Vec<_>) = directions.rays(k).into_iter().partition(is_edge);
            let length = |ray: &Vec<i64>| ray.iter().sum::<i64>();
            let shortest = inner.into_iter().min_by_key(length);
            walls.extend(shortest.map(|ray| (directions.dimension(), edges.len(), Reverse(length(&ray)), ray)));
        }
        Ok(walls.into_iter().max().map(|wall| wall.3))
    }

    /// A short almost period that makes fewer classes than those of the coordinates.
    fn short(&mut self, periods: &[u32]) -> Result<Option<Vec<i64>>, Failure> {
        let product = periods.iter().try_fold(1i64, |n, m| n.checked_mul((*m).into())).ok_or(Failure::Budget)?;
        let classes = |v: &[i64]| v.iter().zip(periods).map(|(v, m)| v * (product / i64::from(*m))).sum::<i64>();
        let sides: Vec<i64> = periods.iter().map(|&m| i64::from(m).min(SHORT) + 1).collect();
        let mut tries = Vec::new();
        for_box::<Failure>(&sides, self.meter.handle, |v| {
            self.meter.spend(4)?;
            if v.iter().filter(|n| **n > 0).count() > 1 && v.iter().sum::<i64>() <= SHORT && classes(v) <= product / 2 {
                tries.push(v.to_vec());
            }
            Ok(())
        })?;
        tries.sort_by_cached_key(|v| classes(v));
        for v in tries {
            let mut shift = STILL;
            shift.iter_mut().zip(&v).for_each(|(s, n)| *s = *n as u16);
            if !self.hulls.is_fat(0, 0, shift)? {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    /// Beyond which no flat has a point, each by one of its coordinates that are bounded in the domain.
    fn start(&self, flats: &[Flat]) -> Result<Vec<i64>, Failure> {
        let k = self.domain.k();
        let mut t = vec![0; k];
        let mut ends = Vec::new();
        for flat in flats {
            self.meter.spend(128)?;
            let (corners, rays) = (flat.corners(k), flat.directions.rays(k));
            let bound = |i: usize| corners.iter().map(|x| x[i].0.div_euclid(x[i].1) + 1).max();
            let bounded = (0..k).filter(|&i| rays.iter().all(|ray| ray[i] == 0));
            ends.push(bounded.filter_map(|i| Some((i, bound(i)?))).collect::<Vec<_>>());
        }
        // Those with no choice come first.
        ends.sort_by_key(Vec::len);
        for end in ends {
            if let Some(&(i, bound)) = end.iter().min_by_key(|(i, bound)| (bound - t[*i]).max(0)) {
                t[i] = t[i].max(bound);
            }
        }
        Ok(t)
    }

    /// Whether x and x + m_i e_i are both in Y or both not, for all x and i. Exact.
    fn repeats(&mut self, periods: &[u32]) -> Result<bool, Failure> {
        for (j, &m) in periods.iter().enumerate() {
            if !self.hulls.is_empty(0, 0, along(j, m))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The least almost period of a domain in the direction of a generator; nothing if there is none, which is proved.
pub(crate) fn period(domain: &Domain, j: usize, meter: &Meter) -> Result<Option<u32>, Failure> {
    Look::new(domain, meter).period(j)
}

/// by e_j.
fn along(j: usize, by: u32) -> Shift {
    let mut shift = STILL;
    shift[j] = by as u16;
    shift
}

/// A set under way: the parts that are left of it, and the strata of the others.
struct Open {
    set: Automaton,
    parts: Vec<Domain>,
    strata: Vec<Plain>,
}

/// Sets, each taken apart once in its own coordinates, wherever it comes again.
struct Search<'a> {
    /// Nothing for those under way.
    known: FxHashMap<Automaton, Option<Rc<[Plain]>>>,
    open: Vec<Open>,
    most: usize,
    meter: &'a Meter<'a>,
}

impl Search<'_> {
    /// The strata of a periodic part.
    fn finish(&self, domain: &Domain, periods: &[u32]) -> Result<Vec<Plain>, Failure> {
        let scaled = |(g, m): (&Vec<i64>, &u32)| g.iter().map(|n| n * i64::from(*m)).collect::<Vec<i64>>();
        let mut generators: Vec<Vec<i64>> = domain.generators.iter().zip(periods).map(scaled).collect();
        generators.sort();
        let sides: Vec<i64> = periods.iter().map(|&m| m.into()).collect();
        let mut strata = Vec::new();
        for_box::<Failure>(&sides, self.meter.handle, |n| {
            self.meter.spend(32)?;
            if domain.has(n) {
                strata.push((domain.point(n), generators.clone()));
            }
            Ok(())
        })?;
        Ok(strata)
    }

    /// One step with one set: the strata of a part of it, and into what the rest is taken apart.
    fn take_apart(&self, domain: &Domain) -> Result<(Vec<Plain>, Vec<Domain>), Halt> {
        let k = domain.k();
        let mut look = Look::new(domain, self.meter);
        let mut periods = Vec::new();
        for along in 0..k {
            let Some(period) = look.period(along)? else {
                let Domain { base, generators, .. } = domain.clone();
                return Err(Halt::Wild(Wild { base, generators, along }));
            };
            periods.push(period);
        }
        let mut flats = Vec::new();
        for (j, &m) in periods.iter().enumerate() {
            flats.extend(look.hulls.flats(0, 0, along(j, m))?);
        }
        let cut = match look.wall(&flats)? {
            None => look.short(&periods)?,
            wall => wall,
        };
        if let Some(v) = cut {
            return Ok((Vec::new(), domain.split(&v, self.meter)?));
        }
        let mut t = look.start(&flats)?;
        for _ in 0..DEEPER {
            let left = domain.left(&t, self.meter)?;
            if Look::new(&left, self.meter).repeats(&periods)? {
                return Ok((self.finish(&left, &periods)?, domain.peels(&t, self.meter)?));
            }
            t.iter_mut().for_each(|t| *t = 2 * *t + 1);
        }
        Err(Failure::Budget.into())
    }

    /// Begins with a set.
    fn enter(&mut self, set: Automaton) -> Result<(), Halt> {
        let (strata, parts) = self.take_apart(&Domain::of(&set)).map_err(|halt| self.seen_from_the_first(halt))?;
        self.known.insert(set.clone(), None);
        self.open.push(Open { set, parts, strata });
        Ok(())
    }

    /// What was found in the coordinates of the last set under way, in those of the first.
    fn seen_from_the_first(&self, halt: Halt) -> Halt {
        let Halt::Wild(Wild { base, generators, along }) = halt else { return halt };
        let mut parts = self.open.iter().rev().filter_map(|open| open.parts.last());
        match parts.try_fold((base, generators), |plain, part| part.placed(&plain)) {
            Ok((base, generators)) => Halt::Wild(Wild { base, generators, along }),
            Err(failure) => Halt::Failure(failure),
        }
    }

    /// The strata of a set.
    fn strata(&mut self, set: Automaton) -> Result<Vec<Plain>, Halt> {
        self.enter(set)?;
        while let Some(top) = self.open.last_mut() {
            let Some(part) = top.parts.last() else {
                let Some(Open { set, strata, .. }) = self.open.pop() else { break };
                if self.open.is_empty() {
                    return Ok(strata);
                }
                self.known.insert(set, Some(strata.into()));
                continue;
            };
            match self.known.get(&part.set) {
                None => {
                    let set = part.set.clone();
                    self.enter(set)?;
                }
                // It is a part of itself.
                Some(None) => return Err(Failure::Budget.into()),
                Some(Some(known)) => {
                    for plain in known.iter() {
                        self.meter.spend(16)?;
                        top.strata.push(part.placed(plain)?);
                    }
                    if top.strata.len() > self.most {
                        return Err(Failure::Budget.into());
                    }
                    top.parts.pop();
                }
            }
        }
        Err(Failure::Shape.into())
    }

    fn run(mut self, set: &Automaton) -> Result<Vec<Stratum>, Halt> {
        let first = Domain::whole(set, self.meter)?.set;
        let found = self.strata(first)?;
        let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>();
        let strata =
            found.iter().map(|(b, g)| Stratum { base: big(b), generators: g.iter().map(|g| big(g)).collect() });
        match Stratification::of_disjoint(set.dimension, strata.collect(), self.meter.handle) {
            Ok(set) => Ok(set.strata().to_vec()),
            Err(Trouble::Stop(stop)) => Err(Failure::Stop(stop).into()),
            Err(_) => Err(Failure::Budget.into()),
        }
    }
}

/// The points that an automaton accepts as disjoint strata, or why there are none.
///
/// ```
/// use sprague_lattices::{Budgets, automaton::Automaton, stratum::Stratum};
/// use sprague_lattices::unroll::{Unrolled, Wild, unroll};
/// let handle = sprague_limits::Handle::default();
/// let even = Automaton { dimension: 1, next: vec![1, 2, 1, 1, 2, 2], accepts: vec![true, true, false] };
/// let strata = unroll(&even, &Budgets::default(), &handle)?;
/// assert_eq!(strata, Unrolled::Strata(vec![Stratum::from_i64(&[0], &[vec![2]]).expect("one generator is independent")]));
/// // An even number of ones among the digits: no strata.
/// let ones = Automaton { dimension: 1, next: vec![0, 1, 1, 0], accepts: vec![true, false] };
/// let wild = Wild { base: vec![0], generators: vec![vec![1]], along: 0 };
/// assert_eq!(unroll(&ones, &Budgets::default(), &handle)?, Unrolled::Wild(wild));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn unroll(set: &Automaton, budgets: &Budgets, handle: &Handle) -> Result<Unrolled, Stop> {
    if set.dimension == 0 || set.dimension > MOST_COORDINATES || set.states() == 0 || set.unsettled().is_some() {
        return Ok(Unrolled::Open);
    }
    let meter = Meter::new(handle, budgets.work);
    let search = Search { known: FxHashMap::default(), open: Vec::new(), most: budgets.strata, meter: &meter };
    match search.run(set) {
        Ok(strata) => Ok(Unrolled::Strata(strata)),
        Err(Halt::Wild(wild)) => Ok(Unrolled::Wild(wild)),
        Err(Halt::Failure(Failure::Stop(stop))) => Err(stop),
        Err(Halt::Failure(_)) => Ok(Unrolled::Open),
    }
}
