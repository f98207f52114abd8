//! Documentation records as text for people.

use super::Doc;
use super::fit::fitted;
use super::text::paint;
use std::fmt::Write;

/// Lines that people read are no longer than this, however wide the window is.
pub const WIDTH: usize = 80;

/// One record whole, several of a subject as a list; what one name means in two subjects is told in turn. The width is that of a person's window; a program that reads them (`| grep`) gets the
/// lines whole.
pub fn docs(docs: &[Doc], color: bool, width: Option<usize>) -> String {
    let width = width.map_or(usize::MAX, |width| width.min(WIDTH));
    match docs {
        [doc] => one(doc, color, width),
        [first, second] if first.subject != second.subject => {
            format!("{}\n\n{}", one(first, color, width), one(second, color, width))
        }
        many => list(many, color, width),
    }
}

fn one(doc: &Doc, color: bool, width: usize) -> String {
    let mut text = paint(if doc.signature.is_empty() { &doc.name } else { &doc.signature }, "1", color);
    if !doc.subject.is_empty() {
        let _ = write!(text, "    {}", paint(&doc.subject, "2", color));
    }
    for line in doc.text.lines() {
        text.push('\n');
        // Lines that are indented are set as they are.
        if line.starts_with(' ') {
            text.push_str(&fitted(&format!("  {line}"), width));
        } else if !line.is_empty() {
            text.push_str(&wrap(&format!("  {line}"), width, "  "));
        }
    }
    for (i, (input, output)) in doc.examples.iter().enumerate() {
        text.push_str(if i == 0 { "\n\n" } else { "\n" });
        for (j, line) in input.lines().enumerate() {
            let line = wrap(line, width.saturating_sub(4), "    ");
            let _ = write!(text, "{}{}", if j == 0 { "  > " } else { "\n    " }, paint(&line, "36", color));
        }
        for line in output.lines() {
            let _ = write!(text, "\n{}", fitted(&format!("  {line}"), width));
        }
    }
    text
}

/// By subject, a name and a sentence each.
fn list(docs: &[Doc], color: bool, width: usize) -> String {
    let mut text = String::new();
    let mut subject = None;
    let column = docs.iter().map(|d| d.name.chars().count()).filter(|&w| w <= 20).max().unwrap_or(0);
    for doc in docs {
        if subject != Some(&doc.subject) {
            if subject.is_some() {
                text.push('\n');
            }
            let _ = writeln!(text, "{}", paint(&doc.subject, "1", color));
            subject = Some(&doc.subject);
        }
        let indent = " ".repeat(column + 4);
        let line = format!("  {:column$}  {}", doc.name, first_sentence(&doc.text));
        let _ = writeln!(text, "{}", wrap(&line, width, &indent).trim_end());
    }
    text.trim_end().to_owned()
}

/// Breaks a line at blanks; further lines begin with the indent. Blanks that stand together stay.
fn wrap(line: &str, width: usize, indent: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in line.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if column > indent.len() && column + length > width {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(indent);
            column = indent.len();
        }
        text.push_str(word);
        column += word.chars().count();
    }
    text
}

/// The first sentence of a text, on one line.
fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let end = paragraph.match_indices(". ").map(|(i, _)| i).find(|&i| !paragraph[..i].ends_with("e.g"));
    end.map_or(paragraph.clone(), |i| paragraph[..=i].to_owned())
}
