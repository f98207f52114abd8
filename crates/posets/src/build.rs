//! How posets are made. Every constructor says how its elements are numbered; names are kept by the caller.

use super::bits::{self, Bits};
use super::covers::Covers;
use super::poset::{Poset, Relation};
use super::rows::Rows;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::fmt;

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

impl Poset {
    /// Elements up to which all pairs of the relation are kept; the rows of bits of so many take 100 MB.
    pub const PAIRED: usize = 20_000;
    /// Elements that a poset may have.
    pub const MOST: usize = 10_000_000;

    /// The smallest order in which `x < y` for every given pair: the transitive closure. Numbers must be below `n`.
    /// If there is none, the error carries a shortest possible cycle through its first element.
    pub fn from_relations(n: usize, pairs: &[(usize, usize)], handle: &Handle) -> Result<Poset, PosetError> {
        room(n, handle)?;
        handle.afford(8 * pairs.len())?;
        let short: Vec<(u32, u32)> = pairs.iter().map(|&(x, y)| (x as u32, y as u32)).collect();
        match Poset::generated(n, short, handle)? {
            Some(poset) => Ok(poset),
            None => Err(PosetError::Cycle(cycle(n, pairs, handle)?)),
        }
    }

    /// The order that these pairs generate, `None` if they go round.
    fn generated(n: usize, pairs: Vec<(u32, u32)>, handle: &Handle) -> Result<Option<Poset>, Stop> {
        room(n, handle)?;
        if n > Poset::PAIRED {
            return Ok(Covers::new(n, pairs, handle)?.map(Poset::from_lists));
        }
        let mut up = vec![Vec::new(); n];
        let mut waiting = vec![0_u32; n];
        for (x, y) in pairs {
            handle.tick()?;
            up[x as usize].push(y as usize);
            waiting[y as usize] += 1;
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
            return Ok(None);
        }
        Poset::from_below(n, below, handle).map(Some)
    }

    /// The order that these pairs generate, which do not go round.
    fn sound(n: usize, pairs: Vec<(u32, u32)>, handle: &Handle) -> Result<Poset, Stop> {
        Ok(Poset::generated(n, pairs, handle)?.expect("pairs of an order do not go round"))
    }

    /// `0 < 1 < … < n-1`.
    pub fn chain(n: usize, handle: &Handle) -> Result<Poset, Stop> {
        room(n, handle)?;
        Poset::sound(n, (1..n as u32).map(|y| (y - 1, y)).collect(), handle)
    }

    /// `n` elements, no two comparable.
    pub fn antichain(n: usize, handle: &Handle) -> Result<Poset, Stop> {
        Poset::sound(n, Vec::new(), handle)
    }

    /// The subsets of at most `k` elements of `{0, …, n-1}` under inclusion, and for each element its set as a mask.
    /// Numbered by size, then lexicographically as increasing lists.
    pub fn subsets(n: u32, k: u32, handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let k = k.min(n);
        if n > 63 {
            return Err(Stop::TooLarge(format!("subsets of {n} points; at most 63 points can be handled")));
        }
        let mut count: u128 = 0;
        let mut level: u128 = 1;
        for j in 0..=k {
            count += level;
            level = level.saturating_mul(u128::from(n - j)) / u128::from(j + 1);
            if count > Poset::MOST as u128 {
                return Err(Stop::TooLarge(format!(
                    "the subsets of at most {k} of {n} points are more than {}, which is the most that can be handled",
                    Poset::MOST
                )));
            }
        }
        room(count as usize, handle)?;
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
        Ok((Poset::of_faces(&sets, handle)?, sets))
    }

    /// Sets under inclusion; they must be distinct, and all subsets of each must be among them.
    fn of_faces(sets: &[u64], handle: &Handle) -> Result<Poset, Stop> {
        handle.afford(32 * sets.len())?;
        let count = sets.iter().map(|set| set.count_ones() as usize).sum();
        pairs_room(count, handle)?;
        let places: FxHashMap<u64, u32> = sets.iter().copied().zip(0..).collect();
        let mut pairs = Vec::with_capacity(count);
        for (&set, y) in sets.iter().zip(0..) {
            handle.ticks(1 + set.count_ones())?;
            let mut left = set;
            while left != 0 {
                pairs.push((places[&(set & !(left & left.wrapping_neg()))], y));
                left &= left - 1;
            }
        }
        Poset::sound(sets.len(), pairs, handle)
    }

    /// The faces of the simplicial complex with these facets, the empty face among them, under inclusion, and for each
    /// element its face as a mask. Numbered by size, then lexicographically.
    pub fn complex(facets: &[u64], handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let mut faces: Vec<u64> = vec![0];
        let mut seen: FxHashMap<u64, ()> = FxHashMap::default();
        for &facet in facets {
            if facet.count_ones() > 24 {
                return Err(Stop::TooLarge(format!(
                    "a facet of {} points has more than {} faces, which is the most that can be handled",
                    facet.count_ones(),
                    Poset::MOST
                )));
            }
            let mut face = facet;
            while face != 0 {
                handle.tick()?;
                if seen.insert(face, ()).is_none() {
                    faces.push(face);
                    if faces.len().is_power_of_two() {
                        room(faces.len(), handle)?;
                    }
                }
                face = (face - 1) & facet;
            }
        }
        room(faces.len(), handle)?;
        // As lists, the one with the smallest first difference comes first: that is the larger reversed mask.
        faces.sort_by_key(|f| (f.count_ones(), std::cmp::Reverse(f.reverse_bits())));
        Ok((Poset::of_faces(&faces, handle)?, faces))
    }

    /// The divisors of `m`, increasing, under divisibility.
    pub fn divisors(m: u64, handle: &Handle) -> Result<(Poset, Vec<u64>), Stop> {
        let (divisors, primes) = divisors_of(m, handle)?;
        let mut pairs = Vec::new();
        for (&divisor, y) in divisors.iter().zip(0..) {
            for &prime in primes.iter().filter(|&prime| divisor.is_multiple_of(*prime)) {
                handle.tick()?;
                pairs.push((divisors.partition_point(|&d| d < divisor / prime) as u32, y));
            }
        }
        Ok((Poset::sound(divisors.len(), pairs, handle)?, divisors))
    }

    /// The product: `(x, y)` is number `x * other.len() + y`.
    pub fn product(&self, other: &Poset, handle: &Handle) -> Result<Poset, Stop> {
        let (a, b) = (self.len(), other.len());
        let n = a.saturating_mul(b);
        room(n, handle)?;
        if n == 0 {
            return Poset::antichain(0, handle);
        }
        if n > Poset::PAIRED {
            let (lower, upper) = (self.covers(handle)?, other.covers(handle)?);
            let count = lower.len().saturating_mul(b).saturating_add(upper.len().saturating_mul(a));
            pairs_room(count, handle)?;
            let mut pairs = Vec::with_capacity(count);
            for (x, above) in lower {
                handle.ticks(1 + b)?;
                pairs.extend((0..b).map(|y| ((x * b + y) as u32, (above * b + y) as u32)));
            }
            for (y, above) in upper {
                handle.ticks(1 + a)?;
                pairs.extend((0..a).map(|x| ((x * b + y) as u32, (x * b + above) as u32)));
            }
            return Poset::sound(n, pairs, handle);
        }
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
        Poset::together(&[self, other], false, handle)
    }

    /// One upon the other: every element of `self` below every element of `other`.
    pub fn ordinal_sum(&self, other: &Poset, handle: &Handle) -> Result<Poset, Stop> {
        Poset::together(&[self, other], true, handle)
    }

    /// Side by side, or each upon those before it: the elements of the first, then those of the next.
    pub fn together(parts: &[&Poset], upon: bool, handle: &Handle) -> Result<Poset, Stop> {
        let n = parts.iter().fold(0usize, |n, part| n.saturating_add(part.len()));
        room(n, handle)?;
        let rows: Result<Vec<&Rows>, Stop> = parts.iter().map(|part| part.rows()).collect();
        let Some(rows) = rows.ok().filter(|_| n <= Poset::PAIRED) else {
            return Poset::in_lists(parts, n, upon, handle);
        };
        let words = bits::words(n);
        let mut below = vec![0; n * words];
        let mut first = 0;
        for rows in rows {
            for x in 0..rows.len() {
                handle.ticks(1 + n as u32 / 64)?;
                let row = &mut below[(first + x) * words..(first + x + 1) * words];
                bits::ones(rows.below(x)).for_each(|y| bits::put(row, first + y));
                if upon {
                    (0..first).for_each(|y| bits::put(row, y));
                }
            }
            first += rows.len();
        }
        Poset::from_below(n, below, handle)
    }

    /// The same where the whole is a large poset.
    fn in_lists(parts: &[&Poset], n: usize, upon: bool, handle: &Handle) -> Result<Poset, Stop> {
        let mut pairs = Vec::new();
        let mut first = 0;
        let mut last: Vec<u32> = Vec::new();
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let inner = part.covers(handle)?;
            pairs_room(pairs.len() + inner.len(), handle)?;
            pairs.extend(inner.into_iter().map(|(x, y)| ((first + x) as u32, (first + y) as u32)));
            if upon {
                let next = part.minimal();
                pairs_room(pairs.len().saturating_add(last.len().saturating_mul(next.len())), handle)?;
                for y in next {
                    handle.ticks(1 + last.len())?;
                    pairs.extend(last.iter().map(|&x| (x, (first + y) as u32)));
                }
                last = part.maximal().into_iter().map(|x| (first + x) as u32).collect();
            }
            first += part.len();
        }
        Poset::sound(n, pairs, handle)
    }

    /// Upside down, with the same numbers.
    pub fn dual(&self, handle: &Handle) -> Result<Poset, Stop> {
        if let Relation::Covers(covers) = self.relation() {
            return Ok(Poset::from_lists(covers.dual(handle)?));
        }
        let rows = self.rows()?;
        let below: Vec<u64> = (0..self.len()).flat_map(|x| rows.above(x).iter().copied()).collect();
        Poset::from_below(self.len(), below, handle)
    }

    /// The order on these elements, which must be distinct: element `i` is `elements[i]` of `self`.
    pub fn induced(&self, elements: &[usize], handle: &Handle) -> Result<Poset, Stop> {
        if let Relation::Covers(covers) = self.relation() {
            return Poset::sound(elements.len(), covers.induced(elements, handle)?, handle);
        }
        let rows = self.rows()?;
        let n = elements.len();
        let words = bits::words(n);
        handle.afford(8 * n * words)?;
        let mut below = vec![0; n * words];
        for (j, &y) in elements.iter().enumerate() {
            handle.ticks(1 + n / 64)?;
            let row = rows.below(y);
            for (i, &x) in elements.iter().enumerate() {
                if bits::has(row, x) {
                    bits::put(&mut below[j * words..(j + 1) * words], i);
                }
            }
        }
        Poset::from_below(n, below, handle)
    }

    /// The same for increasing elements with all that lies between them, such as those of a component: in a large poset it costs no more than they do.
    pub fn piece(&self, elements: &[usize], handle: &Handle) -> Result<Poset, Stop> {
        let Relation::Covers(covers) = self.relation() else { return self.induced(elements, handle) };
        let mut pairs = Vec::new();
        for (&y, j) in elements.iter().zip(0..) {
            handle.ticks(1 + covers.lower(y).len())?;
            pairs.extend(covers.lower(y).filter_map(|x| Some((elements.binary_search(&x).ok()? as u32, j))));
        }
        Poset::sound(elements.len(), pairs, handle)
    }

    /// All elements but these, in their order, and the order on them.
    pub fn without(&self, gone: &Bits, handle: &Handle) -> Result<(Poset, Vec<usize>), Stop> {
        let left: Vec<usize> = (0..self.len()).filter(|&x| !gone.contains(x)).collect();
        Ok((self.induced(&left, handle)?, left))
    }
}

/// Room for the relation of `n` elements, or the bound that they pass.
fn room(n: usize, handle: &Handle) -> Result<(), Stop> {
    if n > Poset::MOST {
        return Err(Stop::TooLarge(format!("a poset of {n} elements; at most {} can be handled", Poset::MOST)));
    }
    handle.reserve(if n > Poset::PAIRED { 40 * n } else { 2 * n * bits::words(n) * 8 })
}

/// Room for so many covering pairs.
fn pairs_room(count: usize, handle: &Handle) -> Result<(), Stop> {
    const MOST: usize = 200_000_000;
    if count > MOST {
        return Err(Stop::TooLarge(format!("a poset with {count} covering pairs; at most {MOST} can be handled")));
    }
    handle.reserve(40 * count)
}

/// The shortest cycle of these pairs through the smallest element that is on one.
fn cycle(n: usize, pairs: &[(usize, usize)], handle: &Handle) -> Result<Vec<usize>, Stop> {
    let mut up = vec![Vec::new(); n];
    let mut waiting = vec![0_u32; n];
    for &(x, y) in pairs {
        handle.tick()?;
        up[x].push(y);
        waiting[y] += 1;
    }
    let mut ready: Vec<usize> = (0..n).filter(|&x| waiting[x] == 0).collect();
    while let Some(x) = ready.pop() {
        for &y in &up[x] {
            handle.tick()?;
            waiting[y] -= 1;
            if waiting[y] == 0 {
                ready.push(y);
            }
        }
    }
    for start in (0..n).filter(|&x| waiting[x] > 0) {
        let mut came: Vec<usize> = vec![usize::MAX; n];
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

/// The divisors of `m` and its prime factors, both increasing; none for 0. Cost: trial division up to the square root of what is left.
fn divisors_of(m: u64, handle: &Handle) -> Result<(Vec<u64>, Vec<u64>), Stop> {
    let mut primes = Vec::new();
    if m == 0 {
        return Ok((Vec::new(), primes));
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
        if left.is_multiple_of(prime) {
            primes.push(prime);
        }
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
    Ok((all, primes))
}
