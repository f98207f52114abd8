//! The downsets with one family of triples, and at most so many sets.
//!
//! Below its triples such a downset has the points and pairs that they cover, and any others that are a graph with them; above them it may have the sets of
//! four all of whose triples are there, and larger sets over these. The two do not depend on each other. Each is parted into cubes: the pairs that are not
//! covered, among the points that there are; the sets of four that are not under a larger one.

use super::families::triples;
use super::ranks::{FEWER, elements};
use crate::subsets::downset::{ABOVE, BELOW, LAYER};
use crate::subsets::permute::Half;

/// The sets of so many of seven points, in order.
const fn listed<const N: usize>(from: u32, to: u32) -> [u8; N] {
    let (mut all, mut at, mut size) = ([0; N], 0, from);
    while size <= to {
        let mut x: u32 = 0;
        while x < 128 {
            if x.count_ones() == size {
                all[at] = x as u8;
                at += 1;
            }
            x += 1;
        }
        size += 1;
    }
    all
}

const fn places<const N: usize>(sets: &[u8; N]) -> [u8; 128] {
    let (mut places, mut i) = ([0; 128], 0);
    while i < N {
        places[sets[i] as usize] = i as u8;
        i += 1;
    }
    places
}

/// Sets of one kind, and the place of each among them.
pub(super) struct Kind<const N: usize> {
    pub sets: [u8; N],
    pub at: [u8; 128],
}

impl<const N: usize> Kind<N> {
    const fn new(from: u32, to: u32) -> Self {
        let sets = listed(from, to);
        Kind { sets, at: places(&sets) }
    }

    /// Those that are in a family.
    pub(super) const fn among(&self, family: u128) -> u64 {
        let (mut all, mut i) = (0, 0);
        while i < N {
            all |= ((family >> self.sets[i] & 1) as u64) << i;
            i += 1;
        }
        all
    }

    /// The family of some of them.
    pub(super) fn family(&self, some: u64) -> u128 {
        elements(some).fold(0, |all, i| all | 1 << self.sets[i])
    }

    /// The image of some of them, where the points go to `to`.
    pub(super) fn image(&self, some: u64, to: &[u8; 7]) -> u64 {
        elements(some).fold(0, |all, i| all | 1 << self.at[image(self.sets[i], to)])
    }
}

/// The image of a set, where the points go to `to`, one bit each.
#[inline]
pub(super) fn image(set: u8, to: &[u8; 7]) -> usize {
    elements(set.into()).fold(0, |all, point| all | to[point]).into()
}

pub(super) const PAIRS: Kind<21> = Kind::new(2, 2);
pub(super) const FOURS: Kind<35> = Kind::new(4, 4);
pub(super) const LARGE: Kind<29> = Kind::new(5, 7);

/// Triples over each pair, in half of a word; triples under each set of four.
static OVER_PAIRS: [u64; 21] = {
    let (mut over, mut i) = ([0; 21], 0);
    while i < 21 {
        over[i] = halved(ABOVE[PAIRS.sets[i] as usize] & LAYER[3]);
        i += 1;
    }
    over
};
static OVER_POINTS: [u64; 7] = {
    let (mut over, mut i) = ([0; 7], 0);
    while i < 7 {
        over[i] = halved(ABOVE[1 << i] & LAYER[3]);
        i += 1;
    }
    over
};
/// Of every set the pairs that are in it, and the sets of four and the large ones that it is in.
static UNDER_TRIPLES: [u32; 128] = {
    let (mut under, mut x) = ([0; 128], 0);
    while x < 128 {
        under[x] = PAIRS.among(BELOW[x]) as u32;
        x += 1;
    }
    under
};
pub(super) static FOURS_OVER: [u64; 128] = {
    let (mut over, mut x) = ([0; 128], 0);
    while x < 128 {
        over[x] = FOURS.among(ABOVE[x]);
        x += 1;
    }
    over
};
pub(super) static LARGE_OVER: [u32; 128] = {
    let (mut over, mut x) = ([0; 128], 0);
    while x < 128 {
        over[x] = LARGE.among(ABOVE[x]) as u32;
        x += 1;
    }
    over
};
static UNDER_FOURS: [u64; 35] = {
    let (mut under, mut i) = ([0; 35], 0);
    while i < 35 {
        under[i] = halved(BELOW[FOURS.sets[i] as usize] & LAYER[3]);
        i += 1;
    }
    under
};

/// The pairs within some points.
fn within(points: u32) -> u32 {
    (0..21).filter(|&i| u32::from(PAIRS.sets[i]) & !points == 0).fold(0, |all, i| all | 1 << i)
}

/// What of the points and pairs under a triple no other triple covers: points, one bit each, and pairs.
pub(super) fn alone(n: u32, missing: Half, x: u32) -> (u32, u64) {
    let others = halved(triples(n)) & !missing.0 & !halved(1 << x);
    let pairs = elements(UNDER_TRIPLES[x as usize].into()).filter(|&i| OVER_PAIRS[i] & others == 0);
    let points = elements(x.into()).filter(|&p| OVER_POINTS[p] & others == 0);
    (points.fold(0, |all, p| all | 1 << p), pairs.fold(0, |all, i| all | 1 << i))
}

/// As [`Half`] has triples.
const fn halved(family: u128) -> u64 {
    family as u64 | ((family >> 64) as u64).reverse_bits()
}

/// Some points that no triple covers, and the pairs that may be there with them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ground {
    pub points: u32,
    pub pairs: u32,
    /// How many choices of points and pairs come before.
    pub first: u32,
}

/// A choice of points and pairs: of the pairs that may be there by their positions among them.
#[derive(Clone, Copy)]
pub(super) struct Low<'f> {
    pub ground: &'f Ground,
    pub pairs: u64,
}

impl Low<'_> {
    /// Its place among all choices.
    pub(super) fn place(self) -> usize {
        self.ground.first as usize + self.pairs as usize
    }

    pub(super) fn size(self) -> u32 {
        self.ground.points.count_ones() + self.pairs.count_ones()
    }
}

/// Some sets of five and more, and the sets of four under them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Top {
    pub sets: u32,
    pub under: u64,
    /// How many these are.
    size: u32,
}

/// The places of downsets with one family of triples: for each choice of points and pairs, and then for each top, a cube of sets of four.
#[derive(Clone, Debug)]
pub(super) struct Fibre {
    /// Sets of four that may be there.
    pub fours: u64,
    /// The first ground.
    ground: Ground,
    /// How many more sets there may be than have to be; less than none if there is no downset at all.
    room: i32,
    /// What most fibres do without.
    parts: Option<Box<Parts>>,
}

#[derive(Clone, Debug)]
struct Parts {
    grounds: Vec<Ground>,
    tops: Vec<Top>,
    /// Where the cubes begin, and the end.
    rows: Vec<u32>,
}

static NO_TOP: [Top; 1] = [Top { sets: 0, under: 0, size: 0 }];

impl Fibre {
    /// Of all triples of n points but those of `missing`, with at most so many sets.
    pub(super) fn new(n: u32, missing: Half, most: u32) -> Fibre {
        let here = halved(triples(n)) & !missing.0;
        let inside = ((1_u32 << n) - 1) as u8;
        let pairs_inside = (0..21).filter(|&i| PAIRS.sets[i] & !inside == 0).fold(0_u32, |all, i| all | 1 << i);
        let pairs = (0..21).filter(|&i| OVER_PAIRS[i] & here == 0).fold(0, |all, i| all | 1 << i) & pairs_inside;
        let fours = (0..35).filter(|&i| UNDER_FOURS[i] & !here == 0).fold(0_u64, |all, i| all | 1 << i);
        let covered = elements(u64::from(pairs_inside & !pairs)).fold(0, |all, i| all | PAIRS.sets[i]);
        let points = u32::from(inside & !covered);
        let least = 1 + covered.count_ones() + (pairs_inside & !pairs).count_ones() + here.count_ones();
        let ground = Ground { points: 0, pairs: pairs & within(u32::from(covered)), first: 0 };
        let mut fibre = Fibre { fours, ground, room: most as i32 - least as i32, parts: None };
        let tops = fibre.tops_there();
        let cut = fibre.room < (pairs.count_ones() + fours.count_ones()) as i32;
        if points != 0 || tops.len() > 1 || (cut && pairs != 0) {
            fibre.parts = Some(Box::new(fibre.parted(points, pairs, tops)));
        }
        fibre
    }

    /// The tops that there is room for.
    fn tops_there(&self) -> Vec<Top> {
        let mut tops = NO_TOP.to_vec();
        if self.fours.count_ones() < 5 {
            return tops;
        }
        for (i, &set) in LARGE.sets.iter().enumerate() {
            let fours = FOURS.among(BELOW[set as usize]);
            if fours & !self.fours != 0 {
                continue;
            }
            let faces = LARGE.among(BELOW[set as usize] & !(1 << set)) as u32;
            for j in 0..tops.len() {
                let (sets, under) = (tops[j].sets | 1 << i, tops[j].under | fours);
                let size = sets.count_ones() + under.count_ones();
                if tops[j].sets & faces == faces && size as i32 <= self.room {
                    tops.push(Top { sets, under, size });
                }
            }
        }
        tops
    }

    fn parted(&self, points: u32, pairs: u32, tops: Vec<Top>) -> Parts {
        let mut parts = Parts { grounds: Vec::new(), tops, rows: vec![0] };
        let (mut first, mut at) = (0, 0);
        // Subsets of the points, ascending.
        let mut some = 0_u32;
        loop {
            let ground = Ground { points: some, pairs: pairs & within(!points | some), first };
            for low in 0..1_u32 << ground.pairs.count_ones() {
                let size = some.count_ones() + low.count_ones();
                for top in &parts.tops {
                    at += self.cube(size, top).map_or(0, |(n, room)| FEWER[n][room + 1]);
                    parts.rows.push(at);
                }
            }
            first += 1 << ground.pairs.count_ones();
            parts.grounds.push(ground);
            some = some.wrapping_sub(points) & points;
            if some == 0 {
                return parts;
            }
        }
    }

    pub(super) fn grounds(&self) -> &[Ground] {
        self.parts.as_ref().map_or(std::slice::from_ref(&self.ground), |parts| &parts.grounds)
    }

    /// All choices of points and pairs, in the order of their places.
    pub(super) fn lows(&self) -> impl Iterator<Item = Low<'_>> {
        self.grounds().iter().flat_map(|ground| {
            let all = 0..1_u64 << ground.pairs.count_ones();
            all.map(move |pairs| Low { ground, pairs })
        })
    }

    pub(super) fn tops(&self) -> &[Top] {
        self.parts.as_ref().map_or(&NO_TOP, |parts| &parts.tops)
    }

    /// With so many free points and pairs and a top: how many free sets of four there are, and how many of them there may be.
    #[inline]
    pub(super) fn cube(&self, low: u32, top: &Top) -> Option<(usize, usize)> {
        let n = (self.fours & !top.under).count_ones() as usize;
        let room = usize::try_from(self.room - low as i32 - top.size as i32).ok()?;
        Some((n, room.min(n)))
    }

    /// The same if there can be as many sets as may be.
    pub(super) fn full(&self, low: u32, top: &Top) -> Option<(usize, usize)> {
        let (n, room) = self.cube(low, top)?;
        (room as i32 == self.room - low as i32 - top.size as i32).then_some((n, room))
    }

    /// Where the cube of a choice of points and pairs and a top begins.
    #[inline]
    pub(super) fn row(&self, low: usize, top: usize) -> usize {
        match &self.parts {
            Some(parts) => parts.rows[low * parts.tops.len() + top] as usize,
            None => low << self.fours.count_ones(),
        }
    }

    /// How many downsets there are.
    pub(super) fn len(&self) -> usize {
        match &self.parts {
            Some(parts) => parts.rows.last().map_or(0, |&end| end as usize),
            None => self
                .cube(0, &NO_TOP[0])
                .map_or(0, |(n, room)| (FEWER[n][room + 1] as usize) << self.ground.pairs.count_ones()),
        }
    }
}
