//! What a domain of an automaton looks like, near and far away: nothing here is proved, [`super::unroll`] takes it as advice.
//!
//! An automaton tells of a point with any number of digits, so the set can be seen far away, at M u + z with a large M that many numbers
//! divide, for u and z with small entries. In a semilinear set the answer depends on z alone as long as u stays in one open cone of the fan of its walls. So a wall
//! lies between two u that show different things. Where it meets the face of two generators is found by bisection with mediants.

use super::automaton::{Automaton, MOST_COORDINATES};
use super::budget::{Failure, Meter};
use super::domain::{Domain, plus, unit};
use super::game::for_box;

/// Far away: 2^6 3^3 5^2 7 11 13 17 19 23.
const FAR: i128 = 64 * 27 * 25 * 7 * 11 * 13 * 17 * 19 * 23;
/// A direction that lies in no simple wall.
const ASIDE: [i128; MOST_COORDINATES] = [97, 61, 43, 71, 53, 89, 59, 83];
/// So much farther that all before is small.
const SCALE: i128 = 1 << 16;
/// The largest sum of entries of a vector in a face that a wall meets.
const STEEPEST: i128 = 64;
/// Directions have entries up to this, and so many points are looked at in each.
const DIRECTIONS: i64 = 4;
const SAMPLES: usize = 48;
/// The longest period looked for.
const LONGEST: usize = 256;
/// The largest sum of entries of a vector that a domain is split at.
pub(crate) const SHORT: i64 = 12;

/// What is seen of a domain far away.
pub(crate) enum Far {
    /// A wall, and a vector that the domain is split at best.
    Wall(Vec<i64>),
    /// The periods in the coordinates.
    Periods(Vec<i64>),
    /// No periods.
    Wild,
}

/// Where periods begin.
pub(crate) struct Start {
    /// From here on there are no contradictions in the box.
    pub(crate) t: Vec<i64>,
    /// The side of the box.
    pub(crate) side: i64,
    /// The points of the box that contradict the periods.
    pub(crate) wrong: Vec<Vec<i64>>,
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

/// A domain that is looked at.
pub(crate) struct Sight<'a> {
    pub(crate) set: &'a Automaton,
    pub(crate) domain: &'a Domain,
    pub(crate) meter: &'a Meter<'a>,
}

impl Sight<'_> {
    /// Is n in Y?
    pub(crate) fn has(&self, n: &[i64]) -> Result<bool, Failure> {
        self.meter.spend(32)?;
        Ok(self.domain.has(self.set, &n.iter().map(|&n| n.into()).collect::<Vec<_>>()))
    }

    /// What is seen at some small vectors added to another one.
    fn pattern(&self, u: &[i128], samples: &[Vec<i64>]) -> Result<Vec<bool>, Failure> {
        let one = |z: &Vec<i64>| {
            self.meter.spend(64)?;
            Ok(self.domain.has(self.set, &u.iter().zip(z).map(|(u, z)| u + i128::from(*z)).collect::<Vec<_>>()))
        };
        samples.iter().map(one).collect()
    }

    /// Where a wall meets the face of e_i, e_j and `more`, as a combination of e_i and e_j, by the tree of Stern and Brocot: beside that face, and in it near the vectors
    /// of `more`.
    fn wall(&self, [i, j]: [usize; 2], more: &[usize], samples: &[Vec<i64>]) -> Result<Option<Vec<i64>>, Failure> {
        let k = self.domain.generators.len();
        // Beside one vector towards another.
        let beside = |at: [i128; 2], to: [i128; 2]| {
            let mut u: Vec<i128> = (0..k).map(|l| FAR * ASIDE[l]).collect();
            more.iter().for_each(|&l| u[l] *= SCALE * SCALE * SCALE);
            u[i] = FAR * (at[0] * SCALE * SCALE + to[0] * SCALE);
            u[j] = FAR * (at[1] * SCALE * SCALE + to[1] * SCALE);
            self.pattern(&u, samples)
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

    /// What is seen far away.
    pub(crate) fn far(&self) -> Result<Far, Failure> {
        let k = self.domain.generators.len();
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
            seen.push(self.pattern(&far, &samples)?);
        }
        let pairs = (0..k).flat_map(|j| (0..j).map(move |i| [i, j]));
        let mut walls = Vec::new();
        for pair in pairs {
            let others: Vec<usize> = (0..k).filter(|l| !pair.contains(l)).collect();
            for some in 0..1usize << others.len() {
                let more: Vec<usize> = (0..others.len()).filter(|l| some >> l & 1 == 1).map(|l| others[l]).collect();
                walls.extend(self.wall(pair, &more, &samples)?);
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
                    lists.push(self.pattern(&aside, &(0..length).map(at).collect::<Vec<_>>())?);
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
    pub(crate) fn short(&self, periods: &[i64]) -> Result<Option<Vec<i64>>, Failure> {
        let k = periods.len();
        let product = periods.iter().try_fold(1i64, |n, m| n.checked_mul(*m)).ok_or(Failure::Budget)?;
        let classes = |v: &[i64]| v.iter().zip(periods).map(|(v, m)| v * (product / m)).sum::<i64>();
        let mut best: Option<Vec<i64>> = None;
        let samples = samples(k, 64);
        let aside: Vec<i128> = ASIDE[..k].iter().map(|u| u * FAR).collect();
        let here = self.pattern(&aside, &samples)?;
        let lengths: Vec<i64> = periods.iter().map(|&m| m.min(SHORT) + 1).collect();
        for_box::<Failure>(&lengths, self.meter.handle, |v| {
            self.meter.spend(4)?;
            let least = best.as_ref().map_or(product / 2, |b| classes(b));
            if v.iter().filter(|n| **n > 0).count() < 2 || v.iter().sum::<i64>() > SHORT || classes(v) >= least {
                return Ok(());
            }
            let moved: Vec<Vec<i64>> = samples.iter().map(|z| plus(z, v)).collect();
            if self.pattern(&aside, &moved)? != here {
                return Ok(());
            }
            best = Some(v.to_vec());
            Ok(())
        })?;
        Ok(best)
    }

    /// Where the set begins to have these periods, as far as a box of at most so many points shows.
    pub(crate) fn start(&self, periods: &[i64], points: usize) -> Result<Start, Failure> {
        let k = periods.len();
        let side = (points as f64).powf(1.0 / k as f64).floor().max(2.0) as i64;
        let mut wrong = Vec::new();
        for_box::<Failure>(&vec![side; k], self.meter.handle, |n| {
            let here = self.has(n)?;
            for (i, &m) in periods.iter().enumerate() {
                if self.has(&plus(n, &unit(k, i, m)))? != here {
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
        Ok(Start { t, side, wrong })
    }

    /// Is n, which contradicts the periods, on a layer along v?
    pub(crate) fn along(&self, n: &[i64], v: &[i64], periods: &[i64]) -> Result<bool, Failure> {
        let far: Vec<i128> = n.iter().zip(v).map(|(n, v)| i128::from(*n) + FAR * i128::from(*v)).collect();
        let k = v.len();
        let samples: Vec<Vec<i64>> = (0..k).map(|i| unit(k, i, periods[i])).chain([vec![0; k]]).collect();
        let seen = self.pattern(&far, &samples)?;
        Ok(seen[..k].iter().any(|s| *s != seen[k]))
    }
}
