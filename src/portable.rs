//! Values that cross from one process to another, as plain data.
//!
//! In: a value and the machine that made it. Out: JSON that means the same to any other machine. Nothing of it is ever
//! run: a game goes as the table of its options, a position as the name of its rule set, its parameters and its value, a
//! rule set or function as its values where somebody asked for them. Bad data is an error, never a panic.
//!
//! Reading has two ways with positions ([`Places`]): by the rules of that name that the reader knows, or as the value that
//! the writer computed. So whoever calls his own rules `Nim` and names a position of them names one of the reader's Nim.

mod distant;
mod loops;
mod reading;
mod symbolic;
mod writing;

pub use distant::{Distant, Line};
use reading::{Decoder, broken};
use writing::Writer;

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::limits::with_stack;
use crate::value::{Fault, Res, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Collections are nested no deeper than this: readers of JSON refuse more than 128 levels.
const NESTED: u32 = 30;
/// Most followers of a game, and most elements of all collections together.
const MOST: usize = 200_000;

/// A value that was handed in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The value as data.
    pub data: Json,
    /// As it is written, cut, on one line.
    pub shown: String,
    /// Whether that is all of it: nothing is cut off, and no function stands in it, of which only the name is shown.
    pub shown_whole: bool,
    /// What kind of value it is.
    pub kind: String,
    /// For a rule set or function: its value for each of the parameters, or the error.
    pub rows: Vec<Result<Row, String>>,
    /// The rule of its question that it breaks, a sentence.
    pub breach: Option<String>,
    /// Whether it is the key's own, which need not be written as students write theirs; no process can say so.
    #[serde(skip)]
    pub own: Option<OwnAnswer>,
}

/// An answer of the key itself, with all that it can do.
#[derive(Clone, Debug)]
pub struct OwnAnswer(pub Value);

impl PartialEq for OwnAnswer {
    fn eq(&self, _: &OwnAnswer) -> bool {
        true
    }
}

/// The value of a rule set or function for some parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The value as data.
    pub data: Json,
    /// For a position: how many options Left and Right have.
    pub options: Option<(usize, usize)>,
    /// For a position: what its moves are, whatever it is called; nothing if that is too much.
    pub shape: Option<crate::eval::shape::Shape>,
}

/// What a position becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// A position of the rule set that has its name here; its value where there is none.
    ByName,
    /// Its value.
    ByValue,
}

/// A value as data.
pub fn encode(m: &mut Machine, value: &Value) -> Res<Json> {
    Writer { m, left: MOST, functions: None }.value(value, NESTED)
}

/// The same; functions and rule sets in it are put into the list, by their place in which they can be asked for.
pub fn encode_with(m: &mut Machine, value: &Value, functions: &mut Vec<Value>) -> Res<Json> {
    Writer { m, left: MOST, functions: Some(functions) }.value(value, NESTED)
}

/// The value that data stand for.
pub fn decode(m: &mut Machine, data: &Json, places: Places) -> Res {
    Decoder { m, places, line: None, functions: &[] }.value(data, NESTED + 2)
}

/// The same; functions in it are asked over the line.
pub fn decode_with(m: &mut Machine, data: &Json, places: Places, line: &Line) -> Res {
    Decoder { m, places, line: Some(line), functions: &[] }.value(data, NESTED + 2)
}

/// What another process asks for a function of this one: functions that went there and come back are those of the list.
pub fn decode_arguments(m: &mut Machine, data: &Json, functions: &[Value]) -> Res<Vec<Value>> {
    let mut decoder = Decoder { m, places: Places::ByName, line: None, functions };
    let Some(items) = data.as_array() else { return broken() };
    items.iter().map(|item| decoder.value(item, NESTED + 2)).collect()
}

/// How deep data are nested.
pub fn levels(data: &Json) -> usize {
    let mut deepest = 0;
    let mut open = vec![(data, 1)];
    while let Some((data, level)) = open.pop() {
        deepest = deepest.max(level);
        match data {
            Json::Array(items) => open.extend(items.iter().map(|item| (item, level + 1))),
            Json::Object(fields) => open.extend(fields.values().map(|field| (field, level + 1))),
            _ => {}
        }
    }
    deepest
}

/// Whether it is made of positions, or of moves between them.
pub fn has_positions(value: &Value) -> bool {
    let within = |items: &[Value]| with_stack(|| items.iter().any(has_positions));
    match value {
        Value::Position(_) | Value::Sum(_) | Value::Move(_) => true,
        Value::Tuple(items) | Value::List(items) => within(items),
        Value::Set(items) => items.iter().any(|key| with_stack(|| has_positions(&key.0))),
        Value::Map(entries) => {
            entries.iter().any(|(key, value)| with_stack(|| has_positions(&key.0) || has_positions(value)))
        }
        _ => false,
    }
}

fn cannot<T>(what: impl Into<String>) -> Res<T> {
    Fault::new(Mistake::HandedIn, what).err()
}
