//! Positions that miss more than a few triples, by the class of their triples.

use super::cubes::{Block, Carried, Cubes};
use super::level::{Level, Places, Sizes, key};
use super::sets::{
    FOURS, FOURS_OVER, HALVES_OVER, Images, NUMBER, PAIRS, PAIRS_OVER, PAIRS_UNDER, TOPS, TOPS_OVER, TRIPLES_OVER,
    TRIPLES_UNDER, halves, members, numbers, squeezed, together,
};
use super::values::{bit, close, gather, keep, settle};
use crate::subsets::crew::Shared;
use crate::subsets::downset::{LAYER, bits};
use crate::subsets::error::Error;
use crate::subsets::middles::families::{Grown, canonical, triples};
use crate::subsets::permute::{Half, Route};
use crate::subsets::room::Room;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hint::black_box;

/// Free sets of a cube that are worked on at once.
const LOW: usize = 12;

/// Triples up to which values after pairs and points are handed on: there are many families of these sizes, with few positions each. Beyond,
/// what these moves leave is looked for by itself.
const HANDED: usize = 20;

/// Families of one size.
#[derive(Debug)]
pub struct Floor {
    pub level: Level,
    /// Positions of families that have no single cube.
    parted: FxHashMap<u64, (Cubes, Cubes)>,
}

/// All positions with at most so many triples.
#[derive(Debug)]
pub struct Lower {
    pub n: u32,
    pub floors: Vec<Floor>,
}

/// A move that takes triples.
struct Step {
    /// What is taken.
    set: u8,
    /// The triples that are left, and what their class is without.
    rest: u64,
    key: u64,
    route: Route,
    glance: u64,
    class: usize,
    places: Places,
    /// Where the low parts stand with what is left.
    low: usize,
    /// How many positions what is left has.
    total: usize,
    /// Where sets of four stand, if nothing larger is there.
    plain: Block,
    /// The rows of values that are handed on from here.
    rows: (usize, usize),
}

/// Values after a pair or a point, handed on from what a triple above it leaves.
struct Row {
    /// Where they are kept.
    at: usize,
    /// The row that they come from, if the pair or point is still covered there; else they are values themselves.
    from: Option<usize>,
    /// Where the low parts stand.
    low: usize,
}

#[derive(Default)]
pub struct Desk {
    grown: Grown,
    steps: Vec<Step>,
    rows: Vec<Row>,
    lows: Vec<u32>,
    table: Vec<u32>,
    places: Vec<u32>,
    tables: Vec<Carried>,
    seen: Vec<u64>,
    moves: Vec<Carried>,
}

/// The pairs that some triples cover.
fn shadow(h: u64) -> u64 {
    let is_covered = |set: u8| u64::from(TRIPLES_OVER[set as usize] & h != 0);
    PAIRS.iter().enumerate().fold(0, |all, (p, &set)| all | is_covered(set) << p)
}

/// The points that some triples cover.
pub fn covered(h: u64) -> u8 {
    (0..7).fold(0, |all, p| all | u8::from(TRIPLES_OVER[1 << p] & h != 0) << p)
}

/// How many bits are below one.
fn before(word: u64, at: usize) -> usize {
    (word & ((1 << at) - 1)).count_ones() as usize
}

impl Lower {
    /// With the families of each size, the most triples of which come last: what each is without.
    pub fn new(
        n: u32,
        families: impl Iterator<Item = Vec<u64>>,
        threads: usize,
        shared: &Shared,
        room: &Room,
    ) -> Result<Lower, Error> {
        let (mut lower, mut done) = (Lower { n, floors: Vec::new() }, 0);
        for (size, missing) in families.enumerate() {
            shared.at(size as u32, done);
            done += missing.len() as u64;
            let floor = lower.floor(size, missing, threads, shared, room)?;
            lower.floors.push(floor);
            if let Some(floor) = size.checked_sub(1).and_then(|size| lower.floors.get_mut(size)) {
                floor.level.forget(room);
            }
        }
        if let Some(floor) = lower.floors.last_mut() {
            floor.level.forget(room);
        }
        Ok(lower)
    }

    fn floor(
        &self,
        size: usize,
        missing: Vec<u64>,
        threads: usize,
        shared: &Shared,
        room: &Room,
    ) -> Result<Floor, Error> {
        let n = self.n;
        let all = TRIPLES_UNDER[(1 << n) - 1];
        let parted = |h: u64| {
            let (low, high) = (Cubes::low(h, n), Cubes::high(h));
            let is_parted = low.blocks.len() > 1 || high.blocks.len() > 1;
            (low, high, is_parted)
        };
        let mut level = Level::new(missing, threads, shared, room, |missing| {
            let h = all & !missing;
            let (low, high, is_parted) = parted(h);
            let values = low.total * high.total;
            let rows = shadow(h).count_ones() + covered(h).count_ones();
            let after = if size <= HANDED { values * u64::from(rows) } else { 0 };
            Sizes { values, after, is_parted }
        })?;
        let mut cubes = FxHashMap::default();
        for (&missing, places) in level.missing.iter().zip(&level.places) {
            if places.is_parted {
                shared.go_on()?;
                let (low, high, _) = parted(all & !together(missing));
                room.take(low.bytes() + high.bytes())?;
                cubes.insert(together(missing), (low, high));
            }
        }
        level.fill(threads, shared, room, |missing, values, after, desk| {
            let cubes = cubes.get(&together(missing));
            self.solve((size, Half(missing), cubes), (values, after), desk, shared)
        })?;
        Ok(Floor { level, parted: cubes })
    }

    fn solve(
        &self,
        (size, missing, cubes): (usize, Half, Option<&(Cubes, Cubes)>),
        (values, after): (&mut [u8], &mut [u8]),
        desk: &mut Desk,
        shared: &Shared,
    ) -> Result<(), Error> {
        let n = self.n;
        let h = TRIPLES_UNDER[(1 << n) - 1] & !together(missing.0);
        let made;
        let (low, high) = match cubes {
            Some((low, high)) => (low, high),
            None => {
                made = (Cubes::low(h, n), Cubes::high(h));
                (&made.0, &made.1)
            }
        };
        let (nl, nu) = (low.total as usize, high.total as usize);
        let Desk { grown, steps, rows, lows, table, places, tables, seen, moves } = desk;
        self.find_steps(size, missing, h, grown, steps)?;
        let (pairs, points) = (low.blocks[0].forced, covered(h));
        // All sets of four whose triples are there.
        let fours = high.blocks[0].free | high.blocks[0].forced;
        let all_pairs = PAIRS_UNDER[(1 << n) - 1];
        lows.clear();
        rows.clear();
        let (mut pairs_left, mut points_left) = match size <= HANDED {
            true => (pairs, points),
            false => (0, 0),
        };
        let mut cubes_of: SmallVec<[Option<&(Cubes, Cubes)>; 64]> = SmallVec::new();
        for step in &mut *steps {
            let floor = &self.floors[step.rest.count_ones() as usize];
            let images = Images::new(&step.route);
            let covered_now = shadow(step.rest);
            let parted = match step.places.is_parted {
                true => Some(floor.parted.get(&step.key).ok_or(Error::Inexact)?),
                false => None,
            };
            cubes_of.push(parted);
            let bare = !covered(step.rest);
            let pair = match parted {
                None => members(all_pairs & !covered_now).fold(0, |all, p| all | 1_u64 << images.pair(p)),
                Some(_) => 0,
            };
            if parted.is_none() {
                let four = members(fours & !FOURS_OVER[step.set as usize]);
                step.plain = Block { free: four.fold(0, |all, q| all | 1_u64 << images.four(q)), ..Block::default() };
            }
            let width = parted.map_or(1 << step.plain.free.count_ones(), |(_, high)| high.total as u32);
            step.total = width as usize * parted.map_or(1 << pair.count_ones(), |(low, _)| low.total as usize);
            // Where the low parts stand, without `gone`.
            let mut place = |gone: u8| -> Result<usize, Error> {
                let first = lows.len();
                for block in &low.blocks {
                    let to = match parted {
                        None => Block { free: pair, ..Block::default() },
                        Some((low, _)) => {
                            let taken = if gone.count_ones() == 1 { gone } else { 0 };
                            let present = (points | block.key as u8) & !taken;
                            low.find(images.set(present & bare).into()).ok_or(Error::Inexact)?
                        }
                    };
                    let gone = if gone == 0 { 0 } else { PAIRS_OVER[gone as usize] };
                    let carried = Carried::new(block, gone, &to, |p| images.pair(p));
                    carried.fill(carried.free, 0, table);
                    lows.extend(table.iter().map(|at| at.wrapping_mul(width)));
                }
                Ok(first)
            };
            let set = step.set;
            step.low = place(if set.count_ones() == 3 { 0 } else { set })?;
            let (my_pairs, my_points) = (pairs_left & PAIRS_UNDER[set as usize], points_left & set);
            (pairs_left, points_left) = (pairs_left & !my_pairs, points_left & !my_points);
            step.rows.0 = rows.len();
            if my_pairs != 0 || my_points != 0 {
                let image = |pairs: u64| members(pairs).fold(0, |all, p| all | 1_u64 << images.pair(p));
                let (to_pairs, to_points) = (image(covered_now), images.set(!bare & 127));
                for p in members(my_pairs) {
                    let from = (covered_now >> p & 1 == 1).then(|| before(to_pairs, images.pair(p)));
                    let low = if from.is_some() { step.low } else { place(PAIRS[p])? };
                    rows.push(Row { at: before(pairs, p), from, low });
                }
                let (first, to_first) = (pairs.count_ones() as usize, to_pairs.count_ones() as usize);
                for p in members(my_points.into()) {
                    let place_of = step.route.place(p as u32);
                    let from = (bare >> p & 1 == 0).then(|| to_first + before(to_points.into(), place_of));
                    let low = if from.is_some() { step.low } else { place(1 << p)? };
                    rows.push(Row { at: first + before(points.into(), p), from, low });
                }
            }
            step.rows.1 = rows.len();
        }
        // The moves that take a point that no triple has.
        moves.clear();
        for block in &low.blocks {
            for v in members(block.key.into()) {
                let to = low.find(block.key & !(1 << v)).ok_or(Error::Inexact)?;
                moves.push(Carried::new(block, PAIRS_OVER[1 << v], &to, |p| p));
            }
        }
        let mut inner: Vec<Carried> = Vec::new();
        for block in &high.blocks {
            tables.clear();
            for (step, parted) in steps.iter().zip(&cubes_of) {
                let images = Images::new(&step.route);
                let to = match parted {
                    None => step.plain,
                    Some((_, high)) => {
                        let tops = images.tops(block.key & !TOPS_OVER[step.set as usize] as u32);
                        high.find(tops).ok_or(Error::Inexact)?
                    }
                };
                tables.push(Carried::new(block, FOURS_OVER[step.set as usize], &to, |q| images.four(q)));
            }
            inner.clear();
            for x in members(block.forced).map(|q| FOURS[q]).chain(members(block.key.into()).map(|w| TOPS[w])) {
                let to = high.find(block.key & !TOPS_OVER[x as usize] as u32).ok_or(Error::Inexact)?;
                // A set of four goes itself; of those below a larger one all stay.
                inner.push(Carried::new(block, FOURS_OVER[x as usize], &to, |q| q));
            }
            let count = block.free.count_ones() as usize;
            let small = count.min(LOW);
            let width = 1_usize << small;
            // All low parts at once where nothing is between them.
            let wide = if width == nu { nl * nu } else { width };
            for part in 0..1_u64 << (count - small) {
                shared.go_on()?;
                let here = block.off as usize + ((part as usize) << small);
                seen.clear();
                seen.resize(nl << small, 0);
                for (step, carried) in steps.iter().zip(&*tables) {
                    let level = &self.floors[step.rest.count_ones() as usize].level;
                    carried.fill(small, part, table);
                    let spread = |low: usize, places: &mut Vec<u32>| {
                        places.clear();
                        for &first in &lows[low..low + nl] {
                            places.extend(table.iter().map(|&at| at.wrapping_add(first)));
                        }
                    };
                    spread(step.low, places);
                    let found = &level.values[step.places.values as usize..];
                    gather(seen, found, places);
                    let rest = &rows[step.rows.0..step.rows.1];
                    if rest.is_empty() {
                        continue;
                    }
                    // First those from the same places.
                    for row in rest.iter().filter(|row| row.from.is_some()) {
                        let from = step.places.after as usize + row.from.unwrap_or(0) * step.total;
                        let after = &mut after[row.at * nl * nu..][..nl * nu];
                        keep((after, nu, here, wide), seen, &level.after[from..], places);
                    }
                    for row in rest.iter().filter(|row| row.from.is_none()) {
                        spread(row.low, places);
                        let after = &mut after[row.at * nl * nu..][..nl * nu];
                        keep((after, nu, here, wide), seen, found, places);
                    }
                }
                for carried in &inner {
                    carried.fill(small, part, table);
                    for (seen, row) in seen.chunks_exact_mut(width).zip(values.chunks_exact(nu)) {
                        gather(seen, row, table);
                    }
                }
                for b in members(part) {
                    let from = here - (1 << (small + b));
                    for (seen, row) in seen.chunks_exact_mut(width).zip(values.chunks_exact(nu)) {
                        for (seen, &value) in seen.iter_mut().zip(&row[from..from + width]) {
                            *seen |= bit(value);
                        }
                    }
                }
                within(low, moves, seen, width);
                for (row, seen) in values.chunks_exact_mut(nu).zip(seen.chunks_exact(width)) {
                    settle(&mut row[here..here + width], seen)?;
                }
            }
        }
        Ok(())
    }

    /// All moves that take triples, but for those whose values are handed on.
    fn find_steps(
        &self,
        size: usize,
        missing: Half,
        h: u64,
        grown: &mut Grown,
        steps: &mut Vec<Step>,
    ) -> Result<(), Error> {
        let n = self.n;
        grown.find(n, triples(n), missing);
        let step = |set: u8, (form, route): (Half, Route)| Step {
            set,
            rest: h & !TRIPLES_OVER[set as usize],
            key: key(form),
            route,
            glance: 0,
            class: 0,
            places: Places::default(),
            low: 0,
            total: 0,
            plain: Block::default(),
            rows: (0, 0),
        };
        steps.clear();
        steps.extend(grown.triples.iter().zip(&grown.forms).map(|(&x, &form)| step(x as u8, form)));
        if size > HANDED {
            let covered = covered(h);
            let points = (0..7).map(|p| 1 << p).filter(|p| p & covered != 0);
            let all = halves(TRIPLES_UNDER[(1 << n) - 1]);
            steps.extend(members(shadow(h)).map(|p| PAIRS[p]).chain(points).map(|x| {
                let without = Half(missing.0 | HALVES_OVER[x as usize] & all);
                step(x, canonical(n, without))
            }));
        }
        // Each of these has to be fetched from memory. In loops of their own they do not wait for each other.
        let level = |step: &Step| &self.floors[step.rest.count_ones() as usize].level;
        for step in &mut *steps {
            step.glance = level(step).glance(step.key);
        }
        for step in &mut *steps {
            step.class = level(step).class(step.key, step.glance).ok_or(Error::Inexact)?;
        }
        for step in &mut *steps {
            step.places = level(step).places[step.class];
        }
        black_box(steps.iter().fold(0, |all, step| {
            let level = level(step);
            let after = level.after.get(step.places.after as usize).copied().unwrap_or(0);
            all | level.values[step.places.values as usize] | after
        }));
        Ok(())
    }

    /// The value of a position; `None` if it misses too few triples.
    pub fn value(&self, d: u128) -> Option<u8> {
        let all = TRIPLES_UNDER[(1 << self.n) - 1];
        let h = numbers(d & LAYER[3]);
        let floor = self.floors.get(h.count_ones() as usize)?;
        let (form, route) = canonical(self.n, Half(halves(all & !h)));
        let places = floor.level.find(key(form))?;
        let images = Images::new(&route);
        let form = all & !key(form);
        let (low, high) = (Cubes::low(form, self.n), Cubes::high(form));
        let family = bits(d & !1).fold(1_u128, |all, x| all | 1 << images.set(x as u8));
        let points = (0..7).fold(0, |all, p| all | ((family >> (1_u32 << p)) as u8 & 1) << p);
        let low_block = low.find(u32::from(points & !covered(form)))?;
        let tops = bits(family & (LAYER[5] | LAYER[6] | LAYER[7])).fold(0, |all, x| all | 1_u32 << NUMBER[x as usize]);
        let high_block = high.find(tops)?;
        let l = low_block.off + squeezed(numbers(family & LAYER[2]), low_block.free);
        let u = high_block.off + squeezed(numbers(family & LAYER[4]), high_block.free);
        floor.level.values.get(places.values as usize + l as usize * high.total as usize + u as usize).copied()
    }

    /// The positions of one family.
    pub fn parted(&self, size: usize, key: u64) -> Option<&(Cubes, Cubes)> {
        self.floors.get(size)?.parted.get(&key)
    }
}

/// Finds the values for each choice of low parts, of what is seen from them by moves that take points, pairs and free sets of four: a cube of `width`
/// for each of them.
fn within(low: &Cubes, mut moves: &[Carried], seen: &mut [u64], width: usize) {
    let mut l = 0;
    for block in &low.blocks {
        let (mine, others) = moves.split_at(block.key.count_ones() as usize);
        moves = others;
        for mask in 0..1_u64 << block.free.count_ones() {
            let (before, rest) = seen.split_at_mut(l * width);
            let seen = &mut rest[..width];
            let mut see = |other: usize| {
                seen.iter_mut().zip(&before[other * width..]).for_each(|(seen, other)| *seen |= other);
            };
            for b in members(mask) {
                see(l - (1 << b));
            }
            for carried in mine {
                see(members(mask).fold(carried.first, |all, b| all + carried.weights[b]) as usize);
            }
            close(seen);
            l += 1;
        }
    }
}
