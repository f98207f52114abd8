//! What a search may use, and how it ends when that is used up.

use sprague_limits::{Handle, Stop};
use std::cell::Cell;

/// Bounds of the search for a strategy; all can be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Points of the largest box in which periods are looked for.
    pub box_points: usize,
    /// Positions decided by direct recursion.
    pub positions: usize,
    /// Elementary comparisons of one way of searching.
    pub work: u64,
    /// States of a learned automaton.
    pub states: usize,
    /// States of the product that proves an automaton.
    pub product: usize,
    /// Strata of a stratification.
    pub strata: usize,
}

impl Default for Budgets {
    fn default() -> Budgets {
        Budgets {
            box_points: 1 << 18,
            positions: 3_000_000,
            work: 400_000_000,
            states: 1500,
            product: 1_000_000,
            strata: 100_000,
        }
    }
}

impl Budgets {
    /// Everything `factor` times as large.
    pub fn times(&self, factor: u64) -> Budgets {
        let wide = |n: usize| n.saturating_mul(usize::try_from(factor).unwrap_or(usize::MAX));
        Budgets {
            box_points: wide(self.box_points),
            positions: wide(self.positions),
            work: self.work.saturating_mul(factor),
            states: wide(self.states),
            product: wide(self.product),
            strata: wide(self.strata),
        }
    }
}

/// Why a step of a search gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The budget of this search is used up.
    Budget,
    /// A bound of the handle.
    Stop(Stop),
}

impl From<Stop> for Beyond {
    fn from(stop: Stop) -> Beyond {
        Beyond::Stop(stop)
    }
}

/// The answer, or nothing if the budget was used up.
pub fn within<T>(result: Result<T, Beyond>) -> Result<Option<T>, Stop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Beyond::Budget) => Ok(None),
        Err(Beyond::Stop(stop)) => Err(stop),
    }
}

/// Counts work against a budget, and ticks.
pub struct Meter<'a> {
    /// The handle.
    pub handle: &'a Handle,
    left: Cell<u64>,
}

impl<'a> Meter<'a> {
    /// So much work and no more.
    pub fn new(handle: &'a Handle, work: u64) -> Meter<'a> {
        Meter { handle, left: Cell::new(work) }
    }

    /// Does `n` units of work.
    #[inline]
    pub fn spend(&self, n: u32) -> Result<(), Beyond> {
        let left = self.left.get();
        if left < u64::from(n) {
            return Err(Beyond::Budget);
        }
        self.left.set(left - u64::from(n));
        Ok(self.handle.ticks(n)?)
    }
}
