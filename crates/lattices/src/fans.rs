//! Finds a set in any dimension that is periodic in each cone of a fan, and agrees with the P-positions in a box. A guess:
//! [`super::cover`] proves or refuses it.
//!
//! Whether x is in the set may depend on three things: on its residues modulo m_i, on its coordinates as far as they lie below
//! thresholds t_i, and on a few linear functions h with small integer coefficients of both signs as far as their values lie between two bounds. The hyperplanes
//! h = 0 and x_i = 0 cut the orthant into the cones of a fan; in each the set is periodic, and along each wall there
//! are finitely many layers. Every set with an affine stratification is of this form (for some m, t, h).
//!
//! Coordinates that are periodic by themselves are seen in a small box, and then need few values each, so that the others may have
//! many. The search takes thresholds of growing size and adds the linear function that leaves the fewest points of the box
//! unexplained (points that share all of the above with points of the other kind), until none is left. Then bounds
//! and thresholds are narrowed while the box stays explained. Each class that the m, t, h cut out is a union of strata by its inequalities, and
//! one point of it, asked of the recursion, tells for all.

use super::budget::{Budgets, Failure, Meter};
use super::game::{Core, for_box};
use super::periodic::coordinate;
use super::periods::Cube;
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_lattice_points::sets::polyhedron::Polyhedron;
use sprague_lattice_points::{Budget, Stratification};

/// The most linear functions.
const MOST_BORDERS: usize = 4;
/// Points by which candidates are ranked.
const RANKED: usize = 5_000;
/// Candidates for linear functions.
const CANDIDATES: usize = 400;
/// The longest side of a box, and the shortest that shows anything.
const LONGEST: usize = 160;
const SHORTEST: usize = 8;
/// Guesses that are worth a proof.
const GUESSES: usize = 2;
/// The most classes of a guess.
const CLASSES: u64 = 200_000;

/// A linear function, whose values count between two bounds.
#[derive(Clone, Debug)]
struct Border {
    normal: Vec<i64>,
    low: i64,
    high: i64,
}

impl Border {
    fn value(&self, x: &[i64]) -> i64 {
        self.normal.iter().zip(x).map(|(h, x)| h * x).sum()
    }
}

/// What membership depends on.
#[derive(Clone, Debug)]
pub(crate) struct Fan {
    thresholds: Vec<i64>,
    borders: Vec<Border>,
    moduli: Vec<i64>,
}

fn mixed(hash: u64, n: i64) -> u64 {
    let z = hash.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ (n as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = z.wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 29)
}

/// The points of a box.
struct Sample<'a> {
    dimension: usize,
    points: Vec<i64>,
    inside: &'a [bool],
    /// Periods in the coordinates, those that have no own all 1, all 2, …, with the residues of the points.
    residues: Vec<(Vec<i64>, Vec<u64>)>,
    meter: &'a Meter<'a>,
}

impl Sample<'_> {
    fn point(&self, i: u32) -> &[i64] {
        &self.points[i as usize * self.dimension..(i as usize + 1) * self.dimension]
    }

    /// What thresholds and borders tell of each point.
    fn cells(&self, some: &[u32], thresholds: &[i64], borders: &[Border]) -> Result<Vec<u64>, Failure> {
        self.meter.spend(u32::try_from(some.len()).unwrap_or(u32::MAX))?;
        let cell = |&i: &u32| {
            let x = self.point(i);
            let key = x.iter().zip(thresholds).fold(0, |key, (x, t)| mixed(key, *x.min(t)));
            borders.iter().fold(key, |key, b| mixed(key, b.value(x).clamp(b.low, b.high)))
        };
        Ok(some.iter().map(cell).collect())
    }

    /// How many points would have to change so that points with the same key agree.
    fn unexplained(&self, some: &[u32], cells: &[u64], residues: &[u64]) -> Result<usize, Failure> {
        self.meter.spend(u32::try_from(some.len()).unwrap_or(u32::MAX))?;
        let mut seen: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
        for (&i, &cell) in some.iter().zip(cells) {
            let count = seen.entry(mixed(cell, residues[i as usize] as i64)).or_default();
            if self.inside[i as usize] { count.0 += 1 } else { count.1 += 1 }
        }
        Ok(seen.into_values().map(|(a, b)| a.min(b) as usize).sum())
    }

    /// The points of those cells in which no period explains all.
    fn open(&self, all: &[u32], fan: &Fan) -> Result<Vec<u32>, Failure> {
        let mut open = all.to_vec();
        for (_, residues) in &self.residues {
            let cells = self.cells(&open, &fan.thresholds, &fan.borders)?;
            let mut seen: FxHashMap<u64, bool> = FxHashMap::default();
            let mut contradicted: FxHashSet<u64> = FxHashSet::default();
            for (&i, &cell) in open.iter().zip(&cells) {
                let inside = self.inside[i as usize];
                if *seen.entry(mixed(cell, residues[i as usize] as i64)).or_insert(inside) != inside {
                    contradicted.insert(cell);
                }
            }
            open = open.into_iter().zip(cells).filter(|(_, c)| contradicted.contains(c)).map(|(i, _)| i).collect();
            if open.is_empty() {
                break;
            }
        }
        Ok(open)
    }

    /// Whether residues, thresholds and borders explain the whole box.
    fn explains(&self, all: &[u32], fan: &Fan) -> Result<bool, Failure> {
        let cells = self.cells(all, &fan.thresholds, &fan.borders)?;
        let mut seen: FxHashMap<u64, bool> = FxHashMap::default();
        Ok(all.iter().zip(cells).all(|(&i, cell)| {
            let key = self.point(i).iter().zip(&fan.moduli).fold(cell, |key, (x, m)| mixed(key, x % m));
            let inside = self.inside[i as usize];
            *seen.entry(key).or_insert(inside) == inside
        }))
    }
}

/// The largest entries of linear functions, one size after the other: a simple wall is believed sooner.
pub(crate) const ENTRIES: [i64; 4] = [1, 2, 4, 12];

/// Primitive vectors with small entries of both signs at some coordinates, one of each pair of opposite ones; few and
/// small entries first.
fn candidates(d: usize, free: &[usize], largest: i64) -> Vec<Vec<i64>> {
    let count = (0..free.len()).try_fold(1i64, |n, _| n.checked_mul(2 * largest + 1));
    if count.is_none_or(|n| n > 4000) {
        return Vec::new();
    }
    let mut all: Vec<Vec<i64>> = vec![vec![0; d]];
    for &i in free {
        let with = |h: &Vec<i64>, n: i64| {
            let mut h = h.clone();
            h[i] = n;
            h
        };
        all = all.iter().flat_map(|h| (-largest..=largest).map(move |n| with(h, n))).collect();
    }
    all.retain(|h| {
        h.iter().find(|n| **n != 0).is_some_and(|n| *n > 0)
            && h.iter().any(|n| *n < 0)
            && h.iter().fold(0, |g: i64, n| g.gcd(n)) == 1
    });
    all.sort_by_key(|h| (h.iter().filter(|n| **n != 0).count(), h.iter().map(|n| n.abs()).sum::<i64>(), h.clone()));
    all.truncate(CANDIDATES);
    all
}

/// Answers whether a point is in the set.
pub(crate) type Truth<'a> = dyn FnMut(&[i64]) -> Result<bool, Failure> + 'a;

/// The recursion on positions that are brought near the origin by the periods of single coordinates. What it says is
/// right if these periods are; if play comes back to a position, it says nothing.
pub(crate) struct Folded<'a> {
    core: &'a Core,
    /// Threshold and period, for a coordinate that has its own.
    periods: Vec<Option<(i64, i64)>>,
    /// Nothing for a position whose options are being looked at.
    known: FxHashMap<Vec<i64>, Option<bool>>,
    most: usize,
    meter: &'a Meter<'a>,
}

impl Folded<'_> {
    fn fold(&self, x: &mut [i64]) {
        for (n, own) in x.iter_mut().zip(&self.periods) {
            if let Some((t, p)) = own
                && *n >= t + p
            {
                *n = t + (*n - t) % p;
            }
        }
    }

    /// Is it a P-position?
    pub(crate) fn is_p(&mut self, x: &[i64]) -> Result<bool, Failure> {
        let mut start = x.to_vec();
        self.fold(&mut start);
        if let Some(&known) = self.known.get(&start) {
            return known.ok_or(Failure::Budget);
        }
        self.known.insert(start.clone(), None);
        let mut stack = vec![(start, 0usize)];
        let mut decided = false;
        'positions: while let Some((at, mut index)) = stack.pop() {
            decided = !self.core.is_defeated(&at);
            while decided && index < self.core.moves.len() {
                self.meter.spend(1)?;
                if let Some(mut to) = self.core.after(&at, index).filter(|to| !self.core.is_defeated(to)) {
                    self.fold(&mut to);
                    match self.known.get(&to) {
                        Some(Some(p)) => decided = !p,
                        // Round in a circle: the periods are none.
                        Some(None) => return Err(Failure::Budget),
                        None => {
                            if self.known.len() >= self.most {
                                return Err(Failure::Budget);
                            }
                            self.known.insert(to.clone(), None);
                            stack.push((at, index));
                            stack.push((to, 0));
                            continue 'positions;
                        }
                    }
                }
                index += 1;
            }
            self.known.insert(at, Some(decided));
        }
        Ok(decided)
    }
}

/// A table of a box of points, all below `lengths`.
fn looked_up(lengths: &[i64], truth: &mut Truth, meter: &Meter) -> Result<Vec<bool>, Failure> {
    let mut inside = Vec::new();
    for_box::<Failure>(lengths, meter.handle, |x| {
        inside.push(truth(x)?);
        Ok(())
    })?;
    Ok(inside)
}

/// The largest side of a cube of so many dimensions with at most so many points.
fn side_of(points: usize, dimensions: usize) -> usize {
    let fits = |side: usize| (0..dimensions).try_fold(1usize, |n, _| n.checked_mul(side)).is_some_and(|n| n <= points);
    (1..=LONGEST).rev().find(|&side| fits(side)).unwrap_or(1)
}

/// What a search found: guesses, those with the fewest classes first; the largest side of the box; and what answers
/// whether a point is in the set, as far as the box tells.
pub(crate) struct Found<'a> {
    pub fans: Vec<Fan>,
    pub side: usize,
    pub folded: Folded<'a>,
}

/// The guesses that a box within the budgets allows, with linear functions whose entries are at most `largest`.
pub(crate) fn guesses<'a>(
    core: &'a Core,
    budgets: &Budgets,
    largest: i64,
    truth: &mut Truth,
    meter: &'a Meter<'a>,
) -> Result<Found<'a>, Failure> {
    let (d, points) = (core.dimension, budgets.box_points);
    let side = side_of(points / 4, d);
    let folded =
        Folded { core, periods: vec![None; d], known: FxHashMap::default(), most: budgets.positions / 4, meter };
    let mut found = Found { fans: Vec::new(), side, folded };
    if d < 2 || side < SHORTEST {
        return Ok(found);
    }
    let table = Cube { dimension: d, side, inside: looked_up(&vec![side as i64; d], truth, meter)? };
    // Well inside the box: what begins near the middle may be the wedge between two walls.
    let own = |found: Option<(i64, i64)>| found.filter(|(t, _)| 3 * t <= side as i64);
    let alone = (0..d).map(|j| Ok(own(coordinate(&table, j, meter)?))).collect::<Result<Vec<_>, Failure>>()?;
    let free: Vec<usize> = (0..d).filter(|&j| alone[j].is_none()).collect();
    // Two periods of each coordinate that has its own; as much as possible of the others.
    let few: i64 = alone.iter().flatten().map(|(t, p)| t + 2 * p).product();
    let long = side_of(points / 4 / few as usize, free.len()).max(side);
    let lengths: Vec<i64> = alone.iter().map(|own| own.map_or(long as i64, |(t, p)| t + 2 * p)).collect();
    found.folded.periods.clone_from(&alone);
    found.side = long;
    if free.len() < 2 {
        return Ok(found);
    }
    let inside = if long == side && free.len() == d {
        table.inside
    } else {
        looked_up(&lengths, &mut |x| found.folded.is_p(x), meter)?
    };
    let mut points = Vec::with_capacity(inside.len() * d);
    for_box::<Failure>(&lengths, meter.handle, |x| {
        points.extend_from_slice(x);
        Ok(())
    })?;
    let periods = |m: i64| -> Vec<i64> { alone.iter().map(|own| own.map_or(m, |(_, p)| p)).collect() };
    let residue = |m: i64| {
        let periods = periods(m);
        points.chunks(d).map(|x| x.iter().zip(&periods).fold(0, |key, (n, m)| mixed(key, n % m))).collect()
    };
    let most = (long as i64 / 4).min(12);
    let residues: Vec<(Vec<i64>, Vec<u64>)> = (1..=most).map(|m| (periods(m), residue(m))).collect();
    let sample = Sample { dimension: d, points, inside: &inside, residues, meter };
    let all: Vec<u32> = (0..inside.len() as u32).collect();
    let normals = candidates(d, &free, largest);
    if normals.is_empty() {
        return Ok(found);
    }
    let mut fans: Vec<(u64, Fan)> = Vec::new();
    let sizes = (0i64..).map(|k| if k < 6 { k } else { (k - 4) * (k - 4) + 2 });
    for t in sizes.take_while(|t| 5 * t <= 2 * long as i64) {
        let thresholds = alone.iter().map(|own| own.map_or(t, |(t, _)| t)).collect();
        match grown(&sample, &all, &normals, t, thresholds) {
            Ok(Some(fan)) => {
                let count = fan.classes();
                if count <= CLASSES && fans.iter().all(|(n, _)| *n != count) {
                    fans.push((count, fan));
                }
                // More of it is rarely simpler.
                if fans.len() == GUESSES {
                    break;
                }
            }
            Ok(None) => {}
            Err(Failure::Budget) if !fans.is_empty() => break,
            Err(failure) => return Err(failure),
        }
    }
    fans.sort_by_key(|(count, _)| *count);
    found.fans = fans.into_iter().map(|(_, fan)| fan).collect();
    Ok(found)
}

/// Borders that explain the box together with equal thresholds, then all made as small as they can be.
fn grown(
    sample: &Sample,
    all: &[u32],
    normals: &[Vec<i64>],
    t: i64,
    thresholds: Vec<i64>,
) -> Result<Option<Fan>, Failure> {
    let mut fan = Fan { thresholds, borders: Vec::new(), moduli: Vec::new() };
    loop {
        let open = sample.open(all, &fan)?;
        if open.is_empty() {
            break;
        }
        if fan.borders.len() == MOST_BORDERS {
            return Ok(None);
        }
        // Whole cells, the large ones first, as far as they are few points.
        let cells = sample.cells(&open, &fan.thresholds, &fan.borders)?;
        let mut by_cell: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        open.iter().zip(cells).for_each(|(&i, c)| by_cell.entry(c).or_default().push(i));
        let mut groups: Vec<Vec<u32>> = by_cell.into_values().collect();
        groups.sort_by_key(|g| (std::cmp::Reverse(g.len()), g[0]));
        let mut some: Vec<u32> = Vec::new();
        for group in groups {
            if some.len() < RANKED {
                some.extend(group);
            }
        }
        let cells = sample.cells(&some, &fan.thresholds, &fan.borders)?;
        let mut best: Option<(usize, usize)> = None;
        for (k, (_, residues)) in sample.residues.iter().enumerate() {
            let n = sample.unexplained(&some, &cells, residues)?;
            if best.is_none_or(|(least, _)| n < least) {
                best = Some((n, k));
            }
        }
        let Some((now, k)) = best else { return Ok(None) };
        let residues = &sample.residues[k].1;
        let mut chosen: Option<(usize, Border)> = None;
        for normal in normals {
            let width = 3 * t.max(2) * normal.iter().map(|n| n.abs()).sum::<i64>() / 2;
            let border = Border { normal: normal.clone(), low: -width, high: width };
            let mut borders = fan.borders.clone();
            borders.push(border.clone());
            let cells = sample.cells(&some, &fan.thresholds, &borders)?;
            let n = sample.unexplained(&some, &cells, residues)?;
            if chosen.as_ref().is_none_or(|(least, _)| n < *least) {
                chosen = Some((n, border));
            }
        }
        match chosen {
            Some((n, border)) if 4 * n <= 3 * now => fan.borders.push(border),
            _ => return Ok(None),
        }
    }
    // One period for all cells.
    for (m, _) in &sample.residues {
        fan.moduli.clone_from(m);
        if sample.explains(all, &fan)? {
            return narrowed(sample, all, fan).map(Some);
        }
    }
    Ok(None)
}

/// Everything as small as it can be while the box is explained: borders left out, their bounds, periods, thresholds.
fn narrowed(sample: &Sample, all: &[u32], mut fan: Fan) -> Result<Fan, Failure> {
    let try_it = |fan: &mut Fan, change: &dyn Fn(&mut Fan)| -> Result<bool, Failure> {
        let mut other = fan.clone();
        change(&mut other);
        let good = other.borders.iter().all(|b| b.low < b.high) && sample.explains(all, &other)?;
        if good {
            *fan = other;
        }
        Ok(good)
    };
    let mut k = 0;
    while k < fan.borders.len() {
        if !try_it(&mut fan, &|f| drop(f.borders.remove(k)))? {
            k += 1;
        }
    }
    for k in 0..fan.borders.len() {
        while try_it(&mut fan, &|f| f.borders[k].low += 1)? {}
        while try_it(&mut fan, &|f| f.borders[k].high -= 1)? {}
    }
    for i in 0..sample.dimension {
        let m = fan.moduli[i];
        for n in (1..m).filter(|n| m % n == 0) {
            if try_it(&mut fan, &|f| f.moduli[i] = n)? {
                break;
            }
        }
        while fan.thresholds[i] > 0 && try_it(&mut fan, &|f| f.thresholds[i] -= 1)? {}
    }
    Ok(fan)
}

impl Fan {
    /// Up to how many classes there are.
    fn classes(&self) -> u64 {
        let coordinates = self.thresholds.iter().zip(&self.moduli).map(|(t, m)| (t + m) as u64);
        let borders = self.borders.iter().map(|b| (b.high - b.low + 1) as u64);
        coordinates.chain(borders).fold(1, |n, k| n.saturating_mul(k))
    }

    /// The set: each class is asked for by one of its points.
    pub(crate) fn set(&self, truth: &mut Truth, pieces: Budget, meter: &Meter) -> Result<Stratification, Failure> {
        let d = self.thresholds.len();
        // Coordinates that some border looks at are treated together, all others one by one.
        let (bound, single): (Vec<usize>, Vec<usize>) =
            (0..d).partition(|&i| self.borders.iter().any(|b| b.normal[i] != 0));
        let together = self.parts(&bound, pieces, meter)?;
        let lengths: Vec<i64> = single.iter().map(|&i| self.thresholds[i] + self.moduli[i]).collect();
        let mut strata: Vec<Stratum> = Vec::new();
        let mut add = |low: &[i64]| -> Result<(), Failure> {
            for part in &together {
                meter.spend(d as u32)?;
                let mut base = part.base.clone();
                single.iter().zip(low).for_each(|(&i, &n)| base[i] = n.into());
                let small: Option<Vec<i64>> = base.iter().map(ToPrimitive::to_i64).collect();
                if !truth(&small.ok_or(Failure::Budget)?)? {
                    continue;
                }
                let mut generators = part.generators.clone();
                for (&i, &n) in single.iter().zip(low) {
                    if n >= self.thresholds[i] {
                        generators.push(multiple_of_unit(d, i, self.moduli[i]));
                    }
                }
                strata.push(Stratum { base, generators });
                if strata.len() > pieces.pieces {
                    return Err(Failure::Budget);
                }
            }
            Ok(())
        };
        for_box::<Failure>(&lengths, meter.handle, &mut add)?;
        Ok(Stratification::of_disjoint(d, strata, meter.handle)?)
    }

    /// The classes in some coordinates, as disjoint strata with 0 at the others. Points of a stratum share their class.
    fn parts(&self, bound: &[usize], pieces: Budget, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let d = self.thresholds.len();
        if bound.is_empty() {
            return Ok(vec![Stratum { base: vec![BigInt::zero(); d], generators: Vec::new() }]);
        }
        let mut out: Vec<Stratum> = Vec::new();
        let lengths: Vec<i64> = bound.iter().map(|&i| self.thresholds[i] + self.moduli[i]).collect();
        let widths: Vec<i64> = self.borders.iter().map(|b| b.high - b.low + 1).collect();
        for_box::<Failure>(&lengths, meter.handle, |low| {
            // x_i = low_i, and + m_i y_i where that is not below the threshold.
            let free: Vec<usize> = (0..bound.len()).filter(|&k| low[k] >= self.thresholds[bound[k]]).collect();
            let mut start = vec![0i64; d];
            bound.iter().zip(low).for_each(|(&i, &n)| start[i] = n);
            let steps: Vec<(usize, i64)> = free.iter().map(|&k| (bound[k], self.moduli[bound[k]])).collect();
            for_box::<Failure>(&widths, meter.handle, |offsets| {
                meter.spend(16)?;
                let mut rows: Vec<(Vec<BigInt>, BigInt)> = Vec::new();
                for (b, offset) in self.borders.iter().zip(offsets) {
                    let (value, here) = (b.low + offset, b.value(&start));
                    let row: Vec<BigInt> = steps.iter().map(|&(i, m)| (b.normal[i] * m).into()).collect();
                    // At the upper bound at least that value, at the lower at most, in between exactly.
                    if value != b.low {
                        rows.push((row.clone(), (here - value).into()));
                    }
                    if value != b.high {
                        rows.push((row.iter().map(|n| -n).collect(), (value - here).into()));
                    }
                }
                // Rows without unknowns hold or not.
                if rows.iter().any(|(row, c)| row.iter().all(Zero::is_zero) && *c < BigInt::zero()) {
                    return Ok(());
                }
                rows.retain(|(row, _)| row.iter().any(|n| !n.is_zero()));
                let place = |y: &[BigInt], affine: bool| -> Vec<BigInt> {
                    let mut x: Vec<BigInt> =
                        start.iter().map(|&n| if affine { n.into() } else { BigInt::zero() }).collect();
                    steps.iter().zip(y).for_each(|(&(i, m), y)| x[i] += y * m);
                    x
                };
                if steps.is_empty() {
                    out.push(Stratum { base: place(&[], true), generators: Vec::new() });
                    return Ok(());
                }
                for k in 0..steps.len() {
                    let unit = (0..steps.len()).map(|j| if j == k { BigInt::one() } else { BigInt::zero() }).collect();
                    rows.push((unit, BigInt::zero()));
                }
                let polyhedron = Polyhedron { dimension: steps.len(), rows };
                let cell = Stratification::of_polyhedron(polyhedron, pieces, meter.handle)?;
                out.extend(cell.strata().iter().map(|s| Stratum {
                    base: place(&s.base, true),
                    generators: s.generators.iter().map(|g| place(g, false)).collect(),
                }));
                if out.len() > pieces.pieces {
                    return Err(Failure::Budget);
                }
                Ok(())
            })
        })?;
        Ok(out)
    }
}

fn multiple_of_unit(d: usize, i: usize, m: i64) -> Vec<BigInt> {
    (0..d).map(|j| if i == j { m.into() } else { BigInt::zero() }).collect()
}
