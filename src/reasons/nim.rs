//! Nim-values: the mex of the options' nim-values, nim-sums in binary columns, and the winning move that they show.
//!
//! The columns are those of any introduction to Nim (Bouton 1901): a position is lost if every column holds an even number
//! of ones; otherwise a heap with a one in the leftmost odd column is changed so that all columns become even.

use super::words::{arrow, bounded, listed, shortened, shown};
use crate::eval::Machine;
use crate::eval::mex as least_missing;
use crate::games::ZERO;
use crate::value::{Player, Res, Sum, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// Numbers with more binary digits than this are not written in columns.
const WIDEST: u64 = 72;
/// More rows than this are not written either.
const ROWS: usize = 32;

/// An option with its nim-value.
pub struct Valued {
    /// The move as people write it.
    pub text: String,
    /// Its nim-value.
    pub value: u64,
}

/// The options of an impartial game with their nim-values; `None` if one has none.
pub fn options(m: &mut Machine, x: &Value) -> Res<Option<Vec<Valued>>> {
    let mut options = Vec::new();
    for record in m.moves_of(x, Player::Left)? {
        m.handle.tick()?;
        let game = m.game(&record.to)?;
        let Some(value) = m.store.as_nimber(game) else { return Ok(None) };
        let text = arrow(m, &record.component, &record.becomes)?;
        options.push(Valued { text, value });
    }
    Ok(Some(options))
}

/// The values that occur, each once, rising.
pub fn values(options: &[Valued]) -> Vec<u64> {
    let mut values: Vec<u64> = options.iter().map(|o| o.value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Why the nim-value of `x` is what it is, and not `claimed`.
pub fn grundy(m: &mut Machine, x: &Value, claimed: &Value, most: usize) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let Some(own) = m.store.as_nimber(game) else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    if let Some(heaps) = heaps(m, x)?
        && heaps.len() > 1
    {
        let all: Vec<String> = heaps.iter().map(|(text, n)| format!("{text} has {n}")).collect();
        lines.push(format!("Nim-values of the components: {}.", bounded(all, 12)));
        if heaps.len() <= 12 {
            let all: Vec<String> = heaps.iter().map(|(_, n)| n.to_string()).collect();
            lines.push(format!("The nim-value of a sum is their nim-sum: {} = {own}.", all.join(" xor ")));
        } else {
            lines.push(format!("The nim-value of a sum is their nim-sum: {own}."));
        }
        return Ok(lines);
    }
    if let Value::Game(_) | Value::Int(_) = x {
        return Ok(vec![format!("{} is the value of a Nim heap of {own}.", shown(m, x)?)]);
    }
    let Some(options) = options(m, x)? else { return Ok(lines) };
    if options.is_empty() {
        return Ok(vec![format!("{} has no options, and the mex of no numbers is 0.", shown(m, x)?)]);
    }
    let values = values(&options);
    lines.push(format!("The options of {} have the nim-values {}; their mex is {own}.", shown(m, x)?, set(&values)));
    if let Value::Int(n) = claimed
        && let Ok(n) = u64::try_from(*n)
    {
        if n > own {
            lines.push(format!("{n} is too great: no option has the nim-value {own}."));
        } else if n < own {
            let such: Vec<String> = options.iter().filter(|o| o.value == n).map(|o| o.text.clone()).collect();
            lines.push(format!("{n} is the nim-value of an option, perhaps a forgotten one: {}.", bounded(such, most)));
        }
    }
    if most > super::FEW {
        lines.extend(table(options, most));
    }
    Ok(lines)
}

/// `4 -> 3 has 1`, bounded, the nim-values rising.
pub fn table(mut options: Vec<Valued>, most: usize) -> Vec<String> {
    options.sort_by_key(|o| o.value);
    let more = options.len().saturating_sub(most);
    options.truncate(most);
    let width = options.iter().map(|o| o.text.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> =
        options.iter().map(|o| format!("{:width$}  has nim-value {}", o.text, o.value)).collect();
    if more > 0 {
        lines.push(format!("… {more} more"));
    }
    lines
}

/// `{0, 1, 3}`, runs of more than eight numbers shortened.
pub fn set(values: &[u64]) -> String {
    let mut parts = Vec::new();
    let mut i = 0;
    while i < values.len() {
        let mut j = i;
        while j + 1 < values.len() && values[j + 1] == values[j] + 1 {
            j += 1;
        }
        if j - i >= 8 {
            parts.push(format!("{}, {}, …, {}", values[i], values[i] + 1, values[j]));
        } else {
            parts.extend(values[i..=j].iter().map(u64::to_string));
        }
        i = j + 1;
    }
    shortened(&format!("{{{}}}", parts.join(", ")))
}

/// The components of a sum with their nim-values, if all have one.
pub fn heaps(m: &mut Machine, x: &Value) -> Res<Option<Vec<(String, u64)>>> {
    let sum: Sum = m.as_sum(x)?;
    let mut heaps = Vec::new();
    for (_, position) in sum.terms.iter() {
        let value = Value::Position(Rc::clone(position));
        let game = m.game(&value)?;
        // The negative of an impartial position is equal to it. A partizan one may be worth a nimber, but is no heap.
        if !m.moves_only(&value) {
            return Ok(None);
        }
        let Some(n) = m.store.as_nimber(game) else { return Ok(None) };
        heaps.push((shown(m, &value)?, n));
    }
    if sum.rest != ZERO {
        let Some(n) = m.store.as_nimber(sum.rest) else { return Ok(None) };
        heaps.push((m.store.name(sum.rest, &m.handle)?, n));
    }
    Ok(Some(heaps))
}

/// Why the mex is what it is, and not `claimed`.
pub fn mex(m: &mut Machine, arguments: &[Value], own: &Value, claimed: &Value) -> Res<Vec<String>> {
    let all = match arguments {
        [one] if !one.is_game() => m.elements(one)?,
        many => many.to_vec(),
    };
    let mut numbers = Vec::new();
    for value in &all {
        let game = m.game(value)?;
        match value {
            Value::Int(n) => numbers.push(n.unsigned_abs()),
            _ => numbers.extend(m.store.as_nimber(game)),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let least = least_missing(numbers.clone());
    let own = m.notation(own)?;
    let below: Vec<String> = match least {
        0 => Vec::new(),
        n if n <= 6 => (0..n).map(|i| i.to_string()).collect(),
        n => vec![format!("0 to {}", n - 1)],
    };
    let verb = if least == 1 { "is" } else { "are" };
    let among = match below.len() {
        0 => format!("{own} is not among the numbers, and it is the least possible: the mex is {own}."),
        _ => format!("{} {verb} among the numbers, {own} is not: the mex is {own}.", listed(&below)),
    };
    let mut lines = vec![among];
    if let Value::Int(n) = claimed
        && *n >= 0
    {
        let n = u64::try_from(*n).unwrap_or(0);
        if n < least {
            lines.push(format!("{n} is among them, so it is not left out."));
        } else if n > least && numbers.contains(&n) {
            lines.push(format!("{n} is among them; and the mex is the least number left out."));
        } else if n > least {
            lines.push(format!("{n} is not among them either, but the mex is the least number left out."));
        }
    }
    Ok(lines)
}

/// Binary columns for a nim-sum.
pub fn nim_sum(m: &mut Machine, arguments: &[Value], own: &Value) -> Res<Option<Vec<String>>> {
    let all = match arguments {
        [one] if !one.is_number() => m.elements(one)?,
        many => many.to_vec(),
    };
    let mut rows = Vec::new();
    for value in &all {
        let Some(n) = value.as_integer() else { return Ok(None) };
        rows.push((n.to_string(), n));
    }
    let Some(n) = own.as_integer() else { return Ok(None) };
    Ok(columns(&rows, &n))
}

/// The numbers one below the other in binary, and below them which columns are odd.
pub fn columns(rows: &[(String, BigInt)], sum: &BigInt) -> Option<Vec<String>> {
    let digits = rows.iter().map(|(_, n)| n.bits()).max().unwrap_or(0).max(1);
    if digits > WIDEST || rows.len() > ROWS || rows.is_empty() {
        return None;
    }
    let digits = usize::try_from(digits).ok()?;
    let binary = |n: &BigInt| format!("{:0>digits$}", n.to_str_radix(2));
    let width = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = rows.iter().map(|(text, n)| format!("{text:>width$} = ({})", binary(n))).collect();
    let parities: String = binary(sum).chars().map(|c| if c == '1' { 'o' } else { 'e' }).collect();
    let indent = " ".repeat(width);
    lines.push(format!("{indent}   ({parities})  e: an even number of ones, o: an odd number"));
    lines.push(format!("{indent} = ({})  = {sum}, the nim-sum", binary(sum)));
    Some(lines)
}

/// Who wins heaps with these nim-values, told from the columns.
pub fn verdict(rows: &[(String, BigInt)], sum: &BigInt) -> (String, Option<(usize, BigInt)>) {
    let zero = BigInt::from(0);
    if *sum == zero {
        let text = "Every column has an even number of ones: a P-position, the second player wins.";
        return (text.to_owned(), None);
    }
    let column = BigInt::from(1) << (sum.bits() - 1);
    let heap = rows.iter().position(|(_, n)| n & &column != zero);
    let Some(heap) = heap else { return (String::new(), None) };
    let (text, n) = &rows[heap];
    let to = n ^ sum;
    let value = if *text == n.to_string() { text.clone() } else { format!("{text}, of nim-value {n},") };
    let text = format!(
        "The leftmost odd column is that of {column}. {value} has a one there: it must become {n} xor {sum} = {to}."
    );
    (text, Some((heap, to)))
}
