//! Canonical labelling of posets, exact.
//!
//! In: a poset, and perhaps a colour for each element. Out: an order of the elements that depends on the numbering
//! only up to automorphisms, and the relation written in that order, the [`CanonicalKey`]: two posets have the same
//! key exactly when an isomorphism (that keeps colours) takes the one to the other.
//!
//! Method (McKay 1981, *Practical graph isomorphism*): refine an ordered partition of the elements until within a cell
//! all elements have as many neighbours below and above in every cell; if a cell has more than one element left, try
//! each of its elements as the first. Of all the leaves the least is taken, compared first by what refinement saw on
//! the way, then by the relation. A leaf that equals the best one shows an automorphism; candidates that an automorphism
//! fixing the path so far takes to one already tried are left out, as are twins (elements with the same relations), and
//! the search goes back to where the two paths part. All three leave out only subtrees whose leaves are images of leaves
//! that were seen, so the minimum stands.
//!
//! Cells are first ordered by height, so the order found is a linear extension and half of the relation is enough.
//! Cost: `n²/64` words for a refinement in most posets; the search may be exponential for posets made to be hard, and
//! then ends by the bounds of the handle.

use super::bits::{self, Bits};
use super::poset::Poset;
use super::rows::Rows;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};
use std::cmp::Ordering;

/// What a poset is up to isomorphism: number of elements, the colours in canonical order if there were any, and the
/// relation in canonical order, a bit for each pair.
///
/// ```
/// use sprague_posets::{Poset, PosetError};
/// let handle = sprague_limits::Handle::default();
/// let key = |pairs: &[_]| Ok::<_, PosetError>(Poset::from_relations(3, pairs, &handle)?.canonical_key(&handle)?);
/// assert_eq!(key(&[(0, 1)])?, key(&[(2, 0)])?); // two elements in order, one apart
/// assert_ne!(key(&[(0, 1)])?, key(&[(0, 1), (0, 2)])?);
/// # Ok::<(), sprague_posets::PosetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalKey(Box<[u64]>);

impl CanonicalKey {
    /// The words of the key.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }
}

/// An order of the elements and the key that it gives.
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    pub(crate) order: Vec<usize>,
    pub(crate) key: CanonicalKey,
}

/// Automorphisms kept for leaving out candidates; more are found but not remembered.
const KEPT: usize = 64;

/// An ordered partition: `order` holds the elements cell after cell, `start[p]` the place where the cell of place `p`
/// begins.
#[derive(Clone)]
pub(crate) struct Partition {
    pub(crate) order: Vec<u32>,
    start: Vec<u32>,
    cells: usize,
}

impl Partition {
    /// The size and the place of the first smallest cell of more than one element.
    pub(crate) fn target(&self) -> Option<(usize, usize)> {
        let mut target = None;
        let mut begin = 0;
        while begin < self.order.len() {
            let end = self.end(begin);
            if end - begin > 1 && target.is_none_or(|(size, _)| end - begin < size) {
                target = Some((end - begin, begin));
            }
            begin = end;
        }
        target
    }

    /// Where the cell that begins at a place ends.
    fn end(&self, begin: usize) -> usize {
        begin + self.start[begin..].iter().take_while(|&&start| start as usize == begin).count()
    }

    /// The cell that begins at a place.
    pub(crate) fn cell(&self, begin: usize) -> &[u32] {
        &self.order[begin..self.end(begin)]
    }

    /// The same with `x` alone before the others of its cell, which begins at this place.
    pub(crate) fn with_first(&self, begin: usize, x: u32) -> Partition {
        let (mut next, end) = (self.clone(), self.end(begin));
        let place = begin + self.order[begin..end].iter().position(|&y| y == x).expect("in the cell");
        next.order[begin..=place].rotate_right(1);
        next.start[begin + 1..end].fill(begin as u32 + 1);
        next.cells += 1;
        next
    }
}

pub(crate) struct PosetLabeller<'a> {
    rows: &'a Rows,
    handle: &'a Handle,
    /// What refinement saw on the way to the best leaf, a number for each level.
    best_trace: Vec<u64>,
    best_path: Vec<u32>,
    best: Option<Labelling>,
    trace: Vec<u64>,
    path: Vec<u32>,
    automorphisms: Vec<Vec<u32>>,
    /// What all automorphisms that were found join, as a tree that leads to smaller numbers.
    joined: Vec<u32>,
    colours: Option<&'a [u32]>,
    /// Words that refinement has looked at.
    pub(crate) work: u64,
}

/// From so many elements on, sums are labelled piece by piece: the search would tell each of the equal pieces from the others in turn.
const SUM: usize = 32;

/// The canonical labelling of a poset without colours. Of an ordinal sum the blocks come one after the other, each in its own order; of a disjoint sum the
/// components, sorted by their keys. An isomorphism takes pieces to pieces, so that isomorphic posets have the same relation in this order.
pub(crate) fn label_sum(poset: &Poset, handle: &Handle) -> Result<Labelling, Stop> {
    let blocks = if poset.len() < SUM { Vec::new() } else { poset.blocks() };
    let is_ordinal = blocks.len() > 1;
    let pieces = if is_ordinal || poset.len() < SUM { blocks } else { poset.components() };
    if pieces.len() < 2 {
        return label(poset, None, handle);
    }
    let mut labelled = Vec::with_capacity(pieces.len());
    for elements in &pieces {
        let found = with_stack(|| label_sum(&poset.piece(elements, handle)?, handle))?;
        let order: Vec<usize> = found.order.into_iter().map(|x| elements[x]).collect();
        labelled.push((found.key, order));
    }
    if !is_ordinal {
        labelled.sort_by(|a, b| a.0.cmp(&b.0));
    }
    let order: Vec<usize> = labelled.into_iter().flat_map(|(_, order)| order).collect();
    let key = PosetLabeller::new(poset, None, handle)?.key(&order)?;
    Ok(Labelling { order, key })
}

/// The canonical labelling; elements of different colours are never exchanged.
pub(crate) fn label(poset: &Poset, colours: Option<&[u32]>, handle: &Handle) -> Result<Labelling, Stop> {
    Ok(searched(poset, colours, handle)?.labelling())
}

/// The canonical labelling, and for each element the least of its orbit under the automorphisms.
///
/// Those that the search shows generate all, together with exchanges of twins. Let `b` be the choice at a node of the path to the best leaf, and `x` one that an
/// automorphism fixing the choices before takes to `b`. Below `x` there is an equal leaf; so `x` is not tried before `b`, the first of the equal leaves being the best.
/// Where it is tried afterwards, the first such leaf below it shows an automorphism that fixes the choices before and takes `x` to `b`; where it is
/// left out, known automorphisms take it to one that was tried. So at every node of the path the orbit of `b` is a known one, and from the last node up to the first all automorphisms are.
pub(crate) fn with_orbits(poset: &Poset, handle: &Handle) -> Result<(Labelling, Vec<usize>), Stop> {
    let mut search = searched(poset, None, handle)?;
    let rows = poset.rows()?;
    let mut first: FxHashMap<(&[u64], &[u64]), u32> = FxHashMap::default();
    for x in 0..poset.len() as u32 {
        let twin = *first.entry((rows.below(x as usize), rows.above(x as usize))).or_insert(x);
        search.join(twin, x);
    }
    let least = (0..poset.len() as u32).map(|x| search.least(x) as usize).collect();
    Ok((search.labelling(), least))
}

/// Elements that might be exchanged by an automorphism: the cells of the refined partition, each increasing. Elements of different cells are in different orbits; not always the
/// other way round.
pub(crate) fn cells(poset: &Poset, handle: &Handle) -> Result<Vec<Vec<usize>>, Stop> {
    let partition = PosetLabeller::new(poset, None, handle)?.first(poset)?;
    let mut cells = Vec::with_capacity(partition.cells);
    let mut begin = 0;
    while begin < poset.len() {
        let mut cell: Vec<usize> = partition.cell(begin).iter().map(|&x| x as usize).collect();
        begin += cell.len();
        cell.sort_unstable();
        cells.push(cell);
    }
    Ok(cells)
}

fn searched<'a>(poset: &'a Poset, colours: Option<&'a [u32]>, handle: &'a Handle) -> Result<PosetLabeller<'a>, Stop> {
    let mut search = PosetLabeller::new(poset, colours, handle)?;
    let partition = search.first(poset)?;
    search.trace.clear();
    search.descend(partition)?;
    Ok(search)
}

/// By height, then by the numbers of elements below and above, then by colour.
fn first_partition(poset: &Poset, colours: Option<&[u32]>, handle: &Handle) -> Result<Partition, Stop> {
    let n = poset.len();
    let heights = poset.heights(handle)?;
    let rows = poset.rows()?;
    let keys: Vec<_> = (0..n)
        .map(|x| {
            let colour = colours.map_or(0, |c| c[x]);
            (heights[x], bits::size(rows.below(x)), bits::size(rows.above(x)), colour)
        })
        .collect();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_by_key(|&x| keys[x as usize]);
    let mut start = vec![0; n];
    let mut cells = 0;
    for p in 0..n {
        let fresh = p == 0 || keys[order[p] as usize] != keys[order[p - 1] as usize];
        cells += usize::from(fresh);
        start[p] = if fresh { p as u32 } else { start[p - 1] };
    }
    Ok(Partition { order, start, cells })
}

/// One more number into a hash that depends on the order of what goes in.
fn mix(hash: u64, value: u64) -> u64 {
    let mut h = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^= h >> 29;
    h.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (h >> 32)
}

impl PosetLabeller<'_> {
    pub(crate) fn new<'a>(
        poset: &'a Poset,
        colours: Option<&'a [u32]>,
        handle: &'a Handle,
    ) -> Result<PosetLabeller<'a>, Stop> {
        Ok(PosetLabeller {
            rows: poset.rows()?,
            handle,
            best_trace: Vec::new(),
            best_path: Vec::new(),
            best: None,
            trace: Vec::new(),
            path: Vec::new(),
            automorphisms: Vec::new(),
            joined: (0..poset.len() as u32).collect(),
            colours,
            work: 0,
        })
    }

    /// The first partition, refined.
    pub(crate) fn first(&mut self, poset: &Poset) -> Result<Partition, Stop> {
        let mut partition = first_partition(poset, self.colours, self.handle)?;
        self.refine(&mut partition, 0)?;
        Ok(partition)
    }

    /// The partition with `x` alone before the others of its cell, refined, and what refinement saw.
    pub(crate) fn refined_with_first(
        &mut self,
        partition: &Partition,
        begin: usize,
        x: u32,
    ) -> Result<(Partition, Option<u64>), Stop> {
        let mut next = partition.with_first(begin, x);
        self.refine(&mut next, begin as u32 + 1)?;
        Ok((next, self.trace.pop()))
    }

    fn labelling(self) -> Labelling {
        let n = self.joined.len() as u64;
        self.best.unwrap_or(Labelling { order: Vec::new(), key: CanonicalKey(Box::new([n])) })
    }

    /// The least element that is known to be in the orbit of `x`.
    fn least(&mut self, mut x: u32) -> u32 {
        while self.joined[x as usize] != x {
            let next = self.joined[x as usize];
            self.joined[x as usize] = self.joined[next as usize];
            x = next;
        }
        x
    }

    fn join(&mut self, x: u32, y: u32) {
        let (x, y) = (self.least(x), self.least(y));
        self.joined[x.max(y) as usize] = x.min(y);
    }

    /// Splits cells by the numbers of neighbours below and above in every cell until nothing splits any more. Pushes
    /// a number that two partitions share if an automorphism takes the one to the other. Splitters are the cells from
    /// place `from` (all of them for 0, else the one that begins there).
    fn refine(&mut self, partition: &mut Partition, from: u32) -> Result<(), Stop> {
        let n = partition.order.len();
        let mut queue: Vec<u32> = if from == 0 {
            (0..n as u32).filter(|&p| partition.start[p as usize] == p).collect()
        } else {
            vec![from - 1]
        };
        queue.reverse();
        let mut trace = partition.cells as u64;
        let mut keyed: Vec<(u32, u32, u32)> = Vec::new();
        while let Some(splitter) = queue.pop() {
            if partition.cells == n {
                break;
            }
            let mut set = Bits::empty(n);
            let mut p = splitter as usize;
            self.work += n as u64;
            while p < n && partition.start[p] == partition.start[splitter as usize] {
                set.insert(partition.order[p] as usize);
                p += 1;
            }
            let mut begin = 0;
            while begin < n {
                let mut end = begin + 1;
                while end < n && partition.start[end] as usize == begin {
                    end += 1;
                }
                if end - begin > 1 {
                    self.handle.ticks((end - begin) as u32 * set.row().len() as u32)?;
                    self.work += ((end - begin) * set.row().len()) as u64;
                    keyed.clear();
                    keyed.extend(partition.order[begin..end].iter().map(|&x| {
                        let row = set.row();
                        let below = bits::common(self.rows.below(x as usize), row);
                        (below, bits::common(self.rows.above(x as usize), row), x)
                    }));
                    let first = (keyed[0].0, keyed[0].1);
                    if keyed.iter().any(|k| (k.0, k.1) != first) {
                        keyed.sort_by_key(|k| (k.0, k.1));
                        for (i, k) in keyed.iter().enumerate() {
                            let place = begin + i;
                            partition.order[place] = k.2;
                            let fresh = i == 0 || (k.0, k.1) != (keyed[i - 1].0, keyed[i - 1].1);
                            partition.start[place] = if fresh { place as u32 } else { partition.start[place - 1] };
                            if fresh {
                                partition.cells += usize::from(i > 0);
                                queue.push(place as u32);
                                trace = mix(trace, (place as u64) << 40 ^ u64::from(k.0) << 20 ^ u64::from(k.1));
                            }
                        }
                    } else {
                        trace = mix(trace, u64::from(first.0) << 20 ^ u64::from(first.1));
                    }
                }
                begin = end;
            }
        }
        self.trace.push(mix(trace, partition.cells as u64));
        Ok(())
    }

    /// Searches below this partition. Returns the depth to go back to: the search goes on at nodes of that depth.
    fn descend(&mut self, partition: Partition) -> Result<usize, Stop> {
        let depth = self.path.len();
        // The trace decides before the leaf: what is greater can't be the least.
        if self.best.is_some() {
            let known = self.best_trace.len().min(depth);
            match self.trace[..depth].cmp(&self.best_trace[..known]) {
                Ordering::Greater => return Ok(depth.saturating_sub(1)),
                Ordering::Less | Ordering::Equal => {}
            }
        }
        let n = partition.order.len();
        if partition.cells == n {
            return self.leaf(&partition);
        }
        let (_, begin) = partition.target().expect("fewer cells than elements");
        let candidates = partition.cell(begin).to_vec();
        let mut tried: Vec<u32> = Vec::new();
        for &x in &candidates {
            self.handle.tick()?;
            if self.is_image(x, &tried)? {
                continue;
            }
            tried.push(x);
            let mut next = partition.with_first(begin, x);
            self.path.push(x);
            self.refine(&mut next, begin as u32 + 1)?;
            let back = with_stack(|| self.descend(next));
            self.path.pop();
            self.trace.pop();
            let back = back?;
            if back < depth {
                return Ok(back);
            }
        }
        Ok(depth.saturating_sub(1))
    }

    /// Does an automorphism that fixes the path take an element tried before to `x`?
    fn is_image(&self, x: u32, tried: &[u32]) -> Result<bool, Stop> {
        if tried.is_empty() {
            return Ok(false);
        }
        let rows = self.rows;
        let colour = |x: u32| self.colours.map(|c| c[x as usize]);
        let twins = |a: u32, b: u32| {
            rows.below(a as usize) == rows.below(b as usize)
                && rows.above(a as usize) == rows.above(b as usize)
                && colour(a) == colour(b)
        };
        self.handle.ticks(tried.len() / 16)?;
        if tried.iter().any(|&t| twins(t, x)) {
            return Ok(true);
        }
        let fixing: Vec<&Vec<u32>> =
            self.automorphisms.iter().filter(|a| self.path.iter().all(|&p| a[p as usize] == p)).collect();
        if fixing.is_empty() {
            return Ok(false);
        }
        // The orbit of x under what they generate; finite order makes forward images enough.
        let mut seen = Bits::of(64 * rows.words(), [x as usize]);
        let mut queue = vec![x];
        while let Some(y) = queue.pop() {
            self.handle.ticks(1 + fixing.len() / 16)?;
            for a in &fixing {
                let z = a[y as usize];
                if !seen.contains(z as usize) {
                    if tried.contains(&z) {
                        return Ok(true);
                    }
                    seen.insert(z as usize);
                    queue.push(z);
                }
            }
        }
        Ok(false)
    }

    /// Compares a leaf with the best; returns the depth to go back to.
    fn leaf(&mut self, partition: &Partition) -> Result<usize, Stop> {
        let depth = self.path.len();
        let order: Vec<usize> = partition.order.iter().map(|&x| x as usize).collect();
        let key = self.key(&order)?;
        let ordering = match &self.best {
            None => Ordering::Less,
            Some(best) => self.trace.cmp(&self.best_trace).then_with(|| key.cmp(&best.key)),
        };
        match ordering {
            Ordering::Less => {
                self.best = Some(Labelling { order, key });
                self.best_trace.clone_from(&self.trace);
                self.best_path.clone_from(&self.path);
            }
            Ordering::Equal => {
                let best = self.best.as_ref().expect("compared with it");
                let mut map = vec![0; order.len()];
                for (&x, &y) in order.iter().zip(&best.order) {
                    map[x] = y as u32;
                }
                map.iter().zip(0..).for_each(|(&y, x)| self.join(x, y));
                if self.automorphisms.len() < KEPT {
                    self.automorphisms.push(map);
                }
                return Ok(self.path.iter().zip(&self.best_path).take_while(|(a, b)| a == b).count());
            }
            Ordering::Greater => {}
        }
        Ok(depth.saturating_sub(1))
    }

    /// The relation in this order.
    fn key(&self, order: &[usize]) -> Result<CanonicalKey, Stop> {
        let n = order.len();
        let mut key = vec![n as u64];
        if let Some(colours) = self.colours {
            key.extend(order.iter().map(|&x| u64::from(colours[x])));
        }
        let first = key.len();
        self.handle.afford(n * n.saturating_sub(1) / 16)?;
        key.resize(first + (n * n.saturating_sub(1) / 2).div_ceil(64), 0);
        let mut place = vec![0; n];
        for (p, &x) in order.iter().enumerate() {
            place[x] = p;
        }
        for (j, &y) in order.iter().enumerate() {
            let row = j * j.saturating_sub(1) / 2;
            self.handle.ticks(1 + bits::size(self.rows.below(y)) / 64)?;
            for x in bits::ones(self.rows.below(y)) {
                bits::put(&mut key[first..], row + place[x]);
            }
        }
        Ok(CanonicalKey(key.into_boxed_slice()))
    }
}
