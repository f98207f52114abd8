//! Scores: games that are played for points, Left wanting many and Right few.
//!
//! In: a position and who begins. Out: the score that best play leads to, and a line of best play. Players move in turn;
//! play ends when the player to move has no move, and the `score` clause says how many points Left is ahead then; in a sum
//! the points of the components add. The positions with their player to move are a graph, valued backwards
//! ([`crate::graphs::score`], Zermelo 1913). One that goes round has no scores: an error that shows the way round. Cost: each
//! position's clauses are evaluated once for each player who is to move there.

use crate::diagnostics::Mistake;
use crate::eval::{Machine, opponent};
use crate::graphs::{Digraph, NoScores, scores};
use crate::syntax::ast::ClauseKind;
use crate::value::key::Key;
use crate::value::{Fault, Flow, Player, Position, Res, Value};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The scores of all positions that play can come to.
pub struct Scored {
    states: Vec<(Value, Player)>,
    graph: Digraph,
    different: Vec<BigRational>,
    found: crate::graphs::Scores,
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
    pub fn score(&self, v: u32) -> &BigRational {
        let rank = usize::try_from(self.found.score[v as usize]).unwrap_or(0);
        &self.different[rank.min(self.different.len() - 1)]
    }

    /// The positions of a line of best play from the beginning.
    pub fn line(&self, machine: &Machine) -> Res<Vec<Value>> {
        let line = self.found.line(&self.graph, 0, &machine.handle)?;
        Ok(line.into_iter().map(|v| self.states[v as usize].0.clone()).collect())
    }
}

impl Machine {
    /// Scores of all that can be reached when `player` begins. `None`: more than `bound` positions can be.
    pub fn scored(&mut self, game: &Value, player: Player, bound: usize) -> Res<Option<Scored>> {
        let mut states: Vec<(Value, Player)> = Vec::new();
        let mut index: FxHashMap<(Key, Player), u32> = FxHashMap::default();
        let mut graph = Digraph::new();
        let mut ends: FxHashMap<u32, BigRational> = FxHashMap::default();
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
            let mut row = Vec::new();
            for record in self.moves_of(&here, mover)? {
                let next = u32::try_from(states.len()).unwrap_or(u32::MAX);
                row.push(*index.entry((self.played_key(&record.to)?, other)).or_insert_with(|| {
                    states.push((record.to, other));
                    next
                }));
            }
            if row.is_empty() {
                let score = self.score_at_end(&here)?;
                ends.insert(u32::try_from(graph.rows()).unwrap_or(u32::MAX), score);
            }
            graph.push(row)?;
        }
        let mut different: Vec<BigRational> = ends.values().cloned().collect();
        different.sort();
        different.dedup();
        // Scores are compared as their places among all that occur.
        let rank = |v: u32| i64::try_from(different.partition_point(|s| *s < ends[&v])).unwrap_or(i64::MAX);
        let maximises = |v: u32| states[v as usize].1 == Player::Left;
        match scores(&graph, rank, maximises, &self.handle) {
            Ok(found) => Ok(Some(Scored { states, graph, different, found })),
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

    fn score_at_end(&mut self, value: &Value) -> Res<BigRational> {
        match value {
            Value::Position(position) => self.score_of_position(position),
            Value::Sum(sum) if sum.is_bare() => {
                let mut total = BigRational::from_integer(0.into());
                for (negative, position) in sum.terms.iter() {
                    let points = self.score_of_position(position)?;
                    total = if *negative { total - points } else { total + points };
                }
                Ok(total)
            }
            Value::Move(made) => self.score_at_end(&made.to),
            other => Fault::expected("positions of a rule set with a `score` clause to the end of play", other)
                .note("Where play ends, a `score` clause says how many points Left is ahead.")
                .err(),
        }
    }

    fn score_of_position(&mut self, position: &Rc<Position>) -> Res<BigRational> {
        let mut found = None;
        if let Some(native) = position.rules.engine().cloned() {
            found = native.score(self, position)?;
        } else {
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
        }
        match found {
            Some(score) => Ok(score),
            None => {
                let shown = self.briefly(&Value::Position(Rc::clone(position)));
                let shown = shown.unwrap_or_else(|| "this position".into());
                let rules = &position.rules;
                let (why, note) = if rules.has_score {
                    let note = format!(
                        "A line `score …` without a condition, below the others, says it for all other positions of {}.",
                        rules.name
                    );
                    ("the `if` of no `score` clause holds there", note)
                } else {
                    let note = format!("Add a line `score …` to the rule set {}.", rules.name);
                    ("no `score` clause says how many points Left is ahead", note)
                };
                Fault::new(Mistake::NoScore, format!("play ends in {shown}, and {why}")).note(note).err()
            }
        }
    }
}
