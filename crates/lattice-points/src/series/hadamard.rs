//! The Hadamard product: coefficients multiplied place by place (Lemma 3.5 of Guo and Miller).
//!
//! It is bilinear, and the product of the terms of two strata is the sum over their common points. Strata with commensurable
//! directions meet in a product of progressions, one term; otherwise the common points are the lattice points of a polyhedron, which
//! becomes a few disjoint strata or signed unimodular cones.

use super::known::{Combined, Known};
use super::{Series, brion};
use crate::sets::commensurable::{Meeting, meeting, product};
use crate::sets::difference::common;
use crate::trouble::{Budget, Trouble};
use sprague_limits::Handle;

impl Series {
    /// The series whose coefficients are the products of those of the two.
    pub fn hadamard(&self, other: &Series, budget: Budget, handle: &Handle) -> Result<Series, Trouble> {
        self.same_space(other)?;
        let mut result = Series::zero(self.dimension);
        result.known = Known::combined(Combined::Intersection, self, other);
        for (i, (s, c)) in self.terms.iter().enumerate() {
            handle.progress("Hadamard product", i as u64, Some(self.len() as u64));
            for (t, e) in &other.terms {
                handle.tick()?;
                let factor = c * e;
                match meeting(s, t, handle)? {
                    Some(Meeting::Disjoint) => {}
                    Some(Meeting::Product(values)) => result.add_term(product(s, &values), factor),
                    None => {
                        let Some((polyhedron, map)) = common(s, t, handle)? else { continue };
                        brion::add_points(&mut result, polyhedron, &map, &factor, budget, handle)?;
                    }
                }
                budget.check(result.len())?;
            }
        }
        Ok(result)
    }
}
