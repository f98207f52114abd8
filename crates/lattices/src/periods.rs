//! Finds a set that is periodic slab by slab and agrees with the P-positions in a box. A guess: [`super::window`]
//! proves or refuses it.
//!
//! For each slab the vectors v are tried in the order of their sums (those that served for a slab with the same free
//! coordinates first); v is kept if P(x + v) = P(x) in the box from a threshold below the middle on.

use super::budget::{Failure, Meter};
use super::peel::{Peeled, PeeledSlab, Slab};
use rustc_hash::FxHashMap;

/// A set of points of a cube, by a table.
pub(crate) struct Cube {
    /// The number of coordinates.
    pub dimension: usize,
    /// Coordinates run from 0 below this.
    pub side: usize,
    /// Membership, the last coordinate fastest.
    pub inside: Vec<bool>,
}

struct PeriodSearch<'a> {
    table: &'a Cube,
    strides: Vec<usize>,
    nodes: Vec<PeeledSlab>,
    made: FxHashMap<Slab, u32>,
    served: FxHashMap<Vec<usize>, Vec<Vec<i64>>>,
    meter: &'a Meter<'a>,
}

/// The guess from a table; nothing if some slab shows no period.
pub(crate) fn guess(table: &Cube, meter: &Meter) -> Result<Option<Peeled>, Failure> {
    let d = table.dimension;
    let mut strides = vec![1usize; d];
    for i in (0..d.saturating_sub(1)).rev() {
        strides[i] = strides[i + 1] * table.side;
    }
    let mut search = PeriodSearch {
        table,
        strides,
        nodes: Vec::new(),
        made: FxHashMap::default(),
        served: FxHashMap::default(),
        meter,
    };
    Ok(search.slab(&vec![None; d])?.map(|root| Peeled { dimension: d, nodes: search.nodes, root }))
}

impl PeriodSearch<'_> {
    // Recursion is as deep as there are coordinates.
    fn slab(&mut self, slab: &Slab) -> Result<Option<u32>, Failure> {
        if let Some(&id) = self.made.get(slab) {
            return Ok(Some(id));
        }
        let free: Vec<usize> = (0..slab.len()).filter(|&j| slab[j].is_none()).collect();
        let start: usize = slab.iter().zip(&self.strides).map(|(c, s)| c.unwrap_or(0) as usize * s).sum();
        let node = if free.is_empty() {
            PeeledSlab::Point(self.table.inside[start])
        } else {
            let Some((threshold, vector)) = self.period(&free, start)? else { return Ok(None) };
            let served = self.served.entry(free.clone()).or_default();
            if !served.contains(&vector) {
                served.push(vector.clone());
            }
            let mut children = Vec::new();
            for (i, &j) in free.iter().enumerate() {
                let mut row = Vec::new();
                for a in 0..threshold[i] + vector[i] {
                    let mut inner = slab.clone();
                    inner[j] = Some(a);
                    let Some(child) = self.slab(&inner)? else { return Ok(None) };
                    row.push(child);
                }
                children.push(row);
            }
            PeeledSlab::Slab { free, threshold, vector, children }
        };
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.made.insert(slab.clone(), id);
        Ok(Some(id))
    }

    fn period(&self, free: &[usize], start: usize) -> Result<Option<(Vec<i64>, Vec<i64>)>, Failure> {
        if let Some(list) = self.served.get(free) {
            for v in list {
                if let Some(t) = self.threshold(free, start, v)? {
                    return Ok(Some((t, v.clone())));
                }
            }
        }
        let longest = (self.table.side / 2) as i64;
        for sum in free.len() as i64..=longest * free.len() as i64 {
            let mut v = vec![1i64; free.len()];
            // All vectors with entries 1..=longest and this sum, by counting up all but the last.
            'vectors: loop {
                self.meter.spend(1)?;
                let last = v.len() - 1;
                let rest = sum - v[..last].iter().sum::<i64>();
                if (1..=longest).contains(&rest) {
                    v[last] = rest;
                    if let Some(t) = self.threshold(free, start, &v)? {
                        return Ok(Some((t, v)));
                    }
                }
                for i in (0..last).rev() {
                    if v[i] < longest && v[..last].iter().sum::<i64>() < sum - 1 {
                        v[i] += 1;
                        continue 'vectors;
                    }
                    v[i] = 1;
                }
                break;
            }
        }
        Ok(None)
    }

    /// The least threshold of v on this slab, if it lies low enough in the box to be believed.
    fn threshold(&self, free: &[usize], start: usize, v: &[i64]) -> Result<Option<Vec<i64>>, Failure> {
        let side = self.table.side as i64;
        let highest = v.iter().map(|n| side - 2 * n).min().unwrap_or(0).min(side / 2);
        if highest < 0 {
            return Ok(None);
        }
        let mut low = 0;
        let whole = self.differences(free, start, v, |x| {
            let least = x.iter().copied().min().unwrap_or(0);
            low = low.max(least + 1);
            least < highest
        })?;
        if !whole {
            return Ok(None);
        }
        // Lower single coordinates while no difference lies above.
        let mut t = vec![low; free.len()];
        for j in 0..t.len() {
            let mut last = 0;
            self.differences(free, start, v, |x| {
                if (0..t.len()).all(|i| i == j || x[i] >= t[i]) {
                    last = last.max(x[j] + 1);
                }
                true
            })?;
            t[j] = last;
        }
        Ok(Some(t))
    }

    /// Calls `f` with every x of the slab where x and x + v differ, from the far corner on; ends when it says false.
    fn differences(
        &self,
        free: &[usize],
        start: usize,
        v: &[i64],
        mut f: impl FnMut(&[i64]) -> bool,
    ) -> Result<bool, Failure> {
        let side = self.table.side as i64;
        let shift: usize = free.iter().zip(v).map(|(&j, &n)| self.strides[j] * n as usize).sum();
        let mut x: Vec<i64> = v.iter().map(|n| side - 1 - n).collect();
        let mut at = start + free.iter().zip(&x).map(|(&j, &n)| self.strides[j] * n as usize).sum::<usize>();
        let mut looked = 0u32;
        loop {
            looked += 1;
            if self.table.inside[at] != self.table.inside[at + shift] && !f(&x) {
                self.meter.spend(looked)?;
                return Ok(false);
            }
            let mut i = x.len();
            loop {
                if i == 0 {
                    self.meter.spend(looked)?;
                    return Ok(true);
                }
                i -= 1;
                if x[i] > 0 {
                    x[i] -= 1;
                    at -= self.strides[free[i]];
                    break;
                }
                x[i] = side - 1 - v[i];
                at += self.strides[free[i]] * x[i] as usize;
            }
        }
    }
}
