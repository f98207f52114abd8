//! Sparse games beyond memory: values go by, and only those that are needed again are kept.
//!
//! In: a sequence whose sparse engine works, and how many heaps to look at. Out: what [`Tally`] counts of them. With all rare heaps at
//! most L and all small parts of witnesses at most A, the value of heap n depends on the first max(L, A) values and on
//! the last max(L, A) + t (`docs/heaps.md`), so a prefix and a window stay and the rest is forgotten. A rare heap that
//! comes later needs all values again, as does a witness that lies too deep: that ends the run with a message, never
//! with a wrong value. Cost: that of the sparse engine, in the memory given.

use super::sparse::Sparse;
use super::statistics::Tally;
use super::values::Values;
use sprague_limits::{Handle, Stop};

/// Bytes that are kept at least.
const LEAST: usize = 1 << 16;

/// A run that forgets.
#[derive(Debug)]
pub(crate) struct Stream {
    sparse: Sparse,
    values: Values,
    /// Values kept at the end when some are forgotten, and at most.
    window: usize,
    most: usize,
}

impl Stream {
    /// Goes on from values known, keeping at most about `room` of them.
    pub(crate) fn new(sparse: &Sparse, values: &Values, room: usize) -> Result<Stream, Stop> {
        let need = sparse.memory_needed();
        let room = room.max(LEAST);
        // A third is prefix, for deep witnesses; the window slides through the rest.
        let (prefix, window) = (room / 3, room / 3);
        if need > prefix {
            return Err(Stop::TooLarge(format!(
                "a run over so many heaps needs the last {} values in memory",
                3 * need
            )));
        }
        let values = if values.len() > prefix + window { values.ends(prefix, window) } else { values.clone() };
        Ok(Stream { sparse: sparse.clone(), values, window, most: room })
    }

    /// Looks at all heaps up to `count`, and perhaps at some more.
    pub(crate) fn run(&mut self, count: usize, tally: &mut Tally, h: &Handle) -> Result<(), Stop> {
        while self.values.len() < count {
            let from = self.values.len();
            self.sparse.block(&mut self.values, h)?;
            let rare = self.sparse.rare_heaps().len() as u64;
            h.progress_with("heaps", self.values.len() as u64, Some(count as u64), (rare, "rare"));
            let last = self.sparse.last_rare();
            if self.sparse.memory_needed() > self.window && self.values.window_start() > 0 {
                return Err(Stop::TooLarge(format!(
                    "heap {last} is rare: heaps from there on need all values before it, and some were forgotten to save memory"
                )));
            }
            tally.take(&self.values, from, count.min(self.values.len()));
            if self.values.kept() > self.most {
                if self.values.window_start() == 0 {
                    self.values = self.values.ends(self.window, self.window);
                }
                self.values.forget(self.window);
            }
        }
        Ok(())
    }

    /// The engine.
    pub(crate) fn sparse(&self) -> &Sparse {
        &self.sparse
    }
}
