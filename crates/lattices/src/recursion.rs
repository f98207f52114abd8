//! P- and N-positions by the definition: direct recursion with a memory, on an explicit stack.
//!
//! In: a game on an orthant and a position of machine size. Out: whether it is a P-position. Right by definition; ends
//! by axiom 1. Cost: the followers of the position and their options; bounded by the number of positions kept, those on
//! the stack included, and by 64 options for each of them.

use super::budget::Failure;
use super::game::Core;
use super::parted::Parted;
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// What a recursion knows: positions, packed, and whether they are in P. It belongs to one game.
pub type Memory = Parted<u128, bool>;

/// The recursion on one game.
pub struct Recursion<'a> {
    core: &'a Core,
    known: Memory,
    bits: u32,
    most: usize,
    /// Options that may still be looked at.
    work: u64,
}

/// Options looked at for each position that may be kept.
const OPTIONS: u64 = 64;

impl<'a> Recursion<'a> {
    /// Nothing known yet; keeps at most `most` positions.
    pub fn new(core: &'a Core, most: usize) -> Recursion<'a> {
        Recursion::with_memory(core, Memory::default(), most)
    }

    /// Goes on with what an earlier recursion on this game learned; keeps at most `most` positions in all.
    pub fn with_memory(core: &'a Core, known: Memory, most: usize) -> Recursion<'a> {
        let bits = 128 / core.dimension.max(1) as u32;
        let work = (most.saturating_sub(known.len()) as u64).saturating_mul(OPTIONS);
        Recursion { core, known, bits: bits.min(62), most, work }
    }

    /// What was learned.
    pub fn into_memory(self) -> Memory {
        self.known
    }

    fn key(&self, y: &[i64]) -> Option<u128> {
        y.iter().try_fold(0u128, |key, &n| {
            (n >= 0 && n.checked_shr(self.bits) == Some(0)).then(|| (key << self.bits) | n as u128)
        })
    }

    /// Is `y` a P-position? False off the board and for defeated positions.
    pub fn is_p(&mut self, y: &[i64], handle: &Handle) -> Result<bool, Failure> {
        if y.iter().any(|&n| n < 0) || self.core.is_defeated(y) {
            return Ok(false);
        }
        let start = self.key(y).ok_or(Failure::Budget)?;
        if let Some(&p) = self.known.get(&start) {
            return Ok(p);
        }
        let d = self.core.dimension;
        // Position, key, next move to look at.
        let mut points: Vec<i64> = y.to_vec();
        let mut stack: Vec<(u128, usize)> = vec![(start, 0)];
        let mut next = vec![0i64; d];
        while let Some(&mut (key, ref mut index)) = stack.last_mut() {
            let here = points.len() - d;
            let mut decided = None;
            handle.tick()?;
            loop {
                let Some(g) = self.core.moves.get(*index) else {
                    decided = Some(true);
                    break;
                };
                if self.work == 0 {
                    return Err(Failure::Budget);
                }
                self.work -= 1;
                let mut off = false;
                for ((n, y), g) in next.iter_mut().zip(&points[here..]).zip(g) {
                    *n = y - g;
                    off |= *n < 0;
                }
                if off || (!self.core.defeated.is_empty() && self.core.is_defeated(&next)) {
                    *index += 1;
                    continue;
                }
                let next_key = self.key(&next).ok_or(Failure::Budget)?;
                match self.known.get(&next_key) {
                    Some(true) => {
                        decided = Some(false);
                        break;
                    }
                    Some(false) => *index += 1,
                    None => {
                        // Those on the stack count too: a path may be as long as a coordinate is large.
                        if self.known.len() + stack.len() >= self.most {
                            return Err(Failure::Budget);
                        }
                        points.extend_from_slice(&next);
                        stack.push((next_key, 0));
                        break;
                    }
                }
            }
            if let Some(p) = decided {
                if self.known.len() >= self.most {
                    return Err(Failure::Budget);
                }
                self.known.insert(key, p);
                stack.pop();
                points.truncate(here);
            }
        }
        Ok(self.known.get(&start).copied().unwrap_or(false))
    }
}

/// The most positions that can be reached from `y`, where the moves say so at once: no move adds to a coordinate, or each takes something
/// off their sum.
fn followers_at_most(core: &Core, y: &[i64]) -> Option<u64> {
    let sides = y.iter().map(|n| u64::try_from(*n).ok()?.checked_add(1));
    if core.moves.iter().flatten().all(|n| *n >= 0) {
        return sides.into_iter().try_fold(1u64, |all, side| all.checked_mul(side?));
    }
    let sum = sides.into_iter().try_fold(0u64, |sum, side| sum.checked_add(side? - 1))?;
    if core.moves.iter().any(|g| g.iter().sum::<i64>() <= 0) {
        return None;
    }
    // The points of N^d with this sum at most: (sum + d) choose d.
    (1..=y.len() as u64).try_fold(1u64, |all, i| Some(all.checked_mul(sum.checked_add(i)?)? / i))
}

/// Whether at most `most` positions, the first included, can be reached from `y`. Cost: so many positions times moves, or nothing where
/// the size of the coordinates tells.
pub fn few_followers(core: &Core, y: &[i64], most: usize, handle: &Handle) -> Result<bool, Stop> {
    if followers_at_most(core, y).is_some_and(|n| n <= most as u64) {
        return Ok(true);
    }
    let mut seen: FxHashSet<Vec<i64>> = FxHashSet::default();
    let mut work = vec![y.to_vec()];
    seen.insert(y.to_vec());
    while let Some(y) = work.pop() {
        for i in 0..core.moves.len() {
            handle.tick()?;
            if let Some(z) = core.after(&y, i).filter(|z| !core.is_defeated(z))
                && seen.insert(z.clone())
            {
                if seen.len() > most {
                    return Ok(false);
                }
                work.push(z);
            }
        }
    }
    Ok(true)
}
