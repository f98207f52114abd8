//! Questions about a form: what is written, not only its value.

use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::Side;
use crate::value::{Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "dominated",
        "dominated(g)",
        "The dominated options of a form: pairs of the option and one that is better for the same player. Options count by their values, those of one value once.",
        &[("dominated(<0, 1 | 3>)", "[(0, 1)]"), ("dominated(<0 | 1, 2>)", "[(2, 1)]")],
        |m, a| {
            let (left, right) = m.form_lists(&a[0])?;
            let found = m.store.dominated(&left, &right, &m.handle)?;
            Ok(pairs(m, found))
        },
    ),
    Native::new(
        "reversible",
        "reversible(g)",
        "The reversible options of a form: pairs of the option and the opponent's answer through which it reverses. Options count by their values, so that answers are those of their canonical forms.",
        &[("reversible(<0, * | 1/2>)", "[(*, 0)]"), ("reversible(<1 | -1>)", "[]")],
        |m, a| {
            let (left, right) = m.form_lists(&a[0])?;
            let found = m.store.reversible(&left, &right, &m.handle)?;
            Ok(pairs(m, found))
        },
    ),
    Native::new(
        "explain",
        "explain(g, about = nothing, x = nothing, y = nothing, misere = false)",
        "The steps of a good solution: options simplified, dominated ones struck, reversible ones bypassed, the simplicity rule; for impartial positions the options' values and their mex; for sums, and for heaps of Nim as a tuple, the binary columns and a winning move.\n\nWith a function it shows how that is found: `atomic_weight`, `reduced_canonical_form`, `thermograph`; `ordinal_sum` and `norton_product` with a game `x`, `overheat` with `x` and `y`.\n\nWith `misere = true`, who wins misère play: the positions round by round, the rule of misère Nim, or the values of the components in a misère quotient.",
        &[
            (
                "explain(<0, * | 1/2>)",
                "<0, * | 1/2>\n  Left's option * counts no more than 0, which is its Right stop.\n  The value is the simplest number greater than 0 and less than 1/2: 1/4.",
            ),
            (
                "explain(<^, 0 | 0>)",
                "<^, 0 | 0>\n  Left's option 0 is dominated by ^: <^ | 0>.\n  Left's option ^ is reversible through * and is replaced by Left's options of *: 0; <0 | 0>.\n  No more option is dominated or reversible: this is the canonical form: *.",
            ),
            (
                "explain(^, atomic_weight)",
                "^\n  Left's option 0 has weight 0, less 2: -2.\n  Right's option * has weight 0, and 2: 2.\n  The simplest game with these options is the integer 0; where other integers fit as well, a remote star tells. Here *2 is one: no follower is equal to it.\n  ^ is greater than it, so the weight is the greatest integer that is less than or confused with each of Right's numbers: 1.",
            ),
            (
                "explain((17, 25, 13))",
                "Nim with heaps of 17, 25 and 13\n  17 = (10001)\n  25 = (11001)\n  13 = (01101)\n       (eeoeo)  e: an even number of ones, o: an odd number\n     = (00101)  = 5, the nim-sum\n  The leftmost odd column is that of 4. 13 has a one there: it must become 13 xor 5 = 8.\n  A winning move: (17, 25, 13) -> (17, 25, 8).",
            ),
            (
                "explain(Kayles(3), misere = true)",
                "Kayles(3)\n  In misère play whoever cannot move wins.\n  Round 0: 0 is won: there is no move.\n  Round 1: 1 is lost: every move leads to a won position, to 0.\n  Round 2: 2; 3; 1, 1 are won: a move leads to 1.\n  So Kayles(3) has outcome N in misère play, remoteness 2.",
            ),
        ],
        |m, a| match super::given(&a[1]) {
            Some(_) => (m.reasons.explain_about)(m, a),
            None => (m.reasons.explain)(m, &a[0], super::convention(&a[4])?),
        },
    ),
];

fn pairs(m: &Machine, found: Vec<(Side, crate::games::Game, crate::games::Game)>) -> Value {
    Value::list(found.into_iter().map(|(_, a, b)| Value::tuple(vec![m.game_value(a), m.game_value(b)])).collect())
}

/// Whether two games have the same form.
pub fn identical(m: &mut Machine, g: &Value, h: &Value) -> Res<bool> {
    let (g, h) = (m.playable(g)?, m.playable(h)?);
    m.check_game_argument(&g)?;
    m.check_game_argument(&h)?;
    m.identical(&g, &h)
}

/// Whether both players have the same options throughout.
pub fn impartial(m: &mut Machine, g: &Value) -> Res<bool> {
    let g = m.playable(g)?;
    m.check_game_argument(&g)?;
    m.impartial(&g)
}
