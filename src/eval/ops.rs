//! Operators on values of every kind.
//!
//! In: an operator and its operands. Out: a value. Touches the store of games only.

use super::Machine;
use super::compare::odd_ratio;
use crate::diagnostics::Mistake;
use crate::games::{Dyadic, Game};
use crate::limits::with_stack;
use crate::syntax::ast::ProductOp;
use crate::value::{Deep, Fault, Form, Operator, Problem, Res, Sum, Value, grid, number, text};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use std::rc::Rc;

impl Machine {
    /// `a + b`: numbers, games, sums of positions; lists and strings end to end; tuples as vectors.
    pub fn add(&mut self, a: &Value, b: &Value) -> Res {
        if !matches!((a, b), (Value::Int(_), Value::Int(_))) {
            number::pay(a, b, &self.handle)?;
        }
        if let Some(sum) = number::add(a, b) {
            return sum;
        }
        match (a, b) {
            (Value::List(x), Value::List(y)) => {
                self.handle.afford((x.len() + y.len()) * size_of::<Value>())?;
                Ok(Value::list(x.iter().chain(y.iter()).cloned().collect()))
            }
            (Value::Str(x), Value::Str(y)) => {
                text::afford_text(&self.handle, x.len() + y.len())?;
                Ok(Value::text([&***x, &***y].concat()))
            }
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                let add = || x.iter().zip(y.iter()).map(|(a, b)| self.add(a, b)).collect::<Res<Vec<_>>>();
                let items = with_stack(add)?;
                Ok(Value::tuple(items))
            }
            _ if a.is_game() && b.is_game() => self.add_games(a, b),
            (Value::Str(_), _) | (_, Value::Str(_)) => {
                self.mismatch("+", a, b).note("A value goes into a text in braces: \"n = {n}\".").err()
            }
            (Value::Set(_), Value::Set(_)) => self.mismatch("+", a, b).note("For sets write `union(a, b)`.").err(),
            _ if let Some(result) = self.operate(Operator::Add, a, b) => result,
            (Value::List(_), _) => {
                self.mismatch("+", a, b).note("One more element: `append(xs, x)`, or `xs + [x]`.").err()
            }
            _ => self.mismatch("+", a, b).err(),
        }
    }

    fn add_games(&mut self, a: &Value, b: &Value) -> Res {
        let positions = |v: &Value| matches!(v, Value::Position(_) | Value::Sum(_) | Value::Move(_));
        if odd_ratio(a).is_some() || odd_ratio(b).is_some() {
            return (self.engines.beyond)(self, a, b);
        }
        if !positions(a) && !positions(b) {
            return self.add_forms(a, b);
        }
        let sum = self.as_sum(a)?;
        self.joined_sum(sum, b)
    }

    /// `a + b`. A sum that nobody else holds is not copied.
    pub(crate) fn add_onto(&mut self, a: Value, b: &Value) -> Res {
        match a {
            Value::Sum(sum) if b.is_game() && odd_ratio(b).is_none() => self.joined_sum(Rc::unwrap_or_clone(sum), b),
            a => self.add(&a, b),
        }
    }

    fn joined_sum(&mut self, mut sum: Sum, b: &Value) -> Res {
        let other = self.as_sum(b)?;
        self.handle.ticks(other.terms.len())?;
        let (length, more) = (sum.terms.len(), other.terms.len());
        // What no longer fits is moved to where there is twice as much room.
        if length + more > sum.terms.0.capacity() {
            self.handle.afford((2 * length + more) * 16)?;
        }
        sum.terms.0.extend(other.terms.iter().cloned());
        sum.rest = self.add(&sum.rest, &other.rest)?;
        Ok(self.sum_value(sum))
    }

    /// Any game as a sum.
    pub(crate) fn as_sum(&mut self, value: &Value) -> Res<Sum> {
        match value {
            Value::Sum(sum) => Ok((**sum).clone()),
            Value::Position(p) => Ok(Sum { terms: Deep(vec![(false, Rc::clone(p))]), rest: Value::Int(0) }),
            Value::Move(made) => self.as_sum(&made.to.clone()),
            other => {
                self.check_game(other)?;
                Ok(Sum { terms: Deep(Vec::new()), rest: other.clone() })
            }
        }
    }

    /// `a - b`.
    pub fn sub(&mut self, a: &Value, b: &Value) -> Res {
        number::pay(a, b, &self.handle)?;
        if let Some(difference) = number::sub(a, b) {
            return difference;
        }
        match (a, b) {
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                let sub = || x.iter().zip(y.iter()).map(|(a, b)| self.sub(a, b)).collect::<Res<Vec<_>>>();
                let items = with_stack(sub)?;
                Ok(Value::tuple(items))
            }
            _ if a.is_game() && b.is_game() => {
                let negative = self.neg(b)?;
                self.add_games(a, &negative)
            }
            _ if let Some(result) = self.operate(Operator::Sub, a, b) => result,
            (Value::Set(_), Value::Set(_)) => self.mismatch("-", a, b).note("For sets write `difference(a, b)`.").err(),
            _ => self.mismatch("-", a, b).err(),
        }
    }

    /// `-a`.
    pub fn neg(&mut self, a: &Value) -> Res {
        if let Some(negative) = number::neg(a) {
            return Ok(negative);
        }
        match a {
            Value::Position(_) | Value::Sum(_) | Value::Move(_) => {
                let mut sum = self.as_sum(a)?;
                sum.terms.0.iter_mut().for_each(|term| term.0 = !term.0);
                sum.rest = self.neg(&sum.rest)?;
                Ok(self.sum_value(sum))
            }
            Value::Form(form) => self.neg_form(&Rc::clone(form)),
            Value::Tuple(items) => {
                let items = with_stack(|| items.iter().map(|v| self.neg(v)).collect::<Res<Vec<_>>>())?;
                Ok(Value::tuple(items))
            }
            a if a.is_game() => {
                let game = self.game(a)?;
                let negative = self.store.neg(game, &self.handle)?;
                Ok(self.game_value(negative))
            }
            other if let Some(result) = self.operate(Operator::Neg, other, &Value::Nothing) => result,
            other => {
                let found = self.described(other);
                Fault::new(Mistake::Operator, format!("`-` expects a game or number, found {found}")).err()
            }
        }
    }

    /// What a thing of its own kind makes of an operator, asked first on the left.
    fn operate(&mut self, op: Operator, a: &Value, b: &Value) -> Option<Res> {
        if let Value::Thing(thing) = a
            && let Some(result) = thing.opened().operate(self, op, b, false)
        {
            return Some(result);
        }
        match b {
            Value::Thing(thing) => thing.opened().operate(self, op, a, true),
            _ => None,
        }
    }

    /// `* / // %`.
    pub fn product(&mut self, op: ProductOp, a: &Value, b: &Value) -> Res {
        if !matches!((a, b), (Value::Int(_), Value::Int(_))) {
            number::pay(a, b, &self.handle)?;
        }
        let (result, sign) = match op {
            ProductOp::Mul => (number::mul(a, b), "*"),
            ProductOp::Div => (number::div(a, b), "/"),
            ProductOp::IntDiv => (number::int_div(a, b), "//"),
            ProductOp::Mod => (number::modulo(a, b), "%"),
        };
        if let Some(result) = result {
            return result;
        }
        if op == ProductOp::Mul {
            if let Some(n) = a.as_integer().filter(|_| b.is_game()) {
                return self.multiple(&n, b);
            }
            if let Some(n) = b.as_integer().filter(|_| a.is_game()) {
                return self.multiple(&n, a);
            }
            match (a, b) {
                (n, Value::Tuple(items)) | (Value::Tuple(items), n) if n.is_number() => {
                    let product = || items.iter().map(|v| self.product(op, n, v)).collect::<Res<Vec<_>>>();
                    let items = with_stack(product)?;
                    return Ok(Value::tuple(items));
                }
                (Value::Str(text), Value::Int(n)) | (Value::Int(n), Value::Str(text)) if *n >= 0 => {
                    let count = usize::try_from(*n).unwrap_or(usize::MAX);
                    text::afford_text(&self.handle, text.len().saturating_mul(count))?;
                    return Ok(Value::text(text.repeat(count)));
                }
                _ if a.is_game() && b.is_game() => {
                    if let Some((x, y)) = self.both_numbers(a, b)? {
                        return self.product(op, &x, &y);
                    }
                    return self
                        .mismatch("*", a, b)
                        .note("A game is multiplied by an integer: `3 * G` is `G + G + G`. A sum with star is `G + *`.")
                        .err();
                }
                _ => {}
            }
        }
        if let Some((x, y)) = self.both_numbers(a, b)? {
            return self.product(op, &x, &y);
        }
        let operator = match op {
            ProductOp::Mul => Some(Operator::Mul),
            ProductOp::Div => Some(Operator::Div),
            ProductOp::IntDiv | ProductOp::Mod => None,
        };
        if let Some(result) = operator.and_then(|operator| self.operate(operator, a, b)) {
            return result;
        }
        self.mismatch(sign, a, b).err()
    }

    /// Both operands as numbers, where one of them is a game that is equal to a number.
    fn both_numbers(&mut self, a: &Value, b: &Value) -> Res<Option<(Value, Value)>> {
        if a.is_number() && b.is_number() {
            return Ok(None);
        }
        let (Some(x), Some(y)) = (self.number_of(a)?, self.number_of(b)?) else { return Ok(None) };
        Ok(Some((x.into(), y.into())))
    }

    fn multiple(&mut self, n: &BigInt, g: &Value) -> Res {
        if let Value::Position(_) | Value::Sum(_) | Value::Move(_) = g {
            let signed = if n.is_negative() { self.neg(g)? } else { g.clone() };
            let one = self.as_sum(&signed)?;
            let Some(count) = n.abs().to_usize().filter(|&c| c.saturating_mul(one.terms.len()) <= 1_000_000) else {
                // So many stand side by side no more; their number is enough for questions about misère play.
                return match self.copies(g)? {
                    Some(terms) => {
                        self.handle.afford(terms.len().saturating_mul(n.bits() as usize / 8))?;
                        Ok(self.multitude(n, terms))
                    }
                    None => Fault::new(
                        Mistake::TooLarge,
                        "a sum of more than a million positions, with other games beside them",
                    )
                    .note("`canonical(g)` is the value of one, which can be multiplied.")
                    .err(),
                };
            };
            self.handle.ticks(count)?;
            self.handle.afford(count * one.terms.len() * 16)?;
            let rest = self.product(ProductOp::Mul, &count.into(), &one.rest)?;
            let terms = std::iter::repeat_n(&one.terms.0, count).flatten().cloned().collect();
            return Ok(self.sum_value(Sum { terms: Deep(terms), rest }));
        }
        self.multiple_of_form(n, g)
    }

    /// `a ^ b`.
    pub fn power(&mut self, a: &Value, b: &Value) -> Res {
        match number::power(a, b, &self.handle) {
            Some(result) => result,
            None => {
                if let Some((x, y)) = self.both_numbers(a, b)? {
                    return self.power(&x, &y);
                }
                if let Some(result) = self.operate(Operator::Power, a, b) {
                    return result;
                }
                let fault = self.mismatch("^", a, b);
                let fault = match b {
                    Value::Outcome(_) => fault.note("Left's options are `left(G)`, Right's `right(G)`."),
                    _ => fault.note("Between operands `^` is a power; for a sum with up write `G + ^`."),
                };
                fault.err()
            }
        }
    }

    /// `G : H`, which depends on the form of `G`.
    pub fn ordinal(&mut self, g: &Value, h: &Value) -> Res {
        if self.is_loopy(g) || self.is_loopy(h) {
            return self.loopy_ordinal(g, h);
        }
        self.check_game(g)?;
        let (left, right) = self.form_lists(g)?;
        let h = self.loopy_game(h)?;
        let Some(h) = h.short() else {
            let base = [left, right].map(|side| side.into_iter().map(Into::into).collect());
            return self.stacked(base, h);
        };
        let result = self.store.ordinal_sum(&left, &right, h, &self.handle)?;
        Ok(self.game_value(result))
    }

    /// The values of Left's and Right's options: of a form as written, of a position as its rules say, else canonical.
    pub(crate) fn form_lists(&mut self, g: &Value) -> Res<(Vec<Game>, Vec<Game>)> {
        match g {
            Value::Form(form) => self.form_options(form),
            Value::Position(_) | Value::Sum(_) | Value::Move(_) => {
                let mut lists = (Vec::new(), Vec::new());
                for (is_left, list) in [(true, &mut lists.0), (false, &mut lists.1)] {
                    let player = if is_left { crate::value::Player::Left } else { crate::value::Player::Right };
                    for record in self.moves_of(g, player)? {
                        list.push(self.game(&record.to)?);
                    }
                }
                Ok(lists)
            }
            other => {
                let game = self.game(other)?;
                Ok((self.store.left(game, &self.handle)?, self.store.right(game, &self.handle)?))
            }
        }
    }

    /// `+-x`: the switch between `x` and its negative.
    pub(crate) fn switch(&mut self, x: &Value) -> Res {
        let items = match x {
            Value::Tuple(items) => items.to_vec(),
            one => vec![one.clone()],
        };
        let mut left = Vec::new();
        for item in &items {
            if !matches!(item, Value::Thing(thing) if thing.opened().is_option()) {
                self.check_game(item)?;
            }
            left.push(item.clone());
        }
        let right = left.iter().map(|v| self.neg(v)).collect::<Res<Vec<_>>>()?;
        let made = self.bracketed(left, right)?;
        Ok(self.without_brackets(made))
    }

    /// `<left | right>` of any values.
    pub(crate) fn game_of(&mut self, left: Vec<Value>, right: Vec<Value>) -> Res {
        for option in left.iter().chain(&right) {
            self.handle.tick()?;
            if !matches!(option, Value::Thing(thing) if thing.opened().is_option()) {
                self.check_game(option)?;
            }
        }
        self.bracketed(left, right)
    }

    /// `<left | right>` of options.
    pub(super) fn bracketed(&mut self, left: Vec<Value>, right: Vec<Value>) -> Res {
        if left.iter().chain(&right).any(|v| matches!(v, Value::Thing(_))) {
            return (self.engines.brackets)(self, left, right);
        }
        Ok(Value::Form(Form::literal(left, right)))
    }

    /// `*n`.
    pub fn star(&mut self, n: &Value) -> Res {
        if let Some(n) = nimber_size(n) {
            let game = self.store.nimber(n);
            return Ok(self.game_value(game));
        }
        let found = self.briefly(n).unwrap_or_else(|| n.a_kind());
        Fault::new(
            Mistake::NumberOutOfRange,
            format!("the size of a nimber is an integer from 0 to 2^64 - 1, found {found}"),
        )
        .err()
    }

    /// `^n*k`.
    pub fn up(&mut self, ups: &Value, star: &Value) -> Res {
        let (Value::Int(ups), Some(star)) = (ups, nimber_size(star)) else {
            return Fault::new(Mistake::TooLarge, "ups are counted up to 2^63 - 1, nimbers up to 2^64 - 1").err();
        };
        let game = self.store.number_up_star(Dyadic::zero(), *ups, star);
        Ok(self.game_value(game))
    }

    /// `^[n]` or `^<n>` with a nimber beside it.
    pub fn power_of_up(&mut self, sum: bool, power: &Value, star: &Value) -> Res {
        let size = nimber_size(star);
        if let (Value::Nothing, Some(star)) = (power, size) {
            return (self.engines.power_on)(self, sum, star);
        }
        let (Value::Int(power), Some(star)) = (power, size) else {
            return Fault::new(Mistake::TooLarge, "powers of up are counted up to 2^63 - 1, nimbers up to 2^64 - 1")
                .err();
        };
        let power = power.unsigned_abs();
        if power == 0 && !sum {
            return Fault::new(
                Mistake::Unsuitable,
                "the powers of up are `^<1>`, which is `^`, `^<2>` and so on; there is no `^<0>`",
            )
            .err();
        }
        let up = if sum {
            self.store.up_power_to(power, &self.handle)?
        } else {
            self.store.up_power(power, &self.handle)?
        };
        let nimber = self.store.nimber(star);
        let game = self.store.add(up, nimber, &self.handle)?;
        Ok(self.game_value(game))
    }

    /// `a..b`, `a..`.
    pub fn range(&mut self, a: &Value, b: Option<&Value>) -> Res {
        let end = |machine: &mut Machine, v: &Value| match v {
            Value::Int(n) => Ok(*n),
            other => {
                let found = machine.described(other);
                let fault = Fault::new(
                    Mistake::NumberOutOfRange,
                    format!("a range goes between integers below 2^63, found {found}"),
                );
                match other {
                    Value::Ratio(_) => fault.note("`floor(x)` and `ceil(x)` round a number down and up.").err(),
                    _ => fault.err(),
                }
            }
        };
        let start = end(self, a)?;
        let stop = match b {
            Some(b) => end(self, b)?,
            None => i64::MAX,
        };
        Ok(Value::Range(Rc::new((start, stop))))
    }

    /// How many characters a text has.
    pub fn text_length(&mut self, text: &Rc<Box<str>>) -> Res<usize> {
        let handle = Rc::clone(&self.handle);
        self.facts().of::<text::Known>().length(&handle, text)
    }

    /// The characters of a text from one place to another.
    pub fn text_between(&mut self, text: &Rc<Box<str>>, start: usize, end: usize) -> Res {
        let handle = Rc::clone(&self.handle);
        self.facts().of::<text::Known>().between(&handle, text, start, end)
    }

    /// `xs[i]`.
    pub fn index(&mut self, xs: &Value, i: &Value) -> Res {
        match xs {
            Value::List(items) => Ok(items[position_in(i, items.len(), "list")?].clone()),
            Value::Tuple(items) => Ok(items[position_in(i, items.len(), "tuple")?].clone()),
            Value::Str(text) => {
                let at = position_in(i, self.text_length(text)?, "string")?;
                self.text_between(text, at, at + 1)
            }
            Value::Map(entries) => {
                let key = self.key(i)?;
                match entries.get(&key) {
                    Some(value) => Ok(value.clone()),
                    None => {
                        let shown = self.notation(i)?;
                        Fault::new(Mistake::NoElement, format!("the map has no key {shown}"))
                            .note("`get(map, key, default)` gives a value for keys that are missing.")
                            .err()
                    }
                }
            }
            Value::Range(ends) => {
                let length = usize::try_from(ends.1.saturating_sub(ends.0).saturating_add(1)).unwrap_or(0);
                let at = position_in(i, length, "range")?;
                Ok(Value::Int(ends.0 + i64::try_from(at).unwrap_or(0)))
            }
            Value::Thing(thing) if let Some(found) = thing.opened().index(self, i) => found,
            Value::Grid(board) => {
                let (row, column) = grid::cell(i)?;
                Ok(Value::text(board.get(row, column).map_or(String::new(), |c| (c as char).to_string())))
            }
            other => {
                let note = match other {
                    Value::Func(_) | Value::Native(_) => "A function is called with round brackets: `f(x)`.",
                    Value::Rules(_) => "A position is written with round brackets: `Nim(7)`.",
                    _ => "Square brackets pick from lists, tuples, strings, maps, ranges and grids.",
                };
                Fault::new(Mistake::NoElements, format!("{} has no elements to pick", other.a_kind())).note(note).err()
            }
        }
    }

    pub(super) fn mismatch(&mut self, sign: &str, a: &Value, b: &Value) -> Fault {
        let mut shown = |v: &Value| {
            let text = self.briefly(v).filter(|text| text != v.kind());
            text.map_or_else(|| v.a_kind(), |text| format!("{} ({text})", v.a_kind()))
        };
        let problem = match (a, b) {
            (Value::Nothing, _) | (_, Value::Nothing) => Problem::Nothing,
            _ => Problem::Told,
        };
        let (a, b) = (shown(a), shown(b));
        Fault { problem, ..Fault::new(Mistake::Operator, format!("`{sign}` does not go between {a} and {b}")) }
    }
}

/// The place that an index means.
pub(super) fn position_in(index: &Value, length: usize, what: &str) -> Res<usize> {
    let at = match index {
        Value::Int(n) => usize::try_from(*n).ok(),
        // Larger than any collection.
        Value::Big(_) => None,
        Value::Str(_) => {
            return Fault::expected("an integer as the index", index).note("Only maps have other keys.").err();
        }
        _ => return Fault::expected("an integer as the index", index).err(),
    };
    if let Some(at) = at.filter(|at| *at < length) {
        return Ok(at);
    }
    let shown = match index {
        Value::Int(n) => n.to_string(),
        Value::Big(n) if n.bits() <= 256 => n.to_string(),
        // Nobody reads hundreds of digits.
        _ => "with so large an index".to_owned(),
    };
    let none = format!("there is no element {shown}: the {what}");
    if length == 0 {
        return Fault::new(Mistake::NoElement, format!("{none} is empty")).err();
    }
    Fault::new(Mistake::NoElement, format!("{none} has length {length}"))
        .note(format!("Indices go from 0 to {}.", length - 1))
        .err()
}

/// The number of a nimber.
fn nimber_size(value: &Value) -> Option<u64> {
    match value {
        Value::Int(n) => u64::try_from(*n).ok(),
        Value::Big(n) => n.to_u64(),
        _ => None,
    }
}
