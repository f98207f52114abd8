//! How values look: text that can be read back, and data.
//!
//! [`Machine::display`] shows a value alone (a string without its quotes), [`Machine::notation`] shows it as part of another
//! (a string in quotes). Sets and maps are shown in an order that does not depend on how they came about. Touches the
//! store of games only.

use super::Machine;
use crate::games::{Game, Side, View};
use crate::limits::with_stack;
use crate::report::Data;
use crate::value::fault::quoted;
use crate::value::key::{sorted, sorted_entries};
use crate::value::node::{Kind, Rules};
use crate::value::{Form, Move, Part, Parts, Player, Position, Res, Sum, Value};
use std::rc::Rc;

/// How many brackets a canonical form is written with in place of its name.
const WRITTEN_OUT: usize = 20;

/// How deep data are nested: readers of JSON refuse more than a few hundred levels.
const DEEPEST: u32 = 100;

impl Machine {
    /// A value alone: strings are bare, boards are drawn in rows.
    pub fn display(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Str(text) => {
                self.handle.afford(text.len())?;
                Ok(text.to_string())
            }
            Value::Grid(grid) => {
                self.handle.afford(2 * grid.symbols().len())?;
                Ok(grid.text("\n"))
            }
            Value::Display(display) => {
                self.handle.afford(display.text.len())?;
                Ok(display.text.clone())
            }
            Value::Thing(thing) => thing.opened().display(self),
            other => self.notation(other),
        }
    }

    /// A value as it is written.
    pub fn notation(&mut self, value: &Value) -> Res<String> {
        self.handle.tick()?;
        Ok(match value {
            Value::Nothing | Value::Unset | Value::Cell(_) => "nothing".into(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Big(n) => {
                self.pay_digits(n.bits())?;
                n.to_string()
            }
            Value::Ratio(q) => {
                self.pay_digits(q.numer().bits().max(q.denom().bits()))?;
                q.to_string()
            }
            Value::Str(text) => {
                self.handle.afford(2 * text.len())?;
                quoted(text)
            }
            Value::Form(form) if form.shown_as_written || self.voice.written => self.form_notation(form)?,
            Value::Game(game) if self.voice.written => self.game_as_written(*game)?,
            Value::Game(_) | Value::Form(_) => {
                let game = self.game(value)?;
                self.store.name(game, &self.handle)?
            }
            Value::Position(position) => self.position_notation(position)?,
            Value::Sum(sum) => self.sum_notation(sum)?,
            Value::Move(made) => self.move_notation(made)?,
            Value::Rules(rules) => rules.name.to_string(),
            Value::Player(player) => player.name().into(),
            Value::Outcome(outcome) => outcome.name().into(),
            Value::Tuple(items) if items.len() == 1 => format!("({},)", self.joined(items)?),
            Value::Tuple(items) => format!("({})", self.joined(items)?),
            Value::List(items) => format!("[{}]", self.joined(items)?),
            Value::Set(items) => {
                let items = sorted(items, &self.store, &self.handle)?;
                format!("{{{}}}", self.joined(&items)?)
            }
            Value::Map(entries) if entries.is_empty() => "{=>}".into(),
            Value::Map(entries) => {
                let entries = sorted_entries(entries, &self.store, &self.handle)?;
                let mut parts = Vec::new();
                for (key, value) in &entries {
                    let value = with_stack(|| self.part_notation(value))?;
                    parts.push(format!("{} => {value}", self.part_notation(key)?));
                }
                format!("{{{}}}", parts.join(", "))
            }
            Value::Range(ends) if ends.1 == i64::MAX => format!("{}..", ends.0),
            Value::Range(ends) => format!("{}..{}", ends.0, ends.1),
            Value::Func(f) if f.proto.spreads => f.proto.source.to_string(),
            Value::Func(f) => f.proto.signature.clone(),
            Value::Native(f) => f.signature.into(),
            Value::Grid(grid) => {
                self.handle.afford(2 * grid.symbols().len())?;
                format!("grid(\"{}\")", grid.text("|"))
            }
            Value::Thermograph(t) => {
                let (mean, temperature) = (t.mast.to_string(), t.temperature.to_string());
                format!("thermograph with mast {mean} from temperature {temperature}")
            }
            Value::Display(display) => display.text.clone(),
            Value::Thing(thing) => with_stack(|| thing.opened().notation(self))?,
        })
    }

    /// A game as play means it: a literal as it was written, not by its value in normal play.
    pub(crate) fn played_name(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Form(form) => self.form_notation(form),
            Value::Game(game) => self.game_as_written(*game),
            other => self.short_name(other),
        }
    }

    /// A canonical form so that what is read as it is written is the same form: its name, but where a sum stands in that its options, or, where these are many, what makes it of its name.
    pub(crate) fn game_as_written(&mut self, game: Game) -> Res<String> {
        let mut room = WRITTEN_OUT;
        match self.written_out(game, &mut room)? {
            Some(text) => Ok(text),
            None => Ok(format!("canonical({})", self.store.name(game, &self.handle)?)),
        }
    }

    /// The same without the last way; nothing if it takes more brackets than there is room for.
    fn written_out(&mut self, game: Game, room: &mut usize) -> Res<Option<String>> {
        self.handle.tick()?;
        if !self.store.notation(game, &self.handle)?.has_sum() {
            return Ok(Some(self.store.name(game, &self.handle)?));
        }
        let Some(left) = room.checked_sub(1) else { return Ok(None) };
        *room = left;
        // A nimber has as many options as it is large.
        if matches!(self.store.view(game), View::NumberUpStar { star, .. } if star > WRITTEN_OUT as u64) {
            return Ok(None);
        }
        let mut sides = Vec::new();
        for side in [Side::Left, Side::Right] {
            let mut parts = Vec::new();
            for option in self.store.options(game, side, &self.handle)? {
                match self.written_out(option, room)? {
                    Some(part) => parts.push(part),
                    None => return Ok(None),
                }
            }
            sides.push(parts.join(", "));
        }
        Ok(Some(format!("<{} | {}>", sides[0], sides[1])))
    }

    /// A form as it was written: a literal with its options by their own notation, a sum with its components.
    pub fn form_notation(&mut self, form: &Form) -> Res<String> {
        self.handle.tick()?;
        let Some((left, right)) = form.options() else {
            return with_stack(|| self.parts_notation(&form.parts().cloned().unwrap_or_default()));
        };
        let mut sides = Vec::new();
        for options in [left, right] {
            let mut parts = Vec::new();
            for option in options {
                parts.push(with_stack(|| self.as_written(option))?);
            }
            sides.push(parts.join(", "));
        }
        Ok(format!("<{} | {}>", sides[0], sides[1]))
    }

    /// A game as it was written.
    fn as_written(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Form(form) => self.form_notation(form),
            Value::Game(game) => self.game_as_written(*game),
            other => self.notation(other),
        }
    }

    /// A form as it was written, unless it is canonical.
    fn as_played(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Form(form) => match self.interned(form)? {
                Value::Game(game) => self.game_as_written(game),
                _ => self.form_notation(form),
            },
            other => self.as_written(other),
        }
    }

    fn parts_notation(&mut self, parts: &Parts) -> Res<String> {
        let mut terms = Vec::new();
        // A number comes first where there is little else, as in `1 + ^*2`.
        let number = self.notation(&parts.number)?;
        let first = parts.len() == 1;
        if first && number != "0" {
            terms.push(number.clone());
        }
        for Part { count, game } in parts.all() {
            let mut text = self.as_written(&game)?;
            if count > 3 {
                let bare = !text.contains(['+', '-', ' ', '|']) || text.starts_with('<');
                text = if bare { format!("{count} * {text}") } else { format!("{count} * ({text})") };
            }
            let times = if count > 3 { 1 } else { usize::try_from(count).unwrap_or(1) };
            terms.extend(std::iter::repeat_n(text, times));
        }
        if !first && number != "0" {
            terms.push(number);
        }
        let mut text = String::new();
        for term in terms {
            match term.strip_prefix('-') {
                _ if text.is_empty() => text = term,
                Some(positive) if !positive.contains(['+', '-', ' ']) => text.push_str(&format!(" - {positive}")),
                // Brackets keep a name such as `-1+^` or `+-1` apart from the plus sign before it.
                _ if term.starts_with(['-', '+']) => text.push_str(&format!(" + ({term})")),
                _ => text.push_str(&format!(" + {term}")),
            }
        }
        Ok(text)
    }

    /// A value inside another one. A function with its parameters would read as a call there.
    fn part_notation(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Func(f) if !f.proto.spreads => Ok(f.proto.name.to_string()),
            Value::Native(f) => Ok(f.name.into()),
            other => self.notation(other),
        }
    }

    fn joined(&mut self, items: &[Value]) -> Res<String> {
        with_stack(|| {
            let mut text = String::new();
            for (i, item) in items.iter().enumerate() {
                let part = self.part_notation(item)?;
                self.handle.ticks(part.len() / 1024)?;
                // A text that grows is moved to one twice as long.
                if text.len() + part.len() + 2 > text.capacity() {
                    self.handle.afford(2 * text.len() + part.len())?;
                }
                if i > 0 {
                    text.push_str(", ");
                }
                text.push_str(&part);
            }
            Ok(text)
        })
    }

    /// Pays for the digits of a number, which cost the square of their number.
    fn pay_digits(&self, bits: u64) -> Res<()> {
        let words = bits / 64;
        Ok(self.handle.ticks(words * words / 4096)?)
    }

    fn position_notation(&mut self, position: &Position) -> Res<String> {
        if let Some(native) = position.rules.engine()
            && let Some(text) = native.notation(self, position)?
        {
            return Ok(text);
        }
        Ok(format!("{}({})", position.rules.name, self.arguments_notation(position)?))
    }

    /// Parameters. It is the forms in them that are played, and not every game of their value.
    fn arguments_notation(&mut self, position: &Position) -> Res<String> {
        let before = std::mem::replace(&mut self.voice.written, true);
        let text = self.arguments_written(position);
        self.voice.written = before;
        text
    }

    fn arguments_written(&mut self, position: &Position) -> Res<String> {
        let mut parts = Vec::with_capacity(position.arguments.len());
        for (i, argument) in position.arguments.iter().enumerate() {
            // Text stands for a board where the rule set asks for one.
            let bare = position.rules.params.get(i).is_some_and(|p| p.kind == Some(Kind::Grid));
            parts.push(match argument {
                Value::Grid(grid) if bare => quoted(&grid.text("|")),
                other => with_stack(|| self.part_notation(other))?,
            });
        }
        Ok(parts.join(", "))
    }

    fn sum_notation(&mut self, sum: &Sum) -> Res<String> {
        let mut text = String::new();
        for (negative, position) in sum.terms.iter() {
            let sign = match (text.is_empty(), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            text.push_str(&self.position_notation(position)?);
        }
        if !sum.is_bare() {
            let rest = self.as_written(&sum.rest)?;
            match rest.strip_prefix('-') {
                Some(positive) if sum.rest.is_number() => {
                    text.push_str(" - ");
                    text.push_str(positive);
                }
                // Brackets keep a name such as `-1+^` or `+-1` apart from the plus sign before it.
                _ if rest.starts_with(['-', '+']) => text.push_str(&format!(" + ({rest})")),
                _ => text.push_str(&format!(" + {rest}")),
            }
        }
        Ok(text)
    }

    /// `4 -> 2, 1` where the component stays within its rule set, else the positions in full.
    fn move_notation(&mut self, made: &Move) -> Res<String> {
        let native = match &made.component {
            Value::Position(position) => position.rules.engine().cloned(),
            Value::Sum(sum) => sum.terms.first().and_then(|(_, position)| position.rules.engine().cloned()),
            _ => None,
        };
        let own = native.map(|native| native.move_notation(self, made)).transpose()?.flatten();
        let arrow = match (self.short(&made.component, None)?, &made.component) {
            (Some((from, rules)), _) => match self.short(&made.becomes, Some(&rules))? {
                Some((to, _)) => format!("{from} -> {to}"),
                None => format!("{} -> {}", self.notation(&made.component)?, self.as_played(&made.becomes)?),
            },
            (None, component) => format!("{} -> {}", self.as_played(component)?, self.as_played(&made.becomes)?),
        };
        let arrow = own.unwrap_or(arrow);
        Ok(match made.player {
            Some(Player::Left) => format!("Left: {arrow}"),
            Some(Player::Right) => format!("Right: {arrow}"),
            _ => arrow,
        })
    }

    /// A position by its parameters alone where they are numbers, else as it is written.
    pub(crate) fn short_name(&mut self, value: &Value) -> Res<String> {
        if let Value::Position(position) = value
            && let Some(native) = position.rules.engine().cloned()
            && let Some(text) = native.short(self, position)?
        {
            return Ok(text);
        }
        match self.short(value, None)? {
            Some((text, _)) => Ok(text),
            None => self.notation(value),
        }
    }

    /// Parameters alone, for positions of one rule set whose parameters are numbers.
    fn short(&mut self, value: &Value, of: Option<&Rc<Rules>>) -> Res<Option<(String, Rc<Rules>)>> {
        let positions: Vec<Rc<Position>> = match value {
            Value::Position(p) => vec![Rc::clone(p)],
            Value::Sum(sum) if sum.is_bare() && sum.terms.iter().all(|(negative, _)| !negative) => {
                sum.terms.iter().map(|(_, p)| Rc::clone(p)).collect()
            }
            _ => return Ok(None),
        };
        let Some(rules) = of.or_else(|| positions.first().map(|p| &p.rules)).cloned() else { return Ok(None) };
        let mut parts = Vec::new();
        for position in &positions {
            let plain = position.arguments.iter().all(|v| v.is_number() || matches!(v, Value::Tuple(_)));
            if !Rc::ptr_eq(&position.rules, &rules) || !plain {
                return Ok(None);
            }
            let arguments = self.arguments_notation(position)?;
            parts.push(if position.arguments.len() == 1 { arguments } else { format!("({arguments})") });
        }
        Ok(Some((parts.join(", "), rules)))
    }

    /// A value as data. What is nested deeper than `DEEPEST` stands as text.
    pub fn data(&mut self, value: &Value) -> Res<Data> {
        self.data_inside(value, DEEPEST)
    }

    fn data_inside(&mut self, value: &Value, depth: u32) -> Res<Data> {
        self.handle.tick()?;
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(Data::Notation { text: self.notation(value)?, latex: None });
        };
        Ok(match value {
            Value::Nothing | Value::Unset | Value::Cell(_) => Data::Nothing,
            Value::Bool(b) => Data::Truth(*b),
            Value::Int(n) => Data::Integer(*n),
            Value::Str(text) => Data::Text(text.to_string()),
            Value::Tuple(items) => self.sequence('(', ')', items, depth)?,
            Value::List(items) => self.sequence('[', ']', items, depth)?,
            Value::Set(items) => {
                let items = sorted(items, &self.store, &self.handle)?;
                self.sequence('{', '}', &items, depth)?
            }
            Value::Map(entries) => {
                let mut all = Vec::new();
                for (key, value) in &sorted_entries(entries, &self.store, &self.handle)? {
                    all.push((self.data_inside(key, depth)?, self.data_inside(value, depth)?));
                }
                Data::Map(all)
            }
            Value::Grid(grid) => Data::Grid(grid.text("\n").split('\n').map(str::to_owned).collect()),
            Value::Display(display) if display.table.is_some() => {
                let table = display.table.as_ref().expect("there is one");
                let mut row = |cells: &Vec<Value>| {
                    cells.iter().map(|cell| self.data_inside(cell, depth)).collect::<Res<Vec<_>>>()
                };
                let header = table.header.as_ref().map(&mut row).transpose()?;
                let rows = table.rows.iter().map(row).collect::<Res<Vec<_>>>()?;
                Data::Table { text: display.text.clone(), header, rows }
            }
            Value::Display(display) => Data::Picture { text: display.text.clone(), svg: display.svg.clone() },
            Value::Thing(thing) => with_stack(|| -> Res<Data> {
                let thing = thing.opened();
                Ok(Data::Thing { text: thing.display(self)?, latex: thing.latex(self), json: thing.json(self)? })
            })?,
            Value::Form(form) if form.shown_as_written => Data::Notation { text: self.notation(value)?, latex: None },
            Value::Game(_) | Value::Form(_) | Value::Ratio(_) => {
                let latex = match value {
                    Value::Ratio(q) => format!("\\frac{{{}}}{{{}}}", q.numer(), q.denom()),
                    _ => {
                        let game = self.game(value)?;
                        self.store.latex(game, &self.handle)?
                    }
                };
                Data::Notation { text: self.notation(value)?, latex: Some(latex) }
            }
            other => Data::Notation { text: self.notation(other)?, latex: None },
        })
    }

    fn sequence(&mut self, open: char, close: char, items: &[Value], depth: u32) -> Res<Data> {
        let items = items.iter().map(|v| self.data_inside(v, depth)).collect::<Res<Vec<_>>>()?;
        Ok(Data::Sequence(open, close, items))
    }
}
