//! The way into WebAssembly and out of it: the host writes a question where [`sprague_question`] says, calls [`sprague_ask`], and
//! reads the answer where [`sprague_answer`] says; what a program says goes to the host's `said` at once. Texts are UTF-8.
//!
//! Names that the host finds are attributes which the compiler calls unsafe, since two of one name would be one; nothing else here is.
#![allow(unsafe_code)]

use crate::Engine;
use sprague::allocator::CountingAllocator;
use std::cell::RefCell;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Hears something that a program says.
    safe fn said(text: *const u8, length: usize);
    /// Milliseconds since any beginning.
    safe fn now() -> f64;
    /// Hears where a panic happened, before the engine breaks down.
    safe fn broke(text: *const u8, length: usize);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(engine());
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

fn engine() -> Engine {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        broke(text.as_ptr(), text.len());
    }));
    sprague::limits::clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    Engine::new(|text| said(text.as_ptr(), text.len()))
}

/// Where a question of this length goes.
#[unsafe(no_mangle)]
pub extern "C" fn sprague_question(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, b' ');
        question.as_mut_ptr()
    })
}

/// Answers the question, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn sprague_ask() -> usize {
    let question = QUESTION.take();
    let answer = ENGINE.with_borrow_mut(|engine| engine.ask(&String::from_utf8_lossy(&question)));
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// Where the answer is, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn sprague_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
