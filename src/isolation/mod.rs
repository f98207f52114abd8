//! Processes that run what somebody else wrote. The command starts itself again with a hidden word; the process bounds itself before
//! it reads any work, and dies with whoever started it.
//!
//! In: lines of JSON on its standard input. Out: lines of JSON on its standard output. Who starts one is never without a bound:
//! it waits for a line until a moment, and ends the process if none has come.

mod child;
mod guard;

pub use child::{Child, Heard};
pub use guard::{Guard, closed, for_next};

use std::io::{self, Write};

/// Writes a line for the process that started this one.
pub fn say(line: &impl serde::Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
