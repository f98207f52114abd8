//! Completion of paths. In: what is typed of a path. Out: where its last part begins, and the files and folders that fit.

use super::complete::Candidate;
use std::path::Path;

/// Completes the last part of a path. `wanted` says which files are meant; if there are none of them, all are.
pub fn complete(typed: &str, base: &Path, wanted: fn(&str) -> bool) -> (usize, Vec<Candidate>) {
    let start = typed.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, part) = typed.split_at(start);
    let folder = match (folder.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => base.join(folder),
    };
    let Ok(entries) = std::fs::read_dir(folder) else { return (start, Vec::new()) };
    let mut found: Vec<(bool, String)> = entries
        .flatten()
        .filter_map(|entry| Some((entry.path().is_dir(), entry.file_name().into_string().ok()?)))
        .filter(|(_, name)| name.starts_with(part) && (part.starts_with('.') || !name.starts_with('.')))
        .collect();
    if found.iter().any(|(is_folder, name)| !is_folder && wanted(name)) {
        found.retain(|(is_folder, name)| *is_folder || wanted(name));
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    let candidate = |(is_folder, name): (bool, String)| {
        let text = if is_folder { name + "/" } else { name };
        Candidate { shown: text.clone(), text }
    };
    (start, found.into_iter().map(candidate).collect())
}

/// Whether a file is a program by its name.
pub fn is_program(name: &str) -> bool {
    name.ends_with(".cgt")
}

/// Where the text of a path begins, if the cursor is in the string of an `import`, or where a function wants the
/// name of a file.
pub fn in_string(before: &str) -> Option<(usize, fn(&str) -> bool)> {
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let quote = line + before[line..].rfind('"')?;
    if before[line..quote].matches('"').count() % 2 == 1 {
        return None;
    }
    let head = before[line..quote].trim_end();
    let last = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
    if last == "import" {
        return Some((quote + 1, is_program));
    }
    let calls = ["save(", "save_values(", "load_values("];
    let names_file = if head.ends_with(',') {
        calls.iter().any(|call| head.contains(call))
    } else {
        calls.iter().any(|call| head.strip_suffix(call).is_some_and(|before| before.ends_with('.')))
    };
    names_file.then_some((quote + 1, |_| true))
}
