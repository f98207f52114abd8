//! Arithmetic of numbers: integers in machine words, moving to big integers on overflow, and rationals.
//!
//! Machine words are the fast path; everything else goes through `BigRational`, exactly. Results whose size could
//! exhaust memory (powers, products of huge integers) are refused before they are made.

use super::{Fault, Res, Value};
use crate::diagnostics::Mistake;
use crate::limits::{Handle, Stop};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::rc::Rc;

/// Largest integers that programs may make, in bits: a number of some 300,000 digits.
pub(crate) use crate::syntax::MAX_BITS;

/// Largest numerators and denominators of fractions, in bits. Lowest terms cost the square of that; at this bound some tenths
/// of a second, during which nothing can interrupt.
pub(crate) const MAX_FRACTION_BITS: u64 = 1 << 16;

impl From<BigInt> for Value {
    fn from(n: BigInt) -> Value {
        match n.to_i64() {
            Some(n) => Value::Int(n),
            None => Value::Big(Rc::new(n)),
        }
    }
}

impl From<BigRational> for Value {
    fn from(q: BigRational) -> Value {
        if q.is_integer() { q.to_integer().into() } else { Value::Ratio(Rc::new(q)) }
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Int(n)
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Value {
        Value::Int(i64::from(n))
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Value {
        BigInt::from(n).into()
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Value {
        BigInt::from(n).into()
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}

impl Value {
    /// The integer, if it is one.
    pub(crate) fn as_integer(&self) -> Option<BigInt> {
        match self {
            Value::Int(n) => Some(BigInt::from(*n)),
            Value::Big(n) => Some((**n).clone()),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_ratio(&self) -> Option<BigRational> {
        match self {
            Value::Int(n) => Some(BigRational::from_integer(BigInt::from(*n))),
            Value::Big(n) => Some(BigRational::from_integer((**n).clone())),
            Value::Ratio(q) => Some((**q).clone()),
            _ => None,
        }
    }
}

/// An error for a result with too many digits.
pub(crate) fn check_bits(bits: u64) -> Res<()> {
    if bits > MAX_BITS {
        return Err(Stop::TooLarge("a number of more than 300,000 digits is too large".into()).into());
    }
    Ok(())
}

fn checked(q: BigRational) -> Res {
    check_bits(q.numer().bits())?;
    if !q.is_integer() && q.numer().bits().max(q.denom().bits()) > MAX_FRACTION_BITS {
        return fraction_too_large();
    }
    Ok(q.into())
}

/// An error for a fraction that would take long to bring to lowest terms.
fn fraction_too_large<T>() -> Res<T> {
    Err(Stop::TooLarge("a fraction of more than 20,000 digits is too large".into()).into())
}

fn checked_integer(n: BigInt) -> Res {
    check_bits(n.bits())?;
    Ok(n.into())
}

/// Both as integers, if they are; that path knows no fractions and no common divisors.
fn integers(a: &Value, b: &Value) -> Option<(BigInt, BigInt)> {
    Some((a.as_integer()?, b.as_integer()?))
}

/// Both as fractions, if they are numbers.
fn ratios(a: &Value, b: &Value) -> Option<Res<(BigRational, BigRational)>> {
    let (x, y) = (a.as_ratio()?, b.as_ratio()?);
    let size = x.numer().bits().max(y.numer().bits());
    Some(if size > MAX_FRACTION_BITS { fraction_too_large() } else { Ok((x, y)) })
}

/// `a + b`, if both are numbers.
pub fn add(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Some(Ok(match x.checked_add(*y) {
            Some(sum) => Value::Int(sum),
            None => (BigInt::from(*x) + BigInt::from(*y)).into(),
        }));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(checked_integer(x + y));
    }
    Some(ratios(a, b)?.and_then(|(x, y)| checked(x + y)))
}

/// `a - b`, if both are numbers.
pub fn sub(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Some(Ok(match x.checked_sub(*y) {
            Some(difference) => Value::Int(difference),
            None => (BigInt::from(*x) - BigInt::from(*y)).into(),
        }));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(checked_integer(x - y));
    }
    Some(ratios(a, b)?.and_then(|(x, y)| checked(x - y)))
}

/// `a * b`, if both are numbers.
pub fn mul(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Some(Ok(match x.checked_mul(*y) {
            Some(product) => Value::Int(product),
            None => (BigInt::from(*x) * BigInt::from(*y)).into(),
        }));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(checked_integer(x * y));
    }
    Some(ratios(a, b)?.and_then(|(x, y)| checked(x * y)))
}

/// `-a`, if it is a number.
pub fn neg(a: &Value) -> Option<Value> {
    match a {
        Value::Int(n) => Some(n.checked_neg().map_or_else(|| (-BigInt::from(*n)).into(), Value::Int)),
        Value::Big(n) => Some((-&**n).into()),
        Value::Ratio(q) => Some((-&**q).into()),
        _ => None,
    }
}

fn division_by_zero() -> Fault {
    Fault::new(Mistake::DivisionByZero, "division by zero").label("the divisor is 0")
}

/// `a / b`, if both are numbers.
pub fn div(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let (Some(q), Some(0)) = (x.checked_div(*y), x.checked_rem(*y))
    {
        return Some(Ok(Value::Int(q)));
    }
    if let Some((x, y)) = integers(a, b)
        && !y.is_zero()
        && (&x % &y).is_zero()
    {
        return Some(Ok((x / y).into()));
    }
    Some(ratios(a, b)?.and_then(|(x, y)| if y.is_zero() { division_by_zero().err() } else { checked(x / y) }))
}

/// `a // b`: the quotient rounded down, if both are numbers.
pub fn int_div(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && *y > 0
    {
        return Some(Ok(Value::Int(x.div_euclid(*y))));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(if y.is_zero() { division_by_zero().err() } else { Ok(x.div_floor(&y).into()) });
    }
    Some(ratios(a, b)?.and_then(|(x, y)| if y.is_zero() { division_by_zero().err() } else { checked((x / y).floor()) }))
}

/// `a % b = a - b * (a // b)`, which has the sign of `b`, if both are numbers.
pub fn modulo(a: &Value, b: &Value) -> Option<Res> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && *y > 0
    {
        return Some(Ok(Value::Int(x.rem_euclid(*y))));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(if y.is_zero() { division_by_zero().err() } else { Ok(x.mod_floor(&y).into()) });
    }
    Some(
        ratios(a, b)?.and_then(|(x, y)| {
            if y.is_zero() { division_by_zero().err() } else { checked(&x - &y * (&x / &y).floor()) }
        }),
    )
}

/// Pays for arithmetic with two numbers before it is done.
pub(crate) fn pay(a: &Value, b: &Value, handle: &Handle) -> Result<(), Stop> {
    let bits = |value: &Value| match value {
        Value::Big(n) => n.bits(),
        // Lowest terms cost many times as much.
        Value::Ratio(q) => 8 * q.numer().bits().max(q.denom().bits()),
        _ => 0,
    };
    let (x, y) = (bits(a), bits(b));
    if x.max(y) < 8192 {
        return Ok(());
    }
    handle.ticks(x.max(y) / (64 * 1024))?;
    super::digits::pay(x, y, handle)
}

/// `a ^ b` for a number and an integer.
pub fn power(a: &Value, b: &Value, handle: &Handle) -> Option<Res> {
    let (base, exponent) = (a.as_ratio()?, b.as_ratio()?);
    if !exponent.is_integer() {
        let fault = Fault::new(Mistake::NumberOutOfRange, format!("the exponent must be an integer, found {exponent}"));
        return Some(fault.note("A square root, rounded down, is `isqrt(n)`.").err());
    }
    let exponent = exponent.to_integer();
    if base.is_zero() && exponent.is_negative() {
        return Some(division_by_zero().err());
    }
    if base.is_zero() || base.is_one() || exponent.is_zero() {
        return Some(Ok(if exponent.is_zero() { Value::Int(1) } else { base.into() }));
    }
    if (-&base).is_one() {
        return Some(Ok(Value::Int(if exponent.is_even() { 1 } else { -1 })));
    }
    let Some(size) = exponent.abs().to_u64().filter(|&e| e <= MAX_BITS) else {
        return Some(check_bits(u64::MAX).map(|()| Value::Nothing));
    };
    let bits = base.numer().bits().max(base.denom().bits());
    if let Err(stop) = check_bits(bits.saturating_mul(size).saturating_sub(size)) {
        return Some(Err(stop));
    }
    // Lowest terms stay lowest terms under powers, so that no common divisor is ever looked for.
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let power = |n: &BigInt| super::digits::power(n, size, handle);
    let (top, bottom) = match (power(base.numer()), power(base.denom())) {
        (Ok(top), Ok(bottom)) => (top, bottom),
        (Err(stop), _) | (_, Err(stop)) => return Some(Err(stop.into())),
    };
    let power = match (exponent.is_negative(), top.is_negative()) {
        (false, _) => BigRational::new_raw(top, bottom),
        (true, false) => BigRational::new_raw(bottom, top),
        (true, true) => BigRational::new_raw(-bottom, -top),
    };
    Some(checked(power))
}

/// Compares numbers.
pub fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Some(x.cmp(y));
    }
    if let Some((x, y)) = integers(a, b) {
        return Some(x.cmp(&y));
    }
    // By cross products: exact, and without the continued fractions that the library's comparison goes through.
    let (x, y) = (a.as_ratio()?, b.as_ratio()?);
    Some((x.numer() * y.denom()).cmp(&(y.numer() * x.denom())))
}

/// The nim-sum of non-negative integers of any size.
pub fn nim_sum(values: &[Value]) -> Res {
    let mut small = 0i64;
    let mut large = BigInt::from(0);
    for value in values {
        match value {
            Value::Int(n) if *n >= 0 => small ^= n,
            Value::Big(n) if n.sign() == num_bigint::Sign::Plus => large ^= &**n,
            other => {
                let mut fault = Fault::expected("non-negative integers", other);
                if matches!(other, Value::Game(_)) {
                    fault = fault.note("Games are added with `+`: `*3 + *5` is `*6`.");
                }
                return fault.err();
            }
        }
    }
    Ok((large ^ BigInt::from(small)).into())
}
