//! A misère quotient: a monoid, its P-portion, and the value of every heap.
//!
//! In: what a search found. Out: values and outcomes of sums of any size, winning moves, order and idempotents. Nothing here asks
//! whether the quotient is right: that is what `check` is for.

use super::heaps::Heaps;
use super::monoid::{Element, Monoid};
use super::presentation::Presentation;
use sprague_limits::{Handle, Stop};

/// The values of heaps repeat: F(n + length) = F(n) for all n from `from` on.
///
/// ```
/// use sprague_misere::{Monoid, Period, Quotient};
/// let group = Monoid::from_table(&[vec![0, 1], vec![1, 0]]).expect("a table");
/// let claimed = Quotient::from_parts(group, vec![false, true], vec![0, 1, 0, 1]).expect("it fits");
/// let q = claimed.with_period(Period { from: 1, length: 2 }).expect("enough heaps");
/// assert_eq!(q.value(1_000_001), Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap of the first period, at least 1.
    pub from: usize,
    /// The least period.
    pub length: usize,
}

/// A misère quotient with the map of the heaps.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, of_code};
/// let kayles = sprague_heaps::Code::parse("0.77", sprague_heaps::Base::Octal).expect("a code");
/// let found = of_code(&kayles, 240, Bounds::default(), &Handle::default())?;
/// let q = &found.quotient;
/// assert_eq!((q.monoid().order(), q.p_portion().len()), (40, 9));
/// // A million million heaps of 5, and one of 71.
/// assert_eq!(q.is_p_position(&[(5, 1_000_000_000_000), (71, 1)]), Some(false));
/// assert_eq!(q.presentation().generators().len(), 7);
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    monoid: Monoid,
    p: Vec<bool>,
    map: Vec<Element>,
    period: Option<Period>,
}

impl Quotient {
    /// A quotient as somebody claims it: which elements are P-positions, and the value of every heap from 0 on. `None` if there is
    /// not one truth value for each element, or a value is no element.
    pub fn from_parts(monoid: Monoid, p: Vec<bool>, map: Vec<Element>) -> Option<Quotient> {
        let fits = p.len() == monoid.order() && map.iter().all(|&x| (x as usize) < monoid.order());
        fits.then_some(Quotient { monoid, p, map, period: None })
    }

    /// The same with the claim that the values repeat; `None` if fewer heaps are known than that says.
    pub fn with_period(self, period: Period) -> Option<Quotient> {
        let fits = period.length > 0 && period.from.checked_add(period.length).is_some_and(|n| n <= self.map.len());
        fits.then_some(Quotient { period: Some(period), ..self })
    }

    /// The monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// Whether an element is one of the P-portion: sums of this value are won by who moved last.
    pub fn is_p(&self, x: Element) -> bool {
        self.p[x as usize]
    }

    /// The elements of the P-portion.
    pub fn p_portion(&self) -> Vec<Element> {
        self.monoid.elements().filter(|&x| self.is_p(x)).collect()
    }

    /// The values of the heaps that were looked at, from heap 0 on.
    pub fn map(&self) -> &[Element] {
        &self.map
    }

    /// From where on the values repeat, if that is claimed.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The value of a heap; `None` where it is not known.
    pub fn value(&self, heap: u64) -> Option<Element> {
        let known = usize::try_from(heap).ok().and_then(|n| self.map.get(n).copied());
        known.or_else(|| {
            let Period { from, length } = self.period?;
            let n = from as u64 + (heap - from as u64) % length as u64;
            self.map.get(n as usize).copied()
        })
    }

    /// The value of a sum of heaps, each with its number of copies.
    pub fn value_of_sum(&self, sum: &[(u64, u64)]) -> Option<Element> {
        sum.iter()
            .try_fold(0, |x, &(heap, copies)| Some(self.monoid.times(x, self.monoid.power(self.value(heap)?, copies))))
    }

    /// Whether a sum of heaps is a P-position in misère play.
    pub fn is_p_position(&self, sum: &[(u64, u64)]) -> Option<bool> {
        Some(self.is_p(self.value_of_sum(sum)?))
    }

    /// The moves of a sum of heaps into the P-portion: the heap, and the parts it becomes.
    pub fn winning_moves(
        &self,
        heaps: &Heaps,
        sum: &[(u64, u64)],
        handle: &Handle,
    ) -> Result<Vec<(u64, Vec<u32>)>, Stop> {
        let mut found = Vec::new();
        for (i, &(heap, copies)) in sum.iter().enumerate().filter(|(_, s)| s.1 > 0) {
            let mut rest = sum.to_vec();
            rest[i].1 = copies - 1;
            let (Some(rest), Ok(n)) = (self.value_of_sum(&rest), usize::try_from(heap)) else { continue };
            for option in heaps.options(n) {
                handle.tick()?;
                let value =
                    option.iter().try_fold(rest, |x, &part| Some(self.monoid.times(x, self.value(part.into())?)));
                if value.is_some_and(|x| self.is_p(x)) {
                    found.push((heap, option.to_vec()));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Generators, relations, and a product of generators for every element.
    pub fn presentation(&self) -> Presentation {
        Presentation::of(&self.monoid, &self.map)
    }
}
