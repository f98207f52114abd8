//! Rules by which play may go round: what is answered and proved is what retrograde analysis says, or nothing is.

use sprague_games::{Dyadic, Game, STAR, Side, Store, ZERO};
use sprague_limits::{Handle, Stop};
use sprague_search::{Claim, Found, Proof, Rules, Search, Sum, check};
use std::collections::HashMap;

const BOTH: [Side; 2] = [Side::Left, Side::Right];

/// Positions by number; the options of both players.
#[derive(Default)]
struct Graph {
    store: Store,
    handle: Handle,
    impartial: bool,
    moves: [Vec<Vec<Sum<u32>>>; 2],
}

impl Rules for Graph {
    type Position = u32;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.store
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }

    fn moves(&mut self, &position: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
        Ok(self.moves[usize::from(player == Side::Right)][position as usize].clone())
    }

    fn is_impartial(&self, _: &u32) -> bool {
        self.impartial
    }
}

/// Figures that look like chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn graph(dice: &mut Dice, size: u64, impartial: bool, ends: bool) -> Graph {
    let store = Store::default();
    let rests = [ZERO, STAR, store.number(Dyadic::from(1))];
    let mut side = || -> Vec<Vec<Sum<u32>>> {
        let mut options = |at: u64| -> Vec<Sum<u32>> {
            let count = dice.below(3);
            let option = |_| match (dice.below(5), if ends { at } else { size }) {
                (0, _) | (_, 0) => {
                    let rest = rests[dice.below(if impartial { 2 } else { 3 }) as usize];
                    Sum { parts: Vec::new(), rest }
                }
                (_, below) => {
                    Sum { parts: vec![(!impartial && dice.below(4) == 0, dice.below(below) as u32)], rest: ZERO }
                }
            };
            (0..count).map(option).collect()
        };
        (0..size).map(&mut options).collect()
    };
    let left = side();
    let right = if impartial { left.clone() } else { side() };
    Graph { store, impartial, moves: [left, right], ..Graph::default() }
}

type State = (Vec<(bool, u32)>, Game, bool);

/// Whether whoever begins wins, for all that follows a sum; nothing for a draw. By the definition: a sum is won if an option is lost, lost if all options are won.
fn by_retrograde(rules: &Graph, sum: &Sum<u32>) -> [Option<bool>; 2] {
    let state = |mut parts: Vec<(bool, u32)>, rest, right| -> State {
        parts.sort_unstable();
        (parts, rest, right)
    };
    let starts = [false, true].map(|right| state(sum.parts.clone(), sum.rest, right));
    let mut index: HashMap<State, usize> = HashMap::new();
    let mut states: Vec<State> = starts.to_vec();
    index.extend(starts.iter().cloned().zip(0..));
    let mut options: Vec<Vec<usize>> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let (parts, rest, right) = states[at].clone();
        let mut below = Vec::new();
        for (i, &(negative, position)) in parts.iter().enumerate() {
            for option in &rules.moves[usize::from(right != negative)][position as usize] {
                let mut next = parts.clone();
                next.remove(i);
                next.extend(option.parts.iter().map(|&(turned, part)| (negative != turned, part)));
                let added = if negative { rules.store.neg(option.rest, &rules.handle).unwrap() } else { option.rest };
                below.push(state(next, rules.store.add(rest, added, &rules.handle).unwrap(), !right));
            }
        }
        let store = &rules.store;
        let in_rest = if right { store.right(rest, &rules.handle) } else { store.left(rest, &rules.handle) };
        below.extend(in_rest.unwrap().iter().map(|&rest| state(parts.clone(), rest, !right)));
        let number = |next: State| {
            *index.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() - 1
            })
        };
        options.push(below.into_iter().map(number).collect());
        at += 1;
    }
    let mut wins: Vec<Option<bool>> = vec![None; states.len()];
    loop {
        let mut changed = false;
        for at in 0..states.len() {
            if wins[at].is_some() {
                continue;
            }
            if options[at].iter().any(|&next| wins[next] == Some(false)) {
                wins[at] = Some(true);
            } else if options[at].iter().all(|&next| wins[next] == Some(true)) {
                wins[at] = Some(false);
            }
            changed |= wins[at].is_some();
        }
        if !changed {
            return [wins[0], wins[1]];
        }
    }
}

/// Sums of up to three positions.
fn sums(rules: &Graph, dice: &mut Dice, size: u32) -> Vec<Sum<u32>> {
    let mut all = Vec::new();
    let signs: &[bool] = if rules.impartial { &[false] } else { &[false, true] };
    for a in 0..size {
        all.push(vec![(false, a)]);
        for b in 0..size {
            for &negative in signs {
                all.push(vec![(false, a), (negative, b)]);
                let third = (dice.below(2) == 1, dice.below(u64::from(size)) as u32);
                all.push(vec![(false, a), (negative, b), third]);
            }
        }
    }
    let sum = |parts| Sum { parts, rest: if dice.below(3) == 0 { STAR } else { ZERO } };
    all.into_iter().map(sum).collect()
}

/// How many questions were asked and how many answered.
fn agree(rules: &mut Graph, sums: &[Sum<u32>]) -> (usize, usize) {
    let (mut asked, mut answered) = (0, 0);
    let mut searches = [Search::new(1 << 16), Search::new(1 << 16).without_values()];
    for sum in sums {
        let truth = by_retrograde(rules, sum);
        for search in &mut searches {
            for (player, truth) in BOTH.into_iter().zip(truth) {
                let found = search.wins_first(rules, sum, player, u64::MAX).unwrap();
                asked += 1;
                answered += usize::from(found != Found::Endless);
                assert!(
                    found == Found::Endless || found.answer() == truth,
                    "{sum:?} {player:?}: {found:?}, it is {truth:?}"
                );
            }
        }
        let found = Search::new(1 << 16).prove(rules, sum, &BOTH, u64::MAX).unwrap();
        if let Found::Answer(proof) = found {
            assert_eq!([proof.claim.left, proof.claim.right], truth, "{sum:?}");
            assert_eq!(check(rules, &proof), Ok(Ok(())), "{sum:?}: {proof:?}");
        }
        if rules.impartial
            && let Found::Answer(Some((n, proof))) = Search::new(1 << 16).prove_nim_value(rules, sum, u64::MAX).unwrap()
        {
            let rest = rules.store.add(sum.rest, rules.store.nimber(n), &rules.handle).unwrap();
            assert_eq!(by_retrograde(rules, &Sum { rest, ..sum.clone() }), [Some(false); 2], "{sum:?} is no *{n}");
            assert_eq!(check(rules, &proof), Ok(Ok(())), "{sum:?}: {proof:?}");
        }
        // What is claimed without a line.
        for (i, wins) in [(0, true), (0, false), (1, true), (1, false)] {
            let claimed = |side| if side == i { Some(wins) } else { None };
            let claim = Claim { sum: sum.clone(), left: claimed(0), right: claimed(1) };
            let checked = check(rules, &Proof { claim, lines: Vec::new() }).unwrap();
            assert!(checked.is_err() || truth[i] == Some(wins), "{sum:?}: it is {truth:?}");
        }
    }
    (asked, answered)
}

#[test]
fn what_is_answered_and_proved_is_so() {
    let mut dice = Dice(4);
    for impartial in [true, false] {
        let (mut asked, mut answered) = (0, 0);
        for _ in 0..60 {
            let mut rules = graph(&mut dice, 4, impartial, false);
            let sums = sums(&rules, &mut dice, 4);
            let (more, known) = agree(&mut rules, &sums);
            (asked, answered) = (asked + more, answered + known);
        }
        assert!(answered > asked / 10 && answered < asked, "{answered} of {asked}");
    }
}

#[test]
fn what_ends_is_answered_always() {
    let mut dice = Dice(5);
    for impartial in [true, false] {
        for _ in 0..30 {
            let mut rules = graph(&mut dice, 4, impartial, true);
            let sums = sums(&rules, &mut dice, 4);
            let (asked, answered) = agree(&mut rules, &sums);
            assert_eq!(asked, answered);
            for position in 0..4 {
                let sum = Sum { parts: vec![(false, position), (true, position)], rest: ZERO };
                let Ok(Found::Answer(proof)) = Search::new(1 << 16).prove(&mut rules, &sum, &BOTH, u64::MAX) else {
                    panic!("{position}")
                };
                assert_eq!((proof.claim.left, proof.claim.right, proof.lines.len()), (Some(false), Some(false), 0));
            }
        }
    }
}

/// A token that goes to and fro: two of them are a draw, and the same by rules for two players.
#[test]
fn what_goes_round_does_not_cancel() {
    for impartial in [true, false] {
        let moves = vec![vec![Sum::from(1)], vec![Sum::from(0)]];
        let mut rules = Graph { impartial, moves: [moves.clone(), moves], ..Graph::default() };
        for parts in [vec![(false, 0), (true, 0)], vec![(false, 0), (false, 0)], vec![(false, 0), (true, 1)]] {
            let sum = Sum { parts, rest: ZERO };
            assert_eq!(by_retrograde(&rules, &sum), [None, None]);
            assert_eq!(Search::new(1 << 16).wins_first(&mut rules, &sum, Side::Left, u64::MAX), Ok(Found::Endless));
            assert_eq!(Search::new(1 << 16).prove(&mut rules, &sum, &BOTH, u64::MAX), Ok(Found::Endless));
            let claim = Claim { sum, left: Some(false), right: Some(false) };
            assert!(matches!(check(&mut rules, &Proof { claim, lines: Vec::new() }), Ok(Err(_))));
        }
    }
}
