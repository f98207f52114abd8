//! The play of a position whatever its rule set and its parameters are called: which moves lead to which play.
//!
//! In: a position. Out: a fingerprint of 128 bits: that of its moves, which are sets of fingerprints; a sum has those of its
//! components in any order, and components without moves are none. Equal fingerprints mean the same moves throughout; two rule sets
//! that lead to the same play one with sums and one without have different ones, which [`Shape::sums`] lets tell. Play that
//! goes round, and play that is too large, has none.

use super::Machine;
use crate::limits::with_stack;
use crate::value::{Player, Position, Res, Value};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Positions that are looked at for one answer.
const MOST: usize = 60_000;

/// A fingerprint of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Print(u64, u64);

/// The play of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Its fingerprint.
    pub print: Print,
    /// Whether sums stand in it.
    pub sums: bool,
}

/// What is known of a position: its components, those of its negative, and whether sums stand in it.
#[derive(Clone, Debug)]
struct Known(Vec<Print>, Vec<Print>, bool);

/// Positions that were looked at.
#[derive(Debug, Default)]
pub struct Shapes {
    known: FxHashMap<u32, Option<Rc<Known>>>,
}

fn print(tag: &str, parts: &impl Hash) -> Print {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, tag, parts).hash(&mut hasher);
        hasher.finish()
    };
    Print(half(1), half(2))
}

impl Shapes {
    /// The play of a position, if it has an end and is not too large.
    pub fn shape(&mut self, m: &mut Machine, value: &Value) -> Res<Option<Shape>> {
        let Some(known) = self.value(m, value)? else { return Ok(None) };
        Ok(Some(Shape { print: print("sum", &known.0), sums: known.2 }))
    }

    fn value(&mut self, m: &mut Machine, value: &Value) -> Res<Option<Rc<Known>>> {
        m.handle.tick()?;
        match value {
            Value::Position(position) => with_stack(|| self.position(m, position)),
            Value::Sum(sum) => {
                let mut all = Known(Vec::new(), Vec::new(), false);
                for (negative, position) in sum.terms.iter() {
                    let Some(known) = with_stack(|| self.position(m, position))? else { return Ok(None) };
                    let (this, other) = if *negative { (&known.1, &known.0) } else { (&known.0, &known.1) };
                    all.0.extend(this);
                    all.1.extend(other);
                    all.2 |= known.2;
                }
                if !sum.is_bare() {
                    let Some(rest) = self.value(m, &sum.rest)? else { return Ok(None) };
                    all.0.extend(&rest.0);
                    all.1.extend(&rest.1);
                }
                all.0.sort_unstable();
                all.1.sort_unstable();
                all.2 |= all.0.len() > 1;
                Ok(Some(Rc::new(all)))
            }
            other if other.is_game() => {
                let game = m.game(other)?;
                let negative = m.store.neg(game, &m.handle)?;
                let named = |m: &mut Machine, game| -> Res<Vec<Print>> {
                    let value = m.game_value(game);
                    let zero = matches!(value, Value::Int(0));
                    Ok(if zero { Vec::new() } else { vec![print("value", &m.notation(&value)?)] })
                };
                Ok(Some(Rc::new(Known(named(m, game)?, named(m, negative)?, false))))
            }
            _ => Ok(None),
        }
    }

    fn position(&mut self, m: &mut Machine, position: &Rc<Position>) -> Res<Option<Rc<Known>>> {
        let id = m.tables.positions.intern(position);
        if let Some(known) = self.known.get(&id) {
            return Ok(known.clone());
        }
        if self.known.len() >= MOST {
            return Ok(None);
        }
        // While it is open it has none: play that comes back to it goes round.
        self.known.insert(id, None);
        let mut sides = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
        let mut sums = false;
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in m.position_options(position, player)? {
                let Some(known) = self.value(m, &option)? else { return Ok(None) };
                side.0.push(print("sum", &known.0));
                side.1.push(print("sum", &known.1));
                sums |= known.2;
            }
            for prints in [&mut side.0, &mut side.1] {
                prints.sort_unstable();
                prints.dedup();
            }
        }
        let [left, right] = sides;
        let one = |left: &Vec<Print>, right: &Vec<Print>| {
            if left.is_empty() && right.is_empty() { Vec::new() } else { vec![print("moves", &(left, right))] }
        };
        let known = Rc::new(Known(one(&left.0, &right.0), one(&right.1, &left.1), sums));
        self.known.insert(id, Some(Rc::clone(&known)));
        Ok(Some(known))
    }
}
