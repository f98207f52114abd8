//! Files of reports: their names, and writing them whole or not at all.

use crate::homework::class::Submission;
use crate::session::files::{self, replace};
use std::collections::HashMap;
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
    replace(path, text.as_bytes())
        .map_err(|error| format!("cannot write `{}`: {}", path.display(), files::error_text(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(students: &[&str]) -> Vec<String> {
        let file = |student: &&str| Submission {
            path: "".into(),
            file: String::new(),
            student: (*student).to_owned(),
            refused: None,
        };
        names(&students.iter().map(file).collect::<Vec<_>>(), "json")
    }

    #[test]
    fn plain_names_stay_and_others_are_numbered() {
        let told = of(&["ada", "a b", "a_b-2", "a_b", "Eve", "eve", "a/b", "é"]);
        let expected =
            ["ada.json", "a_b.2.json", "a_b-2.json", "a_b.json", "Eve.5.json", "eve.6.json", "a_b.7.json", "é.8.json"];
        assert_eq!(told, expected);
    }

    #[test]
    fn names_are_different_and_short() {
        // Every name of up to four characters of these, and long ones that begin alike.
        let letters = ["a", "A", "b", "_", "-", "1", ".", " ", "/", "\u{20000}"];
        let mut all: Vec<String> = vec![String::new()];
        for _ in 0..3 {
            all = all.iter().flat_map(|x| letters.iter().map(move |y| format!("{x}{y}"))).collect();
        }
        all.extend((0..5).map(|i| format!("{}{i}", "\u{20000}".repeat(61))));
        all.extend((0..5).map(|i| format!("{}{i}", "x".repeat(200))));
        let names = of(&all.iter().map(String::as_str).collect::<Vec<_>>());
        let different: std::collections::HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), all.len());
        assert!(names.iter().all(|name| name.len() < 130 && !name.contains('/')));
    }
}
