//! Long numbers against the library that they are made of.

use num_bigint::BigInt;
use sprague::limits::Handle;
use sprague::value::digits::{parse, power, square_root};

#[test]
fn roots_and_digits_are_those_of_the_library() {
    let handle = Handle::default();
    for (base, exponent) in [(3, 1500), (7, 999), (2, 4096), (10, 5000), (2, 40_001), (99_991, 2001)] {
        let power = power(&BigInt::from(base), exponent, &handle).unwrap();
        assert_eq!(power, BigInt::from(base).pow(exponent));
        for n in [power.clone() - 1u32, power.clone(), power + 1u32] {
            assert_eq!(square_root(&n, &handle).unwrap(), n.sqrt());
            assert_eq!(square_root(&(&n * &n - 1u32), &handle).unwrap(), &n - 1u32);
            assert_eq!(square_root(&(&n * &n), &handle).unwrap(), n);
            let text = n.to_string();
            assert_eq!(parse(text.as_bytes(), &handle).unwrap(), Some(n));
        }
    }
    assert_eq!(parse(b"12x", &handle).unwrap(), None);
    assert_eq!(parse(b"", &handle).unwrap(), None);
}
