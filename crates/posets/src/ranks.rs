//! Tables of all downsets with their path counts: drawing linear extensions, and how often an element has which rank.

use super::bits::{Mask, with_mask};
use super::count::{binomial, factorial, product};
use super::extensions::{RandomBits, draw};
use super::poset::Poset;
use super::walks::{Ahead, ESTIMATED, Ground};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};

/// How often each element is at which place: `ranks[x][r]` linear extensions have `x` as number `r` from below,
/// counted from 0. Every row adds up to the number of linear extensions.
///
/// In a disjoint sum a rank `i` within a part becomes `i + j` when `j` elements of the rest come before; in an ordinal sum
/// ranks move up. A poset that is neither: paths to `D` times paths from `D + x`, summed over the downsets of `r`
/// elements.
///
/// ```
/// use sprague_posets::{Poset, linear_extension_ranks};
/// let handle = sprague_limits::Handle::default();
/// // 0 is below 1, and 2 stands apart: it comes first, between them, or last.
/// let poset = Poset::from_relations(3, &[(0, 1)], &handle)?;
/// let ranks = linear_extension_ranks(&poset, &handle)?;
/// let expected = [[2, 1, 0], [0, 1, 2], [1, 1, 1]].map(|row: [u32; 3]| row.map(Into::into).to_vec());
/// assert_eq!(ranks, expected);
/// # Ok::<(), sprague_posets::PosetError>(())
/// ```
pub fn linear_extension_ranks(poset: &Poset, handle: &Handle) -> Result<Vec<Vec<BigUint>>, Stop> {
    Ok(ranks(poset, handle)?.1)
}

/// The number of linear extensions and the ranks.
fn ranks(poset: &Poset, handle: &Handle) -> Result<(BigUint, Vec<Vec<BigUint>>), Stop> {
    let n = poset.len();
    handle.ticks(1 + n as u32)?;
    handle.reserve(n.saturating_mul(n).saturating_mul(40))?;
    if n < 2 {
        return Ok((BigUint::one(), vec![vec![BigUint::one(); n]; n]));
    }
    let mut all = vec![vec![BigUint::zero(); n]; n];
    let parts = poset.components();
    if parts.len() > 1 {
        let mut inner = Vec::with_capacity(parts.len());
        for part in &parts {
            inner.push(with_stack(|| ranks(&poset.piece(part, handle)?, handle))?);
        }
        // Orders of the other parts together, by the count of the whole.
        let mut total = factorial(n);
        for ((count, _), part) in inner.iter().zip(&parts) {
            total = total / factorial(part.len()) * count;
        }
        for ((count, rows), part) in inner.iter().zip(&parts) {
            let (m, rest) = (part.len(), n - part.len());
            let others = &total / count / binomial(n, m);
            for (row, &x) in rows.iter().zip(part) {
                for (i, ways) in row.iter().enumerate().filter(|(_, w)| !w.is_zero()) {
                    for j in 0..=rest {
                        handle.ticks(8)?;
                        let between = binomial(i + j, i) * binomial(n - 1 - i - j, m - 1 - i);
                        all[x][i + j] += ways * between * &others;
                    }
                }
            }
        }
        return Ok((total, all));
    }
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        let mut inner = Vec::with_capacity(blocks.len());
        let mut total = BigUint::one();
        for block in &blocks {
            inner.push(with_stack(|| ranks(&poset.induced(block, handle)?, handle))?);
            total *= &inner[inner.len() - 1].0;
        }
        let mut lower = 0;
        for ((count, rows), block) in inner.iter().zip(&blocks) {
            let others = &total / count;
            for (row, &x) in rows.iter().zip(block) {
                for (i, ways) in row.iter().enumerate() {
                    handle.tick()?;
                    all[x][lower + i] = ways * &others;
                }
            }
            lower += block.len();
        }
        return Ok((total, all));
    }
    let total = with_mask!(n, M => Tower::<M>::new(poset, Vec::new(), handle)?.ranks(&mut all, handle)?,
        else return Err(too_large(n)));
    Ok((total, all))
}

fn too_large(n: usize) -> Stop {
    Stop::TooLarge(format!(
        "the downsets of a poset of {n} elements that is no disjoint or ordinal sum; at most 1024 can be handled"
    ))
}

/// All downsets of the elements walked over, by size, with the weighted count of paths to each (see
/// [`super::ladder`]) and how many of the elements left out have come to be possible.
pub(crate) struct Tower<M> {
    below: Vec<M>,
    walked: Vec<usize>,
    left_out: Vec<usize>,
    levels: Vec<FxHashMap<M, (BigUint, usize)>>,
}

impl Tower<u64> {
    /// A linear extension at random, with the maximal elements left out and put in at the end.
    pub(crate) fn sample(poset: &Poset, random: &mut RandomBits, handle: &Handle) -> Result<Vec<usize>, Stop> {
        with_mask!(poset.len(), M => Tower::<M>::new(poset, poset.maximal(), handle)?.draw(random, handle),
            else Err(too_large(poset.len())))
    }
}

impl<M: Mask> Tower<M> {
    fn new(poset: &Poset, left_out: Vec<usize>, handle: &Handle) -> Result<Self, Stop> {
        let n = poset.len();
        let below: Vec<M> = poset.below_sets();
        let walked: Vec<usize> = (0..n).filter(|x| !left_out.contains(x)).collect();
        let open = left_out.iter().filter(|&&a| below[a].is_empty()).count();
        let mut tower = Tower { below, walked, left_out, levels: Vec::new() };
        let mut level: FxHashMap<M, (BigUint, usize)> = FxHashMap::default();
        let mut expected = None;
        if tower.walked.len() >= ESTIMATED {
            let order = poset.linear_order();
            let sorted = poset.induced(&order, handle)?;
            let walked = (0..n).filter(|&i| !tower.left_out.contains(&order[i]));
            let ground =
                Ground { below: &sorted.below_sets(), up: &sorted.up_sets(), all: walked.fold(M::EMPTY, M::with) };
            let ahead = Ahead::of(&ground, 1.0, handle)?;
            // A number in the middle has about half of the digits of one at the end.
            let slot = size_of::<(M, (BigUint, usize))>() + 16 + factorial(n).bits() as usize / 16;
            ahead.room(1.2 * ahead.all() * slot as f64, n, handle)?;
            expected = Some(ahead.all() as u64);
        }
        let mut gone_through = 0;
        let rest = tower.walked.len() + tower.left_out.len() - open;
        level.insert(M::EMPTY, (product(rest as u64 + 1, (rest + open) as u64), open));
        for size in 0..tower.walked.len() {
            let mut next: FxHashMap<M, (BigUint, usize)> = FxHashMap::default();
            for (at, (&set, (count, closed))) in level.iter().enumerate() {
                if expected.is_some() && at % 1024 == 0 {
                    handle.progress("downsets, level by level", (gone_through + at) as u64, expected);
                }
                for &y in &tower.walked {
                    if set.has(y) || !tower.below[y].within(set) {
                        continue;
                    }
                    handle.ticks(4)?;
                    let (grown, closes) = (set.with(y), tower.closes(set, y));
                    let weight = count * tower.weight(size + 1, closed + closes, closes);
                    if next.len() == next.capacity() {
                        let bytes = size_of::<(M, (BigUint, usize))>() + 16 + count.bits() as usize / 8;
                        handle.reserve((2 * next.len() + 64) * bytes)?;
                    }
                    next.entry(grown).or_insert_with(|| (BigUint::zero(), closed + closes)).0 += weight;
                }
            }
            gone_through += level.len();
            tower.levels.push(level);
            level = next;
        }
        tower.levels.push(level);
        Ok(tower)
    }

    /// How many of the elements left out become possible with `y` after `set`.
    fn closes(&self, set: M, y: usize) -> usize {
        let grown = set.with(y);
        self.left_out.iter().filter(|&&a| self.below[a].has(y) && self.below[a].within(grown)).count()
    }

    /// Ways to put `t` elements in, when `size` are walked over and `closed` are possible.
    fn weight(&self, size: usize, closed: usize, t: usize) -> BigUint {
        let rest = (self.walked.len() - size + self.left_out.len() - closed) as u64;
        product(rest + 1, rest + t as u64)
    }

    /// From the top down: the last element with the probability of the paths through what is left.
    fn draw(&self, random: &mut RandomBits, handle: &Handle) -> Result<Vec<usize>, Stop> {
        // Last element first.
        let mut order: Vec<usize> = Vec::new();
        let put_in = |order: &mut Vec<usize>, a: usize, random: &mut RandomBits| {
            let place = random.below(order.len() as u64 + 1) as usize;
            order.insert(place, a);
        };
        let mut set = self.walked.iter().fold(M::EMPTY, |set, &x| set.with(x));
        for size in (1..=self.walked.len()).rev() {
            handle.ticks(self.walked.len() as u32)?;
            let closed = self.levels[size][&set].1;
            let mut choices = Vec::new();
            let mut weights = Vec::new();
            for &y in &self.walked {
                // Only maximal elements leave a downset behind, and only downsets are in the table.
                if let Some((count, _)) = set.has(y).then(|| self.levels[size - 1].get(&set.without(y))).flatten() {
                    choices.push(y);
                    weights.push(count * self.weight(size, closed, self.closes(set.without(y), y)));
                }
            }
            let y = choices[draw(&weights, random)];
            let before = set.without(y);
            for &a in &self.left_out {
                if self.below[a].has(y) && self.below[a].within(set) {
                    put_in(&mut order, a, random);
                }
            }
            order.push(y);
            set = before;
        }
        for &a in self.left_out.iter().filter(|&&a| self.below[a].is_empty()) {
            put_in(&mut order, a, random);
        }
        order.reverse();
        Ok(order)
    }

    /// Fills the ranks; nothing may be left out. Returns the number of linear extensions.
    fn ranks(&self, all: &mut [Vec<BigUint>], handle: &Handle) -> Result<BigUint, Stop> {
        let n = self.walked.len();
        let full = self.walked.iter().fold(M::EMPTY, |set, &x| set.with(x));
        // Paths from the downset to the top, for one level.
        let mut upper: FxHashMap<M, BigUint> = FxHashMap::default();
        upper.insert(full, BigUint::one());
        for size in (0..n).rev() {
            let mut here: FxHashMap<M, BigUint> = FxHashMap::default();
            here.reserve(self.levels[size].len());
            for (&set, (count, _)) in &self.levels[size] {
                let mut onwards = BigUint::zero();
                for &y in &self.walked {
                    if set.has(y) || !self.below[y].within(set) {
                        continue;
                    }
                    handle.ticks(4)?;
                    let from = &upper[&set.with(y)];
                    onwards += from;
                    all[y][size] += count * from;
                }
                here.insert(set, onwards);
            }
            upper = here;
        }
        Ok(upper.remove(&M::EMPTY).unwrap_or_else(BigUint::one))
    }
}
