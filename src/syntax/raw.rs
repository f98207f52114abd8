//! The characters, grouped by logos. Nothing here depends on context: `<`, `>`, `|`, `*`, `^` come one by one, and
//! [`super::lexer`] merges them.

use logos::Logos;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\u{feff}\u{a0}\u{2009}\u{202f}]+")]
pub(super) enum Raw {
    #[token("\n")]
    Newline,
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r"##[^\n]*", priority = 10, allow_greedy = true)]
    Doc,
    #[regex(r"[\p{L}_][\p{L}\p{M}\p{Nd}_]*")]
    Word,
    /// Downs; a longer word is a name.
    #[regex(r"(v+|v[0-9]+)", priority = 10)]
    #[regex(r"↓[0-9]*")]
    #[token("⇓")]
    Down,
    #[regex(r"[0-9]+")]
    Int,
    /// `½`, `2½`.
    #[regex(r"[0-9]*[½¼¾⅛⅜⅝⅞]")]
    Fraction,
    /// `2n`, an error.
    #[regex(r"[0-9]+[\p{L}_][\p{L}\p{Nd}_]*")]
    IntWord,
    /// `0.5`, an error outside of codes.
    #[regex(r"[0-9]+\.[0-9]+")]
    Decimal,
    #[token("\"")]
    Quote,
    #[token("“")]
    #[token("”")]
    #[token("„")]
    CurlyQuote,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LSquare,
    #[token("]")]
    RSquare,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("<")]
    Lt,
    #[token(">")]
    Gt,
    /// The bar, and what stands for it in printed texts.
    #[token("|")]
    #[token("∣")]
    #[token("❘")]
    #[token("｜")]
    #[token("‖")]
    #[token("∥")]
    Bar,
    #[token("⟨")]
    #[token("〈")]
    OpenAngle,
    #[token("⟩")]
    #[token("〉")]
    CloseAngle,
    #[token("=")]
    Assign,
    #[token("==")]
    Eq,
    #[token("!=")]
    #[token("≠")]
    Ne,
    #[token("≤")]
    Le,
    #[token("≥")]
    Ge,
    #[token("∈")]
    In,
    #[token("⊕")]
    Xor,
    #[token("=>")]
    FatArrow,
    #[token("->")]
    #[token("→")]
    #[token("↦")]
    Arrow,
    #[token(":=")]
    ColonAssign,
    #[token(";")]
    Semi,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("...")]
    #[token("…")]
    Ellipsis,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("–")]
    #[token("−")]
    Minus,
    #[token("+-")]
    #[token("+–")]
    #[token("+−")]
    PlusMinus,
    #[token("±")]
    PlusMinusSign,
    #[token("*")]
    #[token("∗")]
    #[token("★")]
    #[token("⋆")]
    Star,
    #[token("/")]
    Slash,
    #[token("//")]
    DoubleSlash,
    #[token("%")]
    Percent,
    #[token("^")]
    Caret,
    #[token("↑")]
    #[token("⇑")]
    UpArrow,
    #[token(":")]
    Colon,
    /// Between the onside and the offside of a game.
    #[token("&")]
    Ampersand,
    /// Spellings of other languages, read for what they mean after an error.
    #[token("&&")]
    #[token("∧")]
    ForeignAnd,
    #[token("∨")]
    ForeignOr,
    #[token("!")]
    #[token("¬")]
    ForeignNot,
    #[token("×")]
    #[token("·")]
    #[token("⋅")]
    ForeignTimes,
}

impl Raw {
    /// Whether a value begins here, words, texts and other brackets than braces apart.
    pub(super) fn begins_value(self) -> bool {
        use Raw::*;
        matches!(
            self,
            Down | Int
                | IntWord
                | Fraction
                | Decimal
                | LBrace
                | Lt
                | OpenAngle
                | Minus
                | PlusMinus
                | PlusMinusSign
                | Star
                | Caret
                | UpArrow
        )
    }
}
