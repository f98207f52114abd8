//! Certificates: a quotient with the game that it is of, as a text that anybody can read, write and check.
//!
//! In: a quotient and its game, or the text. Out: the text, or what it claims; [`Certificate::verify`] hands that to the checker,
//! which believes nothing. The table is written from the diagonal on, since it is symmetric; so a text cannot claim another.
//!
//! ```text
//! misere quotient, certificate 1
//! code 0.3                     or `heaps 3`, and a line for each, such as `2: 1, 0 1, -`: its options, each with its parts
//! order 2
//! p 1
//! values 0 1 0 1               of the heaps from 0 on
//! period 2 from 1              where it is claimed for all heaps
//! table
//! 0 1
//! 0
//! end
//! ```

use super::check::{CheckError, check, check_code};
use super::heaps::Heaps;
use super::monoid::{Element, Monoid};
use super::quotient::{Period, Quotient};
use sprague_heaps::{Base, Code};
use sprague_limits::Handle;
use std::fmt;

const TITLE: &str = "misere quotient, certificate 1";
/// Elements of the largest table that is read.
const MOST: usize = 20_000;

/// What a quotient is claimed to be of.
///
/// ```
/// use sprague_misere::{CertifiedGame, Heaps};
/// let code = sprague_heaps::Code::parse("0.77", sprague_heaps::Base::Octal).expect("a code");
/// assert_ne!(CertifiedGame::Code(code), CertifiedGame::Heaps(Heaps::default()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertifiedGame {
    /// The heaps of a take-and-break game, given by its code.
    Code(Code),
    /// These heaps.
    Heaps(Heaps),
}

/// A quotient with its game.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Certificate, CertifiedGame, of_code};
/// let (code, handle) = (sprague_heaps::Code::parse("0.77", sprague_heaps::Base::Octal).expect("a code"), Handle::default());
/// let quotient = of_code(&code, 240, Bounds::default(), &handle)?.quotient;
/// let text = Certificate { game: CertifiedGame::Code(code), quotient }.to_string();
/// let read = Certificate::read(&text).expect("it was written just now");
/// assert_eq!(read.verify(&handle), Ok(()));
/// let forged = Certificate::read(&text.replace("code 0.77", "code 0.76")).expect("it is one of another game");
/// assert!(forged.verify(&handle).is_err());
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: CertifiedGame,
    /// What is claimed to be its quotient.
    pub quotient: Quotient,
}

/// Why a text is no certificate.
///
/// ```
/// let error = sprague_misere::Certificate::read("misere quotient, certificate 7").expect_err("there is no such version");
/// assert_eq!(error.to_string(), "line 1: expected `misere quotient, certificate 1`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for CertificateError {}

fn numbers<'a, T: fmt::Display + 'a>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

/// The parts of an option; one that leaves nothing is a dash.
fn option(parts: &[u32]) -> String {
    if parts.is_empty() { " -".to_owned() } else { format!(" {}", numbers(parts)) }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (q, order) = (&self.quotient, self.quotient.monoid().order());
        writeln!(f, "{TITLE}")?;
        match &self.game {
            CertifiedGame::Code(code) => writeln!(f, "code {code}")?,
            CertifiedGame::Heaps(heaps) => {
                writeln!(f, "heaps {}", heaps.len())?;
                for n in 0..heaps.len() {
                    let options: Vec<String> = heaps.options(n).map(option).collect();
                    writeln!(f, "{n}:{}", options.join(","))?;
                }
            }
        }
        writeln!(f, "order {order}")?;
        writeln!(f, "p {}", numbers(q.p_portion()))?;
        writeln!(f, "values {}", numbers(q.map()))?;
        if let Some(Period { from, length }) = q.period() {
            writeln!(f, "period {length} from {from}")?;
        }
        writeln!(f, "table")?;
        for x in q.monoid().elements() {
            writeln!(f, "{}", numbers((x..order as Element).map(|y| q.monoid().times(x, y))))?;
        }
        write!(f, "end")
    }
}

/// The lines of a text, one after the other.
struct Reader<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    line: usize,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, what: impl Into<String>) -> Result<T, CertificateError> {
        Err(CertificateError { line: self.line, what: what.into() })
    }

    fn next(&mut self) -> Result<&'t str, CertificateError> {
        match self.lines.next() {
            Some((i, line)) => {
                self.line = i + 1;
                Ok(line.trim_end())
            }
            None => {
                self.line += 1;
                self.error("the text ends too soon")
            }
        }
    }

    /// What stands behind a word at the start of the next line.
    fn after(&mut self, word: &str) -> Result<&'t str, CertificateError> {
        let line = self.next()?;
        match line.strip_prefix(word) {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => Ok(rest.trim()),
            _ => self.error(format!("expected `{word}`")),
        }
    }

    fn number(&self, text: &str) -> Result<usize, CertificateError> {
        // No signs, no leading zeros: a number is written in one way.
        match text.parse::<usize>() {
            Ok(n) if n.to_string() == text => Ok(n),
            _ => self.error(format!("`{text}` is no number")),
        }
    }

    fn numbers(&self, text: &str) -> Result<Vec<usize>, CertificateError> {
        text.split_whitespace().map(|n| self.number(n)).collect()
    }

    fn elements(&self, text: &str, order: usize) -> Result<Vec<Element>, CertificateError> {
        let all = self.numbers(text)?;
        match all.iter().find(|&&x| x >= order) {
            Some(x) => self.error(format!("{x} is no element: the order is {order}")),
            None => Ok(all.into_iter().map(|x| x as Element).collect()),
        }
    }
}

impl Certificate {
    /// Reads a text. What it claims is not looked at: that is what [`Certificate::verify`] is for.
    pub fn read(text: &str) -> Result<Certificate, CertificateError> {
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0 };
        if reader.next()? != TITLE {
            return reader.error(format!("expected `{TITLE}`"));
        }
        let line = reader.next()?;
        let game = if let Some(code) = line.strip_prefix("code ") {
            match Code::parse(code, Base::Any) {
                Ok(code) => CertifiedGame::Code(code),
                Err(error) => return reader.error(error.to_string()),
            }
        } else if let Some(count) = line.strip_prefix("heaps ") {
            CertifiedGame::Heaps(heaps(&mut reader, count)?)
        } else {
            return reader.error("expected `code` or `heaps`");
        };
        let order = reader.after("order")?;
        let order = reader.number(order)?;
        if order == 0 || order > MOST {
            return reader.error(format!("an order is a number from 1 to {MOST}"));
        }
        let of_p = reader.after("p")?;
        let of_p = reader.elements(of_p, order)?;
        if !of_p.is_sorted_by(|a, b| a < b) {
            return reader.error("the elements of P rise");
        }
        let values = reader.after("values")?;
        let values = reader.elements(values, order)?;
        let (mut line, mut period) = (reader.next()?, None);
        if let Some(rest) = line.strip_prefix("period ") {
            let Some((length, from)) = rest.split_once(" from ") else {
                return reader.error("expected `period p from n`");
            };
            period = Some(Period { from: reader.number(from)?, length: reader.number(length)? });
            line = reader.next()?;
        }
        if line != "table" {
            return reader.error("expected `table`");
        }
        // Row by row, so that a large order without a table costs nothing.
        let mut above: Vec<Vec<Element>> = Vec::new();
        for x in 0..order {
            let row = reader.next()?;
            let row = reader.elements(row, order)?;
            if row.len() != order - x {
                return reader.error(format!("a row of {} elements, expected {}", row.len(), order - x));
            }
            above.push(row);
        }
        if reader.next()? != "end" {
            return reader.error("expected `end`");
        }
        if let Some((i, line)) = reader.lines.find(|(_, line)| !line.trim().is_empty()) {
            reader.line = i + 1;
            return reader.error(format!("`{line}` stands behind the end"));
        }
        let entry = |x: usize, y: usize| above[x.min(y)][x.max(y) - x.min(y)];
        let rows: Vec<Vec<Element>> = (0..order).map(|x| (0..order).map(|y| entry(x, y)).collect()).collect();
        let mut p = vec![false; order];
        of_p.into_iter().for_each(|x| p[x as usize] = true);
        let quotient = Monoid::from_table(&rows).and_then(|monoid| Quotient::from_parts(monoid, p, values));
        let quotient = match (quotient, period) {
            (Some(quotient), None) => Some(quotient),
            (Some(quotient), Some(period)) => quotient.with_period(period),
            (None, _) => None,
        };
        match quotient {
            Some(quotient) => Ok(Certificate { game, quotient }),
            None => reader.error("the period is longer than the values"),
        }
    }

    /// Has the checker look at it.
    pub fn verify(&self, handle: &Handle) -> Result<(), CheckError> {
        match &self.game {
            CertifiedGame::Code(code) => check_code(&self.quotient, code, handle),
            CertifiedGame::Heaps(heaps) => check(&self.quotient, heaps, handle),
        }
    }
}

/// The lines of the heaps with their options.
fn heaps(reader: &mut Reader<'_>, count: &str) -> Result<Heaps, CertificateError> {
    let mut heaps = Heaps::default();
    for n in 0..reader.number(count)? {
        let options = reader.after(&format!("{n}:"))?;
        let mut all = Vec::new();
        for option in options.split(',').filter(|_| !options.is_empty()) {
            all.push(if option.trim() == "-" { Vec::new() } else { reader.numbers(option)? });
        }
        if let Err(error) = heaps.push(all) {
            return reader.error(error.to_string());
        }
    }
    Ok(heaps)
}
