//! Names are read back as the same value, and depend on nothing but the value.

use super::raw::{Dice, graph};
use super::reader::World;
use sprague_games::{Dyadic, Side};
use sprague_stoppers::{Link, Loopy};

#[test]
fn names_of_random_values_are_read_back() {
    let mut w = World::new();
    let mut dice = Dice(5);
    let mut seen = 0;
    for round in 0..400 {
        let nodes = 2 + round % 5;
        let raw = dice.raw(nodes, 1);
        // Some options are short values, so that names have something to say.
        let mut graph = graph(&raw);
        for v in 0..nodes {
            let number = w.store.number(Dyadic::from(dice.below(5) as i64 - 2));
            let g = if dice.below(2) == 0 { number } else { w.store.nimber(dice.below(3)) };
            let side = if dice.below(2) == 0 { Side::Left } else { Side::Right };
            graph.link(v, side, Link::Value(g.into()));
        }
        for sides in w.loops.values(&graph, &w.store, &w.h).unwrap() {
            for stopper in [sides.on, sides.off].into_iter().flatten().filter(|s| !s.is_short()) {
                let name = w.name(stopper);
                // Short values in it are named by another crate, whose notation is richer than what is read here.
                if ["+-", "y(<", "y(1", "y(2", "y(3", "y(4", "^<2", "^<3", "^[2", "^[3"]
                    .iter()
                    .any(|special| name.contains(special))
                {
                    continue;
                }
                seen += 1;
                let mut other = World::new();
                let again = other.read(&name);
                assert_eq!(other.name(again), name);
                assert_eq!(w.read(&name), Loopy::from(stopper), "{name}");
            }
        }
    }
    assert!(seen > 300, "only {seen} names");
}
