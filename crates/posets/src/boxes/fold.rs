//! A recursion of the caller's own over the downsets of a box, by their numbers: without levels, keys and hashing of downsets.
//!
//! Smaller downsets have smaller numbers ([`super::sequences`]), so that a pass in their order finds the values of all options where their numbers say.
//! A symmetry of the box leaves the value as it is: it is noted for all images, and what is known already is passed over.
//!
//! **Cost.** For each downset, up to exchanges of equal sides, its maximal elements or all of them; four bytes for each downset, and all values.

use super::sequences::{Layers, MOST, symmetries};
use crate::bits::Mask;
use crate::fold::Options;
use crate::fold::values::{NONE, Row, Values};
use sprague_limits::{Handle, Stop};
use std::hash::Hash;

/// The downsets of a box, numbered.
pub(crate) struct BoxFold<M> {
    layers: Layers<M>,
    symmetries: Vec<Vec<(u32, u32)>>,
    /// For each layer those with an element less.
    lower: Vec<Vec<u32>>,
    /// Elements that are never taken: none, or the least one.
    kept: usize,
}

/// Downsets between two reports.
const REPORT: usize = 1 << 14;

impl<M: Mask> BoxFold<M> {
    /// A box of these sides, the longest first, with or without its least element. Nothing if it has too many downsets, or there might be no room for their values, of
    /// so many bytes each.
    pub(crate) fn new(sides: &[usize], is_whole: bool, value: usize, handle: &Handle) -> Result<Option<Self>, Stop> {
        let Some(layers) = Layers::<M>::new(sides, handle)?.filter(|layers| layers.total() <= MOST) else {
            return Ok(None);
        };
        let symmetries = symmetries(sides);
        let total = layers.total() as usize;
        let values = total / (1 + symmetries.len()) * value;
        if handle.room().is_some_and(|room| 4 * total + values > room) {
            return Ok(None);
        }
        let mut lower = vec![Vec::new(); layers.elements.len()];
        for &(with, without) in layers.lattice.covers.iter().flatten() {
            lower[with as usize].push(without);
        }
        Ok(Some(BoxFold { layers, symmetries, lower, kept: usize::from(!is_whole) }))
    }

    /// The value of the whole box, from that of the first downset.
    pub(crate) fn run<V: Eq + Hash + Clone, E: From<Stop>, F: FnMut(&[&V]) -> Result<V, E>>(
        &self,
        options: Options,
        mut values: Values<V, F>,
        handle: &Handle,
    ) -> Result<V, E> {
        let all = &self.layers;
        let total = all.total() as usize;
        handle.reserve(4 * total)?;
        let mut known = vec![NONE; total];
        let (mut sequence, mut heard) = (all.first(&[]), Row::new());
        let (mut back, mut image) = (vec![0; all.width], vec![M::EMPTY; all.length]);
        let mut done = 0;
        loop {
            if done % REPORT == 0 {
                handle.progress("downsets of a box", done as u64, Some(total as u64));
            }
            let number = sequence.number();
            // The first has no options, or only the least element.
            if number <= self.kept {
                known[number] = 0;
            } else if known[number] == NONE {
                heard.clear();
                let hear = |option: usize| heard.push(known[option]);
                match options {
                    Options::Maximal => all.without_maximal(&sequence, &self.lower, hear),
                    Options::Up => all.without_ups(&sequence, self.kept, &mut back, hear),
                }
                handle.ticks(1 + heard.len() / 4)?;
                let value = values.of(&mut heard, handle)?;
                known[number] = value;
                for symmetry in &self.symmetries {
                    known[all.image(symmetry, &sequence.layers, &mut image)] = value;
                }
            }
            done += 1;
            handle.tick()?;
            if !all.next(&mut sequence, 0) {
                return Ok(values.take(known[total - 1]));
            }
        }
    }
}
