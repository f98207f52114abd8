//! The lexer and the parser over bytes.
#![no_main]

#[path = "laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    laws::hold(&String::from_utf8_lossy(data));
});
