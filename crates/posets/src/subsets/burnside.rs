//! Exactly how many classes of downsets P(n, k) has, by the lemma that is named after Burnside: the mean, over all permutations of
//! the points, of the downsets that a permutation leaves as they are. These are the downsets of a smaller poset, whose elements are
//! the orbits of sets under the permutation.

use crate::ideals::bounded;
use crate::poset::Poset;
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Parts of posets that may be met for one permutation.
const MOST: usize = 150_000;
/// Elements of the largest poset that is tried.
const LARGEST: usize = 260;

/// OEIS A003182: classes of downsets of B(n), the empty one among them. For n = 8 and 9: Pawelski 2021 and 2023.
const CUBES: [&str; 10] = [
    "2",
    "3",
    "5",
    "10",
    "30",
    "210",
    "16353",
    "490013148",
    "1392195548889993358",
    "789204635842035040527740846300252680",
];

/// Classes of P(7, 3) and P(8, 3), the empty one among them: counts by [`by_orbits`], the second without its bound. Tests count both by the graphs that the complexes are made of.
const TRIPLES: [(u32, u64); 2] = [(7, 15_466_912), (8, 2_900_564_915_155)];

/// How many classes of downsets P(n, k) has, the empty downset among them, where that is known without counting.
pub fn known(n: u32, k: u32) -> Option<BigUint> {
    let cube = CUBES.get(n as usize).and_then(|digits| digits.parse::<BigUint>().ok());
    // The last downset has the largest set; without it there is one less.
    match cube {
        Some(cube) if k >= n => Some(cube),
        Some(cube) if k + 1 == n => Some(cube - 1u32),
        // The empty downset, and the graphs on every number of vertices.
        _ if k == 2 && n <= 20 => Some((0..=n).map(graphs).sum::<BigUint>() + 1u32),
        _ if k == 3 => TRIPLES.iter().find(|triples| triples.0 == n).map(|triples| triples.1.into()),
        _ => None,
    }
}

/// The classes of downsets of P(n, k), the empty downset among them; `None` where counting them takes long.
pub fn classes(n: u32, k: u32, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    if let Some(known) = known(n, k) {
        return Ok(Some(known));
    }
    if n > 20
        || (0..=k.min(n)).map(|j| (0..j).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1))).sum::<f64>()
            > LARGEST as f64
    {
        return Ok(None);
    }
    by_orbits(n, k, handle)
}

/// The same, always counted, also where the number is known from elsewhere.
pub fn by_orbits(n: u32, k: u32, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let order: BigUint = (1..=n).product();
    let mut sum = BigUint::default();
    // The identity takes longest: if that is too long nothing else is begun.
    for cycles in partitions(n, n).into_iter().rev() {
        let Some(fixed) = bounded(&quotient(n, k, &cycles, handle)?, MOST, handle)? else { return Ok(None) };
        sum += fixed * (&order / centralizer(&cycles));
    }
    Ok(Some(sum / order))
}

/// Graphs on `n` unnamed vertices (OEIS A000088): a permutation leaves as they are the graphs that hold with an edge all of
/// its orbit. Two cycles have as many orbits of edges between them as the greatest common divisor of their lengths says.
fn graphs(n: u32) -> BigUint {
    let order: BigUint = (1..=n).product();
    let fixed = |cycles: &[u32]| {
        let between = |i: usize| cycles[..i].iter().map(|&other| other.gcd(&cycles[i])).sum::<u32>();
        let orbits = (0..cycles.len()).map(|i| cycles[i] / 2 + between(i)).sum::<u32>();
        (BigUint::from(1u32) << orbits) * (&order / centralizer(cycles))
    };
    partitions(n, n).iter().map(|cycles| fixed(cycles)).sum::<BigUint>() / &order
}

/// How many permutations commute with one of these cycles: the product of the lengths and of the orders of equal ones.
fn centralizer(cycles: &[u32]) -> BigUint {
    let alike = cycles.chunk_by(|a, b| a == b).flat_map(|equal| 1..=equal.len() as u32).map(BigUint::from);
    cycles.iter().map(|&length| BigUint::from(length)).chain(alike).product()
}

/// The partitions of `n` into parts of at most `largest`, each falling, large parts first.
fn partitions(n: u32, largest: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with = |part: u32| partitions(n - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
    (1..=largest.min(n)).rev().flat_map(with).collect()
}

/// The orbits of the sets of at most `k` points under a permutation with these cycles, one below another if a member is.
fn quotient(n: u32, k: u32, cycles: &[u32], handle: &Handle) -> Result<Poset, Stop> {
    let mut image: Vec<u32> = (0..n).collect();
    let mut start = 0;
    for &length in cycles {
        (0..length).for_each(|i| image[(start + i) as usize] = start + (i + 1) % length);
        start += length;
    }
    let turned = |set: u64| (0..n).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | 1u64 << image[i as usize]);
    let (poset, sets) = Poset::subsets(n, k, handle)?;
    let places: FxHashMap<u64, usize> = sets.iter().copied().zip(0..).collect();
    poset.modulo(&sets.iter().map(|&set| places[&turned(set)]).collect::<Vec<_>>(), handle)
}
