//! Points, exact and as they are shown.

use num_rational::BigRational;
use sprague::session::homework::Points;

#[test]
fn shown_with_two_decimals() {
    let shown = |p: i64, q: i64| Points::new(&BigRational::new(p.into(), q.into())).unwrap().to_string();
    assert_eq!(
        ["3", "0.5", "0.33", "2.75", "1.05"],
        [&*shown(3, 1), &shown(1, 2), &shown(1, 3), &shown(11, 4), &shown(21, 20)]
    );
    assert!(Points::new(&BigRational::from_integer((-1).into())).is_none());
}

#[test]
fn shares() {
    assert_eq!(Points::whole(4).share(2, 3).floored().to_string(), "2.66");
}
