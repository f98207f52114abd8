//! Misère quotients of partizan games: positions with options for Left and for Right, and outcomes instead of a P-portion.
//!
//! In: positions, each with its options for either player, which are sums of earlier ones. Out: a [`PartizanQuotient`], the finite commutative monoid of
//! their sums, where two sums are the same if no third one beside them tells who wins, moving first or second (Allen, *Peeking at partizan misère
//! quotients*). It is learned from play as those of impartial games are (`learn.rs`). The checker is the teacher: while it refuses
//! what was learned, its refusal names a sum that was learned wrong. So what is returned has been accepted.

use super::Error;
use super::check::{CheckError, Refusal, check_partizan};
use super::heaps::Heaps;
use super::learn::{Learned, Learner, Played};
use super::monoid::{Element, Monoid};
use super::quotient::Quotient;
use super::reduced::{Unknown, Word};
use super::search::{Bounds, Ended};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, with_stack};
use std::fmt;

/// One of the two players.
///
/// ```
/// use sprague_misere::Player;
/// assert_eq!((Player::Left.other(), Player::Right.to_string()), (Player::Right, "Right".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// Who wins: Left, the player who moves next, the one who moved last, or Right.
///
/// ```
/// use sprague_misere::{Outcome, Player};
/// assert!(Outcome::N.wins_first(Player::Left) && Outcome::L.wins_first(Player::Left));
/// assert!(!Outcome::P.wins_first(Player::Left) && !Outcome::L.wins_first(Player::Right));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Left wins, whoever begins.
    L,
    /// The player who begins wins.
    N,
    /// The player who does not begin wins.
    P,
    /// Right wins, whoever begins.
    R,
}

impl Outcome {
    /// Whether this player wins moving first.
    pub fn wins_first(self, player: Player) -> bool {
        match self {
            Outcome::N => true,
            Outcome::P => false,
            Outcome::L => player == Player::Left,
            Outcome::R => player == Player::Right,
        }
    }

    /// By who wins moving first: bit 0 for Left, bit 1 for Right.
    fn of_bits(bits: u8) -> Outcome {
        [Outcome::P, Outcome::L, Outcome::R, Outcome::N][usize::from(bits & 3)]
    }
}

/// Positions with their options for either player, each a sum of earlier positions.
///
/// ```
/// use sprague_misere::{PartizanHeaps, Player};
/// let mut heaps = PartizanHeaps::default();
/// heaps.push(vec![], vec![])?;
/// heaps.push(vec![vec![0]], vec![])?;
/// // Right may move from <0 | 1 + 1> to two positions 1.
/// assert_eq!(heaps.push(vec![vec![0]], vec![vec![1, 1]])?, 2);
/// assert_eq!(heaps.options(Player::Right, 2).collect::<Vec<_>>(), [&[1, 1]]);
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartizanHeaps {
    left: Heaps,
    right: Heaps,
}

impl PartizanHeaps {
    /// Adds a position; each option is a list of earlier ones. Says which number it got.
    pub fn push(&mut self, left: Vec<Vec<usize>>, right: Vec<Vec<usize>>) -> Result<usize, Error> {
        let n = self.left.push(left)?;
        if let Err(e) = self.right.push(right) {
            self.left.truncate(n);
            return Err(e);
        }
        Ok(n)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// A player's options of a position, each the list of its parts.
    pub fn options(&self, player: Player, heap: usize) -> impl Iterator<Item = &[u32]> {
        match player {
            Player::Left => self.left.options(heap),
            Player::Right => self.right.options(heap),
        }
    }

    /// The first so many positions.
    fn first(&self, n: usize) -> PartizanHeaps {
        let mut first = self.clone();
        first.left.truncate(n);
        first.right.truncate(n);
        first
    }
}

/// A misère quotient with the outcomes of its elements.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Outcome, PartizanHeaps, of_partizan_heaps};
/// // 0, *, <| *> and << | *> | >.
/// let mut heaps = PartizanHeaps::default();
/// heaps.push(vec![], vec![])?;
/// heaps.push(vec![vec![0]], vec![vec![0]])?;
/// heaps.push(vec![], vec![vec![1]])?;
/// heaps.push(vec![vec![2]], vec![])?;
/// let found = of_partizan_heaps(&heaps, Bounds::default(), &Handle::default())?;
/// let q = &found.quotient;
/// assert_eq!((found.ended, q.quotient().monoid().order()), (None, 4));
/// assert_eq!(q.outcome_of_sum(&[(1, 1_000_001)]), Some(Outcome::P));
/// assert_eq!((q.portion(Outcome::R).len(), q.portion(Outcome::L).len()), (1, 0));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanQuotient {
    quotient: Quotient,
    outcomes: Vec<Outcome>,
}

impl PartizanQuotient {
    /// A quotient as somebody claims it: the outcome of every element, the value of every position. `None` if there is
    /// not one outcome for each element, or a value is no element.
    pub fn from_parts(monoid: Monoid, outcomes: Vec<Outcome>, map: Vec<Element>) -> Option<PartizanQuotient> {
        let p = outcomes.iter().map(|&outcome| outcome == Outcome::P).collect();
        let quotient = Quotient::from_parts(monoid, p, map)?;
        Some(PartizanQuotient { quotient, outcomes })
    }

    /// The monoid, the values of the positions, and the elements whose outcome is P.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The outcome of an element.
    pub fn outcome(&self, x: Element) -> Outcome {
        self.outcomes[x as usize]
    }

    /// The elements with this outcome.
    pub fn portion(&self, outcome: Outcome) -> Vec<Element> {
        self.quotient.monoid().elements().filter(|&x| self.outcome(x) == outcome).collect()
    }

    /// The outcome of a sum of positions, each with its number of copies.
    pub fn outcome_of_sum(&self, sum: &[(u64, u64)]) -> Option<Outcome> {
        Some(self.outcome(self.quotient.value_of_sum(sum)?))
    }
}

/// A quotient of partizan positions, and the positions that it was found for.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Ended, PartizanFound, PartizanHeaps, of_partizan_heaps};
/// let mut heaps = PartizanHeaps::default();
/// heaps.push(vec![], vec![])?;
/// heaps.push(vec![vec![0]], vec![])?;
/// let bounds = Bounds { order: 1, ..Bounds::default() };
/// let PartizanFound { quotient, heaps, ended } = of_partizan_heaps(&heaps, bounds, &Handle::default())?;
/// assert_eq!((quotient.quotient().monoid().order(), heaps.len(), ended), (1, 1, Some(Ended::Order)));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanFound {
    /// The quotient of these positions.
    pub quotient: PartizanQuotient,
    /// The positions that it was found for.
    pub heaps: PartizanHeaps,
    /// Why no further position was taken in, where that ended the search.
    pub ended: Option<Ended>,
}

/// The quotient of a set of partizan positions closed under options; where that passes a bound, of the first so many of them
/// for which it does not.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Outcome, PartizanHeaps, of_partizan_heaps};
/// let mut heaps = PartizanHeaps::default();
/// heaps.push(vec![], vec![])?;
/// heaps.push(vec![vec![0]], vec![])?;
/// let q = of_partizan_heaps(&heaps, Bounds::default(), &Handle::default())?.quotient;
/// // Any number of games 1 is Right's: the order is 2.
/// assert_eq!((q.quotient().monoid().order(), q.portion(Outcome::R)), (2, vec![1]));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn of_partizan_heaps(heaps: &PartizanHeaps, bounds: Bounds, handle: &Handle) -> Result<PartizanFound, Error> {
    let whole = search(heaps, bounds, handle)?;
    let ended = match whole {
        Ok(quotient) => return Ok(PartizanFound { quotient, heaps: heaps.clone(), ended: None }),
        Err(ended) => ended,
    };
    // Of no position at all there is always one.
    let trivial = Monoid::from_table(&[vec![0]]).expect("one element");
    let nothing = PartizanQuotient::from_parts(trivial, vec![Outcome::N], Vec::new()).expect("it fits");
    let mut found = PartizanFound { quotient: nothing, heaps: heaps.first(0), ended: Some(ended) };
    for n in 1..heaps.len() {
        handle.progress("misère quotient: positions", n as u64, Some(heaps.len() as u64));
        let first = heaps.first(n);
        match search(&first, bounds, handle)? {
            Ok(quotient) => found = PartizanFound { quotient, heaps: first, ended: found.ended },
            Err(ended) => {
                found.ended = Some(ended);
                break;
            }
        }
    }
    Ok(found)
}

/// Sums of letters, which are the different positions with a move for somebody, played out.
struct Sums {
    /// Of each letter: Left's options and Right's.
    options: [Vec<Vec<Word>>; 2],
    known: FxHashMap<Word, u8>,
    most: usize,
}

impl Played for Sums {
    type Quotient = (Monoid, Vec<u8>);
    const BITS: usize = 2;

    fn letters(&self) -> usize {
        self.options[0].len()
    }

    /// Bit 0: Left wins moving first; bit 1: Right does.
    fn outcome(&mut self, word: &Word, h: &Handle) -> Result<u8, Unknown> {
        if let Some(&known) = self.known.get(word) {
            return Ok(known);
        }
        h.tick()?;
        let mut outcome = 0;
        for player in 0..2 {
            let (mut moves, mut wins) = (false, false);
            'found: for letter in (0..self.letters()).filter(|&letter| word.count(letter) > 0) {
                let rest = word.without(letter);
                for i in 0..self.options[player][letter].len() {
                    moves = true;
                    let option = rest.plus(&self.options[player][letter][i]).ok_or(Unknown::Positions)?;
                    let after = with_stack(|| self.outcome(&option, h))?;
                    if after >> (1 - player) & 1 == 0 {
                        wins = true;
                        break 'found;
                    }
                }
            }
            outcome |= u8::from(wins || !moves) << player;
        }
        if self.known.len() >= self.most {
            return Err(Unknown::Positions);
        }
        self.known.insert(word.clone(), outcome);
        Ok(outcome)
    }

    fn quotient(monoid: Monoid, outcomes: &[u8]) -> (Monoid, Vec<u8>) {
        (monoid, outcomes.to_vec())
    }

    fn monoid(quotient: &(Monoid, Vec<u8>)) -> &Monoid {
        &quotient.0
    }
}

/// The letters, and of each position its letter; `None` for one without a move, which takes no part in play.
fn letters(heaps: &PartizanHeaps, bounds: Bounds) -> Option<(Sums, Vec<Option<usize>>)> {
    let mut seen: FxHashMap<[Vec<Vec<Option<usize>>>; 2], usize> = FxHashMap::default();
    let mut of_heap: Vec<Option<usize>> = Vec::with_capacity(heaps.len());
    let mut options: Vec<[Vec<Vec<Option<usize>>>; 2]> = Vec::new();
    for n in 0..heaps.len() {
        let own = [Player::Left, Player::Right].map(|player| {
            let letters = |option: &[u32]| {
                let mut parts: Vec<Option<usize>> = option.iter().map(|&part| of_heap[part as usize]).collect();
                parts.retain(Option::is_some);
                parts.sort_unstable();
                parts
            };
            let mut all: Vec<_> = heaps.options(player, n).map(letters).collect();
            all.sort_unstable();
            all.dedup();
            all
        });
        if own.iter().all(Vec::is_empty) {
            of_heap.push(None);
            continue;
        }
        let new = options.len();
        let letter = *seen.entry(own.clone()).or_insert(new);
        if letter == new {
            options.push(own);
        }
        of_heap.push(Some(letter));
    }
    let number = options.len();
    let word = |parts: &Vec<Option<usize>>| {
        parts.iter().flatten().try_fold(Word::empty(number), |word, &letter| word.with(letter))
    };
    let of_player = |player: usize| -> Option<Vec<Vec<Word>>> {
        options.iter().map(|own| own[player].iter().map(word).collect()).collect()
    };
    let sums = Sums { options: [of_player(0)?, of_player(1)?], known: FxHashMap::default(), most: bounds.positions };
    Some((sums, of_heap))
}

/// The quotient of all the positions, or which bound it passes.
fn search(heaps: &PartizanHeaps, bounds: Bounds, handle: &Handle) -> Result<Result<PartizanQuotient, Ended>, Error> {
    let Some((mut game, of_heap)) = letters(heaps, bounds) else { return Ok(Err(Ended::Positions)) };
    let mut learner = Learner::new(Vec::new(), game.empty(), bounds.order);
    loop {
        match step(&mut game, &mut learner, &of_heap, heaps, handle) {
            Ok(Some(quotient)) => return Ok(Ok(quotient)),
            Ok(None) => {}
            Err(Unknown::Stop(stop)) => return Err(stop.into()),
            Err(Unknown::Order) => return Ok(Err(Ended::Order)),
            Err(Unknown::Positions) => return Ok(Err(Ended::Positions)),
        }
    }
}

/// Learns once more; without a quotient, the learner has a new context.
fn step(
    game: &mut Sums,
    learner: &mut Learner,
    of_heap: &[Option<usize>],
    heaps: &PartizanHeaps,
    handle: &Handle,
) -> Result<Option<PartizanQuotient>, Unknown> {
    handle.tick()?;
    let learned = learner.learn(game, handle)?;
    let (monoid, outcomes) = &learned.quotient;
    let map = of_heap.iter().map(|letter| letter.map_or(0, |letter| learned.values[letter])).collect();
    let named = outcomes.iter().map(|&bits| Outcome::of_bits(bits)).collect();
    let quotient = PartizanQuotient::from_parts(monoid.clone(), named, map).expect("values are elements");
    let refusal = match check_partizan(&quotient, heaps, handle) {
        Ok(()) => return Ok(Some(quotient)),
        Err(CheckError::Stop(stop)) => return Err(Unknown::Stop(stop)),
        Err(CheckError::Refused(refusal)) => refusal,
    };
    let sum_of = |word: &Word, heap: usize| match of_heap[heap] {
        Some(letter) => word.with(letter).ok_or(Unknown::Positions),
        None => Ok(word.clone()),
    };
    // Sums of which one, or an option of one, has another outcome than was learned.
    let mut suspects = Vec::new();
    match refusal {
        Refusal::Saved { heap, beside, .. } => suspects.push(sum_of(&learned.words[beside as usize], heap)?),
        Refusal::NoWinningMove { sum, .. } | Refusal::EndLost { sum, .. } => {
            suspects.push(sum.iter().try_fold(game.empty(), |word, &heap| sum_of(&word, heap))?);
        }
        // Beside some context they differ, which the monoid does not say.
        Refusal::NotReduced(x, y) => {
            for context in &learner.contexts {
                for element in [x, y] {
                    suspects.push(learned.words[element as usize].plus(context).ok_or(Unknown::Positions)?);
                }
            }
        }
        other => unreachable!("what was learned is a monoid of these positions: {other}"),
    }
    for suspect in suspects {
        if refute(game, learner, &learned, suspect, handle)? {
            return Ok(None);
        }
    }
    unreachable!(
        "if all outcomes that were learned for a sum and its options are right, the checker does not refuse it"
    )
}

/// A new context from a sum that was learned wrong, or an option of it that was.
fn refute(
    game: &mut Sums,
    learner: &mut Learner,
    learned: &Learned<(Monoid, Vec<u8>)>,
    word: Word,
    handle: &Handle,
) -> Result<bool, Unknown> {
    let mut all = Vec::new();
    for letter in (0..game.letters()).filter(|&letter| word.count(letter) > 0) {
        let rest = word.without(letter);
        for option in game.options.iter().flat_map(|options| &options[letter]) {
            all.push(rest.plus(option).ok_or(Unknown::Positions)?);
        }
    }
    all.insert(0, word);
    let (monoid, outcomes) = &learned.quotient;
    for word in all {
        let powers = (0..).zip(&learned.values).map(|(letter, &v)| monoid.power(v, word.count(letter) as u64));
        let value = powers.fold(0, |x, y| monoid.times(x, y));
        if game.outcome(&word, handle)? != outcomes[value as usize] && learner.refute(game, learned, &word, handle)? {
            return Ok(true);
        }
    }
    Ok(false)
}
