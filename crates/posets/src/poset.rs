//! The poset itself: two rows of bits for each element, what lies below it and what lies above.

use super::bits::{self, Bits};
use super::canonical::{self, CanonicalKey, Labelling};
use sprague_limits::{Handle, Stop};
use std::cell::OnceCell;

/// A finite partially ordered set on the elements `0..len()`.
///
/// Memory: `n²/4` bytes. Equality is equality of the relation on the numbers; see [`Poset::isomorphic`].
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
    words: usize,
    below: Vec<u64>,
    above: Vec<u64>,
    labelling: OnceCell<Labelling>,
}

impl PartialEq for Poset {
    fn eq(&self, other: &Poset) -> bool {
        self.n == other.n && self.below == other.below
    }
}

impl Eq for Poset {}

impl Poset {
    /// From the rows of what lies strictly below each element: the caller has made sure that this is an order.
    pub(crate) fn from_below(n: usize, below: Vec<u64>, handle: &Handle) -> Result<Poset, Stop> {
        let words = bits::words(n);
        handle.afford(8 * n * words)?;
        let mut above = vec![0; n * words];
        for y in 0..n {
            handle.ticks(1 + bits::size(&below[y * words..(y + 1) * words]) / 64)?;
            for x in bits::ones(&below[y * words..(y + 1) * words]) {
                bits::put(&mut above[x * words..(x + 1) * words], y);
            }
        }
        Ok(Poset { n, words, below, above, labelling: OnceCell::new() })
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Has it no element?
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The row of what is strictly below `x`.
    #[inline]
    pub(crate) fn below_row(&self, x: usize) -> &[u64] {
        &self.below[x * self.words..(x + 1) * self.words]
    }

    /// The row of what is strictly above `x`.
    #[inline]
    pub(crate) fn above_row(&self, x: usize) -> &[u64] {
        &self.above[x * self.words..(x + 1) * self.words]
    }

    /// Is `x` strictly below `y`?
    pub fn less(&self, x: usize, y: usize) -> bool {
        bits::has(self.below_row(y), x)
    }

    /// Everything at or above `x`.
    pub fn up(&self, x: usize) -> Bits {
        let mut set = Bits::from_row(self.above_row(x));
        set.insert(x);
        set
    }

    /// Everything at or below `x`.
    pub fn down(&self, x: usize) -> Bits {
        let mut set = Bits::from_row(self.below_row(x));
        set.insert(x);
        set
    }

    /// Elements with nothing below them, increasing.
    pub fn minimal(&self) -> Vec<usize> {
        (0..self.n).filter(|&x| self.below_row(x).iter().all(|&w| w == 0)).collect()
    }

    /// Elements with nothing above them, increasing.
    pub fn maximal(&self) -> Vec<usize> {
        (0..self.n).filter(|&x| self.above_row(x).iter().all(|&w| w == 0)).collect()
    }

    /// The element below all others, if there is one.
    pub fn least(&self) -> Option<usize> {
        (0..self.n).find(|&x| bits::size(self.above_row(x)) + 1 == self.n)
    }

    /// The element above all others, if there is one.
    pub(crate) fn greatest(&self) -> Option<usize> {
        (0..self.n).find(|&x| bits::size(self.below_row(x)) + 1 == self.n)
    }

    /// The pairs `(x, y)` where `y` covers `x`, ordered by `y`, then `x`.
    pub fn covers(&self, handle: &Handle) -> Result<Vec<(usize, usize)>, Stop> {
        let mut pairs = Vec::new();
        for y in 0..self.n {
            let below = Bits::from_row(self.below_row(y));
            for x in below.iter() {
                handle.ticks(1 + self.words as u32)?;
                if bits::common(self.above_row(x), below.row()) == 0 {
                    pairs.push((x, y));
                }
            }
        }
        Ok(pairs)
    }

    /// For each element the length of the longest chain strictly below it.
    pub fn heights(&self, handle: &Handle) -> Result<Vec<u32>, Stop> {
        let mut heights = vec![0; self.n];
        for y in self.linear_order() {
            handle.ticks(1 + bits::size(self.below_row(y)) / 64)?;
            heights[y] = bits::ones(self.below_row(y)).map(|x| heights[x] + 1).max().unwrap_or(0);
        }
        Ok(heights)
    }

    /// Elements of the longest chain; 0 for the empty poset.
    pub fn height(&self, handle: &Handle) -> Result<usize, Stop> {
        Ok(self.heights(handle)?.into_iter().max().map_or(0, |h| h as usize + 1))
    }

    /// All elements, each after those below it: by the number of elements below, then by number.
    pub fn linear_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n).collect();
        order.sort_by_cached_key(|&x| (bits::size(self.below_row(x)), x));
        order
    }

    /// Elements of the largest antichain: by Dilworth's theorem the elements less a largest matching of comparable
    /// pairs `x < y` (Fulkerson 1956), found by augmenting paths. Cost at most `n³/64` words.
    pub fn width(&self, handle: &Handle) -> Result<usize, Stop> {
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
                handle.ticks(1 + self.words as u32)?;
                for y in fresh.and(self.above_row(x)).iter() {
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
        if self.greatest().is_none() {
            return Ok(false);
        }
        for x in 0..self.n {
            let down = self.down(x);
            for y in 0..x {
                handle.ticks(1 + self.words as u32)?;
                let bounds = down.and(self.down(y).row());
                let size = bounds.len();
                // A meet is a common lower bound that has all the others below it.
                if !bounds.iter().any(|m| bits::size(self.below_row(m)) + 1 == size) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The labelling of [`canonical`], computed once.
    pub(crate) fn labelling(&self, handle: &Handle) -> Result<&Labelling, Stop> {
        if self.labelling.get().is_none() {
            let found = canonical::label(self, None, handle)?;
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

    /// Are they isomorphic?
    pub fn isomorphic(&self, other: &Poset, handle: &Handle) -> Result<bool, Stop> {
        Ok(self.isomorphism(other, handle)?.is_some())
    }

    /// Is the set closed downwards?
    pub fn is_downset(&self, set: &Bits) -> bool {
        set.iter().all(|x| bits::within(self.below_row(x), set.row()))
    }

    /// The minimal elements of a set of elements, increasing.
    pub fn minimal_of(&self, set: &Bits) -> Vec<usize> {
        set.iter().filter(|&x| bits::common(self.below_row(x), set.row()) == 0).collect()
    }
}
