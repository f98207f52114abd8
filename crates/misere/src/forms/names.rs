//! Names of forms, after *Winning Ways*, chapter 13: `*[2]` is a heap of Nim, `*[2#]` the game whose only option is that heap, `*[2#0]` the game
//! with the options `*[2#]` and 0, and `*[2_2]` a sum of two heaps, where the book has a subscript.
//!
//! ```text
//! name   = "*[" options "]"
//! options = term | term term …        one term is that game itself, more are the options of a game; commas may stand between
//! term   = base followed by any number of "#" (the game with this only option) and "_" base (the sum with it)
//! base   = digit | "(" number ")" | "[" options "]"
//! ```

use super::{Form, Forms};
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_limits::{Handle, Stop, with_stack};
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// Characters of the longest name that is written.
const LONGEST: usize = 4000;
/// Followers of the largest form in whose name sums are looked for.
const SMALL: usize = 400;

/// Why a text is no name of a form.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Forms, NameError};
/// let refused = Forms::new().named("*[2##", &Handle::default());
/// assert_eq!(refused, Err(NameError::Unexpected { at: 5, found: None }));
/// assert_eq!(refused.unwrap_err().to_string(), "the name ends too early");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// This character cannot stand there; at the end of the text there is none.
    Unexpected {
        /// Bytes before it.
        at: usize,
        /// The character.
        found: Option<char>,
    },
    /// A bound was reached.
    Stop(Stop),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unexpected { found: None, .. } => write!(f, "the name ends too early"),
            NameError::Unexpected { at, found: Some(found) } => {
                write!(f, "`{found}` cannot stand there, after {at} characters")
            }
            NameError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NameError {}

impl From<Stop> for NameError {
    fn from(stop: Stop) -> NameError {
        NameError::Stop(stop)
    }
}

/// A name under way: what terms have been found out to be, and whether sums are looked for.
struct Writer<'a> {
    known: FxHashMap<Form, Option<String>>,
    sums: bool,
    handle: &'a Handle,
}

impl Forms {
    /// The name of a form; `None` if it is too long to be read.
    pub fn name(&mut self, form: Form, handle: &Handle) -> Result<Option<String>, Stop> {
        let mut seen: FxHashSet<Form> = [form].into_iter().collect();
        let mut open = vec![form];
        while let (Some(next), true) = (open.pop(), seen.len() <= SMALL) {
            open.extend(self.options(next).iter().filter(|option| seen.insert(**option)));
        }
        let mut writer = Writer { known: FxHashMap::default(), sums: seen.len() <= SMALL, handle };
        // Only lists of options end in a bracket: sharps end in their sign, sums in a heap.
        let term = self.term(form, &mut writer)?;
        Ok(term.map(|term| if term.ends_with(']') { format!("*{term}") } else { format!("*[{term}]") }))
    }

    /// Whether a form is a heap of Nim.
    pub fn is_heap(&self, form: Form) -> bool {
        // The other options of the largest one, which is a heap, are heaps.
        let mut size = self.options(form).len();
        let mut form = form;
        loop {
            if self.options(form).len() != size || self.birthday(form) as usize != size {
                return false;
            }
            if size == 0 {
                return true;
            }
            let Some(last) = self.options(form).iter().copied().max_by_key(|&option| self.birthday(option)) else {
                return false;
            };
            if self.options(last).iter().any(|&option| !self.has_option(form, option)) {
                return false;
            }
            form = last;
            size -= 1;
        }
    }

    /// A form as the sum of another one, born earlier, and a heap. There are parts that are born later than the whole.
    fn summands(&mut self, form: Form, writer: &Writer<'_>) -> Result<Option<(Form, u32)>, Stop> {
        if !writer.sums || self.is_heap(form) || self.options(form).len() == 1 {
            return Ok(None);
        }
        let even = self.even(form, writer.handle)?;
        let odd = u32::from(even != form);
        let mut size = 2;
        while size <= self.birthday(form) {
            let heap = self.heap(size, writer.handle)?;
            if let Some(rest) = self.difference(even, heap, writer.handle)?
                && self.birthday(rest) < self.birthday(form)
            {
                return Ok(Some((rest, size + odd)));
            }
            size *= 2;
        }
        Ok((odd == 1).then_some((even, 1)))
    }

    /// A form as one term.
    fn term(&mut self, form: Form, writer: &mut Writer<'_>) -> Result<Option<String>, Stop> {
        if let Some(known) = writer.known.get(&form) {
            return Ok(known.clone());
        }
        writer.handle.tick()?;
        let size = |n: u32| if n < 10 { n.to_string() } else { format!("({n})") };
        let text = if self.is_heap(form) {
            Some(size(self.birthday(form)))
        } else if let [only] = *self.listed(form) {
            with_stack(|| self.term(only, writer))?.map(|term| term + "#")
        } else if let Some((rest, heap)) = self.summands(form, writer)? {
            with_stack(|| self.term(rest, writer))?.map(|term| format!("{term}_{}", size(heap)))
        } else {
            self.list(form, writer)?
        };
        let text = text.filter(|text| text.len() <= LONGEST);
        writer.known.insert(form, text.clone());
        Ok(text)
    }

    /// The options of a form in brackets: those born last first, of one day heaps last.
    fn list(&mut self, form: Form, writer: &mut Writer<'_>) -> Result<Option<String>, Stop> {
        let mut terms = Vec::new();
        for &option in &*self.listed(form) {
            let Some(term) = with_stack(|| self.term(option, writer))? else { return Ok(None) };
            terms.push((std::cmp::Reverse(self.birthday(option)), self.is_heap(option), term));
        }
        terms.sort();
        let length: usize = terms.iter().map(|term| term.2.len()).sum();
        if length > LONGEST {
            return Ok(None);
        }
        Ok(Some(format!("[{}]", terms.into_iter().map(|term| term.2).collect::<String>())))
    }

    /// The form with a name; what [`Forms::name`] writes is read back, and so is every other list of options.
    pub fn named(&mut self, text: &str, handle: &Handle) -> Result<Form, NameError> {
        let mut reader = Reader { rest: text.char_indices().peekable(), length: text.len(), handle };
        reader.expect('*')?;
        let form = match reader.peek() {
            Some('[') => {
                reader.expect('[')?;
                let form = self.read_options(&mut reader)?;
                reader.expect(']')?;
                form
            }
            Some(digit) if digit.is_ascii_digit() => {
                let size = reader.number()?;
                self.heap(size, handle)?
            }
            _ => self.star(),
        };
        match reader.peek() {
            None => Ok(form),
            Some(_) => Err(reader.unexpected()),
        }
    }

    fn read_options(&mut self, reader: &mut Reader<'_>) -> Result<Form, NameError> {
        let mut options = vec![with_stack(|| self.read_term(reader))?];
        loop {
            match reader.peek() {
                Some(']') => break,
                Some(',') => reader.expect(',')?,
                _ => {}
            }
            options.push(with_stack(|| self.read_term(reader))?);
        }
        match options[..] {
            [only] => Ok(only),
            _ => Ok(self.form(options, reader.handle)?),
        }
    }

    fn read_term(&mut self, reader: &mut Reader<'_>) -> Result<Form, NameError> {
        reader.handle.tick()?;
        let mut form = self.read_base(reader)?;
        loop {
            match reader.peek() {
                Some('#') => {
                    reader.expect('#')?;
                    form = self.form(vec![form], reader.handle)?;
                }
                Some('_') => {
                    reader.expect('_')?;
                    let other = self.read_base(reader)?;
                    form = self.sum(form, other, reader.handle)?;
                }
                _ => return Ok(form),
            }
        }
    }

    fn read_base(&mut self, reader: &mut Reader<'_>) -> Result<Form, NameError> {
        match reader.peek() {
            Some('[') => {
                reader.expect('[')?;
                let form = with_stack(|| self.read_options(reader))?;
                reader.expect(']')?;
                Ok(form)
            }
            Some('(') => {
                reader.expect('(')?;
                let size = reader.number()?;
                reader.expect(')')?;
                Ok(self.heap(size, reader.handle)?)
            }
            Some(digit) if digit.is_ascii_digit() => {
                reader.expect(digit)?;
                Ok(self.heap(digit.to_digit(10).unwrap_or(0), reader.handle)?)
            }
            _ => Err(reader.unexpected()),
        }
    }
}

struct Reader<'a> {
    rest: Peekable<CharIndices<'a>>,
    length: usize,
    handle: &'a Handle,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.rest.peek().map(|&(_, c)| c)
    }

    fn unexpected(&mut self) -> NameError {
        let found = self.peek();
        NameError::Unexpected { at: self.rest.peek().map_or(self.length, |&(at, _)| at), found }
    }

    fn expect(&mut self, expected: char) -> Result<(), NameError> {
        if self.peek() != Some(expected) {
            return Err(self.unexpected());
        }
        self.rest.next();
        Ok(())
    }

    fn number(&mut self) -> Result<u32, NameError> {
        let mut digits = String::new();
        self.peek();
        while let Some((_, digit)) = self.rest.next_if(|(_, c)| c.is_ascii_digit()) {
            digits.push(digit);
        }
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        digits.parse().map_err(|_| Stop::TooLarge(format!("a heap of {digits}")).into())
    }
}
