//! Codes of at most two heaps: which engine works, and when it changes.
//!
//! The first values are found from the definition. At 1024 values and at every fourfold step the best mask for the
//! second half is chosen; while at most a twentieth of the heaps there are rare, the sparse engine goes on with it.

use super::code::Code;
use super::naive::Naive;
use super::period::{LEAST_REACH, sparse_needs};
use super::sparse::coordinates::choose;
use super::sparse::{MOST_SPARSE, Places, Sparse, least_start};
use super::values::Values;
use sprague_limits::{Handle, Stop};

/// Rare heaps are at most one of so many, or the game is not sparse.
const SPARSE: u64 = 20;

/// The engine.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    naive: Naive,
    /// The definition was asked for.
    asked: bool,
    places: Option<Places>,
    sparse: Option<Box<Sparse>>,
    next_choice: usize,
    /// Mask, flag and the rare heaps of the second half at the last choice, with its length.
    chosen: Option<(u32, bool, u64, u64)>,
}

impl Pairs {
    /// For a finite code of at most two heaps. `sparse` false keeps to the definition.
    pub(crate) fn new(code: &Code, sparse: bool) -> Pairs {
        let places = Places::new(code).filter(|_| sparse);
        let next_choice = places.as_ref().map_or(usize::MAX, least_start);
        Pairs { naive: Naive::new(code), asked: !sparse, places, sparse: None, next_choice, chosen: None }
    }

    /// The sparse engine, while it works.
    pub(crate) fn sparse(&self) -> Option<&Sparse> {
        self.sparse.as_deref()
    }

    /// Whether it keeps to the definition because that was asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked
    }

    /// Whether the sparse engine fits the code at all.
    pub(crate) fn may_be_sparse(&self) -> bool {
        self.places.is_some()
    }

    /// The last choice: mask, flag, rare heaps among how many.
    pub(crate) fn chosen(&self) -> Option<(u32, bool, u64, u64)> {
        self.chosen
    }

    /// At least one more value, and at least until `count` or a change of engines. Blocks may go beyond `count`.
    pub(crate) fn advance(&mut self, values: &mut Values, count: usize, h: &Handle) -> Result<(), Stop> {
        if values.len() >= self.next_choice {
            self.choose(values, h)?;
        }
        if let Some(sparse) = &mut self.sparse {
            let before = (values.len(), sparse.rare_heaps().len());
            sparse.block(values, h)?;
            let (done, rare) = (values.len() - before.0, sparse.rare_heaps().len() - before.1);
            if done >= 512 && rare * 4 > done {
                self.sparse = None;
            }
            return Ok(());
        }
        while values.len() < count.min(self.next_choice) {
            self.naive.step(values, h)?;
        }
        Ok(())
    }

    fn choose(&mut self, values: &Values, h: &Handle) -> Result<(), Stop> {
        let (n, Some(places)) = (values.len(), &self.places) else { return Ok(()) };
        let half = n / 2;
        let most = (0..n).map(|i| values.get(i)).max().unwrap_or(0);
        if most > MOST_SPARSE {
            (self.sparse, self.next_choice) = (None, n.saturating_mul(4));
            return Ok(());
        }
        h.ticks((n / 16) as u32)?;
        let (mask, flag, rare) = choose((half..n).map(|i| values.get(i)), half, most, places.parity());
        self.chosen = Some((mask, flag, rare, (n - half) as u64));
        if rare * SPARSE > (n - half) as u64 {
            self.sparse = None;
        } else {
            let same = self.sparse.as_ref().is_some_and(|s| {
                let c = s.coordinates();
                let now = s.rare_heaps().filter(|&r| r >= half).count() as u64;
                c.mask == mask && c.flag == flag || now <= rare
            });
            if !same {
                self.sparse = Some(Box::new(Sparse::new(places.clone(), mask, flag, values, h)?));
            }
        }
        self.next_choice = n.saturating_mul(4);
        Ok(())
    }

    /// N, A and L of the sparse theorem for a period from `from`, if the sparse engine works; the reach is right once
    /// all values below N are known.
    pub(crate) fn sparse_needs(
        &mut self,
        from: u64,
        period: u64,
        values: &Values,
        h: &Handle,
    ) -> Result<Option<(u64, u64, u64)>, Stop> {
        let (Some(sparse), Some(places)) = (&mut self.sparse, &self.places) else { return Ok(None) };
        if sparse.coordinates().flag && period % 2 == 1 {
            return Ok(None);
        }
        let (t, distinct) = (places.last as u64, places.distinct());
        let last_rare = sparse.last_rare() as u64;
        // The reach and the start of the window depend on each other; both only grow.
        let mut reach = LEAST_REACH.max(last_rare);
        loop {
            let Some(needs) = sparse_needs(from, t, reach, distinct, period) else { return Ok(None) };
            if needs > values.len() as u64 {
                return Ok(Some((needs, reach, last_rare)));
            }
            let start = (needs - period) as usize;
            let better = sparse.reach(start, values, h)? as u64;
            if better <= reach {
                return Ok(Some((needs, reach, last_rare)));
            }
            reach = better;
        }
    }
}
