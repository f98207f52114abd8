//! Errors of a running program, and the other ways in which evaluation leaves an expression early.

use super::Value;
use crate::diagnostics::{Detail, Diagnostic, Mistake};
use crate::limits::Stop;
use crate::source::Span;

/// What evaluation gives.
pub type Res<T = Value> = Result<T, Box<Flow>>;

/// Why an expression has no value.
#[derive(Clone, Debug)]
pub enum Flow {
    /// An error.
    Fault(Fault),
    /// `return`.
    Return(Value),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

/// An error under way to the one who shows it. Builtins know no places: the nearest call fills them in.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What kind of mistake it is.
    pub mistake: Mistake,
    /// What happened.
    pub message: String,
    /// Where, once known.
    pub span: Option<Span>,
    /// What is the matter at that place.
    pub label: String,
    /// What to do.
    pub notes: Vec<String>,
    /// Calls on the way, innermost first.
    pub stack: Vec<(String, Span)>,
    /// What code acts upon.
    pub problem: Problem,
}

/// What is known of an error beyond its kind.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Nothing.
    Told,
    /// Something of another kind than was expected: the call that passed it on says whose argument it is.
    Mismatch {
        /// `a number`
        wanted: String,
        /// What there was.
        found: Value,
    },
    /// An operand or argument was nothing: the text may tell why.
    Nothing,
    /// What was called is no function: the text may tell what hides one, and of an argument the call says whose it is.
    Uncallable(Value),
    /// A bound that was reached, and how much memory would be enough, where that is known.
    Bound {
        /// Which one.
        stop: Stop,
        /// MiB.
        enough: Option<u64>,
    },
    /// The game that was asked about has no canonical value: other questions may have an answer.
    Endless(Endless),
}

/// Why the game that was asked about has no canonical value, if that is what went wrong.
pub fn endless(flow: &Flow) -> Option<Endless> {
    match flow {
        Flow::Fault(Fault { problem: Problem::Endless(why), .. }) => Some(*why),
        _ => None,
    }
}

/// Why play need not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// A position can come again.
    Cycle,
    /// Its numbers grow without bound.
    Growing,
    /// A chain of moves leads on without end, as far as can be seen.
    Chain,
    /// A position comes again with more beside it.
    Sums,
    /// The search for its value was told to look no further.
    Path,
}

impl Fault {
    /// An error with a message.
    pub fn new(mistake: Mistake, message: impl Into<String>) -> Fault {
        Fault {
            mistake,
            message: message.into(),
            span: None,
            label: String::new(),
            notes: Vec::new(),
            stack: Vec::new(),
            problem: Problem::Told,
        }
    }

    /// A value of another kind than was expected: `expected("a number", &list)`.
    pub fn expected(wanted: impl Into<String>, found: &Value) -> Fault {
        let shown = plainly(found);
        let colon = if shown.is_empty() { "" } else { ":" };
        Fault::mismatch(wanted.into(), found, format!("{}{colon}{shown}", found.a_kind()))
    }

    /// The same with the words for what was found.
    pub fn mismatch(wanted: String, found: &Value, described: String) -> Fault {
        let message = format!("expected {wanted}, found {described}");
        Fault { problem: Problem::Mismatch { wanted, found: found.clone() }, ..Fault::new(Mistake::Mismatch, message) }
    }

    /// Says whose argument it is that was of another kind.
    pub fn asked_by(&mut self, name: &str, described: &str) {
        if let Problem::Mismatch { wanted, found } = std::mem::replace(&mut self.problem, Problem::Told) {
            if matches!(found, Value::Nothing) {
                self.problem = Problem::Nothing;
            }
            self.message = format!("`{name}` expects {wanted}, found {described}");
        }
    }

    /// Play need not end, so that the game has no canonical value.
    pub fn endless(mistake: Mistake, why: Endless, message: &str) -> Fault {
        Fault { problem: Problem::Endless(why), ..Fault::new(mistake, message) }
    }

    /// The bound that was reached, if it is that.
    pub fn stop(&self) -> Option<&Stop> {
        match &self.problem {
            Problem::Bound { stop, .. } => Some(stop),
            _ => None,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Fault {
        self.notes.push(text.into());
        self
    }

    /// Says what is the matter at the place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Fault {
        self.label = text.into();
        self
    }

    /// Sets the place unless it is known. Native functions that call others know none: whoever called them does.
    #[must_use]
    pub fn at(mut self, span: Span) -> Fault {
        if span != Span::default() {
            self.span.get_or_insert(span);
            for call in self.stack.iter_mut().rev().take_while(|call| call.1 == Span::default()) {
                call.1 = span;
            }
        }
        self
    }

    /// As the error of an expression.
    pub fn err<T>(self) -> Res<T> {
        Err(Box::new(Flow::Fault(self)))
    }

    /// For people.
    pub(crate) fn diagnostic(self) -> Diagnostic {
        let message = shortened(self.message);
        let mut diagnostic = Diagnostic::new(self.mistake, self.span.unwrap_or_default(), message).label(self.label);
        if self.span.is_none() {
            diagnostic.labels.clear();
        }
        diagnostic.notes = self.notes;
        diagnostic.stack = self.stack;
        if let Problem::Bound { enough: Some(enough), .. } = self.problem {
            diagnostic.detail = Detail::Enough(enough);
        }
        diagnostic
    }
}

/// A message may quote a value of any size: of a very long one beginning and end are told.
fn shortened(message: String) -> String {
    const MOST: usize = 2000;
    if message.len() <= MOST {
        return message;
    }
    let (mut head, mut tail) = (MOST / 2, message.len() - MOST / 4);
    while !message.is_char_boundary(head) {
        head -= 1;
    }
    while !message.is_char_boundary(tail) {
        tail += 1;
    }
    let left_out = message[head..tail].chars().count();
    format!("{} … {left_out} characters … {}", &message[..head], &message[tail..])
}

/// MiB to allow where so many bytes are needed, in round numbers with some to spare.
fn enough_for(bytes: usize) -> u64 {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    ((mebibytes * 1.3 / 100.0).ceil() as u64).saturating_mul(100)
}

impl From<Fault> for Box<Flow> {
    fn from(fault: Fault) -> Self {
        Box::new(Flow::Fault(fault))
    }
}

impl From<Stop> for Box<Flow> {
    fn from(stop: Stop) -> Self {
        let mistake = match &stop {
            Stop::Steps(_) => Mistake::TooManySteps,
            Stop::Depth(_) => Mistake::TooDeep,
            Stop::Memory(_) | Stop::Room(..) => Mistake::TooMuchMemory,
            Stop::Time(_) => Mistake::TooMuchTime,
            Stop::Interrupted => Mistake::Interrupted,
            Stop::TooLarge(_) => Mistake::TooLarge,
        };
        let mut fault = Fault::new(mistake, stop.to_string());
        if mistake == Mistake::TooDeep {
            fault = fault.note("Does the recursion reach a case that ends it?");
        }
        // A result too large to be represented is an error of the program, not a bound that can be raised.
        if mistake != Mistake::TooLarge {
            let enough = match stop {
                Stop::Room(_, bytes) => Some(enough_for(bytes)),
                _ => None,
            };
            fault.problem = Problem::Bound { stop, enough };
        }
        fault.into()
    }
}

impl Flow {
    /// Whether a bound was reached, or somebody interrupted.
    pub fn stopped(&self) -> bool {
        matches!(self, Flow::Fault(fault) if fault.stop().is_some())
    }

    /// Sets the place of an error unless it is known.
    #[must_use]
    pub fn at(self: Box<Flow>, span: Span) -> Box<Flow> {
        match *self {
            Flow::Fault(fault) => Box::new(Flow::Fault(fault.at(span))),
            _ => self,
        }
    }
}

/// A blank and the value, if it is a short text or number: what can be shown without a store of games.
pub fn plainly(value: &Value) -> String {
    match value {
        Value::Int(n) => format!(" {n}"),
        Value::Ratio(q) if q.denom().bits() + q.numer().bits() < 128 => format!(" {q}"),
        Value::Str(text) if text.chars().count() <= 60 => format!(" {}", quoted(text)),
        _ => String::new(),
    }
}

/// A text in quotes, as it is written in a program.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '{' => out.push_str("\\{"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
