//! Reading the questions of a key: what each expects, for how many points, and whether that can be compared.

use super::{Criterion, Question};
use crate::diagnostics::{Diagnostic, Mistake};
use crate::eval::Machine;
use crate::portable::encode;
use crate::reasons::compare::{self, Test};
use crate::reasons::operand;
use crate::resolve::bound;
use crate::session::homework::points::Points;
use crate::session::homework::variant;
use crate::session::homework::written::Rule;
use crate::source::Span;
use crate::syntax::unescape;
use crate::value::node::{Code, How, LineCode, LineNode, QuestionCode};
use crate::value::{Flow, Value};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use std::rc::Rc;

/// The most parameters for which one rule set is compared.
const PLACES: usize = 10_000;

/// What has been read so far.
pub(super) struct KeyReader {
    pub(super) questions: Vec<Question>,
    pub(super) models: Vec<(String, Value, Span)>,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) sheet: bool,
    pub(super) varies: bool,
}

/// What a question hands on to its parts.
#[derive(Clone, Default)]
struct Shared {
    about: Option<Value>,
    tolerance: Option<BigRational>,
    penalty: Option<BigRational>,
    rule: Option<Rule>,
}

/// A text with the values of variables.
struct Told {
    text: String,
    /// As it stands between quotes, and where.
    written: String,
    place: Span,
}

impl KeyReader {
    fn wrong(&mut self, span: Span, message: impl Into<String>, note: &str) {
        self.errors.push(Diagnostic::new(Mistake::KeyLine, span, message).note(note));
    }

    pub(super) fn question(&mut self, m: &mut Machine, code: &QuestionCode) -> Result<(), Box<Flow>> {
        self.one(m, code, None, &Shared::default())
    }

    fn one(
        &mut self,
        m: &mut Machine,
        code: &QuestionCode,
        stem: Option<&QuestionCode>,
        shared: &Shared,
    ) -> Result<(), Box<Flow>> {
        if let Some(other) = self.questions.iter().find(|q| q.name == *code.name) {
            let first = other.span;
            let error =
                Diagnostic::new(Mistake::SameName, code.span, format!("two questions are called `{}`", code.name));
            self.errors.push(error.also(first, "the first one").note("Give each question its own name."));
            return Ok(());
        }
        let has_parts = code.lines.iter().any(|line| matches!(line.node, LineNode::Part(_)));
        let worth = match &code.worth {
            Some(worth) => self.points(m, worth)?,
            None => Points::whole(1),
        };
        if has_parts && let Some(worth) = &code.worth {
            self.wrong(
                worth.span,
                "points belong to the parts",
                "A question with parts is worth what they are together.",
            );
        }
        let mut question = Question {
            name: code.name.to_string(),
            number: number(&code.name),
            stem: stem.and_then(|stem| stem.text.as_ref().map(ToString::to_string)),
            text: code.text.as_ref().map(ToString::to_string),
            worth,
            optional: code.optional || stem.is_some_and(|s| s.optional),
            bonus: code.bonus || stem.is_some_and(|s| s.bonus),
            hidden: code.hidden || stem.is_some_and(|s| s.hidden),
            criteria: Vec::new(),
            hints: Vec::new(),
            tolerance: shared.tolerance.clone(),
            penalty: shared.penalty.clone(),
            manual: None,
            rule: Rule::default(),
            about: shared.about.clone(),
            places: Vec::new(),
            bindings: Vec::new(),
            variants: Vec::new(),
            claims: Vec::new(),
            slot: code.slot,
            span: code.span,
            model: None,
        };
        let mut parts = Vec::new();
        let mut rule = shared.rule.clone();
        for line in &code.lines {
            match &line.node {
                LineNode::Part(part) => {
                    let (about, tolerance, penalty) =
                        (question.about.clone(), question.tolerance.clone(), question.penalty.clone());
                    parts.push((part, Shared { about, tolerance, penalty, rule: rule.clone() }));
                }
                LineNode::Literal => rule.get_or_insert_default().literal = true,
                LineNode::Forbid(names) => {
                    self.known(m, names, line.span);
                    if names.iter().any(|name| &**name == "everything") {
                        let note = "Name what answers may not use, or write `literal`: then they are written out.";
                        self.wrong(line.span, "`forbid everything` forbids no name", note);
                    }
                    rule.get_or_insert_default().forbid.extend(names.iter().map(ToString::to_string));
                }
                LineNode::Allow(names) => {
                    self.known(m, names, line.span);
                    let rule = rule.get_or_insert_default();
                    rule.allow.extend(names.iter().map(ToString::to_string));
                    rule.literal = true;
                }
                LineNode::Manual => {
                    question.manual = Some(line.text.as_deref().unwrap_or_default().to_owned());
                    if let Some(worth) = &line.worth {
                        question.worth = self.points(m, worth)?;
                    }
                }
                _ => self.line(m, line, &mut question)?,
            }
        }
        if self.varies {
            Self::tell(m, code, stem, &mut question);
        }
        let first = self.questions.len();
        if has_parts {
            if let Some(criterion) = question.criteria.first() {
                let note = "Each part says for itself what is right.";
                self.wrong(criterion.span, "this question has parts, so that it has no answer of its own", note);
            }
            if question.manual.is_some() {
                let note = "Write `manual` in the parts that a person looks at.";
                self.wrong(code.span, "this question has parts, so that it has no answer of its own", note);
            }
            for (part, shared) in parts {
                // What `where` binds in a part or before it is a variable of the key.
                let bindings = if self.questions.is_empty() { Vec::new() } else { question.bindings.clone() };
                let variants = question.variants.clone();
                self.one(m, part, Some(code), &shared)?;
                if let Some(last) = self.questions.last_mut() {
                    last.bindings.splice(0..0, bindings);
                    last.variants.splice(0..0, variants);
                }
                question.bindings.clear();
            }
            self.serves(code, first);
            return Ok(());
        }
        question.rule = settled(rule, &question);
        if question.manual.is_some() {
            if let Some(criterion) = question.criteria.first() {
                let note = "Make two parts of it: one that is graded here, and one for a person.";
                self.wrong(criterion.span, "a person gives the points of this question", note);
            }
        } else if question.criteria.is_empty() && !self.sheet {
            let note = "Say what is right: `expect 1/2`, or `accept x -> …`.";
            self.wrong(code.span, format!("the question `{}` expects nothing", code.name), note);
        } else if !self.sheet && question.criteria.iter().all(|c| c.points < question.worth) {
            let note = "Leave `worth` out in the line of the right answer: then it gives all points of the question.";
            self.wrong(code.span, format!("no answer to `{}` gives all its points", code.name), note);
        }
        self.questions.push(question);
        self.serves(code, first);
        Ok(())
    }

    /// A tolerance is about numbers that are compared, a penalty about what does not belong there: in one of the questions from this one on.
    fn serves(&mut self, code: &QuestionCode, first: usize) {
        if self.sheet || self.questions.len() == first {
            return;
        }
        for line in &code.lines {
            let applies: fn(&Criterion) -> bool = match line.node {
                LineNode::Tolerance(_) => |criterion| match &criterion.test {
                    Test::Expect(How::Mean, _) => true,
                    Test::Expect(How::Equal | How::Table | How::Unordered, right) => compare::has_numbers(&right.value),
                    _ => false,
                },
                LineNode::Penalty(_) => |criterion| match &criterion.test {
                    Test::Expect(How::Table, right) => compare::turns_entries_away(&right.value),
                    _ => false,
                },
                _ => continue,
            };
            if self.questions[first..].iter().flat_map(|q| &q.criteria).any(applies) {
                continue;
            }
            let (what, note) = match line.node {
                LineNode::Tolerance(_) => (
                    "tolerance",
                    "It is for numbers that `expect` names, alone, in lists, sets and maps, and for `expect mean`.",
                ),
                _ => (
                    "penalty",
                    "It is for `expect table` of a set or a map, by which each entry counts: `expect table {1, 2, 3}`.",
                ),
            };
            self.wrong(line.span, format!("nothing is expected here that a {what} could be for"), note);
        }
    }

    /// Names of a rule that nobody knows are slips; a sheet may name what its key alone knows.
    fn known(&mut self, m: &Machine, names: &[Rc<str>], span: Span) {
        if self.sheet {
            return;
        }
        for name in names.iter().filter(|name| !matches!(&***name, "everything" | "xor")) {
            if m.globals().value(name).is_none() {
                self.wrong(span, format!("unknown name `{name}`"), "Name functions and rule sets, or `everything`.");
            }
        }
    }

    fn points(&mut self, m: &mut Machine, code: &Code) -> Result<Points, Box<Flow>> {
        let value = m.eval(code)?;
        match value.as_ratio().as_ref().and_then(Points::new) {
            Some(points) => Ok(points),
            None => {
                let note = "Points are a number from 0 to 1,000,000, such as `3` or `1/2`.";
                self.wrong(code.span, format!("{} cannot be points", m.notation(&value)?), note);
                Ok(Points::zero())
            }
        }
    }

    fn line(&mut self, m: &mut Machine, line: &LineCode, question: &mut Question) -> Result<(), Box<Flow>> {
        let test = match &line.node {
            LineNode::Expect(how, code) => {
                let operand = operand(m, code)?;
                self.fits(m, *how, &operand.value, code.span)?;
                Test::Expect(*how, operand)
            }
            LineNode::Rules(how, rules, places) => {
                let rules = m.eval(rules)?;
                let places = m.eval(places)?;
                let places = m.elements(&places)?;
                if places.is_empty() || places.len() > PLACES {
                    let message = format!("a rule set is compared in {} positions", places.len());
                    let note = format!("Name from 1 to {PLACES} positions: `for n in 0..20`.");
                    self.wrong(line.span, message, &note);
                    return Ok(());
                }
                if *how == How::Strategy {
                    return self.strategy(m, line, rules, places, question);
                }
                if *how == How::Rules && question.places.is_empty() {
                    question.places = places.iter().map(|p| encode(m, p)).collect::<Result<_, _>>()?;
                }
                Test::Rules { how: *how, rules, places }
            }
            LineNode::Accept(code) => {
                let function = m.eval(code)?;
                if !matches!(function, Value::Func(_) | Value::Native(_)) {
                    let note = "For example: `accept n -> n > 3`.";
                    self.wrong(code.span, format!("`accept` needs a function, found {}", function.a_kind()), note);
                    return Ok(());
                }
                Test::Accept(function, code.span)
            }
            LineNode::Where(binding, source) => {
                m.eval(binding)?;
                let value = bound(binding).map(|slot| m.globals().values[slot as usize].clone());
                let mut told = source.to_string();
                if self.varies
                    && let (Some(value), Some((name, _))) = (value, source.split_once('='))
                    && !matches!(value, Value::Func(_) | Value::Native(_) | Value::Rules(_))
                {
                    told = format!("{}= {}", name, variant::written(m, &value)?);
                    question.variants.push((line.span, told.clone()));
                }
                question.bindings.push(told);
                return Ok(());
            }
            LineNode::Check(claim) => {
                question.claims.push(claim.clone());
                return Ok(());
            }
            LineNode::Hint(after) => {
                let after = match after {
                    Some(code) => {
                        let value = m.eval(code)?;
                        let tries = value.as_integer().and_then(|n| n.to_u32());
                        if tries.is_none() {
                            let note = "`hint after 2 \"…\"` is given after two tries.";
                            self.wrong(code.span, format!("{} is no number of tries", m.notation(&value)?), note);
                        }
                        tries.unwrap_or(0)
                    }
                    None => 0,
                };
                question.hints.push((after, line.text.as_deref().unwrap_or_default().to_owned()));
                return Ok(());
            }
            LineNode::Tolerance(code) => {
                let value = m.eval(code)?;
                question.tolerance = value.as_ratio().filter(|t| !t.is_negative());
                if question.tolerance.is_none() {
                    let note = "A tolerance is a number that is not negative: `tolerance 1/8`.";
                    self.wrong(code.span, format!("{} is no tolerance", m.notation(&value)?), note);
                }
                return Ok(());
            }
            LineNode::Penalty(code) => {
                let value = m.eval(code)?;
                question.penalty = value.as_ratio().filter(|t| !t.is_negative());
                if question.penalty.is_none() {
                    let note = "A penalty is a number of entries that a wrong one takes away: `penalty 1/2`.";
                    self.wrong(code.span, format!("{} is no penalty", m.notation(&value)?), note);
                }
                return Ok(());
            }
            LineNode::About(code) => {
                let value = m.eval(code)?;
                m.game(&value).map_err(|flow| flow.at(code.span))?;
                question.about = Some(value);
                return Ok(());
            }
            LineNode::Part(_) | LineNode::Literal | LineNode::Forbid(_) | LineNode::Allow(_) | LineNode::Manual => {
                return Ok(());
            }
        };
        self.criterion(m, line, test, question)
    }

    /// What a line gives.
    fn criterion(
        &mut self,
        m: &mut Machine,
        line: &LineCode,
        test: Test,
        question: &mut Question,
    ) -> Result<(), Box<Flow>> {
        let points = match &line.worth {
            Some(worth) => {
                let points = self.points(m, worth)?;
                if points > question.worth {
                    let note = "Give the question more points, or this line fewer.";
                    let message = format!("this line is worth {points}, the whole question only {}", question.worth);
                    self.wrong(worth.span, message, note);
                }
                points
            }
            None => question.worth.clone(),
        };
        let text = line.text.as_ref().map(ToString::to_string);
        question.criteria.push(Criterion { test, points, text, span: line.span });
        Ok(())
    }

    /// `expect strategy Pick(n) for n in 1..9`: positions from which an answer is played.
    fn strategy(
        &mut self,
        m: &mut Machine,
        line: &LineCode,
        rules: Value,
        places: Vec<Value>,
        question: &mut Question,
    ) -> Result<(), Box<Flow>> {
        let mut starts = Vec::with_capacity(places.len());
        for place in &places {
            let start = compare::apply(m, &rules, place).map_err(|flow| flow.at(line.span))?;
            if !matches!(start, Value::Position(_) | Value::Sum(_)) {
                let found = m.described(&start);
                let note = "For example: `expect strategy Kayles(n) for n in 1..12`.";
                self.wrong(line.span, format!("a strategy is played from positions, found {found}"), note);
                return Ok(());
            }
            starts.push((place.clone(), start));
        }
        self.criterion(m, line, Test::Strategy { rules, starts }, question)
    }

    /// The last text of a place in the key, with the values that variables in its braces have now.
    fn told(m: &mut Machine, place: Span) -> Option<Told> {
        let source = Rc::clone(&m.sources().get(place.source)?.text);
        let source = source.get(place.start as usize..place.end as usize)?;
        let (start, end) = variant::last_string(source)?;
        let written = variant::told(m, &source[start..end]);
        let at = |offset: usize| u32::try_from(offset).map(|offset| place.start + offset).ok();
        Some(Told { text: unescape(&written), written, place: Span { start: at(start)?, end: at(end)?, ..place } })
    }

    /// Where a question has its name and its text, if it has one.
    fn head(m: &Machine, code: &QuestionCode) -> Option<Span> {
        code.text.as_ref()?;
        let source = m.sources().get(code.span.source)?.text.get(code.span.start as usize..)?;
        Some(Span { end: code.span.start + u32::try_from(variant::head(source).len()).ok()?, ..code.span })
    }

    /// Puts values in the place of variables in the texts of a question.
    fn tell(m: &mut Machine, code: &QuestionCode, stem: Option<&QuestionCode>, question: &mut Question) {
        let manual = code.lines.iter().find(|line| matches!(line.node, LineNode::Manual)).map(|line| line.span);
        let texts = [
            (&mut question.text, Self::head(m, code)),
            (&mut question.stem, stem.and_then(|stem| Self::head(m, stem))),
            (&mut question.manual, manual),
        ];
        for (text, span) in texts {
            if let Some(told) = span.and_then(|span| Self::told(m, span)) {
                *text = Some(told.text);
                question.variants.push((told.place, told.written));
            }
        }
        for criterion in question.criteria.iter_mut().filter(|criterion| criterion.text.is_some()) {
            if let Some(told) = Self::told(m, criterion.span) {
                criterion.text = Some(told.text);
            }
        }
        let hints = code.lines.iter().filter(|line| matches!(line.node, LineNode::Hint(_)));
        for ((_, hint), line) in question.hints.iter_mut().zip(hints) {
            if let Some(told) = Self::told(m, line.span) {
                *hint = told.text;
            }
        }
    }

    /// Whether a value is what its word asks for; its value as a game is found here, once and for all.
    fn fits(&mut self, m: &mut Machine, how: How, value: &Value, span: Span) -> Result<(), Box<Flow>> {
        let (fits, wanted) = match how {
            How::Canonical => (compare::is_game(value), "a game"),
            How::Identical | How::Mean | How::Swapped | How::Near => (value.is_game(), "a game"),
            How::NimValue => {
                let nimber = match value {
                    Value::Int(n) => *n >= 0,
                    other if other.is_game() => {
                        let game = m.game(other).map_err(|flow| flow.at(span))?;
                        m.store.as_nimber(game).is_some()
                    }
                    _ => false,
                };
                (nimber, "a nimber, or the number of one")
            }
            How::Outcome => (
                compare::is_game(value) || matches!(value, Value::Outcome(_) | Value::Player(_)),
                "an outcome, or a game that has it",
            ),
            How::Table | How::Unordered => (
                matches!(value, Value::List(_) | Value::Tuple(_) | Value::Map(_) | Value::Set(_) | Value::Range(_)),
                "a list or map",
            ),
            _ => (
                !matches!(value, Value::Func(_) | Value::Native(_) | Value::Rules(_)),
                "a value; a rule set is compared by `expect rules Name(n) for n in 0..20`",
            ),
        };
        if !fits {
            let found = m.described(value);
            self.wrong(
                span,
                format!("expected {wanted}, found {found}"),
                "The language reference lists what may follow `expect`.",
            );
        } else if value.is_game() && !matches!(value, Value::Ratio(_)) {
            // A draw has no value; positions are then compared by name.
            match m.attempt(|m| m.game(value)) {
                Err(flow) if flow.stopped() => return Err(flow.at(span)),
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn finish(&mut self, whole: Span) {
        for (name, value, span) in std::mem::take(&mut self.models) {
            match self.questions.iter_mut().find(|q| q.name == name) {
                Some(question) => question.model = Some(value),
                None => self.wrong(
                    span,
                    format!("there is no question `{name}`"),
                    "A model answer has the name of its question.",
                ),
            }
        }
        if self.questions.is_empty() && self.errors.is_empty() {
            self.wrong(whole, "this key has no questions", "A question is written `question q1 \"…\" worth 2 … end`.");
        }
    }
}

/// What an answer may be made of: what the key says, or, where a value is expected, that it is written out.
fn settled(rule: Option<Rule>, question: &Question) -> Rule {
    let main = question.criteria.iter().find(|c| c.points >= question.worth);
    let mut rule = match rule {
        Some(rule) => rule,
        None => Rule { literal: main.is_some_and(|c| matches!(c.test, Test::Expect(..))), ..Rule::default() },
    };
    if rule.allow.iter().any(|name| name == "everything") {
        rule.literal = false;
    }
    rule.positions = main.is_some_and(|c| match &c.test {
        // A game that has this outcome.
        Test::Expect(How::Outcome, operand) if compare::told(&operand.value).is_some() => true,
        Test::Expect(_, operand) => compare::names_positions(&operand.value) || compare::lists_moves(operand),
        _ => false,
    });
    rule
}

/// `1a` for `q1a`; any other name as it is.
fn number(name: &str) -> String {
    let rest = name.strip_prefix('q').or_else(|| name.strip_prefix('Q')).unwrap_or("");
    let rest = rest.trim_start_matches('_');
    if rest.starts_with(|c: char| c.is_ascii_digit()) { rest.to_owned() } else { name.to_owned() }
}
