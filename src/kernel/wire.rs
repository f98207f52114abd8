//! Messages of the protocol as frames: who they are for, a signature, four dictionaries. What is not signed with the key of the
//! connection file, or is no message, is an error and changes nothing.

use super::transport::Frames;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of the protocol that is spoken.
pub const VERSION: &str = "5.3";

const DELIMITER: &[u8] = b"<IDS|MSG>";

/// Why a message is left out.
#[derive(Debug, PartialEq, Eq)]
pub enum Malformed {
    /// Parts are missing.
    Parts,
    /// It was signed with another key, or not at all.
    Signature,
    /// A part is no dictionary, or not in JSON.
    Dictionary,
    /// It has no type.
    Untyped,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::Parts => "parts are missing",
            Malformed::Signature => "it is not signed with the key of the connection file",
            Malformed::Dictionary => "a part is no JSON dictionary",
            Malformed::Untyped => "it has no type",
        })
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Frames that say where a reply goes.
    pub route: Frames,
    /// Its header, which replies repeat.
    pub header: Value,
    /// What it asks.
    pub content: Value,
}

impl Request {
    /// What kind of request it is.
    pub fn kind(&self) -> &str {
        self.header["msg_type"].as_str().unwrap_or_default()
    }
}

/// Signs and checks. Without a key nothing is signed, as the protocol has it.
#[derive(Clone)]
pub struct Signer(Option<Hmac<Sha256>>);

impl Signer {
    /// With the key of a connection file.
    pub fn new(key: &str) -> Signer {
        let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key.as_bytes()).ok();
        Signer(mac.filter(|_| !key.is_empty()))
    }

    fn mac(&self, parts: &[Vec<u8>]) -> Option<Hmac<Sha256>> {
        let mut mac = self.0.clone()?;
        parts.iter().for_each(|part| mac.update(part));
        Some(mac)
    }

    /// The signature of the parts of a message; empty without a key.
    pub fn sign(&self, parts: &[Vec<u8>]) -> String {
        self.mac(parts).map_or(String::new(), |mac| hex(&mac.finalize().into_bytes()))
    }

    /// Compares in a time that tells nothing of the right signature.
    fn holds(&self, parts: &[Vec<u8>], signature: &[u8]) -> bool {
        match self.mac(parts) {
            None => true,
            Some(mac) => unhex(signature).is_some_and(|bytes| mac.verify_slice(&bytes).is_ok()),
        }
    }

    /// Reads a request.
    pub fn read(&self, mut frames: Frames) -> Result<Request, Malformed> {
        let delimiter = frames.iter().position(|frame| frame == DELIMITER).ok_or(Malformed::Parts)?;
        let parts = frames.split_off(delimiter);
        let [_, signature, dictionaries @ ..] = &parts[..] else { return Err(Malformed::Parts) };
        let dictionaries = dictionaries.get(..4).ok_or(Malformed::Parts)?;
        if !self.holds(dictionaries, signature) {
            return Err(Malformed::Signature);
        }
        let dictionary = |bytes: &[u8]| serde_json::from_slice(bytes).ok().filter(Value::is_object);
        let [header, content] = [0, 3].map(|part| dictionary(&dictionaries[part]).ok_or(Malformed::Dictionary));
        let (header, content) = (header?, content?);
        match header["msg_type"] {
            Value::String(_) => Ok(Request { route: frames, header, content }),
            _ => Err(Malformed::Untyped),
        }
    }

    /// The frames of a message of ours.
    pub fn write(
        &self,
        route: &[Vec<u8>],
        session: &str,
        kind: &str,
        parent: &Value,
        about: &Value,
        said: &Value,
    ) -> Frames {
        let header = json!({
            "msg_id": name(), "session": session, "username": "kernel", "date": now(), "msg_type": kind, "version": VERSION,
        });
        let parts = [&header, parent, about, said].map(|part| part.to_string().into_bytes());
        let mut frames = route.to_vec();
        frames.push(DELIMITER.to_vec());
        frames.push(self.sign(&parts).into_bytes());
        frames.extend(parts);
        frames
    }
}

/// A name that nothing else has.
pub fn name() -> String {
    let mut bytes = [0; 16];
    // Without chance from the system the time has to do: names need not be secret.
    if getrandom::fill(&mut bytes).is_err() {
        bytes = since_1970().as_nanos().to_le_bytes();
    }
    hex(&bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |c: &u8| char::from(*c).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| Some(digit(pair.first()?)? << 4 | digit(pair.get(1)?)?);
    text.chunks(2).map(pair).collect()
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn now() -> String {
    let now = since_1970();
    date(now.as_secs(), now.subsec_micros())
}

/// The time of a message as ISO 8601 has it, from the seconds since 1970.
pub fn date(seconds: u64, micros: u32) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut month) = (1970, 0);
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (month, day, hour, minute, second) = (month + 1, days + 1, rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}
