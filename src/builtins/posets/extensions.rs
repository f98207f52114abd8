//! Linear extensions and downsets. Posets of subsets of 6 and 7 points go to the engine of their own.

use super::{poset, truncated_either_way};
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::heavy::{Expected, fault};
use crate::builtins::{given, small};
use crate::eval::Machine;
use crate::posets::subsets::{chomp, downset, error::Error, estimate, extensions, middles};
use crate::posets::{self, Faces, RandomBits};
use crate::value::key::Key;
use crate::value::{Deep, Entries, Res, Value};
use num_bigint::{BigInt, BigUint};
use std::rc::Rc;

fn integer(n: BigUint) -> Value {
    Value::from(BigInt::from(n))
}

/// Points from which on subsets go to the engine of their own.
const POINTS: u32 = 6;
/// Downsets that the way for all posets goes through at once, and those that it cannot go through in memory.
const FEW: f64 = 20_000.0;
const MANY: f64 = 1e8;
/// How many of them cost as much as a class: listed, made canonical twice.
const CHEAPER: f64 = 3.0;

/// `linear_extensions(P)`.
pub fn linear_extensions(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let handle = Rc::clone(&m.handle);
    if let Some((n, k)) = truncated_either_way(m, value)?.filter(|&(n, k)| n >= POINTS && k > 1) {
        let expected =
            estimate::estimate(estimate::Quantity::Extensions, n, k, if n > 7 { 2000 } else { 300 }, &handle)?;
        if !m.asks_for_levels() && middles::suits(n, k, &handle) {
            m.announce(&expected.at_once(middles::costs()))?;
            let found = middles::extensions(n, m.heavy().thread_count(), &handle).map_err(fault)?;
            return Ok(integer(found.count));
        }
        if expected.handled {
            m.announce(&expected)?;
            let name = format!("linear-extensions-{n}-{k}");
            let found =
                m.with_heavy(&name, Expected::from(&expected), |options, handle| {
                    match extensions::of_truncated(n, k, options, handle) {
                        Ok(found) => Ok(Some(found.count)),
                        Err(Error::Range(_) | Error::Overflow) => Ok(None),
                        Err(error) => Err(error),
                    }
                })?;
            if let Some(found) = found {
                return Ok(integer(found));
            }
        } else if k > 2 {
            // The way for all posets has at least as many downsets to go through.
            m.refuse_hopeless(&expected)?;
        }
    }
    if let Some(found) = by_classes(m, value)? {
        return Ok(integer(found));
    }
    let plan = posets::box_plan(&value.order, &handle)?.filter(|plan| plan.is_listed);
    if let Some(plan) = &plan {
        m.announce_box(plan)?;
    }
    if let Some(plan) = plan
        && m.heavy().checkpoints.is_some()
    {
        let sides: Vec<String> = plan.sides.iter().map(usize::to_string).collect();
        let name = format!("linear-extensions-box-{}", sides.join("-"));
        let found =
            m.with_heavy(&name, Expected { classes: None, bytes: plan.bytes.unwrap_or(0.0) }, |options, handle| {
                posets::linear_extensions_of_box(&value.order, options, handle)
            })?;
        if let Some(found) = found {
            return Ok(integer(found));
        }
    }
    let threads = m.heavy().thread_count();
    Ok(integer(posets::linear_extensions_with(&value.order, threads, &handle)?))
}

/// A complex on 6 or 7 points by its classes of downsets, where those are much fewer than the downsets that the way for all
/// posets goes through.
fn by_classes(m: &mut Machine, value: &PosetValue) -> Res<Option<BigUint>> {
    let handle = Rc::clone(&m.handle);
    let Some((faces, _)) = Faces::either_way(&value.order, &handle)? else { return Ok(None) };
    let Some((n, family)) = faces.family().filter(|&(n, _)| n >= POINTS) else { return Ok(None) };
    // The way for all posets leaves out the largest sets.
    let labelled = estimate::downsets(family & !downset::maximal(family) | 1, 300, &handle)?;
    if labelled < FEW {
        return Ok(None);
    }
    let plan = match chomp::Plan::bounded(n, family, (labelled / CHEAPER) as usize, &handle).map_err(fault)? {
        Some(plan) => plan,
        None if labelled < MANY => return Ok(None),
        None => chomp::Plan::new(n, family, &handle).map_err(fault)?,
    };
    let expected = plan.estimate(estimate::Quantity::Extensions, &handle).map_err(fault)?;
    m.announce(&expected)?;
    let name = format!("linear-extensions-{n}-{family:x}");
    let found =
        m.with_heavy(&name, Expected::from(&expected), |options, handle| extensions::of_plan(&plan, options, handle))?;
    Ok(Some(found.count))
}

/// `ideals(P)`.
pub fn ideals(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    if let Some((n, k)) = truncated_either_way(m, value)?.filter(|&(n, k)| posets::IdealsWay::of(n, k).is_none()) {
        m.refuse_hopeless(&estimate::estimate(estimate::Quantity::Ideals, n, k, 2000, &m.handle)?)?;
    }
    Ok(integer(posets::ideals(&value.order, &m.handle)?))
}

/// `random_linear_extension(P, seed)`.
pub fn random(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let seed = given(&a[1]).map_or(Ok(0), |s| small(s, "the seed"))?;
    let mut random = RandomBits::new(seed.cast_unsigned());
    if let Some((n, k)) = truncated_either_way(m, value)?.filter(|&(n, _)| n > 7) {
        let expected = estimate::estimate(estimate::Quantity::Extensions, n, k, 2000, &m.handle)?;
        if !expected.handled {
            m.refuse_hopeless(&expected)?;
        }
    }
    let order = posets::random_linear_extension(&value.order, &mut random, &m.handle)?;
    Ok(Value::list(value.labels(order)))
}

/// `linear_extension_ranks(P)`.
pub fn ranks(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let rows = posets::linear_extension_ranks(&value.order, &m.handle)?;
    let mut entries = Entries::default();
    for (row, element) in rows.into_iter().zip(&value.elements) {
        entries.insert(Key(element.clone()), Value::list(row.into_iter().map(integer).collect()));
    }
    Ok(Value::Map(Rc::new(Deep(entries))))
}
