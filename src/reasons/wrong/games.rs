//! Values of games that are not equal, and forms that are not simplest.

use super::winners::{brief, posed_as};
use crate::builtins::reasons::play::Match;
use crate::builtins::reasons::words::{difference as minus, name, shown};
use crate::eval::Machine;
use crate::games::{Dyadic, Relation, Side};
use crate::value::{Form, Player, Res, Value};
use num_rational::BigRational;
use std::rc::Rc;

/// Why `given` is not the value `right`. Moves are named in the subject, which the question shows, and in the answer.
pub fn difference(m: &mut Machine, right: &Value, subject: Option<&Value>, given: &Value) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    if let (Some(Value::Form(form)), Some(number)) = (subject, m.number_of(given)?)
        && let Some(line) = by_simplicity(m, form, &number)?
    {
        lines.push(line);
        return Ok(lines);
    }
    let answer = shown(m, given)?;
    if subject.is_none()
        && let (Some(x), Some(y)) = (m.number_of(right)?, m.number_of(given)?)
        && x != y
    {
        // There is no game in which to show a move.
        let size = if y < x { "small" } else { "great" };
        return Ok(vec![format!("{answer} is too {size}.")]);
    }
    let negative = m.neg(given)?;
    let asked = subject.unwrap_or(right);
    let game = Match::new(m, vec![asked.clone(), negative])?;
    let relation = m.store.compare(game.total, crate::games::ZERO, &m.handle)?;
    let winner = match relation {
        Relation::Equal => return Ok(lines),
        Relation::Less => Player::Right,
        _ => Player::Left,
    };
    let name = match subject {
        Some(subject) => posed_as(m, subject)?,
        None => "the right value".to_owned(),
    };
    let (who, other) = (winner.name(), crate::eval::opponent(winner).name());
    let zero = matches!(given, Value::Int(0));
    let whole = if zero { "it".to_owned() } else { minus(&name, &answer) };
    let test = if subject.is_some() {
        format!("If {name} were equal to {answer}, whoever begins would lose {whole}.")
    } else {
        format!("If {answer} were right, whoever begins would lose the difference of the right value and {answer}.")
    };
    let both = if relation == Relation::Confused { ", and so does Right if he begins" } else { "" };
    match game.first_win(m, winner)? {
        // A move in a value that only the teacher knows is not shown.
        Some((part, text)) if subject.is_some() || part == 1 => {
            let there = if part == 1 { ", a move in the negative of your answer" } else { "" };
            lines.push(format!("{test} But {who} begins and wins with {}{there}{both}.", brief(&text)));
        }
        _ => lines.push(format!("{test} But {who} begins and wins it{both}.")),
    }
    if relation != Relation::Confused {
        let greater = if winner == Player::Left { "too small" } else { "too great" };
        lines.push(format!("{other} loses even as the second player: {answer} is {greater}."));
    }
    Ok(lines)
}

/// A number for `{a, … | x, …}` with numbers as options: it does not lie between, or it is not the simplest one there.
fn by_simplicity(m: &mut Machine, form: &Rc<Form>, given: &BigRational) -> Res<Option<String>> {
    let (left, right) = m.form_options(form)?;
    let numbers = |m: &Machine, games: &[crate::games::Game]| -> Option<Vec<Dyadic>> {
        games.iter().map(|&g| m.store.as_number(g)).collect()
    };
    let (Some(left), Some(right)) = (numbers(m, &left), numbers(m, &right)) else { return Ok(None) };
    let (low, high) = (left.into_iter().max(), right.into_iter().min());
    if let (Some(low), Some(high)) = (&low, &high)
        && low >= high
    {
        return Ok(None);
    }
    let text = m.form_notation(form)?;
    let below = low.as_ref().is_some_and(|low| *given <= low.to_ratio());
    let above = high.as_ref().is_some_and(|high| *given >= high.to_ratio());
    let place = match (&low, &high) {
        (Some(low), Some(high)) => format!("lies between {low} and {high}"),
        (Some(low), None) => format!("is greater than {low}"),
        (None, Some(high)) => format!("is less than {high}"),
        (None, None) => return Ok(None),
    };
    let whose = if below { "Left's" } else { "Right's" };
    if below || above {
        return Ok(Some(format!("The value of {text} {place}, but {given} does not respect {whose} option.")));
    }
    if let (Some(low), Some(high)) = (&low, &high)
        && (low.to_ratio() + high.to_ratio()) / BigRational::from_integer(2.into()) == *given
    {
        return Ok(Some(format!(
            "{given} is the average of {low} and {high}. The value is the simplest number that {place}, and there is a simpler one."
        )));
    }
    Ok(Some(format!(
        "{given} {place}, but it is not the simplest such number: look for an integer, or a smaller denominator."
    )))
}

/// A form that is equal to the one that was asked for: how many options each player has in it.
pub fn other_form(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    for player in [Player::Left, Player::Right] {
        let (ours, theirs) = (m.moves_of(right, player)?.len(), m.moves_of(given, player)?.len());
        if ours != theirs {
            let options = |n: usize| if n == 1 { "1 option".to_owned() } else { format!("{n} options") };
            let who = player.name();
            lines.push(format!(
                "{who} has {} in yours, {} in the form that was asked for.",
                options(theirs),
                options(ours)
            ));
        }
    }
    Ok(lines)
}

/// An option of the answer that is dominated or reversible, or that is not in its canonical form itself.
pub fn to_simplify(m: &mut Machine, given: &Value) -> Res<Vec<String>> {
    let Value::Form(form) = given else {
        return Ok(vec!["Write the form out: Left's options, a bar, Right's options.".to_owned()]);
    };
    let whose = |side: Side| if side == Side::Left { "Left's" } else { "Right's" };
    let (left, right) = m.form_options(form)?;
    let dominated = m.store.dominated(&left, &right, &m.handle)?;
    if let Some((side, option, by)) = dominated.first() {
        let (option, by) = (name(m, *option)?, name(m, *by)?);
        return Ok(vec![format!("{} option {option} is dominated by {by}.", whose(*side))]);
    }
    let reversible = m.store.reversible(&left, &right, &m.handle)?;
    if let Some((side, option, through)) = reversible.first() {
        let (option, through) = (name(m, *option)?, name(m, *through)?);
        return Ok(vec![format!("{} option {option} is reversible through {through}.", whose(*side))]);
    }
    for (options, side) in [(&form.options.0.0, Side::Left), (&form.options.0.1, Side::Right)] {
        for option in options {
            if !crate::homework::compare::is_canonical(m, option)? {
                let text = shown(m, option)?;
                return Ok(vec![format!("{} option {text} can be simplified itself.", whose(side))]);
            }
        }
    }
    let repeats = |games: &[crate::games::Game]| (1..games.len()).any(|i| games[..i].contains(&games[i]));
    if repeats(&left) || repeats(&right) {
        return Ok(vec!["An option stands in it twice.".to_owned()]);
    }
    Ok(vec!["The options are all numbers: use the simplicity rule.".to_owned()])
}
