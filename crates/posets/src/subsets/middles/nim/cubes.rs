//! Where the parts of a position stand: blocks of cubes.

use super::sets::{FOURS, FOURS_UNDER, PAIRS_UNDER, TOPS, TOPS_UNDER, TRIPLES, TRIPLES_UNDER, members};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// What has the same key: a cube, by the free sets, and sets that are there anyway.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    pub key: u32,
    pub off: u32,
    pub forced: u64,
    pub free: u64,
}

/// Positions of one family, or a part of them.
#[derive(Clone, Debug, Default)]
pub struct Cubes {
    /// By their keys.
    pub blocks: SmallVec<[Block; 1]>,
    /// How many places there are.
    pub total: u64,
    /// Where the block with a key is, if there are several.
    places: Option<Box<FxHashMap<u32, u32>>>,
}

impl Cubes {
    fn one(free: u64) -> Cubes {
        Cubes { blocks: smallvec![Block { free, ..Block::default() }], total: 1 << free.count_ones(), places: None }
    }

    fn of(mut blocks: Vec<Block>) -> Cubes {
        blocks.sort_unstable_by_key(|block| block.key);
        let mut total = 0_u64;
        for block in &mut blocks {
            block.off = total as u32;
            total += 1 << block.free.count_ones();
        }
        let places = Some(Box::new(blocks.iter().zip(0..).map(|(block, at)| (block.key, at)).collect()));
        Cubes { blocks: SmallVec::from_vec(blocks), total, places }
    }

    /// The block with this key.
    #[inline]
    pub fn find(&self, key: u32) -> Option<Block> {
        match &self.places {
            None => self.blocks.first().copied(),
            Some(places) => self.blocks.get(*places.get(&key)? as usize).copied(),
        }
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * (size_of::<Block>() + 2 * size_of::<(u32, u32)>())
    }

    /// Points and pairs with these triples: the key has the points that no triple has.
    pub fn low(h: u64, n: u32) -> Cubes {
        let (mut points, mut pairs) = (0_u8, 0);
        for t in members(h) {
            points |= TRIPLES[t];
            pairs |= PAIRS_UNDER[TRIPLES[t] as usize];
        }
        let missing = ((1 << n) - 1) & !points;
        if missing == 0 {
            let mut cubes = Cubes::one(PAIRS_UNDER[(1 << n) - 1] & !pairs);
            cubes.blocks[0].forced = pairs;
            return cubes;
        }
        let mut blocks = Vec::new();
        for s in subsets(missing.into()) {
            let free = PAIRS_UNDER[(u64::from(points) | s) as usize] & !pairs;
            blocks.push(Block { key: s as u32, off: 0, forced: pairs, free });
        }
        Cubes::of(blocks)
    }

    /// Sets of four and more whose triples are among these: the key has those of five and more.
    pub fn high(h: u64) -> Cubes {
        let mut fours = 0;
        for (q, &set) in FOURS.iter().enumerate() {
            fours |= u64::from(TRIPLES_UNDER[set as usize] & !h == 0) << q;
        }
        let tops = tops_over(fours);
        if tops == 0 {
            return Cubes::one(fours);
        }
        let mut blocks = Vec::new();
        let six = tops >> 21 & 127;
        let mut add = |key: u64| {
            let forced = members(key & 0x1f_ffff).fold(0, |all, at| all | FOURS_UNDER[TOPS[at] as usize]);
            blocks.push(Block { key: key as u32, off: 0, forced, free: fours & !forced });
        };
        for s in subsets(six) {
            let forced = five_under(s);
            for t in subsets(tops & 0x1f_ffff & !forced) {
                add(s << 21 | forced | t);
            }
        }
        if tops >> 28 & 1 == 1 {
            add(tops);
        }
        Cubes::of(blocks)
    }

    /// Sets of five and more whose sets of four are among these: the key has those of six and more.
    pub fn tops(fours: u64) -> Cubes {
        let tops = tops_over(fours);
        let (five, six) = (tops & 0x1f_ffff, tops >> 21);
        if six == 0 {
            return Cubes::one(five);
        }
        let mut blocks = Vec::new();
        let mut add = |key: u64| {
            let forced = five_under(key & 127);
            blocks.push(Block { key: key as u32, off: 0, forced, free: five & !forced });
        };
        for s in subsets(six & 127) {
            add(s);
        }
        if six >> 7 == 1 {
            add(six);
        }
        Cubes::of(blocks)
    }
}

fn five_under(six: u64) -> u64 {
    members(six).fold(0, |all, at| all | TOPS_UNDER[TOPS[21 + at] as usize]) & 0x1f_ffff
}

fn tops_over(fours: u64) -> u64 {
    if fours.count_ones() < 5 {
        return 0;
    }
    TOPS.iter().enumerate().fold(0, |all, (at, &x)| all | u64::from(FOURS_UNDER[x as usize] & !fours == 0) << at)
}

/// All subsets, ascending.
pub fn subsets(of: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0_u64);
    std::iter::from_fn(move || {
        let s = next?;
        let more = (s | !of).wrapping_add(1) & of;
        next = (more != 0).then_some(more);
        Some(s)
    })
}

/// How the members of a cube stand in another one.
#[derive(Clone, Copy)]
pub struct Carried {
    /// Where the first one stands.
    pub first: u32,
    /// What each free set adds.
    pub weights: [u32; 35],
    /// How many there are.
    pub free: usize,
}

impl Carried {
    /// From a cube without the sets of `gone` to a block.
    #[inline]
    pub fn new(from: &Block, gone: u64, to: &Block, image: impl Fn(usize) -> usize) -> Carried {
        let weight = |at: usize| {
            let bit = 1_u64 << image(at);
            match to.free & bit {
                0 => 0,
                _ => 1_u32 << (to.free & (bit - 1)).count_ones(),
            }
        };
        let mut carried = Carried { first: to.off, weights: [0; 35], free: 0 };
        for at in members(from.forced & !gone) {
            carried.first += weight(at);
        }
        for at in members(from.free) {
            carried.weights[carried.free] = if gone >> at & 1 == 1 { 0 } else { weight(at) };
            carried.free += 1;
        }
        carried
    }

    /// Where each of the first few free sets' cube stands, with these others.
    #[inline]
    pub fn fill(&self, low: usize, high: u64, table: &mut Vec<u32>) {
        let first = members(high).fold(self.first, |all, at| all.wrapping_add(self.weights[low + at]));
        if low == 0 {
            table.clear();
            table.push(first);
            return;
        }
        table.resize(1 << low, 0);
        table[0] = first;
        for (b, &weight) in self.weights[..low].iter().enumerate() {
            let (done, rest) = table.split_at_mut(1 << b);
            for (to, &from) in rest.iter_mut().zip(&*done) {
                *to = from.wrapping_add(weight);
            }
        }
    }
}
