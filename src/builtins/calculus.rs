//! The calculus of values: structure, infinitesimals, heat, and what values there are.

use super::tree::followers;
use super::values::stop;
use super::{given, natural, small};
use crate::adapters::ordinals::beyond;
use crate::adapters::universes::Universe;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::{Dyadic, Game, NoWeight, Parity, Relation, Side, ZERO};
use crate::stoppers::{Loopy, Pseudonumber, Trouble};
use crate::value::{Fault, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "left_stop",
        "left_stop(g)",
        "The Left stop: the number that is reached if Left begins and both play as long as the game is no number. Play in a loopy game may also stop at `on`, `off`, or a number with `over` or `under`.",
        &[("left_stop(<2 || 1 | 0>)", "2"), ("left_stop(<5 + over | 0>)", "5 + over")],
        |m, a| stop(m, &a[0], Side::Left),
    ),
    Native::new(
        "right_stop",
        "right_stop(g)",
        "The Right stop: the number that is reached if Right begins and both play as long as the game is no number.",
        &[("right_stop(<2 || 1 | 0>)", "1")],
        |m, a| stop(m, &a[0], Side::Right),
    ),
    Native::new(
        "stop_count",
        "stop_count(g)",
        "How many leaves the tree of the canonical form has, where numbers are leaves.",
        &[("stop_count(*8)", "4374"), ("stop_count(^*6)", "1459")],
        |m, a| {
            let game = m.ending(&a[0], "its tree has no end", "Leaves are counted in the tree of a game that ends, a follower as often as it is reached.")?;
            Ok(m.store.stop_count(game, &m.handle)?.into())
        },
    ),
    Native::new(
        "followers",
        "followers(g)",
        "The game and all that can be reached from it, as a set: of a position the positions, of any other game the values in its canonical form.",
        &[("followers(^)", "{0, *, ^}"), ("length(followers(Kayles(5)))", "11"), ("followers(^[on])", "{0, *, ^[on]}")],
        followers,
    ),
    Native::new(
        "wrong_bounds",
        "wrong_bounds(g)",
        "The positions that can be reached from a position, it among them, whose values do not lie between the bounds that the `bounds` line of their rule set gives: none where the line is right. A test of a rule set is `check wrong_bounds(g) == {}` for some positions `g`. Cost: the values of all of them.",
        &[("wrong_bounds(Domineering(grid(2, 3)))", "{}")],
        wrong_bounds,
    ),
    Native::new(
        "is_all_small",
        "is_all_small(g)",
        "Whether the value is all-small: in every follower of its canonical form both players can move or neither. It is then an infinitesimal, and has an atomic weight if play in it ends.",
        &[
            ("is_all_small(^*3)", "true"),
            ("is_all_small(tiny(2))", "false"),
            ("is_all_small(<1 | 1> + <-1 | -1>)", "true"),
            ("[is_all_small(g) for g in [upon, tiny(on)]]", "[true, false]"),
        ],
        |m, a| {
            // Below a number that is not 0 there is one in which only one player can move.
            if m.is_beyond(&a[0]) {
                return Ok(Value::Bool(false));
            }
            let game = m.stopper(&a[0])?;
            Ok(Value::Bool(m.loops.is_all_small(game, &m.store, &m.handle)?))
        },
    ),
    Native::new(
        "is_dicotic",
        "is_dicotic(g)",
        "The same as `is_dicot(g)`: whether both players can move or neither, in the form as it stands and all its followers.",
        &[("is_dicotic(Kayles(3))", "true"), ("is_dicotic(<*, 0 | *>)", "true"), ("is_dicotic(<-1 | 1>)", "false")],
        |m, a| Ok(Value::Bool(m.belongs(&a[0], Universe::Dicot)?)),
    ),
    Native::new(
        "is_even",
        "is_even(g)",
        "Whether every play of the canonical form has an even number of moves: an even integer, or a game all of whose options are odd.",
        &[("is_even(4)", "true"), ("is_even(<1 | -1>)", "true"), ("is_even(1/2)", "false")],
        |m, a| parity(m, &a[0], Parity::Even),
    ),
    Native::new(
        "is_odd",
        "is_odd(g)",
        "Whether every play of the canonical form has an odd number of moves: an odd integer, or a game all of whose options are even.",
        &[("is_odd(3)", "true"), ("is_odd(*)", "true"), ("is_odd(^)", "false")],
        |m, a| parity(m, &a[0], Parity::Odd),
    ),
    Native::new(
        "is_even_tempered",
        "is_even_tempered(g)",
        "Whether every play of the canonical form as far as the first number has an even number of moves: a number, or a game all of whose options are odd-tempered.",
        &[
            ("is_even_tempered(1/2)", "true"),
            ("is_even_tempered(<4 | *>)", "false"),
            ("is_even_tempered(+-<3 | 1>)", "true"),
        ],
        |m, a| temper(m, &a[0], Parity::Even),
    ),
    Native::new(
        "is_odd_tempered",
        "is_odd_tempered(g)",
        "Whether every play of the canonical form as far as the first number has an odd number of moves.",
        &[("is_odd_tempered(<3 | 1/2>)", "true"), ("is_odd_tempered(^)", "false")],
        |m, a| temper(m, &a[0], Parity::Odd),
    ),
    Native::new(
        "is_number_tiny",
        "is_number_tiny(g)",
        "Whether the value is a number, or a number and the tiny or miny of a game that is not less than `over`: of a short one that is above a positive number.",
        &[
            ("is_number_tiny(3 + tiny(1))", "true"),
            ("is_number_tiny(1/4)", "true"),
            ("is_number_tiny(^)", "false"),
            ("is_number_tiny(tiny(on))", "true"),
        ],
        |m, a| {
            if let Some((_, game)) = beyond(&a[0]) {
                let found = m.loops.is_number_tiny(game.into(), &m.store, &m.handle);
                return Ok(Value::Bool(m.or_told(found, None)?));
            }
            // What is no stopper is neither.
            let Some(game) = m.loopy_game(&a[0])?.stopper() else { return Ok(Value::Bool(false)) };
            let found = m.loops.is_number_tiny(game, &m.store, &m.handle);
            Ok(Value::Bool(m.or_told(found, None)?))
        },
    ),
    Native::new(
        "is_numberish",
        "is_numberish(g)",
        "Whether the value is a number and an infinitesimal: whether all play in it, or in both its sides, stops at one number, up to `over` and `under`.",
        &[("is_numberish(1/2 + ^)", "true"), ("is_numberish(1/3 + ^)", "true"), ("is_numberish(3/2 + under)", "true"), ("is_numberish(<2 | 1>)", "false")],
        |m, a| {
            if let Some((_, game)) = beyond(&a[0]) {
                return Ok(Value::Bool(m.store.is_infinitesimal(game)));
            }
            let value = m.loopy_game(&a[0])?;
            let mut number = None;
            for (game, side) in [(value.on, Side::Left), (value.on, Side::Right), (value.off, Side::Left), (value.off, Side::Right)] {
                match m.loops.stop(game, side, &m.store, &m.handle)? {
                    Pseudonumber::Near(x, _) if number.as_ref().is_none_or(|known| *known == x) => number = Some(x),
                    _ => return Ok(Value::Bool(false)),
                }
            }
            Ok(Value::Bool(true))
        },
    ),
    Native::new(
        "companion",
        "companion(g)",
        "The companion: all followers get 0 as another option of Left if they are 0 or greater, of Right if they are 0 or less. Of 0 it is `*`, and of most numbers the number itself (Siegel, II).",
        &[("companion(0)", "*"), ("companion(^)", "^*")],
        |m, a| {
            let game = m.ending(&a[0], "it has no companion", "Companions are defined by induction over the options (Siegel, II), which on a cycle does not begin.")?;
            let companion = m.store.companion(game, &m.handle)?;
            Ok(m.game_value(companion))
        },
    ),
    Native::new(
        "subordinate",
        "subordinate(g, base)",
        "A game `h` with `base : h == g`, where `base` is taken as the form that it is. Its options are looked for among games that give followers of `g`.",
        &[
            ("subordinate(1/8, 1)", "-3"),
            ("1 : -3", "1/8"),
            ("subordinate(^*, *)", "1"),
            ("subordinate(over, 1)", "off"),
        ],
        |m, a| {
            let game = m.stopper(&a[0])?;
            let (left, right) = m.form_lists(&a[1])?;
            let found = match game.short() {
                Some(game) => m.store.subordinate(&left, &right, game, &m.handle)?.map(Into::into),
                None => {
                    let found = m.loops.subordinate([&left, &right], game, &m.store, &m.handle);
                    m.or_told(found, None)?
                }
            };
            match found {
                Some(over) => Ok(m.loopy_result(over)),
                None => {
                    let (g, base) = (shown(m, &a[0]), shown(m, &a[1]));
                    Fault::new(Mistake::Unsuitable, format!("no game `h` was found with {base} : h == {g}"))
                        .note("In an ordinal sum every option of the base remains an option.")
                        .err()
                }
            }
        },
    ),
    Native::new(
        "atomic_weight",
        "atomic_weight(g)",
        "The atomic weight of an infinitesimal: how many ups it is worth where a remote star is about. Of an all-small game it is `<wl - 2 | wr + 2>` for the weights `wl`, `wr` of its options; if that is an integer, the greatest that fits for a game above a remote star, the least for one below, else 0. Any other game has the weight of two all-small games between which it lies. Weights add up, and who is two ahead wins (Winning Ways, ch. 8). `explain(g, atomic_weight)` shows how it is found.",
        &[
            ("atomic_weight(^3*2)", "3"),
            ("atomic_weight(<^3 | vv>)", "<1|0>"),
            ("atomic_weight(<0 || 0 | v*>)", "1"),
            ("atomic_weight(tiny(2))", "0"),
        ],
        |m, a| {
            let game = weighed(m, &a[0])?;
            match m.store.atomic_weight(game, &m.handle)? {
                Ok(weight) => Ok(m.game_value(weight)),
                Err(why) => no_weight(m, &a[0], why),
            }
        },
    )
    .also(&["aw"]),
    Native::new(
        "is_atomic",
        "is_atomic(g)",
        "Whether the game has an atomic weight: no game that is no infinitesimal has one, and every all-small game has.",
        &[("is_atomic(<^3 | v3>)", "true"), ("is_atomic(5)", "false"), ("is_atomic(* + tiny(1))", "true")],
        |m, a| {
            let game = weighed(m, &a[0])?;
            match m.store.atomic_weight(game, &m.handle)? {
                Ok(_) => Ok(Value::Bool(true)),
                Err(NoWeight::NotInfinitesimal) => Ok(Value::Bool(false)),
                Err(why) => no_weight(m, &a[0], why),
            }
        },
    ),
    Native::new(
        "reduced_canonical_form",
        "reduced_canonical_form(g)",
        "The simplest game that differs from this one by an infinitesimal; it is the same for all games that do (Grossman and Siegel 2009). `explain(g, reduced_canonical_form)` shows the steps.",
        &[("reduced_canonical_form(<3 || 2 + * | 1 + *>)", "<3||2|1>"), ("reduced_canonical_form(1 + ^*)", "1")],
        |m, a| {
            let game = reducible(m, &a[0])?;
            let reduced = m.store.reduced_canonical_form(game, &m.handle)?;
            Ok(m.game_value(reduced))
        },
    )
    .also(&["rcf"]),
    Native::new(
        "uptimal_expansion",
        "uptimal_expansion(g)",
        "A number, a nimber, and after the point how often each power of up, as text: `3*2.12` is `3 + *2 + ^ + 2*^<2>`. A digit that is negative or has several figures stands in brackets.",
        &[
            ("uptimal_expansion(<0 || 0 | v*>)", "*.12"),
            ("uptimal_expansion(^[4])", "0.1111"),
            ("uptimal_expansion(v + ^<3>)", "0.(-1)01"),
        ],
        |m, a| {
            let game = m.loopy_game(&a[0])?.short();
            let expansion = game.map(|game| m.store.uptimal_expansion(game, &m.handle)).transpose()?;
            match expansion.flatten() {
                Some(expansion) => Ok(Value::text(expansion.to_string())),
                None => {
                    let shown = shown(m, &a[0]);
                    Fault::new(Mistake::Unsuitable, format!("{shown} is no uptimal"))
                        .note("An uptimal is a sum of a number, a nimber, and multiples of `^`, `^<2>`, `^<3>` and so on.")
                        .err()
                }
            }
        },
    ),
    Native::new(
        "is_uptimal",
        "is_uptimal(g)",
        "Whether the value is a sum of a number, a nimber, and multiples of `^`, `^<2>`, `^<3>` and so on.",
        &[("is_uptimal(^[2] + *3)", "true"), ("is_uptimal(<^3 | v3>)", "false")],
        |m, a| {
            let game = match beyond(&a[0]) {
                Some((_, game)) => Some(game),
                None => m.loopy_game(&a[0])?.short(),
            };
            let Some(game) = game else { return Ok(Value::Bool(false)) };
            Ok(Value::Bool(m.store.uptimal_expansion(game, &m.handle)?.is_some()))
        },
    ),
    Native::new(
        "up_power",
        "up_power(g, x)",
        "The power `g^<x>` of a game `<0 | h>`: `<0 | h - g^[x - 1]>` with the sum `g^[x - 1]` of `up_power_to`, for `^` written `^<x>`. Each is infinitely smaller than the one before (On Numbers and Games, ch. 16). `x` is a number from 1 on, or loopy; for integers it is also `up_power_to(g, x) - up_power_to(g, x - 1)`.",
        &[
            ("up_power(^, on)", "^<on>"),
            ("up_power(^, 2)", "^<2>"),
            ("up_power(^, 2) == <0 | v*>", "true"),
            ("20 * up_power(^, 2) < ^", "true"),
            ("up_power(^, 3/2) == <0 | * - up_power_to(^, 1/2)>", "true"),
            ("up_power(^, 2) < up_power(^, 3/2) and up_power(^, 3/2) < ^", "true"),
        ],
        |m, a| {
            if m.is_loopy(&a[1]) {
                let right = powered(m, &a[0])?;
                let exponent = m.loopy_game(&a[1])?;
                let found = m.loops.power(&right, exponent, &m.store, &m.handle);
                return match m.or_told(found, None)? {
                    Some(power) => Ok(m.loopy_result(power)),
                    None => several(m, &a[0]),
                };
            }
            let exponent = m.dyadic(&a[1])?;
            if exponent < Dyadic::from(1) {
                return Fault::expected("a number from 1 on as the power", &a[1]).err();
            }
            let before = exponent.sub(&Dyadic::from(1));
            let before = power_to(m, &a[0], &before.to_ratio().into())?;
            let game = m.game(&a[0])?;
            let right = m.store.options(game, Side::Right, &m.handle)?;
            let power = match right[..] {
                // For integers it is the difference that the last arm takes, and needs no options of one.
                [answer] => {
                    let answer = m.store.sub(answer, before, &m.handle)?;
                    m.store.canonical(&[ZERO], &[answer], &m.handle)?
                }
                _ if exponent.is_integer() => {
                    let this = power_to(m, &a[0], &a[1])?;
                    m.store.sub(this, before, &m.handle)?
                }
                _ => return several(m, &a[0]),
            };
            Ok(m.game_value(power))
        },
    ),
    Native::new(
        "up_power_to",
        "up_power_to(g, x)",
        "The sum `g^[x]` of the powers of a game `<0 | h>` up to the `x`th, for `^` written `^[x]`. It is `<| h> : x`, that is `<0, g^[l] | h, g^[r]>` for the options `l` and `r` of `x` if `x` is not 0, and `g^[0]` is 0; also for numbers that are no integers, and for loopy games.",
        &[
            ("[up_power_to(^, on), up_power_to(tiny(2), on)]", "[^[on], <pass|<0|-2>>]"),
            ("up_power_to(^, 2)", "^[2]"),
            ("up_power_to(^, 2) == <^ | *>", "true"),
            ("up_power_to(^, 3/2) == <^ | *, ^[2]>", "true"),
        ],
        |m, a| {
            if m.is_loopy(&a[1]) {
                let right = powered(m, &a[0])?.into_iter().map(Into::into).collect();
                let exponent = m.loopy_game(&a[1])?;
                return m.stacked([Vec::new(), right], exponent);
            }
            let sum = power_to(m, &a[0], &a[1])?;
            Ok(m.game_value(sum))
        },
    ),
    Native::new(
        "freeze",
        "freeze(g)",
        "The game cooled by its temperature: its mean and an infinitesimal. Numbers are frozen as they are.",
        &[
            ("freeze(<3 | -1>)", "1+*"),
            ("freeze(<4 || 2 | 0>)", "5/2+*"),
            ("freeze(1/2)", "1/2"),
            ("freeze(<5 + over | 0>)", "5/2+*"),
        ],
        |m, a| {
            let game = m.stopper(&a[0])?;
            let frozen = m.loops.freeze(game, &m.store, &m.handle);
            taxed(m, frozen)
        },
    ),
    Native::new(
        "overheat",
        "overheat(g, s, t)",
        "The game overheated from `s` to `t`: an integer is so many copies of `s`, every other game `<gl + t | gr - t>` for its options `gl`, `gr` overheated in the same way.",
        &[
            ("overheat(1/2, 1, 2)", "<2|-1>"),
            ("overheat(*, 1, 1)", "+-1"),
            ("overheat(3, ^, 1)", "^3"),
            ("overheat(<on | 1>, ^, 1)", "<on|-1+^>"),
        ],
        |m, a| {
            let [game, s, t] = [m.stopper(&a[0])?, m.stopper(&a[1])?, m.stopper(&a[2])?];
            let heated = m.loops.overheat(game, s, t, &m.store, &m.handle);
            taxed(m, heated)
        },
    ),
    Native::new(
        "norton_product",
        "norton_product(g, u)",
        "Norton's product `g·u` with a positive game `u`: an integer is so many copies of `u`, every other game `<gl·u + u + i | gr·u - u - i>` for its options `gl`, `gr` and the incentives `i` of `u`. It keeps sums and the order.",
        &[
            ("norton_product(6, ^)", "^6"),
            ("norton_product(1/2, ^)", "<^^*|v*>"),
            ("norton_product(^, ^)", "<^^*||0|v4>"),
            ("norton_product(3/2 + under, 1/2)", "3/4 + under"),
        ],
        |m, a| {
            let (game, unit) = (m.stopper(&a[0])?, unit(m, &a[1])?);
            let product = m.loops.norton_product(game, unit, &m.store, &m.handle);
            taxed(m, product)
        },
    )
    .also(&["norton"]),
    Native::new(
        "born_by",
        "born_by(day, reduced = false)",
        "All values born by a day, up to day 3, as a list, the same as `values_born_by(day)`, which knows other universes; with `reduced = true` those that are their own reduced canonical form, one for all that are infinitesimally close.",
        &[
            ("born_by(1)", "[-1, 0, 1, *]"),
            ("[length(born_by(n)) for n in 0..3]", "[1, 4, 22, 1474]"),
            ("[length(born_by(n, reduced = true)) for n in 0..3]", "[1, 3, 10, 61]"),
            ("is_lattice(poset(born_by(2), (g, h) -> g < h))", "true"),
        ],
        |m, a| {
            let day = natural(&a[0], "the day")?;
            let all = m.store.born_by(u32::try_from(day).unwrap_or(u32::MAX), &m.handle)?;
            let reduced = match given(&a[1]) {
                None | Some(Value::Bool(false)) => false,
                Some(Value::Bool(true)) => true,
                Some(other) => return Fault::expected("true or false for `reduced`", other).err(),
            };
            let mut kept = Vec::with_capacity(all.len());
            for game in all {
                if !reduced || m.store.reduced_canonical_form(game, &m.handle)? == game {
                    kept.push(m.game_value(game));
                }
            }
            Ok(Value::list(kept))
        },
    ),
    Native::new(
        "random_game",
        "random_game(seed, day = 3, options = 2)",
        "A random value that the seed determines, born by a day: drawn from those of day 2, or with at most so many random options on each side.",
        &[("random_game(7) == random_game(7)", "true"), ("birthday(random_game(1, day = 5)) <= 5", "true")],
        |m, a| {
            let seed = small(&a[0], "the seed")?;
            let number = |value: &Value, what: &str, without: u32| -> Res<u32> {
                match given(value) {
                    None => Ok(without),
                    Some(value) => Ok(u32::try_from(natural(value, what)?).unwrap_or(u32::MAX)),
                }
            };
            let (day, options) = (number(&a[1], "the day", 3)?, number(&a[2], "the number of options", 2)?);
            let game = m.store.random(seed.cast_unsigned(), day, options, &m.handle)?;
            Ok(m.game_value(game))
        },
    ),
];

fn parity(m: &mut Machine, g: &Value, wanted: Parity) -> Res {
    let game = m.ending(
        g,
        "it is neither even nor odd",
        "The number of moves counts in all runs of moves, also where a player moves twice, and some do not end.",
    )?;
    Ok(Value::Bool(m.store.parity(game, &m.handle)? == wanted))
}

fn temper(m: &mut Machine, g: &Value, wanted: Parity) -> Res {
    let game = m.ending(
        g,
        "it is neither even-tempered nor odd-tempered",
        "The number of moves counts in all runs of moves as far as a number, and some do not come to one.",
    )?;
    Ok(Value::Bool(m.store.temper(game, &m.handle)? == wanted))
}

/// A game for a message.
fn shown(m: &mut Machine, g: &Value) -> String {
    m.briefly(g).unwrap_or_else(|| "this game".into())
}

/// A game that may have an atomic weight.
pub fn weighed(m: &mut Machine, g: &Value) -> Res<Game> {
    m.ending(
        g,
        "it has no atomic weight",
        "Atomic weights are defined by induction over the options (Winning Ways, ch. 8), which on a cycle does not begin. `degree(g)` and `stops(g)` say what kind of infinitesimal it is.",
    )
}

/// A game that has a reduced canonical form.
pub fn reducible(m: &mut Machine, g: &Value) -> Res<Game> {
    m.ending(
        g,
        "it has no reduced canonical form",
        "Reduction up to infinitesimals is defined for games that end (Grossman and Siegel 2009); `canonical(g)` is the simplest form of a stopper.",
    )
}

/// Why a game has no atomic weight.
pub fn no_weight<T>(m: &mut Machine, g: &Value, why: NoWeight) -> Res<T> {
    let game = m.game(g)?;
    let value = m.game_value(game);
    let shown = shown(m, &value);
    match why {
        NoWeight::NotInfinitesimal => {
            let (left, right) = (m.store.left_stop(game), m.store.right_stop(game));
            let stops = if m.store.is_number(game) {
                "Atomic weights are those of infinitesimals: all-small games, and what differs little from them.".into()
            } else {
                format!("Its stops are {left} and {right}; those of an infinitesimal are both 0.")
            };
            Fault::new(Mistake::Unsuitable, format!("{shown} is no infinitesimal, so it has no atomic weight")).note(stops).err()
        }
        NoWeight::NotFound => Fault::new(
            Mistake::Undecided,
            format!("no atomic weight of {shown} was found: it is not all-small, and no all-small games of one weight were found on both sides of it"),
        )
        .note("Numbers other than 0 among its followers stand for more ups than any; this works where they are only threats.")
        .err(),
    }
}

/// What came of cooling, heating or a product, or why nothing does.
pub fn taxed(m: &mut Machine, found: Result<Loopy, Trouble>) -> Res {
    if let Err(Trouble::Unsuitable(why)) = found {
        return Fault::new(Mistake::Unsuitable, why)
            .note("Followers on cycles must freeze, which they do when they are cooled by more than their temperature, or what the moves on each cycle cost and earn must cancel.")
            .err();
    }
    let value = m.or_told(found, None)?;
    Ok(m.loopy_result(value))
}

/// A game with which Norton's product is defined.
pub fn unit(m: &mut Machine, written: &Value) -> Res<Game> {
    let value = m.loopy_game(written)?;
    let Some(unit) = value.short() else {
        let name = m.loops.name(value, &m.store, &m.handle)?;
        return Fault::new(
            Mistake::Unsuitable,
            format!("Norton's product is with a short game, and {name} is loopy: {name} less itself is not 0, so the product would not keep sums"),
        )
        .note("(1 - 1)·u is 0, but u - u is not if u is loopy; `degree(u)` is what remains.")
        .err();
    };
    if m.store.compare(unit, ZERO, &m.handle)? == Relation::Greater {
        return Ok(unit);
    }
    let shown = shown(m, written);
    Fault::new(
        Mistake::Unsuitable,
        format!("Norton's product is with a positive game, and {shown} is not greater than 0"),
    )
    .err()
}

/// The options of Right of a game that has powers.
fn powered(m: &mut Machine, g: &Value) -> Res<Vec<Game>> {
    let game = m.game(g)?;
    let [left, right] = [Side::Left, Side::Right].map(|side| m.store.options(game, side, &m.handle));
    let (left, right) = (left?, right?);
    if left == [ZERO] && !right.is_empty() && m.store.canonical(&[], &right, &m.handle)? == ZERO {
        return Ok(right);
    }
    let shown = shown(m, g);
    Fault::new(
        Mistake::Unsuitable,
        format!("{shown} has no powers as `^` has them: its canonical form is not `<0 | h>` with no `h <= 0`"),
    )
    .err()
}

fn several<T>(m: &mut Machine, g: &Value) -> Res<T> {
    let shown = shown(m, g);
    Fault::new(
        Mistake::Unsuitable,
        format!("{shown} has several options of Right: its powers are known for integers only"),
    )
    .err()
}

/// `g^[x]`.
fn power_to(m: &mut Machine, g: &Value, x: &Value) -> Res<Game> {
    let (game, right) = (m.game(g)?, powered(m, g)?);
    let exponent = m.dyadic(x)?;
    if exponent.sign().is_lt() {
        return Fault::expected("a number that is not negative as the power", x).err();
    }
    let over = m.store.number(exponent.clone());
    // `^` is asked for most, and known far.
    let n = u64::try_from(exponent.floor()).ok().filter(|&n| exponent.is_integer() && n <= 10_000);
    match n {
        Some(n) if game == m.store.number_up_star(crate::games::Dyadic::zero(), 1, 0) => {
            Ok(m.store.up_power_to(n, &m.handle)?)
        }
        _ => Ok(m.store.ordinal_sum(&[], &right, over, &m.handle)?),
    }
}

/// `wrong_bounds(g)`.
fn wrong_bounds(m: &mut Machine, a: &[Value]) -> Res {
    let all = followers(m, a)?;
    let mut wrong = Vec::new();
    for follower in m.elements(&all)? {
        let positions = match &follower {
            Value::Position(position) => vec![std::rc::Rc::clone(position)],
            Value::Sum(sum) => sum.terms.iter().map(|(_, position)| std::rc::Rc::clone(position)).collect(),
            _ => Vec::new(),
        };
        for position in positions {
            m.handle.tick()?;
            let Some((low, high)) = m.bounds(&position)? else { continue };
            let position = Value::Position(position);
            let value = m.game(&position)?;
            if !(m.store.le(low, value, &m.handle)? && m.store.le(value, high, &m.handle)?) {
                wrong.push(position);
            }
        }
    }
    Ok(Value::set(super::collections::keys(m, wrong)?))
}
