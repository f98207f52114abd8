//! What questions about games with cycles answer besides numbers: infinity, loopy nim-values, and "unknown".

use crate::eval::{Machine, Thing};
use crate::games::Relation;
use crate::graphs::LoopyNimber;
use crate::value::{Fault, Operator, Res, Value};
use std::hash::{BuildHasher, Hash};

/// `oo`: the remoteness of a draw. Greater than every number; `oo(0, 2)` is the loopy nim-value `oo{0, 2}`.
#[derive(Debug)]
pub struct Infinity;

/// `unknown`: what cannot be proved within a bound.
#[derive(Debug)]
pub struct Unknown;

/// An infinite loopy nim-value, `oo{0, 2}`. Finite ones are nimbers.
#[derive(Debug)]
pub struct Nimber(pub LoopyNimber);

impl Nimber {
    /// A loopy nim-value as a value: finite ones become nimbers.
    pub fn value(machine: &Machine, value: LoopyNimber) -> Value {
        match value {
            LoopyNimber::Finite(n) => machine.game_value(machine.store.nimber(n)),
            infinite => Value::of(Nimber(infinite)),
        }
    }
}

impl Thing for Infinity {
    fn kind(&self) -> &'static str {
        "infinity"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Infinity>().is_some()
    }

    fn digest(&self) -> u64 {
        1
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok("oo".into())
    }

    fn compare(&self, _: &mut Machine, other: &Value) -> Option<Res<Relation>> {
        match other {
            other if other.thing::<Infinity>().is_some() => Some(Ok(Relation::Equal)),
            other if other.is_number() => Some(Ok(Relation::Greater)),
            _ => None,
        }
    }

    fn call(&self, machine: &mut Machine, arguments: &[Value]) -> Option<Res> {
        let mut set: Vec<u64> = Vec::new();
        for value in arguments {
            if let Value::Int(n) = value
                && let Ok(n) = u64::try_from(*n)
            {
                set.push(n);
                continue;
            }
            match machine.game(value).map(|game| machine.store.as_nimber(game)) {
                Ok(Some(n)) => set.push(n),
                Ok(None) => return Some(Fault::expected("nim-values", value).err()),
                Err(flow) => return Some(Err(flow)),
            }
        }
        set.sort_unstable();
        set.dedup();
        Some(Ok(Value::of(Nimber(LoopyNimber::Infinite(set)))))
    }
}

impl Thing for Unknown {
    fn kind(&self) -> &'static str {
        "unknown value"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Unknown>().is_some()
    }

    fn digest(&self) -> u64 {
        2
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok("unknown".into())
    }
}

impl Thing for Nimber {
    fn kind(&self) -> &'static str {
        "loopy nim-value"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Nimber>().is_some_and(|other| other.0 == self.0)
    }

    fn digest(&self) -> u64 {
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        self.0.hash(&mut hasher);
        std::hash::Hasher::finish(&hasher)
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(written(&self.0))
    }

    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, _reversed: bool) -> Option<Res> {
        let other = match (op, other) {
            (Operator::Neg, _) => return Some(Ok(Value::of(Nimber(self.0.clone())))),
            (Operator::Add | Operator::Sub, other) if other.is_game() || other.thing::<Nimber>().is_some() => other,
            _ => return None,
        };
        let found = machine.loopy_value(other, crate::adapters::loopy::BOUND);
        Some(match found {
            Ok(Some(value)) => Ok(Nimber::value(machine, self.0.add(&value))),
            Ok(None) => Fault::expected("a nim-value", other).err(),
            Err(flow) => Err(flow),
        })
    }
}

/// `oo{0, 2}`, `*3`.
pub fn written(value: &LoopyNimber) -> String {
    match value {
        LoopyNimber::Finite(0) => "0".into(),
        LoopyNimber::Finite(1) => "*".into(),
        LoopyNimber::Finite(n) => format!("*{n}"),
        LoopyNimber::Infinite(set) if set.is_empty() => "oo{}".into(),
        LoopyNimber::Infinite(set) => {
            let set: Vec<String> = set.iter().map(u64::to_string).collect();
            format!("oo{{{}}}", set.join(", "))
        }
    }
}
