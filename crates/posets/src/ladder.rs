//! Counting linear extensions by downsets, level by level: the case left when a poset is neither a disjoint nor an
//! ordinal sum.
//!
//! **A top antichain is not walked over.** Let `A` be the maximal elements and `Q` the rest. Build a linear extension of
//! `Q` from below, and count at each step in how many ways the elements of `A` go between: `a` becomes possible when the
//! last element below it is placed, and then any of the places after that one will do. Going from the last step back to
//! the first, when `D` has just been completed and `t` elements of `A` become possible with it, the rest of the order
//! (`M` elements: those of `Q` not in `D` and those of `A` possible only later) is fixed already, and the `t` elements go
//! into it one after the other in `(M+1)(M+2)…(M+t)` ways. The product over the steps depends only on the chain of
//! downsets of `Q`, so the number of linear extensions is a weighted count of paths from the empty set to `Q`. The
//! same upside down for the minimal elements; the larger antichain is the one left out.
//!
//! **Symmetry.** An automorphism of the poset moves paths to paths of the same weight. So a table may hold, instead of a
//! count for each downset, for each orbit the sum over it: pushing the sum of `D`'s orbit over every element that can be
//! added to the representative `D` gives the sums of the next level, since each member of the orbit of `D` has equally
//! many ways into the orbit of `D + y`. Orbits are those of twins (elements with the same relations) and of groups of at
//! most some hundred automorphisms.
//!
//! **Meeting in the middle.** If the poset is isomorphic to its dual by `f` and little would be gained by leaving out an
//! antichain, half of the levels is enough: the orders of what is above `D` are as many as those of the downset
//! `f(P - D)`.
//!
//! Numbers are as wide as `n!` needs, and every overflow is looked for; past 1024 bits they are without bound. Cost:
//! number of downset orbits of `Q` times `n`; two levels are alive.

use super::automorphisms::twins;
use super::bits::{Bits, Mask, with_mask};
use super::count::{Count, Fixed, factorial};
use super::poset::Poset;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Largest group whose elements are tried one by one.
const GROUP: usize = 200;

/// Linear extensions of a poset, by downsets. At most 1024 elements.
pub(crate) fn count(poset: &Poset, handle: &Handle) -> Result<BigUint, Stop> {
    let dual;
    let (minimal, maximal) = (poset.minimal().len(), poset.maximal().len());
    let upright = if minimal > maximal {
        dual = poset.dual(handle)?;
        &dual
    } else {
        poset
    };
    let mut mirror = None;
    if 4 * minimal.max(maximal) < poset.len() {
        mirror = poset.dual(handle)?.isomorphism(poset, handle)?;
    }
    let bits = factorial(poset.len()).bits() as usize;
    with_mask!(poset.len(), M => {
        let narrow = match bits {
            0..=128 => climb::<M, u128>(upright, mirror.as_deref(), bits, handle)?,
            129..=256 => climb::<M, Fixed<4>>(upright, mirror.as_deref(), bits, handle)?,
            257..=512 => climb::<M, Fixed<8>>(upright, mirror.as_deref(), bits, handle)?,
            513..=1024 => climb::<M, Fixed<16>>(upright, mirror.as_deref(), bits, handle)?,
            _ => None,
        };
        match narrow {
            Some(count) => Ok(count),
            None => Ok(climb::<M, BigUint>(upright, mirror.as_deref(), bits, handle)?.expect("no bound to pass")),
        }
    }, else Err(Stop::TooLarge(format!(
        "the downsets of a poset of {} elements that is no disjoint or ordinal sum; at most 1024 can be handled",
        poset.len()
    ))))
}

/// What makes two downsets of one orbit equal.
struct Symmetry<M> {
    /// Twins, and for each class the masks of its first elements by number.
    twins: Vec<(M, Vec<M>)>,
    class: Vec<Option<usize>>,
    group: Vec<Vec<u32>>,
}

impl<M: Mask> Symmetry<M> {
    fn new(poset: &Poset, handle: &Handle) -> Result<Self, Stop> {
        let mut class = vec![None; poset.len()];
        let mut masks = Vec::new();
        for (k, twins) in twins(poset).iter().enumerate() {
            let mut first = vec![M::EMPTY];
            for &x in twins {
                class[x] = Some(k);
                first.push(first[first.len() - 1].with(x));
            }
            masks.push((first[first.len() - 1], first));
        }
        let group = poset.automorphisms(GROUP, handle)?.unwrap_or_default();
        Ok(Symmetry { twins: masks, class, group: if group.len() > 1 { group } else { Vec::new() } })
    }

    /// Among twins the first ones.
    fn sorted(&self, mut set: M) -> M {
        for (all, first) in &self.twins {
            let mut size = 0;
            set.and(*all).each(|_| size += 1);
            set = set.minus(*all).or(first[size]);
        }
        set
    }

    /// The least member of the orbit.
    fn canonical(&self, set: M) -> M {
        let mut best = self.sorted(set);
        for map in self.group.iter().skip(1) {
            let mut image = M::EMPTY;
            set.each(|x| image = image.with(map[x] as usize));
            best = best.min(self.sorted(image));
        }
        best
    }

    /// Members of the orbit.
    fn orbit(&self, set: M) -> BigUint {
        let mut images: Vec<M> = vec![self.sorted(set)];
        for map in self.group.iter().skip(1) {
            let mut image = M::EMPTY;
            set.each(|x| image = image.with(map[x] as usize));
            images.push(self.sorted(image));
        }
        images.sort_unstable();
        images.dedup();
        let mut size = BigUint::from(images.len());
        for (all, first) in &self.twins {
            let mut inside = 0;
            set.and(*all).each(|_| inside += 1);
            size *= super::count::binomial(first.len() - 1, inside);
        }
        size
    }
}

/// The weighted count of paths; `None` if a number did not fit. With a mirror, no antichain is left out.
fn climb<M: Mask, C: Count>(
    poset: &Poset,
    mirror: Option<&[usize]>,
    bits: usize,
    handle: &Handle,
) -> Result<Option<BigUint>, Stop> {
    let n = poset.len();
    let symmetry: Symmetry<M> = Symmetry::new(poset, handle)?;
    let below: Vec<M> = (0..n).map(|x| M::from_row(poset.below_row(x))).collect();
    let left_out = if mirror.is_some() { Vec::new() } else { poset.maximal() };
    let walked: Vec<usize> = (0..n).filter(|x| !left_out.contains(x)).collect();
    // For each element those of the antichain above it.
    let closing: Vec<Vec<usize>> =
        (0..n).map(|y| left_out.iter().copied().filter(|&a| poset.less(y, a)).collect()).collect();
    let steps = walked.len();
    let last = if mirror.is_some() { n.div_ceil(2) } else { steps };

    // Elements of the antichain with nothing below them go in anywhere at the end.
    let open = left_out.iter().filter(|&&a| below[a].is_empty()).count();
    let mut start = C::one();
    if !weigh(&mut start, (steps + left_out.len() - open) as u64, open) {
        return Ok(None);
    }
    let mut level: FxHashMap<M, (C, u32)> = FxHashMap::default();
    level.insert(M::EMPTY, (start, open as u32));
    let mut before = FxHashMap::default();
    for size in 0..last {
        handle.progress("downsets, level by level", size as u64, Some(last as u64));
        let mut next: FxHashMap<M, (C, u32)> = FxHashMap::default();
        for (&set, (count, closed)) in &level {
            let mut done = M::EMPTY;
            for &y in &walked {
                if set.has(y) || done.has(y) || !below[y].within(set) {
                    continue;
                }
                handle.ticks(1 + (symmetry.group.len() * size / 8) as u32)?;
                // Twins can all be added when one can: one push for all of them.
                let mut ways = 1;
                if let Some(class) = symmetry.class[y] {
                    let rest = symmetry.twins[class].0.minus(set);
                    ways = 0;
                    rest.each(|_| ways += 1);
                    done = done.or(rest);
                }
                let grown = set.with(y);
                let closes = closing[y].iter().filter(|&&a| below[a].within(grown)).count();
                let closed = closed + closes as u32;
                let rest = steps - size - 1 + left_out.len() - closed as usize;
                let mut weight = count.clone();
                if !weight.times(ways) || !weigh(&mut weight, rest as u64, closes) {
                    return Ok(None);
                }
                if next.len() == next.capacity() {
                    handle.reserve((2 * next.len() + 64) * (size_of::<(M, (C, u32))>() + C::bytes(bits)))?;
                }
                let entry = next.entry(symmetry.canonical(grown)).or_insert_with(|| (C::zero(), closed));
                if !entry.0.add(&weight) {
                    return Ok(None);
                }
            }
        }
        before = std::mem::replace(&mut level, next);
    }
    let Some(mirror) = mirror else {
        return Ok(level.into_values().next().map(|(count, _)| count.big()));
    };
    // Paths to D at the one level times paths from D to the top, as many as to the mirror image at the other.
    let full = M::from_row(Bits::full(n).row());
    let lower = if n.is_multiple_of(2) { &level } else { &before };
    let mut total = BigUint::default();
    for (&set, (count, _)) in lower {
        handle.ticks(16)?;
        let mut image = M::EMPTY;
        full.minus(set).each(|x| image = image.with(mirror[x]));
        if let Some((other, _)) = level.get(&symmetry.canonical(image)) {
            total += count.big() * other.big() / symmetry.orbit(set);
        }
    }
    Ok(Some(total))
}

/// Times `(rest + 1) … (rest + t)`.
fn weigh<C: Count>(count: &mut C, rest: u64, t: usize) -> bool {
    (1..=t as u64).all(|j| count.times(rest + j))
}
