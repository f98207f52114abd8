//! Coin-turning games and their products.

use super::string;
use crate::adapters::turning::TurningRules;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::turning::{Turning, TurningError};
use crate::value::fault::quoted;
use crate::value::{Fault, Res, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "turning",
        "turning(rule)",
        "The coin-turning game in which a move turns so many coins of a row, the largest from heads to tails. The rule says how many: `\"2\"`, `\"1..3\"`, `\"1, 4+\"`, with `consecutive` after it if they lie side by side; or it is a name: Turtles, Mock Turtles, Moebius, Mogul, Moidores, Twins, Triplets, Ruler. Coins are numbered from 0; a position names its heads, `G(0, 3)` or `G(\"HTTH\")`, and is their sum (Winning Ways, ch. 14).",
        &[
            ("nim_values(turning(\"mock turtles\"), 8)", "[1, 2, 4, 7, 8, 11, 13, 14, 16]"),
            ("nim_values(turning(\"ruler\"), 7)", "[1, 2, 1, 4, 1, 2, 1, 8]"),
            ("turning(\"twins\")(1, 4, 6)", "turning(\"2\")(1, 4, 6) = *3"),
            ("winning_moves(turning(\"1..2\")(\"HHTH\"))", "[[0, 1, 3] -> [0, 1, 2]]"),
        ],
        |m, a| {
            let text = string(&a[0], "the rule")?;
            match Turning::parse(text) {
                Ok(game) => {
                    let name = format!("turning({})", quoted(&game.to_string()));
                    Ok(m.turning_rules(&name, &Rc::new(game)))
                }
                Err(error) => refused(&error),
            }
        },
    ),
    Native::new(
        "tartan",
        "tartan(G, H)",
        "The Tartan product of two coin-turning games: coins lie at pairs `(x, y)`, and a move turns those at all pairs of coins that a move of G and one of H turn. The value of a coin is the nim-product of the values in G and in H (the Tartan theorem). Turning Corners is `tartan(turning(\"twins\"), turning(\"twins\"))`.",
        &[
            ("C = tartan(turning(\"twins\"), turning(\"twins\")); [grundy(C(4, y)) for y in 1..5]", "[4, 8, 12, 6, 2]"),
            ("R = turning(\"ruler\"); grundy(tartan(R, R)((3, 3), (1, 0)))", "4"),
        ],
        |m, a| product(m, a, "tartan", Turning::tartan),
    ),
    Native::new(
        "acrostic",
        "acrostic(G, H)",
        "The acrostic product of two coin-turning games: coins lie at pairs `(x, y)`, and a move is one of G in a column, which keeps `y`, or one of H in a row, which keeps `x`.",
        &[("A = acrostic(turning(\"twins\"), turning(\"twins\")); [grundy(A(5, y)) for y in 0..4]", "[5, 4, 7, 6, 1]")],
        |m, a| product(m, a, "acrostic", Turning::acrostic),
    ),
];

fn refused(error: &TurningError) -> Res {
    let fault = match error {
        TurningError::Empty => Fault::new(Mistake::Unsuitable, "no coin-turning game is named here"),
        TurningError::Unknown(text) => Fault::new(
            Mistake::Unsuitable,
            format!("{} says neither how many coins are turned nor the name of a game", quoted(text)),
        ),
        TurningError::None(text) => Fault::new(Mistake::Unsuitable, format!("{} turns no coin", quoted(text))),
        TurningError::TooMany(text) => Fault::new(
            Mistake::TooLarge,
            format!("{}: numbers of more than 62 coins cannot be told apart", quoted(text)),
        ),
    };
    fault
        .note("For example `turning(\"1..3\")`, `turning(\"2\")`, `turning(\"1+ consecutive\")`, `turning(\"mock turtles\")`.")
        .err()
}

fn product(m: &mut Machine, a: &[Value], word: &str, make: fn(&Rc<Turning>, &Rc<Turning>) -> Turning) -> Res {
    let (first, second) = (factor(&a[0])?, factor(&a[1])?);
    let name = format!("{word}({}, {})", first.0, second.0);
    Ok(m.turning_rules(&name, &Rc::new(make(&first.1, &second.1))))
}

/// A coin-turning game and its name.
fn factor(value: &Value) -> Res<(String, Rc<Turning>)> {
    if let Value::Rules(rules) = value
        && let Some(turning) = rules.native::<TurningRules>()
    {
        return Ok((rules.name.to_string(), Rc::clone(&turning.game)));
    }
    Fault::expected("a coin-turning game such as `turning(\"twins\")`", value).err()
}
