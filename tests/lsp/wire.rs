//! Messages as bytes.

use sprague::lsp::wire::{Incoming, read};

#[test]
fn what_is_no_message_is_passed() {
    let text = "Content-Length: 2\r\n\r\n{}content-length: 1\r\nX: y\r\n\r\n{X: y\r\n\r\nContent-Length: 2\r\n\r\n[]Content-Length: 9\r\n\r\n{";
    let mut from = text.as_bytes();
    let mut told = Vec::new();
    loop {
        match read(&mut from) {
            Incoming::Message(message) => told.push(message.to_string()),
            Incoming::Malformed(_) => told.push("?".into()),
            Incoming::End => break,
        }
    }
    assert_eq!(told, ["{}", "?", "?", "[]"]);
}
