//! Programs run in a session, and what they say.

use sprague::diagnostics::Diagnostic;
use sprague::session::{Output, Session};
use sprague::source::Sources;
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::rc::Rc;

/// What a program shows, a line each, and its errors.
pub fn submit(session: &mut Session, text: &str) -> (String, Vec<Diagnostic>) {
    let lines: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = Rc::clone(&lines);
    let sink = Rc::new(move |output: Output, _: &Sources| {
        heard.borrow_mut().push(match output {
            Output::Printed(text) => text,
            Output::Value(shown) => shown.text,
            Output::Check(report) => format!("{:?}", report.verdict),
        });
    });
    let outcome = session.run("program", text, Mode::Script, sink);
    (lines.take().join("\n"), outcome.errors)
}
