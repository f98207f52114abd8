//! What a program handles. Values are immutable and shared; a change makes a new one, in place when nobody else looks.
//!
//! In: what evaluation and builtins make. Out: [`key`] makes them comparable in sets and tables; how they are shown is a
//! matter of evaluation. Code is a value too ([`node`]), with the names of its variables ([`globals`]). No recursion here overflows the stack: [`Deep`] drops on a stack that grows.

pub mod arithmetic;
pub mod boards;
mod convention;
pub mod digits;
pub(crate) mod fault;
pub mod form;
pub mod globals;
pub mod grid;
pub mod integers;
pub mod key;
pub mod native;
pub mod node;
pub mod notion;
pub mod number;
pub mod text;
pub mod thing;

use crate::games::{Game, Outcome, Thermograph};
use crate::limits::{is_stack_short, with_stack};
use crate::report::Seen;
use indexmap::{IndexMap, IndexSet};
use key::Key;
use native::Native;
use node::{Proto, Rules};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

pub use convention::{Convention, Method, Under};
pub use fault::{Fault, Flow, Problem, Res};
pub use form::{Form, Part, Parts};
pub use globals::Globals;
pub use grid::Grid;
pub use thing::Operator;

/// A value, three words wide.
#[derive(Clone, Debug)]
pub enum Value {
    /// The value of what has none.
    Nothing,
    /// A truth value.
    Bool(bool),
    /// An integer that fits a machine word; larger ones are `Big`.
    Int(i64),
    /// An integer that does not.
    Big(Rc<BigInt>),
    /// A rational that is not an integer.
    Ratio(Rc<BigRational>),
    /// A text.
    Str(Rc<Box<str>>),
    /// A value of a game that is not a number.
    Game(Game),
    /// A literal `<L|R>`, or a sum of games without positions, as it was written.
    Form(Rc<Form>),
    /// A position of a rule set.
    Position(Rc<Position>),
    /// A sum with at least one position in it.
    Sum(Rc<Sum>),
    /// A move, with where it leads.
    Move(Rc<Move>),
    /// A rule set.
    Rules(Rc<Rules>),
    /// Left, Right, First, Second.
    Player(Player),
    /// N, P, L, R, D.
    Outcome(OutcomeClass),
    /// `(a, b)`.
    Tuple(Rc<Seq>),
    /// `[a, b]`.
    List(Rc<Seq>),
    /// `{a, b}`.
    Set(Rc<Deep<Items>>),
    /// `{a => b}`.
    Map(Rc<Deep<Entries>>),
    /// `a..b`; endless ranges end at `i64::MAX`.
    Range(Rc<(i64, i64)>),
    /// A function of the language.
    Func(Rc<Closure>),
    /// A function of the library written in Rust. By two references, since one alone, to a body of any kind, is two words long.
    Native(&'static &'static Native),
    /// A board.
    Grid(Rc<Grid>),
    /// A thermograph.
    Thermograph(Rc<Thermograph>),
    /// A value of a kind that an engine knows: a poset, a graph, a period.
    Thing(Rc<Box<dyn thing::Opaque>>),
    /// Text of several lines made to be looked at: a table, a drawing, an explanation.
    Display(Rc<Display>),
    /// A variable shared with a function defined inside this one. Never seen by programs.
    Cell(Rc<RefCell<Value>>),
    /// A variable that has no value yet, or an argument left out. Never seen by programs.
    Unset,
}

/// The elements of a tuple or list.
pub(crate) type Seq = Deep<Vec<Value>>;
/// The elements of a set, in the order of insertion.
pub(crate) type Items = IndexSet<Key, FxBuildHasher>;
/// The entries of a map, in the order of insertion.
pub(crate) type Entries = IndexMap<Key, Value, FxBuildHasher>;

/// A container of values that may nest to any depth, and is dropped without overflowing the stack.
#[derive(Clone, Debug, Default)]
pub struct Deep<T: Default>(pub T);

impl<T: Default> Deref for Deep<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Default> DerefMut for Deep<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Default> Drop for Deep<T> {
    fn drop(&mut self) {
        if is_stack_short() {
            let inner = std::mem::take(&mut self.0);
            with_stack(move || drop(inner));
        }
    }
}

/// A position of a rule set.
#[derive(Debug)]
pub struct Position {
    /// The rule set.
    pub rules: Rc<Rules>,
    /// Its parameters.
    pub arguments: Deep<SmallVec<[Value; 2]>>,
}

/// A sum of positions, negatives of positions, and one game that is neither.
#[derive(Clone, Debug)]
pub struct Sum {
    /// Positions with their sign: true for the negative.
    pub terms: Deep<Vec<(bool, Rc<Position>)>>,
    /// All else in it: a number, a value, a form; the number 0 if there is nothing else.
    pub rest: Value,
}

impl Sum {
    /// Whether there are only positions in it.
    pub fn is_bare(&self) -> bool {
        matches!(self.rest, Value::Int(0))
    }
}

/// A move.
#[derive(Debug)]
pub struct Move {
    /// Who makes it; nobody in particular if both may.
    pub player: Option<Player>,
    /// The component that is moved in.
    pub component: Value,
    /// What that component becomes.
    pub becomes: Value,
    /// The whole position after the move.
    pub to: Value,
}

/// Players, by name and by turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Player {
    Left,
    Right,
    First,
    Second,
}

impl Player {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
            Player::First => "First",
            Player::Second => "Second",
        }
    }
}

/// Who wins: the four outcomes of games that end, a draw, and the four classes of loopy partizan games in which only one
/// beginning leads to a draw, named by who wins when Left and when Right begins (`LD`: Left wins if Left begins, else it is a draw).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum OutcomeClass {
    N,
    P,
    L,
    R,
    D,
    LD,
    DL,
    DR,
    RD,
}

impl OutcomeClass {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            OutcomeClass::N => "N",
            OutcomeClass::P => "P",
            OutcomeClass::L => "L",
            OutcomeClass::R => "R",
            OutcomeClass::D => "D",
            OutcomeClass::LD => "LD",
            OutcomeClass::DL => "DL",
            OutcomeClass::DR => "DR",
            OutcomeClass::RD => "RD",
        }
    }

    /// Whether somebody wins whoever begins.
    pub fn is_decided(self) -> bool {
        matches!(self, OutcomeClass::N | OutcomeClass::P | OutcomeClass::L | OutcomeClass::R)
    }

    /// Whether a player wins who begins, if nobody draws.
    pub fn first_wins(self, player: Player) -> bool {
        match self {
            OutcomeClass::N => true,
            OutcomeClass::L => player == Player::Left,
            OutcomeClass::R => player == Player::Right,
            _ => false,
        }
    }

    /// All of them.
    pub(crate) const ALL: [OutcomeClass; 9] = [
        OutcomeClass::N,
        OutcomeClass::P,
        OutcomeClass::L,
        OutcomeClass::R,
        OutcomeClass::D,
        OutcomeClass::LD,
        OutcomeClass::DL,
        OutcomeClass::DR,
        OutcomeClass::RD,
    ];
}

impl From<Outcome> for OutcomeClass {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::N => OutcomeClass::N,
            Outcome::P => OutcomeClass::P,
            Outcome::L => OutcomeClass::L,
            Outcome::R => OutcomeClass::R,
        }
    }
}

/// A function with the variables that it shares with its surroundings.
#[derive(Debug)]
pub struct Closure {
    /// Its code.
    pub proto: Rc<Proto>,
    /// Shared variables.
    pub captured: Deep<Vec<Value>>,
    /// Results kept by `memo`.
    pub kept: RefCell<Kept>,
}

/// Results kept by `memo`.
#[derive(Debug, Default)]
pub struct Kept {
    /// When they were computed: see `Machine::outdated`.
    pub since: u64,
    /// Under the arguments.
    pub results: FxHashMap<Key, Value>,
    /// Under the arguments with some of them up to isomorphism.
    pub classes: FxHashMap<Key, Vec<Rc<KeptForClass>>>,
}

/// A result for a class of posets.
#[derive(Debug)]
pub struct KeptForClass {
    /// The result.
    pub value: Value,
    /// The names of elements in it: it holds for posets that have them at the same places.
    pub names: Box<[NamePlace]>,
    /// Whether there may be others: then it holds for these posets alone.
    pub hides: bool,
    /// The posets that it was computed for, if that still matters.
    pub made_for: Option<Box<[Value]>>,
}

/// A name, and where it stands in each poset.
#[derive(Debug)]
pub struct NamePlace {
    /// The name.
    pub name: Value,
    /// Its places; none where it is no name of an element.
    pub places: Box<[Option<usize>]>,
}

/// Text to be looked at, with a drawing where there is one.
#[derive(Clone, Debug, Default)]
pub struct Display {
    /// `table`, `thermograph`, `explanation`, …
    pub kind: &'static str,
    /// Lines for the terminal.
    pub text: String,
    /// What people at a terminal see instead, if it differs.
    pub seen: Option<Seen>,
    /// A drawing.
    pub svg: Option<String>,
    /// What a table holds.
    pub table: Option<Table>,
}

/// Two of them are equal if they look so.
impl PartialEq for Display {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.text, &self.svg) == (other.kind, &other.text, &other.svg)
    }
}

/// The entries of a table. A position stands there as its value.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What stands above the columns, if something does.
    pub header: Option<Vec<Value>>,
    /// The rows, each with what stands before it.
    pub rows: Vec<Vec<Value>>,
}

impl Value {
    /// Lines to be looked at, indented under their headline.
    pub fn explanation(mut text: String, lines: &[String]) -> Value {
        for line in lines.iter().flat_map(|l| l.lines()) {
            text.push_str("\n  ");
            text.push_str(line);
        }
        Value::Display(Rc::new(Display { kind: "explanation", text, ..Display::default() }))
    }

    /// A text.
    pub fn text(text: impl Into<Box<str>>) -> Value {
        Value::Str(Rc::new(text.into()))
    }

    /// A list.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(Deep(items)))
    }

    /// A tuple.
    pub fn tuple(items: Vec<Value>) -> Value {
        Value::Tuple(Rc::new(Deep(items)))
    }

    /// A set.
    pub fn set(items: Items) -> Value {
        Value::Set(Rc::new(Deep(items)))
    }

    /// Its kind, as messages name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Bool(_) => "truth value",
            Value::Int(_) | Value::Big(_) => "integer",
            Value::Ratio(_) => "number",
            Value::Str(_) => "string",
            Value::Game(_) | Value::Form(_) => "game",
            Value::Position(_) => "position",
            Value::Sum(_) => "sum of positions",
            Value::Move(_) => "move",
            Value::Rules(_) => "rule set",
            Value::Player(_) => "player",
            Value::Outcome(_) => "outcome",
            Value::Tuple(_) => "tuple",
            Value::List(_) => "list",
            Value::Set(_) => "set",
            Value::Map(_) => "map",
            Value::Range(_) => "range",
            Value::Func(_) | Value::Native(_) => "function",
            Value::Grid(_) => "grid",
            Value::Thermograph(_) => "thermograph",
            Value::Thing(thing) => thing.kind(),
            Value::Display(display) => display.kind,
            Value::Cell(_) | Value::Unset => "nothing",
        }
    }

    /// The kind with its article: `a list`, `an integer`, `nothing`.
    pub(crate) fn a_kind(&self) -> String {
        let kind = self.kind();
        match kind.as_bytes().first() {
            _ if kind == "nothing" => kind.to_string(),
            Some(b'a' | b'e' | b'i' | b'o' | b'u') => format!("an {kind}"),
            _ => format!("a {kind}"),
        }
    }

    /// Whether it is a game: a number, a value, a form, a position, a sum, a move.
    pub(crate) fn is_game(&self) -> bool {
        matches!(
            self,
            Value::Int(_)
                | Value::Big(_)
                | Value::Ratio(_)
                | Value::Game(_)
                | Value::Form(_)
                | Value::Position(_)
                | Value::Sum(_)
                | Value::Move(_)
        )
    }

    /// Whether it is a game that is played for points: some position in it has a `score` clause.
    pub(crate) fn for_points(&self) -> bool {
        match self {
            Value::Position(position) => position.rules.has_score,
            Value::Sum(sum) => sum.terms.iter().any(|(_, position)| position.rules.has_score) || sum.rest.for_points(),
            Value::Form(form) => form.for_points,
            Value::Move(made) => made.to.for_points(),
            _ => false,
        }
    }

    /// Whether it is a number.
    pub fn is_number(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Big(_) | Value::Ratio(_))
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Value>() == 16);
