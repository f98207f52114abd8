//! Clauses that do to a board what is seen without running them: split it into regions, turn it, replace patterns on it.
//!
//! In: a resolved clause. Out: what it does, if it is written in one of three ways, which most clauses on boards are; else nothing, and the clause is run as any other.
//! Names of rule sets stay names: what they hold is known when clauses run. Touches nothing.

use super::Value;
use super::grid::{Grid, Symbols};
use super::node::{Bind, ClauseCode, Code, Node, Place, Step};
use crate::syntax::ast::{ClauseKind, CompareOp};

/// What a call of a native function does to the board that it is given first.
#[derive(Clone, Debug)]
pub enum BoardAct {
    /// Splits it into regions.
    Regions(Regions),
    /// Finds the least of its images, with `true` under quarter turns too.
    Least(bool),
    /// Replaces a pattern by another one, for each of these pairs.
    Replacements(Box<[(Grid, Grid)]>),
}

/// Which regions of a board.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    /// Symbols of their cells.
    pub kept: Symbols,
    /// The symbol of all others.
    pub outside: u8,
    /// Whether cells are neighbours across corners, too.
    pub diagonal: bool,
    /// Smaller ones are left out.
    pub smallest: usize,
}

/// A clause of a rule set with one board as its parameter. The number is that of the variable that holds the rule set of what it gives.
#[derive(Debug)]
pub enum BoardClause {
    /// `value sum(Name(part.least) for part in b.regions(…))`; instead of the least image perhaps the part itself.
    Parts(u32, Regions, Option<bool>),
    /// `value Name(turned) for turned in [b.least] if turned != b`; `true` for its negative.
    Image(u32, bool, bool),
    /// `left Name(c) for c in b.replacements(…)`.
    Replacements(u32, Box<[(Grid, Grid)]>),
}

/// The parameter of the rule set.
const BOARD: u32 = 0;

impl BoardClause {
    /// What a clause does.
    pub(super) fn of(clause: &ClauseCode) -> Option<BoardClause> {
        match (clause.kind, &clause.steps[..]) {
            (ClauseKind::Value, []) => parts(&clause.body),
            (ClauseKind::Value, [Step::For(bind, Code { node: Node::List(items), .. }), Step::If(condition)]) => {
                let ([least], turned) = (&items[..], variable(bind)?) else { return None };
                let BoardAct::Least(turns) = act(least, BOARD)? else { return None };
                let Node::Compare(CompareOp::Ne, pair) = condition.open() else { return None };
                let compared = (is_local(&pair.0, turned) && is_local(&pair.1, BOARD))
                    || (is_local(&pair.0, BOARD) && is_local(&pair.1, turned));
                let (negative, body) = match clause.body.open() {
                    Node::Neg(inner) => (true, &**inner),
                    _ => (false, &clause.body),
                };
                let (rules, argument) = position(body)?;
                (compared && is_local(argument, turned)).then_some(BoardClause::Image(rules, turns, negative))
            }
            (ClauseKind::Left | ClauseKind::Right | ClauseKind::Moves, [Step::For(bind, source)]) => {
                let (rules, argument) = position(&clause.body)?;
                let BoardAct::Replacements(pairs) = act(source, BOARD)? else { return None };
                is_local(argument, variable(bind)?).then_some(BoardClause::Replacements(rules, pairs))
            }
            _ => None,
        }
    }
}

fn parts(body: &Code) -> Option<BoardClause> {
    let Node::Call(f, arguments) = body.open() else { return None };
    let (Node::Const(Value::Native(native)), [Code { node: Node::ListFor(inside), .. }]) = (f.open(), &arguments[..])
    else {
        return None;
    };
    let (made, [Step::For(bind, source)]) = (&inside.0, &inside.1[..]) else { return None };
    let (BoardAct::Regions(regions), part) = (act(source, BOARD)?, variable(bind)?) else { return None };
    let (rules, argument) = position(made)?;
    let least = match argument.open() {
        Node::Local(slot, _) if *slot == part => None,
        _ => match act(argument, part)? {
            BoardAct::Least(turns) => Some(turns),
            _ => return None,
        },
    };
    native.adds.then_some(BoardClause::Parts(rules, regions, least))
}

/// The variable that holds a rule set, and its one argument.
fn position(code: &Code) -> Option<(u32, &Code)> {
    match code.open() {
        Node::Call(f, arguments) => match (f.open(), &arguments[..]) {
            (Node::Global(slot), [argument]) => Some((*slot, argument)),
            _ => None,
        },
        _ => None,
    }
}

/// What a call does to the board that a variable holds.
fn act(code: &Code, board: u32) -> Option<BoardAct> {
    let Node::Call(f, arguments) = code.open() else { return None };
    let Node::Const(Value::Native(native)) = f.open() else { return None };
    let (_, further) = arguments.split_first().filter(|(first, _)| is_local(first, board))?;
    let constant = |code: &Code| if let Node::Const(value) = code.open() { Some(value.clone()) } else { None };
    let mut values = further.iter().map(constant).collect::<Option<Vec<_>>>()?;
    let most = native.most.filter(|&most| most > values.len() && native.required <= arguments.len())?;
    values.resize(most - 1, Value::Unset);
    native.on_boards.and_then(|read| read(&values))
}

fn variable(bind: &Bind) -> Option<u32> {
    if let Bind::Place(Place::Local(slot)) = bind { Some(*slot) } else { None }
}

fn is_local(code: &Code, wanted: u32) -> bool {
    matches!(code.open(), Node::Local(slot, _) if *slot == wanted)
}
