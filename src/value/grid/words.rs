//! Boards of at most 64 cells as the bits of a machine word.
//!
//! In: such a board. Out: where symbols and patterns stand, regions. All cells are looked at together: a few operations for each symbol, or for each step that a region grows.

use super::{Cells, Grid};
use crate::value::boards::Regions;

/// Bits of a machine word.
pub(super) const WORD: usize = 64;

/// What lies beside cells of a board that has some.
pub(super) struct Beside {
    columns: u32,
    /// Cells with one to their left and to their right.
    not_first: u64,
    not_last: u64,
}

impl Beside {
    /// The cells beside these along rows and columns; with `diagonal` across corners, too, and these themselves.
    pub(super) fn of(&self, cells: u64, diagonal: bool) -> u64 {
        let beside = (cells & self.not_last) << 1 | (cells & self.not_first) >> 1;
        let across = if diagonal { cells | beside } else { cells };
        // Shifts by 64 happen only on boards of one row, which have no rows beside it.
        beside | across.checked_shl(self.columns).unwrap_or(0) | across.checked_shr(self.columns).unwrap_or(0)
    }

    /// All that is connected with these cells within others.
    pub(super) fn grown(&self, mut cells: u64, within: u64, diagonal: bool) -> u64 {
        loop {
            let grown = (cells | self.of(cells, diagonal)) & within;
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }
}

impl Grid {
    /// What lies beside cells of a board of at most 64, which has some.
    pub(super) fn beside(&self) -> Beside {
        let columns = self.columns();
        let first = (0..self.rows()).fold(0u64, |first, r| first | 1 << (r * columns));
        Beside { columns: self.columns, not_first: !first, not_last: !(first << (columns - 1)) }
    }

    /// Where a symbol stands on a board of at most 64 cells, as the bits of a word: cells are compared eight at a time.
    pub(super) fn mask(&self, symbol: u8) -> u64 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let wanted = u64::from_ne_bytes([symbol; 8]);
        let mut mask = 0;
        for (i, cells) in self.cells.chunks(8).enumerate() {
            let eight = match <[u8; 8]>::try_from(cells) {
                Ok(eight) => eight,
                Err(_) => {
                    let mut eight = [0; 8];
                    eight[..cells.len()].copy_from_slice(cells);
                    eight
                }
            };
            let differ = u64::from_le_bytes(eight) ^ wanted;
            // The highest bit of each byte in which nothing differs; then these bits side by side.
            let same = !(((differ & LOW) + LOW) | differ | LOW);
            mask |= ((same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        mask
    }

    /// The same for boards of at most 64 cells, which are the bits of a machine word.
    pub(super) fn small_regions<E>(
        &self,
        wanted: &Regions,
        mut out: impl FnMut(Option<Grid>) -> Result<(), E>,
    ) -> Result<(), E> {
        let &Regions { kept, outside, diagonal, smallest } = wanted;
        let columns = self.columns();
        // Cells of regions that were not visited yet, and those that look as all others do in a region's board.
        let mut open = kept.each().fold(0, |open, symbol| open | self.mask(symbol));
        if open == 0 {
            return Ok(());
        }
        let empty = self.mask(outside);
        let all = u64::MAX >> (WORD - self.cells.len());
        let beside = self.beside();
        while open != 0 {
            let region = beside.grown(open & open.wrapping_neg(), open, diagonal);
            open &= !region;
            if (region.count_ones() as usize) < smallest {
                continue;
            }
            let (top, bottom) = (region.trailing_zeros() / self.columns, region.ilog2() / self.columns);
            let row = |r: u32| region >> (r * self.columns);
            let in_row = u64::MAX >> (WORD - columns);
            let shadow = (top..=bottom).fold(0, |shadow, r| shadow | row(r)) & in_row;
            let (left, right) = (shadow.trailing_zeros(), shadow.ilog2());
            let (height, width) = (bottom - top + 1, right - left + 1);
            if (height, width) == (self.rows, self.columns) && region | empty == all {
                out(None)?;
                continue;
            }
            let (mut cells, mut start) = ([outside; WORD], 0);
            for r in top..=bottom {
                let line = &self.cells[r as usize * columns..][left as usize..];
                let mut inside = (row(r) & in_row) >> left;
                while inside != 0 {
                    let c = inside.trailing_zeros() as usize;
                    cells[start + c] = line[c];
                    inside &= inside - 1;
                }
                start += width as usize;
            }
            out(Some(Grid { rows: height, columns: width, cells: Cells::from_slice(&cells[..start]) }))?;
        }
        Ok(())
    }

    /// The first cells of the occurrences on a small board, as bits of a word: it is looked at as a whole, cell by cell of the pattern. Patterns have cells, and fit.
    pub(super) fn places(&self, pattern: &Grid) -> Option<u64> {
        let ((height, width), columns) = ((pattern.rows(), pattern.columns()), self.columns());
        if self.cells.len() > WORD || pattern.cells.len() + width >= WORD {
            return None;
        }
        let line = u64::MAX >> (WORD - (columns - width + 1));
        let mut places = (0..=self.rows() - height).fold(0, |places, r| places | line << (r * columns));
        let (mut symbol, mut mask) = (pattern.cells[0], self.mask(pattern.cells[0]));
        for (i, &wanted) in pattern.cells.iter().enumerate() {
            if wanted != symbol {
                (symbol, mask) = (wanted, self.mask(wanted));
            }
            places &= mask >> (i / width * columns + i % width);
        }
        Some(places)
    }
}
