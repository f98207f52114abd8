//! Reading programs. In: a path, or standard input. Out: its text, or one sentence that says what is wrong and what to
//! do. No file is read beyond [`MAX_BYTES`].

#[cfg(feature = "cli")]
pub(crate) use crate::files::replace;
use crate::source::{visible, with_line_ends};
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
        write!(f, "{}", visible(&self.message()))?;
        self.note.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Unreadable> {
    let name = path.display().to_string();
    let fail = |error: io::Error| unreadable(&name, error_text(&error), missing_note(path, &error));
    // A directory can be opened on some systems and read on none.
    if path.is_dir() {
        path.read_dir().map_err(fail)?;
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

/// The text of a file as students send them, and how it was read if that is not the usual way; or what it is instead of a text.
/// UTF-8 and UTF-16 with and without a mark, and Latin-1.
pub fn read_as_sent(path: &Path, most: u64) -> Result<(String, Option<&'static str>), String> {
    let file = File::open(path).map_err(|error| error_text(&error))?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error_text(&error))?;
    if bytes.len() as u64 > most {
        return Err(format!("it is larger than {} MiB", most >> 20));
    }
    as_sent(bytes)
}

/// What files begin with that are no texts.
const OTHERS: [(&[u8], &str); 9] = [
    (b"%PDF", "it is a PDF document"),
    (b"PK\x03\x04", "it is a document of a word processor, or an archive"),
    (b"\xd0\xcf\x11\xe0", "it is a document of a word processor"),
    (b"{\\rtf", "it is a document of a word processor"),
    (b"\x89PNG", "it is a picture"),
    (b"\xff\xd8\xff", "it is a picture"),
    (b"GIF8", "it is a picture"),
    (b"<!DOCTYPE", "it is a web page"),
    (b"<html", "it is a web page"),
];

fn as_sent(bytes: Vec<u8>) -> Result<(String, Option<&'static str>), String> {
    if let Some((_, what)) = OTHERS.iter().find(|(first, _)| bytes.starts_with(first)) {
        return Err(format!("{what}, and no text: a file of answers is written in a text editor"));
    }
    let wide = |bytes: &[u8], pair: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|unit| pair([unit[0], unit[1]]));
        let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        Ok((with_line_ends(text), Some("UTF-16")))
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => return wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return wide(rest, u16::from_be_bytes),
        _ => {}
    }
    // Without a mark every other byte of a text in few but Latin letters is zero.
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|&&b| b == 0).count() * 10;
    let half = bytes.len() / 2;
    if half > 0 && zeros(1) > half * 6 && zeros(0) < half {
        return wide(&bytes, u16::from_le_bytes);
    }
    if half > 0 && zeros(0) > half * 6 && zeros(1) < half {
        return wide(&bytes, u16::from_be_bytes);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok((with_line_ends(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)), None)),
        Err(error) => {
            let text = error.as_bytes().iter().map(|&b| latin(b)).collect();
            Ok((with_line_ends(text), Some("Latin-1")))
        }
    }
}

/// A byte as Windows reads Latin-1 (code page 1252), where there are letters and quotes in the place of control characters.
fn latin(byte: u8) -> char {
    const MORE: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => MORE[usize::from(byte - 0x80)],
        byte => char::from(byte),
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
