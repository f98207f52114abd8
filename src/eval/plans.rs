//! What positions are made of, while they are being valued.
//!
//! In: sums of positions, one after the other. Out: the same, and how far they have been looked at. A search holds one plan for each position on its path, so the positions of all
//! sums lie in one list. Touches nothing.

use super::positions::{Term, Terms};
use crate::games::{Game, ZERO};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// How a position's value comes from sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// It is equal to the one sum.
    Equal,
    /// They are the options of both players.
    Moves,
    /// They are the options of Left, so many, and then those of Right.
    Options(u32),
}

/// What a position's value is made of.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) made: Made,
    positions: Vec<Term>,
    /// Without them each position is a sum of its own.
    ends: Option<Box<Ends>>,
}

/// Where the positions of each sum end, and all else in it.
#[derive(Clone, Debug)]
struct Ends(Vec<(u32, Game)>);

impl Plan {
    /// Without any sums yet.
    pub(super) fn new(made: Made) -> Plan {
        Plan { made, positions: Vec::new(), ends: None }
    }

    /// The position is equal to this.
    pub(super) fn equal(terms: &Terms) -> Plan {
        let mut plan = Plan::new(Made::Equal);
        plan.push(terms);
        plan
    }

    /// One more sum.
    pub(super) fn push(&mut self, terms: &Terms) {
        let (positions, rest) = (&terms.positions[..], terms.rest);
        let before = match &mut self.ends {
            Some(ends) => ends,
            None if positions.len() == 1 && rest == ZERO => {
                self.positions.push(positions[0]);
                return;
            }
            alone => {
                let ends = (1u32..).zip(&self.positions).map(|(end, _)| (end, ZERO)).collect();
                alone.insert(Box::new(Ends(ends)))
            }
        };
        self.positions.extend_from_slice(positions);
        let end = u32::try_from(self.positions.len()).expect("memory ends before 2^32 positions");
        before.0.push((end, rest));
    }

    /// How many sums there are.
    pub(super) fn len(&self) -> usize {
        self.ends.as_ref().map_or(self.positions.len(), |ends| ends.0.len())
    }

    /// A sum.
    pub(super) fn sum(&self, at: usize) -> (&[Term], Game) {
        let Some(ends) = &self.ends else { return (&self.positions[at..=at], ZERO) };
        let start = at.checked_sub(1).map_or(0, |before| ends.0[before].0 as usize);
        let (end, rest) = ends.0[at];
        (&self.positions[start..end as usize], rest)
    }

    /// The same as something that can be handed on.
    pub fn terms(&self, at: usize) -> Terms {
        let (positions, rest) = self.sum(at);
        Terms { positions: SmallVec::from_slice(positions), rest }
    }

    /// Which sums are the options of Left, or of Right.
    pub fn options(&self, right: bool) -> Range<usize> {
        match self.made {
            Made::Equal => 0..0,
            Made::Moves => 0..self.len(),
            Made::Options(left) if right => left as usize..self.len(),
            Made::Options(left) => 0..left as usize,
        }
    }
}

/// A position being valued: what it is made of, and how many of the positions in it are still to be looked at, from the last to the first.
#[derive(Debug)]
pub(super) struct Valuation {
    pub id: u32,
    left: u32,
    pub plan: Plan,
}

impl Valuation {
    pub fn new(id: u32, plan: Plan) -> Valuation {
        let left = u32::try_from(plan.positions.len()).expect("memory ends before 2^32 positions");
        Valuation { id, left, plan }
    }

    /// The position to be looked at next.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        self.left.checked_sub(1).map(|at| self.plan.positions[at as usize].1)
    }

    /// That position has its value.
    #[inline]
    pub fn advance(&mut self) {
        self.left -= 1;
    }
}

/// Plans of searches that have come to no end, for those who go the same way.
#[derive(Debug, Default)]
pub(super) struct Plans {
    /// Where the plans of positions stand, until they are taken.
    numbers: FxHashMap<u32, u32>,
    /// As they stood on the path.
    plans: Vec<Valuation>,
}

impl Plans {
    /// Keeps what a search had on its way.
    pub fn keep(&mut self, path: Vec<Valuation>) {
        self.numbers.reserve(path.len());
        for (at, work) in (self.plans.len()..).zip(&path) {
            self.numbers.insert(work.id, u32::try_from(at).expect("memory ends before 2^32 positions"));
        }
        if self.plans.is_empty() {
            self.plans = path;
        } else {
            self.plans.extend(path);
        }
    }

    /// The plan of a position.
    pub fn get(&self, id: u32) -> Option<&Plan> {
        Some(&self.plans[*self.numbers.get(&id)? as usize].plan)
    }

    /// The same for good.
    pub fn take(&mut self, id: u32) -> Option<Plan> {
        // Most searches come to an end.
        if self.numbers.is_empty() {
            return None;
        }
        let at = self.numbers.remove(&id)?;
        let plan = std::mem::replace(&mut self.plans[at as usize].plan, Plan::new(Made::Equal));
        if self.numbers.is_empty() {
            self.plans = Vec::new();
        }
        Some(plan)
    }
}
