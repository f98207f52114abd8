//! A process from the side of whoever started it.

use super::Guard;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

/// The longest line that is read, in bytes.
const LINE: u64 = 64 << 20;
/// Lines that wait to be read; then the process waits.
const WAITING: usize = 16;

/// What came, or did not come.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// Nothing until the moment that was given.
    Late,
    /// Nothing, and nothing will come: it has ended.
    Ended,
}

/// A process that was started. It is ended when this is dropped.
///
/// The thread that starts it has to outlive it: on Linux it dies with that thread.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<Vec<u8>>>,
}

impl Child {
    /// Starts the command with a hidden word.
    pub fn start(executable: &Path, word: &str, guard: Guard, more: &[OsString]) -> io::Result<Child> {
        // An empty environment but for what loading a program may need.
        let kept = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot"];
        let environment: Vec<(&str, OsString)> =
            kept.into_iter().filter_map(|name| std::env::var_os(name).map(|value| (name, value))).collect();
        let mut command = Command::new(executable);
        command.arg(word).args(guard.arguments()).args(more).env_clear().envs(environment);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is heard by the one process that people talk to.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (Some(mut to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("no pipe"));
        };
        let (input, lines) = mpsc::channel::<Vec<u8>>();
        std::thread::spawn(move || {
            for line in lines {
                // It may have ended: then nothing more is read, and that is heard on the other pipe.
                if to.write_all(&line).and_then(|()| to.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = mpsc::sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            loop {
                let mut line = Vec::new();
                let read = from.by_ref().take(LINE).read_until(b'\n', &mut line);
                // A line that does not end was not finished.
                if read.is_err() || line.pop() != Some(b'\n') || sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Child { process, input: Some(input), output: Some(output) })
    }

    /// Sends a line; never waits.
    pub fn send(&mut self, line: &impl serde::Serialize) {
        if let Some(input) = &self.input
            && let Ok(mut text) = serde_json::to_vec(line)
        {
            text.push(b'\n');
            let _ = input.send(text);
        }
    }

    /// Nothing more will be sent.
    pub fn finish(&mut self) {
        self.input = None;
    }

    /// The next line, if it comes before that moment.
    pub fn hear(&mut self, until: Instant) -> Heard {
        let Some(output) = &self.output else { return Heard::Ended };
        match output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Late,
            Err(RecvTimeoutError::Disconnected) => Heard::Ended,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.input = None;
        self.output = None;
        // It may have ended meanwhile.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
