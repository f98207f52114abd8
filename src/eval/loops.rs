//! Loops and the rounds of collections.
//!
//! In: steps (`for … in`, `if`) and what is done in each round. Touches frames and the voice.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::value::node::{Code, Node, Step};
use crate::value::{Fault, Flow, Res, Value};

impl Machine {
    pub(super) fn for_loop(&mut self, steps: &[Step], body: &Code) -> Res {
        let before = self.frames.mark();
        let result = self.steps(steps, &mut |machine| match machine.eval(body) {
            Ok(value) => {
                machine.voice.drop_value(&value);
                Ok(())
            }
            Err(flow) if matches!(*flow, Flow::Continue) => {
                machine.frames.back(before);
                Ok(())
            }
            Err(flow) => Err(flow),
        });
        match result {
            Err(flow) if matches!(*flow, Flow::Break) => {
                self.frames.back(before);
                Ok(Value::Nothing)
            }
            result => result.map(|()| Value::Nothing),
        }
    }

    pub(super) fn while_loop(&mut self, condition: &Code, body: &Code) -> Res {
        let before = self.frames.mark();
        while self.truth(condition)? {
            self.handle.tick().map_err(|stop| Box::<Flow>::from(stop).at(body.span))?;
            match self.eval(body) {
                Ok(value) => self.voice.drop_value(&value),
                Err(flow) if matches!(*flow, Flow::Continue) => self.frames.back(before),
                Err(flow) if matches!(*flow, Flow::Break) => {
                    self.frames.back(before);
                    break;
                }
                Err(flow) => return Err(flow),
            }
        }
        Ok(Value::Nothing)
    }

    /// Calls `f` for every round of the steps.
    pub(super) fn steps(&mut self, steps: &[Step], f: &mut dyn FnMut(&mut Machine) -> Res<()>) -> Res<()> {
        self.rounds(steps, None, f)
    }

    /// Calls `f` for every round of the steps of a collection, which must come to an end.
    pub(crate) fn gather(&mut self, steps: &[Step], f: &mut dyn FnMut(&mut Machine) -> Res<()>) -> Res<()> {
        let note = "Give the range an end, or look for one element: `find(1.., n -> …)`.";
        self.rounds(steps, Some(("this collection", note)), f)
    }

    /// Calls `f` for every choice of the variables of a clause, which must come to an end.
    pub(super) fn choose(&mut self, steps: &[Step], f: &mut dyn FnMut(&mut Machine) -> Res<()>) -> Res<()> {
        let note =
            "A condition behind it leaves numbers out and does not end it. Give the range an end: `for k in 1..n`.";
        self.rounds(steps, Some(("this clause", note)), f)
    }

    /// `ends`: what must come to an end, and what helps if it does not.
    fn rounds(
        &mut self,
        steps: &[Step],
        ends: Option<(&'static str, &'static str)>,
        f: &mut dyn FnMut(&mut Machine) -> Res<()>,
    ) -> Res<()> {
        match steps.split_first() {
            None => f(self),
            Some((Step::If(condition), rest)) => {
                // `for`s and `if`s may be many; a few fit between two looks at the stack.
                if !self.truth(condition)? {
                    Ok(())
                } else if rest.len() % 8 == 7 {
                    with_stack(|| self.rounds(rest, ends, f))
                } else {
                    self.rounds(rest, ends, f)
                }
            }
            // `for x in [a]` gives a value a name: no list is needed for it.
            Some((Step::For(bind, Code { node: Node::List(parts), span }), rest)) if let [part] = &parts[..] => {
                let value = self.eval(part)?;
                self.handle.tick().map_err(|stop| Box::<Flow>::from(stop).at(*span))?;
                self.bind_new(bind, value)?;
                if rest.len() % 8 == 7 { with_stack(|| self.rounds(rest, ends, f)) } else { self.rounds(rest, ends, f) }
            }
            Some((Step::For(bind, source), rest)) => {
                let mut round = |machine: &mut Machine, value| {
                    machine.bind_new(bind, value)?;
                    if rest.len() % 8 == 7 {
                        with_stack(|| machine.rounds(rest, ends, f))
                    } else {
                        machine.rounds(rest, ends, f)
                    }
                };
                if self.each_of_call(source, &mut round)? {
                    return Ok(());
                }
                let values = self.eval(source)?;
                if let (Some((what, note)), Value::Range(range)) = (ends, &values)
                    && range.1 == i64::MAX
                {
                    let message = format!("{what} would never end: it goes through an endless range");
                    return Fault::new(Mistake::Endless, message).note(note).at(source.span).err();
                }
                self.each(&values, source.span, &mut round)
            }
        }
    }
}
