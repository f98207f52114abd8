//! Lists, rows, maps and sets compared entry by entry.

use super::{alike, distinct, equal, keyed, matched, ordered, sequence};
use crate::eval::Machine;
use crate::limits::with_stack;
use crate::value::{Res, Value};
use num_rational::BigRational;
use std::rc::Rc;

/// A table compared entry by entry.
pub struct TableComparison {
    /// Right entries.
    pub right: usize,
    /// Elements of a set, and keys of maps, that do not belong there.
    pub wrong: usize,
    /// Such keys.
    pub foreign: Vec<Value>,
    /// All entries that are expected.
    pub all: usize,
    /// The first wrong one.
    pub first: Option<Wrong>,
}

/// A wrong entry of a table.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Where it stands: `[2][0]`.
    pub place: String,
    /// Whether a number in that place counts from 0; keys of maps count nothing.
    pub counted: bool,
    /// What was given there.
    pub given: Option<Value>,
}

/// Where an entry stands.
#[derive(Clone, Default)]
struct Place {
    text: String,
    counted: bool,
}

impl Place {
    fn at(&self, key: impl std::fmt::Display, counted: bool) -> Place {
        Place { text: format!("{}[{key}]", self.text), counted: self.counted || counted }
    }
}

/// Whether an answer may have entries that do not belong there: in a set, and in maps at any level.
pub fn turns_entries_away(right: &Value) -> bool {
    match right {
        Value::Set(_) | Value::Map(_) => true,
        Value::List(rows) | Value::Tuple(rows) => rows
            .iter()
            .any(|row| matches!(row, Value::List(_) | Value::Map(_)) && with_stack(|| turns_entries_away(row))),
        _ => false,
    }
}

/// Compares lists, lists of rows, or maps; `None` if the answer is no such thing.
pub fn table(
    m: &mut Machine,
    right: &Value,
    given: &Value,
    tolerance: Option<&BigRational>,
) -> Res<Option<TableComparison>> {
    let mut table = TableComparison { right: 0, wrong: 0, foreign: Vec::new(), all: 0, first: None };
    if let Value::Set(expected) = right {
        let Some(given) = sequence(m, given)? else { return Ok(None) };
        let right: Vec<Value> = expected.iter().map(|key| key.0.clone()).collect();
        let (right, given) = (distinct(m, &right)?, distinct(m, &given)?);
        table.all = right.len();
        table.right = matched(m, &right, &given, tolerance)?.iter().flatten().count();
        table.wrong = given.len() - table.right;
        return Ok(Some(table));
    }
    if entries(m, right, given, tolerance, &Place::default(), &mut table)? { Ok(Some(table)) } else { Ok(None) }
}

fn entries(
    m: &mut Machine,
    right: &Value,
    given: &Value,
    tolerance: Option<&BigRational>,
    at: &Place,
    table: &mut TableComparison,
) -> Res<bool> {
    m.handle.tick()?;
    if let (Value::Map(x), Value::Map(y)) = (right, given) {
        let (own, theirs) = (keyed(m, x)?, keyed(m, y)?);
        for (key, value) in x.iter() {
            let place = m.notation(&key.0)?;
            let key = alike(m, &key.0)?;
            entry(m, value, theirs.get(&key), tolerance, at.at(place, false), table)?;
        }
        // A key that nobody asked for is a wrong entry, as in sets.
        for key in y.keys() {
            if !own.contains_key(&alike(m, &key.0)?) {
                table.wrong += 1;
                table.foreign.push(key.0.clone());
            }
        }
        return Ok(true);
    }
    let (Some(x), Some(y)) = (ordered(m, right)?, ordered(m, given)?) else { return Ok(false) };
    for (i, value) in x.iter().enumerate() {
        entry(m, value, y.get(i), tolerance, at.at(i, true), table)?;
    }
    // Entries beyond the end are wrong, too.
    for (i, extra) in y.iter().enumerate().skip(x.len()) {
        table.all += 1;
        let place = at.at(i, true);
        table.first.get_or_insert_with(|| Wrong { place: place.text, counted: true, given: Some(extra.clone()) });
    }
    Ok(true)
}

fn entry(
    m: &mut Machine,
    right: &Value,
    given: Option<&Value>,
    tolerance: Option<&BigRational>,
    at: Place,
    table: &mut TableComparison,
) -> Res<()> {
    let nested = matches!(right, Value::List(_) | Value::Map(_));
    if nested {
        let empty = Value::list(Vec::new());
        let empty_map = Value::Map(Rc::default());
        let nothing = if matches!(right, Value::Map(_)) { &empty_map } else { &empty };
        if with_stack(|| entries(m, right, given.unwrap_or(nothing), tolerance, &at, table))? {
            return Ok(());
        }
        // What is no row has none of its entries.
        let known = table.all;
        table.first.get_or_insert_with(|| Wrong { place: at.text.clone(), counted: at.counted, given: given.cloned() });
        with_stack(|| entries(m, right, nothing, tolerance, &at, table))?;
        table.all = table.all.max(known + 1);
        return Ok(());
    }
    table.all += 1;
    let same = match given {
        Some(given) => equal(m, right, given, tolerance)?,
        None => false,
    };
    if same {
        table.right += 1;
    } else if table.first.is_none() {
        table.first = Some(Wrong { place: at.text, counted: at.counted, given: given.cloned() });
    }
    Ok(())
}
