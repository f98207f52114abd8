//! Coins that are turned over.

use super::counted::Counted;
use super::{Cells, board, impartial, texts, with};

/// The places of a set of places, from 1.
fn places(set: usize) -> Vec<usize> {
    (1..=usize::BITS as usize).filter(|i| set >> (i - 1) & 1 == 1).collect()
}

/// Every set of coins that the rules allow, of which the last shows heads, is turned over.
#[test]
fn rows_of_coins() {
    let _counted = Counted::of("rows_of_coins");
    const COINS: usize = 7;
    let equal_steps = |p: &[usize]| p.windows(2).all(|w| w[1] - w[0] == p[1] - p[0]);
    let symmetric = |p: &[usize]| p.iter().zip(p.iter().rev()).all(|(a, b)| a + b == p[0] + p[p.len() - 1]);
    let allowed: [(&str, &dyn Fn(&[usize]) -> bool); 8] = [
        ("TurningTurtles", &|p| p.len() <= 2),
        ("MockTurtles", &|p| p.len() <= 3),
        ("Twins", &|p| p.len() == 2),
        ("Triplets", &|p| p.len() == 3),
        ("Ruler", &|p| p[p.len() - 1] - p[0] + 1 == p.len()),
        ("Turnips", &|p| p.len() == 3 && equal_steps(p)),
        ("Grunt", &|p| p.len() == 4 && p[0] == 1 && symmetric(p)),
        ("Sym", &|p| symmetric(p)),
    ];
    let mut count = 0;
    for (rules, may) in allowed {
        count += impartial(
            texts(COINS, b"ht"),
            |row| board(rules, row, COINS),
            |row| {
                let sets = (1..1usize << COINS).map(places).filter(|p| may(p) && row[p[p.len() - 1] - 1] == b'h');
                let turned = |p: Vec<usize>| {
                    let over = |i: usize| if row[i - 1] == b'h' { b't' } else { b'h' };
                    with(row, &p.iter().map(|&i| (i - 1, over(i))).collect::<Vec<_>>())
                };
                sets.map(turned).collect()
            },
        );
    }
    assert_eq!(count, 1024);
}

#[test]
fn boards_of_coins() {
    let _counted = Counted::of("boards_of_coins");
    let turned = |b: &Cells, cells: &[usize]| {
        with(b, &cells.iter().map(|&i| (i, if b[i] == b'h' { b't' } else { b'h' })).collect::<Vec<_>>())
    };
    let at = |r: usize, c: usize| 3 * r + c;
    impartial(
        texts(9, b"ht").into_iter().step_by(2),
        |b| board("AcrosticTwins", b, 3),
        |b| {
            let mut after = Vec::new();
            for (r, c) in (0..9).map(|i| (i / 3, i % 3)).filter(|&(r, c)| b[at(r, c)] == b'h') {
                after.extend((0..r).map(|k| turned(b, &[at(r, c), at(k, c)])));
                after.extend((0..c).map(|k| turned(b, &[at(r, c), at(r, k)])));
            }
            after
        },
    );
    impartial(
        texts(9, b"ht").into_iter().step_by(2),
        |b| board("TurningCorners", b, 3),
        |b| {
            let mut after = Vec::new();
            for (r, c) in (0..9).map(|i| (i / 3, i % 3)).filter(|&(r, c)| b[at(r, c)] == b'h') {
                for (i, j) in (0..r).flat_map(|i| (0..c).map(move |j| (i, j))) {
                    after.push(turned(b, &[at(r, c), at(i, c), at(r, j), at(i, j)]));
                }
            }
            after
        },
    );
}
