//! The allocator of the command: a fast one, with a count of bytes for each thread.

use crate::limits::count;
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};

/// A fast allocator that tells [`count`] of every byte. The command installs it, so that memory is bounded whatever it is used for.
pub struct CountingAllocator;

#[allow(unsafe_code)]
// SAFETY: every call goes to the allocator below unchanged; the counts are thread-local cells without destructors.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { MiMalloc.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { MiMalloc.dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        count(new, layout.size());
        unsafe { MiMalloc.realloc(ptr, layout, new) }
    }
}
