//! Certificates: what the checkers need of a strategy, and nothing else, so that it can be kept in a file.
//!
//! In: a [`super::Strategy`]. Out: a [`Certificate`], in facet coordinates. What the search counted on its way is not in it; whoever has a
//! game and a certificate asks [`Certificate::check`], which believes neither the set nor the data.

use super::automaton::Automaton;
use super::budget::{Budgets, Failure, Meter};
use super::check;
use super::closed::ClosedForm;
use super::cover::Cover;
use super::cuts::{self, Cuts};
use super::game::Game;
use super::quotient::Quotient;
use super::strategy::{Checked, board_strata};
use super::stratum::Stratum;
use sprague_limits::{Handle, Stop};

/// What proves a set to be the set of P-positions.
///
/// ```
/// use sprague_lattices::{Budgets, Certificate, Game, Play, closed::ClosedForm};
/// let handle = sprague_limits::Handle::default();
/// // Nim with heaps of 1 and 2: a point counts the heaps of each size.
/// let game = Game::on_orthant(2, vec![vec![1, 0], vec![-1, 1], vec![0, 1]], &Play::Normal, &handle)?;
/// let game = game.expect("the axioms hold");
/// let says = |values: [u64; 2]| Certificate::NimValues(ClosedForm { nim_values: values.to_vec() });
/// assert!(says([1, 2]).check(&game, &Budgets::default(), &handle).is_ok());
/// assert!(says([1, 1]).check(&game, &Budgets::default(), &handle).is_err());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The nim-values of the coordinates, for squarefree normal play.
    NimValues(ClosedForm),
    /// Disjoint strata.
    Strata(Vec<Stratum>),
    /// A finite quotient.
    Quotient(Quotient),
    /// Strata with the partitions that prove them.
    Cover(Cover),
    /// An automaton.
    Automaton(Automaton),
    /// A tree of cuts.
    Cuts(Cuts),
}

impl Certificate {
    /// Whether the checkers accept it for this game.
    pub fn check(&self, game: &Game, budgets: &Budgets, handle: &Handle) -> Result<Checked, Failure> {
        let (core, meter) = (game.core(), Meter::new(handle, budgets.work));
        Ok(match self {
            Certificate::NimValues(closed) => Checked::NimValues(check::nim_values(core, &closed.nim_values, &meter)?),
            Certificate::Automaton(set) => Checked::Automaton(check::automaton(core, set, &meter)?),
            Certificate::Cuts(set) => Checked::Cuts(cuts::prove::prove(core, set, &meter)?),
            Certificate::Cover(cover) => Checked::Cover(check::cover(game, cover, &meter)?),
            Certificate::Quotient(set) => Checked::Quotient(set.states() as u64, check::quotient(core, set, &meter)?),
            Certificate::Strata(strata) => {
                let points = match check::strata(core, strata, &meter) {
                    // In the plane there is a checker that knows sectors as well.
                    Err(Failure::Shape) if core.dimension == 2 => check::strata_in_plane(core, strata, &meter)?,
                    said => said?,
                };
                Checked::Strata(strata.len() as u64, points)
            }
        })
    }

    /// The P-positions as disjoint strata in the coordinates of the board; nothing for an automaton, above the budget, and on a
    /// board with more facets than coordinates.
    pub fn strata(&self, game: &Game, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        let facets = match self {
            Certificate::NimValues(closed) => closed.strata(budgets.strata, handle)?,
            Certificate::Strata(strata) => Some(strata.clone()),
            Certificate::Quotient(set) => {
                super::budget::within(set.strata(budgets.strata, &Meter::new(handle, budgets.work)))?
            }
            Certificate::Cover(cover) => Some(cover.set.clone()),
            Certificate::Cuts(set) => {
                super::budget::within(set.strata(budgets.strata, &Meter::new(handle, budgets.work)))?
            }
            Certificate::Automaton(_) => None,
        };
        match facets.filter(|strata| strata.len() <= budgets.strata) {
            Some(strata) => board_strata(game, strata, false, budgets, handle),
            None => Ok(None),
        }
    }
}
