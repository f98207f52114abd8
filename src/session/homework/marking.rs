//! An answer and a question of a key: whether it is right, what is near, what shows that it is wrong.
//!
//! The criteria of a question are tried in their order and the first that is met gives its points; if none is, what the answer
//! has in common with the right one is told, and a reason.

use super::key::{Criterion, Key, Question};
use super::points::Points;
use super::visible::{one_line, shown};
use crate::adapters::loopy::games::LoopyGame;
use crate::eval::Machine;
use crate::games::View;
use crate::portable::{Given, Line, OwnAnswer, Places, Row, decode, decode_with, encode};
use crate::reasons::compare::{self, Met, OWN, Received, Test, met, same_kind};
use crate::reasons::near::{Near, near};
use crate::reasons::tell::discreet;
use crate::reasons::{Reason, judge, wrong};
use crate::report::Verdict;
use crate::source::Span;
use crate::value::node::{How, Program};
use crate::value::{Flow, Res, Value};
use std::cell::RefCell;

/// The most characters of a reason.
const REASON: usize = 4000;
/// Steps for finding out whether an answer is written like the question.
const COMPARING: u64 = 100_000;

/// What an answer came to.
pub struct Marked {
    /// The points that it earns.
    pub points: Points,
    /// What to say of it.
    pub lines: Vec<String>,
    /// What the teacher has to know: a person gives the points.
    pub trouble: Option<String>,
}

impl Marked {
    fn new(points: Points, lines: Vec<String>) -> Marked {
        Marked { points, lines, trouble: None }
    }
}

impl Key {
    fn marking(&mut self, question: usize) -> Marking<'_> {
        let Key { session, program, questions, line, .. } = self;
        Marking { m: &mut session.machine, program, question: &questions[question], line: line.as_ref() }
    }

    /// Compares an answer with what a question expects. The error says which bound was reached.
    pub fn compare(&mut self, question: usize, given: &Given) -> Result<Marked, String> {
        self.marking(question).fresh(|this| this.given(given))
    }

    /// The public claims about an answer that do not hold.
    pub fn claims(&mut self, question: usize, given: &Given) -> Result<Vec<String>, String> {
        self.marking(question).fresh(|this| {
            let answer = this.read(given)?;
            this.claims(&answer)
        })
    }

    /// The right answer as it is written.
    pub fn right_answer(&mut self, question: usize) -> Option<String> {
        self.marking(question).fresh(|this| this.right_answer()).ok().flatten()
    }

    /// What the key itself would hand in; nothing if that cannot be told.
    pub fn model_answer(&mut self, question: usize) -> Result<Option<Given>, String> {
        self.marking(question).fresh(|this| model(this.m, this.question))
    }
}

/// A question being marked.
struct Marking<'a> {
    m: &'a mut Machine,
    program: &'a Program,
    question: &'a Question,
    /// How functions of the answer are asked.
    line: Option<&'a Line>,
}

impl Marking<'_> {
    /// Runs something with all of a question's steps; the error says which bound was reached.
    fn fresh<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Result<T, String> {
        self.m.handle.restart();
        self.m.prepare(self.program);
        let result = f(self);
        self.m.unwind();
        result.map_err(|flow| match *flow {
            Flow::Fault(fault) => fault.message,
            _ => "it has no value".into(),
        })
    }

    fn given(&mut self, given: &Given) -> Res<Marked> {
        if let Some(breach) = &given.breach {
            return Ok(Marked::new(Points::zero(), vec![breach.clone()]));
        }
        let mut answer = self.read(given)?;
        if let Some(Test::Expect(how, operand)) = main(self.question).map(|c| &c.test) {
            for reading in [&mut answer.value, &mut answer.plain] {
                let named = compare::with_names(*how, operand, reading);
                *reading = compare::with_moves(self.m, operand, &named)?;
            }
        }
        let mut partly = None;
        let mut failed = None;
        for criterion in &self.question.criteria {
            if let Some(said) = self.not_simplified(criterion, &answer)? {
                return Ok(Marked::new(Points::zero(), vec![said]));
            }
            match met(self.m, &criterion.test, self.question.tolerance.as_ref(), &answer)? {
                Met::Yes => {
                    // A line before it might have given more.
                    if criterion.points < self.question.worth
                        && let Some((message, line)) = self.to_teacher(failed.take(), &answer)
                    {
                        return Ok(troubled(&message, line));
                    }
                    let mut lines: Vec<String> = criterion.text.iter().cloned().collect();
                    if criterion.points < self.question.worth {
                        lines.extend(self.why(criterion, &answer)?);
                        lines.extend(self.claims(&answer)?);
                    }
                    return Ok(Marked::new(criterion.points.clone(), lines));
                }
                Met::Partly { right, wrong, all } if partly.is_none() => {
                    partly =
                        Some(criterion.points.share_less(right, wrong, self.question.penalty.as_ref(), all).floored());
                }
                Met::Failed(message) => {
                    failed.get_or_insert((message, criterion.span));
                }
                Met::Partly { .. } | Met::No => {}
            }
        }
        let mut lines = Vec::new();
        if let Some((message, span)) = failed {
            if let Some((message, line)) = self.to_teacher(Some((message.clone(), span)), &answer) {
                return Ok(troubled(&message, line));
            }
            lines.push(match (message.starts_with(OWN), &self.question.model) {
                (true, _) => shown(&format!("Y{}.", &message[1..]), REASON),
                (false, Some(model)) => {
                    format!("The question asks for {}; your answer is of another kind.", model.a_kind())
                }
                (false, None) => "This answer is of another kind than the question asks for.".to_owned(),
            });
        }
        let mut points = partly.unwrap_or_else(Points::zero);
        if let Some(main) = main(self.question) {
            let near = self.near(main, &answer)?;
            if let Some(near) = near {
                lines.extend(discreet::lines(self.m, &[Reason::Near(near)])?);
                if !self.echoed(main, &answer)? {
                    points = points.max(share(near, &self.question.worth));
                } else if near == Near::NotCanonical && self.shown_so(main, &answer)? {
                    lines.push("This is the game that the question itself shows.".to_owned());
                }
            }
            lines.extend(self.reasons(main, &answer, near)?);
        }
        lines.extend(self.claims(&answer)?);
        if lines.is_empty() && points.is_zero() {
            lines.push("This answer is not right.".to_owned());
        }
        Ok(Marked::new(points, lines))
    }

    /// The answer in the key's machine.
    fn read<'g>(&mut self, given: &'g Given) -> Res<Received<'g>> {
        let received = |value: Value, plain: Value| Received { value, plain, given, trial: RefCell::default() };
        // The key's own answer may hold functions.
        if let Some(OwnAnswer(value)) = &given.own
            && holds_functions(value)
        {
            return Ok(received(value.clone(), value.clone()));
        }
        let reading = |this: &mut Self, places| match this.line {
            // Rule sets and functions stay where they are, and are asked there.
            Some(line) => decode_with(this.m, &given.data, places, line),
            None => decode(this.m, &given.data, places),
        };
        let mut value = reading(self, Places::ByName)?;
        // A sum of games is handed in for its value: by its name it is shown, and reasons speak of what is shown.
        if let Value::Form(form) = &value
            && form.parts().is_some()
        {
            let game = self.m.game(&value)?;
            value = self.m.game_value(game);
            return Ok(received(value.clone(), value));
        }
        let plain = reading(self, Places::ByValue);
        // A draw has no value; then the position itself must do.
        let plain = match plain {
            Ok(plain) => plain,
            Err(flow) if flow.stopped() => return Err(flow),
            Err(_) => value.clone(),
        };
        Ok(received(value, plain))
    }

    /// A form that is written out though its value has a name, where a value is asked for: what to say of it.
    fn not_simplified(&mut self, criterion: &Criterion, answer: &Received<'_>) -> Res<Option<String>> {
        let Test::Expect(how, operand) = &criterion.test else { return Ok(None) };
        let forms =
            self.question.criteria.iter().any(|c| matches!(c.test, Test::Expect(How::Canonical | How::Identical, _)));
        if !self.question.rule.literal || answer.given.own.is_some() || forms || criterion.points < self.question.worth
        {
            return Ok(None);
        }
        let given = answer.against(&operand.value);
        let said = match how {
            // Where the outcome is told, a game that has it is what is asked for.
            How::Outcome if compare::told(&operand.value).is_some() => return Ok(None),
            How::Outcome if compare::told(given).is_none() && compare::is_game(given) => {
                "This question asks for an outcome by its name, such as N or P."
            }
            How::NimValue | How::Mean if formal(given) || matches!(given, Value::Position(_) | Value::Sum(_)) => {
                "This question asks for a number that is written out."
            }
            _ if self.unsimplified(given)? => {
                "This question asks for a value: write it by its name, or, where it has none, in its canonical form."
            }
            _ => return Ok(None),
        };
        Ok(Some(said.to_owned()))
    }

    /// Whether a form stands in a value that has a name, or is not canonical.
    fn unsimplified(&mut self, value: &Value) -> Res<bool> {
        self.m.handle.tick()?;
        let items = match value {
            Value::List(items) | Value::Tuple(items) => items.to_vec(),
            Value::Map(entries) => entries.iter().map(|(_, value)| value.clone()).collect(),
            Value::Form(form) if form.options().is_some() => {
                let game = self.m.game(value)?;
                let named = !matches!(self.m.store.view(game), View::Other);
                return Ok(named || !compare::is_canonical(self.m, value)?);
            }
            Value::Thing(_) if let Some(game) = value.thing::<LoopyGame>() => {
                let m = &mut *self.m;
                let named = m.loops.has_name(game.value, &m.store, &m.handle)?;
                return Ok(game.written.is_some() && (named || !m.is_canonical_loop(game)?));
            }
            _ => return Ok(false),
        };
        for item in &items {
            if crate::limits::with_stack(|| self.unsimplified(item))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an answer is the game that the question is about, handed back as it stands there.
    fn echoed(&mut self, main: &Criterion, answer: &Received<'_>) -> Res<bool> {
        let Test::Expect(_, operand) = &main.test else { return Ok(false) };
        if !self.question.rule.literal {
            return Ok(false);
        }
        // What is canonical is the answer, and no game that is to be simplified.
        let shown = match compare::is_canonical(self.m, &operand.value)? {
            true => None,
            false => Some(&operand.value),
        };
        for game in [shown, self.question.about.as_ref()].into_iter().flatten() {
            if formal(game) && formal(&answer.value) && crate::builtins::form::identical(self.m, game, &answer.value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an answer that has the options of the question's game repeats none of them where that does not.
    fn shown_so(&mut self, main: &Criterion, answer: &Received<'_>) -> Res<bool> {
        let Test::Expect(_, operand) = &main.test else { return Ok(false) };
        let shown = self.question.about.as_ref().unwrap_or(&operand.value);
        let found = self.m.attempt_within(COMPARING, |m| {
            Ok(!repeats(m, &answer.value)? || repeats(m, shown)? || repeats(m, &operand.value)?)
        });
        match found {
            Err(flow) if !matches!(&*flow, Flow::Fault(_)) => Err(flow),
            found => Ok(found.unwrap_or(false)),
        }
    }

    /// Whether what went wrong in a line of the key is the key's own trouble: its answers are made so.
    fn to_teacher(&self, failed: Option<(String, Span)>, answer: &Received<'_>) -> Option<(String, usize)> {
        let (message, span) = failed?;
        let own = message.starts_with(OWN);
        let alike = self.question.model.as_ref().is_none_or(|model| same_kind(model, &answer.value));
        let line = self.m.sources().line_column(span).map_or(0, |(line, _)| line);
        (!own && alike).then_some((message, line))
    }

    /// Why an answer that met a lesser criterion is not wholly right: only what no line of the key has said.
    fn why(&mut self, criterion: &Criterion, answer: &Received<'_>) -> Res<Vec<String>> {
        let Some(main) = main(self.question) else { return Ok(Vec::new()) };
        let near = self.near(main, answer)?;
        let mut lines = Vec::new();
        if criterion.text.is_none()
            && let Some(near) = near
        {
            lines.extend(discreet::lines(self.m, &[Reason::Near(near)])?);
        }
        lines.extend(self.reasons(main, answer, near)?);
        Ok(lines)
    }

    /// What shows that the answer is wrong; texts of the answer may stand in it.
    fn reasons(&mut self, main: &Criterion, answer: &Received<'_>, near: Option<Near>) -> Res<Vec<String>> {
        let positions = match &main.test {
            Test::Expect(_, operand) => compare::has_rules_of(&operand.value, &self.question.rule.allow),
            _ => false,
        };
        let lines = wrong::lines(
            self.m,
            self.question.about.as_ref(),
            &main.test,
            self.question.tolerance.as_ref(),
            answer,
            near,
            positions,
        )?;
        Ok(lines.iter().map(|line| shown(line, REASON)).collect())
    }

    fn near(&mut self, main: &Criterion, answer: &Received<'_>) -> Res<Option<Near>> {
        match &main.test {
            Test::Expect(how, operand) => {
                let counts = operand.value.is_number() && self.question.about.is_none();
                near(self.m, *how, &operand.value, answer.against(&operand.value), counts)
            }
            _ => Ok(None),
        }
    }

    /// The public claims of the question that do not hold.
    fn claims(&mut self, answer: &Received<'_>) -> Res<Vec<String>> {
        let Some(slot) = self.question.slot.filter(|_| !self.question.claims.is_empty()) else { return Ok(Vec::new()) };
        let before = std::mem::replace(&mut self.m.globals_mut().values[slot as usize], answer.value.clone());
        let mut lines = Vec::new();
        for claim in &self.question.claims {
            let verdict = self.m.attempt(|m| judge(m, claim));
            let said = claim.text.as_deref().map_or_else(|| one_line(&claim.source, 120), str::to_owned);
            match verdict {
                Ok(Verdict::True) => {}
                Ok(_) => lines.push(format!("This should hold: {said}.")),
                Err(flow) if flow.stopped() => {
                    self.m.globals_mut().values[slot as usize] = before;
                    return Err(flow);
                }
                Err(_) => lines.push(format!("This could not be checked: {said}.")),
            }
        }
        self.m.globals_mut().values[slot as usize] = before;
        Ok(lines)
    }

    /// The right answer as it is written.
    fn right_answer(&mut self) -> Res<Option<String>> {
        let value = match (&self.question.model, main(self.question).map(|c| &c.test)) {
            (Some(model), _) => model.clone(),
            (None, Some(Test::Expect(_, operand))) => operand.value.clone(),
            (None, Some(Test::Rules { how: How::Rules, rules, .. })) => {
                let source = match rules {
                    Value::Rules(rules) => rules.source.to_string(),
                    Value::Func(f) => f.proto.source.to_string(),
                    other => self.m.notation(other)?,
                };
                return Ok(Some(source));
            }
            _ => return Ok(None),
        };
        let formal = matches!(main(self.question).map(|c| &c.test), Some(Test::Expect(How::Identical, _)));
        // Moves are handed in as the positions to which they lead.
        let value = match &value {
            Value::List(items) if items.iter().any(|item| matches!(item, Value::Move(_))) => {
                let positions = items.iter().map(|item| match item {
                    Value::Move(made) => made.to.clone(),
                    other => other.clone(),
                });
                Value::list(positions.collect())
            }
            // Of a position the value was asked for; the question shows the position.
            Value::Position(_) | Value::Sum(_) if !formal => match self.m.attempt(|m| m.game(&value)) {
                Ok(game) => self.m.game_value(game),
                Err(flow) if flow.stopped() => return Err(flow),
                // Draws have no value.
                Err(_) => value,
            },
            _ => value,
        };
        Ok(Some(match &value {
            Value::Form(form) if formal => self.m.form_notation(form)?,
            Value::Func(f) => f.proto.source.to_string(),
            Value::Rules(rules) => rules.source.to_string(),
            other => self.m.notation(other)?,
        }))
    }
}

/// Whether a function stands in a value, at any level of tuples and lists.
fn holds_functions(value: &Value) -> bool {
    match value {
        Value::Rules(_) | Value::Func(_) | Value::Native(_) => true,
        Value::Tuple(items) | Value::List(items) => crate::limits::with_stack(|| items.iter().any(holds_functions)),
        _ => false,
    }
}

/// What is said of an answer that the key cannot judge.
fn troubled(message: &str, line: usize) -> Marked {
    let said = "The key could not judge this answer. Your teacher is told, and gives the points.";
    let trouble = Some(format!("line {line} of the key fails: {}", one_line(message, 300)));
    Marked { points: Points::zero(), lines: vec![said.to_owned()], trouble }
}

/// Whether a value is a form that is written out.
fn formal(value: &Value) -> bool {
    matches!(value, Value::Form(form) if form.options().is_some())
}

/// Whether an option stands twice in a form, at any level.
fn repeats(m: &mut Machine, value: &Value) -> Res<bool> {
    let Value::Form(form) = value else { return Ok(false) };
    let Some((left, right)) = form.options() else { return Ok(false) };
    for side in [left, right] {
        for (i, option) in side.iter().enumerate() {
            m.handle.tick()?;
            for other in &side[..i] {
                if crate::builtins::form::identical(m, option, other)? {
                    return Ok(true);
                }
            }
            if crate::limits::with_stack(|| repeats(m, option))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The points that something in common with the right answer gives of itself.
fn share(near: Near, worth: &Points) -> Points {
    match near {
        Near::NotCanonical => worth.share(1, 2).floored(),
        Near::Swapped => worth.share(1, 4).floored(),
        _ => Points::zero(),
    }
}

/// The criterion by which a wrong answer is explained: the first that gives all points.
fn main(question: &Question) -> Option<&Criterion> {
    question.criteria.iter().find(|c| c.points >= question.worth).or(question.criteria.first())
}

/// What the key itself would hand in; nothing if that cannot be told.
fn model(m: &mut Machine, question: &Question) -> Res<Option<Given>> {
    let Some(main) = main(question) else { return Ok(None) };
    let (value, places): (Value, &[Value]) = match (&question.model, &main.test) {
        (model, Test::Rules { how: How::Rules, rules, places, .. }) => {
            (model.clone().unwrap_or_else(|| rules.clone()), &places[..])
        }
        (Some(model), _) => (model.clone(), &[]),
        (None, Test::Expect(How::Outcome, operand)) => match compare::outcome(m, &operand.value)? {
            Some(class) => (Value::Outcome(class), &[]),
            None => return Ok(None),
        },
        (None, Test::Expect(How::Swapped, operand)) => (m.neg(&operand.value)?, &[]),
        (None, Test::Expect(How::Canonical, operand)) => {
            let value = m.loopy_game(&operand.value)?;
            (m.loopy_result(value), &[])
        }
        (None, Test::Expect(_, operand)) => (operand.value.clone(), &[]),
        (None, Test::Rules { rules, places, .. }) => {
            let values = compare::values(m, rules, places)?;
            match compare::find_period(m, &values)? {
                Some((p, from)) => (Value::tuple(vec![p.into(), from.into()]), &[]),
                None => return Ok(None),
            }
        }
        (None, Test::Accept(..) | Test::Strategy { .. }) => return Ok(None),
    };
    let mut rows = Vec::with_capacity(places.len());
    for place in places {
        let arguments = match place {
            Value::Tuple(items) => items.to_vec(),
            one => vec![one.clone()],
        };
        let value = m.apply(&value, arguments, question.span)?;
        let value = if value.is_game() {
            let game = m.game(&value)?;
            m.game_value(game)
        } else {
            value
        };
        rows.push(Ok(Row { data: encode(m, &value)?, options: None, shape: None }));
    }
    let data = encode(m, &value)?;
    let shown = one_line(&m.notation(&value)?, 300);
    let kind = value.kind().into();
    Ok(Some(Given { data, shown, kind, rows, own: Some(OwnAnswer(value)), ..Given::default() }))
}
