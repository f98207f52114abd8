//! Habits from other languages and from paper, each with what to write instead.

use super::super::token::{Tok, Token};
use super::Context;

const LOOP: &str = "a loop is written `for x in xs do … end`";
const LIST: &str = "a list is written `[x^2 for x in xs if x > 1]`";

/// Words for operators.
fn operator_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "is" | "equals" | "eq" => "`==`",
        "isnt" | "ne" => "`!=`",
        "mod" | "rem" | "modulo" => "`%`",
        "div" => "`//`, rounded down, or `/`",
        "plus" => "`+`",
        "minus" => "`-`",
        "times" => "`*`",
        "over" => "`/`",
        "to" | "upto" | "until" | "through" => "`..`: `1..n` has both ends",
        "by" | "step" => "a condition: `for k in 1..10 if k % 2 == 1`",
        _ => return None,
    })
}

impl Context<'_, '_> {
    /// The token after the one where the error is.
    fn next(&self) -> Option<Token> {
        self.b.tokens.get(self.at + 1).copied().filter(|t| !t.muted)
    }

    /// Whether the error is at the first token of a line, after another line.
    fn begins_line(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.b.tokens.get(i));
        before.is_some_and(|t| t.tok == Tok::Newline && t.start < t.end)
    }

    /// Whether a token stands in the same brackets before the error.
    fn earlier(&self, tok: Tok) -> bool {
        let from = self.opener.map_or(0, |o| o + 1);
        self.b.tokens.get(from..self.at).unwrap_or(&[]).iter().any(|t| t.tok == tok && !t.muted)
    }

    /// The advice for a known slip.
    pub(super) fn slip_note(&self, expected: &[String]) -> Option<String> {
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let own = || self.loop_note(expected).or_else(|| self.answer_note(expected));
        own().or_else(|| self.sign_note()).or_else(|| self.word_note()).or_else(|| {
            let first = self.first.map(|t| t.tok);
            let found = self.found.map(|t| t.tok);
            let opener = self.opener.map(|o| self.b.tokens[o].tok);
            let before_opener = self.opener.and_then(|o| o.checked_sub(1)).map(|i| self.b.tokens[i].tok);
            let memo = first == Some(Tok::Memo) && self.before[0].is_some_and(|t| t.tok == Tok::RParen);
            let note = match found {
                _ if memo && self.opener.is_none() => "a function gets its value by `=`: `memo f(n) = …`",
                Some(Tok::LBrace | Tok::Do) if !has("newline") => return None,
                Some(Tok::In) if opener == Some(Tok::LParen) && before_opener == Some(Tok::For) => {
                    "no parentheses there: a loop is written `for x in xs do … end`"
                }
                _ if has("do") && !has("integer") => match (first, opener) {
                    (Some(Tok::While), _) => "a loop is written `while c do … end`",
                    (_, Some(Tok::LSquare)) => LIST,
                    _ => LOOP,
                },
                _ if first == Some(Tok::For) && expected.len() == 1 && has("in") => LOOP,
                _ if has("then") && !has("integer") => "`if` is followed by `then`: `if c then a else b`",
                Some(Tok::Comma) if opener == Some(Tok::LSquare) && self.earlier(Tok::For) => {
                    "a condition in a list begins with `if`: `[x for x in xs if x > 1]`"
                }
                _ => return None,
            };
            Some(note.into())
        })
    }

    /// An answer without its `=`.
    fn answer_note(&self, expected: &[String]) -> Option<String> {
        let named = self.first.is_some_and(|t| t.tok == Tok::Answer) && self.opener.is_none();
        if named && !self.earlier(Tok::Assign) && (self.earlier(Tok::Colon) || self.earlier(Tok::Eq)) {
            return Some("an answer has the sign `=` after its name: `answer q1 = 3/4`".into());
        }
        let missing = expected.iter().any(|e| e == "\"=\"") && !self.earlier(Tok::Assign);
        let value = self.found.filter(|t| t.tok != Tok::Assign)?;
        let name = self.before[0].filter(|t| t.tok == Tok::Name)?;
        (named && missing).then(|| {
            let (name, value) = (self.text(Some(name)), self.text(Some(value)));
            let more = self.next().is_some_and(|t| !matches!(t.tok, Tok::Newline | Tok::Semi));
            format!("`=` is missing: `answer {name} = {value}{}`", if more { " …" } else { "" })
        })
    }

    /// Signs.
    fn sign_note(&self) -> Option<String> {
        use Tok as T;
        let found = self.found?;
        let text = self.text(self.found);
        let [last, last_but_one] = self.before;
        let next = self.next();
        let touches = |a: Option<Token>, b: Token| a.is_some_and(|a| a.end == b.start);
        let opener = self.opener.map(|o| self.b.tokens[o].tok);
        let last_tok = last.map(|t| t.tok);
        let name = self.text(last_but_one);
        Some(match (last_tok, found.tok) {
            (_, T::Slash | T::DoubleSlash)
                if last_tok.is_none_or(|t| !t.ends_operand())
                    && (found.tok == T::DoubleSlash || next.is_some_and(|t| t.tok == T::Star)) =>
            {
                "a comment begins with `#`".into()
            }
            (_, T::Plus) if next.is_some_and(|t| t.tok == T::Plus && t.start == found.end) => {
                "to count up, write `x = x + 1`".into()
            }
            (Some(T::Plus), T::Plus) if touches(last, found) && last_but_one.is_some_and(|t| t.tok == T::Name) => {
                format!("to count up, write `{name} = {name} + 1`")
            }
            (_, T::Plus) if !self.begins_line() && last_tok.is_none_or(|t| !t.ends_operand()) => {
                "there is no sign `+` before a value".into()
            }
            _ if self.begins_line() && self.continues() => format!(
                "a statement does not go on in a line that begins with `{text}`: put it at the end of the line before, or the whole into parentheses"
            ),
            (Some(T::Eq), T::Assign) if touches(last, found) => "equality is written `==`".into(),
            (Some(op), T::Assign)
                if touches(last, found)
                    && matches!(op, T::Plus | T::Minus | T::Times | T::Slash | T::DoubleSlash | T::Percent)
                    && last_but_one.is_some_and(|t| t.tok == T::Name) =>
            {
                format!("write `{name} = {name} {} …`", self.text(last))
            }
            (Some(T::Star), T::Int) => {
                format!("a nimber has no blank: `*{text}`; a product stands between two values: `2 * {text}`")
            }
            (Some(T::Dot), T::LSquare) => "an element is written `xs[1]`, without the dot".into(),
            (Some(T::Dot), T::StrOpen) => "texts are joined by `+`".into(),
            (Some(T::Dot), _) => "after a dot stands a function: `x.f(y)` is `f(x, y)`".into(),
            (Some(T::Int), T::Comma)
                if touches(last, found)
                    && next.is_some_and(|t| t.tok == T::Int && t.start == found.end && t.end - t.start == 3) =>
            {
                format!("numbers have no commas: `{}{}`", self.text(last), self.text(next))
            }
            (Some(t), T::FatArrow) if t.ends_operand() && opener != Some(T::LBrace) => {
                "“at least” is written `>=`; a function is written `x -> x^2`".into()
            }
            (_, T::Else) if self.at > 0 && self.b.tokens[self.at - 1].tok == T::Semi => {
                "`;` ends the statement: `if c then a else b` has none before `else`".into()
            }
            (Some(T::Assign), T::Return | T::ReturnAlone) => {
                "a function is equal to its value: `f(x) = x + 1`; several statements stand in `do … end`".into()
            }
            (Some(T::RParen), T::LBrace) if self.opener.is_none() && self.first.is_some_and(|t| t.tok == T::Name) => {
                "a function is written `f(x) = x + 1`; several statements stand in `do … end`".into()
            }
            (Some(T::Eq | T::Ne | T::Le | T::Ge | T::Lt | T::Gt), T::Not) => {
                "`not` binds less than a comparison: write `… == (not x)`".into()
            }
            _ => return None,
        })
    }

    /// Whether what was found could only go on with a statement.
    fn continues(&self) -> bool {
        use Tok as T;
        self.found.is_some_and(|t| {
            matches!(
                t.tok,
                T::Plus
                    | T::Times
                    | T::Slash
                    | T::DoubleSlash
                    | T::Percent
                    | T::Eq
                    | T::Ne
                    | T::Le
                    | T::Ge
                    | T::Lt
                    | T::Gt
                    | T::Confused
                    | T::LtConfused
                    | T::GtConfused
                    | T::DotDot
                    | T::DotDotEnd
                    | T::Comma
                    | T::Assign
                    | T::Arrow
                    | T::FatArrow
                    | T::Colon
            )
        })
    }

    /// Words.
    fn word_note(&self) -> Option<String> {
        use Tok as T;
        let found = self.found?;
        let text = self.text(self.found);
        let last = self.before[0]?;
        let last_text = self.text(self.before[0]);
        Some(match (last.tok, found.tok) {
            (T::Name, _) if last_text == "import" => "a file is imported by its name: `import \"my_games.cgt\"`".into(),
            (T::Name, _)
                if matches!(last_text, "assert" | "expect" | "prove" | "verify" | "test") && found.tok != T::Assign =>
            {
                "a claim is written `check 1 + 1 == 2`".into()
            }
            (T::Name, T::Name)
                if matches!(&*last_text.to_lowercase(), "game" | "heap" | "lattice" | "answer" | "question") =>
            {
                format!("write `{}`, in small letters", last_text.to_lowercase())
            }
            (T::Name, T::Name) if matches!(last_text, "ruleset" | "rules" | "class" | "rule" | "games") => {
                "a rule set is written `game Nim(n)`, lines with `moves`, `left` or `right`, and `end`".into()
            }
            (T::Name, _) if matches!(last_text, "moves" | "left" | "right") && self.first == self.before[0] => {
                format!("a line with `{last_text}` stands between `game Nim(n)` and `end`")
            }
            (T::StrClose, T::Comma) if self.first.is_some_and(|t| t.tok == T::Import) => {
                "each file has an `import` of its own, on a line of its own".into()
            }
            (T::Name, T::Name) if last_text == "from" => {
                "all definitions of a file are imported: `import \"my_games.cgt\"`".into()
            }
            (last, T::Name) if last.ends_operand() && operator_word(text).is_some() => {
                format!("for “{text}” write {}", operator_word(text)?)
            }
            (_, T::Name) if matches!(text, "where" | "when" | "with" | "st") && last.tok.ends_operand() => {
                format!("for “{text}” write `if`, as in `[x for x in xs if x > 1]`")
            }
            (T::StrClose, T::Name | T::Int) => {
                format!("texts are joined by `+`; a value in a text is written `\"value: {{{text}}}\"`")
            }
            _ => return None,
        })
    }

    /// A name with the arguments in parentheses behind it, if they stand in one line.
    fn with_arguments(&self, name: Token) -> &str {
        let mut depth = 0;
        let mut behind = self.b.tokens[self.at + 1..].iter().take_while(|t| t.tok != Tok::Newline);
        let closes = behind.find(|t| {
            depth += i32::from(t.tok == Tok::LParen) - i32::from(t.tok == Tok::RParen);
            depth <= 0
        });
        let called = self.next().is_some_and(|t| t.tok == Tok::LParen && t.start == name.end);
        let end = closes.filter(|_| called).map_or(name.end, |t| t.end);
        self.text(Some(Token { end, ..name }))
    }

    /// Two values side by side, about which nothing better can be said.
    pub(super) fn side_by_side(&self) -> Option<String> {
        use Tok as T;
        let (last, found) = (self.before[0]?, self.found?);
        let value = |t: T| {
            matches!(
                t,
                T::Name
                    | T::Int
                    | T::StarInt
                    | T::Up
                    | T::LAngle
                    | T::LSquare
                    | T::LBrace
                    | T::True
                    | T::False
                    | T::StrOpen
            )
        };
        let operand = last.tok.ends_operand()
            && !matches!(last.tok, T::End | T::Break | T::Continue | T::ReturnAlone | T::DotDotEnd);
        if !operand || !value(found.tok) {
            return None;
        }
        let (a, b) = (self.text(self.before[0]), self.text(self.found));
        let listed =
            self.opener.is_some_and(|o| matches!(self.b.tokens[o].tok, T::LParen | T::LSquare | T::LBrace | T::LAngle));
        let simple = |t: T| matches!(t, T::Name | T::Int);
        Some(match (last.tok, found.tok) {
            _ if listed => "values are separated by commas".into(),
            (T::Name, T::Name) => {
                let b = self.with_arguments(found);
                format!("a product is written `{a} * {b}`, a call `{a}({b})`")
            }
            (T::Name, T::Int) => format!("a call is written `{a}({b})`; a name has no blanks"),
            (x, y) if simple(x) && simple(y) => format!("a product is written `{a} * {b}`"),
            _ => "an operator is missing between two values; statements stand on lines of their own".into(),
        })
    }
}
