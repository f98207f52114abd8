//! The finite window that proves a set to be the set of P-positions.
//!
//! In: a game on an orthant and a set that is periodic slab by slab. Out: the size of the window, or where the set
//! fails. The P-positions are the only set P of positions of play with: no move from P to P, and a move to P from
//! every other position of play. Let E(x) say that this fails at x.
//!
//! *Slab lemma.* On a slab S (coordinates J fixed to c), let S - g for each move g be the slab with c - g_J, and let
//! the set be v_g-invariant on it from t_g on (g = 0 included; slabs with a negative coordinate are not reached and
//! do not count). Let V be a common multiple of the v_g and T_i the largest of t_g,i + max(g_i, 0) and, for defeated
//! points d of that slab, d_i + 1 + max(g_i, 0). Then E(x + V) = E(x) for all x >= T in S: neither x nor an option
//! is defeated or off the board in a free coordinate, and membership of each is the same at x and x + V. So E
//! vanishes on S if it vanishes on the slabs of S where some free x_j < T_j + V_j: from any other point V can be
//! subtracted until it lies in one of these. Those have one fixed coordinate more, so the recursion ends at points.
//!
//! A common multiple exists if the v_g are parallel: always for slabs with one free coordinate and, where the set
//! itself is the only slab, for the whole space. So in dimension 1 and 2 the window always exists; from dimension 3
//! on the proof may end in [`Failure::Shape`]. Cost: the points of the window times moves.

use super::budget::{Failure, Meter};
use super::game::Core;
use super::parted::Parted;
use super::peel::{Peeled, Slab};
use num_integer::Integer;

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Slabs with a free coordinate.
    pub slabs: u64,
    /// Points.
    pub points: u64,
    /// The largest coordinates of those points.
    pub reach: Vec<i64>,
}

/// Proves that `set` is the set of P-positions.
pub(crate) fn prove(core: &Core, set: &Peeled, meter: &Meter) -> Result<Window, Failure> {
    let d = core.dimension;
    let mut window = Window { reach: vec![0; d], ..Window::default() };
    let mut seen: Parted<Slab, ()> = Parted::default();
    let mut work: Vec<Slab> = vec![vec![None; d]];
    while let Some(slab) = work.pop() {
        meter.spend(1 + core.moves.len() as u32)?;
        if slab.iter().all(Option::is_some) {
            let x: Vec<i64> = slab.iter().map(|n| n.unwrap_or(0)).collect();
            window.points += 1;
            window.reach.iter_mut().zip(&x).for_each(|(r, n)| *r = (*r).max(*n));
            if !holds_at(core, |y| set.contains(y), &x) {
                return Err(Failure::Position(x));
            }
            continue;
        }
        window.slabs += 1;
        let (threshold, vector) = window_of(core, set, &slab, meter)?;
        for j in (0..d).filter(|&j| slab[j].is_none()) {
            for a in 0..threshold[j].checked_add(vector[j]).ok_or(Failure::Budget)? {
                meter.spend(1)?;
                let mut inner = slab.clone();
                inner[j] = Some(a);
                if seen.insert(inner.clone(), ()) {
                    work.push(inner);
                }
            }
        }
    }
    Ok(window)
}

/// T and V of the slab lemma.
fn window_of(core: &Core, set: &Peeled, slab: &Slab, meter: &Meter) -> Result<(Vec<i64>, Vec<i64>), Failure> {
    let d = core.dimension;
    let free: Vec<usize> = (0..d).filter(|&j| slab[j].is_none()).collect();
    let zero = vec![0i64; d];
    let mut threshold = vec![0i64; d];
    let mut common: Option<Vec<i64>> = None;
    for g in std::iter::once(&zero).chain(&core.moves) {
        let reached: Slab = slab.iter().zip(g).map(|(c, g)| c.map(|c| c - g)).collect();
        if reached.iter().any(|c| c.is_some_and(|n| n < 0)) {
            continue;
        }
        let (mut low, v) = set.invariance(&reached).ok_or(Failure::Budget)?;
        let in_slab = |p: &&Vec<i64>| reached.iter().zip(*p).all(|(c, n)| c.is_none_or(|c| c == *n));
        for p in core.defeated.iter().filter(in_slab) {
            meter.spend(1)?;
            low.iter_mut().zip(p).for_each(|(l, n)| *l = (*l).max(n + 1));
        }
        for &j in &free {
            let need = low[j].checked_add(g[j].max(0)).ok_or(Failure::Budget)?;
            threshold[j] = threshold[j].max(need);
        }
        let v: Vec<i64> = free.iter().map(|&j| v[j]).collect();
        common = match common {
            None => Some(v),
            Some(w) => Some(common_multiple(&w, &v)?),
        };
    }
    let mut vector = vec![0i64; d];
    for (&j, n) in free.iter().zip(common.unwrap_or_default()) {
        vector[j] = n;
    }
    Ok((threshold, vector))
}

/// The least common multiple of two parallel vectors with positive entries.
fn common_multiple(a: &[i64], b: &[i64]) -> Result<Vec<i64>, Failure> {
    if a.iter().zip(b).any(|(x, y)| i128::from(*x) * i128::from(b[0]) != i128::from(*y) * i128::from(a[0])) {
        return Err(Failure::Shape);
    }
    let times = b[0] / a[0].gcd(&b[0]);
    a.iter().map(|n| n.checked_mul(times).ok_or(Failure::Budget)).collect()
}

/// Does x satisfy the condition that characterises P?
pub(super) fn holds_at(core: &Core, set: impl Fn(&[i64]) -> bool, x: &[i64]) -> bool {
    let inside = set(x);
    if core.is_defeated(x) {
        return !inside;
    }
    let mut options = (0..core.moves.len()).filter_map(|i| core.after(x, i)).filter(|y| !core.is_defeated(y));
    inside != options.any(|y| set(&y))
}
