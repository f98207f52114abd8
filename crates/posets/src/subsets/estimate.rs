//! What a computation over the downsets of P(n, k) will take, before it is begun: classes, memory, time.
//!
//! The number of downsets of each size is estimated by random walks: from the empty set add one of the a(D) elements
//! that fit, with equal chances, and multiply a weight by a(D) / m(D'), where m(D') is the number of maximal elements
//! after the step. The weight at size s has the number of downsets of that size as its mean, for the paths to a
//! downset, each with the product of its 1 / m, sum to 1. Up to n = 7 the walkers are drawn anew after every step, each
//! with the chance of its weight, which keeps them spread evenly over the downsets of that size. Divided by n! that is
//! close to the number of classes wherever there are many; the same walks estimate the pushes. Figures of time and
//! memory a class are measured ones.

use super::downset::{addable, bits, maximal, truncated};
use super::space::Subsets;
use super::table::SHARDS;
use sprague_limits::{Handle, Stop};

/// What is to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Who wins Chomp on P(n, k).
    Outcome,
    /// The nim-value of Chomp on P(n, k).
    Grundy,
    /// The number of linear extensions of P(n, k).
    Extensions,
    /// The downsets of P(n, k), counted.
    Ideals,
}

/// What it will take, roughly.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Classes of downsets to be visited.
    pub classes: f64,
    /// Pushes from class to class.
    pub pushes: f64,
    /// Bytes of the tables at their largest.
    pub bytes: f64,
    /// Seconds of one processor.
    pub cpu_seconds: f64,
    /// Whether the engine takes it on at all: n up to 7, or 10 for linear extensions of P(n, 3).
    pub handled: bool,
}

impl Estimate {
    /// Seconds on this many threads, as measured: each beyond the first adds about nine tenths.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.cpu_seconds / (1.0 + 0.9 * (threads.max(1) as f64 - 1.0))
    }

    /// An error when the tables cannot fit in the memory allowed.
    pub fn reserve(&self, handle: &Handle) -> Result<(), Stop> {
        handle.reserve(self.bytes as usize)
    }
}

/// Nanoseconds a push, those left out counted too, and bytes a slot: measured on a machine with other work, see
/// docs/performance.md.
fn costs(kind: Quantity) -> (f64, f64) {
    match kind {
        Quantity::Outcome => (100.0, 32.0),
        Quantity::Grundy => (230.0, 112.0),
        Quantity::Extensions => (160.0, 48.0),
        Quantity::Ideals => (90.0, 32.0),
    }
}

/// The largest n for which walks are made; beyond, everything is out of reach.
const MOST_N: u32 = 12;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// An estimate by `walks` random walks; 2,000 take some 20 ms for n = 7 and are good to about a tenth. Beyond n = 7 it is
/// the order of magnitude.
pub fn estimate(kind: Quantity, n: u32, k: u32, walks: u32, handle: &Handle) -> Result<Estimate, Stop> {
    let k = k.min(n);
    let (whole, triples) = (n <= 7 && k + 1 >= n, kind == Quantity::Extensions && k == 3 && n <= 10);
    // Linear extensions leave out the top layer, or stop in the middle; up to k = 1 there is a formula.
    let extensions = kind == Quantity::Extensions;
    let known =
        |size: f64, handled: bool| Estimate { classes: size, pushes: size, bytes: size, cpu_seconds: size, handled };
    if k <= 1 && extensions {
        return Ok(known(1.0, true));
    }
    if n > MOST_N {
        return Ok(known(f64::INFINITY, false));
    }
    let layers = if extensions && !whole { k - 1 } else { k };
    let walked = if n <= 7 { crowd(truncated(n, layers), walks, handle)? } else { walk(n, layers, walks, handle)? };
    let last = if extensions && whole { walked.len() / 2 } else { walked.len() };
    let triples = triples && !whole && n > 7;
    let handled = n <= 7 || kind == Quantity::Extensions && (k == 2 || k == 3) && n <= 10;
    let costs = if triples { (600.0, 144.0) } else { costs(kind) };
    let (classes, pushes) = up_to(&walked[..last], n);
    Ok(Estimate { handled, ..of_levels(&classes, pushes, costs) })
}

/// What a recursion on the downsets of one position will take that goes through all classes of P(n, k) of at most its
/// size, or only through the classes listed.
pub(super) fn of_position(
    kind: Quantity,
    space: &Subsets,
    size: u32,
    walks: u32,
    handle: &Handle,
) -> Result<Estimate, Stop> {
    let (classes, pushes) = match space.listed() {
        Some(listed) => listed,
        None => {
            let walked = crowd(space.ground(), walks, handle)?;
            up_to(&walked[..walked.len().min(size as usize)], space.n())
        }
    };
    let listed = if space.is_symmetric() { 0.0 } else { classes.iter().sum::<f64>() * 16.0 };
    let estimate = of_levels(&classes, pushes, costs(kind));
    Ok(Estimate { bytes: estimate.bytes + listed, ..estimate })
}

/// The number of downsets of a downset of B(n), the empty one left out, nearly.
pub fn downsets(ground: u128, walks: u32, handle: &Handle) -> Result<f64, Stop> {
    Ok(crowd(ground, walks, handle)?.iter().map(|level| level.0).sum())
}

/// At least so many classes lie below a position: its downsets divided by all permutations.
pub(super) fn least_below(n: u32, position: u128, handle: &Handle) -> Result<f64, Stop> {
    let factorial: f64 = (1..=n).map(f64::from).product();
    Ok(downsets(position, 300, handle)? / factorial)
}

/// Classes of each level, and all pushes, from labelled downsets.
fn up_to(walked: &[(f64, f64)], n: u32) -> (Vec<f64>, f64) {
    let factorial: f64 = (1..=n).map(f64::from).product();
    // Near both ends there are fewer downsets than permutations, but at least one class.
    let classes = walked.iter().map(|level| (level.0 / factorial).max(1.0)).collect();
    (classes, walked.iter().map(|level| (level.1 / factorial).max(1.0)).sum())
}

fn of_levels(classes: &[f64], pushes: f64, (nanoseconds, slot): (f64, f64)) -> Estimate {
    let pair = classes.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    Estimate {
        classes: classes.iter().sum(),
        pushes,
        // A third of the slots is free, and small crowds of walkers miss a tenth of the classes.
        bytes: pair * slot * 1.7 + (SHARDS * 48) as f64 * slot,
        cpu_seconds: pushes * nanoseconds * 1e-9 + 0.005,
        handled: true,
    }
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

/// For each size from 1, of the downsets of `ground`: estimated downsets, and pairs of a downset and an element that may be added.
fn crowd(ground: u128, walkers: u32, handle: &Handle) -> Result<Vec<(f64, f64)>, Stop> {
    let (mut state, mut crowd) = (SEED, vec![1u128; walkers.max(1) as usize]);
    let (mut downsets, mut levels) = (1.0, Vec::new());
    for _ in 0..ground.count_ones() {
        let (mut pairs, mut weights) = (0.0, Vec::with_capacity(crowd.len()));
        for d in &mut crowd {
            handle.tick()?;
            let fits = addable(*d) & ground;
            let count = fits.count_ones();
            pairs += f64::from(count);
            if let Some(y) = bits(fits).nth(below(&mut state, count as usize)) {
                *d |= 1 << y;
            }
            weights.push(f64::from(count) / f64::from(maximal(*d).count_ones()));
        }
        let (walkers, total) = (crowd.len() as f64, weights.iter().sum::<f64>());
        levels.push((downsets, downsets * pairs / walkers));
        downsets *= total / walkers;
        // Even steps along the sum of the weights.
        let step = total / walkers;
        let (mut at, mut sum) = ((random(&mut state) >> 11) as f64 / (1u64 << 53) as f64 * step, 0.0);
        let mut next = Vec::with_capacity(crowd.len());
        for (d, weight) in crowd.iter().zip(weights) {
            sum += weight;
            while at < sum && next.len() < crowd.len() {
                next.push(*d);
                at += step;
            }
        }
        next.resize(crowd.len(), crowd[0]);
        crowd = next;
    }
    Ok(levels)
}

/// The same for any n, with walkers that go alone.
fn walk(n: u32, k: u32, walks: u32, handle: &Handle) -> Result<Vec<(f64, f64)>, Stop> {
    let sets: Vec<u32> = (0..1u32 << n).filter(|x| x.count_ones() <= k).collect();
    let mut sums = vec![(0.0, 0.0); sets.len()];
    let mut state = SEED;
    for _ in 0..walks.max(1) {
        // How many elements just above are held, and how many just below are missing.
        let (mut above, mut missing) = (vec![0u32; 1 << n], vec![0u32; 1 << n]);
        for &x in &sets {
            missing[x as usize] = x.count_ones();
        }
        let (mut fits, mut maximal, mut weight) = (vec![0u32], 0.0, 1.0);
        for sum in &mut sums {
            handle.tick()?;
            let choice = below(&mut state, fits.len());
            weight *= fits.len() as f64;
            let x = fits.swap_remove(choice);
            maximal += 1.0;
            for i in 0..n {
                let other = x ^ (1 << i);
                if other < x {
                    above[other as usize] += 1;
                    if above[other as usize] == 1 {
                        maximal -= 1.0;
                    }
                } else if other.count_ones() <= k {
                    missing[other as usize] -= 1;
                    if missing[other as usize] == 0 {
                        fits.push(other);
                    }
                }
            }
            weight /= maximal;
            sum.0 += weight;
            sum.1 += weight * fits.len() as f64;
        }
    }
    let walks = f64::from(walks.max(1));
    Ok(sums.into_iter().map(|(downsets, pairs)| (downsets / walks, pairs / walks)).collect())
}
