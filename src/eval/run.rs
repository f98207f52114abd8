//! The walk over the tree. Cases that every loop meets stand here; the rest has files of its own.
//!
//! In: code. Out: its value, or how it ended otherwise. Touches frames, variables and the voice.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::limits::{Stop, with_stack};
use crate::report::{CheckReport, Output, Verdict};
use crate::syntax::ast::CompareOp;
use crate::value::key::Key;
use crate::value::node::{CheckNode, Code, LineNode, Node, Place, Program};
use crate::value::text::check_length;
use crate::value::{Closure, Deep, Entries, Fault, Flow, Items, Res, Value};
use std::cell::RefCell;
use std::rc::Rc;

impl Machine {
    /// Runs a program; the values of its expression statements go to `shown`. Stops at the first error.
    pub fn run(&mut self, program: &Program, shown: &mut dyn FnMut(&mut Machine, Value) -> Res<()>) -> Res<()> {
        self.prepare(program);
        for (slot, value) in &program.definitions {
            self.set_global(*slot, value.clone());
        }
        for statement in &program.statements {
            let said = self.voice.begin();
            let value = self.eval(&statement.code)?;
            self.voice.end(said, statement.code.span);
            if statement.shown {
                shown(self, value).map_err(|flow| flow.at(statement.code.span))?;
            }
        }
        Ok(())
    }

    /// An empty stack with room for the variables of the program's own loops: what one of its statements needs.
    pub(crate) fn prepare(&mut self, program: &Program) {
        self.unwind();
        self.frames.open(0, program.frame);
    }

    /// The value of an operand: a name or constant is read where it stands, without a walk.
    #[inline]
    pub(super) fn operand(&mut self, code: &Code) -> Res {
        let value = match &code.node {
            Node::Local(slot, _) => self.frames.local(*slot),
            Node::Global(slot) => &self.globals.values[*slot as usize],
            Node::Const(value) => return Ok(value.clone()),
            Node::Call(f, arguments) => return self.call_node(f, arguments, code.span),
            _ => return self.eval(code),
        };
        match value {
            Value::Int(n) => Ok(Value::Int(*n)),
            Value::Unset | Value::Cell(_) => self.eval(code),
            value => Ok(value.clone()),
        }
    }

    /// The value of an expression.
    pub fn eval(&mut self, code: &Code) -> Res {
        let mut code = code;
        while let Node::If(parts) = &code.node {
            let (condition, then, otherwise) = &**parts;
            let holds = match self.truth_at_hand(condition) {
                Some(holds) => holds,
                None => self.truth(condition)?,
            };
            code = match otherwise {
                _ if holds => then,
                Some(otherwise) => otherwise,
                None => return Ok(Value::Nothing),
            };
        }
        match &code.node {
            Node::Const(value) => Ok(value.clone()),
            Node::Local(slot, name) => match self.frames.local(*slot) {
                Value::Int(n) => Ok(Value::Int(*n)),
                Value::Unset => no_value_yet(name, code, true),
                Value::Cell(cell) => match &*cell.borrow() {
                    Value::Unset => no_value_yet(name, code, true),
                    value => Ok(value.clone()),
                },
                value => Ok(value.clone()),
            },
            Node::Global(slot) => match &self.globals.values[*slot as usize] {
                Value::Unset => self.script_has_no_value_yet(*slot, code),
                value => Ok(value.clone()),
            },
            Node::AddConst(a, n) => {
                if let Some(sum) = self.small_result(code) {
                    return Ok(Value::Int(sum));
                }
                let a = self.operand(a)?;
                if let Value::Int(x) = a
                    && let Some(sum) = x.checked_add(*n)
                {
                    return Ok(Value::Int(sum));
                }
                // `n` is negative where `-` was written.
                let result = if *n < 0 { self.sub(&a, &Value::Int(-*n)) } else { self.add(&a, &Value::Int(*n)) };
                result.map_err(|flow| flow.at(code.span))
            }
            Node::Add(pair) => {
                // A call is looked at once, where its value is taken.
                if !matches!(pair.0.node, Node::Call(..))
                    && let Some(sum) = self.small_result(code)
                {
                    return Ok(Value::Int(sum));
                }
                let (a, b) = (self.operand(&pair.0)?, self.operand(&pair.1)?);
                if let (Value::Int(x), Value::Int(y)) = (&a, &b)
                    && let Some(sum) = x.checked_add(*y)
                {
                    return Ok(Value::Int(sum));
                }
                self.add(&a, &b).map_err(|flow| flow.at(code.span))
            }
            Node::Sub(_) | Node::Product(..) => match self.small_result(code) {
                Some(n) => Ok(Value::Int(n)),
                None => self.eval_rare(code),
            },
            Node::Arithmetic(arithmetic) => match self.computed(arithmetic) {
                Some(n) => Ok(Value::Int(n)),
                None => self.eval(&arithmetic.code),
            },
            Node::CompareConst(op, a, n) => {
                if let Some(truth) = self.small_truth(code) {
                    return Ok(Value::Bool(truth));
                }
                let a = self.operand(a)?;
                if let Value::Int(x) = a
                    && let Some(truth) = compare_ints(*op, x, *n)
                {
                    return Ok(Value::Bool(truth));
                }
                self.compare(*op, &a, &Value::Int(*n)).map(Value::Bool).map_err(|flow| flow.at(code.span))
            }
            Node::Run(parts) => self.run_of(&parts.0, &parts.1),
            Node::Compare(op, pair) => {
                if let Some(truth) = self.small_truth(code) {
                    return Ok(Value::Bool(truth));
                }
                let (a, b) = (self.operand(&pair.0)?, self.operand(&pair.1)?);
                if let (Value::Int(x), Value::Int(y)) = (&a, &b)
                    && let Some(truth) = compare_ints(*op, *x, *y)
                {
                    return Ok(Value::Bool(truth));
                }
                self.compare(*op, &a, &b).map(Value::Bool).map_err(|flow| flow.at(code.span))
            }
            Node::Call(f, arguments) => self.call_node(f, arguments, code.span),
            Node::Block(statements) => {
                let mut last = Value::Nothing;
                for statement in statements {
                    last = self.eval(statement)?;
                }
                Ok(last)
            }
            Node::Assign(pair) => {
                let value = self.eval(&pair.1)?;
                self.assign(&pair.0, value)?;
                Ok(Value::Nothing)
            }
            Node::Grown(place, growth, code) => self.grown(*place, *growth, code),
            Node::And(parts) => {
                for part in parts {
                    if !self.truth(part)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            Node::Or(parts) => {
                for part in parts {
                    if self.truth(part)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Ok(Value::Bool(false))
            }
            Node::For(parts) => self.for_loop(&parts.0, &parts.1),
            Node::While(parts) => self.while_loop(&parts.0, &parts.1),
            _ => self.eval_rare(code),
        }
    }

    #[inline(never)]
    fn eval_rare(&mut self, code: &Code) -> Res {
        let at = |flow: Box<Flow>| flow.at(code.span);
        match &code.node {
            Node::Landing(inner) => with_stack(|| inner.0.as_ref().map_or(Ok(Value::Nothing), |code| self.eval(code))),
            Node::Sub(pair) => {
                let (a, b) = (self.operand(&pair.0)?, self.operand(&pair.1)?);
                self.sub(&a, &b).map_err(at)
            }
            Node::Product(op, pair) => {
                let (a, b) = (self.operand(&pair.0)?, self.operand(&pair.1)?);
                self.product(*op, &a, &b).map_err(at)
            }
            Node::Power(pair) => {
                let (a, b) = (self.eval(&pair.0)?, self.eval(&pair.1)?);
                self.power(&a, &b).map_err(at)
            }
            Node::Index(pair) => {
                let (a, b) = (self.operand(&pair.0)?, self.operand(&pair.1)?);
                self.index(&a, &b).map_err(at)
            }
            Node::Ordinal(pair) => {
                let (a, b) = (self.eval(&pair.0)?, self.eval(&pair.1)?);
                self.ordinal(&a, &b).map_err(at)
            }
            Node::Neg(a) => {
                let a = self.eval(a)?;
                self.neg(&a).map_err(at)
            }
            Node::Switch(a) => {
                let a = self.eval(a)?;
                self.switch(&a).map_err(at)
            }
            Node::Not(a) => Ok(Value::Bool(!self.truth(a)?)),
            Node::Star(n) => {
                let n = self.eval(n)?;
                self.star(&n).map_err(at)
            }
            Node::Up(ups, star) => self.up(ups, star).map_err(at),
            Node::UpPower { sum, power, star } => self.power_of_up(*sum, power, star).map_err(at),
            Node::Xor(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for part in parts {
                    values.push(self.eval(part)?);
                }
                crate::value::number::nim_sum(&values).map_err(|flow| at(self.expects(flow, "xor", None)))
            }
            Node::Range(a, b) => {
                let a = self.eval(a)?;
                let b = b.as_ref().map(|b| self.eval(b)).transpose()?;
                self.range(&a, b.as_ref()).map_err(at)
            }
            Node::Chain(first, rest) => {
                let mut left = self.eval(first)?;
                for (op, right) in rest {
                    let right = self.eval(right)?;
                    if !self.compare(*op, &left, &right).map_err(at)? {
                        return Ok(Value::Bool(false));
                    }
                    left = right;
                }
                Ok(Value::Bool(true))
            }
            Node::Closure(proto, outside) => Ok(self.closure(proto, outside)),
            Node::Return(value) => {
                let value = value.as_ref().map_or(Ok(Value::Nothing), |code| self.eval(code))?;
                Err(Box::new(Flow::Return(value)))
            }
            Node::Break => Err(Box::new(Flow::Break)),
            Node::Continue => Err(Box::new(Flow::Continue)),
            Node::AssignIndex(place, indices, value) => self.assign_index(*place, indices, value).map_err(at),
            Node::CallNamed(f, arguments) => self.call_named(f, arguments, code.span),
            Node::Check(check) => self.check(check),
            Node::Why(claim) => (self.reasons.why)(self, claim).map_err(at),
            Node::Question(question) => {
                for line in &question.lines {
                    if let LineNode::Where(binding, _) = &line.node {
                        self.eval(binding)?;
                    }
                }
                Ok(Value::Nothing)
            }
            _ => self.eval_collection(code),
        }
    }

    #[inline(never)]
    fn eval_collection(&mut self, code: &Code) -> Res {
        let at = |flow: Box<Flow>| flow.at(code.span);
        match &code.node {
            Node::Interpolate(parts) => {
                let mut text = String::new();
                for part in parts {
                    let value = self.eval(part)?;
                    let shown = self.display(&value).map_err(at)?;
                    check_length(text.len() + shown.len()).map_err(at)?;
                    text.push_str(&shown);
                    self.handle.tick().map_err(|stop| at(stop.into()))?;
                }
                Ok(Value::text(text))
            }
            Node::Tuple(parts) => Ok(Value::tuple(self.eval_all(parts)?)),
            Node::List(parts) => Ok(Value::list(self.eval_all(parts)?)),
            Node::Set(parts) => {
                let mut items = Items::default();
                for part in parts {
                    let value = self.eval(part)?;
                    items.insert(Key(self.normal(&value).map_err(at)?));
                }
                Ok(Value::set(items))
            }
            Node::Map(parts) => {
                let mut entries = Entries::default();
                for (key, value) in parts {
                    let key = self.eval(key)?;
                    let key = Key(self.normal(&key).map_err(at)?);
                    entries.insert(key, self.eval(value)?);
                }
                Ok(Value::Map(Rc::new(Deep(entries))))
            }
            Node::Game(left, right) => {
                let left = self.options(left)?;
                let right = self.options(right)?;
                self.bracketed(left, right).map_err(at)
            }
            Node::Looped(inside) => {
                let function = self.eval(inside)?;
                (self.engines.looped)(self, &function, code.span).map_err(at)
            }
            Node::Sided(pair) => {
                let (on, off) = (self.eval(&pair.0)?, self.eval(&pair.1)?);
                (self.engines.sided)(self, &on, &off).map_err(at)
            }
            Node::ListFor(parts) => {
                let (body, steps) = &**parts;
                let mut items = Vec::new();
                self.gather(steps, &mut |machine| {
                    items.push(machine.eval(body)?);
                    Ok(())
                })?;
                Ok(Value::list(items))
            }
            Node::SetFor(parts) => {
                let (body, steps) = &**parts;
                let mut items = Items::default();
                self.gather(steps, &mut |machine| {
                    let value = machine.eval(body)?;
                    items.insert(Key(machine.normal(&value).map_err(|flow| flow.at(body.span))?));
                    Ok(())
                })?;
                Ok(Value::set(items))
            }
            Node::MapFor(parts) => {
                let (key, value, steps) = &**parts;
                let mut entries = Entries::default();
                self.gather(steps, &mut |machine| {
                    let k = machine.eval(key)?;
                    let k = Key(machine.normal(&k).map_err(|flow| flow.at(key.span))?);
                    entries.insert(k, machine.eval(value)?);
                    Ok(())
                })?;
                Ok(Value::Map(Rc::new(Deep(entries))))
            }
            Node::Poset(chains) => (self.engines.poset)(self, chains).map_err(|flow| flow.at(code.span)),
            Node::Graph(literal) => (self.engines.graph)(self, literal),
            Node::Declared(declaration) => self.declared(declaration).map_err(at),
            _ => Fault::new(Mistake::Bug, "this cannot be evaluated").at(code.span).err(),
        }
    }

    pub(super) fn eval_all(&mut self, parts: &[Code]) -> Res<Vec<Value>> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push(self.eval(part)?);
        }
        Ok(values)
    }

    /// Options of a literal: a set or list stands for its elements; everything must be a game.
    fn options(&mut self, parts: &[Code]) -> Res<Vec<Value>> {
        let mut options = Vec::with_capacity(parts.len());
        for part in parts {
            let value = self.eval(part)?;
            let known = options.len();
            match &value {
                Value::List(_) | Value::Set(_) => options.extend(self.elements(&value)?),
                _ => options.push(value),
            }
            for option in &options[known..] {
                self.handle.tick()?;
                if matches!(option, Value::Thing(thing) if thing.opened().is_option()) {
                    continue;
                }
                self.check_game(option).map_err(|flow| flow.at(part.span))?;
            }
        }
        Ok(options)
    }

    /// A condition.
    pub(crate) fn truth(&mut self, code: &Code) -> Res<bool> {
        if let Some(truth) = self.small_truth(code) {
            return Ok(truth);
        }
        match self.eval(code)? {
            Value::Bool(truth) => Ok(truth),
            other => self
                .expected("true or false", &other)
                .note("A condition is a comparison, or a function such as `is_number`.")
                .at(code.span)
                .err(),
        }
    }

    #[cold]
    fn script_has_no_value_yet(&self, slot: u32, code: &Code) -> Res {
        let name = &self.globals.names[slot as usize];
        let result = no_value_yet(name, code, false);
        let library = self.globals.library.get(name).map(|&slot| &self.globals.values[slot as usize]);
        match (result, library) {
            (Err(flow), Some(Value::Native(_) | Value::Func(_))) => match *flow {
                Flow::Fault(fault) => {
                    let note = format!(
                        "`{name} = …` hides the function `{name}` of the library in the whole script: choose another name."
                    );
                    fault.note(note).err()
                }
                other => Err(Box::new(other)),
            },
            (result, _) => result,
        }
    }

    fn closure(&mut self, proto: &Rc<crate::value::node::Proto>, outside: &[u32]) -> Value {
        let captured = Deep(outside.iter().map(|slot| self.frames.share(*slot)).collect());
        Value::Func(Rc::new(Closure { proto: Rc::clone(proto), captured, kept: RefCell::default() }))
    }

    /// A check never stops the program: what goes wrong in it is its own verdict, too deep a recursion included. Other bounds
    /// and interruptions do stop it.
    fn check(&mut self, check: &CheckNode) -> Res {
        let before = self.before();
        let verdict = match (self.reasons.judge)(self, check) {
            Ok(verdict) => verdict,
            Err(flow) => match *flow {
                Flow::Fault(fault) if matches!(fault.stop(), None | Some(Stop::Depth(_))) => {
                    self.recover(before);
                    Verdict::Failed(Box::new(self.told(fault.at(check.claim.span))))
                }
                other => return Err(Box::new(other)),
            },
        };
        self.voice.count_check(verdict == Verdict::True);
        let span = check.claim.span;
        let report = CheckReport {
            file: self.sources().get(span.source).map_or(String::new(), |s| s.name.to_string()),
            line: self.sources().line_column(span).map_or(0, |(line, _)| line),
            claim: check.source.to_string(),
            text: check.text.as_ref().map(ToString::to_string),
            verdict,
        };
        self.emit(Output::Check(report));
        Ok(Value::Nothing)
    }

    fn assign_index(&mut self, place: Place, indices: &[Code], value: &Code) -> Res {
        let mut keys = Vec::with_capacity(indices.len());
        for index in indices {
            let key = self.eval(index)?;
            keys.push(self.normal(&key)?);
        }
        let value = self.eval(value)?;
        // Taken out of its slot, so that a collection that nobody else holds is changed in place.
        let slot = self.slot(place);
        let (mut root, cell) = match slot {
            Value::Cell(cell) => (std::mem::replace(&mut *cell.borrow_mut(), Value::Unset), Some(Rc::clone(cell))),
            other => (std::mem::replace(other, Value::Unset), None),
        };
        let result = super::bind::replace_at(&mut root, &keys, value, &self.handle);
        match (cell, place) {
            (Some(cell), _) => {
                *cell.borrow_mut() = root;
                self.changes.cell();
            }
            (None, Place::Global(slot)) => {
                self.globals.values[slot as usize] = root;
                if self.globals.watched[slot as usize] {
                    self.outdated();
                }
            }
            (None, Place::Local(_)) => *self.slot(place) = root,
        }
        result.map(|()| Value::Nothing)
    }
}

#[inline]
pub(super) fn compare_ints(op: CompareOp, x: i64, y: i64) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(x == y),
        CompareOp::Ne => Some(x != y),
        CompareOp::Lt => Some(x < y),
        CompareOp::Gt => Some(x > y),
        CompareOp::Le => Some(x <= y),
        CompareOp::Ge => Some(x >= y),
        // Numbers are never confused with each other.
        CompareOp::Confused => Some(false),
        CompareOp::LtConfused => Some(x < y),
        CompareOp::GtConfused => Some(x > y),
        CompareOp::In | CompareOp::NotIn => None,
    }
}

#[cold]
fn no_value_yet(name: &str, code: &Code, local: bool) -> Res {
    let fault = Fault::new(Mistake::Unset, format!("`{name}` has no value yet"))
        .label("used here, before any assignment was reached")
        .at(code.span);
    if !local {
        return fault.err();
    }
    let note =
        format!("`{name} = …` anywhere in a function makes `{name}` its own variable; one outside is not changed.");
    fault.note(note).err()
}
