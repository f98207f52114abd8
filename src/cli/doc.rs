//! `sprague doc [NAME]`, from the documentation records: one of them, the list, or the library's page in Markdown;
//! `sprague doc E0303`: what the code of an error means.

use super::args::Options;
use super::run::end;
use super::screen::Screen;
use super::{Status, explain, json, session};
use crate::report::{Doc, Mistake};
use crate::session::Session;
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

/// Shows what was asked for.
pub fn show(screen: &Rc<RefCell<Screen>>, options: &Options, name: Option<&str>, markdown: bool) -> Status {
    let mut session = session(screen, options, None, Vec::new());
    let status = match name {
        Some(name) => one(&mut screen.borrow_mut(), options, &mut session, name),
        None => {
            let docs = session.docs();
            let mut screen = screen.borrow_mut();
            if markdown {
                screen.line(self::markdown(&docs).trim_end());
            } else if options.json {
                screen.line(&json::docs(&docs, Status::Done).to_string());
            } else {
                screen.docs(&docs);
            }
            Status::Done
        }
    };
    end(session);
    status
}

fn one(screen: &mut Screen, options: &Options, session: &mut Session, name: &str) -> Status {
    // `?mex` is what one types in the session.
    let name = name.trim();
    let name = name.strip_prefix('?').filter(|rest| !rest.is_empty()).unwrap_or(name);
    let found = about(session, name);
    if options.json {
        let status = if found.is_empty() { Status::Usage } else { Status::Done };
        screen.line(&json::docs(&found, status).to_string());
        return status;
    }
    if found.is_empty() {
        screen.complain(&unknown(session, name));
        return Status::Usage;
    }
    screen.docs(&found);
    Status::Done
}

/// What lists the rule sets by their kinds.
const GAMES: &str = "games";

/// What there is to say of a name, a word or sign, or an error's code, or else all records of the subject of that name.
pub fn about(session: &mut Session, name: &str) -> Vec<Doc> {
    if let Some(mistake) = Mistake::of_code(name) {
        return vec![explain::record(mistake)];
    }
    let found = session.about(name);
    if !found.is_empty() {
        return found;
    }
    if name == GAMES {
        return session.rule_sets();
    }
    let same = |doc: &Doc| doc.subject.to_lowercase() == name.to_lowercase();
    session.docs().into_iter().filter(same).collect()
}

/// What to say of a name that is not known.
pub fn unknown(session: &mut Session, name: &str) -> String {
    let advice = session.advice(name);
    let advice = advice.as_deref().unwrap_or("`sprague doc`, or `?` in the session, lists what there is.");
    format!("there is nothing called `{name}`\n{advice}")
}

/// The gallery: for each rule set how it is played, where it is from, a position with its value, and its picture if there is
/// one: `pictured` says what of its examples is drawn.
pub fn gallery(games: &[Doc], pictured: &dyn Fn(&Doc) -> Option<String>) -> String {
    let mut page = String::from(GALLERY);
    let mut subject = None;
    for doc in games {
        if subject != Some(&doc.subject) {
            subject = Some(&doc.subject);
            let _ = write!(page, "\n## {}\n", doc.subject);
        }
        let _ = write!(page, "\n### {}\n\n{}\n", doc.name, doc.text.trim());
        if let Some(position) = pictured(doc) {
            let _ = write!(page, "\n![{position}](gallery/{}.svg)\n", doc.name);
        }
        if let Some((input, output)) = doc.examples.first() {
            let _ = write!(page, "\n```cgt\n{input}\n```\n```text\n{output}\n```\n");
        }
    }
    page
}

const GALLERY: &str = "# The games

The rule sets of the library by their kinds: how each is played, where it comes from, how far the engine reaches (in some seconds; take-and-break games on heaps of many thousands), and a position with what is known \
of it. `sprague doc games` lists them, `sprague doc Konane` and `?Konane` say more of one, `moves(g)`, `tree(g)` and `play(g)` show them at work. \
Other games come from families, such as `clobber(king_steps)` and `partizan_subtraction([1, 3], [2, 3])`, and as variants of any rule set: `impartial(Domineering)`, \
`dicotic(Domineering)`, `twisted(Domineering)`, `last_loses(Domineering)`, and with `misere = true`; two rule sets make one as `conjunctive(Kayles, Nim)` and `selective(Kayles, Nim)`.

Written by `UPDATE=1 cargo test --test language library` from the documentation in `stdlib/`; change it there.
";

/// The library's page: a heading for each subject, and for each record its signature, text and examples.
pub fn markdown(docs: &[Doc]) -> String {
    let mut page = String::from(
        "# The library\n\nWritten by `sprague doc --markdown` from the documentation records; change it there.\n",
    );
    let mut subject = None;
    for doc in docs {
        if subject != Some(&doc.subject) {
            subject = Some(&doc.subject);
            let _ = write!(page, "\n## {}\n", doc.subject);
        }
        let title = if doc.signature.is_empty() { &doc.name } else { &doc.signature };
        let _ = write!(page, "\n### `{title}`\n\n{}\n", doc.text.trim());
        if !doc.examples.is_empty() {
            page.push_str("\n```cgt\n");
            for (input, output) in &doc.examples {
                let _ = writeln!(page, "{input}");
                for line in output.lines() {
                    let _ = writeln!(page, "# {line}");
                }
            }
            page.push_str("```\n");
        }
    }
    page
}
