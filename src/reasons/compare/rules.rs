//! Rule sets and functions compared with the key's, position by position, and periods of their values.

use super::{Received, equal};
use crate::eval::Machine;
use crate::eval::shape::Shapes;
use crate::portable::{Places, Row, decode};
use crate::reasons::forgiving;
use crate::source::Span;
use crate::value::key::Key;
use crate::value::{Player, Res, Value};

/// Where two rule sets differ first.
pub struct Difference {
    /// The parameters.
    pub place: Value,
    /// What the student's rules give, or their error.
    pub theirs: Result<Value, String>,
    /// How many options Left and Right have by the student's rules, and by the key's.
    pub options: Option<((usize, usize), (usize, usize))>,
    /// Whether the values are equal there, and only the moves differ.
    pub moves: bool,
}

/// Compares the student's values with the key's.
pub fn first_difference(
    m: &mut Machine,
    rules: &Value,
    places: &[Value],
    answer: &Received<'_>,
) -> Res<Option<Difference>> {
    let mut shapes = Shapes::default();
    for (place, row) in places.iter().zip(&answer.given.rows) {
        let ours = apply(m, rules, place)?;
        let Row { data, options, shape } = match row {
            Ok(row) => row,
            Err(message) => {
                let theirs = Err(message.clone());
                return Ok(Some(Difference { place: place.clone(), theirs, options: None, moves: false }));
            }
        };
        let theirs = decode(m, data, Places::ByValue)?;
        let own = match &ours {
            Value::Position(_) | Value::Sum(_) => {
                let left = m.moves_of(&ours, Player::Left)?.len();
                let right = m.moves_of(&ours, Player::Right)?.len();
                Some((left, right))
            }
            _ => None,
        };
        if !equal(m, &ours, &theirs, None)? {
            let options = options.zip(own);
            return Ok(Some(Difference { place: place.clone(), theirs: Ok(theirs), options, moves: false }));
        }
        // Other moves may come to the same value.
        let other = match (options, own) {
            (Some(theirs), Some(counts)) => match (shape, forgiving(m, |m| shapes.shape(m, &ours))?) {
                (Some(theirs), Some(ours)) if theirs.sums == ours.sums => theirs.print != ours.print,
                // What is a sum here and none there may be the same play; so may what is too large to be followed.
                _ => *theirs != counts,
            },
            _ => false,
        };
        if other {
            let options = options.zip(own);
            return Ok(Some(Difference { place: place.clone(), theirs: Ok(theirs), options, moves: true }));
        }
    }
    Ok(None)
}

/// The value of a rule set or function in one of the places of a key.
pub fn apply(m: &mut Machine, f: &Value, place: &Value) -> Res {
    let arguments = match place {
        Value::Tuple(items) => items.to_vec(),
        one => vec![one.clone()],
    };
    m.apply(f, arguments, Span::default())
}

/// The values of a rule set or function.
pub fn values(m: &mut Machine, rules: &Value, places: &[Value]) -> Res<Vec<Key>> {
    let mut values = Vec::with_capacity(places.len());
    for place in places {
        let value = apply(m, rules, place)?;
        let value = if value.is_game() {
            let game = m.game(&value)?;
            m.game_value(game)
        } else {
            value
        };
        values.push(m.key(&value)?);
    }
    Ok(values)
}

/// A period, and from where it is said to hold: `12`, or `(12, 71)`.
pub fn period(value: &Value) -> Option<(usize, Option<usize>)> {
    let natural = |v: &Value| match v {
        Value::Int(n) => usize::try_from(*n).ok(),
        _ => None,
    };
    let parts = match value {
        Value::Tuple(items) | Value::List(items) => items.to_vec(),
        one => vec![one.clone()],
    };
    match &parts[..] {
        [p] => natural(p).filter(|&p| p > 0).map(|p| (p, None)),
        [p, from] => Some((natural(p).filter(|&p| p > 0)?, Some(natural(from)?))),
        _ => None,
    }
}

/// A place at which a period breaks: `n` such that the values of `n` and `n + p` differ. If it was not said from where it
/// holds, the last such place counts. The values must show two periods, else it breaks where they end.
pub fn broken(m: &Machine, values: &[Key], (p, from): (usize, Option<usize>)) -> Res<Option<usize>> {
    m.handle.ticks(u32::try_from(values.len()).unwrap_or(u32::MAX))?;
    let breaks = |n: &usize| values[*n] != values[*n + p];
    let last = values.len().saturating_sub(p);
    let place = match from {
        Some(from) => (from..last).find(breaks),
        None => (0..last).rfind(breaks).filter(|n| n + 1 + 2 * p > values.len()),
    };
    let shown = from.unwrap_or(0).saturating_add(p.saturating_mul(2)) <= values.len();
    Ok(place.or((!shown).then_some(values.len())))
}

/// Whether no smaller number is a period, and it does not hold from earlier on, if somebody said from where.
pub fn shortest(m: &Machine, values: &[Key], (p, from): (usize, Option<usize>)) -> Res<bool> {
    for smaller in 1..p {
        if broken(m, values, (smaller, from))?.is_none() {
            return Ok(false);
        }
    }
    Ok(from.is_none_or(|from| from == 0 || values[from - 1] != values[from - 1 + p]))
}

/// The shortest period that the values show, and from where it holds.
pub fn find_period(m: &Machine, values: &[Key]) -> Res<Option<(usize, usize)>> {
    for p in 1..=values.len() / 2 {
        if broken(m, values, (p, None))?.is_none() {
            let last = (0..values.len() - p).rfind(|&n| values[n] != values[n + p]);
            return Ok(Some((p, last.map_or(0, |n| n + 1))));
        }
    }
    Ok(None)
}
