//! A finite quotient from the misère quotient of heaps.
//!
//! In: a game. Out: a quotient to be proved, if the game is misère play of heaps: each move takes one unit of one coordinate and adds units of others, and the point without units alone is
//! defeated. Then coordinates are heaps and points their sums, so that the misère quotient of the heaps tells P-positions (Plambeck; Plambeck and Siegel). It is found heap by heap, each
//! decided by the quotient of those before, while the recursion on points meets more of them with every coordinate. Nothing rests on this:
//! [`Quotient::prove`] decides.

use super::automaton::Label;
use super::budget::{Budgets, Meter};
use super::game::Core;
use super::quotient::Quotient;
use rustc_hash::FxHashMap;
use sprague_limits::Stop;
use sprague_misere::{Bounds, Error, Pushed, Search};

/// The quotient with at most `most` states, if heaps have one within the bounds.
pub(crate) fn quotient(core: &Core, most: usize, budgets: &Budgets, meter: &Meter) -> Result<Option<Quotient>, Stop> {
    let d = core.dimension;
    let misere = core.defeated.len() == 1 && core.defeated.iter().flatten().all(|&n| n == 0);
    let Some(order) = order(core).filter(|_| misere && most > 0) else { return Ok(None) };
    let mut letter = vec![0; d];
    order.iter().enumerate().for_each(|(at, &j)| letter[j] = at);
    let bounds = Bounds { order: most - 1, positions: budgets.positions, ..Bounds::default() };
    let mut search = Search::new(bounds);
    for (at, &j) in order.iter().enumerate() {
        meter.handle.progress("finite quotient: heaps", at as u64, Some(d as u64));
        let options = core.moves.iter().filter(|g| g[j] == 1).map(|g| {
            let added = |(i, n): (usize, &i64)| std::iter::repeat_n(letter[i], usize::try_from(-n).unwrap_or(0));
            g.iter().enumerate().flat_map(added).collect()
        });
        match search.push(options.collect(), meter.handle) {
            Ok(Pushed::Ended(_)) => return Ok(None),
            Ok(Pushed::Same | Pushed::Grown) => {}
            Err(Error::Stop(stop)) => return Err(stop),
            Err(_) => return Ok(None),
        }
    }
    // The point without units is defeated, which no element tells.
    let (heaps, start) = (search.quotient(), None);
    let mut states: FxHashMap<Option<sprague_misere::Element>, u32> = FxHashMap::from_iter([(start, 0)]);
    let (mut elements, mut next) = (vec![start], Vec::new());
    let mut at = 0;
    while at < elements.len() {
        meter.handle.ticks(d as u32)?;
        for &letter in &letter {
            let Some(&unit) = heaps.map().get(letter) else { return Ok(None) };
            let to = Some(elements[at].map_or(unit, |x| heaps.monoid().times(x, unit)));
            let fresh = elements.len() as u32;
            next.push(*states.entry(to).or_insert(fresh));
            if elements.len() < states.len() {
                elements.push(to);
            }
        }
        at += 1;
    }
    let label = |x: &Option<_>| match x {
        None => Label::Defeated,
        Some(x) if heaps.is_p(*x) => Label::P,
        Some(_) => Label::N,
    };
    Ok(Some(Quotient { dimension: d, next, labels: elements.iter().map(label).collect() }))
}

/// The coordinates, each behind those that its moves add to; nothing if a move takes anything but one unit of one coordinate.
fn order(core: &Core) -> Option<Vec<usize>> {
    let one = |g: &Vec<i64>| g.iter().filter(|&&n| n > 0).sum::<i64>() == 1;
    if !core.moves.iter().all(one) {
        return None;
    }
    let mut order: Vec<usize> = Vec::new();
    while order.len() < core.dimension {
        let ready = |j: &usize| {
            let known = |(i, n): (usize, &i64)| *n >= 0 || order.contains(&i);
            !order.contains(j) && core.moves.iter().filter(|g| g[*j] == 1).all(|g| g.iter().enumerate().all(known))
        };
        let next = (0..core.dimension).find(ready)?;
        order.push(next);
    }
    Some(order)
}
