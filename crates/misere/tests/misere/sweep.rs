//! All octal codes of three digits.

use sprague_heaps::{Base, Code};
use sprague_limits::Handle;
use sprague_misere::{Bounds, check_code, of_code};

/// Codes from 0.000 to 0.777 whose quotient is certified for all heaps, from values of heaps up to 240.
fn certified(order: usize, positions: usize) -> Vec<String> {
    let handle = Handle::default();
    (0..512)
        .map(|i| format!("0.{i:03o}"))
        .filter(|text| {
            let code = Code::parse(text, Base::Octal).expect("a code");
            let bounds = Bounds { order, positions, pairs: 20_000 };
            let q = of_code(&code, 240, bounds, &handle).expect("no bound of the handle").quotient;
            let found = q.period().is_some();
            if found {
                check_code(&q, &code, &handle).unwrap_or_else(|e| panic!("{text}: {e}"));
            }
            found
        })
        .collect()
}

#[test]
fn three_digits() {
    assert_eq!(certified(120, 2000).len(), 159);
}

/// `cargo test --release -p sprague-misere -- --ignored`: more than the bounds above reach.
#[test]
#[ignore = "takes a minute"]
fn three_digits_with_larger_bounds() {
    assert_eq!(certified(120, 3000).len(), 160);
    let more = certified(120, 30_000);
    assert_eq!(more.len(), 161);
    assert!(more.contains(&"0.152".to_owned()));
}
