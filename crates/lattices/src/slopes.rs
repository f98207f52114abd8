//! Finds a set that is periodic sector by sector and agrees with the P-positions in a box of the plane. A guess:
//! [`Sectors::prove`] proves or refuses it.
//!
//! Rays are found one after the other, from (1, 0) to (0, 1). Along the lines det(r, x) = α beside a ray r the set has a
//! period m r as far as the next border; the last points where this fails, one for each α, lie along that border, and
//! α -> α + A moves them by a constant vector, which gives the next ray. Widths and start are then read off from the
//! points where the periods fail. Only points with x_1 + x_2 below the side of the box are looked at.

use super::budget::{Failure, Meter};
use super::periods::Cube;
use super::sectors::{Cosets, Plane, Sectors, Zone, det};
use num_integer::Integer;

/// The most rays.
const MOST_RAYS: usize = 12;
/// The smallest side that shows anything.
const SMALLEST: usize = 48;

struct SlopeSearch<'a> {
    table: &'a Cube,
    side: i64,
    meter: &'a Meter<'a>,
}

/// The guess from a table of the plane; nothing if it does not look like sectors.
pub(crate) fn guess(table: &Cube, meter: &Meter) -> Result<Option<Sectors>, Failure> {
    if table.dimension != 2 || table.side < SMALLEST {
        return Ok(None);
    }
    let search = SlopeSearch { table, side: table.side as i64, meter };
    let mut rays: Vec<Plane> = vec![[1, 0]];
    while rays[rays.len() - 1] != [0, 1] {
        if rays.len() == MOST_RAYS {
            return Ok(None);
        }
        match search.next_ray(rays[rays.len() - 1])? {
            Some(ray) => rays.push(ray),
            None => return Ok(None),
        }
    }
    let mut multiples = Vec::new();
    for i in 0..rays.len() {
        match search.multiple(&rays, i)? {
            Some(m) => multiples.push(m),
            None => return Ok(None),
        }
    }
    search.tables(rays, multiples)
}

fn norm(v: Plane) -> i64 {
    v[0] + v[1]
}

fn plus(a: Plane, b: Plane) -> Plane {
    [a[0] + b[0], a[1] + b[1]]
}

/// The points of the quadrant with this sum of coordinates.
fn diagonal(sum: i64) -> impl Iterator<Item = Plane> {
    (0..=sum).map(move |x| [x, sum - x])
}

impl SlopeSearch<'_> {
    fn inside(&self, x: Plane) -> bool {
        self.table.inside[x[0] as usize * self.table.side + x[1] as usize]
    }

    fn differs(&self, x: Plane, u: Plane) -> bool {
        self.inside(x) != self.inside(plus(x, u))
    }

    /// Whether x + u is in the table and x differs from it.
    fn fails(&self, x: Plane, u: Plane) -> bool {
        norm(x) + norm(u) < self.side && self.differs(x, u)
    }

    /// The first points of the lines det(r, x) = α in the quadrant, for α below `lines`.
    fn first_points(&self, r: Plane, lines: i64) -> Vec<Option<Plane>> {
        // y r_1 - x r_2 = α: the least x >= 0 with an integer y >= 0.
        (0..lines)
            .map(|alpha| {
                (0..r[0]).find_map(|x| {
                    let (y, rest) = (alpha + x * r[1]).div_rem(&r[0]);
                    (rest == 0).then_some([x, y])
                })
            })
            .collect()
    }

    /// The direction of the next border.
    fn next_ray(&self, r: Plane) -> Result<Option<Plane>, Failure> {
        let n = self.side;
        let mut lines = n * r[0] / 4;
        while lines >= 8 {
            let first = self.first_points(r, lines);
            for m in 1..=n / (8 * norm(r)).max(1) {
                if let Some(last) = self.last_failures(&first, r, m)? {
                    if let Some(ray) = self.border(r, &last)? {
                        return Ok(Some(ray));
                    }
                    break;
                }
            }
            lines /= 2;
        }
        Ok(None)
    }

    /// For each line the last point x (or none) where x and x + m r differ; nothing if the far quarter has some.
    fn last_failures(&self, first: &[Option<Plane>], r: Plane, m: i64) -> Result<Option<Vec<Option<Plane>>>, Failure> {
        let (n, u) = (self.side, r.map(|c| c * m));
        let mut out = Vec::new();
        for start in first {
            let Some(start) = *start else {
                out.push(None);
                continue;
            };
            let steps = Integer::div_floor(&(n - 1 - norm(start) - norm(u)), &norm(r));
            let mut failure = None;
            let mut looked = 1;
            for k in (0..=steps).rev() {
                looked += 1;
                let x = [start[0] + k * r[0], start[1] + k * r[1]];
                if self.differs(x, u) {
                    failure = Some(x);
                    break;
                }
            }
            self.meter.spend(looked)?;
            if failure.is_some_and(|x| norm(x) * 4 >= n * 3) {
                return Ok(None);
            }
            out.push(failure);
        }
        Ok(Some(out))
    }

    /// The direction in which the last failures go on.
    fn border(&self, r: Plane, last: &[Option<Plane>]) -> Result<Option<Plane>, Failure> {
        let k = last.len();
        if last[k / 3..].iter().all(Option::is_none) {
            return Ok(Some([0, 1]));
        }
        // Lines that happen to agree on both sides of the border for a few steps come to an end, or come again.
        let agreeing = last.iter().rposition(Option::is_none).map_or(0, |a| a + 1);
        for from in [agreeing.max(k / 3), k / 2] {
            for shift in 1..=k.saturating_sub(from) / 2 {
                self.meter.spend(8)?;
                let step = (from..k - shift).rev().find_map(|a| {
                    let (x, y) = (last[a]?, last[a + shift]?);
                    Some([y[0] - x[0], y[1] - x[1]])
                });
                let Some(step) = step else { continue };
                if step[0] < 0 || step[1] < 0 || det(r, step) <= 0 {
                    continue;
                }
                if (from..k - shift).all(|a| last[a].map(|x| plus(x, step)) == last[a + shift]) {
                    let common = step[0].gcd(&step[1]);
                    return Ok(Some(step.map(|c| c / common)));
                }
            }
        }
        Ok(None)
    }

    /// The least m such that m r_i is a period far out on both sides, part of the way to the neighbours.
    fn multiple(&self, rays: &[Plane], i: usize) -> Result<Option<i64>, Failure> {
        let (n, r) = (self.side, rays[i]);
        let thrice = r.map(|c| c * 3);
        let right = if i == 0 { [1, 0] } else { plus(rays[i - 1], thrice) };
        let left = if i + 1 == rays.len() { [0, 1] } else { plus(rays[i + 1], thrice) };
        'multiples: for m in 1..=n / (8 * norm(r)).max(1) {
            let u = r.map(|c| c * m);
            for sum in (n / 2..n - norm(u)).rev() {
                self.meter.spend(sum as u32)?;
                for x in diagonal(sum) {
                    if det(right, x) >= 0 && det(x, left) >= 0 && self.differs(x, u) {
                        continue 'multiples;
                    }
                }
            }
            return Ok(Some(m));
        }
        Ok(None)
    }

    /// Widths, start and tables.
    fn tables(&self, rays: Vec<Plane>, multiples: Vec<i64>) -> Result<Option<Sectors>, Failure> {
        let k = rays.len();
        let mut s = Sectors {
            widths: vec![1; k],
            start: 0,
            corner: Vec::new(),
            strips: Vec::new(),
            inner: Vec::new(),
            rays,
            multiples,
        };
        self.widths(&mut s)?;
        self.start(&mut s)?;
        let longest = (0..k).map(|i| norm(s.vector(i))).max().unwrap_or(0);
        let cosets: Vec<Cosets> = (0..k - 1).map(|i| Cosets::new(s.vector(i), s.vector(i + 1))).collect();
        if s.start + longest > self.side * 3 / 4 || cosets.iter().any(|c| c.count() > self.side * self.side) {
            return Ok(None);
        }
        let start = s.start;
        s.corner = (0..start).flat_map(|sum| diagonal(sum).map(|x| self.inside(x))).collect();
        Ok(self.beyond(&s, &cosets)?.map(|(strips, inner)| Sectors { strips, inner, ..s }))
    }

    /// Widens the strips: far out a period fails only near the ray on the other side of the sector.
    fn widths(&self, s: &mut Sectors) -> Result<(), Failure> {
        let last = s.rays.len() - 1;
        for sum in self.side / 2..self.side {
            self.meter.spend(sum as u32 * 2)?;
            for x in diagonal(sum) {
                let i = (1..last).find(|&i| det(s.rays[i], x) < 0).unwrap_or(last) - 1;
                for (j, other) in [(i, i + 1), (i + 1, i)] {
                    if self.fails(x, s.vector(j)) {
                        s.widths[other] = s.widths[other].max(det(s.rays[other], x).abs() + 1);
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets the start: strips do not meet from there on, and the periods hold.
    fn start(&self, s: &mut Sectors) -> Result<(), Failure> {
        for i in 0..s.rays.len() - 1 {
            let (r, next) = (s.rays[i], s.rays[i + 1]);
            let apart = s.widths[i] * norm(next) + s.widths[i + 1] * norm(r);
            s.start = s.start.max(Integer::div_ceil(&apart, &det(r, next)));
        }
        for sum in 0..self.side {
            self.meter.spend(sum as u32 * 2 + 1)?;
            for x in diagonal(sum) {
                let (a, b) = match s.place(&x) {
                    Zone::Strip(i) => (i, i),
                    Zone::Inner(i) => (i, i + 1),
                };
                if self.fails(x, s.vector(a)) || self.fails(x, s.vector(b)) {
                    s.start = s.start.max(sum + 1);
                }
            }
        }
        Ok(())
    }

    /// The tables of strips and of sectors beyond the start; nothing if some class of a sector is not seen.
    fn beyond(&self, s: &Sectors, cosets: &[Cosets]) -> Result<Option<(Vec<Vec<bool>>, Vec<Vec<bool>>)>, Failure> {
        let length = |i: usize| norm(s.vector(i)) as usize;
        let strip = |i: usize| vec![false; (2 * s.widths[i] - 1) as usize * length(i)];
        let mut strips: Vec<Vec<bool>> = (0..s.rays.len()).map(strip).collect();
        let mut inner: Vec<Vec<Option<bool>>> = cosets.iter().map(|c| vec![None; c.count() as usize]).collect();
        for sum in s.start..self.side {
            self.meter.spend(sum as u32)?;
            let along = (sum - s.start) as usize;
            for x in diagonal(sum) {
                match s.place(&x) {
                    Zone::Strip(i) if along < length(i) => {
                        let row = (det(s.rays[i], x) + s.widths[i] - 1) as usize;
                        strips[i][row * length(i) + along] = self.inside(x);
                    }
                    Zone::Strip(_) => {}
                    Zone::Inner(i) => {
                        if let Some(at) = cosets[i].of(&x) {
                            inner[i][at] = Some(self.inside(x));
                        }
                    }
                }
            }
        }
        let inner: Option<Vec<Vec<bool>>> = inner.into_iter().map(|table| table.into_iter().collect()).collect();
        Ok(inner.map(|inner| (strips, inner)))
    }
}
