//! How a generating function is written, as text that [`super::parse`] reads back, and in LaTeX.
//!
//! Terms with one denominator share a fraction: `(1 + x*y)/((1 - x^2)*(1 - y^2))`. Numerators go by degree, then by the order of the
//! variables, and fractions by the number of their factors.

use super::Series;
use crate::linear::{Matrix, Vector};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// The names of variables used where none are given: `x, y, z, w` up to dimension 4, else `x1, x2, ...`
pub fn variable_names(dimension: usize) -> Vec<String> {
    if dimension <= 4 {
        ["x", "y", "z", "w"][..dimension].iter().map(|s| (*s).to_string()).collect()
    } else {
        (1..=dimension).map(|i| format!("x{i}")).collect()
    }
}

/// What differs between text and LaTeX.
struct Style {
    latex: bool,
}

impl Style {
    fn monomial(&self, exponent: &[BigInt], names: &[String]) -> String {
        let mut factors = Vec::new();
        for (e, name) in exponent.iter().zip(names) {
            let name = match name.find(|c: char| c.is_ascii_digit()) {
                Some(i) if self.latex => format!("{}_{{{}}}", &name[..i], &name[i..]),
                _ => name.clone(),
            };
            if e.is_one() {
                factors.push(name);
            } else if !e.is_zero() {
                factors.push(if self.latex { format!("{name}^{{{e}}}") } else { format!("{name}^{e}") });
            }
        }
        factors.join(if self.latex { " " } else { "*" })
    }

    /// A monomial with the absolute value of its coefficient.
    fn term(&self, coefficient: &BigRational, exponent: &[BigInt], names: &[String]) -> String {
        let c = coefficient.abs();
        let monomial = self.monomial(exponent, names);
        let number = if self.latex && !c.is_integer() {
            format!("\\frac{{{}}}{{{}}}", c.numer(), c.denom())
        } else {
            c.to_string()
        };
        match (c.is_one(), monomial.is_empty()) {
            (_, true) => number,
            (true, false) => monomial,
            (false, false) => format!("{number}{}{monomial}", if self.latex { " " } else { "*" }),
        }
    }

    /// A sum of signed texts.
    fn sum(parts: &[(bool, String)]) -> String {
        let mut text = String::new();
        for (i, (minus, part)) in parts.iter().enumerate() {
            text.push_str(match (i, minus) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(part);
        }
        text
    }

    fn fraction(
        &self,
        mut numerator: Vec<(Vector, BigRational)>,
        generators: &Matrix,
        names: &[String],
    ) -> (bool, String) {
        numerator.sort_by_cached_key(|(e, _)| (e.iter().sum::<BigInt>(), e.iter().map(|x| -x).collect::<Vector>()));
        // A common minus goes in front of the fraction.
        let minus = numerator.iter().all(|(_, c)| c.is_negative());
        let parts: Vec<(bool, String)> =
            numerator.iter().map(|(e, c)| (c.is_negative() != minus, self.term(c, e, names))).collect();
        let top = Self::sum(&parts);
        let factors: Vec<String> =
            generators.iter().rev().map(|g| format!("(1 - {})", self.monomial(g, names))).collect();
        let text = if self.latex {
            let bottom = factors.concat();
            let bottom = if factors.len() > 1 { &bottom[..] } else { &bottom[1..bottom.len() - 1] };
            format!("\\frac{{{top}}}{{{bottom}}}")
        } else {
            let top = if parts.len() > 1 || top.contains('/') { format!("({top})") } else { top };
            let bottom = if factors.len() > 1 { format!("({})", factors.join("*")) } else { factors.concat() };
            format!("{top}/{bottom}")
        };
        (minus, text)
    }

    fn series(&self, series: &Series, names: &[String]) -> String {
        let mut groups: BTreeMap<&Matrix, Vec<(Vector, BigRational)>> = BTreeMap::new();
        for (c, s) in series.terms() {
            groups.entry(&s.generators).or_default().push((s.base.clone(), c.clone()));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by(|a, b| (b.0.len(), b.0).cmp(&(a.0.len(), a.0)));
        let mut parts = Vec::new();
        for (generators, mut numerator) in groups {
            if generators.is_empty() {
                numerator
                    .sort_by_cached_key(|(e, _)| (e.iter().sum::<BigInt>(), e.iter().map(|x| -x).collect::<Vector>()));
                parts.extend(numerator.iter().map(|(e, c)| (c.is_negative(), self.term(c, e, names))));
            } else {
                parts.push(self.fraction(numerator, generators, names));
            }
        }
        if parts.is_empty() { "0".to_string() } else { Self::sum(&parts) }
    }
}

/// The series as text, with one name for each variable.
pub fn text(series: &Series, names: &[String]) -> String {
    Style { latex: false }.series(series, names)
}

/// The series in LaTeX (for mathematics mode); digits at the end of a name become its index.
pub fn latex(series: &Series, names: &[String]) -> String {
    Style { latex: true }.series(series, names)
}
