//! Where the session's history is kept: in the platform's directory for state.

use crate::session::state_directory;
use std::ffi::OsString;
use std::path::PathBuf;

/// The file of the history. `SPRAGUE_HISTORY` names another; if it is empty, none is kept.
pub fn file() -> Option<PathBuf> {
    place(|name| std::env::var_os(name), cfg!(windows))
}

/// The same by these variables of the environment.
pub fn place(variable: impl Fn(&str) -> Option<OsString>, windows: bool) -> Option<PathBuf> {
    if let Some(file) = variable("SPRAGUE_HISTORY") {
        return (!file.is_empty()).then(|| PathBuf::from(file));
    }
    Some(state_directory(variable, windows)?.join("history"))
}
