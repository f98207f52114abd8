//! Play in a universe, and comparison modulo it.

use crate::forms::{Form, Forms, Points, Side};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};
use std::fmt::Debug;

/// What tells universes apart. The universe consists of the forms all followers of which are admitted.
///
/// It must be *absolute*: closed under options, sums and negatives, and *parental*, that is, any two nonempty sets of
/// its games are the options of one of its games. So [`Universe::admits`] may refuse only forms in which somebody cannot move.
///
/// ```
/// use sprague_absolute::{DeadEnding, Dicot, Forms, Universe};
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// let one = forms.game(&[zero], &[]);
/// assert!(!Dicot.admits(&forms, one) && DeadEnding.admits(&forms, one));
/// let alive = forms.game(&[star], &[]);
/// assert!(!DeadEnding.admits(&forms, alive), "Left alone can move; then Right can");
/// ```
pub trait Universe: Copy {
    /// Results of play, the better the higher for Left.
    type Score: Clone + Ord + Debug;

    /// The result if that side is to move and cannot, with these points.
    fn stuck(&self, side: Side, points: Points) -> Self::Score;

    /// Whether the form belongs, if its options do.
    fn admits(&self, forms: &Forms, g: Form) -> bool;

    /// The Proviso: `end` is an end of that side; whether for all such ends x of the universe g + x is at least as good for it as end + x, if
    /// it begins.
    fn proviso(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop>;

    /// An end x of that side for which the Proviso fails.
    fn foil(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<Form, Stop>;

    /// A game beside which that side wins against g, whoever begins: with points, by some points.
    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop>;

    /// Changes a witness x of the universe so that this score beside it becomes none: with points, takes them off.
    fn leveled(&self, _forms: &mut Forms, x: Form, _score: &Self::Score, _handle: &Handle) -> Result<Form, Stop> {
        Ok(x)
    }
}

/// Universes with canonical forms.
///
/// ```
/// use sprague_absolute::{Forms, Misere, Theory};
/// use sprague_limits::Handle;
/// let mut forms = Forms::default();
/// assert_eq!(Theory::new(Misere, &mut forms).born_by(2, &Handle::default())?.len(), 256);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub trait Canonical: Universe {
    /// The option that stands for all of that side that reverse through ends, where one of them is needed; `end` is such an end, at
    /// most g (at least g, if the side is Right's). `None` where none is ever needed.
    fn stand_in(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<Option<Form>, Stop>;
}

/// How two games compare.
///
/// ```
/// use sprague_absolute::Order;
/// assert_eq!(Order::of(true, false), Order::Greater);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At least and at most.
    Equal,
    /// At least, not at most.
    Greater,
    /// At most, not at least.
    Less,
    /// Neither.
    Incomparable,
}

impl Order {
    /// From "at least" and "at most".
    pub fn of(at_least: bool, at_most: bool) -> Order {
        match (at_least, at_most) {
            (true, true) => Order::Equal,
            (true, false) => Order::Greater,
            (false, true) => Order::Less,
            (false, false) => Order::Incomparable,
        }
    }
}

/// A universe with what has been found out about its games.
///
/// ```
/// use sprague_absolute::{Dicot, Forms, Order, Side, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// let up = forms.game(&[zero], &[star]);
/// let mut theory = Theory::new(Dicot, &mut forms);
/// assert!(theory.score(zero, Side::Left, &handle)?, "who cannot move wins");
/// assert_eq!(theory.compare(up, zero, &handle)?, Order::Incomparable);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Theory<'f, U: Universe> {
    pub(crate) universe: U,
    pub(crate) forms: &'f mut Forms,
    scores: FxHashMap<(Form, Side), U::Score>,
    patient: FxHashMap<(Form, Side), U::Score>,
    orders: FxHashMap<(Form, Form), bool>,
    pub(crate) canonical: FxHashMap<Form, Form>,
    pub(crate) witnesses: FxHashMap<(Form, Form, Side), Form>,
}

impl<'f, U: Universe> Theory<'f, U> {
    /// The universe over these forms; nothing is known yet.
    pub fn new(universe: U, forms: &'f mut Forms) -> Self {
        Theory {
            universe,
            forms,
            scores: FxHashMap::default(),
            patient: FxHashMap::default(),
            orders: FxHashMap::default(),
            canonical: FxHashMap::default(),
            witnesses: FxHashMap::default(),
        }
    }

    /// The forms.
    pub fn forms(&mut self) -> &mut Forms {
        self.forms
    }

    /// A follower of g that keeps it out of the universe, one that is born first; `None` if g belongs to it.
    pub fn stranger(&self, g: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        let all = self.forms.followers(g, handle)?;
        let strange = all.into_iter().filter(|&follower| !self.universe.admits(self.forms, follower));
        Ok(strange.min_by_key(|&follower| (self.forms.birthday(follower), follower)))
    }

    /// The better of two scores for a side.
    fn better(side: Side, a: U::Score, b: U::Score) -> U::Score {
        if side == Side::Left { a.max(b) } else { a.min(b) }
    }

    /// The result of best play if that side begins.
    pub fn score(&mut self, g: Form, side: Side, handle: &Handle) -> Result<U::Score, Stop> {
        if let Some(known) = self.scores.get(&(g, side)) {
            return Ok(known.clone());
        }
        handle.tick()?;
        let mut best: Option<U::Score> = None;
        for &option in &*self.forms.list(g, side) {
            let score = with_stack(|| self.score(option, side.other(), handle))?;
            best = Some(match best {
                Some(best) => Self::better(side, best, score),
                None => score,
            });
        }
        let score = best.unwrap_or_else(|| self.universe.stuck(side, self.forms.points(g, side)));
        self.scores.insert((g, side), score.clone());
        Ok(score)
    }

    /// The result if that side begins, and the other may pass as often as he likes, and may give that up for good when he passes: the
    /// least over sums with dead ends that allow it (docs/universes.md).
    pub(crate) fn patient_score(&mut self, g: Form, side: Side, handle: &Handle) -> Result<U::Score, Stop> {
        if let Some(known) = self.patient.get(&(g, side)) {
            return Ok(known.clone());
        }
        handle.tick()?;
        let mut best: Option<U::Score> = None;
        for &option in &*self.forms.list(g, side) {
            // The other is to move: he passes and gives up passing, or passes, or moves.
            let mut worst = self.score(option, side, handle)?;
            worst = Self::better(side.other(), worst, with_stack(|| self.patient_score(option, side, handle))?);
            for &answer in &*self.forms.list(option, side.other()) {
                worst = Self::better(side.other(), worst, with_stack(|| self.patient_score(answer, side, handle))?);
            }
            best = Some(match best {
                Some(best) => Self::better(side, best, worst),
                None => worst,
            });
        }
        let score = best.unwrap_or_else(|| self.universe.stuck(side, self.forms.points(g, side)));
        self.patient.insert((g, side), score.clone());
        Ok(score)
    }

    /// The Proviso of the universe.
    pub(crate) fn proviso(&mut self, g: Form, end: Form, side: Side, handle: &Handle) -> Result<bool, Stop> {
        let universe = self.universe;
        universe.proviso(self, g, end, side, handle)
    }

    /// How two games of the universe compare.
    pub fn compare(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Order, Stop> {
        Ok(Order::of(self.at_least(g, h, handle)?, self.at_least(h, g, handle)?))
    }

    /// Whether g >= h in the universe: beside no game of it is g worse for Left. Both belong to the universe.
    pub fn at_least(&mut self, g: Form, h: Form, handle: &Handle) -> Result<bool, Stop> {
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.orders.get(&(g, h)) {
            return Ok(known);
        }
        handle.tick()?;
        let holds = self.decide(g, h, handle)?;
        self.orders.insert((g, h), holds);
        Ok(holds)
    }

    /// The theorem: the Proviso, and the Common Normal Part.
    fn decide(&mut self, g: Form, h: Form, handle: &Handle) -> Result<bool, Stop> {
        if self.forms.is_end(h, Side::Left) && !self.proviso(g, h, Side::Left, handle)? {
            return Ok(false);
        }
        if self.forms.is_end(g, Side::Right) && !self.proviso(h, g, Side::Right, handle)? {
            return Ok(false);
        }
        for &option in &*self.forms.list(h, Side::Left) {
            if !self.is_answered(g, h, option, Side::Left, handle)? {
                return Ok(false);
            }
        }
        for &option in &*self.forms.list(g, Side::Right) {
            if !self.is_answered(g, h, option, Side::Right, handle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an option of h for Left (of g for Right) does not speak against g >= h: the other game has one as good, or the option
    /// has an answer that comes back.
    pub(crate) fn is_answered(
        &mut self,
        g: Form,
        h: Form,
        option: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop> {
        let rival = if side == Side::Left { g } else { h };
        for &own in &*self.forms.list(rival, side) {
            let (more, less) = if side == Side::Left { (own, option) } else { (option, own) };
            if with_stack(|| self.at_least(more, less, handle))? {
                return Ok(true);
            }
        }
        for &back in &*self.forms.list(option, side.other()) {
            let (more, less) = if side == Side::Left { (g, back) } else { (back, h) };
            if with_stack(|| self.at_least(more, less, handle))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
