//! Proofs replay, and what is changed in them is refused.

use crate::boards::{ALL, Board, Boards, Kind, Plain, below};
use proptest::prelude::*;
use sprague_games::{STAR, Side, ZERO};
use sprague_search::{Found, Line, Proof, Refusal, Search, Sum, check};

const BOTH: [Side; 2] = [Side::Left, Side::Right];

fn proof_of(rules: &mut Boards, board: &Board, values: bool) -> Proof<Board> {
    let mut search = Search::new(1 << 18);
    if !values {
        search = search.without_values();
    }
    match search.prove(rules, &Sum::from(board.clone()), &BOTH, u64::MAX) {
        Ok(Found::Answer(proof)) => proof,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_proof_replays() {
    let (mut plain, mut lines) = (Plain::default(), 0);
    for kind in ALL {
        for board in below(Board::start(kind, 2, 3)).into_iter().chain([Board::start(kind, 3, 3)]) {
            for values in [true, false] {
                let mut rules = Boards::default();
                let proof = proof_of(&mut rules, &board, values);
                assert_eq!(proof.claim.left, Some(plain.wins(&board, Side::Left)));
                assert_eq!(proof.claim.right, Some(plain.wins(&board, Side::Right)));
                assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{board:?}");
                lines += proof.lines.len();
            }
        }
    }
    assert!(lines > 1000, "{lines}");
}

#[test]
fn proofs_of_nim_values_replay() {
    let mut plain = Plain::default();
    for (height, width) in [(1, 8), (2, 3), (3, 3), (3, 4), (3, 5), (4, 4)] {
        let mut rules = Boards::default();
        let board = Board::start(Kind::Cram, height, width);
        let found = Search::new(1 << 18).prove_nim_value(&mut rules, &Sum::from(board.clone()), u64::MAX);
        let Ok(Found::Answer(Some((value, proof)))) = found else { panic!("{found:?}") };
        assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{board:?}");
        if height * width <= 12 {
            let by_definition = plain.value(&Boards::default(), &board);
            assert_eq!(Boards::default().store.nimber(value), by_definition);
        }
        // A false claim with the same lines.
        let mut forged = proof;
        forged.claim.sum.rest = rules.store.nimber(value + 1);
        assert!(matches!(check(&mut rules, &forged), Ok(Err(_))));
    }
}

#[test]
fn lines_cannot_be_dropped_doubled_or_added() {
    for kind in ALL {
        for values in [true, false] {
            let mut rules = Boards::default();
            let mut proof = proof_of(&mut rules, &Board::start(kind, 2, 3), values);
            for i in 0..proof.lines.len() {
                let line = proof.lines.remove(i);
                assert!(matches!(check(&mut rules, &proof), Ok(Err(_))), "without line {}: {line:?}", i + 1);
                proof.lines.insert(i, line.clone());
                proof.lines.insert(i, line);
                assert_eq!(check(&mut rules, &proof), Ok(Err(Refusal::Repeated(i + 2))));
                proof.lines.remove(i);
            }
            assert_eq!(check(&mut rules, &proof), Ok(Ok(())));
            // True, and of no use.
            let position = Board::new(Kind::Domineering, ".|.|.");
            let value = rules.store.number(sprague_games::Dyadic::from(1));
            proof.lines.push(Line::Value { position, value });
            assert_eq!(check(&mut rules, &proof), Ok(Err(Refusal::Unused(proof.lines.len()))));
        }
    }
}

#[test]
fn a_claim_turned_round_is_refused() {
    for kind in ALL {
        let mut rules = Boards::default();
        let mut proof = proof_of(&mut rules, &Board::start(kind, 3, 3), false);
        proof.claim.left = proof.claim.left.map(|wins| !wins);
        assert_eq!(check(&mut rules, &proof), Ok(Err(Refusal::Unproved)));
        (proof.claim.left, proof.claim.right) = (None, None);
        assert_eq!(check(&mut rules, &proof), Ok(Err(Refusal::Empty)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A move or value that is changed is refused; unless the other move wins as well, and the proof is one all the same.
    #[test]
    fn what_is_changed_is_refused(kind in 0..6usize, values: bool, at: prop::sample::Index, other: prop::sample::Index) {
        let mut rules = Boards::default();
        let mut proof = proof_of(&mut rules, &Board::start(ALL[kind], 2, 3), values);
        prop_assume!(!proof.lines.is_empty());
        let i = at.index(proof.lines.len());
        let mut still_true = false;
        match &mut proof.lines[i] {
            Line::Value { value, .. } | Line::Equal { value, .. } => *value = rules.store.add(*value, STAR, &rules.handle).unwrap(),
            Line::Win { sum, to } => {
                // Another move in the first part, or none at all.
                let (negative, board) = sum.parts[0].clone();
                let options = board.options(if negative { Side::Right } else { Side::Left });
                let mut changed = sum.clone();
                if let Some(next) = (!options.is_empty()).then(|| options[other.index(options.len())].clone()) {
                    changed.parts[0].1 = next;
                }
                prop_assume!(changed != *to);
                let search = Search::new(1 << 16).wins_first(&mut rules, &changed, Side::Right, u64::MAX);
                still_true = changed != *sum && search == Ok(Found::Answer(false));
                *to = changed;
            }
        }
        let checked = check(&mut rules, &proof).unwrap();
        prop_assert!(checked.is_err() || still_true, "{:?}", proof.lines[i]);
    }
}

#[test]
fn order_matters() {
    for kind in ALL {
        let mut rules = Boards::default();
        let mut proof = proof_of(&mut rules, &Board::start(kind, 3, 3), false);
        assert!(proof.lines.len() > 2);
        proof.lines.reverse();
        assert!(matches!(check(&mut rules, &proof), Ok(Err(_))));
    }
}

#[test]
fn a_line_of_something_else_is_refused() {
    let mut rules = Boards::default();
    let mut proof = proof_of(&mut rules, &Board::start(Kind::Col, 2, 3), false);
    proof
        .lines
        .insert(0, Line::Win { sum: Sum { parts: Vec::new(), rest: STAR }, to: Sum { parts: Vec::new(), rest: ZERO } });
    assert_eq!(check(&mut rules, &proof), Ok(Err(Refusal::Repeated(1))));
}
