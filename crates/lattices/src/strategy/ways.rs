//! The ways in which a strategy is looked for, and their order.

use super::{Ended, Method, Origin, Source, Strategy, Tried};
use crate::budget::{Budgets, Failure, Meter, within};
use crate::closed::ClosedForm;
use crate::cover;
use crate::cuts::{self, Manner};
use crate::fans;
use crate::game::{Core, Game, for_box};
use crate::letters;
use crate::periodic::Periodic;
use crate::periods::{Cube, guess};
use crate::quotient;
use crate::recursion::Recursion;
use crate::search;
use crate::slopes;
use crate::window;
use sprague_lattice_points::Budget;
use sprague_limits::{Handle, Stop};

/// How a tree of cuts is looked for.
struct Look {
    /// How many times the positions of a recursion the table holds, a bit each, and how many positions at most.
    table: (u64, u64),
    manner: Manner,
    /// How many times the work.
    work: u64,
    /// The least dimension in which it is tried.
    from: usize,
}

const fn look(times: u64) -> Look {
    Look { table: (times, 1_800_000_000), manner: Manner::Layers, work: 8, from: 0 }
}

/// The folded table is for games that repeat along a vector, which take most of the work, about five minutes. The closer looks come after it: where they find something they take half of their work or nearly all of it, else all, about a minute each.
/// Thick regions find what layers do not, and lose some of what these find; they come last, as more work always helps them.
/// The last tables are three gigabytes, for walls in dimension 4 that smaller ones show too few teeth of: nine billion positions end at a weight of 4,760 in space, there at 680.
const CUTS: [Look; 10] = [
    look(1),
    look(5),
    look(60),
    look(300),
    look(600),
    Look { table: (60, 9_000_000_000), manner: Manner::Folded, work: 20, from: 0 },
    Look { table: (600, 1_800_000_000), manner: Manner::Closely, work: 5, from: 0 },
    Look { table: (3000, 9_000_000_000), manner: Manner::Closely, work: 6, from: 0 },
    Look { table: (6667, 20_000_000_000), manner: Manner::Closely, work: 16, from: 4 },
    Look { table: (6667, 20_000_000_000), manner: Manner::Thick, work: 30, from: 4 },
];

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
        let most = crate::automaton::MOST_COORDINATES;
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
    let mut before = None;
    let mut hints = cuts::Hints::default();
    for Look { table: (times, most), manner, work, .. } in CUTS.into_iter().filter(|look| core.dimension >= look.from) {
        handle.progress("cuts and residues", 0, None);
        let meter = Meter::new(handle, budgets.work.saturating_mul(work));
        let points = (budgets.positions as u64).saturating_mul(times).min(most);
        if before.replace((points, manner)) == Some((points, manner)) {
            continue;
        }
        if manner != Manner::Layers {
            // What smaller tables showed wrongly is not to be believed again.
            hints = cuts::Hints::default();
        }
        let proof = cuts::grow::guess(core, points, manner, &mut hints, &meter)
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
