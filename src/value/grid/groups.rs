//! Groups of stones without a free cell beside them, as in Go and its relatives.
//!
//! In: a board, what is a stone, what is free. Out: the cells of these groups. A group is a connected set of cells with one symbol; it lives if one of its cells
//! is beside a free one, and life spreads from there. Cost: the cells of the board.

use super::{Grid, Symbols, WORD};
use smallvec::SmallVec;

impl Grid {
    /// Where the cells of such groups are, row by row.
    pub fn captured(&self, stones: Symbols, free: Symbols) -> SmallVec<[usize; 36]> {
        let mut places = SmallVec::new();
        if self.cells.len() <= WORD {
            let mut captured = self.small_captured(stones, free);
            while captured != 0 {
                places.push(captured.trailing_zeros() as usize);
                captured &= captured - 1;
            }
            return places;
        }
        let mut alive = vec![false; self.cells.len()];
        let mut open: Vec<usize> = (0..self.cells.len()).filter(|i| free.has(self.cells[*i])).collect();
        let mut from_free = open.len();
        let mut next = 0;
        while let Some(&cell) = open.get(next) {
            next += 1;
            let spreads = from_free == 0;
            from_free = from_free.saturating_sub(1);
            for beside in self.beside_cell(cell) {
                let same = !spreads || self.cells[beside] == self.cells[cell];
                if same && stones.has(self.cells[beside]) && !alive[beside] {
                    alive[beside] = true;
                    open.push(beside);
                }
            }
        }
        places.extend((0..alive.len()).filter(|i| stones.has(self.cells[*i]) && !alive[*i]));
        places
    }

    /// Whether there is no such group.
    pub fn all_breathe(&self, stones: Symbols, free: Symbols) -> bool {
        if self.cells.len() <= WORD {
            self.small_captured(stones, free) == 0
        } else {
            self.captured(stones, free).is_empty()
        }
    }

    fn small_captured(&self, stones: Symbols, free: Symbols) -> u64 {
        if self.cells.is_empty() {
            return 0;
        }
        let (beside, free) = (self.beside(), free.each().fold(0, |free, symbol| free | self.mask(symbol)));
        let near = beside.of(free, false);
        stones.each().fold(0, |captured, symbol| {
            let stones = self.mask(symbol);
            captured | stones & !beside.grown(near & stones, stones, false)
        })
    }

    /// The cells beside one along its row and column.
    fn beside_cell(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, all) = (self.columns(), self.cells.len());
        let (first, last) = (cell.is_multiple_of(columns), cell % columns == columns - 1);
        let across = [(!first).then(|| cell - 1), (!last).then_some(cell + 1)];
        let upright = [cell.checked_sub(columns), Some(cell + columns).filter(|below| *below < all)];
        across.into_iter().chain(upright).flatten()
    }
}
