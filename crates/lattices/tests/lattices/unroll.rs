//! Automata as strata: random semilinear sets, wrong lists of strata, and sets that have no strata.

use crate::support::*;
use sprague_lattices::automaton::Automaton;
use sprague_lattices::budget::{Budgets, Failure, Meter};
use sprague_lattices::partition;
use sprague_lattices::product::Product;
use sprague_lattices::sets::Stratification;
use sprague_lattices::strategy::{Origin, Strategy, strategy};
use sprague_lattices::stratum::Stratum;
use sprague_lattices::trouble::Budget;
use sprague_lattices::unroll::{Unrolled, unroll};
use sprague_limits::{Handle, Stop};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// Generators and carries: what is left of a stratum.
type Rest = (Vec<Vec<i64>>, Vec<i64>);

/// The automaton of what is reached from a start.
fn automaton<S: Clone + Eq + Hash>(
    dimension: usize,
    start: S,
    step: impl Fn(&S, usize) -> S,
    accepts: impl Fn(&S) -> bool,
) -> Automaton {
    let (mut all, mut ids) = (vec![start.clone()], HashMap::from([(start, 0u32)]));
    let (mut next, mut at) = (Vec::new(), 0);
    while at < all.len() {
        for letter in 0..1usize << dimension {
            let to = step(&all[at], letter);
            let fresh = all.len() as u32;
            let id = *ids.entry(to.clone()).or_insert(fresh);
            if id == fresh {
                all.push(to);
            }
            next.push(id);
        }
        at += 1;
    }
    Automaton { dimension, next, accepts: all.iter().map(accepts).collect() }
}

/// The automaton of a union of strata: its states are sets of rests.
fn union(d: usize, strata: &[Rest]) -> Automaton {
    let step = |rests: &BTreeSet<Rest>, letter: usize| {
        let mut to: BTreeSet<Rest> = BTreeSet::new();
        for (generators, carry) in rests {
            for e in 0..1usize << generators.len() {
                let sum = |j: usize| {
                    carry[j] + (0..generators.len()).map(|i| generators[i][j] * (e as i64 >> i & 1)).sum::<i64>()
                };
                let t: Vec<i64> = (0..d).map(sum).collect();
                if (0..d).all(|j| t[j] & 1 == (letter >> j & 1) as i64) {
                    to.insert((generators.clone(), t.iter().map(|n| n >> 1).collect()));
                }
            }
        }
        to
    };
    let accepts = |rests: &BTreeSet<Rest>| rests.iter().any(|(_, carry)| carry.iter().all(|n| *n == 0));
    automaton(d, strata.iter().cloned().collect(), step, accepts)
}

fn vector(d: usize, below: u64, random: &mut Random) -> Vec<i64> {
    (0..d).map(|_| random.below(below) as i64).collect()
}

fn random_strata(d: usize, most: u64, random: &mut Random) -> Vec<Rest> {
    (0..1 + random.below(most))
        .map(|_| {
            let generators =
                (0..random.below(d as u64 + 1)).map(|_| vector(d, 4, random)).filter(|g| g.iter().any(|n| *n > 0));
            (generators.collect(), vector(d, 6, random))
        })
        .collect()
}

/// How many of the strata have the point, by their coefficients.
fn count(strata: &[Stratum], x: &[i64]) -> usize {
    strata.iter().filter(|s| s.contains(&big(x))).count()
}

/// Found strata have the points of the set, each once: by counting in a box.
fn right_in_a_box(set: &Automaton, strata: &[Stratum], side: i64) {
    for x in cube(set.dimension, 0, side) {
        assert_eq!(count(strata, &x), usize::from(set.contains_small(&x)), "{x:?} {strata:?}");
    }
}

/// The same, and exactly by the separate check.
fn right(set: &Automaton, strata: &[Stratum], side: i64) {
    let handle = Handle::default();
    right_in_a_box(set, strata, side);
    assert_eq!(partition::refuted(set, strata, &Meter::new(&handle, 400_000_000)), Ok(None), "{strata:?}");
}

/// The strata that are found.
fn strata_of(set: &Automaton, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
    Ok(match unroll(set, budgets, handle)? {
        Unrolled::Strata(strata) => Some(strata),
        Unrolled::Wild(wild) => panic!("{wild:?}"),
        Unrolled::Open => None,
    })
}

fn complement(mut set: Automaton) -> Automaton {
    set.accepts.iter_mut().for_each(|a| *a = !*a);
    set
}

#[test]
fn random_semilinear_sets_come_back_as_strata() {
    let handle = Handle::default();
    for (d, games, least, side) in [(1, 60, 60, 200), (2, 40, 40, 24), (3, 16, 16, 8)] {
        let mut random = Random(7 + d as u64);
        let mut found = 0;
        for n in 0..games {
            let given = random_strata(d, 3, &mut random);
            let set = union(d, &given);
            let set = if n % 3 == 2 { complement(set) } else { set };
            let budgets = Budgets { work: 60_000_000, ..Budgets::default() };
            let Some(strata) = strata_of(&set, &budgets, &handle).unwrap() else { continue };
            right(&set, &strata, side);
            found += 1;
        }
        assert!(found >= least, "{found} of {games} in dimension {d}");
    }
}

/// At most one of sixty ends in the budget; in a release build, `cargo test --release -p sprague-lattices --test lattices -- --ignored up_to_four`.
#[test]
#[ignore = "half a minute in a release build"]
fn unions_of_up_to_four_strata_in_space() {
    let handle = Handle::default();
    let (mut open, mut unchecked) = (Vec::new(), Vec::new());
    for seed in 1..=60u64 {
        let given = random_strata(3, 4, &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let set = union(3, &given);
        let Some(strata) = strata_of(&set, &Budgets::default(), &handle).unwrap() else {
            open.push(seed);
            continue;
        };
        // The exact check of a thousand strata may take more than this.
        right_in_a_box(&set, &strata, 12);
        match partition::refuted(&set, &strata, &Meter::new(&handle, 100_000_000)) {
            Ok(None) => {}
            Err(Failure::Budget) => unchecked.push((seed, strata.len())),
            refuted => panic!("{seed} {refuted:?}"),
        }
    }
    assert!(open.len() < 2 && unchecked.len() < 6, "open: {open:?}, too many to be checked here: {unchecked:?}");
}

/// The set operations of strata agree.
#[test]
fn unions_are_the_same_as_sets() {
    let handle = Handle::default();
    let mut random = Random(31);
    let budget = Budget::default();
    let mut compared = 0;
    while compared < 25 {
        let strata = random_strata(2, 2, &mut random);
        let given: Vec<Stratum> = strata.iter().filter_map(|(g, b)| Stratum::from_i64(b, g)).collect();
        if given.len() < strata.len() {
            continue;
        }
        let own = Stratification::union_of(2, given, budget, &handle).unwrap();
        let found = strata_of(&union(2, &strata), &Budgets::default(), &handle).unwrap().unwrap();
        let found = Stratification::of_disjoint(2, found, &handle).unwrap();
        assert!(own.equals(&found, budget, &handle).unwrap(), "{strata:?}");
        compared += 1;
    }
}

/// A list with one base, generator or stratum changed is refused, at a point about which it is wrong by counting.
#[test]
fn wrong_strata_are_refuted_at_a_point() {
    let handle = Handle::default();
    let mut random = Random(12);
    let mut refuted = 0;
    while refuted < 200 {
        let d = 1 + random.below(2) as usize;
        let set = union(d, &random_strata(d, 3, &mut random));
        let right = strata_of(&set, &Budgets::default(), &handle).unwrap().unwrap();
        for _ in 0..12 {
            let mut wrong = right.clone();
            let at = random.below(wrong.len() as u64) as usize;
            let j = random.below(d as u64) as usize;
            match random.below(5) {
                0 => wrong[at].base[j] += 1,
                1 => drop(wrong.remove(at)),
                2 => wrong.push(wrong[at].clone()),
                3 => {
                    let Some(g) = wrong[at].generators.first_mut() else { continue };
                    g[j] += 1;
                }
                _ => drop(wrong[at].generators.pop()),
            }
            let independent = wrong.iter().all(|s| Stratum::new(s.base.clone(), s.generators.clone()).is_some());
            if !independent || wrong == right {
                continue;
            }
            let point = partition::refuted(&set, &wrong, &Meter::new(&handle, 400_000_000)).unwrap();
            let box_differs =
                || cube(d, 0, 40).into_iter().any(|x| count(&wrong, &x) != usize::from(set.contains_small(&x)));
            let Some(point) = point else {
                assert!(!box_differs(), "{wrong:?}");
                continue;
            };
            let held = wrong.iter().filter(|s| s.contains(&point)).count();
            assert_ne!(held, usize::from(set.contains(&point)), "{point:?} {wrong:?}");
            refuted += 1;
        }
    }
}

/// Dependent generators and generators 0 give a point two expressions; other numbers of coordinates and negative entries are no question.
#[test]
fn expressions_are_counted() {
    let meter_of = Handle::default();
    let meter = Meter::new(&meter_of, 1_000_000);
    let all = Automaton { dimension: 1, next: vec![0, 0], accepts: vec![true] };
    let list = |b: i64, g: &[i64]| [Stratum { base: big(&[b]), generators: g.iter().map(|&g| big(&[g])).collect() }];
    assert_eq!(partition::refuted(&all, &list(0, &[1]), &meter), Ok(None));
    assert!(partition::refuted(&all, &list(0, &[1, 2]), &meter).unwrap().is_some());
    assert!(partition::refuted(&all, &list(0, &[1, 0]), &meter).unwrap().is_some());
    assert_eq!(partition::refuted(&all, &[], &meter), Ok(Some(big(&[0]))));
    assert_eq!(partition::refuted(&all, &list(-1, &[1]), &meter), Err(Failure::Shape));
    assert_eq!(partition::refuted(&all, &list(0, &[i64::MAX]), &meter), Err(Failure::Shape));
    let plane = Stratum::from_i64(&[0, 0], &[]).unwrap();
    assert_eq!(partition::refuted(&all, &[plane], &meter), Err(Failure::Shape));
}

/// The points that just one of two automata accepts.
fn differing(a: &Automaton, b: &Automaton) -> Automaton {
    let letters = 1usize << a.dimension;
    let to = |set: &Automaton, state: u32, letter: usize| set.next[state as usize * letters + letter];
    let step = |&(x, y): &(u32, u32), letter: usize| (to(a, x, letter), to(b, y, letter));
    automaton(a.dimension, (0, 0), step, |&(x, y)| a.accepts[x as usize] != b.accepts[y as usize])
}

/// The points base + n direction, n with an odd number of ones among its digits.
fn odious_on(base: &[i64], direction: &[i64]) -> Automaton {
    let step = |state: &Option<(Vec<i64>, bool)>, letter: usize| {
        // The digit of n is told by a coordinate along which the direction is odd.
        let (carry, odd) = state.clone()?;
        (0..2i64).find_map(|digit| {
            let sum: Vec<i64> = carry.iter().zip(direction).map(|(c, v)| c + v * digit).collect();
            let fits = sum.iter().enumerate().all(|(j, n)| n & 1 == (letter >> j & 1) as i64);
            fits.then(|| (sum.iter().map(|n| n >> 1).collect(), odd ^ (digit == 1)))
        })
    };
    let accepts = |s: &Option<(Vec<i64>, bool)>| s.as_ref().is_some_and(|(c, odd)| *odd && c.iter().all(|&n| n == 0));
    automaton(base.len(), Some((base.to_vec(), false)), step, accepts)
}

#[test]
fn sets_that_are_not_semilinear_are_found_out() {
    let handle = Handle::default();
    let odious = Automaton { dimension: 1, next: vec![0, 1, 1, 0], accepts: vec![true, false] };
    let pascal = Automaton { dimension: 2, next: vec![0, 0, 0, 1, 1, 1, 1, 1], accepts: vec![true, false] };
    let budgets = Budgets::default();
    let is_wild = |set: &Automaton| matches!(unroll(set, &budgets, &handle).unwrap(), Unrolled::Wild(_));
    assert!(is_wild(&odious) && is_wild(&pascal));
    // A semilinear set stays what it is if such a set is taken from it and put to it, so what comes of both is not semilinear, however thin the other is.
    let mut random = Random(17);
    for n in 0..60 {
        let d = 1 + n % 3;
        let set = union(d, &random_strata(d, 2, &mut random));
        let direction = [vec![1], vec![1, 2], vec![2, 1, 0]][d - 1].clone();
        assert!(is_wild(&differing(&set, &odious_on(&vector(d, 6, &mut random), &direction))), "{n}");
        if d == 2 {
            assert!(is_wild(&differing(&set, &pascal)), "{n}");
        }
    }
}

/// Every small automaton is decided: by strata that have exactly its points, or by a part that shows that there are none; where that is a line listing shows none, either.
#[test]
fn random_automata_are_decided() {
    let handle = Handle::default();
    let mut random = Random(41);
    let (mut found, mut wild) = (0, 0);
    for n in 0..400 {
        let d = 1 + n % 2;
        let letters = 1usize << d;
        let states = 2 + random.below(4) as usize;
        let next: Vec<u32> = (0..states * letters).map(|_| random.below(states as u64) as u32).collect();
        // What is accepted is told by the cycle in which zeros end.
        let end = |q: usize| (0..states).fold(q, |q, _| next[q * letters] as usize);
        let cycle = |q: usize| (0..states).scan(q, |q, _| Some(std::mem::replace(q, next[*q * letters] as usize)));
        let accepts = (0..states).map(|q| cycle(end(q)).min().unwrap() % 2 == 0).collect();
        let set = Automaton { dimension: d, next: next.clone(), accepts };
        match unroll(&set, &Budgets::default(), &handle).unwrap() {
            Unrolled::Strata(strata) => {
                right(&set, &strata, if d == 1 { 200 } else { 24 });
                found += 1;
            }
            Unrolled::Wild(w) => {
                if let [direction] = &w.generators[..] {
                    let at = |n: i64| w.base.iter().zip(direction).map(|(b, g)| b + n * g).collect::<Vec<_>>();
                    let list: Vec<bool> = (0..4096).map(|n| set.contains_small(&at(n))).collect();
                    assert!((1..240).all(|p| (512..4096 - p).any(|n| list[n] != list[n + p])), "{set:?}");
                }
                wild += 1;
            }
            Unrolled::Open => panic!("{set:?}"),
        }
    }
    assert!(found > 100 && wild > 50, "{found} {wild}");
}

/// Zeros at the end change what is accepted; no states; too little work.
#[test]
fn what_is_no_question_stays_open() {
    let handle = Handle::default();
    let unsettled = Automaton { dimension: 1, next: vec![1, 1, 1, 1], accepts: vec![true, false] };
    let empty = Automaton { dimension: 1, next: vec![], accepts: vec![] };
    let all = Automaton { dimension: 1, next: vec![0, 0], accepts: vec![true] };
    let none = Budgets { work: 0, ..Budgets::default() };
    for (set, budgets) in [(&unsettled, Budgets::default()), (&empty, Budgets::default()), (&all, none)] {
        assert_eq!(unroll(set, &budgets, &handle).unwrap(), Unrolled::Open);
    }
}

/// Strategies given as automata: their strata are those of the game, in dimension 3 too.
#[test]
fn strategies_that_are_automata_have_strata() {
    let handle = Handle::default();
    let mut random = Random(5);
    let mut looked = [0; 4];
    while looked[2] < 8 || looked[3] < 3 {
        let d = 2 + usize::from(looked[2] >= 8);
        let (moves, play) = random_game(d, &mut random);
        // No large table for guesses at games that have no automaton.
        let small = Budgets { states: 120, work: 20_000_000, positions: 100_000, ..Budgets::default() };
        let Ok(s) = strategy(&game(d, &moves, &play), &small, &handle).unwrap() else { continue };
        let Some(set) = s.automaton(&small, &handle).unwrap() else { continue };
        let claimed = Strategy::claimed(s.game().clone(), Origin::Automaton(set.clone(), Product { states: 0 }));
        let strata = claimed.strata(&Budgets::default(), &handle).unwrap().unwrap();
        right(&set, &strata, 8);
        let mut oracle = Oracle::orthant(d, &moves, &play);
        for x in cube(d, 0, 8) {
            assert_eq!(count(&strata, &x) == 1, oracle.is_p(&x), "{x:?} {moves:?}");
        }
        looked[d] += 1;
    }
}

/// In this game of three coordinates the search, with the default budgets too, ends with an automaton, behind which it finds no fan.
#[test]
fn a_game_whose_strategy_is_an_automaton_has_strata() {
    let handle = Handle::default();
    let (moves, play) = random_game(3, &mut Random(112u64.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    assert_eq!(moves, [[2, 0, 0], [0, 2, 0], [0, -2, 1]]);
    let budgets = Budgets { box_points: 1 << 10, work: 8_000_000, ..Budgets::default() };
    let s = strategy(&game(3, &moves, &play), &budgets, &handle).unwrap().unwrap();
    let Origin::Automaton(set, _) = s.form() else { panic!("{:?}", s.method()) };
    let strata = s.strata(&Budgets::default(), &handle).unwrap().unwrap();
    right(set, &strata, 8);
    let mut oracle = Oracle::orthant(3, &moves, &play);
    for x in cube(3, 0, 16) {
        assert_eq!(count(&strata, &x) == 1, oracle.is_p(&x), "{x:?}");
    }
}
