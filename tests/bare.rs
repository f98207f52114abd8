//! The language alone. These tests are also built without any feature: `cargo test --no-default-features --test bare`.

use sprague::report::{Output, Phase};
use sprague::session::values::{Digest, Held, Plain, Values};
use sprague::session::{Host, Limits, Mode, Refusal, Session, Settings, Sink};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::slice::from_ref;

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

/// One heap, of which one or two may be taken, as a front end knows it; from 1000 on it knows nothing.
#[derive(Default)]
struct Pick {
    asked: Cell<usize>,
}

impl Host for Pick {
    fn position(&self, values: &mut Values<'_>, arguments: Vec<Held>) -> Result<u64, Refusal> {
        match arguments.first().map(|held| values.plain(held)) {
            Some(Ok(Plain::Integer(n))) if n >= 0 => Ok(n.unsigned_abs()),
            _ => Err(Refusal::Wrong("that is no heap".into())),
        }
    }

    fn options(&self, values: &mut Values<'_>, rules: &Held, n: u64, left: bool) -> Result<Vec<Held>, Refusal> {
        assert!(left, "it is impartial");
        self.asked.set(self.asked.get() + 1);
        if n >= 1000 {
            return Err(Refusal::Stop);
        }
        // Questions in the midst of one.
        let one = values.make(Plain::Integer(1)).expect("a number is made");
        assert!(values.operate("+", &one, &one).is_ok() && values.operate("+", rules, &one).is_err());
        Ok([1, 2].iter().filter(|&&k| k <= n).filter_map(|k| values.host_position(rules, n - k)).collect())
    }

    fn written(&self, _: &mut Values<'_>, n: u64, short: bool) -> Result<String, Refusal> {
        Ok(if short { format!("{n} beans") } else { format!("heap of {n}") })
    }
}

#[test]
fn values_in_the_hands_of_a_front_end() {
    let mut session = Session::new(Settings::default());
    session.keep_values();
    run(&mut session, "g = <0 | 1>; g; ^; mex; outcome");
    let [half, up, mex, outcome] = &session.kept()[..] else { panic!("four values were shown") };
    let mut values = session.values("");
    let plain = values.make(Plain::Fraction("1".into(), "2".into())).expect("a number");
    assert!(values.holds("==", half, &plain).expect("they compare"));
    assert!(matches!(values.digest(half), Ok(Digest::Number(Plain::Fraction(p, q))) if (&*p, &*q) == ("1", "2")));
    assert!(matches!(values.digest(up), Ok(Digest::Hash(_))));
    let twice = values.operate("+", up, up).expect("games add");
    assert_eq!(values.shown(&twice, false).expect("it is shown").text, "^^");
    let numbers = [0, 2].map(|n| values.make(Plain::Integer(n)).expect("a number"));
    let list = values.make(Plain::List(numbers.to_vec())).expect("a list");
    let least = values.call(mex, &[list], &[]).expect("it is called");
    assert!(matches!(values.plain(&least), Ok(Plain::Integer(1))));
    let truth = values.make(Plain::Truth(true)).expect("a truth value");
    let named = |name: &str| [(name.to_owned(), truth.clone())];
    let winner = values.call(outcome, &numbers[..1], &named("misere")).expect("named arguments find their places");
    assert!(matches!(values.digest(&winner), Ok(Digest::Name("N"))));
    let wrong = values.call(outcome, &numbers[..1], &named("misree")).expect_err("no such parameter");
    assert!(wrong.message.contains("`misree`"));
    let game = values.brackets(from_ref(up), from_ref(&least)).expect("a game");
    assert!(values.brackets(from_ref(mex), &[]).is_err() && values.holds("~", &game, &game).is_err());
    assert!(values.make(Plain::Fraction("1".into(), "0".into())).is_err() && values.operate("[", up, up).is_err());
    assert!(session.set_value("h", &game) && !session.set_value("if", &game) && !session.set_value("1", &game));
    assert_eq!(run(&mut session, "h == <^ | 1>"), (vec!["true".to_owned()], Vec::new()));
}

#[test]
fn rule_sets_of_a_front_end() {
    let mut session = Session::new(Settings::default());
    let pick = Rc::new(Pick::default());
    let (rules, number) = session.values("").host_rules("Heap", true, Rc::clone(&pick) as Rc<dyn Host>);
    assert!(session.set_value("Heap", &rules));
    let (said, errors) = run(&mut session, "grundy(Heap(5) + Heap(6)); Heap(4); winning_moves(Heap(200))");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(said, ["2", "heap of 4", "[200 beans -> 198 beans]"]);
    assert_eq!(run(&mut session, "grundy(Heap(200))").0, ["2"]);
    let asked = pick.asked.get();
    assert_eq!(run(&mut session, "grundy(Heap(200)); grundy(Heap(150) + Heap(7))").0, ["2", "1"]);
    // A question may look at the moves of its own positions again, but at none behind them.
    assert!(pick.asked.get() <= asked + 3, "values are kept");
    let position = session.values("").host_position(&rules, 7).expect("it is a position");
    assert_eq!(session.values("").host_place(&position), Some((number, 7)));
    let (_, errors) = run(&mut session, "Heap(-1)");
    assert_eq!(errors, [(Phase::Run, "that is no heap".to_owned())]);
    let (_, errors) = run(&mut session, "outcome(Heap(1001))");
    assert_eq!(errors, [(Phase::Limit, "interrupted".to_owned())]);
    assert_eq!(run(&mut session, "outcome(Heap(9))").0, ["P"]);
}
