//! Questions about the value of a game.

use super::calculus::taxed;
use super::given;
use super::play::undecided;
use super::under_by;
use crate::adapters::misere::forms::MisereForm;
use crate::adapters::ordinals;
use crate::adapters::universes::Universe;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::games::{Dyadic, Relation, Side, ZERO, simplest_between};
use crate::value::notion::Notion;
use crate::value::{Fault, Method, OutcomeClass, Player, Res, Under, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "canonical",
        "canonical(g, in = Normal)",
        "The canonical form of a game: the only form of its value without dominated or reversible options.\n\nWhat is printed for any game is the name of its canonical form; moves and all that depends on them go by the form that was written.\n\nIn a universe of misère play, `Misere`, `Dicot`, `DeadEnding` or `IntegerEnds`, the canonical form there: games are equal there exactly if it is the same. It is shown as it is written.",
        &[
            ("canonical(<0, * | 1/2>)", "1/4"),
            ("options(canonical(<0, 1 | 3>))", "[1]"),
            ("canonical(* + *, in = Misere)", "<* | *>"),
            ("canonical(* + *, in = Dicot)", "0"),
        ],
        |m, a| match super::universes::universe(&a[1])? {
            Universe::Normal if m.is_beyond(&a[0]) => Ok(a[0].clone()),
            Universe::Normal => {
                let game = m.loopy_game(&a[0])?;
                Ok(m.loopy_result(game))
            }
            universe => m.canonical_in(&a[0], universe),
        },
    )
    .also(&["canonical_form"])
    .about(Notion::Canonical),
    Native::new(
        "left",
        "left(g)",
        "Left's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.",
        &[("left(<0, 1 | 3>)", "[0, 1]"), ("left(2)", "[1]")],
        |m, a| options(m, &a[0], Player::Left),
    )
    .also(&["left_options"])
    .about(Notion::LeftOptions),
    Native::new(
        "right",
        "right(g)",
        "Right's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.",
        &[("right(1/2)", "[1]"), ("right(*2)", "[0, *]")],
        |m, a| options(m, &a[0], Player::Right),
    )
    .also(&["right_options"])
    .about(Notion::RightOptions),
    Native::new(
        "options",
        "options(g)",
        "The options of both players, each once: Left's first.",
        &[("options(*3)", "[0, *, *2]"), ("options(<1 | -1>)", "[1, -1]")],
        |m, a| {
            if a[0].thing::<crate::adapters::loopy::games::LoopyGame>().is_some() {
                let mut all = m.loopy_options(&a[0], Player::Left)?;
                for option in m.loopy_options(&a[0], Player::Right)? {
                    if !all.iter().any(|known| crate::value::key::same(known, &option)) {
                        all.push(option);
                    }
                }
                return Ok(Value::list(all));
            }
            let mut all = m.moves_of(&a[0], Player::Left)?;
            all.extend(m.moves_of(&a[0], Player::Right)?);
            let mut seen = crate::value::Items::default();
            let mut out = Vec::new();
            for record in all {
                if seen.insert(m.played_key(&record.to)?) {
                    out.push(record.to);
                }
            }
            Ok(Value::list(out))
        },
    )
    .about(Notion::Options),
    Native::new(
        "outcome",
        "outcome(g, bound = nothing, misere = false, method = nothing)",
        "Who wins: `N` the next player, `P` the previous player, `L` Left, `R` Right, whoever begins; `D` nobody, if play can go on for ever and nobody does better otherwise. In partizan games with cycles also `LD`, `DL`, `DR`, `RD`: who wins if Left and if Right begins, `D` for a draw. With a bound that many positions are explored at most, and the answer is `unknown` if they do not decide. With `misere = true` whoever cannot move wins: see `misere_outcome`. A game that ends is decided by its canonical value or by a search, whichever is found first; `method = \"value\"` or `\"search\"` forces one.",
        &[("outcome(*)", "N"), ("outcome(<0 | 0> + *)", "P"), ("outcome(1/2)", "L"), ("outcome(1/2, misere = true)", "R")],
        |m, a| {
            let under = under_by(&a[1], &a[2], &a[3])?;
            match outcome(m, &a[0], under)? {
                Some(class) => Ok(Value::Outcome(class)),
                None => undecided(m, "outcome", &a[0], under),
            }
        },
    )
    .about(Notion::Outcome),
    Native::new(
        "winner",
        "winner(g, bound = nothing, misere = false, method = nothing)",
        "Who wins: `First` or `Second` by turn, `Left` or `Right` if that player wins whoever begins; `nothing` if it is a draw, or one if somebody begins. With `misere = true` whoever cannot move wins. `method` is that of `outcome`.",
        &[("winner(*3 + *3)", "Second"), ("winner(-1/4)", "Right"), ("winner(Kayles(5), misere = true)", "First")],
        |m, a| {
            let under = under_by(&a[1], &a[2], &a[3])?;
            let Some(class) = outcome(m, &a[0], under)? else { return undecided(m, "winner", &a[0], under) };
            Ok(match class {
                OutcomeClass::N => Value::Player(Player::First),
                OutcomeClass::P => Value::Player(Player::Second),
                OutcomeClass::L => Value::Player(Player::Left),
                OutcomeClass::R => Value::Player(Player::Right),
                _ => Value::Nothing,
            })
        },
    )
    .about(Notion::Winner),
    Native::new(
        "identical",
        "identical(g, h)",
        "Whether two games have the same form: the same options, their options the same, and so on down.",
        &[("identical(<0|>, 1)", "true"), ("identical(* + *, 0)", "false"), ("identical(<0|>, <0, -1|>)", "false")],
        |m, a| Ok(Value::Bool(super::form::identical(m, &a[0], &a[1])?)),
    )
    .about(Notion::Identical),
    Native::new(
        "birthday",
        "birthday(g)",
        "The day on which the value is born: the depth of its canonical form. Fractions that are no short games are born on day `omega`, ordinals on their own.",
        &[("birthday(0)", "0"), ("birthday(5/8)", "4"), ("birthday(^)", "2"), ("birthday(1/3)", "omega"), ("birthday(omega - 1)", "omega+1")],
        |m, a| {
            if m.is_beyond(&a[0]) {
                let number = ordinals::beyond(&a[0]).and_then(|(number, game)| (game == ZERO).then_some(number));
                let Some(day) = number.and_then(|number| number.birthday()) else {
                    let shown = m.briefly(&a[0]).unwrap_or_else(|| "this game".into());
                    return Fault::new(Mistake::Undecided, format!("the birthday of {shown} is not worked out"))
                        .note("It is for short games, and for ordinals plus real numbers, and their negatives: `omega + 1/3`, `-omega^2 + 1`.")
                        .err();
                };
                return ordinals::value(m, day, ZERO);
            }
            let game = m.ending(&a[0], "it has no birthday", "Games are born of games that were born before, and a loopy game would have been born before itself.")?;
            Ok(m.store.birthday(game, &m.handle)?.into())
        },
    )
    .about(Notion::Birthday),
    Native::new(
        "stops",
        "stops(g)",
        "The Left stop and the Right stop: the numbers reached when Left, or Right, begins and both play as long as the game is no number.",
        &[("stops(<2 || 1 | 0>)", "(2, 1)"), ("stops(^)", "(0, 0)")],
        |m, a| Ok(Value::tuple(vec![stop(m, &a[0], Side::Left)?, stop(m, &a[0], Side::Right)?])),
    )
    .about(Notion::Stops),
    Native::new(
        "incentives",
        "incentives(g)",
        "Left's incentives `GL - G` and Right's `G - GR`, as two lists, each value once.",
        &[("incentives(*)", "([*], [*])"), ("incentives(1)", "([-1], [])"), ("incentives(over)", "([under], [over & under])")],
        |m, a| {
            if m.is_loopy(&a[0]) {
                return super::loopy::incentives(m, &a[0]);
            }
            let game = m.game(&a[0])?;
            let (left, right) = m.store.incentives(game, &m.handle)?;
            let list = |games: Vec<_>| Value::list(games.into_iter().map(|g| m.game_value(g)).collect());
            Ok(Value::tuple(vec![list(left), list(right)]))
        },
    ),
    Native::new(
        "mean",
        "mean(g)",
        "The mean value: where `n` copies of the game, divided by `n`, tend to; the mast of the thermograph.",
        &[("mean(<3 | -1>)", "1"), ("mean(^)", "0")],
        |m, a| {
            if let Some((number, _)) = ordinals::beyond(&a[0]) {
                return ordinals::value(m, number, ZERO);
            }
            // Means add up (Siegel, ch. II.5).
            if let Some(parts) = m.addends(&a[0])? {
                let mut mean = Dyadic::zero();
                for part in parts {
                    mean = mean.add(&m.store.mean(part, &m.handle)?);
                }
                return Ok(mean.to_ratio().into());
            }
            match m.stopper(&a[0])?.short() {
                Some(game) => Ok(m.store.mean(game, &m.handle)?.to_ratio().into()),
                None => Ok(thermograph(m, &a[0])?.mast.to_ratio().into()),
            }
        },
    )
    .about(Notion::Mean),
    Native::new(
        "temperature",
        "temperature(g)",
        "How much a move is worth: the least tax at which nobody gains by moving. Numbers have negative temperatures: -1 for an integer, -1/2^k for a denominator 2^k; those that are no short games, such as 1/3, have none, and take none away from a game beside them.",
        &[("temperature(<3 | -1>)", "2"), ("temperature(*)", "0"), ("temperature(1/2)", "-1/2")],
        |m, a| {
            if let Some((_, game)) = ordinals::beyond(&a[0]).filter(|(_, game)| *game != ZERO) {
                return Ok(m.store.temperature(game, &m.handle)?.to_ratio().into());
            }
            if let Some(switches) = m.switches(&a[0])? {
                return Ok(switches.temperature().to_ratio().into());
            }
            match m.stopper(&a[0])?.short() {
                Some(game) => Ok(m.store.temperature(game, &m.handle)?.to_ratio().into()),
                None => Ok(thermograph(m, &a[0])?.temperature.to_ratio().into()),
            }
        },
    )
    .about(Notion::Temperature),
    Native::new(
        "thermograph",
        "thermograph(g)",
        "The thermograph: how the stops move as each move is taxed. Ask it for `mast`, `temperature`, `left_wall`, `right_wall`, or `draw` it.",
        &[
            ("thermograph(<3 | -1>)", "thermograph with mast 1 from temperature 2"),
            ("t = thermograph(<3 | -1>); t.mast", "1"),
        ],
        |m, a| Ok(Value::Thermograph(thermograph(m, &a[0])?)),
    ),
    Native::new(
        "cool",
        "cool(g, t)",
        "The game cooled by `t`, which is greater than -1: each move costs `t`, until the game freezes to its mean. On a cycle the tax adds up, so there followers must freeze or taxes cancel; else there is an error that says so.",
        &[
            ("cool(<3 | -1>, 1)", "<2|0>"),
            ("cool(<3 | -1>, 3)", "1"),
            ("cool(1/2, -3/4)", "<3/4|1/4>"),
            ("cool(<5 + over | 0>, 1)", "<4|1>"),
            ("cool(<on | 0>, 2)", "<on|2>"),
        ],
        |m, a| {
            let game = m.stopper(&a[0])?;
            let t = m.dyadic(&a[1])?;
            if t <= Dyadic::from(-1) {
                return Fault::new(Mistake::Unsuitable, format!("a game is cooled by more than -1, found {t}"))
                    .note("Even an integer has the temperature -1: below that there is nothing to tax. To undo cooling, `heat(g, t)`.")
                    .err();
            }
            let cooled = m.loops.cool(game, &t, &m.store, &m.handle);
            taxed(m, cooled)
        },
    ),
    Native::new(
        "heat",
        "heat(g, t)",
        "The game heated by `t`: each move of its canonical form that is no number earns `t`. `t` may be any game. All-small games it keeps in sums and undoes what `cool` does; other numbers than 0 stay where they are, so there it need not.",
        &[
            ("heat(*, 1)", "+-1"),
            ("heat(1/2, 1)", "1/2"),
            ("heat(tiny(on), 1)", "<1||0|off>"),
            ("heat(*, over)", "+-over"),
        ],
        |m, a| {
            let (game, t) = (m.stopper(&a[0])?, m.stopper(&a[1])?);
            let heated = m.loops.heat(game, t, &m.store, &m.handle);
            taxed(m, heated)
        },
    ),
    Native::new(
        "simplest_between",
        "simplest_between(a, b)",
        "The simplest number between two numbers: the integer nearest to 0 if there is one, else the fraction with the smallest power of two as its denominator.",
        &[("simplest_between(1/4, 1)", "1/2"), ("simplest_between(1/2, 17/4)", "1")],
        |m, a| {
            let (x, y) = (m.dyadic(&a[0])?, m.dyadic(&a[1])?);
            match simplest_between(&x, &y) {
                Some(number) => Ok(number.to_ratio().into()),
                None => Fault::new(Mistake::Unsuitable, format!("there is no number between {x} and {y}"))
                    .note("The first must be less than the second.")
                    .err(),
            }
        },
    ),
    Native::new(
        "tiny",
        "tiny(g)",
        "`<0 || 0 | -g>`. For `g` above a positive number it is positive, and smaller than every positive combination of ups; of other games it may be more, and `tiny(0)` is `^`.",
        &[("tiny(2)", "tiny(2)"), ("tiny(1) > 0", "true"), ("tiny(0)", "^")],
        |m, a| {
            let game = m.stopper(&a[0])?;
            let found = m.loops.tiny(game, &m.store, &m.handle);
            let tiny = m.or_told(found, None)?;
            Ok(m.loopy_result(tiny))
        },
    ),
    Native::new(
        "miny",
        "miny(g)",
        "The negative of `tiny(g)`: `<g | 0 || 0>`.",
        &[("miny(1)", "miny(1)"), ("tiny(3) + miny(3)", "0")],
        |m, a| {
            let game = m.stopper(&a[0])?;
            let found = m.loops.tiny(game, &m.store, &m.handle);
            let tiny = m.or_told(found, None)?;
            let miny = m.loops.neg(tiny, &m.store, &m.handle)?;
            Ok(m.loopy_result(miny))
        },
    ),
    Native::new(
        "is_number",
        "is_number(g)",
        "Whether the value is a number.",
        &[("is_number(<0 | 1>)", "true"), ("is_number(^)", "false")],
        |m, a| {
            if matches!(&a[0], Value::Ratio(_)) {
                return Ok(Value::Bool(true));
            }
            if let Some(long) = a[0].thing::<ordinals::Long>() {
                return Ok(Value::Bool(long.game == ZERO));
            }
            let game = m.short_game(&a[0])?;
            Ok(Value::Bool(game.is_some_and(|game| m.store.is_number(game))))
        },
    )
    .about(Notion::IsNumber),
    Native::new(
        "is_integer",
        "is_integer(g)",
        "Whether the value is an integer.",
        &[("is_integer(<0|>)", "true"), ("is_integer(1/2)", "false")],
        |m, a| {
            if matches!(&a[0], Value::Ratio(_)) {
                return Ok(Value::Bool(false));
            }
            let number = m.short_game(&a[0])?.and_then(|game| m.store.as_number(game));
            Ok(Value::Bool(number.is_some_and(|n: Dyadic| n.is_integer())))
        },
    )
    .about(Notion::IsInteger),
    Native::new(
        "is_nimber",
        "is_nimber(g)",
        "Whether the value is a nimber; 0 is one.",
        &[("is_nimber(*3)", "true"), ("is_nimber(^)", "false")],
        |m, a| {
            let nimber = m.short_game(&a[0])?.and_then(|game| m.store.as_nimber(game));
            Ok(Value::Bool(nimber.is_some()))
        },
    )
    .about(Notion::IsNimber),
    Native::new(
        "is_infinitesimal",
        "is_infinitesimal(g)",
        "Whether the value is smaller than every positive real number and greater than every negative one.",
        &[
            ("is_infinitesimal(^*)", "true"),
            ("is_infinitesimal(1/64)", "false"),
            ("is_infinitesimal(over)", "true"),
            ("is_infinitesimal(1/omega)", "true"),
        ],
        |m, a| {
            if m.is_loopy(&a[0]) {
                let value = m.loopy_game(&a[0])?;
                let zero = crate::games::Dyadic::zero();
                for (side, end) in [(value.on, crate::games::Side::Left), (value.off, crate::games::Side::Right)] {
                    let stop = m.loops.stop(side, end, &m.store, &m.handle)?;
                    if !matches!(stop, crate::stoppers::Pseudonumber::Near(x, _) if x == zero) {
                        return Ok(Value::Bool(false));
                    }
                }
                return Ok(Value::Bool(true));
            }
            if let Some((number, _)) = ordinals::beyond(&a[0]) {
                return Ok(Value::Bool(number.is_infinitesimal()));
            }
            let game = m.game(&a[0])?;
            Ok(Value::Bool(m.store.is_infinitesimal(game)))
        },
    )
    .about(Notion::IsInfinitesimal),
    Native::new(
        "is_impartial",
        "is_impartial(g)",
        "Whether both players have the same options throughout: of a literal or a position as it stands, of a value in its canonical form.",
        &[("is_impartial(*2)", "true"), ("is_impartial(<1 | 1>)", "false")],
        |m, a| Ok(Value::Bool(super::form::impartial(m, &a[0])?)),
    )
    .about(Notion::IsImpartial),
    Native::new(
        "latex",
        "latex(g)",
        "The name of the value in LaTeX; also of a generating function or a stratification. Of a drawing, such as `tree(g)`, `draw(p)` or a thermograph, a TikZ picture.",
        &[
            ("latex(^3 + *2)", "3\\cdot{\\uparrow}{\\ast}2"),
            ("length(latex(tree(*2))) > 100", "true"),
            ("latex(series(\"(1 + x*y)/(1 - x^2)\"))", "\\frac{1 + x y}{1 - x^{2}}"),
        ],
        |m, a| {
            if let Value::Thing(thing) = &a[0]
                && let Some(text) = thing.opened().latex(m)
            {
                return Ok(Value::text(text));
            }
            if matches!(&a[0], Value::Display(_) | Value::Thermograph(_)) {
                return super::pictures::latex(m, &a[0]);
            }
            let game = m.game(&a[0])?;
            Ok(Value::text(m.store.latex(game, &m.handle)?))
        },
    ),
    Native::new(
        "mast",
        "mast(t)",
        "The mast of a thermograph, or of a game's: its mean value.",
        &[("mast(thermograph(<4 | 0>))", "2")],
        |m, a| {
            let t = thermograph(m, &a[0])?;
            Ok(t.mast.to_ratio().into())
        },
    ),
    Native::new(
        "left_wall",
        "left_wall(t, tax = nothing)",
        "The left wall of a thermograph: its corners `(tax, value)`, or its value at one tax.",
        &[("left_wall(thermograph(<4 | 0>))", "[(-1, 5), (2, 2)]"), ("left_wall(thermograph(<4 | 0>), 1)", "3")],
        |m, a| wall(m, a, Player::Left),
    ),
    Native::new(
        "right_wall",
        "right_wall(t, tax = nothing)",
        "The right wall of a thermograph: its corners `(tax, value)`, or its value at one tax.",
        &[("right_wall(thermograph(<4 | 0>), 1)", "1")],
        |m, a| wall(m, a, Player::Right),
    ),
];

/// Who wins, if at most so many positions decide it. Heaps of misère Nim may be given by their sizes.
pub fn outcome(m: &mut Machine, g: &Value, under: Under) -> Res<Option<OutcomeClass>> {
    let class = |lost| Ok(Some(if lost { OutcomeClass::P } else { OutcomeClass::N }));
    if under.is_misere() {
        if g.thing::<MisereForm>().is_some() {
            let genus = m.genus_of(g)?;
            return class(genus.values[0] == 0);
        }
        let g = &m.playable(g)?;
        if let Value::Tuple(_) | Value::List(_) = g {
            let heaps = m.elements(g)?;
            let heaps = heaps.iter().map(|heap| super::natural(heap, "the size of a heap").map(Into::into));
            return class(crate::adapters::misere::nim::lost(&heaps.collect::<Res<Vec<_>>>()?));
        }
        return m.outcome_class(g, under);
    }
    if let Some(relation) = ordinals::relation_to_zero(m, g) {
        return Ok(Some(match relation? {
            Relation::Equal => OutcomeClass::P,
            Relation::Greater => OutcomeClass::L,
            Relation::Less => OutcomeClass::R,
            Relation::Confused => OutcomeClass::N,
        }));
    }
    match m.lost_natively(g)? {
        Some(lost) if under.method == Method::Either => class(lost),
        _ => m.outcome_class(g, under),
    }
}

fn options(m: &mut Machine, g: &Value, player: Player) -> Res {
    if g.thing::<crate::adapters::loopy::games::LoopyGame>().is_some() {
        return m.loopy_options(g, player).map(Value::list);
    }
    m.check_game_argument(g)?;
    Ok(Value::list(m.moves_of(g, player)?.into_iter().map(|record| record.to).collect()))
}

/// Where play stops if this side begins.
pub fn stop(m: &mut Machine, g: &Value, side: Side) -> Res {
    if let Some((number, game)) = ordinals::beyond(g) {
        let stop = if side == Side::Left { m.store.left_stop(game) } else { m.store.right_stop(game) };
        return ordinals::value(m, number.plus(&stop.to_ratio().into()), ZERO);
    }
    if let Some(switches) = m.switches(g)? {
        return Ok(switches.stop(side).to_ratio().into());
    }
    let game = m.stopper(g)?;
    let stop = m.loops.stop(game, side, &m.store, &m.handle)?;
    m.stop_value(stop)
}

/// The thermograph itself, or that of a game.
pub fn thermograph(m: &mut Machine, value: &Value) -> Res<Rc<crate::games::Thermograph>> {
    if let Value::Thermograph(t) = value {
        return Ok(Rc::clone(t));
    }
    let game = m.stopper(value)?;
    let found = m.loops.thermograph(game, &m.store, &m.handle);
    m.or_told(found, None)
}

fn wall(m: &mut Machine, a: &[Value], player: Player) -> Res {
    let t = thermograph(m, &a[0])?;
    let wall = if player == Player::Left { &t.left } else { &t.right };
    if let Some(tax) = given(&a[1]) {
        let tax = m.dyadic(tax)?;
        if tax < Dyadic::from(-1) {
            return Fault::new(Mistake::Unsuitable, format!("thermographs begin at the tax -1, found {tax}"))
                .note("Even an integer has the temperature -1: below that there is nothing to tax.")
                .err();
        }
        return Ok(wall.at(&tax).to_ratio().into());
    }
    let corners = wall.corners().iter();
    Ok(Value::list(corners.map(|(t, x)| Value::tuple(vec![t.to_ratio().into(), x.to_ratio().into()])).collect()))
}
