//! Recursions over downsets against the bare recursion over sets.

use crate::chomp::random_poset;
use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::{Options, Poset, RandomBits, fold, linear_extensions};
use std::collections::BTreeMap;

fn handle() -> Handle {
    Handle::default()
}

/// A value for the empty set, and one from the sorted values of the options.
type Rule = (u64, fn(&[u64]) -> u64);

const RULES: [Rule; 7] = [
    (1, |v| v.iter().sum()),
    (2, |v| v.iter().fold(1, |p, x| p * x % 1_000_003)),
    (0, |v| (0..).find(|k| !v.contains(k)).unwrap()),
    (0, |v| 1 + v.iter().max().unwrap()),
    (5, |v| 3 * v.iter().min().unwrap() % 101),
    (1, |v| 1 ^ v.iter().fold(0, |all, x| all ^ x)),
    // Something that depends on each value and on how often it occurs.
    (7, |v| v.iter().fold(v.len() as u64, |all, x| (31 * all + x + 1) % 1_000_003)),
];

/// Straight from the definition.
fn bare(poset: &Poset, options: Options, rule: Rule, left: u32, known: &mut BTreeMap<u32, u64>) -> u64 {
    if left == 0 {
        return rule.0;
    }
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let mut values = Vec::new();
    for x in (0..poset.len()).filter(|&x| left >> x & 1 == 1) {
        let above = (0..poset.len()).filter(|&y| left >> y & 1 == 1 && poset.less(x, y)).fold(0, |all, y| all | 1 << y);
        if options == Options::Up || above == 0 {
            values.push(bare(poset, options, rule, left & !(1 << x) & !above, known));
        }
    }
    values.sort_unstable();
    let value = rule.1(&values);
    known.insert(left, value);
    value
}

fn sorted(values: &[&u64]) -> Vec<u64> {
    let mut all: Vec<u64> = values.iter().map(|&&v| v).collect();
    all.sort_unstable();
    all
}

#[test]
fn folds_are_those_of_the_definition() {
    let mut random = RandomBits::new(21);
    for round in 0..200 {
        let poset = random_poset(&mut random, 7);
        for options in [Options::Maximal, Options::Up] {
            for rule in RULES {
                let full = (1_u32 << poset.len()) - 1;
                let slow = bare(&poset, options, rule, full, &mut BTreeMap::new());
                let combine = |values: &[&u64]| Ok::<_, Stop>(rule.1(&sorted(values)));
                assert_eq!(fold(&poset, options, rule.0, combine, &handle()).unwrap(), Some(slow), "{round}");
            }
        }
    }
}

#[test]
fn sums_are_linear_extensions_and_mex_is_chomp() {
    let mut random = RandomBits::new(5);
    for _ in 0..60 {
        let poset = random_poset(&mut random, 11);
        let sum = |values: &[&u64]| Ok::<_, Stop>(values.iter().copied().sum());
        let count = fold(&poset, Options::Maximal, 1, sum, &handle()).unwrap().unwrap();
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), count.into());
        let mex = |values: &[&u32]| Ok::<_, Stop>((0..).find(|k| !values.contains(&k)).unwrap());
        let value = fold(&poset, Options::Up, 0, mex, &handle()).unwrap().unwrap();
        let mut chomp = Chomp::taking_all(poset, &handle()).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, &handle()).unwrap(), value);
    }
}

#[test]
fn bounds_and_errors_end_a_fold() {
    let antichain = Poset::antichain(40, &handle()).unwrap();
    let sum = |values: &[&u64]| Ok::<_, Stop>(values.iter().copied().sum());
    let few = Handle::new(Limits { steps: Some(100_000), ..Limits::default() });
    assert_eq!(fold(&antichain, Options::Up, 1, sum, &few), Err(Stop::Steps(100_000)));
    let refuses = |_: &[&u64]| Err(Stop::Depth(7));
    assert_eq!(fold(&antichain, Options::Maximal, 1, refuses, &handle()), Err(Stop::Depth(7)));
    let long = Poset::chain(1025, &handle()).unwrap();
    assert_eq!(fold(&long, Options::Maximal, 1, sum, &handle()), Ok(None));
    let chain = Poset::chain(1024, &handle()).unwrap();
    let longest = |values: &[&u64]| Ok::<_, Stop>(1 + **values.iter().max().unwrap());
    assert_eq!(fold(&chain, Options::Maximal, 0, longest, &handle()), Ok(Some(1024)));
}
