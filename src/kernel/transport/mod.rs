//! Sockets as Jupyter's clients speak to them: requests with replies (ROUTER), what everybody hears (PUB), the heartbeat (REP). A
//! thread for each connection reads, another writes; who does not read for long is left.

pub mod zmtp;

pub use zmtp::Frames;

use std::io::{self, BufReader, BufWriter, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use zmtp::Piece;

/// A peer has this long to introduce itself.
const GREETING: Duration = Duration::from_secs(10);
/// Who takes nothing for so long is left; a program waits for who hears what everybody hears, and nobody else.
const PATIENCE: Duration = Duration::from_secs(30);
const PATIENCE_OF_ALL: Duration = Duration::from_secs(5);
/// Messages that wait for a slow reader; then the kernel waits for it, too.
const WAITING: usize = 256;
/// Connections of a socket at one time.
const CONNECTIONS: usize = 128;

/// Messages, of all connections, that are not written yet.
static UNWRITTEN: AtomicUsize = AtomicUsize::new(0);

/// The other end of a connection.
#[derive(Clone)]
pub struct Peer {
    number: usize,
    out: SyncSender<Piece>,
}

impl Peer {
    /// Sends a message; false if the connection is gone.
    pub fn send(&self, frames: Frames) -> bool {
        self.hand(Piece::Message(frames))
    }

    fn hand(&self, piece: Piece) -> bool {
        UNWRITTEN.fetch_add(1, Ordering::SeqCst);
        let sent = self.out.send(piece).is_ok();
        if !sent {
            UNWRITTEN.fetch_sub(1, Ordering::SeqCst);
        }
        sent
    }
}

/// Who hears the messages of a socket. It runs in the thread of the connection.
type Hear = dyn Fn(&Peer, Frames) + Send + Sync;

/// Requests: each comes with the peer to whom replies go.
pub fn requests(listener: TcpListener, hear: impl Fn(&Peer, Frames) + Send + Sync + 'static) {
    listen(listener, "ROUTER", Arc::new(hear));
}

/// The heartbeat: everything comes back as it is.
pub fn heartbeat(listener: TcpListener) {
    listen(listener, "REP", Arc::new(|peer, frames| _ = peer.send(frames)));
}

/// What everybody hears who asked for it.
#[derive(Clone, Default)]
pub struct Publisher(Arc<Mutex<Vec<(Peer, Vec<u8>)>>>);

impl Publisher {
    /// Begins to listen for those who want to hear.
    pub fn new(listener: TcpListener) -> Publisher {
        let publisher = Publisher::default();
        let known = publisher.clone();
        listen(listener, "PUB", Arc::new(move |peer, frames| known.hear(peer, &frames)));
        publisher
    }

    /// The wish of a peer: from now on, or no longer, what begins like this.
    fn hear(&self, peer: &Peer, frames: &Frames) {
        let mut readers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &frames[..] {
            [wish] if wish.first() == Some(&1) => readers.push((peer.clone(), wish[1..].to_vec())),
            [wish] if wish.first() == Some(&0) => {
                let found =
                    readers.iter().position(|(known, topic)| known.number == peer.number && *topic == wish[1..]);
                found.map(|found| readers.swap_remove(found));
            }
            _ => {}
        }
    }

    /// Sends a message to all who want to hear it.
    pub fn send(&self, frames: &Frames) {
        let topic = frames.first().map_or(&[][..], |topic| topic);
        // Nobody may wait for the list while this waits for a slow reader.
        let readers = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut told = Vec::new();
        let mut gone = Vec::new();
        for (peer, wanted) in readers {
            if topic.starts_with(&wanted) && !told.contains(&peer.number) {
                told.push(peer.number);
                if !peer.send(frames.clone()) {
                    gone.push(peer.number);
                }
            }
        }
        if !gone.is_empty() {
            let mut readers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            readers.retain(|(peer, _)| !gone.contains(&peer.number));
        }
    }
}

/// Waits until everything is written, but not for ever.
pub fn settle() {
    let begin = Instant::now();
    while UNWRITTEN.load(Ordering::SeqCst) > 0 && begin.elapsed() < Duration::from_secs(2) {
        thread::sleep(Duration::from_millis(5));
    }
}

fn listen(listener: TcpListener, kind: &'static str, hear: Arc<Hear>) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let open = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A connection that failed before it was taken, or too many open files: others come.
            let Ok(stream) = stream else {
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            if open.load(Ordering::SeqCst) >= CONNECTIONS {
                continue;
            }
            let (hear, open, number) = (Arc::clone(&hear), Arc::clone(&open), NUMBER.fetch_add(1, Ordering::SeqCst));
            open.fetch_add(1, Ordering::SeqCst);
            thread::spawn(move || {
                // Whoever goes, or speaks otherwise, is gone; the socket stays.
                let _ = converse(stream, kind, number, &*hear);
                open.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
}

fn converse(mut stream: TcpStream, kind: &str, number: usize, hear: &Hear) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(if kind == "PUB" { PATIENCE_OF_ALL } else { PATIENCE }))?;
    stream.set_read_timeout(Some(GREETING))?;
    zmtp::greet(&mut stream, kind)?;
    stream.set_read_timeout(None)?;
    let (out, waiting) = sync_channel(WAITING);
    let peer = Peer { number, out };
    let writer = stream.try_clone()?;
    thread::spawn(move || {
        let _ = write_all(&writer, &waiting);
        let _ = writer.shutdown(Shutdown::Both);
        waiting.try_iter().for_each(|_| _ = UNWRITTEN.fetch_sub(1, Ordering::SeqCst));
    });
    let mut reader = BufReader::new(&stream);
    let read = loop {
        match zmtp::read(&mut reader) {
            Ok(Piece::Message(frames)) => hear(&peer, frames),
            // Two bytes say how long the peer is patient; the rest comes back.
            Ok(Piece::Command(name, rest)) if name == b"PING" => {
                peer.hand(Piece::Command(b"PONG".to_vec(), rest.get(2..).unwrap_or_default().to_vec()));
            }
            Ok(Piece::Command(..)) => {}
            Err(error) => break error,
        }
    };
    let _ = stream.shutdown(Shutdown::Both);
    Err(read)
}

fn write_all(stream: &TcpStream, waiting: &Receiver<Piece>) -> io::Result<()> {
    let mut stream = BufWriter::with_capacity(1 << 16, stream);
    while let Ok(first) = waiting.recv() {
        // What waits is written at once.
        let mut count = 0;
        let written = [first].into_iter().chain(waiting.try_iter()).take(WAITING).try_for_each(|piece| {
            count += 1;
            match piece {
                Piece::Message(frames) => zmtp::write_message(&mut stream, &frames),
                Piece::Command(name, rest) => zmtp::write_command(&mut stream, &name, &rest),
            }
        });
        let written = written.and_then(|()| stream.flush());
        UNWRITTEN.fetch_sub(count, Ordering::SeqCst);
        if let Err(error) = written {
            // What is left in the buffer is not tried again.
            let _ = stream.into_parts();
            return Err(error);
        }
    }
    Ok(())
}
