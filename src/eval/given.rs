//! What clauses give, before it is made.
//!
//! In: an expression that gives a game, mostly a call of a rule set or a sum of such calls. Out: its value; but positions of integers and boards
//! are told by their parameters, so that who has met them before finds them without making them again, and sums of positions by their numbers. Steps and errors are
//! those of evaluation. Touches the table of positions.

use super::Machine;
use super::boards::on_board;
use super::integers::on_integers;
use super::positions::Terms;
use crate::games::ZERO;
use crate::source::Span;
use crate::value::native::Native;
use crate::value::node::{Code, Kind, Node, Rules, Step};
use crate::value::{Deep, Grid, Position, Res, Sum, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// What an expression gives.
pub(crate) enum Given {
    /// Anything.
    Value(Value),
    /// A position that may be known.
    Position(Position),
    /// The position of these integers.
    Integers(Rc<Rules>, SmallVec<[i64; 2]>),
    /// The position of a board.
    Board(Rc<Rules>, Grid),
    /// A sum of numbered positions.
    Terms(Terms),
}

impl Machine {
    /// What an expression gives that is a position or a sum of positions, where that is seen from outside; else its value.
    pub(super) fn given(&mut self, code: &Code) -> Res<Given> {
        match &code.node {
            Node::Call(f, arguments) => {
                if let (Node::Const(Value::Native(native)), [Code { node: Node::ListFor(parts), .. }]) =
                    (&f.node, &arguments[..])
                    && native.adds
                {
                    return self.given_sum(native, &parts.0, &parts.1, code.span);
                }
                self.given_call(code)
            }
            Node::Neg(inner) => match self.given(inner)? {
                Given::Value(value) => self.neg(&value).map(Given::Value).map_err(|flow| flow.at(code.span)),
                given => {
                    let mut terms = self.terms_given(given)?;
                    terms.positions.iter_mut().for_each(|term| term.0 = !term.0);
                    terms.rest = self.store.neg(terms.rest, &self.handle)?;
                    Ok(Given::Terms(terms))
                }
            },
            _ => self.eval(code).map(Given::Value),
        }
    }

    /// The same, if it is a position.
    fn given_call(&mut self, code: &Code) -> Res<Given> {
        if let Node::Call(f, arguments) = &code.node
            && let Node::Global(slot) = f.node
            && let Value::Rules(rules) = &self.globals.values[slot as usize]
        {
            let rules = Rc::clone(rules);
            let arguments = self.arguments(arguments)?;
            if is_direct(&rules, &arguments) {
                return Ok(Given::Position(Position { rules, arguments: Deep(arguments) }));
            }
            let made = self.position(&rules, arguments).and_then(|made| self.written(made));
            return made.map(Given::Value).map_err(|flow| flow.at(code.span));
        }
        self.eval(code).map(Given::Value)
    }

    /// The sum of what a comprehension gives, without a list if these are positions.
    fn given_sum(&mut self, add: &'static Native, body: &Code, steps: &[Step], span: Span) -> Res<Given> {
        let mut positions: SmallVec<[Position; 2]> = SmallVec::new();
        let mut values = Vec::new();
        self.gather(steps, &mut |machine| {
            match machine.given_call(body)? {
                Given::Position(position) if values.is_empty() => positions.push(position),
                given => {
                    values.extend(positions.drain(..).map(|position| Value::Position(Rc::new(position))));
                    values.push(machine.value_given(given));
                }
            }
            Ok(())
        })?;
        if !values.is_empty() {
            return self.native(add, SmallVec::from_elem(Value::list(values), 1), span).map(Given::Value);
        }
        self.handle.ticks(1 + positions.len()).map_err(|stop| Box::<crate::value::Flow>::from(stop).at(span))?;
        if positions.len() == 1 {
            return Ok(positions.pop().map_or(Given::Value(Value::Int(0)), Given::Position));
        }
        if positions.is_empty() {
            return Ok(Given::Value(Value::Int(0)));
        }
        let mut terms = Terms { positions: SmallVec::with_capacity(positions.len()), rest: ZERO };
        for position in positions {
            terms.positions.push((false, self.position_number(position)));
        }
        Ok(Given::Terms(terms))
    }

    /// The value that was not made.
    pub(crate) fn value_given(&mut self, given: Given) -> Value {
        match given {
            Given::Value(value) => value,
            Given::Position(position) => Value::Position(Rc::new(position)),
            Given::Integers(rules, n) => Value::Position(Rc::new(on_integers(rules, &n))),
            Given::Board(rules, board) => Value::Position(Rc::new(on_board(rules, board))),
            Given::Terms(Terms { positions, rest }) => {
                let numbered = |(negative, id)| (negative, self.position_numbered(id));
                let terms = positions.into_iter().map(numbered).collect();
                let rest = self.game_value(rest);
                self.sum_value(Sum { terms: Deep(terms), rest })
            }
        }
    }

    /// It as a sum of numbered positions.
    pub(crate) fn terms_given(&mut self, given: Given) -> Res<Terms> {
        match given {
            Given::Value(value) => self.terms(&value),
            Given::Position(position) => Ok(Terms::alone(self.position_number(position))),
            Given::Integers(rules, n) => Ok(Terms::alone(self.tables.positions.number_of_integers(&rules, &n))),
            Given::Board(rules, board) => Ok(Terms::alone(self.tables.positions.number_of_board(&rules, board))),
            Given::Terms(terms) => Ok(terms),
        }
    }
}

/// Whether a call of a rule set makes the position of these arguments as they stand: nearly all do, with numbers and boards as they are asked for.
pub(super) fn is_direct(rules: &Rules, arguments: &[Value]) -> bool {
    rules.native.is_none()
        && rules.params.len() == arguments.len()
        && rules.params.iter().zip(arguments).all(|(param, argument)| {
            let fits = match argument {
                Value::Int(_) => matches!(param.kind, None | Some(Kind::Integer | Kind::Number | Kind::Game)),
                Value::Grid(_) => matches!(param.kind, None | Some(Kind::Grid)),
                _ => false,
            };
            fits && param.bind.is_none()
        })
}
