//! Programs run in a session, and what they say.

use sprague::diagnostics::Diagnostic;
use sprague::report::text as show;
use sprague::session::{Output, Session};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::rc::Rc;

/// What a program says, and its errors.
pub fn outputs(session: &mut Session, text: &str) -> (Vec<Output>, Vec<Diagnostic>) {
    let heard: Rc<RefCell<Vec<Output>>> = Rc::default();
    let sink = Rc::clone(&heard);
    let outcome = session.run("program", text, Mode::Script, Rc::new(move |output, _| sink.borrow_mut().push(output)));
    (heard.take(), outcome.errors)
}

/// What a program says, a line each, and its errors.
pub fn submit(session: &mut Session, text: &str) -> (String, Vec<Diagnostic>) {
    let (outputs, errors) = outputs(session, text);
    (outputs.into_iter().map(line).collect::<Vec<_>>().join("\n"), errors)
}

/// A printed text, a value without that of the position it is, or a verdict.
pub fn line(output: Output) -> String {
    match output {
        Output::Printed(text) => text,
        Output::Value(shown) => shown.text,
        Output::Check(report) => format!("{:?}", report.verdict),
    }
}

/// The same, with the value of a position behind it.
pub fn shown(output: Output) -> String {
    match output {
        Output::Value(shown) => show::value(&shown),
        other => line(other),
    }
}
