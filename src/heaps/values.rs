//! Nim-values of heaps 0, 1, 2, …, in as few bytes as the largest of them needs.

use crate::limits::{Handle, Stop};

/// A growing list of nim-values. One byte each while all are below 256, then two, then four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All values are below 2^8.
    Byte(Vec<u8>),
    /// All values are below 2^16.
    Short(Vec<u16>),
    /// All values are below 2^32.
    Word(Vec<u32>),
}

/// The most heaps that are ever kept.
pub const MOST_HEAPS: u64 = 1 << 32;

impl Default for Values {
    fn default() -> Self {
        Values::Byte(Vec::new())
    }
}

impl Values {
    /// Number of heaps known.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Values::Byte(v) => v.len(),
            Values::Short(v) => v.len(),
            Values::Word(v) => v.len(),
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap `n`, which must be known.
    #[inline]
    pub fn get(&self, n: usize) -> u32 {
        match self {
            Values::Byte(v) => v[n].into(),
            Values::Short(v) => v[n].into(),
            Values::Word(v) => v[n],
        }
    }

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: u32) {
        match self {
            Values::Byte(v) if value < 1 << 8 => v.push(value as u8),
            Values::Short(v) if value < 1 << 16 => v.push(value as u16),
            Values::Word(v) => v.push(value),
            _ => {
                self.widen(value);
                self.push(value);
            }
        }
    }

    #[cold]
    fn widen(&mut self, value: u32) {
        *self = if value < 1 << 16 {
            Values::Short((0..self.len()).map(|n| self.get(n) as u16).collect())
        } else {
            Values::Word((0..self.len()).map(|n| self.get(n)).collect())
        };
    }

    /// Makes room for heaps below `n`, a quarter more than there is at least, so that growth is never by doubling:
    /// the longest runs fill a good part of the memory.
    pub fn reserve_to(&mut self, n: usize, h: &Handle) -> Result<(), Stop> {
        let (len, capacity, width) = match self {
            Values::Byte(v) => (v.len(), v.capacity(), 1),
            Values::Short(v) => (v.len(), v.capacity(), 2),
            Values::Word(v) => (v.len(), v.capacity(), 4),
        };
        if n <= capacity {
            return Ok(());
        }
        let more = n.max(len + len / 4) - len;
        h.reserve((len + more) * width)?;
        match self {
            Values::Byte(v) => v.reserve_exact(more),
            Values::Short(v) => v.reserve_exact(more),
            Values::Word(v) => v.reserve_exact(more),
        }
        Ok(())
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.get(n))
    }

    /// Forgets all but the first `n`.
    pub fn truncate(&mut self, n: usize) {
        match self {
            Values::Byte(v) => v.truncate(n),
            Values::Short(v) => v.truncate(n),
            Values::Word(v) => v.truncate(n),
        }
    }

    /// Whether the values in the two ranges of length `len` are equal, which are both known.
    pub fn same(&self, a: usize, b: usize, len: usize) -> bool {
        match self {
            Values::Byte(v) => v[a..a + len] == v[b..b + len],
            Values::Short(v) => v[a..a + len] == v[b..b + len],
            Values::Word(v) => v[a..a + len] == v[b..b + len],
        }
    }
}

/// A set of nim-values as a bit set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, v: u32) {
        let word = (v / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (v % 64);
    }

    /// Adds all values of another set.
    pub fn add(&mut self, other: &ValueSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Adds `g xor v` for every `v` of another set: words change places by the high bits of `g`, bits within a word
    /// by the low ones.
    pub fn add_xor(&mut self, other: &ValueSet, g: u32) {
        let (high, low) = ((g / 64) as usize, g % 64);
        for (i, &word) in other.words.iter().enumerate() {
            if word != 0 {
                let to = i ^ high;
                if to >= self.words.len() {
                    self.words.resize(to + 1, 0);
                }
                self.words[to] |= xor_bits(word, low);
            }
        }
    }

    /// The least value that is missing.
    pub fn mex(&self) -> u32 {
        for (i, &word) in self.words.iter().enumerate() {
            if word != u64::MAX {
                return i as u32 * 64 + word.trailing_ones();
            }
        }
        self.words.len() as u32 * 64
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

/// The set `{v xor g}` of a set of values below 64, `g` below 64.
#[inline]
pub fn xor_bits(mut word: u64, g: u32) -> u64 {
    const KEEP: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, keep) in KEEP.iter().enumerate() {
        if g >> bit & 1 == 1 {
            let s = 1 << bit;
            word = (word & keep) << s | (word >> s) & keep;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_moved_by_xor() {
        for g in [0, 1, 5, 63, 64, 77, 200] {
            let (mut a, mut b, mut c) = (ValueSet::default(), ValueSet::default(), ValueSet::default());
            for v in [0, 3, 17, 63, 64, 130] {
                a.insert(v);
                c.insert(v ^ g);
            }
            b.add_xor(&a, g);
            let trim = |s: &ValueSet| {
                (0..512).filter(|&v| s.words.get(v / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)).collect::<Vec<_>>()
            };
            assert_eq!(trim(&b), trim(&c), "{g}");
        }
    }

    #[test]
    fn widening_keeps_values() {
        let mut values = Values::default();
        let all = [3, 255, 256, 7, 65_536, 1 << 20];
        all.iter().for_each(|&v| values.push(v));
        assert_eq!(values.iter().collect::<Vec<_>>(), all);
    }
}
