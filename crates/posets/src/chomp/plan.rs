//! What the nim-values of Chomp on a whole box take, told beforehand.

use super::rows::Extent;
use super::two_rows::TwoRows;
use crate::boxes::{Counts, MOST, bytes_of_cell};
use crate::coordinates::Coordinates;
use crate::poset::Poset;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_limits::{Handle, Stop};

/// What the nim-values of Chomp on a box will take.
///
/// ```
/// use sprague_posets::{Poset, chomp_plan};
/// let handle = sprague_limits::Handle::default();
/// let side = Poset::chain(4, &handle)?;
/// let cube = side.product(&side, &handle)?.product(&side, &handle)?;
/// let plan = chomp_plan(&cube, &handle)?.expect("a box");
/// assert_eq!((plan.sides.len(), plan.positions), (3, 232_848u32.into()));
/// assert!(plan.is_begun && plan.bytes.is_some_and(|bytes| bytes > 232_848.0));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChompPlan {
    /// The lengths of its chains.
    pub sides: Vec<usize>,
    /// Its downsets, exactly.
    pub positions: BigUint,
    /// The memory in bytes, about: for each of them a byte, two where the box has more than 255 elements, and the tables of layers, or
    /// those of long rows; of what is not begun nothing is known.
    pub bytes: Option<f64>,
    /// Whether they are few enough, and those of a layer too.
    pub is_begun: bool,
}

impl ChompPlan {
    /// Time on so many threads, in seconds: 10 ns for each element that a position might have, measured on boxes of 4 x 4 x 5, 4 x 4 x 6 and 5 x 5 x 5 (right within a factor
    /// of two); on up to five long rows, by one thread, 1 ns for each word of values.
    pub fn seconds(&self, threads: usize) -> f64 {
        let elements: usize = self.sides.iter().product();
        let positions = self.positions.to_f64().unwrap_or(f64::INFINITY);
        match (&self.sides[..], Extent::of(&self.sides)) {
            ([_, 2], _) => 1e-9 * (elements as f64 / 64.0 + 8.0) * positions,
            (_, Some(extent)) => 1e-9 * extent.work() as f64,
            _ => 10e-9 * elements as f64 * positions / threads.max(1) as f64,
        }
    }
}

/// What Chomp on a box will take, a product of two chains or more; nothing for other posets, and in four dimensions and more where there are
/// too many downsets of a layer.
///
/// # Errors
/// When a bound of the handle is reached.
///
/// ```
/// use sprague_posets::{Poset, chomp_plan};
/// let handle = sprague_limits::Handle::default();
/// assert_eq!(chomp_plan(&Poset::chain(4, &handle)?, &handle)?, None);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn chomp_plan(poset: &Poset, handle: &Handle) -> Result<Option<ChompPlan>, Stop> {
    let found = Coordinates::of(poset, handle)?.filter(|found| found.is_box() && found.sides.len() > 1);
    let Some(Coordinates { sides, .. }) = found else { return Ok(None) };
    let counts = Counts::new(&sides, handle)?.filter(|counts| counts.total() < u64::MAX);
    let positions = match &counts {
        Some(counts) => counts.total().into(),
        // There are formulas.
        None if sides.len() <= 3 => crate::ideals::ideals(poset, handle)?,
        None => return Ok(None),
    };
    let bytes = match (&sides[..], Extent::of(&sides)) {
        (&[long, 2], _) => TwoRows::bytes(long, long).map(|bytes| bytes as f64),
        (_, Some(extent)) => Some(extent.bytes() as f64),
        _ => counts
            .filter(|counts| counts.total() <= MOST)
            .and_then(|counts| Some(counts.total() as f64 * bytes_of_cell(poset.len())? as f64 + counts.bytes())),
    };
    Ok(Some(ChompPlan { sides, positions, bytes, is_begun: bytes.is_some() }))
}
