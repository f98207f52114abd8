//! Rows of animals, dominoes, heaps and blocks.

use super::counted::{Counted, met};
use super::{Cells, board, cyclic, impartial, lists, partizan, texts, with};
use crate::lab::Lab;
use std::collections::HashMap;

/// A row seen in the mirror, with the players exchanged.
fn mirrored(row: &Cells, own: u8, other: u8) -> Cells {
    let swap = |&s: &u8| match s {
        s if s == own => other,
        s if s == other => own,
        s => s,
    };
    row.iter().rev().map(swap).collect()
}

/// Left's moves to the right, and Right's as Left's in the mirror.
fn both(row: &Cells, own: u8, other: u8, left: impl Fn(&Cells) -> Vec<Cells>) -> (Vec<Cells>, Vec<Cells>) {
    let seen = left(&mirrored(row, own, other));
    (left(row), seen.iter().map(|r| mirrored(r, own, other)).collect())
}

/// Toads that step forward, leap over at most so many frogs, and perhaps step back.
fn toads(row: &Cells, (toad, frog): (u8, u8), most: usize, back: bool) -> Vec<Cells> {
    let mut after = Vec::new();
    for from in (0..row.len()).filter(|&i| row[i] == toad) {
        for frogs in 0..=most {
            let to = from + frogs + 1;
            if to < row.len() && row[to] == b'.' && row[from + 1..to].iter().all(|&s| s == frog) {
                after.push(with(row, &[(from, b'.'), (to, toad)]));
            }
        }
        if back && from > 0 && row[from - 1] == b'.' {
            after.push(with(row, &[(from, b'.'), (from - 1, toad)]));
        }
    }
    after
}

#[test]
fn toads_elephants_and_their_like() {
    let _counted = Counted::of("toads_elephants_and_their_like");
    let pair = (b'T', b'F');
    for most in 0..=3 {
        partizan(
            texts(6, b"TF.").into_iter().step_by(3),
            |r| board("LeapingToads", r, 6).replace(')', &format!(", {most})")),
            |r| both(r, b'T', b'F', |r| toads(r, pair, most, false)),
        );
    }
    partizan(
        texts(6, b"ER.").into_iter().step_by(2),
        |r| board("ElephantsAndRhinos", r, 6),
        |r| both(r, b'E', b'R', |r| toads(r, (b'E', b'R'), 0, false)),
    );
    cyclic(
        texts(5, b"TF."),
        |r| board("BackslidingToadsAndFrogs", r, 5),
        |r| both(r, b'T', b'F', |r| toads(r, pair, 1, true)),
    );
}

#[test]
fn toppling_dominoes() {
    let _counted = Counted::of("toppling_dominoes");
    let topple = |row: &Cells, own: u8| {
        let mut after = Vec::new();
        for i in (0..row.len()).filter(|&i| row[i] == own || row[i] == b'g') {
            after.push(row[..i].to_vec());
            after.push(row[i + 1..].to_vec());
        }
        after
    };
    let rows = (0..=5).flat_map(|n| texts(n, b"brg"));
    let count = partizan(rows, |r| board("TopplingDominoes", r, 9), |r| (topple(r, b'b'), topple(r, b'r')));
    assert_eq!(count, 364);
}

/// The piece before, if there is one, is pushed first.
fn push(row: &mut Cells, i: usize) {
    if i > 0 {
        if row[i - 1] != b'.' {
            push(row, i - 1);
        }
        row[i - 1] = row[i];
    }
    row[i] = b'.';
}

#[test]
fn push_and_shove() {
    let _counted = Counted::of("push_and_shove");
    let pushed = |row: &Cells, i: usize| {
        let mut after = row.clone();
        push(&mut after, i);
        after
    };
    let shoved = |row: &Cells, i: usize| {
        let place = |j: usize| {
            if j < i {
                row[j + 1]
            } else if j == i {
                b'.'
            } else {
                row[j]
            }
        };
        (0..row.len()).map(place).collect::<Cells>()
    };
    let moved: [(&str, &dyn Fn(&Cells, usize) -> Cells); 2] = [("Push", &pushed), ("Shove", &shoved)];
    for (rules, moved) in moved {
        let moves = |r: &Cells, own: u8| (0..r.len()).filter(|&i| r[i] == own).map(|i| moved(r, i)).collect();
        let rows = (1..=5).flat_map(|n| texts(n, b"br."));
        partizan(rows, |r| board(rules, r, 9), |r| (moves(r, b'b'), moves(r, b'r')));
    }
}

#[test]
fn end_nim() {
    let _counted = Counted::of("end_nim");
    let left = |heaps: &Vec<u64>| {
        let Some((&first, rest)) = heaps.split_first() else { return Vec::new() };
        let less = |k: u64| if k == 0 { rest.to_vec() } else { [&[k], rest].concat() };
        (0..first).map(less).collect::<Vec<_>>()
    };
    let turned = |heaps: &Vec<u64>| heaps.iter().rev().copied().collect::<Vec<u64>>();
    let rows = lists(1, 1, 5).into_iter().chain(lists(2, 1, 4)).chain(lists(3, 1, 3)).chain(lists(4, 1, 2));
    partizan(rows, |h| format!("EndNim({h:?})"), |h| (left(h), left(&turned(h)).iter().map(turned).collect()));
    impartial(lists(1, 1, 5), |h| format!("EndNim({h:?})"), |h| (0..h[0]).map(|k| vec![k]).collect());
}

/// Coins that go left, and counters that go both ways but not over each other.
#[test]
fn coins_and_counters() {
    let _counted = Counted::of("coins_and_counters");
    let slides = |row: &Cells, own: u8, way: i32| {
        let mut after = Vec::new();
        for from in (0..row.len()).filter(|&i| row[i] == own) {
            let mut at = super::stepped(row.len(), 4, from, (0, way));
            while let Some(to) = at.filter(|&to| row[to] == b'.') {
                after.push(with(row, &[(from, b'.'), (to, own)]));
                at = super::stepped(row.len(), 4, to, (0, way));
            }
        }
        after
    };
    impartial(texts(8, b".o"), |r| board("Nimble", r, 4), |r| slides(r, b'o', -1));
    let rows: Vec<Cells> = texts(4, b".xo")
        .into_iter()
        .filter(|r| b"xo".iter().all(|s| r.iter().filter(|t| *t == s).count() == 1))
        .collect();
    let boards = rows.iter().flat_map(|a| rows.iter().map(|b| [&a[..], &b[..]].concat()));
    let both = |b: &Cells, own: u8| [slides(b, own, 1), slides(b, own, -1)].concat();
    cyclic(boards, |b| board("Northcott", b, 4), |b| (both(b, b'x'), both(b, b'o')));
}

/// Three in a row on a strip, played to the end; positions in which nobody wins at once.
#[test]
fn treblecross() {
    fn wins(strip: &Cells, known: &mut HashMap<Cells, bool>) -> bool {
        if let Some(&wins) = known.get(strip) {
            return wins;
        }
        let free = (0..strip.len()).filter(|&i| strip[i] == b'.');
        let after: Vec<Cells> = free.map(|i| with(strip, &[(i, b'X')])).collect();
        let wins = after.iter().any(|s| s.windows(3).any(|w| w == b"XXX") || !wins(s, known));
        known.insert(strip.clone(), wins);
        wins
    }
    let _counted = Counted::of("treblecross");
    let (mut lab, mut known) = (Lab::new(), HashMap::new());
    for strip in (3..=11).flat_map(|n| texts(n, b".X")) {
        let written: Vec<usize> = (0..strip.len()).filter(|&i| strip[i] == b'X').collect();
        if written.windows(2).all(|w| w[1] - w[0] > 2) {
            let game = board("Treblecross", &strip, strip.len());
            let expected = if wins(&strip, &mut known) { "N" } else { "P" };
            assert_eq!(lab.say(&format!("outcome({game})")), expected, "{game}");
            met(&game);
        }
    }
}
