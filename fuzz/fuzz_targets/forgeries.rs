#![no_main]
//! Files of values, certificates and checkpoints as a forger makes them: bytes, and changed numbers, lines that are dropped,
//! doubled or swapped, with checksums and seals made right again. No panic, bounded memory, and no claim accepted that a
//! computation from the beginning refutes.

#[path = "../../crates/posets/tests/forge/mod.rs"]
mod forge;

use forge::{KEY, Kept, Level, Run, change, number};
use libfuzzer_sys::fuzz_target;
use sprague::heaps::{Base, Code, Theorem, NoCaller, Rule, Sequence, Standing, check, decode};
use sprague::limits::{Handle, Limits};
use sprague::posets::subsets::chomp::{grundy, outcome};
use sprague::posets::subsets::downset::truncated;
use sprague::posets::subsets::{self, Options, extensions, ideals};

#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

const CODES: [&str; 6] = ["0.77", "0.137", "0.156", "0.33", "4.07", "0.007"];

fn rule(code: &str) -> Rule {
    Rule::from_code(Code::parse(code, Base::Octal).expect("a code"))
}

fn handle() -> Handle {
    Handle::new(Limits { memory: Some(256 << 20), steps: Some(20_000_000), ..Limits::default() })
}

/// A run with changes: whatever is checked in the end is the truth.
fn values(next: &mut impl FnMut() -> u64) {
    let (h, code) = (handle(), CODES[next() as usize % CODES.len()]);
    let mut honest = Sequence::new(rule(code));
    honest.extend_to(900, &h, &mut NoCaller).expect("few heaps");
    let all: Vec<u8> = (0..900).map(|n| honest.value(n).expect("a value known") as u8).collect();
    let length = 30 + next() as usize % 870;
    let mut run = Run::new(&format!("code {code}"), next() % 64, all[..length].to_vec());
    for _ in 0..1 + next() % 6 {
        let line = 1 + next() as usize % 40;
        change(&mut run.data, line, next, |old, choice| number(old.into(), choice) as u8);
    }
    run.width = [1, 1, 1, 2, 4, 3][next() as usize % 6];
    run.count = if next() % 8 == 0 { next() } else { run.data.len() as u64 / u64::from(run.width) };
    run.data.truncate(run.data.len() / usize::from(run.width) * usize::from(run.width));
    let Ok(mut sequence) = decode(&run.bytes(), rule(code), "", "file", &h) else { return };
    let _ = sequence.prove_period(sequence.values().len() as u64 + 700, &h, &mut NoCaller);
    if sequence.confirm(&h).is_ok() && sequence.standing() == Standing::Checked {
        assert!((0..900).all(|n| sequence.value(n) == honest.value(n)), "{code}");
    }
}

/// A certificate with changes: only the right one is accepted.
fn certificates(next: &mut impl FnMut() -> u64) {
    let (h, code) = (handle(), CODES[next() as usize % 5]);
    let mut sequence = Sequence::new(rule(code));
    let Ok(Some(right)) = sequence.prove_period(2_000, &h, &mut NoCaller).map(|c| c.cloned()) else { return };
    let mut c = right.clone();
    for _ in 0..1 + next() % 4 {
        let (which, choice) = (next(), next());
        let other = |old: u64| if choice % 16 == 0 { number(old, choice >> 4) } else { number(old, choice >> 4) % 2048 };
        match (which % 6, &mut c.kind) {
            (0, _) => c.period = other(c.period),
            (1, _) => c.from = other(c.from),
            (2, _) => c.known = other(c.known),
            (3, Theorem::Classical { parts, last_place }) => std::mem::swap(parts, last_place),
            (4, Theorem::Classical { parts, .. }) => *parts = other(*parts),
            (_, Theorem::Classical { last_place, .. }) => *last_place = other(*last_place),
            (3, Theorem::Sparse { last_rare, .. }) => *last_rare = other(*last_rare),
            (4, Theorem::Sparse { reach, flag, .. }) => (*reach, *flag) = (other(*reach), !*flag),
            (_, Theorem::Sparse { mask, .. }) => *mask = other((*mask).into()) as u32,
            (_, Theorem::Subtraction { largest }) => *largest = other(*largest),
        }
    }
    if check(&c, &h).is_ok() {
        assert_eq!(c, right, "{code}");
    }
}

fn compute(which: u64, options: Options, h: &Handle) -> Option<String> {
    match which % 4 {
        0 => grundy(4, truncated(4, 4), options, h).ok().map(|r| format!("{:?}", (r.value, r.options, r.levels))),
        1 => outcome(4, truncated(4, 3), options, h).ok().map(|r| format!("{:?}", (r.won, r.winning, r.levels))),
        2 => extensions::of_truncated(5, 3, options, h).ok().map(|r| format!("{:?}", (r.count, r.levels))),
        _ => ideals::count(4, 4, options, h).ok().map(|r| format!("{r:?}")),
    }
}

/// A checkpoint with changes, sealed again: refused, or the answer is right.
fn checkpoints(raw: &[u8], next: &mut impl FnMut() -> u64) {
    let (h, which) = (handle(), next());
    let mut kept = Kept { bytes: None, left: 1 + next() as usize % 16, ..Kept::default() };
    let straight = compute(which, Options { checkpoints: Some(&mut kept), ..Options::threads(1) }, &h);
    let honest = kept.bytes.expect("a level");
    let bytes = if next() % 4 == 0 {
        let mut bytes = honest;
        change(&mut bytes, 1, next, |old, choice| number(old.into(), choice) as u8);
        if next() % 4 == 0 { raw.to_vec() } else { bytes }
    } else {
        let mut level = Level::of(&honest).expect("a level");
        let width = 1 + level.header[level.size_at() + 1] as usize;
        for _ in 0..1 + next() % 4 {
            if next() % 2 == 0 {
                change(&mut level.header, 1, next, number);
            } else {
                change(&mut level.records, if next() % 4 == 0 { 1 } else { width }, next, number);
            }
        }
        level.sealed(&KEY)
    };
    let mut kept = Kept { bytes: Some(bytes), left: 0, ..Kept::default() };
    let found = compute(which, Options { checkpoints: Some(&mut kept), ..Options::threads(1) }, &h);
    assert!(found.is_none() || found == straight, "{found:?} and {straight:?}");
}

fuzz_target!(|raw: &[u8]| {
    let (mut at, mut state) = (0, 0x9e37_79b9_7f4a_7c15u64);
    // The input's bytes first, then numbers that depend on all of them.
    let mut next = || {
        let chunk = raw.get(at..).unwrap_or_default();
        at += 2;
        let word = chunk.iter().take(2).fold(0, |word, &byte| word << 8 | u64::from(byte));
        state = (state ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23);
        if chunk.is_empty() { state >> 8 } else { word ^ (state >> 40) << 16 }
    };
    match next() % 3 {
        0 => {
            let _ = decode(raw, rule("0.77"), "", "file", &handle());
            values(&mut next);
        }
        1 => certificates(&mut next),
        _ => checkpoints(raw, &mut next),
    }
});
