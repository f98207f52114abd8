//! Engines straight from the definition: subtraction games, and clauses with conditions.
//!
//! A heap of size n costs one look for every number below n that may be taken, and for clauses with conditions one
//! question for every way of naming the heaps left. The mex is taken with stamps: `stamp[v] = n` says that value `v`
//! was met for heap n, so nothing is ever cleared.

use super::marks::Marks;
use super::moves::{Elements, each_rest};
use super::rule::{Caller, Fault, Rule, Subtraction};
use super::values::Values;
use sprague_limits::Handle;

/// Values met, by stamps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamps {
    stamp: Vec<u64>,
    now: u64,
}

impl Stamps {
    /// Forgets all values.
    pub(crate) fn start(&mut self) {
        self.now += 1;
    }

    /// Meets a value.
    #[inline]
    pub(crate) fn meet(&mut self, v: u32) {
        let v = v as usize;
        if v >= self.stamp.len() {
            self.stamp.resize(v + 1 + v / 2, 0);
        }
        self.stamp[v] = self.now;
    }

    /// The least value not met.
    pub(crate) fn mex(&self) -> u32 {
        self.stamp.iter().position(|&s| s != self.now).unwrap_or(self.stamp.len()) as u32
    }
}

/// Subtraction games: each heap looks at the heaps that a move leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subtract {
    stamps: Stamps,
    elements: Elements,
    /// For large finite sets.
    marks: Option<Marks>,
    /// How often each value occurs among the heaps that may be reached, for sets that leave out finitely many.
    counts: Vec<u32>,
    counted: usize,
}

impl Subtract {
    /// The next value; heaps `0..values.len()` are known.
    pub(crate) fn next<C: Caller>(
        &mut self,
        rule: &Rule,
        values: &Values,
        h: &Handle,
        caller: &mut C,
    ) -> Result<u32, Fault<C::Error>> {
        let n = values.len();
        match rule.subtraction_of() {
            Some(Subtraction::Finite(set)) if Marks::pay(set) => {
                Ok(self.marks.get_or_insert_with(|| Marks::new(set)).next(values, h)?)
            }
            Some(Subtraction::Finite(set)) => {
                self.stamps.start();
                for &k in set {
                    h.tick()?;
                    if k > n as u64 {
                        break;
                    }
                    self.stamps.meet(values.get(n - k as usize));
                }
                Ok(self.stamps.mex())
            }
            Some(Subtraction::AllBut(except)) => self.all_but(except, values, h),
            _ => {
                self.stamps.start();
                let mut i = 0;
                while let Some(k) = self.elements.get(rule, 0, n as u64, i, caller)? {
                    h.tick()?;
                    if k > n as u64 {
                        break;
                    }
                    self.stamps.meet(values.get(n - k as usize));
                    i += 1;
                }
                Ok(self.stamps.mex())
            }
        }
    }

    /// All heaps below n can be reached but those at distance in `except`: of every value there are `counts`, less
    /// those at a forbidden distance. Values grow with n, so counting is what keeps this linear.
    fn all_but<E>(&mut self, except: &[u64], values: &Values, h: &Handle) -> Result<u32, Fault<E>> {
        let n = values.len();
        while self.counted < n {
            let v = values.get(self.counted) as usize;
            if v >= self.counts.len() {
                self.counts.resize(v + 1, 0);
            }
            self.counts[v] += 1;
            self.counted += 1;
        }
        // Values whose every heap is forbidden; the least of them, or the least value that never occurred.
        let mut best = self.counts.len() as u32;
        let mut hidden: Vec<u32> = Vec::new();
        for &k in except {
            h.tick()?;
            if k > n as u64 {
                break;
            }
            hidden.push(values.get(n - k as usize));
        }
        hidden.sort_unstable();
        for group in hidden.chunk_by(|a, b| a == b) {
            if self.counts[group[0] as usize] as usize == group.len() {
                best = best.min(group[0]);
                break;
            }
        }
        h.tick()?;
        Ok(best)
    }
}

/// Any clauses at all.
#[derive(Clone, Debug, Default)]
pub(crate) struct General {
    stamps: Stamps,
    elements: Elements,
}

impl General {
    /// The next value; heaps `0..values.len()` are known.
    pub(crate) fn next<C: Caller>(
        &mut self,
        rule: &Rule,
        values: &Values,
        h: &Handle,
        caller: &mut C,
    ) -> Result<u32, Fault<C::Error>> {
        let stamps = &mut self.stamps;
        stamps.start();
        each_rest(rule, values.len() as u64, &mut self.elements, h, caller, &mut |_, parts| {
            stamps.meet(parts.iter().fold(0, |v, &a| v ^ values.get(a as usize)));
            true
        })?;
        Ok(self.stamps.mex())
    }
}
