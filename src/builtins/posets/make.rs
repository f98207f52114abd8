//! Making posets.

use super::{count, poset as given_poset};
use crate::adapters::posets::{Name, PosetValue};
use crate::builtins::{given, items, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::posets::{Bits, Poset};
use crate::source::Span;
use crate::value::key::{Key, order, sort};
use crate::value::{Deep, Fault, Items, Res, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Integers as elements.
fn integers(numbers: impl IntoIterator<Item = u64>) -> Vec<Value> {
    numbers.into_iter().map(Value::from).collect()
}

/// Masks as sets of integers.
fn sets(m: &Machine, masks: &[u64], points: &[Value]) -> Res<Vec<Value>> {
    let set = |&mask: &u64| {
        m.handle.tick()?;
        let inside = points.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        let items: Items = inside.map(|(_, x)| Key(x.clone())).collect();
        Ok(Value::Set(Rc::new(Deep(items))))
    };
    masks.iter().map(set).collect()
}

/// `poset(elements, relation)`.
pub fn poset(m: &mut Machine, a: &[Value]) -> Res {
    let mut elements: Vec<Value> = Vec::new();
    let mut places: FxHashMap<Key, usize> = FxHashMap::default();
    for element in items(m, &a[0])? {
        let element = m.normal(&element)?;
        let place = elements.len();
        if *places.entry(Key(element.clone())).or_insert(place) == place {
            elements.push(element);
        }
    }
    let mut pairs = Vec::new();
    match &a[1] {
        Value::Func(_) | Value::Native(_) => {
            for (i, x) in elements.iter().enumerate() {
                for (j, y) in elements.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    match m.apply(&a[1], vec![x.clone(), y.clone()], Span::default())? {
                        Value::Bool(true) => pairs.push((i, j)),
                        Value::Bool(false) => {}
                        other => return Fault::expected("true or false from the relation", &other).err(),
                    }
                }
            }
        }
        list => {
            for pair in items(m, list)? {
                let (Value::Tuple(sides) | Value::List(sides)) = &pair else {
                    return Fault::expected("pairs `(x, y)` as the relation", &pair).err();
                };
                let [x, y] = &sides[..] else {
                    return Fault::expected("pairs `(x, y)` as the relation", &pair).err();
                };
                let place = |m: &mut Machine, x: &Value| -> Res<usize> {
                    let key = Key(m.normal(x)?);
                    match places.get(&key) {
                        Some(&place) => Ok(place),
                        None => {
                            let shown = PosetValue::label_notation(m, x)?;
                            let said = format!("{shown} is in the relation, but is none of the elements");
                            let fault = Fault::new(Mistake::NoElement, said);
                            // `[0..5]` is a list of one range.
                            match places.keys().find(|of| matches!(of.0, Value::Range(_) | Value::List(_))) {
                                Some(of) => fault.note(format!(
                                    "The list {0} is one element here; its own elements are those of `poset({0}, …)` without other brackets.",
                                    PosetValue::label_notation(m, &of.0)?
                                )),
                                None => fault,
                            }
                            .err()
                        }
                    }
                };
                let (x, y) = (place(m, x)?, place(m, y)?);
                if x != y {
                    pairs.push((x, y));
                }
            }
        }
    }
    Ok(Value::of(m.poset(elements, &pairs)?))
}

/// `chain(n)`.
pub fn chain(m: &mut Machine, a: &[Value]) -> Res {
    let n = count(&a[0], "the number of elements")?;
    let order = Poset::chain(n, &m.handle)?;
    Ok(Value::of(PosetValue::new(order, integers(0..n as u64), Name::Formula(format!("chain({n})"), 3))))
}

/// `antichain(n)`.
pub fn antichain(m: &mut Machine, a: &[Value]) -> Res {
    let n = count(&a[0], "the number of elements")?;
    let order = Poset::antichain(n, &m.handle)?;
    Ok(Value::of(PosetValue::new(order, integers(0..n as u64), Name::Formula(format!("antichain({n})"), 3))))
}

/// `subsets(n, k)`.
pub fn subsets(m: &mut Machine, a: &[Value]) -> Res {
    let small = |value: &Value, what| -> Res<u32> { Ok(u32::try_from(natural(value, what)?).unwrap_or(u32::MAX)) };
    let n = small(&a[0], "the number of points")?;
    let k = given(&a[1]).map(|k| small(k, "the largest size")).transpose()?;
    let (order, masks) = Poset::subsets(n, k.unwrap_or(n), &m.handle)?;
    let text = match k {
        Some(k) if k < n => format!("subsets({n}, {k})"),
        _ => format!("subsets({n})"),
    };
    let points = integers(0..u64::from(n));
    Ok(Value::of(PosetValue::new(order, sets(m, &masks, &points)?, Name::Subsets(text))))
}

/// `divisors(m)`.
pub fn divisors(m: &mut Machine, a: &[Value]) -> Res {
    let number = natural(&a[0], "the number")?;
    if number == 0 {
        return Fault::new(Mistake::Unsuitable, "every number divides 0: its divisors are no finite poset").err();
    }
    let (order, divisors) = Poset::divisors(number, &m.handle)?;
    Ok(Value::of(PosetValue::new(order, integers(divisors), Name::Formula(format!("divisors({number})"), 3))))
}

/// `complex(facets)`.
pub fn complex(m: &mut Machine, a: &[Value]) -> Res {
    let mut facets: Vec<Vec<Value>> = Vec::new();
    let mut points: Vec<Value> = Vec::new();
    let mut seen = Items::default();
    let expected = || {
        Fault::expected("a list of facets, each a list or set of points", &a[0])
            .note("For instance `complex([[0, 1, 2], [2, 3]])`.")
            .err()
    };
    if a[0].is_game() {
        return expected();
    }
    for facet in items(m, &a[0])? {
        if !matches!(facet, Value::List(_) | Value::Set(_) | Value::Tuple(_) | Value::Range(_)) {
            return expected();
        }
        let mut corners = Vec::new();
        for point in items(m, &facet)? {
            m.handle.tick()?;
            let point = m.normal(&point)?;
            if seen.insert(Key(point.clone())) {
                points.push(point.clone());
            }
            corners.push(point);
        }
        facets.push(corners);
    }
    if points.len() > 64 {
        return Fault::new(
            Mistake::TooLarge,
            format!("a complex on {} points; at most 64 can be handled", points.len()),
        )
        .err();
    }
    points = sort(points, |x, y| order(x, y, &m.store, &m.handle), &m.handle)?;
    let places: FxHashMap<Key, usize> = points.iter().enumerate().map(|(i, x)| (Key(x.clone()), i)).collect();
    let mut masks = Vec::with_capacity(facets.len());
    for facet in facets {
        m.handle.ticks(1 + facet.len() / 8)?;
        masks.push(facet.into_iter().fold(0_u64, |mask, x| mask | 1 << places[&Key(x)]));
    }
    let (order, faces) = Poset::complex(&masks, &m.handle)?;
    Ok(Value::of(PosetValue::new(order, sets(m, &faces, &points)?, Name::Complex)))
}

/// `ordinal_sum(P, Q, …)`, or of a list; of two games.
pub fn ordinal_sum(m: &mut Machine, a: &[Value]) -> Res {
    let all = match a {
        [Value::List(all)] => all.to_vec(),
        all => all.to_vec(),
    };
    if let [lower, upper] = &all[..]
        && lower.is_game()
        && upper.thing::<PosetValue>().is_none()
    {
        return m.ordinal(lower, upper);
    }
    let all = all.iter().map(given_poset).collect::<Res<Vec<&PosetValue>>>()?;
    Ok(Value::of(PosetValue::together(m, &all, true)?))
}

/// `dual(P)`.
pub fn dual(m: &mut Machine, a: &[Value]) -> Res {
    let poset = given_poset(&a[0])?;
    let name = poset.formula().map_or(Name::Relations, |(text, _)| Name::Formula(format!("dual({text})"), 3));
    Ok(Value::of(PosetValue::new(poset.order.dual(&m.handle)?, poset.elements.clone(), name)))
}

/// All elements above, or below, one or several.
pub fn closure(m: &mut Machine, p: &Value, which: &Value, of: fn(&Poset, usize) -> Bits) -> Res {
    let poset = given_poset(p)?;
    let start = poset.find_all(m, which)?;
    let mut set = Bits::empty(poset.elements.len());
    for x in start.iter() {
        if set.contains(x) {
            continue;
        }
        for y in of(&poset.order, x).iter() {
            m.handle.tick()?;
            set.insert(y);
        }
    }
    Ok(Value::of(poset.part(m, &set)?))
}
