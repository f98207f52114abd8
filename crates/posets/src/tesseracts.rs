//! Downsets of the product of a box with B(4), by the intervals of the downsets of the box.
//!
//! They are the maps of B(4) into the lattice L of the downsets of the box that keep the order. Such a map is given by what it makes of the pairs of the four points, of the empty
//! set and of all: an interval \[c, d\] of L with a, b for {0, 1}, {2, 3}, x, z for {0, 2}, {1, 3}, and w, v for {0, 3}, {1, 2} in it. A single point lies below three pairs,
//! and its value between c and their meet; three points likewise between their join and d. With the sizes of intervals, α(y) = |\[c, y\]| and β(y) = |\[y, d\]|, and
//!
//! - P(x, w) = α(a ∧ x ∧ w) β(b ∨ x ∨ w), for the point 0 and the points 0, 2, 3,
//! - Q(w, z) = α(b ∧ w ∧ z) β(a ∨ w ∨ z), for the point 3 and the points 0, 1, 3,
//!
//! the sum over w is (PQ)(x, z), and the same over v is (PQ)(z, x). So there are as many maps as the sum, over c, d, a, b, of the trace of (PQ)². (For B(n) with n = 9
//! this was the way of Jäkel 2023, with matrices of 7,581 rows.) Rows of P depend on a ∧ x and b ∨ x alone, those of Q on b ∧ x and a ∨ x: equal ones are made once. Intervals, and a and b in each, are taken
//! up to the symmetries of the box, of which those that turn it over exchange α and β, and up to the exchange of a and b.
//!
//! Cost: at most the fifth power of the number of downsets of the box, a millionth of a second for a thousand; for B(8), whose box B(4) has 168, 1.4 x 10^10 steps.

use super::bits::Mask;
use super::lattice::IdealLattice;
use super::poset::Poset;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Downsets of the box, at most: so sums over w stay below 2^53, and numbers of maps, at most 170^16, below 2^128.
pub(super) const MOST: u32 = 170;

/// Steps that are counted as one.
const STEPS: usize = 1000;

/// A symmetry as a map of downsets, and whether it turns the order over.
type Symmetry = (Vec<usize>, bool);

/// The number of downsets of the product of B(4) with a box, whose automorphisms are `exchanges`; `None` if the box has more than [`MOST`].
pub(super) fn downsets<M: Mask>(
    factor: &Poset,
    exchanges: &[Vec<usize>],
    handle: &Handle,
) -> Result<Option<BigUint>, Stop> {
    let Some(lattice) = IdealLattice::new(&factor.up_sets::<M>(), MOST as usize, handle)? else { return Ok(None) };
    let sets = &lattice.sets;
    let count = sets.len();
    let symmetries = symmetries(factor.len(), exchanges, &lattice);
    let (mut total, mut seen) = (BigUint::default(), vec![false; count * count]);
    for (c, d) in (0..count).flat_map(|c| (0..count).map(move |d| (c, d))) {
        if seen[c * count + d] || !sets[c].minus(sets[d]).is_empty() {
            continue;
        }
        handle.progress("intervals of downsets", (c * count + d) as u64, Some((count * count) as u64));
        let (mut orbit, mut own) = (0_u32, Vec::new());
        for symmetry in &symmetries {
            let (map, is_turned) = symmetry;
            let (first, last) = if *is_turned { (map[d], map[c]) } else { (map[c], map[d]) };
            orbit += u32::from(!std::mem::replace(&mut seen[first * count + last], true));
            if (first, last) == (c, d) {
                own.push(map);
            }
        }
        let inside = |y: &usize| sets[c].minus(sets[*y]).is_empty() && sets[*y].minus(sets[d]).is_empty();
        let interval = Interval::new(&lattice, (0..count).filter(inside).collect());
        total += BigUint::from(interval.maps(&own, handle)?) * orbit;
    }
    Ok(Some(total))
}

/// All symmetries of the downsets of a box: exchanges of sides, and each with all downsets turned over.
fn symmetries<M: Mask>(elements: usize, exchanges: &[Vec<usize>], lattice: &IdealLattice<M>) -> Vec<Symmetry> {
    let image = |set: M, map: &Vec<usize>, is_turned: bool| {
        let mut image = M::EMPTY;
        for x in (0..elements).filter(|&x| set.has(x) != is_turned) {
            image = image.with(if is_turned { elements - 1 - map[x] } else { map[x] });
        }
        lattice.place(image)
    };
    let with = |map| [false, true].map(|is_turned| (map, is_turned));
    let all = exchanges.iter().flat_map(with);
    all.map(|(map, turned)| (lattice.sets.iter().map(|&set| image(set, map, turned)).collect(), turned)).collect()
}

/// An interval of a lattice.
struct Interval {
    /// Where its elements are in the lattice.
    elements: Vec<usize>,
    /// Where those of the lattice are in it.
    at: FxHashMap<usize, usize>,
    /// The meet and the join of any two, row by row.
    meet: Vec<usize>,
    join: Vec<usize>,
    /// How many elements lie below each, and above each, it among them.
    below: Vec<f64>,
    above: Vec<f64>,
}

/// Which of the different rows each element has, and the meet and the join that make each.
struct Rows {
    of: Vec<usize>,
    parts: Vec<(usize, usize)>,
}

impl Interval {
    fn new<M: Mask>(lattice: &IdealLattice<M>, elements: Vec<usize>) -> Interval {
        let at: FxHashMap<usize, usize> = elements.iter().enumerate().map(|(at, &y)| (y, at)).collect();
        let table = |with: fn(M, M) -> M| -> Vec<usize> {
            let set = |y: usize| lattice.sets[y];
            let row = |&x: &usize| elements.iter().map(move |&y| (x, y));
            elements.iter().flat_map(row).map(|(x, y)| at[&lattice.place(with(set(x), set(y)))]).collect()
        };
        let (meet, join) = (table(M::and), table(M::or));
        let count = elements.len();
        let sizes = |table: &[usize]| -> Vec<f64> {
            let size = |row: &[usize]| row.iter().enumerate().filter(|&(y, &made)| made == y).count() as f64;
            table.chunks_exact(count).map(size).collect()
        };
        let (below, above) = (sizes(&meet), sizes(&join));
        Interval { elements, at, meet, join, below, above }
    }

    /// How many maps have their ends at its ends; `own` are the symmetries of the lattice that keep it.
    fn maps(&self, own: &[&Vec<usize>], handle: &Handle) -> Result<u128, Stop> {
        let count = self.elements.len();
        let image = |map: &Vec<usize>, y: usize| self.at[&map[self.elements[y]]];
        let images: Vec<Vec<usize>> = own.iter().map(|map| (0..count).map(|y| image(map, y)).collect()).collect();
        let (mut sum, mut seen) = (0, vec![false; count * count]);
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            if seen[a * count + b] {
                continue;
            }
            let mut orbit = 0_u128;
            for (a, b) in images.iter().flat_map(|map| [(map[a], map[b]), (map[b], map[a])]) {
                orbit += u128::from(!std::mem::replace(&mut seen[a * count + b], true));
            }
            sum += self.trace(a, b, handle)? * orbit;
        }
        Ok(sum)
    }

    /// The trace of (PQ)².
    fn trace(&self, a: usize, b: usize, handle: &Handle) -> Result<u128, Stop> {
        let count = self.elements.len();
        let (rows, columns) = (self.rows(a, b), self.rows(b, a));
        let (height, width) = (rows.parts.len(), columns.parts.len());
        handle.ticks((height * height * width + count * (count + width)) / STEPS + 1)?;
        let (p, q) = (self.products(&rows), self.products(&columns));
        // Q for each different row of P, which several w have.
        let mut gathered = vec![0.0; height * width];
        for (&row, &column) in rows.of.iter().zip(&columns.of) {
            add(&mut gathered[row * width..][..width], 1.0, &q[column * width..][..width]);
        }
        let mut product = vec![0.0; height * width];
        for (into, factors) in product.chunks_exact_mut(width).zip(p.chunks_exact(height)) {
            for (&factor, from) in factors.iter().zip(gathered.chunks_exact(width)) {
                add(into, factor, from);
            }
        }
        let entry = |x: usize, z: usize| product[rows.of[x] * width + columns.of[z]] as u128;
        Ok((0..count).flat_map(|x| (0..count).map(move |z| (x, z))).map(|(x, z)| entry(x, z) * entry(z, x)).sum())
    }

    fn rows(&self, low: usize, high: usize) -> Rows {
        let count = self.elements.len();
        let (mut known, mut parts) = (FxHashMap::default(), Vec::new());
        let of = (0..count).map(|x| {
            let part = (self.meet[low * count + x], self.join[high * count + x]);
            *known.entry(part).or_insert_with(|| {
                parts.push(part);
                parts.len() - 1
            })
        });
        Rows { of: of.collect(), parts }
    }

    /// P or Q, for the different rows alone.
    fn products(&self, rows: &Rows) -> Vec<f64> {
        let count = self.elements.len();
        let entry = |&(low, high): &(usize, usize), &(other_low, other_high): &(usize, usize)| {
            self.below[self.meet[low * count + other_low]] * self.above[self.join[high * count + other_high]]
        };
        rows.parts.iter().flat_map(|part| rows.parts.iter().map(move |other| entry(part, other))).collect()
    }
}

/// Adds the multiple of a row.
fn add(into: &mut [f64], factor: f64, row: &[f64]) {
    into.iter_mut().zip(row).for_each(|(into, &number)| *into += factor * number);
}
