//! Engines against the bare definitions, on small games made from bytes.
#![no_main]

#[path = "../../tests/support/engines.rs"]
mod engines;

use sprague::allocator::CountingAllocator;
use sprague::session::{Session, Settings};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    static SESSION: std::cell::RefCell<Session> = Session::new(Settings::default()).into();
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    SESSION.with_borrow_mut(|session| engines::compare(session, data));
});
