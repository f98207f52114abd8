//! An allocator with a count of bytes for each thread: over a fast one in the command, over the system's elsewhere.

use crate::limits::count;
#[cfg(feature = "cli")]
use mimalloc::MiMalloc as Below;
#[cfg(not(feature = "cli"))]
use std::alloc::System as Below;
use std::alloc::{GlobalAlloc, Layout};

/// An allocator that tells [`count`] of every byte. The front end installs it, so that memory is bounded whatever it is used for.
pub struct CountingAllocator;

#[allow(unsafe_code)]
// SAFETY: every call goes to the allocator below unchanged; the counts are thread-local cells without destructors.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { Below.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { Below.dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { Below.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        count(new, layout.size());
        unsafe { Below.realloc(ptr, layout, new) }
    }
}
