//! A quick version of the fuzz target `evaluation`: some thousand programs, the same in every run.

#![allow(clippy::print_stderr)]

#[path = "../support/programs.rs"]
pub mod programs;

#[path = "../support/engines.rs"]
mod engines;

use sprague::session::{Session, Settings};

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes from a multiplicative generator (Knuth's MMIX), the high ones.
pub fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn generated_programs() {
    let mut session = programs::session();
    let functions = programs::functions(&mut session);
    let (mut reached, mut all) = (0, 0);
    for seed in 0..2500 {
        if seed % 100 == 0 {
            session = programs::session();
        }
        let statements = programs::program(&bytes(seed, 16 + (seed % 7) as usize * 24), &functions);
        for text in &statements {
            match catch_unwind(AssertUnwindSafe(|| programs::hold(&mut session, text))) {
                Ok(evaluated) => reached += usize::from(evaluated),
                Err(_) => panic!("program {seed}, at {text}:\n{}", statements.join("\n")),
            }
        }
        all += statements.len();
        session.reset();
    }
    assert!(reached > all / 2, "{reached} of {all} statements were evaluated");
}

/// A quick version of the fuzz target `engines`.
#[test]
fn engines_agree_with_the_definitions() {
    let mut session = Session::new(Settings::default());
    for seed in 0..300 {
        engines::compare(&mut session, &bytes(seed, 64));
    }
}
