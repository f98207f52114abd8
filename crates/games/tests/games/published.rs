//! Published values.

use crate::clobber::{self, Clobber};
use crate::domineering::{Domineering, RECTANGLES, board};
use sprague_games::{Dyadic, Game, Store, ZERO};
use sprague_limits::Handle;

/// 4x4 is from Siegel, ch. I.
#[test]
fn domineering_rectangles() {
    let (store, h) = (Store::new(), Handle::default());
    let mut table = Domineering::default();
    for (rows, columns, expected) in RECTANGLES {
        let g = table.value(&store, board(rows, columns), &h).unwrap();
        assert_eq!(store.name(g, &h).unwrap(), expected, "{rows} rows, {columns} columns");
    }
    // 4x4 is ±(0, {{2|0}, 2 + tiny(2) | {2|0}, miny(2)}).
    let n = |n: i64| store.number(Dyadic::from(n));
    let of = |left: &[Game], right: &[Game]| store.canonical(left, right, &h).unwrap();
    let switch = of(&[n(2)], &[ZERO]);
    let tiny = store.tiny(n(2), &h).unwrap();
    let above = store.add(n(2), tiny, &h).unwrap();
    let hot = of(&[switch, above], &[switch, store.miny(n(2), &h).unwrap()]);
    let expected = store.switch(&[ZERO, hot], &h).unwrap();
    assert_eq!(table.value(&store, board(4, 4), &h).unwrap(), expected);
}

/// Takes seconds.
#[test]
#[ignore = "slow without optimisation: cargo test --release -- --ignored"]
fn domineering_5_by_6() {
    let (store, h) = (Store::new(), Handle::default());
    let g = Domineering::default().value(&store, board(5, 6), &h).unwrap();
    assert_eq!(store.name(g, &h).unwrap(), "-3/2");
}

/// Berlekamp's rule for red-blue Hackenbush stalks gives the number that the colon principle gives (*Winning Ways*,
/// ch. 3, "Berlekamp's rule").
#[test]
fn hackenbush_stalks() {
    let (store, h) = (Store::new(), Handle::default());
    for length in 1..=10u32 {
        for colours in 0..1u32 << length {
            let blue = |i: u32| colours >> i & 1 == 1;
            // From the top down: `edge : rest`.
            let mut g = ZERO;
            for i in (0..length).rev() {
                let (left, right): (&[Game], &[Game]) = if blue(i) { (&[ZERO], &[]) } else { (&[], &[ZERO]) };
                g = store.ordinal_sum(left, right, g, &h).unwrap();
            }
            // Each edge up to the first change of colour counts 1, each later one half of the one before.
            let mut expected = Dyadic::zero();
            let mut worth = Dyadic::from(1);
            let mut changed = false;
            for i in 0..length {
                changed |= i > 0 && blue(i) != blue(0);
                if changed {
                    worth = worth.half();
                }
                expected = if blue(i) { expected.add(&worth) } else { expected.sub(&worth) };
            }
            assert_eq!(store.as_number(g), Some(expected));
        }
    }
}

/// Clobber (Albert, Grossman, Nowakowski, Wolfe, "An introduction to Clobber", 2005): `n` stones of Left in a row before
/// one of Right are `(n-1)·↑ + n·*`, as the only moves lead to 0 and to a row shorter by one.
#[test]
fn clobber_rows() {
    let (store, h) = (Store::new(), Handle::default());
    let mut table = Clobber::default();
    for (n, expected) in [(1, "*"), (2, "^"), (3, "^^*"), (4, "^3"), (5, "^4*"), (6, "^5"), (7, "^6*")] {
        let g = table.value(&store, ((1 << n) - 1, 1 << n), &h).unwrap();
        assert_eq!(store.name(g, &h).unwrap(), expected, "{n} stones");
    }
}

/// Takes seconds. The value is the one that CGSuite gives.
#[test]
#[ignore = "slow without optimisation: cargo test --release -- --ignored"]
fn clobber_4_by_4() {
    let (store, h) = (Store::new(), Handle::default());
    let g = Clobber::default().value(&store, clobber::board(4, 4), &h).unwrap();
    assert_eq!(store.name(g, &h).unwrap(), "*");
}
