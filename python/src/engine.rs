//! A session as Python sees it: every question is a method, every error an exception that Python's side makes of data.

use crate::client::Client;
use crate::convert::{Taker, Tree, make, python, read};
use crate::desk::Desk;
use crate::handle::Handle;
use crate::hook::Rules;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sprague::report::{
    Data, Diagnostic, Doc, Mistake, NameInfo, Output, Sources, Verdict, html, latex, render, text, to_json,
};
use sprague::session::values::{Digest, Held, Plain, Refused, Values};
use sprague::session::{Limits, Mode, Settings};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Nested calls of a session, and MiB of memory, unless it says otherwise: as for the command.
const DEPTH: u32 = 10_000;
const MEMORY: usize = 4096;

/// A session.
#[pyclass(frozen, module = "sprague._core")]
pub struct Engine {
    client: Arc<Client>,
    /// Makes an exception of the data of errors and the text that shows them.
    failed: Py<PyAny>,
    /// Makes a value of a handle.
    wrap: Py<PyAny>,
}

/// Errors as data, and as people read them.
struct Failure {
    data: String,
    report: String,
}

impl Failure {
    fn new(all: &[Diagnostic], sources: &Sources) -> Failure {
        let data: Vec<_> = all.iter().map(|error| to_json(error, sources)).collect();
        let data = format!("[{}]", data.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
        Failure { data, report: render(all, sources, false).trim_end().to_owned() }
    }
}

/// Something that a program said.
enum Said {
    Printed(String),
    Value(Handle, String),
    Check { claim: String, title: Option<String>, place: (String, usize), holds: Option<bool>, why: String },
}

type Answer<T> = Result<T, Failure>;

impl Engine {
    /// Asks about values.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        spoken: &str,
        job: impl FnOnce(&mut Values<'_>, &Rc<Desk>) -> Result<T, Refused> + Send + 'static,
    ) -> PyResult<T> {
        let answer: Answer<T> = self.client.values(py, spoken, move |values, desk| {
            job(values, desk).map_err(|error| Failure::new(&[*error], values.sources()))
        })?;
        answer.map_err(|failure| self.raised(py, failure))
    }

    /// The same for a question whose answer is a value.
    fn ask_value(
        &self,
        py: Python<'_>,
        spoken: &str,
        job: impl FnOnce(&mut Values<'_>, &Rc<Desk>) -> Result<Held, Refused> + Send + 'static,
    ) -> PyResult<Handle> {
        let client = Arc::clone(&self.client);
        self.ask(py, spoken, move |values, desk| {
            let held = job(values, desk)?;
            Ok(Taker { desk, client }.handle(held))
        })
    }

    fn raised(&self, py: Python<'_>, failure: Failure) -> PyErr {
        match self.failed.call1(py, (failure.data, failure.report)) {
            Ok(error) => PyErr::from_value(error.into_bound(py)),
            Err(error) => error,
        }
    }

    /// A handle of this session.
    fn own(&self, handle: &Handle) -> PyResult<u64> {
        if Arc::ptr_eq(&handle.client, &self.client) {
            Ok(handle.id)
        } else {
            Err(PyValueError::new_err("a value of another session"))
        }
    }

    fn own_all(&self, handles: &[Py<Handle>]) -> PyResult<Vec<u64>> {
        handles.iter().map(|handle| self.own(handle.get())).collect()
    }
}

/// A value that was released is nobody's: Python holds what it asks about.
fn held(desk: &Desk, id: u64) -> Result<Held, Refused> {
    desk.held(id).ok_or_else(|| Box::new(Diagnostic::nowhere(Mistake::Bug, "a value was lost")))
}

fn all_held(desk: &Desk, ids: &[u64]) -> Result<Vec<Held>, Refused> {
    ids.iter().map(|&id| held(desk, id)).collect()
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (failed, wrap, steps, time, memory, depth, folder, arguments))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        failed: Py<PyAny>,
        wrap: Py<PyAny>,
        steps: Option<u64>,
        time: Option<f64>,
        memory: Option<usize>,
        depth: Option<u32>,
        folder: Option<PathBuf>,
        arguments: Vec<String>,
    ) -> PyResult<Engine> {
        let wrong = |_| PyValueError::new_err("`time` is a number of seconds");
        let time = time.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(wrong)).transpose()?;
        let memory = Some(memory.unwrap_or(MEMORY).saturating_mul(1 << 20));
        let limits = Limits { steps, depth: Some(depth.unwrap_or(DEPTH)), memory, time };
        let settings = Settings { limits, import_from: folder, arguments };
        Ok(Engine { client: Arc::new(Client::new(settings)?), failed, wrap })
    }

    /// Runs a text: what it said, its warnings as data and as text, and the exception that it came to.
    fn run<'py>(&self, py: Python<'py>, text: String, name: String) -> PyResult<Bound<'py, PyTuple>> {
        let client = Arc::clone(&self.client);
        let (said, warnings, failure) = self.client.session(py, move |session, desk| {
            let heard = Rc::new(RefCell::new(Vec::new()));
            let hears = Rc::clone(&heard);
            let ran = session.run(
                &name,
                &text,
                Mode::Session,
                Rc::new(move |output, sources| {
                    let shown = text::output(&output, sources, false);
                    hears.borrow_mut().push((output, shown));
                }),
            );
            let taker = Taker { desk, client };
            let mut kept = session.kept().into_iter();
            let said = heard.take().into_iter().filter_map(|(output, shown)| {
                Some(match output {
                    Output::Printed(line) => Said::Printed(line),
                    Output::Value(_) => Said::Value(taker.handle(kept.next()?), shown),
                    Output::Check(check) => Said::Check {
                        claim: check.claim,
                        title: check.text,
                        place: (check.file, check.line),
                        holds: match check.verdict {
                            Verdict::True => Some(true),
                            Verdict::False { .. } => Some(false),
                            Verdict::Failed(_) => None,
                        },
                        why: shown,
                    },
                })
            });
            let said: Vec<Said> = said.collect();
            let failure = |errors: &[Diagnostic]| {
                if errors.is_empty() { None } else { Some(Failure::new(errors, session.sources())) }
            };
            (said, failure(&ran.warnings), failure(&ran.errors))
        })?;
        let list = PyList::empty(py);
        for said in said {
            list.append(match said {
                Said::Printed(line) => ("printed", line).into_pyobject(py)?.into_any(),
                Said::Value(handle, shown) => {
                    let value = self.wrap.bind(py).call1((Bound::new(py, handle)?,))?;
                    ("value", value, shown).into_pyobject(py)?.into_any()
                }
                Said::Check { claim, title, place, holds, why } => {
                    ("check", claim, title, place.0, place.1, holds, why).into_pyobject(py)?.into_any()
                }
            })?;
        }
        let warnings = warnings.map(|failure| failure.report);
        let failure = failure.map(|failure| self.raised(py, failure).into_value(py));
        (list, warnings, failure).into_pyobject(py)
    }

    /// Ends what is being computed.
    fn interrupt(&self) {
        self.client.interrupt();
    }

    /// Names with their signatures, and what they are in a sentence.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<(String, Option<String>, String, Option<Vec<&'static str>>)>> {
        let told = |info: NameInfo| (info.name, info.signature, info.summary, info.takes.map(<[_]>::to_vec));
        self.client.session(py, move |session, _| session.names().into_iter().map(told).collect())
    }

    /// The record of a name: signature, subject, text, examples.
    #[allow(clippy::type_complexity)]
    fn doc(&self, py: Python<'_>, name: String) -> PyResult<Option<(String, String, String, Vec<(String, String)>)>> {
        let told = |doc: Doc| (doc.signature, doc.subject, doc.text, doc.examples);
        if let Some(mistake) = Mistake::of_code(&name) {
            let page = mistake.entry();
            let mut text = page.text.to_owned();
            if let Some((wrong, mended)) = page.programs {
                text += &format!("\n\nWrong:\n\n{wrong}\n\nMended:\n\n{mended}");
            }
            let signature = format!("{}: {}", page.code, page.title);
            return Ok(Some((signature, mistake.group().1.to_owned(), text, Vec::new())));
        }
        self.client.session(py, move |session, _| session.about(&name).into_iter().next().map(told))
    }

    /// Names that are spelled like this one.
    fn suggestions(&self, py: Python<'_>, name: String) -> PyResult<Vec<String>> {
        self.client.session(py, move |session, _| session.suggestions(&name))
    }

    /// The names that the user bound.
    fn own_names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.client.session(py, |session, _| session.own_names())
    }

    /// The user's definitions as a script.
    fn saved(&self, py: Python<'_>) -> PyResult<String> {
        self.client.session(py, |session, _| session.saved().script)
    }

    /// The value of a name.
    fn get(&self, py: Python<'_>, name: String) -> PyResult<Option<Handle>> {
        let client = Arc::clone(&self.client);
        let spoken = name.clone();
        self.client.values(py, &spoken, move |values, desk| {
            values.named(&name).map(|held| Taker { desk, client }.handle(held))
        })
    }

    /// Gives a name a value; false if it is no name.
    fn set(&self, py: Python<'_>, name: String, value: &Handle) -> PyResult<bool> {
        let id = self.own(value)?;
        self.client.session(py, move |session, desk| desk.held(id).is_some_and(|held| session.set_value(&name, &held)))
    }

    /// Forgets a name; false if the user has not bound it.
    fn remove(&self, py: Python<'_>, name: String) -> PyResult<bool> {
        self.client.session(py, move |session, _| session.forget_name(&name))
    }

    /// Forgets what can be computed again.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.client.session(py, |session, _| session.forget())
    }

    /// A value of Python.
    fn make(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Handle> {
        let tree = read(object, &self.client)?;
        self.ask_value(py, "", move |values, desk| make(values, desk, tree))
    }

    /// A value as one of Python's own.
    fn plain<'py>(&self, py: Python<'py>, handle: &Handle) -> PyResult<Bound<'py, PyAny>> {
        let (id, client) = (self.own(handle)?, Arc::clone(&self.client));
        let tree = self.ask(py, "", move |values, desk| Taker { desk, client }.tree(values, held(desk, id)?))?;
        python(tree, self.wrap.bind(py), false)
    }

    /// The elements of a value.
    fn elements(&self, py: Python<'_>, handle: &Handle) -> PyResult<Vec<Handle>> {
        let (id, client) = (self.own(handle)?, Arc::clone(&self.client));
        self.ask(py, "", move |values, desk| {
            let elements = values.elements(&held(desk, id)?)?;
            let taker = Taker { desk, client };
            Ok(elements.into_iter().map(|element| taker.handle(element)).collect())
        })
    }

    /// The kind of a value.
    fn kind(&self, py: Python<'_>, handle: &Handle) -> PyResult<&'static str> {
        let id = self.own(handle)?;
        self.ask(py, "", move |values, desk| Ok(values.kind(&held(desk, id)?)))
    }

    /// Whether a value can be called.
    fn is_callable(&self, py: Python<'_>, handle: &Handle) -> PyResult<bool> {
        let id = self.own(handle)?;
        self.ask(py, "", move |values, desk| Ok(values.is_callable(&held(desk, id)?)))
    }

    /// How a value is written, and the value of a position behind it.
    fn shown(&self, py: Python<'_>, handle: &Handle) -> PyResult<(String, Option<String>)> {
        let id = self.own(handle)?;
        self.ask(py, "", move |values, desk| {
            let shown = values.shown(&held(desk, id)?, false)?;
            Ok((shown.text, shown.value))
        })
    }

    /// A value in a format: `html`, `latex`, `svg`, `picture` (what is a drawing by itself); nothing where there is nothing to draw.
    fn render(&self, py: Python<'_>, handle: &Handle, format: String) -> PyResult<Option<String>> {
        let id = self.own(handle)?;
        self.ask(py, "", move |values, desk| {
            let held = held(desk, id)?;
            let shown = values.shown(&held, true)?;
            let Some(data) = &shown.data else { return Ok(None) };
            Ok(match (&*format, data) {
                ("html", _) => Some(html::shown(&shown)),
                ("latex", Data::Picture { .. } | Data::Table { .. } | Data::Thing { latex: None, .. }) => None,
                ("latex", data) => Some(latex::data(data)),
                ("svg" | "picture", Data::Picture { svg: Some(svg), .. }) => Some(svg.clone()),
                ("svg", _) => {
                    let Some(draws) = values.named("svg") else { return Ok(None) };
                    let drawing = values.call(&draws, &[held], &[])?;
                    match values.plain(&drawing)? {
                        Plain::Text(svg) => Some(svg),
                        _ => None,
                    }
                }
                _ => None,
            })
        })
    }

    /// What equal values have in common, also with those of Python, to be hashed.
    fn digest<'py>(&self, py: Python<'py>, handle: &Handle) -> PyResult<Bound<'py, PyAny>> {
        let (id, client) = (self.own(handle)?, Arc::clone(&self.client));
        let (tree, hash) = self.ask(py, "", move |values, desk| {
            let held = held(desk, id)?;
            Ok(match values.digest(&held)? {
                Digest::Hash(hash) => (Taker { desk, client }.key(values, held)?, hash),
                Digest::Name(name) => (Tree::Text(name.to_owned()), 0),
                Digest::Number(Plain::Integer(n)) => (Tree::Integer(n), 0),
                Digest::Number(Plain::Long(digits)) => (Tree::Long(digits), 0),
                Digest::Number(Plain::Fraction(p, q)) => (Tree::Fraction(p, q), 0),
                Digest::Number(_) => (Tree::Nothing, 0),
            })
        })?;
        match tree {
            Tree::Whole(_) => Ok(hash.into_pyobject(py)?.into_any()),
            tree => python(tree, self.wrap.bind(py), true),
        }
    }

    /// Calls a value; `spoken` is the name that it was found under.
    #[pyo3(signature = (f, arguments, named, spoken))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        f: &Handle,
        arguments: Vec<Py<Handle>>,
        named: &Bound<'py, PyDict>,
        spoken: String,
    ) -> PyResult<Handle> {
        let (f, arguments) = (self.own(f)?, self.own_all(&arguments)?);
        let mut placed = Vec::new();
        for (name, value) in named.iter() {
            let value = value.cast::<Handle>().map_err(|_| PyTypeError::new_err("a handle was expected"))?;
            placed.push((name.extract::<String>()?, self.own(value.get())?));
        }
        self.ask_value(py, &spoken, move |values, desk| {
            let named = placed.into_iter().map(|(name, id)| Ok((name, held(desk, id)?)));
            let named = named.collect::<Result<Vec<_>, Refused>>()?;
            values.call(&held(desk, f)?, &all_held(desk, &arguments)?, &named)
        })
    }

    /// An operator.
    fn operate(&self, py: Python<'_>, sign: String, a: &Handle, b: &Handle) -> PyResult<Handle> {
        let (a, b) = (self.own(a)?, self.own(b)?);
        self.ask_value(py, "", move |values, desk| values.operate(&sign, &held(desk, a)?, &held(desk, b)?))
    }

    /// A comparison.
    fn holds(&self, py: Python<'_>, sign: String, a: &Handle, b: &Handle) -> PyResult<bool> {
        let (a, b) = (self.own(a)?, self.own(b)?);
        self.ask(py, "", move |values, desk| values.holds(&sign, &held(desk, a)?, &held(desk, b)?))
    }

    /// `<left | right>`.
    fn brackets(&self, py: Python<'_>, left: Vec<Py<Handle>>, right: Vec<Py<Handle>>) -> PyResult<Handle> {
        let (left, right) = (self.own_all(&left)?, self.own_all(&right)?);
        self.ask_value(py, "", move |values, desk| values.brackets(&all_held(desk, &left)?, &all_held(desk, &right)?))
    }

    /// A rule set whose moves an object of Python knows, by `_options`, `_written` and `_position`.
    fn rules(&self, py: Python<'_>, name: String, impartial: bool, rules: Py<PyAny>) -> PyResult<(Handle, u32)> {
        // In the midst of a question to another rule set, what that one needed was read before.
        match self.client.session(py, |session, _| drop(session.docs())) {
            Err(error) if !error.is_instance_of::<PyRuntimeError>(py) => return Err(error),
            _ => {}
        }
        let (client, rules) = (Arc::clone(&self.client), Arc::new(rules));
        self.client.values(py, "", move |values, desk| {
            let host = Rules { desk: Rc::downgrade(desk), client: Arc::downgrade(&client), rules };
            let (held, number) = values.host_rules(&name, impartial, Rc::new(host));
            (Taker { desk, client }.handle(held), number)
        })
    }

    /// The position of this number.
    fn position(&self, py: Python<'_>, rules: &Handle, number: u64) -> PyResult<Handle> {
        let id = self.own(rules)?;
        self.ask_value(py, "", move |values, desk| {
            let rules = held(desk, id)?;
            let position = values.host_position(&rules, number);
            position
                .ok_or_else(|| Box::new(Diagnostic::nowhere(Mistake::Bug, "positions belong to rule sets of Python")))
        })
    }

    /// The number of the rule set of a position, or of where a move leads, and that of the position: of rule sets of Python.
    fn place(&self, py: Python<'_>, handle: &Handle) -> PyResult<Option<(u32, u64)>> {
        let id = self.own(handle)?;
        self.ask(py, "", move |values, desk| Ok(values.host_place(&held(desk, id)?)))
    }
}
