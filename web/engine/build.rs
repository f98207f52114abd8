//! How the engine is linked for browsers: with a stack for what has an address, and memory with an end.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The calls themselves go on the host's stack, of which there is less.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
        println!("cargo::rustc-link-arg-cdylib=--max-memory=2147483648");
    }
}
