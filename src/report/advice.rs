//! What to do about a bound that was reached: the command names its options, the session says how to begin with others.

use super::{Detail, Diagnostic, Mistake};

/// Errors with the command's advice.
pub fn command(errors: &[Diagnostic]) -> Vec<Diagnostic> {
    advised(errors, |option, error| match (&error.detail, error.mistake) {
        (Detail::Enough(mebibytes), _) => format!("The option `{option} {mebibytes}` allows enough."),
        (_, Mistake::TooDeep) => format!("If it does, `{option}` allows more."),
        _ => format!("The option `{option}` allows more."),
    })
}

/// Errors with the interactive session's advice.
#[cfg(feature = "cli")]
pub fn session(errors: &[Diagnostic]) -> Vec<Diagnostic> {
    advised(errors, |option, error| match error.detail {
        Detail::Enough(mebibytes) => format!("A session started by `sprague {option} {mebibytes}` has enough."),
        _ => format!("A session started by `sprague {option} N` with a larger N goes further."),
    })
}

/// Errors with the advice of a notebook, whose kernel was installed with its bounds.
#[cfg(feature = "kernel")]
pub fn notebook(errors: &[Diagnostic]) -> Vec<Diagnostic> {
    advised(errors, |option, error| {
        let number = match error.detail {
            Detail::Enough(mebibytes) => mebibytes.to_string(),
            _ => "N".to_owned(),
        };
        format!(
            "A kernel installed by `sprague kernel install {option} {number}` goes further, once it is started anew."
        )
    })
}

fn advised(errors: &[Diagnostic], say: impl Fn(&str, &Diagnostic) -> String) -> Vec<Diagnostic> {
    let option = |mistake| match mistake {
        Mistake::TooManySteps => Some("--steps"),
        Mistake::TooDeep => Some("--depth"),
        Mistake::TooMuchMemory => Some("--memory"),
        Mistake::TooMuchTime => Some("--time"),
        _ => None,
    };
    let advised = |error: &Diagnostic| {
        let advice = option(error.mistake).map(|option| say(option, error));
        advice.into_iter().fold(error.clone(), Diagnostic::note)
    };
    errors.iter().map(advised).collect()
}
