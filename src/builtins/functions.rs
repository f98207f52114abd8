//! Functions of functions: one after another, and calls with arguments that stand in a list.

use crate::eval::composed::Composed;
use crate::eval::native::Native;
use crate::source::Span;
use crate::value::{Fault, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "apply",
        "apply(f, arguments)",
        "What a function or rule set gives for the arguments that stand in a tuple or list.",
        &[("apply(max, [3, 5, 2])", "5"), ("outcome(apply(Wythoff, (1, 2)))", "P")],
        |m, a| {
            check_called(&a[0])?;
            let (Value::Tuple(arguments) | Value::List(arguments)) = &a[1] else {
                return Fault::expected("a tuple or list of arguments", &a[1]).err();
            };
            m.apply(&a[0], arguments.to_vec(), Span::default())
        },
    ),
    Native::new(
        "compose",
        "compose(f, g)",
        "The function that hands what `g` gives to `f`: it is called as `g` is, with any number of arguments and with their names.",
        &[("compose(n -> n^2, max)(1, 3, 2)", "9"), ("[compose(outcome, Nim)(n) for n in 0..2]", "[P, N, N]")],
        |_, a| {
            check_called(&a[0])?;
            check_called(&a[1])?;
            Composed::of(a[1].clone(), a[0].clone())
        },
    ),
];

fn check_called(f: &Value) -> Res<()> {
    if f.is_called() { Ok(()) } else { Fault::expected("a function or rule set", f).err() }
}
