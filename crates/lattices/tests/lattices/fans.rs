//! Fans of cones with periods, in three dimensions and more: found, proved, checked by separate code, and compared with the
//! recursion near by and far out.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::budget::Budgets;
use sprague_lattices::game::Play;
use sprague_lattices::strategy::{Checked, Method, Strategy, strategy};
use sprague_limits::Handle;

fn found(d: usize, moves: &[Vec<i64>], play: &Play) -> Strategy {
    let budgets = Budgets::default();
    let s = strategy(&game(d, moves, play), &budgets, &Handle::default()).unwrap().unwrap_or_else(|t| panic!("{t}"));
    assert_eq!(s.method(), Method::Fan);
    let checked = s.check(&Budgets::default(), &Handle::default());
    assert!(matches!(checked, Ok(Checked::Cover(_))), "{checked:?}");
    s
}

/// Against the recursion in a box; then the condition that characterises P at points far out.
fn agrees(s: &Strategy, moves: &[Vec<i64>], play: &Play, side: i64) {
    let d = moves[0].len();
    let mut oracle = Oracle::orthant(d, moves, play);
    for x in cube(d, 0, side) {
        assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "{moves:?} at {x:?}");
    }
    let far: BigInt = BigInt::from(10).pow(20);
    let mut random = Random(7);
    let (mut p, mut n) = (0, 0);
    for _ in 0..200 {
        // Along walls and between: far multiples of 0 or 1 or 2, and something small.
        let x: Vec<BigInt> = (0..d).map(|_| &far * random.below(3) + random.between(0, 9)).collect();
        let wins = s.winning_moves(&x);
        assert_eq!(wins.is_empty(), s.contains(&x), "{x:?}");
        if s.contains(&x) { p += 1 } else { n += 1 }
    }
    assert!(p > 5 && n > 5, "{p} {n}");
}

/// Guo and Miller, Example 4.7 (Plambeck and Siegel, Figure 12): the game for which affine stratifications were invented.
#[test]
fn the_game_of_example_4_7() {
    let moves: Vec<Vec<i64>> = [
        [1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [-1, 1, 0, 0, 0],
        [0, -1, 1, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, -1, 1, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 0, -1, 1],
    ]
    .map(|g| g.to_vec())
    .to_vec();
    let s = found(5, &moves, &Play::Misere);
    agrees(&s, &moves, &Play::Misere, 6);
}

/// A wall that cuts all three axes: the first two coordinates against the third.
#[test]
fn a_sloped_wall_in_space() {
    let moves = vec![vec![0, 0, 3], vec![0, 1, 0], vec![3, -1, 0]];
    let defeated = [[0, 0, 2], [0, 1, 2], [1, 0, 2], [1, 1, 2], [1, 2, 2], [1, 3, 2]].map(|p| p.to_vec()).to_vec();
    let play = Play::Defeated(defeated);
    let s = found(3, &moves, &play);
    agrees(&s, &moves, &play, 18);
}
