//! Estimates by random walks: how many downsets of each size a poset has, and how many paths lead to them.
//!
//! A walker starts at the empty set and adds one of the a(D) elements that fit, all equally likely. With weights
//! a(D) / m(D'), where m(D') is the number of maximal elements after the step, the mean of the products is the number of
//! downsets of that size: the chances of the paths to a downset, each with the product of its 1 / m, sum to 1, as those
//! of a walk down do. With weights a(D) it is the number of paths. After each step walkers are drawn anew, each with the chance of its
//! weight, which keeps them spread evenly (a particle filter: the mean stays what it was).

use super::bits::Mask;
use sprague_limits::{Handle, Stop};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A poset whose elements are numbered so that each comes after those below it.
pub(crate) struct Ground<'a, M> {
    /// What lies strictly below each element.
    pub below: &'a [M],
    /// What lies at or above each element.
    pub up: &'a [M],
    /// The elements that take part, a downset.
    pub all: M,
}

impl<M: Mask> Ground<'_, M> {
    /// Downsets of each size from 0, and pairs of one and an element that may be added, nearly.
    pub(crate) fn downsets(&self, walkers: u32, handle: &Handle) -> Result<Vec<(f64, f64)>, Stop> {
        let levels = self.walk(walkers, handle, |_, _, grown| 1.0 / f64::from(self.maximal(grown)))?;
        Ok(levels.into_iter().map(|(logarithm, fits)| (logarithm.exp2(), logarithm.exp2() * fits)).collect())
    }

    /// The binary logarithm of the number of paths to all downsets of each size from 0, where a step has the weight that is
    /// told, nearly.
    pub(crate) fn paths(
        &self,
        walkers: u32,
        handle: &Handle,
        weight: impl Fn(M, usize) -> f64,
    ) -> Result<Vec<f64>, Stop> {
        let levels = self.walk(walkers, handle, |set, y, _| weight(set, y))?;
        Ok(levels.into_iter().map(|(logarithm, _)| logarithm).collect())
    }

    /// Maximal elements of a downset.
    fn maximal(&self, set: M) -> u32 {
        let (mut rest, mut found) = (set, 0);
        while !rest.is_empty() {
            let x = rest.highest();
            rest = rest.minus(self.below[x]).without(x);
            found += 1;
        }
        found
    }

    /// For each size the logarithm of the mean of the products, and how many elements fit on average.
    fn walk(
        &self,
        walkers: u32,
        handle: &Handle,
        weight: impl Fn(M, usize, M) -> f64,
    ) -> Result<Vec<(f64, f64)>, Stop> {
        let mut state = SEED;
        let mut crowd = vec![M::EMPTY; walkers.max(1) as usize];
        let (mut logarithm, mut levels, mut fits) = (0.0, Vec::new(), Vec::new());
        for _ in 0..self.all.size() {
            let (mut weights, mut pairs) = (Vec::with_capacity(crowd.len()), 0);
            for set in &mut crowd {
                fits.clear();
                let mut rest = self.all.minus(*set);
                while !rest.is_empty() {
                    let y = rest.lowest();
                    rest = rest.minus(self.up[y]);
                    fits.push(y);
                }
                handle.ticks(1 + fits.len() as u32)?;
                pairs += fits.len();
                let y = fits[below(&mut state, fits.len())];
                let grown = set.with(y);
                weights.push(fits.len() as f64 * weight(*set, y, grown));
                *set = grown;
            }
            levels.push((logarithm, pairs as f64 / crowd.len() as f64));
            let mean = weights.iter().sum::<f64>() / crowd.len() as f64;
            logarithm += mean.log2();
            // Even steps along the sum of the weights.
            let (mut at, mut sum) = ((random(&mut state) >> 11) as f64 / (1u64 << 53) as f64 * mean, 0.0);
            let mut next = Vec::with_capacity(crowd.len());
            for (set, weight) in crowd.iter().zip(weights) {
                sum += weight;
                while at < sum && next.len() < crowd.len() {
                    next.push(*set);
                    at += mean;
                }
            }
            next.resize(crowd.len(), crowd[0]);
            crowd = next;
        }
        levels.push((logarithm, 0.0));
        Ok(levels)
    }
}

/// Orbits of downsets that nobody waits for: weeks.
const HOPELESS: f64 = 1e12;
/// Walks of an estimate.
pub(crate) const WALKS: u32 = 500;
/// Elements from which on a walk over all downsets is estimated first; fewer have at most 2^24.
pub(crate) const ESTIMATED: usize = 25;

/// What lies ahead of a walk over all downsets, level by level.
pub(crate) struct Ahead {
    /// Orbits on each level, nearly.
    pub levels: Vec<f64>,
    /// Whether they are of several downsets.
    symmetric: bool,
}

impl Ahead {
    /// Where so many symmetries are used.
    pub(crate) fn of<M: Mask>(ground: &Ground<M>, symmetries: f64, handle: &Handle) -> Result<Ahead, Stop> {
        let downsets = ground.downsets(WALKS, handle)?;
        let levels = downsets.into_iter().map(|(count, _)| (count / symmetries).max(1.0)).collect();
        Ok(Ahead { levels, symmetric: symmetries > 1.0 })
    }

    /// All orbits together.
    pub(crate) fn all(&self) -> f64 {
        self.levels.iter().sum()
    }

    /// Those of the two widest levels in a row, in tables that are between half full and full.
    pub(crate) fn widest(&self) -> f64 {
        1.2 * self.levels.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max)
    }

    /// An error if there is no room for so many bytes, or no time.
    pub(crate) fn room(&self, bytes: f64, elements: usize, handle: &Handle) -> Result<(), Stop> {
        let room = handle.room().map_or(f64::INFINITY, |room| room as f64);
        if bytes < 1.5 * room && self.all() < HOPELESS {
            return Ok(());
        }
        // What comes apart, as a poset with a least element does, is gone through in parts.
        let symmetric = if self.symmetric { " up to symmetry" } else { "" };
        let what = format!(
            "this goes through about {} downsets{symmetric} of {elements} elements of the poset",
            about(self.all())
        );
        if self.all() < HOPELESS {
            let what = format!("{what}, and those that are kept at a time need about {} of memory", memory(bytes));
            return Err(Stop::Room(what, bytes as usize));
        }
        Err(Stop::TooLarge(format!("{what}, which takes weeks at least")))
    }
}

/// An estimate with two digits, in words where it is large.
pub(crate) fn about(number: f64) -> String {
    if !(number.is_finite() && number < 1e12) {
        return format!("{number:.0e}");
    }
    let unit = 10f64.powf(number.max(1.0).log10().floor() - 1.0).max(1.0);
    let rounded = (number / unit).round() * unit;
    if rounded < 1e6 { format!("{rounded:.0}") } else { format!("{} million", rounded / 1e6) }
}

/// An estimate of bytes.
pub(crate) fn memory(bytes: f64) -> String {
    let mebibytes = bytes / f64::from(1 << 20);
    if mebibytes < 1e5 { format!("{} MiB", about(mebibytes)) } else { format!("{} GiB", about(mebibytes / 1024.0)) }
}

/// One step of a generator of numbers.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state
}

/// A number below `n`, from the high bits, which are the good ones.
fn below(state: &mut u64, n: usize) -> usize {
    ((u128::from(random(state)) * n as u128) >> 64) as usize
}
