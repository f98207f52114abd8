//! Homework: keys, answers, grading, and reports.
//!
//! In: a key (a program with `question` blocks) and files of answers. Out: for each file and question the points, what was
//! handed in, and a reason in the terms of the theory; and the whole as text or in the format of a course's system.
//!
//! The way of an answer, and who may see what:
//!
//! ```text
//! key ─▶ keyside.rs: a process of its own       file ─▶ process.rs: a process of its own
//!            │  session::homework::Key: questions, values │  student.rs: a session without files and importer
//!            │                                            │
//!            ├── class.rs: parameters to compare rules ──▶│
//!            │◀── class.rs: values as data (portable) ────┘
//!            │  grade.rs, with reasons: is it right? what is near? what shows it?
//!            ▼
//!        class.rs ─▶ report/: text, JSON, Gradescope, JUnit, CSV, Markdown
//! ```
//!
//! The process that runs an answer never has the key; the process that has the key never runs anything of an answer; who grades
//! does neither, and ends either when it takes too long. The same inputs give the same reports: bounds are steps, and what was
//! computed for one file is forgotten before the next.

pub mod board;
pub mod class;
pub mod grade;
pub mod keyside;
pub mod marks;
pub mod process;
pub mod report;
pub mod selftest;
pub mod sheet;
pub mod student;

pub use crate::session::homework::{Points, one_line, shown, visible};

use crate::session::Limits;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What an answer file may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
