//! Time: that of the system, or, where there is none (`wasm32-unknown-unknown`), that of the host.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, set};

/// A clock that the host sets; until then, time stands still, and bounds of time do not hold.
pub mod host {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Tells how time is read: as the time since any beginning. The first one who says it counts.
    pub fn set(read: fn() -> Duration) {
        let _ = CLOCK.set(read);
    }

    /// A moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |read| read()))
        }

        /// The time since then.
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, before: Instant) -> Duration {
            self.0.saturating_sub(before.0)
        }
    }
}
