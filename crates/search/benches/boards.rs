//! Searches on strips of Domineering, by moves alone and beside values.

use divan::Bencher;
use sprague_games::{Side, Store, ZERO};
use sprague_limits::{Handle, Stop};
use sprague_search::{Rules, Search, Sum};

fn main() {
    divan::main();
}

/// A board of at most 64 free cells in rows of eight: Left places dominoes upright, Right across.
#[derive(Default)]
struct Domineering(Store, Handle);

impl Rules for Domineering {
    type Position = u64;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.0
    }

    fn handle(&self) -> &Handle {
        &self.1
    }

    fn moves(&mut self, &free: &u64, player: Side) -> Result<Vec<Sum<u64>>, Stop> {
        let step = if player == Side::Left { 8 } else { 1 };
        // The last cell of a row has none beside it.
        let starts = free & (free >> step) & if step == 1 { 0x7F7F_7F7F_7F7F_7F7F } else { u64::MAX };
        let cells = (0..64).filter(|cell| starts >> cell & 1 == 1);
        Ok(cells.map(|cell| Sum::from(free & !(1 << cell | 1 << (cell + step)))).collect())
    }

    fn split(&mut self, &free: &u64) -> Result<Option<Sum<u64>>, Stop> {
        let (mut parts, mut left) = (Vec::new(), free);
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let across = (part << 1 & 0xFEFE_FEFE_FEFE_FEFE) | (part >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
                let more = (part | across | part << 8 | part >> 8) & free;
                if more == part {
                    break;
                }
                part = more;
            }
            left &= !part;
            // Up to the corner.
            let mut corner = part;
            while corner & 0xFF == 0 {
                corner >>= 8;
            }
            while corner & 0x0101_0101_0101_0101 == 0 {
                corner >>= 1;
            }
            if part.count_ones() > 1 {
                parts.push((false, corner));
            }
        }
        Ok((parts != [(false, free)]).then_some(Sum { parts, rest: ZERO }))
    }
}

fn board(height: u32, width: u32) -> Sum<u64> {
    Sum::from((0..height).fold(0, |cells, row| cells | ((1 << width) - 1) << (8 * row)))
}

fn solve(mut search: Search<u64>, height: u32, width: u32) {
    let mut rules = Domineering::default();
    for player in [Side::Left, Side::Right] {
        search.wins_first(&mut rules, &board(height, width), player, u64::MAX).expect("there are no bounds");
    }
}

#[divan::bench(args = [(4, 4), (4, 5), (5, 5)], sample_count = 5, sample_size = 1)]
fn beside_values(bencher: Bencher<'_, '_>, (height, width): (u32, u32)) {
    bencher.bench(|| solve(Search::new(64 << 20), height, width));
}

#[divan::bench(args = [(4, 4), (4, 5)], sample_count = 5, sample_size = 1)]
fn by_moves_alone(bencher: Bencher<'_, '_>, (height, width): (u32, u32)) {
    bencher.bench(|| solve(Search::new(64 << 20).without_values(), height, width));
}
