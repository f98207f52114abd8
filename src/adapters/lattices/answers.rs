//! Who wins at a position of a lattice game: by nim-values, by a strategy that is known, by direct recursion, or by a
//! strategy that is looked for because the position is too far out for recursion.
//!
//! In: a lattice game and a point on its board. Out: whether it is a P-position, for coordinates of any size if there is
//! a strategy (Guo and Miller, Theorem 3.6); an error that says what was tried otherwise. All answers are proved.

use super::LatticeGame;
use super::words::not_found;
use crate::eval::Machine;
use crate::lattices::budget::{Budgets, within};
use crate::lattices::recursion::{Memory, Recursion, few_followers};
use crate::lattices::strategy::{self, Strategy, Tried};
use crate::value::Res;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cell::RefCell;
use std::rc::Rc;

/// Positions that recursion looks at before a strategy is looked for.
const QUICK: usize = 200_000;
/// Positions below one whose value or remoteness is worked out through all of them.
const NEAR: usize = 200_000;

/// What has been found out about a game.
#[derive(Debug, Default)]
pub(super) struct Answers {
    strategy: RefCell<Option<Rc<Strategy>>>,
    /// A search that failed, with its effort.
    tried: RefCell<Option<(u64, Tried)>>,
    memory: RefCell<Memory>,
}

impl LatticeGame {
    /// The strategy, if somebody has asked for it already.
    pub fn known_strategy(&self) -> Option<Rc<Strategy>> {
        self.answers.strategy.borrow().clone()
    }

    /// Keeps a strategy that was proved otherwise, if none is known.
    pub fn learn(&self, strategy: &Rc<Strategy>) {
        self.answers.strategy.borrow_mut().get_or_insert_with(|| Rc::clone(strategy));
    }

    /// The strategy, looked for once; or what was tried, with as much effort or more.
    pub fn strategy(&self, machine: &Machine, effort: u64) -> Res<Result<Rc<Strategy>, Tried>> {
        if let Some(known) = self.known_strategy() {
            return Ok(Ok(known));
        }
        if let Some((before, tried)) = &*self.answers.tried.borrow()
            && *before >= effort
        {
            return Ok(Err(tried.clone()));
        }
        Ok(match strategy::strategy(&self.game, &Budgets::default().times(effort), &machine.handle)? {
            Ok(strategy) => {
                let strategy = Rc::new(strategy);
                *self.answers.strategy.borrow_mut() = Some(Rc::clone(&strategy));
                Ok(strategy)
            }
            Err(tried) => {
                *self.answers.tried.borrow_mut() = Some((effort, tried.clone()));
                Err(tried)
            }
        })
    }

    /// Whether a point on the board, not defeated, is a P-position.
    pub fn is_p(&self, machine: &Machine, name: &str, x: &[BigInt]) -> Res<bool> {
        let y = self.game.board().facet_coordinates(x);
        if let Some(closed) = &self.closed {
            return Ok(closed.nim_value(&y) == 0);
        }
        if let Some(strategy) = self.known_strategy() {
            return Ok(strategy.contains(x));
        }
        if let Some(p) = self.by_recursion(machine, &y, QUICK)? {
            return Ok(p);
        }
        let tried = match self.strategy(machine, 1)? {
            Ok(strategy) => return Ok(strategy.contains(x)),
            Err(tried) => tried,
        };
        match self.by_recursion(machine, &y, Budgets::default().positions)? {
            Some(p) => Ok(p),
            None => {
                Err(not_found(name, &tried, 1).note("Without one, positions so far out take too many steps.").into())
            }
        }
    }

    /// By the definition; nothing if more than `most` positions would have to be decided.
    fn by_recursion(&self, machine: &Machine, y: &[BigInt], most: usize) -> Res<Option<bool>> {
        let Some(y) = y.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<i64>>>() else { return Ok(None) };
        let mut memory = self.answers.memory.take();
        // Every answer is found again; so much is kept, and no more.
        if memory.len() > Budgets::default().positions {
            memory = Memory::default();
        }
        let most = memory.len() + most;
        let mut recursion = Recursion::with_memory(self.game.core(), memory, most);
        let answer = recursion.is_p(&y, &machine.handle);
        *self.answers.memory.borrow_mut() = recursion.into_memory();
        Ok(within(answer)?)
    }

    /// Whether few enough positions lie below a point to go through all of them.
    pub(super) fn is_near(&self, machine: &Machine, x: &[BigInt]) -> Res<bool> {
        let y = self.game.board().facet_coordinates(x);
        let Some(y) = y.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<i64>>>() else { return Ok(false) };
        Ok(few_followers(self.game.core(), &y, NEAR, &machine.handle)?)
    }
}
