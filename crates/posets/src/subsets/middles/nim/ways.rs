//! Ways from positions that miss few triples to those that miss more.

use super::choices::{Choices, fewer, list, single};
use super::cubes::Cubes;
use super::level::key;
use super::lower::{Lower, covered};
use super::sets::{Images, PAIRS_OVER, PAIRS_UNDER, TRIPLES_OVER, TRIPLES_UNDER, halves, members, squeezed, together};
use crate::subsets::crew::Shared;
use crate::subsets::error::Error;
use crate::subsets::middles::families::canonical;
use crate::subsets::permute::{Half, Route, Word};
use rustc_hash::FxHashMap;

/// One class of triples.
#[derive(Debug)]
struct Target {
    size: usize,
    key: u64,
    /// What the bytes of a family of sets of four, as [`Half`] has it, add to its place if nothing larger is there.
    table: Box<[[u32; 256]; 8]>,
}

/// A family of triples, with points and pairs below it: where it is found.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    target: u32,
    /// Where the values begin.
    first: u32,
    route: Route,
}

/// The images of sets of five and more, if there are any.
pub type Images29 = [u8; 29];

impl Way {
    pub fn images(&self, are_needed: bool) -> Images29 {
        match are_needed {
            true => {
                let images = Images::new(&self.route);
                std::array::from_fn(|top| images.top(top) as u8)
            }
            false => [0; 29],
        }
    }
}

/// All that are needed.
#[derive(Debug)]
pub struct Ways {
    targets: Vec<Target>,
    /// For a pair or point, by its set: with these triples missing, and all those above it.
    above: Vec<Option<(Choices, Vec<Way>)>>,
    /// With one triple more missing than there may be.
    beyond: (Choices, Vec<Way>),
    first_beyond: usize,
}

impl Ways {
    /// From positions that miss at most so many triples.
    pub fn new(lower: &Lower, most: usize, shared: &Shared) -> Result<Ways, Error> {
        let n = lower.n;
        let all = TRIPLES_UNDER[(1 << n) - 1];
        let choices = Choices::new(all);
        let first_beyond = fewer(choices.count, most + 1);
        let (beyond, above) = ((choices, Vec::new()), (0..128).map(|_| None).collect());
        let mut ways = Ways { targets: Vec::new(), above, beyond, first_beyond };
        let (mut known, mut sets) = (FxHashMap::default(), Vec::new());
        let triples = |within: u64| single(within).collect::<Vec<_>>();
        for x in (1..1_u8 << n).filter(|x| x.count_ones() <= 2) {
            let star = TRIPLES_OVER[x as usize];
            list(&triples(all & !star), most, &mut sets);
            let mut found = Vec::with_capacity(sets.len());
            for &missing in &sets {
                shared.go_on()?;
                found.push(ways.way(lower, all & !star & !missing, x, &mut known)?);
            }
            ways.above[usize::from(x)] = Some((Choices::new(all & !star), found));
        }
        list(&triples(all), most + 1, &mut sets);
        for &missing in &sets[first_beyond..] {
            shared.go_on()?;
            let way = ways.way(lower, all & !missing, 0, &mut known)?;
            ways.beyond.1.push(way);
        }
        Ok(ways)
    }

    /// With all points and pairs but for those above `x`.
    fn way(&mut self, lower: &Lower, h: u64, x: u8, known: &mut FxHashMap<u64, u32>) -> Result<Way, Error> {
        let (n, size) = (lower.n, h.count_ones() as usize);
        let floor = lower.floors.get(size).ok_or(Error::Inexact)?;
        let inside = (1_u8 << n) - 1;
        let all = TRIPLES_UNDER[usize::from(inside)];
        let (form, route) = canonical(n, Half(halves(all & !h)));
        let places = floor.level.find(key(form)).ok_or(Error::Inexact)?;
        let images = Images::new(&route);
        let form = all & !key(form);
        let (low, high) = (Cubes::low(form, n), Cubes::high(form));
        let targets = &mut self.targets;
        let target = *known.entry(form).or_insert_with(|| {
            let free = high.blocks[0].free;
            let mut table = Box::new([[0; 256]; 8]);
            for (at, q) in members(free).enumerate() {
                let place = halves(1 << q).trailing_zeros() as usize;
                for byte in (0..256).filter(|byte| byte >> (place % 8) & 1 == 1) {
                    table[place / 8][byte] |= 1 << at;
                }
            }
            targets.push(Target { size, key: all & !form, table });
            targets.len() as u32 - 1
        });
        let points = if x.count_ones() == 1 { inside & !x } else { inside };
        let gone = if x == 0 { 0 } else { PAIRS_OVER[usize::from(x)] };
        let pairs = members(PAIRS_UNDER[usize::from(inside)] & !gone).fold(0, |all, p| all | 1 << images.pair(p));
        let block = low.find((images.set(points) & !covered(form)).into()).ok_or(Error::Inexact)?;
        let l = block.off + squeezed(pairs, block.free);
        Ok(Way { target, first: places.values.wrapping_add(l.wrapping_mul(high.total as u32)), route })
    }

    /// The way with these triples missing, and all those above a pair or point.
    pub fn above(&self, x: u8, missing: u64) -> Option<&Way> {
        let (choices, ways) = self.above[usize::from(x & 127)].as_ref()?;
        ways.get(choices.rank(missing))
    }

    /// The way with these triples missing, one more than there may be.
    pub fn beyond(&self, missing: u64) -> Option<&Way> {
        self.beyond.1.get(self.beyond.0.rank(missing).wrapping_sub(self.first_beyond))
    }

    /// The value at the end of a way with these sets of four, as [`Half`] has them, and those tops.
    #[inline]
    pub fn value(&self, lower: &Lower, way: &Way, fours: u64, tops: u32, images: &Images29) -> Option<u8> {
        let target = &self.targets[way.target as usize];
        let fours = Half(fours).carried(&way.route).0;
        let at = if tops == 0 {
            let byte = |k: usize| usize::from((fours >> (8 * k)) as u8);
            target.table.iter().enumerate().fold(0, |all, (k, table)| all | table[byte(k)])
        } else {
            let tops = members(tops.into()).fold(0, |all, w| all | 1 << images[w]);
            let block = lower.parted(target.size, target.key)?.1.find(tops)?;
            block.off + squeezed(together(fours), block.free)
        };
        lower.floors[target.size].level.values.get(way.first.wrapping_add(at) as usize).copied()
    }
}
