//! A series as a function: the disjoint strata on which it is constant, and from them exact equality.
//!
//! Terms are added one after the other to disjoint strata with values: a new stratum is cut by the old ones, common parts
//! get the sum of the values, parts with the value 0 are dropped. A series is zero exactly if nothing remains. Two series are equal
//! if their difference is zero; for two sets that is the symmetric difference.

use super::Series;
use crate::sets::Stratification;
use crate::sets::merge::merged;
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_rational::BigRational;
use num_traits::{One, Zero};
use sprague_limits::Handle;
use std::collections::BTreeMap;

impl Series {
    /// The sets on which the series takes its values other than 0, by value.
    pub(crate) fn levels(
        &self,
        budget: Budget,
        handle: &Handle,
    ) -> Result<BTreeMap<BigRational, Stratification>, Trouble> {
        let mut parts: Vec<(BigRational, Stratum)> = Vec::new();
        for (i, (coefficient, stratum)) in self.terms().enumerate() {
            handle.progress("values of a series", i as u64, Some(self.len() as u64));
            let mut fresh = vec![stratum.clone()];
            let mut next = Vec::with_capacity(parts.len() + 1);
            for (value, part) in parts {
                let mut rest = vec![part];
                let mut untouched = Vec::new();
                for piece in fresh {
                    handle.tick()?;
                    let mut shared = Vec::new();
                    let mut remaining = Vec::new();
                    for r in rest {
                        match r.without(&piece, budget, handle)? {
                            None => remaining.push(r),
                            Some(outside) => {
                                shared.extend(r.meet(&piece, budget, handle)?);
                                remaining.extend(outside);
                            }
                        }
                    }
                    rest = remaining;
                    let mut outside = vec![piece];
                    for s in &shared {
                        let mut smaller = Vec::new();
                        for o in outside {
                            match o.without(s, budget, handle)? {
                                None => smaller.push(o),
                                Some(pieces) => smaller.extend(pieces),
                            }
                        }
                        outside = smaller;
                    }
                    untouched.extend(outside);
                    let sum = &value + coefficient;
                    if !sum.is_zero() {
                        next.extend(shared.into_iter().map(|s| (sum.clone(), s)));
                    }
                    budget.check(untouched.len() + next.len())?;
                }
                fresh = untouched;
                next.extend(rest.into_iter().map(|s| (value.clone(), s)));
            }
            next.extend(fresh.into_iter().map(|s| (coefficient.clone(), s)));
            parts = tidy(next, handle)?;
            budget.check(parts.len())?;
        }
        let mut levels: BTreeMap<BigRational, Vec<Stratum>> = BTreeMap::new();
        for (value, stratum) in parts {
            levels.entry(value).or_default().push(stratum);
        }
        levels
            .into_iter()
            .map(|(value, strata)| Ok((value, Stratification::of_disjoint(self.dimension, strata, handle)?)))
            .collect()
    }

    /// Whether all coefficients are 0, where that is seen without cutting strata.
    fn soon_zero(&self, handle: &Handle) -> Result<Option<bool>, Trouble> {
        if self.is_empty() {
            return Ok(Some(true));
        }
        // A value other than 0 modulo a prime settles the matter, in either direction of the denominators.
        let verdict = self.probably_equals(&Series::zero(self.dimension), 1, handle)?;
        Ok((verdict == Some(super::evaluate::Verdict::Different)).then_some(false))
    }

    /// True if the two are the same function. Exact.
    pub fn equals(&self, other: &Series, budget: Budget, handle: &Handle) -> Result<bool, Trouble> {
        if *self == *other {
            return Ok(true);
        }
        let difference = self.minus(other)?;
        if let Some(verdict) = difference.soon_zero(handle)? {
            return Ok(verdict);
        }
        // Two sets are compared as such, however many signed terms their series have.
        if let Some(s) = self.as_set(budget, handle)?
            && let Some(t) = other.as_set(budget, handle)?
        {
            return s.equals(&t, budget, handle);
        }
        Ok(difference.levels(budget, handle)?.is_empty())
    }

    /// The set whose generating function this is, if all coefficients are 0 or 1.
    pub fn support_of_set(&self, budget: Budget, handle: &Handle) -> Result<Option<Stratification>, Trouble> {
        if let Some(set) = self.as_set(budget, handle)? {
            return Ok(Some((*set).clone()));
        }
        let mut levels = self.levels(budget, handle)?;
        match (levels.len(), levels.remove(&BigRational::one())) {
            (0, _) => Ok(Some(Stratification::empty(self.dimension))),
            (1, Some(set)) => Ok(Some(set)),
            _ => Ok(None),
        }
    }
}

/// Merges the strata of each value.
fn tidy(parts: Vec<(BigRational, Stratum)>, handle: &Handle) -> Result<Vec<(BigRational, Stratum)>, Trouble> {
    let mut levels: BTreeMap<BigRational, Vec<Stratum>> = BTreeMap::new();
    for (value, stratum) in parts {
        levels.entry(value).or_default().push(stratum);
    }
    let mut result = Vec::new();
    for (value, strata) in levels {
        result.extend(merged(strata, handle)?.into_iter().map(|s| (value.clone(), s)));
    }
    Ok(result)
}
