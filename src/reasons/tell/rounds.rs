//! `explain` where positions may come again, and in misère play: the rounds of labelling, as one does it by hand.
//!
//! In: a position or sum that has no canonical value. Out: round by round what is lost because all its moves lead to won
//! positions, and what is won because some move leads to a lost one; what is left over are draws. The round of a position is its
//! remoteness. Of a sum of impartial games: the loopy nim-values of its components, which add (Smith, Fraenkel and Perl).

use crate::adapters::loopy::values::written;
use crate::adapters::loopy::{BOUND, Solved};
use crate::eval::{Machine, opponent};
use crate::graphs::{LoopyNimber, Outcome};
use crate::value::key::{Key, order, sort};
use crate::value::{Convention, Player, Res, Under, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Positions beyond this are not listed.
const MOST: usize = 400;
/// How many are named in a line.
const NAMED: usize = 16;

/// A position with its player to move, what is known of it, and where it can be moved to.
struct State {
    game: Value,
    player: Player,
    answer: Solved,
    moves: Vec<usize>,
}

/// The steps from a game to who wins it.
pub fn steps(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let fair = m.moves_only(x);
    if fair && let Value::Sum(_) = x {
        return components(m, x);
    }
    let own = m.play_out(x, Player::Left, Under::NORMAL)?;
    let (states, whole) = states(m, x, fair, Convention::Normal)?;
    let mut lines = told(m, &states, whole, own, (fair, Convention::Normal))?;
    lines.push(conclusion(m, x, fair, Convention::Normal)?);
    if fair
        && whole
        && let Some(value) = m.loopy_value(x, BOUND)?
    {
        lines.push(format!("The loopy nim-value is {}.", written(&value)));
    }
    Ok(lines)
}

/// The same in misère play, if there are few enough positions.
pub fn misere_steps(m: &mut Machine, x: &Value) -> Res<Option<Vec<String>>> {
    let fair = m.impartial(x)?;
    let (states, whole) = states(m, x, fair, Convention::Misere)?;
    if !whole {
        return Ok(None);
    }
    let own = m.play_out(x, Player::Left, Convention::Misere.into())?;
    let mut lines = vec!["In misère play whoever cannot move wins.".to_owned()];
    lines.extend(told(m, &states, whole, own, (fair, Convention::Misere))?);
    lines.push(conclusion(m, x, fair, Convention::Misere)?);
    Ok(Some(lines))
}

/// Round by round.
fn told(
    m: &mut Machine,
    states: &[State],
    whole: bool,
    own: Solved,
    (fair, convention): (bool, Convention),
) -> Res<Vec<String>> {
    let last = states.iter().filter_map(|s| s.answer.remoteness).max().unwrap_or(0);
    // What lies further off has not been looked at: only rounds up to that of the game itself are whole.
    let last = if whole { last } else { own.remoteness.map_or(last, |r| r.min(last)) };
    let mut lines = Vec::new();
    for round in 0..=last {
        m.handle.tick()?;
        let here: Vec<usize> = (0..states.len()).filter(|&i| states[i].answer.remoteness == Some(round)).collect();
        if !here.is_empty() {
            let reason = reason(m, states, &here, round, (fair, convention))?;
            let named = named(m, states, &here, fair)?;
            lines.push(format!("Round {round}: {named} {reason}."));
        }
    }
    let drawn: Vec<usize> = (0..states.len()).filter(|&i| states[i].answer.outcome == Some(Outcome::D)).collect();
    if !drawn.is_empty() && (whole || own.outcome == Some(Outcome::D)) {
        let (plural, verb) = if drawn.len() == 1 { ("a draw", "is") } else { ("draws", "are") };
        let named = named(m, states, &drawn, fair)?;
        lines.push(format!("Nothing more follows: {named} {verb} {plural}."));
    }
    if !whole {
        lines.push(format!("More than {MOST} positions can be reached; these are the nearest."));
    }
    Ok(lines)
}

/// All positions that can be reached, those first that are reached first, and whether these are all; if they are not, of misère play
/// nothing is told, and nothing is found out here.
fn states(m: &mut Machine, x: &Value, fair: bool, convention: Convention) -> Res<(Vec<State>, bool)> {
    let mut index: FxHashMap<(Key, Player), usize> = FxHashMap::default();
    let mut found: Vec<(Value, Player)> = Vec::new();
    let players: &[Player] = if fair { &[Player::Left] } else { &[Player::Left, Player::Right] };
    for &player in players {
        index.insert((m.played_key(x)?, player), found.len());
        found.push((x.clone(), player));
    }
    let (mut states, mut whole) = (Vec::new(), true);
    while let Some((game, player)) = found.get(states.len()).cloned() {
        m.handle.tick()?;
        let next = if fair { player } else { opponent(player) };
        let mut moves = Vec::new();
        for record in m.moves_of(&game, player)? {
            let key = (m.played_key(&record.to)?, next);
            match index.get(&key) {
                Some(&to) => moves.push(to),
                None if found.len() >= MOST => whole = false,
                None => {
                    index.insert(key, found.len());
                    moves.push(found.len());
                    found.push((record.to, next));
                }
            }
        }
        states.push(State { game, player, answer: Solved::default(), moves });
        if !whole && convention == Convention::Misere {
            return Ok((states, whole));
        }
    }
    for State { game, player, answer, .. } in &mut states {
        *answer = m.play_out(game, *player, Under::from(convention).within(BOUND))?;
    }
    Ok((states, whole))
}

/// Why the positions of a round are lost or won.
fn reason(
    m: &mut Machine,
    states: &[State],
    here: &[usize],
    round: u32,
    (fair, convention): (bool, Convention),
) -> Res<String> {
    let one = here.len() == 1;
    let verb = if one { "is" } else { "are" };
    if round == 0 {
        let end = if convention == Convention::Normal { "lost" } else { "won" };
        return Ok(format!("{verb} {end}: there is no move"));
    }
    if round.is_multiple_of(2) == (convention == Convention::Normal) {
        return Ok(match here {
            [one] => {
                let to = named(m, states, &states[*one].moves, fair)?;
                format!("is lost: every move leads to a won position, to {to}")
            }
            _ => format!("{verb} lost: every move leads to a won position"),
        });
    }
    let mut lost: Vec<usize> = here.iter().flat_map(|&i| states[i].moves.iter().copied()).collect();
    lost.retain(|&to| states[to].answer.remoteness == Some(round - 1));
    lost.sort_unstable();
    lost.dedup();
    let several = lost.len() > 1;
    let to = named(m, states, &lost, fair)?;
    Ok(format!("{verb} won: a move leads to {}{to}", if several { "one of " } else { "" }))
}

/// Positions by their parameters where that says enough.
fn named(m: &mut Machine, states: &[State], which: &[usize], fair: bool) -> Res<String> {
    let games: Vec<(Value, Player)> = which.iter().map(|&i| (states[i].game.clone(), states[i].player)).collect();
    let games = sort(games, |a, b| order(&a.0, &b.0, &m.store, &m.handle), &Rc::clone(&m.handle))?;
    let mut names: Vec<String> = Vec::new();
    for (game, player) in games.iter().take(NAMED) {
        let name = m.played_name(game)?;
        names.push(if fair { name } else { format!("{name} with {} to move", player.name()) });
    }
    names.dedup();
    // Sums of heaps are named by their sizes, with commas.
    let comma = if names.iter().any(|name| name.contains(", ")) { "; " } else { ", " };
    Ok(match games.len().checked_sub(NAMED) {
        Some(more) if more > 0 => format!("{}{comma}… {more} more", names.join(comma)),
        _ => names.join(comma),
    })
}

/// Who wins.
fn conclusion(m: &mut Machine, x: &Value, fair: bool, convention: Convention) -> Res<String> {
    let under = Under::from(convention).within(BOUND);
    let shown = match x {
        Value::Form(form) => m.form_notation(form)?,
        x => m.notation(x)?,
    };
    let Some(class) = m.outcome_class(x, under)? else {
        return Ok(format!("Who wins {shown} is not decided by the first {BOUND} positions."));
    };
    let own = m.play_out(x, Player::Left, under)?;
    let length = own.remoteness.filter(|_| fair).map_or_else(String::new, |r| format!(", remoteness {r}"));
    let play = if convention == Convention::Normal { "" } else { " in misère play" };
    Ok(format!("So {shown} has outcome {}{play}{length}.", class.name()))
}

/// A sum of impartial games by the loopy nim-values of its components.
fn components(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let sum = m.as_sum(x)?;
    let mut parts: Vec<Value> = sum.terms.iter().map(|(_, p)| Value::Position(Rc::clone(p))).collect();
    if !sum.is_bare() {
        parts.push(sum.rest.clone());
    }
    let mut lines = Vec::new();
    for part in &parts {
        let shown = m.notation(part)?;
        if let Some(value) = m.loopy_value(part, BOUND)? {
            lines.push(format!("The loopy nim-value of {shown} is {}.", written(&value)));
        }
    }
    if let Some(total) = m.loopy_value(x, BOUND)? {
        let why = match &total {
            LoopyNimber::Finite(0) => "0: whoever is to move loses",
            LoopyNimber::Finite(_) => "not 0: a move makes it 0, so the player to move wins",
            LoopyNimber::Infinite(set) if set.contains(&0) => "a move leads to 0, so the player to move wins",
            LoopyNimber::Infinite(_) => "no move leads to 0, and there is always another one: a draw",
        };
        lines.push(format!("Their sum is {}: {why}.", written(&total)));
    }
    lines.push(
        conclusion(m, x, true, Convention::Normal)?
            .split(", remoteness")
            .next()
            .unwrap_or_default()
            .trim_end_matches('.')
            .to_owned()
            + ".",
    );
    Ok(lines)
}
