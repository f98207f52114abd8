//! Reasons: why a claim or an answer is right or wrong, in the terms of the theory, as data.
//!
//! In: claims as resolved code, values, answers beside what was expected. Out: [`Reason`]s, bounded in number; every move in
//! them was found by the engine's own comparison, never guessed. Two tellers make sentences of them: `tell/full.rs` says all
//! that is known (`check`, `why`), `tell/discreet.rs` what shows that an answer is wrong, and never what is right (grading).
//!
//! - `judge.rs`: takes a claim apart and evaluates each operand once; `words.rs`: games as they were written
//! - `relation.rs`: two games compared; `play.rs`: who wins a sum of games, and with which moves
//! - `positions.rs`: outcomes, winners, remoteness, best moves; `misere.rs`: misère play; `nim.rs`: nim-values, mex, binary columns
//! - `forms.rs`: identical forms and properties; `collections.rs`: membership, lists and sets that differ
//! - `compare.rs`: whether an answer is what was expected; `near.rs`: what a wrong one has in common with the right one;
//!   `wrong/`: what shows that it is wrong
//! - `tell/explain.rs`: `explain`, the steps of a good solution, which `games` finds; `tell/calculus.rs`: those of one function

mod collections;
pub(crate) mod compare;
mod forms;
mod judge;
mod misere;
pub(crate) mod near;
mod nim;
mod play;
mod positions;
mod relation;
pub mod strategy;
pub(crate) mod tell;
mod words;
pub(crate) mod wrong;

pub(crate) use judge::{judge, operand};

use crate::eval::Machine;
use crate::games::{Dyadic, Game, Relation, Side};
use crate::graphs::Outcome as Verdict;
use crate::value::notion::Notion;
use crate::value::{Convention, Flow, OutcomeClass, Player, Res, Under, Value};
use num_bigint::BigInt;
use num_rational::BigRational;

/// How many moves with their replies a failed check shows, and how many `why` and `explain` show.
const FEW: usize = 3;
/// See [`FEW`].
const MANY: usize = 8;
/// The same for each part of a claim that has several.
const OF_A_PART: usize = 2;

/// Where the convention of play stands among the arguments of a library function.
fn place_of_convention(notion: Notion) -> Option<usize> {
    match notion {
        Notion::Outcome | Notion::Winner => Some(2),
        Notion::WinningMoves | Notion::BestMove | Notion::WorstMove | Notion::Remoteness => Some(3),
        _ => None,
    }
}

/// The convention of play that a call of a library function asks about.
pub fn convention(notion: Notion, arguments: &[Value]) -> Convention {
    if matches!(notion, Notion::MisereOutcome | Notion::MisereWinningMoves) {
        return Convention::Misere;
    }
    let said = place_of_convention(notion).and_then(|place| arguments.get(place));
    said.and_then(|value| crate::builtins::convention(value).ok()).unwrap_or_default()
}

/// The convention and the arguments that say more than that.
pub fn question(notion: Notion, arguments: &[Value]) -> (Under, &[Value]) {
    let under = Under::from(convention(notion, arguments));
    let place = place_of_convention(notion);
    let mut others = arguments.iter().enumerate().skip(1).filter(|(i, _)| Some(*i) != place);
    let alone = others.all(|(_, value)| crate::builtins::given(value).is_none());
    (under, if under.is_misere() && alone { &arguments[..1.min(arguments.len())] } else { arguments })
}

/// What evaluation calls where it comes to a claim.
pub const HOOKS: crate::eval::Reasons = crate::eval::Reasons {
    judge,
    why: judge::why,
    explain: tell::explain::explain,
    explain_about: tell::calculus::explain,
};

/// A fact that gives a reason. A table: each on a line.
#[rustfmt::skip]
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Reason {
    // ---- claims
    /// A part of a claim; why it is so, the first behind it on its line, the others below.
    Part { claim: String, truth: bool, because: Vec<Reason> },
    /// A link of a chain, likewise.
    Link { left: Value, sign: &'static str, right: Value, truth: bool, because: Vec<Reason> },
    /// Both sides are this.
    Same(Value),
    /// The sides differ, perhaps by their kinds.
    Sides { left: Value, right: Value, kinds: bool },

    // ---- values compared
    /// What a game that was written otherwise is equal to.
    Worth { value: Value, game: Game },
    /// Rationals, which need be no values of games.
    Ratios(Value, Value, Relation),
    /// A number that is no short game, and one: the stops of the game decide.
    Stops { number: Value, game: Game },
    /// Two numbers, how far apart they are, and whether there is play to speak of.
    Numbers { x: Game, y: Game, relation: Relation, gap: Game, play: bool },
    /// Two games and their difference.
    Games { x: Game, y: Game, relation: Relation, gap: Game },
    /// All stops of one lie beyond those of the other.
    Beyond { x: Game, y: Game, greater: bool },

    // ---- play; without a player both have the same moves
    /// Whoever begins wins, with this move.
    Begins { who: Option<Player>, made: Made },
    /// A first move of somebody who loses, and the answer that wins.
    Answered { who: Option<Player>, made: Made, reply: Made },
    /// Components that are negatives of each other: what is moved in one is moved in the other; whether these are all components.
    Mirror { pairs: Vec<(Value, Value)>, whole: bool },
    /// Each component is won by this player moving second, or by whoever moves second: answers stay in the component.
    Locally(Option<Player>),
    /// What the binary columns of nim-values say.
    Parity(Vec<(String, BigInt)>, BigInt),
    /// A first move after which each answer could have been the first move: the argument of stealing a strategy.
    Steal(String),
    /// There are so many more moves, all with such answers.
    MoreAnswered(usize),
    /// Who begins has no move.
    NoMove(Option<Player>),
    /// The outcome of a game that ends.
    Outcome { game: Value, class: OutcomeClass, fair: bool },
    /// The outcome of one whose value takes long, found by search: sums that were expanded, and positions with values.
    Searched { game: Value, class: OutcomeClass, fair: bool, expanded: u64, valued: u64 },
    /// The outcome of one that need not end; none if it is not decided.
    Endless { game: Value, class: Option<OutcomeClass>, fair: bool },
    /// What moves lead to.
    Leads { who: Option<Player>, moves: Vec<(String, Option<Verdict>)>, most: usize },
    NoSuchMove { from: Value, to: Value },
    /// After a move the opponent wins with this one.
    Refuted { to: Value, reply: String },
    /// After a move the opponent has none, and wins in misère play.
    RefutedByEnd(Value),

    // ---- remoteness
    NothingToMove,
    /// A game for points, and its scores in words.
    Points { game: Value, scores: String },
    /// The move that decides: for a winner to the least remoteness of a lost position, else to the greatest.
    Decides { made: String, remoteness: u32, own: u32, wins: bool },
    NobodyWins,
    /// The move that is best, or worst, by its remoteness, whether there is a winning one, and whether it wins itself.
    Chosen { made: String, remoteness: Option<u32>, best: bool, won: bool, wins: bool },
    /// A move that was claimed to be the best, or the worst, and whether it wins.
    Claimed { made: String, remoteness: Option<u32>, wins: bool },

    // ---- misère play
    MisereRule,
    /// There is no move, and who cannot move wins.
    MisereEnd(Option<Player>),
    /// After this move whoever is to move loses.
    MisereBegins { who: Option<Player>, made: String },
    MisereAnswered { who: Option<Player>, made: String, reply: String },
    /// After this move the opponent has none, and so wins.
    MisereOver { who: Option<Player>, made: String },
    /// The values of the components of a sum in a misère quotient, their product, and whether that lies in the P-portion.
    MisereValue { quotient: String, parts: Vec<(String, String)>, value: String, lost: bool },
    /// Options with their genera, and the sets of their nim-values, normal and misère.
    Genera { options: Vec<(String, String)>, normal: Vec<u64>, misere: Vec<u64>, own: (u64, u64), most: usize },
    /// Of all options; `u32::MAX` is infinite.
    Remotenesses(Vec<(String, u32)>, usize),

    // ---- nim-values
    Components(Vec<(String, u64)>, u64),
    HeapOf(Value, u64),
    NoOptions(Value),
    /// The nim-values of all options, and their mex.
    OptionValues { game: Value, values: Vec<u64>, own: u64 },
    /// A claimed nim-value that is greater than the right one.
    TooGreat { game: Value, claimed: u64, own: u64 },
    /// One that options have.
    OfOption { game: Value, claimed: u64, options: Vec<String>, most: usize },
    /// The options one by one.
    Options(Vec<(String, u64)>, usize),
    /// The numbers below are there, this one is not.
    LeftOut { least: u64, own: Value },
    /// A claimed mex: whether it is among the numbers, or a smaller one is left out.
    ClaimedMex { claimed: u64, among: bool, greater: bool },
    /// Numbers in binary, and their nim-sum.
    Columns(Vec<(String, BigInt)>, BigInt),
    /// The first column from the right, by its value, in which a nim-sum is wrong: numbers with a one there, and the digits.
    Column { value: BigInt, ones: Vec<BigInt>, right: bool, given: BigInt },

    // ---- forms and properties
    /// What kind of value it is.
    Class { value: Value, game: Game },
    /// Of what is no number.
    NumberStops(Dyadic, Dyadic),
    /// Of what is no infinitesimal.
    InfinitesimalStops(Dyadic, Dyadic),
    /// The simplicity rule, where a literal is a number.
    Simplest { value: Value, game: Game },
    /// Fixed words: properties that need no example.
    Plain(&'static str),
    /// It is so for this element; for all, without one.
    Quantified { element: Option<Value>, truth: bool },
    AtIndex { index: usize, truth: bool },
    NoInteger(Value),
    /// A move that the other player does not have.
    OnlyFor { who: Player, to: Value },
    NotImpartial(Value),
    Unequal(Value, Value),
    OtherForms(Game),
    /// An option that only one of two equal forms has, and what it is there.
    OnlyIn { who: Player, option: Value, form: Value, role: Option<Role> },
    /// An option that can be struck.
    Strike { side: Side, option: Game, role: Role },
    ByCanonical(Value),
    LatestOption { option: Game, day: BigInt, value: Game, own: BigInt },
    StopsOfNumber { value: Value, wide: bool },
    BestMove { side: Side, option: Game, stop: Dyadic },
    Mast { temperature: Dyadic, mast: Dyadic, walls: Option<(Dyadic, Dyadic)> },
    /// A step of `explain`.
    Step(String),

    // ---- collections
    Among { element: Value, index: Option<usize> },
    RangeFrom(i64, Option<i64>),
    /// What there is, without the element.
    NotAmong { what: Option<Notion>, keys: bool, all: Vec<Value>, count: usize, element: Value },
    /// Elements of one side only.
    OnlyOnSide { left: bool, elements: Vec<Value> },
    OnlyKey { left: bool, key: Value },
    AtKey { key: Value, left: Value, right: Value },
    Lengths(usize, usize),
    FirstDifference { index: usize, left: Value, right: Value },

    // ---- wrong answers
    /// What the answer has in common with the right one.
    Near(near::Near),
    /// What was asked for, and what kind the answer is.
    OtherKind { wanted: &'static str, found: String },
    NoNumber(Value),
    /// What an outcome or a winner means.
    Meaning(Value),
    /// A claimed outcome that fails for somebody who begins: whether they win, and how, in the game that the question shows.
    Fails {
        given: Value,
        class: OutcomeClass,
        game: Option<Value>,
        who: Option<Player>,
        wins: bool,
        made: Option<String>,
    },
    /// The same where play may go on for ever: what the move leads to.
    FailsEndless { game: Value, claimed: OutcomeClass, class: OutcomeClass, made: Option<String> },
    NoPosition { value: Value, game: Value },
    /// Moves of several components have this name.
    InSeveral(Value),
    DoesNotWin(Value),
    MoreDoNotWin(usize),
    /// How many are missing, perhaps all.
    Missing { what: Option<Notion>, count: usize, all: bool },
    /// What does not belong to the options of a game, or to a collection.
    Foreign { of: Option<(Notion, Value)>, values: Vec<Value> },
    /// A claimed remoteness and the right one, and whether the next player wins.
    Remote { claimed: i64, own: i64, wins: bool },
    OverAtOnce(Value),
    /// A number that breaks the simplicity rule.
    NotSimplest { form: Value, given: BigRational, low: Option<Dyadic>, high: Option<Dyadic> },
    /// A number beside the right one, where there is no game to show a move in.
    Size { given: Value, small: bool },
    /// Who wins the difference of the game and the answer, and with which move: in the game or the answer.
    WinsDifference { subject: Option<Value>, given: Value, winner: Player, both: bool, made: Option<(String, bool)> },
    OptionCounts { who: Player, given: usize, asked: usize },
    CanBeSimplified { side: Side, option: Value },
    /// Right entries of a table, all, and the first wrong one: where, and whether the place counts from 0.
    Table { right: usize, all: usize, first: Option<compare::Wrong> },
    FirstWrong(compare::Wrong),
    ListLengths { given: usize, asked: usize },
    /// Another rule set or function: the first place where it differs, and its value there.
    Rules { place: Value, theirs: Result<Value, String> },
    /// The first position from which other moves lead on, though the values are equal.
    RulesMove(Value),
    /// How many moves somebody has there, by both rules; without a player both have as many.
    MoveCounts { who: Option<Player>, theirs: usize, ours: usize },
    NoRules(String),
    /// The power of a generating function whose coefficient is wrong; none: the constant.
    Coefficient(Option<String>),
    /// A period that breaks: two places and their values.
    PeriodBreaks { period: usize, places: [Value; 2], values: [Value; 2] },
    TooFew { period: usize, values: usize },
    NotShortest(usize),
}

/// A move in a sum of games.
#[derive(Clone, Debug)]
pub struct Made {
    /// As people write it.
    pub text: String,
    /// In which of the games that were added.
    pub part: usize,
    /// The number of the component among those that sums fall into.
    pub at: usize,
    /// What the component becomes.
    pub to: Value,
    /// The value of the whole sum after it.
    pub after: Game,
}

/// Why an option does not count.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// By another one.
    Dominated(Game),
    /// Through an answer.
    Reversible(Game),
}

/// What is found, if there is no error; bounds and interruptions do stop.
pub fn forgiving<T: Default>(m: &mut Machine, f: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
    match m.attempt(f) {
        Err(flow) if !matches!(&*flow, Flow::Fault(fault) if fault.stop().is_none()) => Err(flow),
        result => Ok(result.unwrap_or_default()),
    }
}
