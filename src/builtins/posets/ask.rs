//! Questions about a poset.

use super::poset;
use crate::adapters::posets::{Name, PosetValue};
use crate::builtins::integer;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::posets::{self, Bits, Kind};
use crate::source::Span;
use crate::value::key::Key;
use crate::value::{Deep, Entries, Fault, Res, Value};
use num_bigint::BigUint;
use std::rc::Rc;

/// Automorphisms that are listed.
const AUTOMORPHISMS: usize = 10_000;

/// `covers(P)`.
pub fn covers(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let pairs = poset.order.covers(&m.handle)?;
    Ok(Value::list(pairs.into_iter().map(|(x, y)| Value::tuple(poset.labels([x, y]))).collect()))
}

/// `precedes(P, x, y)`.
pub fn precedes(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let (x, y) = (poset.find(m, &a[1])?, poset.find(m, &a[2])?);
    Ok(Value::Bool(poset.order.less(x, y)))
}

/// `isomorphic(P, Q)`.
pub fn isomorphic(m: &mut Machine, a: &[Value]) -> Res {
    let handle = Rc::clone(&m.handle);
    Ok(Value::Bool(poset(&a[0])?.order.isomorphic(&poset(&a[1])?.order, &handle)?))
}

/// `orbits(P)`.
pub fn orbits(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let orbits = poset.order.orbits(&m.handle)?;
    Ok(Value::list(orbits.into_iter().map(|orbit| Value::list(poset.labels(orbit))).collect()))
}

/// `shape(P)`: the elements are 1, 2, … in canonical order.
pub fn shape(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let places = poset.order.canonical_order(&m.handle)?.to_vec();
    let order = poset.order.induced(&places, &m.handle)?;
    let elements = (1..=places.len()).map(Value::from).collect();
    Ok(Value::of(PosetValue::new(order, elements, Name::Relations)))
}

/// `structure(P)`.
pub fn structure(m: &mut Machine, a: &[Value]) -> Res {
    Ok(Value::text(told(&Kind::of(&poset(&a[0])?.order, &m.handle)?)))
}

/// A kind of poset in words.
fn told(kind: &Kind) -> String {
    let numbers = |numbers: &[usize]| {
        let told: Vec<String> = numbers.iter().map(usize::to_string).collect();
        match told.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => told.concat(),
        }
    };
    let all = |kinds: &[Kind]| kinds.iter().map(told).collect::<Vec<_>>().join("; ");
    match kind {
        Kind::Chain(n) => format!("chain of {n}"),
        Kind::Antichain(n) => format!("antichain of {n}"),
        Kind::Boolean(n) => format!("all subsets of {n} points"),
        Kind::Box(sides) => format!("product of chains of {}", numbers(sides)),
        Kind::Diagram(rows) => format!("Young diagram with rows of {}", numbers(rows)),
        Kind::Complex(n) => format!("simplicial complex on {n} points"),
        Kind::Downset(sides) => format!("downset of the product of chains of {}", numbers(sides)),
        Kind::Dual(kind) => format!("dual of: {}", told(kind)),
        Kind::Sum(kinds) => format!("disjoint sum of: {}", all(kinds)),
        Kind::OrdinalSum(kinds) => format!("ordinal sum of: {}", all(kinds)),
        Kind::Other(n) => format!("poset of {n} elements"),
    }
}

/// `automorphisms(P)`.
pub fn automorphisms(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let Some(group) = poset.order.all_automorphisms(AUTOMORPHISMS, &m.handle)? else {
        return Fault::new(
            Mistake::TooLarge,
            format!("the automorphisms of this poset are more than {AUTOMORPHISMS}, or hard to find"),
        )
        .note("`orbits(P)` says which elements they exchange.")
        .err();
    };
    let mut all = Vec::with_capacity(group.len());
    for map in group {
        m.handle.afford(map.len() * 64)?;
        let mut entries = Entries::default();
        for (x, &image) in poset.elements.iter().zip(&map) {
            entries.insert(Key(x.clone()), poset.elements[image as usize].clone());
        }
        all.push(Value::Map(Rc::new(Deep(entries))));
    }
    Ok(Value::list(all))
}

/// `fixed(P, phi)`.
pub fn fixed(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let mut images = Vec::with_capacity(poset.elements.len());
    if let Value::Map(entries) = &a[1] {
        for key in entries.keys() {
            poset.find(m, &key.0)?;
        }
    }
    for x in &poset.elements {
        let image = match &a[1] {
            Value::Map(entries) => match entries.get(&Key(x.clone())) {
                Some(image) => image.clone(),
                // What is not mentioned stays.
                None => x.clone(),
            },
            Value::Func(_) | Value::Native(_) => m.apply(&a[1], vec![x.clone()], Span::default())?,
            other => return Fault::expected("a map `{x => y}` or a function as the automorphism", other).err(),
        };
        images.push(poset.find(m, &image)?);
    }
    let n = images.len();
    let reached = Bits::of(n, images.iter().copied());
    if reached.len() < n || !poset.order.is_automorphism(&images) {
        return no_automorphism(m, poset, &images)?.err();
    }
    let stays = Bits::of(n, (0..n).filter(|&x| images[x] == x));
    Ok(Value::of(poset.part(m, &stays)?))
}

/// Why these images are no automorphism: two that are the same, or a pair that is in order and its images that are not.
fn no_automorphism(m: &mut Machine, poset: &PosetValue, images: &[usize]) -> Res<Fault> {
    let fault = |why: String| Fault::new(Mistake::Unsuitable, format!("this is no automorphism: {why}"));
    let mut shown = |x: usize| PosetValue::label_notation(m, &poset.elements[x]);
    let mut from = vec![None; images.len()];
    for (y, &image) in images.iter().enumerate() {
        if let Some(x) = from[image].replace(y) {
            return Ok(fault(format!("it takes {} and {} to {}", shown(x)?, shown(y)?, shown(image)?)));
        }
    }
    // A bijection that keeps covers in order keeps the order, both ways, since there are finitely many pairs.
    for (x, y) in poset.order.covers(&m.handle)? {
        m.handle.tick()?;
        if !poset.order.less(images[x], images[y]) {
            let mut shown = |x: usize| PosetValue::label_notation(m, &poset.elements[x]);
            let (x, y, to_x, to_y) = (shown(x)?, shown(y)?, shown(images[x])?, shown(images[y])?);
            return Ok(fault(format!("{x} is below {y}, but it takes them to {to_x} and {to_y}")));
        }
    }
    Ok(fault("it does not keep the order".into()))
}

/// `order_polynomial(P, t)`.
pub fn order_polynomial(m: &mut Machine, a: &[Value]) -> Res {
    let t = integer(&a[1], "the place of the polynomial")?;
    Ok(Value::from(posets::order_polynomial(&poset(&a[0])?.order, &t, &m.handle)?))
}

/// `zeta_polynomial(P, t)`.
pub fn zeta_polynomial(m: &mut Machine, a: &[Value]) -> Res {
    let t = integer(&a[1], "the place of the polynomial")?;
    Ok(Value::from(posets::zeta_polynomial(&poset(&a[0])?.order, &t, &m.handle)?))
}

/// `mobius(P, x, y)`.
pub fn mobius(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let (x, y) = (poset.find(m, &a[1])?, poset.find(m, &a[2])?);
    Ok(Value::from(posets::mobius(&poset.order, x, y, &m.handle)?))
}

/// `chains(P)`.
pub fn chains(m: &mut Machine, a: &[Value]) -> Res {
    let counts = posets::chains(&poset(&a[0])?.order, &m.handle)?;
    Ok(Value::list(counts.into_iter().map(|count: BigUint| Value::from(num_bigint::BigInt::from(count))).collect()))
}

/// `ideal_classes(P)`.
pub fn ideal_classes(m: &mut Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    match posets::ideal_classes(&poset.order, &m.handle)? {
        Some(count) => Ok(Value::from(num_bigint::BigInt::from(count))),
        None => {
            Fault::new(Mistake::OutOfReach, "the classes of downsets of this poset are too many to be counted").err()
        }
    }
}
