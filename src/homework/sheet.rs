//! The public part of a key: students check their answers against it.
//!
//! In: a key's questions. Out: for a file of answers, which questions it answers and whether the claims that everybody may
//! see hold. No answer is compared with anything here.

use super::board;
use super::student::Answer;
use crate::scene::escaped;
pub use crate::session::homework::variant::file_name;
use crate::session::homework::{Key, Question};
pub use crate::session::homework::{sheet, sheet_for, varies};
use std::fmt::Write;

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
            lines.extend(given.breach.clone());
            Ok(given.shown.clone())
        }
    });
    let question = &key.questions[question];
    Looked { number: question.number.clone(), name: question.name.clone(), text: question.text.clone(), given, lines }
}

/// The questions as a page: texts, points, what `where` binds, boards.
pub fn html(key: &Key) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Questions</title>\n<style>body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto}.asked{white-space:pre-wrap}section{break-inside:avoid}</style>\n</head>\n<body>\n<h1>Questions</h1>\n",
    );
    let mut stem = None;
    for q in &key.questions {
        if q.stem != stem
            && let Some(text) = &q.stem
        {
            let _ = writeln!(out, "<p class=\"asked\">{}</p>", escaped(text));
        }
        stem.clone_from(&q.stem);
        let _ = writeln!(out, "<section>\n<h2>{} <small>({})</small></h2>", escaped(&q.number), points(q));
        if let Some(text) = &q.text {
            let _ = writeln!(out, "<p class=\"asked\">{}</p>", escaped(text));
        }
        for binding in &q.bindings {
            let _ = writeln!(out, "<pre>{}</pre>", escaped(binding));
        }
        if let Some(board) = q.board() {
            let _ = writeln!(out, "<figure>{}</figure>", board::svg(&board));
        }
        let _ = writeln!(out, "<p><code>answer {} = </code></p>\n</section>", escaped(&q.name));
    }
    out + "</body>\n</html>\n"
}

fn points(q: &Question) -> String {
    let worth = q.worth.to_string();
    if worth == "1" { "1 point".into() } else { format!("{worth} points") }
}

/// The questions for LaTeX.
pub fn latex(key: &Key) -> String {
    let mut out = String::from("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\begin{document}\n");
    let mut stem = None;
    for q in &key.questions {
        if q.stem != stem
            && let Some(text) = &q.stem
        {
            let _ = writeln!(out, "\\par\\bigskip {}", tex(text));
        }
        stem.clone_from(&q.stem);
        let _ = writeln!(out, "\\subsection*{{{} \\hfill {}}}", tex(&q.number), points(q));
        if let Some(text) = &q.text {
            let _ = writeln!(out, "{}\\par", tex(text));
        }
        for binding in &q.bindings {
            let _ = writeln!(out, "\\texttt{{{}}}\\par", tex(binding));
        }
        if let Some(board) = q.board() {
            let _ = writeln!(out, "{}\\par", board::latex(&board));
        }
    }
    out + "\\end{document}\n"
}

/// Plain text for LaTeX.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\\\\n"),
            c => out.push(c),
        }
    }
    out
}
