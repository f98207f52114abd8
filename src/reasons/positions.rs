//! Outcomes, winners and remoteness of positions.

use super::play::{Match, fair};
use super::words::{self, arrow, bounded, with_value};
use crate::eval::Machine;
use crate::games::Outcome;
use crate::graphs::Outcome as Verdict;
use crate::value::{OutcomeClass, Player, Res, Value};

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    if !m.ends(x)? {
        return loopy_outcome(m, x, most);
    }
    let parts = Match::new(m, vec![x.clone()])?;
    let written = with_value(m, x)?;
    let why = match m.store.outcome(parts.total, &m.handle)? {
        Outcome::N if fair(m, x)? => "is not 0: an N-position, the next player wins",
        Outcome::N => "is confused with 0: the outcome is N, whoever begins wins",
        Outcome::P => "",
        Outcome::L => "is greater than 0: the outcome is L, Left wins, whoever begins",
        Outcome::R => "is less than 0: the outcome is R, Right wins, whoever begins",
    };
    // `Kayles(7) = *2, which is not 0`, but `*2 is not 0`.
    let equation = written.contains(" = ");
    let mut lines = vec![match (equation, why) {
        (true, "") => format!("{written}, so it is a P-position: the previous player wins."),
        (false, "") => format!("{written} is a P-position: the previous player wins."),
        (true, why) => format!("{written}, which {why}."),
        (false, why) => format!("{written} {why}."),
    }];
    lines.extend(parts.lines(m, most)?);
    Ok(lines)
}

/// Win quickly, lose slowly.
pub fn remoteness(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    let own = m.remoteness(x)?;
    let mut options = Vec::new();
    for record in m.moves_of(x, Player::Left)? {
        let text = arrow(m, &record.component, &record.becomes)?;
        // What is not decided is not told.
        let after = m.remoteness(&record.to)?;
        match (after.outcome, after.remoteness) {
            (Some(Verdict::D), _) => options.push((u32::MAX, text)),
            (Some(_), Some(r)) => options.push((r, text)),
            _ => {}
        }
    }
    if options.is_empty() {
        return Ok(vec!["There is no move, so the remoteness is 0.".to_owned()]);
    }
    options.sort_by_key(|(r, _)| *r);
    let mut lines = Vec::new();
    match own.remoteness {
        Some(own) if own % 2 == 1 => {
            if let Some((r, text)) = options.iter().find(|(r, _)| r % 2 == 0) {
                lines.push(format!(
                    "The next player wins, and hurries: {text} has the least even remoteness, {r}, so it is {r} + 1 = {own}."
                ));
            }
        }
        Some(own) => {
            if let Some((r, text)) = options.last() {
                lines.push(format!(
                    "All moves lose, and the loser delays: {text} has the greatest remoteness, {r}, so it is {r} + 1 = {own}."
                ));
            }
        }
        None => lines.push(
            "No move leads to a P-position, and one leads to a draw: nobody wins, so the remoteness is infinite."
                .to_owned(),
        ),
    }
    let name = |r: u32| if r == u32::MAX { "oo".to_owned() } else { r.to_string() };
    let all = options.into_iter().map(|(r, text)| format!("{text} has {}", name(r))).collect();
    lines.push(format!("Remoteness of the options: {}.", bounded(all, most)));
    Ok(lines)
}

/// Who wins where positions may come again: what each move leads to.
fn loopy_outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    let written = words::shown(m, x)?;
    let fair = m.moves_only(x);
    let Some(class) = m.outcome_class(x, None)? else {
        return Ok(vec![format!("{written} is not decided by the positions that could be explored.")]);
    };
    let why = match class {
        OutcomeClass::P => "is a P-position: the previous player wins",
        OutcomeClass::N if fair => "is an N-position: the next player wins",
        OutcomeClass::N => "is won by whoever begins",
        OutcomeClass::L => "is won by Left, whoever begins",
        OutcomeClass::R => "is won by Right, whoever begins",
        OutcomeClass::D => "is a draw: play goes on for ever",
        OutcomeClass::LD => "is won by Left if Left begins, and a draw if Right begins",
        OutcomeClass::DL => "is a draw if Left begins, and won by Left if Right begins",
        OutcomeClass::DR => "is a draw if Left begins, and won by Right if Right begins",
        OutcomeClass::RD => "is won by Right if Left begins, and a draw if Right begins",
    };
    let mut lines = vec![format!("{written} {why}.")];
    let players: &[Option<Player>] = if fair { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    for &player in players {
        let mut parts = Vec::new();
        for record in m.moves_of(x, player.unwrap_or(Player::Left))? {
            let verdict = m.verdict_after(&record.to, player, None)?;
            let text = arrow(m, &record.component, &record.becomes)?;
            parts.push(match verdict {
                Some(Verdict::P) => format!("{text} wins"),
                Some(Verdict::N) => format!("{text} loses"),
                Some(Verdict::D) => format!("{text} draws"),
                None => format!("{text} is not decided"),
            });
        }
        let who = player.map_or("Moves".to_owned(), |p| format!("{}'s moves", p.name()));
        if parts.is_empty() {
            lines.push(player.map_or("There is no move.".to_owned(), |p| format!("{} has no move.", p.name())));
        } else {
            lines.push(format!("{who}: {}.", bounded(parts, most)));
        }
    }
    Ok(lines)
}
