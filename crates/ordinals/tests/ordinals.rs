//! Numbers against laws and other definitions; the table of roots computed anew.

use num_bigint::BigUint;
use num_rational::BigRational;
use proptest::prelude::*;
use sprague_limits::Handle;
use sprague_ordinals::{NumberError, Surreal, nim_inverse, nim_power, nim_product, nim_quotient, nim_sum, root};
use std::collections::BTreeMap;

fn h() -> Handle {
    Handle::default()
}

fn n(n: i64) -> Surreal {
    n.into()
}

fn fraction(a: i64, b: i64) -> Surreal {
    BigRational::new(a.into(), b.into()).into()
}

/// `omega^y * r`.
fn term(y: &Surreal, r: i64) -> Surreal {
    y.omega_power().unwrap().times(&n(r), &h()).unwrap()
}

/// An ordinal from small digits: a sum of `omega^(omega*a + b) * c`.
fn ordinal() -> impl Strategy<Value = Surreal> {
    prop::collection::vec((0..3i64, 0..4i64, 1..5i64), 0..4)
        .prop_map(|terms| terms.iter().fold(n(0), |sum, &(a, b, c)| sum.plus(&term(&term(&n(1), a).plus(&n(b)), c))))
}

fn surreal() -> impl Strategy<Value = Surreal> {
    prop::collection::vec((-2..3i64, -3..3i64, -3..4i64, 1..4i64), 0..4).prop_map(|terms| {
        terms.iter().fold(n(0), |sum, &(a, b, c, d)| {
            let power = term(&term(&n(1), a).plus(&n(b)), 1);
            sum.plus(&power.times(&fraction(c, d), &h()).unwrap())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn an_ordered_field(x in surreal(), y in surreal(), z in surreal()) {
        let times = |a: &Surreal, b: &Surreal| a.times(b, &h()).unwrap();
        prop_assert_eq!(x.plus(&y), y.plus(&x));
        prop_assert_eq!(x.plus(&y).plus(&z), x.plus(&y.plus(&z)));
        prop_assert_eq!(times(&x, &y), times(&y, &x));
        prop_assert_eq!(times(&times(&x, &y), &z), times(&x, &times(&y, &z)));
        prop_assert_eq!(times(&x, &y.plus(&z)), times(&x, &y).plus(&times(&x, &z)));
        prop_assert!(x.minus(&x).is_zero());
        prop_assert_eq!(x.cmp(&y), x.minus(&y).sign().cmp(&0));
        prop_assert_eq!(x.plus(&z).cmp(&y.plus(&z)), x.cmp(&y));
        if z.sign() > 0 {
            prop_assert_eq!(times(&x, &z).cmp(&times(&y, &z)), x.cmp(&y));
        }
        if !y.is_zero() {
            prop_assert_eq!(times(&x, &y).over(&y, &h()), Ok(x.clone()));
            if let Ok(quotient) = x.over(&y, &h()) {
                prop_assert_eq!(times(&quotient, &y), x);
            }
        }
    }

    #[test]
    fn a_field_of_nimbers(x in ordinal(), y in ordinal(), z in ordinal()) {
        let times = |a: &Surreal, b: &Surreal| nim_product(a, b, &h()).unwrap();
        let plus = |a: &Surreal, b: &Surreal| nim_sum(a, b).unwrap();
        prop_assert_eq!(times(&x, &y), times(&y, &x));
        prop_assert_eq!(times(&times(&x, &y), &z), times(&x, &times(&y, &z)));
        prop_assert_eq!(times(&x, &plus(&y, &z)), plus(&times(&x, &y), &times(&x, &z)));
        prop_assert!(plus(&x, &x).is_zero());
        prop_assert_eq!(times(&x, &y).is_zero(), x.is_zero() || y.is_zero());
        prop_assert_eq!(times(&x, &n(1)), x.clone());
        if !y.is_zero() {
            prop_assert_eq!(times(&y, &nim_inverse(&y, &h()).unwrap()), n(1));
            prop_assert_eq!(times(&nim_quotient(&x, &y, &h()).unwrap(), &y), x.clone());
            prop_assert_eq!(nim_quotient(&times(&x, &y), &y, &h()), Ok(x.clone()));
        }
        prop_assert_eq!(nim_power(&x, &5u8.into(), &h()).unwrap(), times(&times(&times(&x, &x), &times(&x, &x)), &x));
    }
}

/// Hessenberg's sum and product by their definitions on ordinals below `omega^omega`, as polynomials.
#[test]
fn natural_sum_and_product() {
    let polynomial = |digits: &[i64]| {
        (0..).zip(digits).fold(n(0), |sum, (i, &c)| if c == 0 { sum } else { sum.plus(&term(&n(i), c)) })
    };
    let (a, b) = ([5, 0, 2, 1], [1, 3, 0, 4]);
    let mut product = [0; 7];
    for i in 0..4 {
        for j in 0..4 {
            product[i + j] += a[i] * b[j];
        }
    }
    assert_eq!(polynomial(&a).times(&polynomial(&b), &h()).unwrap(), polynomial(&product));
    assert_eq!(polynomial(&a).plus(&polynomial(&b)), polynomial(&[6, 3, 2, 5]));
    assert_eq!(polynomial(&a).to_string(), "omega^3+omega^2*2+5");
    // Ordinary sums are not commutative.
    assert_eq!(n(1).then(&Surreal::omega()), Surreal::omega());
    assert_eq!(Surreal::omega().then(&n(1)).to_string(), "omega+1");
}

#[test]
fn names() {
    let w = Surreal::omega();
    let over = |a: &Surreal, b: &Surreal| a.over(b, &h()).unwrap();
    for (number, name) in [
        (n(0), "0"),
        (fraction(-1, 3), "-1/3"),
        (over(&w, &n(2)), "omega/2"),
        (over(&w.times(&n(-3), &h()).unwrap(), &n(2)), "-omega*3/2"),
        (over(&n(1), &w), "omega^(-1)"),
        (w.omega_power().unwrap().omega_power().unwrap(), "omega^(omega^omega)"),
        (over(&w, &n(2)).omega_power().unwrap(), "omega^(omega/2)"),
        (w.plus(&fraction(1, 2)), "omega+1/2"),
    ] {
        assert_eq!(number.to_string(), name);
    }
    assert_eq!(
        over(&w, &n(2)).plus(&w.omega_power().unwrap()).latex(),
        "\\omega^{\\omega}+\\omega\\cdot \\tfrac{1}{2}"
    );
}

#[test]
fn quotients_and_powers() {
    let w = Surreal::omega();
    let square = w.power(&n(2), &h()).unwrap();
    assert_eq!(square.minus(&n(1)).over(&w.minus(&n(1)), &h()), Ok(w.plus(&n(1))));
    assert_eq!(n(1).over(&w.plus(&n(1)), &h()), Err(NumberError::Endless));
    assert_eq!(w.omega_power().unwrap().over(&w.plus(&n(1)), &h()), Err(NumberError::Endless));
    assert_eq!(w.over(&n(0), &h()), Err(NumberError::Zero));
    assert_eq!(w.plus(&n(1)).power(&n(3), &h()).unwrap().to_string(), "omega^3+omega^2*3+omega*3+1");
    assert_eq!(w.plus(&n(1)).power(&w, &h()), Err(NumberError::Power));
    assert_eq!(n(2).power(&w, &h()), Err(NumberError::Power));
    let mut tower = w.clone();
    let deep = (0..1000).find_map(|_| match tower.omega_power() {
        Ok(next) => {
            tower = next;
            None
        }
        Err(error) => Some(error),
    });
    assert_eq!(deep, Some(NumberError::Deep));
}

/// Birthdays by sign expansions that are known: Conway's table in *On Numbers and Games*, ch. 3, and dyadic numbers by their forms.
#[test]
fn birthdays() {
    let w = Surreal::omega();
    let born = |x: &Surreal| x.birthday().map(|b| b.to_string());
    for (number, day) in [
        (n(7), "7"),
        (n(-7), "7"),
        (fraction(1, 2), "2"),
        (fraction(5, 8), "4"),
        (fraction(-3, 2), "3"),
        (fraction(1, 3), "omega"),
    ] {
        assert_eq!(born(&number).as_deref(), Some(day));
    }
    assert_eq!(born(&w.plus(&n(2))).as_deref(), Some("omega+2"));
    assert_eq!(born(&w.minus(&n(1))).as_deref(), Some("omega+1"));
    assert_eq!(born(&w.plus(&fraction(1, 3))).as_deref(), Some("omega*2"));
    assert_eq!(born(&w.over(&n(2), &h()).unwrap()), None);
}

/// *On Numbers and Games*, ch. 6, and Lenstra 1977.
#[test]
fn published_products() {
    let w = Surreal::omega();
    let power = |x: &Surreal, k: u32| (0..k).fold(n(1), |made, _| nim_product(&made, x, &h()).unwrap());
    assert_eq!(power(&w, 3), n(2));
    let w2 = nim_product(&w, &w, &h()).unwrap();
    assert_eq!(w2.to_string(), "omega^2");
    let five = w.omega_power().unwrap();
    assert_eq!(power(&five, 5), n(4));
    let seven = n(2).omega_power().unwrap().to_string();
    assert_eq!(seven, "omega^2");
    let seven = w.power(&n(2), &h()).unwrap().omega_power().unwrap();
    assert_eq!(power(&seven, 7).to_string(), "omega+1");
    // kappa(9) is a cube root of kappa(3).
    assert_eq!(power(&n(3).omega_power().unwrap(), 3), w);
    assert_eq!(nim_product(&n(8), &n(8), &h()), Ok(n(13)));
    // kappa(47) is omega^(omega^13); its 47th power is not in the table, its square is no matter.
    let last = n(13).omega_power().unwrap().omega_power().unwrap();
    assert!(nim_product(&last, &last, &h()).is_ok());
    let half = term(&n(13), 24).omega_power().unwrap();
    assert_eq!(nim_product(&half, &half, &h()), Err(NumberError::Root(47)));
    assert_eq!(nim_product(&five.omega_power().unwrap(), &n(2), &h()), Err(NumberError::NotAlgebraic));
    assert_eq!(nim_product(&w.minus(&n(1)), &n(2), &h()), Err(NumberError::NotOrdinal));
}

/// Inverses with the generators of several primes at once, by their definition; orders of elements that divide those of their fields.
#[test]
fn inverses() {
    let w = Surreal::omega();
    let five = w.omega_power().unwrap();
    let seven = w.power(&n(2), &h()).unwrap().omega_power().unwrap();
    let nine = n(3).omega_power().unwrap();
    for x in [
        w.plus(&n(1)),
        five.plus(&w).plus(&n(7)),
        seven.plus(&five).plus(&nine),
        seven.times(&w, &h()).unwrap().plus(&seven).plus(&n(2)),
        nine.plus(&w).plus(&n(300)),
    ] {
        let y = nim_inverse(&x, &h()).unwrap();
        assert_eq!(nim_product(&x, &y, &h()), Ok(n(1)), "{x}");
        assert_eq!(nim_inverse(&y, &h()), Ok(x));
    }
    // omega is in the field of 2^6 elements, so its inverse is its power 62.
    let x = w.plus(&n(2));
    assert_eq!(nim_power(&x, &62u8.into(), &h()), nim_inverse(&x, &h()));
    assert_eq!(nim_power(&w, &0u8.into(), &h()), Ok(n(1)));
    assert_eq!(nim_inverse(&n(0), &h()), Err(NumberError::Zero));
    assert_eq!(nim_quotient(&w, &n(0), &h()), Err(NumberError::Zero));
    assert_eq!(nim_inverse(&w.minus(&n(1)), &h()), Err(NumberError::NotOrdinal));
    // kappa(47), whose power is not in the table.
    let last = n(13).omega_power().unwrap().omega_power().unwrap();
    assert_eq!(nim_inverse(&last, &h()), Err(NumberError::Root(47)));
    assert_eq!(nim_inverse(&five.omega_power().unwrap(), &h()), Err(NumberError::NotAlgebraic));
}

/// The largest prime powers of a field that has these, so that their product is its degree.
fn field(q: u64, found: &mut BTreeMap<u64, u64>) {
    let prime = (2..=q).find(|p| q.is_multiple_of(*p)).unwrap();
    let known = found.entry(prime).or_insert(1);
    *known = q.max(*known);
    if prime > 2 {
        let below = root(prime).unwrap();
        below.generators.iter().for_each(|&q| field(q, found));
        if below.excess > 1 {
            field(4, found);
        }
    }
}

/// Whether the ordinal with this excess has a root of degree p in a field of `2^d` elements, of which p divides the number of those
/// other than 0: it has one if it is 1 to the power `(2^d - 1) / p`.
fn has_root(prime: u64, excess: u64) -> bool {
    let entry = root(prime).unwrap();
    let mut found = BTreeMap::new();
    entry.generators.iter().for_each(|&q| field(q, &mut found));
    if entry.excess > 1 {
        field(4, &mut found);
    }
    let degree: u64 = found.values().product();
    let order = (BigUint::from(1u8) << degree) - 1u8;
    assert_eq!(&order % prime, BigUint::ZERO, "{prime} divides the order of the group");
    let power = order / prime;
    let x = entry.ordinal().minus(&n((entry.excess - excess) as i64));
    let mut made = n(1);
    for i in (0..power.bits()).rev() {
        made = nim_product(&made, &made, &h()).unwrap();
        if power.bit(i) {
            made = nim_product(&made, &x, &h()).unwrap();
        }
    }
    made == n(1)
}

fn check_roots(primes: &[u64]) {
    for &prime in primes {
        let excess = root(prime).unwrap().excess;
        for less in 0..excess {
            assert!(has_root(prime, less), "{prime}: excess {less} is enough");
        }
        assert!(!has_root(prime, excess), "{prime}: excess {excess} has a root");
        // The generators are those of the least number of elements in which the order of 2 modulo p can be seen.
        let order = (1..prime)
            .find(|k| BigUint::from(2u8).modpow(&BigUint::from(*k), &prime.into()) == BigUint::from(1u8))
            .unwrap();
        let mut found = BTreeMap::new();
        root(prime).unwrap().generators.iter().for_each(|&q| field(q, &mut found));
        assert_eq!(found.values().product::<u64>() % order, 0, "{prime}");
    }
}

#[test]
fn the_table_of_roots() {
    check_roots(&[3, 5, 7, 11, 13, 17, 19, 31, 37, 41, 43]);
}

#[test]
#[ignore = "half a minute: fields of 2^84 and 2^220 elements"]
fn the_table_of_roots_further() {
    check_roots(&[29, 23]);
}
