//! Subtraction of many numbers: the sieve of lesson and book, one for each value, on bits.
//!
//! In: a finite set S and the values of heaps in order. Out: the next value. For every value v the heaps from which a
//! heap of value v can be reached are marked; the value of heap n is the least v that has no mark at n, and then n + s
//! gets v's mark for every s of S, 64 of them at a time. Only marks up to max(S) ahead are ever set, so a ring of words
//! holds them. Cost of a heap: max(S)/64 words and G(n) looks at a bit, against |S| looks of the direct way.

use super::values::Values;
use sprague_limits::{Handle, Stop};

/// The marks.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// S as bits.
    set: Vec<u64>,
    /// Words of a ring, a power of two.
    ring: usize,
    /// One ring for each value.
    marks: Vec<Vec<u64>>,
    /// The heap whose value is next.
    next: usize,
}

impl Marks {
    /// Whether marks are quicker than looking at each number, for numbers in rising order: measured, a word costs half
    /// as much as a look.
    pub(crate) fn pay(set: &[u64]) -> bool {
        set.last().is_some_and(|&largest| set.len() >= 16 && largest / 128 < set.len() as u64)
    }

    /// No marks yet.
    pub(crate) fn new(set: &[u64]) -> Marks {
        let largest = set.last().copied().unwrap_or(0) as usize;
        let mut bits = vec![0; largest / 64 + 1];
        for &s in set {
            bits[s as usize / 64] |= 1 << (s % 64);
        }
        Marks { ring: (bits.len() + 1).next_power_of_two(), set: bits, marks: Vec::new(), next: 0 }
    }

    /// The next value; heaps `0..values.len()` are known.
    pub(crate) fn next(&mut self, values: &Values, h: &Handle) -> Result<u32, Stop> {
        let n = values.len();
        if self.next != n {
            // Values from a file, or found before: their marks.
            self.marks.clear();
            self.next = n.saturating_sub(self.set.len() * 64);
            while self.next < n {
                self.settle(values.get(self.next), h)?;
            }
        }
        let (word, bit) = ((n / 64) & (self.ring - 1), n % 64);
        let value = self.marks.iter().position(|ring| ring[word] >> bit & 1 == 0).unwrap_or(self.marks.len());
        self.settle(value as u32, h)?;
        Ok(value as u32)
    }

    /// Heap `next` has this value.
    fn settle(&mut self, value: u32, h: &Handle) -> Result<(), Stop> {
        let (n, last) = (self.next, self.ring - 1);
        h.ticks((self.set.len() / 16) as u32 + 1)?;
        while self.marks.len() <= value as usize {
            h.reserve(self.ring * 8)?;
            self.marks.push(vec![0; self.ring]);
        }
        let ring = &mut self.marks[value as usize];
        let (word, bit) = (n / 64, n % 64);
        let mut carry = 0;
        for (i, &bits) in self.set.iter().enumerate() {
            ring[(word + i) & last] |= bits << bit | carry;
            carry = (bits >> 1) >> (63 - bit);
        }
        ring[(word + self.set.len()) & last] |= carry;
        if bit == 63 {
            self.marks.iter_mut().for_each(|ring| ring[word & last] = 0);
        }
        self.next = n + 1;
        Ok(())
    }
}
