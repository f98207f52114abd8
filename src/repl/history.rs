//! Where the session's history is kept: in the platform's directory for state.

use crate::session::state_directory;
use std::ffi::OsString;
use std::path::PathBuf;

/// The file of the history. `SPRAGUE_HISTORY` names another; if it is empty, none is kept.
pub fn file() -> Option<PathBuf> {
    place(|name| std::env::var_os(name), cfg!(windows))
}

fn place(variable: impl Fn(&str) -> Option<OsString>, windows: bool) -> Option<PathBuf> {
    if let Some(file) = variable("SPRAGUE_HISTORY") {
        return (!file.is_empty()).then(|| PathBuf::from(file));
    }
    Some(state_directory(variable, windows)?.join("history"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        place(|name| variables.iter().find(|v| v.0 == name).map(|v| v.1.into()), false)
    }

    #[test]
    fn places() {
        assert_eq!(with(&[("HOME", "/h")]), Some("/h/.local/state/sprague/history".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_STATE_HOME", "/s")]), Some("/s/sprague/history".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_STATE_HOME", "s")]), Some("/h/.local/state/sprague/history".into()));
        assert_eq!(with(&[("HOME", "/h"), ("SPRAGUE_HISTORY", "mine")]), Some("mine".into()));
        assert_eq!(with(&[("HOME", "/h"), ("SPRAGUE_HISTORY", "")]), None);
        assert_eq!(with(&[]), None);
    }
}
