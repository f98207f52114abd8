//! `sprague fmt FILE…`: programs laid out in place, or only looked over.

use super::args::Options;
use super::run::STANDARD_INPUT;
use super::screen::Screen;
use super::{Status, interrupt, json};
use crate::homework::visible::visible;
use crate::report::text as show;
use crate::session::files::{self, Unreadable};
use crate::session::layout::{Unread, laid_out};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What a file came to.
enum Came {
    /// A program: whether it is, or was, not laid out yet; and the text, if it is that of standard input.
    Laid(bool, Option<String>),
    /// It could not be read or written, or is no program.
    Failed(Status, Vec<Value>),
}

/// Lays out the files in order.
pub fn files(screen: &Rc<RefCell<Screen>>, options: &Options, files: &[OsString], check: bool) -> Status {
    let mut status = Status::Done;
    let mut documents = Vec::new();
    let mut screen = screen.borrow_mut();
    for path in programs(files) {
        if screen.is_closed() {
            break;
        }
        if interrupt::is_asked() {
            status = Status::Interrupted;
            break;
        }
        let input = path.as_os_str() == "-";
        let name = if input { STANDARD_INPUT.to_owned() } else { path.display().to_string() };
        let came = one(&mut screen, options, &name, if input { None } else { Some(&path) }, check);
        let (own, changed, text, errors) = match came {
            Came::Laid(changed, text) => {
                (if check && changed { Status::Failed } else { Status::Done }, changed, text, Vec::new())
            }
            Came::Failed(own, errors) => (own, false, None, errors),
        };
        if check && changed && !options.json {
            screen.line(&visible(&name));
        }
        documents.push(json!({ "file": name, "changed": changed, "text": text, "errors": errors }));
        status = status.max(own);
    }
    if options.json {
        let document = json!({ "schema": json::SCHEMA, "command": "fmt", "files": documents, "status": status.code() });
        screen.line(&document.to_string());
    }
    status
}

fn one(screen: &mut Screen, options: &Options, name: &str, path: Option<&Path>, check: bool) -> Came {
    let text = match path.map_or_else(files::read_standard_input, files::read) {
        Ok(text) => text,
        Err(problem) => return unreadable(screen, options, &problem),
    };
    let laid = match laid_out(name, &text) {
        Ok(laid) => laid,
        Err(Unread { errors, sources }) => {
            if !options.json {
                let color = screen.color_err;
                screen.complain(&show::errors(&errors, &sources, color));
            }
            return Came::Failed(Status::Failed, json::errors(&errors, &sources));
        }
    };
    let changed = laid != text;
    let Some(path) = path else {
        if !check && !options.json {
            screen.text(&laid);
        }
        return Came::Laid(changed, Some(laid).filter(|_| !check));
    };
    if changed
        && !check
        && let Err(error) = files::replace(path, laid.as_bytes())
    {
        let message = format!("cannot write `{name}`: {}", files::error_text(&error));
        if !options.json {
            screen.complain(&visible(&message));
        }
        return Came::Failed(Status::Usage, vec![json::unwritten(message)]);
    }
    Came::Laid(changed, None)
}

fn unreadable(screen: &mut Screen, options: &Options, problem: &Unreadable) -> Came {
    if !options.json {
        screen.complain(&visible(&problem.to_string()));
    }
    Came::Failed(Status::Usage, vec![json::unreadable(problem)])
}

/// The files that are meant: of a folder all programs in it, at any depth, in the order of their names; links in it are not followed.
fn programs(named: &[OsString]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in named {
        let path = PathBuf::from(name);
        if path.is_dir() { below(path, &mut found) } else { found.push(path) }
    }
    found
}

fn below(root: PathBuf, found: &mut Vec<PathBuf>) {
    let mut open = vec![(root, true)];
    while let Some((path, folder)) = open.pop() {
        if !folder {
            found.push(path);
            continue;
        }
        let Ok(entries) = path.read_dir() else {
            // Reading it as a file says what is wrong.
            found.push(path);
            continue;
        };
        let mut inside: Vec<(PathBuf, bool)> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_type().ok().map(|kind| (entry.path(), kind)))
            .filter(|(path, kind)| kind.is_dir() || kind.is_file() && path.extension().is_some_and(|e| e == "cgt"))
            .map(|(path, kind)| (path, kind.is_dir()))
            .collect();
        inside.sort();
        open.extend(inside.into_iter().rev());
    }
}
