//! Which positions of a game a picture shows, with what beside them.
//!
//! In: a game, a bound on what is shown, what is wanted as labels. Out: [`Vertex`] after vertex, those first that are reached
//! first, with their moves; what the bound leaves out is counted. P-positions (the previous player wins) are boxed, and moves
//! after which their maker wins are marked. With `cut` nothing is shown below positions that the second player of the whole game
//! wins: what is left is a proof that the first player wins, with the mistakes that can be made. With `scores` the vertices are
//! positions with their player to move, labelled by the score of best play, and best moves are marked; `cut` then shows
//! nothing below moves that are not best.
//!
//! In the style of a note a picture shows who wins the whole game, which its first player begins: positions from which the second player
//! wins are boxed and nothing below them is shown, the first player's moves to them are marked as mistakes, and where a player can
//! end the game at once with a win, that is all that is to be said.

use super::super::convention;
use super::super::play::{bound, lost_together};
use super::super::scores::all_scores;
use super::boards::{Board, look};
use crate::adapters::loopy::BOUND;
use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, opponent};
use crate::graphs::Outcome;
use crate::source::Span;
use crate::value::key::Key;
use crate::value::{Convention, Fault, Player, Res, Under, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many positions are shown unless it is said.
const SHOWN: usize = 60;
/// The most that are ever shown.
const MOST: usize = 5000;
/// The longest label, in characters.
const LABEL: usize = 40;

/// A position in a picture.
pub struct Vertex {
    /// What is written there.
    pub label: Label,
    /// The second player wins.
    pub boxed: bool,
    /// Its moves are left out on purpose.
    pub cut: bool,
    /// Moves: whose (nobody's if both may), where to, whether it is marked: a winning or a best one, in a note a losing one.
    pub moves: Vec<(Option<Player>, usize, bool)>,
    /// Moves that lead to positions which are not shown.
    pub more: usize,
}

/// What a position is called, and what it looks like.
#[derive(Default)]
pub struct Label {
    /// Its notation, with what is wanted beside it.
    pub text: String,
    /// A board that says what it is.
    pub board: Option<Board>,
    /// What is wanted beside a board.
    pub beside: String,
}

impl From<String> for Label {
    fn from(text: String) -> Label {
        Label { text, ..Label::default() }
    }
}

/// What is to be shown.
pub struct Wanted {
    most: usize,
    cut: bool,
    scores: bool,
    values: Labels,
    convention: Convention,
    /// Who wins the whole game is shown, and no more.
    note: bool,
}

/// What marks and boxes mean, which legends say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Winning moves, and positions that the second player wins, whoever that is.
    Wins,
    /// Best moves for points.
    Scores,
    /// The first player's losing moves, and positions from which the second player wins the whole game.
    Note,
}

/// What stands beside a position.
enum Labels {
    Nothing,
    Value,
    Of(Value),
}

/// The arguments `(g, most, cut, values, scores, misere, style)` of a picture; the last may be missing.
pub fn wanted(m: &mut Machine, a: &[Value]) -> Res<Wanted> {
    if !m.is_loopy(&a[0]) {
        m.check_game_argument(&a[0])?;
    }
    let flag = |value: &Value, name: &str| match given(value) {
        None => Ok(None),
        Some(Value::Bool(b)) => Ok(Some(*b)),
        Some(other) => Fault::expected(format!("true or false for `{name}`"), other).err(),
    };
    let convention = convention(&a[5])?;
    if convention == Convention::Misere {
        m.check_game_argument(&a[0])?;
        m.check_for_misere(&a[0])?;
    }
    let note = match a.get(6).and_then(given) {
        None => false,
        Some(Value::Str(style)) if &***style == "note" => true,
        Some(other) => return Fault::expected("\"note\" for `style`", other).err(),
    };
    let values = match given(&a[3]) {
        // Values are those of normal play, and a note says who wins.
        None if convention == Convention::Misere || note => Labels::Nothing,
        None | Some(Value::Bool(true)) => Labels::Value,
        Some(Value::Bool(false)) => Labels::Nothing,
        Some(f @ (Value::Func(_) | Value::Native(_) | Value::Rules(_))) => Labels::Of(f.clone()),
        Some(other) => return Fault::expected("true, false or a function for `values`", other).err(),
    };
    Ok(Wanted {
        most: bound(&a[1])?.unwrap_or(SHOWN).clamp(1, MOST),
        cut: flag(&a[2], "cut")?.unwrap_or(false),
        scores: flag(&a[4], "scores")?.unwrap_or(false),
        values,
        convention,
        note,
    })
}

impl Wanted {
    /// How many positions are shown.
    pub fn most(&self) -> usize {
        self.most
    }

    /// What is written at a position.
    pub fn beside(&self, m: &mut Machine, game: &Value) -> Res<Label> {
        Ok(joined(&name(m, game)?, &beside(m, game, &self.values)?).into())
    }

    /// What is written at a position of a rule set, and its board, if it has one of the size of a box.
    fn label(&self, m: &mut Machine, game: &Value) -> Res<Label> {
        let (name, beside) = (name(m, game)?, beside(m, game, &self.values)?);
        let board = if self.note { None } else { boxed(m, game)? };
        Ok(Label { text: joined(&name, &beside), board, beside })
    }
}

/// The vertices of a picture, and what is marked. `tree`: a position as often as it is reached.
pub fn vertices(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<(Vec<Vertex>, Sense)> {
    if m.is_loopy(game) {
        if wanted.scores || wanted.cut || wanted.note {
            return Fault::expected("a position of a rule set for `scores`, `cut` and `style`", game).err();
        }
        return Ok((super::loops::vertices(m, game, wanted, tree)?, Sense::Wins));
    }
    if wanted.scores || game.for_points() {
        if wanted.note {
            return Fault::new(Mistake::Unsuitable, "a note shows who wins; games for points have scores").err();
        }
        Ok((scored(m, game, wanted, tree)?, Sense::Scores))
    } else if wanted.note {
        Ok((noted(m, game, wanted, tree)?, Sense::Note))
    } else {
        Ok((explored(m, game, wanted, tree)?, Sense::Wins))
    }
}

/// Positions with the turn in which they are reached: in a partizan game Left begins.
fn noted(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<Vec<Vertex>> {
    let under = Under::from(wanted.convention);
    let impartial = crate::builtins::form::impartial(m, game)?;
    let mut games = vec![(game.clone(), true)];
    let mut index: FxHashMap<(Key, bool), usize> = FxHashMap::default();
    index.insert((m.played_key(game)?, true), 0);
    let mut out: Vec<Vertex> = Vec::new();
    while out.len() < games.len() {
        m.handle.tick()?;
        let (here, first) = games[out.len()].clone();
        let mover = if first { Player::Left } else { Player::Right };
        // Who wins the whole game if it comes to this: whoever moves here, or the other one.
        let to_second = |class| class == Some(if first { Outcome::P } else { Outcome::N });
        let boxed = to_second(m.verdict(&here, mover, under)?);
        let label = wanted.label(m, &here)?;
        let mut vertex = Vertex { label, boxed, cut: false, moves: Vec::new(), more: 0 };
        let records = if boxed { Vec::new() } else { m.moves_of(&here, mover)? };
        let mut after = Vec::with_capacity(records.len());
        for record in records {
            let class = m.verdict(&record.to, opponent(mover), under)?;
            let ends = class == Some(Outcome::P) && m.moves_of(&record.to, opponent(mover))?.is_empty();
            if ends {
                after.clear();
                break;
            }
            // After the move it is the other one's turn.
            let lost = class == Some(if first { Outcome::N } else { Outcome::P });
            after.push((record, lost));
        }
        for (record, lost) in after {
            let key = (m.played_key(&record.to)?, !first);
            let known = if tree { None } else { index.get(&key).copied() };
            let to = match known {
                Some(to) => to,
                None if games.len() >= wanted.most => {
                    vertex.more += 1;
                    continue;
                }
                None => {
                    index.insert(key, games.len());
                    games.push((record.to, !first));
                    games.len() - 1
                }
            };
            let made = ((!impartial).then_some(mover), to, first && lost);
            if !vertex.moves.contains(&made) {
                vertex.moves.push(made);
            }
        }
        out.push(vertex);
    }
    Ok(out)
}

fn explored(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<Vec<Vertex>> {
    let under = Under::from(wanted.convention);
    let mut games = vec![game.clone()];
    let mut index: FxHashMap<Key, usize> = FxHashMap::default();
    index.insert(m.played_key(game)?, 0);
    let impartial = crate::builtins::form::impartial(m, game)?;
    // Whose turn it is when a position is first met: the first player's if true.
    let mut turns = vec![true];
    let players: &[Option<Player>] = if impartial { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    let mut out: Vec<Vertex> = Vec::new();
    while out.len() < games.len() {
        m.handle.tick()?;
        let here = games[out.len()].clone();
        let class = m.verdict(&here, Player::Left, under)?;
        let other = if impartial { class } else { m.verdict(&here, Player::Right, under)? };
        let boxed = class == Some(Outcome::P) && other == Some(Outcome::P);
        let label = wanted.label(m, &here)?;
        let mut vertex = Vertex { label, boxed, cut: false, moves: Vec::new(), more: 0 };
        let first = turns[out.len()];
        let mover = if first || impartial { class } else { other };
        let lost = mover == Some(if first { Outcome::P } else { Outcome::N });
        let cut = wanted.cut && lost && !out.is_empty();
        let together = if impartial && !cut { lost_together(m, &here, under)? } else { None };
        for &player in players {
            for record in m.moves_of(&here, player.unwrap_or(Player::Left))? {
                if cut {
                    vertex.cut = true;
                    break;
                }
                let wins = match &together {
                    Some(lost) => lost.contains(&m.key(&record.to)?),
                    None => m.verdict_after(&record.to, player, under)? == Some(Outcome::P),
                };
                let key = m.played_key(&record.to)?;
                let known = if tree { None } else { index.get(&key).copied() };
                let to = match known {
                    Some(to) => to,
                    None if games.len() >= wanted.most => {
                        vertex.more += 1;
                        continue;
                    }
                    None => {
                        index.insert(key, games.len());
                        games.push(record.to);
                        turns.push(!first);
                        games.len() - 1
                    }
                };
                if !vertex.moves.contains(&(player, to, wins)) {
                    vertex.moves.push((player, to, wins));
                }
            }
        }
        out.push(vertex);
    }
    Ok(out)
}

/// Positions with their player to move, Left having begun.
fn scored(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<Vec<Vertex>> {
    let all = all_scores(m, game, Player::Left, BOUND)?;
    let best = |v: u32, w: u32| all.score(v) == all.score(w) + all.gain(v, w);
    // What best play can come to.
    let mut lively: FxHashSet<u32> = FxHashSet::default();
    let mut stack = vec![0u32];
    while let Some(v) = stack.pop() {
        m.handle.tick()?;
        if lively.insert(v) {
            stack.extend(all.options(v).iter().copied().filter(|&w| best(v, w)));
        }
    }
    let mut states = vec![0u32];
    let mut index: FxHashMap<u32, usize> = FxHashMap::default();
    index.insert(0, 0);
    let mut out: Vec<Vertex> = Vec::new();
    while out.len() < states.len() {
        m.handle.tick()?;
        let v = states[out.len()];
        let (here, player) = all.state(v).clone();
        let score = m.notation(&Value::from(all.score(v)))?;
        let text = format!("{score}: {}", name(m, &here)?);
        let label = Label { text, board: boxed(m, &here)?, beside: format!(": {score}") };
        let cut = wanted.cut && !lively.contains(&v) && !all.options(v).is_empty();
        let mut vertex = Vertex { label, boxed: false, cut, moves: Vec::new(), more: 0 };
        for &w in if cut { &[] } else { all.options(v) } {
            let known = if tree { None } else { index.get(&w).copied() };
            let to = match known {
                Some(to) => to,
                None if states.len() >= wanted.most => {
                    vertex.more += 1;
                    continue;
                }
                None => {
                    index.insert(w, states.len());
                    states.push(w);
                    states.len() - 1
                }
            };
            vertex.moves.push((Some(player), to, best(v, w)));
        }
        out.push(vertex);
    }
    Ok(out)
}

/// A position by its parameters where that says enough.
fn name(m: &mut Machine, game: &Value) -> Res<String> {
    Ok(shortened(match game {
        Value::Form(form) => m.form_notation(form)?,
        other => m.short_name(other)?,
    }))
}

/// What is wanted beside a position, with the sign before it.
fn beside(m: &mut Machine, game: &Value, values: &Labels) -> Res<String> {
    let worth = match values {
        Labels::Nothing => None,
        Labels::Of(f) => {
            let value = m.apply(f, vec![game.clone()], Span::default())?;
            return Ok(format!(": {}", shortened(m.notation(&value)?)));
        }
        Labels::Value => match game {
            Value::Form(form) if !form.for_points => {
                let value = m.game(game)?;
                Some(m.store.name(value, &m.handle)?)
            }
            Value::Position(_) | Value::Sum(_) | Value::Form(_) => m.worth(game)?,
            _ => None,
        },
    };
    Ok(worth.filter(|worth| worth.chars().count() <= 16).map_or(String::new(), |worth| format!(" = {worth}")))
}

/// A name with what stands beside it, unless that says the same.
fn joined(name: &str, beside: &str) -> String {
    if beside.strip_prefix(" = ") == Some(name) { name.to_owned() } else { format!("{name}{beside}") }
}

fn shortened(text: String) -> String {
    if text.chars().count() > LABEL { text.chars().take(LABEL - 1).chain(['…']).collect() } else { text }
}

/// What a position looks like, if there is room for it in a box: a board of few rows and columns, a Hackenbush picture. A `draw`
/// line that fails is no error here.
fn boxed(m: &mut Machine, game: &Value) -> Res<Option<Board>> {
    if !matches!(game, Value::Position(_) | Value::Sum(_)) {
        return Ok(None);
    }
    match m.attempt(|m| look(m, game)) {
        Ok(board) => Ok(board.filter(Board::is_small)),
        Err(flow) if flow.stopped() => Err(flow),
        Err(_) => Ok(None),
    }
}
