//! The downsets of a box by numbers.
//!
//! Let the box be a chain of `a` elements times a box `Q`. A downset is a sequence of `a` downsets of `Q`, its layers,
//! each within the one before. The downsets of `Q` are numbered so that those within one come before it, and the sequences in the
//! order of their layers' numbers: the number of a sequence is a sum of steps, one for each layer, which counts the sequences that
//! agree with it before that layer and have one with a smaller number there. A step depends on the layer, the one before it, and
//! how many come after it.
//!
//! A downset within another one has a smaller number, for no layer gets a larger one: what is made of smaller downsets is made in the order of the numbers.

use crate::bits::{Mask, with_mask};
use crate::ideals::product;
use crate::lattice::IdealLattice;
use sprague_limits::{Handle, Stop};
use std::ops::Range;

/// The most downsets of `Q`, steps, and heads.
const LISTED: usize = 4_000;
const STEPS: usize = 1 << 25;
const HEADS: u64 = 1 << 18;
/// Downsets whose numbers fit a word of 32 bits.
pub(crate) const MOST: u64 = u32::MAX as u64;
/// Symmetries that are used: with more of them, to note values takes longer than to find them.
const SYMMETRIES: usize = 24;
/// Bytes of heads that are always allowed.
const ROOM: u64 = 16 << 20;
/// Heads that the sequences are cut into at least, if so many there are.
const PIECES: u64 = 256;

/// How large the tables of a box are, counted without them.
pub(crate) struct Counts {
    /// Elements of `Q`, and its downsets.
    width: usize,
    downsets: u64,
    /// How many sequences of 0, 1, … layers there are.
    sequences: Vec<u64>,
}

impl Counts {
    /// For a box of these sides; nothing where [`Layers`] have no room.
    pub(crate) fn new(sides: &[usize], handle: &Handle) -> Result<Option<Counts>, Stop> {
        let (&length, rest) = sides.split_first().expect("a box has sides");
        let width: usize = rest.iter().product();
        if width > LARGEST_MASK {
            return Ok(None);
        }
        let factor = product(rest, handle)?;
        with_mask!(width, M => {
            let Some(lattice) = IdealLattice::new(&factor.up_sets::<M>(), LISTED, handle)? else { return Ok(None) };
            let downsets = lattice.sets.len() as u64;
            if !is_tabled(downsets, length) {
                return Ok(None);
            }
            let (mut sequences, mut ways) = (vec![1], vec![1u128; lattice.sets.len()]);
            for layers in 1..=length {
                let sum = ways.iter().fold(0u128, |sum, &more| sum.saturating_add(more));
                sequences.push(u64::try_from(sum).unwrap_or(u64::MAX));
                if sum > u64::MAX.into() || layers < length && !lattice.sum_within(&mut ways, handle)? {
                    sequences.resize(length + 1, u64::MAX);
                    break;
                }
            }
            Ok(Some(Counts { width, downsets, sequences }))
        }, else Ok(None))
    }

    /// How many sequences there are, or 2^64 - 1 if more.
    pub(crate) fn total(&self) -> u64 {
        *self.sequences.last().expect("there is the empty one")
    }

    /// Bytes of [`Layers`] and of heads, nearly: what is listed with a few more that vectors which grow have in reserve.
    pub(crate) fn bytes(&self) -> f64 {
        let (length, width, count) = (self.sequences.len() - 1, self.width as f64, self.downsets as f64);
        let pairs = self.sequences.get(2).map_or(count, |&pairs| pairs as f64);
        let head = head(&self.sequences);
        // Heads of a layer less go as they are made longer; their list stays.
        let heads =
            bytes_of_heads(&self.sequences, head) as f64 + size_of::<Head>() as f64 * self.sequences[head - 1] as f64;
        4.0 * (length as f64 * count * count + 1.4 * pairs + 2.0 * count * width)
            + count * (8.0 * length as f64 + 16.0 * width.div_euclid(64.0) + 140.0)
            + heads
    }
}

/// The widest masks of bits.
const LARGEST_MASK: usize = 1024;

/// Whether the steps between so many downsets have room.
fn is_tabled(downsets: u64, length: usize) -> bool {
    downsets.saturating_mul(downsets) <= (STEPS / length) as u64
}

/// Bytes of heads of so many layers, from the numbers of sequences of 0, 1, … layers.
fn bytes_of_heads(sequences: &[u64], length: usize) -> u64 {
    sequences[length].saturating_mul((size_of::<Head>() + 4 * length) as u64)
}

/// How many layers a head has: the fewest that leave a small part of all sequences to each, where heads do not take more room than what they cut.
fn head(sequences: &[u64]) -> usize {
    let all = sequences.len() - 1;
    let room = sequences[all].max(ROOM);
    let has_room = |length: usize| sequences[length] <= HEADS && bytes_of_heads(sequences, length) <= room;
    let mut length = 1;
    while length + 1 < all && sequences[all - length] > sequences[all] / PIECES && has_room(length + 1) {
        length += 1;
    }
    length
}

/// The sequences of downsets of `Q`.
pub(super) struct Layers<M> {
    pub lattice: IdealLattice<M>,
    /// How many layers.
    pub length: usize,
    /// Elements of `Q`.
    pub width: usize,
    /// The elements of each downset.
    pub elements: Vec<Vec<u32>>,
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
pub(super) struct Head {
    pub layers: Vec<u32>,
    pub size: usize,
    /// The number of the first sequence that begins so.
    pub first: u32,
}

/// A sequence on the way through all of them, in the order of their numbers.
pub(super) struct Sequence {
    pub layers: Vec<u32>,
    /// Where each layer is among those within the one before.
    at: Vec<usize>,
    /// The steps up to each layer, and to the end.
    sums: Vec<u32>,
}

impl Sequence {
    /// Its number.
    #[inline]
    pub(super) fn number(&self) -> usize {
        self.sums[self.layers.len()] as usize
    }
}

impl<M: Mask> Layers<M> {
    /// Sequences of downsets of a box, as many as its longest side, the first, has elements, each of the box of the other sides. Nothing where
    /// these have too many downsets, or there are too many steps.
    pub(super) fn new(sides: &[usize], handle: &Handle) -> Result<Option<Layers<M>>, Stop> {
        let (&length, sides) = sides.split_first().expect("a box has sides");
        let width: usize = sides.iter().product();
        let coordinates: Vec<Vec<usize>> = (0..width).map(|q| digits(q, sides)).collect();
        let above = |x: usize, y: usize| coordinates[x].iter().zip(&coordinates[y]).all(|(a, b)| a <= b);
        let up: Vec<M> =
            (0..width).map(|x| (x..width).filter(|&y| above(x, y)).fold(M::EMPTY, |set, y| set.with(y))).collect();
        let Some(lattice) = IdealLattice::new(&up, LISTED, handle)? else { return Ok(None) };
        let sets = &lattice.sets;
        let count = sets.len();
        if !is_tabled(count as u64, length) {
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
    pub(super) fn total(&self) -> u64 {
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
    pub(super) fn number(&self, layers: &[u32]) -> usize {
        let before = std::iter::once(self.whole()).chain(layers.iter().copied());
        let steps = before.zip(layers).enumerate();
        steps.map(|(i, (outer, &inner))| self.steps_to(i)[self.pair(outer, inner)] as usize).sum()
    }

    /// The first sequence with these first layers.
    pub(super) fn first(&self, head: &[u32]) -> Sequence {
        let mut layers = vec![0u32; self.length];
        layers[..head.len()].copy_from_slice(head);
        let mut sums = vec![0];
        for (i, &layer) in layers.iter().enumerate() {
            sums.push(sums[i] + self.steps_to(i)[self.pair(self.before(&layers, i), layer)]);
        }
        Sequence { layers, at: vec![0; self.length], sums }
    }

    /// The next one with the same first layers, as many as are fixed; false if there is none. The last layer that can grow does, those behind it
    /// are empty.
    #[inline]
    pub(super) fn next(&self, of: &mut Sequence, fixed: usize) -> bool {
        let choices = |layers: &[u32], i: usize| self.within[self.before(layers, i) as usize].len();
        let Some(i) = (fixed..self.length).rev().find(|&i| of.at[i] + 1 < choices(&of.layers, i)) else {
            return false;
        };
        let outer = self.before(&of.layers, i);
        of.at[i] += 1;
        of.layers[i] = self.within[outer as usize][of.at[i]];
        of.sums[i + 1] = of.sums[i] + self.steps_to(i)[self.pair(outer, of.layers[i])];
        for j in i + 1..self.length {
            (of.at[j], of.layers[j], of.sums[j + 1]) = (0, 0, of.sums[i + 1]);
        }
        true
    }

    /// The layer around this one.
    #[inline]
    fn before(&self, layers: &[u32], i: usize) -> u32 {
        if i == 0 { self.whole() } else { layers[i - 1] }
    }

    /// The numbers of what is left without an element and all above it, for every element but `kept` first ones. Who takes `q` in layer `i`
    /// takes all at or above `q` from the layers `i`, `i + 1`, …: for each `q` the steps behind `i`, between layers that are all cut, are added up in `back` from
    /// the last layer to the first, so that it costs two steps.
    #[inline]
    pub(super) fn without_ups(&self, of: &Sequence, kept: usize, back: &mut [u32], mut found: impl FnMut(usize)) {
        let (layers, count) = (&of.layers, self.within.len());
        // Behind the last layer that is not empty all steps are 0.
        let height = layers.iter().position(|&layer| layer == 0).unwrap_or(self.length);
        back.fill(0);
        for i in (0..height).rev() {
            let outer = self.before(layers, i);
            let (steps, cuts) = (self.steps_to(i), self.cuts(layers[i]));
            let row = &steps[outer as usize * count..][..count];
            for &q in &self.elements[layers[i] as usize][if i == 0 { kept } else { 0 }..] {
                found((of.sums[i] + row[cuts[q as usize] as usize] + back[q as usize]) as usize);
            }
            // The steps behind layer `i - 1`, all without what is at or above each `q`.
            if i > 0 {
                for ((back, &outer), &inner) in back.iter_mut().zip(self.cuts(outer)).zip(cuts) {
                    *back += steps[outer as usize * count + inner as usize];
                }
            }
        }
    }

    /// The numbers of what is left without a maximal element, for each of them. `lower` has for each layer those with an element less.
    #[inline]
    pub(super) fn without_maximal(&self, of: &Sequence, lower: &[Vec<u32>], mut found: impl FnMut(usize)) {
        for (i, &layer) in of.layers.iter().enumerate().take_while(|&(_, &layer)| layer > 0) {
            let (outer, inner) = (self.before(&of.layers, i), of.layers.get(i + 1).copied());
            let behind = of.number() as u32 - of.sums[(i + 2).min(self.length)];
            for &less in &lower[layer as usize] {
                let mut number = of.sums[i] + self.steps_to(i)[self.pair(outer, less)] + behind;
                if let Some(inner) = inner {
                    if !self.lattice.sets[inner as usize].within(self.lattice.sets[less as usize]) {
                        continue;
                    }
                    number += self.steps_to(i + 1)[self.pair(less, inner)];
                }
                found(number as usize);
            }
        }
    }

    /// The number of the image of a sequence under a symmetry. `image` is room for its layers.
    pub(super) fn image(&self, symmetry: &[(u32, u32)], layers: &[u32], image: &mut [M]) -> usize {
        image.fill(M::EMPTY);
        for (places, &layer) in symmetry.chunks(self.width).zip(layers) {
            for &q in &self.elements[layer as usize] {
                let (layer, q) = places[q as usize];
                image[layer as usize] = image[layer as usize].with(q as usize);
            }
        }
        let (mut number, mut outer) = (0, self.whole());
        for (i, &set) in image.iter().enumerate() {
            let inner = self.lattice.place(set) as u32;
            number += self.steps_to(i)[self.pair(outer, inner)] as usize;
            outer = inner;
        }
        number
    }

    /// How many layers a head has.
    fn head(&self) -> usize {
        head(&self.sequences.iter().map(|counts| counts[self.whole() as usize]).collect::<Vec<_>>())
    }

    /// The numbers of the sequences that begin with a head.
    pub(super) fn numbers(&self, head: &Head) -> Range<usize> {
        let last = head.layers.last().copied().unwrap_or(self.whole());
        let count = self.sequences[self.length - head.layers.len()][last as usize];
        head.first as usize..head.first as usize + count as usize
    }

    /// All heads, by the number of their elements.
    pub(super) fn heads(&self, handle: &Handle) -> Result<Vec<Head>, Stop> {
        let mut heads = vec![Head { layers: Vec::new(), size: 0, first: 0 }];
        for layer in 0..self.head() {
            let count = self.sequences[layer + 1][self.whole() as usize] as usize;
            handle.reserve(count * (size_of::<Head>() + 4 * (layer + 1)))?;
            let mut longer = Vec::with_capacity(count);
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
        heads.sort_unstable_by_key(|head| (head.size, head.first));
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
pub(super) fn symmetries(sides: &[usize]) -> Vec<Vec<(u32, u32)>> {
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
