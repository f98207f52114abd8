//! Recursions over downsets against the bare recursion over sets.

use crate::chomp::random_poset;
use num_bigint::BigUint;
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

fn chain(n: usize) -> Poset {
    Poset::chain(n, &handle()).unwrap()
}

fn product(sides: &[usize]) -> Poset {
    sides.iter().fold(chain(1), |all, &side| all.product(&chain(side), &handle()).unwrap())
}

/// The same poset under other numbers.
fn shuffled(poset: &Poset, random: &mut RandomBits) -> Poset {
    let mut order: Vec<usize> = (0..poset.len()).collect();
    (1..order.len()).for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
    poset.induced(&order, &handle()).unwrap()
}

/// Posets of many symmetries, with and without a least element.
fn symmetric_posets() -> Vec<Poset> {
    let h = handle();
    let antichain = |n| Poset::antichain(n, &h).unwrap();
    let complex = |facets: &[u64]| Poset::complex(facets, &h).unwrap().0;
    let mut all = vec![
        Poset::subsets(4, 4, &h).unwrap().0,
        Poset::subsets(5, 2, &h).unwrap().0,
        // All edges but one; a cycle with a triangle; a cone; points; one facet.
        complex(&[0b00011, 0b00101, 0b01001, 0b00110, 0b01010]),
        complex(&[0b000111, 0b001100, 0b011000, 0b110000, 0b100001]),
        complex(&[0b10011, 0b10110, 0b11100]),
        complex(&[1, 2, 4, 8, 16, 32]),
        complex(&[0b1111]),
        chain(0),
        chain(1),
        chain(2),
        chain(5),
        product(&[3, 3, 2]),
        product(&[2, 2, 4]),
        product(&[4, 4]),
        product(&[2, 7]),
        product(&[5, 3]),
        product(&[3, 2, 2]),
        antichain(3).ordinal_sum(&antichain(4), &h).unwrap(),
        antichain(2).ordinal_sum(&chain(2), &h).unwrap().disjoint_sum(&antichain(5), &h).unwrap(),
        product(&[2, 3]).disjoint_sum(&product(&[2, 3]), &h).unwrap(),
    ];
    for poset in all.clone() {
        all.extend(poset.least().map(|least| {
            let rest: Vec<usize> = (0..poset.len()).filter(|&x| x != least).collect();
            poset.induced(&rest, &h).unwrap()
        }));
        all.push(poset.dual(&h).unwrap());
    }
    all
}

#[test]
fn symmetries_change_no_value() {
    let mut random = RandomBits::new(8);
    for (at, poset) in symmetric_posets().iter().enumerate() {
        let full = ((1_u64 << poset.len()) - 1) as u32;
        for poset in [poset.clone(), shuffled(poset, &mut random)] {
            for options in [Options::Maximal, Options::Up] {
                for rule in RULES {
                    let slow = bare(&poset, options, rule, full, &mut BTreeMap::new());
                    let combine = |values: &[&u64]| Ok::<_, Stop>(rule.1(&sorted(values)));
                    assert_eq!(fold(&poset, options, rule.0, combine, &handle()).unwrap(), Some(slow), "{at}");
                }
            }
        }
    }
}

/// What has few classes is at once: forty elements no two of which are comparable have 41.
#[test]
fn classes_are_gone_through_once() {
    let long = |steps| Handle::new(Limits { steps: Some(steps), ..Limits::default() });
    let asked = std::cell::Cell::new(0);
    let longest = |values: &[&u64]| {
        asked.set(asked.get() + 1);
        Ok::<_, Stop>(1 + **values.iter().max().unwrap())
    };
    let antichain = Poset::antichain(40, &handle()).unwrap();
    assert_eq!(fold(&antichain, Options::Up, 0, longest, &long(1_000_000)), Ok(Some(40)));
    assert_eq!(asked.take(), 40);
    // 16,352 classes of 7,828,353 downsets.
    let (subsets, _) = Poset::subsets(6, 6, &handle()).unwrap();
    assert_eq!(fold(&subsets, Options::Maximal, 0, longest, &long(2_000_000)), Ok(Some(64)));
}

#[test]
fn the_recursions_of_others_are_met() {
    let sum = |values: &[&BigUint]| Ok::<_, Stop>(values.iter().copied().sum());
    let mex = |values: &[&u32]| Ok::<_, Stop>((0..).find(|k| !values.contains(&k)).unwrap());
    let h = handle();
    let posets = [
        Poset::subsets(5, 5, &h).unwrap().0,
        Poset::subsets(6, 3, &h).unwrap().0,
        Poset::subsets(7, 2, &h).unwrap().0,
        product(&[4, 4, 3]),
        product(&[7, 7]),
    ];
    for poset in posets {
        let count = linear_extensions(&poset, &h).unwrap();
        assert_eq!(fold(&poset, Options::Maximal, 1_u32.into(), sum, &h).unwrap(), Some(count));
        let mut chomp = Chomp::taking_all(poset.clone(), &h).unwrap();
        let start = chomp.start();
        let value = chomp.nim_value(&start, &h).unwrap();
        assert_eq!(fold(&poset, Options::Up, 0, mex, &h).unwrap(), Some(value));
    }
}

/// So many values that those of earlier levels are forgotten.
#[test]
fn values_of_levels_are_forgotten_once_they_are_old() {
    let poset = product(&[3, 4, 6]);
    let all: Vec<usize> = (0..poset.len() - 1).collect();
    let poset = poset.induced(&all, &handle()).unwrap();
    let sum = |values: &[&u128]| Ok::<_, Stop>(values.iter().fold(0, |all: u128, v| all.wrapping_add(**v)));
    let count = fold(&poset, Options::Maximal, 1_u128, sum, &handle()).unwrap();
    let expected = linear_extensions(&poset, &handle()).unwrap() % (BigUint::from(1_u32) << 128_u32);
    assert_eq!(count.map(BigUint::from), Some(expected));
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
    // Chains of different lengths.
    let wide = (1..10).fold(chain(1), |all, n| all.disjoint_sum(&chain(n), &handle()).unwrap());
    let antichain = Poset::antichain(40, &handle()).unwrap();
    let sum = |values: &[&u64]| Ok::<_, Stop>(values.iter().fold(0_u64, |all, &v| all.wrapping_add(*v)));
    let few = Handle::new(Limits { steps: Some(100_000), ..Limits::default() });
    assert_eq!(fold(&wide, Options::Up, 1, sum, &few), Err(Stop::Steps(100_000)));
    let refuses = |_: &[&u64]| Err(Stop::Depth(7));
    assert_eq!(fold(&antichain, Options::Maximal, 1, refuses, &handle()), Err(Stop::Depth(7)));
    let long = Poset::chain(1025, &handle()).unwrap();
    assert_eq!(fold(&long, Options::Maximal, 1, sum, &handle()), Ok(None));
    let chain = Poset::chain(1024, &handle()).unwrap();
    let longest = |values: &[&u64]| Ok::<_, Stop>(1 + **values.iter().max().unwrap());
    assert_eq!(fold(&chain, Options::Maximal, 0, longest, &handle()), Ok(Some(1024)));
}
