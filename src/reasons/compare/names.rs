//! Outcomes and players: in quotes, and one for the other.

use super::Operand;
use crate::limits::with_stack;
use crate::value::key::Key;
use crate::value::node::How;
use crate::value::{Deep, Grid, OutcomeClass, Player, Value};
use std::rc::Rc;

/// An answer with outcomes and players as the expected value has them, where nothing but such and numbers stand in it: without
/// quotes, `"N"` or `"left"`, and where order does not count, an outcome for the player who wins or the other way round. A text that
/// is an expected board is that board.
pub fn with_names(how: How, operand: &Operand, given: &Value) -> Value {
    let mut seen = Seen::default();
    seen.look(&operand.value);
    let names = how == How::Outcome || (seen.outcomes || seen.players) && !seen.others;
    let given = if names { unquoted(given) } else { given.clone() };
    let given = if seen.texts || seen.boards.is_empty() { given } else { each(&given, &|leaf| seen.board(leaf)) };
    // In lists one is equal to the other as it stands, and is told as it was written.
    match how == How::Unordered || seen.keyed {
        true if seen.outcomes && !seen.players => each(&given, &|leaf| super::told(leaf).map(Value::Outcome)),
        true if seen.players && !seen.outcomes => each(&given, &winner),
        _ => given,
    }
}

/// What stands in an expected value.
#[derive(Default)]
struct Seen {
    outcomes: bool,
    players: bool,
    /// What might be told by a text, as boards and moves are.
    others: bool,
    /// Sets and maps, which find their elements by what they are.
    keyed: bool,
    boards: Vec<Rc<Grid>>,
    texts: bool,
}

impl Seen {
    fn board(&self, leaf: &Value) -> Option<Value> {
        let Value::Str(text) = leaf else { return None };
        let given = Grid::parse(text).ok()?;
        self.boards.iter().find(|board| ***board == given).cloned().map(Value::Grid)
    }

    fn look(&mut self, value: &Value) {
        with_stack(|| match value {
            Value::Outcome(_) => self.outcomes = true,
            Value::Player(_) => self.players = true,
            Value::List(items) | Value::Tuple(items) => items.iter().for_each(|item| self.look(item)),
            Value::Set(items) => {
                self.keyed = true;
                items.iter().for_each(|key| self.look(&key.0));
            }
            Value::Map(entries) => {
                self.keyed = true;
                entries.iter().for_each(|(key, value)| {
                    self.look(&key.0);
                    self.look(value);
                });
            }
            Value::Bool(_) | Value::Range(_) => {}
            other => {
                self.others |= !other.is_number();
                self.texts |= matches!(other, Value::Str(_));
                if let Value::Grid(board) = other {
                    self.boards.push(Rc::clone(board));
                }
            }
        });
    }
}

fn unquoted(given: &Value) -> Value {
    each(given, &|leaf| match leaf {
        Value::Str(text) => named(text.trim()),
        _ => None,
    })
}

/// The player who wins by an outcome.
fn winner(leaf: &Value) -> Option<Value> {
    let Value::Outcome(class) = leaf else { return None };
    let players = [Player::Left, Player::Right, Player::First, Player::Second];
    players.into_iter().map(Value::Player).find(|player| super::told(player) == Some(*class))
}

/// A value with others in the place of some that stand in it, at any level.
fn each(value: &Value, f: &impl Fn(&Value) -> Option<Value>) -> Value {
    let all = |items: &[Value]| with_stack(|| items.iter().map(|item| each(item, f)).collect());
    match value {
        Value::List(items) => Value::list(all(items)),
        Value::Tuple(items) => Value::tuple(all(items)),
        Value::Set(items) => Value::set(with_stack(|| items.iter().map(|key| Key(each(&key.0, f))).collect())),
        Value::Map(entries) => {
            let entry = |(key, value): (&Key, &Value)| (Key(each(&key.0, f)), each(value, f));
            Value::Map(Rc::new(Deep(with_stack(|| entries.iter().map(entry).collect()))))
        }
        leaf => f(leaf).unwrap_or_else(|| leaf.clone()),
    }
}

fn named(text: &str) -> Option<Value> {
    use OutcomeClass::{D, DL, DR, L, LD, N, P, R, RD};
    let outcome = [N, P, L, R, D, LD, DL, DR, RD].into_iter().find(|o| o.name().eq_ignore_ascii_case(text));
    let player = || {
        let players = [Player::Left, Player::Right, Player::First, Player::Second];
        players.into_iter().find(|p| p.name().eq_ignore_ascii_case(text))
    };
    outcome.map(Value::Outcome).or_else(|| player().map(Value::Player))
}
