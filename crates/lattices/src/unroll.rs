//! The set of an automaton as disjoint strata, where it has any and they are found.
//!
//! In: an automaton. Out: disjoint strata with exactly the points that it accepts, or nothing. Every semilinear set without negative points has such
//! strata; that none were found within the budget proves nothing.
//!
//! A *domain* b + N G is a point with independent generators g_1, …, g_k; n in N^k stands for b + Σ n_i g_i, and Y is the set of those n whose points are
//! accepted. At first the domain is N^d. It is taken apart, exactly, in three ways:
//! 1. *Split* at v in N^k, v ≠ 0: for each i with v_i > 0 and each n_i < v_i the domain that starts from the n with the least n_j ≥ n_i v_j / v_i, greater if j < i and v_j > 0, and has v in place
//!    of the i-th unit vector. For x / v in the coordinates where v > 0 is least in one i, the first of those, and x less ⌊x_i / v_i⌋ times v lies in just one of these.
//! 2. *Peel* to t: for i = 1, …, k the domains with n_j ≥ t_j for j < i and one value n_i < t_i, of one generator less, and what is left, the domain n ≥ t.
//! 3. *Finish*: if Y is the same at n and at n + m_i e_i for every n in N^k and every i, the points n of Y with n_i < m_i, each with the generators m_i g_i.
//!
//! So whatever is chosen, the strata are disjoint and make up the set, if only the condition of 3 is right, and that is decided ([`Domain::invariant`]): the digits of both points are made from those of n by carries,
//! states and carries are finitely many, and all are looked at. In dimension 0 there is nothing to choose.
//!
//! *What is chosen.* An automaton tells of a point with any number of digits, so the set can be seen far away, at M u + z with a large M that many numbers
//! divide, for u and z with small entries. In a semilinear set the answer depends on z alone as long as u stays in one open cone of the fan of its walls. So if it depends on u there is
//! a wall, and the domain is split at e_i + e_j, for the i and j that tell the u apart best: walls come to lie along faces. Else the m_i are read far away. If
//! the set has a short period v there that makes fewer classes, the domain is split at v. Else t is read from a box near the start.

use super::automaton::Automaton;
use super::budget::{Budgets, Failure, Meter, within};
use super::game::for_box;
use super::stratum::Stratum;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// Far away: 2^6 3^3 5^2 7 11 13 17 19 23.
const FAR: i64 = 64 * 27 * 25 * 7 * 11 * 13 * 17 * 19 * 23;
/// A direction that lies in no simple wall.
const ASIDE: [i64; 8] = [97, 61, 43, 71, 53, 89, 59, 83];
/// Larger entries of generators are not made, so that no point overflows.
const LARGEST: i64 = 1 << 12;
/// Directions have entries up to this, and so many points are looked at in each.
const DIRECTIONS: i64 = 4;
const SAMPLES: usize = 48;
/// The longest period looked for.
const LONGEST: usize = 256;
/// The sum of entries of a vector that a domain is split at for its period.
const SHORT: i64 = 12;
/// Points of the boxes in which a start is looked for.
const BOXES: [usize; 2] = [1 << 10, 1 << 14];

/// base + N generators.
#[derive(Clone, Debug)]
struct Domain {
    base: Vec<i64>,
    generators: Vec<Vec<i64>>,
    /// How often it was peeled without an end.
    tries: usize,
}

fn unit(k: usize, i: usize, m: i64) -> Vec<i64> {
    (0..k).map(|j| if i == j { m } else { 0 }).collect()
}

fn plus(x: &[i64], y: &[i64]) -> Vec<i64> {
    x.iter().zip(y).map(|(x, y)| x + y).collect()
}

impl Domain {
    /// The point of n.
    fn point(&self, n: &[i64]) -> Vec<i64> {
        let mut x = self.base.clone();
        for (g, n) in self.generators.iter().zip(n) {
            x.iter_mut().zip(g).for_each(|(x, g)| *x += g * n);
        }
        x
    }

    fn has(&self, set: &Automaton, n: &[i64]) -> bool {
        set.contains_small(&self.point(n))
    }

    /// Whether n and n + v are both in Y or both not, for all n. Exact.
    fn invariant(&self, set: &Automaton, v: &[i64], meter: &Meter) -> Result<bool, Failure> {
        let k = self.generators.len();
        let zero = Domain { base: vec![0; self.base.len()], ..self.clone() };
        let digits = |e: u32| (0..k).map(|i| i64::from(e >> i & 1)).collect::<Vec<_>>();
        let sums: Vec<Vec<i64>> = (0..1u32 << k).map(|e| zero.point(&digits(e))).collect();
        let step = |(state, carry): &(u32, Vec<i64>), sum: &[i64]| {
            let mut rest = plus(carry, sum);
            let letter = super::automaton::take_letter(&mut rest);
            (set.step(*state, letter), rest)
        };
        let ends = |(state, carry): &(u32, Vec<i64>)| {
            let (mut state, mut rest) = (*state, carry.clone());
            while rest.iter().any(|&n| n > 0) {
                state = set.step(state, super::automaton::take_letter(&mut rest));
            }
            set.accepts[state as usize]
        };
        let start = ((0u32, self.base.clone()), (0u32, self.point(v)));
        let mut seen = FxHashSet::from_iter([start.clone()]);
        let mut open = vec![start];
        while let Some((one, other)) = open.pop() {
            meter.spend(8)?;
            if ends(&one) != ends(&other) {
                return Ok(false);
            }
            for sum in &sums {
                meter.spend(4)?;
                let next = (step(&one, sum), step(&other, sum));
                // From equal states and carries on nothing can differ.
                if next.0 != next.1 && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Ok(true)
    }

    fn split(&self, v: &[i64]) -> Vec<Domain> {
        let k = v.len();
        let mut parts = Vec::new();
        for i in (0..k).filter(|&i| v[i] > 0) {
            for n in 0..v[i] {
                let least = |j: usize| match (n * v[j], j < i && v[j] > 0) {
                    _ if j == i => n,
                    (a, false) => (a + v[i] - 1) / v[i],
                    (a, true) => a / v[i] + 1,
                };
                let mut generators = self.generators.clone();
                let zero = Domain { base: vec![0; self.base.len()], ..self.clone() };
                generators[i] = zero.point(v);
                let base = self.point(&(0..k).map(least).collect::<Vec<_>>());
                parts.push(Domain { base, generators, tries: 0 });
            }
        }
        parts
    }

    /// The peels below t, and what is left.
    fn peel(&self, t: &[i64]) -> (Vec<Domain>, Domain) {
        let mut peels = Vec::new();
        let mut left = self.clone();
        for (i, &t) in t.iter().enumerate() {
            let mut generators = self.generators.clone();
            generators.remove(i);
            for _ in 0..t {
                peels.push(Domain { base: left.base.clone(), generators: generators.clone(), tries: 0 });
                left.base = plus(&left.base, &self.generators[i]);
            }
        }
        (peels, left)
    }
}

/// What is seen of a domain far away.
enum Far {
    /// A wall, at best between these coordinates.
    Wall(usize, usize),
    /// The periods in the coordinates.
    Periods(Vec<i64>),
    /// No periods.
    Wild,
}

struct Search<'a> {
    set: &'a Automaton,
    strata: Vec<(Vec<i64>, Vec<Vec<i64>>)>,
    meter: &'a Meter<'a>,
}

/// Small vectors that look random and are always the same.
fn samples(k: usize, below: u64) -> Vec<Vec<i64>> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((state >> 33) % below) as i64
    };
    (0..SAMPLES).map(|_| (0..k).map(|_| next()).collect()).collect()
}

impl Search<'_> {
    fn has(&self, domain: &Domain, n: &[i64]) -> Result<bool, Failure> {
        self.meter.spend(16)?;
        Ok(domain.has(self.set, n))
    }

    fn far(&self, domain: &Domain) -> Result<Far, Failure> {
        let k = domain.generators.len();
        let samples = samples(k, 64);
        let mut directions = Vec::new();
        let entries = if k <= 3 { DIRECTIONS } else { 2 };
        for_box::<Failure>(&vec![entries; k], self.meter.handle, |u| {
            directions.push(u.iter().map(|n| n + 1).collect::<Vec<i64>>());
            Ok(())
        })?;
        let mut seen = Vec::new();
        for u in &directions {
            let mut row = Vec::new();
            for z in &samples {
                let far: Vec<i64> = u.iter().zip(z).map(|(u, z)| u * FAR + z).collect();
                row.push(self.has(domain, &far)?);
            }
            seen.push(row);
        }
        if seen.iter().any(|row| *row != seen[0]) {
            let mut best = (usize::MAX, i64::MAX, 0, 1);
            for j in 0..k {
                for i in 0..j {
                    let mut cost = 0;
                    for z in 0..samples.len() {
                        let mut counts = [[0usize; 2]; 2];
                        for (u, row) in directions.iter().zip(&seen).filter(|(u, _)| u[i] != u[j]) {
                            counts[usize::from(u[i] < u[j])][usize::from(row[z])] += 1;
                        }
                        cost += counts.iter().map(|c| c[0].min(c[1])).sum::<usize>();
                    }
                    let length = plus(&domain.generators[i], &domain.generators[j]).iter().sum();
                    best = best.min((cost, length, i, j));
                }
            }
            return Ok(Far::Wall(best.2, best.3));
        }
        let mut periods = Vec::new();
        for i in 0..k {
            let mut lists: Vec<Vec<bool>> = Vec::new();
            let mut found = None;
            let mut length = 64;
            while found.is_none() && length <= 4 * LONGEST {
                lists.clear();
                for z in &samples[..16] {
                    let line = |n: i64| {
                        let far: Vec<i64> =
                            (0..k).map(|j| ASIDE[j] * FAR + z[j] + if i == j { n } else { 0 }).collect();
                        self.has(domain, &far)
                    };
                    lists.push((0..length as i64).map(line).collect::<Result<_, _>>()?);
                }
                let repeats = |m: &usize| lists.iter().all(|list| (*m..length).all(|n| list[n] == list[n - m]));
                found = (1..=length / 4).find(repeats);
                length *= 4;
            }
            match found {
                Some(m) => periods.push(m as i64),
                None => return Ok(Far::Wild),
            }
        }
        Ok(Far::Periods(periods))
    }

    /// A short period far away that makes fewer classes than those of the coordinates.
    fn short(&self, domain: &Domain, periods: &[i64]) -> Result<Option<Vec<i64>>, Failure> {
        let k = periods.len();
        let product = periods.iter().product::<i64>();
        let classes = |v: &[i64]| v.iter().zip(periods).map(|(v, m)| v * (product / m)).sum::<i64>();
        let mut best: Option<Vec<i64>> = None;
        let samples = samples(k, 64);
        let lengths: Vec<i64> = periods.iter().map(|&m| m.min(SHORT) + 1).collect();
        for_box::<Failure>(&lengths, self.meter.handle, |v| {
            let least = best.as_ref().map_or(product / 2, |b| classes(b));
            if v.iter().filter(|n| **n > 0).count() < 2 || v.iter().sum::<i64>() > SHORT || classes(v) >= least {
                return Ok(());
            }
            for z in &samples {
                let far: Vec<i64> = z.iter().zip(ASIDE).map(|(z, u)| u * FAR + z).collect();
                if self.has(domain, &far)? != self.has(domain, &plus(&far, v))? {
                    return Ok(());
                }
            }
            best = Some(v.to_vec());
            Ok(())
        })?;
        Ok(best)
    }

    /// Where the set begins to have these periods, as far as a box shows, and the side of the box.
    fn start(
        &self,
        domain: &Domain,
        periods: &[i64],
        points: usize,
    ) -> Result<(Vec<i64>, i64, Vec<Vec<i64>>), Failure> {
        let k = periods.len();
        let side = (points as f64).powf(1.0 / k as f64).floor().max(2.0) as i64;
        let mut wrong = Vec::new();
        for_box::<Failure>(&vec![side; k], self.meter.handle, |n| {
            let here = self.has(domain, n)?;
            for (i, &m) in periods.iter().enumerate() {
                if self.has(domain, &plus(n, &unit(k, i, m)))? != here {
                    wrong.push(n.to_vec());
                    break;
                }
            }
            Ok(())
        })?;
        // The same for all coordinates, then each as small as it can be.
        let above = |t: &[i64]| !wrong.iter().any(|n| n.iter().zip(t).all(|(n, t)| n >= t));
        let all = wrong.iter().map(|n| n.iter().min().copied().unwrap_or(0) + 1).max().unwrap_or(0);
        let mut t = vec![all; k];
        for i in 0..k {
            while t[i] > 0 {
                t[i] -= 1;
                if !above(&t) {
                    t[i] += 1;
                    break;
                }
            }
        }
        Ok((t, side, wrong))
    }

    fn finish(&mut self, domain: &Domain, periods: &[i64]) -> Result<(), Failure> {
        let generators: Vec<Vec<i64>> =
            domain.generators.iter().zip(periods).map(|(g, m)| g.iter().map(|n| n * m).collect()).collect();
        for_box::<Failure>(periods, self.meter.handle, |n| {
            self.meter.spend(16)?;
            if domain.has(self.set, n) {
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
        let periods = match self.far(domain)? {
            Far::Wall(i, j) => return Ok(domain.split(&plus(&unit(k, i, 1), &unit(k, j, 1)))),
            Far::Wild if k == 1 => return Err(Failure::Budget),
            Far::Wild => return Ok(self.split_anyhow(domain, &[])),
            Far::Periods(periods) => periods,
        };
        if let Some(v) = self.short(domain, &periods)? {
            return Ok(domain.split(&v));
        }
        let mut wrong = Vec::new();
        for points in BOXES {
            let (t, side, now) = self.start(domain, &periods, points)?;
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
            return Ok(self.split_anyhow(domain, &wrong));
        }
        let side = (BOXES[0] as f64).powf(1.0 / k as f64) as i64;
        let (mut peels, left) = domain.peel(&vec![side / 2; k]);
        peels.push(Domain { tries: domain.tries + 1, ..left });
        Ok(peels)
    }

    /// Splits where most of the points `wrong`, that contradict the periods, come to one side.
    fn split_anyhow(&self, domain: &Domain, wrong: &[Vec<i64>]) -> Vec<Domain> {
        let k = domain.generators.len();
        let far = wrong.iter().filter_map(|n| n.iter().min()).max().copied().unwrap_or(0) / 2;
        let far: Vec<_> = wrong.iter().filter(|n| n.iter().all(|&n| n >= far)).collect();
        let cost = |&(i, j): &(usize, usize)| {
            let less = far.iter().filter(|n| n[i] < n[j]).count();
            let more = far.iter().filter(|n| n[i] > n[j]).count();
            let length: i64 = plus(&domain.generators[i], &domain.generators[j]).iter().sum();
            (less.min(more), length)
        };
        let pairs = (0..k).flat_map(|j| (0..j).map(move |i| (i, j)));
        let mut parts =
            pairs.min_by_key(cost).map_or(Vec::new(), |(i, j)| domain.split(&plus(&unit(k, i, 1), &unit(k, j, 1))));
        parts.iter_mut().for_each(|part| part.tries = domain.tries + 1);
        parts
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
        let stratum = |(b, g): &(Vec<i64>, Vec<Vec<i64>>)| Stratum {
            base: big(b),
            generators: g.iter().map(|g| big(g)).collect(),
        };
        Ok(self.strata.iter().map(stratum).collect())
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
    if set.dimension == 0 || set.states() == 0 || set.unsettled().is_some() {
        return Ok(None);
    }
    let meter = Meter::new(handle, budgets.work);
    within(Search { set, strata: Vec::new(), meter: &meter }.run(budgets.strata))
}
