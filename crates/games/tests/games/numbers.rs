//! Dyadic numbers against big rationals, and the simplest number against a search by birthday.

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use sprague_games::dyadic::{Bound, Dyadic, MAX_EXPONENT, simplest, simplest_between};

/// Small and huge numerators and exponents, with many near the bounds of machine words.
fn number() -> impl Strategy<Value = (BigInt, u32)> {
    let numerator = prop_oneof![
        (-20i64..20).prop_map(BigInt::from),
        any::<i64>().prop_map(BigInt::from),
        prop::sample::select(vec![i64::MIN, i64::MIN + 1, i64::MAX, -1, 0, 1]).prop_map(BigInt::from),
        any::<i128>().prop_map(BigInt::from),
        (any::<i64>(), 0u32..200).prop_map(|(n, k)| BigInt::from(n) << k),
    ];
    let exponent = prop_oneof![0u32..5, 55u32..70, 120u32..140, 0u32..300];
    (numerator, exponent)
}

fn both((n, k): &(BigInt, u32)) -> (Dyadic, BigRational) {
    (Dyadic::new(n.clone(), *k).unwrap(), BigRational::new(n.clone(), BigInt::from(1) << k))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_is_that_of_rationals(x in number(), y in number()) {
        let ((a, p), (b, q)) = (both(&x), both(&y));
        let is = |d: Dyadic, r: BigRational| {
            assert_eq!(d.to_ratio(), r);
            // Lowest terms: equal numbers are equal as data.
            assert_eq!(Dyadic::from_ratio(&r), Some(d));
        };
        is(a.clone(), p.clone());
        is(a.add(&b), &p + &q);
        is(a.sub(&b), &p - &q);
        is(a.neg(), -&p);
        is(a.half(), &p / BigInt::from(2));
        is(a.abs(), if p < BigRational::from(BigInt::from(0)) { -&p } else { p.clone() });
        is(a.mul(&b).unwrap(), &p * &q);
        is(a.mul_integer(&y.0), &p * &y.0);
        prop_assert_eq!(a.cmp(&b), p.cmp(&q));
        prop_assert_eq!(a.floor(), p.floor().to_integer());
        prop_assert_eq!(a.ceil(), p.ceil().to_integer());
        prop_assert_eq!(a.is_integer(), p.is_integer());
        prop_assert_eq!(a.to_string(), p.to_string());
    }

    #[test]
    fn simplest_lies_between_and_is_born_first(x in number(), y in number()) {
        let ((a, _), (b, _)) = (both(&x), both(&y));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match simplest_between(&a, &b) {
            None => prop_assert_eq!(&a, &b),
            Some(s) => {
                prop_assert!(a < s && s < b);
                // Simpler numbers are options of s, or options of those: none of them may lie between.
                let unit = Dyadic::new(BigInt::from(1), s.exponent()).unwrap();
                if !s.is_integer() {
                    prop_assert!(s.sub(&unit) <= a && b <= s.add(&unit));
                } else if s != Dyadic::zero() {
                    let towards_zero = if s > Dyadic::zero() { s.sub(&unit) } else { s.add(&unit) };
                    prop_assert!(towards_zero <= a || b <= towards_zero);
                }
            }
        }
    }
}

/// All numbers born by day `n`, from the definition: those born before, what lies midway, and one on each end.
fn born_by(n: u32) -> Vec<Dyadic> {
    let mut numbers = vec![Dyadic::zero()];
    for _ in 0..n {
        let one = Dyadic::from(1);
        let mut next = vec![numbers[0].sub(&one)];
        for pair in numbers.windows(2) {
            next.extend([pair[0].clone(), pair[0].add(&pair[1]).half()]);
        }
        let last = &numbers[numbers.len() - 1];
        next.extend([last.clone(), last.add(&one)]);
        numbers = next;
    }
    numbers
}

#[test]
fn birthdays_and_simplest_numbers_by_day() {
    let days: Vec<Vec<Dyadic>> = (0..=6).map(born_by).collect();
    assert_eq!(days[6].len(), 127);
    let birthday = |x: &Dyadic| days.iter().position(|day| day.contains(x)).unwrap();
    for x in &days[6] {
        assert_eq!(x.birthday(), birthday(x).into(), "{x}");
    }
    let small = &days[4];
    for (i, a) in small.iter().enumerate() {
        for b in &small[i..] {
            for (s, t) in [
                (Bound::Open, Bound::Open),
                (Bound::Open, Bound::Closed),
                (Bound::Closed, Bound::Open),
                (Bound::Closed, Bound::Closed),
            ] {
                let inside =
                    |x: &Dyadic| (a < x || s == Bound::Closed && a == x) && (x < b || t == Bound::Closed && x == b);
                let expected = days[6].iter().filter(|x| inside(x)).min_by_key(|x| birthday(x));
                assert_eq!(simplest(Some((a, s)), Some((b, t))).as_ref(), expected, "{a} {s:?} {b} {t:?}");
            }
        }
        let above = days[6].iter().filter(|x| *x > a).min_by_key(|x| birthday(x)).unwrap();
        let below = days[6].iter().filter(|x| *x < a).min_by_key(|x| birthday(x)).unwrap();
        assert_eq!(simplest(Some((a, Bound::Open)), None).as_ref(), Some(above));
        assert_eq!(simplest(None, Some((a, Bound::Open))).as_ref(), Some(below));
    }
}

#[test]
fn bounds_of_exponents() {
    assert!(Dyadic::new(BigInt::from(1), MAX_EXPONENT + 1).is_none());
    let tiny = Dyadic::new(BigInt::from(1), MAX_EXPONENT).unwrap();
    assert!(tiny.mul(&tiny).is_none());
    assert!(tiny.mul(&Dyadic::from(3)).is_some());
    assert!(Dyadic::from_ratio(&BigRational::new(BigInt::from(1), BigInt::from(3))).is_none());
    assert!(tiny < Dyadic::from(1) && tiny.neg() > Dyadic::from(-1) && tiny.half() < tiny);
    assert_eq!(simplest_between(&tiny, &tiny.add(&tiny)).unwrap(), tiny.add(&tiny.half()));
}
