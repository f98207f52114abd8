//! The checker of strata in any dimension.
//!
//! In: any list of strata without negative entries. Their number at x, n(x), must be 0 or 1. On a slab (some
//! coordinates fixed) each stratum is cut into finitely many strata of the slab. A stratum b + N G of a slab with free
//! coordinates I is V-invariant from t on if either all generators vanish at some i of I (then it is empty where x_i >
//! b_i: t_i = b_i + 1, any V), or the generators g with a private coordinate (where all others vanish) add up to a V
//! positive on I: x + V = b + sum n_g g with n_g >= 1 for those g as soon as x_i + V_i >= b_i + g_i at the private
//! coordinate i of g, hence x is in the stratum; conversely clear. For other shapes the checker refuses to decide.
//! With V a common multiple for the strata of the slab and of all slabs that one move reaches, and T beyond all their
//! thresholds by the positive part of the move and beyond the defeated positions, the truth of the condition at x and
//! at x + V is the same for x >= T, so slabs with one more coordinate fixed below T + V decide.

use crate::budget::{Failure, Meter};
use crate::game::Core;
use crate::peel::Slab;
use crate::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Numbers from here on are not looked at.
const LARGEST: i64 = 1 << 40;

/// The most points that are looked at first.
const NEAR: i64 = 4096;

/// A stratum in machine integers.
#[derive(Clone)]
struct Piece {
    base: Vec<i64>,
    generators: Vec<Vec<i64>>,
}

impl Piece {
    fn new(stratum: &Stratum, dimension: usize) -> Option<Piece> {
        let small = |v: &Vec<BigInt>| -> Option<Vec<i64>> {
            let small: Option<Vec<i64>> = v.iter().map(|n| n.to_i64().filter(|n| (0..LARGEST).contains(n))).collect();
            small.filter(|v| v.len() == dimension)
        };
        let base = small(&stratum.base)?;
        let generators = stratum.generators.iter().map(small).collect::<Option<Vec<_>>>()?;
        generators.iter().all(|g| g.iter().any(|&n| n > 0)).then_some(Piece { base, generators })
    }

    /// A coordinate where only generator `k` does not vanish.
    fn private(&self, k: usize, free: &[usize]) -> Option<usize> {
        free.iter().copied().find(|&i| self.generators.iter().enumerate().all(|(l, g)| (g[i] != 0) == (l == k)))
    }
}

/// A slab that one move leads to from another (or that itself, by the zero vector), with its strata.
struct Reached {
    vector: Vec<i64>,
    slab: Slab,
    pieces: Rc<Vec<Piece>>,
}

/// Do these strata hold exactly the P-positions of the game, each once? Gives the number of points checked.
pub fn strata(core: &Core, claim: &[Stratum], meter: &Meter) -> Result<u64, Failure> {
    let whole: Slab = vec![None; core.dimension];
    let pieces: Option<Vec<Piece>> = claim.iter().map(|s| Piece::new(s, core.dimension)).collect();
    let mut slabs = Slabs(FxHashMap::default());
    slabs.0.insert(whole, pieces.ok_or(Failure::Shape)?.into());
    // A wrong set with large numbers mostly shows it near the corner.
    let near = (1..)
        .take_while(|n: &i64| n.checked_pow(core.dimension as u32).is_some_and(|all| all <= NEAR))
        .last()
        .unwrap_or(1);
    match below(core, &mut slabs, near, meter)? {
        (points, true) => Ok(points),
        _ => Ok(below(core, &mut slabs, i64::MAX, meter)?.0),
    }
}

/// The condition at all points that decide, with coordinates below `most`: how many there are, and whether none is left out.
fn below(core: &Core, slabs: &mut Slabs, most: i64, meter: &Meter) -> Result<(u64, bool), Failure> {
    let mut seen: FxHashSet<Slab> = FxHashSet::default();
    let (mut points, mut all) = (0, true);
    let mut path = vec![Open::new(core, vec![None; core.dimension], slabs, meter)?];
    while let Some(open) = path.last_mut() {
        let Some(inner) = open.next(most, &mut all) else {
            path.pop();
            continue;
        };
        meter.spend(4)?;
        if !seen.insert(inner.clone()) {
            continue;
        }
        if inner.iter().any(Option::is_none) {
            path.push(Open::new(core, inner, slabs, meter)?);
        } else {
            holds_at(core, &slabs.reached(core, &inner, meter)?)?;
            points += 1;
        }
    }
    Ok((points, all))
}

/// A slab whose slabs with one more coordinate fixed are looked at one after the other.
struct Open {
    slab: Slab,
    /// Coordinates with the end of the window, last first.
    windows: Vec<(usize, i64)>,
    next: i64,
}

impl Open {
    fn new(core: &Core, slab: Slab, slabs: &mut Slabs, meter: &Meter) -> Result<Open, Failure> {
        let reached = slabs.reached(core, &slab, meter)?;
        let mut windows = window(core, &slab, &reached, meter)?;
        windows.reverse();
        Ok(Open { slab, windows, next: 0 })
    }

    /// The next slab; false goes into `all` where coordinates from `most` on are left out.
    fn next(&mut self, most: i64, all: &mut bool) -> Option<Slab> {
        while self.next >= self.windows.last()?.1.min(most) {
            *all &= self.windows.pop()?.1 <= most;
            self.next = 0;
        }
        let mut inner = self.slab.clone();
        inner[self.windows.last()?.0] = Some(self.next);
        self.next += 1;
        Some(inner)
    }
}

/// The condition at a point, from the slabs of no dimension that it and its moves are.
fn holds_at(core: &Core, reached: &[Reached]) -> Result<(), Failure> {
    let point = |slab: &Slab| slab.iter().flatten().copied().collect::<Vec<i64>>();
    let [here, options @ ..] = reached else { return Ok(()) };
    let x = point(&here.slab);
    if here.pieces.len() > 1 {
        return Err(Failure::Twice(x));
    }
    let wins = options.iter().any(|to| !to.pieces.is_empty() && !core.defeated.contains(&point(&to.slab)));
    let is_p = !wins && !core.defeated.contains(&x);
    if here.pieces.is_empty() == is_p { Err(Failure::Position(x)) } else { Ok(()) }
}

/// For each free coordinate i of a slab T_i + V_i: below it the condition has to be looked at.
fn window(core: &Core, slab: &Slab, reached: &[Reached], meter: &Meter) -> Result<Vec<(usize, i64)>, Failure> {
    let free: Vec<usize> = (0..slab.len()).filter(|&j| slab[j].is_none()).collect();
    let mut low = vec![0i64; slab.len()];
    let mut common: Option<Vec<i64>> = None;
    for Reached { vector, slab: target, pieces } in reached {
        let mut raise = |i: usize, n: i64| low[i] = low[i].max(n.saturating_add(vector[i].max(0)));
        free.iter().for_each(|&i| raise(i, 0));
        for p in core.defeated.iter().filter(|p| p.iter().zip(target).all(|(n, c)| c.is_none_or(|c| c == *n))) {
            free.iter().for_each(|&i| raise(i, p[i] + 1));
        }
        for piece in pieces.iter() {
            meter.spend((slab.len() * (piece.generators.len() + 1)) as u32)?;
            let Some(period) = invariance(piece, &free, &mut raise)? else { continue };
            common = Some(match common {
                None => period,
                Some(c) => multiple(&c, &period).ok_or(Failure::Shape)?,
            });
        }
    }
    let common = common.unwrap_or_else(|| vec![1; free.len()]);
    Ok(free.iter().zip(common).map(|(&i, period)| (i, low[i].saturating_add(period))).collect())
}

/// The vector V under which a stratum of a slab is invariant, nothing if any will do; its thresholds go to `raise`.
fn invariance(piece: &Piece, free: &[usize], mut raise: impl FnMut(usize, i64)) -> Result<Option<Vec<i64>>, Failure> {
    if let Some(&i) = free.iter().find(|&&i| piece.generators.iter().all(|g| g[i] == 0)) {
        raise(i, piece.base[i] + 1);
        return Ok(None);
    }
    let mut period = vec![0; free.len()];
    for (k, g) in piece.generators.iter().enumerate() {
        let Some(i) = piece.private(k, free) else { continue };
        period.iter_mut().zip(free).for_each(|(v, &j)| *v += g[j]);
        // The other generators vanish at i, so V_i = g_i, and n_g >= 1 is x_i > b_i - g_i.
        raise(i, piece.base[i] - g[i] + 1);
    }
    if period.contains(&0) { Err(Failure::Shape) } else { Ok(Some(period)) }
}

/// The least common multiple of two parallel vectors with positive entries.
fn multiple(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let gcd = a[0].gcd(&b[0]);
    let times = |v: &[i64], n: i64| v.iter().map(|x| x.checked_mul(n)).collect::<Option<Vec<i64>>>();
    times(a, b[0] / gcd).filter(|m| Some(m) == times(b, a[0] / gcd).as_ref())
}

/// The strata of the slabs met so far.
struct Slabs(FxHashMap<Slab, Rc<Vec<Piece>>>);

impl Slabs {
    /// The slab itself, then those that moves lead to.
    fn reached(&mut self, core: &Core, slab: &Slab, meter: &Meter) -> Result<Vec<Reached>, Failure> {
        let mut out = Vec::new();
        for vector in std::iter::once(vec![0; slab.len()]).chain(core.moves.iter().cloned()) {
            let target: Slab = slab.iter().zip(&vector).map(|(c, n)| c.map(|c| c - n)).collect();
            if target.iter().flatten().all(|&c| c >= 0) {
                out.push(Reached { pieces: self.cut(&target, meter)?, vector, slab: target });
            }
        }
        Ok(out)
    }

    /// The strata of a slab, from those of the slab with the last fixed coordinate free.
    fn cut(&mut self, slab: &Slab, meter: &Meter) -> Result<Rc<Vec<Piece>>, Failure> {
        if let Some(pieces) = self.0.get(slab) {
            return Ok(pieces.clone());
        }
        let Some(j) = (0..slab.len()).rev().find(|&j| slab[j].is_some()) else { return Ok(Vec::new().into()) };
        let mut wider = slab.clone();
        let value = wider[j].take().unwrap_or(0);
        let all = self.cut(&wider, meter)?;
        let mut out: Vec<Piece> = Vec::new();
        for piece in all.iter() {
            // Generators with a positive entry at j occur finitely often; try all numbers of each in turn.
            let mut open = vec![(piece.base.clone(), 0)];
            let moving: Vec<&Vec<i64>> = piece.generators.iter().filter(|g| g[j] > 0).collect();
            let still: Vec<Vec<i64>> = piece.generators.iter().filter(|g| g[j] == 0).cloned().collect();
            while let Some((base, k)) = open.pop() {
                meter.spend(2)?;
                if base[j] > value {
                    continue;
                }
                match moving.get(k) {
                    None if base[j] == value => out.push(Piece { base, generators: still.clone() }),
                    None => {}
                    Some(g) => {
                        let more = base.iter().zip(*g).map(|(b, g)| b.checked_add(*g)).collect::<Option<Vec<i64>>>();
                        open.push((more.ok_or(Failure::Budget)?, k));
                        open.push((base, k + 1));
                    }
                }
            }
        }
        let out: Rc<Vec<Piece>> = out.into();
        self.0.insert(slab.clone(), out.clone());
        Ok(out)
    }
}
