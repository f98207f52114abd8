//! A hash table from pairs of ids to small results: open addressing, 8 bytes an entry.
//!
//! What was compared is remembered for the unordered pair, both directions together: for different values, `a <= b`
//! makes `b <= a` false.

/// What is known of `a <= b` and `b <= a` for `a < b` by id; the numbers are kept in the low three bits of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
enum KnownOrder {
    Less = 1,
    Greater = 2,
    Confused = 3,
    NotLess = 4,
    NotGreater = 5,
}

/// Ids must stay below this.
pub(super) const MAX_IDS: u32 = 1 << 30;

/// Comparisons of pairs.
pub(super) struct Comparisons {
    /// `low id << 33 | high id << 3 | known`, 0 where free; the length is a power of two.
    entries: Vec<u64>,
    used: usize,
}

impl Comparisons {
    pub(crate) fn new() -> Self {
        Comparisons { entries: vec![0; 1 << 10], used: 0 }
    }

    /// Whether `a <= b`, if known; the ids must differ.
    #[inline]
    pub(crate) fn le(&self, a: u32, b: u32) -> Option<bool> {
        let known = self.entries[self.find(key(a, b))] & 7;
        match (known, a < b) {
            (1, forward) => Some(forward),
            (2, forward) => Some(!forward),
            (3, _) | (4, true) | (5, false) => Some(false),
            _ => None,
        }
    }

    /// Remembers whether `a <= b`.
    pub(crate) fn insert(&mut self, a: u32, b: u32, le: bool) {
        if self.used * 2 >= self.entries.len() {
            self.grow();
        }
        let key = key(a, b);
        let place = self.find(key);
        let old = self.entries[place];
        self.used += usize::from(old == 0);
        if !le && matches!(old & 7, 1 | 2) {
            return; // one direction holds, which says it all
        }
        let known = match (le, a < b, old & 7) {
            (true, true, _) => KnownOrder::Less,
            (true, false, _) => KnownOrder::Greater,
            (false, true, 5) | (false, false, 4) => KnownOrder::Confused,
            (false, true, _) => KnownOrder::NotLess,
            (false, false, _) => KnownOrder::NotGreater,
        };
        self.entries[place] = key | known as u64;
    }

    /// Where the key is, or the free place where it belongs.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        // Fibonacci hashing: the high bits of the product depend on all bits of the key. Eight neighbours of one id
        // share a line of the processor's cache, as values made together are compared together.
        let line = (key >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut place = (line << 3 | (key >> 3) & 7) as usize & mask;
        while self.entries[place] != 0 && self.entries[place] & !7 != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let larger = vec![0; self.entries.len() * 2];
        let entries = std::mem::replace(&mut self.entries, larger);
        for entry in entries.into_iter().filter(|&e| e != 0) {
            let place = self.find(entry & !7);
            self.entries[place] = entry;
        }
    }
}

fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 33 | u64::from(a.max(b)) << 3
}
