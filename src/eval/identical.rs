//! Whether two games have the same form, and whether a game is impartial: whether both players have the same moves, now and
//! always.
//!
//! In: games. Out: the answer. What is identical as it is played is seen at once ([`Machine::played`]); else values are
//! compared first, since identical games are equal, and then options with options, each pair once. A sum is impartial exactly if
//! its components are: an option of an impartial sum is an impartial sum, so each component follows from those that are
//! born earlier. Touches the store of games only.

use super::Machine;
use crate::limits::with_stack;
use crate::value::key::Key;
use crate::value::{Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Pairs of games that were compared.
#[derive(Default)]
struct Comparison(FxHashMap<(Key, Key), bool>);

/// After so many positions it is asked whether play ends at all.
const MANY: usize = 20_000;

impl Machine {
    /// Whether two games have the same form: the same options, their options the same, and so on down.
    pub fn identical(&mut self, g: &Value, h: &Value) -> Res<bool> {
        Comparison::default().identical(self, g, h)
    }

    /// Whether both players have the same moves throughout: of positions as their rules say, of literals as they were
    /// written, of values in canonical form.
    pub fn impartial(&mut self, value: &Value) -> Res<bool> {
        if self.moves_only(value) {
            return Ok(true);
        }
        let mut comparison = Comparison::default();
        let mut pending = vec![value.clone()];
        let mut seen = FxHashSet::default();
        while let Some(value) = pending.pop() {
            self.handle.tick()?;
            match &value {
                _ if self.moves_only(&value) => {}
                Value::Move(made) => pending.push(made.to.clone()),
                Value::Sum(sum) => {
                    pending.push(sum.rest.clone());
                    pending.extend(sum.terms.iter().map(|(_, p)| Value::Position(Rc::clone(p))));
                }
                Value::Form(form) if let Some(parts) = form.parts() => {
                    pending.push(parts.number.clone());
                    self.handle.afford(parts.len() * size_of::<Value>())?;
                    pending.extend(parts.all().into_iter().map(|part| part.game));
                }
                Value::Form(_) | Value::Position(_) => {
                    if !seen.insert(self.played_key(&value)?) {
                        continue;
                    }
                    if seen.len() == MANY {
                        self.check_ends(&value)?;
                    }
                    let (left, right) = written(self, &value)?;
                    let keys = |m: &mut Machine, options: &[Value]| {
                        options.iter().map(|v| m.played_key(v)).collect::<Res<FxHashSet<Key>>>()
                    };
                    // Forms may be identical that were written in different ways; positions are the same or not.
                    let same = keys(self, &left)? == keys(self, &right)?
                        || matches!(value, Value::Form(_)) && comparison.same(self, &left, &right)?;
                    if !same {
                        return Ok(false);
                    }
                    pending.extend(left);
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
}

/// Both players' options.
fn written(m: &mut Machine, g: &Value) -> Res<(Vec<Value>, Vec<Value>)> {
    let to = |records: Vec<super::MoveRecord>| records.into_iter().map(|r| r.to).collect();
    Ok((to(m.moves_of(g, Player::Left)?), to(m.moves_of(g, Player::Right)?)))
}

impl Comparison {
    fn identical(&mut self, m: &mut Machine, g: &Value, h: &Value) -> Res<bool> {
        m.handle.tick()?;
        let pair = (m.played_key(g)?, m.played_key(h)?);
        if pair.0 == pair.1 {
            return Ok(true);
        }
        let structured = |v: &Value| matches!(v, Value::Form(_) | Value::Position(_) | Value::Sum(_));
        if !structured(&pair.0.0) && !structured(&pair.1.0) {
            return Ok(m.game(g)? == m.game(h)?);
        }
        if let Some(known) = self.0.get(&pair) {
            return Ok(*known);
        }
        let (a, b) = (m.game(g)?, m.game(h)?);
        let same = a == b
            && with_stack(|| -> Res<bool> {
                let (x, y) = (written(m, &pair.0.0)?, written(m, &pair.1.0)?);
                Ok(self.same(m, &x.0, &y.0)? && self.same(m, &x.1, &y.1)?)
            })?;
        self.0.insert(pair, same);
        Ok(same)
    }

    /// Whether two lists have the same forms in any order, repetitions apart.
    fn same(&mut self, m: &mut Machine, x: &[Value], y: &[Value]) -> Res<bool> {
        let mut met = vec![false; y.len()];
        for a in x {
            let mut found = false;
            for (b, met) in y.iter().zip(&mut met) {
                if self.identical(m, a, b)? {
                    (found, *met) = (true, true);
                    break;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        for (b, _) in y.iter().zip(met).filter(|(_, met)| !met) {
            let mut found = false;
            for a in x {
                found = found || self.identical(m, a, b)?;
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
