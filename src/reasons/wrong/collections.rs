//! Sets, lists, tables; rule sets; periods.

use super::winners::unlike;
use crate::eval::Machine;
use crate::reasons::Reason;
use crate::reasons::compare::{self, Received};
use crate::value::node::How;
use crate::value::{Player, Res, Value};
use num_rational::BigRational;

/// What does not belong in a collection, and how much is missing; of lists the first wrong place.
pub fn collections(
    m: &mut Machine,
    how: How,
    right: &Value,
    given: &Value,
    tolerance: Option<&BigRational>,
) -> Res<Vec<Reason>> {
    if how == How::Unordered || are_moves(right) || matches!(right, Value::Set(_)) {
        return members(m, right, given, tolerance);
    }
    match (compare::sequence(m, right)?, compare::sequence(m, given)?) {
        (Some(x), Some(y)) if x.len() != y.len() => {
            let mut reasons = vec![Reason::ListLengths { given: y.len(), asked: x.len() }];
            if let Some(Reason::Table { first: Some(first), .. }) =
                table(m, right, given, tolerance)?.into_iter().next()
            {
                reasons.push(Reason::FirstWrong(first));
            }
            Ok(reasons)
        }
        (Some(_), Some(_)) => table(m, right, given, tolerance),
        _ if matches!((right, given), (Value::Map(_), Value::Map(_))) => table(m, right, given, tolerance),
        _ => Ok(Vec::new()),
    }
}

/// A list of moves, which stand in no order.
pub fn are_moves(value: &Value) -> bool {
    matches!(value, Value::List(items) if !items.is_empty() && items.iter().all(|v| matches!(v, Value::Move(_))))
}

fn members(m: &mut Machine, right: &Value, given: &Value, tolerance: Option<&BigRational>) -> Res<Vec<Reason>> {
    let (values, count) = unlike(m, right, given, tolerance)?;
    if values.is_empty() && count == 0 && matches!(given, Value::Set(_)) {
        return Ok(vec![Reason::Plain("In a set each element stands once; here one counts more often: write a list.")]);
    }
    if values.is_empty() && count == 0 {
        return Ok(vec![Reason::Plain("An element stands there too often, or not often enough.")]);
    }
    Ok(vec![Reason::Foreign { of: None, values }, Reason::Missing { what: None, count, all: false }])
}

/// How many entries are right, and the first that is wrong.
pub fn table(m: &mut Machine, right: &Value, given: &Value, tolerance: Option<&BigRational>) -> Res<Vec<Reason>> {
    Ok(match compare::table(m, right, given, tolerance)? {
        Some(compare::TableComparison { right, all, first, foreign, .. }) => {
            vec![Reason::Table { right, all, first }, Reason::Foreign { of: None, values: foreign }]
        }
        None => vec![Reason::Plain("Your answer has another shape than the table that the question asks for.")],
    })
}

/// The first position in which the student's rules differ from the key's.
pub fn rules(m: &mut Machine, rules: &Value, places: &[Value], answer: &Received<'_>) -> Res<Vec<Reason>> {
    if answer.given.rows.len() != places.len() {
        return Ok(vec![Reason::NoRules(answer.given.kind.clone())]);
    }
    let Some(difference) = compare::first_difference(m, rules, places, answer)? else { return Ok(Vec::new()) };
    let place = difference.place.clone();
    let mut reasons = match difference.moves {
        true => vec![Reason::RulesMove(place)],
        false => vec![Reason::Rules { place, theirs: difference.theirs }],
    };
    let Some((theirs, ours)) = difference.options else { return Ok(reasons) };
    if theirs == ours {
        reasons.push(Reason::Plain("The number of moves there is right; where do they lead?"));
    } else if theirs.0 == theirs.1 && ours.0 == ours.1 {
        reasons.push(Reason::MoveCounts { who: None, theirs: theirs.0, ours: ours.0 });
    } else {
        for (who, theirs, ours) in [(Player::Left, theirs.0, ours.0), (Player::Right, theirs.1, ours.1)] {
            if theirs != ours {
                reasons.push(Reason::MoveCounts { who: Some(who), theirs, ours });
            }
        }
    }
    Ok(reasons)
}

/// The place at which a period breaks.
pub fn period(m: &mut Machine, rules: &Value, places: &[Value], given: &Value) -> Res<Reason> {
    let Some((period, from)) = compare::period(given) else {
        let text = "The question asks for a period: a number p, or (p, n) if it holds from n on.";
        return Ok(Reason::Plain(text));
    };
    let values = compare::values(m, rules, places)?;
    // In the end every multiple of a period is one, though its own places begin before that.
    let multiple = match from {
        None => compare::find_period(m, &values)?
            .is_some_and(|(shortest, _)| period > shortest && period.is_multiple_of(shortest)),
        Some(_) => false,
    };
    if multiple {
        return Ok(Reason::NotShortest(period));
    }
    Ok(match compare::broken(m, &values, (period, from))? {
        Some(_) if from.is_none() && 2 * period > values.len() => Reason::TooFew { period, values: values.len() },
        Some(n) if n < places.len() => Reason::PeriodBreaks {
            period,
            places: [n, n + period].map(|n| places[n].clone()),
            values: [n, n + period].map(|n| values[n].0.clone()),
        },
        Some(_) => Reason::TooFew { period, values: values.len() },
        None if compare::shortest(m, &values, (period, None))? => {
            Reason::Plain("The period holds from an earlier place on.")
        }
        None => Reason::NotShortest(period),
    })
}
