//! Linear extensions of P(n, k) at random, from classes of downsets.
//!
//! The layer A of the largest sets is left out, Q is the rest (docs/downsets.md, F); the set of all points, where it is there, comes last.
//! All levels of classes of downsets of Q are kept, each class with the sum W over its members of the weighted paths to them.
//! A member D then has W(D) |Aut D| / n! of them. From the top down, the last element y of D is drawn with the paths to
//! D - y times the weight of the step, and the sets of A that y closes go to equally likely places behind it.

use super::canon::{automorphisms, canonical};
use super::downset::{LAYER, addable, bits, cube, maximal, truncated};
use super::estimate;
use crate::count::product;
use crate::extensions::{RandomBits, draw};
use crate::walks::{about, memory};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Bytes that a class takes with its number.
const BYTES: f64 = 150.0;

/// The sets of P(n, k) in an order that agrees with inclusion, each such order equally likely; 1 <= n <= 7.
pub(crate) fn random_extension(n: u32, k: u32, random: &mut RandomBits, handle: &Handle) -> Result<Vec<u32>, Stop> {
    let levels = Levels::new(n, k, handle)?;
    levels.draw(random, handle)
}

/// The levels of Q.
struct Levels {
    n: u32,
    /// The layer that is left out.
    layer: u128,
    ground: u128,
    /// Whether the set of all points is one of them.
    whole: bool,
    classes: Vec<FxHashMap<u128, BigUint>>,
}

impl Levels {
    fn new(n: u32, k: u32, handle: &Handle) -> Result<Levels, Stop> {
        let top = k.min(n.saturating_sub(1));
        let ground = if top == 0 { 0 } else { truncated(n, top - 1) };
        let mut levels = Levels { n, layer: LAYER[top as usize] & cube(n), ground, whole: k >= n, classes: Vec::new() };
        let expected = estimate::downsets(ground | 1, 300, handle)? / (1..=n).map(f64::from).product::<f64>();
        if handle.room().is_some_and(|room| expected * BYTES > room as f64) {
            let name = if k < n { format!("subsets({n}, {k})") } else { format!("subsets({n})") };
            let what = format!(
                "a random order of {name} is drawn from all levels of its downsets, about {} classes, which need about {} of memory",
                about(expected),
                memory(expected * BYTES)
            );
            return Err(Stop::Room(what, (expected * BYTES) as usize));
        }
        // All that is left out may come at once where nothing lies below it.
        let mut level = FxHashMap::from_iter([(0, levels.weight(0, 0))]);
        for size in 0..ground.count_ones() {
            let mut next: FxHashMap<u128, BigUint> = FxHashMap::default();
            for (&d, paths) in &level {
                handle.progress("downsets, level by level", u64::from(size), Some(u64::from(ground.count_ones())));
                for y in bits(addable(d) & ground) {
                    handle.ticks(8)?;
                    if next.len() == next.capacity() {
                        handle.reserve((2 * next.len() + 64) * BYTES as usize)?;
                    }
                    let grown = d | 1 << y;
                    *next.entry(canonical(grown, n)).or_default() += paths * levels.step(d, grown);
                }
            }
            levels.classes.push(std::mem::replace(&mut level, next));
        }
        levels.classes.push(level);
        Ok(levels)
    }

    /// The sets of the layer all of whose parts are in a downset.
    fn closed(&self, d: u128) -> u128 {
        addable(d) & self.layer
    }

    /// Ways to put the sets of the layer in that are closed by `d` and not by its predecessor, which closes `before` of them.
    fn weight(&self, d: u128, before: u32) -> BigUint {
        let closed = self.closed(d).count_ones();
        let rest = self.ground.count_ones() - d.count_ones() + self.layer.count_ones() - closed;
        product(u64::from(rest) + 1, u64::from(rest + closed - before))
    }

    fn step(&self, from: u128, to: u128) -> BigUint {
        self.weight(to, self.closed(from).count_ones())
    }

    fn draw(&self, random: &mut RandomBits, handle: &Handle) -> Result<Vec<u32>, Stop> {
        // The last one first.
        let mut order: Vec<u32> = Vec::new();
        let all = (1 << self.n) - 1;
        let mut d = self.ground;
        let put_in = |order: &mut Vec<u32>, fresh: u128, random: &mut RandomBits| {
            for a in bits(fresh) {
                order.insert(random.below(order.len() as u64 + 1) as usize, a);
            }
        };
        while d != 0 {
            handle.tick()?;
            let below = &self.classes[d.count_ones() as usize - 1];
            let choices: Vec<u32> = bits(maximal(d)).collect();
            let paths = |y: &u32| {
                let before = d & !(1 << y);
                &below[&canonical(before, self.n)] * automorphisms(before, self.n) * self.step(before, d)
            };
            let weights: Vec<BigUint> = choices.iter().map(paths).collect();
            let y = choices[draw(&weights, random)];
            let before = d & !(1 << y);
            put_in(&mut order, self.closed(d) & !self.closed(before), random);
            order.push(y);
            d = before;
        }
        put_in(&mut order, self.closed(0), random);
        order.reverse();
        order.extend(self.whole.then_some(all));
        Ok(order)
    }
}
