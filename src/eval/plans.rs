//! What positions are made of, while they are being valued.
//!
//! In: sums of positions, one after the other. Out: the same, and how far they have been looked at. A search holds a plan for each position on its path; the positions of all
//! sums of all plans lie in one list. Touches nothing.

use super::positions::{Term, Terms};
use super::tables::Positions;
use crate::games::{Game, ZERO};
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

/// Where the positions of each sum end, counted from the first of the plan, and all else in it.
type Ends = Option<Box<Vec<(u32, Game)>>>;

/// What a position's value is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'p> {
    pub made: Made,
    positions: &'p [Term],
    /// Without them each position is a sum of its own.
    ends: &'p Ends,
}

impl<'p> Plan<'p> {
    /// How many sums there are.
    pub fn len(self) -> usize {
        self.ends.as_ref().map_or(self.positions.len(), |ends| ends.len())
    }

    /// A sum.
    pub fn sum(self, at: usize) -> (&'p [Term], Game) {
        let Some(ends) = self.ends else { return (&self.positions[at..=at], ZERO) };
        let start = at.checked_sub(1).map_or(0, |before| ends[before].0 as usize);
        let (end, rest) = ends[at];
        (&self.positions[start..end as usize], rest)
    }

    /// The same as something that can be handed on.
    pub fn terms(self, at: usize) -> Terms {
        let (positions, rest) = self.sum(at);
        Terms { positions: SmallVec::from_slice(positions), rest }
    }

    /// The options of Left, or of Right, if each is one position.
    pub fn plain(self, right: bool) -> Option<&'p [Term]> {
        if self.ends.is_some() { None } else { Some(&self.positions[self.options(right)]) }
    }

    /// Which sums are the options of Left, or of Right.
    pub fn options(self, right: bool) -> Range<usize> {
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
struct Valuation {
    id: u32,
    /// Where its positions begin.
    start: u32,
    /// Where those end that are still to be looked at.
    left: u32,
    made: Made,
    ends: Ends,
}

fn place(at: usize) -> u32 {
    u32::try_from(at).expect("memory ends before 2^32 positions")
}

/// The path of a search. A position may be pushed to it, and then what it is made of.
#[derive(Debug, Default)]
pub(super) struct Path {
    works: Vec<Valuation>,
    positions: Vec<Term>,
}

impl Path {
    /// A position, whose plan is begun.
    pub fn begin(&mut self, id: u32) {
        let start = place(self.positions.len());
        self.works.push(Valuation { id, start, left: start, made: Made::Moves, ends: None });
    }

    /// One more sum for the position that was begun.
    pub fn push(&mut self, terms: &Terms) {
        let (positions, rest) = (&terms.positions[..], terms.rest);
        if let [position] = positions
            && rest == ZERO
            && self.last().ends.is_none()
        {
            return self.positions.push(*position);
        }
        self.positions.extend_from_slice(positions);
        let start = self.last().start as usize;
        let end = place(self.positions.len() - start);
        let alone = end - place(positions.len());
        let ends = self.last_mut().ends.get_or_insert_with(|| Box::new((1..=alone).map(|end| (end, ZERO)).collect()));
        ends.push((end, rest));
    }

    /// One more sum that is a position and nothing else, where all are such.
    #[inline]
    pub fn push_position(&mut self, id: u32) {
        self.positions.push((false, id));
    }

    /// How many sums the position that was begun has.
    pub fn sums(&self) -> u32 {
        place(self.plan().len())
    }

    /// The plan that was begun is whole.
    pub fn finish(&mut self, made: Made) {
        let end = place(self.positions.len());
        let last = self.last_mut();
        (last.left, last.made) = (end, made);
    }

    /// A position with a plan that was made before.
    pub fn copy(&mut self, id: u32, plan: Plan<'_>) {
        self.begin(id);
        self.positions.extend_from_slice(plan.positions);
        self.last_mut().ends.clone_from(plan.ends);
        self.finish(plan.made);
    }

    fn last(&self) -> &Valuation {
        self.works.last().expect("a position is on the path")
    }

    fn last_mut(&mut self) -> &mut Valuation {
        self.works.last_mut().expect("a position is on the path")
    }

    /// What the last position is made of.
    pub fn plan(&self) -> Plan<'_> {
        let Valuation { start, made, ends, .. } = self.last();
        Plan { made: *made, positions: &self.positions[*start as usize..], ends }
    }

    /// The first position to be looked at for the last one of the path that is not passed over.
    #[inline]
    pub fn next(&mut self, is_passed: impl Fn(u32) -> bool) -> Option<u32> {
        let work = self.works.last_mut().expect("a position is on the path");
        while work.left > work.start {
            let (_, id) = self.positions[work.left as usize - 1];
            if !is_passed(id) {
                return Some(id);
            }
            work.left -= 1;
        }
        None
    }

    /// Takes the last position from the path.
    pub fn pop(&mut self) -> Option<u32> {
        let work = self.works.pop()?;
        self.positions.truncate(work.start as usize);
        Some(work.id)
    }

    pub fn is_empty(&self) -> bool {
        self.works.is_empty()
    }
}

/// Plans of searches that have come to no end, for those who go the same way.
#[derive(Debug, Default)]
pub(super) struct Plans {
    /// All of them, as if they stood on one path.
    path: Path,
    /// How many have not been taken.
    left: usize,
}

impl Plans {
    /// Keeps what a search had on its way, and says so where its positions stand.
    pub fn keep(&mut self, path: Path, positions: &mut Positions) {
        let (before, start) = (self.path.works.len(), place(self.path.positions.len()));
        self.left += path.works.len();
        if before == 0 {
            self.path = path;
        } else {
            self.path.positions.extend(path.positions);
            place(self.path.positions.len());
            let moved = |work: Valuation| Valuation { start: start + work.start, left: start + work.left, ..work };
            self.path.works.extend(path.works.into_iter().map(moved));
        }
        for (at, work) in self.path.works.iter().enumerate().skip(before) {
            positions.list(work.id, Some(place(at)));
        }
    }

    /// The plan that is listed under this number.
    pub fn get(&self, at: u32) -> Plan<'_> {
        let at = at as usize;
        let Valuation { start, made, ends, .. } = &self.path.works[at];
        let end = self.path.works.get(at + 1).map_or(self.path.positions.len(), |next| next.start as usize);
        Plan { made: *made, positions: &self.path.positions[*start as usize..end], ends }
    }

    /// A plan has been taken: its position is listed no longer.
    pub fn taken(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            *self = Plans::default();
        }
    }
}
