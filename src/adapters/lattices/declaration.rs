//! What a `lattice` declaration says: inequalities become affine functions of the coordinates, so that one that is not linear is an
//! error with its place.
//!
//! In: a declaration as it was written. Out: [`LatticeRules`], of which evaluation makes a rule set. Errors are the resolver's.

use crate::eval::Machine;
use crate::eval::rules::{Declared, declared};
use crate::limits::with_stack;
use crate::resolve::hoist::mentions;
use crate::resolve::sentences::{self, NotLinear};
use crate::resolve::{Resolver, plain_names};
use crate::source::Span;
use crate::syntax::ast::{CompareOp, Declaration, Expr, ExprKind, Ident, ProductOp, Stmt, SumOp};
use crate::value::node::{Code, Heading, Node};
use crate::value::{Res, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The longest product with a coordinate.
const FACTORS: usize = 100;

/// A `lattice` declaration. Every [`Code`] in it is evaluated where the declaration stands, without its coordinates.
#[derive(Debug)]
pub struct LatticeRules {
    /// Its name, and what goes with it.
    pub heading: Heading,
    /// Its coordinates; their number is the dimension.
    pub params: Vec<Rc<str>>,
    /// Inequalities that hold at once.
    pub board: Vec<Inequality>,
    /// What a move subtracts: each gives a vector, which is a tuple of integers (in dimension 1 perhaps an integer), or
    /// a set or list of vectors.
    pub moves: Vec<Code>,
    /// Defeated points, likewise; empty without such a line.
    pub defeated: Vec<Code>,
    /// The line `misere`.
    pub misere: Option<Span>,
}

/// `small <= large`, `small < large` or `small == large`, written in either direction.
#[derive(Debug)]
pub struct Inequality {
    /// The smaller side.
    pub small: Affine,
    /// The larger side.
    pub large: Affine,
    /// How they compare.
    pub relation: Relation,
    /// Both sides with the sign between them.
    pub span: Span,
}

/// How the sides of an [`Inequality`] compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    AtMost,
    Less,
    Equal,
}

/// An affine function of the coordinates. That it is one was seen from how it is written; what its constants are worth
/// is found by evaluation.
#[derive(Debug)]
pub enum Affine {
    /// Without coordinates: gives a rational number.
    Constant(Code),
    /// A coordinate, counted from 0.
    Coordinate(usize, Span),
    /// A sum; `true` stands for a minus.
    Sum(Vec<(bool, Affine)>),
    /// A rational number times a function.
    Scaled(Code, Box<Affine>),
    /// A function by a rational number, which may turn out to be zero.
    Divided(Box<Affine>, Code),
}

fn names_of(params: &[Ident]) -> FxHashSet<&str> {
    params.iter().map(|ident| &*ident.name).collect()
}

impl Declared for LatticeRules {
    fn evaluate(self: Rc<Self>, machine: &mut Machine) -> Res {
        machine.lattice_declaration(&self)
    }
}

/// Names to slots, inequalities to affine functions.
pub(crate) fn declare(resolver: &mut Resolver<'_>, lattice: &Declaration, stmt: &Stmt) -> Option<Node> {
    let names = plain_names(&lattice.params);
    let params = &names[..];
    resolver.different_coordinates(params);
    let (mut board, mut moves, mut defeated, mut misere) = (Vec::new(), Vec::new(), Vec::new(), None);
    resolver.inside(lattice, |resolver| {
        for clause in &lattice.clauses {
            let items = clause.items.iter();
            match clause.word {
                "board" => items.for_each(|e| resolver.inequalities(e, params, &mut board)),
                "move" => moves.extend(items.map(|e| resolver.vector(e, params, "move"))),
                "defeated" => defeated.extend(items.map(|e| resolver.vector(e, params, "defeated point"))),
                "misere" => misere = Some(clause.span),
                _ => {}
            }
        }
    });
    let params = params.iter().map(|ident| Rc::clone(&ident.name)).collect();
    let heading = resolver.heading(lattice, stmt);
    Some(declared(Rc::new(LatticeRules { heading, params, board, moves, defeated, misere })))
}

impl Resolver<'_> {
    fn different_coordinates(&mut self, params: &[Ident]) {
        let mut seen = FxHashSet::default();
        for ident in params {
            if !seen.insert(&ident.name) {
                self.errors.push(sentences::twins("coordinates", ident));
            }
        }
    }

    /// A vector, the same for every position.
    fn vector(&mut self, e: &Expr, params: &[Ident], what: &str) -> Code {
        let n = params.len();
        if mentions(self.pace, e, &names_of(params))
            && let Some(used) =
                params.iter().find(|ident| mentions(self.pace, e, &names_of(std::slice::from_ref(*ident))))
        {
            self.errors.push(sentences::vector_with(e.span, what, &used.name));
            return Code { node: Node::Const(Value::Nothing), span: e.span };
        }
        let entries = match &*e.kind {
            ExprKind::Tuple(parts) => Some(parts.len()),
            ExprKind::Int(_) | ExprKind::Neg(_) => Some(1),
            _ => None,
        };
        if let Some(entries) = entries.filter(|&entries| entries != n) {
            let in_parentheses = matches!(&*e.kind, ExprKind::Tuple(_));
            self.errors.push(sentences::vector_of_size(e.span, entries, n, in_parentheses));
        }
        self.expr(e)
    }

    fn not_linear(&mut self, span: Span, why: &NotLinear) {
        self.errors.push(sentences::not_linear(span, why));
    }

    /// One item of a board: a comparison, a chain of them, or several joined by `and`.
    fn inequalities(&mut self, e: &Expr, params: &[Ident], board: &mut Vec<Inequality>) {
        let (first, rest) = match &*e.kind {
            ExprKind::And(parts) => {
                return parts.iter().for_each(|part| with_stack(|| self.inequalities(part, params, board)));
            }
            ExprKind::Compare(first, rest) => (first, rest),
            ExprKind::Or(_) => return self.not_linear(e.span, &NotLinear::Or),
            _ => return self.not_linear(e.span, &NotLinear::NoInequality),
        };
        let mut left = first;
        for (op, right) in rest {
            let span = left.span.to(right.span);
            let (relation, turned) = match op {
                CompareOp::Le => (Relation::AtMost, false),
                CompareOp::Lt => (Relation::Less, false),
                CompareOp::Ge => (Relation::AtMost, true),
                CompareOp::Gt => (Relation::Less, true),
                CompareOp::Eq => (Relation::Equal, false),
                _ => {
                    self.not_linear(span, &NotLinear::Comparison);
                    left = right;
                    continue;
                }
            };
            if let (Some(a), Some(b)) = (self.affine(left, params), self.affine(right, params)) {
                let (small, large) = if turned { (b, a) } else { (a, b) };
                board.push(Inequality { small, large, relation, span });
            }
            left = right;
        }
    }

    /// An expression as an affine function of the coordinates; `None` if it is not written as one, which is reported.
    fn affine(&mut self, e: &Expr, params: &[Ident]) -> Option<Affine> {
        with_stack(|| {
            if !mentions(self.pace, e, &names_of(params)) {
                return Some(Affine::Constant(self.expr(e)));
            }
            match &*e.kind {
                ExprKind::Name(name) => {
                    let i = params.iter().position(|ident| ident.name == *name)?;
                    Some(Affine::Coordinate(i, e.span))
                }
                ExprKind::Neg(x) => Some(Affine::Sum(vec![(true, self.affine(x, params)?)])),
                ExprKind::Sum(first, rest) => {
                    let mut terms = vec![(false, self.affine(first, params)?)];
                    for (op, term) in rest {
                        if *op == SumOp::PlusMinus {
                            self.not_linear(e.span, &NotLinear::Switch);
                            return None;
                        }
                        terms.push((*op == SumOp::Sub, self.affine(term, params)?));
                    }
                    Some(Affine::Sum(terms))
                }
                ExprKind::Product(first, rest) => self.affine_product(first, rest, params),
                ExprKind::Power(..) => {
                    self.not_linear(e.span, &NotLinear::Power);
                    None
                }
                _ => {
                    self.not_linear(e.span, &NotLinear::Other);
                    None
                }
            }
        })
    }

    /// A product in which only one factor has coordinates. What stands before that factor is one constant.
    fn affine_product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)], params: &[Ident]) -> Option<Affine> {
        if rest.len() > FACTORS {
            self.not_linear(first.span.to(rest[rest.len() - 1].1.span), &NotLinear::Factors(FACTORS));
            return None;
        }
        let pace = self.pace;
        let constant = |e: &Expr| !mentions(pace, e, &names_of(params));
        let at = rest.iter().position(|(_, e)| !constant(e)).filter(|_| constant(first));
        let (mut product, after) = match at {
            None => (self.affine(first, params)?, rest),
            Some(at) => {
                let (op, factor) = &rest[at];
                let span = first.span.to(factor.span);
                if *op != ProductOp::Mul {
                    self.not_linear(span, &NotLinear::Division);
                    return None;
                }
                let before = ExprKind::Product(first.clone(), rest[..at].to_vec());
                let before = if at == 0 { first.clone() } else { Expr::new(before, span) };
                let scale = self.expr(&before);
                (Affine::Scaled(scale, Box::new(self.affine(factor, params)?)), &rest[at + 1..])
            }
        };
        for (op, e) in after {
            let span = first.span.to(e.span);
            let wrong = match op {
                _ if !constant(e) => NotLinear::Product,
                ProductOp::IntDiv | ProductOp::Mod => NotLinear::Rounded,
                ProductOp::Mul => {
                    product = Affine::Scaled(self.expr(e), Box::new(product));
                    continue;
                }
                ProductOp::Div => {
                    product = Affine::Divided(Box::new(product), self.expr(e));
                    continue;
                }
            };
            self.not_linear(span, &wrong);
            return None;
        }
        Some(product)
    }
}
