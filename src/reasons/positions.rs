//! Outcomes, winners and remoteness of positions.

use super::Reason;
use super::play::{Match, fair};
use super::words::arrow;
use crate::eval::Machine;
use crate::graphs::Outcome as Verdict;
use crate::value::{Player, Res, Value};

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    if !m.ends(x)? {
        return loopy_outcome(m, x, most);
    }
    let parts = Match::new(m, vec![x.clone()])?;
    let class = m.store.outcome(parts.total, &m.handle)?.into();
    let mut reasons = vec![Reason::Outcome { game: x.clone(), class, fair: fair(m, x)? }];
    reasons.extend(parts.reasons(m, most)?);
    Ok(reasons)
}

/// Win quickly, lose slowly.
pub fn remoteness(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    let own = m.remoteness(x)?.remoteness;
    let mut options = Vec::new();
    for record in m.moves_of(x, Player::Left)? {
        let text = arrow(m, &record.component, &record.becomes)?;
        // What is not decided is not told.
        let after = m.remoteness(&record.to)?;
        match (after.outcome, after.remoteness) {
            (Some(Verdict::D), _) => options.push((text, u32::MAX)),
            (Some(_), Some(r)) => options.push((text, r)),
            _ => {}
        }
    }
    if options.is_empty() {
        return Ok(vec![Reason::NothingToMove]);
    }
    options.sort_by_key(|(_, r)| *r);
    let decides = match own {
        Some(own) if own % 2 == 1 => options.iter().find(|(_, r)| r % 2 == 0),
        _ => options.last(),
    };
    let mut reasons = match (own, decides) {
        (None, _) => vec![Reason::NobodyWins],
        (Some(own), Some((made, r))) => vec![Reason::Decides { made: made.clone(), remoteness: *r, own }],
        _ => Vec::new(),
    };
    reasons.push(Reason::Remotenesses(options, most));
    Ok(reasons)
}

/// Who wins where positions may come again: what each move leads to.
fn loopy_outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    let fair = m.moves_only(x);
    let class = m.outcome_class(x, None)?;
    let mut reasons = vec![Reason::Endless { game: x.clone(), class, fair }];
    let players: &[Option<Player>] = match class {
        None => &[],
        Some(_) if fair => &[None],
        Some(_) => &[Some(Player::Left), Some(Player::Right)],
    };
    for &who in players {
        let mut moves = Vec::new();
        for record in m.moves_of(x, who.unwrap_or(Player::Left))? {
            let verdict = m.verdict_after(&record.to, who, None)?;
            moves.push((arrow(m, &record.component, &record.becomes)?, verdict));
        }
        reasons.push(Reason::Leads { who, moves, most });
    }
    Ok(reasons)
}
