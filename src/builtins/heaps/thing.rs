//! Periods of nim-values as values of the language: what was proved, what was only seen, and how far.

use crate::eval::{Machine, Thing};
use crate::heaps::Standing;
use crate::heaps::period::{Certificate, Observed, Subject, Theorem};
use crate::value::Res;
use crate::value::node::Rules;
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// What is known of the period of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A theorem proves it, if the numbers of the certificate are right: see [`Standing`].
    Certified(Certificate),
    /// A theorem gives all values, and so the period, its start and its saltus.
    Theorem(u64, u64, u64),
    /// Seen, and not proved.
    Observed(Observed),
    /// No period among the first so many heaps.
    Unknown {
        /// Heaps looked at.
        known: u64,
    },
}

/// The answer of `period(G)`.
#[derive(Clone, Debug)]
pub struct Period {
    /// The game.
    pub game: Rc<Rules>,
    /// What was found.
    pub finding: Finding,
    /// What it rests on.
    pub standing: Standing,
    /// Which engine worked, and why, in words.
    pub engine: String,
}

/// What `certificate(G)` gives: the numbers that a theorem speaks of, for `verify`.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The game.
    pub game: Rc<Rules>,
    /// The certificate itself.
    pub certificate: Certificate,
    /// What it rests on.
    pub standing: Standing,
}

/// The file whose values are believed.
pub fn origin(standing: &Standing) -> Option<&str> {
    match standing {
        Standing::Given(given) => Some(&given.origin),
        Standing::Checked | Standing::Computed => None,
    }
}

impl Period {
    /// The period p, if there is one, with its start n0 and its saltus.
    pub fn numbers(&self) -> Option<(u64, u64, u64)> {
        match &self.finding {
            Finding::Certified(c) => Some((c.period, c.from, 0)),
            Finding::Theorem(period, from, saltus) => Some((*period, *from, *saltus)),
            Finding::Observed(o) => Some((o.period, o.from, o.saltus)),
            Finding::Unknown { .. } => None,
        }
    }

    /// Whether it is proved: by a theorem about all values, or the separate checker has accepted the proof.
    pub fn is_proved(&self) -> bool {
        matches!(self.finding, Finding::Certified(_) | Finding::Theorem(..)) && self.standing == Standing::Checked
    }

    /// One line.
    pub fn words(&self) -> String {
        let mut words = self.finding_in_words();
        if let Some(file) = origin(&self.standing) {
            words.push_str(&format!(" if the values in {file} are right"));
        }
        words
    }

    fn finding_in_words(&self) -> String {
        match &self.finding {
            Finding::Certified(c) => {
                let unchecked = if self.standing == Standing::Computed { ", not yet verified" } else { ", proved" };
                format!("period {} from {}{unchecked}", c.period, c.from)
            }
            Finding::Theorem(p, from, saltus) => format!("{}, by a theorem", repeats(*p, *from, *saltus)),
            Finding::Observed(o) => {
                format!("{}, observed for heaps below {}", repeats(o.period, o.from, o.saltus), o.known)
            }
            Finding::Unknown { known } => format!("no period seen in the first {known} heaps"),
        }
    }
}

fn repeats(period: u64, from: u64, saltus: u64) -> String {
    match saltus {
        0 => format!("period {period} from {from}"),
        _ => format!("arithmetic period {period} with saltus {saltus} from {from}"),
    }
}

impl Thing for Period {
    fn kind(&self) -> &'static str {
        "period"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Period>().is_some_and(|o| (&o.finding, &o.standing) == (&self.finding, &self.standing))
    }

    fn digest(&self) -> u64 {
        self.numbers().map_or(0, |(p, from, s)| p ^ from.rotate_left(20) ^ s.rotate_left(40))
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.words())
    }

    fn explain(&self, machine: &mut Machine) -> Option<Res> {
        Some(super::explain(machine, self))
    }

    fn json(&self, _: &mut Machine) -> Res<Json> {
        let proved = self.is_proved();
        let mut document = match (self.numbers(), &self.finding) {
            (Some((period, from, saltus)), _) => {
                json!({ "period": period, "from": from, "saltus": saltus, "proved": proved, "text": self.words() })
            }
            (None, Finding::Unknown { known }) => json!({ "period": null, "known": known, "text": self.words() }),
            (None, _) => json!({ "period": null, "text": self.words() }),
        };
        if let Some(file) = origin(&self.standing) {
            document["if_right"] = json!(file);
        }
        Ok(document)
    }
}

impl Thing for Proof {
    fn kind(&self) -> &'static str {
        "certificate"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Proof>().is_some_and(|o| o.certificate == self.certificate)
    }

    fn digest(&self) -> u64 {
        self.certificate.period ^ self.certificate.from.rotate_left(24) ^ self.certificate.known.rotate_left(48)
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        let c = &self.certificate;
        let mut lines = vec![format!(
            "certificate that the nim-values of {} have period {} from {}",
            self.game.name, c.period, c.from
        )];
        match &self.standing {
            Standing::Checked => {}
            Standing::Computed => lines.push("  not yet verified: `verify` does it".into()),
            Standing::Given(given) => {
                lines.push(format!("  if the values in {} are right: `verify` finds out", given.origin))
            }
        }
        lines.push(match &c.subject {
            Subject::Code(code) => format!("  game       {code}"),
            Subject::Subtraction(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                format!("  game       subtraction({{{}}})", numbers.join(", "))
            }
        });
        match &c.kind {
            Theorem::Classical { parts, last_place } => {
                lines.push("  theorem    classical (Guy and Smith)".into());
                lines.push(format!("  h = {parts}      most heaps that a move leaves"));
                lines.push(format!("  t = {last_place}      last place with a move"));
            }
            Theorem::Sparse { last_place, last_rare, reach, mask, flag } => {
                lines.push("  theorem    sparse".into());
                let flag = if *flag { ", with the parity of the position" } else { "" };
                lines.push(format!("  m = {mask:#x}    mask of rare values{flag}"));
                lines.push(format!("  t = {last_place}      last place with a move"));
                lines.push(format!("  L = {last_rare}      last rare heap"));
                lines.push(format!("  A = {reach}      largest small part of a witness"));
            }
            Theorem::Subtraction { largest } => {
                lines.push("  theorem    as many equalities in a row as the largest number that is taken".into());
                lines.push(format!("  s = {largest}      that number"));
            }
        }
        lines.push(format!("  n0 = {}, p = {}", c.from, c.period));
        lines.push(format!("  N = {}     the values below it decide", c.known));
        Ok(lines.join("\n"))
    }

    fn json(&self, _: &mut Machine) -> Res<Json> {
        let c = &self.certificate;
        let subject = match &c.subject {
            Subject::Code(code) => json!({ "code": code.to_string() }),
            Subject::Subtraction(numbers) => json!({ "subtraction": numbers }),
        };
        let theorem = match &c.kind {
            Theorem::Classical { parts, last_place } => {
                json!({ "kind": "classical", "parts": parts, "last_place": last_place })
            }
            Theorem::Sparse { last_place, last_rare, reach, mask, flag } => json!({
                "kind": "sparse", "last_place": last_place, "last_rare": last_rare, "reach": reach, "mask": mask, "flag": flag
            }),
            Theorem::Subtraction { largest } => json!({ "kind": "subtraction", "largest": largest }),
        };
        let checked = self.standing == Standing::Checked;
        let mut document = json!({
            "game": subject, "period": c.period, "from": c.from, "known": c.known, "theorem": theorem, "verified": checked
        });
        if let Some(file) = origin(&self.standing) {
            document["if_right"] = json!(file);
        }
        Ok(document)
    }
}
