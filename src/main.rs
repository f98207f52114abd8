//! The command: arguments, dispatch, exit status; nothing else.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

fn main() -> ExitCode {
    ExitCode::from(sprague::dispatch::run(std::env::args_os().skip(1)).code())
}
