//! Chomp on a downset of B(n), n at most 7: who wins, by which moves, and the nim-value, all by exhausting the classes
//! below the position.

use super::canon::{all_orders, automorphism_group, canonical};
use super::downset::{ABOVE, bits, largest, truncated};
use super::engine::{Options, Task, run};
use super::error::{Error, Unhandled};
use super::estimate::{self, Estimate, Quantity};
use super::games::{Family, Grundy, WinLoss};
use super::permute::{Order, Route, has_half, image, inverse};
use super::recursion::{ClassTally, Payload, Recursion};
use super::space::{Subsets, is_symmetric};
use sprague_limits::Handle;
use std::marker::PhantomData;

/// A family of moves that the symmetries of the position carry into each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOrbit {
    /// The smallest of them, as a mask of coordinates.
    pub representative: u32,
    /// How many there are.
    pub size: usize,
}

/// What is known of a position of Chomp, with the evidence.
#[derive(Clone, Debug)]
pub struct ChompResult {
    /// The number of coordinates.
    pub n: u32,
    /// The position.
    pub position: u128,
    /// Whether the player to move wins.
    pub won: bool,
    /// The nim-value, where asked for.
    pub value: Option<u32>,
    /// The winning moves, one bit each.
    pub winning: u128,
    /// The nim-value after each move, ascending by move, where asked for.
    pub options: Vec<(u32, u32)>,
    /// The winning replies to each move, ascending by move, one bit each. Moves after which nobody looked, because a
    /// checkpoint of another position was used, are left out.
    pub replies: Vec<(u32, u128)>,
    /// Counts of each level: [lost, won], or how many classes have each nim-value.
    pub levels: Vec<ClassTally>,
    /// The largest number of bytes of the tables.
    pub bytes: usize,
}

impl ChompResult {
    /// The winning moves up to symmetries of the position.
    pub fn winning_orbits(&self) -> Vec<MoveOrbit> {
        orbits(self.winning, &automorphism_group(self.position, self.n))
    }

    /// All classes that were visited.
    pub fn classes(&self) -> u64 {
        self.levels.iter().map(|tally| tally.classes).sum()
    }
}

/// The orbits of a group on a set of elements that it maps to itself.
pub(crate) fn orbits(elements: u128, group: &[Order]) -> Vec<MoveOrbit> {
    let (mut rest, mut found) = (elements, Vec::new());
    while rest != 0 {
        let x = rest.trailing_zeros();
        let orbit = group.iter().fold(1u128 << x, |orbit, order| orbit | 1 << image(x, order)) & elements;
        rest &= !orbit;
        found.push(MoveOrbit { representative: x, size: orbit.count_ones() as usize });
    }
    found
}

fn check(n: u32, position: u128) -> Result<(), Error> {
    Subsets::check(n)?;
    match Subsets::is_position(n, position) {
        true => Ok(()),
        false => Err(Unhandled::NoPosition.into()),
    }
}

/// Classes that may be listed: they cost 16 bytes each, and are sorted on the way.
fn most_listed(handle: &Handle) -> usize {
    const MOST: usize = 20_000_000;
    handle.limits().memory.map_or(MOST, |bytes| (bytes / 64).min(MOST))
}

/// A position with the classes that a computation on it goes through, so that one can say first what it will take.
#[derive(Clone, Debug)]
pub struct Plan {
    n: u32,
    position: u128,
    space: Subsets,
}

impl Plan {
    /// For Chomp on `position`, a downset of B(n) with the empty set. Cost: where the position is not symmetric, the
    /// classes below are listed, up to some millions of them.
    pub fn new(n: u32, position: u128, handle: &Handle) -> Result<Plan, Error> {
        check(n, position)?;
        let most = most_listed(handle);
        if (is_symmetric(n, position) || estimate::least_below(n, position, handle)? <= most as f64)
            && let Some(plan) = Plan::bounded(n, position, most, handle)?
        {
            return Ok(plan);
        }
        // Too many to be listed: all downsets of P(n, k) are gone through.
        let k = largest(position);
        Ok(Plan { n, position, space: Subsets::symmetric(n, truncated(n, k)) })
    }

    /// The same if the position is symmetric or no more than `most` classes lie below it.
    pub fn bounded(n: u32, position: u128, most: usize, handle: &Handle) -> Result<Option<Plan>, Error> {
        check(n, position)?;
        let space = Subsets::of(n, position, most.min(most_listed(handle)), handle)?;
        Ok(space.map(|space| Plan { n, position, space }))
    }

    /// The position.
    pub(crate) fn position(&self) -> (u32, u128) {
        (self.n, self.position)
    }

    pub(super) fn space(&self) -> &Subsets {
        &self.space
    }

    /// What it will take.
    pub fn estimate(&self, kind: Quantity, handle: &Handle) -> Result<Estimate, Error> {
        Ok(estimate::of_position(kind, &self.space, self.position, 500, handle)?)
    }

    /// Who wins, and by which moves.
    ///
    /// Cost: some 60 ns for each class below and each element that may be added to it.
    pub fn outcome(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        let recursion = WinLoss::default();
        solve(self, &recursion, options, handle, |&wins, group, back| {
            let wins = group.iter().fold(wins, |all, order| all | Route::new(order).apply(wins));
            let wins = back.apply(wins);
            (wins != 0, None, wins, Vec::new())
        })
    }

    /// The nim-value, with the value after each move.
    pub fn grundy(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        match has_half(self.n, largest(self.position)) {
            true => self.nim_values::<u64>(options, handle),
            false => self.nim_values::<u128>(options, handle),
        }
    }

    fn nim_values<F: Family>(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        solve(self, &Grundy::<F>(PhantomData), options, handle, |planes, group, back| {
            let mut all = *planes;
            for order in group {
                all.merge(&planes.carried(&Route::new(order)));
            }
            let all = all.carried(back);
            let options: Vec<_> = bits(self.position & !1).filter_map(|x| Some((x, all.value(x)?))).collect();
            let winning = options.iter().filter(|o| o.1 == 0).fold(0, |wins, o| wins | 1 << o.0);
            (winning != 0, Some(all.mex()), winning, options)
        })
    }
}

/// Who wins Chomp on `position`, a downset of B(n) with the empty set, and by which moves.
pub fn outcome(n: u32, position: u128, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
    Plan::new(n, position, handle)?.outcome(options, handle)
}

/// The nim-value of Chomp on `position`, with the value after each move.
pub fn grundy(n: u32, position: u128, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
    Plan::new(n, position, handle)?.grundy(options, handle)
}

type Reading = (bool, Option<u32>, u128, Vec<(u32, u32)>);

fn solve<R: Recursion<Subsets>>(
    plan: &Plan,
    recursion: &R,
    options: Options,
    handle: &Handle,
    read: impl Fn(&R::Payload, &[Order], &Route) -> Reading + Send,
) -> Result<ChompResult, Error> {
    let &Plan { n, position, ref space } = plan;
    let last = position.count_ones();
    let key = canonical(position, n);
    // A level of all classes serves every position.
    let identity = match space.is_symmetric() {
        true => format!("in B({n}) within {:x}", space.ground()),
        false => format!("below {key:x} in B({n})"),
    };
    let moves: Vec<(u32, u128)> = bits(position & !1).map(|x| (x, position & !ABOVE[x as usize])).collect();
    let mut watched: Vec<_> = moves.iter().map(|&(_, left)| (left.count_ones(), canonical(left, n))).collect();
    watched.sort_unstable();
    watched.dedup();
    let task = Task { start: vec![(1, R::Payload::EMPTY)], first: 1, last, identity, watched };
    run(space, recursion, &task, options, handle, move |end| {
        // What is stored with the class of a position, in the coordinates of the position.
        let read = |position: u128, key: u128, payload: &R::Payload| {
            let form = all_orders(position, n);
            let order = form.orders.first().ok_or(Error::Inexact)?;
            Ok::<_, Error>(read(payload, &automorphism_group(key, n), &Route::new(&inverse(order))))
        };
        let mut levels = end.tallies;
        let mut tally = ClassTally { classes: end.level.len() as u64, ..ClassTally::default() };
        for (class, payload) in end.level.records() {
            recursion.prepare(space, class, payload, &mut tally);
        }
        levels.push(tally);
        let mut replies = Vec::with_capacity(moves.len());
        for (x, left) in moves {
            end.shared.go_on()?;
            let key = canonical(left, n);
            if let Some((_, payload)) = end.watched.iter().find(|met| met.0 == key) {
                replies.push((x, read(left, key, payload)?.2));
            }
        }
        // Not to be found only if the canonical form were none.
        let payload = end.level.get(key).ok_or(Error::Inexact)?;
        let (won, value, winning, options) = read(position, key, payload)?;
        Ok(ChompResult { n, position, won, value, winning, options, replies, levels, bytes: end.bytes })
    })
}
