//! How numbers are written: in a way that programs read, and in LaTeX.

use super::Surreal;
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::fmt;

impl fmt::Display for Surreal {
    /// `omega^2*3+omega/2-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self, &PLAIN))
    }
}

/// Signs of a notation.
struct Signs {
    omega: &'static str,
    power: (&'static str, &'static str),
    /// Around exponents that are more than a natural number.
    long: (&'static str, &'static str),
    times: &'static str,
    fraction: fn(&BigRational) -> String,
    /// A number divided by an integer.
    part: fn(&str, &BigRational) -> String,
}

const PLAIN: Signs = Signs {
    omega: "omega",
    power: ("^", ""),
    long: ("(", ")"),
    times: "*",
    fraction: |r| r.to_string(),
    part: |power, r| {
        let over = if r.is_integer() { String::new() } else { format!("/{}", r.denom()) };
        if r.numer().is_one() { format!("{power}{over}") } else { format!("{power}*{}{over}", r.numer()) }
    },
};

const LATEX: Signs = Signs {
    omega: "\\omega",
    power: ("^{", "}"),
    long: ("", ""),
    times: "\\cdot ",
    fraction: |r| {
        if r.is_integer() { r.to_string() } else { format!("\\tfrac{{{}}}{{{}}}", r.numer(), r.denom()) }
    },
    part: |power, r| format!("{power}{}{}", LATEX.times, (LATEX.fraction)(r)),
};

fn written(number: &Surreal, signs: &Signs) -> String {
    let mut text = String::new();
    for (exponent, coefficient) in number.terms() {
        let size = coefficient.abs();
        if coefficient.is_negative() {
            text.push('-');
        } else if !text.is_empty() {
            text.push('+');
        }
        if exponent.is_zero() {
            text += &(signs.fraction)(&size);
            continue;
        }
        let mut power = signs.omega.to_string();
        if *exponent != Surreal::from(1) {
            let inner = written(exponent, signs);
            let short = exponent.as_integer().is_some_and(|n| !n.is_negative()) || *exponent == Surreal::omega();
            let around = if short { ("", "") } else { signs.long };
            power = [&power, signs.power.0, around.0, &inner, around.1, signs.power.1].concat();
        }
        text += &if size.is_one() { power } else { (signs.part)(&power, &size) };
    }
    if text.is_empty() { "0".into() } else { text }
}

impl Surreal {
    /// In LaTeX, for mathematics mode.
    pub fn latex(&self) -> String {
        written(self, &LATEX)
    }
}
