//! The one place that writes. Results go to standard output through one lock, errors to standard error; a progress line
//! on standard error is gone before anything else is written. A broken pipe ends the work quietly.

use super::Status;
use super::args::Color;
use super::{files, interrupt, show, show_doc};
use crate::limits::Progress;
use crate::session::{Doc, Output};
use crate::source::Sources;
use std::cell::RefCell;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A progress line appears after this time.
const PATIENCE: Duration = Duration::from_millis(500);
/// And is drawn anew, and results are flushed into a pipe, this often.
const REFRESH: Duration = Duration::from_millis(100);

/// Bytes that a terminal gets at once.
const PIECE: usize = 4096;

/// Where everything is written.
pub struct Screen {
    out: BufWriter<StdoutLock<'static>>,
    out_is_terminal: bool,
    /// Whether standard output is coloured.
    pub color_out: bool,
    /// Whether standard error is coloured.
    pub color_err: bool,
    draws_progress: bool,
    progress_drawn: bool,
    started: Instant,
    refreshed: Instant,
    /// Since when a computation has been watched, how much was done then, and how much when it was last heard of.
    pace: Option<(Instant, u64, u64)>,
    pending: bool,
    failure: Option<io::Error>,
}

impl Screen {
    /// A screen with results buffered unless people watch.
    pub fn shared(color: Color) -> Rc<RefCell<Screen>> {
        let out_is_terminal = io::stdout().is_terminal();
        let err_is_terminal = io::stderr().is_terminal();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let unwanted = dumb || std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let colored = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !unwanted,
        };
        let now = Instant::now();
        Rc::new(RefCell::new(Screen {
            out: BufWriter::new(io::stdout().lock()),
            out_is_terminal,
            color_out: colored(out_is_terminal),
            color_err: colored(err_is_terminal),
            draws_progress: err_is_terminal && !dumb,
            progress_drawn: false,
            started: now,
            refreshed: now,
            pace: None,
            pending: false,
            failure: None,
        }))
    }

    /// Writes a text and a line end to standard output.
    pub fn line(&mut self, text: &str) {
        self.erase_progress();
        if self.failure.is_none() {
            let written = self.write(text.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
            self.note_failure(written);
            self.pending = true;
        }
        if self.out_is_terminal {
            self.flush();
        }
    }

    /// A terminal takes its time over a long text: Ctrl-C cuts it short.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.out_is_terminal {
            return self.out.write_all(bytes);
        }
        for piece in bytes.chunks(PIECE) {
            if interrupt::is_asked() {
                return self.out.write_all(b" ...");
            }
            self.out.write_all(piece)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Writes what a program says.
    pub fn output(&mut self, output: &Output, sources: &Sources) {
        match output {
            Output::Printed(text) => self.line(text),
            Output::Value(shown) => self.line(&show::value(shown)),
            Output::Check(report) => self.line(&show::check(report, sources, self.color_out)),
        }
    }

    /// Writes documentation records.
    pub fn docs(&mut self, docs: &[Doc]) {
        self.line(&show_doc::docs(docs, self.color_out, self.out_is_terminal));
    }

    /// Writes a text and a line end to standard error, after all results so far.
    pub fn complain(&mut self, text: &str) {
        self.flush();
        self.erase_progress();
        let mut err = io::stderr().lock();
        // Where errors cannot be written there is nobody to tell.
        let _ = err.write_all(text.as_bytes()).and_then(|()| err.write_all(b"\n"));
    }

    /// Hands everything written so far to the system.
    pub fn flush(&mut self) {
        if self.failure.is_none() {
            let flushed = self.out.flush();
            self.note_failure(flushed);
        }
        self.pending = false;
    }

    fn note_failure(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.failure = Some(error);
        }
    }

    /// Whether results can no longer be written, so that computing them is idle.
    pub fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// The status to end with: a reader who left early (`| head`) is no failure of the program, any other failure to
    /// write is, and is said.
    pub fn final_status(&mut self, status: Status) -> Status {
        self.erase_progress();
        match self.failure.take() {
            None => status,
            Some(error) if error.kind() == ErrorKind::BrokenPipe => {
                // The interruption was our own.
                if status == Status::Interrupted { Status::Done } else { status }
            }
            Some(error) => {
                let text = format!("cannot write the results: {}", files::error_text(&error));
                let _ = writeln!(io::stderr().lock(), "{text}");
                Status::Failed.max(status)
            }
        }
    }

    /// A computation begins: its clock starts.
    pub fn start(&mut self) {
        self.started = Instant::now();
        self.refreshed = self.started;
        self.pace = None;
    }

    /// Hears how far the computation is; called thousands of times a second.
    pub fn progress(&mut self, progress: &Progress) {
        if self.refreshed.elapsed() < REFRESH {
            return;
        }
        self.refreshed = Instant::now();
        if self.pending {
            self.flush();
        }
        if self.draws_progress && self.started.elapsed() >= PATIENCE {
            // Less than before: another computation.
            let known = self.pace.filter(|pace| pace.2 <= progress.done);
            let (since, before) = known.map_or((Instant::now(), progress.done), |pace| (pace.0, pace.1));
            self.pace = Some((since, before, progress.done));
            let line = describe(progress, self.started.elapsed(), (since.elapsed(), progress.done - before));
            let _ = write!(io::stderr().lock(), "\r\x1b[2K{line}");
            self.progress_drawn = true;
        }
    }

    /// Takes the progress line away.
    pub fn erase_progress(&mut self) {
        if std::mem::take(&mut self.progress_drawn) {
            let _ = write!(io::stderr().lock(), "\r\x1b[2K");
        }
    }
}

/// Below this time nothing is said of how fast a computation goes.
const STEADY: Duration = Duration::from_secs(2);

/// `nim-values: 12,000 of 20,000, 3.1 s (Ctrl-C stops)`, or how fast it goes and when it may end; short enough for a
/// narrow terminal. `pace` is how much was done in which time.
fn describe(progress: &Progress, elapsed: Duration, pace: (Duration, u64)) -> String {
    let phase: String = progress.phase.chars().take(32).collect();
    let total = progress.total.filter(|&total| total >= progress.done);
    let done = match total {
        Some(total) if total >= 1_000_000 => {
            format!("{}% of {}", 100 * u128::from(progress.done) / u128::from(total), grouped(total))
        }
        Some(total) => format!("{} of {}", grouped(progress.done), grouped(total)),
        None => grouped(progress.done),
    };
    let rate = pace.1 as f64 / pace.0.as_secs_f64();
    match total {
        Some(total) if pace.0 >= STEADY && rate >= 1.0 => {
            let left = (total - progress.done) as f64 / rate;
            format!("{phase}: {done}, {}/s, {} left (Ctrl-C stops)", grouped(rate as u64), span(left))
        }
        _ => format!("{phase}: {done}, {:.1} s (Ctrl-C stops)", elapsed.as_secs_f64()),
    }
}

/// A time in one unit.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 100.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86400.0),
    }
}

/// `1234567` as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_reads_well() {
        let progress = Progress { phase: "nim-values", done: 12_000, total: Some(1_234_567) };
        let line = describe(&progress, Duration::from_millis(3140), (Duration::from_secs(1), 9_000));
        assert_eq!(line, "nim-values: 0% of 1,234,567, 3.1 s (Ctrl-C stops)");
        let line = describe(&progress, Duration::from_millis(3140), (Duration::from_secs(3), 9_000));
        assert_eq!(line, "nim-values: 0% of 1,234,567, 3,000/s, 7 min left (Ctrl-C stops)");
        let progress = Progress { phase: "levels", done: 30, total: Some(20) };
        let line = describe(&progress, Duration::from_millis(3140), (Duration::from_secs(3), 30));
        assert_eq!(line, "levels: 30, 3.1 s (Ctrl-C stops)");
        assert_eq!([span(99.0), span(400.0), span(7200.0), span(1e6)], ["99 s", "7 min", "2 h", "12 days"]);
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(100), "100");
        assert_eq!(grouped(1000), "1,000");
    }
}
