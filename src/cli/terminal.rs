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
    use nix::sys::termios::{InputFlags, LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
    use std::io::{IsTerminal, stdin};
    use std::sync::{Mutex, PoisonError};

    /// The terminal as it was found, while it is changed.
    static FOUND: Mutex<Option<Termios>> = Mutex::new(None);

    /// Terminals on which the line editor leaves lines to the system.
    const SIMPLE: [&str; 3] = ["dumb", "cons25", "emacs"];

    /// From now on keys wait until they are read. To be said again whenever somebody else may have set the terminal.
    pub fn keep() {
        let simple = std::env::var("TERM").is_ok_and(|term| SIMPLE.contains(&term.to_lowercase().as_str()));
        if simple || !stdin().is_terminal() {
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
    /// Nothing was done.
    pub fn give_back() {}
}
