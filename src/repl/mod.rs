//! The interactive session: a person types, [`core`] does what a line asks for, the screen shows it.

pub mod commands;
pub mod complete;
pub mod core;
mod editor;
mod help;
pub mod highlight;
pub mod hint;
pub mod history;
pub mod listing;
pub mod paths;
mod play;
pub mod recall;
pub mod save;
pub mod transcript;

use self::core::{Core, Reaction, Reply};
use crate::cli::{Status, args::Options, interrupt, screen::Screen, session, terminal};
use crate::report::text as show;
use crate::report::{Format, Output, Shown, advice, docs, render};
use crate::session::Sink;
use crate::session::reading::next_submission;
use complete::Words;
use editor::{Input, Lines};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Of what a line says, so many bytes are handed to the transcript.
const REMEMBERED: usize = 1 << 17;

/// Said of bytes from the terminal that are no text.
const UNREADABLE: &str = "what was typed or pasted holds bytes that are not UTF-8, and is left out\n\
    Set the terminal to UTF-8, or run a file: `:load FILE`.";

/// Talks with a person until they leave.
pub fn start(screen: &Rc<RefCell<Screen>>, options: &Options) -> Status {
    let mut core = Core::new(session(screen, options, Some(PathBuf::from(".")), Vec::new()));
    let color = screen.borrow().color_out;
    if color {
        core.colour();
    }
    let core = Rc::new(RefCell::new(core));
    let known = Rc::clone(&core);
    let mut lines = match Lines::new(color, move |text| known.borrow_mut().glance(text)) {
        Ok(lines) => lines,
        Err(error) => {
            screen.borrow_mut().complain(&format!("the terminal cannot be used: {error}"));
            return Status::Failed;
        }
    };
    screen.borrow_mut().told(help::BANNER);
    interrupt::stay_when_idle();
    let status = talk(screen, &core, &mut lines);
    terminal::keys::give_back();
    drop(lines);
    if let Some(core) = Rc::into_inner(core) {
        crate::cli::run::end(core.into_inner().into_session());
    }
    status
}

fn talk(screen: &Rc<RefCell<Screen>>, core: &RefCell<Core>, lines: &mut Lines) -> Status {
    let topics = topics(&mut core.borrow_mut());
    loop {
        if let Some(complaint) = lines.complaint.take() {
            screen.borrow_mut().complain(&complaint);
        }
        {
            let mut core = core.borrow_mut();
            lines.set_words(Words { names: core.names(), own: core.own(), topics: topics.clone() });
            lines.set_plain(core.is_playing());
        }
        let playing = core.borrow().is_playing();
        let text = match lines.read() {
            Ok(Input::Text(text)) => text,
            Ok(Input::Cancelled(true)) => continue,
            Ok(Input::Cancelled(false)) => {
                screen.borrow_mut().line(if playing { "`stop` or Ctrl-D ends the game." } else { "Ctrl-D leaves." });
                continue;
            }
            // Who wants to be done with a game wants to keep the session.
            Ok(Input::Left) if playing => "stop".into(),
            Ok(Input::Left) => return Status::Done,
            Ok(Input::Unreadable) => {
                screen.borrow_mut().complain(UNREADABLE);
                continue;
            }
            Err(error) => {
                screen.borrow_mut().complain(&format!("the terminal cannot be read: {error}"));
                return Status::Failed;
            }
        };
        let mut rest = &*text;
        loop {
            let mut core = core.borrow_mut();
            let (one, more) = next_submission(rest, core.is_playing());
            let leave = answer(screen, &mut core, one);
            if leave || screen.borrow().is_closed() {
                return Status::Done;
            }
            rest = more;
            if rest.trim().is_empty() {
                break;
            }
        }
    }
}

/// Does what a submission asks for and shows what comes of it; whether the person leaves.
fn answer(screen: &Rc<RefCell<Screen>>, core: &mut Core, text: &str) -> bool {
    let said = Rc::new(RefCell::new(String::new()));
    let playing = core.is_playing();
    let answer = submit(screen, core, text, &said);
    let leave = answer.leave;
    let failed = answer.replies.iter().any(|reply| matches!(reply, Reply::Errors(_) | Reply::Complaint(_)));
    say(&mut screen.borrow_mut(), core, answer, &said);
    screen.borrow_mut().flush();
    if let Err(problem) = core.remember(text, !(failed || playing), &said.borrow()) {
        screen.borrow_mut().complain(&problem);
    }
    leave
}

/// Names and subjects that only `?` knows, sorted.
fn topics(core: &mut Core) -> Vec<String> {
    let docs = core.docs();
    let mut topics: Vec<_> = docs.into_iter().flat_map(|doc| [doc.name, doc.subject]).collect();
    topics.sort();
    topics.dedup();
    topics
}

/// A value as people look at it, a position below its board; plain and in colour.
fn with_board(value: &Shown) -> (String, String) {
    let text = show::briefly(value);
    match (&value.board, &value.instead) {
        (Some(board), _) => (format!("{}\n{text}", board.plain), format!("{}\n{text}", board.coloured)),
        (None, Some(seen)) => (seen.plain.clone(), seen.coloured.clone()),
        (None, None) => (text.clone(), text),
    }
}

/// A text as it is kept, without the signs by which a terminal changes colours.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    first + &pieces.map(|piece| piece.split_once('m').map_or("", |(_, rest)| rest)).collect::<String>()
}

/// One more text that was said.
fn hear(said: &RefCell<String>, text: &str) {
    let mut said = said.borrow_mut();
    if said.len() < REMEMBERED {
        said.push_str(text.trim_end());
        said.push('\n');
    }
}

fn submit(screen: &Rc<RefCell<Screen>>, core: &mut Core, text: &str, said: &Rc<RefCell<String>>) -> Reaction {
    screen.borrow_mut().start();
    core.set_width(screen.borrow().width());
    let stop = core.session().handle().interruption_flag();
    let (shown, heard) = (Rc::clone(screen), Rc::clone(said));
    let work = || {
        let emit: Sink = Rc::new(move |output, sources| {
            let mut screen = shown.borrow_mut();
            match &output {
                Output::Value(value) => {
                    let (plain, coloured) = with_board(value);
                    hear(&heard, &plain);
                    let text = if screen.color_out { coloured } else { plain };
                    let fitted = screen.width().map(|width| show::within(&output, &text, width));
                    screen.line(&fitted.unwrap_or(text));
                }
                other => {
                    hear(&heard, &other.render(Format::Text, sources, false));
                    screen.output(other, Format::Text, sources);
                }
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

fn say(screen: &mut Screen, core: &Core, answer: Reaction, said: &RefCell<String>) {
    for reply in answer.replies {
        match reply {
            Reply::Errors(errors) | Reply::Warnings(errors) => {
                let errors = advice::session(&errors);
                hear(said, &render(&errors, core.session().sources(), false));
                let text = render(&errors, core.session().sources(), screen.color_err);
                screen.complain(text.trim_end());
            }
            Reply::Text(text) => {
                hear(said, &without_colours(&text));
                screen.told(&text);
            }
            Reply::Complaint(text) => {
                hear(said, &text);
                screen.complain(&text);
            }
            Reply::Docs(docs) => {
                hear(said, &docs::docs(&docs, false, Some(docs::WIDTH)));
                screen.docs(&docs);
            }
        }
    }
}
