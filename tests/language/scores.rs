//! Games for points against plain minimax on the same rules.

use crate::lab::Lab;
use proptest::prelude::*;
use std::cell::RefCell;

thread_local! {
    static LAB: RefCell<Option<Lab>> = const { RefCell::new(None) };
}

/// One session for all cases, with the rules.
fn say(text: &str) -> String {
    LAB.with_borrow_mut(|lab| {
        let lab = lab.get_or_insert_with(|| {
            let mut lab = Lab::new();
            lab.say(RULES);
            lab
        });
        lab.say(text)
    })
}

const RULES: &str = "# Left and Right take from the ends of a row, each for oneself.
game Ends(xs, ahead)
  left  Ends(rest, ahead + x)  for (x, rest) in ends_of(xs)
  right Ends(rest, ahead - x)  for (x, rest) in ends_of(xs)
  score ahead
end
ends_of(xs) = if xs == [] then [] else [(xs[0], slice(xs, 1)), (last(xs), slice(xs, 0, length(xs) - 1))]
# A heap of stones: Left takes 1 or 3, Right 1 or 2; who cannot move stops play, each stone taken is a point for its taker.
game Stones(n, ahead)
  left  Stones(n - k, ahead + k) for k in [1, 3] if k <= n
  right Stones(n - k, ahead - k) for k in [1, 2] if k <= n
  score ahead + 10 if n == 0 and ahead > 0
  score ahead
end
";

/// Best play from some components: the rows, and how far Left is ahead.
fn minimax(rows: &[Vec<i64>], ahead: i64, left: bool) -> i64 {
    let mut all = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for last in [false, true] {
            if row.is_empty() {
                continue;
            }
            let mut after = rows.to_vec();
            let x = if last { after[i].pop().unwrap() } else { after[i].remove(0) };
            all.push(minimax(&after, if left { ahead + x } else { ahead - x }, !left));
        }
    }
    match (all.is_empty(), left) {
        (true, _) => ahead,
        (_, true) => all.into_iter().max().unwrap(),
        (_, false) => all.into_iter().min().unwrap(),
    }
}

fn stones(n: i64, ahead: i64, left: bool) -> i64 {
    let takes = if left { [1, 3] } else { [1, 2] };
    let moves = takes.into_iter().filter(|&k| k <= n);
    let all: Vec<i64> = moves.map(|k| stones(n - k, if left { ahead + k } else { ahead - k }, !left)).collect();
    match (all.is_empty(), left) {
        (true, _) if n == 0 && ahead > 0 => ahead + 10,
        (true, _) => ahead,
        (_, true) => all.into_iter().max().unwrap(),
        (_, false) => all.into_iter().min().unwrap(),
    }
}

fn row() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-9i64..20, 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_row(row in row(), left in any::<bool>()) {
        let player = if left { "Left" } else { "Right" };
        let expected = minimax(std::slice::from_ref(&row), 0, left);
        let game = format!("Ends({row:?}, 0)");
        prop_assert_eq!(say(&format!("score({game}, {player})")), expected.to_string());
        // The line begins here, follows moves and ends with the score.
        let line = say(&format!(
            "line = score_line({game}, {player})\nturns = [{player}, if {player} == Left then Right else Left]\nprint(line[0] == {game}, all(line[i + 1] in [m.to for m in moves(line[i], turns[i % 2])] for i in 0..length(line) - 2), moves(last(line)) == [], score(last(line)))"
        ));
        prop_assert_eq!(line, format!("true true true {expected}"));
    }

    /// In a sum points add, and a player may take from either row. The negative of a row is the row with the points of the other.
    #[test]
    fn sums(a in prop::collection::vec(-5i64..9, 0..4), b in prop::collection::vec(-5i64..9, 0..4), left in any::<bool>()) {
        let player = if left { "Left" } else { "Right" };
        let expected = minimax(&[a.clone(), b.clone()], 3, left);
        prop_assert_eq!(say(&format!("score(Ends({a:?}, 1) + Ends({b:?}, 2), {player})")), expected.to_string());
        let expected = minimax(&[a.clone(), b.clone()], -1, left);
        prop_assert_eq!(say(&format!("score(Ends({a:?}, 1) - Ends({b:?}, 2), {player})")), expected.to_string());
    }

    #[test]
    fn stones_with_a_prize(n in 0i64..14, ahead in -5i64..5, left in any::<bool>()) {
        let player = if left { "Left" } else { "Right" };
        prop_assert_eq!(say(&format!("score(Stones({n}, {ahead}), {player})")), stones(n, ahead, left).to_string());
    }
}

/// Lesson 1, exercise 6: with an even number of cheques the first player is never behind; with an odd number he may be.
#[test]
fn cheques() {
    assert_eq!(say("all(score(Ends([(7*k*k + s*k) % 11 for k in 1..8], 0)) >= 0 for s in 0..10)"), "true");
    assert_eq!(say("score(Ends([1, 5, 1], 0))"), "-3");
}

#[test]
fn chips_are_points_in_chaos() {
    for (board, from) in [("complete_graph(n)", 2), ("path_graph(n)", 2), ("cycle_graph(n)", 3), ("star_graph(n)", 1)] {
        for first in ["Left", "Right"] {
            let agree = format!(
                "[score(Chaos({board}), {first}) for n in {from}..6] == [chip_number({board}, first = {first}) for n in {from}..6]"
            );
            assert_eq!(say(&agree), "true", "{agree}");
        }
    }
}
