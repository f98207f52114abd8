//! Vectors along which nothing changes but near faces.
//!
//! Where no coordinate in the support of a vector u is less than a number, x and x + u may always be both in P or both not. Then the positions near these faces tell all others, and a table of
//! them reaches as far as that of a board with a dimension less. Near other faces it may be otherwise; there only the table of all positions is asked. Seen in that table, u is a guess as all else:
//! [`super::prove`] decides. Cost: vectors times a few points, and millions of points for one that changes none of these.

use super::grow::Grower;
use super::odd::volume;
use super::phase::cube;
use super::region::{Chart, Region, dot};
use crate::budget::Failure;
use crate::game::Core;

/// The largest entry of a vector.
const LARGEST: i64 = 12;
/// How many points are compared at first, and about how many for a vector that changes none of them.
const SAMPLES: (usize, f64) = (3_000, 2e6);
/// At how many points at least a vector is compared first.
const MET: usize = 50;
/// How many times as far as the faces matter the table reaches at least.
const BEYOND: i64 = 4;
/// How near other faces something else may hold, at most.
const MOST_BESIDE: i64 = 12;
/// By so many layers, and by one of so many, it may be farther in all of the table than in half of it.
const GROWS: i64 = 6;
/// So many layers less in the table are worth a layer beside another face.
const FEWER: i64 = 4;

/// A vector with natural entries, and how far from the faces of its support nothing changes along it.
pub(super) struct Fold {
    pub(super) vector: Vec<i64>,
    pub(super) from: i64,
    /// How near other faces it may be otherwise.
    pub(super) beside: i64,
}

impl Fold {
    /// How often the vector is taken off a point that stands for this one.
    #[inline]
    pub(super) fn times(&self, x: &[i64]) -> i64 {
        let along = x.iter().zip(&self.vector).filter(|(_, u)| **u > 0);
        along.map(|(n, u)| (n - self.from).max(0) / u).min().unwrap_or(0)
    }

    /// Whether a point lies so near another face, one of a coordinate of which something holds, that the vector says nothing of it.
    pub(super) fn hides(&self, x: &[i64], holds: impl Fn(usize) -> bool) -> bool {
        (0..x.len()).any(|i| self.vector[i] == 0 && x[i] < self.beside && holds(i))
    }

    /// How many layers along a face are kept; nothing for coordinates along which the vector does not lead.
    pub(super) fn layers(&self, i: usize) -> Option<i64> {
        Some(self.vector[i]).filter(|u| *u > 0).map(|u| self.from + u)
    }
}

impl Grower<'_> {
    /// The simplest vector along which the table shows no change, of which it shows enough.
    pub(super) fn fold(&self, core: &Core) -> Result<Option<Fold>, Failure> {
        let d = core.dimension;
        let chart = Chart::whole(d);
        let Some(seen) = self.seen(&chart, &Region::orthant(d))? else { return Ok(None) };
        let corners = seen.corners();
        let samples: Vec<Vec<i64>> = (0..SAMPLES.0).map(|_| self.sample(&corners)).collect();
        let weight = &self.levels.weight;
        let mut vectors = Vec::new();
        cube(&vec![0; d], LARGEST + 1, |u| {
            // Rows of the table need two coordinates more.
            if (1..d.max(2) - 1).contains(&u.iter().filter(|n| **n > 0).count()) {
                vectors.push(u.to_vec());
            }
            true
        });
        vectors.sort_by_key(|u| (u.iter().filter(|n| **n > 0).count(), u.iter().sum::<i64>()));
        let plus = |x: &[i64], u: &[i64]| x.iter().zip(u).map(|(x, u)| x + u).collect::<Vec<i64>>();
        for vector in vectors {
            let reaches = |from: i64, i: usize| (from + vector[i]) * weight[i] * BEYOND <= self.levels.bound;
            let support: Vec<usize> = (0..d).filter(|&i| vector[i] > 0).collect();
            let deep = |x: &[i64]| support.iter().all(|&i| !reaches(x[i] - vector[i], i));
            let changes = |x: &[i64], p: bool| self.levels.get(&plus(x, &vector)).is_some_and(|q| q != p);
            let mut met = 0;
            let same = samples.iter().filter(|x| deep(x)).all(|x| {
                met += 1;
                self.levels.get(x).is_none_or(|p| !changes(x, p))
            });
            self.meter.spend(met as u32 + 1)?;
            if !same || met < MET {
                continue;
            }
            // For each distance from the other faces, up to the largest looked at, how far from those of the support something changes: in all of the table, and in its half of smaller weight.
            let mut last = [-1; MOST_BESIDE as usize + 1];
            let note = |last: &mut [i64], x: &[i64]| {
                let least = |is_along: bool| (0..d).filter(|&i| (vector[i] > 0) == is_along).map(|i| x[i]).min();
                let beside = least(false).unwrap_or(0).min(MOST_BESIDE) as usize;
                last[beside] = last[beside].max(least(true).unwrap_or(0));
            };
            core.defeated.iter().for_each(|x| note(&mut last, x));
            let mut half = last;
            let minus: Vec<i64> = weight.iter().map(|w| -w).collect();
            let all = volume(&seen);
            let near = (self.levels.bound as f64 * (SAMPLES.1 / all).powf(1.0 / d as f64).min(1.0)) as i64;
            for (part, share) in [(seen.cut(chart.pull(&minus, near)?)?, 1.0), (Some(seen.clone()), SAMPLES.1 / all)] {
                let Some(part) = part else { continue };
                self.points(&chart, &part, share.min(1.0), |x, p| {
                    if p.is_some_and(|p| changes(x, p)) {
                        note(&mut last, x);
                        if 2 * dot(x, weight) <= self.levels.bound {
                            note(&mut half, x);
                        }
                    }
                    true
                })?;
            }
            let from = |last: &[i64], beside: i64| last[beside as usize..].iter().max().map_or(0, |n| n + 1);
            // Farther the more is seen: then a wall leads away from the faces, and what holds between them does not hold beyond.
            let stays = |from: i64, of_half: i64| from <= of_half + of_half / GROWS + GROWS;
            let best = (0..=MOST_BESIDE)
                .filter(|&beside| stays(from(&last, beside), from(&half, beside)))
                .map(|beside| (from(&last, beside), beside))
                .filter(|(from, _)| support.iter().all(|&i| reaches(*from, i)))
                .min_by_key(|(from, beside)| from + FEWER * beside);
            if let Some((from, beside)) = best {
                return Ok(Some(Fold { vector, from, beside }));
            }
        }
        Ok(None)
    }
}
