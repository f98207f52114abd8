//! `heap` declarations: the words that are keywords there, and codes, which are one token.
//!
//! Everything here concerns the declaration's own level: inside brackets the words are names, and `or` is an `or`.

use super::super::raw::Raw;
use super::super::token::Tok;
use super::Lexer;
use crate::diagnostics::{Diagnostic, Mistake};

/// The first character that no code contains where it stands, and its place. Whether the others make sense is not decided here.
fn no_code(text: &str) -> Option<(usize, char)> {
    let (mut set, mut number) = (false, false);
    text.char_indices().find(|&(_, c)| {
        match c {
            '{' => set = true,
            '}' => set = false,
            '&' => number = true,
            ';' if number => {
                number = false;
                return false;
            }
            _ => {}
        }
        let fits = c.is_ascii_alphanumeric() || matches!(c, '.' | '[' | ']' | '!' | '?' | '=' | '*' | '{' | '}' | '&');
        !(fits || set && matches!(c, ',' | '+'))
    })
}

/// The length of the blanks at the start of a text.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\u{a0}', '\u{2009}', '\u{202f}']).len()
}

/// The text up to the next blank, line end, `;` or comment. The `;` of a digit `&64;` belongs to it.
fn word_of_code(text: &str) -> &str {
    let mut number = false;
    let ends = |c: char| {
        let whole = number;
        number = c == '&' || whole && c.is_ascii_digit();
        c.is_whitespace() || c == '#' || c == ';' && !whole
    };
    &text[..text.find(ends).unwrap_or(text.len())]
}

impl Lexer<'_> {
    /// Whether this is the level of a `heap` declaration.
    pub(super) fn in_heap(&self) -> bool {
        self.stack_top().heap
    }

    /// Whether a clause of a `heap` declaration begins here.
    pub(super) fn clause_start(&self) -> bool {
        self.in_heap() && matches!(self.previous, Some(Tok::Assign | Tok::OrClause))
    }

    /// Whether the `or` just read stands right before a clause of a `heap` declaration.
    pub(super) fn clause_follows(&self) -> bool {
        if !self.in_heap() || !self.previous.is_some_and(Tok::ends_operand) {
            return false;
        }
        let mut ahead = self.raw.clone();
        let mut next = ahead.next();
        while matches!(next, Some(Ok(Raw::Newline | Raw::Comment | Raw::Doc))) {
            next = ahead.next();
        }
        if next != Some(Ok(Raw::Word)) {
            return false;
        }
        match &self.text[ahead.span()] {
            "take" | "split" => true,
            "octal" | "code" => matches!(ahead.next(), Some(Ok(Raw::Decimal | Raw::Int | Raw::IntWord))),
            _ => false,
        }
    }

    /// `or` before a clause: what the last condition was is forgotten.
    pub(super) fn or_clause(&mut self, start: usize, end: usize) {
        self.top().forget();
        self.emit(Tok::OrClause, start, end);
    }

    /// A word at the level of a `heap` declaration; false if it is an ordinary name.
    pub(super) fn heap_word(&mut self, word: &str, start: usize, end: usize) -> bool {
        let begins = self.clause_start();
        match word {
            "octal" | "code" if begins => self.code(word, start, end),
            "take" if begins => {
                let mut ahead = self.raw.clone();
                let next = ahead.next();
                let variable = self.is_name(next, ahead.span());
                let second = ahead.next();
                let each = variable
                    && (second == Some(Ok(Raw::In))
                        || second == Some(Ok(Raw::Word)) && &self.text[ahead.span()] == "in");
                self.emit(if each { Tok::TakeEach } else { Tok::Take }, start, end);
            }
            "split" if begins => self.emit(Tok::Split, start, end),
            "leave" if !self.operand_expected() => self.emit(Tok::Leave, start, end),
            "all" if matches!(self.previous, Some(Tok::Take | Tok::In)) => {
                let mut ahead = self.raw.clone();
                if ahead.next() != Some(Ok(Raw::Word)) || &self.text[ahead.span()] != "but" {
                    return false;
                }
                self.raw.next();
                let end = self.position();
                self.emit(Tok::AllBut, start, end);
            }
            _ => return false,
        }
        true
    }

    /// `octal` or `code` with its code.
    fn code(&mut self, word: &str, start: usize, end: usize) {
        self.emit(if word == "octal" { Tok::Octal } else { Tok::Code }, start, end);
        let gap = blanks(self.rest());
        let mut found = word_of_code(&self.rest()[gap..]);
        if matches!(found, "or" | "if" | "leave") {
            found = "";
        }
        let from = end + gap;
        if found.is_empty() {
            let example = if word == "octal" { "octal 0.77" } else { "code 0.F3" };
            self.slip(
                Mistake::CodeText,
                start,
                end,
                &format!("`{word}` needs a code"),
                &format!("for example `{example}`"),
            );
            return self.emit(Tok::Hole, end, end);
        }
        self.raw.bump(gap + found.len());
        let to = from + found.len();
        let inner =
            found.trim_start_matches(['"', '“', '”', '(', '=', ':']).trim_end_matches(['"', '“', '”', ')', ':']);
        let bare = !inner.is_empty() && no_code(inner).is_none();
        // A point that touches the word has no digit before it.
        let point = if inner.starts_with('.') { "0" } else { "" };
        if bare && inner.len() < found.len() {
            let note = format!(
                "in a declaration write `{word} {point}{inner}`; `{word}(\"{point}{inner}\")` without `heap` is for codes computed in a program"
            );
            self.slip(
                Mistake::CodeText,
                from,
                to,
                "a code stands alone after its word, without quotes or parentheses",
                &note,
            );
        } else if bare && gap == 0 {
            let note = format!("write `{word} {point}{inner}`");
            self.slip(Mistake::CodeText, start, to, &format!("a blank belongs between `{word}` and the code"), &note);
        } else if let Some((at, wrong)) = no_code(found) {
            let note = match wrong {
                ',' => "the point of a code is written `.`: `0.77`; clauses are joined by `or`",
                '(' => "digits that repeat for ever stand in square brackets: `0.1[2]`",
                _ => "a code is written like `0.77`, `0.F3`, `4!.0`, `0.1[2]` or `0.{2+}`, without blanks",
            };
            let span = self.span(from + at, from + at + wrong.len_utf8());
            let message = format!("the character `{wrong}` cannot stand in a code");
            self.report(Diagnostic::new(Mistake::CodeText, span, message).note(note));
        }
        self.emit(Tok::CodeText, from, to);
    }

    /// A code, or something like it, where `octal` or `code` is missing before.
    pub(super) fn code_without_word(&mut self, start: usize) {
        let found = word_of_code(&self.text[start..]);
        let length = no_code(found).map_or(found.len(), |(at, _)| at);
        let found = &found[..length];
        let octal = found.chars().all(|c| matches!(c, '0'..='7' | '.'));
        let word = if octal { "octal" } else { "code" };
        let end = start + found.len();
        let message = "a code needs a word before it: `octal` or `code`";
        self.slip(Mistake::CodeText, start, end, message, &format!("write `{word} {found}`"));
        let more = end.saturating_sub(self.position());
        self.raw.bump(more);
        self.emit(Tok::Hole, start, end);
    }
}
