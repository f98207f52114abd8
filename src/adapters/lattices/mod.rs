//! `lattice` declarations: their board, moves and defeated points become a [`Game`] of the engine, their positions points.
//!
//! In: a declaration with its constants as code. Out: a native rule set, or an error that names the axiom that fails, where,
//! and what would repair it. A position is written `Nim2(7, 4)`; it is the sum's component like any other position: who
//! cannot move loses, and defeated points are no positions.

mod answers;
pub mod declaration;
pub mod words;

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::{NativeRules, position_of};
use crate::lattices::board::{Board, Inequality};
use crate::lattices::closed::ClosedForm;
use crate::lattices::game::{Game, Play};
use crate::lattices::heaps::HeapGame as Heaps;
use crate::limits::with_stack;
use crate::source::Span;
use crate::value::node::{Code, ParamCode, Rules};
use crate::value::{Fault, Move, Player, Position, Res, Value};
use answers::Answers;
use declaration::{Affine, LatticeRules, Relation};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::rc::Rc;
use words::flaw_fault;

/// A lattice game of the language.
#[derive(Debug)]
pub struct LatticeGame {
    /// The game.
    pub game: Game,
    /// The names of its coordinates.
    pub names: Vec<Rc<str>>,
    /// The heap game that it came from, if it did.
    pub heaps: Option<Heaps>,
    /// What has been found out.
    answers: Answers,
    /// Nim-values of the coordinates, where they are heaps of a squarefree game.
    closed: Option<ClosedForm>,
}

/// The coordinates of a position.
pub fn coordinates(position: &Position) -> Vec<BigInt> {
    position.arguments.iter().filter_map(Value::as_integer).collect()
}

/// `(7, 4)`, in dimension 1 `7`.
pub fn point_text(x: &[BigInt]) -> String {
    match x {
        [n] => n.to_string(),
        _ => format!("({})", x.iter().map(BigInt::to_string).collect::<Vec<_>>().join(", ")),
    }
}

impl LatticeGame {
    /// Reads a point: coordinates one by one, or a tuple or list of them, or a position of this game.
    pub fn point(&self, machine: &mut Machine, arguments: &[Value]) -> Res<Vec<BigInt>> {
        let parts: Vec<Value> = match arguments {
            [list @ (Value::List(_) | Value::Tuple(_) | Value::Range(_))] => machine.elements(list)?,
            [Value::Position(position)]
                if position.rules.native::<LatticeGame>().is_some_and(|other| other.game == self.game) =>
            {
                return Ok(coordinates(position));
            }
            _ => arguments.to_vec(),
        };
        let d = self.game.dimension();
        if let [one] = &parts[..]
            && d > 1
            && one.as_integer().is_none()
        {
            return Fault::expected(format!("a position: the coordinates {}", self.names.join(", ")), one).err();
        }
        if parts.len() != d {
            let (wanted, found) = (plural(d, "coordinate"), parts.len());
            return Fault::new(Mistake::Arguments, format!("a position of this game has {wanted}, found {found}"))
                .note(format!("The coordinates are {}.", self.names.join(", ")))
                .err();
        }
        let mut x = Vec::with_capacity(d);
        for (part, name) in parts.iter().zip(&self.names) {
            match part.as_integer() {
                Some(n) => x.push(n),
                None => return Fault::expected(format!("an integer as the coordinate {name}"), part).err(),
            }
        }
        Ok(x)
    }

    /// An error unless the point is on the board.
    pub fn check_on_board(&self, x: &[BigInt]) -> Res<()> {
        if !self.game.board().contains(x) {
            let shown = point_text(x);
            let rows = &self.game.board().rows;
            let broken =
                rows.iter().find(|(a, b)| x.iter().zip(a).map(|(x, a)| x * a).sum::<BigInt>() < BigInt::from(*b));
            let broken = broken.map_or(String::new(), |(a, b)| format!(": {}", words::inequality(a, *b, &self.names)));
            return Fault::new(Mistake::NotAPosition, format!("{shown} is not on the board"))
                .label(format!("the board has{}", broken.trim_start_matches(':')))
                .err();
        }
        Ok(())
    }

    /// An error unless the point is a position of play.
    pub fn check_position(&self, x: &[BigInt]) -> Res<()> {
        self.check_on_board(x)?;
        if self.game.position(x).is_none() {
            let shown = point_text(x);
            return Fault::new(Mistake::NotAPosition, format!("{shown} is a defeated position"))
                .note("Nobody may move there, so play never stands there: it is no position.")
                .err();
        }
        Ok(())
    }
}

/// `1 coordinate`, `2 coordinates`.
pub fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl NativeRules for LatticeGame {
    fn fixed(&self) -> String {
        format!("{:?}", self.game)
    }

    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let x = self.point(machine, &arguments)?;
        self.check_position(&x)?;
        Ok(position_of(rules, x.into_iter().map(Value::from)))
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        let mut options = Vec::new();
        for (_, x) in self.game.options(&coordinates(position)) {
            machine.handle.ticks(self.names.len() as u32)?;
            options.push(position_of(&position.rules, x.into_iter().map(Value::from)));
        }
        Ok(options)
    }

    fn value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<crate::games::Game>> {
        let Some(closed) = &self.closed else { return Ok(None) };
        let y = self.game.board().facet_coordinates(&coordinates(position));
        Ok(Some(machine.store.nimber(closed.nim_value(&y))))
    }

    fn lost(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        self.is_p(machine, &position.rules.name, &coordinates(position)).map(Some)
    }

    fn lost_options(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Vec<Value>>> {
        let mut lost = Vec::new();
        for (_, x) in self.game.options(&coordinates(position)) {
            if self.is_p(machine, &position.rules.name, &x)? {
                lost.push(position_of(&position.rules, x.into_iter().map(Value::from)));
            }
        }
        Ok(Some(lost))
    }

    fn has_remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        self.is_near(machine, &coordinates(position))
    }

    fn shows_value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        Ok(self.closed.is_some() || self.is_near(machine, &coordinates(position))?)
    }

    fn move_notation(&self, _machine: &mut Machine, made: &Move) -> Res<Option<String>> {
        match (&made.component, &made.becomes) {
            (Value::Position(from), Value::Position(to)) => {
                Ok(Some(format!("{} -> {}", point_text(&coordinates(from)), point_text(&coordinates(to)))))
            }
            _ => Ok(None),
        }
    }
}

impl Machine {
    /// The rule set that a declaration makes.
    pub(crate) fn lattice_declaration(&mut self, declaration: &Rc<LatticeRules>) -> Res {
        let d = declaration.params.len();
        let mut board = Vec::new();
        let mut spans = Vec::new();
        for inequality in &declaration.board {
            let mut sides = Vec::new();
            for side in [&inequality.large, &inequality.small] {
                sides.push(self.affine(side, d)?);
            }
            let difference: Vec<BigRational> = sides[0].iter().zip(&sides[1]).map(|(a, b)| a - b).collect();
            board.push(at_least_zero(&difference, inequality.relation == Relation::Less));
            spans.push(inequality.span);
            if inequality.relation == Relation::Equal {
                let opposite: Vec<BigRational> = difference.iter().map(|a| -a).collect();
                board.push(at_least_zero(&opposite, false));
                spans.push(inequality.span);
            }
        }
        let (moves, move_spans) = self.vectors(&declaration.moves, d, "a move")?;
        if moves.is_empty() {
            let name = &declaration.heading.name;
            return Fault::new(Mistake::LatticeMoves, format!("the lines `move` of {name} name no move"))
                .note("A lattice game has a move for each ray of its board, such as `move (1, 0), (0, 1)`.")
                .err();
        }
        let (points, _) = self.vectors(&declaration.defeated, d, "a defeated point")?;
        let play = match declaration.misere {
            Some(_) => Play::Misere,
            None if declaration.defeated.is_empty() => Play::Normal,
            None => Play::Defeated(points),
        };
        let handle = Rc::clone(&self.handle);
        let made = Game::new(d, &board, moves.clone(), &play, &handle)?;
        match made {
            Ok(game) => {
                let rules = self.lattice_rules(&declaration.heading.name, game, declaration.params.clone(), None)?;
                let mut rules = Rc::into_inner(rules).expect("it was made just now");
                declaration.heading.stands_over(&mut rules);
                Ok(Value::Rules(Rc::new(rules)))
            }
            Err(flaw) => Err(flaw_fault(&flaw, declaration, &moves, &move_spans, &spans).into()),
        }
    }

    /// A rule set of points with this game.
    pub fn lattice_rules(
        &mut self,
        name: &str,
        game: Game,
        names: Vec<Rc<str>>,
        heaps: Option<Heaps>,
    ) -> Res<Rc<Rules>> {
        let board: &Board = game.board();
        debug_assert_eq!(board.dimension, names.len());
        let closed = ClosedForm::find(game.core(), &self.handle)?;
        let signature = format!("{name}({})", names.join(", "));
        let param = |name: &Rc<str>| ParamCode { name: Some(Rc::clone(name)), bind: None, kind: None, default: None };
        let params = names.iter().map(param).collect();
        let native = LatticeGame { game, names, heaps, answers: Answers::default(), closed };
        let rules = self.native_rules(name, &signature, true, Rc::new(native));
        let mut rules = Rc::into_inner(rules).expect("it was made just now");
        rules.params = params;
        Ok(Rc::new(rules))
    }

    /// An affine function: the coefficients of the coordinates, then the constant.
    fn affine(&mut self, affine: &Affine, d: usize) -> Res<Vec<BigRational>> {
        let scaled = |all: Vec<BigRational>, by: &BigRational| all.into_iter().map(|a| a * by).collect::<Vec<_>>();
        self.handle.tick()?;
        Ok(match affine {
            Affine::Constant(code) => {
                let mut all = vec![BigRational::zero(); d];
                all.push(self.rational(code)?);
                all
            }
            Affine::Coordinate(i, _) => {
                let unit = |j| if j == *i { BigRational::one() } else { BigRational::zero() };
                (0..=d).map(unit).collect()
            }
            Affine::Sum(parts) => {
                let mut all = vec![BigRational::zero(); d + 1];
                for (minus, part) in parts {
                    let more = with_stack(|| self.affine(part, d))?;
                    for (a, b) in all.iter_mut().zip(more) {
                        if *minus { *a -= b } else { *a += b }
                    }
                }
                all
            }
            Affine::Scaled(code, part) => {
                let by = self.rational(code)?;
                scaled(with_stack(|| self.affine(part, d))?, &by)
            }
            Affine::Divided(part, code) => {
                let by = self.rational(code)?;
                if by.is_zero() {
                    return Fault::new(Mistake::DivisionByZero, "division by zero").at(code.span).err();
                }
                scaled(with_stack(|| self.affine(part, d))?, &by.recip())
            }
        })
    }

    fn rational(&mut self, code: &Code) -> Res<BigRational> {
        let value = self.eval(code)?;
        match value.as_ratio() {
            Some(q) => Ok(q),
            None => Fault::expected("a number in an inequality of the board", &value).at(code.span).err(),
        }
    }

    /// Vectors of machine integers, with the place of the code that gave each.
    fn vectors(&mut self, codes: &[Code], d: usize, what: &str) -> Res<(Vec<Vec<i64>>, Vec<Span>)> {
        let (mut vectors, mut spans) = (Vec::new(), Vec::new());
        for code in codes {
            if self.goes_on_for_ever(code)? {
                return Fault::new(Mistake::LatticeMoves, format!("{what} for each element of an endless set: a lattice game has finitely many moves"))
                    .note("Moves that take any number from a heap, as in Nim on two heaps or Wythoff's game, are infinitely many vectors.")
                    .note("Give the range an end, `for k in 1..5`; or let coordinates count the heaps of each size, as `lattice_of(Nim, 5)` does.")
                    .at(code.span)
                    .err();
            }
            let value = self.eval(code)?;
            let many = match &value {
                Value::Set(_) | Value::List(_) | Value::Range(_) => self.elements(&value)?,
                _ => vec![value],
            };
            for value in many {
                self.handle.ticks(1 + d as u32)?;
                vectors.push(self.vector(&value, d, what).map_err(|flow| flow.at(code.span))?);
                spans.push(code.span);
            }
        }
        Ok((vectors, spans))
    }

    fn vector(&mut self, value: &Value, d: usize, what: &str) -> Res<Vec<i64>> {
        let entries = match value {
            Value::Tuple(_) | Value::List(_) => self.elements(value)?,
            Value::Int(_) | Value::Big(_) if d == 1 => vec![value.clone()],
            other if d == 1 => return Fault::expected(format!("{what}, an integer"), other).err(),
            other => return Fault::expected(format!("{what}, a tuple of {}", plural(d, "integer")), other).err(),
        };
        if entries.len() != d {
            let found = plural(entries.len(), "entry").replace("entrys", "entries");
            return Fault::new(
                Mistake::LatticeMoves,
                format!("{what} needs {}, one for each coordinate, found {found}", plural(d, "integer")),
            )
            .err();
        }
        let mut out = Vec::with_capacity(d);
        for entry in &entries {
            match entry {
                Value::Int(n) => out.push(*n),
                Value::Big(_) => {
                    return Fault::new(Mistake::LatticeMoves, format!("{what} has an entry beyond 2^31")).err();
                }
                other => return Fault::expected(format!("an integer in {what}"), other).err(),
            }
        }
        Ok(out)
    }
}

/// `f >= 0` or `f > 0` for integer points, with coefficients made integers for the latter.
fn at_least_zero(f: &[BigRational], strict: bool) -> Inequality {
    let (constant, coefficients) =
        f.split_last().map_or((BigRational::zero(), Vec::new()), |(c, a)| (c.clone(), a.to_vec()));
    let bound = -constant;
    if !strict {
        return Inequality { coefficients, bound };
    }
    // a · x > b with a primitive and integral is a · x >= floor(b) + 1.
    let scale = coefficients.iter().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
    let content = coefficients.iter().fold(BigInt::zero(), |g, c| g.gcd(&(c.numer() * (&scale / c.denom()))));
    if content.is_zero() {
        // 0 > b: nothing to ask, or nothing left.
        let bound = if bound < BigRational::zero() { -BigRational::one() } else { BigRational::one() };
        return Inequality { coefficients, bound };
    }
    let factor = BigRational::new(scale, content);
    let bound = (bound * &factor).floor() + BigRational::one();
    Inequality { coefficients: coefficients.into_iter().map(|c| c * &factor).collect(), bound }
}
