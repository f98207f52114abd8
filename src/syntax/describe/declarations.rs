//! Errors in `heap` declarations, posets and graphs.

use super::super::token::Tok;
use super::super::words::Block;
use super::Context;

const SET: &str =
    "`take` is followed by what may be taken: `take 3`, `take 1..3`, `take {1, 4}`, `take k in 1.. if k % 2 == 1`";
const EXAMPLE: &str =
    "for example `heap Kayles = octal 0.77`, `heap Nim = take 1..`, `heap Grundy = split a, b if a != b`";
const JOINED: &str = "several clauses are joined by `or`: `take 1.. or split a, b`";

impl Context<'_, '_> {
    /// Whether the error stands in a `heap` declaration, outside of any bracket.
    fn in_heap(&self) -> bool {
        self.opener.is_none() && self.first.is_some_and(|t| t.tok == Tok::Heap)
    }

    /// Whether another line could not complete the `heap` declaration.
    pub(super) fn heap_ended(&self) -> bool {
        use Tok as T;
        let keyword = |t| matches!(t, T::Take | T::TakeEach | T::AllBut | T::Leave | T::Split | T::Octal | T::Code);
        self.in_heap() && self.before[0].is_some_and(|t| t.tok.ends_operand() || keyword(t.tok))
    }

    /// Whether the name of the declaration is all that there is yet.
    fn heap_header(&self, expected: &[String]) -> bool {
        expected.len() <= 2 && expected.iter().any(|e| e == "\"=\"")
    }

    /// What was expected, where the words of the language's core do not do.
    pub(super) fn declared_expectation(&self, expected: &[String]) -> Option<String> {
        self.relation_expectation(expected)
            .or_else(|| self.block_expectation(expected))
            .or_else(|| self.heap_expectation(expected))
    }

    /// What to do about the error, likewise.
    pub(super) fn declared_notes(&self, expected: &[String]) -> Option<Vec<String>> {
        self.relation_notes(expected).or_else(|| self.block_notes(expected)).or_else(|| self.heap_notes(expected))
    }

    /// The word before the braces that the error stands in: `poset` or `graph`.
    fn relation(&self) -> Option<Tok> {
        let before = self.opener?.checked_sub(1)?;
        self.b.tokens.get(before).map(|t| t.tok).filter(|t| matches!(t, Tok::Poset | Tok::Graph))
    }

    fn relation_expectation(&self, expected: &[String]) -> Option<String> {
        let word = self.relation()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let label = word == Tok::Graph && self.line_has(Tok::EdgeLabel);
        let words = match word {
            _ if label => return None,
            _ if has("integer") => "a label",
            Tok::Poset => "`<`, `,` or `}`",
            _ => "`--`, `->`, `:`, `,` or `}`",
        };
        Some(words.into())
    }

    /// Whether a token stands between the last comma, or the opener, and the error.
    fn line_has(&self, tok: Tok) -> bool {
        let from = self.opener.map_or(0, |o| o + 1);
        let part = self.b.tokens.get(from..self.at).unwrap_or(&[]);
        part.iter().rev().take_while(|t| t.tok != Tok::Comma).any(|t| t.tok == tok)
    }

    fn relation_notes(&self, expected: &[String]) -> Option<Vec<String>> {
        use Tok as T;
        let word = self.relation()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        if word == T::Graph && self.line_has(T::EdgeLabel) && !has("integer") {
            return None;
        }
        let (found, text) = (self.found.map(|t| t.tok), self.text(self.found));
        let last = self.before[0].map(|t| t.tok);
        let edges = "an edge is written `a -- b`, with a direction `a -> b`";
        let order = "the order is written by `<`: `a < b`";
        let note = match (last, found) {
            _ if Tok::reserved(text).is_some() && has("integer") => {
                format!("`{text}` is a reserved word: as a label it stands in quotes, `\"{text}\"`")
            }
            (_, Some(T::For)) if word == T::Poset => {
                "elements in the braces are written out; for computed ones write `poset(elements, relation)`".into()
            }
            (_, Some(T::For)) => "vertices and edges in the braces are written out".into(),
            (Some(T::Name | T::Int), Some(T::Name | T::Int)) => {
                "labels are separated by commas; a label of several words stands in quotes: `\"two words\"`".into()
            }
            (Some(T::EdgeLabel), _) => "after the colon stands the label of the edge: `a -- b: \"blue\"`".into(),
            (_, Some(T::StrOpen)) if word == T::Graph => {
                "the label of an edge follows after a colon: `a -- b: \"blue\"`".into()
            }
            (_, Some(T::Assign)) if word == T::Graph => {
                "the label of an edge follows after a colon: `a -- b: 3`".into()
            }
            (Some(T::Comma | T::LBrace), Some(T::Comma)) => "there is one comma too many, or a label is missing".into(),
            (_, Some(T::Colon | T::EdgeLabel)) => edges.into(),
            _ if has("integer") && found != Some(T::Gt) => return Some(Vec::new()),
            _ if word == T::Graph => edges.into(),
            _ => order.into(),
        };
        Some(vec![note])
    }

    /// What was expected there.
    fn heap_expectation(&self, expected: &[String]) -> Option<String> {
        if !self.in_heap() {
            return None;
        }
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let names = has("name") && !has("integer");
        let more = has(",") && !has("integer");
        if has("octal") && !self.heap_header(expected) {
            return Some(Block::of("heap").words(""));
        }
        Some(
            match () {
                () if self.heap_header(expected) => "`=`",
                () if has("code text") => "a code",
                () if has("in") && expected.len() == 1 => "`in`",
                () if names => "a name",
                () if more => "`,`, `if`, `or` or the end of the declaration",
                () if self.before[0].is_some_and(|t| t.tok == Tok::CodeText) => "`or` or the end of the declaration",
                () => return None,
            }
            .into(),
        )
    }

    /// What to do about it; `None` elsewhere.
    fn heap_notes(&self, expected: &[String]) -> Option<Vec<String>> {
        use Tok as T;
        if !self.in_heap() {
            return None;
        }
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let (found, text) = (self.found.map(|t| t.tok), self.text(self.found));
        let [last, last_but_one] = self.before;
        let (last, last_text) = (last.map(|t| t.tok), self.text(last));
        let next = self.b.tokens.get(self.at + 1).copied();
        let clause_word = |word: &str| Block::of("heap").clauses.iter().any(|clause| clause.word == word);
        let note = match (last, found) {
            _ if self.heap_header(expected) => match text {
                text if clause_word(text) || text == ":" => {
                    format!("write `=` before the clauses: `heap {} = …`", self.heap_name())
                }
                _ => EXAMPLE.into(),
            },
            _ if has("octal") => self.no_clause(text, next.map(|t| t.tok)),
            (Some(T::Take | T::AllBut), Some(T::If)) => "name what is taken: `take k in 1.. if k % 2 == 1`".into(),
            (Some(T::Take), Some(T::TakeEach | T::Take | T::Name)) => SET.into(),
            (Some(T::Take), _) | (Some(T::In), _) if has("all but") => SET.into(),
            (Some(T::AllBut), _) => "the numbers that may not be taken stand in a set: `take all but {1, 3}`".into(),
            (Some(T::Leave), _) => "name the parts that are left: `take 3 leave a, b`; each may be empty".into(),
            (Some(T::Split), _) => "name the parts: `split a, b`, with a condition `split a, b if a != b`".into(),
            (Some(T::CodeText), Some(T::Leave)) => "parts are left by `take`; a code says everything".into(),
            (_, Some(T::Leave)) => "`leave` stands before `if`: `take 3 leave a, b if a <= b`".into(),
            (Some(T::CodeText), Some(T::If)) => {
                "a code says everything; conditions belong to `take` and `split`".into()
            }
            (Some(T::Name), _) if last_text == "leave" => {
                "between `take` and `leave` stands what is taken: `take 3 leave a, b`".into()
            }
            (_, Some(T::Comma)) if next.is_some_and(|t| clause_word(self.text(Some(t)))) => JOINED.into(),
            (_, Some(T::Comma)) if !has(",") => "several numbers stand in a set: `take {1, 2, 3}`".into(),
            (Some(T::Name), Some(T::Name)) if clause_word(last_text) => JOINED.into(),
            (_, Some(T::Name)) if clause_word(text) => JOINED.into(),
            (Some(T::Name), _) if clause_word(last_text) => JOINED.into(),
            (_, Some(T::Or)) | (Some(T::Or), None) => {
                "after `or` stands another clause: `take 1.. or split a, b`".into()
            }
            (_, Some(T::Name)) if matches!(text, "where" | "when" | "with" | "such" | "unless") => {
                "a condition begins with `if`: `take k in 1.. if k % 2 == 1`".into()
            }
            (Some(T::Name), _) if matches!(last_text, "where" | "when") => {
                "a condition begins with `if`: `take k in 1.. if k % 2 == 1`".into()
            }
            (_, Some(T::For)) => "what is taken is named before its set: `take k in 1.. if k % 2 == 1`".into(),
            (Some(T::Name), _) if matches!(last_text, "all" | "but" | "except") => {
                "write `take all but {1, 3}`, or `take 1..` for any number".into()
            }
            (Some(T::Name), Some(_)) if last_but_one.is_some_and(|t| t.tok == T::Take) => {
                format!("to name what is taken write `take {last_text} in 1..`")
            }
            (_, Some(T::Name)) if has(",") => "parts are separated by commas: `split a, b`".into(),
            (_, Some(T::Assign)) => "to compare, write `==`".into(),
            _ => return Some(Vec::new()),
        };
        Some(vec![note])
    }

    fn heap_name(&self) -> &str {
        let start = self.first.map_or(0, |t| t.start);
        let name = self.b.tokens.iter().find(|t| t.start > start && t.tok == Tok::Name);
        self.text(name.copied())
    }

    /// What stands where a clause should.
    fn no_clause(&self, text: &str, next: Option<Tok>) -> String {
        let name = self.heap_name();
        match (self.found.map(|t| t.tok), text) {
            (_, "moves" | "left" | "right") => {
                "options written out stand in a `game` block: `game G(n)`, lines with `moves`, `end`".into()
            }
            (Some(Tok::Name), _) => {
                let lower = text.to_lowercase();
                match Block::of("heap").clauses.iter().map(|clause| clause.word).find(|w| lower.starts_with(w)) {
                    Some(word) if lower == word => format!("write `{word}`, in small letters"),
                    Some(word) if lower[word.len()..].starts_with(|c: char| c.is_ascii_digit()) => {
                        format!("a blank belongs after `{word}`")
                    }
                    _ if next == Some(Tok::LParen) => {
                        format!("what a function gives is assigned without the word `heap`: `{name} = {text}(…)`")
                    }
                    _ => EXAMPLE.into(),
                }
            }
            (Some(Tok::Int), _) => format!("for a number taken write `take {text}`; a code has a point: `octal 0.77`"),
            (Some(Tok::Dot), _) => "a code stands after a word: `octal 0.77`".into(),
            (Some(Tok::LBrace), _) => "write `take` before what may be taken: `take {1, 4}`".into(),
            _ => EXAMPLE.into(),
        }
    }
}
