//! Who wins, three ways in one run: by canonical values of parts, by plain search that remembers sums of parts, and by this engine.
//!
//! `cargo bench -p sprague-search --bench table -- [NAME [SECONDS]]`, with names like `Clobber4`; each way has so many seconds for a board, 60 if
//! none are said. The engine's proofs, by searches of their own, are replayed by the checker. All three have the same rules, normal forms and parts.

#[path = "../tests/search/boards.rs"]
#[allow(dead_code)]
mod boards;

use boards::{Board, Boards, Kind, Plain};
use sprague_games::{Side, ZERO};
use sprague_limits::{Limits, Stop};
use sprague_search::{Found, Rules, Search, Sum, check};
use std::collections::HashMap;
use std::io::Write;
use std::time::{Duration, Instant};

const PLAYERS: [Side; 2] = [Side::Left, Side::Right];

const BOARDS: [(Kind, usize, usize); 17] = [
    (Kind::Domineering, 4, 4),
    (Kind::Domineering, 5, 5),
    (Kind::Domineering, 5, 6),
    (Kind::Domineering, 6, 6),
    (Kind::Clobber, 4, 4),
    (Kind::Clobber, 4, 5),
    (Kind::NoGo, 3, 3),
    (Kind::NoGo, 3, 4),
    (Kind::NoGo, 4, 4),
    (Kind::Col, 4, 4),
    (Kind::Col, 4, 5),
    (Kind::Snort, 4, 4),
    (Kind::Snort, 4, 5),
    (Kind::Snort, 5, 5),
    (Kind::Cram, 4, 5),
    (Kind::Cram, 5, 5),
    (Kind::Cram, 5, 6),
];

/// Sums of boards in normal form, and whether the player who begins wins.
type Known = HashMap<(Vec<(bool, Board)>, bool), bool>;

/// Whether a player who begins wins, by looking at moves until one wins; each sum once.
fn plainly(rules: &mut Boards, known: &mut Known, sum: &[(bool, Board)], player: Side) -> Result<bool, Stop> {
    rules.handle.tick()?;
    let mut parts = Vec::new();
    for (negative, board) in sum {
        spread(rules, *negative, board, &mut parts)?;
    }
    parts.sort();
    let key = (parts, player == Side::Left);
    if let Some(&wins) = known.get(&key) {
        return Ok(wins);
    }
    let opponent = if player == Side::Left { Side::Right } else { Side::Left };
    let mut wins = false;
    'parts: for (i, (negative, board)) in key.0.iter().enumerate() {
        let mover = if *negative { opponent } else { player };
        for option in board.options(mover) {
            let mut next = key.0.clone();
            next[i] = (*negative, option);
            if !plainly(rules, known, &next, opponent)? {
                wins = true;
                break 'parts;
            }
        }
    }
    known.insert(key, wins);
    Ok(wins)
}

/// Adds the parts of a board.
fn spread(rules: &mut Boards, negative: bool, board: &Board, out: &mut Vec<(bool, Board)>) -> Result<(), Stop> {
    match rules.split(board)? {
        Some(sum) => sum.parts.iter().try_for_each(|(turned, part)| spread(rules, negative != *turned, part, out)),
        None => {
            out.push((negative && !rules.is_impartial(board), board.clone()));
            Ok(())
        }
    }
}

/// Rules that allow a computation so many seconds.
fn rules(seconds: u64) -> Boards {
    let rules = Boards { bounded: true, counted: 1, ..Boards::default() };
    rules.handle.set_limits(Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() });
    rules.handle.restart();
    rules
}

/// The answer and the time that it took, if it came.
fn timed<T>(run: impl FnOnce() -> Result<T, Stop>) -> Option<(T, Duration)> {
    let start = Instant::now();
    run().ok().map(|found| (found, start.elapsed()))
}

fn cell(found: Option<Duration>, seconds: u64) -> String {
    found.map_or(format!("> {seconds} s"), |time| format!("{:.3} s", time.as_secs_f64()))
}

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let only = words.first().cloned().unwrap_or_default();
    let seconds = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(60);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "| board | Left, Right begins | values | plain search | engine | sums | lines of the proof | checked |"
    )?;
    writeln!(out, "| --- | --- | --- | --- | --- | --- | --- | --- |")?;
    for (kind, height, width) in BOARDS {
        if !format!("{kind:?}{height}{width}").contains(&only) {
            continue;
        }
        let board = Board::start(kind, height, width);
        let sum = Sum::from(board.clone());
        let value = timed(|| {
            let mut rules = rules(seconds);
            let value = Plain::default().value_by_parts(&mut rules, &board)?;
            Ok([!rules.store.le(value, ZERO, &rules.handle)?, !rules.store.le(ZERO, value, &rules.handle)?])
        });
        let plain = timed(|| {
            let (mut rules, mut known, sum) = (rules(seconds), Known::new(), [(false, board.clone())]);
            let [left, right] = PLAYERS.map(|player| plainly(&mut rules, &mut known, &sum, player));
            Ok([left?, right?])
        });
        let (mut rules, mut search) = (rules(seconds), Search::new(256 << 20));
        let engine = timed(|| {
            let [left, right] = PLAYERS.map(|player| search.wins_first(&mut rules, &sum, player, u64::MAX));
            Ok([left?, right?].map(|found| found.answer().expect("play ends")))
        });
        let answers = [&value, &plain, &engine].map(|found| found.as_ref().map(|found| found.0));
        let mut known = answers.iter().flatten();
        let first = known.next();
        assert!(known.all(|answer| Some(answer) == first), "{kind:?} {height}x{width}: {answers:?}");
        let winners = first.map_or("?".into(), |[left, right]| format!("{}, {}", won(*left), won(*right)));
        let expanded = search.statistics().expanded;
        let mut proved = ["?".to_owned(), "?".into()];
        if engine.is_some() {
            // However long the proof takes.
            rules.handle.set_limits(Limits::default());
            if let Ok(Found::Answer(proof)) = Search::new(256 << 20).prove(&mut rules, &sum, &PLAYERS, u64::MAX) {
                let start = Instant::now();
                assert_eq!(check(&mut rules, &proof), Ok(Ok(())), "{kind:?} {height}x{width}");
                proved = [proof.lines.len().to_string(), cell(Some(start.elapsed()), seconds)];
            }
        }
        writeln!(
            out,
            "| {kind:?} {height}x{width} | {} | {} | {} | {} | {} | {} | {} |",
            winners,
            cell(value.map(|found| found.1), seconds),
            cell(plain.map(|found| found.1), seconds),
            cell(engine.map(|found| found.1), seconds),
            expanded,
            proved[0],
            proved[1],
        )?;
        out.flush()?;
    }
    Ok(())
}

fn won(wins: bool) -> &'static str {
    if wins { "wins" } else { "loses" }
}
