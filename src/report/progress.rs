//! The line that tells how far a long computation is: units done, pace, time left and time spent.

use super::grouped;
use crate::limits::Progress;
use std::time::{Duration, Instant};

/// A progress line appears after this time.
pub const PATIENCE: Duration = Duration::from_millis(500);
/// And is drawn anew, and results are flushed into a pipe, this often.
pub const REFRESH: Duration = Duration::from_millis(100);
/// A pace is told after the phase has run this long.
const STEADY: Duration = Duration::from_millis(500);
/// Columns of a narrow terminal, without the last.
const COLUMNS: usize = 79;

/// When a phase was first heard of, and where it was then.
#[derive(Debug)]
pub struct Pace {
    phase: &'static str,
    since: Instant,
    first: u64,
}

impl Pace {
    /// Goes on with the pace of the same phase, or begins that of a new one.
    pub fn of(before: Option<Pace>, progress: &Progress, now: Instant) -> Pace {
        match before {
            Some(pace) if pace.phase == progress.phase && pace.first <= progress.done => pace,
            _ => Pace { phase: progress.phase, since: now, first: progress.done },
        }
    }

    /// Units a second, once that can be told.
    fn rate(&self, progress: &Progress, now: Instant) -> Option<f64> {
        let spent = now.duration_since(self.since);
        let done = progress.done.saturating_sub(self.first);
        (spent >= STEADY && done > 0).then(|| done as f64 / spent.as_secs_f64())
    }
}

/// `nim-values: 12,000 of 20,000, 509 rare, 4,000/s, 2 s left, 3.1 s (Ctrl-C stops)`, for a terminal.
pub fn line(progress: &Progress, pace: &Pace, elapsed: Duration, now: Instant) -> String {
    let mut line = told(progress, pace, elapsed, now);
    if line.len() + 15 <= COLUMNS {
        line.push_str(" (Ctrl-C stops)");
    }
    line
}

/// The same without what stops it; what does not fit in a narrow terminal is left out from the end of the optional parts.
pub fn told(progress: &Progress, pace: &Pace, elapsed: Duration, now: Instant) -> String {
    let phase: String = progress.phase.chars().take(32).collect();
    let mut line = format!("{phase}: {}", grouped(progress.done));
    if let Some(total) = progress.total {
        line.push_str(&format!(" of {}", grouped(total)));
    }
    let spent = format!(", {:.1} s", elapsed.as_secs_f64());
    let mut parts = Vec::new();
    if let Some((count, what)) = progress.detail {
        parts.push(format!(", {} {what}", grouped(count)));
    }
    if let Some(rate) = pace.rate(progress, now) {
        parts.push(format!(", {}/s", if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) }));
        if let Some(total) = progress.total.filter(|&total| total > progress.done) {
            parts.push(format!(", {} left", span((total - progress.done) as f64 / rate)));
        }
    }
    for part in parts {
        if line.len() + part.len() + spent.len() <= COLUMNS {
            line.push_str(&part);
        }
    }
    line.push_str(&spent);
    line
}

/// Seconds as people say them.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
