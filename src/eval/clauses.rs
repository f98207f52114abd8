//! Running the clauses of a rule set for a position.
//!
//! In: a position and the kinds of clauses that are asked for. Out: what their bodies give, handed over one after the other,
//! in the order in which they are written. A native rule set is asked for its options instead. An error names the position
//! that it came up in. Touches frames, and notes that clauses are running. Cost: one evaluation a clause and choice of its variables.

use super::Machine;
use super::given::Given;
use super::points::is_rewarded;
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::source::Span;
use crate::syntax::ast::ClauseKind;
use crate::value::node::{ClauseCode, Code, Node};
use crate::value::{Fault, Flow, Player, Position, Res, Value};
use std::rc::Rc;

impl Machine {
    /// Runs the clauses of these kinds and hands over what they give, without points.
    pub(crate) fn clauses(
        &mut self,
        position: &Rc<Position>,
        kinds: &[ClauseKind],
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        if !position.rules.has_score {
            return self.clauses_as_written(position, kinds, out);
        }
        self.clauses_as_written(position, kinds, &mut |machine, value| {
            let value = machine.without_points(position, value)?;
            out(machine, value)
        })
    }

    /// The same with the points that moves bring.
    pub(super) fn clauses_as_written(
        &mut self,
        position: &Rc<Position>,
        kinds: &[ClauseKind],
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        self.in_play(|machine| machine.clauses_inside(position, kinds, out))
    }

    /// The same, with positions told by their parameters where nothing else is needed.
    pub(crate) fn clauses_given(
        &mut self,
        position: &Rc<Position>,
        kinds: &[ClauseKind],
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<()> {
        if position.rules.has_score || position.rules.engine().is_some() {
            return self.clauses(position, kinds, &mut |machine, value| out(machine, Given::Value(value)));
        }
        self.in_play(|machine| {
            for clause in position.rules.clauses.iter().filter(|c| kinds.contains(&c.kind)) {
                if machine.clause_on_board(position, clause, out)?
                    || machine.clause_on_integers(position, clause, out)?
                {
                    continue;
                }
                machine.choices(position, clause, &mut |machine| {
                    let mut given = machine.given(&clause.body)?;
                    if position.rules.moves_only && !machine.shows_fair(&given) {
                        given = Given::Value(machine.value_given(given));
                    }
                    if let Given::Value(value) = &given {
                        machine.check_given(position, clause, value)?;
                    }
                    out(machine, given).map_err(|flow| flow.at(clause.body.span))
                })?;
            }
            Ok(())
        })
    }

    /// How many options these clauses of a rule set in the language give, with repetitions; those that are written as one position are not made.
    /// Nothing for a native rule set.
    pub(crate) fn options_counted(&mut self, position: &Rc<Position>, kinds: &[ClauseKind]) -> Res<Option<u32>> {
        if position.rules.engine().is_some() {
            return Ok(None);
        }
        let (rules, mut count) = (Rc::clone(&position.rules), 0_usize);
        self.in_play(|machine| {
            for clause in rules.clauses.iter().filter(|c| kinds.contains(&c.kind)) {
                if let Some(found) = machine.counted_on_board(position, clause)? {
                    count += found;
                    continue;
                }
                let is_one = machine.is_position(&clause.body);
                machine.choices(position, clause, &mut |machine| {
                    count += if is_one { 1 } else { several(&machine.eval(&clause.body)?).unwrap_or(1) };
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        Ok(Some(u32::try_from(count).unwrap_or(u32::MAX)))
    }

    /// Whether an expression makes a position, seen from outside: `Name(…)`.
    fn is_position(&self, code: &Code) -> bool {
        let Node::Call(f, _) = code.open() else { return false };
        matches!(f.open(), Node::Global(slot) if matches!(self.globals.values.get(*slot as usize), Some(Value::Rules(_))))
    }

    /// Runs what belongs to clauses.
    fn in_play<T>(&mut self, run: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
        // Clauses may ask for moves of other positions, which leads back here.
        self.handle.enter()?;
        let playing = std::mem::replace(&mut self.playing, true);
        let result = with_stack(|| run(self));
        self.playing = playing;
        self.handle.leave();
        result
    }

    /// What the first clause of a kind says that says something, and where: how a position is drawn, how its moves are called.
    pub(crate) fn said(&mut self, position: &Rc<Position>, kind: ClauseKind) -> Res<Option<(Value, Span)>> {
        for i in 0..position.rules.clauses.len() {
            let clause = &position.rules.clauses[i];
            if clause.kind != kind {
                continue;
            }
            let (span, mut found) = (clause.body.span, None);
            self.clauses_as_written(position, &[kind], &mut |_, value| {
                if found.is_none() && !matches!(value, Value::Nothing) {
                    found = Some(value);
                }
                Ok(())
            })?;
            return Ok(found.map(|value| (value, span)));
        }
        Ok(None)
    }

    /// An error unless a position that somebody wrote down is one. Moves, and all else that clauses make, are not asked.
    pub(super) fn written(&mut self, value: Value) -> Res {
        if let Value::Position(position) = &value
            && !self.playing
            && position.rules.clauses.iter().any(|clause| clause.kind == ClauseKind::Require)
        {
            self.clauses(position, &[ClauseKind::Require], &mut |_, _| Ok(()))?;
        }
        Ok(value)
    }

    /// A requirement: if it fails, what it says is the error.
    fn require(&mut self, position: &Rc<Position>, clause: &ClauseCode) -> Res<()> {
        if self.truth(&clause.body)? {
            return Ok(());
        }
        if let Some(text) = clause.more.first() {
            let text = self.eval(text)?;
            return Fault::new(Mistake::NotAPosition, self.display(&text)?).err();
        }
        let rules = &position.rules.name;
        let shown = self.briefly(&Value::Position(Rc::clone(position))).unwrap_or_else(|| "this".into());
        let span = clause.body.span;
        let source = self.sources().get(span.source);
        let condition = source.and_then(|source| source.text.get(span.start as usize..span.end as usize));
        let condition = condition.unwrap_or("its condition");
        let message = format!("{shown} is no position of {rules}: `{condition}` does not hold");
        Fault::new(Mistake::NotAPosition, message).err()
    }

    fn clauses_inside(
        &mut self,
        position: &Rc<Position>,
        kinds: &[ClauseKind],
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        let rules = Rc::clone(&position.rules);
        if let Some(native) = rules.engine() {
            let player = if kinds.contains(&ClauseKind::Right) { Player::Right } else { Player::Left };
            for option in native.options(self, position, player)? {
                self.handle.tick()?;
                if rules.moves_only && !rules.has_score {
                    self.check_fair(ClauseKind::Moves, &option)?;
                }
                out(self, option)?;
            }
            return Ok(());
        }
        for clause in rules.clauses.iter().filter(|c| kinds.contains(&c.kind)) {
            self.choices(position, clause, &mut |machine| machine.clause(position, clause, out))?;
        }
        Ok(())
    }

    /// Runs something for each choice of the variables of a clause.
    fn choices(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        run: &mut dyn FnMut(&mut Machine) -> Res<()>,
    ) -> Res<()> {
        let height = self.frames.height();
        self.frames.extend(position.arguments.iter().cloned());
        let before = self.frames.open(height, position.rules.frame);
        let result = self.bound(position).and_then(|()| self.choose(&clause.steps, run));
        self.frames.back(before);
        result.map_err(|flow| self.in_position(flow, position, clause))
    }

    /// Binds what parameters are taken apart into.
    fn bound(&mut self, position: &Position) -> Res<()> {
        for (i, param) in (0..).zip(&position.rules.params) {
            if let Some(bind) = &param.bind {
                let value = self.frames.local(i).clone();
                self.bind_new(bind, value)?;
            }
        }
        Ok(())
    }

    /// What a clause gives for a choice of its variables.
    fn clause(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        if clause.kind == ClauseKind::Require {
            return self.require(position, clause);
        }
        if clause.kind == ClauseKind::Bounds {
            for bound in std::iter::once(&clause.body).chain(&clause.more) {
                let value = self.eval(bound)?;
                out(self, value).map_err(|flow| flow.at(bound.span))?;
            }
            return Ok(());
        }
        let value = self.eval(&clause.body)?;
        if matches!(clause.kind, ClauseKind::Draw | ClauseKind::Notation) {
            return out(self, value);
        }
        self.check_given(position, clause, &value)?;
        out(self, value).map_err(|flow| flow.at(clause.body.span))
    }

    /// An error unless a clause may give this.
    fn check_given(&mut self, position: &Position, clause: &ClauseCode, value: &Value) -> Res<()> {
        let one = matches!(clause.kind, ClauseKind::Value | ClauseKind::Score);
        let several = !one && several(value).is_some();
        if is_rewarded(value) {
            if !position.rules.has_score {
                return no_score_clause(position).map_err(|flow| flow.at(clause.body.span));
            }
        } else if clause.kind == ClauseKind::Score && value.is_number() {
            // Points are no games: any number will do.
        } else if self.is_loopy(value) {
            return self
                .expected("a position, or the value of a game that ends", value)
                .note("A position that goes round stands for a loopy value: that of `game On()` with the line `left On()` is worth `on` (docs/loopy-games.md).")
                .at(clause.body.span)
                .err();
        } else if !several && !matches!(value, Value::Nothing if one) {
            self.check_game(value).map_err(|flow| flow.at(clause.body.span))?;
        }
        if position.rules.moves_only && !position.rules.has_score {
            self.check_fair(clause.kind, value).map_err(|flow| flow.at(clause.body.span))?;
        }
        Ok(())
    }

    /// Whether what a clause gives, before it is made, has the same moves for both players as far as its rule sets show.
    fn shows_fair(&self, given: &Given) -> bool {
        match given {
            Given::Value(_) => true,
            Given::Position(position) => position.rules.moves_only,
            Given::Integers(rules, _) | Given::Board(rules, _) => rules.moves_only,
            Given::Terms(terms) => {
                self.store.as_nimber(terms.rest).is_some() && terms.positions.iter().all(|&(_, id)| self.is_fair(id))
            }
        }
    }

    /// Rules with `moves` alone are taken for impartial: an error for an option with other moves for one player than for the other, or a
    /// value that no impartial game has.
    fn check_fair(&mut self, kind: ClauseKind, value: &Value) -> Res<()> {
        let fair = match value {
            Value::Position(p) if p.rules.moves_only => true,
            Value::List(_) | Value::Set(_) => {
                for item in self.elements(value)? {
                    self.check_fair(kind, &item)?;
                }
                true
            }
            Value::Int(n) => *n == 0,
            Value::Big(_) | Value::Ratio(_) => false,
            Value::Game(game) => self.store.as_nimber(*game).is_some(),
            Value::Position(_) | Value::Sum(_) | Value::Form(_) if kind == ClauseKind::Moves => {
                self.impartial(value)?
            }
            _ => true,
        };
        if fair {
            return Ok(());
        }
        let shown = self.briefly(value).unwrap_or_else(|| value.a_kind());
        let (what, note) = match kind {
            ClauseKind::Value => (
                format!("`moves` alone makes an impartial game, and none is equal to {shown}"),
                "An impartial game is equal to a nimber: 0, *, *2, …",
            ),
            _ => (
                format!("`moves` alone makes an impartial game, and in {shown} the players have different moves"),
                "A line `left …` and a line `right …` with that option, in place of `moves …`, make a partizan game.",
            ),
        };
        Fault::new(Mistake::WrongGame, what).note(note).err()
    }

    #[cold]
    pub(super) fn in_position(&mut self, flow: Box<Flow>, position: &Rc<Position>, clause: &ClauseCode) -> Box<Flow> {
        if matches!(*flow, Flow::Break) {
            return flow;
        }
        match *flow {
            // A requirement that fails belongs to where the position is written.
            Flow::Fault(fault) if clause.kind == ClauseKind::Require && fault.span.is_none() => fault.into(),
            Flow::Fault(mut fault) => {
                let name = self.briefly(&Value::Position(Rc::clone(position)));
                let name = name.unwrap_or_else(|| format!("{}(…)", position.rules.name));
                fault.stack.push((name, clause.body.span));
                fault.into()
            }
            other => Box::new(other),
        }
    }
}

/// How many options a list or set of options has.
fn several(value: &Value) -> Option<usize> {
    match value {
        Value::List(items) => Some(items.len()),
        Value::Set(items) => Some(items.len()),
        _ => None,
    }
}

#[cold]
fn no_score_clause(position: &Position) -> Res<()> {
    let name = &position.rules.name;
    Fault::new(Mistake::NoScore, format!("moves of {name} bring points, but {name} has no `score` clause"))
        .note("Add a line `score 0`, or what counts besides where play ends: then it is played for points.")
        .err()
}
