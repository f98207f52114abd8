//! Games played for points: the score of best play, and a line of it.

use super::play::{bound, player};
use crate::adapters::loopy::BOUND;
use crate::adapters::loopy::Scored;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::eval::points::Rewarded;
use crate::value::{Fault, Player, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "score",
        "score(g, player = Left, bound = nothing)",
        "The score that best play leads to in a game whose rule set has a `score` clause: Left wants many points, Right few, and Left begins unless it is said otherwise. Play ends when the player to move has no move; points that moves bring (`gains`) count besides; in a sum the points of the components add, and those of games without a `score` clause are 0. In `Chaos` the points are the chips played. At most a million positions are explored, or `bound`.",
        &[("score(Chaos(complete_graph(5)))", "12"), ("score(Chaos(complete_graph(5)), Right)", "11")],
        |m, a| {
            let scored = scored(m, a)?;
            Ok(Value::from(scored.score(0)))
        },
    ),
    Native::new(
        "score_line",
        "score_line(g, player = Left, bound = nothing)",
        "A line of best play for the score: the positions from the first to the last, as a list.",
        &[("length(score_line(Chaos(complete_graph(5))))", "13")],
        |m, a| {
            let scored = scored(m, a)?;
            Ok(Value::list(scored.line(m)?))
        },
    ),
    Native::new(
        "gains",
        "gains(option, points)",
        "An option in a clause of a rule set with a `score` clause, with the points that the move brings to whoever makes it: `moves Coins(rest).gains(1)`. They count besides what the `score` clause says where play ends.",
        &[("gains(*2, 3)", "*2.gains(3)")],
        |m, a| {
            let Some(points) = m.number_of(&a[1])? else { return Fault::expected("a number of points", &a[1]).err() };
            let mut option = rewarded(m, &a[0])?;
            option.points += points;
            Ok(Value::of(option))
        },
    ),
    Native::new(
        "again",
        "again(option)",
        "An option in a clause of a rule set with a `score` clause, after which the same player moves again: `moves Boxes(rest).gains(1).again`.",
        &[("again(gains(*2, 3))", "*2.gains(3).again")],
        |m, a| {
            let mut option = rewarded(m, &a[0])?;
            option.again = true;
            Ok(Value::of(option))
        },
    ),
];

/// An option, with points or yet without.
fn rewarded(m: &mut Machine, option: &Value) -> Res<Rewarded> {
    let option = Rewarded::of(option);
    m.check_game_argument(&option.to)?;
    Ok(option)
}

fn scored(m: &mut Machine, a: &[Value]) -> Res<Scored> {
    m.check_game_argument(&a[0])?;
    let first = player(&a[1])?.unwrap_or(Player::Left);
    let most = bound(&a[2])?.unwrap_or(BOUND);
    all_scores(m, &a[0], first, most)
}

/// The scores of all positions, or an error if there are too many.
pub fn all_scores(m: &mut Machine, g: &Value, first: Player, most: usize) -> Res<Scored> {
    match m.scored(g, first, most)? {
        Some(scored) => Ok(scored),
        None => {
            m.check_ends(g)?;
            let shown = m.briefly(g).unwrap_or_else(|| "g".into());
            Fault::new(
                Mistake::Undecided,
                format!("more than {most} positions can be reached from {shown}, too many to find its score"),
            )
            .note(format!("`score({shown}, bound = {})` explores more, if the game ends at all.", 10 * most.max(1)))
            .err()
        }
    }
}
