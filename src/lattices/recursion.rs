//! P- and N-positions by the definition: direct recursion with a memory, on an explicit stack.
//!
//! In: a game on an orthant and a position of machine size. Out: whether it is a P-position. Right by definition; ends
//! by axiom 1. Cost: the followers of the position; bounded by the number of positions kept.

use super::budget::Beyond;
use super::game::Core;
use crate::limits::Handle;
use rustc_hash::FxHashMap;

/// The memory of the recursion.
pub struct Recursion<'a> {
    core: &'a Core,
    known: FxHashMap<u128, bool>,
    bits: u32,
    most: usize,
}

impl<'a> Recursion<'a> {
    /// Nothing known yet; keeps at most `most` positions.
    pub fn new(core: &'a Core, most: usize) -> Recursion<'a> {
        let bits = 128 / core.dimension.max(1) as u32;
        Recursion { core, known: FxHashMap::default(), bits: bits.min(62), most }
    }

    /// The number of positions decided.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    fn key(&self, y: &[i64]) -> Option<u128> {
        y.iter().try_fold(0u128, |key, &n| {
            (n >= 0 && n.checked_shr(self.bits) == Some(0)).then(|| (key << self.bits) | n as u128)
        })
    }

    /// Is `y` a P-position? False off the board and for defeated positions.
    pub fn is_p(&mut self, y: &[i64], handle: &Handle) -> Result<bool, Beyond> {
        if y.iter().any(|&n| n < 0) || self.core.is_defeated(y) {
            return Ok(false);
        }
        let start = self.key(y).ok_or(Beyond::Budget)?;
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
            loop {
                let Some(g) = self.core.moves.get(*index) else {
                    decided = Some(true);
                    break;
                };
                let mut off = false;
                for ((n, y), g) in next.iter_mut().zip(&points[here..]).zip(g) {
                    *n = y - g;
                    off |= *n < 0;
                }
                if off || (!self.core.defeated.is_empty() && self.core.is_defeated(&next)) {
                    *index += 1;
                    continue;
                }
                let next_key = self.key(&next).ok_or(Beyond::Budget)?;
                match self.known.get(&next_key) {
                    Some(true) => {
                        decided = Some(false);
                        break;
                    }
                    Some(false) => *index += 1,
                    None => {
                        points.extend_from_slice(&next);
                        stack.push((next_key, 0));
                        break;
                    }
                }
            }
            if let Some(p) = decided {
                handle.tick()?;
                if self.known.len() >= self.most {
                    return Err(Beyond::Budget);
                }
                if self.known.len() == self.known.capacity() {
                    handle.reserve(self.known.len() * 64)?;
                }
                self.known.insert(key, p);
                stack.pop();
                points.truncate(here);
            }
        }
        Ok(self.known[&start])
    }
}
