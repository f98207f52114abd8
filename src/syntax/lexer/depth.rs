//! The bound on nesting, kept while the tokens are made: brackets, blocks, interpolations, and words and signs that wait for
//! what follows them (`- - 1`, `not not a`, `2^2^2`, `x -> y -> 1`, `if … else if …`). What is nested deeper is reported once and
//! left out up to the end of its statement, so that neither the parser nor the pass itself grows with it.

use super::super::build::{MAX_DEPTH, TOO_DEEP_NOTE, too_deep_message};
use super::super::raw::Raw;
use super::super::token::Tok;
use super::super::words::declares;
use super::Lexer;
use super::layout::{Opener, OpenerKind, Relation};
use crate::diagnostics::Mistake;

/// What waits for its end in one bracket or block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waiting {
    /// Signs and `not`s, which an operator ends.
    signs: u32,
    /// Functions and conditions, which a comma or the end of the line ends.
    bodies: u32,
    /// The token that began it.
    from: usize,
    /// Levels around the bracket.
    below: u32,
}

impl Waiting {
    fn levels(&self) -> u32 {
        self.below + self.signs + self.bodies
    }

    /// Inside a new bracket.
    pub(super) fn inside(&self) -> Waiting {
        Waiting { below: self.levels() + 1, ..Waiting::default() }
    }
}

/// A declaration, of which a part may be left out.
fn is_declaration(open: &Opener) -> bool {
    matches!(open.kind, OpenerKind::Block(_) | OpenerKind::Question | OpenerKind::Part)
}

impl Lexer<'_> {
    /// Counts a token that is about to be written.
    pub(super) fn count(&mut self, tok: Tok, start: usize, end: usize) {
        let operand = self.operand_expected();
        let edge = self.stack_top().relation == Some(Relation::Graph);
        let at = self.out.tokens.len();
        let waiting = &mut self.top().waiting;
        let before = waiting.signs + waiting.bodies;
        match tok {
            Tok::Minus | Tok::Not if operand => waiting.signs += 1,
            Tok::Caret => waiting.signs += 1,
            Tok::If if operand => waiting.bodies += 1,
            Tok::Arrow if !edge => waiting.bodies += 1,
            Tok::Comma | Tok::Newline | Tok::Semi | Tok::Bars | Tok::FatArrow => {
                (waiting.signs, waiting.bodies) = (0, 0);
            }
            _ if tok.ends_operand() || tok.opens() || tok.closes() => {}
            Tok::Dot | Tok::StrText | Tok::StarOf => {}
            _ => waiting.signs = 0,
        }
        if before == 0 {
            waiting.from = at;
        }
        if waiting.levels() + u32::from(tok.opens()) > MAX_DEPTH {
            self.deep.get_or_insert((start, end));
        }
    }

    /// Reports what is nested too deep, and leaves it out: what began it becomes a hole, and the rest of its statement is passed.
    pub(super) fn leave_out(&mut self, start: usize, end: usize) {
        self.slip(Mistake::NestedTooDeep, start, end, &too_deep_message(), TOO_DEEP_NOTE);
        let block = self.stack.iter().skip(1).take_while(|open| is_declaration(open)).count();
        let mut cut = self.out.tokens.len();
        for i in block..self.stack.len() {
            let waiting = self.stack[i].waiting;
            if waiting.signs + waiting.bodies > 0 {
                cut = cut.min(waiting.from);
                break;
            }
            if let Some(inner) = self.stack.get(i + 1) {
                cut = cut.min(inner.tokens - 1);
                break;
            }
        }
        self.pass(block);
        let end = self.position();
        let start = self.out.tokens.get(cut).map_or(end, |t| t.start as usize);
        self.out.tokens.truncate(cut);
        self.stack.truncate(block + 1);
        let seen = |tok| !matches!(tok, Tok::Comment | Tok::Doc);
        self.previous = self.out.tokens.iter().rev().find(|t| seen(t.tok) && !t.muted).map(|t| t.tok);
        let open = self.top();
        open.waiting = Waiting { below: open.waiting.below, ..Waiting::default() };
        self.open_loop = None;
        if self.operand_expected() {
            self.emit(Tok::Hole, start, end);
        }
        self.deep = None;
    }

    /// Passes the rest of a statement: up to the end of the line in which the brackets above open `block` are closed, or to a
    /// line that surely begins another one.
    fn pass(&mut self, block: usize) {
        let above = &self.stack[block + 1..];
        let string = above.iter().position(|open| matches!(open.kind, OpenerKind::Interp(_)));
        let counted = &above[..string.unwrap_or(above.len())];
        let mut open = counted.iter().filter(|open| open.kind != OpenerKind::Angle).count();
        if string.is_some() {
            self.pass_line();
        }
        while self.pace.goes_on() {
            let before = self.raw.clone();
            let Some(next) = self.raw.next() else { return };
            let word = if next == Ok(Raw::Word) { &self.text[self.raw.span()] } else { "" };
            let closes = matches!(next, Ok(Raw::RParen | Raw::RSquare | Raw::RBrace)) || word == "end";
            let ends = match next {
                Ok(Raw::Newline) => open == 0 || self.surely_begins(),
                Ok(Raw::Semi) => open == 0,
                _ => closes && open == 0,
            };
            if ends {
                self.raw = before;
                return;
            }
            match next {
                Ok(Raw::LParen | Raw::LSquare | Raw::LBrace) => open += 1,
                Ok(Raw::Quote | Raw::CurlyQuote) => self.pass_string(),
                _ if word == "do" => open += 1,
                _ if closes => open -= 1,
                _ => {}
            }
        }
    }

    fn pass_line(&mut self) {
        let rest = self.rest();
        self.raw.bump(rest.find('\n').unwrap_or(rest.len()));
    }

    /// Past the quote that ends a string, or to the end of its line.
    fn pass_string(&mut self) {
        let mut escaped = false;
        let end = self.rest().char_indices().find(|&(_, c)| {
            let found = c == '\n' || !escaped && matches!(c, '"' | '”' | '“');
            escaped = c == '\\' && !escaped;
            found
        });
        match end {
            Some((at, '\n')) => self.raw.bump(at),
            Some((at, c)) => self.raw.bump(at + c.len_utf8()),
            None => self.raw.bump(self.rest().len()),
        }
    }

    /// Whether the next line begins a declaration.
    fn surely_begins(&self) -> bool {
        let mut ahead = self.raw.clone();
        if ahead.next() != Some(Ok(Raw::Word)) {
            return false;
        }
        match &self.text[ahead.span()] {
            "check" | "memo" => true,
            word => declares(word) && self.is_name(ahead.next(), ahead.span()),
        }
    }
}
