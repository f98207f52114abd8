//! Downsets of the smaller box, one of which is a layer, and the sequences of layers that heads and tails are.

use crate::bits::Mask;
use crate::lattice::IdealLattice;
use crate::poset::Poset;
use sprague_limits::{Handle, Stop};

/// The downsets of a box, numbered so that those within one come before it.
pub(super) struct Factor {
    pub size: Vec<u32>,
    /// The downsets with one element less.
    pub lower: Vec<Vec<u32>>,
    /// The downsets within, ascending.
    pub within: Vec<Vec<u32>>,
    /// The mirror image of the complement.
    complement: Vec<u32>,
}

impl Factor {
    /// Lists them; `None` if there are more than `most`, or more than so many pairs of one within another, or if these have no room. The elements of
    /// the box are numbered in the order of their coordinates.
    pub(super) fn new<M: Mask>(
        small: &Poset,
        most: usize,
        pairs: u64,
        handle: &Handle,
    ) -> Result<Option<Factor>, Stop> {
        let n = small.len();
        let Some(lattice) = IdealLattice::new(&small.up_sets::<M>(), most, handle)? else { return Ok(None) };
        let sets = &lattice.sets;
        let pairs = usize::try_from(pairs).unwrap_or(usize::MAX).min(sets.len() * sets.len().div_ceil(2));
        if handle.reserve(pairs.saturating_mul(size_of::<u32>())).is_err() {
            return Ok(None);
        }
        let mut lower = vec![Vec::new(); sets.len()];
        for &(with, without) in lattice.covers.iter().flatten() {
            handle.tick()?;
            lower[with as usize].push(without);
        }
        let (mut within, mut all) = (Vec::with_capacity(sets.len()), 0);
        for (at, &set) in sets.iter().enumerate() {
            handle.ticks(1 + at / 64)?;
            let mut inner: Vec<u32> = (0..=at as u32).filter(|&inner| sets[inner as usize].within(set)).collect();
            inner.shrink_to_fit();
            all += inner.len();
            if all > pairs {
                return Ok(None);
            }
            within.push(inner);
        }
        let mirror = |set: &M| {
            let mut image = M::EMPTY;
            (0..n).filter(|&x| !set.has(x)).for_each(|x| image = image.with(n - 1 - x));
            lattice.place(image) as u32
        };
        let complement = sets.iter().map(mirror).collect();
        Ok(Some(Factor { size: sets.iter().map(|set| set.size()).collect(), lower, within, complement }))
    }

    pub(super) fn len(&self) -> usize {
        self.size.len()
    }

    /// How many sequences of 0, 1, … up to `most` + 1 layers there are, each within the one before.
    pub(super) fn chains(&self, most: usize, handle: &Handle) -> Result<Vec<u64>, Stop> {
        let (mut numbers, mut counts) = (vec![1u64; self.len()], vec![1]);
        for _ in 0..=most {
            counts.push(numbers.iter().fold(0, |sum, &number| number.saturating_add(sum)));
            let mut longer = Vec::with_capacity(self.len());
            for inner in &self.within {
                handle.ticks(1 + inner.len() / 64)?;
                longer.push(inner.iter().fold(0u64, |sum, &x| sum.saturating_add(numbers[x as usize])));
            }
            numbers = longer;
        }
        Ok(counts)
    }

    /// Which of the downsets within `outer` is `inner`, if it is.
    pub(super) fn place(&self, outer: u32, inner: u32) -> Option<usize> {
        self.within[outer as usize].binary_search(&inner).ok()
    }
}

/// Lists of numbers, one after the other.
pub(super) struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new() -> Lists {
        Lists { ends: vec![0], items: Vec::new() }
    }

    /// Ends the list to which items were added.
    fn end(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.ends[..]) + size_of_val(&self.items[..])
    }

    fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.items.shrink_to_fit();
    }

    #[inline]
    pub(super) fn of(&self, at: usize) -> &[u32] {
        &self.items[self.ends[at] as usize..self.ends[at + 1] as usize]
    }
}

/// The sequences of so many layers, each within the one before, in order of their layers' numbers.
pub(super) struct Heads {
    /// First and last layer, and elements in all.
    pub first: Vec<u32>,
    pub last: Vec<u32>,
    pub elements: Vec<u32>,
    /// The heads with an element less that have the same last layer.
    pub same: Lists,
    /// The heads that have in place of the last layer each of those in `lower`.
    pub shrunk: Lists,
    /// For sequences of 1, 2, … layers but the whole: where those with one layer more begin.
    longer: Vec<Vec<u32>>,
}

impl Heads {
    pub(super) fn new(factor: &Factor, length: usize, handle: &Handle) -> Result<Heads, Stop> {
        let all = 0..factor.len() as u32;
        let mut shrunk = Lists::new();
        for x in all.clone() {
            shrunk.items.extend(&factor.lower[x as usize]);
            shrunk.end();
        }
        let mut same = Lists::new();
        same.ends.resize(factor.len() + 1, 0);
        let mut heads = Heads {
            first: all.clone().collect(),
            last: all.collect(),
            elements: factor.size.clone(),
            same,
            shrunk,
            longer: Vec::new(),
        };
        for _ in 1..length {
            heads.extend(factor, handle)?;
        }
        Ok(heads)
    }

    /// One layer more.
    fn extend(&mut self, factor: &Factor, handle: &Handle) -> Result<(), Stop> {
        let mut starts = Vec::with_capacity(self.last.len());
        let mut count = 0u32;
        for &last in &self.last {
            starts.push(count);
            count += factor.within[last as usize].len() as u32;
        }
        handle.reserve(count as usize * 64)?;
        let room = || Vec::with_capacity(count as usize);
        let (mut first, mut last, mut elements) = (room(), room(), room());
        let (mut same, mut shrunk) = (Lists::new(), Lists::new());
        for (head, &outer) in self.last.iter().enumerate() {
            for (place, &layer) in factor.within[outer as usize].iter().enumerate() {
                handle.tick()?;
                first.push(self.first[head]);
                last.push(layer);
                elements.push(self.elements[head] + factor.size[layer as usize]);
                same.items.extend(self.same.of(head).iter().map(|&from| starts[from as usize] + place as u32));
                for (&from, &less) in self.shrunk.of(head).iter().zip(&factor.lower[outer as usize]) {
                    same.items.extend(factor.place(less, layer).map(|place| starts[from as usize] + place as u32));
                }
                same.end();
                let less = factor.lower[layer as usize].iter();
                let inside = "a downset within one within is within";
                shrunk.items.extend(less.map(|&l| starts[head] + factor.place(outer, l).expect(inside) as u32));
                shrunk.end();
            }
        }
        same.shrink();
        shrunk.shrink();
        self.longer.push(starts);
        (self.first, self.last, self.elements, self.same, self.shrunk) = (first, last, elements, same, shrunk);
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.last.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let longer = self.longer.iter().map(Vec::len).sum::<usize>();
        (3 * self.len() + longer) * size_of::<u32>() + self.same.bytes() + self.shrunk.bytes()
    }

    /// The number of the head with these layers.
    fn number(&self, factor: &Factor, layers: &[u32]) -> usize {
        let mut head = layers[0] as usize;
        for (starts, pair) in self.longer.iter().zip(layers.windows(2)) {
            head = starts[head] as usize + factor.place(pair[0], pair[1]).expect("layers are within one another");
        }
        head
    }

    /// The layers of a head.
    pub(super) fn layers(&self, factor: &Factor, mut head: usize) -> Vec<u32> {
        let mut layers = Vec::new();
        let mut path = Vec::new();
        for starts in self.longer.iter().rev() {
            // The last that begins at or before it; every sequence has a longer one, so that starts ascend.
            let shorter = starts.partition_point(|&start| start as usize <= head) - 1;
            path.push(head - starts[shorter] as usize);
            head = shorter;
        }
        layers.push(head as u32);
        for place in path.into_iter().rev() {
            let outer = layers[layers.len() - 1];
            layers.push(factor.within[outer as usize][place]);
        }
        layers
    }
}

/// The tails within each layer, by the number of their elements and then in order of their layers' numbers.
pub(super) struct Tails {
    /// How many layers a tail has.
    length: usize,
    /// For each layer, where the tails of 0, 1, … elements begin, and where the last ones end.
    starts: Vec<Vec<u32>>,
    /// The numbers of their layers as digits, the first the highest.
    codes: Vec<u64>,
    /// For each tail within a layer those with an element less, counted from the first with so many.
    pub less: Lists,
    /// For each layer, and each of those in `lower`: which of the tails of as many elements is each of its tails.
    placed: Vec<Vec<Vec<u32>>>,
}

impl Tails {
    pub(super) fn new(factor: &Factor, length: usize, handle: &Handle) -> Result<Tails, Stop> {
        let base = factor.len() as u64;
        let mut tails = Tails { length, starts: Vec::new(), codes: Vec::new(), less: Lists::new(), placed: Vec::new() };
        for layer in 0..factor.len() as u32 {
            let mut found = vec![(0u32, 0u64, layer)];
            for _ in 0..length {
                let mut longer = Vec::new();
                for (elements, code, last) in found {
                    let inner = &factor.within[last as usize];
                    handle.ticks(1 + inner.len() / 16)?;
                    longer.extend(
                        inner.iter().map(|&x| (elements + factor.size[x as usize], code * base + u64::from(x), x)),
                    );
                }
                handle.reserve(longer.len() * 80)?;
                found = longer;
            }
            found.sort_unstable();
            let begin = tails.codes.len() as u32;
            let most = length as u32 * factor.size[layer as usize];
            let starts = (0..=most + 1).map(|elements| begin + found.partition_point(|tail| tail.0 < elements) as u32);
            tails.starts.push(starts.collect());
            tails.codes.extend(found.iter().map(|tail| tail.1));
            for (elements, code, _) in found {
                handle.ticks(4)?;
                tails.add_less(factor, layer, elements, code);
            }
            let mut placed = Vec::new();
            for &lower in &factor.lower[layer as usize] {
                placed.push(tails.places(lower, layer, handle)?);
            }
            tails.placed.push(placed);
        }
        tails.codes.shrink_to_fit();
        tails.less.shrink();
        Ok(tails)
    }

    pub(super) fn bytes(&self) -> usize {
        let placed = self.placed.iter().flatten().map(|places| size_of_val(&places[..])).sum::<usize>();
        let starts = self.starts.iter().map(|starts| size_of_val(&starts[..])).sum::<usize>();
        size_of_val(&self.codes[..]) + self.less.bytes() + placed + starts
    }

    /// The tails with an element less than this one of a layer.
    fn add_less(&mut self, factor: &Factor, layer: u32, elements: u32, code: u64) {
        let base = factor.len() as u64;
        let (mut weight, mut after) = (1, None);
        for _ in 0..self.length {
            let x = (code / weight % base) as u32;
            for &less in &factor.lower[x as usize] {
                if after.is_none_or(|after| factor.place(less, after).is_some()) {
                    let code = code - u64::from(x - less) * weight;
                    let place = self.codes(layer, elements - 1).binary_search(&code).expect("a tail with one less");
                    self.less.items.push(place as u32);
                }
            }
            (weight, after) = (weight * base, Some(x));
        }
        self.less.end();
    }

    /// The places of the tails of a layer among those of one around it.
    fn places(&self, lower: u32, layer: u32, handle: &Handle) -> Result<Vec<u32>, Stop> {
        let starts = &self.starts[lower as usize];
        let mut places = Vec::with_capacity((starts[starts.len() - 1] - starts[0]) as usize);
        for elements in 0..self.starts[lower as usize].len() as u32 - 1 {
            let all = self.codes(layer, elements);
            handle.ticks(1 + all.len() / 16)?;
            let mut at = 0;
            for code in self.codes(lower, elements) {
                while all[at] != *code {
                    at += 1;
                }
                places.push(at as u32);
            }
        }
        Ok(places)
    }

    /// The tails of so many elements within a layer.
    #[inline]
    pub(super) fn range(&self, layer: u32, elements: u32) -> std::ops::Range<usize> {
        let starts = &self.starts[layer as usize];
        match starts.get(elements as usize + 1) {
            Some(&end) => starts[elements as usize] as usize..end as usize,
            None => 0..0,
        }
    }

    fn codes(&self, layer: u32, elements: u32) -> &[u64] {
        &self.codes[self.range(layer, elements)]
    }

    /// Where the tails of a layer, of so many elements, are among those of the layer that has it as the `which`-th lower one.
    #[inline]
    pub(super) fn placed(&self, layer: u32, which: usize, lower: u32, elements: u32) -> &[u32] {
        let begin = self.starts[lower as usize][0] as usize;
        let range = self.range(lower, elements);
        if range.is_empty() {
            return &[];
        }
        &self.placed[layer as usize][which][range.start - begin..range.end - begin]
    }

    /// The layers of the tail with this number, after those that are there.
    fn layers(&self, factor: &Factor, tail: usize, layers: &mut Vec<u32>) {
        let (base, from) = (factor.len() as u64, layers.len());
        let mut code = self.codes[tail];
        for _ in 0..self.length {
            layers.push((code % base) as u32);
            code /= base;
        }
        layers[from..].reverse();
    }
}

/// The mirror image of the complement: its head, and its place in the block of this head. `head` has the layers of the head.
pub(super) fn complement(
    factor: &Factor,
    heads: &Heads,
    tails: &Tails,
    head: &[u32],
    tail: usize,
    layers: &mut Vec<u32>,
) -> (usize, usize) {
    layers.clear();
    layers.extend(head);
    tails.layers(factor, tail, layers);
    layers.reverse();
    layers.iter_mut().for_each(|layer| *layer = factor.complement[*layer as usize]);
    let (front, back) = layers.split_at(head.len());
    let elements = back.iter().map(|&layer| factor.size[layer as usize]).sum();
    let code = back.iter().fold(0, |code, &layer| code * factor.len() as u64 + u64::from(layer));
    let place = tails.codes(front[front.len() - 1], elements).binary_search(&code).expect("a tail of the box");
    (heads.number(factor, front), place)
}
