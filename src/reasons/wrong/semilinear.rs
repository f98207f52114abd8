//! Sets of points and generating functions.

use crate::builtins::semilinear::convert::{budget, fault, listed, tuple_of};
use crate::builtins::semilinear::things::{Generating, PointSet};
use crate::eval::Machine;
use crate::lattices::series::{Series, notation};
use crate::lattices::sets::Stratification;
use crate::reasons::{Reason, compare};
use crate::value::{Res, Value};
use num_bigint::BigInt;
use num_traits::Signed;
use std::rc::Rc;

/// Sides of the boxes in which two functions are compared.
const SIDES: [u32; 3] = [3, 12, 40];
const COORDINATES: &str = "Your points have another number of coordinates than those of the question.";

/// What was asked for, where a set of points or a function was asked for and the answer is neither.
pub fn other_kind(m: &mut Machine, right: &Value, given: &Value) -> Res<Option<&'static str>> {
    let points = given.thing::<PointSet>().is_some();
    Ok(match (right.thing::<PointSet>(), right.thing::<Generating>()) {
        (Some(_), _) if !points && compare::sequence(m, given)?.is_none() => {
            Some("a set of points, such as stratum(0, [2])")
        }
        (_, Some(_)) if given.thing::<Generating>().is_none() => {
            Some("a generating function, such as series(\"1/(1 - x^2)\")")
        }
        _ => None,
    })
}

/// A point that does not belong there, and that more do; or a coefficient that is wrong.
pub fn difference(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    if let (Some(f), Some(g)) = (right.thing::<Generating>(), given.thing::<Generating>()) {
        return coefficient(m, f, g);
    }
    let Some(PointSet(right)) = right.thing::<PointSet>() else { return Ok(Vec::new()) };
    let given: Rc<Stratification> = match given.thing::<PointSet>() {
        Some(set) => Rc::clone(&set.0),
        None => listed(m, given, right.dimension())?.into(),
    };
    if given.dimension() != right.dimension() {
        return Ok(vec![Reason::Plain(COORDINATES)]);
    }
    let foreign = given.difference(right, budget(), &m.handle).map_err(fault)?;
    let missing = right.difference(&given, budget(), &m.handle).map_err(fault)?;
    let mut reasons = Vec::new();
    let bases = foreign.strata().iter().map(|stratum| &stratum.base);
    if let Some(first) = bases.min_by_key(|p| (p.iter().map(|n| n.abs()).sum::<BigInt>(), *p)) {
        reasons.push(Reason::Foreign { of: None, values: vec![tuple_of(first)] });
    }
    if !missing.strata().is_empty() {
        reasons.push(Reason::Plain("Points are missing."));
    }
    Ok(reasons)
}

fn coefficient(m: &mut Machine, right: &Generating, given: &Generating) -> Res<Vec<Reason>> {
    let d = right.series.dimension();
    if given.series.dimension() != d {
        return Ok(vec![Reason::Plain("The function of the question has another number of variables.")]);
    }
    let gap = right.series.minus(&given.series).map_err(fault)?;
    for side in SIDES {
        let corner = |n: i64| vec![BigInt::from(n); d];
        let inside = gap.truncated(&corner(0), &corner(side.into()), budget(), &m.handle).map_err(fault)?;
        let points = inside.terms().map(|(_, stratum)| stratum);
        if let Some(first) = points.min_by_key(|p| (p.base.iter().sum::<BigInt>(), &p.base)) {
            let point = Stratification::of_disjoint(d, vec![first.clone()], &m.handle).map_err(fault)?;
            let power = notation::text(&Series::of_set(&point), &right.names);
            return Ok(vec![Reason::Coefficient((power != "1").then_some(power))]);
        }
    }
    Ok(Vec::new())
}
