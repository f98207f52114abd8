//! The command: arguments, dispatch, exit status; nothing else.

#[global_allocator]
static ALLOCATOR: sprague::limits::CountingAllocator = sprague::limits::CountingAllocator;

fn main() {}
