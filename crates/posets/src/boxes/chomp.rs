//! Chomp on boxes, products of chains: the nim-values of all downsets, a byte or two each ([`super::cells`]), without keys and without hashing.
//!
//! A move leads to a smaller downset, so that values are found in the order of their numbers ([`super::sequences`]): a move costs two steps and one value that is looked up.
//!
//! **Threads.** Sequences with the same first layers, a head, are numbered one after the other. A move leads to the same head or to one
//! with fewer elements; so heads of as many elements do not wait for each other.
//!
//! **Symmetry.** A permutation of equal sides leaves the value as it is. It is noted for all images, and what is known already
//! is passed over: it does not matter which of them comes first.
//!
//! **Cost.** For each downset its elements. A cell for each downset, 4 bytes for each layer and two downsets of `Q`.

use super::cells::Cell;
use super::files::Keeping;
use super::sequences::{Head, Layers, MOST, Sequence, symmetries};
use crate::bits::{self, Mask};
use crate::coordinates::Coordinates;
use crate::subsets::checkpoint::damaged;
use crate::subsets::engine::Options;
use crate::subsets::error::Error;
use sprague_limits::{Handle, Stop};
#[cfg(feature = "threads")]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
#[cfg(feature = "threads")]
use std::time::Duration;

/// How long a thread without work waits before it looks again.
#[cfg(feature = "threads")]
const WAIT: Duration = Duration::from_micros(50);
/// Steps that are told of together: threads that tell of them get in each other's way.
const TOLD: usize = 1 << 10;

/// The nim-values of all downsets of a box, in cells that are wide enough for its elements ([`super::cells::bytes_of_cell`]).
pub(crate) struct BoxValues<M, C> {
    layers: Layers<M>,
    /// The layer of each element, and its number in `Q`.
    places: Vec<(usize, usize)>,
    /// For each symmetry where it takes the elements, layer by layer: their layers, and their numbers in `Q`.
    symmetries: Vec<Vec<(u32, u32)>>,
    values: Vec<C>,
}

impl<M: Mask + Send + Sync, C: Cell> BoxValues<M, C> {
    /// The table of a box; nothing where it would have more than `most` downsets, or where its tables of layers are too large.
    pub(crate) fn new(found: &Coordinates, most: u64, threads: usize, handle: &Handle) -> Result<Option<Self>, Stop> {
        let Some(table) = Self::empty(found, most, handle)? else { return Ok(None) };
        let heads = table.layers.heads(handle)?;
        table.fill(&heads, threads, handle, |_| Ok::<_, Stop>(()))?;
        Ok(Some(table))
    }

    /// The same without a bound on its downsets, kept while it is made: what is lost is a group of heads of as many elements, or what
    /// was found since a table was kept last.
    pub(crate) fn kept(found: &Coordinates, mut options: Options, handle: &Handle) -> Result<Option<Self>, Error> {
        let Some(table) = Self::empty(found, u64::MAX, handle)? else { return Ok(None) };
        let heads = table.layers.heads(handle)?;
        let sides: Vec<String> = found.sides.iter().map(usize::to_string).collect();
        let identity = format!("nim-values of Chomp on a box of {}, all elements but the least", sides.join(" x "));
        let threads = options.thread_count();
        let mut keeping = Keeping::new(&mut options, identity, 0, handle);
        let known = keeping.read_table(&table.values, handle)?.unwrap_or(0);
        let begun = heads.partition_point(|head| head.size < known);
        for head in &heads[..begun] {
            let values = &table.values[table.layers.numbers(head)];
            handle.ticks(1 + values.len() / 64)?;
            if values.iter().any(|value| value.get().is_none()) {
                return Err(damaged("its level makes no sense"));
            }
        }
        let end = heads.last().map_or(0, |head| head.size) + 1;
        table.fill(&heads[begun..], threads, handle, |size| match keeping.is_due() || size + 1 == end {
            true => keeping.keep_table(size + 1, &table.values, handle),
            false => Ok(()),
        })?;
        Ok(Some(table))
    }

    /// The table with nothing in it.
    fn empty(found: &Coordinates, most: u64, handle: &Handle) -> Result<Option<Self>, Stop> {
        let Some(layers) = Layers::new(&found.sides, handle)? else { return Ok(None) };
        if layers.total() > most.min(MOST) {
            return Ok(None);
        }
        let rest = &found.sides[1..];
        let place = |place: &Vec<usize>| (place[0], place[1..].iter().zip(rest).fold(0, |q, (x, side)| q * side + x));
        let places = found.places.iter().map(place).collect();
        let total = layers.total() as usize;
        handle.reserve(total * C::BYTES)?;
        let values = std::iter::repeat_with(C::unknown).take(total).collect();
        let symmetries = symmetries(&found.sides);
        Ok(Some(BoxValues { layers, places, symmetries, values }))
    }

    /// The value of a downset of the box, given as a row of bits.
    pub(crate) fn get(&self, row: &[u64]) -> Option<u32> {
        let mut sets = vec![M::EMPTY; self.layers.length];
        for (x, &(layer, q)) in self.places.iter().enumerate() {
            if bits::has(row, x) || (layer, q) == (0, 0) {
                sets[layer] = sets[layer].with(q);
            }
        }
        let layers: Vec<u32> = sets.into_iter().map(|set| self.layers.lattice.place(set) as u32).collect();
        self.values[self.layers.number(&layers)].get().map(u32::from)
    }

    /// Finds the values for these heads, all others with fewer elements being known. `each` hears how many elements the heads have that are done.
    #[cfg_attr(not(feature = "threads"), expect(unused_variables))]
    fn fill<E: From<Stop>>(
        &self,
        heads: &[Head],
        threads: usize,
        handle: &Handle,
        mut each: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let missing: usize = heads.iter().map(|head| self.layers.numbers(head).len()).sum();
        let (next, total) = (AtomicUsize::new(0), self.layers.total());
        let done = AtomicU64::new(total - missing as u64);
        #[cfg(feature = "threads")]
        let (halted, elsewhere) = (AtomicBool::new(false), AtomicUsize::new(0));
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
                    done.fetch_add(self.fill_head(&heads[at], tick)?, Relaxed);
                }
            };
            let asked = |steps: usize| {
                handle.progress("positions of Chomp", done.load(Relaxed), Some(total));
                handle.ticks(steps)
            };
            // Steps of other threads are counted by this one, all of them before the next group.
            #[cfg(feature = "threads")]
            std::thread::scope(|scope| {
                // A thread is worth its beginning for some heads.
                let others: Vec<_> = (1..threads.min(group.len() / 4))
                    .map(|_| {
                        scope.spawn(|| {
                            work(&|steps| {
                                elsewhere.fetch_add(steps, Relaxed);
                                if halted.load(Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
                            })
                        })
                    })
                    .collect();
                let mine = work(&|steps| asked(steps + elsewhere.swap(0, Relaxed))).and_then(|()| {
                    // A head may be long: who waits for the others still listens.
                    while !others.iter().all(|other| other.is_finished()) {
                        handle.ticks(elsewhere.swap(0, Relaxed))?;
                        handle.check_now()?;
                        std::thread::sleep(WAIT);
                    }
                    handle.ticks(elsewhere.swap(0, Relaxed))
                });
                halted.store(mine.is_err(), Relaxed);
                mine
            })?;
            #[cfg(not(feature = "threads"))]
            work(&asked)?;
            each(group[0].size)?;
            from = to;
        }
        Ok(())
    }

    /// The values of all sequences with this head, in order; how many they are.
    fn fill_head(&self, head: &Head, tick: &dyn Fn(usize) -> Result<(), Stop>) -> Result<u64, Stop> {
        let all = &self.layers;
        let mut sequence = all.first(&head.layers);
        let (mut back, mut seen) = (vec![0u32; all.width], vec![0u64; self.places.len() / 64 + 1]);
        let mut image = vec![M::EMPTY; all.length];
        let (mut count, mut steps) = (0, 0);
        loop {
            steps += 1 + all.elements[sequence.layers[0] as usize].len();
            if steps >= TOLD {
                tick(std::mem::take(&mut steps))?;
            }
            let here = &self.values[sequence.number()];
            if here.get().is_none() {
                let value = self.value(&sequence, &mut back, &mut seen);
                here.set(value);
                for symmetry in &self.symmetries {
                    self.values[all.image(symmetry, &sequence.layers, &mut image)].set(value);
                }
            }
            count += 1;
            if !all.next(&mut sequence, head.layers.len()) {
                tick(steps)?;
                return Ok(count);
            }
        }
    }

    /// The least value that no move leads to. `seen` is room for a bit for each element and one more.
    #[inline]
    fn value(&self, sequence: &Sequence, back: &mut [u32], seen: &mut [u64]) -> u16 {
        // Nearly all values are small: their word stays in a register.
        let mut low = 0u64;
        seen.fill(0);
        self.layers.without_ups(sequence, 1, back, |to| {
            let value = self.values[to].get().expect("what has fewer elements is known");
            match value {
                0..64 => low |= 1 << value,
                _ => seen[usize::from(value >> 6)] |= 1 << (value & 63),
            }
        });
        seen[0] = low;
        let word = seen.iter().position(|&word| word != u64::MAX).expect("there are fewer moves than bits");
        64 * word as u16 + seen[word].trailing_ones() as u16
    }
}
