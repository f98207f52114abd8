//! Tokens: what the lexer's one pass makes, the grammar reads, and the highlighter colours.

use super::words::{BlockId, ClauseId, Follows};

/// A token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// First byte.
    pub start: u32,
    /// One past the last byte; equal to `start` for a token that the lexer supplied (a missing `)`, `>`, `end`).
    pub end: u32,
    /// Inside a part with an error that has been reported; the parser does not see it.
    pub muted: bool,
}

/// All tokens. They carry no text: the parser takes it from their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Tok {
    // operands
    Name,
    Int,
    True,
    False,
    /// `*` alone.
    Star,
    /// `*2`.
    StarInt,
    /// `*` touching a name or a parenthesis.
    StarOf,
    /// `^3*2`, `v`, `⇑*`, …
    Up,
    StrOpen,
    StrText,
    StrClose,
    InterpOpen,
    InterpClose,
    // brackets
    LParen,
    RParen,
    LSquare,
    RSquare,
    LBrace,
    RBrace,
    /// `<` that opens a game.
    LAngle,
    /// `>` that closes a game.
    RAngle,
    /// A run of bars directly inside a game's brackets.
    Bars,
    // separators
    Newline,
    Semi,
    Comma,
    Dot,
    Assign,
    /// The `=` of an answer that was left open.
    LeftOpen,
    Arrow,
    FatArrow,
    // operators
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    Confused,
    LtConfused,
    GtConfused,
    DotDot,
    /// `..` with no end.
    DotDotEnd,
    Plus,
    Minus,
    /// `+-` between operands.
    PlusMinus,
    /// `+-` before a term.
    Switch,
    Times,
    Slash,
    DoubleSlash,
    Percent,
    Caret,
    Colon,
    // reserved words
    If,
    Then,
    Else,
    For,
    While,
    Do,
    End,
    In,
    And,
    Or,
    Not,
    Xor,
    Check,
    Memo,
    Why,
    Return,
    /// `return` without a value.
    ReturnAlone,
    Break,
    Continue,
    // soft keywords, where they are keywords
    /// The word of a declaration in lines.
    Block(BlockId),
    /// The word that begins such a line.
    Clause(Follows, ClauseId),
    Import,
    // homework
    Question,
    Part,
    Answer,
    Expect,
    /// `canonical`, `outcome`, … right after `expect`.
    Expected,
    Accept,
    Hint,
    After,
    Where,
    Tolerance,
    About,
    /// `literal`, alone on a line of a question.
    Literal,
    /// `forbid`, before names.
    Forbid,
    /// `allow`, before names.
    Allow,
    Manual,
    Penalty,
    /// `vary`, before a name.
    Vary,
    /// `by`, before `student`.
    By,
    Worth,
    /// `optional`, `bonus`, `hidden` in the first line of a question.
    Flag,
    Heap,
    /// `octal`, before a code.
    Octal,
    /// `code`, before a code.
    Code,
    /// What stands after `octal` or `code`: `0.77`, `4!.0`, `0.1[2]`.
    CodeText,
    /// `take`, before a set.
    Take,
    /// `take`, before a name and `in`.
    TakeEach,
    /// `all but`, before a set.
    AllBut,
    Leave,
    Split,
    /// `or` right before a clause.
    OrClause,
    /// Before the name that a game has inside its own brackets.
    Loop,
    /// Between the onside and the offside of a game.
    Ampersand,
    /// `poset`, before a brace.
    Poset,
    /// `oo`, touching a brace.
    Infinite,
    /// `graph`, before a brace.
    Graph,
    /// `--` between vertices.
    Edge,
    /// `:` before the label of an edge.
    EdgeLabel,
    // the rest
    /// Stands for a part with an error that has been reported.
    Hole,
    /// A character that means nothing, or a misplaced one; reported by the lexer.
    Unknown,
    Comment,
    /// `##` on a line of its own.
    Doc,
}

/// How a token is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Highlight {
    /// Reserved words, and soft ones where they are keywords.
    Keyword,
    /// Integers.
    Number,
    /// Stars, ups and downs: values with a notation of their own.
    GameValue,
    /// Strings, without what is interpolated.
    String,
    /// `#` and `##`.
    Comment,
    /// Names.
    Name,
    /// Operators, separators.
    Operator,
    /// Round, square, curly brackets and the braces of an interpolation.
    Bracket,
    /// `<`, `>` and bars of a game.
    GameBar,
    /// What could not be read.
    Unknown,
}

impl Tok {
    /// How it is coloured.
    pub fn kind(self) -> Highlight {
        use Tok as T;
        match self {
            T::Name => Highlight::Name,
            T::Int | T::CodeText => Highlight::Number,
            T::Star | T::StarInt | T::StarOf | T::Up => Highlight::GameValue,
            T::StrOpen | T::StrText | T::StrClose => Highlight::String,
            T::InterpOpen
            | T::InterpClose
            | T::LParen
            | T::RParen
            | T::LSquare
            | T::RSquare
            | T::LBrace
            | T::RBrace => Highlight::Bracket,
            T::LAngle | T::RAngle | T::Bars => Highlight::GameBar,
            T::Comment | T::Doc => Highlight::Comment,
            T::Unknown | T::Hole => Highlight::Unknown,
            _ if self.word().is_some() || matches!(self, T::Expected | T::Flag) => Highlight::Keyword,
            _ => Highlight::Operator,
        }
    }

    /// The token for a reserved word.
    pub fn reserved(word: &str) -> Option<Tok> {
        Some(match word {
            "if" => Tok::If,
            "then" => Tok::Then,
            "else" => Tok::Else,
            "for" => Tok::For,
            "while" => Tok::While,
            "do" => Tok::Do,
            "end" => Tok::End,
            "in" => Tok::In,
            "and" => Tok::And,
            "or" => Tok::Or,
            "not" => Tok::Not,
            "xor" => Tok::Xor,
            "true" => Tok::True,
            "false" => Tok::False,
            "check" => Tok::Check,
            "memo" => Tok::Memo,
            "why" => Tok::Why,
            "return" => Tok::Return,
            "break" => Tok::Break,
            "continue" => Tok::Continue,
            _ => return None,
        })
    }

    /// The word of a keyword.
    pub fn word(self) -> Option<&'static str> {
        Some(match self {
            Tok::If => "if",
            Tok::Then => "then",
            Tok::Else => "else",
            Tok::For => "for",
            Tok::While => "while",
            Tok::Do => "do",
            Tok::End => "end",
            Tok::In => "in",
            Tok::And => "and",
            Tok::Or => "or",
            Tok::Not => "not",
            Tok::Xor => "xor",
            Tok::True => "true",
            Tok::False => "false",
            Tok::Check => "check",
            Tok::Memo => "memo",
            Tok::Why => "why",
            Tok::Return | Tok::ReturnAlone => "return",
            Tok::Break => "break",
            Tok::Continue => "continue",
            Tok::Block(block) => block.row().word,
            Tok::Clause(_, clause) => clause.row().word,
            Tok::Import => "import",
            Tok::Question => "question",
            Tok::Part => "part",
            Tok::Answer => "answer",
            Tok::Expect => "expect",
            Tok::Accept => "accept",
            Tok::Hint => "hint",
            Tok::After => "after",
            Tok::Where => "where",
            Tok::Tolerance => "tolerance",
            Tok::About => "about",
            Tok::Literal => "literal",
            Tok::Forbid => "forbid",
            Tok::Allow => "allow",
            Tok::Manual => "manual",
            Tok::Penalty => "penalty",
            Tok::Vary => "vary",
            Tok::By => "by student",
            Tok::Worth => "worth",
            Tok::Heap => "heap",
            Tok::Octal => "octal",
            Tok::Code => "code",
            Tok::Take | Tok::TakeEach => "take",
            Tok::AllBut => "all but",
            Tok::Leave => "leave",
            Tok::Split => "split",
            Tok::OrClause => "or",
            Tok::Poset => "poset",
            Tok::Infinite => "oo",
            Tok::Graph => "graph",
            Tok::Loop => "loop",
            _ => return None,
        })
    }

    /// Whether an operand ends with it, so that an operator is expected next.
    pub fn ends_operand(self) -> bool {
        use Tok as T;
        matches!(
            self,
            T::Name
                | T::Int
                | T::True
                | T::False
                | T::Star
                | T::StarInt
                | T::Up
                | T::StrClose
                | T::RParen
                | T::RSquare
                | T::RBrace
                | T::RAngle
                | T::DotDotEnd
                | T::End
                | T::ReturnAlone
                | T::CodeText
                | T::Clause(Follows::Nothing, _)
                | T::Break
                | T::Continue
                | T::Flag
                | T::Literal
                | T::LeftOpen
                | T::By
                | T::Hole
                | T::Unknown
        )
    }

    /// Whether it opens a bracket, an interpolation, a string or a block.
    pub fn opens(self) -> bool {
        use Tok as T;
        matches!(
            self,
            T::LParen
                | T::LSquare
                | T::LBrace
                | T::LAngle
                | T::InterpOpen
                | T::StrOpen
                | T::Do
                | T::Block(_)
                | T::Question
                | T::Part
        )
    }

    /// Whether it closes what [`Tok::opens`] opened.
    pub fn closes(self) -> bool {
        use Tok as T;
        matches!(self, T::RParen | T::RSquare | T::RBrace | T::RAngle | T::InterpClose | T::StrClose | T::End)
    }
}
