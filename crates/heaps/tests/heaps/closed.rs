//! Closed forms against the definition: every option of every heap, and the least value that none of them has.

use proptest::prelude::*;
use sprague_heaps::{Clause, Closed, Leave, Rule, Set};
use sprague_limits::Handle;

/// What is left by each move from a heap.
fn options(closed: Closed, n: u64) -> Vec<Vec<u64>> {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let prime_power = |k: u64| {
        let p = (2..=k).find(|p| k.is_multiple_of(*p)).unwrap_or(1);
        let mut rest = k;
        while p > 1 && rest.is_multiple_of(p) {
            rest /= p;
        }
        rest == 1
    };
    let allowed = |k: u64| match closed {
        Closed::Quotient(a) => k >= a,
        Closed::Lasker => true,
        Closed::PowersOfTwo => k.is_power_of_two(),
        Closed::PrimePowers => prime_power(k),
        Closed::SmallHalf => 2 * k < n + 2,
        Closed::Divisors => n.is_multiple_of(k),
        Closed::ProperDivisors => n.is_multiple_of(k) && k < n,
        Closed::Coprime => gcd(k, n) == 1,
    };
    let mut all: Vec<Vec<u64>> = (1..=n).filter(|&k| allowed(k)).map(|k| vec![n - k]).collect();
    if closed == Closed::Lasker {
        all.extend((1..n).map(|a| vec![a, n - a]));
    }
    all
}

const ALL: [Closed; 11] = [
    Closed::Quotient(1),
    Closed::Quotient(2),
    Closed::Quotient(3),
    Closed::Quotient(7),
    Closed::Lasker,
    Closed::PowersOfTwo,
    Closed::PrimePowers,
    Closed::SmallHalf,
    Closed::Divisors,
    Closed::ProperDivisors,
    Closed::Coprime,
];

/// Heaps written with the same number: 0 is no heap.
fn heaps(mut sizes: Vec<u64>) -> Vec<u64> {
    sizes.retain(|&size| size > 0);
    sizes.sort_unstable();
    sizes
}

#[test]
fn values_and_moves_by_definition() {
    let handle = Handle::default();
    for closed in ALL {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..350u64 {
            let options = options(closed, n);
            let value = |left: &Vec<u64>| left.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            let of_options: Vec<u64> = options.iter().map(value).collect();
            let mex = (0..).find(|v| !of_options.contains(v)).unwrap();
            assert_eq!(closed.value(n, &handle).unwrap(), Some(mex), "{closed:?} {n}");
            let is_option = |left: &[u64]| options.iter().any(|o| heaps(o.clone()) == heaps(left.to_vec()));
            for wanted in 0..mex {
                let left = closed.leave(n, Some(wanted), &handle).unwrap().unwrap_or_else(|| panic!("{closed:?} {n}"));
                assert!(is_option(&left), "{closed:?} {n} to {left:?}");
                assert_eq!(value(&left), wanted, "{closed:?} {n} to {left:?}");
            }
            for wanted in 0..mex + 6 {
                let Some(found) = closed.leave_all(n, wanted, &handle).unwrap() else { continue };
                let mut all: Vec<u64> = options.iter().filter(|o| value(o) == wanted).map(|o| o[0]).collect();
                all.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(found, all, "{closed:?} {n} to all worth {wanted}");
            }
            assert_eq!(closed.leave(n, Some(mex), &handle).unwrap(), None, "{closed:?} {n}");
            match closed.leave(n, None, &handle).unwrap() {
                Some(left) => assert!(is_option(&left), "{closed:?} {n} to {left:?}"),
                None => assert!(options.is_empty(), "{closed:?} {n}"),
            }
            values.push(mex);
        }
        for count in [0, 1, 2, 10, 350] {
            let all = closed.values(count, &handle).unwrap().unwrap();
            assert_eq!(all, values[..count as usize], "{closed:?} below {count}");
        }
    }
}

/// A million heaps, each by itself and all together.
#[test]
fn all_values_below_a_bound() {
    let handle = Handle::default();
    for closed in ALL {
        let all = closed.values(1_000_000, &handle).unwrap().unwrap();
        for n in (0..1_000_000u64).step_by(9973) {
            assert_eq!(closed.value(n, &handle).unwrap(), Some(all[n as usize]), "{closed:?} {n}");
        }
    }
}

proptest! {
    /// Of large heaps: the moves to smaller values are moves, and lead to those values.
    #[test]
    fn moves_of_large_heaps(n in 1u64..u64::MAX / 4, wanted in 0u64..u64::MAX / 4, of in 0usize..ALL.len()) {
        let (handle, closed) = (Handle::default(), ALL[of]);
        // The primes up to ten million are found for others only.
        prop_assume!(closed != Closed::Coprime);
        let own = closed.value(n, &handle).unwrap().unwrap();
        let wanted = if own > 0 { wanted % own } else { return Ok(()) };
        let left = closed.leave(n, Some(wanted), &handle).unwrap().unwrap();
        let value = left.iter().fold(0, |sum, &heap| sum ^ closed.value(heap, &handle).unwrap().unwrap());
        prop_assert_eq!(value, wanted);
        if let [rest] = left[..] {
            prop_assert!(rest < n);
            let k = n - rest;
            let allowed = match closed {
                Closed::Quotient(a) => k >= a,
                Closed::PowersOfTwo => k.is_power_of_two(),
                Closed::PrimePowers => k <= 5,
                Closed::SmallHalf => 2 * u128::from(k) < u128::from(n) + 2,
                Closed::Divisors => n % k == 0,
                Closed::ProperDivisors => n % k == 0 && k < n,
                Closed::Lasker | Closed::Coprime => true,
            };
            prop_assert!(allowed, "{:?} {} takes {}", closed, n, k);
        } else {
            prop_assert_eq!(left.iter().sum::<u64>(), n);
        }
    }
}

/// Large heaps of Prim: primes that can be counted, and those that are too large.
#[test]
fn coprime_beyond_the_table() {
    let handle = Handle::default();
    // 104729 is the 10,000th prime, 9,999,991 the largest below ten million, the 664,579th.
    assert_eq!(Closed::Coprime.value(104_729 * 104_729, &handle).unwrap(), Some(10_000));
    assert_eq!(Closed::Coprime.value(9_999_991, &handle).unwrap(), Some(664_579));
    assert_eq!(Closed::Coprime.value(1_000_000_007, &handle).unwrap(), None);
    assert_eq!(Closed::Coprime.value(1_000_000_008, &handle).unwrap(), Some(0));
}

/// The forms in which the theorems are recognised, and some that look alike.
#[test]
fn recognised_by_form() {
    let of = |clauses: Vec<Clause>| Closed::of(&Rule::from_clauses(clauses).unwrap());
    let any = || Clause::take(Set::From(1), Leave::REST);
    assert_eq!(of(vec![any()]), Some(Closed::Quotient(1)));
    assert_eq!(of(vec![Clause::take(Set::From(4), Leave::REST)]), Some(Closed::Quotient(4)));
    assert_eq!(of(vec![Clause::take(Set::AllBut(vec![1, 2]), Leave::REST)]), Some(Closed::Quotient(3)));
    assert_eq!(of(vec![Clause::take(Set::AllBut(vec![2]), Leave::REST)]), None);
    assert_eq!(of(vec![Clause::take(Set::Finite(vec![1, 2, 3]), Leave::REST)]), None);
    assert_eq!(of(vec![any(), Clause::split(2)]), Some(Closed::Lasker));
    assert_eq!(of(vec![any(), Clause::split(3)]), None);
    assert_eq!(of(vec![any().when()]), None);
}

/// All winning moves of heaps whose moves nobody could list.
#[test]
fn all_moves_of_huge_heaps() {
    let handle = Handle::default();
    let huge = 10u64.pow(18);
    let all = |closed: Closed, n: u64, wanted: u64| closed.leave_all(n, wanted, &handle).unwrap();
    assert_eq!(all(Closed::Quotient(1), huge, 5), Some(vec![5]));
    assert_eq!(all(Closed::Quotient(1), huge, huge), Some(vec![]));
    assert_eq!(all(Closed::Quotient(3), huge, 5), Some(vec![17, 16, 15]));
    assert_eq!(all(Closed::Quotient(1), u64::MAX, u64::MAX - 1), Some(vec![u64::MAX - 1]));
    // 10^18 is 1 more than a multiple of 3, as are the even powers of two.
    assert_eq!(all(Closed::PowersOfTwo, huge, 0).map(|all| all.len()), Some(30));
    assert_eq!(all(Closed::SmallHalf, huge, 0), Some(vec![(1 << 59) - 2]));
    assert_eq!(all(Closed::Divisors, 1 << 40, 0), Some(vec![0]));
    assert_eq!(all(Closed::ProperDivisors, 1 << 40, 39), Some(vec![1 << 39]));
    assert_eq!(all(Closed::Coprime, 100, 0), None);
}
