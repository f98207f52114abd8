//! Remoteness of impartial positions and sums: win quickly, lose slowly (*Winning Ways*, chapter 9).
//!
//! In: a sum of positions whose players always have the same moves. Out: 0 if there is no move; one more than the least
//! remoteness of an option with even remoteness, if there is one; else one more than the greatest of all options. A
//! position is a win for the next player if and only if its remoteness is odd. The remoteness of a sum is not
//! determined by its parts, so the sum's own positions are walked: cost grows with their product.

use super::Machine;
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Remoteness of the positions met so far; `None` while a position is on the path of the search.
#[derive(Debug, Default)]
pub struct Table {
    known: FxHashMap<Key, Option<u32>>,
}

impl Table {
    /// Forgets an unfinished search.
    pub fn abandon(&mut self) {
        self.known.retain(|_, value| value.is_some());
    }
}

struct Work {
    key: Key,
    options: Vec<Key>,
    next: usize,
}

impl Machine {
    /// The remoteness of an impartial game.
    pub fn remoteness(&mut self, game: &Value) -> Res<u32> {
        if let Value::Position(position) = game
            && let Some(native) = &position.rules.native
            && let Some(known) = native.remoteness(self, position)?
        {
            return Ok(known);
        }
        let root = self.key(game)?;
        match self.remoteness.known.get(&root) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return self.remoteness_cycle(&root),
            None => {}
        }
        // A clause may ask for remoteness while an outer search goes on: only what this one opened is forgotten.
        let mut stack = Vec::new();
        let result = self.remoteness_search(root, &mut stack);
        if result.is_err() {
            for work in stack {
                self.remoteness.known.remove(&work.key);
            }
        }
        result
    }

    fn remoteness_search(&mut self, root: Key, stack: &mut Vec<Work>) -> Res<u32> {
        stack.push(self.remoteness_open(root)?);
        loop {
            let work = stack.last_mut().expect("the loop ends when the root is done");
            if let Some(option) = work.options.get(work.next) {
                match self.remoteness.known.get(option) {
                    Some(Some(_)) => work.next += 1,
                    Some(None) => {
                        let option = option.clone();
                        return self.remoteness_cycle(&option);
                    }
                    None => {
                        let option = option.clone();
                        let work = self.remoteness_open(option)?;
                        stack.push(work);
                    }
                }
                continue;
            }
            let work = stack.pop().expect("it was looked at above");
            let values = work.options.iter().filter_map(|o| self.remoteness.known[o]);
            let (mut quick, mut slow) = (None::<u32>, None::<u32>);
            for value in values {
                slow = slow.max(Some(value));
                if value % 2 == 0 {
                    quick = Some(quick.map_or(value, |q| q.min(value)));
                }
            }
            let value = quick.or(slow).map_or(0, |v| v + 1);
            self.remoteness.known.insert(work.key, Some(value));
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    #[cold]
    fn remoteness_cycle<T>(&mut self, key: &Key) -> Res<T> {
        let shown = self.briefly(&key.0).unwrap_or_else(|| "met here".into());
        Fault::new("play can go round in a cycle, so remoteness is not defined here")
            .note(format!("The position {shown} can come again."))
            .err()
    }

    fn remoteness_open(&mut self, key: Key) -> Res<Work> {
        self.handle.tick()?;
        if self.remoteness.known.len() % 1024 == 1023 {
            self.handle.progress("remoteness: positions", self.remoteness.known.len() as u64, None);
        }
        if !self.impartial(&key.0)? {
            let shown = self.briefly(&key.0).unwrap_or_else(|| "this one".into());
            return Fault::new(format!("remoteness is defined for impartial games, and {shown} is not impartial"))
                .err();
        }
        self.remoteness.known.insert(key.clone(), None);
        let options = self.remoteness_options(&key);
        if options.is_err() {
            self.remoteness.known.remove(&key);
        }
        Ok(Work { options: options?, key, next: 0 })
    }

    fn remoteness_options(&mut self, key: &Key) -> Res<Vec<Key>> {
        let records = self.moves_of(&key.0, Player::Left)?;
        records.iter().map(|record| self.key(&record.to)).collect()
    }

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
