//! A tree of cuts as disjoint strata.
//!
//! Each way through the tree is a polyhedron on a flat, where residues tell the rest. Its lattice points are strata in the chart of the flat; each of these is cut into the
//! classes of residues along its generators, of which those in the set are kept. Cost: strata of the polyhedra times the orders of their generators.

use super::region::{Chart, Region, Row};
use super::{Cut, Cuts};
use crate::budget::{Failure, Meter};
use crate::peel::join;
use crate::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_lattice_points::sets::polyhedron::Polyhedron;
use sprague_lattice_points::{Budget, Stratification};

impl Cuts {
    /// The set as disjoint strata, at most so many.
    pub(crate) fn strata(&self, most: usize, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let mut out = Vec::new();
        let root = self.nodes.len().checked_sub(1).ok_or(Failure::Shape)?;
        let mut work = vec![(Chart::whole(self.dimension), Region::orthant(self.dimension), root as u32)];
        while let Some((chart, region, node)) = work.pop() {
            meter.spend(100)?;
            if work.len() > most || out.len() > most {
                return Err(Failure::Budget);
            }
            match &self.nodes[node as usize] {
                Cut::Leaf { residues, table } => leaf(&chart, &region, residues, table, most, &mut out, meter)?,
                Cut::Branch { function, low, below, layers, above } => {
                    let row = chart.pull(function, -low)?;
                    let g = row[..region.k].iter().fold(0i128, |g, n| g.gcd(n));
                    if g == 0 {
                        // The function has one value on the flat.
                        let child = match usize::try_from(row[region.k]) {
                            Ok(i) if i < layers.len() => Some(layers[i]),
                            Ok(_) => *above,
                            Err(_) => *below,
                        };
                        work.extend(child.map(|child| (chart, region, child)));
                        continue;
                    }
                    let shifted = |by: i128, sign: i128| -> Row {
                        let last = row.len() - 1;
                        row.iter().enumerate().map(|(i, n)| sign * (n - if i == last { by } else { 0 })).collect()
                    };
                    if let Some(child) = below
                        && let Some(part) = region.cut(shifted(-1, -1))?
                    {
                        work.push((chart.clone(), part, *child));
                    }
                    let a: Vec<i64> = row[..region.k]
                        .iter()
                        .map(|n| i64::try_from(n / g).map_err(|_| Failure::Budget))
                        .collect::<Result<_, _>>()?;
                    for (i, child) in layers.iter().enumerate() {
                        let value = i as i128 - row[region.k];
                        if value % g == 0 {
                            let value = i64::try_from(value / g).map_err(|_| Failure::Budget)?;
                            work.extend(region.slice(&chart, &a, value)?.map(|(chart, part)| (chart, part, *child)));
                        }
                    }
                    if let Some(child) = above
                        && let Some(part) = region.cut(shifted(layers.len() as i128, 1))?
                    {
                        work.push((chart, part, *child));
                    }
                }
            }
        }
        join(out, meter)
    }
}

/// The strata of one way through the tree.
fn leaf(
    chart: &Chart,
    region: &Region,
    residues: &[(Vec<i64>, i64)],
    table: &[bool],
    most: usize,
    out: &mut Vec<Stratum>,
    meter: &Meter,
) -> Result<(), Failure> {
    if !table.contains(&true) {
        return Ok(());
    }
    let (k, pieces) = (region.k, Budget { pieces: most });
    let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vec<BigInt>>();
    let rows = region.rows.iter().map(|r| (r[..k].iter().map(|&n| n.into()).collect(), r[k].into())).collect();
    let inside = Stratification::of_polyhedron(Polyhedron { dimension: k, rows }, pieces, meter.handle)?;
    let basis: Vec<Vec<BigInt>> = chart.basis.iter().map(|b| big(b)).collect();
    let map = |v: &[BigInt], from: Vec<BigInt>| -> Vec<BigInt> {
        v.iter().zip(&basis).fold(from, |x, (n, b)| x.iter().zip(b).map(|(x, b)| x + n * b).collect())
    };
    let digits = |v: &[BigInt]| -> Vec<i64> {
        let digit = |(h, m): &(Vec<i64>, i64)| {
            let value: BigInt = h.iter().zip(v).map(|(h, x)| BigInt::from(*h) * x).sum();
            value.mod_floor(&BigInt::from(*m)).to_i64().unwrap_or(0)
        };
        residues.iter().map(digit).collect()
    };
    for s in inside.strata() {
        let base = map(&s.base, big(&chart.origin));
        let zero = vec![BigInt::zero(); chart.origin.len()];
        let generators: Vec<Vec<BigInt>> = s.generators.iter().map(|g| map(g, zero.clone())).collect();
        // How often each generator has to be added until all residues are as before.
        let order = |g: &Vec<BigInt>| {
            residues.iter().zip(digits(g)).fold(1i64, |order, ((_, m), digit)| order.lcm(&(m / m.gcd(&digit))))
        };
        let orders: Vec<i64> = generators.iter().map(order).collect();
        let times: Vec<Vec<BigInt>> =
            generators.iter().zip(&orders).map(|(g, order)| g.iter().map(|n| n * order).collect()).collect();
        let mut counts = vec![0i64; generators.len()];
        loop {
            meter.spend(20)?;
            let point = counts
                .iter()
                .zip(&generators)
                .fold(base.clone(), |x, (n, g)| x.iter().zip(g).map(|(x, g)| x + g * n).collect());
            let class =
                digits(&point).iter().zip(residues).fold(0, |c, (digit, (_, m))| c * *m as usize + *digit as usize);
            if table.get(class).is_some_and(|p| *p) {
                if out.len() >= most {
                    return Err(Failure::Budget);
                }
                let mut generators = times.clone();
                generators.sort();
                out.push(Stratum { base: point, generators });
            }
            let Some(j) = (0..counts.len()).find(|&j| counts[j] + 1 < orders[j]) else { break };
            counts[..j].fill(0);
            counts[j] += 1;
        }
    }
    Ok(())
}
