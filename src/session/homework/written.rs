//! What an answer may be made of: written out, without names that its question forbids.
//!
//! In: the tree of an answer file, an answer in it, and the rule of its question. Out: the rule that it breaks, a sentence. Names are
//! followed: what a variable was computed with, and what a function calls, belongs to the answer that uses it.

use super::visible::one_line;
use crate::limits::with_stack;
use crate::report::Sources;
use crate::resolve::hoist::assigned;
use crate::source::Span;
use crate::syntax::ast::{
    Arg, Expr, ExprKind, Ident, Pattern, ProductOp, Program, Stmt, StmtKind, StrPart, SumOp, Target,
};
use crate::value::{Globals, Value};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// What an answer to a question may be made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// It is written out: numbers, names, brackets.
    pub literal: bool,
    /// Positions are asked for by what they are, and may stand in it: calls of rule sets.
    pub positions: bool,
    /// Names that it may not use.
    pub forbid: Vec<String>,
    /// Functions that it may call all the same.
    pub allow: Vec<String>,
}

/// Functions that only name values; so does `series` of a text.
const NAMING: [&str; 6] = ["oo", "tiny", "miny", "stratum", "stratification", "grid"];

/// The expression that an answer is, if it is one.
pub(super) fn expression(answer: &StmtKind) -> Option<&Expr> {
    match answer {
        StmtKind::Answer(answer) => expression(&answer.definition.kind),
        StmtKind::Assign(_, value) | StmtKind::Expr(value) => Some(value),
        _ => None,
    }
}

/// Which rule an answer breaks; nothing if it keeps them. `named` says that it is the name of its value, letter for letter, and `loopy` of a game whether it is a loopy one.
pub(super) fn breach(
    tree: &Program,
    answer: usize,
    rule: &Rule,
    named: bool,
    loopy: Option<bool>,
    globals: &Globals,
    sources: &Sources,
) -> Option<String> {
    let at = |span: Span| sources.line_column(span).map_or(0, |(line, _)| line);
    if let Some((name, span)) = forbidden(tree, answer, rule) {
        return Some(format!("This question forbids `{}`, which line {} uses.", one_line(&name, 60), at(span)));
    }
    if !rule.literal {
        return None;
    }
    let statement = &tree.statements[answer].kind;
    let (open, inside) = (FxHashSet::default(), Vec::new());
    let mut reader = Reader { tree, rule, globals, here: answer, open, inside, comes_again: false };
    // A variable may have the name of a value, such as `v`, and then say nothing of how it was found.
    if named && used(&tree.statements[answer]).iter().all(|(name, _)| reader.makers(name).is_empty()) {
        return None;
    }
    let broken = reader.definition(statement).and_then(|()| match loopy {
        Some(false) if reader.comes_again => {
            Err(("its value is a game without a loop".into(), tree.statements[answer].span))
        }
        _ => Ok(()),
    });
    let (what, span) = broken.err()?;
    Some(format!("This question asks for an answer that is written out, and line {} computes it: {what}.", at(span)))
}

// ---- names that are forbidden ----------------------------------------------------------------------------------------

/// A forbidden name that an answer uses, directly or by what it uses.
fn forbidden(tree: &Program, answer: usize, rule: &Rule) -> Option<(String, Span)> {
    if rule.forbid.is_empty() {
        return None;
    }
    let uses: Vec<Vec<(Rc<str>, Span)>> = tree.statements.iter().map(used).collect();
    let binds: Vec<Vec<Rc<str>>> = tree.statements.iter().map(bound).collect();
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut open = vec![answer];
    let mut wanted: FxHashSet<Rc<str>> = FxHashSet::default();
    while let Some(i) = open.pop() {
        if !seen.insert(i) {
            continue;
        }
        for (name, span) in &uses[i] {
            if rule.forbid.iter().any(|word| **word == **name) {
                return Some((name.to_string(), *span));
            }
            if wanted.insert(Rc::clone(name)) {
                let makers = binds.iter().enumerate().filter(|(_, names)| names.contains(name));
                open.extend(makers.map(|(j, _)| j));
            }
        }
    }
    None
}

/// Names that a statement of a file gives values to, wherever in it.
fn bound(statement: &Stmt) -> Vec<Rc<str>> {
    let mut names: Vec<Rc<str>> =
        assigned(std::slice::from_ref(statement)).into_iter().map(|ident| ident.name).collect();
    changed(std::slice::from_ref(statement), &mut names);
    names
}

/// Names of which an element is given a value: `xs[i] = …`.
fn changed(statements: &[Stmt], names: &mut Vec<Rc<str>>) {
    for statement in statements {
        if let StmtKind::Assign(Target::Index(name, _), _) = &statement.kind {
            names.push(Rc::clone(&name.name));
        }
        statement.kind.for_each_child(&mut |e| changed_in(e, names));
    }
}

fn changed_in(e: &Expr, names: &mut Vec<Rc<str>>) {
    with_stack(|| match &*e.kind {
        ExprKind::Do(body) | ExprKind::For(_, body) | ExprKind::While(_, body) => changed(body, names),
        kind => kind.for_each_child(&mut |e| changed_in(e, names)),
    });
}

/// All names that stand in a statement.
fn used(statement: &Stmt) -> Vec<(Rc<str>, Span)> {
    let mut names = Vec::new();
    statement.kind.for_each_child(&mut |e| used_in(e, &mut names));
    names
}

fn used_in(e: &Expr, names: &mut Vec<(Rc<str>, Span)>) {
    with_stack(|| {
        match &*e.kind {
            ExprKind::Name(name) => names.push((Rc::clone(name), e.span)),
            ExprKind::Dot(_, Ident { name, span }, _) => names.push((Rc::clone(name), *span)),
            // A sign that is a function by another name.
            ExprKind::Xor(_) => names.push(("xor".into(), e.span)),
            _ => {}
        }
        e.kind.for_each_child(&mut |e| used_in(e, names));
    });
}

// ---- answers that are written out ------------------------------------------------------------------------------------

type Written = Result<(), (String, Span)>;

struct Reader<'t> {
    tree: &'t Program,
    rule: &'t Rule,
    globals: &'t Globals,
    /// The statement that is being read.
    here: usize,
    /// Variables that are being read.
    open: FxHashSet<Rc<str>>,
    /// Names of loopy games, inside their brackets.
    inside: Vec<Rc<str>>,
    /// Whether such a name, or `pass`, stands there.
    comes_again: bool,
}

/// What may stand once in a sum: `1/2 + ^ + *2`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Ups,
    Star,
    Switch,
    /// A loopy value that is printed beside a number: `over`, `under`.
    Slope,
    /// The one that is printed beside a nimber, too.
    Upon,
    /// What no sum is written with: a loopy value that takes in what is beside it, or a sum with one.
    Alone,
    /// A game by its options, behind a name.
    Form,
    /// Something else that stands alone in a sum: a position, a named value.
    Other,
}

impl<'t> Reader<'t> {
    fn definition(&mut self, kind: &StmtKind) -> Written {
        // Whoever asks for a function does not ask for it to be written out.
        expression(kind).map_or(Ok(()), |value| self.value(value))
    }

    fn all<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>) -> Written {
        items.into_iter().try_for_each(|e| self.value(e))
    }

    fn value(&mut self, e: &Expr) -> Written {
        with_stack(|| match &*e.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => self.all(items),
            ExprKind::Map(entries) => {
                entries.iter().try_for_each(|(key, value)| self.value(key).and_then(|()| self.value(value)))
            }
            ExprKind::Game(left, right) => self.all(left.iter().chain(right)),
            ExprKind::Sided(on, off) => self.all([on, off]),
            // `loop a <0 | a>`: the name stands for what is being written.
            ExprKind::Loop(of) if let ExprKind::Lambda(names, brackets) = &*of.kind => {
                let known = self.inside.len();
                self.inside.extend(names.iter().filter_map(|name| match &name.pattern {
                    Pattern::Name(name) => Some(Rc::clone(&name.name)),
                    Pattern::Tuple(..) => None,
                }));
                let written = self.value(brackets);
                self.inside.truncate(known);
                written
            }
            ExprKind::Poset(_) | ExprKind::Arrow(..) | ExprKind::Bool(_) => Ok(()),
            ExprKind::Graph(items) => self.all(items.iter().filter_map(|item| item.label.as_ref())),
            ExprKind::Str(parts) => match parts.iter().find_map(|part| match part {
                StrPart::Expr(e) => Some(e.span),
                StrPart::Text(_) => None,
            }) {
                Some(span) => Err(("a text with values in it".into(), span)),
                None => Ok(()),
            },
            ExprKind::Range(from, Some(to)) => self.number(from).and_then(|()| self.number(to)),
            _ => self.term(e).map(|_| ()),
        })
    }

    /// A sum as it is printed: of each kind one, and beside a loopy value only what it is printed with.
    fn sum(&mut self, first: &Expr, rest: &[(SumOp, Expr)], span: Span) -> Result<Kind, (String, Span)> {
        let mut kinds = vec![self.summand(first)?];
        let mut exponents: FxHashSet<String> = self.exponent(first).into_iter().collect();
        for (op, term) in rest {
            let kind = match op {
                SumOp::PlusMinus => self.switch(term, true)?,
                SumOp::Add | SumOp::Sub => self.summand(term)?,
            };
            if self.exponent(term).is_some_and(|exponent| !exponents.insert(exponent)) {
                return Err(("powers of omega are added".into(), span));
            }
            if kind != Kind::Other && kinds.contains(&kind) {
                let what = match kind {
                    Kind::Number if *op == SumOp::Sub => "a number is taken from another",
                    Kind::Number => "two numbers are added",
                    Kind::Switch => "switches are added",
                    Kind::Ups => "ups are added",
                    Kind::Star => "nimbers are added",
                    _ => "values are combined",
                };
                return Err((what.into(), span));
            }
            kinds.push(kind);
        }
        let Some(&loopy) = kinds.iter().find(|kind| matches!(kind, Kind::Slope | Kind::Upon | Kind::Alone)) else {
            return Ok(Kind::Other);
        };
        let beside = |kind: &Kind| match kind {
            Kind::Number => loopy != Kind::Alone,
            Kind::Star => loopy == Kind::Upon,
            other => *other == loopy,
        };
        if kinds.iter().all(beside) { Ok(Kind::Alone) } else { Err(("values are combined".into(), span)) }
    }

    /// What stands behind `+-`: `+-1`, `+-<3 | 1>`, `+-(2, <3 | 1>)`. In a sum its form is lost, and nobody could see whether it is
    /// simplified: there it is made of numbers and names.
    fn switch(&mut self, of: &Expr, in_sum: bool) -> Result<Kind, (String, Span)> {
        with_stack(|| {
            match &*of.kind {
                ExprKind::Game(..) if !in_sum => self.value(of)?,
                ExprKind::Tuple(items) => items.iter().try_for_each(|e| self.switch(e, in_sum).map(|_| ()))?,
                _ if in_sum => self.summand(of).map(|_| ())?,
                _ => self.term(of).map(|_| ())?,
            }
            Ok(Kind::Switch)
        })
    }

    /// What stands in a sum, or behind a sign: its form is lost there.
    fn summand(&mut self, e: &Expr) -> Result<Kind, (String, Span)> {
        let kind = match &*e.kind {
            ExprKind::Switch(inner) => self.switch(inner, true)?,
            _ => self.term(e)?,
        };
        if kind == Kind::Form { Err(("values are combined".into(), e.span)) } else { Ok(kind) }
    }

    /// A whole number, or its negative.
    fn number(&mut self, e: &Expr) -> Written {
        match &*e.kind {
            ExprKind::Int(_) => Ok(()),
            ExprKind::Neg(e) => self.number(e),
            _ => Err(("this is no number".into(), e.span)),
        }
    }

    /// The exponent of a power of omega that is written as it is printed, `omega^2*3`, `-omega/2`: alike for the same exponents.
    fn exponent(&self, e: &Expr) -> Option<String> {
        let (exponent, _) = self.power(e)?;
        (!exponent.is_empty()).then_some(exponent)
    }

    /// The same with its coefficient; the exponent is empty where there is no omega.
    fn power(&self, e: &Expr) -> Option<(String, String)> {
        with_stack(|| {
            let (sign, e) = signed(e);
            let ExprKind::Product(first, rest) = &*e.kind else {
                return match whole(e) {
                    Some(number) => Some((String::new(), format!("{sign}{number}"))),
                    None => Some((self.omega(e)?, sign.into())),
                };
            };
            let (inner, first) = signed(first);
            let (base, coefficient) = match &rest[..] {
                [(ProductOp::Div, below)] => match (whole(first), whole(below)) {
                    (Some(above), Some(below)) => {
                        return Some((String::new(), format!("{sign}{inner}{above}/{below}")));
                    }
                    (Some(number), None) => {
                        return Some((format!("-{}", self.omega(below)?), format!("{sign}{inner}{number}")));
                    }
                    (None, below) => (first, format!("1/{}", below?)),
                },
                [(ProductOp::Mul, second)] => match fraction(first) {
                    Some(number) => (second, number),
                    None => (first, fraction(second)?),
                },
                [(ProductOp::Mul, above), (ProductOp::Div, below)] => {
                    (first, format!("{}/{}", whole(above)?, whole(below)?))
                }
                [(ProductOp::Div, below), (ProductOp::Mul, last)] => {
                    (last, format!("{}/{}", whole(first)?, whole(below)?))
                }
                _ => return None,
            };
            Some((self.omega(base)?, format!("{sign}{inner}{coefficient}")))
        })
    }

    /// The exponent of `omega`, `omega^2`, `omega^(omega+1)`.
    fn omega(&self, e: &Expr) -> Option<String> {
        let (base, exponent) = match &*e.kind {
            ExprKind::Power(base, exponent) => (base, Some(exponent)),
            _ => (e, None),
        };
        if !matches!(&*base.kind, ExprKind::Name(name) if &**name == "omega" && self.makers(name).is_empty()) {
            return None;
        }
        let exponent = exponent.map_or(Some("1".into()), |e| self.real(e))?;
        (exponent != "0").then_some(exponent)
    }

    /// A number that is written as it is printed, omega in it or not.
    fn real(&self, e: &Expr) -> Option<String> {
        with_stack(|| {
            let (first, rest) = match &*e.kind {
                ExprKind::Sum(first, rest) => (first, &rest[..]),
                _ => (e, &[][..]),
            };
            let (mut terms, mut exponents) = (Vec::new(), FxHashSet::default());
            for (op, term) in std::iter::once((SumOp::Add, first)).chain(rest.iter().map(|(op, term)| (*op, term))) {
                let (exponent, coefficient) = self.power(term)?;
                let sign = match op {
                    SumOp::Add => "",
                    SumOp::Sub => "-",
                    SumOp::PlusMinus => return None,
                };
                let power = if exponent.is_empty() { String::new() } else { format!("[{exponent}]") };
                terms.push(format!("{power}{sign}{coefficient}"));
                if !exponents.insert(exponent) {
                    return None;
                }
            }
            terms.sort();
            Some(terms.join("+"))
        })
    }

    /// A part of a sum.
    fn term(&mut self, e: &Expr) -> Result<Kind, (String, Span)> {
        if self.exponent(e).is_some() {
            return Ok(Kind::Other);
        }
        with_stack(|| match &*e.kind {
            ExprKind::Int(_) => Ok(Kind::Number),
            ExprKind::Star(None) => Ok(Kind::Star),
            ExprKind::Star(Some(n)) => self.number(n).map(|()| Kind::Star),
            ExprKind::Up { .. } | ExprKind::UpPower { .. } => Ok(Kind::Ups),
            ExprKind::Switch(inner) => self.switch(inner, false),
            ExprKind::Neg(inner) => match &*inner.kind {
                ExprKind::Game(..) => Err(("a game is negated".into(), e.span)),
                ExprKind::Call(..) | ExprKind::Dot(..) => {
                    let kind = self.term(inner)?;
                    if self.rule.positions { Ok(kind) } else { Err(("a game is negated".into(), e.span)) }
                }
                ExprKind::Neg(_) => Err(("a negative is negated".into(), e.span)),
                _ => self.summand(inner),
            },
            // A fraction, and so many of something that has a name.
            ExprKind::Product(first, rest) => match &rest[..] {
                [(ProductOp::Div, below)] => {
                    self.number(first).and_then(|()| self.number(below)).map(|()| Kind::Number)
                }
                [(ProductOp::Mul, what)] if matches!(&*first.kind, ExprKind::Int(_)) => match self.summand(what)? {
                    Kind::Number => Err(("numbers are multiplied".into(), e.span)),
                    Kind::Slope | Kind::Upon | Kind::Alone => Err(("values are combined".into(), e.span)),
                    kind => Ok(kind),
                },
                _ => Err(("a product is computed".into(), e.span)),
            },
            ExprKind::Power(base, exponent) => {
                self.number(base).and_then(|()| self.number(exponent)).map(|()| Kind::Number)
            }
            ExprKind::Name(name) => self.name(name, e.span),
            ExprKind::Call(f, arguments) => {
                if let ExprKind::Name(name) = &*f.kind {
                    let is_text =
                        matches!(&arguments[..], [Arg { value, .. }, ..] if matches!(&*value.kind, ExprKind::Str(_)));
                    if !(&**name == "series" && is_text && self.makers(name).is_empty()) {
                        self.called(name, e.span)?;
                    }
                    self.arguments(arguments)?;
                    return Ok(Kind::Other);
                }
                Err(("a function is called".into(), e.span))
            }
            ExprKind::Dot(x, name, arguments) => {
                self.called(&name.name, name.span)?;
                self.value(x)?;
                self.arguments(arguments)?;
                Ok(Kind::Other)
            }
            ExprKind::Tuple(_)
            | ExprKind::List(_)
            | ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Game(..)
            | ExprKind::Poset(_)
            | ExprKind::Arrow(..)
            | ExprKind::Bool(_)
            | ExprKind::Graph(_)
            | ExprKind::Str(_)
            | ExprKind::Range(..) => Err(("values are combined".into(), e.span)),
            // In brackets of its own.
            ExprKind::Sum(first, rest) => self.sum(first, rest, e.span),
            ExprKind::Lambda(..) => Ok(Kind::Other),
            ExprKind::Xor(parts) if self.rule.allow.iter().any(|word| word == "xor") => {
                self.all(parts).map(|()| Kind::Other)
            }
            ExprKind::Xor(_) => Err(("`xor` is computed".into(), e.span)),
            ExprKind::ListFor(..) | ExprKind::SetFor(..) | ExprKind::MapFor(..) => {
                Err(("its elements are computed".into(), e.span))
            }
            ExprKind::Index(..) => Err(("an element is taken out of a list".into(), e.span)),
            ExprKind::Ordinal(..) => Err(("an ordinal sum is computed".into(), e.span)),
            ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) | ExprKind::Why(_) => {
                Err(("a claim is decided".into(), e.span))
            }
            _ => Err(("a program computes it".into(), e.span)),
        })
    }

    fn arguments(&mut self, arguments: &[Arg]) -> Written {
        self.all(arguments.iter().map(|argument| &argument.value))
    }

    /// Whether a function may be called.
    fn called(&mut self, name: &Rc<str>, span: Span) -> Written {
        let own = self.makers(name);
        let allowed = self.rule.allow.iter().any(|word| **word == **name);
        let rules = match &own[..] {
            [] => matches!(self.library(name), Some(Value::Rules(_))),
            [at] if matches!(self.tree.statements[*at].kind, StmtKind::Declaration(_)) => true,
            _ => false,
        };
        if rules && (self.rule.positions || allowed) || own.is_empty() && (allowed || NAMING.contains(&&**name)) {
            return Ok(());
        }
        Err((format!("`{}` is called", one_line(name, 60)), span))
    }

    fn library(&self, name: &str) -> Option<&Value> {
        self.globals.library.get(name).map(|&slot| &self.globals.values[slot as usize])
    }

    /// The statements of the file that give a name its value.
    fn makers(&self, name: &Rc<str>) -> Vec<usize> {
        let makes = |at: &usize| bound(&self.tree.statements[*at]).contains(name);
        (0..self.tree.statements.len()).filter(makes).collect()
    }

    fn name(&mut self, name: &Rc<str>, span: Span) -> Result<Kind, (String, Span)> {
        let makers = self.makers(name);
        if self.inside.contains(name) || &**name == "pass" && makers.is_empty() {
            self.comes_again = true;
            return Ok(Kind::Other);
        }
        let computed = || Err((format!("`{}` is computed", one_line(name, 60)), span));
        if makers.is_empty() {
            return Ok(match &**name {
                "over" | "under" => Kind::Slope,
                "upon" => Kind::Upon,
                "on" | "off" | "dud" | "tis" | "tisn" => Kind::Alone,
                _ => Kind::Other,
            });
        }
        // It has the value that it was given last, above.
        let Some(&at) = makers.iter().rfind(|at| **at < self.here).or(makers.first().filter(|_| makers.len() == 1))
        else {
            return computed();
        };
        let (mut kind, mut definition) = (Kind::Other, &self.tree.statements[at].kind);
        if let StmtKind::Answer(answer) = definition {
            definition = &answer.definition.kind;
        }
        match definition {
            StmtKind::Function(_) | StmtKind::Declaration(_) => {}
            StmtKind::Assign(Target::Pattern(Pattern::Name(_)), value) => {
                if !self.open.insert(Rc::clone(name)) {
                    return computed();
                }
                let here = std::mem::replace(&mut self.here, at);
                let written = match &*value.kind {
                    ExprKind::Int(_)
                    | ExprKind::Product(..)
                    | ExprKind::Star(_)
                    | ExprKind::Up { .. }
                    | ExprKind::UpPower { .. }
                    | ExprKind::Switch(_)
                    | ExprKind::Neg(_)
                    | ExprKind::Sum(..)
                    | ExprKind::Name(_) => self.term(value).map(|found| kind = found),
                    ExprKind::Game(..) | ExprKind::Loop(_) | ExprKind::Sided(..) => {
                        kind = Kind::Form;
                        self.value(value)
                    }
                    _ => self.value(value),
                };
                self.open.remove(name);
                self.here = here;
                written?;
            }
            _ => return computed(),
        }
        Ok(kind)
    }
}

/// A minus sign, if there is one, and what stands behind it.
fn signed(e: &Expr) -> (&'static str, &Expr) {
    if let ExprKind::Neg(inner) = &*e.kind { ("-", inner) } else { ("", e) }
}

/// A natural number.
fn whole(e: &Expr) -> Option<String> {
    // Decimals of long numbers take long.
    if let ExprKind::Int(n) = &*e.kind { Some(format!("{n:x}")) } else { None }
}

/// A natural number, or a fraction in brackets.
fn fraction(e: &Expr) -> Option<String> {
    match &*e.kind {
        ExprKind::Product(above, rest) => match &rest[..] {
            [(ProductOp::Div, below)] => Some(format!("{}/{}", whole(above)?, whole(below)?)),
            _ => None,
        },
        _ => whole(e),
    }
}
