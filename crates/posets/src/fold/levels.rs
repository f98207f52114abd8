//! All downsets of a poset up to symmetry, level by level.

use super::values::{NONE, Row, Values};
use super::{MaskedPoset, Options};
use crate::bits::Mask;
use crate::symmetry::Symmetry;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::hash::Hash;

/// Which downsets have the same value: each class of them has a member that stands for it. A map from the downset in hand to
/// the one that stands for it is an isomorphism.
pub(super) trait Classes<M> {
    /// What is made once for a downset.
    type Frame;
    /// A way to the member that stands for the class.
    type Map;
    fn frame(&self, set: M) -> Self::Frame;
    /// The class of a downset with `y` added; nothing if there is no use for it.
    fn with(&self, frame: &Self::Frame, set: M, y: usize) -> Option<M>;
    /// The class of a downset without one of its maximal elements.
    fn without(&self, frame: &Self::Frame, set: M, m: usize) -> (M, Self::Map);
    fn image(&self, map: &Self::Map, x: usize) -> usize;
    /// For each element a number that these isomorphisms leave as it is.
    fn weights(&self) -> Vec<usize>;
}

/// A level: where each class stands, the numbers of their values, and the rows one after the other.
struct Level<M> {
    places: FxHashMap<M, u32>,
    values: Vec<u32>,
    rows: Vec<u32>,
}

/// Levels up to this size say nothing of themselves.
const FAST: usize = 20_000;

/// The value of the whole poset, from that of the first downset. So many classes are expected.
pub(super) fn levels<M: Mask, C: Classes<M>, V: Eq + Hash + Clone, E: From<Stop>, F>(
    poset: &MaskedPoset<M>,
    classes: &C,
    expected: Option<u64>,
    options: Options,
    mut values: Values<V, F>,
    handle: &Handle,
) -> Result<V, E>
where
    F: FnMut(&[&V]) -> Result<V, E>,
{
    let MaskedPoset { size, below, up, all, start } = poset;
    let width = below.len();
    let before: Vec<M> = (0..width).map(|x| (0..x).fold(M::EMPTY, M::with)).collect();
    let rank = |set: M, x: usize| set.and(before[x]).size() as usize;
    let weights = classes.weights();
    let weightier: Vec<M> =
        weights.iter().map(|y| (0..width).filter(|&x| weights[x] > *y).fold(M::EMPTY, M::with)).collect();
    let mut last = Level { places: FxHashMap::default(), values: Vec::new(), rows: Vec::new() };
    let mut places: FxHashMap<M, u32> = FxHashMap::from_iter([(*start, 0)]);
    let mut heard = Row::new();
    let mut gone_through = 0;
    for done in 0..=*size {
        let count = places.len();
        if count > FAST && expected.is_none() {
            handle.progress("levels of downsets", done as u64, Some(*size as u64));
        }
        let stride = if options == Options::Up { done } else { 0 };
        handle.reserve(4 * count * (stride + 1))?;
        let mut level = Level { places, values: vec![0; count], rows: vec![NONE; count * stride] };
        places = FxHashMap::default();
        for (at, (&set, &place)) in level.places.iter().enumerate() {
            if expected.is_some() && at % 1024 == 0 {
                handle.progress("downsets, level by level", (gone_through + at) as u64, expected);
            }
            let (frame, inner) = (classes.frame(set), set.minus(*start));
            let row = &mut level.rows[place as usize * stride..][..stride];
            // From above: what is the highest, and not below what was met, is maximal.
            let (mut rest, mut maximal) = (inner, M::EMPTY);
            heard.clear();
            while !rest.is_empty() {
                let m = rest.highest();
                maximal = maximal.with(m);
                handle.ticks(3)?;
                let (class, map) = classes.without(&frame, set, m);
                let from = last.places[&class] as usize;
                match options {
                    Options::Maximal => heard.push(last.values[from]),
                    Options::Up => {
                        let known = &last.rows[from * (stride - 1)..][..stride - 1];
                        let class = class.minus(*start);
                        row[rank(inner, m)] = last.values[from];
                        rest.and(below[m]).each(|x| row[rank(inner, x)] = known[rank(class, classes.image(&map, x))]);
                    }
                }
                rest = rest.minus(below[m]).without(m);
            }
            if done > 0 {
                heard.extend_from_slice(row);
                level.values[place as usize] = values.of(&mut heard, handle)?;
            }
            let mut rest = all.minus(set);
            while !rest.is_empty() {
                let y = rest.lowest();
                rest = rest.minus(up[y]);
                handle.tick()?;
                // A class is found from its weightiest maximal element.
                if !maximal.and(weightier[y]).within(below[y]) {
                    continue;
                }
                if let Some(class) = classes.with(&frame, set, y) {
                    if places.len() == places.capacity() {
                        handle.reserve((2 * places.len() + 64) * (size_of::<(M, u32)>() + 1))?;
                    }
                    let fresh = places.len() as u32;
                    places.entry(class).or_insert(fresh);
                }
            }
        }
        if options == Options::Maximal {
            values.end_level();
        }
        gone_through += count;
        last = level;
    }
    Ok(values.take(last.values[0]))
}

/// Downsets of any poset up to its automorphisms, if these can be had.
impl<M: Mask> Classes<M> for Symmetry<M> {
    type Frame = Vec<M>;
    type Map = usize;

    fn frame(&self, set: M) -> Vec<M> {
        let mut images = Vec::new();
        self.images(set, &mut images);
        images
    }

    #[inline]
    fn with(&self, images: &Vec<M>, set: M, y: usize) -> Option<M> {
        // One of several twins is enough, and the first is the one that is added to a sorted set.
        let first = self.class[y].map_or(y, |class| self.twins[class].0.minus(set).lowest());
        (y == first).then(|| self.canonical_with(set, images, y).0)
    }

    #[inline]
    fn without(&self, images: &Vec<M>, set: M, m: usize) -> (M, usize) {
        self.canonical_without(set, images, m)
    }

    #[inline]
    fn image(&self, which: &usize, x: usize) -> usize {
        // What is below an element that was there has all its twins, so that sorting leaves it where it is.
        Symmetry::image(self, *which, x)
    }

    fn weights(&self) -> Vec<usize> {
        self.greatest_images()
    }
}
