//! Chomp by a table of all downsets, smallest first, using only the cover edges.
//!
//! For a downset `D` let `v(D, x)` be the nim-value of `D - up(x)`, for every `x` of `D`; the value of `D` is the least
//! number that is no `v(D, x)`. If `m` is maximal in `D` and `x < m`, then `m` lies in `up(x)`, so `D - up(x)` is
//! `(D - m) - up(x)`, and `v(D, x) = v(D - m, x)`; and `v(D, m)` is the value of `D - m`. Every `x` of `D` is at or below
//! some maximal `m`. So the row `v(D, ·)` is put together from those of the sets `D - m`, and no position with more than
//! one element less is ever looked at.
//!
//! The rows are kept as bit planes: plane `k` is the set of all `x` whose `v(D, x)` has bit `k`. Rows are kept for two
//! levels, values for all. Cost: number of downsets times the number of their maximal elements.

use crate::bits::Mask;
use crate::poset::Poset;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_limits::{Handle, Stop};

/// A table of nim-values.
pub(super) trait LevelValues {
    /// The value of a downset, given as a row of bits; `None` if it is none.
    fn get(&self, row: &[u64]) -> Option<u32>;
}

impl<M: Mask> LevelValues for FxHashMap<M, u32> {
    fn get(&self, row: &[u64]) -> Option<u32> {
        FxHashMap::get(self, &M::from_row(row)).copied()
    }
}

/// The planes of a row.
type ValuePlanes<M> = SmallVec<[M; 4]>;

/// The table for Chomp with every element to be taken; `None` if there are more than `most` downsets. The empty one has the
/// value `empty`: with 1 instead of 0 the others are 0 exactly where they are lost in misère play.
pub(super) fn values<M: Mask + 'static>(
    poset: &Poset,
    empty: u32,
    most: usize,
    handle: &Handle,
) -> Result<Option<Box<dyn LevelValues>>, Stop> {
    let n = poset.len();
    let below: Vec<M> = poset.below_sets();
    let mut values: FxHashMap<M, u32> = FxHashMap::default();
    values.insert(M::EMPTY, empty);
    let mut level: FxHashMap<M, ValuePlanes<M>> = FxHashMap::default();
    level.insert(M::EMPTY, ValuePlanes::new());
    for size in 0..n {
        if most > FAST {
            handle.progress("positions of Chomp", size as u64, Some(n as u64));
        }
        let mut next: FxHashMap<M, ValuePlanes<M>> = FxHashMap::default();
        for (&set, planes) in &level {
            let value = values[&set];
            for (y, &lower) in below.iter().enumerate() {
                if set.has(y) || !lower.within(set) {
                    continue;
                }
                handle.ticks(4)?;
                if next.len() == next.capacity() {
                    handle.reserve((2 * next.len() + 64) * size_of::<(M, ValuePlanes<M>)>())?;
                }
                // What `D - y` knows goes to each `D`; together all maximal y of `D` tell everything.
                let row = next.entry(set.with(y)).or_default();
                for (k, plane) in planes.iter().enumerate() {
                    raise(row, k, plane.and(lower));
                }
                let mut left = value;
                while left != 0 {
                    raise(row, left.trailing_zeros() as usize, M::EMPTY.with(y));
                    left &= left - 1;
                }
                if values.len() + next.len() > most {
                    return Ok(None);
                }
            }
        }
        if values.len() + next.len() > values.capacity() {
            handle.reserve(2 * (values.len() + next.len()) * size_of::<(M, u32)>())?;
        }
        for (&set, row) in &next {
            handle.tick()?;
            values.insert(set, mex(set, row));
        }
        level = next;
    }
    Ok(Some(Box::new(values)))
}

/// Tables of at most this size say nothing of themselves.
const FAST: usize = 20_000;

/// Puts the set into plane `k`.
fn raise<M: Mask>(row: &mut ValuePlanes<M>, k: usize, set: M) {
    if set.is_empty() {
        return;
    }
    while row.len() <= k {
        row.push(M::EMPTY);
    }
    row[k] = row[k].or(set);
}

/// The least number that no element of the set has.
fn mex<M: Mask>(set: M, row: &ValuePlanes<M>) -> u32 {
    (0..)
        .find(|&value: &u32| {
            if value >> row.len() != 0 {
                return true;
            }
            let having = row
                .iter()
                .enumerate()
                .fold(set, |left, (k, &plane)| if value >> k & 1 == 1 { left.and(plane) } else { left.minus(plane) });
            having.is_empty()
        })
        .expect("a set has fewer values than there are numbers")
}
