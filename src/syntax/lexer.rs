//! The one pass that turns characters into the tokens of the grammar; the highlighter uses it too.
//!
//! It goes over the raw tokens once with three things at hand: the stack of open brackets and blocks, the previous
//! token, and a look at what comes next. From these it decides
//!
//! - whether an operand or an operator is expected ([`Tok::ends_operand`] of the previous token), and with that
//!   whether `<` opens a game or compares, `*` is a star or a product, `^` an up or a power, `+-` a switch or a sum;
//! - whether bars separate options (directly inside `<…>`, or `{…}` without a `for`) or compare;
//! - where statements end ([`layout`]), and where a soft keyword is one;
//! - that brackets and blocks are balanced: a missing closer is reported and supplied as a token of no width, so the
//!   parser never sees an unbalanced text.
//!
//! It never fails: what means nothing becomes [`Tok::Unknown`]. Time and memory are linear in the text.

mod depth;
mod heaps;
mod homework;
mod layout;
mod literals;
mod marks;
mod relations;
mod words;

use self::layout::{Opener, OpenerKind};
use super::raw::Raw;
use super::token::{Tok, Token};
use super::{Highlight, Mode, Pace};
use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::source::{Span, unseen};
use logos::Logos;
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub(super) use literals::STARS;
pub(crate) use literals::is_down;
pub(super) use marks::strength;

/// What the pass makes.
pub(super) struct Lexed {
    /// All tokens, comments included.
    pub tokens: Vec<Token>,
    /// What it reported.
    pub errors: Errors,
    /// `##` lines, by the start of the token below them.
    pub docs: FxHashMap<u32, Rc<str>>,
}

/// Every token with its kind and place, comments included; never fails.
pub fn tokens(text: &str) -> Vec<(Highlight, usize, usize)> {
    lex(0, text, Mode::Session, &Pace::unbounded())
        .tokens
        .iter()
        .filter(|t| t.end > t.start)
        .map(|t| {
            let (start, end) = (t.start as usize, t.end as usize);
            // Most often the game.
            let down = t.tok == Tok::Name && is_down(&text[start..end]);
            (if down { Highlight::GameValue } else { t.tok.kind() }, start, end)
        })
        .collect()
}

/// Runs the pass.
pub(super) fn lex(source: u32, text: &str, mode: Mode, pace: &Pace<'_>) -> Lexed {
    // Places are 32 bits wide.
    let text = if text.len() < u32::MAX as usize { text } else { "" };
    let mut lexer = Lexer {
        source,
        text,
        mode,
        pace,
        raw: Raw::lexer(text),
        stack: vec![Opener::bottom()],
        previous: None,
        last_then: None,
        bars_told: false,
        open_loop: None,
        lost_loops: 0,
        pending_doc: Vec::new(),
        naming: false,
        answering: None,
        pending_comments: Vec::new(),
        deep: None,
        out: Lexed { tokens: Vec::new(), errors: Errors::default(), docs: FxHashMap::default() },
    };
    lexer.run();
    lexer.out
}

struct Lexer<'t> {
    source: u32,
    text: &'t str,
    mode: Mode,
    pace: &'t Pace<'t>,
    raw: logos::Lexer<'t, Raw>,
    stack: Vec<Opener>,
    /// The last token that is no comment.
    previous: Option<Tok>,
    /// The place of the last `then`, for an `end` that closes nothing.
    last_then: Option<(usize, usize)>,
    /// Whether bars have been reported in this line.
    bars_told: bool,
    /// A `for` or `while` began a statement at this height of the stack, and no `do` has followed.
    open_loop: Option<usize>,
    /// How many loops had no `do`, which the parser reports: their `end`s are not reported.
    lost_loops: usize,
    pending_doc: Vec<&'t str>,
    /// Whether names are listed after `forbid` or `allow`.
    naming: bool,
    /// An answer began at this height of the stack, and no `=` has followed.
    answering: Option<usize>,
    pending_comments: Vec<(Tok, std::ops::Range<usize>)>,
    /// What is nested too deep, until it has been reported.
    deep: Option<(usize, usize)>,
    out: Lexed,
}

impl<'t> Lexer<'t> {
    fn run(&mut self) {
        self.trivia();
        self.comments();
        while let Some(raw) = self.raw.next() {
            if !self.pace.goes_on() {
                return;
            }
            let (start, end) = (self.raw.span().start, self.raw.span().end);
            match raw {
                Ok(raw) => self.one(raw, start, end),
                Err(()) => self.unknown(start, end),
            }
            if let Some((start, end)) = self.deep {
                self.leave_out(start, end);
            }
        }
        self.end_of_text();
    }

    fn one(&mut self, raw: Raw, start: usize, end: usize) {
        match raw {
            Raw::Newline => self.line_end(start),
            Raw::Comment | Raw::Doc => self.comment(Tok::Comment, start, end),
            Raw::Word => self.word(start, end),
            Raw::Down => self.down(start, end),
            Raw::Int | Raw::Fraction => self.emit(Tok::Int, start, end),
            Raw::IntWord => self.int_word(start, end),
            Raw::Decimal => self.decimal(start, end),
            Raw::Quote => self.string(false, start),
            Raw::CurlyQuote => self.string(true, start),
            Raw::LParen => {
                // A part of a claim in parentheses is one; arguments of a call have names.
                let claim = self.stack_top().claim && self.operand_expected();
                self.open(OpenerKind::Paren, start, end);
                self.top().claim = claim;
            }
            Raw::LSquare => self.open(OpenerKind::Square, start, end),
            Raw::LBrace => self.brace(start, end),
            Raw::RParen => self.close(OpenerKind::Paren, start, end),
            Raw::RSquare => self.close(OpenerKind::Square, start, end),
            Raw::RBrace => self.close(OpenerKind::Brace, start, end),
            Raw::Lt => self.less(start),
            Raw::OpenAngle => self.open(OpenerKind::Angle, start, end),
            Raw::CloseAngle => self.close(OpenerKind::Angle, start, end),
            Raw::Gt => self.greater(start),
            Raw::Bar => self.bars(start),
            Raw::Assign => self.assign(start, end),
            Raw::Eq => self.emit(Tok::Eq, start, end),
            Raw::Ne => self.emit(Tok::Ne, start, end),
            Raw::Le => self.emit(Tok::Le, start, end),
            Raw::Ge => self.emit(Tok::Ge, start, end),
            Raw::In => self.emit(Tok::In, start, end),
            Raw::Xor => self.emit(Tok::Xor, start, end),
            Raw::FatArrow => self.emit(Tok::FatArrow, start, end),
            Raw::Arrow => self.emit(Tok::Arrow, start, end),
            Raw::ColonAssign => {
                self.slip(Mistake::ForeignSign, start, end, "`:=` is not used", "a name gets its value by `=`");
                self.assign(start, end);
            }
            Raw::Semi => self.semicolon(start, end),
            Raw::Comma => {
                self.top().forget();
                self.next_relation();
                self.emit(Tok::Comma, start, end);
            }
            Raw::Dot => self.emit(Tok::Dot, start, end),
            Raw::DotDot => self.dots(start, end),
            Raw::Ellipsis => {
                self.slip(
                    Mistake::ForeignSign,
                    start,
                    end,
                    "a range has two dots",
                    "write `1..10`, or `1..` without an end",
                );
                self.dots(start, end);
            }
            Raw::Plus => self.emit(Tok::Plus, start, end),
            Raw::Minus => self.minus(start, end),
            Raw::PlusMinus => self.plus_minus(start, end),
            Raw::PlusMinusSign => {
                let tok = if self.operand_expected() { Tok::Switch } else { Tok::PlusMinus };
                self.emit(tok, start, end);
            }
            Raw::Star => self.star(start, end),
            Raw::Slash => self.emit(Tok::Slash, start, end),
            Raw::DoubleSlash => self.emit(Tok::DoubleSlash, start, end),
            Raw::Percent => self.emit(Tok::Percent, start, end),
            Raw::Caret if self.operand_expected() => self.up(start),
            Raw::Caret => self.emit(Tok::Caret, start, end),
            Raw::UpArrow => self.up(start),
            Raw::Colon => self.colon(start, end),
            Raw::Ampersand => self.emit(Tok::Ampersand, start, end),
            Raw::ForeignAnd => self.foreign("and", Tok::And, start, end),
            Raw::ForeignOr => self.foreign("or", Tok::Or, start, end),
            Raw::ForeignNot if !self.operand_expected() => {
                self.slip(
                    Mistake::ForeignSign,
                    start,
                    end,
                    "`!` after a value is not used in this language",
                    "“not equal” is written `!=`; a factorial is a product: `product(1..n)`",
                );
            }
            Raw::ForeignNot => self.foreign("not", Tok::Not, start, end),
            Raw::ForeignTimes => self.foreign("*", Tok::Times, start, end),
        }
    }

    /// Whether an operand is expected, rather than an operator.
    fn operand_expected(&self) -> bool {
        self.previous.is_none_or(|p| !p.ends_operand())
    }

    /// Whether a statement begins here.
    fn statement_start(&self) -> bool {
        matches!(self.previous, None | Some(Tok::Newline | Tok::Semi | Tok::Do)) && self.stack_top().kind.is_block()
    }

    /// The text that follows the current raw token.
    fn rest(&self) -> &'t str {
        self.raw.remainder()
    }

    /// The end of the current raw token.
    fn position(&self) -> usize {
        self.raw.span().end
    }

    fn emit(&mut self, tok: Tok, start: usize, end: usize) {
        // Documentation belongs to the next token that is written, not to the line end before it.
        if !self.pending_doc.is_empty() && start < end && tok != Tok::Newline {
            let doc = std::mem::take(&mut self.pending_doc).join("\n");
            self.out.docs.insert(start as u32, doc.into());
        }
        self.naming = matches!(tok, Tok::Forbid | Tok::Allow) || self.naming && matches!(tok, Tok::Name | Tok::Comma);
        match tok {
            Tok::Answer => self.answering = Some(self.stack.len()),
            Tok::Newline | Tok::Semi => self.answering = None,
            _ => {}
        }
        self.count(tok, start, end);
        self.comment(tok, start, end);
        self.previous = Some(tok);
    }

    fn comment(&mut self, tok: Tok, start: usize, end: usize) {
        let tokens = &mut self.out.tokens;
        // The list doubles: the old and the new one are there at once. Without room reading ends with this token.
        if tokens.len() < tokens.capacity() || self.pace.room((2 * tokens.len() + 4) * size_of::<Token>()) {
            tokens.push(Token { tok, start: start as u32, end: end as u32, muted: false });
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start as u32, end as u32)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.out.errors.push(diagnostic);
    }

    /// Reports a slip after which reading goes on.
    fn slip(&mut self, mistake: Mistake, start: usize, end: usize, message: &str, note: &str) {
        let span = self.span(start, end);
        let mut diagnostic = Diagnostic::new(mistake, span, message);
        if !note.is_empty() {
            diagnostic = diagnostic.note(note);
        }
        self.report(diagnostic);
    }

    fn foreign(&mut self, word: &str, tok: Tok, start: usize, end: usize) {
        let text = self.text;
        let found = &text[start..end];
        self.slip(
            Mistake::ForeignSign,
            start,
            end,
            &format!("`{found}` is not used in this language"),
            &format!("write `{word}`"),
        );
        self.emit(tok, start, end);
    }

    fn unknown(&mut self, start: usize, end: usize) {
        if self.quoted(start) {
            return;
        }
        if let Some(last) = self.out.tokens.last_mut()
            && last.tok == Tok::Unknown
            && last.end as usize == start
        {
            last.end = end as u32;
            return;
        }
        let text = self.text;
        let found = text[start..end].chars().next().unwrap_or(' ');
        let prime = self.text[..start].ends_with(char::is_alphanumeric);
        let note = match found {
            '\'' | '’' | '′' if prime => "names consist of letters, digits and `_`",
            '\'' | '‘' | '’' | '`' => "strings stand between double quotes: \"like this\"",
            '$' | '@' | '\\' => "names consist of letters, digits and `_`",
            '?' if !self.operand_expected() => "a choice is written `if c then a else b`; a claim `check G >= H`",
            '?' => "`?name` shows help in the session only, alone on its line; outside it is `sprague doc name`",
            '÷' => "write `/`",
            '²' => "a square is written `x^2`",
            '³' => "a cube is written `x^3`",
            '₀'..='₉' => "a name has its number in the same line: `G1`",
            '⅓' | '⅔' | '⅕'..='⅚' | '⅐'..='⅒' => {
                "write the fraction with `/`, as `1/3`: a number, but no game"
            }
            '—' => "minus is written `-`",
            '√' => "write `isqrt(n)` for the whole part of a root",
            '∪' | '∩' => "sets are joined by functions",
            '≅' | '≡' | '≃' | '≈' | '∼' | '∽' | '~' => {
                "games of one value are compared by `==`; whether two are written alike says `identical(G, H)`"
            }
            '∉' => "“not a member” is written `x not in S`",
            '∅' => "where there are no options nothing stands: `<0 | >`, `<|>`; the empty set is `{}`",
            '∞' => "infinity is written `oo`, an endless range `1..`",
            '∑' => "a sum is written `sum(x for x in xs)`",
            '∏' => "a product is written `product(x for x in xs)`",
            '∀' => "“for all” is written `all(x > 0 for x in xs)`",
            '∃' => "“there is” is written `any(x > 0 for x in xs)`",
            '⧾' => "tiny is written `tiny(1)`",
            '⧿' => "miny is written `miny(1)`",
            c if c.is_whitespace() && !c.is_control() => "it is a blank of another kind: write a plain one",
            c if unseen(c) => "it is not seen; pasted text often has such characters: take it out",
            _ => "",
        };
        let message = if unseen(found) || found.is_whitespace() {
            format!("the character U+{:04X} means nothing here", found as u32)
        } else {
            format!("the character `{found}` means nothing here")
        };
        self.slip(Mistake::Character, start, end, &message, note);
        self.emit(Tok::Unknown, start, end);
    }
}
