//! Values of short games: Domineering and Clobber without any language around it, random sums, and canonical forms.

#[path = "../tests/games/support/clobber.rs"]
mod clobber;
#[path = "../tests/games/support/domineering.rs"]
mod domineering;

use clobber::Clobber;
use domineering::{Domineering, board};
use sprague_games::{Game, Store};
use sprague_limits::Handle;

fn main() {
    divan::main();
}

#[divan::bench(args = [(4, 4), (4, 5), (5, 5), (4, 6)], sample_count = 10)]
fn domineering_board((rows, columns): (u32, u32)) -> Game {
    let (store, h) = (Store::new(), Handle::default());
    Domineering::default().value(&store, board(rows, columns), &h).unwrap()
}

/// One empty board of 5 by 6, the largest of the table in the documentation.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn domineering_5x6() -> Game {
    let (store, h) = (Store::new(), Handle::default());
    Domineering::default().value(&store, board(5, 6), &h).unwrap()
}

/// All values are infinitesimal here, so that stops decide nothing.
#[divan::bench(args = [(3, 4), (2, 6), (2, 8), (4, 4)], sample_count = 1, sample_size = 1)]
fn clobber_board((rows, columns): (u32, u32)) -> Game {
    let (store, h) = (Store::new(), Handle::default());
    Clobber::default().value(&store, clobber::board(rows, columns), &h).unwrap()
}

/// The values of 200 random positions of 4 by 5.
fn some_games(store: &Store, h: &Handle) -> Vec<Game> {
    let (mut table, mut x) = (Domineering::default(), 0x9e37_79b9_7f4a_7c15_u64);
    (0..200)
        .map(|_| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            table.value(store, board(4, 5) & x, h).unwrap()
        })
        .collect()
}

#[divan::bench]
fn random_sums(bencher: divan::Bencher<'_, '_>) {
    let h = Handle::default();
    bencher
        .with_inputs(|| {
            let store = Store::new();
            let games = some_games(&store, &h);
            (store, games)
        })
        .bench_local_refs(|(store, games)| {
            for pair in games.windows(2) {
                divan::black_box(store.add(pair[0], pair[1], &h).unwrap());
            }
        });
}

#[divan::bench]
fn canonical_of_six_options(bencher: divan::Bencher<'_, '_>) {
    let h = Handle::default();
    bencher
        .with_inputs(|| {
            let store = Store::new();
            let games = some_games(&store, &h);
            (store, games)
        })
        .bench_local_refs(|(store, games)| {
            for options in games.windows(6) {
                divan::black_box(store.canonical(&options[..3], &options[3..], &h).unwrap());
            }
        });
}

/// The weight of a Hackenbush garden of 40 edges: ten flowers of three green edges and a petal that blue and red edges make.
#[divan::bench(sample_count = 10)]
fn atomic_weight_of_a_garden(bencher: divan::Bencher<'_, '_>) {
    let h = Handle::default();
    bencher.with_inputs(Store::new).bench_local_refs(|store| {
        let stem: Vec<Game> = (0..3).map(|n| store.nimber(n)).collect();
        let mut garden = store.number(sprague_games::Dyadic::zero());
        for petal in [1, 1, 1, -1, 1, 1, -1, 1, 1, -1] {
            let petal = store.number(sprague_games::Dyadic::from(petal));
            let flower = store.ordinal_sum(&stem, &stem, petal, &h).unwrap();
            garden = store.add(garden, flower, &h).unwrap();
        }
        divan::black_box(store.atomic_weight(garden, &h).unwrap().unwrap())
    });
}
