//! Variants of a rule set, with that of dominoes on small boards.

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
