//! Claims taken apart: each operand is evaluated once, and what it was computed from is kept for the reason.
//!
//! In: a claim as resolved code. Out: whether it holds, the true value of what it asks for, and sentences. The parts of
//! `and`, `or`, `not` and of chains are judged one by one, in the order of the language; the part that decides gives the
//! reason.

use super::tell::{explain, full};
use super::{
    FEW, MANY, OF_A_PART, Reason, collections, convention, forgiving, forms, misere, nim, positions, relation, words,
};
use crate::adapters::universes::Compared;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::multitude::Multitude;
use crate::limits::with_stack;
use crate::report::Verdict;
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::value::node::{CheckNode, Code, Node};
use crate::value::notion::Notion;
use crate::value::{Fault, Res, Under, Value};

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

impl Ask {
    /// For a part of a claim that has several.
    fn of_a_part(self) -> Ask {
        Ask { most: self.most.min(OF_A_PART), ..self }
    }
}

/// How a claim stands.
struct Finding {
    truth: bool,
    /// What is true instead.
    value: Option<String>,
    reasons: Vec<Reason>,
}

impl Finding {
    fn new(truth: bool, reasons: Vec<Reason>) -> Finding {
        Finding { truth, value: None, reasons }
    }
}

/// An operand with the notion of the library function that it calls, if it is such a call.
pub struct Operand {
    /// Its value.
    pub value: Value,
    /// What the function is about, and its arguments.
    pub call: Option<(Notion, Vec<Value>)>,
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
    Ok(match finding.truth {
        true => Verdict::True,
        false => {
            let reason = forgiving(m, |m| full::lines(m, &finding.reasons))?;
            Verdict::False { value: finding.value, reason }
        }
    })
}

/// `why claim`: whether it holds, and why. A question such as `why outcome(g)` is answered too.
pub fn why(m: &mut Machine, claim: &CheckNode) -> Res {
    let ask = Ask { wanted: Wanted::Always, most: MANY };
    let source = claim.source.split_whitespace().collect::<Vec<_>>().join(" ");
    if matches!(claim.claim.node, Node::Call(..) | Node::Xor(_)) {
        let operand = operand(m, &claim.claim)?;
        if !matches!(operand.value, Value::Bool(_)) {
            let Some(reasons) = subject(m, &operand, None, MANY)? else {
                return Fault::new(Mistake::Claim, format!("`why` needs a claim, found {}", operand.value.a_kind()))
                    .note(format!("Compare it with something: `why {source} == …`."))
                    .err();
            };
            let value = m.notation(&operand.value)?;
            return full::explanation(m, format!("{source} = {value}"), &reasons);
        }
        let finding = truth_value(m, &operand, ask)?;
        return told(m, &source, &finding);
    }
    let finding = examine(m, &claim.claim, ask, "`why`")?;
    told(m, &source, &finding)
}

fn told(m: &mut Machine, source: &str, finding: &Finding) -> Res {
    let lines = forgiving(m, |m| full::lines(m, &finding.reasons))?;
    Ok(Value::explanation(format!("{source} {}.", full::holds(finding.truth)), &lines))
}

fn examine(m: &mut Machine, code: &Code, ask: Ask, what: &str) -> Res<Finding> {
    let finding = match &code.node {
        Node::Not(inner) => {
            let flipped = Ask { wanted: ask.wanted.flipped(), ..ask };
            let inner = with_stack(|| examine(m, inner, flipped, what))?;
            Finding::new(!inner.truth, inner.reasons)
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

/// `and` and `or`: the first part with the truth value `decisive` settles it, and gives the reason; else all parts do, in short.
fn junction(m: &mut Machine, parts: &[Code], decisive: bool, ask: Ask, what: &str) -> Res<Finding> {
    let mut others = Vec::new();
    for part in parts {
        let found = with_stack(|| examine(m, part, ask.of_a_part(), what))?;
        let (claim, truth) = (words::source(m, part.span), found.truth);
        if truth == decisive {
            let mut reasons = vec![Reason::Part { claim, truth, because: Vec::new() }];
            reasons.extend(found.reasons);
            return Ok(Finding::new(decisive, reasons));
        }
        others.push(Reason::Part { claim, truth, because: found.reasons });
    }
    Ok(Finding::new(!decisive, others))
}

/// `a < b < c`: the first link that fails; if none does, all in short.
fn chain(m: &mut Machine, start: &Code, rest: &[(CompareOp, Code)], span: Span, ask: Ask) -> Res<Finding> {
    let mut left = operand(m, start)?;
    let mut links = Vec::new();
    for (op, right) in rest {
        let right = operand(m, right)?;
        let found = comparison(m, *op, &left, &right, span, ask.of_a_part())?;
        let link = |truth, because| {
            let (left, right) = (left.value.clone(), right.value.clone());
            Reason::Link { left, sign: op.sign(), right, truth, because }
        };
        if !found.truth {
            let mut reasons = vec![link(false, Vec::new())];
            reasons.extend(found.reasons);
            return Ok(Finding::new(false, reasons));
        }
        if ask.wanted.wants(true) {
            links.push(link(true, found.reasons));
        }
        left = right;
    }
    Ok(Finding::new(true, links))
}

/// Evaluates an operand, and keeps the arguments of a call of a library function.
pub fn operand(m: &mut Machine, code: &Code) -> Res<Operand> {
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
            Ok(Operand { value, call: native.notion.map(|notion| (notion, values)), constant: false })
        }
        Node::Xor(parts) => {
            let mut values = Vec::with_capacity(parts.len());
            for part in parts {
                values.push(m.eval(part)?);
            }
            let value = crate::value::number::nim_sum(&values).map_err(|flow| flow.at(code.span))?;
            Ok(Operand { value, call: Some((Notion::NimSum, values)), constant: false })
        }
        node => {
            let constant = matches!(
                node,
                Node::Const(_)
                    | Node::Star(_)
                    | Node::Up(..)
                    | Node::UpPower { .. }
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
        return Ok(Finding::new(truth, Vec::new()));
    }
    let value = if truth { None } else { true_value(m, op, a, b)? };
    // A reason that cannot be found is no reason to fail: the verdict stands without it.
    let reasons = forgiving(m, |m| sides(m, op, a, b, truth, ask.most))?;
    Ok(Finding { truth, value, reasons })
}

/// The value that the claim asks for: that of its left side, or of the right side if only that is computed.
fn true_value(m: &mut Machine, op: CompareOp, a: &Operand, b: &Operand) -> Res<Option<String>> {
    if matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Ok(None);
    }
    let bare = |o: &Operand| o.constant && !matches!(o.value, Value::Form(_) | Value::Position(_));
    let asked = if bare(a) && !bare(b) { b } else { a };
    if asked.value.is_game() && !matches!(asked.value, Value::Ratio(_)) {
        let name = forgiving(m, |m| {
            let game = m.game(&asked.value)?;
            words::name(m, game).map(Some)
        })?;
        // Of a literal only a new name says something.
        let known = asked.constant && name == Some(words::shown(m, &asked.value)?);
        return Ok(if known { None } else { name });
    }
    let text = m.notation(&asked.value)?;
    Ok(if asked.constant { None } else { Some(words::shortened(&text)) })
}

fn sides(m: &mut Machine, op: CompareOp, a: &Operand, b: &Operand, truth: bool, most: usize) -> Res<Vec<Reason>> {
    if matches!(op, CompareOp::In | CompareOp::NotIn) {
        return collections::membership(m, a, b);
    }
    let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    for (asked, claimed) in [(a, b), (b, a)] {
        // How it was found says nothing of how it compares: that is the same with what it is equal to.
        if matches!(asked.call, Some((Notion::Canonical, _))) {
            continue;
        }
        let claimed = if equality { Some(&claimed.value) } else { None };
        if let Some(reasons) = subject(m, asked, claimed, most)? {
            return Ok(reasons);
        }
    }
    if let Some(compared) = [a, b].into_iter().find_map(|side| side.value.thing::<Compared>()) {
        return Ok(compared.explained(m)?.lines().map(|line| Reason::Step(line.trim_start().into())).collect());
    }
    if let (Some(a), Some(b)) = (game_of(m, &a.value)?, game_of(m, &b.value)?) {
        return relation::reasons(m, &a, &b, most);
    }
    if truth && op == CompareOp::Eq {
        return Ok(vec![Reason::Same(a.value.clone())]);
    }
    if let Some(reasons) = collections::differences(m, &a.value, &b.value)? {
        return Ok(reasons);
    }
    let kinds = equality && a.value.kind() != b.value.kind();
    Ok(vec![Reason::Sides { left: a.value.clone(), right: b.value.clone(), kinds }])
}

/// What is compared as a game: for a sum of very many positions, what it is equal to.
fn game_of(m: &mut Machine, value: &Value) -> Res<Option<Value>> {
    Ok(match value.thing::<Multitude>() {
        Some(many) => Some(m.equal_to_many(&many.terms)?),
        None => value.is_game().then(|| value.clone()),
    })
}

/// What the theory says of the function that was called; `None` if there is nothing to say.
fn subject(m: &mut Machine, asked: &Operand, claimed: Option<&Value>, most: usize) -> Res<Option<Vec<Reason>>> {
    let Some((notion, arguments)) = &asked.call else { return Ok(None) };
    let claimed = claimed.unwrap_or(&Value::Unset);
    let under = Under::from(convention(*notion, arguments));
    Ok(match (notion, &arguments[..]) {
        (Notion::Outcome | Notion::Winner | Notion::MisereOutcome, [x, ..]) => {
            Some(positions::outcome(m, x, under, most)?)
        }
        (Notion::Remoteness, [x, rest @ ..]) => {
            Some(positions::remoteness(m, x, positions::player(rest), under, most)?)
        }
        (Notion::BestMove | Notion::WorstMove, [x, rest @ ..]) => {
            let best = *notion == Notion::BestMove;
            Some(positions::choice(m, x, positions::player(rest), best, (claimed, &asked.value), (under, most))?)
        }
        (Notion::Genus, [x]) => Some(misere::genus(m, x, most)?),
        (Notion::NimValue, [x]) => Some(nim::grundy(m, x, claimed, most)?),
        (Notion::Mex, numbers) => Some(nim::mex(m, numbers, &asked.value, claimed)?),
        (Notion::NimSum, numbers) => nim::nim_sum(m, numbers, &asked.value)?,
        (Notion::Birthday, [x]) => Some(forms::birthday(m, x)?),
        (Notion::Stops, [x]) => Some(forms::stops(m, x)?),
        (Notion::Mean | Notion::Temperature, [x]) => Some(forms::thermal(m, x)?),
        (Notion::Canonical, [x]) => Some(explain::steps(m, x, most)?.into_iter().map(Reason::Step).collect()),
        _ => None,
    })
}

/// A claim that is a truth value by itself: `is_number(g)`.
fn truth_value(m: &mut Machine, operand: &Operand, ask: Ask) -> Res<Finding> {
    let truth = matches!(operand.value, Value::Bool(true));
    let mut reasons = Vec::new();
    if ask.wanted.wants(truth)
        && let Some((notion, arguments)) = &operand.call
    {
        reasons = forgiving(m, |m| forms::property(m, *notion, arguments, truth))?;
    }
    Ok(Finding::new(truth, reasons))
}
