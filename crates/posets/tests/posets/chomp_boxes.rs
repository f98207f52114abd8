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

/// The values of all positions of `rows` rows of at most `cells` cells, straight from the rules: rows as digits, the first the highest.
fn rows_by_rules(rows: usize, cells: usize) -> Vec<u16> {
    let base = cells + 1;
    let mut values = vec![0; base.pow(rows as u32)];
    let (mut position, mut seen, mut now) = (vec![0; rows], vec![0; rows * base], 0);
    // In the order of their numbers, which no move makes larger.
    while let Some(row) = (0..rows).rev().find(|&i| position[i] < if i == 0 { cells } else { position[i - 1] }) {
        position[row] += 1;
        position[row + 1..].fill(0);
        now += 1;
        for row in 0..rows {
            // The least cell is never taken.
            for left in usize::from(row == 0)..position[row] {
                let after =
                    position.iter().enumerate().map(|(i, &cells)| if i < row { cells } else { left.min(cells) });
                let value: u16 = values[after.fold(0, |number, row| number * base + row)];
                seen[usize::from(value)] = now;
            }
        }
        let value = seen.iter().position(|&seen| seen < now).expect("there are fewer options");
        values[position.iter().fold(0, |number, row| number * base + row)] = value as u16;
    }
    values
}

/// Three and four rows, short ones by the table for all boxes, long ones by sets.
#[test]
fn values_of_long_rows_are_those_of_the_rules() {
    for (rows, longest, greatest) in [(3, 40, 85), (3, 120, 260), (4, 24, 66), (4, 35, 96)] {
        let values = rows_by_rules(rows, longest);
        assert_eq!(values.iter().max(), Some(&greatest));
        let mut chomp = Chomp::new(product(&[rows, longest]), &handle()).unwrap().with_threads(2);
        // The whole first, which makes the table of all; of long boxes some positions.
        let (mut left, mut asked) = (vec![longest; rows], 0);
        loop {
            if left[0] == longest || (left.iter().sum::<usize>() % 23 == 0) {
                let number = left.iter().fold(0, |number, row| number * (longest + 1) + row);
                let cells =
                    left.iter().enumerate().flat_map(|(row, &cells)| (0..cells).map(move |c| row * longest + c));
                let position = Bits::of(rows * longest, cells);
                let value = chomp.nim_value(&position, &handle()).unwrap();
                assert_eq!(value, u32::from(values[number]), "{left:?} in rows of {longest}");
                asked += 1;
            }
            // The one before it.
            let Some(row) = left.iter().rposition(|&cells| cells > 0) else { break };
            left[row] -= 1;
            let most = left[row];
            left[row + 1..].fill(most);
        }
        assert!(asked > 1000, "{asked} positions");
    }
}

/// A box in space whose cells have two bytes: values are the least that no option has, down to those of the bare rules.
#[test]
fn wide_cells_in_space() {
    let (poset, small) = (product(&[2, 2, 65]), product(&[2, 2, 4]));
    let mut chomp = Chomp::new(poset.clone(), &handle()).unwrap().with_threads(2);
    let random = &mut RandomBits::new(65);
    for _ in 0..20 {
        let mut position = chomp.start();
        while position.len() > 1 {
            let options = chomp.options(&position, &handle()).unwrap();
            let value = chomp.nim_value(&position, &handle()).unwrap();
            assert_eq!(Some(value), (0..).find(|&value| options.iter().all(|option| option.1 != value)));
            position = chomp.after(&position, options[random.below(options.len() as u64) as usize].0);
        }
    }
    let mut known = BTreeMap::new();
    play(&small, Some(0), (1 << 16) - 1, &mut known);
    for (left, value) in known {
        let position = Bits::of(260, (0..16).filter(|&x| left >> x & 1 == 1).map(|x| x / 4 * 65 + x % 4));
        assert_eq!(chomp.nim_value(&position, &handle()).unwrap(), value, "{left:b}");
    }
}

/// Of sets of options a few hundred words are looked at where single options would be thousands.
#[test]
fn long_rows_take_few_steps() {
    for (sides, value, most) in [([3, 200], 431, 3_000_000), ([5, 34], 115, 3_000_000)] {
        let few = Handle::new(Limits { steps: Some(most), ..Limits::default() });
        let mut chomp = Chomp::new(product(&sides), &few).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, &few), Ok(value), "{sides:?}");
    }
}

#[test]
fn long_rows_and_tables_without_room() {
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
        // A byte for each, and the tables of layers.
        let bytes = plan.positions.to_string().parse::<f64>().unwrap();
        assert!(plan.bytes.is_none_or(|all| all > bytes && all < 1.5 * bytes + 2e6), "{plan:?}");
    }
    // Two bytes, and no table where a value might not fit these.
    let plan = |sides: &[usize]| chomp_plan(&product(sides), &handle()).unwrap().unwrap().bytes;
    assert!(plan(&[6, 55]).is_some_and(|bytes| bytes > 2.0 * 55_525_372.0 && bytes < 3.0 * 55_525_372.0));
    assert!(plan(&[2, 30_000]).is_some() && plan(&[2, 40_000]).is_none());
    assert_eq!(chomp_plan(&Poset::chain(5, &handle()).unwrap(), &handle()).unwrap(), None);
    assert_eq!(chomp_plan(&Poset::antichain(5, &handle()).unwrap(), &handle()).unwrap(), None);
}
