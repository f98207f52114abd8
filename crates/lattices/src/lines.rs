//! Lines along which the points that an automaton accepts show no period: a proof that they have no affine stratification.
//!
//! In: an automaton. Out: a [`Line`] p + N v such that {n : p + n v accepted} is not ultimately periodic, or nothing. A semilinear set
//! meets each line in an ultimately periodic set, so one such line proves that there are no strata and no rational generating function.
//! No line found proves nothing: Muchnik's criterion asks for more than lines.
//!
//! *The section.* The digits of p + n v are made from those of n by carries, so the section is accepted by an automaton that reads n, the least
//! significant digit first, and knows the state and the carries.
//!
//! *Ultimate periodicity is decided.* Let S(s) be the set that is accepted from state s. S(s) = 2 S(s0) ∪ (1 + 2 S(s1)), and each of these is
//! ultimately periodic if S(s) is and conversely. So S of the first state is ultimately periodic exactly if S of every reachable state
//! that lies on a cycle is: others follow, the last ones first. Let s lie on a cycle, read by a word w of k digits: S(s) = {m : w + 2^k m in
//! S(s)}. If S(s) has the least ultimate period 2^a q with q odd, then by this equation also one without some of the factors 2, so a = 0; and
//! then long words of one length lead to all q shifts of the period, dilated by a power of 2, which are different sets, hence to
//! q states. So it is enough to try every odd q up to the number of states, whether finitely many x are in one of S(s) and S(s) − q alone.

use super::automaton::{Automaton, take_letter};
use super::budget::{Failure, Meter};
use super::game::for_box;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Points with coordinates below this are tried as bases, and entries up to two in directions.
const BASES: i64 = 4;
const ENTRIES: i64 = 2;

/// The points base + n direction, n = 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it starts, without negative entries.
    pub base: Vec<i64>,
    /// Where it goes, without negative entries.
    pub direction: Vec<i64>,
}

impl Line {
    /// Whether {n : base + n direction accepted} is ultimately periodic. Exact. [`Failure::Shape`] if the line has another number
    /// of coordinates than the automaton, negative or huge entries, or if zeros at the end change what is accepted.
    ///
    /// ```
    /// use sprague_lattices::{Budgets, automaton::Automaton, budget::Meter, lines::Line};
    /// let handle = sprague_limits::Handle::default();
    /// let meter = Meter::new(&handle, Budgets::default().work);
    /// let line = Line { base: vec![0], direction: vec![1] };
    /// // An even number of ones among the digits, and the even numbers.
    /// let ones = Automaton { dimension: 1, next: vec![0, 1, 1, 0], accepts: vec![true, false] };
    /// let even = Automaton { dimension: 1, next: vec![1, 2, 1, 1, 2, 2], accepts: vec![true, true, false] };
    /// assert_eq!(line.has_period(&ones, &meter), Ok(false));
    /// assert_eq!(line.has_period(&even, &meter), Ok(true));
    /// ```
    pub fn has_period(&self, set: &Automaton, meter: &Meter) -> Result<bool, Failure> {
        let fits = |v: &[i64]| v.len() == set.dimension && v.iter().all(|n| (0..1 << 31).contains(n));
        if !fits(&self.base) || !fits(&self.direction) || set.states() == 0 || set.unsettled().is_some() {
            return Err(Failure::Shape);
        }
        Section::new(set, self, meter)?.has_period(meter)
    }
}

/// The first line found along which membership is not ultimately periodic, simple ones first, and how many were looked at. Each
/// may use so much work as `each` says; one that needs more is left out.
pub fn without_period(set: &Automaton, each: u64, meter: &Meter) -> Result<(Option<Line>, u64), Failure> {
    let mut tried = 0;
    let d = set.dimension;
    let vectors = |below: i64| -> Result<Vec<Vec<i64>>, Failure> {
        let mut all = Vec::new();
        for_box::<Failure>(&vec![below; d], meter.handle, |x| {
            meter.spend(1)?;
            all.push(x.to_vec());
            Ok(())
        })?;
        all.sort_by_key(|x| x.iter().sum::<i64>());
        Ok(all)
    };
    let directions = vectors(ENTRIES + 1)?;
    for base in vectors(BASES)? {
        for direction in directions.iter().filter(|v| v.contains(&1)) {
            match meter.spend(u32::try_from(each).unwrap_or(u32::MAX)) {
                Err(Failure::Budget) => return Ok((None, tried)),
                spent => spent?,
            }
            let line = Line { base: base.clone(), direction: direction.clone() };
            match line.has_period(set, &Meter::new(meter.handle, each)) {
                Ok(true) => tried += 1,
                Ok(false) => return Ok((Some(line), tried + 1)),
                Err(Failure::Budget) => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    Ok((None, tried))
}

/// The reachable states of something that reads the digits 0 and 1, by breadth.
fn reached<S: Clone + Eq + Hash>(
    start: S,
    step: impl Fn(&S, u32) -> S,
    meter: &Meter,
) -> Result<(Vec<S>, Vec<[u32; 2]>), Failure> {
    let mut ids = FxHashMap::from_iter([(start.clone(), 0u32)]);
    let (mut all, mut next) = (vec![start], Vec::new());
    while next.len() < all.len() {
        meter.spend(8)?;
        let to = [0, 1].map(|digit| {
            let to = step(&all[next.len()], digit);
            let fresh = all.len() as u32;
            let id = *ids.entry(to.clone()).or_insert(fresh);
            if id == fresh {
                all.push(to);
            }
            id
        });
        next.push(to);
    }
    Ok((all, next))
}

/// An automaton of natural numbers.
struct Section {
    next: Vec<[u32; 2]>,
    accepts: Vec<bool>,
}

impl Section {
    fn new(set: &Automaton, line: &Line, meter: &Meter) -> Result<Section, Failure> {
        let step = |(state, carries): &(u32, Vec<i64>), digit: u32| {
            let mut sums: Vec<i64> =
                carries.iter().zip(&line.direction).map(|(c, v)| c + v * i64::from(digit)).collect();
            let letter = take_letter(&mut sums);
            (set.step(*state, letter), sums)
        };
        let (all, next) = reached((0u32, line.base.clone()), step, meter)?;
        let accepts = all.iter().map(|s| {
            let mut s = s.clone();
            while s.1.iter().any(|&c| c > 0) {
                s = step(&s, 0);
            }
            set.accepts[s.0 as usize]
        });
        Ok(Section { accepts: accepts.collect(), next })
    }

    fn has_period(&self, meter: &Meter) -> Result<bool, Failure> {
        // What is reachable from a state whose set has a period needs no look of its own.
        let mut settled = vec![false; self.next.len()];
        for state in 0..self.next.len() as u32 {
            if settled[state as usize] || !self.on_cycle(state, meter)? {
                continue;
            }
            let from_here = reached(state, |s, digit| self.next[*s as usize][digit as usize], meter)?.0;
            let mut period = None;
            for q in (1..=from_here.len() as u32).step_by(2) {
                if self.repeats(state, q, meter)? {
                    period = Some(q);
                    break;
                }
            }
            if period.is_none() {
                return Ok(false);
            }
            from_here.into_iter().for_each(|s| settled[s as usize] = true);
        }
        Ok(true)
    }

    fn on_cycle(&self, state: u32, meter: &Meter) -> Result<bool, Failure> {
        let mut seen = vec![false; self.next.len()];
        let mut open = self.next[state as usize].to_vec();
        while let Some(s) = open.pop() {
            meter.spend(1)?;
            if s == state {
                return Ok(true);
            }
            if !std::mem::replace(&mut seen[s as usize], true) {
                open.extend(self.next[s as usize]);
            }
        }
        Ok(false)
    }

    /// Whether only finitely many x have x accepted from the state and x + q not, or the other way round.
    fn repeats(&self, state: u32, q: u32, meter: &Meter) -> Result<bool, Failure> {
        let step = |&(x, y, carry): &(u32, u32, u32), digit: u32| {
            let sum = carry + digit;
            (self.next[x as usize][digit as usize], self.next[y as usize][(sum & 1) as usize], sum >> 1)
        };
        let (all, next) = reached((state, state, q), step, meter)?;
        let differs = |at: u32| {
            let mut s = all[at as usize];
            while s.2 > 0 {
                s = step(&s, 0);
            }
            self.accepts[s.0 as usize] != self.accepts[s.1 as usize]
        };
        // Numbers are words that end in 1, so they are infinitely many if a cycle leads to such an end.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); all.len()];
        for (at, to) in next.iter().enumerate() {
            to.iter().for_each(|&t| before[t as usize].push(at as u32));
        }
        let mut useful: Vec<bool> = next.iter().map(|to| differs(to[1])).collect();
        let mut open: Vec<u32> = (0..all.len() as u32).filter(|&s| useful[s as usize]).collect();
        while let Some(s) = open.pop() {
            meter.spend(1)?;
            for &b in &before[s as usize] {
                if !std::mem::replace(&mut useful[b as usize], true) {
                    open.push(b);
                }
            }
        }
        // The useful states have no cycle if they can be taken away, those without a successor first.
        let is_useful = |s: &&u32| useful[**s as usize];
        let mut successors: Vec<usize> = next.iter().map(|to| to.iter().filter(is_useful).count()).collect();
        let mut left = useful.iter().filter(|u| **u).count();
        let mut ends: Vec<u32> =
            (0..all.len() as u32).filter(|&s| useful[s as usize] && successors[s as usize] == 0).collect();
        while let Some(s) = ends.pop() {
            meter.spend(1)?;
            left -= 1;
            for &b in before[s as usize].iter().filter(is_useful) {
                successors[b as usize] -= 1;
                if successors[b as usize] == 0 {
                    ends.push(b);
                }
            }
        }
        Ok(left == 0)
    }
}
