//! Sets of points, generating functions and numbers beyond the short games, as data and back.
//!
//! Each goes as what defines it: the strata, the terms, the powers of omega; nothing is taken on trust but that. Strata that overlap are
//! made disjoint, dependent generators are an error.

use super::reading::{Decoder, broken, integer, ratio};
use super::writing::Writer;
use super::{NESTED, cannot};
use crate::adapters::ordinals::{self, Long};
use crate::builtins::semilinear::convert::{budget, check_coefficient, coordinate, fault};
use crate::builtins::semilinear::things::{Generating, PointSet};
use crate::lattices::linear::{Matrix, Vector};
use crate::lattices::series::Series;
use crate::lattices::sets::Stratification;
use crate::lattices::stratum::Stratum;
use crate::limits::with_stack;
use crate::ordinals::Surreal;
use crate::value::{Res, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Map, Value as Json, json};
use std::rc::Rc;

impl Writer<'_, '_> {
    pub(super) fn set(&mut self, set: &PointSet) -> Res<Json> {
        let mut strata = Vec::with_capacity(set.0.strata().len());
        for stratum in set.0.strata() {
            strata.push(self.stratum(stratum)?);
        }
        Ok(json!({ "strata": strata, "dimension": set.0.dimension() }))
    }

    pub(super) fn series(&mut self, of: &Generating) -> Res<Json> {
        let mut terms = Vec::with_capacity(of.series.len());
        for (coefficient, stratum) in of.series.terms() {
            terms.push(json!([self.ratio(coefficient)?, self.stratum(stratum)?]));
        }
        Ok(json!({ "series": terms, "variables": of.names.to_vec() }))
    }

    pub(super) fn long(&mut self, long: &Long, depth: u32) -> Res<Json> {
        let number = self.surreal(&long.number, depth)?;
        Ok(json!({ "surreal": number, "game": self.game(long.game)? }))
    }

    fn surreal(&mut self, number: &Surreal, depth: u32) -> Res<Json> {
        let Some(depth) = depth.checked_sub(1) else {
            return cannot(format!("this value is nested more than {NESTED} deep and cannot be handed in"));
        };
        let mut terms = Vec::with_capacity(number.terms().len());
        for (exponent, coefficient) in number.terms() {
            let exponent = with_stack(|| self.surreal(exponent, depth))?;
            terms.push(json!([exponent, self.ratio(coefficient)?]));
        }
        Ok(Json::Array(terms))
    }

    /// The base, then the generators.
    fn stratum(&mut self, stratum: &Stratum) -> Res<Json> {
        let vectors = std::iter::once(&stratum.base).chain(&stratum.generators);
        self.spend(vectors.clone().map(Vec::len).sum())?;
        Ok(vectors.map(|v| v.iter().map(BigInt::to_string).collect::<Vec<_>>()).collect::<Vec<_>>().into())
    }

    pub(super) fn ratio(&mut self, q: &BigRational) -> Res<Json> {
        self.spend(1 + usize::try_from((q.numer().bits() + q.denom().bits()) / 64).unwrap_or(usize::MAX))?;
        Ok(json!([q.numer().to_string(), q.denom().to_string()]))
    }
}

impl Decoder<'_> {
    pub(super) fn set(&mut self, strata: &[Json], object: &Map<String, Json>) -> Res {
        let dimension = object.get("dimension").and_then(Json::as_u64).and_then(|d| usize::try_from(d).ok());
        let Some(dimension) = dimension.filter(|&d| d > 0) else { return broken() };
        let strata = strata.iter().map(|stratum| self.stratum(stratum)).collect::<Res<Vec<_>>>()?;
        Ok(PointSet::value(Stratification::union_of(dimension, strata, budget(), &self.m.handle).map_err(fault)?))
    }

    pub(super) fn series(&mut self, terms: &[Json], object: &Map<String, Json>) -> Res {
        let variables = object.get("variables").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let names = variables.iter().map(|name| name.as_str().map(String::from)).collect::<Option<Rc<[String]>>>();
        let Some(names) = names.filter(|names| !names.is_empty()) else { return broken() };
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            let Some([coefficient, stratum]) = term.as_array().map(Vec::as_slice) else { return broken() };
            let coefficient = self.ratio(coefficient)?;
            check_coefficient(&coefficient.clone().into())?;
            all.push((coefficient, self.stratum(stratum)?));
        }
        let series = Rc::new(Series::of_terms(names.len(), all, &self.m.handle).map_err(fault)?);
        Ok(Value::of(Generating { series, names }))
    }

    pub(super) fn long(&mut self, number: &Json, object: &Map<String, Json>, depth: u32) -> Res {
        let number = self.surreal(number, depth)?;
        let game = self.game(object.get("game").unwrap_or(&Json::Null))?;
        // What is no short game stands beside one of mean 0 only.
        let mean = self.m.store.mean(game, &self.m.handle)?;
        let shift = self.m.store.number(mean.clone());
        let rest = self.m.store.sub(game, shift, &self.m.handle)?;
        ordinals::value(self.m, number.plus(&mean.to_ratio().into()), rest)
    }

    fn surreal(&mut self, terms: &Json, depth: u32) -> Res<Surreal> {
        let (Some(terms), Some(depth)) = (terms.as_array(), depth.checked_sub(1)) else { return broken() };
        let mut number = Surreal::default();
        for term in terms {
            self.m.handle.tick()?;
            let Some([exponent, coefficient]) = term.as_array().map(Vec::as_slice) else { return broken() };
            let power = with_stack(|| self.surreal(exponent, depth))?.omega_power().map_err(ordinals::fault)?;
            let coefficient = self.ratio(coefficient)?;
            number = number.plus(&power.times(&coefficient.into(), &self.m.handle)?);
        }
        Ok(number)
    }

    fn stratum(&mut self, vectors: &Json) -> Res<Stratum> {
        let mut vectors: Matrix =
            vectors.as_array().map_or_else(broken, |all| all.iter().map(|v| self.vector(v)).collect())?;
        if vectors.is_empty() {
            return broken();
        }
        Ok(Stratum { base: vectors.remove(0), generators: vectors })
    }

    fn vector(&mut self, entries: &Json) -> Res<Vector> {
        self.m.handle.tick()?;
        let entry = |n: &Json| n.as_str().map_or_else(broken, integer).and_then(coordinate);
        entries.as_array().map_or_else(broken, |all| all.iter().map(entry).collect())
    }

    pub(super) fn ratio(&mut self, parts: &Json) -> Res<BigRational> {
        match parts.as_array().map(Vec::as_slice) {
            Some([Json::String(p), Json::String(q)]) => ratio(p, q),
            _ => broken(),
        }
    }
}
