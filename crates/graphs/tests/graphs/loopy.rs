//! Games with cycles against definitions: a fixed point found by going through all positions again and again.

use sprague_graphs::retrograde::doubled;
use sprague_graphs::{
    Digraph, Known, LoopyNimber, NoScores, Outcome, RuleSet, explore, loopy_nimbers, retrograde, retrograde_misere,
    scores,
};
use sprague_limits::Handle;

/// Numbers that look random (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    /// Options of `n` vertices: sparse or dense, with ends of play.
    fn graph(&mut self, n: usize) -> Vec<Vec<u32>> {
        let most = 1 + self.below(5);
        (0..n)
            .map(|_| {
                let mut row: Vec<u32> = (0..self.below(most + 1)).map(|_| self.below(n) as u32).collect();
                row.sort_unstable();
                row.dedup();
                row
            })
            .collect()
    }
}

/// By the definition alone: for each vertex N, P or D.
fn oracle(options: &[Vec<u32>]) -> Vec<Outcome> {
    let mut known: Vec<Option<Outcome>> = vec![None; options.len()];
    loop {
        let before = known.clone();
        for (v, row) in options.iter().enumerate() {
            if row.iter().any(|&w| before[w as usize] == Some(Outcome::P)) {
                known[v] = Some(Outcome::N);
            } else if row.iter().all(|&w| before[w as usize] == Some(Outcome::N)) {
                known[v] = Some(Outcome::P);
            }
        }
        if known == before {
            return known.into_iter().map(|k| k.unwrap_or(Outcome::D)).collect();
        }
    }
}

/// The same for two players: for each vertex and player to move, whether the mover wins, loses or draws.
fn partizan_oracle(left: &[Vec<u32>], right: &[Vec<u32>]) -> Vec<[Outcome; 2]> {
    let mut known: Vec<[Option<Outcome>; 2]> = vec![[None; 2]; left.len()];
    loop {
        let before = known.clone();
        for v in 0..left.len() {
            for (player, options) in [left, right].into_iter().enumerate() {
                let answers = |&w: &u32| before[w as usize][1 - player];
                if options[v].iter().any(|w| answers(w) == Some(Outcome::P)) {
                    known[v][player] = Some(Outcome::N);
                } else if options[v].iter().all(|w| answers(w) == Some(Outcome::N)) {
                    known[v][player] = Some(Outcome::P);
                }
            }
        }
        if known == before {
            return known.into_iter().map(|pair| pair.map(|k| k.unwrap_or(Outcome::D))).collect();
        }
    }
}

/// The graph of a sum of two games: vertex `v * b.len() + w`.
fn sum(a: &[Vec<u32>], b: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let width = b.len() as u32;
    let mut out = Vec::new();
    for (v, row) in a.iter().enumerate() {
        for (w, column) in b.iter().enumerate() {
            let mut options: Vec<u32> = row.iter().map(|x| x * width + w as u32).collect();
            options.extend(column.iter().map(|y| v as u32 * width + y));
            out.push(options);
        }
    }
    out
}

fn remoteness_is_right(options: &[Vec<u32>], value: &dyn Fn(u32) -> Option<u32>) {
    for (v, row) in options.iter().enumerate() {
        let all: Vec<Option<u32>> = row.iter().map(|&w| value(w)).collect();
        let even = all.iter().flatten().filter(|r| **r % 2 == 0).min();
        let expected = match even {
            Some(r) => Some(r + 1),
            None if all.iter().all(Option::is_some) => Some(all.iter().flatten().max().map_or(0, |r| r + 1)),
            None => None,
        };
        assert_eq!(value(v as u32), expected, "vertex {v} of {options:?}");
    }
}

#[test]
fn impartial_outcomes_and_remoteness_of_2000_graphs() {
    let (handle, mut dice) = (Handle::default(), Dice(0x9E37_79B9_7F4A_7C15));
    for _ in 0..2000 {
        let n = 1 + dice.below(40);
        let options = dice.graph(n);
        let labels = retrograde(&Digraph::from_lists(&options), &[], &handle).unwrap();
        for (v, outcome) in oracle(&options).into_iter().enumerate() {
            assert_eq!(labels.outcome(v as u32), Some(outcome), "vertex {v} of {options:?}");
            let parity = labels.remoteness(v as u32).map(|r| r % 2);
            let expected = match outcome {
                Outcome::N => Some(1),
                Outcome::P => Some(0),
                Outcome::D => None,
            };
            assert_eq!(parity, expected);
        }
        remoteness_is_right(&options, &|v| labels.remoteness(v));
    }
}

/// Misère play round by round: in round 0 there is no move, and whoever is to move wins.
fn misere_oracle(options: &[Vec<u32>]) -> Vec<Option<(bool, u32)>> {
    let mut known: Vec<Option<(bool, u32)>> = vec![None; options.len()];
    for round in 0.. {
        let before = known.clone();
        for (v, row) in options.iter().enumerate().filter(|(v, _)| before[*v].is_none()) {
            let won = |w: &u32| before[*w as usize].map(|k| k.0);
            if row.is_empty() || row.iter().any(|w| won(w) == Some(false)) {
                known[v] = Some((true, round));
            } else if row.iter().all(|w| won(w) == Some(true)) {
                known[v] = Some((false, round));
            }
        }
        if known == before {
            return known;
        }
    }
    known
}

#[test]
fn misere_outcomes_and_remoteness_of_2000_graphs() {
    let (handle, mut dice) = (Handle::default(), Dice(0x2545_F491_4F6C_DD1D));
    for _ in 0..2000 {
        let n = 1 + dice.below(40);
        let options = dice.graph(n);
        let labels = retrograde_misere(&Digraph::from_lists(&options), &[], &handle).unwrap();
        for (v, known) in misere_oracle(&options).into_iter().enumerate() {
            let outcome = known.map_or(Outcome::D, |(won, _)| if won { Outcome::N } else { Outcome::P });
            assert_eq!(labels.outcome(v as u32), Some(outcome), "vertex {v} of {options:?}");
            assert_eq!(labels.remoteness(v as u32), known.map(|k| k.1), "vertex {v} of {options:?}");
        }
    }
}

/// What a part of a graph proves is so in the whole, and known labels are taken as they are.
#[test]
fn open_positions_in_misere_play() {
    let (handle, mut dice) = (Handle::default(), Dice(0x1B87_3593_CC9E_2D51));
    let mut decided = 0;
    for _ in 0..1000 {
        let n = 2 + dice.below(30);
        let options = dice.graph(n);
        let truth = misere_oracle(&options);
        let seen = 1 + dice.below(n - 1);
        let mut part = Digraph::new();
        for row in &options[..seen] {
            part.push(row.iter().copied()).unwrap();
        }
        part.set_len(n);
        let given: Vec<(u32, Known)> = (seen..n)
            .filter(|_| dice.below(3) == 0)
            .map(|v| (v as u32, truth[v].map_or(Known::Draw, |k| Known::Remoteness(k.1))))
            .collect();
        let labels = retrograde_misere(&part, &given, &handle).unwrap();
        for (v, known) in truth.iter().enumerate() {
            let outcome = known.map_or(Outcome::D, |(won, _)| if won { Outcome::N } else { Outcome::P });
            if let Some(found) = labels.outcome(v as u32) {
                assert_eq!(found, outcome, "vertex {v} of {options:?}, {seen} seen, {given:?}");
                decided += 1;
            }
            if let Some(r) = labels.remoteness(v as u32) {
                assert_eq!(Some(r), known.map(|k| k.1), "vertex {v} of {options:?}, {seen} seen, {given:?}");
            }
        }
    }
    assert!(decided > 3000, "{decided}");
}

#[test]
fn partizan_outcomes_of_2000_graphs() {
    let (handle, mut dice) = (Handle::default(), Dice(0xD1B5_4A32_D192_ED03));
    let mut classes = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        let n = 1 + dice.below(30);
        let (left, right) = (dice.graph(n), dice.graph(n));
        let both = doubled(&Digraph::from_lists(&left), &Digraph::from_lists(&right), &handle).unwrap();
        let labels = retrograde(&both, &[], &handle).unwrap();
        for (v, pair) in partizan_oracle(&left, &right).into_iter().enumerate() {
            for (player, outcome) in pair.into_iter().enumerate() {
                let state = (2 * v + player) as u32;
                assert_eq!(labels.outcome(state), Some(outcome), "vertex {v}, player {player}: {left:?} {right:?}");
            }
            classes.insert(pair.map(|o| o as u8));
        }
    }
    // All nine classes are met.
    assert_eq!(classes.len(), 9);
}

#[test]
fn loopy_nim_values_by_outcomes_of_sums() {
    let (handle, mut dice) = (Handle::default(), Dice(0x2545_F491_4F6C_DD1D));
    let graphs: Vec<Vec<Vec<u32>>> = (0..40).map(|i| dice.graph(1 + i % 12)).collect();
    let values: Vec<Vec<LoopyNimber>> =
        graphs.iter().map(|g| loopy_nimbers(&Digraph::from_lists(g), &[], &handle).unwrap()).collect();
    let heap: Vec<Vec<u32>> = (0..7u32).map(|n| (0..n).collect()).collect();
    let mut seen = (0, 0, 0);
    for (i, (a, of_a)) in graphs.iter().zip(&values).enumerate() {
        // With heaps of Nim.
        let outcomes = oracle(&sum(a, &heap));
        for (v, value) in of_a.iter().enumerate() {
            match value {
                LoopyNimber::Finite(0) => seen.0 += 1,
                LoopyNimber::Finite(_) => seen.1 += 1,
                LoopyNimber::Infinite(_) => seen.2 += 1,
            }
            for n in 0..heap.len() {
                let both = value.add(&LoopyNimber::Finite(n as u64));
                assert_eq!(both.outcome(), outcomes[v * heap.len() + n], "{a:?}, vertex {v} + *{n}: {value:?}");
            }
        }
        // With each other.
        for (b, of_b) in graphs.iter().zip(&values).skip(i) {
            let outcomes = oracle(&sum(a, b));
            for (v, x) in of_a.iter().enumerate() {
                for (w, y) in of_b.iter().enumerate() {
                    assert_eq!(x.add(y).outcome(), outcomes[v * b.len() + w], "{a:?} {v} + {b:?} {w}: {x:?} + {y:?}");
                }
            }
        }
    }
    assert!(seen.0 > 20 && seen.1 > 20 && seen.2 > 20, "{seen:?}");
}

#[test]
fn finite_nim_values_are_those_of_mex() {
    let (handle, mut dice) = (Handle::default(), Dice(77));
    for _ in 0..200 {
        // Moves lead to smaller vertices: no cycles.
        let options: Vec<Vec<u32>> = (0..30usize)
            .map(|v| (0..if v == 0 { 0 } else { dice.below(8) }).map(|_| dice.below(v) as u32).collect())
            .collect();
        let mut mex: Vec<u64> = Vec::new();
        for row in &options {
            mex.push((0..).find(|m| row.iter().all(|&w| mex[w as usize] != *m)).unwrap());
        }
        let values = loopy_nimbers(&Digraph::from_lists(&options), &[], &handle).unwrap();
        assert_eq!(values, mex.into_iter().map(LoopyNimber::Finite).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_known_beforehand_changes_nothing() {
    let (handle, mut dice) = (Handle::default(), Dice(4242));
    for _ in 0..500 {
        let n = 2 + dice.below(25);
        let options = dice.graph(n);
        let graph = Digraph::from_lists(&options);
        let labels = retrograde(&graph, &[], &handle).unwrap();
        let values = loopy_nimbers(&graph, &[], &handle).unwrap();
        // Vertices from `rows` on are known, and have no rows.
        let rows = 1 + dice.below(n - 1);
        let mut part = Digraph::new();
        for row in &options[..rows] {
            part.push(row.iter().copied()).unwrap();
        }
        part.set_len(n);
        let known: Vec<(u32, Known)> = (rows as u32..n as u32).map(|v| (v, labels.known(v).unwrap())).collect();
        let again = retrograde(&part, &known, &handle).unwrap();
        let known: Vec<(u32, LoopyNimber)> = (rows as u32..n as u32).map(|v| (v, values[v as usize].clone())).collect();
        assert_eq!(loopy_nimbers(&part, &known, &handle).unwrap(), values, "{options:?} {rows}");
        for v in 0..n as u32 {
            assert_eq!(again.outcome(v), labels.outcome(v), "{options:?} {rows} {v}");
            assert_eq!(again.remoteness(v), labels.remoteness(v));
        }
    }
}

/// What is said of a part of a graph holds for every way in which the graph may go on.
#[test]
fn answers_within_a_bound_hold_whatever_lies_beyond() {
    let (handle, mut dice) = (Handle::default(), Dice(31_337));
    let (mut said, mut unsaid, mut drawn) = (0, 0, 0);
    for _ in 0..1000 {
        let n = 2 + dice.below(12);
        let rows = 1 + dice.below(n - 1);
        let options = dice.graph(n);
        let mut part = Digraph::new();
        for row in &options[..rows] {
            part.push(row.iter().copied()).unwrap();
        }
        part.set_len(n);
        let labels = retrograde(&part, &[], &handle).unwrap();
        let mut ever: Vec<std::collections::BTreeSet<(u8, Option<u32>)>> = vec![Default::default(); rows];
        for _ in 0..20 {
            let mut whole = options[..rows].to_vec();
            // Beyond: anything, with some more vertices.
            let more = dice.graph(n + 4);
            whole.extend((rows..n + 4).map(|v| more[v].clone()));
            let outcomes = oracle(&whole);
            let full = retrograde(&Digraph::from_lists(&whole), &[], &handle).unwrap();
            for v in 0..rows {
                ever[v].insert((outcomes[v] as u8, full.remoteness(v as u32)));
                if let Some(outcome) = labels.outcome(v as u32) {
                    assert_eq!(outcome, outcomes[v], "{options:?} {rows}: {v}");
                    said += 1;
                    drawn += usize::from(outcome == Outcome::D);
                } else {
                    unsaid += 1;
                }
                if let Some(r) = labels.remoteness(v as u32) {
                    assert_eq!(full.remoteness(v as u32), Some(r), "{options:?} {rows}: {v}");
                }
            }
        }
    }
    assert!(said > 1000 && unsaid > 1000 && drawn > 100, "{said} {unsaid} {drawn}");
}

/// Epstein's Put-or-Take-a-Square.
struct Epstein;

impl RuleSet for Epstein {
    type Position = u128;
    fn options(&self, n: &u128, out: &mut Vec<u128>) {
        if *n > 0 && *n < 1 << 120 {
            let square = n.isqrt().pow(2);
            out.extend([n - square, n + square]);
        }
    }
}

#[test]
fn epstein() {
    let handle = Handle::default();
    let at = |n: u128| {
        let explored = explore(&Epstein, &[n], 5000, &handle).unwrap();
        let labels = retrograde(&explored.graph, &[], &handle).unwrap();
        (labels.outcome(0), labels.remoteness(0))
    };
    // The notes: 92 has remoteness 11. Squares have remoteness 1; 5 leads to 1 and 9, both squares.
    assert_eq!(at(92), (Some(Outcome::N), Some(11)));
    assert_eq!(at(0), (Some(Outcome::P), Some(0)));
    assert_eq!(at(49), (Some(Outcome::N), Some(1)));
    assert_eq!(at(5), (Some(Outcome::P), Some(2)));
    // 2 can go to 1 or 3, 3 to 2 or 4: the first loses for who leaves it, so they go round.
    assert_eq!(at(2), (Some(Outcome::D), None));
}

#[test]
fn scores_by_recursion() {
    fn best(options: &[Vec<u32>], end: &[i64], v: usize, maximises: &[bool]) -> i64 {
        let all = options[v].iter().map(|&w| best(options, end, w as usize, maximises));
        match (options[v].is_empty(), maximises[v]) {
            (true, _) => end[v],
            (false, true) => all.max().unwrap(),
            (false, false) => all.min().unwrap(),
        }
    }
    let (handle, mut dice) = (Handle::default(), Dice(99));
    for _ in 0..200 {
        let n = 1 + dice.below(14);
        let options: Vec<Vec<u32>> = (0..n)
            .map(|v| (0..if v == 0 { 0 } else { dice.below(4) }).map(|_| dice.below(v) as u32).collect())
            .collect();
        let end: Vec<i64> = (0..n).map(|_| dice.below(20) as i64 - 10).collect();
        let maximises: Vec<bool> = (0..n).map(|_| dice.below(2) == 0).collect();
        let graph = Digraph::from_lists(&options);
        let found = scores(&graph, |v| end[v as usize], |v| maximises[v as usize], &handle).unwrap();
        for v in 0..n {
            assert_eq!(found.score[v], best(&options, &end, v, &maximises));
            let line = found.line(&graph, v as u32, &handle).unwrap();
            let last = *line.last().unwrap() as usize;
            assert!(options[last].is_empty() && end[last] == found.score[v]);
            assert!(line.windows(2).all(|pair| options[pair[0] as usize].contains(&pair[1])));
        }
    }
    let round = Digraph::from_lists(&[vec![1], vec![2u32], vec![1]]);
    let cycle = scores(&round, |_| 0, |_| true, &handle).unwrap_err();
    assert_eq!(cycle, NoScores::Cycle(vec![1, 2]));
}

/// Ten million positions and fifty million moves. Long: run with `--release -- --ignored`.
#[test]
#[ignore = "needs 2 GiB and half a minute"]
fn ten_million_positions() {
    struct Wide;
    impl RuleSet for Wide {
        type Position = u32;
        fn options(&self, &v: &u32, out: &mut Vec<u32>) {
            const N: u64 = 10_000_000;
            if v % 7 == 0 && v > 0 {
                return;
            }
            for i in 0..6u64 {
                out.push(((u64::from(v) * 2_654_435_761 + i * i * 40_503 + 1 + (i << 20)) % N) as u32);
            }
        }
    }
    let handle = Handle::default();
    let start = std::time::Instant::now();
    let from: Vec<u32> = (0..10_000_000).collect();
    let explored = explore(&Wide, &from, usize::MAX, &handle).unwrap();
    let read = start.elapsed();
    let labels = retrograde(&explored.graph, &[], &handle).unwrap();
    let solved = start.elapsed();
    let values = loopy_nimbers(&explored.graph, &[], &handle).unwrap();
    let all = start.elapsed();
    let n = explored.graph.len() as u32;
    assert_eq!(n, 10_000_000);
    for v in (0..n).step_by(1000) {
        assert_eq!(labels.outcome(v), Some(values[v as usize].outcome()));
    }
    let draws = (0..n).filter(|&v| labels.outcome(v) == Some(Outcome::D)).count();
    assert!(draws < n as usize);
    let times = format!(
        "{} moves, {draws} draws: explored {read:?}, outcomes {solved:?}, nim-values {all:?}",
        explored.graph.moves()
    );
    std::fs::write(std::env::temp_dir().join("ten_million_positions.txt"), times).unwrap();
}
