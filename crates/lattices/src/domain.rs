//! Domains b + N G, and how they are taken apart: the exact half of [`super::unroll`].
//!
//! In a domain b + N G with independent generators g_1, …, g_k a point n of N^k stands for b + Σ n_i g_i, and Y is the set of those n whose points are accepted. It is accepted by an automaton of its own, since the digits of the point are made from those of n by
//! carries, which stay bounded. [`Domain::split`] and [`Domain::peel`] make partitions of a domain into domains.
//! - *Split* at v in N^k, v ≠ 0. Of the i with v_i > 0 let i be the first for which n_i / v_i is least. Then n_j ≥ n_i v_j / v_i for all j, and more than that if j < i and v_j > 0; conversely these tell i.
//!   Subtracting v keeps them, until n_i < v_i. So n lies in just one of the domains with i and some n_i < v_i, in which v takes the place of e_i, and that start at the least n_j allowed.
//! - *Peel* to t: each n either has n_j ≥ t_j for all j, or there is a first i with n_i < t_i: one value of n_i, and n_j ≥ t_j for j < i.

use super::automaton::{Automaton, take_letter};
use super::budget::{Failure, Meter};

/// Larger entries are not made, so that no point overflows.
pub(crate) const LARGEST: i64 = 1 << 24;
/// A domain is not taken apart into more.
const MOST_PARTS: i64 = 1 << 14;

/// A base and generators.
pub(crate) type Plain = (Vec<i64>, Vec<Vec<i64>>);

/// base + N generators. The generators are independent.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) base: Vec<i64>,
    pub(crate) generators: Vec<Vec<i64>>,
    /// The smallest automaton of Y.
    pub(crate) set: Automaton,
}

/// m times the i-th unit vector.
pub(crate) fn unit(k: usize, i: usize, m: i64) -> Vec<i64> {
    (0..k).map(|j| if i == j { m } else { 0 }).collect()
}

/// The sum.
fn plus(x: &[i64], y: &[i64]) -> Vec<i64> {
    x.iter().zip(y).map(|(x, y)| x + y).collect()
}

/// Whether entries, one for each part, add up to few.
fn few(entries: &[i64]) -> Result<(), Failure> {
    if entries.iter().all(|&n| n <= MOST_PARTS) && entries.iter().sum::<i64>() <= MOST_PARTS {
        Ok(())
    } else {
        Err(Failure::Budget)
    }
}

/// base + Σ n_i g_i.
pub(crate) fn combine(base: &[i64], generators: &[Vec<i64>], n: &[i64]) -> Vec<i64> {
    let mut x = base.to_vec();
    for (g, n) in generators.iter().zip(n) {
        x.iter_mut().zip(g).for_each(|(x, g)| *x += g * n);
    }
    x
}

impl Domain {
    /// The whole of N^d.
    pub(crate) fn whole(set: &Automaton, meter: &Meter) -> Result<Domain, Failure> {
        let whole = Domain::of(set);
        whole.part(&whole.base, &whole.generators, meter)
    }

    /// The whole of N^d, of an automaton that is the smallest.
    pub(crate) fn of(set: &Automaton) -> Domain {
        let d = set.dimension;
        Domain { base: vec![0; d], generators: (0..d).map(|i| unit(d, i, 1)).collect(), set: set.clone() }
    }

    /// The number of generators.
    pub(crate) fn k(&self) -> usize {
        self.generators.len()
    }

    /// The point of n.
    pub(crate) fn point(&self, n: &[i64]) -> Vec<i64> {
        combine(&self.base, &self.generators, n)
    }

    /// What is b + N G in the coordinates of n, if its entries are small.
    pub(crate) fn placed(&self, (base, generators): &Plain) -> Result<Plain, Failure> {
        let none = vec![0; self.base.len()];
        let plain = (self.point(base), generators.iter().map(|g| combine(&none, &self.generators, g)).collect());
        let (base, generators): &Plain = &plain;
        let small = generators.iter().chain([base]).flatten().all(|&n| n <= LARGEST);
        if small { Ok(plain) } else { Err(Failure::Budget) }
    }

    /// Is n in Y?
    pub(crate) fn has(&self, n: &[i64]) -> bool {
        self.set.contains_small(n)
    }

    /// The domain of the points of start + N vectors.
    pub(crate) fn part(&self, start: &[i64], vectors: &[Vec<i64>], meter: &Meter) -> Result<Domain, Failure> {
        self.parts(vec![start.to_vec()], vectors, meter)?.pop().ok_or(Failure::Shape)
    }

    /// The domains of the points of start + N vectors for several starts. What they come to after some digits is much the same, so all are read together.
    fn parts(&self, starts: Vec<Vec<i64>>, vectors: &[Vec<i64>], meter: &Meter) -> Result<Vec<Domain>, Failure> {
        let none = vec![0; self.base.len()];
        let generators: Vec<Vec<i64>> = vectors.iter().map(|v| combine(&none, &self.generators, v)).collect();
        let bases: Vec<Vec<i64>> = starts.iter().map(|start| self.point(start)).collect();
        if generators.iter().chain(&bases).flatten().any(|&n| n > LARGEST) {
            return Err(Failure::Budget);
        }
        let digits = |e: u32| (0..vectors.len()).map(|i| i64::from(e >> i & 1)).collect::<Vec<_>>();
        let sums: Vec<Vec<i64>> =
            (0..1u32 << vectors.len()).map(|e| combine(&vec![0; self.k()], vectors, &digits(e))).collect();
        let step = |(state, carry): &(u32, Vec<i64>), letter: u32| {
            let mut rest = plus(carry, &sums[letter as usize]);
            let letter = take_letter(&mut rest);
            (self.set.step(*state, letter), rest)
        };
        let accepts = |(state, carry): &(u32, Vec<i64>)| {
            let (mut state, mut rest) = (*state, carry.clone());
            while rest.iter().any(|&n| n > 0) {
                state = self.set.step(state, take_letter(&mut rest));
            }
            self.set.accepts[state as usize]
        };
        let firsts = starts.into_iter().map(|start| (0, start)).collect();
        let sets = Automaton::reached(vectors.len(), firsts, step, accepts, meter)?;
        let domain = |(base, set)| Domain { base, generators: generators.clone(), set };
        Ok(bases.into_iter().zip(sets).map(domain).collect())
    }

    /// The domains of a split at v.
    pub(crate) fn split(&self, v: &[i64], meter: &Meter) -> Result<Vec<Domain>, Failure> {
        let k = self.k();
        let mut parts = Vec::new();
        few(v)?;
        for i in (0..k).filter(|&i| v[i] > 0) {
            let vectors: Vec<Vec<i64>> = (0..k).map(|j| if i == j { v.to_vec() } else { unit(k, j, 1) }).collect();
            let least = |n: i64, j: usize| match (n * v[j], j < i && v[j] > 0) {
                _ if j == i => n,
                (a, false) => (a + v[i] - 1) / v[i],
                (a, true) => a / v[i] + 1,
            };
            let starts = (0..v[i]).map(|n| (0..k).map(|j| least(n, j)).collect()).collect();
            parts.extend(self.parts(starts, &vectors, meter)?);
        }
        Ok(parts)
    }

    /// The peels below t.
    pub(crate) fn peels(&self, t: &[i64], meter: &Meter) -> Result<Vec<Domain>, Failure> {
        let k = self.k();
        let mut peels = Vec::new();
        few(t)?;
        for (i, &below) in t.iter().enumerate() {
            let vectors: Vec<Vec<i64>> = (0..k).filter(|&j| j != i).map(|j| unit(k, j, 1)).collect();
            let start = |n: i64| [&t[..i], &[n], &vec![0; k - i - 1]].concat();
            peels.extend(self.parts((0..below).map(start).collect(), &vectors, meter)?);
        }
        Ok(peels)
    }

    /// What the peels leave.
    pub(crate) fn left(&self, t: &[i64], meter: &Meter) -> Result<Domain, Failure> {
        let k = self.k();
        self.part(t, &(0..k).map(|i| unit(k, i, 1)).collect::<Vec<_>>(), meter)
    }
}
