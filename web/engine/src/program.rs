//! Running a program: what it says as it comes, then how it went.

use crate::Say;
use serde_json::{Value as Json, json};
use sprague::report::{CheckReport, Diagnostic, Output, Sources, Verdict, html, latex, to_json};
use sprague::session::{Mode, Session, Sink};
use std::cell::Cell;
use std::rc::Rc;

/// The name of a program in its errors.
pub const NAME: &str = "program";

/// Bytes of text or HTML that a page shows at once: a longer output would stop the page itself.
const LONGEST: usize = 4 << 20;
/// Outputs of one program that are shown, and their bytes together, about.
const MOST: usize = 10_000;
const MOST_BYTES: usize = 32 << 20;

/// Runs a script; its outputs are said one by one, as far as a page can show them.
pub fn run(session: &mut Session, text: &str, say: &Say) -> Json {
    let (omitted, room, hears) = (Rc::new(Cell::new(0)), Cell::new((MOST, MOST_BYTES)), Rc::clone(say));
    let left_out = Rc::clone(&omitted);
    let sink: Sink = Rc::new(move |output, sources| {
        let (outputs, bytes) = room.get();
        if outputs == 0 || bytes == 0 {
            return left_out.set(left_out.get() + 1);
        }
        let told = told(&output, sources);
        let size = ["text", "html", "latex"].iter().filter_map(|part| told[part].as_str()).map(str::len).sum();
        room.set((outputs - 1, bytes.saturating_sub(size)));
        hears(&told);
    });
    let ran = session.run(NAME, text, Mode::Script, sink);
    let sources = session.sources();
    json!({
        "errors": errors(&ran.errors, sources),
        "warnings": errors(&ran.warnings, sources),
        "passed": ran.passed,
        "failed": ran.failed,
        "omitted": omitted.get(),
        "unseen": ran.unseen.map(|span| sprague::report::text::unseen(span, sources)),
        "steps": session.handle().steps(),
    })
}

/// An output as the page shows it.
fn told(output: &Output, sources: &Sources) -> Json {
    match output {
        Output::Printed(text) => json!({ "output": "printed", "text": cut(text), "cut": is_long(text) }),
        Output::Value(shown) => {
            let html = html::shown(shown);
            let html =
                if html.len() > LONGEST { format!("<pre>{}</pre>", html::escaped(cut(&shown.text))) } else { html };
            let (text, latex) = (sprague::report::text::value(shown), latex::shown(shown));
            json!({
                "output": "value", "kind": shown.kind, "text": cut(&text), "html": html, "latex": cut(&latex),
                "cut": is_long(&text) || is_long(&latex),
            })
        }
        Output::Check(report) => checked(report, sources),
    }
}

fn checked(report: &CheckReport, sources: &Sources) -> Json {
    let (verdict, value, reason, error) = match &report.verdict {
        Verdict::True => ("true", None, &[][..], None),
        Verdict::False { value, reason } => ("false", value.as_deref(), &reason[..], None),
        Verdict::Failed(error) => ("undecided", None, &[][..], Some(to_json(error, sources))),
    };
    json!({
        "output": "check", "verdict": verdict, "line": report.line, "claim": report.claim, "title": report.text,
        "value": value, "reason": reason, "error": error,
    })
}

/// Errors with their places.
pub fn errors(errors: &[Diagnostic], sources: &Sources) -> Vec<Json> {
    errors.iter().map(|error| to_json(error, sources)).collect()
}

/// Whether a page shows the beginning alone.
fn is_long(text: &str) -> bool {
    text.len() > LONGEST
}

/// The beginning of a text that is too long for a page.
fn cut(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
