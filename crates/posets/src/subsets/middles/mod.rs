//! Linear extensions of B(n), n at most 7, by the triples of a downset; [`nim`]-values by those of a position.
//!
//! A downset of B(n) has some triples; below them points and pairs, the ones that they cover and any others; above them sets of four and more all of whose triples are
//! there. What is below and what is above do not depend on each other. So the downsets with one family of triples are few cubes of bits, numbers for them
//! stand in one row, and a canonical form is needed for a family and a triple, not for a downset and a set (docs/downsets.md, section J).
//!
//! - `families`: of triples, up to permutations; `fibre`: the places of the downsets of one; `ranks`: of subsets of a given size.
//! - `levels`: families of one size, with `carry` from one to the next. `meet`: downsets of half of all sets, and their complements.
//! - [`nim`]: values of all positions of Chomp, which need larger cubes and looking up, and no order of sets by size.
//!
//! Cost: for n = 7 7.0 million families with 310 million downsets of at most 64 sets, some 15 additions each: [`costs`].

mod carry;
mod families;
mod fibre;
mod levels;
mod meet;
pub mod nim;
mod ranks;

use super::crew::Shared;
#[cfg(feature = "threads")]
use super::crew::waited_for;
use super::downset::MAX_N;
use super::engine::Options;
use super::error::{Error, Unhandled};
use super::extensions::Extensions;
use super::room::Room;
use levels::Level;
use meet::Middle;
use num_bigint::BigUint;
use sprague_limits::Handle;

/// Downsets of seven points that are gone through.
const DOWNSETS: u64 = 309_743_307;

/// Bytes, and seconds of one processor, that [`extensions`] takes for n = 7: see docs/performance.md.
pub fn costs() -> (f64, f64) {
    (2.75e9, 95.0)
}

/// Whether this is the way for linear extensions of P(n, k): of all of B(7), with or without its greatest set, which comes last, where there is
/// memory enough. Fewer points take hundredths of a second by any way.
pub fn suits(n: u32, k: u32, handle: &Handle) -> bool {
    n == MAX_N && k + 1 >= n && handle.reserve(costs().0 as usize).is_ok()
}

/// The number of linear extensions of B(n), n from 1 to 7; [`Unhandled::Coordinates`] for others. Levels are not counted.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::middles;
/// let found = middles::extensions(4, 1, &Handle::default()).unwrap();
/// assert_eq!(found.count.to_string(), "1680384");
/// ```
///
/// Cost: for n = 7 see [`costs`], for n = 6 some hundredths of a second.
pub fn extensions(n: u32, threads: usize, handle: &Handle) -> Result<Extensions, Error> {
    if n == 0 || n > MAX_N {
        return Err(Unhandled::Coordinates(n).into());
    }
    let expected = (n == MAX_N).then_some(DOWNSETS);
    let threads = Options::threads(threads).thread_count();
    let counted = |wide| {
        let (shared, room) = (Shared::new(handle, expected, 0), Room::new(handle));
        let compute =
            || if wide { count::<8>(n, threads, &shared, &room) } else { count::<4>(n, threads, &shared, &room) };
        #[cfg(feature = "threads")]
        return waited_for(compute, || {
            shared.ask(handle, expected).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
        });
        #[cfg(not(feature = "threads"))]
        compute()
    };
    let (count, bytes) = match counted(false) {
        // With numbers of twice the length.
        Err(Error::Overflow) => counted(true)?,
        found => found?,
    };
    Ok(Extensions { count, levels: Vec::new(), bytes })
}

/// With numbers of so many words; and the largest number of bytes.
fn count<const L: usize>(n: u32, threads: usize, shared: &Shared, room: &Room) -> Result<(BigUint, usize), Error> {
    let mut families = families::classes(n, families::triples(n), threads, shared)?;
    room.take(families.iter().map(|level| size_of_val(&level[..])).sum())?;
    let (mut before, mut middle, mut done) = (None::<Level<L>>, Middle::new(n), 0);
    // From no triples, when all are missing, to all of them.
    for size in 0.. {
        let Some(missing) = families.pop() else { break };
        shared.at(size, done);
        let level = Level::new((n, &missing, 1 << (n - 1)), before.as_ref(), threads, shared, room)?;
        done += level.len() as u64;
        middle.keep(&level, room)?;
        if let Some(before) = before.replace(level) {
            before.leave(room);
        }
    }
    drop(before);
    Ok((middle.sum(threads, shared)?, room.most_held()))
}
