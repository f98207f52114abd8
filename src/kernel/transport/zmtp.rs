//! The bytes on a connection: ZMTP 3.0 without encryption (rfc.zeromq.org/spec/23), as far as a kernel needs it. In: a stream. Out:
//! messages of frames and commands. Nothing that is announced is believed: memory is taken for what has come.

use std::io::{self, ErrorKind, Read, Write};

/// The bytes of one message at most, all frames together: a cell may have a sixteenth of a gigabyte.
pub const MOST: usize = 64 << 20;
/// Frames of one message at most.
const FRAMES: usize = 1024;

const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// The parts of a message.
pub type Frames = Vec<Vec<u8>>;

/// What comes in, or goes out.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// A message.
    Message(Frames),
    /// A command: its name and the rest.
    Command(Vec<u8>, Vec<u8>),
}

fn bad(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

/// Says that this is ZMTP without encryption, hears the same, and tells the kind of socket.
pub fn greet(stream: &mut (impl Read + Write), kind: &str) -> io::Result<()> {
    let mut greeting = [0; 64];
    (greeting[0], greeting[9], greeting[10]) = (0xff, 0x7f, 3);
    greeting[12..16].copy_from_slice(b"NULL");
    stream.write_all(&greeting)?;
    let mut theirs = [0; 64];
    stream.read_exact(&mut theirs)?;
    if theirs[0] != 0xff || theirs[9] & 1 != 1 || theirs[10] < 3 || theirs[12..32] != greeting[12..32] {
        return Err(bad("no ZMTP 3 without encryption"));
    }
    let mut ready = b"\x0bSocket-Type".to_vec();
    ready.extend((kind.len() as u32).to_be_bytes());
    ready.extend(kind.bytes());
    ready.extend(b"\x08Identity\0\0\0\0");
    write_command(stream, b"READY", &ready)?;
    stream.flush()?;
    match read(stream)? {
        Piece::Command(name, _) if name == b"READY" => Ok(()),
        _ => Err(bad("no READY")),
    }
}

/// The next message or command.
pub fn read(stream: &mut impl Read) -> io::Result<Piece> {
    let (mut frames, mut room) = (Frames::new(), MOST);
    loop {
        let mut flags = [0];
        stream.read_exact(&mut flags)?;
        let [flags] = flags;
        let length = if flags & LONG == 0 {
            let mut length = [0];
            stream.read_exact(&mut length)?;
            u64::from(length[0])
        } else {
            let mut length = [0; 8];
            stream.read_exact(&mut length)?;
            u64::from_be_bytes(length)
        };
        let length = usize::try_from(length).ok().filter(|length| *length <= room).ok_or_else(|| bad("too long"))?;
        room -= length;
        let mut body = Vec::new();
        if stream.take(length as u64).read_to_end(&mut body)? < length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if flags & COMMAND != 0 {
            let (name, rest) = body
                .split_first()
                .and_then(|(length, rest)| rest.split_at_checked(usize::from(*length)))
                .ok_or_else(|| bad("a command without a name"))?;
            return Ok(Piece::Command(name.to_vec(), rest.to_vec()));
        }
        if frames.len() == FRAMES {
            return Err(bad("too many frames"));
        }
        frames.push(body);
        if flags & MORE == 0 {
            return Ok(Piece::Message(frames));
        }
    }
}

fn write_frame(stream: &mut impl Write, flags: u8, parts: &[&[u8]]) -> io::Result<()> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    match u8::try_from(length) {
        Ok(length) => stream.write_all(&[flags, length])?,
        Err(_) => {
            stream.write_all(&[flags | LONG])?;
            stream.write_all(&(length as u64).to_be_bytes())?;
        }
    }
    parts.iter().try_for_each(|part| stream.write_all(part))
}

/// Writes a message.
pub fn write_message(stream: &mut impl Write, frames: &[Vec<u8>]) -> io::Result<()> {
    let last = frames.len().saturating_sub(1);
    frames.iter().enumerate().try_for_each(|(i, frame)| write_frame(stream, if i < last { MORE } else { 0 }, &[frame]))
}

/// Writes a command.
pub fn write_command(stream: &mut impl Write, name: &[u8], rest: &[u8]) -> io::Result<()> {
    write_frame(stream, COMMAND, &[&[name.len() as u8], name, rest])
}
