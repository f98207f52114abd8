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
# The same row with points for moves, and no total in the position.
game Row(xs)
  left  Row(rest).gains(x)  for (x, rest) in ends_of(xs)
  right Row(rest).gains(x)  for (x, rest) in ends_of(xs)
  score 0
end
# Strings and Coins, Dots and Boxes turned round: who cuts the last string of a coin takes it and moves again. 0 is the ground.
game Coins(strings)
  moves after_cutting(strings, i)  for i in 0..length(strings)-1
  score 0
end
after_cutting(strings, i) = do
  rest = [strings[j] for j in 0..length(strings)-1 if j != i]
  taken = length([x for x in strings[i] if x != 0 and not any(x in string for string in rest)])
  if taken > 0 then Coins(rest).gains(taken).again else Coins(rest)
end
";

/// Strings and Coins by the bare rules: how far the player to move gets ahead from here on.
fn coins(strings: &[(u8, u8)], known: &mut std::collections::HashMap<Vec<(u8, u8)>, i64>) -> i64 {
    if let Some(&score) = known.get(strings) {
        return score;
    }
    let mut best = None;
    for i in 0..strings.len() {
        let mut rest = strings.to_vec();
        let (a, b) = rest.remove(i);
        let free = |x: u8| x != 0 && rest.iter().all(|&(c, d)| x != c && x != d);
        let taken = i64::from(free(a)) + i64::from(free(b));
        let after = coins(&rest, known);
        let score = if taken > 0 { taken + after } else { -after };
        best = best.max(Some(score));
    }
    let score = best.unwrap_or(0);
    known.insert(strings.to_vec(), score);
    score
}

/// Strings between three coins and the ground: all graphs, where one needs no more than six strings.
fn nets() -> Vec<Vec<(u8, u8)>> {
    let pairs: Vec<(u8, u8)> = (0..4u8).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
    let mut nets: Vec<Vec<(u8, u8)>> = (0..1u32 << pairs.len())
        .map(|mask| pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &pair)| pair).collect())
        .collect();
    // Four boxes in a square, some sides drawn: with two strings each to the ground, which is left out in part.
    nets.push(vec![(1, 2), (2, 3), (3, 4), (4, 1), (0, 1), (0, 2), (0, 3)]);
    nets.push(vec![(1, 2), (2, 3), (0, 1), (0, 1), (0, 3), (0, 3)]);
    nets
}

#[test]
fn strings_and_coins() {
    let mut known = std::collections::HashMap::new();
    for net in nets() {
        let expected = coins(&net, &mut known);
        let game = format!("Coins({net:?})");
        assert_eq!(say(&format!("score({game})")), expected.to_string(), "{game}");
        assert_eq!(say(&format!("score({game}, Right)")), (-expected).to_string(), "{game}");
        let class = ["P", "D", "N"][(expected.signum() + 1) as usize];
        assert_eq!(say(&format!("outcome({game})")), class, "{game}");
        let winner = ["Second", "nothing", "First"][(expected.signum() + 1) as usize];
        assert_eq!(say(&format!("\"{{winner({game})}}\"")), winner, "{game}");
        if net.is_empty() {
            assert_eq!(say(&format!("\"{{best_move({game})}}\"")), "nothing");
            continue;
        }
        // A best move comes to the score, and is a winning one where there is one.
        let kept = format!(
            "[best_move({game}, p) in [m for (m, s) in move_outcomes({game}, p) if s == score({game}, p)] for p in [Left, Right]]"
        );
        assert_eq!(say(&kept), "[true, true]", "{game}");
        let wins =
            format!("(length(winning_moves({game}, Left)) > 0, best_move({game}) in winning_moves({game}, Left))");
        let won = expected > 0;
        assert_eq!(say(&wins), format!("({won}, {won})"), "{game}");
    }
}

#[test]
fn sums_of_nets_are_nets() {
    let mut known = std::collections::HashMap::new();
    let nets = nets();
    for (a, b) in [(0b111, 0b101), (0b100110, 0b11), (0b1011, 0b110000)] {
        let both: Vec<(u8, u8)> = nets[a]
            .iter()
            .copied()
            .chain(nets[b].iter().map(|&(x, y)| {
                let away = |x: u8| if x == 0 { 0 } else { x + 10 };
                (away(x), away(y))
            }))
            .collect();
        let expected = coins(&both, &mut known).to_string();
        assert_eq!(say(&format!("score(Coins({:?}) + Coins({:?}))", nets[a], nets[b])), expected);
        assert_eq!(say(&format!("score(Coins({:?}) - Coins({:?}))", nets[a], nets[b])), expected);
    }
}

#[test]
fn games_for_points_do_not_pass_for_normal_play() {
    let error = |program: &str| {
        let mut session = sprague::session::Session::new(sprague::session::Settings::default());
        let (_, errors) = crate::submit::outputs(&mut session, &format!("{RULES}\n{program}"));
        format!("{:?}", errors.first().unwrap_or_else(|| panic!("{program}")))
    };
    for question in ["canonical", "grundy", "0 ==", "mean", "temperature"] {
        let said = error(&format!("{question}(Coins([(0, 1), (1, 2)]))"));
        assert!(said.contains("may move again"), "{said}");
    }
    assert!(error("remoteness(Row([1, 2]), Left)").contains("played for points"));
    assert!(error("play(Row([1, 2]))").contains("played for points"));
    let without = error("game Bad(n)\n  moves Bad(n - 1).gains(1) if n > 0\nend\nmoves(Bad(2))");
    assert!(without.contains("no `score` clause"), "{without}");
    assert_eq!(
        say("print(outcome(Row([8, 15, 3, 7])), winner(Row([1, 5, 1])))\nRow([8, 15, 3, 7])").lines().next(),
        Some("N Second")
    );
    assert!(
        say("explain(Row([1, 5, 1]))").contains("Left begins and wants the most points for Left: the score is -3.")
    );
}

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
        prop_assert_eq!(say(&format!("score(Row({row:?}), {player})")), expected.to_string());
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

/// A component of which no rule set has a `score` clause counts 0, with either sign and however it is written, whoever has moves in it.
#[test]
fn what_knows_of_no_points_counts_nothing() {
    for beside in ["+ 1", "- 1", "+ 2", "- 1/2", "- *", "+ <|0>", "+ <|>", "+ Nim(2)", "- Nim(2)", "- 2 - Nim(1)"] {
        let game = format!("Points(3) {beside}");
        assert_eq!(say(&format!("(score({game}), score({game}, Right), outcome({game}))")), "(3, 3, L)", "{game}");
    }
    assert_eq!(say("score(-Points(3) + 1)"), "-3");
    // Points are no games, so that any number will do.
    assert_eq!(say("(score(Points(1/3) + Points(1/3)), Points(1/3))"), "(2/3, Points(1/3))");
    assert_eq!(say("(score(<0 | Points(-3)>), score(<0 | Points(-3)>, Right))"), "(0, -3)");
    // Nothing has points at all.
    for (program, said) in
        [("score(Nim(2))", "Add a line `score …` to the rule set Nim"), ("score(5)", "a `score` clause")]
    {
        let (_, errors) = crate::submit::outputs(&mut sprague::session::Session::new(Default::default()), program);
        assert!(format!("{errors:?}").contains(said), "{program}: {errors:?}");
    }
}
