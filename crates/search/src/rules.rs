//! What a search has to know of a game: [`Rules`].

use sprague_games::{Game, Side, Store, ZERO};
use sprague_limits::{Handle, Stop};
use std::hash::Hash;

/// A sum: positions, each with whether it is negated, and one value.
///
/// ```
/// use sprague_games::ZERO;
/// use sprague_search::Sum;
/// // A position minus another, whatever these are.
/// let difference = Sum { parts: vec![(false, "a"), (true, "b")], rest: ZERO };
/// assert_ne!(difference, Sum::from("a"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum<P> {
    /// Positions; `true`: the negative.
    pub parts: Vec<(bool, P)>,
    /// All else in it.
    pub rest: Game,
}

impl<P> From<P> for Sum<P> {
    fn from(position: P) -> Self {
        Sum { parts: vec![(false, position)], rest: ZERO }
    }
}

/// The rules of one game or of several whose positions are added.
///
/// Play must end for a search to answer; where it goes round in circles the search says so.
///
/// ```
/// use sprague_games::{Side, Store, ZERO};
/// use sprague_limits::{Handle, Stop};
/// use sprague_search::{Rules, Sum};
///
/// /// Whoever moves takes a step of 1 or 2 towards the end of a strip: Left 1, Right 2.
/// #[derive(Default)]
/// struct Steps(Store, Handle);
///
/// impl Rules for Steps {
///     type Position = u32;
///     type Error = Stop;
///     fn store(&self) -> &Store { &self.0 }
///     fn handle(&self) -> &Handle { &self.1 }
///     fn moves(&mut self, &left: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
///         let step = if player == Side::Left { 1 } else { 2 };
///         Ok(left.checked_sub(step).map(Sum::from).into_iter().collect())
///     }
/// }
///
/// let mut rules = Steps::default();
/// assert_eq!(rules.moves(&1, Side::Left)?, [Sum { parts: vec![(false, 0)], rest: ZERO }]);
/// assert_eq!(rules.moves(&1, Side::Right)?, []);
/// # Ok::<(), Stop>(())
/// ```
pub trait Rules {
    /// A position.
    type Position: Clone + Eq + Hash;
    /// What goes wrong while moves are made.
    type Error: From<Stop>;

    /// Where values live.
    fn store(&self) -> &Store;

    /// The handle of bounds.
    fn handle(&self) -> &Handle;

    /// The options of a player.
    fn moves(&mut self, position: &Self::Position, player: Side) -> Result<Vec<Sum<Self::Position>>, Self::Error>;

    /// The same one by one, as long as `take` asks for more. Worth writing where an option is dear to make: a search often stops at the first that refutes.
    fn moves_until(
        &mut self,
        position: &Self::Position,
        player: Side,
        take: &mut dyn FnMut(&mut Self, Sum<Self::Position>) -> Result<bool, Self::Error>,
    ) -> Result<(), Self::Error> {
        for option in self.moves(position, player)? {
            if !take(self, option)? {
                break;
            }
        }
        Ok(())
    }

    /// A sum that the position is equal to, in parts or a simpler position, if that is said at once: it falls apart, or is turned.
    fn split(&mut self, _position: &Self::Position) -> Result<Option<Sum<Self::Position>>, Self::Error> {
        Ok(None)
    }

    /// The value, where a theorem says it at once.
    fn value(&mut self, _position: &Self::Position) -> Result<Option<Game>, Self::Error> {
        Ok(None)
    }

    /// The value, if it happens to be known from elsewhere. A proof will prove it by those of the options, all the way down.
    fn known(&mut self, _position: &Self::Position) -> Option<Game> {
        None
    }

    /// Whether the rules themselves say that play from the position ends, whoever moves when. Where they do not, all that follows a position is
    /// looked at before it cancels with its negative.
    fn ends(&mut self, _position: &Self::Position) -> bool {
        false
    }

    /// A game that the position is at least, and one that it is at most, if the rules say such.
    fn bounds(&mut self, _position: &Self::Position) -> Result<Option<(Game, Game)>, Self::Error> {
        Ok(None)
    }

    /// How many moves a player has, if that is counted sooner than [`Rules::moves`] lists them: a guess at who is ahead, which decides nothing.
    fn mobility(&mut self, _position: &Self::Position, _player: Side) -> Result<Option<u32>, Self::Error> {
        Ok(None)
    }

    /// A name that the position has in every run, and no other position of any game: 128 random bits that its rules and itself determine.
    /// What was learnt of positions with such names can be kept, see [`Search::lasting`](crate::Search::lasting).
    fn name(&mut self, _position: &Self::Position) -> Option<u128> {
        None
    }

    /// Whether both players have the same moves in the position and in all that follow, so that it is its own negative: the search takes the rules at
    /// their word. Where nothing is said of an option that is impartial all the same, its moves are looked at for both players.
    fn is_impartial(&self, _position: &Self::Position) -> bool {
        false
    }
}
