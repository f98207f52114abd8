//! The P-positions up to a weight: w(x) <= W for a linear function w that is positive on every move and every coordinate.
//!
//! Every option of such a point is such a point of smaller weight, so the recursion runs through them by rising weight and asks for nothing else. Points of the same weight do not
//! depend on one another: those that differ in two coordinates a and b only lie on a line along w_b e_a − w_a e_b and are the bits of a *row*, and the options by one move of a row lie in one
//! row, moved by a constant. So 64 points are decided at once. A row is known by the other coordinates c and the weight R that a and b have together.
//! Cost: points times moves, over 64; a bit a point, and half a word a row.

use super::fold::Fold;
use crate::budget::{Failure, Meter};
use crate::game::Core;
use num_integer::Integer;

/// The largest entry of a weight.
const HEAVIEST: i64 = 8;
/// The most words.
const MOST_WORDS: usize = 1 << 29;
/// So many bytes are enough for what is grown from a table, however large.
const GROWN: usize = 1 << 30;
/// The most rows of one weight, as an array of all of them is kept.
const MOST_ROWS: i64 = 1 << 26;

/// The points whose coordinates a and b have a given weight together.
#[derive(Clone, Copy)]
struct Row {
    /// The least x_a.
    first: i64,
    /// How many points.
    count: usize,
    /// How many words the rows of smaller weight take.
    at: usize,
}

impl Row {
    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

/// The table.
pub(super) struct Levels {
    pub(super) weight: Vec<i64>,
    pub(super) bound: i64,
    /// The coordinate a. In one dimension there is no b.
    a: usize,
    /// From one point of a row to the next x_a grows by this.
    stride: i64,
    /// By R.
    rows: Vec<Row>,
    /// For each coordinate its share of the number of c; 0 for a and b.
    places: Vec<usize>,
    /// Where the rows of a c begin.
    begins: Vec<usize>,
    bits: Vec<u64>,
    /// Only points that stand for others are held, and all of smaller weight.
    fold: Option<(Fold, Box<Levels>)>,
}

/// The most even weight that is positive on all moves.
fn weight(core: &Core, meter: &Meter) -> Result<Vec<i64>, Failure> {
    let d = core.dimension;
    for heaviest in 1..=HEAVIEST {
        let mut w = vec![1i64; d];
        let mut best: Option<Vec<i64>> = None;
        loop {
            meter.spend(core.moves.len() as u32)?;
            let positive = |g: &Vec<i64>| g.iter().zip(&w).map(|(g, w)| g * w).sum::<i64>() > 0;
            let sum = |w: &Vec<i64>| w.iter().sum::<i64>();
            if core.moves.iter().all(positive) && best.as_ref().is_none_or(|b| sum(&w) < sum(b)) {
                best = Some(w.clone());
            }
            let Some(j) = (0..d).find(|&j| w[j] < heaviest) else { break };
            w[..j].fill(1);
            w[j] += 1;
        }
        if let Some(best) = best {
            return Ok(best);
        }
    }
    Err(Failure::Budget)
}

/// The pair of coordinates with the longest rows, or the only one.
fn pair(weight: &[i64], fold: Option<&Fold>) -> (usize, Option<usize>) {
    let is_free = |(a, b): &(usize, usize)| fold.is_none_or(|f| f.vector[*a] == 0 && f.vector[*b] == 0);
    let pairs = (0..weight.len()).flat_map(|a| (0..a).map(move |b| (a, b))).filter(is_free);
    let best = pairs.min_by_key(|&(a, b)| weight[a].lcm(&weight[b]));
    best.map_or((0, None), |(a, b)| (a, Some(b)))
}

/// The rows of all R up to the bound, and the distance of their points.
fn rows(weight: &[i64], a: usize, b: Option<usize>, bound: i64) -> (Vec<Row>, i64) {
    let other = b.map_or(0, |b| weight[b]);
    let stride = if other == 0 { 1 } else { other / other.gcd(&weight[a]) };
    let mut at = 0;
    let row = |r: i64| {
        // The points with w_a x_a + w_b x_b = R: x_a counts up by the stride.
        let fits = |x: &i64| if other == 0 { weight[a] * x == r } else { (r - weight[a] * x) % other == 0 };
        let most = r / weight[a];
        let candidates = if other == 0 { most..most + 1 } else { 0..stride.min(most + 1) };
        let first = candidates.into_iter().find(fits);
        let count = first.map_or(0, |x| if other == 0 { 1 } else { ((most - x) / stride + 1) as usize });
        let row = Row { first: first.unwrap_or(0), count, at };
        at += row.words();
        row
    };
    ((0..=bound).map(row).collect(), stride)
}

impl Levels {
    /// About so many points.
    pub(super) fn new(core: &Core, points: u64, meter: &Meter) -> Result<Levels, Failure> {
        Levels::with(core, points, None, meter)
    }

    /// About so many points that stand for all others along a vector, beside a table of all of smaller weight, which is taken for true.
    pub(super) fn folded(core: &Core, points: u64, fold: Fold, near: Levels, meter: &Meter) -> Result<Levels, Failure> {
        Levels::with(core, points, Some((fold, Box::new(near))), meter)
    }

    fn with(core: &Core, points: u64, fold: Option<(Fold, Box<Levels>)>, meter: &Meter) -> Result<Levels, Failure> {
        let d = core.dimension;
        let weight = weight(core, meter)?;
        // W^d / (d! ∏ w) points, or layers of one dimension less.
        let layers = |bound: f64, without: Option<usize>| {
            let kept = weight.iter().enumerate().filter(|(i, _)| Some(*i) != without);
            kept.enumerate().fold(1.0, |v, (n, (_, w))| v * bound / ((n + 1) as f64 * *w as f64))
        };
        let volume = |bound: f64| match &fold {
            Some((fold, _)) => (0..d).filter_map(|i| Some(fold.layers(i)? as f64 * layers(bound, Some(i)))).sum(),
            None => layers(bound, None),
        };
        let bound = (1..1 << 20).take_while(|&b| volume(b as f64) <= points as f64).last().unwrap_or(1);
        let (a, b) = pair(&weight, fold.as_ref().map(|fold| &fold.0));
        let others: Vec<usize> = (0..d).filter(|&i| i != a && Some(i) != b).collect();
        let (rows, stride) = rows(&weight, a, b, bound);
        let mut places = vec![0; d];
        let mut sides: Vec<i64> = weight.iter().map(|w| bound / w + 1).collect();
        if let Some((fold, _)) = &fold
            && let [(i, kept)] = (0..d).filter_map(|i| Some((i, fold.layers(i)?))).collect::<Vec<_>>()[..]
        {
            sides[i] = sides[i].min(kept);
        }
        let mut count = 1i64;
        for &i in &others {
            places[i] = count as usize;
            count *= sides[i];
            if count > MOST_ROWS {
                return Err(Failure::Budget);
            }
        }
        // All c by rising weight, and where their rows begin.
        let mut blocks: Vec<(i64, Vec<i64>)> = Vec::new();
        let mut begins = vec![0; count as usize];
        let mut words = 0;
        let mut c = vec![0i64; d];
        let mut used = 0;
        loop {
            if fold.as_ref().is_none_or(|(fold, _)| fold.times(&c) == 0) {
                begins[places.iter().zip(&c).map(|(p, n)| p * *n as usize).sum::<usize>()] = words;
                let last = &rows[(bound - used) as usize];
                words += last.at + last.words();
                blocks.push((used, c.clone()));
            }
            meter.spend(1)?;
            // Count up: the first coordinate that may grow, after those before it are set back.
            let grown = others.iter().find(|&&i| {
                let grows = used + weight[i] <= bound && c[i] + 1 < sides[i];
                if !grows {
                    used -= c[i] * weight[i];
                    c[i] = 0;
                }
                grows
            });
            let Some(&i) = grown else { break };
            c[i] += 1;
            used += weight[i];
        }
        if words > MOST_WORDS {
            return Err(Failure::Budget);
        }
        blocks.sort_by_key(|b| b.0);
        let bytes = 8 * (words + begins.len());
        // What is grown from it needs room, too. Without this table the search still has an answer.
        if meter.handle.room().is_some_and(|room| bytes + bytes.min(GROWN) > room) {
            return Err(Failure::Budget);
        }
        let mut levels = Levels { weight, bound, a, stride, rows, places, begins, bits: vec![0; words], fold };
        levels.fill(core, &blocks, meter)?;
        Ok(levels)
    }

    /// Decides all points by rising weight.
    fn fill(&mut self, core: &Core, blocks: &[(i64, Vec<i64>)], meter: &Meter) -> Result<(), Failure> {
        let mut defeated: Vec<(i64, &Vec<i64>)> = core.defeated.iter().map(|x| (self.level(x), x)).collect();
        defeated.sort_unstable();
        let mut defeated = defeated.into_iter().peekable();
        // For each move what it takes off c, the place of c and R.
        let step = |g: &Vec<i64>| {
            let beside: Vec<(usize, i64)> = (0..g.len()).filter(|&i| self.is_beside(i)).map(|i| (i, g[i])).collect();
            let rest = self.level(g) - beside.iter().map(|(i, n)| n * self.weight[*i]).sum::<i64>();
            (beside, self.block(g), rest, g[self.a])
        };
        let steps: Vec<_> = core.moves.iter().map(step).collect();
        let mut bits = Vec::new();
        for level in 0..=self.bound {
            meter.handle.progress("cuts and residues: positions by weight", level as u64, Some(self.bound as u64));
            for (used, c) in blocks.iter().take_while(|b| b.0 <= level) {
                let (r, block) = (level - used, self.block(c));
                let row = self.rows[r as usize];
                if self.copies(level, c, r, block) {
                    meter.spend(row.count as u32)?;
                    continue;
                }
                bits.clear();
                bits.resize(row.words(), 0);
                meter.spend(1 + (bits.len() * steps.len()) as u32)?;
                for (beside, place, rest, along) in &steps {
                    let to = r - rest;
                    if to >= 0 && beside.iter().all(|&(i, n)| c[i] >= n) {
                        let from = self.rows[to as usize];
                        let at =
                            self.begins[block.wrapping_sub(*place).wrapping_sub(self.taken_off(c, beside))] + from.at;
                        merge(
                            &mut bits,
                            &self.bits[at..at + from.words()],
                            (row.first - along - from.first) / self.stride,
                        );
                    }
                }
                bits.iter_mut().for_each(|word| *word = !*word);
                if let Some(last) = bits.last_mut()
                    && !row.count.is_multiple_of(64)
                {
                    *last &= (1 << (row.count % 64)) - 1;
                }
                let at = self.begins[block] + row.at;
                self.bits[at..at + bits.len()].copy_from_slice(&bits);
            }
            let is_copied = self.near().is_some_and(|near| level <= near.bound);
            while let Some((_, x)) = defeated.next_if(|(weight, _)| *weight <= level) {
                if !is_copied {
                    let (word, bit) = self.place(x, level);
                    self.bits[word] &= !(1 << bit);
                }
            }
        }
        Ok(())
    }

    pub(super) fn fold(&self) -> Option<&Fold> {
        self.fold.as_ref().map(|fold| &fold.0)
    }

    pub(super) fn is_folded(&self) -> bool {
        self.fold.is_some()
    }

    /// How many positions it has room for.
    pub(super) fn places(&self) -> usize {
        64 * self.bits.len()
    }

    fn near(&self) -> Option<&Levels> {
        self.fold.as_ref().map(|fold| &*fold.1)
    }

    /// The weight up to which all positions are known.
    pub(super) fn bound_of_all(&self) -> i64 {
        self.near().map_or(self.bound, |near| near.bound)
    }

    /// Copies a row from the table of all positions, if it is there.
    fn copies(&mut self, level: i64, c: &[i64], rest: i64, block: usize) -> bool {
        let Some(near) = self.near().filter(|near| level <= near.bound) else { return false };
        let (row, mut x) = (self.rows[rest as usize], c.to_vec());
        let b = (0..x.len()).find(|&i| i != self.a && !self.is_beside(i));
        let mut bits = vec![0; row.words()];
        for t in 0..row.count {
            x[self.a] = row.first + t as i64 * self.stride;
            if let Some(b) = b {
                x[b] = (rest - self.weight[self.a] * x[self.a]) / self.weight[b];
            }
            bits[t / 64] |= u64::from(near.get(&x) == Some(true)) << (t % 64);
        }
        let at = self.begins[block] + row.at;
        self.bits[at..at + bits.len()].copy_from_slice(&bits);
        true
    }

    /// The weight up to which positions are known on a flat through a point in some directions.
    pub(super) fn bound_on(&self, origin: &[i64], basis: &[Vec<i64>]) -> i64 {
        match &self.fold {
            Some((fold, near)) if fold.hides(origin, |i| basis.iter().all(|b| b[i] == 0)) => near.bound,
            _ => self.bound,
        }
    }

    /// What the fold takes off the number of a c from which a move is taken.
    fn taken_off(&self, c: &[i64], beside: &[(usize, i64)]) -> usize {
        let Some((fold, _)) = &self.fold else { return 0 };
        if beside.iter().all(|&(i, n)| n >= 0 || fold.vector[i] == 0) {
            return 0;
        }
        let mut to = [0; 8];
        to[..c.len()].copy_from_slice(c);
        beside.iter().for_each(|&(i, n)| to[i] -= n);
        self.block(&fold.vector).wrapping_mul(fold.times(&to[..c.len()]) as usize)
    }

    fn level(&self, x: &[i64]) -> i64 {
        x.iter().zip(&self.weight).map(|(n, w)| n * w).sum()
    }

    /// Whether the coordinate is one of c.
    fn is_beside(&self, i: usize) -> bool {
        self.places[i] != 0
    }

    /// The number of a c, or the difference of two numbers.
    fn block(&self, x: &[i64]) -> usize {
        x.iter().zip(&self.places).fold(0, |at, (n, p)| at.wrapping_add((*n as usize).wrapping_mul(*p)))
    }

    /// The word and the bit of a point of the table with this weight.
    #[inline]
    fn place(&self, x: &[i64], level: i64) -> (usize, usize) {
        let (mut block, mut rest) = (0, level);
        for ((n, w), p) in x.iter().zip(&self.weight).zip(&self.places) {
            if *p != 0 {
                block += *n as usize * p;
                rest -= n * w;
            }
        }
        self.in_row(block, rest, x[self.a])
    }

    /// The word and the bit of a point of the table, by the number of its c, its R and its x_a.
    #[inline]
    fn in_row(&self, block: usize, rest: i64, x_a: i64) -> (usize, usize) {
        let row = &self.rows[rest as usize];
        let along = x_a - row.first;
        // Mostly points of a row are neighbours, and a division takes as long as all else.
        let bit = if self.stride == 1 { along } else { along / self.stride } as usize;
        (self.begins[block] + row.at + bit / 64, bit % 64)
    }

    /// Whether the point is in P; nothing beyond the weight and off the orthant.
    #[inline]
    pub(super) fn get(&self, x: &[i64]) -> Option<bool> {
        let mut level = 0;
        for (n, w) in x.iter().zip(&self.weight) {
            if *n < 0 || *n > self.bound {
                return None;
            }
            level += n * w;
        }
        if level > self.bound {
            return None;
        }
        if let Some((fold, near)) = &self.fold {
            return if level <= near.bound { near.get(x) } else { self.beyond(fold, x, level) };
        }
        let (word, bit) = self.place(x, level);
        Some(self.bits[word] >> bit & 1 == 1)
    }

    /// The same beyond the table of all positions.
    fn beyond(&self, fold: &Fold, x: &[i64], level: i64) -> Option<bool> {
        let (times, mut to) = (fold.times(x), [0; 8]);
        if times > 0 && fold.hides(x, |_| true) {
            return None;
        }
        to.iter_mut().zip(x).zip(&fold.vector).for_each(|((to, n), u)| *to = n - times * u);
        let (word, bit) = self.place(&to[..x.len()], level - times * self.level(&fold.vector));
        Some(self.bits[word] >> bit & 1 == 1)
    }

    /// The points x + sum n_j b_j, all n_j from 0 up to below the side, the last fastest: which are in P; nothing if one is beyond the
    /// weight or off the orthant. What tells a place is linear, so that it grows by constants from point to point.
    pub(super) fn cube(&self, x: &[i64], basis: &[Vec<i64>], side: i64) -> Option<Vec<bool>> {
        if self.fold.is_some() {
            return None;
        }
        let (most, last) = (side - 1, basis.last()?);
        let corner = |i: usize| basis.iter().fold(x[i], |low, b| low.saturating_add(b[i].min(0).saturating_mul(most)));
        let within = |i: usize| (0..=self.bound).contains(&x[i]) && corner(i) >= 0;
        let weights = || basis.iter().map(|b| self.level_of(b).max(0).saturating_mul(most));
        if !(0..x.len()).all(within) || weights().fold(self.level_of(x), i64::saturating_add) > self.bound {
            return None;
        }
        let rest = |x: &[i64]| (0..x.len()).filter(|&i| !self.is_beside(i)).map(|i| x[i] * self.weight[i]).sum::<i64>();
        let step = (self.block(last), rest(last), last[self.a]);
        let mut inside = Vec::with_capacity((side as usize).pow(basis.len() as u32));
        let (mut first, mut n) = (x.to_vec(), vec![0; basis.len() - 1]);
        loop {
            let (mut block, mut r, mut along) = (self.block(&first), rest(&first), first[self.a]);
            for at in 0..side {
                if at > 0 {
                    (block, r, along) = (block.wrapping_add(step.0), r + step.1, along + step.2);
                }
                let (word, bit) = self.in_row(block, r, along);
                inside.push(self.bits[word] >> bit & 1 == 1);
            }
            let Some(j) = (0..n.len()).rev().find(|&j| n[j] < most) else { return Some(inside) };
            n[j] += 1;
            first.iter_mut().zip(&basis[j]).for_each(|(x, b)| *x += b);
            for (n, b) in n[j + 1..].iter_mut().zip(&basis[j + 1..]) {
                first.iter_mut().zip(b).for_each(|(x, b)| *x -= *n * b);
                *n = 0;
            }
        }
    }

    /// The weight of a point or of a difference, as far as a word goes.
    fn level_of(&self, x: &[i64]) -> i64 {
        x.iter().zip(&self.weight).fold(0, |sum: i64, (n, w)| sum.saturating_add(n.saturating_mul(*w)))
    }
}

/// Bit t of the row gets bit t + by of another, too.
fn merge(row: &mut [u64], from: &[u64], by: i64) {
    let (words, bits) = (by.div_euclid(64), by.rem_euclid(64));
    // Word i gets the upper bits of word i + words and the lower ones of the next.
    let mut with = |words: i64, part: fn(u64, i64) -> u64| {
        let (to, at) = ((-words).max(0) as usize, words.max(0) as usize);
        if let (Some(row), Some(from)) = (row.get_mut(to..), from.get(at..)) {
            row.iter_mut().zip(from).for_each(|(r, f)| *r |= part(*f, bits));
        }
    };
    with(words, |f, bits| f >> bits);
    if bits > 0 {
        with(words + 1, |f, bits| f << (64 - bits));
    }
}
