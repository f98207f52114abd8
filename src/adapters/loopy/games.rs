//! Loopy games as values: stoppers, and games with an onside and an offside.
//!
//! In: any game whose play need not end. Out: its value, which adds, compares and prints as values of short games do; those
//! are values of the store, and stay there. Positions are explored, and what is written in brackets is a graph; the sides are found in
//! `crate::stoppers`. A sum has the sum of its components' values, so that its positions are never made.

use super::Which;
use super::written_loops::Written;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::{Game, Relation, Side, ZERO};
use crate::graphs::Outcome;
use crate::limits::with_stack;
use crate::stoppers::{Graph, Link, Loopy, Pseudonumber, Sides, Stopper, Trouble, Winners};
use crate::value::fault::{Endless, endless};
use crate::value::{Convention, Fault, Flow, Operator, Player, Res, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use serde_json::{Value as Json, json};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;

/// How many positions are explored to find a value.
const MOST: usize = 50_000;

/// A loopy game; short games are games.
#[derive(Clone, Debug)]
pub struct LoopyGame {
    /// What it is equal to.
    pub value: Loopy,
    /// How it was written.
    pub written: Option<Rc<Written>>,
}

impl Thing for LoopyGame {
    fn kind(&self) -> &'static str {
        "loopy game"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<LoopyGame>().is_some_and(|other| other.value == self.value)
    }

    fn equals(&self, machine: &mut Machine, other: &Value) -> Option<Res<bool>> {
        (machine.has_loopy_value(other) && !machine.is_beyond(other))
            .then(|| Ok(machine.loopy_game(other)? == self.value))
    }

    fn digest(&self) -> u64 {
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        self.value.hash(&mut hasher);
        std::hash::Hasher::finish(&hasher)
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        Ok(machine.loops.name(self.value, &machine.store, &machine.handle)?)
    }

    fn latex(&self, machine: &mut Machine) -> Option<String> {
        machine.loops.latex(self.value, &machine.store, &machine.handle).ok()
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let name = self.notation(machine)?;
        let (m, d) = (&mut machine.loops, (&machine.store, &*machine.handle));
        let on = m.name(self.value.on.into(), d.0, d.1)?;
        let off = m.name(self.value.off.into(), d.0, d.1)?;
        Ok(json!({"value": name, "onside": on, "offside": off, "stopper": self.value.stopper().is_some()}))
    }

    fn is_option(&self) -> bool {
        true
    }

    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        if op == Operator::Neg {
            return Some(machine.negative_loopy(self.value));
        }
        if machine.is_beyond(other) {
            return machine.sum_beyond(self, op, other, reversed);
        }
        if op == Operator::Mul {
            return other.as_integer().map(|n| machine.loopy_multiple(&n, self.value));
        }
        let sign = match op {
            Operator::Add => false,
            Operator::Sub => true,
            _ => return None,
        };
        machine.has_loopy_value(other).then(|| {
            let other = machine.loopy_game(other)?;
            let (a, mut b) = if reversed { (other, self.value) } else { (self.value, other) };
            if sign {
                b = machine.loops.neg(b, &machine.store, &machine.handle)?;
            }
            let sum = machine.loopy_sum(a, b)?;
            Ok(machine.loopy_result(sum))
        })
    }

    fn compare(&self, machine: &mut Machine, other: &Value) -> Option<Res<Relation>> {
        if machine.is_beyond(other) {
            return Some(machine.relation_beyond(self.value, other));
        }
        machine.has_loopy_value(other).then(|| {
            let other = machine.loopy_game(other)?;
            machine.loopy_order(self.value, other)
        })
    }

    fn explain(&self, machine: &mut Machine) -> Option<Res> {
        Some(machine.explain_loopy(self))
    }
}

impl Machine {
    /// Whether a value is a game, loopy ones included.
    pub(crate) fn has_loopy_value(&self, value: &Value) -> bool {
        value.is_game() || value.thing::<LoopyGame>().is_some()
    }

    /// A value as a value of the language: short games are games.
    pub(crate) fn loopy_result(&self, value: Loopy) -> Value {
        match value.short() {
            Some(game) => self.game_value(game),
            None => Value::of(LoopyGame { value, written: None }),
        }
    }

    /// Loopy games that have names from the start.
    pub(crate) fn loopy_constants(&mut self) -> Vec<(&'static str, Value)> {
        let (store, h) = (&self.store, &self.handle);
        let [on, off, over, under] =
            [self.loops.on(), self.loops.off(), self.loops.over(), self.loops.under()].map(Loopy::from);
        let mut all = vec![("on", on), ("off", off), ("over", over), ("under", under)];
        all.push(("dud", Loopy { on: on.on, off: off.off }));
        // Nothing can stop so short a computation.
        all.extend(self.loops.upon_value(store, h).map(|upon| ("upon", upon.into())).ok());
        // tis = <0 | tisn>, tisn = <tis | 0>.
        let mut graph = Graph::new(2);
        for (node, free, bound) in [(0, Side::Left, Side::Right), (1, Side::Right, Side::Left)] {
            graph.link(node, free, Link::Value(ZERO.into()));
            graph.link(node, bound, Link::Node(1 - node));
        }
        let found = self.loops.values(&graph, store, h).unwrap_or_default();
        let mut constants: Vec<_> = all.into_iter().map(|(name, value)| (name, self.loopy_result(value))).collect();
        for (node, (name, sides)) in ["tis", "tisn"].into_iter().zip(found).enumerate() {
            let names = vec!["tis".into(), "tisn".into()];
            let written = Written { node, called: Some(name), names, ..graph.clone().into() };
            let game = |value| LoopyGame { value, written: Some(Rc::new(written)) };
            constants.extend(sides.value().map(|value| (name, Value::of(game(value)))));
        }
        constants
    }

    /// The value of a game, whether or not its play must end.
    pub(crate) fn loopy_game(&mut self, value: &Value) -> Res<Loopy> {
        if let Value::Game(game) = value {
            return Ok((*game).into());
        }
        if let Some(game) = value.thing::<LoopyGame>() {
            return Ok(game.value);
        }
        match value {
            Value::Form(_) | Value::Position(_) | Value::Sum(_) => match self.game(value) {
                Ok(game) => Ok(game.into()),
                Err(flow) if endless(&flow) == Some(Endless::Cycle) => match with_stack(|| self.circling(value)) {
                    // `value` clauses that go round lead nowhere.
                    Err(other) if is_growing(&other) => Err(flow),
                    found => found,
                },
                Err(flow) => Err(flow),
            },
            Value::Move(made) => self.loopy_game(&made.to.clone()),
            other => Ok(self.game(other)?.into()),
        }
    }

    /// The value of a game if it is that of a short one.
    pub(crate) fn short_game(&mut self, value: &Value) -> Res<Option<Game>> {
        match value {
            Value::Game(game) => Ok(Some(*game)),
            _ if self.is_beyond(value) => Ok(None),
            Value::Int(_) | Value::Big(_) | Value::Ratio(_) => self.game(value).map(Some),
            other => Ok(self.loopy_game(other)?.short()),
        }
    }

    /// The value of a short game, of which something is asked that loopy games do not have: `lacks` says so after their name.
    pub(crate) fn ending(&mut self, value: &Value, lacks: &str, why: &str) -> Res<Game> {
        if !self.is_loopy(value) {
            return self.game(value);
        }
        let game = self.loopy_game(value)?;
        let name = self.loops.name(game, &self.store, &self.handle)?;
        Fault::new(Mistake::Unsuitable, format!("{name} is loopy, so {lacks}")).note(why).err()
    }

    /// The value of a game that can go round.
    fn circling(&mut self, value: &Value) -> Res<Loopy> {
        match value {
            Value::Form(form) => {
                if let Some((left, right)) = form.options().cloned() {
                    let [left, right] = [left, right]
                        .map(|side| side.iter().map(|option| self.loopy_game(option)).collect::<Res<Vec<_>>>());
                    let found = self.loops.brackets(&left?, &right?, &self.store, &self.handle);
                    return self.or_told(found, None);
                }
                let Some(parts) = form.parts().cloned() else { return Ok(ZERO.into()) };
                let mut sum = self.loopy_game(&parts.number)?;
                for part in parts.all() {
                    let game = self.loopy_game(&part.game)?;
                    let many = self.many(&BigInt::from(part.count), game)?;
                    sum = self.loopy_sum(sum, many)?;
                }
                Ok(sum)
            }
            Value::Sum(sum) => {
                let mut total = self.loopy_game(&sum.rest)?;
                for (negative, position) in sum.terms.iter() {
                    let mut game = self.loopy_game(&Value::Position(Rc::clone(position)))?;
                    if *negative {
                        game = self.loops.neg(game, &self.store, &self.handle)?;
                    }
                    total = self.loopy_sum(total, game)?;
                }
                Ok(total)
            }
            position => {
                let sides = self.explored_sides(position)?;
                match sides.value() {
                    Some(value) => Ok(value),
                    None => self.sides_missing(sides, Some(position)),
                }
            }
        }
    }

    /// The sides of a position, by exploring all that can be reached.
    fn explored_sides(&mut self, position: &Value) -> Res<Sides> {
        let which = Which { split: true, impartial: false, convention: Convention::Normal };
        let root = self.node(which, position)?.unwrap_or_default();
        if let Some(&sides) = self.facts().of::<Known>().0.get(&root) {
            return Ok(sides);
        }
        let (graph, nodes) = self.explored_graph(root)?;
        let found = self.loops.values(&graph, &self.store, &self.handle)?;
        let known = self.facts().of::<Known>();
        known.0.extend(nodes.into_iter().zip(found.iter().copied()));
        Ok(found[0])
    }

    /// All that can be reached from a vertex, as a graph, and the vertices that its nodes are.
    pub(super) fn explored_graph(&mut self, root: u32) -> Res<(Graph, Vec<u32>)> {
        let which = Which { split: true, impartial: false, convention: Convention::Normal };
        let mut place = rustc_hash::FxHashMap::from_iter([(root, 0)]);
        let (mut graph, mut nodes, mut next) = (Graph::new(1), vec![root], 0);
        while let Some(&node) = nodes.get(next) {
            self.handle.tick()?;
            if next % 256 == 0 {
                self.handle.progress("positions explored", next as u64, None);
            }
            for (player, side) in [(Player::Left, Side::Left), (Player::Right, Side::Right)] {
                for option in self.node_options(which, node, player)?.unwrap_or_default() {
                    if let Some(game) = self.vertex_game(which, option) {
                        graph.link(next, side, Link::Value(game.into()));
                        continue;
                    }
                    let fresh = nodes.len();
                    let to = *place.entry(option).or_insert(fresh);
                    if to == fresh {
                        if fresh >= MOST {
                            let message = format!("more than {MOST} positions can be reached from this one");
                            return Fault::new(Mistake::TooLarge, message)
                                .note("`outcome` and `remoteness` explore further.")
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
        Ok((graph, nodes))
    }

    /// A position with all that can be reached from it, as a graph with names.
    pub(super) fn written_position(&mut self, position: &Value) -> Res<Written> {
        let which = Which { split: true, impartial: false, convention: Convention::Normal };
        let root = self.node(which, position)?.unwrap_or_default();
        let (graph, nodes) = self.explored_graph(root)?;
        let mut names = Vec::with_capacity(nodes.len());
        for node in nodes {
            names.push(self.vertex_name(which, node)?);
        }
        Ok(Written { names, ..graph.into() })
    }

    /// `a + b`.
    fn loopy_sum(&mut self, a: Loopy, b: Loopy) -> Res<Loopy> {
        let found = self.loops.add(a, b, &self.store, &self.handle);
        self.or_told(found, None)
    }

    pub(super) fn negative_loopy(&mut self, g: Loopy) -> Res {
        let negative = self.loops.neg(g, &self.store, &self.handle)?;
        Ok(self.loopy_result(negative))
    }

    fn loopy_multiple(&mut self, n: &BigInt, g: Loopy) -> Res {
        let many = self.many(n, g)?;
        Ok(self.loopy_result(many))
    }

    fn many(&mut self, n: &BigInt, g: Loopy) -> Res<Loopy> {
        if let Some(game) = g.short() {
            return Ok(self.store.multiple(n, game, &self.handle)?.into());
        }
        let one = if n.is_negative() { self.loops.neg(g, &self.store, &self.handle)? } else { g };
        let Some(count) = n.abs().to_u64() else {
            return Fault::new(Mistake::TooLarge, "copies of a loopy game are counted up to 2^64 - 1").err();
        };
        let found = self.loops.multiple(count, one, &self.store, &self.handle);
        self.or_told(found, None)
    }

    /// How they stand to each other.
    pub(crate) fn loopy_order(&mut self, a: Loopy, b: Loopy) -> Res<Relation> {
        let above = self.loops.ge(a, b, &self.store, &self.handle)?;
        let below = self.loops.ge(b, a, &self.store, &self.handle)?;
        Ok(match (above, below) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Confused,
        })
    }

    /// How two games compare of which one has no short value.
    pub(crate) fn loopy_relation(&mut self, a: &Value, b: &Value) -> Res<Relation> {
        let (a, b) = (self.loopy_game(a)?, self.loopy_game(b)?);
        self.loopy_order(a, b)
    }

    /// A stopper; an error for other loopy games says what they have instead.
    pub(crate) fn stopper(&mut self, value: &Value) -> Res<Stopper> {
        if let Value::Game(game) = value {
            return Ok((*game).into());
        }
        let game = self.loopy_game(value)?;
        if let Some(stopper) = game.stopper() {
            return Ok(stopper);
        }
        let name = self.loops.name(game, &self.store, &self.handle)?;
        Fault::new(Mistake::Unsuitable, format!("{name} is no stopper: its two sides differ"))
            .note("`onside(g)` and `offside(g)` are stoppers.")
            .err()
    }

    /// The options of a stopper in its canonical form.
    pub(crate) fn loopy_options(&mut self, value: &Value, player: Player) -> Res<Vec<Value>> {
        let stopper = self.stopper(value)?;
        let side = if player == Player::Right { Side::Right } else { Side::Left };
        let options = self.loops.options(stopper, side, &self.store, &self.handle)?;
        Ok(options.into_iter().map(|option| self.loopy_result(option.into())).collect())
    }

    /// Whether a value is one of a game whose play need not end.
    pub(crate) fn is_loopy(&self, value: &Value) -> bool {
        value.thing::<LoopyGame>().is_some()
    }

    /// A stopper as its value, which has its name, whatever brackets made it; another loopy game stays as it is played.
    pub(crate) fn without_brackets(&self, value: Value) -> Value {
        match value.thing::<LoopyGame>() {
            Some(game) if game.value.stopper().is_some() => self.loopy_result(game.value),
            _ => value,
        }
    }

    /// `G : H` where one of them is loopy; of a loopy `G` the canonical form is the base.
    pub(crate) fn loopy_ordinal(&mut self, g: &Value, h: &Value) -> Res {
        let base = self.base_options(g)?;
        let top = self.loopy_game(h)?;
        self.stacked(base, top)
    }

    /// The options of the base of an ordinal sum: of its form, of a loopy game of its canonical form.
    pub(crate) fn base_options(&mut self, g: &Value) -> Res<[Vec<Loopy>; 2]> {
        let mut base = [Vec::new(), Vec::new()];
        if self.is_loopy(g) {
            for (side, player) in base.iter_mut().zip([Player::Left, Player::Right]) {
                for option in self.loopy_options(g, player)? {
                    side.push(self.loopy_game(&option)?);
                }
            }
        } else {
            self.check_game_argument(g)?;
            let (left, right) = self.form_lists(g)?;
            base = [left, right].map(|side| side.into_iter().map(Loopy::from).collect());
        }
        Ok(base)
    }

    /// An ordinal sum whose base has these options.
    pub(crate) fn stacked(&mut self, base: [Vec<Loopy>; 2], top: Loopy) -> Res {
        let found = self.loops.ordinal_sum([&base[0], &base[1]], top, &self.store, &self.handle);
        let sum = self.or_told(found, None)?;
        Ok(self.loopy_result(sum))
    }

    /// Who wins a loopy value if `player` begins.
    pub(super) fn loopy_verdict(&mut self, g: Loopy, player: Player) -> Res<Outcome> {
        let Winners { left_begins, right_begins } = self.loops.outcome(g, &self.store, &self.handle)?;
        let (winner, own) =
            if player == Player::Right { (right_begins, Side::Right) } else { (left_begins, Side::Left) };
        Ok(match winner {
            None => Outcome::D,
            Some(side) if side == own => Outcome::N,
            Some(_) => Outcome::P,
        })
    }

    /// Where play in a stopper stops, as a value.
    pub(crate) fn stop_value(&mut self, stop: Pseudonumber) -> Res {
        let value = match stop {
            Pseudonumber::On => self.loops.on().into(),
            Pseudonumber::Off => self.loops.off().into(),
            Pseudonumber::Near(x, side) => {
                let number = self.store.number(x);
                let over = if side > 0 { self.loops.over() } else { self.loops.under() };
                if side == 0 { number.into() } else { self.loopy_sum(number.into(), over.into())? }
            }
        };
        Ok(self.loopy_result(value))
    }

    /// The value, or an error in words.
    pub(crate) fn or_told<T>(&mut self, found: Result<T, Trouble>, game: Option<&Value>) -> Res<T> {
        match found {
            Ok(value) => Ok(value),
            Err(Trouble::Stop(stop)) => Err(stop.into()),
            Err(Trouble::NotSided(sides)) => self.sides_missing(sides, game),
            Err(Trouble::Unsuitable(why)) => Fault::new(Mistake::Unsuitable, why).err(),
        }
    }

    /// No sides were found: what is known all the same.
    fn sides_missing<T>(&mut self, sides: Sides, game: Option<&Value>) -> Res<T> {
        let mut fault = Fault::new(
            Mistake::NoSides,
            "play can go round here, and no stoppers were found that the sides of this game are equal to",
        );
        for (side, name) in [(sides.on, "onside"), (sides.off, "offside")] {
            if let Some(side) = side {
                let shown = self.loops.name(side.into(), &self.store, &self.handle)?;
                fault = fault.note(format!("The {name} is {shown}."));
            }
        }
        if let Some(game) = game
            && let Some(class) = self.outcome_class(game, crate::value::Under::NORMAL)?
        {
            fault = fault.note(format!("The outcome is {}.", class.name()));
        }
        fault.note("There are such games: Bach's carousel is one (Winning Ways, ch. 11). They have an outcome, but no canonical form is known for them.").err()
    }

    /// What a game is worth in a few words, if that is found soon.
    pub(super) fn loopy_worth(&mut self, value: &Value) -> Res<Option<String>> {
        const STEPS: u64 = 3_000_000;
        let name = self.attempt_within(STEPS, |m| {
            let game = m.loopy_game(value)?;
            Ok(m.loops.name(game, &m.store, &m.handle)?)
        });
        match name {
            Ok(name) => Ok(Some(name).filter(|name| name.chars().count() <= 60)),
            Err(flow) if flow.stopped() => {
                self.handle.check_now()?;
                Ok(None)
            }
            Err(flow) if endless(&flow).is_some() => Ok(None),
            Err(flow) => match &*flow {
                Flow::Fault(fault) if matches!(fault.mistake, Mistake::NoSides | Mistake::TooLarge) => Ok(None),
                _ => Err(flow),
            },
        }
    }
}

fn is_growing(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.mistake == Mistake::Growing)
}

/// The sides of vertices, once explored.
#[derive(Debug, Default)]
struct Known(rustc_hash::FxHashMap<u32, Sides>);
