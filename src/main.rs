//! The command: arguments, dispatch, exit status; nothing else.

use sprague::cli::args;
use sprague::dispatch;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

fn main() -> ExitCode {
    let status = match args::parse(std::env::args_os().skip(1)) {
        Ok(invocation) => dispatch::dispatch(invocation),
        Err(error) => dispatch::wrong_usage(&error),
    };
    ExitCode::from(status.code())
}
