//! Functions and rule sets.

use super::scope::Frame;
use super::sentences::{self, Around, Misplaced};
use super::{Meaning, Resolver, hoist};
use crate::source::Span;
use crate::syntax::ast::{Clause, ClauseKind, Declaration, Expr, Function, Ident, Param, Pattern, Stmt};
use crate::syntax::{MAX_DIGITS, is_down};
use crate::value::node::{Bind, ClauseCode, Code, Heading, Kind, Node, ParamCode, Proto, Rules};
use crate::value::{Closure, Deep, Value};
use num_bigint::BigInt;
use std::cell::RefCell;
use std::rc::Rc;

impl Resolver<'_> {
    pub(crate) fn source(&self, span: Span) -> Rc<str> {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("").trim();
        // Functions within functions: the text of the inner ones is kept several times.
        if self.pace.room(text.len()) { text.into() } else { "".into() }
    }

    /// Declares parameters in the open frame: parameter `i` gets slot `i`, names inside tuples get later slots.
    fn params(&mut self, params: &[Param]) -> Vec<ParamCode> {
        let mut names: Vec<Ident> = Vec::new();
        params.iter().for_each(|p| hoist::pattern(&p.pattern, &mut names));
        let mut seen = rustc_hash::FxHashSet::default();
        for name in &names {
            if !seen.insert(&name.name) {
                self.errors.push(sentences::twins("parameters", name));
            }
        }
        for param in params {
            match &param.pattern {
                Pattern::Name(ident) => {
                    self.frame().declare(&ident.name);
                    self.note_new(ident);
                }
                Pattern::Tuple(..) => _ = self.frame().hidden(),
            }
        }
        params
            .iter()
            .map(|param| {
                let kind = param.kind.as_ref().and_then(|ident| self.kind(ident));
                let default = param.default.as_ref().map(|e| self.expr(e));
                match &param.pattern {
                    Pattern::Name(ident) => ParamCode { name: Some(Rc::clone(&ident.name)), bind: None, kind, default },
                    pattern @ Pattern::Tuple(..) => {
                        let bind = self.new_bind(pattern);
                        ParamCode { name: None, bind: Some(bind), kind, default }
                    }
                }
            })
            .collect()
    }

    fn open_around(&mut self, name: Rc<str>, params: &[Param], moves: bool) {
        let mut names = Vec::new();
        params.iter().for_each(|p| hoist::pattern(&p.pattern, &mut names));
        self.around.push(Around { name, params: names.into_iter().map(|ident| ident.name).collect(), moves });
    }

    fn kind(&mut self, ident: &Ident) -> Option<Kind> {
        let found = Kind::ALL.iter().find(|(name, _)| *name == &*ident.name).map(|(_, kind)| *kind);
        if found.is_none() {
            let kinds: Vec<&str> = Kind::ALL.iter().map(|(name, _)| *name).collect();
            self.errors.push(sentences::unknown_kind(ident, &kinds));
        }
        found
    }

    /// The code of a function, and the slots outside that it shares.
    pub(super) fn proto(
        &mut self,
        name: &str,
        params: &[Param],
        body: &Expr,
        of: &Definition,
    ) -> (Rc<Proto>, Vec<u32>) {
        self.open_frame();
        self.loops.push(0);
        let codes = self.params(params);
        if !of.nameless {
            self.open_around(name.into(), params, false);
        }
        for ident in hoist::assigned_in(body) {
            if self.frame().find(&ident.name).is_none() {
                self.frame().declare(&ident.name);
            }
        }
        let body = self.expr(body);
        if !of.nameless {
            self.around.pop();
        }
        self.loops.pop();
        let frame = self.frames.pop().expect("pushed above");
        if !self.at_top() {
            self.frame().reads.extend(&frame.reads);
        }
        let (outside, shared): (Vec<u32>, Vec<u32>) = frame.shared.iter().copied().unzip();
        let plain = codes.iter().all(|p| p.bind.is_none() && p.kind.is_none() && p.default.is_none());
        let proto = Proto {
            name: name.into(),
            plain,
            spreads: of.nameless,
            params: codes,
            frame: frame.slots,
            shared,
            body,
            memo: of.memo,
            doc: of.doc.clone(),
            signature: signature(name, params, self.text),
            source: self.source(of.span),
            span: of.span,
            reads: frame.reads.into_iter().collect(),
        };
        (Rc::new(proto), outside)
    }

    pub(super) fn function_statement(&mut self, function: &Function, stmt: &Stmt) -> Code {
        let name = &function.name;
        let definition = Definition { memo: function.memo, nameless: false, doc: stmt.doc.clone(), span: stmt.span };
        if !self.at_top() && self.frame().find(&name.name).is_none() {
            self.frame().declare(&name.name);
        }
        let (proto, outside) = self.proto(&name.name, &function.params, &function.body, &definition);
        let value = closure_node(proto, outside);
        let place = self.place(name);
        let bind = place.map_or(Bind::Discard, Bind::Place);
        let value = Code { node: value, span: stmt.span };
        Code { node: Node::Assign(Box::new((bind, value))), span: stmt.span }
    }

    /// Reads a declaration with its name and parameters in mind: errors in it speak of them.
    pub(crate) fn inside<T>(&mut self, declaration: &Declaration, read: impl FnOnce(&mut Self) -> T) -> T {
        self.open_around(Rc::clone(&declaration.name.name), &declaration.params, declaration.word == "game");
        let made = read(self);
        self.around.pop();
        made
    }

    /// The same in a frame of its own. Out: what was read, and the frame.
    pub(crate) fn enclosed<T>(
        &mut self,
        declaration: &Declaration,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<(T, Frame)> {
        self.open_frame();
        self.loops.push(0);
        let made = self.inside(declaration, read);
        self.loops.pop();
        let frame = self.frames.pop().expect("pushed above");
        if !frame.shared.is_empty() {
            let what = if declaration.word == "game" { Misplaced::GameInLoop } else { Misplaced::HeapInLoop };
            self.misplaced(declaration.name.span, &what);
            return None;
        }
        Some((made, frame))
    }

    /// Whether a name means something outside of functions.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.globals.find(name).is_some()
    }

    /// What a declaration is called, and how it is written.
    pub(crate) fn heading(&self, declaration: &Declaration, stmt: &Stmt) -> Heading {
        Heading {
            name: Rc::clone(&declaration.name.name),
            doc: stmt.doc.clone(),
            signature: declared_signature(declaration, self.text),
            source: self.source(stmt.span),
            span: stmt.span,
        }
    }

    pub(super) fn game(&mut self, game: &Declaration, stmt: &Stmt) -> Option<Node> {
        let ((params, clauses), frame) = self.enclosed(game, |resolver| {
            let params = resolver.params(&game.params);
            resolver.look_at_clauses(game);
            for clause in game.clauses.iter().filter(|clause| clause.word == "bounds" && clause.items.len() != 2) {
                resolver.errors.push(sentences::bounds(clause.span, clause.items.len()));
            }
            (params, game.clauses.iter().filter_map(|clause| resolver.clause(clause)).collect::<Vec<_>>())
        })?;
        *self.next_rules += 1;
        let has = |kind: ClauseKind| clauses.iter().any(|c| c.kind == kind);
        let Heading { name, doc, signature, source, span } = self.heading(game, stmt);
        let rules = Rules {
            id: *self.next_rules,
            name,
            plain: params.iter().all(|p| p.bind.is_none() && p.kind.is_none() && p.default.is_none()),
            params,
            frame: frame.slots,
            has_value: has(ClauseKind::Value),
            has_score: has(ClauseKind::Score),
            moves_only: !has(ClauseKind::Left) && !has(ClauseKind::Right),
            native: None,
            clauses,
            doc,
            signature,
            source,
            span,
            reads: frame.reads.into_iter().collect(),
        };
        Some(Node::Const(Value::Rules(Rc::new(rules))))
    }

    fn clause(&mut self, clause: &Clause) -> Option<ClauseCode> {
        let steps = self.steps(&clause.steps);
        let mut items = clause.items.iter();
        let body = items.next().map(|item| self.expr(item));
        let more = items.map(|item| self.expr(item)).collect();
        self.close_block();
        Some(ClauseCode::new(ClauseKind::named(clause.word)?, body?, more, steps))
    }

    /// A name as an expression.
    pub(super) fn name(&mut self, name: &Rc<str>, span: Span, what: &str) -> Code {
        self.note(name, span, false);
        let node = match self.find(name) {
            Some(Meaning::Local(_)) if &**name == "_" => {
                self.errors.push(sentences::not_needed(span));
                Node::Const(Value::Nothing)
            }
            Some(Meaning::Local(slot)) => Node::Local(slot, Rc::clone(name)),
            // The library's values never change, so that they can stand in the code itself.
            Some(Meaning::Global(slot)) => match &self.globals.values[slot as usize] {
                value @ (Value::Native(_) | Value::Player(_) | Value::Outcome(_))
                    if !self.globals.user.contains_key(name) =>
                {
                    Node::Const(value.clone())
                }
                _ => Node::Global(slot),
            },
            None if is_down(name) && what == "function" => {
                self.errors.push(sentences::down_called(span, name));
                Node::Const(Value::Nothing)
            }
            None if is_down(name) => match downs(name) {
                Some(ups) => Node::Up((-ups).into(), BigInt::ZERO.into()),
                None => {
                    self.errors.push(sentences::long_number(span));
                    Node::Const(Value::Nothing)
                }
            },
            None => {
                self.unknown(name, span, what);
                Node::Const(Value::Nothing)
            }
        };
        Code { node, span }
    }
}

/// How many downs a word for a down stands for; none if it has too many digits to be read.
fn downs(word: &str) -> Option<BigInt> {
    let digits = word.trim_start_matches('v');
    match digits.len() {
        0 => Some(word.len().into()),
        1..=MAX_DIGITS => digits.parse().ok(),
        _ => None,
    }
}

/// What goes with a function besides its parameters and body.
pub(super) struct Definition {
    pub memo: bool,
    pub nameless: bool,
    pub doc: Option<Rc<str>>,
    pub span: Span,
}

/// A function that shares nothing is made once; any other at each evaluation.
pub(super) fn closure_node(proto: Rc<Proto>, outside: Vec<u32>) -> Node {
    if outside.is_empty() {
        Node::Const(Value::Func(Rc::new(Closure { proto, captured: Deep(Vec::new()), kept: RefCell::default() })))
    } else {
        Node::Closure(proto, outside)
    }
}

/// The names of parameters that are nothing else.
pub(crate) fn plain_names(params: &[Param]) -> Vec<Ident> {
    let name = |param: &Param| match &param.pattern {
        Pattern::Name(ident) => Some(ident.clone()),
        Pattern::Tuple(..) => None,
    };
    params.iter().filter_map(name).collect()
}

/// How positions of a declaration are written.
pub(crate) fn declared_signature(declaration: &Declaration, text: &str) -> String {
    let name = &declaration.name.name;
    match declaration.block().unnamed {
        unnamed if declaration.params.is_empty() && !unnamed.is_empty() => format!("{name}({unnamed})"),
        _ => signature(name, &declaration.params, text),
    }
}

/// How a function or rule set of a text is called: `f(n, bound = 10)`.
pub fn signature(name: &str, params: &[Param], text: &str) -> String {
    let written = |e: &Expr| text.get(e.span.start as usize..e.span.end as usize).unwrap_or("…");
    fn pattern(p: &Pattern) -> String {
        match p {
            Pattern::Name(ident) => ident.name.to_string(),
            Pattern::Tuple(parts, _) => format!("({})", parts.iter().map(pattern).collect::<Vec<_>>().join(", ")),
        }
    }
    let params: Vec<String> = params
        .iter()
        .map(|p| {
            let kind = p.kind.as_ref().map_or(String::new(), |k| format!(": {}", k.name));
            let default = p.default.as_ref().map_or(String::new(), |e| format!(" = {}", written(e)));
            format!("{}{kind}{default}", pattern(&p.pattern))
        })
        .collect();
    format!("{name}({})", params.join(", "))
}
