//! What a computation over the downsets of P(n, k) will take, before it is begun: classes, memory, time.
//!
//! The number of downsets of each size is estimated by random walks (`walks`). Divided by n! that is close to the number
//! of classes wherever there are many; the same walks estimate the pushes. Where the number of all classes is known exactly
//! ([`super::burnside`]) they only tell how it is spread. Figures of time and memory a class are measured ones.

use super::burnside;
use super::downset::{MAX_N, addable, bits, largest, maximal, truncated};
use super::extensions;
use super::push::GATHERED;
use super::space::Subsets;
use super::spill::{Disk, SPREAD};
use super::table::SHARDS;
use crate::bits::{Mask, with_mask};
use crate::count::binomial;
use crate::poset::Poset;
use crate::truncated::ideals as truncated_ideals;
use crate::walks::Ground;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
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
    /// Classes of downsets to be visited, the empty one left out.
    pub classes: f64,
    /// The same exactly, where that can be had.
    pub counted: Option<BigUint>,
    /// Whether there are at least so many, and nothing more is known.
    pub is_least: bool,
    /// Pushes from class to class.
    pub pushes: f64,
    /// Bytes of the tables at their largest.
    pub bytes: f64,
    /// Seconds of one processor.
    pub cpu_seconds: f64,
    /// Whether the engine takes it on at all: n up to 7, or 11 for linear extensions of P(n, 3).
    pub handled: bool,
    /// Classes of each level, and bytes of one in a table or a file.
    levels: Vec<f64>,
    slot: f64,
    /// Bytes that have to be in memory at the end, or all the time.
    held: f64,
}

impl Estimate {
    /// Seconds on this many threads, as measured: each beyond the first adds about nine tenths.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.cpu_seconds / (1.0 + 0.9 * (threads.max(1) as f64 - 1.0))
    }

    /// Bytes of files at most, for two levels at a time, where so much memory is allowed: half of the tables' part of it holds
    /// classes of the level that is made, the others stand in files up to some times each. `None` if that is too little
    /// memory all the same.
    pub fn disk(&self, memory: usize) -> Option<f64> {
        let tables = Disk::tables(memory) as f64;
        if self.held > tables {
            return None;
        }
        let room = tables / (self.slot * FILLED);
        let files = |classes: f64| {
            let merged = classes.min(room / 2.0);
            (merged + (SPREAD + 1) as f64 * (classes - merged)) * self.slot
        };
        let pairs = self.levels.windows(2).filter(|pair| pair[0] + pair[1] > room);
        Some(pairs.map(|pair| files(pair[0]) + files(pair[1])).fold(0.0, f64::max))
    }

    /// The same by a way that keeps no levels, with its bytes and seconds of one processor: [`links::costs`](super::links::costs), [`middles::costs`](super::middles::costs).
    #[must_use]
    pub fn at_once(self, (bytes, cpu_seconds): (f64, f64)) -> Estimate {
        Estimate { held: bytes, bytes, cpu_seconds, levels: Vec::new(), ..self }
    }

    /// An error when the tables cannot fit in the memory allowed.
    pub fn reserve(&self, handle: &Handle) -> Result<(), Stop> {
        handle.reserve(self.bytes as usize)
    }
}

/// Nanoseconds a push, those left out counted too, and bytes a slot: measured on a machine with other work, see
/// docs/performance.md.
fn costs(kind: Quantity, n: u32, k: u32) -> (f64, f64) {
    match kind {
        Quantity::Outcome if k <= 3 => (55.0, 16.0),
        Quantity::Outcome => (65.0, 24.0),
        Quantity::Grundy if k <= 3 => (85.0, 32.0),
        Quantity::Grundy if n < 7 => (130.0, 40.0),
        Quantity::Grundy => (155.0, 72.0),
        Quantity::Extensions => (100.0, 40.0),
        Quantity::Ideals => (90.0, 16.0),
    }
}

/// Slots for a class: a third is free, and small crowds of walkers miss a tenth of the classes of the widest levels.
const FILLED: f64 = 1.7;

/// Walkers times elements for n beyond 7.
const MOST_STEPS: usize = 100_000;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// An estimate by `walks` random walks; 2,000 take some 20 ms for n = 7 and are good to about a tenth. Beyond n = 7 fewer walkers
/// go, and it is within a third.
pub fn estimate(kind: Quantity, n: u32, k: u32, walks: u32, handle: &Handle) -> Result<Estimate, Stop> {
    made(kind, n, k, walks, burnside::known(n, layers(kind, n, k.min(n))), handle)
}

/// The same with the exact number of classes where [`burnside::classes`] has it, which may take seconds.
pub fn counted(kind: Quantity, n: u32, k: u32, walks: u32, handle: &Handle) -> Result<Estimate, Stop> {
    made(kind, n, k, walks, burnside::classes(n, layers(kind, n, k.min(n)), handle)?, handle)
}

/// Whether a computation stops in the middle, as for linear extensions of B(n).
fn is_halved(kind: Quantity, n: u32, k: u32) -> bool {
    kind == Quantity::Extensions && n <= 7 && k + 1 >= n
}

/// The largest sets in the downsets gone through: linear extensions leave out the top layer, or stop in the middle of B(n).
fn layers(kind: Quantity, n: u32, k: u32) -> u32 {
    match kind {
        _ if is_halved(kind, n, k) => n,
        Quantity::Extensions => k.saturating_sub(1),
        _ => k,
    }
}

/// `exact` classes are known, the empty one among them.
fn made(kind: Quantity, n: u32, k: u32, walks: u32, exact: Option<BigUint>, handle: &Handle) -> Result<Estimate, Stop> {
    let k = k.min(n);
    let extensions = kind == Quantity::Extensions;
    let halved = is_halved(kind, n, k);
    let known = |size: f64, handled: bool| Estimate {
        classes: size,
        counted: None,
        is_least: false,
        pushes: size,
        bytes: size,
        cpu_seconds: size,
        handled,
        levels: Vec::new(),
        slot: 1.0,
        held: 0.0,
    };
    // Up to k = 1 there is a formula.
    if k <= 1 && extensions {
        return Ok(known(1.0, true));
    }
    let layers = layers(kind, n, k);
    let walked = match n {
        0..=7 => Some(crowd(truncated(n, layers), walks, handle)?),
        _ => crowd_of_any(n, layers, walks, handle)?,
    };
    let Some(walked) = walked else { return Ok(known(f64::INFINITY, false)) };
    let last = if halved { walked.len() / 2 } else { walked.len() };
    let triples = extensions && k == 3 && (8..=11).contains(&n);
    let handled = n <= 7 || kind == Quantity::Extensions && (k == 2 || k == 3) && n <= 11;
    let costs = if triples { (600.0, f64::from(8 + 8 * extensions::words(n, k))) } else { costs(kind, n, layers) };
    let exact = exact.map(|all| all - 1u32);
    let (mut classes, pushes) = per_level(&walked, n, exact.as_ref().and_then(BigUint::to_f64));
    let mut pushes = pushes.iter().sum::<f64>();
    let mut is_least = false;
    if exact.is_none() && n > MAX_N {
        // Few walkers miss most of what is rare and has many downsets above it.
        let (least, is_near) = least(n, layers, handle)?;
        let found = classes.iter().sum::<f64>();
        if found < least {
            classes.iter_mut().for_each(|level| *level *= least / found);
            pushes *= least / found;
            is_least = !is_near;
        }
    }
    if halved {
        // Complements carry each level to another one, and half of the pushes to the other half. The last level is its own.
        pushes /= 2.0;
        for below in 0..last - 1 {
            classes[below] = f64::midpoint(classes[below], classes[2 * (last - 1) - below]);
        }
    }
    let found = of_levels(&classes[..last], pushes, costs);
    let counted = if halved { None } else { exact };
    // The middle is gone through in no order.
    let held = if halved { classes[last - 1] * costs.1 * FILLED } else { 0.0 };
    Ok(Estimate { handled, counted, is_least, held, ..found })
}

/// What a recursion on the downsets of one position will take that goes through all classes of P(n, k) of at most its
/// size, or only through the classes listed.
pub(super) fn of_position(
    kind: Quantity,
    space: &Subsets,
    position: u128,
    walks: u32,
    handle: &Handle,
) -> Result<Estimate, Stop> {
    let (n, ground) = (space.n(), space.ground());
    let (classes, pushes) = match space.listed() {
        Some(listed) => listed,
        None => {
            let k = largest(ground);
            let exact = burnside::known(n, k).filter(|_| ground == truncated(n, k)).map(|all| all - 1u32);
            let exact = exact.as_ref().and_then(BigUint::to_f64);
            let (mut classes, mut pushes) = per_level(&crowd(ground, walks, handle)?, n, exact);
            classes.truncate(position.count_ones() as usize);
            pushes.truncate(classes.len());
            (classes, pushes.iter().sum())
        }
    };
    let listed = if space.is_symmetric() { 0.0 } else { classes.iter().sum::<f64>() * 16.0 };
    let estimate = of_levels(&classes, pushes, costs(kind, n, largest(position)));
    Ok(Estimate { bytes: estimate.bytes + listed, held: listed, ..estimate })
}

/// The number of downsets of a downset of B(n), the empty one left out, nearly.
pub fn downsets(ground: u128, walks: u32, handle: &Handle) -> Result<f64, Stop> {
    Ok(crowd(ground, walks, handle)?.iter().map(|level| level.0).sum())
}

/// At least so many classes of downsets P(n, k) has, for n above 7: all downsets divided by all permutations, which is near since few have
/// automorphisms; where these are not known, the families of sets of one size in their place, which is not.
fn least(n: u32, k: u32, handle: &Handle) -> Result<(f64, bool), Stop> {
    const QUICK: u32 = 10;
    let factorial: f64 = (1..=n).map(f64::from).product();
    if n <= QUICK
        && let Some(downsets) = truncated_ideals(n, k, handle)?
    {
        return Ok((downsets.to_f64().unwrap_or(f64::INFINITY) / factorial, true));
    }
    let widest = (0..=k).filter_map(|j| binomial(n as usize, j as usize).to_f64()).fold(0.0, f64::max);
    Ok((widest.min(1000.0).exp2() / factorial, false))
}

/// At least so many classes lie below a position: its downsets divided by all permutations.
pub(super) fn least_below(n: u32, position: u128, handle: &Handle) -> Result<f64, Stop> {
    let factorial: f64 = (1..=n).map(f64::from).product();
    Ok(downsets(position, 300, handle)? / factorial)
}

/// Classes of each level and pushes from it, from labelled downsets; where the number of all classes is known, these only say how it is spread.
fn per_level(walked: &[(f64, f64)], n: u32, exact: Option<f64>) -> (Vec<f64>, Vec<f64>) {
    let factorial: f64 = (1..=n).map(f64::from).product();
    // Near both ends there are fewer downsets than permutations, but at least one class.
    let classes = walked.iter().map(|level| (level.0 / factorial).max(1.0)).collect::<Vec<_>>();
    let scale = exact.map_or(1.0, |exact| exact / classes.iter().sum::<f64>());
    let pushes = walked.iter().map(|level| (level.1 / factorial).max(1.0) * scale).collect();
    (classes.iter().map(|level| level * scale).collect(), pushes)
}

fn of_levels(classes: &[f64], pushes: f64, (nanoseconds, slot): (f64, f64)) -> Estimate {
    let pair = classes.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    let largest = classes.iter().copied().fold(0.0, f64::max);
    let gathered = (largest * slot).min(GATHERED as f64).max((SHARDS * 48) as f64 * slot);
    Estimate {
        classes: classes.iter().sum(),
        counted: None,
        is_least: false,
        pushes,
        bytes: pair * slot * FILLED + gathered,
        cpu_seconds: pushes * nanoseconds * 1e-9 + 0.005,
        handled: true,
        levels: classes.to_vec(),
        slot,
        held: 0.0,
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

/// The same for any n, with fewer walkers where there are many elements.
fn crowd_of_any(n: u32, k: u32, walkers: u32, handle: &Handle) -> Result<Option<Vec<(f64, f64)>>, Stop> {
    if (0..=k.min(n)).map(|size| binomial(n as usize, size as usize)).sum::<BigUint>() > 1024u32.into() {
        return Ok(None);
    }
    let Ok((poset, _)) = Poset::subsets(n, k, handle) else { return Ok(None) };
    let walkers = walkers.min((MOST_STEPS / poset.len()) as u32).max(20);
    let walked = with_mask!(poset.len(), M => {
        let all = (0..poset.len()).fold(M::EMPTY, M::with);
        Ground { below: &poset.below_sets(), up: &poset.up_sets(), all }.downsets(walkers, handle)?
    }, else return Ok(None));
    // The empty downset is left out.
    Ok(Some(walked[1..].to_vec()))
}
