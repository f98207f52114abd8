//! The interactive session: a person types, [`core`] does what a line asks for, the screen shows it.

mod commands;
mod complete;
pub mod core;
mod editor;
mod help;
mod highlight;
mod hint;
mod history;
mod play;
mod save;

use self::core::{Core, Reaction, Reply};
use crate::cli::{Status, args::Options, interrupt, screen::Screen, session};
use crate::report::text as show;
use crate::report::{Format, Output, advice, render};
use crate::session::Sink;
use complete::Words;
use editor::{Input, Lines};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Talks with a person until they leave.
pub fn start(screen: &Rc<RefCell<Screen>>, options: &Options) -> Status {
    let mut core = Core::new(session(screen, options, Some(PathBuf::from(".")), Vec::new()));
    let color = screen.borrow().color_out;
    let mut lines = match Lines::new(color) {
        Ok(lines) => lines,
        Err(error) => {
            screen.borrow_mut().complain(&format!("the terminal cannot be used: {error}"));
            return Status::Failed;
        }
    };
    screen.borrow_mut().line(help::BANNER);
    interrupt::stay_when_idle();
    let topics = topics(&core);
    loop {
        if let Some(complaint) = lines.complaint.take() {
            screen.borrow_mut().complain(&complaint);
        }
        lines.set_words(Words { names: core.names(), topics: topics.clone() });
        lines.set_plain(core.is_playing());
        let text = match lines.read() {
            Ok(Input::Text(text)) => text,
            Ok(Input::Cancelled(true)) => continue,
            Ok(Input::Cancelled(false)) => {
                screen.borrow_mut().line("Ctrl-D leaves.");
                continue;
            }
            Ok(Input::Left) => break,
            Err(error) => {
                screen.borrow_mut().complain(&format!("the terminal cannot be read: {error}"));
                return Status::Failed;
            }
        };
        let answer = submit(screen, &mut core, &text);
        let leave = answer.leave;
        say(&mut screen.borrow_mut(), &core, answer);
        if leave || screen.borrow().is_closed() {
            break;
        }
    }
    crate::cli::run::end(core.into_session());
    Status::Done
}

/// Names and subjects that only `?` knows, sorted.
fn topics(core: &Core) -> Vec<String> {
    let docs = core.session().docs();
    let mut topics: Vec<_> = docs.into_iter().flat_map(|doc| [doc.name, doc.subject]).collect();
    topics.sort();
    topics.dedup();
    topics
}

fn submit(screen: &Rc<RefCell<Screen>>, core: &mut Core, text: &str) -> Reaction {
    screen.borrow_mut().start();
    let stop = core.session().handle().interruption_flag();
    let shown = Rc::clone(screen);
    let work = || {
        let emit: Sink = Rc::new(move |output, sources| {
            let mut screen = shown.borrow_mut();
            match &output {
                Output::Value(value) => screen.line(&show::briefly(value)),
                other => screen.output(other, Format::Text, sources),
            }
            if screen.is_closed() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        core.submit(text, emit)
    };
    // A bug of ours has been told by the hook; it must not take the session with it.
    let answer = catch_unwind(AssertUnwindSafe(work));
    screen.borrow_mut().erase_progress();
    answer.unwrap_or_else(|_| Reaction {
        replies: vec![Reply::Complaint("The session goes on, but save what matters: :save FILE".into())],
        leave: false,
    })
}

fn say(screen: &mut Screen, core: &Core, answer: Reaction) {
    for reply in answer.replies {
        match reply {
            Reply::Errors(errors) => {
                let text = render(&advice::session(&errors), core.session().sources(), screen.color_err);
                screen.complain(text.trim_end());
            }
            Reply::Text(text) => screen.line(&text),
            Reply::Complaint(text) => screen.complain(&text),
            Reply::Docs(docs) => screen.docs(&docs),
        }
    }
}
