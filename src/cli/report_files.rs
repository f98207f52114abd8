//! Files of reports: their names, and writing them whole or not at all.

use crate::homework::class::Submission;
use crate::session::files::{self, replace};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

/// Bytes of a student's name in the name of a file; systems take about 255.
const LONGEST: usize = 100;

/// The name of a report for each submission, all different, on every system.
///
/// A plain name stays as it is: `ada.json`. All others get the number of the submission behind a dot, which no plain name has:
/// those that have other characters or are too long, and those that differ in capitals alone.
pub fn names(all: &[Submission], ending: &str) -> Vec<String> {
    let mut count: HashMap<String, usize> = HashMap::new();
    for file in all {
        *count.entry(file.student.to_lowercase()).or_default() += 1;
    }
    let name = |(i, file): (usize, &Submission)| {
        let student = &file.student;
        let mut name: String =
            student.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' }).collect();
        let plain = name == *student && name.is_ascii() && name.len() <= LONGEST && count[&student.to_lowercase()] == 1;
        while name.len() > LONGEST {
            name.pop();
        }
        if plain { format!("{name}.{ending}") } else { format!("{name}.{}.{ending}", i + 1) }
    };
    all.iter().enumerate().map(name).collect()
}

/// Writes a file whole or not at all. The error is a sentence without its full stop.
pub fn write_whole(path: &Path, text: &str) -> Result<(), String> {
    replace(path, text.as_bytes()).map_err(|error| {
        let reason = match error.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            _ => files::error_text(&error),
        };
        format!("cannot write `{}`: {reason}", path.display())
    })
}
