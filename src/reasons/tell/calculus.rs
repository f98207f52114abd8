//! `explain(g, about)`: how an atomic weight, a reduced canonical form, a thermograph, an ordinal sum, Norton's product or an
//! overheated game is found, step by step.

use super::explain::{owner, written};
use crate::builtins::calculus::{no_weight, reducible, taxed, unit, weighed};
use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::games::{Dyadic, Game, ReducedStep, Relation, Side, Thermograph, Trajectory, ZERO};
use crate::reasons::words::{self, bounded, name};
use crate::stoppers::{Loopy, Stopper};
use crate::value::{Fault, Res, Value};

/// Most options that are listed for a player.
const OPTIONS: usize = 12;

/// `explain(g, about, x, y)`.
pub fn explain(m: &mut Machine, a: &[Value]) -> Res {
    let about = match &a[1] {
        Value::Native(native) => native.name,
        _ => "",
    };
    let (wanted, mut lines) = match about {
        "atomic_weight" => (0, weight(m, &a[0])?),
        "reduced_canonical_form" => (0, reduced(m, &a[0])?),
        "thermograph" | "mean" | "temperature" | "mast" => (0, thermograph(m, &a[0])?),
        "ordinal_sum" => (1, ordinal(m, &a[0], argument(&a[2], "ordinal_sum", "h")?)?),
        "norton_product" => (1, norton(m, &a[0], argument(&a[2], "norton_product", "u")?)?),
        "overheat" => {
            let (s, t) = (argument(&a[2], "overheat", "s")?, argument(&a[3], "overheat", "t")?);
            (2, overheated(m, &a[0], s, t)?)
        }
        _ => {
            return Fault::expected("one of the functions that have steps to show as `about`", &a[1])
                .note("They are atomic_weight, reduced_canonical_form, thermograph, ordinal_sum, norton_product and overheat: `explain(^, atomic_weight)`, `explain(1/2, norton_product, ^)`.")
                .err();
        }
    };
    if let Some(more) = a[2 + wanted..].iter().find_map(given) {
        return Fault::new(Mistake::Arguments, format!("`explain(g, {about})` has no use for another argument"))
            .note(words::shown(m, more).map_or_else(|_| String::new(), |shown| format!("It was given {shown}.")))
            .err();
    }
    let headline = words::full(m, &a[0])?;
    // The steps begin at the canonical form, in an ordinal sum alone at what was written.
    if about != "ordinal_sum" {
        let value = m.loopy_game(&a[0])?;
        let name = called(m, value)?;
        if name.replace(' ', "") != headline.replace(' ', "") {
            lines.insert(0, format!("In canonical form it is {}.", words::shortened(&name)));
        }
    }
    Ok(Value::explanation(headline, &lines))
}

fn argument<'a>(value: &'a Value, about: &str, name: &str) -> Res<&'a Value> {
    match given(value) {
        Some(value) => Ok(value),
        None => Fault::new(Mistake::Arguments, format!("`{about}` needs `{name}` beside the game"))
            .note(format!("`explain(g, {about}, …)` takes what `{about}(g, …)` takes."))
            .err(),
    }
}

/// At most so many lines for a player, and how many more there are.
fn shortened(lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(OPTIONS);
    let mut kept: Vec<String> = lines.into_iter().take(OPTIONS).collect();
    if more > 0 {
        kept.push(format!("… {more} more"));
    }
    kept
}

fn weight(m: &mut Machine, g: &Value) -> Res<Vec<String>> {
    let game = weighed(m, g)?;
    let found = match m.store.explain_weight(game, &m.handle)? {
        Ok(found) => found,
        Err(why) => return no_weight(m, g, why),
    };
    let weight = name(m, found.weight)?;
    if found.game == ZERO {
        return Ok(vec!["0 has no options: its atomic weight is 0.".to_owned()]);
    }
    let mut lines = Vec::new();
    if found.game != game {
        let (own, near) = (name(m, game)?, name(m, found.game)?);
        lines.push(format!("{own} is not all-small, but between it and the all-small {near} lies less than ^<2>, of weight 0, on both sides: it has the weight of that."));
    }
    for (side, sign, shift) in [(Side::Left, "less", -2), (Side::Right, "and", 2)] {
        let mut list = Vec::new();
        for &(_, option, w) in found.options.iter().filter(|option| option.0 == side) {
            m.handle.tick()?;
            if list.len() > 10 * OPTIONS {
                break;
            }
            let by = m.store.number(Dyadic::from(shift));
            let shifted = m.store.add(w, by, &m.handle)?;
            let (option, w, shifted) = (name(m, option)?, name(m, w)?, name(m, shifted)?);
            list.push(format!("{}'s option {option} has weight {w}, {sign} 2: {shifted}.", owner(side)));
        }
        lines.extend(shortened(list));
    }
    let simplest = name(m, found.simplest)?;
    let Some(relation) = found.relation else {
        lines.push(format!("A game with these options is {simplest}, no integer: this is the atomic weight."));
        return Ok(lines);
    };
    lines.push(format!("The simplest game with these options is the integer {simplest}; where other integers fit as well, a remote star tells. Here *{} is one: no follower is equal to it.", found.remote));
    let own = name(m, found.game)?;
    lines.push(match relation {
        Relation::Greater => format!("{own} is greater than it, so the weight is the greatest integer that is less than or confused with each of Right's numbers: {weight}."),
        Relation::Less => format!("{own} is less than it, so the weight is the least integer that is greater than or confused with each of Left's numbers: {weight}."),
        Relation::Equal | Relation::Confused => format!("{own} is confused with it, so the weight is 0."),
    });
    Ok(lines)
}

fn reduced(m: &mut Machine, g: &Value) -> Res<Vec<String>> {
    let game = reducible(m, g)?;
    let mut sides = [m.store.left(game, &m.handle)?, m.store.right(game, &m.handle)?];
    let mut lines = Vec::new();
    for step in m.store.explain_reduced(game, &m.handle)? {
        m.handle.tick()?;
        let replace = |side: Side, option: Game, by: &[Game], sides: &mut [Vec<Game>; 2]| {
            let options = &mut sides[usize::from(side == Side::Right)];
            options.retain(|&o| o != option);
            for &new in by {
                if !options.contains(&new) {
                    options.push(new);
                }
            }
        };
        match step {
            ReducedStep::Number { number } => {
                lines.push(format!("Both stops are {number}, so the game differs from {number} by an infinitesimal."));
                lines.push(format!("The reduced canonical form is {number}."));
                return Ok(lines);
            }
            ReducedStep::Option { side, option, reduced } => {
                replace(side, option, &[reduced], &mut sides);
                let (option, reduced) = (name(m, option)?, name(m, reduced)?);
                lines.push(format!("{}'s option {option} is reduced to {reduced}.", owner(side)));
            }
            ReducedStep::Dominated { side, option, by } => {
                replace(side, option, &[], &mut sides);
                let (option, by, form) = (name(m, option)?, name(m, by)?, written(m, &sides)?);
                lines.push(format!(
                    "{}'s option {option} is dominated by {by}, up to infinitesimals: {form}.",
                    owner(side)
                ));
            }
            ReducedStep::Reversible { side, option, through, replaced_by } => {
                replace(side, option, &replaced_by, &mut sides);
                let (option, through, form) = (name(m, option)?, name(m, through)?, written(m, &sides)?);
                lines.push(format!("{0}'s option {option} is reversible through {through}, up to infinitesimals, and is replaced by {0}'s options of that: {form}.", owner(side)));
            }
        }
    }
    let reduced = m.store.reduced_canonical_form(game, &m.handle)?;
    let shown = name(m, reduced)?;
    lines.push(if reduced == game {
        "No option is dominated or reversible even up to infinitesimals: the game is its own reduced canonical form."
            .to_owned()
    } else {
        format!(
            "No more option is dominated or reversible, up to infinitesimals: the reduced canonical form is {shown}."
        )
    });
    Ok(lines)
}

/// `4 at tax -1, 2 from tax 1 on`.
fn wall(trajectory: &Trajectory) -> String {
    match trajectory.corners() {
        [(_, x)] => format!("{x} at every tax"),
        corners => {
            let last = corners.len() - 1;
            let parts = corners
                .iter()
                .enumerate()
                .map(|(i, (t, x))| if i == last { format!("{x} from tax {t} on") } else { format!("{x} at tax {t}") });
            bounded(parts.collect(), OPTIONS)
        }
    }
}

fn thermograph(m: &mut Machine, g: &Value) -> Res<Vec<String>> {
    let game = m.stopper(g)?;
    let graph = walls(m, game)?;
    if game.short().and_then(|game| m.store.as_number(game)).is_some_and(|x| x.is_integer()) {
        return Ok(vec![format!(
            "An integer is its own mast, from the temperature -1 on: both walls are {}.",
            graph.mast
        )]);
    }
    if !game.is_short() && graph.left == graph.right {
        return Ok(vec![format!(
            "Both stops are {0}, up to over and under: a mast stands at {0}, and the temperature is 0.",
            graph.mast
        )]);
    }
    let mut lines = Vec::new();
    for (side, own, wanted, sign) in
        [(Side::Left, &graph.left, "greatest", "less"), (Side::Right, &graph.right, "least", "and")]
    {
        let mut list = Vec::new();
        for option in m.loops.options(game, side, &m.store, &m.handle)? {
            m.handle.tick()?;
            if list.len() > 10 * OPTIONS {
                break;
            }
            let of = walls(m, option)?;
            let (inner, which) = if side == Side::Left { (&of.right, "right") } else { (&of.left, "left") };
            let option = m.loops.name(option.into(), &m.store, &m.handle)?;
            list.push(format!("{}'s option {option} has the {which} wall {}.", owner(side), wall(inner)));
        }
        let many = list.len() > 1;
        lines.extend(shortened(list));
        let of = if many { format!("the {wanted} of these walls") } else { "this wall".to_owned() };
        let own_name = if side == Side::Left { "left" } else { "right" };
        lines.push(format!("The {own_name} wall is {of}, {sign} the tax: {}.", wall(own)));
    }
    lines.push(format!(
        "The walls meet at tax {}, the temperature; from there the mast stands at {}, the mean.",
        graph.temperature, graph.mast
    ));
    Ok(lines)
}

fn walls(m: &mut Machine, game: Stopper) -> Res<std::rc::Rc<Thermograph>> {
    let found = m.loops.thermograph(game, &m.store, &m.handle);
    m.or_told(found, None)
}

/// The name of a value, loopy ones included.
fn called(m: &mut Machine, value: impl Into<Loopy>) -> Res<String> {
    Ok(m.loops.name(value.into(), &m.store, &m.handle)?)
}

/// Options in brackets, by their names.
fn bracketed(m: &mut Machine, sides: [Vec<Loopy>; 2]) -> Res<String> {
    let short = sides.each_ref().map(|side| side.iter().map(|g| g.short()).collect::<Option<Vec<Game>>>());
    if let [Some(left), Some(right)] = short {
        return written(m, &[left, right]);
    }
    let mut texts = Vec::new();
    for side in sides {
        let mut names = Vec::new();
        for value in side {
            names.push(called(m, value)?);
        }
        texts.push(names.join(", "));
    }
    Ok(words::shortened(&format!("<{}>", texts.join(" | "))))
}

fn ordinal(m: &mut Machine, g: &Value, h: &Value) -> Res<Vec<String>> {
    let over = m.stopper(h)?;
    let below = m.base_options(g)?;
    let (base, top) = (words::shown(m, g)?, called(m, over)?);
    let mut lines = vec![format!(
        "A move in {base} ends what lies on it, a move in {top} leaves {base} as it is. Only the value of what lies on top matters, and what is better there is better in all (the colon principle); of {base} the form matters."
    )];
    let mut sides = below.clone();
    for side in [Side::Left, Side::Right] {
        let own = usize::from(side == Side::Right);
        if below[own].is_empty() {
            lines.push(format!("{} has no move in {base}.", owner(side)));
        } else {
            let mut names = Vec::new();
            for &option in below[own].iter().take(10 * OPTIONS) {
                names.push(called(m, option)?);
            }
            lines.push(format!("{} moves in {base} to {}.", owner(side), bounded(names, OPTIONS)));
        }
        let mut list = Vec::new();
        for option in m.loops.options(over, side, &m.store, &m.handle)? {
            m.handle.tick()?;
            let value = m.stacked(below.clone(), option.into())?;
            let value = m.loopy_game(&value)?;
            sides[own].push(value);
            if list.len() <= 10 * OPTIONS {
                if option == over {
                    list.push(format!("{} passes on top, to {base} : {top} again.", owner(side)));
                } else {
                    let (option, value) = (called(m, option)?, called(m, value)?);
                    list.push(format!("{} moves on top to {base} : {option} = {value}.", owner(side)));
                }
            }
        }
        lines.extend(shortened(list));
    }
    let value = m.stacked(below, over.into())?;
    let value = m.loopy_game(&value)?;
    let (form, value) = (bracketed(m, sides)?, called(m, value)?);
    lines.push(format!("{base} : {top} = {form} = {value}."));
    Ok(lines)
}

fn norton(m: &mut Machine, g: &Value, u: &Value) -> Res<Vec<String>> {
    let (game, unit) = (m.stopper(g)?, unit(m, u)?);
    let product = product(m, game, unit)?;
    let (own, of, product_name) = (called(m, game)?, name(m, unit)?, called(m, product)?);
    if is_integer(m, game) {
        return Ok(vec![format!("{own} is an integer: the product is so many copies of {of}, {product_name}.")]);
    }
    let (left, right) = m.store.incentives(unit, &m.handle)?;
    let mut best = left;
    best.extend(right);
    let dominated = m.store.dominated(&best, &[], &m.handle)?;
    best.retain(|i| !dominated.iter().any(|(_, worse, _)| worse == i));
    best.sort_unstable_by(|&a, &b| m.store.order(a, b));
    best.dedup();
    let mut names = Vec::new();
    for &i in &best {
        names.push(name(m, i)?);
    }
    let mut lines = vec![format!("The best incentives of {of}: {}.", bounded(names, OPTIONS))];
    let mut sides = [Vec::new(), Vec::new()];
    for side in [Side::Left, Side::Right] {
        let mut list = Vec::new();
        for option in m.loops.options(game, side, &m.store, &m.handle)? {
            let inner = self::product(m, option, unit)?;
            for &i in &best {
                m.handle.tick()?;
                let shift = m.store.add(unit, i, &m.handle)?;
                let shift = if side == Side::Left { shift } else { m.store.neg(shift, &m.handle)? };
                let value = sum(m, inner, shift.into())?;
                sides[usize::from(side == Side::Right)].push(value);
                if list.len() <= 10 * OPTIONS {
                    let (option, inner, shift, value) =
                        (called(m, option)?, called(m, inner)?, name(m, shift)?, called(m, value)?);
                    list.push(format!(
                        "{}'s option {option} times {of} is {inner}; with the shift {shift}: {value}.",
                        owner(side)
                    ));
                }
            }
        }
        lines.extend(shortened(list));
    }
    lines.push(format!("{} = {product_name}.", bracketed(m, sides)?));
    Ok(lines)
}

fn is_integer(m: &Machine, game: Stopper) -> bool {
    game.short().and_then(|game| m.store.as_number(game)).is_some_and(|x| x.is_integer())
}

fn product(m: &mut Machine, game: Stopper, unit: Game) -> Res<Loopy> {
    let found = m.loops.norton_product(game, unit, &m.store, &m.handle);
    let value = taxed(m, found)?;
    m.loopy_game(&value)
}

fn sum(m: &mut Machine, a: Loopy, b: Loopy) -> Res<Loopy> {
    let found = m.loops.add(a, b, &m.store, &m.handle);
    m.or_told(found, None)
}

fn overheated(m: &mut Machine, g: &Value, s: &Value, t: &Value) -> Res<Vec<String>> {
    let [game, from, to] = [m.stopper(g)?, m.stopper(s)?, m.stopper(t)?];
    let heated = |m: &mut Machine, game: Stopper| -> Res<Loopy> {
        let found = m.loops.overheat(game, from, to, &m.store, &m.handle);
        let value = taxed(m, found)?;
        m.loopy_game(&value)
    };
    let whole = heated(m, game)?;
    let (own, s, t, whole) = (called(m, game)?, called(m, from)?, called(m, to)?, called(m, whole)?);
    if is_integer(m, game) {
        return Ok(vec![format!("{own} is an integer: it becomes so many copies of {s}, {whole}.")]);
    }
    let to = Loopy::from(to);
    let back = m.loops.neg(to, &m.store, &m.handle)?;
    let mut lines = Vec::new();
    let mut sides = [Vec::new(), Vec::new()];
    for (side, by, word) in [(Side::Left, to, "and"), (Side::Right, back, "less")] {
        let mut list = Vec::new();
        for option in m.loops.options(game, side, &m.store, &m.handle)? {
            m.handle.tick()?;
            let inner = heated(m, option)?;
            let value = sum(m, inner, by)?;
            sides[usize::from(side == Side::Right)].push(value);
            if list.len() <= 10 * OPTIONS {
                let (option, inner, value) = (called(m, option)?, called(m, inner)?, called(m, value)?);
                list.push(format!("{}'s option {option} becomes {inner}, {word} {t}: {value}.", owner(side)));
            }
        }
        lines.extend(shortened(list));
    }
    lines.push(format!("{} = {whole}.", bracketed(m, sides)?));
    Ok(lines)
}
