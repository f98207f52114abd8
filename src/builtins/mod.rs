//! Native functions: documentation, signature and body together, one file a subject.
//!
//! [`subjects`] is the one list of them; completion, `?name`, `sprague doc`, the manual and the tests all read it.

pub mod boards;
pub mod calculus;
pub mod certificates;
pub mod collections;
mod coq;
pub mod form;
pub mod functions;
pub mod graphs;
pub mod heaps;
pub mod lattices;
pub mod loopy;
pub mod misere;
pub mod nim;
pub mod nim_field;
pub mod numbers;
pub mod once;
pub mod output;
pub mod pictures;
pub mod play;
pub mod posets;
pub mod scores;
pub mod semilinear;
pub mod text;
pub mod tree;
pub mod turning;
pub mod universes;
pub mod values;

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::files::Files;
use crate::value::{Convention, Fault, Method, Res, Under, Value};
use num_bigint::{BigInt, Sign};
use std::rc::Rc;

/// All native functions by subject, in the order of the manual.
pub fn subjects() -> Vec<(&'static str, &'static [Native])> {
    vec![
        ("Values of games", values::ALL),
        ("The calculus of values", calculus::ALL),
        ("Loopy games", loopy::ALL),
        ("Forms", form::ALL),
        ("Sums and products of forms", tree::ALL),
        ("Positions and play", play::ALL),
        ("Games for points", scores::ALL),
        ("Certificates", certificates::ALL),
        ("Impartial games", nim::ALL),
        ("The field of nimbers", nim_field::ALL),
        ("Take-and-break games", heaps::ALL),
        ("Coin-turning games", turning::ALL),
        ("Misère quotients", misere::ALL),
        ("Canonical forms in misère play", misere::forms::ALL),
        ("Comparison in universes", universes::ALL),
        ("Lattice games", lattices::ALL),
        ("Posets", posets::ALL),
        ("Semilinear sets and generating functions", semilinear::ALL),
        ("Boards", boards::ALL),
        ("Graphs", graphs::ALL),
        ("Numbers", numbers::ALL),
        ("Collections", collections::ALL),
        ("Text", text::ALL),
        ("Pictures and tables", pictures::ALL),
        ("Functions", functions::ALL),
        ("Output", output::ALL),
    ]
}

/// Every native function.
pub fn all() -> impl Iterator<Item = (&'static str, &'static Native)> {
    subjects().into_iter().flat_map(|(subject, natives)| natives.iter().map(move |native| (subject, native)))
}

/// The argument, unless it was left out.
pub fn given(value: &Value) -> Option<&Value> {
    (!matches!(value, Value::Unset | Value::Nothing)).then_some(value)
}

/// The convention that `misere = true` asks for; the word `misere` says the same.
pub fn convention(value: &Value) -> Res<Convention> {
    match given(value) {
        None | Some(Value::Bool(false)) => Ok(Convention::Normal),
        Some(Value::Bool(true)) => Ok(Convention::Misere),
        Some(Value::Str(word)) if &***word == "misere" => Ok(Convention::Misere),
        Some(other) => Fault::expected("true or false as `misere`", other).err(),
    }
}

/// The same with a bound on how many positions may be explored.
pub fn under(bound: &Value, misere: &Value) -> Res<Under> {
    Ok(Under { convention: convention(misere)?, bound: play::bound(bound)?, method: Method::Either })
}

/// The same with `method = "value"` or `"search"`.
pub fn under_by(bound: &Value, misere: &Value, method: &Value) -> Res<Under> {
    let under = under(bound, misere)?;
    let method = match given(method) {
        None => Method::Either,
        Some(Value::Str(word)) if &***word == "value" => Method::Value,
        Some(Value::Str(word)) if &***word == "search" => Method::Search,
        Some(other) => return Fault::expected("\"value\" or \"search\" as the method", other).err(),
    };
    if method != Method::Either && under.is_misere() {
        return Fault::new(Mistake::Arguments, "misère play goes neither by values nor by this search")
            .note("Leave `method` out: who wins misère play is found by quotients and by the positions.")
            .err();
    }
    Ok(Under { method, ..under })
}

/// What is wanted, and of which argument if the function has several.
fn wanted(kind: &str, what: &str) -> String {
    if what == "the number" { kind.to_string() } else { format!("{kind} as {what}") }
}

/// An integer argument.
pub fn integer(value: &Value, what: &str) -> Res<BigInt> {
    match value.as_integer() {
        Some(n) => Ok(n),
        None => Fault::expected(wanted("an integer", what), value).err(),
    }
}

/// An integer argument that fits a machine word.
pub fn small(value: &Value, what: &str) -> Res<i64> {
    match value {
        Value::Int(n) => Ok(*n),
        Value::Big(_) => Fault::expected(wanted("an integer between -2^63 and 2^63", what), value).err(),
        other => Fault::expected(wanted("an integer", what), other).err(),
    }
}

/// A non-negative integer argument that fits a machine word.
pub fn natural(value: &Value, what: &str) -> Res<u64> {
    let kind = match value {
        Value::Int(n) => match u64::try_from(*n) {
            Ok(n) => return Ok(n),
            Err(_) => "a non-negative integer",
        },
        Value::Big(n) if n.sign() == Sign::Minus => "a non-negative integer",
        Value::Big(_) => "a non-negative integer below 2^63",
        _ => "an integer",
    };
    Fault::expected(wanted(kind, what), value).err()
}

/// A text argument.
pub fn string<'a>(value: &'a Value, what: &str) -> Res<&'a str> {
    match value {
        Value::Str(text) => Ok(text),
        other => Fault::expected(wanted("a string", what), other).err(),
    }
}

/// The files that a program may use.
pub fn files(m: &Machine, name: &str) -> Res<Rc<dyn Files>> {
    match m.files() {
        Some(files) => Ok(Rc::clone(files)),
        None => Fault::new(Mistake::NoFile, format!("files cannot be read or written here, {name} neither")).err(),
    }
}

/// Bytes of a file that is there already: of a larger one nobody can say here what it is.
const LARGEST: u64 = 1 << 28;

/// Writes a file whole or not at all. One that is there already is replaced only if it is of the kind that is written, `what`: its name may be a slip.
pub fn write_file(m: &Machine, name: &str, bytes: &[u8], what: &str, is_such: impl Fn(&[u8]) -> bool) -> Res<()> {
    let files = files(m, name)?;
    let length = files.length(name);
    if length > 0 {
        m.handle.reserve(usize::try_from(length.min(LARGEST)).unwrap_or(usize::MAX))?;
        match files.read(name, LARGEST) {
            Ok(there) if there.as_deref().is_none_or(&is_such) => {}
            Ok(_) => {
                return Fault::new(Mistake::FileRefused, format!("the file {name} is there already and is no {what}"))
                    .note("Choose another name, or remove the file.")
                    .err();
            }
            Err(why) => {
                return Fault::new(Mistake::NoFile, format!("the file {name} cannot be replaced: {why}")).err();
            }
        }
    }
    match files.replace(name, bytes) {
        Ok(()) => Ok(()),
        Err(why) => Fault::new(Mistake::NoFile, format!("the file {name} cannot be written: {why}")).err(),
    }
}

/// The elements of a finite collection argument.
pub fn items(machine: &mut Machine, value: &Value) -> Res<Vec<Value>> {
    machine.elements(value)
}
