//! Strategies: the set of P-positions in a finite form, with a proof, for all positions of a lattice game.
//!
//! In: a [`Game`] and [`Budgets`]. Out: a [`Strategy`], or what was [`Tried`]; never a guess. In this order: the
//! closed form of squarefree normal play ([`super::closed`]); a set periodic in each coordinate (`periodic`);
//! a set periodic slab by slab (`peel`, [`super::window`]); in the plane a set periodic sector by sector
//! (`slopes`, [`super::sectors`]); a learned automaton (`search`, [`super::product`]); in dimension 2 to 6 a set periodic in each cone of a
//! fan (`fans`, [`super::cover`]), which is also looked for behind an automaton; last a tree of cuts with residues at its leaves ([`super::cuts`]). Each stands for a set of points and a proof that it satisfies the recursion that characterises
//! P. Membership takes time linear (automaton) or polynomial in the digits of a position.

use super::automaton::{Automaton, Label};
use super::budget::{Budgets, Failure, Meter, within};
use super::certificate::Certificate;
use super::closed::ClosedForm;
use super::cover::{self, Cover, Refutation};
use super::cuts::{self, Cuts, Regions};
use super::fans;
use super::game::{Core, Game, for_box};
use super::letters;
use super::lines::{self, Line};
use super::peel::Peeled;
use super::periodic::Periodic;
use super::periods::{Cube, guess};
use super::product::Product;
use super::quotient::{self, Quotient, Transitions};
use super::recursion::Recursion;
use super::refute;
use super::search;
use super::sectors::Sectors;
use super::slopes;
use super::stratum::Stratum;
use super::unroll::{self, Unrolled};
use super::window::{self, Window};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_lattice_points::{Budget, Stratification};
use sprague_limits::{Handle, Stop};
use std::fmt;

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
    /// See [`Origin::Cover`]: a set that somebody claimed.
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

/// How many times the positions of a recursion the tables hold from which cuts are guessed: a bit each, and no search for them.
const CUTS_TABLES: [u64; 5] = [1, 5, 60, 300, 600];
/// The most positions of a table: a gigabyte.
const CUTS_LARGEST: u64 = 9_000_000_000;
/// From which table on guesses are mended, if they are.
const CUTS_MENDED: usize = 2;
/// How many times the work.
const CUTS_WORK: u64 = 8;

const SIDES: [usize; 20] =
    [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024, 2048, 4096, 16384, 65536];

/// Searches for a strategy. The inner error says what was tried.
///
/// ```
/// use sprague_lattices::{Budgets, Game, Play, solve};
/// let handle = sprague_limits::Handle::default();
/// // From one heap 1, 3 or 4 are taken.
/// let game = Game::on_orthant(1, vec![vec![1], vec![3], vec![4]], &Play::Normal, &handle)?.expect("the axioms hold");
/// let strategy = solve(&game, &Budgets::default(), &handle)?.expect("it has a period");
/// assert!((0..50).all(|n| strategy.contains(&[n.into()]) == [0, 2].contains(&(n % 7))));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn strategy(game: &Game, budgets: &Budgets, handle: &Handle) -> Result<Result<Strategy, Tried>, Stop> {
    let core = game.core();
    let mut ways = Vec::new();
    let done = |form| Ok(Ok(Strategy { game: game.clone(), form }));
    match ClosedForm::find(core, handle)? {
        Some(closed) => return done(Origin::Closed(closed)),
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
    handle.progress("finite quotient", 0, None);
    let meter = Meter::new(handle, budgets.work / 20);
    let most = budgets.states / 4;
    if let Some(set) = letters::quotient(core, most, budgets, &meter)?
        && let Some(checked) = within(set.prove(core, budgets.product, &meter))?
    {
        return done(Origin::Quotient(set, checked));
    }
    match within(quotient::search(core, &mut |y: &[i64]| truth.is_p(y, handle), most, budgets, &meter))? {
        Some((set, checked)) => return done(Origin::Quotient(set, checked)),
        None => ways.push((Method::Quotient, Ended::Budget)),
    }
    let mut apart = Recursion::new(core, budgets.positions);
    match by_fans(core, &mut |y: &[i64]| apart.is_p(y, handle), budgets, handle)? {
        Ok(form) => return done(form),
        Err(ended) => ways.push((Method::Fan, ended)),
    }
    if !peel_first {
        let mut truth = Recursion::new(core, budgets.positions);
        match by_periods(core, |y: &[i64]| truth.is_p(y, handle), true, budgets, handle)? {
            Ok(form) => return done(form),
            Err(ended) => ways.extend(ended.into_iter().filter(|w| w.0 == Method::Peeling)),
        }
    }
    handle.progress("learning an automaton", 0, None);
    let meter = Meter::new(handle, budgets.work);
    let mut oracle = |y: &[i64]| truth.is_p(y, handle);
    let Some((automaton, product)) = within(search::automaton(core, &mut oracle, budgets, &meter))? else {
        let most = super::automaton::MOST_COORDINATES;
        let ended = if core.dimension > most { Ended::Dimension(most) } else { Ended::Budget };
        ways.push((Method::Learning, ended));
        return match by_cuts(core, budgets, handle)? {
            Ok(form) => done(form),
            Err(ended) => {
                ways.push((Method::Cuts, ended));
                Ok(Err(Tried { ways, budgets: budgets.clone() }))
            }
        };
    };
    // With the automaton larger boxes are cheap: perhaps there is a stratification after all.
    let fast = |y: &[i64]| Ok(automaton.contains_small(y));
    match by_periods(core, fast, true, budgets, handle)? {
        Ok(form) => done(form),
        Err(_) => match by_fans(core, &mut { fast }, budgets, handle)? {
            Ok(form) => done(form),
            Err(_) => done(Origin::Automaton(automaton, product)),
        },
    }
}

/// Sets that are periodic in each cone of a fan, from one box.
fn by_fans(
    core: &Core,
    truth: &mut fans::Truth,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Result<Origin, Ended>, Stop> {
    handle.progress("periods in the cones of a fan", 0, None);
    let pieces = Budget { pieces: budgets.strata / 10 };
    let mut ended = Ended::Budget;
    // In the plane sectors were looked for already.
    let share = if core.dimension == 2 { 16 } else { 4 };
    for largest in fans::ENTRIES {
        let meter = Meter::new(handle, budgets.work / share);
        let fans::Found { fans, side, mut folded } = match fans::guesses(core, budgets, largest, truth, &meter) {
            Ok(found) => found,
            Err(Failure::Stop(stop)) => return Err(stop),
            Err(_) => {
                ended = Ended::Budget;
                continue;
            }
        };
        ended = Ended::NoPeriod(side);
        for fan in fans {
            let meter = Meter::new(handle, budgets.work / 2);
            let proof = fan
                .set(&mut |x| folded.is_p(x), pieces, &meter)
                .and_then(|set| cover::prove_core(core, &set, pieces, &meter));
            match proof {
                Ok(Ok(cover)) => return Ok(Ok(Origin::Cover(cover, Source::Search))),
                Ok(Err(_)) => ended = Ended::WrongGuess(side),
                Err(Failure::Stop(stop)) => return Err(stop),
                Err(_) => ended = Ended::Budget,
            }
        }
    }
    Ok(Err(ended))
}

/// Trees of cuts, from larger and larger tables.
fn by_cuts(core: &Core, budgets: &Budgets, handle: &Handle) -> Result<Result<Origin, Ended>, Stop> {
    if core.dimension > cuts::grow::MOST_GUESSED {
        return Ok(Err(Ended::Dimension(cuts::grow::MOST_GUESSED)));
    }
    let mut ended = Ended::Budget;
    let mut before = 0;
    let mut hints = cuts::Hints::default();
    for (i, times) in CUTS_TABLES.into_iter().enumerate() {
        handle.progress("cuts and residues", 0, None);
        let meter = Meter::new(handle, budgets.work.saturating_mul(CUTS_WORK));
        let points = (budgets.positions as u64).saturating_mul(times).min(CUTS_LARGEST);
        if std::mem::replace(&mut before, points) == points {
            break;
        }
        let proof = cuts::grow::guess(core, points, budgets.far && i >= CUTS_MENDED, &mut hints, &meter)
            .and_then(|set| cuts::prove::prove(core, &set, &meter).map(|seen| (set, seen)));
        match proof {
            Ok((set, seen)) => return Ok(Ok(Origin::Cuts(set, seen))),
            Err(Failure::Stop(stop)) => return Err(stop),
            Err(Failure::Position(_) | Failure::Twice(_)) => ended = Ended::Refuted,
            Err(Failure::Shape) => ended = Ended::NoPattern,
            Err(Failure::Budget) => {}
        }
    }
    Ok(Err(ended))
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

type Ends = Vec<(Method, Ended)>;

/// Periodic sets from boxes of growing side.
fn by_periods(
    core: &Core,
    mut truth: impl FnMut(&[i64]) -> Result<bool, Failure>,
    peel: bool,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Result<Origin, Ends>, Stop> {
    let d = core.dimension;
    let meter = Meter::new(handle, budgets.work);
    let mut ends = [Ended::Budget, Ended::Budget, Ended::Budget];
    let ways = if !peel {
        1
    } else if d == 2 {
        3
    } else {
        2
    };
    'sides: for side in SIDES {
        let points = (0..d).try_fold(1usize, |n, _| n.checked_mul(side));
        let Some(points) = points.filter(|&n| n <= budgets.box_points) else { break };
        handle.reserve(points)?;
        let mut table = Cube { dimension: d, side, inside: Vec::with_capacity(points) };
        let filled = for_box::<Failure>(&vec![side as i64; d], handle, |y| {
            table.inside.push(truth(y)?);
            Ok(())
        });
        if within(filled)?.is_none() {
            break;
        }
        let attempts: [&dyn Fn() -> Result<Option<Origin>, Failure>; 3] = [
            &|| {
                let Some(set) = Periodic::guess(&table, &meter)? else { return Ok(None) };
                let window = set.prove(core, &meter)?;
                Ok(Some(Origin::Periodic(set, window)))
            },
            &|| {
                let Some(set) = guess(&table, &meter)? else { return Ok(None) };
                let window = window::prove(core, &set, &meter)?;
                Ok(Some(Origin::Peeled(set, window)))
            },
            &|| {
                let Some(set) = slopes::guess(&table, &meter)? else { return Ok(None) };
                let window = set.prove(core, &meter)?;
                Ok(Some(Origin::Sectors(set, window)))
            },
        ];
        for (attempt, end) in attempts[..ways].iter().zip(&mut ends) {
            *end = match attempt() {
                Ok(Some(form)) => return Ok(Ok(form)),
                Ok(None) => Ended::NoPeriod(side),
                Err(Failure::Stop(stop)) => return Err(stop),
                Err(Failure::Budget) => break 'sides,
                Err(Failure::Shape) => Ended::NotParallel(side),
                Err(Failure::Position(_) | Failure::Twice(_)) => Ended::WrongGuess(side),
            }
        }
    }
    Ok(Err([Method::Periodic, Method::Peeling, Method::Sectors].into_iter().zip(ends).take(ways).collect()))
}

/// Proves that a set of points of the board is the set of P-positions, or refutes it at a point about which it is
/// wrong. [`Failure::Budget`] if the strata of the proof become too many, [`Failure::Shape`] if the set has another
/// number of coordinates than the board.
///
/// ```
/// use sprague_lattices::{Budgets, Game, Play, claim, cover::Refutation};
/// use sprague_lattices::{sets::Stratification, stratum::Stratum};
/// let handle = sprague_limits::Handle::default();
/// // One heap, one or two are taken: the multiples of 3 are lost, not all even numbers.
/// let game = Game::on_orthant(1, vec![vec![1], vec![2]], &Play::Normal, &handle)?.expect("the axioms hold");
/// let multiples = |n: i64| {
///     let stratum = Stratum::from_i64(&[0], &[vec![n]]).expect("one generator is independent");
///     Stratification::of_disjoint(1, vec![stratum], &handle).expect("one stratum is disjoint")
/// };
/// let budgets = Budgets::default();
/// assert!(claim(&game, &multiples(3), &budgets, &handle).expect("it is decided").is_ok());
/// let wrong = claim(&game, &multiples(2), &budgets, &handle).expect("it is decided");
/// let from = vec![2.into()];
/// assert_eq!(wrong.err(), Some(Refutation::Move { from, index: 1, to: vec![0.into()] }));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn claim(
    game: &Game,
    set: &Stratification,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Result<Strategy, Refutation>, Failure> {
    let meter = Meter::new(handle, budgets.work);
    let proof = match cover::prove(game, set, Budget { pieces: budgets.strata }, &meter) {
        // That the strata of a proof are too many says nothing of the set; it may be wrong at the first points.
        Err(Failure::Budget) => Err(wrong_at_points(game, set, budgets, handle)?.ok_or(Failure::Budget)?),
        decided => decided?,
    };
    Ok(proof.map(|cover| Strategy { game: game.clone(), form: Origin::Cover(cover, Source::Claim) }))
}

/// A refutation by points that the closed form or a recursion decides.
fn wrong_at_points(
    game: &Game,
    set: &Stratification,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Option<Refutation>, Stop> {
    let closed =
        ClosedForm::find(game.core(), handle)?.map(|closed| Strategy::claimed(game.clone(), Origin::Closed(closed)));
    if let Some(known) = closed {
        return known.refutes(set, handle);
    }
    let mut recursion = Recursion::new(game.core(), budgets.positions);
    let mut truth = |x: &[BigInt]| {
        let small: Option<Vec<i64>> = game.board().facet_coordinates(x).iter().map(ToPrimitive::to_i64).collect();
        small.map_or(Ok(None), |y| within(recursion.is_p(&y, handle)))
    };
    refute::by_points(game, set, &mut truth, handle)
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
            Origin::Cover(_, Source::Claim) => Method::Claim,
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
                let claimed = matches!(self.form, Origin::Cover(_, Source::Claim));
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
            Origin::Periodic(..) | Origin::Peeled(..) | Origin::Sectors(..) => {
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
