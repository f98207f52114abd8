//! A text as lines of pieces: tokens, with a string as one piece, and what each line is.

use super::super::lexer::lex;
use super::super::token::{Tok, Token};
use super::super::{Mode, Pace};
use super::gaps;

/// Columns of a tab.
const TAB: usize = 4;

/// Blanks of a block's lines before its first one.
pub(super) const STEP: usize = 2;

/// A token, a comment, or a whole string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    /// Its first token, and its last.
    pub first: Tok,
    pub last: Tok,
    pub text: &'t str,
    /// Where it stands in its line, in characters.
    pub column: usize,
    /// How long it is, in characters.
    pub width: usize,
    /// Blanks before it in its line.
    pub blanks: usize,
    /// Blanks that belong before it. Of the first piece of a line: none.
    pub gap: usize,
    /// An operand is expected here: a minus is a sign.
    pub operand: bool,
    /// Open brackets around it in its statement.
    pub depth: usize,
    /// In the braces of a poset or a graph, where `<` and `->` are no operators.
    pub relation: bool,
}

/// What the first piece of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// A statement, or a line of a declaration; or a comment between two.
    Statement,
    /// The `end` of the block that the piece in this line opened.
    End(usize),
    /// What a statement that began above goes on with; the line where that is.
    Rest(usize),
}

/// A line.
#[derive(Debug)]
pub(super) struct Line<'t> {
    pub pieces: Vec<Piece<'t>>,
    /// A line without anything stands above it.
    pub apart: bool,
    pub begins: Begins,
    /// The line in which the innermost block around it was opened.
    pub block: Option<usize>,
}

impl Line<'_> {
    /// Where its first piece stands.
    pub(super) fn column(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.column)
    }

    /// Whether nothing but a comment stands in it.
    pub(super) fn is_comment(&self) -> bool {
        self.pieces.first().is_some_and(|piece| is_comment(piece.first))
    }
}

pub(super) fn is_comment(tok: Tok) -> bool {
    matches!(tok, Tok::Comment | Tok::Doc)
}

/// The lines of a text.
pub(super) fn of(text: &str) -> Vec<Line<'_>> {
    let tokens = lex(0, text, Mode::Script, &Pace::unbounded()).tokens;
    let mut reader = Reader {
        text,
        lines: Vec::new(),
        at: 0,
        column: 0,
        breaks: 2,
        blocks: Vec::new(),
        statement: 0,
        brackets: Vec::new(),
        previous: None,
    };
    let mut i = 0;
    while i < tokens.len() {
        i = reader.read(&tokens, i);
    }
    for line in &mut reader.lines {
        gaps::fill(&mut line.pieces);
    }
    reader.lines
}

/// A block that is open.
struct Block {
    /// The line in which it was opened.
    line: usize,
    /// The line of the statement that is under way around it.
    statement: usize,
    /// Its kinds of brackets around it are out of sight inside.
    brackets: Vec<bool>,
}

struct Reader<'t> {
    text: &'t str,
    lines: Vec<Line<'t>>,
    /// The end of the last piece.
    at: usize,
    column: usize,
    /// Line ends since then.
    breaks: usize,
    blocks: Vec<Block>,
    /// The line in which the statement under way began.
    statement: usize,
    /// Open brackets of that statement, and whether each is one of a relation.
    brackets: Vec<bool>,
    /// The last token that is no comment.
    previous: Option<Tok>,
}

impl<'t> Reader<'t> {
    /// Reads the piece that begins with token `i`. Returns the token after it.
    fn read(&mut self, tokens: &[Token], i: usize) -> usize {
        let Token { tok, start, end, .. } = tokens[i];
        if tok == Tok::Newline || start == end {
            self.previous = Some(tok);
            return i + 1;
        }
        let mut last = i;
        if tok == Tok::StrOpen {
            let mut open = 0usize;
            for (j, token) in tokens.iter().enumerate().skip(i) {
                last = j;
                match token.tok {
                    Tok::StrOpen => open += 1,
                    Tok::StrClose => open -= 1,
                    _ => {}
                }
                if open == 0 {
                    break;
                }
            }
        }
        let blanks = self.pass(start as usize);
        let written = &self.text[start as usize..tokens[last].end as usize];
        self.piece(tok, tokens[last].tok, written, blanks);
        last + 1
    }

    /// Goes to where a piece begins. Returns the blanks before it in its line.
    fn pass(&mut self, start: usize) -> usize {
        let mut blanks = 0;
        for c in self.text[self.at..start].chars() {
            match c {
                '\n' => (self.breaks, self.column, blanks) = (self.breaks + 1, 0, 0),
                '\t' => {
                    let next = (self.column / TAB + 1) * TAB;
                    (self.column, blanks) = (next, blanks + next - self.column);
                }
                _ => (self.column, blanks) = (self.column + 1, blanks + 1),
            }
        }
        blanks
    }

    fn piece(&mut self, first: Tok, last: Tok, written: &'t str, blanks: usize) {
        let separated = self.previous.is_none_or(|p| matches!(p, Tok::Newline | Tok::Semi | Tok::Do));
        let text = written.trim_end_matches(super::is_blank);
        if self.breaks > 0 {
            let begins = match self.blocks.last() {
                Some(block) if first == Tok::End => Begins::End(block.line),
                _ if separated => Begins::Statement,
                _ => Begins::Rest(self.statement),
            };
            let block = self.blocks.last().map(|block| block.line);
            let apart = self.breaks > 1 && !self.lines.is_empty();
            self.lines.push(Line { pieces: Vec::new(), apart, begins, block });
        }
        let line = self.lines.len() - 1;
        if separated && !is_comment(first) {
            self.statement = line;
            self.brackets.clear();
        }
        if matches!(first, Tok::RParen | Tok::RSquare | Tok::RBrace | Tok::RAngle) {
            self.brackets.pop();
        }
        let width = text.chars().count();
        self.lines[line].pieces.push(Piece {
            first,
            last,
            text,
            column: self.column,
            width,
            blanks,
            gap: 0,
            operand: self.previous.is_none_or(|p| !p.ends_operand()),
            depth: self.brackets.len(),
            relation: self.brackets.last().is_some_and(|relation| *relation),
        });
        match first {
            Tok::LParen | Tok::LSquare | Tok::LAngle => self.brackets.push(false),
            Tok::LBrace => self.brackets.push(matches!(self.previous, Some(Tok::Poset | Tok::Graph))),
            Tok::Do | Tok::Block(_) | Tok::Question | Tok::Part => {
                let brackets = std::mem::take(&mut self.brackets);
                self.blocks.push(Block { line, statement: self.statement, brackets });
            }
            Tok::End => {
                if let Some(block) = self.blocks.pop() {
                    (self.statement, self.brackets) = (block.statement, block.brackets);
                }
            }
            _ => {}
        }
        if !is_comment(first) {
            self.previous = Some(last);
        }
        self.at = self.at_end(written);
        self.column += written.chars().count();
        self.breaks = 0;
    }

    fn at_end(&self, written: &str) -> usize {
        written.as_ptr() as usize - self.text.as_ptr() as usize + written.len()
    }
}
