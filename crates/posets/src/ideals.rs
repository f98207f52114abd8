//! Counting downsets.
//!
//! The downsets of a disjoint sum are choices of a downset of each part; those of an ordinal sum are those of a block
//! with all lower blocks, the full block being the empty set of the next. Then what has a form of its own:
//!
//! - Young diagrams row by row, boxes of three dimensions by MacMahon's formula.
//! - A product with a chain of c elements: its downsets are the chains of c downsets of the other factor Q, each within the
//!   next, which are counted by summing c - 1 times over all downsets within a downset ([`super::lattice`]).
//! - Subsets of at most two or three of n points by their graphs ([`super::truncated`]).
//! - A product with two chains of two elements: four downsets of Q, one within two that lie within one; so the sum, over the two in the middle,
//!   of the downsets within both times those around both. The first of the two is taken up to symmetry. (For B(n): Berman and Köhler 1976.)
//! - A product with four chains of two elements, where the other factor has few downsets: by the intervals of these ([`super::tesseracts`]).
//!
//! Otherwise take an element `x`: a downset has `x`, and then all of `down(x)`, or it has not, and then nothing of
//! `up(x)`. Both cases leave a convex part of the poset; parts that were met before are not counted again. Taking the `x`
//! with the most comparable elements makes both parts small.

use super::bits::{Bits, Mask, with_mask};
use super::coordinates::Coordinates;
use super::count::Count;
use super::faces::Faces;
use super::forest::Forest;
use super::lattice::IdealLattice;
use super::poset::Poset;
use super::rows::Rows;
use super::subsets::burnside;
use super::tesseracts;
use super::truncated;
use super::young;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};

/// Downsets of a factor that are listed, steps that are taken with them, and downsets of a factor taken in pairs.
const LISTED: u32 = 2_000_000;
const STEPS: f64 = 3e9;
const PAIRED: u32 = 100_000;

/// The number of downsets, the empty one among them; as many antichains. Exponential in the worst case.
///
/// ```
/// use sprague_posets::{Poset, ideals};
/// let handle = sprague_limits::Handle::default();
/// // A number of Dedekind's: the monotone Boolean functions of four variables.
/// let (subsets, _) = Poset::subsets(4, 4, &handle)?;
/// assert_eq!(ideals(&subsets, &handle)?, 168u32.into());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn ideals(poset: &Poset, handle: &Handle) -> Result<BigUint, Stop> {
    Ok(bounded(poset, usize::MAX, handle)?.expect("no bound was set"))
}

/// The same; `None` if more than `most` parts of the poset would have to be kept.
pub(crate) fn bounded(poset: &Poset, most: usize, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    if let Some(forest) = Forest::of(poset, handle)? {
        return forest.ideals(handle).map(Some);
    }
    let parts = poset.components();
    if parts.len() > 1 {
        let mut all = BigUint::from(1u32);
        for part in parts {
            match with_stack(|| bounded(&poset.piece(&part, handle)?, most, handle))? {
                Some(count) => all *= count,
                None => return Ok(None),
            }
        }
        return Ok(Some(all));
    }
    if let Some(forest) = Forest::upside_down(poset, handle)? {
        return forest.ideals(handle).map(Some);
    }
    if let Some(found) = of_form(poset, handle)? {
        return Ok(Some(found));
    }
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        let mut all = BigUint::from(1u32);
        for block in blocks {
            match with_stack(|| bounded(&poset.piece(&block, handle)?, most, handle))? {
                Some(count) => all += count - 1u32,
                None => return Ok(None),
            }
        }
        return Ok(Some(all));
    }
    Counter { poset: poset.rows()?, handle, most, known: FxHashMap::default() }.count(&Bits::full(poset.len()))
}

/// Automorphisms that are gone through one by one.
const GROUP: usize = 5040;

/// The number of downsets up to automorphisms, the empty one among them. Of m components of one kind, with c classes each, m classes are
/// chosen, with repetition; in an ordinal sum of b blocks the classes of the blocks, where the whole of one is nothing of the next. Young diagrams have a closed form. Else it is the mean
/// over the automorphisms of the downsets that each leaves as it is, which are those of the orbits of its elements. `None` if there are many automorphisms.
///
/// ```
/// use sprague_posets::{Poset, ideal_classes};
/// let handle = sprague_limits::Handle::default();
/// // None, one, two or three of three.
/// assert_eq!(ideal_classes(&Poset::antichain(3, &handle)?, &handle)?, Some(4u32.into()));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn ideal_classes(poset: &Poset, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    handle.ticks(1 + poset.len() as u32)?;
    if let Some((faces, _)) = Faces::either_way(poset, handle)?
        && let Some((n, k)) = faces.truncation()
        && let Some(classes) = burnside::classes(n, k, handle)?
    {
        return Ok(Some(classes - u32::from(!faces.has_empty)));
    }
    if let Some(classes) = of_diagram(poset, handle)? {
        return Ok(Some(classes));
    }
    let parts = poset.components();
    if parts.len() > 1 {
        let mut kinds: FxHashMap<_, (Poset, u32)> = FxHashMap::default();
        for part in parts {
            let part = poset.piece(&part, handle)?;
            kinds.entry(part.canonical_key(handle)?).or_insert((part, 0)).1 += 1;
        }
        let mut all = BigUint::one();
        for (part, count) in kinds.into_values() {
            let Some(classes) = with_stack(|| ideal_classes(&part, handle))? else { return Ok(None) };
            for i in 0..count {
                handle.tick()?;
                all = all * (&classes + i) / (i + 1);
            }
        }
        return Ok(Some(all));
    }
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        let mut all = BigUint::one();
        for block in blocks {
            let Some(classes) = with_stack(|| ideal_classes(&poset.piece(&block, handle)?, handle))? else {
                return Ok(None);
            };
            all += classes - 1u32;
        }
        return Ok(Some(all));
    }
    let Some(group) = poset.all_automorphisms(GROUP, handle)? else { return Ok(None) };
    let mut sum = BigUint::default();
    for (done, map) in group.iter().enumerate() {
        handle.progress("automorphisms", done as u64, Some(group.len() as u64));
        let map: Vec<usize> = map.iter().map(|&x| x as usize).collect();
        sum += ideals(&poset.modulo(&map, handle)?, handle)?;
    }
    Ok(Some(sum / group.len()))
}

/// The classes of a Young diagram, products of two chains among them, upside down or not, and without its least element or with it. An automorphism exchanges
/// the axes or is none, for an element is known by its coordinates; so the mean is over the identity and, if the diagram is its own transpose, that.
fn of_diagram(poset: &Poset, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let found = match Coordinates::above_least(poset, handle)? {
        Some(found) => Some(found),
        None => Coordinates::above_least(&poset.dual(handle)?, handle)?,
    };
    let Some((found, has_least)) = found else { return Ok(None) };
    let Some(rows) = found.rows() else { return Ok(None) };
    let all = match found.sides[..] {
        [a, b] if found.is_box() => young::plane_partitions([1, b], &a.into(), handle)?,
        _ => young::within(&rows, handle)?,
    };
    let is_own_transpose = young::transposed(&rows) == rows;
    let classes =
        if is_own_transpose && rows.len() > 1 { (all + young::symmetric_within(&rows, handle)?) / 2u32 } else { all };
    Ok(Some(classes - u32::from(!has_least)))
}

/// Young diagrams, boxes and subsets of at most three points, also upside down, and without their ends.
fn of_form(poset: &Poset, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    if let Some(found) = closed(poset, handle)? {
        return Ok(Some(found));
    }
    if let Some(found) = closed(&poset.dual(handle)?, handle)? {
        return Ok(Some(found));
    }
    if let Some((faces, _)) = Faces::either_way(poset, handle)?
        && let Some((n, k)) = faces.truncation()
        && let Some(found) = truncated::ideals(n, k, handle)?
    {
        return Ok(Some(found - u32::from(!faces.has_empty)));
    }
    if poset.greatest().is_some() {
        return Ok(None);
    }
    let below = poset.ordinal_sum(&Poset::chain(1, handle)?, handle)?;
    Ok(closed(&below, handle)?.map(|found| found - 1u32))
}

/// Young diagrams and boxes, with their least element or without it: with it there is one downset more.
fn closed(poset: &Poset, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let Some((found, has_least)) = Coordinates::above_least(poset, handle)? else { return Ok(None) };
    let count = match found.rows() {
        Some(rows) => Some(young::within(&rows, handle)?),
        None if found.is_box() => of_box(&found.sides, handle)?,
        None => None,
    };
    Ok(count.map(|count| count - u32::from(!has_least)))
}

/// Downsets of the product of chains of these lengths, longest first; `None` if there are too many on the way.
fn of_box(sides: &[usize], handle: &Handle) -> Result<Option<BigUint>, Stop> {
    if sides.len() <= 3 {
        let side = |axis: usize| sides.get(axis).copied().unwrap_or(1);
        return young::plane_partitions([side(1), side(2)], &side(0).into(), handle).map(Some);
    }
    if let Some(known) = dedekind(sides) {
        return Ok(Some(known));
    }
    let few = |sides: &[usize], most: u32| -> Result<Option<f64>, Stop> {
        let found = with_stack(|| of_box(sides, handle))?.and_then(|count| u32::try_from(count).ok());
        Ok(found.filter(|&count| count <= most).map(f64::from))
    };
    // Any may be the best one: the longest side as a chain, or two sides of two, or four.
    let (longest, rest) = (sides[0], &sides[1..]);
    let elements: usize = rest.iter().product();
    let chain = few(rest, LISTED)?.map(|count| count * (longest * elements) as f64 / 4.0);
    let (base, ends) = sides.split_at(sides.len() - 2);
    let square = if ends == [2, 2] { few(base, PAIRED)? } else { None };
    let square = square.map(|count| count * count * 8.0 / permutations(base) as f64);
    let (small, ends) = sides.split_at(sides.len() - 4);
    let tesseract = if ends == [2; 4] { few(small, tesseracts::MOST)? } else { None };
    let ways = [
        chain.filter(|&steps| steps < STEPS),
        square.filter(|&steps| steps < STEPS),
        tesseract.map(|count| count.powi(5) / 10.0),
    ];
    let best = (0..ways.len()).filter_map(|way| Some((way, ways[way]?))).min_by(|a, b| a.1.total_cmp(&b.1));
    let Some((way, _)) = best else { return Ok(None) };
    let base = [rest, base, small][way];
    let factor = product(base, handle)?;
    with_mask!(factor.len(), M => match way {
        0 => chains_of::<M>(&factor, longest, handle),
        1 => squares_of::<M>(&factor, base, handle),
        _ => tesseracts::downsets::<M>(&factor, &exchanges(base), handle),
    }, else Ok(None))
}

/// The Dedekind number for n = 9, which took others months of many machines: Jäkel, and Van Hirtum and others, 2023.
fn dedekind(sides: &[usize]) -> Option<BigUint> {
    let is_ninth = sides.len() == 9 && sides.iter().all(|&side| side == 2);
    is_ninth.then(|| "286386577668298411128469151667598498812366".parse().ok())?
}

/// The product of chains; its numbers go up with the order.
pub(crate) fn product(sides: &[usize], handle: &Handle) -> Result<Poset, Stop> {
    sides
        .iter()
        .try_fold(Poset::chain(1, handle)?, |product, &side| product.product(&Poset::chain(side, handle)?, handle))
}

/// Permutations of equal sides, which stand together.
fn permutations(sides: &[usize]) -> usize {
    sides.chunk_by(|a, b| a == b).map(|equal| (1..=equal.len()).product::<usize>()).product()
}

/// Chains of `length` downsets, each within the next.
fn chains_of<M: Mask>(factor: &Poset, length: usize, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let Some(lattice) = IdealLattice::new(&factor.up_sets::<M>(), LISTED as usize, handle)? else { return Ok(None) };
    match sums::<M, u128>(&lattice, length, handle)? {
        Some(found) => Ok(Some(found)),
        None => sums::<M, BigUint>(&lattice, length, handle),
    }
}

/// The same in numbers of one kind, if they fit.
fn sums<M: Mask, C: Count>(lattice: &IdealLattice<M>, length: usize, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    handle.reserve(lattice.sets.len() * size_of::<C>())?;
    let mut numbers = vec![C::one(); lattice.sets.len()];
    for _ in 1..length {
        if !lattice.sum_within(&mut numbers, handle)? {
            return Ok(None);
        }
    }
    Ok(Some(numbers.iter().map(C::big).sum()))
}

/// The sum, over pairs of downsets of a box, of the downsets within both times those around both.
fn squares_of<M: Mask>(factor: &Poset, sides: &[usize], handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let Some(lattice) = IdealLattice::new(&factor.up_sets::<M>(), PAIRED as usize, handle)? else { return Ok(None) };
    let count = lattice.sets.len();
    let (mut within, mut around) = (vec![1u128; count], vec![1u128; count]);
    if !lattice.sum_within(&mut within, handle)? || !lattice.sum_around(&mut around, handle)? {
        return Ok(None);
    }
    let symmetries = exchanges(sides);
    let mut done = vec![false; count];
    let mut total = BigUint::default();
    for (at, &first) in lattice.sets.iter().enumerate() {
        if done[at] {
            continue;
        }
        handle.progress("pairs of downsets", at as u64, Some(count as u64));
        let mut orbit = 0u32;
        for map in &symmetries {
            let mut image = M::EMPTY;
            first.each(|x| image = image.with(map[x]));
            let place = lattice.place(image);
            orbit += u32::from(!done[place]);
            done[place] = true;
        }
        // At most PAIRED to the third power.
        let mut sum = 0u128;
        for &second in &lattice.sets {
            handle.tick()?;
            sum += within[lattice.place(first.and(second))] * around[lattice.place(first.or(second))];
        }
        total += BigUint::from(sum) * orbit;
    }
    Ok(Some(total))
}

/// The automorphisms of a box that exchange sides of equal length, as maps of its elements.
fn exchanges(sides: &[usize]) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for axis in 0..sides.len() {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let free = (0..sides.len()).filter(|other| !order.contains(other) && sides[*other] == sides[axis]);
            free.map(|other| order.iter().copied().chain([other]).collect()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let elements: usize = sides.iter().product();
    let image = |order: &Vec<usize>, mut x: usize| {
        let mut place = vec![0; sides.len()];
        for axis in (0..sides.len()).rev() {
            place[order[axis]] = x % sides[axis];
            x /= sides[axis];
        }
        place.iter().zip(sides).fold(0, |number, (c, side)| number * side + c)
    };
    orders.iter().map(|order| (0..elements).map(|x| image(order, x)).collect()).collect()
}

struct Counter<'a> {
    poset: &'a Rows,
    handle: &'a Handle,
    most: usize,
    known: FxHashMap<Bits, BigUint>,
}

impl Counter<'_> {
    /// Downsets of the order on these elements; `None` if too many parts are met.
    fn count(&mut self, set: &Bits) -> Result<Option<BigUint>, Stop> {
        self.handle.ticks(1 + set.row().len() as u32)?;
        let size = set.len();
        if size < 2 {
            return Ok(Some(BigUint::from(size + 1)));
        }
        if let Some(found) = self.known.get(set) {
            return Ok(Some(found.clone()));
        }
        let first = self.component(set);
        let apart = first.len() < size;
        let (one, other) = if apart {
            let rest = set.minus(first.row());
            (first, rest)
        } else {
            let p = self.poset;
            let touching = |x: usize| set.and(p.above(x)).len() + set.and(p.below(x)).len();
            let x = set.iter().max_by_key(|&x| (touching(x), std::cmp::Reverse(x))).expect("not empty");
            (set.minus(p.down(x).row()), set.minus(p.up(x).row()))
        };
        let Some(one) = with_stack(|| self.count(&one))? else { return Ok(None) };
        let Some(other) = with_stack(|| self.count(&other))? else { return Ok(None) };
        let found = if apart { one * other } else { one + other };
        if self.known.len() >= self.most {
            return Ok(None);
        }
        if self.known.len() == self.known.capacity() {
            self.handle.reserve((2 * self.known.len() + 64) * 160)?;
            self.handle.progress("downsets, by parts", self.known.len() as u64, None);
        }
        self.known.insert(set.clone(), found.clone());
        Ok(Some(found))
    }

    /// The component of the least element.
    fn component(&self, set: &Bits) -> Bits {
        let mut left = set.clone();
        let start = set.first().expect("not empty");
        let mut part = Bits::of(64 * set.row().len(), [start]);
        left.remove(start);
        let mut queue = vec![start];
        while let Some(x) = queue.pop() {
            for row in [self.poset.below(x), self.poset.above(x)] {
                let fresh = left.and(row);
                left = left.minus(row);
                for y in fresh.iter() {
                    part.insert(y);
                    queue.push(y);
                }
            }
        }
        part
    }
}
