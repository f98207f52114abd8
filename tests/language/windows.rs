//! What is shown fits the window: documentation, tables, drawings, explanations.

use sprague::report::{Format, docs, text};
use sprague::session::{Mode, Session, Settings, Sink};
use std::cell::RefCell;
use std::rc::Rc;

/// Lines that are too long although they could be broken.
fn too_long(text: &str, width: usize) -> Option<&str> {
    text.lines().find(|line| line.chars().count() > width && line.trim().contains(' '))
}

/// What a program says in a window.
fn shown(program: &str, width: Option<usize>) -> String {
    let mut session = Session::new(Settings::default());
    session.set_width(width);
    let heard = Rc::new(RefCell::new(String::new()));
    let told = Rc::clone(&heard);
    let sink: Sink = Rc::new(move |output, sources| {
        let rendered = output.render(Format::Text, sources, false);
        let fitted = width.map_or(rendered.clone(), |width| text::within(&output, &rendered, width));
        told.borrow_mut().push_str(&(fitted + "\n"));
    });
    let outcome = session.run("windows", program, Mode::Session, sink);
    assert!(outcome.errors.is_empty(), "{program}: {:?}", outcome.errors);
    heard.take()
}

#[test]
fn documentation_fits() {
    let mut session = Session::new(Settings::default());
    for width in [60, 80] {
        let records = session.docs();
        for doc in &records {
            let text = docs::docs(std::slice::from_ref(doc), false, Some(width));
            let long = too_long(&text, width).filter(|line| !line.starts_with(&doc.signature));
            assert_eq!(long, None, "{} at {width}", doc.name);
        }
        assert_eq!(too_long(&docs::docs(&records, false, Some(width)), width), None);
    }
}

#[test]
fn tables_and_drawings_fit() {
    for program in [
        "table(n -> n^3, 100..140)",
        "table((a, b) -> a * b, 10..14, 100..130)",
        "table([[10^k for k in 0..15] for r in 1..3])",
        "table({n => n^9 for n in 1..20})",
        "outcome_table(Square, 60)",
        "period_table(Kayles)",
        "plot([n % 7 for n in 0..50], \"a title\")",
        "plot([10^9 + n for n in 0..50])",
        "draw(<5 | <0 | -3>>)",
        "draw(<123456 | -654321>)",
        "sieve(Square, 100)",
        "explain(Kayles(20))",
        "why outcome(Nim(1) + Nim(2) + Nim(3)) == P",
        "check outcome(Kayles(5) + Kayles(9) + Kayles(11) + Nim(4)) == P \"a long claim\"",
    ] {
        for width in [60, 80] {
            let text = shown(program, Some(width));
            assert_eq!(too_long(&text, width), None, "{program} at {width}:\n{text}");
        }
        // Nothing is lost: the same words in a window as without one, once what stands before the bar is counted once.
        let words = |text: &str| {
            let mut all: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            all.sort();
            all.dedup();
            all.retain(|word| word.chars().any(char::is_alphanumeric));
            all
        };
        // A check in a narrow window has no excerpt, and pictures are drawn anew.
        if !["plot", "draw", "check"].iter().any(|kind| program.starts_with(kind)) {
            assert_eq!(words(&shown(program, Some(60))), words(&shown(program, None)), "{program}");
        }
    }
}
