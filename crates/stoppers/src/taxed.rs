//! Cooling, heating, overheating and Norton's product of stoppers.
//!
//! All four change the options of every follower and give each player something for a move: `g' = {gl' + c | gr' - c}`. On a cycle this is an
//! equation, and the game that it describes may have infinitely many positions, since what was given adds up: those of `over` cooled by -1 are
//! `x = {1 | x - 1}`, `x - 1 = {0 | x - 2}`, and so on. It is asked for stoppers that satisfy the equations of a strongly connected component.
//!
//! *If there are some, they are the values.* Let `c` be a number and `V(x, k) = v(x) + kc` for such stoppers `v`, none of which is a number. By number translation
//! `V(x, k) = {V(xl, k + 1) | V(xr, k - 1)}`. In the position `(x, k) - w`, where `w` is a follower of `V(x, k)`, a player who is to answer and has had
//! `V(x, k) >= w` answers a move to `(xr, k - 1)` by what wins `V(xr, k - 1) - w`, of which the options are values of followers again, and a move in `w`
//! likewise; so he survives. The same holds for the other player: `(x, k)` and `V(x, k)` are equal. Play in `(x, k)` in which the players take turns is such play in `x`
//! and ends, so this is equality of stoppers, and two solutions are equal.
//!
//! A cycle on which nothing adds up gives a finite graph; other solutions are looked for by applying the equations again and again.

use super::degree::Pseudonumber;
use super::graph::{SIDES, components, index, is_cyclic};
use super::order::{Desk, is_number};
use super::store::Loops;
use super::value::{Graph, Link, Loopy, Stopper, Trouble};
use rustc_hash::FxHashMap;
use sprague_games::{Dyadic, Game, Side, Store, View};
use sprague_limits::{Handle, Stop};

/// What is done with a stopper.
enum Operator<'a> {
    /// Each move costs `t`, until the game freezes.
    Cool(&'a Dyadic),
    /// Each move earns `t`; numbers stay.
    Heat(Stopper),
    /// Each move earns `t`; integers are so many copies of `s`.
    Overheat(Stopper, Stopper),
    /// Each move earns `u` and an incentive of `u`; integers are so many copies of `u`.
    Norton(Game),
}

impl Operator<'_> {
    fn name(&self) -> &'static str {
        match self {
            Operator::Cool(_) => "cooling",
            Operator::Heat(_) => "heating",
            Operator::Overheat(..) => "overheating",
            Operator::Norton(_) => "Norton's product",
        }
    }
}

/// The values found so far.
type Values = FxHashMap<Stopper, Loopy>;

impl Loops {
    /// The stopper cooled by `t > -1`: a follower whose temperature is less than `t` is frozen at its mean.
    ///
    /// ```
    /// use sprague_games::{Dyadic, Store};
    /// use sprague_limits::Handle;
    /// use sprague_stoppers::Loops;
    /// let (store, mut loops, h) = (Store::new(), Loops::new(), Handle::default());
    /// let n = |n| store.number(Dyadic::from(n)).into();
    /// let hot = loops.brackets(&[loops.on().into()], &[n(0)], &store, &h)?;
    /// let cooled = loops.cool(hot.on, &Dyadic::from(2), &store, &h)?;
    /// assert_eq!(cooled, loops.brackets(&[loops.on().into()], &[n(2)], &store, &h)?);
    /// # Ok::<(), sprague_stoppers::Trouble>(())
    /// ```
    pub fn cool(&mut self, g: Stopper, t: &Dyadic, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        match g {
            Stopper::Short(g) => return Ok(store.cool(g, t, h)?.into()),
            g if t.is_zero() => return Ok(g.into()),
            Stopper::Loop(_) => {}
        }
        let tax = Loopy::from(store.number(t.neg()));
        self.operate(g, &Operator::Cool(t), &[tax], Desk { store, h })
    }

    /// The stopper cooled by its temperature.
    pub fn freeze(&mut self, g: Stopper, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        match g {
            Stopper::Short(g) => Ok(store.freeze(g, h)?.into()),
            g => {
                let temperature = self.thermograph(g, store, h)?.temperature.clone();
                self.cool(g, &temperature, store, h)
            }
        }
    }

    /// The stopper heated by another: numbers stay, every other game is `{gl' + t | gr' - t}`.
    pub fn heat(&mut self, g: Stopper, t: Stopper, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        if let (Stopper::Short(g), Stopper::Short(t)) = (g, t) {
            return Ok(store.heat(g, t, h)?.into());
        }
        self.operate(g, &Operator::Heat(t), &[t.into()], Desk { store, h })
    }

    /// The stopper overheated from `s` to `t`: an integer is so many copies of `s`, every other game `{gl' + t | gr' - t}`.
    pub fn overheat(
        &mut self,
        g: Stopper,
        s: Stopper,
        t: Stopper,
        store: &Store,
        h: &Handle,
    ) -> Result<Loopy, Trouble> {
        if let (Stopper::Short(g), Stopper::Short(s), Stopper::Short(t)) = (g, s, t) {
            return Ok(store.overheat(g, s, t, h)?.into());
        }
        self.operate(g, &Operator::Overheat(s, t), &[t.into()], Desk { store, h })
    }

    /// Norton's product with a positive short game. With a loopy one it would not keep sums: its copies and their negatives do not cancel.
    pub fn norton_product(&mut self, g: Stopper, u: Game, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        if let Stopper::Short(g) = g {
            return Ok(store.norton_product(g, u, h)?.into());
        }
        let mut shifts: Vec<Loopy> = Vec::new();
        for side in SIDES {
            for o in store.options(u, side, h)? {
                let incentive = if side == Side::Left { store.sub(o, u, h)? } else { store.sub(u, o, h)? };
                shifts.push(store.add(u, incentive, h)?.into());
            }
        }
        shifts.sort_unstable();
        shifts.dedup();
        self.operate(g, &Operator::Norton(u), &shifts, Desk { store, h })
    }

    /// Whether a stopper is a number, or a number and the tiny or miny of a game that is not less than `over`.
    pub fn is_number_tiny(&mut self, g: Stopper, store: &Store, h: &Handle) -> Result<bool, Trouble> {
        if let Stopper::Short(g) = g {
            return Ok(matches!(store.view(g), View::Number(_)) || store.number_and_tiny(g, h)?.is_some());
        }
        for side in SIDES {
            let far = SIDES[1 - index(side)];
            // For tiny: {n || n | n - x}.
            let (&[stay], &[threat]) = (&self.options(g, side, store, h)?[..], &self.options(g, far, store, h)?[..])
            else {
                continue;
            };
            let (&[back], &[end]) =
                (&self.options(threat, side, store, h)?[..], &self.options(threat, far, store, h)?[..])
            else {
                continue;
            };
            if back != stay || !stay.short().is_some_and(|n| matches!(store.view(n), View::Number(_))) {
                continue;
            }
            let (from, to) = if side == Side::Left { (stay, end) } else { (end, stay) };
            let x = self.sub(from.into(), to.into(), store, h)?;
            // More than every short infinitesimal, as for short games what is above a positive number.
            let above = self.ge(x, self.over().into(), store, h)?;
            if above {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn operate(&mut self, g: Stopper, operator: &Operator, shifts: &[Loopy], d: Desk) -> Result<Loopy, Trouble> {
        let back = shifts.iter().map(|&shift| self.neg(shift, d.store, d.h)).collect::<Result<Vec<_>, _>>()?;
        let shifts = [shifts.to_vec(), back];
        let (mut values, mut all) = (Values::default(), vec![g]);
        let mut place = FxHashMap::from_iter([(g, 0)]);
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while let Some(&here) = all.get(edges.len()) {
            d.h.tick()?;
            let mut to = Vec::new();
            if let Some(value) = self.at_once(here, operator, &shifts[0], d)? {
                values.insert(here, value);
            } else {
                for side in SIDES {
                    for o in self.options_of(here, side, d)? {
                        let fresh = all.len();
                        let node = *place.entry(o).or_insert(fresh);
                        if node == fresh {
                            d.h.reserve(100)?;
                            all.push(o);
                        }
                        to.push(node);
                    }
                }
            }
            edges.push(to);
        }
        for component in components(&edges) {
            let members: Vec<Stopper> = component.iter().map(|&v| all[v]).collect();
            if values.contains_key(&members[0]) {
                continue;
            }
            if is_cyclic(&component, &edges) {
                self.solve(&members, operator, &shifts, &mut values, d)?;
            } else {
                let value = self.step(members[0], &shifts, &values, d)?;
                values.insert(members[0], value);
            }
        }
        Ok(values[&g])
    }

    /// The value of what needs no look at its options.
    fn at_once(
        &mut self,
        s: Stopper,
        operator: &Operator,
        shifts: &[Loopy],
        d: Desk,
    ) -> Result<Option<Loopy>, Trouble> {
        let (store, h) = (d.store, d.h);
        if let Stopper::Short(g) = s {
            let integer = match store.view(g) {
                View::Number(x) if x.is_integer() => Some(x),
                _ => None,
            };
            let made = match (operator, shifts) {
                (Operator::Cool(t), _) => store.cool(g, t, h)?,
                (Operator::Heat(Stopper::Short(t)), _) => store.heat(g, *t, h)?,
                (Operator::Heat(_), _) if is_number(s.into(), store) => g,
                (Operator::Overheat(Stopper::Short(s), Stopper::Short(t)), _) => store.overheat(g, *s, *t, h)?,
                (Operator::Overheat(s, _), _) => {
                    let Some(n) = integer else { return Ok(None) };
                    return self.copies(&n, *s, d).map(Some);
                }
                (Operator::Norton(u), _) => store.norton_product(g, *u, h)?,
                (Operator::Heat(_), _) => return Ok(None),
            };
            return Ok(Some(made.into()));
        }
        // on + c = on.
        let short = shifts.iter().all(|shift| shift.short().is_some());
        if short && (s == self.on() || s == self.off()) {
            return Ok(Some(s.into()));
        }
        let Operator::Cool(t) = operator else { return Ok(None) };
        if t.sign().is_lt() {
            return Ok(None);
        }
        match SIDES.map(|side| self.stop(s, side, store, h)) {
            [Ok(Pseudonumber::Near(..)), Ok(Pseudonumber::Near(..))] => {
                let walls = self.thermograph(s, store, h)?;
                Ok((walls.temperature < **t).then(|| store.number(walls.mast.clone()).into()))
            }
            [Err(stop), _] | [_, Err(stop)] => Err(stop.into()),
            // Its walls never meet.
            _ => Ok(None),
        }
    }

    /// `n·s` for any integer.
    fn copies(&mut self, n: &Dyadic, s: Stopper, d: Desk) -> Result<Loopy, Trouble> {
        let Ok(many) = i64::try_from(n.floor()) else {
            return Err(Stop::TooLarge("copies of a loopy game are counted up to 2^63 - 1".to_owned()).into());
        };
        let one = if many < 0 { self.neg(s.into(), d.store, d.h)? } else { s.into() };
        self.multiple(many.unsigned_abs(), one, d.store, d.h)
    }

    /// `{gl' + c | gr' - c}`.
    fn step(&mut self, s: Stopper, shifts: &[Vec<Loopy>; 2], values: &Values, d: Desk) -> Result<Loopy, Trouble> {
        let mut made = [Vec::new(), Vec::new()];
        for side in SIDES {
            for o in self.options_of(s, side, d)? {
                for &shift in &shifts[index(side)] {
                    d.h.tick()?;
                    made[index(side)].push(self.add(values[&o], shift, d.store, d.h)?);
                }
            }
        }
        self.brackets(&made[0], &made[1], d.store, d.h)
    }

    /// The values of a strongly connected component with cycles.
    fn solve(
        &mut self,
        members: &[Stopper],
        operator: &Operator,
        shifts: &[Vec<Loopy>; 2],
        values: &mut Values,
        d: Desk,
    ) -> Result<(), Trouble> {
        let name = self.name(members[0].into(), d.store, d.h)?;
        let number = |shift: &Loopy| match d.store.view(shift.short()?) {
            View::Number(x) => Some(x),
            _ => None,
        };
        // Of numbers the greatest is the best for both.
        let best = shifts[0].iter().map(number).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max());
        let Some(best) = best else {
            let why = format!(
                "{name} lies on a cycle of moves, and {} would give a player at each move there a game that is no number, in which the other can move: \
                 the players could take turns for ever, and what comes out would be no stopper",
                operator.name()
            );
            return Err(Trouble::Unsuitable(why));
        };
        for start in self.starts(members, &best, values, d)? {
            if let Some(found) = self.settled(members, &best, start, shifts, values, d)? {
                values.extend(members.iter().copied().zip(found));
                return Ok(());
            }
        }
        let why = format!(
            "{} adds up on the cycle of moves through {name}, so that there are infinitely many positions, and no stopper was found that they are equal to",
            operator.name()
        );
        Err(Trouble::Unsuitable(why))
    }

    /// Values to begin with: of the graph, if what is given for moves cancels on each cycle; the games themselves; their means.
    fn starts(
        &mut self,
        members: &[Stopper],
        best: &Dyadic,
        values: &Values,
        d: Desk,
    ) -> Result<Vec<Vec<Loopy>>, Trouble> {
        let mut starts = Vec::new();
        if let Some(found) = self.cancelled(members, best, values, d)? {
            starts.push(found);
        }
        starts.push(members.iter().map(|&s| s.into()).collect());
        let mut masts = Vec::new();
        for &s in members {
            match self.thermograph(s, d.store, d.h) {
                Ok(walls) => masts.push(d.store.number(walls.mast.clone()).into()),
                Err(Trouble::Stop(stop)) => return Err(stop.into()),
                Err(_) => return Ok(starts),
            }
        }
        starts.push(masts);
        Ok(starts)
    }

    /// Applies the equations until nothing changes, for some rounds.
    fn settled(
        &mut self,
        members: &[Stopper],
        best: &Dyadic,
        mut found: Vec<Loopy>,
        shifts: &[Vec<Loopy>; 2],
        values: &Values,
        d: Desk,
    ) -> Result<Option<Vec<Loopy>>, Trouble> {
        const ROUNDS: usize = 8;
        let mut values = values.clone();
        for _ in 0..ROUNDS + 2 * members.len() {
            values.extend(members.iter().copied().zip(found.iter().copied()));
            let mut next = Vec::with_capacity(members.len());
            for &s in members {
                match self.step(s, shifts, &values, d) {
                    Ok(value) if value.stopper().is_some() => next.push(value),
                    Err(Trouble::Stop(stop)) => return Err(stop.into()),
                    _ => return Ok(None),
                }
            }
            if next == found {
                let numbers = next.iter().any(|value| is_number(value.on.into(), d.store));
                return Ok((best.is_zero() || !numbers).then_some(next));
            }
            found = next;
        }
        Ok(None)
    }

    /// Where Left and Right move equally often on each cycle there are finitely many positions: `w(x) = v(x) + kc`, if `k` moves more of Left's than of Right's lead to `x`,
    /// is `{w(xl) | w(xr)}`.
    fn cancelled(
        &mut self,
        members: &[Stopper],
        best: &Dyadic,
        values: &Values,
        d: Desk,
    ) -> Result<Option<Vec<Loopy>>, Trouble> {
        let place: FxHashMap<Stopper, usize> = members.iter().copied().zip(0..).collect();
        let mut height: Vec<Option<i64>> = vec![None; members.len()];
        height[0] = Some(0);
        let mut open = vec![0];
        let mut graph = Graph::new(members.len());
        while let Some(v) = open.pop() {
            let here = height[v].unwrap_or(0);
            for (side, up) in SIDES.into_iter().zip([1, -1]) {
                let there = if best.is_zero() { 0 } else { here + up };
                for o in self.options_of(members[v], side, d)? {
                    d.h.tick()?;
                    let link = match place.get(&o) {
                        Some(&w) => {
                            match height[w] {
                                None => {
                                    height[w] = Some(there);
                                    open.push(w);
                                }
                                Some(known) if known != there => return Ok(None),
                                Some(_) => {}
                            }
                            Link::Node(w)
                        }
                        None => Link::Value(self.lifted(values[&o], there, best, d)?),
                    };
                    graph.link(v, side, link);
                }
            }
        }
        let mut found = Vec::with_capacity(members.len());
        for (sides, height) in self.values(&graph, d.store, d.h)?.into_iter().zip(height) {
            let Some(value) = sides.value() else { return Ok(None) };
            found.push(self.lifted(value, -height.unwrap_or(0), best, d)?);
        }
        Ok(Some(found))
    }

    /// `g + kc`.
    fn lifted(&mut self, g: Loopy, k: i64, c: &Dyadic, d: Desk) -> Result<Loopy, Trouble> {
        let c = d.store.multiple(&k.into(), d.store.number(c.clone()), d.h)?;
        self.add(g, c.into(), d.store, d.h)
    }
}
