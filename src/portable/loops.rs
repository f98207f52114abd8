//! Loopy games as data and back: as they were written, where they were, else by the canonical forms of their sides.
//!
//! A game is a node of a graph, its options nodes or values; a value that is no stopper has two sides. What is read is simplified again.

use super::reading::{Decoder, broken, place_in};
use super::writing::Writer;
use crate::adapters::loopy::games::LoopyGame;
use crate::adapters::loopy::written_loops::Written;
use crate::games::Side;
use crate::limits::with_stack;
use crate::stoppers::{Graph, Link, Loop, Loopy, Stopper, Trouble};
use crate::value::{Res, Value};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};
use std::rc::Rc;

const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// What is read is nested no deeper than this: a game, its options, and their sides.
const NESTED: u32 = 6;

impl Writer<'_, '_> {
    pub(super) fn loopy(&mut self, game: &LoopyGame) -> Res<Json> {
        let Some(written) = game.written.as_ref().filter(|written| written.called.is_none()) else {
            return self.loopy_value(game.value);
        };
        let mut nodes = Vec::with_capacity(written.graph.len());
        for node in 0..written.graph.len() {
            let mut options = [Vec::new(), Vec::new()];
            for (side, list) in SIDES.into_iter().zip(&mut options) {
                for &link in written.graph.options(node, side) {
                    self.spend(1)?;
                    list.push(match link {
                        Link::Node(node) => json!(node),
                        Link::Value(value) => self.loopy_value(value)?,
                    });
                }
            }
            nodes.push(json!(options));
        }
        Ok(json!({ "loop": written.node, "nodes": nodes, "written": true }))
    }

    pub(super) fn loopy_value(&mut self, value: Loopy) -> Res<Json> {
        match value.stopper() {
            Some(stopper) => self.stopper(stopper),
            None => Ok(json!({ "sides": [self.stopper(value.on)?, self.stopper(value.off)?] })),
        }
    }

    /// The table of a short game, or the canonical form as a graph.
    fn stopper(&mut self, stopper: Stopper) -> Res<Json> {
        let root = match stopper {
            Stopper::Short(game) => return self.game(game),
            Stopper::Loop(root) => root,
        };
        let (mut all, mut numbers) = (vec![stopper], FxHashMap::<Loop, usize>::from_iter([(root, 0)]));
        let mut nodes = Vec::new();
        while let Some(&node) = all.get(nodes.len()) {
            let mut options = [Vec::new(), Vec::new()];
            for (side, list) in SIDES.into_iter().zip(&mut options) {
                for option in self.m.loops.options(node, side, &self.m.store, &self.m.handle)? {
                    self.spend(1)?;
                    list.push(match option {
                        Stopper::Short(game) => self.game(game)?,
                        Stopper::Loop(id) => json!(*numbers.entry(id).or_insert_with(|| {
                            all.push(option);
                            all.len() - 1
                        })),
                    });
                }
            }
            nodes.push(json!(options));
        }
        Ok(json!({ "loop": 0, "nodes": nodes }))
    }
}

impl Decoder<'_> {
    pub(super) fn loopy(&mut self, object: &Map<String, Json>) -> Res {
        let (value, graph, node) = self.loop_of(object, NESTED)?;
        if value.short().is_some() || object.get("written").is_none() {
            return Ok(self.m.loopy_result(value));
        }
        let written = Some(Rc::new(Written { node, ..Written::from(graph) }));
        Ok(Value::of(LoopyGame { value, written }))
    }

    pub(super) fn sided(&mut self, sides: &[Json]) -> Res {
        let value = self.sides_of(sides, NESTED)?;
        Ok(self.m.loopy_result(value))
    }

    /// The value that came with a position.
    pub(super) fn loopy_worth(&mut self, data: &Json) -> Res {
        let value = self.loopy_value(data, NESTED)?;
        Ok(self.m.loopy_result(value))
    }

    fn loop_of(&mut self, object: &Map<String, Json>, depth: u32) -> Res<(Loopy, Graph, usize)> {
        let Some(nodes) = object.get("nodes").and_then(Json::as_array) else { return broken() };
        let mut graph = Graph::new(nodes.len());
        for (node, options) in nodes.iter().enumerate() {
            let Some([Json::Array(left), Json::Array(right)]) = options.as_array().map(Vec::as_slice) else {
                return broken();
            };
            for (side, list) in SIDES.into_iter().zip([left, right]) {
                for option in list {
                    self.m.handle.tick()?;
                    let link = match place_in(option, nodes.len()) {
                        Some(node) => Link::Node(node),
                        None => Link::Value(with_stack(|| self.loopy_value(option, depth))?),
                    };
                    graph.link(node, side, link);
                }
            }
        }
        let Some(node) = object.get("loop").and_then(|node| place_in(node, nodes.len())) else { return broken() };
        let value = self.m.loops.value(&graph, node, &self.m.store, &self.m.handle);
        Ok((whole(value)?, graph, node))
    }

    fn loopy_value(&mut self, data: &Json, depth: u32) -> Res<Loopy> {
        let (Some(depth), Json::Object(object)) = (depth.checked_sub(1), data) else {
            return self.game(data).map(Loopy::from);
        };
        match object.get("sides") {
            Some(Json::Array(sides)) => self.sides_of(sides, depth),
            _ => self.loop_of(object, depth).map(|(value, ..)| value),
        }
    }

    fn sides_of(&mut self, sides: &[Json], depth: u32) -> Res<Loopy> {
        let [on, off] = sides else { return broken() };
        let sides = (self.loopy_value(on, depth)?.stopper(), self.loopy_value(off, depth)?.stopper());
        let (Some(on), Some(off)) = sides else { return broken() };
        whole(self.m.loops.sided(on, off, &self.m.store, &self.m.handle))
    }
}

/// Data that have no value are damaged.
fn whole(value: Result<Loopy, Trouble>) -> Res<Loopy> {
    match value {
        Ok(value) => Ok(value),
        Err(Trouble::Stop(stop)) => Err(stop.into()),
        Err(_) => broken(),
    }
}
