//! Strings, numbers, stars, ups and downs.

use super::super::token::Tok;
use super::Lexer;
use super::layout::OpenerKind;
use crate::diagnostics::{Diagnostic, Mistake, cited};

/// How many bytes of `text` are ASCII digits from its start.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The length of a `*` at the start of `text`.
fn star_at(text: &str) -> Option<usize> {
    text.chars().next().filter(|c| STARS.contains(c)).map(char::len_utf8)
}

/// The star, and what stands for it in printed texts.
pub(in crate::syntax) const STARS: [char; 4] = ['*', '∗', '★', '⋆'];

/// The line at the start of `text`, or its first bytes.
fn beginning(text: &str) -> &str {
    let mut end = text.len().min(200);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].split('\n').next().unwrap_or("")
}

/// The word at the start of `text`.
fn word_at(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// How long `[2]` or `<2>` is, if it stands there.
fn power_at(rest: &str) -> usize {
    for (open, close) in [('[', ']'), ('<', '>')] {
        if let Some(inside) = rest.strip_prefix(open) {
            let count = if inside.starts_with("on") { "on".len() } else { digits(inside) };
            return if count > 0 && inside[count..].starts_with(close) { count + 2 } else { 0 };
        }
    }
    0
}

/// Whether a word stands for a down: `v`, `vv`, `v3`.
pub(crate) fn is_down(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    match word.len() - rest.len() {
        0 => false,
        1 => rest.bytes().all(|b| b.is_ascii_digit()),
        _ => rest.is_empty(),
    }
}

impl Lexer<'_> {
    /// `*`: a product, a star, a nimber.
    pub(super) fn star(&mut self, start: usize, end: usize) {
        if let Some(second) = star_at(self.rest()) {
            self.raw.bump(second);
            let span = self.span(start, end + second);
            self.report(
                Diagnostic::new(Mistake::ForeignSign, span, "`**` is not used in this language")
                    .note("a power is written `2^3`")
                    .note("a product with a star is written `2 * *`, a sum of stars `* + *`"),
            );
            let tok = if self.operand_expected() { Tok::Star } else { Tok::Caret };
            return self.emit(tok, start, end + second);
        }
        if !self.operand_expected() {
            return self.emit(Tok::Times, start, end);
        }
        let count = digits(self.rest());
        if count > 0 {
            self.raw.bump(count);
            return self.emit(Tok::StarInt, start, end + count);
        }
        let word = word_at(self.rest());
        let name = !word.is_empty() && Tok::reserved(word).is_none() && !is_down(word);
        let tok = if name || self.rest().starts_with('(') { Tok::StarOf } else { Tok::Star };
        self.emit(tok, start, end);
    }

    /// `^`, `^^`, `^3`, `↑`, `⇑`, `^[2]`, `^<2>`, each perhaps with a star touching it.
    pub(super) fn up(&mut self, start: usize) {
        let first = self.text[start..].chars().next().unwrap_or('^');
        let mut ups = 1;
        while self.rest().starts_with(first) {
            self.raw.bump(first.len_utf8());
            ups += 1;
        }
        let count = digits(self.rest());
        if count > 0 {
            self.raw.bump(count);
            if ups > 1 || first == '⇑' {
                let end = self.position();
                self.slip(
                    Mistake::Literal,
                    start,
                    end,
                    "several ups with a number",
                    "three ups are written `^^^` or `^3`",
                );
            }
        }
        // Of two ups there are no powers.
        if ups == 1 && first != '⇑' && count == 0 {
            self.raw.bump(power_at(self.rest()));
        }
        self.touching_star(start);
    }

    /// `v3` and the like, perhaps with a star touching it. A word alone is a name: whether it is the game or a variable is
    /// known when names are resolved.
    pub(super) fn down(&mut self, start: usize, end: usize) {
        let word = is_down(&self.text[start..end]);
        let named = self.previous == Some(Tok::Dot) || self.stack_top().labels;
        if word && (named || star_at(self.rest()).is_none()) {
            return self.emit(Tok::Name, start, end);
        }
        self.touching_star(start);
    }

    fn touching_star(&mut self, start: usize) {
        let mut tok = Tok::Up;
        if let Some(star) = star_at(self.rest()) {
            let before = self.text.get(start..self.position()).unwrap_or("^");
            self.raw.bump(star);
            let count = digits(self.rest());
            self.raw.bump(count);
            if count == 0 && (self.rest().starts_with('(') || !word_at(self.rest()).is_empty()) {
                let mut what = word_at(self.rest());
                if what.is_empty() || Tok::reserved(what).is_some() {
                    what = "n";
                }
                let end = self.position();
                let span = self.span(start, end);
                tok = Tok::Hole;
                self.report(
                    Diagnostic::new(Mistake::Ambiguous, span, format!("the `*` touching `{before}` is a star"))
                        .note(format!("for the sum with a nimber write `{before} + *{what}`"))
                        .note(format!("for a product write `{what} * {before}`")),
                );
            }
        }
        let end = self.position();
        self.emit(tok, start, end);
    }

    pub(super) fn int_word(&mut self, start: usize, end: usize) {
        let text = self.text;
        let word = &text[start..end];
        let (number, name) = word.split_at(digits(word));
        let note = match name.strip_prefix(['e', 'E']) {
            Some(power) if !power.is_empty() && power.bytes().all(|b| b.is_ascii_digit()) => {
                format!("powers of ten are written `{}*10^{}`", cited(number), cited(power))
            }
            _ if word.bytes().all(|b| b.is_ascii_digit() || b == b'_') => {
                format!("digits are not parted: `{}`", cited(&word.replace('_', "")))
            }
            _ => format!("for a product write `{}*{}`", cited(number), cited(name)),
        };
        self.slip(Mistake::Literal, start, end, "a name cannot begin with a digit", &note);
        self.emit(Tok::Hole, start, end);
    }

    pub(super) fn decimal(&mut self, start: usize, end: usize) {
        let text = self.text;
        let word = &text[start..end];
        if self.clause_start() {
            self.code_without_word(start);
            return;
        }
        let before = self.out.tokens.last().map_or("", |t| &text[t.start as usize..t.end as usize]);
        if matches!(before, "octal" | "code") && self.previous == Some(Tok::Name) {
            if self.stack_top().heap {
                // The parser says what is wrong before it.
                return self.emit(Tok::Int, start, end);
            }
            let note = format!(
                "a game is declared by its code in `heap Name = {before} {word}`; in a program write `{before}(\"{word}\")`"
            );
            self.slip(
                Mistake::CodeText,
                start,
                end,
                &format!("the code `{word}` stands outside of a `heap` declaration"),
                &note,
            );
            return self.emit(Tok::Hole, start, end);
        }
        let note = match exact(word) {
            None => "write an exact fraction, such as `1/2`".to_string(),
            Some((n, 1)) => format!("write `{n}`"),
            Some((n, d)) => format!("numbers are exact here: write `{n}/{d}`"),
        };
        self.slip(Mistake::Literal, start, end, &format!("`{}` is a decimal fraction", cited(word)), &note);
        self.emit(Tok::Hole, start, end);
    }

    /// A string. Where an operator is expected it is the text of a `check`, a `hint`, …: literal.
    pub(super) fn string(&mut self, curly: bool, start: usize) {
        let literal = !self.operand_expected()
            || self.stack_top().labels
            || matches!(self.previous, Some(Tok::Import | Tok::Hint | Tok::Manual));
        let end = self.position();
        self.emit(Tok::StrOpen, start, end);
        self.string_body(curly, literal, end);
    }

    /// The text of a string from `from` to its end or its next interpolation.
    pub(super) fn string_body(&mut self, curly: bool, literal: bool, from: usize) {
        let rest = self.rest();
        let mut escaped = false;
        for (i, c) in rest.char_indices() {
            let at = from + i;
            if c == '\n' {
                return self.unterminated(from, i);
            }
            if escaped {
                escaped = false;
                if !matches!(c, 'n' | 't' | 'r' | '\\' | '"' | '{' | '}' | '“' | '”') {
                    self.slip(
                        Mistake::Text,
                        at - 1,
                        at + c.len_utf8(),
                        &format!("`\\{c}` in a string means nothing"),
                        "known are `\\n` (new line), `\\t` (tab), `\\r` (carriage return), `\\\"`, `\\{`, `\\}` and `\\\\`",
                    );
                }
                continue;
            }
            let closes = if curly { matches!(c, '”' | '“' | '"') } else { c == '"' };
            if closes || c == '{' && !literal {
                self.string_text(from, i);
                let end = at + c.len_utf8();
                self.raw.bump(c.len_utf8());
                if closes {
                    self.emit(Tok::StrClose, at, end);
                } else {
                    self.open(OpenerKind::Interp(curly), at, end);
                }
                return;
            }
            escaped = c == '\\';
        }
        self.unterminated(from, rest.len());
    }

    /// A text between single quotes: one error for the whole. False if it is none.
    pub(super) fn quoted(&mut self, start: usize) -> bool {
        let text = self.text;
        let opener = text[start..].chars().next().unwrap_or(' ');
        let before = text[..start].chars().next_back().unwrap_or(' ');
        if !matches!(opener, '\'' | '‘' | '`') || before.is_alphanumeric() {
            return false;
        }
        let inner = &text[start + opener.len_utf8()..];
        let line = beginning(inner);
        let closer = if opener == '‘' { '’' } else { opener };
        let Some(length) = line.find(closer) else { return false };
        let end = start + opener.len_utf8() + length + closer.len_utf8();
        let more = end.saturating_sub(self.position());
        self.raw.bump(more);
        self.slip(
            Mistake::Text,
            start,
            end,
            "a string stands between double quotes",
            &format!("write `\"{}\"`", &line[..length]),
        );
        self.emit(Tok::Unknown, start, end);
        true
    }

    /// Whether an `=` just read is the beginning of `=<`, meant as a comparison.
    pub(super) fn at_most(&self) -> bool {
        let rest = self.rest();
        if self.operand_expected() || !rest.starts_with('<') {
            return false;
        }
        let line = beginning(rest);
        line[1..].starts_with(char::is_whitespace) && !line.contains(['|', '>'])
    }

    fn string_text(&mut self, from: usize, length: usize) {
        if length > 0 {
            self.raw.bump(length);
            self.emit(Tok::StrText, from, from + length);
        }
    }

    fn unterminated(&mut self, from: usize, length: usize) {
        self.string_text(from, length);
        let end = from + length;
        // The quote may be a curly one, of several bytes.
        let start = self.text[..from].char_indices().next_back().map_or(0, |(at, _)| at);
        if self.stack_top().in_string {
            // The brace around it is the culprit, and is reported at the end of the line.
            return self.emit(Tok::StrClose, end, end);
        }
        self.slip(
            Mistake::Text,
            start,
            end,
            "this string has no closing `\"`",
            "a string ends on its line; a line end in it is written `\\n`",
        );
        self.emit(Tok::StrClose, end, end);
    }
}

/// A decimal numeral as a fraction in lowest terms.
fn exact(word: &str) -> Option<(u64, u64)> {
    let (whole, part) = word.split_once('.')?;
    let d = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let n = whole.parse::<u64>().ok()?.checked_mul(d)?.checked_add(part.parse::<u64>().ok()?)?;
    let g = num_integer::gcd(n, d);
    Some((n / g, d / g))
}
