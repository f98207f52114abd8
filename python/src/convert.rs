//! Between Python's values and Sprague's. Numbers are exact on both sides: `int` and `fractions.Fraction`. What has no counterpart
//! stays a handle.

use crate::client::Client;
use crate::desk::Desk;
use crate::handle::Handle;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use sprague::session::values::{Held, Plain, Refused, Values};
use std::rc::Rc;
use std::sync::Arc;

/// Collections are nested no deeper than this on their way; what lies deeper stays a handle.
const NESTED: u32 = 100;

/// A value on its way from one thread to the other.
pub enum Tree<Whole> {
    Nothing,
    Truth(bool),
    Integer(i64),
    Long(String),
    Fraction(String, String),
    Text(String),
    Tuple(Vec<Tree<Whole>>),
    List(Vec<Tree<Whole>>),
    /// On its way out with the whole: where Python takes different elements for equal, it stays a handle.
    Set(Vec<Tree<Whole>>, Option<Whole>),
    /// Likewise.
    Map(Vec<(Tree<Whole>, Tree<Whole>)>, Option<Whole>),
    Whole(Whole),
}

/// The number of a value that a session keeps.
pub type Id = u64;

/// A value of Python.
pub fn read(object: &Bound<'_, PyAny>, client: &Arc<Client>) -> PyResult<Tree<Id>> {
    Reader { client }.tree(object, NESTED)
}

struct Reader<'c> {
    client: &'c Arc<Client>,
}

impl Reader<'_> {
    fn tree(&self, object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Tree<Id>> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(PyValueError::new_err(format!("collections are nested more than {NESTED} deep")));
        };
        let handle = match object.cast::<Handle>() {
            Ok(handle) => Some(handle.clone()),
            Err(_) => object.getattr_opt("_handle")?.and_then(|inner| inner.cast_into::<Handle>().ok()),
        };
        if let Some(handle) = handle {
            let handle = handle.get();
            return if Arc::ptr_eq(&handle.client, self.client) {
                Ok(Tree::Whole(handle.id))
            } else {
                Err(PyValueError::new_err("values of different sessions do not meet: make both in one sprague.Session"))
            };
        }
        if object.is_none() {
            Ok(Tree::Nothing)
        } else if let Ok(truth) = object.cast::<PyBool>() {
            Ok(Tree::Truth(truth.is_true()))
        } else if object.cast::<PyInt>().is_ok() {
            integer(object)
        } else if let Ok(text) = object.cast::<PyString>() {
            Ok(Tree::Text(text.extract()?))
        } else if let Ok(items) = object.cast::<PyTuple>() {
            Ok(Tree::Tuple(self.items(items, depth)?))
        } else if object.cast::<PyList>().is_ok() {
            Ok(Tree::List(self.items(object, depth)?))
        } else if object.cast::<PySet>().is_ok() || object.cast::<PyFrozenSet>().is_ok() {
            Ok(Tree::Set(self.items(object, depth)?, None))
        } else if let Ok(map) = object.cast::<PyDict>() {
            let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok((self.tree(&key, depth)?, self.tree(&value, depth)?))
            };
            Ok(Tree::Map(map.iter().map(entry).collect::<PyResult<_>>()?, None))
        } else if object.is_instance(&object.py().import("numbers")?.getattr("Rational")?)? {
            Ok(Tree::Fraction(digits(&object.getattr("numerator")?)?, digits(&object.getattr("denominator")?)?))
        } else if object.hasattr("__index__")? {
            integer(&object.call_method0("__index__")?)
        } else {
            let kind = object.get_type().name()?.to_string();
            let float = kind == "float" || kind.ends_with("Decimal");
            let advice = if float { ": numbers are exact, write fractions.Fraction(1, 2) for one half" } else { "" };
            Err(PyTypeError::new_err(format!("a {kind} is no value of Sprague{advice}")))
        }
    }

    fn items(&self, items: &Bound<'_, PyAny>, depth: u32) -> PyResult<Vec<Tree<Id>>> {
        items.try_iter()?.map(|item| self.tree(&item?, depth)).collect()
    }
}

fn integer(number: &Bound<'_, PyAny>) -> PyResult<Tree<Id>> {
    match number.extract::<i64>() {
        Ok(n) => Ok(Tree::Integer(n)),
        Err(_) => digits(number).map(Tree::Long),
    }
}

/// Hexadecimal, since Python bounds how many decimal digits it reads and writes.
fn digits(number: &Bound<'_, PyAny>) -> PyResult<String> {
    number.call_method1("__format__", ("x",))?.extract()
}

/// The value in its session.
pub fn make(values: &mut Values<'_>, desk: &Desk, tree: Tree<Id>) -> Result<Held, Refused> {
    let mut all = |trees: Vec<Tree<Id>>| -> Result<Vec<Held>, Refused> {
        trees.into_iter().map(|tree| make(values, desk, tree)).collect()
    };
    let plain = match tree {
        Tree::Nothing => Plain::Nothing,
        Tree::Truth(truth) => Plain::Truth(truth),
        Tree::Integer(n) => Plain::Integer(n),
        Tree::Long(digits) => Plain::Long(digits),
        Tree::Fraction(p, q) => Plain::Fraction(p, q),
        Tree::Text(text) => Plain::Text(text),
        Tree::Tuple(items) => Plain::Tuple(all(items)?),
        Tree::List(items) => Plain::List(all(items)?),
        Tree::Set(items, _) => Plain::Set(all(items)?),
        Tree::Map(entries, _) => {
            let mut map = Vec::new();
            for (key, value) in entries {
                map.push((make(values, desk, key)?, make(values, desk, value)?));
            }
            Plain::Map(map)
        }
        Tree::Whole(id) => desk.held(id).map_or(Plain::Nothing, Plain::Whole),
    };
    values.make(plain)
}

/// A value of the session, taken apart as far as Python has counterparts.
pub struct Taker<'d> {
    pub desk: &'d Rc<Desk>,
    pub client: Arc<Client>,
}

impl Taker<'_> {
    /// A handle on a value.
    pub fn handle(&self, held: Held) -> Handle {
        Handle { client: Arc::clone(&self.client), id: self.desk.keep(held) }
    }

    /// The whole value.
    pub fn tree(&self, values: &mut Values<'_>, held: Held) -> Result<Tree<Handle>, Refused> {
        self.inside(values, held, NESTED, false)
    }

    /// The value as an element of a set.
    pub fn key(&self, values: &mut Values<'_>, held: Held) -> Result<Tree<Handle>, Refused> {
        self.inside(values, held, NESTED, true)
    }

    /// What is an element of a set or a key of a map must be hashable there.
    fn inside(&self, values: &mut Values<'_>, held: Held, depth: u32, key: bool) -> Result<Tree<Handle>, Refused> {
        let plain = values.plain(&held)?;
        let Some(depth) = depth.checked_sub(1) else { return Ok(Tree::Whole(self.handle(held))) };
        let mut all = |items: Vec<Held>, key: bool| -> Result<Vec<Tree<Handle>>, Refused> {
            items.into_iter().map(|item| self.inside(values, item, depth, key)).collect()
        };
        Ok(match plain {
            Plain::Nothing => Tree::Nothing,
            Plain::Truth(truth) => Tree::Truth(truth),
            Plain::Integer(n) => Tree::Integer(n),
            Plain::Long(digits) => Tree::Long(digits),
            Plain::Fraction(p, q) => Tree::Fraction(p, q),
            Plain::Text(text) => Tree::Text(text),
            Plain::Tuple(items) => Tree::Tuple(all(items, key)?),
            Plain::List(items) if key => Tree::Tuple(all(items, key)?),
            Plain::List(items) => Tree::List(all(items, key)?),
            Plain::Set(items) => Tree::Set(all(items, true)?, Some(self.handle(held))),
            Plain::Map(_) if key => Tree::Whole(self.handle(held)),
            Plain::Map(entries) => {
                let mut map = Vec::new();
                for (key, value) in entries {
                    map.push((self.inside(values, key, depth, true)?, self.inside(values, value, depth, false)?));
                }
                Tree::Map(map, Some(self.handle(held)))
            }
            Plain::Whole(held) => Tree::Whole(self.handle(held)),
        })
    }
}

/// The value in Python; `wrap` makes a value of a handle.
pub fn python<'py>(tree: Tree<Handle>, wrap: &Bound<'py, PyAny>, key: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = wrap.py();
    let whole = |digits: &str| py.import("builtins")?.getattr("int")?.call1((digits, 16));
    let all = |items: Vec<Tree<Handle>>, key: bool| -> PyResult<Vec<Bound<'py, PyAny>>> {
        items.into_iter().map(|item| python(item, wrap, key)).collect()
    };
    // To Python 1 and True are equal, and so are a list and a tuple as elements.
    let kept = |collection: Bound<'py, PyAny>, count: usize, whole: Option<Handle>| match whole {
        Some(handle) if collection.len()? < count => wrap.call1((Bound::new(py, handle)?,)),
        _ => Ok(collection),
    };
    Ok(match tree {
        Tree::Nothing => py.None().into_bound(py),
        Tree::Truth(truth) => PyBool::new(py, truth).to_owned().into_any(),
        Tree::Integer(n) => n.into_pyobject(py)?.into_any(),
        Tree::Long(digits) => whole(&digits)?,
        Tree::Fraction(p, q) => py.import("fractions")?.getattr("Fraction")?.call1((whole(&p)?, whole(&q)?))?,
        Tree::Text(text) => text.into_pyobject(py)?.into_any(),
        Tree::Tuple(items) => PyTuple::new(py, all(items, key)?)?.into_any(),
        Tree::List(items) => PyList::new(py, all(items, key)?)?.into_any(),
        Tree::Set(items, whole) => {
            let count = items.len();
            let items = all(items, true)?;
            let set = if key { PyFrozenSet::new(py, items)?.into_any() } else { PySet::new(py, items)?.into_any() };
            kept(set, count, whole)?
        }
        Tree::Map(entries, whole) => {
            let (map, count) = (PyDict::new(py), entries.len());
            for (key, value) in entries {
                map.set_item(python(key, wrap, true)?, python(value, wrap, false)?)?;
            }
            kept(map.into_any(), count, whole)?
        }
        Tree::Whole(handle) => wrap.call1((Bound::new(py, handle)?,))?,
    })
}
