//! Keys that are pressed while something is computed, when they are more than the system keeps for us.
//!
//! A terminal holds some 4000 bytes. When it is full, it hears nothing more, not even Ctrl-C. So while something is computed, what
//! waits is taken away from a full terminal ([`Drain`]), and comes back when the next line is read ([`feed`]), before all that the terminal
//! itself still holds. The line editor reads a terminal and nothing else; it gets one of our own as its input for that line, into
//! which a thread writes what was taken and then what is typed.

#[cfg(unix)]
pub use unix::{Drain, feed};

#[cfg(unix)]
mod unix {
    use crate::cli::terminal::keys;
    use nix::errno::Errno;
    use nix::pty::openpty;
    use nix::sys::termios::{LocalFlags, SetArg, Termios, cfmakeraw, tcgetattr, tcsetattr};
    use nix::unistd::{dup2_stdin, read, write};
    use rustix::io::ioctl_fionread;
    use std::io::stdin;
    use std::os::fd::{AsFd, OwnedFd};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::{JoinHandle, sleep, spawn};
    use std::time::Duration;

    /// A terminal in which so many bytes wait is taken for full.
    const FULL: u64 = 2048;
    /// Bytes handed on at once.
    const PIECE: usize = 1024;
    /// Between two looks at a terminal that fills, and at one that somebody types on.
    const SELDOM: Duration = Duration::from_millis(20);
    const OFTEN: Duration = Duration::from_millis(4);

    /// What nobody types: it marks the end of what was written.
    const MARK: &[u8] = b"\xff\xfe\0sprague: the end\0\xfe\xff";

    /// While it lives, the terminal does not fill.
    pub struct Drain {
        over: Arc<AtomicBool>,
        thread: Option<JoinHandle<Vec<u8>>>,
    }

    impl Drain {
        /// Begins to watch.
        pub fn start() -> Drain {
            let over = Arc::new(AtomicBool::new(false));
            let told = Arc::clone(&over);
            let watch = move || {
                let mut taken = Vec::new();
                while !told.load(Ordering::Relaxed) {
                    if ioctl_fionread(stdin()).is_ok_and(|waiting| waiting >= FULL) {
                        take(stdin(), &mut taken);
                    } else {
                        std::thread::park_timeout(SELDOM);
                    }
                }
                taken
            };
            Drain { over, thread: keys::are_kept().then(|| spawn(watch)) }
        }

        /// What was taken from the terminal.
        pub fn end(mut self) -> Vec<u8> {
            self.over.store(true, Ordering::Relaxed);
            let Some(thread) = self.thread.take() else { return Vec::new() };
            thread.thread().unpark();
            thread.join().unwrap_or_default()
        }
    }

    /// Reads what there is; whether there was anything.
    fn take(from: impl AsFd, to: &mut Vec<u8>) -> bool {
        let mut piece = [0; PIECE];
        loop {
            match read(from.as_fd(), &mut piece) {
                Ok(0) => return false,
                Ok(length) => {
                    to.extend_from_slice(&piece[..length]);
                    return true;
                }
                Err(Errno::EINTR) => {}
                Err(_) => return false,
            }
        }
    }

    /// Reads a line whose beginning was taken from the terminal. What is left of it waits for the next.
    pub fn feed<T>(waiting: &mut Vec<u8>, read_line: impl FnOnce() -> T) -> T {
        if waiting.is_empty() {
            return read_line();
        }
        let Some(feeder) = Feeder::start(waiting) else { return read_line() };
        let line = read_line();
        feeder.end(waiting);
        line
    }

    /// A terminal of our own in place of the real one.
    struct Feeder {
        real: OwnedFd,
        /// How the real one was set.
        before: Termios,
        /// Where the editor reads.
        inner: OwnedFd,
        over: Arc<AtomicBool>,
        thread: JoinHandle<(OwnedFd, Vec<u8>)>,
    }

    impl Feeder {
        /// Takes the bytes; nothing if the system has no terminal for us.
        fn start(waiting: &mut Vec<u8>) -> Option<Feeder> {
            let real = stdin().as_fd().try_clone_to_owned().ok()?;
            let before = tcgetattr(&real).ok()?;
            let mut raw = before.clone();
            cfmakeraw(&mut raw);
            let pair = openpty(None, &raw).ok()?;
            let (master, inner) = (pair.master, pair.slave);
            let (keyboard, shown) = (real.try_clone().ok()?, inner.try_clone().ok()?);
            dup2_stdin(&inner).ok()?;
            // The editor hears every key, Ctrl-C among them.
            let mut keys = before.clone();
            keys.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG | LocalFlags::IEXTEN);
            let _ = tcsetattr(&real, SetArg::TCSANOW, &keys);
            let over = Arc::new(AtomicBool::new(false));
            let told = Arc::clone(&over);
            let mut queue = std::mem::take(waiting);
            let thread = spawn(move || {
                while !told.load(Ordering::Relaxed) {
                    let mut idle = true;
                    let room = ioctl_fionread(&shown).is_ok_and(|unread| unread < PIECE as u64);
                    if room && !queue.is_empty() {
                        let length = queue.len().min(PIECE);
                        let written = write(&master, &queue[..length]).unwrap_or(0);
                        queue.drain(..written);
                        idle = written == 0;
                    }
                    match ioctl_fionread(&keyboard) {
                        Ok(0) => {}
                        Ok(_) => idle &= !take(&keyboard, &mut queue),
                        // The real terminal is gone: so is ours, when nobody holds it any more.
                        Err(_) => break,
                    }
                    if idle {
                        sleep(OFTEN);
                    }
                }
                (master, queue)
            });
            Some(Feeder { real, before, inner, over, thread })
        }

        /// Gives the real terminal back; what was not read waits on.
        fn end(self, waiting: &mut Vec<u8>) {
            self.over.store(true, Ordering::Relaxed);
            let rest = self.thread.join();
            let _ = dup2_stdin(&self.real);
            let _ = tcsetattr(&self.real, SetArg::TCSANOW, &self.before);
            let Ok((master, queue)) = rest else { return };
            // What was written arrives after a while, in its order: when the mark is there, all is.
            if write(&master, MARK).is_ok_and(|written| written == MARK.len()) {
                while !waiting.ends_with(MARK) && take(&self.inner, waiting) {}
                let length = waiting.len() - if waiting.ends_with(MARK) { MARK.len() } else { 0 };
                waiting.truncate(length);
            }
            waiting.extend_from_slice(&queue);
        }
    }
}

/// Elsewhere the console keeps keys by itself.
#[cfg(not(unix))]
pub struct Drain;

#[cfg(not(unix))]
impl Drain {
    /// Nothing is to be done.
    pub fn start() -> Drain {
        Drain
    }

    /// Nothing was taken.
    pub fn end(self) -> Vec<u8> {
        Vec::new()
    }
}

/// Nothing waits but in the console.
#[cfg(not(unix))]
pub fn feed<T>(_: &mut Vec<u8>, read_line: impl FnOnce() -> T) -> T {
    read_line()
}
