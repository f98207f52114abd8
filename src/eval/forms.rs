//! Forms at work: sums of literals and values, their values and options, and which of them are one.
//!
//! In: games that are no positions. Out: sums whose components are what was added, with 0 left out and numbers added up; the
//! value of a form, computed once; a form in the shape in which equal forms are the same object, for tables of play. Touches the
//! store of games and the table of forms. Cost: a component more is a push; a value is one addition for each component that
//! a shorter sum's value did not cover.

use super::{Machine, MoveRecord};
use crate::diagnostics::Mistake;
use crate::games::{Game, View, ZERO};
use crate::limits::with_stack;
use crate::value::key::{Key, order, sort};
use crate::value::{Deep, Fault, Form, Part, Parts, Player, Res, Sum, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A sum of more different components than this is its value.
const MOST: usize = 1 << 20;
/// Sums of more components than this are not turned round, so that it is the shorter side that is added to the longer.
const SHORT: usize = 16;

/// All forms whose identity was asked for.
#[derive(Default)]
pub(super) struct Forms {
    index: FxHashMap<Key, u32>,
    /// In the order of their numbers, which begin with 1.
    known: Vec<Value>,
}

fn nothing(value: &Value) -> bool {
    matches!(value, Value::Int(0))
}

fn length(value: &Value) -> usize {
    match value {
        Value::Form(form) => form.parts().map_or(1, Parts::len),
        _ => 1,
    }
}

/// The components of a game that is no position.
fn parts_of(value: &Value) -> Parts {
    match value {
        Value::Form(form) if let Some(parts) = form.parts() => parts.clone(),
        number if number.is_number() => Parts::of(Vec::new(), number.clone()),
        other => Parts::of(vec![Part { count: 1, game: other.clone() }], Value::Int(0)),
    }
}

/// A sum as a value: where there is but one component, it is that.
pub(super) fn form_of(parts: Parts) -> Value {
    match parts.len() {
        0 => parts.number,
        1 if nothing(&parts.number) && parts.get(0).count == 1 => parts.get(0).game,
        _ => Value::Form(Form::sum(parts)),
    }
}

impl Machine {
    /// `a + b`, neither with a position in it.
    pub(super) fn add_forms(&mut self, a: &Value, b: &Value) -> Res {
        self.check_game(a)?;
        self.check_game(b)?;
        if nothing(a) || nothing(b) {
            return Ok(if nothing(a) { b.clone() } else { a.clone() });
        }
        let turned = length(b) > SHORT.max(length(a));
        let (base, more) = if turned { (b, a) } else { (a, b) };
        let mut sum = parts_of(base);
        let mut copied = 0;
        match more {
            Value::Form(form) if let Some(parts) = form.parts() => {
                sum.number = self.add(&sum.number, &parts.number)?;
                self.handle.afford(parts.len() * size_of::<Part>())?;
                for part in parts.all() {
                    copied += sum.push(part);
                }
            }
            number if number.is_number() => sum.number = self.add(&sum.number, number)?,
            other => copied = sum.push(Part { count: 1, game: other.clone() }),
        }
        if copied > SHORT {
            self.handle.afford(copied * size_of::<Part>())?;
        }
        if sum.len() > MOST {
            let game = self.parts_game(&sum)?;
            return Ok(self.game_value(game));
        }
        Ok(form_of(sum))
    }

    /// `n * g`, where `g` is no position.
    pub(super) fn multiple_of_form(&mut self, n: &BigInt, g: &Value) -> Res {
        self.check_game(g)?;
        let signed = if n.is_negative() { self.neg(g)? } else { g.clone() };
        if n.is_zero() {
            return Ok(Value::Int(0));
        }
        let parts = parts_of(&signed);
        let times = n.abs().to_u64();
        let many = |part: &Part| Some(Part { count: part.count.checked_mul(times?)?, game: part.game.clone() });
        self.handle.afford(parts.len() * size_of::<Part>())?;
        let Some(list) = parts.all().iter().map(many).collect::<Option<Vec<_>>>() else {
            // So many components that nobody plays them.
            let game = self.game(&signed)?;
            let multiple = self.store.multiple(&n.abs(), game, &self.handle)?;
            return Ok(self.game_value(multiple));
        };
        let number = crate::value::number::mul(&Value::from(n.abs()), &parts.number).unwrap_or(Ok(Value::Int(0)))?;
        Ok(form_of(Parts::of(list, number)))
    }

    /// The negative of a form is a form, so that its options can still be asked for.
    pub(super) fn neg_form(&mut self, form: &Rc<Form>) -> Res {
        if let Some(known) = &form.negative.borrow().0 {
            return Ok(Value::Form(Rc::clone(known)));
        }
        self.handle.tick()?;
        let each = |machine: &mut Machine, options: &[Value]| {
            with_stack(|| options.iter().map(|v| machine.neg(v)).collect::<Res<Vec<_>>>())
        };
        let negative = match (form.options(), form.parts()) {
            (Some((left, right)), _) if form.shown_as_written => Form::written(each(self, right)?, each(self, left)?),
            (Some((left, right)), _) => Form::literal(each(self, right)?, each(self, left)?),
            (None, Some(parts)) => {
                self.handle.afford(parts.len() * size_of::<Part>())?;
                let mut list = parts.all();
                for part in &mut list {
                    part.game = self.neg(&part.game)?;
                }
                let number = self.neg(&parts.number)?;
                Form::sum(Parts::of(list, number))
            }
            (None, None) => Rc::clone(form),
        };
        form.negative.borrow_mut().0 = Some(Rc::clone(&negative));
        Ok(Value::Form(negative))
    }

    /// The value of a form.
    pub(super) fn form_game(&mut self, form: &Rc<Form>) -> Res<Game> {
        if let Some(game) = form.value.get() {
            return Ok(game);
        }
        let game = match form.parts() {
            Some(parts) => self.parts_game(parts)?,
            None => {
                let (left, right) = self.form_options(form)?;
                self.store.canonical(&left, &right, &self.handle)?
            }
        };
        form.value.set(Some(game));
        Ok(game)
    }

    fn parts_game(&mut self, parts: &Parts) -> Res<Game> {
        let (start, known) = parts.known.get().filter(|(n, _)| *n <= parts.len()).unwrap_or((0, ZERO));
        let total = if start + 1 == parts.len() {
            // A sum that was asked for its value in every round.
            let last = self.part_game(&parts.get(start))?;
            self.store.add(known, last, &self.handle)?
        } else {
            self.handle.afford((parts.len() - start) * 2 * size_of::<Part>())?;
            let mut games = Vec::with_capacity(parts.len() - start + 1);
            games.push(known);
            for part in parts.from(start) {
                games.push(self.part_game(&part)?);
            }
            self.store.sum(&games, &self.handle)?
        };
        parts.known.set(Some((parts.len(), total)));
        if nothing(&parts.number) {
            return Ok(total);
        }
        let number = self.game(&parts.number)?;
        Ok(self.store.add(total, number, &self.handle)?)
    }

    fn part_game(&mut self, part: &Part) -> Res<Game> {
        let game = self.game(&part.game)?;
        Ok(match part.count {
            1 => game,
            many => self.store.multiple(&BigInt::from(many), game, &self.handle)?,
        })
    }

    /// The values of a form's options, Left's and Right's.
    pub(crate) fn form_options(&mut self, form: &Rc<Form>) -> Res<(Vec<Game>, Vec<Game>)> {
        if form.options().is_none() {
            let (left, right) = self.form_sides(form)?;
            let left = left.iter().map(|v| self.game(v)).collect::<Res<Vec<_>>>()?;
            let right = right.iter().map(|v| self.game(v)).collect::<Res<Vec<_>>>()?;
            return Ok((left, right));
        }
        let Some((left, right)) = form.options() else { return Ok(Default::default()) };
        with_stack(|| {
            self.handle.tick()?;
            let left = left.iter().map(|v| self.game(v)).collect::<Res<Vec<_>>>()?;
            let right = right.iter().map(|v| self.game(v)).collect::<Res<Vec<_>>>()?;
            Ok((left, right))
        })
    }

    /// A form's options: of a literal as they were written, of a sum those of each component.
    pub(crate) fn form_sides(&mut self, form: &Rc<Form>) -> Res<(Vec<Value>, Vec<Value>)> {
        if let Some(options) = form.options() {
            return Ok(options.clone());
        }
        let game = Value::Form(Rc::clone(form));
        let to = |records: Vec<MoveRecord>| records.into_iter().map(|record| record.to).collect();
        Ok((to(self.moves_of(&game, Player::Left)?), to(self.moves_of(&game, Player::Right)?)))
    }

    /// The moves in a sum of games without positions: in each different component, and in the number.
    pub(super) fn moves_in_sum(&mut self, parts: &Parts, player: Player) -> Res<Vec<MoveRecord>> {
        let list = parts.all();
        let mut seen = FxHashSet::default();
        let mut records = Vec::new();
        for (i, part) in list.iter().enumerate() {
            if list.len() > 1 && !seen.insert(self.played_key(&part.game)?) {
                continue;
            }
            for MoveRecord { becomes, .. } in self.moves_of(&part.game, player)? {
                self.handle.afford(list.len() * size_of::<Part>())?;
                let to = self.replaced(&list, i, &becomes, &parts.number)?;
                records.push(MoveRecord { component: part.game.clone(), becomes, to });
            }
        }
        if !nothing(&parts.number) {
            for MoveRecord { component, becomes, .. } in self.moves_of(&parts.number, player)? {
                let to = form_of(Parts::of(list.clone(), becomes.clone()));
                records.push(MoveRecord { component, becomes, to });
            }
        }
        Ok(records)
    }

    /// The sum with one component replaced where it stands.
    fn replaced(&mut self, list: &[Part], at: usize, by: &Value, number: &Value) -> Res {
        let mut others = list[..at].to_vec();
        let kept = list[at].count - 1;
        if kept > 0 {
            others.push(Part { count: kept, game: list[at].game.clone() });
        }
        let before = form_of(Parts::of(others, Value::Int(0)));
        let after = form_of(Parts::of(list[at + 1..].to_vec(), number.clone()));
        let start = self.add(&before, by)?;
        self.add(&start, &after)
    }

    /// The components of any game, each as often as it stands there, if these are at most so many: positions and their negatives,
    /// literals, values, and the number.
    pub(crate) fn components(&mut self, game: &Value, most: usize) -> Res<Option<Vec<Value>>> {
        let mut all = Vec::new();
        let rest = match game {
            Value::Move(made) => return self.components(&made.to.clone(), most),
            Value::Sum(sum) => {
                if sum.terms.len() > most {
                    return Ok(None);
                }
                for (negative, position) in sum.terms.iter() {
                    let position = Value::Position(Rc::clone(position));
                    all.push(if *negative { self.neg(&position)? } else { position });
                }
                sum.rest.clone()
            }
            other => other.clone(),
        };
        match &rest {
            Value::Form(form) if let Some(parts) = form.parts() => {
                for part in parts.all() {
                    let count = usize::try_from(part.count).unwrap_or(usize::MAX);
                    if all.len().saturating_add(count) > most {
                        return Ok(None);
                    }
                    all.extend(std::iter::repeat_n(part.game, count));
                }
                if !nothing(&parts.number) {
                    all.push(parts.number.clone());
                }
            }
            none if nothing(none) && !all.is_empty() => {}
            _ => all.push(rest),
        }
        Ok((all.len() <= most).then_some(all))
    }

    /// A game, or what holds games, in the shape in which what is played in the same way is the same: as [`Machine::normal`],
    /// but forms stay forms.
    pub(crate) fn played(&mut self, value: &Value) -> Res {
        self.normal_form(value, true)
    }

    /// A key for a table of what depends on play.
    pub(crate) fn played_key(&mut self, value: &Value) -> Res<Key> {
        Ok(Key(self.played(value)?))
    }

    /// The one object for all forms with the same options or components, in whatever order; the value itself where the form
    /// is its canonical one.
    pub(super) fn interned(&mut self, form: &Rc<Form>) -> Res {
        if let Some(known) = self.forms.get(form) {
            return Ok(known);
        }
        self.handle.tick()?;
        let (key, same) = match (form.options(), form.parts()) {
            (Some((left, right)), _) => {
                let (left, right) =
                    with_stack(|| Ok::<_, Box<crate::value::Flow>>((self.one_side(left)?, self.one_side(right)?)))?;
                if let Some(value) = self.canonical_as_written(form, &left, &right)? {
                    self.forms.keep(form, value.clone());
                    return Ok(value);
                }
                let key = Value::tuple(vec![Value::list(left.clone()), Value::list(right.clone())]);
                (key, Form::literal(left, right))
            }
            (None, parts) => {
                let mut list = Vec::new();
                let parts = parts.cloned().unwrap_or_default();
                self.handle.afford(parts.len() * 4 * size_of::<Part>())?;
                for part in parts.all() {
                    let game = self.played(&part.game)?;
                    if !nothing(&game) {
                        list.push(Part { count: part.count, game });
                    }
                }
                let list = self.merged(list)?;
                let sum = form_of(Parts::of(list.clone(), parts.number.clone()));
                let Value::Form(one) = &sum else { return Ok(sum) };
                if one.parts().is_none() {
                    return Ok(sum);
                }
                let entry = |part: &Part| Value::tuple(vec![part.count.into(), part.game.clone()]);
                let entries = list.iter().map(entry).collect();
                (Value::tuple(vec![Value::Nothing, Value::list(entries), parts.number.clone()]), Rc::clone(one))
            }
        };
        let value = self.forms.entered(Key(key), same);
        self.forms.keep(form, value.clone());
        Ok(value)
    }

    /// Options in their order, each once.
    fn one_side(&mut self, options: &[Value]) -> Res<Vec<Value>> {
        let options = options.iter().map(|v| self.played(v)).collect::<Res<Vec<_>>>()?;
        let mut options = sort(options, |a, b| order(a, b, &self.store, &self.handle), &self.handle)?;
        options.dedup_by(|a, b| crate::value::key::same(a, b));
        Ok(options)
    }

    /// Components in their order, equal ones together.
    fn merged(&mut self, list: Vec<Part>) -> Res<Vec<Part>> {
        let list = sort(list, |a, b| order(&a.game, &b.game, &self.store, &self.handle), &self.handle)?;
        let mut merged: Vec<Part> = Vec::with_capacity(list.len());
        for part in list {
            match merged.last_mut() {
                Some(last)
                    if crate::value::key::same(&last.game, &part.game)
                        && last.count.checked_add(part.count).is_some() =>
                {
                    last.count += part.count;
                }
                _ => merged.push(part),
            }
        }
        Ok(merged)
    }

    /// The value of a literal whose options are those of the canonical form, unless that is a number.
    fn canonical_as_written(&mut self, form: &Rc<Form>, left: &[Value], right: &[Value]) -> Res<Option<Value>> {
        let plain = |v: &Value| v.is_number() || matches!(v, Value::Game(_));
        if !left.iter().chain(right).all(plain) {
            return Ok(None);
        }
        let game = self.form_game(form)?;
        // Numbers add up, literals do not, however simple they are.
        if self.store.is_number(game) && game != ZERO {
            return Ok(None);
        }
        // A large nimber is not written out to be compared with a short list.
        if let View::NumberUpStar { star, .. } = self.store.view(game)
            && star > left.len() as u64 + 2
        {
            return Ok(None);
        }
        for (written, options) in
            [(left, self.store.left(game, &self.handle)?), (right, self.store.right(game, &self.handle)?)]
        {
            if written.len() != options.len() {
                return Ok(None);
            }
            for value in written {
                let option = self.game(value)?;
                if !options.contains(&option) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(self.game_value(game)))
    }

    /// A sum of positions and something else, as a value.
    pub(super) fn sum_of(&mut self, terms: Vec<(bool, Rc<crate::value::Position>)>, rest: Value) -> Value {
        self.sum_value(Sum { terms: Deep(terms), rest })
    }
}

impl Forms {
    /// What a form was found to be.
    fn get(&self, form: &Form) -> Option<Value> {
        let number = usize::try_from(form.number.get()).unwrap_or(0);
        number.checked_sub(1).and_then(|at| self.known.get(at)).cloned()
    }

    /// The form known under a key, which is this one if there was none.
    fn entered(&mut self, key: Key, form: Rc<Form>) -> Value {
        if let Some(&number) = self.index.get(&key) {
            return self.known[number as usize - 1].clone();
        }
        let number = u32::try_from(self.known.len() + 1).expect("memory ends before 2^32 forms");
        form.number.set(number);
        self.known.push(Value::Form(form));
        self.index.insert(key, number);
        self.known[number as usize - 1].clone()
    }

    /// Remembers what a form is.
    fn keep(&mut self, form: &Form, value: Value) {
        if let Value::Form(one) = &value {
            form.number.set(one.number.get());
            if one.value.get().is_none() {
                one.value.set(form.value.get());
            }
            return;
        }
        let next = u32::try_from(self.known.len() + 1).expect("memory ends before 2^32 forms");
        let number = *self.index.entry(Key(value.clone())).or_insert(next);
        if number == next {
            self.known.push(value);
        }
        form.number.set(number);
    }
}

/// Where forms must be few.
pub(crate) fn too_many<T>(most: usize) -> Res<T> {
    Fault::new(Mistake::TooLarge, format!("a sum of more than {most} components")).err()
}
