//! Errors in declarations in lines, `game … end` and `lattice … end`, by the table of their words.

use super::super::token::{Tok, Token};
use super::super::words::{Block, Follows};
use super::Context;

const OPTION_FIRST: &str =
    "the option comes first, its `for` and `if` after it: `moves Nim(n - k) for k in 1..n if k != 2`";

/// How each line begins.
fn lines(block: &Block) -> String {
    format!("each line of a `{}` begins with {}, and the block ends with `end`", block.word, block.words(""))
}

impl Context<'_, '_> {
    /// The declaration directly in which the error stands, and whether that is in its first line.
    fn in_block(&self) -> Option<(&'static Block, bool)> {
        let opener = self.opener?;
        let Tok::Block(block) = self.b.tokens[opener].tok else { return None };
        let below = |t: &Token| !t.muted && matches!(t.tok, Tok::Newline | Tok::Semi);
        Some((block.row(), !self.b.tokens[opener..self.at].iter().any(below)))
    }

    /// What stands behind the word that the line began with.
    fn line_follows(&self) -> Option<Follows> {
        match self.first?.tok {
            Tok::Clause(follows, _) => Some(follows),
            _ => None,
        }
    }

    pub(super) fn block_expectation(&self, expected: &[String]) -> Option<String> {
        let (block, header) = self.in_block()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let words = match self.line_follows() {
            _ if has("clause") => return Some(block.words("end")),
            _ if has("integer") => return None,
            _ if header && has("(") => "`(`",
            _ if header && has("newline") => "the end of the line",
            Some(Follows::Nothing) => "the end of the line",
            Some(Follows::Several) => "an operator, `,` or the end of the line",
            _ => return None,
        };
        Some(words.into())
    }

    fn after(&self, n: usize) -> Option<Token> {
        self.b.tokens.get(self.at + n).copied().filter(|t| !t.muted)
    }

    pub(super) fn block_notes(&self, expected: &[String]) -> Option<Vec<String>> {
        let (block, header) = self.in_block()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let found = self.found.map(|t| t.tok);
        let note = match () {
            () if header && block.has_steps() && matches!(found, Some(Tok::For | Tok::If)) && self.begins() => {
                OPTION_FIRST.into()
            }
            () if header && has("(") && !has("integer") => {
                format!("the {} follow the name: `{}`", block.params.2, block.header)
            }
            () if header && has("newline") => {
                let words = block.words("");
                let colon = if found == Some(Tok::Colon) { "there is no colon; " } else { "" };
                format!("{colon}each line below the first begins with {words}, and the block ends with `end`")
            }
            () if header => return None,
            () if has("clause") => self.no_clause_word(block),
            () => return self.line_note(block, expected).map(|note| vec![note]),
        };
        Some(vec![note])
    }

    /// Whether what was found begins a line.
    fn begins(&self) -> bool {
        self.broken(self.before[0], self.found)
    }

    /// On what stands where a line should begin.
    fn no_clause_word(&self, block: &Block) -> String {
        let (found, text) = (self.found.map(|t| t.tok), self.text(self.found));
        if let Some((_, note)) = block.slips.iter().find(|(word, _)| *word == text) {
            return (*note).into();
        }
        let known = |word: &str| block.clauses.iter().any(|clause| clause.word == word);
        let small = text.to_lowercase();
        match found {
            _ if small != text && known(&small) => format!("write `{small}`, in small letters"),
            _ if text.strip_suffix('s').is_some_and(known) => format!("write `{}`", &text[..text.len() - 1]),
            Some(Tok::Name) if self.after(1).is_some_and(|t| t.tok == Tok::Assign) => {
                format!("give `{text}` its value before the `{}`; {}", block.word, lines(block))
            }
            Some(Tok::Name) if !block.has_steps() && self.before[0].is_some_and(|t| t.tok == Tok::Semi) => {
                let commas: Vec<&str> = block.clauses.iter().map(|clause| clause.commas).collect();
                let mut commas: Vec<&str> = commas.into_iter().filter(|word| !word.is_empty()).collect();
                commas.dedup();
                format!("{} are separated by commas; `;` ends the line", commas.join(" and "))
            }
            Some(Tok::For | Tok::If | Tok::While) if block.has_steps() => OPTION_FIRST.into(),
            _ => lines(block),
        }
    }

    /// On what is wrong behind the word of a line.
    fn line_note(&self, block: &Block, expected: &[String]) -> Option<String> {
        use Tok as T;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let (last, found) = (self.before[0].map(|t| t.tok), self.found.map(|t| t.tok));
        let (next, second) = (self.after(1), self.after(2));
        let row = match self.first?.tok {
            T::Clause(_, clause) => Some(clause.row()),
            _ => None,
        };
        if let (Some(T::Clause(follows, _)), Some(row)) = (last, row) {
            let (word, example, says) = (row.word, row.example, row.says);
            let sign = matches!(found, Some(T::Colon | T::Assign | T::Arrow));
            match follows {
                Follows::Option if sign => {
                    return Some(format!("the option follows `{word}` without a sign: `{example}`"));
                }
                Follows::Option if matches!(found, None | Some(T::Newline)) => {
                    return Some(format!("the option follows on the same line: `{example}`"));
                }
                Follows::Condition if sign || matches!(found, None | Some(T::Newline)) => {
                    return Some(format!("{says}: `{example}`"));
                }
                Follows::Option | Follows::Condition | Follows::Own => {}
                Follows::Several if found == Some(T::Colon) => {
                    return Some(format!("write `{example}`, without a colon"));
                }
                Follows::Several => return Some(format!("{says}: `{example}`")),
                Follows::Nothing => return Some(format!("`{word}` stands alone on its line; {says}")),
            }
        }
        let text = self.text(self.found);
        Some(match (self.line_follows(), found) {
            (Some(Follows::Several), Some(T::For | T::If)) if block.has_steps() => {
                format!("a `{}` line has no `for` and no `if`: a function that it calls may", row?.word)
            }
            (Some(Follows::Several), Some(T::For)) => {
                "vectors from a comprehension stand in braces: `move {(k, 0) for k in 1..3}`".into()
            }
            (Some(Follows::Several), Some(T::FatArrow)) => "“at least” is written `>=`".into(),
            (Some(Follows::Several), Some(T::Assign)) => "inequalities are written `<=` and `>=`, equality `==`".into(),
            (Some(Follows::Several), Some(T::Name | T::Int)) if last.is_some_and(Tok::ends_operand) => {
                let row = row?;
                format!("{} are separated by commas: `{}`", row.commas, row.example)
            }
            (Some(Follows::Several | Follows::Nothing), _) => return None,
            (Some(Follows::Condition), Some(T::StrOpen)) => {
                format!("a comma stands between the condition and its text: `{}`", row?.example)
            }
            (Some(Follows::Condition), Some(T::Comma)) => {
                "a condition has one text; another condition stands on a line of its own".into()
            }
            _ if has("do") && !has("integer") => OPTION_FIRST.into(),
            (_, Some(T::Then)) => OPTION_FIRST.into(),
            (_, Some(T::Comma)) if second.is_some_and(|t| t.tok == T::In) => {
                format!("write `for` instead of the comma: `… for {} in …`", self.text(next))
            }
            (_, Some(T::Comma)) => {
                "several options stand on lines of their own, or in a set: `moves {G(n - 1), G(n - 2)}`".into()
            }
            (_, Some(T::Name)) if second.is_some_and(|t| t.tok == T::In) => format!("for “{text}” write `for`"),
            (_, Some(T::Name)) if next.is_some_and(|t| t.tok == T::In) => {
                format!("write `for` before `{text} in`: {OPTION_FIRST}")
            }
            _ => return None,
        })
    }
}
