//! Linear extensions of all downsets with one family of triples, from those with a triple less.

use super::families::Grown;
use super::fibre::{FOURS, FOURS_OVER, Fibre, Ground, LARGE, LARGE_OVER, Low, PAIRS, image};
use super::ranks::{CHOOSE, FEWER, Ranks, elements, of_size, packed, spread};
use crate::subsets::error::Error;
use crate::subsets::permute::Route;
use crate::subsets::wide::Wide;

/// What one thread works in.
pub(super) struct Desk {
    pub ranks: Ranks,
    /// Where sets of four stand, here and there.
    moved: Vec<(u32, u32)>,
    /// Where choices of points and pairs stand there.
    lows: Vec<u32>,
    pub grown: Grown,
}

impl Desk {
    pub(super) fn new() -> Desk {
        Desk { ranks: Ranks::new(), moved: Vec::new(), lows: Vec::new(), grown: Grown::default() }
    }

    /// Adds the numbers of the downsets without the triple `x`, if that is maximal: `there` is where they stand, after the permutation `route`.
    pub(super) fn bring<const L: usize>(
        &mut self,
        (here, numbers): (&Fibre, &mut [Wide<L>]),
        (there, from): (&Fibre, &[Wide<L>]),
        x: u32,
        alone: (u32, u64),
        route: &Route,
    ) -> Result<(), Error> {
        let to: [u8; 7] = std::array::from_fn(|point| 1 << route.place(point as u32));
        self.find_lows(here, there, alone, &to);
        let (over_fours, over_large) = (FOURS_OVER[x as usize], LARGE_OVER[x as usize]);
        for (at, top) in here.tops().iter().enumerate() {
            if top.sets & over_large != 0 {
                continue;
            }
            let Some((n, most)) = here.cube(0, top) else { continue };
            let sets = if top.sets == 0 { 0 } else { LARGE.image(top.sets.into(), &to) as u32 };
            let at_there = there.tops().iter().position(|top| top.sets == sets).ok_or(Error::Inexact)?;
            let (mine, theirs) = (here.fours & !top.under, there.fours & !there.tops()[at_there].under);
            self.move_fours(mine, theirs, mine & !over_fours, most, &to);
            for (low, &low_there) in here.lows().zip(&self.lows) {
                let Some((_, room)) = here.cube(low.size(), top) else { continue };
                let into = &mut numbers[here.row(low.place(), at)..][..FEWER[n][room + 1] as usize];
                let from = &from[there.row(low_there as usize, at_there)..];
                for &(to, place) in &self.moved {
                    let Some(into) = into.get_mut(to as usize) else { break };
                    if !into.add(&from[place as usize]) {
                        return Err(Error::Overflow);
                    }
                }
            }
        }
        Ok(())
    }

    /// Where the choices of points and pairs stand there. What the triple alone covers, `alone`, is free there.
    fn find_lows(&mut self, here: &Fibre, there: &Fibre, (points, pairs): (u32, u64), to: &[u8; 7]) {
        let moved = |points: u32| image(points as u8, to) as u32;
        let (points, pairs) = (moved(points), PAIRS.image(pairs, to));
        self.lows.clear();
        for ground in here.grounds() {
            let points = points | moved(ground.points);
            let other = ground_at(there, points);
            let place = |pair: u32| (other.pairs & ((1 << pair) - 1)).count_ones();
            let first = self.lows.len();
            self.lows.push(other.first + elements(pairs).fold(0, |all, pair| all | 1 << place(pair as u32)));
            for pair in elements(ground.pairs.into()) {
                let bit = 1 << place(PAIRS.at[image(PAIRS.sets[pair], to)].into());
                for i in first..self.lows.len() {
                    self.lows.push(self.lows[i] + bit);
                }
            }
        }
    }

    /// Where each set of at most so many of `movable` stands among subsets of `mine`, and its image among those of `theirs`, smaller ones first.
    fn move_fours(&mut self, mine: u64, theirs: u64, movable: u64, most: usize, to: &[u8; 7]) {
        self.moved.clear();
        self.moved.push((0, 0));
        let (mut places, mut count) = ([(0_usize, 0_u64); 35], 0);
        for four in elements(movable) {
            let other = FOURS.at[image(FOURS.sets[four], to)];
            let below = |set: u64, four: u32| (set & ((1 << four) - 1)).count_ones();
            places[count] = (below(mine, four as u32) as usize, 1 << below(theirs, other.into()));
            count += 1;
        }
        let (mine, theirs) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        for size in 1..=most.min(count) {
            self.step((&places[..count], mine, theirs), size, size, 0, 0);
        }
    }

    /// All sets of `left` more of these places. Their elements are chosen from the largest on, so that their order is that of ranks.
    fn step(&mut self, sets: (&[(usize, u64)], usize, usize), size: usize, left: usize, rank: u32, image: u64) {
        let (places, mine, theirs) = sets;
        for (i, &(place, bit)) in places.iter().enumerate().skip(left - 1) {
            let (rank, image) = (rank + CHOOSE[place][left], image | bit);
            if left > 1 {
                self.step((&places[..i], mine, theirs), size, left - 1, rank, image);
            } else {
                let place = FEWER[theirs][size] + self.ranks.among(image);
                self.moved.push((FEWER[mine][size] + rank, place));
            }
        }
    }
}

fn ground_at(fibre: &Fibre, points: u32) -> Ground {
    fibre.grounds().iter().find(|ground| ground.points == points).copied().unwrap_or_default()
}

/// Adds the numbers of the downsets with a set less that is no triple, smaller downsets first.
pub(super) fn within<const L: usize>(fibre: &Fibre, numbers: &mut [Wide<L>], ranks: Ranks) -> Result<(), Error> {
    let mut lower = Vec::new();
    for low in fibre.lows() {
        without_one(fibre, low, &mut lower);
        for at in 0..fibre.tops().len() {
            with_top(fibre, (low, at), &lower, numbers, ranks)?;
        }
    }
    Ok(())
}

/// Where the choices of points and pairs stand that have one less.
fn without_one(fibre: &Fibre, Low { ground, pairs }: Low, lower: &mut Vec<usize>) {
    lower.clear();
    lower.extend(elements(pairs).map(|i| ground.first as usize + (pairs & !(1 << i)) as usize));
    let there = spread(pairs, ground.pairs.into());
    let touched = elements(there).fold(0, |all, pair| all | u32::from(PAIRS.sets[pair]));
    for point in elements(u64::from(ground.points & !touched)) {
        let other = ground_at(fibre, ground.points & !(1 << point));
        lower.push(other.first as usize + packed(there, other.pairs.into()) as usize);
    }
}

/// With one choice of points and pairs and one top: `lower` are the choices with one less.
fn with_top<const L: usize>(
    fibre: &Fibre,
    (low, at): (Low, usize),
    lower: &[usize],
    numbers: &mut [Wide<L>],
    ranks: Ranks,
) -> Result<(), Error> {
    let top = &fibre.tops()[at];
    let Some((n, room)) = fibre.cube(low.size(), top) else { return Ok(()) };
    let (mine, row) = (fibre.fours & !top.under, fibre.row(low.place(), at));
    let (before, cube) = numbers.split_at_mut(row);
    let cube = &mut cube[..FEWER[n][room + 1] as usize];
    let mut fits = true;
    for &low in lower {
        for (into, from) in cube.iter_mut().zip(&before[fibre.row(low, at)..]) {
            fits &= into.add(from);
        }
    }
    // Without one of the large sets: where its cube begins, and what of it is there for sure.
    let covered = |x: u8| elements(top.sets.into()).any(|i| LARGE.sets[i] != x && LARGE.sets[i] & x == x);
    let mut fewer = Vec::new();
    for i in elements(top.sets.into()).filter(|&i| !covered(LARGE.sets[i])) {
        let sets = top.sets & !(1 << i);
        let other = fibre.tops().iter().position(|top| top.sets == sets).ok_or(Error::Inexact)?;
        let theirs = fibre.fours & !fibre.tops()[other].under;
        fewer.push((&before[fibre.row(low.place(), other)..], theirs, packed(top.under, theirs)));
    }
    let mut place = 0;
    for size in 0..=room {
        for set in of_size(n as u32, size as u32) {
            let mut sum = cube[place];
            for four in elements(set) {
                let less = FEWER[n][size - 1] + ranks.among(set & !(1 << four));
                fits &= sum.add(&cube[less as usize]);
            }
            for &(numbers, theirs, under) in &fewer {
                let there = packed(spread(set, mine), theirs) | under;
                fits &= sum.add(&numbers[ranks.place(theirs.count_ones() as usize, there)]);
            }
            cube[place] = sum;
            place += 1;
        }
    }
    if fits { Ok(()) } else { Err(Error::Overflow) }
}
