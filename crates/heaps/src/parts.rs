//! Codes that leave three heaps and more, endless codes, and codes that ask more of sizes, by sets of values.
//!
//! `T_j(m)` is the set of values of m split into j heaps, as a bit set: the union over the size a of one heap of
//! `T_{j-1}(m-a)` moved by `xor G(a)`. With W words a set this costs O(n j W) for a heap instead of n^{j-1}. Beyond the numbers of heaps
//! that digits tell apart one more set holds all larger ones. Heaps of different sizes are met in increasing order, each an item of
//! a knapsack that is used once. Heaps that are not all equal are two that differ and any others. For a repeating tail the union over
//! all places of one residue grows by one set a heap.
//!
//! Where beans are added, sizes beyond n are split, too: into so many heaps that each is smaller than n, so that its value is known.

use super::code::{Code, Digit, Sizes};
use super::values::{ValueSet, Values};
use sprague_limits::{Handle, Stop};

/// The numbers of heaps for which sets are kept: each up to `named`, and all above together as `named + 1`.
#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    named: usize,
    more: bool,
}

impl Numbers {
    /// What is needed for numbers of heaps given as bits, of which the last stands for all above.
    fn wanted(self, parts: u64) -> Numbers {
        let named =
            if parts >> 63 == 1 { 63usize.saturating_sub(parts.leading_ones() as usize) } else { highest(parts) };
        Numbers { named: self.named.max(named.max(1)), more: self.more || parts >> 63 == 1 }
    }

    /// The largest index of a set.
    fn last(self) -> usize {
        self.named + usize::from(self.more)
    }

    /// The sets that make up these numbers of heaps.
    fn of(self, parts: u64) -> impl Iterator<Item = usize> {
        let named = (0..=self.named).filter(move |j| parts >> j & 1 == 1);
        named.chain((parts >> 63 == 1).then_some(self.named + 1))
    }
}

/// The highest bit; 0 for none.
fn highest(parts: u64) -> usize {
    63 - (parts | 1).leading_zeros() as usize
}

/// The numbers of heaps that stay beside two that differ.
fn beside_two(uneven: u64) -> u64 {
    uneven >> 2 | if uneven >> 63 == 1 { 7 << 61 } else { 0 }
}

/// The engine.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    code: Code,
    /// `any[j][m]`, j from 2.
    any: Vec<Vec<ValueSet>>,
    /// `unequal[j][m]` for m below the horizon, with heaps below `items` used.
    unequal: Vec<Vec<ValueSet>>,
    items: usize,
    horizon: usize,
    /// The numbers of heaps of any and of different sizes.
    numbers: (Numbers, Numbers),
    /// For each place of the tail, the union of what it leaves by residue of the size left; as far as sizes were met.
    tails: Vec<Vec<ValueSet>>,
    /// Heaps below this had their tails added.
    done: usize,
}

impl Parts {
    /// For any code.
    pub(crate) fn new(code: &Code) -> Parts {
        let (mut any, mut unequal) = (Numbers::default(), Numbers::default());
        for digit in code.all() {
            any = any.wanted(digit.of(Sizes::Any));
            unequal = unequal.wanted(digit.of(Sizes::Different));
            if digit.of(Sizes::Uneven) != 0 {
                any = any.wanted(beside_two(digit.of(Sizes::Uneven)));
                unequal = unequal.wanted(4);
            }
        }
        let q = code.tail().len();
        Parts {
            code: code.clone(),
            any: vec![Vec::new(); any.last() + 1],
            unequal: vec![Vec::new(); unequal.last() + 1],
            items: 1,
            horizon: 0,
            numbers: (any, unequal),
            tails: vec![Vec::new(); q],
            done: 0,
        }
    }

    /// The next value; heaps `0..values.len()` are known.
    pub(crate) fn next(&mut self, values: &Values, h: &Handle) -> Result<u32, Stop> {
        let n = values.len();
        self.splits(n, values, h)?;
        while self.done <= n {
            self.add_tails(self.done, values, h)?;
            self.done += 1;
        }
        let mut options = ValueSet::default();
        for k in 0..=n.min(self.code.digits().len()) {
            h.tick()?;
            self.left(self.code.digit(k as u64), n - k, values, &mut options, h)?;
        }
        for (d, &digit) in (1..).zip(self.code.added()).filter(|_| n > 0) {
            h.tick()?;
            self.left(digit, n + d, values, &mut options, h)?;
        }
        let (q, first) = (self.code.tail().len(), self.code.digits().len() + 1);
        for i in 0..q.min((n + 1).saturating_sub(first)) {
            h.tick()?;
            options.add(&self.tails[i][(n - first - i) % q]);
        }
        Ok(options.mex())
    }

    /// The values of what one digit leaves of m.
    fn left(&self, digit: Digit, m: usize, values: &Values, to: &mut ValueSet, h: &Handle) -> Result<(), Stop> {
        let any = digit.of(Sizes::Any);
        if any & 1 == 1 && m == 0 {
            to.insert(0);
        }
        if any & 2 != 0 && m > 0 {
            to.insert(values.get(m));
        }
        let (numbers, different) = self.numbers;
        for j in numbers.of(any & !3) {
            if let Some(set) = self.any[j].get(m) {
                to.add(set);
            }
        }
        for j in different.of(digit.of(Sizes::Different)) {
            if let Some(set) = self.unequal[j].get(m) {
                to.add(set);
            }
        }
        let uneven = digit.of(Sizes::Uneven);
        for j in numbers.of(beside_two(uneven)) {
            for two in 3..m {
                let mut others = ValueSet::default();
                match j {
                    0 => continue, // of two heaps alone `!` is said
                    1 => others.insert(values.get(m - two)),
                    _ => others = self.any[j].get(m - two).cloned().unwrap_or_default(),
                }
                for v in self.unequal[2].get(two).into_iter().flat_map(ValueSet::iter) {
                    h.ticks(others.words() as u32 + 1)?;
                    to.add_xor(&others, v);
                }
            }
        }
        let equal = digit.of(Sizes::Equal);
        let most = if equal >> 63 == 1 { m } else { highest(equal).min(m) };
        for j in (2..=most).filter(|&j| m.is_multiple_of(j) && equal >> j.min(63) & 1 == 1) {
            to.insert(if j % 2 == 0 { 0 } else { values.get(m / j) });
        }
        h.ticks(most as u32 / 64)
    }

    fn add_tails(&mut self, n: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let (q, first) = (self.code.tail().len(), self.code.digits().len() + 1);
        for i in 0..q.min((n + 1).saturating_sub(first)) {
            h.tick()?;
            let (m, row) = (n - first - i, &mut self.tails[i]);
            if row.len() <= m % q {
                if row.len() == row.capacity() {
                    h.reserve(2 * row.len() * size_of::<ValueSet>())?;
                }
                row.resize_with(m % q + 1, ValueSet::default);
            }
            let mut set = std::mem::take(&mut row[m % q]);
            let added = self.left(self.code.tail()[i], m, values, &mut set, h);
            self.tails[i][m % q] = set;
            added?;
        }
        Ok(())
    }

    /// All splits of sizes up to n, into heaps below n only; where beans are added, also those of larger sizes into so many heaps that
    /// all are smaller.
    fn splits(&mut self, n: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let words = n / 64 / 8 + 1;
        let (numbers, added) = (self.numbers.0, self.code.added().len());
        for j in 2..=numbers.last() {
            let largest = n + added.min(j - 2);
            while self.any[j].len() <= largest {
                let m = self.any[j].len();
                h.reserve(words * 8)?;
                let mut set = ValueSet::default();
                // Two heaps alone, or more than are told apart.
                let more = j > numbers.named;
                if j == 2 {
                    for a in 1..=m / 2 {
                        h.tick()?;
                        set.insert(values.get(a) ^ values.get(m - a));
                    }
                } else {
                    // A larger heap leaves too little for the others.
                    for a in 1..m.min(n) {
                        h.ticks(words as u32)?;
                        set.add_xor(&self.any[j - 1][m - a], values.get(a));
                    }
                }
                if more {
                    for a in 1..m.min(n) {
                        h.ticks(words as u32)?;
                        set.add_xor(&self.any[j][m - a], values.get(a));
                    }
                }
                self.any[j].push(set);
            }
        }
        if self.numbers.1.last() >= 2 {
            self.knapsack(n, values, h)?;
        }
        Ok(())
    }

    /// Makes splits into heaps of different sizes below n complete.
    fn knapsack(&mut self, n: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let (numbers, largest) = (self.numbers.1, n + self.code.added().len());
        if largest >= self.horizon {
            self.horizon = (2 * largest).max(64);
            h.reserve(self.horizon * 64 * numbers.last())?;
            self.items = 1;
            for sets in &mut self.unequal {
                *sets = vec![ValueSet::default(); self.horizon];
            }
        }
        while self.items < n {
            let a = self.items;
            let g = values.get(a);
            // Larger j come first, so that the item is used once. Nothing may stop an item half done.
            h.check_now()?;
            for j in (2..=numbers.last()).rev() {
                // One more heap beside so many that they are not told apart; from above, so that the item is used once.
                let more = if j > numbers.named { self.horizon } else { 0 };
                for to in (a + 1..more).rev() {
                    let from = std::mem::take(&mut self.unequal[j][to - a]);
                    self.unequal[j][to].add_xor(&from, g);
                    self.unequal[j][to - a] = from;
                }
                for to in a + 1..self.horizon {
                    let rest = to - a;
                    if j == 2 {
                        if rest < a {
                            self.unequal[2][to].insert(g ^ values.get(rest));
                        }
                    } else {
                        let from = std::mem::take(&mut self.unequal[j - 1][rest]);
                        self.unequal[j][to].add_xor(&from, g);
                        self.unequal[j - 1][rest] = from;
                    }
                }
            }
            self.items += 1;
        }
        Ok(())
    }
}
