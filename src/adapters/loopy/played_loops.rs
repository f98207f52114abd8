//! Loopy games as positions, so that play with them is explored like all other play.
//!
//! In: a loopy game. Out: a position with the moves that were written (`loop a <0 | a>`), of a stopper without a form those of its canonical
//! form, of `dud` passes; the options that were written keep their forms. What is asked of forms is asked of these: the loopy nim-value of
//! an impartial one, and whether it is dicot. Equal graphs give equal positions. Cost: the graph, each node of which is named once.

use super::games::LoopyGame;
use super::written_loops::Written;
use crate::adapters::universes::Universe;
use crate::diagnostics::Mistake;
use crate::eval::rules::position_of;
use crate::eval::{Machine, NativeRules, Thing};
use crate::games::Side;
use crate::graphs::{Digraph, LoopyNimber, loopy_nimbers};
use crate::limits::with_stack;
use crate::stoppers::{Graph, Link, Loopy, Stopper};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Fault, Player, Position, Res, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// Most nodes of a canonical form that is played, and most followers of a game that are looked at.
const MOST: usize = 50_000;

/// An option: another node, or a game of its own.
#[derive(Debug)]
enum Step {
    Node(usize),
    Game(Key),
}

impl PartialEq for Step {
    /// Loopy games inside are compared by place alone, so that this goes no deeper, however games are nested.
    fn eq(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Node(a), Step::Node(b)) => a == b,
            (Step::Game(a), Step::Game(b)) => match (place_of(&a.0), place_of(&b.0)) {
                (Some(a), Some(b)) => Rc::ptr_eq(&a.plan, &b.plan) && a.node == b.node,
                (None, None) => a == b,
                _ => false,
            },
            _ => false,
        }
    }
}

impl Hash for Step {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Step::Node(node) => node.hash(state),
            Step::Game(game) => game.hash(state),
        }
    }
}

fn place_of(game: &Value) -> Option<&Place> {
    match game {
        Value::Position(position) => position.arguments.first()?.thing(),
        _ => None,
    }
}

/// A graph whose nodes have names.
#[derive(Debug)]
struct Plan {
    nodes: Vec<[Vec<Step>; 2]>,
    names: Vec<String>,
    digest: u64,
}

/// A node of it: what a position has as its parameter.
#[derive(Debug)]
struct Place {
    plan: Rc<Plan>,
    node: usize,
}

/// Positions with one parameter, a [`Place`].
#[derive(Debug)]
struct Looping;

impl Machine {
    /// A game in the shape in which it is played: a loopy one as a position, all others as they are. An error for a game with two sides of which no
    /// form is known.
    pub(crate) fn playable(&mut self, value: &Value) -> Res {
        let Some(game) = value.thing::<LoopyGame>().cloned() else { return Ok(value.clone()) };
        let written = match (&game.written, game.value.stopper()) {
            (Some(written), _) => Rc::clone(written),
            (None, Some(stopper)) => Rc::new(self.canonical_graph(stopper)?.into()),
            (None, None) => Rc::new(self.passes(game.value)?.into()),
        };
        if let Some(position) = written.played.get() {
            return Ok(position.clone());
        }
        let position = with_stack(|| self.planned(&written))?;
        Ok(written.played.get_or_init(|| position).clone())
    }

    /// The loopy nim-value of a loopy game as it is played; `None` if it is not impartial, or more than `bound` games can be reached.
    pub(super) fn nimber_of_loop(&mut self, game: &Value, bound: usize) -> Res<Option<LoopyNimber>> {
        let game = self.playable(game)?;
        if !self.impartial(&game)? {
            return Ok(None);
        }
        let mut index = FxHashMap::from_iter([(self.played_key(&game)?, 0)]);
        let (mut games, mut graph, mut known) = (vec![game], Digraph::new(), Vec::new());
        while let Some(here) = games.get(graph.rows()).cloned() {
            self.handle.tick()?;
            let mut row = Vec::new();
            if let Value::Position(_) = here {
                for record in self.moves_of(&here, Player::Left)? {
                    let next = u32::try_from(games.len()).unwrap_or(u32::MAX);
                    row.push(*index.entry(self.played_key(&record.to)?).or_insert_with(|| {
                        games.push(record.to);
                        next
                    }));
                }
            } else {
                // An option that was no loop.
                let Some(value) = self.loopy_value(&here, bound)? else { return Ok(None) };
                known.push((u32::try_from(graph.rows()).unwrap_or(u32::MAX), value));
            }
            if games.len() > bound {
                return Ok(None);
            }
            graph.push(row)?;
        }
        Ok(loopy_nimbers(&graph, &known, &self.handle)?.into_iter().next())
    }

    /// Whether both players can move or nobody can, in a loopy game and all its followers, as they are played.
    pub(crate) fn is_dicot_loop(&mut self, game: &Value) -> Res<bool> {
        let mut games = vec![self.playable(game)?];
        let mut seen = FxHashSet::default();
        while let Some(here) = games.pop() {
            self.handle.tick()?;
            if !matches!(here, Value::Position(_)) {
                if !self.belongs(&here, Universe::Dicot)? {
                    return Ok(false);
                }
                continue;
            }
            if !seen.insert(self.played_key(&here)?) {
                continue;
            }
            if seen.len() > MOST {
                return Fault::new(Mistake::TooLarge, format!("this game has more than {MOST} followers")).err();
            }
            let [left, right] = [Player::Left, Player::Right].map(|player| self.moves_of(&here, player));
            let (left, right) = (left?, right?);
            if left.is_empty() != right.is_empty() {
                return Ok(false);
            }
            games.extend(left.into_iter().chain(right).map(|record| record.to));
        }
        Ok(true)
    }

    fn planned(&mut self, written: &Written) -> Res {
        let sides = self.loops.values(&written.graph, &self.store, &self.handle)?;
        let (mut names, mut nodes) = (Vec::with_capacity(sides.len()), Vec::with_capacity(sides.len()));
        for (node, sides) in sides.into_iter().enumerate() {
            names.push(match sides.value() {
                Some(value) => self.loops.name(value, &self.store, &self.handle)?,
                None => written.names[node].clone(),
            });
            let mut both = [Vec::new(), Vec::new()];
            for (steps, side) in both.iter_mut().zip([Side::Left, Side::Right]) {
                for (place, &link) in written.graph.options(node, side).iter().enumerate() {
                    steps.push(match (link, written.inside.get(&(node, side, place))) {
                        (Link::Node(to), _) => Step::Node(to),
                        (Link::Value(value), inside) => {
                            let game = inside.cloned().unwrap_or_else(|| self.loopy_result(value));
                            let game = self.playable(&game)?;
                            Step::Game(self.played_key(&game)?)
                        }
                    });
                }
            }
            nodes.push(both);
        }
        let digest = FxBuildHasher.hash_one(&nodes);
        Ok(self.place(Rc::new(Plan { nodes, names, digest }), written.node))
    }

    fn place(&mut self, plan: Rc<Plan>, node: usize) -> Value {
        let rules =
            self.rules_for("loopy form", |machine| machine.native_rules("loopy form", "g", false, Rc::new(Looping)));
        position_of(&rules, [Value::of(Place { plan, node })])
    }

    /// The canonical form of a stopper.
    fn canonical_graph(&mut self, stopper: Stopper) -> Res<Graph> {
        let (mut graph, mut known) = (Graph::new(1), FxHashMap::from_iter([(stopper, 0)]));
        let (mut nodes, mut next) = (vec![stopper], 0);
        while let Some(&here) = nodes.get(next) {
            self.handle.tick()?;
            for side in [Side::Left, Side::Right] {
                for option in self.loops.options(here, side, &self.store, &self.handle)? {
                    if option.short().is_some() {
                        graph.link(next, side, Link::Value(option.into()));
                        continue;
                    }
                    let to = *known.entry(option).or_insert(nodes.len());
                    if to == nodes.len() {
                        if to >= MOST {
                            return Fault::new(Mistake::TooLarge, format!("this form has more than {MOST} followers"))
                                .err();
                        }
                        nodes.push(option);
                        graph.add();
                    }
                    graph.link(next, side, Link::Node(to));
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// `dud`, in which both players pass; there is no canonical form of other games with two sides.
    fn passes(&mut self, value: Loopy) -> Res<Graph> {
        if (value.on, value.off) != (self.loops.on(), self.loops.off()) {
            let name = self.loops.name(value, &self.store, &self.handle)?;
            return Fault::new(Mistake::Unsuitable, format!("{name} is a value with two sides, and no form of it was written, so it cannot be played"))
                .note("A game that is written as `loop a <0 | a>`, a position, and a stopper can; `onside(g)` and `offside(g)` are stoppers.")
                .err();
        }
        let mut graph = Graph::new(1);
        for side in [Side::Left, Side::Right] {
            graph.link(0, side, Link::Node(0));
        }
        Ok(graph)
    }
}

impl NativeRules for Looping {
    fn make(&self, _: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        Ok(position_of(rules, arguments))
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, player: Player) -> Res<Vec<Value>> {
        let Some(Place { plan, node }) = position.arguments[0].thing() else { return Ok(Vec::new()) };
        let steps = &plan.nodes[*node][usize::from(player == Player::Right)];
        Ok(steps
            .iter()
            .map(|step| match step {
                Step::Node(to) => machine.place(Rc::clone(plan), *to),
                Step::Game(game) => game.0.clone(),
            })
            .collect())
    }

    fn notation(&self, _: &mut Machine, position: &Position) -> Res<Option<String>> {
        Ok(position.arguments[0].thing::<Place>().map(|place| place.plan.names[place.node].clone()))
    }
}

impl Thing for Place {
    fn kind(&self) -> &'static str {
        "loopy game"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Place>().is_some_and(|other| {
            let plans = || Rc::ptr_eq(&self.plan, &other.plan) || self.plan.nodes == other.plan.nodes;
            self.node == other.node && self.plan.digest == other.plan.digest && plans()
        })
    }

    fn digest(&self) -> u64 {
        FxBuildHasher.hash_one((self.plan.digest, self.node))
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.plan.names[self.node].clone())
    }
}
