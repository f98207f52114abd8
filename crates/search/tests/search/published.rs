//! What others have found.

use crate::boards::{Board, Boards, Kind};
use sprague_games::Side;
use sprague_limits::Limits;
use sprague_search::{Found, Search, Sum, check};
use std::time::Duration;

fn outcome(kind: Kind, height: usize, width: usize) -> [bool; 2] {
    outcome_by(Boards::default(), kind, height, width)
}

fn outcome_by(mut rules: Boards, kind: Kind, height: usize, width: usize) -> [bool; 2] {
    let mut search = Search::new(64 << 20);
    [Side::Left, Side::Right].map(|player| {
        let board = Sum::from(Board::start(kind, height, width));
        match search.wins_first(&mut rules, &board, player, u64::MAX) {
            Ok(Found::Answer(wins)) => wins,
            other => panic!("{other:?}"),
        }
    })
}

/// Breuker, Uiterwijk, van den Herik, "Solving 8x8 Domineering" (2000): Left, who plays upright, wins 4 by 5; 5 by 5 is lost for whoever begins.
#[test]
fn domineering() {
    assert_eq!(outcome(Kind::Domineering, 4, 4), [true, true]);
    assert_eq!(outcome(Kind::Domineering, 4, 5), [true, false]);
    assert_eq!(outcome(Kind::Domineering, 5, 5), [false, false]);
}

/// Albert, Grossman, Nowakowski, Wolfe, "An introduction to Clobber" (2005).
#[test]
fn clobber() {
    assert_eq!(outcome(Kind::Clobber, 3, 4), [false, false]);
    assert_eq!(outcome(Kind::Clobber, 4, 4), [true, true]);
}

/// Lemoine and Viennot, "Nimbers are inevitable" (2012): Cram on boards of 4 by n and 5 by n.
#[test]
fn cram() {
    for (height, width, expected) in [(4, 4, 0), (4, 5, 2), (4, 6, 0), (4, 7, 3), (5, 5, 0)] {
        let mut rules = Boards::default();
        let board = Sum::from(Board::start(Kind::Cram, height, width));
        let found = Search::new(64 << 20).nim_value(&mut rules, &board, u64::MAX);
        assert_eq!(found, Ok(Found::Answer(Some(expected))), "{height} by {width}");
    }
}

/// Domineering: Breuker, Uiterwijk, van den Herik (2000). Cram: Lemoine and Viennot (2012); on 6 by 6 who comes second
/// answers each move by its mirror image.
#[test]
#[ignore = "two minutes in a release build, and a gigabyte"]
fn larger_boards() {
    let boards = || Boards { bounded: true, counted: 1, ..Boards::default() };
    assert_eq!(outcome_by(boards(), Kind::Domineering, 5, 6), [false, true]);
    assert_eq!(outcome_by(boards(), Kind::Domineering, 6, 6), [true, true]);
    assert_eq!(outcome_by(boards(), Kind::Domineering, 7, 7), [true, true]);
    for (height, width, expected) in [(5, 6, 2), (5, 7, 1), (6, 6, 0)] {
        let board = Sum::from(Board::start(Kind::Cram, height, width));
        let found = Search::new(64 << 20).nim_value(&mut boards(), &board, u64::MAX);
        assert_eq!(found, Ok(Found::Answer(Some(expected))), "{height} by {width}");
    }
}

#[test]
#[ignore = "measures: cargo test -p sprague-search --test search figures -- --ignored --nocapture"]
fn figures() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let asked = |word: &str| std::env::var(word).is_ok();
    let boards = [
        (Kind::Domineering, 5, 5),
        (Kind::Domineering, 5, 6),
        (Kind::Domineering, 6, 6),
        (Kind::Domineering, 6, 7),
        (Kind::Domineering, 7, 7),
        (Kind::Clobber, 4, 4),
        (Kind::Clobber, 4, 5),
        (Kind::Clobber, 5, 5),
        (Kind::NoGo, 3, 4),
        (Kind::NoGo, 4, 4),
        (Kind::Col, 5, 5),
        (Kind::Snort, 5, 5),
        (Kind::Cram, 5, 5),
        (Kind::Cram, 5, 6),
        (Kind::Cram, 5, 7),
        (Kind::Cram, 6, 6),
        (Kind::Cram, 5, 8),
        (Kind::Cram, 6, 7),
    ];
    for (kind, height, width) in boards {
        if !format!("{kind:?}{height}{width}").contains(&only) {
            continue;
        }
        let seconds = std::env::var("SECONDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
        let start = std::time::Instant::now();
        let (mut rules, mut search) = (
            Boards { bounded: asked("BOUNDED"), counted: asked("COUNTED").into(), ..Boards::default() },
            Search::new(1 << 30),
        );
        rules.handle.set_limits(Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() });
        rules.handle.restart();
        let board = Sum::from(Board::start(kind, height, width));
        let said = if kind == Kind::Cram {
            format!("{:?}", search.nim_value(&mut rules, &board, u64::MAX))
        } else {
            let wins = [Side::Left, Side::Right].map(|player| search.wins_first(&mut rules, &board, player, u64::MAX));
            format!("{wins:?}")
        };
        let searched = start.elapsed();
        rules.handle.set_limits(Limits::default());
        if said.contains("Err") {
            let line = format!(
                "{kind:?} {height}x{width} {said} {searched:.2?} asked {} {:?}",
                rules.asked,
                search.statistics()
            );
            std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes()).expect("stderr is there");
            continue;
        }
        let asked = rules.asked;
        let proof = if kind == Kind::Cram {
            search.prove_nim_value(&mut rules, &board, u64::MAX).map(|f| f.answer().flatten().map(|(_, proof)| proof))
        } else {
            // A search of its own, as certificates have: it looks for a short proof.
            Search::new(1 << 30).prove(&mut rules, &board, &[Side::Left, Side::Right], u64::MAX).map(Found::answer)
        };
        let Ok(Some(proof)) = proof else { panic!() };
        let proved = start.elapsed();
        let checked = check(&mut rules, &proof);
        let line = format!(
            "{kind:?} {height}x{width} {said} {:.2?} asked {asked} {:?}; proof of {} lines in {:.2?}, checked in {:.2?}: {checked:?}",
            searched,
            search.statistics(),
            proof.lines.len(),
            proved - searched,
            start.elapsed() - proved
        );
        std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes()).expect("stderr is there");
    }
}
