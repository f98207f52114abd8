//! Questions about a poset.

use super::poset;
use crate::eval::Machine;
use crate::value::{Res, Value};
use std::rc::Rc;

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
