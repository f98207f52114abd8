//! Strategies in words: how they are shown, their proofs for people, their certificates, and what was tried in vain.

use super::things::{StrategyValue, Verdict};
use crate::adapters::lattices::words::facet;
use crate::adapters::lattices::{plural, point_text};
use crate::builtins::semilinear::things::Generating;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::lattices::automaton::{Automaton, Label};
use crate::lattices::budget::{Budgets, Failure};
use crate::lattices::cover::{Cover, Refutation};
use crate::lattices::game::Game;
use crate::lattices::sectors::Sectors;
use crate::lattices::series::Series;
use crate::lattices::sets::{Stratification, notation};
use crate::lattices::strategy::{Checked, Method, Origin, Source, Without};
use crate::lattices::window::Window;
use crate::value::key::Key;
use crate::value::{Deep, Fault, Res, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// Why a checker of strata may not decide.
pub const MORE_SIDES: &str =
    "not decided: the board has more sides than coordinates, for which the checker of covers has no way";

/// Whether a board has more sides than coordinates.
pub fn has_more_sides(game: &Game) -> bool {
    game.board().rows.len() > game.dimension()
}

/// The longest text of a stratification that is shown whole.
const LONGEST: usize = 1200;

/// Of a closed form 2^n strata are counted and not listed if n is above this: 128 points of seven coordinates or more are
/// longer than that.
const SHOWN: usize = 6;

fn vector(v: &[i64]) -> String {
    point_text(&v.iter().map(|&n| n.into()).collect::<Vec<BigInt>>())
}

fn numbers<T: ToString>(list: &[T]) -> String {
    list.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// What proved it, in a line.
fn proof_in_short(s: &StrategyValue) -> String {
    let text = match s.strategy.form() {
        Origin::Closed(closed) => {
            format!("the closed form of squarefree normal play, nim-values {}", numbers(&closed.nim_values))
        }
        Origin::Periodic(set, window) => format!(
            "periodic in each coordinate, periods {} from {}; {} checked",
            vector(&set.period),
            vector(&set.threshold),
            plural_u(window.points, "position")
        ),
        Origin::Peeled(set, window) => {
            let (t, v) = set.invariance(&vec![None; set.dimension]).unwrap_or_default();
            format!(
                "invariant under {} from {} on, and so on its sides; {} checked",
                vector(&v),
                vector(&t),
                plural_u(window.points, "position")
            )
        }
        Origin::Sectors(set, window) => format!(
            "periodic in each of {}, along {}; {} checked",
            plural(set.rays.len() - 1, "sector"),
            vectors_text(set),
            plural_u(window.points, "position")
        ),
        Origin::Quotient(set, checked) => format!(
            "periodic in each coordinate, with a quotient of {}; {} of a position with its options checked",
            plural(set.states(), "element"),
            plural_u(checked.pairs, "case")
        ),
        Origin::Cover(cover, source) => format!(
            "{}; a move into it from each of {} of the rest, none from itself",
            match source {
                Source::Claim => "claimed".into(),
                Source::Search => format!("periodic in each cone of a fan, along {}", directions_text(cover)),
            },
            strata_count(cover.rest.len())
        ),
        Origin::Strata(strata, points) => {
            format!("claimed, {}; {} checked", strata_count(strata.len()), plural_u(*points, "position"))
        }
        Origin::Cuts(set, seen) => format!(
            "by linear functions and residues, a tree with {}; {} with {} checked",
            plural(set.nodes.len(), "node"),
            plural_u(seen.regions, "region"),
            classes(seen.classes)
        ),
        Origin::Automaton(automaton, product) => format!(
            "an automaton with {}; {} of the product checked",
            plural(automaton.states(), "state"),
            plural_u(product.states, "state")
        ),
    };
    text + &facets(s)
}

/// The directions of all generators.
fn directions_text(cover: &Cover) -> String {
    cover.directions().iter().map(|v| point_text(v)).collect::<Vec<_>>().join(", ")
}

/// `1 class of residues`, `2 classes of residues`.
fn classes(n: u64) -> String {
    if n == 1 { "1 class of residues".into() } else { format!("{n} classes of residues") }
}

/// `1 stratum`, `2 strata`.
fn strata_count(n: usize) -> String {
    plural(n, "stratum").replace("stratums", "strata")
}

/// The vectors along the borders of the sectors.
fn vectors_text(set: &Sectors) -> String {
    (0..set.rays.len()).map(|i| vector(&set.vector(i))).collect::<Vec<_>>().join(", ")
}

/// On boards other than the orthant: which coordinates a proof speaks of.
fn facets(s: &StrategyValue) -> String {
    let rows = &s.strategy.game().board().rows;
    let plain =
        |(i, (a, b)): (usize, &(Vec<i64>, i64))| *b == 0 && a.iter().enumerate().all(|(j, &n)| n == i64::from(i == j));
    match (s.game(), rows.iter().enumerate().all(plain)) {
        (Ok(game), false) => {
            let all: Vec<String> = rows.iter().map(|(a, b)| facet(a, *b, &game.names)).collect();
            format!(" (in the coordinates {})", all.join(", "))
        }
        _ => String::new(),
    }
}

fn plural_u(n: u64, what: &str) -> String {
    plural(usize::try_from(n).unwrap_or(usize::MAX), what)
}

/// Strata by their number.
fn many_strata(n: usize) -> String {
    format!("{} (`strata(p_set(S))` lists them)", plural(n, "stratum").replace("stratums", "disjoint strata"))
}

/// The P-positions in a line.
fn set_text(s: &StrategyValue, set: Option<&Stratification>) -> String {
    match set {
        Some(set) => {
            let text = notation::text(set);
            if text.len() <= LONGEST { text } else { many_strata(set.strata().len()) }
        }
        None => match s.strategy.form() {
            Origin::Closed(closed) => {
                let n = closed.basis().len();
                format!("all p with nim-sum 0: 2^{n} strata with generators 2 e_i")
            }
            Origin::Automaton(..) => "those whose binary digits the automaton accepts".into(),
            _ if s.strategy.game().board().rows.len() > s.strategy.game().dimension() => {
                "not listed: the board has more sides than coordinates".into()
            }
            Origin::Periodic(..)
            | Origin::Peeled(..)
            | Origin::Sectors(..)
            | Origin::Quotient(..)
            | Origin::Cuts(..)
            | Origin::Strata(..)
            | Origin::Cover(..) => "too many strata to list".into(),
        },
    }
}

/// Why a strategy is not known as strata.
pub fn without_strata(m: &Machine, s: &StrategyValue) -> Res<String> {
    let sides = s.strategy.game().board().rows.len();
    let simplicial = sides == s.strategy.game().dimension();
    if simplicial && matches!(s.strategy.form(), Origin::Automaton(..)) {
        return Ok(match s.strategy.without_strata(&Budgets::default(), &m.handle)? {
            Some(Without::Line([first, second])) => format!(
                "It is an automaton, and its set has no stratification: along the line from {} through {} the P-positions have no \
                 period, not even from some point on. The automaton of that line proves it.",
                point_text(&first),
                point_text(&second)
            ),
            Some(Without::Part { base, generators, along }) => format!(
                "It is an automaton, and its set has no stratification: within {} + N{{{}}} no multiple of {} is a period, not even outside of \
                 finitely many hyperplanes. The automaton of that part proves it.",
                point_text(&base),
                generators.iter().map(|g| point_text(g)).collect::<Vec<_>>().join(", "),
                point_text(&generators[along])
            ),
            None => "It is an automaton. Whether its set has a stratification can be decided, but not within the budget; membership and winning \
                     moves are known."
                .into(),
        });
    }
    Ok(if !simplicial {
        "The board has more sides than coordinates; membership and winning moves are known there."
    } else {
        "It has too many strata to list; membership and winning moves are known."
    }
    .into())
}

/// What the session shows.
pub fn display(m: &Machine, s: &StrategyValue) -> Res<String> {
    let listed = match s.strategy.form() {
        // So many strata that their text would not be shown anyway.
        Origin::Closed(closed) if closed.power() > SHOWN && s.strategy.game().board().is_whole() => {
            match 1usize.checked_shl(closed.power() as u32).filter(|n| *n <= Budgets::default().strata) {
                Some(n) => many_strata(n),
                None => set_text(s, None),
            }
        }
        _ => set_text(s, s.set(m)?.as_deref()),
    };
    let proved = match s.checker(|| checker(m, s))? {
        Verdict { accepted: true, .. } => "proved".into(),
        Verdict { words, .. } => format!("proved by the search alone, the separate checker: {words}"),
    };
    Ok(format!("P-positions of {}: {}\n{proved}: {}", s.rules.name, listed, proof_in_short(s)))
}

/// A claim that is wrong.
pub fn refuted(name: &str, moves: &[Vec<i64>], why: &Refutation) -> Fault {
    let both = |from: &[BigInt], index: usize, to: &[BigInt]| {
        let by = moves.get(index).map_or(String::new(), |g| vector(g));
        format!("{} is in it, and so is {}, where the move {by} leads", point_text(from), point_text(to))
    };
    let neither = |x: &[BigInt]| format!("{} is not in it, but no move leads from there into it", point_text(x));
    let (what, so) = match why {
        Refutation::OffBoard(x) => (format!("{} is in it, but not on the board", point_text(x)), None),
        Refutation::Defeated(x) => (
            format!("{} is in it, but defeated", point_text(x)),
            Some("A defeated point is no position of play.".into()),
        ),
        Refutation::Move { from, index, to } => (
            both(from, *index, to),
            Some(format!("{} is a P-position, so {} is none.", point_text(to), point_text(from))),
        ),
        Refutation::NoMove(x) => (neither(x), Some(format!("So {} is a P-position.", point_text(x)))),
        Refutation::Seen { from, to: Some((index, to)) } => {
            (both(from, *index, to), Some("No move leads from a P-position to another.".into()))
        }
        Refutation::Seen { from, to: None } => {
            (neither(from), Some("From every position that is no P-position a move leads to one.".into()))
        }
    };
    let fault = Fault::new(Mistake::Certificate, format!("this is not the set of P-positions of {name}: {what}"));
    match so {
        Some(note) => fault.note(note),
        None => fault,
    }
}

/// `verify(S)`: whether the separate checker accepts the proof.
pub fn verify(m: &Machine, s: &StrategyValue) -> Res {
    match s.checker(|| checker(m, s))? {
        Verdict { accepted: true, .. } => Ok(Value::Bool(true)),
        Verdict { words, .. } => Fault::new(
            Mistake::Undecided,
            format!("the strategy of {} is proved by the search alone, the separate checker: {words}", s.rules.name),
        )
        .err(),
    }
}

/// The generating function, in the coordinates' names.
pub fn rational(s: &StrategyValue, set: &Rc<Stratification>) -> Res {
    let names: Vec<String> = s.game()?.names.iter().map(|name| name.to_string()).collect();
    Ok(Value::of(Generating { series: Rc::new(Series::of_set(set)), names: names.into() }))
}

/// What the separate checker says.
fn checker(m: &Machine, s: &StrategyValue) -> Res<Verdict> {
    let said = s.strategy.check(&Budgets::default(), &m.handle);
    let accepted = said.is_ok();
    let words = match said {
        Err(Failure::Stop(stop)) => return Err(stop.into()),
        Err(Failure::Budget) => "not run: too large".into(),
        Ok(Checked::NimValues(n)) => format!("accepted: nim-values of {}", plural_u(n, "heap")),
        Ok(Checked::Strata(n, points)) => {
            format!("accepted: {}, {}", plural_u(n, "stratum").replace("stratums", "strata"), plural_u(points, "point"))
        }
        Ok(Checked::Quotient(n, points)) => {
            format!("accepted: {}, {}", plural_u(n, "element"), plural_u(points, "case"))
        }
        Ok(Checked::Cover(n)) => format!("accepted: {} added up", plural_u(n, "stratum").replace("stratums", "strata")),
        Ok(Checked::Cuts(seen)) => {
            format!("accepted: {}, {}", plural_u(seen.regions, "region"), classes(seen.classes))
        }
        Ok(Checked::Automaton(states)) => format!("accepted: {} compared", plural_u(states, "state")),
        Err(Failure::Shape) if has_more_sides(s.strategy.game()) => MORE_SIDES.into(),
        Err(Failure::Shape) => "not decided: the strata have a shape that the checker does not know".into(),
        // A proof by one method and a refutation by another cannot both be right.
        Err(refused) => {
            return Fault::new(Mistake::Bug, format!("the checker contradicts the proof: {refused:?}")).err();
        }
    };
    Ok(Verdict { accepted, words })
}

fn list(v: &[i64]) -> Value {
    Value::list(v.iter().map(|&n| n.into()).collect())
}

fn vectors(all: &[Vec<i64>]) -> Value {
    Value::list(all.iter().map(|v| Value::tuple(v.iter().map(|&n| n.into()).collect())).collect())
}

fn window(out: &mut Vec<(&'static str, Value)>, window: &Window) {
    out.push(("positions_checked", window.points.into()));
    out.push(("largest_coordinates", list(&window.reach)));
}

/// Entries as a map.
pub fn map(entries: Vec<(&'static str, Value)>) -> Value {
    Value::Map(Rc::new(Deep(entries.into_iter().map(|(key, value)| (Key(Value::text(key)), value)).collect())))
}

/// The entries of a certificate.
pub fn certificate(m: &mut Machine, s: &StrategyValue) -> Res<Vec<(&'static str, Value)>> {
    let game = s.strategy.game();
    let method = match s.strategy.method() {
        Method::Closed => "closed form",
        Method::Periodic => "periodic",
        Method::Peeling => "peeling",
        Method::Sectors => "sectors",
        Method::Quotient => "quotient",
        Method::Fan => "fan of cones",
        Method::Claim => "claim",
        Method::Learning => "automaton",
        Method::Cuts => "cuts",
    };
    let mut out = vec![
        ("game", Value::text(s.rules.name.to_string())),
        ("moves", vectors(game.moves())),
        ("defeated", vectors(game.defeated())),
        ("lowered_by_every_move", list(game.weight())),
        ("method", Value::text(method)),
    ];
    match s.strategy.form() {
        Origin::Closed(closed) => {
            out.push(("nim_values", Value::list(closed.nim_values.iter().map(|&n| n.into()).collect())));
            let basis = closed.basis();
            let basis: Vec<Vec<i64>> = basis.iter().map(|b| b.iter().map(|&x| i64::from(x)).collect()).collect();
            out.push(("basis", vectors(&basis)));
        }
        Origin::Periodic(set, w) => {
            out.push(("thresholds", list(&set.threshold)));
            out.push(("periods", list(&set.period)));
            window(&mut out, w);
        }
        Origin::Peeled(set, w) => {
            if let Some((t, v)) = set.invariance(&vec![None; set.dimension]) {
                out.push(("threshold", list(&t)));
                out.push(("vector", list(&v)));
            }
            out.push(("slabs_checked", w.slabs.into()));
            window(&mut out, w);
        }
        Origin::Sectors(set, w) => {
            out.push(("rays", vectors(&set.rays.iter().map(|r| r.to_vec()).collect::<Vec<_>>())));
            let along: Vec<Vec<i64>> = (0..set.rays.len()).map(|i| set.vector(i).to_vec()).collect();
            out.push(("vectors", vectors(&along)));
            out.push(("widths", list(&set.widths)));
            out.push(("start", set.start.into()));
            window(&mut out, w);
        }
        Origin::Quotient(set, checked) => {
            out.push(("elements", set.states().into()));
            let times = set.next.chunks(set.dimension);
            out.push((
                "times",
                Value::list(times.map(|row| Value::list(row.iter().map(|&q| q.into()).collect())).collect()),
            ));
            let told = |wanted: Label| {
                let all = set.labels.iter().enumerate().filter(|(_, label)| **label == wanted);
                Value::list(all.map(|(q, _)| q.into()).collect())
            };
            out.push(("p_elements", told(Label::P)));
            out.push(("defeated_elements", told(Label::Defeated)));
            out.push(("cases_checked", checked.pairs.into()));
        }
        Origin::Cover(cover, _) => {
            let directions = cover.directions().iter().map(|v| point(v)).collect();
            out.push(("directions", Value::list(directions)));
            let replies = cover.rest.iter().map(|reply| {
                let generators = reply.stratum.generators.iter().map(|g| point(g)).collect();
                let g = game.moves()[reply.index].iter().map(|&n| n.into()).collect();
                Value::tuple(vec![point(&reply.stratum.base), Value::list(generators), Value::tuple(g)])
            });
            out.push(("replies", Value::list(replies.collect())));
            out.push(("strata_before_the_set", cover.before.iter().map(Vec::len).sum::<usize>().into()));
        }
        Origin::Strata(_, points) => out.push(("positions_checked", (*points).into())),
        Origin::Cuts(set, seen) => {
            out.push(("nodes", set.nodes.len().into()));
            out.push(("regions_checked", seen.regions.into()));
            out.push(("classes_checked", seen.classes.into()));
        }
        Origin::Automaton(automaton, product) => {
            push_automaton(&mut out, automaton);
            out.push(("product_states", product.states.into()));
        }
    }
    if let Some(set) = s.set(m)? {
        out.push(("strata", Value::text(notation::text(&set))));
    }
    out.push(("checker", Value::text(s.checker(|| checker(m, s))?.words)));
    Ok(out)
}

fn point(v: &[BigInt]) -> Value {
    Value::tuple(v.iter().map(|n| Value::from(n.clone())).collect())
}

fn push_automaton(out: &mut Vec<(&'static str, Value)>, automaton: &Automaton) {
    let letters = 1usize << automaton.dimension;
    let rows =
        automaton.next.chunks(letters).map(|row| Value::list(row.iter().map(|&q| i64::from(q).into()).collect()));
    out.push(("transitions", Value::list(rows.collect())));
    let accepting = automaton.accepts.iter().enumerate().filter(|(_, a)| **a).map(|(q, _)| q.into());
    out.push(("accepting", Value::list(accepting.collect())));
}

/// `explain(S)`: the three parts of the proof.
pub fn explain(m: &mut Machine, s: &StrategyValue) -> Res {
    let game = s.strategy.game();
    // The proof is about facet coordinates; those of an orthant have the names of the coordinates.
    let whole = &s.game()?.names;
    let names: Vec<String> = if facets(s).is_empty() {
        whole.iter().map(|name| name.to_string()).collect()
    } else {
        game.board().rows.iter().map(|(a, b)| format!("({})", facet(a, *b, whole))).collect()
    };
    let set = s.set(m)?;
    let head = format!("P-positions of {}: {}", s.rules.name, set_text(s, set.as_deref()));
    let mut lines = vec![format!(
        "Play ends: every move lowers {}.",
        game.weight()
            .iter()
            .zip(whole.iter())
            .map(|(n, x)| if *n == 1 { x.to_string() } else { format!("{n}*{x}") })
            .collect::<Vec<_>>()
            .join(" + ")
    )];
    let defeated = game.defeated();
    if !defeated.is_empty() {
        let shown: Vec<String> = defeated.iter().take(8).map(|p| vector(p)).collect();
        let more = if defeated.len() > 8 { ", …" } else { "" };
        lines.push(format!("Defeated, so no positions: {}{more}.", shown.join(", ")));
    }
    match s.strategy.form() {
        Origin::Closed(closed) => {
            let heaps: Vec<String> = names.iter().zip(&closed.nim_values).map(|(x, v)| format!("{x}: {v}")).collect();
            lines.push("Every move replaces one heap by heaps of less weight, so a position is a sum of heaps, and equal heaps cancel in pairs.".into());
            lines.push(format!("Nim-values of the heaps, each the mex of what they may become: {}.", heaps.join(", ")));
            lines.push("1. P consists of positions of play: no position is defeated.".into());
            lines.push(
                "2. No move leads from P to P: what replaces a heap never has its nim-value, so the nim-sum changes."
                    .into(),
            );
            lines.push("3. From every other position a move leads to P: with nim-sum s some heap of nim-value v has v xor s < v, and the mex rule gives a replacement of just that value.".into());
        }
        Origin::Periodic(set, w) => {
            lines.push(format!(
                "P is unchanged by adding {}.",
                (0..set.period.len())
                    .map(|j| format!("{} to {} once {} >= {}", set.period[j], names[j], names[j], set.threshold[j]))
                    .collect::<Vec<_>>()
                    .join(", ")
            ));
            lines.push(format!(
                "Beyond the reach of one move from these bounds the three conditions repeat too, so they need to be looked at only where all coordinates are at most {}: {}.",
                vector(&w.reach),
                plural_u(w.points, "position")
            ));
            three(&mut lines, "There");
        }
        Origin::Peeled(set, w) => {
            let (t, v) = set.invariance(&vec![None; set.dimension]).unwrap_or_default();
            lines.push(format!("P is unchanged by adding {} from {} on; what lies below, slab by slab, is periodic in the other coordinates.", vector(&v), vector(&t)));
            lines.push(format!(
                "Where neither a position nor its options leave the range of a period, the three conditions repeat with it; left are {} on {}, with coordinates up to {}.",
                plural_u(w.points, "position"),
                plural_u(w.slabs, "slab"),
                vector(&w.reach)
            ));
            three(&mut lines, "There");
        }
        Origin::Sectors(set, w) => {
            lines.push(format!(
                "Once {0} + {1} >= {2}, P is unchanged by adding, between two neighbours of the vectors {3}, either of them, and close to one of them that one.",
                names[0],
                names[1],
                set.start,
                vectors_text(set)
            ));
            lines.push(format!(
                "Beyond the reach of one move from there and from the borders the three conditions repeat too, so they need to be looked at only where {} + {} <= {}: {}.",
                names[0],
                names[1],
                w.reach[0],
                plural_u(w.points, "position")
            ));
            three(&mut lines, "There");
        }
        Origin::Quotient(set, checked) => {
            lines.push(format!(
                "A position is told by one of {}: each further unit of a coordinate leads from an element to an element, whatever the order of units.",
                plural(set.states(), "element")
            ));
            lines.push(format!(
                "A unit more changes the elements of a position and of its options in a way that depends on these alone, so that only {} can occur; every position is one of them.",
                plural_u(checked.pairs, "case")
            ));
            three(&mut lines, "In each of them");
        }
        Origin::Cover(cover, _) => {
            let (set, rest) = (strata_count(cover.set.len()), strata_count(cover.rest.len()));
            lines.push(format!(
                "P is a disjoint union of {set} with generators along {}, and was compared with the board by exact operations on such sets.",
                directions_text(cover)
            ));
            lines.push("1. No point of P is off the board or defeated.".into());
            lines.push(
                "2. No move leads from P to P: for each move g, P + g lies in the rest, among the defeated points or off the board."
                    .into(),
            );
            lines.push(format!(
                "3. The positions of play outside P are {rest}, disjoint too; from each of them one move leads into one stratum of P."
            ));
        }
        Origin::Strata(strata, points) => {
            lines.push(format!(
                "P is a disjoint union of {}; each repeats along its generators, and so do the three conditions.",
                strata_count(strata.len())
            ));
            lines.push(format!("So they need to be looked at in a window only: {}.", plural_u(*points, "position")));
            three(&mut lines, "There");
        }
        Origin::Cuts(set, seen) => {
            lines.push(format!(
                "P is told by a tree with {}: each asks for the value of a linear function or, at the end, for the residues of some.",
                plural(set.nodes.len(), "node")
            ));
            lines.push(format!(
                "The board is cut into {} in each of which a position and all its options take one way each; then only residues count, and one position was looked at for each of {}.",
                plural_u(seen.regions, "region"),
                classes(seen.classes)
            ));
            three(&mut lines, "At each of them");
        }
        Origin::Automaton(automaton, product) => {
            lines.push(format!("P is what an automaton with {} accepts that reads the binary digits of all coordinates together, the last digits first.", plural(automaton.states(), "state")));
            lines.push(format!("Reading a position and all its options at once, with carries, leads to {}; every position leads to one of them.", plural_u(product.states, "state")));
            three(&mut lines, "In each of them");
        }
    }
    lines.push("The P-positions are the only set with these three properties.".into());
    lines.push(format!("The separate checker: {}.", s.checker(|| checker(m, s))?.words));
    Ok(Value::explanation(head, &lines))
}

fn three(lines: &mut Vec<String>, there: &str) {
    lines.push(format!("1. {there}, no defeated point is in P."));
    lines.push(format!("2. {there}, no move leads from P to P."));
    lines.push(format!("3. {there}, every position of play outside P has a move into P."));
}
