//! Rule sets that are functions of Python. The session asks for options, the function gives them on the thread that waits for the
//! session; positions have numbers, which Python gives out.

use crate::client::Client;
use crate::desk::Desk;
use crate::handle::Handle;
use pyo3::prelude::*;
use sprague::session::values::{Held, Values};
use sprague::session::{Host, Refusal};
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// A question to a rule set.
pub struct Question {
    pub rules: Arc<Py<PyAny>>,
    pub about: About,
}

/// What is asked.
pub enum About {
    /// `options(number, left)`: a list of numbers of positions, and handles.
    Options(u64, bool),
    /// `written(number, short)`: a text.
    Written(u64, bool),
    /// `position(handles)`: a number, or a text that says what is wrong.
    Position(Vec<Handle>),
}

/// What a rule set says.
pub enum Answer {
    Options(Vec<Choice>),
    Written(String),
    Position(u64),
    Wrong(String),
    /// It raised an exception: the computation ends.
    Stop,
}

/// An option.
#[derive(FromPyObject)]
pub enum Choice {
    /// A position by its number.
    Position(u64),
    /// Any value; held until the session has seen it.
    Value(Py<Handle>),
}

impl Question {
    /// Asks the function.
    pub fn ask(self, py: Python<'_>) -> PyResult<Answer> {
        let rules = self.rules.bind(py);
        Ok(match self.about {
            About::Options(position, left) => {
                Answer::Options(rules.call_method1("_options", (position, left))?.extract()?)
            }
            About::Written(position, short) => {
                Answer::Written(rules.call_method1("_written", (position, short))?.extract()?)
            }
            About::Position(arguments) => {
                let arguments =
                    arguments.into_iter().map(|handle| Py::new(py, handle)).collect::<PyResult<Vec<_>>>()?;
                let answer = rules.call_method1("_position", (arguments,))?;
                match answer.extract::<u64>() {
                    Ok(number) => Answer::Position(number),
                    Err(_) => Answer::Wrong(answer.extract()?),
                }
            }
        })
    }
}

/// The rule set on the side of the session.
pub struct Rules {
    pub desk: Weak<Desk>,
    pub client: std::sync::Weak<Client>,
    pub rules: Arc<Py<PyAny>>,
}

impl Rules {
    fn ask(&self, values: &mut Values<'_>, about: About) -> Result<(Rc<Desk>, Answer), Refusal> {
        let desk = self.desk.upgrade().ok_or(Refusal::Stop)?;
        let answer = desk.call(values, Question { rules: Arc::clone(&self.rules), about });
        match answer {
            Answer::Wrong(why) => Err(Refusal::Wrong(why)),
            Answer::Stop => Err(Refusal::Stop),
            answer => Ok((desk, answer)),
        }
    }
}

impl Host for Rules {
    fn position(&self, values: &mut Values<'_>, arguments: Vec<Held>) -> Result<u64, Refusal> {
        let (desk, client) = (self.desk.upgrade(), self.client.upgrade());
        let (desk, client) = (desk.ok_or(Refusal::Stop)?, client.ok_or(Refusal::Stop)?);
        let handles = arguments.into_iter().map(|held| Handle { client: Arc::clone(&client), id: desk.keep(held) });
        match self.ask(values, About::Position(handles.collect()))? {
            (_, Answer::Position(number)) => Ok(number),
            _ => Err(Refusal::Stop),
        }
    }

    fn options(&self, values: &mut Values<'_>, rules: &Held, position: u64, left: bool) -> Result<Vec<Held>, Refusal> {
        let (desk, Answer::Options(choices)) = self.ask(values, About::Options(position, left))? else {
            return Err(Refusal::Stop);
        };
        let held = |choice: &Choice| match choice {
            Choice::Position(number) => values.host_position(rules, *number),
            Choice::Value(handle) => desk.held(handle.get().id),
        };
        choices.iter().map(held).collect::<Option<_>>().ok_or(Refusal::Stop)
    }

    fn written(&self, values: &mut Values<'_>, position: u64, short: bool) -> Result<String, Refusal> {
        match self.ask(values, About::Written(position, short))? {
            (_, Answer::Written(text)) => Ok(text),
            _ => Err(Refusal::Stop),
        }
    }
}
