//! Variants of a rule set, with that of dominoes on small boards.

use super::counted::Counted;
use super::{Cells, board, impartial, partizan, stepped, texts, with};

fn dominoes(cells: &Cells, columns: usize) -> (Vec<Cells>, Vec<Cells>) {
    let place = |step: (i32, i32)| {
        let free = (0..cells.len()).filter(|&i| cells[i] == b'.');
        let pairs =
            free.filter_map(|i| stepped(cells.len(), columns, i, step).filter(|&j| cells[j] == b'.').map(|j| (i, j)));
        pairs.map(|(i, j)| with(cells, &[(i, b'#'), (j, b'#')])).collect::<Vec<_>>()
    };
    (place((1, 0)), place((0, 1)))
}

#[test]
fn of_dominoes() {
    let _counted = Counted::of("of_dominoes");
    for columns in [2, 3] {
        let boards = || texts(6, b".#");
        let text = |variant: &str, b: &Cells| board(&format!("{variant}(Domineering)"), b, columns);
        impartial(
            boards(),
            |b| text("impartial", b),
            |b| {
                let (left, right) = dominoes(b, columns);
                [left, right].concat()
            },
        );
        partizan(
            boards(),
            |b| text("dicotic", b),
            |b| match dominoes(b, columns) {
                (left, right) if left.is_empty() || right.is_empty() => (vec![], vec![]),
                both => both,
            },
        );
        // After an odd number of moves the players have each other's sides.
        partizan(
            boards().into_iter().map(|b| (b, false)),
            |(b, _)| text("twisted", b),
            |(b, exchanged)| {
                let (left, right) = dominoes(b, columns);
                let after = |moves: Vec<Cells>| moves.into_iter().map(|b| (b, !exchanged)).collect();
                if *exchanged { (after(right), after(left)) } else { (after(left), after(right)) }
            },
        );
    }
}

/// Heaps from which up to three are taken.
fn taken(n: u64) -> Vec<u64> {
    (1..=n.min(3)).map(|k| n - k).collect()
}

/// Values of games whose moves are moves in two heaps at once, or in one of two or both, and who wins if the last player loses.
#[test]
fn of_heaps() {
    let _counted = Counted::of("of_heaps");
    let pairs = || (0..7u64).flat_map(|a| (0..7).map(move |b| (a, b)));
    let text = |how: &str, (a, b): &(u64, u64)| format!("{how}({a}, {b})");
    let mut count = impartial(
        pairs(),
        |p| {
            text(
                "conjunctive(impartial(partizan_subtraction([1, 2], [3])), impartial(partizan_subtraction([2], [1, 3])))",
                p,
            )
        },
        |(a, b)| taken(*a).into_iter().flat_map(|x| taken(*b).into_iter().map(move |y| (x, y))).collect(),
    );
    count += impartial(
        pairs(),
        |p| {
            text(
                "selective(impartial(partizan_subtraction([1, 2], [3])), impartial(partizan_subtraction([2], [1, 3])))",
                p,
            )
        },
        |(a, b)| {
            let both = taken(*a).into_iter().flat_map(|x| taken(*b).into_iter().map(move |y| (x, y)));
            let first = taken(*a).into_iter().map(|x| (x, *b));
            first.chain(taken(*b).into_iter().map(|y| (*a, y))).chain(both).collect()
        },
    );
    // In the misere variant a player without a move makes a last one, to nothing.
    count += partizan(
        (0..40u64).map(Some),
        |n| match n {
            Some(n) => format!("last_loses(partizan_subtraction([1, 4], [2, 3]))({n})"),
            None => "0".into(),
        },
        |n| {
            let Some(n) = *n else { return (vec![], vec![]) };
            let after = |takes: [u64; 2]| {
                let found: Vec<Option<u64>> = takes.iter().filter(|&&k| k <= n).map(|k| Some(n - k)).collect();
                if found.is_empty() { vec![None] } else { found }
            };
            (after([1, 4]), after([2, 3]))
        },
    );
    assert_eq!(count, 49 + 49 + 40);
}
