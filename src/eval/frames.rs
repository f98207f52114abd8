//! Frames: the slots of all calls that are running, on one stack.
//!
//! In: slots by their numbers in the frame of the call on top. Out: what they hold. Touches nothing else of the machine; what opens
//! a frame closes it by going back to the mark that it got, however the call ends.

use super::Machine;
use crate::limits::{Limits, with_stack};
use crate::value::{Res, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// The slots, and where those of the call on top begin.
#[derive(Default)]
pub(super) struct Frames {
    slots: Vec<Value>,
    base: usize,
}

/// How the stack was at some moment.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    height: usize,
    base: usize,
}

impl Frames {
    #[inline]
    pub fn local(&self, slot: u32) -> &Value {
        &self.slots[self.base + slot as usize]
    }

    #[inline]
    pub fn local_mut(&mut self, slot: u32) -> &mut Value {
        &mut self.slots[self.base + slot as usize]
    }

    /// The variable of a slot, from now on shared with a function that is made here.
    pub fn share(&mut self, slot: u32) -> Value {
        let place = self.local_mut(slot);
        if !matches!(place, Value::Cell(_)) {
            *place = Value::Cell(Rc::new(RefCell::new(std::mem::replace(place, Value::Unset))));
        }
        place.clone()
    }

    #[inline]
    pub fn height(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    pub fn push(&mut self, value: Value) {
        self.slots.push(value);
    }

    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        self.slots.extend(values);
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.base = 0;
    }

    /// What was pushed from this height on.
    #[inline]
    pub fn above(&self, height: usize) -> &[Value] {
        &self.slots[height..]
    }

    /// Takes back what was pushed from this height on.
    #[inline]
    pub fn drop_above(&mut self, height: usize) {
        self.slots.truncate(height);
    }

    /// A frame of this size; what was pushed from this height on is in its first slots.
    #[inline]
    pub fn open(&mut self, height: usize, size: u32) -> Mark {
        let wanted = height + size as usize;
        if self.slots.len() < wanted {
            let missing = wanted - self.slots.len();
            self.slots.extend(std::iter::repeat_with(|| Value::Unset).take(missing));
        }
        Mark { height, base: std::mem::replace(&mut self.base, height) }
    }

    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { height: self.slots.len(), base: self.base }
    }

    /// Back to what was before: slots above are gone.
    #[inline]
    pub fn back(&mut self, to: Mark) {
        // What is nothing to drop goes without a look at its kind by the value's own code.
        while self.slots.len() > to.height && matches!(self.slots.last(), Some(Value::Int(_) | Value::Unset)) {
            std::mem::forget(self.slots.pop());
        }
        self.slots.truncate(to.height);
        self.base = to.base;
    }
}

/// The stack, and how many calls are running.
pub(super) struct Before(Mark, u32);

impl Machine {
    /// Runs code in a frame of its own, with these slots filled in.
    pub(crate) fn in_frame<T>(
        &mut self,
        size: u32,
        slots: impl IntoIterator<Item = (u32, Value)>,
        run: impl FnOnce(&mut Machine) -> Res<T>,
    ) -> Res<T> {
        self.handle.enter()?;
        let before = self.frames.open(self.frames.height(), size);
        for (slot, value) in slots {
            *self.frames.local_mut(slot) = value;
        }
        let result = with_stack(|| run(self));
        self.frames.back(before);
        self.handle.leave();
        result
    }

    pub(super) fn before(&self) -> Before {
        Before(self.frames.mark(), self.handle.depth())
    }

    /// Takes back what an error left of calls that were running.
    pub(super) fn recover(&mut self, Before(mark, depth): Before) {
        self.frames.back(mark);
        while self.handle.depth() > depth {
            self.handle.leave();
        }
    }

    /// Does something that may fail; after an error everything is as before, so that other work can follow.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
        let before = self.before();
        let result = f(self);
        if result.is_err() {
            self.recover(before);
        }
        result
    }

    /// The same with so many steps more at most; to reach that bound is an error.
    pub fn attempt_within<T>(&mut self, steps: u64, f: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
        let limits = self.handle.limits();
        let most = self.handle.steps().saturating_add(steps);
        let steps = Some(limits.steps.map_or(most, |allowed| allowed.min(most)));
        self.handle.set_limits(Limits { steps, ..limits.clone() });
        let result = self.attempt(f);
        self.handle.set_limits(limits);
        result
    }
}
