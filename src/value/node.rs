//! Resolved programs: names are slots, patterns are flat, every node knows its place.
//!
//! A frame of a call is a run of slots on one stack: parameters, variables shared with enclosing functions, locals.
//! Slots that a nested function shares hold a [`Value::Cell`]; reading and assigning look through it.

use crate::limits::with_room;
use crate::source::Span;
use crate::syntax::ast::{ClauseKind, CompareOp, ProductOp};
use crate::value::arithmetic::Arithmetic;
use crate::value::boards::BoardClause;
use crate::value::integers::IntegerClause;
use crate::value::{Deep, Value};
use std::cell::OnceCell;
use std::rc::Rc;

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Code {
    /// What to do.
    pub node: Node,
    /// Where it was written.
    pub span: Span,
}

impl Code {
    /// The same with a [`Node::Landing`] before it; where nothing is below, none is needed.
    pub(crate) fn landing(self) -> Code {
        match self.node {
            Node::Const(_) | Node::Local(..) | Node::Global(_) => self,
            _ => Code { span: self.span, node: Node::Landing(Deep(Some(Box::new(self)))) },
        }
    }

    /// The node, looked at through a landing.
    pub fn open(&self) -> &Node {
        match &self.node {
            Node::Landing(Deep(Some(inner))) => &inner.node,
            node => node,
        }
    }
}

/// Resolved expressions.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Node {
    /// In a deep expression every so many nodes: evaluation and dropping see here whether the stack suffices, so that
    /// all other nodes need not.
    Landing(Deep<Option<Box<Code>>>),
    Const(Value),
    Local(u32, Rc<str>),
    Global(u32),
    /// Text and expressions, joined.
    Interpolate(Vec<Code>),
    Star(Box<Code>),
    /// Ups, negative for downs, and the nimber beside them.
    Up(Value, Value),
    /// A power of up, or the sum of the powers so far, and a nimber.
    UpPower {
        /// Whether it is the sum.
        sum: bool,
        /// Which power; nothing for the one after all others.
        power: Value,
        /// The size of the nimber.
        star: Value,
    },
    Game(Vec<Code>, Vec<Code>),
    /// A function that makes a game of itself.
    Looped(Box<Code>),
    /// An onside and an offside.
    Sided(Box<(Code, Code)>),
    Tuple(Vec<Code>),
    List(Vec<Code>),
    /// Chains of labels, each smaller than the next. Labels are constants: strings (names among them), numbers, tuples
    /// and sets of these.
    Poset(Vec<Vec<Code>>),
    Graph(Box<GraphLiteral>),
    Set(Vec<Code>),
    Map(Vec<(Code, Code)>),
    ListFor(Box<(Code, Vec<Step>)>),
    SetFor(Box<(Code, Vec<Step>)>),
    MapFor(Box<(Code, Code, Vec<Step>)>),
    /// Plain arguments.
    Call(Box<Code>, Vec<Code>),
    /// Arguments some of which are named.
    CallNamed(Box<Code>, Vec<(Option<Rc<str>>, Code)>),
    Index(Box<(Code, Code)>),
    Neg(Box<Code>),
    Switch(Box<Code>),
    Not(Box<Code>),
    Add(Box<(Code, Code)>),
    Sub(Box<(Code, Code)>),
    /// The right operand is a small constant: `n - 1`.
    AddConst(Box<Code>, i64),
    Product(ProductOp, Box<(Code, Code)>),
    /// Several of the last four, with the steps that compute it where all is small.
    Arithmetic(Box<Arithmetic>),
    /// A long sum or product, from left to right: `a + b - c + …`.
    Run(Box<(Code, Vec<(RunOp, Code)>)>),
    Power(Box<(Code, Code)>),
    Ordinal(Box<(Code, Code)>),
    Xor(Vec<Code>),
    Range(Box<Code>, Option<Box<Code>>),
    /// One comparison.
    Compare(CompareOp, Box<(Code, Code)>),
    /// The right operand is a small constant: `n < 2`.
    CompareConst(CompareOp, Box<Code>, i64),
    /// A chain: each middle operand is evaluated once.
    Chain(Box<Code>, Vec<(CompareOp, Code)>),
    And(Vec<Code>),
    Or(Vec<Code>),
    /// A function defined here, with the slots that it shares.
    Closure(Rc<Proto>, Vec<u32>),
    If(Box<(Code, Code, Option<Code>)>),
    Block(Vec<Code>),
    For(Box<(Vec<Step>, Code)>),
    While(Box<(Code, Code)>),
    Return(Option<Box<Code>>),
    Break,
    Continue,
    /// Assigns, through a shared variable if the slot holds one.
    Assign(Box<(Bind, Code)>),
    /// A value that begins with a variable and is about to be assigned to it: a collection may grow in place.
    Grown(Place, Growth, Box<Code>),
    /// `xs[i][j] = v`.
    AssignIndex(Place, Vec<Code>, Box<Code>),
    /// A declaration that an engine has read, which makes a rule set: opened by evaluation alone.
    Declared(Rc<dyn std::any::Any>),
    Check(Box<CheckNode>),
    Why(Box<CheckNode>),
    /// A question of a key. As a statement it does no more than bind what its `where` lines say.
    Question(Rc<QuestionCode>),
}

/// An operator of a [`Node::Run`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RunOp {
    Add,
    Sub,
    Product(ProductOp),
}

/// A variable.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Place {
    Local(u32),
    Global(u32),
}

/// How a collection grows: `append(xs, x)`, `xs + ys`, `union(s, t)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Growth {
    Append,
    Join,
    Union,
}

/// What a value is bound to.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Bind {
    Place(Place),
    Discard,
    Tuple(Vec<Bind>, Span),
}

/// `graph {a -- b: "blue", b -> c, d}`.
#[derive(Clone, Debug)]
pub struct GraphLiteral {
    /// Every mention of a vertex in order; a vertex may be mentioned several times. Labels as in [`Node::Poset`].
    pub vertices: Vec<Code>,
    /// Edges in order.
    pub edges: Vec<EdgeLiteral>,
    /// Labels of edges, each evaluated once.
    pub labels: Vec<Code>,
}

/// An edge of a [`GraphLiteral`].
#[derive(Clone, Copy, Debug)]
pub struct EdgeLiteral {
    /// Where it begins, an index into the vertices.
    pub from: usize,
    /// Where it ends, an index into the vertices.
    pub to: usize,
    /// `->` rather than `--`.
    pub directed: bool,
    /// An index into the labels.
    pub label: Option<usize>,
    /// From its one vertex to the other.
    pub span: Span,
}

/// A step of a comprehension, clause or loop. `For` binds anew in each round, so that functions made inside keep theirs.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Step {
    For(Bind, Code),
    If(Code),
}

/// A claim, kept in parts so that a reason can be given.
#[derive(Clone, Debug)]
pub struct CheckNode {
    /// The claim.
    pub claim: Code,
    /// As it was written.
    pub source: Rc<str>,
    /// The text after a check.
    pub text: Option<Rc<str>>,
}

/// A question of a key, or a part of one.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct QuestionCode {
    /// The name of its answer.
    pub name: Rc<str>,
    pub span: Span,
    /// The variable of that name.
    pub slot: Option<u32>,
    pub text: Option<Rc<str>>,
    pub worth: Option<Code>,
    pub optional: bool,
    pub bonus: bool,
    pub hidden: bool,
    pub lines: Vec<LineCode>,
}

/// A line of a question.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct LineCode {
    pub node: LineNode,
    pub worth: Option<Code>,
    pub text: Option<Rc<str>>,
    pub span: Span,
}

/// Kinds of lines.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum LineNode {
    Expect(How, Code),
    /// A rule set or function, and the parameters for which it is compared: tuples.
    Rules(How, Code, Code),
    Accept(Code),
    /// A binding, and how it was written.
    Where(Code, Rc<str>),
    Check(CheckNode),
    Hint(Option<Code>),
    Tolerance(Code),
    About(Code),
    Penalty(Code),
    Literal,
    Forbid(Rc<[Rc<str>]>),
    Allow(Rc<[Rc<str>]>),
    Manual,
    Part(QuestionCode),
}

/// How an answer is compared with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum How {
    Equal,
    Identical,
    Canonical,
    Outcome,
    NimValue,
    Mean,
    Swapped,
    Near,
    Unordered,
    Table,
    Rules,
    Period,
    /// Played against every reply.
    Strategy,
}

impl How {
    /// By its word in a key.
    pub fn named(word: &str) -> How {
        match word {
            "identical" => How::Identical,
            "canonical" => How::Canonical,
            "outcome" => How::Outcome,
            "nim_value" => How::NimValue,
            "mean" => How::Mean,
            "swapped" => How::Swapped,
            "near" => How::Near,
            "unordered" => How::Unordered,
            "table" => How::Table,
            "rules" => How::Rules,
            "period" => How::Period,
            "strategy" => How::Strategy,
            _ => How::Equal,
        }
    }
}

/// The code of a function.
#[derive(Debug)]
pub struct Proto {
    /// Its name; `function` for a nameless one.
    pub name: Rc<str>,
    /// Its parameters.
    pub params: Vec<ParamCode>,
    /// True if every parameter is a plain name without kind or default.
    pub plain: bool,
    /// Whether a single tuple may stand for all arguments (nameless functions).
    pub spreads: bool,
    /// Slots of a frame.
    pub frame: u32,
    /// Slots that receive the variables shared with enclosing functions.
    pub shared: Vec<u32>,
    /// Its value.
    pub body: Code,
    /// Whether results are kept.
    pub memo: bool,
    /// Its documentation.
    pub doc: Option<Rc<str>>,
    /// `f(n, bound = 10)`
    pub signature: String,
    /// Its definition as text.
    pub source: Rc<str>,
    /// Where it is defined.
    pub span: Span,
    /// Variables of the script or library that it reads, functions inside it included.
    pub reads: Box<[u32]>,
}

/// A parameter. Parameter `i` arrives in slot `i`.
#[derive(Debug)]
pub struct ParamCode {
    /// Its name, if it is one.
    pub name: Option<Rc<str>>,
    /// Names inside a tuple parameter.
    pub bind: Option<Bind>,
    /// What it must be.
    pub kind: Option<Kind>,
    /// Its value when left out.
    pub default: Option<Code>,
}

/// Kinds that a parameter can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Integer,
    Number,
    Game,
    Position,
    String,
    Tuple,
    List,
    Set,
    Map,
    Grid,
    Function,
    Player,
    Poset,
}

impl Kind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Kind); 13] = [
        ("integer", Kind::Integer),
        ("number", Kind::Number),
        ("game", Kind::Game),
        ("position", Kind::Position),
        ("string", Kind::String),
        ("tuple", Kind::Tuple),
        ("list", Kind::List),
        ("set", Kind::Set),
        ("map", Kind::Map),
        ("grid", Kind::Grid),
        ("function", Kind::Function),
        ("player", Kind::Player),
        ("poset", Kind::Poset),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|(_, kind)| *kind == self).map_or("value", |(name, _)| name)
    }
}

/// What a declaration is called, and how it is written.
#[derive(Debug)]
pub struct Heading {
    /// Its name.
    pub name: Rc<str>,
    /// Its documentation.
    pub doc: Option<Rc<str>>,
    /// `Cutcake(m, n)`
    pub signature: String,
    /// As text.
    pub source: Rc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Heading {
    /// Puts itself over a rule set that was made without one.
    pub fn stands_over(&self, rules: &mut Rules) {
        rules.signature.clone_from(&self.signature);
        rules.doc.clone_from(&self.doc);
        rules.source = Rc::clone(&self.source);
        rules.span = self.span;
    }
}

/// A rule set.
#[derive(Debug)]
pub struct Rules {
    /// Different for every declaration that was evaluated.
    pub id: u32,
    /// Its name.
    pub name: Rc<str>,
    /// Parameters of its positions.
    pub params: Vec<ParamCode>,
    /// True if every parameter is a plain name.
    pub plain: bool,
    /// Slots of a frame.
    pub frame: u32,
    /// Its clauses in order.
    pub clauses: Vec<ClauseCode>,
    /// Whether there is a `value` clause.
    pub has_value: bool,
    /// Whether there is a `score` clause: it gives the points of Left less those of Right in a position without moves.
    pub has_score: bool,
    /// Whether both players always have the same moves as far as the clauses show.
    pub moves_only: bool,
    /// What it knows, if it is written in Rust: opened by evaluation alone.
    pub native: Option<Rc<dyn std::any::Any>>,
    /// Its documentation.
    pub doc: Option<Rc<str>>,
    /// `Cutcake(m, n)`
    pub signature: String,
    /// Its declaration as text.
    pub source: Rc<str>,
    /// Where it is declared.
    pub span: Span,
    /// Variables of the script or library that its clauses read.
    pub reads: Box<[u32]>,
}

/// A clause of a rule set.
#[derive(Debug)]
pub struct ClauseCode {
    /// Whose it is.
    pub kind: ClauseKind,
    /// The option, or the value.
    pub body: Code,
    /// What stands behind it, after commas.
    pub more: Vec<Code>,
    /// Its `for`s and `if`s.
    pub steps: Vec<Step>,
    board: OnceCell<Option<BoardClause>>,
    integers: OnceCell<Option<IntegerClause>>,
}

impl ClauseCode {
    /// A clause.
    pub(crate) fn new(kind: ClauseKind, body: Code, more: Vec<Code>, steps: Vec<Step>) -> ClauseCode {
        ClauseCode { kind, body, more, steps, board: OnceCell::new(), integers: OnceCell::new() }
    }

    /// What it does to a board, if that is seen from outside.
    #[inline]
    pub(crate) fn on_board(&self) -> Option<&BoardClause> {
        self.board.get_or_init(|| BoardClause::of(self)).as_ref()
    }

    /// The same on machine words, if there is nothing else in it; its rule set has so many parameters.
    #[inline]
    pub(crate) fn on_integers(&self, parameters: usize) -> Option<&IntegerClause> {
        self.integers.get_or_init(|| IntegerClause::of(self, parameters)).as_ref()
    }
}

/// A resolved text, ready to run.
#[derive(Debug, Default)]
pub struct Program {
    /// Functions and rule sets defined at the top, with their slots: they exist from the start.
    pub definitions: Vec<(u32, Value)>,
    /// Statements in order.
    pub statements: Vec<Statement>,
    /// Slots of the script's own frame: variables of its loops.
    pub frame: u32,
}

impl Drop for Program {
    fn drop(&mut self) {
        let statements = std::mem::take(&mut self.statements);
        with_room(move || drop(statements));
    }
}

impl Drop for Proto {
    fn drop(&mut self) {
        let nothing = Code { node: Node::Break, span: self.span };
        let body = std::mem::replace(&mut self.body, nothing);
        with_room(move || drop(body));
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        let clauses = std::mem::take(&mut self.clauses);
        with_room(move || drop(clauses));
    }
}

/// A statement of a script.
#[derive(Debug)]
pub struct Statement {
    /// What to do.
    pub code: Code,
    /// Whether its value is shown.
    pub shown: bool,
}
