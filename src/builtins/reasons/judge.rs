//! Claims taken apart: each operand is evaluated once, and what it was computed from is kept for the reason.
//!
//! In: a claim as resolved code. Out: whether it holds, the true value of what it asks for, and sentences. The parts of
//! `and`, `or`, `not` and of chains are judged one by one, in the order of the language; the part that decides gives the
//! reason.

use super::{FEW, MANY, collections, forms, nim, positions, relation, words};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::node::{CheckNode, Code, Node};
use crate::limits::with_stack;
use crate::report::Verdict;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::{Display, Fault, Flow, Res, Value};
use std::rc::Rc;

/// When a reason is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    IfFalse,
    IfTrue,
    Always,
}

impl Wanted {
    fn wants(self, truth: bool) -> bool {
        match self {
            Wanted::IfFalse => !truth,
            Wanted::IfTrue => truth,
            Wanted::Always => true,
        }
    }

    /// For what stands behind `not`.
    fn flipped(self) -> Wanted {
        match self {
            Wanted::IfFalse => Wanted::IfTrue,
            Wanted::IfTrue => Wanted::IfFalse,
            Wanted::Always => Wanted::Always,
        }
    }
}

/// What is wanted, and how many moves may be shown.
#[derive(Clone, Copy)]
struct Ask {
    wanted: Wanted,
    most: usize,
}

/// How a claim stands.
struct Finding {
    truth: bool,
    /// What is true instead.
    value: Option<String>,
    lines: Vec<String>,
}

/// An operand with the library function that it calls, if it is such a call.
pub struct Operand {
    /// Its value.
    pub value: Value,
    /// The function's name and its arguments.
    pub call: Option<(&'static str, Vec<Value>)>,
    /// Whether it was written as a value, so that there is nothing new in showing it.
    constant: bool,
}

impl Operand {
    fn new(value: Value) -> Operand {
        Operand { value, call: None, constant: false }
    }
}

/// Whether a claim holds, and if not, why.
pub fn judge(m: &mut Machine, check: &CheckNode) -> Res<Verdict> {
    let finding = examine(m, &check.claim, Ask { wanted: Wanted::IfFalse, most: FEW }, "a check")?;
    Ok(if finding.truth { Verdict::True } else { Verdict::False { value: finding.value, reason: finding.lines } })
}

/// `why claim`: whether it holds, and why. A question such as `why outcome(g)` is answered too.
pub fn why(m: &mut Machine, claim: &CheckNode) -> Res {
    let ask = Ask { wanted: Wanted::Always, most: MANY };
    let source = claim.source.split_whitespace().collect::<Vec<_>>().join(" ");
    if matches!(claim.claim.node, Node::Call(..) | Node::Xor(_)) {
        let operand = operand(m, &claim.claim)?;
        if !matches!(operand.value, Value::Bool(_)) {
            let lines = subject(m, &operand, None, MANY)?;
            let Some(lines) = lines else {
                return Fault::new(Mistake::Claim, format!("`why` needs a claim, found {}", operand.value.a_kind()))
                    .note(format!("Compare it with something: `why {source} == …`."))
                    .err();
            };
            let value = m.notation(&operand.value)?;
            return Ok(explanation(format!("{source} = {value}"), &lines));
        }
        let finding = truth_value(m, &operand, ask)?;
        return Ok(told(&source, &finding));
    }
    let finding = examine(m, &claim.claim, ask, "`why`")?;
    Ok(told(&source, &finding))
}

fn told(source: &str, finding: &Finding) -> Value {
    let verb = if finding.truth { "holds" } else { "does not hold" };
    explanation(format!("{source} {verb}."), &finding.lines)
}

/// Lines to be looked at, indented under their headline.
pub fn explanation(mut text: String, lines: &[String]) -> Value {
    for line in lines.iter().flat_map(|l| l.lines()) {
        text.push_str("\n  ");
        text.push_str(line);
    }
    Value::Display(Rc::new(Display { kind: "explanation", text, svg: None }))
}

fn examine(m: &mut Machine, code: &Code, ask: Ask, what: &str) -> Res<Finding> {
    let finding = match &code.node {
        Node::Not(inner) => {
            let flipped = Ask { wanted: ask.wanted.flipped(), ..ask };
            let inner = with_stack(|| examine(m, inner, flipped, what))?;
            Finding { truth: !inner.truth, value: None, lines: inner.lines }
        }
        Node::And(parts) => junction(m, parts, false, ask, what)?,
        Node::Or(parts) => junction(m, parts, true, ask, what)?,
        Node::Compare(op, pair) => {
            let a = operand(m, &pair.0)?;
            let b = operand(m, &pair.1)?;
            comparison(m, *op, &a, &b, code.span, ask)?
        }
        Node::CompareConst(op, a, n) => {
            let a = operand(m, a)?;
            let b = Operand { constant: true, ..Operand::new(Value::Int(*n)) };
            comparison(m, *op, &a, &b, code.span, ask)?
        }
        Node::Chain(first, rest) => chain(m, first, rest, code.span, ask)?,
        _ => {
            let operand = operand(m, code)?;
            if !matches!(operand.value, Value::Bool(_)) {
                return Fault::new(
                    Mistake::Claim,
                    format!("{what} needs a claim that is true or false, found {}", operand.value.a_kind()),
                )
                .at(code.span)
                .err();
            }
            truth_value(m, &operand, ask)?
        }
    };
    Ok(finding)
}

/// `and` and `or`: the first part with the truth value `decisive` settles it, and gives the reason.
fn junction(m: &mut Machine, parts: &[Code], decisive: bool, ask: Ask, what: &str) -> Res<Finding> {
    let mut others = Vec::new();
    for part in parts {
        let found = with_stack(|| examine(m, part, ask, what))?;
        let verb = if found.truth { "holds" } else { "does not hold" };
        let headline = format!("{} {verb}.", words::source(m, part.span));
        if found.truth == decisive {
            let mut lines = vec![headline];
            lines.extend(found.lines);
            return Ok(Finding { truth: decisive, value: None, lines });
        }
        others.push(match found.lines.first() {
            Some(line) => format!("{headline} {line}"),
            None => headline,
        });
    }
    Ok(Finding { truth: !decisive, value: None, lines: others })
}

/// `a < b < c`: the first link that fails.
fn chain(m: &mut Machine, first: &Code, rest: &[(CompareOp, Code)], span: Span, ask: Ask) -> Res<Finding> {
    let mut left = operand(m, first)?;
    let mut lines = Vec::new();
    for (op, right) in rest {
        let right = operand(m, right)?;
        let found = comparison(m, *op, &left, &right, span, ask)?;
        let headline = |m: &mut Machine, verb: &str| -> Res<String> {
            Ok(format!("{} {} {} {verb}.", words::shown(m, &left.value)?, op.sign(), words::shown(m, &right.value)?))
        };
        if !found.truth {
            let mut lines = vec![headline(m, "does not hold")?];
            lines.extend(found.lines);
            return Ok(Finding { truth: false, value: None, lines });
        }
        if ask.wanted.wants(true) {
            let headline = headline(m, "holds")?;
            lines.push(match found.lines.first() {
                Some(line) => format!("{headline} {line}"),
                None => headline,
            });
        }
        left = right;
    }
    Ok(Finding { truth: true, value: None, lines })
}

/// Evaluates an operand, and keeps the arguments of a call of a library function.
pub(crate) fn operand(m: &mut Machine, code: &Code) -> Res<Operand> {
    match &code.node {
        Node::Call(f, arguments) => {
            let function = m.eval(f)?;
            let Value::Native(native) = &function else {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(m.eval(argument)?);
                }
                let constant = matches!(function, Value::Rules(_));
                let value = m.apply(&function, values, code.span)?;
                return Ok(Operand { constant, ..Operand::new(value) });
            };
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(m.eval(argument)?);
            }
            let value = m.apply(&function, values.clone(), code.span)?;
            Ok(Operand { value, call: Some((native.name, values)), constant: false })
        }
        Node::Xor(parts) => {
            let mut values = Vec::with_capacity(parts.len());
            for part in parts {
                values.push(m.eval(part)?);
            }
            let value = crate::value::number::nim_sum(&values).map_err(|flow| flow.at(code.span))?;
            Ok(Operand { value, call: Some(("nim_sum", values)), constant: false })
        }
        node => {
            let constant = matches!(
                node,
                Node::Const(_)
                    | Node::Star(_)
                    | Node::Up(..)
                    | Node::Game(..)
                    | Node::Switch(_)
                    | Node::Tuple(_)
                    | Node::List(_)
                    | Node::Set(_)
                    | Node::Map(_)
            );
            Ok(Operand { constant, ..Operand::new(m.eval(code)?) })
        }
    }
}

fn comparison(m: &mut Machine, op: CompareOp, a: &Operand, b: &Operand, span: Span, ask: Ask) -> Res<Finding> {
    let truth = m.compare(op, &a.value, &b.value).map_err(|flow| flow.at(span))?;
    if !ask.wanted.wants(truth) {
        return Ok(Finding { truth, value: None, lines: Vec::new() });
    }
    let value = if truth { None } else { true_value(m, op, a, b)? };
    let lines = forgiving(m, |m| comparison_lines(m, op, a, b, truth, ask.most))?;
    Ok(Finding { truth, value, lines })
}

/// The value that the claim asks for: that of its left side, or of the right side if only that is computed.
fn true_value(m: &mut Machine, op: CompareOp, a: &Operand, b: &Operand) -> Res<Option<String>> {
    if matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Ok(None);
    }
    let bare = |o: &Operand| o.constant && !matches!(o.value, Value::Form(_) | Value::Position(_));
    let asked = if bare(a) && !bare(b) { b } else { a };
    if asked.value.is_game() && !matches!(asked.value, Value::Ratio(_)) {
        let name = forgiving_text(m, |m| {
            let game = m.game(&asked.value)?;
            words::name(m, game)
        })?;
        // Of a literal only a new name says something.
        let known = asked.constant && name == Some(words::shown(m, &asked.value)?);
        return Ok(if known { None } else { name });
    }
    let text = m.notation(&asked.value)?;
    Ok(if asked.constant { None } else { Some(words::shortened(&text)) })
}

fn comparison_lines(
    m: &mut Machine,
    op: CompareOp,
    a: &Operand,
    b: &Operand,
    truth: bool,
    most: usize,
) -> Res<Vec<String>> {
    if matches!(op, CompareOp::In | CompareOp::NotIn) {
        return collections::membership(m, a, b);
    }
    let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    for (asked, claimed) in [(a, b), (b, a)] {
        let claimed = if equality { Some(&claimed.value) } else { None };
        if let Some(lines) = subject(m, asked, claimed, most)? {
            return Ok(lines);
        }
    }
    if a.value.is_game() && b.value.is_game() {
        return relation::lines(m, &a.value, &b.value, most);
    }
    if truth && equality && op == CompareOp::Eq {
        let text = words::shown(m, &a.value)?;
        return Ok(vec![format!("Both sides are {text}.")]);
    }
    if let Some(lines) = collections::differences(m, &a.value, &b.value)? {
        return Ok(lines);
    }
    let (x, y) = (words::shown(m, &a.value)?, words::shown(m, &b.value)?);
    if a.value.kind() == b.value.kind() || !equality {
        return Ok(vec![format!("The left side is {x}, the right side is {y}.")]);
    }
    let kinds = (a.value.a_kind(), b.value.a_kind());
    Ok(vec![format!("The left side is {}, {x}; the right side is {}, {y}.", kinds.0, kinds.1)])
}

/// What the theory says of the function that was called; `None` if there is nothing to say.
fn subject(m: &mut Machine, asked: &Operand, claimed: Option<&Value>, most: usize) -> Res<Option<Vec<String>>> {
    let Some((name, arguments)) = &asked.call else { return Ok(None) };
    let claimed = claimed.unwrap_or(&Value::Unset);
    Ok(match (*name, &arguments[..]) {
        ("outcome" | "winner", [x]) => Some(positions::outcome(m, x, most)?),
        ("remoteness", [x]) => Some(positions::remoteness(m, x, most)?),
        ("grundy", [x]) => Some(nim::grundy(m, x, claimed, most)?),
        ("mex", numbers) => Some(nim::mex(m, numbers, &asked.value, claimed)?),
        ("nim_sum", numbers) => nim::nim_sum(m, numbers, &asked.value)?,
        ("birthday", [x]) => Some(forms::birthday(m, x)?),
        ("stops", [x]) => Some(forms::stops(m, x)?),
        ("mean" | "temperature", [x]) => Some(forms::thermal(m, x)?),
        ("canonical", [x]) if matches!(claimed, Value::Unset) => Some(forms::canonical(m, x, most)?),
        _ => None,
    })
}

/// A claim that is a truth value by itself: `is_number(g)`.
fn truth_value(m: &mut Machine, operand: &Operand, ask: Ask) -> Res<Finding> {
    let truth = matches!(operand.value, Value::Bool(true));
    let mut lines = Vec::new();
    if ask.wanted.wants(truth)
        && let Some((name, arguments)) = &operand.call
    {
        lines = forgiving(m, |m| forms::property(m, name, arguments, truth))?;
    }
    Ok(Finding { truth, value: None, lines })
}

/// A reason that cannot be found is no reason to fail: the verdict stands without it. Bounds and interruptions do stop.
fn forgiving(m: &mut Machine, f: impl FnOnce(&mut Machine) -> Res<Vec<String>>) -> Res<Vec<String>> {
    match f(m) {
        Ok(lines) => Ok(lines),
        Err(flow) => match *flow {
            Flow::Fault(fault) if fault.stop().is_none() => Ok(Vec::new()),
            other => Err(Box::new(other)),
        },
    }
}

fn forgiving_text(m: &mut Machine, f: impl FnOnce(&mut Machine) -> Res<String>) -> Res<Option<String>> {
    Ok(forgiving(m, |m| f(m).map(|text| vec![text]))?.pop())
}
