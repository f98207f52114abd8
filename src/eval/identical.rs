//! Whether two games have the same form, and whether a game is impartial: whether both players have the same moves, now and
//! always.
//!
//! In: games. Out: the answer. What is identical as it is played is seen at once ([`Machine::played`]); else values are
//! compared first, since identical games are equal. Then every game below gets a number, the same for the same form: that of
//! the set of its options' numbers. So each position is looked at once, whatever it is compared with, and a sum is a
//! multiset of numbers: its options are other such multisets. Cost: the positions below, times their moves. A sum is impartial
//! exactly if its components are: an option of an impartial sum is an impartial sum, so each component follows from those that
//! are born earlier. Touches the store of games only.

use super::Machine;
use super::points::PointTrees;
use crate::games::{Game, View, ZERO};
use crate::limits::with_stack;
use crate::value::fault::{Endless, endless};
use crate::value::key::Key;
use crate::value::{Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The number of a form.
type Number = u32;

/// Components of a sum by their numbers, rising, with how often each stands there.
type Components = Vec<(Number, u64)>;

/// A form by the numbers of its options, rising.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Tree {
    /// The canonical form of a value, whose options are not looked at unless somebody asks.
    Value(Game),
    /// Any other form: Left's and Right's options.
    Options(Rc<[Number]>, Rc<[Number]>),
}

/// Forms, each with one number.
#[derive(Default)]
struct Trees {
    numbers: FxHashMap<Tree, Number>,
    /// In the order of their numbers.
    trees: Vec<Tree>,
    known: FxHashMap<Key, Number>,
    sums: FxHashMap<Components, Number>,
}

/// After so many positions it is asked whether play ends at all.
const MANY: usize = 20_000;

impl Machine {
    /// Whether two games have the same form: the same options, their options the same, and so on down.
    pub fn identical(&mut self, g: &Value, h: &Value) -> Res<bool> {
        let (x, y) = (self.played_key(g)?, self.played_key(h)?);
        if x == y {
            return Ok(true);
        }
        if g.for_points() || h.for_points() {
            let mut trees = PointTrees::default();
            return Ok(trees.of(self, g)? == trees.of(self, h)?);
        }
        let both = self.game(g).and_then(|x| Ok((x, self.game(h)?)));
        let same_value = match both {
            Err(flow) if endless(&flow) == Some(Endless::Cycle) => return self.unrolled_alike(&x, &y),
            both => both.map(|(x, y)| x == y)?,
        };
        let structured = |v: &Value| matches!(v, Value::Form(_) | Value::Position(_) | Value::Sum(_));
        if !same_value || !structured(&x.0) && !structured(&y.0) {
            return Ok(same_value);
        }
        Trees::default().identical(self, &x.0, &y.0)
    }

    /// Whether both players have the same moves throughout: of positions as their rules say, of literals as they were
    /// written, of values in canonical form.
    pub fn impartial(&mut self, value: &Value) -> Res<bool> {
        if self.moves_only(value) {
            return Ok(true);
        }
        let (mut trees, mut for_points) = (Trees::default(), PointTrees::default());
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
                        || matches!(value, Value::Form(_))
                            && if value.for_points() {
                                for_points.all(self, &left)? == for_points.all(self, &right)?
                            } else {
                                trees.same(self, &left, &right)?
                            };
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

impl Trees {
    /// Whether two games of one value are identical.
    fn identical(&mut self, m: &mut Machine, g: &Value, h: &Value) -> Res<bool> {
        let (x, y) = (self.components(m, g)?, self.components(m, h)?);
        // What both have in common matters only where the rest differs.
        let (own, other) = (without(&x, &y), without(&y, &x));
        if own == other {
            return Ok(true);
        }
        let (left, right) = (written(m, g)?, written(m, h)?);
        if !(same_values(m, &left.0, &right.0)? && same_values(m, &left.1, &right.1)?) {
            return Ok(false);
        }
        Ok(own.len() < x.len() && self.sum(m, own)? == self.sum(m, other)? || self.sum(m, x)? == self.sum(m, y)?)
    }

    /// Whether two lists have the same forms in any order, repetitions apart.
    fn same(&mut self, m: &mut Machine, x: &[Value], y: &[Value]) -> Res<bool> {
        if !same_values(m, x, y)? {
            return Ok(false);
        }
        Ok(self.all(m, x)? == self.all(m, y)?)
    }

    /// The numbers of some games, rising, each once.
    fn all(&mut self, m: &mut Machine, games: &[Value]) -> Res<Vec<Number>> {
        let mut numbers = games.iter().map(|game| self.of(m, game)).collect::<Res<Vec<Number>>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// The number of a game.
    fn of(&mut self, m: &mut Machine, game: &Value) -> Res<Number> {
        m.handle.tick()?;
        let key = m.played_key(game)?;
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let number = with_stack(|| match &key.0 {
            one if is_sum(one) => {
                let components = self.components(m, one)?;
                self.sum(m, components)
            }
            one @ (Value::Form(_) | Value::Position(_) | Value::Sum(_)) => {
                let (left, right) = written(m, one)?;
                let (left, right) = (self.all(m, &left)?, self.all(m, &right)?);
                self.entered(m, &left, &right)
            }
            value => {
                let value = m.game(value)?;
                Ok(self.numbered(Tree::Value(value)))
            }
        })?;
        self.known.insert(key, number);
        Ok(number)
    }

    /// The components of a game by their numbers.
    fn components(&mut self, m: &mut Machine, game: &Value) -> Res<Components> {
        let mut parts: Vec<(Value, u64)> = Vec::new();
        let mut rest = game.clone();
        if let Value::Sum(sum) = game
            && is_sum(game)
        {
            for (negative, position) in sum.terms.iter() {
                m.handle.tick()?;
                let position = Value::Position(Rc::clone(position));
                parts.push((if *negative { m.neg(&position)? } else { position }, 1));
            }
            rest = sum.rest.clone();
        }
        match &rest {
            Value::Form(form) if let Some(list) = form.parts() => {
                m.handle.afford(list.len() * size_of::<(Value, u64)>())?;
                parts.extend(list.all().into_iter().map(|part| (part.game, part.count)));
                parts.push((list.number.clone(), 1));
            }
            _ => parts.push((rest, 1)),
        }
        let mut components = Vec::with_capacity(parts.len());
        for (part, count) in &parts {
            components.push((self.of(m, part)?, *count));
        }
        Ok(self.merged(components))
    }

    /// Equal components together, without those that are nothing.
    fn merged(&mut self, mut components: Components) -> Components {
        let nothing = self.numbered(Tree::Value(ZERO));
        components.sort_unstable();
        let mut merged: Components = Vec::with_capacity(components.len());
        for (number, count) in components.into_iter().filter(|(number, _)| *number != nothing) {
            match merged.last_mut() {
                Some(last) if last.0 == number && last.1.checked_add(count).is_some() => last.1 += count,
                _ => merged.push((number, count)),
            }
        }
        merged
    }

    /// The number of a sum.
    fn sum(&mut self, m: &mut Machine, components: Components) -> Res<Number> {
        match components[..] {
            [] => return Ok(self.numbered(Tree::Value(ZERO))),
            [(number, 1)] => return Ok(number),
            _ => {}
        }
        if let Some(&number) = self.sums.get(&components) {
            return Ok(number);
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for i in 0..components.len() {
            let (ours, theirs) = self.options(m, components[i].0)?;
            for (options, to) in [(ours, &mut left), (theirs, &mut right)] {
                for &option in options.iter() {
                    m.handle.ticks(1 + components.len() / 16)?;
                    let mut after = components.clone();
                    match after[i].1 {
                        1 => drop(after.remove(i)),
                        _ => after[i].1 -= 1,
                    }
                    after.push((option, 1));
                    let after = self.merged(after);
                    to.push(with_stack(|| self.sum(m, after))?);
                }
            }
        }
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        let number = self.entered(m, &left, &right)?;
        self.sums.insert(components, number);
        Ok(number)
    }

    /// Left's and Right's options of a form.
    fn options(&mut self, m: &mut Machine, number: Number) -> Res<(Rc<[Number]>, Rc<[Number]>)> {
        let value = match &self.trees[number as usize] {
            Tree::Options(left, right) => return Ok((Rc::clone(left), Rc::clone(right))),
            Tree::Value(value) => *value,
        };
        let mut side = |options: Vec<Game>| -> Rc<[Number]> {
            options.into_iter().map(|game| self.numbered(Tree::Value(game))).collect()
        };
        Ok((side(m.store.left(value, &m.handle)?), side(m.store.right(value, &m.handle)?)))
    }

    /// The number of the form with these options, which rise.
    fn entered(&mut self, m: &mut Machine, left: &[Number], right: &[Number]) -> Res<Number> {
        let values = |side: &[Number]| {
            let value = |&number: &Number| match self.trees[number as usize] {
                Tree::Value(value) => Some(value),
                Tree::Options(..) => None,
            };
            side.iter().map(value).collect::<Option<Vec<Game>>>()
        };
        if let (Some(ours), Some(theirs)) = (values(left), values(right))
            && let Some(value) = canonical(m, &ours, &theirs)?
        {
            return Ok(self.numbered(Tree::Value(value)));
        }
        Ok(self.numbered(Tree::Options(left.into(), right.into())))
    }

    fn numbered(&mut self, tree: Tree) -> Number {
        if let Some(&number) = self.numbers.get(&tree) {
            return number;
        }
        let number = Number::try_from(self.trees.len()).expect("memory ends before 2^32 forms");
        self.trees.push(tree.clone());
        self.numbers.insert(tree, number);
        number
    }
}

/// Whether a game in the shape in which it is played has several components.
fn is_sum(game: &Value) -> bool {
    match game {
        Value::Sum(sum) => !(sum.is_bare() && sum.terms.len() == 1),
        Value::Form(form) => form.parts().is_some(),
        _ => false,
    }
}

/// The components of one sum that the other does not have, or not as often.
fn without(x: &[(Number, u64)], y: &[(Number, u64)]) -> Components {
    let times = |number: Number| y.iter().filter(|part| part.0 == number).map(|part| part.1).sum::<u64>();
    x.iter().map(|&(number, count)| (number, count.saturating_sub(times(number)))).filter(|part| part.1 > 0).collect()
}

/// Whether two lists have the same values, repetitions apart.
fn same_values(m: &mut Machine, x: &[Value], y: &[Value]) -> Res<bool> {
    let mut values = |list: &[Value]| list.iter().map(|v| m.game(v)).collect::<Res<FxHashSet<Game>>>();
    Ok(values(x)? == values(y)?)
}

/// The value whose canonical form has exactly these options, each given once.
fn canonical(m: &mut Machine, left: &[Game], right: &[Game]) -> Res<Option<Game>> {
    let value = m.store.canonical(left, right, &m.handle)?;
    // A large nimber is not written out to be compared with a short list.
    if let View::NumberUpStar { ups: 0, star, .. } = m.store.view(value)
        && star > left.len() as u64 + 2
    {
        return Ok(None);
    }
    for (written, options) in [(left, m.store.left(value, &m.handle)?), (right, m.store.right(value, &m.handle)?)] {
        let options: FxHashSet<Game> = options.into_iter().collect();
        if written.len() != options.len() || !written.iter().all(|option| options.contains(option)) {
            return Ok(None);
        }
    }
    Ok(Some(value))
}
