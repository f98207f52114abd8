//! What the tests of lattice games share: a slow oracle by definition, and random games.
#![allow(dead_code)]

use num_bigint::BigInt;
use sprague_lattices::board::Inequality;
use sprague_lattices::game::{Game, Play};
use sprague_lattices::stratum::Stratum;
use sprague_limits::Handle;
use std::collections::{BTreeMap, BTreeSet};

/// P-positions by definition: positions, moves and board as they are declared.
pub struct Oracle {
    pub rows: Vec<(Vec<i64>, i64)>,
    pub moves: Vec<Vec<i64>>,
    pub defeated: BTreeSet<Vec<i64>>,
    pub misere: bool,
    known: BTreeMap<Vec<i64>, bool>,
}

impl Oracle {
    pub fn new(rows: Vec<(Vec<i64>, i64)>, moves: Vec<Vec<i64>>, play: &Play) -> Oracle {
        let defeated = match play {
            Play::Defeated(points) => points.iter().cloned().collect(),
            _ => BTreeSet::new(),
        };
        Oracle { rows, moves, defeated, misere: *play == Play::Misere, known: BTreeMap::new() }
    }

    pub fn orthant(d: usize, moves: &[Vec<i64>], play: &Play) -> Oracle {
        let rows = (0..d).map(|i| ((0..d).map(|j| i64::from(i == j)).collect(), 0)).collect();
        Oracle::new(rows, moves.to_vec(), play)
    }

    pub fn on_lattice(&self, x: &[i64]) -> bool {
        self.rows.iter().all(|(a, b)| a.iter().zip(x).map(|(a, x)| a * x).sum::<i64>() >= *b)
    }

    pub fn on_board(&self, x: &[i64]) -> bool {
        let stuck = |x: &[i64]| self.moves.iter().all(|g| !self.on_lattice(&minus(x, g)));
        self.on_lattice(x) && !self.defeated.contains(x) && !(self.misere && stuck(x))
    }

    /// Is x a P-position?
    pub fn is_p(&mut self, x: &[i64]) -> bool {
        if !self.on_board(x) {
            return false;
        }
        if let Some(&p) = self.known.get(x) {
            return p;
        }
        let p = (0..self.moves.len()).all(|i| {
            let y = minus(x, &self.moves[i]);
            !self.is_p(&y)
        });
        self.known.insert(x.to_vec(), p);
        p
    }
}

pub fn minus(x: &[i64], g: &[i64]) -> Vec<i64> {
    x.iter().zip(g).map(|(x, g)| x - g).collect()
}

pub fn big(x: &[i64]) -> Vec<BigInt> {
    x.iter().map(|&n| n.into()).collect()
}

/// Every point with coordinates from `low` up to below `high`.
pub fn cube(d: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..d {
        points = points.into_iter().flat_map(|p| (low..high).map(move |n| [p.clone(), vec![n]].concat())).collect();
    }
    points
}

pub fn game(d: usize, moves: &[Vec<i64>], play: &Play) -> Game {
    Game::on_orthant(d, moves.to_vec(), play, &Handle::default()).unwrap().unwrap()
}

pub fn inequality(row: &[i64], bound: i64) -> Inequality {
    let rational = |n: i64| num_rational::BigRational::from_integer(n.into());
    Inequality { coefficients: row.iter().map(|&n| rational(n)).collect(), bound: rational(bound) }
}

/// How many of the strata hold each point with coordinates below `side`, by listing their points.
pub fn painted(strata: &[Stratum], side: i64) -> BTreeMap<Vec<i64>, usize> {
    let small = |v: &[BigInt]| v.iter().map(|n| i64::try_from(n).unwrap()).collect::<Vec<_>>();
    let mut counts = BTreeMap::new();
    for stratum in strata {
        let generators: Vec<Vec<i64>> = stratum.generators.iter().map(|g| small(g)).collect();
        let mut open = vec![(small(&stratum.base), 0)];
        while let Some((p, k)) = open.pop() {
            if p.iter().any(|&n| n >= side) {
                continue;
            }
            match generators.get(k) {
                None => *counts.entry(p).or_insert(0) += 1,
                Some(g) => {
                    open.push((p.iter().zip(g).map(|(p, g)| p + g).collect(), k));
                    open.push((p, k + 1));
                }
            }
        }
    }
    counts
}

/// Small random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// A random game on N^d: a move that shortens each coordinate, some others, and normal, misère or another play.
pub fn random_game(d: usize, random: &mut Random) -> (Vec<Vec<i64>>, Play) {
    loop {
        let mut moves: Vec<Vec<i64>> = (0..d)
            .map(|i| {
                let mut g = vec![0i64; d];
                g[i] = random.between(1, 3);
                if random.below(3) == 0 && i > 0 {
                    g[i - 1] = -random.between(0, 2);
                }
                g
            })
            .collect();
        for _ in 0..random.below(4) {
            moves.push((0..d).map(|_| random.between(-1, 3)).collect());
        }
        let play = match random.below(3) {
            0 => Play::Normal,
            1 => Play::Misere,
            _ => Play::Defeated(closure(&(0..d).map(|_| random.between(0, 2)).collect::<Vec<_>>(), &moves)),
        };
        if let Ok(Ok(_)) = Game::on_orthant(d, moves.clone(), &play, &Handle::default()) {
            return (moves, play);
        }
    }
}

/// The point and all that moves reach from it, at most 200 points.
fn closure(start: &[i64], moves: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut all = vec![start.to_vec()];
    let mut at = 0;
    while at < all.len() && all.len() < 200 {
        for g in moves {
            let y = minus(&all[at], g);
            if y.iter().all(|&n| n >= 0) && !all.contains(&y) {
                all.push(y);
            }
        }
        at += 1;
    }
    all
}

/// The moves of an octal game with heaps up to k; coordinate i counts heaps of size i + 1.
pub fn octal(digits: &[u32], k: usize) -> Vec<Vec<Vec<usize>>> {
    let mut rules = vec![Vec::new()];
    for heap in 1..=k {
        let mut parts = Vec::new();
        for (i, digit) in digits.iter().enumerate().filter(|(i, _)| *i < heap) {
            let rest = heap - i - 1;
            if rest == 0 && digit & 1 != 0 {
                parts.push(vec![]);
            }
            if rest > 0 && digit & 2 != 0 {
                parts.push(vec![rest]);
            }
            if digit & 4 != 0 {
                parts.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
            }
        }
        rules.push(parts);
    }
    rules
}

/// Random squarefree rules: for each coordinate one to three ways in which a unit becomes up to two smaller ones.
pub fn random_squarefree(d: usize, random: &mut Random) -> Vec<Vec<i64>> {
    let mut moves: Vec<Vec<i64>> = Vec::new();
    for i in 0..d {
        for _ in 0..random.between(1, 3) {
            let mut g = vec![0i64; d];
            g[i] = 1;
            for _ in 0..random.below(3) {
                if i > 0 {
                    g[random.below(i as u64) as usize] -= 1;
                }
            }
            if !moves.contains(&g) {
                moves.push(g);
            }
        }
    }
    moves
}
