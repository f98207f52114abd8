//! Outcomes, winners, remoteness and best moves of positions.

use super::play::{Match, fair};
use super::words::arrow;
use super::{Reason, misere};
use crate::adapters::loopy::BOUND;
use crate::eval::{Machine, MoveRecord, opponent};
use crate::graphs::Outcome as Verdict;
use crate::value::{Player, Res, Under, Value};

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, under: Under, most: usize) -> Res<Vec<Reason>> {
    if under.is_misere() {
        return misere::outcome(m, x, under, most);
    }
    if x.for_points() {
        return Ok(m
            .scores_in_words(x, BOUND)?
            .map(|scores| Reason::Points { game: x.clone(), scores })
            .into_iter()
            .collect());
    }
    let steal = if most > super::FEW { stolen(m, x)? } else { None };
    if steal.is_some() && !seen_soon(m, x)? {
        return Ok(steal.into_iter().collect());
    }
    if let Some(searched) = searched(m, x)? {
        return Ok(vec![searched]);
    }
    if !m.ends(x)? {
        return leads(m, x, under, most);
    }
    let parts = Match::new(m, vec![x.clone()])?;
    let class = m.store.outcome(parts.total, &m.handle)?.into();
    let mut reasons = vec![Reason::Outcome { game: x.clone(), class, fair: fair(m, x)? }];
    reasons.extend(parts.reasons(m, most)?);
    reasons.extend(steal);
    Ok(reasons)
}

/// Who wins a game whose value takes long, if a search says so.
pub fn searched(m: &mut Machine, x: &Value) -> Res<Option<Reason>> {
    if !m.takes_long(x)? {
        return Ok(None);
    }
    let class = m.outcome_class(x, Under::NORMAL)?;
    Ok(match (class, m.answered_by_search(x)) {
        (Some(class), Some(done)) => Some(Reason::Searched {
            game: x.clone(),
            class,
            fair: m.moves_only(x),
            expanded: done.expanded,
            valued: done.valued,
        }),
        _ => None,
    })
}

/// Whether the value of a position is found soon.
fn seen_soon(m: &mut Machine, x: &Value) -> Res<bool> {
    match x {
        Value::Position(position) => m.shows_value(position),
        _ => Ok(true),
    }
}

/// Positions with more moves than this are not looked at for a move to steal with.
const STEALING: usize = 160;

/// A first move of an impartial position such that every answer to it could have been the first move, where there are answers.
fn stolen(m: &mut Machine, x: &Value) -> Res<Option<Reason>> {
    let Value::Position(position) = x else { return Ok(None) };
    // With so many positions the moves cannot even be listed.
    if !position.rules.moves_only || m.positions_below(position).is_some_and(|below| below > 1 << 20) {
        return Ok(None);
    }
    let moves = m.moves_of(x, Player::Left)?;
    if moves.len() > STEALING {
        return Ok(None);
    }
    let mut first = rustc_hash::FxHashSet::default();
    for made in &moves {
        first.insert(m.played_key(&made.to)?);
    }
    for made in &moves {
        let answers = m.moves_of(&made.to, Player::Left)?;
        let mut all = !answers.is_empty();
        // One move fewer than at the beginning: the answers are all others.
        if answers.len() + 1 != moves.len() {
            continue;
        }
        for answer in answers {
            all = all && first.contains(&m.played_key(&answer.to)?);
        }
        if all && answers_end_nothing(m, &moves)? {
            return Ok(Some(Reason::Steal(arrow(m, made)?)));
        }
    }
    Ok(None)
}

/// Whether no move ends the game at once: then who wins is plain.
fn answers_end_nothing(m: &mut Machine, moves: &[MoveRecord]) -> Res<bool> {
    for made in moves {
        if m.moves_of(&made.to, Player::Left)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The player among the arguments behind the game.
pub fn player(rest: &[Value]) -> Option<Player> {
    match rest.first() {
        Some(Value::Player(player @ (Player::Left | Player::Right))) => Some(*player),
        _ => None,
    }
}

/// A player's moves with their remoteness, that of a draw being `u32::MAX`, rising; what is not decided is not told.
fn remotenesses(m: &mut Machine, x: &Value, who: Option<Player>, under: Under) -> Res<Vec<(MoveRecord, u32)>> {
    let mut options = Vec::new();
    for record in m.moves_of(x, who.unwrap_or(Player::Left))? {
        let after = m.remoteness_from(&record.to, who.map(opponent), under)?;
        match (after.outcome, after.remoteness) {
            (Some(Verdict::D), _) => options.push((record, u32::MAX)),
            (Some(_), Some(r)) => options.push((record, r)),
            _ => {}
        }
    }
    options.sort_by_key(|(_, r)| *r);
    Ok(options)
}

fn told(m: &mut Machine, options: &[(MoveRecord, u32)]) -> Res<Vec<(String, u32)>> {
    options.iter().map(|(record, r)| Ok((arrow(m, record)?, *r))).collect()
}

/// Win quickly, lose slowly.
pub fn remoteness(m: &mut Machine, x: &Value, who: Option<Player>, under: Under, most: usize) -> Res<Vec<Reason>> {
    let won = u32::from(!under.is_misere());
    let own = m.remoteness_from(x, who, under)?.remoteness;
    let options = remotenesses(m, x, who, under)?;
    let options = told(m, &options)?;
    if options.is_empty() {
        return Ok(vec![Reason::NothingToMove]);
    }
    let decides = match own {
        Some(own) if own % 2 == won => options.iter().find(|(_, r)| r % 2 != won && *r != u32::MAX),
        _ => options.last(),
    };
    let mut reasons = if under.is_misere() { vec![Reason::MisereRule] } else { Vec::new() };
    match (own, decides) {
        (None, _) => reasons.push(Reason::NobodyWins),
        (Some(own), Some((made, r))) => {
            reasons.push(Reason::Decides { made: made.clone(), remoteness: *r, own, wins: own % 2 == won });
        }
        _ => {}
    }
    reasons.push(Reason::Remotenesses(options, most));
    Ok(reasons)
}

/// Why a move is the best, or the worst, and how the one that was claimed compares with it.
pub fn choice(
    m: &mut Machine,
    x: &Value,
    who: Option<Player>,
    best: bool,
    (claimed, chosen): (&Value, &Value),
    (under, most): (Under, usize),
) -> Res<Vec<Reason>> {
    let moves = m.moves_of(x, who.unwrap_or(Player::Left))?;
    if moves.is_empty() {
        return Ok(vec![Reason::NoMove(who)]);
    }
    let mut reasons = Vec::new();
    let target = |m: &mut Machine, value: &Value| -> Res<Option<MoveRecord>> {
        if !value.is_game() {
            return Ok(None);
        }
        let key = m.played_key(value)?;
        for made in &moves {
            if m.played_key(&made.to)? == key {
                return Ok(Some(made.clone()));
            }
        }
        // A value may be named by another form of it.
        for made in &moves {
            if !matches!(made.to, Value::Position(_) | Value::Sum(_)) && m.equal(&made.to, value)? {
                return Ok(Some(made.clone()));
            }
        }
        Ok(None)
    };
    let claim = target(m, claimed)?;
    if claimed.is_game() && claim.is_none() {
        reasons.push(Reason::NoSuchMove { from: x.clone(), to: claimed.clone() });
    }
    let Some(own) = target(m, chosen)? else { return Ok(reasons) };
    let won = u32::from(!under.is_misere());
    if under.is_misere() {
        reasons.insert(0, Reason::MisereRule);
    }
    if who.is_some() && !under.is_misere() && m.ends(x)? {
        // Of a partizan game that ends it is told who wins, not how soon.
        let mut leads = Vec::new();
        for made in &moves {
            let verdict = m.verdict_after(&made.to, who, under)?;
            leads.push((arrow(m, made)?, verdict));
        }
        reasons.push(Reason::Leads { who, moves: leads, most });
        return Ok(reasons);
    }
    let options = remotenesses(m, x, who, under)?;
    let texts = told(m, &options)?;
    let find = |m: &mut Machine, wanted: &MoveRecord| -> Res<Option<(String, Option<u32>)>> {
        let text = arrow(m, wanted)?;
        let found = texts.iter().find(|(known, _)| *known == text);
        Ok(found.map(|(text, r)| (text.clone(), (*r != u32::MAX).then_some(*r))))
    };
    let wins = |r: u32| r != u32::MAX && r % 2 != won;
    let some_win = options.iter().any(|(_, r)| wins(*r));
    let chosen = find(m, &own)?;
    if let Some((made, remoteness)) = chosen.clone() {
        let at = usize::from(under.is_misere());
        reasons
            .insert(at, Reason::Chosen { made, remoteness, best, won: some_win, wins: remoteness.is_some_and(wins) });
    }
    if let Some(claim) = claim
        && let Some((made, remoteness)) = find(m, &claim)?
        && chosen.is_none_or(|(known, _)| known != made)
    {
        reasons.push(Reason::Claimed { made, remoteness, wins: remoteness.is_some_and(wins) });
    }
    reasons.push(Reason::Remotenesses(texts, most));
    Ok(reasons)
}

/// Who wins where positions may come again: what each move leads to.
pub fn leads(m: &mut Machine, x: &Value, under: Under, most: usize) -> Res<Vec<Reason>> {
    let fair = m.moves_only(x);
    let class = m.outcome_class(x, under)?;
    let mut reasons = vec![Reason::Endless { game: x.clone(), class, fair }];
    let players: &[Option<Player>] = match class {
        None => &[],
        Some(_) if fair => &[None],
        Some(_) => &[Some(Player::Left), Some(Player::Right)],
    };
    for &who in players {
        let mut moves = Vec::new();
        for record in m.moves_of(x, who.unwrap_or(Player::Left))? {
            let verdict = m.verdict_after(&record.to, who, under)?;
            moves.push((arrow(m, &record)?, verdict));
        }
        reasons.push(Reason::Leads { who, moves, most });
    }
    Ok(reasons)
}
