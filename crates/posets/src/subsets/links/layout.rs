//! Where the links of one A stand: the downsets of A in blocks of cubes.
//!
//! A *block* are the links with the same points and the same sets of four or more. Of pairs and triples one layer is the *middle* and the other
//! the *inner* one: for each choice of the middle layer the inner one is free between what lies below or is there anyway
//! and what may be there, and these links are a *cube*, by the numbers whose bits are the free sets. Where there are few triples they
//! are the middle layer, and else pairs are, so that cubes are large.

use super::layers::{Layers, PAIRS, TRIPLES, UPPER, chosen, count, members, squeezed, within};
use rustc_hash::FxHashMap;

/// Links that differ in the free sets of the inner layer alone.
#[derive(Clone, Copy, Debug)]
pub struct Cube {
    /// The place of the first.
    pub base: u32,
    /// The free sets.
    pub free: u32,
}

impl Cube {
    pub fn len(&self) -> usize {
        1 << count(self.free)
    }
}

/// Links with the same points and the same larger sets.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub points: u8,
    pub upper: u32,
    /// The first of its cubes.
    pub first: usize,
    /// The free sets of the middle layer, and those that are there anyway.
    pub free: u32,
    pub forced: u32,
    /// The triples below the larger sets.
    pub shadow: u32,
}

/// All links of one A.
pub struct Layout {
    /// Whether triples are the middle layer and pairs the inner one.
    pub by_triples: bool,
    pub blocks: Vec<Block>,
    places: FxHashMap<u32, u32>,
    pub cubes: Vec<Cube>,
    /// The number of links.
    pub links: usize,
}

impl Layout {
    /// For the links within `most`, a downset of six points.
    pub fn new(most: u64, layers: &Layers) -> Layout {
        let (pairs, triples, upper) = (chosen(most, &PAIRS), chosen(most, &TRIPLES), chosen(most, &UPPER));
        let (mut blocks, mut costs) = (Vec::new(), [0_usize; 2]);
        for points in (0..64_u8).filter(|&s| (0..6).all(|p| s >> p & 1 == 0 || most >> (1 << p) & 1 == 1)) {
            let mut uppers = vec![0_u32];
            for x in members(upper & within(points, &UPPER)) {
                for at in 0..uppers.len() {
                    if layers.covered[x] & !uppers[at] == 0 {
                        uppers.push(uppers[at] | 1 << x);
                    }
                }
            }
            let (pairs, triples) = (pairs & within(points, &PAIRS), triples & within(points, &TRIPLES));
            for upper in uppers {
                let shadow = layers.shadow(upper);
                costs[0] += 1 << (pairs & !layers.pairs(shadow)).count_ones();
                costs[1] += 1 << (triples & !shadow).count_ones();
                blocks.push(Block { points, upper, first: 0, free: 0, forced: 0, shadow });
            }
        }
        let by_triples = costs[1] <= costs[0];
        let places = blocks.iter().zip(0..).map(|(block, at)| (key(block.points, block.upper), at)).collect();
        let (mut cubes, mut links) = (Vec::with_capacity(costs[usize::from(by_triples)]), 0);
        for block in &mut blocks {
            let (pairs, triples) = (pairs & within(block.points, &PAIRS), triples & within(block.points, &TRIPLES));
            block.first = cubes.len();
            block.forced = if by_triples { block.shadow } else { layers.pairs(block.shadow) };
            block.free = if by_triples { triples } else { pairs } & !block.forced;
            let mut middle = 0;
            loop {
                let all = middle | block.forced;
                let free = if by_triples {
                    pairs & !layers.pairs(all)
                } else {
                    triples & layers.triangles(all) & !block.shadow
                };
                cubes.push(Cube { base: links as u32, free });
                links += 1 << count(free);
                middle = (middle | !block.free).wrapping_add(1) & block.free;
                if middle == 0 {
                    break;
                }
            }
        }
        Layout { by_triples, blocks, places, cubes, links }
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.cubes.len() * size_of::<Cube>() + self.blocks.len() * (size_of::<Block>() + 2 * size_of::<(u32, u32)>())
    }

    /// The block of links with these points and larger sets.
    pub fn block(&self, points: u8, upper: u32) -> Option<&Block> {
        self.places.get(&key(points, upper)).map(|&at| &self.blocks[at as usize])
    }

    /// The cube of a block with this middle layer.
    pub fn cube(&self, block: &Block, middle: u32) -> Cube {
        self.cubes[block.first + squeezed::<4>(middle, block.free)]
    }
}

fn key(points: u8, upper: u32) -> u32 {
    upper | u32::from(points) << 22
}
