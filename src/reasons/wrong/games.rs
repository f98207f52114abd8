//! Values of games that are not equal, and forms that are not simplest.

use crate::adapters::loopy::games::LoopyGame;
use crate::eval::Machine;
use crate::games::{Dyadic, Game, Relation, Side, ZERO};
use crate::reasons::compare::{self, is_canonical};
use crate::reasons::play::Match;
use crate::reasons::{Reason, Role};
use crate::value::node::How;
use crate::value::{Form, Player, Res, Value};
use num_rational::BigRational;
use std::cmp::Ordering;
use std::rc::Rc;

/// Why `given` is not the value `right`. Moves are named in the subject, which the question shows, and in the answer.
pub fn difference(m: &mut Machine, right: &Value, subject: Option<&Value>, given: &Value) -> Res<Option<Reason>> {
    if let (Some(Value::Form(form)), Some(number)) = (subject, m.number_of(given)?)
        && let Some(reason) = by_simplicity(m, form, number)?
    {
        return Ok(Some(reason));
    }
    let answer = given.clone();
    if subject.is_none()
        && let (Some(x), Some(y)) = (m.number_of(right)?, m.number_of(given)?)
        && x != y
    {
        // There is no game in which to show a move.
        return Ok(Some(Reason::Size { small: y < x, given: y.into() }));
    }
    let negative = m.neg(given)?;
    let game = Match::new(m, vec![subject.unwrap_or(right).clone(), negative])?;
    let relation = m.store.compare(game.total, ZERO, &m.handle)?;
    let winner = match relation {
        Relation::Equal => return Ok(None),
        Relation::Less => Player::Right,
        _ => Player::Left,
    };
    // A move in a value that only the teacher knows is not shown.
    let made = game.first_win(m, winner)?.filter(|made| subject.is_some() || made.part == 1);
    Ok(Some(Reason::WinsDifference {
        subject: subject.cloned(),
        given: answer,
        winner,
        both: relation == Relation::Confused,
        made: made.map(|made| (made.text, made.part == 1)),
    }))
}

/// Why `given` has not the mean of `right`, or differs from it by more than an infinitesimal.
pub fn far(m: &mut Machine, how: How, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let (Some(x), Some(y)) = (compare::game(m, right)?, compare::game(m, given)?) else { return Ok(Vec::new()) };
    let (x, y) = (m.store.mean(x, &m.handle)?, m.store.mean(y, &m.handle)?);
    Ok(vec![Reason::Plain(match y.cmp(&x) {
        Ordering::Less => "The mean of your answer is too small.",
        Ordering::Greater => "The mean of your answer is too great.",
        Ordering::Equal if how == How::Near => {
            "The mean is right, but the difference to your answer is no infinitesimal."
        }
        Ordering::Equal => return Ok(Vec::new()),
    })])
}

/// Why `given` is not the value `right`, where one of them is loopy: there is no win to be shown where nobody need lose.
pub fn loopy_difference(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let (x, y) = (m.loopy_game(right)?, m.loopy_game(given)?);
    Ok(vec![Reason::Plain(match m.loopy_order(y, x)? {
        Relation::Equal => return Ok(Vec::new()),
        Relation::Less => "Your answer is less than the game.",
        Relation::Greater => "Your answer is greater than the game.",
        Relation::Confused => "Your answer is confused with the game: neither of them is greater.",
    })])
}

/// A number for `{a, … | x, …}` with numbers as options: it does not lie between, or it is not the simplest one there.
fn by_simplicity(m: &mut Machine, form: &Rc<Form>, given: BigRational) -> Res<Option<Reason>> {
    let (left, right) = m.form_options(form)?;
    let numbers =
        |m: &Machine, games: &[Game]| -> Option<Vec<Dyadic>> { games.iter().map(|&g| m.store.as_number(g)).collect() };
    let (Some(left), Some(right)) = (numbers(m, &left), numbers(m, &right)) else { return Ok(None) };
    let (low, high) = (left.into_iter().max(), right.into_iter().min());
    let empty = matches!((&low, &high), (Some(low), Some(high)) if low >= high);
    if empty || low.is_none() && high.is_none() {
        return Ok(None);
    }
    Ok(Some(Reason::NotSimplest { form: Value::Form(Rc::clone(form)), given, low, high }))
}

/// A form that is equal to the one that was asked for: how many options each player has in it.
pub fn other_form(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let mut reasons = Vec::new();
    for who in [Player::Left, Player::Right] {
        let (asked, given) = (m.moves_of(right, who)?.len(), m.moves_of(given, who)?.len());
        if asked != given {
            reasons.push(Reason::OptionCounts { who, given, asked });
        }
    }
    Ok(reasons)
}

/// An option of the answer that is dominated or reversible, or that is not in its canonical form itself.
pub fn to_simplify(m: &mut Machine, given: &Value) -> Res<Reason> {
    if given.thing::<LoopyGame>().is_some() {
        return Ok(Reason::Plain("An option can go, comes twice, or can be simplified itself."));
    }
    let Value::Form(form) = given else {
        return Ok(Reason::Plain("Write the form out: Left's options, a bar, Right's options."));
    };
    let (left, right) = m.form_options(form)?;
    if let Some(&(side, option, by)) = m.store.dominated(&left, &right, &m.handle)?.first() {
        return Ok(Reason::Strike { side, option, role: Role::Dominated(by) });
    }
    if let Some(&(side, option, through)) = m.store.reversible(&left, &right, &m.handle)?.first() {
        return Ok(Reason::Strike { side, option, role: Role::Reversible(through) });
    }
    let sides = m.form_sides(form)?;
    for (options, side) in [(sides.0, Side::Left), (sides.1, Side::Right)] {
        for option in options {
            if !is_canonical(m, &option)? {
                return Ok(Reason::CanBeSimplified { side, option });
            }
        }
    }
    let repeats = |games: &[Game]| (1..games.len()).any(|i| games[..i].contains(&games[i]));
    Ok(Reason::Plain(if repeats(&left) || repeats(&right) {
        "An option stands in it twice."
    } else {
        "The options are all numbers: use the simplicity rule."
    }))
}
