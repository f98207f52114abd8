//! Linear extensions of boxes against the recurrence on plane partitions, other code and published values.

use num_bigint::BigUint;
use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::{Poset, RandomBits, box_plan, linear_extension_ranks, linear_extensions, linear_extensions_with};
use std::collections::{HashMap, HashSet};

fn handle() -> Handle {
    Handle::default()
}

fn product(sides: &[usize]) -> Poset {
    let chain = |&side: &usize| Poset::chain(side, &handle()).unwrap();
    sides.iter().map(chain).reduce(|all, side| all.product(&side, &handle()).unwrap()).unwrap()
}

fn count(sides: &[usize]) -> BigUint {
    linear_extensions(&product(sides), &handle()).unwrap()
}

fn number(digits: &str) -> BigUint {
    digits.parse().unwrap()
}

/// The recurrence up to the whole box, in any numbers: on heights over all points of a box without its last axis, each at most those of the
/// points before it.
fn recurrence<T: Clone>(sides: &[usize], one: T, zero: T, add: impl Fn(&mut T, &T)) -> T {
    let (&height, base) = sides.split_last().unwrap();
    let points: usize = base.iter().product();
    let before = |x: usize| {
        let mut step = 1;
        base.iter().rev().filter_map(move |&side| {
            let lower = (!(x / step).is_multiple_of(side)).then(|| x - step);
            step *= side;
            lower
        })
    };
    let mut level = HashMap::from([(vec![0u8; points], one)]);
    for _ in 0..points * height {
        let mut next: HashMap<Vec<u8>, T> = HashMap::new();
        for (heights, ways) in &level {
            for x in 0..points {
                if usize::from(heights[x]) < height && before(x).all(|y| heights[y] > heights[x]) {
                    let mut grown = heights.clone();
                    grown[x] += 1;
                    add(next.entry(grown).or_insert_with(|| zero.clone()), ways);
                }
            }
        }
        level = next;
    }
    level.into_values().next().unwrap()
}

#[test]
fn boxes_of_many_forms_by_the_recurrence() {
    let forms: [&[usize]; 14] = [
        &[2, 2, 3],
        &[3, 2, 2],
        &[2, 3, 5],
        &[7, 2, 2],
        &[2, 2, 15],
        &[3, 3, 3],
        &[4, 3, 2],
        &[3, 3, 4],
        &[2, 2, 2, 3],
        &[3, 2, 3, 2],
        &[2, 4, 2, 2],
        &[2, 2, 2, 5],
        &[2, 2, 2, 2, 3],
        &[6, 3, 2],
    ];
    for sides in forms {
        let bare = recurrence(sides, BigUint::from(1u32), BigUint::ZERO, |a, b| *a += b);
        assert_eq!(count(sides), bare, "{sides:?}");
    }
}

/// Each element stands at some place in every order; these are counted by other code.
#[test]
fn boxes_by_the_places_of_their_elements() {
    for sides in [&[3, 3, 3][..], &[2, 2, 2, 3], &[2, 5, 3]] {
        let ranks = linear_extension_ranks(&product(sides), &handle()).unwrap();
        assert!(ranks.iter().all(|row| row.iter().sum::<BigUint>() == count(sides)), "{sides:?}");
    }
}

#[test]
fn published_numbers_of_boxes() {
    // A114714: 2 x 2 x n.
    for (n, digits) in (1..).zip(["2", "48", "2452"]) {
        assert_eq!(count(&[2, 2, n]), number(digits));
    }
    // A114716: 2 x 3 x n.
    for (n, digits) in (1..).zip(["5", "2452", "4877756", "20071150430"]) {
        assert_eq!(count(&[2, 3, n]), number(digits));
    }
    // A214953: n x n x n.
    let cubes = ["1", "48", "6405442434150", "213896868423550025518356115338261531036549426"];
    for (n, digits) in (1..).zip(cubes) {
        assert_eq!(count(&[n, n, n]), number(digits));
    }
}

#[test]
fn boxes_are_found_under_any_names() {
    let mut random = RandomBits::new(5);
    let shape = product(&[3, 4, 2]);
    let mut order: Vec<usize> = (0..shape.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    let shuffled = shape.induced(&order, &handle()).unwrap();
    assert_eq!(linear_extensions(&shuffled, &handle()).unwrap(), count(&[4, 3, 2]));
    // 2^3 times 3^2 times 5.
    let divisors = Poset::divisors(360, &handle()).unwrap().0;
    assert_eq!(linear_extensions(&divisors, &handle()).unwrap(), count(&[4, 3, 2]));
    // The parts of an ordinal sum, and with elements in between.
    let twice = shape.ordinal_sum(&shape, &handle()).unwrap();
    assert_eq!(linear_extensions(&twice, &handle()).unwrap(), count(&[4, 3, 2]).pow(2));
}

/// Wide numbers: some three hundred bits.
#[test]
fn long_boxes() {
    let bare = recurrence(&[2, 2, 40], BigUint::from(1u32), BigUint::ZERO, |a, b| *a += b);
    assert_eq!(count(&[2, 2, 40]), bare);
}

#[test]
fn steps_do_not_depend_on_threads() {
    let poset = product(&[4, 4, 5]);
    let steps = |threads: usize| {
        let handle = handle();
        linear_extensions_with(&poset, threads, &handle).unwrap();
        handle.steps()
    };
    let alone = steps(1);
    assert_eq!([2, 3, 4].map(steps), [alone; 3]);
}

#[test]
fn threads_agree() {
    let (large, cube) = (product(&[4, 5, 5]), product(&[4, 4, 4]));
    for threads in [0, 1, 2, 5] {
        let count = |poset| linear_extensions_with(poset, threads, &handle()).unwrap();
        let digits = "819779936136475774675116468453666346011024976550254765562623587765733039856755758";
        assert_eq!(count(&large), number(digits));
        assert_eq!(count(&cube), number("213896868423550025518356115338261531036549426"));
    }
}

/// Plans say how many downsets of at most half of the elements there are: listed here one by one, as sets of elements.
#[test]
fn plans_count_downsets() {
    let handle = handle();
    for sides in [&[3, 3, 3][..], &[3, 3, 4], &[4, 3, 3], &[5, 3, 3], &[4, 4, 4]] {
        let order = product(sides);
        let plan = box_plan(&order, &handle).unwrap().expect("a box");
        let (n, mut level, mut found) = (order.len(), HashSet::from([0u128]), 1);
        for _ in 0..n.div_ceil(2) {
            level = level
                .iter()
                .flat_map(|&set| {
                    let inside = move |y: usize| set >> y & 1 == 1;
                    let order = &order;
                    let may = (0..n).filter(move |&x| !inside(x) && (0..n).all(|y| !order.less(y, x) || inside(y)));
                    may.map(move |x| set | 1 << x)
                })
                .collect();
            found += level.len();
        }
        assert_eq!(plan.downsets, found.into(), "{sides:?}");
        assert!(plan.is_listed && plan.bytes.is_some(), "{sides:?}");
        let mut sorted = plan.sides.clone();
        sorted.sort_unstable();
        let mut asked = sides.to_vec();
        asked.sort_unstable();
        assert_eq!(sorted, asked);
    }
    // Half of 1,478,619,421,136 (MacMahon; A008793).
    let plan = box_plan(&product(&[6, 6, 6]), &handle).unwrap().expect("a box");
    assert_eq!((plan.downsets, plan.is_listed), (number("739309710568"), false));
    let bounded = Handle::new(Limits { memory: Some(4 << 30), ..Limits::default() });
    let refused = linear_extensions(&product(&[6, 6, 6]), &bounded);
    assert!(matches!(&refused, Err(Stop::TooLarge(why)) if why.contains("739309710568 downsets")), "{refused:?}");
    assert_eq!(box_plan(&product(&[4, 4]), &handle), Ok(None));
}

#[test]
fn bounds_hold_in_boxes() {
    let cube = product(&[5, 5, 5]);
    let steps = Handle::new(Limits { steps: Some(300_000), ..Limits::default() });
    assert_eq!(linear_extensions(&cube, &steps), Err(Stop::Steps(300_000)));
    let interrupted = handle();
    interrupted.interruption_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(linear_extensions(&cube, &interrupted), Err(Stop::Interrupted));
}

/// The numbers of docs/results.md beside all plane partitions modulo a prime, without symmetry and without meeting in the middle:
/// `cargo test --release -p sprague-posets --test posets -- --ignored the_cube_of_five`, likewise `five_by_five_by_six`.
fn agrees_by_heights(sides: [usize; 3]) -> BigUint {
    const PRIME: u64 = (1 << 61) - 1;
    let all = count(&sides);
    let (ways, downsets) = by_heights(sides, PRIME);
    assert_eq!((BigUint::from(ways), BigUint::from(downsets)), (&all % PRIME, macmahon(sides)), "{sides:?}");
    all
}

/// Linear extensions of a box modulo a number of at most 63 bits, and its downsets, by heights over a base of at most 42 points, three bits each.
///
/// A level is in order. To grow at one point adds the same to all, so that what grows there is in order again, and the next level is
/// what all points give, merged.
fn by_heights([depth, width, height]: [usize; 3], modulus: u64) -> (u64, u64) {
    let points = depth * width;
    let at = |heights: u128, x: usize| (heights >> (3 * x)) as usize & 7;
    let grows = |heights: u128, x: usize| {
        let here = at(heights, x);
        here < height
            && (x < width || at(heights, x - width) > here)
            && (x.is_multiple_of(width) || at(heights, x - 1) > here)
    };
    let (mut level, mut ways, mut downsets) = (vec![0u128], vec![1u64], 1);
    for _ in 0..points * height {
        let grown = |x: usize, from: usize| {
            let place = (from..level.len()).find(|&i| grows(level[i], x));
            place.map_or((u128::MAX, level.len()), |i| (level[i] + (1 << (3 * x)), i))
        };
        let mut heads: Vec<(u128, usize)> = (0..points).map(|x| grown(x, 0)).collect();
        let (mut next, mut sums) = (Vec::new(), Vec::new());
        loop {
            let least = heads.iter().map(|head| head.0).min().unwrap();
            if least == u128::MAX {
                break;
            }
            let mut sum = 0;
            for (x, head) in heads.iter_mut().enumerate().filter(|(_, head)| head.0 == least) {
                sum = (sum + ways[head.1]) % modulus;
                *head = grown(x, head.1 + 1);
            }
            next.push(least);
            sums.push(sum);
        }
        (level, ways) = (next, sums);
        downsets += level.len() as u64;
    }
    (ways[0], downsets)
}

/// P. A. MacMahon: the plane partitions in a box are the product of (i + j + k - 1) / (i + j + k - 2) over its elements.
fn macmahon([a, b, c]: [usize; 3]) -> BigUint {
    let sums = (0..a * b * c).map(|x| x / (b * c) + x / c % b + x % c);
    let product = |one: usize| sums.clone().map(|sum| BigUint::from(sum + one)).product::<BigUint>();
    product(2) / product(1)
}

#[test]
fn small_boxes_by_heights() {
    for sides in [[1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 4], [5, 2, 3], [2, 3, 6], [3, 4, 5], [1, 6, 7]] {
        agrees_by_heights(sides);
    }
    assert_eq!([macmahon([3, 3, 3]), macmahon([5, 5, 5])], [980u32.into(), 267_227_532u32.into()]);
}

#[test]
#[ignore = "minutes and some gigabytes"]
fn the_cube_of_five_by_heights() {
    let digits =
        "9536410626935537628398770677832846494237035593313325155834361453868204847592003242228062604774676738942201636";
    assert_eq!(agrees_by_heights([5, 5, 5]), number(digits));
}

#[test]
#[ignore = "half an hour and some gigabytes"]
fn five_by_five_by_six_by_heights() {
    let digits = "1030369353296268253361933806443366364782319548321617516811345687606023174868376504797953992249280006248816354268489147629604857345202697958";
    assert_eq!(agrees_by_heights([5, 5, 6]), number(digits));
}

/// What is estimated is what is needed: layers that are not chosen take none.
#[test]
fn little_memory_is_enough() {
    let sides = [2, 3, 3, 4];
    let plan = box_plan(&product(&sides), &handle()).unwrap().expect("a box");
    assert!(plan.is_listed && plan.bytes.is_some_and(|bytes| bytes < 9e6), "{plan:?}");
    let narrow = Handle::new(Limits { memory: Some(12 << 20), ..Limits::default() });
    assert_eq!(linear_extensions(&product(&sides), &narrow).unwrap(), count(&sides));
}
