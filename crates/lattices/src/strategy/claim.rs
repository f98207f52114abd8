//! Sets that somebody claims to be the P-positions.

use super::{Origin, Source, Strategy};
use crate::budget::{Budgets, Failure, Meter, within};
use crate::closed::ClosedForm;
use crate::cover::{self, Refutation};
use crate::game::Game;
use crate::recursion::Recursion;
use crate::refute;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_lattice_points::{Budget, Stratification};
use sprague_limits::{Handle, Stop};

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
