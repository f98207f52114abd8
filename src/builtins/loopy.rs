//! Loopy games: their sides, degrees and kinds.

use crate::adapters::ordinals::beyond;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::ZERO;
use crate::stoppers::{Loopy, Sides, Stopper, Trouble};
use crate::value::{Player, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "onside",
        "onside(g)",
        "The onside of a game: what it is equal to if endless play is a win for Left. A stopper is its own onside.",
        &[("onside(dud)", "on"), ("onside(loop a <<|a>|>)", "1"), ("onside(over)", "over")],
        |m, a| {
            let game = m.loopy_game(&a[0])?;
            Ok(m.loopy_result(game.on.into()))
        },
    ),
    Native::new(
        "offside",
        "offside(g)",
        "The offside of a game: what it is equal to if endless play is a win for Right. A stopper is its own offside.",
        &[("offside(dud)", "off"), ("offside(loop a <<|a>|>)", "0")],
        |m, a| {
            let game = m.loopy_game(&a[0])?;
            Ok(m.loopy_result(game.off.into()))
        },
    ),
    Native::new(
        "upsum",
        "upsum(g, h)",
        "The upsum of two stoppers: the onside of their sum.",
        &[("upsum(over, under)", "over"), ("upsum(^[on], -^[on])", "^<on>")],
        |m, a| {
            let sides = sum(m, a)?;
            one(m, sides.on, sides)
        },
    ),
    Native::new(
        "downsum",
        "downsum(g, h)",
        "The downsum of two stoppers: the offside of their sum.",
        &[("downsum(over, under)", "under"), ("downsum(on, off)", "off")],
        |m, a| {
            let sides = sum(m, a)?;
            one(m, sides.off, sides)
        },
    ),
    Native::new(
        "variety",
        "variety(g)",
        "The variety of a stopper whose degree `d` is idempotent: the upsum of it and of the downsum of `-g` and `-d` (Siegel, ch. VI.5).",
        &[("variety(3/2 + under)", "under"), ("variety(-1/4 - ^[on])", "^<on>")],
        |m, a| {
            let stopper = m.stopper(&a[0])?;
            let found = m.loops.variety(stopper, &m.store, &m.handle);
            stopped(m, found)
        },
    ),
    Native::new(
        "is_stopper",
        "is_stopper(g)",
        "Whether the value is a stopper: play in it ends if the players take turns. Short games are stoppers, and numbers such as 1/3 and `omega`, alone or beside short games.",
        &[("is_stopper(over)", "true"), ("is_stopper(dud)", "false"), ("is_stopper(^)", "true")],
        |m, a| Ok(Value::Bool(m.is_beyond(&a[0]) || m.loopy_game(&a[0])?.stopper().is_some())),
    ),
    Native::new(
        "is_stopper_sided",
        "is_stopper_sided(g)",
        "Whether stoppers were found that both sides of the game are equal to. For Bach's carousel there are none.",
        &[("is_stopper_sided(dud)", "true")],
        |m, a| match m.loopy_game(&a[0]) {
            _ if m.is_beyond(&a[0]) => Ok(Value::Bool(true)),
            Ok(_) => Ok(Value::Bool(true)),
            Err(flow) => match &*flow {
                crate::value::Flow::Fault(fault) if fault.mistake == crate::diagnostics::Mistake::NoSides => {
                    Ok(Value::Bool(false))
                }
                _ => Err(flow),
            },
        },
    ),
    Native::new(
        "is_loopfree",
        "is_loopfree(g)",
        "Whether the value is that of a short game: whether there is a form of it without cycles.",
        &[("is_loopfree(over)", "false"), ("is_loopfree(over - over)", "false"), ("is_loopfree(<over | 1>)", "true")],
        |m, a| Ok(Value::Bool(m.loopy_game(&a[0])?.short().is_some())),
    ),
    Native::new(
        "is_plumtree",
        "is_plumtree(g)",
        "Whether the value is a stopper with cycles, all of which are passes: moves from a position to itself.",
        &[("is_plumtree(3/2 + under)", "true"), ("is_plumtree(loop a <0||||0|||a|*||*>)", "false")],
        |m, a| {
            let Some(stopper) = m.loopy_game(&a[0])?.stopper() else { return Ok(Value::Bool(false)) };
            Ok(Value::Bool(m.loops.is_plumtree(stopper, &m.handle)?))
        },
    ),
    Native::new(
        "is_idempotent",
        "is_idempotent(g)",
        "Whether `g + g == g`.",
        &[("is_idempotent(over)", "true"), ("is_idempotent(tiny(on))", "true"), ("is_idempotent(^[on])", "false")],
        |m, a| {
            let game = m.loopy_game(&a[0])?;
            Ok(Value::Bool(m.loops.is_idempotent(game, &m.store, &m.handle)?))
        },
    ),
    Native::new(
        "is_pseudonumber",
        "is_pseudonumber(g)",
        "Whether the value is a pseudonumber: a number, a number with `over` or `under`, `on` or `off`. Play in a stopper stops at these.",
        &[("is_pseudonumber(1 + over)", "true"), ("is_pseudonumber(^[on])", "false"), ("is_pseudonumber(1/3)", "true")],
        |m, a| {
            if let Some((_, game)) = beyond(&a[0]) {
                return Ok(Value::Bool(game == ZERO));
            }
            let Some(stopper) = m.loopy_game(&a[0])?.stopper() else { return Ok(Value::Bool(false)) };
            Ok(Value::Bool(m.loops.pseudonumber(stopper, &m.store).is_some()))
        },
    ),
];

/// The degree of loopiness of a stopper.
pub fn degree(m: &mut Machine, g: &Value) -> Res {
    let stopper = m.stopper(g)?;
    let found = m.loops.degree(stopper, &m.store, &m.handle);
    stopped(m, found)
}

fn stopped(m: &mut Machine, found: Result<Stopper, Trouble>) -> Res {
    let stopper = m.or_told(found, None)?;
    Ok(m.loopy_result(stopper.into()))
}

fn sum(m: &mut Machine, a: &[Value]) -> Res<Sides> {
    let [g, h] = [m.stopper(&a[0])?, m.stopper(&a[1])?];
    Ok(m.loops.sum_sides(Loopy::from(g), h.into(), &m.store, &m.handle)?)
}

fn one(m: &mut Machine, side: Option<Stopper>, sides: Sides) -> Res {
    stopped(m, side.ok_or(Trouble::NotSided(sides)))
}

/// The incentives of both players in a stopper: what a move gains. They need not be stoppers.
pub fn incentives(m: &mut Machine, g: &Value) -> Res {
    let whole = Loopy::from(m.stopper(g)?);
    let mut both = Vec::with_capacity(2);
    for player in [Player::Left, Player::Right] {
        let mut gains: Vec<Loopy> = Vec::new();
        for option in m.loopy_options(g, player)? {
            let option = m.loopy_game(&option)?;
            let (after, before) = if player == Player::Left { (option, whole) } else { (whole, option) };
            let gain = m.loops.sub(after, before, &m.store, &m.handle);
            let gain = m.or_told(gain, None)?;
            if !gains.contains(&gain) {
                gains.push(gain);
            }
        }
        both.push(Value::list(gains.into_iter().map(|gain| m.loopy_result(gain)).collect()));
    }
    Ok(Value::tuple(both))
}
