//! Files of programs and of answers: what is text, and what is told of the rest.

use sprague::session::files::{Unreadable, read, read_as_sent};
use std::fs;
use std::path::Path;

/// A file with these bytes.
fn with<T>(bytes: &[u8], ask: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    fs::write(&file, bytes).unwrap();
    ask(&file)
}

#[test]
fn decoding() {
    let read = |bytes: &[u8]| -> Result<String, Unreadable> { with(bytes, read) };
    assert_eq!(read(b"\xef\xbb\xbf1 + 1").unwrap(), "1 + 1");
    let error = read(b"1\n2\n\xe9t\xe9").unwrap_err();
    assert_eq!(error.reason, "line 3 is not UTF-8 text (byte 4 is 0xe9)");
    assert!(read(b"\xff\xfe1\0").unwrap_err().reason.contains("UTF-16"));
}

#[test]
fn files_as_students_send_them() {
    let read = |bytes: &[u8]| with(bytes, |file| read_as_sent(file, 1 << 20));
    let wide = |text: &str, mark: bool| -> Vec<u8> {
        let mark = mark.then_some(0xfeff_u16);
        mark.into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    // CR LF is a line end of the language; a CR alone becomes one.
    assert_eq!(read(b"\xef\xbb\xbfa\r\nb\rc").unwrap(), ("a\r\nb\nc".into(), None));
    assert_eq!(read(&wide("answer q = ½", true)).unwrap(), ("answer q = ½".into(), Some("UTF-16")));
    assert_eq!(read(&wide("answer q = 1", false)).unwrap(), ("answer q = 1".into(), Some("UTF-16")));
    assert_eq!(read(b"\xfe\xff\0a\0b").unwrap(), ("ab".into(), Some("UTF-16")));
    assert_eq!(read(b"\x93\xe9t\xe9\x94").unwrap(), ("“été”".into(), Some("Latin-1")));
    assert!(read(b"%PDF-1.7 ...").unwrap_err().starts_with("it is a PDF"));
    assert!(read(b"PK\x03\x04...").is_err() && read(b"{\\rtf1 answer").is_err());
    assert_eq!(read(&[0; 40]).unwrap().1, None);
    assert_eq!(read(b"").unwrap(), (String::new(), None));
}

#[cfg(unix)]
#[test]
fn endless_input_is_bounded() {
    assert_eq!(read(Path::new("/dev/zero")).unwrap_err().reason, "it is larger than 16 MiB");
    assert_eq!(read_as_sent(Path::new("/dev/zero"), 1 << 20).unwrap_err(), "it is larger than 1 MiB");
}
