//! Variables: of scripts and library by their slots, those of the running call through its frame; and how often they changed.
//!
//! In: places and values. Out: what they hold. Touches names, frames and, when a variable changes that functions or rule sets
//! read, the tables, whose contents then hold no longer.

use super::Machine;
use crate::value::node::Place;
use crate::value::{Globals, Value};
use std::rc::Rc;

/// Counters that only go up.
#[derive(Default)]
pub(super) struct Changes {
    /// A variable that functions or rule sets read got another value: results kept before no longer hold.
    globals: u64,
    /// A variable shared between functions got another value.
    cells: u64,
}

impl Changes {
    pub fn cell(&mut self) {
        self.cells += 1;
    }

    /// A number that stays the same as long as results of a function hold. Both counters only go up, so that equal sums mean
    /// that neither has changed.
    pub fn now(&self, shares: bool) -> u64 {
        self.globals + if shares { self.cells } else { 0 }
    }
}

impl Machine {
    /// The names, and their values.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// The same, for who reads programs or takes back what one did.
    pub(crate) fn globals_mut(&mut self) -> &mut Globals {
        &mut self.globals
    }

    pub(super) fn slot(&mut self, place: Place) -> &mut Value {
        match place {
            Place::Local(slot) => self.frames.local_mut(slot),
            Place::Global(slot) => &mut self.globals.values[slot as usize],
        }
    }

    /// Forgets what was computed from variables that have changed: values of positions, results of `memo`.
    pub(crate) fn outdated(&mut self) {
        self.changes.globals += 1;
        self.forget_positions();
    }

    /// How often results have become outdated.
    pub(crate) fn epoch(&self) -> u64 {
        self.changes.now(false)
    }

    /// Gives a variable of the script or library its value.
    pub(crate) fn set_global(&mut self, slot: u32, value: Value) {
        let slot = slot as usize;
        let old = std::mem::replace(&mut self.globals.values[slot], value);
        if self.globals.watched[slot] && !matches!(old, Value::Unset) {
            let same = match (&old, &self.globals.values[slot]) {
                (Value::Int(x), Value::Int(y)) => x == y,
                (Value::Func(x), Value::Func(y)) => Rc::ptr_eq(x, y),
                (Value::Rules(x), Value::Rules(y)) => Rc::ptr_eq(x, y),
                _ => false,
            };
            if !same {
                self.outdated();
            }
        }
    }
}
