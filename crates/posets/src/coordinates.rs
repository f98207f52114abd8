//! Which posets are downsets of a product of chains: products of chains themselves, divisors, subsets, Young diagrams,
//! simplicial complexes, whatever their elements are called and however they are numbered.
//!
//! In a downset of `N^d` the elements with exactly one lower cover lie on the axes, and two of them are comparable when
//! they lie on the same one. So the axes can be read off, and an element's coordinate is the number of elements of the axis
//! at or below it. Let `c(x)` be these coordinates, and suppose that no two elements have the same and that `x` has as
//! many elements at or below it as there are points at or below `c(x)`. Then `down(x)` goes to these points one to
//! one, for `c` keeps the order; so all of them are taken, and `c(y) <= c(x)` only for the `y` in `down(x)`: the poset is that downset.

use super::bits;
use super::covers::Covers;
use super::poset::{Poset, Relation};
use super::rows::Rows;
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
        match poset.relation() {
            Relation::Rows(rows) => Coordinates::of_rows(rows, poset.linear_order(), handle),
            Relation::Covers(covers) => Coordinates::of_covers(covers, handle),
        }
    }

    fn of_rows(rows: &Rows, order: Vec<usize>, handle: &Handle) -> Result<Option<Coordinates>, Stop> {
        let n = rows.len();
        let size: Vec<usize> = (0..n).map(|x| bits::size(rows.below(x))).collect();
        let mut axes: Vec<Vec<usize>> = Vec::new();
        for x in order {
            handle.ticks(1 + size[x])?;
            // The largest of what is below: the one lower cover, if it has all the rest below it.
            let Some(cover) = bits::ones(rows.below(x)).max_by_key(|&y| size[y]) else { continue };
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
            let down = rows.below(x);
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

    /// In a large poset coordinates go from what an element covers to the element. They are right if no two elements have the same, and if those of what `x` covers are
    /// those of `x` less one in each place that is not 0: then the images are a downset with the covers of `N^d`.
    fn of_covers(covers: &Covers, handle: &Handle) -> Result<Option<Coordinates>, Stop> {
        let Some(least) = covers.order().next() else { return Ok(None) };
        let axes = covers.upper(least).len();
        if axes > MOST_AXES {
            return Ok(None);
        }
        handle.afford(covers.len() * (axes * size_of::<usize>() + 48))?;
        let mut places = vec![Vec::new(); covers.len()];
        for x in covers.order() {
            let lower = covers.lower(x);
            handle.ticks(1 + axes * (1 + lower.len()) / 16)?;
            let mut place = vec![0; axes];
            for y in lower.clone() {
                place.iter_mut().zip(&places[y]).for_each(|(c, &d): (&mut usize, _)| *c = (*c).max(d));
            }
            if lower.len() == 1 {
                let axis = covers.upper(least).position(|atom| atom == x).or_else(|| place.iter().position(|&c| c > 0));
                let Some(axis) = axis else { return Ok(None) };
                place[axis] += 1;
            }
            let mut steps: Vec<usize> = Vec::with_capacity(lower.len());
            for y in lower.clone() {
                let mut less = (0..axes).filter(|&axis| places[y][axis] != place[axis]);
                match (less.next(), less.next()) {
                    (Some(axis), None) if places[y][axis] + 1 == place[axis] && !steps.contains(&axis) => {
                        steps.push(axis)
                    }
                    _ => return Ok(None),
                }
            }
            if steps.len() != place.iter().filter(|&&c| c > 0).count() {
                return Ok(None);
            }
            places[x] = place;
        }
        let mut sorted: Vec<u32> = (0..covers.len() as u32).collect();
        sorted.sort_unstable_by(|&x, &y| places[x as usize].cmp(&places[y as usize]));
        if sorted.windows(2).any(|pair| places[pair[0] as usize] == places[pair[1] as usize]) {
            return Ok(None);
        }
        let side = |axis: usize| 1 + places.iter().map(|place| place[axis]).max().unwrap_or(0);
        let mut longest: Vec<(usize, usize)> = (0..axes).map(|axis| (side(axis), axis)).collect();
        longest.sort_by_key(|&(side, _)| std::cmp::Reverse(side));
        for place in &mut places {
            *place = longest.iter().map(|&(_, axis)| place[axis]).collect();
        }
        Ok(Some(Coordinates { sides: longest.into_iter().map(|(side, _)| side).collect(), places }))
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

    /// Elements of the largest antichain, where all points of the product are there up to some rank: the largest rank. Products of chains, so also what some
    /// ranks of one leave, have no larger one (Hsieh and Kleitman 1973; Harper 1974).
    pub(crate) fn widest_rank(&self) -> Option<usize> {
        let mut there = Vec::new();
        for place in &self.places {
            let rank: usize = place.iter().sum();
            there.resize(there.len().max(rank + 1), 0_usize);
            there[rank] += 1;
        }
        let mut all = vec![0; there.len()];
        all[0] = 1_usize;
        for side in &self.sides {
            // Sums of so many neighbours, which become no smaller with further factors.
            let (factor, mut sum) = (all.clone(), 0);
            for (rank, count) in all.iter_mut().enumerate() {
                sum = sum + factor[rank] - rank.checked_sub(*side).map_or(0, |before| factor[before]);
                *count = sum;
            }
            if all.iter().any(|&count| count > self.places.len()) {
                return None;
            }
        }
        if there == all { there.into_iter().max() } else { None }
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
