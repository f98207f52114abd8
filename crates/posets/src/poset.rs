//! The poset itself: all pairs as rows of bits ([`super::rows`]), or in a large one the covering pairs as lists ([`super::covers`]).

use super::bits::{self, Bits, Mask};
use super::canonical::{self, CanonicalKey, Labelling};
use super::coordinates::Coordinates;
use super::covers::Covers;
use super::kind::Kind;
use super::rows::Rows;
use sprague_limits::{Handle, Stop, with_stack};
use std::cell::OnceCell;

/// A finite partially ordered set on the elements `0..len()`.
///
/// Memory: `n²/4` bytes up to [`Poset::PAIRED`] elements; above that some 40 bytes for each element and each covering pair, and what needs all pairs is
/// refused. Equality is equality of the relation on the numbers; see [`Poset::isomorphic`].
///
/// ```
/// use sprague_posets::Poset;
/// let handle = sprague_limits::Handle::default();
/// let (divisors, numbers) = Poset::divisors(12, &handle)?;
/// assert_eq!(numbers, [1, 2, 3, 4, 6, 12]);
/// assert!(divisors.less(1, 4) && !divisors.less(1, 2)); // 2 divides 6 and not 3
/// let grid = Poset::chain(3, &handle)?.product(&Poset::chain(2, &handle)?, &handle)?;
/// assert!(divisors.isomorphic(&grid, &handle)? && divisors.width(&handle)? == 2);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Poset {
    n: usize,
    relation: Relation,
    labelling: OnceCell<Labelling>,
}

/// All pairs, or in a large poset those of neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Rows(Rows),
    Covers(Covers),
}

impl PartialEq for Poset {
    fn eq(&self, other: &Poset) -> bool {
        self.n == other.n
            && match (&self.relation, &other.relation) {
                (Relation::Rows(a), Relation::Rows(b)) => a == b,
                (Relation::Covers(a), Relation::Covers(b)) => a == b,
                _ => (0..self.n).all(|x| self.down(x) == other.down(x)),
            }
    }
}

impl Eq for Poset {}

impl Poset {
    /// From the rows of what lies strictly below each element: the caller has made sure that this is an order.
    pub(crate) fn from_below(n: usize, below: Vec<u64>, handle: &Handle) -> Result<Poset, Stop> {
        Ok(Poset { n, relation: Relation::Rows(Rows::new(n, below, handle)?), labelling: OnceCell::new() })
    }

    /// A large poset from its covering pairs.
    pub(crate) fn from_lists(covers: Covers) -> Poset {
        Poset { n: covers.len(), relation: Relation::Covers(covers), labelling: OnceCell::new() }
    }

    /// The same poset, known by its covering pairs as those of more than [`Poset::PAIRED`] elements are.
    pub fn by_covers(&self, handle: &Handle) -> Result<Poset, Stop> {
        let pairs = self.covers(handle)?.into_iter().map(|(x, y)| (x as u32, y as u32)).collect();
        Ok(Poset::from_lists(Covers::new(self.n, pairs, handle)?.expect("covers of an order do not go round")))
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Has it no element?
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// All pairs of the relation, which posets of more than [`Poset::PAIRED`] elements do not have.
    pub(crate) fn rows(&self) -> Result<&Rows, Stop> {
        match &self.relation {
            Relation::Rows(rows) => Ok(rows),
            Relation::Covers(_) => Err(Stop::TooLarge(format!(
                "a poset of {} elements; where all pairs of elements count, at most {} can be handled",
                self.n,
                Poset::PAIRED
            ))),
        }
    }

    /// What is known of the relation.
    pub(crate) fn relation(&self) -> &Relation {
        &self.relation
    }

    /// Is `x` strictly below `y`? In large posets it takes a walk.
    pub fn less(&self, x: usize, y: usize) -> bool {
        match &self.relation {
            Relation::Rows(rows) => rows.less(x, y),
            Relation::Covers(covers) => x != y && covers.down(y).contains(x),
        }
    }

    /// Everything at or above `x`.
    pub fn up(&self, x: usize) -> Bits {
        match &self.relation {
            Relation::Rows(rows) => rows.up(x),
            Relation::Covers(covers) => covers.up(x),
        }
    }

    /// Everything at or below `x`.
    pub fn down(&self, x: usize) -> Bits {
        match &self.relation {
            Relation::Rows(rows) => rows.down(x),
            Relation::Covers(covers) => covers.down(x),
        }
    }

    /// Elements below `x` that tell the order: all of them, in posets of more than [`Poset::PAIRED`] elements those that `x` covers.
    /// In downsets with the order on them they are the same.
    pub fn lower(&self, x: usize) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => bits::ones(rows.below(x)).collect(),
            Relation::Covers(covers) => covers.lower(x).collect(),
        }
    }

    /// How many there are in [`Poset::lower`].
    pub fn lower_count(&self, x: usize) -> usize {
        match &self.relation {
            Relation::Rows(rows) => bits::size(rows.below(x)),
            Relation::Covers(covers) => covers.lower(x).len(),
        }
    }

    /// What lies strictly below each element.
    pub(crate) fn below_sets<M: Mask>(&self) -> Vec<M> {
        (0..self.n).map(|x| M::from_row(self.down(x).row()).without(x)).collect()
    }

    /// What lies at or above each element.
    pub(crate) fn up_sets<M: Mask>(&self) -> Vec<M> {
        (0..self.n).map(|x| M::from_row(self.up(x).row())).collect()
    }

    /// Elements with nothing below them, increasing.
    pub fn minimal(&self) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => (0..self.n).filter(|&x| rows.below(x).iter().all(|&w| w == 0)).collect(),
            Relation::Covers(covers) => (0..self.n).filter(|&x| covers.lower(x).len() == 0).collect(),
        }
    }

    /// Elements with nothing above them, increasing.
    pub fn maximal(&self) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => (0..self.n).filter(|&x| rows.above(x).iter().all(|&w| w == 0)).collect(),
            Relation::Covers(covers) => (0..self.n).filter(|&x| covers.upper(x).len() == 0).collect(),
        }
    }

    /// The element below all others, if there is one.
    pub fn least(&self) -> Option<usize> {
        only(&self.minimal())
    }

    /// The element above all others, if there is one.
    pub(crate) fn greatest(&self) -> Option<usize> {
        only(&self.maximal())
    }

    /// The pairs `(x, y)` where `y` covers `x`, ordered by `y`, then `x`.
    pub fn covers(&self, handle: &Handle) -> Result<Vec<(usize, usize)>, Stop> {
        let mut pairs = Vec::new();
        let order = match &self.relation {
            Relation::Rows(_) => self.linear_order(),
            Relation::Covers(covers) => {
                handle.reserve(16 * covers.count())?;
                return Ok(covers.pairs().map(|(x, y)| (x as usize, y as usize)).collect());
            }
        };
        let sorted = order.iter().enumerate().all(|(i, &x)| i == x);
        let numbered = if sorted { self.clone() } else { self.induced(&order, handle)? };
        let rows = numbered.rows()?;
        // Of what is below the highest number is covered, and goes with all below it.
        for (j, &y) in order.iter().enumerate() {
            let mut below = Bits::from_row(rows.below(j));
            while let Some(i) = below.last() {
                handle.ticks(1 + rows.words())?;
                pairs.push((order[i], y));
                handle.reserve(16 * pairs.len())?;
                below = below.minus(rows.below(i));
                below.remove(i);
            }
        }
        pairs.sort_unstable_by_key(|&(x, y)| (y, x));
        Ok(pairs)
    }

    /// For each element the length of the longest chain strictly below it.
    pub fn heights(&self, handle: &Handle) -> Result<Vec<u32>, Stop> {
        let rows = match &self.relation {
            Relation::Rows(rows) => rows,
            Relation::Covers(covers) => return Ok(covers.heights().to_vec()),
        };
        let mut heights = vec![0; self.n];
        for y in self.linear_order() {
            handle.ticks(1 + bits::size(rows.below(y)) / 64)?;
            heights[y] = bits::ones(rows.below(y)).map(|x| heights[x] + 1).max().unwrap_or(0);
        }
        Ok(heights)
    }

    /// Elements of the longest chain; 0 for the empty poset.
    pub fn height(&self, handle: &Handle) -> Result<usize, Stop> {
        Ok(self.heights(handle)?.into_iter().max().map_or(0, |h| h as usize + 1))
    }

    /// All elements, each after those below it: by the number of elements below, in large posets by height, then by number.
    pub fn linear_order(&self) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => {
                let mut order: Vec<usize> = (0..self.n).collect();
                order.sort_by_cached_key(|&x| (bits::size(rows.below(x)), x));
                order
            }
            Relation::Covers(covers) => covers.order().collect(),
        }
    }

    /// Elements of the largest antichain: by Dilworth's theorem the elements less a largest matching of comparable
    /// pairs `x < y` (Fulkerson 1956), found by augmenting paths. Cost at most `n³/64` words. Large posets are taken apart into components and blocks; of products of chains,
    /// whole or up to some rank, and their duals, it is the largest rank.
    pub fn width(&self, handle: &Handle) -> Result<usize, Stop> {
        let rows = match &self.relation {
            Relation::Rows(rows) => rows,
            Relation::Covers(covers) => {
                let side_by_side = covers.components();
                let parts = if side_by_side.len() > 1 { side_by_side.clone() } else { covers.blocks() };
                if self.n == 0 {
                    return Ok(0);
                }
                for upside_down in [false, true] {
                    let dual = if upside_down { Some(self.dual(handle)?) } else { None };
                    let found = Coordinates::above_least(dual.as_ref().unwrap_or(self), handle)?;
                    if let Some(width) = found.and_then(|(found, _)| found.widest_rank()) {
                        return Ok(width);
                    }
                }
                if parts.len() < 2 {
                    self.rows()?;
                }
                let mut widths = Vec::with_capacity(parts.len());
                for part in parts {
                    widths.push(with_stack(|| self.piece(&part, handle)?.width(handle))?);
                }
                return Ok(if side_by_side.len() > 1 {
                    widths.iter().sum()
                } else {
                    widths.into_iter().max().unwrap_or(0)
                });
            }
        };
        // The matching, seen from both sides.
        let mut partner_above: Vec<Option<usize>> = vec![None; self.n];
        let mut partner_below: Vec<Option<usize>> = vec![None; self.n];
        let mut matched = 0;
        for start in 0..self.n {
            // Breadth first: `came[y]` is the x from which y was reached.
            let mut came: Vec<usize> = vec![0; self.n];
            let mut fresh = Bits::full(self.n);
            let mut queue = vec![start];
            let mut end = None;
            let mut next = 0;
            'search: while next < queue.len() {
                let x = queue[next];
                next += 1;
                handle.ticks(1 + rows.words() as u32)?;
                for y in fresh.and(rows.above(x)).iter() {
                    fresh.remove(y);
                    came[y] = x;
                    match partner_below[y] {
                        None => {
                            end = Some(y);
                            break 'search;
                        }
                        Some(other) => queue.push(other),
                    }
                }
            }
            // Turn the path over.
            matched += usize::from(end.is_some());
            while let Some(y) = end {
                let x = came[y];
                partner_below[y] = Some(x);
                end = partner_above[x].replace(y);
            }
        }
        Ok(self.n - matched)
    }

    /// Has every pair a least upper and a greatest lower bound, and is there an element at all?
    ///
    /// It is enough that there is a greatest element and that every pair has a meet: then the joins exist too.
    pub fn is_lattice(&self, handle: &Handle) -> Result<bool, Stop> {
        if self.greatest().is_none() || self.least().is_none() {
            return Ok(false);
        }
        if Coordinates::of(self, handle)?.is_some_and(|found| found.is_box()) {
            return Ok(true);
        }
        let rows = self.rows()?;
        for x in 0..self.n {
            let down = rows.down(x);
            for y in 0..x {
                handle.ticks(1 + rows.words() as u32)?;
                let bounds = down.and(rows.down(y).row());
                let size = bounds.len();
                // A meet is a common lower bound that has all the others below it.
                if !bounds.iter().any(|m| bits::size(rows.below(m)) + 1 == size) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The labelling of [`canonical`], computed once.
    pub(crate) fn labelling(&self, handle: &Handle) -> Result<&Labelling, Stop> {
        if self.labelling.get().is_none() {
            let found = canonical::label_sum(self, handle)?;
            let _ = self.labelling.set(found);
        }
        Ok(self.labelling.get().expect("set above"))
    }

    /// The same for two posets exactly when they are isomorphic.
    pub fn canonical_key(&self, handle: &Handle) -> Result<CanonicalKey, Stop> {
        Ok(self.labelling(handle)?.key.clone())
    }

    /// The elements in an order that depends on the numbering only up to automorphisms: between posets with the same
    /// [`Self::canonical_key`] the bijection that keeps places in it is an isomorphism.
    pub fn canonical_order(&self, handle: &Handle) -> Result<&[usize], Stop> {
        Ok(&self.labelling(handle)?.order)
    }

    /// A bijection onto the other poset that keeps the order both ways, where there is one: `map[x]` is the image.
    pub fn isomorphism(&self, other: &Poset, handle: &Handle) -> Result<Option<Vec<usize>>, Stop> {
        if self.n != other.n {
            return Ok(None);
        }
        if self == other {
            return Ok(Some((0..self.n).collect()));
        }
        let (a, b) = (self.labelling(handle)?, other.labelling(handle)?);
        if a.key != b.key {
            return Ok(None);
        }
        let mut map = vec![0; self.n];
        for (&x, &y) in a.order.iter().zip(&b.order) {
            map[x] = y;
        }
        Ok(Some(map))
    }

    /// Are they isomorphic? What has as many elements, but other numbers of least and greatest ones, is not; large ones of a kind that
    /// says all are by that; else by a canonical order.
    pub fn isomorphic(&self, other: &Poset, handle: &Handle) -> Result<bool, Stop> {
        let ends = |poset: &Poset| (poset.n, poset.minimal().len(), poset.maximal().len());
        if ends(self) != ends(other) {
            return Ok(false);
        }
        if self.n > LABELLED {
            let kind = Kind::of(self, handle)?;
            if kind.says_all() && kind == Kind::of(other, handle)? {
                return Ok(true);
            }
        }
        Ok(self.isomorphism(other, handle)?.is_some())
    }

    /// Is the set closed downwards?
    pub fn is_downset(&self, set: &Bits) -> bool {
        match &self.relation {
            Relation::Rows(rows) => set.iter().all(|x| bits::within(rows.below(x), set.row())),
            Relation::Covers(covers) => set.iter().all(|x| covers.lower(x).all(|y| set.contains(y))),
        }
    }

    /// The minimal elements of a set of elements, increasing.
    pub fn minimal_of(&self, set: &Bits) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => set.iter().filter(|&x| bits::common(rows.below(x), set.row()) == 0).collect(),
            Relation::Covers(covers) => covers.minimal_of(set),
        }
    }

    /// The maximal elements of a set of elements, increasing.
    pub fn maximal_of(&self, set: &Bits) -> Vec<usize> {
        match &self.relation {
            Relation::Rows(rows) => set.iter().filter(|&x| bits::common(rows.above(x), set.row()) == 0).collect(),
            Relation::Covers(covers) => covers.maximal_of(set),
        }
    }
}

/// Elements of the largest poset whose canonical order is had sooner than its kind.
const LABELLED: usize = 200;

fn only(elements: &[usize]) -> Option<usize> {
    if let [x] = elements { Some(*x) } else { None }
}
