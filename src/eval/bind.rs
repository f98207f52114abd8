//! Binding values to variables, and going through the elements of a value.
//!
//! In: what stands left of `=` or `for`, and a value. Out: changed variables, or elements one after the other. Touches frames and
//! variables.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::limits::{Handle, Stop};
use crate::source::Span;
use crate::value::key::{Key, sorted, sorted_entries};
use crate::value::node::{Bind, Place};
use crate::value::{Fault, Flow, Res, Value};
use std::rc::Rc;

/// Bytes of a pair of values besides its place in a list, and of a text of one character.
pub(crate) const PAIR: usize = 88;
const CHARACTER: usize = 40;

impl Machine {
    /// Assigns, through a shared variable if the slot holds one.
    pub(super) fn assign(&mut self, bind: &Bind, value: Value) -> Res<()> {
        self.bind(bind, value, false)
    }

    /// Binds in a new round of a loop or a new call: functions made in earlier rounds keep their own variable.
    pub(crate) fn bind_new(&mut self, bind: &Bind, value: Value) -> Res<()> {
        self.bind(bind, value, true)
    }

    fn bind(&mut self, bind: &Bind, value: Value, fresh: bool) -> Res<()> {
        match bind {
            Bind::Place(Place::Global(slot)) => {
                self.set_global(*slot, value);
                Ok(())
            }
            Bind::Place(place) => {
                match self.slot(*place) {
                    Value::Cell(cell) if !fresh => {
                        let old = cell.replace(value);
                        if !matches!(old, Value::Unset) {
                            self.changes.cell();
                        }
                    }
                    slot => *slot = value,
                }
                Ok(())
            }
            Bind::Discard => Ok(()),
            Bind::Tuple(parts, span) => {
                let items = match &value {
                    Value::Tuple(items) | Value::List(items) => Rc::clone(items),
                    other => {
                        let message = format!("expected a tuple of {}, found {}", parts.len(), self.described(other));
                        return Fault::new(Mistake::Pattern, message).at(*span).err();
                    }
                };
                if items.len() != parts.len() {
                    let message = format!("expected {} values, found {}", parts.len(), items.len());
                    let shown = self.briefly(&value);
                    let fault = Fault::new(Mistake::Pattern, message).at(*span);
                    return shown.map_or(fault.clone(), |shown| fault.label(format!("the value is {shown}"))).err();
                }
                for (part, item) in parts.iter().zip(items.iter()) {
                    if let (Bind::Place(Place::Local(slot)), Value::Int(n), true) = (part, item, fresh) {
                        *self.frames.local_mut(*slot) = Value::Int(*n);
                        continue;
                    }
                    self.bind(part, item.clone(), fresh)?;
                }
                Ok(())
            }
        }
    }

    /// Calls `f` with each element of a value, in order.
    pub fn each(&mut self, values: &Value, span: Span, f: &mut dyn FnMut(&mut Machine, Value) -> Res<()>) -> Res<()> {
        let at = |stop: Stop| Box::<Flow>::from(stop).at(span);
        match values {
            Value::Range(ends) => {
                for i in ends.0..=ends.1 {
                    self.handle.tick().map_err(at)?;
                    f(self, Value::Int(i))?;
                }
                Ok(())
            }
            Value::List(items) | Value::Tuple(items) => {
                for item in items.iter() {
                    self.handle.tick().map_err(at)?;
                    f(self, item.clone())?;
                }
                Ok(())
            }
            other => {
                for item in self.elements(other).map_err(|flow| flow.at(span))? {
                    self.handle.tick().map_err(at)?;
                    f(self, item)?;
                }
                Ok(())
            }
        }
    }

    /// The elements of a finite collection.
    pub fn elements(&mut self, values: &Value) -> Res<Vec<Value>> {
        match values {
            Value::List(items) | Value::Tuple(items) => {
                // A list that grows by `append` is copied again and again: steps must see that.
                self.handle.afford(items.len() * size_of::<Value>())?;
                Ok(items.to_vec())
            }
            Value::Set(items) => Ok(sorted(items, &self.store, &self.handle)?),
            Value::Map(entries) => {
                self.handle.reserve(entries.len() * (size_of::<Value>() + PAIR))?;
                let mut pairs = Vec::with_capacity(entries.len());
                for (key, value) in sorted_entries(entries, &self.store, &self.handle)? {
                    self.handle.tick()?;
                    pairs.push(Value::tuple(vec![key, value]));
                }
                Ok(pairs)
            }
            Value::Range(ends) if ends.1 == i64::MAX => {
                Fault::new(Mistake::Endless, "this needs all elements, and an endless range has no last one")
                    .note("Give it an end: `1..100`.")
                    .err()
            }
            Value::Range(ends) => {
                let count = usize::try_from(ends.1.saturating_sub(ends.0).saturating_add(1)).unwrap_or(0);
                self.handle.reserve(count.saturating_mul(size_of::<Value>()))?;
                let mut items = Vec::new();
                // Without a bound on memory this can be more than there is.
                if items.try_reserve_exact(count).is_err() {
                    return Fault::new(Mistake::TooLarge, "a range with more elements than memory can hold").err();
                }
                for i in ends.0..=ends.1 {
                    self.handle.tick()?;
                    items.push(Value::Int(i));
                }
                Ok(items)
            }
            Value::Str(text) => {
                let count = crate::value::text::characters(&self.handle, text)?;
                self.handle.reserve(count.saturating_mul(size_of::<Value>() + CHARACTER))?;
                let mut items = Vec::with_capacity(count);
                for c in text.chars() {
                    self.handle.tick()?;
                    items.push(Value::text(&*c.encode_utf8(&mut [0; 4])));
                }
                Ok(items)
            }
            Value::Grid(grid) => {
                self.handle.reserve(grid.symbols().len() * (size_of::<Value>() + PAIR))?;
                let mut items = Vec::with_capacity(grid.symbols().len());
                for (r, c) in grid.cells() {
                    self.handle.tick()?;
                    items.push(crate::value::grid::cell_value(r, c));
                }
                Ok(items)
            }
            Value::Thing(thing) if let Some(elements) = thing.opened().elements(self) => elements,
            other => {
                let fault =
                    Fault::new(Mistake::NoElements, format!("{} has no elements to go through", other.a_kind()));
                let fault = match other {
                    Value::Int(n) => fault.note(format!("Did you mean the range `1..{n}`?")),
                    _ => fault.note("`for … in` goes through lists, sets, tuples, ranges, maps, strings and grids."),
                };
                fault.err()
            }
        }
    }
}

/// Puts `value` at `keys` of a nested collection, copying only what others hold too.
pub(super) fn replace_at(root: &mut Value, keys: &[Value], value: Value, handle: &Handle) -> Res<()> {
    let Some((key, rest)) = keys.split_first() else {
        *root = value;
        return Ok(());
    };
    match root {
        Value::List(items) => {
            let index = super::ops::position_in(key, items.len(), "list")?;
            if Rc::strong_count(items) > 1 {
                handle.afford(items.len() * size_of::<Value>())?;
            }
            let items = Rc::make_mut(items);
            replace_at(&mut items.0[index], rest, value, handle)
        }
        Value::Map(entries) => {
            if Rc::strong_count(entries) > 1 {
                handle.afford(entries.len() * 4 * size_of::<Value>())?;
            }
            let entries = Rc::make_mut(entries);
            if rest.is_empty() {
                entries.insert(Key(key.clone()), value);
                return Ok(());
            }
            match entries.get_mut(&Key(key.clone())) {
                Some(inner) => replace_at(inner, rest, value, handle),
                None => {
                    Fault::new(Mistake::NoElement, format!("the map has no key{}", crate::value::fault::plainly(key)))
                        .err()
                }
            }
        }
        Value::Grid(grid) if rest.is_empty() => {
            let (row, column) = crate::value::grid::cell(key)?;
            let symbol = crate::value::grid::symbol(&value)?;
            handle.afford(grid.symbols().len())?;
            let mut changed = (**grid).clone();
            if !changed.put(row, column, symbol) {
                return Fault::new(Mistake::NoElement, format!("the grid has no cell ({row}, {column})")).err();
            }
            *grid = Rc::new(changed);
            Ok(())
        }
        Value::Tuple(_) => {
            Fault::new(Mistake::NoElements, "a tuple does not change").note("Use a list: `[a, b]`.").err()
        }
        Value::Unset => Fault::new(Mistake::Unset, "this variable has no value yet").err(),
        Value::Cell(cell) => replace_at(&mut cell.borrow_mut(), keys, value, handle),
        other => Fault::new(Mistake::NoElements, format!("{} has no elements to replace", other.a_kind())).err(),
    }
}
