//! Misère play of random rule sets against bare definitions: outcomes, remoteness, winning and best moves, and the moves that
//! reasons name. Impartial and partizan, with an end and without.

use crate::lab::Lab;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Numbers that look random (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A sum of positions, rising, and who is to move.
type State = (Vec<usize>, usize);

/// Rules by lists: of each position where Left and where Right may move.
struct Rules {
    options: [Vec<Vec<usize>>; 2],
}

impl Rules {
    /// Positions 0 to n - 1; without `loopy` moves go down.
    fn random(dice: &mut Dice, n: usize, impartial: bool, loopy: bool) -> Rules {
        let side = |dice: &mut Dice| -> Vec<Vec<usize>> {
            let row = |dice: &mut Dice, v: usize| {
                let below = if loopy { n } else { v };
                let count = if below == 0 { 0 } else { dice.below(4) };
                let set: BTreeSet<usize> = (0..count).map(|_| dice.below(below)).filter(|&to| to != v).collect();
                set.into_iter().collect()
            };
            (0..n).map(|v| row(dice, v)).collect()
        };
        let left = side(dice);
        let right = if impartial { left.clone() } else { side(dice) };
        Rules { options: [left, right] }
    }

    fn text(&self, name: &str) -> String {
        let list = |rows: &[Vec<usize>]| format!("{rows:?}");
        let [left, right] = &self.options;
        let clauses = if left == right {
            format!("  moves {name}(k) for k in Left_{name}[n]\n")
        } else {
            format!("  left {name}(k) for k in Left_{name}[n]\n  right {name}(k) for k in Right_{name}[n]\n")
        };
        format!("Left_{name} = {}\nRight_{name} = {}\ngame {name}(n)\n{clauses}end\n", list(left), list(right))
    }

    /// What a state leads to: which component is moved, to what, and the state after.
    fn moves(&self, (sum, player): &State) -> Vec<(usize, usize, State)> {
        let mut all = Vec::new();
        for (i, &part) in sum.iter().enumerate() {
            if sum[..i].contains(&part) {
                continue;
            }
            for &to in &self.options[*player][part] {
                let mut next = sum.clone();
                next[i] = to;
                next.sort_unstable();
                all.push((part, to, (next, 1 - player)));
            }
        }
        all
    }

    /// Whether the player to move wins misère play, and after how many moves if the winner hurries and the loser delays; what is
    /// not listed is a draw. Round by round: in round 0 there is no move.
    fn solved(&self, roots: &[State]) -> BTreeMap<State, (bool, usize)> {
        let mut all: BTreeSet<State> = BTreeSet::new();
        let mut open = roots.to_vec();
        while let Some(state) = open.pop() {
            if all.insert(state.clone()) {
                open.extend(self.moves(&state).into_iter().map(|made| made.2));
            }
        }
        let mut known: BTreeMap<State, (bool, usize)> = BTreeMap::new();
        for round in 0.. {
            let mut fresh = Vec::new();
            for state in all.iter().filter(|state| !known.contains_key(*state)) {
                let next: Vec<Option<(bool, usize)>> =
                    self.moves(state).iter().map(|made| known.get(&made.2).copied()).collect();
                if next.is_empty() || next.iter().any(|k| matches!(k, Some((false, _)))) {
                    fresh.push((state.clone(), (true, round)));
                } else if next.iter().all(|k| matches!(k, Some((true, _)))) {
                    fresh.push((state.clone(), (false, round)));
                }
            }
            if fresh.is_empty() {
                return known;
            }
            known.extend(fresh);
        }
        known
    }
}

const PLAYERS: [&str; 2] = ["Left", "Right"];

fn sum_text(name: &str, sum: &[usize]) -> String {
    sum.iter().map(|n| format!("{name}({n})")).collect::<Vec<_>>().join(" + ")
}

fn class(known: &BTreeMap<State, (bool, usize)>, sum: &[usize]) -> &'static str {
    let of = |player| known.get(&(sum.to_vec(), player)).map(|k| k.0);
    match (of(0), of(1)) {
        (Some(true), Some(true)) => "N",
        (Some(false), Some(false)) => "P",
        (Some(true), Some(false)) => "L",
        (Some(false), Some(true)) => "R",
        (None, None) => "D",
        (Some(true), None) => "LD",
        (None, Some(false)) => "DL",
        (None, Some(true)) => "DR",
        (Some(false), None) => "RD",
    }
}

/// A state's worth to whoever has moved there: the greater the better.
fn merit(known: Option<&(bool, usize)>) -> (u8, i64) {
    match known {
        Some((false, r)) => (2, -(*r as i64)),
        None => (1, 0),
        Some((true, r)) => (0, *r as i64),
    }
}

fn remoteness(known: Option<&(bool, usize)>) -> String {
    known.map_or("oo".into(), |k| k.1.to_string())
}

fn try_rules(lab: &mut Lab, name: &str, rules: &Rules, sums: &[Vec<usize>], impartial: bool) {
    lab.say(&rules.text(name));
    for sum in sums {
        let states: Vec<State> = (0..2).map(|player| (sum.clone(), player)).collect();
        let known = rules.solved(&states);
        let game = sum_text(name, sum);
        let context = || format!("{}{game}", rules.text(name));
        assert_eq!(lab.say(&format!("outcome({game}, misere = true)")), class(&known, sum), "{}", context());
        assert_eq!(lab.say(&format!("misere_outcome({game})")), class(&known, sum), "{}", context());
        for (player, state) in states.iter().enumerate() {
            let who = PLAYERS[player];
            let here = known.get(state);
            let told = lab.say(&format!("remoteness({game}, {who}, misere = true)"));
            assert_eq!(told, remoteness(here), "{} {who}", context());
            let moves = rules.moves(state);
            let wins = moves.iter().filter(|made| merit(known.get(&made.2)).0 == 2).count();
            let told = lab.say(&format!("length(winning_moves({game}, {who}, misere = true))"));
            assert_eq!(told, wins.to_string(), "{} {who}", context());
            if moves.is_empty() {
                assert_eq!(lab.say(&format!("best_move({game}, {who}, misere = true) == nothing")), "true");
                continue;
            }
            let best = moves.iter().map(|made| merit(known.get(&made.2))).max().expect("there is one");
            let worst = moves.iter().map(|made| merit(known.get(&made.2))).min().expect("there is one");
            for (function, merit) in [("best_move", best), ("worst_move", worst)] {
                let opponent = PLAYERS[1 - player];
                let ask = format!("{function}({game}, {who}, misere = true).to");
                let told = lab.say(&format!("remoteness({ask}, {opponent}, misere = true)"));
                let expected = if merit.0 == 1 { "oo".into() } else { merit.1.abs().to_string() };
                assert_eq!(told, expected, "{function}: {} {who}", context());
            }
        }
        if impartial {
            let first = known.get(&states[0]).map(|k| k.0);
            let winner = match first {
                Some(true) => "First",
                Some(false) => "Second",
                None => "nothing",
            };
            assert_eq!(lab.say(&format!("print(winner({game}, misere = true))")), winner, "{}", context());
        }
    }
}

#[test]
fn short_impartial_games() {
    let mut dice = Dice(0x5851_F42D_4C95_7F2D);
    let mut lab = Lab::new();
    for round in 0..12 {
        let rules = Rules::random(&mut dice, 7, true, false);
        let sums: Vec<Vec<usize>> = vec![vec![6], vec![5], vec![4, 6], vec![5, 5, 6], vec![3, 4, 5]];
        try_rules(&mut lab, &format!("Short{round}"), &rules, &sums, true);
    }
}

#[test]
fn short_partizan_games() {
    let mut dice = Dice(0x1405_7B7E_F767_814F);
    let mut lab = Lab::new();
    for round in 0..12 {
        let rules = Rules::random(&mut dice, 7, false, false);
        let sums: Vec<Vec<usize>> = vec![vec![6], vec![5], vec![4, 6], vec![5, 6, 6]];
        try_rules(&mut lab, &format!("Two{round}"), &rules, &sums, false);
    }
}

#[test]
fn games_with_cycles() {
    let mut dice = Dice(0xD6E8_FEB8_6659_FD93);
    let mut lab = Lab::new();
    for round in 0..12 {
        let impartial = round % 2 == 0;
        let rules = Rules::random(&mut dice, 6, impartial, true);
        let sums: Vec<Vec<usize>> = vec![vec![0], vec![1], vec![2], vec![0, 3], vec![4, 5]];
        try_rules(&mut lab, &format!("Round{round}"), &rules, &sums, impartial);
    }
}

/// A literal of the same shape as a position, in which the options are written out.
fn literal(rules: &Rules, position: usize) -> String {
    let side = |player: usize| {
        let options = rules.options[player][position].iter().map(|&to| literal(rules, to));
        options.collect::<Vec<_>>().join(", ")
    };
    format!("<{} | {}>", side(0), side(1))
}

/// Literals are played as they are written, alone and in sums.
#[test]
fn literals() {
    let mut dice = Dice(0x9FB2_1C65_1E98_DF25);
    let mut lab = Lab::new();
    for round in 0..20 {
        let impartial = round % 2 == 0;
        let rules = Rules::random(&mut dice, 5, impartial, false);
        for sum in [vec![4], vec![3], vec![3, 4]] {
            let known = rules.solved(&[(sum.clone(), 0), (sum.clone(), 1)]);
            // Numbers are added up as values, before anybody plays: a sum with one in it is another game.
            let text = sum.iter().map(|&p| literal(&rules, p)).collect::<Vec<_>>().join(" + ");
            let numbers = sum.iter().any(|&p| lab.say(&format!("is_number({})", literal(&rules, p))) == "true");
            if sum.len() > 1 && numbers {
                continue;
            }
            assert_eq!(lab.say(&format!("misere_outcome({text})")), class(&known, &sum), "{text}");
        }
    }
}

/// The moves that `why` names: applied to the state they win, or meet the answer that it names.
#[test]
fn moves_in_reasons() {
    let mut dice = Dice(0xA076_1D64_78BD_642F);
    let mut lab = Lab::new();
    let (mut begun, mut answered, mut ended) = (0, 0, 0);
    for round in 0..30 {
        let impartial = round % 2 == 0;
        let rules = Rules::random(&mut dice, 7, impartial, false);
        let name = format!("Why{round}");
        lab.say(&rules.text(&name));
        for sum in [vec![6], vec![4, 6], vec![5, 6], vec![5, 5]] {
            let known = rules.solved(&[(sum.clone(), 0), (sum.clone(), 1)]);
            let game = sum_text(&name, &sum);
            let told = lab.say(&format!("why misere_outcome({game})"));
            // A move as it is written, and the state after it.
            let after = |state: &State, text: &str| -> State {
                let found = rules.moves(state).into_iter().find(|(from, to, _)| {
                    text == format!("{from} -> {to}") || text == format!("{name}({from}) -> {name}({to})")
                });
                found.unwrap_or_else(|| panic!("{text} is no move of {state:?}: {told}")).2
            };
            let player = |who: &str| usize::from(who.starts_with("Right"));
            for line in told.lines().map(str::trim) {
                let begins = line.split_once(" begins and wins with ").or_else(|| line.split_once(" wins with "));
                if let Some((who, rest)) = begins {
                    let state = (sum.clone(), player(who));
                    let made = rest.split_once(": ").expect("then somebody loses").0;
                    assert!(!known[&after(&state, made)].0, "{line} of {told}");
                    begun += 1;
                } else if let Some(rest) = line.strip_prefix("If ") {
                    let (who, rest) = rest.split_once(" moves ").expect("somebody moves");
                    let state = (sum.clone(), player(who));
                    let (made, rest) = rest.split_once(", ").expect("there is an answer");
                    let next = after(&state, made);
                    if let Some((_, reply)) = rest.split_once(" answers ") {
                        assert!(!known[&after(&next, reply.trim_end_matches('.'))].0, "{line} of {told}");
                        answered += 1;
                    } else {
                        assert!(rest.ends_with(" has no move, and so wins."), "{line}");
                        assert!(rules.moves(&next).is_empty(), "{line} of {told}");
                        ended += 1;
                    }
                } else if line.contains("has no move to begin with") || line.starts_with("There is no move") {
                    assert!(rules.moves(&(sum.clone(), player(line))).is_empty(), "{line} of {told}");
                }
            }
        }
    }
    assert!(begun > 30 && answered > 30 && ended > 3, "{begun}, {answered}, {ended}");
}

/// Misère Nim by the rule, against the definition, through every form in which heaps can be written.
#[test]
fn nim_by_its_rule() {
    let mut options = Vec::new();
    for n in 0..8usize {
        options.push((0..n).collect::<Vec<_>>());
    }
    let rules = Rules { options: [options.clone(), options] };
    let mut lab = Lab::new();
    let mut dice = Dice(0xE703_7ED1_A0B4_28DB);
    for _ in 0..40 {
        let mut sum: Vec<usize> = (0..1 + dice.below(4)).map(|_| dice.below(7)).collect();
        sum.sort_unstable();
        let known = rules.solved(&[(sum.clone(), 0)]);
        let lost = !known[&(sum.clone(), 0)].0;
        let sizes = sum.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let stars = sum.iter().map(|n| format!("*{n}")).collect::<Vec<_>>().join(" + ");
        let expected = if lost { "P" } else { "N" };
        let wins = rules.moves(&(sum.clone(), 0)).iter().filter(|made| !known[&made.2].0).count().to_string();
        let mut ask = String::new();
        for form in [
            format!("([{sizes}])"),
            format!("(Nim({sizes}))"),
            format!("({stars})"),
            format!("(0*Nim(1) - Nim({sizes}))"),
        ] {
            let _ = writeln!(ask, "misere_outcome{form}");
        }
        assert_eq!(lab.say(&ask), [expected; 4].join("\n"), "{sizes}");
        for game in [format!("Nim({sizes})"), stars] {
            assert_eq!(lab.say(&format!("length(winning_moves({game}, misere = true))")), wins, "{game}");
        }
    }
    assert_eq!(lab.say("winning_moves(Nim(10^15) + 7*Nim(1), misere = true)"), "[1000000000000000 -> 0]");
    assert_eq!(lab.say("misere_outcome(10^30*Nim(10^15) + Nim(1))"), "N");
    assert_eq!(lab.say("best_move(10^30*Nim(10^15) + Nim(1), misere = true)"), "1 -> 0");
}

/// Tables, trees and lists in misère play; what has no meaning there is an error that says so.
#[test]
fn everything_else_that_takes_misere() {
    let mut lab = Lab::new();
    let listed =
        lab.say("p_positions(Kayles, 40, misere = true) == [n for n in 0..40 if misere_outcome(Kayles(n)) == P]");
    assert_eq!(listed, "true");
    let table = lab.say("outcome_table(subtraction({1, 3}), 4, misere = true)");
    assert_eq!(table, "heap        | 0  1  2  3  4\noutcome     | N  P  N  P  N\nremoteness  | 0  1  2  3  2");
    assert_eq!(
        lab.say("sieve(subtraction({2, 3}), 6, misere = true)").lines().next(),
        Some("0, 1 are won: there is no move.")
    );
    assert_eq!(lab.say("game_graph(*2, misere = true)"), "*2  -> 0, [*]!\n0\n[*] -> 0");
    assert_eq!(lab.say("move_outcomes(*2, misere = true)"), "[(*2 -> 0, N), (*2 -> *, P)]");
    assert_eq!(lab.say("winner(Kayles(4), misere = misere)"), "Second");
    let told = lab.say("explain(Kayles(3), misere = true)");
    assert!(told.contains("Round 1: 1 is lost: every move leads to a won position, to 0."), "{told}");
    assert!(lab.say("explain(10^12*Kayles(5) + Kayles(71), misere = true)").contains("the product is abc."));
}
