//! Degrees of loopiness, varieties, stops, and what kind of game a stopper is.

use super::graph::{SIDES, components, index, is_cyclic};
use super::order::Desk;
use super::store::Loops;
use super::value::{Loopy, Stopper, Trouble};
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_games::{Branch, Dyadic, Side, Store, Thermograph, View};
use sprague_limits::{Handle, Stop};
use std::rc::Rc;

/// The pseudonumbers: where play in a stopper stops. They are in order.
///
/// ```
/// use sprague_games::Dyadic;
/// use sprague_stoppers::Pseudonumber::{Near, Off, On};
/// let one = |over| Near(Dyadic::from(1), over);
/// assert!(Off < one(-1) && one(-1) < one(0) && one(0) < one(1) && one(1) < On);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pseudonumber {
    /// `off`.
    Off,
    /// A number, with -1 under, with 1 over it.
    Near(Dyadic, i8),
    /// `on`.
    On,
}

impl Loops {
    /// The upsum of two stoppers: the onside of their sum.
    pub fn upsum(&mut self, a: Stopper, b: Stopper, store: &Store, h: &Handle) -> Result<Stopper, Trouble> {
        let sides = self.sum_sides(a.into(), b.into(), store, h)?;
        sides.on.ok_or(Trouble::NotSided(sides))
    }

    /// The downsum of two stoppers: the offside of their sum.
    pub fn downsum(&mut self, a: Stopper, b: Stopper, store: &Store, h: &Handle) -> Result<Stopper, Trouble> {
        let sides = self.sum_sides(a.into(), b.into(), store, h)?;
        sides.off.ok_or(Trouble::NotSided(sides))
    }

    /// The degree of loopiness of a stopper: the upsum of it and its negative. 0 for short games, up to `on`.
    pub fn degree(&mut self, s: Stopper, store: &Store, h: &Handle) -> Result<Stopper, Trouble> {
        let negative = self.neg(s.into(), store, h)?.on;
        self.upsum(s, negative, store, h)
    }

    /// The variety of a stopper whose degree `d` is idempotent: the upsum of it and of the downsum of its negative and `-d`
    /// (Siegel, ch. VI.5). It is also the downsum of it and of the upsum of its negative and `d`, as far as is known.
    pub fn variety(&mut self, s: Stopper, store: &Store, h: &Handle) -> Result<Stopper, Trouble> {
        let degree = self.degree(s, store, h)?;
        if !self.is_idempotent(degree.into(), store, h)? {
            let why = "the degree of this game is not idempotent, so it has no variety";
            return Err(Trouble::Unsuitable(why.to_owned()));
        }
        let negative = self.neg(s.into(), store, h)?.on;
        let under = self.neg(degree.into(), store, h)?.on;
        let down = self.downsum(negative, under, store, h)?;
        let variety = self.upsum(s, down, store, h)?;
        let up = self.upsum(negative, degree, store, h)?;
        if self.downsum(s, up, store, h)? != variety {
            let why = "the two ways to the variety of this game differ, against the stability conjecture";
            return Err(Trouble::Unsuitable(why.to_owned()));
        }
        Ok(variety)
    }

    /// Whether `g + g = g`.
    pub fn is_idempotent(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<bool, Stop> {
        Ok(self.sum_sides(g, g, store, h)?.value() == Some(g))
    }

    /// Whether the only cycles of the canonical form are passes: moves from a position to itself.
    pub fn is_plumtree(&self, s: Stopper, h: &Handle) -> Result<bool, Stop> {
        let Stopper::Loop(l) = s else { return Ok(false) };
        let all = self.loopy_followers(l.0, h)?;
        let place = |s: &Stopper| match s {
            Stopper::Loop(l) => all.iter().position(|&v| v == l.0),
            Stopper::Short(_) => None,
        };
        let edges: Vec<Vec<usize>> =
            all.iter().map(|&v| self.nodes[v as usize].options.iter().flatten().filter_map(place).collect()).collect();
        Ok(components(&edges).iter().all(|c| c.len() == 1 || !is_cyclic(c, &edges)))
    }

    /// Whether in all followers of the canonical form both players can move or neither. Such a stopper lies between all
    /// positive and all negative numbers: whoever is answered in it until neither can move there has only the number left.
    pub fn is_all_small(&self, s: Stopper, store: &Store, h: &Handle) -> Result<bool, Stop> {
        let l = match s {
            Stopper::Short(g) => return store.is_all_small(g, h),
            Stopper::Loop(l) => l,
        };
        for follower in self.loopy_followers(l.0, h)? {
            let [left, right] = &self.nodes[follower as usize].options;
            if left.is_empty() != right.is_empty() {
                return Ok(false);
            }
            for option in left.iter().chain(right) {
                h.tick()?;
                if let Stopper::Short(g) = *option
                    && !store.is_all_small(g, h)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The pseudonumber that a stopper is, if it is one: `on`, `off`, a number, or one with `over` or `under`.
    pub fn pseudonumber(&self, s: Stopper, store: &Store) -> Option<Pseudonumber> {
        let number = |s: &Stopper| match store.view(s.short()?) {
            View::Number(x) => Some(x),
            _ => None,
        };
        let Stopper::Loop(l) = s else { return Some(Pseudonumber::Near(number(&s)?, 0)) };
        let [left, right] = &self.nodes[l.0 as usize].options;
        match (&left[..], &right[..]) {
            ([x], []) if *x == s => Some(Pseudonumber::On),
            ([], [x]) if *x == s => Some(Pseudonumber::Off),
            ([x], [y]) if *y == s => Some(Pseudonumber::Near(number(x)?, 1)),
            ([x], [y]) if *x == s => Some(Pseudonumber::Near(number(y)?, -1)),
            _ => None,
        }
    }

    /// Where play stops if `side` begins: at a pseudonumber.
    pub fn stop(&self, s: Stopper, side: Side, store: &Store, h: &Handle) -> Result<Pseudonumber, Stop> {
        let d = Desk { store, h };
        // Alternating play in a stopper ends; the ways are walked depth first, each place once.
        let mut known: FxHashMap<(Stopper, Side), Pseudonumber> = FxHashMap::default();
        let mut open = vec![(s, side)];
        while let Some(&(s, side)) = open.last() {
            h.tick()?;
            let stopped = match s {
                Stopper::Short(g) => {
                    let stop = if side == Side::Left { store.left_stop(g) } else { store.right_stop(g) };
                    Some(Pseudonumber::Near(stop, 0))
                }
                s => self.pseudonumber(s, store),
            };
            let found = match stopped {
                Some(stop) => stop,
                None => {
                    let options = self.options_of(s, side, d)?;
                    let next = SIDES[1 - index(side)];
                    let missing: Vec<_> =
                        options.iter().map(|&o| (o, next)).filter(|state| !known.contains_key(state)).collect();
                    if !missing.is_empty() {
                        open.extend(missing);
                        continue;
                    }
                    let stops = options.iter().map(|&o| known[&(o, next)].clone());
                    match side {
                        Side::Left => stops.max().unwrap_or(Pseudonumber::Off),
                        Side::Right => stops.min().unwrap_or(Pseudonumber::On),
                    }
                }
            };
            open.pop();
            known.insert((s, side), found);
        }
        Ok(known[&(s, side)].clone())
    }

    /// The thermograph of a stopper that stays between two numbers. A game whose stops are one number, up to `over` and `under`, is a mast there.
    pub fn thermograph(&self, root: Stopper, store: &Store, h: &Handle) -> Result<Rc<Thermograph>, Trouble> {
        let (mut known, mut begun) = (FxHashMap::default(), FxHashSet::default());
        let mut open = vec![(root, false)];
        while let Some((s, ready)) = open.pop() {
            h.tick()?;
            if known.contains_key(&s) {
                continue;
            }
            if let Some(cold) = self.cold(s, store, h)? {
                known.insert(s, cold);
                continue;
            }
            let mut walls = [Vec::new(), Vec::new()];
            let mut missing = Vec::new();
            for (made, side) in walls.iter_mut().zip(SIDES) {
                for o in self.options(s, side, store, h)? {
                    match known.get(&o) {
                        Some(walls) => made.push(Rc::clone(walls)),
                        None => missing.push((o, false)),
                    }
                }
            }
            if missing.is_empty() {
                let [left, right] = walls;
                known.insert(s, Rc::new(Thermograph::of_options(&left, &right)));
            } else if ready || !begun.insert(s) {
                return self.thermograph_of_cycle(root, known, store, h);
            } else {
                open.push((s, true));
                open.extend(missing);
            }
        }
        Ok(Rc::clone(&known[&root]))
    }

    /// The thermograph of a position that leads to hot ones on a cycle: those of all that it leads to are found together.
    fn thermograph_of_cycle(
        &self,
        s: Stopper,
        mut known: FxHashMap<Stopper, Rc<Thermograph>>,
        store: &Store,
        h: &Handle,
    ) -> Result<Rc<Thermograph>, Trouble> {
        let mut place = FxHashMap::from_iter([(s, 0)]);
        let (mut all, mut nodes, mut ends) = (vec![s], Vec::new(), Vec::new());
        while let Some(&here) = all.get(nodes.len()) {
            h.tick()?;
            let mut options = [Vec::new(), Vec::new()];
            for (made, side) in options.iter_mut().zip(SIDES) {
                for o in self.options(here, side, store, h)? {
                    if !known.contains_key(&o)
                        && let Some(mast) = self.cold(o, store, h)?
                    {
                        known.insert(o, mast);
                    }
                    made.push(match known.get(&o) {
                        Some(walls) => Branch::Known(Rc::clone(walls)),
                        None => {
                            let fresh = all.len();
                            let node = *place.entry(o).or_insert(fresh);
                            if node == fresh {
                                all.push(o);
                            }
                            Branch::Node(node)
                        }
                    });
                }
            }
            ends.push(self.numbers(here, store, h)?);
            nodes.push(options);
        }
        let found = sprague_games::thermographs_of_cycles(&nodes, &ends, h)?;
        let first = found.and_then(|found| found.into_iter().next());
        first.ok_or_else(|| Trouble::Unsuitable("the players can take turns for ever in this game".to_owned()))
    }

    /// The thermograph of a short game, or of one whose stops are one number.
    fn cold(&self, s: Stopper, store: &Store, h: &Handle) -> Result<Option<Rc<Thermograph>>, Trouble> {
        if let Stopper::Short(g) = s {
            return Ok(Some(store.thermograph(g, h)?));
        }
        let [left, right] = self.numbers(s, store, h)?;
        Ok((left == right).then(|| Rc::new(Thermograph::mast(left))))
    }

    /// The numbers at which play stops.
    fn numbers(&self, s: Stopper, store: &Store, h: &Handle) -> Result<[Dyadic; 2], Trouble> {
        let number = |side: Side| match self.stop(s, side, store, h)? {
            Pseudonumber::Near(x, _) => Ok(x),
            end => {
                let end = if end == Pseudonumber::On { "on" } else { "off" };
                Err(Trouble::Unsuitable(format!("play in this game may stop at {end}, so it has no thermograph")))
            }
        };
        Ok([number(Side::Left)?, number(Side::Right)?])
    }
}
