//! The search for an automaton: learn, prove, correct, until the proof succeeds or a budget ends.

use super::automaton::{Automaton, MOST_COORDINATES};
use super::budget::{Budgets, Failure, Meter};
use super::game::Core;
use super::learn::{Learner, Oracle};
use super::product::{Product, prove};

/// Finds and proves the automaton of the P-positions. `truth` answers whether a position is in P; if it lies, the
/// result is still right, for only a proved automaton is returned, but the search may end without one.
pub(crate) fn automaton(
    core: &Core,
    truth: &mut impl Oracle,
    budgets: &Budgets,
    meter: &Meter,
) -> Result<(Automaton, Product), Failure> {
    if core.dimension > MOST_COORDINATES || core.dimension == 0 {
        return Err(Failure::Budget);
    }
    let mut learner = Learner::new(core.dimension, budgets.states);
    loop {
        let guess = learner.hypothesis(truth, meter)?.clone();
        let wrong = match guess.unsettled() {
            Some(state) => {
                // One of the two words is answered wrongly, for they mean the same point.
                let mut word = learner.access(state);
                if truth_of(core, truth, &word)? == guess.accepts[state as usize] {
                    word.push(0);
                }
                word
            }
            None => match prove(core, &guess, budgets, meter) {
                Ok(product) => return Ok((guess, product)),
                Err(Failure::Position(x)) => {
                    // The truth satisfies the recursion at x, the guess does not: they differ at x or at an option.
                    let mut found = None;
                    let options = (0..core.moves.len()).filter_map(|i| core.after(&x, i));
                    for y in std::iter::once(x.clone()).chain(options) {
                        if truth.contains(&y)? != guess.contains_small(&y) {
                            found = Some(y);
                            break;
                        }
                    }
                    // Not found: the answers are not those of the game.
                    Learner::word(&found.ok_or(Failure::Budget)?, 0)
                }
                Err(failure) => return Err(failure),
            },
        };
        learner.correct(&wrong, truth)?;
    }
}

fn truth_of(core: &Core, truth: &mut impl Oracle, word: &[u32]) -> Result<bool, Failure> {
    if word.len() > 60 {
        return Err(Failure::Budget);
    }
    let mut point = vec![0i64; core.dimension];
    for letter in word.iter().rev() {
        point.iter_mut().enumerate().for_each(|(j, n)| *n = *n << 1 | i64::from(letter >> j & 1));
    }
    truth.contains(&point)
}
