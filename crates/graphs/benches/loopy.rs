//! Games with cycles: exploring, labelling backwards and loopy nim-values, beside the naive fixed point that goes through all
//! positions again and again; chips.

use divan::Bencher;
use sprague_graphs::chips::{ChipBoard, Variant, complete};
use sprague_graphs::{Digraph, LoopyNimber, Outcome, RuleSet, explore, loopy_nimbers, retrograde};
use sprague_limits::Handle;

fn main() {
    divan::main();
}

/// Random moves, five a position; every seventh position ends play. And a way through all of them, for the naive method's sake.
struct Random(u32);

impl RuleSet for Random {
    type Position = u32;
    fn options(&self, &v: &u32, out: &mut Vec<u32>) {
        if v % 7 == 3 {
            return;
        }
        let n = u64::from(self.0);
        for i in 0..5u64 {
            let to = (u64::from(v) * 2_654_435_761 + i * i * 40_503 + 1 + (i << 20)) % n;
            out.push(u32::try_from(to).unwrap_or(0));
        }
    }
}

fn graph(n: u32) -> Digraph {
    let from: Vec<u32> = (0..n).collect();
    explore(&Random(n), &from, usize::MAX, &Handle::default()).expect("no bound").graph
}

#[divan::bench(args = [1_000, 30_000, 1_000_000], sample_count = 5, sample_size = 1)]
fn exploring(n: u32) -> Digraph {
    graph(n)
}

#[divan::bench(args = [1_000, 30_000, 1_000_000], sample_count = 5, sample_size = 1)]
fn outcomes(bencher: Bencher<'_, '_>, n: u32) {
    let graph = graph(n);
    bencher.bench(|| retrograde(&graph, &[], &Handle::default()).expect("no bound"));
}

#[divan::bench(args = [1_000, 30_000, 1_000_000], sample_count = 5, sample_size = 1)]
fn nim_values(bencher: Bencher<'_, '_>, n: u32) {
    let graph = graph(n);
    bencher.bench(|| loopy_nimbers(&graph, &[], &Handle::default()).expect("no bound"));
}

/// The definition: labels that follow from labels, until there is no new one.
fn naive(graph: &Digraph) -> Vec<Option<Outcome>> {
    let mut known = vec![None; graph.len()];
    loop {
        let before = known.clone();
        for v in 0..u32::try_from(graph.len()).unwrap_or(0) {
            let row = graph.options(v).unwrap_or(&[]);
            if row.iter().any(|&w| before[w as usize] == Some(Outcome::P)) {
                known[v as usize] = Some(Outcome::N);
            } else if row.iter().all(|&w| before[w as usize] == Some(Outcome::N)) {
                known[v as usize] = Some(Outcome::P);
            }
        }
        if known == before {
            return known;
        }
    }
}

#[divan::bench(args = [1_000, 30_000, 1_000_000], sample_count = 3, sample_size = 1)]
fn naive_fixed_point(bencher: Bencher<'_, '_>, n: u32) {
    let graph = graph(n);
    bencher.bench(|| naive(&graph));
}

/// A line of positions: each but the last leads to the next one, which is where the naive method takes quadratic time.
fn line(n: u32) -> Digraph {
    let lists: Vec<Vec<u32>> = (0..n).map(|v| if v + 1 < n { vec![v + 1] } else { Vec::new() }).collect();
    Digraph::from_lists(&lists)
}

#[divan::bench(args = [1_000, 10_000], sample_count = 3, sample_size = 1)]
fn outcomes_of_a_line(bencher: Bencher<'_, '_>, n: u32) {
    let graph = line(n);
    bencher.bench(|| retrograde(&graph, &[], &Handle::default()).expect("no bound"));
}

#[divan::bench(args = [1_000, 10_000], sample_count = 3, sample_size = 1)]
fn naive_of_a_line(bencher: Bencher<'_, '_>, n: u32) {
    let graph = line(n);
    bencher.bench(|| naive(&graph));
}

/// A counter on a torus; on some squares play ends.
struct Torus(u32);

impl RuleSet for Torus {
    type Position = (u32, u32);
    fn options(&self, &(x, y): &(u32, u32), out: &mut Vec<(u32, u32)>) {
        if x * y % 7 != 3 {
            for (a, b) in [(1, 0), (0, 1), (2, 3), (5, 1)] {
                out.push(((x + a) % self.0, (y + b) % self.0));
            }
        }
    }
}

#[divan::bench(args = [100, 300], sample_count = 3, sample_size = 1)]
fn torus_native(n: u32) -> LoopyNimber {
    let handle = Handle::default();
    let explored = explore(&Torus(n), &[(0, 0)], usize::MAX, &handle).expect("no bound");
    loopy_nimbers(&explored.graph, &[], &handle).expect("no bound").swap_remove(0)
}

#[divan::bench(args = [10, 12, 14], sample_count = 3, sample_size = 1)]
fn chips_on_complete_graphs(n: u32) -> Option<u32> {
    let table = complete::solve(n, Variant::MaxMin, &Handle::default()).expect("within the bound");
    table.chips(&vec![0; n as usize])
}

#[divan::bench(args = [8, 10, 12], sample_count = 3, sample_size = 1)]
fn chips_on_cycles(n: u32) -> u32 {
    let handle = Handle::default();
    let lists = (0..n).map(|v| vec![(v + 1) % n, (v + n - 1) % n]).collect();
    let board = ChipBoard::new(lists, &handle).expect("a cycle is a board");
    board.solve(&vec![0; n as usize], Variant::MaxMin, true, &handle).expect("no bound").value
}
