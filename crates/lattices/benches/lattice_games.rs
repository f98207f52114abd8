//! Strategies of lattice games: the search with its proof, and the separate checker.

use sprague_lattices::budget::Budgets;
use sprague_lattices::game::{Game, Play};
use sprague_lattices::strategy::{Strategy, strategy};
use sprague_lattices::unroll::unroll;
use sprague_limits::Handle;

fn main() {
    divan::main();
}

fn game(name: &str) -> Game {
    let play = if name.ends_with("misere") { Play::Misere } else { Play::Normal };
    let corner = Play::Defeated(vec![vec![0, 0]]);
    let (moves, play): (Vec<Vec<i64>>, Play) = match name.split(' ').next().unwrap_or_default() {
        "nim4" => (heaps(4, |k| (0..k).map(|a| vec![a]).collect()), play),
        "kayles5" => (heaps(5, |k| octal(k, &[7, 7])), play),
        "dawson5" => (heaps(5, |k| octal(k, &[1, 3, 7])), play),
        "wythoff5" => ((1..=5).flat_map(|k| [vec![k, 0], vec![0, k], vec![k, k]]).collect(), play),
        "slopes" => (vec![vec![1, 0], vec![0, 2], vec![2, 3]], play),
        "five" => (five(), play),
        "corner" => (vec![vec![2, 0], vec![0, 3], vec![1, 1], vec![4, 1]], play),
        "hard" if name.ends_with("defeated") => (hard(), corner),
        _ => (hard(), play),
    };
    let d = moves[0].len();
    Game::on_orthant(d, moves, &play, &Handle::default()).expect("bounded").expect("a lattice game")
}

fn hard() -> Vec<Vec<i64>> {
    vec![vec![3, -1], vec![-1, 3], vec![1, 1], vec![5, 0], vec![0, 5]]
}

/// Heaps H1 = {0}, H2 = {0, H1}, H3 = {H2}, H4 = {0, H3}, H5 = {0, H4}.
fn five() -> Vec<Vec<i64>> {
    heaps(5, |k| match k {
        1 => vec![vec![]],
        3 => vec![vec![2]],
        _ => vec![vec![], vec![k - 1]],
    })
}

fn heaps(n: usize, rules: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<Vec<i64>> {
    let mut moves = Vec::new();
    for k in 1..=n {
        for parts in rules(k) {
            let mut g = vec![0; n];
            g[k - 1] = 1;
            parts.into_iter().filter(|&a| a > 0).for_each(|a| g[a - 1] -= 1);
            moves.push(g);
        }
    }
    moves
}

fn octal(k: usize, digits: &[u32]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (i, digit) in digits.iter().enumerate().filter(|(i, _)| *i < k) {
        let rest = k - i - 1;
        if digit & 1 != 0 && rest == 0 || digit & 2 != 0 && rest > 0 {
            all.push(vec![rest]);
        }
        if digit & 4 != 0 {
            all.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
        }
    }
    all
}

/// The last one is given up.
const GAMES: [&str; 12] = [
    "nim4",
    "nim4 misere",
    "kayles5",
    "kayles5 misere",
    "dawson5",
    "dawson5 misere",
    "wythoff5",
    "slopes",
    "corner",
    "hard defeated",
    "hard",
    "five misere",
];

fn solved(name: &str) -> Option<Strategy> {
    strategy(&game(name), &Budgets::default(), &Handle::default()).expect("without bounds").ok()
}

#[divan::bench(args = GAMES, sample_count = 5, sample_size = 1)]
fn search_and_proof(name: &str) -> bool {
    solved(name).is_some()
}

#[divan::bench(args = &GAMES[..11], sample_count = 5, sample_size = 1)]
fn checker(bencher: divan::Bencher, name: &str) {
    let s = solved(name).expect("a strategy");
    bencher.bench_local(|| s.check(&Budgets::default(), &Handle::default()).expect("without bounds"));
}

#[divan::bench(args = &GAMES[..11], sample_count = 3, sample_size = 1)]
fn automaton_and_product(bencher: divan::Bencher, name: &str) {
    let s = solved(name).expect("a strategy");
    bencher.bench_local(|| {
        s.automaton(&Budgets::default(), &Handle::default()).expect("without bounds").map(|a| a.states())
    });
}

/// An automaton of the P-positions, learned and proved, taken apart into strata.
#[divan::bench(sample_count = 5, sample_size = 1, args = ["kayles5 misere", "wythoff5", "slopes", "hard defeated"])]
fn taken_apart(bencher: divan::Bencher, name: &str) {
    let (budgets, handle) = (Budgets::default(), Handle::default());
    let strategy = strategy(&game(name), &budgets, &handle).expect("bounded").expect("a strategy");
    let set = strategy.automaton(&budgets, &handle).expect("bounded").expect("an automaton");
    bencher.bench_local(|| unroll(&set, &budgets, &handle));
}
