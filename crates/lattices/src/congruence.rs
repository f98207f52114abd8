//! Misère congruence of two positions: (P in p + C) - p = (P in q + C) - q, so that x + p and x + q have the same
//! outcome for every x of the recession cone C (Guo and Miller, Definition 6.1; Theorem 6.2 decides it by generating
//! functions, here it is done by automata). p and q are any points of the board, defeated ones too: the classes form a
//! quotient of the whole board, and that of a defeated corner is often its identity. A defeated point is not in P.
//!
//! One breadth-first search over the digits of x, least significant first: state of the automaton of P after the
//! digits of x + p and of x + q so far, with both carries. As long as p or q has digits left the step depends on the
//! place; from then on it does not, and the search ends when nothing new is reached. x may end at any state there.
//! Cost: digits of p and q times states of the product. A difference gives x, the shortest in digits; small x are
//! looked at first. On a board whose facet coordinates are not all of Z^m the search also carries the class of x modulo
//! the lattice of the board, with the place of the digit (a power of 2 modulo its index n), and compares only where that
//! class is 0. Boards have to be simplicial, with n up to 2^16.

use super::automaton::Automaton;
use super::budget::{Budgets, Failure, Meter, within};
use super::game::for_box;
use super::quotient::Quotient;
use super::strategy::{Origin, Strategy};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};
use std::collections::VecDeque;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Congruence {
    /// x + p and x + q always have the same outcome.
    Congruent,
    /// With this x in the cone one of x + p and x + q is a P-position and the other is not.
    Separated(Vec<BigInt>),
    /// One of them is not on the board.
    OffBoard(Vec<BigInt>),
    /// The board has more facets than coordinates, or too large an index.
    Board,
    /// A budget was used up.
    Budget,
}

/// By the elements of a quotient: pairs of elements, breadth first, until one is in P and the other is not.
fn by_quotient(
    set: &Quotient,
    p: &[BigInt],
    q: &[BigInt],
    vector: impl Fn(Vec<BigInt>) -> Vec<BigInt>,
    handle: &Handle,
) -> Result<Congruence, Stop> {
    let start = (set.state(p), set.state(q));
    let mut seen = FxHashSet::from_iter([start]);
    let mut queue = VecDeque::from([(start, vec![0u32; p.len()])]);
    while let Some(((a, b), x)) = queue.pop_front() {
        handle.ticks(p.len() as u32)?;
        if set.is_p(a) != set.is_p(b) {
            return Ok(Congruence::Separated(vector(x.into_iter().map(BigInt::from).collect())));
        }
        for k in 0..p.len() {
            let next = (set.step(a, k), set.step(b, k));
            if next.0 != next.1 && seen.insert(next) {
                let mut x = x.clone();
                x[k] += 1;
                queue.push_back((next, x));
            }
        }
    }
    Ok(Congruence::Congruent)
}

/// Are p and q congruent?
pub fn congruent(
    s: &Strategy,
    p: &[BigInt],
    q: &[BigInt],
    budgets: &Budgets,
    handle: &Handle,
) -> Result<Congruence, Stop> {
    let game = s.game();
    for point in [p, q] {
        if !game.board().contains(point) {
            return Ok(Congruence::OffBoard(point.to_vec()));
        }
    }
    let (yp, yq) = (game.board().facet_coordinates(p), game.board().facet_coordinates(q));
    let Some(lattice) = game.board().lattice_test() else { return Ok(Congruence::Board) };
    // From facet directions back to vectors of the board; only those that have one are looked at.
    let vector = |y: Vec<BigInt>| -> Vec<BigInt> { game.board().vector(&y).unwrap_or(y) };
    let plus = |a: &[BigInt], x: &[BigInt]| -> Vec<BigInt> { a.iter().zip(x).map(|(a, b)| a + b).collect() };
    let in_p = |y: &[BigInt]| !game.core().is_defeated_big(y) && s.contains_facet(y);
    if let Origin::Closed(closed) = s.form() {
        // Nim-values add: with x = p the first becomes 0, the second only if the values are equal.
        if closed.nim_value(&yp) == closed.nim_value(&yq) {
            return Ok(Congruence::Congruent);
        }
        if lattice.0 == 1 {
            return Ok(Congruence::Separated(vector(yp)));
        }
    }
    if let Origin::Quotient(set, _) = s.form()
        && lattice.0 == 1
    {
        return by_quotient(set, &yp, &yq, vector, handle);
    }
    let d = yp.len();
    let mut small: Option<Vec<BigInt>> = None;
    let side = [0, 64, 24, 8, 5, 4, 3, 3, 3].get(d).copied().unwrap_or(2);
    if d <= 10 {
        for_box::<Stop>(&vec![side; d], handle, |x| {
            let x: Vec<BigInt> = x.iter().map(|&n| n.into()).collect();
            if game.board().vector(&x).is_none() {
                return Ok(());
            }
            let better = small.as_ref().is_none_or(|s| x.iter().sum::<BigInt>() < s.iter().sum());
            if better && in_p(&plus(&yp, &x)) != in_p(&plus(&yq, &x)) {
                small = Some(x);
            }
            Ok(())
        })?;
    }
    if let Some(x) = small {
        return Ok(Congruence::Separated(vector(x)));
    }
    let Some(automaton) = s.automaton(budgets, handle)? else { return Ok(Congruence::Budget) };
    let meter = Meter::new(handle, budgets.work);
    Ok(match within(separate(&automaton, &yp, &yq, &lattice, &meter))? {
        None => Congruence::Budget,
        Some(None) => Congruence::Congruent,
        Some(Some(x)) => Congruence::Separated(vector(x)),
    })
}

/// State and carries for x + p and for x + q; the class of x modulo the lattice, and the power of 2 of the next digit.
type PairState = ([(u32, u32); 2], Vec<u64>, u64);

fn separate(
    a: &Automaton,
    p: &[BigInt],
    q: &[BigInt],
    (index, classes): &(u64, Vec<Vec<u64>>),
    meter: &Meter,
) -> Result<Option<Vec<BigInt>>, Failure> {
    let d = a.dimension;
    let digits = p.iter().chain(q).map(BigInt::bits).max().unwrap_or(0);
    let letter_of = |v: &[BigInt], k: u64| v.iter().enumerate().fold(0u32, |l, (j, n)| l | (u32::from(n.bit(k)) << j));
    // Adds two letters and carries without mixing coordinates.
    let add = |(state, carry): (u32, u32), x: u32, y: u32| {
        (a.step(state, x ^ y ^ carry), (x & y) | (x & carry) | (y & carry))
    };
    let end = |(state, carry): (u32, u32)| a.accepts[add((state, carry), 0, 0).0 as usize];
    let moved = |class: &[u64], power: u64, letter: u32| -> Vec<u64> {
        let ones = classes.iter().enumerate().filter(|(j, _)| letter >> j & 1 == 1);
        ones.fold(class.to_vec(), |sum, (_, c)| sum.iter().zip(c).map(|(s, c)| (s + power * c) % index).collect())
    };
    // Every pair reached, with the pair before and the letter.
    let start: PairState = ([(0, 0), (0, 0)], vec![0; d], 1 % index);
    let mut reached: Vec<(PairState, usize, u32)> = vec![(start, 0, 0)];
    let mut layer = vec![0usize];
    let word = |reached: &[(PairState, usize, u32)], mut at: usize| {
        let mut x = vec![BigInt::zero(); d];
        while at != 0 {
            let (_, before, letter) = &reached[at];
            x.iter_mut().enumerate().for_each(|(j, n)| *n = &*n * 2 + (letter >> j & 1));
            at = *before;
        }
        x
    };
    let mut k = 0;
    let mut settled: FxHashSet<PairState> = FxHashSet::default();
    while !layer.is_empty() {
        let mut next: FxHashSet<PairState> = FxHashSet::default();
        let (lp, lq) = (letter_of(p, k), letter_of(q, k));
        let mut new_layer = Vec::new();
        for &at in &layer {
            let (pair, class, power) = reached[at].0.clone();
            if k >= digits && class.iter().all(|&c| c == 0) && end(pair[0]) != end(pair[1]) {
                return Ok(Some(word(&reached, at)));
            }
            for letter in 0..1u32 << d {
                meter.spend(4)?;
                let to = (
                    [add(pair[0], letter, lp), add(pair[1], letter, lq)],
                    moved(&class, power, letter),
                    power * 2 % index,
                );
                let seen = if k + 1 >= digits { &mut settled } else { &mut next };
                if seen.insert(to.clone()) {
                    new_layer.push(reached.len());
                    reached.push((to, at, letter));
                }
            }
        }
        layer = new_layer;
        k += 1;
    }
    Ok(None)
}
