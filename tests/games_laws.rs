//! Laws that hold for all games, on random ones.

use num_bigint::BigInt;
use proptest::prelude::*;
use sprague::games::{Dyadic, Game, Outcome, Relation, STAR, Side, Step, Store, ZERO, simplest_between};
use sprague::limits::{Handle, Limits, Stop};

/// A recipe for a form: the games of a store can't be made without it.
#[derive(Clone, Debug)]
enum Recipe {
    Number(i64, u32),
    UpStar(i64, u64),
    Options(Vec<Recipe>, Vec<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        (-4i64..=4, 0u32..3).prop_map(|(n, k)| Recipe::Number(n, k)),
        (-2i64..=2, 0u64..4).prop_map(|(ups, star)| Recipe::UpStar(ups, star)),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

struct World {
    store: Store,
    h: Handle,
}

impl World {
    fn new() -> Self {
        World { store: Store::new(), h: Handle::default() }
    }
    fn make(&self, recipe: &Recipe) -> Game {
        match recipe {
            Recipe::Number(n, k) => self.store.number(Dyadic::new(BigInt::from(*n), *k).unwrap()),
            Recipe::UpStar(ups, star) => self.store.number_up_star(Dyadic::zero(), *ups, *star),
            Recipe::Options(l, r) => {
                let l: Vec<Game> = l.iter().map(|x| self.make(x)).collect();
                let r: Vec<Game> = r.iter().map(|x| self.make(x)).collect();
                self.store.canonical(&l, &r, &self.h).unwrap()
            }
        }
    }
    fn add(&self, a: Game, b: Game) -> Game {
        self.store.add(a, b, &self.h).unwrap()
    }
    fn neg(&self, a: Game) -> Game {
        self.store.neg(a, &self.h).unwrap()
    }
    fn le(&self, a: Game, b: Game) -> bool {
        self.store.le(a, b, &self.h).unwrap()
    }
    fn name(&self, a: Game) -> String {
        self.store.name(a, &self.h).unwrap()
    }
    fn options(&self, g: Game) -> [Vec<Game>; 2] {
        [Side::Left, Side::Right].map(|side| self.store.options(g, side, &self.h).unwrap())
    }
    fn n(&self, n: i64) -> Game {
        self.store.number(Dyadic::from(n))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_are_a_group(a in recipe(), b in recipe(), c in recipe()) {
        let w = World::new();
        let (a, b, c) = (w.make(&a), w.make(&b), w.make(&c));
        prop_assert_eq!(w.add(a, b), w.add(b, a));
        prop_assert_eq!(w.add(w.add(a, b), c), w.add(a, w.add(b, c)));
        prop_assert_eq!(w.add(a, w.neg(a)), ZERO);
        prop_assert_eq!(w.neg(w.neg(a)), a);
        prop_assert_eq!(w.neg(w.add(a, b)), w.add(w.neg(a), w.neg(b)));
        prop_assert_eq!(w.store.sum(&[a, b, c, w.neg(b)], &w.h).unwrap(), w.add(a, c));
        prop_assert_eq!(w.store.sub(w.add(a, b), b, &w.h).unwrap(), a);
        let five = w.store.multiple(&BigInt::from(5), a, &w.h).unwrap();
        prop_assert_eq!(five, w.add(a, w.add(w.add(a, a), w.add(a, a))));
        prop_assert_eq!(w.store.sum(&[a, b, a, w.neg(b), a, b], &w.h).unwrap(), w.add(b, w.add(a, w.add(a, a))));
    }

    #[test]
    fn order_is_a_partial_order_of_the_group(a in recipe(), b in recipe(), c in recipe()) {
        let w = World::new();
        let (a, b, c) = (w.make(&a), w.make(&b), w.make(&c));
        prop_assert_eq!(w.le(a, b) && w.le(b, a), a == b);
        prop_assert!(!(w.le(a, b) && w.le(b, c)) || w.le(a, c));
        prop_assert_eq!(w.le(a, b), w.le(w.add(a, c), w.add(b, c)));
        prop_assert_eq!(w.le(a, b), w.le(w.neg(b), w.neg(a)));
        let difference = w.store.sub(a, b, &w.h).unwrap();
        prop_assert_eq!(w.store.compare(a, b, &w.h).unwrap(), w.store.compare(difference, ZERO, &w.h).unwrap());
    }

    #[test]
    fn canonical_forms_are_canonical(a in recipe()) {
        let w = World::new();
        let a = w.make(&a);
        let [left, right] = w.options(a);
        prop_assert_eq!(w.store.canonical(&left, &right, &w.h).unwrap(), a);
        prop_assert!(w.store.dominated(&left, &right, &w.h).unwrap().is_empty());
        prop_assert!(w.store.reversible(&left, &right, &w.h).unwrap().is_empty());
        for list in [&left, &right] {
            prop_assert!(list.is_sorted_by(|&x, &y| w.store.order(x, y).is_lt()));
        }
    }

    #[test]
    fn explanations_end_in_the_value(l in prop::collection::vec(recipe(), 0..4), r in prop::collection::vec(recipe(), 0..4)) {
        let w = World::new();
        let mut sides = [&l, &r].map(|side| side.iter().map(|x| w.make(x)).collect::<Vec<_>>());
        let value = w.store.canonical(&sides[0], &sides[1], &w.h).unwrap();
        let steps = w.store.explain(&sides[0], &sides[1], &w.h).unwrap();
        prop_assert_eq!(steps.last(), Some(&Step::Value { value }));
        // Every step leaves the value as it was, and what the last one leaves are the canonical options.
        let mut by_options = true;
        for step in &steps {
            match step {
                Step::Dominated { side, option, by } => {
                    let worse = if *side == Side::Left { w.le(*option, *by) } else { w.le(*by, *option) };
                    prop_assert!(worse);
                    sides[usize::from(*side == Side::Right)].retain(|o| o != option);
                }
                Step::Reversible { side, option, through, replaced_by } => {
                    prop_assert!(w.options(*option)[usize::from(*side == Side::Left)].contains(through));
                    let options = &mut sides[usize::from(*side == Side::Right)];
                    options.retain(|o| o != option);
                    options.extend(replaced_by);
                }
                Step::Simplicity { .. } | Step::Mex { .. } => by_options = false,
                Step::Value { .. } => {}
            }
            prop_assert_eq!(w.store.canonical(&sides[0], &sides[1], &w.h).unwrap(), value);
        }
        if by_options {
            for (side, canonical) in sides.iter_mut().zip(w.options(value)) {
                side.sort_unstable_by(|&a, &b| w.store.order(a, b));
                side.dedup();
                prop_assert_eq!(&*side, &canonical);
            }
        }
    }

    #[test]
    fn thermographs_agree_with_stops_cooling_and_sums(a in recipe(), b in recipe(), taxes in prop::collection::vec(0i64..24, 3)) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let t = w.store.thermograph(a, &w.h).unwrap();
        prop_assert!(t.temperature >= Dyadic::from(-1));
        let zero = Dyadic::zero();
        prop_assert_eq!(t.left.at(&zero), w.store.left_stop(a));
        prop_assert_eq!(t.right.at(&zero), w.store.right_stop(a));
        prop_assert_eq!(w.store.temperature(a, &w.h).unwrap(), t.temperature.clone());
        prop_assert_eq!(w.store.mean(a, &w.h).unwrap(), t.mast.clone());
        prop_assert_eq!(t.left.at(&t.temperature), t.mast.clone());
        prop_assert_eq!(t.right.at(&t.temperature), t.mast.clone());
        // The walls are the stops of the cooled game.
        for tax in taxes {
            let tax = Dyadic::new(BigInt::from(tax), 3).unwrap();
            let cooled = w.store.cool(a, &tax, &w.h).unwrap();
            prop_assert_eq!(t.left.at(&tax), w.store.left_stop(cooled), "{} at {}", w.name(a), tax);
            prop_assert_eq!(t.right.at(&tax), w.store.right_stop(cooled), "{} at {}", w.name(a), tax);
            prop_assert_eq!(w.store.mean(cooled, &w.h).unwrap(), t.mast.clone());
        }
        // Mean values add; a sum is no hotter than its terms.
        let sum = w.add(a, b);
        let s = w.store.thermograph(sum, &w.h).unwrap();
        let u = w.store.thermograph(b, &w.h).unwrap();
        prop_assert_eq!(s.mast.clone(), t.mast.add(&u.mast));
        prop_assert!(s.temperature <= t.temperature.clone().max(u.temperature.clone()));
        let negative = w.store.thermograph(w.neg(a), &w.h).unwrap();
        prop_assert_eq!(negative.mast.clone(), t.mast.neg());
        prop_assert_eq!(negative.temperature.clone(), t.temperature.clone());
        // Cooling is a homomorphism.
        let one = Dyadic::from(1).half();
        let cool = |g| w.store.cool(g, &one, &w.h).unwrap();
        prop_assert_eq!(cool(sum), w.add(cool(a), cool(b)));
    }

    #[test]
    fn cooling_undoes_heating(a in recipe()) {
        let w = World::new();
        let a = w.make(&a);
        let heated = w.store.heat(a, w.n(1), &w.h).unwrap();
        prop_assert_eq!(w.store.cool(heated, &Dyadic::from(1), &w.h).unwrap(), a, "{}", w.name(heated));
    }

    #[test]
    fn what_is_read_off_a_value(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let birthday = |g| w.store.birthday(g, &w.h).unwrap();
        prop_assert!(birthday(w.add(a, b)) <= birthday(a) + birthday(b));
        let options = w.options(a);
        let last = options.iter().flatten().map(|&o| birthday(o) + 1).max().unwrap_or_default();
        prop_assert_eq!(birthday(a), last);
        let (left, right) = w.store.incentives(a, &w.h).unwrap();
        for incentive in left.into_iter().chain(right) {
            prop_assert!(!w.le(ZERO, incentive)); // no move is as good as no move
        }
        let near = w.store.number(Dyadic::new(BigInt::from(1), 40).unwrap());
        let infinitesimal = w.le(w.neg(near), a) && w.le(a, near);
        prop_assert_eq!(w.store.is_infinitesimal(a), infinitesimal);
        let small = |g: Game| w.store.is_all_small(g, &w.h).unwrap();
        let both_move = options[0].is_empty() == options[1].is_empty();
        prop_assert_eq!(small(a), both_move && options.iter().flatten().all(|&o| small(o)));
        let impartial = options[0] == options[1] && options[0].iter().all(|&o| w.store.is_impartial(o));
        prop_assert_eq!(w.store.is_impartial(a), impartial);
    }

    #[test]
    fn the_printing_order_does_not_depend_on_history(all in prop::collection::vec(recipe(), 2..6)) {
        let sorted = |w: &World, recipes: &mut dyn Iterator<Item = &Recipe>| {
            let mut games: Vec<Game> = recipes.map(|x| w.make(x)).collect();
            games.sort_by(|&a, &b| w.store.order(a, b));
            games.into_iter().map(|g| w.name(g)).collect::<Vec<_>>()
        };
        let forward = sorted(&World::new(), &mut all.iter());
        prop_assert_eq!(forward, sorted(&World::new(), &mut all.iter().rev()));
    }

    #[test]
    fn names_are_read_back(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        for g in [a, b, w.add(a, b), w.neg(a)] {
            let name = w.name(g);
            prop_assert_eq!(Reader::read(&w, &name), g, "{}", name);
        }
        prop_assert_eq!(w.name(a) == w.name(b), a == b);
    }

    #[test]
    fn ordinal_sums(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let [left, right] = w.options(a);
        let over = |x| w.store.ordinal_sum(&left, &right, x, &w.h).unwrap();
        prop_assert_eq!(over(ZERO), a);
        prop_assert_eq!(w.store.ordinal_sum(&[], &[], b, &w.h).unwrap(), b);
        // The colon principle: what is better on top is better.
        for (x, y) in [(a, b), (b, STAR), (ZERO, b)] {
            if w.le(x, y) {
                prop_assert!(w.le(over(x), over(y)));
            }
        }
    }

    #[test]
    fn play_finds_the_winner_of_a_sum(games in prop::collection::vec(recipe(), 1..4)) {
        let w = World::new();
        let games: Vec<Game> = games.iter().map(|x| w.make(x)).collect();
        let total = w.store.sum(&games, &w.h).unwrap();
        let outcome = w.store.outcome(total, &w.h).unwrap();
        for mover in [Side::Left, Side::Right] {
            let wins = matches!((outcome, mover), (Outcome::N, _) | (Outcome::L, Side::Left) | (Outcome::R, Side::Right));
            prop_assert_eq!(w.store.wins_first(&games, mover, &w.h).unwrap(), wins);
            let replies = w.store.winning_replies(&games, mover, &w.h).unwrap();
            prop_assert_eq!(!replies.is_empty(), wins);
            for reply in replies {
                let mut after = games.clone();
                prop_assert_eq!(after[reply.component], reply.from);
                after[reply.component] = reply.to;
                let after = w.store.sum(&after, &w.h).unwrap();
                let won = if mover == Side::Left { w.le(ZERO, after) } else { w.le(after, ZERO) };
                prop_assert!(won);
            }
            let turn = w.store.play_tree(&games, mover, 3, 4, &w.h).unwrap();
            prop_assert_eq!(turn.winner == mover, wins);
            for (_, next) in &turn.moves {
                prop_assert_eq!(next.as_ref().unwrap().winner, turn.winner);
            }
        }
    }
}

/// A reader of the notation that values are printed in, written from its rules alone.
struct Reader<'a> {
    world: &'a World,
    text: &'a [u8],
}

impl<'a> Reader<'a> {
    fn read(world: &'a World, text: &'a str) -> Game {
        let mut reader = Reader { world, text: text.as_bytes() };
        let g = reader.sum();
        assert!(reader.text.is_empty(), "{text}: left over {:?}", String::from_utf8_lossy(reader.text));
        g
    }
    fn eat(&mut self, start: &str) -> bool {
        let found = self.text.starts_with(start.as_bytes());
        if found {
            self.text = &self.text[start.len()..];
        }
        found
    }
    fn digits(&mut self) -> Option<i64> {
        let n = self.text.iter().take_while(|c| c.is_ascii_digit()).count();
        let (digits, rest) = self.text.split_at(n);
        self.text = rest;
        std::str::from_utf8(digits).unwrap().parse().ok()
    }
    fn sum(&mut self) -> Game {
        let mut g = self.term();
        loop {
            let next = if self.eat(" +- ") {
                self.switch()
            } else if self.text.starts_with(b"+") {
                assert!(!self.text.starts_with(b"+-"), "a switch after an operand has spaces around its sign");
                self.eat("+");
                self.term()
            } else {
                return g;
            };
            g = self.world.add(g, next);
        }
    }
    fn switch(&mut self) -> Game {
        let options = if self.eat("(") {
            let mut options = vec![self.sum()];
            while self.eat(", ") {
                options.push(self.sum());
            }
            assert!(self.eat(")"));
            options
        } else {
            vec![self.term()]
        };
        self.world.store.switch(&options, &self.world.h).unwrap()
    }
    fn term(&mut self) -> Game {
        let store = &self.world.store;
        if self.eat("+-") {
            return self.switch();
        }
        for (word, tiny) in [("tiny(", true), ("miny(", false)] {
            if self.eat(word) {
                let g = self.sum();
                assert!(self.eat(")"));
                return if tiny { store.tiny(g, &self.world.h) } else { store.miny(g, &self.world.h) }.unwrap();
            }
        }
        if self.eat("<") {
            let g = self.bars();
            assert!(self.eat(">"));
            return g;
        }
        for (arrow, sign) in [("^", 1), ("v", -1)] {
            if self.eat(arrow) {
                let mut n = 1;
                while self.eat(arrow) {
                    n += 1;
                }
                if n == 1 {
                    n = self.digits().unwrap_or(1);
                }
                let star = if self.eat("*") { self.digits().unwrap_or(1) } else { 0 };
                return store.number_up_star(Dyadic::zero(), sign * n, star as u64);
            }
        }
        if self.eat("*") {
            return store.nimber(self.digits().unwrap_or(1) as u64);
        }
        let sign = if self.eat("-") { -1 } else { 1 };
        let n = sign * self.digits().unwrap_or_else(|| panic!("a term: {:?}", String::from_utf8_lossy(self.text)));
        let d = if self.eat("/") { self.digits().unwrap() } else { 1 };
        store.number(Dyadic::new(BigInt::from(n), d.trailing_zeros()).unwrap())
    }
    /// Directly inside brackets: lists and runs of bars, of which the longest binds least.
    fn bars(&mut self) -> Game {
        let mut lists = vec![self.list()];
        let mut runs = Vec::new();
        while self.text.starts_with(b"|") {
            let mut n = 0;
            while self.eat("|") {
                n += 1;
            }
            runs.push(n);
            lists.push(self.list());
        }
        self.tree(&lists, &runs)[0]
    }
    fn list(&mut self) -> Vec<Game> {
        let mut list = vec![self.sum()];
        while self.eat(", ") {
            list.push(self.sum());
        }
        list
    }
    fn tree(&self, lists: &[Vec<Game>], runs: &[usize]) -> Vec<Game> {
        let Some(most) = runs.iter().max() else { return lists[0].clone() };
        let places: Vec<usize> = (0..runs.len()).filter(|&i| runs[i] == *most).collect();
        assert_eq!(places.len(), 1, "two runs of equal strength at one level");
        let i = places[0];
        let (left, right) = (self.tree(&lists[..=i], &runs[..i]), self.tree(&lists[i + 1..], &runs[i + 1..]));
        vec![self.world.store.canonical(&left, &right, &self.world.h).unwrap()]
    }
}

#[test]
fn names() {
    let w = World::new();
    for name in [
        "0",
        "-7/4",
        "*",
        "*2",
        "^",
        "^*",
        "^^",
        "^3",
        "^3*2",
        "^^*2",
        "v",
        "v*",
        "vv",
        "v3*2",
        "1+*",
        "1+^3*2",
        "-1/2+v",
        "+-1",
        "+-3/2",
        "<3|1>",
        "1/2 +- 1",
        "tiny(2)",
        "miny(1)",
        "<1|+-1>",
        "<1||1|-2>",
        "1/4+tiny(3)",
        "1/4+miny(1/2)",
        "<2||1|0>",
        "+-<3|1>",
        "+-(2, <3|1>)",
        "<0, *|-1>",
        "<9||8|7|||6|5||4>",
        "<5|3||2|0>",
        "<3|1>",
    ] {
        assert_eq!(w.name(Reader::read(&w, name)), name);
    }
    let latex = |name: &str| w.store.latex(Reader::read(&w, name), &w.h).unwrap();
    assert_eq!(latex("-7/4"), "-\\tfrac{7}{4}");
    assert_eq!(latex("<2||1|0>"), "\\{2\\mathrel{||}1\\mathrel{|}0\\}");
    assert_eq!(latex("1+^3*2"), "1+3\\cdot{\\uparrow}{\\ast}2");
}

#[test]
fn heating_and_overheating() {
    let w = World::new();
    let (heat, read) = (|g, t| w.store.heat(g, t, &w.h).unwrap(), |name| Reader::read(&w, name));
    assert_eq!(heat(STAR, w.n(1)), read("+-1"));
    assert_eq!(heat(read("^"), w.n(2)), read("<2||0|-4>"));
    assert_eq!(heat(read("^"), STAR), ZERO); // {* | {*|*} - *} = {*|*}
    assert_eq!(heat(read("3/4"), w.n(2)), read("3/4"));
    let overheat = |name| w.store.overheat(read(name), read("*2"), w.n(1), &w.h).unwrap();
    assert_eq!(overheat("3"), read("*2"));
    assert_eq!(overheat("1/2"), read("<1|-1+*2>"));
    assert_eq!(overheat("*"), read("+-1"));
}

#[test]
fn huge_closed_forms_cost_nothing() {
    let w = World { store: Store::new(), h: Handle::new(Limits { steps: Some(20_000), ..Limits::default() }) };
    let (store, h) = (&w.store, &w.h);
    let big = Dyadic::from_integer(BigInt::from(10).pow(30));
    let small = Dyadic::new(BigInt::from(1), 200).unwrap();
    let (x, y) = (store.number(big.clone()), store.number(small.clone()));
    let sum = w.add(x, w.add(y, store.nimber(1_000_000)));
    assert_eq!(store.birthday(store.nimber(1_000_000), h).unwrap(), 1_000_000.into());
    assert_eq!(w.add(sum, sum), store.number(big.add(&big).add(&small).add(&small)));
    assert!(w.le(y, x) && !w.le(x, y));
    assert_eq!(store.temperature(y, h).unwrap(), small.neg());
    assert_eq!(store.canonical(&[x], &[], h).unwrap(), store.number(big.add(&Dyadic::from(1))));
    let switch = store.canonical(&[x], &[y], h).unwrap();
    assert_eq!(store.compare(switch, y, h).unwrap(), Relation::Confused);
    assert_eq!(store.mean(store.nimber(1 << 60), h).unwrap(), Dyadic::zero());
    assert_eq!(store.left(store.nimber(1 << 60), h).map_err(|e| matches!(e, Stop::TooLarge(_))), Err(true));
    // A nimber far above all that a game can become compares like any other such nimber.
    let tiny = store.tiny(store.number(Dyadic::from(2)), h).unwrap();
    assert_eq!(store.compare(tiny, store.nimber(1 << 60), h).unwrap(), Relation::Confused);
    assert!(w.le(store.nimber(1 << 60), store.number_up_star(Dyadic::zero(), 1, 0)));
    assert_eq!(store.compare(switch, store.nimber(u64::MAX), h).unwrap(), Relation::Greater);
    let deep = store.number(Dyadic::new(BigInt::from(1), 1 << 20).unwrap());
    assert_eq!(store.temperature(deep, h).unwrap(), store.as_number(w.neg(deep)).unwrap());
    let ups = store.number_up_star(Dyadic::zero(), i64::MAX, 0);
    assert!(matches!(store.add(ups, ups, h), Err(Stop::TooLarge(_))));
    assert_eq!(simplest_between(&small, &big), Some(Dyadic::from(1)));
}

#[test]
fn limits_are_kept_and_nothing_is_lost() {
    let store = Store::new();
    let tight = Handle::new(Limits { steps: Some(1), ..Limits::default() });
    let free = Handle::default();
    let n = |n| store.number(Dyadic::from(n));
    let mut g = store.canonical(&[n(3)], &[n(-1)], &free).unwrap();
    let mut stopped = false;
    for i in 1..12 {
        let next = store.canonical(&[n(2 * i), g], &[n(-i), store.neg(g, &free).unwrap()], &free).unwrap();
        stopped |= store.add(next, g, &tight) == Err(Stop::Steps(1));
        g = next;
    }
    assert!(stopped);
    assert_eq!(store.sub(g, g, &free).unwrap(), ZERO);
}

#[test]
fn far_nimbers_compare_like_near_ones() {
    let w = World::new();
    let read = |name| Reader::read(&w, name);
    for name in ["tiny(2)", "miny(1/2)", "<1||0|-1>", "<0, *|-1>", "<^3|*2>", "<tiny(1)|*3, v>", "<*5|0||-1>"] {
        for shift in ["0", "^*", "v3", "1+^"] {
            let g = w.add(read(name), read(shift));
            // The birthdays are below 12; 17 is where a shorter way is taken.
            let relation = |star| {
                let sum = w.store.number_up_star(Dyadic::zero(), 0, star);
                w.store.compare(g, sum, &w.h).unwrap()
            };
            assert_eq!(relation(15), relation(17), "{name} + {shift}");
            assert_eq!(relation(15), relation(1 << 40), "{name} + {shift}");
        }
    }
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    let (store, h) = (Store::new(), Handle::default());
    // {n | n-1 | 0}: each game is deeper than the one before by one.
    let mut g = STAR;
    for i in 1..60_000 {
        let (high, low) = (store.number(Dyadic::from(i)), store.number(Dyadic::from(-i)));
        g = if i % 2 == 0 {
            store.canonical(&[high], &[g], &h).unwrap()
        } else {
            store.canonical(&[g], &[low], &h).unwrap()
        };
    }
    let too_large = |result: Result<(), Stop>| matches!(result, Err(Stop::TooLarge(_)));
    assert!(too_large(store.neg(g, &h).map(drop)));
    assert!(too_large(store.name(g, &h).map(drop)));
    assert!(too_large(store.birthday(g, &h).map(drop)));
    assert!(too_large(store.add(g, g, &h).map(drop)));
    let ups = store.number_up_star(Dyadic::zero(), 40_000, 0);
    let tiny = store.tiny(store.number(Dyadic::from(2)), &h).unwrap();
    assert!(store.le(tiny, ups, &h).unwrap());
}
