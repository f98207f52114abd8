//! Searches that are stopped, kept as bytes, and gone on with in another run.

use crate::boards::{ALL, Board, Boards, Kind, Plain, below};
use sprague_games::Side;
use sprague_limits::Handle;
use sprague_search::{Found, Keeper, Search, Sum, Writing};
use std::cell::RefCell;
use std::rc::Rc;

const PLAYERS: [Side; 2] = [Side::Left, Side::Right];
const ROOM: usize = 1 << 22;

fn written(search: &Search<Board>, rules: &Boards) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.write(&rules.store, &mut bytes).expect("memory can be written"));
    bytes
}

/// A search in a run of its own, in which positions and values have other numbers than before.
fn resumed(kind: Kind, bytes: &[u8], run: usize) -> (Boards, Search<Board>) {
    let (mut rules, mut search) = (Boards::default(), Search::new(ROOM).lasting());
    for size in 1..=run % 4 {
        let other = Sum::from(Board::start(kind, 2, size + 1));
        search.wins_first(&mut rules, &other, PLAYERS[run % 2], u64::MAX).expect("nothing stops it");
    }
    assert_eq!(search.read(&rules.store, &rules.handle, bytes), Ok(true));
    (rules, search)
}

/// Goes on with so many sums in each run; the answer, how many runs there were, and what was kept last.
fn in_many_runs<T>(
    (kind, work): (Kind, u64),
    ask: impl Fn(&mut Search<Board>, &mut Boards, u64) -> Found<T>,
) -> (T, usize, Vec<u8>) {
    let mut bytes = written(&Search::new(ROOM).lasting(), &Boards::default());
    for run in 1.. {
        let (mut rules, mut search) = resumed(kind, &bytes, run);
        let found = ask(&mut search, &mut rules, work);
        bytes = written(&search, &rules);
        match found {
            Found::Answer(answer) => return (answer, run, bytes),
            Found::Unfinished => assert!(run < 1000, "it does not get on"),
            Found::Endless => panic!("play ends"),
        }
    }
    unreachable!()
}

#[test]
fn in_many_runs_as_in_one() {
    let boards = [
        (Kind::Domineering, 4, 4, 40),
        (Kind::Clobber, 3, 4, 100),
        (Kind::NoGo, 3, 3, 300),
        (Kind::Col, 3, 3, 100),
        (Kind::Snort, 3, 3, 100),
        (Kind::Cram, 3, 4, 20),
    ];
    let mut runs = 0;
    for (kind, height, width, work) in boards {
        let board = Board::start(kind, height, width);
        let sum = Sum::from(board.clone());
        for player in PLAYERS {
            let straight = Search::new(ROOM).wins_first(&mut Boards::default(), &sum, player, u64::MAX);
            let ask = |search: &mut Search<Board>, rules: &mut Boards, work| {
                search.wins_first(rules, &sum, player, work).expect("nothing stops it")
            };
            let (wins, count, bytes) = in_many_runs((kind, work), ask);
            assert_eq!(straight, Ok(Found::Answer(wins)), "{board:?} {player:?}");
            // Asked again, the answer is there.
            let (mut rules, mut search) = resumed(kind, &bytes, 0);
            assert_eq!(ask(&mut search, &mut rules, 1), Found::Answer(wins));
            runs += count;
        }
    }
    assert!(runs > 24, "{runs} runs of 12 questions");
}

#[test]
fn nim_values_in_many_runs() {
    for (height, width, work) in [(4, 4, 30), (4, 5, 100), (5, 5, 500)] {
        let sum = Sum::from(Board::start(Kind::Cram, height, width));
        let straight = Search::new(ROOM).nim_value(&mut Boards::default(), &sum, u64::MAX);
        let ask = |search: &mut Search<Board>, rules: &mut Boards, work| {
            search.nim_value(rules, &sum, work).expect("nothing stops it")
        };
        let (value, runs, bytes) = in_many_runs((Kind::Cram, work), ask);
        assert_eq!(straight, Ok(Found::Answer(value)));
        assert!(runs > 1, "{height} by {width}");
        let (mut rules, mut search) = resumed(Kind::Cram, &bytes, 1);
        let before = search.statistics().expanded;
        assert_eq!(ask(&mut search, &mut rules, u64::MAX), Found::Answer(value));
        assert_eq!(search.statistics().expanded, before);
    }
}

/// What was kept half-way is true of every position, whichever is asked for.
#[test]
fn what_is_kept_is_true() {
    for kind in ALL {
        let start = Board::start(kind, 3, 3);
        let (mut rules, mut search) = (Boards::default(), Search::new(ROOM).lasting());
        let sum = Sum::from(start.clone());
        if kind == Kind::Cram {
            search.nim_value(&mut rules, &sum, 20).expect("nothing stops it");
        }
        search.wins_first(&mut rules, &sum, Side::Right, 200).expect("nothing stops it");
        let (mut rules, mut search) = resumed(kind, &written(&search, &rules), 3);
        let mut plain = Plain::default();
        for board in below(start) {
            for player in PLAYERS {
                let found = search.wins_first(&mut rules, &Sum::from(board.clone()), player, u64::MAX);
                assert_eq!(found, Ok(Found::Answer(plain.wins(&board, player))), "{board:?} {player:?}");
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (mut rules, mut search) = (Boards::default(), Search::new(ROOM).lasting());
    let sum = Sum::from(Board::start(Kind::Domineering, 3, 4));
    search.wins_first(&mut rules, &sum, Side::Left, u64::MAX).expect("nothing stops it");
    let bytes = written(&search, &rules);
    assert!(bytes.len() > 300);
    for end in 0..bytes.len() {
        let read = Search::<Board>::new(ROOM).lasting().read(&rules.store, &rules.handle, &bytes[..end]);
        assert_eq!(read, Ok(false), "{end} of {} bytes", bytes.len());
    }
    // A change may make sense; it must break nothing.
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x81;
        let read = Search::<Board>::new(ROOM).lasting().read(&rules.store, &Handle::default(), &changed);
        assert!(read.is_ok(), "byte {at}");
    }
}

/// Keeps the newest in memory, and counts how often it was offered.
struct Newest(Rc<RefCell<(usize, Vec<u8>)>>);

impl Keeper for Newest {
    fn is_due(&mut self) -> bool {
        self.0.borrow_mut().0 += 1;
        true
    }

    fn keep(&mut self, write: Writing<'_>) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory can be written");
        self.0.borrow_mut().1 = bytes;
    }
}

#[test]
fn it_is_kept_while_it_goes_on() {
    let (mut rules, mut search) = (Boards::default(), Search::new(ROOM).lasting());
    let kept = Rc::default();
    search.keep_in(Some(Box::new(Newest(Rc::clone(&kept)))));
    let sum = Sum::from(Board::start(Kind::NoGo, 3, 3));
    let straight = search.wins_first(&mut rules, &sum, Side::Left, u64::MAX).expect("nothing stops it");
    let whole = search.statistics().expanded;
    assert!(search.keep_in(None).is_some());
    let (offers, bytes) = kept.take();
    assert_eq!(offers as u64, whole / 256);
    // A kill after the last writing loses what came since.
    let (mut rules, mut search) = resumed(Kind::NoGo, &bytes, 0);
    assert_eq!(search.wins_first(&mut rules, &sum, Side::Left, 512), Ok(straight));
}

#[test]
fn what_has_no_names_is_not_kept() {
    let mut search = Search::new(ROOM);
    let sum = Sum::from(Board::start(Kind::Col, 2, 3));
    search.wins_first(&mut Boards::default(), &sum, Side::Left, u64::MAX).expect("nothing stops it");
    assert!(!search.lasts());
    assert!(search.write(&Boards::default().store, &mut Vec::new()).is_ok_and(|written| !written));
}
