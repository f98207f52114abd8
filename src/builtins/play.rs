//! Positions: moves, winning ones among them, remoteness.

use super::given;
use crate::eval::native::Native;
use crate::eval::{Machine, MoveRecord};
use crate::games::Relation;
use crate::value::{Fault, Move, Player, Res, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "moves",
        "moves(g, player = nothing)",
        "The moves of a position, as a list. In an impartial game both players have them; else a player's, or both players' with their names.",
        &[("moves(*2)", "[*2 -> 0, *2 -> *]"), ("moves(<1 | -1>, Left)", "[Left: +-1 -> 1]")],
        |m, a| {
            let records = all_moves(m, &a[0], &a[1])?;
            Ok(Value::list(records.into_iter().map(|(player, record)| made(player, record)).collect()))
        },
    ),
    Native::new(
        "winning_moves",
        "winning_moves(g, player = nothing)",
        "The moves after which the one who made them wins. An impartial position has some exactly if its outcome is N.",
        &[
            ("winning_moves(*7 + *9 + *2)", "[*12 -> 0]"),
            ("winning_moves(<1 | -1>)", "[Left: +-1 -> 1, Right: +-1 -> -1]"),
        ],
        |m, a| {
            let records = winning(m, &a[0], &a[1])?;
            Ok(Value::list(records.into_iter().map(|(player, record)| made(player, record)).collect()))
        },
    ),
    Native::new(
        "best_move",
        "best_move(g, player = nothing)",
        "A best move: win quickly, lose slowly. For impartial positions by remoteness; else a winning move if there is one. `nothing` if there is no move.",
        &[("best_move(*3)", "*3 -> 0")],
        |m, a| chosen(m, a, true),
    ),
    Native::new(
        "worst_move",
        "worst_move(g, player = nothing)",
        "A worst move: one that loses, as quickly as possible; if all win, the slowest. For impartial positions by remoteness.",
        &[("worst_move(*3)", "*3 -> *")],
        |m, a| chosen(m, a, false),
    ),
    Native::new(
        "remoteness",
        "remoteness(g)",
        "How many moves an impartial game lasts if the winner hurries and the loser delays; it is odd exactly if the next player wins.",
        &[("remoteness(0)", "0"), ("remoteness(*3)", "1"), ("remoteness(*3 - *3)", "0")],
        |m, a| {
            m.check_game_argument(&a[0])?;
            Ok(m.remoteness(&a[0])?.into())
        },
    ),
    Native::new(
        "to",
        "to(move)",
        "The position that a move leads to.",
        &[("best_move(*3).to", "0")],
        |_, a| match &a[0] {
            Value::Move(made) => Ok(made.to.clone()),
            other => Fault::expected("a move", other).err(),
        },
    ),
    Native::new(
        "player",
        "player(move)",
        "Who makes a move; `nothing` if both may.",
        &[("player(moves(<1 | -1>, Left)[0])", "Left")],
        |_, a| match &a[0] {
            Value::Move(made) => Ok(made.player.map_or(Value::Nothing, Value::Player)),
            other => Fault::expected("a move", other).err(),
        },
    ),
    Native::new(
        "components",
        "components(g)",
        "The components of a sum of positions, or of a poset, as a list.",
        &[("components(3)", "[3]"), ("components(poset {a < b, c})", "[poset {a < b}, poset {c}]")],
        |m, a| {
            if let Some(poset) = a[0].thing() {
                return super::posets::components(m, poset);
            }
            let sum = m.as_sum(&a[0])?;
            let mut parts = Vec::new();
            for (negative, position) in sum.terms.iter() {
                let position = Value::Position(Rc::clone(position));
                parts.push(if *negative { m.neg(&position)? } else { position });
            }
            if sum.rest != crate::games::ZERO || parts.is_empty() {
                parts.push(m.game_value(sum.rest));
            }
            Ok(Value::list(parts))
        },
    ),
];

fn made(player: Option<Player>, record: MoveRecord) -> Value {
    let MoveRecord { component, becomes, to } = record;
    Value::Move(Rc::new(Move { player, component, becomes, to }))
}

/// A player given as `Left` or `Right`.
fn player(value: &Value) -> Res<Option<Player>> {
    match given(value) {
        None => Ok(None),
        Some(Value::Player(p @ (Player::Left | Player::Right))) => Ok(Some(*p)),
        Some(other) => Fault::expected("Left or Right as the player", other).err(),
    }
}

/// Moves with their players; without one where the game is impartial and nobody was asked for.
fn all_moves(m: &mut Machine, g: &Value, who: &Value) -> Res<Vec<(Option<Player>, MoveRecord)>> {
    m.check_game_argument(g)?;
    let tagged = |p: Option<Player>, records: Vec<MoveRecord>| records.into_iter().map(|r| (p, r)).collect::<Vec<_>>();
    if let Some(p) = player(who)? {
        return Ok(tagged(Some(p), m.moves_of(g, p)?));
    }
    if super::form::impartial(m, g)? {
        return Ok(tagged(None, m.moves_of(g, Player::Left)?));
    }
    let mut all = tagged(Some(Player::Left), m.moves_of(g, Player::Left)?);
    all.extend(tagged(Some(Player::Right), m.moves_of(g, Player::Right)?));
    Ok(all)
}

/// Moves after which their maker wins: Left moves to a game of at least 0, Right to one of at most 0.
pub fn winning(m: &mut Machine, g: &Value, who: &Value) -> Res<Vec<(Option<Player>, MoveRecord)>> {
    let mut out = Vec::new();
    if let Value::Position(position) = g
        && let Some(native) = position.rules.native.clone().filter(|_| position.rules.moves_only)
        && let Some(lost) = native.lost_options(m, position)?
    {
        let player = player(who)?;
        let record = |to: Value| MoveRecord { component: g.clone(), becomes: to.clone(), to };
        return Ok(lost.into_iter().map(|to| (player, record(to))).collect());
    }
    for (player, record) in all_moves(m, g, who)? {
        let relation = m.relation(&record.to, &Value::Int(0))?;
        let wins = relation == Relation::Equal
            || match player {
                Some(Player::Left) => relation == Relation::Greater,
                Some(Player::Right) => relation == Relation::Less,
                _ => false,
            };
        if wins {
            out.push((player, record));
        }
    }
    Ok(out)
}

/// Whether remoteness can be had: not where a native rule set says that too many positions lie below.
fn has_remoteness(m: &mut Machine, g: &Value) -> Res<bool> {
    let parts = match g {
        Value::Position(position) => vec![Rc::clone(position)],
        Value::Sum(sum) => sum.terms.iter().map(|(_, position)| Rc::clone(position)).collect(),
        _ => Vec::new(),
    };
    for position in parts {
        if let Some(native) = position.rules.native.clone()
            && !native.has_remoteness(m, &position)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a move wins, and how far that is from its worst case.
type Merit = (bool, i64);

fn chosen(m: &mut Machine, a: &[Value], best: bool) -> Res {
    let moves = all_moves(m, &a[0], &a[1])?;
    let impartial = super::form::impartial(m, &a[0])?;
    if !impartial && player(&a[1])?.is_none() {
        return Fault::new("both players have moves of their own here")
            .note("Say for whom: `best_move(g, Left)` or `best_move(g, Right)`.")
            .err();
    }
    let winners: Vec<Value> = winning(m, &a[0], &a[1])?.into_iter().map(|(_, r)| r.to).collect();
    let mut found: Option<(Merit, (Option<Player>, MoveRecord))> = None;
    let timed = impartial && has_remoteness(m, &a[0])?;
    for (player, record) in moves {
        let mut wins = false;
        for to in &winners {
            wins = wins || m.key(to)? == m.key(&record.to)?;
        }
        let length = if timed { i64::from(m.remoteness(&record.to)?) } else { 0 };
        // Win quickly, lose slowly; the worst move does the opposite of both.
        let merit = (wins, if wins { -length } else { length });
        let better = found.as_ref().is_none_or(|(known, _)| if best { merit > *known } else { merit < *known });
        if better {
            found = Some((merit, (player, record)));
        }
    }
    Ok(found.map_or(Value::Nothing, |(_, (player, record))| made(player, record)))
}
