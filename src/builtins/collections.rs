//! Lists, tuples, sets, maps, ranges.

use super::heaps::thing::Period;
use super::{given, items, small};
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::bind::PAIR;
use crate::eval::native::Native;
use crate::source::Span;
use crate::syntax::ast::ProductOp;
use crate::value::key::{Key, order, sort, sorted_entries};
use crate::value::notion::Notion;
use crate::value::{Deep, Entries, Fault, Flow, Items, Res, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "length",
        "length(xs)",
        "How many elements a collection has, or characters a text; how long a period is.",
        &[("length([4, 5, 6])", "3"), ("length({1, 1})", "1"), ("period(Kayles).length", "12")],
        |m, a| match &a[0] {
            period if period.thing::<Period>().is_some() => super::heaps::period_length(m, a),
            Value::Range(ends) if ends.1 == i64::MAX => {
                Fault::new(Mistake::Endless, "an endless range has no length").err()
            }
            Value::Range(ends) => {
                let length = i128::from(ends.1) - i128::from(ends.0) + 1;
                Ok(BigInt::from(length.max(0)).into())
            }
            Value::Str(text) => Ok(m.text_length(text)?.into()),
            Value::Grid(grid) => Ok(grid.symbols().len().into()),
            Value::List(all) | Value::Tuple(all) => Ok(all.len().into()),
            Value::Set(set) => Ok(set.len().into()),
            Value::Map(map) => Ok(map.len().into()),
            other => Ok(items(m, other)?.len().into()),
        },
    )
    .about(Notion::Length),
    Native::new(
        "sum",
        "sum(xs)",
        "The sum of the elements: numbers, games, positions, posets. The sum of none is 0.",
        &[("sum([1, *, ^])", "1+^*"), ("sum(k^2 for k in 1..10)", "385")],
        |m, a| sum(m, &a[0]),
    )
    .adding(),
    Native::new(
        "product",
        "product(xs)",
        "The product of the elements: numbers, posets. The product of none is 1.",
        &[("product(1..5)", "120"), ("product([chain(2), chain(3)])", "chain(2) * chain(3)")],
        |m, a| product(m, &a[0]),
    ),
    Native::new(
        "list",
        "list(xs)",
        "The elements of a collection as a list.",
        &[("list(1..3)", "[1, 2, 3]")],
        |m, a| Ok(Value::list(items(m, &a[0])?)),
    ),
    Native::new("set", "set(xs)", "The elements of a collection as a set.", &[("set([3, 1, 3])", "{1, 3}")], |m, a| {
        let all = items(m, &a[0])?;
        Ok(Value::set(keys(m, all)?))
    }),
    Native::new(
        "tuple",
        "tuple(xs)",
        "The elements of a collection as a tuple.",
        &[("tuple([1, 2])", "(1, 2)")],
        |m, a| Ok(Value::tuple(items(m, &a[0])?)),
    ),
    Native::new(
        "append",
        "append(xs, x)",
        "The list with one more element at its end.",
        &[("append([1, 2], 3)", "[1, 2, 3]")],
        |m, a| {
            let mut all = items(m, &a[0])?;
            all.push(a[1].clone());
            Ok(Value::list(all))
        },
    ),
    Native::new("first", "first(xs)", "The first element.", &[("first([4, 5])", "4")], |m, a| match &a[0] {
        Value::Range(ends) if ends.0 <= ends.1 => Ok(Value::Int(ends.0)),
        Value::List(all) | Value::Tuple(all) if !all.is_empty() => Ok(all[0].clone()),
        xs => items(m, xs)?
            .into_iter()
            .next()
            .map_or_else(|| Fault::new(Mistake::NoElement, "there is no first element").err(), Ok),
    }),
    Native::new("last", "last(xs)", "The last element.", &[("last([4, 5])", "5")], |m, a| {
        if let Value::List(all) | Value::Tuple(all) = &a[0]
            && let Some(last) = all.last()
        {
            return Ok(last.clone());
        }
        items(m, &a[0])?.pop().map_or_else(|| Fault::new(Mistake::NoElement, "there is no last element").err(), Ok)
    }),
    Native::new(
        "slice",
        "slice(xs, start, end = nothing)",
        "The elements of a list or text from index `start` up to, not including, `end`; to the end if it is left out. Indices beyond either end stop there.",
        &[("slice([4, 5, 6, 7], 1, 3)", "[5, 6]"), ("slice(\"abcd\", 2)", "cd")],
        |m, a| {
            let bounds = |length: usize| {
                let bound = |n: i64| usize::try_from(n.max(0)).unwrap_or(usize::MAX).min(length);
                let start = bound(small(&a[1], "the start")?);
                let end = given(&a[2]).map_or(Ok(length), |v| small(v, "the end").map(bound))?;
                Ok::<_, Box<Flow>>((start, end.max(start)))
            };
            match &a[0] {
                Value::Str(text) => {
                    let (start, end) = bounds(m.text_length(text)?)?;
                    m.text_between(text, start, end)
                }
                Value::List(all) | Value::Tuple(all) => {
                    let (start, end) = bounds(all.len())?;
                    m.handle.afford((end - start) * size_of::<Value>())?;
                    Ok(Value::list(all[start..end].to_vec()))
                }
                other => {
                    let mut all = items(m, other)?;
                    let (start, end) = bounds(all.len())?;
                    all.truncate(end);
                    Ok(Value::list(all.split_off(start)))
                }
            }
        },
    ),
    Native::new(
        "reverse",
        "reverse(xs)",
        "The elements in reverse order.",
        &[("reverse(1..3)", "[3, 2, 1]")],
        |m, a| {
            let mut all = items(m, &a[0])?;
            all.reverse();
            Ok(Value::list(all))
        },
    ),
    Native::new(
        "sort",
        "sort(xs, by = nothing)",
        "The elements in rising order, or in that of `by(x)`. Games that are not numbers come after numbers, in an order of their form.",
        &[
            ("sort([3, 1, 2])", "[1, 2, 3]"),
            ("sort([-3, 1, 2], by = abs)", "[1, 2, -3]"),
            ("sort([omega, 1/3, -omega])", "[-omega, 1/3, omega]"),
        ],
        |m, a| {
            let all = items(m, &a[0])?;
            let mut keyed = Vec::with_capacity(all.len());
            for x in all {
                let by = match given(&a[1]) {
                    Some(f) => m.apply(f, vec![x.clone()], Span::default())?,
                    None => x.clone(),
                };
                keyed.push((m.normal(&by)?, x));
            }
            let sorted = sort(keyed, |x, y| order(&x.0, &y.0, &m.store, &m.handle), &m.handle)?;
            Ok(Value::list(sorted.into_iter().map(|(_, x)| x).collect()))
        },
    ),
    Native::new(
        "map",
        "map(xs, f)",
        "The list of `f(x)` for the elements `x`.",
        &[("map(1..3, n -> n^2)", "[1, 4, 9]")],
        |m, a| {
            let mut out = Vec::new();
            for x in items(m, &a[0])? {
                m.handle.tick()?;
                out.push(m.apply(&a[1], vec![x], Span::default())?);
            }
            Ok(Value::list(out))
        },
    ),
    Native::new(
        "filter",
        "filter(xs, f)",
        "The list of the elements `x` with `f(x)` true.",
        &[("filter(1..6, n -> n % 2 == 0)", "[2, 4, 6]")],
        |m, a| {
            let mut out = Vec::new();
            for x in items(m, &a[0])? {
                if truth(m, &a[1], &x)? {
                    out.push(x);
                }
            }
            Ok(Value::list(out))
        },
    ),
    Native::new(
        "any",
        "any(xs, f = nothing)",
        "Whether one of the elements is true, or has `f(x)` true.",
        &[("any([false, true])", "true"), ("any(1..4, n -> n > 4)", "false")],
        |m, a| quantified(m, a, true),
    )
    .about(Notion::Any),
    Native::new(
        "all",
        "all(xs, f = nothing)",
        "Whether all elements are true, or have `f(x)` true.",
        &[("all(n > 0 for n in 1..5)", "true"), ("all([])", "true")],
        |m, a| quantified(m, a, false),
    )
    .about(Notion::All),
    Native::new(
        "find",
        "find(xs, f)",
        "The first element `x` with `f(x)` true, also of an endless range; `nothing` if there is none.",
        &[("find(1.., n -> n^2 > 50)", "8")],
        |m, a| {
            let mut found = None;
            let result = m.each(&a[0], Span::default(), &mut |m, x| {
                if truth(m, &a[1], &x)? {
                    found = Some(x);
                    return Err(Box::new(Flow::Break));
                }
                Ok(())
            });
            match (result, found) {
                (_, Some(x)) => Ok(x),
                (result, None) => result.map(|()| Value::Nothing),
            }
        },
    ),
    Native::new(
        "count",
        "count(xs, f)",
        "How many elements `x` have `f(x)` true.",
        &[("count(1..10, is_prime)", "4")],
        |m, a| {
            let mut n = 0i64;
            for x in items(m, &a[0])? {
                n += i64::from(truth(m, &a[1], &x)?);
            }
            Ok(Value::Int(n))
        },
    ),
    Native::new(
        "zip",
        "zip(xs, ys)",
        "The list of pairs of elements at the same place.",
        &[("zip([1, 2], [3, 4])", "[(1, 3), (2, 4)]")],
        |m, a| {
            let (xs, ys) = (items(m, &a[0])?, items(m, &a[1])?);
            let count = xs.len().min(ys.len());
            m.handle.reserve(count * (size_of::<Value>() + PAIR))?;
            let mut pairs = Vec::with_capacity(count);
            for (x, y) in xs.into_iter().zip(ys) {
                m.handle.tick()?;
                pairs.push(Value::tuple(vec![x, y]));
            }
            Ok(Value::list(pairs))
        },
    ),
    Native::new(
        "union",
        "union(a, b)",
        "The elements of either set; also of two sets of points, or of the generating functions of two sets.",
        &[("union({1, 2}, {2, 3})", "{1, 2, 3}")],
        |m, a| {
            if let Some(result) = super::semilinear::combined(m, "union", &a[0], &a[1]) {
                return result;
            }
            let mut x = as_set(m, &a[0])?;
            for item in elements_of_set(m, &a[1])? {
                x.insert(item);
            }
            Ok(Value::set(x))
        },
    ),
    Native::new(
        "intersection",
        "intersection(a, b)",
        "The elements of both sets; also of two sets of points, or of the generating functions of two sets.",
        &[("intersection({1, 2}, {2, 3})", "{2}")],
        |m, a| {
            if let Some(result) = super::semilinear::combined(m, "intersection", &a[0], &a[1]) {
                return result;
            }
            common(m, &a[0], &a[1], true)
        },
    ),
    Native::new(
        "difference",
        "difference(a, b)",
        "The elements of the first set that are not in the second; also of sets of points, or of the generating functions of two sets.",
        &[("difference({1, 2}, {2, 3})", "{1}")],
        |m, a| {
            if let Some(result) = super::semilinear::combined(m, "difference", &a[0], &a[1]) {
                return result;
            }
            common(m, &a[0], &a[1], false)
        },
    ),
    Native::new(
        "without",
        "without(xs, x)",
        "The list without the first element equal to `x`, the set without `x`, or the poset without `x` or several elements.",
        &[
            ("without([3, 4, 3], 3)", "[4, 3]"),
            ("without({1, 2}, 2)", "{1}"),
            ("without(chain(3), 1)", "poset {0 < 2}"),
        ],
        |m, a| {
            if let Some(poset) = a[0].thing::<crate::adapters::posets::PosetValue>() {
                return Ok(Value::of(poset.without(m, &a[1])?));
            }
            let key = m.key(&a[1])?;
            if let Value::Set(set) = &a[0] {
                m.handle.afford(set.len() * ENTRY)?;
                let mut rest = set.0.clone();
                rest.shift_remove(&key);
                return Ok(Value::set(rest));
            }
            let mut all = items(m, &a[0])?;
            for i in 0..all.len() {
                if m.key(&all[i])? == key {
                    all.remove(i);
                    break;
                }
            }
            Ok(Value::list(all))
        },
    ),
    Native::new(
        "keys",
        "keys(m)",
        "The keys of a map, in their order, as the map is shown.",
        &[("keys({\"b\" => 1, \"a\" => 2})", "[\"a\", \"b\"]")],
        |m, a| {
            let all = sorted_entries(entries(&a[0])?, &m.store, &m.handle)?;
            Ok(Value::list(all.into_iter().map(|(key, _)| key).collect()))
        },
    ),
    Native::new(
        "values",
        "values(m)",
        "The values of a map, in the order of its keys.",
        &[("values({\"b\" => 1, \"a\" => 2})", "[2, 1]")],
        |m, a| {
            let all = sorted_entries(entries(&a[0])?, &m.store, &m.handle)?;
            Ok(Value::list(all.into_iter().map(|(_, value)| value).collect()))
        },
    ),
    Native::new(
        "get",
        "get(m, key, default = nothing)",
        "The value of a key in a map, or the default if the map has no such key.",
        &[("get({\"a\" => 1}, \"b\", 0)", "0")],
        |m, a| {
            let key = m.key(&a[1])?;
            let default = if matches!(a[2], Value::Unset) { Value::Nothing } else { a[2].clone() };
            Ok(entries(&a[0])?.get(&key).cloned().unwrap_or(default))
        },
    ),
];

/// The sum of a collection.
pub fn sum(m: &mut Machine, xs: &Value) -> Res {
    let gathered;
    let all: &[Value] = match xs {
        Value::List(items) => items,
        other => {
            gathered = items(m, other)?;
            &gathered
        }
    };
    // What a `value` clause says of a position that does not fall apart.
    if let [Value::Position(one)] = all {
        m.handle.tick()?;
        return Ok(Value::Position(Rc::clone(one)));
    }
    if let Some(posets) = all.iter().map(Value::thing::<PosetValue>).collect::<Option<Vec<_>>>()
        && posets.len() > 1
    {
        return Ok(Value::of(PosetValue::together(m, &posets, false)?));
    }
    let mut total = Value::Int(0);
    // Positions are gathered in one go, so that a long sum is not copied again and again.
    let mut terms = Vec::new();
    for x in all {
        m.handle.tick()?;
        match x {
            Value::Position(p) => terms.push((false, Rc::clone(p))),
            Value::Tuple(_) | Value::List(_) | Value::Thing(_) if matches!(total, Value::Int(0)) => total = x.clone(),
            other => total = m.add(&total, other)?,
        }
    }
    if terms.is_empty() {
        return Ok(total);
    }
    let mut sum = m.as_sum(&total)?;
    if sum.terms.is_empty() {
        sum.terms.0 = terms;
    } else {
        sum.terms.0.extend(terms);
    }
    Ok(m.sum_value(sum))
}

/// The product of a collection. A poset is where it begins: none is multiplied by 1.
fn product(m: &mut Machine, xs: &Value) -> Res {
    let mut factors = items(m, xs)?.into_iter();
    let mut total = match factors.next() {
        Some(poset) if poset.thing::<PosetValue>().is_some() => poset,
        Some(first) => m.product(ProductOp::Mul, &Value::Int(1), &first)?,
        None => Value::Int(1),
    };
    for x in factors {
        m.handle.tick()?;
        total = m.product(ProductOp::Mul, &total, &x)?;
    }
    Ok(total)
}

fn truth(m: &mut Machine, f: &Value, x: &Value) -> Res<bool> {
    m.handle.tick()?;
    match m.apply(f, vec![x.clone()], Span::default())? {
        Value::Bool(truth) => Ok(truth),
        other => {
            let (given, found) = (m.notation(x)?, m.described(&other));
            Fault::new(Mistake::Mismatch, format!("the function must give true or false; for {given} it gave {found}"))
                .err()
        }
    }
}

fn quantified(m: &mut Machine, a: &[Value], wanted: bool) -> Res {
    for x in items(m, &a[0])? {
        let truth = match (given(&a[1]), &x) {
            (Some(f), x) => truth(m, f, x)?,
            (None, Value::Bool(truth)) => *truth,
            (None, other) => return Fault::expected("elements that are true or false", other).err(),
        };
        if truth == wanted {
            return Ok(Value::Bool(wanted));
        }
    }
    Ok(Value::Bool(!wanted))
}

/// The elements of a set.
pub fn keys(m: &mut Machine, all: Vec<Value>) -> Res<Items> {
    m.handle.afford(all.len() * ENTRY)?;
    let mut keys = Items::with_capacity_and_hasher(all.len(), Default::default());
    for value in &all {
        m.handle.tick()?;
        keys.insert(m.key(value)?);
    }
    Ok(keys)
}

/// About as many bytes as an element of a set takes.
const ENTRY: usize = 48;

fn as_set(m: &mut Machine, value: &Value) -> Res<Items> {
    if let Value::Set(set) = value {
        m.handle.afford(set.len() * ENTRY)?;
        return Ok(set.0.clone());
    }
    let all = items(m, value)?;
    keys(m, all)
}

/// The elements as keys, in the order of insertion; their hashing is paid for.
fn elements_of_set(m: &mut Machine, value: &Value) -> Res<Vec<Key>> {
    let set = as_set(m, value)?;
    for item in &set {
        m.handle.tick()?;
        m.normal(&item.0)?;
    }
    Ok(set.into_iter().collect())
}

/// The elements of the first collection that are in the second, or that are not.
fn common(m: &mut Machine, a: &Value, b: &Value, both: bool) -> Res {
    let (first, second) = (elements_of_set(m, a)?, as_set(m, b)?);
    let mut kept = Items::default();
    for item in first {
        m.handle.tick()?;
        if second.contains(&item) == both {
            kept.insert(item);
        }
    }
    Ok(Value::set(kept))
}

fn entries(value: &Value) -> Res<&Deep<Entries>> {
    match value {
        Value::Map(map) => Ok(map),
        other => Fault::expected("a map", other).err(),
    }
}
