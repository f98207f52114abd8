//! Actions that turn an expression on the left of `=` or `->` into a target, a function or parameters.

use super::ast::*;
use super::build::Builder;
use crate::diagnostics::{Diagnostic, Mistake};
use crate::source::Span;

/// How deep tuples of names may be nested.
const MAX_PATTERN_DEPTH: usize = 50;

fn depth(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Name(_) => 0,
        Pattern::Tuple(parts, _) => 1 + parts.iter().map(depth).max().unwrap_or(0),
    }
}

impl Builder<'_> {
    pub(super) fn wrong(&mut self, mistake: Mistake, span: Span, message: impl Into<String>, note: &str) {
        self.errors.push(Diagnostic::new(mistake, span, message).note(note));
    }

    /// `target = value`, `f(n) = value`, `memo f(n) = value`. `at` is the `=`.
    pub fn define(&mut self, l: u32, at: u32, r: u32, memo: bool, target: Expr, value: Expr) -> StmtKind {
        let span = self.span(l, r);
        match *target.kind {
            ExprKind::Call(f, args) => {
                if let ExprKind::Name(name) = *f.kind {
                    let params = self.params(args);
                    let name = Ident { name, span: f.span };
                    return StmtKind::Function(Function { memo, name, params, body: value });
                }
                self.no_target(f.span, at);
            }
            _ if memo => {
                let note = "`memo` keeps the values of a function: `memo f(n) = …`";
                self.wrong(Mistake::NoTarget, target.span, "`memo` needs a function with parameters", note);
            }
            ExprKind::Index(..) => {
                if let Some(target) = self.index_target(target, at) {
                    return StmtKind::Assign(target, value);
                }
            }
            _ => {
                let pattern = self.pattern_target(target, at);
                return match pattern {
                    Some(pattern) => StmtKind::Assign(Target::Pattern(pattern), value),
                    None => StmtKind::Expr(Expr::new(ExprKind::Error, span)),
                };
            }
        }
        StmtKind::Expr(Expr::new(ExprKind::Error, span))
    }

    /// `xs[i][j]`, outermost index last.
    fn index_target(&mut self, target: Expr, at: u32) -> Option<Target> {
        let mut indices = Vec::new();
        let mut e = target;
        loop {
            match *e.kind {
                ExprKind::Index(xs, i) => {
                    indices.push(i);
                    e = xs;
                }
                ExprKind::Name(name) => {
                    indices.reverse();
                    return Some(Target::Index(Ident { name, span: e.span }, indices));
                }
                _ => {
                    self.no_target(e.span, at);
                    return None;
                }
            }
        }
    }

    fn pattern_target(&mut self, e: Expr, at: u32) -> Option<Pattern> {
        match *e.kind {
            ExprKind::Name(name) => Some(Pattern::Name(Ident { name, span: e.span })),
            ExprKind::Tuple(parts) => {
                let parts: Option<Vec<Pattern>> = parts.into_iter().map(|p| self.pattern_target(p, at)).collect();
                Some(Pattern::Tuple(parts?, e.span))
            }
            ExprKind::Error => None,
            _ => {
                self.no_target(e.span, at);
                None
            }
        }
    }

    fn no_target(&mut self, span: Span, at: u32) {
        let equals = self.span(at, at + 1);
        let text = self.slice(span);
        let game = text.starts_with(['<', '*', '^', '⟨']) || text.starts_with('{') && text.contains('|');
        let note = match game {
            true => "a claim about games is written `check {0 | 0} = *`; `=` alone gives a name its value",
            false => "on the left of `=` stands a name, `xs[i]`, `(a, b)` or `f(x)`; to compare, write `==`",
        };
        let error = Diagnostic::new(Mistake::NoTarget, span, "this cannot get a value").note(note);
        self.errors.push(if equals == span { error } else { error.also(equals, "by this `=`") });
    }

    /// `if c then x = 1`: a branch that is a statement.
    pub fn branch(&mut self, l: u32, r: u32, kind: StmtKind) -> Expr {
        let statement = self.statement(l, r, kind);
        self.expr(l, r, ExprKind::Do(vec![statement]))
    }

    pub fn branch_define(&mut self, l: u32, at: u32, r: u32, target: Expr, value: Expr) -> Expr {
        let kind = self.define(l, at, r, false, target, value);
        self.branch(l, r, kind)
    }

    pub fn pattern(&mut self, l: u32, r: u32, mut parts: Vec<Pattern>) -> Pattern {
        if parts.len() == 1 && !self.comma_before(r) {
            return parts.swap_remove(0);
        }
        let pattern = Pattern::Tuple(parts, self.span(l, r));
        if depth(&pattern) <= MAX_PATTERN_DEPTH {
            return pattern;
        }
        let span = self.span(l, r);
        self.wrong(
            Mistake::NestedTooDeep,
            span,
            format!("names are nested more than {MAX_PATTERN_DEPTH} deep"),
            "take the value apart in steps",
        );
        Pattern::Name(Ident { name: "_".into(), span })
    }

    /// Whether the bracket that ends before `r` closes after a comma.
    fn comma_before(&self, r: u32) -> bool {
        let before = (r as usize).checked_sub(2).and_then(|i| self.tokens.get(i));
        before.is_some_and(|t| t.tok == super::token::Tok::Comma)
    }

    /// `name: kind = value`.
    pub fn kinded(&mut self, name: Expr, kind: Expr, value: Expr) -> Arg {
        let mut ident = |e: Expr| match *e.kind {
            ExprKind::Name(name) => Some(Ident { name, span: e.span }),
            _ => {
                self.no_param(e.span);
                None
            }
        };
        let (name, kind) = (ident(name), ident(kind));
        // What is wrong has been told.
        let value = if name.is_some() { value } else { Expr::new(ExprKind::Error, value.span) };
        Arg { name, kind, value }
    }

    /// Parameters, written like arguments: `n`, `(a, b)`, `P: poset`, `bound = 10`, `bound: integer = 10`.
    pub fn params(&mut self, args: Vec<Arg>) -> Vec<Param> {
        let mut params = Vec::with_capacity(args.len());
        for Arg { name, kind, value } in args {
            match name {
                Some(name) => {
                    params.push(Param { pattern: Pattern::Name(name), kind, default: Some(value) });
                }
                None => params.extend(self.param(value)),
            }
        }
        params
    }

    fn param(&mut self, e: Expr) -> Option<Param> {
        let span = e.span;
        if let ExprKind::Ordinal(left, right) = *e.kind {
            let ExprKind::Name(kind) = *right.kind else {
                self.no_param(right.span);
                return None;
            };
            let kind = Some(Ident { name: kind, span: right.span });
            return self.param(left).map(|p| Param { kind, ..p });
        }
        match *e.kind {
            ExprKind::Name(name) => {
                Some(Param { pattern: Pattern::Name(Ident { name, span }), kind: None, default: None })
            }
            ExprKind::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.into_iter().map(|p| self.param(p).map(|p| p.pattern)).collect();
                Some(Param { pattern: Pattern::Tuple(parts?, span), kind: None, default: None })
            }
            ExprKind::Error => None,
            _ => {
                self.no_param(span);
                None
            }
        }
    }

    fn no_param(&mut self, span: Span) {
        self.wrong(Mistake::Parameter, span, "this is not a parameter", PARAMETERS);
    }

    pub fn lambda(&mut self, l: u32, r: u32, params: Expr, body: Expr) -> Expr {
        if printed(&params) {
            return self.expr(l, r, ExprKind::Arrow(params, body));
        }
        let parts = match *params.kind {
            ExprKind::Tuple(parts) => parts,
            kind => vec![Expr { kind: Box::new(kind), ..params }],
        };
        let args = parts.into_iter().map(|value| Arg::new(None, value)).collect();
        let params = self.params(args);
        self.expr(l, r, ExprKind::Lambda(params, body))
    }
}

/// What can be a parameter.
pub(crate) const PARAMETERS: &str = "a parameter is a name, `(a, b)`, `name: kind` or `name = value`; cases are told apart by `if` in the body; a claim is written `check f(2) == 3`";

/// Whether something is a position as moves are printed, and no parameter: `14`, `(2, 3)`, `[1, 2]`, `Nim(14)`, `*9`, `<1 | 0>`, `Left: 3`.
fn printed(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Int(_) | ExprKind::Call(..) | ExprKind::Game(..) => true,
        ExprKind::Star(_) | ExprKind::Up { .. } | ExprKind::UpPower { .. } => true,
        ExprKind::Neg(game) | ExprKind::Switch(game) => printed(game),
        ExprKind::Tuple(parts) | ExprKind::List(parts) => !parts.is_empty() && parts.iter().all(printed),
        ExprKind::Ordinal(player, from) => {
            matches!(&*player.kind, ExprKind::Name(name) if matches!(&**name, "Left" | "Right")) && printed(from)
        }
        _ => false,
    }
}
