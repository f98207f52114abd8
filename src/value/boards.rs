//! Clauses that do to a board what is seen without running them: split it into regions, turn it, exchange colours, replace patterns on it.
//!
//! In: a resolved clause. Out: what it does, if it is written in one of a few ways, which most clauses on boards are; else nothing, and the clause is run as any other.
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
    /// Exchanges two symbols.
    Swap(u8, u8),
    /// Finds groups without a free cell beside them.
    Captured(Groups),
}

/// Which groups are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// Symbols of stones.
    pub stones: Symbols,
    /// Symbols of free cells.
    pub free: Symbols,
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
    /// `value -Name(turned) for turned in [b.swap("x", "o").least] if turned < b`.
    Exchanged(u32, u8, u8, bool),
    /// `left Name(c) for c in b.replacements(…)`, perhaps `if c.captured(…) == []`.
    Replacements(u32, Box<[(Grid, Grid)]>, Option<Groups>),
}

/// The parameter of the rule set.
const BOARD: u32 = 0;

impl BoardClause {
    /// Whether a board has fewer cells with such symbols after each of these moves, or in each part at most as many.
    pub(crate) fn lessens(&self, is: impl Fn(u8) -> bool) -> bool {
        let count = |grid: &Grid| grid.symbols().iter().filter(|symbol| is(**symbol)).count();
        match self {
            BoardClause::Parts(_, regions, _) => !is(regions.outside),
            BoardClause::Image(..) => true,
            BoardClause::Exchanged(_, x, y, _) => is(*x) == is(*y),
            BoardClause::Replacements(_, pairs, _) => pairs.iter().all(|(pattern, by)| count(by) < count(pattern)),
        }
    }

    /// What a clause does.
    pub(super) fn of(clause: &ClauseCode) -> Option<BoardClause> {
        match (clause.kind, &clause.steps[..]) {
            (ClauseKind::Value, []) => parts(&clause.body),
            (ClauseKind::Value, [Step::For(bind, source), Step::If(condition)]) => {
                image(&clause.body, bind, source, condition)
            }
            (ClauseKind::Left | ClauseKind::Right | ClauseKind::Moves, [Step::For(bind, source), rest @ ..]) => {
                let ((rules, argument), option) = (position(&clause.body)?, variable(bind)?);
                let BoardAct::Replacements(pairs) = act(source, BOARD)? else { return None };
                let breathing = match rest {
                    [] => None,
                    [Step::If(condition)] => Some(nothing_captured(condition, option)?),
                    _ => return None,
                };
                is_local(argument, option).then_some(BoardClause::Replacements(rules, pairs, breathing))
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

/// The position of an image of the board, or its negative.
fn image(body: &Code, bind: &Bind, source: &Code, condition: &Code) -> Option<BoardClause> {
    let Node::List(items) = source.open() else { return None };
    let ([least], turned) = (&items[..], variable(bind)?) else { return None };
    let (negative, made) = if let Node::Neg(inner) = body.open() { (true, &**inner) } else { (false, body) };
    let (rules, argument) = position(made)?;
    let Node::Compare(op, pair) = condition.open() else { return None };
    let in_order = is_local(&pair.0, turned) && is_local(&pair.1, BOARD);
    if !is_local(argument, turned) {
        return None;
    }
    if let Some(BoardAct::Least(turns)) = act(least, BOARD) {
        let compared = in_order || (is_local(&pair.0, BOARD) && is_local(&pair.1, turned));
        return (*op == CompareOp::Ne && compared).then_some(BoardClause::Image(rules, turns, negative));
    }
    let (swap, BoardAct::Least(turns)) = act_on(least)? else { return None };
    let BoardAct::Swap(x, y) = act(swap, BOARD)? else { return None };
    (*op == CompareOp::Lt && in_order && negative).then_some(BoardClause::Exchanged(rules, x, y, turns))
}

/// Which groups there are not on the board that a variable holds.
fn nothing_captured(condition: &Code, board: u32) -> Option<Groups> {
    let Node::Compare(CompareOp::Eq, pair) = condition.open() else { return None };
    let BoardAct::Captured(groups) = act(&pair.0, board)? else { return None };
    let is_empty = match pair.1.open() {
        Node::List(items) => items.is_empty(),
        Node::Const(Value::List(items)) => items.is_empty(),
        _ => false,
    };
    is_empty.then_some(groups)
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
    act_on(code).filter(|(first, _)| is_local(first, board)).map(|(_, act)| act)
}

/// The board that a call is given first, and what it does to that.
fn act_on(code: &Code) -> Option<(&Code, BoardAct)> {
    let Node::Call(f, arguments) = code.open() else { return None };
    let Node::Const(Value::Native(native)) = f.open() else { return None };
    let (first, further) = arguments.split_first()?;
    let constant = |code: &Code| if let Node::Const(value) = code.open() { Some(value.clone()) } else { None };
    let mut values = further.iter().map(constant).collect::<Option<Vec<_>>>()?;
    let most = native.most.filter(|&most| most > values.len() && native.required <= arguments.len())?;
    values.resize(most - 1, Value::Unset);
    Some((first, native.on_boards.and_then(|read| read(&values))?))
}

fn variable(bind: &Bind) -> Option<u32> {
    if let Bind::Place(Place::Local(slot)) = bind { Some(*slot) } else { None }
}

fn is_local(code: &Code, wanted: u32) -> bool {
    matches!(code.open(), Node::Local(slot, _) if *slot == wanted)
}
