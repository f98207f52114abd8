//! Between values and the engine's points, vectors, inequalities; and the engine's errors in words.

use crate::adapters::lattices::plural;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::lattices::linear::{Matrix, Vector};
use crate::lattices::sets::polyhedron::Polyhedron;
use crate::lattices::sets::{Stratification, semigroup};
use crate::lattices::trouble::{Budget, Trouble};
use crate::value::{Fault, Flow, Res, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

/// How many pieces an operation may produce.
pub fn budget() -> Budget {
    Budget::default()
}

/// An error of the engine in words.
pub fn fault(trouble: Trouble) -> Box<Flow> {
    match trouble {
        Trouble::Stop(stop) => stop.into(),
        Trouble::Dimension(wanted, found) => {
            Fault::new(Mistake::Dimension, format!("{} and {} do not go together", plural(wanted, "coordinate"), plural(found, "coordinate")))
                .note("All points and vectors of one set or generating function have the same number of coordinates.")
                .into()
        }
        Trouble::NotPointed => Fault::new(Mistake::Infinite, "its points contain a whole line")
            .note("They have no generating function: leave out one of two opposite directions, or use `stratum`.")
            .into(),
        Trouble::Dependent => Fault::new(Mistake::Infinite, "the exponents of a denominator are linearly dependent")
            .note("The coefficients of such a series, as of `1/(1 - x)^2`, are unbounded; it is no combination of strata.")
            .into(),
        Trouble::Budget(n) => Fault::new(Mistake::TooLarge, format!("the result has more than {n} pieces"))
            .note("Vectors with large entries divide the points into many residue classes, borders and points far away into many rows and single ones.")
            .into(),
        Trouble::Infinite => Fault::new(Mistake::Infinite, "there are infinitely many points").into(),
        Trouble::Text(at, expected) => {
            Fault::new(Mistake::Unreadable, format!("{expected} is expected at byte {}", at + 1)).into()
        }
    }
}

/// The same where a text is read, of which the note says how such texts look.
pub fn fault_in_text(trouble: Trouble, text: &str, note: String) -> Box<Flow> {
    match trouble {
        Trouble::Text(at, expected) => {
            let rest: String = text.get(at..).unwrap_or_default().trim().chars().take(20).collect();
            let found = if rest.is_empty() { "its end".into() } else { format!("`{rest}`") };
            Fault::new(Mistake::Unreadable, format!("cannot read the text: expected {expected}, found {found}"))
                .note(note)
                .into()
        }
        other => fault(other),
    }
}

/// The same for an operation that lists the points of a box.
pub fn fault_in_box(trouble: Trouble) -> Box<Flow> {
    match trouble {
        Trouble::Budget(n) => {
            Fault::new(Mistake::TooLarge, format!("there are more than {n} points or pieces in the box"))
                .note("`count_in_box(S, low, high)` counts the points of a set without listing them.")
                .into()
        }
        other => fault(other),
    }
}

/// The same for inequalities in so many variables.
pub fn fault_of_inequalities(trouble: Trouble, dimension: usize) -> Box<Flow> {
    match trouble {
        Trouble::NotPointed => {
            let such = if dimension == 1 { "`(1, 0)` for `x >= 0`" } else { "`(0, 1, 0)` for `y >= 0`" };
            Fault::new(Mistake::Infinite, "its points contain a whole line")
                .note(format!("Some direction is bounded on neither side: an inequality is missing, such as {such}."))
                .into()
        }
        other => fault(other),
    }
}

/// Whether a value can stand for a point: a tuple, or in dimension 1 an integer.
pub fn is_point(value: &Value) -> bool {
    match value {
        Value::Tuple(items) => items.iter().all(|x| x.as_integer().is_some()),
        other => other.as_integer().is_some(),
    }
}

/// The largest coordinates and coefficients, in bits: what is made of them has many times as many digits.
const COORDINATE: u64 = 4096;

/// An error for a number that is too large for a coordinate.
pub fn coordinate(n: BigInt) -> Res<BigInt> {
    check_size(&n, "a coordinate")?;
    Ok(n)
}

fn check_size(n: &BigInt, what: &str) -> Res<()> {
    if n.bits() > COORDINATE {
        return Fault::new(Mistake::TooLarge, format!("{what} of more than 1,200 digits is too large")).err();
    }
    Ok(())
}

/// An error for a number that is too large to stand before a generating function.
pub fn check_coefficient(value: &Value) -> Res<()> {
    match value {
        Value::Big(n) => check_size(n, "a coefficient"),
        Value::Ratio(q) => [q.numer(), q.denom()].into_iter().try_for_each(|n| check_size(n, "a coefficient")),
        _ => Ok(()),
    }
}

/// A point: a tuple of integers, or an integer in dimension 1.
pub fn point_of(m: &mut Machine, value: &Value, dimension: Option<usize>) -> Res<Vector> {
    let mut point = Vector::new();
    match value {
        Value::Tuple(items) => {
            for x in items.iter() {
                m.handle.tick()?;
                match x.as_integer() {
                    Some(n) => point.push(coordinate(n)?),
                    None => return Fault::expected("an integer as a coordinate", x).err(),
                }
            }
        }
        other => match other.as_integer() {
            Some(n) => point.push(coordinate(n)?),
            None => return Fault::expected("a point such as (2, 0)", other).err(),
        },
    }
    match dimension {
        Some(d) if d != point.len() => Err(fault(Trouble::Dimension(d, point.len()))),
        _ if point.is_empty() => Fault::new(Mistake::Unsuitable, "expected a point with at least one coordinate").err(),
        _ => Ok(point),
    }
}

/// Several points, as a collection.
pub fn points_of(m: &mut Machine, value: &Value, dimension: Option<usize>) -> Res<Matrix> {
    let mut points = Vec::new();
    for x in m.elements(value)? {
        let point = point_of(m, &x, dimension)?;
        m.handle.ticks(1 + point.len() as u32)?;
        points.push(point);
    }
    Ok(points)
}

/// The dimension of some vectors; an error if they differ.
pub fn dimension_of<'v>(vectors: impl IntoIterator<Item = &'v Vector>) -> Res<Option<usize>> {
    let mut vectors = vectors.into_iter();
    let Some(first) = vectors.next() else { return Ok(None) };
    match vectors.find(|v| v.len() != first.len()) {
        Some(other) => Err(fault(Trouble::Dimension(first.len(), other.len()))),
        None => Ok(Some(first.len())),
    }
}

/// The set of the points of a collection; `dimension` is that of an empty one.
pub fn listed(m: &mut Machine, list: &Value, dimension: usize) -> Res<Stratification> {
    let points = points_of(m, list, None)?;
    let dimension = dimension_of(&points)?.unwrap_or(dimension);
    semigroup::module(dimension, &points, &[], budget(), &m.handle).map_err(fault)
}

/// A point as a value: a tuple, or an integer in dimension 1.
pub fn tuple_of(point: &[BigInt]) -> Value {
    match point {
        [n] => Value::from(n.clone()),
        _ => Value::tuple(point.iter().map(|n| Value::from(n.clone())).collect()),
    }
}

/// A corner of a box: a point, or an integer for all coordinates.
pub fn corner_of(m: &mut Machine, value: &Value, dimension: usize) -> Res<Vector> {
    match value.as_integer() {
        Some(n) => Ok(vec![coordinate(n)?; dimension]),
        None => point_of(m, value, Some(dimension)),
    }
}

/// Inequalities `a . x + c >= 0`, each given as a tuple `(a_1, ..., a_d, c)` of rational numbers.
pub fn inequalities_of(m: &mut Machine, value: &Value) -> Res<Polyhedron> {
    let mut rows: Vec<(Vector, BigInt)> = Vec::new();
    let mut dimension = None;
    for row in m.elements(value)? {
        let Value::Tuple(items) = &row else {
            return Fault::expected("an inequality a*x + b*y + c >= 0 as the tuple (a, b, c)", &row).err();
        };
        let mut numbers: Vec<BigRational> = Vec::new();
        for x in items.iter() {
            m.handle.tick()?;
            match x.as_ratio() {
                Some(q) => {
                    coordinate(q.numer().clone())?;
                    coordinate(q.denom().clone())?;
                    numbers.push(q);
                }
                None => return Fault::expected("a number as a coefficient", x).err(),
            }
        }
        let scale = numbers.iter().fold(BigInt::one(), |l, q| l.lcm(q.denom()));
        let mut row: Vector = numbers.iter().map(|q| q.numer() * (&scale / q.denom())).collect();
        let constant = row.pop().unwrap_or_default();
        let d = *dimension.get_or_insert(row.len());
        if d != row.len() {
            return Err(fault(Trouble::Dimension(d, row.len())));
        }
        rows.push((row, constant));
    }
    match dimension {
        Some(dimension) if dimension > 0 => Ok(Polyhedron { dimension, rows }),
        _ => Fault::new(Mistake::Unsuitable, "expected at least one inequality in at least one variable").err(),
    }
}
