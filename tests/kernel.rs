//! The kernel of Jupyter notebooks. What needs no Jupyter is tested here; the rest by Jupyter's own client, in Python: see
//! tests/kernel/client.py and notebook.py. They want a Python with `nbclient`: that which the variable `SPRAGUE_KERNEL_PYTHON` names, or
//! `target/kernel-environment`, which `tests/kernel/environment` makes, or `python3`. Without one they are skipped, and say so.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

#[path = "kernel/asking.rs"]
mod asking;
#[path = "kernel/connections.rs"]
mod connections;
#[path = "kernel/frames.rs"]
mod frames;
#[path = "kernel/wire.rs"]
mod wire;

const SPRAGUE: &str = env!("CARGO_BIN_EXE_sprague");

/// A folder that is gone afterwards.
fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sprague(arguments: &[&str]) -> Output {
    Command::new(SPRAGUE).args(arguments).output().expect("the command runs")
}

/// The Python that has what is needed.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os("SPRAGUE_KERNEL_PYTHON").map(PathBuf::from);
    let made = Path::new(SPRAGUE).parent()?.parent()?.join("kernel-environment/bin/python");
    let known = named.into_iter().chain([made, root().join("target/kernel-environment/bin/python"), "python3".into()]);
    let works = |python: &PathBuf| {
        Command::new(python).args(["-c", "import nbclient"]).output().is_ok_and(|done| done.status.success())
    };
    known.into_iter().find(works)
}

/// Runs a test in Python, or says that it is skipped.
fn in_python(test: &str, arguments: &[&str]) {
    let Some(python) = python() else {
        // Past the test's own output, which is not shown.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {test} needs a Python with nbclient; tests/kernel/environment makes one"
        );
        return;
    };
    let folder = folder();
    let done = Command::new(python)
        .arg(root().join("tests/kernel").join(format!("{test}.py")))
        .arg(SPRAGUE)
        .arg(folder.path())
        .args(arguments)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("JUPYTER_PLATFORM_DIRS", "1")
        .output()
        .expect("Python runs");
    let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    let (said, complaint) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{said}\n{complaint}\n{log}");
}

#[test]
fn jupyter_speaks_with_it() {
    in_python("client", &[]);
}

#[test]
fn the_notebook_says_what_is_stored_in_it() {
    in_python("notebook", &[root().join("examples/notebook.ipynb").to_str().expect("the path is UTF-8")]);
}

#[test]
fn jupyter_is_told_how_it_starts() {
    let folder = folder();
    let prefix = folder.path().to_str().expect("the path is UTF-8");
    // Twice: an older one is replaced.
    for bounds in [&[][..], &["--memory", "100"]] {
        let done = sprague(&[&["kernel", "install", "--prefix", prefix], bounds].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let kernel = folder.path().join("share/jupyter/kernels/sprague");
    let spec: Value =
        serde_json::from_slice(&fs::read(kernel.join("kernel.json")).expect("it is there")).expect("JSON");
    let argv: Vec<&str> = spec["argv"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(argv[1..], ["kernel", "--connection", "{connection_file}", "--memory", "100"]);
    assert_eq!(fs::canonicalize(argv[0]).ok(), fs::canonicalize(SPRAGUE).ok());
    assert_eq!((&spec["interrupt_mode"], &spec["language"]), (&Value::from("message"), &Value::from("sprague")));
    for size in [32u32, 64] {
        let png = fs::read(kernel.join(format!("logo-{size}x{size}.png"))).expect("it is there");
        assert_eq!(
            (&png[1..4], &png[16..20], &png[20..24]),
            (&b"PNG"[..], &size.to_be_bytes()[..], &size.to_be_bytes()[..])
        );
    }
    let svg = fs::read_to_string(kernel.join("logo-svg.svg")).expect("it is there");
    roxmltree::Document::parse(&svg).expect("it is XML");
}

#[test]
fn it_says_why_it_cannot_begin() {
    let folder = folder();
    let file = folder.path().join("connection.json");
    fs::write(&file, "{\"ip\": \"127.0.0.1\"}").expect("it can be written");
    let name = file.to_str().expect("the path is UTF-8");
    for (arguments, said) in [
        (&["kernel"][..], "sprague kernel install"),
        (&["kernel", "-f", "/nowhere/x.json"], "there is no such file"),
        (&["kernel", "-f", name], "is no connection file: `shell_port` is no port"),
        (&["kernel", "install", "--prefix", "/dev/null/x"], "cannot write /dev/null/x"),
        (&["kernel", "instal"], "install"),
    ] {
        let done = sprague(arguments);
        let complaint = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && complaint.contains(said), "{arguments:?}: {complaint}");
    }
}
