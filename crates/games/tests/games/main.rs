//! Values of games against the definitions, laws, examples and published values.

mod calculus;
#[path = "support/clobber.rs"]
#[allow(dead_code)]
mod clobber;
#[path = "support/domineering.rs"]
#[allow(dead_code)]
mod domineering;
mod examples;
mod laws;
mod numbers;
mod oracle;
mod published;
mod turning;
#[path = "support/world.rs"]
#[allow(dead_code)]
mod world;
