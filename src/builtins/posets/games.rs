//! Chomp, and what long computations on subsets will take.

use super::poset;
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::chomp::chomp_position;
use crate::builtins::{given, string};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::posets::subsets::downset::{MAX_N, truncated};
use crate::posets::subsets::estimate::{self as engine, Quantity};
use crate::posets::subsets::{links, middles};
use crate::posets::{self, Faces, IdealsWay};
use crate::value::{Display, Fault, Position, Res, Value};
use num_bigint::BigUint;
use std::rc::Rc;

/// `chomp(P, poisoned)`.
pub fn chomp(m: &mut Machine, a: &[Value]) -> Res {
    let poisoned = match given(&a[1]) {
        None => true,
        Some(Value::Bool(poisoned)) => *poisoned,
        Some(other) => return Fault::expected("true or false as `poisoned`", other).err(),
    };
    m.chomp(&a[0], poisoned)
}

/// A position of Chomp, also as the move that leads to it.
pub(super) fn position(value: &Value) -> Res<&Rc<Position>> {
    let inner = match value {
        Value::Move(made) => &made.to,
        other => other,
    };
    match chomp_position(inner) {
        Some(position) => Ok(position),
        None => Fault::expected("a position of Chomp such as `chomp(subsets(3))`", value).err(),
    }
}

/// `after(g, x)`.
pub fn after(m: &mut Machine, a: &[Value]) -> Res {
    m.chomp_after(position(&a[0])?, &a[1])
}

/// `remaining(g)`.
pub fn remaining(m: &mut Machine, a: &[Value]) -> Res {
    m.chomp_board(position(&a[0])?)
}

/// `winning_orbits(g)`.
pub fn winning_orbits(m: &mut Machine, a: &[Value]) -> Res {
    let orbits = m.chomp_orbits(position(&a[0])?)?;
    Ok(Value::list(orbits.into_iter().map(|(made, size)| Value::tuple(vec![made, size.into()])).collect()))
}

/// `estimate(P, what)`.
pub fn estimate(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let what = given(&a[1]).map_or(Ok("grundy"), |what| string(what, "what is computed"))?;
    let is_of_downsets = matches!(what, "linear_extensions" | "ideals");
    let known = if matches!(what, "winner" | "outcome") {
        let game = m.chomp(&a[0], true)?;
        m.chomp_known(position(&game)?)?
    } else {
        None
    };
    let found = match is_of_downsets {
        true => Faces::either_way(&value.order, &m.handle)?,
        false => Faces::of(&value.order, &m.handle)?.map(|faces| (faces, false)),
    };
    let found = found.and_then(|(faces, is_dual)| Some((faces.truncation()?, faces.has_empty, is_dual)));
    let Some(((n, k), has_empty, is_dual)) = found else {
        if let Some(why) = known {
            let text =
                format!("who wins Chomp on a poset of {} elements\nanswered at once:    {why}", value.elements.len());
            return Ok(Value::Display(Rc::new(Display { kind: "estimate", text, ..Display::default() })));
        }
        return of_box(m, value, what);
    };
    let (kind, words) = match what {
        "winner" | "outcome" => (Quantity::Outcome, "who wins Chomp on"),
        "grundy" => (Quantity::Grundy, "the nim-value of Chomp on"),
        "linear_extensions" => (Quantity::Extensions, "linear extensions of"),
        "ideals" => (Quantity::Ideals, "downsets of"),
        _ => {
            return Fault::new(Mistake::Unsuitable, format!("there is no estimate for \"{what}\""))
                .note("There are estimates for \"winner\", \"grundy\", \"linear_extensions\" and \"ideals\".")
                .err();
        }
    };
    let mut estimate = engine::counted(kind, n, k, 5000, &m.handle)?;
    if kind == Quantity::Outcome && n <= MAX_N && m.chomp_by_links(n, truncated(n, k))? {
        estimate = estimate.at_once(links::costs(k));
    } else if kind == Quantity::Grundy && n <= MAX_N && m.chomp_by_triples(n, truncated(n, k))? {
        estimate = estimate.at_once(middles::nim::costs());
    } else if kind == Quantity::Extensions && !m.asks_for_levels() && middles::suits(n, k, &m.handle) {
        estimate = estimate.at_once(middles::costs());
    }
    let threads = m.heavy().thread_count();
    // What is answered without going through classes.
    let shorter = match kind {
        Quantity::Outcome => known,
        Quantity::Grundy if k == 2 && n > 1 => Some("the nim-value is n modulo 3"),
        _ => None,
    };
    let mut shown = if k < n { format!("subsets({n}, {k})") } else { format!("subsets({n})") };
    if !has_empty {
        shown += " - {}";
    }
    if is_dual {
        shown = format!("dual({shown})");
    }
    let mut lines = vec![format!("{words} {shown}")];
    lines.extend(shorter.map(|why| format!("answered at once:    {why}; below, the whole recursion")));
    let classes = match &estimate.counted {
        // Of subsets without {} a downset is one of all without it, so that the empty one is counted with the others.
        Some(counted) if kind == Quantity::Ideals && has_empty => format!("{}, exactly", counted + 1u32),
        Some(counted) => format!("{counted}, exactly"),
        None if estimate.is_least => format!("more than {}", about(estimate.classes)),
        None if estimate.classes.is_finite() && estimate.classes > 100.0 => {
            format!(
                "about {}, from {} to {}",
                about(estimate.classes),
                about(estimate.classes / ERROR),
                about(estimate.classes * ERROR)
            )
        }
        None => about(estimate.classes),
    };
    lines.push(format!("classes of downsets: {classes}"));
    if kind == Quantity::Ideals {
        lines.push(counted(n, k));
        return Ok(Value::Display(Rc::new(Display { kind: "estimate", text: lines.join("\n"), ..Display::default() })));
    }
    let processes = m.heavy().process_count();
    let own = estimate.bytes / processes as f64;
    lines.push(format!("memory:              {} MB", about((estimate.bytes / 1e6).max(1.0))));
    if processes > 1 {
        lines.push(format!("                     {} MB in each of {processes} processes", about((own / 1e6).max(1.0))));
    }
    lines.push(format!(
        "time:                {} on {threads} thread{}",
        time(estimate.seconds(threads)),
        if threads == 1 { "" } else { "s" }
    ));
    if !estimate.handled && estimate.pushes < FEW_PUSHES {
        lines.push("these few are gone through in the way for all posets".into());
    } else if !estimate.handled {
        lines.push("out of reach of the recursion on classes, which is not begun".into());
    } else if m.handle.reserve(own as usize).is_err() {
        lines.push("more memory than is allowed".into());
        let room = m.handle.limits().memory.unwrap_or(usize::MAX);
        lines.extend(
            estimate
                .disk(room)
                .filter(|_| processes == 1)
                .map(|files| format!("with --checkpoint:   up to {} GB of files", about((files / 1e9).max(1.0)))),
        );
    }
    Ok(Value::Display(Rc::new(Display { kind: "estimate", text: lines.join("\n"), ..Display::default() })))
}

/// How the downsets of P(n, k) are counted: not by going through their classes.
fn counted(n: u32, k: u32) -> String {
    match IdealsWay::of(n, k) {
        Some(IdealsWay::Formula) => "answered at once:    there is a formula".into(),
        Some(IdealsWay::Dedekind) if n == 8 => {
            "answered in seconds: a Dedekind number, or one less, by the intervals of 168 downsets".into()
        }
        Some(IdealsWay::Dedekind) => "answered at once:    a Dedekind number, or one less".into(),
        Some(IdealsWay::Graphs(points)) => {
            let (time, s) = (if n > 10 { "in seconds" } else { "at once" }, if points == 1 { "" } else { "s" });
            format!("answered {time}:{}by the graphs on {points} point{s}", " ".repeat(11 - time.len()))
        }
        Some(IdealsWay::Parts) => "answered in seconds: part by part, with up to 350 MB".into(),
        None => "out of reach, and not begun".into(),
    }
}

/// What a computation on a box will take.
struct OfBox {
    words: &'static str,
    sides: Vec<usize>,
    downsets: String,
    bytes: Option<f64>,
    files: Option<posets::BoxFiles>,
    seconds: Option<f64>,
    is_begun: bool,
    /// What happens else.
    otherwise: &'static str,
}

/// The estimate of a box.
fn of_box(m: &mut Machine, value: &PosetValue, what: &str) -> Res {
    let threads = m.heavy().thread_count();
    let found = match what {
        "linear_extensions" => posets::box_plan(&value.order, &m.handle)?.map(|plan| OfBox {
            words: "linear extensions of",
            downsets: match plan.is_listed {
                true => exactly(&plan.downsets),
                false => format!("{}, half of all", digits(&plan.downsets)),
            },
            bytes: plan.bytes,
            files: plan.files,
            seconds: Some(plan.seconds(threads)),
            is_begun: plan.is_listed,
            otherwise: "out of reach: its layers have no room in tables, and this is not begun",
            sides: plan.sides,
        }),
        "grundy" => posets::chomp_plan(&value.order, &m.handle)?.map(|plan| OfBox {
            words: "the nim-value of Chomp on",
            downsets: exactly(&plan.positions),
            bytes: plan.bytes,
            files: None,
            seconds: plan.is_begun.then(|| plan.seconds(threads)),
            is_begun: plan.is_begun,
            otherwise: "too many for a table, and the recursion for all posets is begun only where it has some hope",
            sides: plan.sides,
        }),
        _ => {
            return Fault::new(Mistake::Unsuitable, format!("there is no estimate for \"{what}\" on this poset"))
                .note("There are estimates for all of `subsets(n)` and `subsets(n, k)`, and for boxes, products of chains, for \"grundy\" and \"linear_extensions\".")
                .err();
        }
    };
    let Some(found) = found else {
        return match posets::box_sides(&value.order, &m.handle)? {
            Some(sides) => Fault::new(
                Mistake::Unsuitable,
                format!("a box of {} is out of reach: it has more downsets than can be counted for an estimate", by(&sides)),
            ),
            None => Fault::new(
                Mistake::Unsuitable,
                "estimates are made for `subsets(n)`, `subsets(n, k)`, and boxes of three chains or more (for \"grundy\" of two)",
            ),
        }
        .err();
    };
    let mut lines = vec![
        format!("{} a box of {}", found.words, by(&found.sides)),
        format!("downsets:            {}", found.downsets),
    ];
    lines.extend(found.bytes.map(|bytes| format!("memory:              {} MB", about((bytes / 1e6).max(1.0)))));
    let plural = if threads == 1 { "" } else { "s" };
    let shown = |seconds| format!("time:                {} on {threads} thread{plural}", time(seconds));
    lines.extend(found.seconds.map(shown));
    if !found.is_begun {
        lines.push(found.otherwise.into());
    } else if found.bytes.is_some_and(|bytes| m.handle.reserve(bytes as usize).is_err()) {
        lines.push("more memory than is allowed".into());
        if let Some(files) = found.files {
            let size = about((files.bytes / 1e9).max(1.0));
            let memory = match m.handle.reserve(files.memory as usize) {
                Ok(()) => String::new(),
                // What the program itself takes comes on top.
                Err(_) => format!(", --memory {:.0}", (files.memory / f64::from(1 << 20) * 1.1 + 16.0).ceil()),
            };
            lines.push(format!("with --checkpoint:   up to {size} GB of files, three to ten times as long{memory}"));
        }
    }
    Ok(Value::Display(Rc::new(Display { kind: "estimate", text: lines.join("\n"), ..Display::default() })))
}

/// `3 x 4 x 5`.
fn by(sides: &[usize]) -> String {
    sides.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ")
}

/// Steps that the way for all posets takes in seconds.
const FEW_PUSHES: f64 = 1e7;

/// How far estimates by walks may be off, as a factor: they were within a third wherever the number is known.
const ERROR: f64 = 1.5;

/// A number that may have more digits than anybody reads.
fn digits(number: &BigUint) -> String {
    let text = number.to_string();
    if text.len() <= 40 { text } else { format!("{}.{}e{}", &text[..1], &text[1..2], text.len() - 1) }
}

/// A number that is known, all of it if it has not too many digits.
fn exactly(number: &BigUint) -> String {
    let digits = digits(number);
    if digits.contains('e') { format!("about {digits}") } else { format!("{digits}, exactly") }
}

/// Two digits, and words for what is large.
fn about(x: f64) -> String {
    match x {
        x if !x.is_finite() => "more than 10^300".into(),
        x if x < 100.0 => format!("{x:.0}"),
        x if x < 1e15 => {
            let unit = 10_f64.powf(x.log10().floor() - 1.0);
            format!("{:.0}", (x / unit).round() * unit)
        }
        x => format!("{x:.1e}"),
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{} days", about(s / 86400.0)),
    }
}
