//! An allocator with a count of bytes for each thread: over a fast one in the command, over the system's elsewhere.

use crate::limits::count;
#[cfg(feature = "cli")]
use mimalloc::MiMalloc as Fast;
#[cfg(not(feature = "cli"))]
use std::alloc::System as Fast;
use std::alloc::{GlobalAlloc, Layout, System};

/// From so many bytes on the system is asked, which takes pages back as soon as they are freed; a fast allocator keeps them for later, so that more would be in use than is counted.
const LARGE: usize = 1 << 26;

/// An allocator that tells [`count`] of every byte. The front end installs it, so that memory is bounded whatever it is used for.
pub struct CountingAllocator;

fn is_large(bytes: usize) -> bool {
    bytes >= LARGE
}

#[allow(unsafe_code)]
// SAFETY: every call goes to one of the allocators below unchanged, for pieces of the same size to the same one; the counts are thread-local cells without destructors.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { if is_large(layout.size()) { System.alloc(layout) } else { Fast.alloc(layout) } }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { if is_large(layout.size()) { System.dealloc(ptr, layout) } else { Fast.dealloc(ptr, layout) } }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { if is_large(layout.size()) { System.alloc_zeroed(layout) } else { Fast.alloc_zeroed(layout) } }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        if is_large(layout.size()) == is_large(new) {
            count(new, layout.size());
            return unsafe {
                if is_large(new) { System.realloc(ptr, layout, new) } else { Fast.realloc(ptr, layout, new) }
            };
        }
        // SAFETY: whoever calls `realloc` sees to it that `new`, rounded up to the alignment, does not overflow; both pieces have the bytes that are copied.
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(new, layout.align()));
            if !moved.is_null() {
                ptr.copy_to_nonoverlapping(moved, layout.size().min(new));
                self.dealloc(ptr, layout);
            }
            moved
        }
    }
}
