//! Young diagrams, given by the lengths of their rows: closed forms for linear extensions and downsets, and drawing at
//! random; downsets of boxes by MacMahon's formula.

use super::count::factorial;
use super::extensions::RandomBits;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use sprague_limits::{Handle, Stop};

/// How many rows reach each column.
fn columns(rows: &[usize]) -> Vec<usize> {
    (0..rows.first().copied().unwrap_or(0)).map(|j| rows.iter().filter(|&&row| row > j).count()).collect()
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

/// Plane partitions in a box, which are its downsets: the product of `(i + j + c - 1) / (i + j - 1)` for i to a, j to b
/// (MacMahon 1916).
pub(crate) fn plane_partitions([a, b, c]: [usize; 3], handle: &Handle) -> Result<BigUint, Stop> {
    let (mut above, mut below) = (BigUint::one(), BigUint::one());
    for i in 1..=a {
        for j in 1..=b {
            handle.ticks(4)?;
            above *= i + j + c - 1;
            below *= i + j - 1;
        }
    }
    Ok(above / below)
}
