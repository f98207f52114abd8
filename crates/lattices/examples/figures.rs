//! How many random games are solved: `cargo run --release -p sprague-lattices --example figures -- 3 60 1` takes 60 games
//! in dimension 3 from seed 1 on, one seed a game; `squarefree 4 40 1` the same with squarefree rules in misère play;
//! `heaps 77 12` the heap game 0.77 with heaps up to 12 in misère play; `hard` Example 4.7 of Guo and Miller and a sloped wall
//! in space; `vectors 3 60 1` takes the random games again, unsolved, and says what their boxes show: the simplest vector that changes no
//! membership away from the faces (in dimension 3 at most). A line for each game, then the count. All with the budgets that are the default, or with so many times as much: a number
//! `EFFORT` in the environment.
#![allow(clippy::print_stdout)]

#[path = "../tests/lattices/support.rs"]
mod support;

use sprague_lattices::budget::Budgets;
use sprague_lattices::game::{Game, Play};
use sprague_lattices::heaps::lattice_of;
use sprague_lattices::recursion::Recursion;
use sprague_lattices::strategy::strategy;
use sprague_limits::{Handle, Stop};
use std::time::Instant;
use support::{Random, octal, random_game, random_squarefree};

fn solved(name: &str, game: &Game) -> bool {
    let effort = std::env::var("EFFORT").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let budgets = Budgets::default().times(effort);
    let (start, handle) = (Instant::now(), Handle::default());
    let found = strategy(game, &budgets, &handle).expect("no bounds");
    let ended = match &found {
        Ok(s) => {
            let time = start.elapsed();
            let strata = s.strata(&budgets, &handle).expect("no bounds").map(|s| s.len());
            let checked = s.check(&budgets, &handle);
            format!("{:?} in {time:.2?}, strata {strata:?}, {checked:?}", s.method())
        }
        Err(tried) => format!("NONE in {:.2?}: {:?}", start.elapsed(), tried.ways),
    };
    println!("{name}: {ended}");
    found.is_ok()
}

/// The side of a box, the distance from its faces, and the largest entry of vectors.
const SHOWN: (i64, i64, i64) = (72, 12, 16);

/// All points with coordinates from `low` on and below `high`, in lexicographic order.
fn points(d: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    let longer = |all: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
        all.iter().flat_map(|x| (low..high).map(move |n| [&x[..], &[n]].concat())).collect()
    };
    (0..d).fold(vec![Vec::new()], |all, _| longer(all))
}

/// The vector with the least sum of natural entries under which no membership changes, as far as the box shows.
fn vector(game: &Game, d: usize) -> Option<Vec<i64>> {
    let ((side, low, largest), handle) = (SHOWN, Handle::default());
    let mut truth = Recursion::new(game.core(), usize::MAX >> 8);
    let inside: Vec<bool> =
        points(d, 0, side).iter().map(|x| truth.is_p(x, &handle).expect("a box that fits")).collect();
    let index = |x: &[i64]| x.iter().fold(0, |at, n| at * side + n) as usize;
    let deep: Vec<(Vec<i64>, usize)> = points(d, low, side).into_iter().map(|x| (x.clone(), index(&x))).collect();
    let mut vectors = points(d, 0, largest + 1);
    vectors.sort_by_key(|v| v.iter().sum::<i64>());
    vectors.into_iter().skip(1).find(|v| {
        let step = index(v);
        let fits = |x: &[i64]| x.iter().zip(v).all(|(x, v)| x + v < side);
        deep.iter().all(|(x, at)| !fits(x) || inside[*at] == inside[at + step])
    })
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|w| w.parse::<u64>().ok()).expect("a number");
    match words.first().map(String::as_str) {
        Some("heaps") => {
            let digits: Vec<u32> = words[1].chars().filter_map(|c| c.to_digit(8)).collect();
            let most = number(2) as usize;
            let table = octal(&digits, most);
            let heaps = lattice_of(most, |k| Ok::<_, Stop>(table[k].clone()), true, &Handle::default());
            let heaps = heaps.expect("no bounds").expect("a lattice game");
            solved(&format!("0.{} to {most}, misère", words[1]), &heaps.game);
        }
        Some("hard") => {
            let unit = |plus: usize, minus: Option<usize>| {
                let entry = |j| i64::from(j == plus) - i64::from(minus == Some(j));
                (0..5).map(entry).collect::<Vec<i64>>()
            };
            let five =
                [(0, None), (1, None), (1, Some(0)), (2, Some(1)), (3, None), (3, Some(2)), (4, None), (4, Some(3))];
            let five: Vec<Vec<i64>> = five.into_iter().map(|(plus, minus)| unit(plus, minus)).collect();
            let wall = vec![vec![0, 0, 3], vec![0, 1, 0], vec![3, -1, 0]];
            let points = [[0, 0, 2], [0, 1, 2], [1, 0, 2], [1, 1, 2], [1, 2, 2], [1, 3, 2]].map(|p| p.to_vec());
            for (name, moves, play) in
                [("Example 4.7", five, Play::Misere), ("sloped wall", wall, Play::Defeated(points.to_vec()))]
            {
                let game = Game::on_orthant(moves[0].len(), moves, &play, &Handle::default());
                solved(name, &game.expect("no bounds").expect("a lattice game"));
            }
        }
        Some(kind) => {
            let squarefree = kind == "squarefree";
            let only_look = kind == "vectors";
            let at = usize::from(squarefree || only_look);
            let (d, count, first) = (number(at) as usize, number(at + 1), number(at + 2));
            let mut found = 0;
            for seed in first..first + count {
                let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let (moves, play) = if squarefree {
                    (random_squarefree(d, &mut random), Play::Misere)
                } else {
                    random_game(d, &mut random)
                };
                let game = Game::on_orthant(d, moves.clone(), &play, &Handle::default());
                let game = game.expect("no bounds").expect("a lattice game");
                if only_look {
                    let seen = vector(&game, d);
                    found += u64::from(seen.is_some());
                    println!("seed {seed}: {moves:?}: {seen:?}");
                    continue;
                }
                let points = game.defeated().len();
                found += u64::from(solved(&format!("seed {seed}: {moves:?}, {points} defeated"), &game));
            }
            println!("{found} of {count} {}", if only_look { "show a vector" } else { "solved" });
        }
        None => {
            println!(
                "figures [vectors] DIMENSION COUNT SEED | hard | squarefree DIMENSION COUNT SEED | heaps DIGITS LARGEST"
            )
        }
    }
}
