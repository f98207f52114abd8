//! Finite quotients: found for heap games of many sizes, compared with the recursion near by and with the condition that
//! characterises P far out, checked by separate code; changed ones refused by prover and checker.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::automaton::Label;
use sprague_lattices::budget::{Budgets, Failure, Meter};
use sprague_lattices::check;
use sprague_lattices::congruence::{Congruence, congruent};
use sprague_lattices::game::Play;
use sprague_lattices::heaps::{HeapGame, lattice_of};
use sprague_lattices::quotient::Quotient;
use sprague_lattices::recursion::Recursion;
use sprague_lattices::strategy::{Checked, Origin, Strategy, strategy};
use sprague_lattices::stratum::Stratum;
use sprague_limits::{Handle, Limits, Stop};

fn heap_game(digits: &[u32], most: usize) -> HeapGame {
    let table = octal(digits, most);
    lattice_of(most, |k| Ok::<_, Stop>(table[k].clone()), true, &Handle::default()).unwrap().unwrap()
}

fn found(heaps: &HeapGame) -> Strategy {
    strategy(&heaps.game, &Budgets::default(), &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{t}"))
}

fn quotient(s: &Strategy) -> &Quotient {
    match s.form() {
        Origin::Quotient(set, _) => set,
        _ => panic!("{:?}", s.method()),
    }
}

fn agrees(heaps: &HeapGame, s: &Strategy, points: usize) {
    let (handle, d) = (Handle::default(), heaps.sizes.len());
    let strata = s.strata(&Budgets::default(), &handle).unwrap().expect("a quotient has strata");
    let mut random = Random(3);
    let mut recursion = Recursion::new(heaps.game.core(), 3_000_000);
    let (mut p, far) = (0, BigInt::from(10).pow(20));
    for _ in 0..points {
        // Five heaps, now and then with a hundred equal ones of the smallest size.
        let mut x = vec![0i64; d];
        for _ in 0..random.between(1, 5) {
            x[random.below(d as u64) as usize] += 1;
        }
        x[0] += 100 * i64::from(random.below(8) == 0);
        let inside = s.contains(&big(&x));
        assert_eq!(inside, recursion.is_p(&x, &handle).unwrap(), "{x:?}");
        assert_eq!(strata.iter().filter(|w| w.contains(&big(&x))).count(), usize::from(inside), "{x:?}");
        p += usize::from(inside);
        // The condition that characterises P, far out.
        let y: Vec<BigInt> = x.iter().map(|n| &far * random.below(3) + n).collect();
        assert_eq!(s.winning_moves(&y).is_empty(), s.contains(&y), "{y:?}");
    }
    assert!(p > 0 && p < points);
    assert!(matches!(s.check(&Budgets::default(), &handle), Ok(Checked::Quotient(..))));
}

#[test]
fn heap_games_of_many_sizes() {
    for (digits, most) in [(&[1, 3, 7][..], 12), (&[7, 7][..], 7), (&[0, 7][..], 9)] {
        let heaps = heap_game(digits, most);
        let s = found(&heaps);
        quotient(&s);
        agrees(&heaps, &s, 60);
    }
}

#[test]
#[ignore = "a minute: Kayles to heap 12, Dawson's Chess to 17, 0.34 to 7"]
fn heap_games_of_more_sizes() {
    for (digits, most) in [(&[7, 7][..], 12), (&[1, 3, 7][..], 17), (&[3, 4][..], 7)] {
        let heaps = heap_game(digits, most);
        agrees(&heaps, &found(&heaps), 60);
    }
}

/// What the recursion on points learns is what the misère quotient of the heaps says, also where coordinates are not in the order of heaps.
#[test]
fn quotients_of_heaps_are_those_that_are_learned() {
    let handle = Handle::default();
    let mut random = Random(9);
    for (digits, most) in [(&[1, 3, 7][..], 9), (&[7, 7][..], 7), (&[3, 4][..], 5), (&[0, 7][..], 8)] {
        let heaps = heap_game(digits, most);
        let d = heaps.sizes.len();
        let mut places: Vec<usize> = (0..d).collect();
        for _ in 0..3 {
            let moved = |g: &Vec<i64>| places.iter().map(|&j| g[j]).collect::<Vec<i64>>();
            let moves: Vec<Vec<i64>> = heaps.game.moves().iter().map(moved).collect();
            let g = game(d, &moves, &Play::Misere);
            let mut truth = Recursion::new(g.core(), 3_000_000);
            let meter = Meter::new(&handle, u64::MAX);
            let mut asked = |x: &[i64]| truth.is_p(x, &handle);
            let learned = sprague_lattices::quotient::search(g.core(), &mut asked, 100, &Budgets::default(), &meter);
            let s = strategy(&g, &Budgets::default(), &handle).unwrap().unwrap();
            if let Origin::Quotient(set, _) = s.form() {
                assert_eq!(*set, learned.unwrap().0, "{digits:?} {moves:?}");
            }
            places.swap(random.below(d as u64) as usize, random.below(d as u64) as usize);
        }
    }
}

/// Kayles with heaps up to 40 has the misère quotient of all heaps, of order 40 (Plambeck and Siegel, Misère quotients for impartial games, 2008), beside the end of play.
#[test]
fn more_heaps_than_a_recursion_reaches() {
    for (digits, most, states) in [(&[7, 7][..], 40, 41), (&[1, 3, 7][..], 22, 25), (&[3, 4][..], 20, 13)] {
        let heaps = heap_game(digits, most);
        let s = found(&heaps);
        assert_eq!(quotient(&s).states(), states);
        let mut random = Random(4);
        let mut recursion = Recursion::new(heaps.game.core(), 3_000_000);
        let (mut p, d) = (0, heaps.sizes.len());
        for _ in 0..40 {
            let mut x = vec![0i64; d];
            for _ in 0..random.between(1, 3) {
                x[random.below(d as u64) as usize] += 1;
            }
            // Packed positions have room for few coordinates.
            if let Ok(inside) = recursion.is_p(&x, &Handle::default()) {
                assert_eq!(s.contains(&big(&x)), inside, "{x:?}");
            }
            p += usize::from(s.contains(&big(&x)));
            let y: Vec<BigInt> = x.iter().map(|n| BigInt::from(10).pow(20) * random.below(3) + n).collect();
            assert_eq!(s.winning_moves(&y).is_empty(), s.contains(&y), "{y:?}");
        }
        assert!(p > 0);
        assert!(matches!(s.check(&Budgets::default(), &Handle::default()), Ok(Checked::Quotient(..))));
    }
}

/// In a small game every change of a step or a label that changes the set is refused, by the prover and by the checker.
#[test]
fn changed_quotients_are_refused() {
    let handle = Handle::default();
    let heaps = heap_game(&[1, 3, 7], 5);
    let core = heaps.game.core();
    // Learned from nothing but the answers of the recursion.
    let mut truth = Recursion::new(core, 100_000);
    let meter = Meter::new(&handle, u64::MAX);
    let mut asked = |x: &[i64]| truth.is_p(x, &handle);
    let (right, _) = sprague_lattices::quotient::search(core, &mut asked, 100, &Budgets::default(), &meter).unwrap();
    assert!(check::quotient(core, &right, &meter).is_ok());
    let mut refused = 0;
    let mut look = |other: Quotient| {
        let proved = other.prove(core, 100_000, &meter);
        let checked = check::quotient(core, &other, &meter);
        assert_eq!(proved.is_ok(), checked.is_ok(), "{proved:?} {checked:?}");
        for verdict in [proved.map(drop), checked.map(drop)] {
            match verdict {
                Err(Failure::Position(x)) => assert_eq!(x.len(), core.dimension),
                Err(Failure::Shape) => {}
                other => panic!("{other:?}"),
            }
        }
        refused += 1;
    };
    for q in 0..right.states() {
        for label in [Label::P, Label::N, Label::Defeated] {
            if right.labels[q] != label {
                let mut other = right.clone();
                other.labels[q] = label;
                look(other);
            }
        }
    }
    for i in 0..right.next.len() {
        for to in 0..right.states() as u32 {
            if right.next[i] != to {
                let mut other = right.clone();
                other.next[i] = to;
                look(other);
            }
        }
    }
    assert!(refused > 100, "{refused}");
    let other = Quotient { next: Vec::new(), ..right.clone() };
    assert_eq!(check::quotient(core, &other, &meter), Err(Failure::Shape));
}

/// Not squarefree, with several defeated points: the search and both proofs against the definition.
#[test]
fn random_games_with_a_quotient() {
    let handle = Handle::default();
    let (mut random, mut solved) = (Random(42), 0);
    for _ in 0..40 {
        let d = random.between(1, 4) as usize;
        let (moves, play) = random_game(d, &mut random);
        let g = game(d, &moves, &play);
        let meter = Meter::new(&handle, 300_000);
        let mut truth = Recursion::new(g.core(), 20_000);
        let mut asked = |x: &[i64]| truth.is_p(x, &handle);
        let budgets = Budgets { product: 3_000, ..Budgets::default() };
        let Ok((set, checked)) = sprague_lattices::quotient::search(g.core(), &mut asked, 60, &budgets, &meter) else {
            continue;
        };
        solved += 1;
        let meter = Meter::new(&handle, u64::MAX);
        check::quotient(g.core(), &set, &meter).unwrap_or_else(|e| panic!("{moves:?} {play:?} {e}"));
        let s = Strategy::claimed(g, Origin::Quotient(set, checked));
        let mut oracle = Oracle::orthant(d, &moves, &play);
        let side = [0, 60, 14, 8, 5][d];
        let strata: Vec<Stratum> = s.strata(&Budgets::default(), &handle).unwrap().unwrap();
        let painted = painted(&strata, side);
        for x in cube(d, 0, side) {
            assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "{moves:?} {play:?} {x:?}");
            assert_eq!(painted.get(&x).copied().unwrap_or(0), usize::from(oracle.is_p(&x)), "{moves:?} {play:?} {x:?}");
        }
    }
    assert!(solved >= 15, "{solved}");
}

/// Who moves last when each move takes one of a heap: two elements, and 2^(d − 1) strata for d heaps.
#[test]
fn strata_that_are_too_many_are_not_made() {
    let (handle, budgets) = (Handle::default(), Budgets::default());
    for (d, expected) in [(8, Some(128)), (30, None)] {
        let moves: Vec<Vec<i64>> = (0..d).map(|i| (0..d).map(|j| i64::from(i == j)).collect()).collect();
        let next = [vec![1; d], vec![0; d]].concat();
        let set = Quotient { dimension: d, next, labels: vec![Label::P, Label::N] };
        let g = game(d, &moves, &Play::Normal);
        let checked = set.prove(g.core(), budgets.product, &Meter::new(&handle, u64::MAX)).unwrap();
        let s = Strategy::claimed(g, Origin::Quotient(set, checked));
        assert_eq!(s.strata(&budgets, &handle).unwrap().map(|s| s.len()), expected);
    }
}

#[test]
fn congruence_by_elements() {
    let (handle, budgets) = (Handle::default(), Budgets::default());
    let heaps = heap_game(&[1, 3, 7], 9);
    let s = found(&heaps);
    quotient(&s);
    let mut random = Random(5);
    let (mut same, mut apart) = (0, 0);
    for _ in 0..60 {
        let mut point = || -> Vec<BigInt> { heaps.sizes.iter().map(|_| random.below(3).into()).collect() };
        let (p, q) = (point(), point());
        match congruent(&s, &p, &q, &budgets, &handle).unwrap() {
            Congruence::Separated(x) => {
                let plus = |p: &[BigInt]| p.iter().zip(&x).map(|(a, b)| a + b).collect::<Vec<_>>();
                assert_ne!(s.contains(&plus(&p)), s.contains(&plus(&q)));
                apart += 1;
            }
            Congruence::Congruent => {
                // No sum with up to three heaps tells them apart.
                for _ in 0..40 {
                    let mut x = vec![0; p.len()];
                    (0..3).for_each(|_| x[random.below(9) as usize % p.len()] += 1);
                    let plus = |p: &[BigInt]| p.iter().zip(&x).map(|(a, b)| a + b).collect::<Vec<_>>();
                    assert_eq!(s.contains(&plus(&p)), s.contains(&plus(&q)));
                }
                same += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(same > 0 && apart > 0, "{same} {apart}");
}

/// The largest heap with a finite quotient is found or given up within bounds, and stops when told.
#[test]
fn quotients_stop_when_told() {
    let g = game(2, &[vec![1, 0], vec![0, 2], vec![2, 3]], &Play::Normal);
    let search = |work: u64, handle: &Handle| {
        let mut truth = Recursion::new(g.core(), 100_000);
        let mut asked = |x: &[i64]| truth.is_p(x, handle);
        let meter = Meter::new(handle, work);
        sprague_lattices::quotient::search(g.core(), &mut asked, 50, &Budgets::default(), &meter).map(drop)
    };
    // This game has no finite quotient.
    assert_eq!(search(u64::MAX, &Handle::default()), Err(Failure::Budget));
    assert_eq!(search(100, &Handle::default()), Err(Failure::Budget));
    let short = Handle::new(Limits { steps: Some(500), ..Limits::default() });
    assert_eq!(search(u64::MAX, &short), Err(Failure::Stop(Stop::Steps(500))));
}
