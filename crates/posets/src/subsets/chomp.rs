//! Chomp on a downset of B(n), n at most 7: who wins, by which moves, and the nim-value, all by exhausting the classes
//! below the position.

use super::canon::{Keys, all_orders, automorphism_group, canonical};
use super::codes::SmallGrundy;
use super::downset::{ABOVE, LAYER, bits, largest, truncated};
use super::engine::{Options, Task, run};
use super::error::{Error, Unhandled};
use super::estimate::{self, Estimate, Quantity};
use super::games::{Moves, WinLoss};
use super::permute::{Order, Route, Word, image, inverse};
use super::recursion::{ClassTally, Payload, Recursion, Space, code};
use super::space::{Subsets, Triples, is_symmetric};
use super::values::{ALL, NimValues, SEVEN, SIX};
use rustc_hash::FxHashMap;
use sprague_limits::Handle;
use std::borrow::Cow;

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
    /// Counts of each level: [lost, won], or how many classes have each nim-value. None where they are not gone through one by one ([`super::links`]).
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

    /// Whether no set of the position has more than three elements.
    fn is_small(&self) -> bool {
        largest(self.position) <= 3
    }

    /// Who wins, and by which moves.
    ///
    /// Cost: some 60 ns for each class below and each element that may be added to it.
    pub fn outcome(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        if self.is_small() {
            self.winning_moves(&Triples(Cow::Borrowed(&self.space)), options, handle)
        } else {
            self.winning_moves(&self.space, options, handle)
        }
    }

    fn winning_moves<S>(&self, space: &S, options: Options, handle: &Handle) -> Result<ChompResult, Error>
    where
        S: Space<Keys = Keys, Route = Route>,
        S::Class: Moves,
    {
        solve(self, space, &WinLoss::default(), options, handle, |&wins, form, _| {
            let wins = S::Class::read(wins).word();
            let wins = form.group.iter().fold(0, |all, order| all | Route::new(order).apply(wins));
            let wins = Route::new(&form.back).apply(wins);
            Some(Reading { won: wins != 0, value: None, winning: wins, options: Vec::new() })
        })
    }

    /// The nim-value, with the value after each move.
    pub fn grundy(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        if self.is_small() {
            self.small_nim_values(options, handle)
        } else if self.n < 7 {
            self.nim_values::<SIX>(options, handle)
        } else {
            self.nim_values::<SEVEN>(options, handle)
        }
    }

    fn nim_values<const N: usize>(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        solve(self, &self.space, &NimValues::<ALL, N>, options, handle, |values, form, _| {
            let (codes, value) = values.unpacked(form.class);
            // The values at an orbit are the same, and may have been brought to any of its elements.
            let brought = |x: u32| {
                let x = image(x, &form.there);
                let values = form.group.iter().map(|order| u32::from(codes[image(x, order) as usize]));
                values.max()?.checked_sub(1)
            };
            let options = bits(form.position & !1).filter_map(|x| Some((x, brought(x)?))).collect();
            Some(Reading::of_values(value, options))
        })
    }

    /// Values after sets of three are not stored with their set, but those classes are met on the way.
    fn small_nim_values(&self, options: Options, handle: &Handle) -> Result<ChompResult, Error> {
        let space = Triples(Cow::Borrowed(&self.space));
        solve(self, &space, &SmallGrundy, options, handle, |codes, form, met| {
            let mut all = *codes;
            for order in &form.group {
                all.merge(&codes.carried(order));
            }
            let all = all.carried(&form.back);
            let mut options = Vec::new();
            for x in bits(form.position & !1) {
                match x.count_ones() {
                    3 => options.push((x, met(form.position & !(1 << x))?.mex())),
                    _ => options.extend(all.value(x).map(|value| (x, value))),
                }
            }
            Some(Reading::of_values(all.mex(), options))
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

/// A position and its class.
struct Form {
    position: u128,
    class: u128,
    /// The automorphisms of the class.
    group: Vec<Order>,
    /// The way from the position to the class.
    there: Order,
    /// The way from the class to the position.
    back: Order,
}

/// What is stored with the class of a position, in the coordinates of the position.
struct Reading {
    won: bool,
    value: Option<u32>,
    winning: u128,
    options: Vec<(u32, u32)>,
}

impl Reading {
    fn of_values(value: u32, options: Vec<(u32, u32)>) -> Reading {
        let winning = options.iter().filter(|option| option.1 == 0).fold(0, |wins, option| wins | 1 << option.0);
        Reading { won: winning != 0, value: Some(value), winning, options }
    }
}

/// `read` gets what is stored, and looks up what is stored with a class that was met below; it has no answer if it needs one that was not.
fn solve<S: Space, R: Recursion<S>>(
    plan: &Plan,
    space: &S,
    recursion: &R,
    mut options: Options,
    handle: &Handle,
    read: impl Fn(&R::Payload, &Form, &dyn Fn(u128) -> Option<R::Payload>) -> Option<Reading> + Sync,
) -> Result<ChompResult, Error> {
    let &Plan { n, position, space: ref ground } = plan;
    let last = position.count_ones();
    let key = canonical(position, n);
    // A level of all classes serves every position.
    let identity = match ground.is_symmetric() {
        true => format!("in B({n}) within {:x}", ground.ground()),
        false => format!("below {key:x} in B({n})"),
    };
    let moves: Vec<(u32, u128)> = bits(position & !1).map(|x| (x, position & !ABOVE[x as usize])).collect();
    let asked = |left: u128| (left.count_ones(), canonical(left, n));
    let mut watched: Vec<_> = moves.iter().map(|&(_, left)| asked(left)).collect();
    if R::READS_BELOW {
        for &(_, left) in &moves {
            handle.tick()?;
            watched.extend(bits(left & LAYER[3]).map(|x| asked(left & !(1 << x))));
        }
    }
    watched.sort_unstable();
    watched.dedup();
    let task = Task { start: vec![(1, R::Payload::EMPTY)], first: 1, last, identity, watched };
    let attempt = |options: Options| {
        run(space, recursion, &task, options, handle, |end| {
            let met: FxHashMap<u128, R::Payload> = end.watched.iter().copied().collect();
            let met = |left: u128| met.get(&canonical(left, n)).copied();
            let read = |position: u128, key: u128, payload: &R::Payload| {
                let form = all_orders(position, n);
                let there = *form.orders.first().ok_or(Error::Inexact)?;
                let form =
                    Form { position, class: key, group: automorphism_group(key, n), there, back: inverse(&there) };
                Ok::<_, Error>(read(payload, &form, &met))
            };
            let mut levels = end.tallies;
            let mut tally = ClassTally { classes: end.level.len() as u64, ..ClassTally::default() };
            for (key, payload) in end.level.records() {
                recursion.prepare(space, S::class(key), payload, &mut tally);
            }
            levels.push(tally);
            let mut replies = Vec::with_capacity(moves.len());
            for &(x, left) in &moves {
                end.shared.go_on()?;
                if let Some(payload) = met(left)
                    && let Some(reading) = read(left, canonical(left, n), &payload)?
                {
                    replies.push((x, reading.winning));
                }
            }
            // Not to be found only if the canonical form were none.
            let payload = end.level.get(code::<S>(key)).ok_or(Error::Inexact)?;
            let reading = read(position, key, payload)?;
            Ok(reading.map(|Reading { won, value, winning, options }| ChompResult {
                n,
                position,
                won,
                value,
                winning,
                options,
                replies,
                levels,
                bytes: end.bytes,
            }))
        })
    };
    if let Some(result) = attempt(options.again())? {
        return Ok(result);
    }
    // The last level was kept for another position.
    options.checkpoints = None;
    attempt(options)?.ok_or(Error::Inexact)
}
