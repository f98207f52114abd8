//! Running the clauses of a rule set for a position.
//!
//! In: a position and the kinds of clauses that are asked for. Out: what their bodies give, handed over one after the other,
//! in the order in which they are written. A native rule set is asked for its options instead. An error names the position
//! that it came up in. Touches frames. Cost: one evaluation a clause and choice of its variables.

use super::Machine;
use crate::limits::with_stack;
use crate::syntax::ast::ClauseKind;
use crate::value::node::ClauseCode;
use crate::value::{Flow, Player, Position, Res, Value};
use std::rc::Rc;

impl Machine {
    /// Runs the clauses of these kinds and hands over what they give.
    pub(crate) fn clauses(
        &mut self,
        position: &Rc<Position>,
        kinds: &[ClauseKind],
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        // Clauses may ask for moves of other positions, which leads back here.
        self.handle.enter()?;
        let result = with_stack(|| self.clauses_inside(position, kinds, out));
        self.handle.leave();
        result
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
                out(self, option)?;
            }
            return Ok(());
        }
        for clause in rules.clauses.iter().filter(|c| kinds.contains(&c.kind)) {
            let height = self.frames.height();
            self.frames.extend(position.arguments.iter().cloned());
            let before = self.frames.open(height, rules.frame);
            let result = self.clause(position, clause, out);
            self.frames.back(before);
            if let Err(flow) = result {
                return Err(self.in_position(flow, position, clause));
            }
        }
        Ok(())
    }

    fn clause(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        out: &mut dyn FnMut(&mut Machine, Value) -> Res<()>,
    ) -> Res<()> {
        for (i, param) in (0..).zip(&position.rules.params) {
            if let Some(bind) = &param.bind {
                let value = self.frames.local(i).clone();
                self.bind_new(bind, value)?;
            }
        }
        self.steps(&clause.steps, &mut |machine| {
            let value = machine.eval(&clause.body)?;
            let one = matches!(clause.kind, ClauseKind::Value | ClauseKind::Score);
            let several = !one && matches!(value, Value::List(_) | Value::Set(_));
            if !several && !matches!(value, Value::Nothing if one) {
                machine.check_game(&value).map_err(|flow| flow.at(clause.body.span))?;
            }
            out(machine, value).map_err(|flow| flow.at(clause.body.span))
        })
    }

    #[cold]
    fn in_position(&mut self, flow: Box<Flow>, position: &Rc<Position>, clause: &ClauseCode) -> Box<Flow> {
        match *flow {
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
