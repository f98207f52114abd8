//! Games compared modulo a universe.

use super::{given, natural};
use crate::adapters::universes::{Compared, Universe};
use crate::eval::native::Native;
use crate::value::{Fault, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "compare",
        "compare(g, h, in = Normal)",
        "How two games compare in a universe: `>`, `<`, `==`, or `||` if neither is at least the other. g is at least h if Left never does worse with g than with h, whatever game of the universe stands beside them and whoever begins. Universes are `Normal`, `Misere` (all games, whoever cannot move wins), `Dicot` (both can move or nobody, in every follower), `DeadEnding` (who cannot move never can again), `IntegerEnds` (who cannot move leaves an integer), and `Guaranteed` (scoring games; see docs/universes.md). `explain(compare(…))` names games beside which they differ.",
        &[
            ("compare(* + *, 0, in = Dicot)", "=="),
            ("compare(* + *, 0, in = Misere)", "||"),
            ("compare(<0|> + <|0>, 0, in = DeadEnding)", "=="),
            ("compare(<0 | *>, 0) == \">\"", "true"),
        ],
        |m, a| {
            m.check_game_argument(&a[0])?;
            m.check_game_argument(&a[1])?;
            let universe = universe(&a[2])?;
            let order = m.compare_in(&a[0], &a[1], universe)?;
            Ok(Value::of(Compared { games: [a[0].clone(), a[1].clone()], universe, order }))
        },
    ),
    Native::new(
        "distinguisher",
        "distinguisher(g, h, in = Normal)",
        "A game of the universe that shows that g is not at least h there: beside it Left does worse with g than with h, for some player to begin. `nothing` if g is at least h.",
        &[
            ("distinguisher(* + *, 0, in = Misere)", "-1"),
            ("[misere_outcome(* + * - 1), misere_outcome(0 - 1)]", "[P, L]"),
            ("distinguisher(* + *, 0, in = Dicot) == nothing", "true"),
        ],
        |m, a| {
            m.check_game_argument(&a[0])?;
            m.check_game_argument(&a[1])?;
            let universe = universe(&a[2])?;
            Ok(m.distinguisher(&a[0], &a[1], universe)?.map_or(Value::Nothing, |(x, _)| x))
        },
    ),
    Native::new(
        "is_dicot",
        "is_dicot(g)",
        "Whether in every follower of a game, as it was written, both players can move or nobody can. `g in Dicot` asks the same, and so with other universes.",
        &[
            ("is_dicot(<0 | *>)", "true"),
            ("is_dicot(<1 | *>)", "false"),
            ("is_dicot(<pass | pass>)", "true"),
            ("* in Dicot", "true"),
        ],
        |m, a| Ok(Value::Bool(m.belongs(&a[0], Universe::Dicot)?)),
    ),
    Native::new(
        "is_dead_ending",
        "is_dead_ending(g)",
        "Whether a player who cannot move in a follower of the game never can again there.",
        &[("is_dead_ending(<1 | *>)", "true"), ("is_dead_ending(<* | >)", "false")],
        |m, a| Ok(Value::Bool(m.belongs(&a[0], Universe::DeadEnding)?)),
    ),
    Native::new(
        "values_born_by",
        "values_born_by(n, in = Normal)",
        "The canonical forms of all values of a universe that are born by day n, as a list. By days 0 to 3 there are 1, 2, 9 and 1,268 of dicot games in misère play, by days 0 to 2 there are 1, 4, 256 of all games.",
        &[
            ("values_born_by(2) == born_by(2)", "true"),
            ("values_born_by(1, in = Misere)", "[0, *, -1, 1]"),
            ("[length(values_born_by(n, in = Dicot)) for n in 0..2]", "[1, 2, 9]"),
        ],
        |m, a| {
            let day = u32::try_from(natural(&a[0], "the day")?).unwrap_or(u32::MAX);
            let universe = universe(&a[1])?;
            if universe == Universe::Normal {
                let all = m.store.born_by(day, &m.handle)?;
                return Ok(Value::list(all.into_iter().map(|game| m.game_value(game)).collect()));
            }
            Ok(Value::list(m.values_born_by(day, universe)?))
        },
    ),
];

/// The universe that is named; normal play if none is.
pub fn universe(value: &Value) -> Res<Universe> {
    let Some(value) = given(value) else { return Ok(Universe::Normal) };
    match value.thing::<Universe>() {
        Some(universe) => Ok(*universe),
        None => {
            let names: Vec<&str> = Universe::ALL.iter().map(|universe| universe.name()).collect();
            Fault::expected("a universe", value).note(format!("Universes are {}.", names.join(", "))).err()
        }
    }
}
