//! Examples: names, heating, explanations, winning moves, and the bounds of the engine.

use crate::world::{Reader, World};
use num_bigint::BigInt;
use sprague_games::{Dyadic, Game, Relation, STAR, Side, Step, Store, ZERO, simplest_between};
use sprague_limits::{Handle, Limits, Stop};

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

#[test]
fn the_hottest_switch_is_played_first() {
    let w = World::new();
    let switches: Vec<Game> = [4, 25, 9, 16].map(|n| w.store.switch(&[w.n(n)], &w.h).unwrap()).to_vec();
    for (mover, end) in [(Side::Left, 25), (Side::Right, -25)] {
        let reply = w.store.winning_reply(&switches, mover, &w.h).unwrap().unwrap();
        assert_eq!((reply.component, reply.to), (1, w.n(end)));
    }
    // Nim 1, 2, 4: the only winning move is 4 to 3.
    let heaps = [1, 2, 4].map(|n| w.store.nimber(n));
    let replies = w.store.winning_replies(&heaps, Side::Left, &w.h).unwrap();
    assert_eq!(replies.iter().map(|r| (r.component, r.to)).collect::<Vec<_>>(), [(2, w.store.nimber(3))]);
}

#[test]
fn the_steps_of_a_textbook_solution() {
    let w = World::new();
    let read = |name: &str| Reader::read(&w, name);
    let explain = |l: &[&str], r: &[&str]| {
        let sides = [l, r].map(|side| side.iter().map(|name| read(name)).collect::<Vec<_>>());
        w.store.explain(&sides[0], &sides[1], &w.h).unwrap()
    };
    let (zero, half) = (Dyadic::zero(), Dyadic::from(1).half());
    let simplicity = Step::Simplicity {
        number: half.half(),
        above: Some(zero),
        above_fits: false,
        below: Some(half),
        below_fits: false,
    };
    assert_eq!(explain(&["0", "*"], &["1/2"]), [simplicity, Step::Value { value: read("1/4") }]);
    assert_eq!(
        explain(&["0", "*", "*3"], &["0", "*", "*3"]),
        [Step::Mex { options: vec![0, 1, 3], mex: 2 }, Step::Value { value: read("*2") }]
    );
    // {^ | ^}: Left's ^ reverses through * to 0.
    let reversed = Step::Reversible { side: Side::Left, option: read("^"), through: STAR, replaced_by: vec![ZERO] };
    assert_eq!(explain(&["^"], &["^"]), [reversed, Step::Value { value: read("^^*") }]);
    let struck = Step::Dominated { side: Side::Left, option: w.n(1), by: w.n(2) };
    assert_eq!(explain(&["1", "2"], &["-1"]), [struck, Step::Value { value: read("<2|-1>") }]);
}
