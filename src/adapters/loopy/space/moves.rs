//! Games as vertices, and the vertices that their players move to.

use super::{NONE, Node, Options, Vertex, Which};
use crate::diagnostics::Mistake;
use crate::eval::{Given, Machine, NoValue, Term, Terms, opponent};
use crate::games::{Game, ZERO};
use crate::syntax::ast::ClauseKind;
use crate::value::fault::Endless;
use crate::value::{Fault, Player, Position, Res, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// After so many splits a sum is replaced by its value, for which each position is split once however often it comes.
const MANY_SPLITS: u32 = 100_000;
/// A sum without a value is split so often.
const MOST_SPLITS: u32 = 1_000_000;

impl Machine {
    /// The vertex of a game; `None` if it is not impartial and should be.
    pub(in crate::adapters::loopy) fn node(&mut self, which: Which, value: &Value) -> Res<Option<u32>> {
        let terms = if which.split { self.terms_split(value)? } else { self.terms_played(value)? };
        self.node_of(which, terms)
    }

    /// A game as a sum of positions that no `value` clause says anything about.
    fn terms_split(&mut self, value: &Value) -> Res<Terms> {
        let terms = self.terms(value)?;
        self.split(terms)
    }

    fn split(&mut self, terms: Terms) -> Res<Terms> {
        if !terms.positions.iter().any(|&(_, id)| self.may_split(id)) {
            return Ok(terms);
        }
        let mut done = Terms { positions: SmallVec::new(), rest: terms.rest };
        // The next one stands last; behind the parts of a position stands nothing.
        let mut pending: SmallVec<[Option<Term>; 8]> = terms.positions.iter().rev().copied().map(Some).collect();
        let (mut around, mut open) = (Vec::new(), FxHashSet::default());
        let mut splits = 0;
        while let Some(next) = pending.pop() {
            let Some((negative, id)) = next else {
                if let Some(id) = around.pop() {
                    open.remove(&id);
                }
                continue;
            };
            let position = self.may_split(id).then(|| self.position_numbered(id));
            let part = position.map(|position| self.simplified(&position)).transpose()?.flatten();
            let Some(part) = part else {
                done.positions.push((negative, id));
                continue;
            };
            self.handle.tick()?;
            if !open.insert(id) {
                return self.splits_round(&around, id).err();
            }
            splits += 1;
            if splits == MANY_SPLITS
                && let Some(equal) = self.terms_by_value(&terms)?
            {
                return Ok(equal);
            }
            if splits > MOST_SPLITS {
                let message = format!("`value` clauses split this position more than {MOST_SPLITS} times");
                return Fault::new(Mistake::TooLarge, message).err();
            }
            around.push(id);
            pending.push(None);
            pending.extend(part.positions.iter().rev().map(|&(n, id)| Some((n != negative, id))));
            let rest = if negative { self.store.neg(part.rest, &self.handle)? } else { part.rest };
            done.rest = self.store.add(done.rest, rest, &self.handle)?;
        }
        Ok(done)
    }

    /// A sum as its value; nothing if play from one of its positions can go round.
    fn terms_by_value(&mut self, terms: &Terms) -> Res<Option<Terms>> {
        let mut rest = terms.rest;
        for &(negative, id) in &terms.positions {
            let position = Value::Position(self.position_numbered(id));
            let game = match self.short_value(&position, usize::MAX)? {
                Ok(game) if negative => self.store.neg(game, &self.handle)?,
                Ok(game) => game,
                Err(NoValue { why: Endless::Cycle, .. }) => return Ok(None),
                Err(NoValue { fault, .. }) => return Err(fault),
            };
            rest = self.store.add(rest, game, &self.handle)?;
        }
        Ok(Some(Terms { positions: SmallVec::new(), rest }))
    }

    /// The error for a position that is split into itself, within these.
    fn splits_round(&mut self, around: &[u32], id: u32) -> Fault {
        const NAMED: usize = 6;
        let round = &around[around.iter().rposition(|&other| other == id).unwrap_or(0)..];
        let named = round.iter().take(NAMED).chain([&id]);
        let mut names: Vec<String> = named
            .map(|&id| {
                let position = self.position_numbered(id);
                self.briefly(&Value::Position(Rc::clone(&position)))
                    .unwrap_or_else(|| format!("{}(…)", position.rules.name))
            })
            .collect();
        if round.len() > NAMED {
            names.insert(NAMED, format!("… {} more", round.len() - NAMED));
        }
        Fault::new(Mistake::Growing, "`value` clauses go on splitting this position without end")
            .note(format!("The cycle: {}.", names.join(" -> ")))
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
    pub(in crate::adapters::loopy) fn vertex_name(&mut self, which: Which, node: u32) -> Res<String> {
        let node = self.space(which).node(node);
        let parts = node.terms.iter().map(|&(negative, id)| (negative, self.position_numbered(id))).collect();
        let sum = crate::value::Sum { terms: crate::value::Deep(parts), rest: self.game_value(node.rest) };
        let value = self.sum_value(sum);
        self.notation(&value)
    }

    /// The value of a vertex without positions.
    pub(in crate::adapters::loopy) fn vertex_game(&mut self, which: Which, node: u32) -> Option<Game> {
        let node = self.space(which).node(node);
        node.terms.is_empty().then_some(node.rest)
    }

    /// The options of a vertex for one player, each once; `None` if one of them is not impartial and should be.
    pub(in crate::adapters::loopy) fn node_options(
        &mut self,
        which: Which,
        node: u32,
        player: Player,
    ) -> Res<Option<Vec<u32>>> {
        let mut out = Vec::new();
        Ok(self.options_of(which, node, player, &mut out)?.then_some(out))
    }

    /// The same, put into an empty list. False if one of them is not impartial and should be.
    pub(super) fn options_of(&mut self, which: Which, node: u32, player: Player, out: &mut Vec<u32>) -> Res<bool> {
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
}
