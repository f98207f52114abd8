//! Messages between the workers of all processes, by timely dataflow: exchanged by their receiver, in epochs.
//!
//! Each worker has a thread that does nothing but carry: it takes messages of its [`Port`] into a dataflow of one exchange, and
//! brings back what came for it, and how far the frontier is: an epoch has passed when nobody sends in it any more and
//! all of it has come. The connections are made here and not by timely, which would wait without end for a
//! process that never comes and end a thread by a panic when one is gone: here that is an error of the computation.

use super::Cluster;
use crate::subsets::error::{Error, Severed};
use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::dataflow::operators::{Exchange, Inspect, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

/// A receiver, an epoch, and words.
type Message = (u64, u64, Vec<u64>);

enum Out {
    Send(Message),
    /// Nothing more is sent in epochs before this one.
    Advance(u64),
}

enum In {
    Came(u64, Vec<u64>),
    /// All epochs before this one have passed.
    Passed(u64),
}

/// What a worker has of the others.
pub(super) struct Port {
    /// Which worker this is, of all.
    pub index: usize,
    /// How many there are.
    pub peers: usize,
    out: SyncSender<Out>,
    come: Receiver<In>,
    lost: Arc<AtomicBool>,
    early: VecDeque<(u64, Vec<u64>)>,
    epoch: u64,
    passed: u64,
}

/// Messages on their way from a worker to its carrier.
const WAITING: usize = 64;
/// How long a carrier rests when there is nothing to do, and how long a worker waits between two looks at the flag.
const REST: Duration = Duration::from_micros(500);
const LOOK: Duration = Duration::from_millis(20);
/// How long what has come already may take to be brought once a process is gone.
const LAST: u32 = 50;
/// How long reasons may take to be sent.
const REASONS: Duration = Duration::from_secs(1);

impl Port {
    /// Sends words in the epoch that is under way.
    pub(super) fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Error> {
        self.out.send(Out::Send((to as u64, self.epoch, words))).map_err(|_| Error::Severed(Severed::Lost))
    }

    /// What has come in the epoch that is under way.
    pub(super) fn take(&mut self) -> Option<Vec<u64>> {
        while let Ok(message) = self.come.try_recv() {
            self.sort(message);
        }
        let at = self.early.iter().position(|(epoch, _)| *epoch == self.epoch)?;
        self.early.remove(at).map(|(_, words)| words)
    }

    fn sort(&mut self, message: In) {
        match message {
            In::Came(epoch, words) => self.early.push_back((epoch, words)),
            In::Passed(epoch) => self.passed = epoch,
        }
    }

    /// Ends the epoch: gives all that comes in it to `each`, and returns when nothing more can come.
    pub(super) fn pass(
        &mut self,
        go_on: &dyn Fn() -> Result<(), Error>,
        each: &mut dyn FnMut(Vec<u64>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let gone = |_| Error::Severed(Severed::Lost);
        self.out.send(Out::Advance(self.epoch + 1)).map_err(gone)?;
        let mut silent = 0;
        loop {
            while let Some(words) = self.take() {
                each(words)?;
            }
            if self.passed > self.epoch {
                self.epoch += 1;
                return Ok(());
            }
            go_on()?;
            match self.come.recv_timeout(LOOK) {
                Ok(message) => {
                    silent = 0;
                    self.sort(message);
                }
                Err(RecvTimeoutError::Timeout) if !self.lost.load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) if silent < LAST => silent += 1,
                Err(_) => return Err(Error::Severed(Severed::Lost)),
            }
        }
    }
}

/// The carriers of one process.
pub(super) struct Carriers {
    guards: WorkerGuards<()>,
    sockets: Vec<TcpStream>,
}

impl Carriers {
    /// Returns when all that was sent is on its way; does not wait for those who are gone.
    pub(super) fn finish(self) {
        let (send, receive) = channel::<()>();
        let Carriers { guards, sockets } = self;
        std::thread::spawn(move || {
            drop(guards);
            drop(send);
        });
        let _ = receive.recv_timeout(Duration::from_secs(10));
        drop(sockets);
    }

    /// Ends all connections, so that the others hear of it. `told`: they are to hear first what was said last, the reason.
    pub(super) fn abandon(self, told: bool) {
        let Carriers { guards, sockets } = self;
        if told {
            let (send, receive) = channel::<()>();
            std::thread::spawn(move || {
                drop(guards);
                drop(send);
            });
            let _ = receive.recv_timeout(REASONS);
        } else {
            std::mem::forget(guards);
        }
        for socket in &sockets {
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// Connects all processes for one computation. `question` tells computations apart.
pub(super) fn connect(
    cluster: &Cluster,
    question: u64,
    go_on: &dyn Fn() -> Result<(), Error>,
) -> Result<(Vec<Port>, Carriers), Error> {
    let failed = |error: io::Error| Error::Severed(Severed::Unconnected(error.to_string()));
    let lost = Arc::new(AtomicBool::new(false));
    let sockets = sockets(cluster, question, go_on)?;
    let mut clones = Vec::new();
    let mut lines = Vec::new();
    for socket in sockets {
        let Some(socket) = socket else {
            lines.push(None);
            continue;
        };
        clones.push(socket.try_clone().map_err(failed)?);
        lines.push(Some(Line { socket, lost: Arc::clone(&lost), zeros: 0 }));
    }
    let hooks = Hooks::default();
    let workers = cluster.workers;
    let processes = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(processes, lines, cluster.process, workers, hooks).map_err(failed)?;
    let (mut ports, mut ends) = (Vec::new(), Vec::new());
    for at in 0..workers {
        let (out, outgoing) = sync_channel(WAITING);
        let (incoming, come) = channel();
        let (index, peers) = (cluster.process * workers + at, cluster.hosts.len() * workers);
        let lost = Arc::clone(&lost);
        ports.push(Port { index, peers, out, come, lost, early: VecDeque::new(), epoch: 0, passed: 0 });
        ends.push(Some((outgoing, incoming)));
    }
    let ends = Mutex::new(ends);
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let others: Box<dyn Any + Send> = Box::new(guard);
    let (first, lost) = (cluster.process * workers, Arc::clone(&lost));
    let guards = timely::execute::execute_from(builders, others, WorkerConfig::default(), move |worker| {
        let end = ends.lock().unwrap_or_else(PoisonError::into_inner)[worker.index() - first].take();
        if let Some((outgoing, incoming)) = end {
            carry(worker, &outgoing, &incoming, &lost);
        }
    });
    Ok((ports, Carriers { guards: guards.map_err(|why| Error::Severed(Severed::Unconnected(why)))?, sockets: clones }))
}

/// What a carrier does until its worker has ended.
fn carry(worker: &mut Worker, outgoing: &Receiver<Out>, incoming: &std::sync::mpsc::Sender<In>, lost: &AtomicBool) {
    let came: Rc<RefCell<Vec<(u64, Vec<u64>)>>> = Rc::default();
    let mut input: InputHandleVec<u64, Message> = InputHandleVec::new();
    let probe: ProbeHandle<u64> = ProbeHandle::new();
    let id = worker.next_dataflow_index();
    worker.dataflow(|scope| {
        let came = Rc::clone(&came);
        input
            .to_stream(scope)
            .exchange(|(to, _, _): &Message| *to)
            .inspect(move |(_, epoch, words): &Message| came.borrow_mut().push((*epoch, words.clone())))
            .probe_with(&probe);
    });
    let mut passed = 0;
    let mut open = true;
    while open {
        let mut idle = true;
        loop {
            match outgoing.try_recv() {
                Ok(Out::Send(message)) => {
                    input.send(message);
                    input.flush();
                    idle = false;
                    break;
                }
                Ok(Out::Advance(epoch)) => {
                    input.advance_to(epoch);
                    idle = false;
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    open = false;
                    break;
                }
            }
        }
        if idle {
            worker.step_or_park(Some(REST))
        } else {
            worker.step()
        };
        for (epoch, words) in came.borrow_mut().drain(..) {
            open &= incoming.send(In::Came(epoch, words)).is_ok();
        }
        while !probe.less_than(&(passed + 1)) {
            passed += 1;
            open &= incoming.send(In::Passed(passed)).is_ok();
            if !open {
                break;
            }
        }
    }
    input.close();
    // All others end, too; one that is gone is not waited for.
    let mut last = 0;
    while worker.has_dataflows() && last < LAST {
        worker.step_or_park(Some(LOOK));
        last += u32::from(lost.load(Ordering::Relaxed));
    }
    if worker.has_dataflows() {
        worker.drop_dataflow(id);
    }
}

/// How often a connection is tried.
const TRY: Duration = Duration::from_millis(50);
const MAGIC: u64 = u64::from_le_bytes(*b"SPRAGUEC");

/// A connection to each other process: to those before this one, and from those behind it.
fn sockets(
    cluster: &Cluster,
    question: u64,
    go_on: &dyn Fn() -> Result<(), Error>,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let failed = |error: io::Error| Error::Severed(Severed::Unconnected(error.to_string()));
    let mut sockets: Vec<Option<TcpStream>> = cluster.hosts.iter().map(|_| None).collect();
    let greeting =
        |process: usize| [MAGIC, process as u64, cluster.hosts.len() as u64, cluster.workers as u64, question];
    // Who is there, and whether it asks the same.
    let greet = |mut stream: &TcpStream| -> Result<usize, Error> {
        stream.set_nonblocking(false).and_then(|()| stream.set_nodelay(true)).map_err(failed)?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).map_err(failed)?;
        let bytes: Vec<u8> = greeting(cluster.process).iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut theirs = [0; 40];
        stream.write_all(&bytes).and_then(|()| stream.read_exact(&mut theirs)).map_err(failed)?;
        stream.set_read_timeout(None).map_err(failed)?;
        let theirs: Vec<u64> = theirs.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let process = usize::try_from(theirs[1]).unwrap_or(usize::MAX);
        if process < cluster.hosts.len() && process != cluster.process && theirs == greeting(process) {
            Ok(process)
        } else {
            Err(Error::Severed(Severed::Stranger))
        }
    };
    for before in 0..cluster.process {
        let stream = loop {
            go_on()?;
            match TcpStream::connect(cluster.hosts[before].as_str()) {
                Ok(stream) => break stream,
                // What is no address never becomes one; a host that is not known yet may.
                Err(error) if error.kind() == ErrorKind::InvalidInput => {
                    let why = format!("{} is no host:port ({error})", cluster.hosts[before]);
                    return Err(Error::Severed(Severed::Unconnected(why)));
                }
                Err(_) => std::thread::sleep(TRY),
            }
        };
        match greet(&stream)? {
            process if process == before => sockets[before] = Some(stream),
            _ => return Err(Error::Severed(Severed::Stranger)),
        }
    }
    while sockets.iter().skip(cluster.process + 1).any(Option::is_none) {
        go_on()?;
        match cluster.listener.accept() {
            Ok((stream, _)) => {
                let process = greet(&stream)?;
                if process < cluster.process || sockets[process].is_some() {
                    return Err(Error::Severed(Severed::Stranger));
                }
                sockets[process] = Some(stream);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(TRY),
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(sockets)
}

/// A connection whose end is a fact and no panic. A process that ends well says so by a header of zeros.
struct Line {
    socket: TcpStream,
    lost: Arc<AtomicBool>,
    /// Zeros at the end of what was read.
    zeros: usize,
}

/// Bytes of a header of timely's.
const HEADER: usize = 48;

impl Line {
    /// Nothing more comes: whoever reads waits for ever, while the worker is told.
    fn end(&self) -> ! {
        self.lost.store(true, Ordering::Relaxed);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(bytes) {
                Ok(0) if self.zeros >= HEADER => return Ok(0),
                Ok(0) => self.end(),
                Ok(read) => {
                    let zeros = bytes[..read].iter().rev().take_while(|byte| **byte == 0).count();
                    self.zeros = if zeros == read { self.zeros + read } else { zeros };
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.end(),
            }
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What goes to nobody is dropped.
        self.socket.write_all(bytes).unwrap_or_else(|_| self.lost.store(true, Ordering::Relaxed));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Line> {
        Ok(Line { socket: self.socket.try_clone()?, lost: Arc::clone(&self.lost), zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}
