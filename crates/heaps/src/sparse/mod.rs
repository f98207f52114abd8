//! The engine of rare and common values, exact for every mask.
//!
//! In: a finite code of at most two heaps and the values of small heaps. Out: further values. For heap n, every common
//! option of a split has exactly one rare part, so the least common value c that is no option is found from the rare
//! heaps alone; it is the value of n unless a rare value below c is no option either, and that is settled by showing
//! for each of them a pair of heaps (a *witness*), or, if the search through all pairs ends without one, by giving n
//! that value. Heap 0 is never in the list of rare heaps.
//!
//! Heaps are done in blocks: pairs at distance 4096 and more for 4096 heaps at once, then nearer ones for 512, 64 and
//! 16 heaps, by [`planes`]; only distances below 16 are done heap by heap. A rare heap found inside a block adds its
//! own options to the rest of it. Cost: (rare heaps) * (planes) / 16 operations a heap, and a few nanoseconds.

pub mod coordinates;
pub mod planes;
mod witness;

use super::code::Code;
use super::period::LEAST_REACH;
use super::values::Values;
use coordinates::Coordinates;
use planes::{Groups, Pair, Planes, transpose};
use sprague_limits::{Handle, Stop};
use witness::Witnesses;

/// Heaps done together.
const BLOCK: usize = 4096;
/// Heaps that one call of [`Groups::add`] handles at the largest distance.
const TILE: usize = 1024;

/// The largest value that the planes hold.
pub(crate) const MOST_SPARSE: u32 = 2047;

/// Values that must be known before the engine starts. Where parts must differ, no witness may be half of a heap.
pub(crate) fn least_start(places: &Places) -> usize {
    if places.distinct() { 4096 } else { 1024 }
}

/// What moves of a code leave, as the sparse engine wants it.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Places that leave one heap.
    pub singles: Vec<usize>,
    /// Places that leave two, and whether they must differ.
    pub splits: Vec<(usize, bool)>,
    /// t.
    pub last: usize,
}

impl Places {
    /// The places of a finite code; `None` where the engine does not apply: no splits, more than two heaps left, or a
    /// last place beyond 512.
    pub(crate) fn new(code: &Code) -> Option<Places> {
        let last = code.last_place().filter(|&t| t <= 512)? as usize;
        if code.most_parts() != 2 || !code.is_classic() {
            return None;
        }
        let digit = |k: usize| code.digit(k as u64);
        Some(Places {
            singles: (1..=last).filter(|&k| digit(k).leaves(1)).collect(),
            splits: (0..=last).filter(|&k| digit(k).leaves(2)).map(|k| (k, !digit(k).is_free())).collect(),
            last,
        })
    }

    /// The parity of all splitting offsets, if they share one.
    pub(crate) fn parity(&self) -> Option<usize> {
        let first = self.splits.first()?.0 % 2;
        self.splits.iter().all(|(k, _)| k % 2 == first).then_some(first)
    }

    /// Whether some parts must differ.
    pub(crate) fn distinct(&self) -> bool {
        self.splits.iter().any(|&(_, d)| d)
    }
}

/// The engine's state between calls.
#[derive(Clone, Debug)]
pub(crate) struct Sparse {
    places: Places,
    coordinates: Coordinates,
    /// Rare heaps in order, with the coordinate of their values.
    rare: Vec<(usize, u32)>,
    planes: Planes,
    witnesses: Witnesses,
    /// The sets of common and rare options of the heaps of the block, plane by plane.
    common_sets: Vec<u8>,
    rare_sets: Vec<u8>,
    /// Coordinates of the last 16 heaps, with bit 31 set for rare ones.
    recent: [u32; 16],
}

const RARE: u32 = 1 << 31;

impl Sparse {
    /// The engine for values `0..values.len()`, at least [`least_start`] of them.
    pub(crate) fn new(places: Places, mask: u32, flag: bool, values: &Values, h: &Handle) -> Result<Sparse, Stop> {
        let coordinates = Coordinates::new(mask, flag, places.parity().unwrap_or(0));
        let most = values.iter().max().unwrap_or(0);
        let height = ((most as usize + 1).next_power_of_two() / 16).max(1);
        let mut rare = Vec::new();
        for n in 1..values.len() {
            let v = values.get(n);
            if coordinates.rare(v, n) {
                rare.push((n, coordinates.short(v)));
            }
        }
        h.ticks((values.len() / 16) as u32)?;
        let mut sparse = Sparse {
            witnesses: Witnesses::new(values),
            places,
            coordinates,
            rare,
            planes: Planes::new(1, 1, 0),
            common_sets: Vec::new(),
            rare_sets: Vec::new(),
            recent: [0; 16],
        };
        sparse.rebuild(height, values, h)?;
        Ok(sparse)
    }

    /// Mask and flag.
    pub(crate) fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// The rare heaps, in order.
    pub(crate) fn rare_heaps(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.rare.iter().map(|r| r.0)
    }

    /// The last rare heap, 0 for none.
    pub(crate) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |r| r.0)
    }

    /// The largest small part above [`LEAST_REACH`] and the last rare heap that witnesses of heaps `from..` need.
    pub(crate) fn reach(&mut self, from: usize, values: &Values, h: &Handle) -> Result<usize, Stop> {
        let floor = (LEAST_REACH as usize).max(self.last_rare());
        self.audit(from, values, h)?;
        Ok(floor.max(self.witnesses.deepest(from)))
    }

    /// How many of the last values, and of the first, the next block may ask for.
    pub(crate) fn memory_needed(&self) -> usize {
        2 * (self.last_rare().max(LEAST_REACH as usize) + self.places.last + 1) + 2 * BLOCK
    }

    /// Planes of a new height (or place) from the values.
    fn rebuild(&mut self, height: usize, values: &Values, h: &Handle) -> Result<(), Stop> {
        let n = values.len();
        let back = self.last_rare().max(LEAST_REACH as usize) + self.places.last + 1;
        let base = n as isize - 2 * back as isize;
        let base = base.max(-1 - self.places.last as isize);
        let width = (n as isize - base) as usize * 2 + 4 * BLOCK;
        h.reserve((width + 2 * BLOCK) * height)?;
        self.planes = Planes::new(height, width, base);
        for a in base.max(1) as usize..n {
            let v = values.get(a);
            if !self.coordinates.rare(v, a) {
                self.planes.mark(a, self.coordinates.short(v));
            }
        }
        h.ticks(((n as isize - base) / 16) as u32)?;
        self.common_sets = vec![0; height * BLOCK];
        self.rare_sets = vec![0; height * BLOCK];
        for a in n - 16..n {
            let v = values.get(a);
            let rare = if self.coordinates.rare(v, a) { RARE } else { 0 };
            self.recent[a % 16] = self.coordinates.short(v) | rare;
        }
        Ok(())
    }

    /// The next block of values. When a bound ends it, the values found stay.
    pub(crate) fn block(&mut self, values: &mut Values, h: &Handle) -> Result<(), Stop> {
        let n = values.len();
        self.room(values, h)?;
        values.reserve_to(n + BLOCK, h)?;
        match self.planes.height.div_ceil(8) {
            1 => self.run::<1>(values, h),
            2 => self.run::<2>(values, h),
            4 => self.run::<4>(values, h),
            8 => self.run::<8>(values, h),
            16 => self.run::<16>(values, h),
            _ => Err(Stop::TooLarge("nim-values above 2048 in a sparse game".into())),
        }
    }

    /// Room in the planes for the next block.
    fn room(&mut self, values: &Values, h: &Handle) -> Result<(), Stop> {
        let n = values.len() as isize;
        let back = (self.last_rare().max(LEAST_REACH as usize) + self.places.last + 1) as isize;
        let far = self.far_pairs(n).count();
        if far > 24 {
            return self.rebuild(self.planes.height, values, h);
        }
        if self.planes.end() >= n + BLOCK as isize {
            return Ok(());
        }
        let start = (n - back).max(-1 - self.places.last as isize);
        // Half of the room must be free after sliding, or sliding would be all that is done.
        if (start - self.planes.base()) * 2 >= self.planes.end() - self.planes.base() {
            self.planes.slide(start);
            h.ticks(1024)
        } else {
            self.rebuild(self.planes.height, values, h)
        }
    }

    fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.rare
            .iter()
            .flat_map(|&(r, short)| self.places.splits.iter().map(move |&(k, _)| Pair { distance: r + k, short }))
    }

    /// Pairs that reach back before the planes.
    fn far_pairs(&self, n: isize) -> impl Iterator<Item = Pair> + '_ {
        // Rare heaps are in order, so the far ones are the last.
        let base = self.planes.base();
        let first = self.rare.partition_point(|r| n - r.0 as isize - self.places.last as isize >= base);
        let splits = &self.places.splits;
        self.rare[first..]
            .iter()
            .flat_map(move |&(r, short)| splits.iter().map(move |&(k, _)| Pair { distance: r + k, short }))
            .filter(move |p| n - (p.distance as isize) < base)
    }

    fn run<const W: usize>(&mut self, values: &mut Values, h: &Handle) -> Result<(), Stop> {
        let n0 = values.len();
        self.common_sets.fill(0);
        self.rare_sets.fill(0);
        let base = self.planes.base();
        let near = |p: &Pair| n0 as isize - p.distance as isize >= base;
        let band = |low: usize, high: usize| {
            Groups::new(self.pairs().filter(near).filter(|p| (low..high).contains(&p.distance)))
        };
        let (far, mid, close, closer) = (band(BLOCK, usize::MAX), band(512, BLOCK), band(64, 512), band(16, 64));
        let last: Vec<Pair> = self.pairs().filter(|p| p.distance < 16).collect();
        let shown = self.witnesses.pairs(&self.places, &self.coordinates, values);
        let wband =
            |low: usize, high: usize| Groups::new(shown.iter().copied().filter(|p| (low..high).contains(&p.distance)));
        let (wmid, wclose, wcloser) = (wband(512, BLOCK), wband(64, 512), wband(16, 64));
        let distant: Vec<Pair> = self.far_pairs(n0 as isize).collect();
        for pair in distant {
            h.tick()?;
            self.distant(pair, n0, values);
        }
        // A rare heap of this block meets only heaps smaller than the block's length, which must be known by then.
        let block = if n0 < BLOCK { n0 / 512 * 512 } else { BLOCK };
        for tile in 0..block / TILE {
            h.ticks(16)?;
            add::<{ TILE / 8 }>(&far, &self.planes, n0, tile * TILE, &mut self.common_sets);
        }
        for b512 in 0..block / 512 {
            add::<64>(&mid, &self.planes, n0, b512 * 512, &mut self.common_sets);
            add::<64>(&wmid, &self.planes, n0, b512 * 512, &mut self.rare_sets);
            for b64 in b512 * 8..b512 * 8 + 8 {
                h.ticks(16)?;
                add::<8>(&close, &self.planes, n0, b64 * 64, &mut self.common_sets);
                add::<8>(&wclose, &self.planes, n0, b64 * 64, &mut self.rare_sets);
                for b16 in b64 * 4..b64 * 4 + 4 {
                    add::<2>(&closer, &self.planes, n0, b16 * 16, &mut self.common_sets);
                    add::<2>(&wcloser, &self.planes, n0, b16 * 16, &mut self.rare_sets);
                    if !self.sixteen::<W>(&last, n0, b16 * 16, values, h)? {
                        return Ok(());
                    }
                }
            }
        }
        // Less than half of a heap, so that parts that must differ do, and no deeper than needs no record.
        let most = (values.len() - self.places.last - 1) / 2;
        self.witnesses.adapt(8 * self.planes.height, most.min(self.last_rare().max(LEAST_REACH as usize)));
        Ok(())
    }

    /// Options with a rare heap so far back that the planes do not hold its partners: planes of their own.
    fn distant(&mut self, pair: Pair, n0: usize, values: &Values) {
        let start = n0 as isize - pair.distance as isize;
        let mut planes = Planes::new(self.planes.height, BLOCK, start);
        for a in start.max(1)..start + BLOCK as isize {
            let a = a as usize;
            let v = values.get(a);
            if !self.coordinates.rare(v, a) {
                planes.mark(a, self.coordinates.short(v));
            }
        }
        let group = Groups::new(std::iter::once(pair));
        for tile in 0..BLOCK / TILE {
            add::<{ TILE / 8 }>(&group, &planes, n0, tile * TILE, &mut self.common_sets);
        }
    }

    /// Sixteen heaps one by one. False when the planes were rebuilt, so that the block must begin anew.
    fn sixteen<const W: usize>(
        &mut self,
        last: &[Pair],
        n0: usize,
        offset: usize,
        values: &mut Values,
        h: &Handle,
    ) -> Result<bool, Stop> {
        let capacity = self.planes.height as u32 * 8;
        for half in [offset, offset + 8] {
            // Sets may still gain members while the eight heaps are done, when one of them turns out to be rare.
            let (mut common, mut rare) = self.words::<W>(half);
            for i in 0..8 {
                let n = n0 + half + i;
                let (mut c, mut r) = (common[i], rare[i]);
                for p in last {
                    let s = self.recent[(n - p.distance) % 16];
                    if s & RARE == 0 {
                        insert(&mut c, s ^ p.short);
                    }
                }
                for &k in &self.places.singles {
                    let v = values.get(n - k);
                    let set = if self.coordinates.rare(v, n) { &mut r } else { &mut c };
                    insert(set, self.coordinates.short(v));
                }
                let w = mex(&c);
                if w >= capacity {
                    // A power of two is passed: more planes, and a mask that knows the new bit.
                    let bit = 2 * capacity;
                    self.coordinates = self.coordinates.with_bit(bit);
                    self.rebuild(2 * self.planes.height, values, h)?;
                    return Ok(false);
                }
                let least_common = self.coordinates.common_value(w, n);
                let least_rare = self.coordinates.rare_value(mex(&r), n);
                let value =
                    if least_rare > least_common { least_common } else { self.settle(n, least_common, &r, values, h)? };
                values.push(value);
                let short = self.coordinates.short(value);
                if self.coordinates.rare(value, n) {
                    self.recent[n % 16] = short | RARE;
                    self.join(n, short, n0, values);
                    (common, rare) = self.words::<W>(half);
                } else {
                    self.recent[n % 16] = short;
                    self.planes.mark(n, short);
                }
                self.witnesses.note(n, value);
            }
        }
        Ok(true)
    }

    /// The sets of eight heaps, by heap.
    #[inline]
    fn words<const W: usize>(&self, offset: usize) -> ([[u64; W]; 8], [[u64; W]; 8]) {
        let (mut common, mut rare) = ([[0; W]; 8], [[0; W]; 8]);
        for (sets, to) in [(&self.common_sets, &mut common), (&self.rare_sets, &mut rare)] {
            for word in 0..W {
                let rows: [u64; 8] = std::array::from_fn(|j| {
                    let at = (word * 8 + j) * BLOCK + offset;
                    sets.get(at..at + 8).and_then(|s| s.first_chunk()).map_or(0, |b| u64::from_le_bytes(*b))
                });
                for (set, row) in to.iter_mut().zip(transpose(rows)) {
                    set[word] = row;
                }
            }
        }
        (common, rare)
    }

    /// A new rare heap: its options with the small heaps, for the rest of the block.
    fn join(&mut self, n: usize, short: u32, n0: usize, values: &Values) {
        self.rare.push((n, short));
        for &(k, _) in &self.places.splits {
            // Heap n + k + a has the option (n, a).
            for a in 1..(n0 + BLOCK).saturating_sub(n + k).min(values.known_from_start()) {
                let v = values.get(a);
                if !self.coordinates.rare(v, a) {
                    let w = self.coordinates.short(v) ^ short;
                    self.common_sets[(w >> 3) as usize * BLOCK + n + k + a - n0] |= 1 << (w & 7);
                }
            }
        }
    }
}

/// One call of [`Groups::add`] for every plane.
#[inline]
fn add<const L: usize>(groups: &Groups, planes: &Planes, n0: usize, offset: usize, sets: &mut [u8]) {
    if groups.is_empty() {
        return;
    }
    for (plane, set) in sets.chunks_exact_mut(BLOCK).enumerate() {
        groups.add::<L>(planes, plane, n0 + offset, &mut set[offset..offset + 8 * L]);
    }
}

#[inline]
fn insert<const W: usize>(set: &mut [u64; W], v: u32) {
    set[(v >> 6) as usize % W] |= 1 << (v & 63);
}

#[inline]
fn mex<const W: usize>(set: &[u64; W]) -> u32 {
    let mut n = 0;
    for word in set {
        let ones = word.trailing_ones();
        n += ones;
        if ones < 64 {
            break;
        }
    }
    n
}
