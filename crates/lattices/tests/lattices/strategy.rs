//! Strategies of lattice games: against recursion by definition, prover against prover and checker, refused mutations.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::automaton::{Automaton, Label};
use sprague_lattices::budget::{Budgets, Failure, Meter};
use sprague_lattices::check;
use sprague_lattices::closed::{ClosedForm, is_squarefree};
use sprague_lattices::game::{Game, Play};
use sprague_lattices::heaps::lattice_of;
use sprague_lattices::recursion::Recursion;
use sprague_lattices::sectors::Sectors;
use sprague_lattices::strategy::{Checked, Method, Origin, Strategy, strategy};
use sprague_lattices::stratum::Stratum;
use sprague_limits::{Handle, Limits, Stop};

fn budgets() -> Budgets {
    Budgets { box_points: 1 << 13, positions: 100_000, work: 2_000_000, states: 100, product: 10_000, strata: 5_000 }
}

fn solve(d: usize, moves: &[Vec<i64>], play: &Play, budgets: &Budgets) -> Option<Strategy> {
    strategy(&game(d, moves, play), budgets, &Handle::default()).unwrap().ok()
}

/// Everything that must agree about a proved strategy; the checker of its form is always asked.
fn agrees(s: &Strategy, moves: &[Vec<i64>], play: &Play, side: i64) {
    let (d, handle) = (s.game().dimension(), Handle::default());
    let mut oracle = Oracle::orthant(d, moves, play);
    let strata = s.strata(&budgets(), &handle).unwrap().map(|strata| painted(&strata, side));
    for x in cube(d, 0, side) {
        let (p, point) = (oracle.is_p(&x), big(&x));
        assert_eq!(s.contains(&point), p, "{moves:?} {play:?} at {x:?}, {:?}", s.method());
        assert_eq!(s.label(&point).unwrap() == Label::Defeated, !oracle.on_board(&x), "{moves:?} {play:?} at {x:?}");
        let wins = s.winning_moves(&point);
        assert_eq!(wins.is_empty(), p || !oracle.on_board(&x));
        if let Some(strata) = &strata {
            assert_eq!(strata.get(&x).copied().unwrap_or(0), usize::from(p), "{moves:?} {play:?} {x:?}");
        }
    }
    // The other routes: the checker from the claim alone, and the product proof of a learned automaton.
    s.check(&Budgets::default(), &handle).unwrap_or_else(|e| panic!("{moves:?} {play:?}: the checker says {e}"));
}

/// The second prover, with the default budgets: an automaton learned from the strategy, proved by its product, and checked. Says whether it was found.
fn agrees_with_automaton(s: &Strategy, side: i64) -> bool {
    let handle = Handle::default();
    let Some(a) = s.automaton(&Budgets::default(), &handle).unwrap() else { return false };
    for x in cube(s.game().dimension(), 0, side) {
        assert_eq!(a.contains_small(&x), s.contains(&big(&x)));
    }
    let meter = Meter::new(&handle, u64::MAX);
    assert!(check::automaton(s.game().core(), &a, &meter).is_ok());
    true
}

/// `count` games with a strategy, found among at most three times as many; one in `every` is proved by an automaton too.
fn random_games(d: usize, count: usize, side: i64, every: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut found, mut asked, mut twice) = (0, 0, 0);
    for _ in 0..3 * count {
        let (moves, play) = random_game(d, &mut random);
        if let Some(s) = solve(d, &moves, &play, &budgets()) {
            agrees(&s, &moves, &play, side);
            if found % every == 0 {
                asked += 1;
                twice += usize::from(agrees_with_automaton(&s, side));
            }
            found += 1;
        }
        if found == count {
            assert!(twice * 10 >= asked * 7, "only {twice} of {asked} proved twice");
            return;
        }
    }
    panic!("only {found} found");
}

#[test]
fn random_games_in_dimension_1_and_2() {
    random_games(1, 30, 200, 3, 77);
    random_games(2, 120, 40, 8, 1);
}

#[test]
fn random_games_in_dimension_3() {
    random_games(3, 9, 10, 8, 3);
}

/// In a test of their own, so that two threads share them.
#[test]
fn further_random_games_in_dimension_3() {
    random_games(3, 9, 10, 8, 8);
}

#[test]
#[ignore = "minutes: larger boxes and more games, every one proved twice"]
fn more_random_games() {
    random_games(1, 100, 200, 1, 4);
    random_games(2, 1000, 100, 1, 5);
    random_games(3, 200, 20, 1, 6);
    random_games(4, 40, 7, 1, 7);
}

/// Games with borders of several slopes are rare among small random ones; larger moves and boxes find some.
#[test]
#[ignore = "minutes: larger boxes"]
fn random_games_with_slopes() {
    let mut random = Random(21);
    let mut sectors = 0;
    while sectors < 25 {
        let mut moves =
            vec![vec![random.between(1, 5), -random.between(0, 2)], vec![-random.between(0, 2), random.between(1, 5)]];
        for _ in 0..random.below(4) {
            moves.push(vec![random.between(-1, 5), random.between(-1, 5)]);
        }
        let play = if random.below(2) == 0 { Play::Normal } else { Play::Misere };
        let Ok(Ok(game)) = Game::on_orthant(2, moves.clone(), &play, &Handle::default()) else { continue };
        let Ok(s) = strategy(&game, &Budgets::default(), &Handle::default()).unwrap() else { continue };
        if s.method() == Method::Sectors {
            sectors += 1;
            agrees(&s, &moves, &play, 150);
        }
    }
}

#[test]
fn random_heap_games() {
    let mut random = Random(11);
    for _ in 0..40 {
        let digits: Vec<u32> = (0..3).map(|_| random.below(8) as u32).collect();
        let rules = octal(&digits, 4);
        let misere = random.below(3) != 0;
        let heaps = lattice_of(4, |k| Ok(rules[k].clone()), misere, &Handle::default()).unwrap().unwrap();
        let d = heaps.sizes.len();
        if d == 0 {
            continue;
        }
        let s = strategy(&heaps.game, &budgets(), &Handle::default())
            .unwrap()
            .unwrap_or_else(|t| panic!("{digits:?} {t:?}"));
        // By definition on heaps, dead ones and all.
        for x in cube(d, 0, if d < 4 { 6 } else { 4 }) {
            let piles: Vec<usize> =
                x.iter().zip(&heaps.sizes).flat_map(|(&n, &k)| std::iter::repeat_n(k, n as usize)).collect();
            assert_eq!(heaps.position(piles.iter().map(|&size| (size, BigInt::from(1)))), Some(big(&x)));
            let p = heap_p(&mut Default::default(), piles, &rules, misere);
            assert_eq!(s.contains(&big(&x)), p, "{digits:?} misère {misere} {x:?}");
        }
        assert!(s.check(&budgets(), &Handle::default()).is_ok(), "{digits:?}");
    }
}

type Known = std::collections::HashMap<Vec<usize>, bool>;

/// In misère play a position without heaps that can move is won by the player to move; it is no position of play.
fn heap_p(known: &mut Known, mut piles: Vec<usize>, rules: &[Vec<Vec<usize>>], misere: bool) -> bool {
    piles.retain(|&k| !rules[k].is_empty());
    piles.sort();
    if piles.is_empty() {
        return !misere;
    }
    if let Some(&p) = known.get(&piles) {
        return p;
    }
    let mut p = true;
    for i in 0..piles.len() {
        for parts in &rules[piles[i]] {
            let mut next = piles.clone();
            next.remove(i);
            next.extend(parts);
            p &= !heap_p(known, next, rules, misere);
        }
    }
    known.insert(piles, p);
    p
}

fn nim(k: usize) -> Vec<Vec<i64>> {
    let rules: Vec<Vec<Vec<usize>>> = (0..=k).map(|h| (0..h).map(|r| vec![r]).collect()).collect();
    lattice_of(k, |h| Ok(rules[h].clone()), false, &Handle::default()).unwrap().unwrap().game.moves().to_vec()
}

/// The results of the prototype that the engine was designed after.
#[test]
fn results_to_match() {
    let two_three = vec![vec![1, 0], vec![0, 2], vec![2, 3]];
    let corner = vec![vec![2, 0], vec![0, 3], vec![1, 1], vec![4, 1]];
    let by = |s: &Strategy, generators: &[Vec<i64>]| {
        let want: Vec<Vec<BigInt>> = generators.iter().map(|g| big(g)).collect();
        let strata = s.strata(&Budgets::default(), &Handle::default()).unwrap().unwrap();
        (strata.iter().filter(|w| w.generators == want).count(), strata.len())
    };
    for (moves, play, counts) in [
        (&two_three, Play::Normal, [(vec![vec![0, 4], vec![6, 10]], 10), (vec![vec![2, 0], vec![6, 10]], 8)]),
        (
            &two_three,
            Play::Defeated(vec![vec![0, 0]]),
            [(vec![vec![0, 4], vec![6, 10]], 10), (vec![vec![2, 0], vec![6, 10]], 8)],
        ),
        (&corner, Play::Normal, [(vec![vec![0, 6], vec![12, 8]], 28), (vec![vec![4, 0], vec![12, 8]], 10)]),
    ] {
        let s = solve(2, moves, &play, &Budgets::default()).unwrap();
        assert_eq!(s.method(), Method::Peeling);
        for (generators, count) in &counts {
            assert_eq!(by(&s, generators).0, *count, "{moves:?} {generators:?}");
        }
        agrees(&s, moves, &play, 60);
    }
    let wythoff: Vec<Vec<i64>> = (1..=5).flat_map(|k| [vec![k, 0], vec![0, k], vec![k, k]]).collect();
    let s = solve(2, &wythoff, &Play::Normal, &Budgets::default()).unwrap();
    assert_eq!(s.automaton(&Budgets::default(), &Handle::default()).unwrap().unwrap().states(), 19);
    let hard = vec![vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]];
    let s = solve(2, &hard, &Play::Defeated(vec![vec![0, 0]]), &Budgets::default()).unwrap();
    assert_eq!(s.automaton(&Budgets::default(), &Handle::default()).unwrap().unwrap().states(), 40);
    // Without defeated positions there are borders of slopes 8/13 and 13/8; with a small budget only cuts show them.
    let s = solve(2, &hard, &Play::Normal, &budgets()).unwrap();
    assert_eq!(s.method(), Method::Cuts);
    agrees(&s, &hard, &Play::Normal, 120);
    let s = solve(2, &hard, &Play::Normal, &Budgets::default()).unwrap();
    let Origin::Sectors(set, _) = s.form() else { panic!("{:?}", s.method()) };
    assert_eq!(set.rays, [[1, 0], [13, 8], [8, 13], [0, 1]]);
    assert_eq!(set.multiples, [2, 1, 1, 2]);
    agrees(&s, &hard, &Play::Normal, 120);
    for k in 2..=4 {
        for play in [Play::Normal, Play::Misere] {
            let s = solve(k, &nim(k), &play, &Budgets::default()).unwrap();
            agrees(&s, &nim(k), &play, if k == 4 { 6 } else { 12 });
        }
    }
}

#[test]
fn mutated_strata_are_refused() {
    let handle = Handle::default();
    let cases = [
        (nim(3), Play::Misere),
        (vec![vec![1, 0], vec![0, 2], vec![2, 3]], Play::Normal),
        (vec![vec![2, 0], vec![0, 3], vec![1, 1], vec![4, 1]], Play::Normal),
    ];
    for (moves, play) in cases {
        let g = game(moves[0].len(), &moves, &play);
        let s = solve(moves[0].len(), &moves, &play, &Budgets::default()).unwrap();
        let strata = s.strata(&Budgets::default(), &handle).unwrap().unwrap();
        let verdict = |claim: &[Stratum]| check::strata(g.core(), claim, &Meter::new(&handle, u64::MAX));
        assert!(verdict(&strata).is_ok());
        for i in 0..strata.len() {
            let mut dropped = strata.clone();
            dropped.remove(i);
            assert!(matches!(verdict(&dropped), Err(Failure::Position(_))), "{i} dropped");
            let mut doubled = strata.clone();
            doubled.push(strata[i].clone());
            assert!(matches!(verdict(&doubled), Err(Failure::Twice(_) | Failure::Position(_))), "{i} doubled");
            for j in 0..g.dimension() {
                let mut moved = strata.clone();
                moved[i].base[j] += 1;
                assert!(verdict(&moved).is_err(), "{i} moved");
                // Far away: what is missing near the corner is seen first.
                moved[i].base[j] += 1_000_000_000;
                assert!(matches!(verdict(&moved), Err(Failure::Position(_))), "{i} far away");
            }
            for k in 0..strata[i].generators.len() {
                let mut thinned = strata.clone();
                thinned[i].generators[k].iter_mut().for_each(|n| *n *= 2);
                assert!(verdict(&thinned).is_err(), "{i} thinned");
                let mut cut = strata.clone();
                cut[i].generators.remove(k);
                assert!(verdict(&cut).is_err(), "{i} cut");
            }
        }
    }
}

/// Sector by sector: every change of a table is refused by the prover, every change of a stratum by the checker.
#[test]
fn mutated_sectors_are_refused() {
    let handle = Handle::default();
    let cases = [
        (vec![vec![1, 0], vec![0, 5], vec![3, 4], vec![0, 2], vec![2, 2]], Play::Misere),
        (vec![vec![4, -2], vec![-2, 5], vec![5, 3], vec![2, -1]], Play::Normal),
    ];
    for (moves, play) in cases {
        let g = game(2, &moves, &play);
        let s = solve(2, &moves, &play, &Budgets::default()).unwrap();
        let Origin::Sectors(set, _) = s.form() else { panic!("{moves:?} {:?}", s.method()) };
        let meter = Meter::new(&handle, u64::MAX);
        let bound = set.window(g.core()).unwrap();
        let points: Vec<[i64; 2]> = (0..bound).flat_map(|n| (0..=n).map(move |x| [x, n - x])).collect();
        let truth: Vec<bool> = points.iter().map(|x| set.contains(x)).collect();
        let mut changed = 0;
        let mut refused = |other: Sectors| {
            // Some entries of the tables belong to no point.
            if points.iter().zip(&truth).any(|(x, p)| other.contains(x) != *p) {
                changed += 1;
                assert!(matches!(other.prove(g.core(), &meter), Err(Failure::Position(_))), "{other:?}");
            }
        };
        for i in 0..set.corner.len() {
            let mut other = set.clone();
            other.corner[i] = !other.corner[i];
            refused(other);
        }
        for (i, table) in set.strips.iter().enumerate() {
            for j in 0..table.len() {
                let mut other = set.clone();
                other.strips[i][j] = !other.strips[i][j];
                refused(other);
            }
        }
        for (i, table) in set.inner.iter().enumerate() {
            for j in 0..table.len() {
                let mut other = set.clone();
                other.inner[i][j] = !other.inner[i][j];
                refused(other);
            }
        }
        assert!(changed > 20, "{changed}");
        let strata = s.strata(&Budgets::default(), &handle).unwrap().unwrap();
        let verdict = |claim: &[Stratum]| check::strata_in_plane(g.core(), claim, &meter);
        assert!(verdict(&strata).is_ok());
        for i in 0..strata.len() {
            let mut others = vec![strata.clone(); 4];
            others[0].remove(i);
            others[1].push(strata[i].clone());
            others[2][i].base[0] += 1;
            others[3][i].base[1] += 1;
            for k in 0..strata[i].generators.len() {
                let mut thinned = strata.clone();
                thinned[i].generators[k].iter_mut().for_each(|n| *n *= 2);
                let mut cut = strata.clone();
                cut[i].generators.remove(k);
                others.extend([thinned, cut]);
            }
            for other in others {
                assert!(matches!(verdict(&other), Err(Failure::Position(_) | Failure::Twice(_))), "{i}: {other:?}");
            }
        }
        // The other checker agrees, or does not know this shape and says so.
        assert!(matches!(check::strata(g.core(), &strata, &meter), Ok(_) | Err(Failure::Shape)));
    }
}

/// A path of options may be as long as a coordinate is large: recursion far out ends by its budget, and when it is told.
#[test]
fn recursion_far_out_is_bounded() {
    let g = game(2, &[vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]], &Play::Normal);
    let mut recursion = Recursion::new(g.core(), 10_000);
    assert_eq!(recursion.is_p(&[1 << 60, 3], &Handle::default()), Err(Failure::Budget));
    assert_eq!(recursion.is_p(&[20, 30], &Handle::default()), Ok(false));
    let short = Handle::new(Limits { steps: Some(5_000), ..Limits::default() });
    let mut recursion = Recursion::new(g.core(), usize::MAX);
    assert_eq!(recursion.is_p(&[1 << 60, 3], &short), Err(Failure::Stop(Stop::Steps(5_000))));
    // What was learned is kept.
    let mut first = Recursion::new(g.core(), 100_000);
    let p = first.is_p(&[60, 61], &Handle::default()).unwrap();
    let mut again = Recursion::with_memory(g.core(), first.into_memory(), 0);
    assert_eq!(again.is_p(&[60, 61], &Handle::default()), Ok(p));
}

#[test]
fn mutated_automata_and_nim_values_are_refused() {
    let handle = Handle::default();
    let s = solve(3, &nim(3), &Play::Misere, &Budgets::default()).unwrap();
    let right = s.automaton(&Budgets::default(), &handle).unwrap().unwrap();
    let core = s.game().core();
    let refused = |a: &sprague_lattices::automaton::Automaton| {
        let meter = Meter::new(&handle, u64::MAX);
        let by_checker = check::automaton(core, a, &meter).is_err();
        let settled = a.unsettled().is_none();
        let by_prover = settled && sprague_lattices::product::prove(core, a, &Budgets::default(), &meter).is_err();
        assert_eq!(by_checker, !settled || by_prover);
        by_checker
    };
    assert!(!refused(&right));
    for q in 0..right.states() {
        let mut other = right.clone();
        other.accepts[q] = !other.accepts[q];
        assert!(refused(&other));
    }
    for i in 0..right.next.len() {
        for q in 0..right.states() as u32 {
            if q != right.next[i] {
                let mut other = right.clone();
                other.next[i] = q;
                assert!(refused(&other), "step {i} to {q}");
            }
        }
    }
    let g = game(3, &nim(3), &Play::Normal);
    let closed = ClosedForm::find(g.core(), &handle).unwrap().unwrap();
    assert_eq!(closed.nim_values, [1, 2, 3]);
    for i in 0..3 {
        for v in (0..6).filter(|&v| v != closed.nim_values[i]) {
            let mut values = closed.nim_values.clone();
            values[i] = v;
            let claim = Strategy::claimed(g.clone(), Origin::Closed(ClosedForm { nim_values: values }));
            assert!(matches!(claim.check(&budgets(), &handle), Err(Failure::Position(_) | Failure::Shape)));
        }
    }
    let claim = Strategy::claimed(g, Origin::Closed(closed));
    assert_eq!(claim.check(&budgets(), &handle), Ok(Checked::NimValues(3)));
}

/// "g+ is a 0-1 vector" is not enough for the closed form: the counterexample of the erratum.
#[test]
fn erratum_of_squarefree() {
    let moves = vec![vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1], vec![1, 1, 0]];
    let g = game(3, &moves, &Play::Normal);
    assert!(!is_squarefree(g.core()));
    assert_eq!(ClosedForm::find(g.core(), &Handle::default()).unwrap(), None);
    let s = solve(3, &moves, &Play::Normal, &Budgets::default()).unwrap();
    assert_ne!(s.method(), Method::Closed);
    agrees(&s, &moves, &Play::Normal, 12);
    // P is not a union of cosets of 2 Z^3: that is what the wrong definition would claim.
    let at = |x: [i64; 3]| s.contains(&big(&x));
    assert!(cube(3, 0, 6).iter().any(|x| at([x[0], x[1], x[2]]) != at([x[0] + 2, x[1], x[2]])));
}

#[test]
fn positions_far_out() {
    let slopes = vec![vec![1, 0], vec![0, 2], vec![2, 3]];
    let s = solve(2, &slopes, &Play::Normal, &Budgets::default()).unwrap();
    let a = s.automaton(&Budgets::default(), &Handle::default()).unwrap().unwrap();
    far_out(&s, Some(&a));
    let sectors = vec![vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]];
    far_out(&solve(2, &sectors, &Play::Normal, &Budgets::default()).unwrap(), None);
    let periodic: Vec<Vec<i64>> = (1..=5).flat_map(|k| [vec![k, 0], vec![0, k], vec![k, k]]).collect();
    let s = solve(2, &periodic, &Play::Misere, &Budgets::default()).unwrap();
    assert_eq!(s.method(), Method::Periodic);
    far_out(&s, s.automaton(&Budgets::default(), &Handle::default()).unwrap().as_ref());
    let s = solve(2, &nim(2), &Play::Normal, &Budgets::default()).unwrap();
    assert_eq!(s.method(), Method::Closed);
    far_out(&s, s.automaton(&Budgets::default(), &Handle::default()).unwrap().as_ref());
    // An automaton as the only form: that of a game whose strata are known as well.
    let a = a.clone();
    let meter_handle = Handle::default();
    let meter = Meter::new(&meter_handle, u64::MAX);
    let g = game(2, &slopes, &Play::Normal);
    let product = sprague_lattices::product::prove(g.core(), &a, &Budgets::default(), &meter).unwrap();
    far_out(&Strategy::claimed(g, Origin::Automaton(a.clone(), product)), Some(&a));
}

/// Positions near 10^30 with the options of each: the condition that characterises P holds there, in every form.
fn far_out(s: &Strategy, a: Option<&Automaton>) {
    let strata = s.strata(&Budgets::default(), &Handle::default()).unwrap();
    let far: BigInt = "1000000000000000000000000000000".parse().unwrap();
    let (mut p, mut n) = (0, 0);
    for i in 0..20i64 {
        for j in 0..20i64 {
            for x in
                [vec![&far + i, &far * 2 + j], vec![&far * 3 + i, BigInt::from(j)], vec![&far * 6 + i, &far * 10 + j]]
            {
                if let Some(a) = a {
                    assert_eq!(a.contains(&x), s.contains(&x));
                }
                if let Some(strata) = strata.as_ref().filter(|_| i < 6 && j < 6) {
                    assert_eq!(strata.iter().filter(|w| w.contains(&x)).count(), usize::from(s.contains(&x)));
                }
                // The recursion itself, at this place.
                let wins = s.winning_moves(&x);
                assert_eq!(wins.is_empty(), s.contains(&x));
                assert!(wins.iter().all(|(_, y)| s.contains(y)));
                if s.contains(&x) { p += 1 } else { n += 1 }
            }
        }
    }
    assert!(p > 50 && n > 50, "{p} {n}");
}
