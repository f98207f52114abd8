//! What a search keeps, in a bounded place.

use crate::boards::{Board, Boards, Kind};
use sprague_games::Side;
use sprague_search::{Found, Search, Sum};

/// Who wins, by moves alone; with the sums that were expanded for it.
fn ask(search: &mut Search<Board>, rules: &mut Boards, board: &Board) -> (bool, u64) {
    let before = search.statistics().expanded;
    let found = search.wins_first(rules, &Sum::from(board.clone()), Side::Left, u64::MAX);
    let Ok(Found::Answer(wins)) = found else { panic!("{board:?}: {found:?}") };
    (wins, search.statistics().expanded - before)
}

#[test]
fn it_grows_to_its_bound_and_no_further() {
    let (mut rules, board) = (Boards::default(), Board::start(Kind::NoGo, 3, 3));
    let mut answers = Vec::new();
    for bytes in [1 << 14, 1 << 17, 1 << 28] {
        let mut search = Search::new(bytes).without_values();
        assert_eq!(search.statistics().table, 0);
        let (wins, expanded) = ask(&mut search, &mut rules, &board);
        let table = search.statistics().table;
        assert!(0 < table && table <= bytes / 2, "{table} of {bytes}");
        answers.push((wins, table, expanded));
    }
    let (small, large) = (answers[0], answers[2]);
    assert!(answers.iter().all(|answer| answer.0 == small.0));
    // The small one is full, the large one takes what it needs and saves work.
    assert!(small.1 > 1 << 12 && small.2 > 4 * (1 << 13) / 48, "{answers:?}");
    assert!(large.1 > 2 * small.1 && large.1 < 1 << 24 && large.2 < small.2, "{answers:?}");
}

/// In two places: what most work went into, and what came last.
#[test]
fn what_took_long_stays() {
    let (mut rules, large) = (Boards::default(), Board::start(Kind::Col, 3, 3));
    let mut search = Search::new(200).without_values();
    let (wins, expanded) = ask(&mut search, &mut rules, &large);
    for small in [(1, 3), (1, 4), (2, 2), (1, 5), (2, 3)] {
        let small = Board::start(Kind::Snort, small.0, small.1);
        let (wins, work) = ask(&mut search, &mut rules, &small);
        assert!(work > 0 && work < expanded, "{work} of {expanded}");
        assert_eq!(ask(&mut search, &mut rules, &small), (wins, 0), "the last one is known");
    }
    assert_eq!(ask(&mut search, &mut rules, &large), (wins, 0), "so is what took long");
}
