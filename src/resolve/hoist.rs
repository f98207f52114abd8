//! Which names a function or script assigns anywhere in its own body: they are its variables from the start, so that
//! functions inside it may call each other in any order.

use crate::limits::with_stack;
use crate::syntax::Pace;
use crate::syntax::ast::{Arg, CompStep, Expr, ExprKind, Ident, Pattern, Stmt, StmtKind, StrPart, Target};
use crate::syntax::homework::{LineKind, Question};
use rustc_hash::FxHashSet;

/// Names assigned in these statements, in order of appearance, not looking into nested functions.
pub fn assigned(statements: &[Stmt]) -> Vec<Ident> {
    let mut names = Vec::new();
    statements.iter().for_each(|s| statement(&s.kind, &mut names));
    names
}

/// Names assigned inside an expression.
pub fn assigned_in(expression: &Expr) -> Vec<Ident> {
    let mut names = Vec::new();
    expr(expression, &mut names);
    names
}

fn statement(kind: &StmtKind, names: &mut Vec<Ident>) {
    match kind {
        StmtKind::Expr(e) | StmtKind::Check(e, _) => expr(e, names),
        StmtKind::Assign(target, value) => {
            match target {
                Target::Pattern(p) => pattern(p, names),
                Target::Index(_, indices) => indices.iter().for_each(|e| expr(e, names)),
            }
            expr(value, names);
        }
        StmtKind::Function(f) => names.push(f.name.clone()),
        StmtKind::Declaration(d) => names.push(d.name.clone()),
        StmtKind::Question(q) => question(q, q.name.clone(), names),
        StmtKind::Answer(answer) => statement(&answer.definition.kind, names),
        StmtKind::Return(Some(e)) => expr(e, names),
        StmtKind::Vary(name) => names.push(name.clone()),
        StmtKind::Import(_) | StmtKind::LeftOpen(_) | StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue => {
        }
    }
}

/// The question's own name, by which its checks mean the answer, those of its parts, and what `where` binds.
fn question(q: &Question, name: Ident, names: &mut Vec<Ident>) {
    names.push(name);
    for line in &q.lines {
        match &line.kind {
            LineKind::Where(kind) => statement(kind, names),
            LineKind::Part(part) => question(part, joined(q, part), names),
            _ => {}
        }
    }
}

/// The name of a part's answer.
pub fn joined(q: &Question, part: &Question) -> Ident {
    Ident { name: format!("{}{}", q.name.name, part.name.name).into(), span: part.name.span }
}

/// Names that a pattern binds.
pub fn pattern(p: &Pattern, names: &mut Vec<Ident>) {
    match p {
        Pattern::Name(name) if &*name.name == "_" => {}
        Pattern::Name(name) => names.push(name.clone()),
        Pattern::Tuple(parts, _) => parts.iter().for_each(|p| pattern(p, names)),
    }
}

/// Names assigned in steps and in what is run for them. What the steps bind is theirs: an assignment to that changes the variable of the loop.
fn within(steps: &[CompStep], names: &mut Vec<Ident>, run: impl FnOnce(&mut Vec<Ident>)) {
    let Some((step, rest)) = steps.split_first() else { return run(names) };
    match step {
        CompStep::If(e) => {
            expr(e, names);
            within(rest, names, run);
        }
        CompStep::For(p, e) => {
            expr(e, names);
            let (mut bound, mut inside) = (Vec::new(), Vec::new());
            pattern(p, &mut bound);
            within(rest, &mut inside, run);
            inside.retain(|name| bound.iter().all(|own| own.name != name.name));
            names.extend(inside);
        }
    }
}

fn args(args: &[Arg], names: &mut Vec<Ident>) {
    args.iter().for_each(|a| expr(&a.value, names));
}

fn expr(e: &Expr, names: &mut Vec<Ident>) {
    with_stack(|| {
        let mut go = |e: &Expr| expr(e, names);
        match &*e.kind {
            ExprKind::Error
            | ExprKind::Name(_)
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Up { .. }
            | ExprKind::UpPower { .. } => {}
            ExprKind::Lambda(..)
            | ExprKind::Arrow(..)
            | ExprKind::Loop(_)
            | ExprKind::Star(None)
            | ExprKind::Poset(_) => {}
            ExprKind::Graph(items) => items.iter().filter_map(|item| item.label.as_ref()).for_each(go),
            ExprKind::Str(parts) => {
                for part in parts {
                    if let StrPart::Expr(e) = part {
                        go(e);
                    }
                }
            }
            ExprKind::Star(Some(e))
            | ExprKind::Neg(e)
            | ExprKind::Switch(e)
            | ExprKind::Not(e)
            | ExprKind::Why(e)
            | ExprKind::Range(e, None) => go(e),
            ExprKind::Game(left, right) => left.iter().chain(right).for_each(go),
            ExprKind::Tuple(es)
            | ExprKind::List(es)
            | ExprKind::Set(es)
            | ExprKind::Xor(es)
            | ExprKind::And(es)
            | ExprKind::Or(es) => es.iter().for_each(go),
            ExprKind::Map(entries) => entries.iter().for_each(|(k, v)| {
                go(k);
                go(v);
            }),
            ExprKind::ListFor(e, s) | ExprKind::SetFor(e, s) => {
                within(s, names, |names| expr(e, names));
            }
            ExprKind::MapFor(k, v, s) => {
                within(s, names, |names| {
                    expr(k, names);
                    expr(v, names);
                });
            }
            ExprKind::Call(f, a) => {
                go(f);
                args(a, names);
            }
            ExprKind::Dot(x, _, a) => {
                go(x);
                args(a, names);
            }
            ExprKind::Index(a, b)
            | ExprKind::Sided(a, b)
            | ExprKind::Power(a, b)
            | ExprKind::Ordinal(a, b)
            | ExprKind::Range(a, Some(b)) => {
                go(a);
                go(b);
            }
            ExprKind::Sum(first, rest) => {
                go(first);
                rest.iter().for_each(|(_, e)| go(e));
            }
            ExprKind::Product(first, rest) => {
                go(first);
                rest.iter().for_each(|(_, e)| go(e));
            }
            ExprKind::Compare(first, rest) => {
                go(first);
                rest.iter().for_each(|(_, e)| go(e));
            }
            ExprKind::If(c, a, b) => {
                go(c);
                go(a);
                b.iter().for_each(go);
            }
            ExprKind::Do(body) => body.iter().for_each(|s| statement(&s.kind, names)),
            ExprKind::For(s, body) => {
                within(s, names, |names| body.iter().for_each(|s| statement(&s.kind, names)));
            }
            ExprKind::While(c, body) => {
                go(c);
                body.iter().for_each(|s| statement(&s.kind, names));
            }
        }
    });
}

/// A set of one name.
pub(crate) fn only(name: &str) -> FxHashSet<&str> {
    std::iter::once(name).collect()
}

/// Whether one of the names occurs in an expression, also where it means something else.
pub(crate) fn mentions(pace: &Pace<'_>, e: &Expr, names: &FxHashSet<&str>) -> bool {
    if !pace.goes_on() {
        return false;
    }
    let mut found = matches!(&*e.kind, ExprKind::Name(n) if names.contains(&**n));
    e.kind.for_each_child(&mut |child| found = found || with_stack(|| mentions(pace, child, names)));
    found
}
