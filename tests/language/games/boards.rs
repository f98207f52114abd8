//! Clobber and its family; boards that fill up.

use super::counted::Counted;
use super::{BISHOP, Cells, KING, KNIGHT, ROOK, board, cyclic, impartial, partizan, stepped, texts, with};

/// What a player may do in a game of the family.
struct Way<'a> {
    steps: &'a [(i32, i32)],
    /// What a stone may move onto, by who owns it.
    own: bool,
    other: bool,
    free: bool,
    /// What stays behind, where Left moves.
    stays: u8,
    far: bool,
}

fn clobbers(cells: &Cells, columns: usize, [own, other]: [u8; 2], way: &Way<'_>) -> Vec<Cells> {
    let mut after = Vec::new();
    let stays = match way.stays {
        b'x' => own,
        b'o' => other,
        square => square,
    };
    for from in (0..cells.len()).filter(|&i| cells[i] == own) {
        for &step in way.steps {
            let mut at = stepped(cells.len(), columns, from, step);
            while let Some(to) = at {
                let stone = cells[to];
                let may = stone == own && way.own || stone == other && way.other || stone == b'.' && way.free;
                if may {
                    after.push(with(cells, &[(from, stays), (to, own)]));
                }
                at = if way.far && stone == b'.' { stepped(cells.len(), columns, to, step) } else { None };
            }
        }
    }
    after
}

#[test]
fn the_family_of_clobber() {
    let _counted = Counted::of("the_family_of_clobber");
    let plain = Way { steps: &ROOK, own: false, other: true, free: false, stays: b'.', far: false };
    let family = [
        ("KingClobber", Way { steps: &KING, ..plain }, 1),
        ("KnightClobber", Way { steps: &KNIGHT, ..plain }, 1),
        ("RookClobber", Way { far: true, ..plain }, 2),
        ("QueenClobber", Way { steps: &KING, far: true, ..plain }, 2),
        ("HotClobber", Way { own: true, ..plain }, 2),
        ("AntiClobber", Way { other: false, free: true, stays: b'o', ..plain }, 2),
    ];
    let mut count = 0;
    for (rules, way, every) in family {
        for columns in [2, 3, 6] {
            count += partizan(
                texts(6, b".xo").into_iter().step_by(3 * every),
                |b| board(rules, b, columns),
                |b| (clobbers(b, columns, [b'x', b'o'], &way), clobbers(b, columns, [b'o', b'x'], &way)),
            );
        }
    }
    assert!(count > 2500, "{count}");
}

/// Rules of one's own, among them steps that have no way back, and stones and walls that stay behind.
#[test]
fn clobber_by_other_rules() {
    let _counted = Counted::of("clobber_by_other_rules");
    const FORWARD: [(i32, i32); 3] = [(0, 1), (1, 1), (1, -1)];
    let plain = Way { steps: &ROOK, own: false, other: true, free: false, stays: b'.', far: false };
    let family = [
        ("bishop_steps", Way { steps: &BISHOP, own: true, ..plain }),
        ("[(0, 1), (1, 1), (1, -1)]", Way { steps: &FORWARD, ..plain }),
        ("[(0, 1), (1, 1), (1, -1)]", Way { steps: &FORWARD, far: true, ..plain }),
        ("rook_steps", Way { free: true, stays: b'#', far: true, ..plain }),
        ("king_steps", Way { steps: &KING, own: true, free: true, stays: b'#', ..plain }),
        ("knight_steps", Way { steps: &KNIGHT, other: false, free: true, stays: b'o', ..plain }),
        ("bishop_steps", Way { steps: &BISHOP, other: false, free: true, stays: b'o', far: true, ..plain }),
        ("rook_steps", Way { other: false, own: true, far: true, ..plain }),
    ];
    for (steps, way) in &family {
        let signs = [(way.other, "o"), (way.own, "x"), (way.free, ".")];
        let onto: String = signs.iter().filter(|(may, _)| *may).map(|(_, sign)| *sign).collect();
        let rules = format!("{steps}, \"{onto}\", \"{}\", {}", way.stays as char, way.far);
        for columns in [2, 3] {
            partizan(
                texts(6, b".xo#").into_iter().step_by(31),
                |b| board("ClobberBy", b, columns).replace(')', &format!(", {rules})")),
                |b| (clobbers(b, columns, [b'x', b'o'], way), clobbers(b, columns, [b'o', b'x'], way)),
            );
        }
    }
    partizan(
        texts(6, b".xo").into_iter().step_by(3),
        |b| board("clobber(bishop_steps, onto = \"xo\")", b, 3),
        |b| (clobbers(b, 3, [b'x', b'o'], &family[0].1), clobbers(b, 3, [b'o', b'x'], &family[0].1)),
    );
}

/// The stones of the group of a stone, and whether a free cell touches it.
fn group(cells: &Cells, columns: usize, from: usize) -> (Vec<usize>, bool) {
    let (mut stones, mut at, mut breathes) = (vec![from], 0, false);
    while at < stones.len() {
        let stone = stones[at];
        for near in ROOK.iter().filter_map(|&step| stepped(cells.len(), columns, stone, step)) {
            breathes |= cells[near] == b'.';
            if cells[near] == cells[from] && !stones.contains(&near) {
                stones.push(near);
            }
        }
        at += 1;
    }
    (stones, breathes)
}

fn all_breathe(cells: &Cells, columns: usize) -> bool {
    (0..cells.len()).filter(|&i| b"xo".contains(&cells[i])).all(|i| group(cells, columns, i).1)
}

#[test]
fn nogo() {
    let _counted = Counted::of("nogo");
    for columns in [2, 3, 6] {
        let place = |b: &Cells, stone: u8| {
            let free = (0..b.len()).filter(|&i| b[i] == b'.');
            free.map(|i| with(b, &[(i, stone)])).filter(|b| all_breathe(b, columns)).collect::<Vec<_>>()
        };
        let legal = texts(6, b".xo").into_iter().filter(|b| all_breathe(b, columns));
        partizan(legal, |b| board("NoGo", b, columns), |b| (place(b, b'x'), place(b, b'o')));
    }
}

#[test]
fn go_without_passing() {
    let _counted = Counted::of("go_without_passing");
    for (cells, columns) in [(4, 4), (4, 2), (5, 5)] {
        let place = |b: &Cells, own: u8, other: u8| {
            let mut after = Vec::new();
            for i in (0..b.len()).filter(|&i| b[i] == b'.') {
                let placed = with(b, &[(i, own)]);
                let taken = (0..b.len()).filter(|&j| placed[j] == other && !group(&placed, columns, j).1);
                let cleared = with(&placed, &taken.map(|j| (j, b'.')).collect::<Vec<_>>());
                if group(&cleared, columns, i).1 {
                    after.push(cleared);
                }
            }
            after
        };
        let legal = texts(cells, b".xo").into_iter().filter(|b| all_breathe(b, columns));
        cyclic(legal, |b| board("NoPassGo", b, columns), |b| (place(b, b'x', b'o'), place(b, b'o', b'x')));
    }
}

#[test]
fn fjords() {
    let _counted = Counted::of("fjords");
    for columns in [2, 3, 6] {
        let claim = |b: &Cells, own: u8| {
            let beside = |i: usize| ROOK.iter().any(|&s| stepped(b.len(), columns, i, s).is_some_and(|j| b[j] == own));
            let free = (0..b.len()).filter(|&i| b[i] == b'.' && beside(i));
            free.map(|i| with(b, &[(i, own)])).collect::<Vec<_>>()
        };
        let some = texts(6, b".xo").into_iter().step_by(3);
        partizan(some, |b| board("Fjords", b, columns), |b| (claim(b, b'x'), claim(b, b'o')));
    }
}

#[test]
fn fission() {
    let _counted = Counted::of("fission");
    let split = |b: &Cells, steps: [(i32, i32); 2]| {
        let mut after = Vec::new();
        for i in (0..9).filter(|&i| b[i] == b'x') {
            if let [Some(one), Some(two)] = steps.map(|step| stepped(9, 3, i, step))
                && b[one] == b'.'
                && b[two] == b'.'
            {
                after.push(with(b, &[(i, b'.'), (one, b'x'), (two, b'x')]));
            }
        }
        after
    };
    partizan(
        texts(9, b".x").into_iter().step_by(2),
        |b| board("Fission", b, 3),
        |b| (split(b, [(1, 0), (-1, 0)]), split(b, [(0, 1), (0, -1)])),
    );
}

/// An attack by lines goes over whatever stands between.
#[test]
fn peaceful_chessmen() {
    let _counted = Counted::of("peaceful_chessmen");
    fn attacks(piece: &str, (dr, dc): (i32, i32)) -> bool {
        let (dr, dc) = (dr.abs(), dc.abs());
        match piece {
            "queen" => dr == dc || dr == 0 || dc == 0,
            "rook" => dr == 0 || dc == 0,
            "bishop" => dr == dc,
            "king" => dr.max(dc) <= 1,
            _ => (dr, dc) == (0, 0) || dr * dc == 2,
        }
    }
    for (piece, every) in [("queen", 2), ("rook", 5), ("bishop", 5), ("king", 5), ("knight", 5)] {
        impartial(
            texts(9, b".#").into_iter().step_by(every),
            |b| board("Peaceful", b, 3).replace(')', &format!(", \"{piece}\")")),
            |b| {
                let place = |i: usize| {
                    let at = |j: usize| ((j / 3) as i32 - (i / 3) as i32, (j % 3) as i32 - (i % 3) as i32);
                    (0..9).map(|j| if attacks(piece, at(j)) { b'#' } else { b[j] }).collect::<Cells>()
                };
                (0..9).filter(|&i| b[i] == b'.').map(place).collect()
            },
        );
    }
}
