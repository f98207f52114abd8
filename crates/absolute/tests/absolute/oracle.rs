//! Comparison against its definition: g >= h exactly if no game of the universe beside them ends better for Left with h.
//!
//! Play here looks at pairs of forms and makes no sums. Where the recursion says "at least", all games of a large set agree; where it
//! says the opposite, the game that it shows is played.

use rustc_hash::FxHashMap;
use sprague_absolute::{
    Canonical, DeadEnding, Dicot, Form, Forms, IntegerEnds, Misere, Normal, Side, Theory, Universe,
};
use sprague_limits::Handle;

/// Who wins the sum of two forms if that side begins; `misere` is whether being stuck wins.
#[derive(Default)]
pub struct Play {
    misere: bool,
    known: FxHashMap<(Form, Form, Side), bool>,
}

impl Play {
    pub fn new(misere: bool) -> Play {
        Play { misere, known: FxHashMap::default() }
    }

    /// Whether whoever begins wins.
    fn begins_well(&mut self, forms: &Forms, g: Form, x: Form, side: Side) -> bool {
        if let Some(&known) = self.known.get(&(g, x, side)) {
            return known;
        }
        let after = forms.options(g, side).iter().map(|&option| (option, x));
        let after: Vec<_> = after.chain(forms.options(x, side).iter().map(|&option| (g, option))).collect();
        let wins = match after.is_empty() {
            true => self.misere,
            false => after.iter().any(|&(g, x)| !self.begins_well(forms, g, x, side.other())),
        };
        self.known.insert((g, x, side), wins);
        wins
    }

    /// Whether Left wins.
    pub fn left_wins(&mut self, forms: &Forms, g: Form, x: Form, first: Side) -> bool {
        self.begins_well(forms, g, x, first) == (first == Side::Left)
    }
}

/// Numbers without a pattern, the same in every run.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// All forms of the universe that are born by that day.
pub fn all_forms<U: Universe>(universe: U, forms: &mut Forms, day: u32) -> Vec<Form> {
    let mut all = vec![forms.zero()];
    for _ in 0..day {
        let sets: Vec<Vec<Form>> = (0u32..1 << all.len())
            .map(|bits| (0..all.len()).filter(|i| bits >> i & 1 == 1).map(|i| all[i]).collect())
            .collect();
        let mut next = Vec::new();
        for left in &sets {
            for right in &sets {
                let form = forms.game(left, right);
                if universe.admits(forms, form) {
                    next.push(form);
                }
            }
        }
        all = next;
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// Some form one day later, of the universe.
pub fn some_later<U: Universe>(universe: U, forms: &mut Forms, all: &[Form], chance: &mut Chance) -> Form {
    loop {
        let mut pick = || {
            let n = chance.below(4);
            (0..n).map(|_| all[chance.below(all.len())]).collect::<Vec<_>>()
        };
        let (left, right) = (pick(), pick());
        let form = forms.game(&left, &right);
        if universe.admits(forms, form) {
            return form;
        }
    }
}

/// Pairs of these games against all of `beside`; counts those that are at least and those that are not.
fn against_definition<U: Universe<Score = bool>>(
    universe: U,
    forms: &mut Forms,
    misere: bool,
    pairs: &[(Form, Form)],
    beside: &[Form],
) -> (usize, usize) {
    let handle = Handle::default();
    let mut play = Play::new(misere);
    let mut rows: FxHashMap<Form, Vec<bool>> = FxHashMap::default();
    for &g in pairs.iter().flat_map(|(g, h)| [g, h]) {
        rows.entry(g).or_insert_with(|| {
            let ends = |x: &Form| Side::BOTH.map(|first| play.left_wins(forms, g, *x, first));
            beside.iter().flat_map(ends).collect()
        });
    }
    let mut theory = Theory::new(universe, forms);
    let (mut at_least, mut not) = (0, 0);
    for &(g, h) in pairs {
        let holds = theory.at_least(g, h, &handle).expect("no bound");
        let never_worse = rows[&g].iter().zip(&rows[&h]).all(|(g, h)| g >= h);
        if holds {
            at_least += 1;
            assert!(never_worse, "{:?} >= {:?}", theory.forms().name(g, 200), theory.forms().name(h, 200));
            assert_eq!(theory.witness(g, h, &handle).expect("no bound"), None);
            continue;
        }
        not += 1;
        let (x, first) = theory.witness(g, h, &handle).expect("no bound").expect("there is one");
        let stranger = theory.stranger(x, &handle).expect("no bound");
        let forms = theory.forms();
        let names = [g, h, x].map(|form| forms.name(form, 500).unwrap_or_default());
        assert_eq!(stranger, None, "outside the universe: {names:?}");
        let shown = play.left_wins(forms, h, x, first) && !play.left_wins(forms, g, x, first);
        assert!(shown, "it shows nothing: {names:?}, {first:?}");
    }
    (at_least, not)
}

fn day_two_and_three<U: Universe<Score = bool>>(universe: U, misere: bool) {
    let mut forms = Forms::default();
    let mut chance = Chance::new(1);
    let two = all_forms(universe, &mut forms, 2);
    let pairs: Vec<_> = two.iter().flat_map(|&g| two.iter().map(move |&h| (g, h))).collect();
    let mut beside = two.clone();
    beside.extend((0..30).map(|_| some_later(universe, &mut forms, &two, &mut chance)));
    let (at_least, not) = against_definition(universe, &mut forms, misere, &pairs, &beside);
    assert!(at_least > two.len() && not > 0, "{at_least}, {not}");
    // Pairs of day 3: at random, and games beside themselves with an option more, which often are at least as good.
    let mut pairs = Vec::new();
    for i in 0..1000 {
        let g = some_later(universe, &mut forms, &two, &mut chance);
        let h = match i % 2 {
            0 => some_later(universe, &mut forms, &two, &mut chance),
            _ => {
                let more = two[chance.below(two.len())];
                let left = [forms.options(g, Side::Left), &[more]].concat();
                let right = forms.options(g, Side::Right).to_vec();
                let form = forms.game(&left, &right);
                if universe.admits(&forms, form) { form } else { g }
            }
        };
        pairs.extend([(g, h), (h, g)]);
    }
    let (at_least, not) = against_definition(universe, &mut forms, misere, &pairs, &beside);
    assert!(at_least > 100 && not > 100, "{at_least}, {not}");
}

#[test]
fn dicot() {
    day_two_and_three(Dicot, true);
}

#[test]
fn dead_ending() {
    day_two_and_three(DeadEnding, true);
}

#[test]
fn integer_ends() {
    day_two_and_three(IntegerEnds, true);
}

#[test]
fn misere() {
    day_two_and_three(Misere, true);
}

#[test]
fn normal() {
    day_two_and_three(Normal, false);
}

/// Canonical forms are equal to what they come from, and the same for equal games.
fn canonical_forms<U: Canonical>(universe: U, later: usize) {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let mut chance = Chance::new(2);
    let two = all_forms(universe, &mut forms, 2);
    let mut games = two.clone();
    games.extend((0..later).map(|_| some_later(universe, &mut forms, &two, &mut chance)));
    let mut theory = Theory::new(universe, &mut forms);
    let values: Vec<Form> = games.iter().map(|&g| theory.canonical(g, &handle).expect("no bound")).collect();
    for (&g, &value) in games.iter().zip(&values) {
        assert_eq!(theory.stranger(value, &handle), Ok(None));
        assert!(theory.at_least(g, value, &handle).expect("no bound"));
        assert!(theory.at_least(value, g, &handle).expect("no bound"));
        assert!(theory.forms().birthday(value) <= theory.forms().birthday(g));
    }
    for (i, &g) in games.iter().enumerate() {
        for (j, &h) in games.iter().enumerate().skip(i + 1) {
            let both =
                theory.at_least(g, h, &handle).expect("no bound") && theory.at_least(h, g, &handle).expect("no bound");
            let names = [g, h, values[i], values[j]].map(|form| theory.forms().name(form, 500));
            assert_eq!(both, values[i] == values[j], "{names:?}");
        }
    }
}

#[test]
fn canonical_forms_are_unique() {
    canonical_forms(Dicot, 300);
    canonical_forms(DeadEnding, 200);
    canonical_forms(IntegerEnds, 200);
    canonical_forms(Misere, 100);
    canonical_forms(Normal, 200);
}
