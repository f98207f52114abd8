//! Boards, axioms and congruence of lattice games, by definition.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::automaton::Label;
use sprague_lattices::budget::Budgets;
use sprague_lattices::congruence::{Congruence, congruent};
use sprague_lattices::game::{Flaw, Game, Play};
use sprague_lattices::recursion::few_followers;
use sprague_lattices::strategy::{Origin, strategy};
use sprague_limits::{Handle, Limits, Stop};
use std::collections::BTreeSet;

fn on(rows: &[(Vec<i64>, i64)], moves: &[Vec<i64>], play: &Play) -> Result<Game, Flaw> {
    let d = rows[0].0.len();
    let board: Vec<_> = rows.iter().map(|(a, b)| inequality(a, *b)).collect();
    Game::new(d, &board, moves.to_vec(), play, &Handle::default()).unwrap()
}

/// A strategy on any board against recursion in the coordinates of the board; strata too where there are some.
fn agrees(rows: &[(Vec<i64>, i64)], moves: &[Vec<i64>], play: &Play, low: i64, high: i64, strata_expected: bool) {
    let handle = Handle::default();
    let game = on(rows, moves, play).unwrap();
    let s = strategy(&game, &Budgets::default(), &handle).unwrap().unwrap_or_else(|t| panic!("{rows:?} {t:?}"));
    let strata = s.strata(&Budgets::default(), &handle).unwrap();
    assert_eq!(strata.is_some(), strata_expected, "{rows:?} {:?}", s.method());
    let mut oracle = Oracle::new(rows.to_vec(), moves.to_vec(), play);
    let mut positions = 0;
    for x in cube(rows[0].0.len(), low, high) {
        let point = big(&x);
        let p = oracle.is_p(&x);
        assert_eq!(s.contains(&point), p, "{rows:?} {moves:?} {play:?} at {x:?}");
        assert_eq!(game.position(&point).is_some(), oracle.on_board(&x), "{rows:?} {x:?}");
        positions += usize::from(oracle.on_board(&x));
        if let Some(strata) = &strata {
            assert_eq!(strata.iter().filter(|w| w.contains(&point)).count(), usize::from(p), "{rows:?} {x:?}");
        }
        for (i, z) in s.winning_moves(&point) {
            assert_eq!(z, big(&minus(&x, &game.moves()[i])));
            assert_eq!(s.label(&z), Some(Label::P));
        }
    }
    assert!(positions > 20);
    assert!(s.check(&Budgets::default(), &handle).is_ok(), "{rows:?}");
}

#[test]
fn boards_beyond_the_orthant() {
    let plays = [Play::Normal, Play::Misere];
    for play in &plays {
        // A corner elsewhere, with a negative coordinate.
        agrees(&[(vec![1, 0], -3), (vec![0, 1], 2)], &[vec![1, 0], vec![0, 2], vec![1, 1]], play, -5, 14, true);
        // A unimodular cone: 0 <= y <= x.
        agrees(&[(vec![0, 1], 0), (vec![1, -1], 0)], &[vec![1, 0], vec![1, 1], vec![2, 1]], play, -1, 16, true);
        // Cones of index 2 and 5, with corners that are no integer points.
        agrees(&[(vec![0, 1], 0), (vec![2, -1], 0)], &[vec![1, 0], vec![1, 2], vec![1, 1]], play, -1, 16, true);
        agrees(&[(vec![2, 1], 1), (vec![-1, 2], -3)], &[vec![2, 1], vec![-1, 2], vec![1, 1]], play, -12, 14, true);
        // A polyhedron that is no cone: three facets in dimension 2.
        agrees(&[(vec![1, 0], 0), (vec![0, 1], 0), (vec![1, 1], 3)], &[vec![1, 0], vec![0, 1]], play, -1, 14, false);
        // A cone over a square: four facets in dimension 3.
        let square = [(vec![1, 0, 0], 0), (vec![0, 1, 0], 0), (vec![-1, 0, 1], 0), (vec![0, -1, 1], 0)];
        let moves = [vec![0, 0, 1], vec![1, 0, 1], vec![0, 1, 1], vec![1, 1, 1]];
        agrees(&square, &moves, play, -1, 7, false);
    }
    // A redundant inequality changes nothing.
    let game = on(
        &[(vec![1, 0], 0), (vec![0, 1], 0), (vec![1, 1], -1), (vec![2, 3], 0)],
        &[vec![1, 0], vec![0, 1]],
        &Play::Normal,
    )
    .unwrap();
    assert_eq!(game.board().rows.len(), 2);
}

#[test]
fn rational_coefficients_are_cleared() {
    let half = |n: i64, m: i64| num_rational::BigRational::new(n.into(), m.into());
    let row = |a: [(i64, i64); 2], b: (i64, i64)| sprague_lattices::board::Inequality {
        coefficients: a.iter().map(|&(n, m)| half(n, m)).collect(),
        bound: half(b.0, b.1),
    };
    // x/2 >= 1/3 is x >= 1 for integers; y/6 >= x/4 is 2y >= 3x.
    let board = [row([(1, 2), (0, 1)], (1, 3)), row([(-1, 4), (1, 6)], (0, 1))];
    let game = Game::new(2, &board, vec![vec![0, 1], vec![2, 3]], &Play::Normal, &Handle::default()).unwrap().unwrap();
    let mut rows = game.board().rows.clone();
    rows.sort();
    assert_eq!(rows, [(vec![-3, 2], 0), (vec![1, 0], 1)]);
}

#[test]
fn flaws_name_what_is_wrong() {
    let quadrant = [(vec![1, 0], 0), (vec![0, 1], 0)];
    let flaw = |rows: &[(Vec<i64>, i64)], moves: &[Vec<i64>], play: &Play| on(rows, moves, play).unwrap_err();
    let normal = Play::Normal;
    let axes = [vec![1, 0], vec![0, 1]];
    assert_eq!(flaw(&[(vec![1, 0], 0)], &axes, &normal), Flaw::NotPointed { direction: vec![0, 1] });
    assert_eq!(flaw(&[(vec![1, 0], 0), (vec![1, 0], 2), (vec![-1, 0], -1), (vec![0, 1], 0)], &axes, &normal), {
        Flaw::FlatCone { row: vec![1, 0], empty: true }
    });
    assert!(matches!(
        flaw(&[(vec![1, 0], 0), (vec![-1, 0], -7), (vec![0, 1], 0)], &axes, &normal),
        Flaw::FlatCone { empty: false, .. }
    ));
    assert_eq!(flaw(&quadrant, &[vec![1, 0], vec![0, 0]], &normal), Flaw::ZeroMove { index: 1 });
    assert_eq!(flaw(&quadrant, &[vec![1, 0], vec![1]], &normal), Flaw::BadMove { index: 1, expected: 2 });
    assert_eq!(flaw(&quadrant, &[vec![1, 0], vec![i64::MIN, 1]], &normal), Flaw::BadMove { index: 1, expected: 2 });
    // Axiom 1: the combination really is 0.
    for moves in
        [vec![vec![1, -1], vec![-1, 1]], vec![vec![1, 0], vec![-2, -3]], vec![vec![2, -3], vec![-3, 1], vec![0, 1]]]
    {
        let Flaw::NoIncrease { moves: used, rays } = flaw(&quadrant, &moves, &normal) else { panic!("{moves:?}") };
        let mut sum = [BigInt::from(0), BigInt::from(0)];
        for (v, n) in used.iter().map(|(i, n)| (&moves[*i], n)).chain(rays.iter().map(|(r, n)| (r, n))) {
            assert!(*n > BigInt::from(0));
            sum.iter_mut().zip(v).for_each(|(s, v)| *s += n * v);
        }
        assert_eq!(sum, [BigInt::from(0), BigInt::from(0)]);
        assert!(!used.is_empty());
    }
    // Axiom 2.
    assert_eq!(flaw(&quadrant, &[vec![1, 0], vec![1, 1]], &normal), Flaw::UncoveredRay { ray: vec![0, 1] });
    assert_eq!(flaw(&quadrant, &[], &normal), Flaw::UncoveredRay { ray: vec![1, 0] });
    // Defeated positions.
    let play = Play::Defeated(vec![vec![1, 0]]);
    assert_eq!(
        flaw(&quadrant, &axes, &play),
        Flaw::DefeatedNotClosed { point: vec![1, 0], index: 0, missing: vec![0, 0] }
    );
    assert_eq!(
        flaw(&quadrant, &axes, &Play::Defeated(vec![vec![-1, 0]])),
        Flaw::DefeatedOffBoard { point: vec![-1, 0] }
    );
    assert_eq!(flaw(&quadrant, &axes, &Play::Defeated(vec![vec![0]])), Flaw::DefeatedOffBoard { point: vec![0] });
    // The linear function of axiom 1 is positive on moves and rays.
    let game = on(&quadrant, &[vec![1, -7], vec![-1, 8], vec![0, 1]], &normal).unwrap();
    let value = |v: &[i64]| v.iter().zip(game.weight()).map(|(a, b)| a * b).sum::<i64>();
    assert!(game.moves().iter().chain(&game.board().rays).all(|v| value(v) > 0));
}

#[test]
fn misere_defeats_every_terminal_position() {
    let moves = [vec![2, 0], vec![0, 3], vec![1, 1]];
    let g = game(2, &moves, &Play::Misere);
    let mut oracle = Oracle::orthant(2, &moves, &Play::Misere);
    let expected: Vec<Vec<i64>> = cube(2, 0, 30).into_iter().filter(|x| !oracle.on_board(x)).collect();
    assert_eq!(g.defeated(), expected);
    assert!(expected.len() > 1);
    assert!(!oracle.is_p(&[0, 0]));
}

#[test]
fn congruence_agrees_with_trying() {
    let handle = Handle::default();
    let cases = [
        (vec![vec![1, 0], vec![-1, 1], vec![0, 1]], Play::Misere, 6, 12),
        (vec![vec![1, 0], vec![-1, 1], vec![0, 1]], Play::Normal, 5, 12),
        (vec![vec![1, 0], vec![0, 2], vec![2, 3]], Play::Normal, 4, 70),
        (vec![vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]], Play::Defeated(vec![vec![0, 0]]), 4, 40),
    ];
    for (moves, play, side, reach) in cases {
        let s = strategy(&game(2, &moves, &play), &Budgets::default(), &handle).unwrap().unwrap();
        let mut oracle = Oracle::orthant(2, &moves, &play);
        // Defeated points too: they belong to the board, and have their class.
        let points = cube(2, 0, side);
        let (mut yes, mut no) = (0, 0);
        for p in &points {
            for q in &points {
                let plus = |a: &[i64], x: &[i64]| a.iter().zip(x).map(|(a, b)| a + b).collect::<Vec<_>>();
                let differs =
                    cube(2, 0, reach).into_iter().any(|x| oracle.is_p(&plus(p, &x)) != oracle.is_p(&plus(q, &x)));
                match congruent(&s, &big(p), &big(q), &Budgets::default(), &handle).unwrap() {
                    Congruence::Congruent => {
                        assert!(!differs, "{moves:?} {p:?} {q:?}");
                        yes += 1;
                    }
                    Congruence::Separated(x) => {
                        let at = |a: &[i64]| s.contains(&big(a).iter().zip(&x).map(|(a, b)| a + b).collect::<Vec<_>>());
                        assert_ne!(at(p), at(q), "{moves:?} {p:?} {q:?} {x:?}");
                        no += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert!(yes >= points.len() && no > 0);
    }
}

/// Boards on which only some facet coordinates belong to integer points: cones of index 2 and 5.
#[test]
fn congruence_on_boards_of_any_index() {
    let handle = Handle::default();
    let boards = [
        (vec![(vec![0, 1], 0), (vec![2, -1], 0)], vec![vec![1, 0], vec![1, 2], vec![1, 1]]),
        (vec![(vec![2, 1], 1), (vec![-1, 2], -3)], vec![vec![2, 1], vec![-1, 2], vec![1, 3]]),
    ];
    for (rows, moves) in boards {
        for play in [Play::Normal, Play::Misere] {
            let game = on(&rows, &moves, &play).unwrap();
            let s = strategy(&game, &Budgets::default(), &handle).unwrap().unwrap();
            let mut oracle = Oracle::new(rows.clone(), moves.clone(), &play);
            let points: Vec<Vec<i64>> = cube(2, -1, 3).into_iter().filter(|x| oracle.on_lattice(x)).collect();
            let cone: Vec<Vec<i64>> = cube(2, -8, 14)
                .into_iter()
                .filter(|x| rows.iter().all(|(a, _)| a[0] * x[0] + a[1] * x[1] >= 0))
                .collect();
            let (mut yes, mut no) = (0, 0);
            for p in &points {
                for q in &points {
                    let plus = |a: &[i64], x: &[i64]| a.iter().zip(x).map(|(a, b)| a + b).collect::<Vec<_>>();
                    let differs = cone.iter().any(|x| oracle.is_p(&plus(p, x)) != oracle.is_p(&plus(q, x)));
                    match congruent(&s, &big(p), &big(q), &Budgets::default(), &handle).unwrap() {
                        Congruence::Congruent => {
                            assert!(!differs, "{rows:?} {p:?} {q:?}");
                            yes += 1;
                        }
                        Congruence::Separated(x) => {
                            let at =
                                |a: &[i64]| s.contains(&big(a).iter().zip(&x).map(|(a, b)| a + b).collect::<Vec<_>>());
                            assert_ne!(at(p), at(q), "{rows:?} {p:?} {q:?} {x:?}");
                            let inside = rows
                                .iter()
                                .all(|(a, _)| a.iter().zip(&x).map(|(a, x)| x * a).sum::<BigInt>() >= BigInt::from(0));
                            assert!(inside, "{rows:?}: {x:?} is not in the cone");
                            no += 1;
                        }
                        other => panic!("{other:?}"),
                    }
                }
            }
            assert!(yes >= points.len() && no > 0);
        }
    }
}

/// One heap, two may be taken or one, misère: the defeated 0 is the identity, and 3 is congruent to it, 1 and 2 are not.
#[test]
fn the_identity_is_reached() {
    let handle = Handle::default();
    let s = strategy(&game(1, &[vec![1], vec![2]], &Play::Misere), &Budgets::default(), &handle).unwrap().unwrap();
    let ask = |n: i64| congruent(&s, &[n.into()], &[0.into()], &Budgets::default(), &handle).unwrap();
    assert_eq!(ask(3), Congruence::Congruent);
    assert_eq!(ask(0), Congruence::Congruent);
    assert_eq!(ask(1), Congruence::Separated(vec![0.into()]));
    assert!(matches!(ask(2), Congruence::Separated(_)));
}

#[test]
fn congruence_far_out_and_off_the_board() {
    let handle = Handle::default();
    let s = strategy(&game(2, &[vec![1, 0], vec![0, 2], vec![2, 3]], &Play::Normal), &Budgets::default(), &handle)
        .unwrap()
        .unwrap();
    let far: BigInt = BigInt::from(30) * BigInt::from(10).pow(24);
    let ask = |p: [BigInt; 2], q: [BigInt; 2]| congruent(&s, &p, &q, &Budgets::default(), &handle).unwrap();
    // P is invariant under (6, 10), so these residuals agree; and with (1, 0) added they do not.
    let p = [far.clone(), &far / 6 * 10];
    assert_eq!(ask(p.clone(), [0.into(), 0.into()]), Congruence::Congruent);
    let Congruence::Separated(x) = ask(p.clone(), [1.into(), 0.into()]) else { panic!() };
    assert_ne!(s.contains(&[&p[0] + &x[0], &p[1] + &x[1]]), s.contains(&[&x[0] + 1, x[1].clone()]));
    // Only one x separates far positions on different lines: it has to be found by its digits.
    let Congruence::Separated(x) = ask([far.clone(), 0.into()], [&far * 2, 0.into()]) else { panic!() };
    assert_ne!(s.contains(&[&far + &x[0], x[1].clone()]), s.contains(&[&far * 2 + &x[0], x[1].clone()]));
    assert_eq!(ask([(-1).into(), 0.into()], p), Congruence::OffBoard(vec![(-1).into(), 0.into()]));
}

#[test]
fn searches_stop_when_told() {
    let h = Handle::new(Limits { steps: Some(5_000), ..Limits::default() });
    let hard = vec![vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]];
    let g = game(2, &hard, &Play::Normal);
    assert_eq!(strategy(&g, &Budgets::default(), &h).err(), Some(Stop::Steps(5_000)));
    let tiny = Budgets { box_points: 100, positions: 50, work: 1_000, states: 3, product: 10, strata: 3 };
    let tried = strategy(&g, &tiny, &Handle::default()).unwrap().unwrap_err();
    assert_eq!(tried.ways.len(), 8);
    // A closed form with 2^40 strata is not listed.
    let many: Vec<Vec<i64>> = (0..40).map(|i| (0..40).map(|j| i64::from(i == j)).collect()).collect();
    let s = strategy(&game(40, &many, &Play::Normal), &Budgets::default(), &Handle::default()).unwrap().unwrap();
    assert!(matches!(s.form(), Origin::Closed(_)));
    assert_eq!(s.strata(&Budgets::default(), &Handle::default()).unwrap(), None);
}

/// How many positions can be reached is told as they are counted, whether or not the moves tell it.
#[test]
fn followers_are_few() {
    let handle = Handle::default();
    for seed in 1..60 {
        let mut random = Random(seed * 0x9e37);
        let d = 1 + seed as usize % 3;
        let (moves, play) = random_game(d, &mut random);
        let game = game(d, &moves, &play);
        let start: Vec<i64> = (0..d).map(|_| random.between(1, 5)).collect();
        let oracle = Oracle::orthant(d, &moves, &play);
        let (mut seen, mut open) = (BTreeSet::from([start.clone()]), vec![start.clone()]);
        while let Some(x) = open.pop() {
            for y in moves.iter().map(|g| minus(&x, g)).filter(|y| oracle.on_board(y)) {
                if seen.insert(y.clone()) {
                    open.push(y);
                }
            }
        }
        let few = |most: usize| few_followers(game.core(), &start, most, &handle).unwrap();
        assert!(few(seen.len()) && (seen.len() == 1 || !few(seen.len() - 1)), "{moves:?} {play:?} from {start:?}");
    }
}
