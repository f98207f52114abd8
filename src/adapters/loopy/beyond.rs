//! Loopy games beside numbers that no short game is equal to: `omega > over`, `on + 1/3`.
//!
//! *Order.* Let x be such a number and S a stopper. S and x compare as the stops of S do: x is greater than S exactly if it is greater than the Left
//! stop, less exactly if it is less than the Right stop, else they are confused; where `on` is above all numbers, `off` below, and n with `over` or
//! `under` stands where n does, as x is not n. For let x be greater than the Left stop, and let Right be second in S - x. As long as Left moves in
//! S, Right answers as on the way to the stop; S is a stopper, so this ends at a pseudonumber that is not above the Left stop, and there
//! Right wins by what is left of the number. If Left moves in -x the number that is subtracted grows, and Right goes on in S,
//! where the stop with Right to move is no greater. Left can do so finitely often. If the Left stop is above x then Left, who begins, wins likewise. The
//! other half is the mirror. Of a game with two sides each side is compared, endless play being a win on its side.
//!
//! *Sums.* `on` and `off` take in every number, `dud` everything; no other sum of the two kinds is kept as a value.

use super::games::LoopyGame;
use crate::adapters::ordinals;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::games::{Relation, Side};
use crate::ordinals::Surreal;
use crate::stoppers::{Loopy, Pseudonumber, Stopper};
use crate::value::{Fault, Operator, Res, Value};
use std::cmp::Ordering;

impl Machine {
    /// How a loopy game stands to a number beyond short games, with a short game beside it.
    pub(super) fn relation_beyond(&mut self, g: Loopy, other: &Value) -> Res<Relation> {
        let Some(parts) = ordinals::parts(self, other) else { return Fault::expected("a number", other).err() };
        let (x, beside) = parts?;
        let less = self.store.neg(beside, &self.handle)?;
        let rest = self.loops.add(g, less.into(), &self.store, &self.handle);
        let rest = self.or_told(rest, None)?;
        let (on, off) = (self.stopper_to(rest.on, &x)?, self.stopper_to(rest.off, &x)?);
        let both = |one| [on, off].iter().all(|&found| found == one);
        Ok(match (both(Relation::Greater), both(Relation::Less)) {
            (true, _) => Relation::Greater,
            (_, true) => Relation::Less,
            _ => Relation::Confused,
        })
    }

    fn stopper_to(&mut self, stopper: Stopper, x: &Surreal) -> Res<Relation> {
        let stands = |side| -> Res<Ordering> {
            Ok(match self.loops.stop(stopper, side, &self.store, &self.handle)? {
                Pseudonumber::On => Ordering::Greater,
                Pseudonumber::Off => Ordering::Less,
                Pseudonumber::Near(n, _) => Surreal::from(n.to_ratio()).cmp(x),
            })
        };
        Ok(match (stands(Side::Left)?, stands(Side::Right)?) {
            (Ordering::Less, _) => Relation::Less,
            (_, Ordering::Greater) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// A sum or a difference, of which `number` is beyond short games.
    pub(super) fn sum_beyond(&mut self, game: &LoopyGame, op: Operator, number: &Value, reversed: bool) -> Option<Res> {
        if !matches!(op, Operator::Add | Operator::Sub) {
            return None;
        }
        let (on, off) = (self.loops.on(), self.loops.off());
        let value = game.value;
        if [(on, on), (off, off), (on, off)].contains(&(value.on, value.off)) {
            let negative = op == Operator::Sub && reversed;
            return Some(if negative { self.negative_loopy(value) } else { Ok(self.loopy_result(value)) });
        }
        let name = match self.loops.name(value, &self.store, &self.handle) {
            Ok(name) => name,
            Err(stop) => return Some(Err(stop.into())),
        };
        let number = self.briefly(number).unwrap_or_else(|| "this number".into());
        Some(
            Fault::new(Mistake::Unsuitable, format!("{number} is the value of no short game, and {name} is loopy: their sum is not kept as a value"))
                .note("They compare: `G < x`. Loopy games add up with each other and with short games, such numbers with short games.")
                .err(),
        )
    }
}
