//! Nim-sums, nim-values, remoteness.

use crate::builtins::reasons::nim::{heaps, options};
use crate::builtins::reasons::words::{bounded, shown};
use crate::eval::Machine;
use crate::homework::compare::nim_value;
use crate::value::{Player, Res, Value};
use num_bigint::BigInt;

/// The first binary column, from the right, in which a nim-sum is wrong.
pub fn nim_sum(m: &mut Machine, arguments: &[Value], right: &Value, given: &Value) -> Res<Vec<String>> {
    let numbers = match arguments {
        [one] if !one.is_number() => m.elements(one)?,
        many => many.to_vec(),
    };
    let numbers: Option<Vec<BigInt>> = numbers.iter().map(Value::as_integer).collect();
    let (Some(numbers), Some(right), Some(given)) = (numbers, right.as_integer(), given.as_integer()) else {
        return Ok(Vec::new());
    };
    Ok(column(&numbers, &right, &given).into_iter().collect())
}

fn column(numbers: &[BigInt], right: &BigInt, given: &BigInt) -> Option<String> {
    let zero = BigInt::from(0);
    if *given < zero {
        return Some("A nim-sum is never negative.".to_owned());
    }
    let odd = right ^ given;
    let place = odd.trailing_zeros()?;
    let value = BigInt::from(1) << place;
    let ones: Vec<String> = numbers.iter().filter(|n| *n & &value != zero).map(ToString::to_string).collect();
    let count = match ones.len() {
        0 => "no number has a one".to_owned(),
        1 => format!("one number has a one: {}", ones[0]),
        n => format!("{n} numbers have a one: {}", bounded(ones, 8)),
    };
    let parity = if right & &value == zero {
        "an even number, so the sum has a 0 there"
    } else {
        "an odd number, so the sum has a 1 there"
    };
    let digit = if given & &value == zero { 0 } else { 1 };
    Some(format!("In the binary column of {value}, {count}. That is {parity}; {given} has a {digit}."))
}

/// Why a nim-value is too great or too small.
pub fn grundy(m: &mut Machine, x: &Value, given: &Value) -> Res<Vec<String>> {
    let Some(claimed) = nim_value(m, given)? else { return Ok(Vec::new()) };
    let game = m.game(x)?;
    let Some(own) = m.store.as_nimber(game) else { return Ok(Vec::new()) };
    if let Some(heaps) = heaps(m, x)?
        && heaps.len() > 1
    {
        let numbers: Vec<BigInt> = heaps.iter().map(|(_, n)| BigInt::from(*n)).collect();
        let mut lines = vec!["The nim-value of a sum is the nim-sum of its components' nim-values.".to_owned()];
        lines.extend(column(&numbers, &own.into(), &claimed.into()));
        return Ok(lines);
    }
    if claimed == own {
        return Ok(Vec::new());
    }
    let Some(options) = options(m, x)? else { return Ok(Vec::new()) };
    let written = shown(m, x)?;
    if claimed < own {
        let such: Vec<String> = options.iter().filter(|o| o.value == claimed).map(|o| o.text.clone()).collect();
        return Ok(vec![format!(
            "{claimed} is the nim-value of an option of {written}, so it is not left out: {}.",
            bounded(such, 3)
        )]);
    }
    Ok(vec![format!(
        "{claimed} is too great: a smaller number is the nim-value of no option of {written}. The mex is the least number left out."
    )])
}

/// Why a number is not the mex.
pub fn mex(m: &mut Machine, arguments: &[Value], given: &Value) -> Res<Vec<String>> {
    let all = match arguments {
        [one] if !one.is_game() => m.elements(one)?,
        many => many.to_vec(),
    };
    let Some(claimed) = nim_value(m, given)? else {
        return Ok(vec!["The mex is a whole number, 0 or greater.".to_owned()]);
    };
    let mut numbers = Vec::new();
    for value in &all {
        numbers.extend(nim_value(m, value)?);
    }
    Ok(vec![if numbers.contains(&claimed) {
        format!("{claimed} is among the numbers, so it is not left out.")
    } else {
        format!("{claimed} is left out, but so is a smaller number: the mex is the least one.")
    }])
}

/// Win quickly, lose slowly.
pub fn remoteness(m: &mut Machine, x: &Value, given: &Value) -> Res<Vec<String>> {
    let Value::Int(claimed) = given else { return Ok(Vec::new()) };
    let Some(own) = m.remoteness(x)?.remoteness.map(i64::from) else { return Ok(Vec::new()) };
    let written = shown(m, x)?;
    if m.moves_of(x, Player::Left)?.is_empty() {
        return Ok(vec![format!("There is no move in {written}: the game is over at once.")]);
    }
    if claimed.rem_euclid(2) != own % 2 {
        let (parity, says, other) = if own % 2 == 1 {
            ("even", "loses", "wins: some move leads to an even remoteness")
        } else {
            ("odd", "wins", "loses: every move leads to an odd remoteness")
        };
        return Ok(vec![format!(
            "{claimed} is an {parity} remoteness: the next player {says}. But the next player {other}."
        )]);
    }
    Ok(vec![match (own % 2 == 1, *claimed > own) {
        (true, true) => {
            "The next player wins, but hurries: there is a move to an even remoteness smaller than yours less 1."
                .to_owned()
        }
        (true, false) => format!("The next player wins, but not so soon: no move leads to remoteness {}.", claimed - 1),
        (false, true) => {
            format!("The next player loses, and cannot delay so long: no move leads to remoteness {}.", claimed - 1)
        }
        (false, false) => {
            "The next player loses, but delays: there is a move to a remoteness greater than yours less 1.".to_owned()
        }
    }])
}
