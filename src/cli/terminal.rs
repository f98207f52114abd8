//! The terminal itself: how large it is, and how it treats keys while nobody reads a line.

use terminal_size::{Height, Width};

/// Where nothing is known of it.
const USUAL: (usize, usize) = (80, 24);

/// Narrower ones are treated as if they were so wide.
const LEAST: usize = 20;

/// Columns and rows of the terminal.
pub fn size() -> (usize, usize) {
    match terminal_size::terminal_size() {
        Some((Width(columns), Height(rows))) if columns > 0 && rows > 0 => {
            (usize::from(columns).max(LEAST), usize::from(rows))
        }
        _ => USUAL,
    }
}

/// While a session computes, keys wait: unseen, whole, and not even Ctrl-C takes them away.
#[cfg(unix)]
pub mod keys {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{FlushArg, tcflush};
    use nix::sys::termios::{InputFlags, LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
    use std::io::{IsTerminal, stdin};
    use std::os::fd::AsFd;
    use std::sync::{Mutex, PoisonError};

    /// The terminal as it was found, while it is changed.
    static FOUND: Mutex<Option<Termios>> = Mutex::new(None);

    /// Terminals on which the line editor leaves lines to the system.
    const SIMPLE: [&str; 3] = ["dumb", "cons25", "emacs"];

    /// A pause of so many milliseconds ends what is typed or pasted at once.
    const PAUSE: u16 = 100;

    /// Whether the line editor reads keys here, and not lines that the system has made of them.
    fn reads_keys() -> bool {
        let simple = std::env::var("TERM").is_ok_and(|term| SIMPLE.contains(&term.to_lowercase().as_str()));
        !simple && stdin().is_terminal()
    }

    /// What comes without a pause is left out: what stands behind something that nobody can read.
    pub fn leave_out() {
        if !reads_keys() {
            return;
        }
        loop {
            let _ = tcflush(stdin(), FlushArg::TCIFLUSH);
            let input = stdin();
            let mut waiting = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
            let more = poll(&mut waiting, PollTimeout::from(PAUSE)).is_ok_and(|ready| ready > 0);
            // A terminal that is gone is always ready, with nothing to read.
            let readable = waiting[0].revents().is_some_and(|events| events == PollFlags::POLLIN);
            if !(more && readable) {
                return;
            }
        }
    }

    /// From now on keys wait until they are read. To be said again whenever somebody else may have set the terminal.
    pub fn keep() {
        if !reads_keys() {
            return;
        }
        let Ok(mut terminal) = tcgetattr(stdin()) else { return };
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        found.get_or_insert_with(|| terminal.clone());
        // Line by line the system would keep only 4095 bytes of a line, and take a Ctrl-D for itself.
        terminal.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
        terminal.local_flags.insert(LocalFlags::ISIG | LocalFlags::NOFLSH);
        terminal.input_flags.remove(InputFlags::ICRNL | InputFlags::INLCR | InputFlags::IGNCR);
        let _ = tcsetattr(stdin(), SetArg::TCSANOW, &terminal);
    }

    /// The terminal is as it was found.
    pub fn give_back() {
        let found = FOUND.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(terminal) = found {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, &terminal);
        }
    }
}

/// Elsewhere the console keeps keys by itself.
#[cfg(not(unix))]
pub mod keys {
    /// Nothing is to be done.
    pub fn keep() {}
    /// What a console hands over can be read.
    pub fn leave_out() {}
    /// Nothing was done.
    pub fn give_back() {}
}
