//! Searches of one question on several threads, with a table in common.

use crate::boards::{ALL, Board, Boards, Kind, Plain, below};
use sprague_games::{Game, Side, Store};
use sprague_limits::{Handle, Stop};
use sprague_search::{Found, Rules, Search, Shared, Sum, check};
use std::sync::atomic::{AtomicUsize, Ordering};

const PLAYERS: [Side; 2] = [Side::Left, Side::Right];
const ROOM: usize = 1 << 22;

/// What so many searches answer, each on a thread of its own; and how many sums each expanded.
fn together<T: Send>(
    threads: usize,
    shared: &Shared,
    ask: impl Fn(&mut Search<Board>, &mut Boards) -> Result<Found<T>, Stop> + Sync,
) -> Vec<(T, u64)> {
    let search = || {
        let (mut rules, mut search) = (Boards::default(), Search::new(ROOM));
        assert_eq!(search.share(&mut rules, shared.clone()), Ok(true));
        let found = ask(&mut search, &mut rules).expect("nothing stops it");
        (found.answer().expect("play ends"), search.statistics().expanded)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(search)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    })
}

const BOARDS: [(Kind, usize, usize); 6] = [
    (Kind::Domineering, 4, 5),
    (Kind::Clobber, 3, 4),
    (Kind::NoGo, 3, 3),
    (Kind::Col, 3, 4),
    (Kind::Snort, 3, 4),
    (Kind::Cram, 4, 4),
];

#[test]
fn as_one() {
    for (kind, height, width) in BOARDS {
        let sum = Sum::from(Board::start(kind, height, width));
        for player in PLAYERS {
            let alone = Search::new(ROOM).wins_first(&mut Boards::default(), &sum, player, u64::MAX);
            for threads in [1, 2, 4, 8] {
                let found = together(threads, &Shared::new(ROOM), |search, rules| {
                    search.wins_first(rules, &sum, player, u64::MAX)
                });
                assert!(found.iter().all(|found| alone == Ok(Found::Answer(found.0))), "{kind:?} {player:?} {threads}");
            }
        }
    }
}

#[test]
fn nim_values() {
    for (height, width, value) in [(4, 4, 0), (4, 5, 2), (5, 5, 0)] {
        // As Lemoine and Viennot list them.
        let sum = Sum::from(Board::start(Kind::Cram, height, width));
        for threads in [1, 2, 4] {
            let found = together(threads, &Shared::new(ROOM), |search, rules| search.nim_value(rules, &sum, u64::MAX));
            assert!(found.iter().all(|found| found.0 == Some(value)), "{height} by {width}, {threads} threads");
        }
    }
}

/// A table that is too small, which forgets most of what it hears: all positions of small boards, by two searches that go through
/// them in opposite orders.
#[test]
fn what_is_shared_is_true() {
    for kind in ALL {
        let (shared, mut all) = (Shared::new(1 << 13), below(Board::start(kind, 3, 3)));
        all.truncate(1500);
        let turn = AtomicUsize::new(0);
        let found = together(2, &shared, |search, rules| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            if turn.fetch_add(1, Ordering::Relaxed) == 1 {
                order.reverse();
            }
            let mut wins = vec![[false; 2]; all.len()];
            for i in order {
                for (player, wins) in PLAYERS.into_iter().zip(&mut wins[i]) {
                    let found = search.wins_first(rules, &Sum::from(all[i].clone()), player, u64::MAX)?;
                    *wins = found.answer().expect("play ends");
                }
            }
            Ok(Found::Answer(wins))
        });
        let mut plain = Plain::default();
        for (i, board) in all.iter().enumerate() {
            let wins = PLAYERS.map(|player| plain.wins(board, player));
            assert!(found.iter().all(|found| found.0[i] == wins), "{board:?}");
        }
    }
}

/// Work is shared: two searches of one question do not both do all of it.
#[test]
fn who_comes_later_has_less_to_do() {
    let sum = Sum::from(Board::start(Kind::Clobber, 3, 4));
    let shared = Shared::new(ROOM);
    let ask = |search: &mut Search<Board>, rules: &mut Boards| search.wins_first(rules, &sum, Side::Left, u64::MAX);
    let first = together(1, &shared, ask)[0].1;
    let second = together(1, &shared, ask)[0].1;
    assert!(first > 100 && 10 * second < first, "{first} sums, then {second}");
}

/// A search that shares is asked for a proof.
#[test]
fn proofs_from_what_is_shared() {
    let sum = Sum::from(Board::start(Kind::Domineering, 4, 4));
    let shared = Shared::new(ROOM);
    together(2, &shared, |search, rules| search.wins_first(rules, &sum, Side::Left, u64::MAX));
    let (mut rules, mut search) = (Boards::default(), Search::new(ROOM));
    assert_eq!(search.share(&mut rules, shared), Ok(true));
    let proof = search.prove(&mut rules, &sum, &PLAYERS, u64::MAX).expect("nothing stops it").answer();
    assert_eq!(check(&mut rules, &proof.expect("play ends")), Ok(Ok(())));
}

/// What is asked in one thread after another knows positions from before it shared.
#[test]
fn sharing_begins_late() {
    for (kind, height, width) in BOARDS {
        let sum = Sum::from(Board::start(kind, height, width));
        let alone = Search::new(ROOM).wins_first(&mut Boards::default(), &sum, Side::Right, u64::MAX);
        let (mut rules, mut search) = (Boards::default(), Search::new(ROOM));
        search.wins_first(&mut rules, &sum, Side::Right, 30).expect("nothing stops it");
        assert_eq!(search.share(&mut rules, Shared::new(ROOM)), Ok(true));
        assert_eq!(search.wins_first(&mut rules, &sum, Side::Right, u64::MAX), alone, "{kind:?}");
    }
}

/// Heaps without names: two games that look alike and are not, by rules that name no position.
#[derive(Default)]
struct Nameless {
    store: Store,
    handle: Handle,
    taken: [u32; 2],
}

impl Rules for Nameless {
    type Position = u32;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.store
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }

    fn moves(&mut self, heap: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
        let taken = self.taken[usize::from(player == Side::Right)];
        Ok(heap.checked_sub(taken).map(Sum::from).into_iter().collect())
    }

    fn value(&mut self, _: &u32) -> Result<Option<Game>, Stop> {
        Ok(None)
    }
}

#[test]
fn positions_without_names_are_not_mistaken_for_others() {
    let shared = Shared::new(ROOM);
    for taken in [[1, 7], [7, 1], [2, 3], [3, 2]] {
        let rules = || Nameless { taken, ..Nameless::default() };
        let ask = |rules: &mut Nameless, search: &mut Search<u32>| {
            search.wins_first(rules, &Sum::from(20), Side::Left, u64::MAX)
        };
        let alone = ask(&mut rules(), &mut Search::new(ROOM).without_values());
        // Nothing was met yet, so that it may share; what it meets has no name.
        let (mut rules, mut search) = (rules(), Search::new(ROOM).without_values());
        assert_eq!(search.share(&mut rules, shared.clone()), Ok(true));
        assert_eq!(ask(&mut rules, &mut search), alone, "{taken:?}");
        assert_eq!(search.share(&mut rules, shared.clone()), Ok(false));
    }
}
