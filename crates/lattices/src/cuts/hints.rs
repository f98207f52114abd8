//! What was found in a flat is tried first in those that are parallel to it.
//!
//! A wall that divides four dimensions is some hundred layers, each a game in space of its own, and neighbours among them differ little: the same lattices repeat beside the same walls, at other
//! places. So it is with the same flat in a larger table. As charts of parallel flats have the same basis, the numbers of one are those of the others. Nothing is taken over unseen: a lattice has to explain the inside of the
//! region, a normal has to lie along the edges of phases that are seen there; else everything is looked for as if nothing were known.

use super::grow::Grower;
use super::phase::Phase;
use super::region::{Chart, Region};
use super::repeats::{INNER, inner};
use crate::budget::Failure;
use rustc_hash::FxHashMap;

/// How many lattices and normals are kept for each kind of flat.
const KEPT: usize = 8;

/// What was found, the last first.
#[derive(Clone, Default)]
pub(crate) struct Hint {
    /// Bases of lattices.
    pub(super) lattices: Vec<Vec<Vec<i64>>>,
    /// Normals of walls.
    pub(super) normals: Vec<Vec<i64>>,
}

/// By the basis of a chart: what was found in flats that are done, and in the one that is under way.
pub(crate) type Hints = FxHashMap<Vec<Vec<i64>>, (Hint, Hint)>;

/// Puts something first, once, and keeps so many.
pub(super) fn first<T: PartialEq>(all: &mut Vec<T>, one: T, most: usize) {
    all.retain(|other| *other != one);
    all.insert(0, one);
    all.truncate(most);
}

/// Planes are seen through at once, and all of space is looked at a few times only: a cut that is a little wrong costs more there.
fn is_kept(chart: &Chart) -> bool {
    chart.k() > 2 && chart.origin.len() > 3
}

impl Grower<'_> {
    /// What was found in flats parallel to this one; `begins` says that this one is new.
    pub(super) fn hint(&mut self, chart: &Chart, begins: bool) -> Hint {
        let Some((done, under_way)) = self.hints.get_mut(&chart.basis) else { return Hint::default() };
        if begins {
            under_way.lattices.drain(..).rev().for_each(|lattice| first(&mut done.lattices, lattice, KEPT));
            under_way.normals.drain(..).rev().for_each(|normal| first(&mut done.normals, normal, KEPT));
        }
        done.clone()
    }

    /// Keeps a lattice.
    pub(super) fn keep_lattice(&mut self, chart: &Chart, phase: &Phase) {
        if is_kept(chart) {
            let hint = &mut self.hints.entry(chart.basis.clone()).or_default().1;
            first(&mut hint.lattices, phase.basis.clone(), KEPT);
        }
    }

    /// Keeps the normal of a wall.
    pub(super) fn keep_normal(&mut self, chart: &Chart, normal: &[i64]) {
        if is_kept(chart) {
            let hint = &mut self.hints.entry(chart.basis.clone()).or_default().1;
            first(&mut hint.normals, normal.to_vec(), KEPT);
        }
    }

    /// The phase of the inner part of what is seen of a region, if its lattice is one of these.
    pub(super) fn again(
        &self,
        chart: &Chart,
        region: &Region,
        seen: &Region,
        lattices: &[Vec<Vec<i64>>],
    ) -> Result<Option<Phase>, Failure> {
        if lattices.is_empty() {
            return Ok(None);
        }
        for share in INNER {
            let Some(inner) = inner(region, seen, share)? else { continue };
            for basis in lattices {
                if let Some(phase) = self.repeats(chart, &inner, basis.clone())? {
                    return Ok(Some(phase));
                }
            }
        }
        Ok(None)
    }
}
