//! Documents that are open, and what their addresses mean.

use super::text::Text;
use crate::session::study::Study;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A document that is open in the editor.
pub struct Document {
    /// Its text.
    pub text: Text,
    /// Which of its texts, as the editor counts.
    pub version: Value,
    /// What is known of it; nothing since it was changed.
    pub study: Option<Rc<Study>>,
    /// What its checks came to that were run, until it is changed.
    pub ran: Vec<Value>,
}

/// The path of an address, if it means a file.
pub fn path_of(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let text = String::from_utf8(bytes).ok()?;
    // `/C:/games` on Windows.
    let drive = text.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&text)))
}

/// The address of a path.
pub fn address_of(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut address = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address
}
