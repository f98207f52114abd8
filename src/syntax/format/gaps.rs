//! How many blanks stand between two pieces of a line. Where blanks decide what is read, as around `*`, they are never taken away and
//! never added where there were none.

use super::super::token::Tok;
use super::lines::{Piece, is_comment};

/// Whether blanks stand on both sides of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// Always.
    Both,
    /// If they stand on one.
    Alike,
    /// Never.
    None,
}

/// An operator between operands.
fn sides(piece: &Piece<'_>) -> Option<Sides> {
    use Tok::*;
    Some(match piece.first {
        Lt | Arrow | Edge if piece.relation => Sides::Alike,
        Minus | Plus if piece.operand => return Option::None,
        Assign | LeftOpen | Arrow | FatArrow | Eq | Ne | Lt | Gt | Le | Ge | Confused | LtConfused | GtConfused
        | PlusMinus => Sides::Both,
        Plus | Minus | Times | Slash | DoubleSlash | Percent | Caret | Ampersand => Sides::Alike,
        DotDot | DotDotEnd => Sides::None,
        _ => return Option::None,
    })
}

/// Whether it stands between operands.
pub(super) fn is_operator(piece: &Piece<'_>) -> bool {
    sides(piece).is_some()
}

/// A word of the language that is no operand.
fn is_word(tok: Tok) -> bool {
    let operand = matches!(tok, Tok::True | Tok::False | Tok::Infinite);
    (tok.word().is_some() || matches!(tok, Tok::Expected | Tok::Flag)) && !operand
}

/// Whether two blanks may stand before it: where the parts of a line are.
pub(super) fn begins_part(piece: &Piece<'_>) -> bool {
    let text = piece.first == Tok::StrOpen && !piece.operand;
    piece.depth == 0 && (text || matches!(piece.first, Tok::For | Tok::If | Tok::Worth | Tok::Flag))
        || is_comment(piece.first)
}

/// Whether it keeps its column where it can: a comment or a text at the end of a line.
pub(super) fn keeps_column(piece: &Piece<'_>) -> bool {
    is_comment(piece.first) || piece.depth == 0 && piece.first == Tok::StrOpen && !piece.operand
}

/// Finds the blanks that belong before each piece of a line.
pub(super) fn fill(pieces: &mut [Piece<'_>]) {
    for i in 1..pieces.len() {
        let gap = between(pieces, i);
        let piece = &mut pieces[i];
        piece.gap = match is_comment(piece.first) {
            true => 2,
            false if begins_part(piece) && gap > 0 => piece.blanks.clamp(gap, 2),
            false => gap,
        };
    }
}

/// Blanks between piece `i` and the one before.
fn between(pieces: &[Piece<'_>], i: usize) -> usize {
    use Tok::*;
    let (p, n) = (&pieces[i - 1], &pieces[i]);
    let written = n.blanks.min(1);
    let opened = matches!(p.last, LParen | LSquare);
    let inside = matches!(p.last, LBrace | LAngle) || matches!(n.first, RBrace | RAngle);
    if opened || matches!(n.first, RParen | RSquare | Comma | Semi) {
        return 0;
    }
    if matches!(p.last, Comma | Semi) {
        return 1;
    }
    if inside {
        return written;
    }
    if p.last == Infinite {
        return written;
    }
    if matches!(p.last, Dot | StarOf) || n.first == Dot {
        return if p.last == StarOf || !matches!(p.last, DotDot | DotDotEnd | Int) { 0 } else { written };
    }
    // A sign touches what it belongs to.
    if p.operand && matches!(p.first, Minus | Switch) {
        return if matches!(n.first, Name | Int | LParen | LSquare | LBrace | LAngle) { 0 } else { written };
    }
    // The operator before wins over the one behind: in `1.. + 2` the second stands behind an operand.
    match (sides(p), sides(n)) {
        (Some(Sides::Both), _) | (_, Some(Sides::Both)) => return 1,
        _ if is_word(p.last) || is_word(n.first) => return 1,
        (_, Some(Sides::None)) => {
            let plain = matches!(p.last, Name | Int | RParen | RSquare | RBrace | StrClose);
            return if plain { 0 } else { written };
        }
        (Some(Sides::None), _) if p.last == DotDot => {
            return if matches!(n.first, Name | Int | LParen | LSquare) { 0 } else { written };
        }
        (Some(Sides::Alike), _) => return spaced(pieces, i - 1),
        (_, Some(Sides::Alike)) => return spaced(pieces, i),
        _ => {}
    }
    // `b: grid` and `G : H`.
    if matches!(n.first, Colon | EdgeLabel) {
        return written;
    }
    if matches!(p.last, Colon | EdgeLabel) {
        return if p.blanks > 0 { 1 } else { written };
    }
    if n.first == Bars || p.last == Bars {
        let bars = if n.first == Bars { i } else { i - 1 };
        return if options_around(pieces, bars) { spaced(pieces, bars) } else { written };
    }
    if matches!(p.last, Name | RParen | RSquare) && matches!(n.first, LParen | LSquare) {
        return 0;
    }
    if n.first == StrOpen && !n.operand {
        return 1;
    }
    written
}

/// Whether blanks stand on both sides of piece `i`: where one stands on either side.
fn spaced(pieces: &[Piece<'_>], i: usize) -> usize {
    let after = pieces.get(i + 1).is_some_and(|next| next.blanks > 0 && !is_comment(next.first));
    usize::from(after || i > 0 && pieces[i].blanks > 0)
}

/// Whether options stand on both sides of bars.
fn options_around(pieces: &[Piece<'_>], i: usize) -> bool {
    let option = |piece: Option<&Piece<'_>>, brackets: [Tok; 2]| {
        piece.is_some_and(|piece| !brackets.contains(&piece.first) && !is_comment(piece.first))
    };
    option(i.checked_sub(1).map(|before| &pieces[before]), [Tok::LAngle, Tok::LBrace])
        && option(pieces.get(i + 1), [Tok::RAngle, Tok::RBrace])
}
