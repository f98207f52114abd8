//! What a program shows.

use crate::diagnostics::Mistake;
use crate::eval::native::Native;
use crate::report::Output;
use crate::value::{Fault, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "print",
        "print(values...)",
        "Shows its values on a line, with a blank between.",
        &[("print(\"n =\", 3)", "n = 3")],
        |m, a| {
            let mut parts = Vec::with_capacity(a.len());
            for value in a {
                parts.push(m.display(value)?);
            }
            m.emit(Output::Printed(parts.join(" ")));
            Ok(Value::Nothing)
        },
    ),
    Native::new("error", "error(message)", "Ends the program with an error of its own.", &[], |m, a| {
        let message = m.display(&a[0])?;
        Fault::new(
            Mistake::OwnError,
            if message.trim().is_empty() { "the program ended with an error".into() } else { message },
        )
        .err()
    }),
    Native::new(
        "kind",
        "kind(x)",
        "What kind of value this is: integer, game, position, list, …",
        &[("kind(3)", "integer"), ("kind(^)", "game")],
        |_, a| Ok(Value::text(a[0].kind())),
    ),
];
