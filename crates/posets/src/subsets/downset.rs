//! Downsets of the Boolean lattice B(n), n at most 7: one bit for each subset of the coordinates.
//!
//! Element `x` is a bit mask of coordinates and stands at bit `x` of a word of 128 bits. Going from `x - {i}` to `x`
//! is a shift by 2^i, so that the elements that may be added to a downset, or removed from it, take one shift and one
//! mask for each coordinate.

/// The largest number of coordinates.
pub const MAX_N: u32 = 7;

/// The elements that contain coordinate `i`.
pub(crate) const HAS: [u128; 7] = {
    let mut has = [0u128; 7];
    let mut x = 0;
    while x < 128 {
        let mut i = 0;
        while i < 7 {
            if x >> i & 1 == 1 {
                has[i] |= 1 << x;
            }
            i += 1;
        }
        x += 1;
    }
    has
};

/// The elements of `j` coordinates.
pub const LAYER: [u128; 8] = {
    let mut layer = [0u128; 8];
    let mut x: u32 = 0;
    while x < 128 {
        layer[x.count_ones() as usize] |= 1 << x;
        x += 1;
    }
    layer
};

/// The subsets of `x`, itself included.
pub(crate) const BELOW: [u128; 128] = {
    let mut below = [0u128; 128];
    let mut x = 0;
    while x < 128 {
        let mut y = 0;
        while y < 128 {
            if y & x == y {
                below[x] |= 1 << y;
            }
            y += 1;
        }
        x += 1;
    }
    below
};

/// The supersets of `x` among 7 coordinates, itself included.
pub const ABOVE: [u128; 128] = {
    let mut above = [0u128; 128];
    let mut x = 0;
    while x < 128 {
        let mut y = 0;
        while y < 128 {
            if y & x == x {
                above[x] |= 1 << y;
            }
            y += 1;
        }
        x += 1;
    }
    above
};

/// All subsets of `n` coordinates.
pub const fn cube(n: u32) -> u128 {
    if n >= 7 { u128::MAX } else { (1 << (1u32 << n)) - 1 }
}

/// The subsets of at most `k` of `n` coordinates: P(n, k).
pub fn truncated(n: u32, k: u32) -> u128 {
    let layers = LAYER.iter().take(k as usize + 1).fold(0, |all, layer| all | layer);
    layers & cube(n)
}

/// The elements outside `d` whose proper subsets all lie in `d`.
#[inline]
pub fn addable(d: u128) -> u128 {
    let mut fits = !d;
    for (i, has) in HAS.iter().enumerate() {
        fits &= (d << (1 << i)) | !has;
    }
    fits
}

/// The maximal elements of a downset.
#[inline]
pub fn maximal(d: u128) -> u128 {
    let mut covered = 0;
    for (i, has) in HAS.iter().enumerate() {
        covered |= (d & has) >> (1 << i);
    }
    d & !covered
}

/// The size of the largest elements of a family.
pub fn largest(d: u128) -> u32 {
    (0..8).rev().find(|&size| d & LAYER[size as usize] != 0).unwrap_or(0)
}

/// Whether every subset of an element is an element.
pub fn is_downset(d: u128) -> bool {
    HAS.iter().enumerate().all(|(i, has)| ((d & has) >> (1 << i)) & !d == 0)
}

/// The downset with these maximal elements.
pub fn generated(facets: impl IntoIterator<Item = u8>) -> u128 {
    facets.into_iter().fold(0, |d, x| d | BELOW[usize::from(x & 127)])
}

/// The bits of a word, from the lowest.
#[inline]
pub fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let x = word.trailing_zeros();
        word &= word - 1;
        Some(x)
    })
}

/// The dual complement within B(n): the complements of the sets outside `d`, again a downset.
pub fn dual_complement(d: u128, n: u32) -> u128 {
    (!d & cube(n)).reverse_bits() >> (128 - (1u32 << n))
}
