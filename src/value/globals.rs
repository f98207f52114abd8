//! Which names exist at the top, and where their values are kept.

use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The variables of scripts and of the library: a slot each, and names in two layers.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// The library's names.
    pub library: FxHashMap<Rc<str>, u32>,
    /// The user's names, which hide the library's.
    pub user: FxHashMap<Rc<str>, u32>,
    /// Values by slot.
    pub values: Vec<Value>,
    /// Names by slot, for messages.
    pub names: Vec<Rc<str>>,
    /// By slot, whether a function or rule set reads it: what was computed with its old value is forgotten when it
    /// changes.
    pub watched: Vec<bool>,
    /// Names that the user's posets and graphs have as labels: outside their braces they stand in quotes.
    pub labels: FxHashSet<Rc<str>>,
}

impl Globals {
    /// A new slot without a value.
    pub(crate) fn slot(&mut self, name: &Rc<str>) -> u32 {
        self.values.push(Value::Unset);
        self.watched.push(false);
        self.names.push(Rc::clone(name));
        u32::try_from(self.values.len() - 1).expect("fewer than 2^32 variables")
    }

    /// The slot that a name means.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.user.get(name).or_else(|| self.library.get(name)).copied()
    }

    /// Binds a name in the user's layer.
    pub(crate) fn set_user(&mut self, name: &str, value: Value) {
        let name: Rc<str> = name.into();
        let slot = match self.user.get(&name) {
            Some(&slot) => slot,
            None => {
                let slot = self.slot(&name);
                self.user.insert(name, slot);
                slot
            }
        };
        self.values[slot as usize] = value;
    }

    /// Binds a name in the library's layer.
    pub(crate) fn set_library(&mut self, name: &str, value: Value) {
        let name: Rc<str> = name.into();
        let slot = self.slot(&name);
        self.library.insert(name, slot);
        self.values[slot as usize] = value;
    }

    /// Takes names that never got a value out of the user's layer, where they would hide the library's.
    pub(crate) fn forget_unset(&mut self) {
        let Globals { library, user, values, .. } = self;
        user.retain(|name, slot| !matches!(values[*slot as usize], Value::Unset) || !library.contains_key(name));
    }

    /// The value that a name has.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.find(name).map(|slot| &self.values[slot as usize]).filter(|value| !matches!(value, Value::Unset))
    }
}
