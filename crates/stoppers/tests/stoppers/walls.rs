//! Thermographs of stoppers on cycles against the definition, a tax at a time.

use super::raw::Dice;
use sprague_games::{Dyadic, Side, Store, Thermograph};
use sprague_limits::Handle;
use sprague_stoppers::{Graph, Link, Loops, Pseudonumber, Stopper};
use std::collections::HashMap;

const STEP: f64 = 1.0 / 64.0;

fn float(x: &Dyadic) -> f64 {
    x.to_string()
        .split_once('/')
        .map_or_else(|| x.to_string().parse().unwrap(), |(n, d)| n.parse::<f64>().unwrap() / d.parse::<f64>().unwrap())
}

/// Positions with what is known of each: a mast, the thermograph of a short game, or options.
enum Kind {
    Mast(f64),
    Short(std::rc::Rc<Thermograph>),
    Hot([Vec<usize>; 2]),
}

struct World<'a> {
    store: &'a Store,
    loops: &'a Loops,
    h: &'a Handle,
}

impl World<'_> {
    fn stops(&self, s: Stopper) -> Option<[Dyadic; 2]> {
        let stop = |side| match self.loops.stop(s, side, self.store, self.h).unwrap() {
            Pseudonumber::Near(x, _) => Some(x),
            _ => None,
        };
        Some([stop(Side::Left)?, stop(Side::Right)?])
    }

    /// All that matters, the position itself first; `None` if play may stop at `on` or `off`.
    fn kinds(&self, s: Stopper) -> Option<Vec<Kind>> {
        let mut all = vec![s];
        let mut kinds = Vec::new();
        while let Some(&here) = all.get(kinds.len()) {
            let [left, right] = self.stops(here)?;
            kinds.push(if let Stopper::Short(g) = here {
                Kind::Short(self.store.thermograph(g, self.h).unwrap())
            } else if left == right {
                Kind::Mast(float(&left))
            } else {
                Kind::Hot([Side::Left, Side::Right].map(|side| {
                    let options = self.loops.options(here, side, self.store, self.h).unwrap();
                    let place = |o: Stopper| match all.iter().position(|&known| known == o) {
                        Some(place) => place,
                        None => {
                            all.push(o);
                            all.len() - 1
                        }
                    };
                    options.into_iter().map(place).collect()
                }))
            });
        }
        Some(kinds)
    }
}

/// Whether a hot position leads back to itself.
fn is_on_cycle(kinds: &[Kind]) -> bool {
    (0..kinds.len()).any(|start| {
        let (mut open, mut seen) = (vec![start], vec![false; kinds.len()]);
        while let Some(v) = open.pop() {
            if let Kind::Hot(options) = &kinds[v] {
                for &o in options.iter().flatten().filter(|&&o| matches!(kinds[o], Kind::Hot(_))) {
                    if o == start {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[o], true) {
                        open.push(o);
                    }
                }
            }
        }
        false
    })
}

/// The mast and the temperature: the tax rises in small steps, and a position whose walls meet is frozen.
fn swept(kinds: &[Kind]) -> (f64, f64) {
    let mut frozen: Vec<Option<f64>> = vec![None; kinds.len()];
    let mut tax = 0.0;
    loop {
        let mut known = HashMap::new();
        let met: Vec<(usize, f64)> = (0..kinds.len())
            .filter(|&v| matches!(kinds[v], Kind::Hot(_)) && frozen[v].is_none())
            .filter_map(|v| {
                let [left, right] = [0, 1].map(|side| wall(kinds, &frozen, v, side, tax, &mut known));
                (left <= right).then_some((v, (left + right) / 2.0))
            })
            .collect();
        for (v, mast) in met {
            frozen[v] = Some(mast);
        }
        if let Some(mast) = frozen[0] {
            return (mast, tax);
        }
        tax += STEP;
        assert!(tax < 1000.0);
    }
}

fn wall(
    kinds: &[Kind],
    frozen: &[Option<f64>],
    v: usize,
    side: usize,
    tax: f64,
    known: &mut HashMap<(usize, usize), f64>,
) -> f64 {
    if let Some(mast) = frozen[v] {
        return mast;
    }
    match &kinds[v] {
        Kind::Mast(x) => *x,
        Kind::Short(t) => {
            let at = (0..6).fold(Dyadic::from((tax / STEP) as i64), |x, _| x.half());
            float(&if side == 0 { t.left.at(&at) } else { t.right.at(&at) })
        }
        Kind::Hot(options) => {
            if let Some(&found) = known.get(&(v, side)) {
                return found;
            }
            let walls = options[side].iter().map(|&o| wall(kinds, frozen, o, 1 - side, tax, known));
            let walls: Vec<f64> = walls.collect();
            let found = if side == 0 {
                walls.into_iter().fold(f64::NEG_INFINITY, f64::max) - tax
            } else {
                walls.into_iter().fold(f64::INFINITY, f64::min) + tax
            };
            known.insert((v, side), found);
            found
        }
    }
}

#[test]
fn hot_positions_on_cycles() {
    let (store, mut loops, h) = (Store::new(), Loops::new(), Handle::default());
    let mut dice = Dice(17);
    let (mut cycles, mut others) = (0, 0);
    for _ in 0..3000 {
        let nodes = 2 + dice.below(4) as usize;
        let mut graph = Graph::new(nodes);
        for v in 0..nodes {
            for side in [Side::Left, Side::Right] {
                for _ in 0..1 + dice.below(2) {
                    let number = |dice: &mut Dice| store.number(Dyadic::from(dice.below(21) as i64 - 10));
                    let link = match dice.below(5) {
                        0 | 1 => Link::Node(dice.below(nodes as u64) as usize),
                        2 | 3 => Link::Value(number(&mut dice).into()),
                        _ => {
                            let (a, b) = (number(&mut dice), number(&mut dice));
                            Link::Value(store.canonical(&[a], &[b], &h).unwrap().into())
                        }
                    };
                    graph.link(v, side, link);
                }
            }
        }
        for sides in loops.values(&graph, &store, &h).unwrap() {
            let Some(s) = sides.value().and_then(|value| value.stopper()).filter(|s| !s.is_short()) else { continue };
            let world = World { store: &store, loops: &loops, h: &h };
            let Some(kinds) = world.kinds(s) else { continue };
            if !matches!(kinds[0], Kind::Hot(_)) {
                continue;
            }
            let found = loops.thermograph(s, &store, &h).unwrap();
            let (mast, temperature) = swept(&kinds);
            assert!((float(&found.mast) - mast).abs() < 0.2, "mast {} by steps {mast}", found.mast);
            assert!((float(&found.temperature) - temperature).abs() < 0.2, "temperature {}", found.temperature);
            if is_on_cycle(&kinds) { cycles += 1 } else { others += 1 }
        }
    }
    assert!(cycles > 20 && others > 20, "{cycles} {others}");
}
