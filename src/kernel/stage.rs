//! What a cell says while it runs: printed lines in pieces, values and checks as they come, and how far a long computation is.

use super::bus::{Bus, Interrupter};
use super::wire;
use crate::report::progress::{self, Pace};
use crate::report::{CheckReport, Output, Sources, Verdict, html, mime, text};
use crate::session::Progress;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Printed lines are sent together, this many bytes or this long.
const PIECE: usize = 32 << 10;
const PAUSE: Duration = Duration::from_millis(100);
/// Progress is told after this time, and again this often.
const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(500);

/// The cell that runs.
struct Cell {
    parent: Value,
    count: usize,
    started: Instant,
    /// Printed text that is not sent yet, and since when: of standard output, or of standard error.
    stream: &'static str,
    printed: String,
    since: Instant,
    /// The display that tells progress, once there is one.
    display: Option<String>,
    refreshed: Instant,
    pace: Option<Pace>,
    /// What the history keeps: the last value.
    last: Option<String>,
}

/// Where a cell speaks. Nothing runs, or it runs in silence: then nothing is heard.
pub struct Stage {
    bus: Arc<Bus>,
    interrupter: Interrupter,
    cell: Option<Cell>,
}

impl Stage {
    /// An empty one.
    pub fn new(bus: Arc<Bus>, interrupter: Interrupter) -> Stage {
        Stage { bus, interrupter, cell: None }
    }

    /// A cell begins that everybody hears.
    pub fn begin(&mut self, parent: &Value, count: usize) {
        let now = Instant::now();
        self.cell = Some(Cell {
            parent: parent.clone(),
            count,
            started: now,
            stream: "stdout",
            printed: String::new(),
            since: now,
            display: None,
            refreshed: now,
            pace: None,
            last: None,
        });
    }

    /// The cell is over; gives its last value as plain text.
    pub fn end(&mut self) -> Option<String> {
        self.flush();
        self.cell.take()?.last
    }

    fn publish(&self, kind: &str, content: &Value) {
        if let Some(cell) = &self.cell {
            self.bus.publish(&cell.parent, kind, content);
        }
    }

    fn flush(&mut self) {
        let Some(cell) = &mut self.cell else { return };
        let (name, printed) = (cell.stream, std::mem::take(&mut cell.printed));
        if !printed.is_empty() {
            self.publish("stream", &json!({ "name": name, "text": printed }));
        }
    }

    /// A line of standard output or standard error.
    pub fn line(&mut self, stream: &'static str, line: &str) {
        if self.cell.as_ref().is_some_and(|cell| cell.stream != stream) {
            self.flush();
        }
        let Some(cell) = &mut self.cell else { return };
        if cell.printed.is_empty() {
            (cell.stream, cell.since) = (stream, Instant::now());
        }
        cell.printed.push_str(line);
        cell.printed.push('\n');
        if cell.printed.len() >= PIECE || cell.since.elapsed() >= PAUSE {
            self.flush();
        }
    }

    /// Something to look at.
    pub fn display(&mut self, bundle: &Value) {
        self.flush();
        self.publish("display_data", &json!({ "data": bundle, "metadata": {}, "transient": {} }));
    }

    /// An error.
    pub fn error(&mut self, content: &Value) {
        self.flush();
        self.publish("error", content);
    }

    /// Something that the program says.
    pub fn output(&mut self, output: &Output, sources: &Sources) {
        match output {
            Output::Printed(line) => self.line("stdout", line),
            Output::Check(report) => self.display(&check(report, sources)),
            Output::Value(shown) => {
                let mime::Bundles { look, value } = mime::value(shown);
                if let Some(look) = look {
                    self.display(&look);
                }
                self.flush();
                if let Some(cell) = &mut self.cell {
                    cell.last = value["text/plain"].as_str().map(str::to_owned);
                    let content = json!({ "execution_count": cell.count, "data": value, "metadata": {} });
                    self.publish("execute_result", &content);
                }
            }
        }
    }

    /// Hears how far a computation is; called about every millisecond.
    pub fn progress(&mut self, progress: &Progress) {
        self.interrupter.remind();
        let Some(cell) = &mut self.cell else { return };
        let now = Instant::now();
        if !cell.printed.is_empty() && now - cell.since >= PAUSE {
            self.flush();
        } else if now - cell.started >= PATIENCE && now - cell.refreshed >= REFRESH {
            cell.refreshed = now;
            let pace = Pace::of(cell.pace.take(), progress, now);
            let line = progress::told(progress, &pace, now - cell.started, now);
            cell.pace = Some(pace);
            let known = cell.display.is_some();
            let display = cell.display.get_or_insert_with(wire::name).clone();
            let kind = if known { "update_display_data" } else { "display_data" };
            // What it was in the end stays in the notebook, marked as what it is.
            let content = json!({
                "data": { "text/plain": line }, "metadata": { "sprague": "progress" }, "transient": { "display_id": display },
            });
            self.publish(kind, &content);
        }
    }
}

/// A check, with a stripe in the colour of how it went.
fn check(report: &CheckReport, sources: &Sources) -> Value {
    let colour = match report.verdict {
        Verdict::True => "#2e8b57",
        Verdict::False { .. } => "#c0392b",
        Verdict::Failed(_) => "#b8860b",
    };
    let body = html::check(report, sources);
    json!({
        "text/plain": text::check(report, sources, false),
        "text/html": format!("<div style=\"border-left: 4px solid {colour}; padding-left: 8px\">{body}</div>"),
    })
}
