//! What the session does with a line. In: a submission. Out: outputs as they come, then an [`Reaction`]. It knows no
//! terminal, so that tests drive it, and another front end could.

use super::commands::{self, Command};
use super::help;
use super::listing::cut;
use super::play::Match;
use super::save;
use super::transcript::{Script, Transcript};
use crate::cli::{doc, interrupt::Running, run_in, terminal};
use crate::report::text as show;
use crate::report::{Diagnostic, Doc, NameInfo, Output, Span, grouped};
use crate::session::reading::{is_expression, is_wrong};
use crate::session::{Defined, Mode, Ran, Saved, Session, Sink, files, nearest_names};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The name under which messages cite what was typed.
pub const TYPED: &str = "<session>";

/// What the session says after the outputs of a submission.
#[derive(Debug, PartialEq)]
pub enum Reply {
    /// Errors of the program; their places are in the session's sources.
    Errors(Vec<Diagnostic>),
    /// What was run but hardly meant.
    Warnings(Vec<Diagnostic>),
    /// A text to show.
    Text(String),
    /// Documentation: one record whole, several as a list.
    Docs(Vec<Doc>),
    /// What is wrong with a command.
    Complaint(String),
}

/// What a submission came to.
#[derive(Debug, Default, PartialEq)]
pub struct Reaction {
    /// In order.
    pub replies: Vec<Reply>,
    /// Whether the person leaves.
    pub leave: bool,
}

impl From<Reply> for Reaction {
    fn from(reply: Reply) -> Self {
        Reaction { replies: vec![reply], leave: false }
    }
}

/// The session with its commands.
pub struct Core {
    session: Session,
    took: Option<(Duration, u64)>,
    play: Option<Match>,
    transcript: Transcript,
    /// What a script has in the place of the last submission, if it can have it.
    script: Option<Script>,
    color: bool,
}

impl Core {
    /// Around a session.
    pub fn new(mut session: Session) -> Core {
        session.allow_play();
        session.show_boards();
        Core { session, took: None, play: None, transcript: Transcript::default(), script: None, color: false }
    }

    /// From now on boards of games that are played are coloured.
    pub fn colour(&mut self) {
        self.color = true;
    }

    /// The session itself.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether a game is being played: then lines are moves, not programs.
    pub fn is_playing(&self) -> bool {
        self.play.is_some()
    }

    /// The session, for whoever ends it.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Tables and drawings are made for a window so wide.
    pub fn set_width(&mut self, width: Option<usize>) {
        self.session.set_width(width);
    }

    /// What kind of value an expression has, if that can be found at once.
    pub fn glance(&mut self, expression: &str) -> Option<String> {
        self.session.glance(expression)
    }

    /// The names that the user defined.
    pub fn own(&self) -> Vec<String> {
        self.session.own_names()
    }

    /// Remembers what was said about a line, for a transcript. The error says that it cannot be written any more.
    pub fn remember(&mut self, typed: &str, worked: bool, said: &str) -> Result<(), String> {
        let hiding = self.session.hiding();
        let script = self.script.take().filter(|_| worked);
        self.transcript.add(typed, script, said, hiding)
    }

    /// Does what a line, or several, ask for.
    pub fn submit(&mut self, text: &str, emit: Sink) -> Reaction {
        let line = text.trim();
        self.script = None;
        // `?` alone asks for help with the game.
        if self.play.is_some() && (line == "?" || !line.starts_with([':', '?'])) {
            return self.go_on(line);
        }
        if let Some(name) = line.strip_prefix('?') {
            return self.about(name);
        }
        if line.starts_with(':') {
            return match commands::parse(line) {
                Ok((command, rest)) => self.command(command, rest, emit),
                Err(complaint) => Reply::Complaint(complaint).into(),
            };
        }
        match line {
            "" => Reaction::default(),
            "quit" | "exit" | "quit()" | "exit()" if !self.knows(line) => {
                Reaction { leave: true, ..Reaction::default() }
            }
            "help" | "help()" if !self.knows(line) => self.about(""),
            _ => self.run_typed(text, emit),
        }
    }

    /// Runs what was typed; a script can have it, too.
    fn run_typed(&mut self, text: &str, emit: Sink) -> Reaction {
        let shows = Rc::new(Cell::new(false));
        let heard = Rc::clone(&shows);
        let listen: Sink = Rc::new(move |output, sources| {
            heard.set(heard.get() || matches!(output, Output::Value(_)));
            emit(output, sources);
        });
        self.script = Some(Script { text: text.to_owned(), shows: false });
        let reaction = self.run(TYPED, text, Mode::Session, listen);
        self.script.iter_mut().for_each(|script| script.shows = shows.get());
        reaction
    }

    fn knows(&mut self, line: &str) -> bool {
        let name = line.trim_end_matches("()");
        self.session.names().iter().any(|known| known.name == name)
    }

    fn run(&mut self, name: &str, text: &str, mode: Mode, emit: Sink) -> Reaction {
        let Ran { errors, warnings, unseen, .. } = run_in(&mut self.session, name, text, mode, emit);
        let mut answer = self.after(errors, unseen);
        if !warnings.is_empty() {
            answer.replies.insert(0, Reply::Warnings(warnings));
        }
        answer
    }

    /// What there is to say when a program has run.
    fn after(&mut self, errors: Vec<Diagnostic>, unseen: Option<Span>) -> Reaction {
        self.took = Some((self.session.handle().elapsed(), self.session.handle().steps()));
        if !errors.is_empty() {
            return Reply::Errors(errors).into();
        }
        if let Some(span) = unseen {
            return Reply::Text(show::unseen(span, self.session.sources())).into();
        }
        let _running = Running::start(self.session.handle().interruption_flag());
        let Some(wish) = self.session.wished_play() else { return Reaction::default() };
        self.script = None;
        match wish.and_then(|play| Match::begin(&mut self.session, play, self.color)) {
            Ok((game, (text, goes_on))) => {
                self.play = goes_on.then_some(game);
                Reply::Text(text).into()
            }
            Err(error) => Reply::Complaint(error.message).into(),
        }
    }

    /// A line of the person who plays.
    fn go_on(&mut self, line: &str) -> Reaction {
        let Some(mut game) = self.play.take() else { return Reaction::default() };
        let _running = Running::start(self.session.handle().interruption_flag());
        match game.line(&mut self.session, line) {
            Ok((text, goes_on)) => {
                self.play = goes_on.then_some(game);
                Reply::Text(text).into()
            }
            Err(error) => {
                self.play = Some(game);
                Reply::Complaint(error.message).into()
            }
        }
    }

    fn command(&mut self, command: Command, rest: &str, emit: Sink) -> Reaction {
        let needs =
            |what: &str, example: &str| Reply::Complaint(format!("it needs {what}, for instance {example}")).into();
        match command {
            Command::Help if rest.is_empty() => Reply::Text(help::commands()).into(),
            Command::Help | Command::Doc => self.about(rest),
            Command::Type if rest.is_empty() => needs("an expression", ":type 1/2"),
            Command::Type => self.kind_of(rest),
            Command::Time => self.time(rest, emit),
            Command::Load if rest.is_empty() => needs("a file", ":load lesson1.cgt"),
            Command::Load => self.load(rest, emit),
            Command::Save | Command::SaveAnyway if rest.is_empty() => needs("a file", ":save work.cgt"),
            Command::Save => self.save(rest, false),
            Command::SaveAnyway => self.save(rest, true),
            Command::Reset if !rest.is_empty() => {
                Reply::Complaint(format!("it forgets all your definitions; for one alone: :forget {rest}")).into()
            }
            Command::Names | Command::Quit if !rest.is_empty() => {
                Reply::Complaint("nothing else goes into this line".into()).into()
            }
            Command::Names => self.list_names(),
            Command::Forget if rest.is_empty() => needs("a name", ":forget x"),
            Command::Forget => self.forget(rest),
            Command::Reset => self.reset(),
            Command::Transcript if rest.is_empty() => match self.transcript.end() {
                Some(path) => Reply::Text(format!("The transcript in {} ends here.", path.display())).into(),
                None => needs("a file", ":transcript lesson1.cgt"),
            },
            Command::TranscriptAnyway if rest.is_empty() => needs("a file", ":transcript! lesson1.cgt"),
            Command::Transcript => self.keep(rest, false),
            Command::TranscriptAnyway => self.keep(rest, true),
            Command::Quit => Reaction { leave: true, ..Reaction::default() },
        }
    }

    fn about(&mut self, name: &str) -> Reaction {
        let name = match name.trim() {
            "()" => "(",
            name => name.trim_end_matches("()").trim(),
        };
        if name.is_empty() {
            return Reply::Text(help::overview(&self.subjects())).into();
        }
        let docs = doc::about(&mut self.session, name);
        if docs.is_empty()
            && self.own().iter().any(|own| own == name)
            && let Some(own) = self.session.defined().into_iter().find(|defined| defined.name == name)
        {
            // A variable has no documentation, but it is there.
            return Reply::Text(listed(&own, 0, 0, terminal::size().0 - 1)).into();
        }
        if docs.is_empty() {
            Reply::Complaint(doc::unknown(&mut self.session, name)).into()
        } else {
            Reply::Docs(docs).into()
        }
    }

    /// Subjects of the library in the manual's order.
    pub fn subjects(&mut self) -> Vec<String> {
        let mut subjects: Vec<String> = self.session.docs().into_iter().map(|d| d.subject).collect();
        subjects.dedup();
        subjects
    }

    /// All documentation records of the library.
    pub fn docs(&mut self) -> Vec<Doc> {
        self.session.docs()
    }

    /// The names that can be used now.
    pub fn names(&mut self) -> Vec<NameInfo> {
        self.session.names()
    }

    fn kind_of(&mut self, text: &str) -> Reaction {
        // What cannot be read is told as any other error.
        if !is_expression(text) && !is_wrong(text) {
            return Reply::Complaint("it needs one expression and nothing else, for instance :type 1/2".into()).into();
        }
        let kind = Rc::new(Cell::new(None));
        let heard = Rc::clone(&kind);
        let note: Sink = Rc::new(move |output, _| {
            if let Output::Value(shown) = output {
                heard.set(Some(shown.kind));
            }
        });
        let mut answer = self.run(TYPED, text, Mode::Session, note);
        if answer.replies.iter().all(|reply| matches!(reply, Reply::Warnings(_))) {
            answer.replies.push(Reply::Text(kind.get().unwrap_or("no value").to_owned()));
        }
        answer
    }

    fn time(&mut self, text: &str, emit: Sink) -> Reaction {
        let mut answer = Reaction::default();
        if !text.is_empty() {
            answer = self.run_typed(text, emit);
        }
        answer.replies.push(match self.took {
            Some((time, steps)) => Reply::Text(format!("{} s, {} steps", seconds(time), grouped(steps))),
            None => Reply::Complaint("nothing has been computed yet; for instance :time mex({0, 1})".into()),
        });
        answer
    }

    fn load(&mut self, file: &str, emit: Sink) -> Reaction {
        let path = path_of(file);
        match files::read(&path) {
            Ok(text) => {
                self.script = imported(&path);
                self.run(&path.display().to_string(), &text, Mode::Script, emit)
            }
            Err(problem) => Reply::Complaint(problem.to_string()).into(),
        }
    }

    fn save(&mut self, file: &str, anyway: bool) -> Reaction {
        let stop = self.session.handle().interruption_flag();
        let running = Running::start(Arc::clone(&stop));
        let Saved { script, left } = self.session.saved();
        drop(running);
        if stop.load(Ordering::Relaxed) {
            return Reply::Complaint("stopped before anything was written".into()).into();
        }
        if script.trim().is_empty() {
            return Reply::Complaint("there is nothing to save yet".into()).into();
        }
        let path = path_of(file);
        match save::save(&path, &script, anyway) {
            Ok(()) => {
                let but = if left.is_empty() { "it".into() } else { format!("all but {}", left.join(", ")) };
                let note = if left.is_empty() { "" } else { "\nComments in it say why." };
                Reply::Text(format!("Saved in {}; `:load {0}` brings {but} back.{note}", path.display())).into()
            }
            Err(problem) => Reply::Complaint(problem).into(),
        }
    }

    /// What the user defined, a line each, as far as it fits.
    fn list_names(&mut self) -> Reaction {
        let all = self.session.defined();
        if all.is_empty() {
            return Reply::Text("You have defined nothing yet; for instance x = 3 or f(n) = n^2.".into()).into();
        }
        let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|t| t.chars().count()).max().unwrap_or(0).min(24);
        let (names, kinds) = (width(&mut all.iter().map(|d| &*d.name)), width(&mut all.iter().map(|d| d.kind)));
        let columns = terminal::size().0 - 1;
        let lines: Vec<String> = all.iter().map(|defined| listed(defined, names, kinds, columns)).collect();
        Reply::Text(lines.join("\n")).into()
    }

    fn forget(&mut self, names: &str) -> Reaction {
        let mut answer = Reaction::default();
        for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
            let name = name.split('(').next().unwrap_or(name);
            if self.session.forget_name(name) {
                continue;
            }
            let own = self.own();
            let note = match nearest_names(name, own.iter().map(String::as_str)).first() {
                Some(near) => format!("\nDid you mean `{near}`?"),
                None => "\n`:names` lists what you have defined.".to_owned(),
            };
            answer.replies.push(Reply::Complaint(format!("you have not defined `{name}`{note}")));
        }
        answer
    }

    fn keep(&mut self, file: &str, anyway: bool) -> Reaction {
        let path = path_of(file);
        match self.transcript.begin(&path, anyway) {
            Ok(()) => Reply::Text(format!("This session is kept in {}, from its beginning on.", path.display())).into(),
            Err(problem) => Reply::Complaint(problem).into(),
        }
    }

    fn reset(&mut self) -> Reaction {
        self.session.reset();
        Reply::Text("Your definitions are forgotten; the arrow keys still bring the lines again.".into()).into()
    }
}

/// A definition in a line: its name and kind, each so wide, and as much of the value as fits.
fn listed(defined: &Defined, names: usize, kinds: usize, columns: usize) -> String {
    let mut lines = defined.text.lines();
    let first = lines.next().unwrap_or_default().trim_end();
    let more = if lines.next().is_some() { " …" } else { "" };
    cut(format!("{:names$}  {:kinds$}  {first}{more}", defined.name, defined.kind).trim_end(), columns)
}

/// How a script runs a file that the session loaded; scripts may be elsewhere.
fn imported(path: &Path) -> Option<Script> {
    let full = path.canonicalize().ok()?;
    let name = full.to_str().filter(|name| !name.contains(['"', '\\', '{', '}', '\n']))?;
    Some(Script { text: format!("import \"{name}\""), shows: false })
}

/// A path as it was typed: perhaps in quotes, perhaps from the home directory.
fn path_of(typed: &str) -> PathBuf {
    let bare = ['"', '\''].iter().find_map(|&q| typed.strip_prefix(q)?.strip_suffix(q)).unwrap_or(typed);
    match (bare.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(bare),
    }
}

/// Three digits are enough for a person.
fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s < 1.0 { format!("{s:.4}") } else { format!("{s:.2}") }
}
