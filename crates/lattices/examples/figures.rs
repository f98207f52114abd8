//! How many random games are solved: `cargo run --release -p sprague-lattices --example figures -- 3 60 1` takes 60 games
//! in dimension 3 from seed 1 on, one seed a game; `squarefree 4 40 1` the same with squarefree rules in misère play;
//! `heaps 77 12` the heap game 0.77 with heaps up to 12 in misère play. A line for each game, then the count.
#![allow(clippy::print_stdout)]

#[path = "../tests/lattices/support.rs"]
mod support;

use sprague_lattices::budget::Budgets;
use sprague_lattices::game::{Game, Play};
use sprague_lattices::heaps::lattice_of;
use sprague_lattices::strategy::strategy;
use sprague_limits::{Handle, Stop};
use std::time::Instant;
use support::{Random, octal, random_game, random_squarefree};

fn solved(name: &str, game: &Game) -> bool {
    let (start, budgets, handle) = (Instant::now(), Budgets::default(), Handle::default());
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
        Some(kind) => {
            let squarefree = kind == "squarefree";
            let at = usize::from(squarefree);
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
                let points = game.defeated().len();
                found += u64::from(solved(&format!("seed {seed}: {moves:?}, {points} defeated"), &game));
            }
            println!("{found} of {count} solved");
        }
        None => println!("figures DIMENSION COUNT SEED | squarefree DIMENSION COUNT SEED | heaps DIGITS LARGEST"),
    }
}
