//! Brackets, blocks, and the ends of statements.
//!
//! A missing closer is reported at its opener and supplied; a closer without an opener is reported and hidden from
//! the parser. Every step pops what it looks at or takes constant time, so the pass stays linear.

use super::super::Mode;
use super::super::raw::Raw;
use super::super::token::Tok;
use super::super::words::{BlockId, declares};
use super::depth::Waiting;
use super::{Lexer, homework};
use crate::diagnostics::{Diagnostic, Mistake};

/// What stands in braces after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Poset,
    Graph,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenerKind {
    /// The whole text.
    Bottom,
    Paren,
    Square,
    Brace,
    Angle,
    /// `{…}` in a string, and whether the string began with a curly quote.
    Interp(bool),
    Do,
    /// A declaration in lines.
    Block(BlockId),
    /// A question of a key, or a part of one.
    Question,
    Part,
}

impl OpenerKind {
    /// Whether statements stand directly inside.
    pub(super) fn is_block(self) -> bool {
        matches!(self, OpenerKind::Bottom | OpenerKind::Do) || self.is_declaration()
    }

    /// Whether its lines are those of a declaration.
    fn is_declaration(self) -> bool {
        matches!(self, OpenerKind::Block(_)) || self.is_question()
    }

    /// Whether lines of a question stand directly inside.
    pub(super) fn is_question(self) -> bool {
        matches!(self, OpenerKind::Question | OpenerKind::Part)
    }

    fn opener(self) -> &'static str {
        match self {
            OpenerKind::Paren => "(",
            OpenerKind::Square => "[",
            OpenerKind::Brace | OpenerKind::Interp(_) => "{",
            OpenerKind::Angle => "<",
            OpenerKind::Do => "do",
            OpenerKind::Block(block) => block.row().word,
            OpenerKind::Question => "question",
            OpenerKind::Part => "part",
            OpenerKind::Bottom => "",
        }
    }

    fn closer(self) -> &'static str {
        match self {
            OpenerKind::Paren => ")",
            OpenerKind::Square => "]",
            OpenerKind::Brace | OpenerKind::Interp(_) => "}",
            OpenerKind::Angle => ">",
            _ => "end",
        }
    }

    fn open_token(self) -> Tok {
        match self {
            OpenerKind::Paren => Tok::LParen,
            OpenerKind::Square => Tok::LSquare,
            OpenerKind::Brace => Tok::LBrace,
            OpenerKind::Angle => Tok::LAngle,
            OpenerKind::Interp(_) => Tok::InterpOpen,
            OpenerKind::Block(block) => Tok::Block(block),
            OpenerKind::Question => Tok::Question,
            OpenerKind::Part => Tok::Part,
            _ => Tok::Do,
        }
    }

    fn close_token(self) -> Tok {
        match self {
            OpenerKind::Paren => Tok::RParen,
            OpenerKind::Square => Tok::RSquare,
            OpenerKind::Brace => Tok::RBrace,
            OpenerKind::Angle => Tok::RAngle,
            OpenerKind::Interp(_) => Tok::InterpClose,
            _ => Tok::End,
        }
    }
}

/// An open bracket or block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opener {
    pub kind: OpenerKind,
    /// Place of the opener.
    start: usize,
    end: usize,
    /// How many tokens there were when it was opened, the opener included.
    pub tokens: usize,
    /// What is nested in it, and it in others.
    pub waiting: Waiting,
    /// After `check` or `why`: `=` compares.
    pub claim: bool,
    /// After `if` or `while`: `=` is a slip.
    pub condition: bool,
    /// After a `for`: bars compare.
    pub comprehension: bool,
    /// In a `heap` declaration: its words are keywords.
    pub heap: bool,
    /// The braces of `poset {…}` or `graph {…}`.
    pub relation: Option<Relation>,
    /// Names here are labels, `v` among them.
    pub labels: bool,
    /// Open `(`, `[`, `{` from here down to the nearest block or interpolation.
    open: [u32; 3],
    /// An interpolation is open above the nearest block.
    pub in_string: bool,
    /// Blocks with an `end` open above the nearest interpolation.
    blocks: u32,
}

impl Opener {
    pub(super) fn bottom() -> Self {
        Opener {
            kind: OpenerKind::Bottom,
            start: 0,
            end: 0,
            tokens: 0,
            waiting: Waiting::default(),
            claim: false,
            condition: false,
            comprehension: false,
            heap: false,
            relation: None,
            labels: false,
            open: [0; 3],
            in_string: false,
            blocks: 0,
        }
    }

    /// Whether bars directly inside separate options.
    pub(super) fn bars(&self) -> bool {
        self.kind == OpenerKind::Angle
            || self.kind == OpenerKind::Brace && !self.comprehension && self.relation.is_none()
    }

    /// A new expression begins.
    pub(super) fn forget(&mut self) {
        self.claim = false;
        self.condition = false;
    }

    fn open_count(&self, kind: OpenerKind) -> u32 {
        match kind {
            OpenerKind::Paren => self.open[0],
            OpenerKind::Square => self.open[1],
            OpenerKind::Brace => self.open[2],
            _ => 0,
        }
    }
}

/// Whether a line that ends in this token goes on in the next.
fn wants_more(last: Tok) -> bool {
    use Tok::*;
    let alone = matches!(
        last,
        Clause(..) | Block(_) | Import | Memo | Heap | Octal | Code | Take | TakeEach | AllBut | Split | Leave
    );
    !alone && !last.ends_operand() && !homework::begins(last)
}

/// Whether a statement was begun and ends in this token without its value.
fn lacks_value(last: Tok) -> bool {
    !matches!(last, Tok::Newline | Tok::Semi | Tok::Doc | Tok::Do | Tok::Then | Tok::Else) && !last.ends_operand()
}

/// How the line after a line end begins.
pub(super) struct NextLine<'t> {
    /// Its first word; none if it begins with something else.
    pub word: &'t str,
    /// It begins with what stands between operands.
    joins: bool,
    /// A name or a text follows.
    pub before_name: bool,
    before_text: bool,
}

impl NextLine<'_> {
    fn named(&self) -> String {
        format!("the next statement, `{}`", self.word)
    }

    /// Whether a statement begins here for certain, whatever is still open.
    pub(super) fn begins_statement(&self, open: OpenerKind) -> bool {
        match self.word {
            "check" | "memo" => true,
            "return" | "break" | "continue" => !open.is_block(),
            "import" => self.before_text,
            word => declares(word) && self.before_name,
        }
    }

    /// Whether this line cannot belong to the declaration that is open: its `end` was forgotten.
    fn is_outside(&self, open: OpenerKind) -> bool {
        match open {
            OpenerKind::Block(_) => self.begins_statement(open),
            _ => open.is_question() && self.begins_statement(open) && homework::ends_question(self.word),
        }
    }

    /// Whether a declaration begins. What stands before it lacks its value: an answer that was left open costs itself alone.
    fn declares(&self, open: OpenerKind) -> bool {
        self.begins_statement(open) && (homework::ends_question(self.word) || self.word == "check")
    }

    /// Whether a statement that could be over goes on here.
    fn goes_on(&self, open: OpenerKind, mode: Mode) -> bool {
        let lines = matches!(open, OpenerKind::Block(block) if block.row().has_steps()) || open.is_question();
        let condition = lines && matches!(self.word, "for" | "if");
        let over = mode == Mode::Session && self.word == "else" && open == OpenerKind::Bottom;
        (self.joins || condition) && !over
    }
}

impl<'t> Lexer<'t> {
    pub(super) fn top(&mut self) -> &mut Opener {
        if self.stack.is_empty() {
            self.stack.push(Opener::bottom());
        }
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    pub(super) fn stack_top(&self) -> Opener {
        self.stack.last().copied().unwrap_or_else(Opener::bottom)
    }

    pub(super) fn push(&mut self, kind: OpenerKind, start: usize, end: usize) {
        let below = self.stack_top();
        let tokens = self.out.tokens.len();
        let mut new = Opener {
            kind,
            start,
            end,
            tokens,
            waiting: below.waiting.inside(),
            claim: false,
            condition: false,
            comprehension: false,
            heap: false,
            relation: None,
            ..below
        };
        match kind {
            OpenerKind::Paren => new.open[0] += 1,
            OpenerKind::Square => new.open[1] += 1,
            OpenerKind::Brace => new.open[2] += 1,
            OpenerKind::Angle | OpenerKind::Bottom => {}
            OpenerKind::Interp(_) => {
                new.open = [0; 3];
                new.in_string = true;
                new.labels = false;
                new.blocks = 0;
            }
            OpenerKind::Do | OpenerKind::Block(_) | OpenerKind::Question | OpenerKind::Part => {
                new.open = [0; 3];
                new.in_string = false;
                new.labels = false;
                new.blocks += 1;
            }
        }
        self.stack.push(new);
    }

    /// Opens a bracket or block.
    pub(super) fn open(&mut self, kind: OpenerKind, start: usize, end: usize) {
        self.emit(kind.open_token(), start, end);
        self.push(kind, start, end);
    }

    /// Closes the innermost opener with its token.
    fn pop(&mut self, start: usize, end: usize) {
        let Some(open) = self.stack.pop() else { return };
        self.emit(open.kind.close_token(), start, end);
        if let OpenerKind::Interp(curly) = open.kind {
            if start == end {
                self.emit(Tok::StrClose, start, end);
            } else {
                self.string_body(curly, false, end);
            }
        }
    }

    /// Reports that the innermost opener has no closer before `at`, and supplies it.
    fn supply(&mut self, at: usize, before: &str) {
        let open = self.stack_top();
        let (opener, closer) = (open.kind.opener(), open.kind.closer());
        let here = self.span(at, at);
        let opened = self.span(open.start, open.end);
        let mut diagnostic = Diagnostic::new(Mistake::Unclosed, here, format!("missing `{closer}` before {before}"))
            .label(format!("`{closer}` expected here"))
            .also(opened, format!("this `{opener}` is still open"));
        if open.kind == OpenerKind::Angle {
            diagnostic = diagnostic.note(
                "where a value is expected, `<` opens a game; a game may go on in the next line only after a comma, a bar or an operator",
            );
        }
        self.report(diagnostic);
        self.pop(at, at);
    }

    /// `)`, `]`, `}`, and `>` when a game is on top.
    pub(super) fn close(&mut self, kind: OpenerKind, start: usize, end: usize) {
        let top = self.stack_top();
        if top.kind == kind {
            return self.pop(start, end);
        }
        let found = format!("`{}`", kind.closer());
        if top.open_count(kind) > 0 {
            while self.stack_top().kind != kind {
                self.supply(start, &found);
            }
            return self.pop(start, end);
        }
        if kind == OpenerKind::Brace && top.in_string {
            while !matches!(self.stack_top().kind, OpenerKind::Interp(_)) {
                self.supply(start, &found);
            }
            return self.pop(start, end);
        }
        let span = self.span(start, end);
        if top.kind.is_block() || matches!(top.kind, OpenerKind::Interp(_)) {
            self.report(
                Diagnostic::new(Mistake::Unopened, span, format!("{found} without `{}`", kind.opener()))
                    .note(format!("remove it, or open the bracket with `{}`", kind.opener())),
            );
            self.stray_bracket(kind.close_token(), start, end);
        } else {
            let opened = self.span(top.start, top.end);
            let (opener, closer) = (top.kind.opener(), top.kind.closer());
            self.report(
                Diagnostic::new(Mistake::Unopened, span, format!("expected `{closer}`, found {found}"))
                    .also(opened, format!("this `{opener}` needs a `{closer}`")),
            );
            self.pop(start, end);
        }
    }

    /// A closing bracket that was reported. Where a value was expected it stands for one, unless one follows: nothing else is
    /// wrong there, and the statement ends with its line.
    fn stray_bracket(&mut self, tok: Tok, start: usize, end: usize) {
        let follows = self.text[end..].trim_start_matches([' ', '\t']).chars().next();
        let value = follows.is_some_and(|c| c.is_alphanumeric() || "_([{<\"".contains(c));
        if self.previous.is_some() && !self.statement_start() && self.operand_expected() && !value {
            return self.emit(Tok::Hole, start, end);
        }
        self.hidden(tok, start, end);
    }

    /// `end`.
    pub(super) fn end(&mut self, start: usize, end: usize) {
        if self.stack_top().blocks == 0 {
            self.stray_end(start, end);
            return self.hidden(Tok::End, start, end);
        }
        while !self.stack_top().kind.is_block() {
            self.supply(start, "`end`");
        }
        self.pop(start, end);
    }

    /// An `end` that closes nothing. Most often a `then` before it was meant to begin a block.
    fn stray_end(&mut self, start: usize, end: usize) {
        if self.lost_loops > 0 {
            self.lost_loops -= 1;
            return;
        }
        let error = Diagnostic::new(Mistake::Unopened, self.span(start, end), "`end` without a block");
        let error = match self.last_then {
            Some((from, to)) if self.text[to..start].trim_start_matches([' ', '\t', '\r']).starts_with('\n') => error
                .also(self.span(from, to), "was a block meant to begin here?")
                .note("several statements stand in `if c then do … end`; an `if` has no `end` of its own"),
            Some((from, to)) if !self.text[to..start].contains('\n') => error
                .also(self.span(from, to), "this `if` needs no `end`")
                .note("write `if c then a else b`, or `if c then do … end` for several statements"),
            _ => {
                error.note("`end` closes `do`, `game`, `lattice`, `question` and `part`, nothing else, and is no name")
            }
        };
        self.report(error);
        self.last_then = None;
    }

    /// A token that was reported and that the parser should not see.
    pub(super) fn hidden(&mut self, tok: Tok, start: usize, end: usize) {
        let before = self.previous;
        self.emit(tok, start, end);
        if let Some(last) = self.out.tokens.last_mut() {
            last.muted = true;
        }
        self.previous = before;
    }

    pub(super) fn semicolon(&mut self, start: usize, end: usize) {
        if self.stack_top().kind.is_block() {
            return self.separator(Tok::Semi, start, end);
        }
        let note = match self.stack_top().kind {
            OpenerKind::Brace if self.stack_top().relation.is_some() => "write a comma",
            OpenerKind::Brace => {
                "separate elements by commas: `{1, 2}`; Left's options from Right's by a bar: `{1 | 2}`"
            }
            OpenerKind::Angle => "separate options by commas, Left's from Right's by a bar: `<1, 2 | 3>`",
            _ => "separate values by commas",
        };
        self.slip(Mistake::ForeignSign, start, end, "`;` separates statements, not values", note);
        self.top().forget();
        self.next_relation();
        self.emit(Tok::Comma, start, end);
    }

    fn separator(&mut self, tok: Tok, start: usize, end: usize) {
        self.top().forget();
        self.top().comprehension = false;
        if self.open_loop.take().is_some_and(|height| height == self.stack.len()) {
            self.lost_loops += 1;
        }
        self.top().heap = false;
        self.emit(tok, start, end);
    }

    /// Consumes line ends and comments, and collects documentation.
    pub(super) fn trivia(&mut self) {
        let text = self.text;
        let mut after_newline = true;
        loop {
            let before = self.raw.clone();
            let next = if self.pace.goes_on() { self.raw.next() } else { None };
            let range = self.raw.span();
            match next {
                Some(Ok(Raw::Newline)) => {
                    if after_newline {
                        self.pending_doc.clear();
                    }
                    after_newline = true;
                }
                Some(Ok(Raw::Comment)) => {
                    self.pending_doc.clear();
                    self.pending_comments.push((Tok::Comment, range));
                    after_newline = false;
                }
                Some(Ok(Raw::Doc)) => {
                    let line = text[range.clone()].trim_start_matches("##").trim_end_matches('\r');
                    self.pending_doc.push(line.strip_prefix(' ').unwrap_or(line));
                    self.pending_comments.push((Tok::Doc, range));
                    after_newline = false;
                }
                _ => {
                    self.raw = before;
                    return;
                }
            }
        }
    }

    /// The comments that [`Lexer::trivia`] passed, after the tokens that stand before them.
    pub(super) fn comments(&mut self) {
        for (tok, range) in std::mem::take(&mut self.pending_comments) {
            self.comment(tok, range.start, range.end);
        }
    }

    pub(super) fn line_end(&mut self, at: usize) {
        self.bars_told = false;
        self.trivia();
        self.line_end_tokens(at);
        self.comments();
    }

    /// A line end: does the statement go on? See "Text" in the language reference.
    fn line_end_tokens(&mut self, at: usize) {
        self.open_strings(at);
        let next = self.next_line();
        let goes_on = self.previous.is_none_or(wants_more);
        if self.stack_top().kind == OpenerKind::Angle {
            if goes_on || next.joins {
                return;
            }
            self.supply_all(at, "the end of the line", |kind| kind == OpenerKind::Angle);
        }
        let kind = self.stack_top().kind;
        if !kind.is_block() {
            if next.begins_statement(kind) {
                self.supply_all(at, &next.named(), |kind| !kind.is_block());
                self.separator(Tok::Newline, at, at + 1);
            }
        } else if next.is_outside(kind) {
            self.separator(Tok::Newline, at, at + 1);
            self.supply_all(at, &next.named(), OpenerKind::is_declaration);
            self.separator(Tok::Newline, at + 1, at + 1);
        } else if next.declares(kind) && self.previous.is_some_and(lacks_value)
            || !goes_on && !next.goes_on(kind, self.mode)
        {
            self.separator(Tok::Newline, at, at + 1);
        }
    }

    /// Supplies what closes the openers on top that are like this.
    fn supply_all(&mut self, at: usize, before: &str, like: impl Fn(OpenerKind) -> bool) {
        while like(self.stack_top().kind) {
            self.supply(at, before);
        }
    }

    fn next_line(&self) -> NextLine<'t> {
        self.line(self.raw.clone())
    }

    /// How a line begins.
    pub(super) fn line(&self, mut ahead: logos::Lexer<'t, Raw>) -> NextLine<'t> {
        let first = ahead.next();
        let word = if matches!(first, Some(Ok(Raw::Word))) { &self.text[ahead.span()] } else { "" };
        let joins = matches!(first, Some(Ok(Raw::Dot | Raw::In | Raw::Xor)))
            || matches!(word, "else" | "then" | "or" | "and" | "xor" | "in");
        let second = ahead.next();
        let before_text = matches!(second, Some(Ok(Raw::Quote)));
        NextLine { word, joins, before_name: self.is_name(second, ahead.span()), before_text }
    }

    /// Strings with open interpolations end with their line: one error, and what stands in the outermost one is
    /// hidden.
    fn open_strings(&mut self, at: usize) {
        let mut outermost = None;
        while self.stack_top().in_string {
            let open = self.stack_top();
            if matches!(open.kind, OpenerKind::Interp(_)) {
                outermost = Some(open);
                if self.stack.len() >= 2 && !self.stack[self.stack.len() - 2].in_string {
                    self.out.tokens[open.tokens..].iter_mut().for_each(|t| t.muted = true);
                    self.emit(Tok::Hole, at, at);
                }
            }
            self.pop(at, at);
        }
        if let Some(open) = outermost {
            let span = self.span(open.start, open.end);
            self.report(
                Diagnostic::new(Mistake::Unclosed, span, "this `{` in a string is never closed")
                    .note("`{…}` in a string stands for the value of an expression; for a brace itself write `\\{`"),
            );
        }
    }

    pub(super) fn end_of_text(&mut self) {
        let at = self.text.len();
        self.open_strings(at);
        while self.stack_top().kind == OpenerKind::Angle && !self.operand_expected() {
            self.supply(at, "the end of the line");
        }
        if self.stack.len() > 1 {
            let open = self.stack_top();
            let (opener, closer) = (open.kind.opener(), open.kind.closer());
            let message = format!("`{opener}` has no `{closer}`");
            let mut diagnostic = Diagnostic::new(Mistake::Unclosed, self.span(open.start, open.end), message)
                .label(format!("the text ends before the `{closer}` of this `{opener}`"));
            for outer in self.stack.iter().skip(1).rev().skip(1).take(2) {
                diagnostic = diagnostic.also(self.span(outer.start, outer.end), "this is still open, too");
            }
            diagnostic.incomplete = true;
            self.report(diagnostic);
        }
        while self.stack.len() > 1 {
            self.pop(at, at);
        }
    }
}
