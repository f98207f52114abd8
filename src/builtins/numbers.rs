//! Numbers.

use super::{integer, items, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::value::text::afford_text;
use crate::value::{Fault, Res, Value, digits, number};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new("abs", "abs(x)", "The absolute value of a number.", &[("abs(-7/4)", "7/4")], |m, a| {
        let x = ratio(m, &a[0])?;
        Ok(x.abs().into())
    }),
    Native::new(
        "min",
        "min(values...)",
        "The least of some numbers, given one by one or in a collection.",
        &[("min(3, 1/2, 2)", "1/2"), ("min([4, 5])", "4")],
        |m, a| extreme(m, a, Ordering::Less),
    ),
    Native::new(
        "max",
        "max(values...)",
        "The greatest of some numbers, given one by one or in a collection.",
        &[("max(3, 1/2, 2)", "3"), ("max({1, 5})", "5")],
        |m, a| extreme(m, a, Ordering::Greater),
    ),
    Native::new(
        "floor",
        "floor(x)",
        "The greatest integer that is not above a number.",
        &[("floor(-7/4)", "-2")],
        |m, a| Ok(ratio(m, &a[0])?.floor().into()),
    ),
    Native::new("ceil", "ceil(x)", "The least integer that is not below a number.", &[("ceil(7/4)", "2")], |m, a| {
        Ok(ratio(m, &a[0])?.ceil().into())
    }),
    Native::new(
        "numerator",
        "numerator(x)",
        "The numerator of a number in lowest terms.",
        &[("numerator(6/8)", "3")],
        |m, a| Ok(ratio(m, &a[0])?.numer().clone().into()),
    ),
    Native::new(
        "denominator",
        "denominator(x)",
        "The denominator of a number in lowest terms.",
        &[("denominator(6/8)", "4")],
        |m, a| Ok(ratio(m, &a[0])?.denom().clone().into()),
    ),
    Native::new(
        "isqrt",
        "isqrt(n)",
        "The square root of a non-negative integer, rounded down.",
        &[("isqrt(17)", "4")],
        |m, a| {
            let n = integer(&a[0], "the number")?;
            if n.is_negative() {
                return Fault::expected("a non-negative integer", &a[0]).err();
            }
            Ok(digits::square_root(&n, &m.handle)?.into())
        },
    ),
    Native::new("gcd", "gcd(a, b)", "The greatest common divisor of two integers.", &[("gcd(12, 18)", "6")], |m, a| {
        gcd(m, integer(&a[0], "the number")?, integer(&a[1], "the number")?)
    }),
    Native::new(
        "is_prime",
        "is_prime(n)",
        "Whether an integer below 2^63 is a prime number, by trial division: cost grows with the square root of `n`.",
        &[("is_prime(97)", "true"), ("is_prime(1)", "false")],
        |m, a| {
            let n = natural(&a[0], "the number")?;
            Ok(Value::Bool(least_factor(m, n)? == Some(n)))
        },
    ),
    Native::new(
        "is_prime_power",
        "is_prime_power(n)",
        "Whether an integer below 2^63 is a power of a prime, with exponent at least 1.",
        &[("is_prime_power(8)", "true"), ("is_prime_power(12)", "false"), ("is_prime_power(1)", "false")],
        |m, a| {
            let mut n = natural(&a[0], "the number")?;
            let Some(p) = least_factor(m, n)? else { return Ok(Value::Bool(false)) };
            while n % p == 0 {
                n /= p;
            }
            Ok(Value::Bool(n == 1))
        },
    ),
    Native::new(
        "binary",
        "binary(n, digits = nothing)",
        "A non-negative integer in binary, as text; with leading zeros up to a number of digits, if given.",
        &[("binary(25)", "11001"), ("binary(5, 6)", "000101")],
        |m, a| {
            let n = integer(&a[0], "the number")?;
            if n.is_negative() {
                return Fault::expected("a non-negative integer", &a[0]).err();
            }
            let digits = super::given(&a[1]).map_or(Ok(0), |d| natural(d, "the number of digits"))?;
            let digits = usize::try_from(digits).unwrap_or(usize::MAX);
            let text = n.to_str_radix(2);
            afford_text(&m.handle, digits.max(text.len()))?;
            Ok(Value::text("0".repeat(digits.saturating_sub(text.len())) + &text))
        },
    ),
];

/// Euclid's algorithm while the numbers are huge, so that it can be interrupted; the fast one for the rest.
fn gcd(m: &mut Machine, mut a: BigInt, mut b: BigInt) -> Res {
    while !b.is_zero() && a.bits().max(b.bits()) > 20_000 {
        m.handle.ticks(u32::try_from(b.bits() / 1024).unwrap_or(u32::MAX).max(1))?;
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    Ok(a.gcd(&b).into())
}

fn ratio(m: &mut Machine, value: &Value) -> Res<num_rational::BigRational> {
    match m.number_of(value)? {
        Some(x) => Ok(x),
        None => Fault::expected("a number", value).err(),
    }
}

fn extreme(m: &mut Machine, a: &[Value], wanted: Ordering) -> Res {
    // A number beyond the dyadic ones, such as `omega`.
    let is_far = |value: &Value| among_numbers(value, &Value::Int(0)).is_some();
    let all = match a {
        [one] if !one.is_game() && !is_far(one) => items(m, one)?,
        many => many.to_vec(),
    };
    let mut best: Option<Value> = None;
    for value in all {
        // A game that is equal to a number counts as that number.
        let value = if value.is_number() { value } else { m.normal(&value)? };
        let better = match &best {
            None => true,
            Some(known) => match number::compare(&value, known).or_else(|| among_numbers(&value, known)) {
                Some(order) => order == wanted,
                None => {
                    return Fault::expected("numbers", &value)
                        .note("Games may be confused with each other, so that there is no least or greatest of them.")
                        .err();
                }
            },
        };
        if better {
            if !is_far(&value) {
                ratio(m, &value)?;
            }
            best = Some(value);
        }
    }
    best.map_or_else(
        || {
            Fault::new(Mistake::NoElement, "there is no least or greatest of no numbers")
                .note("Test for the empty collection first: `if length(xs) == 0 then …`.")
                .err()
        },
        Ok,
    )
}

/// How two numbers stand to each other of which one has a kind of its own.
fn among_numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Thing(x), _) => x.among_numbers(b),
        (_, Value::Thing(y)) => y.among_numbers(a).map(Ordering::reverse),
        _ => None,
    }
}

/// The least prime factor of a number above 1.
fn least_factor(m: &mut Machine, n: u64) -> Res<Option<u64>> {
    if n < 2 {
        return Ok(None);
    }
    let root = BigInt::from(n).sqrt().to_u64().unwrap_or(0);
    debug_assert!(!root.is_zero());
    for p in std::iter::once(2).chain((3..=root).step_by(2)) {
        if p <= root && n.is_multiple_of(p) {
            return Ok(Some(p));
        }
        if p % 64 == 1 {
            m.handle.tick()?;
        }
    }
    Ok(Some(n))
}
