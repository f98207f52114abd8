//! Lines along which an automaton shows no period: against listing, known sets without strata, and strategies that have strata.

use crate::support::*;
use sprague_lattices::automaton::Automaton;
use sprague_lattices::budget::{Budgets, Meter};
use sprague_lattices::game::Play;
use sprague_lattices::lines::{Line, line_in};
use sprague_lattices::product::Product;
use sprague_lattices::strategy::{Origin, Strategy, Without, strategy};
use sprague_lattices::unroll::{Unrolled, unroll};
use sprague_limits::Handle;

const EACH: u64 = 1_000_000;

/// The first line without a period in the part that shows that there are no strata.
fn first(set: &Automaton) -> Option<Line> {
    let handle = Handle::default();
    let Unrolled::Wild(wild) = unroll(set, &Budgets::default(), &handle).unwrap() else { return None };
    line_in(set, &wild, EACH, &Meter::new(&handle, 400_000_000)).unwrap()
}

fn decided(set: &Automaton, base: &[i64], direction: &[i64]) -> bool {
    let handle = Handle::default();
    let line = Line { base: base.to_vec(), direction: direction.to_vec() };
    line.has_period(set, &Meter::new(&handle, 400_000_000)).unwrap()
}

/// A random automaton of natural numbers, with zeros at the end made not to count.
fn random_automaton(states: usize, random: &mut Random) -> Automaton {
    let next: Vec<u32> = (0..2 * states).map(|_| random.below(states as u64) as u32).collect();
    let accepts: Vec<bool> = (0..states)
        .map(|q| {
            // The cycle that zeros end in says what is accepted.
            let mut at = q;
            (0..states).for_each(|_| at = next[2 * at] as usize);
            let mut least = at;
            for _ in 0..states {
                at = next[2 * at] as usize;
                least = least.min(at);
            }
            least % 2 == 0
        })
        .collect();
    Automaton { dimension: 1, next, accepts }
}

/// Listing tells both ways: the periods of automata with five states are short, and begin soon.
#[test]
fn the_periods_of_random_automata_are_those_that_listing_shows() {
    let mut random = Random(99);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..600 {
        let set = random_automaton(5, &mut random);
        let list: Vec<bool> = (0..4096).map(|n| set.contains_small(&[n])).collect();
        let seen = (1..=240).any(|p| (512..4096 - p).all(|n| list[n] == list[n + p]));
        assert_eq!(decided(&set, &[0], &[1]), seen, "{set:?}");
        if seen { yes += 1 } else { no += 1 }
    }
    assert!(yes > 100 && no > 50, "{yes} {no}");
}

/// Sets that are known to have no strata.
#[test]
fn sets_without_strata_have_such_lines() {
    // Points whose binary digits are nowhere both 1: Pascal's triangle modulo 2. Along (0, 1) + n (1, 0) it has the period 2, and
    // (n, 2 n) are the numbers without two ones next to each other.
    let pascal = Automaton { dimension: 2, next: vec![0, 0, 0, 1, 1, 1, 1, 1], accepts: vec![true, false] };
    assert!(decided(&pascal, &[0, 1], &[1, 0]) && decided(&pascal, &[0, 0], &[1, 1]));
    assert!(!decided(&pascal, &[0, 0], &[1, 2]));
    assert!(first(&pascal).is_some());
    // The powers of 2, as the second coordinate.
    let power = |letter: usize, q: usize| {
        let one = letter >> 1 == 1;
        match (q, one) {
            (0, true) => 1,
            (1, true) | (2, _) => 2,
            (q, false) => q as u32,
            _ => 2,
        }
    };
    let next = (0..3).flat_map(|q| (0..4).map(move |letter| power(letter, q))).collect();
    let powers = Automaton { dimension: 2, next, accepts: vec![false, true, false] };
    assert!(decided(&powers, &[0, 3], &[1, 0]) && !decided(&powers, &[0, 3], &[1, 1]));
    let line = first(&powers).unwrap();
    assert_ne!(line.direction[1], 0);
    // As a strategy, which it is not, it says two points of that line.
    let nim = game(2, &[vec![1, 0], vec![0, 1]], &Play::Normal);
    let s = Strategy::claimed(nim, Origin::Automaton(powers, Product { states: 0 }));
    let second: Vec<i64> = line.base.iter().zip(&line.direction).map(|(p, v)| p + v).collect();
    let why = s.without_strata(&Budgets::default(), &Handle::default()).unwrap();
    assert_eq!(why, Some(Without::Line([big(&line.base), big(&second)])));
}

/// A set with strata meets every line in a set with a period.
#[test]
fn strategies_with_strata_have_no_such_lines() {
    let handle = Handle::default();
    let mut random = Random(5);
    let mut looked = 0;
    for _ in 0..40 {
        let (moves, play) = random_game(2, &mut random);
        let small = Budgets { states: 120, work: 20_000_000, ..Budgets::default() };
        let Ok(s) = strategy(&game(2, &moves, &play), &small, &handle).unwrap() else { continue };
        let Some(set) = s.automaton(&small, &handle).unwrap() else { continue };
        assert!(s.strata(&Budgets::default(), &handle).unwrap().is_some());
        for base in cube(2, 0, 3) {
            for direction in [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]] {
                assert!(decided(&set, &base, &direction), "{moves:?} {play:?} {base:?} {direction:?}");
            }
        }
        looked += 1;
    }
    assert!(looked >= 10, "{looked}");
}

/// The game of Nim with heaps of 1 and 2 on every line, and automata that are none.
#[test]
fn what_is_no_question_is_refused() {
    let handle = Handle::default();
    let nim = game(2, &[vec![1, 0], vec![-1, 1], vec![0, 1]], &Play::Normal);
    let set = strategy(&nim, &Budgets::default(), &handle).unwrap().unwrap();
    let set = set.automaton(&Budgets::default(), &handle).unwrap().unwrap();
    assert_eq!(first(&set), None);
    let ask = |base: Vec<i64>, direction: Vec<i64>, set: &Automaton| {
        Line { base, direction }.has_period(set, &Meter::new(&handle, EACH))
    };
    assert!(ask(vec![0], vec![1, 1], &set).is_err());
    assert!(ask(vec![0, -1], vec![1, 1], &set).is_err());
    assert!(ask(vec![0, 0], vec![1, i64::MAX], &set).is_err());
    // Accepts a word and not the same with a zero behind it.
    let unsettled = Automaton { dimension: 2, next: vec![1; 8], accepts: vec![true, false] };
    assert!(ask(vec![0, 0], vec![1, 0], &unsettled).is_err());
}
