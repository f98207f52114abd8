//! A set of points of N^d that is periodic slab by slab: what peeling finds.
//!
//! A node stands for a slab: some coordinates fixed, the others free. It has a threshold t and a vector v, positive
//! in the free coordinates, and one child for each free coordinate j and value a < t_j + v_j, the slab where x_j = a
//! too. A point is in the set or not by this rule: if some x_j < t_j, the first such j sends it to the child of x_j;
//! otherwise v is subtracted as often as x stays at or above t, and the first j with x_j < t_j + v_j then decides.
//! So membership is defined for *every* point, with numbers of any size; on each slab the set is invariant under a
//! vector from a threshold on, both of which [`Peeled::invariance`] computes. Cost of membership: d divisions for
//! each of at most d levels.

use super::budget::{Failure, Meter};
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// A slab: the value of each fixed coordinate.
pub(crate) type Slab = Vec<Option<i64>>;

/// One slab of a [`Peeled`] set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeeledSlab {
    /// All coordinates fixed: in the set or not.
    Point(bool),
    /// Some free.
    Slab {
        /// The free coordinates, increasing.
        free: Vec<usize>,
        /// t for each of them.
        threshold: Vec<i64>,
        /// v for each of them, positive.
        vector: Vec<i64>,
        /// For each of them the children of the values below t + v.
        children: Vec<Vec<u32>>,
    },
}

/// A set of points of N^d, periodic slab by slab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peeled {
    /// d
    pub dimension: usize,
    /// The slabs; children come before their parents.
    pub nodes: Vec<PeeledSlab>,
    /// The slab without fixed coordinates.
    pub root: u32,
}

impl Peeled {
    /// Is the point (without negative coordinates) in the set?
    pub(crate) fn contains<I: Integer + Clone + From<i64> + ToPrimitive>(&self, point: &[I]) -> bool {
        let mut x = point.to_vec();
        let mut at = self.root;
        loop {
            let (free, threshold, vector, children) = match &self.nodes[at as usize] {
                PeeledSlab::Point(inside) => return *inside,
                PeeledSlab::Slab { free, threshold, vector, children } => (free, threshold, vector, children),
            };
            let mut chosen = (0..free.len()).find(|&i| x[free[i]] < threshold[i].into());
            if chosen.is_none() {
                let times = (0..free.len())
                    .map(|i| (x[free[i]].clone() - threshold[i].into()).div_floor(&vector[i].into()))
                    .min()
                    .unwrap_or_else(I::zero);
                for (i, &j) in free.iter().enumerate() {
                    x[j] = x[j].clone() - times.clone() * vector[i].into();
                }
                chosen = (0..free.len()).find(|&i| x[free[i]] < (threshold[i] + vector[i]).into());
            }
            // Some coordinate is below t + v, and its value an index.
            let child = chosen.and_then(|i| children[i].get(x[free[i]].to_usize()?));
            match child {
                Some(&child) => at = child,
                None => return false,
            }
        }
    }

    /// (t, v) such that on this slab x is in the set exactly if x + v is, for all x >= t; only the free coordinates
    /// of t and v count. Nothing if numbers outgrow a word.
    ///
    /// Proof: let J be the fixed coordinates among those free at a node, and let all other x_i be large. If some
    /// fixed c_j < t_j, the first such j decides for every x with x_i >= t_i. Otherwise v is subtracted k times, k
    /// the least quotient over J, as soon as x_i >= t_i + (k + 1) v_i; then the first j of J with c_j - k v_j <
    /// t_j + v_j decides. Either way one child decides for all large x, shifted by a constant; induction.
    pub fn invariance(&self, slab: &[Option<i64>]) -> Option<(Vec<i64>, Vec<i64>)> {
        let d = self.dimension;
        let mut c = slab.to_vec();
        let (mut low, mut moved) = (vec![0i64; d], vec![0i64; d]);
        let mut at = self.root;
        loop {
            let PeeledSlab::Slab { free, threshold, vector, children } = &self.nodes[at as usize] else {
                return Some((low, vec![1; d]));
            };
            let open = |i: usize| c[free[i]].is_none();
            let fixed = |i: usize| c[free[i]];
            let below = (0..free.len()).find(|&i| fixed(i).is_some_and(|n| n < threshold[i]));
            let times = match below {
                Some(_) => 0,
                None => (0..free.len())
                    .filter_map(|i| Some(Integer::div_floor(&(fixed(i)? - threshold[i]), &vector[i])))
                    .min()
                    .unwrap_or(0),
            };
            let all_free = (0..free.len()).all(open);
            let more = if below.is_some() || all_free { 0 } else { times.checked_add(1)? };
            for (i, &j) in free.iter().enumerate().filter(|(i, _)| open(*i)) {
                let need = vector[i].checked_mul(more)?.checked_add(threshold[i])?.checked_add(moved[j])?;
                low[j] = low[j].max(need);
                moved[j] = moved[j].checked_add(vector[i].checked_mul(times)?)?;
            }
            if all_free {
                let mut v = vec![1; d];
                free.iter().zip(vector).for_each(|(&j, &n)| v[j] = n);
                return Some((low, v));
            }
            for (i, &j) in free.iter().enumerate() {
                c[j] = c[j].map(|n| n - times * vector[i]);
            }
            let i = below
                .or_else(|| (0..free.len()).find(|&i| c[free[i]].is_some_and(|n| n < threshold[i] + vector[i])))?;
            at = *children[i].get(usize::try_from(c[free[i]]?).ok()?)?;
        }
    }

    /// The set (or its complement) as disjoint strata, by peeling every slab: below the threshold coordinate by
    /// coordinate, above it one period of slabs, each with the generator v. A generator is positive where those of
    /// the slabs inside it vanish, so they are independent.
    pub(crate) fn strata(&self, inside: bool, most: usize, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let mut out = Vec::new();
        let mut work = vec![(vec![None; self.dimension], vec![0i64; self.dimension], Vec::new())];
        while let Some((slab, low, generators)) = work.pop() {
            meter.spend(self.dimension as u32 + 1)?;
            if work.len() > most || out.len() > most {
                return Err(Failure::Budget);
            }
            let free: Vec<usize> = (0..self.dimension).filter(|&j| slab[j].is_none()).collect();
            if free.is_empty() {
                let point: Vec<i64> = slab.iter().map(|n| n.unwrap_or(0)).collect();
                if self.contains(&point) == inside {
                    let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>();
                    let mut generators: Vec<Vec<BigInt>> = generators.iter().map(|g: &Vec<i64>| big(g)).collect();
                    generators.sort();
                    out.push(Stratum { base: big(&point), generators });
                }
                continue;
            }
            let (t, v) = self.invariance(&slab).ok_or(Failure::Budget)?;
            let t: Vec<i64> = t.iter().zip(&low).map(|(t, l)| *t.max(l)).collect();
            let mut period = vec![0i64; self.dimension];
            free.iter().for_each(|&j| period[j] = v[j]);
            let mut raised = low.clone();
            for &j in &free {
                for a in low[j]..t[j] {
                    meter.spend(1)?;
                    let mut inner = slab.clone();
                    inner[j] = Some(a);
                    work.push((inner, raised.clone(), generators.clone()));
                }
                raised[j] = t[j];
            }
            for &j in &free {
                for a in t[j]..t[j] + v[j] {
                    meter.spend(1)?;
                    let mut inner = slab.clone();
                    inner[j] = Some(a);
                    let with = generators.iter().cloned().chain([period.clone()]).collect();
                    work.push((inner, raised.clone(), with));
                }
                raised[j] += v[j];
            }
        }
        join(out, meter)
    }
}

/// Joins b + N G with (b + g) + N (G and g), for a g not in G, to b + N (G and g), as long as that is possible. The
/// strata stay disjoint and their union the same.
pub(super) fn join(strata: Vec<Stratum>, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
    let mut set: BTreeSet<Stratum> = strata.into_iter().collect();
    let mut queue: Vec<Stratum> = set.iter().filter(|s| !s.generators.is_empty()).cloned().collect();
    while let Some(mut larger) = queue.pop() {
        if !set.contains(&larger) {
            continue;
        }
        for (i, g) in larger.generators.iter().enumerate() {
            meter.spend(larger.dimension() as u32 + 1)?;
            let mut generators = larger.generators.clone();
            generators.remove(i);
            let base: Vec<BigInt> = larger.base.iter().zip(g).map(|(b, g)| b - g).collect();
            if set.remove(&Stratum { base: base.clone(), generators }) {
                set.remove(&larger);
                larger.base = base;
                set.insert(larger.clone());
                queue.push(larger);
                break;
            }
        }
    }
    Ok(set.into_iter().collect())
}
