//! Periods of the values of heaps: when they are proved, and how they are found.
//!
//! Theorem (`docs/misere.md`): let a code end at place k and leave at most s heaps, and let q = 1, or q = s if it asks for different
//! sizes. If a quotient is right for the heaps up to M >= s (n0 + q p) + k - 1, and F(i + p) = F(i) for all i >= n0 >= 1 with i + p <= M,
//! then it is right for all heaps, with F continued by the period p.

use super::monoid::Element;
use super::quotient::Period;
use sprague_heaps::Code;

/// How far heaps must be known for a period; `None` for codes without an end, and for those of which the theorem does not speak.
pub(crate) fn reach(code: &Code, period: Period) -> Option<usize> {
    if !code.is_classic() {
        return None;
    }
    let parts = code.most_parts().max(1);
    let lengths = if code.has_distinct() { parts } else { 1 };
    let end = usize::try_from(code.last_place()?).ok()?;
    let least = period.length.checked_mul(lengths)?.checked_add(period.from)?;
    (least.checked_mul(parts)?.checked_add(end)?).checked_sub(1)
}

/// Watches values as they come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    seen: usize,
    /// Of each p: the last i with F(i + p) not F(i).
    differs: Vec<usize>,
}

impl Watch {
    /// Begins anew: the values have changed.
    pub(crate) fn forget(&mut self) {
        *self = Watch::default();
    }

    /// The least period that is proved by values of heaps, if there is one now.
    pub(crate) fn look(&mut self, code: &Code, values: &[Element]) -> Option<Period> {
        for n in self.seen..values.len() {
            self.differs.push(0);
            for p in 1..n {
                if values[n] != values[n - p] {
                    self.differs[p] = n - p;
                }
            }
        }
        self.seen = values.len();
        (1..values.len()).map(|length| Period { from: self.differs[length] + 1, length }).find(|&period| {
            period.from + period.length < values.len() && reach(code, period).is_some_and(|m| m < values.len())
        })
    }
}
