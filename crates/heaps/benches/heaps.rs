//! Take-and-break games: proving periods, values a second, and the definition beside them in the same run.

use divan::Bencher;
use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, Set, check};
use sprague_limits::Handle;

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
    bencher.bench_local(|| check(certificate, &Handle::default()).unwrap());
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

/// Kayles, 100,000 values: its period is proved at 168.
#[divan::bench(sample_count = 10)]
fn kayles_100000() -> Sequence {
    let mut s = Sequence::new(rule("0.77"));
    s.extend_to(100_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

/// The same by the definition, all pairs of heaps, period or not.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn kayles_100000_by_definition() -> Vec<u8> {
    let mut values: Vec<u8> = Vec::new();
    for n in 0..100_000usize {
        let mut met = [false; 256];
        for k in (1..=2).filter(|&k| k <= n) {
            for a in 0..=(n - k) / 2 {
                met[usize::from(values[a] ^ values[n - k - a])] = true;
            }
        }
        values.push(met.iter().position(|m| !m).unwrap() as u8);
    }
    values
}

/// A million values after the first million of Grundy's game and 0.6, which are not known to be periodic.
#[divan::bench(args = ["4!.0", "0.6"], sample_count = 1, sample_size = 1)]
fn the_second_million(bencher: Bencher, code: &str) {
    further(bencher, code, 1_000_000);
}

/// The same after ten million.
#[divan::bench(args = ["4!.0", "0.6"], sample_count = 1, sample_size = 1, ignore)]
fn the_eleventh_million(bencher: Bencher, code: &str) {
    further(bencher, code, 10_000_000);
}

fn further(bencher: Bencher, code: &str, known: u64) {
    let mut s = Sequence::new(rule(code));
    s.extend_to(known, &Handle::default(), &mut NoCaller).unwrap();
    bencher.bench_local(|| s.extend_to(known + 1_000_000, &Handle::default(), &mut NoCaller).unwrap());
}

/// 100,000 values of a subtraction game: numbers up to so many, of which two in five may be taken.
#[divan::bench(args = [300, 3_000], sample_count = 3)]
fn subtraction_by_marks(largest: u64) -> Sequence {
    let mut s = Sequence::new(subtraction(largest));
    s.extend_to(100_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

/// The same by the definition.
#[divan::bench(args = [300, 3_000], sample_count = 3)]
fn subtraction_by_definition(largest: u64) -> Sequence {
    let mut s = Sequence::naive(subtraction(largest));
    s.extend_to(100_000, &Handle::default(), &mut NoCaller).unwrap();
    s
}

fn subtraction(largest: u64) -> Rule {
    // Cubes modulo 31 look random enough that no period ends the run early.
    Rule::subtraction_game(Set::Finite((1..=largest).filter(|k| k * k * k % 31 < 12).collect())).unwrap()
}
