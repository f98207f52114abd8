//! The calculus of values against bare definitions: on all values born by day 2, on two thousand random ones, and published
//! values. Laws are in `laws.rs`.

use crate::world::{Reader, World};
use num_bigint::{BigInt, BigUint};
use sprague_games::{Compound, Dyadic, Game, NoWeight, Parity, Relation, STAR, Side, Tree, Uptimal, ZERO, nim_field};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

impl World {
    pub fn sides(&self, g: Game) -> [Vec<Game>; 2] {
        [Side::Left, Side::Right].map(|side| self.store.options(g, side, &self.h).unwrap())
    }
    fn born_by(&self, day: u32) -> Vec<Game> {
        self.store.born_by(day, &self.h).unwrap()
    }
    /// All values born by day 2, and random ones by day 3 and 4.
    fn many(&self, random: u64) -> Vec<Game> {
        let mut all = self.born_by(2);
        all.extend((0..random).map(|seed| self.store.random(seed, 3 + (seed % 2) as u32, 2, &self.h).unwrap()));
        all
    }
    /// The all-small games born by day 3, and random ones with options among those.
    fn small_games(&self, random: usize) -> Vec<Game> {
        let mut all: Vec<Game> =
            self.born_by(3).into_iter().filter(|&g| self.store.is_all_small(g, &self.h).unwrap()).collect();
        // Siegel, ch. III.1.
        assert_eq!(all.len(), 67);
        let day_three = all.clone();
        let mut state = 1_u64;
        let mut pick = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            day_three[(state >> 33) as usize % day_three.len()]
        };
        for i in 0..random {
            let [left, right] = [1 + i % 3, 1 + i / 3 % 3].map(|n| (0..n).map(|_| pick()).collect());
            all.push(self.of_sides(&[left, right]));
        }
        all
    }
    fn weight(&self, g: Game) -> Game {
        self.store.atomic_weight(g, &self.h).unwrap().unwrap_or_else(|why| panic!("{}: {why:?}", self.name(g)))
    }
    fn rcf(&self, g: Game) -> Game {
        self.store.reduced_canonical_form(g, &self.h).unwrap()
    }
    fn read(&self, text: &str) -> Game {
        Reader::read(self, text)
    }
    fn sub(&self, a: Game, b: Game) -> Game {
        self.store.sub(a, b, &self.h).unwrap()
    }
    fn of_sides(&self, sides: &[Vec<Game>; 2]) -> Game {
        self.store.canonical(&sides[0], &sides[1], &self.h).unwrap()
    }
    fn relation(&self, a: Game, b: Game) -> Relation {
        self.store.compare(a, b, &self.h).unwrap()
    }
}

/// Siegel, *Combinatorial Game Theory*, ch. II.1 and III.1: 1, 4, 22, 1474 values.
#[test]
fn values_born_by_a_day() {
    let w = World::new();
    assert_eq!([0, 1, 2, 3].map(|day| w.born_by(day).len()), [1, 4, 22, 1474]);
    for g in w.born_by(3) {
        assert!(w.store.birthday(g, &w.h).unwrap() <= BigInt::from(3));
    }
    assert!(w.store.born_by(4, &w.h).is_err());
    let random: BTreeSet<String> = (0..200).map(|seed| w.name(w.store.random(seed, 3, 2, &w.h).unwrap())).collect();
    assert!(random.len() > 60, "{}", random.len());
}

fn leaves(w: &World, g: Game) -> u64 {
    if w.store.is_number(g) { 1 } else { w.sides(g).concat().iter().map(|&o| leaves(w, o)).sum() }
}

#[test]
fn leaves_are_counted() {
    let w = World::new();
    for (name, count) in [("*8", 4374), ("^*6", 1459), ("0", 1), ("*", 2), ("^3", 5), ("v*", 4)] {
        assert_eq!(w.store.stop_count(w.read(name), &w.h).unwrap(), BigInt::from(count), "{name}");
    }
    for ups in -4..=4 {
        for star in 0..6 {
            let g = w.store.number_up_star(Dyadic::from(2), ups, star);
            assert_eq!(w.store.stop_count(g, &w.h).unwrap(), BigInt::from(leaves(&w, g)), "{ups} {star}");
        }
    }
    for g in w.many(2000) {
        assert_eq!(w.store.stop_count(g, &w.h).unwrap(), BigInt::from(leaves(&w, g)));
    }
}

fn followers(w: &World, g: Game, all: &mut Vec<Game>) {
    if !all.contains(&g) {
        all.push(g);
        w.sides(g).concat().iter().for_each(|&o| followers(w, o, all));
    }
}

/// All numbers of moves modulo 2 that lead to the end, or with `tempered` to a number.
fn lengths(w: &World, g: Game, tempered: bool) -> BTreeSet<bool> {
    if g == ZERO || tempered && w.store.is_number(g) {
        return BTreeSet::from([false]);
    }
    w.sides(g).concat().iter().flat_map(|&o| lengths(w, o, tempered)).map(|odd| !odd).collect()
}

fn parity(all: &BTreeSet<bool>) -> Parity {
    match (all.contains(&false), all.contains(&true)) {
        (true, false) => Parity::Even,
        (false, true) => Parity::Odd,
        _ => Parity::Neither,
    }
}

#[test]
fn followers_and_parities_by_walking_the_tree() {
    let w = World::new();
    let small = (-3..=3).flat_map(|ups| (0..4).map(move |star| (ups, star)));
    let closed: Vec<Game> = small.map(|(ups, star)| w.store.number_up_star(Dyadic::from(1), ups, star)).collect();
    let mut kinds = BTreeSet::new();
    for g in w.many(2000).into_iter().chain(closed) {
        let mut all = Vec::new();
        followers(&w, g, &mut all);
        all.sort_by(|&a, &b| w.store.order(a, b));
        assert_eq!(w.store.followers(g, &w.h).unwrap(), all);
        assert_eq!(w.store.parity(g, &w.h).unwrap(), parity(&lengths(&w, g, false)), "{}", w.name(g));
        assert_eq!(w.store.temper(g, &w.h).unwrap(), parity(&lengths(&w, g, true)), "{}", w.name(g));
        kinds.insert(format!("{:?}", w.store.parity(g, &w.h).unwrap()));
    }
    assert_eq!(kinds.len(), 3);
}

#[test]
fn tinies() {
    let w = World::new();
    for (name, tiny) in [
        ("tiny(2)", true),
        ("3/4+miny(1)", true),
        ("<0||0|-1|||-2>", false),
        ("^", false),
        ("5/8", true),
        ("<0||0|<-1|-3>>", true),
    ] {
        let g = w.read(name);
        let found = w.store.is_number(g) || w.store.number_and_tiny(g, &w.h).unwrap().is_some();
        assert_eq!(found, tiny, "{name}");
    }
    // The canonical form of a number and the tiny of a game above a positive number is always of that shape.
    for g in w.many(500) {
        if w.store.right_stop(g) > Dyadic::zero() {
            let quarter = w.store.number(Dyadic::from(1).half().half());
            let tiny = w.add(quarter, w.store.tiny(g, &w.h).unwrap());
            let (number, side, x) = w.store.number_and_tiny(tiny, &w.h).unwrap().unwrap();
            assert_eq!((w.store.number(number.clone()), side), (quarter, Side::Left));
            // Of games that are threatened in the same way, one names them all.
            assert_eq!(w.add(quarter, w.store.tiny(x, &w.h).unwrap()), tiny, "{}", w.name(g));
            let parts = w.store.number_and_tiny(w.neg(tiny), &w.h).unwrap();
            assert_eq!(parts, Some((number.neg(), Side::Right, x)));
        }
    }
}

fn companion(w: &World, g: Game) -> Game {
    let mut sides = w.sides(g).map(|side| side.iter().map(|&o| companion(w, o)).collect::<Vec<_>>());
    for (side, allowed) in sides.iter_mut().zip([w.le(ZERO, g), w.le(g, ZERO)]) {
        side.extend(allowed.then_some(ZERO));
    }
    w.of_sides(&sides)
}

#[test]
fn companions() {
    let w = World::new();
    for (name, expected) in [("0", "*"), ("^", "^*"), ("^*", "^"), ("*", "0"), ("*2", "*2"), ("3", "3")] {
        assert_eq!(w.name(w.store.companion(w.read(name), &w.h).unwrap()), expected, "{name}");
    }
    for number in [-1, 0, 1] {
        for (ups, star) in (-4..=4).flat_map(|ups| (0..5).map(move |star| (ups, star))) {
            let g = w.store.number_up_star(Dyadic::from(number), ups, star);
            assert_eq!(w.store.companion(g, &w.h).unwrap(), companion(&w, g), "{number} {ups} {star}");
        }
    }
    for g in w.many(1000) {
        assert_eq!(w.store.companion(g, &w.h).unwrap(), companion(&w, g));
    }
}

/// Every ordinal sum of two values born by day 2 gives back what lies on top.
#[test]
fn subordinates() {
    let w = World::new();
    let [one, eighth] = [w.n(1), w.store.number(Dyadic::from(1).half().half().half())];
    let [left, right] = w.sides(one);
    assert_eq!(w.store.subordinate(&left, &right, eighth, &w.h).unwrap(), Some(w.n(-3)));
    assert_eq!(w.store.subordinate(&left, &right, w.n(-1), &w.h).unwrap(), None);
    let all = w.born_by(2);
    for &base in &all {
        let [left, right] = w.sides(base);
        for &over in &all {
            let sum = w.store.ordinal_sum(&left, &right, over, &w.h).unwrap();
            assert_eq!(w.store.subordinate(&left, &right, sum, &w.h).unwrap(), Some(over));
        }
        for &g in &all {
            if let Some(over) = w.store.subordinate(&left, &right, g, &w.h).unwrap() {
                assert_eq!(w.store.ordinal_sum(&left, &right, over, &w.h).unwrap(), g);
            }
        }
    }
}

/// The definition of the atomic weight, with a nimber that is born later than the game; integers are tried one by one.
fn weight(w: &World, g: Game) -> Game {
    let [left, right] = w.sides(g);
    if left.is_empty() {
        return ZERO;
    }
    let left: Vec<Game> = left.iter().map(|&o| w.add(weight(w, o), w.n(-2))).collect();
    let right: Vec<Game> = right.iter().map(|&o| w.add(weight(w, o), w.n(2))).collect();
    let simplest = w.of_sides(&[left.clone(), right.clone()]);
    if !w.store.as_number(simplest).is_some_and(|x| x.is_integer()) {
        return simplest;
    }
    let remote = u64::try_from(w.store.birthday(g, &w.h).unwrap()).unwrap() + 1;
    let fits = |n: i64| left.iter().all(|&l| !w.le(w.n(n), l)) && right.iter().all(|&r| !w.le(r, w.n(n)));
    match w.relation(g, w.store.nimber(remote)) {
        Relation::Greater => (-30..30).rev().find(|&n| fits(n)).map(|n| w.n(n)).unwrap(),
        Relation::Less => (-30..30).find(|&n| fits(n)).map(|n| w.n(n)).unwrap(),
        _ => ZERO,
    }
}

/// *Winning Ways*, ch. 8: `v + far star < G - w·^ < ^ + far star` for Norton's product.
fn is_near(w: &World, g: Game, weight: Game) -> bool {
    let up = w.read("^");
    let rest = w.sub(g, w.store.norton_product(weight, up, &w.h).unwrap());
    let far = u64::try_from(w.store.birthday(rest, &w.h).unwrap()).unwrap() + 3;
    [1, -1].iter().all(|&sign| {
        let bound = w.store.number_up_star(Dyadic::zero(), sign, far);
        w.relation(rest, bound) == if sign > 0 { Relation::Less } else { Relation::Greater }
    })
}

#[test]
fn atomic_weights() {
    let w = World::new();
    for (name, expected) in [
        ("0", "0"),
        ("*7", "0"),
        ("^", "1"),
        ("^*6", "1"),
        ("<0||0|v*>", "1"),
        ("<^3|vv>", "<1|0>"),
        ("tiny(2)", "0"),
        ("<0||0|<-1|-3>>", "0"),
        ("v3*2", "-3"),
    ] {
        assert_eq!(w.name(w.weight(w.read(name))), expected, "{name}");
    }
    for name in ["5", "+-1", "1+^"] {
        assert_eq!(w.store.atomic_weight(w.read(name), &w.h).unwrap(), Err(NoWeight::NotInfinitesimal), "{name}");
    }
    let mut integers = 0;
    let small: HashSet<Game> = w.small_games(2000).into_iter().collect();
    assert!(small.len() > 600, "{}", small.len());
    for &g in &small {
        let name = w.name(g);
        let found = w.weight(g);
        assert_eq!(w.name(found), w.name(weight(&w, g)), "{name}");
        assert!(is_near(&w, g, found), "{name}");
        integers += usize::from(w.store.is_number(found));
        let reasons = w.store.explain_weight(g, &w.h).unwrap().unwrap();
        assert_eq!((reasons.game, reasons.weight), (g, found));
    }
    assert!(integers < small.len(), "some weights are no integers");
}

/// What differs from an all-small game by tinies has its weight.
#[test]
fn weights_beside_all_small_games() {
    let w = World::new();
    let tinies = ["tiny(1)", "tiny(1/2)", "miny(3)", "<0||0|<-1|-3>>", "<3|0||0>"].map(|name| w.read(name));
    let mut found = 0;
    for small in w.small_games(100) {
        for tiny in tinies {
            let sum = w.add(small, tiny);
            assert_eq!(w.store.atomic_weight(sum, &w.h).unwrap(), Ok(w.weight(small)), "{}", w.name(sum));
        }
    }
    for g in w.many(2000) {
        // Whatever is found lies where Norton's product says.
        if w.store.is_infinitesimal(g)
            && !w.store.is_all_small(g, &w.h).unwrap()
            && let Ok(found_weight) = w.store.atomic_weight(g, &w.h).unwrap()
        {
            assert!(is_near(&w, g, found_weight), "{}", w.name(g));
            found += 1;
        }
    }
    assert!(found > 0);
}

/// Grossman and Siegel 2009: close games have one reduced form, which is close to them and is born first.
#[test]
fn reduced_canonical_forms() {
    let w = World::new();
    for (name, expected) in
        [("<3||2+*|1+*>", "<3||2|1>"), ("^*5", "0"), ("<1+*|-1+^>", "+-1"), ("1/2+*", "1/2"), ("+-(^, <1|*>)", "0")]
    {
        assert_eq!(w.name(w.rcf(w.read(name))), expected, "{name}");
    }
    let close = |a: Game, b: Game| {
        let difference = w.sub(a, b);
        w.store.left_stop(difference).is_zero() && w.store.right_stop(difference).is_zero()
    };
    let all = w.many(150);
    for &a in &all {
        let reduced = w.rcf(a);
        assert!(close(a, reduced), "{}", w.name(a));
        assert_eq!(w.rcf(reduced), reduced);
        for &b in &all {
            let same = close(a, b);
            assert_eq!(reduced == w.rcf(b), same, "{} and {}", w.name(a), w.name(b));
            assert!(!same || w.store.birthday(reduced, &w.h).unwrap() <= w.store.birthday(b, &w.h).unwrap());
            let difference = w.sub(a, b);
            let at_most = w.store.left_stop(difference) <= Dyadic::zero();
            assert_eq!(w.store.le_infinitesimally(a, b, &w.h).unwrap(), at_most);
        }
    }
}

/// The definition on all values of day 2 and 2,000 later ones: close, its own reduced form, and born no later than any close value of day 2.
#[test]
fn reduced_canonical_forms_of_many() {
    let w = World::new();
    let early = w.born_by(2);
    for g in w.many(2000) {
        let reduced = w.rcf(g);
        let close = |a: Game| w.store.is_infinitesimal(w.sub(a, g));
        assert!(close(reduced), "{}", w.name(g));
        assert_eq!(w.rcf(reduced), reduced, "{}", w.name(g));
        let day = w.store.birthday(reduced, &w.h).unwrap();
        for &other in early.iter().filter(|&&other| close(other)) {
            assert!(day <= w.store.birthday(other, &w.h).unwrap(), "{} and {}", w.name(reduced), w.name(other));
            assert_eq!(w.rcf(other), reduced);
        }
    }
}

/// *Winning Ways*, ch. 8: a flower, petals on a green stem, has the weight 1 if its petals are Left's, -1 if they are Right's, by the first
/// of them that stand alone; a garden has the sum of them.
#[test]
fn flowers() {
    let w = World::new();
    let mut garden = (ZERO, 0);
    for stem in 1..6u64 {
        for eighths in -12..=12i64 {
            let petals = w.store.number(Dyadic::from(eighths).half().half().half());
            let [left, right] = w.sides(w.store.nimber(stem));
            let flower = w.store.ordinal_sum(&left, &right, petals, &w.h).unwrap();
            assert_eq!(w.weight(flower), w.n(eighths.signum()), "{stem}: {eighths}/8");
            if eighths.abs() < 5 && eighths % 2 == 1 && stem < 4 {
                garden = (w.add(garden.0, flower), garden.1 + eighths.signum());
                assert_eq!(w.weight(garden.0), w.n(garden.1));
            }
        }
    }
    assert_ne!(garden.1, 0);
}

/// Siegel, ch. II.9, and McKay 2011: the powers by their recursions, and all sums of few of them.
#[test]
fn uptimals() {
    let w = World::new();
    for (name, expected) in [("<0||0|v*>", "*.12"), ("<0|*||*|||*||||*>", "0.1111"), ("3+^3*2", "3*2.3"), ("0", "0")] {
        let found = w.store.uptimal_expansion(w.read(name), &w.h).unwrap().unwrap();
        assert_eq!(found.to_string(), expected, "{name}");
    }
    assert_eq!(w.store.up_power_to(2, &w.h).unwrap(), w.read("<^|*>"));
    assert_eq!(w.store.up_power(2, &w.h).unwrap(), w.read("<0|v*>"));
    let mut sum = ZERO;
    for n in 1..6 {
        sum = w.add(sum, w.store.up_power(n, &w.h).unwrap());
        assert_eq!(w.store.up_power_to(n, &w.h).unwrap(), sum);
    }
    // Fewer copies than that are made; more are refused before they are.
    assert!(w.store.multiple(&1_000_000.into(), w.read("<0|v*>"), &w.h).is_err());
    assert!(w.store.multiple(&(-1_000_000).into(), w.read("tiny(2)"), &w.h).is_err());
    let many = w.store.multiple(&70.into(), w.read("<0|v*>"), &w.h).unwrap();
    assert_eq!(w.store.uptimal_expansion(many, &w.h).unwrap().unwrap().ups, [0, 70]);
    assert_eq!(w.name(w.store.multiple(&1_000_000.into(), w.read("<3|1>"), &w.h).unwrap()), "2000000");
    // However many copies there are.
    let most = num_bigint::BigInt::from(10).pow(30);
    assert_eq!(w.name(w.store.multiple(&most, w.read("<2|1>"), &w.h).unwrap()), format!("15{}", "0".repeat(29)));
    assert!(w.store.multiple(&most, w.read("<0|v*>"), &w.h).is_err());
    for name in ["+-1", "tiny(1)", "<^|v>", "<^^|0>", "<0, *2|0>"] {
        let found = w.store.uptimal_expansion(w.read(name), &w.h).unwrap();
        assert!(found.is_none_or(|x| w.store.uptimal(&x, &w.h).unwrap() == w.read(name)), "{name}");
    }
    for digits in 0..81_i64 {
        let ups: Vec<i64> = (0..4).map(|i| (digits / 3_i64.pow(i) % 3 - 1) * [2, 1, 1, 1][i as usize]).collect();
        for star in [0, 1, 2] {
            let mut x = Uptimal { number: Dyadic::from(digits % 2), star, ups: ups.clone() };
            let g = w.store.uptimal(&x, &w.h).unwrap();
            while x.ups.last() == Some(&0) {
                x.ups.pop();
            }
            assert_eq!(w.store.uptimal_expansion(g, &w.h).unwrap(), Some(x));
        }
    }
    for g in w.many(200) {
        if let Some(x) = w.store.uptimal_expansion(g, &w.h).unwrap() {
            assert_eq!(w.store.uptimal(&x, &w.h).unwrap(), g, "{x}");
        }
    }
}

/// The table that Siegel's CGSuite 2 is tested with (`UptimalTest`): numbers, nimbers, and up to three copies of each of four powers of up or of their negatives, the powers by
/// their recursion `<0 | v* - ^<2> - …>`. Each sum of powers once, with numbers and nimbers in turn.
#[test]
fn the_published_table_of_uptimals() {
    let w = World::new();
    let (up, answer) = (w.read("^"), w.read("v*"));
    let mut powers = vec![up];
    let mut less = answer;
    for _ in 2..=4 {
        let power = w.store.canonical(&[ZERO], &[less], &w.h).unwrap();
        less = w.sub(less, power);
        powers.push(power);
    }
    let numbers = [Dyadic::zero(), Dyadic::from(1), Dyadic::from(-5).half().half()];
    let multiples: Vec<Vec<Game>> =
        powers.iter().map(|&g| (-3..=3).map(|n| w.store.multiple(&n.into(), g, &w.h).unwrap()).collect()).collect();
    for digits in 0..7usize.pow(4) {
        let ups: Vec<usize> = (0..4).map(|i| digits / 7usize.pow(i) % 7).collect();
        let (number, star) = (numbers[digits % 3].clone(), digits as u64 % 5);
        let mut sum = w.add(w.store.number(number.clone()), w.store.nimber(star));
        for (copies, &n) in multiples.iter().zip(&ups) {
            sum = w.add(sum, copies[n]);
        }
        let mut ups: Vec<i64> = ups.into_iter().map(|n| n as i64 - 3).collect();
        while ups.last() == Some(&0) {
            ups.pop();
        }
        let expected = Uptimal { number, star, ups };
        assert_eq!(w.store.uptimal_expansion(sum, &w.h).unwrap(), Some(expected));
    }
}

/// *Winning Ways*, ch. 8; Siegel, ch. II.6.
#[test]
fn norton_products_and_overheating() {
    let w = World::new();
    let up = w.read("^");
    let half = w.store.number(Dyadic::from(1).half());
    for (g, expected) in [(w.n(6), "^6"), (half, "<^^*|v*>"), (up, "<^^*||0|v4>")] {
        assert_eq!(w.store.norton_product(g, up, &w.h).unwrap(), w.read(expected), "{expected}");
    }
    // Heating by 1 is overheating from 1 to 1 where no fractions occur, and 1* -1* = 0 is heated to 0.
    let star = w.store.heat(STAR, w.n(1), &w.h).unwrap();
    assert_eq!(w.name(star), "+-1");
    assert_eq!(w.store.overheat(STAR, w.n(1), w.n(1), &w.h).unwrap(), star);
    assert_eq!(w.name(w.store.overheat(half, up, w.n(1), &w.h).unwrap()), "<1|-1+^>");
    assert_eq!(w.name(w.store.freeze(w.read("<3|-1>"), &w.h).unwrap()), "1+*");
    assert_eq!(w.store.freeze(half, &w.h).unwrap(), half);
}

/// A form in full.
struct Form([Vec<Rc<Form>>; 2]);

impl Form {
    fn of(w: &World, g: Game) -> Rc<Form> {
        Rc::new(Form(w.sides(g).map(|side| side.iter().map(|&o| Form::of(w, o)).collect())))
    }
    fn negative(&self) -> Form {
        Form([1, 0].map(|k| self.0[k].iter().map(|o| Rc::new(o.negative())).collect()))
    }
    fn value(&self, w: &World) -> Game {
        w.of_sides(&[0, 1].map(|k| self.0[k].iter().map(|o| o.value(w)).collect::<Vec<_>>()))
    }
    fn tree(&self, tree: &mut Tree) -> usize {
        let [left, right] = [0, 1].map(|k| self.0[k].iter().map(|o| o.tree(tree)).collect());
        tree.push(left, right)
    }
}

/// The compound as a form, by its definition.
fn played(kind: Compound, g: &Rc<Form>, over: &Rc<Form>) -> Rc<Form> {
    Rc::new(Form([0, 1].map(|k| {
        let (first, second) = (&g.0[k], &over.0[k]);
        let mut made = Vec::new();
        let stuck = first.is_empty() || second.is_empty();
        let together = || first.iter().flat_map(|a| second.iter().map(|b| played(kind, a, b)));
        let apart = || first.iter().map(|a| played(kind, a, over)).chain(second.iter().map(|b| played(kind, g, b)));
        match kind {
            Compound::Conjunctive => made.extend(together()),
            Compound::ContinuedConjunctive if stuck => made.extend(apart()),
            Compound::ContinuedConjunctive => made.extend(together()),
            Compound::Selective => made.extend(together().chain(apart())),
            Compound::ShortenedSelective if !stuck => made.extend(together().chain(apart())),
            Compound::DiminishedDisjunctive if !stuck => made.extend(apart()),
            _ => {}
        }
        made
    })))
}

fn product(w: &World, g: &Form, over: &Form, memo: &mut HashMap<(*const Form, *const Form), Game>) -> Game {
    let key = (std::ptr::from_ref(g), std::ptr::from_ref(over));
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (i, j) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
        for a in &g.0[i] {
            for b in &over.0[j] {
                let sum = w.add(product(w, a, over, memo), product(w, g, b, memo));
                sides[usize::from(i != j)].push(w.sub(sum, product(w, a, b, memo)));
            }
        }
    }
    let made = w.of_sides(&sides);
    memo.insert(key, made);
    made
}

/// `G : H` in full.
fn ordinal_sum(g: &Rc<Form>, over: &Form) -> Rc<Form> {
    Rc::new(Form([0, 1].map(|k| g.0[k].iter().cloned().chain(over.0[k].iter().map(|b| ordinal_sum(g, b))).collect())))
}

fn ordinal_product(g: &Rc<Form>, over: &Rc<Form>) -> Rc<Form> {
    Rc::new(Form([0, 1].map(|k| {
        let negative = g.negative();
        let mut made = Vec::new();
        for (copy, below) in [(&**g, &over.0[0]), (&negative, &over.0[1])] {
            for b in below {
                made.extend(copy.0[k].iter().map(|a| ordinal_sum(&ordinal_product(g, b), a)));
            }
        }
        made
    })))
}

#[test]
fn compounds_of_all_values_of_day_two() {
    let w = World::new();
    let all = w.born_by(2);
    let forms: Vec<Rc<Form>> = all.iter().map(|&g| Form::of(&w, g)).collect();
    let trees: Vec<Tree> = forms
        .iter()
        .map(|form| {
            let mut tree = Tree::new();
            form.tree(&mut tree);
            tree
        })
        .collect();
    let kinds = [
        Compound::Conjunctive,
        Compound::ContinuedConjunctive,
        Compound::Selective,
        Compound::ShortenedSelective,
        Compound::DiminishedDisjunctive,
    ];
    for (i, g) in forms.iter().enumerate() {
        assert_eq!(w.store.tree_value(&trees[i], &w.h).unwrap(), all[i]);
        for (j, over) in forms.iter().enumerate() {
            let compound = |kind| w.store.compound(kind, &trees[i], &trees[j], &w.h).unwrap();
            for kind in kinds {
                assert_eq!(compound(kind), played(kind, g, over).value(&w), "{kind:?} {i} {j}");
            }
            let by_definition = product(&w, g, over, &mut HashMap::new());
            assert_eq!(compound(Compound::ConwayProduct), by_definition, "{i} {j}");
            assert_eq!(compound(Compound::OrdinalProduct), ordinal_product(g, over).value(&w), "{i} {j}");
        }
    }
}

/// Selective sums of heaps of Nim add up (*Winning Ways*, ch. 9); Conway products of nimbers and numbers are theirs
/// (*On Numbers and Games*, ch. 1 and 6); ordinal products of integers and nimbers are the usual ones.
#[test]
fn compounds_of_heaps_and_numbers() {
    let w = World::new();
    let nim = |n: usize| {
        let mut tree = Tree::new();
        (0..=n).for_each(|i| _ = tree.push((0..i).collect(), (0..i).collect()));
        tree
    };
    let integer = |n: usize| {
        let mut tree = Tree::new();
        (0..=n).for_each(|i| _ = tree.push((0..i).rev().take(1).collect(), vec![]));
        tree
    };
    for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
        let of = |kind| w.store.compound(kind, &nim(i), &nim(j), &w.h).unwrap();
        assert_eq!(of(Compound::Selective), w.store.nimber((i + j) as u64));
        assert_eq!(of(Compound::ConwayProduct), w.store.nimber(nim_field::product_u128(i as u128, j as u128) as u64));
        assert_eq!(of(Compound::OrdinalProduct), w.store.nimber((i * j) as u64));
        let of = |kind| w.store.compound(kind, &integer(i), &integer(j), &w.h).unwrap();
        assert_eq!(of(Compound::ConwayProduct), w.n((i * j) as i64));
        assert_eq!(of(Compound::OrdinalProduct), w.n((i * j) as i64));
    }
    // The short ways against the long one, which forms take that have 0 twice.
    let doubled = |n: usize, right: bool| {
        let mut tree = Tree::new();
        tree.push(vec![], vec![]);
        for i in 0..=n {
            let options = if i == 0 {
                vec![]
            } else if right {
                (0..=i).collect()
            } else {
                vec![i]
            };
            tree.push(options.clone(), if right { options } else { vec![] });
        }
        tree
    };
    let kinds = [
        Compound::Conjunctive,
        Compound::ContinuedConjunctive,
        Compound::Selective,
        Compound::ShortenedSelective,
        Compound::DiminishedDisjunctive,
        Compound::Sequential,
        Compound::ConwayProduct,
        Compound::OrdinalProduct,
    ];
    for (kind, (i, j)) in
        kinds.into_iter().flat_map(|kind| (0..6).flat_map(move |i| (0..6).map(move |j| (kind, (i, j)))))
    {
        let of = |g: &Tree, over: &Tree| w.store.compound(kind, g, over, &w.h).unwrap();
        assert_eq!(of(&nim(i), &nim(j)), of(&doubled(i, true), &doubled(j, true)), "{kind:?} {i} {j}");
        let long = w.store.compound(Compound::OrdinalProduct, &doubled(i, false), &doubled(j, false), &w.h).unwrap();
        assert_eq!(long, w.n((i * j) as i64));
    }
    let [five, six, four] = [nim(5), nim(6), nim(4)];
    assert_eq!(w.store.compound(Compound::Selective, &five, &six, &w.h).unwrap(), w.store.nimber(11));
    assert_eq!(w.store.compound(Compound::ConwayProduct, &four, &four, &w.h).unwrap(), w.store.nimber(6));
    let large = w.store.compound(Compound::ConwayProduct, &nim(19), &nim(23), &w.h).unwrap();
    assert_eq!(large, w.store.nimber(86));
    let tree = |name: &str| {
        let mut tree = Tree::new();
        Form::of(&w, w.read(name)).tree(&mut tree);
        tree
    };
    let large = w.store.compound(Compound::ConwayProduct, &nim(256), &nim(256), &w.h).unwrap();
    assert_eq!(large, w.store.nimber(384));
    let hot = w.store.compound(Compound::ConwayProduct, &tree("<3|1>"), &tree("^^"), &w.h).unwrap();
    assert_eq!(w.name(hot), "<^6|^^>");
    let stack = w.store.compound(Compound::OrdinalProduct, &tree("^"), &tree("-1"), &w.h).unwrap();
    assert_eq!(w.name(stack), "v");
}

/// The definition `a (x) b = mex {a' (x) b + a (x) b' + a' (x) b'}`, and the row of 8 in *On Numbers and Games*, ch. 6.
#[test]
fn nimbers_are_a_field() {
    let mut table = vec![vec![0u128; 64]; 64];
    for a in 0..64 {
        for b in 0..64 {
            let mut seen = [false; 256];
            for i in 0..a {
                for j in 0..b {
                    seen[(table[i][b] ^ table[a][j] ^ table[i][j]) as usize] = true;
                }
            }
            table[a][b] = seen.iter().position(|&seen| !seen).unwrap() as u128;
            assert_eq!(nim_field::product_u128(a as u128, b as u128), table[a][b], "{a} {b}");
        }
    }
    let row: Vec<u128> = (1..=16).map(|n| nim_field::product_u128(8, n)).collect();
    assert_eq!(row, [8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]);
    let w = World::new();
    for bits in [1, 5, 8, 13, 60, 64, 100, 128, 130, 500, 1024] {
        for seed in 1..6_u32 {
            let random =
                |k: u32| (BigUint::from(seed * 2 + k).pow(400 + k) % ((BigUint::from(1u8) << bits) - 1u8)) + 1u8;
            let (a, b, c) = (random(1), random(3), random(8));
            let times = |a: &BigUint, b: &BigUint| nim_field::product(a, b, &w.h).unwrap();
            assert_eq!(times(&a, &b), times(&b, &a));
            assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
            assert_eq!(times(&a, &(&b ^ &c)), times(&a, &b) ^ times(&a, &c));
            let inverse = nim_field::inverse(&a, &w.h).unwrap().unwrap();
            assert_eq!(times(&a, &inverse), BigUint::from(1u8), "{a}");
            if bits <= 130 {
                let cube = nim_field::power(&a, &BigUint::from(3u8), &w.h).unwrap();
                assert_eq!(cube, times(&a, &times(&a, &a)));
                let order = (BigUint::from(1u8) << a.bits().next_power_of_two()) - 2u8;
                assert_eq!(nim_field::power(&a, &order, &w.h).unwrap(), inverse);
            }
        }
    }
    assert_eq!(nim_field::inverse(&BigUint::ZERO, &w.h).unwrap(), None);
}

/// The names of powers of up, of tinies and of sums with them: each once in the table of docs/values.md.
#[test]
fn names_of_infinitesimals() {
    let w = World::new();
    for (text, name, latex) in [
        ("<^|*>", "^[2]", "\\uparrow^{[2]}"),
        ("<0|v*>", "^<2>", "\\uparrow^{2}"),
        ("<0|*||*|||*||||*>", "^[4]", "\\uparrow^{[4]}"),
        ("<*|v>", "-^[2]", "\\downarrow^{[2]}"),
        ("<^*|0>", "-^<2>", "\\downarrow^{2}"),
        ("2+<^|*>", "2+^[2]", "2+\\uparrow^{[2]}"),
        ("1/2+<^*|0>", "1/2-^<2>", "\\tfrac{1}{2}+\\downarrow^{2}"),
        ("tiny(2)", "tiny(2)", "⧾_{2}"),
        ("miny(1/2)", "miny(1/2)", "⧿_{\\tfrac{1}{2}}"),
        ("<0||0|<-1|-3>>", "tiny(<3|1>)", "⧾_{\\{3\\mathrel{|}1\\}}"),
    ] {
        let g = w.read(text);
        assert_eq!(w.name(g), name, "{text}");
        assert_eq!(w.store.latex(g, &w.h).unwrap(), latex, "{text}");
        assert_eq!(w.read(name), g, "{name}");
    }
    // Around where names get longer, and far beyond what brackets could nest.
    for power in (2..14).chain([39, 40, 41, 100, 600]) {
        for star in 0..4 {
            for sum in [true, false] {
                let up = if sum { w.store.up_power_to(power, &w.h) } else { w.store.up_power(power, &w.h) };
                let g = w.add(up.unwrap(), w.store.nimber(star));
                let stars = ["", "*", "*2", "*3"][star as usize];
                let name = if sum { format!("^[{power}]{stars}") } else { format!("^<{power}>{stars}") };
                // Nothing is shorter, and what is printed is read as the same value.
                assert_eq!(w.name(g), name);
                assert_eq!(w.read(&name), g);
                assert_eq!(w.name(w.neg(g)), format!("-{name}"));
                assert_eq!(w.read(&format!("-{name}")), w.neg(g));
            }
        }
    }
}

/// `a + b` by the definition.
fn sum(w: &World, a: Game, b: Game, memo: &mut HashMap<(Game, Game), Game>) -> Game {
    if let Some(&known) = memo.get(&(a, b)) {
        return known;
    }
    let (of_a, of_b) = (w.sides(a), w.sides(b));
    let sides = [0, 1].map(|k| {
        let first = of_a[k].iter().map(|&o| sum(w, o, b, memo)).collect::<Vec<_>>();
        first.into_iter().chain(of_b[k].iter().map(|&o| sum(w, a, o, memo))).collect()
    });
    let made = w.of_sides(&sides);
    memo.insert((a, b), made);
    made
}

#[test]
fn infinitesimals_beside_hot_games() {
    let w = World::new();
    let small = ["*", "*2", "*5", "^", "^*", "v2*3"].map(|name| w.read(name));
    let mut parts = w.born_by(2);
    parts.extend(["<3|2>", "<3||2|1>", "1+*4", "2+^*2", "<2|*>"].map(|name| w.read(name)));
    let mut memo = HashMap::new();
    for (&a, &b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
        for shift in [0, 1, 3] {
            let hot = w.of_sides(&[vec![w.add(a, w.n(shift))], vec![b]]);
            for e in small {
                assert_eq!(w.add(e, hot), sum(&w, e, hot, &mut memo), "{} + {}", w.name(e), w.name(hot));
            }
        }
    }
    let far = w.add(w.read("<3|1>"), w.store.nimber(u64::MAX));
    assert_eq!(w.name(far), "2 +- (1+*18446744073709551615)");
}

#[test]
fn nimbers_on_top() {
    let w = World::new();
    let mut forms: Vec<[Vec<Game>; 2]> = w.many(60).into_iter().map(|g| w.sides(g)).collect();
    let names = ["0", "*", "*2", "*3", "1", "-1", "1+*", "^", "<2|1>", "<-1|-3>", "1+*2"].map(|name| w.read(name));
    for (i, &a) in names.iter().enumerate() {
        for (j, &b) in names.iter().enumerate() {
            let more = names[(i * 7 + j * 3) % names.len()];
            forms.extend([[vec![a], vec![b]], [vec![a, more], vec![b]], [vec![a, b], vec![b, more, a]]]);
        }
    }
    for sides in forms {
        let mut below = sides.clone();
        for n in 0..5 {
            let value = w.of_sides(&below);
            let made = w.store.ordinal_sum(&sides[0], &sides[1], w.store.nimber(n), &w.h).unwrap();
            assert_eq!(
                made,
                value,
                "{n} on {:?}",
                sides.each_ref().map(|side| side.iter().map(|&o| w.name(o)).collect::<Vec<_>>())
            );
            below.iter_mut().for_each(|side| side.push(value));
        }
    }
    let [left, right] = [w.read("1/2"), w.read("1")].map(|o| vec![o]);
    let far = w.store.ordinal_sum(&left, &right, w.store.nimber(1 << 60), &w.h).unwrap();
    assert_eq!(w.name(far), "3/4+*1152921504606846976");
}

#[test]
fn multiples_one_by_one() {
    let w = World::new();
    for name in ["<5||1|0>", "<3|2||1|0>", "<2||1|0>", "<1||0|-2>", "<1|0>", "<3|2+*>", "<^|-1>", "<1/2||0|-1/4>"] {
        let g = w.read(name);
        let mut one_by_one = ZERO;
        for n in 0..=70 {
            for (sign, expected) in [(1, one_by_one), (-1, w.neg(one_by_one))] {
                assert_eq!(w.store.multiple(&BigInt::from(sign * n), g, &w.h).unwrap(), expected, "{n}*{name}");
            }
            one_by_one = w.add(one_by_one, g);
        }
    }
}

#[test]
fn without_a_tax_nothing_is_cooled() {
    let w = World::new();
    for g in w.many(100) {
        assert_eq!(w.store.cool(g, &Dyadic::zero(), &w.h).unwrap(), g);
    }
    let far = w.read("5+*4294967296");
    assert_eq!(w.store.freeze(far, &w.h).unwrap(), far);
}
