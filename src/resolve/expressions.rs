//! Expressions.

use super::Resolver;
use super::declarations::{Definition, closure_node};
use super::trace::Variable;
use super::{questions, sentences};
use crate::limits::with_stack;
use crate::source::Span;
use crate::syntax::ast::{
    Arg, CompStep, CompareOp, Expr, ExprKind, Ident, Param, Pattern, ProductOp, Stmt, StrPart, SumOp,
};
use crate::syntax::is_down;
use crate::value::Value;
use crate::value::arithmetic::Arithmetic;
use crate::value::node::{CheckNode, Code, Node, RunOp};
use num_bigint::BigInt;
use std::rc::Rc;

/// Nested expressions between two landings: what lies between them must fit into what [`with_stack`] leaves free.
const STRIDE: usize = 16;
/// Longer sums and products are one node, so that code is not deeper than its text is nested.
const PAIRS: usize = 2;
/// The game whose brackets are the nearest around.
pub(super) const PASS: &str = "pass";

impl Resolver<'_> {
    pub(crate) fn expr(&mut self, e: &Expr) -> Code {
        let span = e.span;
        self.nesting += 1;
        let node = if self.pace.goes_on() { with_stack(|| self.kind_of(e)) } else { Node::Const(Value::Nothing) };
        let code = Arithmetic::of(Code { node, span });
        let code = if self.nesting.is_multiple_of(STRIDE) { code.landing() } else { code };
        self.nesting -= 1;
        code
    }

    fn exprs(&mut self, es: &[Expr]) -> Vec<Code> {
        es.iter().map(|e| self.expr(e)).collect()
    }

    fn pair(&mut self, a: &Expr, b: &Expr) -> Box<(Code, Code)> {
        let a = self.expr(a);
        Box::new((a, self.expr(b)))
    }

    fn boxed(&mut self, e: &Expr) -> Box<Code> {
        Box::new(self.expr(e))
    }

    fn with_steps<T>(
        &mut self,
        steps: &[CompStep],
        body: impl FnOnce(&mut Self) -> T,
    ) -> (T, Vec<crate::value::node::Step>) {
        let steps = self.steps(steps);
        let body = body(self);
        self.close_block();
        (body, steps)
    }

    fn kind_of(&mut self, e: &Expr) -> Node {
        match &*e.kind {
            ExprKind::Error => Node::Const(Value::Nothing),
            ExprKind::Name(name) => self.name(name, e.span, "name").node,
            ExprKind::Bool(b) => Node::Const(Value::Bool(*b)),
            ExprKind::Int(n) => Node::Const(n.clone().into()),
            ExprKind::Str(parts) => self.string(parts, e.span),
            ExprKind::Star(None) => Node::Star(Box::new(constant(1.into(), e.span))),
            ExprKind::Star(Some(n)) => Node::Star(self.boxed(n)),
            ExprKind::Up { ups, star } => {
                self.down_or_variable(e.span);
                Node::Up(ups.clone().into(), star.clone().into())
            }
            ExprKind::UpPower { sum, power, star } => {
                let power = power.clone().map_or(Value::Nothing, Value::from);
                Node::UpPower { sum: *sum, power, star: star.clone().into() }
            }
            ExprKind::Game(left, right) if self.passes(e, left, right) => self.passing(e),
            ExprKind::Loop(inside) => Node::Looped(self.boxed(inside)),
            ExprKind::Sided(on, off) => Node::Sided(self.pair(on, off)),
            ExprKind::Game(left, right) => {
                left.iter().chain(right).for_each(|option| self.look_at_product(option));
                let left = self.exprs(left);
                Node::Game(left, self.exprs(right))
            }
            ExprKind::Tuple(es) => {
                constants(self.exprs(es)).map_or_else(Node::Tuple, |all| Node::Const(Value::tuple(all)))
            }
            ExprKind::List(es) => {
                constants(self.exprs(es)).map_or_else(Node::List, |all| Node::Const(Value::list(all)))
            }
            ExprKind::Poset(chains) => {
                Node::Poset(chains.iter().map(|chain| chain.iter().map(|e| self.label(e)).collect()).collect())
            }
            ExprKind::Graph(items) => self.graph(items),
            ExprKind::Set(es) => Node::Set(self.exprs(es)),
            ExprKind::Map(entries) => Node::Map(entries.iter().map(|(k, v)| *self.pair(k, v)).collect()),
            ExprKind::ListFor(body, steps) => Node::ListFor(Box::new(self.with_steps(steps, |r| r.expr(body)))),
            ExprKind::SetFor(body, steps) => Node::SetFor(Box::new(self.with_steps(steps, |r| r.expr(body)))),
            ExprKind::MapFor(k, v, steps) => {
                let (pair, steps) = self.with_steps(steps, |r| r.pair(k, v));
                Node::MapFor(Box::new((pair.0, pair.1, steps)))
            }
            ExprKind::Call(f, args) => {
                let f = match &*f.kind {
                    ExprKind::Name(name) => {
                        self.calls(name);
                        self.name(name, f.span, "function")
                    }
                    _ => self.expr(f),
                };
                self.call(f, None, args)
            }
            ExprKind::Dot(x, name, args) => self.dot(x, name, args),
            ExprKind::Index(a, b) => Node::Index(self.pair(a, b)),
            ExprKind::Neg(x) => match self.expr(x).node {
                Node::Const(n) if crate::value::number::neg(&n).is_some() => {
                    Node::Const(crate::value::number::neg(&n).unwrap_or(n))
                }
                node => Node::Neg(Box::new(Code { node, span: x.span })),
            },
            ExprKind::Switch(x) => Node::Switch(self.boxed(x)),
            ExprKind::Not(x) => Node::Not(self.boxed(x)),
            ExprKind::Sum(first, rest) => self.sum(first, rest),
            ExprKind::Product(first, rest) if rest.len() > PAIRS => self.product_run(first, rest),
            ExprKind::Product(first, rest) => {
                let mut code = self.expr(first);
                for (op, factor) in rest {
                    let factor = self.expr(factor);
                    let span = code.span.to(factor.span);
                    code = Code { node: product(*op, code, factor), span };
                }
                code.node
            }
            ExprKind::Power(a, b) => Node::Power(self.pair(a, b)),
            ExprKind::Ordinal(a, b) => Node::Ordinal(self.pair(a, b)),
            ExprKind::Xor(es) => Node::Xor(self.exprs(es)),
            ExprKind::Range(a, b) => {
                let a = self.boxed(a);
                Node::Range(a, b.as_ref().map(|b| self.boxed(b)))
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::And(es) => Node::And(self.exprs(es)),
            ExprKind::Or(es) => Node::Or(self.exprs(es)),
            ExprKind::Lambda(params, body) => {
                let definition = Definition { memo: false, nameless: true, doc: None, span: e.span };
                let name = self.named.take().unwrap_or_else(|| "function".into());
                let (proto, outside) = self.proto(&name, params, body, &definition);
                closure_node(proto, outside)
            }
            ExprKind::Arrow(..) if self.in_answer => Node::Const(Value::text(&*self.source(e.span))),
            ExprKind::Arrow(from, _) => {
                self.errors.push(sentences::no_parameter(from.span));
                Node::Const(Value::Nothing)
            }
            ExprKind::If(c, a, b) => {
                let c = self.expr(c);
                let a = self.expr(a);
                Node::If(Box::new((c, a, b.as_ref().map(|b| self.expr(b)))))
            }
            ExprKind::Do(body) => self.block(body),
            ExprKind::For(steps, body) => {
                let (body, steps) = self.with_steps(steps, |r| r.looped(body, e.span));
                Node::For(Box::new((steps, body)))
            }
            ExprKind::While(c, body) => {
                let c = self.expr(c);
                Node::While(Box::new((c, self.looped(body, e.span))))
            }
            ExprKind::Why(claim) => Node::Why(Box::new(self.claim(claim, None))),
        }
    }

    /// Whether `pass` is an option and means the game of these brackets: not where a program has given that name to something else.
    fn passes(&self, e: &Expr, left: &[Expr], right: &[Expr]) -> bool {
        let pass = |e: &Expr| matches!(&*e.kind, ExprKind::Name(name) if &**name == PASS);
        left.iter().chain(right).any(pass)
            && self.passing.last() != Some(&e.span)
            && (!self.passing.is_empty() || !self.is_own(PASS))
    }

    /// A game that has the name `pass` inside its brackets.
    fn passing(&mut self, e: &Expr) -> Node {
        let name = Ident { name: PASS.into(), span: e.span };
        let param = Param { pattern: Pattern::Name(name), kind: None, default: None };
        let inside = Expr::new(ExprKind::Lambda(vec![param], e.clone()), e.span);
        self.passing.push(e.span);
        let inside = self.boxed(&inside);
        self.passing.pop();
        Node::Looped(inside)
    }

    /// A down that touches a star, where the word for the down is a variable: `v*2`.
    fn down_or_variable(&mut self, span: Span) {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let word = &text[..text.find(|c: char| c != 'v' && !c.is_ascii_digit()).unwrap_or(text.len())];
        if is_down(word) && self.is_own(word) {
            let rest = text[word.len()..].trim_start_matches(|c: char| !c.is_ascii_digit());
            self.errors.push(sentences::down_or_variable(span, text, word, rest));
        }
    }

    fn looped(&mut self, body: &[Stmt], span: Span) -> Code {
        if let Some(open) = self.loops.last_mut() {
            *open += 1;
        }
        let node = self.block(body);
        if let Some(open) = self.loops.last_mut() {
            *open -= 1;
        }
        Code { node, span }
    }

    fn block(&mut self, body: &[Stmt]) -> Node {
        Node::Block(body.iter().map(|s| self.statement(s, false)).collect())
    }

    pub(super) fn claim(&mut self, claim: &Expr, text: Option<Rc<str>>) -> CheckNode {
        CheckNode { claim: self.expr(claim), source: self.source(claim.span), text }
    }

    fn string(&mut self, parts: &[StrPart], span: Span) -> Node {
        match parts {
            [] => Node::Const(Value::text("")),
            [StrPart::Text(text)] => Node::Const(Value::text(&**text)),
            parts => Node::Interpolate(
                parts
                    .iter()
                    .map(|part| match part {
                        StrPart::Text(text) => Code { node: Node::Const(Value::text(&**text)), span },
                        StrPart::Expr(e) => self.expr(e),
                    })
                    .collect(),
            ),
        }
    }

    fn call(&mut self, f: Code, receiver: Option<Code>, args: &[Arg]) -> Node {
        for kind in args.iter().filter_map(|arg| arg.kind.as_ref()) {
            self.errors.push(sentences::kind_in_call(kind.span));
        }
        if args.iter().all(|a| a.name.is_none()) {
            let mut codes: Vec<Code> = receiver.into_iter().collect();
            codes.extend(args.iter().map(|a| self.expr(&a.value)));
            if questions::are_for(&f) {
                codes = questions::apart(codes);
            }
            return Node::Call(Box::new(f), codes);
        }
        let mut codes: Vec<(Option<Rc<str>>, Code)> = receiver.into_iter().map(|code| (None, code)).collect();
        codes.extend(args.iter().map(|a| (a.name.as_ref().map(|n| Rc::clone(&n.name)), self.expr(&a.value))));
        match in_order(&f, &codes) {
            Some(order) => {
                let span = f.span;
                let mut codes: Vec<Option<Code>> = codes.into_iter().map(|(_, code)| Some(code)).collect();
                let left_out = || Code { node: Node::Const(Value::Unset), span };
                let plain = order.iter().map(|i| i.and_then(|i| codes[i].take()).unwrap_or_else(left_out)).collect();
                Node::Call(Box::new(f), plain)
            }
            None => Node::CallNamed(Box::new(f), codes),
        }
    }

    /// The dot finds functions only: the library's and the script's, never parameters or other local values unless
    /// nothing else has the name.
    fn dot(&mut self, x: &Expr, name: &Ident, args: &[Arg]) -> Node {
        let receiver = self.expr(x);
        self.calls(&name.name);
        let callable =
            |value: &Value| matches!(value, Value::Func(_) | Value::Native(_) | Value::Rules(_) | Value::Unset);
        let global = self.globals.find(&name.name).filter(|&slot| callable(&self.globals.values[slot as usize]));
        if let (Some(slot), Some(trace)) = (global, &mut self.trace) {
            trace.push(super::trace::Use { span: name.span, variable: Variable::Global(slot), binds: false });
        }
        let f = match global {
            Some(slot) => match &self.globals.values[slot as usize] {
                value @ Value::Native(_) => Code { node: Node::Const(value.clone()), span: name.span },
                _ => {
                    self.watch(slot);
                    Code { node: Node::Global(slot), span: name.span }
                }
            },
            None => self.name(&name.name, name.span, "function"),
        };
        self.call(f, Some(receiver), args)
    }

    fn sum(&mut self, first: &Expr, rest: &[(SumOp, Expr)]) -> Node {
        self.look_at_terms(std::iter::once(first).chain(rest.iter().map(|(_, term)| term)));
        if rest.len() > PAIRS {
            return self.sum_run(first, rest);
        }
        let mut code = self.expr(first);
        for (op, term) in rest {
            let term = self.expr(term);
            let span = code.span.to(term.span);
            let node = match (op, &term.node) {
                // Of one sign each, so that the constant says which operator was written, and its negative exists.
                (SumOp::Add, Node::Const(Value::Int(n))) if *n >= 0 => Node::AddConst(Box::new(code), *n),
                (SumOp::Sub, Node::Const(Value::Int(n))) if *n > 0 => Node::AddConst(Box::new(code), -*n),
                (SumOp::Add, _) => Node::Add(Box::new((code, term))),
                (SumOp::Sub, _) => Node::Sub(Box::new((code, term))),
                (SumOp::PlusMinus, _) => {
                    let switch = Code { span: term.span, node: Node::Switch(Box::new(term)) };
                    Node::Add(Box::new((code, switch)))
                }
            };
            code = Code { node, span };
        }
        code.node
    }

    /// A sum of any length, with the same places and order as one of pairs.
    fn sum_run(&mut self, first: &Expr, rest: &[(SumOp, Expr)]) -> Node {
        let first = self.expr(first);
        let terms = rest.iter().map(|(op, term)| {
            let term = self.expr(term);
            match op {
                SumOp::Add => (RunOp::Add, term),
                SumOp::Sub => (RunOp::Sub, term),
                SumOp::PlusMinus => (RunOp::Add, Code { span: term.span, node: Node::Switch(Box::new(term)) }),
            }
        });
        let terms = terms.collect();
        Node::Run(Box::new((first, terms)))
    }

    /// A product of any length; a fraction at its beginning is computed here.
    fn product_run(&mut self, first: &Expr, rest: &[(ProductOp, Expr)]) -> Node {
        let mut first = self.expr(first);
        let mut factors = Vec::with_capacity(rest.len());
        for (op, factor) in rest {
            let factor = self.expr(factor);
            if factors.is_empty()
                && let Some(value) = quotient(*op, &first, &factor)
            {
                first = Code { node: Node::Const(value), span: first.span.to(factor.span) };
            } else {
                factors.push((RunOp::Product(*op), factor));
            }
        }
        Node::Run(Box::new((first, factors)))
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Node {
        self.look_at_comparison(first, rest);
        self.look_at_terms(std::iter::once(first).chain(rest.iter().map(|(_, side)| side)));
        let first = self.expr(first);
        if let [(op, right)] = rest {
            let right = self.expr(right);
            let plain = !matches!(op, CompareOp::In | CompareOp::NotIn);
            return match right.node {
                Node::Const(Value::Int(n)) if plain => Node::CompareConst(*op, Box::new(first), n),
                _ => Node::Compare(*op, Box::new((first, right))),
            };
        }
        Node::Chain(Box::new(first), rest.iter().map(|(op, e)| (*op, self.expr(e))).collect())
    }
}

/// For a native function: which argument stands for each parameter, so that names cost nothing when it runs. `None` if
/// the names do not fit, which evaluation reports.
fn in_order(f: &Code, arguments: &[(Option<Rc<str>>, Code)]) -> Option<Vec<Option<usize>>> {
    let Node::Const(Value::Native(native)) = &f.node else { return None };
    let names = native.names();
    let mut order: Vec<Option<usize>> = vec![None; native.most?];
    let mut named = false;
    for (i, (name, _)) in arguments.iter().enumerate() {
        named |= name.is_some();
        let at = match name {
            Some(name) => names.iter().position(|known| **known == **name)?,
            None if named => return None,
            None => i,
        };
        match order.get_mut(at) {
            Some(slot @ None) => *slot = Some(i),
            _ => return None,
        }
    }
    Some(order)
}

/// The values of a tuple or list that is made of constants alone: one object serves for all rounds and calls. Long ones are made anew each time,
/// as whoever changes an element would pay for a copy.
fn constants(parts: Vec<Code>) -> Result<Vec<Value>, Vec<Code>> {
    const LONG: usize = 32;
    let is_constant = |code: &Code| matches!(&code.node, Node::Const(value) if !matches!(value, Value::Unset));
    if parts.len() > LONG || !parts.iter().all(is_constant) {
        return Err(parts);
    }
    Ok(parts
        .into_iter()
        .filter_map(|code| if let Node::Const(value) = code.node { Some(value) } else { None })
        .collect())
}

fn constant(n: BigInt, span: Span) -> Code {
    Code { node: Node::Const(n.into()), span }
}

/// Rational constants such as `1/2` are computed here, once.
fn quotient(op: ProductOp, a: &Code, b: &Code) -> Option<Value> {
    match (op, &a.node, &b.node) {
        (ProductOp::Div, Node::Const(x), Node::Const(y)) => crate::value::number::div(x, y)?.ok(),
        _ => None,
    }
}

fn product(op: ProductOp, a: Code, b: Code) -> Node {
    quotient(op, &a, &b).map_or_else(|| Node::Product(op, Box::new((a, b))), Node::Const)
}
