//! Thermographs of positions on cycles, in which the players cannot take turns for ever.
//!
//! The left wall of a position comes from the right walls of Left's options, those from the left walls of Right's options of these, and so
//! on; as long as no position has reached its temperature this ends, since play in which the players take turns does. Left walls fall or
//! stand as the tax rises, and right walls rise or stand, so the position whose walls meet first can be told without the others; from there
//! its mast stands, and the others' walls are found anew. Of all positions that are not yet frozen one closes at any tax, so that every one is frozen in the end.

use super::dyadic::Dyadic;
use super::thermograph::{Thermograph, Trajectory};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;
use std::rc::Rc;

/// An option of a position on a cycle: another such position, or one whose thermograph is known.
///
/// ```
/// use sprague_games::{Branch, Dyadic, Thermograph};
/// let known = Branch::Known(Thermograph::mast(Dyadic::from(3)).into());
/// assert!(matches!(known, Branch::Known(t) if t.mast == Dyadic::from(3)));
/// ```
#[derive(Clone, Debug)]
pub enum Branch {
    /// The position with this number.
    Node(usize),
    /// A position that is known.
    Known(Rc<Thermograph>),
}

/// The thermographs of hot positions, by their options of Left and of Right, of which there are some on both sides; `stops` are their stops. `None` if the players can
/// take turns for ever among them.
///
/// ```
/// use sprague_games::{Branch, Dyadic, Thermograph, thermographs_of_cycles};
/// use sprague_limits::Handle;
/// // a = <3, pass | -1>: moving nowhere is of no use to Left.
/// let known = |n: i64| Branch::Known(Thermograph::mast(Dyadic::from(n)).into());
/// let graph = [[vec![known(3), Branch::Node(0)], vec![known(-1)]]];
/// let stops = [[Dyadic::from(3), Dyadic::from(-1)]];
/// let found = thermographs_of_cycles(&graph, &stops, &Handle::default())?.expect("turns end");
/// assert_eq!((&found[0].mast, &found[0].temperature), (&Dyadic::from(1), &Dyadic::from(2)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn thermographs_of_cycles(
    nodes: &[[Vec<Branch>; 2]],
    stops: &[[Dyadic; 2]],
    h: &Handle,
) -> Result<Option<Vec<Rc<Thermograph>>>, Stop> {
    let Some(order) = turns(nodes, h)? else { return Ok(None) };
    let Some(horizon) = horizon(stops) else { return Ok(Some(Vec::new())) };
    // The temperatures that are known, and the walls before the tax.
    let mut frozen: Vec<Option<Dyadic>> = vec![None; nodes.len()];
    let mut best: FxHashMap<(usize, usize), Trajectory> = FxHashMap::default();
    loop {
        let mut walls: FxHashMap<(usize, usize), Trajectory> = FxHashMap::default();
        for &(v, i) in &order {
            let wanted = if i == 0 { Ordering::Greater } else { Ordering::Less };
            let mut made: Option<Trajectory> = None;
            for branch in &nodes[v][i] {
                h.tick()?;
                let wall = match branch {
                    Branch::Node(w) => &walls[&(*w, 1 - i)],
                    Branch::Known(t) if i == 0 => &t.right,
                    Branch::Known(t) => &t.left,
                };
                h.ticks(wall.corners().len() as u32)?;
                made = Some(match made {
                    Some(made) => made.extreme(wall, wanted),
                    None => wall.clone(),
                });
            }
            let made = made.unwrap_or(Trajectory::constant(Dyadic::zero()));
            let end = frozen[v].as_ref().unwrap_or(&horizon);
            walls.insert((v, i), made.taxed(wanted.reverse(), end).straightened());
            best.insert((v, i), made);
        }
        let mut first: Option<Dyadic> = None;
        let mut meeting = Vec::new();
        for v in (0..nodes.len()).filter(|&v| frozen[v].is_none()) {
            h.tick()?;
            let temperature = Thermograph::from_walls(&best[&(v, 0)], &best[&(v, 1)]).temperature;
            match first.as_ref().map_or(Ordering::Less, |first| temperature.cmp(first)) {
                Ordering::Less => (first, meeting) = (Some(temperature), vec![v]),
                Ordering::Equal => meeting.push(v),
                Ordering::Greater => {}
            }
        }
        if meeting.is_empty() {
            break;
        }
        for v in meeting {
            frozen[v].clone_from(&first);
        }
    }
    let made = (0..nodes.len()).map(|v| Rc::new(Thermograph::from_walls(&best[&(v, 0)], &best[&(v, 1)])));
    Ok(Some(made.collect()))
}

/// A tax at which all walls have met: one position closes at any time, by one at least for each unit of tax, and none has further to go than the stops
/// are apart.
fn horizon(stops: &[[Dyadic; 2]]) -> Option<Dyadic> {
    let (high, low) = (stops.iter().map(|s| &s[0]).max()?, stops.iter().map(|s| &s[1]).min()?);
    let width = high.sub(low).add(&Dyadic::from(1));
    let mut sum = Dyadic::from(1);
    for _ in stops {
        sum = sum.add(&width);
    }
    Some(sum)
}

/// Positions with the player to move, each after those that the next move leads to; `None` if turns can go round.
fn turns(nodes: &[[Vec<Branch>; 2]], h: &Handle) -> Result<Option<Vec<(usize, usize)>>, Stop> {
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![[0u8; 2]; nodes.len()];
    let mut order = Vec::new();
    for root in 0..nodes.len() * 2 {
        let mut way = vec![(root / 2, root % 2, 0)];
        while let Some((v, i, next)) = way.pop() {
            h.tick()?;
            if next == 0 {
                match state[v][i] {
                    DONE => continue,
                    OPEN => return Ok(None),
                    _ => state[v][i] = OPEN,
                }
            }
            match nodes[v][i].get(next) {
                None => {
                    state[v][i] = DONE;
                    order.push((v, i));
                }
                Some(branch) => {
                    way.push((v, i, next + 1));
                    if let Branch::Node(w) = branch {
                        way.push((*w, 1 - i, 0));
                    }
                }
            }
        }
    }
    Ok(Some(order))
}
