//! The lattice of all downsets of a poset, with sums over everything below or above each.
//!
//! The sums over all downsets within a downset are made element by element, lowest first: when the elements so far are
//! done, `f(I)` is the sum over the downsets within `I` that agree with `I` on the other elements. One of these leaves out the next
//! element `x` and keeps what is above `x` only if `x` is maximal in `I`; then it lies within `I - x`. So
//! `f(I) += f(I - x)` for the `I` in which `x` is maximal, and each covering pair of the lattice is used once (Björklund and
//! others 2012 for all lattices with few irreducibles). From above likewise.

use super::bits::Mask;
use super::count::Count;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// All downsets of a poset whose elements are numbered so that each comes after those below it.
pub(crate) struct IdealLattice<M> {
    /// The downsets, smaller ones first.
    pub sets: Vec<M>,
    places: FxHashMap<M, u32>,
    /// For each element the pairs of a downset with it and the one without it.
    pub covers: Vec<Vec<(u32, u32)>>,
}

impl<M: Mask> IdealLattice<M> {
    /// Lists them; `None` if there are more than `most`. `up[x]` is all at or above `x`.
    pub(crate) fn new(up: &[M], most: usize, handle: &Handle) -> Result<Option<Self>, Stop> {
        let all = (0..up.len()).fold(M::EMPTY, M::with);
        let mut lattice = IdealLattice {
            sets: vec![M::EMPTY],
            places: FxHashMap::from_iter([(M::EMPTY, 0)]),
            covers: vec![Vec::new(); up.len()],
        };
        let mut at = 0;
        while let Some(&set) = lattice.sets.get(at) {
            let mut rest = all.minus(set);
            while !rest.is_empty() {
                handle.tick()?;
                let y = rest.lowest();
                rest = rest.minus(up[y]);
                let fresh = lattice.sets.len() as u32;
                let place = *lattice.places.entry(set.with(y)).or_insert(fresh);
                if place == fresh {
                    if lattice.sets.len() >= most {
                        return Ok(None);
                    }
                    if fresh.is_multiple_of(65_536) {
                        handle.reserve(65_536 * (3 * size_of::<M>() + 12 * up.len().min(16)))?;
                    }
                    lattice.sets.push(set.with(y));
                }
                lattice.covers[y].push((place, at as u32));
            }
            at += 1;
        }
        Ok(Some(lattice))
    }

    /// The number of a downset.
    pub(crate) fn place(&self, set: M) -> usize {
        self.places[&set] as usize
    }

    /// Replaces each number by the sum over all downsets within; false when one does not fit.
    pub(crate) fn sum_within<C: Count>(&self, numbers: &mut [C], handle: &Handle) -> Result<bool, Stop> {
        for (done, pairs) in self.covers.iter().enumerate() {
            self.tell(done, handle);
            for &(with, without) in pairs {
                handle.tick()?;
                let more = numbers[without as usize].clone();
                if !numbers[with as usize].add(&more) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Replaces each number by the sum over all downsets that contain it; false when one does not fit.
    pub(crate) fn sum_around<C: Count>(&self, numbers: &mut [C], handle: &Handle) -> Result<bool, Stop> {
        for (done, pairs) in self.covers.iter().rev().enumerate() {
            self.tell(done, handle);
            for &(with, without) in pairs {
                handle.tick()?;
                let more = numbers[with as usize].clone();
                if !numbers[without as usize].add(&more) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn tell(&self, done: usize, handle: &Handle) {
        if self.sets.len() > 100_000 {
            handle.progress("downsets within downsets", done as u64, Some(self.covers.len() as u64));
        }
    }
}
