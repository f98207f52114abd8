//! Strategies: the set of P-positions in a finite form, with a proof, for all positions of a lattice game.
//!
//! In: a [`Game`] and [`Budgets`]. Out: a [`Strategy`], or what was [`Tried`]; never a guess. In this order: the
//! closed form of squarefree normal play ([`super::closed`]); a set periodic in each coordinate ([`super::periodic`]);
//! a set periodic slab by slab ([`super::peel`], [`super::window`]); in the plane a set periodic sector by sector
//! ([`super::slopes`], [`super::sectors`]); a learned automaton ([`super::search`], [`super::product`]). Each stands for a set of points and a proof that it satisfies the recursion that characterises
//! P. Membership takes time linear (automaton) or polynomial in the digits of a position.

use super::automaton::{Automaton, Label};
use super::budget::{Beyond, Budgets, Meter, within};
use super::check::{self, Refused};
use super::check_plane;
use super::closed::ClosedForm;
use super::game::{Core, Game, for_box};
use super::peel::Peeled;
use super::periodic::Periodic;
use super::periods::{Table, guess};
use super::product::Product;
use super::recursion::Recursion;
use super::search;
use super::sectors::Sectors;
use super::slopes;
use super::stratum::Stratum;
use super::window::{self, Refusal, Window};
use num_bigint::BigInt;
use sprague_limits::{Handle, Stop};

/// Where a proved set of P-positions comes from, in facet coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Squarefree normal play.
    Closed(ClosedForm),
    /// Periodic in each coordinate, with the box checked.
    Periodic(Periodic, Window),
    /// Periodic slab by slab, with the window checked.
    Peeled(Peeled, Window),
    /// Periodic sector by sector, with the window checked.
    Sectors(Sectors, Window),
    /// An automaton, with the product checked.
    Automaton(Automaton, Product),
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// See [`Form::Closed`].
    Closed,
    /// See [`Form::Periodic`].
    Periodic,
    /// See [`Form::Peeled`].
    Peeling,
    /// See [`Form::Sectors`].
    Sectors,
    /// See [`Form::Automaton`].
    Learning,
}

/// How one way of searching ended without a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It does not apply: moves that are not squarefree, or defeated positions.
    NotSquarefree,
    /// More coordinates than it can treat.
    Dimension,
    /// No period in the largest box tried, of this side.
    NoPeriod(usize),
    /// The last guess, from a box of this side, was wrong.
    WrongGuess(usize),
    /// The last guess, from a box of this side, agrees with the box, but neighbouring slabs have no common period.
    NotParallel(usize),
    /// A budget was used up.
    Budget,
}

/// The search failed: what was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Each way and its end.
    pub ways: Vec<(Method, Ended)>,
    /// The budgets.
    pub budgets: Budgets,
}

/// The P-positions of a game, proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    game: Game,
    form: Form,
}

/// What the separate checker verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Nim-values of so many heaps.
    NimValues(u64),
    /// So many strata at so many points.
    Strata(u64, u64),
    /// An automaton by comparing so many states.
    Automaton(u64),
}

const SIDES: [usize; 20] =
    [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024, 2048, 4096, 16384, 65536];

/// Searches for a strategy. The inner error says what was tried.
pub fn strategy(game: &Game, budgets: &Budgets, handle: &Handle) -> Result<Result<Strategy, Tried>, Stop> {
    let core = game.core();
    let mut ways = Vec::new();
    let done = |form| Ok(Ok(Strategy { game: game.clone(), form }));
    match ClosedForm::find(core, handle)? {
        Some(closed) => return done(Form::Closed(closed)),
        None => ways.push((Method::Closed, Ended::NotSquarefree)),
    }
    handle.progress("periods", 0, None);
    let mut truth = Recursion::new(core, budgets.positions);
    let small = Budgets { box_points: budgets.box_points / 16, ..budgets.clone() };
    let from_recursion = |y: &[i64]| truth.is_p(y, handle);
    let peel_first = core.dimension <= 3;
    let wide = if peel_first { budgets } else { &small };
    match by_periods(core, from_recursion, peel_first, wide, handle)? {
        Ok(form) => return done(form),
        Err(ended) => ways.extend(ended),
    }
    handle.progress("learning an automaton", 0, None);
    let meter = Meter::new(handle, budgets.work);
    let mut oracle = |y: &[i64]| truth.is_p(y, handle);
    match within(search::automaton(core, &mut oracle, budgets, &meter))? {
        Some((automaton, product)) => {
            // With the automaton larger boxes are cheap: perhaps there is a stratification after all.
            let fast = |y: &[i64]| Ok(automaton.contains_small(y));
            match by_periods(core, fast, true, budgets, handle)? {
                Ok(form) => done(form),
                Err(_) => done(Form::Automaton(automaton, product)),
            }
        }
        None => {
            let ended =
                if core.dimension > super::automaton::MOST_COORDINATES { Ended::Dimension } else { Ended::Budget };
            ways.push((Method::Learning, ended));
            if !peel_first {
                let mut truth = Recursion::new(core, budgets.positions);
                match by_periods(core, |y: &[i64]| truth.is_p(y, handle), true, budgets, handle)? {
                    Ok(form) => return done(form),
                    Err(ended) => ways.extend(ended.into_iter().filter(|w| w.0 == Method::Peeling)),
                }
            }
            Ok(Err(Tried { ways, budgets: budgets.clone() }))
        }
    }
}

type Ends = Vec<(Method, Ended)>;

/// Periodic sets from boxes of growing side.
fn by_periods(
    core: &Core,
    mut truth: impl FnMut(&[i64]) -> Result<bool, Beyond>,
    peel: bool,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Result<Form, Ends>, Stop> {
    let d = core.dimension;
    let meter = Meter::new(handle, budgets.work);
    let mut ends = [Ended::Budget, Ended::Budget, Ended::Budget];
    for side in SIDES {
        let points = (0..d).try_fold(1usize, |n, _| n.checked_mul(side));
        let Some(points) = points.filter(|&n| n <= budgets.box_points) else { break };
        handle.reserve(points)?;
        let mut table = Table { dimension: d, side, inside: Vec::with_capacity(points) };
        let mut failed = None;
        for_box(&vec![side as i64; d], handle, |y| {
            if failed.is_none() {
                match truth(y) {
                    Ok(p) => table.inside.push(p),
                    Err(beyond) => failed = Some(beyond),
                }
            }
            Ok(())
        })?;
        match failed {
            None => {}
            Some(Beyond::Stop(stop)) => return Err(stop),
            Some(Beyond::Budget) => break,
        }
        match within(Periodic::guess(&table, &meter))? {
            None => break,
            Some(None) => ends[0] = Ended::NoPeriod(side),
            Some(Some(set)) => match within(set.prove(core, &meter))? {
                None => break,
                Some(Ok(window)) => return Ok(Ok(Form::Periodic(set, window))),
                Some(Err(_)) => ends[0] = Ended::WrongGuess(side),
            },
        }
        if !peel {
            continue;
        }
        match within(guess(&table, &meter))? {
            None => break,
            Some(None) => ends[1] = Ended::NoPeriod(side),
            Some(Some(set)) => match within(window::prove(core, &set, &meter))? {
                None => break,
                Some(Ok(window)) => return Ok(Ok(Form::Peeled(set, window))),
                Some(Err(Refusal::Wrong(_))) => ends[1] = Ended::WrongGuess(side),
                Some(Err(Refusal::NotParallel(_))) => ends[1] = Ended::NotParallel(side),
            },
        }
        if d != 2 {
            continue;
        }
        match within(slopes::guess(&table, &meter))? {
            None => break,
            Some(None) => ends[2] = Ended::NoPeriod(side),
            Some(Some(set)) => match within(set.prove(core, &meter))? {
                None => break,
                Some(Ok(window)) => return Ok(Ok(Form::Sectors(set, window))),
                Some(Err(_)) => ends[2] = Ended::WrongGuess(side),
            },
        }
    }
    let [periodic, peeled, sectors] = ends;
    let mut out = vec![(Method::Periodic, periodic)];
    if peel {
        out.push((Method::Peeling, peeled));
    }
    if peel && d == 2 {
        out.push((Method::Sectors, sectors));
    }
    Ok(Err(out))
}

impl Strategy {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The set and what was checked.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The way it was found.
    pub fn method(&self) -> Method {
        match self.form {
            Form::Closed(_) => Method::Closed,
            Form::Periodic(..) => Method::Periodic,
            Form::Peeled(..) => Method::Peeling,
            Form::Sectors(..) => Method::Sectors,
            Form::Automaton(..) => Method::Learning,
        }
    }

    /// Are these facet coordinates, none negative, those of a P-position?
    pub fn contains_facet(&self, y: &[BigInt]) -> bool {
        match &self.form {
            Form::Closed(closed) => closed.nim_value(y) == 0,
            Form::Periodic(set, _) => set.contains(y),
            Form::Peeled(set, _) => set.contains(y),
            Form::Sectors(set, _) => set.contains(y),
            Form::Automaton(set, _) => set.contains(y),
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

    /// The P-positions (or, with `inside` false, the rest of the orthant) as disjoint strata in facet coordinates, if
    /// the form gives them within the budget.
    fn facet_strata(&self, inside: bool, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        let meter = Meter::new(handle, budgets.work);
        match &self.form {
            Form::Closed(closed) if inside => closed.strata(budgets.strata, handle),
            Form::Closed(_) | Form::Automaton(..) => Ok(None),
            Form::Periodic(set, _) => within(set.strata(inside, budgets.strata, &meter)),
            Form::Peeled(set, _) => within(set.strata(inside, budgets.strata, &meter)),
            Form::Sectors(set, _) => within(set.strata(inside, budgets.strata, &meter)),
        }
    }

    /// The P-positions as disjoint strata. Nothing for an automaton, above the budget, and on a board with more
    /// facets than coordinates.
    pub fn strata(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        let board = self.game.board();
        if !board.is_simplicial() {
            return Ok(None);
        }
        let Some(strata) = self.facet_strata(true, budgets, handle)? else { return Ok(None) };
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

    /// Verifies the claim with the separate checkers. Nothing if a budget is used up.
    pub fn check(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Result<Checked, Refused>>, Stop> {
        let (core, meter) = (self.game.core(), Meter::new(handle, budgets.work));
        Ok(match &self.form {
            Form::Closed(closed) => {
                within(check::nim_values(core, &closed.nim_values, &meter))?.map(|r| r.map(Checked::NimValues))
            }
            Form::Automaton(set, _) => within(check::automaton(core, set, &meter))?.map(|r| r.map(Checked::Automaton)),
            Form::Periodic(..) | Form::Peeled(..) | Form::Sectors(..) => {
                let Some(strata) = self.facet_strata(true, budgets, handle)? else { return Ok(None) };
                let verdict = match self.form {
                    Form::Sectors(..) => check_plane::strata(core, &strata, &meter),
                    _ => check::strata(core, &strata, &meter),
                };
                within(verdict)?.map(|r| r.map(|points| Checked::Strata(strata.len() as u64, points)))
            }
        })
    }

    /// The automaton of the P-positions in facet coordinates, proved by the product; for every other form it is
    /// learned from that, which makes a second proof. Nothing if a budget is used up.
    pub fn automaton(&self, budgets: &Budgets, handle: &Handle) -> Result<Option<Automaton>, Stop> {
        if let Form::Automaton(automaton, _) = &self.form {
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

    /// A strategy with its parts given, unproved: what a checker is tested with.
    pub fn claimed(game: Game, form: Form) -> Strategy {
        Strategy { game, form }
    }
}
