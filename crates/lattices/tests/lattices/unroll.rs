//! Automata as strata: random semilinear sets, wrong lists of strata, and sets that have no strata.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::automaton::Automaton;
use sprague_lattices::budget::{Budgets, Meter};
use sprague_lattices::stratum::Stratum;
use sprague_lattices::{partition, unroll};
use sprague_limits::Handle;
use std::collections::{BTreeSet, HashMap};

/// Generators and carries: what is left of a stratum.
type Rest = (Vec<Vec<i64>>, Vec<i64>);

/// The automaton of a union of strata: its states are sets of rests.
fn union(d: usize, strata: &[Rest]) -> Automaton {
    let first: BTreeSet<Rest> = strata.iter().cloned().collect();
    let (mut all, mut ids) = (vec![first.clone()], HashMap::from([(first, 0u32)]));
    let mut next = Vec::new();
    let mut at = 0;
    while at < all.len() {
        for letter in 0..1usize << d {
            let mut to: BTreeSet<Rest> = BTreeSet::new();
            for (generators, carry) in &all[at] {
                for e in 0..1usize << generators.len() {
                    let sum = |j: usize| {
                        carry[j] + (0..generators.len()).map(|i| generators[i][j] * (e as i64 >> i & 1)).sum::<i64>()
                    };
                    let t: Vec<i64> = (0..d).map(sum).collect();
                    if (0..d).all(|j| t[j] & 1 == (letter >> j & 1) as i64) {
                        to.insert((generators.clone(), t.iter().map(|n| n >> 1).collect()));
                    }
                }
            }
            let fresh = all.len() as u32;
            let id = *ids.entry(to.clone()).or_insert(fresh);
            if id == fresh {
                all.push(to);
            }
            next.push(id);
        }
        at += 1;
    }
    let accepts = all.iter().map(|s| s.iter().any(|(_, carry)| carry.iter().all(|n| *n == 0))).collect();
    Automaton { dimension: d, next, accepts }
}

fn vector(d: usize, below: u64, random: &mut Random) -> Vec<i64> {
    (0..d).map(|_| random.below(below) as i64).collect()
}

fn random_strata(d: usize, most: u64, random: &mut Random) -> Vec<Rest> {
    (0..1 + random.below(most))
        .map(|_| {
            let generators =
                (0..random.below(d as u64 + 1)).map(|_| vector(d, 4, random)).filter(|g| g.iter().any(|n| *n > 0));
            (generators.collect(), vector(d, 6, random))
        })
        .collect()
}

/// How many of the strata have the point, by their coefficients.
fn count(strata: &[Stratum], x: &[i64]) -> usize {
    strata.iter().filter(|s| s.contains(&big(x))).count()
}

#[test]
fn tmp_figures() {
    use std::io::Write;
    let handle = Handle::default();
    for d in 2..=3 {
        for seed in 0..40 {
            let mut random = Random(seed * 77 + d as u64);
            let strata = random_strata(d, 3, &mut random);
            let mut set = union(d, &strata);
            if seed % 3 == 2 {
                set.accepts.iter_mut().for_each(|a| *a = !*a);
            }
            let meter = Meter::new(&handle, 2_000_000_000);
            let start = std::time::Instant::now();
            let found = unroll::strata(&set, &Budgets::default(), &handle).unwrap();
            let time = start.elapsed();
            let n = found.as_ref().map(|f| f.len());
            let start = std::time::Instant::now();
            let check = found.map(|f| partition::refuted(&set, &f, &meter));
            writeln!(
                std::io::stderr(),
                "{d} {seed} states {} -> {n:?} {time:.1?} check {check:?} {:.1?} {:?}",
                set.states(),
                start.elapsed(),
                if time.as_millis() > 300 || n.is_none() { Some(strata) } else { None }
            )
            .unwrap();
        }
    }
}
