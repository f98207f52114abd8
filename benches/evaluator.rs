//! The evaluator alone: calls, loops, collections, `memo`. Each round is a submission to a session that is already open, so
//! that reading and resolving a line is included and starting is not.

use sprague::session::{Session, Settings};
use sprague::syntax::Mode;
use std::rc::Rc;

/// As in the command.
#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

fn main() {
    divan::main();
}

/// A session with the definitions that the lines below use.
fn session() -> Session {
    let mut session = Session::new(Settings::default());
    run(&mut session, "f(n) = if n < 2 then n else f(n-1) + f(n-2)");
    run(&mut session, "loop(n) = do\n s = 0\n for i in 1..n do s = s + i end\n s\nend");
    run(&mut session, "memo g(n) = if n < 2 then n else g(n-1) + g(n-2)");
    session
}

fn run(session: &mut Session, line: &str) {
    let outcome = session.run("<bench>", line, Mode::Script, Rc::new(|_, _| ()));
    assert!(outcome.errors.is_empty(), "{line}: {:?}", outcome.errors);
}

/// Plain recursion: 150,049 calls. A call compares, branches, subtracts twice and adds.
#[divan::bench(sample_count = 20)]
fn fib_24(bencher: divan::Bencher) {
    let mut session = session();
    bencher.bench_local(|| run(&mut session, "f(24)"));
}

/// A loop of a million steps in a function.
#[divan::bench(sample_count = 20)]
fn million_steps(bencher: divan::Bencher) {
    let mut session = session();
    bencher.bench_local(|| run(&mut session, "loop(1000000)"));
}

/// A loop of a million steps over variables of the script.
#[divan::bench(sample_count = 20)]
fn million_steps_at_the_top(bencher: divan::Bencher) {
    let mut session = session();
    bencher.bench_local(|| run(&mut session, "s = 0; for i in 1..1000000 do s = s + i end"));
}

/// A list of a hundred thousand squares, half of which are kept.
#[divan::bench(sample_count = 20)]
fn comprehension(bencher: divan::Bencher) {
    let mut session = session();
    bencher.bench_local(|| run(&mut session, "length([n^2 for n in 1..100000 if n % 2 == 1])"));
}

/// Ten thousand results looked up in the table of a `memo` function.
#[divan::bench(sample_count = 20)]
fn memo(bencher: divan::Bencher) {
    let mut session = session();
    run(&mut session, "g(90)");
    bencher.bench_local(|| run(&mut session, "for i in 1..10000 do g(90) end"));
}

/// Starting a session with the library.
#[divan::bench(sample_count = 20)]
fn start() -> Session {
    Session::new(Settings::default())
}

/// The same recursion written in Rust, for the ratio.
#[divan::bench(sample_count = 20)]
fn fib_24_in_rust() -> u64 {
    fn f(n: u64) -> u64 {
        if divan::black_box(n) < 2 { n } else { f(n - 1) + f(n - 2) }
    }
    f(24)
}
