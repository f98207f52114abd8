//! Comparison and canonical forms in universes: all values of a day.

use divan::Bencher;
use sprague_absolute::{DeadEnding, Dicot, Forms, Misere, Theory};
use sprague_limits::Handle;

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 3], sample_count = 5, sample_size = 1)]
fn dicot_values(bencher: Bencher<'_, '_>, day: u32) {
    bencher.bench(|| Theory::new(Dicot, &mut Forms::default()).born_by(day, &Handle::default()).map(|all| all.len()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn dead_ending_values(bencher: Bencher<'_, '_>) {
    bencher
        .bench(|| Theory::new(DeadEnding, &mut Forms::default()).born_by(2, &Handle::default()).map(|all| all.len()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn misere_values(bencher: Bencher<'_, '_>) {
    bencher.bench(|| Theory::new(Misere, &mut Forms::default()).born_by(2, &Handle::default()).map(|all| all.len()));
}
