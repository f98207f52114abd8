//! Witnesses: pairs of heaps that show a rare value to be an option.
//!
//! Most are found together with the common options, by planes, from a short list of small heaps. For the rest, heaps
//! a with G(a) = f xor v are tried for the most frequent values f, and then all pairs in the order of their small part.
//! Small parts up to [`LEAST_REACH`] or the last rare heap need no record; of larger ones the least that is enough is
//! kept, as a stack that answers "the largest from heap x on".

use super::{Coordinates, Pair, Places, Sparse, Stop};
use crate::period::LEAST_REACH;
use crate::values::{Data, Values};
use sprague_limits::Handle;

/// Positions kept for each value.
const POSITIONS: usize = 16;
/// Heaps from here on are never among them: they must lie within a block's reach of it.
const FARTHEST: usize = super::BLOCK - 1024;
/// Heaps whose pairs are looked at by planes: at most so many for each coordinate of a value.
const SHOWN: usize = 6;

/// What is known of witnesses.
#[derive(Clone, Debug)]
pub(crate) struct Witnesses {
    /// The first heaps of each value.
    positions: Vec<Vec<u32>>,
    /// How often each value occurred lately.
    counts: Vec<u32>,
    frequent: Vec<u32>,
    /// Heaps whose pairs are looked at by planes.
    shown: Vec<usize>,
    /// How often a small heap helped a heap that the planes left open.
    credit: Vec<u32>,
    settled: usize,
    /// (n, least small part that is enough), decreasing in both senses: later heaps need less.
    deep: Vec<(usize, usize)>,
    /// The stack is right from this heap on.
    audited: usize,
}

impl Witnesses {
    /// From the values known.
    pub(crate) fn new(values: &Values) -> Witnesses {
        let mut w = Witnesses {
            positions: Vec::new(),
            counts: Vec::new(),
            frequent: Vec::new(),
            shown: (64..96).collect(),
            credit: vec![0; FARTHEST],
            settled: 0,
            deep: Vec::new(),
            audited: values.len(),
        };
        for n in 1..values.len() {
            w.note(n, values.get(n));
        }
        w.order();
        w
    }

    /// A new value.
    #[inline]
    pub(crate) fn note(&mut self, n: usize, value: u32) {
        let v = value as usize;
        if v >= self.counts.len() {
            self.counts.resize(v + 1, 0);
            self.positions.resize(v + 1, Vec::new());
        }
        self.counts[v] += 1;
        if self.positions[v].len() < POSITIONS {
            self.positions[v].push(n as u32);
        }
    }

    fn order(&mut self) {
        let mut all: Vec<u32> = (0..self.counts.len() as u32).filter(|&v| self.counts[v as usize] > 0).collect();
        all.sort_unstable_by_key(|&v| (u32::MAX - self.counts[v as usize], v));
        all.truncate(16);
        self.frequent = all;
        self.counts.iter_mut().for_each(|c| *c /= 2);
    }

    /// After a block: when many heaps were left open, look at more small heaps, none of them above `most`.
    pub(crate) fn adapt(&mut self, coordinates: usize, most: usize) {
        self.order();
        if self.settled > super::BLOCK / 64 && self.shown.len() < SHOWN * coordinates {
            let mut best: Vec<usize> = (16..=most.min(FARTHEST - 1)).filter(|&a| self.credit[a] >= 2).collect();
            best.sort_unstable_by_key(|&a| (u32::MAX - self.credit[a], a));
            for a in best.into_iter().take((self.shown.len() / 4).max(16)) {
                if !self.shown.contains(&a) {
                    self.shown.push(a);
                }
            }
        }
        self.credit.fill(0);
        self.settled = 0;
    }

    /// The pairs that the planes look at: common heaps at distances from 16 on.
    pub(crate) fn pairs(&self, places: &Places, coordinates: &Coordinates, values: &Values) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for &a in &self.shown {
            let v = values.get(a);
            if !coordinates.rare(v, a) {
                pairs.extend(places.splits.iter().map(|&(k, _)| Pair { distance: a + k, short: coordinates.short(v) }));
            }
        }
        pairs
    }

    /// The largest small part recorded for heaps from `from` on.
    pub(crate) fn deepest(&self, from: usize) -> usize {
        let first = self.deep.partition_point(|d| d.0 < from);
        self.deep.get(first).map_or(0, |d| d.1)
    }

    fn record(&mut self, n: usize, depth: usize) {
        while self.deep.last().is_some_and(|d| d.1 <= depth) {
            self.deep.pop();
        }
        self.deep.push((n, depth));
    }
}

/// Rare values still without a witness.
struct Open {
    missing: Vec<u32>,
}

impl Open {
    fn remove(&mut self, v: u32) -> bool {
        match self.missing.iter().position(|&x| x == v) {
            Some(i) => {
                self.missing.swap_remove(i);
                true
            }
            None => false,
        }
    }
}

impl Sparse {
    /// The value of heap n, when its least common value `c` is known and `r` are rare options.
    #[cold]
    pub(super) fn settle<const W: usize>(
        &mut self,
        n: usize,
        c: u32,
        r: &[u64; W],
        values: &Values,
        h: &Handle,
    ) -> Result<u32, Stop> {
        let mut open = Open { missing: Vec::new() };
        // Rare values increase with their coordinate.
        for x in 0.. {
            let v = self.coordinates.rare_value(x, n);
            if v >= c {
                break;
            }
            if r[(x >> 6) as usize % W] >> (x & 63) & 1 == 0 {
                open.missing.push(v);
            }
        }
        self.witnesses.settled += 1;
        self.targeted(n, &mut open, values);
        if open.missing.is_empty() {
            return Ok(c);
        }
        let mut helped = Vec::new();
        let depth = self.scan(n, &mut open, values, &mut helped, h)?;
        for a in helped {
            if let Some(credit) = self.witnesses.credit.get_mut(a) {
                *credit += 1;
            }
        }
        match open.missing.iter().min() {
            Some(&v) => Ok(v),
            None => {
                if depth > (LEAST_REACH as usize).max(self.last_rare()) {
                    self.witnesses.record(n, depth);
                }
                Ok(c)
            }
        }
    }

    /// Tries pairs whose values are likely; only small parts that need no record.
    fn targeted(&mut self, n: usize, open: &mut Open, values: &Values) {
        let most = (LEAST_REACH as usize).max(self.last_rare());
        let w = &mut self.witnesses;
        open.missing.retain(|&v| {
            for &f in &w.frequent {
                let Some(positions) = w.positions.get((f ^ v) as usize) else { continue };
                for &a in positions {
                    let a = a as usize;
                    for &(k, distinct) in &self.places.splits {
                        // The partner is known and positive; sizes are far apart unless a is large.
                        if a > most || 2 * a + k >= n || distinct && 2 * a + k == n {
                            continue;
                        }
                        if values.get(n - k - a) == f {
                            if let Some(credit) = w.credit.get_mut(a) {
                                *credit += 1;
                            }
                            return false;
                        }
                    }
                }
            }
            true
        });
    }

    /// Looks through all pairs in the order of the small part, until nothing is open. Returns the least small part
    /// that was enough, exact when it is above [`LEAST_REACH`].
    fn scan(
        &self,
        n: usize,
        open: &mut Open,
        values: &Values,
        helped: &mut Vec<usize>,
        h: &Handle,
    ) -> Result<usize, Stop> {
        let mut low = 1;
        let mut seen: Vec<bool> = Vec::new();
        while low <= n / 2 && !open.missing.is_empty() {
            let high =
                if low < LEAST_REACH as usize { (2 * low + 63).min(LEAST_REACH as usize + 1) } else { low + 4096 };
            h.ticks(((high - low) / 16) as u32 + 1)?;
            for &(k, distinct) in &self.places.splits {
                // Small parts a with a <= n - k - a.
                let end = high.min((n - k) / 2 + 1);
                if low < end && !mark(values, n - k, low, end, distinct, &mut seen) {
                    return Err(Stop::TooLarge(format!(
                        "heap {n} may be rare: whether it is needs all values before it, and some were forgotten to save memory"
                    )));
                }
            }
            let hit = open.missing.iter().any(|&v| seen.get(v as usize) == Some(&true));
            if hit {
                let last = self.exact(n, low, high, open, values, helped);
                if open.missing.is_empty() {
                    return Ok(last);
                }
            }
            low = high;
        }
        Ok(0)
    }

    /// The same for one stretch of small parts, one by one.
    fn exact(
        &self,
        n: usize,
        low: usize,
        high: usize,
        open: &mut Open,
        values: &Values,
        helped: &mut Vec<usize>,
    ) -> usize {
        for a in low..high {
            for &(k, distinct) in &self.places.splits {
                if 2 * a + k < n || 2 * a + k == n && !distinct {
                    let v = values.get(a) ^ values.get(n - k - a);
                    if open.remove(v) {
                        helped.push(a);
                        if open.missing.is_empty() {
                            return a;
                        }
                    }
                }
            }
        }
        0
    }

    /// Makes the record of small parts right from heap `from` on, for values found before this mask was in use.
    pub(super) fn audit(&mut self, from: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let floor = (LEAST_REACH as usize).max(self.last_rare());
        let mut front = Vec::new();
        let mut deepest = self.witnesses.deep.first().map_or(0, |d| d.1);
        for n in (from.max(1)..self.witnesses.audited).rev() {
            h.tick()?;
            let value = values.get(n);
            if self.coordinates.rare(value, n) {
                continue;
            }
            let mut open = Open { missing: (0..value).filter(|&v| self.coordinates.rare(v, n)).collect() };
            for &k in self.places.singles.iter().filter(|&&k| k < n) {
                open.remove(values.get(n - k));
            }
            let depth = self.scan(n, &mut open, values, &mut Vec::new(), h)?;
            if depth > floor && depth > deepest {
                deepest = depth;
                front.push((n, depth));
            }
        }
        front.reverse();
        self.witnesses.deep.splice(0..0, front);
        self.witnesses.audited = self.witnesses.audited.min(from.max(1));
        Ok(())
    }
}

/// Marks the values of the pairs `(a, m - a)` for `low <= a < end`; false if some of these heaps are forgotten.
fn mark(values: &Values, m: usize, low: usize, end: usize, distinct: bool, seen: &mut Vec<bool>) -> bool {
    // The pair of two equal heaps comes last.
    let end = if distinct && 2 * (end - 1) == m { end - 1 } else { end };
    if low >= end {
        return true;
    }
    if let Data::Byte(_) = values.data() {
        seen.resize(seen.len().max(256), false);
        let Some(seen) = seen.first_chunk_mut::<256>() else { return true };
        return values.pairs(m, low, end, |v| seen[(v & 255) as usize] = true);
    }
    values.pairs(m, low, end, |v| {
        let v = v as usize;
        if v >= seen.len() {
            seen.resize((v + 1).next_power_of_two(), false);
        }
        seen[v] = true;
    })
}
