//! A set of points of N^d that is periodic in each coordinate by itself.
//!
//! There are t_j and p_j for each coordinate j with: x in the set exactly if x + p_j e_j is, for all x with x_j >= t_j.
//! This is so exactly for the sets with a finite quotient, as most bounded heap games have in misère play. The set is
//! given by a table of the box of all x with x_j < t_j + p_j.
//!
//! *Window* (every dimension): let M_j be the largest g_j of a move, or 0, and T_j = max(t_j, d_j + 1 for every
//! defeated d) + M_j. Let E(x) say that the recursion fails at x. For x_j >= T_j neither x nor x - g is defeated or
//! negative in coordinate j, and both are in the set exactly if their translates by p_j e_j are; so E(x + p_j e_j) =
//! E(x). Subtracting such vectors brings every x into the box of all x with x_j < T_j + p_j: E vanishes if it does there.

use super::budget::{Failure, Meter};
use super::game::{Core, for_box};
use super::peel::join;
use super::periods::Cube;
use super::stratum::Stratum;
use super::window::{Window, holds_at};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The least period of a table in one coordinate that starts in its first half, and is seen twice; with its start.
pub(crate) fn coordinate(table: &Cube, j: usize, meter: &Meter) -> Result<Option<(i64, i64)>, Failure> {
    let (d, side) = (table.dimension, table.side);
    let stride = side.pow((d - 1 - j) as u32);
    for p in 1..=side / 2 {
        // Blocks of `side` layers; the highest layer that differs from the one p above.
        let most = (side - 2 * p).min(side / 2);
        let mut layer = side - p;
        let same = |layer: usize| {
            let blocks = table.inside.len() / (side * stride);
            (0..blocks).all(|b| {
                let at = (b * side + layer) * stride;
                table.inside[at..at + stride] == table.inside[at + p * stride..at + (p + 1) * stride]
            })
        };
        while layer > 0 {
            meter.spend((table.inside.len() / side / 8) as u32 + 1)?;
            if !same(layer - 1) {
                break;
            }
            layer -= 1;
        }
        if layer <= most {
            return Ok(Some((layer as i64, p as i64)));
        }
    }
    Ok(None)
}

/// A set that is periodic in each coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// t
    pub threshold: Vec<i64>,
    /// p
    pub period: Vec<i64>,
    /// Membership in the box below t + p, the last coordinate fastest.
    pub inside: Vec<bool>,
}

impl Periodic {
    /// Is the point (without negative coordinates) in the set?
    pub(crate) fn contains<I: Integer + Clone + From<i64> + ToPrimitive>(&self, point: &[I]) -> bool {
        let index = point.iter().zip(&self.threshold).zip(&self.period).try_fold(0usize, |index, ((x, &t), &p)| {
            let x = if *x < (t + p).into() {
                x.to_i64()?
            } else {
                t + (x.clone() - t.into()).mod_floor(&p.into()).to_i64()?
            };
            Some(index * (t + p) as usize + x as usize)
        });
        index.is_some_and(|i| self.inside[i])
    }

    /// The guess from a table: for each coordinate the least period that starts in its first half, and is seen twice.
    pub(crate) fn guess(table: &Cube, meter: &Meter) -> Result<Option<Periodic>, Failure> {
        let side = table.side;
        let (mut threshold, mut period) = (Vec::new(), Vec::new());
        for j in 0..table.dimension {
            let Some((t, p)) = coordinate(table, j, meter)? else { return Ok(None) };
            threshold.push(t);
            period.push(p);
        }
        let lengths: Vec<i64> = threshold.iter().zip(&period).map(|(t, p)| t + p).collect();
        let mut inside = Vec::new();
        for_box::<Failure>(&lengths, meter.handle, |x| {
            inside.push(table.inside[x.iter().fold(0, |i, &n| i * side + n as usize)]);
            Ok(())
        })?;
        Ok(Some(Periodic { threshold, period, inside }))
    }

    /// Proves that this is the set of P-positions, or gives a position where the recursion fails.
    pub(crate) fn prove(&self, core: &Core, meter: &Meter) -> Result<Window, Failure> {
        let d = core.dimension;
        let mut lengths = Vec::new();
        for j in 0..d {
            let most = core.moves.iter().map(|g| g[j]).max().unwrap_or(0).max(0);
            let defeated = core.defeated.iter().map(|p| p[j] + 1).max().unwrap_or(0);
            let length = self.threshold[j].max(defeated).checked_add(most).and_then(|n| n.checked_add(self.period[j]));
            lengths.push(length.ok_or(Failure::Budget)?);
        }
        let volume = lengths.iter().try_fold(1u64, |v, &n| v.checked_mul(n as u64)).ok_or(Failure::Budget)?;
        let cost = volume.saturating_mul(core.moves.len() as u64 + 1);
        if cost > 1 << 40 {
            return Err(Failure::Budget);
        }
        let mut x = vec![0i64; d];
        loop {
            meter.spend(core.moves.len() as u32 + 1)?;
            if !holds_at(core, |y| self.contains(y), &x) {
                return Err(Failure::Position(x));
            }
            let Some(i) = (0..d).rev().find(|&i| x[i] + 1 < lengths[i]) else { break };
            x[i] += 1;
            x[i + 1..].iter_mut().for_each(|n| *n = 0);
        }
        Ok(Window { slabs: 0, points: volume, reach: lengths.iter().map(|n| n - 1).collect() })
    }

    /// The set (or its complement) as disjoint strata: a point of the box, with the generator p_j e_j for each
    /// coordinate at or above t_j.
    pub(crate) fn strata(&self, inside: bool, most: usize, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let lengths: Vec<i64> = self.threshold.iter().zip(&self.period).map(|(t, p)| t + p).collect();
        if self.inside.len() > most.saturating_mul(64) {
            return Err(Failure::Budget);
        }
        let mut out = Vec::new();
        let mut members = self.inside.iter();
        for_box::<Failure>(&lengths, meter.handle, |x| {
            if members.next() == Some(&inside) {
                let periodic = (0..x.len()).filter(|&j| x[j] >= self.threshold[j]).rev();
                let generator =
                    |j: usize| (0..x.len()).map(|i| BigInt::from(if i == j { self.period[j] } else { 0 })).collect();
                let base = x.iter().map(|&n| n.into()).collect();
                out.push(Stratum { base, generators: periodic.map(generator).collect() });
            }
            Ok(())
        })?;
        if out.len() > most {
            return Err(Failure::Budget);
        }
        join(out, meter)
    }
}
