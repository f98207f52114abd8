//! Fewer and larger strata for the same set.
//!
//! Two identities, each between disjoint unions: `p + N A` with `a` in `A` is `p + N (A - a)` and `(p + a) + N A`; and `p + N (A with b)` is
//! the union of `p + j b + N (A with m b)` for `0 <= j < m`. Both are read from right to left until nothing changes.
//! The union stays disjoint, and as the result depends only on the set of strata, it is the same in every run.

use crate::linear::{Matrix, Vector, add, content, subtract};
use crate::stratum::Stratum;
use crate::trouble::Trouble;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use sprague_limits::Handle;
use std::collections::{BTreeMap, BTreeSet};

type ByGenerators = BTreeMap<Matrix, BTreeSet<Vector>>;

/// Merges disjoint strata and sorts them: more generators first, then by generators, then by base.
pub(crate) fn merged(strata: Vec<Stratum>, handle: &Handle) -> Result<Vec<Stratum>, Trouble> {
    let mut groups: ByGenerators = BTreeMap::new();
    for mut stratum in strata {
        stratum.generators.sort();
        groups.entry(stratum.generators).or_default().insert(stratum.base);
    }
    while absorb(&mut groups, handle)? || join_residues(&mut groups, handle)? {}
    let mut strata: Vec<Stratum> = groups
        .into_iter()
        .flat_map(|(generators, bases)| {
            bases.into_iter().map(move |base| Stratum { base, generators: generators.clone() })
        })
        .collect();
    strata.sort_by(|a, b| {
        (b.generators.len(), &a.generators, &a.base).cmp(&(a.generators.len(), &b.generators, &b.base))
    });
    Ok(strata)
}

/// The first identity, everywhere; true if something changed.
fn absorb(groups: &mut ByGenerators, handle: &Handle) -> Result<bool, Trouble> {
    let mut changed = false;
    let keys: Vec<Matrix> = groups.keys().filter(|k| !k.is_empty()).cloned().collect();
    for key in keys {
        for i in 0..key.len() {
            let mut face = key.clone();
            let a = face.remove(i);
            let Some(mut flat) = groups.remove(&face) else { continue };
            let Some(mut bases) = groups.remove(&key) else {
                groups.insert(face, flat);
                continue;
            };
            let mut work: Vec<Vector> = bases.iter().cloned().collect();
            while let Some(mut base) = work.pop() {
                if !bases.contains(&base) {
                    continue;
                }
                loop {
                    handle.tick()?;
                    let below = subtract(&base, &a);
                    if !flat.remove(&below) {
                        break;
                    }
                    bases.remove(&base);
                    bases.insert(below.clone());
                    base = below;
                    changed = true;
                }
            }
            groups.insert(key.clone(), bases);
            if !flat.is_empty() {
                groups.insert(face, flat);
            }
        }
    }
    Ok(changed)
}

/// The second identity, everywhere; true if something changed.
fn join_residues(groups: &mut ByGenerators, handle: &Handle) -> Result<bool, Trouble> {
    let mut changed = false;
    let keys: Vec<Matrix> = groups.keys().cloned().collect();
    for key in keys {
        for i in 0..key.len() {
            for m in prime_divisors(&content(&key[i]), groups.get(&key).map_or(0, BTreeSet::len)) {
                let Some(mut bases) = groups.remove(&key) else { continue };
                let b: Vector = key[i].iter().map(|x| x / m).collect();
                let mut joined = BTreeSet::new();
                for base in bases.clone() {
                    handle.tick()?;
                    let mut row = vec![base];
                    while row.len() < m && bases.contains(&row[row.len() - 1]) {
                        let next = add(&row[row.len() - 1], &b);
                        row.push(next);
                    }
                    if row.len() == m && row.iter().all(|p| bases.contains(p)) {
                        for p in &row {
                            bases.remove(p);
                        }
                        joined.extend(row.into_iter().next());
                    }
                }
                if !bases.is_empty() {
                    groups.insert(key.clone(), bases);
                }
                if !joined.is_empty() {
                    changed = true;
                    let mut finer = key.clone();
                    finer[i] = b;
                    finer.sort();
                    groups.entry(finer).or_default().extend(joined);
                }
            }
        }
    }
    Ok(changed)
}

/// The prime divisors of `n` up to `bound`, largest first.
fn prime_divisors(n: &BigInt, bound: usize) -> Vec<usize> {
    let mut rest = n.clone();
    let mut primes = Vec::new();
    let mut p = 2usize;
    while p <= bound && !rest.is_one() && !rest.is_zero() {
        if rest.is_multiple_of(&BigInt::from(p)) {
            primes.push(p);
            while rest.is_multiple_of(&BigInt::from(p)) {
                rest /= p;
            }
        }
        if let Some(small) = rest.to_usize()
            && small < p.saturating_mul(p)
        {
            if small > 1 && small <= bound {
                primes.push(small);
            }
            break;
        }
        p += 1;
    }
    primes.reverse();
    primes
}
