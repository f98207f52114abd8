//! Linear extensions of P(n, k), of B(n) and of single downsets.
//!
//! Two methods, with their proofs in docs/downsets.md.
//!
//! *Eliminating the top*: A is the layer of k-sets, Q = P minus A. A path through the downsets of Q, weighted by the
//! places left for the elements of A whose last subset arrives, counts linear extensions of P; classes of downsets of Q
//! are enough, and any member stands for its class.
//!
//! *The middle*: W(D) = (size of the orbit of D) * e(D) is pushed up from W = 1. B(n) is its own dual, so at the middle
//! level e(B(n)) = (1/n!) * sum of W(D) W(D*) |Aut D|, where D* is the class of the complements of the sets
//! outside D. Here the forms must be canonical.
//!
//! Numbers have a fixed width, chosen by a bound on the answer; should one overflow after all, the computation is
//! repeated with the next width.

use super::canon::{automorphisms, canonical};
use super::checkpoint;
use super::chomp::Plan;
use super::crew::together;
use super::downset::{ABOVE, HAS, LAYER, cube, dual_complement, truncated};
use super::engine::{LevelEnd, Options, Task, run};
use super::error::{Error, Unhandled};
use super::graphs::{Graph, Graphs, MAX_VERTICES, ROOT};
use super::permute::Route;
use super::recursion::{ClassTally, Payload, Recursion, Space};
use super::space::Subsets;
use super::table::Level;
use super::wide::Wide;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use sprague_limits::Handle;

/// The number of linear extensions, with what was counted on the way.
#[derive(Clone, Debug)]
pub struct Extensions {
    /// The number.
    pub count: BigUint,
    /// Classes on each level that was pushed.
    pub levels: Vec<ClassTally>,
    /// The largest number of bytes of the tables.
    pub bytes: usize,
}

impl Extensions {
    fn plain(count: BigUint) -> Extensions {
        Extensions { count, levels: Vec::new(), bytes: 0 }
    }
}

/// W(D) pushed as it is.
struct Paths<const L: usize>;

impl<const L: usize> Recursion<Subsets> for Paths<L> {
    type Payload = Wide<L>;
    type Push = Wide<L>;
    type Work = Wide<L>;
    type Narrow = Self;
    const NAME: &'static str = "paths";

    fn narrow(&self) -> &Self {
        self
    }

    fn prepare(&self, _space: &Subsets, _d: u128, weight: &Wide<L>, _tally: &mut ClassTally) -> Wide<L> {
        *weight
    }

    #[inline]
    fn contribute(
        &self,
        weight: &Wide<L>,
        _y: u32,
        _route: &Route,
        mut push: impl FnMut(Wide<L>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        push(*weight)
    }

    #[inline]
    fn take(&self, into: &mut Wide<L>, _code: u64, from: &Wide<L>) -> bool {
        into.add(from)
    }

    fn merge(&self, into: &mut Wide<L>, from: &Wide<L>) -> bool {
        into.add(from)
    }
}

/// A poset P without its top layer: which elements of that layer a downset closes.
trait Closing: Space<Class = u128> {
    /// What is counted once for a downset.
    type Near;
    /// How many of the top layer have their whole strict downset in `d`, and what is needed for the next.
    fn near(&self, k: u32, d: u128) -> (u32, Self::Near);
    /// How many more do when `y` is added.
    fn closed(near: &Self::Near, y: u32) -> u32;
}

impl Closing for Subsets {
    type Near = u128;

    #[inline]
    fn near(&self, k: u32, d: u128) -> (u32, u128) {
        let layer = LAYER[k as usize] & cube(self.n());
        // Elements of the layer with a maximal proper subset missing, and with two missing.
        let (mut one, mut two) = (0, 0);
        for (i, has) in HAS.iter().enumerate() {
            let missing = has & !(d << (1 << i)) & layer;
            two |= one & missing;
            one |= missing;
        }
        ((layer & !one).count_ones(), one & !two)
    }

    #[inline]
    fn closed(near: &u128, y: u32) -> u32 {
        // y itself is missing; were it smaller, the elements above it would lack two.
        (near & ABOVE[y as usize]).count_ones()
    }
}

impl Closing for Graphs {
    type Near = Graph;

    fn near(&self, _k: u32, d: u128) -> (u32, Graph) {
        let graph = self.frame(d);
        (Graphs::triangles(&graph), graph)
    }

    fn closed(near: &Graph, y: u32) -> u32 {
        Graphs::closes(near, y)
    }
}

/// The elimination of the layer of k-sets.
struct Elimination<const L: usize> {
    k: u32,
    /// |Q| and |A|.
    sizes: (u64, u64),
}

impl<S: Closing, const L: usize> Recursion<S> for Elimination<L> {
    type Payload = Wide<L>;
    type Push = Wide<L>;
    type Work = (Wide<L>, u64, S::Near);
    type Narrow = Self;
    const NAME: &'static str = "eliminated";

    fn narrow(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, space: &S, d: u128, weight: &Wide<L>, _tally: &mut ClassTally) -> Self::Work {
        let (rho, near) = space.near(self.k, d);
        // M for a downset of one element more that closes nothing.
        let places = self.sizes.0 + self.sizes.1 - u64::from(d.count_ones()) - 1 - u64::from(rho);
        (*weight, places, near)
    }

    #[inline]
    fn contribute(
        &self,
        (weight, places, near): &Self::Work,
        y: u32,
        _route: &S::Route,
        mut push: impl FnMut(Wide<L>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // The product of M + 1 to M + t, with M = places - t; t is at most 8 and each factor below 256.
        let t = u64::from(S::closed(near, y));
        let factor = (0..t).try_fold(1u64, |product, j| product.checked_mul(places - j)).ok_or(Error::Overflow)?;
        push(if factor == 1 { *weight } else { weight.times(factor).ok_or(Error::Overflow)? })
    }

    #[inline]
    fn take(&self, into: &mut Wide<L>, _code: u64, from: &Wide<L>) -> bool {
        into.add(from)
    }

    fn merge(&self, into: &mut Wide<L>, from: &Wide<L>) -> bool {
        into.add(from)
    }
}

/// Repeats with wider numbers after an overflow. Each width is a program of its own.
macro_rules! by_width {
    ($bits:expr, $options:expr, |$width:ident, $again:ident| $call:expr) => {{
        let mut options = $options;
        let mut result = Err(Error::Overflow);
        by_width!(@try result, $bits, options, $width, $again, $call, 2, 4, 8, 16, 24);
        result
    }};
    (@try $result:ident, $bits:expr, $options:ident, $width:ident, $again:ident, $call:expr, $($words:literal),*) => {
        $(if $result.as_ref().is_err_and(|e| *e == Error::Overflow) && $bits <= 64 * $words {
            const $width: usize = $words;
            let $again = $options.again();
            $result = $call;
        })*
    };
}

/// The words of the numbers that e(P(n, k)) is counted with, at most.
pub(super) fn words(n: u32, k: u32) -> u32 {
    let bits = bits_of_bound(n, k);
    [2, 4, 8, 16].into_iter().find(|&words| bits <= 64 * u64::from(words)).unwrap_or(24)
}

/// The number of linear extensions of P(n, k), the subsets of at most `k` of `n` elements.
///
/// `k` beyond `n` is `n`. Handled: k <= 1 for any n up to 1000 by n!, k <= 3 for n up to 11, all of n up to 7.
pub fn of_truncated(n: u32, k: u32, options: Options, handle: &Handle) -> Result<Extensions, Error> {
    let k = k.min(n);
    if n <= 1000 && k <= 1 {
        let n = if k == 0 { 0 } else { n };
        return Ok(Extensions::plain((1..=n).map(BigUint::from).product()));
    }
    // The largest element of B(n) comes last, whatever the rest does.
    let whole = n <= 7 && k + 1 >= n;
    if whole {
        // Of seven coordinates the numbers outgrow 128 bits long before the middle.
        let bits = if n < 7 { 0 } else { 129 };
        return by_width!(bits, options, |L, again| middle::<L>(n, again, handle));
    }
    if n <= 7 {
        let space = Subsets::symmetric(n, truncated(n, k - 1));
        let bits = bits_of_bound(n, k);
        let whole = space.ground();
        return by_width!(bits, options, |L, again| eliminate::<_, L>(&space, (n, k), 1, whole, again, handle));
    }
    if n <= MAX_VERTICES && k == 2 {
        return Ok(Extensions::plain(of_graph_poset(n)));
    }
    if n <= MAX_VERTICES && k == 3 {
        let space = Graphs::new(n);
        let bits = bits_of_bound(n, k);
        let whole = space.whole();
        return by_width!(bits, options, |L, again| eliminate::<_, L>(&space, (n, k), ROOT, whole, again, handle));
    }
    Err(Unhandled::Extensions { n, k }.into())
}

/// e(P(n, 2)) = n! (C(n,2) + n)! / product of (i n - C(i,2)) (Brouwer and Christensen, section 3).
pub fn of_graph_poset(n: u32) -> BigUint {
    let n = u64::from(n);
    let factorial = |m: u64| (1..=m).map(BigUint::from).product::<BigUint>();
    let below: BigUint = (1..=n).map(|i| BigUint::from(i * n - i * (i - 1) / 2)).product();
    factorial(n) * factorial(n * n.saturating_sub(1) / 2 + n) / below
}

/// The number of linear extensions of one downset of B(n).
pub fn of_downset(n: u32, position: u128, options: Options, handle: &Handle) -> Result<Extensions, Error> {
    Subsets::check(n)?;
    if position == 0 {
        return Ok(Extensions::plain(BigUint::one()));
    }
    if let Some(k) = (0..=n).find(|&k| position == truncated(n, k)) {
        return of_truncated(n, k, options, handle);
    }
    of_plan(&Plan::new(n, position, handle)?, options, handle)
}

/// The number of linear extensions of the position of a plan, whose classes are listed already.
pub fn of_plan(plan: &Plan, options: Options, handle: &Handle) -> Result<Extensions, Error> {
    let ((n, position), space) = (plan.position(), plan.space());
    let (key, factorial) = (canonical(position, n), factorial(n));
    let size = position.count_ones();
    let bits = factorial_bits(size);
    let group = automorphisms(position, n);
    let mut result = by_width!(bits, options, |L, again| {
        let identity = format!("of {key:x} in B({n})");
        let start = vec![(1, Wide::<L>::from_word(1))];
        let task = Task { start, first: 1, last: size, identity, watched: Vec::new() };
        run(space, &Paths::<L>, &task, again, handle, |end| {
            let weight = end.level.get(Subsets::code(key)).ok_or(Error::Inexact)?.big();
            Ok(finished(&end, weight))
        })
    })?;
    // W is the number of extensions times the size of the orbit.
    result.count = exact(result.count * group, factorial)?;
    Ok(result)
}

fn factorial(n: u32) -> u64 {
    (1..=u64::from(n)).product()
}

fn exact(number: BigUint, divisor: u64) -> Result<BigUint, Error> {
    if (&number % divisor).is_zero() { Ok(number / divisor) } else { Err(Error::Inexact) }
}

fn factorial_bits(m: u32) -> u64 {
    (2..=m).map(|i| f64::from(i).log2()).sum::<f64>() as u64 + 1
}

/// A bound on log2 e(P(n, k)): keep of the covers of each set only the one that leaves out its largest element. That is
/// a tree, with more extensions, and a tree has (its size)! / product of the sizes of its branches.
fn bits_of_bound(n: u32, k: u32) -> u64 {
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
    let branch = |free: u32, more: u32| (0..=more.min(free)).map(|j| choose(free, j)).sum::<f64>();
    let mut elements = 1.0;
    let mut branches = branch(n, k).log2();
    for size in 1..=k {
        for largest in size - 1..n {
            let sets = choose(largest, size - 1);
            elements += sets;
            branches += sets * branch(n - 1 - largest, k - size).log2();
        }
    }
    let size = elements as u32;
    ((2..=size).map(|i| f64::from(i).log2()).sum::<f64>() - branches) as u64 + 2
}

fn finished<P: Payload>(end: &LevelEnd<P>, count: BigUint) -> Extensions {
    Extensions { count, levels: end.tallies.clone(), bytes: end.bytes }
}

fn eliminate<S: Closing, const L: usize>(
    space: &S,
    (n, k): (u32, u32),
    start: u128,
    whole: u128,
    options: Options,
    handle: &Handle,
) -> Result<Extensions, Error> {
    let top = (0..k).fold(1, |c, i| c * u64::from(n - i) / u64::from(i + 1));
    let size = whole.count_ones();
    let recursion = Elimination::<L> { k, sizes: (u64::from(size), top) };
    let identity = format!("of P({n},{k})");
    let start = vec![(start, Wide::from_word(1))];
    let task = Task { start, first: 1, last: size, identity, watched: Vec::new() };
    run(space, &recursion, &task, options, handle, |end| {
        // Only one downset is the whole of Q.
        let mut weights = end.level.records().map(|(_, weight)| weight.big());
        match (weights.next(), weights.next()) {
            (Some(weight), None) => Ok(finished(&end, weight)),
            _ => Err(Error::Inexact),
        }
    })
}

/// e(B(n)) by meeting in the middle.
fn middle<const L: usize>(n: u32, mut options: Options, handle: &Handle) -> Result<Extensions, Error> {
    if n == 0 {
        return Ok(Extensions::plain(BigUint::one()));
    }
    let identity = format!("of B({n})");
    if n < 6 {
        // Done before a file is read.
        options.checkpoints = None;
    }
    if let Some(kept) = &mut options.checkpoints
        && let Some((words, levels)) = checkpoint::load_answer(*kept, &identity)?
    {
        let digits = words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect();
        return Ok(Extensions { count: BigUint::new(digits), levels, bytes: 0 });
    }
    let half = 1 << n.saturating_sub(1);
    let space = Subsets::symmetric(n, cube(n));
    let start = vec![(1, Wide::<L>::from_word(1))];
    let task = Task { start, first: 1, last: half, identity: identity.clone(), watched: Vec::new() };
    let threads = options.thread_count();
    let result = run(&space, &Paths::<L>, &task, options.again(), handle, |end| {
        let sum = meet(n, &end, threads)?;
        let mut result = finished(&end, exact(sum, factorial(n))?);
        result.levels.push(ClassTally { classes: end.level.len() as u64, ..ClassTally::default() });
        Ok(result)
    })?;
    if let Some(kept) = &mut options.checkpoints
        && kept.interval().is_some()
    {
        // The answer is known: where it cannot be kept nothing is lost but time.
        match checkpoint::save_answer(*kept, &identity, &result.count.to_u64_digits(), &result.levels) {
            Err(Error::Checkpoint(why)) => options.tell(&why.to_string()),
            other => other?,
        }
    }
    Ok(result)
}

/// The sum of W(D) W(D*) |Aut D| over the classes of the middle level.
fn meet<const L: usize>(n: u32, end: &LevelEnd<Wide<L>>, threads: usize) -> Result<BigUint, Error> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let level: &Level<Wide<L>> = end.level;
    let part = || -> Result<BigUint, Error> {
        let mut sum = BigUint::zero();
        while let Some(shard) = level.shards.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            for (i, (key, weight)) in shard.records().enumerate() {
                if i % 256 == 0 {
                    end.go_on()?;
                }
                let d = Subsets::class(key);
                let dual = canonical(dual_complement(d, n), n);
                // The other class has the same product: one of the two is enough, twice.
                let times = match d.cmp(&dual) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => continue,
                };
                let other = level.get(Subsets::code(dual)).ok_or(Error::Inexact)?;
                sum += weight.big() * other.big() * (automorphisms(d, n) * times);
            }
        }
        Ok(sum)
    };
    Ok(together(threads, part)?.into_iter().sum())
}
