//! Chomp on boxes, products of chains: the nim-values of all downsets, a byte each, without keys and without hashing.
//!
//! **Numbers.** Let the box be a chain of `a` elements times a box `Q`. A downset is a sequence of `a` downsets of `Q`, its layers,
//! each within the one before. The downsets of `Q` are numbered so that those within one come before it, and the sequences in the
//! order of their layers' numbers: the number of a sequence is a sum of steps, one for each layer, which counts the sequences that
//! agree with it before that layer and have one with a smaller number there. A step depends on the layer, the one before it, and
//! how many come after it.
//!
//! **Moves.** Who takes `q` in layer `i` takes all at or above `q` from the layers `i`, `i + 1`, … No layer gets a larger number, so that
//! a move leads to a smaller number, and values are found in the order of the numbers. For each `q` the steps behind `i`, between
//! layers that are all cut, are added up from the last layer to the first: a move costs two steps and one value that is looked up.
//!
//! **Threads.** Sequences with the same first layers, a head, are numbered one after the other. A move leads to the same head or to one
//! with fewer elements; so heads of as many elements do not wait for each other.
//!
//! **Symmetry.** A permutation of equal sides leaves the value as it is. It is noted for all images, and what is known already
//! is passed over: it does not matter which of them comes first.
//!
//! **Cost.** For each downset its elements. A byte for each downset, 4 for each layer and two downsets of `Q`.

use crate::bits::{self, Mask, with_mask};
use crate::coordinates::Coordinates;
use crate::lattice::IdealLattice;
use sprague_limits::{Handle, Stop};
#[cfg(feature = "threads")]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
#[cfg(feature = "threads")]
use std::time::Duration;

/// The most downsets of `Q`, steps, and heads.
const LISTED: usize = 4_000;
const STEPS: usize = 1 << 25;
const HEADS: u64 = 1 << 18;
/// Downsets whose numbers fit a word of 32 bits.
pub(super) const MOST: u64 = u32::MAX as u64;
/// Symmetries that are used: with more of them, to note values takes longer than to find them.
const SYMMETRIES: usize = 24;
/// Heads that the sequences are cut into at least, if so many there are.
const PIECES: u64 = 256;
/// How long a thread without work waits before it looks again.
#[cfg(feature = "threads")]
const WAIT: Duration = Duration::from_micros(50);
/// Not known yet; also larger than every value that a table can hold.
const NONE: u8 = u8::MAX;

/// The nim-values of all downsets of a box.
pub(crate) struct BoxValues<M> {
    layers: Layers<M>,
    /// The layer of each element, and its number in `Q`.
    places: Vec<(usize, usize)>,
    /// Whether the least element is never taken.
    poisoned: bool,
    /// For each symmetry where it takes the elements, layer by layer: their layers, and their numbers in `Q`.
    symmetries: Vec<Vec<(u32, u32)>>,
    values: Vec<AtomicU8>,
}

/// How many downsets a box has, or 2^64 - 1 if more; nothing where those of a layer are too many.
pub(super) fn positions(sides: &[usize], handle: &Handle) -> Result<Option<u64>, Stop> {
    let width: usize = sides[1..].iter().product();
    let total = with_mask!(width, M => Layers::<M>::new(sides, handle)?.map(|layers| layers.total()), else None);
    Ok(total)
}

/// The sequences of downsets of `Q`.
struct Layers<M> {
    lattice: IdealLattice<M>,
    /// How many layers.
    length: usize,
    /// Elements of `Q`.
    width: usize,
    /// The elements of each downset.
    elements: Vec<Vec<u32>>,
    /// What is left of each downset without an element and all above, one after the other.
    cuts: Vec<u32>,
    /// The downsets within each, ascending.
    within: Vec<Vec<u32>>,
    /// How many sequences of 0, 1, … layers there are within each.
    sequences: Vec<Vec<u64>>,
    /// For 0, 1, … layers behind: the steps from each layer to each.
    steps: Vec<Vec<u32>>,
}

/// The first layers of sequences.
struct Head {
    layers: Vec<u32>,
    size: usize,
    /// The number of the first sequence that begins so.
    first: u32,
}

impl<M: Mask> Layers<M> {
    /// Sequences of downsets of a box, as many as its longest side, the first, has elements, each of the box of the other sides. Nothing where
    /// these have too many downsets, or there are too many steps.
    fn new(sides: &[usize], handle: &Handle) -> Result<Option<Layers<M>>, Stop> {
        let (&length, sides) = sides.split_first().expect("a box has sides");
        let width: usize = sides.iter().product();
        let coordinates: Vec<Vec<usize>> = (0..width).map(|q| digits(q, sides)).collect();
        let above = |x: usize, y: usize| coordinates[x].iter().zip(&coordinates[y]).all(|(a, b)| a <= b);
        let up: Vec<M> =
            (0..width).map(|x| (x..width).filter(|&y| above(x, y)).fold(M::EMPTY, |set, y| set.with(y))).collect();
        let Some(lattice) = IdealLattice::new(&up, LISTED, handle)? else { return Ok(None) };
        let sets = &lattice.sets;
        let count = sets.len();
        if count * count > STEPS / length {
            return Ok(None);
        }
        handle.reserve(count * (4 * count * (length + 1) + 8 * (width + length)))?;
        let elements = sets.iter().map(|set| (0..width as u32).filter(|&q| set.has(q as usize)).collect()).collect();
        let pairs = sets.iter().flat_map(|&set| up.iter().map(move |&above| set.minus(above)));
        let cuts = pairs.map(|left| lattice.place(left) as u32).collect();
        let mut within: Vec<Vec<u32>> = Vec::with_capacity(count);
        for (at, &set) in sets.iter().enumerate() {
            handle.ticks(1 + at / 64)?;
            within.push((0..=at as u32).filter(|&inner| sets[inner as usize].within(set)).collect());
        }
        let (mut sequences, mut steps) = (vec![vec![1u64; count]], Vec::with_capacity(length));
        for behind in 0..length {
            let mut all = Vec::with_capacity(count);
            let mut step = vec![0u32; count * count];
            for (outer, inner) in within.iter().enumerate() {
                handle.ticks(1 + inner.len() / 16)?;
                let mut sum = 0u64;
                for &inner in inner {
                    // Where this does not fit there are too many in all.
                    step[outer * count + inner as usize] = sum as u32;
                    sum = sum.saturating_add(sequences[behind][inner as usize]);
                }
                all.push(sum);
            }
            sequences.push(all);
            steps.push(step);
        }
        Ok(Some(Layers { lattice, length, width, elements, cuts, within, sequences, steps }))
    }

    /// The largest downset, the layer before the first.
    fn whole(&self) -> u32 {
        self.within.len() as u32 - 1
    }

    /// How many sequences there are, or 2^64 - 1 if more.
    fn total(&self) -> u64 {
        self.sequences[self.length][self.whole() as usize]
    }

    /// The steps to this layer, counted from 0, from all that may be before it.
    #[inline]
    fn steps_to(&self, layer: usize) -> &[u32] {
        &self.steps[self.length - 1 - layer]
    }

    #[inline]
    fn pair(&self, outer: u32, inner: u32) -> usize {
        outer as usize * self.within.len() + inner as usize
    }

    /// What is left of a downset without each element and all above.
    #[inline]
    fn cuts(&self, downset: u32) -> &[u32] {
        &self.cuts[downset as usize * self.width..][..self.width]
    }

    /// The number of a sequence.
    fn number(&self, layers: &[u32]) -> usize {
        let before = std::iter::once(self.whole()).chain(layers.iter().copied());
        let steps = before.zip(layers).enumerate();
        steps.map(|(i, (outer, &inner))| self.steps_to(i)[self.pair(outer, inner)] as usize).sum()
    }

    /// How many layers a head has: the fewest that leave a small part of the sequences to each.
    fn head(&self) -> usize {
        let whole = self.whole() as usize;
        let heads = |length: usize| self.sequences[length][whole];
        let mut length = 1;
        while length + 1 < self.length
            && self.sequences[self.length - length][whole] > self.total() / PIECES
            && heads(length + 1) <= HEADS
        {
            length += 1;
        }
        length
    }

    /// All heads, by the number of their elements.
    fn heads(&self, handle: &Handle) -> Result<Vec<Head>, Stop> {
        let mut heads = vec![Head { layers: Vec::new(), size: 0, first: 0 }];
        for layer in 0..self.head() {
            let mut longer = Vec::new();
            for head in heads {
                let outer = head.layers.last().copied().unwrap_or(self.whole());
                for &inner in &self.within[outer as usize] {
                    handle.tick()?;
                    longer.push(Head {
                        layers: head.layers.iter().copied().chain([inner]).collect(),
                        size: head.size + self.elements[inner as usize].len(),
                        first: head.first + self.steps_to(layer)[self.pair(outer, inner)],
                    });
                }
            }
            heads = longer;
        }
        heads.sort_by_key(|head| (head.size, head.first));
        Ok(heads)
    }
}

/// The coordinates of the element with this number in a box, the last counting ones.
fn digits(mut number: usize, sides: &[usize]) -> Vec<usize> {
    let mut digits = vec![0; sides.len()];
    for (digit, side) in digits.iter_mut().zip(sides).rev() {
        (*digit, number) = (number % side, number / side);
    }
    digits
}

/// The symmetries of a box that exchange equal sides, but the identity, as many as are used.
fn symmetries(sides: &[usize]) -> Vec<Vec<(u32, u32)>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for side in sides {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let free = (0..sides.len()).filter(|j| sides[*j] == *side && !order.contains(j));
            free.map(|j| [&order[..], &[j]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer).take(SYMMETRIES).collect();
    }
    let width: usize = sides[1..].iter().product();
    let image = |order: &Vec<usize>, x: usize| {
        let from = digits(x, sides);
        let to = order.iter().zip(sides).fold(0, |number, (&j, side)| number * side + from[j]);
        ((to / width) as u32, (to % width) as u32)
    };
    orders[1..].iter().map(|order| (0..sides[0] * width).map(|x| image(order, x)).collect()).collect()
}

impl<M: Mask + Send + Sync> BoxValues<M> {
    /// The table of a box; nothing where it would have more than `most` downsets, where its tables of layers are too large, or where a
    /// value does not fit a byte.
    pub(crate) fn new(
        found: &Coordinates,
        poisoned: bool,
        most: u64,
        threads: usize,
        handle: &Handle,
    ) -> Result<Option<BoxValues<M>>, Stop> {
        let Some(layers) = Layers::new(&found.sides, handle)? else { return Ok(None) };
        if layers.total() > most.min(MOST) {
            return Ok(None);
        }
        let rest = &found.sides[1..];
        let place = |place: &Vec<usize>| (place[0], place[1..].iter().zip(rest).fold(0, |q, (x, side)| q * side + x));
        let places = found.places.iter().map(place).collect();
        let total = layers.total() as usize;
        handle.reserve(total)?;
        let values = std::iter::repeat_with(|| AtomicU8::new(NONE)).take(total).collect();
        let symmetries = symmetries(&found.sides);
        let table = BoxValues { layers, places, poisoned, symmetries, values };
        Ok(table.fill(threads, handle)?.then_some(table))
    }

    /// The value of a downset of the box, given as a row of bits.
    pub(crate) fn get(&self, row: &[u64]) -> Option<u32> {
        let mut sets = vec![M::EMPTY; self.layers.length];
        for (x, &(layer, q)) in self.places.iter().enumerate() {
            if bits::has(row, x) || (self.poisoned && (layer, q) == (0, 0)) {
                sets[layer] = sets[layer].with(q);
            }
        }
        let layers: Vec<u32> = sets.into_iter().map(|set| self.layers.lattice.place(set) as u32).collect();
        Some(self.values[self.layers.number(&layers)].load(Relaxed).into())
    }

    /// Finds all values; false if one does not fit.
    #[cfg_attr(not(feature = "threads"), expect(unused_variables))]
    fn fill(&self, threads: usize, handle: &Handle) -> Result<bool, Stop> {
        let heads = self.layers.heads(handle)?;
        let (next, done, total) = (AtomicUsize::new(0), AtomicU64::new(0), self.layers.total());
        let fits = AtomicUsize::new(1);
        #[cfg(feature = "threads")]
        let halted = AtomicBool::new(false);
        let mut from = 0;
        for group in heads.chunk_by(|one, other| one.size == other.size) {
            let to = from + group.len();
            next.store(from, Relaxed);
            let work = |tick: &dyn Fn(usize) -> Result<(), Stop>| -> Result<(), Stop> {
                loop {
                    let at = next.fetch_add(1, Relaxed);
                    if at >= to {
                        return Ok(());
                    }
                    let Some(count) = self.fill_head(&heads[at], tick)? else {
                        fits.store(0, Relaxed);
                        return Ok(());
                    };
                    done.fetch_add(count, Relaxed);
                }
            };
            let asked = |steps: usize| {
                handle.progress("positions of Chomp", done.load(Relaxed), Some(total));
                handle.ticks(steps)
            };
            #[cfg(feature = "threads")]
            std::thread::scope(|scope| {
                // A thread is worth its beginning for some heads.
                let others: Vec<_> = (1..threads.min(group.len() / 4))
                    .map(|_| {
                        scope.spawn(|| work(&|_| if halted.load(Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }))
                    })
                    .collect();
                let mine = work(&asked).and_then(|()| {
                    // A head may be long: who waits for the others still listens.
                    while !others.iter().all(|other| other.is_finished()) {
                        handle.check_now()?;
                        std::thread::sleep(WAIT);
                    }
                    Ok(())
                });
                halted.store(mine.is_err(), Relaxed);
                mine
            })?;
            #[cfg(not(feature = "threads"))]
            work(&asked)?;
            if fits.load(Relaxed) == 0 {
                return Ok(false);
            }
            from = to;
        }
        Ok(true)
    }

    /// The values of all sequences with this head, in order; how many they are, or nothing if one does not fit.
    fn fill_head(&self, head: &Head, tick: &dyn Fn(usize) -> Result<(), Stop>) -> Result<Option<u64>, Stop> {
        let all = &self.layers;
        let fixed = head.layers.len();
        // The layers, where each is among those within the one before, and the steps up to each.
        let mut layers = vec![0u32; all.length];
        layers[..fixed].copy_from_slice(&head.layers);
        let mut at = vec![0usize; all.length];
        let mut sums = vec![0u32; all.length + 1];
        for i in 0..fixed {
            let outer = if i == 0 { all.whole() } else { layers[i - 1] };
            sums[i + 1] = sums[i] + all.steps_to(i)[all.pair(outer, layers[i])];
        }
        sums[fixed..].fill(head.first);
        let mut back = vec![0u32; all.width];
        let mut image = vec![M::EMPTY; all.length];
        let mut count = 0;
        loop {
            tick(1 + all.elements[layers[0] as usize].len())?;
            let here = &self.values[sums[all.length] as usize];
            if here.load(Relaxed) == NONE {
                let Some(value) = self.value(&layers, &sums, &mut back) else { return Ok(None) };
                here.store(value, Relaxed);
                self.note_images(&layers, value, &mut image);
            }
            count += 1;
            // The next sequence: the last layer that can grow does, those behind it are empty.
            let Some(i) = (fixed..all.length).rev().find(|&i| at[i] + 1 < all.within[layers[i - 1] as usize].len())
            else {
                return Ok(Some(count));
            };
            at[i] += 1;
            layers[i] = all.within[layers[i - 1] as usize][at[i]];
            sums[i + 1] = sums[i] + all.steps_to(i)[all.pair(layers[i - 1], layers[i])];
            for j in i + 1..all.length {
                (at[j], layers[j], sums[j + 1]) = (0, 0, sums[i + 1]);
            }
        }
    }

    /// Notes the value of a sequence for its images. `image` is room for their layers.
    fn note_images(&self, layers: &[u32], value: u8, image: &mut [M]) {
        let all = &self.layers;
        for symmetry in &self.symmetries {
            image.fill(M::EMPTY);
            for (places, &layer) in symmetry.chunks(all.width).zip(layers) {
                for &q in &all.elements[layer as usize] {
                    let (layer, q) = places[q as usize];
                    image[layer as usize] = image[layer as usize].with(q as usize);
                }
            }
            let (mut number, mut outer) = (0, all.whole());
            for (i, &set) in image.iter().enumerate() {
                let inner = all.lattice.place(set) as u32;
                number += all.steps_to(i)[all.pair(outer, inner)] as usize;
                outer = inner;
            }
            self.values[number].store(value, Relaxed);
        }
    }

    /// The least value that no move leads to; nothing if it does not fit. `sums` are the steps up to each layer.
    #[inline]
    fn value(&self, layers: &[u32], sums: &[u32], back: &mut [u32]) -> Option<u8> {
        let all = &self.layers;
        let count = all.within.len();
        // Nearly all values are small: their word stays in a register.
        let (mut low, mut seen) = (0u64, [0u64; 4]);
        // Behind the last layer that is not empty all steps are 0.
        let height = layers.iter().position(|&layer| layer == 0).unwrap_or(all.length);
        back.fill(0);
        for i in (0..height).rev() {
            let outer = if i == 0 { all.whole() } else { layers[i - 1] };
            let (steps, cuts) = (all.steps_to(i), all.cuts(layers[i]));
            let row = &steps[outer as usize * count..][..count];
            let first = usize::from(self.poisoned && i == 0);
            for &q in &all.elements[layers[i] as usize][first..] {
                let to = sums[i] + row[cuts[q as usize] as usize] + back[q as usize];
                let value = self.values[to as usize].load(Relaxed);
                match value {
                    0..64 => low |= 1 << value,
                    _ => seen[usize::from(value >> 6)] |= 1 << (value & 63),
                }
            }
            // The steps behind layer `i - 1`, all without what is at or above each `q`.
            if i > 0 {
                for ((back, &outer), &inner) in back.iter_mut().zip(all.cuts(outer)).zip(cuts) {
                    *back += steps[outer as usize * count + inner as usize];
                }
            }
        }
        seen[0] = low;
        let word = seen.iter().position(|&word| word != u64::MAX)?;
        let value = 64 * word as u8 + seen[word].trailing_ones() as u8;
        (value != NONE).then_some(value)
    }
}
