//! Messages of the protocol: a header with a length, then JSON. What is no message is told apart from the end, so that nothing that
//! comes in ends the server.

use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// No message is longer, in bytes.
const MOST: u64 = 64 << 20;

/// What came in.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Value),
    /// Something else.
    Malformed(String),
    /// Nothing more comes.
    End,
}

/// Errors that the protocol has numbers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What came in is no JSON.
    Unread = -32700,
    /// It is no message, or comes at the wrong time.
    Invalid = -32600,
    /// There is no such method.
    Unknown = -32601,
    /// The parameters are not those of the method.
    Parameters = -32602,
    /// A bug of ours.
    Internal = -32603,
    /// Nothing goes before `initialize`.
    Early = -32002,
    /// The client does not want the answer any more.
    Cancelled = -32800,
    /// What is asked cannot be done, and the message says why.
    Refused = -32803,
}

/// Reads the next message.
pub fn read(from: &mut impl BufRead) -> Incoming {
    let mut length = None;
    let mut any = false;
    loop {
        let mut line = Vec::new();
        match from.take(MOST).read_until(b'\n', &mut line) {
            Ok(0) => return Incoming::End,
            Err(_) => return Incoming::End,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            if any {
                break;
            }
            continue;
        }
        any = true;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else { return Incoming::Malformed("a message without its Content-Length".into()) };
    let mut body = Vec::new();
    if length > MOST {
        // It is passed over, and the next one can be read.
        let passed = std::io::copy(&mut from.take(length), &mut std::io::sink());
        return match passed {
            Ok(_) => Incoming::Malformed(format!("a message of more than {} MiB", MOST >> 20)),
            Err(_) => Incoming::End,
        };
    }
    match from.take(length).read_to_end(&mut body) {
        Ok(count) if count as u64 == length => {}
        _ => return Incoming::End,
    }
    match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }
}

/// Writes a message; false if nobody reads any more.
pub fn write(to: &mut impl Write, message: &Value) -> bool {
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| to.flush()).is_ok()
}

/// An answer.
pub fn answer(id: &Value, result: Result<Value, (Fault, String)>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((fault, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": fault as i32, "message": message } })
        }
    }
}

/// A message that wants no answer.
pub fn notice(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}
