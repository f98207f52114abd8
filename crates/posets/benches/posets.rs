//! Recursions on downsets: the push engine beside the algorithm of Brouwer and Christensen written plainly (recursive
//! descent, degree invariant, hash table, all permutations that keep the invariant).
//!
//! `cargo bench --bench posets`; P(7,3) by `cargo bench --bench posets -- --ignored`: minutes and a gigabyte.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::subsets::downset::{ABOVE, LAYER, bits, maximal, truncated};
use sprague_posets::subsets::{Options, chomp, extensions, links};
use sprague_posets::{Options as Choice, Poset, fold};

fn main() {
    divan::main();
}

/// Section 4.2 of the paper, on words of 128 bits.
struct Descent {
    n: usize,
    values: FxHashMap<u128, u32>,
    extensions: FxHashMap<u128, BigUint>,
}

impl Descent {
    fn new(n: usize) -> Descent {
        Descent { n, values: FxHashMap::default(), extensions: FxHashMap::default() }
    }

    fn image(d: u128, place: &[usize]) -> u128 {
        bits(d).fold(0, |image, x| image | 1 << place.iter().enumerate().fold(0, |y, (i, &p)| y | (x >> i & 1) << p))
    }

    /// Sorts coordinates by their degrees in each size, then takes the smallest image over the ties.
    fn normal(&self, d: u128) -> u128 {
        // The degrees in sizes 1 to 7, eight bits each.
        let degrees: [u64; 7] = std::array::from_fn(|i| {
            let with = ABOVE[1 << i] & d;
            LAYER[1..].iter().fold(0, |degrees, layer| degrees << 8 | u64::from((with & layer).count_ones()))
        });
        let mut order = [0, 1, 2, 3, 4, 5, 6];
        let order = &mut order[..self.n];
        order.sort_by_key(|&i| degrees[i]);
        let mut best = u128::MAX;
        Self::ties(d, &degrees, order, 0, &mut best);
        best
    }

    fn ties(d: u128, degrees: &[u64; 7], order: &mut [usize], at: usize, best: &mut u128) {
        if at == order.len() {
            let mut place = [0; 7];
            for (p, &i) in order.iter().enumerate() {
                place[i] = p;
            }
            *best = (*best).min(Self::image(d, &place[..order.len()]));
            return;
        }
        for other in at..order.len() {
            if degrees[order[other]] == degrees[order[at]] {
                order.swap(at, other);
                Self::ties(d, degrees, order, at + 1, best);
                order.swap(at, other);
            }
        }
    }

    fn grundy(&mut self, d: u128) -> u32 {
        if let Some(&value) = self.values.get(&d) {
            return value;
        }
        let mut seen = 0u64;
        for x in bits(d & !1) {
            let next = self.normal(d & !ABOVE[x as usize]);
            seen |= 1 << self.grundy(next);
        }
        let value = seen.trailing_ones();
        self.values.insert(d, value);
        value
    }

    /// 1 for a win. Ends at the first winning move.
    fn outcome(&mut self, d: u128) -> u32 {
        if let Some(&value) = self.values.get(&d) {
            return value;
        }
        let won = bits(d & !1).any(|x| {
            let next = self.normal(d & !ABOVE[x as usize]);
            self.outcome(next) == 0
        });
        self.values.insert(d, u32::from(won));
        u32::from(won)
    }

    fn count(&mut self, d: u128) -> BigUint {
        if d == 0 {
            return BigUint::from(1u32);
        }
        if let Some(count) = self.extensions.get(&d) {
            return count.clone();
        }
        let count: BigUint = bits(maximal(d))
            .map(|m| {
                let next = self.normal(d & !(1 << m));
                self.count(next)
            })
            .sum();
        self.extensions.insert(d, count.clone());
        count
    }
}

mod b6 {
    use super::*;

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn outcome_by_descent() -> u32 {
        Descent::new(6).outcome(truncated(6, 6))
    }

    #[divan::bench(sample_count = 10)]
    fn outcome_pushed() -> bool {
        chomp::outcome(6, truncated(6, 6), Options::threads(1), &Handle::default()).unwrap().won
    }

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn grundy_by_descent() -> u32 {
        Descent::new(6).grundy(truncated(6, 6))
    }

    #[divan::bench(sample_count = 10)]
    fn grundy_pushed() -> Option<u32> {
        chomp::grundy(6, truncated(6, 6), Options::threads(1), &Handle::default()).unwrap().value
    }

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn extensions_by_descent() -> BigUint {
        Descent::new(6).count(truncated(6, 6))
    }

    #[divan::bench(sample_count = 10)]
    fn extensions_through_the_middle() -> BigUint {
        extensions::of_truncated(6, 6, Options::threads(1), &Handle::default()).unwrap().count
    }
}

mod extensions_of_p {
    use super::*;

    #[divan::bench(args = [(7, 3), (8, 3)], sample_count = 5)]
    fn triples((n, k): (u32, u32)) -> BigUint {
        extensions::of_truncated(n, k, Options::threads(1), &Handle::default()).unwrap().count
    }
}

/// Chomp on 4 x 4 x 4, 232,848 positions: in layers, and by the table for all posets, which is asked for the box without
/// its greatest element.
mod chomp_on_a_cube {
    use super::*;

    fn cube() -> Poset {
        let handle = Handle::default();
        let side = Poset::chain(4, &handle).unwrap();
        side.product(&side, &handle).unwrap().product(&side, &handle).unwrap()
    }

    fn value(poset: Poset, threads: usize) -> u32 {
        let handle = Handle::default();
        let mut chomp = Chomp::new(poset, &handle).unwrap().with_threads(threads);
        let start = chomp.start();
        chomp.nim_value(&start, &handle).unwrap()
    }

    #[divan::bench(args = [1, 2], sample_count = 10)]
    fn in_layers(threads: usize) -> u32 {
        value(cube(), threads)
    }

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn by_levels() -> u32 {
        let all: Vec<usize> = (0..63).collect();
        value(cube().induced(&all, &Handle::default()).unwrap(), 1)
    }
}

/// A recursion of the user's own, by sums over maximal elements and by the mex over up-sets.
mod folds {
    use super::*;

    fn product(sides: &[usize]) -> Poset {
        let handle = Handle::default();
        let chain = |&side: &usize| Poset::chain(side, &handle).unwrap();
        let first = chain(&sides[0]);
        sides[1..].iter().fold(first, |all, side| all.product(&chain(side), &handle).unwrap())
    }

    const BOXES: [&[usize]; 3] = [&[4, 4, 3], &[4, 4, 4], &[5, 5, 4]];

    fn sum(poset: &Poset) -> BigUint {
        let sum = |values: &[&BigUint]| Ok::<_, Stop>(values.iter().copied().sum());
        fold(poset, Choice::Maximal, 1u32.into(), sum, &Handle::default()).unwrap().unwrap()
    }

    fn mex(poset: &Poset) -> u32 {
        let mex = |values: &[&u32]| Ok::<_, Stop>((0..).find(|k| !values.contains(&k)).unwrap());
        fold(poset, Choice::Up, 0, mex, &Handle::default()).unwrap().unwrap()
    }

    #[divan::bench(sample_count = 1, sample_size = 1)]
    fn sum_on_triples_of_six() -> BigUint {
        sum(&Poset::subsets(6, 3, &Handle::default()).unwrap().0)
    }

    #[divan::bench(sample_count = 1, sample_size = 1)]
    fn mex_on_triples_of_six() -> u32 {
        mex(&Poset::subsets(6, 3, &Handle::default()).unwrap().0)
    }

    #[divan::bench(args = BOXES, sample_count = 1, sample_size = 1)]
    fn sum_on_a_box(sides: &[usize]) -> BigUint {
        sum(&product(sides))
    }

    /// Without its greatest element it is no box, and it has no symmetry.
    fn plain() -> Poset {
        let all: Vec<usize> = (0..71).collect();
        product(&[3, 4, 6]).induced(&all, &Handle::default()).unwrap()
    }

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn sum_without_symmetry() -> BigUint {
        sum(&plain())
    }

    #[divan::bench(sample_count = 3, sample_size = 1)]
    fn mex_without_symmetry() -> u32 {
        mex(&plain())
    }

    #[divan::bench(args = BOXES, sample_count = 1, sample_size = 1)]
    fn mex_on_a_box(sides: &[usize]) -> u32 {
        mex(&product(sides))
    }
}

mod p73 {
    use super::*;

    #[divan::bench(sample_count = 1, sample_size = 1, ignore)]
    fn outcome_by_descent() -> u32 {
        Descent::new(7).outcome(truncated(7, 3))
    }

    #[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1, ignore)]
    fn outcome_pushed(threads: usize) -> bool {
        chomp::outcome(7, truncated(7, 3), Options::threads(threads), &Handle::default()).unwrap().won
    }

    #[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1, ignore)]
    fn outcome_by_links(threads: usize) -> bool {
        links::outcome(7, truncated(7, 3), threads, &Handle::default()).unwrap().won
    }

    #[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1, ignore)]
    fn grundy_pushed(threads: usize) -> Option<u32> {
        chomp::grundy(7, truncated(7, 3), Options::threads(threads), &Handle::default()).unwrap().value
    }
}
