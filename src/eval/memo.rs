//! `memo`: results are kept under the arguments, and under posets up to isomorphism where a parameter says `P: poset`.
//!
//! In: a function that says `memo`, its arguments on the stack. Out: its result, computed once. A result may name elements:
//! `memo h(P: poset) = minimal(P)`. It is kept with the names in it and the places in the class where they stand, numbers that
//! go with the isomorphism between two posets of a class. For another poset with the same names at the same places the
//! isomorphism moves none of them, so it has the same result; for all others the function is called again. Names in the
//! other arguments count likewise. What may hide names (texts, functions, positions) holds for equal posets only.
//!
//! A function that computes with names, such as `sum(P)`, has no one result for a class. That cannot be seen from outside, but
//! is found out as a rule: each of the first results is computed again where another poset of its class is first met.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::source::Span;
use crate::value::key::Key;
use crate::value::node::Proto;
use crate::value::{Closure, Fault, Kept, KeptForClass, NamePlace, Res, Value};
use std::rc::Rc;

/// Results that are compared with those for other posets of their class.
const COMPARED: usize = 32;

impl Machine {
    /// A call of a function that says `memo`, with the arguments from `base` on.
    #[inline(never)]
    pub(super) fn invoke_memo(&mut self, closure: &Rc<Closure>, base: usize, span: Span) -> Res {
        let arguments = self.frames.above(base);
        let now = self.changes.now(!closure.captured.is_empty());
        if closure.kept.borrow().since != now {
            *closure.kept.borrow_mut() = Kept { since: now, ..Kept::default() };
        }
        if may_have_classes(&closure.proto, arguments) {
            return self.invoke_for_class(closure, base, span);
        }
        let key = match arguments {
            [one] => {
                let one = one.clone();
                self.played(&one)
            }
            all => {
                let all = all.to_vec();
                all.iter().map(|value| self.played(value)).collect::<Res<_>>().map(Value::tuple)
            }
        };
        let key = Key(key.map_err(|flow| flow.at(span))?);
        if let Some(value) = closure.kept.borrow().results.get(&key) {
            self.frames.drop_above(base);
            return Ok(value.clone());
        }
        let value = self.invoke_body(closure, base, span)?;
        let mut kept = closure.kept.borrow_mut();
        if kept.since == now {
            kept.results.insert(key, value.clone());
        }
        Ok(value)
    }

    /// The same where an argument is taken up to isomorphism.
    fn invoke_for_class(&mut self, closure: &Rc<Closure>, base: usize, span: Span) -> Res {
        let arguments = self.frames.above(base).to_vec();
        let (key, posets) = self.class_key(&closure.proto, &arguments).map_err(|flow| flow.at(span))?;
        let since = closure.kept.borrow().since;
        let known = closure.kept.borrow().classes.get(&key).cloned().unwrap_or_default();
        let mut doubtful = None;
        for (i, known) in known.iter().enumerate() {
            if self.holds_for(known, &posets).map_err(|flow| flow.at(span))? {
                let seen = known.made_for.as_ref().is_none_or(|made_for| same(made_for, &posets));
                if seen {
                    self.frames.drop_above(base);
                    return Ok(known.value.clone());
                }
                doubtful = Some(i);
                break;
            }
        }
        let value = self.invoke_body(closure, base, span)?;
        let entry = match doubtful {
            Some(i) => {
                self.confirm(closure, &known[i], (&value, &posets)).map_err(|flow| flow.at(span))?;
                KeptForClass { value: value.clone(), names: Box::default(), hides: false, made_for: None }
            }
            None => {
                let mut names = Vec::new();
                let open = self.names_in(&value, &posets, true, &mut names).map_err(|flow| flow.at(span))?;
                let few = closure.kept.borrow().classes.len() < COMPARED;
                let made_for = (!open || few && names.is_empty()).then(|| posets.into());
                KeptForClass { value: value.clone(), names: names.into(), hides: !open, made_for }
            }
        };
        let mut kept = closure.kept.borrow_mut();
        if kept.since == since {
            let entries = kept.classes.entry(key).or_default();
            match doubtful.and_then(|i| entries.get_mut(i)) {
                Some(confirmed) => *confirmed = Rc::new(entry),
                None => entries.push(Rc::new(entry)),
            }
        }
        drop(kept);
        Ok(value)
    }

    /// What a result is kept under: classes, and other arguments with the places of the names in them. Also the arguments that
    /// are taken up to isomorphism.
    fn class_key(&mut self, proto: &Proto, arguments: &[Value]) -> Res<(Key, Vec<Value>)> {
        let (mut key, mut posets, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (i, argument) in arguments.iter().enumerate() {
            match argument {
                Value::Thing(thing) if proto.params.get(i).is_some_and(|p| p.kind.is_some()) => {
                    if let Some(class) = thing.opened().class(self)? {
                        key.push(class);
                        posets.push(argument.clone());
                        continue;
                    }
                }
                _ => {}
            }
            let other = self.played(argument)?;
            key.push(other.clone());
            others.push(other);
        }
        let (mut places, mut open) = (Vec::new(), true);
        for other in &others {
            open &= self.names_in(other, &posets, false, &mut places)?;
        }
        for place in places {
            let at = |place: &Option<usize>| place.map_or(Value::Nothing, |i| Value::Int(i.cast_signed() as i64));
            key.push(Value::list(place.places.iter().map(at).collect()));
        }
        if !open {
            key.extend(posets.iter().cloned());
        }
        Ok((Key(Value::tuple(key)), posets))
    }

    /// Whether a kept result is that of these posets, too.
    fn holds_for(&mut self, known: &KeptForClass, posets: &[Value]) -> Res<bool> {
        if known.hides {
            return Ok(known.made_for.as_ref().is_some_and(|made_for| same(made_for, posets)));
        }
        for NamePlace { name, places } in &known.names {
            if self.places_of(name, posets)? != *places {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The error, if a result differs from what is known for another poset of the class.
    fn confirm(&mut self, closure: &Closure, known: &KeptForClass, (value, posets): (&Value, &[Value])) -> Res<()> {
        if self.played_key(&known.value)? == self.played_key(value)? {
            return Ok(());
        }
        let name = &closure.proto.name;
        let mut shown = Vec::new();
        for value in [&known.made_for.as_ref().expect("asked for")[0], &posets[0], &known.value, value] {
            shown.push(self.briefly(value).unwrap_or_else(|| "a long value".into()));
        }
        Fault::new(Mistake::Arguments, format!("`{name}` depends on more than the class of its poset"))
            .note(format!("It gives {} for {}, and {} for {}, which is isomorphic.", shown[2], shown[0], shown[3], shown[1]))
            .note("`memo` with a parameter `P: poset` keeps one result for all posets that differ in names only; write `P` alone, and results are kept for each poset.")
            .err()
    }

    /// Finds the names of elements in a value, and where they stand. Out: whether there can be no others. A text that was `made` by
    /// the function may be made of names.
    fn names_in(&mut self, value: &Value, posets: &[Value], made: bool, found: &mut Vec<NamePlace>) -> Res<bool> {
        self.handle.tick()?;
        let places = self.places_of(value, posets)?;
        let named = places.iter().any(Option::is_some);
        if named {
            found.push(NamePlace { name: value.clone(), places });
        }
        let inner: Vec<Value> = match value {
            Value::Nothing | Value::Unset | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Ratio(_) => {
                return Ok(true);
            }
            Value::Game(_) | Value::Form(_) | Value::Player(_) | Value::Outcome(_) | Value::Native(_) => {
                return Ok(true);
            }
            Value::Str(_) => return Ok(named || !made),
            Value::Tuple(items) | Value::List(items) => items.to_vec(),
            Value::Set(items) => items.iter().map(|key| key.0.clone()).collect(),
            Value::Map(entries) => entries.iter().flat_map(|(key, value)| [key.0.clone(), value.clone()]).collect(),
            Value::Thing(thing) if thing.opened().class(self)?.is_some() => match thing.opened().elements(self) {
                Some(elements) => elements?,
                None => return Ok(false),
            },
            _ => return Ok(named),
        };
        let mut open = true;
        for value in inner {
            open &= with_stack(|| self.names_in(&value, posets, made, found))?;
        }
        Ok(open)
    }

    /// Where a value stands as a name in each of the posets.
    fn places_of(&mut self, name: &Value, posets: &[Value]) -> Res<Box<[Option<usize>]>> {
        posets
            .iter()
            .map(|poset| match poset {
                Value::Thing(thing) => thing.opened().place_in_class(self, name),
                _ => Ok(None),
            })
            .collect()
    }
}

/// Whether an argument may be taken up to isomorphism.
fn may_have_classes(proto: &Proto, arguments: &[Value]) -> bool {
    let asked = |i: usize| proto.params.get(i).is_some_and(|p| p.kind.is_some());
    arguments.iter().enumerate().any(|(i, argument)| matches!(argument, Value::Thing(_)) && asked(i))
}

fn same(some: &[Value], others: &[Value]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(x, y)| Key(x.clone()) == Key(y.clone()))
}
