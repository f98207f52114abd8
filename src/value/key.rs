//! Equality and order for sets, maps and tables.
//!
//! Evaluation brings a value into the form in which equal values look alike: games are replaced by their
//! interned canonical form (in tables of play, forms by the one object that stands for their like), numbers stay numbers, moves become the
//! position that they lead to. On that form equality,
//! hashing and a total order are structural and need no store of games (but [`order`] takes one, so that its result
//! does not depend on the order in which games were interned).

use super::{Deep, Entries, Items, Position, Value};
use crate::games::Store;
use crate::limits::{Handle, Stop, with_stack};
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A value in normal form.
#[derive(Clone, Debug)]
pub struct Key(pub Value);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        same(&self.0, &other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.0, state);
    }
}

/// Whether two values in normal form are the same.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => x == y,
        (Value::Nothing, Value::Nothing) | (Value::Unset, Value::Unset) => true,
        (Value::Bool(x), Value::Bool(y)) => x == y,
        (Value::Big(x), Value::Big(y)) => x == y,
        // In lowest terms; the library's comparison goes through continued fractions, one call deep for each quotient.
        (Value::Ratio(x), Value::Ratio(y)) => x.numer() == y.numer() && x.denom() == y.denom(),
        (Value::Str(x), Value::Str(y)) => x == y,
        (Value::Game(x), Value::Game(y)) => x == y,
        // Forms that are kept as such are one object if they are the same.
        (Value::Form(x), Value::Form(y)) => Rc::ptr_eq(x, y),
        (Value::Position(x), Value::Position(y)) => {
            Rc::ptr_eq(x, y) || (Rc::ptr_eq(&x.rules, &y.rules) && all_same(&x.arguments, &y.arguments))
        }
        (Value::Sum(x), Value::Sum(y)) => {
            same(&x.rest, &y.rest)
                && x.terms.len() == y.terms.len()
                && x.terms.iter().zip(y.terms.iter()).all(|(s, t)| {
                    s.0 == t.0 && same(&Value::Position(Rc::clone(&s.1)), &Value::Position(Rc::clone(&t.1)))
                })
        }
        (Value::Rules(x), Value::Rules(y)) => Rc::ptr_eq(x, y),
        (Value::Player(x), Value::Player(y)) => x == y,
        (Value::Outcome(x), Value::Outcome(y)) => x == y,
        (Value::Tuple(x), Value::Tuple(y)) | (Value::List(x), Value::List(y)) => all_same(x, y),
        (Value::Set(x), Value::Set(y)) => x.len() == y.len() && with_stack(|| x.iter().all(|item| y.contains(item))),
        (Value::Map(x), Value::Map(y)) => {
            x.len() == y.len() && with_stack(|| x.iter().all(|(k, v)| y.get(k).is_some_and(|w| same(v, w))))
        }
        (Value::Range(x), Value::Range(y)) => ends(x) == ends(y),
        (Value::Func(x), Value::Func(y)) => Rc::ptr_eq(x, y),
        (Value::Native(x), Value::Native(y)) => std::ptr::eq(**x, **y),
        (Value::Grid(x), Value::Grid(y)) => x == y,
        (Value::Thing(x), Value::Thing(y)) => Rc::ptr_eq(x, y) || with_stack(|| x.same(&***y)),
        (Value::Display(x), Value::Display(y)) => x == y,
        (Value::Thermograph(x), Value::Thermograph(y)) => x == y,
        _ => false,
    }
}

/// The ends of a range; those without elements are all one.
fn ends(&(from, to): &(i64, i64)) -> (i64, i64) {
    if from > to { (1, 0) } else { (from, to) }
}

fn all_same(x: &[Value], y: &[Value]) -> bool {
    x.len() == y.len() && with_stack(|| x.iter().zip(y).all(|(a, b)| same(a, b)))
}

/// Hashes a value in normal form.
pub(crate) fn hash<H: Hasher>(value: &Value, state: &mut H) {
    match value {
        Value::Int(n) => n.hash(state),
        Value::Big(n) => n.hash(state),
        // Not by the library's hash, which goes through continued fractions.
        Value::Ratio(q) => {
            q.numer().hash(state);
            q.denom().hash(state);
        }
        Value::Str(s) => s.hash(state),
        Value::Game(g) => g.hash(state),
        Value::Form(form) => form.number.get().hash(state),
        Value::Bool(b) => b.hash(state),
        Value::Position(p) => {
            p.rules.id.hash(state);
            hash_all(&p.arguments, state);
        }
        Value::Sum(sum) => {
            hash(&sum.rest, state);
            for (negative, p) in sum.terms.iter() {
                negative.hash(state);
                p.rules.id.hash(state);
                hash_all(&p.arguments, state);
            }
        }
        Value::Tuple(items) | Value::List(items) => {
            std::mem::discriminant(value).hash(state);
            hash_all(items, state);
        }
        Value::Set(items) => hash_unordered(items.iter(), |item, state| item.hash(state), state),
        Value::Map(entries) => hash_unordered(
            entries.iter(),
            |(key, value), state| {
                key.hash(state);
                hash(value, state);
            },
            state,
        ),
        Value::Range(r) => ends(r).hash(state),
        Value::Grid(g) => g.hash(state),
        Value::Player(p) => p.hash(state),
        Value::Outcome(o) => o.hash(state),
        Value::Thing(thing) => {
            thing.kind().hash(state);
            thing.digest().hash(state);
        }
        _ => std::mem::discriminant(value).hash(state),
    }
}

fn hash_all<H: Hasher>(items: &[Value], state: &mut H) {
    items.len().hash(state);
    with_stack(|| items.iter().for_each(|item| hash(item, state)));
}

/// By a sum of the hashes of its items, in whatever order they come.
fn hash_unordered<H: Hasher, T>(items: impl Iterator<Item = T>, hash: fn(&T, &mut FxHasher), state: &mut H) {
    let mut total = 0u64;
    with_stack(|| {
        for item in items {
            let mut one = FxHasher::default();
            hash(&item, &mut one);
            // The hash of an integer is a multiple of it: if such were added, all sets of integers with one sum would be met in one place.
            let mixed = (one.finish() ^ one.finish() >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            total = total.wrapping_add((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9));
        }
    });
    total.hash(state);
}

/// A total order on values in normal form: numbers and games first, by [`Store::order`]; then other kinds, each in its own order.
/// Counts steps where the values are large.
pub fn order(a: &Value, b: &Value, store: &Store, handle: &Handle) -> Result<Ordering, Stop> {
    fn rank(value: &Value) -> u8 {
        match value {
            Value::Nothing => 0,
            Value::Bool(_) => 1,
            Value::Int(_) | Value::Big(_) | Value::Ratio(_) => 2,
            Value::Thing(thing) if thing.among_numbers(&Value::Int(0)).is_some() => 2,
            Value::Game(_) => 3,
            Value::Form(_) => 4,
            Value::Str(_) => 5,
            Value::Tuple(_) => 6,
            Value::List(_) => 7,
            Value::Set(_) => 8,
            Value::Position(_) => 9,
            Value::Sum(_) => 10,
            Value::Player(_) => 11,
            Value::Outcome(_) => 12,
            Value::Grid(_) => 13,
            Value::Range(_) => 14,
            _ => 15,
        }
    }
    let lists = |x: &[Value], y: &[Value]| {
        with_stack(|| {
            for (i, (a, b)) in x.iter().zip(y).enumerate() {
                if i % 16 == 15 {
                    handle.tick()?;
                }
                let ordering = order(a, b, store, handle)?;
                if ordering.is_ne() {
                    return Ok(ordering);
                }
            }
            Ok(x.len().cmp(&y.len()))
        })
    };
    Ok(match (a, b) {
        (Value::Bool(x), Value::Bool(y)) => x.cmp(y),
        (Value::Str(x), Value::Str(y)) => {
            handle.ticks(x.len().min(y.len()) / 4096)?;
            x.cmp(y)
        }
        (Value::Game(x), Value::Game(y)) => store.order(*x, *y),
        (Value::Tuple(x), Value::Tuple(y)) | (Value::List(x), Value::List(y)) => lists(x, y)?,
        (Value::Set(x), Value::Set(y)) => {
            handle.tick()?;
            with_stack(|| lists(&sorted(x, store, handle)?, &sorted(y, store, handle)?))?
        }
        (Value::Position(x), Value::Position(y)) => match x.rules.name.cmp(&y.rules.name) {
            Ordering::Equal => lists(&x.arguments, &y.arguments)?,
            ordering => ordering,
        },
        (Value::Sum(x), Value::Sum(y)) => {
            let parts = |sum: &super::Sum| -> Result<Vec<Value>, Stop> {
                handle.afford(sum.terms.len() * 96)?;
                let part = |(negative, p): &(bool, Rc<Position>)| {
                    Value::tuple(vec![(*negative).into(), Value::Position(Rc::clone(p))])
                };
                Ok(sum.terms.iter().map(part).collect())
            };
            match lists(&parts(x)?, &parts(y)?)? {
                Ordering::Equal => order(&x.rest, &y.rest, store, handle)?,
                ordering => ordering,
            }
        }
        (Value::Form(x), Value::Form(y)) if Rc::ptr_eq(x, y) => Ordering::Equal,
        (Value::Form(x), Value::Form(y)) => {
            handle.tick()?;
            let parts = |form: &super::Form| -> Result<[Vec<Value>; 2], Stop> {
                let parts = form.parts().cloned().unwrap_or_default();
                handle.afford(parts.len() * 96)?;
                let part = |part: super::Part| Value::tuple(vec![part.game, part.count.into()]);
                Ok([parts.all().into_iter().map(part).collect(), vec![parts.number]])
            };
            match (x.options(), y.options()) {
                (Some((a, b)), Some((c, d))) => match lists(a, c)? {
                    Ordering::Equal => lists(b, d)?,
                    ordering => ordering,
                },
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => {
                    let ([a, b], [c, d]) = (parts(x)?, parts(y)?);
                    match lists(&a, &c)? {
                        Ordering::Equal => lists(&b, &d)?,
                        ordering => ordering,
                    }
                }
            }
        }
        (Value::Player(x), Value::Player(y)) => x.cmp(y),
        (Value::Outcome(x), Value::Outcome(y)) => x.cmp(y),
        (Value::Grid(x), Value::Grid(y)) => {
            handle.ticks(x.symbols().len().min(y.symbols().len()) / 4096)?;
            x.cmp(y)
        }
        (Value::Range(x), Value::Range(y)) => ends(x).cmp(&ends(y)),
        (Value::Thing(x), other) if let Some(ordering) = x.among_numbers(other) => ordering,
        (other, Value::Thing(x)) if let Some(ordering) = x.among_numbers(other) => ordering.reverse(),
        // Things have no order: any that is the same wherever they stood before.
        (Value::Thing(x), Value::Thing(y)) => {
            rank(a).cmp(&rank(b)).then_with(|| x.kind().cmp(y.kind())).then_with(|| x.digest().cmp(&y.digest()))
        }
        _ => super::number::compare(a, b).unwrap_or_else(|| rank(a).cmp(&rank(b))),
    })
}

/// The elements of a set in their order.
pub fn sorted(items: &Deep<Items>, store: &Store, handle: &Handle) -> Result<Vec<Value>, Stop> {
    handle.afford(items.len() * size_of::<Value>())?;
    sort(items.iter().map(|key| key.0.clone()).collect(), |a, b| order(a, b, store, handle), handle)
}

/// The entries of a map in the order of their keys. Equal maps must be alike in all that programs see of them, whatever came first.
pub fn sorted_entries(entries: &Deep<Entries>, store: &Store, handle: &Handle) -> Result<Vec<(Value, Value)>, Stop> {
    handle.afford(entries.len() * 2 * size_of::<Value>())?;
    let pairs = entries.iter().map(|(key, value)| (key.0.clone(), value.clone())).collect();
    sort(pairs, |a: &(Value, Value), b| order(&a.0, &b.0, store, handle), handle)
}

/// Sorts by an order that counts steps and may stop, which no sorting of the library would bear. Equal elements keep theirs.
pub fn sort<T>(
    items: Vec<T>,
    mut order: impl FnMut(&T, &T) -> Result<Ordering, Stop>,
    handle: &Handle,
) -> Result<Vec<T>, Stop> {
    let n = items.len();
    handle.afford(n.saturating_mul(2 * size_of::<usize>() + size_of::<Option<T>>()))?;
    let (mut places, mut merged): (Vec<usize>, Vec<usize>) = ((0..n).collect(), Vec::with_capacity(n));
    let mut width = 1;
    while width < n {
        merged.clear();
        for run in places.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            // Of what is sorted already, runs are copied whole.
            if let (Some(last), Some(first)) = (left.last(), right.first())
                && order(&items[*last], &items[*first])?.is_le()
            {
                merged.extend(run);
                continue;
            }
            while let (Some(&x), Some(&y)) = (left.first(), right.first()) {
                if merged.len() % 64 == 63 {
                    handle.tick()?;
                }
                if order(&items[x], &items[y])?.is_le() {
                    merged.push(x);
                    left = &left[1..];
                } else {
                    merged.push(y);
                    right = &right[1..];
                }
            }
            merged.extend(left.iter().chain(right));
        }
        std::mem::swap(&mut places, &mut merged);
        width *= 2;
    }
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    Ok(places.into_iter().filter_map(|i| items[i].take()).collect())
}
