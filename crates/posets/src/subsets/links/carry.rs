//! Lost links as a list, and their images under a permutation of the points.

use super::layers::{NUMBERS, PAIRS, Squeeze, TRIPLES, UPPER, members, squeezed};
use super::layout::{Cube, Layout};

/// The lost links of one A, in blocks with the same points and larger sets.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether A alone is lost.
    pub alone: bool,
    /// Whether triples are the middle layer and pairs the inner one.
    pub by_triples: bool,
    /// Points, larger sets, and where the groups begin.
    blocks: Vec<(u8, u32, u32)>,
    /// Groups with one middle layer: this layer, how many more there are than one from bit 20 on, and then each inner layer.
    groups: Vec<u32>,
}

/// The most links of a group.
const MOST: usize = 1 << 12;

impl Found {
    /// No links.
    pub fn none(alone: bool) -> Found {
        Found { alone, ..Found::default() }
    }

    /// Begins a block.
    pub fn begin(&mut self, points: u8, upper: u32) {
        if self.blocks.last().is_some_and(|last| last.2 as usize == self.groups.len()) {
            self.blocks.pop();
        }
        self.blocks.push((points, upper, self.groups.len() as u32));
    }

    /// Adds to the last block the links with a middle layer and these inner layers.
    pub fn add(&mut self, middle: u32, inner: &[u32]) {
        for some in inner.chunks(MOST) {
            self.groups.push(middle | (some.len() as u32 - 1) << 20);
            self.groups.extend(some);
        }
    }

    /// Ends the list: a copy as long as it is, and this one is empty again.
    pub fn take(&mut self) -> Found {
        self.begin(0, 0);
        self.blocks.pop();
        let found = self.clone();
        self.blocks.clear();
        self.groups.clear();
        found
    }

    /// Points, larger sets, middle layer and inner layers.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u32, Groups<'_>)> {
        self.blocks.iter().enumerate().map(|(at, &(points, upper, from))| {
            let to = self.blocks.get(at + 1).map_or(self.groups.len(), |next| next.2 as usize);
            (points, upper, Groups(&self.groups[from as usize..to]))
        })
    }

    /// Whether it has this link.
    pub fn has(&self, points: u8, upper: u32, pairs: u32, triples: u32) -> bool {
        let (layer, link) = if self.by_triples { (triples, pairs) } else { (pairs, triples) };
        self.iter()
            .filter(|(p, u, _)| (*p, *u) == (points, upper))
            .any(|(_, _, mut groups)| groups.any(|(middle, inner)| middle == layer && inner.contains(&link)))
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.groups.len() * 4 + self.blocks.len() * 12
    }
}

/// Middle layers, each with inner layers.
pub struct Groups<'a>(&'a [u32]);

impl<'a> Iterator for Groups<'a> {
    type Item = (u32, &'a [u32]);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, &'a [u32])> {
        let (&head, rest) = self.0.split_first()?;
        let (inner, rest) = rest.split_at((head >> 20) as usize + 1);
        self.0 = rest;
        Some((head & 0xf_ffff, inner))
    }
}

/// A permutation of the points, for many links.
pub struct Image {
    to: [u8; 64],
    triples: [Vec<u32>; 2],
    pairs: [Vec<u16>; 2],
    upper: [u32; 22],
}

impl Image {
    pub fn new() -> Image {
        Image {
            to: [0; 64],
            triples: [vec![0; 1024], vec![0; 1024]],
            pairs: [vec![0; 256], vec![0; 128]],
            upper: [0; 22],
        }
    }

    /// Sets it to the permutation that brings point p to `order[p]`.
    pub fn set(&mut self, order: &[usize; 8]) {
        for x in 0..64_usize {
            self.to[x] = (0..6).filter(|p| x >> p & 1 == 1).fold(0, |all, p| all | 1 << order[p]);
        }
        let number = |x: u8| 1_u32 << NUMBERS[usize::from(self.to[usize::from(x)])];
        let (pairs, triples) = (PAIRS.map(|x| number(x) as u16), TRIPLES.map(number));
        self.upper = UPPER.map(number);
        fill(&mut self.triples[0], &triples[..10]);
        fill(&mut self.triples[1], &triples[10..]);
        fill(&mut self.pairs[0], &pairs[..8]);
        fill(&mut self.pairs[1], &pairs[8..]);
    }

    #[inline(always)]
    fn triples(&self, triples: u32) -> u32 {
        self.triples[0][(triples & 1023) as usize] | self.triples[1][(triples >> 10 & 1023) as usize]
    }

    #[inline(always)]
    fn pairs(&self, pairs: u32) -> u32 {
        u32::from(self.pairs[0][(pairs & 255) as usize] | self.pairs[1][(pairs >> 8 & 127) as usize])
    }

    /// Marks the images of lost links with a bit; nothing if they are no links there.
    pub fn carry(&self, found: &Found, layout: &Layout, bit: u64, marks: &mut [u64]) -> Option<()> {
        for (points, upper, groups) in found.iter() {
            let upper = members(upper).fold(0, |all, x| all | self.upper[x]);
            let block = layout.block(self.to[usize::from(points)], upper)?;
            let cubes = &layout.cubes[block.first..];
            match (found.by_triples, layout.by_triples) {
                (true, true) => {
                    let middle = Squeeze::<4>::new(block.free);
                    for (triples, all) in groups {
                        let cube = cubes[middle.of(self.triples(triples))];
                        let (inner, marks) =
                            (Squeeze::<3>::new(cube.free), &mut marks[cube.base as usize..][..cube.len()]);
                        if all.len() < 256 {
                            all.iter().for_each(|&pairs| marks[inner.of(self.pairs(pairs))] |= bit);
                        } else {
                            // Many links: first the place of each choice of the first eight pairs, and of the others.
                            let places = |images: &[u16], of: &mut [u16]| {
                                of.iter_mut().zip(images).for_each(|(to, &x)| *to = inner.of(x.into()) as u16);
                            };
                            let (mut lows, mut highs) = ([0; 256], [0; 128]);
                            places(&self.pairs[0], &mut lows);
                            places(&self.pairs[1], &mut highs);
                            all.iter().for_each(|&pairs| {
                                let place = lows[(pairs & 255) as usize] | highs[(pairs >> 8 & 127) as usize];
                                marks[usize::from(place)] |= bit;
                            });
                        }
                    }
                }
                (false, false) => {
                    let middle = Squeeze::<3>::new(block.free);
                    for (pairs, all) in groups {
                        let cube = cubes[middle.of(self.pairs(pairs))];
                        let (inner, marks) =
                            (Squeeze::<4>::new(cube.free), &mut marks[cube.base as usize..][..cube.len()]);
                        all.iter().for_each(|&triples| marks[inner.of(self.triples(triples))] |= bit);
                    }
                }
                (true, false) => {
                    let images = (|triples| self.triples(triples), |pairs| self.pairs(pairs));
                    crossed::<3, 4>(groups, images, block.free, cubes, bit, marks);
                }
                (false, true) => {
                    let images = (|pairs| self.pairs(pairs), |triples| self.triples(triples));
                    crossed::<4, 3>(groups, images, block.free, cubes, bit, marks);
                }
            }
        }
        Some(())
    }
}

/// Marks links whose middle layer is the inner one where they are carried to. `images` are of the middle layers here, and of the inner ones.
#[inline(always)]
fn crossed<const MIDDLE: usize, const INNER: usize>(
    groups: Groups,
    images: (impl Fn(u32) -> u32, impl Fn(u32) -> u32),
    free: u32,
    cubes: &[Cube],
    bit: u64,
    marks: &mut [u64],
) {
    let middle = Squeeze::<MIDDLE>::new(free);
    for (layer, all) in groups {
        let layer = images.0(layer);
        for &other in all {
            let cube = cubes[middle.of(images.1(other))];
            marks[cube.base as usize + squeezed::<INNER>(layer, cube.free)] |= bit;
        }
    }
}

/// The unions of all families of these words.
fn fill<T: Copy + Default + std::ops::BitOr<Output = T>>(table: &mut [T], words: &[T]) {
    for (at, &word) in words.iter().enumerate() {
        let (known, new) = table.split_at_mut(1 << at);
        new.iter_mut().zip(known).for_each(|(new, &mut known)| *new = known | word);
    }
}
