//! Canonical forms of loopy positions, and sums of stoppers.

use divan::{Bencher, black_box};
use sprague_games::{Side, Store};
use sprague_limits::Handle;
use sprague_stoppers::{Graph, Link, Loops, Stopper};

fn main() {
    divan::main();
}

/// A thousand graphs with six nodes that look random.
fn graphs() -> Vec<Graph> {
    let mut state = 1u64;
    let mut next = move |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    (0..1000)
        .map(|_| {
            let mut graph = Graph::new(6);
            for v in 0..6 {
                for side in [Side::Left, Side::Right] {
                    (0..6).filter(|_| next(6) == 0).for_each(|w| graph.link(v, side, Link::Node(w)));
                }
            }
            graph
        })
        .collect()
}

/// The values of 1000 graphs, 6000 positions.
#[divan::bench(sample_count = 5)]
fn canonical_forms(bencher: Bencher) {
    let graphs = graphs();
    bencher.bench(|| {
        let (store, mut loops, h) = (Store::new(), Loops::new(), Handle::default());
        for graph in &graphs {
            black_box(loops.values(graph, &store, &h).unwrap());
        }
    });
}

/// Sums of 60 stoppers with each other.
#[divan::bench(sample_count = 5)]
fn sums(bencher: Bencher) {
    let (store, mut loops, h) = (Store::new(), Loops::new(), Handle::default());
    let mut all: Vec<Stopper> = Vec::new();
    for graph in graphs() {
        let sides = loops.values(&graph, &store, &h).unwrap();
        all.extend(sides.iter().filter(|s| s.on == s.off).filter_map(|s| s.on).filter(|s| !s.is_short()));
    }
    all.sort_unstable();
    all.dedup();
    all.truncate(60);
    bencher.bench_local(|| {
        for &a in &all {
            for &b in &all {
                black_box(loops.sum_sides(a.into(), b.into(), &store, &h).unwrap());
            }
        }
    });
}
