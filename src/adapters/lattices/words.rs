//! What is wrong with a `lattice` declaration, in words: the axiom, the ray or the vector, and what would repair it.

use super::declaration::LatticeRules;
use super::plural;
use crate::diagnostics::Mistake;
use crate::lattices::game::Flaw;
use crate::lattices::strategy::{Ended, Method, Tried};
use crate::source::Span;
use crate::value::Fault;
use num_bigint::BigInt;
use num_traits::One;
use std::rc::Rc;

fn vector(v: &[i64]) -> String {
    match v {
        [n] => n.to_string(),
        _ => format!("({})", v.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// `x + 2*y - z`
fn linear(a: &[i64], names: &[Rc<str>]) -> String {
    let mut text = String::new();
    for (n, name) in a.iter().zip(names).filter(|(n, _)| **n != 0) {
        let sign = match (text.is_empty(), *n < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        if n.abs() != 1 {
            text.push_str(&format!("{}*", n.abs()));
        }
        text.push_str(name);
    }
    if text.is_empty() { "0".into() } else { text }
}

/// `x + 2*y >= 3`
pub fn inequality(a: &[i64], bound: i64, names: &[Rc<str>]) -> String {
    format!("{} >= {bound}", linear(a, names))
}

/// `x + 2*y - 3`
pub fn facet(a: &[i64], bound: i64, names: &[Rc<str>]) -> String {
    let rest = match bound {
        0 => String::new(),
        b if b > 0 => format!(" - {b}"),
        b => format!(" + {}", -b),
    };
    linear(a, names) + &rest
}

/// The error of a declaration whose vectors stood at these places.
pub fn flaw_fault(
    flaw: &Flaw,
    declaration: &LatticeRules,
    moves: &[Vec<i64>],
    places: &[Span],
    board: &[Span],
) -> Fault {
    let names = &declaration.params;
    let place = |i: &usize| places.get(*i).copied().unwrap_or(declaration.heading.span);
    let whole = declaration.heading.span;
    let move_text = |i: &usize| moves.get(*i).map_or(String::new(), |g| vector(g));
    match flaw {
        Flaw::InequalityLength { index, .. } | Flaw::LargeInequality { index } => {
            Fault::new(Mistake::Board, "the numbers in this inequality are too large")
                .note("Once they are integers without a common divisor, they may go up to 2^31.")
                .at(board.get(*index).copied().unwrap_or(whole))
        }
        Flaw::EmptyBoard => Fault::new(Mistake::Board, "no point satisfies all inequalities of the board").at(whole),
        Flaw::NotPointed { direction } => {
            let free = direction.iter().position(|&n| n != 0).unwrap_or(0);
            let other = names.get(free).map_or("x", |n| n);
            Fault::new(Mistake::Board, format!("the board contains whole lines, in the direction {}", vector(direction)))
                .note(format!("A board must have a corner. An inequality that bounds it there is missing, such as `{other} >= 0`."))
                .at(whole)
        }
        Flaw::FlatCone { empty: true, .. } => {
            Fault::new(Mistake::Board, "no point satisfies all inequalities of the board").at(whole)
        }
        Flaw::FlatCone { row, .. } => {
            Fault::new(Mistake::Board, format!("the board is bounded across: {} stays between two numbers", linear(row, names)))
                .note("A board goes on for ever in as many independent directions as it has coordinates. Leave out an inequality, or a coordinate.")
                .at(whole)
        }
        Flaw::BadMove { index, expected } => {
            Fault::new(Mistake::LatticeMoves, format!("a move needs {}, at most 2^31 in size", plural(*expected, "integer"))).at(place(index))
        }
        Flaw::ZeroMove { index } => {
            Fault::new(Mistake::LatticeMoves, "the zero vector is no move: it leaves the position as it is").at(place(index))
        }
        Flaw::NoIncrease { moves: used, rays } => {
            let weighted = |text: String, n: &BigInt| if n.is_one() { text } else { format!("{n}*{text}") };
            let mut terms: Vec<String> = used.iter().map(|(i, n)| weighted(move_text(i), n)).collect();
            let from_moves = terms.join(" + ");
            terms.extend(rays.iter().map(|(r, n)| weighted(vector(r), n)));
            let fault = Fault::new(Mistake::LatticeMoves, format!("play need not end: {} = 0", terms.join(" + ")));
            let why = if rays.is_empty() {
                "These moves together lead back to where they started.".to_string()
            } else {
                format!("Subtracting {from_moves} leads ever further out along the board. A move *subtracts* its vector: is a sign the wrong way round?")
            };
            fault
                .note(why)
                .note("Axiom 1: some linear function is positive on every move and on every direction in which the board is unbounded.")
                .at(used.first().map_or(whole, |(i, _)| place(i)))
        }
        Flaw::UncoveredRay { ray } => {
            let unit = ray.iter().filter(|&&n| n != 0).count() == 1;
            let axis = ray.iter().position(|&n| n != 0).and_then(|i| names.get(i));
            match axis.filter(|_| unit) {
                Some(name) => Fault::new(Mistake::LatticeMoves, format!("far out along the ray {} nobody can move back: no move takes away from {name} alone", vector(ray)))
                    .note(format!("Axiom 2: for each ray of the board some move has a positive entry there, here at {name}, and none at the others."))
                    .note(format!("If {name} counts heaps in which there is no move, they are dead and change nothing: leave out the coordinate. Otherwise a move is missing.")),
                None => Fault::new(Mistake::LatticeMoves, format!("far out along the ray {} nobody can move back", vector(ray)))
                    .note("Axiom 2: for each extremal ray of the board some move, subtracted, does not leave through a side that holds the ray. Add such a move."),
            }
            .at(whole)
        }
        Flaw::DefeatedOffBoard { point } => Fault::new(Mistake::LatticeMoves, format!("the defeated point {} is not on the board", vector(point)))
            .at(declaration.defeated.first().map_or(whole, |code| code.span)),
        Flaw::DefeatedNotClosed { point, index, missing } => {
            Fault::new(Mistake::LatticeMoves, format!("{} is defeated, but the move {} leads from there to {}, which is not", vector(point), move_text(index), vector(missing)))
                .note(format!("Defeated points must be closed under moves: add {} to them, or write `misere`, which makes all positions without a move defeated.", vector(missing)))
                .at(declaration.defeated.first().map_or(whole, |code| code.span))
        }
    }
}

/// No strategy: what was tried.
pub fn not_found(name: &str, tried: &Tried, effort: u64) -> Fault {
    let mut fault = Fault::new(Mistake::Undecided, format!("no strategy found for {name}"));
    for (method, ended) in &tried.ways {
        let method = match method {
            Method::Closed => "closed form",
            Method::Periodic => "periods in each coordinate",
            Method::Peeling => "periods along a vector",
            Method::Sectors => "periods in sectors of the plane",
            Method::Quotient => "a finite quotient",
            Method::Fan => "periods in cones",
            Method::Claim => "a claim",
            Method::Learning => "learning an automaton",
            Method::Cuts => "cuts and residues",
        };
        let ended = match ended {
            Ended::NotSquarefree => {
                "does not apply: play is not normal, or a move has other positive entries than a single 1".into()
            }
            Ended::Dimension(most) => format!("only for up to {most} coordinates (sides of the board)"),
            Ended::NoPeriod(side) => format!("none in the box of side {side}"),
            Ended::WrongGuess(side) => format!("the last guess, from the box of side {side}, was refuted"),
            Ended::NotParallel(side) => {
                format!(
                    "a guess from the box of side {side} is not refuted, but its periods do not fit together for a proof"
                )
            }
            Ended::Refuted => "the last guess was refuted".into(),
            Ended::NoPattern => "somewhere the positions that were looked at show no pattern".into(),
            Ended::Budget => "the work allowed was used up".into(),
        };
        fault = fault.note(format!("{method}: {ended}"));
    }
    fault.note(format!(
        "`strategy({name}, effort = {})` searches longer. Some lattice games have no such strategy at all (Fink).",
        effort.saturating_mul(10)
    ))
}
