//! The notes' games with cycles, and remoteness, against bare definitions of the same rules.

use crate::lab::Lab;
use std::collections::{BTreeMap, BTreeSet};

/// Outcomes and remoteness from the definitions, by going through all positions again and again: `None` is a draw.
fn remoteness_of<P: Ord + Clone>(options: &BTreeMap<P, Vec<P>>) -> BTreeMap<P, Option<u32>> {
    let mut known: BTreeMap<P, u32> = BTreeMap::new();
    // In round r all of remoteness r are found.
    for r in 0..=options.len() as u32 {
        for (p, row) in options {
            if known.contains_key(p) {
                continue;
            }
            let all: Vec<Option<u32>> = row.iter().map(|q| known.get(q).copied().filter(|&s| s < r)).collect();
            let wins = all.iter().flatten().any(|s| s % 2 == 0);
            let loses = all.iter().all(|s| s.is_some_and(|s| s % 2 == 1));
            if wins && r % 2 == 1 || loses && r % 2 == 0 {
                known.insert(p.clone(), r);
            }
        }
    }
    options.keys().map(|p| (p.clone(), known.get(p).copied())).collect()
}

fn squares(n: u64) -> impl Iterator<Item = u64> {
    (1..).map(|k| k * k).take_while(move |&s| s <= n)
}

fn shown(r: &Option<u32>) -> String {
    r.map_or("oo".into(), |r| r.to_string())
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Lesson 1: the Square Game to 40, and best and worst moves of 40 and 39.
#[test]
fn lesson_1_the_square_game() {
    let options: BTreeMap<u64, Vec<u64>> = (0..=40).map(|n| (n, squares(n).map(|s| n - s).collect())).collect();
    let all = remoteness_of(&options);
    // The table of the notes.
    let printed = [0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3, 6, 7, 3, 4, 1, 8];
    assert!(printed.iter().zip(all.values()).all(|(&r, found)| *found == Some(r)));
    let mut lab = Lab::new();
    let game = "game Square(n)\n  moves Square(n - k^2) for k in 1..isqrt(n)\nend\n";
    assert_eq!(lab.say(&format!("{game}[remoteness(Square(n)) for n in 0..40]")), list(all.values().map(shown)));
    let classes = list(all.values().map(|r| if r.unwrap() % 2 == 1 { "N".into() } else { "P".into() }));
    assert_eq!(lab.say("[outcome(Square(n)) for n in 0..40]"), classes);
    for n in [39u64, 40] {
        // Win quickly, lose slowly; the worst move is the opposite.
        let merit = |m: &u64| match all[m].unwrap() {
            r if r % 2 == 0 => 1000 - i64::from(r),
            r => i64::from(r),
        };
        let (best, worst) =
            (options[&n].iter().map(merit).max().unwrap(), options[&n].iter().map(merit).min().unwrap());
        let of = |lab: &mut Lab, what: &str| {
            let made = lab.say(&format!("print({what}_move(Square({n})))"));
            merit(&made.split(" -> ").nth(1).unwrap().parse().unwrap())
        };
        assert_eq!((of(&mut lab, "best"), of(&mut lab, "worst")), (best, worst), "{n}");
    }
}

/// Lesson 1, exercise 3: the remoteness of (m, 8) in Wythoff's game.
#[test]
fn lesson_1_wythoff() {
    let mut options: BTreeMap<(u64, u64), Vec<(u64, u64)>> = BTreeMap::new();
    for m in 0..=8u64 {
        for n in 0..=8u64 {
            let one = (0..m).map(|k| (k, n)).chain((0..n).map(|k| (m, k)));
            options.insert((m, n), one.chain((1..=m.min(n)).map(|k| (m - k, n - k))).collect());
        }
    }
    let all = remoteness_of(&options);
    let mut lab = Lab::new();
    let expected = list((0..=8).map(|m| shown(&all[&(m, 8)])));
    assert_eq!(lab.say("[remoteness(Wythoff(m, 8)) for m in 0..8]"), expected);
    assert_eq!(expected, "[1, 3, 3, 5, 7, 5, 5, 3, 1]");
}

/// Lesson 5 and its exercise 1: Square-But-One, adding a stone to even, and to odd heaps.
#[test]
fn lesson_5_square_but_one() {
    let mut lab = Lab::new();
    for (name, parity) in [("Even", 0), ("Odd", 1)] {
        // One is added once only from a parity, so that all from n stay below n + 2.
        let options: BTreeMap<u64, Vec<u64>> = (0..=401)
            .map(|n| {
                let more = (n > 0 && n % 2 == parity).then_some(n + 1).filter(|&m| m <= 401);
                (n, squares(n).map(|s| n - s).chain(more).collect())
            })
            .collect();
        let all = remoteness_of(&options);
        let game = format!(
            "game {name}(n)\n  moves {name}(n - k^2) for k in 1..isqrt(n)\n  moves {name}(n + 1) if n > 0 and n % 2 == {parity}\nend\n"
        );
        let expected = list((0..=300).map(|n| shown(&all[&n])));
        assert_eq!(lab.say(&format!("{game}[remoteness({name}(n)) for n in 0..300]")), expected, "{name}");
        if parity == 0 {
            // The notes: 0 and 5 lose, m^2 and m^2 + 5 win, all else is a draw.
            for (&n, r) in all.iter().filter(|(n, _)| **n <= 300) {
                let square = |m: u64| m > 0 && m.isqrt().pow(2) == m;
                let class = match n {
                    0 | 5 => Some(0),
                    _ => (square(n) || n > 5 && square(n - 5)).then_some(1),
                };
                assert_eq!(r.map(|r| r % 2), class, "{n}");
            }
        }
    }
}

fn partitions(n: u64, most: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for k in 1..=most.min(n) {
        for mut rest in partitions(n - k, k) {
            rest.push(k);
            all.push(rest);
        }
    }
    all
}

/// Fair Shares and Varied Pairs: a heap into equal ones, or two different heaps into one.
fn almonds(heaps: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut after = BTreeSet::new();
    for i in 0..heaps.len() {
        let mut rest = heaps.to_vec();
        let h = rest.remove(i);
        for d in (2..=h).filter(|d| h.is_multiple_of(*d)) {
            let mut next = rest.clone();
            next.extend((0..d).map(|_| h / d));
            next.sort_unstable();
            after.insert(next);
        }
        for j in 0..rest.len() {
            if rest[j] != h {
                let mut next = rest.clone();
                next[j] += h;
                next.sort_unstable();
                after.insert(next);
            }
        }
    }
    after
}

/// Lesson 5, exercises 4 and 5: outcomes and remoteness of every position of 1 to 13 almonds.
#[test]
fn lesson_5_almonds() {
    let mut lab = Lab::new();
    lab.say(
        "game Almonds(heaps)\n  moves Almonds(sort(without(heaps, h) + [h // d for i in 1..d])) for h in {h for h in heaps} for d in 2..h if h % d == 0\n  moves Almonds(sort(append(without(without(heaps, a), b), a + b))) for a in {a for a in heaps} for b in {b for b in heaps} if a < b\nend",
    );
    let mut counts = Vec::new();
    for n in 1..=13 {
        let all = partitions(n, n);
        let options: BTreeMap<Vec<u64>, Vec<Vec<u64>>> =
            all.iter().map(|p| (p.clone(), almonds(p).into_iter().collect())).collect();
        let found = remoteness_of(&options);
        let positions: Vec<String> = found.keys().map(|p| format!("{p:?}")).collect();
        let asked = format!("[remoteness(Almonds(p)) for p in [{}]]", positions.join(", "));
        assert_eq!(lab.say(&asked), list(found.values().map(shown)), "{n} almonds");
        counts.push((all.len(), found.values().filter(|r| r.is_none()).count()));
    }
    // The notes: 11 positions of 6 almonds. Draws come with 11 almonds.
    assert_eq!(counts[5], (11, 0));
    assert!(counts[..10].iter().all(|c| c.1 == 0) && counts[10..].iter().all(|c| c.1 > 0));
}

/// The labelling of lesson 5, word for word; unlabelled ones have the value infinity.
fn labels(options: &[Vec<usize>]) -> Vec<Option<u64>> {
    let mut label: Vec<Option<u64>> = vec![None; options.len()];
    loop {
        let mut changed = false;
        for v in 0..options.len() {
            if label[v].is_some() {
                continue;
            }
            let r = (0..).find(|r| options[v].iter().all(|&w| label[w] != Some(*r))).unwrap();
            let unlabelled = options[v].iter().filter(|&&w| label[w].is_none());
            if unlabelled.clone().all(|&w| options[w].iter().any(|&x| label[x] == Some(r))) {
                label[v] = Some(r);
                changed = true;
            }
        }
        if !changed {
            return label;
        }
    }
}

/// As `loopy_value` is written.
fn value(options: &[Vec<usize>], label: &[Option<u64>], v: usize) -> String {
    match label[v] {
        Some(0) => "0".into(),
        Some(1) => "*".into(),
        Some(n) => format!("*{n}"),
        None => {
            let reached: BTreeSet<u64> = options[v].iter().filter_map(|&w| label[w]).collect();
            let reached: Vec<String> = reached.iter().map(u64::to_string).collect();
            format!("oo{{{}}}", reached.join(", "))
        }
    }
}

/// Islands typed as graphs, the recipe of lesson 5 being the oracle: values of platforms, outcomes of two and three children.
#[test]
fn lesson_5_islands_by_the_recipe() {
    let mut lab = Lab::new();
    lab.say("game Child(island, place)\n  moves Child(island, next) for next in neighbours(island, place)\nend");
    let mut state = 12345u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let (mut infinite, mut drawn) = (0, 0);
    for _ in 0..25 {
        let n = 4 + below(6);
        let mut options: Vec<Vec<usize>> = vec![Vec::new(); n];
        for v in 1..n {
            for _ in 0..1 + below(3) {
                let w = below(n);
                if w != v && !options[v].contains(&w) {
                    options[v].push(w);
                }
            }
        }
        let arrows: Vec<String> =
            (0..n).flat_map(|v| options[v].iter().map(move |w| format!("p{v} -> p{w}"))).collect();
        let places: Vec<String> = (0..n).map(|v| format!("p{v}")).collect();
        lab.say(&format!("island = graph {{{}}}", [arrows, places].concat().join(", ")));
        let label = labels(&options);
        let expected = list((0..n).map(|v| value(&options, &label, v)));
        assert_eq!(lab.say(&format!("[loopy_value(Child(island, \"p{{n}}\")) for n in 0..{}]", n - 1)), expected);
        infinite += label.iter().filter(|l| l.is_none()).count();
        for _ in 0..6 {
            let three = [below(n), below(n), below(n)];
            let unlabelled: Vec<usize> = three.iter().copied().filter(|&v| label[v].is_none()).collect();
            let sum = three.iter().filter_map(|&v| label[v]).fold(0, |a, b| a ^ b);
            let class = match unlabelled[..] {
                [] => {
                    if sum == 0 {
                        "P"
                    } else {
                        "N"
                    }
                }
                [v] if options[v].iter().any(|&w| label[w] == Some(sum)) => "N",
                _ => "D",
            };
            drawn += usize::from(class == "D");
            let asked = three.map(|v| format!("Child(island, \"p{v}\")")).join(" + ");
            assert_eq!(lab.say(&format!("outcome({asked})")), class, "{asked}");
        }
    }
    assert!(infinite > 20 && drawn > 20, "{infinite} {drawn}");
}

/// Epstein's game: remoteness up to 3 for heaps of any size, from what the squares say.
#[test]
fn lesson_5_epstein_for_heaps_of_any_size() {
    let square = |n: u128| n > 0 && n.isqrt().pow(2) == n;
    let options = |n: u128| [n - n.isqrt().pow(2), n + n.isqrt().pow(2)];
    // 1: a square, to be taken. 2: both moves lead to squares. 3: neither, and some move leads to one of remoteness 2.
    let two = |n: u128| n > 0 && !square(n) && options(n).into_iter().all(square);
    let small = |n: u128| match n {
        0 => 0,
        n if square(n) => 1,
        n if two(n) => 2,
        n if options(n).into_iter().any(two) => 3,
        _ => 4,
    };
    let mut lab = Lab::new();
    lab.say("game E(n)\n  moves E(n - isqrt(n)^2) if n > 0\n  moves E(n + isqrt(n)^2) if n > 0\nend");
    lab.say("small(n) = do\n  r = remoteness(E(n), bound = 60)\n  if r in [0, 1, 2, 3] then r else 4\nend");
    let mut heaps: Vec<u128> = (0..600).collect();
    for k in [10u128.pow(9) + 7, 10u128.pow(15) + 1, 3 * 10u128.pow(17)] {
        heaps.extend([k * k, k * k + 1, k * k + 5, k * k + 20, k, 5 * k * k, k * k + 2 * k]);
    }
    // By Pell's equation b^2 - 2 s^2 = 1 heaps of s^2 + 1 go to 1 and b^2: remoteness 2 again and again; and 3 a move above.
    let (mut before, mut s) = (0u128, 2);
    for _ in 0..22 {
        let t = s * s + 1;
        heaps.extend([t, 4 * t]);
        if t < 1 << 50 {
            heaps.push(t * t + t);
        }
        (before, s) = (s, 6 * s - before);
    }
    let asked: Vec<String> = heaps.iter().map(u128::to_string).collect();
    let expected = list(heaps.iter().map(|&n| small(n).to_string()));
    assert_eq!(lab.say(&format!("[small(n) for n in [{}]]", asked.join(", "))), expected);
    for wanted in 1..=4 {
        assert!(heaps.iter().filter(|&&n| n > 1000 && small(n) == wanted).count() >= 3, "{wanted}");
    }
    assert_eq!(lab.say("remoteness(E(92))"), "11");
}
