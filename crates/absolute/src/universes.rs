//! The universes: which ends they have, and what the Proviso comes to there.

use crate::forms::{Form, Forms, Points, Side};
use crate::theory::{Canonical, Theory, Universe};
use num_traits::One;
use sprague_limits::{Handle, Stop};

/// Normal play of all games: who cannot move loses. The Proviso is empty.
///
/// ```
/// use sprague_absolute::{Forms, Normal, Order, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// let up = forms.game(&[zero], &[star]);
/// assert_eq!(Theory::new(Normal, &mut forms).compare(up, zero, &handle)?, Order::Greater);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normal;

/// Misère play of all games: who cannot move wins.
///
/// ```
/// use sprague_absolute::{Forms, Misere, Order, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// let double = forms.sum(star, star, &handle)?;
/// assert_eq!(Theory::new(Misere, &mut forms).compare(double, zero, &handle)?, Order::Incomparable);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Misere;

/// Misère play of dicot games: in every follower both can move, or nobody.
///
/// ```
/// use sprague_absolute::{Dicot, Forms, Order, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// let double = forms.sum(star, star, &handle)?;
/// assert_eq!(Theory::new(Dicot, &mut forms).compare(double, zero, &handle)?, Order::Equal);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dicot;

/// Misère play of dead-ending games: who cannot move in a follower never can again there.
///
/// ```
/// use sprague_absolute::{DeadEnding, Forms, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let two = forms.integer(2, &handle)?;
/// let star = forms.star();
/// let alive = forms.game(&[two], &[]);
/// let awake = forms.game(&[star], &[]);
/// let theory = Theory::new(DeadEnding, &mut forms);
/// assert_eq!(theory.stranger(alive, &handle)?, None);
/// assert_eq!(theory.stranger(awake, &handle)?, Some(awake));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DeadEnding;

/// Misère play of games whose ends are integers: who cannot move leaves the other a row of single moves. It is the least universe that
/// is closed parentally and has the integers.
///
/// ```
/// use sprague_absolute::{Forms, IntegerEnds, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let (zero, one) = (forms.zero(), forms.integer(1, &handle)?);
/// let choice = forms.game(&[zero, one], &[]);
/// assert_eq!(Theory::new(IntegerEnds, &mut forms).stranger(choice, &handle)?, Some(choice));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IntegerEnds;

/// Guaranteed scoring games: who cannot move ends the game with points that are no better for him than any that could still have come.
///
/// ```
/// use sprague_absolute::{Forms, Guaranteed, Order, Points, Theory};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let points = |n: i64| Points::from_integer(n.into());
/// let (three, less) = (forms.number(points(3)), forms.number(points(-3)));
/// let switch = forms.game(&[three], &[less]);
/// let wait = forms.integer(1, &handle)?;
/// let zero = forms.zero();
/// let mut theory = Theory::new(Guaranteed, &mut forms);
/// assert_eq!(theory.compare(switch, zero, &handle)?, Order::Incomparable);
/// assert_eq!(theory.compare(wait, zero, &handle)?, Order::Greater, "a move to spare does no harm");
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Guaranteed;

/// Who won, in misère play: whoever is to move and cannot. `true` is Left.
fn stuck_in_misere(side: Side) -> bool {
    side == Side::Left
}

/// The best score of a side.
fn win(side: Side) -> bool {
    side == Side::Left
}

/// n moves of one side alone.
fn moves_of(forms: &mut Forms, side: Side, n: u32, handle: &Handle) -> Result<Form, Stop> {
    let n = i64::from(n);
    forms.integer(if side == Side::Left { n } else { -n }, handle)
}

/// More moves of the opponent than g lasts: in misère play the side never has to make the last one.
fn burden(forms: &mut Forms, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
    let n = forms.birthday(g) + 1;
    moves_of(forms, side.other(), n, handle)
}

/// An end of the side in which the other may wait up to n times, and may give up the rest of them each time: `<|0, the one before>`. No dead
/// end that lasts up to n moves is worse for the side, but 0 (Larsson, Milley, Nowakowski, Renault and Santos: the perfect murder).
fn murder(forms: &mut Forms, side: Side, n: u32, handle: &Handle) -> Result<Form, Stop> {
    let mut made = forms.zero();
    for _ in 0..n {
        handle.tick()?;
        made = forms.sided(side, &[], &[forms.zero(), made]);
    }
    Ok(made)
}

impl Universe for Normal {
    type Score = bool;

    fn stuck(&self, side: Side, _: Points) -> bool {
        !stuck_in_misere(side)
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        !forms.has_points(g)
    }

    fn proviso(&self, _: &mut Theory<'_, Self>, _: Form, _: Form, _: Side, _: &Handle) -> Result<bool, Stop> {
        Ok(true)
    }

    fn foil(&self, theory: &mut Theory<'_, Self>, _: Form, _: Form, _: Side, _: &Handle) -> Result<Form, Stop> {
        // The Proviso never fails.
        Ok(theory.forms.zero())
    }

    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let n = theory.forms.birthday(g) + 1;
        moves_of(theory.forms, side, n, handle)
    }
}

impl Canonical for Normal {
    fn stand_in(&self, _: &mut Theory<'_, Self>, _: Form, _: Form, _: Side, _: &Handle) -> Result<Option<Form>, Stop> {
        Ok(None)
    }
}

impl Universe for Misere {
    type Score = bool;

    fn stuck(&self, side: Side, _: Points) -> bool {
        stuck_in_misere(side)
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        !forms.has_points(g)
    }

    fn proviso(&self, theory: &mut Theory<'_, Self>, g: Form, _: Form, side: Side, _: &Handle) -> Result<bool, Stop> {
        Ok(theory.forms.is_end(g, side))
    }

    /// The opponent waits for the side's move, and answers it with an adjoint.
    fn foil(&self, theory: &mut Theory<'_, Self>, g: Form, _: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let mut answers = Vec::new();
        for &option in &*theory.forms.list(g, side) {
            answers.push(theory.forms.adjoint(option, handle)?);
        }
        Ok(theory.forms.sided(side, &[], &answers))
    }

    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        burden(theory.forms, g, side, handle)
    }
}

impl Canonical for Misere {
    /// No end of a side is below a game in which that side can move.
    fn stand_in(&self, _: &mut Theory<'_, Self>, _: Form, _: Form, _: Side, _: &Handle) -> Result<Option<Form>, Stop> {
        Ok(None)
    }
}

impl Universe for Dicot {
    type Score = bool;

    fn stuck(&self, side: Side, _: Points) -> bool {
        stuck_in_misere(side)
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        !forms.has_points(g) && forms.is_end(g, Side::Left) == forms.is_end(g, Side::Right)
    }

    /// 0 is the only end.
    fn proviso(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        _: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop> {
        Ok(theory.score(g, side, handle)? == win(side))
    }

    fn foil(&self, theory: &mut Theory<'_, Self>, _: Form, _: Form, _: Side, _: &Handle) -> Result<Form, Stop> {
        Ok(theory.forms.zero())
    }

    /// The side moves to the adjoint: at once, or after the opponent's move.
    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let forms = &mut *theory.forms;
        let adjoint = forms.adjoint(g, handle)?;
        let mut answers = vec![adjoint];
        for &option in &*forms.list(g, side.other()) {
            answers.push(forms.adjoint(option, handle)?);
        }
        let zero = forms.zero();
        let later = forms.sided(side, &[adjoint], &[zero]);
        Ok(forms.sided(side, &answers, &[later]))
    }
}

impl Canonical for Dicot {
    fn stand_in(
        &self,
        theory: &mut Theory<'_, Self>,
        _: Form,
        _: Form,
        _: Side,
        _: &Handle,
    ) -> Result<Option<Form>, Stop> {
        Ok(Some(theory.forms.star()))
    }
}

impl Universe for DeadEnding {
    type Score = bool;

    fn stuck(&self, side: Side, _: Points) -> bool {
        stuck_in_misere(side)
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        // The options are dead-ending: where they are ends of that side, they are dead.
        let dead = |side: Side| {
            !forms.is_end(g, side) || forms.options(g, side.other()).iter().all(|&option| forms.is_end(option, side))
        };
        !forms.has_points(g) && dead(Side::Left) && dead(Side::Right)
    }

    fn proviso(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        _: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop> {
        let alone = theory.score(g, side, handle)? == win(side);
        Ok(alone && theory.patient_score(g, side, handle)? == win(side))
    }

    fn foil(&self, theory: &mut Theory<'_, Self>, g: Form, _: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        if theory.score(g, side, handle)? != win(side) {
            return Ok(theory.forms.zero());
        }
        let n = theory.forms.birthday(g);
        murder(theory.forms, side, n, handle)
    }

    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        burden(theory.forms, g, side, handle)
    }
}

impl Canonical for DeadEnding {
    /// `<|murder>` with the least n for which the murder is at most g.
    fn stand_in(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<Option<Form>, Stop> {
        for n in 0..=theory.forms.birthday(end) {
            let least = murder(theory.forms, side, n, handle)?;
            if theory.at_most_for(side, least, g, handle)? {
                return Ok(Some(theory.forms.sided(side, &[], &[least])));
            }
        }
        Ok(None)
    }
}

impl Universe for IntegerEnds {
    type Score = bool;

    fn stuck(&self, side: Side, _: Points) -> bool {
        stuck_in_misere(side)
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        let row = |side: Side| {
            !forms.is_end(g, side)
                || match forms.options(g, side.other()) {
                    [] => true,
                    [only] => forms.is_end(*only, side),
                    _ => false,
                }
        };
        !forms.has_points(g) && row(Side::Left) && row(Side::Right)
    }

    /// With more moves than g lasts the opponent is never stuck.
    fn proviso(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        _: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop> {
        Ok(lost_with(theory, g, side, handle)?.is_none())
    }

    fn foil(&self, theory: &mut Theory<'_, Self>, g: Form, _: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let n = lost_with(theory, g, side, handle)?.unwrap_or_default();
        moves_of(theory.forms, side.other(), n, handle)
    }

    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        burden(theory.forms, g, side, handle)
    }
}

/// With how many moves more the opponent wins, if the side begins.
fn lost_with(theory: &mut Theory<'_, IntegerEnds>, g: Form, side: Side, handle: &Handle) -> Result<Option<u32>, Stop> {
    for n in 0..=theory.forms.birthday(g) {
        let waits = moves_of(theory.forms, side.other(), n, handle)?;
        let sum = theory.forms.sum(g, waits, handle)?;
        if theory.score(sum, side, handle)? != win(side) {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

impl Canonical for IntegerEnds {
    /// One more than the least number of moves that is at most g.
    fn stand_in(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<Option<Form>, Stop> {
        for n in 0..=theory.forms.birthday(end) {
            let least = moves_of(theory.forms, side.other(), n, handle)?;
            if theory.at_most_for(side, least, g, handle)? {
                return Ok(Some(theory.forms.sided(side, &[], &[least])));
            }
        }
        Ok(None)
    }
}

impl Universe for Guaranteed {
    type Score = Points;

    fn stuck(&self, _: Side, points: Points) -> Points {
        points
    }

    fn admits(&self, forms: &Forms, g: Form) -> bool {
        let (least, most) = forms.range(g);
        (!forms.is_end(g, Side::Left) || forms.points(g, Side::Left) <= least)
            && (!forms.is_end(g, Side::Right) || forms.points(g, Side::Right) >= most)
    }

    fn proviso(
        &self,
        theory: &mut Theory<'_, Self>,
        g: Form,
        end: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<bool, Stop> {
        let (got, wanted) = (theory.patient_score(g, side, handle)?, theory.forms.points(end, side));
        Ok(if side == Side::Left { got >= wanted } else { got <= wanted })
    }

    /// Moves to wait with, without points.
    fn foil(&self, theory: &mut Theory<'_, Self>, g: Form, _: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let n = theory.forms.birthday(g);
        moves_of(theory.forms, side.other(), n, handle)
    }

    fn rescue(&self, theory: &mut Theory<'_, Self>, g: Form, side: Side, _: &Handle) -> Result<Form, Stop> {
        let (least, most) = theory.forms.range(g);
        let enough = if side == Side::Left { Points::one() - least } else { -(Points::one() + most) };
        Ok(theory.forms.number(enough))
    }

    fn leveled(&self, forms: &mut Forms, x: Form, score: &Points, handle: &Handle) -> Result<Form, Stop> {
        let less = forms.number(-score.clone());
        forms.sum(x, less, handle)
    }
}
