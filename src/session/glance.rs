//! What kind of value an expression has, found by computing it aside: for completion while it is typed.

use super::Session;
use super::reading::is_expression;
use crate::limits::Limits;
use crate::report::Output;
use crate::syntax::Mode;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// A person waits for the answer with a finger on the key.
const STEPS: u64 = 20_000;
const TIME: Duration = Duration::from_millis(100);

impl Session {
    /// The kind of an expression, as `kind` names it, if it can be found at once. Nothing is shown or bound, and no file is touched.
    pub fn glance(&mut self, expression: &str) -> Option<String> {
        if !is_expression(expression) {
            return None;
        }
        let handle = Rc::clone(&self.machine.handle);
        handle.set_limits(Limits { steps: Some(STEPS), time: Some(TIME), ..self.settings.limits.clone() });
        let (globals, imported, epoch) = (self.machine.globals().clone(), self.imported.len(), self.machine.epoch());
        let files = self.machine.replace_files(None);
        let kind = Rc::new(RefCell::new(None));
        let heard = Rc::clone(&kind);
        self.run(
            "<glance>",
            &format!("kind({expression})"),
            Mode::Session,
            Rc::new(move |output, _| {
                if let Output::Value(shown) = output {
                    *heard.borrow_mut() = Some(shown.text);
                }
            }),
        );
        let _ = self.machine.take_request();
        self.machine.replace_files(files);
        self.imported.truncate(imported);
        *self.machine.globals_mut() = globals;
        if self.machine.epoch() != epoch {
            self.machine.outdated();
        }
        handle.set_limits(self.settings.limits.clone());
        kind.take()
    }
}
