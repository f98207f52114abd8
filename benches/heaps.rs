//! Take-and-break games: proving periods, values a second, and the definition beside them in the same run.

use divan::Bencher;
use sprague::heaps::{Base, Code, Engine, NoCaller, Rule, Sequence, check};
use sprague::limits::{CountingAllocator, Handle};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() {
    divan::main();
}

fn rule(code: &str) -> Rule {
    Rule::from_code(Code::parse(code, Base::Any).unwrap())
}

fn proved(code: &str, bound: u64) -> Sequence {
    let mut s = Sequence::new(rule(code));
    assert!(s.prove_period(bound, &Handle::default(), &mut NoCaller).unwrap().is_some());
    s
}

#[divan::bench(args = ["0.77", "0.156", "0.356", "0.644", "0.165", "0.16", "0.56", "0.127"], sample_count = 10)]
fn proof(code: &str) -> Sequence {
    proved(code, 400_000)
}

#[divan::bench(args = ["0.376", "0.354"], sample_count = 1, sample_size = 1)]
fn proof_of_millions(code: &str) -> Sequence {
    proved(code, 12_000_000)
}

/// Some 200 million values and 220 MB each.
#[divan::bench(args = ["0.104", "0.454", "0.054"], sample_count = 1, sample_size = 1, ignore)]
fn proof_of_hundred_millions(code: &str) -> Sequence {
    proved(code, 230_000_000)
}

#[divan::bench(args = ["0.16", "0.56", "0.127"], sample_count = 3)]
fn checker(bencher: Bencher, code: &str) {
    let s = proved(code, 400_000);
    let certificate = s.certificate().unwrap();
    bencher.bench_local(|| check::check(certificate, &Handle::default()).unwrap());
}

/// 20,000 values, by the engine that is chosen and by all pairs.
#[divan::bench(args = ["0.16", "0.376", "0.454"], sample_count = 5)]
fn chosen_20000(code: &str) -> Sequence {
    let mut s = Sequence::new(rule(code));
    s.extend_to(20_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

/// The same by the definition.
#[divan::bench(args = ["0.16", "0.376", "0.454"], sample_count = 3)]
fn by_definition_20000(code: &str) -> Sequence {
    let mut s = Sequence::naive(rule(code));
    s.extend_to(20_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

/// A million values of games that are not known to be periodic.
#[divan::bench(args = ["4!.0", "0.6"], sample_count = 1, sample_size = 1)]
fn a_million_values(code: &str) -> Sequence {
    let mut s = Sequence::new(rule(code));
    s.extend_to(1_000_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

/// All codes to three digits: 20,000 values each.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn sweep_20000() -> usize {
    let all = (1..512).filter(|code| {
        let mut s = Sequence::new(rule(&format!("0.{code:03o}")));
        s.prove_period(20_000, &Handle::default(), &mut NoCaller).unwrap().is_some() || s.engine() == Engine::General
    });
    all.count()
}
