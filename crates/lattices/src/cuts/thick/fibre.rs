//! Coordinates that tell first the directions in which a region has an end.

use super::super::grow::Grower;
use super::super::region::{Chart, Region, Row, dot};
use crate::budget::Failure;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use sprague_lattice_points::linear::elimination::inverse;
use sprague_lattice_points::linear::hermite::{kernel, solve};

/// Entries of coordinates above this are not looked at.
const LARGEST: i64 = 1 << 24;

fn words(all: &[Vec<BigInt>]) -> Result<Vec<Vec<i64>>, Failure> {
    let word = |n: &BigInt| n.to_i64().filter(|n| n.abs() < LARGEST).ok_or(Failure::Budget);
    all.iter().map(|v| v.iter().map(word).collect()).collect()
}

fn big(all: &[Vec<i64>]) -> Vec<Vec<BigInt>> {
    all.iter().map(|v| v.iter().map(|&n| n.into()).collect()).collect()
}

/// A vector near to a given one modulo others.
fn near(mut c: Vec<i64>, others: &[Vec<i64>]) -> Vec<i64> {
    for _ in 0..4 {
        for b in others {
            let q = Integer::div_floor(&(2 * dot(&c, b) + dot(b, b)), &(2 * dot(b, b)));
            c.iter_mut().zip(b).for_each(|(c, b)| *c -= q * b);
        }
    }
    c
}

/// Takes sums and differences of functions in place of functions as long as that makes their ranges smaller.
fn narrow(functions: &mut [Vec<i64>], width: impl Fn(&[i64]) -> Option<i128>) {
    let mut widths: Vec<Option<i128>> = functions.iter().map(|h| width(h)).collect();
    loop {
        let mut changed = false;
        for i in 0..functions.len() {
            for j in (0..functions.len()).filter(|&j| j != i) {
                for sign in [1, -1] {
                    let h: Vec<i64> = functions[i].iter().zip(&functions[j]).map(|(a, b)| a + sign * b).collect();
                    let wide = width(&h);
                    if wide.is_some() && wide < widths[i] {
                        (functions[i], widths[i], changed) = (h, wide, true);
                    }
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// The lattice that tells the points of a box apart.
pub(super) fn sides(ranges: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let side = |i: usize| ranges[i].1 - ranges[i].0 + 1;
    (0..ranges.len()).map(|i| (0..ranges.len()).map(|j| if i == j { side(i) } else { 0 }).collect()).collect()
}

impl Grower<'_> {
    /// A region in a chart of all of Z^d with the functions first that are bounded on it both ways.
    pub(in super::super) fn adapted(&self, chart: &Chart, region: &Region) -> Result<(Chart, Region), Failure> {
        let (d, handle) = (chart.k(), self.meter.handle);
        let place = |ray: Row| -> Vec<BigInt> {
            (0..d).map(|l| ray.iter().zip(&chart.basis).map(|(n, b)| BigInt::from(*n) * b[l]).sum()).collect()
        };
        let rays: Vec<Vec<BigInt>> = region.rays().into_iter().map(place).collect();
        if rays.is_empty() {
            let whole = Chart::whole(d);
            let region = region.moved(chart, &whole)?;
            return Ok((whole, region));
        }
        let mut across = words(&kernel(&rays, d, handle)?)?;
        narrow(&mut across, |h| {
            let row: Row = chart.basis.iter().map(|b| i128::from(dot(h, b))).chain([0]).collect();
            let (low, high) = region.range(&row);
            Some(high? - low?)
        });
        let across = big(&across);
        let along = words(&kernel(&across, d, handle)?)?;
        let basis = self.completed(&across, along, d)?;
        self.in_basis(chart, region, basis)
    }

    /// A basis that ends with vectors on which some functions are 0, and begins with one for each function: it is 1 there, the others 0.
    fn completed(&self, functions: &[Vec<BigInt>], last: Vec<Vec<i64>>, d: usize) -> Result<Vec<Vec<i64>>, Failure> {
        let mut basis = Vec::new();
        for j in 0..functions.len() {
            let unit: Vec<BigInt> = (0..functions.len()).map(|i| BigInt::from(u8::from(i == j))).collect();
            let solution = solve(functions, &unit, d, self.meter.handle)?.ok_or(Failure::Shape)?;
            basis.extend(words(&[solution.origin])?.into_iter().map(|c| near(c, &last)));
        }
        basis.extend(last);
        Ok(basis)
    }

    /// The same with last coordinates that lead along some vectors, of a region in a chart whose coordinates from `fibre` on have no end. Nothing is said of the lengths of the vectors.
    pub(super) fn leading(
        &self,
        chart: &Chart,
        region: &Region,
        fibre: usize,
        vectors: &[Vec<i64>],
    ) -> Result<(Chart, Region), Failure> {
        let free = chart.k() - fibre;
        let primitive = |u: &Vec<i64>| {
            let g = u.iter().fold(0, |g, n| n.gcd(&g)).max(1);
            u.iter().map(|n| n / g).collect()
        };
        let last: Vec<Vec<i64>> = vectors.iter().map(primitive).collect();
        let beside = kernel(&big(&last), free, self.meter.handle)?;
        let along = self.completed(&beside, last, free)?;
        let place = |c: &Vec<i64>| {
            (0..chart.k()).map(|l| c.iter().zip(&chart.basis[fibre..]).map(|(c, b)| c * b[l]).sum()).collect()
        };
        let basis = chart.basis[..fibre].iter().cloned().chain(along.iter().map(place)).collect();
        self.in_basis(chart, region, basis)
    }

    /// A region in the chart of all of Z^d with a basis.
    fn in_basis(&self, chart: &Chart, region: &Region, basis: Vec<Vec<i64>>) -> Result<(Chart, Region), Failure> {
        let d = chart.k();
        let inverse =
            inverse(&big(&basis), self.meter.handle)?.filter(|inverse| inverse.scale.is_one()).ok_or(Failure::Shape)?;
        let column = |j: usize| (0..d).map(|i| inverse.scaled[i][j].clone()).collect();
        let columns: Vec<Vec<BigInt>> = (0..d).map(column).collect();
        let fitting = Chart { origin: vec![0; d], basis, inverse: words(&columns)? };
        let region = region.moved(chart, &fitting)?;
        Ok((fitting, region))
    }
}
