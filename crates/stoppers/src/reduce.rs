//! Canonical forms of stoppers: no option is dominated, none reversible, no two nodes are the same (Siegel, ch. VI.2).

use super::graph::{Nodes, Place, SIDES, components, index, local, local_edges, other, stoppers};
use super::order::{Desk, Duel};
use super::store::Loops;
use super::value::Stopper;
use sprague_games::Side;
use sprague_limits::Stop;

impl Loops {
    /// The values of nodes, each `None` where it is not a stopper and no stopper was found that its onside is equal to.
    pub(crate) fn onsides(&mut self, nodes: &Nodes, d: Desk) -> Result<Vec<Option<Stopper>>, Stop> {
        let stops = stoppers(nodes);
        let edges = local_edges(nodes);
        let mut found: Vec<Option<Stopper>> = vec![None; nodes.len()];
        for component in components(&edges) {
            d.h.ticks(component.len() as u64)?;
            // With the nodes below whose sides are no stoppers.
            let (part, members) = part(&component, nodes, &found, &edges);
            let values = if stops[component[0]] {
                self.canonical(&part, d)?.into_iter().map(Some).collect()
            } else {
                self.sidled(part, d)?
            };
            for (v, value) in members.into_iter().zip(values).take(component.len()) {
                found[v] = value;
            }
        }
        Ok(found)
    }

    /// The values of nodes that are stoppers.
    pub(crate) fn canonical(&mut self, nodes: &Nodes, d: Desk) -> Result<Vec<Stopper>, Stop> {
        if let [node] = &nodes[..]
            && node.iter().flatten().all(|p| matches!(p, Place::Short(_)))
        {
            return self.enter(nodes, d);
        }
        let mut duel = Duel::new(nodes, false);
        let mut reduced = Nodes::new();
        for v in 0..nodes.len() as u32 {
            let mut sides = [Vec::new(), Vec::new()];
            for side in SIDES {
                let bypassed = self.bypassed(v, side, &mut duel, d)?;
                sides[index(side)] = self.undominated(bypassed, side, &mut duel, d)?;
            }
            reduced.push(sides);
        }
        self.enter(&reduced, d)
    }

    /// The options of a node with each reversible one replaced by what it reverses to, again and again: the way follows an
    /// alternating run of moves, which ends in a stopper.
    fn bypassed(&mut self, v: u32, side: Side, duel: &mut Duel, d: Desk) -> Result<Vec<Place>, Stop> {
        let mut open = duel.nodes[v as usize][index(side)].clone();
        let mut seen = open.clone();
        let mut kept = Vec::new();
        while let Some(option) = open.pop() {
            d.h.tick()?;
            match self.reverses(Place::Local(v), option, side, duel, d)? {
                None => kept.push(option),
                Some(through) => {
                    for o in self.options_in(through, side, duel.nodes, d)? {
                        if !seen.contains(&o) {
                            seen.push(o);
                            open.push(o);
                        }
                    }
                }
            }
        }
        Ok(kept)
    }

    /// The answer through which an option of `g` reverses, if there is one.
    pub(crate) fn reverses(
        &mut self,
        g: Place,
        option: Place,
        side: Side,
        duel: &mut Duel,
        d: Desk,
    ) -> Result<Option<Place>, Stop> {
        for answer in self.options_in(option, other(side), duel.nodes, d)? {
            d.h.tick()?;
            let back = match side {
                Side::Left => duel.ge(g, answer, self, d)?,
                Side::Right => duel.ge(answer, g, self, d)?,
            };
            if back {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    pub(crate) fn options_in(&self, place: Place, side: Side, nodes: &Nodes, d: Desk) -> Result<Vec<Place>, Stop> {
        match local(place) {
            Some(v) => Ok(nodes[v][index(side)].clone()),
            None => self.places(place, side, d),
        }
    }

    /// The options that no other dominates; of equal ones a value, or the first.
    pub(crate) fn undominated(
        &mut self,
        mut options: Vec<Place>,
        side: Side,
        duel: &mut Duel,
        d: Desk,
    ) -> Result<Vec<Place>, Stop> {
        options.sort_unstable();
        options.dedup();
        let mut i = 0;
        'next: while i < options.len() {
            // Later ones go first, so that of equal options the first stays.
            let at = options.len() - 1 - i;
            for j in 0..options.len() {
                d.h.tick()?;
                let (o, by) = (options[at], options[j]);
                let worse = j != at
                    && match side {
                        Side::Left => duel.ge(by, o, self, d)?,
                        Side::Right => duel.ge(o, by, self, d)?,
                    };
                if worse {
                    options.remove(at);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(options)
    }
}

/// A component as a graph of its own, its nodes first, then the nodes below that have no value, and which nodes these are.
fn part(component: &[usize], nodes: &Nodes, found: &[Option<Stopper>], edges: &[Vec<usize>]) -> (Nodes, Vec<usize>) {
    let mut members = component.to_vec();
    let mut place = rustc_hash::FxHashMap::from_iter(component.iter().zip(0..).map(|(&v, i)| (v, i)));
    let mut next = 0;
    while let Some(&v) = members.get(next) {
        next += 1;
        for &w in &edges[v] {
            if found[w].is_none() && !place.contains_key(&w) {
                place.insert(w, members.len() as u32);
                members.push(w);
            }
        }
    }
    let seen = |p: &Place| match local(*p) {
        None => *p,
        Some(v) => found[v].map_or_else(|| Place::Local(place[&v]), Place::from),
    };
    let part = members.iter().map(|&v| nodes[v].each_ref().map(|side| side.iter().map(seen).collect())).collect();
    (part, members)
}
