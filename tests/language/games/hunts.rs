//! Men that move on boards.

use super::counted::Counted;
use super::{BISHOP, Cells, KING, ROOK, board, cyclic, partizan, stepped, texts, with};

#[test]
fn konane() {
    let _counted = Counted::of("konane");
    for columns in [1, 2, 3, 6] {
        let jumps = |b: &Cells, own: u8, other: u8| {
            let mut after = Vec::new();
            for from in (0..b.len()).filter(|&i| b[i] == own) {
                for step in ROOK {
                    let (mut now, mut at) = (b.clone(), from);
                    while let Some(over) = stepped(b.len(), columns, at, step) {
                        let Some(to) = stepped(b.len(), columns, over, step) else { break };
                        if now[over] != other || now[to] != b'.' {
                            break;
                        }
                        now = with(&now, &[(at, b'.'), (over, b'.'), (to, own)]);
                        after.push(now.clone());
                        at = to;
                    }
                }
            }
            after
        };
        let some = texts(6, b".xo").into_iter().step_by(2);
        partizan(some, |b| board("Konane", b, columns), |b| (jumps(b, b'x', b'o'), jumps(b, b'o', b'x')));
    }
}

#[test]
fn mazes() {
    let _counted = Counted::of("mazes");
    for (rules, far) in [("Maze", true), ("Maize", false)] {
        for columns in [1, 2, 3, 6] {
            let moves = |b: &Cells, step: (i32, i32)| {
                let from = b.iter().position(|&s| s == b'x').expect("there is a token");
                let (mut after, mut at) = (Vec::new(), stepped(6, columns, from, step));
                while let Some(to) = at.filter(|&to| b[to] == b'.') {
                    after.push(with(b, &[(from, b'.'), (to, b'x')]));
                    at = if far { stepped(6, columns, to, step) } else { None };
                }
                after
            };
            let one = texts(6, b".x#").into_iter().filter(|b| b.iter().filter(|&&s| s == b'x').count() == 1);
            partizan(one, |b| board(rules, b, columns), |b| (moves(b, (1, 0)), moves(b, (0, 1))));
        }
    }
}

#[test]
fn fox_and_geese() {
    let _counted = Counted::of("fox_and_geese");
    const CELLS: usize = 12;
    for columns in [3, 4] {
        let moves = |b: &Cells, man: u8, steps: &[(i32, i32)]| {
            let mut after = Vec::new();
            for from in (0..CELLS).filter(|&i| b[i] == man) {
                for to in steps.iter().filter_map(|&step| stepped(CELLS, columns, from, step)) {
                    if b[to] == b'.' {
                        after.push(with(b, &[(from, b'.'), (to, man)]));
                    }
                }
            }
            after
        };
        let mut boards = Vec::new();
        for fox in 0..CELLS {
            for goose in (0..CELLS).filter(|&g| g != fox) {
                for other in (goose..CELLS).filter(|&g| g != fox) {
                    boards.push(with(&vec![b'.'; CELLS], &[(fox, b'o'), (goose, b'x'), (other, b'x')]));
                }
            }
        }
        cyclic(
            boards.into_iter().step_by(7),
            |b| board("FoxAndGeese", b, columns),
            |b| (moves(b, b'x', &[(1, 1), (1, -1)]), moves(b, b'o', &BISHOP)),
        );
    }
}

#[test]
fn hare_and_hounds() {
    let _counted = Counted::of("hare_and_hounds");
    const LINES: [(usize, usize); 22] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (2, 3),
        (1, 4),
        (2, 5),
        (3, 6),
        (4, 5),
        (5, 6),
        (4, 7),
        (5, 8),
        (6, 9),
        (7, 8),
        (8, 9),
        (7, 10),
        (8, 10),
        (9, 10),
        (1, 5),
        (3, 5),
        (5, 7),
        (5, 9),
    ];
    const COLUMN: [usize; 11] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4];
    type Position = ([usize; 3], usize);
    let beside = |p: usize| {
        LINES.iter().filter_map(move |&(a, b)| if a == p { Some(b) } else { (b == p).then_some(a) }).collect::<Vec<_>>()
    };
    let options = |&(hounds, hare): &Position| {
        let mut left = Vec::new();
        let caught_up = hounds.iter().any(|&p| COLUMN[p] < COLUMN[hare]);
        for i in 0..3 {
            for to in beside(hounds[i]).into_iter().filter(|_| caught_up) {
                if COLUMN[to] >= COLUMN[hounds[i]] && to != hare && !hounds.contains(&to) {
                    let mut after = hounds;
                    after[i] = to;
                    after.sort_unstable();
                    left.push((after, hare));
                }
            }
        }
        // Who has won may pass.
        if !caught_up {
            return (left, vec![(hounds, hare)]);
        }
        let right = beside(hare).into_iter().filter(|to| !hounds.contains(to)).map(|to| (hounds, to)).collect();
        (left, right)
    };
    let mut positions: Vec<Position> = Vec::new();
    for a in 0..11 {
        for b in a + 1..11 {
            for c in b + 1..11 {
                positions.extend((0..11).filter(|&h| ![a, b, c].contains(&h)).map(|h| ([a, b, c], h)));
            }
        }
    }
    let text = |(hounds, hare): &Position| format!("HareAndHounds({hounds:?}, {hare})");
    cyclic(positions.into_iter().step_by(7), text, options);
}

#[test]
fn quadraphage() {
    let _counted = Counted::of("quadraphage");
    let options = |b: &Cells| {
        let king = b.iter().position(|&s| s == b'K').expect("there is a king");
        let edge = king / 4 == 0 || king / 4 == 3 || king % 4 == 0 || king % 4 == 3;
        if edge {
            // Who has won may pass.
            return (Vec::new(), vec![b.clone()]);
        }
        let eaten = (0..16).filter(|&i| b[i] == b'.').map(|i| with(b, &[(i, b'#')])).collect();
        let to = KING.iter().filter_map(|&step| stepped(16, 4, king, step)).filter(|&to| b[to] == b'.');
        (eaten, to.map(|to| with(b, &[(king, b'.'), (to, b'K')])).collect())
    };
    // The king in the middle, and every pattern of food on the ring around the four middle squares.
    let ring = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4];
    let boards = (0..1usize << 12).filter(|food| food.count_ones() <= 3).step_by(3).map(|food| {
        let mut b = vec![b'#'; 16];
        (0..12).filter(|i| food >> i & 1 == 1).for_each(|i| b[ring[i]] = b'.');
        with(&b, &[(5, b'K'), (6, b'.'), (9, b'.'), (10, if food % 2 == 0 { b'.' } else { b'#' })])
    });
    cyclic(boards, |b| board("Quadraphage", b, 4), options);
}

/// Three by four squares with one or two attackers, and the king alone or with a man.
#[test]
fn tafl() {
    let _counted = Counted::of("tafl");
    const CELLS: usize = 12;
    let moves = |b: &Cells, own: &[u8], others: &[u8]| {
        let mut after = Vec::new();
        for from in (0..CELLS).filter(|&i| own.contains(&b[i])) {
            for way in ROOK {
                let mut at = stepped(CELLS, 4, from, way);
                while let Some(to) = at.filter(|&to| b[to] == b'.') {
                    let mut now = with(b, &[(from, b'.'), (to, b[from])]);
                    let settled = now.clone();
                    for step in ROOK {
                        let Some(between) = stepped(CELLS, 4, to, step) else { continue };
                        let Some(beyond) = stepped(CELLS, 4, between, step) else { continue };
                        if others.contains(&settled[between]) && own.contains(&settled[beyond]) {
                            now[between] = b'.';
                        }
                    }
                    after.push(now);
                    at = stepped(CELLS, 4, to, way);
                }
            }
        }
        after
    };
    let options = |b: &Cells| {
        let Some(king) = b.iter().position(|&s| s == b'K') else { return (moves(b, b"x", b"oK"), Vec::new()) };
        let edge = king / 4 != 1 || king % 4 == 0 || king % 4 == 3;
        // Who has won may pass.
        if edge { (Vec::new(), vec![b.clone()]) } else { (moves(b, b"x", b"oK"), moves(b, b"oK", b"x")) }
    };
    let mut boards = Vec::new();
    for (x, y) in (0..CELLS).flat_map(|x| (0..CELLS).map(move |y| (x, y))) {
        let men = with(&with(&vec![b'.'; CELLS], &[(x, b'x'), (y, if x < y { b'x' } else { b'o' })]), &[(5, b'K')]);
        if men.contains(&b'x') && x != 5 && y != 5 {
            boards.push(men);
        }
    }
    cyclic(boards.into_iter().step_by(5), |b| board("Tafl", b, 4), options);
}
