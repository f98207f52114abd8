//! Scores: games that are played for points, Left wanting many and Right few.
//!
//! In: a position and who begins. Out: the score that best play leads to, and a line of best play. Players move in turn, but
//! for moves after which the same player moves again;
//! play ends when the player to move has no move, and the `score` clause says how many points Left is ahead then;
//! what moves have brought meanwhile counts besides, and in a sum the points of the components add, where those that know of no points
//! count 0. The positions with their player to move are a graph, valued backwards
//! ([`crate::graphs::score`], Zermelo 1913). One that goes round has no scores: an error that shows the way round. Cost: each
//! position's clauses are evaluated once for each player who is to move there.

use crate::diagnostics::Mistake;
use crate::eval::points::PointMove;
use crate::eval::{Machine, MoveRecord, opponent};
use crate::graphs::{Digraph, NoScores, Outcome, scores_with_gains};
use crate::syntax::ast::ClauseKind;
use crate::value::key::Key;
use crate::value::{Fault, Flow, Player, Position, Res, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The scores of all positions that play can come to.
pub struct Scored {
    states: Vec<(Value, Player)>,
    graph: Digraph,
    /// What moves bring to Left, where they bring something.
    gains: Gains,
    scale: Scale,
    found: crate::graphs::Scores,
}

type Gains = FxHashMap<(u32, u32), i64>;

/// Points as integers, which are quick to compare and to add.
enum Scale {
    /// Where no move brings points: a score is its place among all that occur.
    Places(Vec<BigRational>),
    /// All points are multiples of one part of so many.
    Parts(BigInt),
}

impl Scale {
    fn points(&self, score: i64) -> BigRational {
        match self {
            Scale::Places(different) => different[usize::try_from(score).unwrap_or(0).min(different.len() - 1)].clone(),
            Scale::Parts(parts) => BigRational::new(score.into(), parts.clone()),
        }
    }

    /// The scale for the points that occur, and those of moves in it.
    fn of(ends: &FxHashMap<u32, BigRational>, gains: &FxHashMap<(u32, u32), BigRational>) -> Res<(Scale, Gains)> {
        if gains.is_empty() {
            let mut different: Vec<BigRational> = ends.values().cloned().collect();
            different.sort();
            different.dedup();
            return Ok((Scale::Places(different), Gains::default()));
        }
        let parts =
            ends.values().chain(gains.values()).fold(BigInt::from(1), |parts, points| parts.lcm(points.denom()));
        let scale = Scale::Parts(parts);
        ends.values().try_for_each(|points| scale.score(points).map(|_| ()))?;
        let scaled = gains.iter().map(|(&edge, points)| Ok((edge, scale.score(points)?)));
        let scaled = scaled.collect::<Res<_>>()?;
        Ok((scale, scaled))
    }

    fn score(&self, points: &BigRational) -> Res<i64> {
        match self {
            Scale::Places(different) => {
                Ok(i64::try_from(different.partition_point(|known| known < points)).unwrap_or(i64::MAX))
            }
            // Paths have fewer than 2^30 moves.
            Scale::Parts(parts) => match i64::try_from((points * parts).to_integer()) {
                Ok(score) if score.unsigned_abs() < 1 << 32 => Ok(score),
                _ => Fault::new(
                    Mistake::TooLarge,
                    "points of moves have at most nine digits, in parts of all that occur",
                )
                .err(),
            },
        }
    }
}

impl Scored {
    /// A position and who is to move there; number 0 is where play begins.
    pub fn state(&self, v: u32) -> &(Value, Player) {
        &self.states[v as usize]
    }

    /// Where the player to move can go.
    pub fn options(&self, v: u32) -> &[u32] {
        self.graph.options(v).unwrap_or(&[])
    }

    /// What best play leads to from here.
    pub fn score(&self, v: u32) -> BigRational {
        self.scale.points(self.found.score[v as usize])
    }

    /// What the move from one to another brings to Left.
    pub fn gain(&self, v: u32, w: u32) -> BigRational {
        self.gains.get(&(v, w)).map_or_else(BigRational::zero, |&gain| self.scale.points(gain))
    }

    /// The positions of a line of best play from the beginning.
    pub fn line(&self, machine: &Machine) -> Res<Vec<Value>> {
        let gain = |v, w| self.gains.get(&(v, w)).copied().unwrap_or(0);
        let line = self.found.line_with_gains(&self.graph, gain, 0, &machine.handle)?;
        Ok(line.into_iter().map(|v| self.states[v as usize].0.clone()).collect())
    }
}

impl Machine {
    /// Scores of all that can be reached when `player` begins. `None`: more than `bound` positions can be.
    pub fn scored(&mut self, game: &Value, player: Player, bound: usize) -> Res<Option<Scored>> {
        let Some((scored, without)) = self.scored_from(game, player, bound)? else { return Ok(None) };
        // Where all that this player can come to counts 0, the game is one for points if the other one can come to some, or if points
        // stand in the literal that it is.
        if let Some(end) = without
            && !matches!(game, Value::Form(form) if form.for_points)
            && !matches!(self.scored_from(game, opponent(player), bound)?, Some((_, None)))
        {
            return self.no_points(&end);
        }
        Ok(Some(scored))
    }

    /// The same, and an end of play if none of them knows of points.
    fn scored_from(&mut self, game: &Value, player: Player, bound: usize) -> Res<Option<(Scored, Option<Value>)>> {
        let mut states: Vec<(Value, Player)> = Vec::new();
        let mut index: FxHashMap<(Key, Player), u32> = FxHashMap::default();
        let mut graph = Digraph::new();
        let mut ends: FxHashMap<u32, BigRational> = FxHashMap::default();
        let (mut has_points, mut without) = (false, None);
        let mut gains: FxHashMap<(u32, u32), BigRational> = FxHashMap::default();
        index.insert((self.played_key(game)?, player), 0);
        states.push((game.clone(), player));
        while graph.rows() < states.len() {
            self.handle.tick()?;
            if states.len() > bound {
                return Ok(None);
            }
            if graph.rows().is_multiple_of(256) {
                self.handle.progress("positions explored", graph.rows() as u64, None);
            }
            let (here, mover) = states[graph.rows()].clone();
            let other = opponent(mover);
            let at = u32::try_from(graph.rows()).unwrap_or(u32::MAX);
            let mut row = Vec::new();
            for PointMove { record, points, again } in self.moves_for_points(&here, mover)? {
                let player = if again { mover } else { other };
                let next = u32::try_from(states.len()).unwrap_or(u32::MAX);
                let to = *index.entry((self.played_key(&record.to)?, player)).or_insert_with(|| {
                    states.push((record.to, player));
                    next
                });
                let points = if mover == Player::Left { points } else { -points };
                if row.contains(&to) {
                    // Two moves to one position: the mover takes the one that brings more.
                    let known = gains.remove(&(at, to)).unwrap_or_else(BigRational::zero);
                    let best = if mover == Player::Left { known.max(points) } else { known.min(points) };
                    gains.insert((at, to), best);
                    continue;
                }
                if !points.is_zero() {
                    gains.insert((at, to), points);
                }
                row.push(to);
            }
            if row.is_empty() {
                let score = self.score_at_end(&here)?;
                has_points |= score.is_some();
                without = without.or_else(|| score.is_none().then_some(here));
                ends.insert(at, score.unwrap_or_else(BigRational::zero));
            }
            graph.push(row)?;
        }
        let (scale, gains) = Scale::of(&ends, &gains)?;
        let end = |v: u32| scale.score(&ends[&v]).unwrap_or(0);
        let gain = |v: u32, w: u32| gains.get(&(v, w)).copied().unwrap_or(0);
        let maximises = |v: u32| states[v as usize].1 == Player::Left;
        match scores_with_gains(&graph, end, gain, maximises, &self.handle) {
            Ok(found) => Ok(Some((Scored { states, graph, gains, scale, found }, without.filter(|_| !has_points)))),
            Err(NoScores::Stop(stop)) => Err(stop.into()),
            Err(NoScores::Cycle(round)) => {
                let mut names = Vec::new();
                for &v in round.iter().chain(round.first()).take(7) {
                    let name = self.briefly(&states[v as usize].0.clone());
                    names.push(name.unwrap_or_else(|| "…".into()));
                }
                if round.len() > 6 {
                    names.push("…".into());
                }
                Fault::new(Mistake::NoScore, "play can go round in a cycle, so best play need not end with a score")
                    .note(format!("The cycle: {}.", names.join(" -> ")))
                    .err()
            }
            Err(NoScores::Open(_)) => Fault::new(Mistake::NoScore, "not all positions could be explored").err(),
        }
    }

    /// Who wins a game for points if `player` begins: N that player, P the other, D nobody. `None`: more than `bound` positions can be
    /// reached.
    pub(super) fn points_verdict(&mut self, game: &Value, player: Player, bound: usize) -> Res<Option<Outcome>> {
        let Some(score) = self.points_of(game, player, bound)? else { return Ok(None) };
        Ok(Some(match (score.is_zero(), score.is_positive() == (player == Player::Left)) {
            (true, _) => Outcome::D,
            (_, true) => Outcome::N,
            (_, false) => Outcome::P,
        }))
    }

    /// What best play comes to. `None`: more than `bound` positions can be reached.
    pub fn points_of(&mut self, game: &Value, player: Player, bound: usize) -> Res<Option<BigRational>> {
        let scored = self.scored(game, player, bound)?;
        Ok(scored.map(|scored| scored.score(0)))
    }

    /// The moves of a player in a game for points, each with what it comes to in the end. `None`: more than `bound` positions can be
    /// reached.
    pub fn judged_by_points(
        &mut self,
        game: &Value,
        player: Player,
        bound: usize,
    ) -> Res<Option<Vec<(MoveRecord, BigRational)>>> {
        let Some(scored) = self.scored(game, player, bound)? else { return Ok(None) };
        // The moves in their order; of several to one position with one player to move the score has taken the best.
        let mut out: Vec<(MoveRecord, BigRational)> = Vec::new();
        for PointMove { record, points, again } in self.moves_for_points(game, player)? {
            let next = if again { player } else { opponent(player) };
            let key = self.played_key(&record.to)?;
            let points = if player == Player::Left { points } else { -points };
            for &to in scored.options(0) {
                let (value, mover) = scored.state(to);
                if *mover == next && self.played_key(&value.clone())? == key {
                    out.push((record, points + scored.score(to)));
                    break;
                }
            }
        }
        Ok(Some(out))
    }

    /// How many points Left is ahead if play ends there; `None` of what knows of no points, which counts 0 beside what does, whoever may
    /// have moves left in it.
    pub(crate) fn score_at_end(&mut self, value: &Value) -> Res<Option<BigRational>> {
        match value {
            Value::Position(position) => self.score_of_position(position),
            Value::Sum(sum) => {
                let mut total: Option<BigRational> = None;
                for (negative, position) in sum.terms.iter() {
                    let Some(points) = self.score_of_position(position)? else { continue };
                    let points = if *negative { -points } else { points };
                    total = Some(total.unwrap_or_else(BigRational::zero) + points);
                }
                Ok(total)
            }
            Value::Move(made) => self.score_at_end(&made.to),
            _ => Ok(None),
        }
    }

    fn score_of_position(&mut self, position: &Rc<Position>) -> Res<Option<BigRational>> {
        if let Some(native) = position.rules.engine().cloned() {
            return native.score(self, position);
        }
        let mut found = None;
        let result = self.clauses(position, &[ClauseKind::Score], &mut |machine, score| {
            found = machine.number_of(&score)?;
            match found {
                Some(_) => Err(Box::new(Flow::Break)),
                None => Fault::expected("a number as the score", &score).err(),
            }
        });
        match result {
            Err(flow) if matches!(*flow, Flow::Break) => {}
            result => result?,
        }
        if found.is_none() && position.rules.has_score {
            let shown = self.briefly(&Value::Position(Rc::clone(position)));
            let shown = shown.unwrap_or_else(|| "this position".into());
            return Fault::new(
                Mistake::NoScore,
                format!("play ends in {shown}, and the `if` of no `score` clause holds there"),
            )
            .note(format!(
                "A line `score …` without a condition, below the others, says it for all other positions of {}.",
                position.rules.name
            ))
            .err();
        }
        Ok(found)
    }

    /// Play leads to no points at all.
    fn no_points<T>(&mut self, end: &Value) -> Res<T> {
        let Value::Position(position) = end else {
            return Fault::expected("positions of a rule set with a `score` clause to the end of play", end)
                .note("Where play ends, a `score` clause says how many points Left is ahead.")
                .err();
        };
        let shown = self.briefly(end).unwrap_or_else(|| "this position".into());
        Fault::new(
            Mistake::NoScore,
            format!("play ends in {shown}, and no `score` clause says how many points Left is ahead"),
        )
        .note(format!("Add a line `score …` to the rule set {}.", position.rules.name))
        .err()
    }
}
