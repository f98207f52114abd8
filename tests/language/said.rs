//! What a whole program shows, or why it is refused.

use crate::submit;
use sprague::session::{Output, Session, Settings};

/// What a program shows, or the messages of its errors.
fn ran(text: &str) -> Result<Vec<String>, String> {
    let (outputs, errors) = submit::outputs(&mut Session::new(Settings::default()), text);
    match &errors[..] {
        [] => Ok(outputs.into_iter().filter(|o| !matches!(o, Output::Check(_))).map(submit::line).collect()),
        errors => Err(errors.iter().map(|e| e.message.clone()).collect::<Vec<_>>().join("; ")),
    }
}

/// What a program shows.
pub fn shown(text: &str) -> String {
    ran(text).unwrap_or_else(|error| panic!("{text}\n{error}")).join("\n")
}

/// The messages of a program with errors.
pub fn refused(text: &str) -> String {
    ran(text).expect_err(text)
}

/// What a program shows, a value a line, or the message of its first error with its notes.
pub fn run(text: &str) -> Result<Vec<String>, String> {
    let (outputs, errors) = submit::outputs(&mut Session::new(Settings::default()), text);
    match errors.first() {
        None => Ok(outputs.into_iter().map(submit::shown).collect()),
        Some(error) => Err(format!("{} {}", error.message, error.notes.join(" "))),
    }
}

/// A program shows these values.
pub fn says(text: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|s| (*s).to_string()).collect();
    assert_eq!(run(text), Ok(expected), "{text}");
}

/// The first error of a program speaks of this.
pub fn fails(text: &str, with: &str) {
    let error = run(text).expect_err(text);
    assert!(error.contains(with), "{text}: {error}");
}
