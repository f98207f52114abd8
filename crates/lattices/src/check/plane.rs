//! The checker of strata in the plane whose generators point in several directions.
//!
//! In: strata of N^2 with at most two generators each, where the two point along neighbouring rays among the directions of
//! all generators and the axes. Decided from the strata alone, by painting them on the points with x_1 + x_2 < N: each
//! point must be painted at most once, and the recursion must hold there.
//!
//! *Why that is enough.* Let r_i be the rays, u_i the least common multiple of the generators along r_i (r_i if there are
//! none), w_i larger than every |det(r_i, b)| of a base b, and s larger than every sum b_1 + b_2. The number n(x) of
//! strata that hold x is unchanged by adding u_i to x if det(x, r_{i+1}) >= w_{i+1}, det(r_{i-1}, x) >= w_{i-1} and x_1 + x_2 >= s:
//! a stratum b + N a + N c along r_i and r_{i+1} holds x if t = det(a, x - b)/det(a, c) and s = det(x - b, c)/det(a, c) are natural
//! numbers, and there s > 0 already (and the same with r_{i-1}); b + N a along r_i holds points of one line only, from b on; no other stratum
//! holds x or x + u_i, for it lies beyond r_{i+1} or r_{i-1} by less than w. Hence the bound N as in [`crate::sectors`].

use crate::budget::{Failure, Meter};
use crate::game::Core;
use crate::stratum::Stratum;
use num_integer::Integer;
use num_traits::ToPrimitive;

type WidePoint = [i128; 2];

/// Numbers above this are not looked at.
const LARGEST: i128 = 1 << 24;
/// The largest sum of coordinates of a painted point.
const MOST: i128 = 1 << 14;

fn turn(a: WidePoint, b: WidePoint) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

fn sum(a: WidePoint) -> i128 {
    a[0] + a[1]
}

fn small(v: &[num_bigint::BigInt]) -> Option<WidePoint> {
    let mut out = [0; 2];
    for (to, n) in out.iter_mut().zip(v) {
        *to = n.to_i128().filter(|n| (0..LARGEST).contains(n))?;
    }
    (v.len() == 2).then_some(out)
}

/// Do these strata hold exactly the P-positions of the game, each once? Gives the number of points checked.
pub fn strata(core: &Core, claim: &[Stratum], meter: &Meter) -> Result<u64, Failure> {
    let mut pieces: Vec<(WidePoint, Vec<WidePoint>)> = Vec::new();
    for stratum in claim {
        let generators: Option<Vec<WidePoint>> = stratum.generators.iter().map(|g| small(g)).collect();
        match (small(&stratum.base), generators) {
            (Some(base), Some(generators)) if generators.len() <= 2 && generators.iter().all(|g| sum(*g) > 0) => {
                pieces.push((base, generators));
            }
            _ => return Err(Failure::Shape),
        }
    }
    if core.dimension != 2 {
        return Err(Failure::Shape);
    }
    // The rays in order, and the common multiples along them.
    let mut rays: Vec<(WidePoint, i128)> = vec![([1, 0], 1), ([0, 1], 1)];
    for g in pieces.iter().flat_map(|p| &p.1) {
        let times = g[0].gcd(&g[1]);
        let ray = g.map(|n| n / times);
        match rays.iter_mut().find(|(r, _)| *r == ray) {
            Some((_, m)) => *m = m.lcm(&times),
            None => rays.push((ray, times)),
        }
    }
    if rays.iter().any(|(_, m)| *m > LARGEST) {
        return Err(Failure::Shape);
    }
    rays.sort_by(|a, b| turn(b.0, a.0).cmp(&0));
    let at = |g: &WidePoint| rays.iter().position(|(r, _)| turn(*r, *g) == 0);
    for (_, generators) in &pieces {
        if let [a, b] = generators[..]
            && at(&a).zip(at(&b)).is_none_or(|(i, j)| i.abs_diff(j) != 1)
        {
            return Err(Failure::Shape);
        }
    }
    let Some(bound) = bound(core, &rays, &pieces) else { return Err(Failure::Shape) };
    let n = bound as usize;
    let index = |x: i64, y: i64| (x + y) as usize * ((x + y) as usize + 1) / 2 + x as usize;
    meter.handle.reserve(n * n)?;
    let mut painted = vec![0u8; n * (n + 1) / 2];
    let mut paint = |p: WidePoint| -> Result<bool, Failure> {
        meter.spend(1)?;
        let cell = &mut painted[index(p[0] as i64, p[1] as i64)];
        *cell = cell.saturating_add(1);
        Ok(*cell == 1)
    };
    for (base, generators) in &pieces {
        let zero = [0, 0];
        let (a, c) = (generators.first().unwrap_or(&zero), generators.get(1).unwrap_or(&zero));
        let mut row = *base;
        while sum(row) < bound {
            let mut p = row;
            while sum(p) < bound {
                if !paint(p)? {
                    return Err(Failure::Twice(p.map(|n| n as i64).to_vec()));
                }
                if *a == zero {
                    break;
                }
                p = [p[0] + a[0], p[1] + a[1]];
            }
            if *c == zero {
                break;
            }
            row = [row[0] + c[0], row[1] + c[1]];
        }
    }
    for diagonal in 0..n as i64 {
        for x in 0..=diagonal {
            let point = [x, diagonal - x];
            meter.spend(core.moves.len() as u32 + 1)?;
            let here = painted[index(point[0], point[1])] == 1;
            let defeated = |p: &[i64]| core.defeated.iter().any(|d| d == p);
            let wins = core.moves.iter().any(|g| {
                let (y, z) = (point[0] - g[0], point[1] - g[1]);
                // A move may lead to a larger sum than N: there n(x) has to be known too.
                y >= 0 && z >= 0 && !defeated(&[y, z]) && {
                    if y + z < n as i64 { painted[index(y, z)] == 1 } else { holds(&pieces, [y.into(), z.into()]) }
                }
            });
            let right = if defeated(&point) { !here } else { here != wins };
            if !right {
                return Err(Failure::Position(point.to_vec()));
            }
        }
    }
    Ok(painted.len() as u64)
}

/// Whether some piece holds the point.
fn holds(pieces: &[(WidePoint, Vec<WidePoint>)], x: WidePoint) -> bool {
    pieces.iter().any(|(base, generators)| {
        let p = [x[0] - base[0], x[1] - base[1]];
        let along = |g: &WidePoint| {
            let k = if g[0] > 0 { p[0] / g[0] } else { p[1] / g[1] };
            k >= 0 && [k * g[0], k * g[1]] == p
        };
        match &generators[..] {
            [] => p == [0, 0],
            [g] => along(g),
            [a, c, ..] => {
                let whole = turn(*a, *c);
                let (k, l) = (turn(p, *c), turn(*a, p));
                k % whole == 0 && l % whole == 0 && k / whole >= 0 && l / whole >= 0
            }
        }
    })
}

/// N; nothing if it is too large.
fn bound(core: &Core, rays: &[(WidePoint, i128)], pieces: &[(WidePoint, Vec<WidePoint>)]) -> Option<i128> {
    let width: Vec<i128> =
        rays.iter().map(|(r, _)| pieces.iter().map(|(b, _)| turn(*r, *b).abs() + 1).max().unwrap_or(1)).collect();
    let moves: Vec<WidePoint> = core.moves.iter().map(|g| [g[0].into(), g[1].into()]).collect();
    let reach: Vec<i128> =
        rays.iter().map(|(r, _)| moves.iter().map(|g| turn(*r, *g).abs()).max().unwrap_or(0)).collect();
    let step = moves.iter().map(|g| sum(*g)).max().unwrap_or(0).max(0);
    let mut beyond = pieces.iter().map(|(b, _)| sum(*b) + 1).max().unwrap_or(0);
    for d in &core.defeated {
        beyond = beyond.max(i128::from(d[0]) + i128::from(d[1]) + 1);
    }
    let mut least = 0;
    for i in 0..rays.len() - 1 {
        let ((r, m), (next, other)) = (rays[i], rays[i + 1]);
        let d = turn(r, next);
        let needs = |near: i128, far: i128| Integer::div_ceil(&(near * sum(r) + far * sum(next)), &d);
        beyond = beyond.max(needs(width[i + 1], width[i] + 2 * reach[i]));
        beyond = beyond.max(needs(width[i + 1] + 2 * reach[i + 1], width[i]));
        least = least.max(needs(width[i + 1] + reach[i + 1] + m * d, width[i] + reach[i] + other * d));
    }
    let longest = rays.iter().map(|(r, m)| m * sum(*r)).max().unwrap_or(0);
    Some(least.max(beyond + step + longest)).filter(|n| *n <= MOST)
}
