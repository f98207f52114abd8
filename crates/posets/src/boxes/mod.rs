//! Linear extensions of boxes, products of chains in any number of dimensions: levels of downsets as arrays, without keys and
//! without hashing.
//!
//! **Layers.** Let the box be a chain of `a` elements times a box `Q`. A downset of it is a sequence of `a` downsets of `Q`, each
//! within the one before: its layers. The first `p` layers are its head, the others its tail. What tails there are, and how many
//! elements they may have, depends only on the last layer of the head. So a level, which is the downsets of `k` elements, is one
//! block for each head, and two heads with the same last layer have blocks of the same form if they leave as many elements
//! for the tail.
//!
//! **Pulling.** The orders of a downset `D` (linear extensions of what it holds) are those of all `D - m`, with `m` maximal in `D`,
//! together. An `m` in the head, outside its last layer, leaves the last layer and the number of elements in the tail: the whole
//! block of one head is added to that of another. An `m` in the last layer of the head leaves a head with fewer tails, which
//! are added at the places that they have among the more. An `m` in the tail stays in the block of the head, one level
//! before. The last two go by tables for each downset of `Q`, the first is an addition of arrays.
//!
//! **One level in memory.** Heads are ordered by the size of their first layer, the largest first. A block asks for blocks of the same
//! first layer or a smaller one, so that a level takes the place of the one before it, size by size.
//!
//! **Meeting in the middle.** A box is isomorphic to its dual, so that what is above `D` has as many orders as the mirror
//! image of the complement of `D`. The linear extensions are the sum of the products over the downsets of the middle level.
//!
//! **In files.** Where levels are kept, what has no room in memory goes to files, a first layer each (`files`).
//!
//! **Cost.** For half of the downsets of the box, an addition for each of their maximal elements. Numbers are of one word at first and
//! grow with the levels: when `n` times the largest one might not fit, before the next level, all get a word more.

mod cells;
mod chomp;
mod files;
mod fold;
mod layers;
mod levels;
mod numbers;
mod sequences;
mod sizes;

pub(crate) use cells::{Cell, bytes_of_cell, with_cell};
pub(crate) use chomp::BoxValues;
pub(crate) use fold::BoxFold;
pub(crate) use sequences::{Counts, MOST};

use super::bits::{Mask, with_mask};
use super::count::factorial;
use super::ideals::product;
use super::subsets::engine::Options;
use super::subsets::error::Error;
use super::walks::Ground;
use files::Keeping;
use layers::{Factor, Heads, Tails};
use levels::Climb;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sizes::Sizes;
use sprague_limits::{Handle, Stop};

/// Downsets of the smaller box, and heads and tails together, that are listed.
const LISTED: usize = 8_000;
const TABLED: u64 = 50_000_000;
/// Walks of an estimate.
const WALKS: u32 = 300;

/// What the linear extensions of a box will take.
///
/// ```
/// use sprague_posets::{Poset, box_plan};
/// let handle = sprague_limits::Handle::default();
/// let side = Poset::chain(4, &handle)?;
/// let cube = side.product(&side, &handle)?.product(&side, &handle)?;
/// let plan = box_plan(&cube, &handle)?.expect("a box");
/// // Of its 232,848 downsets those of at most half of the elements.
/// assert_eq!(plan.sides, [4, 4, 4]);
/// assert_eq!(plan.downsets, 122_128u32.into());
/// assert!(plan.is_listed);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlan {
    /// The lengths of its chains.
    pub sides: Vec<usize>,
    /// Downsets that are gone through, exactly; where its tables are too large, half of all.
    pub downsets: BigUint,
    /// Words of 64 bits of the numbers at the end, about.
    pub words: u64,
    /// The memory in bytes, about: tables and the widest level; of the other case nothing is known.
    pub bytes: Option<f64>,
    /// The same where levels go to files.
    pub files: Option<BoxFiles>,
    /// Whether the tables of layers are small enough for it to be begun.
    pub is_listed: bool,
}

/// What the levels of a box take in files.
///
/// ```
/// use sprague_posets::{Poset, box_plan};
/// let handle = sprague_limits::Handle::default();
/// let side = Poset::chain(4, &handle)?;
/// let cube = side.product(&side, &handle)?.product(&side, &handle)?;
/// let plan = box_plan(&cube, &handle)?.expect("a box");
/// assert!(plan.files.is_some_and(|files| Some(files.memory) < plan.bytes));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxFiles {
    /// Bytes of memory that are needed all the same, with the tables.
    pub memory: f64,
    /// Bytes of files at a time, about.
    pub bytes: f64,
}

impl BoxPlan {
    /// Time on so many threads, in seconds: 24 ns for each downset and word of the final numbers, measured on boxes of 5 x 5 x 5 and 5 x 5 x 6 (right
    /// within a factor of two); a second thread saves a quarter, since memory is what is waited for.
    pub fn seconds(&self, threads: usize) -> f64 {
        let downsets = self.downsets.to_f64().unwrap_or(f64::INFINITY);
        24e-9 * self.words as f64 * downsets / (1.0 + 0.35 * threads.saturating_sub(1) as f64)
    }

    /// The same where levels go to files: three times as long, for the disk is waited for (2.8 times for 5 x 5 x 5; 9 times for 3 x 3 x 3 x 3, whose
    /// files are small, in half of its memory and less).
    pub fn seconds_in_files(&self, threads: usize) -> f64 {
        3.0 * self.seconds(threads)
    }

    /// Why it is not begun.
    pub(crate) fn refusal(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(usize::to_string).collect();
        let needed = match self.bytes {
            Some(bytes) => format!("about {} are needed for a level of them", mebibytes(bytes)),
            None => "their layers have no room in tables".into(),
        };
        format!(
            "linear extensions of a box of {}: {} downsets are to be gone through, half of all, and {needed}",
            sides.join(" x "),
            self.downsets
        )
    }
}

/// What the linear extensions of a box of these sides will take; nothing where that is as long to find out.
pub(crate) fn plan(sides: &[usize], handle: &Handle) -> Result<Option<BoxPlan>, Stop> {
    let words = words(sides, handle)?;
    let plan =
        BoxPlan { sides: sides.to_vec(), downsets: BigUint::ZERO, words, bytes: None, files: None, is_listed: false };
    let listed = match split(sides, handle)? {
        Some((factor, length, head)) => {
            let sizes = Sizes::new(&factor, length, head, handle)?;
            Some(BoxPlan {
                downsets: sizes.widths.iter().map(|&width| BigUint::from(width)).sum(),
                bytes: Some(sizes.tables as f64 + sizes.in_memory(words)),
                files: Some(sizes.in_files(&factor, words)),
                is_listed: true,
                ..plan.clone()
            })
        }
        None => None,
    };
    if listed.is_some() || sides.len() > 3 {
        return Ok(listed);
    }
    // In three dimensions there is MacMahon's formula.
    let all = super::ideals::ideals(&product(sides, handle)?, handle)?;
    Ok(Some(BoxPlan { downsets: all / 2u32, ..plan }))
}

/// Linear extensions of the product of chains of these lengths, three at least, each of two elements or more. `None` if the tables of
/// layers would be too large, or the levels for the memory allowed, and there are no files.
pub(crate) fn linear_extensions(
    sides: &[usize],
    mut options: Options,
    handle: &Handle,
) -> Result<Option<BigUint>, Error> {
    let words = words(sides, handle)?;
    // Before the tables are made: the widest level has at least the mean.
    if options.checkpoints.is_none()
        && sides.len() == 3
        && let Some(room) = handle.room()
    {
        let (all, n) = (super::ideals::ideals(&product(sides, handle)?, handle)?, sides.iter().product::<usize>());
        if all.to_f64().unwrap_or(f64::INFINITY) / (n + 1) as f64 * (8 * words) as f64 > room as f64 {
            return Ok(None);
        }
    }
    let found = with_climb(sides, options.thread_count(), handle, |climb| {
        let sides: Vec<String> = sides.iter().map(usize::to_string).collect();
        let what = format!("linear extensions of a box of {}", sides.join(" x "));
        let mut keeping = Keeping::new(&mut options, format!("{what}, {}", climb.form()), climb.sizes.beside(), handle);
        if let Some(answer) = keeping.answer()? {
            return Ok(Some(answer));
        }
        if keeping.has_files() {
            let needed = climb.sizes.in_files(climb.factor, words).memory;
            if handle.reserve(needed as usize - climb.tables()).is_err() {
                let needed = mebibytes(needed);
                let why = format!("{what}: about {needed} of memory are needed, even with files");
                return Err(Stop::TooLarge(why).into());
            }
        } else if handle.reserve(climb.sizes.in_memory(words) as usize).is_err() {
            return Ok(None);
        }
        climb.count(&mut keeping, handle).map(Some)
    })?;
    Ok(found.flatten())
}

/// In words, rounded up.
fn mebibytes(bytes: f64) -> String {
    format!("{:.0} MiB", (bytes / f64::from(1 << 20)).ceil())
}

fn with_climb<T, E: From<Stop>>(
    sides: &[usize],
    threads: usize,
    handle: &Handle,
    run: impl FnOnce(&Climb<'_>) -> Result<T, E>,
) -> Result<Option<T>, E> {
    let Some((factor, length, head)) = split(sides, handle)? else { return Ok(None) };
    let sizes = Sizes::new(&factor, length, head, handle)?;
    let heads = Heads::new(&factor, head, handle)?;
    let tails = Tails::new(&factor, length - head, handle)?;
    run(&Climb::new(&factor, heads, tails, sizes, threads)).map(Some)
}

/// The smaller box, the length of the chain that it is multiplied with, and how many layers are the head: those with the smallest
/// tables.
fn split(sides: &[usize], handle: &Handle) -> Result<Option<(Factor, usize, usize)>, Stop> {
    let mut axes: Vec<usize> = (0..sides.len()).filter(|&axis| !sides[..axis].contains(&sides[axis])).collect();
    // The smallest box first: it bounds the tables of the others.
    axes.sort_by_key(|&axis| std::cmp::Reverse(sides[axis]));
    let (mut best, mut fewest) = (None, TABLED + 1);
    for axis in axes {
        let length = sides[axis];
        let rest: Vec<usize> = sides.iter().enumerate().filter(|&(other, _)| other != axis).map(|(_, &s)| s).collect();
        let small = product(&rest, handle)?;
        // There are at least as many tails, with what is around them, as pairs of layers.
        let made = with_mask!(small.len(), M => Factor::new::<M>(&small, LISTED, fewest, handle)?, else None);
        let Some(factor) = made else { continue };
        let chains = factor.chains(length, handle)?;
        // A tail is listed once for each downset around it, as one more layer.
        let tables = |head: usize| chains[head].saturating_add(chains[length - head + 1]);
        let coded = |head: &usize| (factor.len() as u64).checked_pow((length - head) as u32).is_some();
        if let Some(head) = (1..length).filter(coded).min_by_key(|&head| tables(head))
            && tables(head) < fewest
        {
            (best, fewest) = (Some((factor, length, head)), tables(head));
        }
    }
    Ok(best)
}

/// Words of the numbers at the end, about; the last level is made only if a sum of as many of the level before as there are elements fits.
fn words(sides: &[usize], handle: &Handle) -> Result<u64, Stop> {
    let slack: f64 = sides.iter().map(|&side| (side as f64).log2()).sum();
    Ok(((bits(sides, handle)? + slack) / 64.0) as u64 + 1)
}

/// The binary logarithm of the orders of a downset in the middle, nearly and rather more.
fn bits(sides: &[usize], handle: &Handle) -> Result<f64, Stop> {
    let all = product(sides, handle)?;
    let n = all.len();
    let middle = n.div_ceil(2);
    let logarithm = with_mask!(n, M => {
        let ground = Ground { below: &all.below_sets(), up: &all.up_sets(), all: (0..n).fold(M::EMPTY, M::with) };
        ground.paths(WALKS, handle, |_, _| 1.0)?[middle]
    }, else factorial(n).bits() as f64);
    Ok(logarithm)
}
