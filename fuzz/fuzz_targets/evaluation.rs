//! Evaluation under small bounds: of bytes as text, and of programs made from bytes.
#![no_main]

#[path = "../../tests/support/programs.rs"]
mod programs;

use sprague::allocator::CountingAllocator;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut session = programs::session();
    let statements = if first % 4 == 0 {
        vec![String::from_utf8_lossy(rest).into_owned()]
    } else {
        let functions = programs::functions(&mut session);
        programs::program(rest, &functions)
    };
    if std::env::var_os("SHOW").is_some() {
        eprintln!("{}", statements.join("\n"));
    }
    for text in statements {
        let start = Instant::now();
        programs::hold(&mut session, &text);
        assert!(start.elapsed() < Duration::from_secs(20), "{text}");
    }
});
