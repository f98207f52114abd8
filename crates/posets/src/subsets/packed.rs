//! A downset of B(7) in one word of 64 bits, for tables, batches and messages.
//!
//! The sets with the same coordinates 4 to 6 are a downset of B(4) each, eight of them in all. There are 168 downsets of B(4), so that one byte tells
//! which it is.

/// Downsets of B(4).
const COUNT: usize = 168;

/// A downset of B(4), times this, has its place in a table of 1024 in its highest bits: there are no two with the same, or this would not compile.
const SPREAD: u32 = 523_242_248;

#[inline]
const fn place(slice: u16) -> usize {
    ((slice as u32).wrapping_mul(SPREAD) >> 22) as usize
}

/// The downsets of B(4), in order.
static SLICES: [u16; 256] = {
    let (mut slices, mut count, mut slice) = ([0; 256], 0, 0_u32);
    while slice < 1 << 16 {
        let (mut is_downset, mut i) = (true, 0);
        while i < 4 {
            // The sets without coordinate i.
            let without = [0x5555, 0x3333, 0x0f0f, 0x00ff][i];
            is_downset &= slice >> (1 << i) & without & !slice == 0;
            i += 1;
        }
        if is_downset {
            slices[count] = slice as u16;
            count += 1;
        }
        slice += 1;
    }
    assert!(count == COUNT);
    slices
};

/// At its place, which of the downsets of B(4) it is.
static NUMBERS: [u8; 1024] = {
    let (mut numbers, mut number) = ([0; 1024], COUNT - 1);
    // The last of them is the empty one, with number 0.
    while number > 0 {
        let at = place(SLICES[number]);
        assert!(numbers[at] == 0 && at != place(0));
        numbers[at] = number as u8;
        number -= 1;
    }
    numbers
};

/// A downset of B(7) as a word; 0 if it is empty.
#[inline]
pub fn packed(downset: u128) -> u64 {
    let number = |i: usize| NUMBERS[place((downset >> (16 * i)) as u16)];
    u64::from_le_bytes(std::array::from_fn(number))
}

/// The downset of a word.
#[inline]
pub fn unpacked(word: u64) -> u128 {
    let slices = word.to_le_bytes().map(|number| SLICES[usize::from(number)]);
    slices.iter().rev().fold(0, |downset, &slice| downset << 16 | u128::from(slice))
}
