//! The store of values: everything that can be asked of a short game, in one list.
//!
//! Goes in: games of this store, by id. Comes out: games, numbers, or plain data. The methods take `&self`, so that a
//! store is shared without ceremony; it is not re-entrant, so what hears of progress must not call it.

use super::arena::{Arena, Game, Side, View};
use super::atomic::{NoWeight, Weight};
use super::closed::UpStar;
use super::compare::Relation;
use super::compound::{Compound, Tree};
use super::dyadic::Dyadic;
use super::explain::Step;
use super::invariants::Outcome;
use super::names::Notation;
use super::play::{Reply, Turn};
use super::reduced::ReducedStep;
use super::structure::Parity;
use super::switches::Switches;
use super::thermograph::Thermograph;
use super::uptimal::Uptimal;
use num_bigint::BigInt;
use sprague_limits::{Handle, Stop};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// Interned values of short games with everything known about them. Ids of one store mean nothing to another, except
/// [`ZERO`](super::ZERO) and [`STAR`](super::STAR).
///
/// ```
/// use sprague_games::{Dyadic, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let [one, three] = [1, 3].map(|n| store.number(Dyadic::from(n)));
/// let hot = store.canonical(&[three], &[one], &handle)?;
/// assert_eq!(store.name(hot, &handle)?, "<3|1>");
/// assert_eq!(store.mean(hot, &handle)?, Dyadic::from(2));
/// assert_eq!(store.temperature(hot, &handle)?, Dyadic::from(1));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub struct Store(RefCell<Arena>);

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// Methods that hand their arguments to the arena.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        impl Store {
            $($(#[$doc])* #[inline] pub fn $name(&self, $($arg: $type),*) -> $result {
                self.0.borrow_mut().$name($($arg),*)
            })*
        }
    };
}

methods! {
    /// Forgets what can be computed again: comparisons, sums, thermographs. Values keep their ids.
    forget() -> ();
    /// The value of a number.
    number(x: Dyadic) -> Game;
    /// The closed form of a value.
    view(g: Game) -> View;
    /// Whether it is a number.
    is_number(g: Game) -> bool;
    /// The nimber that it is: `n` for `*n`, 0 for 0.
    as_nimber(g: Game) -> Option<u64>;
    /// Whether `-x < g < x` for all numbers `x > 0`.
    is_infinitesimal(g: Game) -> bool;
    /// Whether in every follower of the canonical form both players can move or none.
    is_all_small(g: Game, h: &Handle) -> Result<bool, Stop>;

    /// The value of `{left|right}`.
    canonical(left: &[Game], right: &[Game], h: &Handle) -> Result<Game, Stop>;
    /// Whether `a <= b`.
    le(a: Game, b: Game, h: &Handle) -> Result<bool, Stop>;
    /// How `a` compares with `b`.
    compare(a: Game, b: Game, h: &Handle) -> Result<Relation, Stop>;
    /// A total order for printing, the same whatever was computed before: numbers first, by value.
    order(a: Game, b: Game) -> Ordering;
    /// `a + b`.
    add(a: Game, b: Game, h: &Handle) -> Result<Game, Stop>;
    /// `a - b`.
    sub(a: Game, b: Game, h: &Handle) -> Result<Game, Stop>;
    /// `-g`.
    neg(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// The sum of many games.
    sum(games: &[Game], h: &Handle) -> Result<Game, Stop>;
    /// `n·g`, the sum of `n` copies.
    multiple(n: &BigInt, g: Game, h: &Handle) -> Result<Game, Stop>;
    /// `G : H` for the form `G = {left|right}`, on which it depends, and the value `H`.
    ordinal_sum(left: &[Game], right: &[Game], over: Game, h: &Handle) -> Result<Game, Stop>;
    /// `{0 || 0 | -g}`.
    tiny(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// `{g | 0 || 0}`.
    miny(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// `{options | -options}`, the switch `±(…)`.
    switch(options: &[Game], h: &Handle) -> Result<Game, Stop>;

    /// Who wins.
    outcome(g: Game, h: &Handle) -> Result<Outcome, Stop>;
    /// The depth of the canonical form.
    birthday(g: Game, h: &Handle) -> Result<BigInt, Stop>;
    /// Left's incentives `G^L - G` and Right's `G - G^R`, over the canonical form.
    incentives(g: Game, h: &Handle) -> Result<(Vec<Game>, Vec<Game>), Stop>;
    /// The sum of numbers and switches, without its value; nothing if a game is neither.
    switches(games: &[Game], h: &Handle) -> Result<Option<Switches>, Stop>;
    /// The thermograph, from `t = -1`.
    thermograph(g: Game, h: &Handle) -> Result<Rc<Thermograph>, Stop>;
    /// The game cooled by `t > -1`.
    cool(g: Game, t: &Dyadic, h: &Handle) -> Result<Game, Stop>;
    /// The game heated by the game `t`.
    heat(g: Game, t: Game, h: &Handle) -> Result<Game, Stop>;
    /// The game overheated from `s` to `t`.
    overheat(g: Game, s: Game, t: Game, h: &Handle) -> Result<Game, Stop>;
    /// The game cooled by its temperature; a number as it is.
    freeze(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// Norton multiplication `G·U` by a game `U > 0`.
    norton_product(g: Game, u: Game, h: &Handle) -> Result<Game, Stop>;

    /// How many leaves the canonical tree has where numbers are leaves.
    stop_count(g: Game, h: &Handle) -> Result<BigInt, Stop>;
    /// The game and all that can be reached by moves from its canonical form.
    followers(g: Game, h: &Handle) -> Result<Vec<Game>, Stop>;
    /// Even or odd, by its integers.
    parity(g: Game, h: &Handle) -> Result<Parity, Stop>;
    /// Even-tempered or odd-tempered: even or odd where every number counts as even.
    temper(g: Game, h: &Handle) -> Result<Parity, Stop>;
    /// `number + tiny(x)`, or with [`Side::Right`] `number + miny(x)`: the number and `x`, which is above a positive number.
    number_and_tiny(g: Game, h: &Handle) -> Result<Option<(Dyadic, Side, Game)>, Stop>;
    /// The companion, in which followers have 0 as an additional option of Left where they are 0 or greater, of Right where they are 0 or less.
    companion(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// A game `H` with `B : H = G` for the form `B = {left|right}`, if one is found.
    subordinate(left: &[Game], right: &[Game], g: Game, h: &Handle) -> Result<Option<Game>, Stop>;
    /// The atomic weight, or why there is none.
    atomic_weight(g: Game, h: &Handle) -> Result<Result<Game, NoWeight>, Stop>;
    /// The atomic weight with its reasons.
    explain_weight(g: Game, h: &Handle) -> Result<Result<Weight, NoWeight>, Stop>;
    /// Whether `a <= b` up to infinitesimals.
    le_infinitesimally(a: Game, b: Game, h: &Handle) -> Result<bool, Stop>;
    /// The simplest game that is infinitesimally close.
    reduced_canonical_form(g: Game, h: &Handle) -> Result<Game, Stop>;
    /// The steps to the reduced canonical form.
    explain_reduced(g: Game, h: &Handle) -> Result<Vec<ReducedStep>, Stop>;
    /// `^<n>`, the power of up, for `n >= 1`.
    up_power(n: u64, h: &Handle) -> Result<Game, Stop>;
    /// `^[n]`, the sum of the first `n` powers of up.
    up_power_to(n: u64, h: &Handle) -> Result<Game, Stop>;
    /// The game as a number, a nimber and multiples of powers of up, if it is their sum.
    uptimal_expansion(g: Game, h: &Handle) -> Result<Option<Uptimal>, Stop>;
    /// The value of such a sum.
    uptimal(x: &Uptimal, h: &Handle) -> Result<Game, Stop>;

    /// The value of a form.
    tree_value(tree: &Tree, h: &Handle) -> Result<Game, Stop>;
    /// The value of two forms played together, or multiplied.
    compound(kind: Compound, g: &Tree, over: &Tree, h: &Handle) -> Result<Game, Stop>;
    /// All values born by a day, up to the third.
    born_by(day: u32, h: &Handle) -> Result<Vec<Game>, Stop>;
    /// A random game that the seed determines, born by a day, with at most so many options on each side.
    random(seed: u64, day: u32, options: u32, h: &Handle) -> Result<Game, Stop>;

    /// The shortest standard notation, which Sprague reads back as this value.
    name(g: Game, h: &Handle) -> Result<String, Stop>;
    /// The same for LaTeX's mathematical mode.
    latex(g: Game, h: &Handle) -> Result<String, Stop>;
    /// The notation as a tree.
    notation(g: Game, h: &Handle) -> Result<Rc<Notation>, Stop>;

    /// The simplification of `{left|right}`, step by step, ending with its canonical form.
    explain(left: &[Game], right: &[Game], h: &Handle) -> Result<Vec<Step>, Stop>;
    /// The dominated options of `{left|right}`, each with one that dominates it.
    dominated(left: &[Game], right: &[Game], h: &Handle) -> Result<Vec<(Side, Game, Game)>, Stop>;
    /// The reversible options of `{left|right}`, each with the opponent's answer through which it reverses.
    reversible(left: &[Game], right: &[Game], h: &Handle) -> Result<Vec<(Side, Game, Game)>, Stop>;

    /// Who wins a sum if `mover` begins: whether it is `mover`.
    wins_first(components: &[Game], mover: Side, h: &Handle) -> Result<bool, Stop>;
    /// All winning moves in a sum: those in the hottest component first, then those that leave least to play.
    winning_replies(components: &[Game], mover: Side, h: &Handle) -> Result<Vec<Reply>, Stop>;
    /// The best winning move in a sum, if there is one.
    winning_reply(components: &[Game], mover: Side, h: &Handle) -> Result<Option<Reply>, Stop>;
    /// Who wins a sum when `mover` begins, and how: a tree of moves and replies down to `depth` turns, with at most
    /// `breadth` moves of the loser each.
    play_tree(components: &[Game], mover: Side, depth: u32, breadth: usize, h: &Handle) -> Result<Turn, Stop>;
}

impl Store {
    /// An empty store.
    pub fn new() -> Self {
        Store(RefCell::new(Arena::new()))
    }

    /// `number + ups·↑ + *star`; negative ups are downs.
    pub fn number_up_star(&self, number: Dyadic, ups: i64, star: u64) -> Game {
        self.0.borrow_mut().up_star(UpStar { number, ups, star })
    }

    /// The nimber `*n`.
    pub fn nimber(&self, n: u64) -> Game {
        self.number_up_star(Dyadic::zero(), 0, n)
    }

    /// The number that a value is, if it is one.
    pub fn as_number(&self, g: Game) -> Option<Dyadic> {
        self.0.borrow().as_number(g).cloned()
    }

    /// Whether the value is that of an impartial game: whether it is a nimber.
    pub fn is_impartial(&self, g: Game) -> bool {
        self.as_nimber(g).is_some()
    }

    /// The options of one player in the canonical form, in printing order; made on demand for closed forms.
    pub fn options(&self, g: Game, side: Side, h: &Handle) -> Result<Vec<Game>, Stop> {
        self.0.borrow_mut().list(g, side, h)
    }

    /// Left's options in the canonical form.
    pub fn left(&self, g: Game, h: &Handle) -> Result<Vec<Game>, Stop> {
        self.options(g, Side::Left, h)
    }

    /// Right's options in the canonical form.
    pub fn right(&self, g: Game, h: &Handle) -> Result<Vec<Game>, Stop> {
        self.options(g, Side::Right, h)
    }

    /// The number at which play stops if Left begins.
    pub fn left_stop(&self, g: Game) -> Dyadic {
        self.0.borrow().stop(g, Side::Left)
    }

    /// The number at which play stops if Right begins.
    pub fn right_stop(&self, g: Game) -> Dyadic {
        self.0.borrow().stop(g, Side::Right)
    }

    /// The mean value.
    pub fn mean(&self, g: Game, h: &Handle) -> Result<Dyadic, Stop> {
        Ok(self.0.borrow_mut().mean_and_temperature(g, h)?.0)
    }

    /// The temperature; `-1/2^k` for a number with denominator `2^k`, as in Siegel.
    pub fn temperature(&self, g: Game, h: &Handle) -> Result<Dyadic, Stop> {
        Ok(self.0.borrow_mut().mean_and_temperature(g, h)?.1)
    }
}
