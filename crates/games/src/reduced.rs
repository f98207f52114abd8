//! Reduced canonical forms: values up to infinitesimals (Grossman and Siegel, "Reductions of partizan games", *Games of No
//! Chance 3*, 2009).
//!
//! `G` is at least `H` up to infinitesimals if the Right stop of `G - H` is not negative. A game whose stops agree is
//! that number up to infinitesimals. Of every other the options are reduced; then those that are dominated up to
//! infinitesimals are dropped and those that are reversible up to infinitesimals are bypassed. The result is the
//! simplest game infinitesimally close to `G`, and the same for all that are close to each other.

use super::arena::{Arena, Game, Side};
use sprague_limits::{Handle, Stop};

/// One step on the way to the reduced canonical form. The options are values.
///
/// ```
/// use sprague_games::{Dyadic, ReducedStep, STAR, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// // Both stops of ^ are 0.
/// assert_eq!(store.explain_reduced(up, &handle)?, [ReducedStep::Number { number: Dyadic::zero() }]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReducedStep {
    /// Both stops are this number.
    Number {
        /// The number.
        number: super::Dyadic,
    },
    /// An option is replaced by its own reduced canonical form.
    Option {
        /// Whose option.
        side: Side,
        /// What it was.
        option: Game,
        /// What takes its place.
        reduced: Game,
    },
    /// An option is no better than another one, up to infinitesimals.
    Dominated {
        /// Whose option.
        side: Side,
        /// The one struck.
        option: Game,
        /// The one that is at least as good.
        by: Game,
    },
    /// The opponent can answer so that the game is as good for them as before, up to infinitesimals.
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
}

impl Arena {
    /// Whether `a <= b` up to infinitesimals.
    pub(crate) fn le_infinitesimally(&mut self, a: Game, b: Game, h: &Handle) -> Result<bool, Stop> {
        let (x, y) = (self.node(a), self.node(b));
        // As in the order itself, stops decide most.
        if x.left_stop > y.left_stop || x.right_stop > y.right_stop {
            return Ok(false);
        }
        if x.left_stop <= y.right_stop {
            return Ok(true);
        }
        let difference = self.sub(a, b, h)?;
        Ok(!self.stop(difference, Side::Left).sign().is_gt())
    }

    /// The reduced canonical form.
    pub(crate) fn reduced_canonical_form(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        let node = self.node(g);
        if node.left_stop == node.right_stop {
            let number = node.left_stop.clone();
            return Ok(self.number(number));
        }
        if let Some(&known) = self.reduced.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let made = self.deeper(|arena| arena.reduce(g, &mut |_| {}, h))?;
        self.reduced.insert(g, made);
        self.reduced.insert(made, made);
        Ok(made)
    }

    /// The steps to the reduced canonical form from the canonical one.
    pub(crate) fn explain_reduced(&mut self, g: Game, h: &Handle) -> Result<Vec<ReducedStep>, Stop> {
        let (left, right) = (self.stop(g, Side::Left), self.stop(g, Side::Right));
        if left == right {
            return Ok(vec![ReducedStep::Number { number: left }]);
        }
        let mut steps = Vec::new();
        self.reduce(g, &mut |step| steps.push(step), h)?;
        Ok(steps)
    }

    /// Reduces a game whose stops differ.
    fn reduce(&mut self, g: Game, tell: &mut dyn FnMut(ReducedStep), h: &Handle) -> Result<Game, Stop> {
        let mut sides = [Vec::new(), Vec::new()];
        for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            for option in self.list(g, side, h)? {
                h.tick()?;
                let reduced = self.reduced_canonical_form(option, h)?;
                if reduced != option {
                    tell(ReducedStep::Option { side, option, reduced });
                }
                if !made.contains(&reduced) {
                    made.push(reduced);
                }
            }
        }
        // No number, so it stays as close to `g` as its options do.
        let whole = self.canonical(&sides[0], &sides[1], h)?;
        for (options, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            self.drop_close(options, side, tell, h)?;
            while let Some((at, through)) = self.reverses_closely(options, whole, side, h)? {
                let option = options.swap_remove(at);
                let mut replaced_by = Vec::new();
                for o in self.list(through, side, h)? {
                    // A follower of a reduced form is reduced.
                    replaced_by.push(o);
                    if !options.contains(&o) {
                        options.push(o);
                    }
                }
                tell(ReducedStep::Reversible { side, option, through, replaced_by });
                self.drop_close(options, side, tell, h)?;
            }
        }
        self.canonical(&sides[0], &sides[1], h)
    }

    fn drop_close(
        &mut self,
        options: &mut Vec<Game>,
        side: Side,
        tell: &mut dyn FnMut(ReducedStep),
        h: &Handle,
    ) -> Result<(), Stop> {
        let mut i = 0;
        'next: while i < options.len() {
            for j in (0..options.len()).filter(|&j| j != i) {
                h.tick()?;
                let (option, by) = (options[i], options[j]);
                let worse = match side {
                    Side::Left => self.le_infinitesimally(option, by, h)?,
                    Side::Right => self.le_infinitesimally(by, option, h)?,
                };
                if worse {
                    tell(ReducedStep::Dominated { side, option, by });
                    options.remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }

    fn reverses_closely(
        &mut self,
        options: &[Game],
        whole: Game,
        side: Side,
        h: &Handle,
    ) -> Result<Option<(usize, Game)>, Stop> {
        for (at, &option) in options.iter().enumerate() {
            // Numbers never reverse here: best moves of a hot game do not, others are dominated.
            if self.is_number(option) {
                continue;
            }
            for i in 0..self.count(option, side.opposite()) {
                h.tick()?;
                let answer = self.option(option, side.opposite(), i);
                let back = match side {
                    Side::Left => self.le_infinitesimally(answer, whole, h)?,
                    Side::Right => self.le_infinitesimally(whole, answer, h)?,
                };
                if back {
                    return Ok(Some((at, answer)));
                }
            }
        }
        Ok(None)
    }
}
