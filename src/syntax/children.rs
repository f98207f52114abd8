//! The direct children of a node.

use super::ast::*;

impl ExprKind {
    /// Calls `f` with every expression directly below, those in statements and patterns' defaults included, in order.
    pub fn for_each_child(&self, f: &mut impl FnMut(&Expr)) {
        use ExprKind as K;
        match self {
            K::Error | K::Name(_) | K::Bool(_) | K::Int(_) | K::Up { .. } | K::UpPower { .. } | K::Star(None) => {}
            K::Str(parts) => parts.iter().for_each(|p| {
                if let StrPart::Expr(e) = p {
                    f(e);
                }
            }),
            K::Star(Some(e)) | K::Neg(e) | K::Switch(e) | K::Not(e) | K::Why(e) | K::Loop(e) => f(e),
            K::Game(left, right) => left.iter().chain(right).for_each(f),
            K::Tuple(es) | K::List(es) | K::Set(es) | K::Xor(es) | K::And(es) | K::Or(es) => es.iter().for_each(f),
            K::Poset(chains) => chains.iter().flatten().for_each(f),
            K::Graph(items) => items.iter().for_each(|item| {
                f(&item.first);
                item.rest.iter().for_each(|(_, vertex)| f(vertex));
                item.label.iter().for_each(&mut *f);
            }),
            K::Map(pairs) => pairs.iter().for_each(|(k, v)| {
                f(k);
                f(v);
            }),
            K::ListFor(e, steps) | K::SetFor(e, steps) => {
                f(e);
                in_steps(steps, f);
            }
            K::MapFor(k, v, steps) => {
                f(k);
                f(v);
                in_steps(steps, f);
            }
            K::Call(callee, args) => {
                f(callee);
                args.iter().for_each(|a| f(&a.value));
            }
            K::Dot(x, _, args) => {
                f(x);
                args.iter().for_each(|a| f(&a.value));
            }
            K::Arrow(a, b)
            | K::Index(a, b)
            | K::Power(a, b)
            | K::Sided(a, b)
            | K::Ordinal(a, b)
            | K::Range(a, Some(b)) => {
                f(a);
                f(b);
            }
            K::Range(a, None) => f(a),
            K::Sum(first, rest) => {
                f(first);
                rest.iter().for_each(|(_, e)| f(e));
            }
            K::Product(first, rest) => {
                f(first);
                rest.iter().for_each(|(_, e)| f(e));
            }
            K::Compare(first, rest) => {
                f(first);
                rest.iter().for_each(|(_, e)| f(e));
            }
            K::Lambda(params, body) => {
                in_params(params, f);
                f(body);
            }
            K::If(c, a, b) => {
                f(c);
                f(a);
                b.iter().for_each(f);
            }
            K::Do(statements) => statements.iter().for_each(|s| s.kind.for_each_child(f)),
            K::For(steps, body) => {
                in_steps(steps, f);
                body.iter().for_each(|s| s.kind.for_each_child(f));
            }
            K::While(c, body) => {
                f(c);
                body.iter().for_each(|s| s.kind.for_each_child(f));
            }
        }
    }
}

impl StmtKind {
    /// Calls `f` with every expression directly below, in order.
    pub fn for_each_child(&self, f: &mut impl FnMut(&Expr)) {
        match self {
            StmtKind::Expr(e) | StmtKind::Check(e, _) | StmtKind::Return(Some(e)) => f(e),
            StmtKind::Assign(target, value) => {
                if let Target::Index(_, indices) = target {
                    indices.iter().for_each(&mut *f);
                }
                f(value);
            }
            StmtKind::Function(function) => {
                in_params(&function.params, f);
                f(&function.body);
            }
            StmtKind::Declaration(declaration) => {
                in_params(&declaration.params, f);
                for clause in &declaration.clauses {
                    clause.items.iter().for_each(&mut *f);
                    in_steps(&clause.steps, f);
                }
            }
            StmtKind::Question(question) => question.for_each_child(f),
            StmtKind::Answer(answer) => answer.definition.kind.for_each_child(f),
            StmtKind::Import(_)
            | StmtKind::LeftOpen(_)
            | StmtKind::Vary(_)
            | StmtKind::Return(None)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }
}

fn in_steps(steps: &[CompStep], f: &mut impl FnMut(&Expr)) {
    for step in steps {
        match step {
            CompStep::For(_, e) | CompStep::If(e) => f(e),
        }
    }
}

fn in_params(params: &[Param], f: &mut impl FnMut(&Expr)) {
    for param in params {
        param.default.iter().for_each(&mut *f);
    }
}
