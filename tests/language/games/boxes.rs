//! Dots and boxes, strings and coins.

use super::counted::{Counted, met};
use crate::lab::Lab;
use std::collections::HashMap;

type Strings = Vec<(u8, u8)>;

/// The strings without one, and how many coins that frees; 0 is the ground.
fn cut(strings: &Strings, i: usize) -> (Strings, i64) {
    let mut rest = strings.clone();
    let (a, b) = rest.remove(i);
    let free = |x: u8| x != 0 && rest.iter().all(|&(c, d)| c != x && d != x);
    let coins = i64::from(free(a)) + i64::from(free(b) && a != b);
    (rest, coins)
}

/// How many coins more than the other the player to move gets.
fn lead(strings: &Strings, known: &mut HashMap<Strings, i64>) -> i64 {
    if let Some(&lead) = known.get(strings) {
        return lead;
    }
    let mut best = None;
    for i in 0..strings.len() {
        let (rest, coins) = cut(strings, i);
        let after = lead(&rest, known);
        best = best.max(Some(if coins > 0 { coins + after } else { -after }));
    }
    known.insert(strings.clone(), best.unwrap_or(0));
    best.unwrap_or(0)
}

/// Whether the player to move has the last move of Nimstring beside a heap of Nim; who takes a coin must move again.
fn last_move(strings: &Strings, heap: u64, known: &mut HashMap<(Strings, u64), bool>) -> bool {
    if let Some(&wins) = known.get(&(strings.clone(), heap)) {
        return wins;
    }
    let mut wins = (0..heap).any(|k| !last_move(strings, k, known));
    for i in 0..strings.len() {
        let (rest, coins) = cut(strings, i);
        wins |= last_move(&rest, heap, known) == (coins > 0);
    }
    known.insert((strings.clone(), heap), wins);
    wins
}

/// All ways to take up to so many strings among these, in this order and each at most twice.
fn positions() -> Vec<Strings> {
    const ENDS: [(u8, u8); 6] = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (0, 2)];
    let mut all: Vec<Strings> = vec![Vec::new()];
    for ends in ENDS {
        let more = |s: &Strings| (0..=2).map(|n| [&s[..], &vec![ends; n]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(more).filter(|s| s.len() <= 5).collect();
    }
    all
}

#[test]
fn strings_and_coins() {
    let _counted = Counted::of("strings_and_coins");
    let (mut lab, mut known, mut nim) = (Lab::new(), HashMap::new(), HashMap::new());
    let all = positions();
    assert!(all.len() > 250, "{}", all.len());
    for strings in all.iter().step_by(2) {
        let said = lab.say(&format!("score(StringsAndCoins({strings:?}))"));
        assert_eq!(said, lead(strings, &mut known).to_string(), "{strings:?}");
        let expected = if last_move(strings, 0, &mut nim) { "N" } else { "P" };
        assert_eq!(lab.say(&format!("outcome(Nimstring({strings:?}))")), expected, "{strings:?}");
        // The nim-value is the only heap beside which the position is lost.
        let lost: Vec<u64> = (0..=8).filter(|&heap| !last_move(strings, heap, &mut nim)).collect();
        let expected = if lost.is_empty() { "loony".to_string() } else { lost[0].to_string() };
        assert!(lost.len() <= 1, "{strings:?}: {lost:?}");
        assert_eq!(lab.say(&format!("nimstring_value({strings:?})")), expected, "{strings:?}");
        ["StringsAndCoins", "Nimstring"].into_iter().for_each(met);
    }
}

/// Boards as strings and coins: the outside is the ground.
#[test]
fn dots_and_boxes() {
    let _counted = Counted::of("dots_and_boxes");
    let mut lab = Lab::new();
    // One row of boxes: left to right the upright lines, then above and below each box.
    for n in 1..=2u8 {
        let upright = |i: u8| (if i == 0 { 0 } else { i }, if i == n { 0 } else { i + 1 });
        let lines: Strings = (0..=n).map(upright).chain((1..=n).flat_map(|i| [(i, 0), (i, 0)])).collect();
        for drawn in 0..1u32 << lines.len() {
            let left: Strings = (0..lines.len()).filter(|i| drawn >> i & 1 == 0).map(|i| lines[i]).collect();
            let sign = |i: u8| if drawn >> i & 1 == 0 { '.' } else { '-' };
            let taken = |i: u8| left.iter().all(|&(a, b)| a != i && b != i);
            let flat = |below: u8| {
                (1..=n).map(|i| format!("+{}", sign(n + 1 + 2 * (i - 1) + below))).collect::<String>() + "+"
            };
            let middle: String =
                (1..=n).map(|i| format!("{}{}", sign(i - 1), if taken(i) { '#' } else { 'o' })).collect::<String>()
                    + &sign(n).to_string();
            let game = format!("DotsAndBoxes(\"{}|{middle}|{}\")", flat(0), flat(1));
            assert_eq!(lab.say(&format!("score({game})")), lead(&left, &mut HashMap::new()).to_string(), "{game}");
            met(&game);
        }
    }
    // Two by two, from the beginning.
    let mut lines: Strings = vec![(1, 2), (3, 4), (1, 3), (2, 4)];
    lines.extend((1..=4).flat_map(|i| [(i, 0), (i, 0)]));
    assert_eq!(lab.say("score(DotsAndBoxes(dots(2, 2)))"), lead(&lines, &mut HashMap::new()).to_string());
}
