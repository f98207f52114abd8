//! The relation of a large poset as lists: what each element covers, what covers it. Memory grows with the covering pairs.
//!
//! What needs no more than a walk over these pairs is done here; everything else asks for rows ([`super::rows`]).

use super::bits::Bits;
use sprague_limits::{Handle, Stop};

/// Lists of numbers, one for each element, behind each other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// For each `x` the `y` of all pairs `(x, y)`, in the order of the pairs.
    fn new(n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone, handle: &Handle) -> Result<Lists, Stop> {
        let mut ends = vec![0; n + 1];
        for (x, _) in pairs.clone() {
            ends[x as usize + 1] += 1;
        }
        for x in 0..n {
            ends[x + 1] += ends[x];
        }
        let mut next = ends.clone();
        let mut items = vec![0; ends[n] as usize];
        for (at, (x, y)) in pairs.enumerate() {
            if at % 64 == 0 {
                handle.tick()?;
            }
            items[next[x as usize] as usize] = y;
            next[x as usize] += 1;
        }
        Ok(Lists { ends, items })
    }

    /// Sorts each list; whether a number stands twice in one of them.
    fn sort(&mut self, handle: &Handle) -> Result<bool, Stop> {
        let mut is_twice = false;
        for ends in self.ends.windows(2) {
            let list = &mut self.items[ends[0] as usize..ends[1] as usize];
            handle.ticks(1 + list.len() / 16)?;
            list.sort_unstable();
            is_twice = is_twice || list.windows(2).any(|pair| pair[0] == pair[1]);
        }
        Ok(is_twice)
    }

    fn of(&self, x: usize) -> &[u32] {
        &self.items[self.ends[x] as usize..self.ends[x + 1] as usize]
    }
}

/// The covering pairs, seen from both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Covers {
    lower: Lists,
    upper: Lists,
    /// For each element the length of the longest chain strictly below it.
    heights: Vec<u32>,
    /// All elements by height, then by number.
    order: Vec<u32>,
}

impl Covers {
    /// The order that these pairs `x < y` generate; `None` if they go round. Cost: for each `y` the elements between it and what is given as
    /// below it, if that is more than one.
    pub(crate) fn new(n: usize, mut pairs: Vec<(u32, u32)>, handle: &Handle) -> Result<Option<Covers>, Stop> {
        handle.afford(40 * (n + pairs.len()))?;
        handle.ticks(1 + n)?;
        let mut upper = Lists::new(n, pairs.iter().copied(), handle)?;
        if upper.sort(handle)? {
            pairs.sort_unstable();
            pairs.dedup();
            upper = Lists::new(n, pairs.iter().copied(), handle)?;
        }
        drop(pairs);
        let of = |x: usize| upper.of(x).iter().map(move |&y| (y, x as u32));
        let lower = Lists::new(n, (0..n).flat_map(of), handle)?;
        let mut heights = vec![0; n];
        let mut waiting: Vec<u32> = (0..n).map(|y| lower.of(y).len() as u32).collect();
        let mut order: Vec<u32> = (0..n as u32).filter(|&x| waiting[x as usize] == 0).collect();
        let mut at = 0;
        while let Some(&x) = order.get(at) {
            at += 1;
            handle.ticks(1 + upper.of(x as usize).len() / 16)?;
            for &y in upper.of(x as usize) {
                let y = y as usize;
                heights[y] = heights[y].max(heights[x as usize] + 1);
                waiting[y] -= 1;
                if waiting[y] == 0 {
                    order.push(y as u32);
                }
            }
        }
        if order.len() < n {
            return Ok(None);
        }
        order.sort_unstable_by_key(|&x| (heights[x as usize], x));
        let all = Covers { lower, upper, heights, order };
        // Between a pair that follows from others is an element, so that it goes up by two at least.
        if all.pairs().all(|(x, y)| all.heights[x as usize] + 1 == all.heights[y as usize]) {
            return Ok(Some(all));
        }
        let left = all.needed(handle)?;
        if left.len() == all.count() {
            return Ok(Some(all));
        }
        let (lower, upper) =
            (Lists::new(n, left.iter().map(|&(x, y)| (y, x)), handle)?, Lists::new(n, left.iter().copied(), handle)?);
        Ok(Some(Covers { lower, upper, ..all }))
    }

    /// The pairs that do not follow from others, sorted.
    fn needed(&self, handle: &Handle) -> Result<Vec<(u32, u32)>, Stop> {
        let n = self.heights.len();
        let mut left = Vec::with_capacity(self.upper.items.len());
        // Under which element each was met last.
        let mut met = vec![u32::MAX; n];
        let mut waiting = Vec::new();
        for y in 0..n as u32 {
            let lower = self.lower.of(y as usize);
            handle.ticks(1 + lower.len())?;
            let Some(lowest) = lower.iter().map(|&x| self.heights[x as usize]).min() else { continue };
            // An element follows from one that is higher.
            for &x in lower.iter().filter(|&&x| self.heights[x as usize] > lowest) {
                waiting.push(x);
                while let Some(x) = waiting.pop() {
                    for &w in self.lower.of(x as usize) {
                        if self.heights[w as usize] >= lowest && met[w as usize] != y {
                            handle.tick()?;
                            met[w as usize] = y;
                            waiting.push(w);
                        }
                    }
                }
            }
            left.extend(lower.iter().filter(|&&x| met[x as usize] != y).map(|&x| (x, y)));
        }
        left.sort_unstable();
        Ok(left)
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        self.heights.len()
    }

    /// What `y` covers, increasing.
    pub(crate) fn lower(&self, y: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.lower.of(y).iter().map(|&x| x as usize)
    }

    /// What covers `x`, increasing.
    pub(crate) fn upper(&self, x: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.upper.of(x).iter().map(|&y| y as usize)
    }

    /// For each element the length of the longest chain strictly below it.
    pub(crate) fn heights(&self) -> &[u32] {
        &self.heights
    }

    /// All elements, each after those below it.
    pub(crate) fn order(&self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + '_ {
        self.order.iter().map(|&x| x as usize)
    }

    /// The covering pairs `(x, y)`, as numbers of 32 bits.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len()).flat_map(|y| self.lower.of(y).iter().map(move |&x| (x, y as u32)))
    }

    /// How many covering pairs there are.
    pub(crate) fn count(&self) -> usize {
        self.lower.items.len()
    }

    /// Upside down.
    pub(crate) fn dual(&self, handle: &Handle) -> Result<Covers, Stop> {
        let pairs = self.pairs().map(|(x, y)| (y, x)).collect();
        Ok(Covers::new(self.len(), pairs, handle)?.expect("an order upside down is one"))
    }

    /// Everything at or below `x`, or at or above it.
    fn reached<'a, I: Iterator<Item = usize>>(&'a self, x: usize, next: impl Fn(&'a Covers, usize) -> I) -> Bits {
        let mut set = Bits::of(self.len(), [x]);
        let mut waiting = vec![x];
        while let Some(x) = waiting.pop() {
            for y in next(self, x) {
                if !set.contains(y) {
                    set.insert(y);
                    waiting.push(y);
                }
            }
        }
        set
    }

    /// Everything at or below `x`.
    pub(crate) fn down(&self, x: usize) -> Bits {
        self.reached(x, Covers::lower)
    }

    /// Everything at or above `x`.
    pub(crate) fn up(&self, x: usize) -> Bits {
        self.reached(x, Covers::upper)
    }

    /// Of a set the elements that have none of it below them, or above.
    fn extreme(
        &self,
        set: &Bits,
        order: impl Iterator<Item = usize>,
        is_next_to: impl Fn(usize, &dyn Fn(usize) -> bool) -> bool,
    ) -> Vec<usize> {
        let mut above = Bits::empty(self.len());
        let mut found = Vec::new();
        for x in order {
            if is_next_to(x, &|y| set.contains(y) || above.contains(y)) {
                above.insert(x);
            } else if set.contains(x) {
                found.push(x);
            }
        }
        found.sort_unstable();
        found
    }

    /// The minimal elements of a set, increasing.
    pub(crate) fn minimal_of(&self, set: &Bits) -> Vec<usize> {
        self.extreme(set, self.order(), |x, is_met| self.lower(x).any(is_met))
    }

    /// The maximal elements of a set, increasing.
    pub(crate) fn maximal_of(&self, set: &Bits) -> Vec<usize> {
        self.extreme(set, self.order().rev(), |x, is_met| self.upper(x).any(is_met))
    }

    /// Pairs that generate the order on these elements, which must be distinct: `(i, j)` for `elements[i] < elements[j]`. Cost: where elements that are left out
    /// have others on both sides, for each the elements that are seen through it from above.
    pub(crate) fn induced(&self, elements: &[usize], handle: &Handle) -> Result<Vec<(u32, u32)>, Stop> {
        const OUT: u32 = u32::MAX;
        handle.afford(24 * self.len())?;
        handle.ticks(1 + self.len() + self.count())?;
        let mut place = vec![OUT; self.len()];
        elements.iter().zip(0..).for_each(|(&x, i)| place[x] = i);
        // Whether there is one of the elements above.
        let mut under = Bits::empty(self.len());
        for x in self.order().rev() {
            if self.upper(x).any(|y| place[y] != OUT || under.contains(y)) {
                under.insert(x);
            }
        }
        let mut pairs = Vec::new();
        // For those left out that have one above: the places of the highest ones below, and some that are lower.
        let mut seen: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        for y in self.order() {
            if place[y] == OUT && !under.contains(y) {
                continue;
            }
            let mut below = Vec::new();
            for x in self.lower(y) {
                match place[x] {
                    OUT => {
                        handle.ticks(1 + seen[x].len())?;
                        below.extend(&seen[x]);
                    }
                    i => below.push(i),
                }
            }
            below.sort_unstable();
            below.dedup();
            handle.afford(8 * below.len())?;
            match place[y] {
                OUT => seen[y] = below,
                j => pairs.extend(below.into_iter().map(|i| (i, j))),
            }
        }
        Ok(pairs)
    }

    /// The elements of the components, ordered by their least numbers.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let mut met = Bits::empty(self.len());
        let mut parts = Vec::new();
        for start in 0..self.len() {
            if met.contains(start) {
                continue;
            }
            met.insert(start);
            let mut part = vec![start];
            let mut at = 0;
            while let Some(&x) = part.get(at) {
                at += 1;
                for y in self.lower(x).chain(self.upper(x)) {
                    if !met.contains(y) {
                        met.insert(y);
                        part.push(y);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// The elements of the blocks of the finest ordinal sum, the lowest block first.
    ///
    /// A block ends where every maximal element of what came so far is covered by every minimal element of the rest; then all of the one is below all of the other.
    /// So these pairs are counted, as elements go over from the rest.
    pub(crate) fn blocks(&self) -> Vec<Vec<usize>> {
        let n = self.len();
        let mut left: Vec<usize> = (0..n).map(|x| self.lower(x).len()).collect();
        // Minimal elements of the rest, and for each element how many of them cover it.
        let mut is_next: Vec<bool> = left.iter().map(|&lower| lower == 0).collect();
        let mut next_above = vec![0usize; n];
        let mut is_last = vec![false; n];
        let (mut last, mut next, mut between) = (0usize, is_next.iter().filter(|&&next| next).count(), 0usize);
        let mut parts = Vec::new();
        let mut block = Vec::new();
        for x in self.order() {
            is_next[x] = false;
            next -= 1;
            for l in self.lower(x) {
                next_above[l] -= 1;
                if is_last[l] {
                    // With x it is no longer maximal, and x is no longer in the rest.
                    is_last[l] = false;
                    last -= 1;
                    between -= next_above[l] + 1;
                }
            }
            is_last[x] = true;
            last += 1;
            for y in self.upper(x) {
                left[y] -= 1;
                if left[y] == 0 {
                    is_next[y] = true;
                    next += 1;
                    for l in self.lower(y) {
                        next_above[l] += 1;
                        between += usize::from(is_last[l]);
                    }
                }
            }
            block.push(x);
            if between == last * next {
                block.sort_unstable();
                parts.push(std::mem::take(&mut block));
            }
        }
        parts
    }
}
