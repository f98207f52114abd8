//! Games whose ends are points.

use super::counted::{Counted, met};
use crate::lab::Lab;

/// A game that ends in points, and what it is called.
#[derive(Clone)]
enum Scored {
    End(i64),
    Moves(Vec<Scored>, Vec<Scored>),
}

impl Scored {
    fn text(&self) -> String {
        let all = |games: &[Scored]| games.iter().map(Scored::text).collect::<Vec<_>>().join(", ");
        match self {
            Scored::End(points) => format!("Points({points})"),
            Scored::Moves(left, right) => format!("<{} | {}>", all(left), all(right)),
        }
    }

    fn moves(&self, left: bool) -> &[Scored] {
        match self {
            Scored::End(_) => &[],
            Scored::Moves(l, r) => {
                if left {
                    l
                } else {
                    r
                }
            }
        }
    }
}

/// What comes of a sum if one moves and then the other: where nobody can move, its points are added.
fn score(sum: &[Scored], left: bool) -> i64 {
    let mut scores = Vec::new();
    for (i, part) in sum.iter().enumerate() {
        for option in part.moves(left) {
            let mut after = sum.to_vec();
            after[i] = option.clone();
            scores.push(score(&after, !left));
        }
    }
    let ends = || sum.iter().map(|part| if let Scored::End(points) = part { *points } else { 0 }).sum();
    if left { scores.into_iter().max() } else { scores.into_iter().min() }.unwrap_or_else(ends)
}

/// A game with both players' moves down to its ends; numbers come one after the other.
fn some_game(depth: usize, number: &mut dyn FnMut() -> usize) -> Scored {
    if depth == 0 || number().is_multiple_of(4) {
        return Scored::End(number() as i64 % 9 - 4);
    }
    let mut options = || (0..=number() % 2).map(|_| some_game(depth - 1, number)).collect::<Vec<_>>();
    let left = options();
    Scored::Moves(left, options())
}

#[test]
fn points() {
    let _counted = Counted::of("points");
    let mut state = 1u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as usize
    };
    let mut lab = Lab::new();
    for round in 0..150 {
        let sum: Vec<Scored> = (0..=round % 3).map(|_| some_game(3 - round % 3, &mut number)).collect();
        let text = sum.iter().map(Scored::text).collect::<Vec<_>>().join(" + ");
        let said = lab.say(&format!("(score({text}), score({text}, Right))"));
        assert_eq!(said, format!("({}, {})", score(&sum, true), score(&sum, false)), "{text}");
        met("Points");
    }
}
