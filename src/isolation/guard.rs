//! Bounds that a process sets for itself, kept by the operating system: address space, processor time, no files, no dump, and death
//! with the process that started it.
//!
//! Where a system lacks one of them the others hold. Linux has all; elsewhere a thread looks every quarter of a second whether
//! the process still has its parent.

use std::ffi::{OsStr, OsString};

/// Address space beyond what may be used: code, stacks, and what the allocator keeps for itself.
const BESIDES: u64 = 2 << 30;

/// What a process may use; it gets this as arguments, before any work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// The process that started it.
    pub parent: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Seconds of processor time.
    pub seconds: Option<u64>,
}

impl Guard {
    /// For a process that this one starts.
    pub fn new(memory: Option<u64>, seconds: Option<u64>) -> Guard {
        Guard { parent: Some(std::process::id().into()), memory, seconds }
    }

    /// As arguments.
    pub fn arguments(&self) -> [OsString; 3] {
        [self.parent, self.memory, self.seconds].map(|n| n.map_or_else(|| "none".into(), |n| n.to_string().into()))
    }

    /// From the first arguments; what is missing is no bound.
    pub fn from_arguments(arguments: &[OsString]) -> Guard {
        let number = |i: usize| arguments.get(i).and_then(|word: &OsString| OsStr::to_str(word)?.parse().ok());
        Guard { parent: number(0), memory: number(1), seconds: number(2) }
    }

    /// Bounds this process, which can never undo it.
    pub fn set(&self) {
        #[cfg(unix)]
        system::set(self);
    }
}

/// From now on this process opens no file any more.
pub fn closed() {
    #[cfg(unix)]
    system::closed();
}

/// The processor time for the next piece of work of a process that does several, in seconds.
pub fn for_next(seconds: u64) {
    #[cfg(unix)]
    system::for_next(seconds);
    #[cfg(not(unix))]
    let _ = seconds;
}

#[cfg(unix)]
mod system {
    use super::{BESIDES, Guard};
    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};

    /// Lowers a bound; one that is lower already stays. A system that does not know it goes without.
    fn lower(what: Resource, to: u64) {
        if let Ok((_, hard)) = getrlimit(what) {
            let to = to.min(hard);
            let _ = setrlimit(what, to, to);
        }
    }

    pub(super) fn set(guard: &Guard) {
        with_parent(guard.parent);
        lower(Resource::RLIMIT_CORE, 0);
        lower(Resource::RLIMIT_FSIZE, 0);
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
        if let Some(memory) = guard.memory {
            lower(Resource::RLIMIT_AS, memory.saturating_add(BESIDES));
        }
        if let Some(seconds) = guard.seconds {
            lower(Resource::RLIMIT_CPU, seconds.max(1));
        }
    }

    pub(super) fn closed() {
        // How much stack there is stands in a file, too: it is asked once, while it can be opened. Who cannot know it would
        // map a new piece for every call that may go deep.
        let _ = crate::limits::is_stack_short();
        // Standard input, output and error are open.
        lower(Resource::RLIMIT_NOFILE, 3);
    }

    pub(super) fn for_next(seconds: u64) {
        let (Ok(used), Ok((_, hard))) = (getrusage(UsageWho::RUSAGE_SELF), getrlimit(Resource::RLIMIT_CPU)) else {
            return;
        };
        let used = used.user_time().tv_sec() + used.system_time().tv_sec();
        let until = u64::try_from(used).unwrap_or(0).saturating_add(seconds).saturating_add(1);
        let _ = setrlimit(Resource::RLIMIT_CPU, until.min(hard), hard);
    }

    /// Whether the process that started this one is gone.
    fn orphaned(parent: u64) -> bool {
        u64::from(std::os::unix::process::parent_id()) != parent
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn with_parent(parent: Option<u64>) {
        let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
        // It may have died before it could be watched.
        if parent.is_some_and(orphaned) {
            std::process::exit(1);
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn with_parent(parent: Option<u64>) {
        let Some(parent) = parent else { return };
        std::thread::spawn(move || {
            while !orphaned(parent) {
                std::thread::sleep(std::time::Duration::from_millis(250));
            }
            std::process::exit(1);
        });
    }
}
