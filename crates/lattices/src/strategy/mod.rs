//! Strategies: the set of P-positions in a finite form, with a proof, for all positions of a lattice game.
//!
//! In: a [`Game`] and [`Budgets`]. Out: a [`Strategy`], or what was [`Tried`]; never a guess. In this order: the
//! closed form of squarefree normal play ([`super::closed`]); a set periodic in each coordinate (`periodic`);
//! a set periodic slab by slab (`peel`, [`super::window`]); in the plane a set periodic sector by sector
//! (`slopes`, [`super::sectors`]); a learned automaton (`search`, [`super::product`]); in dimension 2 to 6 a set periodic in each cone of a
//! fan (`fans`, [`super::cover`]), which is also looked for behind an automaton; last a tree of cuts with residues at its leaves ([`super::cuts`]). Each stands for a set of points and a proof that it satisfies the recursion that characterises
//! P. Membership takes time linear (automaton) or polynomial in the digits of a position.

pub(crate) mod claim;
pub(crate) mod ways;

use super::automaton::{Automaton, Label};
use super::budget::{Budgets, Failure, Meter, within};
use super::certificate::Certificate;
use super::closed::ClosedForm;
use super::cover::{Cover, Refutation};
use super::cuts::{Cuts, Regions};
use super::game::Game;
use super::lines::{self, Line};
use super::peel::Peeled;
use super::periodic::Periodic;
use super::product::Product;
use super::quotient::{Quotient, Transitions};
use super::refute;
use super::search;
use super::sectors::Sectors;
use super::stratum::Stratum;
use super::unroll::{self, Unrolled};
use super::window::Window;
use num_bigint::BigInt;
use sprague_lattice_points::Stratification;
use sprague_limits::{Handle, Stop};
use std::fmt;

pub use claim::claim;
pub use ways::strategy;

/// Where a proved set of P-positions comes from, in facet coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Squarefree normal play.
    Closed(ClosedForm),
    /// Periodic in each coordinate, with the box checked.
    Periodic(Periodic, Window),
    /// Periodic slab by slab, with the window checked.
    Peeled(Peeled, Window),
    /// Periodic sector by sector, with the window checked.
    Sectors(Sectors, Window),
    /// A finite quotient, with the transitions checked.
    Quotient(Quotient, Transitions),
    /// Strata in any dimension, with the partitions that prove them.
    Cover(Cover, Source),
    /// Strata that somebody claimed, which the checker of strata accepts, with how many points it looked at.
    Strata(Vec<Stratum>, u64),
    /// An automaton, with the product checked.
    Automaton(Automaton, Product),
    /// A tree of cuts, with its regions checked.
    Cuts(Cuts, Regions),
}

/// Who brought a set that a [`Cover`] proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Somebody who claimed it.
    Claim,
    /// The search for a fan of cones with periods.
    Search,
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// See [`Origin::Closed`].
    Closed,
    /// See [`Origin::Periodic`].
    Periodic,
    /// See [`Origin::Peeled`].
    Peeling,
    /// See [`Origin::Sectors`].
    Sectors,
    /// See [`Origin::Quotient`].
    Quotient,
    /// See [`Origin::Cover`]: a set that is periodic in each cone of a fan.
    Fan,
    /// See [`Origin::Cover`] and [`Origin::Strata`]: a set that somebody claimed.
    Claim,
    /// See [`Origin::Automaton`].
    Learning,
    /// See [`Origin::Cuts`].
    Cuts,
}

/// How one way of searching ended without a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It does not apply: moves that are not squarefree, or defeated positions.
    NotSquarefree,
    /// More coordinates than it can treat, which are so many.
    Dimension(usize),
    /// No period in the largest box tried, of this side.
    NoPeriod(usize),
    /// The last guess, from a box of this side, was wrong.
    WrongGuess(usize),
    /// The last guess, from a box of this side, agrees with the box, but neighbouring slabs have no common period.
    NotParallel(usize),
    /// The last guess was wrong.
    Refuted,
    /// Somewhere no pattern shows that could be guessed to go on.
    NoPattern,
    /// A budget was used up.
    Budget,
}

/// The search failed: what was tried.
///
/// ```
/// use sprague_lattices::{Budgets, Game, Play, solve, strategy::{Ended, Method}};
/// let handle = sprague_limits::Handle::default();
/// let game = Game::on_orthant(1, vec![vec![1], vec![2]], &Play::Normal, &handle)?.expect("the axioms hold");
/// let tried = solve(&game, &Budgets::default().times(0), &handle)?.expect_err("nothing may be computed");
/// assert!(tried.ways.contains(&(Method::Closed, Ended::NotSquarefree)));
/// assert!(tried.ways.contains(&(Method::Learning, Ended::Budget)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Each way and its end.
    pub ways: Vec<(Method, Ended)>,
    /// The budgets.
    pub budgets: Budgets,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no strategy was found: {:?}", self.ways)
    }
}

impl std::error::Error for Tried {}

/// The P-positions of a game, proved.
///
/// ```
/// use sprague_lattices::{Budgets, Game, Play, solve};
/// let handle = sprague_limits::Handle::default();
/// // Nim with heaps of 1 and 2: a point counts the heaps of each size.
/// let game = Game::on_orthant(2, vec![vec![1, 0], vec![-1, 1], vec![0, 1]], &Play::Normal, &handle)?;
/// let game = game.expect("the axioms hold");
/// let strategy = solve(&game, &Budgets::default(), &handle)?.expect("it has a closed form");
/// let start = [4.into(), 3.into()];
/// assert!(!strategy.contains(&start));
/// let winning: Vec<_> = strategy.winning_moves(&start).into_iter().map(|(_, to)| to).collect();
/// assert_eq!(winning, [[4.into(), 2.into()]]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    game: Game,
    form: Origin,
}

/// What the separate checker verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Nim-values of so many heaps.
    NimValues(u64),
    /// So many strata at so many points.
    Strata(u64, u64),
    /// A quotient with so many states at so many points that can be told apart.
    Quotient(u64, u64),
    /// A cover of so many strata.
    Cover(u64),
    /// An automaton by comparing so many states.
    Automaton(u64),
    /// A tree of cuts by so many classes of residues in so many regions.
    Cuts(Regions),
}

/// What shows that P-positions have no strata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Without {
    /// A line along which they have no ultimate period: two of its points that follow each other.
    Line([Vec<BigInt>; 2]),
    /// A part base + N generators where no multiple of one of the generators leaves who wins as it is but in finitely many hyperplanes.
    Part {
        /// The first point.
        base: Vec<BigInt>,
        /// Independent.
        generators: Vec<Vec<BigInt>>,
        /// Which of them.
        along: usize,
    },
}

impl Strategy {
    /// Why a set of points of the board is not that of the P-positions, if some of its points show it: those near the corner of the board and the
    /// bases of strata. Cost: as many memberships as options.
    pub fn refutes(&self, set: &Stratification, handle: &Handle) -> Result<Option<Refutation>, Stop> {
        refute::by_points(&self.game, set, &mut |x: &[BigInt]| Ok(Some(self.contains(x))), handle)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The set and what was checked.
    pub fn form(&self) -> &Origin {
        &self.form
    }

    /// The way it was found.
    pub fn method(&self) -> Method {
        match self.form {
            Origin::Closed(_) => Method::Closed,
            Origin::Periodic(..) => Method::Periodic,
            Origin::Peeled(..) => Method::Peeling,
            Origin::Sectors(..) => Method::Sectors,
            Origin::Quotient(..) => Method::Quotient,
            Origin::Cover(_, Source::Claim) | Origin::Strata(..) => Method::Claim,
            Origin::Cover(_, Source::Search) => Method::Fan,
            Origin::Automaton(..) => Method::Learning,
            Origin::Cuts(..) => Method::Cuts,
        }
    }

    /// Are these facet coordinates, none negative, those of a P-position?
    pub(crate) fn contains_facet(&self, y: &[BigInt]) -> bool {
        match &self.form {
            Origin::Closed(closed) => closed.nim_value(y) == 0,
            Origin::Periodic(set, _) => set.contains(y),
            Origin::Peeled(set, _) => set.contains(y),
            Origin::Sectors(set, _) => set.contains(y),
            Origin::Quotient(set, _) => set.contains(y),
            Origin::Cover(cover, _) => cover.contains(y),
            Origin::Strata(strata, _) => strata.iter().any(|s| s.contains(y)),
            Origin::Automaton(set, _) => set.contains(y),
            Origin::Cuts(set, _) => set.contains(y),
        }
    }

    /// What a point is; nothing if it is not on the board.
    pub fn label(&self, x: &[BigInt]) -> Option<Label> {
        if !self.game.board().contains(x) {
            return None;
        }
        Some(match self.game.position(x) {
            None => Label::Defeated,
            Some(y) if self.contains_facet(&y) => Label::P,
            Some(_) => Label::N,
        })
    }

    /// Is the point a P-position?
    pub fn contains(&self, x: &[BigInt]) -> bool {
        self.label(x) == Some(Label::P)
    }

    /// The moves to P-positions: their index and where they lead.
    pub fn winning_moves(&self, x: &[BigInt]) -> Vec<(usize, Vec<BigInt>)> {
        self.game.options(x).into_iter().filter(|(_, z)| self.contains(z)).collect()
    }

    /// The P-positions as disjoint strata in facet coordinates, if the form gives them within the budget.
    fn facet_strata(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        let meter = Meter::new(handle, budgets.work);
        match &self.form {
            Origin::Closed(closed) => closed.strata(budgets.strata, handle),
            Origin::Cover(cover, _) => Ok((cover.set.len() <= budgets.strata).then(|| cover.set.clone())),
            Origin::Strata(strata, _) => Ok((strata.len() <= budgets.strata).then(|| strata.clone())),
            Origin::Automaton(set, _) => automaton_strata(set, budgets, handle),
            Origin::Periodic(set, _) => within(set.strata(true, budgets.strata, &meter)),
            Origin::Peeled(set, _) => within(set.strata(true, budgets.strata, &meter)),
            Origin::Sectors(set, _) => within(set.strata(true, budgets.strata, &meter)),
            Origin::Quotient(set, _) => within(set.strata(budgets.strata, &meter)),
            Origin::Cuts(set, _) => within(set.strata(budgets.strata, &meter)),
        }
    }

    /// The P-positions as disjoint strata. Nothing for an automaton in which none are found, above the budget, and on a board
    /// with more facets than coordinates.
    pub fn strata(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        match self.facet_strata(budgets, handle)? {
            Some(strata) => {
                let claimed = self.method() == Method::Claim;
                board_strata(&self.game, strata, claimed, budgets, handle)
            }
            None => Ok(None),
        }
    }

    /// What the checkers need; nothing if its strata are too many.
    pub fn certificate(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Certificate>, Stop> {
        Ok(Some(match &self.form {
            Origin::Closed(closed) => Certificate::NimValues(closed.clone()),
            Origin::Automaton(set, _) => Certificate::Automaton(set.clone()),
            Origin::Cuts(set, _) => Certificate::Cuts(set.clone()),
            Origin::Cover(cover, _) => Certificate::Cover(cover.clone()),
            Origin::Quotient(set, _) => Certificate::Quotient(set.clone()),
            Origin::Periodic(..) | Origin::Peeled(..) | Origin::Sectors(..) | Origin::Strata(..) => {
                return Ok(self.facet_strata(budgets, handle)?.map(Certificate::Strata));
            }
        }))
    }

    /// Verifies the claim with the separate checkers.
    pub fn check(&self, budgets: &Budgets, handle: &Handle) -> Result<Checked, Failure> {
        self.certificate(budgets, handle)?.ok_or(Failure::Budget)?.check(&self.game, budgets, handle)
    }

    /// The automaton of the P-positions in facet coordinates, proved by the product; for every other form it is
    /// learned from that, which makes a second proof. Nothing if a budget is used up.
    pub fn automaton(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Automaton>, Stop> {
        if let Origin::Automaton(automaton, _) = &self.form {
            return Ok(Some(automaton.clone()));
        }
        let core = self.game.core();
        let meter = Meter::new(handle, budgets.work);
        let mut oracle = |y: &[i64]| {
            let big: Vec<BigInt> = y.iter().map(|&n| n.into()).collect();
            Ok(y.iter().all(|&n| n >= 0) && self.contains_facet(&big))
        };
        Ok(within(search::automaton(core, &mut oracle, budgets, &meter))?.map(|(automaton, _)| automaton))
    }

    /// Why there are no strata, of an automaton on a board like an orthant where that is decided. Nothing otherwise.
    pub fn without_strata(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Without>, Stop> {
        let board = self.game.board();
        let Origin::Automaton(set, _) = &self.form else { return Ok(None) };
        if !board.is_whole() {
            return Ok(None);
        }
        let Unrolled::Wild(wild) = unroll::unroll(set, budgets, handle)? else { return Ok(None) };
        let meter = Meter::new(handle, budgets.work);
        let line = within(lines::line_in(set, &wild, budgets.work / 400, &meter))?.flatten();
        let big = |y: &[i64]| y.iter().map(|&n| n.into()).collect::<Vec<BigInt>>();
        if let Some(Line { base, direction }) = line {
            let second: Vec<i64> = base.iter().zip(&direction).map(|(p, v)| p + v).collect();
            return Ok(board.point(&big(&base)).zip(board.point(&big(&second))).map(|(p, q)| Without::Line([p, q])));
        }
        let generators: Option<Vec<_>> = wild.generators.iter().map(|g| board.vector(&big(g))).collect();
        let part = |(base, generators)| Without::Part { base, generators, along: wild.along };
        Ok(board.point(&big(&wild.base)).zip(generators).map(part))
    }

    /// A strategy with its parts given, unproved: what a checker is tested with.
    pub fn claimed(game: Game, form: Origin) -> Strategy {
        Strategy { game, form }
    }
}

/// Those of an automaton, where there are any.
fn automaton_strata(set: &Automaton, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
    match unroll::unroll(set, budgets, handle)? {
        Unrolled::Strata(strata) => Ok(Some(strata)),
        Unrolled::Wild(_) | Unrolled::Open => Ok(None),
    }
}

/// Strata in facet coordinates as strata of the board; nothing on a board with more facets than coordinates, unless they are
/// `claimed`: a claim was made in the coordinates of the board, so its strata come back on every board.
pub(crate) fn board_strata(
    game: &Game,
    strata: Vec<Stratum>,
    claimed: bool,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Option<Vec<Stratum>>, Stop> {
    let board = game.board();
    if !board.is_simplicial() && !claimed {
        return Ok(None);
    }
    let mut out = Vec::new();
    for stratum in strata {
        out.extend(board.stratum_back(&stratum, handle)?);
        if out.len() > budgets.strata {
            return Ok(None);
        }
    }
    out.sort();
    Ok(Some(out))
}
