//! Forms that differ, and properties that a game has or lacks.

use super::words::{is_wide, name, shown};
use super::{Reason, Role};
use crate::builtins::form::{identical, impartial};
use crate::eval::{Machine, MoveRecord};
use crate::games::{Dyadic, Game, Side, ZERO};
use crate::value::notion::Notion;
use crate::value::{Player, Res, Value};

/// Why a property holds or not. Nothing for functions without a theory.
pub fn property(m: &mut Machine, notion: Notion, a: &[Value], truth: bool) -> Res<Vec<Reason>> {
    Ok(match (notion, a) {
        (Notion::Identical, [g, h]) => differing(m, g, h, truth)?,
        (Notion::IsImpartial, [g]) => partizan(m, g, truth)?.into_iter().collect(),
        (Notion::IsNumber | Notion::IsInteger | Notion::IsNimber | Notion::IsInfinitesimal, [g]) => {
            class(m, notion, g, truth)?
        }
        (Notion::Any | Notion::All, [xs]) => quantified(m, xs, notion == Notion::All, truth)?.into_iter().collect(),
        (Notion::Any | Notion::All, [xs, f]) => {
            let decisive = notion == Notion::Any;
            let mut element = None;
            for x in m.elements(xs)? {
                let value = m.apply(f, vec![x.clone()], crate::source::Span::default())?;
                if truth == decisive && matches!(value, Value::Bool(b) if b == decisive) {
                    element = Some(x);
                    break;
                }
            }
            let truth = decisive == element.is_some();
            vec![Reason::Quantified { element, truth }]
        }
        _ => Vec::new(),
    })
}

fn quantified(m: &mut Machine, xs: &Value, all: bool, truth: bool) -> Res<Option<Reason>> {
    if truth == all {
        return Ok(Some(Reason::Plain(if all { "Every element is true." } else { "No element is true." })));
    }
    let at = m.elements(xs)?.iter().position(|x| matches!(x, Value::Bool(b) if *b != all));
    Ok(at.map(|index| Reason::AtIndex { index, truth: !all }))
}

/// What a value is instead.
fn class(m: &mut Machine, notion: Notion, g: &Value, truth: bool) -> Res<Vec<Reason>> {
    if let Value::Ratio(_) = g {
        return Ok(vec![Reason::NoInteger(g.clone())]);
    }
    let game = m.game(g)?;
    let mut reasons = vec![Reason::Class { value: g.clone(), game }];
    let (left, right) = (m.store.left_stop(game), m.store.right_stop(game));
    match notion {
        Notion::IsNumber if truth => reasons.push(Reason::Simplest { value: g.clone(), game }),
        Notion::IsNumber => reasons.push(Reason::NumberStops(left, right)),
        Notion::IsInfinitesimal if truth => reasons.push(Reason::Plain("Both stops are 0.")),
        Notion::IsInfinitesimal => reasons.push(Reason::InfinitesimalStops(left, right)),
        _ => {}
    }
    Ok(reasons)
}

fn partizan(m: &mut Machine, g: &Value, truth: bool) -> Res<Option<Reason>> {
    if truth {
        return Ok(Some(Reason::Plain("Both players have the same options, there and in all that follows.")));
    }
    let (left, right) = (m.moves_of(g, Player::Left)?, m.moves_of(g, Player::Right)?);
    for (who, some, others) in [(Player::Left, &left, &right), (Player::Right, &right, &left)] {
        if let Some(record) = without_equal(m, some, others)? {
            return Ok(Some(Reason::OnlyFor { who, to: record.to }));
        }
    }
    for option in left {
        if !impartial(m, &option.to)? {
            return Ok(Some(Reason::NotImpartial(option.to)));
        }
    }
    Ok(None)
}

/// The first of some options that is identical to none of the others.
fn without_equal(m: &mut Machine, some: &[MoveRecord], others: &[MoveRecord]) -> Res<Option<MoveRecord>> {
    for record in some {
        let mut found = false;
        for other in others {
            found = found || identical(m, &record.to, &other.to)?;
        }
        if !found {
            return Ok(Some(record.clone()));
        }
    }
    Ok(None)
}

/// Where two forms differ.
fn differing(m: &mut Machine, g: &Value, h: &Value, truth: bool) -> Res<Vec<Reason>> {
    if truth {
        return Ok(vec![Reason::Plain("Both have the same options, their options have the same, and so on.")]);
    }
    let (x, y) = (m.game(g)?, m.game(h)?);
    if x != y {
        return Ok(vec![Reason::Unequal(g.clone(), h.clone())]);
    }
    let mut reasons = vec![Reason::OtherForms(x)];
    for (one, other, who) in [(g, h, Player::Left), (h, g, Player::Left), (g, h, Player::Right), (h, g, Player::Right)]
    {
        let (some, others) = (m.moves_of(one, who)?, m.moves_of(other, who)?);
        if let Some(record) = without_equal(m, &some, &others)? {
            let role = role(m, y, &some, &record.to, who)?;
            reasons.push(Reason::OnlyIn { who, option: record.to, form: one.clone(), role });
            break;
        }
    }
    Ok(reasons)
}

/// Whether an option is dominated or reversible among its fellows.
fn role(m: &mut Machine, value: Game, options: &[MoveRecord], option: &Value, player: Player) -> Res<Option<Role>> {
    let own = m.game(option)?;
    let left = player == Player::Left;
    for record in options {
        let other = m.game(&record.to)?;
        let (worse, better) = if left { (own, other) } else { (other, own) };
        if other != own && m.store.le(worse, better, &m.handle)? {
            return Ok(Some(Role::Dominated(other)));
        }
    }
    for answer in m.store.options(own, if left { Side::Right } else { Side::Left }, &m.handle)? {
        let (low, high) = if left { (answer, value) } else { (value, answer) };
        if m.store.le(low, high, &m.handle)? {
            return Ok(Some(Role::Reversible(answer)));
        }
    }
    Ok(None)
}

/// Which option is born last.
pub fn birthday(m: &mut Machine, x: &Value) -> Res<Vec<Reason>> {
    let value = m.game(x)?;
    let own = m.store.birthday(value, &m.handle)?;
    let mut reasons = Vec::new();
    if shown(m, x)? != name(m, value)? {
        reasons.push(Reason::ByCanonical(x.clone()));
    }
    if value == ZERO {
        reasons.push(Reason::Plain("0 has no options: it is born on day 0."));
    }
    if is_wide(m, value) {
        return Ok(reasons);
    }
    let mut latest: Option<(num_bigint::BigInt, Game)> = None;
    for side in [Side::Left, Side::Right] {
        for option in m.store.options(value, side, &m.handle)? {
            let day = m.store.birthday(option, &m.handle)?;
            if latest.as_ref().is_none_or(|(known, _)| day > *known) {
                latest = Some((day, option));
            }
        }
    }
    reasons.extend(latest.map(|(day, option)| Reason::LatestOption { option, day, value, own }));
    Ok(reasons)
}

/// The best first moves for stops.
pub fn stops(m: &mut Machine, x: &Value) -> Res<Vec<Reason>> {
    let game = m.game(x)?;
    let wide = is_wide(m, game);
    if m.store.is_number(game) || wide {
        return Ok(vec![Reason::StopsOfNumber { value: x.clone(), wide: wide && !m.store.is_number(game) }]);
    }
    let mut reasons = Vec::new();
    for side in [Side::Left, Side::Right] {
        let left = side == Side::Left;
        let stop = if left { m.store.left_stop(game) } else { m.store.right_stop(game) };
        for option in m.store.options(game, side, &m.handle)? {
            let then = if left { m.store.right_stop(option) } else { m.store.left_stop(option) };
            if then == stop {
                reasons.push(Reason::BestMove { side, option, stop });
                break;
            }
        }
    }
    Ok(reasons)
}

/// Mast and walls.
pub fn thermal(m: &mut Machine, x: &Value) -> Res<Vec<Reason>> {
    let game = m.game(x)?;
    let t = m.store.thermograph(game, &m.handle)?;
    let zero = Dyadic::zero();
    let walls = t.temperature.sign().is_gt().then(|| (t.left.at(&zero), t.right.at(&zero)));
    Ok(vec![Reason::Mast { temperature: t.temperature.clone(), mast: t.mast.clone(), walls }])
}
