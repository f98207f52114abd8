//! Codes that leave three heaps and more, and endless codes, by sets of values.
//!
//! `T_j(m)` is the set of values of m split into j heaps, as a bit set: the union over the size a of one heap of
//! `T_{j-1}(m-a)` moved by `xor G(a)`. With W words a set this costs O(n j W) for a heap instead of n^{j-1}. Heaps of
//! different sizes are met in increasing order, each a item of a knapsack that is used once. For a repeating tail the union over
//! all places of one residue grows by one set a heap.

use super::code::{Code, Digit};
use super::values::{ValueSet, Values};
use sprague_limits::{Handle, Stop};

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
    /// The most heaps, of any and of different sizes.
    most: (usize, usize),
    /// For each place of the tail, the union of what it leaves by residue of the size left.
    tails: Vec<Vec<ValueSet>>,
    /// Sizes below this are in `any`, and heaps below this had their tails added.
    done: usize,
}

impl Parts {
    /// For any code.
    pub(crate) fn new(code: &Code) -> Parts {
        let all = || std::iter::once(code.head()).chain(code.digits().iter().chain(code.tail()).copied());
        let most = |distinct: bool| all().filter(|d| d.distinct == distinct).map(Digit::most_parts).max().unwrap_or(0);
        let q = code.tail().len();
        Parts {
            code: code.clone(),
            any: vec![Vec::new(); most(false) + 1],
            unequal: vec![Vec::new(); most(true) + 1],
            items: 1,
            horizon: 0,
            most: (most(false), most(true)),
            tails: vec![vec![ValueSet::default(); q]; q],
            done: 0,
        }
    }

    /// The next value; heaps `0..values.len()` are known.
    pub(crate) fn next(&mut self, values: &Values, h: &Handle) -> Result<u32, Stop> {
        let n = values.len();
        while self.done <= n {
            self.splits(self.done, values, h)?;
            self.add_tails(self.done, values, h)?;
            self.done += 1;
        }
        let mut options = ValueSet::default();
        for k in 0..=n.min(self.code.digits().len()) {
            h.tick()?;
            self.left(self.code.digit(k as u64), n - k, values, &mut options);
        }
        let (q, first) = (self.code.tail().len(), self.code.digits().len() + 1);
        for i in 0..q {
            if let Some(m) = n.checked_sub(first + i) {
                options.add(&self.tails[i][m % q]);
            }
        }
        Ok(options.mex())
    }

    /// The values of what one digit leaves of m.
    fn left(&self, digit: Digit, m: usize, values: &Values, to: &mut ValueSet) {
        if digit.leaves(0) && m == 0 {
            to.insert(0);
        }
        if digit.leaves(1) && m > 0 {
            to.insert(values.get(m));
        }
        for j in (2..8).filter(|&j| digit.leaves(j)) {
            let sets = if digit.distinct { &self.unequal } else { &self.any };
            if let Some(set) = sets.get(j).and_then(|s| s.get(m)) {
                to.add(set);
            }
        }
    }

    fn add_tails(&mut self, n: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let (q, first) = (self.code.tail().len(), self.code.digits().len() + 1);
        for i in 0..q {
            h.tick()?;
            if let Some(m) = n.checked_sub(first + i) {
                let mut set = std::mem::take(&mut self.tails[i][m % q]);
                self.left(self.code.tail()[i], m, values, &mut set);
                self.tails[i][m % q] = set;
            }
        }
        Ok(())
    }

    /// All splits of m, which use heaps below m only.
    fn splits(&mut self, m: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let words = self.done / 64 / 8 + 1;
        for j in 2..=self.most.0 {
            h.reserve(words * 8)?;
            let mut set = ValueSet::default();
            if j == 2 {
                for a in 1..=m / 2 {
                    h.tick()?;
                    set.insert(values.get(a) ^ values.get(m - a));
                }
            } else {
                for a in 1..m {
                    h.ticks(words as u32)?;
                    set.add_xor(&self.any[j - 1][m - a], values.get(a));
                }
            }
            // A run that was stopped here begins anew with this size.
            self.any[j].truncate(m);
            self.any[j].push(set);
        }
        if self.most.1 >= 2 {
            self.knapsack(m, values, h)?;
        }
        Ok(())
    }

    /// Makes splits of m into heaps of different sizes complete.
    fn knapsack(&mut self, m: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        if m >= self.horizon {
            self.horizon = (2 * m).max(64);
            h.reserve(self.horizon * 64 * self.most.1)?;
            self.items = 1;
            for sets in &mut self.unequal {
                *sets = vec![ValueSet::default(); self.horizon];
            }
        }
        while self.items < m {
            let a = self.items;
            let g = values.get(a);
            // Larger j come first, so that the item is used once. Nothing may stop an item half done.
            h.check_now()?;
            for j in (2..=self.most.1).rev() {
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
