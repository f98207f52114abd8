//! Calls: of functions of the language, of native functions, and of rule sets, which make positions.
//!
//! In: a value that is called, and arguments. Out: what the call gives. Touches frames.

use super::Machine;
use super::composed::Composed;
use super::given::is_direct;
use super::native::{Body, Each, Taker};
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::source::Span;
use crate::value::native::Native;
use crate::value::node::{Code, Kind, Node, ParamCode, Proto, Rules};
use crate::value::{Closure, Deep, Fault, Flow, Grid, Position, Problem, Res, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// Arguments of native functions: as many as most take need no memory of their own.
type Arguments = SmallVec<[Value; 6]>;

impl Machine {
    /// A call with plain arguments.
    #[inline(never)]
    pub(super) fn call_node(&mut self, f: &Code, arguments: &[Code], span: Span) -> Res {
        if let Node::Global(slot) = f.node
            && let Value::Func(closure) = &self.globals.values[slot as usize]
            && closure.proto.plain
            && closure.proto.params.len() == arguments.len()
        {
            let closure = Rc::clone(closure);
            let base = self.push_arguments(arguments)?;
            if closure.proto.memo {
                return self.invoke_memo(&closure, base, span);
            }
            return self.invoke_body(&closure, base, span);
        }
        self.call_of_any(f, arguments, span)
    }

    #[inline]
    fn push_arguments(&mut self, arguments: &[Code]) -> Res<usize> {
        let base = self.frames.height();
        for argument in arguments {
            match self.at_hand(argument).or_else(|| self.small(argument)) {
                Some(n) => self.frames.push(Value::Int(n)),
                None => {
                    let value = self.operand(argument)?;
                    self.frames.push(value);
                }
            }
        }
        Ok(base)
    }

    #[inline(never)]
    fn call_of_any(&mut self, f: &Code, arguments: &[Code], span: Span) -> Res {
        let f = self.operand(f)?;
        if let Value::Func(closure) = &f
            && closure.proto.plain
            && closure.proto.params.len() == arguments.len()
        {
            let base = self.push_arguments(arguments)?;
            return self.invoke(closure, base, span);
        }
        match f {
            Value::Native(native) => self.call_native(native, arguments, span),
            Value::Rules(rules) => self.call_rules(&rules, arguments, span),
            f => {
                let values = self.eval_all(arguments)?;
                self.apply(&f, values, span)
            }
        }
    }

    #[inline(never)]
    fn call_native(&mut self, native: &'static Native, arguments: &[Code], span: Span) -> Res {
        let values = self.native_arguments(arguments)?;
        self.native(native, values, span)
    }

    /// Few arguments need no memory of their own.
    #[inline]
    fn native_arguments(&mut self, arguments: &[Code]) -> Res<Arguments> {
        let mut values = Arguments::new();
        for argument in arguments {
            values.push(self.operand(argument)?);
        }
        Ok(values)
    }

    /// Hands over the elements of the list that a call of a native function would give, if it makes them one by one; otherwise nothing happens, and it says so.
    pub(super) fn each_of_call(&mut self, code: &Code, out: Taker<'_>) -> Res<bool> {
        let Node::Call(f, arguments) = &code.node else { return Ok(false) };
        let Node::Const(Value::Native(native)) = f.node else { return Ok(false) };
        let Some(each) = native.one_by_one.and_then(|each| each.downcast_ref::<Each>()) else { return Ok(false) };
        let mut values = self.native_arguments(arguments)?;
        self.prepared(native, &mut values, code.span)?;
        // Errors of who takes the elements are no errors of the function.
        let mut taken = Ok(());
        let given = each(self, &values, &mut |machine, value| {
            taken = match machine.handle.tick() {
                Ok(()) => out(machine, value),
                Err(stop) => Err(Box::<Flow>::from(stop).at(code.span)),
            };
            if taken.is_ok() { Ok(()) } else { Err(Box::new(Flow::Break)) }
        });
        taken?;
        match given {
            Ok(()) => Ok(true),
            Err(flow) => Err(self.expects(flow, native.name, Some(native.signature)).at(code.span)),
        }
    }

    #[inline(never)]
    fn call_rules(&mut self, rules: &Rc<Rules>, arguments: &[Code], span: Span) -> Res {
        let values = self.arguments(arguments)?;
        self.position(rules, values).and_then(|made| self.written(made)).map_err(|flow| flow.at(span))
    }

    /// Arguments of a rule set.
    pub(super) fn arguments(&mut self, codes: &[Code]) -> Res<SmallVec<[Value; 2]>> {
        let mut values = SmallVec::new();
        for code in codes {
            values.push(match self.small(code) {
                Some(n) => Value::Int(n),
                None => self.operand(code)?,
            });
        }
        Ok(values)
    }

    /// A call some of whose arguments are named.
    pub(super) fn call_named(&mut self, f: &Code, arguments: &[(Option<Rc<str>>, Code)], span: Span) -> Res {
        let f = self.eval(f)?;
        let mut plain = Vec::new();
        let mut named: Vec<(&str, Value, Span)> = Vec::new();
        for (name, code) in arguments {
            let value = self.eval(code)?;
            match name {
                Some(name) => named.push((name, value, code.span)),
                None if named.is_empty() => plain.push(value),
                None => {
                    return Fault::new(Mistake::Arguments, "a plain argument stands after a named one")
                        .at(code.span)
                        .err();
                }
            }
        }
        let plain = self.placed(&f, plain, named, span)?;
        self.apply(&f, plain, span)
    }

    /// Arguments with the named ones at their places.
    pub(crate) fn placed(
        &self,
        f: &Value,
        mut plain: Vec<Value>,
        named: Vec<(&str, Value, Span)>,
        span: Span,
    ) -> Res<Vec<Value>> {
        if named.is_empty() {
            return Ok(plain);
        }
        let names: Vec<String> = match f {
            Value::Thing(_) if let Some(composed) = f.thing::<Composed>() => {
                return self.placed(&composed.first, plain, named, span);
            }
            Value::Func(c) => parameter_names(&c.proto.params),
            Value::Rules(r) if r.native.is_none() => parameter_names(&r.params),
            Value::Native(n) if n.most.is_some() => n.names().iter().map(ToString::to_string).collect(),
            Value::Native(n) => return by_place(n.name, n.signature, &named),
            Value::Rules(r) => return by_place(&r.name, &r.signature, &named),
            Value::Thing(_) => {
                return Fault::new(Mistake::Arguments, format!("{} takes no named arguments", f.a_kind()))
                    .at(span)
                    .err();
            }
            // The call says that it cannot be called.
            _ => return Ok(plain),
        };
        for (name, value, place) in named {
            let Some(index) = names.iter().position(|n| n == name) else {
                let mut fault = Fault::new(Mistake::Arguments, format!("there is no parameter `{name}`"));
                if let Some(near) = crate::spelling::names(name, names.iter().map(|n| &**n)).first() {
                    fault = fault.label(format!("did you mean `{near}`?"));
                }
                fault = fault.note(format!("Parameters are: {}.", names.join(", ")));
                return fault.at(place).err();
            };
            if plain.len() <= index {
                plain.resize(index + 1, Value::Unset);
            } else if !matches!(plain[index], Value::Unset) {
                return Fault::new(Mistake::Arguments, format!("the parameter `{name}` is given twice"))
                    .label("once by its place, and here by its name")
                    .at(place)
                    .err();
            }
            plain[index] = value;
        }
        Ok(plain)
    }

    /// Calls a function, or makes a position of a rule set.
    pub fn apply(&mut self, f: &Value, mut arguments: Vec<Value>, span: Span) -> Res {
        match f {
            Value::Func(closure) => {
                let proto = &closure.proto;
                if proto.spreads
                    && proto.params.len() > 1
                    && let [Value::Tuple(items)] = &arguments[..]
                    && items.len() == proto.params.len()
                {
                    arguments = items.to_vec();
                }
                check_params(&arguments, &proto.params, &proto.signature).map_err(|flow| flow.at(span))?;
                let base = self.frames.height();
                arguments.resize(proto.params.len(), Value::Unset);
                self.frames.extend(arguments);
                self.invoke(closure, base, span)
            }
            Value::Native(native) => self.native(native, arguments.into(), span),
            Value::Rules(rules) => {
                self.position(rules, arguments.into()).and_then(|made| self.written(made)).map_err(|flow| flow.at(span))
            }
            Value::Thing(thing) => match thing.opened().call(self, &arguments) {
                Some(result) => result.map_err(|flow| flow.at(span)),
                None => uncallable(f).at(span).err(),
            },
            Value::Str(_) | Value::List(_) | Value::Map(_) | Value::Tuple(_) => {
                uncallable(f).note("An element is written with square brackets: `xs[0]`.").at(span).err()
            }
            other => {
                let fault = uncallable(other);
                let shown = if other.is_game() { self.briefly(other) } else { None };
                let fault = match shown {
                    Some(shown) => fault.note(format!("For a product write `{shown} * (…)`.")),
                    None => fault,
                };
                fault.at(span).err()
            }
        }
    }

    /// Runs a function whose arguments are the top of the stack, from `base` on.
    fn invoke(&mut self, closure: &Rc<Closure>, base: usize, span: Span) -> Res {
        let proto = &*closure.proto;
        if proto.memo {
            return self.invoke_memo(closure, base, span);
        }
        self.invoke_body(closure, base, span)
    }

    #[inline]
    pub(super) fn invoke_body(&mut self, closure: &Rc<Closure>, base: usize, span: Span) -> Res {
        let proto = &*closure.proto;
        if let Err(stop) = self.handle.tick().and_then(|()| self.handle.enter()) {
            return Err(Box::<Flow>::from(stop).at(span));
        }
        let before = self.frames.open(base, proto.frame);
        if !proto.shared.is_empty() {
            for (slot, cell) in proto.shared.iter().zip(closure.captured.iter()) {
                *self.frames.local_mut(*slot) = cell.clone();
            }
        }
        let result = with_stack(|| {
            if !proto.plain {
                self.parameters(&proto.params, &proto.signature).map_err(|flow| flow.at(span))?;
            }
            self.eval(&proto.body)
        });
        self.frames.back(before);
        self.handle.leave();
        match result {
            Ok(value) => Ok(value),
            Err(flow) => returned(flow, proto, span),
        }
    }

    /// Fills in defaults, checks kinds, takes tuples apart: for the frame on top.
    pub(super) fn parameters(&mut self, params: &[ParamCode], signature: &str) -> Res<()> {
        for (slot, param) in (0..).zip(params) {
            if matches!(self.frames.local(slot), Value::Unset) {
                let Some(default) = &param.default else {
                    let name = param.name.as_deref().unwrap_or("(…)");
                    return Fault::new(Mistake::Arguments, format!("the parameter `{name}` is missing"))
                        .note(usage(signature))
                        .err();
                };
                *self.frames.local_mut(slot) = self.eval(default)?;
            }
            if let Some(kind) = param.kind {
                let value = self.frames.local(slot).clone();
                let name = param.name.as_deref().unwrap_or("argument");
                *self.frames.local_mut(slot) = self.coerce(kind, value, name)?;
            }
            if let Some(bind) = &param.bind {
                let value = self.frames.local(slot).clone();
                self.bind_new(bind, value)?;
            }
        }
        Ok(())
    }

    pub(super) fn native(&mut self, native: &'static Native, mut arguments: Arguments, span: Span) -> Res {
        self.prepared(native, &mut arguments, span)?;
        let run = native.run.downcast_ref::<Body>().expect("natives are made of nothing else");
        match run(self, &arguments) {
            Ok(value) => Ok(value),
            Err(flow) => Err(self.expects(flow, native.name, Some(native.signature)).at(span)),
        }
    }

    /// Arguments as a native function takes them, which costs a step.
    #[inline]
    fn prepared(&mut self, native: &'static Native, arguments: &mut Arguments, span: Span) -> Res<()> {
        self.handle.tick().map_err(|stop| Box::<Flow>::from(stop).at(span))?;
        let required = &arguments[..native.required.min(arguments.len())];
        if native.most != Some(arguments.len()) || required.iter().any(|a| matches!(a, Value::Unset)) {
            check_count(arguments, native.required, native.most, native.signature).map_err(|flow| flow.at(span))?;
            if let Some(most) = native.most {
                arguments.resize(most, Value::Unset);
            }
        }
        Ok(())
    }

    /// An argument of the wrong kind is shown, with the function that it was given to.
    #[cold]
    #[allow(clippy::boxed_local)] // Errors travel boxed.
    pub(super) fn expects(&mut self, flow: Box<Flow>, name: &str, signature: Option<&str>) -> Box<Flow> {
        match *flow {
            Flow::Fault(mut fault) => {
                if fault.span.is_none()
                    && let Problem::Uncallable(found) = &fault.problem
                {
                    // What the function itself called was handed to it.
                    let described = self.described(found);
                    fault = Fault::mismatch("a function".into(), found, described);
                }
                if fault.span.is_none()
                    && let Problem::Mismatch { found, .. } = &fault.problem
                {
                    let described = self.described(found);
                    fault.asked_by(name, &described);
                    fault.notes.extend(signature.map(usage));
                }
                fault.into()
            }
            other => Box::new(other),
        }
    }

    /// A value of another kind than was expected, as messages name it.
    pub fn expected(&mut self, wanted: impl Into<String>, found: &Value) -> Fault {
        let described = self.described(found);
        Fault::mismatch(wanted.into(), found, described)
    }

    /// A value as messages name it: its kind, and how it is written unless that is long.
    pub(crate) fn described(&mut self, value: &Value) -> String {
        match self.briefly(value) {
            // `found a game: 1` would puzzle whoever wrote `<0 | >`.
            Some(text) if matches!(value, Value::Form(_)) => format!("{} equal to {text}", value.a_kind()),
            Some(text) if text != value.kind() => format!("{}: {text}", value.a_kind()),
            _ => value.a_kind(),
        }
    }

    /// How a value is written, unless that is long or would take long: a message must not cost more than the program.
    pub(crate) fn briefly(&mut self, value: &Value) -> Option<String> {
        self.shown_briefly(value, false)
    }

    /// The same of a game that is played: a literal as it was written.
    pub(crate) fn briefly_played(&mut self, value: &Value) -> Option<String> {
        self.shown_briefly(value, true)
    }

    fn shown_briefly(&mut self, value: &Value, written: bool) -> Option<String> {
        const STEPS: u64 = 20_000;
        let text = self.attempt_within(STEPS, |m| match value {
            Value::Form(form) if written => m.form_notation(form),
            value => m.notation(value),
        });
        text.ok().filter(|text| text.chars().count() <= 60)
    }

    /// The position of a rule set with these parameters.
    pub fn position(&mut self, rules: &Rc<Rules>, mut arguments: SmallVec<[Value; 2]>) -> Res {
        if is_direct(rules, &arguments) {
            return Ok(Value::Position(Rc::new(Position { rules: Rc::clone(rules), arguments: Deep(arguments) })));
        }
        if let Some(native) = rules.engine() {
            return native.make(self, rules, arguments.into_vec());
        }
        check_params(&arguments, &rules.params, &rules.signature)?;
        if !rules.plain && !are_admitted(&rules.params, &arguments) {
            arguments.resize(rules.params.len(), Value::Unset);
            // A default may make another position.
            arguments = self.in_frame(rules.frame, (0..).zip(arguments), |machine| {
                machine.parameters(&rules.params, &rules.signature)?;
                Ok((0..).zip(&rules.params).map(|(slot, _)| machine.frames.local(slot).clone()).collect())
            })?;
        }
        for argument in &mut arguments {
            if !matches!(argument, Value::Int(_) | Value::Grid(_)) {
                *argument = self.played(argument)?;
            }
        }
        Ok(Value::Position(Rc::new(Position { rules: Rc::clone(rules), arguments: Deep(arguments) })))
    }

    /// Checks the kind of an argument; text becomes a grid where a grid is wanted.
    fn coerce(&mut self, kind: Kind, value: Value, name: &str) -> Res {
        if is_of_kind(kind, &value) {
            return Ok(value);
        }
        if let (Kind::Grid, Value::Str(text)) = (kind, &value) {
            return Ok(Value::Grid(Rc::new(Grid::parse(text)?)));
        }
        // A game that is equal to a number is one where a number is asked for.
        if matches!(kind, Kind::Number | Kind::Integer)
            && let Some(number) = self.number_of(&value)?
            && (kind == Kind::Number || number.is_integer())
        {
            return Ok(number.into());
        }
        let wanted = kind.name();
        let article = if wanted == "integer" { "an" } else { "a" };
        let found = self.described(&value);
        Fault::new(Mistake::Mismatch, format!("`{name}` must be {article} {wanted}, found {found}")).err()
    }
}

/// Whether the arguments are what the parameters ask for as they stand.
fn are_admitted(params: &[ParamCode], arguments: &[Value]) -> bool {
    params.len() == arguments.len()
        && params.iter().zip(arguments).all(|(param, value)| {
            param.bind.is_none()
                && !matches!(value, Value::Unset)
                && param.kind.is_none_or(|kind| is_of_kind(kind, value))
        })
}

fn is_of_kind(kind: Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Grid, Value::Grid(_))
        | (Kind::Integer, Value::Int(_) | Value::Big(_))
        | (Kind::Position, Value::Position(_) | Value::Sum(_)) => true,
        (Kind::Number, value) => value.is_number(),
        (Kind::Game, value) => value.is_game(),
        (kind, value) => kind.name() == value.kind(),
    }
}

fn uncallable(value: &Value) -> Fault {
    let fault = Fault::new(Mistake::NotCallable, format!("{} cannot be called", value.a_kind()));
    Fault { problem: Problem::Uncallable(value.clone()), ..fault }
}

fn parameter_names(params: &[ParamCode]) -> Vec<String> {
    params.iter().map(|p| p.name.as_deref().unwrap_or("").to_string()).collect()
}

/// What takes all its arguments by their places was given some by name.
fn by_place<T>(callee: &str, signature: &str, named: &[(&str, Value, Span)]) -> Res<T> {
    let place = named.first().map_or_else(Span::default, |(_, _, place)| *place);
    let names: Vec<String> = named.iter().map(|(name, ..)| format!("`{name}`")).collect();
    let message = format!("`{callee}` takes its arguments by their places, none by the name {}", names.join(" or "));
    Fault::new(Mistake::Arguments, message).note(usage(signature)).at(place).err()
}

fn usage(signature: &str) -> String {
    format!("It is called as `{signature}`.")
}

/// Whether every parameter without a default has its argument; names may have left gaps.
fn check_params(arguments: &[Value], params: &[ParamCode], signature: &str) -> Res<()> {
    if arguments.len() == params.len() && !arguments.iter().any(|a| matches!(a, Value::Unset)) {
        return Ok(());
    }
    let required = params.iter().filter(|p| p.default.is_none()).count();
    if arguments.len() > params.len() {
        return check_count(arguments, required, Some(params.len()), signature);
    }
    let given = |i: usize| arguments.get(i).is_some_and(|a| !matches!(a, Value::Unset));
    let missing = params.iter().enumerate().find(|(i, p)| p.default.is_none() && !given(*i));
    let Some((_, missing)) = missing else { return Ok(()) };
    // Where the missing ones are simply the last, their number says more.
    let plain = params.iter().take(required).all(|p| p.default.is_none());
    if plain && !arguments.iter().any(|a| matches!(a, Value::Unset)) {
        return check_count(arguments, required, Some(params.len()), signature);
    }
    let name = missing.name.as_deref().unwrap_or("(…)");
    Fault::new(Mistake::Arguments, format!("the parameter `{name}` is missing")).note(usage(signature)).err()
}

fn check_count(arguments: &[Value], required: usize, most: Option<usize>, signature: &str) -> Res<()> {
    // Required native parameters come first, so that a gap left by named arguments shows as a missing one.
    let missing = arguments.iter().take(required).any(|a| matches!(a, Value::Unset));
    if arguments.len() >= required && most.is_none_or(|most| arguments.len() <= most) && !missing {
        return Ok(());
    }
    let name = signature.split('(').next().unwrap_or("function");
    let count = |n: usize| if n == 1 { "1 argument".to_string() } else { format!("{n} arguments") };
    let wanted = match most {
        Some(most) if most == required => count(required),
        Some(most) if arguments.len() > most => format!("at most {}", count(most)),
        _ => format!("at least {}", count(required)),
    };
    let given = arguments.iter().filter(|a| !matches!(a, Value::Unset)).count();
    let takes = |name: &str| Fault::new(Mistake::Arguments, format!("`{name}` takes {wanted}, {given} given"));
    match signature.strip_prefix("function").filter(|rest| rest.starts_with('(')) {
        // It has no name.
        Some(parameters) => takes(&format!("{parameters} -> …")).err(),
        None => takes(name).note(usage(signature)).err(),
    }
}

#[cold]
fn returned(flow: Box<Flow>, proto: &Proto, span: Span) -> Res {
    match *flow {
        Flow::Return(value) => Ok(value),
        Flow::Fault(mut fault) => {
            fault.stack.push((proto.name.to_string(), span));
            fault.err()
        }
        other => Err(Box::new(other)),
    }
}
