//! How a quotient is shown: its presentation, its P-portion, and the table of what each heap pretends to be.

use super::{QuotientValue, Subject};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::misere::{Certificate, CertifiedGame, Element, Outcome, Period, Presentation};
use crate::value::{Fault, Res, Value};
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// Columns after which lists go on in a new line.
const WIDE: usize = 100;

/// A quotient among the values.
#[derive(Debug)]
pub struct Shared(pub Rc<QuotientValue>);

/// The period of the values of heaps in a quotient.
#[derive(Clone, Debug)]
pub struct MiserePeriod {
    /// Where it begins, and its length.
    pub period: Period,
}

/// A quotient with its game as a text that the checker reads.
#[derive(Debug)]
pub struct QuotientProof {
    /// How the game is called.
    pub name: String,
    /// What is claimed.
    pub certificate: Certificate,
}

/// Pieces joined by commas, in lines.
fn lines_of(start: &str, pieces: &[String], end: &str) -> String {
    let (mut text, mut column) = (start.to_owned(), start.chars().count());
    for (i, piece) in pieces.iter().enumerate() {
        let last = i + 1 == pieces.len();
        let wide = piece.chars().count() + 2;
        if i > 0 && column + wide > WIDE {
            text.push_str("\n    ");
            column = 4;
        } else if i > 0 {
            text.push(' ');
        }
        text.push_str(piece);
        text.push_str(if last { "" } else { "," });
        column += wide;
    }
    text + end
}

impl QuotientValue {
    /// Elements as products of generators.
    pub fn words(&self, presentation: &Presentation) -> Vec<String> {
        self.quotient.monoid().elements().map(|x| presentation.product(presentation.normal_form(x))).collect()
    }

    /// One line: whose quotient it is, how large, and for which heaps.
    pub fn headline(&self) -> String {
        let (order, p) = (self.quotient.monoid().order(), self.quotient.p_portion().len());
        let known = match (&self.subject, self.quotient.period(), self.ended) {
            (Subject::Heaps(_), Some(_), _) => "all heaps".into(),
            (Subject::Heaps(_), None, _) => format!("heaps 0 to {}", self.quotient.map().len() as i64 - 1),
            (_, _, None) => "all its positions".to_owned(),
            (_, _, Some(_)) => format!("its first {} positions", self.quotient.map().len()),
        };
        let portion = match self.partizan {
            None => format!(", P-portion {p}"),
            Some(_) => String::new(),
        };
        format!("misère quotient of {}: order {order}{portion}, proved for {known}", self.name)
    }

    /// Why it is known no further.
    pub fn ending(&self) -> Option<String> {
        let next = self.quotient.map().len();
        self.ended.map(|ended| match self.subject {
            Subject::Heaps(_) => format!("not known from heap {next} on: {ended}"),
            _ => format!("not known for more positions: {ended}"),
        })
    }

    /// How the heaps are called.
    pub fn heap_names(&self, machine: &mut Machine) -> Res<Vec<String>> {
        let known = self.quotient.map().len();
        match &self.subject {
            Subject::Heaps(_) => Ok((0..known).map(|n| n.to_string()).collect()),
            Subject::Lattice(rules, places) => {
                let mut names = vec![String::new(); self.heaps.len().max(known)];
                for (param, &place) in rules.params.iter().zip(places) {
                    names[place] = param.name.as_deref().unwrap_or("x").to_owned();
                }
                names.truncate(known);
                Ok(names)
            }
            Subject::Positions(positions, _) => {
                positions.iter().take(known).map(|position| machine.played_name(position)).collect()
            }
        }
    }

    /// The table of pretensions: rows of values, as wide as the period where there is one.
    pub fn pretensions(&self, machine: &mut Machine, words: &[String]) -> Res<String> {
        let names = self.heap_names(machine)?;
        let of = |x: Element| words[x as usize].clone();
        if !matches!(self.subject, Subject::Heaps(_)) {
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let rows = names.iter().zip(self.quotient.map());
            let rows: Vec<String> = rows
                .map(|(name, &x)| format!("{}{name} | {}", " ".repeat(width - name.chars().count()), of(x)))
                .collect();
            return Ok(rows.join("\n"));
        }
        let values = self.quotient.map();
        let width = match self.quotient.period() {
            Some(Period { length, .. }) if length <= 24 => length * 10usize.div_ceil(length).min(10),
            _ => 10,
        };
        let width = width.clamp(1, 24);
        // With a period, one whole row of it is enough.
        let end = self.quotient.period().map_or(values.len(), |p| {
            let rows = (p.from + p.length).div_ceil(width) + usize::from(p.from % width != 0);
            (rows * width + 1).min(values.len())
        });
        let rows: Vec<&[Element]> = values[1.min(end)..end].chunks(width).collect();
        let wide = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|&x| of(x).chars().count());
            cells.max().unwrap_or(0).max((column + 1).to_string().len())
        };
        let columns: Vec<usize> = (0..width.min(end.saturating_sub(1))).map(wide).collect();
        let first = (end.saturating_sub(2) / width * width).to_string().len().max(1);
        let mut text = format!("{:>first$} |", "n");
        for (i, wide) in columns.iter().enumerate() {
            text.push_str(&format!("  {:>wide$}", i + 1));
        }
        for (r, row) in rows.iter().enumerate() {
            text.push_str(&format!("\n{:>first$} |", r * width));
            for (&x, wide) in row.iter().zip(&columns) {
                text.push_str(&format!("  {:>wide$}", of(x)));
            }
        }
        Ok(text)
    }

    /// The presentation in lines.
    pub fn presented(&self, presentation: &Presentation) -> String {
        let letters: Vec<String> = (0..presentation.generators().len()).map(Presentation::letter).collect();
        if letters.is_empty() {
            return presentation.to_string();
        }
        let relations: Vec<String> = presentation
            .relations()
            .iter()
            .map(|(large, small)| format!("{} = {}", presentation.product(large), presentation.product(small)))
            .collect();
        lines_of(&format!("⟨{} | ", letters.join(", ")), &relations, "⟩")
    }
}

impl Thing for Shared {
    fn kind(&self) -> &'static str {
        "misère quotient"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Shared>().is_some_and(|o| {
            let outcomes = |q: &QuotientValue| q.partizan.as_ref().map(|(partizan, _)| partizan.clone());
            o.0.name == self.0.name && o.0.quotient == self.0.quotient && outcomes(&o.0) == outcomes(&self.0)
        })
    }

    fn digest(&self) -> u64 {
        let order = self.0.quotient.monoid().order() as u64;
        self.0.quotient.map().iter().fold(order, |sum, &x| sum.rotate_left(5) ^ u64::from(x))
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.0.headline())
    }

    fn display(&self, machine: &mut Machine) -> Res<String> {
        let q = &self.0.quotient;
        let presentation = q.presentation();
        let words = self.0.words(&presentation);
        let p: Vec<String> = q.p_portion().iter().map(|&x| words[x as usize].clone()).collect();
        let mut text = vec![self.0.headline(), self.0.presented(&presentation)];
        match &self.0.partizan {
            None => text.push(lines_of("P = {", &p, "}")),
            Some((partizan, _)) => {
                for outcome in [Outcome::L, Outcome::N, Outcome::P, Outcome::R] {
                    let all: Vec<String> =
                        partizan.portion(outcome).iter().map(|&x| words[x as usize].clone()).collect();
                    text.push(lines_of(&format!("{outcome:?} = {{"), &all, "}"));
                }
            }
        }
        text.push(self.0.pretensions(machine, &words)?);
        if let Some(Period { from, length }) = q.period() {
            text.push(format!("period {length} from {from}, proved"));
        }
        text.extend(self.0.ending());
        Ok(text.join("\n"))
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        Some(latex(&self.0.quotient.presentation()))
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let q = &self.0.quotient;
        let presentation = q.presentation();
        let words = self.0.words(&presentation);
        let of = |x: &Element| json!(words[*x as usize]);
        let order = q.monoid().order();
        machine.handle.afford(order * order * 4)?;
        let table: Vec<Vec<Element>> =
            q.monoid().elements().map(|x| q.monoid().elements().map(|y| q.monoid().times(x, y)).collect()).collect();
        let generators: Vec<Json> = presentation
            .heaps()
            .iter()
            .enumerate()
            .map(|(i, heap)| json!({ "letter": Presentation::letter(i), "heap": heap }))
            .collect();
        let relations: Vec<[String; 2]> = presentation
            .relations()
            .iter()
            .map(|(large, small)| [presentation.product(large), presentation.product(small)])
            .collect();
        Ok(json!({
            "text": self.0.headline(),
            "order": order,
            "elements": words,
            "p": q.p_portion().iter().map(of).collect::<Vec<_>>(),
            "outcomes": self.0.partizan.as_ref().map(|(partizan, _)| {
                q.monoid().elements().map(|x| format!("{:?}", partizan.outcome(x))).collect::<Vec<_>>()
            }),
            "generators": generators,
            "relations": relations,
            "table": table,
            "heaps": self.0.heap_names(machine)?,
            "map": q.map().iter().map(of).collect::<Vec<_>>(),
            "period": q.period().map(|p| json!({ "period": p.length, "from": p.from })),
            "all": self.0.is_of_all(),
            "ended": self.0.ending(),
        }))
    }

    fn call(&self, machine: &mut Machine, arguments: &[Value]) -> Option<Res> {
        Some(self.0.value(machine, arguments))
    }
}

impl QuotientValue {
    /// The value of a sum: positions, or sizes of heaps.
    fn value(&self, machine: &mut Machine, arguments: &[Value]) -> Res {
        let mut product = 0;
        for argument in arguments {
            let heap = match (&self.subject, argument) {
                (Subject::Heaps(rules), Value::Int(n)) if *n >= 0 => crate::eval::position_of(rules, [Value::Int(*n)]),
                (Subject::Heaps(_), Value::Big(_)) => {
                    return Fault::new(Mistake::NotAPosition, "a heap has at most 2^63 - 1 beans").err();
                }
                _ => argument.clone(),
            };
            let Some(x) = self.value_of(machine, &heap)? else {
                let shown = machine.briefly_played(&heap).unwrap_or_else(|| "this one".into());
                return Fault::new(Mistake::NotAPosition, format!("{} does not know {shown}", self.headline()))
                    .note("It knows sums of the heaps or positions that it was made of.")
                    .err();
            };
            product = self.quotient.monoid().times(product, x);
        }
        let presentation = self.quotient.presentation();
        Ok(Value::text(presentation.product(presentation.normal_form(product))))
    }
}

/// A presentation for mathematics mode.
fn latex(presentation: &Presentation) -> String {
    let word = |exponents: &[u32]| {
        let factors: Vec<String> = exponents
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0)
            .map(|(i, &n)| {
                let letter = Presentation::letter(i);
                let (letter, number) = letter.split_at(1);
                let letter = if number.is_empty() { letter.to_owned() } else { format!("{letter}_{{{number}}}") };
                if n == 1 { letter } else { format!("{letter}^{{{n}}}") }
            })
            .collect();
        if factors.is_empty() { "1".to_owned() } else { factors.join(" ") }
    };
    let unit = |i: usize| {
        let mut exponents = vec![0; presentation.generators().len()];
        exponents[i] = 1;
        word(&exponents)
    };
    let letters: Vec<String> = (0..presentation.generators().len()).map(unit).collect();
    let relations: Vec<String> =
        presentation.relations().iter().map(|(large, small)| format!("{} = {}", word(large), word(small))).collect();
    if letters.is_empty() {
        return "\\langle 1 \\rangle".into();
    }
    format!("\\langle {} \\mid {} \\rangle", letters.join(", "), relations.join(",\\ "))
}

impl QuotientValue {
    /// The certificate.
    pub fn proof(&self) -> QuotientProof {
        let game = match &self.subject {
            Subject::Heaps(rules) => super::code(rules).cloned().map(CertifiedGame::Code),
            _ => None,
        };
        let game = game.unwrap_or_else(|| CertifiedGame::Heaps(self.heaps.clone()));
        QuotientProof { name: self.name.clone(), certificate: Certificate { game, quotient: self.quotient.clone() } }
    }
}

impl Thing for QuotientProof {
    fn kind(&self) -> &'static str {
        "certificate"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<QuotientProof>().is_some_and(|o| o.certificate == self.certificate)
    }

    fn digest(&self) -> u64 {
        let q = &self.certificate.quotient;
        q.map().iter().fold(q.monoid().order() as u64, |sum, &x| sum.rotate_left(7) ^ u64::from(x))
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let order = self.certificate.quotient.monoid().order();
        machine.handle.afford(order * order * 4)?;
        Ok(self.certificate.to_string())
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let q = &self.certificate.quotient;
        let period = q.period().map(|p| json!({ "period": p.length, "from": p.from }));
        let text = self.notation(machine)?;
        Ok(json!({ "quotient_of": self.name, "order": q.monoid().order(), "period": period, "text": text }))
    }
}

impl Thing for MiserePeriod {
    fn kind(&self) -> &'static str {
        "period"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<MiserePeriod>().is_some_and(|o| o.period == self.period)
    }

    fn digest(&self) -> u64 {
        self.period.length as u64 ^ (self.period.from as u64).rotate_left(20)
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(format!("period {} from {}, proved", self.period.length, self.period.from))
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let text = self.notation(machine)?;
        Ok(json!({ "period": self.period.length, "from": self.period.from, "proved": true, "text": text }))
    }
}
