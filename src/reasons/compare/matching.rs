//! Which elements of two collections belong together, where brackets do not matter and numbers may be off.

use super::equal;
use crate::eval::Machine;
use crate::limits::with_stack;
use crate::value::key::Key;
use crate::value::{Deep, Entries, Items, Res, Value};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A value in the form in which those look alike that are equal for a reader who does not mind the brackets.
pub fn alike(m: &mut Machine, value: &Value) -> Res<Key> {
    let normal = m.normal(value)?;
    unbracketed(m, &normal).map(Key)
}

/// The same of a value in normal form: all that stands in an order is a list.
fn unbracketed(m: &mut Machine, value: &Value) -> Res {
    m.handle.tick()?;
    with_stack(|| {
        Ok(match value {
            Value::Range(ends) if ends.1 == i64::MAX => value.clone(),
            Value::List(_) | Value::Tuple(_) | Value::Range(_) => {
                let items = m.elements(value)?;
                Value::list(items.iter().map(|item| unbracketed(m, item)).collect::<Res<_>>()?)
            }
            Value::Set(items) => {
                let items = items.iter().map(|key| unbracketed(m, &key.0).map(Key)).collect::<Res<Items>>()?;
                Value::Set(Rc::new(Deep(items)))
            }
            Value::Map(entries) => {
                let mut all = Entries::default();
                for (key, value) in entries.iter() {
                    all.insert(Key(unbracketed(m, &key.0)?), unbracketed(m, value)?);
                }
                Value::Map(Rc::new(Deep(all)))
            }
            other => other.clone(),
        })
    })
}

/// The entries of a map by their keys as [`alike`] makes them, in their order.
pub fn keyed(m: &mut Machine, entries: &Entries) -> Res<Entries> {
    let mut all = Entries::default();
    for (key, value) in entries {
        all.insert(alike(m, &key.0)?, value.clone());
    }
    Ok(all)
}

/// The elements without those that stood there before.
pub fn distinct(m: &mut Machine, values: &[Value]) -> Res<Vec<Value>> {
    let mut seen = Items::default();
    let mut all = Vec::with_capacity(values.len());
    for value in values {
        if seen.insert(alike(m, value)?) {
            all.push(value.clone());
        }
    }
    Ok(all)
}

/// Whether a number stands in a value, at any level: something that a tolerance can be about.
pub fn has_numbers(value: &Value) -> bool {
    with_stack(|| match value {
        Value::List(items) | Value::Tuple(items) => items.iter().any(has_numbers),
        Value::Set(items) => items.iter().any(|key| has_numbers(&key.0)),
        Value::Map(entries) => entries.values().any(has_numbers),
        Value::Range(_) => true,
        other => other.as_ratio().is_some(),
    })
}

/// For each of the given elements the right one that it stands for, each right one once, and as many as can be.
pub fn matched(
    m: &mut Machine,
    right: &[Value],
    given: &[Value],
    tolerance: Option<&BigRational>,
) -> Res<Vec<Option<usize>>> {
    let mut places: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
    for (i, value) in right.iter().enumerate().rev() {
        places.entry(alike(m, value)?).or_default().push(i);
    }
    let mut found = Vec::with_capacity(given.len());
    for value in given {
        let key = alike(m, value)?;
        found.push(places.get_mut(&key).and_then(Vec::pop));
    }
    let numbers = tolerance.is_some() && right.iter().any(has_numbers);
    if !numbers || found.iter().all(Option::is_some) {
        return Ok(found);
    }
    // What is near each of them; then ways on which one more finds its place.
    let mut near = Vec::with_capacity(given.len());
    for value in given {
        let mut all = Vec::new();
        for (i, other) in right.iter().enumerate() {
            if equal(m, other, value, tolerance)? {
                all.push(i);
            }
        }
        near.push(all);
    }
    let mut owner: Vec<Option<usize>> = vec![None; right.len()];
    for (i, place) in found.iter().enumerate() {
        if let Some(place) = place {
            owner[*place] = Some(i);
        }
    }
    for start in 0..given.len() {
        if found[start].is_some() {
            continue;
        }
        // From whom each place was come to.
        let mut from: Vec<Option<usize>> = vec![None; right.len()];
        let mut open = vec![start];
        let mut free = None;
        while let (Some(i), None) = (open.pop(), free) {
            for &place in &near[i] {
                m.handle.tick()?;
                if from[place].is_none() {
                    from[place] = Some(i);
                    match owner[place] {
                        Some(next) => open.push(next),
                        None => free = free.or(Some(place)),
                    }
                }
            }
        }
        while let Some(place) = free {
            let Some(i) = from[place] else { break };
            owner[place] = Some(i);
            free = if i == start { None } else { found[i] };
            found[i] = Some(place);
        }
    }
    Ok(found)
}
