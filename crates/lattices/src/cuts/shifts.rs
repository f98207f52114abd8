//! Normals of walls from what repeats along them.
//!
//! Across a wall nothing repeats, but along it the layers beside it do: a cube around a point of a wall that divides k dimensions is unchanged by k − 1 independent shifts, which are among those
//! of the phase on one side. They span the wall exactly, however large the entries of its normal are; slabs, compared by how many points lie in them, tell only walls with simple normals apart.

use super::grow::Grower;
use super::phase::{Phase, cube};
use super::region::{Chart, Region, at};
use crate::budget::Failure;
use num_integer::Integer;
use std::rc::Rc;

/// How shifts are looked for in a flat.
pub(super) struct Reach {
    /// Half the side of the cube that they leave unchanged.
    radius: i64,
    /// The largest entry of shifts.
    shift: i64,
}

/// In flats of dimension 2 to 5.
const REACHES: [Reach; 4] = [
    Reach { radius: 24, shift: 120 },
    Reach { radius: 12, shift: 32 },
    Reach { radius: 6, shift: 12 },
    Reach { radius: 4, shift: 6 },
];
/// So many points tell whether a shift leads out of the region.
const FEW: usize = 64;
/// How many points are tried.
const TRIES: usize = 16;
/// The most shifts of a phase.
const MOST_SHIFTS: usize = 30_000;

impl Grower<'_> {
    /// Normals of walls near which points lie that a phase, one for each kind, does not explain.
    pub(super) fn normals(
        &mut self,
        chart: &Chart,
        region: &Region,
        kinds: &[Vec<Vec<i64>>],
        phases: &[&Phase],
    ) -> Result<Vec<Vec<i64>>, Failure> {
        let k = chart.k();
        let reach = &REACHES[k.min(5) - 2];
        let all: usize = kinds.iter().map(Vec::len).sum();
        let mut normals: Vec<Vec<i64>> = Vec::new();
        for _ in 0..TRIES.min(all) {
            let mut i = (self.draw() * all as f64) as usize % all;
            let mut kind = 0;
            while i >= kinds[kind].len() {
                i -= kinds[kind].len();
                kind += 1;
            }
            let phase = phases[kind];
            let shifts = match self.shifts.get(&phase.basis) {
                Some(shifts) => shifts.clone(),
                None => {
                    self.meter.spend((2 * reach.shift as u32 + 1).pow(k as u32) / 4)?;
                    let shifts = Rc::new(shifts(phase, k, reach.shift));
                    self.shifts.insert(phase.basis.clone(), shifts.clone());
                    shifts
                }
            };
            let found = self.unchanged(chart, region, &kinds[kind][i], phase, &shifts, reach.radius)?;
            normals.extend(found.and_then(|vectors| normal(&vectors)));
        }
        normals.sort();
        normals.dedup();
        Ok(normals)
    }

    /// The first k − 1 independent shifts that leave a cube around a point unchanged, as far as the cube and its image lie in the region.
    fn unchanged(
        &self,
        chart: &Chart,
        region: &Region,
        n: &[i64],
        phase: &Phase,
        shifts: &[Vec<i64>],
        radius: i64,
    ) -> Result<Option<Vec<Vec<i64>>>, Failure> {
        let k = chart.k();
        let corner: Vec<i64> = n.iter().map(|n| n - radius).collect();
        let known = |n: &[i64]| {
            if region.rows.iter().all(|row| at(row, n) >= 0) { self.get(chart, n) } else { None }
        };
        // A shift of the phase changes nothing if no point that it does not explain comes to one that it does, forwards or backwards.
        let mut odd: Vec<(Vec<i64>, bool)> = Vec::new();
        let mut seen = 0;
        cube(&corner, 2 * radius + 1, |n| {
            if let Some(p) = known(n) {
                seen += 1;
                if p != phase.contains(n) {
                    odd.push((n.to_vec(), p));
                }
            }
            true
        });
        self.meter.spend(seen as u32)?;
        if seen < (2 * radius as usize + 1).pow(k as u32) / 2 {
            return Ok(None);
        }
        // The nearest first: a shift across the wall soon shows there.
        odd.sort_by_key(|(m, _)| m.iter().zip(n).map(|(a, b)| (a - b) * (a - b)).sum::<i64>());
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut to = vec![0; k];
        for u in shifts {
            let mut count = 0;
            let mut met = 0;
            let refutes = odd.iter().position(|(n, p)| {
                // Of a shift out of the region little is learnt.
                if count as usize > 2 * met + FEW {
                    return true;
                }
                ![1, -1].iter().all(|sign| {
                    count += 1;
                    (0..k).for_each(|i| to[i] = n[i] + sign * u[i]);
                    let there = known(&to);
                    met += usize::from(there.is_some());
                    there.is_none_or(|there| there == *p)
                })
            });
            // A point that refutes one shift refutes others.
            if let Some(i) = refutes {
                odd.swap(i, i / 2);
            }
            let same = refutes.is_none();
            self.meter.spend(count)?;
            if same && met > odd.len() && is_independent(&found, u) {
                found.push(u.clone());
                if found.len() == k - 1 {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}

/// The shifts of a phase, of each pair of opposites one, the shortest first.
fn shifts(phase: &Phase, k: usize, largest: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    let zero = phase.class(&vec![0; k]);
    cube(&vec![-largest; k], 2 * largest + 1, |u| {
        if u.iter().find(|n| **n != 0).is_some_and(|n| *n > 0) && phase.class(u) == zero {
            all.push(u.to_vec());
        }
        true
    });
    all.sort_by_key(|u| u.iter().map(|n| n * n).sum::<i64>());
    all.truncate(MOST_SHIFTS);
    all
}

/// The determinant of some columns of a few rows.
fn determinant(rows: &[Vec<i64>], columns: &[usize]) -> i128 {
    let Some((row, rest)) = rows.split_first() else { return 1 };
    (0..columns.len())
        .map(|i| {
            let others: Vec<usize> = columns.iter().copied().filter(|c| *c != columns[i]).collect();
            let sign = if i % 2 == 0 { 1 } else { -1 };
            sign * i128::from(row[columns[i]]) * determinant(rest, &others)
        })
        .sum()
}

/// The primitive vector that is orthogonal to k − 1 vectors; nothing if they are dependent.
fn normal(vectors: &[Vec<i64>]) -> Option<Vec<i64>> {
    let k = vectors.len() + 1;
    let minor = |i: usize| {
        let others: Vec<usize> = (0..k).filter(|j| *j != i).collect();
        if i.is_multiple_of(2) { determinant(vectors, &others) } else { -determinant(vectors, &others) }
    };
    let minors: Vec<i128> = (0..k).map(minor).collect();
    let g = minors.iter().fold(0i128, |g, n| g.gcd(n));
    let first = minors.iter().find(|n| **n != 0)?;
    minors.iter().map(|n| i64::try_from(n / g * first.signum()).ok()).collect()
}

/// Whether a vector is no rational combination of others, which are independent.
fn is_independent(others: &[Vec<i64>], u: &[i64]) -> bool {
    let all: Vec<Vec<i64>> = others.iter().cloned().chain([u.to_vec()]).collect();
    let mut columns = vec![Vec::new()];
    for c in 0..u.len() {
        let with: Vec<Vec<usize>> = columns.iter().map(|chosen: &Vec<usize>| [&chosen[..], &[c]].concat()).collect();
        columns.extend(with);
    }
    columns.iter().any(|chosen| chosen.len() == all.len() && determinant(&all, chosen) != 0)
}
