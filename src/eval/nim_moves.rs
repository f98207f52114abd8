//! Winning moves by nim-values: a sum of impartial games is won by making its nim-sum 0 (Bouton, Sprague, Grundy).
//!
//! In: an impartial game that ends. Out: a move after which the nim-sum is 0, without going through the positions of the sum; in a
//! lost game any move. A rule set that knows a move to a given nim-value is asked for it, so that moves need not be listed.
//! Touches the table of positions and the store of games.

use super::tables::same_position;
use super::{Machine, MoveRecord};
use crate::value::{Deep, Player, Position, Res, Sum, Value};
use std::rc::Rc;

/// A sum of impartial positions that end, and its nim-values.
struct NimSum {
    sum: Sum,
    /// Of each position.
    values: Vec<u64>,
    /// Of what is no position.
    rest: u64,
    total: u64,
}

impl Machine {
    /// The nim-values of a sum; nothing if the rules do not show that it is impartial, or a component has none.
    fn nim_sum_of(&mut self, game: &Value) -> Res<Option<NimSum>> {
        let sum = match game {
            Value::Move(made) => return self.nim_sum_of(&made.to.clone()),
            Value::Position(position) => Sum { terms: Deep(vec![(false, Rc::clone(position))]), rest: Value::Int(0) },
            Value::Sum(sum) => (**sum).clone(),
            _ => return Ok(None),
        };
        if !self.moves_only(game) {
            return Ok(None);
        }
        let rest = self.game(&sum.rest)?;
        let Some(rest) = self.store.as_nimber(rest) else { return Ok(None) };
        let (mut total, mut values) = (rest, Vec::with_capacity(sum.terms.len()));
        for (_, position) in sum.terms.iter() {
            self.handle.tick()?;
            let Some(value) = (self.engines.nim_value)(self, position)? else { return Ok(None) };
            values.push(value);
            total ^= value;
        }
        Ok(Some(NimSum { sum, values, rest, total }))
    }

    /// The nim-value of a sum of impartial positions; nothing if the rules do not show that it is one.
    pub(crate) fn nim_value_of(&mut self, game: &Value) -> Res<Option<u64>> {
        Ok(self.nim_sum_of(game)?.map(|sum| sum.total))
    }

    /// All winning moves in the order of [`Machine::moves_of`], where some rule set finds its moves to a nim-value without going
    /// through all.
    pub(crate) fn winning_by_nim_values(&mut self, game: &Value) -> Res<Option<Vec<MoveRecord>>> {
        let listed =
            |position: &Rc<Position>| position.rules.engine().is_some_and(|native| native.finds_options(position));
        let helps = match game {
            Value::Position(position) => listed(position),
            Value::Sum(sum) => sum.terms.iter().any(|(_, position)| listed(position)),
            _ => false,
        };
        if !helps {
            return Ok(None);
        }
        let Some(NimSum { sum, values, rest, total }) = self.nim_sum_of(game)? else { return Ok(None) };
        let mut winning = Vec::new();
        if total == 0 {
            return Ok(Some(winning));
        }
        for (i, (_, position)) in sum.terms.iter().enumerate() {
            if sum.terms[..i].iter().any(|(_, before)| same_position(before, position)) {
                continue;
            }
            for option in self.options_worth(position, values[i] ^ total)? {
                self.handle.tick()?;
                winning.push(match game {
                    Value::Position(_) => MoveRecord { component: game.clone(), becomes: option.clone(), to: option },
                    _ => self.move_in_component(&sum, i, option)?,
                });
            }
        }
        if !sum.is_bare() && rest ^ total < rest {
            let becomes = self.store.nimber(rest ^ total);
            let becomes = self.game_value(becomes);
            let others = self.sum_of(sum.terms.0.clone(), Value::Int(0));
            let to = self.add(&others, &becomes)?;
            winning.push(MoveRecord { component: sum.rest.clone(), becomes, to });
        }
        Ok(Some(winning))
    }

    /// All options with a nim-value.
    fn options_worth(&mut self, position: &Rc<Position>, wanted: u64) -> Res<Vec<Value>> {
        if let Some(native) = position.rules.engine().cloned()
            && let Some(found) = native.options_worth(self, position, wanted)?
        {
            return Ok(found);
        }
        let mut found = Vec::new();
        for option in self.position_options(position, Player::Left)? {
            let game = self.game(&option)?;
            if self.store.as_nimber(game) == Some(wanted) {
                found.push(option);
            }
        }
        Ok(found)
    }

    /// A winning move, or any if there is none, or `None` if there is no move. Nothing if the rules do not show that the game is
    /// impartial, or a component has no nim-value.
    pub(crate) fn move_by_nim_values(&mut self, game: &Value) -> Res<Option<Option<MoveRecord>>> {
        let Some(NimSum { sum, values, rest, total }) = self.nim_sum_of(game)? else { return Ok(None) };
        for (i, (_, position)) in sum.terms.iter().enumerate() {
            let wanted = (total != 0).then_some(values[i] ^ total);
            if wanted.is_some_and(|wanted| wanted >= values[i]) {
                continue;
            }
            if let Some(option) = self.option_worth(position, wanted)? {
                let record = match game {
                    Value::Position(_) => MoveRecord { component: game.clone(), becomes: option.clone(), to: option },
                    _ => self.move_in_component(&sum, i, option)?,
                };
                return Ok(Some(Some(record)));
            }
        }
        if sum.is_bare() {
            return Ok(Some(None));
        }
        let wanted = (total != 0).then_some(rest ^ total);
        for MoveRecord { component, becomes, to: rest } in self.moves_of(&sum.rest, Player::Left)? {
            let game = self.game(&rest)?;
            if wanted.is_none() || self.store.as_nimber(game) == wanted {
                let others = self.sum_of(sum.terms.0.clone(), Value::Int(0));
                let to = self.add(&others, &rest)?;
                return Ok(Some(Some(MoveRecord { component, becomes, to })));
            }
        }
        Ok(if total == 0 { Some(None) } else { None })
    }

    /// An option with a nim-value, or any.
    fn option_worth(&mut self, position: &Rc<Position>, wanted: Option<u64>) -> Res<Option<Value>> {
        if let Some(native) = position.rules.engine().cloned()
            && let Some(found) = native.option_worth(self, position, wanted)?
        {
            return Ok(found);
        }
        for option in self.position_options(position, Player::Left)? {
            let Some(wanted) = wanted else { return Ok(Some(option)) };
            let game = self.game(&option)?;
            if self.store.as_nimber(game) == Some(wanted) {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}
