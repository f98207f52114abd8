//! What kind of poset it is, as far as an algorithm here has a use for it.

use super::coordinates::Coordinates;
use super::poset::Poset;
use super::young;
use sprague_limits::{Handle, Stop};

/// A kind of poset, whatever its elements are called.
///
/// ```
/// use sprague_posets::{Kind, Poset};
/// let handle = sprague_limits::Handle::default();
/// assert_eq!(Kind::of(&Poset::chain(3, &handle)?, &handle)?, Kind::Chain(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A chain of so many elements.
    Chain(usize),
    /// So many elements, no two comparable.
    Antichain(usize),
    /// All subsets of a set of so many points, two at least.
    Boolean(usize),
    /// A product of chains of these lengths, two at least, longest first.
    Box(Vec<usize>),
    /// The cells of a Young diagram with rows of these lengths, that is no rectangle.
    Diagram(Vec<usize>),
    /// A simplicial complex on so many points, with its empty face.
    Complex(usize),
    /// A downset of the product of chains of these lengths.
    Downset(Vec<usize>),
    /// The dual of one of the kinds before.
    Dual(Box<Kind>),
    /// A disjoint sum of these kinds, falling.
    Sum(Vec<Kind>),
    /// An ordinal sum of these kinds, lowest first.
    OrdinalSum(Vec<Kind>),
    /// None of these: so many elements.
    Other(usize),
}

impl Kind {
    /// The kind of a poset.
    ///
    /// ```
    /// use sprague_posets::{Kind, Poset};
    /// let handle = sprague_limits::Handle::default();
    /// assert_eq!(Kind::of(&Poset::divisors(72, &handle)?.0, &handle)?, Kind::Box(vec![4, 3]));
    /// # Ok::<(), sprague_limits::Stop>(())
    /// ```
    pub fn of(poset: &Poset, handle: &Handle) -> Result<Kind, Stop> {
        handle.ticks(1 + poset.len())?;
        let n = poset.len();
        if poset.least().is_some() && poset.height(handle)? == n {
            return Ok(Kind::Chain(n));
        }
        if poset.minimal().len() == n {
            return Ok(Kind::Antichain(n));
        }
        if let Some(kind) = Kind::closed(poset, handle)? {
            return Ok(kind);
        }
        if poset.greatest().is_some()
            && let Some(kind) = Kind::closed(&poset.dual(handle)?, handle)?
        {
            return Ok(Kind::Dual(Box::new(kind)));
        }
        let kinds = |parts: Vec<Vec<usize>>| {
            parts.iter().map(|part| Kind::of(&poset.piece(part, handle)?, handle)).collect::<Result<Vec<_>, _>>()
        };
        let parts = poset.components();
        if parts.len() > 1 {
            // In an order that names have no part in.
            let mut summands = kinds(parts)?;
            summands.sort_by(|a, b| b.cmp(a));
            return Ok(Kind::Sum(summands));
        }
        let blocks = poset.blocks();
        if blocks.len() > 1 {
            return kinds(blocks).map(Kind::OrdinalSum);
        }
        Ok(Kind::Other(n))
    }

    /// Whether all posets of this kind are isomorphic.
    pub fn says_all(&self) -> bool {
        match self {
            Kind::Chain(_) | Kind::Antichain(_) | Kind::Boolean(_) | Kind::Box(_) | Kind::Diagram(_) => true,
            Kind::Complex(_) | Kind::Downset(_) | Kind::Other(_) => false,
            Kind::Dual(kind) => kind.says_all(),
            Kind::Sum(kinds) | Kind::OrdinalSum(kinds) => kinds.iter().all(Kind::says_all),
        }
    }

    fn closed(poset: &Poset, handle: &Handle) -> Result<Option<Kind>, Stop> {
        let Some(found) = Coordinates::of(poset, handle)? else { return Ok(None) };
        let twos = found.sides.iter().all(|&side| side == 2);
        Ok(Some(match found.rows() {
            _ if found.is_box() && twos => Kind::Boolean(found.sides.len()),
            _ if found.is_box() => Kind::Box(found.sides),
            // A tree of two branches is both: a complex of two points, or a hook.
            _ if twos => Kind::Complex(found.sides.len()),
            // Of a diagram and its transpose the greater, whatever the elements are called.
            Some(rows) => Kind::Diagram(young::transposed(&rows).max(rows)),
            None => Kind::Downset(found.sides),
        }))
    }
}
