//! Functions of the library written in Rust: documentation, signature and body together.

use super::Value;
use super::boards::BoardAct;
use super::notion::Notion;
use std::any::Any;
use std::fmt;

/// A native function and its documentation record. Values hold it without knowing what its body is; evaluation knows.
pub struct Native<Body: ?Sized = dyn Any + Send + Sync> {
    /// Its name.
    pub name: &'static str,
    /// `f(x, player = nothing)`; `f(items...)` takes any number. Parsed for the number and names of arguments.
    pub signature: &'static str,
    /// What it is; the first sentence stands alone in lists.
    pub text: &'static str,
    /// Expressions with the output they give; run by the tests.
    pub examples: &'static [(&'static str, &'static str)],
    /// How many arguments must be given.
    pub required: usize,
    /// How many may be given at most; `None` for any number.
    pub most: Option<usize>,
    /// What it is about, if there are reasons for its values.
    pub notion: Option<Notion>,
    /// Whether its first argument is a question, such as `outcome(g)` or `g >= h`, that is handed on and not answered.
    pub asks: bool,
    /// If it gives a list: what hands its elements over one by one, as it is known to evaluation.
    pub one_by_one: Option<&'static (dyn Any + Send + Sync)>,
    /// Whether it gives the sum of its one argument.
    pub adds: bool,
    /// If its first argument is a board: what it does to it, by its other arguments, if that is seen from them. Reading them costs no steps.
    pub on_boards: Option<fn(&[Value]) -> Option<BoardAct>>,
    /// Short names that people of the field type, which mean the same.
    pub also: &'static [&'static str],
    /// Its body. Optional arguments that were left out are [`Value::Unset`].
    pub run: Body,
}

impl<Body: ?Sized> fmt::Debug for Native<Body> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Native({})", self.name)
    }
}

impl<Body> Native<Body> {
    /// A record.
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        text: &'static str,
        examples: &'static [(&'static str, &'static str)],
        run: Body,
    ) -> Native<Body> {
        let (required, most) = count(signature.as_bytes());
        Native {
            name,
            signature,
            text,
            examples,
            required,
            most,
            notion: None,
            asks: false,
            one_by_one: None,
            adds: false,
            on_boards: None,
            also: &[],
            run,
        }
    }

    /// The record of a function that is given a question: what is asked about, then the word or sign of it, then what it is compared with.
    pub const fn of_question(mut self) -> Native<Body> {
        self.asks = true;
        self
    }

    /// The record of a function whose list need not be made where it is only gone through.
    pub const fn one_by_one(mut self, each: &'static (dyn Any + Send + Sync)) -> Native<Body> {
        self.one_by_one = Some(each);
        self
    }

    /// The record of the function that gives the sum of its one argument.
    pub const fn adding(mut self) -> Native<Body> {
        self.adds = true;
        self
    }

    /// The record of a function that does to a board what is seen from its other arguments.
    pub const fn on_boards(mut self, read: fn(&[Value]) -> Option<BoardAct>) -> Native<Body> {
        self.on_boards = Some(read);
        self
    }

    /// The record of a function that has short names besides.
    pub const fn also(mut self, names: &'static [&'static str]) -> Native<Body> {
        self.also = names;
        self
    }

    /// The record of a function for whose values there are reasons.
    pub const fn about(mut self, notion: Notion) -> Native<Body> {
        self.notion = Some(notion);
        self
    }
}

impl<Body: ?Sized> Native<Body> {
    /// Names of the parameters.
    pub fn names(&self) -> Vec<&'static str> {
        let signature = self.signature;
        let mut quoted = false;
        let mut before = b',';
        // A name stands after the bracket or a comma, but not in a default such as `", "`.
        let starts = signature.bytes().enumerate().skip(self.name.len()).filter(|&(_, byte)| {
            let starts = byte.is_ascii_alphabetic() && !quoted && matches!(before, b'(' | b',');
            quoted ^= byte == b'"';
            if byte != b' ' {
                before = byte;
            }
            starts
        });
        let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        starts.filter_map(|(i, _)| signature[i..].split(ends).next()).collect()
    }
}

/// Reads off a signature how many arguments are required, and how many there may be.
const fn count(signature: &[u8]) -> (usize, Option<usize>) {
    let (mut i, mut inside, mut params, mut optional) = (0, false, 0, 0);
    let (mut variadic, mut quoted) = (false, false);
    while i < signature.len() {
        match signature[i] {
            b'"' => quoted = !quoted,
            // A default such as `", "`.
            _ if quoted => {}
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
