//! The façade: text in, tree and every syntax error out.
//!
//! The tokens are split into top-level statements, and each is given to the generated parser. After an error the
//! smallest part around it — a line of a block, what stands between two brackets — is replaced by a hole and the
//! statement is read again, so each part can report its own error. A part that fails as a hole is replaced
//! together with what is around it; so every attempt hides more, and there are at most [`ATTEMPTS`] of them for a
//! statement. The whole takes linear time.

use super::ast::{Expr, ExprKind, Program, Stmt, StmtKind};
use super::build::Builder;
use super::describe::describe;
use super::lexer;
use super::pace::Pace;
use super::token::{Tok, Token};
use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::limits::with_room;
use crate::source::{MAX_BYTES, Span};
use lalrpop_util::ParseError;
use std::ops::Range;
use std::rc::Rc;

#[allow(clippy::all, clippy::pedantic, clippy::restriction, missing_docs, unused)]
mod grammar {
    lalrpop_util::lalrpop_mod!(generated, "/sprague.rs");
    pub(super) use generated::StatementParser;
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A file.
    Script,
    /// What is typed at the prompt: `if a then b` runs at the end of its line, so a line cannot begin with `else`
    /// unless it is inside a block or brackets.
    Session,
}

/// What was read.
#[derive(Debug)]
pub struct Parsed {
    /// All statements; parts that could not be read are [`ExprKind::Error`].
    pub program: Program,
    /// Every syntax error in order of place. Empty if and only if the program is whole.
    pub errors: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the text only ends too early, so that another line may complete it.
    pub fn incomplete(&self) -> bool {
        !self.errors.is_empty() && self.errors.iter().all(|e| e.incomplete)
    }
}

/// Errors shown of one text.
const SHOWN_ERRORS: usize = 20;

/// When of so many errors only the place is kept, the rest of a text is not read that is of no use with an error.
const TOO_MANY_ERRORS: usize = 900;

/// Attempts to read one statement.
const ATTEMPTS: usize = 24;

/// A text that was read to its end, whatever is wrong with it.
#[derive(Debug, Default)]
pub struct Read {
    /// All statements; parts that could not be read are [`ExprKind::Error`].
    pub program: Program,
    /// The first errors, in order of place.
    pub errors: Vec<Diagnostic>,
    /// The places of all others.
    pub others: Vec<Span>,
}

/// Reads a text. Never fails, panics or overflows; the time is linear in its length.
pub fn parse(source: u32, text: &str, mode: Mode) -> Parsed {
    within(source, text, mode, &Pace::unbounded())
}

/// The same within bounds; when one is reached, what was read is of no use.
pub fn within(source: u32, text: &str, mode: Mode, pace: &Pace<'_>) -> Parsed {
    let Read { program, mut errors, others } = whole(source, text, mode, pace, TOO_MANY_ERRORS);
    let more = errors.len().saturating_sub(SHOWN_ERRORS) + others.len();
    let incomplete = errors.iter().all(|e| e.incomplete);
    errors.truncate(SHOWN_ERRORS);
    let over = if others.len() >= TOO_MANY_ERRORS { "over " } else { "" };
    if let Some(mut last) = Diagnostic::more(Mistake::Unexpected, more, over, "syntax ") {
        last.incomplete = incomplete;
        errors.push(last);
    }
    Parsed { program, errors }
}

/// Reads a text whose whole statements are of use even if others are not: no error ends it.
pub fn read(source: u32, text: &str, pace: &Pace<'_>) -> Read {
    whole(source, text, Mode::Script, pace, usize::MAX)
}

fn whole(source: u32, text: &str, mode: Mode, pace: &Pace<'_>, enough: usize) -> Read {
    if text.len() > MAX_BYTES {
        let message = format!("a text of more than {} MiB cannot be read", MAX_BYTES >> 20);
        let error = Diagnostic::new(Mistake::LongText, Span::new(source, 0, 0), message)
            .note("Divide it into several files, or keep data apart from the program.");
        return Read { errors: vec![error], ..Read::default() };
    }
    with_room(|| statements(source, text, mode, pace, enough))
}

fn statements(source: u32, text: &str, mode: Mode, pace: &Pace<'_>, enough: usize) -> Read {
    let lexed = lexer::lex(source, text, mode, pace);
    let tokens = lexed.tokens.into_iter().filter(seen_by_parser).collect();
    let mut parser = Parser {
        builder: Builder::new(source, text, tokens, lexed.docs),
        generated: grammar::StatementParser::new(),
        errors: Errors::default(),
        enough: enough.saturating_sub(lexed.errors.others.len()),
        lexer_failed: !lexed.errors.is_empty(),
        mode,
        pace,
        stray: None,
    };
    let statements = parser.program();
    let (mut errors, mut others) = (lexed.errors.kept, lexed.errors.others);
    if let Some(span) = parser.stray {
        for error in errors.iter_mut().filter(|e| e.incomplete) {
            error.incomplete = false;
            // The text does not end there.
            if let Some((_, label)) = error.labels.first_mut() {
                *label = "this is never closed".into();
            }
            error.labels.push((span, "this cannot follow inside it".into()));
        }
    }
    errors.append(&mut parser.errors.kept);
    others.append(&mut parser.errors.others);
    let place = |d: &Diagnostic| d.labels.first().map(|l| (l.0.start, l.0.end)).unwrap_or_default();
    errors.sort_by_key(place);
    errors.dedup_by(|a, b| place(a) == place(b) && a.message == b.message);
    Read { program: Program { statements }, errors, others }
}

fn seen_by_parser(t: &Token) -> bool {
    !t.muted && !matches!(t.tok, Tok::Comment | Tok::Doc)
}

struct Parser<'t> {
    builder: Builder<'t>,
    generated: grammar::StatementParser,
    errors: Errors,
    /// So many errors beyond those that are kept end the reading.
    enough: usize,
    lexer_failed: bool,
    mode: Mode,
    pace: &'t Pace<'t>,
    /// A line that stands inside a bracket which is never closed, and that should not.
    stray: Option<Span>,
}

impl Parser<'_> {
    fn program(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        let all = self.builder.tokens.len();
        let (mut start, mut depth) = (0, 0usize);
        for i in 0..=all {
            let end = match self.builder.tokens.get(i).map(|t| t.tok) {
                None => true,
                Some(tok) => {
                    depth = if tok.opens() { depth + 1 } else { depth.saturating_sub(usize::from(tok.closes())) };
                    depth == 0 && matches!(tok, Tok::Newline | Tok::Semi)
                }
            };
            if end {
                if self.errors.others.len() >= self.enough || !self.pace.goes_on() {
                    break;
                }
                if i > start {
                    statements.push(self.one(start..i));
                }
                start = i + 1;
            }
        }
        statements
    }

    /// Reads one statement, again and again until all its errors are known.
    fn one(&mut self, range: Range<usize>) -> Stmt {
        let pace = self.pace;
        for _ in 0..ATTEMPTS {
            self.builder.next_statement();
            let tokens = Rc::clone(&self.builder.tokens);
            let token = |i: usize| match pace.goes_on() {
                true => Ok((i as u32, tokens[i].tok, i as u32 + 1)),
                false => Err(()),
            };
            let input = range.clone().filter(|&i| !tokens[i].muted).map(token);
            let (at, expected) = match self.generated.parse(&mut self.builder, input) {
                Ok(statement) => {
                    self.keep_errors();
                    return statement;
                }
                Err(ParseError::UnrecognizedToken { token: (at, ..), expected }) => (at as usize, expected),
                Err(ParseError::UnrecognizedEof { expected, .. }) => (range.end, expected),
                Err(_) => break,
            };
            drop(tokens);
            self.builder.errors.clear();
            self.tell(&range, at, &expected);
            if !self.hide(&range, at) {
                break;
            }
        }
        self.builder.errors.clear();
        let (l, r) = (range.start as u32, range.end as u32);
        let span = self.builder.span(l, r);
        let kind = StmtKind::Expr(Expr::new(ExprKind::Error, span));
        Stmt { kind, span, doc: None }
    }

    fn keep_errors(&mut self) {
        for error in std::mem::take(&mut self.builder.errors) {
            self.errors.push(error);
        }
    }

    /// Reports an error at token `at`, unless it follows from one that was reported.
    fn tell(&mut self, range: &Range<usize>, at: usize, expected: &[String]) {
        let tokens = &self.builder.tokens;
        let previous = (range.start..at).rev().find(|&i| !tokens[i].muted).map(|i| &tokens[i]);
        let found = if at < range.end { tokens.get(at) } else { None };
        let told = |t: &Token| matches!(t.tok, Tok::Hole | Tok::Unknown) || t.start == t.end;
        let follows = previous.is_some_and(told)
            || found.is_some_and(told)
            || found.is_none() && tokens.get(range.end).is_some_and(told);
        if follows && (self.lexer_failed || !self.errors.is_empty()) {
            return;
        }
        if let (Some(previous), Some(found)) = (previous, found)
            && self.in_unclosed(range, at)
            && self.builder.breaks_line(previous.end, found.start)
        {
            self.stray = Some(self.builder.span(at as u32, at as u32 + 1));
            return;
        }
        if self.errors.is_full() {
            let at = at.min(range.end.saturating_sub(1)) as u32;
            self.errors.others.push(self.builder.span(at, at + 1));
            return;
        }
        // Nothing but the end of the text comes after: another line may complete the statement.
        let ended = found.is_none() && (range.end + 1..tokens.len()).all(|i| tokens[i].start == tokens[i].end);
        let error = describe(&self.builder, range, at, expected, ended, self.mode);
        self.errors.push(error);
    }

    /// Whether token `at` stands inside a bracket whose closer the lexer supplied at the end of the text.
    fn in_unclosed(&self, range: &Range<usize>, at: usize) -> bool {
        let tokens = &self.builder.tokens;
        let mut depth = 0usize;
        for t in tokens[at..range.end].iter().filter(|t| !t.muted) {
            if t.tok.opens() {
                depth += 1;
            } else if t.tok.closes() {
                if depth == 0 {
                    return t.start == t.end && t.end as usize == self.builder.text_len() && t.tok != Tok::End;
                }
                depth -= 1;
            }
        }
        false
    }

    /// Puts a hole in place of the smallest part around token `at` that is not one already. False if there is none.
    fn hide(&mut self, range: &Range<usize>, at: usize) -> bool {
        let mut at = at;
        // The search goes over the statement.
        while self.pace.works(range.len() / 16) {
            let Some((part, opener)) = self.part_around(range, at) else { return false };
            if let Some(part) = part {
                let tokens = Rc::make_mut(&mut self.builder.tokens);
                let visible = part.clone().filter(|&i| !tokens[i].muted).count();
                let hole = visible == 1 && tokens[part.start].tok == Tok::Hole;
                if visible > 0 && !hole {
                    let end = tokens[part.end - 1].end;
                    let first = &mut tokens[part.start];
                    (first.tok, first.end, first.muted) = (Tok::Hole, end, false);
                    tokens[part.start + 1..part.end].iter_mut().for_each(|t| t.muted = true);
                    return true;
                }
            }
            match opener {
                Some(opener) => at = opener,
                None => return false,
            }
        }
        false
    }

    /// The part around token `at`, and the opener of its bracket or block. No part if it is empty.
    fn part_around(&self, range: &Range<usize>, at: usize) -> Option<(Option<Range<usize>>, Option<usize>)> {
        let tokens = &self.builder.tokens;
        // In blocks lines, in brackets what commas and bars separate.
        let line = |i: usize| matches!(tokens[i].tok, Tok::Newline | Tok::Semi);
        let item = |i: usize| matches!(tokens[i].tok, Tok::Comma | Tok::Bars | Tok::FatArrow);
        let (mut opener, mut start, mut start_of_line) = (None, None, None);
        for i in back_to_opener(tokens, range.start..at) {
            if tokens[i].tok.opens() {
                opener = Some(i);
                break;
            } else if start.is_none() && (line(i) || item(i)) {
                start = Some(i + 1);
            }
            if start_of_line.is_none() && line(i) {
                start_of_line = Some(i + 1);
            }
        }
        let lines = |o: usize| matches!(tokens[o].tok, Tok::Do | Tok::Block(_) | Tok::Question | Tok::Part);
        let block = opener.is_some_and(lines);
        if block {
            start = start_of_line;
        }
        let separator = |i: usize| line(i) || item(i) && !block;
        let header = opener.is_some_and(|o| lines(o) && tokens[o].tok != Tok::Do) && start.is_none();
        if header {
            // The whole rule set or question stands or falls with its first line.
            return Some((None, opener));
        }
        let (mut depth, mut end) = (0usize, range.end);
        for (i, token) in tokens.iter().enumerate().take(range.end).skip(at).filter(|(_, t)| !t.muted) {
            let tok = token.tok;
            if tok.opens() {
                depth += 1;
            } else if depth == 0 && (tok.closes() || opener.is_some() && separator(i)) {
                end = i;
                break;
            } else if tok.closes() {
                depth -= 1;
            }
        }
        // An answer keeps its name.
        let value = || {
            let sign = (range.start..at).find(|&i| tokens[i].tok == Tok::Assign && !tokens[i].muted);
            sign.filter(|_| tokens[range.start].tok == Tok::Answer).map_or(range.start, |sign| sign + 1)
        };
        let first = start.unwrap_or_else(|| opener.map_or_else(value, |o| o + 1));
        Some(((first < end).then_some(first..end), opener))
    }
}

/// The tokens of a bracket or block from the last one back, without what stands in further brackets. The first opener that
/// comes is its own.
///
/// Muted tokens have lost nothing but their visibility: brackets among them still balance, and a hole counts for the token
/// it replaced only if that was no bracket; both ends of a hidden part lie within it.
pub(super) fn back_to_opener(tokens: &[Token], range: Range<usize>) -> impl Iterator<Item = usize> {
    let mut depth = 0usize;
    range.rev().filter(|&i| !tokens[i].muted).filter(move |&i| {
        let before = depth;
        if tokens[i].tok.closes() {
            depth += 1;
        } else if tokens[i].tok.opens() {
            depth = depth.saturating_sub(1);
        }
        before == 0 && depth == 0
    })
}
