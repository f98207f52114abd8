//! Which posets are simplicial complexes under inclusion, whatever their elements are called: subsets, square-free divisors,
//! products of chains of two elements, what is left of them in Chomp. With the empty face or without it.
//!
//! They are the downsets of a product of chains of two ([`super::coordinates`]), where an element that was put below all others stands for
//! the empty face if it is not there.

use super::bits;
use super::coordinates::Coordinates;
use super::poset::{Poset, Relation};
use super::rows::Rows;
use super::subsets::downset::MAX_N;
use sprague_limits::{Handle, Stop};

/// A poset as the faces of a simplicial complex.
///
/// ```
/// use sprague_posets::{Faces, Poset};
/// let handle = sprague_limits::Handle::default();
/// let faces = Faces::of(&Poset::divisors(30, &handle)?.0, &handle)?.expect("30 is 2 * 3 * 5");
/// assert_eq!(faces.masks, [0, 1, 2, 4, 3, 5, 6, 7]); // 1, 2, 3, 5, 6, 10, 15, 30
/// assert_eq!(faces.truncation(), Some((3, 3)));
/// assert!(Faces::of(&Poset::divisors(12, &handle)?.0, &handle)?.is_none());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// How many points there are, 64 at most. They are numbered as the elements are that have one point each.
    pub points: u32,
    /// For each element its points.
    pub masks: Vec<u64>,
    /// Whether the empty face is one of the elements.
    pub has_empty: bool,
}

impl Faces {
    /// A poset as the faces of a complex, if it is one. Cost: as many words as the rows of the poset have, but little for most that are none.
    pub fn of(poset: &Poset, handle: &Handle) -> Result<Option<Faces>, Stop> {
        if !are_powers_of_two(poset, poset.least().is_some(), Rows::below) {
            return Ok(None);
        }
        let Some((found, has_empty)) = Coordinates::above_least(poset, handle)? else { return Ok(None) };
        if found.sides.iter().any(|&side| side > 2) {
            return Ok(None);
        }
        let face =
            |place: &Vec<usize>| place.iter().enumerate().fold(0, |face, (point, &at)| face | (at as u64) << point);
        let masks = found.places.iter().skip(usize::from(!has_empty)).map(face).collect();
        Ok(Some(Faces { points: found.sides.len() as u32, masks, has_empty }))
    }

    /// The poset or its dual as the faces of a complex, and whether it is the dual.
    pub fn either_way(poset: &Poset, handle: &Handle) -> Result<Option<(Faces, bool)>, Stop> {
        if let Some(faces) = Faces::of(poset, handle)? {
            return Ok(Some((faces, false)));
        }
        if !are_powers_of_two(poset, poset.greatest().is_some(), Rows::above) {
            return Ok(None);
        }
        Ok(Faces::of(&poset.dual(handle)?, handle)?.map(|faces| (faces, true)))
    }

    /// `n` and `k`, if these are all subsets of at most `k` of `n` points, or all but the empty one.
    pub fn truncation(&self) -> Option<(u32, u32)> {
        let (n, k) = (self.points, self.masks.iter().map(|mask| mask.count_ones()).max().unwrap_or(0));
        let sizes = (1..=k).scan(1u64, |level, j| {
            *level = level.checked_mul(u64::from(n - j + 1))? / u64::from(j);
            Some(*level)
        });
        let all = sizes.fold(1, u64::saturating_add);
        (all == self.masks.len() as u64 + u64::from(!self.has_empty)).then_some((n, k))
    }

    /// The faces with the empty one, as a downset of the subsets of at most seven points.
    pub fn family(&self) -> Option<(u32, u128)> {
        (self.points <= MAX_N).then(|| (self.points, self.masks.iter().fold(1, |family, mask| family | 1 << mask)))
    }
}

/// Whether each element has with what is on one side of it as many elements as a face has subsets: most other posets fail soon.
fn are_powers_of_two(poset: &Poset, has_empty: bool, row: fn(&Rows, usize) -> &[u64]) -> bool {
    let Relation::Rows(rows) = poset.relation() else { return true };
    (0..poset.len()).all(|x| (bits::size(row(rows, x)) + 1 + usize::from(!has_empty)).is_power_of_two())
}
