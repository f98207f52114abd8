//! Names to slots.
//!
//! In: a syntax tree and the names that exist. Out: [`Program`], in which every name is a slot, or errors for all unknown
//! names at once, each with the names most like it. One pass over the tree after a scan for assigned names ([`hoist`]):
//! linear in the size of the text.
//!
//! Scope: an assignment means the variable of that name in the same function or script, else it creates it there.
//! Variables of `for` live in their loop. Functions inside functions share the variables around them.

pub mod hoist;
pub mod scope;

mod declarations;
mod expressions;
mod homework;
mod questions;
mod relations;
pub(crate) mod sentences;
pub(crate) mod trace;
mod warnings;

pub(crate) use declarations::{declared_signature, plain_names, signature};
pub use homework::bound;

use crate::diagnostics::{Diagnostic, Errors};
use crate::source::Span;
use crate::spelling::names;
use crate::syntax::Pace;
use crate::syntax::ast::{self, CompStep, Declaration, Ident, Pattern, Stmt, StmtKind, Target};
use crate::value::Globals;
use crate::value::Value;
use crate::value::node::{Bind, Code, Growth, Node, Place, Program, Statement, Step};
use scope::Frame;
use sentences::{Around, Misplaced};
use std::rc::Rc;

/// Constants that no script may assign at its top level.
pub const PROTECTED: [&str; 4] = ["Left", "Right", "First", "Second"];

/// How an engine reads a declaration of its own: names to slots, clauses to code. Nothing if an error has been reported instead.
pub(crate) type Declare = fn(&mut Resolver<'_>, &Declaration, &Stmt) -> Option<Node>;

/// The words of such declarations.
pub(crate) type Engines = &'static [(&'static str, Declare)];

/// What resolving gives.
pub(crate) struct Resolved {
    /// The program.
    pub program: Program,
    /// Unknown names, misplaced statements.
    pub errors: Errors,
    /// What can be run but was hardly meant.
    pub warnings: Vec<Diagnostic>,
}

/// Whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The library's: its names have a layer of their own.
    Library,
    /// A script's: all of it is known.
    Script,
    /// A line of a session: others may follow.
    Session,
}

/// Resolves a text. New names are added to the user's layer of `globals`, or to the library's.
/// `next_rules` numbers rule sets. When a bound of `pace` is reached, the result is of no use.
pub(crate) fn resolve(
    program: &ast::Program,
    text: &str,
    globals: &mut Globals,
    whose: Whose,
    next_rules: &mut u32,
    pace: &Pace<'_>,
    engines: Engines,
) -> Resolved {
    traced(program, text, globals, whose, next_rules, (pace, engines), None).0
}

/// The same; with a list for them, all names of the text are told with what they mean.
pub(crate) fn traced(
    program: &ast::Program,
    text: &str,
    globals: &mut Globals,
    whose: Whose,
    next_rules: &mut u32,
    (pace, engines): (&Pace<'_>, Engines),
    trace: Option<Vec<trace::Use>>,
) -> (Resolved, Vec<trace::Use>) {
    let (frames, loops) = (vec![Frame::new()], vec![0]);
    let errors = Errors::default();
    let mut resolver = Resolver {
        globals,
        library: whose == Whose::Library,
        session: whose == Whose::Session,
        text,
        next_rules,
        pace,
        engines,
        frames,
        loops,
        errors,
        warnings: Vec::new(),
        hidden: Vec::new(),
        called: rustc_hash::FxHashSet::default(),
        around: Vec::new(),
        named: None,
        in_answer: false,
        nesting: 0,
        passing: Vec::new(),
        trace,
        functions: 0,
    };
    let program = resolver.program(program);
    resolver.look_at_hidden(resolver.session);
    resolver.warnings.sort_by_key(|warning| warning.labels.first().map_or(0, |label| label.0.start));
    let uses = resolver.trace.unwrap_or_default();
    (Resolved { program, errors: resolver.errors, warnings: resolver.warnings }, uses)
}

pub(crate) struct Resolver<'a> {
    globals: &'a mut Globals,
    library: bool,
    session: bool,
    text: &'a str,
    next_rules: &'a mut u32,
    pub(crate) pace: &'a Pace<'a>,
    /// Declarations that engines read.
    engines: Engines,
    /// The script's frame, then those of the functions that are open.
    frames: Vec<Frame>,
    /// Open loops in each frame.
    loops: Vec<u32>,
    pub(crate) errors: Errors,
    warnings: Vec<Diagnostic>,
    /// Names of the script that hide functions or rule sets of the library, and whether they are functions themselves.
    hidden: Vec<(Ident, &'static str, bool)>,
    /// Names of the script that are called.
    called: rustc_hash::FxHashSet<Rc<str>>,
    /// The definitions and declarations that are open, innermost last.
    around: Vec<Around>,
    /// The variable that the function which comes next is the value of.
    named: Option<Rc<str>>,
    /// Whether an answer is read, in which a move stands as it is printed.
    in_answer: bool,
    /// Expressions around the one that is being resolved.
    nesting: usize,
    /// The games around that have the name `pass`, innermost last.
    passing: Vec<Span>,
    /// The names of the text, for who wants to know.
    trace: Option<Vec<trace::Use>>,
    /// How many functions and rule sets were opened.
    functions: u32,
}

/// What a name means.
enum Meaning {
    Local(u32),
    Global(u32),
}

impl Resolver<'_> {
    fn program(&mut self, program: &ast::Program) -> Program {
        let names = hoist::assigned(&program.statements);
        self.look_over(program, &names);
        for name in names {
            self.declare_global(&name);
        }
        let mut out = Program::default();
        let mut defined = rustc_hash::FxHashSet::default();
        for stmt in &program.statements {
            if !self.pace.goes_on() {
                break;
            }
            if let StmtKind::Expr(e) = &stmt.kind {
                self.look_at_product(e);
            }
            let shown = matches!(&stmt.kind, StmtKind::Expr(e) if !matches!(&*e.kind, ast::ExprKind::For(..) | ast::ExprKind::While(..)));
            let code = self.statement(stmt, true);
            if let Node::Assign(pair) = &code.node
                && let (Bind::Place(Place::Global(slot)), Node::Const(value)) = (&pair.0, &pair.1.node)
                && matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Declaration(_))
                && defined.insert(*slot)
            {
                out.definitions.push((*slot, value.clone()));
            }
            out.statements.push(Statement { code, shown });
        }
        out.frame = self.frames[0].slots;
        out
    }

    fn declare_global(&mut self, ident: &Ident) {
        let name = &ident.name;
        if PROTECTED.contains(&&**name) && !self.library {
            return self.errors.push(sentences::constant(ident));
        }
        let layer = if self.library { &self.globals.library } else { &self.globals.user };
        if !layer.contains_key(name) {
            let slot = self.globals.slot(name);
            let layer = if self.library { &mut self.globals.library } else { &mut self.globals.user };
            layer.insert(Rc::clone(name), slot);
        }
    }

    /// Opens the frame of a function or rule set.
    pub(super) fn open_frame(&mut self) {
        self.functions += 1;
        self.frames.push(Frame { number: self.functions, ..Frame::new() });
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the script's frame is always open")
    }

    fn at_top(&self) -> bool {
        self.frames.len() == 1
    }

    /// What a name means; variables of enclosing functions become shared.
    fn find(&mut self, name: &Rc<str>) -> Option<Meaning> {
        let depth = (0..self.frames.len()).rev().find_map(|i| self.frames[i].find(name).map(|slot| (i, slot)));
        let Some((depth, mut slot)) = depth else {
            let slot = self.globals.find(name)?;
            self.watch(slot);
            return Some(Meaning::Global(slot));
        };
        for i in depth + 1..self.frames.len() {
            let frame = &mut self.frames[i];
            let inner = frame.hidden();
            frame.shared.push((slot, inner));
            frame.blocks[0].insert(Rc::clone(name), inner);
            slot = inner;
        }
        Some(Meaning::Local(slot))
    }

    /// Notes that a function or rule set reads a variable of the script.
    pub(crate) fn watch(&mut self, slot: u32) {
        if !self.at_top() {
            self.globals.watched[slot as usize] = true;
            self.frame().reads.insert(slot);
        }
    }

    fn unknown(&mut self, name: &str, span: Span, what: &str) {
        if name == "_" {
            return self.errors.push(sentences::no_last(span));
        }
        if what != "function" && self.globals.labels.contains(name) {
            return self.errors.push(sentences::bare_label(what, name, span));
        }
        let near = match self.errors.is_full() || sentences::foreign(name).is_some() {
            true => Vec::new(),
            // The library's names of one letter are outcomes, which nobody means by `x`.
            false if name.chars().count() == 1 => names(name, self.own()),
            false => names(name, self.visible()),
        };
        let error = sentences::unknown(what, name, span, near, self.around.last());
        self.errors.push(error);
    }

    /// Whether the name is that of a variable of the program.
    fn is_own(&self, name: &str) -> bool {
        self.frames.iter().any(|frame| frame.find(name).is_some()) || self.globals.user.contains_key(name)
    }

    /// Names of the program that can be used here, some of them more than once.
    fn own(&self) -> impl Iterator<Item = &str> {
        let local = self.frames.iter().flat_map(|f| f.blocks.iter().flat_map(|b| b.keys()));
        local.chain(self.globals.user.keys()).map(|name| &**name).take_while(|_| self.pace.goes_on())
    }

    /// Those of the library, too.
    fn visible(&self) -> impl Iterator<Item = &str> {
        self.own().chain(self.globals.library.keys().map(|name| &**name).take_while(|_| self.pace.goes_on()))
    }

    fn place(&mut self, ident: &Ident) -> Option<Place> {
        let place = self.place_of(ident);
        self.note_new(ident);
        place
    }

    fn place_of(&mut self, ident: &Ident) -> Option<Place> {
        // Assignment never reaches into an enclosing function: hoisting has declared the name here.
        if let Some(slot) = self.frame().find(&ident.name) {
            return Some(Place::Local(slot));
        }
        if !self.at_top() {
            return Some(Place::Local(self.frame().declare(&ident.name)));
        }
        let layer = if self.library { &self.globals.library } else { &self.globals.user };
        layer.get(&ident.name).map(|&slot| Place::Global(slot))
    }

    /// A pattern that assigns to variables of the function or script.
    fn assign_bind(&mut self, pattern: &Pattern) -> Bind {
        match pattern {
            Pattern::Name(ident) if &*ident.name == "_" => {
                if !self.at_top() {
                    self.frame().declare(&ident.name);
                }
                Bind::Discard
            }
            Pattern::Name(ident) => self.place(ident).map_or(Bind::Discard, Bind::Place),
            Pattern::Tuple(parts, span) => Bind::Tuple(parts.iter().map(|p| self.assign_bind(p)).collect(), *span),
        }
    }

    /// The whole left side of an assignment. At the prompt `_` has a value, that which was shown last, and `_ = 3` gives it another:
    /// it must not be lost without a word. Anywhere else, and as a part of a tuple, `_` keeps nothing.
    fn assign_whole(&mut self, pattern: &Pattern) -> Bind {
        match pattern {
            Pattern::Name(ident) if &*ident.name == "_" && self.session && self.at_top() => {
                self.declare_global(ident);
                self.place(ident).map_or(Bind::Discard, Bind::Place)
            }
            pattern => self.assign_bind(pattern),
        }
    }

    /// A pattern that makes new variables in the innermost block. `_` gets a place, though nothing is put there, so that whoever
    /// asks for its value inside hears that it has none.
    fn new_bind(&mut self, pattern: &Pattern) -> Bind {
        match pattern {
            Pattern::Name(ident) if &*ident.name == "_" => {
                self.frame().declare(&ident.name);
                Bind::Discard
            }
            Pattern::Name(ident) => {
                let slot = self.frame().declare(&ident.name);
                self.note_new(ident);
                Bind::Place(Place::Local(slot))
            }
            Pattern::Tuple(parts, span) => Bind::Tuple(parts.iter().map(|p| self.new_bind(p)).collect(), *span),
        }
    }

    /// Opens a block for the variables of the steps; the caller closes it.
    fn steps(&mut self, steps: &[CompStep]) -> Vec<Step> {
        self.frame().blocks.push(rustc_hash::FxHashMap::default());
        steps
            .iter()
            .map(|step| match step {
                CompStep::For(pattern, source) => {
                    let source = self.expr(source);
                    Step::For(self.new_bind(pattern), source)
                }
                CompStep::If(condition) => Step::If(self.expr(condition)),
            })
            .collect()
    }

    pub(crate) fn close_block(&mut self) {
        self.frame().blocks.pop();
    }

    fn misplaced(&mut self, span: Span, what: &Misplaced<'_>) -> Code {
        self.errors.push(sentences::misplaced(span, what));
        Code { node: Node::Const(Value::Nothing), span }
    }

    fn declaration(&mut self, declaration: &Declaration, stmt: &Stmt) -> Code {
        let place = self.place(&declaration.name);
        let engine = self.engines.iter().find(|(word, _)| *word == declaration.word);
        let read = match engine {
            Some((_, declare)) => declare(self, declaration, stmt),
            None => self.game(declaration, stmt),
        };
        let Some(node) = read else {
            return Code { node: Node::Const(Value::Nothing), span: stmt.span };
        };
        let bind = place.map_or(Bind::Discard, Bind::Place);
        let value = Code { node, span: stmt.span };
        Code { node: Node::Assign(Box::new((bind, value))), span: stmt.span }
    }

    pub(crate) fn statement(&mut self, stmt: &Stmt, top: bool) -> Code {
        let span = stmt.span;
        if !self.pace.goes_on() {
            return Code { node: Node::Const(Value::Nothing), span };
        }
        let node = match &stmt.kind {
            StmtKind::Expr(e) => return self.expr(e),
            StmtKind::Assign(Target::Pattern(pattern), value) => {
                if let (Pattern::Name(ident), ast::ExprKind::Lambda(..)) = (pattern, &*value.kind) {
                    self.named = Some(Rc::clone(&ident.name));
                }
                let value = self.expr(value);
                let bind = self.assign_whole(pattern);
                let value = grown(&bind, value);
                Node::Assign(Box::new((bind, value)))
            }
            StmtKind::Assign(Target::Index(ident, indices), value) => {
                let indices = indices.iter().map(|e| self.expr(e)).collect();
                let value = self.expr(value);
                let own = self.frame().find(&ident.name).is_some();
                self.note(&ident.name, ident.span, true);
                match self.find(&ident.name) {
                    Some(Meaning::Local(_)) if !own => {
                        return self.misplaced(ident.span, &Misplaced::OuterLocal(&ident.name));
                    }
                    Some(Meaning::Local(slot)) => Node::AssignIndex(Place::Local(slot), indices, Box::new(value)),
                    Some(Meaning::Global(slot))
                        if self.at_top() && self.globals.user.get(&ident.name) == Some(&slot) =>
                    {
                        Node::AssignIndex(Place::Global(slot), indices, Box::new(value))
                    }
                    Some(Meaning::Global(_)) => {
                        return self.misplaced(ident.span, &Misplaced::OuterGlobal(&ident.name));
                    }
                    None => {
                        self.unknown(&ident.name, ident.span, "name");
                        return Code { node: Node::Const(Value::Nothing), span };
                    }
                }
            }
            StmtKind::Function(function) => return self.function_statement(function, stmt),
            StmtKind::Declaration(declaration) if top => return self.declaration(declaration, stmt),
            StmtKind::Declaration(declaration) => {
                let at_top = declaration.block().at_top;
                return self.misplaced(declaration.name.span, &Misplaced::Declaration(at_top));
            }
            StmtKind::Question(question) if top => return self.question(question, stmt),
            StmtKind::Question(question) => return self.misplaced(question.name.span, &Misplaced::Question),
            StmtKind::Answer(answer) if top => {
                self.in_answer = true;
                let code = self.statement(&answer.definition, true);
                self.in_answer = false;
                return code;
            }
            StmtKind::LeftOpen(name) if top => {
                self.warn(sentences::left_open(name));
                Node::Const(Value::Nothing)
            }
            StmtKind::Answer(ast::Answer { name, .. }) | StmtKind::LeftOpen(name) => {
                return self.misplaced(name.span, &Misplaced::Answer);
            }
            StmtKind::Vary(name) if top => {
                // Run as a script, it is the number of nobody; a key that is read for somebody has another.
                let zero = Code { node: Node::Const(Value::Int(0)), span };
                Node::Assign(Box::new((self.assign_bind(&Pattern::Name(name.clone())), zero)))
            }
            StmtKind::Vary(name) => return self.misplaced(name.span, &Misplaced::Question),
            StmtKind::Import(path) => {
                // The session replaces imports at the top level before it resolves.
                return self.misplaced(span, &Misplaced::Import(path));
            }
            StmtKind::Check(claim, text) => Node::Check(Box::new(self.claim(claim, text.clone()))),
            StmtKind::Return(value) => {
                if self.at_top() {
                    return self.misplaced(span, &Misplaced::Return);
                }
                Node::Return(value.as_ref().map(|e| Box::new(self.expr(e))))
            }
            StmtKind::Break | StmtKind::Continue => {
                let is_break = matches!(stmt.kind, StmtKind::Break);
                if self.loops.last().is_none_or(|&open| open == 0) {
                    let word = if is_break { "break" } else { "continue" };
                    return self.misplaced(span, &Misplaced::Jump(word));
                }
                if is_break { Node::Break } else { Node::Continue }
            }
        };
        Code { node, span }
    }
}

/// What is assigned to a variable: marked if it is that variable with something added, such as `append(xs, x)`.
fn grown(bind: &Bind, code: Code) -> Code {
    let Bind::Place(place) = bind else { return code };
    let is_it = |code: &Code| match (&code.node, place) {
        (Node::Local(slot, _), Place::Local(own)) | (Node::Global(slot), Place::Global(own)) => slot == own,
        _ => false,
    };
    let growth = match &code.node {
        Node::Add(pair) if is_it(&pair.0) => Growth::Join,
        Node::Call(f, arguments) => match (&f.node, &arguments[..]) {
            (Node::Const(Value::Native(native)), [grows, _]) if is_it(grows) => match native.name {
                "append" => Growth::Append,
                "union" => Growth::Union,
                _ => return code,
            },
            _ => return code,
        },
        _ => return code,
    };
    Code { span: code.span, node: Node::Grown(*place, growth, Box::new(code)) }
}
