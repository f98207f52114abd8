//! Frames of sockets as bytes.

use sprague::kernel::transport::zmtp::{Frames, MOST, Piece, greet, read, write_command, write_message};
use std::io::{self, ErrorKind, Read, Write};

/// Flags of frames: another follows, its length takes eight bytes, it is a command.
const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;
/// Frames of a message at most.
const FRAMES: usize = 1024;

fn again(frames: &[Vec<u8>]) -> Frames {
    let mut bytes = Vec::new();
    write_message(&mut bytes, frames).expect("memory takes all");
    match read(&mut &bytes[..]).expect("what was written is read") {
        Piece::Message(frames) => frames,
        Piece::Command(..) => panic!("a command"),
    }
}

#[test]
fn messages_are_read_as_they_were_written() {
    for frames in [vec![vec![]], vec![vec![1], vec![], vec![2; 255]], vec![vec![3; 256], vec![4; 70_000]]] {
        assert_eq!(again(&frames), frames);
    }
    let mut bytes = Vec::new();
    write_command(&mut bytes, b"PING", b"\0\x01x").expect("memory takes all");
    assert_eq!(bytes[..7], [COMMAND, 8, 4, b'P', b'I', b'N', b'G']);
    assert_eq!(read(&mut &bytes[..]).unwrap(), Piece::Command(b"PING".to_vec(), b"\0\x01x".to_vec()));
}

#[test]
fn what_is_announced_is_not_believed() {
    let mut huge = vec![LONG];
    huge.extend((1u64 << 50).to_be_bytes());
    assert_eq!(read(&mut &huge[..]).unwrap_err().to_string(), "too long");
    let mut cut = vec![LONG];
    cut.extend((MOST as u64).to_be_bytes());
    cut.push(7);
    assert_eq!(read(&mut &cut[..]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    let many: Vec<u8> = std::iter::repeat_n([MORE, 0], FRAMES + 1).flatten().collect();
    assert_eq!(read(&mut &many[..]).unwrap_err().to_string(), "too many frames");
    assert!(read(&mut &[COMMAND, 2, 9, 0][..]).is_err() && read(&mut &[COMMAND, 0][..]).is_err());
}

#[test]
fn strangers_are_not_greeted() {
    struct Both<'a>(&'a [u8], Vec<u8>);
    impl Read for Both<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0.read(into)
        }
    }
    impl Write for Both<'_> {
        fn write(&mut self, from: &[u8]) -> io::Result<usize> {
            self.1.write(from)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut web = b"GET / HTTP/1.1\r\n".to_vec();
    web.resize(64, b'x');
    assert!(greet(&mut Both(&web, Vec::new()), "ROUTER").is_err());
    // The peer is one of ours: what it wrote to nobody is what we hear.
    let mut first = Both(&[], Vec::new());
    assert!(greet(&mut first, "PUB").is_err());
    let mut heard = first.1.clone();
    write_command(&mut heard, b"READY", b"").expect("memory takes all");
    assert!(greet(&mut Both(&heard, Vec::new()), "PUB").is_ok());
    let mut secret = heard.clone();
    secret[12..17].copy_from_slice(b"CURVE");
    assert!(greet(&mut Both(&secret, Vec::new()), "PUB").is_err());
}
