//! Depth-first proof-number search on sums (Nagai 2002), for Left to move.
//!
//! In: a sum, who begins. Out: whether that player wins. Right to move in `G` is Left to move in `-G`, so that one kind of question is
//! left: does Left, who begins, win? Left does if after one of her moves Right does not. Each sum has two [`Numbers`]: how far it is
//! from being proved won, and lost, in positions to be decided (weak ones, by Ueda, Hashimoto, Hashimoto, Iida 2008); the search goes where the fewest are left, with thresholds from
//! which on some other place is nearer. What it learns stays in a [`Table`] of fixed size. A sum in which every part has a value is
//! decided by comparing values; so is one whose bounds suffice. Cost: memory goes by the length of play and the table.
//!
//! In a sum with parts that lie on the path already, play goes round: then the search answers nothing.

use crate::kept::Keeper;
use crate::parts::{Parts, Terms};
use crate::rules::{Rules, Sum};
use crate::shared::{Known, Shared};
use crate::table::{NEVER, Numbers, Table};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use sprague_games::{Game, Side, ZERO};
use sprague_limits::{Stop, with_stack};
use std::hash::Hash;

/// What became of a question within the work allowed.
///
/// ```
/// use sprague_search::Found;
/// assert_eq!(Found::Answer(true).answer(), Some(true));
/// assert_eq!(Found::<bool>::Unfinished.answer(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<T> {
    /// The answer.
    Answer(T),
    /// The work allowed did not suffice; asked again, the search goes on.
    Unfinished,
    /// Play goes round in circles, or on for very long, or the rules contradict themselves: this search has no answer.
    Endless,
}

impl<T> Found<T> {
    /// The answer, if there is one.
    pub fn answer(self) -> Option<T> {
        match self {
            Found::Answer(answer) => Some(answer),
            _ => None,
        }
    }
}

/// Why a search ends without an answer.
pub enum Halt<E> {
    Unfinished,
    Endless,
    /// A position that was to have a nim-value has none.
    Partizan,
    Error(E),
}

impl<E: From<Stop>> From<Stop> for Halt<E> {
    fn from(stop: Stop) -> Self {
        Halt::Error(stop.into())
    }
}

/// What a search has done so far.
///
/// ```
/// use sprague_search::Statistics;
/// assert_eq!(Statistics::default().expanded, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Sums whose moves were looked at.
    pub expanded: u64,
    /// Different positions that were met as parts.
    pub positions: u64,
    /// Those of them that got values.
    pub valued: u64,
    /// Bytes that the table of what is known of sums takes.
    pub table: usize,
}

/// How much more it counts to be ahead by the bounds of a sum than by what is settled of it. By one measurement on Domineering 5 by 6, with weights
/// of 1, 2, 4 and 8.
const BY_BOUNDS: f64 = 4.0;

/// How much a move that is to be answered counts where only the answer is wanted. By one measurement on seven boards of five games, with weights of 1, 2, 3, 4
/// and 8: guesses that are large against what is counted below make the search go deep rather than wide.
const FOR_ANSWERS: u32 = 3;

/// The same where a proof is wanted: the search takes more positions, and finds proofs of half as many lines.
const FOR_PROOFS: u32 = 1;

/// No guess is larger.
const MOST_GUESSED: u32 = 1 << 20;

/// The longest play that is followed.
pub(crate) const LONGEST: usize = 100_000;

/// A search, with all that it has learnt: ask it again, and it goes on from there.
///
/// ```
/// use sprague_games::{Side, Store};
/// use sprague_limits::{Handle, Stop};
/// use sprague_search::{Found, Rules, Search, Sum};
///
/// /// Left takes 1 or 2 from a heap, Right 2 or 3.
/// #[derive(Default)]
/// struct Heap(Store, Handle);
///
/// impl Rules for Heap {
///     type Position = u32;
///     type Error = Stop;
///     fn store(&self) -> &Store { &self.0 }
///     fn handle(&self) -> &Handle { &self.1 }
///     fn moves(&mut self, heap: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
///         let taken = if player == Side::Left { [1, 2] } else { [2, 3] };
///         Ok(taken.iter().filter_map(|n| heap.checked_sub(*n)).map(Sum::from).collect())
///     }
/// }
///
/// let (mut rules, mut search) = (Heap::default(), Search::new(1 << 20));
/// assert_eq!(search.wins_first(&mut rules, &Sum::from(21), Side::Left, u64::MAX)?, Found::Answer(true));
/// assert_eq!(search.wins_first(&mut rules, &Sum::from(21), Side::Right, u64::MAX)?, Found::Answer(false));
/// # Ok::<(), Stop>(())
/// ```
pub struct Search<P> {
    pub(crate) parts: Parts<P>,
    pub(crate) table: Known,
    pub(crate) expanded: u64,
    /// The search ends when so many sums are expanded.
    pub(crate) until: u64,
    /// How much a move that is to be answered counts.
    by_move: u32,
    pub(crate) path: FxHashSet<u128>,
    pub(crate) keeper: Option<Box<dyn Keeper>>,
}

pub(crate) struct Child {
    pub terms: Terms,
    pub key: u128,
    pub numbers: Numbers,
    /// How many other searches work on it.
    pub busy: u32,
}

impl Child {
    /// How near it is to being proved lost, for who looks for work.
    fn near(&self) -> u32 {
        let lost = self.numbers.lost;
        if self.busy == 0 || self.numbers.decided().is_some() {
            return lost;
        }
        lost.saturating_add(self.busy.saturating_mul(lost / 4 + 1)).min(NEVER - 1)
    }
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// A search whose tables take about so many bytes at most, besides positions and values.
    pub fn new(bytes: usize) -> Self {
        Search {
            parts: Parts::new(bytes / 2),
            table: Known::Own(Table::new(bytes / 2)),
            expanded: 0,
            until: u64::MAX,
            by_move: FOR_ANSWERS,
            path: FxHashSet::default(),
            keeper: None,
        }
    }

    /// The same without looking for values of parts: it takes what the rules tell, and goes by moves alone.
    ///
    /// ```
    /// use sprague_search::Search;
    /// let plain = Search::<u32>::new(1 << 20).without_values();
    /// assert_eq!(plain.statistics().valued, 0);
    /// ```
    pub fn without_values(mut self) -> Self {
        self.parts.frozen = true;
        self
    }

    /// From now on what is learnt of sums goes into a table that other searches use at the same time, on other threads; positions and values
    /// stay its own. What was learnt of sums before is forgotten, unless the search was made to last. False, and nothing is changed, if some position has no name.
    ///
    /// ```
    /// use sprague_games::{Side, Store};
    /// use sprague_limits::{Handle, Stop};
    /// use sprague_search::{Found, Rules, Search, Shared, Sum};
    ///
    /// /// Left takes 1 or 2 from a heap, Right 2 or 3.
    /// #[derive(Default)]
    /// struct Heap(Store, Handle);
    ///
    /// impl Rules for Heap {
    ///     type Position = u32;
    ///     type Error = Stop;
    ///     fn store(&self) -> &Store { &self.0 }
    ///     fn handle(&self) -> &Handle { &self.1 }
    ///     fn name(&mut self, &heap: &u32) -> Option<u128> { Some(u128::from(heap).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_0C4A_92C4_51B1)) }
    ///     fn moves(&mut self, heap: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
    ///         let taken = if player == Side::Left { [1, 2] } else { [2, 3] };
    ///         Ok(taken.iter().filter_map(|n| heap.checked_sub(*n)).map(Sum::from).collect())
    ///     }
    /// }
    ///
    /// let shared = Shared::new(1 << 20);
    /// let search = || -> Result<Found<bool>, Stop> {
    ///     let (mut rules, mut search) = (Heap::default(), Search::new(1 << 20));
    ///     assert!(search.share(&mut rules, shared.clone())?);
    ///     search.wins_first(&mut rules, &Sum::from(21), Side::Left, u64::MAX)
    /// };
    /// std::thread::scope(|threads| {
    ///     let other = threads.spawn(search);
    ///     assert_eq!(search()?, Found::Answer(true));
    ///     other.join().expect("it does not panic").map(|answer| assert_eq!(answer, Found::Answer(true)))
    /// })?;
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn share<R: Rules<Position = P>>(&mut self, rules: &mut R, shared: Shared) -> Result<bool, Stop> {
        if self.lasts() {
            for (key, numbers, work) in self.table.held().all() {
                rules.handle().tick()?;
                shared.put(key, numbers, work);
            }
        } else if !self.parts.name_all(rules)? {
            return Ok(false);
        }
        self.parts.shared = Some(shared.clone());
        self.table = Known::Shared(shared);
        Ok(true)
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            positions: self.parts.len() as u64,
            valued: self.parts.valued,
            table: self.table.bytes(),
        }
    }

    /// Whether a player who begins in the sum wins, by expanding at most so many sums more.
    pub fn wins_first<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        player: Side,
        work: u64,
    ) -> Result<Found<bool>, R::Error> {
        self.by_move = FOR_ANSWERS;
        let terms = self.left_begins(rules, sum, player)?;
        self.until = self.expanded.saturating_add(work);
        found(self.decide(rules, &terms))
    }

    /// From now on a proof is wanted.
    pub(crate) fn for_proofs(&mut self) {
        self.by_move = FOR_PROOFS;
    }

    /// The sum for Left to begin.
    pub(crate) fn left_begins<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        player: Side,
    ) -> Result<Terms, R::Error> {
        let terms = self.parts.terms(rules, sum)?;
        if player == Side::Left { Ok(terms) } else { self.parts.negative(rules, &terms) }
    }

    /// Whether Left, who begins, wins.
    pub(crate) fn decide<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
    ) -> Result<bool, Halt<R::Error>> {
        let mut terms = terms.clone();
        self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
        let key = self.parts.key(rules, &terms)?;
        let mut numbers = self.estimate(rules, &terms, key)?;
        if numbers.decided().is_none() {
            numbers = self.expanded(rules, &terms, key)?.0;
        }
        Ok(numbers.decided().expect("nothing else reaches the thresholds"))
    }

    /// Works on a sum until it is decided; with a move that wins, if there is one.
    pub(crate) fn expanded<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        key: u128,
    ) -> Result<(Numbers, Option<Terms>), Halt<R::Error>> {
        self.path.clear();
        self.expand(rules, terms, key, Numbers { won: NEVER, lost: NEVER })
    }

    /// What is known of a sum without looking at its moves.
    fn estimate<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        key: u128,
    ) -> Result<Numbers, Halt<R::Error>> {
        let bounds = self.between(rules, terms).map_err(Halt::Error)?;
        if let Some(wins) = Self::decided(rules, bounds).map_err(Halt::Error)? {
            return Ok(if wins { Numbers::WON } else { Numbers::LOST });
        }
        if let Some(known) = self.table.get(key) {
            return Ok(known);
        }
        // Whoever is ahead has the shorter proof, most likely: by the bounds, or else in the part that is settled.
        let ((low, high), weight) = bounds.map_or(((terms.rest, terms.rest), 1.0), |bounds| (bounds, BY_BOUNDS));
        let middle = |g: Game| rules.store().left_stop(g).to_f64() + rules.store().right_stop(g).to_f64();
        let ahead = (weight * (middle(low) + middle(high)) / 2.0).clamp(-200.0, 200.0);
        let (parts, ahead) = (terms.parts.len() as u32, ahead as i32);
        // Left loses when all her moves are answered.
        let moves = self.moves_left(rules, terms).map_err(Halt::Error)?.unwrap_or(parts);
        Ok(Numbers { won: parts + ahead.min(0).unsigned_abs(), lost: moves + ahead.max(0).unsigned_abs() })
    }

    /// What Left's moves in the parts count, if the rules count them.
    fn moves_left<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &Terms) -> Result<Option<u32>, R::Error> {
        let mut moves = 1;
        for &part in &terms.parts {
            // Where both players have the same moves their number says little: with it two boards of Cram took three and twelve times as many sums.
            if self.parts.is_impartial(part) {
                return Ok(None);
            }
            let Some(counted) = self.parts.mobility(rules, part)? else { return Ok(None) };
            moves = counted.saturating_mul(self.by_move).saturating_add(moves).min(MOST_GUESSED);
        }
        Ok(Some(moves))
    }

    /// Whether Left, who begins, wins: where all parts have values, or their bounds suffice.
    pub(crate) fn closed<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
    ) -> Result<Option<bool>, R::Error> {
        let bounds = self.between(rules, terms)?;
        Self::decided(rules, bounds)
    }

    /// The same by bounds of the sum.
    fn decided<R: Rules<Position = P>>(rules: &mut R, bounds: Option<(Game, Game)>) -> Result<Option<bool>, R::Error> {
        let Some((low, high)) = bounds else { return Ok(None) };
        if !rules.store().le(low, ZERO, rules.handle())? {
            return Ok(Some(true));
        }
        Ok((low == high || rules.store().le(high, ZERO, rules.handle())?).then_some(false))
    }

    /// Bounds of the sum, if all parts have some.
    fn between<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
    ) -> Result<Option<(Game, Game)>, R::Error> {
        let (mut low, mut high) = (terms.rest, terms.rest);
        for &part in &terms.parts {
            let Some(bounds) = self.parts.bounds(rules, part)? else { return Ok(None) };
            low = rules.store().add(low, bounds.0, rules.handle())?;
            high = rules.store().add(high, bounds.1, rules.handle())?;
        }
        Ok(Some((low, high)))
    }

    /// The sums that Left can move to, turned so that Left, not Right, is to move there; in normal form, each once.
    fn options<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &Terms) -> Result<Vec<Terms>, R::Error> {
        let mut out = self.written_options(rules, terms)?;
        for next in &mut out {
            self.parts.settle(rules, next)?;
        }
        let mut seen = FxHashSet::default();
        out.retain(|next| seen.insert(next.clone()));
        Ok(out)
    }

    /// The same as they are written.
    pub(crate) fn written_options<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
    ) -> Result<Vec<Terms>, R::Error> {
        let mut out: Vec<Terms> = Vec::new();
        for (i, &term) in terms.parts.iter().enumerate() {
            if i > 0 && terms.parts[i - 1] == term {
                continue;
            }
            let player = if term & 1 == 0 { Side::Left } else { Side::Right };
            let moves = self.parts.moves(rules, term, player)?;
            for option in moves.iter() {
                rules.handle().tick()?;
                // The negative of the whole: what was moved in comes as it is if it was a negative.
                let mut next = if term & 1 == 1 { option.clone() } else { self.parts.negative(rules, option)? };
                let others = terms.parts.iter().enumerate().filter(|(j, _)| *j != i);
                let others: SmallVec<[u32; 6]> =
                    others.map(|(_, &part)| part ^ u32::from(!self.parts.is_impartial(part))).collect();
                next.parts.extend(others);
                let rest = rules.store().neg(terms.rest, rules.handle())?;
                next.rest = rules.store().add(next.rest, rest, rules.handle())?;
                out.push(next);
            }
        }
        // Last in the value: mostly it is a number, in which nobody should move.
        for option in rules.store().left(terms.rest, rules.handle())? {
            rules.handle().tick()?;
            out.push(self.parts.negative(rules, &Terms { parts: terms.parts.clone(), rest: option })?);
        }
        Ok(out)
    }

    fn children<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &Terms) -> Result<Vec<Child>, Halt<R::Error>> {
        let mut out = Vec::new();
        for mut next in self.options(rules, terms).map_err(Halt::Error)? {
            self.parts.meet(rules, &mut next).map_err(Halt::Error)?;
            let key = self.parts.key(rules, &next)?;
            let numbers = self.estimate(rules, &next, key)?;
            let lost = numbers == Numbers::LOST;
            out.push(Child { terms: next, key, numbers, busy: 0 });
            if lost {
                break;
            }
        }
        Ok(out)
    }

    /// Works on a sum that is not decided until one of its numbers reaches its threshold. With a move that wins, if it is won.
    fn expand<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        key: u128,
        most: Numbers,
    ) -> Result<(Numbers, Option<Terms>), Halt<R::Error>> {
        if self.expanded >= self.until {
            return Err(Halt::Unfinished);
        }
        if self.path.len() >= LONGEST || !self.path.insert(key) {
            return Err(Halt::Endless);
        }
        let before = self.expanded;
        self.expanded += 1;
        if self.expanded.is_multiple_of(256) {
            let detail = (u64::from(most.won.min(most.lost).min(NEVER)), "at the threshold");
            rules.handle().progress_with("sums", self.expanded, None, detail);
            self.offer(rules.store());
        }
        if let Some(shared) = self.table.shared() {
            shared.enter(key);
        }
        let found = self.expand_children(rules, terms, key, most);
        if let Some(shared) = self.table.shared() {
            shared.leave(key);
        }
        let (numbers, best) = found?;
        self.path.remove(&key);
        let work = u32::try_from(self.expanded - before).unwrap_or(u32::MAX);
        self.table.put(key, numbers, work);
        Ok((numbers, best))
    }

    fn expand_children<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        key: u128,
        most: Numbers,
    ) -> Result<(Numbers, Option<Terms>), Halt<R::Error>> {
        let mut children = self.children(rules, terms)?;
        loop {
            if let Some(known) = self.look_around(key, &mut children) {
                return Ok((known, None));
            }
            let choice = best(&children);
            let Choice { numbers, best, .. } = choice;
            if numbers.won >= most.won || numbers.lost >= most.lost {
                return Ok((numbers, (numbers == Numbers::WON).then(|| children.swap_remove(best).terms)));
            }
            let within = choice.thresholds(&children, most);
            let (terms, key) = (children[best].terms.clone(), children[best].key);
            children[best].numbers = with_stack(|| self.expand(rules, &terms, key, within))?.0;
        }
    }

    /// What other searches did meanwhile: of the sum itself, if that is decided, and of its children.
    pub(crate) fn look_around(&self, key: u128, children: &mut [Child]) -> Option<Numbers> {
        let shared = self.table.shared()?;
        // The first sum of all is asked for its move, too.
        if self.path.len() > 1
            && let (Some(known), _) = shared.get(key)
            && known.decided().is_some()
        {
            return Some(known);
        }
        for child in children.iter_mut().filter(|child| child.numbers.decided().is_none()) {
            let (known, busy) = shared.get(child.key);
            child.busy = busy;
            if let Some(known) = known.filter(|known| known.decided().is_some()) {
                child.numbers = known;
            }
        }
        None
    }
}

/// What the children of a sum come to.
pub(crate) struct Choice {
    pub numbers: Numbers,
    /// The child to go on with.
    pub best: usize,
    /// How near to being proved lost the next one is.
    second: u32,
    /// Children beside the best one that are not known to be won.
    others: u32,
}

impl Choice {
    /// How far the child may go where its parent may go so far.
    pub fn thresholds(&self, children: &[Child], most: Numbers) -> Numbers {
        // The child may go on until it is no longer the nearest to be proved lost, with a margin against going to and fro.
        let lost = most.won.min(self.second.saturating_add(self.second / 4).saturating_add(1));
        // Where others work nearer by, this one goes on at least a step.
        let lost = lost.max(children[self.best].numbers.lost.saturating_add(1));
        let won = if most.lost == NEVER { NEVER } else { most.lost - self.others };
        Numbers { won, lost }
    }
}

/// The numbers of a sum by those of its children. All of them have to be won for it to be lost: counted are the farthest, and one for each of the
/// others, since what is below them is mostly the same.
pub(crate) fn best(children: &[Child]) -> Choice {
    let (mut best, mut first, mut second, mut most, mut open) = (0, NEVER, NEVER, 0, 0u32);
    let mut least = NEVER;
    for (i, child) in children.iter().enumerate() {
        let near = child.near();
        if near < first {
            second = first;
            (best, first) = (i, near);
        } else {
            second = second.min(near);
        }
        least = least.min(child.numbers.lost);
        most = most.max(child.numbers.won);
        open += u32::from(child.numbers.won > 0);
    }
    let others = open.saturating_sub(1);
    let numbers = match least {
        0 => Numbers::WON,
        NEVER.. => Numbers::LOST,
        won => Numbers { won, lost: most.saturating_add(others).min(NEVER - 1) },
    };
    Choice { numbers, best, second, others }
}

pub(crate) fn found<T, E>(result: Result<T, Halt<E>>) -> Result<Found<T>, E> {
    match result {
        Ok(answer) => Ok(Found::Answer(answer)),
        Err(Halt::Unfinished) => Ok(Found::Unfinished),
        Err(Halt::Endless | Halt::Partizan) => Ok(Found::Endless),
        Err(Halt::Error(error)) => Err(error),
    }
}
