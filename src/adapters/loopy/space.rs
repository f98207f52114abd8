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
use crate::eval::{Given, Term, Terms, opponent};
use crate::games::{Game, ZERO};
use crate::graphs::retrograde::doubled;
use crate::graphs::{Digraph, Known, LoopyNimber, Outcome, loopy_nimbers, retrograde, retrograde_misere};
use crate::syntax::ast::ClauseKind;
use crate::value::{Convention, Fault, Player, Position, Res, Value};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
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

/// A vertex as it is kept: most are one position and nothing else.
#[derive(Clone, Copy, Debug)]
enum Vertex {
    Alone(u32),
    /// Where it stands among the sums.
    Sum(u32),
}

fn counted(length: usize) -> u32 {
    u32::try_from(length).expect("memory ends before 2^32 positions")
}

impl Space {
    /// The vertex of a sum, whose positions are in order.
    fn vertex(&mut self, terms: SmallVec<[Term; 2]>, rest: Game) -> u32 {
        if let ([(false, position)], ZERO) = (&terms[..], rest) {
            return self.vertex_alone(*position);
        }
        let node = Node { terms, rest };
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let (next, sum) = (counted(self.vertices.len()), counted(self.sums.len()));
        self.index.insert(node.clone(), next);
        self.sums.push(node);
        self.vertices.push(Vertex::Sum(sum));
        next
    }

    /// The vertex of a position and nothing else.
    fn vertex_alone(&mut self, position: u32) -> u32 {
        let at = position as usize;
        if at >= self.alone.len() {
            self.alone.resize(at + 1, NONE);
        }
        if self.alone[at] == NONE {
            self.alone[at] = counted(self.vertices.len());
            self.vertices.push(Vertex::Alone(position));
        }
        self.alone[at]
    }

    /// The sum that a vertex is.
    fn node(&self, vertex: u32) -> Node {
        match self.vertices[vertex as usize] {
            Vertex::Alone(position) => Node { terms: SmallVec::from_slice(&[(false, position)]), rest: ZERO },
            Vertex::Sum(sum) => self.sums[sum as usize].clone(),
        }
    }

    /// The vertex of a position and nothing else, if there is one.
    #[inline]
    fn alone(&self, position: u32) -> Option<u32> {
        self.alone.get(position as usize).copied().filter(|&vertex| vertex != NONE)
    }

    /// What is known of a vertex.
    fn known(&self, convention: Convention, node: u32) -> [Option<Known>; 2] {
        self.known[convention.index()].get(node as usize).copied().unwrap_or_default()
    }

    /// Vertices that one can move to from a position that stands alone, if that was asked before.
    fn moves_alone(&self, position: u32, player: Player) -> Option<&[u32]> {
        let &(start, end) = self.rows[usize::from(player == Player::Right)].get(position as usize)?;
        if start == NONE { None } else { Some(&self.moves[start as usize..end as usize]) }
    }

    /// Keeps them.
    fn keep_moves_alone(&mut self, position: u32, player: Player, moves: &[u32]) {
        let (row, rows) = (position as usize, &mut self.rows[usize::from(player == Player::Right)]);
        if row >= rows.len() {
            rows.resize(row + 1, (NONE, NONE));
        }
        // What no longer fits is asked again.
        let (start, end) = (self.moves.len(), self.moves.len() + moves.len());
        if let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end))
            && start != NONE
        {
            self.moves.extend_from_slice(moves);
            rows[row] = (start, end);
        }
    }
}

type Options = Rc<[Vec<Terms>; 2]>;

#[derive(Debug, Default)]
struct Space {
    /// By the numbers of positions: the vertices that are one position and nothing else; [`NONE`] where there is none yet.
    alone: Vec<u32>,
    /// All other vertices.
    index: FxHashMap<Node, u32>,
    vertices: Vec<Vertex>,
    sums: Vec<Node>,
    /// Options of positions that stand in sums, Left's and Right's; only the first where the game is impartial.
    options: FxHashMap<u32, Options>,
    /// Moves of positions that stand alone: where in the next list, by player and position.
    rows: [Vec<(u32, u32)>; 2],
    moves: Vec<u32>,
    /// Positions whose options are being asked for: few at a time, as one asks for another.
    asked: Vec<u32>,
    /// By the convention of play, as far as anything is known: for Left (or whoever, if impartial) and Right to move.
    known: [Vec<[Option<Known>; 2]>; 2],
    nimbers: Nimbers,
}

/// Nim-values of vertices, as far as any are known: few are different.
#[derive(Debug, Default)]
struct Nimbers {
    /// By vertex, where in the next list; [`NONE`] where nothing is known.
    of: Vec<u32>,
    different: IndexSet<LoopyNimber, FxBuildHasher>,
    /// Where those stand that are finite and small, so that they need not be looked for; [`NONE`] where one was not met.
    small: Vec<u32>,
}

impl Nimbers {
    /// From here on a nim-value is not small.
    const FEW: u64 = 256;

    fn get(&self, vertex: u32) -> Option<&LoopyNimber> {
        let &at = self.of.get(vertex as usize)?;
        self.different.get_index(at as usize)
    }

    fn keep(&mut self, vertex: u32, value: LoopyNimber) {
        let at = vertex as usize;
        if at >= self.of.len() {
            self.of.resize(at + 1, NONE);
        }
        if self.of[at] == NONE {
            self.of[at] = self.place(value);
        }
    }

    fn place(&mut self, value: LoopyNimber) -> u32 {
        let LoopyNimber::Finite(m @ ..Self::FEW) = value else { return counted(self.different.insert_full(value).0) };
        let m = usize::try_from(m).unwrap_or_default();
        if m >= self.small.len() {
            self.small.resize(m + 1, NONE);
        }
        if self.small[m] == NONE {
            self.small[m] = counted(self.different.insert_full(value).0);
        }
        self.small[m]
    }
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
        Local {
            nodes: Vec::new(),
            old: FxHashMap::default(),
            before: space.vertices.len(),
            new: Vec::new(),
            left,
            right,
        }
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

    /// Adds the row of the next vertex, by the numbers of vertices in the space; the list becomes that of numbers here.
    fn push(&mut self, player: Player, options: &mut [u32]) -> Result<(), crate::limits::Stop> {
        options.iter_mut().for_each(|option| *option = self.number(*option));
        let side = if player == Player::Left { &mut self.left } else { &mut self.right };
        side.push(options.iter().copied())
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
        let terms = self.terms(value)?;
        self.split(terms)
    }

    fn split(&mut self, mut terms: Terms) -> Res<Terms> {
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
        if let ([(false, position)], ZERO) = (&positions[..], rest)
            && let Some(vertex) = self.space(which).alone(*position)
        {
            return Ok(Some(vertex));
        }
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
        let left = self.listed(which, id, Player::Left)?;
        let right = if which.impartial { Vec::new() } else { self.listed(which, id, Player::Right)? };
        let options: Options = Rc::new([left, right]);
        self.space(which).options.insert(id, Rc::clone(&options));
        Ok(options)
    }

    /// A player's options of a single position.
    fn listed(&mut self, which: Which, id: u32, player: Player) -> Res<Vec<Terms>> {
        let mut list = Vec::new();
        self.each_option(which, id, player, &mut |machine, option| {
            list.push(machine.option_as_vertex(which, option)?);
            Ok(())
        })?;
        Ok(list)
    }

    /// An option as a sum of positions.
    fn option_as_vertex(&mut self, which: Which, option: Given) -> Res<Terms> {
        match option {
            Given::Value(value) if which.split => self.terms_split(&value),
            Given::Value(value) => self.terms_played(&value),
            Given::Position(Position { ref rules, .. })
            | Given::Integers(ref rules, _)
            | Given::Board(ref rules, _) => {
                let splits = which.split && rules.has_value;
                let terms = self.terms_given(option)?;
                if splits { self.split(terms) } else { Ok(terms) }
            }
            Given::Terms(terms) if which.split => {
                // A vertex is a position that no clause splits.
                if let ([(false, position)], ZERO) = (&terms.positions[..], terms.rest)
                    && self.space(which).alone(*position).is_some()
                {
                    return Ok(terms);
                }
                self.split(terms)
            }
            sum @ Given::Terms(_) => {
                let value = self.value_given(sum);
                self.terms_played(&value)
            }
        }
    }

    /// Hands over a player's options of a single position.
    fn each_option(
        &mut self,
        which: Which,
        id: u32,
        player: Player,
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<()> {
        let position = self.position_numbered(id);
        if which.split
            && let Some(options) = self.listed_options(id, player == Player::Right)
        {
            return options.into_iter().try_for_each(|option| out(self, Given::Terms(option)));
        }
        let asked = &mut self.space(which).asked;
        if asked.contains(&id) {
            return self.asks_itself(&position);
        }
        asked.push(id);
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let result = self.clauses_given(&position, &[kind, ClauseKind::Moves], &mut |machine, option| match &option {
            Given::Value(several @ (Value::List(_) | Value::Set(_))) => {
                machine.elements(several)?.into_iter().try_for_each(|item| {
                    machine.check_game(&item)?;
                    out(machine, Given::Value(item))
                })
            }
            _ => out(machine, option),
        });
        self.space(which).asked.pop();
        result
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
        let node = self.space(which).node(node);
        let parts = node.terms.iter().map(|&(negative, id)| (negative, self.position_numbered(id))).collect();
        let sum = crate::value::Sum { terms: crate::value::Deep(parts), rest: self.game_value(node.rest) };
        let value = self.sum_value(sum);
        self.notation(&value)
    }

    /// The value of a vertex without positions.
    pub(super) fn vertex_game(&mut self, which: Which, node: u32) -> Option<Game> {
        let node = self.space(which).node(node);
        node.terms.is_empty().then_some(node.rest)
    }

    /// The options of a vertex for one player, each once; `None` if one of them is not impartial and should be.
    pub(super) fn node_options(&mut self, which: Which, node: u32, player: Player) -> Res<Option<Vec<u32>>> {
        let mut out = Vec::new();
        Ok(self.options_of(which, node, player, &mut out)?.then_some(out))
    }

    /// The same, put into an empty list. False if one of them is not impartial and should be.
    fn options_of(&mut self, which: Which, node: u32, player: Player, out: &mut Vec<u32>) -> Res<bool> {
        let space = self.space(which);
        let alone = match space.vertices[node as usize] {
            Vertex::Alone(position) => Some(position),
            Vertex::Sum(_) => None,
        };
        if let Some(moves) = alone.and_then(|position| space.moves_alone(position, player)) {
            out.extend_from_slice(moves);
            self.handle.ticks(out.len())?;
            return Ok(true);
        }
        let fair = match alone {
            Some(position) => self.options_alone(which, position, player, out)?,
            None => self.options_of_sum(which, node, player, out)?,
        };
        out.sort_unstable();
        out.dedup();
        if let (Some(position), true) = (alone, fair) {
            self.space(which).keep_moves_alone(position, player, out);
        }
        Ok(fair)
    }

    fn options_alone(&mut self, which: Which, position: u32, player: Player, out: &mut Vec<u32>) -> Res<bool> {
        // Options that are one position each, whose vertices are looked up together.
        let mut plain: SmallVec<[u32; 16]> = SmallVec::new();
        if (which.split && self.listed_positions(position, player == Player::Right, &mut plain))
            || self.options_on_integers(position, player, which.split, &mut plain)?
        {
            self.handle.ticks(plain.len())?;
            return Ok(self.vertices_alone(which, &plain, out));
        }
        let mut fair = true;
        self.each_option(which, position, player, &mut |machine, option| {
            machine.handle.tick()?;
            if let Some(number) = machine.plain_option(which, &option) {
                plain.push(number);
                return Ok(());
            }
            fair &= machine.vertices_alone(which, &std::mem::take(&mut plain), out);
            let terms = machine.option_as_vertex(which, option)?;
            match machine.node_of(which, terms)? {
                Some(vertex) => out.push(vertex),
                None => fair = false,
            }
            Ok(())
        })?;
        Ok(self.vertices_alone(which, &plain, out) && fair)
    }

    /// The number of an option that is one position and stays it.
    fn plain_option(&mut self, which: Which, option: &Given) -> Option<u32> {
        match option {
            Given::Integers(rules, integers) if !(which.split && rules.has_value) => {
                Some(self.number_of_integers(rules, integers))
            }
            Given::Terms(Terms { positions, rest: ZERO }) if which.split => match positions[..] {
                [(false, position)] if !self.may_split(position) => Some(position),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds the vertices of positions that stand alone. False if one of them is not impartial and should be.
    fn vertices_alone(&mut self, which: Which, positions: &[u32], out: &mut Vec<u32>) -> bool {
        let (space, before) = (self.space(which), out.len());
        let mut new: SmallVec<[u32; 16]> = SmallVec::new();
        for &position in positions {
            let vertex = space.alone(position);
            out.push(vertex.unwrap_or(NONE));
            if vertex.is_none() {
                new.push(position);
            }
        }
        if new.is_empty() {
            return true;
        }
        if which.impartial && !new.iter().all(|&position| self.is_fair(position)) {
            out.truncate(before);
            return false;
        }
        let (space, mut new) = (self.space(which), new.into_iter());
        for vertex in out[before..].iter_mut().filter(|vertex| **vertex == NONE) {
            *vertex = new.next().map_or(NONE, |position| space.vertex_alone(position));
        }
        true
    }

    fn options_of_sum(&mut self, which: Which, node: u32, player: Player, out: &mut Vec<u32>) -> Res<bool> {
        let Node { terms, rest } = self.space(which).node(node);
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
                let Some(id) = self.node_of(which, Terms { positions, rest })? else { return Ok(false) };
                out.push(id);
            }
        }
        if rest != ZERO {
            for option in self.game_options(rest, player)? {
                self.handle.tick()?;
                let node = Terms { positions: terms.clone(), rest: option };
                let Some(id) = self.node_of(which, node)? else { return Ok(false) };
                out.push(id);
            }
        }
        Ok(true)
    }

    /// Adds the rows of local vertices up to `rows`. False if one is not impartial and should be.
    fn expand(&mut self, which: Which, local: &mut Local, rows: usize) -> Res<bool> {
        let mut options = Vec::new();
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
            for player in [Player::Left, Player::Right] {
                options.clear();
                let asked = player == Player::Left || !which.impartial;
                if asked && !self.options_of(which, node, player, &mut options)? {
                    return Ok(false);
                }
                local.push(player, &mut options)?;
            }
        }
        local.left.set_len(local.nodes.len());
        local.right.set_len(local.nodes.len());
        Ok(true)
    }

    /// Whether all is known of a vertex.
    fn settled(&mut self, which: Which, node: u32) -> bool {
        let known = self.space(which).known(which.convention, node);
        known[0].is_some() && (which.impartial || known[1].is_some())
    }

    /// What is known for good of a vertex of an impartial game.
    pub(super) fn known(&mut self, which: Which, node: u32) -> Option<Solved> {
        let known = self.space(which).known(which.convention, node)[0];
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
        if let Some(known) = self.space(which).known(which.convention, root)[side] {
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
            let pair = space.known(which.convention, node);
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
        let known = &mut space.known[which.convention.index()];
        known.resize(known.len().max(space.vertices.len()), [None; 2]);
        for (i, &node) in local.nodes.iter().enumerate() {
            for s in 0..sides {
                let label = &mut known[node as usize][s];
                if label.is_none() {
                    *label = labels.known(u32::try_from(i * sides + s).expect("vertices are numbered by u32"));
                }
            }
        }
        let first = u32::from(side == 1);
        Ok(Solved { outcome: labels.outcome(first), remoteness: labels.remoteness(first) })
    }

    /// The loopy nim-value of a vertex; `None` if it is not impartial, or more than `bound` vertices can be reached.
    pub(super) fn nimber_of_node(&mut self, root: u32, bound: usize) -> Res<Option<LoopyNimber>> {
        let which = Which { split: true, impartial: true, convention: Convention::Normal };
        let found = |space: &Space, node: u32| space.nimbers.get(node).cloned();
        if let Some(value) = found(self.space(which), root) {
            return Ok(Some(value));
        }
        let mut local = Local::new(self.space(which));
        local.number(root);
        let any_known = !self.space(which).nimbers.of.is_empty();
        let mut known: Vec<(u32, LoopyNimber)> = Vec::new();
        let mut options = Vec::new();
        while !local.complete() {
            self.handle.tick()?;
            let node = local.nodes[local.rows()];
            if any_known && let Some(value) = found(self.space(which), node) {
                known.push((u32::try_from(local.rows()).unwrap_or(u32::MAX), value));
                local.left.push([])?;
                continue;
            }
            if local.rows() >= bound {
                return Ok(None);
            }
            options.clear();
            if !self.options_of(which, node, Player::Left, &mut options)? {
                return Ok(None);
            }
            local.push(Player::Left, &mut options)?;
        }
        let values = loopy_nimbers(&local.left, &known, &self.handle)?;
        let space = self.space(which);
        for (node, value) in local.nodes.iter().zip(values) {
            space.nimbers.keep(*node, value);
        }
        Ok(found(self.space(which), root))
    }
}
