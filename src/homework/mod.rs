//! Homework: keys, answers, grading, and reports.
//!
//! In: a key (a program with `question` blocks) and files of answers. Out: for each file and question the points, what was
//! handed in, and a reason in the terms of the theory; and the whole as text or in the format of a course's system.
//!
//! The way of an answer, and who may see what:
//!
//! ```text
//! key ─▶ key.rs: questions, values         file ─▶ process.rs: a process of its own
//!            │                                        │  student.rs: a session without files and importer
//!            │   parameters to compare rule sets ────▶│
//!            ▼                                        ▼
//!        grade.rs ◀─────────── values as data (data.rs), errors, output ──┘
//!            │  compare.rs: is it right?  diagnose.rs: how is it wrong?  witness/: what shows it?
//!            ▼
//!        report/: text, JSON, Gradescope, JUnit, CSV, Markdown
//! ```
//!
//! The process that runs an answer never has the key; the process that has the key never runs anything of an answer. The same
//! inputs give the same reports: bounds are steps, and what was computed for one file is forgotten before the next.

pub mod class;
mod compare;
pub mod data;
mod diagnose;
pub mod grade;
pub mod key;
pub mod points;
pub mod process;
pub mod report;
pub mod selftest;
pub mod sheet;
pub mod student;
mod witness;

use crate::value::Flow;
use std::time::Duration;

/// What an answer file may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Steps for one answer, or any other statement.
    pub steps: u64,
    /// Nested calls.
    pub depth: u32,
    /// Bytes that the process of a file may take.
    pub memory: usize,
    /// Seconds for one answer; steps come first, so that verdicts do not depend on the machine.
    pub seconds: u64,
    /// Seconds for a whole file; then its process is ended.
    pub patience: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { steps: 10_000_000, depth: 5_000, memory: 768 << 20, seconds: 60, patience: 300 }
    }
}

impl Bounds {
    /// As the handle of a computation takes them.
    pub fn limits(&self) -> crate::limits::Limits {
        crate::limits::Limits {
            steps: Some(self.steps),
            depth: Some(self.depth),
            // A list that grows is moved: old and new, twice as long, are there together.
            memory: Some(self.memory / 3),
            time: Some(Duration::from_secs(self.seconds)),
        }
    }
}

/// Whether a computation ended because a bound was reached.
pub fn stopped(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.stop.is_some())
}

/// A text from a student as it may be shown anywhere: control characters are made visible, and it is cut.
pub fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count >= most {
            out.push('…');
            break;
        }
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            // Also what changes the direction of the text around it, or is not seen at all.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}') =>
            {
                out.push_str(&format!("\\u{{{:x}}}", c as u32));
            }
            c => out.push(c),
        }
    }
    out
}

/// The same on one line.
pub fn one_line(text: &str, most: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    shown(&joined, most)
}
