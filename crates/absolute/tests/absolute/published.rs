//! Published values.

use crate::oracle::{Play, all_forms};
use sprague_absolute::{Canonical, DeadEnding, Dicot, Form, Forms, IntegerEnds, Misere, Normal, Order, Side, Theory};
use sprague_limits::Handle;

fn born_by<U: Canonical>(universe: U, day: u32) -> Vec<usize> {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let mut theory = Theory::new(universe, &mut forms);
    (0..=day).map(|day| theory.born_by(day, &handle).expect("no bound").len()).collect()
}

/// Dorbec, Renault, Siegel and Sopena, "Dicots, and a taxonomic ranking for misère games", 2015.
#[test]
fn dicot_values() {
    assert_eq!(born_by(Dicot, 3), [1, 2, 9, 1268]);
}

/// Siegel, "Misère canonical forms of partizan games", 2015.
#[test]
fn misere_values() {
    assert_eq!(born_by(Misere, 2), [1, 4, 256]);
}

/// Conway, On Numbers and Games.
#[test]
fn normal_values() {
    assert_eq!(born_by(Normal, 2), [1, 4, 22]);
}

/// Found here, and borne out by the oracle, which plays what tells any two of the 232 forms apart.
#[test]
fn dead_ending_values() {
    assert_eq!(born_by(DeadEnding, 2), [1, 4, 196]);
    assert_eq!(born_by(IntegerEnds, 2), [1, 4, 194]);
    assert_eq!(all_forms(DeadEnding, &mut Forms::default(), 2).len(), 232);
}

/// Allen, "Peeking at partizan misère quotients": * + * = 0 beside dicot games. Mesdal and Ottaway, "Simplification of partizan games in
/// misère play": beside all games nothing but 0 is.
#[test]
fn what_is_zero() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let (zero, star) = (forms.zero(), forms.star());
    let double = forms.sum(star, star, &handle).expect("no bound");
    assert_eq!(Theory::new(Dicot, &mut forms).canonical(double, &handle), Ok(zero));
    assert_eq!(Theory::new(DeadEnding, &mut forms).compare(double, zero, &handle), Ok(Order::Incomparable));
    let two = all_forms(Misere, &mut forms, 2);
    let mut theory = Theory::new(Misere, &mut forms);
    for g in two {
        let is_zero = theory.compare(g, zero, &handle) == Ok(Order::Equal);
        assert_eq!(is_zero, g == zero);
    }
}

/// Milley and Renault, "Dead ends in misère play": ends have inverses beside dead-ending games, their conjugates. Larsson, Milley,
/// Nowakowski, Renault and Santos: only conjugates are inverses there, and beside dicot games.
#[test]
fn inverses() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let ends: Vec<Form> =
        all_forms(DeadEnding, &mut forms, 2).into_iter().filter(|&g| forms.is_end(g, Side::Left)).collect();
    let mut dead = ends.clone();
    for bits in 0u32..1 << ends.len() {
        let set: Vec<Form> = (0..ends.len()).filter(|i| bits >> i & 1 == 1).map(|i| ends[i]).collect();
        dead.push(forms.game(&[], &set));
    }
    assert_eq!(dead.len(), 4 + 16);
    let zero = forms.zero();
    let mut theory = Theory::new(DeadEnding, &mut forms);
    for end in dead {
        let minus = theory.forms().negative(end, &handle).expect("no bound");
        let sum = theory.forms().sum(end, minus, &handle).expect("no bound");
        assert_eq!(theory.compare(sum, zero, &handle), Ok(Order::Equal));
    }
    only_conjugates(Dicot);
    only_conjugates(DeadEnding);
}

fn only_conjugates<U: Canonical>(universe: U) {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let zero = forms.zero();
    let mut theory = Theory::new(universe, &mut forms);
    let values = theory.born_by(2, &handle).expect("no bound");
    let mut inverses = 0;
    for &g in &values {
        let minus = theory.forms().negative(g, &handle).expect("no bound");
        for &h in &values {
            let sum = theory.forms().sum(g, h, &handle).expect("no bound");
            if theory.compare(sum, zero, &handle) == Ok(Order::Equal) {
                inverses += 1;
                assert_eq!(h, minus);
            }
        }
    }
    assert!(inverses > 1);
}

/// Siegel, "Misère canonical forms of partizan games": beside its adjoint a game is lost for whoever begins.
#[test]
fn adjoints() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let mut play = Play::new(true);
    for g in all_forms(Misere, &mut forms, 2) {
        let adjoint = forms.adjoint(g, &handle).expect("no bound");
        assert!(!play.left_wins(&forms, g, adjoint, Side::Left) && play.left_wins(&forms, g, adjoint, Side::Right));
    }
}
