//! Outcomes, winners and remoteness of positions.

use super::play::{Match, fair};
use super::words::{arrow, bounded, with_value};
use crate::eval::Machine;
use crate::games::Outcome;
use crate::value::{Player, Res, Value};

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
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
        options.push((m.remoteness(&record.to)?, text));
    }
    if options.is_empty() {
        return Ok(vec!["There is no move, so the remoteness is 0.".to_owned()]);
    }
    options.sort_by_key(|(r, _)| *r);
    let mut lines = Vec::new();
    let wins = own % 2 == 1;
    if wins {
        let quick = options.iter().find(|(r, _)| r % 2 == 0);
        if let Some((r, text)) = quick {
            lines.push(format!(
                "The next player wins, and hurries: {text} has the least even remoteness, {r}, so it is {r} + 1 = {own}."
            ));
        }
    } else if let Some((r, text)) = options.last() {
        lines.push(format!(
            "All moves lose, and the loser delays: {text} has the greatest remoteness, {r}, so it is {r} + 1 = {own}."
        ));
    }
    let all = options.into_iter().map(|(r, text)| format!("{text} has {r}")).collect();
    lines.push(format!("Remoteness of the options: {}.", bounded(all, most)));
    Ok(lines)
}
