//! A process for each answer file. The command starts itself again with a hidden word, hands over the work on its standard
//! input, and reads what was handed in from its standard output. Whatever happens in there costs that file alone.

use super::student::{self, Handed, Work};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The word with which the command is started.
pub const WORD: &str = "--evaluate-answers";

/// The most that is read of a reply, in bytes.
const REPLY: u64 = 64 << 20;

/// Why nothing was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The process broke down.
    Crashed,
    /// It was ended after so many seconds.
    TooLong(u64),
    /// It could not be started; what the system says.
    NotStarted(String),
}

/// Runs a file of answers in a process of its own.
pub fn run(executable: &PathBuf, work: &Work) -> Result<Handed, Lost> {
    // An empty environment but for what loading a program may need.
    let kept = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot"];
    let environment: Vec<(&str, OsString)> =
        kept.into_iter().filter_map(|name| std::env::var_os(name).map(|value| (name, value))).collect();
    let mut child = Command::new(executable)
        .arg(WORD)
        .env_clear()
        .envs(environment)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| Lost::NotStarted(error.to_string()))?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Lost::NotStarted("no pipe".into()));
    };
    // The child reads everything before it writes anything, so neither waits for the other.
    let sent = input.write_all(work.to_json().to_string().as_bytes());
    drop(input);
    let (sender, receiver) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut reply = Vec::new();
        let read = output.take(REPLY).read_to_end(&mut reply);
        // The other side may have stopped waiting.
        let _ = sender.send(read.map(|_| reply));
    });
    let reply = receiver.recv_timeout(Duration::from_secs(work.bounds.patience));
    let late = reply.is_err();
    if late {
        // It may have ended meanwhile.
        let _ = child.kill();
    }
    let ended = child.wait();
    let _ = reader.join();
    if late {
        return Err(Lost::TooLong(work.bounds.patience));
    }
    let well = sent.is_ok() && ended.is_ok_and(|status| status.success());
    let reply = reply.ok().and_then(Result::ok).filter(|_| well).ok_or(Lost::Crashed)?;
    let data = serde_json::from_slice(&reply).map_err(|_| Lost::Crashed)?;
    Handed::from_json(&data).ok_or(Lost::Crashed)
}

/// What the process itself does.
pub fn serve() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let data = serde_json::from_slice(&text)?;
    let work = Work::from_json(&data).ok_or_else(|| io::Error::other("no work"))?;
    let handed = student::run(&work);
    let mut out = io::stdout().lock();
    out.write_all(handed.to_json().to_string().as_bytes())?;
    out.flush()
}
