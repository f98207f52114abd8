//! A function or rule set of an answer, as the key's side has it: it stays in the process of the answer and is asked there.
//!
//! In: arguments. Out: a value as data, or what the other process says went wrong. Nothing of the answer runs here.

use super::{Places, decode_with, encode};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::value::{Fault, Res, Value};
use serde_json::{Value as Json, json};
use std::fmt;
use std::rc::Rc;

/// The way to the other process: a question as data, a reply as data, or a sentence that says why there is none.
pub type Line = Rc<dyn Fn(&Json) -> Result<Json, String>>;

/// A function that stays where it is.
pub struct Distant {
    /// The number by which the other process knows it.
    pub id: usize,
    rules: bool,
    written: String,
    line: Line,
}

impl Distant {
    /// A function as the other process has named it.
    pub fn new(rules: bool, written: &str, id: usize, line: Line) -> Distant {
        Distant { id, rules, written: written.to_owned(), line }
    }
}

impl fmt::Debug for Distant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Distant({}, {})", self.id, self.written)
    }
}

impl Thing for Distant {
    fn kind(&self) -> &'static str {
        if self.rules { "rule set" } else { "function" }
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Distant>().is_some_and(|other| other.id == self.id)
    }

    fn digest(&self) -> u64 {
        self.id as u64
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.written.clone())
    }

    fn call(&self, m: &mut Machine, arguments: &[Value]) -> Option<Res> {
        Some(self.ask(m, arguments))
    }
}

impl Distant {
    fn ask(&self, m: &mut Machine, arguments: &[Value]) -> Res {
        // A question takes as long as a long step.
        m.handle.ticks(100)?;
        let mut data = Vec::with_capacity(arguments.len());
        for argument in arguments {
            data.push(encode(m, argument)?);
        }
        let reply = (self.line)(&json!({ "call": self.id, "arguments": data }));
        m.handle.check_now()?;
        match reply {
            Ok(data) => decode_with(m, &data, Places::ByName, &self.line),
            Err(message) => Fault::new(Mistake::Foreign, message).err(),
        }
    }
}
