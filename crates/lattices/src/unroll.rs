//! The set of an automaton as disjoint strata, where it has any and they are found.
//!
//! In: an automaton. Out: disjoint strata with exactly the points that it accepts, or nothing. Every semilinear set without negative points has such
//! strata; that none were found within the budget proves nothing.
//!
//! A domain b + N G ([`super::domain`]) is taken apart by splits and peels, at first all of N^d, until each part is *periodic*: with Y the set of the n in N^k with b + Σ n_i g_i accepted,
//! n and n + m_i e_i are both in Y or both not, for every n and every i. Then the part holds the points n of Y with n_i < m_i, each with the generators m_i g_i. In dimension 0 there is nothing to choose.
//! So whatever is chosen, the strata are disjoint and make up the set: splits and peels are partitions, and the condition is decided exactly. At the end b + N G and (b + g) + N (G ∪ g) are joined.
//!
//! *What is chosen.* An automaton tells of a point with any number of digits, so the set can be seen far away, at M u + z with a large M that many numbers
//! divide, for u and z with small entries. In a semilinear set the answer depends on z alone as long as u stays in one open cone of the fan of its walls.
//! 1. Where a wall meets a face of two generators is found exactly, by bisection with mediants, and the domain is split there. Seen from beside that face, and also close to other generators: so walls are followed that
//!    start from an edge already made. A direction that shows something rare is split at as well.
//! 2. Else the m_i are read far away. If the set has a short period v there that makes fewer classes, the domain is split at v.
//! 3. Else it is peeled to where, in a box, the periods begin. If they do not, there are layers thinner than what can be seen: the domain is split at a vector along which the contradictions go on.

use super::automaton::{Automaton, MOST_COORDINATES};
use super::budget::{Budgets, Failure, Meter, within};
use super::domain::{Domain, plus, unit};
use super::game::for_box;
use super::stratum::Stratum;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// Far away: 2^6 3^3 5^2 7 11 13 17 19 23.
const FAR: i128 = 64 * 27 * 25 * 7 * 11 * 13 * 17 * 19 * 23;
/// A direction that lies in no simple wall.
const ASIDE: [i128; MOST_COORDINATES] = [97, 61, 43, 71, 53, 89, 59, 83];
/// So much farther that all before is small.
const SCALE: i128 = 1 << 16;
/// The largest sum of entries of a vector in a face that a wall meets.
const STEEPEST: i128 = 64;
/// Larger entries of generators are not made, so that no point overflows.
const LARGEST: i64 = 1 << 12;
/// Directions have entries up to this, and so many points are looked at in each.
const DIRECTIONS: i64 = 4;
const SAMPLES: usize = 48;
/// The longest period looked for.
const LONGEST: usize = 256;
/// The sum of entries of a vector that a domain is split at for its period.
const SHORT: i64 = 12;
/// Points from which layers are followed.
const LAYERS: usize = 8;
/// Points of the boxes in which a start is looked for.
const BOXES: [usize; 2] = [1 << 10, 1 << 14];

/// What is seen of a domain far away.
enum Far {
    /// A wall, and a vector that the domain is split at best.
    Wall(Vec<i64>),
    /// The periods in the coordinates.
    Periods(Vec<i64>),
    /// No periods.
    Wild,
}

/// A base and sorted generators.
type Plain = (Vec<i64>, Vec<Vec<i64>>);

struct Search<'a> {
    set: &'a Automaton,
    strata: Vec<Plain>,
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
        self.meter.spend(32)?;
        Ok(domain.has(self.set, &n.iter().map(|&n| n.into()).collect::<Vec<_>>()))
    }

    /// What is seen at some small vectors added to another one.
    fn pattern(&self, domain: &Domain, u: &[i128], samples: &[Vec<i64>]) -> Result<Vec<bool>, Failure> {
        let one = |z: &Vec<i64>| {
            self.meter.spend(64)?;
            Ok(domain.has(self.set, &u.iter().zip(z).map(|(u, z)| u + i128::from(*z)).collect::<Vec<_>>()))
        };
        samples.iter().map(one).collect()
    }

    /// Where a wall meets the face of e_i, e_j and `more`, as a combination of e_i and e_j, by the tree of Stern and Brocot: beside that face, and in it near the vectors
    /// of `more`.
    fn wall(
        &self,
        domain: &Domain,
        [i, j]: [usize; 2],
        more: &[usize],
        samples: &[Vec<i64>],
    ) -> Result<Option<Vec<i64>>, Failure> {
        let k = domain.generators.len();
        // Beside one vector towards another.
        let beside = |at: [i128; 2], to: [i128; 2]| {
            let mut u: Vec<i128> = (0..k).map(|l| FAR * ASIDE[l]).collect();
            more.iter().for_each(|&l| u[l] *= SCALE * SCALE * SCALE);
            u[i] = FAR * (at[0] * SCALE * SCALE + to[0] * SCALE);
            u[j] = FAR * (at[1] * SCALE * SCALE + to[1] * SCALE);
            self.pattern(domain, &u, samples)
        };
        let (mut low, mut high) = ([1, 0], [0, 1]);
        let first = beside(low, high)?;
        if first == beside(high, low)? {
            return Ok(None);
        }
        loop {
            let middle = [low[0] + high[0], low[1] + high[1]];
            if middle[0] + middle[1] > STEEPEST {
                return Ok(None);
            }
            let (before, after) = (beside(middle, low)?, beside(middle, high)?);
            if before != after {
                let v = |l: usize| {
                    if l == i {
                        middle[0]
                    } else if l == j {
                        middle[1]
                    } else {
                        0
                    }
                };
                return Ok(Some((0..k).map(|l| v(l) as i64).collect()));
            }
            if before == first { low = middle } else { high = middle }
        }
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
            let far: Vec<i128> = u.iter().map(|&u| i128::from(u) * FAR).collect();
            seen.push(self.pattern(domain, &far, &samples)?);
        }
        let pairs = (0..k).flat_map(|j| (0..j).map(move |i| [i, j]));
        let mut walls = Vec::new();
        for pair in pairs {
            let others: Vec<usize> = (0..k).filter(|l| !pair.contains(l)).collect();
            for some in 0..1usize << others.len() {
                let more: Vec<usize> = (0..others.len()).filter(|l| some >> l & 1 == 1).map(|l| others[l]).collect();
                walls.extend(self.wall(domain, pair, &more, &samples)?);
            }
        }
        if let Some(v) = walls.into_iter().min_by_key(|v| v.iter().sum::<i64>()) {
            return Ok(Far::Wall(v));
        }
        // A cone that meets no edge: a direction where what is seen is rare.
        let count = |row: &Vec<bool>| seen.iter().filter(|other| *other == row).count();
        let rare = (0..seen.len()).min_by_key(|&at| (count(&seen[at]), directions[at].iter().sum::<i64>()));
        if let Some(at) = rare.filter(|&at| count(&seen[at]) < seen.len()) {
            return Ok(Far::Wall(directions[at].clone()));
        }
        let mut periods = Vec::new();
        let aside: Vec<i128> = ASIDE[..k].iter().map(|u| u * FAR).collect();
        for i in 0..k {
            let mut lists: Vec<Vec<bool>> = Vec::new();
            let mut found = None;
            let mut length = 64;
            while found.is_none() && length <= 4 * LONGEST {
                lists.clear();
                for z in &samples[..16] {
                    let at = |n: usize| (0..k).map(|j| z[j] + if i == j { n as i64 } else { 0 }).collect();
                    lists.push(self.pattern(domain, &aside, &(0..length).map(at).collect::<Vec<_>>())?);
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
        let aside: Vec<i128> = ASIDE[..k].iter().map(|u| u * FAR).collect();
        let here = self.pattern(domain, &aside, &samples)?;
        let lengths: Vec<i64> = periods.iter().map(|&m| m.min(SHORT) + 1).collect();
        for_box::<Failure>(&lengths, self.meter.handle, |v| {
            self.meter.spend(4)?;
            let least = best.as_ref().map_or(product / 2, |b| classes(b));
            if v.iter().filter(|n| **n > 0).count() < 2 || v.iter().sum::<i64>() > SHORT || classes(v) >= least {
                return Ok(());
            }
            let moved: Vec<Vec<i64>> = samples.iter().map(|z| plus(z, v)).collect();
            if self.pattern(domain, &aside, &moved)? != here {
                return Ok(());
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
        let mut generators: Vec<Vec<i64>> =
            domain.generators.iter().zip(periods).map(|(g, m)| g.iter().map(|n| n * m).collect()).collect();
        generators.sort();
        for_box::<Failure>(periods, self.meter.handle, |n| {
            if self.has(domain, n)? {
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
            Far::Wall(v) => return Ok(domain.split(&v)),
            Far::Wild if k == 1 => return Err(Failure::Budget),
            Far::Wild => return self.split_at_layer(domain, Vec::new(), &vec![1; k]),
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
            return self.split_at_layer(domain, wrong, &periods);
        }
        let side = (BOXES[0] as f64).powf(1.0 / k as f64) as i64;
        let (mut peels, left) = domain.peel(&vec![side / 2; k]);
        peels.push(Domain { tries: domain.tries + 1, ..left });
        Ok(peels)
    }

    /// Is n, which contradicts the periods, on a layer along v?
    fn along(&self, domain: &Domain, n: &[i64], v: &[i64], periods: &[i64]) -> Result<bool, Failure> {
        let far: Vec<i128> = n.iter().zip(v).map(|(n, v)| i128::from(*n) + FAR * i128::from(*v)).collect();
        let k = v.len();
        let samples: Vec<Vec<i64>> = (0..k).map(|i| unit(k, i, periods[i])).chain([vec![0; k]]).collect();
        let seen = self.pattern(domain, &far, &samples)?;
        Ok(seen[..k].iter().any(|s| *s != seen[k]))
    }

    /// Splits at a vector along which points that contradict the periods go on, if faces do not explain them.
    fn split_at_layer(
        &self,
        domain: &Domain,
        mut wrong: Vec<Vec<i64>>,
        periods: &[i64],
    ) -> Result<Vec<Domain>, Failure> {
        let k = domain.generators.len();
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
                *face = self.along(domain, n, &unit(k, i, 1), periods)?;
            }
            for v in &vectors {
                if (0..k).any(|i| v[i] > 0 && !face[i]) && self.along(domain, n, v, periods)? {
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

    /// Joins b + N G and (b + g) + N (G ∪ g) to b + N (G ∪ g), as long as there are such.
    fn join(&mut self) -> Result<(), Failure> {
        self.strata.sort();
        let mut all: FxHashSet<Plain> = self.strata.iter().cloned().collect();
        let mut open = std::mem::take(&mut self.strata);
        let mut joined = true;
        while joined {
            joined = false;
            for (base, generators) in &mut open {
                for i in 0..generators.len() {
                    self.meter.spend(32)?;
                    let mut fewer = generators.clone();
                    let g = fewer.remove(i);
                    let before: Vec<i64> = base.iter().zip(&g).map(|(b, g)| b - g).collect();
                    let both = [(before.clone(), fewer), (base.clone(), generators.clone())];
                    if both.iter().all(|s| all.contains(s)) {
                        both.iter().for_each(|s| {
                            all.remove(s);
                        });
                        *base = before;
                        all.insert((base.clone(), generators.clone()));
                        joined = true;
                    }
                }
            }
        }
        self.strata = all.into_iter().collect();
        self.strata.sort();
        Ok(())
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
        self.join()?;
        let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>();
        let stratum = |(b, g): &Plain| Stratum { base: big(b), generators: g.iter().map(|g| big(g)).collect() };
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
    if set.dimension == 0 || set.dimension > MOST_COORDINATES || set.states() == 0 || set.unsettled().is_some() {
        return Ok(None);
    }
    let meter = Meter::new(handle, budgets.work);
    within(Search { set, strata: Vec::new(), meter: &meter }.run(budgets.strata))
}
