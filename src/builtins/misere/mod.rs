//! Misère quotients: found, proved, shown; what follows from them.

pub mod forms;
mod picture;

use super::{given, natural};
use crate::adapters::misere::shown::{MiserePeriod, QuotientProof, Shared};
use crate::adapters::misere::{Asked, QuotientValue, refusal};
use crate::builtins::pictures::table::aligned;
use crate::builtins::play::winning_moves;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::misere::{Certificate, CheckError, Presentation};
use crate::value::notion::Notion;
use crate::value::{Convention, Display, Fault, OutcomeClass, Res, Table, Value};
use std::rc::Rc;

/// Elements of the largest multiplication table that is shown.
const MOST_SHOWN: usize = 400;

/// The functions of this directory.
pub static ALL: &[Native] = &[
    Native::new(
        "misere_quotient",
        "misere_quotient(g, heaps = nothing, order = 200, effort = 1)",
        "The misère quotient of a take-and-break game (Plambeck and Siegel): the finite commutative monoid of its sums, where sums are the same if no third sum beside them tells who wins in misère play. It holds for all heaps where the values of heaps are proved to repeat, else for those that it names; with `heaps` for heaps up to that one. g may also be a lattice game in which every move replaces one unit of a coordinate, a position, or a list or set of positions, with all that can be reached from them. Partizan positions have a quotient too, with the outcomes L, N, P and R of its elements (Allen). Larger `order` and `effort` find more. Everything that is returned has been accepted by a separate checker.",
        &[
            (
                "misere_quotient(octal(\"0.123\"))",
                "misère quotient of octal(\"0.123\"): order 20, P-portion 5, proved for all heaps\n⟨a, b, c, d | a^2 = 1, c^2 = 1, cd = bd, b^2c = b^3, d^3 = ad^2⟩\nP = {a, d^2, ac, b^2, bd}\n n |    1  2  3  4  5    6  7  8  9  10\n 0 |    a  1  b  b  a  d^2  1  c  d   a\n10 |  d^2  1\nperiod 5 from 5, proved",
            ),
            ("misere_quotient(Kayles).order", "40"),
            ("misere_quotient(Kayles, heaps = 10).order", "18"),
            (
                "misere_quotient(<0, * | 0>)",
                "misère quotient of <0, * | 0>: order 5, proved for all its positions\n⟨a, b | a^2 = 1, ab^2 = b^2, b^3 = b^2⟩\nL = {b, b^2}\nN = {1, ab}\nP = {a}\nR = {}\n         * | a\n<0, * | 0> | b",
            ),
        ],
        |m, a| {
            let most = |value: &Value, what| natural(value, what).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            let usual = Asked::default();
            let heaps = given(&a[1]).map(|n| most(n, "the largest heap")).transpose()?;
            let order = given(&a[2]).map_or(Ok(usual.order), |n| most(n, "the largest order"))?;
            let effort = given(&a[3]).map_or(Ok(usual.effort), |n| most(n, "the effort"))?.max(1);
            let quotient = m.misere_quotient(&a[0], Asked { heaps, order, effort })?;
            Ok(Value::of(Shared(quotient)))
        },
    ),
    Native::new(
        "order",
        "order(Q)",
        "The number of elements of a misère quotient.",
        &[("order(misere_quotient(Kayles))", "40")],
        |_, a| Ok(quotient(&a[0])?.quotient.monoid().order().into()),
    ),
    Native::new(
        "p_portion",
        "p_portion(Q)",
        "The elements of a misère quotient whose sums the player who moves second wins, as products of generators.",
        &[("p_portion(misere_quotient(Kayles, heaps = 2))", "[\"a\", \"b^2\"]")],
        |_, a| {
            let value = quotient(&a[0])?;
            let words = value.words(&value.quotient.presentation());
            let p = value.quotient.p_portion();
            Ok(Value::list(p.iter().map(|&x| Value::text(words[x as usize].as_str())).collect()))
        },
    ),
    Native::new(
        "portion",
        "portion(Q, outcome)",
        "The elements of a misère quotient whose sums have an outcome L, N, P or R, as products of generators. Of impartial games it is N or P.",
        &[
            ("portion(misere_quotient(<0, * | 0>), L)", "[\"b\", \"b^2\"]"),
            ("portion(misere_quotient(Kayles, heaps = 2), P)", "[\"a\", \"b^2\"]"),
        ],
        |_, a| {
            let value = quotient(&a[0])?;
            let asked = match a[1] {
                Value::Outcome(asked) if asked.is_decided() => asked,
                _ => return Fault::expected("an outcome: L, N, P or R", &a[1]).err(),
            };
            let words = value.words(&value.quotient.presentation());
            let is_asked = |x: &u32| match &value.partizan {
                Some((partizan, _)) => format!("{:?}", partizan.outcome(*x)) == asked.name(),
                None => asked == if value.quotient.is_p(*x) { OutcomeClass::P } else { OutcomeClass::N },
            };
            let all = value.quotient.monoid().elements().filter(is_asked);
            Ok(Value::list(all.map(|x| Value::text(words[x as usize].as_str())).collect()))
        },
    ),
    Native::new(
        "presentation",
        "presentation(Q)",
        "Generators and relations of a misère quotient, as the literature prints them. Each relation is needed: what follows from those before it is left out.",
        &[("presentation(misere_quotient(Kayles, heaps = 2))", "⟨a, b | a^2 = 1, b^3 = b⟩")],
        |_, a| {
            let value = quotient(&a[0])?;
            let text = value.presented(&value.quotient.presentation());
            Ok(Value::Display(Rc::new(Display { kind: "presentation", text, svg: None, ..Display::default() })))
        },
    ),
    Native::new(
        "pretensions",
        "pretensions(Q)",
        "The values of the heaps in a misère quotient as a table: which element each pretends to be. Rows are periods where they are short.",
        &[(
            "pretensions(misere_quotient(Kayles, heaps = 10))",
            "n |  1  2   3  4  5   6  7     8  9  10\n0 |  a  b  ab  a  c  ab  b  ab^2  d   b",
        )],
        |m, a| {
            let value = quotient(&a[0])?;
            let words = value.words(&value.quotient.presentation());
            let text = value.pretensions(m, &words)?;
            let row = |(name, x): (String, &u32)| vec![Value::text(name), Value::text(&*words[*x as usize])];
            let rows = value.heap_names(m)?.into_iter().zip(value.quotient.map()).map(row).collect();
            let table = Table { header: Some(vec![Value::text("heap"), Value::text("element")]), rows };
            Ok(Value::Display(Rc::new(Display { kind: "table", text, table: Some(table), ..Display::default() })))
        },
    ),
    Native::new(
        "idempotents",
        "idempotents(Q)",
        "The idempotents of a misère quotient as a poset: e <= f if e f = e. `hasse` draws it.",
        &[("idempotents(misere_quotient(Kayles, heaps = 2))", "poset {\"b^2\" < \"1\"}")],
        |m, a| {
            let value = quotient(&a[0])?;
            let monoid = value.quotient.monoid();
            let words = value.words(&value.quotient.presentation());
            let all = monoid.idempotents();
            let mut pairs = Vec::new();
            for (i, &e) in all.iter().enumerate() {
                m.handle.ticks(all.len() / 16 + 1)?;
                pairs.extend((0..all.len()).filter(|&j| j != i && monoid.times(e, all[j]) == e).map(|j| (i, j)));
            }
            let elements = all.iter().map(|&x| Value::text(words[x as usize].as_str())).collect();
            Ok(Value::of(m.poset(elements, &pairs)?))
        },
    ),
    Native::new(
        "cayley_graph",
        "cayley_graph(Q)",
        "The Cayley graph of a misère quotient: elements in rows by the length of their words, an arrow of its colour for each generator; P-elements in boxes. `svg(cayley_graph(Q))` is the drawing.",
        &[(
            "cayley_graph(misere_quotient(Kayles, heaps = 2))",
            "    1 : a -> a, b -> b\n   [a]: a -> 1, b -> ab\n    b : a -> ab, b -> b^2\n   ab : a -> b, b -> ab^2\n [b^2]: a -> ab^2, b -> b\n ab^2 : a -> b^2, b -> ab",
        )],
        picture::cayley_graph,
    ),
    Native::new(
        "misere_winning_moves",
        "misere_winning_moves(g)",
        "The moves after which the player who made them wins if whoever cannot move wins, short for `winning_moves(g, misere = true)`. Sums of heaps of one game may have any size: they are decided by its misère quotient.",
        &[
            ("misere_winning_moves(Nim(1, 4, 4))", "[1 -> 0]"),
            ("misere_winning_moves(10^12*Nim(5) + Nim(2))", "[2 -> 0]"),
        ],
        |m, a| winning_moves(m, &a[0], &Value::Nothing, Convention::Misere.into(), "misere_winning_moves"),
    )
    .about(Notion::MisereWinningMoves),
];

/// The quotient that an argument is.
fn quotient(value: &Value) -> Res<Rc<QuotientValue>> {
    match value.thing::<Shared>() {
        Some(shared) => Ok(Rc::clone(&shared.0)),
        None => Fault::expected("a misère quotient, such as `misere_quotient(Kayles)`", value).err(),
    }
}

/// The period of the values of heaps, if the argument is a quotient; a quotient without one says how far it is known.
pub fn period(value: &Value) -> Option<Res> {
    let shared = value.thing::<Shared>()?;
    Some(match shared.0.quotient.period() {
        Some(period) => Ok(Value::of(MiserePeriod { period })),
        None => Fault::new(Mistake::Undecided, format!("no period is proved: {}", shared.0.headline())).err(),
    })
}

/// The period that a value is, or has as a quotient.
pub fn period_of(value: &Value) -> Option<Res<MiserePeriod>> {
    if let Some(period) = value.thing::<MiserePeriod>() {
        return Some(Ok(period.clone()));
    }
    Some(period(value)?.map(|value| value.thing::<MiserePeriod>().cloned().expect("it was made just now")))
}

/// `certificate(Q)`.
pub fn certificate(value: &Value) -> Option<Res> {
    let shared = value.thing::<Shared>()?;
    if shared.0.partizan.is_some() {
        let what = "certificates are written of quotients of impartial games";
        return Some(Fault::new(Mistake::Unsuitable, what).note("`verify(Q)` has this one checked once more.").err());
    }
    Some(Ok(Value::of(shared.0.proof())))
}

/// `verify(Q)`, and of its certificate, also as a text.
pub fn verify(m: &mut Machine, value: &Value) -> Option<Res> {
    let read = match value {
        Value::Str(text) => match Certificate::read(text) {
            Ok(read) => Some(read),
            Err(error) => {
                let message = format!("this text is no certificate of a misère quotient: {error}");
                return Some(
                    Fault::new(Mistake::Certificate, message).note("`text(certificate(Q))` is the text of one.").err(),
                );
            }
        },
        other => other.thing::<QuotientProof>().map(|proof| proof.certificate.clone()),
    };
    if let Some(certificate) = read {
        return Some(accepted(certificate.verify(&m.handle)));
    }
    let shared = value.thing::<Shared>()?;
    Some(accepted(shared.0.checked(m)))
}

fn accepted(verdict: Result<(), CheckError>) -> Res {
    verdict.map(|()| Value::Bool(true)).map_err(refusal)
}

/// `table(Q)`: the multiplication table.
pub fn table(m: &mut Machine, value: &Value) -> Option<Res> {
    let shared = value.thing::<Shared>()?;
    let monoid = shared.0.quotient.monoid();
    if monoid.order() > MOST_SHOWN {
        return Some(
            Fault::new(
                Mistake::Picture,
                format!("a table of order {}; at most {MOST_SHOWN} are shown", monoid.order()),
            )
            .err(),
        );
    }
    let words = shared.0.words(&shared.0.quotient.presentation());
    let mut rows = vec![[&[String::new()][..], &words].concat()];
    for x in monoid.elements() {
        if let Err(stop) = m.handle.ticks(monoid.order()) {
            return Some(Err(stop.into()));
        }
        let mut row = vec![words[x as usize].clone()];
        row.extend(monoid.elements().map(|y| words[monoid.times(x, y) as usize].clone()));
        rows.push(row);
    }
    let text = aligned(&rows, Some(1)).join("\n");
    let mut lines = rows.into_iter().map(|row| row.into_iter().map(Value::text).collect());
    let table = Table { header: lines.next(), rows: lines.collect() };
    Some(Ok(Value::Display(Rc::new(Display { kind: "table", text, table: Some(table), ..Display::default() }))))
}

/// Letters of generators, for pictures.
fn letters(presentation: &Presentation) -> Vec<String> {
    (0..presentation.generators().len()).map(Presentation::letter).collect()
}
