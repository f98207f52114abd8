//! Take-and-break games: codes, sequences of nim-values, lists and tables for heaps of every size up to a bound.

mod lists;
pub mod period;
pub mod rules;
mod runs;
pub mod thing;

use crate::adapters::heaps::HeapGame;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::value::node::Rules;
use crate::value::{Fault, Res, Value};
use std::rc::Rc;

pub use period::{explain, length as period_length};

/// The functions of this directory.
pub static ALL: &[Native] = &[
    Native::new(
        "octal",
        "octal(code)",
        "The take-and-break game with an octal code given as text. `heap Kayles = octal 0.77` gives it a name.",
        &[
            ("octal(\"0.77\")(7)", "octal(\"0.77\")(7) = *2"),
            ("nim_values(octal(\"0.137\"), 10)", "[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]"),
        ],
        |m, a| rules::by_code(m, &a[0], true),
    ),
    Native::new(
        "code",
        "code(code)",
        "The take-and-break game with a code given as text whose digits go beyond 7: 8 leaves three heaps, G (16) four; `[2]` at the end repeats for ever. After a digit `!` asks for heaps of different sizes, `?` for heaps that are not all equal, `=` for equal ones. `{2,5}` is the digit of two heaps or five, `{2+}` of two and more, `*` of any number, `&64;` that of the number 64. (In a string a brace is written `\\{`, in `heap G = code 0.{2+}` it stands alone.) A digit further left than the one before the point adds beans: `80.0` adds one and leaves three heaps.",
        &[
            ("nim_values(code(\"0.[3]\"), 5)", "[0, 1, 2, 3, 4, 5]"),
            ("nim_values(code(\"4!.0\"), 8)", "[0, 0, 0, 1, 0, 2, 1, 0, 2]"),
            ("nim_values(code(\"\\{2+}.0\"), 8)", "[0, 0, 1, 2, 3, 4, 5, 6, 7]"),
            ("nim_values(code(\"0.4=\"), 8)", "[0, 0, 0, 1, 0, 1, 0, 1, 0]"),
        ],
        |m, a| rules::by_code(m, &a[0], false),
    ),
    Native::new(
        "subtraction",
        "subtraction(numbers)",
        "The game in which these numbers may be taken from a heap: a set, a list or a range.",
        &[
            ("nim_values(subtraction({1, 4, 9}), 12)", "[0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]"),
            ("subtraction(1..3)(6)", "subtraction(1..3)(6) = *2"),
        ],
        rules::subtraction,
    ),
    Native::new(
        "code_of",
        "code_of(G)",
        "The code of a take-and-break game as text, in the shortest way without `&`; `nothing` if no code says what its clauses say.",
        &[
            ("code_of(code(\"00.\\{0,1,2}7\\{3+}[00]\"))", "0.77{3+}"),
            ("code_of(Kayles)", "0.77"),
            ("code_of(Nim)", "0.[3]"),
            ("code_of(Square) == nothing", "true"),
        ],
        rules::code_of,
    ),
    Native::new(
        "nim_values",
        "nim_values(G, n)",
        "The nim-values of heaps 0 to n. G is a take-and-break game, or any impartial rule set or function with one parameter.",
        &[
            ("nim_values(Kayles, 12)", "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]"),
            ("nim_values(n -> Kayles(n, n), 3)", "[0, 0, 0, 0]"),
        ],
        lists::nim_values,
    ),
    Native::new(
        "p_positions",
        "p_positions(G, n, misere = false)",
        "The heaps up to n that the player who moves second wins. With `misere = true` whoever cannot move wins.",
        &[
            ("p_positions(Square, 25)", "[0, 2, 5, 7, 10, 12, 15, 17, 20, 22]"),
            ("p_positions(Square, 25, misere = true)", "[1, 3, 6, 8, 11, 13, 16, 18, 21, 23]"),
        ],
        lists::p_positions,
    ),
    Native::new(
        "outcome_table",
        "outcome_table(G, n, misere = false)",
        "Outcome and remoteness of heaps 0 to n, as a table, in partizan games the remoteness if Left begins and if Right begins; with `misere = true` those of misère play.",
        &[(
            "outcome_table(Square, 8)",
            "heap        | 0  1  2  3  4  5  6  7  8\noutcome     | P  N  P  N  N  P  N  P  N\nremoteness  | 0  1  2  3  1  2  3  4  5",
        )],
        lists::outcome_table,
    ),
    Native::new(
        "sieve",
        "sieve(G, n, misere = false)",
        "Outcomes of heaps 0 to n found as by the sieve of Eratosthenes: the least heap that is not marked is lost; every heap with a move to it is marked as won. For impartial games whose moves lead from a heap to a smaller one of the same game. With `misere = true` heaps without a move are won to begin with.",
        &[(
            "sieve(subtraction({1, 3}), 5)",
            "0 is lost: 1, 3 are won.\n2 is lost: 5 is won.\n4 is lost.\nLost: 0, 2, 4.",
        )],
        lists::sieve,
    ),
    Native::new(
        "period",
        "period(G, bound = nothing)",
        "The period of the nim-values of a take-and-break game. `period p from n0, proved` means G(n + p) = G(n) for all n from n0 on, n0 and p the least, a certificate of a theorem behind it, and the separate checker has accepted that; where the check would take long, it says `not yet verified`, until `verify(G)` has run. After `load_values` it says `proved if the values in FILE are right`, unless the checker has computed them again. `by a theorem` means that one gives the values of all heaps (docs/heaps.md, closed forms); `observed` says how far a period was seen. Of a misère quotient it is the period of the values of heaps in it, always proved. The heaps below `bound` are looked at, and those besides whose values are known (they come in blocks where a heap costs little); without it 4,000,000 where a heap costs little, else 100,000, of subtraction games up to 4,000,000 to have four times the largest number, and 2,000 where clauses have conditions.",
        &[
            ("period(Kayles)", "period 12 from 71, proved"),
            ("period(subtraction({1, 3, 4}))", "period 7 from 0, proved"),
            ("period(Lasker)", "arithmetic period 4 with saltus 4 from 1, by a theorem"),
            ("period(Grundy, 5000)", "no period seen in the first 5000 heaps"),
        ],
        period::period,
    ),
    Native::new(
        "start",
        "start(period)",
        "The heap from which a period holds; of a game, that of its period.",
        &[("period(Kayles).start", "71")],
        period::start,
    ),
    Native::new(
        "period_length",
        "period_length(period)",
        "The length of a period; of a game, that of its period.",
        &[("period_length(DawsonsKayles)", "34")],
        period::length,
    ),
    Native::new(
        "is_proved",
        "is_proved(period)",
        "Whether a period was proved and the proof verified, or a theorem gives the values of all heaps: false for what was only seen, and for what rests on values read from a file.",
        &[("is_proved(period(Kayles))", "true")],
        period::is_proved,
    ),
    Native::new(
        "period_table",
        "period_table(G)",
        "The nim-values in rows of the period, as books print them: exceptions stand in brackets, the last row goes on for ever.",
        &[(
            "period_table(octal(\"0.12\"))",
            "   |   0  1  2  3\n 0 | (0)  1  0  0\n4… |   1  1  0  0\noctal(\"0.12\"): period 4 from 1, proved; exceptions are in brackets.",
        )],
        period::table,
    ),
    Native::new(
        "statistics",
        "statistics(G, n)",
        "Statistics of the nim-values of heaps 0 to n, as a map: the largest and where it is first met, how often each is met, and for sparse games the mask, the number of rare heaps and the last of them. `\"if right\"` names the file that values were read from.",
        &[("statistics(Kayles, 100)[\"largest\"]", "8"), ("statistics(Kayles, 100)[\"first at\"]", "27")],
        period::statistics,
    ),
    Native::new(
        "save_values",
        "save_values(G, file)",
        "Saves the nim-values of a game that are known so far, and returns how many. The file is written aside and then put in its place; a file that is no run of this game, or that holds more values, is left as it is.",
        &[],
        runs::save,
    ),
    Native::new(
        "load_values",
        "load_values(G, file)",
        "Reads nim-values that `save_values` wrote, and returns how many are known then; `period` and `nim_values` go on from there. A file that is cut short, damaged or of another game is refused, and so is one whose values the rules do not allow, or whose first values or some drawn at random are wrong. The rest is believed: answers that rest on it say so, until `verify(G)` has computed the values again.",
        &[],
        runs::load,
    ),
];

/// A take-and-break game among the values.
pub(crate) fn heap_game(value: &Value) -> Res<Rc<Rules>> {
    match value {
        Value::Rules(rules) if rules.native::<HeapGame>().is_some() => Ok(Rc::clone(rules)),
        Value::Rules(rules) => {
            Fault::new(Mistake::WrongGame, format!("{} is a rule set, but no take-and-break game", rules.name))
                .note("Those are declared by `heap`: `heap Kayles = octal 0.77`.")
                .err()
        }
        Value::Position(position) if position.rules.native::<HeapGame>().is_some() => {
            Fault::expected(format!("the game itself, {}", position.rules.name), value).err()
        }
        other => Fault::expected("a take-and-break game such as Kayles", other).err(),
    }
}

/// The game behind a rule set that [`heap_game`] accepted.
pub(super) fn game_of(rules: &Rules) -> Res<&HeapGame> {
    match rules.native::<HeapGame>() {
        Some(game) => Ok(game),
        None => Fault::new(Mistake::WrongGame, "this is no take-and-break game").err(),
    }
}

/// How many heaps from 0 on are asked for, as `n + 1`, with memory for a list of them.
pub(super) fn count(m: &Machine, value: &Value) -> Res<u64> {
    let n = super::natural(value, "the largest heap")?;
    let count = n.saturating_add(1);
    m.handle.reserve(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(size_of::<Value>()))?;
    Ok(count)
}
