//! Where walls are: the plane near which most of the points lie that a phase does not explain.

use super::phase::cube;
use super::region::{Region, Row, at, dot};
use crate::budget::{Failure, Meter};
use num_integer::Integer;

/// How thick a wall may look.
const THICK: f64 = 5.0;
/// The most normals that are looked at closely, and by how many points those are chosen.
const CLOSELY: usize = 100;
const FIRST: usize = 150;

/// What part of all points lies along a wall at least; where its normal is that of a wall of a parallel flat.
pub(super) const MOST_OF: usize = 20;
pub(super) const MOST_OF_HINTED: usize = 8;

/// What is tried for walls.
pub(super) struct Tries {
    /// The largest entry of their normals.
    pub(super) normal: i64,
    /// How far from a corner of the region they may lie.
    pub(super) offset: f64,
}

/// Primitive vectors with entries up to a bound, one of each pair of opposites, the shortest first.
fn normals(k: usize, largest: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    cube(&vec![-largest; k], 2 * largest + 1, |a| {
        let first = a.iter().find(|n| **n != 0);
        if first.is_some_and(|n| *n > 0) && a.iter().fold(0, |g, n| n.gcd(&g)) == 1 {
            all.push(a.to_vec());
        }
        true
    });
    all.sort_by_key(|a| (a.iter().map(|n| n * n).sum::<i64>(), std::cmp::Reverse(a.clone())));
    all
}

/// For each corner the value of a there, and how far from it a wall may lie.
fn offsets(a: &[i64], corners: &[Vec<f64>], most: f64) -> Vec<(i64, i64)> {
    let value = |c: &Vec<f64>| a.iter().zip(c).map(|(a, c)| *a as f64 * c).sum::<f64>().round() as i64;
    corners.iter().map(|c| (value(c), most as i64)).collect()
}

/// The number between two others that is nearest to a corner's, if one is near enough.
fn between(near: &[(i64, i64)], low: i64, high: i64) -> Option<i64> {
    let there = near.iter().map(|&(v, most)| (v.clamp(low, high.max(low)), v, most));
    there.filter(|(at, v, most)| (at - v).abs() <= *most).min_by_key(|(at, v, _)| (at - v).abs()).map(|t| t.0)
}

/// Those odd points that are far from the faces.
pub(super) fn deepest(region: &Region, seen: &Region, odd: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let scales: Vec<f64> = region.rows.iter().map(|r| seen.range(r).1.unwrap_or(1).max(1) as f64).collect();
    let depth =
        |n: &Vec<i64>| region.rows.iter().zip(&scales).map(|(r, s)| at(r, n) as f64 / s).fold(f64::INFINITY, f64::min);
    let mut deep: Vec<(f64, &Vec<i64>)> = odd.iter().map(|n| (depth(n), n)).collect();
    deep.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some(&(deepest, _)) = deep.first() else { return Vec::new() };
    deep.retain(|d| d.0 > deepest / 2.0);
    deep.iter().step_by(deep.len() / 2000 + 1).map(|d| d.1.clone()).collect()
}

/// A slab orthogonal to a.
struct Slab {
    a: Vec<i64>,
    /// |a|
    size: f64,
    /// How many points of one kind lie in it.
    count: usize,
    /// The value at which to cut.
    at: i64,
}

/// A normal and a value: where to cut so that most of the points of one kind lie along the cut. Normals are first compared by some of the
/// points; of those with most points the one is taken that is simplest among those whose points lie in the thinnest slabs. If it has to cross the region, on both sides of
/// the cut there is no end in as many dimensions.
pub(super) fn along(
    region: &Region,
    kinds: &[Vec<Vec<i64>>],
    shown: Option<Vec<Vec<i64>>>,
    most_of: usize,
    tries: &Tries,
    crossing: bool,
    meter: &Meter,
) -> Result<Option<(Vec<i64>, i64)>, Failure> {
    let corners = region.corners();
    let offset = if shown.is_some() { f64::INFINITY } else { tries.offset };
    let mut among = shown.unwrap_or_else(|| normals(region.k, tries.normal));
    if crossing {
        among.retain(|a| crosses(region, a));
    }
    let slab = |a: Vec<i64>, kinds: &[Vec<Vec<i64>>], thick: f64| -> Result<Option<Slab>, Failure> {
        let size = (dot(&a, &a) as f64).sqrt();
        let near = offsets(&a, &corners, offset * size);
        let mut best: Option<(usize, i64)> = None;
        for points in kinds {
            let values = sorted(&a, points, meter)?;
            let mut end = 0;
            for start in 0..values.len() {
                while end < values.len() && values[end] <= values[start] + (thick * size) as i64 {
                    end += 1;
                }
                if best.is_none_or(|b| end - start > b.0) {
                    let Some(at) = between(&near, values[start], values[end - 1]) else { continue };
                    best = Some((end - start, at));
                }
            }
        }
        Ok(best.map(|(count, at)| Slab { a, size, count, at }))
    };
    let all: usize = kinds.iter().map(Vec::len).sum();
    let step = (all / kinds.len().max(1) / FIRST).max(kinds.len()).max(1);
    let some: Vec<Vec<Vec<i64>>> = kinds.iter().map(|points| points.iter().step_by(step).cloned().collect()).collect();
    let mut slabs = Vec::new();
    for a in among {
        slabs.extend(slab(a, &some, 2.0 * THICK)?);
    }
    slabs.sort_by_key(|s| std::cmp::Reverse(s.count));
    let mut rated: Vec<(f64, Slab)> = Vec::new();
    for first in slabs.into_iter().take(CLOSELY) {
        let Some(s) = slab(first.a, kinds, THICK)? else { continue };
        // How thin a slab holds three quarters of them.
        let mut thin = f64::INFINITY;
        for points in kinds.iter().filter(|points| points.len() * 10 >= s.count * 9) {
            let values = sorted(&s.a, points, meter)?;
            let spans = values.windows((s.count * 3 / 4).max(1)).map(|w| w[w.len() - 1] - w[0]);
            thin = spans.min().map_or(thin, |span| thin.min(span as f64 / s.size));
        }
        rated.push((thin, s));
    }
    let most = rated.iter().map(|r| r.1.count).max().unwrap_or(0);
    rated.retain(|r| r.1.count * 10 >= most * 9);
    let thinnest = rated.iter().map(|r| r.0).fold(f64::INFINITY, f64::min);
    rated.retain(|r| r.0 <= 1.15 * thinnest + 0.2);
    let best = rated.into_iter().map(|r| r.1).min_by(|s, t| s.size.total_cmp(&t.size));
    Ok(best.filter(|s| s.count * most_of >= all).map(|s| (s.a, s.at)))
}

/// Whether the directions without end lead to both sides of a function.
fn crosses(region: &Region, a: &[i64]) -> bool {
    let value = |ray: &Row| ray.iter().zip(a).map(|(n, a)| n * i128::from(*a)).sum::<i128>();
    let rays = region.rays();
    rays.iter().any(|ray| value(ray) > 0) && rays.iter().any(|ray| value(ray) < 0)
}

/// The values of a linear function, in order.
fn sorted(a: &[i64], points: &[Vec<i64>], meter: &Meter) -> Result<Vec<i64>, Failure> {
    meter.spend(points.len() as u32)?;
    let mut values: Vec<i64> = points.iter().map(|n| dot(a, n)).collect();
    values.sort_unstable();
    Ok(values)
}
