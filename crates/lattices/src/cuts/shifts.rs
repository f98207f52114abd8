//! Normals of walls from what repeats along them.
//!
//! Across a wall nothing repeats, but along it the layers beside it do: a cube around a point of a wall that divides k dimensions is unchanged by k − 1 independent shifts, which are among those
//! of the phase on one side. They span the wall exactly, however large the entries of its normal are; slabs, compared by how many points lie in them, tell only walls with simple normals apart.

use super::grow::Grower;
use super::phase::{Lattice, Phase, cube};
use super::region::{Chart, Region};
use crate::budget::{Failure, Meter};
use num_integer::Integer;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How shifts are looked for in a flat.
pub(super) struct Reach {
    /// Half the side of the cube that they leave unchanged.
    pub(super) radius: i64,
    /// The largest entry of shifts.
    pub(super) shift: i64,
    /// The same of those that are looked for where some are known, but too few to span a wall.
    pub(super) long: i64,
}

/// In flats of dimension 2 to 5.
pub(super) const REACHES: [Reach; 4] = [
    Reach { radius: 24, shift: 120, long: 0 },
    Reach { radius: 12, shift: 32, long: 300 },
    Reach { radius: 6, shift: 12, long: 60 },
    Reach { radius: 4, shift: 6, long: 24 },
];
/// So many points tell whether a shift leads out of the region.
const FEW: usize = 64;
/// How many points are tried.
const TRIES: usize = 16;
/// At how many points normals are voted on.
const VOTES: usize = 60;
/// Of how many phases shifts are kept.
pub(super) const MOST_KEPT: usize = 200;
/// About how many long shifts are gone through, of which the shortest are kept.
pub(super) const MOST_LONG: f64 = 2e6;
/// How many times as long they are in a folded table, and how many times as many are kept.
const FOLDED: usize = 3;
/// The most shifts of a phase.
pub(super) const MOST_SHIFTS: usize = 30_000;

/// How far around a point of a wall the wall is looked at.
pub(super) fn beside_walls(k: usize) -> i64 {
    REACHES[k.min(5) - 2].radius
}

/// Points around one that a phase does not explain, and whether they are in P.
pub(super) type Odd = Vec<(Vec<i64>, bool)>;

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
        let tried: Vec<(usize, &Vec<i64>)> = (0..TRIES.min(all)).map(|_| self.drawn(kinds)).collect();
        // For each normal the kind and the shifts that showed it.
        let mut normals: BTreeMap<Vec<i64>, (usize, Vec<Vec<i64>>)> = BTreeMap::new();
        for (kind, n) in tried {
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
            if let Some(vectors) = self.unchanged(chart, region, n, phase, &shifts, reach)?
                && let Some(a) = normal(&vectors)
            {
                normals.entry(a).or_insert((kind, vectors));
            }
        }
        if normals.len() > 1 && self.closely {
            self.vote(chart, region, kinds, phases, &mut normals)?;
        }
        Ok(normals.into_keys().collect())
    }

    /// A point of several kinds, of which there are some, and its kind.
    fn drawn<'b>(&self, kinds: &'b [Vec<Vec<i64>>]) -> (usize, &'b Vec<i64>) {
        let all: usize = kinds.iter().map(Vec::len).sum();
        let mut i = (self.draw() * all as f64) as usize % all;
        let mut kind = 0;
        while i >= kinds[kind].len() {
            i -= kinds[kind].len();
            kind += 1;
        }
        (kind, &kinds[kind][i])
    }

    /// Keeps those normals whose shifts leave the cubes around most points unchanged. Along a wall with teeth of two sizes a few teeth of the same size show a normal that is a little wrong; elsewhere on the wall it fails.
    fn vote(
        &mut self,
        chart: &Chart,
        region: &Region,
        kinds: &[Vec<Vec<i64>>],
        phases: &[&Phase],
        normals: &mut BTreeMap<Vec<i64>, (usize, Vec<Vec<i64>>)>,
    ) -> Result<(), Failure> {
        let radius = REACHES[chart.k().min(5) - 2].radius;
        let mut votes: Vec<usize> = vec![0; normals.len()];
        for _ in 0..VOTES {
            let (kind, n) = self.drawn(kinds);
            if normals.values().all(|(of, _)| *of != kind) {
                continue;
            }
            let Some(mut odd) = self.around(chart, region, n, phases[kind], radius)? else { continue };
            for ((of, vectors), votes) in normals.values().zip(&mut votes) {
                if *of == kind {
                    let mut all = true;
                    for u in vectors {
                        all = all && self.changes_nothing(chart, region, &mut odd, u)?;
                    }
                    *votes += usize::from(all);
                }
            }
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        let mut votes = votes.into_iter();
        normals.retain(|_, _| votes.next().is_some_and(|n| 4 * n >= 3 * most));
        Ok(())
    }

    /// The points of a cube that a phase does not explain, the nearest to its centre first; nothing if too little of it is known.
    fn around(
        &self,
        chart: &Chart,
        region: &Region,
        n: &[i64],
        phase: &Phase,
        radius: i64,
    ) -> Result<Option<Odd>, Failure> {
        let mut odd = Vec::new();
        let mut seen = 0;
        self.known_around(chart, region, n, radius, |n, p| {
            seen += 1;
            if p != phase.contains(n) {
                odd.push((n.to_vec(), p));
            }
            true
        });
        self.meter.spend(seen as u32)?;
        // A shift across the wall soon shows there.
        odd.sort_by_key(|(m, _)| m.iter().zip(n).map(|(a, b)| (a - b) * (a - b)).sum::<i64>());
        Ok(Some(odd).filter(|_| seen >= (2 * radius as usize + 1).pow(chart.k() as u32) / 2))
    }

    /// Whether a shift of the phase leaves a cube unchanged, as far as the cube and its image are known: no point that the phase does not explain comes to one that it does, forwards or backwards.
    pub(super) fn changes_nothing(
        &self,
        chart: &Chart,
        region: &Region,
        odd: &mut Odd,
        u: &[i64],
    ) -> Result<bool, Failure> {
        let mut to = vec![0; u.len()];
        let (mut count, mut met) = (0, 0);
        let refutes = odd.iter().position(|(n, p)| {
            // Of a shift out of the region little is learnt.
            if count as usize > 2 * met + FEW {
                return true;
            }
            ![1, -1].iter().all(|sign| {
                count += 1;
                to.iter_mut().zip(n).zip(u).for_each(|((to, n), u)| *to = n + sign * u);
                let there = self.within(chart, region, &to);
                met += usize::from(there.is_some());
                there.is_none_or(|there| there == *p)
            })
        });
        // A point that refutes one shift refutes others.
        if let Some(i) = refutes {
            odd.swap(i, i / 2);
        }
        self.meter.spend(count)?;
        Ok(refutes.is_none() && met > odd.len())
    }

    /// The first k − 1 independent shifts that leave a cube around a point unchanged.
    fn unchanged(
        &mut self,
        chart: &Chart,
        region: &Region,
        n: &[i64],
        phase: &Phase,
        shifts: &[Vec<i64>],
        reach: &Reach,
    ) -> Result<Option<Vec<Vec<i64>>>, Failure> {
        let Some(mut odd) = self.around(chart, region, n, phase, reach.radius)? else { return Ok(None) };
        let all = chart.k() - 1;
        let mut found: Vec<Vec<i64>> = Vec::new();
        for u in shifts {
            if self.changes_nothing(chart, region, &mut odd, u)? && is_independent(&found, u) {
                found.push(u.clone());
                if found.len() == all {
                    return Ok(Some(found));
                }
            }
        }
        // Long ones need to be looked for only modulo those that are known.
        while !found.is_empty() && self.closely {
            let key = [&phase.basis[..], &found[..]].concat();
            let shifts = match self.shifts.get(&key) {
                Some(shifts) => shifts.clone(),
                None => {
                    let times = if self.levels.is_folded() { FOLDED } else { 1 };
                    let largest = times as i64 * reach.long;
                    let mut shifts = long(&phase.basis, &found, largest, MOST_LONG, self.meter)?;
                    shifts.truncate(times * MOST_SHIFTS);
                    let shifts = Rc::new(shifts);
                    if self.shifts.len() >= MOST_KEPT {
                        self.shifts.clear();
                    }
                    self.shifts.insert(key, shifts.clone());
                    shifts
                }
            };
            let mut more = None;
            for u in shifts.iter() {
                if self.changes_nothing(chart, region, &mut odd, u)? && is_independent(&found, u) {
                    more = Some(u.clone());
                    break;
                }
            }
            let Some(u) = more else { break };
            found.push(u);
            if found.len() == all {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The shifts of a phase, of each pair of opposites one, the shortest first.
pub(super) fn shifts(phase: &Phase, k: usize, largest: i64) -> Vec<Vec<i64>> {
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

/// The vectors of a lattice with entries up to a number, one for each class modulo some that are known, about so many at most, the shortest first.
pub(super) fn long(
    basis: &[Vec<i64>],
    known: &[Vec<i64>],
    largest: i64,
    count: f64,
    meter: &Meter,
) -> Result<Vec<Vec<i64>>, Failure> {
    let k = basis.len();
    let mut lattice = Lattice::zero(k);
    known.iter().for_each(|u| lattice.insert(u.clone()));
    // Where they would be too many entries are smaller.
    let free = (0..k).filter(|i| lattice.pivot(*i).is_none()).count() as f64;
    let classes: f64 = (0..k).map(|i| lattice.pivot(i).unwrap_or(1) as f64 / basis[i][i] as f64).product();
    let most = ((count / classes).powf(1.0 / free) / 2.0) as i64;
    let range = |i| lattice.pivot(i).map_or((-largest.min(most), largest.min(most)), |n| (0, n - 1));
    let ranges: Vec<(i64, i64)> = (0..k).map(range).collect();
    let mut all = vec![vec![0; k]];
    for (i, (low, high)) in ranges.into_iter().enumerate() {
        let row = &basis[i];
        let mut longer = Vec::new();
        for u in &all {
            let first = Integer::div_ceil(&(low - u[i]), &row[i]);
            let last = Integer::div_floor(&(high - u[i]), &row[i]);
            meter.spend(10 * (last - first + 2) as u32)?;
            longer.extend((first..=last).map(|m| u.iter().zip(row).map(|(u, r)| u + m * r).collect::<Vec<i64>>()));
        }
        all = longer;
    }
    all.sort_by_cached_key(|u| u.iter().map(|n| n * n).sum::<i64>());
    Ok(all)
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
pub(super) fn normal(vectors: &[Vec<i64>]) -> Option<Vec<i64>> {
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
pub(super) fn is_independent(others: &[Vec<i64>], u: &[i64]) -> bool {
    let all: Vec<Vec<i64>> = others.iter().cloned().chain([u.to_vec()]).collect();
    let mut columns = vec![Vec::new()];
    for c in 0..u.len() {
        let with: Vec<Vec<usize>> = columns.iter().map(|chosen: &Vec<usize>| [&chosen[..], &[c]].concat()).collect();
        columns.extend(with);
    }
    columns.iter().any(|chosen| chosen.len() == all.len() && determinant(&all, chosen) != 0)
}
