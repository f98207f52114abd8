//! Two games compared: their values, their difference, and who wins it.

use super::play::Match;
use super::words::{name, shown};
use super::{FEW, Reason};
use crate::eval::Machine;
use crate::games::{Dyadic, Game, Relation};
use crate::value::{Res, Value};

/// Why `a` and `b` stand as they do.
pub fn reasons(m: &mut Machine, a: &Value, b: &Value, most: usize) -> Res<Vec<Reason>> {
    if let Some(reasons) = odd(m, a, b)? {
        return Ok(reasons);
    }
    let (x, y) = (m.game(a)?, m.game(b)?);
    let relation = m.store.compare(x, y, &m.handle)?;
    let mut reasons = Vec::new();
    for (value, game) in [(a, x), (b, y)] {
        reasons.extend(worth(m, value, game)?);
    }
    let plain = |v: &Value| v.is_number() || matches!(v, Value::Game(_));
    if m.store.is_number(x) && m.store.is_number(y) {
        let (high, low) = if relation == Relation::Less { (y, x) } else { (x, y) };
        let gap = m.store.sub(high, low, &m.handle)?;
        let play = !(plain(a) && plain(b));
        reasons.push(Reason::Numbers { x, y, relation, gap, play });
        // Numbers need no play, but it convinces: where somebody wrote a game, and asked why.
        if !play || most <= FEW {
            return Ok(reasons);
        }
    } else {
        let gap = m.store.sub(x, y, &m.handle)?;
        reasons.push(Reason::Games { x, y, relation, gap });
        if let Some(greater) = beyond(m, x, y) {
            reasons.push(Reason::Beyond { x, y, greater });
            if most <= FEW {
                return Ok(reasons);
            }
        }
    }
    let negative = m.neg(b)?;
    reasons.extend(Match::new(m, vec![a.clone(), negative])?.reasons(m, most)?);
    Ok(reasons)
}

/// What a value is worth, if it was written otherwise.
fn worth(m: &mut Machine, value: &Value, game: Game) -> Res<Option<Reason>> {
    Ok((shown(m, value)? != name(m, game)?).then(|| Reason::Worth { value: value.clone(), game }))
}

/// Rationals that are no game's value compare with numbers as numbers, and with games by their stops.
fn odd(m: &mut Machine, a: &Value, b: &Value) -> Res<Option<Vec<Reason>>> {
    let odd = |v: &Value| matches!(v, Value::Ratio(q) if !Dyadic::is_ratio(q));
    if !odd(a) && !odd(b) {
        return Ok(None);
    }
    if let Some(order) = crate::value::number::compare(a, b) {
        return Ok(Some(vec![Reason::Ratios(a.clone(), b.clone(), order_relation(order))]));
    }
    let (number, other) = if odd(a) { (a, b) } else { (b, a) };
    let game = m.game(other)?;
    let worth = worth(m, other, game)?;
    Ok(Some(worth.into_iter().chain([Reason::Stops { number: number.clone(), game }]).collect()))
}

fn order_relation(order: std::cmp::Ordering) -> Relation {
    match order {
        std::cmp::Ordering::Less => Relation::Less,
        std::cmp::Ordering::Equal => Relation::Equal,
        std::cmp::Ordering::Greater => Relation::Greater,
    }
}

/// Stops decide where one game's all lie beyond the other's: on which side.
fn beyond(m: &Machine, x: Game, y: Game) -> Option<bool> {
    if m.store.right_stop(x) > m.store.left_stop(y) {
        Some(true)
    } else {
        (m.store.left_stop(x) < m.store.right_stop(y)).then_some(false)
    }
}
