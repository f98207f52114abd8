//! Words: which are keywords where they stand, and which are names.

use super::super::raw::Raw;
use super::super::token::Tok;
use super::super::words::{BlockId, Follows};
use super::Lexer;
use super::layout::OpenerKind;

impl Lexer<'_> {
    pub(super) fn word(&mut self, start: usize, end: usize) {
        let text = self.text;
        let word = &text[start..end];
        if self.previous == Some(Tok::Dot) {
            return self.emit(Tok::Name, start, end);
        }
        let Some(tok) = Tok::reserved(word) else { return self.soft_word(word, start, end) };
        match tok {
            Tok::Xor if self.naming => return self.emit(Tok::Name, start, end),
            Tok::Or if self.clause_follows() => return self.or_clause(start, end),
            Tok::Check | Tok::Why => self.top().claim = true,
            Tok::Then => {
                self.last_then = Some((start, end));
                self.top().condition = false;
            }
            Tok::While if self.statement_start() => {
                self.open_loop = Some(self.stack.len());
                self.top().condition = true;
            }
            Tok::If | Tok::While => self.top().condition = true,
            Tok::Else => self.top().condition = false,
            Tok::For => {
                if self.statement_start() {
                    self.open_loop = Some(self.stack.len());
                }
                self.top().condition = false;
                self.top().comprehension = true;
            }
            Tok::Do => {
                self.open_loop = None;
                self.top().condition = false;
                return self.open(OpenerKind::Do, start, end);
            }
            Tok::End => return self.end(start, end),
            Tok::Return if self.alone() => return self.emit(Tok::ReturnAlone, start, end),
            _ => {}
        }
        self.emit(tok, start, end);
    }

    /// Whether a raw token that was looked ahead at is a name.
    pub(super) fn is_name(&self, next: Option<Result<Raw, ()>>, place: std::ops::Range<usize>) -> bool {
        matches!(next, Some(Ok(Raw::Word | Raw::Down))) && Tok::reserved(&self.text[place]).is_none()
    }

    /// Whether a `return` has no value: nothing that begins one follows on its line.
    fn alone(&self) -> bool {
        let mut ahead = self.raw.clone();
        match ahead.next() {
            Some(Ok(Raw::Word)) => matches!(&self.text[ahead.span()], "else" | "end"),
            Some(Ok(raw)) => matches!(
                raw,
                Raw::Newline
                    | Raw::Semi
                    | Raw::Comment
                    | Raw::Doc
                    | Raw::Comma
                    | Raw::RParen
                    | Raw::RSquare
                    | Raw::RBrace
            ),
            Some(Err(())) => false,
            None => true,
        }
    }

    /// Whether `vary name` has been read and nothing else.
    fn variant_begun(&self) -> bool {
        matches!(&self.out.tokens[..], [.., vary, name] if vary.tok == Tok::Vary && name.tok == Tok::Name)
    }

    /// Words that are keywords only where they can begin something.
    fn soft_word(&mut self, word: &str, start: usize, end: usize) {
        let mut ahead = self.raw.clone();
        let next = ahead.next();
        let before_name = self.is_name(next, ahead.span());
        if self.in_heap() && self.heap_word(word, start, end) {
            return;
        }
        if self.statement_start() {
            match word {
                "import" if matches!(next, Some(Ok(Raw::Quote | Raw::CurlyQuote))) => {
                    return self.emit(Tok::Import, start, end);
                }
                "heap" if before_name => {
                    self.top().heap = true;
                    return self.emit(Tok::Heap, start, end);
                }
                "question" if before_name => return self.open(OpenerKind::Question, start, end),
                "answer" if before_name => return self.emit(Tok::Answer, start, end),
                "vary" if before_name => return self.emit(Tok::Vary, start, end),
                _ => {}
            }
            if let Some(block) = BlockId::named(word).filter(|block| before_name && block.row().lines) {
                return self.open(OpenerKind::Block(block), start, end);
            }
        }
        if word == "by" && self.variant_begun() && next == Some(Ok(Raw::Word)) && self.text[ahead.span()] == *"student"
        {
            let last = ahead.span();
            self.raw = ahead;
            return self.emit(Tok::By, start, last.end);
        }
        if self.stack_top().kind.is_question()
            && let Some(tok) =
                self.homework_word(word, start, before_name, before_name || &self.text[ahead.span()] == "xor")
        {
            return if tok == Tok::Part { self.open(OpenerKind::Part, start, end) } else { self.emit(tok, start, end) };
        }
        if let OpenerKind::Block(block) = self.stack_top().kind
            && matches!(self.previous, Some(Tok::Newline | Tok::Semi))
        {
            let clause = block.clause(word);
            self.top().condition = clause.is_some_and(|clause| clause.row().follows == Follows::Condition);
            let tok = clause.map_or(Tok::Name, |clause| Tok::Clause(clause.row().follows, clause));
            return self.emit(tok, start, end);
        }
        if word == "oo" && next == Some(Ok(Raw::LBrace)) && ahead.span().start == end {
            return self.emit(Tok::Infinite, start, end);
        }
        if matches!(word, "poset" | "graph") && matches!(next, Some(Ok(Raw::LBrace))) {
            return self.emit(if word == "poset" { Tok::Poset } else { Tok::Graph }, start, end);
        }
        // `loop a <0 | a>`.
        if word == "loop" && before_name && matches!(ahead.next(), Some(Ok(Raw::Lt | Raw::OpenAngle | Raw::LBrace))) {
            return self.emit(Tok::Loop, start, end);
        }
        self.emit(Tok::Name, start, end);
    }

    /// Whether what was read last is the name of a game inside its own brackets, which open now: `loop a`.
    pub(super) fn names_a_loop(&self) -> bool {
        matches!(&self.out.tokens[..], [.., word, name] if word.tok == Tok::Loop && name.tok == Tok::Name)
    }
}
