//! Reading programs. In: a path, or standard input. Out: its text, or one sentence that says what is wrong and what to
//! do. No file is read beyond [`MAX_BYTES`].

pub(crate) use crate::files::replace;
use crate::source::with_line_ends;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest program that is read.
pub const MAX_BYTES: u64 = crate::source::MAX_BYTES as u64;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The file as it was named.
    pub name: String,
    /// What is the matter, no full stop.
    pub reason: String,
    /// What to do, if there is something.
    pub note: Option<String>,
}

impl Unreadable {
    /// One sentence, no full stop.
    pub fn message(&self) -> String {
        format!("cannot read `{}`: {}", self.name, self.reason)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message())?;
        self.note.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Unreadable> {
    let name = path.display().to_string();
    let fail = |error: io::Error| unreadable(&name, error_text(&error), missing_note(path, &error));
    // A directory can be opened on some systems and read on none.
    if path.is_dir() {
        return Err(unreadable(&name, "it is a directory".into(), Some("Name a file in it.".into())));
    }
    let file = File::open(path).map_err(fail)?;
    if file.metadata().is_ok_and(|m| m.is_file() && m.len() > MAX_BYTES) {
        return Err(too_large(&name));
    }
    read_from(&name, file)
}

/// The text of standard input.
pub fn read_standard_input() -> Result<String, Unreadable> {
    read_from("standard input", io::stdin().lock())
}

fn read_from(name: &str, from: impl Read) -> Result<String, Unreadable> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(name, error_text(&e), None))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(name));
    }
    decode(name, bytes)
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Unreadable> {
    let save = || Some("Save it as UTF-8 in your editor.".to_owned());
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(unreadable(name, "it is text in UTF-16".into(), save()));
    }
    match String::from_utf8(bytes) {
        // A mark that some editors put at the start of UTF-8 files.
        Ok(text) => Ok(with_line_ends(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..at].iter().filter(|&&b| b == b'\n').count() + 1;
            let reason = format!("line {line} is not UTF-8 text (byte {at} is 0x{:02x})", bytes[at]);
            Err(unreadable(name, reason, save()))
        }
    }
}

fn unreadable(name: &str, reason: String, note: Option<String>) -> Unreadable {
    Unreadable { name: name.to_owned(), reason, note }
}

fn too_large(name: &str) -> Unreadable {
    unreadable(name, format!("it is larger than {} MiB", MAX_BYTES >> 20), None)
}

/// What the system says, without its number.
pub fn error_text(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::PermissionDenied => "permission denied".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

/// A forgotten ending is the commonest slip.
fn missing_note(path: &Path, error: &io::Error) -> Option<String> {
    if error.kind() != ErrorKind::NotFound {
        return None;
    }
    let with_ending = path.with_extension("cgt");
    (with_ending.is_file()).then(|| format!("Did you mean `{}`?", with_ending.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding() {
        assert_eq!(decode("a", b"\xef\xbb\xbf1 + 1".to_vec()).unwrap(), "1 + 1");
        let error = decode("a", b"1\n2\n\xe9t\xe9".to_vec()).unwrap_err();
        assert_eq!(error.reason, "line 3 is not UTF-8 text (byte 4 is 0xe9)");
        assert!(decode("a", b"\xff\xfe1\0".to_vec()).unwrap_err().reason.contains("UTF-16"));
    }

    #[test]
    fn endless_input_is_bounded() {
        let error = read_from("zero", io::repeat(b'0')).unwrap_err();
        assert_eq!(error.reason, "it is larger than 16 MiB");
    }
}
