//! A recursion over the downsets of a poset that the caller chooses, smallest downsets first, using only the cover edges.
//!
//! `f` of the empty set is given; `f(D)` is put together from `f(E)` for all options `E` of `D`. Options are either the
//! sets `D - m` for the maximal elements `m` of `D`, or the sets `D - up(x)` for all `x` of `D`, as in Chomp.
//!
//! **Up-sets from cover edges.** Let `v(D, x)` be `f(D - up(x))`. If `m` is maximal in `D` and `x < m`, then `D - up(x)` is
//! `(D - m) - up(x)`, so `v(D, x) = v(D - m, x)`; and `v(D, m) = f(D - m)`. Nothing is asked of `f`. Every `x` of `D` is at
//! or below some maximal `m`, so the row `v(D, ·)` comes from the rows of the sets `D - m`.
//!
//! **Symmetry.** `f(D)` depends only on the order on `D`: if `g` is an isomorphism from `D` to a downset `D'`, be it of another poset,
//! then `f(D) = f(D')`, and `v(D, x) = v(D', g(x))`. For `g` takes the options of `D` to those of `D'`, one to one, with isomorphisms between them that `g`
//! gives, and so by induction the collections of their values are the same; `f` is made of these alone. So one downset of each class is enough. Its value comes from its own options, each of which is looked for under the
//! member of its class that stands for it, and its row through the isomorphism that leads there: no orbit is counted, no automorphism asked for.
//!
//! **Every class is found.** Let weights of elements be given that the isomorphisms in use leave as they are. Of `C` take a maximal element `m` of the largest
//! weight, and the isomorphism `g` from `C - m` to the member `D` that stands for its class. It is the restriction of a map of the whole, so that `g(C) = D + y` with
//! `y = g(m)`, and `y` is of the largest weight among the maximal elements of `D + y`. So it is enough to add such `y`: if there is no symmetry, where
//! weights are the elements' numbers, each downset is found once.
//!
//! - [`levels`]: what any poset has, its automorphisms as far as they can be listed, and exchanges of twins.
//! - [`faces`]: simplicial complexes up to permutations of seven vertices, whether these are automorphisms or not.
//! - [`super::boxes`]: products of chains, by numbers, without levels and keys.
//!
//! Values have numbers, and are kept once each ([`values`]). Cost: the number of classes times that of their maximal elements, and in the second case
//! times that of all their elements; two levels are in memory at a time.

mod faces;
mod levels;
pub(crate) mod values;

use crate::bits::{Mask, with_mask};
use crate::boxes::BoxFold;
use crate::coordinates::Coordinates;
use crate::poset::Poset;
use crate::symmetry::Symmetry;
use crate::walks::{Ahead, ESTIMATED, Ground};
use faces::OfFaces;
use levels::levels;
use sprague_limits::{Handle, Stop};
use std::hash::Hash;
use values::Values;

/// What the options of a downset are.
///
/// ```
/// use sprague_posets::{Options, Poset, fold};
/// let handle = sprague_limits::Handle::default();
/// let poset = Poset::chain(3, &handle)?;
/// let options = |of| {
///     fold(&poset, of, 0, |values: &[&usize]| Ok::<_, sprague_limits::Stop>(values.len()), &handle)
/// };
/// assert_eq!(options(Options::Maximal)?, Some(1));
/// assert_eq!(options(Options::Up)?, Some(3));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// The downset without one of its maximal elements.
    Maximal,
    /// The downset without one of its elements and all above it.
    Up,
}

/// The value of the whole poset: that of the empty set is `start`, that of any other downset is `combine` of the values of its
/// options, each as often as it occurs, in no particular order. `None` if the poset has more than 1024 elements.
///
/// ```
/// use sprague_posets::{Options, Poset, fold};
/// let handle = sprague_limits::Handle::default();
/// // The sum over the maximal elements counts the linear extensions.
/// let (subsets, _) = Poset::subsets(3, 3, &handle)?;
/// let sum = |values: &[&u64]| Ok::<_, sprague_limits::Stop>(values.iter().copied().sum());
/// assert_eq!(fold(&subsets, Options::Maximal, 1, sum, &handle)?, Some(48));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn fold<V: Eq + Hash + Clone, E: From<Stop>>(
    poset: &Poset,
    options: Options,
    start: V,
    combine: impl FnMut(&[&V]) -> Result<V, E>,
    handle: &Handle,
) -> Result<Option<V>, E> {
    let values = Values::new(start, combine);
    if let Some((classes, masked)) = OfFaces::new(poset, handle)? {
        return levels(&masked, &classes, None, options, values, handle).map(Some);
    }
    if let Some((found, is_whole)) = &Coordinates::above_least(poset, handle)?
        && found.is_box()
        && found.sides.len() > 1
    {
        let width: usize = found.sides[1..].iter().product();
        // All values are kept, each with its place, where sums have many; who asks for up-sets keeps them in any case.
        let bytes = if options == Options::Maximal { 2 * size_of::<V>() + 48 } else { 0 };
        with_mask!(width, M => if let Some(all) = BoxFold::<M>::new(&found.sides, *is_whole, bytes, handle)? {
                return all.run(options, values, handle).map(Some);
            }, else {});
    }
    let poset = poset.induced(&poset.linear_order(), handle)?;
    with_mask!(poset.len(), M => {
        let (symmetry, masked) = (Symmetry::<M>::new(&poset, handle)?, MaskedPoset::new(&poset));
        let mut expected = None;
        if poset.len() >= ESTIMATED {
            let ground = Ground { below: &masked.below, up: &masked.up, all: masked.all };
            let ahead = Ahead::of(&ground, symmetry.order(), handle)?;
            let row = if options == Options::Up { 2 * poset.len() } else { 0 };
            ahead.room(ahead.widest() * (2 * size_of::<(M, u32)>() + 4 + row) as f64, poset.len(), handle)?;
            expected = Some(ahead.all() as u64);
        }
        levels(&masked, &symmetry, expected, options, values, handle).map(Some)
    }, else Ok(None))
}

/// A poset whose elements are numbered so that each comes after those below it.
struct MaskedPoset<M> {
    size: usize,
    /// What lies strictly below each element, and what at or above it.
    below: Vec<M>,
    up: Vec<M>,
    all: M,
    /// The first downset, whose elements are never taken.
    start: M,
}

impl<M: Mask> MaskedPoset<M> {
    fn new(poset: &Poset) -> Self {
        MaskedPoset {
            size: poset.len(),
            below: poset.below_sets(),
            up: poset.up_sets(),
            all: (0..poset.len()).fold(M::EMPTY, M::with),
            start: M::EMPTY,
        }
    }
}
