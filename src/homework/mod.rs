//! Homework: keys, answers, grading, and reports.
//!
//! In: a key (a program with `question` blocks) and files of answers. Out: for each file and question the points, what was
//! handed in, and a reason in the terms of the theory; and the whole as text or in the format of a course's system.
//!
//! The way of an answer, and who may see what:
//!
//! ```text
//! key ─▶ keyside.rs: a process of its own       file ─▶ process.rs: a process of its own
//!            │  key.rs: questions, values                 │  student.rs: a session without files and importer
//!            │                                            │
//!            ├── class.rs: parameters to compare rules ──▶│
//!            │◀── class.rs: values as data (data.rs) ─────┘
//!            │  grade.rs: compare.rs: is it right?  diagnose.rs: how is it wrong?  witness/: what shows it?
//!            ▼
//!        class.rs ─▶ report/: text, JSON, Gradescope, JUnit, CSV, Markdown
//! ```
//!
//! The process that runs an answer never has the key; the process that has the key never runs anything of an answer; who grades
//! does neither, and ends either when it takes too long. The same inputs give the same reports: bounds are steps, and what was
//! computed for one file is forgotten before the next.

pub mod class;
mod compare;
pub mod data;
mod diagnose;
pub mod grade;
pub mod key;
pub mod keyside;
pub mod points;
pub mod process;
pub mod report;
pub mod selftest;
pub mod sheet;
pub mod student;
pub mod visible;
mod wire;
mod witness;

use crate::eval::Machine;
use crate::limits::Limits;
use crate::value::{Flow, Res};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// What an answer file may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Steps for one answer, or any other statement.
    pub steps: u64,
    /// Nested calls.
    pub depth: u32,
    /// Bytes that the process of a file may take.
    pub memory: usize,
    /// Seconds for one answer, and once more for comparing it; steps come first, so that verdicts do not depend on the machine.
    pub seconds: u64,
    /// Seconds for a whole file, running it and comparing its answers together.
    pub patience: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { steps: 10_000_000, depth: 5_000, memory: 768 << 20, seconds: 10, patience: 60 }
    }
}

impl Bounds {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        json!({
            "steps": self.steps, "depth": self.depth, "memory": self.memory, "seconds": self.seconds,
            "patience": self.patience,
        })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Bounds> {
        Some(Bounds {
            steps: data["steps"].as_u64()?,
            depth: u32::try_from(data["depth"].as_u64()?).ok()?,
            memory: usize::try_from(data["memory"].as_u64()?).ok()?,
            seconds: data["seconds"].as_u64()?,
            patience: data["patience"].as_u64()?,
        })
    }

    /// As the handle of a computation takes them.
    pub fn limits(&self) -> Limits {
        Limits {
            steps: Some(self.steps),
            depth: Some(self.depth),
            // A list that grows is moved: old and new, twice as long, are there together.
            memory: Some(self.memory / 3),
            time: Some(Duration::from_secs(self.seconds)),
        }
    }
}

/// The time for the next piece of work of a file: never more than half of what is left, so that something is left for all
/// that follow.
pub fn share(until: Instant, bounds: &Bounds) -> Duration {
    let left = until.saturating_duration_since(Instant::now());
    Duration::from_secs(bounds.seconds).min(left / 2).max(LEAST)
}

/// The least time for a piece of work.
const LEAST: Duration = Duration::from_millis(20);

/// Does something with no more than so many steps; after an error, a bound included, other work can follow.
pub fn within<T>(m: &mut Machine, steps: u64, f: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
    let limits = m.handle.limits();
    let most = m.handle.steps().saturating_add(steps);
    let steps = Some(limits.steps.map_or(most, |allowed| allowed.min(most)));
    m.handle.set_limits(Limits { steps, ..limits.clone() });
    let result = m.attempt(f);
    m.handle.set_limits(limits);
    result
}

/// Whether a computation ended because a bound was reached.
pub fn stopped(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.stop().is_some())
}

/// A text from a student as it may be shown anywhere: what is not seen is made visible, and it is cut.
pub fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count >= most {
            out.push('…');
            break;
        }
        if c == '\t' {
            out.push_str("    ");
        } else {
            visible::push(&mut out, c);
        }
    }
    out
}

/// The same on one line.
pub fn one_line(text: &str, most: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    shown(&joined, most)
}
