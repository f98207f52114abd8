//! Ordinal sums: a base as a form, and on it a loopy game; what stands on a base.
//!
//! A move in the base ends what stands on it. What is better on top is better in all (the colon principle), whoever wins endless play, so the
//! sides of a sum are the sums with the sides.

use super::graph::{SIDES, index};
use super::order::Desk;
use super::store::Loops;
use super::value::{Graph, Link, Loopy, NOTHING, Sides, Stopper, Trouble};
use rustc_hash::FxHashMap;
use sprague_games::{Dyadic, Game, Store};
use sprague_limits::{Handle, Stop};

impl Loops {
    /// `base : top`, the base as the options that its form has.
    pub fn ordinal_sum(
        &mut self,
        base: [&[Loopy]; 2],
        top: Loopy,
        store: &Store,
        h: &Handle,
    ) -> Result<Loopy, Trouble> {
        let d = Desk { store, h };
        let graph = self.stacked(base, top.on, d)?;
        let found = self.values(&graph, store, h)?[0];
        let found = if top.stopper().is_some() {
            found
        } else {
            let graph = self.stacked(base, top.off, d)?;
            Sides { on: found.on, off: self.values(&graph, store, h)?[0].off }
        };
        found.value().ok_or(Trouble::NotSided(found))
    }

    /// The positions of `base : top`.
    fn stacked(&mut self, base: [&[Loopy]; 2], top: Stopper, d: Desk) -> Result<Graph, Stop> {
        let short = base.map(|side| side.iter().map(|g| g.short()).collect::<Option<Vec<Game>>>());
        let mut graph = Graph::new(1);
        let mut nodes = FxHashMap::from_iter([(top, 0)]);
        let mut tops = vec![top];
        let mut next = 0;
        while let Some(&here) = tops.get(next) {
            for side in SIDES {
                for &option in base[index(side)] {
                    graph.link(next, side, Link::Value(option));
                }
                for option in self.options_of(here, side, d)? {
                    d.h.tick()?;
                    let link = match (option, &short) {
                        (Stopper::Short(g), [Some(left), Some(right)]) => {
                            Link::Value(d.store.ordinal_sum(left, right, g, d.h)?.into())
                        }
                        _ => Link::Node(match nodes.get(&option) {
                            Some(&node) => node,
                            None => {
                                d.h.reserve(200)?;
                                nodes.insert(option, graph.add());
                                tops.push(option);
                                graph.len() - 1
                            }
                        }),
                    };
                    graph.link(next, side, link);
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// A stopper `top` with `base : top = g`, where the base has short options, if one is found among the games that have a follower for each
    /// loopy follower of `g`. What is found is checked.
    pub fn subordinate(
        &mut self,
        base: [&[Game]; 2],
        g: Stopper,
        store: &Store,
        h: &Handle,
    ) -> Result<Option<Loopy>, Trouble> {
        let Stopper::Loop(l) = g else { return Ok(None) };
        let all = self.loopy_followers(l.0, h)?;
        let mut graph = Graph::new(all.len());
        for (node, &v) in all.iter().enumerate() {
            for side in SIDES {
                for option in self.nodes[v as usize].options[index(side)].clone() {
                    let link = match option {
                        Stopper::Short(o) if base[index(side)].contains(&o) => continue,
                        Stopper::Short(o) => match store.subordinate(base[0], base[1], o, h)? {
                            Some(top) => Link::Value(top.into()),
                            None => return Ok(None),
                        },
                        Stopper::Loop(o) => Link::Node(all.iter().position(|&v| v == o.0).unwrap_or(0)),
                    };
                    graph.link(node, side, link);
                }
            }
        }
        let Some(top) = self.values(&graph, store, h)?[0].value() else { return Ok(None) };
        let base = base.map(|side| side.iter().map(|&g| Loopy::from(g)).collect::<Vec<_>>());
        let sum = self.ordinal_sum([&base[0], &base[1]], top, store, h)?;
        Ok((sum == Loopy::from(g)).then_some(top))
    }

    /// `g^<on>` and `g^[on]` of a game `<0 | h>`, whose options of Right these are: `<0 | h - g^[x]>` and `<| h> : x` for a loopy exponent.
    pub fn power(
        &mut self,
        right: &[Game],
        exponent: Loopy,
        store: &Store,
        h: &Handle,
    ) -> Result<Option<Loopy>, Trouble> {
        let [answer] = right else { return Ok(None) };
        let less = self.sub(exponent, store.number(Dyadic::from(1)).into(), store, h)?;
        let sum = self.ordinal_sum([&[], &[(*answer).into()]], less, store, h)?;
        let answer = self.sub((*answer).into(), sum, store, h)?;
        self.brackets(&[NOTHING.into()], &[answer], store, h).map(Some)
    }
}
