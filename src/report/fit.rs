//! Sentences in a window. In: lines for people and a width. Out: the same with lines broken at blanks where they are too long, never
//! inside a word. Lines of drawings stay as they are.

/// How a line continues: as far in as it began, and a little further.
const FURTHER: usize = 2;

/// Kinds of values that are told in sentences.
const PROSE: [&str; 8] =
    ["explanation", "sieve", "proof", "estimate", "period", "certificate", "game graph", "strategy"];

/// Whether values of this kind are told in sentences.
pub fn is_prose(kind: &str) -> bool {
    PROSE.contains(&kind)
}

/// The text with no line longer than the width, as far as blanks allow. What a line goes on with stands further in.
pub fn fitted(text: &str, width: usize) -> String {
    wrapped(text, width, FURTHER)
}

/// The same for paragraphs, which go on where they began.
pub fn paragraphs(text: &str, width: usize) -> String {
    wrapped(text, width, 0)
}

fn wrapped(text: &str, width: usize, further: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        if seen(line) <= width || is_drawn(line) {
            out.push_str(line);
        } else {
            broken(&mut out, line, width, further);
        }
    }
    out
}

fn broken(out: &mut String, line: &str, width: usize, further: usize) {
    let words = line.trim_start();
    let blank = line.len() - words.len();
    // Behind `note: ` the lines stand under each other, and in the second column of what has two.
    let note = words.split_once(' ').filter(|(first, _)| first.contains("note:") || first.contains("help:"));
    let second = words.split_once("  ").map(|(first, rest)| seen(first) + 2 + rest.len() - rest.trim_start().len());
    let behind = note.map(|(first, _)| seen(first) + 1).or(second).unwrap_or(further);
    let indent = if blank + behind <= width / 2 { blank + behind } else { (blank + further).min(width / 2) };
    let mut column = 0;
    for word in line.split_inclusive(' ') {
        let long = seen(word.trim_end());
        if column > indent && long > 0 && column + long > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        }
        out.push_str(word);
        column += seen(word);
    }
    out.truncate(out.trim_end_matches(' ').len());
}

/// Characters that are seen: no sequences for colours.
pub fn seen(text: &str) -> usize {
    let mut count = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            count += 1;
        }
    }
    count
}

/// Whether a line is part of a drawing: an excerpt with its margin, a tree.
fn is_drawn(line: &str) -> bool {
    let start = line.trim_start();
    let number = start.trim_start_matches(|c: char| c.is_ascii_digit());
    start.contains(['│', '╭', '╰', '├', '└', '┬']) || number.starts_with(" | ") || start.starts_with("| ")
}
