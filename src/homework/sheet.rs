//! The public part of a key: students check their answers against it.
//!
//! In: a key's questions. Out: for a file of answers, which questions it answers and whether the claims that everybody may
//! see hold. No answer is compared with anything here.

use super::student::Answer;
use crate::session::homework::Key;
pub use crate::session::homework::sheet;

/// How a question of a sheet stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Looked {
    /// As people call it.
    pub number: String,
    /// The name of its answer.
    pub name: String,
    /// What it asks.
    pub text: Option<String>,
    /// What was handed in; an error's text.
    pub given: Option<Result<String, String>>,
    /// Claims that do not hold.
    pub lines: Vec<String>,
}

/// Looks one question over.
pub fn look(key: &mut Key, question: usize, answer: Option<&Answer>) -> Looked {
    let mut lines = Vec::new();
    let given = answer.map(|answer| match &answer.value {
        Err(failure) => Err(failure.text.clone()),
        Ok(given) => {
            lines = key
                .claims(question, given)
                .unwrap_or_else(|message| vec![format!("This could not be checked: {message}.")]);
            Ok(given.shown.clone())
        }
    });
    let question = &key.questions[question];
    Looked { number: question.number.clone(), name: question.name.clone(), text: question.text.clone(), given, lines }
}
