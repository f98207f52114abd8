//! The statements of an answer file, run one by one, and what those that answer something hand in.

use super::visible::one_line;
use super::written::{Rule, breach, expression};
use crate::adapters::loopy::games::LoopyGame;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::shape::Shapes;
use crate::limits::{Limits, with_stack};
use crate::portable::{self, Given, Places, Row};
use crate::reasons::compare::is_game;
use crate::report::Diagnostic;
use crate::resolve::bound;
use crate::session::{Loaded, Session};
use crate::source::Span;
use crate::syntax::ast::{Pattern, StmtKind, Target};
use crate::value::{Fault, Flow, Res, Value};
use serde_json::{Value as Json, json};

/// The most characters of an answer that is compared with the name of its value.
const LONGEST_NAME: usize = 10_000;
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

    /// Whether a text defines a name by `=`, as a variable or a function: a question of that name in it does not.
    pub fn defines(&self, loaded: &Loaded, name: &str) -> bool {
        loaded.tree.statements.iter().any(|statement| match &statement.kind {
            StmtKind::Assign(Target::Pattern(Pattern::Name(ident)), _) => &*ident.name == name,
            StmtKind::Function(function) => &*function.name.name == name,
            _ => false,
        })
    }

    /// Runs a statement within bounds. Of an answer that is asked for it tells the value, and of a rule set or function its
    /// values in these places. Functions in it are put into the list, to be asked later.
    pub fn statement(
        &mut self,
        loaded: &Loaded,
        i: usize,
        limits: Limits,
        asked: Option<(&[Json], &Rule)>,
        functions: &mut Functions,
    ) -> Result<Given, Box<Diagnostic>> {
        let (statement, code) = (&loaded.tree.statements[i], &loaded.code.statements[i].code);
        let machine = &mut self.machine;
        machine.handle.set_limits(limits);
        machine.handle.restart();
        machine.prepare(&loaded.code);
        let (mut loopy, mut named) = (None, false);
        let result = machine.eval(code).and_then(|value| {
            if !matches!(statement.kind, StmtKind::Answer(_)) {
                return Ok(None);
            }
            let value = match bound(code) {
                Some(slot) => machine.globals().values[slot as usize].clone(),
                None => value,
            };
            loopy = is_game(&value).then(|| !value.is_game());
            if asked.is_some_and(|(_, rule)| rule.literal)
                && let Some(e) = expression(&statement.kind)
            {
                named = is_name(machine, e.span, &value)?;
            }
            given(machine, &value, asked.map(|(places, _)| places), statement.span, functions).map(Some)
        });
        machine.unwind();
        let empty = || Given { kind: "nothing".into(), ..Given::default() };
        match result {
            Ok(given) => {
                let rule = asked.map(|(_, rule)| rule);
                let breach = rule
                    .and_then(|rule| breach(&loaded.tree, i, rule, named, loopy, machine.globals(), machine.sources()));
                Ok(Given { breach, ..given.unwrap_or_else(empty) })
            }
            Err(flow) => match *flow {
                Flow::Fault(fault) => Err(Box::new(fault.at(statement.span).diagnostic())),
                _ => Ok(empty()),
            },
        }
    }

    /// What somebody asks a function that was handed in: `{"call": 3, "arguments": […]}`; its value as data, or what went wrong.
    pub fn answer_call(&mut self, limits: Limits, call: &Json, functions: &mut Functions) -> Result<Json, String> {
        let machine = &mut self.machine;
        machine.handle.set_limits(limits);
        machine.handle.restart();
        let result = called(machine, call, functions);
        machine.unwind();
        result.map_err(|flow| match *flow {
            Flow::Fault(fault) => one_line(&fault.message, VALUE),
            _ => "it has no value".into(),
        })
    }
}

/// Whether a value stands in a file by its name, blanks apart: a game's, or names in brackets.
fn is_name(m: &mut Machine, span: Span, value: &Value) -> Res<bool> {
    fn is_plain(value: &Value) -> bool {
        match value {
            Value::Tuple(items) | Value::List(items) => with_stack(|| items.iter().all(is_plain)),
            Value::Form(_) | Value::Game(_) => true,
            other => other.is_number(),
        }
    }
    if !is_plain(value) {
        return Ok(false);
    }
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let text = m.sources().get(span.source).and_then(|source| source.text.get(span.start as usize..span.end as usize));
    let Some(text) = text.filter(|text| text.len() <= LONGEST_NAME).map(bare) else { return Ok(false) };
    match m.attempt_within(WRITING, |m| m.notation(value)) {
        Ok(name) => Ok(bare(&name) == text),
        Err(flow) if flow.stopped() => Err(flow),
        Err(_) => Ok(false),
    }
}

/// Functions that were handed in, by their numbers.
#[derive(Default)]
pub struct Functions(Vec<Value>);

/// Functions that one file may hand in, those that its functions return among them.
const FUNCTIONS: usize = 100_000;

fn called(m: &mut Machine, call: &Json, functions: &mut Functions) -> Res<Json> {
    let place = call.get("call").and_then(Json::as_u64).and_then(|i| usize::try_from(i).ok());
    let Some(f) = place.and_then(|i| functions.0.get(i)).cloned() else {
        return Fault::new(Mistake::Foreign, "there is no such function").err();
    };
    let arguments = portable::decode_arguments(m, call.get("arguments").unwrap_or(&json!([])), &functions.0)?;
    let value = m.apply(&f, arguments, Span::default())?;
    readable(m, &value, functions)
}

/// An answer as data, with what the key wants to know of a rule set or function.
fn given(m: &mut Machine, value: &Value, asked: Option<&[Json]>, span: Span, functions: &mut Functions) -> Res<Given> {
    let known = functions.0.len();
    let data = readable(m, value, functions)?;
    let calls = functions.0.len() > known;
    if asked.is_none() {
        return Ok(Given { kind: value.kind().into(), ..Given::default() });
    }
    if data.to_string().len() > LARGEST {
        return Fault::new(Mistake::HandedIn, "this value is too large to be handed in").err();
    }
    let written = match value {
        // A form whose parts are shared may be far too long to write out.
        Value::Form(form) if form.options().is_some() => match m.attempt_within(WRITING, |m| m.form_notation(form)) {
            Ok(text) => text,
            Err(_) => m.notation(value)?,
        },
        Value::Thing(_) if let Some(LoopyGame { written: Some(written), .. }) = value.thing() => {
            match m.attempt_within(WRITING, |m| m.brackets(written)) {
                Ok(text) => text,
                Err(_) => m.notation(value)?,
            }
        }
        Value::Display(_) => String::new(),
        other => m.notation(other)?,
    };
    let mut rows = Vec::new();
    let mut shapes = Shapes::default();
    if matches!(value, Value::Rules(_) | Value::Func(_) | Value::Native(_)) {
        for place in asked.unwrap_or_default() {
            match m.attempt(|m| row(m, value, place, span, &mut shapes)) {
                Ok(row) => rows.push(Ok(row)),
                Err(flow) if flow.stopped() => return Err(flow),
                Err(flow) => rows.push(Err(match *flow {
                    Flow::Fault(fault) => one_line(&fault.message, VALUE),
                    _ => "it has no value".into(),
                })),
            }
        }
    }
    let shown = one_line(&written, VALUE);
    let shown_whole = !calls && !shown.is_empty() && !shown.ends_with('…');
    Ok(Given { data, shown, shown_whole, kind: value.kind().into(), rows, ..Given::default() })
}

fn row(m: &mut Machine, f: &Value, place: &Json, span: Span, shapes: &mut Shapes) -> Res<Row> {
    let arguments = match portable::decode(m, place, Places::ByName)? {
        Value::Tuple(items) => items.to_vec(),
        one => vec![one],
    };
    let value = m.apply(f, arguments, span)?;
    if !value.is_game() {
        return Ok(Row { data: readable(m, &value, &mut Functions::default())?, options: None, shape: None });
    }
    let options = match &value {
        Value::Position(_) | Value::Sum(_) => {
            let left = m.moves_of(&value, crate::value::Player::Left)?.len();
            let right = m.moves_of(&value, crate::value::Player::Right)?.len();
            Some((left, right))
        }
        _ => None,
    };
    let shape = if options.is_some() { crate::reasons::forgiving(m, |m| shapes.shape(m, &value))? } else { None };
    let game = m.game(&value)?;
    let game = m.game_value(game);
    Ok(Row { data: readable(m, &game, &mut Functions::default())?, options, shape })
}

/// A value as data that every reader of JSON takes.
fn readable(m: &mut Machine, value: &Value, functions: &mut Functions) -> Res<Json> {
    let data = portable::encode_with(m, value, &mut functions.0)?;
    if functions.0.len() > FUNCTIONS {
        return Fault::new(Mistake::HandedIn, "these are too many functions to be handed in").err();
    }
    if portable::levels(&data) > LEVELS {
        return Fault::new(Mistake::HandedIn, "this value is nested too deep to be handed in").err();
    }
    Ok(data)
}
