//! The commands of the interactive session.

use sprague::repl::commands::{Command, parse};

#[test]
fn beginnings_and_slips() {
    assert_eq!(parse(":time fib(20)"), Ok((Command::Time, "fib(20)")));
    assert_eq!(parse(" :q"), Ok((Command::Quit, "")));
    assert_eq!(parse(":sav  a b.cgt "), Ok((Command::Save, "a b.cgt")));
    assert_eq!(parse(":save! a"), Ok((Command::SaveAnyway, "a")));
    assert_eq!(parse(":ty 1"), Ok((Command::Type, "1")));
    assert!(parse(":t").unwrap_err().starts_with("`:t` can be `:type` or `:time` or "));
    assert_eq!(parse(":trans a"), Ok((Command::Transcript, "a")));
    assert!(parse(":lod x").unwrap_err().contains("Did you mean `:load`?"));
    assert!(parse(":").is_err());
    assert!(parse(":é").is_err());
}
