//! Young diagrams, given by the lengths of their rows: closed forms for linear extensions and downsets, and drawing at
//! random; downsets of boxes by MacMahon's formula.

use super::count::factorial;
use super::extensions::RandomBits;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sprague_limits::{Handle, Stop};

/// How many rows reach each column.
fn columns(rows: &[usize]) -> Vec<usize> {
    (0..rows.first().copied().unwrap_or(0)).map(|j| rows.iter().filter(|&&row| row > j).count()).collect()
}

/// The lengths of the columns.
pub(crate) fn transposed(rows: &[usize]) -> Vec<usize> {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|i| rows.iter().filter(|&&row| row > i).count()).collect()
}

/// Standard Young tableaux: `n!` over the product of the hook lengths (Frame, Robinson and Thrall 1954).
pub(crate) fn tableaux(rows: &[usize], handle: &Handle) -> Result<BigUint, Stop> {
    let columns = columns(rows);
    let mut hooks = BigUint::one();
    // Gathered in words, so that the long number is multiplied less often.
    let mut gathered = 1u64;
    for (i, &row) in rows.iter().enumerate() {
        handle.ticks(1 + row)?;
        for (j, column) in columns.iter().enumerate().take(row) {
            let hook = (row - j + column - i - 1) as u64;
            gathered = gathered.checked_mul(hook).unwrap_or_else(|| {
                hooks *= gathered;
                hook
            });
        }
    }
    Ok(factorial(rows.iter().sum()) / (hooks * gathered))
}

/// A standard tableau at random, each equally likely: the cells in the order of their entries. The largest entry goes to the corner
/// that a walk ends at which begins anywhere and steps to any other cell of the hook (Greene, Nijenhuis and Wilf 1979).
pub(crate) fn random_tableau(
    rows: &[usize],
    random: &mut RandomBits,
    handle: &Handle,
) -> Result<Vec<(usize, usize)>, Stop> {
    let (mut rows, mut columns) = (rows.to_vec(), columns(rows));
    let mut order = Vec::new();
    for left in (1..=rows.iter().sum::<usize>()).rev() {
        handle.ticks(1 + rows.len() / 16)?;
        let mut drawn = random.below(left as u64) as usize;
        let mut i = 0;
        while drawn >= rows[i] {
            drawn -= rows[i];
            i += 1;
        }
        let mut j = drawn;
        loop {
            let (arm, leg) = (rows[i] - j - 1, columns[j] - i - 1);
            if arm + leg == 0 {
                break;
            }
            handle.tick()?;
            let step = random.below((arm + leg) as u64) as usize;
            if step < arm { j += step + 1 } else { i += step - arm + 1 }
        }
        rows[i] -= 1;
        columns[j] -= 1;
        order.push((i, j));
    }
    order.reverse();
    Ok(order)
}

/// Diagrams within a diagram, the empty one too: row by row from the last.
pub(crate) fn within(rows: &[usize], handle: &Handle) -> Result<BigUint, Stop> {
    // ways[v]: choices of the rows so far with the uppermost of length v.
    let mut ways = vec![BigUint::one()];
    for &row in rows.iter().rev() {
        handle.ticks(1 + row)?;
        let mut sum = BigUint::zero();
        ways = (0..=row)
            .map(|v| {
                if let Some(more) = ways.get(v) {
                    sum += more;
                }
                sum.clone()
            })
            .collect();
    }
    Ok(ways.into_iter().sum())
}

/// Of the diagrams within one that is its own transpose, how many are so, too. What they have at the diagonal and right of it are rows that get shorter and shorter.
pub(crate) fn symmetric_within(rows: &[usize], handle: &Handle) -> Result<BigUint, Stop> {
    // ways[v]: choices of the rows so far with the uppermost of length v; after an empty one all are empty.
    let mut ways = vec![BigUint::one()];
    for (i, &row) in rows.iter().enumerate().rev() {
        handle.ticks(1 + row)?;
        let mut shorter = BigUint::zero();
        let mut longer = vec![BigUint::one()];
        for v in 1..=row.saturating_sub(i) {
            if let Some(more) = ways.get(v - 1) {
                shorter += more;
            }
            longer.push(shorter.clone());
        }
        ways = longer;
    }
    Ok(ways.into_iter().sum())
}

/// Bits of a number that closed forms write down.
const MOST_BITS: f64 = (1u64 << 27) as f64;

/// Is there room, and time, for a number of so many bits?
pub(crate) fn affordable(bits: f64, handle: &Handle) -> Result<(), Stop> {
    if bits > MOST_BITS {
        let digits = |bits: f64| bits * std::f64::consts::LOG10_2;
        let (found, most) = (digits(bits), digits(MOST_BITS));
        return Err(Stop::TooLarge(format!(
            "a number of some {found:.1e} digits; at most {most:.1e} are written down"
        )));
    }
    handle.afford(bits as usize / 2)
}

/// Plane partitions in a box, which are its downsets: the product of `(i + j + c - 1) / (i + j - 1)` for i to a, j to b
/// (MacMahon 1916). Long division takes the square of the length, so the primes of the denominators are taken out of the numerators beforehand.
pub(crate) fn plane_partitions(sides: [usize; 2], c: &BigUint, handle: &Handle) -> Result<BigUint, Stop> {
    let [mut a, mut b] = sides;
    if a == 0 || b == 0 {
        return Ok(BigUint::one());
    }
    // The sides may change places: there are fewest factors if the third one is the longest.
    let mut third = c.clone();
    for side in [&mut a, &mut b] {
        if let Some(shorter) = third.to_usize().filter(|third| third < side) {
            third = BigUint::from(std::mem::replace(side, shorter));
        }
    }
    if a == 0 || b == 0 {
        return Ok(BigUint::one());
    }
    let last = a + b - 1;
    // So many i and j have i + j - 1 = h.
    let alike = |h: usize| h.min(a).min(b).min(a + b - h);
    let long = |number: &BigUint| number.to_f64().filter(|n| n.is_finite()).map_or(number.bits() as f64, f64::log2);
    let short = third.to_f64().filter(|third| *third < 1e15);
    let mut bits = 0.0;
    for h in 1..=last {
        let factor =
            short.map_or_else(|| long(&third) - (h as f64).log2(), |third| (third / h as f64).ln_1p() / 2f64.ln());
        bits += alike(h) as f64 * factor;
    }
    handle.ticks(1 + last / 16)?;
    affordable(bits + 64.0, handle)?;
    match u64::try_from(&third).ok().filter(|third| third.checked_add(last as u64).is_some()) {
        Some(third) => quotient((1..=last as u64).map(|h| third + h).collect(), alike, handle),
        None => quotient((1..=last as u64).map(|h| &third + h).collect::<Vec<BigUint>>(), alike, handle),
    }
}

/// The product of numbers that follow each other, each `alike(h)` times for h from 1, over the product of the h, as often. It must be an integer.
fn quotient<T>(mut above: Vec<T>, alike: impl Fn(usize) -> usize, handle: &Handle) -> Result<BigUint, Stop>
where
    T: Clone + Zero + Into<BigUint> + std::ops::Rem<u64, Output = T> + std::ops::Div<u64, Output = T>,
{
    let last = above.len();
    handle.afford(80 * last)?;
    let mut powers: Vec<(BigUint, usize)> = Vec::new();
    let mut is_composite = vec![false; last + 1];
    for p in 2..=last {
        if is_composite[p] {
            continue;
        }
        handle.ticks(1 + last / p / 4)?;
        let (mut over, mut under) = (0, 0);
        for h in (p..=last).step_by(p) {
            is_composite[h] = true;
            let mut left = h;
            while left % p == 0 {
                left /= p;
                under += alike(h);
            }
        }
        let first = (1..=p).find(|&h| (above[h - 1].clone() % p as u64).is_zero()).expect("one of p in a row");
        for h in (first..=last).step_by(p) {
            while (above[h - 1].clone() % p as u64).is_zero() {
                above[h - 1] = above[h - 1].clone() / p as u64;
                over += alike(h);
            }
        }
        powers.push((p.into(), over - under));
    }
    powers.extend(above.into_iter().enumerate().map(|(i, left)| (left.into(), alike(i + 1))));
    powers.retain(|(base, exponent)| *exponent > 0 && !base.is_one());
    product_of(&powers, handle)
}

/// The product of these powers, halves first, so that factors are of like size.
fn product_of(powers: &[(BigUint, usize)], handle: &Handle) -> Result<BigUint, Stop> {
    if let [(base, exponent)] = powers {
        let words = 1 + base.bits() as usize * exponent / 64;
        handle.ticks(1 + words * words.isqrt() / 1000)?;
        return Ok(base.pow(*exponent as u32));
    }
    if powers.is_empty() {
        return Ok(BigUint::one());
    }
    let (low, high) = powers.split_at(powers.len() / 2);
    let (low, high) = (product_of(low, handle)?, product_of(high, handle)?);
    let words = 1 + low.bits().max(high.bits()) as usize / 64;
    handle.ticks(words * words.isqrt() / 1000)?;
    Ok(low * high)
}
