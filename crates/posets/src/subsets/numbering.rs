//! The elements of a class numbered in their order, so that what is kept for each of them takes no place for others.

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// How many bits of a byte come before each.
static BEFORE: [[u8; 8]; 256] = {
    let (mut table, mut byte) = ([[0; 8]; 256], 0);
    while byte < 256 {
        let mut at = 0;
        while at < 8 {
            table[byte][at] = (byte & ((1 << at) - 1)).count_ones() as u8;
            at += 1;
        }
        byte += 1;
    }
    table
};

/// The elements of a class but the empty set, with how many come before those of each byte.
pub struct Numbering {
    elements: [u8; 16],
    before: [u8; 16],
}

impl Numbering {
    /// Of the elements of this class.
    #[inline]
    pub fn new(class: u128) -> Numbering {
        let elements = class & !1;
        // Bits are counted in pairs, fours and bytes, and bytes added up to each; processors that count by themselves are not asked for.
        let [low, high] = [elements as u64, (elements >> 64) as u64].map(|word| {
            let pairs = word.wrapping_sub(word >> 1 & (0x55 * ONES));
            let fours = (pairs & (0x33 * ONES)) + (pairs >> 2 & (0x33 * ONES));
            ((fours + (fours >> 4)) & (0x0f * ONES)).wrapping_mul(ONES)
        });
        let high_before = (high << 8).wrapping_add((low >> 56).wrapping_mul(ONES));
        let before = u128::from(low << 8) | u128::from(high_before) << 64;
        Numbering { elements: elements.to_le_bytes(), before: before.to_le_bytes() }
    }

    /// How many elements come before one.
    #[inline]
    pub fn of(&self, x: u32) -> usize {
        let byte = (x >> 3 & 15) as usize;
        usize::from(self.before[byte]) + usize::from(BEFORE[usize::from(self.elements[byte])][(x & 7) as usize])
    }
}
