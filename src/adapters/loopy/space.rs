//! Positions as vertices, explored breadth first and labelled backwards from the ends of play.
//!
//! In: a sum of positions and a bound on how many sums may be expanded. Out: who wins, and the remoteness, as far as that
//! much of the graph proves them. A vertex is a sum as its positions are numbered in the table of positions; what has been
//! proved of one is kept for each convention of play, and bounds later explorations. There are four such graphs: with positions replaced by what their
//! `value` clauses say (good for outcomes), or as the rules move (for remoteness); impartial, where signs do not matter, or
//! partizan, with a label for each player to move. Cost: one expansion for each position, one label for each move; an
//! exploration that is decided early stops early.

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::{Term, Terms, opponent};
use crate::games::{Game, ZERO};
use crate::graphs::retrograde::doubled;
use crate::graphs::{Digraph, Known, LoopyNimber, Outcome, loopy_nimbers, retrograde, retrograde_misere};
use crate::syntax::ast::ClauseKind;
use crate::value::{Convention, Fault, Player, Position, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Which of the graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// Positions are replaced by what their `value` clauses say.
    pub split: bool,
    /// Both players have the same moves throughout.
    pub impartial: bool,
    /// Who wins when play ends. The graph is the same, what is known of it is not.
    pub convention: Convention,
}

impl Which {
    fn index(self) -> usize {
        usize::from(self.split) * 2 + usize::from(self.impartial)
    }
}

/// A sum as a vertex: positions in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    terms: SmallVec<[Term; 2]>,
    rest: Game,
}

/// What has been found out about a position to move from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// Who wins, of the player to move and the other; `None`: not decided within the bound.
    pub outcome: Option<Outcome>,
    /// The remoteness, where it is finite and decided.
    pub remoteness: Option<u32>,
}

impl Solved {
    /// Whether all is known: who wins, and how soon.
    pub fn is_exact(self) -> bool {
        self.remoteness.is_some() || self.outcome == Some(Outcome::D)
    }

    /// What a label says: in normal play odd remoteness is N, in misère play even remoteness is.
    pub fn of(known: Known, convention: Convention) -> Solved {
        match known {
            Known::Draw => Solved { outcome: Some(Outcome::D), remoteness: None },
            Known::Remoteness(r) => {
                let won = (r % 2 == 1) == (convention == Convention::Normal);
                Solved { outcome: Some(if won { Outcome::N } else { Outcome::P }), remoteness: Some(r) }
            }
        }
    }

    /// Whether a position of which this is known is a best one to move to from an impartial one of which that is known.
    pub fn best_from(self, from: Solved) -> bool {
        match (self.remoteness, from.remoteness) {
            (Some(after), Some(before)) => after + 1 == before,
            (None, None) => self.outcome == Some(Outcome::D) && from.outcome == Some(Outcome::D),
            _ => false,
        }
    }
}

impl std::fmt::Display for Solved {
    /// The remoteness.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.outcome, self.remoteness) {
            (_, Some(r)) => write!(f, "{r}"),
            (Some(Outcome::D), None) => write!(f, "oo"),
            _ => write!(f, "unknown"),
        }
    }
}

/// No vertex.
const NONE: u32 = u32::MAX;

impl Space {
    /// The vertex of a sum, whose positions are in order.
    fn vertex(&mut self, terms: SmallVec<[Term; 2]>, rest: Game) -> u32 {
        let next = u32::try_from(self.nodes.len()).expect("memory ends before 2^32 positions");
        if let ([(false, position)], ZERO) = (&terms[..], rest) {
            let at = *position as usize;
            if at >= self.alone.len() {
                self.alone.resize(at + 1, NONE);
            }
            if self.alone[at] != NONE {
                return self.alone[at];
            }
            self.alone[at] = next;
            self.nodes.push(Node { terms, rest });
        } else {
            let node = Node { terms, rest };
            if let Some(&id) = self.index.get(&node) {
                return id;
            }
            self.index.insert(node.clone(), next);
            self.nodes.push(node);
        }
        self.known.iter_mut().for_each(|known| known.push([None; 2]));
        next
    }
}

type Options = Rc<[Vec<Terms>; 2]>;

#[derive(Debug, Default)]
struct Space {
    /// By the numbers of positions: the vertices that are one position and nothing else; [`NONE`] where there is none yet.
    alone: Vec<u32>,
    /// All other vertices.
    index: FxHashMap<Node, u32>,
    nodes: Vec<Node>,
    /// Options of single positions, Left's and Right's; only the first where the game is impartial.
    options: FxHashMap<u32, Options>,
    /// Positions whose options are being asked for.
    asked: FxHashSet<u32>,
    /// By the convention of play: for Left (or whoever, if impartial) and Right to move.
    known: [Vec<[Option<Known>; 2]>; 2],
    nimbers: FxHashMap<u32, Rc<LoopyNimber>>,
}

/// All that is known of games with cycles.
#[derive(Debug, Default)]
pub struct Spaces([Space; 4]);

/// The part of a space that one question explores.
struct Local {
    nodes: Vec<u32>,
    /// Vertices that were there before.
    old: FxHashMap<u32, u32>,
    /// So many were.
    before: usize,
    /// Vertices that are new, from that number on; [`NONE`] for those that some other question made meanwhile.
    new: Vec<u32>,
    left: Digraph,
    right: Digraph,
}

impl Local {
    fn new(space: &Space) -> Local {
        let (left, right) = (Digraph::new(), Digraph::new());
        Local { nodes: Vec::new(), old: FxHashMap::default(), before: space.nodes.len(), new: Vec::new(), left, right }
    }

    fn number(&mut self, node: u32) -> u32 {
        let next = u32::try_from(self.nodes.len()).expect("memory ends before 2^32 positions");
        let number = match (node as usize).checked_sub(self.before) {
            None => self.old.entry(node).or_insert(next),
            Some(at) => {
                if at >= self.new.len() {
                    self.new.resize(at + 1, NONE);
                }
                if self.new[at] == NONE {
                    self.new[at] = next;
                }
                &self.new[at]
            }
        };
        let number = *number;
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    fn rows(&self) -> usize {
        self.left.rows()
    }

    fn complete(&self) -> bool {
        self.rows() == self.nodes.len()
    }
}

impl Machine {
    fn space(&mut self, which: Which) -> &mut Space {
        &mut self.facts().of::<Spaces>().0[which.index()]
    }

    /// The vertex of a game; `None` if it is not impartial and should be.
    pub(super) fn node(&mut self, which: Which, value: &Value) -> Res<Option<u32>> {
        let terms = if which.split { self.terms_split(value)? } else { self.terms_played(value)? };
        self.node_of(which, terms)
    }

    /// A game as a sum of positions that no `value` clause says anything about.
    fn terms_split(&mut self, value: &Value) -> Res<Terms> {
        let mut terms = self.terms(value)?;
        let mut rounds = 0u32;
        while let Some((at, part)) = self.first_part(&terms)? {
            self.handle.tick()?;
            rounds += 1;
            if rounds > 100_000 {
                return Fault::new(Mistake::Growing, "`value` clauses go on splitting this position without end").err();
            }
            let (negative, _) = terms.positions.remove(at);
            terms.positions.extend(part.positions.iter().map(|&(n, id)| (n != negative, id)));
            let rest = if negative { self.store.neg(part.rest, &self.handle)? } else { part.rest };
            terms.rest = self.store.add(terms.rest, rest, &self.handle)?;
        }
        Ok(terms)
    }

    /// The first position that a `value` clause replaces, and by what.
    fn first_part(&mut self, terms: &Terms) -> Res<Option<(usize, Terms)>> {
        for (at, &(_, id)) in terms.positions.iter().enumerate() {
            if !self.may_split(id) {
                continue;
            }
            let position = self.position_numbered(id);
            if let Some(part) = self.simplified(&position)? {
                return Ok(Some((at, part)));
            }
        }
        Ok(None)
    }

    fn node_of(&mut self, which: Which, terms: Terms) -> Res<Option<u32>> {
        let Terms { mut positions, rest } = terms;
        if which.impartial {
            if !positions.iter().all(|&(_, id)| self.is_fair(id)) || !self.store.is_impartial(rest) {
                return Ok(None);
            }
            // An impartial game is its own negative.
            positions.iter_mut().for_each(|term| term.0 = false);
        }
        positions.sort_unstable_by_key(|&(negative, id)| (id, negative));
        Ok(Some(self.space(which).vertex(positions, rest)))
    }

    /// The options of a single position, Left's and Right's.
    fn options_in(&mut self, which: Which, id: u32) -> Res<Options> {
        if let Some(options) = self.space(which).options.get(&id) {
            return Ok(Rc::clone(options));
        }
        let position = self.position_numbered(id);
        if !self.space(which).asked.insert(id) {
            return self.asks_itself(&position);
        }
        let left = self.listed(which, &position, Player::Left);
        let right = match left {
            Ok(_) if !which.impartial => self.listed(which, &position, Player::Right),
            _ => Ok(Vec::new()),
        };
        self.space(which).asked.remove(&id);
        let options: Options = Rc::new([left?, right?]);
        self.space(which).options.insert(id, Rc::clone(&options));
        Ok(options)
    }

    fn listed(&mut self, which: Which, position: &Rc<Position>, player: Player) -> Res<Vec<Terms>> {
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let mut list = Vec::new();
        self.clauses(position, &[kind, ClauseKind::Moves], &mut |machine, option| {
            let mut add = |machine: &mut Machine, item: &Value| -> Res<()> {
                machine.check_game(item)?;
                list.push(if which.split { machine.terms_split(item)? } else { machine.terms_played(item)? });
                Ok(())
            };
            match &option {
                Value::List(_) | Value::Set(_) => {
                    machine.elements(&option)?.iter().try_for_each(|item| add(machine, item))
                }
                one => add(machine, one),
            }
        })?;
        Ok(list)
    }

    #[cold]
    fn asks_itself<T>(&mut self, position: &Rc<Position>) -> Res<T> {
        let shown = self.briefly(&Value::Position(Rc::clone(position))).unwrap_or_else(|| "a position".into());
        Fault::new(
            Mistake::SelfReference,
            format!("the moves of {shown} depend on what is being asked about {shown} itself: a cycle"),
        )
        .note("A clause may ask about other positions, never about the one whose moves it gives.")
        .err()
    }

    /// How a vertex is written.
    pub(super) fn vertex_name(&mut self, which: Which, node: u32) -> Res<String> {
        let node = self.space(which).nodes[node as usize].clone();
        let parts = node.terms.iter().map(|&(negative, id)| (negative, self.position_numbered(id))).collect();
        let sum = crate::value::Sum { terms: crate::value::Deep(parts), rest: self.game_value(node.rest) };
        let value = self.sum_value(sum);
        self.notation(&value)
    }

    /// The value of a vertex without positions.
    pub(super) fn vertex_game(&mut self, which: Which, node: u32) -> Option<Game> {
        let node = &self.space(which).nodes[node as usize];
        node.terms.is_empty().then_some(node.rest)
    }

    /// The options of a vertex for one player; `None` if one of them is not impartial and should be.
    pub(super) fn node_options(&mut self, which: Which, node: u32, player: Player) -> Res<Option<Vec<u32>>> {
        let Node { terms, rest } = self.space(which).nodes[node as usize].clone();
        let mut out = Vec::new();
        for (i, &(negative, id)) in terms.iter().enumerate() {
            if terms[..i].contains(&(negative, id)) {
                continue;
            }
            let mover = if negative { opponent(player) } else { player };
            let options = self.options_in(which, id)?;
            for option in &options[usize::from(mover == Player::Right)] {
                self.handle.tick()?;
                let mut positions: SmallVec<[Term; 2]> = SmallVec::with_capacity(terms.len());
                positions.extend(terms[..i].iter().chain(&terms[i + 1..]).copied());
                positions.extend(option.positions.iter().map(|&(n, id)| (n != negative, id)));
                let gone = if negative { self.store.neg(option.rest, &self.handle)? } else { option.rest };
                let rest = if gone == ZERO { rest } else { self.store.add(rest, gone, &self.handle)? };
                let Some(id) = self.node_of(which, Terms { positions, rest })? else { return Ok(None) };
                out.push(id);
            }
        }
        if rest != ZERO {
            for option in self.game_options(rest, player)? {
                self.handle.tick()?;
                let node = Terms { positions: terms.clone(), rest: option };
                let Some(id) = self.node_of(which, node)? else { return Ok(None) };
                out.push(id);
            }
        }
        out.sort_unstable();
        out.dedup();
        Ok(Some(out))
    }

    /// Adds the rows of local vertices up to `rows`. False if one is not impartial and should be.
    fn expand(&mut self, which: Which, local: &mut Local, rows: usize) -> Res<bool> {
        while local.rows() < rows && !local.complete() {
            self.handle.tick()?;
            if local.rows().is_multiple_of(256) {
                self.handle.progress("positions explored", local.rows() as u64, None);
            }
            let node = local.nodes[local.rows()];
            if self.settled(which, node) {
                local.left.push([])?;
                local.right.push([])?;
                continue;
            }
            let Some(left) = self.node_options(which, node, Player::Left)? else { return Ok(false) };
            let left: Vec<u32> = left.into_iter().map(|n| local.number(n)).collect();
            let mut right = Vec::new();
            if !which.impartial {
                let options = self.node_options(which, node, Player::Right)?.unwrap_or_default();
                right.extend(options.into_iter().map(|n| local.number(n)));
            }
            local.left.push(left)?;
            local.right.push(right)?;
        }
        local.left.set_len(local.nodes.len());
        local.right.set_len(local.nodes.len());
        Ok(true)
    }

    /// Whether all is known of a vertex.
    fn settled(&mut self, which: Which, node: u32) -> bool {
        let known = self.space(which).known[which.convention.index()][node as usize];
        known[0].is_some() && (which.impartial || known[1].is_some())
    }

    /// What is known for good of a vertex of an impartial game.
    pub(super) fn known(&mut self, which: Which, node: u32) -> Option<Solved> {
        let known = self.space(which).known[which.convention.index()][node as usize][0];
        known.map(|known| Solved::of(known, which.convention))
    }

    /// Who wins if `player` moves from a vertex, and how soon; explores at most `bound` vertices. `None` if it turns out not to be
    /// impartial.
    pub(super) fn solve(
        &mut self,
        which: Which,
        root: u32,
        player: Player,
        exact: bool,
        bound: usize,
    ) -> Res<Option<Solved>> {
        let side = usize::from(!which.impartial && player == Player::Right);
        if let Some(known) = self.space(which).known[which.convention.index()][root as usize][side] {
            return Ok(Some(Solved::of(known, which.convention)));
        }
        let mut local = Local::new(self.space(which));
        local.number(root);
        let mut stage = 256;
        loop {
            if !self.expand(which, &mut local, stage.min(bound))? {
                return Ok(None);
            }
            let answer = self.label(which, &local, side)?;
            let decided = if exact { answer.is_exact() } else { answer.outcome.is_some() };
            if decided || local.complete() || local.rows() >= bound {
                return Ok(Some(answer));
            }
            stage *= 4;
        }
    }

    /// Labels what has been explored, keeps what is proved for good, and answers for the first vertex.
    fn label(&mut self, which: Which, local: &Local, side: usize) -> Res<Solved> {
        let sides = if which.impartial { 1 } else { 2 };
        let handle = Rc::clone(&self.handle);
        let space = self.space(which);
        let mut known = Vec::new();
        for (i, &node) in (0u32..).zip(&local.nodes[..local.rows()]) {
            let pair = space.known[which.convention.index()][node as usize];
            if pair[..sides].iter().all(Option::is_some) {
                known.extend((0u32..).zip(&pair[..sides]).filter_map(|(s, k)| k.map(|k| (i * sides as u32 + s, k))));
            }
        }
        let both;
        let graph = if which.impartial {
            &local.left
        } else {
            both = doubled(&local.left, &local.right, &handle)?;
            &both
        };
        let labels = match which.convention {
            Convention::Normal => retrograde(graph, &known, &handle)?,
            Convention::Misere => retrograde_misere(graph, &known, &handle)?,
        };
        for (i, &node) in local.nodes.iter().enumerate() {
            for s in 0..sides {
                let label = &mut space.known[which.convention.index()][node as usize][s];
                if label.is_none() {
                    *label = labels.known(u32::try_from(i * sides + s).expect("vertices are numbered by u32"));
                }
            }
        }
        let first = u32::from(side == 1);
        Ok(Solved { outcome: labels.outcome(first), remoteness: labels.remoteness(first) })
    }

    /// The loopy nim-value of a vertex; `None` if it is not impartial, or more than `bound` vertices can be reached.
    pub(super) fn nimber_of_node(&mut self, root: u32, bound: usize) -> Res<Option<Rc<LoopyNimber>>> {
        let which = Which { split: true, impartial: true, convention: Convention::Normal };
        if let Some(value) = self.space(which).nimbers.get(&root) {
            return Ok(Some(Rc::clone(value)));
        }
        let mut local = Local::new(self.space(which));
        local.number(root);
        let mut known: Vec<(u32, LoopyNimber)> = Vec::new();
        while !local.complete() {
            self.handle.tick()?;
            let node = local.nodes[local.rows()];
            if let Some(value) = self.space(which).nimbers.get(&node) {
                known.push((u32::try_from(local.rows()).unwrap_or(u32::MAX), (**value).clone()));
                local.left.push([])?;
                continue;
            }
            if local.rows() >= bound {
                return Ok(None);
            }
            let Some(options) = self.node_options(which, node, Player::Left)? else { return Ok(None) };
            let options: Vec<u32> = options.into_iter().map(|n| local.number(n)).collect();
            local.left.push(options)?;
        }
        let values = loopy_nimbers(&local.left, &known, &self.handle)?;
        let mut found = None;
        let space = self.space(which);
        for (node, value) in local.nodes.iter().zip(values) {
            let value = Rc::clone(space.nimbers.entry(*node).or_insert_with(|| Rc::new(value)));
            found.get_or_insert(value);
        }
        Ok(found)
    }
}
