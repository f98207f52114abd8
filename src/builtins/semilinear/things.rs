//! Stratifications and generating functions as values of the language: operators, order, elements, how they are shown.

use super::convert::{budget, check_coefficient, fault, is_point, listed, point_of, tuple_of};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::Relation;
use crate::lattices::linear::negative;
use crate::lattices::series::{Series, notation as series_notation};
use crate::lattices::sets::{Stratification, notation as set_notation};
use crate::value::{Operator, Res, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use serde_json::{Value as Json, json};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A set of points with integer coordinates.
#[derive(Clone, Debug)]
pub struct PointSet(pub Rc<Stratification>);

/// A rational generating function with the names of its variables.
#[derive(Clone, Debug)]
pub struct Generating {
    /// The function.
    pub series: Rc<Series>,
    /// One name for each variable.
    pub names: Rc<[String]>,
}

impl PointSet {
    /// As a value.
    pub fn value(set: Stratification) -> Value {
        Value::of(PointSet(Rc::new(set)))
    }

    /// Another set of points, also one that lists them in braces.
    fn read(&self, m: &mut Machine, other: &Value) -> Option<Res<Rc<Stratification>>> {
        match other {
            Value::Set(items) if items.iter().all(|item| is_point(&item.0)) => {
                Some(listed(m, other, self.0.dimension()).map(Rc::new))
            }
            _ => other.thing::<PointSet>().map(|set| Ok(Rc::clone(&set.0))),
        }
    }
}

impl Generating {
    /// As a value, with the usual names of variables.
    pub fn value(series: Series) -> Value {
        let names = series_notation::variable_names(series.dimension()).into();
        Value::of(Generating { series: Rc::new(series), names })
    }

    /// Another series in the same variables.
    pub fn with(&self, series: Series) -> Value {
        Value::of(Generating { series: Rc::new(series), names: Rc::clone(&self.names) })
    }
}

fn hash(x: &impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    x.hash(&mut hasher);
    hasher.finish()
}

impl Thing for PointSet {
    fn kind(&self) -> &'static str {
        "stratification"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<PointSet>().is_some_and(|other| self.0 == other.0)
    }

    fn digest(&self) -> u64 {
        hash(&self.0)
    }

    fn equals(&self, m: &mut Machine, other: &Value) -> Option<Res<bool>> {
        let other = match self.read(m, other)? {
            Ok(other) => other,
            Err(flow) => return Some(Err(flow)),
        };
        if self.0.dimension() != other.dimension() {
            return Some(Ok(false));
        }
        Some(self.0.equals(&other, budget(), &m.handle).map_err(fault))
    }

    fn notation(&self, _machine: &mut Machine) -> Res<String> {
        let list = |points: &mut dyn Iterator<Item = &Vec<BigInt>>| {
            let points: Vec<String> = points.map(|p| set_notation::point(p)).collect();
            format!("[{}]", points.join(", "))
        };
        let pieces: Vec<(String, String)> = set_notation::pieces(&self.0)
            .into_iter()
            .map(|(generators, bases)| {
                let base = match bases[..] {
                    [one] => set_notation::point(one),
                    _ => list(&mut bases.iter().copied()),
                };
                (base, list(&mut generators.iter().rev()))
            })
            .collect();
        Ok(match &pieces[..] {
            [] => format!("stratification([], {})", self.0.dimension()),
            [(base, generators)] if generators == "[]" => format!("stratum({base})"),
            [(base, generators)] => format!("stratum({base}, {generators})"),
            many => {
                let pairs: Vec<String> =
                    many.iter().map(|(base, generators)| format!("({base}, {generators})")).collect();
                format!("stratification([{}])", pairs.join(", "))
            }
        })
    }

    fn display(&self, _machine: &mut Machine) -> Res<String> {
        Ok(set_notation::text(&self.0))
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        Some(set_notation::latex(&self.0))
    }

    fn json(&self, _machine: &mut Machine) -> Res<Json> {
        let vector = |v: &Vec<BigInt>| v.iter().map(BigInt::to_string).collect::<Vec<_>>();
        let strata: Vec<Json> = self
            .0
            .strata()
            .iter()
            .map(|s| {
                let generators: Vec<_> = s.generators.iter().map(vector).collect();
                json!({ "base": vector(&s.base), "generators": generators })
            })
            .collect();
        Ok(json!({ "kind": "stratification", "dimension": self.0.dimension(), "strata": strata,
            "text": set_notation::text(&self.0) }))
    }

    fn elements(&self, m: &mut Machine) -> Option<Res<Vec<Value>>> {
        if self.0.size().is_none() {
            return Some(
                crate::value::Fault::new(
                    Mistake::Infinite,
                    "a set with infinitely many points has no list of elements",
                )
                .note("`points(S, low, high)` lists those in a box, `strata(S)` the strata.")
                .err(),
            );
        }
        let mut points = Vec::new();
        for stratum in self.0.strata() {
            if let Err(stop) = m.handle.tick() {
                return Some(Err(stop.into()));
            }
            points.push(tuple_of(&stratum.base));
        }
        Some(Ok(points))
    }

    fn contains(&self, m: &mut Machine, x: &Value) -> Option<Res<bool>> {
        Some(point_of(m, x, Some(self.0.dimension())).and_then(|point| {
            for stratum in self.0.strata() {
                m.handle.tick()?;
                if stratum.holds(&point, &m.handle)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }))
    }

    fn operate(&self, m: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        let wrap = |result: Result<Stratification, _>| Some(result.map(PointSet::value).map_err(fault));
        match (op, other.thing::<PointSet>()) {
            (Operator::Sub, Some(other)) if !reversed => wrap(self.0.difference(&other.0, budget(), &m.handle)),
            (Operator::Add, None) | (Operator::Sub, None) if is_point(other) && (op == Operator::Add || !reversed) => {
                let vector = match point_of(m, other, Some(self.0.dimension())) {
                    Ok(vector) => vector,
                    Err(flow) => return Some(Err(flow)),
                };
                let vector = if op == Operator::Sub { negative(&vector) } else { vector };
                wrap(self.0.translated(&vector))
            }
            _ => None,
        }
    }

    fn compare(&self, m: &mut Machine, other: &Value) -> Option<Res<Relation>> {
        let other = match self.read(m, other)? {
            Ok(other) => other,
            Err(flow) => return Some(Err(flow)),
        };
        let relation = || {
            let below = self.0.is_subset(&other, budget(), &m.handle)?;
            let above = other.is_subset(&self.0, budget(), &m.handle)?;
            Ok(match (below, above) {
                (true, true) => Relation::Equal,
                (true, false) => Relation::Less,
                (false, true) => Relation::Greater,
                (false, false) => Relation::Confused,
            })
        };
        Some(relation().map_err(fault))
    }
}

impl Thing for Generating {
    fn kind(&self) -> &'static str {
        "generating function"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Generating>().is_some_and(|other| self.series == other.series)
    }

    fn digest(&self) -> u64 {
        let terms: Vec<_> = self.series.terms().collect();
        hash(&terms)
    }

    fn equals(&self, m: &mut Machine, other: &Value) -> Option<Res<bool>> {
        if let Err(flow) = check_coefficient(other) {
            return Some(Err(flow));
        }
        let other = operand(self, other)?;
        if self.series.dimension() != other.dimension() {
            return Some(Ok(false));
        }
        Some(self.series.equals(&other, budget(), &m.handle).map_err(fault))
    }

    fn notation(&self, _machine: &mut Machine) -> Res<String> {
        let text = series_notation::text(&self.series, &self.names);
        let usual = series_notation::variable_names(self.names.len());
        Ok(if usual[..] == self.names[..] {
            format!("series(\"{text}\", {})", self.names.len())
        } else {
            let names: Vec<String> = self.names.iter().map(|n| format!("\"{n}\"")).collect();
            format!("series(\"{text}\", [{}])", names.join(", "))
        })
    }

    fn display(&self, _machine: &mut Machine) -> Res<String> {
        Ok(series_notation::text(&self.series, &self.names))
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        Some(series_notation::latex(&self.series, &self.names))
    }

    fn json(&self, _machine: &mut Machine) -> Res<Json> {
        let vector = |v: &Vec<BigInt>| v.iter().map(BigInt::to_string).collect::<Vec<_>>();
        let terms: Vec<Json> = self
            .series
            .terms()
            .map(|(c, s)| {
                let denominator: Vec<_> = s.generators.iter().map(vector).collect();
                json!({ "coefficient": c.to_string(), "numerator": vector(&s.base), "denominator": denominator })
            })
            .collect();
        Ok(json!({ "kind": "generating function", "variables": self.names[..], "terms": terms,
            "text": series_notation::text(&self.series, &self.names) }))
    }

    fn operate(&self, m: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        if let Err(flow) = check_coefficient(other) {
            return Some(Err(flow));
        }
        let factor = other.as_ratio();
        let result = match op {
            Operator::Neg => Ok(self.series.times(&-BigRational::one())),
            Operator::Mul if factor.is_some() => Ok(self.series.times(&factor?)),
            Operator::Div if !reversed && factor.as_ref().is_some_and(|q| *q != BigRational::default()) => {
                Ok(self.series.times(&factor?.recip()))
            }
            Operator::Add => self.series.plus(&*operand(self, other)?),
            Operator::Sub if reversed => operand(self, other)?.minus(&self.series),
            Operator::Sub => self.series.minus(&*operand(self, other)?),
            Operator::Mul => self.series.product(&*operand(self, other)?, budget(), &m.handle),
            Operator::Div | Operator::Power => return None,
        };
        Some(result.map(|series| self.with(series)).map_err(fault))
    }

    fn index(&self, m: &mut Machine, index: &Value) -> Option<Res> {
        let coefficient = point_of(m, index, Some(self.series.dimension()))
            .and_then(|point| self.series.coefficient(&point, &m.handle).map_err(fault));
        Some(coefficient.map(Value::from))
    }
}

/// The other operand as a series: one itself, or a number as a constant.
fn operand(this: &Generating, other: &Value) -> Option<Rc<Series>> {
    if let Some(other) = other.thing::<Generating>() {
        return Some(Rc::clone(&other.series));
    }
    other.as_ratio().map(|c| Rc::new(Series::one(this.series.dimension()).times(&c)))
}
