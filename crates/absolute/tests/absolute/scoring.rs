//! Guaranteed scoring games against the definition: g >= h exactly if beside no guaranteed game the score of g is lower.

use crate::oracle::Chance;
use rustc_hash::FxHashMap;
use sprague_absolute::{Form, Forms, Guaranteed, Order, Points, Side, Theory, Universe};
use sprague_limits::Handle;

fn points(n: i64) -> Points {
    Points::from_integer(n.into())
}

/// The score of the sum of two forms.
fn score(forms: &Forms, g: Form, x: Form, side: Side, known: &mut FxHashMap<(Form, Form, Side), Points>) -> Points {
    if let Some(known) = known.get(&(g, x, side)) {
        return known.clone();
    }
    let after = forms.options(g, side).iter().map(|&option| (option, x));
    let after: Vec<_> = after.chain(forms.options(x, side).iter().map(|&option| (g, option))).collect();
    let scores = after.into_iter().map(|(g, x)| score(forms, g, x, side.other(), known));
    let best = if side == Side::Left { scores.max() } else { scores.min() };
    let best = best.unwrap_or_else(|| forms.points(g, side) + forms.points(x, side));
    known.insert((g, x, side), best.clone());
    best
}

/// A random guaranteed form with options among these.
fn some_form(forms: &mut Forms, all: &[Form], chance: &mut Chance) -> Form {
    loop {
        let mut pick = || {
            let n = chance.below(3);
            (0..n).map(|_| all[chance.below(all.len())]).collect::<Vec<_>>()
        };
        let (left, right) = (pick(), pick());
        let ends = [0, 0].map(|_| points(chance.below(7) as i64 - 3));
        let [a, b] = ends;
        let form = forms.scored_game(&left, &right, a, b);
        if Guaranteed.admits(forms, form) {
            return form;
        }
    }
}

#[test]
fn comparison_by_the_definition() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let mut chance = Chance::new(5);
    let mut days = vec![vec![forms.zero()]];
    for a in -2..=2 {
        for b in a..=2 {
            days[0].push(forms.scored_game(&[], &[], points(a), points(b)));
        }
    }
    for (day, count) in [(1, 120), (2, 120), (3, 60)] {
        let before = days[day - 1].clone();
        days.push((0..count).map(|_| some_form(&mut forms, &before, &mut chance)).collect());
    }
    let beside: Vec<Form> = days[..3].concat();
    let mut known = FxHashMap::default();
    let (mut at_least, mut not) = (0, 0);
    let mut pairs: Vec<(Form, Form)> = Vec::new();
    for &g in &days[..3].concat() {
        pairs.extend(days[..2].concat().iter().flat_map(|&h| [(g, h), (h, g)]));
    }
    for _ in 0..1000 {
        let [g, h] = [0, 0].map(|_| days[3][chance.below(days[3].len())]);
        pairs.extend([(g, h), (g, days[2][chance.below(days[2].len())])]);
    }
    let mut rows: FxHashMap<Form, Vec<Points>> = FxHashMap::default();
    for &g in pairs.iter().flat_map(|(g, h)| [g, h]) {
        rows.entry(g).or_insert_with(|| {
            let ends = beside.iter().flat_map(|x| Side::BOTH.map(|first| (x, first)));
            ends.map(|(&x, first)| score(&forms, g, x, first, &mut known)).collect()
        });
    }
    let mut theory = Theory::new(Guaranteed, &mut forms);
    for (g, h) in pairs {
        if theory.at_least(g, h, &handle).expect("no bound") {
            at_least += 1;
            let never_worse = rows[&g].iter().zip(&rows[&h]).all(|(g, h)| g >= h);
            let names = [g, h].map(|form| theory.forms().name(form, 200));
            assert!(never_worse, "{names:?}");
        } else {
            not += 1;
            let (x, first) = theory.witness(g, h, &handle).expect("no bound").expect("there is one");
            assert_eq!(theory.stranger(x, &handle), Ok(None));
            let forms = theory.forms();
            let worse = score(forms, g, x, first, &mut known) < score(forms, h, x, first, &mut known);
            assert!(worse, "{:?}", [g, h, x].map(|form| forms.name(form, 500)));
        }
    }
    assert!(at_least > 2000 && not > 2000, "{at_least}, {not}");
}

/// Larsson, Neto, Nowakowski and Santos: what is guaranteed, moves to wait with, and numbers.
#[test]
fn published() {
    let handle = Handle::default();
    let mut forms = Forms::default();
    let (two, three) = (forms.number(points(2)), forms.number(points(3)));
    let wait = forms.integer(1, &handle).expect("no bound");
    let zugzwang = forms.scored_game(&[], &[two], points(3), points(0));
    let fair = forms.scored_game(&[], &[three], points(2), points(0));
    let more = forms.sum(two, wait, &handle).expect("no bound");
    let theory = Theory::new(Guaranteed, &mut forms);
    assert_eq!(theory.stranger(zugzwang, &handle), Ok(Some(zugzwang)), "better off without a move");
    assert_eq!(theory.stranger(fair, &handle), Ok(None));
    let mut theory = theory;
    let mut order = |g, h| theory.compare(g, h, &handle).expect("no bound");
    assert_eq!(order(three, two), Order::Greater);
    assert_eq!(order(more, two), Order::Greater);
    assert_eq!(order(more, three), Order::Incomparable, "a move more or a point more");
}
