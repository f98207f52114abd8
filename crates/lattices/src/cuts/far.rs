//! Positions far beyond the table, in regions that stay open.
//!
//! In: regions of which the table shows too little to see what repeats there, as leaves of a tree that is guessed everywhere else. Out: which of their positions are in P, up to a weight many
//! times that of the table. An option of such a position lies in an open region again, where the recursion decides it, or elsewhere, where the tree says what it is. So a flat of dimension k
//! costs as many positions as it has itself, not as many as the space around it. That the tree is right is not known; as with all guesses, [`super::prove`] decides.
//! Where a region repeats along some vectors from some point on, a box of positions along these stands for all, for each point across.
//! Moves make lighter, and so does what leads back into the box, so the recursion ends.
//! Cost: positions times moves times the depth of the tree; two or three bits a position.

use super::grow::Grower;
use super::leaf;
use super::open::Open;
use super::region::{Region, at, dot};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use num_integer::Integer;
use rustc_hash::FxHashMap;

/// The most positions far out, if the table holds as many, and the most rows of them.
const MOST_POINTS: usize = 30_000_000;
/// The most positions where each region is looked at by itself.
const MOST_OF_EACH: usize = 60_000_000;
const MOST_ROWS: usize = 10_000_000;
/// How many times the weight of the table at most.
const FARTHEST: i64 = 1024;
/// For such looks: how many times as far at each stage, how often half of what is farther than the table is tried where that is too much, and of how many regions one may have its share of all positions.
const FARTHER: f64 = 1.5;
const MUCH_FARTHER: f64 = 3.0;
const HALVES: u32 = 8;
const SHARES: usize = 8;

/// The points of an open region up to a weight, in rows along its last coordinate, or in boxes along the last ones if it repeats along these.
#[derive(Default)]
struct Points {
    /// The least box around the other coordinates.
    sides: Vec<(i64, i64)>,
    /// For each of its points the number of the first point of the row; then where the next region begins.
    rows: Vec<usize>,
    /// For each row the last coordinates of its first point.
    firsts: Vec<i64>,
    /// Up to which weight.
    bound: i64,
    repeat: Vec<Repeat>,
}

/// That a region repeats along a coordinate: but for so many points from the first one on, by so many.
#[derive(Clone, Copy)]
pub(super) struct Repeat {
    pub(super) window: i64,
    pub(super) period: i64,
}

/// Along how many coordinates at most.
pub(super) const MOST_REPEATS: usize = 2;

/// All open regions up to a weight.
pub(super) struct Far {
    pub(super) bound: i64,
    open: Vec<Open>,
    of: FxHashMap<u32, usize>,
    points: Vec<Points>,
    known: Vec<u64>,
    inside: Vec<u64>,
    /// Where positions may be left out: of those that are known the ones of which that is all there is to say.
    unsure: Option<Vec<u64>>,
    /// The heaviest defeated position.
    defeated: i64,
}

fn bit(words: &[u64], i: usize) -> bool {
    words[i / 64] >> (i % 64) & 1 == 1
}

impl Far {
    /// Up to which weight positions of the open region with this number are known.
    pub(super) fn bound_of(&self, here: Option<usize>) -> i64 {
        match (&self.unsure, here) {
            (None, _) => self.bound,
            (Some(_), Some(i)) if !self.points[i].rows.is_empty() => self.points[i].bound,
            _ => 0,
        }
    }

    /// What was found out about a position.
    fn found(&self, number: usize) -> Option<bool> {
        let is_unsure = self.unsure.as_ref().is_some_and(|unsure| bit(unsure, number));
        if is_unsure { None } else { Some(bit(&self.inside, number)) }
    }
}

impl Open {
    /// Whether a point lies in the region, and its coordinates there.
    fn locate(&self, x: &[i64], n: &mut [i64; 8]) -> bool {
        self.chart.locate(x, n) && self.region.rows.iter().all(|row| at(row, &n[..self.chart.k()]) >= 0)
    }
}

impl Points {
    /// The rows of an open region as far as a bounded part holds them, their points numbered from `from` on, up to the first number, in at most so many rows; nothing if they are too many.
    fn new(
        open: &Open,
        part: &Region,
        from: usize,
        (most, most_rows): (usize, usize),
        meter: &Meter,
    ) -> Result<Option<Points>, Failure> {
        let repeat = open.repeat.clone();
        let inner = repeat.len().max(1);
        let mut sides = part.sides();
        let last = sides.split_off(sides.len().saturating_sub(inner));
        if last.len() < inner {
            return Ok(None);
        }
        let side = |&(low, high): &(i64, i64)| usize::try_from(high.checked_sub(low)?.checked_add(1)?).ok();
        let count = sides.iter().try_fold(1usize, |n, s| n.checked_mul(side(s)?));
        let Some(count) = count.filter(|&n| n <= most_rows) else { return Ok(None) };
        meter.spend(count as u32)?;
        let mut points = Points { rows: Vec::with_capacity(count + 1), bound: i64::MAX, ..Points::default() };
        let mut next = from;
        let mut n: Vec<i64> = sides.iter().map(|s| s.0).collect();
        let whole = repeat.iter().map(|r| r.window).product::<i64>() as usize;
        for _ in 0..count {
            points.rows.push(next);
            if repeat.is_empty() {
                n.push(0);
                let (low, high) = part.row(&n, last[0]);
                n.pop();
                points.firsts.push(low);
                next += usize::try_from(high - low + 1).unwrap_or(0);
            } else {
                let first = firsts(&open.region, &n, inner);
                let fits = first.as_ref().is_some_and(|first| {
                    (0..1 << inner).all(|corner| {
                        let ends = first.iter().zip(&repeat).enumerate();
                        let end = ends.map(|(j, (f, r))| if corner >> j & 1 == 1 { f + r.window - 1 } else { *f });
                        let x: Vec<i64> = n.iter().copied().chain(end).collect();
                        part.rows.iter().all(|row| at(row, &x) >= 0)
                    })
                });
                points.firsts.extend(first.unwrap_or(vec![0; inner]));
                next += if fits { whole } else { 0 };
            }
            if next > most {
                return Ok(None);
            }
            count_up(&mut n, &sides);
        }
        points.rows.push(next);
        Ok(Some(Points { sides, repeat, ..points }))
    }

    /// The number of a point that is not too heavy, and by how much its last coordinates are larger than those of the point with this number for which it is taken.
    fn number(&self, n: &[i64], weight: i64) -> Option<(usize, [i64; MOST_REPEATS])> {
        let outside = |((low, high), n): (&(i64, i64), &i64)| n < low || n > high;
        if self.repeat.is_empty() && weight > self.bound || self.sides.iter().zip(n).any(outside) {
            return None;
        }
        let row = self.sides.iter().zip(n).fold(0, |r, ((low, high), n)| r * (high - low + 1) + n - low) as usize;
        let (from, next, mut back) = (*self.rows.get(row)?, *self.rows.get(row + 1)?, [0; MOST_REPEATS]);
        let inner = self.repeat.len().max(1);
        let (firsts, n) = (&self.firsts[inner * row..], &n[self.sides.len()..]);
        let mut number = 0;
        for (j, Repeat { window, period }) in self.repeat.iter().enumerate() {
            let mut off = n[j] - firsts[j];
            if off >= *window {
                back[j] = Integer::div_floor(&(off - (window - period)), period) * period;
                off -= back[j];
            }
            number = number * window + off;
        }
        if self.repeat.is_empty() {
            number = n[0] - firsts[0];
        }
        let number = from + usize::try_from(number).ok()?;
        (number < next).then_some((number, back))
    }

    /// The last coordinates of the point with a number in a row.
    fn last(&self, row: usize, number: usize) -> [i64; MOST_REPEATS] {
        let mut rest = (number - self.rows[row]) as i64;
        let inner = self.repeat.len().max(1);
        let mut last = [0; MOST_REPEATS];
        for j in (0..inner).rev() {
            let side = if j == 0 { i64::MAX } else { self.repeat[j].window };
            last[j] = self.firsts[inner * row + j] + rest % side;
            rest /= side;
        }
        last
    }
}

/// Where a region begins along its last coordinates, of which no inequality has more than one, above the others.
pub(super) fn firsts(region: &Region, n: &[i64], inner: usize) -> Option<Vec<i64>> {
    let k = region.k;
    let mut first = vec![i64::MIN; inner];
    for row in &region.rows {
        let rest = row.iter().zip(n).map(|(a, n)| a * i128::from(*n)).sum::<i128>() + row[k];
        match (0..inner).find(|j| row[k - inner + j] != 0) {
            Some(j) => first[j] = first[j].max(i64::try_from(-Integer::div_floor(&rest, &row[k - inner + j])).ok()?),
            None if rest < 0 => return None,
            None => {}
        }
    }
    first.iter().all(|f| *f > i64::MIN).then_some(first)
}

/// The next point of a box, the last coordinate fastest.
fn count_up(n: &mut [i64], sides: &[(i64, i64)]) {
    for (n, (low, high)) in n.iter_mut().zip(sides).rev() {
        if *n < *high {
            *n += 1;
            return;
        }
        *n = *low;
    }
}

/// What is known of a point.
enum Known {
    Is(bool),
    /// It lies in an open region, and this is its number.
    Open(usize),
    /// The same, but the point with this number is another: one that is so many times the last vector of the region back.
    Back(usize, usize, [i64; MOST_REPEATS]),
}

impl Grower<'_> {
    /// Decides the positions of all open regions as far out as there is room; whether that is farther than the table.
    pub(super) fn look_far(&mut self, core: &Core, open: Vec<Open>) -> Result<bool, Failure> {
        let mut best = None;
        let mut bound = self.levels.bound_of_all();
        while bound < FARTHEST * self.levels.bound {
            bound += bound / 2 + 1;
            match self.numbered(&open, bound)? {
                Some(points) => best = Some((bound, points)),
                None => break,
            }
        }
        let Some((bound, points)) = best else { return Ok(false) };
        let end = points.iter().filter_map(|p| p.rows.last()).copied().max().unwrap_or(0);
        let (words, rows) = (end.div_ceil(64), points.iter().map(|p| p.rows.len()).sum::<usize>());
        self.meter.handle.reserve(16 * (words + rows))?;
        let of = open.iter().enumerate().map(|(i, open)| (open.node, i)).collect();
        let defeated = core.defeated.iter().map(|x| dot(x, &self.levels.weight)).max().unwrap_or(0);
        let (known, inside, unsure) = (vec![0; words], vec![0; words], None);
        self.far_out(core, Far { bound, open, of, points, known, inside, unsure, defeated })?;
        Ok(true)
    }

    /// Decides positions of each open region, up to a weight that grows from stage to stage, or less where that is too much. What rests on positions that are not looked at stays unknown.
    pub(super) fn look_far_each(&mut self, core: &Core, open: Vec<Open>, stage: i32) -> Result<(), Failure> {
        let near = self.levels.bound_of_all();
        let open: Vec<Open> = open.into_iter().map(|open| self.repeated(open)).collect::<Result<_, _>>()?;
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        let (mut points, mut from, mut rows): (Vec<Points>, usize, usize) = (Vec::new(), 0, 0);
        let share = MOST_OF_EACH / open.len().clamp(1, SHARES);
        for open in &open {
            let mut some = Points::default();
            let times = if !open.repeat.is_empty() { MUCH_FARTHER } else { FARTHER };
            let bound = ((near as f64 * times.powi(stage)) as i64).min(FARTHEST * near);
            for less in 0..HALVES {
                self.meter.spend(1000)?;
                let bound = near + (bound - near) / (1 << less);
                let most = ((from + share).min(MOST_OF_EACH), (MOST_ROWS - rows) / 2);
                if let Some(part) = open.region.cut(open.chart.pull(&minus, bound)?)?
                    && let Some(found) = Points::new(open, &part, from, most, self.meter)?
                {
                    some = Points { bound, ..found };
                    break;
                }
            }
            rows += some.rows.len();
            from = some.rows.last().map_or(from, |r| *r);
            points.push(some);
        }
        let words = from.div_ceil(64);
        self.meter.handle.reserve(24 * words + 16 * rows)?;
        let of = open.iter().enumerate().map(|(i, open)| (open.node, i)).collect();
        let defeated = core.defeated.iter().map(|x| dot(x, &self.levels.weight)).max().unwrap_or(0);
        let (known, inside, unsure) = (vec![0; words], vec![0; words], Some(vec![0; words]));
        let bound = points.iter().map(|points| points.bound).max().unwrap_or(near);
        self.far_out(core, Far { bound, open, of, points, known, inside, unsure, defeated })
    }

    /// Decides all positions that are numbered.
    fn far_out(&mut self, core: &Core, mut far: Far) -> Result<(), Failure> {
        self.far = None;
        for i in 0..far.open.len() {
            let said = "cuts and residues: regions looked at far out";
            self.meter.handle.progress(said, i as u64, Some(far.open.len() as u64));
            if far.points[i].rows.is_empty() {
                continue;
            }
            let mut n: Vec<i64> = far.points[i].sides.iter().map(|s| s.0).collect();
            let last = n.len();
            n.resize(far.open[i].chart.k(), 0);
            let inner = n.len() - last;
            for r in 1..far.points[i].rows.len() {
                for number in far.points[i].rows[r - 1]..far.points[i].rows[r] {
                    if !bit(&far.known, number) {
                        n[last..].copy_from_slice(&far.points[i].last(r - 1, number)[..inner]);
                        let x = far.open[i].chart.point(&n).ok_or(Failure::Budget)?;
                        self.decide(core, &mut far, number, x)?;
                    }
                }
                count_up(&mut n[..last], &far.points[i].sides);
            }
        }
        self.far = Some(far);
        Ok(())
    }

    /// The points of open regions up to a weight, numbered; nothing if they are too many.
    fn numbered(&self, open: &[Open], bound: i64) -> Result<Option<Vec<Points>>, Failure> {
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        let (mut all, mut from, mut rows): (Vec<Points>, usize, usize) = (Vec::new(), 0, 0);
        let most = MOST_POINTS.min(self.levels.places());
        for open in open {
            self.meter.spend(1000)?;
            let points = match open.region.cut(open.chart.pull(&minus, bound)?)? {
                Some(part) => Points::new(open, &part, from, (most, MOST_ROWS - rows), self.meter)?,
                None => Some(Points::default()),
            };
            let Some(points) = points else { return Ok(None) };
            rows += points.rows.len();
            if rows > MOST_ROWS {
                return Ok(None);
            }
            from = points.rows.last().map_or(from, |r| *r);
            all.push(points);
        }
        Ok(Some(all))
    }

    /// Decides a position of an open region by recursion.
    fn decide(&self, core: &Core, far: &mut Far, number: usize, x: Vec<i64>) -> Result<(), Failure> {
        let mut stack = vec![(number, x, 0, false)];
        while let Some((number, x, next, unsure)) = stack.last_mut() {
            let mut inside = *next > 0 || dot(x, &self.levels.weight) > far.defeated || !core.is_defeated(x);
            let mut asked = None;
            self.meter.spend(20)?;
            while inside && *next < core.moves.len() {
                let Some(to) = core.after(x, *next) else {
                    *next += 1;
                    continue;
                };
                match self.known(far, &to) {
                    Some(Known::Is(p)) => inside = !p,
                    Some(Known::Open(i)) if bit(&far.known, i) => match far.found(i) {
                        Some(p) => inside = !p,
                        None => *unsure = true,
                    },
                    Some(Known::Back(i, _, _)) if bit(&far.known, i) => match far.found(i) {
                        Some(p) => inside = !p,
                        None => *unsure = true,
                    },
                    Some(Known::Open(i)) => {
                        asked = Some((i, to));
                        break;
                    }
                    Some(Known::Back(i, region, back)) => {
                        let chart = &far.open[region].chart;
                        let inner = far.points[region].repeat.len();
                        let mut to = to;
                        for (back, b) in back.iter().zip(&chart.basis[chart.k() - inner..]) {
                            to.iter_mut().zip(b).for_each(|(x, b)| *x -= back * b);
                        }
                        asked = Some((i, to));
                        break;
                    }
                    None if far.unsure.is_some() => *unsure = true,
                    None => return Err(Failure::Shape),
                }
                *next += 1;
            }
            match asked {
                Some((i, to)) => stack.push((i, to, 0, false)),
                None => {
                    let (word, bit) = (*number / 64, *number % 64);
                    far.known[word] |= 1 << bit;
                    far.inside[word] |= u64::from(inside && !*unsure) << bit;
                    if let Some(all) = &mut far.unsure {
                        all[word] |= u64::from(inside && *unsure) << bit;
                    }
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    /// What is known of a point that is not heavier than what lies far out.
    fn known(&self, far: &Far, x: &[i64]) -> Option<Known> {
        if let Some(p) = self.levels.get(x) {
            return Some(Known::Is(p));
        }
        let leaf = leaf(&self.nodes, self.root, x)?;
        if let Some(&i) = far.of.get(&leaf) {
            let mut n = [0; 8];
            let (open, points) = (&far.open[i], &far.points[i]);
            if !open.locate(x, &mut n) {
                return None;
            }
            let (number, back) = points.number(&n[..open.chart.k()], dot(x, &self.levels.weight))?;
            return Some(if back == [0; MOST_REPEATS] { Known::Open(number) } else { Known::Back(number, i, back) });
        }
        Some(Known::Is(self.nodes[leaf as usize].holds(x)))
    }

    /// Whether a point is in P that the table does not hold; nothing if it is farther than what is known.
    pub(super) fn far_get(&self, x: &[i64]) -> Option<bool> {
        let far = self.far.as_ref()?;
        if x.iter().any(|n| *n < 0 || *n > far.bound) || dot(x, &self.levels.weight) > far.bound {
            return None;
        }
        // Most often it is asked for where the tree grows.
        let mut n = [0; 8];
        if let Some((i, open)) = self.here.and_then(|i| Some((i, far.open.get(i)?)))
            && open.locate(x, &mut n)
        {
            let number = far.points[i].number(&n[..open.chart.k()], dot(x, &self.levels.weight));
            return number.and_then(|(i, _)| far.found(i));
        }
        match self.known(far, x)? {
            Known::Is(p) => Some(p),
            Known::Open(i) | Known::Back(i, _, _) => far.found(i),
        }
    }
}
