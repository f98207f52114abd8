//! Forged files: values and checkpoints that somebody changed who knows how to make checksums and seals right again.
//! Nothing ends in a panic, and nothing is called proved, or given as an answer of a small computation, that a computation
//! from the beginning refutes.

#[path = "../crates/posets/tests/forge/mod.rs"]
mod forge;
#[path = "support/submit.rs"]
#[allow(dead_code)]
mod submit;

use forge::{KEY, Kept, Level, Run, change, number};
use sprague::heaps::{Base, CheckError, Code, NoCaller, Rule, Sequence, Standing, Theorem, check, decode};
use sprague::limits::{Handle, Limits};
use sprague::posets::subsets::chomp::{grundy, outcome};
use sprague::posets::subsets::downset::truncated;
use sprague::posets::subsets::error::{BadCheckpoint, Error};
use sprague::posets::subsets::seal::Key;
use sprague::posets::subsets::{self, Options, extensions, ideals};
use sprague::session::{Output, Session, Settings};
use std::fs;
use tempfile::TempDir;

/// Numbers that look random and are the same in each run.
fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
}

/// A folder that is gone in the end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// What a program prints, or its first error.
    fn ran(&self, text: &str) -> Result<Vec<String>, String> {
        let limits = Limits { memory: Some(400 << 20), ..Limits::default() };
        let mut session =
            Session::new(Settings { import_from: Some(self.0.path().to_owned()), limits, ..Settings::default() });
        let (outputs, errors) = submit::outputs(&mut session, text);
        match errors.first() {
            None => Ok(outputs.into_iter().filter(|o| !matches!(o, Output::Check(_))).map(submit::line).collect()),
            Some(error) => Err(format!("{} {}", error.message, error.notes.join(" "))),
        }
    }
}

fn rule(code: &str) -> Rule {
    Rule::from_code(Code::parse(code, Base::Octal).unwrap())
}

fn values(code: &str, count: usize) -> Vec<u8> {
    let (mut sequence, h) = (Sequence::new(rule(code)), Handle::default());
    sequence.extend_to(count as u64, &h, &mut NoCaller).unwrap();
    (0..count as u64).map(|n| sequence.value(n).unwrap() as u8).collect()
}

/// Values of 0.007 that are right at first and then have period 5.
#[test]
fn a_period_from_forged_values_is_not_proved() {
    let folder = Folder::new();
    for (count, claim) in [(2_000, "period(g)"), (2_000, "verify(period(g))"), (2_000, "certificate(g)")] {
        let mut forged = values("0.007", count);
        (520..count).for_each(|n| forged[n] = (n % 5) as u8);
        fs::write(folder.0.path().join("v"), Run::new("code 0.007", 5, forged).bytes()).unwrap();
        // Values drawn at random refuse it as good as always; whatever is let through is not called proved.
        let found = folder.ran(&format!("g = octal(\"0.007\")\nload_values(g, \"v\")\nprint({claim})"));
        let error = found.expect_err("a forgery");
        assert!(error.contains("is refused") || error.contains("are not those of"), "{error}");
    }
}

/// What rests on a file says so, until a short check has run; what is known here already contradicts a wrong file.
#[test]
fn what_rests_on_a_file_says_so() {
    let folder = Folder::new();
    let count = 400;
    let honest = values("0.77", count);
    fs::write(folder.0.path().join("v"), Run::new("code 0.77", 12, honest.clone()).bytes()).unwrap();
    let program = "load_values(Kayles, \"v\")\nprint(period(Kayles), is_proved(period(Kayles)))\nprint(period(Kayles))";
    // So little is checked unasked, and is as good as computed then.
    let lines = folder.ran(program).unwrap();
    assert_eq!(lines[1..], ["period 12 from 71, proved true", "period 12 from 71, proved"]);
    assert!(folder.ran("load_values(Kayles, \"v\")\nprint(statistics(Kayles, 300)[\"if right\"])").unwrap()[1] == "v");
    // With no period to be seen yet.
    let lines = folder.ran("load_values(Kayles, \"v\")\nprint(period(Kayles, 100))").unwrap();
    assert_eq!(lines[1], "period 12 from 71, proved");
    // What is known here already contradicts a file. The first values are computed again, the others by chance.
    let mut forged = values("0.007", 3_000);
    forged[2_999] ^= 1;
    fs::write(folder.0.path().join("w"), Run::new("code 0.007", 0, forged).bytes()).unwrap();
    let error = folder.ran("g = octal(\"0.007\")\nnim_values(g, 5000)\nload_values(g, \"w\")").unwrap_err();
    assert!(error.contains("refused") && error.contains("heap 2999"), "{error}");
    // What was only seen rests on the file too.
    fs::write(folder.0.path().join("n"), Run::new("code 0.[2]", 0, [0].into_iter().chain(0..255).collect()).bytes())
        .unwrap();
    let lines = folder.ran("g = code(\"0.[2]\")\nload_values(g, \"n\")\nprint(period(g, 200))").unwrap();
    assert_eq!(
        lines[1],
        "arithmetic period 1 with saltus 1 from 1, observed for heaps below 256 if the values in n are right"
    );
}

/// A period that the checker would take long for, from one forged value among 130,000: it is not called proved, in no
/// way of asking.
#[test]
fn a_long_check_is_not_taken_as_done() {
    let folder = Folder::new();
    let row = values("0.77", 168);
    let mut forged: Vec<u8> = (0..130_000).map(|n| row[if n < 84 { n } else { 72 + n % 12 }]).collect();
    forged[60_000] ^= 64;
    fs::write(folder.0.path().join("v"), Run::new("code 0.77", 12, forged).bytes()).unwrap();
    let program = "load_values(Kayles, \"v\")
         p = period(Kayles, 130000)
         print(p, is_proved(p))
         print(certificate(p))
         print(explain(p))";
    let lines = match folder.ran(program) {
        Ok(lines) => lines,
        // One time in some thousands that value is drawn.
        Err(error) => return assert!(error.contains("value of heap 60000"), "{error}"),
    };
    assert_eq!(lines[1], "period 12 from 60001, proved if the values in v are right false");
    assert!(lines[2].contains("if the values in v are right"), "{}", lines[2]);
    assert!(lines[3].contains("were read from v and are believed"), "{}", lines[3]);
}

/// Values that were read are believed until the checker has run; so it is with a certificate that was found here.
#[test]
fn the_standing_travels_with_the_sequence() {
    let h = Handle::default();
    let rule = Rule::subtraction_game(sprague::heaps::Set::Finite(vec![1, 2])).unwrap();
    let honest = Run::new("code 0.33", 3, (0..600).map(|n| (n % 3) as u8).collect());
    let mut read = decode(&honest.bytes(), rule.clone(), "", "there", &h).unwrap();
    assert!(matches!(read.standing(), Standing::Given(given) if &*given.origin == "there" && given.heaps == 600));
    read.prove_period(600, &h, &mut NoCaller).unwrap();
    assert!(read.certificate().is_some() && matches!(read.standing(), Standing::Given(_)));
    read.confirm(&h).unwrap();
    assert_eq!(read.standing(), Standing::Checked);
    let mut computed = Sequence::new(rule.clone());
    assert_eq!(computed.standing(), Standing::Computed);
    computed.prove_period(600, &h, &mut NoCaller).unwrap();
    assert_eq!(computed.standing(), Standing::Computed);
    computed.confirm(&h).unwrap();
    assert_eq!(computed.standing(), Standing::Checked);
}

#[test]
fn values_beyond_the_rules_are_refused_before_memory_is_taken() {
    let folder = Folder::new();
    let mut data: Vec<u8> = values("0.007", 2_000).iter().flat_map(|&v| u32::from(v).to_le_bytes()).collect();
    data[4 * 1_500..4 * 1_501].copy_from_slice(&u32::MAX.to_le_bytes());
    let run = Run { width: 4, data, ..Run::new("code 0.007", 0, vec![0; 2_000]) };
    fs::write(folder.0.path().join("v"), run.bytes()).unwrap();
    let error = folder.ran("load_values(octal(\"0.007\"), \"v\")").unwrap_err();
    assert!(error.contains("heap 1500 is larger than 500"), "{error}");
    // A bound for each form of rule, against values computed.
    for code in ["0.77", "4.0", "0.137", "0.007", "4.07", "0.3333", "0.0007", "0.17"] {
        let (rule, h) = (rule(code), Handle::default());
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend_to(300, &h, &mut NoCaller).unwrap();
        for n in 0..300 {
            assert!(sequence.value(n).unwrap() <= rule.most_value(n), "{code} {n}");
        }
    }
    assert_eq!((rule("0.007").most_value(1_500), rule("4.0").most_value(10), rule("0.33").most_value(1)), (500, 19, 1));
    // A file for which there is no memory is not read.
    let big = Run::new("code 0.007", 0, vec![0; 300 << 20]);
    fs::write(folder.0.path().join("big"), big.bytes()).unwrap();
    let error = folder.ran("load_values(octal(\"0.007\"), \"big\")").unwrap_err();
    assert!(error.contains("memory"), "{error}");
}

/// To open a pipe would wait for ever.
#[test]
#[cfg(unix)]
fn values_are_in_ordinary_files() {
    let folder = Folder::new();
    let pipe = folder.0.path().join("v");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    for call in ["load_values(Kayles, \"v\")", "save_values(Kayles, \"v\")"] {
        let error = folder.ran(call).unwrap_err();
        assert!(error.contains("it is not an ordinary file"), "{error}");
    }
}

/// Files of values with lines changed, dropped, doubled and swapped: no panic, and no period is proved but the true one.
#[test]
fn mutated_values() {
    let (h, code) = (Handle::new(Limits { memory: Some(200 << 20), ..Limits::default() }), "0.77");
    let honest = values(code, 700);
    let mut accepted = 0;
    for seed in 0..1_500 {
        let mut next = numbers(seed);
        let mut run = Run::new("code 0.77", 12, honest.clone());
        for _ in 0..1 + next() % 4 {
            let line = [1, 12, 34][next() as usize % 3];
            change(&mut run.data, line, &mut next, |old, choice| number(old.into(), choice) as u8);
        }
        match next() % 8 {
            0 => run.hint = number(run.hint, next()),
            1 => run.width = number(1, next()) as u8,
            2 => run.count = number(run.count, next()),
            _ => run.count = run.data.len() as u64,
        }
        let Ok(mut sequence) = decode(&run.bytes(), rule(code), "", "v", &h) else { continue };
        accepted += 1;
        let _ = sequence.prove_period(sequence.values().len() as u64 + 500, &h, &mut NoCaller);
        match sequence.confirm(&h) {
            Ok(()) if sequence.standing() == Standing::Checked => {
                let c = sequence.certificate().unwrap();
                assert_eq!((c.period, c.from), (12, 71), "seed {seed}");
                assert!((0..700).all(|n| sequence.value(n) == Some(honest[n as usize].into())), "seed {seed}");
            }
            Ok(()) => assert!(sequence.certificate().is_none(), "seed {seed}"),
            Err(CheckError::Refused(_)) => assert!(matches!(sequence.standing(), Standing::Given(_))),
            Err(CheckError::Stop(stop)) => panic!("seed {seed}: {stop}"),
        }
    }
    assert!(accepted > 20, "{accepted}");
}

/// Certificates with several numbers changed are refused, but for those that are right.
#[test]
fn mutated_certificates() {
    let h = Handle::default();
    // Each check of these takes milliseconds; those of sparse games are changed in tests/heaps_periods.rs.
    for code in ["0.77", "0.137", "0.15", "0.33", "0.3030303"] {
        let mut sequence = Sequence::new(rule(code));
        let right = sequence.prove_period(2_000, &h, &mut NoCaller).unwrap().cloned().expect("a period");
        assert!(right.known < 2_000, "{code}");
        assert_eq!(check(&right, &h), Ok(()));
        for seed in 0..150 {
            let (mut next, mut c) = (numbers(seed), right.clone());
            for _ in 0..1 + next() % 2 {
                let choice = next() % 10_000;
                let small = |old: u64| number(old, choice).min(1 << 11);
                match (next() % 5, &mut c.kind) {
                    (0, _) => c.period = small(c.period),
                    (1, _) => c.from = small(c.from),
                    (2, _) => c.known = small(c.known),
                    (3, Theorem::Classical { parts, .. }) => *parts = small(*parts),
                    (4, Theorem::Classical { last_place, .. }) => *last_place = small(*last_place),
                    (3, Theorem::Sparse { mask, .. }) => *mask = small((*mask).into()) as u32,
                    (_, Theorem::Sparse { last_rare, reach, .. }) => std::mem::swap(last_rare, reach),
                    (_, Theorem::Subtraction { largest }) => *largest = small(*largest),
                    _ => {}
                }
            }
            assert_eq!(check(&c, &h).is_ok(), c == right, "{code} {seed}: {c:?}");
        }
    }
}

type Answer = Result<String, Error>;

/// The computations whose checkpoints are forged.
fn computations() -> [fn(Options, &Handle) -> Answer; 4] {
    [
        |options, h| {
            grundy(4, truncated(4, 4), options, h).map(|r| format!("{:?}", (r.value, r.options, r.winning, r.levels)))
        },
        |options, h| outcome(4, truncated(4, 3), options, h).map(|r| format!("{:?}", (r.won, r.winning, r.levels))),
        |options, h| extensions::of_truncated(5, 3, options, h).map(|r| format!("{} {:?}", r.count, r.levels)),
        |options, h| ideals::count(4, 4, options, h).map(|r| format!("{r:?}")),
    ]
}

/// Checkpoints changed by somebody who has the key: a small computation never gives another answer.
#[test]
fn mutated_checkpoints() {
    let h = Handle::new(Limits { memory: Some(200 << 20), ..Limits::default() });
    let (mut refused, mut answered) = (0, 0);
    for (which, compute) in computations().into_iter().enumerate() {
        let straight = compute(Options::threads(1), &h).unwrap();
        for seed in 0..250 {
            let mut next = numbers(seed * 4 + which as u64);
            let mut kept = Kept { bytes: None, left: 1 + next() as usize % 16, ..Kept::default() };
            compute(Options { checkpoints: Some(&mut kept), ..Options::threads(1) }, &h).unwrap();
            let mut level = Level::of(kept.bytes.as_ref().unwrap()).unwrap();
            let width = 1 + level.header[level.size_at() + 1] as usize;
            for _ in 0..1 + next() % 3 {
                if next().is_multiple_of(3) {
                    change(&mut level.header, 1, &mut next, number);
                } else {
                    change(&mut level.records, width, &mut next, number);
                }
            }
            let mut kept = Kept { bytes: Some(level.sealed(&KEY)), left: 0, ..Kept::default() };
            match compute(Options { checkpoints: Some(&mut kept), ..Options::threads(1) }, &h) {
                Ok(answer) => {
                    assert_eq!(answer, straight, "computation {which}, seed {seed}");
                    answered += 1;
                }
                Err(Error::Checkpoint(_) | Error::Overflow | Error::Stop(_)) => refused += 1,
                Err(error) => panic!("computation {which}, seed {seed}: {error}"),
            }
        }
    }
    assert!(refused > 500 && answered > 0, "{refused} refused, {answered} answered");
}

/// Without the key nothing is read at all, whatever it says.
#[test]
fn another_key_opens_nothing() {
    let h = Handle::default();
    for compute in computations() {
        let mut kept = Kept { bytes: None, left: 5, ..Kept::default() };
        compute(Options { checkpoints: Some(&mut kept), ..Options::threads(1) }, &h).unwrap();
        let level = Level::of(kept.bytes.as_ref().unwrap()).unwrap();
        let mut theirs = Kept { bytes: Some(level.sealed(&Key([8; Key::BYTES]))), left: 0, ..Kept::default() };
        let found = compute(Options { checkpoints: Some(&mut theirs), ..Options::threads(1) }, &h);
        assert!(matches!(&found, Err(Error::Checkpoint(BadCheckpoint::OtherKey))), "{found:?}");
        // The name of the right key does not help.
        let mut bytes = theirs.bytes.unwrap();
        bytes[16..24].copy_from_slice(&KEY.id().to_le_bytes());
        let mut theirs = Kept { bytes: Some(bytes), left: 0, ..Kept::default() };
        let found = compute(Options { checkpoints: Some(&mut theirs), ..Options::threads(1) }, &h);
        assert!(
            matches!(&found, Err(Error::Checkpoint(BadCheckpoint::Damaged(why))) if why.contains("seal is broken")),
            "{found:?}"
        );
    }
}

/// A level of a computation too large to be compared as a whole: wrong classes that lie low are drawn.
#[test]
fn low_classes_of_large_computations_are_drawn() {
    let h = Handle::default();
    let stop = Handle::default();
    // A level is kept, then the computation is left.
    struct First(Kept, std::sync::Arc<std::sync::atomic::AtomicBool>);
    impl sprague::posets::subsets::Checkpoints for First {
        fn key(&self) -> Key {
            KEY
        }
        fn interval(&self) -> Option<std::time::Duration> {
            self.0.interval()
        }
        fn save(
            &mut self,
            write: &mut dyn FnMut(&mut dyn std::io::Write) -> std::io::Result<()>,
        ) -> std::io::Result<()> {
            self.0.save(write)?;
            if self.0.left == 0 {
                self.1.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            Ok(())
        }
        fn load(&mut self) -> std::io::Result<Option<Box<dyn std::io::Read + '_>>> {
            Ok(None)
        }
    }
    let mut first = First(Kept { bytes: None, left: 23, ..Kept::default() }, stop.interruption_flag());
    let stopped = outcome(7, truncated(7, 7), Options { checkpoints: Some(&mut first), ..Options::threads(2) }, &stop);
    assert!(matches!(stopped, Err(Error::Stop(_))));
    let mut level = Level::of(first.0.bytes.as_ref().unwrap()).unwrap();
    // All classes are lost, says the forger.
    level.records.chunks_exact_mut(3).for_each(|record| record[1..].fill(0));
    let mut kept = Kept { bytes: Some(level.sealed(&KEY)), left: 0, ..Kept::default() };
    let found = outcome(7, truncated(7, 7), Options { checkpoints: Some(&mut kept), ..Options::threads(2) }, &h);
    assert!(
        matches!(&found, Err(Error::Checkpoint(BadCheckpoint::Damaged(why))) if why.contains("does not follow")),
        "{found:?}"
    );
}
