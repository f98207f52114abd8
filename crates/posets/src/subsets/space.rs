//! Downsets of B(n), P(n, k) or of one downset of B(n), up to permutations of the coordinates.

use super::canon::{Frame, Keys, automorphisms, canonical};
use super::downset::{self, LAYER, addable, bits, cube, maximal};
use super::error::{Error, Unhandled};
use super::packed::{packed, unpacked};
use super::permute::{Half, Route, Word};
use super::recursion::Space;
use sprague_limits::{Handle, Stop};
use std::borrow::Cow;

/// The ground poset of a computation, and which classes of its downsets take part.
#[derive(Clone, Debug)]
pub struct Subsets {
    n: u32,
    ground: u128,
    /// The canonical classes of each size that lie below one position; all where empty.
    below: Vec<Vec<u128>>,
    /// Pairs of one of these classes and an element that may be added.
    pushes: u64,
}

impl Subsets {
    /// All downsets of `ground`, itself a downset of B(n) that all permutations of the coordinates leave as it is.
    pub fn symmetric(n: u32, ground: u128) -> Subsets {
        Subsets { n, ground, below: Vec::new(), pushes: 0 }
    }

    /// The downsets of one downset: all of them if all permutations leave it as it is, else the classes below it, listed; `None` if these are more than
    /// `most`.
    pub(crate) fn of(n: u32, position: u128, most: usize, handle: &Handle) -> Result<Option<Subsets>, Stop> {
        if is_symmetric(n, position) {
            return Ok(Some(Subsets::symmetric(n, position)));
        }
        Subsets::below(n, position, most, handle)
    }

    /// The downsets of one downset, which need not be symmetric. All classes below it are listed first; `most` bounds
    /// their number, and `None` comes back when there are more.
    pub(crate) fn below(n: u32, position: u128, most: usize, handle: &Handle) -> Result<Option<Subsets>, Stop> {
        let mut below = vec![Vec::new(); position.count_ones() as usize + 1];
        let (mut level, mut total, mut pushes) = (vec![canonical(position, n)], 1, 0);
        for size in (1..=position.count_ones() as usize).rev() {
            handle.progress("classes below the position", total as u64, None);
            pushes += level.iter().map(|&d| u64::from((addable(d) & cube(n)).count_ones())).sum::<u64>();
            let (mut next, mut unsorted) = (Vec::new(), 1 << 16);
            for &d in &level {
                handle.tick()?;
                next.extend(bits(maximal(d)).map(|m| canonical(d & !(1 << m), n)));
                if next.len() >= unsorted {
                    next.sort_unstable();
                    next.dedup();
                    unsorted = next.len() * 2 + (1 << 16);
                    if total + next.len() > most {
                        return Ok(None);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            total += next.len();
            if total > most {
                return Ok(None);
            }
            below[size] = std::mem::replace(&mut level, next);
        }
        Ok(Some(Subsets { n, ground: cube(n), below, pushes }))
    }

    /// Number of coordinates.
    pub(crate) fn n(&self) -> u32 {
        self.n
    }

    /// Whether all downsets of the ground poset take part.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.below.is_empty()
    }

    /// Where the classes are listed, how many there are of each size, and how many pushes they will take.
    pub(crate) fn listed(&self) -> Option<(Vec<f64>, f64)> {
        let sizes = self.below.iter().skip(1).map(|level| level.len() as f64).collect();
        (!self.below.is_empty()).then_some((sizes, self.pushes as f64))
    }

    /// The classes of each size, where they are listed.
    pub(super) fn into_classes(self) -> Vec<Vec<u128>> {
        self.below
    }

    /// The ground poset.
    pub(crate) fn ground(&self) -> u128 {
        self.ground
    }

    /// Checks a number of coordinates.
    pub(crate) fn check(n: u32) -> Result<(), Error> {
        if n <= downset::MAX_N {
            return Ok(());
        }
        Err(Unhandled::Coordinates(n).into())
    }

    /// Whether `d` is a downset of B(n) with at least one element.
    pub(crate) fn is_position(n: u32, d: u128) -> bool {
        d & 1 == 1 && d & !cube(n) == 0 && downset::is_downset(d)
    }
}

/// The canonical forms of [`super::canon`] with keys of sixteen bits.
const FORMS: &str = " by keys of sixteen bits";

/// The sets of up to three coordinates.
const MOST_THREE: u128 = LAYER[0] | LAYER[1] | LAYER[2] | LAYER[3];

/// Whether all permutations of the coordinates leave a downset as it is.
pub(super) fn is_symmetric(n: u32, position: u128) -> bool {
    automorphisms(position, n) == (1..=u64::from(n)).product::<u64>()
}

impl Space for Subsets {
    type Frame = Frame;
    type Keys = Keys;
    type Route = Route;
    type Class = u128;
    const FORMS: &'static str = FORMS;

    #[inline]
    fn frame(&self, d: u128) -> Frame {
        Frame::new(d, self.n)
    }

    #[inline]
    fn addable(&self, d: u128) -> u128 {
        addable(d) & self.ground
    }

    #[inline]
    fn keys(&self, frame: &Frame, ys: &[u32], keys: &mut Vec<Keys>) {
        frame.with_each(ys, keys);
    }

    #[inline]
    fn canonical(&self, frame: &Frame, d: u128, ys: &[u32], keys: &[Keys], forms: &mut Vec<(u128, Route)>) {
        frame.canonical_each(d, ys, keys, forms);
    }

    #[inline]
    fn code(class: u128) -> u64 {
        packed(class)
    }

    #[inline]
    fn class(code: u64) -> u128 {
        unpacked(code)
    }

    #[inline]
    fn contains(&self, class: u128, size: u32) -> bool {
        self.below.is_empty() || self.below.get(size as usize).is_some_and(|all| all.binary_search(&class).is_ok())
    }

    fn is_class(&self, class: u128, size: u32) -> bool {
        class & !self.ground == 0
            && class.count_ones() == size
            && Subsets::is_position(self.n, class)
            && self.contains(class, size)
    }

    fn below(&self, class: u128, most: usize) -> Result<Option<Subsets>, Stop> {
        Subsets::below(self.n, class, most, &Handle::default())
    }
}

/// The same where no set has more than three elements, so that a class has room in half of a word all the time.
#[derive(Clone, Debug)]
pub struct Triples<'s>(pub Cow<'s, Subsets>);

impl Space for Triples<'_> {
    type Frame = Frame;
    type Keys = Keys;
    type Route = Route;
    type Class = Half;
    const FORMS: &'static str = FORMS;

    #[inline]
    fn frame(&self, d: u128) -> Frame {
        self.0.frame(d)
    }

    #[inline]
    fn addable(&self, d: u128) -> u128 {
        self.0.addable(d) & MOST_THREE
    }

    #[inline]
    fn keys(&self, frame: &Frame, ys: &[u32], keys: &mut Vec<Keys>) {
        frame.with_each(ys, keys);
    }

    #[inline]
    fn canonical(&self, frame: &Frame, d: Half, ys: &[u32], keys: &[Keys], forms: &mut Vec<(Half, Route)>) {
        frame.canonical_each(d, ys, keys, forms);
    }

    #[inline]
    fn code(class: Half) -> u64 {
        class.0
    }

    #[inline]
    fn class(code: u64) -> u128 {
        Half(code).word()
    }

    #[inline]
    fn contains(&self, class: u128, size: u32) -> bool {
        self.0.contains(class, size)
    }

    fn is_class(&self, class: u128, size: u32) -> bool {
        class & !MOST_THREE == 0 && self.0.is_class(class, size)
    }

    fn below(&self, class: u128, most: usize) -> Result<Option<Self>, Stop> {
        Ok(Space::below(self.0.as_ref(), class, most)?.map(|below| Triples(Cow::Owned(below))))
    }
}
