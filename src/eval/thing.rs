//! Values of a kind that one engine knows: posets, graphs, periods, strategies. The language handles all of them
//! through [`Thing`]; a builtin that wants its own kind asks [`Value::thing`].
//!
//! A thing is immutable and shared. It says how it is written, what it equals, and which operators and questions it
//! answers; what it does not answer is an ordinary error that names its kind.

use super::Machine;
use crate::value::thing::Opaque;
use crate::value::{Operator, Res, Value};
use serde_json::{Value as Json, json};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::rc::Rc;

/// A value of a kind of its own.
pub trait Thing: Debug + Any {
    /// Its kind, as messages name it: `poset`, `graph`, `period`.
    fn kind(&self) -> &'static str;

    /// Whether `==` holds. Things of different kinds are never equal; ask by `other.downcast_ref()`.
    fn same(&self, other: &dyn Thing) -> bool;

    /// Whether `==` holds where that takes a computation; without an answer here [`Thing::same`] decides. Sets and maps always
    /// ask [`Thing::same`].
    fn equals(&self, _machine: &mut Machine, _other: &Value) -> Option<Res<bool>> {
        None
    }

    /// In LaTeX, for mathematics mode.
    fn latex(&self, _machine: &mut Machine) -> Option<String> {
        None
    }

    /// Whether it may stand among the options of a game, as loopy games do.
    fn is_option(&self) -> bool {
        false
    }

    /// A hash that agrees with [`Thing::same`].
    fn digest(&self) -> u64;

    /// How it stands to another number where both are numbers: numbers have an order in sets and lists that games come after.
    fn among_numbers(&self, _other: &Value) -> Option<Ordering> {
        None
    }

    /// As it is written in a program where that is possible, so that it can be read back.
    fn notation(&self, machine: &mut Machine) -> Res<String>;

    /// As it is shown alone: several lines if that helps.
    fn display(&self, machine: &mut Machine) -> Res<String> {
        self.notation(machine)
    }

    /// For programs.
    fn json(&self, machine: &mut Machine) -> Res<Json> {
        Ok(json!(self.notation(machine)?))
    }

    /// A plain value that it is equal to, which stands for it where it is handed in.
    fn plain(&self) -> Option<Value> {
        None
    }

    /// Its elements, if `for x in …`, `size(…)` and the like have a meaning.
    fn elements(&self, _machine: &mut Machine) -> Option<Res<Vec<Value>>> {
        None
    }

    /// `x in thing`; without an answer here the elements are searched.
    fn contains(&self, _machine: &mut Machine, _x: &Value) -> Option<Res<bool>> {
        None
    }

    /// `thing op other`, or `other op thing` if `reversed`. `None`: the operator has no meaning here.
    fn operate(&self, _machine: &mut Machine, _op: Operator, _other: &Value, _reversed: bool) -> Option<Res> {
        None
    }

    /// `thing[index]`.
    fn index(&self, _machine: &mut Machine, _index: &Value) -> Option<Res> {
        None
    }

    /// How it relates to another value for `<`, `<=`, `>`, `>=` and `||`; `None`: it has no order.
    fn compare(&self, _machine: &mut Machine, _other: &Value) -> Option<Res<crate::games::Relation>> {
        None
    }

    /// What `memo` keeps results under where the parameter asks for this kind: the same for all that only differ in names.
    fn class(&self, _machine: &mut Machine) -> Res<Option<Value>> {
        Ok(None)
    }

    /// Where a name stands, if it is one in this thing: a number that is the same for what isomorphisms take to one another.
    fn place_in_class(&self, _machine: &mut Machine, _name: &Value) -> Res<Option<usize>> {
        Ok(None)
    }

    /// `explain(thing)`.
    fn explain(&self, _machine: &mut Machine) -> Option<Res> {
        None
    }

    /// `thing(arguments)`.
    fn call(&self, _machine: &mut Machine, _arguments: &[Value]) -> Option<Res> {
        None
    }
}

impl dyn Thing {
    /// The thing, if it is of this type.
    pub fn downcast_ref<T: Thing>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

impl Opaque for Box<dyn Thing> {
    fn kind(&self) -> &'static str {
        (**self).kind()
    }

    fn same(&self, other: &dyn Opaque) -> bool {
        (**self).same(other.opened())
    }

    fn digest(&self) -> u64 {
        (**self).digest()
    }

    fn among_numbers(&self, other: &Value) -> Option<Ordering> {
        (**self).among_numbers(other)
    }
}

impl dyn Opaque {
    /// The thing that a value holds.
    pub(crate) fn opened(&self) -> &dyn Thing {
        let thing: &dyn Any = self;
        &**thing.downcast_ref::<Box<dyn Thing>>().expect("nothing else is put into values")
    }
}

impl Value {
    /// A thing as a value.
    pub fn of(thing: impl Thing) -> Value {
        let thing: Box<dyn Thing> = Box::new(thing);
        Value::Thing(Rc::new(Box::new(thing)))
    }

    /// The thing, if the value is one of this type.
    pub fn thing<T: Thing>(&self) -> Option<&T> {
        match self {
            Value::Thing(thing) => thing.opened().downcast_ref(),
            _ => None,
        }
    }
}
