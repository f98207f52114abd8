//! Published facts: *Winning Ways*, chapter 11; Siegel, *Combinatorial Game Theory*, chapter VI.

use super::raw::{equal, mirrored, sum, written};
use super::reader::World;
use sprague_games::{Dyadic, Side};
use sprague_stoppers::{Graph, Link, Pseudonumber, Sides, Winners};

/// What is written, its name, its degree, its variety (empty: none), and its stops.
const STOPPERS: [[&str; 6]; 14] = [
    ["<pass|>", "on", "on", "on", "on", "on"],
    ["<|pass>", "off", "on", "off", "off", "off"],
    ["<0|pass>", "over", "over", "over", "over", "over"],
    ["<pass|3/2>", "3/2 + under", "over", "under", "3/2 + under", "3/2 + under"],
    ["<-1/4*|pass>", "-1/4 - ^[on]", "^<on>", "^<on>", "-1/4", "-1/4"],
    ["<0|^<on>||v<on>>", "<0|^<on>||-^<on>>", "^<on>", "<^[on]*,^<on>||v<on>|0>", "0", "0"],
    ["<0|||0||0|<|pass>>", "<0|tiny(on)>", "<0||||0|||miny(on)|0||off>", "", "0", "0"],
    ["<<pass|>|0||0>", "miny(on)", "tiny(on)", "miny(on)", "0", "0"],
    ["<0|||0||pass|0>", "tiny(over)", "tiny(over)", "tiny(over)", "0", "0"],
    ["<0|pass||pass|0>", "+-over", "over", "+-over", "over", "under"],
    ["<<5|pass>|<pass|-5>>", "+-(5 + over)", "over", "+-<10 + over|over>", "5 + over", "-5 + under"],
    [
        "loop a <0||||0|||a|*||*>",
        "loop a <0||||0|||a|*||*>",
        "<0|loop a <0|0, <0|||a|0||0>>>",
        "<loop a <0, <0||0|a|||0>|0>|0>",
        "0",
        "0",
    ],
    ["<0||0|0, pass>", "^<on>", "^<on>", "^<on>", "0", "0"],
    ["<pass|*>", "^[on]", "^<on>", "v<on>", "0", "0"],
];

#[test]
fn names_degrees_varieties_and_stops() {
    let mut w = World::new();
    for [text, name, degree, variety, left, right] in STOPPERS {
        let s = w.stopper(text);
        assert_eq!(w.name(s), name);
        assert_eq!(w.stopper(name), s, "{name} is read back");
        let found = w.loops.degree(s, &w.store, &w.h).unwrap();
        let shown = w.name(found);
        assert_eq!(found, w.stopper(degree), "the degree of {name} is {shown}");
        match w.loops.variety(s, &w.store, &w.h) {
            Ok(found) => {
                let shown = w.name(found);
                assert_eq!(found, w.stopper(variety), "the variety of {name} is {shown}");
            }
            Err(why) => assert!(variety.is_empty(), "{name}: {why}"),
        }
        for (side, expected) in [(Side::Left, left), (Side::Right, right)] {
            let expected = w.stopper(expected);
            let expected = w.loops.pseudonumber(expected, &w.store).unwrap();
            assert_eq!(w.loops.stop(s, side, &w.store, &w.h).unwrap(), expected, "a stop of {name}");
        }
    }
}

/// The degrees and the multiples that are published, by a search of differences: the degree is the onside of the positions of `g - g`.
#[test]
fn degrees_and_multiples_by_search() {
    let mut w = World::new();
    for [text, _, degree, ..] in STOPPERS {
        let (g, degree) = (w.stopper(text), w.stopper(degree));
        let [g, degree] = [g, degree].map(|s| written(s, &w.loops, &w.store, &w.h));
        assert!(equal((&sum(&g, &mirrored(&g)), 0), (&degree, 0), false), "{text}");
    }
    // `10 * upon` and `9 * upon`, as the tests of Siegel's CGSuite 2 print them.
    let upon = w.stopper("<pass|*>");
    let upon = written(upon, &w.loops, &w.store, &w.h);
    for (n, published) in
        [(9, "<0||||0|||0||0|<0||||0|||0||0|^[on]>>"), (10, "<0|<0||||0|||0||0|<0||||0|||0||0|^[on]*>>>")]
    {
        let copies = |w: &mut World, n: u64| {
            let one = w.stopper("<pass|*>");
            w.loops.multiple(n, one.into(), &w.store, &w.h).unwrap().stopper().unwrap()
        };
        let (fewer, all) = (copies(&mut w, n - 1), copies(&mut w, n));
        assert_eq!(all, w.stopper(published), "{n}");
        // One copy more, by search.
        let [fewer, all] = [fewer, all].map(|s| written(s, &w.loops, &w.store, &w.h));
        assert!(equal((&sum(&fewer, &upon), 0), (&all, 0), true), "{n}");
    }
}

#[test]
fn which_are_idempotent_plumtrees_pseudonumbers() {
    let mut w = World::new();
    for (text, idempotent, plumtree, pseudonumber) in [
        ("on", true, true, true),
        ("over", true, true, true),
        ("<pass|3/2>", false, true, true),
        ("<-1/4*|pass>", false, true, false),
        ("tiny(on)", true, true, false),
        ("<0|tiny(on)>", false, true, false),
        ("+-over", false, true, false),
        ("loop a <0||||0|||a|*||*>", false, false, false),
    ] {
        let s = w.stopper(text);
        assert_eq!(w.loops.is_idempotent(s.into(), &w.store, &w.h).unwrap(), idempotent, "{text}");
        assert_eq!(w.loops.is_plumtree(s, &w.h).unwrap(), plumtree, "{text}");
        assert_eq!(w.loops.pseudonumber(s, &w.store).is_some(), pseudonumber, "{text}");
    }
}

/// A sum that is a value.
fn check_sum(w: &mut World, a: &str, b: &str, expected: &str) {
    let (x, y) = (w.read(a), w.read(b));
    let found = w.add(x, y);
    let shown = w.name(found);
    assert_eq!(found, w.read(expected), "{a} and {b} make {shown}");
}

#[test]
fn sums() {
    let mut w = World::new();
    for (a, b, expected) in [
        ("on", "off", "dud"),
        ("on", "5", "on"),
        ("on", "dud", "dud"),
        ("over", "^", "over"),
        ("over", "^[on]", "over"),
        ("over", "over", "over"),
        ("over", "under", "over & under"),
        ("over", "*", "over"),
        ("tiny(on)", "tiny(on)", "tiny(on)"),
        ("^[on]", "*", "<0, pass|0>"),
        ("1", "over", "<1|pass>"),
        ("1/4", "under", "<pass|1/4>"),
    ] {
        check_sum(&mut w, a, b, expected);
    }
    // +-(u + *) = 0 for u = ^<on>.
    let u = w.read("<0||0|0, pass>");
    let star = w.read("*");
    let (plus, zero) = (w.add(u, star), w.read("0"));
    let minus = w.neg(plus);
    assert_eq!(w.loops.brackets(&[plus], &[minus], &w.store, &w.h).unwrap(), zero);
}

/// A number is not walked down, one step after the other.
#[test]
fn large_numbers_beside_loops() {
    let mut w = World::new();
    let large = w.store.number(sprague_games::Dyadic::from(1_i64 << 60));
    let minus = w.store.neg(large, &w.h).unwrap();
    for text in ["over", "^[on]", "tiny(on)", "<0||0|0, pass>", "loop a <0||||0|||a|*||*>", "<over|-3>"] {
        let g = w.read(text);
        let far = w.add(large.into(), g);
        assert_ne!(far, g, "{text}");
        assert_eq!(w.add(far, minus.into()), g, "{text}");
        let thousand = w.read("1000");
        assert!(w.loops.ge(far, thousand, &w.store, &w.h).unwrap(), "{text}");
    }
    // <pass | n> is n + under.
    let mut graph = sprague_stoppers::Graph::new(1);
    graph.link(0, sprague_games::Side::Left, sprague_stoppers::Link::Node(0));
    graph.link(0, sprague_games::Side::Right, sprague_stoppers::Link::Value(large.into()));
    let found = w.loops.value(&graph, 0, &w.store, &w.h).unwrap();
    let under = w.read("under");
    assert_eq!(found, w.add(large.into(), under));
    assert_eq!(w.name(found), format!("{} + under", 1_i64 << 60));
}

#[test]
fn sides() {
    let mut w = World::new();
    for (text, name) in [
        ("loop a <<|a>|>", "1 & 0"),
        ("<0|<dud|>, *>", "^ & v*"),
        ("loop a <loop b <a|b>|loop c <c|a>>", "dud"),
        ("<pass|pass>", "dud"),
        ("<on, pass|1>", "<on|1>"),
    ] {
        let g = w.read(text);
        assert_eq!(w.name(g), name);
        assert_eq!(w.read(name), g, "{name} is read back");
    }
    let g = w.read("1 & 0");
    assert_eq!(
        w.loops.outcome(g, &w.store, &w.h).unwrap(),
        Winners { left_begins: None, right_begins: Some(Side::Left) }
    );
}

#[test]
fn bachs_carousel_has_no_sides() {
    // Its sides are no stoppers (*Winning Ways*, ch. 11; Siegel, ch. VI.4).
    let mut w = World::new();
    let found = w.sides("loop a <0, <1|1, <*, <1*|1*, a>|*>>|0>");
    assert_eq!(found, Sides { on: None, off: None });
    // Whoever begins moves to 0 at once.
    let mut graph = Graph::new(0);
    let Link::Node(root) = w.link("loop a <0, <1|1, <*, <1*|1*, a>|*>>|0>", &mut graph, &mut Vec::new()) else {
        panic!()
    };
    let found = w.loops.outcome_of(&graph, root, &w.store, &w.h).unwrap();
    assert_eq!(found, Winners { left_begins: Some(Side::Left), right_begins: Some(Side::Right) });
}

#[test]
fn thermographs() {
    let mut w = World::new();
    for (text, mast, temperature) in [("over", 0, 0), ("<5|pass||pass|-5>", 0, 5), ("<<4|pass>|<pass|2>>", 3, 1)] {
        let s = w.stopper(text);
        let walls = w.loops.thermograph(s, &w.store, &w.h).unwrap();
        assert_eq!((&walls.mast, &walls.temperature), (&Dyadic::from(mast), &Dyadic::from(temperature)), "{text}");
    }
    let on = w.stopper("<on|0>");
    let why = w.loops.thermograph(on, &w.store, &w.h).unwrap_err();
    assert_eq!(why.to_string(), "play in this game may stop at on, so it has no thermograph");
    assert_eq!(w.loops.stop(on, Side::Left, &w.store, &w.h).unwrap(), Pseudonumber::On);
}

/// Siegel, exercise VI.5.1 (b): the varieties of multiples, made with upsums, of one game rise.
#[test]
fn varieties_that_rise() {
    let mut w = World::new();
    let g = w.stopper("<0|^<on>||v<on>>");
    let (mut sum, mut last) = (g, w.loops.variety(g, &w.store, &w.h).unwrap());
    for _ in 0..3 {
        sum = w.loops.upsum(sum, g, &w.store, &w.h).unwrap();
        let next = w.loops.variety(sum, &w.store, &w.h).unwrap();
        let (above, below) = (
            w.loops.ge(next.into(), last.into(), &w.store, &w.h),
            w.loops.ge(last.into(), next.into(), &w.store, &w.h),
        );
        assert!(above.unwrap() && !below.unwrap());
        last = next;
    }
}

/// A tiny whose degree is itself, with two cycles that are no passes (the last entry of the catalogue in the tests of Siegel's CGSuite 2).
#[test]
fn a_tiny_with_long_cycles() {
    let mut w = World::new();
    let text = "<0|<0||||-1|||-1*,loop a <0||0|a|||-1*||||-1*>||-2|loop b <-2,<-1,-1*||-1*|b|||-2>|-2>>>";
    let s = w.stopper(text);
    assert!(!s.is_short());
    assert_eq!(w.loops.degree(s, &w.store, &w.h).unwrap(), s);
    assert_eq!(w.loops.variety(s, &w.store, &w.h).unwrap(), s);
    assert!(w.loops.is_idempotent(s.into(), &w.store, &w.h).unwrap());
    assert!(!w.loops.is_plumtree(s, &w.h).unwrap());
}
