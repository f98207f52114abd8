//! Arguments as they are understood, and slips as they are named.

use sprague::cli::args::{Command, DEPTH, Invocation, parse};
use std::ffi::OsString;
use std::time::Duration;

fn read(line: &str) -> Result<Invocation, String> {
    parse(line.split(' ').map(OsString::from))
}

#[test]
fn options_stand_anywhere() {
    let got = read("x.cgt 1 -3 --steps=1_000 --json b --time 0.5 -- --steps").unwrap();
    let arguments = ["1", "-3", "b", "--steps"].map(String::from).to_vec();
    assert_eq!(got.command, Command::Script { file: "x.cgt".into(), arguments });
    assert!(got.options.json);
    assert_eq!(got.options.limits.steps, Some(1000));
    assert_eq!(got.options.limits.time, Some(Duration::from_millis(500)));
    assert_eq!(got.options.limits.depth, Some(DEPTH));
}

#[test]
fn eval_takes_what_begins_with_a_dash() {
    for text in ["-1/2", "-x", "-*2", "-(1)", "-"] {
        let got = read(&format!("eval {text}")).unwrap();
        assert_eq!(got.command, Command::Eval { text: text.into() });
    }
    let Command::Text(help) = read("eval -h").unwrap().command else { panic!("no help") };
    assert!(help.contains("sprague eval"), "{help}");
}

#[test]
fn slips_are_named() {
    assert!(read("check --jsn a.cgt").unwrap_err().contains("Did you mean `--json`?"));
    assert!(read("chekc a.cgt").unwrap_err().contains("Did you mean `sprague check`?"));
    assert!(read("run a.cgt").unwrap_err().contains("sprague FILE"));
    assert!(read("eval --format htm 1").unwrap_err().contains("Did you mean `html`?"));
    assert!(read("a.cgt --verbose").unwrap_err().contains("write `--` before"));
    for wrong in [
        "--steps",
        "--steps 0",
        "--steps x",
        "--steps 1e3",
        "--time inf",
        "--time nan",
        "--time 0",
        "--time -1",
        "--depth +4",
        "--json=yes",
        "--color red",
        "check",
        "eval",
        "eval 1 + 2",
        "a.cgt --markdown",
        "doc mex --markdown",
        "doc --markdown --json",
        "doc a b",
        "-x",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn bounds_can_be_lifted() {
    let limits = read("--depth none --memory none a.cgt").unwrap().options.limits;
    assert_eq!((limits.depth, limits.memory), (None, None));
    let limits = read("--depth 99999999999 --memory 99999999999999999 a.cgt").unwrap().options.limits;
    assert_eq!((limits.depth, limits.memory), (Some(u32::MAX), Some(usize::MAX)));
}
