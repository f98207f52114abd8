//! Products of ordinals, natural and of nimbers.

use divan::{Bencher, black_box};
use sprague_limits::Handle;
use sprague_ordinals::{Surreal, nim_inverse, nim_product};

fn main() {
    divan::main();
}

/// `omega^(n-1) + … + omega + 1`.
fn polynomial(n: i64) -> Surreal {
    (0..n).fold(Surreal::from(0), |sum, k| sum.plus(&Surreal::from(k).omega_power().unwrap()))
}

/// The natural product of two sums of as many terms.
#[divan::bench(args = [10, 100])]
fn natural_products(bencher: Bencher, terms: i64) {
    let (x, h) = (polynomial(terms), Handle::default());
    bencher.bench_local(|| black_box(&x).times(black_box(&x), &h).unwrap());
}

/// Powers of omega as nimbers: extensions of degree 3, 5 and 7 over one another.
#[divan::bench(args = [3, 6, 9])]
fn nim_products(bencher: Bencher, terms: i64) {
    let (x, h) = (polynomial(terms), Handle::default());
    bencher.bench_local(|| nim_product(black_box(&x), black_box(&x), &h).unwrap());
}

#[divan::bench]
fn nim_inverses(bencher: Bencher) {
    let (x, h) = (polynomial(3), Handle::default());
    bencher.bench_local(|| nim_inverse(black_box(&x), &h).unwrap());
}
