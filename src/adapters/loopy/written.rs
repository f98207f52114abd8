//! Literals and values as positions, so that play with them is explored like all other play.
//!
//! In: a game. Out: a sum of numbered positions in which each component that is no number stands for itself: `*2 + *2` are two
//! heaps, and not their value. Numbers are added up, as everywhere. Cost: a component more than `MOST` is an error, since nobody could
//! explore such a sum.

use crate::eval::rules::position_of;
use crate::eval::{Machine, NativeRules, Terms};
use crate::games::ZERO;
use crate::value::node::Rules;
use crate::value::{Player, Position, Res, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// Most components of a sum that is explored.
const MOST: usize = 100_000;

/// Positions with one parameter, a game that is no position.
#[derive(Debug)]
struct Written;

impl NativeRules for Written {
    fn make(&self, _: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        Ok(position_of(rules, arguments))
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, player: Player) -> Res<Vec<Value>> {
        Ok(machine.moves_of(&position.arguments[0], player)?.into_iter().map(|record| record.to).collect())
    }

    fn notation(&self, machine: &mut Machine, position: &Position) -> Res<Option<String>> {
        machine.notation(&position.arguments[0]).map(Some)
    }
}

impl Machine {
    /// A game as a sum of numbered positions, as it is played.
    pub(super) fn terms_played(&mut self, value: &Value) -> Res<Terms> {
        let Some(components) = self.components(value, MOST)? else { return crate::eval::forms::too_many(MOST) };
        let mut terms = Terms { positions: SmallVec::new(), rest: ZERO };
        for component in components {
            match &component {
                Value::Position(_) | Value::Sum(_) => {
                    terms.positions.extend(self.terms(&component)?.positions);
                }
                number if number.is_number() => {
                    let number = self.game(number)?;
                    terms.rest = self.store.add(terms.rest, number, &self.handle)?;
                }
                other => {
                    let fair = self.impartial(other)?;
                    let (name, signature) = if fair { ("impartial form", "g") } else { ("form", "g") };
                    let rules =
                        self.rules_for(name, |machine| machine.native_rules(name, signature, fair, Rc::new(Written)));
                    let game = self.played(other)?;
                    if matches!(game, Value::Int(0)) {
                        continue;
                    }
                    let position = position_of(&rules, [game]);
                    terms.positions.extend(self.terms(&position)?.positions);
                }
            }
        }
        Ok(terms)
    }
}
