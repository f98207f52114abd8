//! The library's rule sets against slow accounts of their rules, on all small positions. The accounts are written from the rules as people tell them, know
//! nothing of the scripts, and compare by bare definitions: trees of options, the mex rule, labels of winning and losing, scores by trying everything.

use crate::lab::Lab;
use crate::oracle::Oracle;
use counted::met;
use std::collections::HashMap;
use std::hash::Hash;

mod boards;
mod boxes;
mod coins;
pub mod counted;
mod graphs;
mod hunts;
mod numbers;
mod piles;
mod points;
mod rows;
mod sprouts;
mod variants;

/// A board as its cells, row by row.
type Cells = Vec<u8>;

/// How a text of the language writes a board.
fn board(rules: &str, cells: &[u8], columns: usize) -> String {
    let rows: Vec<String> = cells.chunks(columns).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    format!("{rules}(\"{}\")", rows.join("|"))
}

/// All texts of so many of these symbols.
fn texts(count: usize, symbols: &[u8]) -> Vec<Cells> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all.iter().flat_map(|b: &Cells| symbols.iter().map(|s| [&b[..], &[*s]].concat())).collect();
    }
    all
}

/// All lists of so many numbers up to the greatest.
fn lists(count: usize, least: u64, most: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all.iter().flat_map(|b: &Vec<u64>| (least..=most).map(|n| [&b[..], &[n]].concat())).collect();
    }
    all
}

fn with(cells: &Cells, changes: &[(usize, u8)]) -> Cells {
    let mut after = cells.clone();
    for &(i, symbol) in changes {
        after[i] = symbol;
    }
    after
}

/// The cell that lies a step from a cell, if it is on the board.
fn stepped(count: usize, columns: usize, from: usize, (dr, dc): (i32, i32)) -> Option<usize> {
    let (rows, width) = ((count / columns) as i32, columns as i32);
    let (r, c) = (from as i32 / width + dr, from as i32 % width + dc);
    ((0..rows).contains(&r) && (0..width).contains(&c)).then_some((r * width + c) as usize)
}

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KING: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Compares the values of partizan positions, by trees of their options. How many there were.
fn partizan<P: Clone + Eq + Hash>(
    positions: impl IntoIterator<Item = P>,
    text: impl Fn(&P) -> String,
    options: impl Fn(&P) -> (Vec<P>, Vec<P>),
) -> usize {
    let (mut lab, oracle, mut known, mut count) = (Lab::new(), Oracle::default(), HashMap::new(), 0);
    for position in positions {
        let game = text(&position);
        let expected = oracle.play(&position, &options, &mut known);
        let found = lab.tree(&game, &oracle);
        assert!(oracle.equal(&expected, &found), "{game}");
        met(&game);
        count += 1;
    }
    assert!(count > 0, "no position was compared");
    count
}

/// The least number that is none of these.
fn mex(values: &[u64]) -> u64 {
    (0..).find(|n| !values.contains(n)).expect("there are more numbers")
}

fn nim_value<P: Clone + Eq + Hash>(position: &P, moves: &dyn Fn(&P) -> Vec<P>, known: &mut HashMap<P, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let after: Vec<u64> = moves(position).iter().map(|p| nim_value(p, moves, known)).collect();
    let value = mex(&after);
    known.insert(position.clone(), value);
    value
}

/// Compares the nim-values of impartial positions, by the mex rule. How many there were.
fn impartial<P: Clone + Eq + Hash>(
    positions: impl IntoIterator<Item = P>,
    text: impl Fn(&P) -> String,
    moves: impl Fn(&P) -> Vec<P>,
) -> usize {
    let (mut lab, mut known) = (Lab::new(), HashMap::new());
    let positions: Vec<P> = positions.into_iter().collect();
    assert!(!positions.is_empty(), "no position was compared");
    for some in positions.chunks(40) {
        let games: Vec<String> = some.iter().map(&text).collect();
        let calls: Vec<String> = games.iter().map(|game| format!("grundy({game})")).collect();
        let found = lab.numbers(&format!("[{}]", calls.join(", ")));
        for ((position, game), found) in some.iter().zip(&games).zip(found) {
            assert_eq!(found, nim_value(position, &moves, &mut known), "{game}");
            met(game);
        }
    }
    positions.len()
}

/// Who wins a game in which play may go round, by labels: what has a move to a position that the opponent loses is won, what has only moves to positions that
/// the opponent wins is lost, and what is left over is a draw.
fn cyclic<P: Clone + Eq + Hash>(
    positions: impl IntoIterator<Item = P>,
    text: impl Fn(&P) -> String,
    options: impl Fn(&P) -> (Vec<P>, Vec<P>),
) -> usize {
    let positions: Vec<P> = positions.into_iter().collect();
    assert!(!positions.is_empty(), "no position was compared");
    let (mut numbers, mut reached, mut after) = (HashMap::new(), positions.clone(), Vec::new());
    while let Some(position) = reached.pop() {
        if !numbers.contains_key(&position) {
            numbers.insert(position.clone(), after.len());
            let (left, right) = options(&position);
            reached.extend(left.iter().chain(&right).cloned());
            after.push([left, right]);
        }
    }
    let after: Vec<[Vec<usize>; 2]> =
        after.iter().map(|sides| [0, 1].map(|s| sides[s].iter().map(|p| numbers[p]).collect())).collect();
    // Whether the player to move, Left or Right, wins.
    let mut wins: Vec<[Option<bool>; 2]> = vec![[None; 2]; after.len()];
    loop {
        let mut changed = false;
        for at in 0..after.len() {
            for side in [0, 1] {
                if wins[at][side].is_none() {
                    let mut others = after[at][side].iter().map(|&p| wins[p][1 - side]);
                    let label = if others.clone().any(|w| w == Some(false)) {
                        Some(true)
                    } else {
                        others.all(|w| w == Some(true)).then_some(false)
                    };
                    changed |= label.is_some();
                    wins[at][side] = label;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let winner =
        |at: usize, side: usize| wins[at][side].map_or('D', |wins| if wins == (side == 0) { 'L' } else { 'R' });
    let mut lab = Lab::new();
    for some in positions.chunks(40) {
        let games: Vec<String> = some.iter().map(&text).collect();
        let calls: Vec<String> = games.iter().map(|game| format!("outcome({game})")).collect();
        let said = lab.say(&format!("[{}]", calls.join(", ")));
        let found = said.trim_matches(['[', ']']).split(", ");
        for ((position, game), found) in some.iter().zip(&games).zip(found) {
            let at = numbers[position];
            let expected = match (winner(at, 0), winner(at, 1)) {
                ('L', 'R') => "N".to_string(),
                ('R', 'L') => "P".to_string(),
                (a, b) if a == b => a.to_string(),
                (a, b) => format!("{a}{b}"),
            };
            assert_eq!(found, expected, "{game}");
            met(game);
        }
    }
    positions.len()
}
