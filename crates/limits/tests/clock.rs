//! The clock that a host sets. A test of its own: of one process it is set once.

use sprague_limits::clock::host::{Instant, set};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[test]
fn the_host_sets_the_clock_once() {
    static NOW: AtomicU64 = AtomicU64::new(5);
    let start = Instant::now();
    assert_eq!(start.elapsed(), Duration::ZERO, "time stands still");
    set(|| Duration::from_secs(NOW.load(Ordering::Relaxed)));
    set(|| Duration::ZERO);
    let then = Instant::now();
    NOW.store(8, Ordering::Relaxed);
    assert_eq!(then.elapsed(), Duration::from_secs(3));
    assert_eq!(start - then, Duration::ZERO, "no time is negative");
}
