//! Keys that are other ones for each student: `vary seed by student`.

use crate::adapters::loopy::games::LoopyGame;
use crate::eval::{Machine, Thing};
use crate::limits::with_stack;
use crate::syntax::{Highlight, tokens};
use crate::value::{Deep, Entries, Res, Value};
use std::rc::Rc;

/// A student's name as the name of a file, without its ending.
pub fn file_name(student: &str) -> String {
    student.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '_' }).collect()
}

/// The number of a student: the same on every machine and in every year, from 0 to 10^9. Names differ in capitals and in blanks
/// around them only by mistake; a name and the file that is called by it have one number.
pub fn number(variable: &str, student: &str) -> i64 {
    let name = file_name(student.trim()).to_lowercase();
    // FNV-1a; then the bits are mixed, since names that differ in their last letter alone would give neighbours.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in variable.bytes().chain([0]).chain(name.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    i64::try_from((hash ^ hash >> 31) % 1_000_000_000).unwrap_or(0)
}

fn of_user(m: &Machine, name: &str) -> Option<Value> {
    m.globals().user.get(name).map(|&slot| m.globals().values[slot as usize].clone())
}

/// Where the last string stands in a piece of a program, without its quotes.
pub(super) fn last_string(source: &str) -> Option<(usize, usize)> {
    let mut strings = tokens(source).into_iter().filter(|(kind, ..)| *kind == Highlight::String);
    let (_, closes, _) = strings.next_back()?;
    let (_, from, to) = strings.next_back()?;
    // Nothing stands between the quotes of an empty one.
    Some(if is_quote(&source[from..to]) { (closes, closes) } else { (from, closes) })
}

/// The head of a question from its name to the end of its text.
pub(super) fn head(source: &str) -> &str {
    let line = source.lines().next().unwrap_or_default();
    let strings = tokens(line).into_iter().filter(|(kind, ..)| *kind == Highlight::String);
    let closes = strings.skip(1).find(|(_, start, end)| is_quote(&line[*start..*end]));
    &line[..closes.map_or(line.len(), |(.., end)| end)]
}

fn is_quote(token: &str) -> bool {
    matches!(token, "\"" | "“" | "”")
}

/// A text as it is written in a key, with the values of variables in its braces: `Nim with {a} and {b}`. Braces with anything else in
/// them are games and sets, and `\{a}` is no variable.
pub(super) fn told(m: &mut Machine, written: &str) -> String {
    let (mut out, mut rest) = (String::new(), written);
    while let Some(at) = rest.find(['{', '\\']) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        out.push_str(before);
        if rest[at..].starts_with('\\') {
            let next = after.chars().next().map_or(0, char::len_utf8);
            out.push('\\');
            out.push_str(&after[..next]);
            rest = &after[next..];
            continue;
        }
        let name = after.split('}').next().unwrap_or_default();
        let plain = name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let value = if plain && after.len() > name.len() { of_user(m, name) } else { None };
        let shown = value
            .filter(|value| {
                !matches!(value, Value::Unset | Value::Cell(_) | Value::Func(_) | Value::Native(_) | Value::Rules(_))
            })
            .and_then(|value| m.attempt(|m| in_a_text(m, &value)).ok());
        match shown {
            Some(shown) => {
                out.push_str(&escaped(&shown));
                rest = &after[name.len() + 1..];
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// A value in a line of text: strings and boards without what is around them in a program.
fn in_a_text(m: &mut Machine, value: &Value) -> Res<String> {
    match value {
        Value::Str(_) => m.display(value),
        Value::Grid(grid) => Ok(grid.text("|")),
        other => written(m, other),
    }
}

/// A value as it is written, with forms as they were: what they are equal to is what a question may ask.
pub(super) fn written(m: &mut Machine, value: &Value) -> Res<String> {
    let shown = as_written(m, value)?;
    m.notation(&shown)
}

fn as_written(m: &mut Machine, value: &Value) -> Res {
    let mut all = |items: &[Value]| with_stack(|| items.iter().map(|item| as_written(m, item)).collect::<Res<_>>());
    Ok(match value {
        Value::Form(form) => Value::Form(form.as_written()),
        Value::Thing(_) if let Some(LoopyGame { written: Some(written), .. }) = value.thing() => {
            Value::of(Brackets(m.brackets(written)?))
        }
        Value::List(items) => Value::list(all(items)?),
        Value::Tuple(items) => Value::tuple(all(items)?),
        Value::Map(entries) => {
            let mut shown = Entries::default();
            for (key, value) in entries.iter() {
                shown.insert(key.clone(), with_stack(|| as_written(m, value))?);
            }
            Value::Map(Rc::new(Deep(shown)))
        }
        other => other.clone(),
    })
}

/// A loopy game by what was written, where others stand around it.
#[derive(Debug)]
struct Brackets(String);

impl Thing for Brackets {
    fn kind(&self) -> &'static str {
        "game"
    }

    fn same(&self, _: &dyn Thing) -> bool {
        false
    }

    fn digest(&self) -> u64 {
        0
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.0.clone())
    }
}

/// A text as it stands between quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' | '“' | '”' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
