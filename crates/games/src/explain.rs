//! Why a form `{L|R}` has its value: the steps of a good solution, as data.
//!
//! Sentences are made where values are shown. The steps are those of a textbook: a number by the simplicity theorem
//! or a nimber by the mex rule at once; otherwise dominated options struck, reversible ones bypassed, one at a time,
//! until the canonical form is reached.

use super::arena::{Arena, Game, Side};
use super::canonical::mex;
use super::dyadic::Dyadic;
use sprague_limits::{Handle, Stop};

/// One step of a simplification. The options are values: those of the form as it stands after the steps before.
///
/// ```
/// use sprague_games::{Dyadic, Side, Step, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let [one, two, minus_one] = [1, 2, -1].map(|n| store.number(Dyadic::from(n)));
/// let steps = store.explain(&[one, two], &[minus_one], &handle)?;
/// let value = store.canonical(&[two], &[minus_one], &handle)?;
/// assert_eq!(steps, [Step::Dominated { side: Side::Left, option: one, by: two }, Step::Value { value }]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// An option is no better for its player than another one.
    Dominated {
        /// Whose option.
        side: Side,
        /// The one struck.
        option: Game,
        /// The one that is at least as good.
        by: Game,
    },
    /// The opponent can answer an option so that the game is at least as good for them as before; the option is
    /// replaced by the options of its player after that answer.
    Reversible {
        /// Whose option.
        side: Side,
        /// The one replaced.
        option: Game,
        /// The answer.
        through: Game,
        /// What takes its place.
        replaced_by: Vec<Game>,
    },
    /// The value is the simplest number that fits between the options.
    Simplicity {
        /// That number.
        number: Dyadic,
        /// No number below this one fits, because of Left's options; `None` if Left has none.
        above: Option<Dyadic>,
        /// Whether `above` itself would fit.
        above_fits: bool,
        /// No number above this one fits, because of Right's options; `None` if Right has none.
        below: Option<Dyadic>,
        /// Whether `below` itself would fit.
        below_fits: bool,
    },
    /// Both players have the same nimbers as options; the value is the nimber of the least number left out.
    Mex {
        /// The nimbers, rising.
        options: Vec<u64>,
        /// The least number that is not among them.
        mex: u64,
    },
    /// What the steps lead to.
    Value {
        /// The canonical form.
        value: Game,
    },
}

impl Arena {
    pub(crate) fn explain(&mut self, left: &[Game], right: &[Game], h: &Handle) -> Result<Vec<Step>, Stop> {
        let value = self.canonical(left, right, h)?;
        let mut sides = [left.to_vec(), right.to_vec()];
        for side in &mut sides {
            side.sort_unstable_by(|&a, &b| self.order(a, b));
            side.dedup();
        }
        let mut steps = Vec::new();
        if let Some(number) = self.as_number(value).cloned() {
            let above = sides[0].iter().map(|&l| self.stop(l, Side::Right)).max();
            let below = sides[1].iter().map(|&r| self.stop(r, Side::Left)).min();
            let above_fits = match &above {
                Some(x) => self.end_fits(x, &sides[0], Side::Left, h)?,
                None => false,
            };
            let below_fits = match &below {
                Some(x) => self.end_fits(x, &sides[1], Side::Right, h)?,
                None => false,
            };
            steps.push(Step::Simplicity { number, above, above_fits, below, below_fits });
        } else if let Some(options) = self.nimbers(&sides) {
            let mex = mex(options.iter().copied());
            steps.push(Step::Mex { options, mex });
        } else {
            self.strike_dominated(&mut sides, &mut steps, h)?;
            while let Some((side, option, through)) = self.first_reversible(&sides, value, h)? {
                let replaced_by = self.list(through, side, h)?;
                let options = &mut sides[usize::from(side == Side::Right)];
                options.retain(|&o| o != option);
                options.extend(&replaced_by);
                options.sort_unstable_by(|&a, &b| self.order(a, b));
                options.dedup();
                steps.push(Step::Reversible { side, option, through, replaced_by });
                self.strike_dominated(&mut sides, &mut steps, h)?;
            }
        }
        steps.push(Step::Value { value });
        Ok(steps)
    }

    /// Whether no option reaches the number `x`, which all their stops do not pass.
    fn end_fits(&mut self, x: &Dyadic, options: &[Game], side: Side, h: &Handle) -> Result<bool, Stop> {
        let x = self.number(x.clone());
        for &o in options {
            if if side == Side::Left { self.le(x, o, h)? } else { self.le(o, x, h)? } {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The nimbers that both players have, if they have the same and nothing else.
    fn nimbers(&self, sides: &[Vec<Game>; 2]) -> Option<Vec<u64>> {
        if sides[0] != sides[1] {
            return None;
        }
        sides[0].iter().map(|&g| self.as_nimber(g)).collect()
    }

    fn strike_dominated(&mut self, sides: &mut [Vec<Game>; 2], steps: &mut Vec<Step>, h: &Handle) -> Result<(), Stop> {
        loop {
            let Some((side, option, by)) = self.dominated_among(sides, h)?.into_iter().next() else { return Ok(()) };
            sides[usize::from(side == Side::Right)].retain(|&o| o != option);
            steps.push(Step::Dominated { side, option, by });
        }
    }

    pub(crate) fn dominated(
        &mut self,
        left: &[Game],
        right: &[Game],
        h: &Handle,
    ) -> Result<Vec<(Side, Game, Game)>, Stop> {
        self.dominated_among(&[left.to_vec(), right.to_vec()], h)
    }

    fn dominated_among(&mut self, sides: &[Vec<Game>; 2], h: &Handle) -> Result<Vec<(Side, Game, Game)>, Stop> {
        let mut found = Vec::new();
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(sides) {
            for (i, &option) in options.iter().enumerate() {
                if options[..i].contains(&option) {
                    continue;
                }
                // Among those that dominate, one that nothing dominates reads best.
                let mut best: Option<Game> = None;
                for &other in options {
                    h.tick()?;
                    let than = best.unwrap_or(option);
                    if other != than && self.no_worse(other, than, side, h)? {
                        best = Some(other);
                    }
                }
                if let Some(by) = best {
                    found.push((side, option, by));
                }
            }
        }
        Ok(found)
    }

    /// Whether `a` is at least as good as `b` for a player.
    fn no_worse(&mut self, a: Game, b: Game, side: Side, h: &Handle) -> Result<bool, Stop> {
        if side == Side::Left { self.le(b, a, h) } else { self.le(a, b, h) }
    }

    pub(crate) fn reversible(
        &mut self,
        left: &[Game],
        right: &[Game],
        h: &Handle,
    ) -> Result<Vec<(Side, Game, Game)>, Stop> {
        let value = self.canonical(left, right, h)?;
        let mut found = Vec::new();
        for (side, options) in [(Side::Left, left), (Side::Right, right)] {
            for (i, &option) in options.iter().enumerate() {
                if !options[..i].contains(&option)
                    && let Some(through) = self.reverses_through(option, value, side, h)?
                {
                    found.push((side, option, through));
                }
            }
        }
        Ok(found)
    }

    fn first_reversible(
        &mut self,
        sides: &[Vec<Game>; 2],
        value: Game,
        h: &Handle,
    ) -> Result<Option<(Side, Game, Game)>, Stop> {
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(sides) {
            for &option in options {
                if let Some(through) = self.reverses_through(option, value, side, h)? {
                    return Ok(Some((side, option, through)));
                }
            }
        }
        Ok(None)
    }

    /// The answer to an option after which the game is as good for the opponent as `value`.
    fn reverses_through(&mut self, option: Game, value: Game, side: Side, h: &Handle) -> Result<Option<Game>, Stop> {
        for i in 0..self.count(option, side.opposite()) {
            h.tick()?;
            let answer = self.option(option, side.opposite(), i);
            if self.no_worse(value, answer, side, h)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}
