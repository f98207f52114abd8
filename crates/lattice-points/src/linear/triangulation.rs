//! Triangulation of the cone of finitely many vectors by placing them one after the other.
//!
//! In go vectors that span the space and lie in an open half-space; out come simplicial cones, as sets of indices, that
//! cover their cone and meet in common faces (De Loera, Rambau and Santos, *Triangulations*, 4.3). A new vector is joined to the boundary
//! facets that it sees; one inside the cone that stands is not used.

use super::elimination::{independent_rows, inverse};
use super::{Matrix, Vector, dot};
use num_traits::Signed;
use sprague_limits::{Handle, Stop};
use std::collections::BTreeMap;

/// The simplices of a triangulation, each as sorted indices into the vectors. Empty if the vectors do not span the space.
pub(crate) fn triangulate(vectors: &[Vector], dimension: usize, handle: &Handle) -> Result<Vec<Vec<usize>>, Stop> {
    let start = independent_rows(vectors, handle)?;
    if start.len() < dimension {
        return Ok(Vec::new());
    }
    if vectors.len() == dimension {
        return Ok(vec![start]);
    }
    let mut simplices = Vec::new();
    // Facets that belong to one simplex so far, each with its normal, positive inside.
    let mut boundary: BTreeMap<Vec<usize>, Vector> = BTreeMap::new();
    place(start.clone(), vectors, &mut simplices, &mut boundary, handle)?;
    for (index, vector) in vectors.iter().enumerate() {
        if start.binary_search(&index).is_ok() {
            continue;
        }
        let mut visible = Vec::new();
        for (facet, normal) in &boundary {
            handle.tick()?;
            if dot(normal, vector).is_negative() {
                visible.push(facet.clone());
            }
        }
        for mut simplex in visible {
            handle.tick()?;
            simplex.push(index);
            simplex.sort_unstable();
            place(simplex, vectors, &mut simplices, &mut boundary, handle)?;
        }
    }
    Ok(simplices)
}

/// Adds a simplex; a facet that is met for the second time is inside from now on.
fn place(
    simplex: Vec<usize>,
    vectors: &[Vector],
    simplices: &mut Vec<Vec<usize>>,
    boundary: &mut BTreeMap<Vec<usize>, Vector>,
    handle: &Handle,
) -> Result<(), Stop> {
    let rows: Matrix = simplex.iter().map(|&i| vectors[i].clone()).collect();
    let Some(inverse) = inverse(&rows, handle)? else { return Ok(()) };
    for k in 0..simplex.len() {
        let mut facet = simplex.clone();
        facet.remove(k);
        if boundary.remove(&facet).is_none() {
            boundary.insert(facet, inverse.scaled.iter().map(|row| row[k].clone()).collect());
        }
    }
    simplices.push(simplex);
    Ok(())
}
