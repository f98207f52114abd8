//! What a loop pays for its bounds, and a recursion for its stack.

use divan::black_box;
use sprague_limits::{Handle, Limits, with_stack};

fn main() {
    divan::main();
}

/// The loop alone, to compare with.
#[divan::bench]
fn a_million_rounds() -> u64 {
    (0..1_000_000u64).fold(0, |sum, n| black_box(sum ^ n))
}

#[divan::bench]
fn a_million_rounds_with_ticks() -> u64 {
    let handle = Handle::new(Limits::default());
    (0..1_000_000u64).fold(0, |sum, n| {
        handle.tick().unwrap();
        black_box(sum ^ n)
    })
}

#[divan::bench]
fn ten_thousand_calls_deep() -> u64 {
    fn down(n: u64) -> u64 {
        with_stack(|| if n == 0 { 0 } else { black_box(1 + down(n - 1)) })
    }
    down(10_000)
}
