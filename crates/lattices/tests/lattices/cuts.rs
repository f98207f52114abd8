//! Trees of cuts: games that no other way solves, against the recursion near by and far out; their strata; and mutated trees, all refused
//! that are wrong.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::budget::{Budgets, Failure};
use sprague_lattices::certificate::Certificate;
use sprague_lattices::cuts::{Cut, Cuts, Table};
use sprague_lattices::game::Play;
use sprague_lattices::strategy::{Checked, Method, Origin, Strategy, strategy};
use sprague_limits::{Handle, Limits};
use std::sync::OnceLock;

type Rules = (Vec<Vec<i64>>, Play);

/// Games from the figures with walls that slope, each with lattices of its own in its cones. The wall of the last has the normal (4, -24, 21), which
/// no list of simple ones holds.
const SEEDS: [u64; 4] = [50, 37, 7, 16];

/// One of these games and its strategy, found once for all tests: that takes most of their time.
fn solved(i: usize) -> &'static (Rules, Strategy) {
    static SOLVED: [OnceLock<(Rules, Strategy)>; SEEDS.len()] = [const { OnceLock::new() }; SEEDS.len()];
    SOLVED[i].get_or_init(|| {
        let (moves, play) = drawn(SEEDS[i]);
        let s = found(&moves, &play);
        ((moves, play), s)
    })
}

/// The game in space that the figures draw from a seed.
fn drawn(seed: u64) -> Rules {
    drawn_in(3, seed)
}

fn drawn_in(d: usize, seed: u64) -> Rules {
    random_game(d, &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn found(moves: &[Vec<i64>], play: &Play) -> Strategy {
    // An automaton is not to be looked for long: none is found.
    let budgets = Budgets { states: 20, work: 100_000_000, ..Budgets::default() };
    let game = game(moves[0].len(), moves, play);
    let s = strategy(&game, &budgets, &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{moves:?}: {t}"));
    assert_eq!(s.method(), Method::Cuts);
    s
}

fn tree(s: &Strategy) -> &Cuts {
    match s.form() {
        Origin::Cuts(set, _) => set,
        other => panic!("{other:?}"),
    }
}

#[test]
fn sloped_walls_with_lattices_of_their_own() {
    for ((moves, play), s) in (0..4).map(solved) {
        let checked = s.check(&Budgets::default(), &Handle::default());
        assert!(matches!(checked, Ok(Checked::Cuts(seen)) if seen.regions > 1), "{checked:?}");
        let mut oracle = Oracle::orthant(3, moves, play);
        for x in cube(3, 0, 16) {
            assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "{moves:?} at {x:?}");
        }
        let far: BigInt = BigInt::from(10).pow(20);
        let (mut random, mut counts) = (Random(7), [0, 0]);
        for _ in 0..300 {
            let x: Vec<BigInt> = (0..3).map(|_| &far * random.below(4) + random.between(0, 9)).collect();
            assert_eq!(s.winning_moves(&x).is_empty(), s.contains(&x), "{moves:?} at {x:?}");
            counts[usize::from(s.contains(&x))] += 1;
        }
        assert!(counts.iter().all(|&n| n > 5), "{counts:?}");
    }
}

/// A table that is too small for a guess is enough for a closer look: the guess is mended, and lines are seen beyond the table.
#[test]
fn guesses_that_look_beyond_their_table() {
    let (moves, play) = drawn(7);
    let game = game(3, &moves, &play);
    let near = Budgets { states: 3, product: 100, positions: 1_250, work: 30_000_000, ..Budgets::default() };
    // Without room for that table the search ends, and is not stopped.
    let narrow = Limits { memory: Some(100_000), ..Limits::default() };
    let small = Budgets { box_points: 5_000, ..near.clone() };
    assert!(strategy(&game, &small, &Handle::new(narrow)).unwrap().is_err());
    let s = strategy(&game, &near, &Handle::default()).unwrap().unwrap();
    assert!(matches!(s.check(&Budgets::default(), &Handle::default()), Ok(Checked::Cuts(_))));
    let mut oracle = Oracle::orthant(3, &moves, &play);
    for x in cube(3, 0, 16) {
        assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "at {x:?}");
    }
}

/// The search by default finds a proof for the game that is drawn from a seed, and the recursion agrees near the corner.
fn proved_by_default(d: usize, seed: u64) {
    let (moves, play) = drawn_in(d, seed);
    let game = game(d, &moves, &play);
    let budgets = Budgets { states: 20, ..Budgets::default() };
    let s = strategy(&game, &budgets, &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{t}"));
    assert!(matches!(s.check(&budgets, &Handle::default()), Ok(Checked::Cuts(_))));
    let mut oracle = Oracle::orthant(d, &moves, &play);
    for x in cube(d, 0, if d == 3 { 24 } else { 10 }) {
        assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "at {x:?}");
    }
}

/// Two walls of this game repeat in long steps only, and some of its lines show their period far beyond any table.
#[test]
#[ignore = "minutes: tables of billions of positions"]
fn walls_that_repeat_in_long_steps() {
    proved_by_default(3, 26);
}

/// What repeats along the first coordinate of this game folds its table, in which a wall is seen that is a saw of a period of 770.
#[test]
#[ignore = "minutes: thousands of layers of a wall"]
fn a_saw_in_a_folded_table() {
    proved_by_default(3, 35);
}

/// A wall of this game is a saw of normal (15, −2, 15, −30), with other teeth in every third layer; smaller tables show its edges only as if they were other walls.
#[test]
#[ignore = "minutes: a table of twenty billion positions"]
fn a_saw_in_four_dimensions() {
    proved_by_default(4, 24);
}

/// In a region of this game the shortest vectors of the lattice of index 612 are (1, 0, 0, -6), (0, 0, 2, 0), (3, 1, -1, 0) and (6, -15, 0, 0): the last is longer than windows show.
#[test]
#[ignore = "a minute: a table of billions of positions"]
fn a_lattice_with_one_long_vector() {
    proved_by_default(4, 31);
}

/// Walls of this game have slabs of up to some 170 layers and meet in tubes and columns, which as layers of layers are more than a search can grow: its tree has some 350 nodes, its proof a million regions.
#[test]
#[ignore = "minutes: a table of twenty billion positions"]
fn walls_with_thick_slabs() {
    proved_by_default(4, 26);
}

/// With budgets under which layers are too many, what surrounds walls is grown whole: the tree has less than a hundred nodes, a leaf for each part.
#[test]
fn thick_regions() {
    let (moves, play) = drawn_in(4, 2);
    let game = game(4, &moves, &play);
    let few = Budgets { states: 3, product: 100, positions: 4_500, work: 7_000_000, ..Budgets::default() };
    let s = strategy(&game, &few, &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{t}"));
    assert!(matches!(s.check(&Budgets::default(), &Handle::default()), Ok(Checked::Cuts(_))));
    let certificate = s.certificate(&Budgets::default(), &Handle::default()).unwrap();
    let Some(Certificate::Cuts(set)) = certificate else { panic!("another way: {:?}", s.method()) };
    assert!(set.nodes.len() < 100, "{} nodes", set.nodes.len());
    let mut oracle = Oracle::orthant(4, &moves, &play);
    for x in cube(4, 0, 10) {
        assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "at {x:?}");
    }
}

/// Random games that have a vector along which nothing changes, as can be seen with few points: dimension, seed, points, and the vector with the number from which on it holds and how near other faces not.
type Shown = (usize, u64, u64, &'static [i64], i64, i64);

/// Normal and misère play and defeated positions, moves with negative entries, a vector with two entries, one that holds away from other faces only.
const FOLDED: [Shown; 9] = [
    (3, 3, 20_000, &[0, 2, 0], 4, 0),
    (3, 4, 20_000, &[0, 4, 0], 1, 0),
    (3, 19, 20_000, &[6, 0, 0], 3, 0),
    (3, 33, 20_000, &[0, 4, 0], 4, 0),
    (4, 15, 60_000, &[0, 0, 0, 2], 4, 5),
    (4, 32, 60_000, &[0, 0, 0, 1], 1, 0),
    (4, 54, 60_000, &[0, 0, 2, 0], 1, 0),
    (4, 411, 60_000, &[0, 0, 1, 1], 1, 0),
    (4, 445, 60_000, &[1, 1, 0, 0], 2, 0),
];

/// A table says what the recursion says, and so does a folded one beyond the table that shows its vector.
#[test]
fn folded_tables_reach_beyond_the_table_that_shows_their_vector() {
    let handle = Handle::default();
    for (d, seed, points, vector, from, beside) in FOLDED {
        let (moves, play) = drawn_in(d, seed);
        let game = game(d, &moves, &play);
        let near = Table::new(game.core(), points, &handle).unwrap();
        let far = Table::folded(game.core(), points, points, &handle).unwrap().unwrap();
        assert_eq!((near.vector(), far.vector()), (None, Some((vector, from, beside))), "{moves:?} {play:?}");
        let mut oracle = Oracle::orthant(d, &moves, &play);
        let (mut random, mut beyond) = (Random(seed), 0);
        for _ in 0..4_000 {
            let x: Vec<i64> = (0..d).map(|_| random.between(0, 60) / random.between(1, 4)).collect();
            let (seen, guessed) = (near.is_p(&x), far.is_p(&x));
            assert!(seen.is_none() || seen == guessed, "{moves:?} {play:?} at {x:?}");
            if let Some(p) = guessed {
                assert_eq!(p, oracle.is_p(&x), "{moves:?} {play:?} at {x:?}");
                beyond += usize::from(seen.is_none());
            }
        }
        assert!(beyond > 50, "{moves:?} {play:?}: {beyond}");
    }
}

/// In dimension 4 the layers of a wall are games in space, too many to be looked at one by one: what one of them showed is tried first in the next.
#[test]
fn layers_of_a_wall_tell_of_one_another() {
    let (moves, play) = drawn_in(4, 1);
    let game = game(4, &moves, &play);
    let budgets = Budgets { states: 3, product: 100, work: 15_000_000, ..Budgets::default() };
    let s = strategy(&game, &budgets, &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{t}"));
    assert!(matches!(s.check(&Budgets::default(), &Handle::default()), Ok(Checked::Cuts(_))));
    let mut oracle = Oracle::orthant(4, &moves, &play);
    for x in cube(4, 0, 9) {
        assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "at {x:?}");
    }
}

#[test]
fn strata_of_a_tree_hold_its_points_once() {
    // Backwards, so that a test beside this one is not waited for.
    for ((moves, _), s) in (0..3).rev().map(solved) {
        let strata = s.strata(&Budgets::default(), &Handle::default()).unwrap().expect("not too many");
        let mut points = cube(3, 0, 14);
        let mut random = Random(3);
        points.extend((0..200).map(|_| (0..3).map(|_| random.between(0, 3000)).collect()));
        for x in points {
            let count = strata.iter().filter(|t| t.contains(&big(&x))).count();
            assert_eq!(count, usize::from(s.contains(&big(&x))), "{moves:?} at {x:?}");
        }
    }
}

/// A tree with one thing changed.
fn mutated(set: &Cuts, random: &mut Random) -> Cuts {
    let mut set = set.clone();
    let at = random.below(set.nodes.len() as u64) as usize;
    match &mut set.nodes[at] {
        Cut::Leaf { residues, table } => {
            let i = random.below(table.len() as u64) as usize;
            match residues.first_mut() {
                Some((h, m)) if random.below(4) == 0 => h[0] = (h[0] + 1) % *m,
                _ => table[i] = !table[i],
            }
        }
        Cut::Branch { function, low, layers, .. } => match random.below(3) {
            0 if !layers.is_empty() => {
                layers.pop();
            }
            1 => function[random.below(3) as usize] += 1,
            _ => *low += 1,
        },
    }
    set
}

#[test]
fn wrong_trees_are_refused() {
    let (budgets, handle, mut random) = (Budgets::default(), Handle::default(), Random(11));
    let (mut refused, mut pointed) = (0, 0);
    for ((moves, play), s) in (0..3).map(solved) {
        let game = s.game();
        let mut oracle = Oracle::orthant(3, moves, play);
        for _ in 0..50 {
            let wrong = mutated(tree(s), &mut random);
            match Certificate::Cuts(wrong.clone()).check(game, &budgets, &handle) {
                // What is accepted is the same set: nothing that can be reached was changed.
                Ok(_) => {
                    let claimed = Strategy::claimed(game.clone(), Origin::Cuts(wrong, Default::default()));
                    for x in cube(3, 0, 12) {
                        assert_eq!(claimed.contains(&big(&x)), oracle.is_p(&x), "{moves:?} at {x:?}");
                    }
                }
                Err(Failure::Position(x)) => {
                    // The recursion fails there for the set, as it does not for the P-positions.
                    let claimed = Strategy::claimed(game.clone(), Origin::Cuts(wrong, Default::default()));
                    let x = big(&x);
                    let defeated = game.position(&x).is_none();
                    let fails = claimed.winning_moves(&x).is_empty() != claimed.contains(&x);
                    assert!(fails || defeated, "{moves:?} at {x:?}");
                    refused += 1;
                    pointed += 1;
                }
                Err(failure) => {
                    assert!(matches!(failure, Failure::Shape | Failure::Budget), "{failure:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100 && pointed > 80, "{refused} {pointed}");
}

#[test]
fn trees_of_bad_shape_are_refused() {
    let (moves, play) = drawn(SEEDS[0]);
    let game = game(3, &moves, &play);
    let leaf = |residues: Vec<(Vec<i64>, i64)>, table: Vec<bool>| Cut::Leaf { residues, table };
    let branch = |function: Vec<i64>, low, below, layers, above| Cut::Branch { function, low, below, layers, above };
    let all = [
        (3, vec![]),
        (2, vec![leaf(vec![], vec![false])]),
        (3, vec![leaf(vec![], vec![])]),
        (3, vec![leaf(vec![(vec![1, 0, 0], 0)], vec![])]),
        (3, vec![leaf(vec![(vec![1, 0], 2)], vec![true, false])]),
        (3, vec![leaf(vec![(vec![1, 0, 0], 3)], vec![true, false])]),
        (3, vec![leaf(vec![(vec![i64::MAX, 0, 0], 2)], vec![true, false])]),
        (3, vec![leaf(vec![], vec![false]), branch(vec![1, 0, 0], 0, Some(1), vec![], None)]),
        (3, vec![leaf(vec![], vec![false]), branch(vec![1, 0, 0], i64::MIN, Some(0), vec![], None)]),
        (3, vec![leaf(vec![], vec![false]), branch(vec![1, 0, 0], 0, Some(0), vec![7], None)]),
    ];
    for (dimension, nodes) in all {
        let set = Cuts { dimension, nodes };
        let said = Certificate::Cuts(set.clone()).check(&game, &Budgets::default(), &Handle::default());
        assert_eq!(said, Err(Failure::Shape), "{set:?}");
    }
    // A chain of cuts that is too deep, and one whose layers have no end: bounded, not fatal.
    let mut chain = vec![leaf(vec![], vec![false])];
    chain.extend((0..100_000).map(|i| branch(vec![1, 1, 1], i64::from(i), Some(i as u32), vec![], Some(i as u32))));
    let set = Cuts { dimension: 3, nodes: chain };
    assert!(Certificate::Cuts(set).check(&game, &Budgets::default(), &Handle::default()).is_err());
    let far = branch(vec![1, 0, 0], 1 << 40, Some(0), vec![], Some(0));
    let set = Cuts { dimension: 3, nodes: vec![leaf(vec![], vec![false]), far] };
    assert!(Certificate::Cuts(set).check(&game, &Budgets::default(), &Handle::default()).is_err());
}
