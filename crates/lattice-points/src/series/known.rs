//! Of which set a series is the generating function, as far as that is known.
//!
//! A series of a set knows it; Hadamard products, unions and differences of such series know what they were made of. Sets are
//! added and compared by exact operations on disjoint strata, while the terms of a product may have signs and overlap many times, so that
//! nothing but its values on all the parts that they cut each other into tells what it is. The set is worked out only when somebody asks.

use super::Series;
use crate::sets::Stratification;
use crate::trouble::{Budget, Trouble};
use num_traits::One;
use sprague_limits::{Handle, with_stack};
use std::sync::{Arc, OnceLock};

/// How two sets make one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Combined {
    Union,
    Intersection,
    Difference,
}

/// What is known.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Nothing,
    Set(Arc<Stratification>),
    Made(Arc<Made>),
}

/// A set made of two, worked out once.
#[derive(Debug)]
pub(super) struct Made {
    how: Combined,
    parts: [Known; 2],
    depth: u32,
    set: OnceLock<Arc<Stratification>>,
}

/// Sets made of sets made of sets are remembered up to this depth.
const DEEPEST: u32 = 200;
/// A series about which nothing is known is looked at for being a set up to so many terms.
const TERMS: usize = 200;

impl Known {
    fn depth(&self) -> u32 {
        match self {
            Known::Made(made) => made.depth,
            _ => 0,
        }
    }

    /// The set made of those of two series, if both are known.
    pub(super) fn combined(how: Combined, f: &Series, g: &Series) -> Known {
        let parts = [f.known.clone(), g.known.clone()];
        let depth = 1 + parts[0].depth().max(parts[1].depth());
        if depth > DEEPEST || parts.iter().any(|part| matches!(part, Known::Nothing)) {
            return Known::Nothing;
        }
        Known::Made(Arc::new(Made { how, parts, depth, set: OnceLock::new() }))
    }

    fn set(&self, budget: Budget, handle: &Handle) -> Result<Option<Arc<Stratification>>, Trouble> {
        let made = match self {
            Known::Nothing => return Ok(None),
            Known::Set(set) => return Ok(Some(Arc::clone(set))),
            Known::Made(made) => made,
        };
        if let Some(set) = made.set.get() {
            return Ok(Some(Arc::clone(set)));
        }
        let [f, g] = &made.parts;
        let (Some(s), Some(t)) = with_stack(|| Ok::<_, Trouble>((f.set(budget, handle)?, g.set(budget, handle)?)))?
        else {
            return Ok(None);
        };
        let set = match made.how {
            Combined::Union => s.union(&t, budget, handle)?,
            Combined::Intersection => s.intersection(&t, budget, handle)?,
            Combined::Difference => s.difference(&t, budget, handle)?,
        };
        Ok(Some(Arc::clone(made.set.get_or_init(|| Arc::new(set)))))
    }
}

impl Series {
    /// The set whose generating function this is, if that is known or seen at once: all coefficients 1 and no point in two terms.
    pub(super) fn as_set(&self, budget: Budget, handle: &Handle) -> Result<Option<Arc<Stratification>>, Trouble> {
        if let Some(set) = self.known.set(budget, handle)? {
            return Ok(Some(set));
        }
        if self.len() > TERMS || self.terms().any(|(c, _)| !c.is_one()) {
            return Ok(None);
        }
        let strata: Vec<_> = self.terms().map(|(_, s)| s.clone()).collect();
        for (i, s) in strata.iter().enumerate() {
            for t in &strata[..i] {
                handle.tick()?;
                if !s.meet(t, budget, handle)?.is_empty() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Arc::new(Stratification::of_disjoint(self.dimension(), strata, handle)?)))
    }
}
