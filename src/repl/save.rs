//! `:save FILE`: the user's definitions as a script. A file that was not written by it, or was changed since, is left
//! alone unless asked otherwise: its first line carries a checksum of the rest.

use crate::session::files::{self, replace};
use std::path::Path;

const MARK: &str = "# Saved by the session of sprague, ";

/// Writes the script, whole or not at all. The error says what to do.
pub fn save(path: &Path, script: &str, anyway: bool) -> Result<(), String> {
    let shown = path.display();
    if path.is_dir() {
        return Err(format!("`{shown}` is a directory"));
    }
    if path.exists() && !anyway && !is_ours(path) {
        return Err(format!(
            "`{shown}` exists and is not as `:save` left it\nTo replace it all the same: :save! {shown}"
        ));
    }
    replace(path, (header(script) + script).as_bytes()).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such directory".to_owned(),
            _ => files::error_text(&error),
        };
        format!("cannot write `{shown}`: {reason}")
    })
}

fn header(script: &str) -> String {
    format!("{MARK}{:016x}\n", checksum(script))
}

fn is_ours(path: &Path) -> bool {
    let Ok(text) = files::read(path) else { return false };
    let Some((_, script)) = text.split_once('\n') else { return false };
    text.starts_with(&header(script))
}

/// FNV-1a of 64 bits: it shall notice a person's change, not resist a forger.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
