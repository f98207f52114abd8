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
//! **Cost.** Number of downset orbits of `Q` times the elements that may be added to each; two levels are alive. Elements are
//! numbered so that each comes after those below it: then the least number outside `D` may be added to it, and so may
//! the next that is not above it. The images of `D` under the group are made once for all its additions. What begins to be long is
//! estimated first ([`super::walks`]): what has no room is refused at once, and numbers are as wide as the estimate says;
//! every overflow is seen and leads to wider ones.

use super::bits::{Mask, with_mask};
use super::count::{Count, Fixed, factorial};
use super::poset::Poset;
use super::symmetry::Symmetry;
use super::walks::{Ahead, Ground, WALKS};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Downset orbits that are gone through without an estimate.
const SHORT: usize = 20_000;
/// Linear extensions of a poset, by downsets. At most 1024 elements.
pub(crate) fn count(poset: &Poset, handle: &Handle) -> Result<BigUint, Stop> {
    let (minimal, maximal) = (poset.minimal().len(), poset.maximal().len());
    let upright = if minimal > maximal { poset.dual(handle)? } else { poset.clone() };
    let upright = upright.induced(&upright.linear_order(), handle)?;
    let mut mirror = None;
    if 4 * minimal.max(maximal) < poset.len() {
        mirror = upright.dual(handle)?.isomorphism(&upright, handle)?;
    }
    with_mask!(poset.len(), M => Ladder::<M>::new(&upright, mirror, handle)?.count(handle), else Err(Stop::TooLarge(format!(
        "the downsets of a poset of {} elements that is no disjoint or ordinal sum; at most 1024 can be handled",
        poset.len()
    ))))
}

/// A poset whose elements are numbered so that each comes after those below it, on its way to be counted.
struct Ladder<M> {
    symmetry: Symmetry<M>,
    /// Everything strictly below each element, and everything at or above it.
    below: Vec<M>,
    up: Vec<M>,
    /// An isomorphism onto the dual: then no antichain is left out.
    mirror: Option<Vec<usize>>,
    /// The maximal elements that are left out, and for each element those of them above it.
    left_out: Vec<usize>,
    closing: Vec<Vec<usize>>,
    walked: M,
    /// Levels to be gone through.
    last: usize,
}

/// How a count ended.
enum Climb {
    Done(BigUint),
    /// A number did not fit.
    Overflow,
    /// There are more orbits than were to be gone through.
    Long,
}

impl<M: Mask> Ladder<M> {
    fn new(poset: &Poset, mirror: Option<Vec<usize>>, handle: &Handle) -> Result<Self, Stop> {
        let n = poset.len();
        let left_out = if mirror.is_some() { Vec::new() } else { poset.maximal() };
        let walked = (0..n).filter(|x| !left_out.contains(x)).fold(M::EMPTY, M::with);
        let steps = n - left_out.len();
        Ok(Ladder {
            symmetry: Symmetry::new(poset, handle)?,
            below: poset.below_sets(),
            up: poset.up_sets(),
            closing: (0..n).map(|y| left_out.iter().copied().filter(|&a| poset.less(y, a)).collect()).collect(),
            last: if mirror.is_some() { n.div_ceil(2) } else { steps },
            mirror,
            left_out,
            walked,
        })
    }

    fn count(&self, handle: &Handle) -> Result<BigUint, Stop> {
        let bits = factorial(self.below.len()).bits();
        if bits <= 128
            && let Climb::Done(count) = self.climb::<u128>(None, Some(SHORT), handle)?
        {
            return Ok(count);
        }
        // Without bound of the numbers; what is short may be counted in any way.
        if let Climb::Done(count) = self.climb::<BigUint>(None, Some(SHORT), handle)? {
            return Ok(count);
        }
        let plan = self.plan(handle)?;
        macro_rules! widths {
            ($($most:literal => $count:ty),*) => {$(
                if plan.bits <= $most {
                    plan.room(size_of::<(M, ($count, u32))>(), self.below.len(), handle)?;
                    if let Climb::Done(count) = self.climb::<$count>(Some(&plan), None, handle)? {
                        return Ok(count);
                    }
                }
            )*};
        }
        widths!(128 => u128, 256 => Fixed<4>, 384 => Fixed<6>, 512 => Fixed<8>, 1024 => Fixed<16>);
        plan.room(size_of::<(M, (BigUint, u32))>() + plan.bits / 8, self.below.len(), handle)?;
        match self.climb::<BigUint>(Some(&plan), None, handle)? {
            Climb::Done(count) => Ok(count),
            _ => unreachable!("nothing bounds these numbers"),
        }
    }

    /// What lies ahead, by random walks.
    fn plan(&self, handle: &Handle) -> Result<Plan, Stop> {
        let ground = Ground { below: &self.below, up: &self.up, all: self.walked };
        let mut ahead = Ahead::of(&ground, self.symmetry.order(), handle)?;
        ahead.levels.truncate(self.last + 1);
        let paths = ground.paths(WALKS, handle, |set, y| {
            let closes = self.closes(set, y);
            let closed = self.left_out.iter().filter(|&&a| self.below[a].and(self.walked).within(set.with(y))).count();
            let rest = (self.below.len() - set.size() as usize - 1 - closed) as f64;
            (1..=closes).map(|j| rest + j as f64).product()
        })?;
        // Paths of all orbits of a level together.
        let open = self.left_out.iter().filter(|&&a| self.below[a].is_empty()).count();
        let first: f64 = (0..open).map(|j| ((self.below.len() - j) as f64).log2()).sum();
        let bits = paths[..=self.last].iter().fold(0.0, |most: f64, level| most.max(*level)) + first;
        Ok(Plan { ahead, bits: bits as usize + 6 })
    }

    /// How many of the elements left out have all that is below them in a set after `y` comes to it, and had not before.
    #[inline]
    fn closes(&self, set: M, y: usize) -> usize {
        let grown = set.with(y);
        self.closing[y].iter().filter(|&&a| self.below[a].within(grown)).count()
    }

    /// The weighted count of paths. With a mirror, no antichain is left out.
    fn climb<C: Count>(&self, plan: Option<&Plan>, most: Option<usize>, handle: &Handle) -> Result<Climb, Stop> {
        let n = self.below.len();
        // Elements of the antichain with nothing below them go in anywhere at the end.
        let open = self.left_out.iter().filter(|&&a| self.below[a].is_empty()).count();
        let mut start = C::one();
        if !weigh(&mut start, (n - open) as u64, open) {
            return Ok(Climb::Overflow);
        }
        let bits = plan.map_or(0, |plan| plan.bits);
        let slot = size_of::<(M, (C, u32))>() + C::bytes(bits).saturating_sub(size_of::<C>());
        let mut level: FxHashMap<M, (C, u32)> = FxHashMap::default();
        level.insert(M::EMPTY, (start, open as u32));
        let mut before = FxHashMap::default();
        let (mut images, mut gone_through) = (Vec::new(), 0);
        let expected = plan.map(|plan| plan.ahead.all() as u64);
        for size in 0..self.last {
            let mut next: FxHashMap<M, (C, u32)> = FxHashMap::default();
            if let Some(plan) = plan {
                let expected = (plan.ahead.levels[size + 1] * 1.05) as usize;
                handle.reserve(expected.saturating_mul(slot))?;
                next.reserve(expected);
            }
            for (at, (&set, (count, closed))) in level.iter().enumerate() {
                if expected.is_some() && at % 1024 == 0 {
                    handle.progress("downsets, level by level", (gone_through + at) as u64, expected);
                }
                self.symmetry.images(set, &mut images);
                let mut rest = self.walked.minus(set);
                while !rest.is_empty() {
                    let y = rest.lowest();
                    rest = rest.minus(self.up[y]);
                    handle.ticks(1 + images.len() as u32 / 32)?;
                    // Twins can all be added when one can: one push for all of them.
                    let mut ways = 1;
                    if let Some(class) = self.symmetry.class[y] {
                        let twins = self.symmetry.twins[class].0.minus(set);
                        ways = u64::from(twins.size());
                        rest = rest.minus(twins);
                    }
                    let closes = self.closes(set, y);
                    let closed = closed + closes as u32;
                    let later = n - size - 1 - closed as usize;
                    let mut weight = count.clone();
                    if ways > 1 && !weight.times(ways) || !weigh(&mut weight, later as u64, closes) {
                        return Ok(Climb::Overflow);
                    }
                    if next.len() == next.capacity() {
                        handle.reserve((2 * next.len() + 64) * slot)?;
                    }
                    let (grown, _) = self.symmetry.canonical_with(set, &images, y);
                    let entry = next.entry(grown).or_insert_with(|| (C::zero(), closed));
                    if !entry.0.add(&weight) {
                        return Ok(Climb::Overflow);
                    }
                }
            }
            gone_through += level.len();
            if most.is_some_and(|most| gone_through + next.len() > most) {
                return Ok(Climb::Long);
            }
            before = std::mem::replace(&mut level, next);
        }
        let Some(mirror) = &self.mirror else {
            return Ok(level.into_values().next().map_or(Climb::Overflow, |(count, _)| Climb::Done(count.big())));
        };
        // Paths to D at the one level times paths from D to the top, as many as to the mirror image at the other.
        let lower = if n.is_multiple_of(2) { &level } else { &before };
        let mut total = BigUint::default();
        for (&set, (count, _)) in lower {
            handle.ticks(16)?;
            let mut image = M::EMPTY;
            self.walked.minus(set).each(|x| image = image.with(mirror[x]));
            if let Some((other, _)) = level.get(&self.symmetry.canonical(image)) {
                total += count.big() * other.big() / self.symmetry.orbit(set);
            }
        }
        Ok(Climb::Done(total))
    }
}

/// What an estimate says of a climb.
struct Plan {
    ahead: Ahead,
    /// Bits of the largest number.
    bits: usize,
}

impl Plan {
    /// An error if there is no room for the two widest levels, or no time.
    fn room(&self, slot: usize, elements: usize, handle: &Handle) -> Result<(), Stop> {
        self.ahead.room(self.ahead.widest() * slot as f64, elements, handle)
    }
}

/// Times `(rest + 1) … (rest + t)`.
fn weigh<C: Count>(count: &mut C, rest: u64, t: usize) -> bool {
    (1..=t as u64).all(|j| count.times(rest + j))
}
