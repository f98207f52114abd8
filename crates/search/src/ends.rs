//! Whether play from a position ends, whoever moves when.
//!
//! In: rules and a position. Out: whether no play goes on for ever in which the players move in any order, as they do in a part of a sum. All
//! that follows is looked at once, depth first; what is known of a position stays. Of what the rules split the parts count, and where a
//! theorem says a value nothing is played.
//!
//! Only then do a position and its negative cancel: where play goes round, whoever would lose goes on in the two for ever.

use crate::rules::Rules;
use crate::search::LONGEST;
use rustc_hash::FxHashMap;
use sprague_games::Side;
use std::hash::Hash;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    /// On the path that is being followed.
    Open,
    Ends,
    /// Or takes too long to tell.
    Endless,
}

/// A position on the path, and what follows it at once.
struct Step {
    id: u32,
    below: Vec<u32>,
    next: usize,
}

/// What is known of which positions end.
pub struct Ends<P> {
    index: FxHashMap<P, u32>,
    positions: Vec<P>,
    states: Vec<State>,
}

impl<P> Default for Ends<P> {
    fn default() -> Self {
        Ends { index: FxHashMap::default(), positions: Vec::new(), states: Vec::new() }
    }
}

impl<P: Clone + Eq + Hash> Ends<P> {
    /// Whether play from the position ends, by looking at so many positions at most; nothing if they do not suffice.
    pub fn look<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        position: &P,
        work: u64,
    ) -> Result<Option<bool>, R::Error> {
        let first = self.number(position);
        let mut path = Vec::new();
        let found = self.follow(rules, first, work, &mut path);
        // Whatever leads into a cycle need not end; of what was broken off nothing is known.
        let state = if matches!(found, Ok(Some(false))) { State::Endless } else { State::Unknown };
        for step in path {
            self.states[step.id as usize] = state;
        }
        found
    }

    fn follow<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        first: u32,
        mut work: u64,
        path: &mut Vec<Step>,
    ) -> Result<Option<bool>, R::Error> {
        let mut at = first;
        loop {
            match self.states[at as usize] {
                State::Ends => {}
                State::Open | State::Endless => return Ok(Some(false)),
                State::Unknown if work == 0 => return Ok(None),
                State::Unknown if path.len() >= LONGEST => return Ok(Some(false)),
                State::Unknown => {
                    work -= 1;
                    let below = self.below(rules, at)?;
                    self.states[at as usize] = State::Open;
                    path.push(Step { id: at, below, next: 0 });
                }
            }
            loop {
                let Some(step) = path.last_mut() else { return Ok(Some(true)) };
                step.next += 1;
                if let Some(&below) = step.below.get(step.next - 1) {
                    at = below;
                    break;
                }
                self.states[step.id as usize] = State::Ends;
                path.pop();
            }
        }
    }

    /// The positions that follow at once, each once.
    fn below<R: Rules<Position = P>>(&mut self, rules: &mut R, id: u32) -> Result<Vec<u32>, R::Error> {
        let position = self.positions[id as usize].clone();
        rules.handle().tick()?;
        let mut below = Vec::new();
        if rules.ends(&position) || rules.value(&position)?.is_some() {
            return Ok(below);
        }
        let sums = match rules.split(&position)? {
            Some(sum) => vec![sum],
            None => {
                let mut sums = rules.moves(&position, Side::Left)?;
                if !rules.is_impartial(&position) {
                    sums.append(&mut rules.moves(&position, Side::Right)?);
                }
                sums
            }
        };
        for (_, part) in sums.iter().flat_map(|sum| &sum.parts) {
            rules.handle().tick()?;
            below.push(self.number(part));
        }
        below.sort_unstable();
        below.dedup();
        Ok(below)
    }

    fn number(&mut self, position: &P) -> u32 {
        if let Some(&id) = self.index.get(position) {
            return id;
        }
        let id = u32::try_from(self.positions.len()).expect("memory ends before");
        self.index.insert(position.clone(), id);
        self.positions.push(position.clone());
        self.states.push(State::Unknown);
        id
    }
}
