//! Nim-values of all positions of Chomp on the subsets of up to seven points at once, by the triples of a position.
//!
//! What is below the triples of a position, and what is above them, do not depend on each other, so that a canonical form is needed for a family of triples
//! and one of them, not for a position and a move; what a move leaves is then found at places that are sums (docs/downsets.md, section K).
//!
//! - `sets`: numbers for sets of each size; `cubes`: the places of what is below or above; `choices`: ranks of small sets of triples.
//! - `level`: classes of one size with their values; `values`: words of what is seen from a position.
//! - `lower`: positions that miss more than three triples, by the class of these; `upper`: the others, by that of their sets of four; `ways` from these to those.

mod choices;
mod cubes;
mod level;
mod lower;
mod sets;
mod upper;
mod values;
mod ways;

use super::families;
use crate::subsets::chomp::ChompResult;
use crate::subsets::crew::Shared;
#[cfg(feature = "threads")]
use crate::subsets::crew::waited_for;
use crate::subsets::downset::{ABOVE, LAYER, MAX_N, bits, largest};
use crate::subsets::engine::Options;
use crate::subsets::error::{Error, Unhandled};
use crate::subsets::estimate;
use crate::subsets::permute::Half;
use crate::subsets::room::Room;
use crate::subsets::space::Subsets;
use lower::Lower;
use sets::{FOURS_UNDER, TRIPLES, TRIPLES_UNDER, family, numbers};
use sprague_limits::Handle;
use upper::Upper;

/// Classes that are gone through for seven points: families of triples, but for those that miss few; families of sets of four.
const CLASSES: u64 = 2 * 7_013_320;

/// Triples that a position may miss to be counted by its sets of four.
const FEW: usize = 3;

/// The nim-values of Chomp on all downsets of B(n), n from 3 to 7.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::{downset::truncated, middles::nim::Values};
/// let values = Values::new(5, 1, &Handle::default()).unwrap();
/// assert_eq!((values.value(truncated(5, 5)), values.value(truncated(4, 3))), (Some(2), Some(0)));
/// assert_eq!(values.value(0), None);
/// ```
#[derive(Debug)]
pub struct Values {
    lower: Lower,
    upper: Upper,
    /// Triples that positions of the upper part miss at most.
    few: usize,
    /// The largest number of bytes.
    bytes: usize,
}

impl Values {
    /// For sets of `n` points, n from 3 to 7; [`Unhandled::Coordinates`] for others. A value above 63 would be [`Error::Overflow`].
    ///
    /// Cost: for n = 7 see [`costs`], for n = 6 some hundredths of a second.
    pub fn new(n: u32, threads: usize, handle: &Handle) -> Result<Values, Error> {
        Values::parted(n, FEW, threads, handle)
    }

    /// The same, where positions that miss no more than `few` triples are the upper part. A pair lies in n - 2 triples, of which one must be left: `few` is
    /// at most n - 3.
    pub fn parted(n: u32, few: usize, threads: usize, handle: &Handle) -> Result<Values, Error> {
        if !(3..=MAX_N).contains(&n) {
            return Err(Unhandled::Coordinates(n).into());
        }
        let few = few.min(n as usize - 3);
        let expected = (n == MAX_N).then_some(CLASSES);
        let threads = Options::threads(threads).thread_count();
        let (shared, room) = (Shared::new(handle, expected, 0), Room::new(handle));
        let compute = || Values::found(n, few, threads, &shared, &room);
        #[cfg(feature = "threads")]
        return waited_for(compute, || {
            shared.ask(handle, expected).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
        });
        #[cfg(not(feature = "threads"))]
        compute()
    }

    fn found(n: u32, few: usize, threads: usize, shared: &Shared, room: &Room) -> Result<Values, Error> {
        let classes = |all: u64| families::classes(n, family(all, &TRIPLES), threads, shared);
        let words = |level: Vec<Half>| level.into_iter().map(|family| family.0).collect::<Vec<_>>();
        let triples = classes(TRIPLES_UNDER[inside(n)])?;
        // Sets of four stand by their complements, which are triples.
        let fours = if n == MAX_N { triples.clone() } else { classes(FOURS_UNDER[inside(n)])? };
        room.take(2 * fours.iter().map(|level| size_of_val(&level[..])).sum::<usize>())?;
        let lower = Lower::new(n, triples.into_iter().skip(few + 1).rev().map(words), threads, shared, room)?;
        let upper = Upper::new(&lower, fours.into_iter().rev().map(words), few, threads, shared, room)?;
        Ok(Values { lower, upper, few, bytes: room.most_held() })
    }

    /// The value of a position; `None` if it is no downset of B(n) with the empty set.
    pub fn value(&self, position: u128) -> Option<u32> {
        let n = self.lower.n;
        if !Subsets::is_position(n, position) {
            return None;
        }
        let missing = TRIPLES_UNDER[inside(n)] & !numbers(position & LAYER[3]);
        let is_few = missing.count_ones() as usize <= self.few;
        let value = if is_few { self.upper.value(position) } else { self.lower.value(position) };
        value.map(u32::from)
    }
}

/// The set of so many points.
fn inside(n: u32) -> usize {
    (1 << n) - 1
}

/// Bytes, and seconds of one processor, that [`Values::new`] takes for n = 7: see docs/performance.md.
pub fn costs() -> (f64, f64) {
    (2.8e9, 180.0)
}

/// Seconds of a processor for each class, where they are gone through one by one.
const A_CLASS: f64 = 1.7e-6;

/// Whether this is the way for a position: sets of at least four of seven points, so many classes below that one by one they take
/// longer, and memory enough.
pub fn suits(n: u32, position: u128, handle: &Handle) -> Result<bool, Error> {
    if n != MAX_N || largest(position) < 4 {
        return Ok(false);
    }
    let (bytes, seconds) = costs();
    Ok(estimate::least_below(n, position, handle)? * A_CLASS >= seconds && handle.reserve(bytes as usize).is_ok())
}

/// The nim-value of Chomp on `position`, a downset of B(n) with the empty set, n from 3 to 7, with the value after each move. Levels are not counted; with a
/// position that is none comes [`Unhandled::NoPosition`].
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::{downset::truncated, middles::nim};
/// let found = nim::grundy(6, truncated(6, 3), 1, &Handle::default()).unwrap();
/// assert_eq!((found.value, found.winning_orbits()[0].size), (Some(2), 15));
/// ```
///
/// Cost: that of [`Values::new`].
pub fn grundy(n: u32, position: u128, threads: usize, handle: &Handle) -> Result<ChompResult, Error> {
    if n <= MAX_N && !Subsets::is_position(n, position) {
        return Err(Unhandled::NoPosition.into());
    }
    let values = Values::new(n, threads, handle)?;
    let value = |d: u128| values.value(d).ok_or(Error::Inexact);
    let after = |d: u128| bits(d & !1).map(move |x| (x, d & !ABOVE[x as usize]));
    let winning = |d: u128| {
        let mut all = 0_u128;
        for (x, left) in after(d) {
            all |= u128::from(value(left)? == 0) << x;
        }
        Ok::<_, Error>(all)
    };
    let (own, mut options, mut replies) = (value(position)?, Vec::new(), Vec::new());
    for (x, left) in after(position) {
        handle.tick()?;
        options.push((x, value(left)?));
        replies.push((x, winning(left)?));
    }
    Ok(ChompResult {
        n,
        position,
        won: own != 0,
        value: Some(own),
        winning: winning(position)?,
        options,
        replies,
        levels: Vec::new(),
        bytes: values.bytes,
    })
}
