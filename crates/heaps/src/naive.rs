//! Codes that leave at most two heaps, from the definition.
//!
//! The values of m split into two heaps do not depend on the number taken, so they are found once for each m (about
//! m/2 pairs, some half nanosecond each) and kept as bit sets for the last `t + 1` sizes.

use super::code::{Code, Sizes};
use super::values::{Data, ValueSet, Values};
use sprague_limits::{Handle, Stop};

/// The engine: splits of recent sizes.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    /// Places with their digits, place 0 first.
    places: Vec<(usize, u8, bool)>,
    /// Splits into two heaps of any sizes, and of different sizes, by size modulo the length.
    any: Vec<ValueSet>,
    unequal: Vec<ValueSet>,
    needs: (bool, bool),
    /// Splits of sizes below this are in the rings.
    next_split: usize,
    stamp: Vec<u32>,
    union: ValueSet,
}

impl Naive {
    /// For a finite code of at most two heaps, of any or of different sizes.
    pub(crate) fn new(code: &Code) -> Naive {
        let last = code.last_place().unwrap_or(0);
        let places: Vec<_> = (0..=last)
            .map(|k| (k as usize, code.digit(k)))
            .filter(|(_, d)| !d.is_zero())
            .map(|(k, d)| (k, (d.parts() & 7) as u8, d.sizes(2) == Some(Sizes::Different)))
            .collect();
        let needs = (
            places.iter().any(|&(_, bits, distinct)| bits & 4 != 0 && !distinct),
            places.iter().any(|&(_, bits, distinct)| bits & 4 != 0 && distinct),
        );
        let ring = last as usize + 1;
        Naive {
            places,
            any: vec![ValueSet::default(); ring],
            unequal: vec![ValueSet::default(); ring],
            needs,
            next_split: 0,
            stamp: Vec::new(),
            union: ValueSet::default(),
        }
    }

    /// Appends the next value.
    pub(crate) fn step(&mut self, values: &mut Values, h: &Handle) -> Result<(), Stop> {
        let n = values.len();
        // After other engines have worked, the rings are filled again from the sizes still needed.
        let first = self.next_split.max((n + 1).saturating_sub(self.any.len()));
        for m in first..=n {
            self.split(m, values, h)?;
            self.next_split = m + 1;
        }
        self.union.clear();
        let ring = self.any.len();
        for &(k, bits, distinct) in &self.places {
            let Some(m) = n.checked_sub(k) else { break };
            if bits & 1 != 0 && m == 0 {
                self.union.insert(0);
            }
            if bits & 2 != 0 && m > 0 {
                self.union.insert(values.get(m));
            }
            if bits & 4 != 0 {
                self.union.add(if distinct { &self.unequal[m % ring] } else { &self.any[m % ring] });
            }
        }
        h.tick()?;
        values.push(self.union.mex());
        Ok(())
    }

    fn split(&mut self, m: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        if self.needs == (false, false) {
            return Ok(());
        }
        let at = m % self.any.len();
        let (any, unequal) = (&mut self.any[at], &mut self.unequal[at]);
        any.clear();
        // Pairs of different sizes: a below b = m - a.
        let pairs = m.saturating_sub(1) / 2;
        h.ticks((pairs / 64) as u32 + 1)?;
        let mark = m as u32;
        match values.data() {
            _ if pairs == 0 => {}
            Data::Byte(v) => {
                self.stamp.resize(256.max(self.stamp.len()), u32::MAX);
                if let Some(stamp) = self.stamp.first_chunk_mut::<256>() {
                    for (a, b) in v[1..=pairs].iter().zip(v[..m].iter().rev()) {
                        stamp[usize::from(a ^ b)] = mark;
                    }
                }
            }
            _ => {
                for a in 1..=pairs {
                    let v = (values.get(a) ^ values.get(m - a)) as usize;
                    if v >= self.stamp.len() {
                        self.stamp.resize((v + 1).next_power_of_two(), u32::MAX);
                    }
                    self.stamp[v] = mark;
                }
            }
        }
        for (v, _) in self.stamp.iter().enumerate().filter(|&(_, &s)| s == mark) {
            any.insert(v as u32);
        }
        if self.needs.1 {
            unequal.clear();
            unequal.add(any);
        }
        if m > 0 && m.is_multiple_of(2) {
            any.insert(0);
        }
        Ok(())
    }
}
