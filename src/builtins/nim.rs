//! Impartial games: nim-sums, mex, nim-values.

use super::items;
use crate::adapters::loopy::BOUND;
use crate::adapters::loopy::values::Nimber;
use crate::adapters::ordinals::{self, is_long};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::ZERO;
use crate::graphs::LoopyNimber;
use crate::ordinals::Surreal;
use crate::value::notion::Notion;
use crate::value::{Convention, Fault, Res, Value, number};
use num_bigint::Sign;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "misere_outcome",
        "misere_outcome(g)",
        "The outcome if whoever cannot move wins, short for `outcome(g, misere = true)`. Heaps of Nim may be given as a tuple or list; there, and in sums of such heaps, a position is lost exactly if its nim-sum is 0 and some heap is larger than 1, or all heaps are at most 1 and their number is odd (Bouton). Large sums of heaps of one game, and sums of more than a million positions, are decided by a misère quotient: see `misere_quotient`. All else is played out, position by position; `winner`, `winning_moves`, `best_move`, `remoteness`, `tree` and others take `misere = true`, too.",
        &[
            ("misere_outcome((1, 1, 1))", "P"),
            ("misere_outcome((1, 4, 5))", "P"),
            ("misere_outcome(*2 + *2)", "P"),
            ("misere_outcome(Kayles(5))", "N"),
            ("misere_outcome(<1 | -1>)", "P"),
            ("misere_outcome(misere_canonical(*2 + *2))", "P"),
            ("misere_outcome(10^12*Kayles(5) + Kayles(71))", "N"),
        ],
        |m, a| {
            let under = Convention::Misere.into();
            match super::values::outcome(m, &a[0], under)? {
                Some(class) => Ok(Value::Outcome(class)),
                None => super::play::undecided(m, "misere_outcome", &a[0], under),
            }
        },
    )
    .about(Notion::MisereOutcome),
    Native::new(
        "grundy",
        "grundy(g)",
        "The nim-value of an impartial game: the size of the Nim heap that it is equal to. Where positions may come again it may be infinite, such as `oo{0, 2}`: see `loopy_value`.",
        &[("grundy(*5 + *3)", "6")],
        |m, a| {
            // Of a position that is far out it may be known who wins, and no more.
            if let Value::Position(position) = &a[0]
                && position.rules.moves_only
                && !m.shows_value(position)?
                && m.lost_natively(&a[0])? == Some(true)
            {
                return Ok(Value::Int(0));
            }
            if let Some(n) = m.long_nim_value(&a[0])? {
                return Ok(n.into());
            }
            if m.is_loopy(&a[0]) || !m.ends(&a[0])? {
                return match m.loopy_value(&a[0], BOUND)? {
                    Some(LoopyNimber::Finite(n)) => Ok(n.into()),
                    Some(infinite) => Ok(Nimber::value(m, infinite)),
                    None => no_loopy_value(m, &a[0]),
                };
            }
            let game = m.game(&a[0])?;
            match m.store.as_nimber(game) {
                Some(n) => Ok(n.into()),
                None => {
                    let value = m.game_value(game);
                    let shown = m.briefly(&value).unwrap_or_else(|| "a long bracket form".into());
                    Fault::new(Mistake::NotImpartial, format!("this game has no nim-value: it is equal to {shown}"))
                        .note("Only games equal to a nimber have one; every impartial game is.")
                        .err()
                }
            }
        },
    )
    .about(Notion::NimValue),
    Native::new(
        "loopy_value",
        "loopy_value(g)",
        "The loopy nim-value of an impartial game whose positions may come again (Smith, Fraenkel): a nimber, or infinity with the nim-values that it can move to, `oo{0, 2}`; of a game in brackets by what was written. These values add, and have outcomes. `oo(0, 2)` makes one.",
        &[
            ("loopy_value(*2 + *)", "*3"),
            ("loopy_value(<pass, 0 | pass, 0>)", "oo{0}"),
            ("oo(0, 2) + *3", "oo{1, 3}"),
            ("outcome(oo(0, 2))", "N"),
            ("outcome(oo(0, 2) + *)", "D"),
        ],
        |m, a| match m.loopy_value(&a[0], BOUND)? {
            Some(value) => Ok(Nimber::value(m, value)),
            None => no_loopy_value(m, &a[0]),
        },
    ),
    Native::new(
        "mex",
        "mex(numbers...)",
        "The least non-negative integer that is not among the numbers, given one by one or in a collection; nimbers count by their size.",
        &[("mex({0, 1, 4})", "2"), ("mex([])", "0"), ("mex(0, 1, 2, 6, 2, 10)", "3")],
        |m, a| {
            let all = match a {
                [one] if !one.is_game() => items(m, one)?,
                many => many.to_vec(),
            };
            let mut numbers = Vec::with_capacity(all.len());
            for value in &all {
                // Larger than there are numbers here, so that one is missing below it.
                if !matches!(value, Value::Big(n) if n.sign() == Sign::Plus) {
                    numbers.push(nim_value(m, value)?);
                }
            }
            Ok(crate::eval::mex(numbers).into())
        },
    )
    .about(Notion::Mex),
    Native::new(
        "nim_sum",
        "nim_sum(numbers...)",
        "The nim-sum of non-negative integers, given one by one or in a collection: binary addition without carry, as `xor`. Also of ordinals: coefficients of one power of omega add without carrying.",
        &[("nim_sum(3, 5)", "6"), ("nim_sum(omega*3 + 5, omega*2 + 1)", "omega+4"), ("nim_sum([17, 25, 13])", "5"), ("3 xor 5", "6")],
        |m, a| {
            let all = match a {
                [one] if !one.is_number() => items(m, one)?,
                many => many.to_vec(),
            };
            if !all.iter().any(is_long) {
                return number::nim_sum(&all);
            }
            let mut sum = Surreal::default();
            for value in &all {
                let x = ordinals::number(m, value)?;
                sum = crate::ordinals::nim_sum(&sum, &x).map_err(ordinals::fault)?;
            }
            ordinals::value(m, sum, ZERO)
        },
    )
    .about(Notion::NimSum),
];

fn no_loopy_value(m: &mut Machine, g: &Value) -> Res {
    let shown = m.briefly(g).unwrap_or_else(|| "this game".into());
    if m.is_loopy(g) {
        return Fault::new(
            Mistake::NotImpartial,
            format!("{shown} has no nim-value: the players have moves of their own there"),
        )
        .note("Nim-values belong to impartial games; `is_impartial(g)` says whether one is, and `outcome` answers for all.")
        .err();
    }
    m.check_game_argument(g)?;
    if !m.moves_only(g) && matches!(g, Value::Position(_) | Value::Sum(_) | Value::Move(_)) {
        return Fault::new(
            Mistake::NotImpartial,
            format!("{shown} has no nim-value: its rules give the players moves of their own"),
        )
        .note("Nim-values belong to impartial games; `outcome` answers for all.")
        .err();
    }
    Fault::new(Mistake::Undecided, format!("{shown} has no nim-value that could be found"))
        .note(format!("Either it is not impartial, or more than {BOUND} positions can be reached: a nim-value needs all of them. `outcome` and `remoteness` may need fewer."))
        .err()
}

/// A nim-value: a non-negative integer, or a game equal to a nimber.
fn nim_value(m: &mut Machine, value: &Value) -> Res<u64> {
    match value {
        Value::Int(n) if *n >= 0 => Ok(n.unsigned_abs()),
        other if other.is_game() && !other.is_number() => {
            let game = m.game(other)?;
            match m.store.as_nimber(game) {
                Some(n) => Ok(n),
                None => Fault::expected("nimbers or non-negative integers", other).err(),
            }
        }
        other => Fault::expected("nimbers or non-negative integers", other).err(),
    }
}
