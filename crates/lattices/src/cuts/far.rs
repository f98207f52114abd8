//! Positions far beyond the table, in regions that stay open.
//!
//! In: regions of which the table shows too little to see what repeats there, as leaves of a tree that is guessed everywhere else. Out: which of their positions are in P, up to a weight many
//! times that of the table. An option of such a position lies in an open region again, where the recursion decides it, or elsewhere, where the tree says what it is. So a flat of dimension k
//! costs as many positions as it has itself, not as many as the space around it. That the tree is right is not known; as with all guesses, [`super::prove`] decides.
//! Cost: positions times moves times the depth of the tree; two bits a position.

use super::grow::Grower;
use super::leaf;
use super::open::Open;
use super::region::{Region, at, dot};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use rustc_hash::FxHashMap;

/// The most positions far out, if the table holds as many, and the most rows of them.
const MOST_POINTS: usize = 30_000_000;
const MOST_ROWS: usize = 10_000_000;
/// How many times the weight of the table at most.
const FARTHEST: i64 = 1024;

/// The points of an open region up to a weight, in rows along its last coordinate.
#[derive(Default)]
struct Points {
    /// The least box around the other coordinates.
    sides: Vec<(i64, i64)>,
    /// For each of its points the last coordinate of the first point of the row, and the number of that; then where the next region begins.
    rows: Vec<(i64, usize)>,
}

/// All open regions up to a weight.
pub(super) struct Far {
    pub(super) bound: i64,
    open: Vec<Open>,
    of: FxHashMap<u32, usize>,
    points: Vec<Points>,
    known: Vec<u64>,
    inside: Vec<u64>,
    /// The heaviest defeated position.
    defeated: i64,
}

fn bit(words: &[u64], i: usize) -> bool {
    words[i / 64] >> (i % 64) & 1 == 1
}

impl Open {
    /// Whether a point lies in the region, and its coordinates there.
    fn locate(&self, x: &[i64], n: &mut [i64; 8]) -> bool {
        self.chart.locate(x, n) && self.region.rows.iter().all(|row| at(row, &n[..self.chart.k()]) >= 0)
    }
}

impl Points {
    /// The rows of a bounded region, their points numbered from `from` on, up to the first number, in at most so many rows; nothing if they are too many.
    fn new(
        region: &Region,
        from: usize,
        (most, most_rows): (usize, usize),
        meter: &Meter,
    ) -> Result<Option<Points>, Failure> {
        let mut sides = region.sides();
        let Some(last) = sides.pop() else { return Ok(None) };
        let side = |&(low, high): &(i64, i64)| usize::try_from(high.checked_sub(low)?.checked_add(1)?).ok();
        let count = sides.iter().try_fold(1usize, |n, s| n.checked_mul(side(s)?));
        let Some(count) = count.filter(|&n| n <= most_rows) else { return Ok(None) };
        meter.spend(count as u32)?;
        let (mut rows, mut next) = (Vec::with_capacity(count + 1), from);
        let mut n: Vec<i64> = sides.iter().map(|s| s.0).chain([0]).collect();
        for _ in 0..count {
            let (low, high) = region.row(&n, last);
            rows.push((low, next));
            next += usize::try_from(high - low + 1).unwrap_or(0);
            if next > most {
                return Ok(None);
            }
            count_up(&mut n, &sides);
        }
        rows.push((0, next));
        Ok(Some(Points { sides, rows }))
    }

    /// The number of a point.
    fn number(&self, n: &[i64]) -> Option<usize> {
        let row = self.sides.iter().zip(n).fold(0, |r, ((low, high), n)| r * (high - low + 1) + n - low);
        let (first, from) = self.rows.get(usize::try_from(row).ok()?)?;
        Some(from + usize::try_from(n.last()? - first).ok()?)
    }
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
        let end = points.iter().filter_map(|p| p.rows.last()).map(|r| r.1).max().unwrap_or(0);
        let (words, rows) = (end.div_ceil(64), points.iter().map(|p| p.rows.len()).sum::<usize>());
        self.meter.handle.reserve(16 * (words + rows))?;
        let of = open.iter().enumerate().map(|(i, open)| (open.node, i)).collect();
        let defeated = core.defeated.iter().map(|x| dot(x, &self.levels.weight)).max().unwrap_or(0);
        let mut far = Far { bound, open, of, points, known: vec![0; words], inside: vec![0; words], defeated };
        self.far = None;
        for i in 0..far.open.len() {
            let said = "cuts and residues: regions looked at far out";
            self.meter.handle.progress(said, i as u64, Some(far.open.len() as u64));
            let mut n: Vec<i64> = far.points[i].sides.iter().map(|s| s.0).chain([0]).collect();
            let last = n.len() - 1;
            for r in 1..far.points[i].rows.len() {
                let ((first, from), (_, next)) = (far.points[i].rows[r - 1], far.points[i].rows[r]);
                for number in from..next {
                    if !bit(&far.known, number) {
                        n[last] = first + (number - from) as i64;
                        let x = far.open[i].chart.point(&n).ok_or(Failure::Budget)?;
                        self.decide(core, &mut far, number, x)?;
                    }
                }
                count_up(&mut n[..last], &far.points[i].sides);
            }
        }
        self.far = Some(far);
        Ok(true)
    }

    /// The points of open regions up to a weight, numbered; nothing if they are too many.
    fn numbered(&self, open: &[Open], bound: i64) -> Result<Option<Vec<Points>>, Failure> {
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        let (mut all, mut from, mut rows): (Vec<Points>, usize, usize) = (Vec::new(), 0, 0);
        let most = MOST_POINTS.min(self.levels.places());
        for open in open {
            self.meter.spend(1000)?;
            let points = match open.region.cut(open.chart.pull(&minus, bound)?)? {
                Some(part) => Points::new(&part, from, (most, MOST_ROWS - rows), self.meter)?,
                None => Some(Points::default()),
            };
            let Some(points) = points else { return Ok(None) };
            rows += points.rows.len();
            if rows > MOST_ROWS {
                return Ok(None);
            }
            from = points.rows.last().map_or(from, |r| r.1);
            all.push(points);
        }
        Ok(Some(all))
    }

    /// Decides a position of an open region by recursion.
    fn decide(&self, core: &Core, far: &mut Far, number: usize, x: Vec<i64>) -> Result<(), Failure> {
        let mut stack = vec![(number, x, 0)];
        while let Some((number, x, next)) = stack.last_mut() {
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
                    Some(Known::Open(i)) if bit(&far.known, i) => inside = !bit(&far.inside, i),
                    Some(Known::Open(i)) => {
                        asked = Some((i, to));
                        break;
                    }
                    None => return Err(Failure::Shape),
                }
                *next += 1;
            }
            match asked {
                Some((i, to)) => stack.push((i, to, 0)),
                None => {
                    far.known[*number / 64] |= 1 << (*number % 64);
                    far.inside[*number / 64] |= u64::from(inside) << (*number % 64);
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
            let open = &far.open[i];
            return if open.locate(x, &mut n) {
                far.points[i].number(&n[..open.chart.k()]).map(Known::Open)
            } else {
                None
            };
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
            return far.points[i].number(&n[..open.chart.k()]).map(|i| bit(&far.inside, i));
        }
        match self.known(far, x)? {
            Known::Is(p) => Some(p),
            Known::Open(i) => Some(bit(&far.inside, i)),
        }
    }
}
