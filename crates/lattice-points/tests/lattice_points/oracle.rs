//! Strata and series by bare definitions, for small boxes: every combination of generators is written down.
#![allow(dead_code)]

use num_bigint::BigInt;
use sprague_lattice_points::stratum::Stratum;
use std::collections::BTreeMap;

/// A small generator of numbers (splitmix64), so that failures can be repeated.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }
    pub fn chance(&mut self, percent: i64) -> bool {
        self.range(1, 100) <= percent
    }
}

pub fn big(v: &[i64]) -> Vec<BigInt> {
    v.iter().map(|&x| BigInt::from(x)).collect()
}

pub fn bigs(v: &[Vec<i64>]) -> Vec<Vec<BigInt>> {
    v.iter().map(|x| big(x)).collect()
}

/// A stratum in machine integers.
#[derive(Clone, Debug)]
pub struct Small {
    pub base: Vec<i64>,
    pub generators: Vec<Vec<i64>>,
}

impl Small {
    pub fn stratum(&self) -> Stratum {
        Stratum { base: big(&self.base), generators: bigs(&self.generators) }
    }

    /// The multiplicity of every point of the box `[0, side)^d`. Generators have to have nonnegative entries.
    pub fn points(&self, side: i64, into: &mut BTreeMap<Vec<i64>, i64>, weight: i64) {
        walk(&self.base, &self.generators, side, &mut |p| {
            if p.iter().all(|&x| x >= 0) {
                *into.entry(p.to_vec()).or_insert(0) += weight;
            }
        });
    }
}

fn walk(base: &[i64], generators: &[Vec<i64>], side: i64, found: &mut dyn FnMut(&[i64])) {
    let Some((a, rest)) = generators.split_first() else {
        if base.iter().all(|&x| x < side) {
            found(base);
        }
        return;
    };
    let mut p = base.to_vec();
    while p.iter().all(|&x| x < side) {
        walk(&p, rest, side, found);
        p.iter_mut().zip(a).for_each(|(x, y)| *x += y);
    }
}

/// The rank by elimination in fractions of machine integers.
pub fn independent(vectors: &[Vec<i64>]) -> bool {
    let mut rows: Vec<Vec<i128>> = vectors.iter().map(|v| v.iter().map(|&x| i128::from(x)).collect()).collect();
    let (mut done, n) = (0, rows.len());
    let Some(d) = vectors.first().map(Vec::len) else { return true };
    for column in 0..d {
        let Some(p) = (done..n).find(|&i| rows[i][column] != 0) else { continue };
        rows.swap(p, done);
        for i in done + 1..n {
            let (a, b) = (rows[done][column], rows[i][column]);
            for j in 0..d {
                rows[i][j] = rows[i][j] * a - rows[done][j] * b;
            }
        }
        done += 1;
    }
    done == n
}

/// A stratum with small random entries in dimension `d`, generators in the nonnegative orthant; `lines` percent of the
/// generators are multiples of unit vectors.
pub fn random(dice: &mut Dice, d: usize, largest: i64, lines: i64) -> Small {
    loop {
        let k = dice.range(0, d as i64) as usize;
        let generators: Vec<Vec<i64>> = (0..k)
            .map(|_| {
                if dice.chance(lines) {
                    let axis = dice.range(0, d as i64 - 1) as usize;
                    (0..d).map(|i| if i == axis { dice.range(1, largest) } else { 0 }).collect()
                } else {
                    (0..d).map(|_| dice.range(0, largest)).collect()
                }
            })
            .collect();
        if independent(&generators) {
            let base = (0..d).map(|_| dice.range(0, 4)).collect();
            return Small { base, generators };
        }
    }
}

/// All points of the box `[0, side)^d`.
pub fn all_points(d: usize, side: i64) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..d {
        points = points.into_iter().flat_map(|p: Vec<i64>| (0..side).map(move |x| [&p[..], &[x]].concat())).collect();
    }
    points
}
