//! Unexpected tokens in words: what was found, what was expected, and notes for known slips.

mod blocks;
mod declarations;
mod ranges;
mod slips;

use super::Mode;
use super::build::Builder;
use super::lexer::is_down;
use super::parser::back_to_opener;
use super::token::{Tok, Token};
use crate::diagnostics::{Diagnostic, Mistake, cited};
use crate::source::Span;
use std::ops::Range;

/// What was expected, from the generated parser's list, as a phrase.
///
/// `operand` tells that an operand ends before: then an operator is always possible, though the parser, which may have
/// gone ahead to the end of a larger part, no longer lists it.
fn expectation(expected: &[String], open: Option<Tok>, games: bool, operand: bool) -> String {
    let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
    let operator = has("+") || has("times") || operand && !has("integer");
    let mut words: Vec<String> = Vec::new();
    if has("integer") {
        words.push("an expression".into());
    } else if has("expect") {
        return "`expect`, `accept`, `where`, `hint`, `check`, `about`, `tolerance`, `part` or `end`".into();
    } else if has("star of") {
        words.push("a value".into());
    } else if has("name") {
        words.push("a name".into());
    } else if has("string") && !operator {
        words.push("a text between double quotes".into());
    }
    if operator {
        words.push("an operator".into());
    }
    for word in ["then", "else", "do", "in", "=>", "="] {
        let noise = word == "=" && (operator || expected.len() > 1)
            || word == "=>"
            || word == "in" && (operator || has("integer"));
        if has(word) && !noise && !(has("integer") && word == "do") {
            words.push(format!("`{word}`"));
        }
    }
    if has("(") && !has("integer") && words.is_empty() {
        words.push("`(`".into());
    }
    if has(",") {
        words.push("`,`".into());
    }
    if has("|") && games {
        words.push("a bar".into());
    }
    let closer = match open {
        Some(Tok::LParen) => ")",
        Some(Tok::LSquare) => "]",
        Some(Tok::LBrace | Tok::InterpOpen) => "}",
        Some(Tok::LAngle) => ">",
        Some(Tok::Do | Tok::Block(_) | Tok::Question | Tok::Part) => "end",
        _ => "",
    };
    let name = if closer == "}" && open == Some(Tok::InterpOpen) { "interpolation end" } else { closer };
    if !closer.is_empty() && has(name) {
        words.push(format!("`{closer}`"));
    }
    let unfinished = has("then") || has("do") && !has("integer");
    if has("newline") || open.is_none() && !unfinished && (operator || expected.is_empty()) {
        let block = matches!(open, Some(Tok::Do | Tok::Block(_)));
        words.push(if block { "the end of the line" } else { "the end of the statement" }.into());
    }
    match words.len() {
        0 => "something else".into(),
        1 => words.swap_remove(0),
        n => {
            let last = words.swap_remove(n - 1);
            format!("{} or {last}", words.join(", "))
        }
    }
}

/// A found token in words.
fn found_words(b: &Builder<'_>, token: &Token, span: Span) -> String {
    let text = &*cited(b.slice(span));
    match token.tok {
        Tok::Newline => "the end of the line".into(),
        Tok::StrOpen => "a string".into(),
        Tok::Int => format!("the number `{text}`"),
        Tok::Name => format!("the name `{text}`"),
        Tok::LAngle => "`<`, which opens a game here".into(),
        _ if token.tok.word().is_some() => format!("the word `{text}`"),
        _ => format!("`{text}`"),
    }
}

/// The error at token `at`; `ended` if the text ends there.
pub(super) fn describe(
    b: &Builder<'_>,
    range: &Range<usize>,
    at: usize,
    expected: &[String],
    ended: bool,
    mode: Mode,
) -> Diagnostic {
    let context = Context::new(b, range, at);
    let operand = context.before[0].is_some_and(|t| {
        t.tok.ends_operand()
            && !(expected.len() == 1 && expected[0] == "\"in\"")
            && !matches!(t.tok, Tok::End | Tok::StrClose | Tok::Break | Tok::Continue | Tok::ReturnAlone)
    });
    let opener = context.opener.map(|o| b.tokens[o].tok);
    let want = context
        .declared_expectation(expected)
        .unwrap_or_else(|| expectation(expected, opener, context.in_game(), operand));
    let found = context.found;
    let (span, what) = match found {
        Some(token) => {
            let span = b.span(at as u32, at as u32 + 1);
            (span, found_words(b, &token, span))
        }
        None if ended => (context.after_previous(), "the end of the text".into()),
        None => (context.after_previous(), "the end of the line".into()),
    };
    let mut diagnostic =
        Diagnostic::new(Mistake::Unexpected, span, format!("expected {want}, found {what}")).label("not expected here");
    if found.is_none() {
        diagnostic = diagnostic.label("something is missing here");
    }
    if let (Some(opener), Some(token)) = (context.opener, found)
        && token.tok.closes()
    {
        let span = b.span(opener as u32, opener as u32 + 1);
        let text = b.slice(span);
        diagnostic = diagnostic.also(span, format!("inside this `{text}`"));
    }
    for note in context.all_notes(expected, mode) {
        diagnostic = diagnostic.note(note);
    }
    diagnostic.incomplete = found.is_none() && ended && !context.heap_ended();
    diagnostic
}

/// What stands around the error.
struct Context<'a, 't> {
    b: &'a Builder<'t>,
    at: usize,
    found: Option<Token>,
    /// The token before, and the one before that.
    before: [Option<Token>; 2],
    /// The first token of the statement or line.
    first: Option<Token>,
    opener: Option<usize>,
}

impl<'a, 't> Context<'a, 't> {
    fn new(b: &'a Builder<'t>, range: &Range<usize>, at: usize) -> Self {
        let mut visible = (range.start..at).rev().filter(|&i| !b.tokens[i].muted);
        let before = [visible.next().map(|i| b.tokens[i]), visible.next().map(|i| b.tokens[i])];
        let mut opener = None;
        let mut first = b.tokens.get(range.start).copied();
        let mut line_found = false;
        for i in back_to_opener(&b.tokens, range.start..at) {
            let tok = b.tokens[i].tok;
            if tok.opens() {
                opener = Some(i);
                break;
            } else if !line_found && matches!(tok, Tok::Newline | Tok::Semi) {
                first = b.tokens.get(i + 1).copied();
                line_found = true;
            }
        }
        if let (Some(o), false) = (opener, line_found) {
            first = b.tokens.get(o + 1).copied();
        }
        let found = (at < range.end).then(|| b.tokens[at]);
        Context { b, at, found, before, first, opener }
    }

    fn in_game(&self) -> bool {
        self.opener.is_some_and(|o| matches!(self.b.tokens[o].tok, Tok::LAngle | Tok::LBrace))
    }

    fn text(&self, token: Option<Token>) -> &'t str {
        // A name of a thousand letters is none that a note speaks of.
        token.map(|t| self.b.slice(Span::new(0, t.start, t.end))).filter(|text| text.len() < 1000).unwrap_or("")
    }

    /// Whether a line ends between two tokens.
    fn broken(&self, one: Option<Token>, two: Option<Token>) -> bool {
        let between = |a: Token, b: Token| self.b.slice(Span::new(0, a.end, b.start)).contains('\n');
        one.zip(two).is_some_and(|(a, b)| between(a, b))
    }

    /// The place right after the last token.
    fn after_previous(&self) -> Span {
        let whole = self.b.span(self.at as u32, self.at as u32);
        let end = self.before[0].map_or(whole.end, |t| t.end);
        Span::new(whole.source, end, end)
    }

    /// What to do about the error.
    fn all_notes(&self, expected: &[String], mode: Mode) -> Vec<String> {
        if let Some(notes) = self.declared_notes(expected) {
            return notes;
        }
        if let Some(note) = self.slip_note(expected) {
            return vec![note];
        }
        let mut notes = self.notes(expected, mode);
        if notes.is_empty() {
            notes.extend(self.side_by_side());
        }
        notes
    }

    /// Whether nothing stands between the error and what is before it.
    fn touches(&self) -> bool {
        self.before[0].zip(self.found).is_some_and(|(last, found)| last.end == found.start)
    }

    /// What stands right before the error.
    fn last(&self) -> Option<Tok> {
        self.before[0].map(|t| t.tok)
    }

    fn notes(&self, expected: &[String], mode: Mode) -> Vec<String> {
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let found = self.found.map(|t| t.tok);
        let name_wanted = has("name") && !has("integer");
        let closes = found.is_none_or(|t| t.closes() || matches!(t, Tok::Comma | Tok::Bars));
        let factor = self.text(self.before[1]);
        let notes = [
            found.and_then(|found| self.note_on_found(found, &has, mode)),
            self.note_on_word(name_wanted),
            self.note_on_word_before(),
            self.note_on_neighbours(),
            (self.last() == Some(Tok::Times) && closes)
                .then(|| format!("for the sum with star write `{factor} + *`, for the product `{factor} * *`")),
            (self.last() == Some(Tok::InterpOpen))
                .then(|| "`{…}` in a string stands for a value; for a brace itself write `\\{`".into()),
            (self.last() == Some(Tok::Assign) && found == Some(Tok::Gt)).then(|| "“at least” is written `>=`".into()),
            (has("expect") && !has("integer") && self.opener.is_some()).then(|| QUESTION_LINES.into()),
        ];
        notes.into_iter().flatten().collect()
    }

    /// On the kind of token that was not expected.
    fn note_on_found(&self, found: Tok, has: &dyn Fn(&str) -> bool, mode: Mode) -> Option<String> {
        let (last, last_text) = (self.last(), self.text(self.before[0]));
        let after_operand = last.is_some_and(|t| t.ends_operand());
        let first_text = self.text(self.first);
        let note = match found {
            Tok::Assign if Tok::reserved(last_text).is_some() && last.is_some() && !after_operand => {
                return Some(format!("`{last_text}` is a reserved word: choose another name"));
            }
            Tok::Assign if self.broken(self.before[1], self.before[0]) => {
                let text = self.text(self.before[1]);
                return Some(format!("the line before ends in `{text}`, so the statement goes on in this line"));
            }
            Tok::Assign => "to compare, write `==`; `=` gives a name its value, in a line of its own",
            Tok::Else if mode == Mode::Session && last.is_none() => {
                "at the prompt `if … then …` runs at the end of its line: put `else` on the same line"
            }
            Tok::Else if last.is_none() => "`else` belongs to an `if … then …` right before it",
            Tok::Comma if self.first.map(|t| t.tok) == Some(Tok::Check) && self.opener.is_none() => {
                "the text of a `check` follows the claim without a comma"
            }
            Tok::Comma if matches!(last, Some(Tok::LParen | Tok::LSquare | Tok::LBrace | Tok::Comma)) => {
                "there is one comma too many, or a value is missing"
            }
            Tok::Comma if self.opener.is_none() => "a tuple needs parentheses: `(a, b)`",
            Tok::Arrow => "a function is written `x -> x^2` or `(a, b) -> a + b`",
            Tok::Switch if last == Some(Tok::Minus) => "the negative of a switch needs parentheses: `-(+-1)`",
            Tok::Switch => "a switch in a product or power needs parentheses: `2 * (+-1)`",
            Tok::For if self.in_game() => {
                "options from a comprehension stand in braces of their own: `<{*k for k in 0..2} | 0>`"
            }
            Tok::For if has(")") => "a list is written `[x for x in xs]`",
            Tok::Return | Tok::ReturnAlone | Tok::Break | Tok::Continue => {
                let text = self.text(self.found);
                return Some(format!(
                    "`{text}` is a statement: it stands on a line of its own, or after `then` or `else`"
                ));
            }
            Tok::Dot if !after_operand => "fractions are written `1/2`",
            Tok::Not if has("+") => "“not a member” is written `x not in S`",
            Tok::FatArrow => "`=>` stands in maps: `{key => value}`; a function is written `x -> x^2`",
            Tok::StrOpen if last == Some(Tok::Name) => {
                return Some(format!("a call needs parentheses: `{last_text}(…)`"));
            }
            Tok::LBrace if has("then") || has("do") || first_text == "else" => {
                "braces are sets and games; blocks are written `do … end`"
            }
            Tok::Gt => "`>` closes a game only directly inside its `<…>`; is a bracket still open?",
            Tok::LBrace if last == Some(Tok::Name) && self.touches() => {
                return Some(format!("a call needs parentheses: `{last_text}({{…}})`"));
            }
            Tok::If if after_operand && self.opener.is_none() => {
                "a condition stands before what it decides: `if c then x = 3`, `x = if c then 3 else 0`"
            }
            Tok::Then => "`then` belongs to `if`: `if c then a else b`",
            Tok::Do if first_text == "if" => "`if` is followed by `then`: `if c then a else b`",
            _ => return None,
        };
        Some(note.into())
    }

    /// On the word that was not expected.
    fn note_on_word(&self, name_wanted: bool) -> Option<String> {
        let word = self.text(self.found);
        let note = match word {
            _ if name_wanted && !word.is_empty() && Tok::reserved(word).is_some() => {
                return Some(format!("`{word}` is a reserved word: choose another name"));
            }
            "elif" | "elseif" | "elsif" => "write `else if`",
            "end" if self.last() == Some(Tok::Then) => "`if` has no `end`; a block is written `if c then do … end`",
            _ => return None,
        };
        Some(note.into())
    }

    /// On the word before, which other languages have there.
    fn note_on_word_before(&self) -> Option<String> {
        let word = self.text(self.before[0]);
        let name = self.last() == Some(Tok::Name);
        let note = match word {
            "def" | "function" | "func" | "fn" | "fun" | "define" if name => {
                "a function is defined as in mathematics: `f(n) = n + 1`"
            }
            "let" | "var" | "const" | "set" | "local" if name => {
                "a name gets its value by `x = 1`, without a word before it"
            }
            "lambda" => "a function without a name is written `x -> x^2`",
            "elif" | "elseif" | "elsif" => "write `else if`",
            "foreach" | "loop" | "until" | "unless" => "loops are written `for x in xs do … end` or `while c do … end`",
            "poset" | "graph" if name && self.found.is_some() => {
                return Some(format!("labels stand in braces: `{word} {{…}}`"));
            }
            "print" if self.found.is_some_and(|t| t.tok == Tok::Name) => "a call needs parentheses: `print(x)`",
            _ => return None,
        };
        Some(note.into())
    }

    /// On a name after what it could be multiplied by.
    fn note_on_neighbours(&self) -> Option<String> {
        let (left, right) = (self.text(self.before[0]), self.text(self.found));
        if self.found.is_none_or(|t| t.tok != Tok::Name) {
            return None;
        }
        match self.last()? {
            Tok::Star if is_down(right) => Some(format!("the nimber of a variable `{right}` is written `*({right})`")),
            Tok::Star => Some("`*` touches what it belongs to: `*n`, `*(n + 1)`".into()),
            Tok::Up => Some(format!("a multiple is written `{right} * {left}`")),
            Tok::Int if !right.starts_with("els") && right != "elif" => {
                Some(format!("a product is written `{left} * {right}`"))
            }
            _ => None,
        }
    }
}

/// What a question consists of.
const QUESTION_LINES: &str = "each line of a `question` begins with `expect`, `accept`, `where`, `hint`, `check`, `about`, `tolerance`, `penalty`, `literal`, `forbid`, `allow`, `manual` or `part`, and the block ends with `end`";
