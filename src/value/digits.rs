//! Large integers: roots and digits by division into halves, with what each operation costs counted in steps.
//!
//! Products of the library are quick (Toom and Cook's third), its roots and its reading of digits are not: here a root makes one
//! division of half the length, and digits are read with products alone.

use crate::limits::{Handle, Stop};
use num_bigint::BigInt;
use num_traits::One;

/// Digits that are read at once.
const BLOCK: usize = 2000;

/// Pays for an operation whose cost is the product of the lengths of two numbers, or the square of one.
pub(crate) fn pay(bits: u64, others: u64, handle: &Handle) -> Result<(), Stop> {
    handle.ticks((bits / 64).saturating_mul(others / 64) / 4096)
}

/// The square root of a number that is not negative, rounded down.
///
/// The root of the upper half of the digits gives half the digits of the root, and a step of Newton's the others: from
/// above, so that it ends at most a little above.
pub fn square_root(n: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let bits = n.bits();
    if bits <= 2048 {
        return Ok(n.sqrt());
    }
    let low = bits / 4 - 1;
    let above: BigInt = (square_root(&(n >> (2 * low)), handle)? + 1u32) << low;
    pay(bits / 2, bits / 2, handle)?;
    let mut root: BigInt = (&above + n / &above) >> 1;
    while &root * &root > *n {
        handle.tick()?;
        root -= 1u32;
    }
    Ok(root)
}

/// The number with these decimal digits.
pub fn parse(digits: &[u8], handle: &Handle) -> Result<Option<BigInt>, Stop> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return Ok(None);
    }
    let mut blocks = Vec::with_capacity(digits.len() / BLOCK + 1);
    for block in digits.rchunks(BLOCK) {
        handle.ticks(16)?;
        let Some(block) = BigInt::parse_bytes(block, 10) else { return Ok(None) };
        blocks.push(block);
    }
    // Neighbours are joined until one number is left; blocks begin at the lowest.
    let mut power = num_traits::pow(BigInt::from(10), BLOCK);
    while blocks.len() > 1 {
        let mut joined = Vec::with_capacity(blocks.len().div_ceil(2));
        for pair in blocks.chunks(2) {
            pay(power.bits() / 2, power.bits(), handle)?;
            joined.push(match pair {
                [low, high] => low + high * &power,
                _ => pair[0].clone(),
            });
        }
        blocks = joined;
        if blocks.len() > 1 {
            power = &power * &power;
        }
    }
    Ok(blocks.pop())
}

/// `a` to a power, the products of its squares paid for.
pub fn power(a: &BigInt, exponent: u32, handle: &Handle) -> Result<BigInt, Stop> {
    let mut result = BigInt::one();
    for place in (0..32 - exponent.leading_zeros()).rev() {
        pay(result.bits(), result.bits() / 2, handle)?;
        result = &result * &result;
        if exponent >> place & 1 == 1 {
            result *= a;
        }
    }
    Ok(result)
}
