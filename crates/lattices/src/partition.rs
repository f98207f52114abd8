//! Strata against an automaton: whether they are a partition of the points that it accepts.
//!
//! In: an automaton and a list of strata without negative entries. Out: nothing if every accepted point has exactly one expression b + Σ n_i g_i in the
//! whole list and every other point none, or a point for which that is false. Exact; nothing else is assumed of the strata: dependent
//! generators and generators 0 give points with several expressions.
//!
//! *How.* A word of k letters is a point r with coordinates below 2^k. Kept after it are the state of the automaton, and for each stratum b + N G the *carries*:
//! those c with b + Σ n_i g_i = r + 2^k c for coefficients n_i < 2^k. The empty word has the carry b. With the next letter a the next digits e of the coefficients
//! take c to (c + Σ e_i g_i − a) / 2, where that is integer.
//! 1. Carries are natural and do not exceed the largest of b and Σ g_i, so there are finitely many states, and a search by breadth reaches them all.
//! 2. An expression of r has coefficients below 2^k, for g_i ≠ 0 has natural entries. So r has as many expressions as ways lead to the carry 0.
//! 3. Two ways to one carry c of strata with equal generators are two expressions of r + 2^k c. So no ways are counted: that point is returned.
//! 4. Every point has a word. So if at every state the carries 0 are one where the automaton accepts, and none where it does not, the strata are
//!    disjoint, their generators are independent, and they make up the set.
//!
//! Strata with equal generators share their carries, so what is kept is small where they are classes of one lattice.

use super::automaton::Automaton;
use super::budget::{Failure, Meter};
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

/// Vectors of natural numbers in one machine word, a lane for each coordinate.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    dimension: usize,
    width: usize,
}

impl Lanes {
    /// For so many coordinates.
    pub(crate) fn new(dimension: usize) -> Lanes {
        Lanes { dimension, width: (128 / dimension.max(1)).min(60) }
    }

    /// The vector, if its entries are natural and a sum of two such vectors stays in the lanes.
    pub(crate) fn pack<'a>(&self, v: impl Iterator<Item = &'a BigInt>) -> Option<u128> {
        v.enumerate().try_fold(0, |all, (j, n)| {
            let n = n.to_u64().filter(|n| n >> (self.width - 2) == 0)?;
            Some(all | u128::from(n) << (j * self.width))
        })
    }

    /// The last digits as a letter, and the rest.
    pub(crate) fn split(&self, v: u128) -> (u32, u128) {
        let bits = |j: usize| v >> (j * self.width) & 1;
        let letter = (0..self.dimension).fold(0, |l, j| l | (bits(j) as u32) << j);
        let odd = (0..self.dimension).fold(0, |all, j| all | bits(j) << (j * self.width));
        (letter, (v - odd) >> 1)
    }

    fn entry(&self, v: u128, j: usize) -> u64 {
        (v >> (j * self.width)) as u64 & ((1 << self.width) - 1)
    }

    /// The sums of all subsets of the generators.
    pub(crate) fn sums(&self, generators: &[Vec<BigInt>]) -> Option<Vec<u128>> {
        let mut sums = vec![0u128];
        for g in generators {
            let g = self.pack(g.iter())?;
            if sums.len() > 1 << 16 {
                return None;
            }
            for i in 0..sums.len() {
                let sum = sums[i] + g;
                // Below a quarter of a lane, so that nothing runs over.
                if (0..self.dimension).any(|j| self.entry(sum, j) >> (self.width - 2) != 0) {
                    return None;
                }
                sums.push(sum);
            }
        }
        Some(sums)
    }
}

/// A carry of the strata with certain generators.
struct Place {
    group: u32,
    carry: u128,
    /// Where it leads, for each letter, once that was asked.
    next: Option<Box<[Vec<u32>]>>,
}

/// All carries met so far.
struct Places {
    lanes: Lanes,
    groups: Vec<Vec<u128>>,
    all: Vec<Place>,
    ids: FxHashMap<(u32, u128), u32>,
}

impl Places {
    fn id(&mut self, group: u32, carry: u128) -> u32 {
        let all = &mut self.all;
        *self.ids.entry((group, carry)).or_insert_with(|| {
            all.push(Place { group, carry, next: None });
            all.len() as u32 - 1
        })
    }

    /// The places that a letter leads to from this one.
    fn next(&mut self, place: u32, letter: u32, meter: &Meter) -> Result<&[u32], Failure> {
        if self.all[place as usize].next.is_none() {
            let Place { group, carry, .. } = self.all[place as usize];
            let mut next = vec![Vec::new(); 1 << self.lanes.dimension];
            for e in 0..self.groups[group as usize].len() {
                meter.spend(4)?;
                let (a, rest) = self.lanes.split(carry + self.groups[group as usize][e]);
                next[a as usize].push(self.id(group, rest));
            }
            self.all[place as usize].next = Some(next.into());
        }
        Ok(self.all[place as usize].next.as_ref().map_or(&[], |next| &next[letter as usize]))
    }
}

/// What is kept after a word: the state of the automaton, and all carries, sorted.
type Kept = (u32, Vec<u32>);

/// A search by breadth.
struct Search<'a> {
    set: &'a Automaton,
    places: Places,
    known: FxHashSet<Kept>,
    all: Vec<Kept>,
    /// For each of `all` the one before it, and the letter.
    from: Vec<(u32, u32)>,
}

impl Search<'_> {
    /// Keeps what was reached by a letter, or at the start by none; the point that refutes, if it does.
    fn enter(
        &mut self,
        mut kept: Kept,
        from: (u32, Option<u32>),
        meter: &Meter,
    ) -> Result<Option<Vec<BigInt>>, Failure> {
        kept.1.sort_unstable();
        meter.spend(u32::try_from(kept.1.len() + 4).unwrap_or(u32::MAX))?;
        let carry = |place: &u32| self.places.all[*place as usize].carry;
        if let Some(twice) = kept.1.windows(2).find(|w| w[0] == w[1]) {
            return Ok(Some(self.point(from, carry(&twice[0]))));
        }
        if self.known.contains(&kept) {
            return Ok(None);
        }
        if kept.1.iter().filter(|p| carry(p) == 0).count() != usize::from(self.set.accepts[kept.0 as usize]) {
            return Ok(Some(self.point(from, 0)));
        }
        self.known.insert(kept.clone());
        self.all.push(kept);
        self.from.push((from.0, from.1.unwrap_or(0)));
        Ok(None)
    }

    /// The point of a word that ends as `from` says, with the digits of a carry behind it.
    fn point(&self, from: (u32, Option<u32>), carry: u128) -> Vec<BigInt> {
        let lanes = self.places.lanes;
        let mut x: Vec<BigInt> = (0..lanes.dimension).map(|j| lanes.entry(carry, j).into()).collect();
        let mut put = |letter: u32| x.iter_mut().enumerate().for_each(|(j, n)| *n = (&*n << 1) + (letter >> j & 1));
        let (mut at, letter) = from;
        letter.into_iter().for_each(&mut put);
        while at != 0 {
            let (before, letter) = self.from[at as usize];
            put(letter);
            at = before;
        }
        x
    }

    fn run(&mut self, start: Vec<u32>, meter: &Meter) -> Result<Option<Vec<BigInt>>, Failure> {
        if let Some(x) = self.enter((0, start), (0, None), meter)? {
            return Ok(Some(x));
        }
        let mut at = 0;
        while at < self.all.len() {
            for letter in 0..1u32 << self.set.dimension {
                let mut carries = Vec::new();
                for i in 0..self.all[at].1.len() {
                    let place = self.all[at].1[i];
                    carries.extend_from_slice(self.places.next(place, letter, meter)?);
                }
                let state = self.set.step(self.all[at].0, letter);
                if let Some(x) = self.enter((state, carries), (at as u32, Some(letter)), meter)? {
                    return Ok(Some(x));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// A point that is accepted and has not exactly one expression, or is not accepted and has one; nothing if the strata are a partition of the
/// accepted points. [`Failure::Shape`] for strata with negative or huge entries or another number of coordinates.
///
/// ```
/// use sprague_lattices::{Budgets, automaton::Automaton, budget::Meter, partition, stratum::Stratum};
/// let handle = sprague_limits::Handle::default();
/// let meter = Meter::new(&handle, Budgets::default().work);
/// let ray = |b: i64, g: i64| Stratum::from_i64(&[b], &[vec![g]]).expect("one generator is independent");
/// let even = Automaton { dimension: 1, next: vec![1, 2, 1, 1, 2, 2], accepts: vec![true, true, false] };
/// assert_eq!(partition::refuted(&even, &[ray(0, 4), ray(2, 4)], &meter), Ok(None));
/// assert_eq!(partition::refuted(&even, &[ray(0, 4), ray(6, 4)], &meter), Ok(Some(vec![2.into()])));
/// ```
pub fn refuted(set: &Automaton, strata: &[Stratum], meter: &Meter) -> Result<Option<Vec<BigInt>>, Failure> {
    let d = set.dimension;
    let lanes = Lanes::new(d);
    let fits = |v: &Vec<BigInt>| v.len() == d;
    if d == 0 || set.states() == 0 || !strata.iter().all(|s| fits(&s.base) && s.generators.iter().all(fits)) {
        return Err(Failure::Shape);
    }
    let mut places = Places { lanes, groups: Vec::new(), all: Vec::new(), ids: FxHashMap::default() };
    let mut groups: FxHashMap<Vec<Vec<BigInt>>, u32> = FxHashMap::default();
    let mut start = Vec::new();
    for stratum in strata {
        meter.spend(16)?;
        let mut generators = stratum.generators.clone();
        generators.sort();
        let group = match groups.get(&generators) {
            Some(&group) => group,
            None => {
                places.groups.push(lanes.sums(&generators).ok_or(Failure::Shape)?);
                groups.insert(generators, places.groups.len() as u32 - 1);
                places.groups.len() as u32 - 1
            }
        };
        start.push(places.id(group, lanes.pack(stratum.base.iter()).ok_or(Failure::Shape)?));
    }
    Search { set, places, known: FxHashSet::default(), all: Vec::new(), from: Vec::new() }.run(start, meter)
}
