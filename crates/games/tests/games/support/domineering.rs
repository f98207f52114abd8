//! Domineering without any language around it: Left places vertical dominoes, Right horizontal ones.
//!
//! A position is the set of free cells in a frame of at most 8 by 8. It is split into components; each is moved to the
//! corner and reflected to its least image, and a turn by 90 degrees negates it. The table holds components.

use rustc_hash::FxHashMap;
use sprague_games::{Game, Store, ZERO};
use sprague_limits::{Handle, Stop};

/// Values of empty rectangles, rows and columns: *Winning Ways*, ch. 5, figs. 7 and 8; 4x5 and 5x5 also in Siegel,
/// *Combinatorial Game Theory*, ch. I.
#[allow(dead_code)] // benches do not look
pub const RECTANGLES: [(u32, u32, &str); 14] = [
    (1, 1, "0"),
    (2, 1, "1"),
    (3, 1, "1"),
    (1, 2, "-1"),
    (1, 6, "-3"),
    (2, 2, "+-1"),
    (3, 2, "<1/2|-2>"),
    (2, 3, "<2|-1/2>"),
    (3, 3, "+-1"),
    (2, 4, "miny(2)"),
    (4, 2, "tiny(2)"),
    (4, 5, "1"),
    (5, 4, "-1"),
    (5, 5, "0"),
];

/// Values of components already met.
#[derive(Default)]
pub struct Domineering(FxHashMap<u64, Game>);

/// Cells in rows of 8 bits.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// All cells of a board.
pub fn board(rows: u32, columns: u32) -> u64 {
    (0..rows).map(|r| ((1u64 << columns) - 1) << (8 * r)).sum()
}

fn spread(cells: u64, within: u64) -> u64 {
    let mut all = cells;
    loop {
        let left = (all & !(COLUMN << 7)) << 1;
        let right = (all & !COLUMN) >> 1;
        let more = (all | left | right | all << 8 | all >> 8) & within;
        if more == all {
            return all;
        }
        all = more;
    }
}

fn to_corner(mut cells: u64) -> u64 {
    cells >>= cells.trailing_zeros() & !7;
    while cells & COLUMN == 0 {
        cells >>= 1;
    }
    cells
}

fn mirror_columns(x: u64) -> u64 {
    x.reverse_bits().swap_bytes()
}

fn transpose(mut x: u64) -> u64 {
    // Hacker's Delight, 7-3.
    let t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x ^= t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x ^= t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}

fn least_reflection(x: u64) -> u64 {
    let rows = x.swap_bytes();
    let images = [x, rows, mirror_columns(x), mirror_columns(rows)];
    images.into_iter().map(to_corner).min().unwrap_or(x)
}

impl Domineering {
    /// The value of a position, as the sum of its components.
    pub fn value(&mut self, store: &Store, mut cells: u64, h: &Handle) -> Result<Game, Stop> {
        let mut parts = Vec::new();
        // Cells without a neighbour are 0.
        let beside = (cells & !(COLUMN << 7)) << 1 | (cells & !COLUMN) >> 1 | cells << 8 | cells >> 8;
        cells &= beside;
        while cells != 0 {
            let component = spread(cells & cells.wrapping_neg(), cells);
            cells &= !component;
            parts.push(self.component(store, component, h)?);
        }
        match parts[..] {
            [] => Ok(ZERO),
            [g] => Ok(g),
            _ => store.sum(&parts, h),
        }
    }

    fn component(&mut self, store: &Store, cells: u64, h: &Handle) -> Result<Game, Stop> {
        let cells = to_corner(cells);
        let (same, turned) = (least_reflection(cells), least_reflection(transpose(cells)));
        let key = same.min(turned);
        if let Some(&g) = self.0.get(&key) {
            return if key == same { Ok(g) } else { store.neg(g, h) };
        }
        let moves = |domino: u64, step: u32| {
            // A row ends after 8 cells.
            let mut places = key & (key >> step) & if step == 1 { !(COLUMN << 7) } else { u64::MAX };
            std::iter::from_fn(move || {
                let place = places.trailing_zeros();
                places &= places.wrapping_sub(1);
                (place < 64).then(|| key & !(domino << place))
            })
        };
        let left = moves(0x0101, 8).map(|after| self.value(store, after, h)).collect::<Result<Vec<_>, _>>()?;
        let right = moves(0x3, 1).map(|after| self.value(store, after, h)).collect::<Result<Vec<_>, _>>()?;
        let g = store.canonical(&left, &right, h)?;
        self.0.insert(key, g);
        if key == same { Ok(g) } else { store.neg(g, h) }
    }
}
