//! Questions about a form: what is written, not only its value.

use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::Side;
use crate::limits::with_stack;
use crate::value::{Form, Player, Res, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "dominated",
        "dominated(g)",
        "The dominated options of a form: pairs of the option and one that is at least as good for the same player.",
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
        "The reversible options of a form: pairs of the option and the opponent's answer through which it reverses.",
        &[("reversible(<0, * | 1/2>)", "[(*, 0)]"), ("reversible(<1 | -1>)", "[]")],
        |m, a| {
            let (left, right) = m.form_lists(&a[0])?;
            let found = m.store.reversible(&left, &right, &m.handle)?;
            Ok(pairs(m, found))
        },
    ),
    Native::new(
        "explain",
        "explain(g)",
        "The steps of a good solution: options simplified, dominated ones struck, reversible ones bypassed, the simplicity rule; for impartial positions the options' values and their mex; for sums, and for heaps of Nim as a tuple, the binary columns and a winning move.",
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
                "explain((17, 25, 13))",
                "Nim with heaps of 17, 25 and 13\n  17 = (10001)\n  25 = (11001)\n  13 = (01101)\n       (eeoeo)  e: an even number of ones, o: an odd number\n     = (00101)  = 5, the nim-sum\n  The leftmost odd column is that of 4. 13 has a one there: it must become 13 xor 5 = 8.\n  A winning move: (17, 25, 13) -> (17, 25, 8).",
            ),
        ],
        |m, a| (m.reasons.explain)(m, &a[0]),
    ),
];

fn pairs(m: &Machine, found: Vec<(Side, crate::games::Game, crate::games::Game)>) -> Value {
    Value::list(found.into_iter().map(|(_, a, b)| Value::tuple(vec![m.game_value(a), m.game_value(b)])).collect())
}

/// The options of a form as written, or `None` for a value without a form of its own.
fn written(m: &mut Machine, g: &Value) -> Res<(Vec<Value>, Vec<Value>)> {
    let to = |records: Vec<crate::eval::MoveRecord>| records.into_iter().map(|r| r.to).collect();
    Ok((to(m.moves_of(g, Player::Left)?), to(m.moves_of(g, Player::Right)?)))
}

/// Whether two games have the same form.
pub fn identical(m: &mut Machine, g: &Value, h: &Value) -> Res<bool> {
    Comparison::default().identical(m, g, h)
}

/// Pairs of literals that were compared, by address and held so that addresses stay theirs: forms share parts, and walking
/// those again and again would never end.
#[derive(Default)]
struct Comparison(FxHashMap<[*const Form; 2], ([Rc<Form>; 2], bool)>);

impl Comparison {
    fn identical(&mut self, m: &mut Machine, g: &Value, h: &Value) -> Res<bool> {
        m.handle.tick()?;
        let structured = |v: &Value| matches!(v, Value::Form(_) | Value::Position(_) | Value::Sum(_) | Value::Move(_));
        if !structured(g) && !structured(h) {
            return Ok(m.game(g)? == m.game(h)?);
        }
        let pair = match (g, h) {
            (Value::Form(x), Value::Form(y)) => Some([Rc::clone(x), Rc::clone(y)]),
            _ => None,
        };
        if let Some((_, known)) = pair.as_ref().and_then(|pair| self.0.get(&pair.each_ref().map(Rc::as_ptr))) {
            return Ok(*known);
        }
        let (a, b) = (m.game(g)?, m.game(h)?);
        let same = a == b
            && with_stack(|| -> Res<bool> {
                let (x, y) = (written(m, g)?, written(m, h)?);
                Ok(self.same(m, &x.0, &y.0)? && self.same(m, &x.1, &y.1)?)
            })?;
        if let Some(pair) = pair {
            self.0.insert(pair.each_ref().map(Rc::as_ptr), (pair, same));
        }
        Ok(same)
    }

    /// Whether two lists have the same forms in any order, repetitions apart.
    fn same(&mut self, m: &mut Machine, x: &[Value], y: &[Value]) -> Res<bool> {
        let mut met = vec![false; y.len()];
        for a in x {
            let mut found = false;
            for (b, met) in y.iter().zip(&mut met) {
                if self.identical(m, a, b)? {
                    (found, *met) = (true, true);
                    break;
                }
            }
            if !found {
                return Ok(false);
            }
        }
        for (b, _) in y.iter().zip(met).filter(|(_, met)| !met) {
            let mut found = false;
            for a in x {
                found = found || self.identical(m, a, b)?;
            }
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether both players have the same options throughout.
pub fn impartial(m: &mut Machine, g: &Value) -> Res<bool> {
    m.check_game_argument(g)?;
    m.handle.tick()?;
    match g {
        Value::Form(form) => {
            let (left, right) = (form.options.0.0.clone(), form.options.0.1.clone());
            with_stack(|| {
                if !Comparison::default().same(m, &left, &right)? {
                    return Ok(false);
                }
                for option in &left {
                    if !impartial(m, option)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })
        }
        other => m.impartial(other),
    }
}
