//! How a set is written: `{(0, 0), (1, 1)} + N{(2, 0), (0, 2)} ∪ {(5, 3)}`, as papers print affine stratifications, and read back.
//!
//! Strata with the same generators share a line. In dimension 1 a point is a number. When read, `∪` may also be `⊔`, `|` or
//! `u`, `N` may be `ℕ`, braces may be square brackets, a single point needs none; pieces may overlap and generators may be dependent, as in Definition 4.1.

use super::{Stratification, semigroup};
use crate::linear::{Matrix, Vector};
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use sprague_limits::Handle;
use std::collections::BTreeMap;

/// A point: `(1, 2)`, or a number in dimension 1.
pub fn point(p: &[BigInt]) -> String {
    match p {
        [n] => n.to_string(),
        _ => format!("({})", p.iter().map(BigInt::to_string).collect::<Vec<_>>().join(", ")),
    }
}

fn list<'a>(points: impl Iterator<Item = &'a Vector>) -> String {
    points.map(|p| point(p)).collect::<Vec<_>>().join(", ")
}

/// The pieces `F + N A` of a set: generators, then the points of `F`; most generators first.
pub fn pieces(set: &Stratification) -> Vec<(&Matrix, Vec<&Vector>)> {
    let mut groups: BTreeMap<(std::cmp::Reverse<usize>, &Matrix), Vec<&Vector>> = BTreeMap::new();
    for s in set.strata() {
        groups.entry((std::cmp::Reverse(s.generators.len()), &s.generators)).or_default().push(&s.base);
    }
    groups.into_iter().map(|((_, generators), bases)| (generators, bases)).collect()
}

/// The set as text.
pub fn text(set: &Stratification) -> String {
    let parts: Vec<String> = pieces(set)
        .into_iter()
        .map(|(generators, bases)| {
            let finite = match &bases[..] {
                [one] if !generators.is_empty() => point(one),
                _ => format!("{{{}}}", list(bases.iter().copied())),
            };
            if generators.is_empty() { finite } else { format!("{finite} + N{{{}}}", list(generators.iter().rev())) }
        })
        .collect();
    if parts.is_empty() { "{}".to_string() } else { parts.join(" ∪ ") }
}

/// The set in LaTeX (for mathematics mode).
pub fn latex(set: &Stratification) -> String {
    let parts: Vec<String> = pieces(set)
        .into_iter()
        .map(|(generators, bases)| {
            let finite = format!("\\{{{}\\}}", list(bases.iter().copied()));
            if generators.is_empty() {
                finite
            } else {
                format!("\\left({finite} + \\mathbb{{N}}\\{{{}\\}}\\right)", list(generators.iter().rev()))
            }
        })
        .collect();
    if parts.is_empty() { "\\emptyset".to_string() } else { parts.join(" \\sqcup ") }
}

/// Reads a set of the given dimension.
pub fn parse(text: &str, dimension: usize, budget: Budget, handle: &Handle) -> Result<Stratification, Trouble> {
    let mut reader = SetReader { text, at: 0, dimension };
    let mut set = Stratification::empty(dimension);
    loop {
        handle.tick()?;
        let bases = reader.points()?;
        let mut generators = Vec::new();
        if reader.take(&["+"]) {
            if !reader.take(&["N", "ℕ"]) {
                return Err(reader.error("`N{…}`"));
            }
            generators = reader.points()?;
        }
        let piece = semigroup::module(dimension, &bases, &generators, budget, handle)?;
        set = set.union(&piece, budget, handle)?;
        if !reader.take(&["∪", "⊔", "|", "u", "U"]) {
            break;
        }
    }
    reader.blank();
    if reader.at < text.len() { Err(reader.error("`+ N{…}`, `∪` or the end")) } else { Ok(set) }
}

struct SetReader<'a> {
    text: &'a str,
    at: usize,
    dimension: usize,
}

impl SetReader<'_> {
    fn error(&self, expected: &'static str) -> Trouble {
        Trouble::Text(self.at, expected)
    }

    fn blank(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, symbols: &[&str]) -> bool {
        self.blank();
        for symbol in symbols {
            if self.text[self.at..].starts_with(symbol) {
                self.at += symbol.len();
                return true;
            }
        }
        false
    }

    /// A point, or points in braces or square brackets.
    fn points(&mut self) -> Result<Matrix, Trouble> {
        let close = match () {
            () if self.take(&["{"]) => "}",
            () if self.take(&["["]) => "]",
            () => return Ok(vec![self.point()?]),
        };
        let mut points = Vec::new();
        if self.take(&[close]) {
            return Ok(points);
        }
        loop {
            points.push(self.point()?);
            if self.take(&[close]) {
                return Ok(points);
            }
            if !self.take(&[","]) {
                return Err(self.error("`,` or the closing bracket"));
            }
        }
    }

    fn point(&mut self) -> Result<Vector, Trouble> {
        self.blank();
        let start = self.at;
        let mut coordinates = Vec::new();
        if self.take(&["("]) {
            loop {
                coordinates.push(self.number()?);
                let comma = self.take(&[","]);
                if self.take(&[")"]) {
                    break;
                }
                if !comma {
                    return Err(self.error("`,` or `)`"));
                }
            }
        } else {
            coordinates.push(self.number()?);
        }
        if coordinates.len() == self.dimension {
            Ok(coordinates)
        } else {
            Err(Trouble::Text(start, "a point with as many coordinates as the others"))
        }
    }

    fn number(&mut self) -> Result<BigInt, Trouble> {
        let minus = self.take(&["-"]);
        self.blank();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: BigInt = rest[..length].parse().map_err(|_| self.error("a point or a number"))?;
        self.at += length;
        Ok(if minus { -number } else { number })
    }
}
