//! Families of triples of up to seven points, up to permutations of the points.

use crate::subsets::canon::{Frame, Keys};
use crate::subsets::crew::{Shared, lock, together};
use crate::subsets::downset::{LAYER, bits, cube};
use crate::subsets::error::Error;
use crate::subsets::permute::{Half, Route, Word};
use rustc_hash::FxHashSet;
use std::sync::Mutex;

/// The triples of n points.
pub(super) const fn triples(n: u32) -> u128 {
    LAYER[3] & cube(n)
}

/// The canonical form of a family, and the permutation that leads to it.
pub(super) fn canonical(n: u32, family: Half) -> (Half, Route) {
    let frame = Frame::new(family.word(), n);
    frame.canonical(family, 0, frame.keys())
}

/// A family with each of the triples of some that are not in it.
#[derive(Default)]
pub(super) struct Grown {
    pub triples: Vec<u32>,
    keys: Vec<Keys>,
    /// Their canonical forms, and the permutations that lead to them.
    pub forms: Vec<(Half, Route)>,
}

impl Grown {
    pub(super) fn find(&mut self, n: u32, all: u128, family: Half) {
        let frame = Frame::new(family.word(), n);
        self.triples.clear();
        self.triples.extend(bits(all & !family.word()));
        frame.with_each(&self.triples, &mut self.keys);
        frame.canonical_each(family, &self.triples, &self.keys, &mut self.forms);
    }
}

/// Families that a thread takes at once.
const PART: usize = 256;

/// The canonical forms of all families of some triples that permutations of n points leave as they are, such as all triples of these, by their number of triples, each in ascending order: of those of seven points there are 7,013,320 (A000665). Up to half of
/// all triples they come from those with one less, and then from those that miss as many as they have.
pub(super) fn classes(n: u32, all: u128, threads: usize, shared: &Shared) -> Result<Vec<Vec<Half>>, Error> {
    let count = all.count_ones() as usize;
    let mut levels = vec![vec![Half::NONE]];
    for size in 1..=count {
        let is_few = 2 * size <= count;
        let others = &levels[if is_few { size - 1 } else { count - size }];
        let work = Mutex::new(others.chunks(PART));
        let sets = together(threads, || {
            let (mut found, mut grown) = (FxHashSet::default(), Grown::default());
            while let Some(part) = { lock(&work).next() } {
                shared.go_on()?;
                for &family in part {
                    if is_few {
                        grown.find(n, all, family);
                        found.extend(grown.forms.iter().map(|(form, _)| form.0));
                    } else {
                        found.insert(canonical(n, Half::of(all & !family.word())).0.0);
                    }
                }
            }
            Ok(found)
        })?;
        let mut found: Vec<u64> = sets.into_iter().flatten().collect();
        found.sort_unstable();
        found.dedup();
        levels.push(found.into_iter().map(Half).collect());
    }
    Ok(levels)
}
