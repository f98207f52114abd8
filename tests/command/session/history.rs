//! Where lines of before are kept.
#![cfg(unix)]

use sprague::repl::history::place;
use std::path::PathBuf;

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
