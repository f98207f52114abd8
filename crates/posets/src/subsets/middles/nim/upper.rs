//! Positions that miss few triples, by the class of their sets of four.

use super::choices::{Choices, fewer, list, single};
use super::cubes::{Carried, Cubes, subsets};
use super::level::{Level, Places, Sizes, key};
use super::lower::Lower;
use super::sets::{
    FOURS, FOURS_UNDER, Images, NUMBER, PAIRS, PAIRS_UNDER, TOPS, TOPS_OVER, TRIPLES, TRIPLES_OVER, TRIPLES_UNDER,
    family, halves, members, numbers, squeezed, together,
};
use super::values::{bit, close, gather, keep, settle};
use super::ways::Ways;
use crate::subsets::crew::Shared;
use crate::subsets::downset::{LAYER, bits};
use crate::subsets::error::Error;
use crate::subsets::middles::families::{Grown, canonical};
use crate::subsets::permute::{Half, Route};
use crate::subsets::room::Room;
use smallvec::SmallVec;
use std::hint::black_box;

/// All positions that miss at most so many triples.
#[derive(Debug)]
pub struct Upper {
    n: u32,
    most: usize,
    levels: Vec<Level>,
}

/// One set of four taken, and the class that is left.
struct Step {
    set: u8,
    rest: u64,
    key: u64,
    route: Route,
    glance: u64,
    class: usize,
    places: Places,
}

#[derive(Default)]
struct Desk {
    grown: Grown,
    steps: Vec<Step>,
    /// The sets of triples that are missing.
    sets: Vec<u64>,
    images_of: Vec<u64>,
    seen: Vec<u64>,
    table: Vec<u32>,
    high: Vec<u32>,
    places: Vec<u32>,
    more: Vec<u32>,
    tops: Vec<u32>,
}

/// The triples under sets of four.
fn under(fours: u64) -> u64 {
    members(fours).fold(0, |all, q| all | TRIPLES_UNDER[FOURS[q] as usize])
}

/// Of tops those of six and seven.
fn six(tops: u64) -> u64 {
    tops >> 21
}

/// How many bits are below one.
fn below(word: u64, at: usize) -> usize {
    (word & ((1 << at) - 1)).count_ones() as usize
}

const FIVE: u64 = (1 << 21) - 1;

impl Upper {
    /// With the families of each size of sets of four: what each is without.
    pub fn new(
        lower: &Lower,
        families: impl Iterator<Item = Vec<u64>>,
        most: usize,
        threads: usize,
        shared: &Shared,
        room: &Room,
    ) -> Result<Upper, Error> {
        let n = lower.n;
        let (all, all_fours) = (TRIPLES_UNDER[(1 << n) - 1], FOURS_UNDER[(1 << n) - 1]);
        let ways = Ways::new(lower, most, shared)?;
        let mut upper = Upper { n, most, levels: Vec::new() };
        let mut done = lower.floors.iter().map(|floor| floor.level.places.len() as u64).sum();
        for (size, missing) in families.enumerate() {
            shared.at(size as u32, done);
            done += missing.len() as u64;
            let mut level = Level::new(missing, threads, shared, room, |missing| {
                let fours = all_fours & !missing;
                let free = (all & !under(fours)).count_ones() as usize;
                let few = fewer(free, most + 1) as u64;
                let rows = all.count_ones() - free as u32 + n * (n + 1) / 2;
                let nu = Cubes::tops(fours).total;
                let values = nu * fewer(free, most + 2) as u64;
                Sizes { values, after: nu * few * u64::from(rows), is_parted: false }
            })?;
            level.fill(threads, shared, room, |missing, values, after, desk| {
                upper.solve((lower, &ways), Half(missing), (values, after), desk, shared)
            })?;
            upper.levels.push(level);
            if let Some(level) = size.checked_sub(1).and_then(|size| upper.levels.get_mut(size)) {
                level.forget(room);
            }
        }
        if let Some(level) = upper.levels.last_mut() {
            level.forget(room);
        }
        Ok(upper)
    }

    fn solve(
        &self,
        (lower, ways): (&Lower, &Ways),
        missing: Half,
        (values, after): (&mut [u8], &mut [u8]),
        desk: &mut Desk,
        shared: &Shared,
    ) -> Result<(), Error> {
        let (n, most) = (self.n, self.most);
        let (all, all_pairs) = (TRIPLES_UNDER[(1 << n) - 1], PAIRS_UNDER[(1 << n) - 1]);
        let q = FOURS_UNDER[(1 << n) - 1] & !together(missing.0);
        let cubes = Cubes::tops(q);
        let nu = cubes.total as usize;
        let covered = under(q);
        let free = all & !covered;
        let choices = Choices::new(free);
        let Desk { grown, steps, sets, images_of, seen, table, high, places, more, tops } = desk;
        let elements: SmallVec<[u64; 36]> = single(free).collect();
        list(&elements, most + 1, sets);
        // Sets of so many at most; and with one more.
        let (few, count) = (fewer(choices.count, most + 1), sets.len());
        let width = few * nu;
        seen.clear();
        seen.resize(count * nu, 0);
        tops.clear();
        for block in &cubes.blocks {
            tops.extend(subsets(block.free).map(|free| (block.forced | free) as u32 | block.key << 21));
        }
        self.find_steps(q, missing, grown, steps)?;
        // The rows of sets of which something larger is to be taken first: triples, pairs, points.
        let (mut triples, mut pairs, mut points) = (covered, all_pairs, (1_u64 << n) - 1);
        let pair_row = covered.count_ones() as usize;
        let point_row = pair_row + pairs.count_ones() as usize;
        for step in &*steps {
            shared.go_on()?;
            let set = step.set as usize;
            let level = &self.levels[step.rest.count_ones() as usize];
            let images = Images::new(&step.route);
            let to_covered = under(step.rest);
            let to_free = members(all & !to_covered).fold(0, |all, t| all | 1 << images.triple(t));
            let to_choices = Choices::new(to_free);
            let to = if nu == 1 {
                None
            } else {
                let image = members(step.rest).fold(0, |all, q| all | 1 << images.four(q));
                Some(Cubes::tops(image))
            };
            let nu2 = to.as_ref().map_or(1, |to| to.total as usize);
            high.clear();
            match &to {
                None => high.push(0),
                Some(to) => {
                    let gone = TOPS_OVER[set];
                    for block in &cubes.blocks {
                        let key = u64::from(block.key) & !six(gone);
                        let key = u32::from(images.set(key as u8 & 127)) | key as u32 & 128;
                        let to = to.find(key).ok_or(Error::Inexact)?;
                        let carried = Carried::new(block, gone & FIVE, &to, |f| images.five(f));
                        carried.fill(carried.free, 0, table);
                        high.extend_from_slice(table);
                    }
                }
            }
            // Where positions stand with a triple more missing.
            let high = &*high;
            let elements: SmallVec<[u64; 36]> = members(free).map(|t| to_choices.bit(images.triple(t))).collect();
            list(&elements, most, images_of);
            let place = |more: u64, places: &mut Vec<u32>| {
                places.clear();
                for &set in &*images_of {
                    let first = (to_choices.placed(set | more) as u32).wrapping_mul(nu2 as u32);
                    places.extend(high.iter().map(|&at| at.wrapping_add(first)));
                }
            };
            place(0, places);
            let found = &level.values[step.places.values as usize..];
            gather(seen, found, places);
            // After smaller sets.
            let width2 = fewer(to_choices.count, most + 1) * nu2;
            let to_triples = members(to_covered).fold(0_u64, |all, t| all | 1 << images.triple(t));
            let pair_row2 = to_covered.count_ones() as usize;
            let point_row2 = pair_row2 + all_pairs.count_ones() as usize;
            let after2 = &level.after[step.places.after as usize..];
            let mine = (triples & TRIPLES_UNDER[set], pairs & PAIRS_UNDER[set], points & set as u64);
            (triples, pairs, points) = (triples & !mine.0, pairs & !mine.1, points & !mine.2);
            let row_of = |t: usize| below(covered, t);
            for t in members(mine.0 & !to_covered) {
                place(to_choices.bit(images.triple(t)), more);
                keep((&mut after[row_of(t) * width..][..width], width, 0, width), seen, found, more);
            }
            let rows = members(mine.0 & to_covered)
                .map(|t| (row_of(t), below(to_triples, images.triple(t))))
                .chain(members(mine.1).map(|p| {
                    let image = images.pair(p);
                    (pair_row + below(all_pairs, p), pair_row2 + below(all_pairs, image))
                }))
                .chain(members(mine.2).map(|p| (point_row + p, point_row2 + step.route.place(p as u32))));
            for (row, row2) in rows {
                let after = &mut after[row * width..][..width];
                keep((after, width, 0, width), seen, &after2[row2 * width2..], places);
            }
        }
        // Pairs and points with no sets of four above them.
        let fours = halves(q);
        let lonely = members(pairs).map(|p| (PAIRS[p], pair_row + below(all_pairs, p)));
        for (x, row) in lonely.chain(members(points).map(|p| (1 << p, point_row + p))) {
            shared.go_on()?;
            let star = TRIPLES_OVER[x as usize];
            let row = &mut after[row * width..][..width];
            for (l, &t) in sets[..few].iter().enumerate() {
                if t & star == 0 {
                    let way = ways.above(x, t).ok_or(Error::Inexact)?;
                    let images = way.images(nu > 1);
                    for (value, &tops) in row[l * nu..][..nu].iter_mut().zip(&*tops) {
                        *value = ways.value(lower, way, fours, tops, &images).ok_or(Error::Inexact)?;
                    }
                } else {
                    let from = choices.rank(t & !star) * nu;
                    row.copy_within(from..from + nu, l * nu);
                }
            }
            for (seen, &value) in seen.iter_mut().zip(&*row) {
                *seen |= bit(value);
            }
        }
        // One triple more is missing.
        for l in few..count {
            shared.go_on()?;
            let way = ways.beyond(sets[l]).ok_or(Error::Inexact)?;
            let images = way.images(nu > 1);
            for (seen, &tops) in seen[l * nu..][..nu].iter_mut().zip(&*tops) {
                *seen = bit(ways.value(lower, way, fours, tops, &images).ok_or(Error::Inexact)?);
            }
        }
        // What leaves the same sets of four.
        let mut inner = Vec::new();
        for block in &cubes.blocks {
            let mut list = Vec::new();
            for top in members(block.forced).chain(members(block.key.into()).map(|s| s + 21)) {
                let gone = TOPS_OVER[TOPS[top] as usize];
                let to = cubes.find(block.key & !six(gone) as u32).ok_or(Error::Inexact)?;
                list.push(Carried::new(block, gone & FIVE, &to, |f| f));
            }
            inner.push(list);
        }
        // Each set by places.
        let elements: SmallVec<[u64; 36]> = (0..choices.count).map(|at| 1 << at).collect();
        list(&elements, most, images_of);
        for l in (0..few).rev() {
            shared.go_on()?;
            let (before, after) = seen.split_at_mut((l + 1) * nu);
            let seen = &mut before[l * nu..];
            let set = images_of[l];
            for more in single(!set & ((1 << choices.count) - 1)) {
                let other = choices.placed(set | more);
                for (seen, other) in seen.iter_mut().zip(&after[(other - l - 1) * nu..]) {
                    *seen |= other;
                }
            }
            for (block, inner) in cubes.blocks.iter().zip(&inner) {
                let (done, rest) = seen.split_at_mut(block.off as usize);
                let seen = &mut rest[..1 << block.free.count_ones()];
                for carried in inner {
                    carried.fill(carried.free, 0, table);
                    for (seen, &at) in seen.iter_mut().zip(&*table) {
                        *seen |= done[at as usize];
                    }
                }
                close(seen);
            }
        }
        settle(values, seen)
    }

    /// All moves that take a set of four.
    fn find_steps(&self, q: u64, missing: Half, grown: &mut Grown, steps: &mut Vec<Step>) -> Result<(), Error> {
        steps.clear();
        let Some(level) = (q.count_ones() as usize).checked_sub(1).map(|size| &self.levels[size]) else {
            return Ok(());
        };
        // Complements of sets of four.
        grown.find(self.n, family(FOURS_UNDER[(1 << self.n) - 1], &TRIPLES), missing);
        steps.extend(grown.triples.iter().zip(&grown.forms).map(|(&x, &(form, route))| {
            let set = 127 - x as u8;
            let rest = q & !(1 << NUMBER[set as usize]);
            Step { set, rest, key: key(form), route, glance: 0, class: 0, places: Places::default() }
        }));
        // Each of these has to be fetched from memory. In loops of their own they do not wait for each other.
        for step in &mut *steps {
            step.glance = level.glance(step.key);
        }
        for step in &mut *steps {
            step.class = level.class(step.key, step.glance).ok_or(Error::Inexact)?;
        }
        for step in &mut *steps {
            step.places = level.places[step.class];
        }
        black_box(steps.iter().fold(0, |all, step| {
            all | level.values[step.places.values as usize] | level.after[step.places.after as usize]
        }));
        Ok(())
    }

    /// The value of a position that misses so few triples.
    pub fn value(&self, d: u128) -> Option<u8> {
        let inside = (1 << self.n) - 1;
        let all = TRIPLES_UNDER[inside];
        let missing = all & !numbers(d & LAYER[3]);
        let q = numbers(d & LAYER[4]);
        let level = self.levels.get(q.count_ones() as usize)?;
        let (form, route) = canonical(self.n, Half(halves(FOURS_UNDER[inside] & !q)));
        let places = level.find(key(form))?;
        let images = Images::new(&route);
        let form = FOURS_UNDER[inside] & !key(form);
        let cubes = Cubes::tops(form);
        let choices = Choices::new(all & !under(form));
        let tops = bits(d & (LAYER[5] | LAYER[6] | LAYER[7]))
            .fold(0, |all, x| all | 1_u64 << NUMBER[images.set(x as u8) as usize]);
        let block = cubes.find(six(tops) as u32)?;
        let u = block.off + squeezed(tops & FIVE, block.free);
        let missing = members(missing).fold(0, |all, t| all | 1 << images.triple(t));
        let l = choices.rank(missing);
        level.values.get(places.values as usize + l * cubes.total as usize + u as usize).copied()
    }
}
