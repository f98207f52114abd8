//! A function after another: what variants of rule sets are.
//!
//! In: two values that are called. Out: a value that is called with whatever arguments the first takes, of any number and by their names,
//! and hands what that gives to the second.

use super::{Machine, Thing};
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::source::Span;
use crate::value::{Fault, Res, Value, key};

/// So many functions stand in one: calls and comparisons go through all of them.
const MOST: usize = 200;

/// `second` of what `first` gives.
#[derive(Debug)]
pub struct Composed {
    /// What is given to the other.
    pub first: Value,
    /// What is made of it.
    pub second: Value,
    /// How many others stand in it.
    size: usize,
}

impl Composed {
    /// Both as one function, unless these are too many.
    pub fn of(first: Value, second: Value) -> Res {
        let inside = |value: &Value| value.thing::<Composed>().map_or(1, |inside| inside.size);
        let size = inside(&first) + inside(&second);
        if size > MOST {
            return Fault::new(Mistake::TooLarge, format!("`compose` makes one of at most {MOST} functions")).err();
        }
        Ok(Value::of(Composed { first, second, size }))
    }
}

impl Thing for Composed {
    fn kind(&self) -> &'static str {
        "function"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other
            .downcast_ref::<Composed>()
            .is_some_and(|other| key::same(&self.first, &other.first) && key::same(&self.second, &other.second))
    }

    fn digest(&self) -> u64 {
        7
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        Ok(format!("compose({}, {})", machine.notation(&self.second)?, machine.notation(&self.first)?))
    }

    fn call(&self, machine: &mut Machine, arguments: &[Value]) -> Option<Res> {
        Some(with_stack(|| {
            machine.handle.tick()?;
            let given = machine.apply(&self.first, arguments.to_vec(), Span::default())?;
            machine.apply(&self.second, vec![given], Span::default())
        }))
    }
}

impl Value {
    /// Whether it is called: a function or a rule set.
    pub(crate) fn is_called(&self) -> bool {
        matches!(self, Value::Func(_) | Value::Native(_) | Value::Rules(_)) || self.thing::<Composed>().is_some()
    }
}
