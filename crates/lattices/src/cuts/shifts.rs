//! Normals of walls from what repeats along them.
//!
//! Across a wall nothing repeats, but along it the layers beside it do: a cube around a point of a wall that divides k dimensions is unchanged by k − 1 independent shifts, which are among those
//! of the phase on one side. They span the wall exactly, however large the entries of its normal are; slabs, compared by how many points lie in them, tell only walls with simple normals apart.

use super::grow::Grower;
use super::phase::{Phase, cube};
use super::region::{Chart, Region, at};
use crate::budget::Failure;
use num_integer::Integer;

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
        let mut known: Vec<Option<Vec<Vec<i64>>>> = vec![None; phases.len()];
        let all: usize = kinds.iter().map(Vec::len).sum();
        let mut normals: Vec<Vec<i64>> = Vec::new();
        for _ in 0..TRIES.min(all) {
            let mut i = (self.draw() * all as f64) as usize % all;
            let mut kind = 0;
            while i >= kinds[kind].len() {
                i -= kinds[kind].len();
                kind += 1;
            }
            if known[kind].is_none() {
                self.meter.spend((2 * reach.shift as u32 + 1).pow(k as u32) / 4)?;
            }
            let shifts = known[kind].get_or_insert_with(|| shifts(phases[kind], k, reach.shift));
            let found = self.unchanged(chart, region, &kinds[kind][i], shifts, reach.radius)?;
            normals.extend(found.and_then(|vectors| normal(&vectors)));
        }
        normals.sort();
        normals.dedup();
        Ok(normals)
    }

    /// The first k − 1 independent shifts that leave a cube around a point unchanged, as far as the cube and its image lie in the region.
    fn unchanged(
        &mut self,
        chart: &Chart,
        region: &Region,
        n: &[i64],
        shifts: &[Vec<i64>],
        radius: i64,
    ) -> Result<Option<Vec<Vec<i64>>>, Failure> {
        let k = chart.k();
        let corner: Vec<i64> = n.iter().map(|n| n - radius).collect();
        let mut points: Vec<(Vec<i64>, bool)> = Vec::new();
        cube(&corner, 2 * radius + 1, |n| {
            if region.rows.iter().all(|row| at(row, n) >= 0)
                && let Some(p) = self.get(chart, n)
            {
                points.push((n.to_vec(), p));
            }
            true
        });
        self.meter.spend(points.len() as u32)?;
        if points.len() < (2 * radius as usize + 1).pow(k as u32) / 2 {
            return Ok(None);
        }
        self.shuffle(&mut points);
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut to = vec![0; k];
        for u in shifts {
            let mut count = 0;
            let mut met = 0;
            let same = points.iter().all(|(n, p)| {
                // Of a shift out of the region little is learnt.
                if count as usize > 2 * met + FEW {
                    return false;
                }
                count += 1;
                (0..k).for_each(|i| to[i] = n[i] + u[i]);
                let there = if region.rows.iter().all(|row| at(row, &to) >= 0) { self.get(chart, &to) } else { None };
                met += usize::from(there.is_some());
                there.is_none_or(|there| there == *p)
            });
            self.meter.spend(count)?;
            if same && met * 2 > points.len() && is_independent(&found, u) {
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
