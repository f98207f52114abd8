//! Bounds hold in every native function: each one, and each operator, is called with large arguments of every kind under a small
//! bound on time and memory, and must end near it.
//!
//! The calls come from the records: the first call of a function in its examples, with each argument in turn, and all of them,
//! replaced by large values. `cargo test --test limits -- --ignored` tries many more, `STEP=9` every ninth of them, `FROM=4` from the
//! fifth on; `SHOW=1` prints calls that take twice their time, `ONLY=text` tries those that contain a text. Where the system tells
//! the time that a thread has run, that counts, so that other work does not.

#![allow(clippy::print_stderr)]

use sprague::allocator::CountingAllocator;
use sprague::limits::{Limits, allocated};
use sprague::session::{Session, Settings};
use sprague::syntax::Mode;
use sprague::{builtins, diagnostics::Diagnostic};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const TIME: Duration = Duration::from_millis(40);
const MEMORY: usize = 48 << 20;
/// What a call may take beyond its bounds here, where the code is not optimised.
const LATE: Duration = Duration::from_millis(500);
/// After so much work an interruption is heard at the latest.
const HEARD: Duration = Duration::from_millis(1500);
const MORE: usize = 50 << 20;
/// After so long a call will not end.
const LOST: Duration = Duration::from_secs(30);

/// Large values: a name, the kinds for which it may stand, how it is made. What holds many small parts of its own comes at least once
/// for each kind.
const LARGE: &[(&str, &str, &str)] = &[
    ("big", "number", "7^100000"),
    ("odd", "number", "2^1000000 - 1"),
    ("long", "number", "10^18 + 9"),
    ("wide", "number", "300000"),
    ("ratio", "number", "3^20000 / 2^20000"),
    ("ascii", "text", "\"ab\" * 500000"),
    ("accents", "text", "\"éx\" * 300000"),
    ("digits", "text", "\"7\" * 300000"),
    ("rows", "text", "\"ab|\" * 300000 + \"ab\""),
    ("code", "text", "\"0.\" + \"7\" * 100000"),
    ("terms", "text", "join([\"x^{i}\" for i in 1..3000], \" + \")"),
    ("list_", "list", "list(1..200000)"),
    ("texts", "list", "[\"{i}\" * 20 for i in 1..20000]"),
    ("alike", "list", "[ascii + \"{i % 7}\" for i in 1..10]"),
    ("pairs_", "list", "[(i, i * i) for i in 1..50000]"),
    ("points", "list", "[(i, i * i % 97) for i in 1..300]"),
    ("games", "list", "[*i for i in 0..20000]"),
    ("rest", "list", "[n // 3^20000 for n in [big, odd]]"),
    ("tuple_", "list", "tuple(1..100000)"),
    ("set_", "set", "set(1..200000)"),
    ("sets", "set", "{{i, j} for i in 1..100 for j in 1..100}"),
    ("tower", "set", "tower_of(12)"),
    ("map_", "map", "{i => i for i in 1..100000}"),
    ("range_", "list", "1..300000000"),
    ("endless", "list", "1.."),
    ("board", "grid", "grid(1000, 1000, \".\")"),
    ("mixed", "grid", "grid(\"ab.o\" * 250 + (\"|\" + \"xo.#\" * 250) * 300)"),
    ("strip", "grid", "grid(1, 200000, \".\")"),
    ("function", "function", "n -> n"),
    ("wrong", "function", "n -> n == 0"),
    ("deep", "game", "nested(2000)"),
    ("hot", "game", "<<<<9 | 4>, 3 | 2> | <1 | <0 | -5>>> | <-6 | -8>>"),
    ("nim", "position", "Nim(10^9)"),
    ("sum_", "position", "sum(Nim(i) for i in 1..20000)"),
    ("domino", "position", "Domineering(grid(7, 7))"),
    ("huge", "position", "Domineering(board)"),
    ("clobber", "position", "Clobber(grid(\"x.xo\" * 250 + (\"|\" + \"xo.x\" * 250) * 300))"),
    ("bush", "position", "Hackenbush(\"br\" * 2000)"),
    ("chain_", "poset", "chain(1500)"),
    ("boole", "poset", "subsets(10)"),
    ("loose", "poset", "antichain(1500)"),
    ("eaten", "position", "chomp(subsets(6))"),
    ("complete", "graph", "complete_graph(150)"),
    ("path_", "graph", "path_graph(20000)"),
    ("cycle_", "graph", "cycle_graph(3000)"),
    ("squares", "graph", "grid_graph(40, 40)"),
    ("chips", "position", "Chaos(path_graph(200))"),
    ("stratum_", "points", "stratum([(i, i * i % 97) for i in 1..60], [(3, 1), (1, 4)])"),
    ("series_", "series", "series(\"1/((1 - x^97*y)*(1 - x^3*y^89))\")"),
    ("lattice_", "lattice", "lattice_of(Kayles, 9)"),
    ("kayles", "heap", "Kayles"),
    ("tall", "poset", "chain(8000)"),
    ("dominoes", "poset", "poset(1..4000, [(2 * i - 1, 2 * i) for i in 1..2000])"),
    ("rows_", "list", "[tuple([(i * j * 7919 + i + j^2 + 3)^60 % 10^300 for j in 1..20]) for i in 1..20]"),
];

const FUNCTIONS: &str = "nested(n) = do
  g = 0
  for i in 1..n do g = <g, *i | g> end
  g
end
tower_of(n) = do
  s = {1}
  for i in 1..n do s = {s, [s, i]} end
  s
end";

/// Operators and statements on two large values.
const FORMS: &[&str] = &[
    "{a} + {b}",
    "{a} - {b}",
    "{a} * {b}",
    "{a} / {b}",
    "{a} // {b}",
    "{a} % {b}",
    "{a} ^ {b}",
    "{a} == {b}",
    "{a} < {b}",
    "{a} in {b}",
    "{a}[{b}]",
    "-{a}",
    "{a} : {b}",
    "<{a} | {b}>",
    "[{a}, {b}] == [{b}, {a}]",
    "{\"{{a}} and {{b}}\"}",
    "{{{a}, {b}}}",
    "{{{a} => {b}}}",
    "x = {a}; x[0] = {b}; x[0]",
    "[x for x in {a}]",
    "{a} .. {b}",
    "check {a} == {b}",
];

/// The time that this thread has run, or the time of day.
fn clock() -> Duration {
    clock_of(Path::new("thread-self"))
}

/// The same for a thread, by its path below `/proc`.
fn clock_of(thread: &Path) -> Duration {
    let ran = std::fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).ok();
    let ran = ran.and_then(|line| line.split(' ').next()?.parse().ok()).filter(|&ran| ran > 0);
    ran.map_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Duration::from_nanos)
}

struct Worker {
    session: Session,
    baseline: usize,
}

/// What a call came to: its time, the most memory above what was there before, its error.
struct Report {
    time: Duration,
    more: usize,
    stop: bool,
    errors: Vec<Diagnostic>,
}

impl Worker {
    fn new() -> Worker {
        let mut session = Session::new(Settings::default());
        let run = |session: &mut Session, text: &str| {
            let outcome = session.run("large values", text, Mode::Script, Rc::new(|_, _| {}));
            assert!(outcome.errors.is_empty(), "{text}: {:?}", outcome.errors);
        };
        run(&mut session, FUNCTIONS);
        for (name, _, made) in LARGE {
            run(&mut session, &format!("{name} = {made}"));
        }
        Worker { session, baseline: 0 }
    }

    /// How much work a call still does when it is interrupted after a moment.
    fn interrupted(&mut self, text: &str) -> Duration {
        let flag = self.session.handle().interruption_flag();
        let memory = Some(allocated() + (1 << 30));
        self.session.handle().set_limits(Limits { memory, ..Limits::default() });
        let (sender, receiver) = mpsc::channel::<()>();
        let here = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let other = std::thread::spawn(move || {
            let ended = receiver.recv_timeout(Duration::from_millis(60));
            flag.store(true, Ordering::Relaxed);
            (ended.is_err(), clock_of(&here))
        });
        self.session.run("call", text, Mode::Session, Rc::new(|_, _| {}));
        let end = clock();
        let _ = sender.send(());
        let (interrupted, at) = other.join().unwrap();
        self.session.run("drop", "_ = 0", Mode::Session, Rc::new(|_, _| {}));
        if interrupted { end.saturating_sub(at) } else { Duration::ZERO }
    }

    fn run(&mut self, text: &str) -> Report {
        self.baseline = allocated();
        let memory = Some(self.baseline + MEMORY);
        let limits = Limits { time: Some(TIME), memory, depth: Some(2000), steps: None };
        self.session.handle().set_limits(limits);
        let start = clock();
        let outcome = self.session.run("call", text, Mode::Session, Rc::new(|_, _| {}));
        let more = self.session.handle().peak().saturating_sub(self.baseline);
        self.session.handle().set_limits(Limits::default());
        // What a call leaves is dropped, and counts for it.
        self.session.run("drop", "_ = 0", Mode::Session, Rc::new(|_, _| {}));
        self.session.forget();
        let time = clock().saturating_sub(start);
        let stop =
            outcome.errors.iter().any(|error| error.message.starts_with("stopped") || error.message.contains("memory"));
        Report { time, more, stop, errors: outcome.errors }
    }
}

/// The arguments of the first call of a function in a text.
fn arguments(text: &str, name: &str) -> Option<Vec<String>> {
    let begins = |at: usize| text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let call = format!("{name}(");
    let at = text.match_indices(&call).map(|(at, _)| at).find(|&at| begins(at))? + call.len();
    let (mut depth, mut quoted, mut one, mut all) = (0, false, String::new(), Vec::new());
    let mut before = ' ';
    for (i, c) in text[at..].char_indices() {
        quoted ^= c == '"';
        let arrow = c == '>' && matches!(before, '-' | '=');
        before = c;
        match c {
            _ if quoted => {}
            ')' if depth == 0 => {
                all.extend((!one.trim().is_empty()).then(|| one.trim().to_string()));
                return Some(all);
            }
            ',' if depth == 0 => {
                all.push(std::mem::take(&mut one).trim().to_string());
                continue;
            }
            // The brackets of a game, no sign of comparison.
            '<' if text[at + i..].starts_with("< ") => {}
            '>' if arrow || depth == 0 => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        one.push(c);
    }
    None
}

/// Calls of every native function, one argument large, or all of them; and their number.
fn calls(wide: bool) -> (Vec<String>, usize) {
    let mut calls = Vec::new();
    let mut functions = 0;
    for (at, (_, native)) in builtins::all().enumerate() {
        functions += 1;
        let mut kinds: Vec<Vec<String>> =
            native.examples.iter().filter_map(|(text, _)| arguments(text, native.name)).collect();
        let count = native.most.unwrap_or(3).max(native.required);
        kinds.push(vec!["1".into(); native.required.max(1).min(count)]);
        for arguments in &kinds {
            for place in 0..arguments.len() {
                for (name, ..) in LARGE {
                    let mut given = arguments.clone();
                    given[place] =
                        given[place].split_once(" = ").map_or(String::new(), |(n, _)| format!("{n} = ")) + name;
                    calls.push(format!("{}({})", native.name, given.join(", ")));
                }
            }
        }
        // All arguments large: the first of each kind with others, which go round.
        for (i, (name, ..)) in LARGE.iter().enumerate() {
            let others = if wide { LARGE.len() } else { 3 };
            for shift in 0..others {
                let given: Vec<&str> = (0..count)
                    .map(|j| if j == 0 { name } else { LARGE[(i + j * (shift + at)) % LARGE.len()].0 })
                    .collect();
                calls.push(format!("{}({})", native.name, given.join(", ")));
            }
        }
    }
    for (i, form) in FORMS.iter().enumerate() {
        for (j, (a, kind, _)) in LARGE.iter().enumerate() {
            for (k, (b, other, _)) in LARGE.iter().enumerate() {
                if wide || kind == other || (i + j + k) % 7 == 0 {
                    calls.push(form.replace("{a}", a).replace("{b}", b).replace("{{", "{").replace("}}", "}"));
                }
            }
        }
    }
    if let Ok(only) = std::env::var("ONLY") {
        calls.retain(|call| call.contains(&only));
    }
    let mut seen = std::collections::HashSet::new();
    calls.retain(|call| seen.insert(call.clone()));
    (calls, functions)
}

/// Runs the calls on threads of their own, `step` apart; gives what passed its bounds.
fn faults(calls: Vec<String>, step: usize) -> (usize, usize, Vec<String>) {
    let calls = Arc::new(calls.into_iter().step_by(step).collect::<Vec<_>>());
    let next = Arc::new(AtomicUsize::new(0));
    let stopped = Arc::new(AtomicUsize::new(0));
    let (sender, receiver) = mpsc::channel::<Option<(usize, String)>>();
    let start = || {
        let (calls, next, stopped, sender) = (calls.clone(), next.clone(), stopped.clone(), sender.clone());
        std::thread::spawn(move || {
            let mut worker = Worker::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(call) = calls.get(at) else { break };
                let report = worker.run(call);
                stopped.fetch_add(usize::from(report.stop), Ordering::Relaxed);
                let late = report.time > TIME + LATE || report.more > MEMORY + MORE;
                let said = if late || std::env::var_os("SHOW").is_some() && report.time > TIME + TIME {
                    let error: String = report.errors.first().map_or("", |e| &e.message).chars().take(80).collect();
                    let (time, more) = (report.time.as_millis(), report.more >> 20);
                    format!("{}{time} ms, {more} MiB: {call}: {error}", if late { "" } else { "(" })
                } else {
                    String::new()
                };
                if sender.send(Some((at, said))).is_err() {
                    return;
                }
            }
            let _ = sender.send(None);
        })
    };
    start();
    let (mut found, mut last) = (Vec::new(), usize::MAX);
    loop {
        match receiver.recv_timeout(LOST) {
            Ok(None) => break,
            Ok(Some((at, said))) => {
                last = at;
                if said.starts_with('(') {
                    eprintln!("{said}");
                } else if !said.is_empty() {
                    eprintln!("{said}");
                    found.push(said);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                let at = last.wrapping_add(1);
                let call = calls.get(at).map_or("(large values)", String::as_str);
                eprintln!("lost: {call}");
                found.push(format!("no end within {LOST:?}: {call}"));
                last = at;
                assert!(found.len() < 8, "{found:#?}");
                start();
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    (calls.len(), stopped.load(Ordering::Relaxed), found)
}

/// What once went on for long after its bound: loops whose steps take long each, and single calls.
const SLOW: &[&str] = &[
    "while true do isqrt(odd) end",
    "while true do odd // big end",
    "while true do big * wide end",
    "while true do number(digits) end",
    "while true do text(odd) end",
    "while true do ascii[7] end",
    "while true do accents[7] end",
    "while true do x = split(rows, \"|\") end",
    "while true do x = replace(ascii, \"a\", \"bc\") end",
    "while true do x = slice(accents, 7, 9) end",
    "while true do ascii + \"a\" == ascii + \"b\" end",
    "while true do x = join(texts, ascii) end",
    "while true do x = union(set_, {0}) end",
    "while true do x = difference(set_, set_) end",
    "while true do x = intersection(set_, set_) end",
    "while true do s = map_; s[0] = 1 end",
    "while true do x = cells(board) end",
    "while true do x = least(board) end",
    "while true do x = replacements(board, \"..\", \"##\") end",
    "replacements(board, \"..\", \"##\", turns = true)",
    "split(ascii * 200, \"b\")",
    "options(clobber)",
    "game_graph(ratio)",
    "{ratio, 1/3}",
    "chip_line(complete_graph(60))",
    "Chaos(path_graph(3000), [1 for i in 1..3000])",
    "moves(Chaos(cycle_graph(500), [1 for i in 1..500]))",
    "list(ascii * 100)",
    "odd == series_",
    "truncated(series_, 0, odd)",
    "heap G = take all but 1000000000000..",
    "heap G = take all but 30000000..",
    "code(\"0.[\" + repeated(\"12\", 3000) + \"1]\")(20000)",
    "subtraction([n for n in 1..700000])",
    "height(tall); height(tall)",
    "tall == chain(8000)",
    "chomp(tall)",
    "isomorphic(dominoes, dual(dominoes))",
    "complex([list(1..60) for i in 1..30000])",
    "polyhedron(rows_)",
    "lattice_point_count(rows_)",
    "rows_[1] in stratum(rows_[0], rows_)",
    "heap G = take 900000.. or take 900001.. or take 900002.. or take 900003.. or take 900004.. or take 900005.. or take 900006..",
];

#[test]
fn every_native_function_keeps_its_bounds() {
    let (all, functions) = calls(false);
    // A step that is prime to the number of values meets every function with several of them.
    let slow = SLOW.iter().map(ToString::to_string);
    let (calls, stopped, found) = faults(slow.chain(all.into_iter().step_by(29)).collect(), 1);
    eprintln!("{calls} calls of {functions} functions and {} operators, {stopped} of them stopped", FORMS.len());
    assert!(found.is_empty(), "{} calls passed their bounds:\n{}", found.len(), found.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn every_native_function_keeps_its_bounds_with_every_value() {
    let step = std::env::var("STEP").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let from = std::env::var("FROM").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let (calls, stopped, found) = faults(calls(true).0.split_off(from), step);
    eprintln!("{calls} calls, {stopped} of them stopped");
    assert!(found.is_empty(), "{} calls passed their bounds:\n{}", found.len(), found.join("\n"));
}

#[test]
fn an_interruption_is_heard_at_once() {
    let mut worker = Worker::new();
    let mut worst = (Duration::ZERO, "");
    for text in SLOW {
        // The first pages of memory may be dear to get; what is slow by itself is slow each time.
        let wait = (0..3).map(|_| worker.interrupted(text)).find(|&wait| wait < HEARD).unwrap_or(HEARD);
        worst = worst.max((wait, text));
    }
    eprintln!("the longest wait after an interruption: {:?}, in {}", worst.0, worst.1);
    assert!(worst.0 < HEARD, "{worst:?}");
}
