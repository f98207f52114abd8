//! Chains, and what is counted with them: the zeta polynomial, the Möbius function, the order polynomial.

use super::bits::{self, Mask, with_mask};
use super::ideals::ideals;
use super::lattice::IdealLattice;
use super::poset::Poset;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use sprague_limits::{Handle, Stop};

/// Downsets of a connected part that are listed for the order polynomial.
const LISTED: usize = 1_000_000;

/// How many chains have i elements, for i = 0, 1, 2, …
///
/// ```
/// use sprague_posets::{Poset, chains};
/// let handle = sprague_limits::Handle::default();
/// let (square, _) = Poset::subsets(2, 2, &handle)?;
/// assert_eq!(chains(&square, &handle)?, [1u32, 4, 5, 2].map(Into::into));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn chains(poset: &Poset, handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let rows = poset.rows()?;
    let mut counts = vec![BigUint::one()];
    // Chains of so many elements by their greatest.
    let mut ending = vec![BigUint::one(); poset.len()];
    loop {
        let sum: BigUint = ending.iter().sum();
        if sum.is_zero() {
            return Ok(counts);
        }
        counts.push(sum);
        let mut longer = vec![BigUint::zero(); poset.len()];
        for (y, ways) in longer.iter_mut().enumerate() {
            for x in bits::ones(rows.below(y)) {
                handle.tick()?;
                *ways += &ending[x];
            }
        }
        ending = longer;
    }
}

/// The zeta polynomial at `t`: for t > 1 how many sequences of t - 1 elements never go down. For a poset with least and greatest element
/// its value at -1 is the Möbius function between them.
///
/// ```
/// use sprague_posets::{Poset, zeta_polynomial};
/// let handle = sprague_limits::Handle::default();
/// let (cube, _) = Poset::subsets(3, 3, &handle)?;
/// assert_eq!(zeta_polynomial(&cube, &5.into(), &handle)?, 125.into()); // t to the third power
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn zeta_polynomial(poset: &Poset, t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let counts = chains(poset, handle)?;
    in_binomials(&counts[1..], &(t - 2), handle)
}

/// The Möbius function of the interval from `x` to `y`; 0 if `x` is not at or below `y`.
///
/// ```
/// use sprague_posets::{Poset, mobius};
/// let handle = sprague_limits::Handle::default();
/// let (divisors, numbers) = Poset::divisors(30, &handle)?;
/// assert_eq!(mobius(&divisors, 0, numbers.len() - 1, &handle)?, (-1).into()); // three primes
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn mobius(poset: &Poset, x: usize, y: usize, handle: &Handle) -> Result<BigInt, Stop> {
    let between = poset.up(x).and(poset.down(y).row());
    if between.is_empty() {
        return Ok(BigInt::zero());
    }
    if poset.rows().is_err() && between.len() <= Poset::PAIRED {
        let elements: Vec<usize> = between.iter().collect();
        let place = |x| elements.partition_point(|&y| y < x);
        return mobius(&poset.piece(&elements, handle)?, place(x), place(y), handle);
    }
    let rows = poset.rows()?;
    let mut values = vec![BigInt::zero(); poset.len()];
    for z in poset.linear_order().into_iter().filter(|&z| between.contains(z)) {
        let mut sum = BigInt::zero();
        for w in between.and(rows.below(z)).iter() {
            handle.tick()?;
            sum += &values[w];
        }
        values[z] = if z == x { BigInt::one() } else { -sum };
    }
    Ok(std::mem::take(&mut values[y]))
}

/// For i = 0, 1, 2, … up to the number of elements: the maps onto the chain of i elements that keep the order. The last is the number
/// of linear extensions. The order polynomial, which for t >= 0 is the number of all such maps into the chain of t elements, is their
/// sum with the binomial coefficients of t over i.
///
/// A map into a chain of t elements is a sequence of t downsets, each within the next and the last one the whole: they are counted by
/// summing over all downsets within a downset, t - 1 times. In a disjoint sum maps of the parts are chosen one by one.
///
/// ```
/// use sprague_posets::{Poset, order_preserving_maps};
/// let handle = sprague_limits::Handle::default();
/// // One way onto a chain of one or two elements that keeps a < b.
/// assert_eq!(order_preserving_maps(&Poset::chain(2, &handle)?, &handle)?, [0u32, 1, 1].map(Into::into));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn order_preserving_maps(poset: &Poset, handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let n = poset.len();
    // The order polynomial at 0 to n.
    let mut values = vec![BigInt::one(); n + 1];
    for part in poset.components() {
        let part = poset.induced(&part, handle)?;
        let part = part.induced(&part.linear_order(), handle)?;
        let found = with_mask!(part.len(), M => sequences::<M>(&part, n, handle)?, else None);
        let Some(found) = found else {
            return Err(Stop::TooLarge(format!(
                "the downsets of a connected poset of {} elements; at most {LISTED} of them can be handled",
                part.len()
            )));
        };
        for (value, factor) in values.iter_mut().zip(found) {
            *value *= BigInt::from(factor);
        }
    }
    // Differences at 0.
    let mut maps = Vec::with_capacity(n + 1);
    for left in (1..=n + 1).rev() {
        handle.ticks(left)?;
        maps.push(values[0].magnitude().clone());
        for i in 0..left - 1 {
            values[i] = &values[i + 1] - &values[i];
        }
    }
    Ok(maps)
}

/// The order polynomial at `t`; at -t it is, up to the sign, the number of maps that keep the order strictly (Stanley).
///
/// ```
/// use sprague_posets::{Poset, order_polynomial};
/// let handle = sprague_limits::Handle::default();
/// let chain = Poset::chain(2, &handle)?;
/// assert_eq!(order_polynomial(&chain, &3.into(), &handle)?, 6.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn order_polynomial(poset: &Poset, t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let mut product = BigInt::one();
    // Maps of the parts of a disjoint sum are chosen one by one.
    for part in poset.components() {
        handle.tick()?;
        product *= of_part(&poset.piece(&part, handle)?, t, handle)?;
    }
    Ok(product)
}

/// The same for a connected poset.
fn of_part(poset: &Poset, t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    match order_preserving_maps(poset, handle) {
        // Sequences of t - 1 downsets, each within the next, are the downsets of a product with a chain.
        Err(Stop::TooLarge(why)) => match t.to_usize().filter(|t| (1..=Poset::PAIRED / poset.len()).contains(t)) {
            Some(t) => Ok(ideals(&poset.product(&Poset::chain(t - 1, handle)?, handle)?, handle)?.into()),
            None => Err(Stop::TooLarge(why)),
        },
        maps => in_binomials(&maps?, t, handle),
    }
}

/// The order polynomial of a connected poset at 0 to `last`.
fn sequences<M: Mask>(poset: &Poset, last: usize, handle: &Handle) -> Result<Option<Vec<BigUint>>, Stop> {
    let Some(lattice) = IdealLattice::new(&poset.up_sets::<M>(), LISTED, handle)? else { return Ok(None) };
    handle.reserve(lattice.sets.len() * 64)?;
    let mut numbers = vec![BigUint::one(); lattice.sets.len()];
    let mut values = vec![BigUint::zero()];
    for t in 1..=last {
        if t > 1 {
            lattice.sum_within(&mut numbers, handle)?;
        }
        values.extend(numbers.last().cloned());
    }
    Ok(Some(values))
}

/// The sum of `counts[i]` times t over i, for any integer t.
fn in_binomials(counts: &[BigUint], t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let (mut sum, mut binomial) = (BigInt::zero(), BigInt::one());
    for (i, count) in counts.iter().enumerate() {
        handle.ticks(1 + binomial.bits() / 64)?;
        sum += BigInt::from(count.clone()) * &binomial;
        // Exact: the product of i + 1 integers in a row is divisible by (i + 1)!.
        binomial = binomial * (t - BigInt::from(i)) / BigInt::from(i + 1);
    }
    Ok(sum)
}
