//! Whether a game is impartial: whether both players have the same moves, now and always.
//!
//! In: a game. Out: the answer. Touches the store of games only.

use super::Machine;
use crate::value::key::Key;
use crate::value::{Player, Res, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Machine {
    /// Whether both players have the same moves throughout: of positions as their rules say, of values in canonical form.
    pub fn impartial(&mut self, value: &Value) -> Res<bool> {
        if self.moves_only(value) {
            return Ok(true);
        }
        let mut pending = vec![value.clone()];
        let mut seen = FxHashSet::default();
        while let Some(value) = pending.pop() {
            self.handle.tick()?;
            match &value {
                _ if self.moves_only(&value) => {}
                Value::Move(made) => pending.push(made.to.clone()),
                Value::Sum(sum) => {
                    if !self.store.is_impartial(sum.rest) {
                        return Ok(false);
                    }
                    pending.extend(sum.terms.iter().map(|(_, p)| Value::Position(Rc::clone(p))));
                }
                Value::Position(_) => {
                    if !seen.insert(self.key(&value)?) {
                        continue;
                    }
                    let left = self.options_of(&value, Player::Left)?;
                    if left != self.options_of(&value, Player::Right)? {
                        return Ok(false);
                    }
                    pending.extend(left.into_iter().map(|key| key.0));
                }
                _ => {
                    let game = self.game(&value)?;
                    if !self.store.is_impartial(game) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// A player's options, each once.
    fn options_of(&mut self, value: &Value, player: Player) -> Res<FxHashSet<Key>> {
        let records = self.moves_of(value, player)?;
        records.iter().map(|record| self.key(&record.to)).collect()
    }
}
