//! From the links of A that the lost positions of smaller A forbid to those that are lost.
//!
//! The word of a link B has a bit for each nonempty set x: for x in B, whether the removal of x from A or from the link
//! alone leaves a loss; for x outside, whether its removal from A does. If y is maximal in B and x is below y, what is left of A and of B
//! by taking x does not depend on y being in B, so that the bit is that of B - y; the bit of y itself says whether B - y is lost, or was lost
//! after y was taken from A. So the word of B is put together from those of all B - y. B is lost if it is 0, and then gets bit 0.

use super::carry::Found;
use super::layers::{BELOW, Layers, PAIRS, TRIPLES, UPPER, members, spread, squeezed, through};
use super::layout::{Block, Cube, Layout};

/// Another block whose links lack one set of those of this block.
struct Step {
    block: Block,
    missing: u8,
    /// Of the middle layer there must be none of these sets, which lie above.
    unless: u32,
}

/// Finishes the words of all links of one A, to which what is lost without one of its sets was carried, and lists the lost ones.
pub fn close(layout: &Layout, layers: &Layers, words: &mut [u64], found: &mut Found) {
    let middle_sets: &[u8] = if layout.by_triples { &TRIPLES } else { &PAIRS };
    let inner_sets: &[u8] = if layout.by_triples { &PAIRS } else { &TRIPLES };
    let (mut steps, mut lost) = (Vec::new(), Vec::new());
    found.by_triples = layout.by_triples;
    for block in &layout.blocks {
        steps.clear();
        steps.extend(lesser(layout, layers, block, middle_sets));
        found.begin(block.points, block.upper);
        let (mut free_sets, mut freed) = ([0; 20], 0);
        for at in members(block.free) {
            free_sets[freed] = middle_sets[at];
            freed += 1;
        }
        let mut middle = 0;
        for number in 0..1_usize << freed {
            let all = middle | block.forced;
            let cube = layout.cubes[block.first + number];
            for step in &steps {
                if all & step.unless == 0 {
                    pull(words, cube, layout.cube(&step.block, all), step.missing);
                }
            }
            for at in members(number as u32) {
                pull(words, cube, layout.cubes[block.first + (number & !(1 << at))], free_sets[at]);
            }
            let there = if layout.by_triples { layers.pairs(all) } else { block.shadow };
            within_cube(&mut words[cube.base as usize..][..cube.len()], cube.free, inner_sets, |link| {
                lost.push(spread(link, cube.free) | there);
            });
            found.add(all, &lost);
            lost.clear();
            middle = (middle | !block.free).wrapping_add(1) & block.free;
        }
    }
}

/// The blocks that one of the points or larger sets less leads to.
fn lesser<'a>(
    layout: &'a Layout,
    layers: &'a Layers,
    block: &'a Block,
    middle_sets: &'a [u8],
) -> impl Iterator<Item = Step> + 'a {
    let covered = members(block.upper).fold(0, |all, x| all | layers.covered[x]);
    let larger = members(block.upper & !covered).filter_map(|x| {
        let block = *layout.block(block.points, block.upper & !(1 << x))?;
        Some(Step { block, missing: UPPER[x], unless: 0 })
    });
    let points = (0..6).filter(|p| block.points >> p & 1 == 1).filter_map(|p| {
        if block.upper & through(p, &UPPER) != 0 {
            return None;
        }
        let block = *layout.block(block.points & !(1 << p), block.upper)?;
        Some(Step { block, missing: 1 << p, unless: through(p, middle_sets) })
    });
    larger.chain(points)
}

/// What the words of links without a maximal set say for those with it.
#[inline(always)]
fn merge(words: &mut [u64], less: &[u64], missing: u8) {
    let below = BELOW[usize::from(missing & 63)];
    for (word, less) in words.iter_mut().zip(less) {
        *word |= less & below | (less & 1) << (missing & 63);
    }
}

/// The same for all links of a cube in which the set is maximal.
fn pull(words: &mut [u64], cube: Cube, less: Cube, missing: u8) {
    let (before, words) = words.split_at_mut(cube.base as usize);
    let less_words = &before[less.base as usize..];
    let (without, with) = (cube.free & !less.free, less.free & !cube.free);
    if without | with == 0 {
        return merge(&mut words[..cube.len()], less_words, missing);
    }
    // Free sets of `cube` alone lie above the one that is missing, those of `less` alone below it.
    let (words, less_words) = (&mut words[..cube.len()], &less_words[..less.len()]);
    let without_places = if without == 0 { 0 } else { squeezed::<4>(without, cube.free) };
    let with_places = if with == 0 { 0 } else { squeezed::<4>(with, less.free) };
    let differ = without_places | with_places;
    let run = 1 << differ.trailing_zeros();
    let (mut at, mut from) = (0, with_places);
    if run < 4 {
        let (below, bit) = (BELOW[usize::from(missing & 63)], missing & 63);
        while at < words.len() {
            let less = less_words[from];
            words[at] |= less & below | (less & 1) << bit;
            at = ((at | without_places) + 1) & !without_places;
            from = (from + 1) | with_places;
        }
        return;
    }
    while at < words.len() {
        merge(&mut words[at..at + run], &less_words[from..from + run], missing);
        at = ((at | without_places) + run) & !without_places;
        from = (from + run) | with_places;
    }
}

/// The lost links of a cube, in order: what is said by links of other cubes is known.
fn within_cube(words: &mut [u64], free: u32, sets: &[u8], mut lost: impl FnMut(usize)) {
    let (mut free_sets, mut freed) = ([0; 20], 0);
    for at in members(free) {
        free_sets[freed] = sets[at];
        freed += 1;
    }
    // The lowest two levels by hand.
    let step = |less: u64, level: usize| {
        let missing = free_sets[level] & 63;
        less & BELOW[usize::from(missing)] | (less & 1) << missing
    };
    let mut decide = |word: &mut u64, at: usize| {
        if *word == 0 {
            *word = 1;
            lost(at);
        }
    };
    if freed < 2 {
        decide(&mut words[0], 0);
        if freed == 1 {
            words[1] |= step(words[0], 0);
            decide(&mut words[1], 1);
        }
        return;
    }
    for at in (0..words.len()).step_by(4) {
        let (known, next) = words.split_at_mut(at + 4);
        let [a, b, c, d] = &mut known[at..] else { return };
        decide(a, at);
        *b |= step(*a, 0);
        decide(b, at + 1);
        *c |= step(*a, 1);
        decide(c, at + 2);
        *d |= step(*b, 1) | step(*c, 0);
        decide(d, at + 3);
        // All up to here are known, as many as make a half of a smaller cube whose other half comes next.
        if !next.is_empty() {
            let level = (at + 4).trailing_zeros();
            let half = 1 << level;
            merge(&mut next[..half], &known[at + 4 - half..], free_sets[level as usize]);
        }
    }
}
