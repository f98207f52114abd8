//! Who wins, and nim-values, by searches on several threads with a table in common.
//!
//! `cargo bench -p sprague-search --bench threads -- [NAME]`, with names like `Clobber45`. For each board the time of one search with a table of its
//! own, then of 1, 2 and 4 that share one, each until the first of them has the answer; and the sums that all of them expanded.

#[path = "../tests/search/boards.rs"]
#[allow(dead_code)]
mod boards;

use boards::{Board, Boards, Kind};
use sprague_games::Side;
use sprague_limits::Stop;
use sprague_search::{Found, Search, Shared, Sum};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::time::Instant;

const BOARDS: [(Kind, usize, usize); 8] = [
    (Kind::Domineering, 5, 6),
    (Kind::Domineering, 6, 6),
    (Kind::Clobber, 4, 5),
    (Kind::NoGo, 3, 4),
    (Kind::Snort, 5, 5),
    (Kind::Cram, 5, 5),
    (Kind::Cram, 5, 6),
    (Kind::Cram, 5, 7),
];

fn ask(kind: Kind, rules: &mut Boards, search: &mut Search<Board>, sum: &Sum<Board>) -> Result<Option<u64>, Stop> {
    let found = match kind {
        Kind::Cram => search.nim_value(rules, sum, u64::MAX)?,
        _ => match search.wins_first(rules, sum, Side::Left, u64::MAX)? {
            Found::Answer(wins) => Found::Answer(Some(u64::from(wins))),
            _ => Found::Endless,
        },
    };
    Ok(found.answer().flatten())
}

fn boards() -> Boards {
    Boards { bounded: true, counted: 1, ..Boards::default() }
}

fn main() -> std::io::Result<()> {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut out = std::io::stdout();
    writeln!(out, "| board | alone | 1 thread | 2 threads | 4 threads |")?;
    writeln!(out, "| --- | --- | --- | --- | --- |")?;
    for (kind, height, width) in BOARDS {
        if !format!("{kind:?}{height}{width}").contains(&only) {
            continue;
        }
        let sum = Sum::from(Board::start(kind, height, width));
        let (start, mut search) = (Instant::now(), Search::new(512 << 20));
        let alone = ask(kind, &mut boards(), &mut search, &sum);
        write!(out, "| {kind:?} {height}x{width} ")?;
        write!(out, "| {:.2} s, {} ", start.elapsed().as_secs_f64(), search.statistics().expanded)?;
        for threads in [1, 2, 4] {
            let (start, shared) = (Instant::now(), Shared::new(256 << 20));
            let expanded: u64 = std::thread::scope(|scope| {
                let (begun, flags) = channel();
                let found: Vec<_> = (0..threads)
                    .map(|_| {
                        let (begun, sum, shared) = (begun.clone(), &sum, shared.clone());
                        let (answer, heard) = channel();
                        let handle = scope.spawn(move || {
                            let (mut rules, mut search) = (boards(), Search::new(256 << 20));
                            begun.send(rules.handle.interruption_flag()).expect("the others are there");
                            search.share(&mut rules, shared).expect("nothing stops it");
                            let found = ask(kind, &mut rules, &mut search, sum);
                            let _ = answer.send(());
                            (found, search.statistics().expanded)
                        });
                        (handle, heard)
                    })
                    .collect();
                let flags: Vec<_> = flags.iter().take(threads).collect();
                while found.iter().all(|(_, heard)| heard.try_recv().is_err()) {
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
                let ended = found.into_iter().map(|(thread, _)| thread.join().expect("it does not panic"));
                ended
                    .map(|(found, expanded)| {
                        assert!(found == alone || found == Err(Stop::Interrupted), "{kind:?} {height}x{width}");
                        expanded
                    })
                    .sum()
            });
            write!(out, "| {:.2} s, {expanded} ", start.elapsed().as_secs_f64())?;
        }
        writeln!(out, "|")?;
    }
    Ok(())
}
