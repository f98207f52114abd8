//! Words of values: what is seen from a position has a bit for each value of what a move leaves.

use crate::subsets::error::Error;

/// One value.
#[inline]
pub fn bit(value: u8) -> u64 {
    1_u64.wrapping_shl(value.into())
}

/// Sees values at these places.
#[inline]
pub fn gather(seen: &mut [u64], values: &[u8], places: &[u32]) {
    for (seen, &at) in seen.iter_mut().zip(places) {
        *seen |= bit(values[at as usize]);
    }
}

/// The same, and keeps them: `wide` of them side by side, from `here` on in each row of `width`.
#[inline]
pub fn keep(
    (after, width, here, wide): (&mut [u8], usize, usize, usize),
    seen: &mut [u64],
    values: &[u8],
    places: &[u32],
) {
    if wide == after.len() {
        for ((after, seen), &at) in after.iter_mut().zip(seen).zip(places) {
            let value = values[at as usize];
            *after = value;
            *seen |= bit(value);
        }
        return;
    }
    let rows = after.chunks_exact_mut(width).zip(seen.chunks_exact_mut(wide)).zip(places.chunks_exact(wide));
    for ((after, seen), places) in rows {
        for ((after, seen), &at) in after[here..].iter_mut().zip(seen).zip(places) {
            let value = values[at as usize];
            *after = value;
            *seen |= bit(value);
        }
    }
}

/// Finds the values of a cube, of which is known what is seen from each position by moves out of the cube; a move within takes a bit of
/// the place. Leaves the bit of each value, or nothing if it has none.
pub fn close(seen: &mut [u64]) {
    if let [seen] = seen {
        *seen = !*seen & seen.wrapping_add(1);
        return;
    }
    let (low, high) = seen.split_at_mut(seen.len() / 2);
    close(low);
    high.iter_mut().zip(&*low).for_each(|(high, low)| *high |= low);
    close(high);
}

/// Values from their bits.
pub fn settle(values: &mut [u8], seen: &[u64]) -> Result<(), Error> {
    for (value, &seen) in values.iter_mut().zip(seen) {
        *value = seen.trailing_zeros() as u8;
    }
    match seen.contains(&0) {
        true => Err(Error::Overflow),
        false => Ok(()),
    }
}
