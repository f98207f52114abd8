//! Chains, and what is counted with them: the zeta polynomial, the Möbius function, the order polynomial.

use super::bits::{self, Mask, with_mask};
use super::coordinates::Coordinates;
use super::ideals::ideals;
use super::lattice::IdealLattice;
use super::poset::Poset;
use super::young;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use sprague_limits::{Handle, Stop, with_stack};

/// Elements of a connected part whose downsets are listed for the order polynomial, and how many downsets.
const MASKED: usize = 1024;
const LISTED: usize = 1_000_000;

/// Elements one upon the other whose chains are counted: the numbers fill 36 MB.
const STACKED: usize = 20_000;

/// How many chains have i elements, for i = 0, 1, 2, … Cost: in a piece that is neither a disjoint nor an ordinal sum a sum over all comparable pairs for each i.
///
/// ```
/// use sprague_posets::{Poset, chains};
/// let handle = sprague_limits::Handle::default();
/// let (square, _) = Poset::subsets(2, 2, &handle)?;
/// assert_eq!(chains(&square, &handle)?, [1u32, 4, 5, 2].map(Into::into));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn chains(poset: &Poset, handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        return within_blocks(poset, &blocks, handle);
    }
    let components = poset.components();
    if components.len() > 1 {
        return within_components(poset, &components, handle);
    }
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

/// A chain of an ordinal sum has a chain in each block, so that the polynomials are multiplied.
fn within_blocks(poset: &Poset, blocks: &[Vec<usize>], handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let single = blocks.iter().filter(|block| block.len() == 1).count();
    if single > STACKED {
        return Err(Stop::TooLarge(format!(
            "the numbers of chains of {single} elements one upon the other; at most {STACKED} can be handled"
        )));
    }
    // As many numbers, of up to as many bits.
    handle.afford(single * single / 8)?;
    let mut product = vec![BigUint::one()];
    for i in 0..single {
        handle.ticks(1 + product[i].bits() / 64)?;
        product.push(&product[i] * (single - i) / (i + 1));
    }
    for block in blocks.iter().filter(|block| block.len() > 1) {
        let factor = with_stack(|| chains(&poset.piece(block, handle)?, handle))?;
        let mut next = vec![BigUint::zero(); product.len() + factor.len() - 1];
        for (i, of_block) in factor.iter().enumerate() {
            for (sum, of_others) in next[i..].iter_mut().zip(&product) {
                handle.ticks(1 + of_block.bits() * of_others.bits() / 4096)?;
                *sum += of_block * of_others;
            }
        }
        product = next;
    }
    Ok(product)
}

/// A chain of a disjoint sum that has elements lies in one of the components.
fn within_components(poset: &Poset, components: &[Vec<usize>], handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let single = components.iter().filter(|component| component.len() == 1).count();
    let mut sum = vec![BigUint::one(), BigUint::from(single)];
    for component in components.iter().filter(|component| component.len() > 1) {
        let found = with_stack(|| chains(&poset.piece(component, handle)?, handle))?;
        sum.resize(sum.len().max(found.len()), BigUint::zero());
        sum.iter_mut().zip(found).skip(1).for_each(|(sum, more)| *sum += more);
    }
    Ok(sum)
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
    if *t == 2.into() {
        return Ok(poset.len().into());
    }
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
        if part.len() > MASKED {
            return Err(Stop::TooLarge(format!(
                "the order polynomial of a connected poset of {} elements; at most {MASKED} can be handled",
                part.len()
            )));
        }
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

/// The order polynomial at `t`; at -t it is, up to the sign, the number of maps that keep the order strictly (Stanley). Products of two chains, and chains, have MacMahon's formula.
///
/// ```
/// use sprague_posets::{Poset, order_polynomial};
/// let handle = sprague_limits::Handle::default();
/// let chain = Poset::chain(2, &handle)?;
/// assert_eq!(order_polynomial(&chain, &3.into(), &handle)?, 6.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn order_polynomial(poset: &Poset, t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let parts = poset.components();
    let single = parts.iter().filter(|part| part.len() == 1).count();
    young::affordable(single as f64 * t.bits() as f64, handle)?;
    let mut product = t.pow(single as u32);
    // Maps of the parts of a disjoint sum are chosen one by one.
    for part in parts.into_iter().filter(|part| part.len() > 1) {
        if product.is_zero() {
            break;
        }
        handle.ticks(1 + product.bits() / 4096)?;
        product *= of_part(&poset.piece(&part, handle)?, t, handle)?;
    }
    Ok(product)
}

/// The same for a connected poset that is not empty.
fn of_part(poset: &Poset, t: &BigInt, handle: &Handle) -> Result<BigInt, Stop> {
    let height = poset.height(handle)?;
    // No map into fewer elements keeps a chain strictly.
    if !t.is_positive() && t > &-BigInt::from(height) {
        return Ok(BigInt::zero());
    }
    if t.is_one() {
        return Ok(BigInt::one());
    }
    if let Some(sides) = as_grid(poset, height, handle)? {
        // Plane partitions in a box with t - 1 as its third side. The factors for i and for a + 1 - i, and so with j, change places in the formula at -t, but for their signs.
        let (third, sign) = match t.magnitude() {
            positive if t.is_positive() => (positive - 1u32, 1),
            negative => (negative - height, if poset.len().is_multiple_of(2) { 1 } else { -1 }),
        };
        return Ok(BigInt::from(young::plane_partitions(sides, &third, handle)?) * sign);
    }
    if *t == 2.into() {
        return Ok(ideals(poset, handle)?.into());
    }
    match order_preserving_maps(poset, handle) {
        // Sequences of t - 1 downsets, each within the next, are the downsets of a product with a chain.
        Err(Stop::TooLarge(why)) => match t.to_usize().filter(|t| (1..=Poset::PAIRED / poset.len()).contains(t)) {
            Some(t) => Ok(ideals(&poset.product(&Poset::chain(t - 1, handle)?, handle)?, handle)?.into()),
            None => Err(Stop::TooLarge(why)),
        },
        maps => in_binomials(&maps?, t, handle),
    }
}

/// The sides of a product of two chains, one of which may have a single element.
fn as_grid(poset: &Poset, height: usize, handle: &Handle) -> Result<Option<[usize; 2]>, Stop> {
    if height == poset.len() {
        return Ok(Some([height, 1]));
    }
    let found = Coordinates::of(poset, handle)?.filter(Coordinates::is_box);
    Ok(found.and_then(|found| found.sides.try_into().ok()))
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
