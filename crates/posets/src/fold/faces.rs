//! Simplicial complexes on up to seven vertices: their downsets up to permutations of the vertices.

use super::MaskedPoset;
use super::levels::Classes;
use crate::faces::Faces;
use crate::poset::Poset;
use crate::subsets::canon::Frame;
use crate::subsets::downset::{ABOVE, BELOW, cube};
use crate::subsets::permute::Route;
use crate::subsets::recursion::Space;
use crate::subsets::space::Subsets;
use sprague_limits::{Handle, Stop};

/// Classes that are listed first, where not all permutations of the vertices are automorphisms.
const LISTED: usize = 1_000_000;

/// The classes of a complex.
pub(super) struct OfFaces(Subsets);

impl OfFaces {
    /// The classes of a complex, with or without the empty face. Nothing if it is none, or if it has many classes and not all symmetries.
    pub(super) fn new(poset: &Poset, handle: &Handle) -> Result<Option<(OfFaces, MaskedPoset<u128>)>, Stop> {
        let Some(faces) = Faces::of(poset, handle)? else { return Ok(None) };
        let Some((n, position)) = faces.family() else { return Ok(None) };
        let Some(space) = Subsets::of(n, position, LISTED, handle)? else { return Ok(None) };
        let masked = MaskedPoset {
            size: poset.len(),
            below: (0..128).map(|x: usize| BELOW[x] & !(1 << x)).collect(),
            up: ABOVE.to_vec(),
            // Where classes are listed any face may belong to one of them.
            all: if space.is_symmetric() { position } else { cube(n) },
            start: u128::from(!faces.has_empty),
        };
        Ok(Some((OfFaces(space), masked)))
    }
}

impl Classes<u128> for OfFaces {
    type Frame = Frame;
    type Map = Route;

    fn frame(&self, set: u128) -> Frame {
        self.0.frame(set)
    }

    fn with(&self, frame: &Frame, set: u128, y: usize) -> Option<u128> {
        let y = y as u32;
        let (class, _) = frame.canonical(set | 1 << y, y, &frame.with(y));
        self.0.contains(class, set.count_ones() + 1).then_some(class)
    }

    fn without(&self, _frame: &Frame, set: u128, m: usize) -> (u128, Route) {
        let rest = set & !(1 << m);
        let frame = Frame::new(rest, self.0.n());
        frame.canonical(rest, 0, frame.keys())
    }

    fn image(&self, route: &Route, x: usize) -> usize {
        route.apply(1 << x).trailing_zeros() as usize
    }

    fn weights(&self) -> Vec<usize> {
        (0..128usize).map(|x| x.count_ones() as usize).collect()
    }
}
