//! Notions of the theory that functions of the library are about. Reasons go by these, never by the name of a function.

/// What a function computes or claims, as far as there are reasons for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Notion {
    Outcome,
    Winner,
    WinningMoves,
    BestMove,
    WorstMove,
    MisereOutcome,
    MisereWinningMoves,
    Genus,
    Moves,
    Options,
    LeftOptions,
    RightOptions,
    Remoteness,
    NimValue,
    Mex,
    NimSum,
    Birthday,
    Stops,
    Mean,
    Temperature,
    Canonical,
    Identical,
    IsNumber,
    IsInteger,
    IsNimber,
    IsInfinitesimal,
    IsImpartial,
    Any,
    All,
    Length,
}

impl Notion {
    /// Whether it is a number that counts or measures something, whatever the game.
    pub fn counts(self) -> bool {
        use Notion::{Birthday, Length, Mean, Mex, NimSum, NimValue, Remoteness, Temperature};
        matches!(self, NimSum | Mex | NimValue | Remoteness | Mean | Temperature | Birthday | Length)
    }

    /// Whether it is a list of moves, or of where they lead.
    pub fn lists_moves(self) -> bool {
        use Notion::{LeftOptions, MisereWinningMoves, Moves, Options, RightOptions, WinningMoves};
        matches!(self, LeftOptions | RightOptions | Options | Moves | WinningMoves | MisereWinningMoves)
    }
}
