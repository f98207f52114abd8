//! Periods of nim-values, and what proves them.
//!
//! `n0` is the least number with G(n + p) = G(n) for every n >= n0, heaps counted from 0, and `p` is least for it. A
//! [`Certificate`] holds the numbers that one of the theorems of `docs/heaps.md` speaks of; [`mod@super::check`] verifies
//! it from the definition. What no theorem covers is only [`Observed`].

use super::code::Code;

/// The game that a certificate speaks of.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set, period::Subject};
/// use sprague_limits::Handle;
///
/// let mut sequence = Sequence::new(Rule::subtraction_game(Set::Finite(vec![1, 2])).expect("it shrinks"));
/// let proved = sequence.prove_period(100, &Handle::default(), &mut NoCaller).expect("no bound is reached");
/// assert_eq!(proved.map(|proved| &proved.subject), Some(&Subject::Subtraction(vec![1, 2])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A finite code.
    Code(Code),
    /// Subtraction of these numbers, in increasing order.
    Subtraction(Vec<u64>),
}

/// The theorem that is used, with its numbers.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, Theorem};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let mut sequence = Sequence::new(kayles);
/// let proved = sequence.prove_period(1000, &Handle::default(), &mut NoCaller).expect("no bound is reached");
/// // Guy and Smith: two heaps are left at most, two are taken at most.
/// assert_eq!(proved.map(|proved| &proved.kind), Some(&Theorem::Classical { parts: 2, last_place: 2 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith: equality up to `h n0 + (h-1) p + t` is enough.
    Classical {
        /// h: the most heaps that a move leaves, at least 1.
        parts: u64,
        /// t: the last place with a move.
        last_place: u64,
    },
    /// The sparse certificate, with mask and flag fixed throughout.
    Sparse {
        /// t: the last place with a move.
        last_place: u64,
        /// L: the last rare heap below N; 0 when there is none.
        last_rare: u64,
        /// A: the largest of L, `LEAST_REACH` and every small part that the witnesses on the window need.
        reach: u64,
        /// m.
        mask: u32,
        /// e: whether the parity of position counts.
        flag: bool,
    },
    /// A finite subtraction set: as many equalities in a row as its largest number.
    Subtraction {
        /// The largest number of the set, 0 for none.
        largest: u64,
    },
}

/// Witnesses with a small part up to here are not searched for the least.
pub(crate) const LEAST_REACH: u64 = 1024;

/// A proved period.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, check};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut sequence, handle) = (Sequence::new(kayles), Handle::default());
/// let proved = sequence.prove_period(1000, &handle, &mut NoCaller).expect("no bound is reached");
/// let proved = proved.expect("1000 heaps are enough");
/// assert_eq!((proved.period, proved.from), (12, 71));
/// assert_eq!(check(proved, &handle), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub subject: Subject,
    /// p, the least period.
    pub period: u64,
    /// n0, the least heap from which it holds.
    pub from: u64,
    /// N: the theorem needs the values of heaps below N, and no more.
    pub known: u64,
    /// The theorem.
    pub kind: Theorem,
}

/// N of the classical theorem: `G(n+p) = G(n)` for `max(n0,1) <= n < h n0 + (h-1) p + t`, and heap 0 apart.
pub(crate) fn classical_needs(parts: u64, last_place: u64, from: u64, period: u64) -> Option<u64> {
    let (h, n0) = (parts.max(1), from.max(1));
    h.checked_mul(n0)?.checked_add(h.checked_mul(period)?)?.checked_add(last_place)
}

/// n1 of the sparse theorem. Where parts must differ, the reach counts twice, so that the large part is the larger.
pub(crate) fn sparse_start(from: u64, last_place: u64, reach: u64, distinct: bool) -> Option<u64> {
    let reach = if distinct { reach.checked_mul(2)? } else { reach };
    from.checked_add(last_place)?.checked_add(1)?.checked_add(reach)
}

/// N of the sparse theorem, `n1 + p`.
pub(crate) fn sparse_needs(from: u64, last_place: u64, reach: u64, distinct: bool, period: u64) -> Option<u64> {
    sparse_start(from, last_place, reach, distinct)?.checked_add(period)
}

/// N of the theorem on finite subtraction sets.
pub(crate) fn subtraction_needs(largest: u64, from: u64, period: u64) -> Option<u64> {
    from.checked_add(period)?.checked_add(largest)
}

/// A regularity that was seen and not proved.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set, period::Observed};
/// use sprague_limits::Handle;
///
/// // The values of Nim are 0, 1, 2, …
/// let (mut nim, handle) = (Sequence::new(Rule::subtraction_game(Set::From(1)).expect("it shrinks")), Handle::default());
/// nim.extend_to(50, &handle, &mut NoCaller).expect("no bound is reached");
/// assert_eq!(nim.observed(&handle), Ok(Some(Observed { period: 1, saltus: 1, from: 0, known: 50 })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// p.
    pub period: u64,
    /// The saltus s: G(n + p) = G(n) + s; 0 for a plain period.
    pub saltus: u64,
    /// The least n of the range where it holds.
    pub from: u64,
    /// It was seen for all `from <= n`, `n + p < known`.
    pub known: u64,
}
