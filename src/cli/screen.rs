//! The one place that writes. Results go to standard output through one lock, errors to standard error; a progress line
//! on standard error is gone before anything else is written. A broken pipe ends the work quietly.

use super::Status;
use super::args::Color;
use super::interrupt;
use super::terminal;
use crate::report::progress::{self, PATIENCE, Pace, REFRESH};
use crate::report::{Doc, Format, Output, Sources, docs, fit, text};
use crate::session::{Progress, files};
use std::cell::RefCell;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::rc::Rc;
use std::time::Instant;

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
    err_is_terminal: bool,
    draws_progress: bool,
    progress_drawn: bool,
    pace: Option<Pace>,
    started: Instant,
    refreshed: Instant,
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
            err_is_terminal,
            draws_progress: err_is_terminal && !dumb,
            progress_drawn: false,
            pace: None,
            started: now,
            refreshed: now,
            pending: false,
            failure: None,
        }))
    }

    /// Writes a text and a line end to standard output.
    pub fn line(&mut self, text: &str) {
        self.written(text, "\n");
    }

    /// Writes a text as it is to standard output.
    pub fn text(&mut self, text: &str) {
        self.written(text, "");
    }

    fn written(&mut self, text: &str, end: &str) {
        self.erase_progress();
        if self.failure.is_none() {
            let written = self.write(text.as_bytes()).and_then(|()| self.out.write_all(end.as_bytes()));
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
    pub fn output(&mut self, output: &Output, format: Format, sources: &Sources) {
        let text = output.render(format, sources, self.color_out);
        match self.width().filter(|_| format == Format::Text) {
            Some(width) => self.line(&text::within(output, &text, width)),
            None => self.line(&text),
        }
    }

    /// How wide the window is in which people read the results.
    pub fn width(&self) -> Option<usize> {
        self.out_is_terminal.then(|| terminal::size().0)
    }

    /// Writes sentences for a person.
    pub fn told(&mut self, sentences: &str) {
        match self.width() {
            Some(width) => self.line(&fit::paragraphs(sentences, width.min(docs::WIDTH))),
            None => self.line(sentences),
        }
    }

    /// Writes documentation records.
    pub fn docs(&mut self, records: &[Doc]) {
        self.line(&docs::docs(records, self.color_out, self.width()));
    }

    /// Writes a text and a line end to standard error, after all results so far.
    pub fn complain(&mut self, text: &str) {
        self.flush();
        self.erase_progress();
        let fitted = self.err_is_terminal.then(|| fit::fitted(text, terminal::size().0));
        let text = fitted.as_deref().unwrap_or(text);
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
                // So is this one.
                if status == Status::Interrupted { Status::Failed } else { Status::Failed.max(status) }
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
            let now = Instant::now();
            let pace = Pace::of(self.pace.take(), progress, now);
            let line = progress::line(progress, &pace, self.started.elapsed(), now);
            self.pace = Some(pace);
            self.progress_line(&line);
        }
    }

    /// Whether anybody sees progress.
    pub fn draws_progress(&self) -> bool {
        self.draws_progress
    }

    /// Draws a line of progress that was made elsewhere.
    pub fn progress_line(&mut self, line: &str) {
        if self.draws_progress {
            // On one line, so that it can be taken away.
            let line: String = line.chars().take(terminal::size().0 - 1).collect();
            let _ = write!(io::stderr().lock(), "\r\x1b[2K{line}");
            self.progress_drawn = true;
        }
    }

    /// Hands what was written to the system, if that was some time ago.
    pub fn flush_now_and_then(&mut self) {
        if self.pending && self.refreshed.elapsed() >= REFRESH {
            self.refreshed = Instant::now();
            self.flush();
        }
    }

    /// Takes the progress line away.
    pub fn erase_progress(&mut self) {
        if std::mem::take(&mut self.progress_drawn) {
            let _ = write!(io::stderr().lock(), "\r\x1b[2K");
        }
    }
}
