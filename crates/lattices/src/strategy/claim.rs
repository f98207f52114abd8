//! Sets that somebody claims to be the P-positions.
//!
//! A cover tells most: which move leads where. Where it takes long, single points are looked at, near the corner and where strata begin; then
//! the checker of strata is asked, whose window is a proof, too, and what it finds wrong is looked for at points; then the cover may take what is left.

use super::{Checked, Origin, Source, Strategy};
use crate::budget::{Budgets, Failure, Meter, within};
use crate::certificate::Certificate;
use crate::closed::ClosedForm;
use crate::cover::{self, Refutation};
use crate::game::Game;
use crate::recursion::Recursion;
use crate::refute;
use crate::stratum::Stratum;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_lattice_points::{Budget, Stratification};
use sprague_limits::{Handle, Stop};

/// This part of the work is for a cover at first: in the plane, and in space, where an intersection takes a hundred times as long.
const SOON: [u64; 2] = [40, 4000];

/// Strata of which points are looked at before a window is: the points are thousands, and each is looked for in all strata.
const FEW: usize = 300;

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
    let cover = |work: u64| cover::prove(game, set, Budget { pieces: budgets.strata }, &Meter::new(handle, work));
    let proof = match cover(budgets.work / SOON[usize::from(game.core().dimension > 2)]) {
        Err(Failure::Budget) => match at_once(game, set, budgets, handle)? {
            Some(wrong) => Err(wrong),
            None => match by_strata(game, set, budgets, handle)? {
                Some(Ok(strategy)) => return Ok(Ok(strategy)),
                Some(Err(wrong)) => Err(wrong),
                None => match cover(budgets.work) {
                    // That the strata of a proof are too many says nothing of the set; it may be wrong at the first points.
                    Err(Failure::Budget) => Err(wrong_at_points(game, set, budgets, handle)?.ok_or(Failure::Budget)?),
                    decided => decided?,
                },
            },
        },
        decided => decided?,
    };
    Ok(proof.map(|cover| Strategy { game: game.clone(), form: Origin::Cover(cover, Source::Claim) }))
}

/// A refutation at single points: a window would go as far as the last of the strata. Of many only the farthest are looked at.
fn at_once(game: &Game, set: &Stratification, budgets: &Budgets, handle: &Handle) -> Result<Option<Refutation>, Stop> {
    match set.strata().len() <= FEW {
        true => wrong_at_points(game, set, budgets, handle),
        false => refute::far_away(game, set, handle),
    }
}

/// What the checker of strata decides: the set as it stands proved, or refuted at a point; nothing if it does not apply.
fn by_strata(
    game: &Game,
    set: &Stratification,
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Option<Result<Strategy, Refutation>>, Stop> {
    let board = game.board();
    // Elsewhere some facet coordinates are those of no point of the board.
    if !board.is_whole() || set.dimension() != board.dimension || set.strata().len() > budgets.strata {
        return Ok(None);
    }
    let strata = set.strata().iter().map(|s| Stratum {
        base: board.facet_coordinates(&s.base),
        generators: s.generators.iter().map(|g| board.facet_direction_big(g)).collect(),
    });
    let certificate = Certificate::Strata(strata.collect());
    match certificate.check(game, budgets, handle) {
        Ok(Checked::Strata(_, points)) => {
            let Certificate::Strata(strata) = certificate else { return Ok(None) };
            Ok(Some(Ok(Strategy { game: game.clone(), form: Origin::Strata(strata, points) })))
        }
        // The lowest point that is wrong is not known, so that points from which a recursion comes down are looked at first.
        Err(Failure::Position(y)) => Ok(match wrong_at_points(game, set, budgets, handle)? {
            Some(wrong) => Some(Err(wrong)),
            None => {
                let y: Vec<BigInt> = y.into_iter().map(BigInt::from).collect();
                board.point(&y).map_or(Ok(None), |x| refute::seen_at(game, set, x, handle))?.map(Err)
            }
        }),
        Err(Failure::Stop(stop)) => Err(stop),
        _ => Ok(None),
    }
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
