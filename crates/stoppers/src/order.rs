//! Comparison: `x >= y` if Left, moving second, survives `x - y`.
//!
//! In the difference of two stoppers endless play counts as survival. For onsides in general endless play counts for Left in `x` and
//! against her in `y`; where it is endless in both it is a draw, so she survives if moves in `x` never cease
//! (*Winning Ways*, ch. 11; Siegel, ch. VI.1). That is a game with a Büchi condition, solved by the greatest fixed point of
//! a least one.

use super::graph::{Nodes, Place, index, other};
use super::store::Loops;
use rustc_hash::FxHashMap;
use sprague_games::{Side, Store, View};
use sprague_limits::{Handle, Stop};

/// `x - y` with the player to move.
pub(crate) type State = (Place, Place, Side);

/// What bounds and stands behind a computation.
#[derive(Clone, Copy)]
pub(crate) struct Desk<'a> {
    pub store: &'a Store,
    pub h: &'a Handle,
}

/// Comparisons of nodes of one graph with each other and with values.
pub(crate) struct Duel<'a> {
    pub nodes: &'a Nodes,
    /// Whether the nodes are no stoppers: then their onsides are compared.
    pub onsides: bool,
    known: FxHashMap<State, bool>,
}

/// Where a move leads: to a state that is looked at, or to something known.
enum To {
    State(u32),
    Known(bool),
}

struct Explored {
    states: Vec<State>,
    /// The moves, and whether each is in `x`.
    moves: Vec<Vec<(To, bool)>>,
}

impl<'a> Duel<'a> {
    pub(crate) fn new(nodes: &'a Nodes, onsides: bool) -> Self {
        Duel { nodes, onsides, known: FxHashMap::default() }
    }

    /// Whether `x >= y`.
    pub(crate) fn ge(&mut self, x: Place, y: Place, loops: &mut Loops, d: Desk) -> Result<bool, Stop> {
        self.survives((x, y, Side::Right), loops, d)
    }

    /// Whether they are equal.
    pub(crate) fn same(&mut self, x: Place, y: Place, loops: &mut Loops, d: Desk) -> Result<bool, Stop> {
        Ok(self.ge(x, y, loops, d)? && self.ge(y, x, loops, d)?)
    }

    /// Whether Left survives.
    pub(crate) fn survives(&mut self, state: State, loops: &mut Loops, d: Desk) -> Result<bool, Stop> {
        if let Some(known) = self.at_once(state, loops, d)? {
            return Ok(known);
        }
        let explored = self.explore(state, loops, d)?;
        let survived = if self.onsides { buchi(&explored, d.h)? } else { safe(&explored, d.h)? };
        let answer = survived[0];
        for (state, survives) in explored.states.into_iter().zip(survived) {
            let both_known = !matches!(state.0, Place::Local(_)) && !matches!(state.1, Place::Local(_));
            let table = if both_known { &mut loops.known } else { &mut self.known };
            table.insert(state, survives);
        }
        Ok(answer)
    }

    /// What needs no search.
    fn at_once(&mut self, state: State, loops: &mut Loops, d: Desk) -> Result<Option<bool>, Stop> {
        let (x, y, mover) = state;
        if let (Place::Short(a), Place::Short(b)) = (x, y) {
            let survives = if mover == Side::Right { d.store.le(b, a, d.h)? } else { !d.store.le(a, b, d.h)? };
            return Ok(Some(survives));
        }
        // The mirror image answers every move.
        if x == y && mover == Side::Right {
            return Ok(Some(true));
        }
        let inside = matches!(x, Place::Local(_)) || matches!(y, Place::Local(_));
        if inside {
            return Ok(self.known.get(&state).copied());
        }
        if let Some(&known) = loops.known.get(&state) {
            return Ok(Some(known));
        }
        if self.nodes.is_empty() {
            return Ok(None);
        }
        // Values that are known are compared once and for all.
        Duel::new(&Vec::new(), false).survives(state, loops, d).map(Some)
    }

    fn explore(&mut self, first: State, loops: &mut Loops, d: Desk) -> Result<Explored, Stop> {
        let mut ids = FxHashMap::from_iter([(first, 0u32)]);
        let mut explored = Explored { states: vec![first], moves: Vec::new() };
        while let Some(&(x, y, mover)) = explored.states.get(explored.moves.len()) {
            d.h.tick()?;
            let mut moves = Vec::new();
            for in_x in [true, false] {
                let (moved, still) = if in_x { (x, y) } else { (y, x) };
                // A number is left alone beside what is no number (number avoidance).
                if is_number(moved, d.store) && self.is_no_number(still) {
                    continue;
                }
                let side = if in_x { mover } else { other(mover) };
                for o in self.options(moved, side, loops, d)? {
                    d.h.tick()?;
                    let next = if in_x { (o, y, other(mover)) } else { (x, o, other(mover)) };
                    let to = match self.at_once(next, loops, d)? {
                        Some(known) => To::Known(known),
                        None => {
                            let fresh = ids.len() as u32;
                            let id = *ids.entry(next).or_insert(fresh);
                            if id == fresh {
                                d.h.reserve(100)?;
                                explored.states.push(next);
                            }
                            To::State(id)
                        }
                    };
                    moves.push((to, in_x));
                }
            }
            explored.moves.push(moves);
        }
        Ok(explored)
    }

    /// Whether something is surely no number: a value that is loopy, or where a player can pass, since moves in a number lose by it.
    fn is_no_number(&self, place: Place) -> bool {
        match place {
            Place::Local(v) => self.nodes[v as usize].iter().flatten().any(|&option| option == place),
            place => matches!(place, Place::Loop(_)),
        }
    }

    fn options(&self, place: Place, side: Side, loops: &Loops, d: Desk) -> Result<Vec<Place>, Stop> {
        match place {
            Place::Local(v) => Ok(self.nodes[v as usize][index(side)].clone()),
            place => loops.places(place, side, d),
        }
    }
}

pub(crate) fn is_number(place: Place, store: &Store) -> bool {
    matches!(place, Place::Short(g) if matches!(store.view(g), View::Number(_)))
}

/// The states from which Left never loses: all but those from which Right wins in finite time.
fn safe(explored: &Explored, h: &Handle) -> Result<Vec<bool>, Stop> {
    let n = explored.states.len();
    let mut survives = vec![true; n];
    let mut left: Vec<usize> = vec![0; n];
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut lost = Vec::new();
    for s in 0..n {
        h.tick()?;
        let mine = explored.states[s].2 == Side::Left;
        for (to, _) in &explored.moves[s] {
            match to {
                To::State(t) => {
                    before[*t as usize].push(s as u32);
                    left[s] += 1;
                }
                To::Known(true) => left[s] += 1,
                To::Known(false) if !mine => survives[s] = false,
                To::Known(false) => {}
            }
        }
        if mine && left[s] == 0 {
            survives[s] = false;
        }
        if !survives[s] {
            lost.push(s);
        }
    }
    while let Some(t) = lost.pop() {
        for &s in &before[t] {
            h.tick()?;
            let s = s as usize;
            left[s] -= 1;
            if survives[s] && (explored.states[s].2 == Side::Right || left[s] == 0) {
                survives[s] = false;
                lost.push(s);
            }
        }
    }
    Ok(survives)
}

/// The states from which Left wins, or moves in `x` without end.
fn buchi(explored: &Explored, h: &Handle) -> Result<Vec<bool>, Stop> {
    let n = explored.states.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
    for s in 0..n {
        for (to, in_x) in &explored.moves[s] {
            if let (To::State(t), false) = (to, in_x) {
                before[*t as usize].push(s as u32);
            }
        }
    }
    let mut hoped = vec![true; n];
    loop {
        let mut reached = vec![false; n];
        let mut missing = vec![0; n];
        let mut ready = Vec::new();
        for s in 0..n {
            h.tick()?;
            let good = |(to, in_x): &(To, bool)| match to {
                To::Known(known) => *known,
                To::State(t) => *in_x && hoped[*t as usize],
            };
            let goods = explored.moves[s].iter().filter(|&m| good(m)).count();
            let mine = explored.states[s].2 == Side::Left;
            missing[s] = if mine { usize::from(goods == 0) } else { explored.moves[s].len() - goods };
            if missing[s] == 0 {
                reached[s] = true;
                ready.push(s);
            }
        }
        while let Some(t) = ready.pop() {
            for &s in &before[t] {
                h.tick()?;
                let s = s as usize;
                if !reached[s] {
                    missing[s] -= 1;
                    if missing[s] == 0 {
                        reached[s] = true;
                        ready.push(s);
                    }
                }
            }
        }
        if reached == hoped {
            return Ok(reached);
        }
        hoped = reached;
    }
}

impl Loops {
    /// The options of a value.
    pub(crate) fn places(&self, place: Place, side: Side, d: Desk) -> Result<Vec<Place>, Stop> {
        match place {
            Place::Short(g) => Ok(d.store.options(g, side, d.h)?.into_iter().map(Place::Short).collect()),
            Place::Loop(l) => Ok(self.nodes[l as usize].options[index(side)].iter().map(|&s| s.into()).collect()),
            Place::Local(_) => Ok(Vec::new()),
        }
    }

    /// Whether Left survives `x - y`.
    pub(crate) fn survives(&mut self, x: Place, y: Place, mover: Side, d: Desk) -> Result<bool, Stop> {
        Duel::new(&Vec::new(), false).survives((x, y, mover), self, d)
    }
}
