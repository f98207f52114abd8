//! Sides of games that are no stoppers.
//!
//! The onside is the game in which endless play is a win for Left. Its nodes are simplified as stoppers are, with the order of
//! onsides (*Winning Ways*, ch. 11, "Sidling towards a game"): dominated options go, reversible ones are bypassed. A move of
//! Right that Left takes back for ever loses and goes; one of Left stays. Since simplifying many nodes at once may break
//! a cycle that mattered, the graph that comes out is compared with the one that went in, and taken only if every node has kept its onside;
//! else one change is made at a time. So what is found is proved. What becomes a stopper has a canonical form; where nothing more
//! can be simplified and a node is no stopper, there is no answer (Bach's carousel is such a game).

use super::graph::{Nodes, Place, SIDES, index, local, other, stoppers};
use super::order::{Desk, Duel};
use super::store::Loops;
use super::value::Stopper;
use sprague_games::Side;
use sprague_limits::Stop;

impl Loops {
    /// The onsides of nodes that are no stoppers.
    pub(crate) fn sidled(&mut self, mut nodes: Nodes, d: Desk) -> Result<Vec<Option<Stopper>>, Stop> {
        let mut met = vec![nodes.clone()];
        loop {
            d.h.tick()?;
            if stoppers(&nodes).iter().all(|&stops| stops) {
                break;
            }
            let all = self.simplified(&nodes, d)?;
            if !met.contains(&all) && self.keeps(&nodes, &all, d)? {
                met.push(all.clone());
                nodes = all;
                continue;
            }
            match self.one_change(&nodes, d)? {
                Some(changed) => nodes = changed,
                None => break,
            }
        }
        let stops = stoppers(&nodes);
        if stops.iter().all(|&stops| stops) {
            return Ok(self.canonical(&nodes, d)?.into_iter().map(Some).collect());
        }
        // Those that are stoppers by themselves, without the others.
        let kept: Vec<usize> = (0..nodes.len()).filter(|&v| stops[v]).collect();
        let place = |p: &Place| match local(*p) {
            None => *p,
            Some(v) => Place::Local(kept.binary_search(&v).expect("what a stopper leads to is one") as u32),
        };
        let sound: Nodes = kept.iter().map(|&v| nodes[v].each_ref().map(|s| s.iter().map(place).collect())).collect();
        let values = if sound.is_empty() { Vec::new() } else { self.canonical(&sound, d)? };
        let mut found = vec![None; nodes.len()];
        kept.into_iter().zip(values).for_each(|(v, value)| found[v] = Some(value));
        Ok(found)
    }

    fn simplified(&mut self, nodes: &Nodes, d: Desk) -> Result<Nodes, Stop> {
        let mut duel = Duel::new(nodes, true);
        let mut made = Nodes::new();
        for v in 0..nodes.len() as u32 {
            let mut sides = [Vec::new(), Vec::new()];
            for side in SIDES {
                let mut kept = Vec::new();
                for &option in &nodes[v as usize][index(side)] {
                    kept.extend(self.replacing(v, option, side, &mut duel, d)?);
                }
                sides[index(side)] = self.undominated(kept, side, &mut duel, d)?;
            }
            made.push(sides);
        }
        Ok(made)
    }

    /// What takes the place of an option: itself, or if it is reversible the options behind, as far as they go. Where they come round
    /// in a circle, Left keeps the option, as endless play is what she wants, and Right loses it.
    fn replacing(&mut self, v: u32, option: Place, side: Side, duel: &mut Duel, d: Desk) -> Result<Vec<Place>, Stop> {
        let (mut open, mut seen, mut kept) = (vec![option], vec![option], Vec::new());
        while let Some(o) = open.pop() {
            d.h.tick()?;
            let Some(through) = self.reverses(Place::Local(v), o, side, duel, d)? else {
                kept.push(o);
                continue;
            };
            for next in self.options_in(through, side, duel.nodes, d)? {
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                } else if side == Side::Left {
                    return Ok(vec![option]);
                }
            }
        }
        Ok(kept)
    }

    /// The first change of one node that keeps all onsides.
    fn one_change(&mut self, nodes: &Nodes, d: Desk) -> Result<Option<Nodes>, Stop> {
        let mut duel = Duel::new(nodes, true);
        let mut candidates = Vec::new();
        for v in 0..nodes.len() as u32 {
            for side in SIDES {
                let options = &nodes[v as usize][index(side)];
                for (i, &o) in options.iter().enumerate() {
                    d.h.tick()?;
                    let mut rest = options.clone();
                    rest.remove(i);
                    // Whether another one is as good, or moving there is taken back.
                    for &by in &rest {
                        let (low, high) = if side == Side::Left { (o, by) } else { (by, o) };
                        if duel.ge(high, low, self, d)? {
                            candidates.push((v, side, rest.clone()));
                            break;
                        }
                    }
                    for through in self.options_in(o, other(side), nodes, d)? {
                        let (low, high) =
                            if side == Side::Left { (through, Place::Local(v)) } else { (Place::Local(v), through) };
                        if duel.ge(high, low, self, d)? {
                            let mut with = rest.clone();
                            for p in self.options_in(through, side, nodes, d)? {
                                if p != o && !with.contains(&p) {
                                    with.push(p);
                                }
                            }
                            candidates.push((v, side, with));
                        }
                    }
                }
            }
        }
        for (v, side, mut options) in candidates {
            let mut changed = nodes.clone();
            options.sort_unstable();
            changed[v as usize][index(side)] = options;
            // A change must make less, so that there is an end.
            if size(&changed) < size(nodes) && self.keeps(nodes, &changed, d)? {
                return Ok(Some(changed));
            }
        }
        Ok(None)
    }

    /// Whether each node of two graphs has the same onside in both.
    fn keeps(&mut self, before: &Nodes, after: &Nodes, d: Desk) -> Result<bool, Stop> {
        let n = before.len() as u32;
        let moved = |p: &Place| match *p {
            Place::Local(v) => Place::Local(v + n),
            p => p,
        };
        let mut both = before.clone();
        both.extend(after.iter().map(|node| node.each_ref().map(|side| side.iter().map(moved).collect())));
        let mut duel = Duel::new(&both, true);
        for v in (0..n).filter(|&v| before[v as usize] != after[v as usize]) {
            if !duel.same(Place::Local(v), Place::Local(v + n), self, d)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What each change makes smaller: moves between nodes, then all moves.
fn size(nodes: &Nodes) -> (usize, usize) {
    let inner = nodes.iter().flatten().flatten().filter(|p| local(**p).is_some()).count();
    (inner, nodes.iter().flatten().map(Vec::len).sum())
}
