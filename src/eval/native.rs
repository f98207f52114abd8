//! Functions of the library written in Rust: documentation, signature and body together.

use super::Machine;
use crate::value::{Res, Value};
use std::fmt;

/// A native function and its documentation record.
pub struct Native {
    /// Its name.
    pub name: &'static str,
    /// `f(x, player = nothing)`; `f(items...)` takes any number. Parsed for the number and names of arguments.
    pub signature: &'static str,
    /// What it is; the first sentence stands alone in lists.
    pub text: &'static str,
    /// Expressions with the output they give; run by the tests.
    pub examples: &'static [(&'static str, &'static str)],
    /// Its body. Optional arguments that were left out are [`Value::Unset`].
    pub run: fn(&mut Machine, &[Value]) -> Res,
    /// How many arguments must be given.
    pub required: usize,
    /// How many may be given at most; `None` for any number.
    pub most: Option<usize>,
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Native({})", self.name)
    }
}

impl Native {
    /// A record.
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        text: &'static str,
        examples: &'static [(&'static str, &'static str)],
        run: fn(&mut Machine, &[Value]) -> Res,
    ) -> Native {
        let (required, most) = count(signature.as_bytes());
        Native { name, signature, text, examples, run, required, most }
    }

    /// Names of the parameters.
    pub fn names(&self) -> Vec<&'static str> {
        let inside = self.signature.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')');
        inside
            .split(',')
            .map(|p| p.split(['=', ':']).next().unwrap_or("").trim().trim_end_matches("..."))
            .filter(|p| !p.is_empty())
            .collect()
    }
}

/// Reads off a signature how many arguments are required, and how many there may be.
const fn count(signature: &[u8]) -> (usize, Option<usize>) {
    let (mut i, mut inside, mut params, mut optional) = (0, false, 0, 0);
    let mut variadic = false;
    while i < signature.len() {
        match signature[i] {
            b'(' => inside = true,
            b')' => inside = false,
            b',' if inside => params += 1,
            b'=' if inside => optional += 1,
            b'.' if inside && i + 2 < signature.len() && signature[i + 1] == b'.' && signature[i + 2] == b'.' => {
                variadic = true;
                i += 2;
            }
            _ => {}
        }
        i += 1;
    }
    // One more parameter than commas, unless the brackets are empty.
    let empty = signature.len() >= 2 && signature[signature.len() - 2] == b'(';
    let params = if empty { 0 } else { params + 1 };
    if variadic { (params - 1, None) } else { (params - optional, Some(params)) }
}
