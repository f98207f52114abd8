//! Laws of the theory on random games, and normal play beside the engine of values.

use crate::oracle::{Chance, all_forms, some_later};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use sprague_absolute::{Canonical, DeadEnding, Dicot, Form, Forms, IntegerEnds, Misere, Normal, Order, Side, Theory};
use sprague_games::{Game, Store};
use sprague_limits::Handle;

/// Three games of day 3, and what a universe must make of them.
fn order_laws<U: Canonical>(universe: U, seed: u64) {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let mut chance = Chance::new(seed);
    let one = all_forms(universe, &mut forms, 1);
    let mut two = || some_later(universe, &mut forms, &one, &mut chance);
    let [g, h, j] = [two(), two(), two()];
    let mut theory = Theory::new(universe, &mut forms);
    let mut ge = |g, h| theory.at_least(g, h, &handle).expect("no bound");
    law(ge(g, g), "reflexive");
    law(!(ge(g, h) && ge(h, j)) || ge(g, j), "transitive");
    let (gh, hg) = (ge(g, h), ge(h, g));
    let forms = theory.forms();
    let [more, less] = [g, h].map(|form| forms.sum(form, j, &handle).expect("no bound"));
    let [minus_g, minus_h] = [g, h].map(|form| forms.negative(form, &handle).expect("no bound"));
    law(!gh || theory.at_least(more, less, &handle).expect("no bound"), "sums keep order");
    law(gh == theory.at_least(minus_h, minus_g, &handle).expect("no bound"), "negatives reverse order");
    law(theory.compare(g, h, &handle).expect("no bound") == Order::of(gh, hg), "comparing is asking both ways");
    // Sums of canonical forms are equal to sums; so are their canonical forms.
    let [a, b] = [g, j].map(|form| theory.canonical(form, &handle).expect("no bound"));
    let sum = theory.forms().sum(a, b, &handle).expect("no bound");
    let same = theory.canonical(sum, &handle).expect("no bound") == theory.canonical(more, &handle).expect("no bound");
    law(same, "canonical forms of sums");
}

fn law(holds: bool, name: &str) {
    assert!(holds, "{name}");
}

proptest! {
    #[test]
    fn orders(seed in any::<u64>()) {
        order_laws(Dicot, seed);
        order_laws(DeadEnding, seed);
        order_laws(IntegerEnds, seed);
        order_laws(Misere, seed);
        order_laws(Normal, seed);
    }

    /// What holds beside more games holds beside fewer; and the Common Normal Part is all of normal play.
    #[test]
    fn larger_universes_tell_more_apart(seed in any::<u64>()) {
        let handle = Handle::default();
        let mut forms = Forms::default();
        let mut chance = Chance::new(seed);
        let two = all_forms(Dicot, &mut forms, 2);
        let [g, h] = [0, 0].map(|_| some_later(Dicot, &mut forms, &two, &mut chance));
        let misere = Theory::new(Misere, &mut forms).at_least(g, h, &handle)?;
        let dead_ending = Theory::new(DeadEnding, &mut forms).at_least(g, h, &handle)?;
        let integers = Theory::new(IntegerEnds, &mut forms).at_least(g, h, &handle)?;
        let dicot = Theory::new(Dicot, &mut forms).at_least(g, h, &handle)?;
        let normal = Theory::new(Normal, &mut forms).at_least(g, h, &handle)?;
        let scoring = Theory::new(sprague_absolute::Guaranteed, &mut forms).at_least(g, h, &handle)?;
        prop_assert!(misere <= dead_ending && dead_ending <= integers && integers <= dicot && dicot <= normal);
        prop_assert_eq!(scoring, normal);
    }
}

/// The value of a form in normal play, by the engine of values.
fn value(store: &Store, forms: &Forms, g: Form, known: &mut FxHashMap<Form, Game>, handle: &Handle) -> Game {
    if let Some(&known) = known.get(&g) {
        return known;
    }
    let [left, right] = Side::BOTH.map(|side| {
        forms.options(g, side).iter().map(|&option| value(store, forms, option, known, handle)).collect::<Vec<_>>()
    });
    let made = store.canonical(&left, &right, handle).expect("no bound");
    known.insert(g, made);
    made
}

#[test]
fn normal_play_is_that_of_values() {
    let (handle, store) = (Handle::default(), Store::new());
    let mut forms = Forms::default();
    let mut chance = Chance::new(3);
    let two = all_forms(Normal, &mut forms, 2);
    let mut games = two.clone();
    games.extend((0..100).map(|_| some_later(Normal, &mut forms, &two, &mut chance)));
    let mut known = FxHashMap::default();
    let values: Vec<Game> = games.iter().map(|&g| value(&store, &forms, g, &mut known, &handle)).collect();
    let mut theory = Theory::new(Normal, &mut forms);
    let mut at_least = 0;
    for (&g, &v) in games.iter().zip(&values) {
        for (&h, &w) in games.iter().zip(&values) {
            let holds = theory.at_least(g, h, &handle).expect("no bound");
            assert_eq!(holds, store.le(w, v, &handle).expect("no bound"));
            at_least += usize::from(holds);
        }
    }
    assert!(at_least > 10_000);
}

#[test]
fn a_bound_stops_it() {
    use sprague_limits::{Limits, Stop};
    let handle = Handle::new(Limits { steps: Some(10_000), ..Limits::default() });
    let stopped = Theory::new(DeadEnding, &mut Forms::default()).born_by(3, &handle);
    assert_eq!(stopped, Err(Stop::Steps(10_000)));
}

#[test]
fn deep_games_need_no_deep_stack() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let long = forms.integer(20_000, &handle).expect("no bound");
    let longer = forms.integer(20_001, &handle).expect("no bound");
    let mut theory = Theory::new(DeadEnding, &mut forms);
    assert_eq!(theory.compare(long, longer, &handle), Ok(Order::Incomparable));
    assert!(theory.witness(long, longer, &handle).expect("no bound").is_some());
    assert_eq!(theory.canonical(long, &handle), Ok(long));
}
