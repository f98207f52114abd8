//! Moves that are counted before they are listed, where that is cheap.
//!
//! In: a position and a player. Out: how many options the clauses give, a guess that orders the search (`Rules::mobility`). Half of the positions whose
//! moves a search counts it never lists. So counting pays where it is much cheaper than listing, since `Name(…)` is not made and no `value` line brings it
//! into parts; it does not where the conditions of clauses take most of the time. Which it is shows in the steps that both took for the rule set so far: these
//! are the same on every machine.

use super::Play;
use crate::value::{Player, Res};
use rustc_hash::FxHashMap;

/// So many counts must cost no more than a list. By measurement a count costs a fifth of a list in Domineering and Clobber, a twentieth in Col and Snort, where it
/// gains, and as much as a list in NoGo, where it loses.
const CHEAP: u64 = 2;

/// What was spent, by rule set.
#[derive(Default)]
pub(super) struct Spent(FxHashMap<u32, Costs>);

#[derive(Default)]
struct Costs {
    counts: Cost,
    lists: Cost,
}

/// Steps that calls took, and how many there were.
#[derive(Clone, Copy, Default)]
struct Cost {
    steps: u64,
    calls: u64,
}

impl Cost {
    fn add(&mut self, steps: u64) {
        self.steps += steps;
        self.calls += 1;
    }

    /// Steps for a call.
    fn mean(self) -> u64 {
        self.steps / self.calls.max(1)
    }
}

impl Costs {
    /// Before there is a list to compare with, moves are counted.
    fn is_cheap(&self) -> bool {
        self.lists.calls == 0 || CHEAP * self.counts.mean() <= self.lists.mean()
    }
}

impl Play<'_> {
    fn costs(&mut self, position: u32) -> &mut Costs {
        let id = self.0.position_numbered(position).rules.id;
        self.0.facts().of::<Spent>().0.entry(id).or_default()
    }

    /// Lists moves, and notes what that costs if the list was not broken off.
    pub(super) fn listing(&mut self, position: u32, list: impl FnOnce(&mut Self) -> Res<bool>) -> Res<()> {
        let before = self.0.handle.steps();
        if list(self)? {
            let steps = self.0.handle.steps() - before;
            self.costs(position).lists.add(steps);
        }
        Ok(())
    }

    /// How many moves a player has, where it is cheap to count them.
    pub(super) fn counted(&mut self, position: u32, player: Player) -> Res<Option<u32>> {
        if !self.costs(position).is_cheap() {
            return Ok(None);
        }
        let before = self.0.handle.steps();
        let found = self.0.counted_options(position, player)?;
        let steps = self.0.handle.steps() - before;
        self.costs(position).counts.add(steps);
        Ok(found)
    }
}
