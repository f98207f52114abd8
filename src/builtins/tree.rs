//! Forms with all their followers, and what is asked of two of them together.

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::{Compound, Tree};
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most followers of a form that is walked through.
const MOST: usize = 50_000;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "conjunctive_sum",
        "conjunctive_sum(g, h)",
        "Both games together, where every move is one in each of them; who cannot move in one of them cannot move (Winning Ways, ch. 9: the join, if it ends with the first). It goes by the forms, and gives the value.",
        &[("conjunctive_sum(*3, *5)", "*3"), ("conjunctive_sum(2, 3)", "2")],
        |m, a| compound(m, a, Compound::Conjunctive),
    ),
    Native::new(
        "continued_conjunctive_sum",
        "continued_conjunctive_sum(g, h)",
        "Both games together, where every move is one in each of them in which the player can move; play goes on to the end of the last.",
        &[("continued_conjunctive_sum(2, 3)", "3"), ("continued_conjunctive_sum(*, *2)", "*2")],
        |m, a| compound(m, a, Compound::ContinuedConjunctive),
    ),
    Native::new(
        "selective_sum",
        "selective_sum(g, h)",
        "Both games together, where a move is one in either of them or in both (Winning Ways, ch. 9: the union).",
        &[("selective_sum(*5, *6)", "*11"), ("selective_sum(1, 2)", "3")],
        |m, a| compound(m, a, Compound::Selective),
    ),
    Native::new(
        "shortened_selective_sum",
        "shortened_selective_sum(g, h)",
        "Both games together, where a move is one in either of them or in both; who cannot move in one of them cannot move.",
        &[("shortened_selective_sum(*, *2)", "*2"), ("shortened_selective_sum(1, -1)", "0")],
        |m, a| compound(m, a, Compound::ShortenedSelective),
    ),
    Native::new(
        "diminished_sum",
        "diminished_sum(g, h)",
        "Both games together, where a move is one in either of them; who cannot move in one of them cannot move (On Numbers and Games, ch. 14: the diminished disjunctive compound).",
        &[("diminished_sum(*, *)", "*"), ("diminished_sum(*2, *3)", "*4")],
        |m, a| compound(m, a, Compound::DiminishedDisjunctive),
    ),
    Native::new(
        "sequential_compound",
        "sequential_compound(g, h)",
        "Both games one after the other: `g` is played to its end, and then `h` (Stromquist and Ullman 1993). In every follower of `g` both players can move or neither; otherwise it would not be clear when `h` begins.",
        &[
            ("[sequential_compound(*n, *2) for n in 0..4]", "[*2, 0, *, *3, *4]"),
            ("sequential_compound(*, 1)", "1+*"),
            ("sequential_compound(*, <1 | 1>)", "1"),
        ],
        |m, a| {
            let (first, _) = tree(m, &a[0])?;
            if !first.is_dicotic() {
                let shown = m.briefly(&a[0]).unwrap_or_else(|| "this game".into());
                return Fault::new(
                    Mistake::Unsuitable,
                    format!(
                        "in {shown} only one player may be able to move, so it is not clear when the other game begins"
                    ),
                )
                .note("The first game is one in which both players can move or neither, as in every impartial game.")
                .err();
            }
            compound(m, a, Compound::Sequential)
        },
    ),
    Native::new(
        "conway_product",
        "conway_product(g, h)",
        "Conway's product of two forms, with options such as `gl*h + g*hl - gl*hl`. Of numbers it is the product, of nimbers nim-multiplication; of other games it depends on the form (On Numbers and Games, ch. 1).",
        &[
            ("conway_product(*4, *4)", "*6"),
            ("conway_product(3/2, 1/2)", "3/4"),
            ("conway_product(<3 | 1>, ^^)", "<^6|^^>"),
        ],
        |m, a| compound(m, a, Compound::ConwayProduct),
    ),
    Native::new(
        "ordinal_product",
        "ordinal_product(g, h)",
        "The ordinal product: `h` with a copy of `g` in the place of each move of Left, and one of `-g` in the place of each of Right. A move is one to `ordinal_product(g, hl) : gl` or `ordinal_product(g, hr) : -gr` for Left, and likewise for Right. Of ordinals and of nimbers it is the ordinary product of their sizes.",
        &[("ordinal_product(*2, *3)", "*6"), ("ordinal_product(2, 3)", "6"), ("ordinal_product(^, -1)", "v")],
        |m, a| compound(m, a, Compound::OrdinalProduct),
    ),
];

fn compound(m: &mut Machine, a: &[Value], kind: Compound) -> Res {
    let ((g, _), (h, _)) = (tree(m, &a[0])?, tree(m, &a[1])?);
    let value = m.store.compound(kind, &g, &h, &m.handle)?;
    Ok(m.game_value(value))
}

/// `followers(g)`.
pub fn followers(m: &mut Machine, a: &[Value]) -> Res {
    let all = if matches!(a[0], Value::Position(_) | Value::Sum(_) | Value::Move(_)) {
        tree(m, &a[0])?.1
    } else if m.is_loopy(&a[0]) {
        let mut all = vec![a[0].clone()];
        let mut seen = FxHashSet::from_iter([m.key(&a[0])?]);
        let mut next = 0;
        while let Some(here) = all.get(next).cloned() {
            next += 1;
            for player in [Player::Left, Player::Right] {
                for option in m.loopy_options(&here, player)? {
                    m.handle.tick()?;
                    if seen.insert(m.key(&option)?) {
                        all.push(option);
                    }
                }
            }
            if all.len() > MOST {
                return Fault::new(Mistake::TooLarge, format!("this game has more than {MOST} followers")).err();
            }
        }
        all
    } else {
        let game = m.game(&a[0])?;
        m.store.followers(game, &m.handle)?.into_iter().map(|g| m.game_value(g)).collect()
    };
    Ok(Value::set(super::collections::keys(m, all)?))
}

/// A follower whose options are gone through.
struct Open {
    key: Key,
    value: Value,
    options: [Vec<Value>; 2],
    numbers: [Vec<usize>; 2],
}

/// The form with all that is reached by moves in it, and these in the same order.
pub fn tree(m: &mut Machine, g: &Value) -> Res<(Tree, Vec<Value>)> {
    let g = &m.playable(g)?;
    m.check_game_argument(g)?;
    if !m.ends(g)? {
        let shown = m.briefly(g).unwrap_or_else(|| "this game".into());
        return Fault::new(Mistake::Unsuitable, format!("play in {shown} need not end, so its followers make no tree"))
            .note("What is asked for is defined by induction over the options, from games without any upwards.")
            .err();
    }
    let mut tree = Tree::new();
    let mut values = Vec::new();
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    let mut stack = vec![open(m, g)?];
    while let Some(top) = stack.last_mut() {
        m.handle.tick()?;
        // The next option that is waited for.
        let side = usize::from(top.options[0].is_empty());
        let Some(option) = top.options[side].last().cloned() else {
            let Some(done) = stack.pop() else { break };
            let [left, right] = done.numbers;
            known.insert(done.key, tree.push(left, right));
            values.push(done.value);
            continue;
        };
        let key = m.played_key(&option)?;
        match known.get(&key) {
            Some(&number) => {
                top.options[side].pop();
                if !top.numbers[side].contains(&number) {
                    top.numbers[side].push(number);
                }
            }
            None => {
                if known.len() + stack.len() > MOST {
                    return Fault::new(Mistake::TooLarge, format!("this game has more than {MOST} followers")).err();
                }
                stack.push(open(m, &option)?);
            }
        }
    }
    Ok((tree, values))
}

fn open(m: &mut Machine, value: &Value) -> Res<Open> {
    m.handle.reserve(256)?;
    let mut options = [Vec::new(), Vec::new()];
    for (list, player) in options.iter_mut().zip([Player::Left, Player::Right]) {
        list.extend(m.moves_of(value, player)?.into_iter().map(|record| record.to));
    }
    Ok(Open { key: m.played_key(value)?, value: value.clone(), options, numbers: [Vec::new(), Vec::new()] })
}
