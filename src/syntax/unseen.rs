//! Expressions in loops whose values nobody sees. In: a statement. Out: the first of them. A loop has no value, so what its body
//! computes last in each round is lost, unless it is printed.

use super::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::source::Span;

/// The first expression whose value is lost in a loop that is this statement.
pub fn in_loop(statement: &Stmt) -> Option<Span> {
    let StmtKind::Expr(e) = &statement.kind else { return None };
    match &*e.kind {
        ExprKind::For(_, body) | ExprKind::While(_, body) => last(body),
        _ => None,
    }
}

/// The last expression of a body; of one that ends in a loop that of the loop.
fn last(body: &[Stmt]) -> Option<Span> {
    let statement = body.last()?;
    match &statement.kind {
        StmtKind::Expr(e) => of(e).or_else(|| in_loop(statement)),
        _ => None,
    }
}

fn of(e: &Expr) -> Option<Span> {
    match &*e.kind {
        ExprKind::For(..) | ExprKind::While(..) | ExprKind::Why(_) | ExprKind::Error => None,
        ExprKind::If(_, yes, no) => of(yes).or_else(|| no.as_ref().and_then(of)),
        ExprKind::Do(body) => last(body),
        _ => Some(e.span),
    }
}
