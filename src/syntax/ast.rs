//! The syntax tree, as it was written. Names are not yet resolved, values not yet simplified.

pub use super::homework::{Answer, Line, LineKind, Question};
use crate::source::Span;
use num_bigint::BigInt;
use std::rc::Rc;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name itself.
    pub name: Rc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A whole source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Its statements in order.
    pub statements: Vec<Stmt>,
}

/// A statement. `doc` holds the `##` lines right above it, without the marks, joined by line ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it says.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
    /// Its documentation.
    pub doc: Option<Rc<str>>,
}

/// Kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// An expression; the session shows its value.
    Expr(Expr),
    /// `target = value`.
    Assign(Target, Expr),
    /// `f(n) = body`, `memo f(n) = body`.
    Function(Function),
    /// `game Name(params) … end`, `lattice Name(x, y) … end`, `heap Name(n) = …`.
    Declaration(Declaration),
    /// `question q1 "…" worth 2 … end`.
    Question(Box<Question>),
    /// `answer q1 = value`.
    Answer(Answer),
    /// `answer q1 =`, with nothing behind it.
    LeftOpen(Ident),
    /// `vary seed by student`: a number that is another for each student.
    Vary(Ident),
    /// `import "file.cgt"`.
    Import(Rc<str>),
    /// `check claim "text"`; a top-level `=` in the claim has been read as `==`.
    Check(Expr, Option<Rc<str>>),
    /// `return`, `return value`.
    Return(Option<Expr>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

/// What stands on the left of `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A name, or names in tuples: `(a, b) = …`.
    Pattern(Pattern),
    /// `xs[i] = …`, `xs[i][j] = …`; never empty.
    Index(Ident, Vec<Expr>),
}

/// What a `for`, a parameter or an assignment binds.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// One name. `_` binds nothing.
    Name(Ident),
    /// `(a, b)`.
    Tuple(Vec<Pattern>, Span),
}

/// A named function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Whether results are kept.
    pub memo: bool,
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its value.
    pub body: Expr,
}

/// A parameter: `n`, `(a, b)`, `P: poset`, `bound = 10`, `bound: integer = 10`.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// What it binds.
    pub pattern: Pattern,
    /// The kind after a colon.
    pub kind: Option<Ident>,
    /// The value when it is left out.
    pub default: Option<Expr>,
}

/// A declaration: `game Name(params) … end`, `lattice Name(x, y) … end`, `heap Name(n) = clause or clause …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The word that it begins with.
    pub word: &'static str,
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its clauses in order.
    pub clauses: Vec<Clause>,
}

impl Declaration {
    /// What the table says of its kind.
    pub(crate) fn block(&self) -> &'static super::words::Block {
        super::words::Block::of(self.word)
    }
}

/// A clause of a declaration: `left option for … if …`, `board x >= 0, y >= 0`, `take k in S leave a, b if c`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The word that it begins with.
    pub word: &'static str,
    /// What stands behind it.
    pub items: Vec<Expr>,
    /// Its `for`s and `if`s in order.
    pub steps: Vec<CompStep>,
    /// Names that it gives to what a move leaves.
    pub names: Vec<Ident>,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of clauses of a `game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// Left's options.
    Left,
    /// Right's options.
    Right,
    /// Both players' options.
    Moves,
    /// What the position is equal to.
    Value,
    /// How many points Left has when no one can move.
    Score,
    /// What a position looks like.
    Draw,
    /// How the moves from a position are called.
    Notation,
    /// What must hold for a position that somebody writes down.
    Require,
    /// A game that the position is at least, and one that it is at most.
    Bounds,
}

/// A step of a comprehension or clause.
#[derive(Clone, Debug, PartialEq)]
pub enum CompStep {
    /// `for pattern in source`.
    For(Pattern, Expr),
    /// `if condition`.
    If(Expr),
}

/// An expression. Never deeper than the parser's bound on nesting.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Where it stands.
    pub span: Span,
    /// How it was built; no part of what it says.
    pub(super) shape: Shape,
}

impl Expr {
    /// An expression of height 1.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind: Box::new(kind), span, shape: Shape::default() }
    }
}

/// What the parser notes of an expression. Expressions that differ in nothing else are equal.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    /// Nested levels below, less one.
    pub height: u16,
    /// Whether it stands in parentheses of its own.
    pub parenthesised: bool,
}

impl PartialEq for Shape {
    fn eq(&self, _: &Shape) -> bool {
        true
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

/// An argument of a call, `value` or `name = value`; where a function is defined also `name: kind = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// The parameter's name, when given.
    pub name: Option<Ident>,
    /// The parameter's kind, in a definition.
    pub kind: Option<Ident>,
    /// Its value.
    pub value: Expr,
}

impl Arg {
    /// An argument without a kind.
    pub fn new(name: Option<Ident>, value: Expr) -> Arg {
        Arg { name, kind: None, value }
    }
}

/// A part of a string literal.
#[derive(Clone, Debug, PartialEq)]
pub enum StrPart {
    /// Literal text, escapes already replaced.
    Text(Rc<str>),
    /// `{expression}`.
    Expr(Expr),
}

/// `a -- b -> c: label`, or a vertex alone. Vertices are labels as in [`ExprKind::Poset`].
#[derive(Clone, Debug, PartialEq)]
pub struct GraphItem {
    /// The first vertex.
    pub first: Expr,
    /// Edges from each vertex to the next, and whether they have a direction.
    pub rest: Vec<(bool, Expr)>,
    /// The label of these edges, an expression.
    pub label: Option<Expr>,
}

/// `+`, `-` and the binary `+-` (or `±`): `a +- b` is `a + (+-b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SumOp {
    Add,
    Sub,
    PlusMinus,
}

/// `* / // %`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ProductOp {
    Mul,
    Div,
    IntDiv,
    Mod,
}

/// Comparisons, loosest of the infix operators but for `and`, `or`, `not`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `||`, confused with
    Confused,
    /// `<|`, less than or confused with
    LtConfused,
    /// `|>`, greater than or confused with
    GtConfused,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl ClauseKind {
    /// By the word of a line.
    pub fn named(word: &str) -> Option<ClauseKind> {
        Some(match word {
            "left" => ClauseKind::Left,
            "right" => ClauseKind::Right,
            "moves" => ClauseKind::Moves,
            "value" => ClauseKind::Value,
            "score" => ClauseKind::Score,
            "draw" => ClauseKind::Draw,
            "notation" => ClauseKind::Notation,
            "require" => ClauseKind::Require,
            "bounds" => ClauseKind::Bounds,
            _ => return None,
        })
    }
}

impl CompareOp {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Gt => ">",
            CompareOp::Le => "<=",
            CompareOp::Ge => ">=",
            CompareOp::Confused => "||",
            CompareOp::LtConfused => "<|",
            CompareOp::GtConfused => "|>",
            CompareOp::In => "in",
            CompareOp::NotIn => "not in",
        }
    }
}

/// Kinds of expressions. Runs of one associative level are one node, so that a sum of a thousand terms is not deep.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// What could not be read; an error has been reported.
    Error,
    /// A name.
    Name(Rc<str>),
    /// `true`, `false`.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A string; one `Text` part, or none, if nothing is interpolated.
    Str(Vec<StrPart>),
    /// `*` (none), `*2`, `*n`, `*(n + 1)`.
    Star(Option<Expr>),
    /// `^3*2`, `v`, …: `ups` is negative for downs, `star` is 0 without a star.
    Up {
        /// How many ups; downs are negative.
        ups: BigInt,
        /// The nimber beside them.
        star: BigInt,
    },
    /// `^[2]*3`, `^<2>`: a power of up, or the sum of the powers so far.
    UpPower {
        /// Whether it is the sum.
        sum: bool,
        /// Which power; `None` is the one after all others, `on`.
        power: Option<BigInt>,
        /// The nimber beside it.
        star: BigInt,
    },
    /// `<L | R>` or `{L | R}`; more bars have become nested games.
    Game(Vec<Expr>, Vec<Expr>),
    /// `loop a <L | R>`: a function of what the game is called inside its own brackets.
    Loop(Expr),
    /// `S & T`: the game with this onside and this offside.
    Sided(Expr, Expr),
    /// `()`, `(a,)`, `(a, b)`.
    Tuple(Vec<Expr>),
    /// `poset {a < c, b < c, d}`: chains of labels, each smaller than the next. A label is a name (which is not looked
    /// up), a number, a string without interpolation, or a tuple or set of labels.
    Poset(Vec<Vec<Expr>>),
    /// `graph {a -- b: "blue", b -> c, d}`.
    Graph(Vec<GraphItem>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `{a, b}`, `{}`.
    Set(Vec<Expr>),
    /// `{a => b}`, `{=>}`.
    Map(Vec<(Expr, Expr)>),
    /// `[e for … if …]`, and `e for … if …` as the only argument of a call.
    ListFor(Expr, Vec<CompStep>),
    /// `{e for … if …}`.
    SetFor(Expr, Vec<CompStep>),
    /// `{k => v for … if …}`.
    MapFor(Expr, Expr, Vec<CompStep>),
    /// `f(a, name = b)`.
    Call(Expr, Vec<Arg>),
    /// `x.f` (no arguments) or `x.f(a)`: the function `f` applied to `x` and the arguments.
    Dot(Expr, Ident, Vec<Arg>),
    /// `xs[i]`.
    Index(Expr, Expr),
    /// `-x`.
    Neg(Expr),
    /// `+-x`.
    Switch(Expr),
    /// `not x`.
    Not(Expr),
    /// `first op term op term …`
    Sum(Expr, Vec<(SumOp, Expr)>),
    /// `first op factor op factor …`
    Product(Expr, Vec<(ProductOp, Expr)>),
    /// `a ^ b`.
    Power(Expr, Expr),
    /// `G : H`.
    Ordinal(Expr, Expr),
    /// `a xor b xor …`
    Xor(Vec<Expr>),
    /// `a..b`, `a..`.
    Range(Expr, Option<Expr>),
    /// `a < b`, `a < b < c`.
    Compare(Expr, Vec<(CompareOp, Expr)>),
    /// `a and b and …`
    And(Vec<Expr>),
    /// `a or b or …`
    Or(Vec<Expr>),
    /// `x -> body`, `(a, b) -> body`, `() -> body`.
    Lambda(Vec<Param>, Expr),
    /// A move as it is printed, `14 -> 10`: in answers.
    Arrow(Expr, Expr),
    /// `if c then a else b`.
    If(Expr, Expr, Option<Expr>),
    /// `do … end`.
    Do(Vec<Stmt>),
    /// `for p in xs if c do … end`.
    For(Vec<CompStep>, Vec<Stmt>),
    /// `while c do … end`.
    While(Expr, Vec<Stmt>),
    /// `why claim`; a top-level `=` in the claim has been read as `==`.
    Why(Expr),
}
