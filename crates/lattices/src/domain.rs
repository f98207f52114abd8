//! Domains b + N G, and how they are taken apart: the exact half of [`super::unroll`].
//!
//! In a domain b + N G with independent generators g_1, …, g_k a point n of N^k stands for b + Σ n_i g_i, and Y is the set of those n whose points an automaton
//! accepts. [`Domain::split`] and [`Domain::peel`] make partitions of a domain into domains.
//! - *Split* at v in N^k, v ≠ 0. Of the i with v_i > 0 let i be the first for which n_i / v_i is least. Then n_j ≥ n_i v_j / v_i for all j, and more than that if j < i and v_j > 0; conversely these tell i.
//!   Subtracting v keeps them, until n_i < v_i. So n lies in just one of the domains with i and some n_i < v_i, in which v takes the place of e_i, and that start at the least n_j allowed.
//! - *Peel* to t: each n either has n_j ≥ t_j for all j, or there is a first i with n_i < t_i: one value of n_i, and n_j ≥ t_j for j < i.
//!
//! [`Domain::invariant`] decides whether n and n + v are always both in Y or both not: the digits of both points are made from those of n by carries, which stay bounded, so states
//! and carries are finitely many, and all that are reached are looked at.

use super::automaton::{Automaton, MOST_COORDINATES, take_letter};
use super::budget::{Failure, Meter};
use rustc_hash::FxHashSet;

/// base + N generators. The generators are independent.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) base: Vec<i64>,
    pub(crate) generators: Vec<Vec<i64>>,
    /// Steps since it was last seen what to do.
    pub(crate) tries: usize,
}

/// m times the i-th unit vector.
pub(crate) fn unit(k: usize, i: usize, m: i64) -> Vec<i64> {
    (0..k).map(|j| if i == j { m } else { 0 }).collect()
}

/// The sum.
pub(crate) fn plus(x: &[i64], y: &[i64]) -> Vec<i64> {
    x.iter().zip(y).map(|(x, y)| x + y).collect()
}

impl Domain {
    /// The point of n.
    pub(crate) fn point(&self, n: &[i64]) -> Vec<i64> {
        let mut x = self.base.clone();
        for (g, n) in self.generators.iter().zip(n) {
            x.iter_mut().zip(g).for_each(|(x, g)| *x += g * n);
        }
        x
    }

    /// Is n in Y?
    pub(crate) fn has(&self, set: &Automaton, n: &[i128]) -> bool {
        let mut rest = [0i128; MOST_COORDINATES];
        let d = self.base.len();
        for j in 0..d {
            let sum = |(g, n): (&Vec<i64>, &i128)| i128::from(g[j]) * n;
            rest[j] = i128::from(self.base[j]) + self.generators.iter().zip(n).map(sum).sum::<i128>();
        }
        let mut state = 0;
        while rest[..d].iter().any(|&n| n > 0) {
            let letter = rest[..d].iter().enumerate().fold(0, |l, (j, n)| l | ((n & 1) as u32) << j);
            rest[..d].iter_mut().for_each(|n| *n >>= 1);
            state = set.step(state, letter);
        }
        set.accepts[state as usize]
    }

    /// Whether n and n + v are both in Y or both not, for all n. Exact.
    pub(crate) fn invariant(&self, set: &Automaton, v: &[i64], meter: &Meter) -> Result<bool, Failure> {
        let k = self.generators.len();
        let zero = Domain { base: vec![0; self.base.len()], ..self.clone() };
        let digits = |e: u32| (0..k).map(|i| i64::from(e >> i & 1)).collect::<Vec<_>>();
        let sums: Vec<Vec<i64>> = (0..1u32 << k).map(|e| zero.point(&digits(e))).collect();
        let step = |(state, carry): &(u32, Vec<i64>), sum: &[i64]| {
            let mut rest = plus(carry, sum);
            let letter = take_letter(&mut rest);
            (set.step(*state, letter), rest)
        };
        let ends = |(state, carry): &(u32, Vec<i64>)| {
            let (mut state, mut rest) = (*state, carry.clone());
            while rest.iter().any(|&n| n > 0) {
                state = set.step(state, take_letter(&mut rest));
            }
            set.accepts[state as usize]
        };
        let start = ((0u32, self.base.clone()), (0u32, self.point(v)));
        let mut seen = FxHashSet::from_iter([start.clone()]);
        let mut open = vec![start];
        while let Some((one, other)) = open.pop() {
            meter.spend(32)?;
            if ends(&one) != ends(&other) {
                return Ok(false);
            }
            for sum in &sums {
                meter.spend(16)?;
                let next = (step(&one, sum), step(&other, sum));
                // From equal states and carries on nothing can differ.
                if next.0 != next.1 && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Ok(true)
    }

    /// The domains of a split at v.
    pub(crate) fn split(&self, v: &[i64]) -> Vec<Domain> {
        let k = v.len();
        let mut parts = Vec::new();
        for i in (0..k).filter(|&i| v[i] > 0) {
            for n in 0..v[i] {
                let least = |j: usize| match (n * v[j], j < i && v[j] > 0) {
                    _ if j == i => n,
                    (a, false) => (a + v[i] - 1) / v[i],
                    (a, true) => a / v[i] + 1,
                };
                let mut generators = self.generators.clone();
                let zero = Domain { base: vec![0; self.base.len()], ..self.clone() };
                generators[i] = zero.point(v);
                let base = self.point(&(0..k).map(least).collect::<Vec<_>>());
                parts.push(Domain { base, generators, tries: 0 });
            }
        }
        parts
    }

    /// The peels below t, and what is left.
    pub(crate) fn peel(&self, t: &[i64]) -> (Vec<Domain>, Domain) {
        let mut peels = Vec::new();
        let mut left = self.clone();
        for (i, &t) in t.iter().enumerate() {
            let mut generators = self.generators.clone();
            generators.remove(i);
            for _ in 0..t {
                peels.push(Domain { base: left.base.clone(), generators: generators.clone(), tries: 0 });
                left.base = plus(&left.base, &self.generators[i]);
            }
        }
        (peels, left)
    }
}
