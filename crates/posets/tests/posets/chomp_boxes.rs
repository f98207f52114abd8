//! Chomp on boxes against the bare rules, against other posets, and where its tables do not fit.

use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::{Bits, Poset, RandomBits, chomp_plan, ideals};
use std::collections::BTreeMap;

fn handle() -> Handle {
    Handle::default()
}

fn product(sides: &[usize]) -> Poset {
    let chain = |&side: &usize| Poset::chain(side, &handle()).unwrap();
    sides.iter().map(chain).reduce(|all, side| all.product(&side, &handle()).unwrap()).unwrap()
}

/// Every position that can be reached and its value, straight from the rules.
fn play(poset: &Poset, taboo: Option<usize>, left: u64, known: &mut BTreeMap<u64, u32>) -> u32 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let options: Vec<u32> = (0..poset.len())
        .filter(|&x| left >> x & 1 == 1 && Some(x) != taboo)
        .map(|x| {
            let above = (0..poset.len()).filter(|&y| y == x || poset.less(x, y));
            play(poset, taboo, above.fold(left, |left, y| left & !(1 << y)), known)
        })
        .collect();
    let value = (0..).find(|v| !options.contains(v)).unwrap();
    known.insert(left, value);
    value
}

fn agrees_everywhere(poset: &Poset, threads: usize) {
    let n = poset.len();
    let least = (0..n).find(|&x| (0..n).all(|y| y == x || poset.less(x, y)));
    for taboo in [least, None] {
        let mut chomp = match taboo {
            Some(_) => Chomp::new(poset.clone(), &handle()),
            None => Chomp::taking_all(poset.clone(), &handle()),
        }
        .unwrap()
        .with_threads(threads);
        let mut known = BTreeMap::new();
        play(poset, taboo, (1 << n) - 1, &mut known);
        for (&left, &value) in &known {
            let position = Bits::of(n, (0..n).filter(|&x| left >> x & 1 == 1));
            assert_eq!(chomp.nim_value(&position, &handle()).unwrap(), value, "{left:b}");
        }
    }
}

#[test]
fn every_position_of_small_boxes_has_the_value_of_the_rules() {
    let boxes: [&[usize]; 11] = [
        &[1, 2],
        &[2, 2],
        &[3, 2],
        &[4, 5],
        &[2, 7],
        &[2, 2, 2],
        &[3, 3, 3],
        &[2, 3, 4],
        &[4, 1, 3],
        &[2, 2, 3, 2],
        &[2, 2, 2, 2, 2],
    ];
    for (i, sides) in boxes.iter().enumerate() {
        agrees_everywhere(&product(sides), 1 + i % 4);
    }
}

#[test]
fn boxes_are_known_however_they_are_numbered() {
    let random = &mut RandomBits::new(31);
    for sides in [&[3, 3, 2][..], &[4, 3], &[2, 3, 3]] {
        let there = product(sides);
        let n = there.len();
        let mut names: Vec<usize> = (0..n).collect();
        (1..n).for_each(|i| names.swap(i, random.below(i as u64 + 1) as usize));
        let pairs = (0..n).flat_map(|x| (0..n).map(move |y| (x, y))).filter(|&(x, y)| there.less(x, y));
        let pairs: Vec<(usize, usize)> = pairs.map(|(x, y)| (names[x], names[y])).collect();
        agrees_everywhere(&Poset::from_relations(n, &pairs, &handle()).unwrap(), 2);
    }
}

#[test]
fn positions_have_the_values_of_the_posets_that_they_are() {
    // What is left of a box is no box, and goes the general way.
    for sides in [&[4, 4, 3][..], &[5, 3, 3], &[3, 3, 2, 2], &[6, 7]] {
        let poset = product(sides);
        let mut chomp = Chomp::new(poset.clone(), &handle()).unwrap().with_threads(2);
        let start = chomp.start();
        for x in (1..poset.len()).step_by(3) {
            let after = chomp.after(&start, x);
            let left: Vec<usize> = after.iter().collect();
            let mut alone = Chomp::new(poset.induced(&left, &handle()).unwrap(), &handle()).unwrap();
            let all = alone.start();
            let value = alone.nim_value(&all, &handle()).unwrap();
            assert_eq!(chomp.nim_value(&after, &handle()).unwrap(), value, "{sides:?} after {x}");
        }
    }
}

#[test]
fn values_that_fit_no_byte_and_tables_without_room() {
    // One row is a heap of all its elements but the least.
    let mut chomp = Chomp::new(product(&[2, 300]), &handle()).unwrap();
    let row = Bits::of(600, 0..300);
    assert_eq!(chomp.nim_value(&row, &handle()).unwrap(), 299);
    let small = Handle::new(Limits { memory: Some(300_000), ..Limits::default() });
    let mut chomp = Chomp::new(product(&[4, 4, 5]), &handle()).unwrap().with_threads(2);
    let start = chomp.start();
    assert!(matches!(chomp.nim_value(&start, &small), Err(Stop::Memory(_))));
    let few = Handle::new(Limits { steps: Some(100_000), ..Limits::default() });
    assert!(matches!(chomp.nim_value(&start, &few), Err(Stop::Steps(_))));
    // What was broken off leaves nothing behind.
    assert_eq!(chomp.nim_value(&start, &handle()).unwrap(), 21);
}

/// Which thread finds a value is chance; how many steps it takes in all is not.
#[test]
fn steps_do_not_depend_on_threads() {
    let steps = |sides: &[usize], threads: usize| {
        let handle = Handle::default();
        let mut chomp = Chomp::new(product(sides), &handle).unwrap().with_threads(threads);
        let start = chomp.start();
        chomp.nim_value(&start, &handle).unwrap();
        handle.steps()
    };
    for sides in [&[4, 4, 4][..], &[2, 2, 2, 2, 2], &[8, 9]] {
        let alone = steps(sides, 1);
        for threads in [2, 3, 4] {
            assert_eq!(steps(sides, threads), alone, "{sides:?} on {threads} threads");
        }
    }
    let bounded = |most: u64, threads: usize| {
        let handle = Handle::new(Limits { steps: Some(most), ..Limits::default() });
        let mut chomp = Chomp::new(product(&[4, 4, 4]), &handle).unwrap().with_threads(threads);
        let start = chomp.start();
        chomp.nim_value(&start, &handle)
    };
    let needed = steps(&[4, 4, 4], 1);
    for threads in [1, 2, 3] {
        assert_eq!(bounded(needed - 1, threads), Err(Stop::Steps(needed - 1)));
        assert!(bounded(needed, threads).is_ok());
    }
}

/// Who wins a poset with a greatest element is known by that; nothing else is found out.
#[test]
fn stealing_asks_for_nothing_else() {
    let poset = Poset::subsets(15, 15, &handle()).unwrap().0;
    let few = Handle::new(Limits { steps: Some(2000), ..Limits::default() });
    for chomp in [Chomp::new(poset.clone(), &few), Chomp::taking_all(poset, &few)] {
        let chomp = chomp.unwrap();
        assert!(chomp.steals(&chomp.start()));
    }
    for n in 0..3 {
        let [one, all] = [Chomp::new, Chomp::taking_all]
            .map(|new| new(Poset::chain(n, &handle()).unwrap(), &handle()).unwrap())
            .map(|chomp| chomp.steals(&chomp.start()));
        assert_eq!((one, all), (n > 1, n > 0));
    }
}

#[test]
fn plans_count_positions() {
    for sides in [
        &[2, 2][..],
        &[4, 5],
        &[3, 3, 3],
        &[2, 3, 4],
        &[4, 4, 5],
        &[2, 2, 3, 2],
        &[3, 2, 2, 2, 2],
        &[5, 5, 6],
        &[7, 7, 8],
    ] {
        let poset = product(sides);
        let plan = chomp_plan(&poset, &handle()).unwrap().unwrap();
        assert_eq!(plan.positions, ideals(&poset, &handle()).unwrap(), "{sides:?}");
        assert_eq!(plan.is_begun, plan.positions < (1u64 << 32).into());
    }
    assert_eq!(chomp_plan(&Poset::chain(5, &handle()).unwrap(), &handle()).unwrap(), None);
    assert_eq!(chomp_plan(&Poset::antichain(5, &handle()).unwrap(), &handle()).unwrap(), None);
}
