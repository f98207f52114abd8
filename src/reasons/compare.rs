//! Whether an answer is what a key expects.
//!
//! In: a criterion and an answer, both values of the key's machine. Out: yes or no, and for tables how many entries are right.
//! Games are compared by value, positions by rule set and parameters, collections by their parts; lists, tuples and ranges
//! are alike, since students write one for the other.

mod matching;
mod moves;
mod names;
mod rules;
mod table;

pub use matching::{alike, distinct, has_numbers, keyed, matched};
pub use moves::{as_printed, has_rules_of, in_several, lists_moves, names_positions, with_arrows, with_moves};
pub use names::with_names;
pub use rules::{apply, broken, find_period, first_difference, period, shortest, values};
pub use table::{TableComparison, Wrong, table, turns_entries_away};

use super::judge::Operand;
use super::strategy::{self, Trial};
use super::{forgiving, words};
use crate::adapters::loopy::games::LoopyGame;
use crate::builtins::semilinear::things::PointSet;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::games::Game;
use crate::limits::with_stack;
use crate::portable::{Distant, Given, has_positions};
use crate::source::Span;
use crate::value::key::Key;
use crate::value::node::How;
use crate::value::{Flow, Grid, OutcomeClass, Player, Res, Under, Value};
use num_rational::BigRational;
use num_traits::Signed;
use std::cell::RefCell;
use std::rc::Rc;

/// How an answer is tested.
pub enum Test {
    /// Compared with a value, perhaps that of a library function's call.
    Expect(How, Operand),
    /// A rule set or function, compared for these parameters, which are tuples; or its period.
    Rules { how: How, rules: Value, places: Vec<Value> },
    /// A strategy, played from these positions, each beside what it was made of.
    Strategy { rules: Value, starts: Vec<(Value, Value)> },
    /// A function that says yes or no.
    Accept(Value, Span),
}

/// An answer in the key's machine.
pub struct Received<'a> {
    /// Positions by the key's rules, where it knows rules of that name.
    pub value: Value,
    /// Positions as the values that the student's rules gave them.
    pub plain: Value,
    /// As it came.
    pub given: &'a Given,
    /// What became of it as a strategy.
    pub trial: RefCell<Option<Trial>>,
}

impl Received<'_> {
    /// The reading that is compared with this expectation.
    pub fn against(&self, expected: &Value) -> &Value {
        if has_positions(expected) { &self.value } else { &self.plain }
    }
}

/// How far an answer meets a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// So many entries of so many are right, and so many do not belong there.
    Partly {
        /// Right entries.
        right: usize,
        /// Wrong ones besides.
        wrong: usize,
        /// All that were asked for.
        all: usize,
    },
    /// The key's own function fails; how.
    Failed(String),
}

impl From<bool> for Met {
    fn from(met: bool) -> Met {
        if met { Met::Yes } else { Met::No }
    }
}

/// Whether the answer meets the criterion.
pub fn met(m: &mut Machine, test: &Test, tolerance: Option<&BigRational>, answer: &Received<'_>) -> Res<Met> {
    match test {
        Test::Expect(how, operand) => {
            let given = answer.against(&operand.value);
            if *how == How::Table {
                let table = table(m, &operand.value, given, tolerance)?;
                return Ok(table.map_or(Met::No, |t| match t {
                    TableComparison { right, wrong: 0, all, .. } if right == all => Met::Yes,
                    TableComparison { right, wrong, all, .. } => Met::Partly { right, wrong, all },
                }));
            }
            // Nobody knows the order in which moves come, nor which of them are one.
            if lists_moves(operand) && matches!(how, How::Equal | How::Unordered) {
                return unordered(m, &operand.value, given, tolerance, true).map(Met::from);
            }
            expected(m, *how, &operand.value, given, tolerance).map(Met::from)
        }
        Test::Rules { how: How::Period, rules, places, .. } => {
            let Some(period) = period(&answer.value) else { return Ok(Met::No) };
            let values = values(m, rules, places)?;
            Ok((broken(m, &values, period)?.is_none() && shortest(m, &values, period)?).into())
        }
        Test::Rules { rules, places, .. } => {
            if answer.given.rows.len() != places.len() {
                return Ok(Met::No);
            }
            Ok(first_difference(m, rules, places, answer)?.is_none().into())
        }
        Test::Strategy { rules, starts } => {
            if !strategy::is_strategy(&answer.value) {
                return Ok(Met::No);
            }
            let trial = strategy::trial(m, rules, starts, &answer.value)?;
            let met = match &trial {
                Trial { right, all, .. } if right == all => Met::Yes,
                Trial { right, all, .. } => Met::Partly { right: *right, wrong: 0, all: *all },
            };
            *answer.trial.borrow_mut() = Some(trial);
            Ok(met)
        }
        Test::Accept(function, span) => {
            let mut readings = vec![answer.value.clone()];
            // Students write a list for a tuple, and the other way round.
            match &answer.value {
                Value::List(items) => readings.push(Value::Tuple(Rc::clone(items))),
                Value::Tuple(items) => readings.push(Value::List(Rc::clone(items))),
                _ => {}
            }
            let mut failed = None;
            for value in readings {
                match m.attempt(|m| m.apply(function, vec![value], *span)) {
                    Ok(Value::Bool(true)) => return Ok(Met::Yes),
                    Ok(Value::Bool(false)) => failed = Some(Met::No),
                    Ok(other) => {
                        let found = m.described(&other);
                        failed.get_or_insert(Met::Failed(format!("`accept` says {found}, and not true or false")));
                    }
                    Err(flow) => match *flow {
                        Flow::Fault(fault) if fault.stop().is_some() => return Err(Box::new(Flow::Fault(fault))),
                        // The answer's own function fails.
                        Flow::Fault(fault) if fault.mistake == Mistake::Foreign => {
                            return Ok(Met::Failed(format!("{OWN}{}", fault.message)));
                        }
                        Flow::Fault(fault) => {
                            failed.get_or_insert(Met::Failed(fault.message));
                        }
                        other => return Err(Box::new(other)),
                    },
                }
            }
            Ok(failed.unwrap_or(Met::No))
        }
    }
}

/// Begins what is said of a function of the answer that fails, and no fault of the key.
pub const OWN: &str = "your function fails: ";

/// Whether two values are of one kind, so that what is made for one does not fail with the other: integers, fractions, games, lists
/// of the same kinds, and so on.
pub fn same_kind(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_)) | (Value::Ratio(_), Value::Ratio(_)) => true,
        (Value::Tuple(x) | Value::List(x), Value::Tuple(y) | Value::List(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(a, b)| with_stack(|| same_kind(a, b)))
        }
        _ if a.is_number() != b.is_number() => false,
        _ if is_game(a) || is_game(b) => is_game(a) && is_game(b),
        (Value::Func(_) | Value::Native(_) | Value::Rules(_), Value::Thing(_)) => b.thing::<Distant>().is_some(),
        _ => a.kind() == b.kind(),
    }
}

fn expected(m: &mut Machine, how: How, right: &Value, given: &Value, tolerance: Option<&BigRational>) -> Res<bool> {
    match how {
        How::Equal => equal(m, right, given, tolerance),
        How::Identical => Ok(given.is_game() && crate::builtins::form::identical(m, right, given)?),
        How::Canonical => Ok(equal(m, right, given, None)? && is_canonical(m, given)?),
        How::Outcome => match (outcome(m, right)?, outcome(m, given)?) {
            (Some(a), Some(b)) => Ok(a == b),
            _ => Ok(false),
        },
        How::NimValue => match (nim_value(m, right)?, nim_value(m, given)?) {
            (Some(a), Some(b)) => Ok(a == b),
            _ => Ok(false),
        },
        How::Mean | How::Swapped | How::Near => {
            let (Some(x), Some(y)) = (game(m, right)?, game(m, given)?) else { return Ok(false) };
            match how {
                How::Mean => {
                    let (x, y) = (m.store.mean(x, &m.handle)?, m.store.mean(y, &m.handle)?);
                    Ok(x == y || tolerance.is_some_and(|far| (x.to_ratio() - y.to_ratio()).abs() <= *far))
                }
                How::Swapped => Ok(m.store.neg(x, &m.handle)? == y),
                _ => {
                    let gap = m.store.sub(x, y, &m.handle)?;
                    Ok(m.store.is_infinitesimal(gap))
                }
            }
        }
        How::Unordered => unordered(m, right, given, tolerance, false),
        How::Table | How::Rules | How::Period | How::Strategy => Ok(false),
    }
}

/// Whether it is a game, or a loopy one.
pub fn is_game(value: &Value) -> bool {
    value.is_game() || value.thing::<LoopyGame>().is_some()
}

/// A value as a short game, if it is one.
pub fn game(m: &mut Machine, value: &Value) -> Res<Option<Game>> {
    let odd = matches!(value, Value::Ratio(q) if !crate::games::Dyadic::is_ratio(q));
    if !value.is_game() || odd {
        return Ok(None);
    }
    forgiving(m, |m| m.game(value).map(Some))
}

/// Whether two values are equal, for a reader who does not mind the brackets.
pub fn equal(m: &mut Machine, right: &Value, given: &Value, tolerance: Option<&BigRational>) -> Res<bool> {
    m.handle.tick()?;
    if let (Some(tolerance), Some(x)) = (tolerance, right.as_ratio()) {
        let y = m.number_of(given)?;
        return Ok(y.is_some_and(|y| (x - y).abs() <= *tolerance));
    }
    if let Value::Outcome(class) = right {
        return Ok(told(given) == Some(*class));
    }
    if let (Value::Player(x), Value::Outcome(_)) = (right, given) {
        return Ok(told(given) == told(&Value::Player(*x)));
    }
    // A move is told by where it leads, and not by what that is worth.
    if matches!(right, Value::Move(_)) && !matches!(given, Value::Move(_) | Value::Position(_) | Value::Sum(_)) {
        return Ok(false);
    }
    if let (Value::Grid(board), Value::Str(text)) = (right, given) {
        return Ok(Grid::parse(text).is_ok_and(|given| given == **board));
    }
    if right.thing::<PointSet>().is_some()
        && let Value::List(_) | Value::Range(_) = given
        && let Some(items) = sequence(m, given)?
    {
        // A list may stand for a set, also of points.
        let points = Value::set(items.into_iter().map(Key).collect());
        return forgiving(m, |m| m.equal(right, &points));
    }
    if let Value::Set(items) = right {
        // A list may stand for a set.
        let Some(given) = sequence(m, given)? else { return Ok(false) };
        let right: Vec<Value> = items.iter().map(|key| key.0.clone()).collect();
        let (right, given) = (distinct(m, &right)?, distinct(m, &given)?);
        return Ok(right.len() == given.len() && matched(m, &right, &given, tolerance)?.iter().all(Option::is_some));
    }
    // The order of moves is nobody's business.
    if let Value::List(items) = right
        && !items.is_empty()
        && items.iter().all(|item| matches!(item, Value::Move(_)))
    {
        return unordered(m, right, given, tolerance, true);
    }
    if let Some(x) = ordered(m, right)? {
        if length(given) != Some(x.len()) {
            return Ok(false);
        }
        let Some(y) = ordered(m, given)? else { return Ok(false) };
        return with_stack(|| {
            for (a, b) in x.iter().zip(&y) {
                if !equal(m, a, b, tolerance)? {
                    return Ok(false);
                }
            }
            Ok(true)
        });
    }
    if let (Value::Map(x), Value::Map(y)) = (right, given) {
        let (x, y) = (keyed(m, x)?, keyed(m, y)?);
        if x.len() != y.len() {
            return Ok(false);
        }
        for (key, a) in &x {
            let Some(b) = y.get(key) else { return Ok(false) };
            if !with_stack(|| equal(m, a, b, tolerance))? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if is_game(right) != is_game(given) {
        return Ok(false);
    }
    match forgiving(m, |m| m.equal(right, given).map(Some))? {
        Some(equal) => Ok(equal),
        // Draws have no value; they are equal as positions or not at all.
        None => Ok(m.key(right)? == m.key(given)?),
    }
}

/// Who wins, as an outcome.
pub fn told(value: &Value) -> Option<OutcomeClass> {
    Some(match value {
        Value::Outcome(class) => *class,
        Value::Player(Player::First) => OutcomeClass::N,
        Value::Player(Player::Second) => OutcomeClass::P,
        Value::Player(Player::Left) => OutcomeClass::L,
        Value::Player(Player::Right) => OutcomeClass::R,
        _ => return None,
    })
}

/// The outcome that a value names or has.
pub fn outcome(m: &mut Machine, value: &Value) -> Res<Option<OutcomeClass>> {
    if let Some(class) = told(value) {
        return Ok(Some(class));
    }
    match game(m, value)? {
        Some(game) => Ok(Some(m.store.outcome(game, &m.handle)?.into())),
        // Play may go round in a cycle, and end in a draw.
        None if matches!(value, Value::Position(_) | Value::Sum(_)) || value.thing::<LoopyGame>().is_some() => {
            forgiving(m, |m| crate::builtins::values::outcome(m, value, Under::NORMAL))
        }
        None => Ok(None),
    }
}

/// The nim-value that a value names or has: of an integer it is the integer itself.
pub fn nim_value(m: &mut Machine, value: &Value) -> Res<Option<u64>> {
    if let Value::Int(n) = value {
        return Ok(u64::try_from(*n).ok());
    }
    Ok(game(m, value)?.and_then(|game| m.store.as_nimber(game)))
}

/// The elements of a list, tuple or range, which stand in an order.
fn ordered(m: &mut Machine, value: &Value) -> Res<Option<Vec<Value>>> {
    match value {
        Value::List(_) | Value::Tuple(_) | Value::Range(_) => sequence(m, value),
        _ => Ok(None),
    }
}

/// How many elements a list, tuple or range has; a set has no order.
fn length(value: &Value) -> Option<usize> {
    match value {
        Value::List(items) | Value::Tuple(items) => Some(items.len()),
        Value::Range(ends) => usize::try_from(i128::from(ends.1) - i128::from(ends.0) + 1).ok(),
        _ => None,
    }
}

/// The elements of any collection but a map.
pub fn sequence(m: &mut Machine, value: &Value) -> Res<Option<Vec<Value>>> {
    match value {
        Value::Range(ends) if ends.1 == i64::MAX => Ok(None),
        Value::List(items) | Value::Tuple(items) => Ok(Some(items.to_vec())),
        Value::Set(_) | Value::Range(_) => m.elements(value).map(Some),
        _ => Ok(None),
    }
}

/// Two collections with the same elements as often, in any order; `once` says that nobody counts how often.
fn unordered(m: &mut Machine, right: &Value, given: &Value, tolerance: Option<&BigRational>, once: bool) -> Res<bool> {
    let (Some(mut x), Some(mut y)) = (sequence(m, right)?, sequence(m, given)?) else { return Ok(false) };
    // A set has forgotten how often.
    if matches!(right, Value::Set(_)) || once && matches!(given, Value::Set(_)) {
        (x, y) = (distinct(m, &x)?, distinct(m, &y)?);
    }
    Ok(x.len() == y.len() && matched(m, &x, &y, tolerance)?.iter().all(Option::is_some))
}

/// Whether a game is written in its canonical form; a value without options of its own is.
pub fn is_canonical(m: &mut Machine, value: &Value) -> Res<bool> {
    match value {
        Value::Int(_) | Value::Big(_) | Value::Ratio(_) | Value::Game(_) => Ok(true),
        Value::Form(form) => words::has_canonical_options(m, form, is_canonical),
        Value::Thing(_) if let Some(game) = value.thing::<LoopyGame>() => m.is_canonical_loop(game),
        _ => Ok(false),
    }
}
