//! Reading a generating function: `(1 + x*y)/((1 - x^2)*(1 - y^2)) - x^-1*y`.
//!
//! Sums, products and powers of variables and numbers, divided by numbers, monomials and factors `1 - monomial`. A product of
//! fractions is read if the exponents of all denominators are independent. Nesting is bounded; a mistake is
//! an error with its place in bytes.

use super::Series;
use crate::linear::elimination::rank;
use crate::linear::{add, is_zero, negative};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use sprague_limits::Handle;

/// Brackets inside brackets.
const DEEPEST: usize = 100;

/// Reads a series in the given variables.
pub fn parse(text: &str, names: &[String], budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
    let mut reader = SeriesReader { text, at: 0, names, budget, handle, depth: 0 };
    let series = reader.sum()?.value;
    reader.blank();
    if reader.at < text.len() { Err(reader.error("an operator or the end")) } else { Ok(series) }
}

impl Series {
    /// The ordinary product. An error if exponents of denominators that come together are dependent, because
    /// the coefficients of the product may then be unbounded.
    pub fn product(&self, other: &Series, budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
        self.same_space(other)?;
        let mut result = Series::zero(self.dimension);
        for (c, s) in self.terms() {
            for (e, t) in other.terms() {
                handle.tick()?;
                let mut generators = s.generators.clone();
                generators.extend(t.generators.iter().cloned());
                if !s.generators.is_empty() && !t.generators.is_empty() && rank(&generators, handle)? < generators.len()
                {
                    return Err(Trouble::Dependent);
                }
                result.add_term(Stratum { base: add(&s.base, &t.base), generators }, c * e);
                budget.check(result.len())?;
            }
        }
        Ok(result)
    }
}

/// What a text means, and the factors of which it is the product: one of them if it is a sum.
struct Factors {
    value: Series,
    factors: Vec<Series>,
}

struct SeriesReader<'a> {
    text: &'a str,
    at: usize,
    names: &'a [String],
    budget: Budget,
    handle: &'a Handle,
    depth: usize,
}

impl SeriesReader<'_> {
    fn error(&self, expected: &'static str) -> Trouble {
        Trouble::Text(self.at, expected)
    }

    fn blank(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, symbol: char) -> bool {
        self.blank();
        let found = self.text[self.at..].starts_with(symbol);
        if found {
            self.at += symbol.len_utf8();
        }
        found
    }

    fn sum(&mut self) -> Result<Factors, Trouble> {
        let mut minus = self.take('-');
        let first = self.product()?;
        let mut total = Factors { value: Series::zero(self.names.len()), factors: Vec::new() };
        total.value = if minus { total.value.minus(&first.value)? } else { first.value };
        if !minus {
            total.factors = first.factors;
        }
        loop {
            minus = if self.take('+') {
                false
            } else if self.take('-') {
                true
            } else {
                break;
            };
            let term = self.product()?.value;
            total.factors.clear();
            total.value = if minus { total.value.minus(&term)? } else { total.value.plus(&term)? };
            self.budget.check(total.value.len())?;
        }
        if total.factors.is_empty() {
            total.factors.push(total.value.clone());
        }
        Ok(total)
    }

    /// A product, with its factors one by one.
    fn product(&mut self) -> Result<Factors, Trouble> {
        let mut product = self.factor()?;
        loop {
            self.handle.tick()?;
            let mut factor = if self.take('*') {
                self.factor()?
            } else if self.take('/') {
                self.divisor()?
            } else {
                return Ok(product);
            };
            product.value = product.value.product(&factor.value, self.budget, self.handle)?;
            product.factors.append(&mut factor.factors);
        }
    }

    fn open(&mut self) -> Result<(), Trouble> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(self.error("fewer brackets inside brackets")) } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), Trouble> {
        self.depth -= 1;
        if self.take(')') { Ok(()) } else { Err(self.error("`)`")) }
    }

    fn factor(&mut self) -> Result<Factors, Trouble> {
        self.blank();
        let start = self.at;
        let mut factors = Vec::new();
        let base = if self.take('(') {
            self.open()?;
            let inner = self.sum()?;
            self.close()?;
            factors = inner.factors;
            inner.value
        } else if self.text[self.at..].starts_with(|c: char| c.is_ascii_digit()) {
            let number = BigRational::from(self.digits()?);
            Series::one(self.names.len()).times(&number)
        } else {
            let rest = &self.text[self.at..];
            // The longest name that fits, so that x1 is not read in x12.
            let found = self.names.iter().enumerate().filter(|(_, n)| rest.starts_with(n.as_str()));
            let Some((i, name)) = found.max_by_key(|(_, n)| n.len()) else {
                return Err(self.error("a number, a variable or `(`"));
            };
            self.at += name.len();
            let mut point = crate::linear::zero(self.names.len());
            point[i] = BigInt::one();
            Series::monomial(point)
        };
        let value = if self.take('^') {
            let exponent = self.exponent()?;
            let value = self.power(&base, &exponent, start)?;
            // The factors of a power of a sum; a monomial is a factor itself.
            factors = match exponent.to_usize() {
                Some(n) if monomial(&value).is_none() => {
                    let once = if factors.is_empty() { vec![base] } else { factors };
                    once.iter().cycle().take(n.saturating_mul(once.len())).cloned().collect()
                }
                _ => Vec::new(),
            };
            value
        } else {
            base
        };
        if factors.is_empty() {
            factors.push(value.clone());
        }
        Ok(Factors { value, factors })
    }

    fn power(&self, base: &Series, exponent: &BigInt, start: usize) -> Result<Series, Trouble> {
        // A monomial may have any exponent; a sum a small one.
        if let Some((c, s)) = monomial(base)
            && (c.is_one() || exponent.is_one())
        {
            let point = s.base.iter().map(|x| x * exponent).collect();
            return Ok(Series::monomial(point).times(c));
        }
        let Some(times) = exponent.to_u32().filter(|&n| n <= 1000) else {
            return Err(Trouble::Text(start, "a power of a sum or a number with an exponent from 0 to 1000"));
        };
        let mut result = Series::one(self.names.len());
        for _ in 0..times {
            result = result.product(base, self.budget, self.handle)?;
        }
        Ok(result)
    }

    fn digits(&mut self) -> Result<BigInt, Trouble> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..length].parse().map_err(|_| self.error("a number"))?;
        self.at += length;
        Ok(number)
    }

    fn exponent(&mut self) -> Result<BigInt, Trouble> {
        let bracket = self.take('(');
        let minus = self.take('-');
        self.blank();
        let number = self.digits()?;
        if bracket && !self.take(')') {
            return Err(self.error("`)`"));
        }
        Ok(if minus { -number } else { number })
    }

    /// The inverse of what stands behind a slash: numbers, monomials and factors `1 - monomial`, or a product of such in brackets.
    fn divisor(&mut self) -> Result<Factors, Trouble> {
        self.blank();
        let start = self.at;
        let mut value = Series::one(self.names.len());
        let mut factors = Vec::new();
        for factor in self.factor()?.factors {
            let inverse =
                inverse(&factor).ok_or(Trouble::Text(start, "a number, a monomial, or factors `1 - monomial`"))?;
            value = value.product(&inverse, self.budget, self.handle)?;
            factors.push(inverse);
        }
        Ok(Factors { value, factors })
    }
}

/// The only term of a series that is one monomial.
fn monomial(series: &Series) -> Option<(&BigRational, &Stratum)> {
    let mut terms = series.terms();
    match (terms.next(), terms.next()) {
        (Some((c, s)), None) if s.generators.is_empty() => Some((c, s)),
        _ => None,
    }
}

/// The inverse of a monomial or of `c * (1 - monomial)`.
fn inverse(series: &Series) -> Option<Series> {
    if let Some((c, s)) = monomial(series) {
        return Some(Series::monomial(negative(&s.base)).times(&c.recip()));
    }
    let terms: Vec<_> = series.terms().collect();
    let [(c, s), (e, t)] = terms[..] else { return None };
    if !s.generators.is_empty() || !t.generators.is_empty() || !(c + e).is_zero() {
        return None;
    }
    let (constant, other) = match (is_zero(&s.base), is_zero(&t.base)) {
        (true, _) => (c, t),
        (_, true) => (e, s),
        _ => return None,
    };
    let base = crate::linear::zero(series.dimension());
    let stratum = Stratum { base, generators: vec![other.base.clone()] };
    let mut inverse = Series::zero(series.dimension());
    inverse.add_term(stratum, constant.recip());
    Some(inverse)
}
