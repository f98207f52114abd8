//! Remoteness in Chomp: a table of every position below the one asked for.

use super::Chomp;
use crate::bits::Bits;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// 0 where there is no move; else one more than the least even remoteness after a move, if one is even, and one more than
/// the greatest if all are odd (*Winning Ways*, chapter 9). Even for the positions that the player to move loses.
pub(super) fn remoteness(
    chomp: &Chomp,
    position: &Bits,
    known: &mut FxHashMap<Bits, u32>,
    handle: &Handle,
) -> Result<u32, Stop> {
    // Depth first with an explicit stack: a position is done when all that it leads to are.
    let mut stack = vec![position.clone()];
    while let Some(here) = stack.last().cloned() {
        if known.contains_key(&here) {
            stack.pop();
            continue;
        }
        let (mut even, mut odd) = (None, 0);
        let mut missing = false;
        for x in chomp.moves(&here).iter() {
            handle.tick()?;
            let after = chomp.after(&here, x);
            match known.get(&after) {
                Some(&r) if r % 2 == 0 => even = Some(even.map_or(r, |e: u32| e.min(r))),
                Some(&r) => odd = odd.max(r + 1),
                None => {
                    missing = true;
                    stack.push(after);
                }
            }
        }
        if missing {
            continue;
        }
        if known.len() == known.capacity() {
            handle.reserve((2 * known.len() + 64) * 64)?;
        }
        if known.len() % 1024 == 1023 {
            handle.progress("remoteness: positions of Chomp", known.len() as u64, None);
        }
        known.insert(here, even.map_or(odd, |e| e + 1));
        stack.pop();
    }
    Ok(known[position])
}
