//! Positions: moves, winning ones among them, remoteness; in normal and in misère play.

use super::{convention, given, under, under_by};
use crate::adapters::loopy::BOUND;
use crate::adapters::loopy::values::{Infinity, Unknown};
use crate::adapters::loopy::{Reach, Solved, class_of};
use crate::diagnostics::Mistake;
use crate::eval::multitude::Multitude;
use crate::eval::native::Native;
use crate::eval::{Machine, MoveRecord, Request, opponent};
use crate::graphs::Outcome;
use crate::value::key::Key;
use crate::value::notion::Notion;
use crate::value::{Fault, Method, Move, OutcomeClass, Player, Res, Under, Value};
use num_rational::BigRational;
use num_traits::Signed;
use rustc_hash::FxHashSet;
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
            let each = size_of::<Value>() + 2 * size_of::<usize>() + size_of::<Move>();
            m.handle.reserve(records.len().saturating_mul(each))?;
            Ok(Value::list(records.into_iter().map(|(player, record)| made(player, record)).collect()))
        },
    )
    .about(Notion::Moves),
    Native::new(
        "winning_moves",
        "winning_moves(g, player = nothing, bound = nothing, misere = false, method = nothing)",
        "The moves after which the one who made them wins. An impartial position has some exactly if its outcome is N. In a game for points those after which they are ahead in the end. With `misere = true` whoever cannot move wins. `method` is that of `outcome`.",
        &[
            ("winning_moves(*7 + *9 + *2)", "[*9 -> *5]"),
            ("winning_moves(<1 | -1>)", "[Left: +-1 -> 1, Right: +-1 -> -1]"),
            ("winning_moves(*7 + *9 + *2, misere = true)", "[*9 -> *5]"),
        ],
        |m, a| winning_moves(m, &a[0], &a[1], under_by(&a[2], &a[3], &a[4])?, "winning_moves"),
    )
    .about(Notion::WinningMoves),
    Native::new(
        "move_outcomes",
        "move_outcomes(g, player = nothing, bound = nothing, misere = false)",
        "Each move with what it leads to: in an impartial game the outcome of the position after it (`P`: whoever made the move wins), else the player who wins, or `D`; in a game for points the score that it comes to.",
        &[
            ("move_outcomes(*2)", "[(*2 -> 0, P), (*2 -> *, N)]"),
            ("move_outcomes(<1 | -1>, Left)", "[(Left: +-1 -> 1, Left)]"),
        ],
        judged,
    ),
    Native::new(
        "best_move",
        "best_move(g, player = nothing, bound = nothing, misere = false, method = nothing)",
        "A best move: win quickly, lose slowly. For impartial positions, and where positions may come again, by remoteness, a draw being better than losing; where more than 200,000 positions or a million moves lie below an impartial one, and for partizan games that end, a winning move if there is one: nim-values and values tell who wins, but not how soon. With `misere = true` whoever cannot move wins; there it goes by remoteness in partizan games, too. In a game for points by the score, for Left unless a player is named. `nothing` if there is no move. `method` is that of `outcome`.",
        &[("best_move(*3)", "*3 -> 0"), ("best_move(*3, misere = true)", "*3 -> *")],
        |m, a| {
            let under = under_by(&a[2], &a[3], &a[4])?;
            chosen(m, a, true, under)
        },
    )
    .about(Notion::BestMove),
    Native::new(
        "worst_move",
        "worst_move(g, player = nothing, bound = nothing, misere = false)",
        "A worst move: one that loses, as quickly as possible; if all win, the slowest. By remoteness where `best_move` goes by it; elsewhere, as in partizan games that end, a losing move if there is one.",
        &[("worst_move(*3)", "*3 -> *")],
        |m, a| {
            let under = under(&a[2], &a[3])?;
            chosen(m, a, false, under)
        },
    )
    .about(Notion::WorstMove),
    Native::new(
        "remoteness",
        "remoteness(g, player = nothing, bound = nothing, misere = false)",
        "How many moves a game lasts if the winner hurries and the loser delays; it is odd exactly if the player who begins wins, and `oo` for a draw. In a partizan game it depends on the player who begins. With a bound that many positions are explored at most, and the answer is `unknown` if they do not decide. It needs the positions of a sum one by one, where nim-values need those of the components. With `misere = true` it is that of misère play, even exactly if the player who begins wins: 0 if there is no move.",
        &[
            ("remoteness(0)", "0"),
            ("remoteness(*3)", "1"),
            ("remoteness(*3 - *3)", "6"),
            ("remoteness(<1 | -1>, Left)", "1"),
            ("remoteness(*3, misere = true)", "2"),
        ],
        |m, a| {
            let under = under(&a[2], &a[3])?;
            let g = &m.playable(&a[0])?;
            if under.is_misere() && g.is_game() {
                m.check_for_misere(g)?;
            }
            m.check_game_argument(g)?;
            if under.bound.is_none() && !within_reach(m, g)? {
                let shown = m.briefly(g).unwrap_or_else(|| "this one".into());
                return Fault::new(
                    Mistake::Undecided,
                    format!("too many positions lie below {shown} to find its remoteness"),
                )
                .note("Remoteness needs all of them. `outcome`, `grundy` and `best_move` need nim-values only.")
                .err();
            }
            let answer = m.remoteness_from(g, player(&a[1])?, under)?;
            match (answer.outcome, answer.remoteness) {
                (Some(Outcome::D), _) => Ok(Value::of(Infinity)),
                (_, Some(r)) => Ok(r.into()),
                _ => undecided(m, "remoteness", g, under),
            }
        },
    )
    .about(Notion::Remoteness),
    Native::new(
        "play",
        "play(g, player = Left, misere = false)",
        "Play a position against the computer, in the interactive session: you begin, as Left unless you say Right; type moves as they are printed, or `hint`. After a mistake you are told the better move. With `misere = true` whoever cannot move wins.",
        &[],
        |m, a| {
            let g = m.playable(&a[0])?;
            m.check_game_argument(&g)?;
            if g.for_points() {
                return Fault::new(Mistake::Unsuitable, "`play` is for games in which the last move wins, and this one is played for points")
                    .note("`best_move(g, Left)` and `score_line(g)` show best play for points.")
                    .err();
            }
            let (person, convention) = (player(&a[1])?, convention(&a[2])?);
            if m.request(Request::Play { position: g, person, convention }) {
                return Ok(Value::Nothing);
            }
            Fault::new(Mistake::NotHere, "`play` needs somebody to play with: it works in the interactive session only")
                .note(
                    "Type `sprague` in a terminal, then `play(…)`. In a script, `best_move(g)` is the computer's move.",
                )
                .err()
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
        "The components of a sum of games, of a poset or of a graph, as a list.",
        &[("components(<0 | 1> - *2)", "[1/2, *2]"), ("components(3)", "[3]"), ("components(poset {a < b, c})", "[poset {a < b}, poset {c}]")],
        |m, a| {
            if let Some(graph) = a[0].thing::<crate::adapters::graphs::Graph>() {
                return super::graphs::components(m, graph);
            }
            if let Some(poset) = a[0].thing() {
                return super::posets::components(m, poset);
            }
            m.check_game_argument(&a[0])?;
            match m.components(&a[0], COMPONENTS)? {
                Some(parts) => Ok(Value::list(parts)),
                None => crate::eval::forms::too_many(COMPONENTS),
            }
        },
    ),
];

/// Most components that are listed.
const COMPONENTS: usize = 1_000_000;

/// How many positions may lie below one for remoteness to decide which of its moves is best.
const REMOTE: usize = 200_000;
/// And how many moves of theirs, where nim-values tell a winning move without them.
const REMOTE_MOVES: usize = 1_000_000;

/// A move and who makes it, if that matters.
pub type Moved = (Option<Player>, MoveRecord);
/// Several.
pub type Moves = Vec<Moved>;

/// A move as a value.
pub fn made(player: Option<Player>, record: MoveRecord) -> Value {
    let MoveRecord { component, becomes, to } = record;
    Value::Move(Rc::new(Move { player, component, becomes, to }))
}

/// A player given as `Left` or `Right`.
pub fn player(value: &Value) -> Res<Option<Player>> {
    match given(value) {
        None => Ok(None),
        Some(Value::Player(p @ (Player::Left | Player::Right))) => Ok(Some(*p)),
        Some(other) => Fault::expected("Left or Right as the player", other).err(),
    }
}

/// Moves with their players; without one where the game is impartial and nobody was asked for.
pub fn all_moves(m: &mut Machine, g: &Value, who: &Value) -> Res<Moves> {
    let g = &m.playable(g)?;
    m.check_game_argument(g)?;
    if g.for_points() {
        let players = match player(who)? {
            Some(player) => vec![Some(player)],
            None if m.moves_only(g) => vec![None],
            None => vec![Some(Player::Left), Some(Player::Right)],
        };
        let mut all = Moves::new();
        for player in players {
            let moves = m.moves_for_points(g, player.unwrap_or(Player::Left))?;
            all.extend(moves.into_iter().map(|made| (player, made.record)));
        }
        return Ok(all);
    }
    let handle = Rc::clone(&m.handle);
    let tagged = |p: Option<Player>, records: Vec<MoveRecord>| -> Res<Moves> {
        handle.reserve(records.len().saturating_mul(size_of::<(Option<Player>, MoveRecord)>()))?;
        Ok(records.into_iter().map(|r| (p, r)).collect())
    };
    if let Some(p) = player(who)? {
        return tagged(Some(p), m.moves_of(g, p)?);
    }
    if super::form::impartial(m, g)? {
        return tagged(None, m.moves_of(g, Player::Left)?);
    }
    let mut all = tagged(Some(Player::Left), m.moves_of(g, Player::Left)?)?;
    all.extend(tagged(Some(Player::Right), m.moves_of(g, Player::Right)?)?);
    Ok(all)
}

/// How many positions may be explored, if that is said.
pub fn bound(value: &Value) -> Res<Option<usize>> {
    match given(value) {
        None => Ok(None),
        Some(value) => Ok(Some(usize::try_from(super::natural(value, "the bound")?).unwrap_or(usize::MAX))),
    }
}

/// Whether the positions below one component after the other are so few that remoteness may be asked for: what cannot even be
/// listed is not begun.
fn within_reach(m: &mut Machine, g: &Value) -> Res<bool> {
    const MOST: u64 = 10_000_000;
    let sum = match g {
        Value::Position(_) | Value::Sum(_) => m.as_sum(g)?,
        _ => return Ok(true),
    };
    Ok(sum.terms.iter().all(|(_, position)| m.positions_below(position).is_none_or(|below| below <= MOST)))
}

/// Whether remoteness can be had: not where a native rule set says that too many positions lie below, nor in a sum with too many
/// of them.
fn has_remoteness(m: &mut Machine, g: &Value) -> Res<bool> {
    let parts = match g {
        Value::Position(position) => vec![Rc::clone(position)],
        Value::Sum(sum) => sum.terms.iter().map(|(_, position)| Rc::clone(position)).collect(),
        _ => Vec::new(),
    };
    let mut below = 1u64;
    for position in parts {
        if let Some(native) = position.rules.engine().cloned()
            && !native.has_remoteness(m, &position)?
        {
            return Ok(false);
        }
        below = below.saturating_mul(m.positions_below(&position).map_or(1, |n| n.saturating_add(1)));
    }
    Ok(below <= REMOTE as u64)
}

/// No answer within the bound: `unknown` if the bound was asked for, else an error that says how to go on.
pub fn undecided(m: &mut Machine, what: &str, g: &Value, under: Under) -> Res {
    if under.bound.is_some() {
        return Ok(Value::of(Unknown));
    }
    let shown = m.briefly_played(g);
    let (reached, written) = (shown.as_deref().unwrap_or("this game"), shown.as_deref().unwrap_or("…"));
    let (what, more) = match what {
        "misere_outcome" => ("outcome", ", misere = true"),
        "misere_winning_moves" => ("winning_moves", ", misere = true"),
        what if under.is_misere() => (what, ", misere = true"),
        what => (what, ""),
    };
    Fault::new(Mistake::Undecided, format!("the first {BOUND} positions reached from {reached} do not decide who wins"))
        .note(format!(
            "`{what}({written}, bound = {}{more})` explores more; with a bound the answer may be `unknown`.",
            10 * BOUND
        ))
        .err()
}

/// `winning_moves(g)`, and its short forms.
pub fn winning_moves(m: &mut Machine, g: &Value, who: &Value, under: Under, name: &str) -> Res {
    match winning(m, g, who, under)? {
        Some(moves) => Ok(Value::list(moves.into_iter().map(|(player, record)| made(player, record)).collect())),
        None => undecided(m, name, g, under),
    }
}

/// Moves after which their maker wins: the opponent, to move, loses.
pub fn winning(m: &mut Machine, g: &Value, who: &Value, under: Under) -> Res<Option<Moves>> {
    let g = &m.playable(g)?;
    let mut out = Vec::new();
    if under.is_misere() {
        m.check_for_misere(g)?;
        if let Some(moves) = m.misere_winning_moves(g)? {
            let player = player(who)?;
            return Ok(Some(moves.into_iter().map(|record| (player, record)).collect()));
        }
    } else if g.for_points() {
        let Some(judged) = by_points(m, g, who, under.bound)? else { return Ok(None) };
        let wins = |(player, _, score): &(Player, MoveRecord, BigRational)| match player {
            Player::Left => score.is_positive(),
            _ => score.is_negative(),
        };
        return Ok(Some(judged.into_iter().filter(wins).map(|(player, record, _)| (Some(player), record)).collect()));
    }
    let either = under.method == Method::Either;
    if either
        && !under.is_misere()
        && let Value::Position(position) = g
        && let Some(lost) = m.lost_options(position)?
    {
        let player = player(who)?;
        let record = |to: Value| MoveRecord { component: g.clone(), becomes: to.clone(), to };
        return Ok(Some(lost.into_iter().map(|to| (player, record(to))).collect()));
    }
    if either
        && !under.is_misere()
        && let Some(moves) = m.winning_by_nim_values(g)?
    {
        let player = player(who)?;
        return Ok(Some(moves.into_iter().map(|record| (player, record)).collect()));
    }
    for (player, record) in all_moves(m, g, who)? {
        match m.verdict_after(&record.to, player, under)? {
            Some(Outcome::P) => out.push((player, record)),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(out))
}

/// How good a move is: 2 if it wins, 1 if it draws, 0 if it loses; then how far from its worst case.
type Merit = (u8, i64);

/// Win quickly, lose slowly.
fn merit(answer: Solved) -> Option<Merit> {
    let length = i64::from(answer.remoteness.unwrap_or(0));
    Some(match answer.outcome? {
        Outcome::P => (2, -length),
        Outcome::D => (1, 0),
        Outcome::N => (0, length),
    })
}

/// A best or worst move; `None` if the bound does not decide.
pub fn choose(m: &mut Machine, g: &Value, who: &Value, best: bool, under: Under) -> Res<Option<Option<Moved>>> {
    let g = &m.playable(g)?;
    if under.is_misere() {
        m.check_for_misere(g)?;
        if g.thing::<Multitude>().is_some() {
            return among_many(m, g, player(who)?, best);
        }
    }
    m.check_game_argument(g)?;
    if g.for_points() {
        let who = player(who)?.unwrap_or(Player::Left);
        let Some(judged) = by_points(m, g, &Value::Player(who), under.bound)? else { return Ok(None) };
        let (mut found, wants_more) = (None::<(MoveRecord, BigRational)>, best == (who == Player::Left));
        for (_, record, score) in judged {
            let better = |known: &BigRational| if wants_more { score > *known } else { score < *known };
            if found.as_ref().is_none_or(|(_, known)| better(known)) {
                found = Some((record, score));
            }
        }
        return Ok(Some(found.map(|(record, _)| (Some(who), record))));
    }
    let impartial = super::form::impartial(m, g)?;
    let asked = player(who)?;
    if !impartial && asked.is_none() {
        return Fault::new(Mistake::Arguments, "both players have moves of their own here")
            .note(match best {
                true => "Say for whom: `best_move(g, Left)` or `best_move(g, Right)`.",
                false => "Say for whom: `worst_move(g, Left)` or `worst_move(g, Right)`.",
            })
            .err();
    }
    m.check_game_argument(g)?;
    // Values of games that end tell who wins faster than all their positions do, but not how soon.
    let soon = match has_remoteness(m, g)? {
        false => false,
        // Values say nothing about misère play: there is nothing faster than the positions.
        true if under.is_misere() => under.bound.is_some() || m.soon_played_out(g, under.convention, REMOTE.into())?,
        true if impartial => {
            let reach = Reach { positions: REMOTE, moves: REMOTE_MOVES };
            under.bound.is_some() || m.soon_played_out(g, under.convention, reach)? || !m.ends(g)?
        }
        true => !m.ends(g)?,
    };
    if best
        && !soon
        && under.is_misere()
        && let Some(found) = m.misere_winning_moves(g)?
        && let Some(record) = found.into_iter().next()
    {
        return Ok(Some(Some((asked, record))));
    }
    if best && !soon && !under.is_misere() {
        if let Value::Position(position) = g
            && let Some((winning, other)) = m.lost_option(position)?
        {
            // Nobody says how soon anything ends: one winning move is as good as another, and so are losing ones.
            let record = |to: Value| MoveRecord { component: g.clone(), becomes: to.clone(), to };
            return Ok(Some(match winning.or(other) {
                Some(to) => Some((asked, record(to))),
                None => all_moves(m, g, who)?.into_iter().next(),
            }));
        }
        if impartial && under.method == Method::Either {
            if let Some(found) = first_lost(m, g, under)? {
                return Ok(Some(found.map(|record| (asked, record))));
            }
            if let Some(found) = m.move_by_nim_values(g)? {
                return Ok(Some(found.map(|record| (asked, record))));
            }
        }
    }
    let moves = all_moves(m, g, who)?;
    // How soon the best move ends the game, where that is known before any move is looked at.
    let mut own = None;
    if best && soon && impartial && under.bound.is_none() {
        own = Some(m.play_out(g, Player::Left, under)?).filter(|own| own.is_exact());
        // What decides about the game has been labelled on the way.
        for (player, record) in &moves {
            if let Some(after) = m.known_remoteness(&record.to, under.convention)?
                && own.is_some_and(|own| after.best_from(own))
            {
                return Ok(Some(Some((*player, record.clone()))));
            }
        }
    }
    let mut found: Option<(Merit, Moved)> = None;
    for (player, record) in moves {
        let answer = if soon {
            m.play_out(&record.to, opponent(player.unwrap_or(Player::Right)), under)?
        } else {
            Solved { outcome: m.verdict_after(&record.to, player, under)?, remoteness: None }
        };
        if own.is_some_and(|own| answer.best_from(own)) {
            return Ok(Some(Some((player, record))));
        }
        let Some(merit) = merit(answer) else { return Ok(None) };
        let better = found.as_ref().is_none_or(|(known, _)| if best { merit > *known } else { merit < *known });
        if better {
            found = Some((merit, (player, record)));
        }
        // Without remoteness there is nothing better than winning.
        if best && !soon && found.as_ref().is_some_and(|(merit, _)| merit.0 == 2) {
            break;
        }
    }
    Ok(Some(found.map(|(_, moved)| moved)))
}

/// The first move to a lost position, or in a lost one the first of all, where the nim-value takes long: it needs those of all
/// positions below, while a search may say who wins by few of them. Nothing where it does not, or in sums, which nim-values decide
/// part by part.
fn first_lost(m: &mut Machine, g: &Value, under: Under) -> Res<Option<Option<MoveRecord>>> {
    if !matches!(g, Value::Position(position) if position.rules.engine().is_none()) || !m.takes_long(g)? {
        return Ok(None);
    }
    let Some(verdict) = m.verdict(g, Player::Left, under)? else { return Ok(None) };
    for record in m.moves_of(g, Player::Left)? {
        if verdict == Outcome::P || m.verdict_after(&record.to, None, under)? == Some(Outcome::P) {
            return Ok(Some(Some(record)));
        }
    }
    Ok((verdict == Outcome::P).then_some(None))
}

/// A winning move in a sum of many positions, else any; or a losing one, else any.
fn among_many(m: &mut Machine, g: &Value, who: Option<Player>, best: bool) -> Res<Option<Option<Moved>>> {
    if !best {
        return Fault::new(Mistake::TooLarge, "the worst move in a sum of so many positions is not looked for").err();
    }
    let winning = m.misere_winning_moves(g)?.and_then(|moves| moves.into_iter().next());
    let found = if winning.is_some() { winning } else { m.any_move_of_many(g)? };
    Ok(Some(found.map(|record| (who, record))))
}

/// The moves of a game for points with who makes them and what they come to.
fn by_points(
    m: &mut Machine,
    g: &Value,
    who: &Value,
    most: Option<usize>,
) -> Res<Option<Vec<(Player, MoveRecord, BigRational)>>> {
    let players = player(who)?.map_or(vec![Player::Left, Player::Right], |player| vec![player]);
    let mut out = Vec::new();
    for player in players {
        let Some(judged) = m.judged_by_points(g, player, most.unwrap_or(BOUND))? else { return Ok(None) };
        out.extend(judged.into_iter().map(|(record, score)| (player, record, score)));
    }
    Ok(Some(out))
}

fn chosen(m: &mut Machine, a: &[Value], best: bool, under: Under) -> Res {
    match choose(m, &a[0], &a[1], best, under)? {
        Some(found) => Ok(found.map_or(Value::Nothing, |(player, record)| made(player, record))),
        None => undecided(m, "best_move", &a[0], under),
    }
}

/// Each move with what it comes to for the player who makes it.
fn judged(m: &mut Machine, a: &[Value]) -> Res {
    let under = under(&a[2], &a[3])?;
    let mut out = Vec::new();
    let g = &m.playable(&a[0])?;
    if under.is_misere() && g.is_game() {
        m.check_for_misere(g)?;
    }
    m.check_game_argument(g)?;
    if g.for_points() {
        let Some(judged) = by_points(m, g, &a[1], under.bound)? else {
            return undecided(m, "move_outcomes", g, under);
        };
        for (player, record, score) in judged {
            out.push(Value::tuple(vec![made(Some(player), record), score.into()]));
        }
        return Ok(Value::list(out));
    }
    let lost = lost_together(m, g, under)?;
    for (player, record) in all_moves(m, g, &a[1])? {
        let outcome = match &lost {
            Some(lost) if lost.contains(&m.key(&record.to)?) => Some(Outcome::P),
            Some(_) => Some(Outcome::N),
            None => m.verdict_after(&record.to, player, under)?,
        };
        let class = match (player, outcome) {
            (_, None) => Value::of(Unknown),
            (None, Some(outcome)) => Value::Outcome(class_of(outcome, outcome)),
            (Some(_), Some(Outcome::D)) => Value::Outcome(OutcomeClass::D),
            (Some(p), Some(outcome)) => {
                let wins = if outcome == Outcome::P { p } else { opponent(p) };
                Value::Player(wins)
            }
        };
        out.push(Value::tuple(vec![made(player, record), class]));
    }
    Ok(Value::list(out))
}

/// The options of an impartial position that are lost, where they are found together and not one by one.
pub(super) fn lost_together(m: &mut Machine, g: &Value, under: Under) -> Res<Option<FxHashSet<Key>>> {
    let Value::Position(position) = g else { return Ok(None) };
    if under.is_misere() || under.method != Method::Either {
        return Ok(None);
    }
    let Some(lost) = m.lost_options(position)? else { return Ok(None) };
    Ok(Some(lost.iter().map(|to| m.key(to)).collect::<Res<_>>()?))
}
