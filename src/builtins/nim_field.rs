//! The field of nimbers: products, inverses, powers.

use crate::adapters::ordinals::{self, is_long};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::{ZERO, nim_field};
use crate::value::{Fault, Res, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::Signed;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "nim_product",
        "nim_product(a, b)",
        "The nim-product of two non-negative integers, or nimbers by their sizes: the least number that `a'*b + a*b' + a'*b'` leaves out, where all is meant in nimbers. With the nim-sum they are a field (On Numbers and Games, ch. 6). Also of ordinals below `omega^(omega^omega)`, as far as Lenstra's table goes, to roots of degree 43.",
        &[
            ("[nim_product(8, n) for n in 1..8]", "[8, 12, 4, 11, 3, 7, 15, 13]"),
            ("nim_product(2^64, 2^64)", "27670116110564327424"),
            ("nim_product(*2, *3)", "1"),
            ("nim_product(omega, omega)", "omega^2"),
            ("nim_product(omega^2, omega)", "2"),
        ],
        |m, a| {
            if a.iter().any(is_long) {
                let (x, y) = (ordinals::number(m, &a[0])?, ordinals::number(m, &a[1])?);
                return long(m, crate::ordinals::nim_product(&x, &y, &m.handle));
            }
            let (x, y) = (nimber(m, &a[0])?, nimber(m, &a[1])?);
            Ok(BigInt::from(nim_field::product(&x, &y, &m.handle)?).into())
        },
    ),
    Native::new(
        "nim_inverse",
        "nim_inverse(a)",
        "The number whose nim-product with `a` is 1; 0 has none. Also of ordinals, like `nim_product`.",
        &[("nim_inverse(2)", "3"), ("nim_product(100, nim_inverse(100))", "1"), ("nim_inverse(omega)", "omega^2*3")],
        |m, a| {
            if is_long(&a[0]) {
                let x = ordinals::number(m, &a[0])?;
                return long(m, crate::ordinals::nim_inverse(&x, &m.handle));
            }
            let x = nimber(m, &a[0])?;
            Ok(BigInt::from(inverse(m, &x)?).into())
        },
    ),
    Native::new(
        "nim_quotient",
        "nim_quotient(a, b)",
        "The number whose nim-product with `b` is `a`; `b` is not 0.",
        &[
            ("nim_quotient(12, 8)", "2"),
            ("nim_quotient(1, 2)", "3"),
            ("nim_quotient(omega^2, omega + 1)", "omega^2*2+omega*3+3"),
        ],
        |m, a| {
            if a.iter().any(is_long) {
                let (x, y) = (ordinals::number(m, &a[0])?, ordinals::number(m, &a[1])?);
                if y.is_zero() {
                    return inverse(m, &BigUint::ZERO).map(|_| Value::Nothing);
                }
                return long(m, crate::ordinals::nim_quotient(&x, &y, &m.handle));
            }
            let (x, y) = (nimber(m, &a[0])?, nimber(m, &a[1])?);
            let inverse = inverse(m, &y)?;
            Ok(BigInt::from(nim_field::product(&x, &inverse, &m.handle)?).into())
        },
    ),
    Native::new(
        "nim_power",
        "nim_power(a, n)",
        "The nim-product of `n` factors `a`; for a negative `n` its inverse. The exponent is an ordinary integer.",
        &[("nim_power(4, 2)", "6"), ("nim_power(9, 15)", "1"), ("nim_power(2, -1)", "3"), ("nim_power(omega, 9)", "1")],
        |m, a| {
            if is_long(&a[0]) {
                let mut x = ordinals::number(m, &a[0])?;
                let n = super::integer(&a[1], "the exponent")?;
                if n.is_negative() {
                    x = crate::ordinals::nim_inverse(&x, &m.handle).map_err(ordinals::fault)?;
                }
                return long(m, crate::ordinals::nim_power(&x, n.magnitude(), &m.handle));
            }
            let mut x = nimber(m, &a[0])?;
            let n = super::integer(&a[1], "the exponent")?;
            if n.is_negative() {
                x = inverse(m, &x)?;
            }
            Ok(BigInt::from(nim_field::power(&x, n.magnitude(), &m.handle)?).into())
        },
    ),
];

/// An ordinal as a value.
fn long(m: &mut Machine, found: Result<crate::ordinals::Surreal, crate::ordinals::NumberError>) -> Res {
    ordinals::value(m, found.map_err(ordinals::fault)?, ZERO)
}

fn inverse(m: &mut Machine, x: &BigUint) -> Res<BigUint> {
    match nim_field::inverse(x, &m.handle)? {
        Some(inverse) => Ok(inverse),
        None => Fault::new(Mistake::DivisionByZero, "0 has no nim-inverse: every nim-product with it is 0").err(),
    }
}

/// A non-negative integer, or a game that is equal to a nimber.
fn nimber(m: &mut Machine, value: &Value) -> Res<BigUint> {
    if let Some(n) = value.as_integer() {
        return match BigUint::try_from(n) {
            Ok(n) => Ok(n),
            Err(_) => Fault::expected("a non-negative integer or a nimber", value).err(),
        };
    }
    if value.is_game() {
        let game = m.game(value)?;
        if let Some(n) = m.store.as_nimber(game) {
            return Ok(n.into());
        }
    }
    Fault::expected("a non-negative integer or a nimber", value).err()
}
