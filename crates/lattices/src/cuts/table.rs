//! The table from which trees are guessed, by itself.

use super::fold::Fold;
use super::grow::{Grower, MOST_GUESSED};
use super::hints::Hints;
use super::levels::Levels;
use crate::budget::{Failure, Meter};
use crate::game::Core;
use sprague_limits::Handle;

/// P-positions of small weight, a bit each, of at most five coordinates.
///
/// ```
/// use sprague_lattices::cuts::Table;
/// use sprague_lattices::{Game, Play};
/// let handle = sprague_limits::Handle::default();
/// // Three heaps, from each of which one or two are taken: P by the nim-sum of residues of 3.
/// let moves = (0..3).flat_map(|i| [1, 2].map(|n| (0..3).map(|j| if i == j { n } else { 0 }).collect())).collect();
/// let game = Game::on_orthant(3, moves, &Play::Normal, &handle)?.expect("the axioms hold");
/// let table = Table::new(game.core(), 100_000, &handle)?;
/// assert_eq!((table.is_p(&[1, 4, 3]), table.is_p(&[1, 1, 1])), (Some(true), Some(false)));
/// // Three more on a heap change nothing. Folded along that, so many bits reach farther.
/// let far = Table::folded(game.core(), 100_000, 100_000, &handle)?.expect("a vector");
/// assert_eq!(far.vector(), Some((&[0, 0, 3][..], 0, 0)));
/// assert_eq!(far.is_p(&[130, 4, 3]), Some(true));
/// # Ok::<(), sprague_lattices::Failure>(())
/// ```
pub struct Table(Levels);

impl Table {
    /// About so many positions; [`Failure::Shape`] for more than five coordinates, [`Failure::Budget`] where no weight up to 8 a coordinate
    /// makes all moves positive or the table is too large. Cost: positions times moves, over 64.
    pub fn new(core: &Core, points: u64, handle: &Handle) -> Result<Table, Failure> {
        if !(1..=MOST_GUESSED).contains(&core.dimension) {
            return Err(Failure::Shape);
        }
        Ok(Table(Levels::new(core, points, &Meter::new(handle, u64::MAX))?))
    }

    /// About so many positions that stand for all others along a vector, the simplest along which a table of `shown` positions shows no change away
    /// from faces; nothing if it shows none. What it says beyond that table is a guess. Errors as for one of all positions.
    pub fn folded(core: &Core, shown: u64, points: u64, handle: &Handle) -> Result<Option<Table>, Failure> {
        let (meter, mut hints) = (Meter::new(handle, u64::MAX), Hints::default());
        let grower = Grower::new(Table::new(core, shown, handle)?.0, false, &mut hints, &meter);
        let Some(fold) = grower.fold(core)? else { return Ok(None) };
        Ok(Some(Table(Levels::folded(core, points, fold, grower.levels, &meter)?)))
    }

    /// The vector along which the table is folded, from what distance of the faces of its support on, and how near other faces it says nothing.
    pub fn vector(&self) -> Option<(&[i64], i64, i64)> {
        self.0.fold().map(|Fold { vector, from, beside }| (&vector[..], *from, *beside))
    }

    /// Whether the point is in P; nothing off the board, beyond what the table holds, and where its vector says nothing.
    pub fn is_p(&self, x: &[i64]) -> Option<bool> {
        if x.len() == self.0.weight.len() { self.0.get(x) } else { None }
    }
}
