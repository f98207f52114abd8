//! Rule sets of the library against an independent, slow account of the same rules, on all small positions.

use crate::games::counted::{Counted, met};
use crate::lab::Lab;
use crate::oracle::{Options, Oracle};
use std::collections::HashMap;

/// A board as rows of cells, from its cells row by row.
type Cells = Vec<u8>;

fn written(cells: &[u8], columns: usize) -> String {
    let rows: Vec<String> = cells.chunks(columns).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    rows.join("|")
}

/// All boards of so many cells with these symbols.
fn boards(count: usize, symbols: &[u8]) -> Vec<Cells> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all.iter().flat_map(|b: &Cells| symbols.iter().map(|s| [&b[..], &[*s]].concat())).collect();
    }
    all
}

/// Compares the library with the oracle on these boards.
fn agree(rules: &str, all: &[Cells], columns: usize, options: &Options<'_, Cells>) {
    let (mut lab, oracle, mut known) = (Lab::new(), Oracle::default(), HashMap::new());
    for cells in all {
        let game = format!("{rules}(\"{}\")", written(cells, columns));
        let expected = oracle.play(cells, options, &mut known);
        let found = lab.tree(&game, &oracle);
        met(&game);
        assert!(oracle.equal(&expected, &found), "{game}");
    }
}

/// Pairs of cells that are neighbours, one way.
fn neighbours(rows: usize, columns: usize, down: bool) -> Vec<(usize, usize)> {
    let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    cells
        .filter(|(r, c)| if down { r + 1 < rows } else { c + 1 < columns })
        .map(|(r, c)| (r * columns + c, if down { (r + 1) * columns + c } else { r * columns + c + 1 }))
        .collect()
}

fn with(cells: &Cells, changes: &[(usize, u8)]) -> Cells {
    let mut after = cells.clone();
    for &(i, symbol) in changes {
        after[i] = symbol;
    }
    after
}

#[test]
fn domineering() {
    let _counted = Counted::of("domineering");
    for (rows, columns) in [(2, 3), (3, 2), (3, 3)] {
        let place = |cells: &Cells, down: bool| {
            let pairs = neighbours(rows, columns, down).into_iter();
            let free = pairs.filter(|&(i, j)| cells[i] == b'.' && cells[j] == b'.');
            free.map(|(i, j)| with(cells, &[(i, b'#'), (j, b'#')])).collect::<Vec<_>>()
        };
        agree("Domineering", &boards(rows * columns, b".#"), columns, &|b| (place(b, true), place(b, false)));
    }
}

#[test]
fn cram() {
    let _counted = Counted::of("cram");
    let place = |cells: &Cells| {
        let pairs = neighbours(3, 3, true).into_iter().chain(neighbours(3, 3, false));
        let free = pairs.filter(|&(i, j)| cells[i] == b'.' && cells[j] == b'.');
        free.map(|(i, j)| with(cells, &[(i, b'#'), (j, b'#')])).collect::<Vec<_>>()
    };
    agree("Cram", &boards(9, b".#"), 3, &|b| (place(b), place(b)));
}

/// The trominoes and the T of four cells, on all boards of three by three; what falls apart into regions is the sum of them.
#[test]
fn polyominoes() {
    let _counted = Counted::of("polyominoes");
    let shapes: [(&str, &[(i32, i32)]); 3] = [
        (".#|##", &[(0, 1), (1, 0), (1, 1)]),
        ("###", &[(0, 0), (0, 1), (0, 2)]),
        (".#.|###", &[(0, 1), (1, 0), (1, 1), (1, 2)]),
    ];
    // The eight ways to turn and reflect a square.
    const WAYS: [[i32; 4]; 8] = [
        [1, 0, 0, 1],
        [1, 0, 0, -1],
        [-1, 0, 0, 1],
        [-1, 0, 0, -1],
        [0, 1, 1, 0],
        [0, 1, -1, 0],
        [0, -1, 1, 0],
        [0, -1, -1, 0],
    ];
    for (drawn, shape) in shapes {
        let place = |cells: &Cells| {
            let mut after = Vec::new();
            for [a, b, c, d] in WAYS {
                for (r0, c0) in (-3..6).flat_map(|r| (-3..6).map(move |c| (r, c))) {
                    let at = shape.iter().map(|&(x, y)| (r0 + a * x + b * y, c0 + c * x + d * y));
                    let inside: Vec<usize> = at
                        .filter(|&(x, y)| (0..3).contains(&x) && (0..3).contains(&y))
                        .map(|(x, y)| (x * 3 + y) as usize)
                        .collect();
                    if inside.len() == shape.len() && inside.iter().all(|&i| cells[i] == b'.') {
                        let changes: Vec<(usize, u8)> = inside.into_iter().map(|i| (i, b'#')).collect();
                        after.push(with(cells, &changes));
                    }
                }
            }
            after
        };
        let (mut lab, oracle, mut known) = (Lab::new(), Oracle::default(), HashMap::new());
        for cells in boards(9, b".#") {
            let game = format!("Polyomino(\"{}\", \"{drawn}\")", written(&cells, 3));
            let expected = oracle.play(&cells, &|b| (place(b), place(b)), &mut known);
            let found = lab.tree(&game, &oracle);
            met(&game);
            assert!(oracle.equal(&expected, &found), "{game}");
        }
    }
}

#[test]
fn clobber() {
    let _counted = Counted::of("clobber");
    let clobbered = |rows, columns, cells: &Cells, own: u8, other: u8| {
        let pairs = neighbours(rows, columns, true).into_iter().chain(neighbours(rows, columns, false));
        let both = pairs.flat_map(|(i, j)| [(i, j), (j, i)]);
        let moves = both.filter(|&(i, j)| cells[i] == own && cells[j] == other);
        moves.map(|(i, j)| with(cells, &[(i, b'.'), (j, own)])).collect::<Vec<_>>()
    };
    for (rows, columns) in [(2, 3), (1, 6)] {
        agree("Clobber", &boards(rows * columns, b".xo"), columns, &|b| {
            (clobbered(rows, columns, b, b'x', b'o'), clobbered(rows, columns, b, b'o', b'x'))
        });
    }
}

#[test]
fn toads_and_frogs() {
    let _counted = Counted::of("toads_and_frogs");
    let toads = |cells: &Cells| {
        let mut after = Vec::new();
        for i in 0..cells.len() {
            if cells[i..].starts_with(b"T.") {
                after.push(with(cells, &[(i, b'.'), (i + 1, b'T')]));
            } else if cells[i..].starts_with(b"TF.") {
                after.push(with(cells, &[(i, b'.'), (i + 2, b'T')]));
            }
        }
        after
    };
    // A frog is a toad seen in the mirror.
    let mirrored = |cells: &Cells| {
        let swap = |c: &u8| match c {
            b'T' => b'F',
            b'F' => b'T',
            other => *other,
        };
        cells.iter().rev().map(swap).collect::<Cells>()
    };
    agree("ToadsAndFrogs", &boards(6, b"TF."), 6, &|b| (toads(b), toads(&mirrored(b)).iter().map(mirrored).collect()));
}

#[test]
fn amazons() {
    let _counted = Counted::of("amazons");
    const WAYS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let reach = |cells: &Cells, columns: usize, from: usize| {
        let (rows, columns) = ((cells.len() / columns) as i32, columns as i32);
        let mut found = Vec::new();
        for (dr, dc) in WAYS {
            let (mut r, mut c) = (from as i32 / columns + dr, from as i32 % columns + dc);
            while r >= 0 && c >= 0 && r < rows && c < columns && cells[(r * columns + c) as usize] == b'.' {
                found.push((r * columns + c) as usize);
                (r, c) = (r + dr, c + dc);
            }
        }
        found
    };
    let moves = |cells: &Cells, columns: usize, queen: u8| {
        let mut after = Vec::new();
        for from in (0..cells.len()).filter(|&i| cells[i] == queen) {
            for to in reach(cells, columns, from) {
                let moved = with(cells, &[(from, b'.'), (to, queen)]);
                for arrow in reach(&moved, columns, to) {
                    after.push(with(&moved, &[(arrow, b'#')]));
                }
            }
        }
        after
    };
    for (cells, columns) in [(4, 2), (4, 4)] {
        agree("Amazons", &boards(cells, b"xo.#"), columns, &|b| (moves(b, columns, b'x'), moves(b, columns, b'o')));
    }
}

/// All colourings of a house with a chimney: edges between the vertices 0 (the ground) to 4.
#[test]
fn hackenbush() {
    let _counted = Counted::of("hackenbush");
    const EDGES: [(usize, usize); 5] = [(0, 1), (1, 2), (2, 0), (2, 3), (0, 0)];
    let rooted = |cells: Cells| {
        let mut held = [true, false, false, false];
        for _ in 0..held.len() {
            for (i, &(a, b)) in EDGES.iter().enumerate() {
                if cells[i] != b'.' && (held[a] || held[b]) {
                    (held[a], held[b]) = (true, true);
                }
            }
        }
        let kept = |(i, &(a, _)): (usize, &(usize, usize))| if held[a] { cells[i] } else { b'.' };
        EDGES.iter().enumerate().map(kept).collect::<Cells>()
    };
    let cut = |cells: &Cells, colour: u8| {
        let own = (0..EDGES.len()).filter(|&i| cells[i] == colour || cells[i] == b'g');
        own.map(|i| rooted(with(cells, &[(i, b'.')]))).collect::<Vec<_>>()
    };
    let options = |cells: &Cells| (cut(cells, b'b'), cut(cells, b'r'));
    let (mut lab, oracle, mut known) = (Lab::new(), Oracle::default(), HashMap::new());
    for cells in boards(EDGES.len(), b"brg") {
        let name = |v: usize| if v == 0 { "ground".to_string() } else { format!("v{v}") };
        let edges = EDGES.iter().zip(&cells);
        let edges: Vec<String> =
            edges.map(|(&(a, b), &c)| format!("(\"{}\", \"{}\", \"{}\")", name(a), name(b), c as char)).collect();
        let game = format!("Hackenbush([{}])", edges.join(", "));
        let expected = oracle.play(&cells, &options, &mut known);
        let found = lab.tree(&game, &oracle);
        met(&game);
        assert!(oracle.equal(&expected, &found), "{game}");
    }
}
