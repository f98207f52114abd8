//! The session as the page for browsers asks it: a question is an object of JSON, and so is its answer; what a program says
//! comes while it runs.
//!
//! ```
//! use sprague_web::Engine;
//! let mut engine = Engine::new(|said| assert!(said.contains("*6")));
//! let answer = engine.ask(r#"{"ask": "run", "text": "*3 + *5"}"#);
//! assert!(answer.contains(r#""errors":[]"#), "{answer}");
//! ```
//!
//! A question that nobody understands is answered `{"wrong": …}`. The engine never ends a computation for want of time, except
//! where a board is explored: whoever runs it in a worker can end that at any moment.

#[cfg(target_family = "wasm")]
mod bridge;
mod editor;
mod explorer;
mod files;
mod homework;
mod program;

use files::Downloads;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use sprague::session::{Limits, Session, Settings};
use std::rc::Rc;

/// Nested calls. A browser's stack is one megabyte or less, and a call of the language takes some kilobytes of it.
pub const DEPTH: u32 = 400;
/// Bytes that may be in use at once; a page that takes more is ended by the browser on small machines.
pub const MEMORY: usize = 1 << 30;

/// Who hears what a program says, an object of JSON each time.
type Say = Rc<dyn Fn(&Json)>;

/// The engine behind the page.
pub struct Engine {
    session: Session,
    downloads: Rc<Downloads>,
    say: Say,
}

/// What the page may ask.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question {
    /// Runs a program in a session of its own, which later questions are about.
    Run { text: String },
    /// The kinds of a text's tokens and their places.
    Tokens { text: String },
    /// Names that can be used, with their signatures.
    Names,
    /// What there is to say of a name, a word, a sign or a code of an error.
    About { text: String },
    /// A position with its boards, value and moves.
    Explore { position: String },
    /// The library's games on boards and with numbers, each with a position.
    Games,
    /// Compares answers with a key.
    Grade {
        key: String,
        answers: String,
        #[serde(default)]
        reveal: bool,
        #[serde(default)]
        tries: u32,
    },
    /// A key without what is right.
    Sheet { key: String },
}

impl Engine {
    /// An engine with an empty session.
    pub fn new(say: impl Fn(&str) + 'static) -> Engine {
        let say: Say = Rc::new(move |said: &Json| say(&said.to_string()));
        let downloads = Rc::new(Downloads::new(Rc::clone(&say)));
        Engine { session: session(&downloads, &say), downloads, say }
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &str) -> String {
        match serde_json::from_str(question) {
            Ok(question) => self.answer(question).to_string(),
            Err(why) => json!({ "wrong": why.to_string() }).to_string(),
        }
    }

    fn answer(&mut self, question: Question) -> Json {
        match question {
            Question::Run { text } => {
                self.downloads.forget();
                self.session = session(&self.downloads, &self.say);
                program::run(&mut self.session, &text, &self.say)
            }
            Question::Tokens { text } => editor::tokens(&text),
            Question::Names => editor::names(&mut self.session),
            Question::About { text } => editor::about(&mut self.session, &text),
            Question::Explore { position } => explorer::explore(&mut self.session, &position),
            Question::Games => explorer::games(&mut self.session),
            Question::Grade { key, answers, reveal, tries } => homework::grade(&key, &answers, reveal, tries.max(1)),
            Question::Sheet { key } => homework::public(&key),
        }
    }
}

/// A session as the page has it.
fn session(downloads: &Rc<Downloads>, say: &Say) -> Session {
    let mut session = Session::new(Settings { limits: limits(), ..Settings::default() });
    session.tell_data();
    session.use_files(Rc::clone(downloads) as _);
    let hears = Rc::clone(say);
    session.hear_notices(move |text| hears(&json!({ "output": "notice", "text": text })));
    session
}

/// The bounds of a program.
fn limits() -> Limits {
    Limits { steps: None, depth: Some(DEPTH), memory: Some(MEMORY), time: None }
}
