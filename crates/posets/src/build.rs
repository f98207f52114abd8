//! How posets are made. Every constructor says how its elements are numbered; names are kept by the caller.

use super::bits::{self, Bits};
use super::poset::Poset;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::fmt;

/// Elements that a poset may have; the rows of bits of one of this size take 100 MB.
const MOST: usize = 20_000;

/// Why there is no such poset.
///
/// ```
/// use sprague_posets::{Poset, PosetError};
/// let round = Poset::from_relations(4, &[(0, 1), (1, 2), (2, 0)], &sprague_limits::Handle::default());
/// assert!(matches!(round, Err(PosetError::Cycle(elements)) if elements.len() == 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PosetError {
    /// The relations go round: each element is said to be below the next, and the last below the first.
    Cycle(Vec<usize>),
    /// A bound was reached, also that of the size of a poset.
    Stop(Stop),
}

impl fmt::Display for PosetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PosetError::Stop(stop) => stop.fmt(f),
            PosetError::Cycle(elements) => write!(f, "the relations go round through {elements:?}"),
        }
    }
}

impl std::error::Error for PosetError {}

impl From<Stop> for PosetError {
    fn from(stop: Stop) -> PosetError {
        PosetError::Stop(stop)
    }
}

/// Room for the rows of `n` elements, or the bound that they pass.
fn room(n: usize, handle: &Handle) -> Result<(), Stop> {
    if n > MOST {
        return Err(Stop::TooLarge(format!("a poset of {n} elements; at most {MOST} can be handled")));
    }
    handle.reserve(2 * n * bits::words(n) * 8)
}

impl Poset {
    /// The smallest order in which `x < y` for every given pair: the transitive closure. Numbers must be below `n`.
    /// If there is none, the error carries a shortest possible cycle through its first element.
    pub fn from_relations(n: usize, pairs: &[(usize, usize)], handle: &Handle) -> Result<Poset, PosetError> {
        room(n, handle)?;
        let mut up = vec![Vec::new(); n];
        let mut waiting = vec![0_u32; n];
        for &(x, y) in pairs {
            handle.tick()?;
            up[x].push(y);
            waiting[y] += 1;
        }
        let words = bits::words(n);
        let mut below = vec![0; n * words];
        let mut ready: Vec<usize> = (0..n).filter(|&x| waiting[x] == 0).collect();
        let mut done = 0;
        while let Some(x) = ready.pop() {
            done += 1;
            let mut row = below[x * words..(x + 1) * words].to_vec();
            bits::put(&mut row, x);
            for &y in &up[x] {
                handle.ticks(1 + words as u32)?;
                for (to, from) in below[y * words..(y + 1) * words].iter_mut().zip(&row) {
                    *to |= from;
                }
                waiting[y] -= 1;
                if waiting[y] == 0 {
                    ready.push(y);
                }
            }
        }
        if done < n {
            let stuck: Vec<bool> = waiting.iter().map(|&w| w > 0).collect();
            return Err(PosetError::Cycle(cycle(&up, &stuck, handle)?));
        }
        Ok(Poset::from_below(n, below, handle)?)
    }

    /// `0 < 1 < … < n-1`.
    pub fn chain(n: usize, handle: &Handle) -> Result<Poset, Stop> {
        Poset::by_rule(n, |x, y| x < y, handle)
    }

    /// `n` elements, no two comparable.
    pub fn antichain(n: usize, handle: &Handle) -> Result<Poset, Stop> {
        Poset::by_rule(n, |_, _| false, handle)
    }

    /// From a strict order on the numbers, which the rule must be.
    fn by_rule(n: usize, less: impl Fn(usize, usize) -> bool, handle: &Handle) -> Result<Poset, Stop> {
        room(n, handle)?;
        let words = bits::words(n);
        let mut below = vec![0; n * words];
        for y in 0..n {
            handle.ticks(1 + n as u32 / 16)?;
            let row = &mut below[y * words..(y + 1) * words];
            for x in (0..n).filter(|&x| less(x, y)) {
                bits::put(row, x);
            }
        }
        Poset::from_below(n, below, handle)
    }

    /// The subsets of at most `k` elements of `{0, …, n-1}` under inclusion, and for each element its set as a mask.
    /// Numbered by size, then lexicographically as increasing lists.
    pub fn subsets(n: u32, k: u32, handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let k = k.min(n);
        let mut count: u128 = 0;
        let mut level: u128 = 1;
        for j in 0..=k {
            count += level;
            level = level.saturating_mul(u128::from(n - j)) / u128::from(j + 1);
            if count > MOST as u128 || (n > 63 && j > 1) {
                return Err(Stop::TooLarge(format!(
                    "the subsets of at most {k} of {n} points are more than {MOST}, which is the most that can be handled"
                )));
            }
        }
        if n > 63 {
            return Err(Stop::TooLarge(format!("subsets of {n} points; at most 63 points can be handled")));
        }
        let mut sets: Vec<u64> = vec![0];
        let mut from = 0;
        for _ in 0..k {
            let to = sets.len();
            for i in from..to {
                handle.tick()?;
                let start = 64 - sets[i].leading_zeros();
                for point in start..n {
                    sets.push(sets[i] | 1 << point);
                }
            }
            from = to;
        }
        Ok((Poset::of_masks(&sets, handle)?, sets))
    }

    /// Sets under inclusion; they must be distinct.
    pub(crate) fn of_masks(sets: &[u64], handle: &Handle) -> Result<Poset, Stop> {
        Poset::by_rule(sets.len(), |x, y| x != y && sets[x] & !sets[y] == 0, handle)
    }

    /// The faces of the simplicial complex with these facets, the empty face among them, under inclusion, and for each
    /// element its face as a mask. Numbered by size, then lexicographically.
    pub fn complex(facets: &[u64], handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let mut faces: Vec<u64> = vec![0];
        let mut seen: FxHashMap<u64, ()> = FxHashMap::default();
        for &facet in facets {
            if facet.count_ones() > 24 {
                return Err(Stop::TooLarge(format!(
                    "a facet of {} points has more than {MOST} faces, which is the most that can be handled",
                    facet.count_ones()
                )));
            }
            let mut face = facet;
            while face != 0 {
                handle.tick()?;
                if seen.insert(face, ()).is_none() {
                    faces.push(face);
                }
                room(faces.len(), handle)?;
                face = (face - 1) & facet;
            }
        }
        // As lists, the one with the smallest first difference comes first: that is the larger reversed mask.
        faces.sort_by_key(|f| (f.count_ones(), std::cmp::Reverse(f.reverse_bits())));
        Ok((Poset::of_masks(&faces, handle)?, faces))
    }

    /// The divisors of `m`, increasing, under divisibility.
    pub fn divisors(m: u64, handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let divisors = divisors_of(m, handle)?;
        let poset = Poset::by_rule(divisors.len(), |x, y| x != y && divisors[y] % divisors[x] == 0, handle)?;
        Ok((poset, divisors))
    }

    /// The product: `(x, y)` is number `x * other.len() + y`.
    pub fn product(&self, other: &Poset, handle: &Handle) -> Result<Poset, Stop> {
        let (a, b) = (self.len(), other.len());
        let n = a.saturating_mul(b);
        room(n, handle)?;
        let words = bits::words(n);
        let mut below = vec![0; n * words];
        for x in 0..a {
            let down = self.down(x);
            for y in 0..b {
                handle.ticks(1 + n as u32 / 64)?;
                let row = &mut below[(x * b + y) * words..(x * b + y + 1) * words];
                let lower = other.down(y);
                for i in down.iter() {
                    for j in lower.iter() {
                        if (i, j) != (x, y) {
                            bits::put(row, i * b + j);
                        }
                    }
                }
            }
        }
        Poset::from_below(n, below, handle)
    }

    /// Side by side: the elements of `self`, then those of `other`, none comparable across.
    pub fn disjoint_sum(&self, other: &Poset, handle: &Handle) -> Result<Poset, Stop> {
        self.beside(other, false, handle)
    }

    /// One upon the other: every element of `self` below every element of `other`.
    pub fn ordinal_sum(&self, other: &Poset, handle: &Handle) -> Result<Poset, Stop> {
        self.beside(other, true, handle)
    }

    fn beside(&self, other: &Poset, upon: bool, handle: &Handle) -> Result<Poset, Stop> {
        let (a, b) = (self.len(), other.len());
        let n = a + b;
        room(n, handle)?;
        let words = bits::words(n);
        let mut below = vec![0; n * words];
        for x in 0..a {
            handle.ticks(1 + n as u32 / 64)?;
            below[x * words..x * words + bits::words(a)].copy_from_slice(self.below_row(x));
        }
        for y in 0..b {
            handle.ticks(1 + n as u32 / 64)?;
            let row = &mut below[(a + y) * words..(a + y + 1) * words];
            for x in bits::ones(other.below_row(y)) {
                bits::put(row, a + x);
            }
            if upon {
                for x in 0..a {
                    bits::put(row, x);
                }
            }
        }
        Poset::from_below(n, below, handle)
    }

    /// Upside down, with the same numbers.
    pub fn dual(&self, handle: &Handle) -> Result<Poset, Stop> {
        let words = bits::words(self.len());
        let below: Vec<u64> = (0..self.len()).flat_map(|x| self.above_row(x)[..words].iter().copied()).collect();
        Poset::from_below(self.len(), below, handle)
    }

    /// The order on these elements, which must be distinct: element `i` is `elements[i]` of `self`.
    pub fn induced(&self, elements: &[usize], handle: &Handle) -> Result<Poset, Stop> {
        let n = elements.len();
        let words = bits::words(n);
        handle.afford(8 * n * words)?;
        let mut below = vec![0; n * words];
        for (j, &y) in elements.iter().enumerate() {
            handle.ticks(1 + n / 64)?;
            let row = self.below_row(y);
            for (i, &x) in elements.iter().enumerate() {
                if bits::has(row, x) {
                    bits::put(&mut below[j * words..(j + 1) * words], i);
                }
            }
        }
        Poset::from_below(n, below, handle)
    }

    /// All elements but these, in their order, and the order on them.
    pub fn without(&self, gone: &Bits, handle: &Handle) -> Result<(Poset, Vec<usize>), Stop> {
        let left: Vec<usize> = (0..self.len()).filter(|&x| !gone.contains(x)).collect();
        Ok((self.induced(&left, handle)?, left))
    }
}

/// A cycle among the elements that could not be placed: the shortest one through the smallest element that is on one.
fn cycle(up: &[Vec<usize>], stuck: &[bool], handle: &Handle) -> Result<Vec<usize>, Stop> {
    for start in (0..up.len()).filter(|&x| stuck[x]) {
        let mut came: Vec<usize> = vec![usize::MAX; up.len()];
        let mut queue = vec![start];
        let mut next = 0;
        while next < queue.len() {
            let x = queue[next];
            next += 1;
            for &y in &up[x] {
                handle.tick()?;
                if y == start {
                    let mut path = vec![x];
                    let mut at = x;
                    while at != start {
                        at = came[at];
                        path.push(at);
                    }
                    path.reverse();
                    return Ok(path);
                }
                if came[y] == usize::MAX {
                    came[y] = x;
                    queue.push(y);
                }
            }
        }
    }
    Ok(Vec::new())
}

/// The divisors of `m`, increasing; none for 0. Cost: trial division up to the square root of what is left.
fn divisors_of(m: u64, handle: &Handle) -> Result<Vec<u64>, Stop> {
    if m == 0 {
        return Ok(Vec::new());
    }
    let mut all = vec![1_u64];
    let mut left = m;
    let mut prime = 2_u64;
    while left > 1 {
        handle.tick()?;
        if prime.checked_mul(prime).is_none_or(|square| square > left) {
            prime = left;
        }
        let before = all.len();
        let mut power = 1;
        while left.is_multiple_of(prime) {
            left /= prime;
            power *= prime;
            for i in 0..before {
                all.push(all[i] * power);
            }
        }
        prime += 1;
    }
    all.sort_unstable();
    Ok(all)
}
