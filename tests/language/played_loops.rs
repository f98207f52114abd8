//! Loopy games are played as they were written: moves, who wins and how soon, identity of forms; and they stand beside numbers that no short game is
//! equal to.

use crate::said::{fails, run, says};
use std::collections::HashMap;
use std::fmt::Write;

#[test]
fn moves_are_those_that_were_written() {
    says(
        "moves(over); moves(loop a <0, -1 | a>); moves(dud); moves(<over, 1 | over>)",
        &[
            "[Left: over -> 0, Right: over -> over]",
            "[Left: over -> 0, Left: over -> -1, Right: over -> over]",
            "[dud -> dud]",
            "[Left: <1|over> -> over, Left: <1|over> -> 1, Right: <1|over> -> over]",
        ],
    );
    says(
        "winning_moves(over); best_move(over, Right); remoteness(over, Left); remoteness(over, Right); remoteness(tis, Left)",
        &["[Left: over -> 0]", "Right: over -> over", "1", "2", "1"],
    );
    says(
        "move_outcomes(upon); best_move(dud)",
        &["[(Left: ^[on] -> ^[on], Left), (Right: ^[on] -> *, Left)]", "dud -> dud"],
    );
    says("outcome(over, misere = true); misere_outcome(on); outcome(dud, misere = true)", &["R", "R", "D"]);
    // The options keep the forms that they have.
    says(
        "g = <loop a <0, -1 | a> | over>\nmoves(moves(g, Left)[0].to, Left)",
        &["[Left: over -> 0, Left: over -> -1]"],
    );
    fails("moves(over - over)", "no form of it was written, so it cannot be played");
    fails("conway_product(over, 2)", "play in over need not end, so its followers make no tree");
}

/// Games that share what is inside them are looked at once, not once for every way that leads to them.
#[test]
fn shared_games_are_planned_once() {
    let text = "next(g) = <g, 0 | g, pass>\nnested(n) = if n == 0 then loop a <0, -1 | a> else next(nested(n - 1))\n\
                length(moves(nested(60))); identical(nested(60), nested(60)); remoteness(nested(60), Left)";
    says(text, &["4", "true", "1"]);
}

#[test]
fn forms_that_unroll_alike_are_identical() {
    says(
        "identical(over, <0 | over>); identical(over, loop a <0 | <0 | a>>); identical(tis, <0 | tisn>); is_impartial(dud)",
        &["true", "true", "true", "true"],
    );
    says("identical(over, loop a <0, -1 | a>); identical(on, 1); is_impartial(tis)", &["false", "false", "false"]);
}

/// Numbers such as 1/3 stand to a loopy game as dyadic numbers nearby do, `omega` as a huge integer, `1/omega` as a tiny number.
#[test]
fn numbers_beyond_short_games() {
    const GAMES: [&str; 16] = [
        "on",
        "off",
        "over",
        "under",
        "upon",
        "dud",
        "tis",
        "<on | 0>",
        "<on | 1/3 - 1/3>",
        "1/4 + over",
        "<1 + over | 1/4>",
        "<2 | under>",
        "1 & 0",
        "<1/2 | 1/4> + over",
        "<0 | tiny(on)>",
        "<on || 1 | off>",
    ];
    let mut seen = [0; 3];
    for game in GAMES {
        for (number, near) in [
            ("1/3", ["1/3 - 1/3 + 22369621/67108864", "22369622/67108864"]),
            ("-5/7", ["-47934902/67108864", "-47934903/67108864"]),
            ("omega", ["67108863", "67108864"]),
            ("-omega", ["-67108863", "-67108864"]),
            ("1/omega", ["1/67108864", "1/33554432"]),
            ("2 + 1/omega", ["2 + 1/67108864", "2 + 1/33554432"]),
            ("1/3 + ^", ["22369621/67108864 + ^", "22369622/67108864 + ^"]),
            ("omega + <1 | -1>", ["67108863 + <1 | -1>", "67108864 + <1 | -1>"]),
        ] {
            let order = |x: &str| {
                run(&format!(
                    "[({game}) < ({x}), ({game}) > ({x}), ({x}) < ({game}), ({x}) > ({game}), ({game}) == ({x})]"
                ))
            };
            let found = order(number).unwrap_or_else(|error| panic!("{game}, {number}: {error}"));
            for near in near {
                assert_eq!(order(near), Ok(found.clone()), "{game}, {number}, {near}");
            }
            seen[usize::from(found[0].starts_with("[true")) + 2 * usize::from(found[0].starts_with("[false, true"))] +=
                1;
        }
    }
    assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    says("on + 1/3; omega + off; 1/3 - on; dud - omega", &["on", "off", "off", "dud"]);
    fails("over + 1/3", "their sum is not kept as a value");
    says(
        "stops(omega + <2 | -2>); left_stop(1/3 + ^); mean(omega + *); temperature(1/3 + <2 | -2>)",
        &["(omega+2, omega-2)", "1/3", "omega", "2"],
    );
    says("canonical(omega); winner(-1/3); outcome(omega - omega + *)", &["omega", "Right", "N"]);
    says(
        "[is_infinitesimal(g) for g in [1/omega, 1/omega + *, omega, 1/3, 1 + 1/omega]]",
        &["[true, true, false, false, false]"],
    );
    fails("moves(omega)", "Infinitely many games lie below it");
}

/// Games written at random, with a graph of their own.
#[derive(Default)]
struct Random {
    state: u64,
    /// Left's and Right's options; node 0 is the game without any.
    nodes: Vec<[Vec<usize>; 2]>,
}

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 33) % n
    }

    /// A game inside of others, one of which it has as an option.
    fn game(&mut self, around: &mut Vec<usize>, depth: u64) -> (usize, String) {
        let node = self.nodes.len();
        self.nodes.push(Default::default());
        let outer = if around.is_empty() { node } else { around[self.below(around.len() as u64) as usize] };
        around.push(node);
        let back = self.below(2) as usize;
        let mut sides = [String::new(), String::new()];
        for side in 0..2 {
            for place in 0..=self.below(2) + u64::from(side == back) {
                let (option, text) = match self.below(4) {
                    _ if place == 0 && side == back => (outer, format!("x{outer}z")),
                    0 => (0, "0".to_owned()),
                    1 if depth > 0 => self.game(around, depth - 1),
                    2 => {
                        let named = around[self.below(around.len() as u64) as usize];
                        (named, format!("x{named}z"))
                    }
                    _ => continue,
                };
                self.nodes[node][side].push(option);
                let _ = write!(sides[side], "{}{text}", if sides[side].is_empty() { "" } else { ", " });
            }
        }
        around.pop();
        (node, format!("loop x{node}z <{} | {}>", sides[0], sides[1]))
    }

    /// What a node unrolls to, to this depth: equal numbers for equal trees.
    fn unrolled(&self, node: usize, depth: usize, known: &mut HashMap<[Vec<usize>; 2], usize>) -> usize {
        let mut now = vec![usize::MAX; self.nodes.len()];
        for _ in 0..depth {
            let mut next = Vec::new();
            for both in &self.nodes {
                let sides = both.each_ref().map(|side| {
                    let mut below: Vec<usize> = side.iter().map(|&option| now[option]).collect();
                    below.sort_unstable();
                    below.dedup();
                    below
                });
                let fresh = known.len();
                next.push(*known.entry(sides).or_insert(fresh));
            }
            now = next;
        }
        now[node]
    }

    /// How the player on each side fares who moves first from each node: after so many moves won or lost, or drawn.
    fn remoteness(&self) -> Vec<[Option<usize>; 2]> {
        let mut known: Vec<[Option<usize>; 2]> = vec![[None; 2]; self.nodes.len()];
        for moves in 0..4 * self.nodes.len() {
            let before = known.clone();
            for (v, both) in self.nodes.iter().enumerate() {
                for side in 0..2 {
                    if known[v][side].is_some() {
                        continue;
                    }
                    let after: Vec<Option<usize>> = both[side].iter().map(|&to| before[to][1 - side]).collect();
                    let wins = after.iter().flatten().any(|r| r % 2 == 0 && r + 1 == moves);
                    let loses = after.iter().all(|r| r.is_some_and(|r| r % 2 == 1)) && moves % 2 == 0;
                    if wins || loses {
                        known[v][side] = Some(moves);
                    }
                }
            }
        }
        known
    }
}

/// Games written at random: what is identical, against trees unrolled to a depth; who wins and how soon, against labels of the graph.
#[test]
fn random_loops() {
    let (mut alike, mut differ, mut played, mut unrolled) = (0, 0, 0, 0);
    for seed in 0..220 {
        let mut random = Random { state: seed + 1, nodes: vec![Default::default()] };
        let mut game = |state| {
            random.state = state;
            random.game(&mut Vec::new(), 2)
        };
        // Every third pair is one game with other names.
        let games = [game(seed), game(if seed % 3 == 0 { seed } else { 1000 + seed })];
        let [(g, first), (h, second)] = &games;
        let Ok(shown) = run(&format!("is_loopfree({first}) or is_loopfree({second})")) else { continue };
        if shown != ["false"] {
            continue;
        }
        let (depth, mut known) = (random.nodes.len() + 1, HashMap::new());
        let same = random.unrolled(*g, depth, &mut known) == random.unrolled(*h, depth, &mut known);
        says(&format!("identical({first}, {second})"), &[if same { "true" } else { "false" }]);
        if random.nodes.len() == h + 1 && g + 1 == *h {
            // Unrolled once.
            let (head, body) = first.split_once('<').expect("it has brackets");
            let name = head.trim_start_matches("loop ").trim();
            says(&format!("identical({first}, <{})", body.replace(name, &format!("({first})"))), &["true"]);
            unrolled += 1;
        }
        *if same { &mut alike } else { &mut differ } += 1;
        let labels = random.remoteness();
        for (node, text) in &games {
            let [left, right] = labels[*node].map(|r| r.map_or("oo".to_owned(), |r| r.to_string()));
            says(&format!("remoteness({text}, Left); remoteness({text}, Right)"), &[&left, &right]);
            let winning = random.nodes[*node][0].iter().filter(|&&to| labels[to][1].is_some_and(|r| r % 2 == 0));
            let mut trees: Vec<usize> = winning.map(|&to| random.unrolled(to, depth, &mut known)).collect();
            trees.sort_unstable();
            trees.dedup();
            let found = run(&format!("length(winning_moves({text}, Left)) > 0")).expect("it is played");
            assert_eq!(found, [if trees.is_empty() { "false" } else { "true" }], "{text}");
            played += 1;
        }
    }
    let counts = [alike, differ, played, unrolled];
    assert!(counts.iter().zip([20, 30, 60, 5]).all(|(found, least)| *found > least), "{counts:?}");
}
