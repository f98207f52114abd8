//! What the text of a program tells about an error that came up while it ran: why something is nothing, what hides a function.
//!
//! In: an error. Out: the same for people, perhaps with a note. Touches nothing. Errors are rare, so that the text is simply read
//! again; texts of programs that are too long for a person to have written are left alone.

use super::Machine;
use crate::diagnostics::Diagnostic;
use crate::limits::with_stack;
use crate::source::{Source, Span};
use crate::syntax::ast::{Expr, ExprKind, Ident, Param, Pattern, Program, Stmt, StmtKind, Target};
use crate::syntax::{Mode, parse};
use crate::value::{Fault, Problem, Value};

/// Bytes of a text that are read again.
const LONGEST: usize = 200_000;

impl Machine {
    /// An error for people.
    pub(crate) fn told(&self, fault: Fault) -> Diagnostic {
        let note = match &fault.problem {
            Problem::Nothing | Problem::Mismatch { found: Value::Nothing, .. } => self.nothing(&fault),
            Problem::Uncallable(_) => self.hidden(&fault),
            _ => None,
        };
        let hides = matches!(fault.problem, Problem::Uncallable(_));
        let mut diagnostic = fault.diagnostic();
        if let Some(note) = note {
            if hides {
                // How the value could be multiplied is not the question.
                diagnostic.notes.clear();
            }
            diagnostic.notes.push(note);
        }
        diagnostic
    }

    /// A text that errors may point into, and its tree.
    fn read_again(&self, source: u32) -> Option<(&Source, Program)> {
        let text = self.sources().get(source).filter(|source| source.text.len() <= LONGEST)?;
        Some((text, parse(source, &text.text, Mode::Script).program))
    }

    /// Why an operand or argument is nothing.
    fn nothing(&self, fault: &Fault) -> Option<String> {
        let span = fault.span?;
        let (text, program) = self.read_again(span.source)?;
        let mut parts = Vec::new();
        within(&program.statements, span, &mut parts);
        for part in parts {
            let found = match &part {
                Part::If(at) => Some((None, at.clone())),
                Part::Name(name) => {
                    half_value(&program.statements, name, span.start).map(|at| (Some(name.clone()), at))
                }
                Part::Call(name) => {
                    let at = half_function(&program.statements, name);
                    at.map(|at| (Some(format!("{name}(…)")), at))
                }
            };
            if let Some((what, at)) = found {
                let line = text.lines_before(at.place.start as usize) + 1;
                return Some(match what {
                    Some(what) if at.certain => {
                        format!(
                            "`{what}` is nothing because its `if` in line {line} has no `else`, and the condition did not hold."
                        )
                    }
                    Some(what) => format!(
                        "`{what}` is nothing because the condition of its `if` in line {line}, which has no `else`, did not hold, or \
                         because what stands after `then` is nothing."
                    ),
                    None => "This `if` has no `else`, so that it is nothing where its condition does not hold.".into(),
                });
            }
        }
        None
    }

    /// What took the place of a function that was to be called.
    fn hidden(&self, fault: &Fault) -> Option<String> {
        let span = fault.span?;
        let (text, program) = self.read_again(span.source)?;
        let name = called(&program.statements, span)?;
        let slot = self.globals().library.get(&*name);
        let known = slot.map(|slot| &self.globals().values[*slot as usize]);
        let what = match known {
            Some(Value::Native(_) | Value::Func(_)) => "function",
            Some(Value::Rules(_)) => "rule set",
            _ => return None,
        };
        if let Some(function) = parameter_of(&program.statements, &name, span) {
            return Some(format!("The parameter `{name}` of `{function}` hides the {what} `{name}` of the library."));
        }
        let line = assigned(&program.statements, &name).map(|at| text.lines_before(at.start as usize) + 1);
        // What was defined before this text is nowhere in it.
        if line.is_none() && !self.globals().user.contains_key(&*name) {
            return None;
        }
        let place = line.map_or(String::new(), |line| format!(" (line {line})"));
        Some(format!("Your `{name}`{place} hides the {what} `{name}` of the library: give yours another name."))
    }
}

/// An `if` without `else`.
#[derive(Clone)]
struct Half {
    place: Span,
    /// Whether it is nothing only where its condition does not hold: what stands after `then` always is something.
    certain: bool,
}

impl Half {
    fn of(e: &Expr, then: &Expr) -> Half {
        Half { place: e.span, certain: is_something(then) }
    }
}

/// Whether an expression is never nothing, seen without running it.
fn is_something(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Name(_)
        | ExprKind::Call(..)
        | ExprKind::Dot(..)
        | ExprKind::Index(..)
        | ExprKind::Do(_)
        | ExprKind::For(..)
        | ExprKind::While(..)
        | ExprKind::If(_, _, None)
        | ExprKind::Error => false,
        ExprKind::If(_, yes, Some(no)) => is_something(yes) && is_something(no),
        _ => true,
    }
}

/// A part of an expression that may be nothing.
enum Part {
    If(Half),
    Name(String),
    Call(String),
}

/// Every statement, those in blocks and functions included.
fn each_statement(statements: &[Stmt], f: &mut impl FnMut(&Stmt)) {
    fn in_expr(e: &Expr, f: &mut impl FnMut(&Stmt)) {
        with_stack(|| match &*e.kind {
            ExprKind::Do(body) | ExprKind::For(_, body) | ExprKind::While(_, body) => each_statement(body, f),
            kind => kind.for_each_child(&mut |child| in_expr(child, f)),
        });
    }
    for statement in statements {
        f(statement);
        statement.kind.for_each_child(&mut |child| in_expr(child, f));
    }
}

/// Every expression, from the outside in.
fn each_expression(statements: &[Stmt], f: &mut impl FnMut(&Expr)) {
    fn one(e: &Expr, f: &mut impl FnMut(&Expr)) {
        f(e);
        with_stack(|| e.kind.for_each_child(&mut |child| one(child, f)));
    }
    statements.iter().for_each(|statement| statement.kind.for_each_child(&mut |e| one(e, f)));
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The operands and arguments of the smallest expression around a place.
fn within(statements: &[Stmt], span: Span, parts: &mut Vec<Part>) {
    each_expression(statements, &mut |e| {
        if contains(e.span, span) {
            parts.clear();
            parts.extend(part(e));
            e.kind.for_each_child(&mut |child| parts.extend(part(child)));
        }
    });
}

fn part(e: &Expr) -> Option<Part> {
    match &*e.kind {
        ExprKind::If(_, then, None) => Some(Part::If(Half::of(e, then))),
        ExprKind::Name(name) => Some(Part::Name(name.to_string())),
        ExprKind::Call(f, _) => match &*f.kind {
            ExprKind::Name(name) => Some(Part::Call(name.to_string())),
            _ => None,
        },
        ExprKind::Dot(_, name, _) => Some(Part::Call(name.name.to_string())),
        _ => None,
    }
}

/// The name that is called at a place.
fn called(statements: &[Stmt], span: Span) -> Option<String> {
    let mut found = None;
    each_expression(statements, &mut |e| {
        if e.span == span
            && let Some(Part::Call(name)) = part(e)
        {
            found = Some(name);
        }
    });
    found
}

/// The `if` without `else` whose value an expression may have.
fn half(e: &Expr) -> Option<Half> {
    match &*e.kind {
        ExprKind::If(_, then, None) => Some(Half::of(e, then)),
        ExprKind::If(_, yes, Some(no)) => half(yes).or_else(|| half(no)),
        ExprKind::Do(body) => match &body.last()?.kind {
            StmtKind::Expr(last) | StmtKind::Return(Some(last)) => half(last),
            _ => None,
        },
        _ => None,
    }
}

fn named<'s>(kind: &'s StmtKind, name: &str) -> Option<(&'s Ident, &'s Expr)> {
    match kind {
        StmtKind::Assign(Target::Pattern(Pattern::Name(ident)), value) if *ident.name == *name => Some((ident, value)),
        StmtKind::Function(f) if *f.name.name == *name => Some((&f.name, &f.body)),
        StmtKind::Answer(answer) => named(&answer.definition.kind, name),
        _ => None,
    }
}

/// The `if` without `else` that gave a variable its value: of the assignment nearest before a place.
fn half_value(statements: &[Stmt], name: &str, before: u32) -> Option<Half> {
    let mut last = None;
    each_statement(statements, &mut |statement| {
        if let Some((ident, value)) = named(&statement.kind, name)
            && matches!(statement.kind, StmtKind::Assign(..))
            && (ident.span.start < before || last.is_none())
        {
            last = Some(half(value));
        }
    });
    last.flatten()
}

/// The `if` without `else` that a function ends in.
fn half_function(statements: &[Stmt], name: &str) -> Option<Half> {
    let mut found = None;
    each_statement(statements, &mut |statement| {
        if let Some((_, body)) = named(&statement.kind, name) {
            found = half(match &*body.kind {
                ExprKind::Lambda(_, body) => body,
                _ => body,
            });
        }
    });
    found
}

/// Where a name is first assigned or defined.
fn assigned(statements: &[Stmt], name: &str) -> Option<Span> {
    let mut found = None;
    each_statement(statements, &mut |statement| {
        if let Some((ident, _)) = named(&statement.kind, name) {
            found.get_or_insert(ident.span);
        }
    });
    found
}

/// The function around a place that has a parameter of this name.
fn parameter_of(statements: &[Stmt], name: &str, span: Span) -> Option<String> {
    let has =
        |params: &[Param]| params.iter().any(|p| matches!(&p.pattern, Pattern::Name(known) if *known.name == *name));
    let mut found = None;
    each_statement(statements, &mut |statement| match &statement.kind {
        StmtKind::Function(f) if contains(statement.span, span) && has(&f.params) => {
            found = Some(f.name.name.to_string());
        }
        StmtKind::Declaration(d) if contains(statement.span, span) && has(&d.params) => {
            found = Some(d.name.name.to_string());
        }
        _ => {}
    });
    found
}
