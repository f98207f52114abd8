//! Misère quotients of octal games: found, and checked; and what a sum of any size costs then.

use divan::Bencher;
use sprague_heaps::{Base, Code};
use sprague_limits::Handle;
use sprague_misere::{Bounds, Found, check_code, of_code};

fn main() {
    divan::main();
}

const CODES: [&str; 6] = ["0.123", "0.77", "0.115", "0.15", "0.144", "0.152"];

fn code(text: &str) -> Code {
    Code::parse(text, Base::Octal).expect("a code")
}

fn found(text: &str) -> Found {
    of_code(&code(text), 240, Bounds::default(), &Handle::default()).expect("no bound")
}

#[divan::bench(args = CODES, sample_count = 5, sample_size = 1)]
fn finding(text: &str) -> Found {
    found(text)
}

#[divan::bench(args = CODES, sample_count = 5, sample_size = 1)]
fn checking(bencher: Bencher<'_, '_>, text: &str) {
    let (q, code) = (found(text).quotient, code(text));
    bencher.bench(|| check_code(&q, &code, &Handle::default()).expect("it is right"));
}

/// The 512 codes of three digits.
#[divan::bench(args = [120], sample_count = 1, sample_size = 1)]
fn sweep(order: usize) -> usize {
    let bounds = Bounds { order, positions: 1000, pairs: 20_000 };
    let certified = |i: &u32| {
        let found = of_code(&code(&format!("0.{i:03o}")), 240, bounds, &Handle::default()).expect("no bound");
        found.quotient.period().is_some()
    };
    (0..512).filter(certified).count()
}

#[divan::bench]
fn outcome_of_a_large_sum(bencher: Bencher<'_, '_>) {
    let q = found("0.77").quotient;
    bencher.bench(|| q.is_p_position(&[(5, divan::black_box(1_000_000_000_000)), (71, 1)]));
}
