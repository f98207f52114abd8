//! Who wins and nim-values, as the definitions have them.

use crate::boards::{ALL, Board, Boards, Kind, Plain, below, below_up_to_symmetry};
use proptest::prelude::*;
use sprague_games::{Game, Side, Store, ZERO};
use sprague_limits::{Handle, Stop};
use sprague_search::{Found, Rules, Search, Sum, check};
use std::collections::BTreeSet;

const PLAYERS: [Side; 2] = [Side::Left, Side::Right];

fn wins(rules: &Boards, value: Game, player: Side) -> bool {
    let h = &rules.handle;
    let loses = if player == Side::Left { rules.store.le(value, ZERO, h) } else { rules.store.le(ZERO, value, h) };
    !loses.expect("there are no bounds")
}

/// Every position below the start: with values of parts, and without.
fn agree(kind: Kind, height: usize, width: usize) {
    let (mut rules, mut plain) = (Boards::default(), Plain::default());
    let mut searches =
        [Search::new(1 << 20), Search::new(1 << 20).without_values(), Search::new(1 << 12).without_values()];
    for board in below(Board::start(kind, height, width)) {
        let value = plain.value(&rules, &board);
        for player in PLAYERS {
            let expected = wins(&rules, value, player);
            assert_eq!(plain.wins(&board, player), expected);
            for search in &mut searches {
                let found = search.wins_first(&mut rules, &Sum::from(board.clone()), player, u64::MAX);
                assert_eq!(found, Ok(Found::Answer(expected)), "{board:?} {player:?}");
            }
        }
    }
}

#[test]
fn all_positions_of_small_boards() {
    for kind in ALL {
        for (height, width) in [(1, 5), (2, 3), (3, 3), (2, 4)] {
            agree(kind, height, width);
        }
    }
}

#[test]
#[ignore = "a minute: every position of larger boards"]
fn all_positions_of_larger_boards() {
    for kind in [Kind::Domineering, Kind::Cram, Kind::Clobber] {
        agree(kind, 3, 4);
        agree(kind, 4, 4);
    }
    for kind in [Kind::Col, Kind::Snort, Kind::NoGo] {
        agree(kind, 3, 4);
    }
}

/// Every position below the start, of those that differ by a symmetry one: who wins by search is who wins by the value, and the checker accepts the proof.
/// How many positions there were.
fn agree_with_proofs(kind: Kind, height: usize, width: usize) -> usize {
    let mut rules = Boards { bounded: true, ..Boards::default() };
    let mut plain = Plain::default();
    let (mut search, mut prover) = (Search::new(64 << 20), Search::new(64 << 20).without_values());
    let boards = below_up_to_symmetry(Board::start(kind, height, width));
    for board in &boards {
        let value = plain.value_by_parts(&mut rules, board).expect("there are no bounds");
        let expected = PLAYERS.map(|player| wins(&rules, value, player));
        let sum = Sum::from(board.clone());
        for (player, wins) in PLAYERS.into_iter().zip(expected) {
            let found = search.wins_first(&mut rules, &sum, player, u64::MAX);
            assert_eq!(found, Ok(Found::Answer(wins)), "{board:?} {player:?}");
        }
        let proof = prover.prove(&mut rules, &sum, &PLAYERS, u64::MAX);
        let Ok(Found::Answer(proof)) = proof else { panic!("{board:?}") };
        assert_eq!([proof.claim.left, proof.claim.right], expected.map(Some), "{board:?}");
        assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{board:?}");
    }
    boards.len()
}

#[test]
fn proofs_of_all_positions_of_small_boards() {
    for kind in ALL {
        assert!(agree_with_proofs(kind, 2, 3) > 5);
    }
    for kind in [Kind::Domineering, Kind::Cram, Kind::Clobber, Kind::Col, Kind::Snort] {
        assert!(agree_with_proofs(kind, 3, 3) > 10);
    }
}

#[test]
#[ignore = "minutes, in a release build: every position of larger boards, `ONLY=Col44` for one of them"]
fn proofs_of_all_positions_of_larger_boards() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (height, width) in [(3, 3), (3, 4), (4, 4)] {
        for kind in ALL {
            let name = format!("{kind:?}{height}{width}");
            // Those of NoGo on 4 by 4 are millions.
            if !name.contains(&only) || name == "NoGo44" {
                continue;
            }
            let start = std::time::Instant::now();
            let count = agree_with_proofs(kind, height, width);
            let line = format!("{kind:?} {height}x{width}: {count} positions in {:.1?}\n", start.elapsed());
            std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).expect("stderr is there");
        }
    }
}

/// Numbers of moves, right ones and wildly wrong ones, say where to look first and nothing else.
#[test]
fn counted_moves_change_no_answer() {
    for kind in ALL {
        let mut plain = Plain::default();
        for counted in [1, 1000, u32::MAX] {
            let mut rules = Boards { counted, ..Boards::default() };
            let mut searches = [Search::new(1 << 20), Search::new(1 << 12).without_values()];
            for board in below(Board::start(kind, 3, 3)) {
                for player in PLAYERS {
                    let expected = Ok(Found::Answer(plain.wins(&board, player)));
                    for search in &mut searches {
                        let found = search.wins_first(&mut rules, &Sum::from(board.clone()), player, u64::MAX);
                        assert_eq!(found, expected, "{board:?} {player:?}");
                    }
                }
            }
            let start = Sum::from(Board::start(kind, 3, 4));
            let proof = Search::new(1 << 20).prove(&mut rules, &start, &PLAYERS, u64::MAX);
            let Ok(Found::Answer(proof)) = proof else { panic!("{kind:?}") };
            assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{kind:?}");
        }
    }
}

/// Conway's real estate lies around the value, and a search that uses it says the same.
#[test]
fn bounds_hold_and_change_no_answer() {
    let mut rules = Boards { bounded: true, ..Boards::default() };
    let (mut plain, mut search) = (Plain::default(), Search::new(1 << 20));
    for (height, width) in [(1, 5), (3, 3), (2, 4), (3, 4)] {
        for board in below(Board::start(Kind::Domineering, height, width)) {
            let value = plain.value(&rules, &board);
            let (low, high) = rules.bounds(&board).expect("nothing stops it").expect("all boards have bounds");
            for (less, more) in [(low, value), (value, high)] {
                assert_eq!(rules.store.le(less, more, &rules.handle), Ok(true), "{board:?}");
            }
            for player in PLAYERS {
                let expected = Ok(Found::Answer(wins(&rules, value, player)));
                assert_eq!(search.wins_first(&mut rules, &Sum::from(board.clone()), player, u64::MAX), expected);
            }
            let proof = search.prove(&mut rules, &Sum::from(board.clone()), &PLAYERS, u64::MAX);
            let Ok(Found::Answer(proof)) = proof else { panic!("{board:?}") };
            assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{board:?}");
        }
    }
}

#[test]
fn nim_values_of_all_positions() {
    let (mut rules, mut plain, mut search) = (Boards::default(), Plain::default(), Search::new(1 << 20));
    for board in [(3, 3), (3, 4), (1, 9)].into_iter().flat_map(|(h, w)| below(Board::start(Kind::Cram, h, w))) {
        let value = plain.value(&rules, &board);
        let found = search.nim_value(&mut rules, &Sum::from(board.clone()), u64::MAX);
        assert_eq!(found, Ok(Found::Answer(rules.store.as_nimber(value))), "{board:?}");
    }
    let partizan = Sum::from(Board::new(Kind::Domineering, ".."));
    assert_eq!(search.nim_value(&mut rules, &partizan, u64::MAX), Ok(Found::Answer(None)));
}

/// A small sum of all six games, with negatives and a value.
fn sums() -> impl Strategy<Value = (Vec<(bool, usize, usize, usize)>, i64, u64)> {
    (proptest::collection::vec((any::<bool>(), 0..6usize, 1..3usize, 1..3usize), 1..5), -2..3i64, 0..3u64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sums_of_several_games((parts, number, nimber) in sums(), values: bool) {
        let (mut rules, mut plain) = (Boards::default(), Plain::default());
        let rest = rules.store.number_up_star(sprague_games::Dyadic::from(number), 0, nimber);
        let parts: Vec<(bool, Board)> =
            parts.into_iter().map(|(negative, kind, h, w)| (negative, Board::start(ALL[kind], h, w))).collect();
        let mut total = rest;
        for (negative, board) in &parts {
            let value = plain.value(&rules, board);
            let value = if *negative { rules.store.neg(value, &rules.handle).unwrap() } else { value };
            total = rules.store.add(total, value, &rules.handle).unwrap();
        }
        let sum = Sum { parts, rest };
        let mut search = Search::new(1 << 16);
        if !values {
            search = search.without_values();
        }
        for player in PLAYERS {
            let found = search.wins_first(&mut rules, &sum, player, u64::MAX);
            prop_assert_eq!(found, Ok(Found::Answer(wins(&rules, total, player))));
        }
    }
}

#[test]
fn slices_go_on_where_they_stopped() {
    let board = Sum::from(Board::start(Kind::NoGo, 3, 3));
    let (mut rules, mut whole, mut sliced) =
        (Boards::default(), Search::new(1 << 20).without_values(), Search::new(1 << 20).without_values());
    let expected = whole.wins_first(&mut rules, &board, Side::Left, u64::MAX);
    let mut slices = 0;
    let found = loop {
        match sliced.wins_first(&mut rules, &board, Side::Left, 50) {
            Ok(Found::Unfinished) => slices += 1,
            found => break found,
        }
        assert!(slices < 1000);
    };
    assert_eq!(found, expected);
    assert!(slices > 2);
    assert!(sliced.statistics().expanded < 3 * whole.statistics().expanded + 100);
}

#[test]
fn bounds_of_the_handle_end_a_search() {
    use sprague_limits::{Limits, Stop};
    let mut rules = Boards::default();
    rules.handle.set_limits(Limits { steps: Some(2000), ..Limits::default() });
    let mut search = Search::new(1 << 20).without_values();
    let found = search.wins_first(&mut rules, &Sum::from(Board::start(Kind::Col, 4, 4)), Side::Left, u64::MAX);
    assert_eq!(found, Err(Stop::Steps(2000)));
    rules.handle().set_limits(Limits::default());
    let found = search.wins_first(&mut rules, &Sum::from(Board::start(Kind::Col, 2, 3)), Side::Left, u64::MAX);
    assert!(matches!(found, Ok(Found::Answer(_))));
}

/// A token that walks round a circle: play never ends.
#[test]
fn play_that_goes_round_has_no_answer() {
    #[derive(Default)]
    struct Circle(Boards);
    impl Rules for Circle {
        type Position = u32;
        type Error = sprague_limits::Stop;
        fn store(&self) -> &sprague_games::Store {
            &self.0.store
        }
        fn handle(&self) -> &sprague_limits::Handle {
            &self.0.handle
        }
        fn moves(&mut self, at: &u32, _: Side) -> Result<Vec<Sum<u32>>, Self::Error> {
            // From 10 on a line leads to its end; below, round and round.
            Ok(if *at >= 10 { (10..*at).map(Sum::from).collect() } else { vec![Sum::from((at + 1) % 10)] })
        }
        fn is_impartial(&self, _: &u32) -> bool {
            true
        }
    }
    let mut rules = Circle::default();
    let mut search = Search::new(1 << 16);
    assert_eq!(search.wins_first(&mut rules, &Sum::from(3), Side::Left, u64::MAX), Ok(Found::Endless));
    assert_eq!(search.nim_value(&mut rules, &Sum::from(3), u64::MAX), Ok(Found::Endless));
    assert_eq!(search.nim_value(&mut rules, &Sum::from(15), u64::MAX), Ok(Found::Answer(Some(5))));
}

/// Heaps from which one player takes 1 or 2, the other 2 or 3: a heap is said to be equal to the negative of its mirror image, and that to the
/// negative of the heap.
#[derive(Default)]
struct Mirrored {
    store: Store,
    handle: Handle,
    splits: bool,
}

impl Rules for Mirrored {
    type Position = i32;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.store
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }

    fn moves(&mut self, &heap: &i32, player: Side) -> Result<Vec<Sum<i32>>, Stop> {
        let taken = if (player == Side::Left) == (heap > 0) { [1, 2] } else { [2, 3] };
        Ok(taken.into_iter().filter(|n| *n <= heap.abs()).map(|n| Sum::from(heap - n * heap.signum())).collect())
    }

    fn split(&mut self, &heap: &i32) -> Result<Option<Sum<i32>>, Stop> {
        Ok(self.splits.then(|| Sum { parts: vec![(true, -heap)], rest: ZERO }))
    }
}

#[test]
fn positions_that_are_equal_in_a_circle() {
    let (mut plain, mut mirrored) = (Mirrored::default(), Mirrored { splits: true, ..Mirrored::default() });
    let (mut expected, mut found) = (Search::new(1 << 16), Search::new(1 << 16));
    for heaps in (0..200).map(|n| [(n % 2 == 1, n / 10 - 10), (n % 3 == 1, n % 17 - 8)]) {
        let sum = Sum { parts: heaps.to_vec(), rest: ZERO };
        for player in PLAYERS {
            let expected = expected.wins_first(&mut plain, &sum, player, u64::MAX);
            assert!(matches!(expected, Ok(Found::Answer(_))));
            assert_eq!(found.wins_first(&mut mirrored, &sum, player, u64::MAX), expected, "{heaps:?} {player:?}");
        }
    }
}

/// Nim heaps that fall apart: whoever takes leaves two heaps with what is left, in any way. Options are made one by one.
#[derive(Default)]
struct Parted {
    store: Store,
    handle: Handle,
    /// Whether two heaps are left.
    parts: bool,
    made: u64,
}

impl Parted {
    fn options(&self, heap: u32) -> Vec<[u32; 2]> {
        let ways = |left: u32| (0..=if self.parts { left / 2 } else { 0 }).map(move |one| [one, left - one]);
        (0..heap).flat_map(ways).collect()
    }
}

impl Rules for Parted {
    type Position = u32;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.store
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }

    fn moves(&mut self, heap: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
        let mut all = Vec::new();
        self.moves_until(heap, player, &mut |_, option| {
            all.push(option);
            Ok(true)
        })?;
        Ok(all)
    }

    fn moves_until(
        &mut self,
        &heap: &u32,
        _: Side,
        take: &mut dyn FnMut(&mut Self, Sum<u32>) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        for heaps in self.options(heap) {
            self.made += 1;
            let parts = heaps.into_iter().filter(|heap| *heap > 0).map(|heap| (false, heap)).collect();
            if !take(self, Sum { parts, rest: ZERO })? {
                break;
            }
        }
        Ok(())
    }

    fn is_impartial(&self, _: &u32) -> bool {
        true
    }
}

/// Also nim-values that are larger than a machine word has bits; and what refutes ends a list.
#[test]
fn options_that_are_made_one_by_one() {
    let mut values: Vec<u64> = Vec::new();
    let rules = Parted { parts: true, ..Parted::default() };
    for heap in 0..40 {
        let below: BTreeSet<u64> =
            rules.options(heap).into_iter().map(|[a, b]| values[a as usize] ^ values[b as usize]).collect();
        values.push((0..).find(|n| !below.contains(n)).expect("options are finitely many"));
    }
    for (heap, &value) in (0..40).zip(&values) {
        let (mut rules, mut search) = (Parted { parts: true, ..Parted::default() }, Search::new(1 << 16));
        let found = search.prove_nim_value(&mut rules, &Sum::from(heap), u64::MAX);
        let Ok(Found::Answer(Some((found, proof)))) = found else { panic!("{heap}: {found:?}") };
        assert_eq!(found, value, "{heap}");
        assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{heap}");
    }
    let (mut rules, mut search) = (Parted::default(), Search::new(1 << 16));
    let sum = Sum { parts: vec![(false, 70), (false, 5)], rest: ZERO };
    assert_eq!(search.nim_value(&mut rules, &sum, u64::MAX), Ok(Found::Answer(Some(70 ^ 5))));
    // One heap of 30 is won by its first option, which is nothing.
    let (mut rules, mut search) = (Parted::default(), Search::new(1 << 16));
    assert_eq!(search.nim_value(&mut rules, &Sum::from(0), u64::MAX), Ok(Found::Answer(Some(0))));
    assert_eq!(search.nim_value(&mut rules, &Sum::from(30), 1), Ok(Found::Unfinished));
    assert_eq!(rules.made, 1);
}
