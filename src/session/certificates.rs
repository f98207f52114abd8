//! Files of certificates: read, turned into a program that makes them again, and checked.
//!
//! In: the text of a file. Out: what it claims, and whether that is proved. What a file says of itself is compared with what its contents
//! come to, so that a true proof cannot carry another claim. Expressions of a file are positions and values: they bind nothing, and the
//! session that reads them has no files.

use super::{Mode, Ran, Session};
use crate::builtins::certificates::code_text;
use crate::builtins::once::read_once;
use crate::diagnostics::{Diagnostic, Mistake, Phase, cited};
use crate::limits::with_stack;
use crate::report::Output;
use crate::resolve::hoist;
use crate::syntax::ast::{Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::parse;
use crate::value::fault::quoted;
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use std::cell::RefCell;
use std::rc::Rc;

/// What a file of a certificate comes to.
#[derive(Debug)]
pub enum Verified {
    /// It is proved.
    Holds {
        /// In the language's own syntax.
        claim: String,
        /// Lines of the file.
        lines: usize,
        /// The text of a file for Coq, if that was asked for.
        coq: Option<String>,
    },
    /// It is no certificate; why.
    NoCertificate(String),
    /// Its proof does not hold; why, about a program that nobody has seen, so without places in it.
    Refused(String),
    /// A bound was reached; with the errors.
    Fails(Ran),
}

/// A program that makes the certificate.
struct Program {
    /// The name `read_certificate` is bound in it.
    text: String,
    /// What the file says that it claims.
    claim: String,
    /// Whether the program can say so, too: a text of a quotient does not name its heaps.
    named: bool,
}

/// The functions of the library that the programs of certificates call.
const CHECKING: [&str; 7] =
    ["verify", "claim", "coq", "play_certificate", "strategy_certificate", "chomp_certificate", "period_certificate"];

impl Session {
    /// Reads a certificate and checks it, and writes it for Coq if that is asked for. A stop of the handle is an error of the run.
    pub fn verify_certificate(&mut self, name: &str, text: &str, coq: bool) -> Verified {
        let program = match program(text) {
            Ok(program) => program,
            Err(why) => return Verified::NoCertificate(why),
        };
        if let Some(name) = CHECKING.iter().find(|name| self.is_own(name)) {
            return Verified::Refused(format!(
                "the script with the rules defines `{name}`, by which certificates are checked: give it another name there"
            ));
        }
        let named = if program.named { "claim(read_certificate)\n" } else { "" };
        let written = if coq { "coq(read_certificate)\n" } else { "" };
        let program_text = format!("{}\nverify(read_certificate)\n{named}{written}", program.text);
        let outputs = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&outputs);
        let ran = self.run(
            name,
            &program_text,
            Mode::Script,
            Rc::new(move |output, _| {
                if let Output::Value(shown) = output {
                    heard.borrow_mut().push(shown.text);
                }
            }),
        );
        let bounded = |error: &Diagnostic| error.phase() == Phase::Limit;
        if ran.errors.iter().any(bounded) {
            return Verified::Fails(ran);
        }
        if let Some(error) = ran.errors.first() {
            let said: Vec<&str> = [&*error.message].into_iter().chain(error.notes.iter().map(|note| &**note)).collect();
            return Verified::Refused(match error.mistake {
                Mistake::Certificate => error.message.clone(),
                Mistake::UnknownName => format!(
                    "what the certificate names cannot be made: {}; a script that defines it goes before: `--rules SCRIPT`",
                    error.message
                ),
                _ if coq => said.join("; "),
                _ => format!("what the certificate names cannot be made: {}", said.join("; ")),
            });
        }
        let said = program.named.then(|| program.claim.clone());
        let expected: Vec<String> = ["true".to_owned()].into_iter().chain(said).collect();
        let coq = if coq { outputs.borrow_mut().pop() } else { None };
        if *outputs.borrow() != expected {
            let why = match outputs.borrow().get(1) {
                Some(claim) => format!("it claims something else than what its contents are about: {claim}"),
                None => "what it proves is not what it claims".into(),
            };
            return Verified::NoCertificate(why);
        }
        Verified::Holds { claim: program.claim, lines: text.lines().count(), coq }
    }
}

fn program(text: &str) -> Result<Program, String> {
    let first = text.lines().next().unwrap_or("");
    if first.starts_with("misere quotient") {
        return quotient(text, None);
    }
    let head = read_once(first).map_err(|why| format!("its first line is not that of a certificate: {why}"))?;
    // What is said of it goes to a screen.
    let hidden = |name: &str| head[name].as_str().is_some_and(|text| text.contains(char::is_control));
    if let Some(name) = ["sprague", "kind", "game", "claim"].into_iter().find(|name| hidden(name)) {
        return Err(format!("`{name}` has a control character"));
    }
    match (head["sprague"].as_str(), head["kind"].as_str()) {
        (Some("certificate 1"), Some("play")) => play(&head, text),
        (Some("certificate 1"), Some("period" | "strategy" | "quotient")) if text.lines().count() > 1 => {
            Err("there is more behind its first line, which is all that such a certificate has".into())
        }
        (Some("certificate 1"), Some("period")) => period(&head, first),
        (Some("certificate 1"), Some("strategy")) => strategy(&head, first),
        (Some("certificate 1"), Some("chomp")) => chomp(&head, text),
        (Some("certificate 1"), Some("quotient")) => quotient(field(&head, "text")?, Some(&head)),
        (Some("certificate 1"), Some(kind)) => Err(format!("certificates of the kind `{}` are not known", cited(kind))),
        (Some("certificate 1"), None) => Err("`kind` is missing, or no text".into()),
        (Some(version), _) => Err(format!("this Sprague reads `certificate 1`, and it is of `{}`", cited(version))),
        (None, _) => Err("its first line is not that of a certificate".into()),
    }
}

fn field<'a>(line: &'a Json, name: &str) -> Result<&'a str, String> {
    line[name].as_str().ok_or_else(|| format!("`{name}` is missing, or no text"))
}

/// A text that is put into a program: an expression on one line without statements in it, in parentheses that no comment of it swallows.
fn expression(line: &Json, name: &str) -> Result<String, String> {
    let text = field(line, name)?;
    if text.contains(['\n', '\r']) {
        return Err(format!("`{name}` has more than one line"));
    }
    let parsed = parse(0, text, Mode::Script);
    match &parsed.program.statements[..] {
        [Stmt { kind: StmtKind::Expr(one), .. }] if parsed.errors.is_empty() && !has_statements(one) => {
            Ok(format!("({text}\n)"))
        }
        _ => Err(format!("`{name}` is neither a position nor a value: {}", cited(text))),
    }
}

/// Whether statements stand in it, which could bind names of the program around it.
fn has_statements(expression: &Expr) -> bool {
    if matches!(&*expression.kind, ExprKind::Do(_) | ExprKind::For(..) | ExprKind::While(..)) {
        return true;
    }
    let mut found = false;
    expression.kind.for_each_child(&mut |child| found |= with_stack(|| has_statements(child)));
    found
}

fn play(head: &Json, text: &str) -> Result<Program, String> {
    let (about, game, answer) = (field(head, "about")?, expression(head, "game")?, expression(head, "answer")?);
    let other = if head["other"].is_null() { "nothing".to_owned() } else { expression(head, "other")? };
    let mut lines = Vec::new();
    for (number, line) in (2..).zip(text.lines().skip(1)) {
        let wrong = |why: String| format!("line {number}: {why}");
        let line = read_once(line).map_err(wrong)?;
        let kind = ["value", "equal", "win"].into_iter().find(|kind| !line[*kind].is_null());
        let Some(kind) = kind else { return Err(wrong("neither `value` nor `equal` nor `win`".into())) };
        let second = if kind == "win" { "to" } else { "is" };
        if line.as_object().is_none_or(|line| line.len() != 2) {
            return Err(wrong(format!("expected `{kind}` and `{second}`")));
        }
        let (first, second) = (expression(&line, kind).map_err(wrong)?, expression(&line, second).map_err(wrong)?);
        lines.push(format!("(\"{kind}\", {first}, {second})"));
    }
    let count = lines.len();
    if head["lines"].as_u64() != Some(count as u64) {
        return Err(format!("it has {count} lines behind the first, which says another number"));
    }
    let about = quoted(about);
    let lines = lines.join(",\n");
    Program::new(head, format!("play_certificate({about}, {game}, {other}, {answer}, [\n{lines}])"))
}

fn strategy(head: &Json, line: &str) -> Result<Program, String> {
    Program::new(head, format!("strategy_certificate({}, {})", expression(head, "game")?, quoted(line)))
}

fn chomp(head: &Json, text: &str) -> Result<Program, String> {
    let game = expression(head, "game")?;
    let lines: Vec<String> = text.lines().skip(1).map(quoted).collect();
    if head["lines"].as_u64() != Some(lines.len() as u64) {
        return Err(format!("it has {} lines behind the first, which says another number", lines.len()));
    }
    Program::new(head, format!("chomp_certificate({game}, [\n{}])", lines.join(",\n")))
}

impl Program {
    fn new(head: &Json, certificate: String) -> Result<Program, String> {
        let claim = field(head, "claim")?.to_owned();
        Ok(Program { text: format!("read_certificate = {certificate}"), claim, named: true })
    }
}

fn period(head: &Json, line: &str) -> Result<Program, String> {
    Program::new(head, format!("period_certificate({})", quoted(line)))
}

/// The text of a quotient, with what the line that brings it says of it.
fn quotient(text: &str, said: Option<&Json>) -> Result<Program, String> {
    let after = |word: &str| text.lines().find_map(|line| line.strip_prefix(word));
    let order = after("order ").ok_or("the order of the quotient is missing")?;
    let mut claim = format!("the misère quotient of the heaps in the file has order {order}");
    if let Some(code) = after("code ") {
        // Without a period it holds for the heaps that it names, from 0 on.
        let heaps = match (after("period "), after("values ")) {
            (None, Some(values)) => format!(", heaps = {}", values.split_whitespace().count().saturating_sub(1)),
            _ => String::new(),
        };
        claim = format!("order(misere_quotient({}{heaps})) == {order}", code_text(code));
        if let Some(said) = said.map(|said| field(said, "claim")).transpose()?
            && said != claim
        {
            return Err(format!("it claims something else than what its contents are about: {claim}"));
        }
    }
    if let Some(said) = said {
        let period = &said["period"];
        let period = (!period.is_null()).then(|| format!("{} from {}", period["period"], period["from"]));
        if said["order"].as_u64() != order.parse().ok() || period.as_deref() != after("period ") {
            return Err("its order or its period is another one than in its text".into());
        }
    }
    Ok(Program { text: format!("read_certificate = {}", quoted(text)), claim, named: false })
}

/// A script without what it computes for its reader, so that the script that saved a certificate need not find it again: only definitions and what
/// changes the variables that they or the certificate name are left, loops and conditions among it. Places stay as they are.
pub fn definitions(script: &str, certificate: &str) -> String {
    let parsed = parse(0, script, Mode::Script);
    let head: Json = serde_json::from_str(certificate.lines().next().unwrap_or("")).unwrap_or_default();
    let mut named: FxHashSet<&str> =
        ["game", "claim"].iter().filter_map(|name| head[*name].as_str()).flat_map(words).collect();
    let place = |statement: &Stmt| statement.span.start as usize..statement.span.end as usize;
    let mut idle = Vec::new();
    for statement in &parsed.program.statements {
        match &statement.kind {
            StmtKind::Expr(_) | StmtKind::Check(..) | StmtKind::Assign(..) => {
                let mut names = Vec::new();
                changed(&statement.kind, &mut names);
                idle.push((statement, names));
            }
            _ => named.extend(words(&script[place(statement)])),
        }
    }
    // What a variable is made of is named, too.
    loop {
        let (more, rest): (Vec<_>, Vec<_>) =
            idle.into_iter().partition(|(_, names)| names.iter().any(|name| named.contains(&**name)));
        idle = rest;
        if more.is_empty() {
            break;
        }
        named.extend(more.iter().flat_map(|(statement, _)| words(&script[place(statement)])));
    }
    let mut bytes = script.as_bytes().to_vec();
    for (statement, _) in idle {
        bytes[place(statement)].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    match String::from_utf8(bytes) {
        Ok(left) if parsed.errors.is_empty() && parse(0, &left, Mode::Script).errors.is_empty() => left,
        _ => script.to_owned(),
    }
}

/// What may be a name in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The names that a statement binds or changes, in loops and conditions too. Those of functions inside it are more than need be.
fn changed(kind: &StmtKind, names: &mut Vec<Rc<str>>) {
    match kind {
        StmtKind::Assign(Target::Pattern(pattern), _) => {
            let mut bound = Vec::new();
            hoist::pattern(pattern, &mut bound);
            names.extend(bound.into_iter().map(|ident| ident.name));
        }
        StmtKind::Assign(Target::Index(ident, _), _) => names.push(Rc::clone(&ident.name)),
        StmtKind::Function(function) => names.push(Rc::clone(&function.name.name)),
        StmtKind::Declaration(declaration) => names.push(Rc::clone(&declaration.name.name)),
        _ => {}
    }
    kind.for_each_child(&mut |child| changed_in(child, names));
}

fn changed_in(expression: &Expr, names: &mut Vec<Rc<str>>) {
    with_stack(|| match &*expression.kind {
        ExprKind::Do(body) => body.iter().for_each(|statement| changed(&statement.kind, names)),
        ExprKind::For(_, body) => body.iter().for_each(|statement| changed(&statement.kind, names)),
        ExprKind::While(condition, body) => {
            changed_in(condition, names);
            body.iter().for_each(|statement| changed(&statement.kind, names));
        }
        kind => kind.for_each_child(&mut |child| changed_in(child, names)),
    });
}
