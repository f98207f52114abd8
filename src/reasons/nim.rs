//! Nim-values: the mex of the options' nim-values, nim-sums in binary columns.
//!
//! The columns are those of any introduction to Nim (Bouton 1901): a position is lost if every column holds an even number
//! of ones; otherwise a heap with a one in the leftmost odd column is changed so that all columns become even.

use super::words::{arrow, shown};
use super::{FEW, Reason};
use crate::eval::Machine;
use crate::eval::mex as least_missing;
use crate::value::{Player, Res, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// The options of an impartial game as moves with their nim-values, those rising; `None` if one has none.
pub fn options(m: &mut Machine, x: &Value) -> Res<Option<Vec<(String, u64)>>> {
    let mut options = Vec::new();
    for record in m.moves_of(x, Player::Left)? {
        m.handle.tick()?;
        let game = m.game(&record.to)?;
        let Some(value) = m.store.as_nimber(game) else { return Ok(None) };
        options.push((arrow(m, &record)?, value));
    }
    Ok(Some(options))
}

/// The values that occur, each once, rising.
pub fn values(options: &[(String, u64)]) -> Vec<u64> {
    let mut values: Vec<u64> = options.iter().map(|(_, value)| *value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Why the nim-value of `x` is what it is, and not `claimed`.
pub fn grundy(m: &mut Machine, x: &Value, claimed: &Value, most: usize) -> Res<Vec<Reason>> {
    let game = m.game(x)?;
    let Some(own) = m.store.as_nimber(game) else { return Ok(Vec::new()) };
    if let Some(heaps) = heaps(m, x)?
        && heaps.len() > 1
    {
        return Ok(vec![Reason::Components(heaps, own)]);
    }
    if let Value::Game(_) | Value::Int(_) = x {
        return Ok(vec![Reason::HeapOf(x.clone(), own)]);
    }
    let Some(options) = options(m, x)? else { return Ok(Vec::new()) };
    if options.is_empty() {
        return Ok(vec![Reason::NoOptions(x.clone())]);
    }
    let mut reasons = vec![Reason::OptionValues { game: x.clone(), values: values(&options), own }];
    if let Value::Int(n) = claimed
        && let Ok(n) = u64::try_from(*n)
    {
        reasons.extend(claim(x, n, own, &options, most));
    }
    if most > FEW {
        reasons.push(Reason::Options(options, most));
    }
    Ok(reasons)
}

/// Why a claimed nim-value is not the mex of those of the options.
pub fn claim(game: &Value, claimed: u64, own: u64, options: &[(String, u64)], most: usize) -> Option<Reason> {
    let game = game.clone();
    match claimed.cmp(&own) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Reason::TooGreat { game, claimed, own }),
        std::cmp::Ordering::Less => {
            let options = options.iter().filter(|(_, value)| *value == claimed).map(|(text, _)| text.clone()).collect();
            Some(Reason::OfOption { game, claimed, options, most })
        }
    }
}

/// The components of a sum with their nim-values, if all have one.
pub fn heaps(m: &mut Machine, x: &Value) -> Res<Option<Vec<(String, u64)>>> {
    let Some(components) = m.components(x, COMPONENTS)? else { return Ok(None) };
    let mut heaps = Vec::new();
    for value in components {
        let game = m.game(&value)?;
        let Some(n) = m.store.as_nimber(game) else { return Ok(None) };
        // The negative of an impartial position is equal to it. A partizan one may be worth a nimber, but is no heap.
        let shown = match &value {
            Value::Sum(sum) if sum.terms.len() == 1 => Value::Position(Rc::clone(&sum.terms[0].1)),
            other => other.clone(),
        };
        let fair = match &shown {
            Value::Position(_) | Value::Sum(_) => m.moves_only(&shown),
            Value::Form(_) => m.impartial(&shown)?,
            _ => true,
        };
        if !fair {
            return Ok(None);
        }
        heaps.push((self::shown(m, &shown)?, n));
    }
    Ok(Some(heaps))
}

/// Most components that are looked at one by one.
const COMPONENTS: usize = 100_000;

/// What a mex is taken of, as numbers, rising.
pub fn numbers(m: &mut Machine, arguments: &[Value]) -> Res<Vec<u64>> {
    let all = match arguments {
        [one] if !one.is_game() => m.elements(one)?,
        many => many.to_vec(),
    };
    let mut numbers = Vec::new();
    for value in &all {
        numbers.extend(super::compare::nim_value(m, value)?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Why a number is not the mex.
pub fn claimed_mex(numbers: &[u64], claimed: u64) -> Option<Reason> {
    let (least, among) = (least_missing(numbers.to_vec()), numbers.contains(&claimed));
    (claimed != least).then_some(Reason::ClaimedMex { claimed, among, greater: claimed > least })
}

/// Why the mex is what it is, and not `claimed`.
pub fn mex(m: &mut Machine, arguments: &[Value], own: &Value, claimed: &Value) -> Res<Vec<Reason>> {
    let numbers = numbers(m, arguments)?;
    let mut reasons = vec![Reason::LeftOut { least: least_missing(numbers.clone()), own: own.clone() }];
    if let Value::Int(n) = claimed
        && let Ok(n) = u64::try_from(*n)
    {
        reasons.extend(claimed_mex(&numbers, n));
    }
    Ok(reasons)
}

/// The nim-values of components in binary, and what the columns say; nothing if they are too large for that.
pub fn parities(heaps: Vec<(String, u64)>) -> Vec<Reason> {
    let total = BigInt::from(heaps.iter().fold(0, |sum, (_, n)| sum ^ n));
    let rows: Vec<_> = heaps.iter().map(|(text, n)| (format!("{text}: {n}"), BigInt::from(*n))).collect();
    if !fits(&rows) {
        return Vec::new();
    }
    let named = heaps.into_iter().map(|(text, n)| (text, BigInt::from(n))).collect();
    vec![Reason::Columns(rows, total.clone()), Reason::Parity(named, total)]
}

/// What a nim-sum is taken of; nothing if that is not all integers.
pub fn summands(m: &mut Machine, arguments: &[Value]) -> Res<Option<Vec<BigInt>>> {
    let all = match arguments {
        [one] if !one.is_number() => m.elements(one)?,
        many => many.to_vec(),
    };
    Ok(all.iter().map(Value::as_integer).collect())
}

/// Binary columns for a nim-sum.
pub fn nim_sum(m: &mut Machine, arguments: &[Value], own: &Value) -> Res<Option<Vec<Reason>>> {
    let (Some(all), Some(sum)) = (summands(m, arguments)?, own.as_integer()) else { return Ok(None) };
    let rows: Vec<_> = all.into_iter().map(|n| (n.to_string(), n)).collect();
    Ok(fits(&rows).then(|| vec![Reason::Columns(rows, sum)]))
}

/// Numbers with more binary digits than this are not written in columns.
const WIDEST: u64 = 72;
/// More rows than this are not written either.
pub const ROWS: usize = 32;

/// Whether rows can be written in columns.
pub fn fits(rows: &[(String, BigInt)]) -> bool {
    !rows.is_empty() && rows.len() <= ROWS && rows.iter().all(|(_, n)| n.bits() <= WIDEST)
}
