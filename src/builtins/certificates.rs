//! Certificates: of who wins, of nim-values and comparisons by search, and files of all kinds of them.

use super::{files, given, string};
use crate::adapters::misere::shown::QuotientProof;
use crate::adapters::search::{About, PlayProof};
use crate::builtins::heaps::thing::Proof;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::heaps::period::{Certificate, Subject, Theorem};
use crate::heaps::{Base, Code, Standing};
use crate::misere::CertifiedGame;
use crate::value::{Fault, Res, Value};
use serde_json::{Value as Json, json};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "save_certificate",
        "save_certificate(certificate, file)",
        "Writes a certificate to a file, whole or not at all, and returns how many lines it has. `sprague verify FILE` checks it; docs/certificates.md describes the format.",
        &[],
        |m, a| {
            let name = string(&a[1], "the name of the file")?;
            let files = files(m, name)?;
            let lines = lines(m, &a[0])?;
            let mut text = String::new();
            for line in &lines {
                m.handle.tick()?;
                text += &line.to_string();
                text.push('\n');
            }
            match files.replace(name, text.as_bytes()) {
                Ok(()) => Ok(Value::from(lines.len())),
                Err(why) => Fault::new(Mistake::NoFile, format!("the file {name} cannot be written: {why}")).err(),
            }
        },
    ),
    Native::new(
        "play_certificate",
        "play_certificate(about, g, h, answer, lines)",
        "A certificate of play from its parts, as `sprague verify` reads them from a file: `\"outcome\"`, `\"grundy\"` or the sign of a comparison; the game, and what it is compared with or `nothing`; the answer; and the lines, each `(\"value\", position, value)`, `(\"equal\", position, value)` or `(\"win\", sum, to)`. It is believed nothing: `verify` checks it.",
        &[
            (
                "verify(play_certificate(\"outcome\", Clobber(\"xo\"), nothing, N, [(\"value\", Clobber(\"ox\"), *)]))",
                "true",
            ),
            (
                "play_certificate(\"outcome\", Domineering(\"..\"), nothing, R, [])",
                "certificate that outcome(Domineering(\"..\")) == R: 0 lines",
            ),
        ],
        play_certificate,
    ),
    Native::new(
        "period_certificate",
        "period_certificate(text)",
        "A certificate of a period from its line in a file, as `save_certificate` writes it; `verify` checks it.",
        &[],
        |m, a| {
            let text = string(&a[0], "the line")?;
            period(m, text)
        },
    ),
];

/// `certificate(outcome(g))`, `certificate(g >= h)` and the like, which the resolver takes apart.
pub fn of_play(m: &mut Machine, a: &[Value]) -> Option<Res> {
    let word = given(&a[1])?;
    let about = match word {
        Value::Str(word) => About::named(word),
        _ => None,
    };
    let Some(about) = about else {
        return Some(Fault::expected("\"outcome\", \"grundy\" or the sign of a comparison", word).err());
    };
    let other = given(&a[2]).cloned();
    if matches!(about, About::Compare(_)) != other.is_some() {
        return Some(Fault::new(Mistake::Arguments, "a comparison, and nothing else, is about two games").err());
    }
    if let Some(other) = &other
        && let Err(flow) = m.check_game_argument(other)
    {
        return Some(Err(flow));
    }
    Some(m.certify_play(about, &a[0], other.as_ref()).map(Value::of))
}

/// `verify(certificate)`, if it is one of play.
pub fn verify(m: &mut Machine, value: &Value) -> Option<Res> {
    let proof = value.thing::<PlayProof>()?.clone();
    Some(match m.check_play(&proof) {
        Ok(Ok(())) => Ok(Value::Bool(true)),
        Ok(Err(why)) => Fault::new(Mistake::Certificate, format!("the certificate proves nothing: {why}")).err(),
        Err(flow) => Err(flow),
    })
}

fn play_certificate(m: &mut Machine, a: &[Value]) -> Res {
    let word = string(&a[0], "what it is about")?;
    let Some(about) = About::named(word) else {
        return Fault::expected("\"outcome\", \"grundy\" or the sign of a comparison", &a[0]).err();
    };
    m.check_game_argument(&a[1])?;
    let other = given(&a[2]).cloned();
    if let Some(other) = &other {
        m.check_game_argument(other)?;
    }
    if matches!(about, About::Compare(_)) != other.is_some() {
        return Fault::new(Mistake::Arguments, "a comparison, and nothing else, is about two games").err();
    }
    let mut lines = Vec::new();
    for line in m.elements(&a[4])? {
        m.handle.tick()?;
        let parts = match &line {
            Value::Tuple(parts) => parts.to_vec(),
            _ => Vec::new(),
        };
        let [Value::Str(word), first, second] = &parts[..] else {
            return Fault::expected("lines such as (\"win\", sum, to)", &line).err();
        };
        let Some(kind) = PlayProof::kind_of_line(word) else {
            return Fault::expected("\"value\", \"equal\" or \"win\" as the first of a line", &parts[0]).err();
        };
        m.check_game_argument(first)?;
        m.check_game_argument(second)?;
        lines.push((kind, first.clone(), second.clone()));
    }
    Ok(Value::of(PlayProof { about, games: (a[1].clone(), other), answer: a[3].clone(), lines }))
}

/// A certificate as the lines of a file.
fn lines(m: &mut Machine, value: &Value) -> Res<Vec<Json>> {
    if let Some(proof) = value.thing::<PlayProof>() {
        return proof.clone().lines(m);
    }
    let Value::Thing(thing) = value else { return Fault::expected("a certificate", value).err() };
    let (kind, claim) = if let Some(proof) = value.thing::<Proof>() {
        let c = &proof.certificate;
        let game = match &c.subject {
            Subject::Code(code) => format!("code(\"{code}\")"),
            Subject::Subtraction(numbers) => format!("subtraction({numbers:?})"),
        };
        ("period", format!("start({game}) == {} and period_length({game}) == {}", c.from, c.period))
    } else if let Some(proof) = value.thing::<QuotientProof>() {
        let game = match &proof.certificate.game {
            CertifiedGame::Code(code) => format!("code(\"{code}\")"),
            CertifiedGame::Heaps(_) => proof.name.clone(),
        };
        ("quotient", format!("order(misere_quotient({game})) == {}", proof.certificate.quotient.monoid().order()))
    } else {
        return Fault::expected("a certificate of play, of a period or of a misère quotient", value).err();
    };
    let mut line = json!({ "sprague": "certificate 1", "kind": kind, "claim": claim });
    let data = thing.opened().json(m)?;
    if let (Some(line), Json::Object(data)) = (line.as_object_mut(), data) {
        line.extend(data);
    }
    Ok(vec![line])
}

/// The certificate of a period in a line.
fn period(m: &mut Machine, text: &str) -> Res {
    let wrong = || Fault::new(Mistake::Certificate, "this line is no certificate of a period").err();
    let Ok(line) = serde_json::from_str::<Json>(text) else { return wrong() };
    let number = |of: &Json, name: &str| of[name].as_u64();
    let theorem = &line["theorem"];
    let kind = match theorem["kind"].as_str() {
        Some("classical") => number(theorem, "parts")
            .zip(number(theorem, "last_place"))
            .map(|(parts, last_place)| Theorem::Classical { parts, last_place }),
        Some("subtraction") => number(theorem, "largest").map(|largest| Theorem::Subtraction { largest }),
        Some("sparse") => (|| {
            Some(Theorem::Sparse {
                last_place: number(theorem, "last_place")?,
                last_rare: number(theorem, "last_rare")?,
                reach: number(theorem, "reach")?,
                mask: u32::try_from(number(theorem, "mask")?).ok()?,
                flag: theorem["flag"].as_bool()?,
            })
        })(),
        _ => None,
    };
    let game = &line["game"];
    let (subject, rules) = match (game["code"].as_str(), game["subtraction"].as_array()) {
        (Some(code), _) => {
            let Ok(read) = Code::parse(code, Base::Any) else { return wrong() };
            (Subject::Code(read), super::heaps::rules::by_code(m, &Value::text(code), false)?)
        }
        (None, Some(numbers)) => {
            let Some(numbers) = numbers.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>() else { return wrong() };
            let list = Value::list(numbers.iter().map(|&n| n.into()).collect());
            (Subject::Subtraction(numbers), super::heaps::rules::subtraction(m, &[list])?)
        }
        _ => return wrong(),
    };
    let (Some(kind), Some(period), Some(from), Some(known), Value::Rules(rules)) =
        (kind, number(&line, "period"), number(&line, "from"), number(&line, "known"), rules)
    else {
        return wrong();
    };
    let certificate = Certificate { subject, period, from, known, kind };
    Ok(Value::of(Proof { game: rules, certificate, standing: Standing::Computed }))
}
