//! The field of nimbers: Conway's nim-multiplication (*On Numbers and Games*, ch. 6).
//!
//! The nimbers below `2^(2^k)` are a field for each `k`. With `F = 2^(2^(k-1))` the numbers below it are one too, and those up to the
//! next are `aF + b`, where `F (x) F = F + F/2`: so products are three and one half as wide, as in Karatsuba's method, inverses are those
//! of norms. Bytes are multiplied by a table.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use sprague_limits::{Handle, Stop};
use std::sync::OnceLock;

/// The widest nimbers that are multiplied, in bits.
const MAX_BITS: u64 = 1 << 17;

/// All products of bytes.
fn table() -> &'static [u8] {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0; 1 << 16];
        for a in 0..256 {
            for b in 0..=a {
                let product = narrow(a as u8, b as u8, 8);
                table[a << 8 | b] = product;
                table[b << 8 | a] = product;
            }
        }
        table
    })
}

/// The product below `2^bits`, by the rule above.
fn narrow(a: u8, b: u8, bits: u32) -> u8 {
    if bits == 1 || a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let (high, low) = (narrow(a1, b1, half), narrow(a0, b0, half));
    let cross = narrow(a1 ^ a0, b1 ^ b0, half);
    (cross ^ low) << half | low ^ narrow(high, 1 << (half - 1), half)
}

/// The product of two nimbers that fit 128 bits.
///
/// ```
/// use sprague_games::nim_field::product_u128;
/// assert_eq!((1..=4).map(|n| product_u128(8, n)).collect::<Vec<_>>(), [8, 12, 4, 11]);
/// assert_eq!(product_u128(1 << 64, 1 << 64), 3 << 63);
/// ```
pub fn product_u128(a: u128, b: u128) -> u128 {
    wide(a, b, table())
}

fn wide(a: u128, b: u128, table: &[u8]) -> u128 {
    let most = a.max(b);
    if most < 1 << 8 {
        return u128::from(table[(a << 8 | b) as usize]);
    }
    // Half of the least power of two of bits that holds both.
    let half = (128 - most.leading_zeros()).next_power_of_two() / 2;
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    if a1 == 0 || b1 == 0 {
        let (narrow, high, low) = if a1 == 0 { (a0, b1, b0) } else { (b0, a1, a0) };
        return wide(narrow, high, table) << half | wide(narrow, low, table);
    }
    let (high, low) = (wide(a1, b1, table), wide(a0, b0, table));
    let cross = wide(a1 ^ a0, b1 ^ b0, table);
    (cross ^ low) << half | low ^ wide(high, 1 << (half - 1), table)
}

/// The nim-product.
///
/// ```
/// use num_bigint::BigUint;
/// use sprague_games::nim_field::product;
/// use sprague_limits::Handle;
///
/// let big = BigUint::from(1u8) << 256;
/// // A Fermat power times itself is half as much again.
/// assert_eq!(product(&big, &big, &Handle::default())?, BigUint::from(3u8) << 255);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn product(a: &BigUint, b: &BigUint, h: &Handle) -> Result<BigUint, Stop> {
    h.tick()?;
    let bits = a.bits().max(b.bits());
    if let (Ok(a), Ok(b)) = (u128::try_from(a), u128::try_from(b)) {
        return Ok(BigUint::from(product_u128(a, b)));
    }
    if bits > MAX_BITS {
        return Err(Stop::TooLarge(format!("nimbers of more than {MAX_BITS} bits are not multiplied")));
    }
    let half = bits.next_power_of_two() / 2;
    let ((a1, a0), (b1, b0)) = (split(a, half), split(b, half));
    if a1.is_zero() || b1.is_zero() {
        let (narrow, high, low) = if a1.is_zero() { (a0, b1, b0) } else { (b0, a1, a0) };
        return Ok((product(&narrow, &high, h)? << half) ^ product(&narrow, &low, h)?);
    }
    let (high, low) = (product(&a1, &b1, h)?, product(&a0, &b0, h)?);
    let cross = product(&(a1 ^ a0), &(b1 ^ b0), h)?;
    let lowest = product(&high, &(BigUint::one() << (half - 1)), h)?;
    Ok(((cross ^ &low) << half) ^ low ^ lowest)
}

fn split(a: &BigUint, half: u64) -> (BigUint, BigUint) {
    let high = a >> half;
    let low = a ^ (&high << half);
    (high, low)
}

/// The nimber whose product with this one is 1; `None` for 0.
///
/// ```
/// use num_bigint::BigUint;
/// use sprague_games::nim_field::{inverse, product};
/// use sprague_limits::Handle;
///
/// let (seven, handle) = (BigUint::from(7u8), Handle::default());
/// let inverse = inverse(&seven, &handle)?.expect("7 is not 0");
/// assert_eq!(product(&seven, &inverse, &handle)?, BigUint::from(1u8));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn inverse(a: &BigUint, h: &Handle) -> Result<Option<BigUint>, Stop> {
    h.tick()?;
    if a.is_zero() {
        return Ok(None);
    }
    if a.is_one() {
        return Ok(Some(BigUint::one()));
    }
    if a.bits() > MAX_BITS {
        return Err(Stop::TooLarge(format!("nimbers of more than {MAX_BITS} bits are not inverted")));
    }
    // (a1 F + a0) times its conjugate a1 F + (a1 + a0) is its norm, below F.
    let half = a.bits().next_power_of_two() / 2;
    let (a1, a0) = split(a, half);
    let conjugate = &a1 ^ &a0;
    let square = product(&a1, &a1, h)?;
    let norm = product(&a0, &conjugate, h)? ^ product(&square, &(BigUint::one() << (half - 1)), h)?;
    let Some(inverted) = inverse(&norm, h)? else { return Ok(None) };
    Ok(Some((product(&a1, &inverted, h)? << half) ^ product(&conjugate, &inverted, h)?))
}

/// The product of so many factors; for none it is 1.
///
/// ```
/// use num_bigint::BigUint;
/// use sprague_games::nim_field::power;
/// use sprague_limits::Handle;
///
/// // The nimbers below 16 without 0 are a group of order 15.
/// let one = power(&BigUint::from(9u8), &BigUint::from(15u8), &Handle::default())?;
/// assert_eq!(one, BigUint::from(1u8));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn power(a: &BigUint, n: &BigUint, h: &Handle) -> Result<BigUint, Stop> {
    if a.is_zero() {
        return Ok(if n.is_zero() { BigUint::one() } else { BigUint::zero() });
    }
    if a.bits() > MAX_BITS {
        return Err(Stop::TooLarge(format!("nimbers of more than {MAX_BITS} bits are not multiplied")));
    }
    // The field has 2^bits elements, so that the exponent counts modulo 2^bits - 1.
    let order = (BigUint::one() << a.bits().next_power_of_two()) - 1u8;
    let n = n % order;
    let mut made = BigUint::one();
    for i in (0..n.bits()).rev() {
        made = product(&made, &made, h)?;
        if n.bit(i) {
            made = product(&made, a, h)?;
        }
    }
    Ok(made)
}
