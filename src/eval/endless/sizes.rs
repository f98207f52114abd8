//! How large numbers are that stand in values and in texts.

use crate::value::{Position, Value};

/// How far a value is from zero, where that has a meaning.
pub(super) fn size(value: &Value) -> Option<u128> {
    let big = |bits: u64| u128::from(u64::MAX) + u128::from(bits);
    Some(match value {
        Value::Int(n) => n.unsigned_abs().into(),
        Value::Big(n) => big(n.bits()),
        Value::Ratio(n) => big(n.numer().bits().max(n.denom().bits())),
        Value::Str(text) => text.len() as u128,
        Value::List(items) | Value::Tuple(items) => {
            let mut sum = items.len() as u128;
            for item in items.iter() {
                sum = sum.saturating_add(size(item)?);
            }
            sum
        }
        Value::Grid(grid) => grid.rows() as u128 * grid.columns() as u128,
        _ => return None,
    })
}

/// The integers that are written in a text, with powers and products of them.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = u128> + '_ {
    let starts = text.char_indices().filter(|&(i, c)| {
        c.is_ascii_digit() && !text[..i].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    });
    starts.map(move |(i, _)| {
        let (mut product, mut rest) = power(&text[i..]);
        while let Some(after) = rest.strip_prefix('*').map(str::trim_start)
            && after.starts_with(|c: char| c.is_ascii_digit())
        {
            let (factor, behind) = power(after);
            (product, rest) = (product.saturating_mul(factor), behind);
        }
        product
    })
}

/// The integer that a text begins with, perhaps a power, and what comes behind.
fn power(text: &str) -> (u128, &str) {
    let split = |text: &'_ str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (base, rest) = text.split_at(split(text));
    let (n, rest) = (base.parse().unwrap_or(u128::MAX), rest.trim_start());
    let Some(after) = rest.strip_prefix('^') else { return (n, rest) };
    let after = after.trim_start_matches([' ', '(']);
    let (exponent, rest) = after.split_at(split(after));
    (exponent.parse().map_or(u128::MAX, |exponent| n.saturating_pow(exponent)), rest.trim_start_matches([' ', ')']))
}

/// Whether a position has numbers of more than a thousand bits.
pub(super) fn grown(position: &Position) -> bool {
    position.arguments.iter().any(|value| match value {
        Value::Big(n) => n.bits() > 1000,
        Value::Ratio(n) => n.numer().bits().max(n.denom().bits()) > 1000,
        _ => false,
    })
}
