//! A recursion over the downsets of a poset that the caller chooses, smallest downsets first, using only the cover edges.
//!
//! `f` of the empty set is given; `f(D)` is put together from `f(E)` for all options `E` of `D`. Options are either the
//! sets `D - m` for the maximal elements `m` of `D`, or the sets `D - up(x)` for all `x` of `D`, as in Chomp.
//!
//! In the first case each `E` tells its value to every `E + y` that is a downset, and `D` hears from all its options.
//! In the second case let `v(D, x)` be `f(D - up(x))`. If `m` is maximal in `D` and `x < m`, then `D - up(x)` is
//! `(D - m) - up(x)`, so `v(D, x) = v(D - m, x)`; and `v(D, m) = f(D - m)`. Nothing is asked of `f`. Every `x` of `D` is at
//! or below some maximal `m`, so the row `v(D, ·)` comes from the rows of the sets `D - m`.
//!
//! Rows hold the numbers of values, which are kept once each. What the caller says of a collection of values is kept
//! for a while, since few collections may be met by many downsets. Two levels are in memory at a time. Cost: the number
//! of downsets times that of their maximal elements, and in the second case times that of the elements below these.

use crate::bits::{Mask, with_mask};
use crate::poset::Poset;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_limits::{Handle, Stop};
use std::hash::Hash;

/// What the options of a downset are.
///
/// ```
/// use sprague_posets::{Options, Poset, fold};
/// let handle = sprague_limits::Handle::default();
/// let poset = Poset::chain(3, &handle)?;
/// let options = |of| {
///     fold(&poset, of, 0, |values: &[&usize]| Ok::<_, sprague_limits::Stop>(values.len()), &handle)
/// };
/// assert_eq!(options(Options::Maximal)?, Some(1));
/// assert_eq!(options(Options::Up)?, Some(3));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// The downset without one of its maximal elements.
    Maximal,
    /// The downset without one of its elements and all above it.
    Up,
}

/// The value of the whole poset: that of the empty set is `start`, that of any other downset is `combine` of the values of its
/// options, each as often as it occurs, in no particular order. `None` if the poset has more than 1024 elements.
///
/// ```
/// use sprague_posets::{Options, Poset, fold};
/// let handle = sprague_limits::Handle::default();
/// // The sum over the maximal elements counts the linear extensions.
/// let (subsets, _) = Poset::subsets(3, 3, &handle)?;
/// let sum = |values: &[&u64]| Ok::<_, sprague_limits::Stop>(values.iter().copied().sum());
/// assert_eq!(fold(&subsets, Options::Maximal, 1, sum, &handle)?, Some(48));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn fold<V: Eq + Hash + Clone, E: From<Stop>>(
    poset: &Poset,
    options: Options,
    start: V,
    combine: impl FnMut(&[&V]) -> Result<V, E>,
    handle: &Handle,
) -> Result<Option<V>, E> {
    let values = Values {
        all: vec![start.clone()],
        numbers: FxHashMap::from_iter([(start, 0)]),
        said: FxHashMap::default(),
        combine,
    };
    with_mask!(poset.len(), M => levels::<M, V, E, _>(poset, options, values, handle).map(Some), else Ok(None))
}

/// By places in a list for maximal elements; by elements, with gaps, for up-sets.
type Row = SmallVec<[u32; 8]>;

/// An element that is not in the set.
const NONE: u32 = u32::MAX;
/// Collections of values that are remembered; levels up to this size say nothing of themselves.
const REMEMBERED: usize = 100_000;
const FAST: usize = 20_000;

/// A table from level to level, then the value of its last set.
fn levels<M: Mask, V: Eq + Hash + Clone, E: From<Stop>, F: FnMut(&[&V]) -> Result<V, E>>(
    poset: &Poset,
    options: Options,
    mut values: Values<V, F>,
    handle: &Handle,
) -> Result<V, E> {
    let n = poset.len();
    let below: Vec<M> = (0..n).map(|x| M::from_row(poset.below_row(x))).collect();
    let width = if options == Options::Up { n } else { 0 };
    let mut level: FxHashMap<M, (Row, u32)> = FxHashMap::from_iter([(M::EMPTY, (SmallVec::from_elem(NONE, width), 0))]);
    for size in 0..n {
        if level.len() > FAST {
            handle.progress("downsets", size as u64, Some(n as u64));
        }
        let mut next: FxHashMap<M, (Row, u32)> = FxHashMap::default();
        for (&set, (row, value)) in &level {
            for (y, &lower) in below.iter().enumerate() {
                if set.has(y) || !lower.within(set) {
                    continue;
                }
                handle.ticks(4)?;
                if next.len() == next.capacity() {
                    handle.reserve((2 * next.len() + 64) * (size_of::<(M, Row, u32)>() + 4 * width))?;
                }
                let (heard, _) = next.entry(set.with(y)).or_insert_with(|| (SmallVec::from_elem(NONE, width), 0));
                match options {
                    Options::Maximal => heard.push(*value),
                    Options::Up => {
                        lower.each(|x| heard[x] = row[x]);
                        heard[y] = *value;
                    }
                }
            }
        }
        for (row, value) in next.values_mut() {
            handle.tick()?;
            let heard: Row = row.iter().copied().filter(|&v| v != NONE).collect();
            *value = values.of(heard, handle)?;
        }
        level = next;
    }
    let (_, value) = level.into_values().next().expect("the last level is the whole poset");
    Ok(values.all.swap_remove(value as usize))
}

/// The values so far by number, and what the caller said of collections of them.
struct Values<V, F> {
    all: Vec<V>,
    numbers: FxHashMap<V, u32>,
    said: FxHashMap<Row, u32>,
    combine: F,
}

impl<V: Eq + Hash + Clone, F> Values<V, F> {
    /// The number of the value that is put together from these.
    fn of<E: From<Stop>>(&mut self, mut heard: Row, handle: &Handle) -> Result<u32, E>
    where
        F: FnMut(&[&V]) -> Result<V, E>,
    {
        heard.sort_unstable();
        if let Some(&number) = self.said.get(&heard) {
            return Ok(number);
        }
        let collection: SmallVec<[&V; 8]> = heard.iter().map(|&v| &self.all[v as usize]).collect();
        let value = (self.combine)(&collection)?;
        drop(collection);
        let number = match self.numbers.get(&value) {
            Some(&number) => number,
            None => {
                if self.all.len() == self.all.capacity() {
                    handle.reserve(4 * self.all.len() * (size_of::<V>() + 8))?;
                }
                // Numbers are fewer than downsets in memory.
                let number = u32::try_from(self.all.len()).ok().filter(|&k| k != NONE);
                let number = number.ok_or_else(|| Stop::Memory(sprague_limits::allocated()))?;
                self.all.push(value.clone());
                self.numbers.insert(value, number);
                number
            }
        };
        if self.said.len() >= REMEMBERED {
            self.said.clear();
        }
        self.said.insert(heard, number);
        Ok(number)
    }
}
