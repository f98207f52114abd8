//! Clobber without any language around it: a player moves a stone onto a neighbouring one of the opponent and takes it.
//!
//! A position is two sets of cells in a frame of 8 by 8, Left's stones and Right's. It is split into components, each is
//! moved to the corner and turned to its least image, and exchanging the colours negates it.

use rustc_hash::FxHashMap;
use sprague_games::{Game, Store, ZERO};
use sprague_limits::{Handle, Stop};

/// Values of components already met.
#[derive(Default)]
pub struct Clobber(FxHashMap<(u64, u64), Game>);

/// Cells in rows of 8 bits.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// A full board with the colours alternating.
pub fn board(rows: u32, columns: u32) -> (u64, u64) {
    let all: u64 = (0..rows).map(|r| ((1u64 << columns) - 1) << (8 * r)).sum();
    let left = 0xAA55_AA55_AA55_AA55;
    (all & left, all & !left)
}

fn beside(x: u64) -> u64 {
    (x & !(COLUMN << 7)) << 1 | (x & !COLUMN) >> 1 | x << 8 | x >> 8
}

fn mirror(x: u64) -> u64 {
    x.reverse_bits().swap_bytes()
}

fn transpose(mut x: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let t = (x ^ (x >> shift)) & mask;
        x ^= t ^ (t << shift);
    }
    x
}

fn to_corner((mut a, mut b): (u64, u64)) -> (u64, u64) {
    let rows = (a | b).trailing_zeros() & !7;
    (a, b) = (a >> rows, b >> rows);
    while (a | b) & COLUMN == 0 {
        (a, b) = (a >> 1, b >> 1);
    }
    (a, b)
}

fn least_image((a, b): (u64, u64)) -> (u64, u64) {
    let mut images = vec![(a, b)];
    for turn in [transpose, mirror, u64::swap_bytes] {
        for i in 0..images.len() {
            let (a, b) = images[i];
            images.push((turn(a), turn(b)));
        }
    }
    images.into_iter().map(to_corner).min().unwrap_or((a, b))
}

impl Clobber {
    /// The value of a position, as the sum of its components.
    pub fn value(&mut self, store: &Store, (a, b): (u64, u64), h: &Handle) -> Result<Game, Stop> {
        let mut cells = a | b;
        let mut parts = Vec::new();
        while cells != 0 {
            let mut component = cells & cells.wrapping_neg();
            loop {
                let more = (component | beside(component)) & cells;
                if more == component {
                    break;
                }
                component = more;
            }
            cells &= !component;
            if a & component != 0 && b & component != 0 {
                parts.push(self.component(store, (a & component, b & component), h)?);
            }
        }
        match parts[..] {
            [] => Ok(ZERO),
            [g] => Ok(g),
            _ => store.sum(&parts, h),
        }
    }

    fn component(&mut self, store: &Store, (a, b): (u64, u64), h: &Handle) -> Result<Game, Stop> {
        let (same, other) = (least_image((a, b)), least_image((b, a)));
        let key = same.min(other);
        if let Some(&g) = self.0.get(&key) {
            return if key == same { Ok(g) } else { store.neg(g, h) };
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (i, (mine, theirs)) in [(key.0, key.1), (key.1, key.0)].into_iter().enumerate() {
            let mut stones = mine;
            while stones != 0 {
                let stone = stones & stones.wrapping_neg();
                stones &= stones - 1;
                let mut targets = beside(stone) & theirs;
                while targets != 0 {
                    let target = targets & targets.wrapping_neg();
                    targets &= targets - 1;
                    let (mine, theirs) = (mine & !stone | target, theirs & !target);
                    let after = if i == 0 { (mine, theirs) } else { (theirs, mine) };
                    sides[i].push(self.value(store, after, h)?);
                }
            }
        }
        let g = store.canonical(&sides[0], &sides[1], h)?;
        self.0.insert(key, g);
        if key == same { Ok(g) } else { store.neg(g, h) }
    }
}
