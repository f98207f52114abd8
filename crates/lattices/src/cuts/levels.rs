//! The P-positions up to a weight: w(x) <= W for a linear function w that is positive on every move and every coordinate.
//!
//! Every option of such a point is such a point, so the recursion runs through them by rising weight and asks for nothing else. One bit a
//! point of the surrounding box. Cost: points times moves.

use crate::budget::{Failure, Meter};
use crate::game::Core;

/// The largest entry of a weight.
const HEAVIEST: i64 = 8;
/// The most bits: the box around the points is larger than they are.
const MOST_BITS: u128 = 1 << 31;

/// The table.
pub(super) struct Levels {
    pub(super) weight: Vec<i64>,
    pub(super) bound: i64,
    strides: Vec<usize>,
    bits: Vec<u64>,
}

/// The most even weight that is positive on all moves.
fn weight(core: &Core, meter: &Meter) -> Result<Vec<i64>, Failure> {
    let d = core.dimension;
    for heaviest in 1..=HEAVIEST {
        let mut w = vec![1i64; d];
        let mut best: Option<Vec<i64>> = None;
        loop {
            meter.spend(core.moves.len() as u32)?;
            let positive = |g: &Vec<i64>| g.iter().zip(&w).map(|(g, w)| g * w).sum::<i64>() > 0;
            let sum = |w: &Vec<i64>| w.iter().sum::<i64>();
            if core.moves.iter().all(positive) && best.as_ref().is_none_or(|b| sum(&w) < sum(b)) {
                best = Some(w.clone());
            }
            let Some(j) = (0..d).find(|&j| w[j] < heaviest) else { break };
            w[..j].fill(1);
            w[j] += 1;
        }
        if let Some(best) = best {
            return Ok(best);
        }
    }
    Err(Failure::Budget)
}

impl Levels {
    /// About so many points.
    pub(super) fn new(core: &Core, points: u64, meter: &Meter) -> Result<Levels, Failure> {
        let d = core.dimension;
        let weight = weight(core, meter)?;
        // W^d / (d! ∏ w) points.
        let volume =
            |bound: f64| weight.iter().enumerate().fold(1.0, |v, (i, w)| v * bound / ((i + 1) as f64 * *w as f64));
        let bound = (1..1 << 20).take_while(|&b| volume(b as f64) <= points as f64).last().unwrap_or(1);
        let sides: Vec<i64> = weight.iter().map(|w| bound / w + 1).collect();
        let all: u128 = sides.iter().map(|&s| s as u128).product();
        if all > MOST_BITS {
            return Err(Failure::Budget);
        }
        meter.handle.reserve(all as usize / 8)?;
        let mut strides = vec![1usize; d];
        (1..d).for_each(|i| strides[i] = strides[i - 1] * sides[i - 1] as usize);
        let mut levels = Levels { weight, bound, strides, bits: vec![0; all as usize / 64 + 1] };
        // The lightest coordinate is the one that the others and the level tell.
        let last = (0..d).min_by_key(|&i| levels.weight[i]).unwrap_or(0);
        let others: Vec<usize> = (0..d).filter(|&i| i != last).collect();
        let steps: Vec<usize> = core.moves.iter().map(|g| levels.step(g)).collect();
        for level in 0..=bound {
            let mut x = vec![0i64; d];
            let mut used = 0;
            loop {
                let rest = level - used;
                if rest % levels.weight[last] == 0 {
                    x[last] = rest / levels.weight[last];
                    levels.decide(core, &steps, &x);
                    meter.spend(steps.len() as u32)?;
                }
                // Count up: the first coordinate that may grow, after those before it are set back.
                let mut grown = false;
                for &i in &others {
                    if used + levels.weight[i] <= level {
                        x[i] += 1;
                        used += levels.weight[i];
                        grown = true;
                        break;
                    }
                    used -= x[i] * levels.weight[i];
                    x[i] = 0;
                }
                if !grown {
                    break;
                }
            }
        }
        Ok(levels)
    }

    fn step(&self, v: &[i64]) -> usize {
        v.iter().zip(&self.strides).fold(0usize, |at, (n, s)| at.wrapping_add((*n as usize).wrapping_mul(*s)))
    }

    fn decide(&mut self, core: &Core, steps: &[usize], x: &[i64]) {
        let at = self.step(x);
        let to_p = core.moves.iter().zip(steps).any(|(g, step)| {
            let to = at.wrapping_sub(*step);
            x.iter().zip(g).all(|(x, g)| x >= g) && self.bits[to / 64] >> (to % 64) & 1 == 1
        });
        if !to_p && !core.is_defeated(x) {
            self.bits[at / 64] |= 1 << (at % 64);
        }
    }

    /// Whether the point is in P; nothing beyond the weight and off the orthant.
    #[inline]
    pub(super) fn get(&self, x: &[i64]) -> Option<bool> {
        let mut weight = 0;
        let mut at = 0;
        for ((n, w), s) in x.iter().zip(&self.weight).zip(&self.strides) {
            if *n < 0 || *n > self.bound {
                return None;
            }
            weight += n * w;
            at += *n as usize * s;
        }
        (weight <= self.bound).then(|| self.bits[at / 64] >> (at % 64) & 1 == 1)
    }
}
