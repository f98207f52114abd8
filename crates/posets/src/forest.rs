//! Forests: every element covers at most one other. What is asked of them goes up from the leaves, one step for each element.

use super::bits;
use super::poset::{Poset, Relation};
use num_bigint::BigUint;
use num_traits::One;
use sprague_limits::{Handle, Stop};

/// A poset in which what is below an element is a chain.
pub(crate) struct Forest {
    /// All elements, each after those below it.
    order: Vec<usize>,
    /// The element that each covers.
    below: Vec<Option<usize>>,
}

impl Forest {
    /// A poset as a forest, if it is one. Cost: as many words as the rows of the poset have, but little for most that are none.
    pub(crate) fn of(poset: &Poset, handle: &Handle) -> Result<Option<Forest>, Stop> {
        let order = poset.linear_order();
        let mut below = vec![None; poset.len()];
        match poset.relation() {
            Relation::Covers(covers) => {
                handle.ticks(1 + poset.len())?;
                for &x in &order {
                    let mut lower = covers.lower(x);
                    below[x] = lower.next();
                    if lower.next().is_some() {
                        return Ok(None);
                    }
                }
            }
            Relation::Rows(rows) => {
                let size: Vec<usize> = (0..poset.len()).map(|x| bits::size(rows.below(x))).collect();
                for &x in &order {
                    handle.ticks(1 + size[x] / 16)?;
                    below[x] = bits::ones(rows.below(x)).max_by_key(|&y| size[y]);
                    if below[x].is_some_and(|y| size[y] + 1 != size[x]) {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(Forest { order, below }))
    }

    /// The same of a connected poset upside down.
    pub(crate) fn upside_down(poset: &Poset, handle: &Handle) -> Result<Option<Forest>, Stop> {
        if poset.greatest().is_none() {
            return Ok(None);
        }
        Forest::of(&poset.dual(handle)?, handle)
    }

    /// The lengths of the chains, if it is made of such side by side.
    pub(crate) fn chains(&self) -> Option<Vec<usize>> {
        // The number of the chain that ends with an element, if one does.
        let mut ends = vec![None; self.order.len()];
        let mut lengths = Vec::new();
        for &x in &self.order {
            let chain = match self.below[x] {
                Some(y) => ends[y].take()?,
                None => {
                    lengths.push(0);
                    lengths.len() - 1
                }
            };
            lengths[chain] += 1;
            ends[x] = Some(chain);
        }
        Some(lengths)
    }

    /// Linear extensions: `n!` over the product of the numbers of elements at or above each (Knuth's hook formula for trees).
    pub(crate) fn linear_extensions(&self, handle: &Handle) -> Result<BigUint, Stop> {
        let mut size = vec![1u64; self.order.len()];
        for &x in self.order.iter().rev() {
            if let Some(y) = self.below[x] {
                size[y] += size[x];
            }
        }
        // What occurs above and below the line is left out: of a chain everything.
        size.sort_unstable();
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let mut hooks = size.into_iter().peekable();
        for number in 1..=self.order.len() as u64 {
            if hooks.next_if_eq(&number).is_none() {
                above.push(number);
            }
            while let Some(hook) = hooks.next_if(|&hook| hook <= number) {
                below.push(hook);
            }
        }
        Ok(product(&above, handle)? / product(&below, handle)?)
    }

    /// Downsets: of what is at or above an element none, or the element with a choice for each of those that cover it.
    pub(crate) fn ideals(&self, handle: &Handle) -> Result<BigUint, Stop> {
        let mut choices = vec![BigUint::one(); self.order.len()];
        let mut all = BigUint::one();
        for &x in self.order.iter().rev() {
            let found = std::mem::take(&mut choices[x]) + 1u32;
            let whole = self.below[x].map_or(&mut all, |y| &mut choices[y]);
            handle.ticks(1 + (1 + found.bits() / 64) * (whole.bits() / 4096))?;
            *whole *= found;
        }
        Ok(all)
    }

    /// The nim-value of Chomp on the elements of a downset, but `poison`: one more than that of what is above an element is the value of
    /// what is at or above it, by the colon principle (*Winning Ways*, chapter 7).
    pub(crate) fn chomp(&self, position: &bits::Bits, poison: Option<usize>, handle: &Handle) -> Result<u32, Stop> {
        handle.ticks(1 + self.order.len() / 8)?;
        let mut above = vec![0; self.order.len()];
        let mut all = 0;
        for &x in self.order.iter().rev().filter(|&&x| position.contains(x) && Some(x) != poison) {
            *self.below[x].filter(|&y| Some(y) != poison).map_or(&mut all, |y| &mut above[y]) ^= above[x] + 1;
        }
        Ok(all)
    }
}

/// The product of these numbers, halves first, so that factors are of like size.
fn product(numbers: &[u64], handle: &Handle) -> Result<BigUint, Stop> {
    handle.ticks(1 + numbers.len())?;
    if numbers.len() < 16 {
        return Ok(numbers.iter().map(|&n| BigUint::from(n)).product());
    }
    let (low, high) = numbers.split_at(numbers.len() / 2);
    Ok(product(low, handle)? * product(high, handle)?)
}
