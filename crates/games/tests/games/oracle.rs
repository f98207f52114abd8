//! The engine against the bare definitions: a game is two lists of games, `G <= H` unless some `G^L >= H` or some
//! `H^R <= G`. No store, no closed forms, no memory.

use sprague_games::{Dyadic, Game, Relation, STAR, Store, View, ZERO};
use sprague_limits::Handle;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A game, as Conway defines it.
struct Form {
    left: Vec<Rc<Form>>,
    right: Vec<Rc<Form>>,
}

fn le(g: &Form, h: &Form) -> bool {
    !g.left.iter().any(|l| le(h, l)) && !h.right.iter().any(|r| le(r, g))
}

fn relation(g: &Form, h: &Form) -> Relation {
    Relation::new(le(g, h), le(h, g))
}

fn add(g: &Rc<Form>, h: &Rc<Form>) -> Rc<Form> {
    let left = g.left.iter().map(|l| add(l, h)).chain(h.left.iter().map(|l| add(g, l))).collect();
    let right = g.right.iter().map(|r| add(r, h)).chain(h.right.iter().map(|r| add(g, r))).collect();
    Rc::new(Form { left, right })
}

fn neg(g: &Form) -> Rc<Form> {
    Rc::new(Form { left: g.right.iter().map(|r| neg(r)).collect(), right: g.left.iter().map(|l| neg(l)).collect() })
}

/// The engine's value of a form, bottom up.
fn value(store: &Store, g: &Form, h: &Handle) -> Game {
    let left: Vec<Game> = g.left.iter().map(|l| value(store, l, h)).collect();
    let right: Vec<Game> = g.right.iter().map(|r| value(store, r, h)).collect();
    store.canonical(&left, &right, h).unwrap()
}

/// The engine's canonical form as a game of the oracle.
fn form(store: &Store, g: Game, h: &Handle) -> Rc<Form> {
    let left = store.left(g, h).unwrap().into_iter().map(|l| form(store, l, h)).collect();
    let right = store.right(g, h).unwrap().into_iter().map(|r| form(store, r, h)).collect();
    Rc::new(Form { left, right })
}

/// All sets of games none of which is comparable with another, by the engine's order.
fn antichains(store: &Store, games: &[Game], h: &Handle) -> Vec<Vec<Game>> {
    let mut all = vec![vec![]];
    for &g in games {
        let more: Vec<Vec<Game>> = all
            .iter()
            .filter(|set| set.iter().all(|&x| store.compare(x, g, h).unwrap() == Relation::Confused))
            .map(|set| set.iter().copied().chain([g]).collect())
            .collect();
        all.extend(more);
    }
    all
}

/// The values born by the day after `games` were: each is `{L|R}` for two antichains.
fn next_day(store: &Store, games: &[Game], h: &Handle) -> Vec<Game> {
    let sets = antichains(store, games, h);
    let mut values: BTreeSet<_> = BTreeSet::new();
    let mut found = Vec::new();
    for left in &sets {
        for right in &sets {
            let g = store.canonical(left, right, h).unwrap();
            if values.insert(store.name(g, h).unwrap()) {
                found.push(g);
            }
        }
    }
    found
}

#[test]
fn values_by_day() {
    let (store, h) = (Store::new(), Handle::default());
    let mut days = vec![vec![ZERO]];
    for day in 0..3 {
        days.push(next_day(&store, &days[day], &h));
    }
    let counts: Vec<usize> = days.iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 4, 22, 1474]); // Siegel, ch. III.1
    for (day, games) in days.iter().enumerate() {
        for &g in games {
            assert!(store.birthday(g, &h).unwrap() <= day.into());
        }
    }

    // Each canonical form has the value that the oracle finds for it, and the oracle tells all values apart.
    let forms: Vec<Rc<Form>> = days[3].iter().map(|&g| form(&store, g, &h)).collect();
    for (g, f) in days[3].iter().zip(&forms) {
        assert_eq!(*g, value(&store, f, &h));
    }
    for (&a, f) in days[3].iter().zip(&forms) {
        for (&b, k) in days[3].iter().zip(&forms) {
            assert_eq!(store.le(a, b, &h).unwrap(), le(f, k), "{} <= {}", named(&store, a), named(&store, b));
        }
    }
}

#[test]
fn sums_of_day_two() {
    let (store, h) = (Store::new(), Handle::default());
    let day1 = next_day(&store, &[ZERO], &h);
    let day2 = next_day(&store, &day1, &h);
    for &a in &day2 {
        for &b in &day2 {
            let sum = store.add(a, b, &h).unwrap();
            let expected = add(&form(&store, a, &h), &form(&store, b, &h));
            assert_eq!(relation(&form(&store, sum, &h), &expected), Relation::Equal);
        }
    }
}

fn named(store: &Store, g: Game) -> String {
    store.name(g, &Handle::default()).unwrap()
}

/// Deterministic random numbers (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// A form of at most this depth, with up to two options a side.
    fn form(&mut self, depth: u64) -> Rc<Form> {
        let mut side = || -> Vec<Rc<Form>> {
            if depth == 0 {
                return vec![];
            }
            let n = [0, 1, 1, 1, 2, 2][self.below(6) as usize];
            (0..n)
                .map(|_| {
                    let d = self.below(depth);
                    self.form(d)
                })
                .collect()
        };
        let (left, right) = (side(), side());
        Rc::new(Form { left, right })
    }
}

#[test]
fn random_forms() {
    let (store, h) = (Store::new(), Handle::default());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..20_000 {
        let (f, k) = (random.form(1 + round % 4), random.form(1 + round / 4 % 4));
        let (a, b) = (value(&store, &f, &h), value(&store, &k, &h));
        // The value: the canonical form equals the form.
        let canonical = form(&store, a, &h);
        assert_eq!(relation(&canonical, &f), Relation::Equal, "{}", named(&store, a));
        assert_eq!(store.compare(a, b, &h).unwrap(), relation(&f, &k), "{} and {}", named(&store, a), named(&store, b));
        assert_eq!(value(&store, &neg(&f), &h), store.neg(a, &h).unwrap());
        // The sum: by value for all, by comparison with the bare sum where that is small.
        let sum = store.add(a, b, &h).unwrap();
        if round % 8 < 2 {
            assert_eq!(value(&store, &add(&f, &k), &h), sum);
            assert_eq!(relation(&add(&canonical, &form(&store, b, &h)), &form(&store, sum, &h)), Relation::Equal);
        } else {
            assert_eq!(value(&store, &add(&canonical, &form(&store, b, &h)), &h), sum);
        }
    }
}

/// `ups·↑ + *star` built from the definitions of ↑, ↓ and the nimbers alone.
fn up_star(ups: i64, star: u64) -> Rc<Form> {
    fn nimber(n: u64) -> Rc<Form> {
        let options: Vec<_> = (0..n).map(nimber).collect();
        Rc::new(Form { left: options.clone(), right: options })
    }
    let up = Rc::new(Form { left: vec![nimber(0)], right: vec![nimber(1)] });
    let arrow = if ups > 0 { up } else { neg(&up) };
    (0..ups.unsigned_abs()).fold(nimber(star), |sum, _| add(&sum, &arrow))
}

#[test]
fn number_up_star_closed_forms() {
    let (store, h) = (Store::new(), Handle::default());
    let cases: Vec<(i64, u64)> = (-2..=2).flat_map(|ups| (0..=3).map(move |star| (ups, star))).collect();
    let forms: Vec<_> = cases.iter().map(|&(ups, star)| up_star(ups, star)).collect();
    for (&(ups, star), f) in cases.iter().zip(&forms) {
        let g = store.number_up_star(Dyadic::zero(), ups, star);
        // The options of the closed form, down to the end, make a form of the same value …
        assert_eq!(relation(&form(&store, g, &h), f), Relation::Equal, "{ups} {star}");
        // … and the form, canonicalised from its leaves, is recognised.
        assert_eq!(value(&store, f, &h), g, "{ups} {star}");
        for (&(ups2, star2), k) in cases.iter().zip(&forms) {
            let other = store.number_up_star(Dyadic::zero(), ups2, star2);
            let expected = relation(f, k);
            assert_eq!(store.compare(g, other, &h).unwrap(), expected, "{ups} {star} and {ups2} {star2}");
        }
    }
}

/// The same for larger parts and other numbers, where the oracle is the engine without closed sums: adding one ↑ at a
/// time through forms.
#[test]
fn number_up_star_canonical_options() {
    let (store, h) = (Store::new(), Handle::default());
    for number in [Dyadic::zero(), Dyadic::from(2), Dyadic::from(-1), Dyadic::from(3).half().half()] {
        for ups in -5..=5 {
            for star in 0..=6 {
                let g = store.number_up_star(number.clone(), ups, star);
                let (left, right) = (store.left(g, &h).unwrap(), store.right(g, &h).unwrap());
                assert_eq!(store.canonical(&left, &right, &h).unwrap(), g);
                if g != ZERO && !store.is_number(g) {
                    assert!(store.dominated(&left, &right, &h).unwrap().is_empty());
                    assert!(store.reversible(&left, &right, &h).unwrap().is_empty());
                }
                // From all moves in number, arrow and nimber: the definition of the sum.
                let parts = [
                    store.number(number.clone()),
                    store.number_up_star(Dyadic::zero(), ups, 0),
                    store.number_up_star(Dyadic::zero(), 0, star),
                ];
                let mut sides = [vec![], vec![]];
                for i in 0..3 {
                    let rest: Vec<Game> = (0..3).filter(|&j| j != i).map(|j| parts[j]).collect();
                    let rest = store.sum(&rest, &h).unwrap();
                    for o in store.left(parts[i], &h).unwrap() {
                        sides[0].push(store.add(o, rest, &h).unwrap());
                    }
                    for o in store.right(parts[i], &h).unwrap() {
                        sides[1].push(store.add(o, rest, &h).unwrap());
                    }
                }
                assert_eq!(store.canonical(&sides[0], &sides[1], &h).unwrap(), g);
            }
        }
    }
    assert_eq!(store.view(STAR), View::NumberUpStar { number: Dyadic::zero(), ups: 0, star: 1 });
}
