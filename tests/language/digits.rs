//! Long numbers against the library that they are made of.

use crate::submit;
use num_bigint::BigInt;
use sprague::limits::Handle;
use sprague::session::{Session, Settings};
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

/// What is shown can be read again: one bound holds for both.
#[test]
fn the_longest_numbers_are_read() {
    let mut session = Session::new(Settings::default());
    let mut value = |text: &str| -> Result<String, String> {
        let (outputs, errors) = submit::outputs(&mut session, text);
        match (&errors[..], outputs.into_iter().next()) {
            ([], Some(output)) => Ok(submit::line(output)),
            ([], None) => Ok(String::new()),
            ([error, ..], _) => Err(error.message.clone()),
        }
    };
    let largest: String = ((BigInt::from(1) << 1_048_576_usize) - BigInt::from(1)).to_string();
    assert_eq!(value(&largest).as_ref(), Ok(&largest));
    assert_eq!(value(&format!("number(\"{largest}\") - 1 < {largest}")).as_deref(), Ok("true"));
    let above: String = (BigInt::from(1) << 1_048_576_usize).to_string();
    for text in [above.clone(), format!("{largest}0"), format!("-{largest}0"), format!("v{largest}0")] {
        assert_eq!(value(&text), Err("this number has more than 300,000 digits".into()));
    }
    assert_eq!(value(&format!("number(\"{above}\")")), Err("a number of more than 300,000 digits is too large".into()));
}
