//! The language alone. These tests are also built without any feature: `cargo test --no-default-features --test bare`.

use sprague::report::{Output, Phase};
use sprague::session::{Limits, Mode, Session, Settings, Sink};
use std::cell::RefCell;
use std::rc::Rc;

/// What a program shows, and what its errors say.
fn run(session: &mut Session, text: &str) -> (Vec<String>, Vec<(Phase, String)>) {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&heard);
    let sink: Sink = Rc::new(move |output, _| {
        hears.borrow_mut().push(match output {
            Output::Printed(text) => text,
            Output::Value(shown) => shown.text,
            Output::Check(report) => report.claim,
        });
    });
    let outcome = session.run("bare", text, Mode::Script, sink);
    (heard.take(), outcome.errors.into_iter().map(|error| (error.phase(), error.message)).collect())
}

#[test]
fn the_engines_answer() {
    let text = "<0, *1 | 1/2>
game Pick(n)
  moves Pick(n - k) for k in 1..min(2, n)
end
winning_moves(Pick(3) + Pick(4))
heap Pins = octal 0.77
period(Pins)
print(\"{outcome(chomp(chain(4) * chain(7)))}\")
linear_extensions(subsets(6))
check Pick(3) == 0";
    let (said, errors) = run(&mut Session::new(Settings::default()), text);
    let expected = [
        "1/4",
        "[3 -> 1, 4 -> 3]",
        "period 12 from 71, proved",
        "N",
        "141377911697227887117195970316200795630205476957716480",
        "Pick(3) == 0",
    ];
    assert_eq!((said, errors), (expected.map(String::from).to_vec(), Vec::new()));
}

#[test]
fn bounds_hold_in_every_thread() {
    let limits = Limits { steps: Some(10_000), ..Limits::default() };
    let (said, errors) =
        run(&mut Session::new(Settings { limits, ..Settings::default() }), "linear_extensions(subsets(6))");
    assert_eq!((said, errors.len(), errors[0].0), (Vec::new(), 1, Phase::Limit), "{errors:?}");
}

#[test]
fn files_are_refused_unless_the_front_end_has_them() {
    let (_, errors) = run(&mut Session::new(Settings::default()), "import \"a.cgt\"");
    assert!(errors[0].1.contains("files cannot be imported here"), "{errors:?}");
    let (_, errors) = run(&mut Session::new(Settings::default()), "heap H = octal 0.77\nsave_values(H, \"h\")");
    assert!(errors[0].1.contains("files cannot be read or written here"), "{errors:?}");
}
