//! Moves: of positions by their rules, of literals to the options that were written, of sums in each component, of all else
//! to the canonical options.
//!
//! In: a game and a player. Out: a record for each move, in the order of components and clauses; equal options of a
//! component are one move. Touches the store of games only.

use super::Machine;
use super::positions::is_over;
use super::tables::same_position;
use crate::games::Game;
use crate::limits::with_stack;
use crate::syntax::ast::ClauseKind;
use crate::value::key::Key;
use crate::value::{Player, Position, Res, Sum, Value};
use std::rc::Rc;

/// A move of one player: the component that is moved in, what it becomes, and the whole position after.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    /// The component before.
    pub component: Value,
    /// The component after.
    pub becomes: Value,
    /// The whole position after the move.
    pub to: Value,
}

impl Machine {
    /// The moves of a player in any game: of a position by its rules, of a sum in each component, else to the
    /// canonical options.
    pub(crate) fn moves_of(&mut self, game: &Value, player: Player) -> Res<Vec<MoveRecord>> {
        match game {
            Value::Position(position) => {
                let options = self.position_options(position, player)?;
                self.handle.reserve(options.len() * size_of::<MoveRecord>())?;
                Ok(options
                    .into_iter()
                    .map(|to| MoveRecord { component: game.clone(), becomes: to.clone(), to })
                    .collect())
            }
            Value::Sum(sum) => {
                let mut records = Vec::new();
                for i in 0..sum.terms.len() {
                    let (negative, position) = sum.terms[i].clone();
                    if sum.terms[..i].iter().any(|(n, p)| *n == negative && same_position(p, &position)) {
                        continue;
                    }
                    let mover = if negative { opponent(player) } else { player };
                    for option in self.position_options(&position, mover)? {
                        self.handle.tick()?;
                        records.push(self.move_in_component(sum, i, option)?);
                    }
                }
                if !sum.is_bare() {
                    for MoveRecord { component, becomes, to: rest } in self.moves_of(&sum.rest, player)? {
                        self.handle.afford(sum.terms.len() * 16)?;
                        let others = self.sum_of(sum.terms.0.clone(), Value::Int(0));
                        let to = self.add(&others, &rest)?;
                        records.push(MoveRecord { component, becomes, to });
                    }
                }
                Ok(records)
            }
            Value::Move(made) => self.moves_of(&made.to.clone(), player),
            Value::Form(form) => {
                if let Some(parts) = form.parts() {
                    return with_stack(|| self.moves_in_sum(parts, player));
                }
                let Some((left, right)) = form.options() else { return Ok(Vec::new()) };
                let options = if player == Player::Left { left } else { right };
                Ok(options
                    .iter()
                    .map(|to| MoveRecord { component: game.clone(), becomes: to.clone(), to: to.clone() })
                    .collect())
            }
            other => {
                let value = self.game(other)?;
                let options = self.game_options(value, player)?;
                Ok(options
                    .into_iter()
                    .map(|option| {
                        let to = self.game_value(option);
                        MoveRecord { component: other.clone(), becomes: to.clone(), to }
                    })
                    .collect())
            }
        }
    }

    /// The move that makes this option of the `i`-th position of a sum.
    pub(crate) fn move_in_component(&mut self, sum: &Sum, i: usize, option: Value) -> Res<MoveRecord> {
        let (negative, position) = sum.terms[i].clone();
        let component = Value::Position(position);
        let component = if negative { self.neg(&component)? } else { component };
        let becomes = if negative { self.neg(&option)? } else { option };
        let mut others = sum.clone();
        others.terms.0.remove(i);
        let others = self.sum_value(others);
        let over = matches!(&becomes, Value::Position(p) if is_over(p));
        let to = if over { others } else { self.add(&becomes, &others)? };
        Ok(MoveRecord { component, becomes, to })
    }

    /// The options of a value.
    pub fn game_options(&mut self, game: Game, player: Player) -> Res<Vec<Game>> {
        Ok(match player {
            Player::Left => self.store.left(game, &self.handle)?,
            _ => self.store.right(game, &self.handle)?,
        })
    }

    /// Options of a position, as its clauses give them, each once.
    pub(crate) fn position_options(&mut self, position: &Rc<Position>, player: Player) -> Res<Vec<Value>> {
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let mut options: indexmap::IndexSet<Key, rustc_hash::FxBuildHasher> = indexmap::IndexSet::default();
        self.clauses(position, &[kind, ClauseKind::Moves], &mut |machine, option| {
            match option {
                Value::List(_) | Value::Set(_) => {
                    for item in machine.elements(&option)? {
                        machine.check_game(&item)?;
                        options.insert(machine.played_key(&item)?);
                    }
                }
                one => {
                    options.insert(machine.played_key(&one)?);
                }
            }
            Ok(())
        })?;
        Ok(options.into_iter().map(|key| key.0).collect())
    }

    /// Whether both players always have the same moves, as far as the rule sets involved show.
    pub(crate) fn moves_only(&self, value: &Value) -> bool {
        match value {
            Value::Position(p) => p.rules.moves_only,
            Value::Sum(sum) => {
                let fair = match &sum.rest {
                    Value::Game(game) => self.store.as_nimber(*game).is_some(),
                    _ => sum.is_bare(),
                };
                fair && sum.terms.iter().all(|(_, p)| p.rules.moves_only)
            }
            Value::Move(made) => self.moves_only(&made.to),
            _ => false,
        }
    }
}

/// The other player.
pub fn opponent(player: Player) -> Player {
    match player {
        Player::Left => Player::Right,
        Player::Right => Player::Left,
        Player::First => Player::Second,
        Player::Second => Player::First,
    }
}
