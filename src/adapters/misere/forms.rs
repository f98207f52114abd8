//! Canonical forms in misère play as values, of any impartial position, and the genus as a value.
//!
//! In: positions, sums, literals, or forms. Out: a [`MisereForm`], which knows its store. The forms of a machine are in one
//! store, forgotten with what is known of positions; a form that a program still has then is taken over into the new one.

use crate::diagnostics::Mistake;
use crate::eval::multitude::Multitude;
use crate::eval::{Genus, Machine, Thing};
use crate::misere::{Form, Forms, NameError};
use crate::value::key::Key;
use crate::value::{Fault, Operator, Res, Value};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::rc::Rc;

/// A store that forms share.
pub type Store = Rc<RefCell<Forms>>;

/// The canonical form of an impartial game in misère play.
#[derive(Clone)]
pub struct MisereForm {
    store: Store,
    form: Form,
}

impl std::fmt::Debug for MisereForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.form.fmt(f)
    }
}

/// What is known of forms: the store, the forms of positions, and genera.
#[derive(Default)]
struct Known {
    store: Store,
    positions: FxHashMap<Key, Form>,
    genera: FxHashMap<Form, Rc<Genus>>,
}

/// Most copies of a form that are added up one by one.
const MOST_COPIES: u64 = 1000;

impl Machine {
    /// The store of this machine.
    pub fn misere_store(&mut self) -> Store {
        Rc::clone(&self.facts().of::<Known>().store)
    }

    /// A form of the machine's store as a value.
    pub fn misere_form_value(&mut self, form: Form) -> Value {
        Value::of(MisereForm { store: self.misere_store(), form })
    }

    /// The canonical form of a game in misère play, in the machine's store; of a form, itself.
    pub fn misere_form(&mut self, value: &Value) -> Res<Form> {
        let store = self.misere_store();
        if let Some(known) = value.thing::<MisereForm>() {
            if Rc::ptr_eq(&known.store, &store) {
                return Ok(known.form);
            }
            return Ok(store.borrow_mut().import(&known.store.borrow(), known.form, &self.handle)?);
        }
        if value.thing::<Multitude>().is_some() {
            return Fault::new(Mistake::TooLarge, "the canonical form of a sum of so many positions is not worked out")
                .note("A misère quotient knows its outcome: see `misere_quotient`.")
                .err();
        }
        self.check_game_argument(value)?;
        let components = self.play_components(value)?;
        let mut missing = Vec::new();
        for component in &components {
            let key = self.played_key(component)?;
            if !self.facts().of::<Known>().positions.contains_key(&key) {
                missing.push(component.clone());
            }
        }
        if !missing.is_empty() {
            let reached =
                self.reached(&missing, Some("canonical forms in misère play are those of impartial games"))?;
            let mut forms: Vec<Form> = Vec::with_capacity(reached.positions.len());
            for options in &reached.left {
                let mut found = Vec::with_capacity(options.len());
                for option in options {
                    let mut sum = store.borrow().zero();
                    for &part in option {
                        sum = store.borrow_mut().sum(sum, forms[part], &self.handle)?;
                    }
                    found.push(sum);
                }
                forms.push(store.borrow_mut().form(found, &self.handle)?);
                if forms.len() % 64 == 63 {
                    let (done, all) = (forms.len() as u64, reached.positions.len() as u64);
                    self.handle.progress("misère canonical forms: positions", done, Some(all));
                }
            }
            let known = &mut self.facts().of::<Known>().positions;
            known.extend(reached.places.into_iter().map(|(key, place)| (key, forms[place])));
        }
        let mut sum = store.borrow().zero();
        for component in &components {
            let key = self.played_key(component)?;
            let form = self.facts().of::<Known>().positions.get(&key).copied();
            let form = form.expect("it has been worked out above");
            sum = store.borrow_mut().sum(sum, form, &self.handle)?;
        }
        Ok(sum)
    }

    /// The form with a name such as `*[2#0]`.
    pub fn misere_form_named(&mut self, text: &str) -> Res<Form> {
        let named = self.misere_store().borrow_mut().named(text, &self.handle);
        match named {
            Ok(form) => Ok(form),
            Err(NameError::Stop(stop)) => Err(stop.into()),
            Err(unexpected) => Fault::new(Mistake::Unreadable, format!("this is no name of a misère form: {unexpected}"))
                .note("A name is `*[…]` around options: digits and `(10)` are heaps of Nim, `2#` is the game whose only option is the heap of 2, `2_2` a sum, `[2#0]` a game among the options.")
                .err(),
        }
    }

    /// The genus of anything impartial, of a form too.
    pub fn genus_of(&mut self, value: &Value) -> Res<Rc<Genus>> {
        if value.thing::<MisereForm>().is_none() {
            if (value.is_game() || value.thing::<Multitude>().is_some())
                && let Some(genus) = self.nim_genus(value)?
            {
                return Ok(Rc::new(genus));
            }
            self.check_game_argument(value)?;
            return self.genus(value);
        }
        let form = self.misere_form(value)?;
        let store = self.misere_store();
        let mut stack = vec![form];
        while let Some(&next) = stack.last() {
            self.handle.tick()?;
            let options = store.borrow().options(next).to_vec();
            let known = &mut self.facts().of::<Known>().genera;
            let missing: Vec<Form> = options.iter().copied().filter(|option| !known.contains_key(option)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let genera: Vec<Rc<Genus>> = options.iter().filter_map(|option| known.get(option).cloned()).collect();
            let genus = Rc::new(Genus::of_options(&genera, &self.handle)?);
            self.facts().of::<Known>().genera.insert(next, genus);
            stack.pop();
        }
        Ok(Rc::clone(&self.facts().of::<Known>().genera[&form]))
    }
}

impl MisereForm {
    fn name(&self, machine: &Machine) -> Res<String> {
        let mut store = self.store.borrow_mut();
        let name = store.name(self.form, &machine.handle)?;
        Ok(name.unwrap_or_else(|| {
            let (day, options) = (store.birthday(self.form), store.options(self.form).len());
            format!("a misère form born on day {day} with {options} options")
        }))
    }

    /// This form so many times.
    fn copies(&self, machine: &mut Machine, n: &Value) -> Option<Res> {
        let n = n.as_integer()?;
        let Some(copies) = n.to_u64().filter(|&n| n <= MOST_COPIES) else {
            let what = format!("a misère form is added up between 0 and {MOST_COPIES} times, not {n} times");
            return Some(Fault::new(Mistake::TooLarge, what).err());
        };
        Some((|| {
            let form = machine.misere_form(&Value::of(self.clone()))?;
            let store = machine.misere_store();
            let mut sum = store.borrow().zero();
            for _ in 0..copies {
                sum = store.borrow_mut().sum(sum, form, &machine.handle)?;
            }
            Ok(machine.misere_form_value(sum))
        })())
    }
}

impl Thing for MisereForm {
    fn kind(&self) -> &'static str {
        "misère form"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<MisereForm>().is_some_and(|other| {
            if Rc::ptr_eq(&self.store, &other.store) {
                return self.form == other.form;
            }
            self.store.borrow().is_same(self.form, &other.store.borrow(), other.form)
        })
    }

    fn digest(&self) -> u64 {
        self.store.borrow().digest(self.form)
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        self.name(machine)
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        let name = self.store.borrow_mut().name(self.form, &crate::limits::Handle::default()).ok()??;
        // Signs and sums after a term are subscripts, as the book prints them.
        let (mut text, mut below) = (String::new(), false);
        let mut signs = name.trim_start_matches('*').chars().peekable();
        while let Some(sign) = signs.next() {
            if matches!(sign, '#' | '_') {
                text.push_str(if below { "" } else { "_{" });
                below = true;
                match sign {
                    '#' => text.push_str("\\#"),
                    _ => {
                        let number = |c: &char| c.is_ascii_digit() || *c == '(' || *c == ')';
                        let first = signs.next_if(number).unwrap_or_default();
                        text.push(first);
                        if first == '(' {
                            text.push_str(&std::iter::from_fn(|| signs.next_if(number)).collect::<String>());
                        }
                    }
                }
                continue;
            }
            text.push_str(if below { "}" } else { "" });
            below = false;
            text.push(sign);
        }
        text.push_str(if below { "}" } else { "" });
        Some(format!("{{*}}{text}"))
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let text = self.name(machine)?;
        let genus = machine.genus_of(&Value::of(self.clone()))?.to_string();
        let store = self.store.borrow();
        let options = store.options(self.form).len();
        Ok(json!({ "text": text, "birthday": store.birthday(self.form), "options": options, "genus": genus }))
    }

    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, _reversed: bool) -> Option<Res> {
        match op {
            Operator::Mul => self.copies(machine, other),
            Operator::Add if other.is_game() || other.thing::<MisereForm>().is_some() => Some((|| {
                let form = machine.misere_form(&Value::of(self.clone()))?;
                let other = machine.misere_form(other)?;
                let sum = machine.misere_store().borrow_mut().sum(form, other, &machine.handle)?;
                Ok(machine.misere_form_value(sum))
            })()),
            _ => None,
        }
    }
}

/// A genus among the values.
#[derive(Debug)]
pub struct GenusValue(pub Rc<Genus>);

impl Thing for GenusValue {
    fn kind(&self) -> &'static str {
        "genus"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<GenusValue>().is_some_and(|other| other.0 == self.0)
    }

    fn equals(&self, _: &mut Machine, other: &Value) -> Option<Res<bool>> {
        match other {
            Value::Str(text) => Some(Ok(***text == *self.0.to_string())),
            _ => None,
        }
    }

    fn digest(&self) -> u64 {
        self.0.values.iter().fold(self.0.normal, |sum, &value| sum.rotate_left(7) ^ value)
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.0.to_string())
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        let (base, exponents) = self.0.to_string().split_once("^(").map(|(b, e)| (b.to_owned(), e.to_owned()))?;
        Some(format!("{base}^{{{}}}", exponents.trim_end_matches(')')))
    }

    fn json(&self, _: &mut Machine) -> Res<Json> {
        Ok(json!({ "text": self.0.to_string(), "base": self.0.normal, "exponents": self.0.values }))
    }

    fn plain(&self) -> Option<Value> {
        Some(Value::text(self.0.to_string()))
    }

    fn index(&self, _: &mut Machine, index: &Value) -> Option<Res> {
        let n = index.as_integer()?;
        if n.sign() == num_bigint::Sign::Minus {
            return Some(Fault::new(Mistake::NoElement, format!("a genus has exponents from 0 on, not at {n}")).err());
        }
        // They alternate from the last two on.
        let last = self.0.values.len() - 1;
        let at = n.to_usize().filter(|&n| n <= last);
        let odd = (&n - last).bit(0);
        Some(Ok(self.0.values[at.unwrap_or(last - usize::from(odd))].into()))
    }
}
