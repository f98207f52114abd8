//! Canonical forms, sides, order and sums against direct search.

use super::raw::{Dice, Raw, equal, graph, is_stopper, mirrored, numbered, sum, survival, written};
use sprague_games::{Side, Store};
use sprague_limits::Handle;
use sprague_stoppers::{Loops, Sides, Stopper, Winners};

/// Nothing is dominated or reversible, by direct search.
fn check_reduced(raw: &Raw) {
    let survives = survival(raw, raw, true);
    let ge = |x: usize, y: usize| survives[x][y][1];
    for (v, node) in raw.iter().enumerate() {
        for side in 0..2 {
            for (i, &o) in node[side].iter().enumerate() {
                for (j, &p) in node[side].iter().enumerate() {
                    assert!(
                        i == j || !if side == 0 { ge(p, o) } else { ge(o, p) },
                        "{o} is dominated in {v} of {raw:?}"
                    );
                }
                for &back in &raw[o][1 - side] {
                    assert!(!if side == 0 { ge(v, back) } else { ge(back, v) }, "{o} is reversible in {v} of {raw:?}");
                }
            }
        }
        for w in 0..v {
            assert!(!(ge(v, w) && ge(w, v)), "{v} and {w} of {raw:?} are equal");
        }
    }
}

/// Checks all that is said of a graph; how many of its nodes have a side that was not found.
fn check(raw: &Raw, loops: &mut Loops, store: &Store, h: &Handle) -> usize {
    let sides = loops.values(&graph(raw), store, h).unwrap();
    let mut missing = 0;
    let nothing: Raw = vec![[Vec::new(), Vec::new()]];
    let (hopes, fears) = (survival(raw, &nothing, false), survival(&mirrored(raw), &nothing, false));
    for (v, &Sides { on, off }) in sides.iter().enumerate() {
        let winner = |mover: usize| match (hopes[v][0][mover], fears[v][0][1 - mover]) {
            (true, true) => None,
            (true, false) => Some(Side::Left),
            (false, _) => Some(Side::Right),
        };
        let expected = Winners { left_begins: winner(0), right_begins: winner(1) };
        assert_eq!(loops.outcome_of(&graph(raw), v, store, h).unwrap(), expected);
        if let Some(value) = sides[v].value() {
            assert_eq!(loops.outcome(value, store, h).unwrap(), expected, "{v} of {raw:?}");
        }
        let stops = is_stopper(raw, v);
        missing += usize::from(on.is_none()) + usize::from(off.is_none());
        if stops {
            assert!(on == off && on.is_some(), "{v} of {raw:?} is a stopper");
            let form = written(on.unwrap(), loops, store, h);
            assert!(equal((raw, v), (&form, 0), true), "{v} of {raw:?} is not {form:?}");
            if form.len() < 40 {
                check_reduced(&form);
            }
            continue;
        }
        if let Some(on) = on {
            let form = written(on, loops, store, h);
            assert!((0..form.len()).all(|v| is_stopper(&form, v)));
            assert!(equal((raw, v), (&form, 0), false), "the onside of {v} of {raw:?} is not {form:?}");
        }
        if let Some(off) = off {
            let form = mirrored(&written(off, loops, store, h));
            let raw = mirrored(raw);
            assert!(equal((&raw, v), (&form, 0), false), "the offside of {v} in the mirror of {raw:?} is not {form:?}");
        }
    }
    missing
}

fn desk() -> (Store, Loops, Handle) {
    (Store::new(), Loops::new(), Handle::default())
}

#[test]
fn all_graphs_with_two_nodes() {
    let (store, mut loops, h) = desk();
    for bits in 0..16 {
        assert_eq!(check(&numbered(1, bits & 3), &mut loops, &store, &h), 0);
        assert_eq!(check(&numbered(2, bits), &mut loops, &store, &h), 0);
    }
    for bits in 0..256 {
        assert_eq!(check(&numbered(2, bits), &mut loops, &store, &h), 0);
    }
}

#[test]
fn many_graphs_with_three_nodes() {
    let (store, mut loops, h) = desk();
    // Every 97th of the 2^18.
    for bits in (0..1 << 18).step_by(97) {
        let raw = numbered(3, bits);
        assert_eq!(check(&raw, &mut loops, &store, &h), 0, "sides of {raw:?} were not found");
    }
}

#[test]
#[ignore = "all 262,144 graphs with three nodes take minutes"]
fn all_graphs_with_three_nodes() {
    let (store, mut loops, h) = desk();
    for bits in 0..1 << 18 {
        let raw = numbered(3, bits);
        assert_eq!(check(&raw, &mut loops, &store, &h), 0, "sides of {raw:?} were not found");
    }
}

#[test]
fn random_graphs_with_up_to_eight_nodes() {
    let (store, mut loops, h) = desk();
    let mut dice = Dice(1);
    let (mut missing, mut all) = (0, 0);
    for round in 0..600 {
        let nodes = 4 + round % 5;
        let options = 1 + dice.below(2);
        let raw = dice.raw(nodes, options);
        missing += check(&raw, &mut loops, &store, &h);
        all += 2 * nodes;
    }
    assert!(missing * 50 < all, "{missing} of {all} sides were not found");
    for round in 0..150 {
        let raw = dice.stopper(4 + round % 4);
        assert_eq!(check(&raw, &mut loops, &store, &h), 0);
    }
}

/// Some stoppers with the graphs that they were made of.
fn some_stoppers(dice: &mut Dice, loops: &mut Loops, store: &Store, h: &Handle) -> Vec<(Raw, usize, Stopper)> {
    let mut all: Vec<(Raw, usize, Stopper)> = Vec::new();
    while all.len() < 40 {
        let nodes = 3 + dice.below(4) as usize;
        let raw = dice.stopper(nodes);
        for (v, sides) in loops.values(&graph(&raw), store, h).unwrap().into_iter().enumerate() {
            let value = sides.on.unwrap();
            if !value.is_short() && all.iter().all(|other| other.2 != value) {
                all.push((raw.clone(), v, value));
            }
        }
    }
    for n in [-4, 0, 1, 2] {
        let short = Stopper::Short(store.number(sprague_games::Dyadic::from(n).half()));
        let raw = written(short, loops, store, h);
        all.push((raw, 0, short));
    }
    let up = Stopper::Short(store.number_up_star(sprague_games::Dyadic::zero(), 1, 1));
    all.push((written(up, loops, store, h), 0, up));
    all
}

#[test]
fn order_of_stoppers() {
    let (store, mut loops, h) = desk();
    let all = some_stoppers(&mut Dice(7), &mut loops, &store, &h);
    for (x, v, a) in &all {
        for (y, w, b) in &all {
            let direct = survival(x, y, true)[*v][*w];
            let ge = loops.ge((*a).into(), (*b).into(), &store, &h).unwrap();
            assert_eq!(ge, direct[1], "{v} of {x:?} against {w} of {y:?}");
        }
    }
}

#[test]
fn sums_of_stoppers() {
    let (store, mut loops, h) = desk();
    let all = some_stoppers(&mut Dice(11), &mut loops, &store, &h);
    let mut missing = 0;
    for (i, (x, v, a)) in all.iter().enumerate() {
        for (y, w, b) in &all[i..] {
            if x.len() * y.len() > 24 {
                continue;
            }
            let raw = sum(x, y);
            let root = v * y.len() + w;
            let sides = loops.sum_sides((*a).into(), (*b).into(), &store, &h).unwrap();
            missing += usize::from(sides.value().is_none());
            if let Some(on) = sides.on {
                let form = written(on, &loops, &store, &h);
                assert!(equal((&raw, root), (&form, 0), false), "{x:?} {v} + {y:?} {w}");
            }
            if let Some(off) = sides.off {
                let form = mirrored(&written(off, &loops, &store, &h));
                assert!(equal((&mirrored(&raw), root), (&form, 0), false), "{x:?} {v} + {y:?} {w}");
            }
        }
    }
    assert_eq!(missing, 0, "sums without sides");
}

#[test]
fn laws() {
    let (store, mut loops, h) = desk();
    let all = some_stoppers(&mut Dice(23), &mut loops, &store, &h);
    let (on, off) = (loops.on(), loops.off());
    for (i, &(_, _, a)) in all.iter().enumerate().take(16) {
        let a = sprague_stoppers::Loopy::from(a);
        let minus = loops.neg(a, &store, &h).unwrap();
        assert_eq!(loops.neg(minus, &store, &h).unwrap(), a);
        // on is above all, dud absorbs all.
        assert!(loops.ge(on.into(), a, &store, &h).unwrap() && loops.ge(a, off.into(), &store, &h).unwrap());
        let dud = sprague_stoppers::Loopy { on, off };
        assert_eq!(loops.add(a, dud, &store, &h).unwrap(), dud);
        // A game less itself is 0 up to its degree.
        let Ok(nothing) = loops.sub(a, a, &store, &h) else { continue };
        assert_eq!(loops.neg(nothing, &store, &h).unwrap(), nothing);
        assert_eq!(nothing.on, loops.degree(a.on, &store, &h).unwrap());
        for &(_, _, b) in all.iter().skip(i).take(12) {
            let b = sprague_stoppers::Loopy::from(b);
            let (ab, ba) = (loops.add(a, b, &store, &h), loops.add(b, a, &store, &h));
            assert_eq!(ab, ba);
            let Ok(ab) = ab else { continue };
            assert!(loops.ge(ab.on.into(), ab.off.into(), &store, &h).unwrap(), "the onside is not below the offside");
            let c = sprague_stoppers::Loopy::from(all[(i + 5) % all.len()].2);
            if let (Ok(left), Ok(bc)) = (loops.add(ab, c, &store, &h), loops.add(b, c, &store, &h))
                && let Ok(right) = loops.add(a, bc, &store, &h)
            {
                assert_eq!(left, right, "sums are associative");
            }
        }
    }
}

/// Both players can move in a node or neither.
fn is_fair([left, right]: &[Vec<usize>; 2]) -> bool {
    left.is_empty() == right.is_empty()
}

/// All-small stoppers: by the nodes of the canonical form; between all numbers; all those that have a form with moves for both or none; closed under negatives and sums.
#[test]
fn all_small_stoppers() {
    let (store, mut loops, h) = desk();
    let mut dice = Dice(5);
    let quarter = sprague_games::Dyadic::from(1).half().half();
    let [little, minus] = [store.number(quarter.half()), store.number(quarter.half().neg())];
    let mut found: Vec<Stopper> = Vec::new();
    for round in 0..4000 {
        let mut raw = dice.raw(2 + round % 5, 1);
        if round % 2 == 0 {
            // Half of them with moves for both players or none.
            for node in &mut raw {
                if !is_fair(node) {
                    *node = [node.concat(), node.concat()];
                }
            }
        }
        if !(0..raw.len()).all(|v| is_stopper(&raw, v)) {
            continue;
        }
        for (v, sides) in loops.values(&graph(&raw), &store, &h).unwrap().into_iter().enumerate() {
            let value = sides.on.unwrap();
            let small = loops.is_all_small(value, &store, &h).unwrap();
            assert_eq!(small, written(value, &loops, &store, &h).iter().all(is_fair), "{v} of {raw:?}");
            assert!(small || !raw.iter().all(is_fair), "{v} of {raw:?}");
            let negative = loops.neg(value.into(), &store, &h).unwrap().on;
            assert_eq!(loops.is_all_small(negative, &store, &h).unwrap(), small, "{v} of {raw:?}");
            if small {
                assert!(loops.ge(Stopper::Short(little).into(), value.into(), &store, &h).unwrap(), "{v} of {raw:?}");
                assert!(loops.ge(value.into(), Stopper::Short(minus).into(), &store, &h).unwrap(), "{v} of {raw:?}");
                if !value.is_short() && !found.contains(&value) {
                    found.push(value);
                }
            }
        }
    }
    assert!(found.len() > 10, "{} are loopy", found.len());
    for &a in &found[..10] {
        for &b in &found[..10] {
            if let Some(sum) =
                loops.sum_sides(a.into(), b.into(), &store, &h).unwrap().value().and_then(|sum| sum.stopper())
            {
                assert!(loops.is_all_small(sum, &store, &h).unwrap());
            }
        }
    }
}
