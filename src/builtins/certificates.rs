//! Certificates: of who wins, of nim-values and comparisons by search, and files of all kinds of them.

use super::lattices::certificate::LatticeProof;
use super::lattices::questions as lattices;
use super::posets::certificate::ChompProof;
use super::{given, string, write_file};
use crate::adapters::heaps::HeapGame;
use crate::adapters::misere::shown::QuotientProof;
use crate::adapters::search::{About, PlayProof};
use crate::builtins::heaps::thing::Proof;
use crate::builtins::once::read_once;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::heaps::period::{Certificate, Subject, Theorem};
use crate::heaps::{Base, Code, Standing};
use crate::misere::CertifiedGame;
use crate::value::fault::quoted;
use crate::value::{Fault, Res, Value};
use serde_json::{Value as Json, json};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "certificate",
        "certificate(G, about = nothing, h = nothing)",
        "The certificate of the proved period of a game, or of a period: the theorem, and the numbers that it speaks of. Of a question of play, `outcome(g)`, `winner(g)`, `grundy(g)` or a comparison: a proof of the answer by moves. Of a lattice game or its strategy what is indexed like a map: the method, the linear function that every move lowers, thresholds and periods or strata or the automaton, what was checked, and what the separate checker says. Of a misère quotient a text: the game, the order, the P-portion, the values of the heaps, the period and the table; `verify` reads it.",
        &[
            ("kind(certificate(Kayles))", "certificate"),
            ("certificate(outcome(Clobber(\"xoxo\")))", "certificate that outcome(Clobber(\"xoxo\")) == N: 2 lines"),
            ("verify(certificate(Domineering(grid(3, 3)) >= -1))", "true"),
            ("certificate(strategy(lattice_of(Nim, 3)))[\"nim_values\"]", "[1, 2, 3]"),
            ("certificate(lattice_of(Nim, 2, misere))[\"checker\"]", "accepted: 2 strata, 16 points"),
            (
                "certificate(misere_quotient(subtraction({1})))",
                "misere quotient, certificate 1\ncode 0.3\norder 2\np 1\nvalues 0 1 0 1\nperiod 2 from 1\ntable\n0 1\n0\nend",
            ),
        ],
        certificate,
    )
    .of_question(),
    Native::new(
        "verify",
        "verify(certificate)",
        "Whether a certificate is right: a separate checker computes the values below its N anew from the definition of the game, and compares every number with what the theorem asks for. A wrong one is an error that names the number. Of a misère quotient, or the certificate of one, also as a text: whether the checker for quotients accepts it. Of the strategy of a lattice game or its certificate: whether its checker accepts the proof. Of a proof of play or of Chomp: whether every line follows from those before it.",
        &[
            ("verify(certificate(Kayles))", "true"),
            ("verify(certificate(misere_quotient(Kayles)))", "true"),
            ("verify(strategy(lattice_of(Nim, 2, misere)))", "true"),
        ],
        verify,
    ),
    Native::new(
        "claim",
        "claim(certificate)",
        "What a certificate claims, as a text in Sprague's own syntax. `verify` says whether it is proved.",
        &[
            ("claim(certificate(Kayles))", "start(code(\"0.77\")) == 71 and period_length(code(\"0.77\")) == 12"),
            ("claim(proof(chomp(subsets(5, 3))))", "winner(chomp(subsets(5, 3))) == First"),
            ("claim(certificate(lattice_of(Nim, 2)))", "p_set(lattice_of(Nim, 2)) == stratification(\"(0, 0) + N\\{(2, 0), (0, 2)}\", 2)"),
        ],
        |m, a| Ok(Value::text(claim(m, &a[0])?)),
    ),
    Native::new(
        "save_certificate",
        "save_certificate(certificate, file)",
        "Writes a certificate to a file, whole or not at all, and returns how many lines it has. A file that is there already and is no certificate is not replaced. `sprague verify FILE` checks it; docs/certificates.md describes the format.",
        &[],
        |m, a| {
            let name = string(&a[1], "the name of the file")?;
            let lines = lines(m, &a[0])?;
            let mut text = String::new();
            for line in &lines {
                m.handle.tick()?;
                text += &line.to_string();
                text.push('\n');
            }
            write_file(m, name, text.as_bytes(), "certificate", |there| there.starts_with(b"{\"sprague\":\"certificate"))?;
            Ok(Value::from(lines.len()))
        },
    ),
    Native::new(
        "coq",
        "coq(certificate)",
        "A certificate as the text of a file that Coq 8.16 accepts without axioms: of a comparison, an outcome or a nim-value of short games, and of the period of an octal game. `sprague verify --coq FILE` writes it; docs/certificates.md says what is in it.",
        &[("\"Theorem claim\" in coq(certificate(1 > 0))", "true")],
        |m, a| Ok(Value::text(super::coq::text(m, &a[0])?)),
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

/// `certificate(outcome(g))`, `certificate(g >= h)` and the like.
fn of_play(m: &mut Machine, a: &[Value]) -> Option<Res> {
    let word = given(&a[1])?;
    let about = match word {
        Value::Str(word) => About::named(word),
        _ => None,
    };
    let Some(about) = about else {
        if matches!(word, Value::Str(word) if ***word == *"misere") {
            return Some(misere(m, &a[0]));
        }
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

/// Of misère play the quotients alone are proved.
fn misere(m: &mut Machine, game: &Value) -> Res {
    m.check_game_argument(game)?;
    Fault::new(Mistake::Unsuitable, "certificates of who wins are made for normal play, where the last move wins, and not for misère play")
        .note("Of misère play there are certificates of quotients, `certificate(misere_quotient(Kayles))`, and of lattice games, `certificate(lattice_of(Nim, 2, misere))`.")
        .err()
}

/// `certificate(G)`.
fn certificate(m: &mut Machine, a: &[Value]) -> Res {
    if let Some(play) = of_play(m, a) {
        return play;
    }
    if let Some(quotient) = super::misere::certificate(&a[0]) {
        return quotient;
    }
    if lattices::is_lattice(&a[0]) {
        return lattices::certificate(m, &a[0]);
    }
    check_subject(&a[0])?;
    super::heaps::period::certificate(m, a)
}

/// What is neither a game with a period nor a period has no certificate; says what has.
fn check_subject(value: &Value) -> Res<()> {
    let heaps = match value {
        Value::Rules(_) => true,
        Value::Position(position) => position.rules.native::<HeapGame>().is_some(),
        other => super::heaps::period::is_period(other) || other.thing::<Proof>().is_some(),
    };
    if !heaps {
        let fault = match value {
            Value::Outcome(_) | Value::Player(_) => {
                Fault::expected("a question of normal play, such as `outcome(g)` in its brackets", value)
            }
            _ => Fault::expected("what has a proof", value),
        };
        return fault
            .note("That is a take-and-break game or its period, `certificate(Kayles)`; a question of play, `certificate(outcome(g))`, `certificate(grundy(g))`, `certificate(g >= h)`; a lattice game or its strategy; a misère quotient.")
            .err();
    }
    Ok(())
}

/// `verify(certificate)`, and of what has one.
fn verify(m: &mut Machine, a: &[Value]) -> Res {
    let value = &a[0];
    if let Some(proof) = value.thing::<PlayProof>().cloned() {
        return match m.check_play(&proof)? {
            Ok(()) => Ok(Value::Bool(true)),
            Err(why) => Fault::new(Mistake::Certificate, format!("the certificate proves nothing: {why}")).err(),
        };
    }
    if let Some(proof) = value.thing::<ChompProof>() {
        return proof.verify(m);
    }
    if let Some(proof) = value.thing::<LatticeProof>() {
        return proof.verify(m);
    }
    if let Some(verdict) = super::misere::verify(m, value) {
        return verdict;
    }
    if lattices::is_lattice(value) {
        return lattices::verify(m, value);
    }
    check_subject(value)?;
    super::heaps::period::verify(m, a)
}

/// What a certificate claims, in the language's own syntax.
fn claim(m: &mut Machine, value: &Value) -> Res<String> {
    if let Some(proof) = value.thing::<PlayProof>().cloned() {
        return proof.claim(m);
    }
    if let Some(proof) = value.thing::<ChompProof>() {
        return proof.claim(m);
    }
    if let Some(proof) = value.thing::<LatticeProof>() {
        return proof.claim(m);
    }
    if let Some(proof) = value.thing::<Proof>() {
        let c = &proof.certificate;
        let game = match &c.subject {
            Subject::Code(code) => code_text(&code.to_string()),
            Subject::Subtraction(numbers) => format!("subtraction({numbers:?})"),
        };
        return Ok(format!("start({game}) == {} and period_length({game}) == {}", c.from, c.period));
    }
    if let Some(proof) = value.thing::<QuotientProof>() {
        let game = match &proof.certificate.game {
            CertifiedGame::Code(code) => code_text(&code.to_string()),
            CertifiedGame::Heaps(_) => proof.name.clone(),
        };
        let quotient = &proof.certificate.quotient;
        // Of a code without a period it holds for the heaps that it names.
        let heaps = match (&proof.certificate.game, quotient.period()) {
            (CertifiedGame::Code(_), None) => format!(", heaps = {}", quotient.map().len().saturating_sub(1)),
            _ => String::new(),
        };
        return Ok(format!("order(misere_quotient({game}{heaps})) == {}", quotient.monoid().order()));
    }
    Fault::expected("a certificate", value).err()
}

/// The game of a code as it is typed: braces of a text begin what is computed.
pub fn code_text(code: &str) -> String {
    format!("code({})", quoted(code))
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
    if let Some(proof) = value.thing::<ChompProof>() {
        return proof.lines(m);
    }
    if let Some(proof) = value.thing::<LatticeProof>() {
        return Ok(vec![proof.line(m)?]);
    }
    let (kind, thing) = match value {
        Value::Thing(thing) if value.thing::<Proof>().is_some() => ("period", thing),
        Value::Thing(thing) if value.thing::<QuotientProof>().is_some() => ("quotient", thing),
        _ => return Fault::expected("a certificate or a proof", value).err(),
    };
    let mut line = json!({ "sprague": "certificate 1", "kind": kind, "claim": claim(m, value)? });
    let data = thing.opened().json(m)?;
    if let (Some(line), Json::Object(data)) = (line.as_object_mut(), data) {
        line.extend(data);
    }
    Ok(vec![line])
}

/// The certificate of a period in a line.
fn period(m: &mut Machine, text: &str) -> Res {
    let wrong = || Fault::new(Mistake::Certificate, "this line is no certificate of a period").err();
    let Ok(line) = read_once(text) else { return wrong() };
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
