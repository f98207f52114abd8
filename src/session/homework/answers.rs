//! The statements of an answer file, run one by one, and what those that answer something hand in.

use super::visible::one_line;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::limits::Limits;
use crate::portable::{self, Given, Places, Row};
use crate::report::Diagnostic;
use crate::resolve::bound;
use crate::session::{Loaded, Session};
use crate::source::Span;
use crate::syntax::ast::StmtKind;
use crate::value::{Fault, Flow, Res, Value};
use serde_json::Value as Json;

/// The most characters of a value that are kept.
const VALUE: usize = 300;
/// Steps for writing out a form.
const WRITING: u64 = 20_000;
/// Levels of an answer as JSON: readers refuse more than 128, and the answer stands some levels deep itself.
const LEVELS: usize = 115;
/// The largest answer, as JSON.
const LARGEST: usize = 2 << 20;

impl Session {
    /// The answers of a text: statement, name and line of each.
    pub fn answers(&self, loaded: &Loaded) -> Vec<(usize, String, usize)> {
        let line = |span| self.sources().line_column(span).map_or(0, |(line, _)| line);
        let statements = loaded.tree.statements.iter().enumerate();
        let answers = statements.filter_map(|(i, statement)| match &statement.kind {
            StmtKind::Answer(answer) => Some((i, answer.name.name.to_string(), line(statement.span))),
            _ => None,
        });
        answers.collect()
    }

    /// Runs a statement within bounds. Of an answer that is asked for it tells the value, and of a rule set or function its
    /// values in these places.
    pub fn statement(
        &mut self,
        loaded: &Loaded,
        i: usize,
        limits: Limits,
        asked: Option<&[Json]>,
    ) -> Result<Given, Box<Diagnostic>> {
        let (statement, code) = (&loaded.tree.statements[i], &loaded.code.statements[i].code);
        let machine = &mut self.machine;
        machine.handle.set_limits(limits);
        machine.handle.restart();
        machine.prepare(&loaded.code);
        let result = machine.eval(code).and_then(|value| {
            if !matches!(statement.kind, StmtKind::Answer(_)) {
                return Ok(None);
            }
            let value = match bound(code) {
                Some(slot) => machine.globals().values[slot as usize].clone(),
                None => value,
            };
            given(machine, &value, asked, statement.span).map(Some)
        });
        machine.unwind();
        let empty = || Given { data: Json::Null, shown: String::new(), kind: "nothing".into(), rows: Vec::new() };
        match result {
            Ok(given) => Ok(given.unwrap_or_else(empty)),
            Err(flow) => match *flow {
                Flow::Fault(fault) => Err(Box::new(fault.at(statement.span).diagnostic())),
                _ => Ok(empty()),
            },
        }
    }
}

/// An answer as data, with what the key wants to know of a rule set or function.
fn given(m: &mut Machine, value: &Value, asked: Option<&[Json]>, span: Span) -> Res<Given> {
    let data = readable(m, value)?;
    if asked.is_none() {
        return Ok(Given { data: Json::Null, shown: String::new(), kind: value.kind().into(), rows: Vec::new() });
    }
    if data.to_string().len() > LARGEST {
        return Fault::new(Mistake::HandedIn, "this value is too large to be handed in").err();
    }
    let written = match value {
        // A form whose parts are shared may be far too long to write out.
        Value::Form(form) if form.options().is_some() => {
            match crate::reasons::within(m, WRITING, |m| m.form_notation(form)) {
                Ok(text) => text,
                Err(_) => m.notation(value)?,
            }
        }
        Value::Display(_) => String::new(),
        other => m.notation(other)?,
    };
    let mut rows = Vec::new();
    if matches!(value, Value::Rules(_) | Value::Func(_) | Value::Native(_)) {
        for place in asked.unwrap_or_default() {
            match m.attempt(|m| row(m, value, place, span)) {
                Ok(row) => rows.push(Ok(row)),
                Err(flow) if flow.stopped() => return Err(flow),
                Err(flow) => rows.push(Err(match *flow {
                    Flow::Fault(fault) => one_line(&fault.message, VALUE),
                    _ => "it has no value".into(),
                })),
            }
        }
    }
    Ok(Given { data, shown: one_line(&written, VALUE), kind: value.kind().into(), rows })
}

fn row(m: &mut Machine, f: &Value, place: &Json, span: Span) -> Res<Row> {
    let arguments = match portable::decode(m, place, Places::ByName)? {
        Value::Tuple(items) => items.to_vec(),
        one => vec![one],
    };
    let value = m.apply(f, arguments, span)?;
    if !value.is_game() {
        return Ok(Row { data: readable(m, &value)?, options: None });
    }
    let options = match &value {
        Value::Position(_) | Value::Sum(_) => {
            let left = m.moves_of(&value, crate::value::Player::Left)?.len();
            let right = m.moves_of(&value, crate::value::Player::Right)?.len();
            Some((left, right))
        }
        _ => None,
    };
    let game = m.game(&value)?;
    let game = m.game_value(game);
    Ok(Row { data: readable(m, &game)?, options })
}

/// A value as data that every reader of JSON takes.
fn readable(m: &mut Machine, value: &Value) -> Res<Json> {
    let data = portable::encode(m, value)?;
    if portable::levels(&data) > LEVELS {
        return Fault::new(Mistake::HandedIn, "this value is nested too deep to be handed in").err();
    }
    Ok(data)
}
