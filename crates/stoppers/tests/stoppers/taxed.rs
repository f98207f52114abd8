//! Cooling, heating, overheating and Norton's product of stoppers: by hand, by laws, and between bounds that a search of the bare definition gives.

use super::raw::{Dice, Raw, survival, written};
use super::reader::World;
use sprague_games::{Dyadic, Side};
use sprague_stoppers::{Graph, Link, Loopy, Stopper, Trouble};
use std::collections::HashMap;

const SIDES: [Side; 2] = [Side::Left, Side::Right];

fn shown(w: &mut World, found: Result<Loopy, Trouble>) -> String {
    match found {
        Ok(g) => w.name(g),
        Err(why) => why.to_string(),
    }
}

/// By the definitions, with pencil and paper: what is cooled, by how much, what comes out.
#[test]
fn cooled() {
    let mut w = World::new();
    for (text, t, expected) in [
        ("on", 3, "on"),
        ("over", 0, "over"),
        ("over", 1, "0"),
        ("<pass|*>", 2, "0"),
        ("<pass|3/2>", 1, "3/2"),
        ("<5 + over|0>", 1, "<4|1>"),
        ("<5 + over|0>", 3, "5/2"),
        ("+-(5 + over)", 2, "+-3"),
        ("<on|0>", 2, "<on|2>"),
        ("<0||0|<|pass>>", 1, "0"),
        ("<3, pass|-1>", 1, "<2|0>"),
        ("<3, pass|-1>", 2, "1+*"),
        ("<3, pass|-1>", 3, "1"),
        ("<4 + over|<pass|*>>", 2, "2+*"),
    ] {
        let g = w.stopper(text);
        let found = w.loops.cool(g, &Dyadic::from(t), &w.store, &w.h);
        assert_eq!(shown(&mut w, found), expected, "{text} cooled by {t}");
    }
    let minus_half = Dyadic::from(-1).half();
    let over = w.stopper("over");
    let why = w.loops.cool(over, &minus_half, &w.store, &w.h);
    assert_eq!(
        shown(&mut w, why),
        "cooling adds up on the cycle of moves through over, so that there are infinitely many positions, and no stopper was found that they are equal to"
    );
}

#[test]
fn heated() {
    let mut w = World::new();
    for (text, t, expected) in [
        ("on", "1", "on"),
        ("on", "^", "on"),
        ("<on|0>", "1", "<on|-1>"),
        ("<0||0|<|pass>>", "1", "<1||0|off>"),
        ("<0||0|<|pass>>", "^", "<^||0|off>"),
        ("<0|tiny(on)>", "2", "<2|||0||-2|off>"),
        ("*", "over", "+-over"),
        ("<*|*>", "over", "0"),
        ("3/2", "over", "3/2"),
        // Left and Right move equally often on the cycle.
        ("loop a <0||||0|||a|*||*>", "1", "loop a <1||||0|||a|<-1|-3>||<-2|-4>>"),
    ] {
        let (g, t) = (w.stopper(text), w.stopper(t));
        let found = w.loops.heat(g, t, &w.store, &w.h);
        assert_eq!(shown(&mut w, found), expected, "{text} heated");
    }
    let (over, star) = (w.stopper("over"), w.stopper("*"));
    let why = w.loops.heat(over, star, &w.store, &w.h);
    assert!(shown(&mut w, why).contains("would be no stopper"));
    for (text, s, t, expected) in
        [("1/2", "over", "1", "<1|-1 + over>"), ("3", "over", "1", "over"), ("on", "^", "*", "on")]
    {
        let [g, s, t] = [text, s, t].map(|text| w.stopper(text));
        let found = w.loops.overheat(g, s, t, &w.store, &w.h);
        assert_eq!(shown(&mut w, found), expected, "{text} overheated");
    }
}

#[test]
fn tiny_and_numbers() {
    let mut w = World::new();
    for (text, expected) in [
        ("<0||0|<|pass>>", true),
        ("<<pass|>|0||0>", true),
        ("<3||3|<|pass>>", true),
        ("1/2", true),
        ("over", false),
        ("on", false),
        ("<pass|*>", false),
        ("<0|||0||pass|0>", true),
        ("<0||0|-1 + over>", true),
    ] {
        let g = w.stopper(text);
        assert_eq!(w.loops.is_number_tiny(g, &w.store, &w.h).unwrap(), expected, "{text}");
    }
}

/// Random stoppers that end in some of these.
fn random(w: &mut World, dice: &mut Dice, ends: &[Stopper]) -> Vec<Stopper> {
    let nodes = 1 + dice.below(4) as usize;
    let mut graph = Graph::new(nodes);
    for v in 0..nodes {
        for side in SIDES {
            for _ in 0..1 + dice.below(2) {
                let link = match dice.below(5) {
                    0 | 1 => Link::Node(dice.below(nodes as u64) as usize),
                    _ => Link::Value(ends[dice.below(ends.len() as u64) as usize].into()),
                };
                graph.link(v, side, link);
            }
        }
    }
    let found = w.loops.values(&graph, &w.store, &w.h).unwrap();
    found.into_iter().filter_map(|sides| sides.value()?.stopper()).filter(|s| !s.is_short()).collect()
}

/// Numbers, switches, and games without an end.
const HOT: [&str; 13] = ["-3", "-2", "-1", "0", "1", "2", "3", "<3|-1>", "<0|-2>", "<4|1>", "on", "off", "<on|0>"];
/// No number but 0.
const COLD: [&str; 8] = ["0", "0", "*", "^", "v*", "on", "off", "loop a <0||||0|||a|*||*>"];

#[test]
fn they_keep_sums() {
    let mut w = World::new();
    let mut dice = Dice(5);
    let (mut cooled, mut heated, mut products) = (0, 0, 0);
    let ends = [&HOT[..], &COLD].map(|ends| ends.iter().map(|text| w.stopper(text)).collect::<Vec<_>>());
    let mut pool: Vec<Stopper> = Vec::new();
    for round in 0..600 {
        pool.extend(random(&mut w, &mut dice, &ends[round % 2]));
        if pool.len() < 2 {
            continue;
        }
        let [a, b] = [0, 1].map(|_| pool[dice.below(pool.len() as u64) as usize]);
        let Ok(sum) = w.loops.add(a.into(), b.into(), &w.store, &w.h) else { continue };
        let Some(sum) = sum.stopper() else { continue };
        let t = Dyadic::from(1 + round as i64 % 3);
        let all = [a, b, sum].map(|g| w.loops.cool(g, &t, &w.store, &w.h).ok());
        if let [Some(a), Some(b), Some(sum)] = all {
            assert_eq!(w.add(a, b), sum);
            cooled += 1;
        }
        let (half, two) = (w.stopper("1/2").short().unwrap(), w.stopper("2").short().unwrap());
        for u in [half, two] {
            let all = [a, b, sum].map(|g| w.loops.norton_product(g, u, &w.store, &w.h).ok());
            if let [Some(a), Some(b), Some(sum)] = all {
                assert_eq!(w.add(a, b), sum);
                products += 1;
            }
        }
        let one = w.stopper("1").short().unwrap();
        assert_eq!(w.loops.norton_product(a, one, &w.store, &w.h), Ok(a.into()));
        let n = Stopper::Short(w.store.number(t.clone()));
        if let Ok(hot) = w.loops.heat(a, n, &w.store, &w.h)
            && let Some(hot) = hot.stopper()
            && let Ok(back) = w.loops.cool(hot, &t, &w.store, &w.h)
            && !has_numbers(&w, a)
        {
            assert_eq!(back, a.into());
            heated += 1;
        }
    }
    assert!(cooled > 100 && heated > 50 && products > 100, "{cooled} {heated} {products}");
}

/// Whether a number other than 0 is among the followers.
fn has_numbers(w: &World, s: Stopper) -> bool {
    let mut all = vec![s];
    let mut next = 0;
    while let Some(&here) = all.get(next) {
        next += 1;
        for side in SIDES {
            for o in w.loops.options(here, side, &w.store, &w.h).unwrap() {
                if !all.contains(&o) {
                    all.push(o);
                }
            }
        }
    }
    let zero = Dyadic::zero();
    all.iter().any(|&s| s.short().and_then(|g| w.store.as_number(g)).is_some_and(|x| x != zero))
}

/// The bare definition as far as some moves: beyond, one of the players has whatever he wants.
struct Unrolled<'a> {
    w: &'a mut World,
    t: Dyadic,
    end: Stopper,
    raw: Raw,
    known: HashMap<(Stopper, i64, u32), usize>,
}

impl Unrolled<'_> {
    fn value(&mut self, s: Stopper) -> usize {
        let form = written(s, &self.w.loops, &self.w.store, &self.w.h);
        let first = self.raw.len();
        self.raw.extend(form.into_iter().map(|node| node.map(|side| side.into_iter().map(|v| first + v).collect())));
        first
    }

    /// `s` cooled by `t`, and `k` units of tax that were paid.
    fn node(&mut self, s: Stopper, k: i64, depth: u32) -> usize {
        if let Some(&known) = self.known.get(&(s, k, depth)) {
            return known;
        }
        let walls = self.w.loops.thermograph(s, &self.w.store, &self.w.h).ok();
        let made = if let Some(walls) = walls
            && walls.temperature < self.t
        {
            let paid = (0..k.abs()).fold(Dyadic::zero(), |sum, _| sum.add(&self.t));
            let x = if k < 0 { walls.mast.sub(&paid) } else { walls.mast.add(&paid) };
            let x = Stopper::Short(self.w.store.number(x));
            self.value(x)
        } else if depth == 0 {
            self.value(self.end)
        } else {
            let node = self.raw.len();
            self.raw.push([Vec::new(), Vec::new()]);
            for (i, (side, pays)) in SIDES.into_iter().zip([-1, 1]).enumerate() {
                for o in self.w.loops.options(s, side, &self.w.store, &self.w.h).unwrap() {
                    let to = self.node(o, k + pays, depth - 1);
                    self.raw[node][i].push(to);
                }
            }
            node
        };
        self.known.insert((s, k, depth), made);
        made
    }
}

#[test]
fn cooled_games_lie_between_their_first_moves() {
    let mut w = World::new();
    let mut dice = Dice(11);
    let (mut checked, mut on_cycles, mut refused) = (0, 0, 0);
    let ends = [&HOT[..], &COLD].map(|ends| ends.iter().map(|text| w.stopper(text)).collect::<Vec<_>>());
    for round in 0..100 {
        for s in random(&mut w, &mut dice, &ends[round % 2]) {
            let t = Dyadic::from(1 + round as i64 % 3);
            let Ok(found) = w.loops.cool(s, &t, &w.store, &w.h) else {
                refused += 1;
                continue;
            };
            let found = found.stopper().unwrap();
            on_cycles += usize::from(!found.is_short());
            let form = written(found, &w.loops, &w.store, &w.h);
            for depth in 1..5 {
                for end in [w.loops.on(), w.loops.off()] {
                    let high = end == w.loops.on();
                    let mut unrolled =
                        Unrolled { w: &mut w, t: t.clone(), end, raw: Raw::new(), known: HashMap::new() };
                    let root = unrolled.node(s, 0, depth);
                    let raw = unrolled.raw;
                    let holds = if high {
                        survival(&raw, &form, true)[root][0][1]
                    } else {
                        survival(&form, &raw, true)[0][root][1]
                    };
                    assert!(holds, "depth {depth}, high {high}: {}", w.name(s));
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 50 && on_cycles > 10, "{checked} {on_cycles} {refused}");
}
