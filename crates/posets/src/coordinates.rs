//! Which posets are downsets of a product of chains: products of chains themselves, divisors, subsets, Young diagrams,
//! simplicial complexes, whatever their elements are called and however they are numbered.
//!
//! In a downset of `N^d` the elements with exactly one lower cover lie on the axes, and two of them are comparable when
//! they lie on the same one. So the axes can be read off, and an element's coordinate is the number of elements of the axis
//! at or below it. Let `c(x)` be these coordinates, and suppose that no two elements have the same and that `x` has as
//! many elements at or below it as there are points at or below `c(x)`. Then `down(x)` goes to these points one to
//! one, for `c` keeps the order; so all of them are taken, and `c(y) <= c(x)` only for the `y` in `down(x)`: the poset is that downset.

use super::bits;
use super::poset::Poset;
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// Axes of a product that anything is known of.
const MOST_AXES: usize = 64;

/// A poset as a downset of a product of chains.
pub(crate) struct Coordinates {
    /// How long the axes are, the least element counted; longest first.
    pub sides: Vec<usize>,
    /// For each element its coordinates, from 0.
    pub places: Vec<Vec<usize>>,
}

impl Coordinates {
    /// The coordinates of a poset, if it is such a downset and not empty.
    pub(crate) fn of(poset: &Poset, handle: &Handle) -> Result<Option<Coordinates>, Stop> {
        if poset.least().is_none() {
            return Ok(None);
        }
        let n = poset.len();
        let size: Vec<usize> = (0..n).map(|x| bits::size(poset.below_row(x))).collect();
        let mut axes: Vec<Vec<usize>> = Vec::new();
        for x in poset.linear_order() {
            handle.ticks(1 + size[x])?;
            // The largest of what is below: the one lower cover, if it has all the rest below it.
            let Some(cover) = bits::ones(poset.below_row(x)).max_by_key(|&y| size[y]) else { continue };
            if size[cover] + 1 != size[x] {
                continue;
            }
            // What is below is a chain, so that the cover is the least element or the end of an axis.
            match axes.iter().position(|axis| axis.last() == Some(&cover)) {
                Some(axis) => axes[axis].push(x),
                None if size[cover] == 0 && axes.len() < MOST_AXES => axes.push(vec![x]),
                None => return Ok(None),
            }
        }
        axes.sort_by_key(|axis| std::cmp::Reverse(axis.len()));
        let mut places = Vec::with_capacity(n);
        let mut seen = FxHashSet::default();
        handle.afford(n * (axes.len() * size_of::<usize>() + 64))?;
        for (x, &below) in size.iter().enumerate() {
            handle.ticks(1 + axes.len())?;
            let down = poset.below_row(x);
            let under = |axis: &Vec<usize>| axis.partition_point(|&y| y == x || bits::has(down, y));
            let place: Vec<usize> = axes.iter().map(under).collect();
            let points = place.iter().try_fold(1usize, |points, c| points.checked_mul(c + 1));
            if points != Some(below + 1) || !seen.insert(place.clone()) {
                return Ok(None);
            }
            places.push(place);
        }
        Ok(Some(Coordinates { sides: axes.iter().map(|axis| axis.len() + 1).collect(), places }))
    }

    /// The same with an element below all others put first, if the poset has none; and whether it has one.
    pub(crate) fn above_least(poset: &Poset, handle: &Handle) -> Result<Option<(Coordinates, bool)>, Stop> {
        if poset.least().is_some() {
            return Ok(Coordinates::of(poset, handle)?.map(|found| (found, true)));
        }
        if poset.minimal().len() > MOST_AXES {
            return Ok(None);
        }
        let whole = Poset::chain(1, handle)?.ordinal_sum(poset, handle)?;
        Ok(Coordinates::of(&whole, handle)?.map(|found| (found, false)))
    }

    /// Whether it is the whole product.
    pub(crate) fn is_box(&self) -> bool {
        self.sides.iter().try_fold(1usize, |points, side| points.checked_mul(*side)) == Some(self.places.len())
    }

    /// In at most two dimensions: the lengths of the rows of the Young diagram.
    pub(crate) fn rows(&self) -> Option<Vec<usize>> {
        if self.sides.len() > 2 {
            return None;
        }
        let side = |axis: usize| self.sides.get(axis).copied().unwrap_or(1);
        let mut rows = vec![0; side(0)];
        for place in &self.places {
            rows[place.first().copied().unwrap_or(0)] += 1;
        }
        debug_assert!(rows.iter().all(|&row| row <= side(1)));
        Some(rows)
    }
}
