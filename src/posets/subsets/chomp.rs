//! Chomp on a downset of B(n), n at most 7: who wins, by which moves, and the nim-value, all by exhausting the classes
//! below the position.

use super::canon::{all_orders, automorphism_group, automorphisms, canonical};
use super::downset::{bits, truncated};
use super::engine::{Options, Payload, Recursion, Tally, Task, run};
use super::error::Error;
use super::games::{Grundy, Planes, WinLoss};
use super::permute::{Order, Route, image, inverse};
use super::space::Subsets;
use crate::limits::Handle;

/// A family of moves that the symmetries of the position carry into each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
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
    /// Counts of each level: [lost, won], or how many classes have each nim-value.
    pub levels: Vec<Tally>,
    /// The largest number of bytes of the tables.
    pub bytes: usize,
}

impl ChompResult {
    /// The winning moves up to symmetries of the position.
    pub fn winning_orbits(&self) -> Vec<Orbit> {
        orbits(self.winning, &automorphism_group(self.position, self.n))
    }

    /// All classes that were visited.
    pub fn classes(&self) -> u64 {
        self.levels.iter().map(|tally| tally.classes).sum()
    }
}

/// The orbits of a group on a set of elements that it maps to itself.
pub fn orbits(elements: u128, group: &[Order]) -> Vec<Orbit> {
    let (mut rest, mut found) = (elements, Vec::new());
    while rest != 0 {
        let x = rest.trailing_zeros();
        let orbit = group.iter().fold(1u128 << x, |orbit, order| orbit | 1 << image(x, order)) & elements;
        rest &= !orbit;
        found.push(Orbit { representative: x, size: orbit.count_ones() as usize });
    }
    found
}

/// The classes that take part in a computation on one position.
pub(super) fn space_of(n: u32, position: u128, handle: &Handle) -> Result<Subsets, Error> {
    Subsets::check(n)?;
    if !Subsets::is_position(n, position) {
        return Err(Error::Range("a position is a downset of subsets that holds the empty set".into()));
    }
    let factorial: u64 = (1..=u64::from(n)).product();
    if automorphisms(position, n) == factorial {
        return Ok(Subsets::symmetric(n, position));
    }
    // A list of the classes below costs 16 bytes each. When they are too many, all downsets of P(n, k) are gone through.
    const MOST: usize = 20_000_000;
    let most = handle.limits().memory.map_or(MOST, |bytes| (bytes / 64).min(MOST));
    match Subsets::below(n, position, most, handle)? {
        Some(space) => Ok(space),
        None => {
            let k = bits(position).map(u32::count_ones).max().unwrap_or(0);
            Ok(Subsets::symmetric(n, truncated(n, k)))
        }
    }
}

/// Who wins Chomp on `position`, a downset of B(n) with the empty set, and by which moves.
///
/// Cost: some 60 ns for each class below and each element that may be added to it.
pub fn outcome(n: u32, position: u128, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
    let recursion = WinLoss::default();
    solve(n, position, &recursion, options, handle, |&wins, group, back| {
        let wins = group.iter().fold(wins, |all, order| all | Route::new(order).apply(wins));
        let wins = back.apply(wins);
        (wins != 0, None, wins, Vec::new())
    })
}

/// The nim-value of Chomp on `position`, with the value after each move.
pub fn grundy(n: u32, position: u128, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
    solve(n, position, &Grundy, options, handle, |planes, group, back| {
        let mut all = *planes;
        for order in group {
            let route = Route::new(order);
            Grundy.merge(&mut all, &Planes(planes.0.map(|plane| route.apply(plane))));
        }
        let all = Planes(all.0.map(|plane| back.apply(plane)));
        let options: Vec<_> = (1..128).filter_map(|x| Some((x, all.value(x)?))).collect();
        let winning = options.iter().filter(|o| o.1 == 0).fold(0, |wins, o| wins | 1 << o.0);
        (winning != 0, Some(all.mex()), winning, options)
    })
}

type Reading = (bool, Option<u32>, u128, Vec<(u32, u32)>);

fn solve<R: Recursion<Subsets>>(
    n: u32,
    position: u128,
    recursion: &R,
    options: Options,
    handle: &Handle,
    read: impl Fn(&R::Payload, &[Order], &Route) -> Reading + Send,
) -> Result<ChompResult, Error> {
    let space = space_of(n, position, handle)?;
    let last = position.count_ones();
    let key = canonical(position, n);
    let identity = format!("of {key:x} in B({n}) within {:x}", space.ground());
    let task = Task { start: vec![(1, R::Payload::EMPTY)], first: 1, last, identity };
    let space = &space;
    run(space, recursion, &task, options, handle, move |end| {
        let mut levels = end.tallies;
        let mut tally = Tally { classes: end.level.len() as u64, ..Tally::default() };
        for (class, payload) in end.level.records() {
            recursion.prepare(space, class, payload, &mut tally);
        }
        levels.push(tally);
        // Not to be found only if the canonical form were none.
        let payload = end.level.get(key).ok_or(Error::Inexact)?;
        let group = automorphism_group(key, n);
        let form = all_orders(position, n);
        let order = form.orders.first().ok_or(Error::Inexact)?;
        let (won, value, winning, options) = read(payload, &group, &Route::new(&inverse(order)));
        Ok(ChompResult { n, position, won, value, winning, options, levels, bytes: end.bytes })
    })
}
