//! Running a text: read, resolve, evaluate, and take everything back if there is an error.

use super::{Ran, Session};
use crate::adapters::DECLARATIONS;
use crate::builtins::pictures::boards::listing::listed;
use crate::builtins::pictures::boards::{Board, seen};
use crate::builtins::pictures::pictured;
use crate::diagnostics::{Diagnostic, Mistake};
use crate::eval::{Machine, Sink};
use crate::limits::{Stop, allocated, with_room};
use crate::report::{Output, Shown};
use crate::resolve::{Whose, resolve};
use crate::syntax::{Mode, Pace, Parsed, unseen, within};
use crate::value::{Fault, Flow, Res, Value};
use std::rc::Rc;

impl Session {
    /// Reads and runs a text. Every output goes to `sink` as soon as it is there. If there is an error, the bindings are
    /// as they were before.
    pub fn run(&mut self, name: &str, text: &str, mode: Mode, sink: Sink) -> Ran {
        self.provide(text);
        self.machine.handle.restart();
        self.relieve();
        let source = self.machine.add_source(name, text);
        let before = (self.machine.globals().clone(), self.imported.len(), self.machine.epoch());
        self.machine.listen(Rc::clone(&sink));
        self.unseen = None;
        self.warnings.clear();
        self.kept.iter_mut().for_each(Vec::clear);
        self.importing = std::path::Path::new(name).canonicalize().into_iter().collect();
        let errors = self.submit(source, name, text, mode, &sink);
        let (passed, failed) = self.machine.end_listening();
        if !errors.is_empty() {
            self.machine.unwind();
            *self.machine.globals_mut() = before.0;
            self.imported.truncate(before.1);
            // Results that were kept meanwhile may come from bindings that are gone again.
            if self.machine.epoch() != before.2 {
                self.machine.outdated();
            }
        }
        self.machine.globals_mut().forget_unset();
        let warnings = std::mem::take(&mut self.warnings);
        Ran { errors, warnings, passed, failed, unseen: self.unseen.take() }
    }

    /// Keeps warnings that were not told before. Of a notation that misleads one is enough.
    fn warn(&mut self, warnings: Vec<Diagnostic>) {
        for warning in warnings {
            let notation = warning.mistake == Mistake::ProductOrSum;
            let what = if notation { String::new() } else { warning.message.clone() };
            if self.warned.insert((warning.mistake, what)) {
                self.warnings.push(warning);
            }
        }
    }

    /// Forgets what can be computed again, once it fills half of what is allowed.
    pub(super) fn relieve(&mut self) {
        let full = self.settings.limits.memory.is_some_and(|limit| allocated() > limit / 2);
        if full {
            self.machine.forget_positions();
        }
        if self.settings.limits.memory.is_some_and(|limit| allocated() > limit / 2) {
            self.machine.forget_games();
        }
    }

    pub(super) fn submit(&mut self, source: u32, name: &str, text: &str, mode: Mode, sink: &Sink) -> Vec<Diagnostic> {
        // The tree is dropped here, whatever it is.
        with_room(|| self.submit_text(source, name, text, mode, sink))
    }

    fn submit_text(&mut self, source: u32, name: &str, text: &str, mode: Mode, sink: &Sink) -> Vec<Diagnostic> {
        let handle = Rc::clone(&self.machine.handle);
        let pace = Pace::new(&handle);
        let Parsed { mut program, errors } = within(source, text, mode, &pace);
        if let Some(stop) = pace.stopped() {
            return vec![while_reading(stop)];
        }
        if !errors.is_empty() {
            return errors;
        }
        let errors = self.imports(&mut program, name, sink);
        if !errors.is_empty() {
            return errors.told();
        }
        // An imported text is seen here first.
        self.provide(text);
        let whose = if mode == Mode::Session { Whose::Session } else { Whose::Script };
        let resolved =
            resolve(&program, text, self.machine.globals_mut(), whose, &mut self.next_rules, &pace, &DECLARATIONS);
        if let Some(stop) = pace.stopped() {
            return vec![while_reading(stop)];
        }
        self.warn(resolved.warnings);
        if !resolved.errors.is_empty() {
            return resolved.errors.told();
        }
        let mut last = None;
        let kept = &mut self.kept;
        let (emit, wishes) = (Rc::clone(sink), (self.data, self.pictures));
        let result = self.machine.run(&resolved.program, &mut |machine, value| {
            if !matches!(value, Value::Nothing) {
                let value_shown = match shown(machine, &value, wishes) {
                    // Who keeps the value can do without its text.
                    Err(flow) if kept.is_some() && !flow.stopped() => untold(machine, &value, *flow),
                    shown => shown?,
                };
                emit(Output::Value(value_shown), machine.sources());
                kept.iter_mut().for_each(|kept| kept.push(value.clone()));
                last = Some(value);
            }
            Ok(())
        });
        self.machine.unwind();
        if let Err(flow) = result {
            return diagnostic_of(&self.machine, *flow).into_iter().collect();
        }
        if let Some(span) = self.machine.take_silent() {
            let statement = program
                .statements
                .iter()
                .find(|s| s.span.start <= span.start && span.end <= s.span.end && s.span.source == span.source);
            self.unseen = statement.and_then(unseen::in_loop);
        }
        if let Some(value) = last {
            let slot = self.machine.globals().user.get("_").copied();
            self.machine.globals_mut().set_user("_", value);
            if slot.is_some_and(|slot| self.machine.globals().watched[slot as usize]) {
                self.machine.outdated();
            }
        }
        Vec::new()
    }
}

/// A value as people see it.
pub(super) fn shown(machine: &mut Machine, value: &Value, (data, pictures): (bool, bool)) -> Res<Shown> {
    let text = machine.display(value)?;
    // A position is followed by its value, if that can be found; its own notation stands in any case.
    let worth = match value {
        Value::Position(_) | Value::Sum(_) => machine.worth(value)?,
        Value::Form(form) if form.for_points => machine.worth(value)?,
        _ => None,
    };
    let formula = match &worth {
        Some(worth) if data => machine.worth_latex(value, worth)?,
        _ => None,
    };
    let data = if data { Some(machine.data(value)?) } else { None };
    let (board, instead) = match value {
        _ if !machine.shows_boards() => (None, None),
        Value::Position(_) | Value::Sum(_) => (seen(machine, value, Board::is_laid_out)?, None),
        Value::Display(display) => (None, display.seen.clone()),
        Value::Move(_) | Value::List(_) => (None, listed(machine, value)?),
        _ => (None, None),
    };
    let picture = if pictures { pictured(machine, value)? } else { None };
    Ok(Shown { text, value: worth, formula, board, instead, picture, kind: value.kind(), data })
}

/// A value that cannot be written out, and why.
fn untold(machine: &Machine, value: &Value, flow: Flow) -> Shown {
    let why = diagnostic_of(machine, flow).map_or(String::new(), |error| format!(": {}", error.message));
    let text = format!("<{}{why}>", value.kind());
    let (worth, formula, board, instead, picture, data) = (None, None, None, None, None, None);
    Shown { text, value: worth, formula, board, instead, picture, kind: value.kind(), data }
}

pub(super) fn diagnostic_of(machine: &Machine, flow: Flow) -> Option<Diagnostic> {
    match flow {
        Flow::Fault(fault) => Some(machine.told(fault)),
        Flow::Return(_) | Flow::Break | Flow::Continue => None,
    }
}

/// A bound that was reached before anything ran.
pub(super) fn while_reading(stop: Stop) -> Diagnostic {
    let fault = match *Box::<Flow>::from(stop) {
        Flow::Fault(fault) => fault,
        _ => Fault::new(Mistake::Bug, "stopped"),
    };
    fault.note("It was reached while the text was read, before anything in it ran.").diagnostic()
}
