//! Machine words end somewhere, the language's numbers do not: operators and functions at the ends of words.
//! Arithmetic that leaves its word is a panic in this build (and in the released one), so a call that comes back has not.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use sprague::limits::Limits;
use sprague::session::{Output, Session, Settings};
use sprague::syntax::Mode;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Once;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

fn said(session: &mut Session, text: &str) -> Vec<String> {
    let lines: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = Rc::clone(&lines);
    let outcome = session.run(
        "extremes",
        text,
        Mode::Script,
        Rc::new(move |output, _| {
            if let Output::Value(shown) = output {
                heard.borrow_mut().push(shown.text);
            }
        }),
    );
    let mut lines = lines.take();
    lines.extend(outcome.errors.iter().map(|error| format!("error: {}", error.message)));
    lines
}

fn edges() -> Vec<BigInt> {
    let word = |n: u32| BigInt::from(2).pow(n);
    let mut out: Vec<BigInt> = (-2..=2).map(BigInt::from).collect();
    for bits in [31, 32, 62, 63, 64] {
        for near in -1..=1 {
            out.push(word(bits) + near);
            out.push(-word(bits) + near);
        }
    }
    out
}

/// What the integers say.
fn expected(a: &BigInt, operator: &str, b: &BigInt) -> String {
    match operator {
        "+" => (a + b).to_string(),
        "-" => (a - b).to_string(),
        "*" => (a * b).to_string(),
        "//" if !b.is_zero() => a.div_floor(b).to_string(),
        "%" if !b.is_zero() => a.mod_floor(b).to_string(),
        "<" => (a < b).to_string(),
        "==" => (a == b).to_string(),
        _ => "error: division by zero".into(),
    }
}

/// Constants, variables and both: each has its own way through the resolver.
#[test]
fn operators_follow_the_integers() {
    let mut session = Session::new(Settings::default());
    let edges = edges();
    for a in &edges {
        for b in &edges {
            for operator in ["+", "-", "*", "//", "%", "<", "=="] {
                if b.is_zero() && ["//", "%"].contains(&operator) {
                    continue;
                }
                let right = expected(a, operator, b);
                let text = format!(
                    "a = {a}; b = {b}; ({a}) {operator} ({b}); a {operator} ({b}); ({a}) {operator} b; a {operator} b"
                );
                assert_eq!(said(&mut session, &text), vec![right; 4], "{text}");
            }
            // The same beside a star, where the sum is one of games.
            let (sum, difference) = (a + b, a - b);
            let star = |n: &BigInt| if n.is_zero() { "*".into() } else { format!("{n}+*") };
            let text = format!("* + ({a}) + ({b}); a = * + ({a}); a - ({b}); -(* + ({a})) - ({b})");
            assert_eq!(said(&mut session, &text), [star(&sum), star(&difference), star(&-sum)], "{text}");
        }
    }
}

const ARGUMENTS: [&str; 34] = [
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551616",
    "4294967296",
    "2147483648",
    "10^30",
    "1/9223372036854775807",
    "-9223372036854775808/3",
    "1/2^63",
    "*9223372036854775807",
    "*(2^62)",
    "^9223372036854775807",
    "v9223372036854775807",
    "\"\"",
    "\"a\"",
    "[]",
    "[9223372036854775807, -9223372036854775808]",
    "(9223372036854775807, -9223372036854775808)",
    "{}",
    "-9223372036854775808..9223372036854775807",
    "9223372036854775806..",
    "octal(\"0.77\")",
    "grid(1, 1)",
    "chain(3)",
    "path(3)",
    "x -> x",
    "Nim",
    "Nim(9223372036854775807)",
    "Left",
    "<9223372036854775807 | -9223372036854775808>",
];

thread_local! {
    /// Whether panics of this thread are counted, not told.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// Panics of threads that count them are not written.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !COUNTED.get() {
                hook(info);
            }
        }));
    });
}

/// Every second function of the library, each argument in turn at its worst, and pairs of them: one pair in `sparse`, other
/// pairs for the next function.
fn functions(from: usize, sparse: usize) {
    let limits =
        Limits { steps: Some(20_000), depth: Some(200), memory: Some(1 << 30), time: Some(Duration::from_millis(200)) };
    let fresh = || Session::new(Settings { limits: limits.clone(), ..Settings::default() });
    let docs = fresh().docs();
    silence();
    let mut broken = Vec::new();
    let mut calls = 0;
    for (turn, doc) in docs.iter().filter(|doc| doc.signature.contains('(')).enumerate().skip(from).step_by(2) {
        let mut session = fresh();
        let more = doc.signature.contains("...");
        let takes = |n: usize| more || doc.signature.matches(',').count() + 1 >= n;
        let mut texts = vec![format!("{}()", doc.name)];
        for (i, a) in ARGUMENTS.iter().enumerate() {
            texts.push(format!("{}({a})", doc.name));
            let chosen = |j: usize| takes(2) && (i + j + turn / 2).is_multiple_of(sparse);
            for (j, b) in ARGUMENTS.iter().enumerate().filter(|(j, _)| chosen(*j)) {
                texts.push(format!("{}({a}, {b})", doc.name));
                if takes(3) {
                    let c = ARGUMENTS[(i * 7 + j * 3) % ARGUMENTS.len()];
                    texts.push(format!("{}({a}, {b}, {c})", doc.name));
                }
            }
        }
        for text in texts {
            calls += 1;
            COUNTED.set(true);
            let came_back = catch_unwind(AssertUnwindSafe(|| said(&mut session, &text))).is_ok();
            COUNTED.set(false);
            if !came_back {
                broken.push(text);
                session = fresh();
            }
        }
    }
    assert!(broken.is_empty(), "{} of {calls} calls panic:\n{}", broken.len(), broken.join("\n"));
}

/// Two tests, so that they run side by side.
#[test]
fn no_function_leaves_its_words() {
    functions(0, 4);
}

#[test]
fn no_other_function_leaves_its_words() {
    functions(1, 4);
}

#[test]
#[ignore = "a minute: every pair of arguments for every function"]
fn no_pair_of_arguments_leaves_its_words() {
    functions(0, 1);
    functions(1, 1);
}
