//! What the command is asked of kernels, and the bounds that it tells them.

use sprague::cli::args;
use sprague::cli::kernel::{Task, arguments};
use sprague::kernel::Place;

fn read(line: &str) -> Result<args::Invocation, String> {
    args::parse(line.split(' ').map(Into::into))
}

fn task(line: &str) -> Task {
    match read(line).expect("it can be read").command {
        args::Command::Kernel(task) => task,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_asked() {
    assert_eq!(task("kernel -f x.json"), Task::Serve("x.json".into()));
    assert_eq!(task("kernel --connection x.json"), Task::Serve("x.json".into()));
    assert_eq!(task("kernel install"), Task::Install(Place::User));
    assert_eq!(task("kernel install --user"), Task::Install(Place::User));
    assert_eq!(task("kernel install --prefix /opt"), Task::Install(Place::Prefix("/opt".into())));
    for wrong in ["kernel", "kernel --user", "kernel install -f x", "kernel install --user --prefix x", "kernel start"]
    {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn bounds_are_told_to_the_kernel() {
    let arguments = |line: &str| arguments(&read(line).expect("it can be read").options);
    assert_eq!(arguments("kernel install"), [""; 0]);
    let bounds = "--depth none --memory 100 --time 0.5 --threads 2";
    assert_eq!(arguments(&format!("kernel install {bounds}")), bounds.split(' ').collect::<Vec<_>>());
}
