//! Nim-sums, nim-values, remoteness.

use crate::eval::Machine;
use crate::reasons::compare::nim_value;
use crate::reasons::{Reason, nim};
use crate::value::{Player, Res, Under, Value};
use num_bigint::BigInt;

/// The first binary column, from the right, in which a nim-sum is wrong.
pub fn nim_sum(m: &mut Machine, arguments: &[Value], right: &Value, given: &Value) -> Res<Option<Reason>> {
    let numbers = nim::summands(m, arguments)?;
    let (Some(numbers), Some(right), Some(given)) = (numbers, right.as_integer(), given.as_integer()) else {
        return Ok(None);
    };
    Ok(column(&numbers, &right, given))
}

fn column(numbers: &[BigInt], right: &BigInt, given: BigInt) -> Option<Reason> {
    let zero = BigInt::from(0);
    if given < zero {
        return Some(Reason::Plain("A nim-sum is never negative."));
    }
    let value = BigInt::from(1) << (right ^ &given).trailing_zeros()?;
    let ones = numbers.iter().filter(|n| *n & &value != zero).cloned().collect();
    Some(Reason::Column { ones, right: right & &value != zero, value, given })
}

/// Why a nim-value is too great or too small.
pub fn grundy(m: &mut Machine, x: &Value, given: &Value) -> Res<Vec<Reason>> {
    let Some(claimed) = nim_value(m, given)? else { return Ok(Vec::new()) };
    let game = m.game(x)?;
    let Some(own) = m.store.as_nimber(game) else { return Ok(Vec::new()) };
    if let Some(heaps) = nim::heaps(m, x)?
        && heaps.len() > 1
    {
        let numbers: Vec<BigInt> = heaps.iter().map(|(_, n)| BigInt::from(*n)).collect();
        let sum = Reason::Plain("The nim-value of a sum is the nim-sum of its components' nim-values.");
        return Ok([sum].into_iter().chain(column(&numbers, &own.into(), claimed.into())).collect());
    }
    if claimed == own {
        return Ok(Vec::new());
    }
    let Some(options) = nim::options(m, x)? else { return Ok(Vec::new()) };
    Ok(nim::claim(x, claimed, own, &options, 3).into_iter().collect())
}

/// Why a number is not the mex.
pub fn mex(m: &mut Machine, arguments: &[Value], given: &Value) -> Res<Reason> {
    let whole = Reason::Plain("The mex is a whole number, 0 or greater.");
    let Some(claimed) = nim_value(m, given)? else { return Ok(whole) };
    Ok(nim::claimed_mex(&nim::numbers(m, arguments)?, claimed).unwrap_or(whole))
}

/// Win quickly, lose slowly.
pub fn remoteness(m: &mut Machine, x: &Value, given: &Value, under: Under) -> Res<Option<Reason>> {
    let Value::Int(claimed) = *given else { return Ok(None) };
    let Some(own) = m.remoteness(x, under)?.remoteness.map(i64::from) else { return Ok(None) };
    let game = x.clone();
    let over = m.moves_of(x, Player::Left)?.is_empty();
    Ok(Some(if over {
        Reason::OverAtOnce(game)
    } else {
        Reason::Remote { claimed, own, wins: (own % 2 == 1) != under.is_misere() }
    }))
}
