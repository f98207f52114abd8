//! Running a cell. In: its text. Out: what it says, on the stage; errors with their code and place; a reply.

use super::ask;
use super::bus::log;
use super::serve::Kernel;
use crate::report::{Diagnostic, Mistake, advice, mime, render, text};
use crate::report::{Doc, Output, docs, html};
use crate::session::{Mode, Ran, Session, Sink};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Columns of help in a notebook.
const WIDTH: usize = 80;

/// What is asked of a cell.
pub struct Wish {
    code: String,
    silent: bool,
    remembered: bool,
    expressions: Map<String, Value>,
    /// Whether cells that wait behind it are left, if it fails.
    pub stop: bool,
}

impl Wish {
    /// From the content of a request; without code there is none.
    pub fn of(content: &Value) -> Option<Wish> {
        let is = |name: &str, usual: bool| content[name].as_bool().unwrap_or(usual);
        let silent = is("silent", false);
        Some(Wish {
            code: content["code"].as_str()?.replace("\r\n", "\n"),
            silent,
            remembered: is("store_history", true) && !silent,
            expressions: content["user_expressions"].as_object().cloned().unwrap_or_default(),
            stop: is("stop_on_error", true),
        })
    }
}

impl Kernel {
    /// Runs a cell; gives the reply.
    pub fn execute(&mut self, parent: &Value, wish: &Wish) -> Value {
        if wish.remembered {
            self.count += 1;
        }
        self.interrupter.begin();
        if !wish.silent {
            let input = json!({ "code": wish.code, "execution_count": self.count });
            self.bus.publish(parent, "execute_input", &input);
            self.stage.borrow_mut().begin(parent, self.count);
        }
        let failed = self.program(&wish.code);
        let mut stage = self.stage.borrow_mut();
        if let Some(error) = &failed {
            stage.error(error);
        }
        let last = stage.end();
        drop(stage);
        if wish.remembered {
            self.history.push((wish.code.clone(), last));
        }
        let mut reply = match failed {
            Some(Value::Object(error)) => {
                let mut reply = Map::from_iter([("status".to_owned(), json!("error"))]);
                reply.extend(error);
                reply
            }
            _ => {
                let said = wish.expressions.iter().map(|(name, text)| (name.clone(), self.expression(text)));
                let said: Map<String, Value> = said.collect();
                let content = json!({ "status": "ok", "payload": [], "user_expressions": said });
                content.as_object().cloned().unwrap_or_default()
            }
        };
        reply.insert("execution_count".into(), json!(self.count));
        Value::Object(reply)
    }

    /// Help, or a program. Gives the error, if there is one.
    fn program(&mut self, code: &str) -> Option<Value> {
        let line = code.trim();
        if let Some(name) = ask::asked(line) {
            return self.help(name);
        }
        if line.starts_with(':') && !line.contains('\n') {
            let what = "commands with a colon belong to the interactive session";
            return Some(said(what, "In a notebook, `?name` shows what a name is, and the kernel's menu begins anew."));
        }
        let stage = Rc::clone(&self.stage);
        let sink: Sink = Rc::new(move |output, sources| stage.borrow_mut().output(&output, sources));
        let ran = match self.run(&format!("In[{}]", self.count), code, sink) {
            Ok(ran) => ran,
            Err(bug) => return Some(bug),
        };
        let mut stage = self.stage.borrow_mut();
        let sources = self.session.sources();
        if !ran.warnings.is_empty() {
            stage.line("stderr", &text::errors(&ran.warnings, sources, true));
        }
        match error(&ran.errors, &self.session) {
            None => {
                ran.unseen.iter().for_each(|span| stage.line("stderr", &text::unseen(*span, sources)));
                None
            }
            error => error,
        }
    }

    /// Runs a text. A bug of ours ends it and the session, not the kernel.
    fn run(&mut self, name: &str, code: &str, sink: Sink) -> Result<Ran, Value> {
        let session = &mut self.session;
        catch_unwind(AssertUnwindSafe(|| session.run(name, code, Mode::Session, sink))).map_err(|_| {
            log("a bug ended a computation; the session begins anew");
            self.begin_anew();
            let advice = "Please report it with what you typed; the log of the notebook's server has the place.\nThe kernel began anew: run the cells above again.";
            said("a bug in Sprague ended this computation", advice)
        })
    }

    fn help(&mut self, name: &str) -> Option<Value> {
        if name.is_empty() {
            let text = "?mex shows what `mex` is, ?E0303 what the code of an error means, ?games lists the rule sets.";
            self.stage.borrow_mut().line("stdout", text);
            return None;
        }
        match ask::about(&mut self.session, name) {
            found if found.is_empty() => {
                let advice = self.session.advice(name).unwrap_or_else(|| "`?games` lists the rule sets.".to_owned());
                Some(said(&format!("there is nothing called `{name}`"), &advice))
            }
            found => {
                self.stage.borrow_mut().display(&documentation(&found));
                None
            }
        }
    }

    /// The value of an expression that the front end wants to know beside the cell.
    fn expression(&mut self, text: &Value) -> Value {
        let Some(text) = text.as_str() else {
            return failure(&said("an expression is a text", ""));
        };
        let heard = Rc::new(RefCell::new(None));
        let hear = Rc::clone(&heard);
        let sink: Sink = Rc::new(move |output, _| {
            if let Output::Value(shown) = output {
                *hear.borrow_mut() = Some(mime::value(&shown).value);
            }
        });
        let ran = match self.run("an expression", text, sink) {
            Ok(ran) => ran,
            Err(bug) => return failure(&bug),
        };
        match error(&ran.errors, &self.session) {
            Some(error) => failure(&error),
            None => {
                let data = heard.take().unwrap_or_else(|| json!({ "text/plain": "nothing" }));
                json!({ "status": "ok", "data": data, "metadata": {} })
            }
        }
    }
}

/// Records as a page, whole or as a list.
pub fn documentation(records: &[Doc]) -> Value {
    let plain = docs::docs(records, false, Some(WIDTH));
    match records {
        [_] => json!({ "text/html": html::doc(&records[0]), "text/plain": plain }),
        _ => json!({ "text/plain": plain }),
    }
}

/// Errors as a notebook shows them: the code of the first for its name, all of them with their places.
fn error(errors: &[Diagnostic], session: &Session) -> Option<Value> {
    let first = errors.first()?;
    let drawn = render(&advice::notebook(errors), session.sources(), true);
    let mut lines: Vec<&str> = drawn.trim_end().lines().collect();
    let code = first.mistake.entry().code;
    let more = format!("`?{code}` explains the error.");
    if first.mistake != Mistake::Interrupted {
        lines.push(&more);
    }
    Some(json!({ "ename": code, "evalue": first.message, "traceback": lines }))
}

/// An error that is none of the program.
fn said(what: &str, advice: &str) -> Value {
    let lines: Vec<&str> = [what].into_iter().chain(advice.lines()).collect();
    json!({ "ename": "Sprague", "evalue": what, "traceback": lines })
}

fn failure(error: &Value) -> Value {
    let mut content = error.clone();
    content["status"] = json!("error");
    content
}
