//! `explain`: the steps of a good solution, one a line, ending with the value.
//!
//! In: a number, a value, a literal, a position, a sum, or a tuple of heap sizes of Nim. Out: the simplification of its
//! form step by step (`games/explain.rs` finds the steps), the options' nim-values and their mex, or binary columns; the rounds
//! of labelling where positions may come again (`rounds.rs`).

use super::{full, points, rounds};
use crate::builtins::pictures::boards::{Board, names, seen};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::multitude::Multitude;
use crate::games::{Dyadic, Game, Side, Step, View, ZERO};
use crate::limits::with_stack;
use crate::reasons::words::{self, arrow, is_wide, name, shown, with_value};
use crate::reasons::{FEW, MANY, misere, nim, play, positions};
use crate::report::Seen;
use crate::value::{Convention, Display, Fault, Form, Player, Position, Res, Under, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// Most lines of an explanation; literals nested deeper are shown with their value only.
const LONGEST: usize = 60;
/// Most components that are gone through.
const COMPONENTS: usize = 100_000;
/// Most options that are listed.
const OPTIONS: usize = 12;

/// `explain(g)`.
pub fn explain(m: &mut Machine, x: &Value, convention: Convention) -> Res {
    let x = match x {
        Value::Move(made) => &made.to,
        other => other,
    };
    if convention == Convention::Misere && (x.is_game() || x.thing::<Multitude>().is_some()) {
        m.check_for_misere(x)?;
        return told(m, x, misere_steps);
    }
    if let Value::Tuple(items) | Value::List(items) = x
        && !items.is_empty()
        && items.iter().all(|v| v.as_integer().is_some_and(|n| n >= BigInt::from(0)))
    {
        if convention == Convention::Misere {
            let rows: Vec<String> = items.iter().map(|n| n.as_integer().unwrap_or_default().to_string()).collect();
            let reasons = misere::outcome(m, x, convention.into(), OPTIONS)?;
            let lines = full::lines(m, &reasons)?;
            return Ok(Value::explanation(format!("Misère Nim with heaps of {}", words::bounded(rows, 16)), &lines));
        }
        return nim_heaps(m, &items.to_vec());
    }
    if let Value::Thing(thing) = x
        && let Some(explained) = thing.opened().explain(m)
    {
        return explained;
    }
    if !x.is_game() {
        let shown = m.display(x)?;
        let shown = words::shortened(shown.lines().next().unwrap_or_default());
        return Fault::new(Mistake::Claim, format!("`explain` is about games, found {}: {shown}", x.a_kind()))
            .note("It takes a value `<0, * | 1/2>`, a position `Kayles(7)`, a sum, or heaps of Nim `(17, 25, 13)`.")
            .err();
    }
    told(m, x, |m, x| steps(m, x, OPTIONS))
}

/// The steps below the name of a game; where boards are shown also below its board, moves being called by their names there.
fn told(m: &mut Machine, x: &Value, steps: impl Fn(&mut Machine, &Value) -> Res<Vec<String>>) -> Res {
    let headline = words::full(m, x)?;
    let lines = steps(m, x)?;
    let plain = Value::explanation(headline.clone(), &lines);
    let (true, Value::Display(display)) = (m.shows_boards(), &plain) else { return Ok(plain) };
    let Some(board) = seen(m, x, Board::is_laid_out)? else { return Ok(plain) };
    let names = names::of_position(m, x)?;
    let lines = m.calling(names, |m| steps(m, x))?;
    let Value::Display(named) = Value::explanation(headline, &lines) else { return Ok(plain) };
    let below = |board: String| format!("{board}\n{}", named.text);
    let seen = Some(Seen { plain: below(board.plain), coloured: below(board.coloured) });
    Ok(Value::Display(Rc::new(Display { seen, ..Display::clone(display) })))
}

/// Who wins misère play: the rounds where there are few positions, else what decides.
fn misere_steps(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let under = Under::from(Convention::Misere);
    if m.misere_lost(x)?.is_none()
        && let Some(lines) = rounds::misere_steps(m, x)?
    {
        return Ok(lines);
    }
    let reasons = misere::outcome(m, x, under, OPTIONS)?;
    full::lines(m, &reasons)
}

/// The steps from a game to its value.
pub fn steps(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    if x.for_points() {
        return points::steps(m, x);
    }
    if let Some(searched) = super::super::positions::searched(m, x)? {
        return full::lines(m, &[searched]);
    }
    if matches!(x, Value::Position(_) | Value::Sum(_)) && !m.ends(x)? {
        let mut lines = rounds::steps(m, x)?;
        lines.extend(m.loopy_lines(x)?);
        return Ok(lines);
    }
    match x {
        Value::Form(form) if words::is_canonical(m, form)? => value_steps(m, x),
        Value::Form(form) if form.parts().is_some() => sum_steps(m, x, most),
        Value::Form(form) => {
            let mut lines = Vec::new();
            form_steps(m, form, 0, &mut lines)?;
            Ok(lines)
        }
        Value::Position(position) => position_steps(m, x, position, most),
        Value::Sum(_) => sum_steps(m, x, most),
        Value::Move(made) => steps(m, &made.to, most),
        other => value_steps(m, other),
    }
}

/// `the simplest number greater than 1/8 and less than 1` for a literal that is a number; nothing for other games.
pub fn simplicity(m: &mut Machine, value: &Value, game: Game) -> Res<Option<String>> {
    // Of a sum the parts say more than its options.
    if !matches!(value, Value::Form(form) if form.options().is_some()) || !m.store.is_number(game) {
        return Ok(None);
    }
    let (left, right) = m.form_lists(value)?;
    let steps = m.store.explain(&left, &right, &m.handle)?;
    Ok(match steps.first() {
        Some(Step::Simplicity { above, above_fits, below, below_fits, .. }) => {
            Some(simplest(above.as_ref(), *above_fits, below.as_ref(), *below_fits))
        }
        _ => None,
    })
}

fn simplest(above: Option<&Dyadic>, above_fits: bool, below: Option<&Dyadic>, below_fits: bool) -> String {
    let low = above.map(|x| format!("{} {x}", if above_fits { "at least" } else { "greater than" }));
    let high = below.map(|x| format!("{} {x}", if below_fits { "at most" } else { "less than" }));
    match (low, high) {
        (None, None) => "the simplest number of all".to_owned(),
        (Some(one), None) | (None, Some(one)) => format!("the simplest number {one}"),
        (Some(low), Some(high)) => format!("the simplest number {low} and {high}"),
    }
}

fn form_steps(m: &mut Machine, form: &Rc<Form>, depth: usize, lines: &mut Vec<String>) -> Res<()> {
    m.handle.tick()?;
    let indent = "  ".repeat(depth);
    let mut seen: Vec<String> = Vec::new();
    let Some((left, right)) = form.options() else { return Ok(()) };
    for option in left.iter().chain(right) {
        if lines.len() > LONGEST {
            break;
        }
        let written = shown(m, option)?;
        let game = m.game(option)?;
        let plain = written == name(m, game)?;
        if plain || seen.contains(&written) {
            continue;
        }
        seen.push(written.clone());
        match option {
            Value::Form(inner) if !m.store.is_number(game) && depth < 3 => {
                lines.push(format!("{indent}The option {written}:"));
                with_stack(|| form_steps(m, inner, depth + 1, lines))?;
            }
            _ => {
                let rule = simplicity(m, option, game)?.map_or(String::new(), |rule| format!(", {rule}"));
                lines.push(format!("{indent}The option {written} = {}{rule}.", name(m, game)?));
            }
        }
    }
    let (left, right) = m.form_options(form)?;
    simplification(m, &left, &right, (&indent, true), lines)
}

/// The steps from the values of the options to the value of the game.
fn simplification(
    m: &mut Machine,
    left: &[Game],
    right: &[Game],
    (indent, named): (&str, bool),
    lines: &mut Vec<String>,
) -> Res<()> {
    let steps = m.store.explain(left, right, &m.handle)?;
    let mut sides = [left.to_vec(), right.to_vec()];
    for side in &mut sides {
        tidy(m, side);
    }
    // Zero is a number and a nimber: for an impartial form the mex is the better reason.
    let nimbers: Option<Vec<u64>> = sides[0].iter().map(|&g| m.store.as_nimber(g)).collect();
    if let Some(nimbers) = nimbers
        && sides[0] == sides[1]
        && !nimbers.is_empty()
        && !nimbers.contains(&0)
    {
        lines.push(format!(
            "{indent}Both players have the nimbers of {}; their mex is 0, so the value is 0.",
            set(&nimbers)
        ));
        return Ok(());
    }
    let (mut struck, mut waiting) = (false, Vec::new());
    let count = steps.len();
    for (i, step) in steps.iter().enumerate() {
        m.handle.ticks(u32::try_from(sides[0].len() + sides[1].len()).unwrap_or(u32::MAX))?;
        // Of very many steps the first ones and the value must do.
        if lines.len() == LONGEST && i + 1 < count {
            lines.push(format!("{indent}… {} more steps", count - 1 - i));
        }
        if lines.len() > LONGEST && i + 1 < count {
            continue;
        }
        match step {
            Step::Dominated { side, option, by } => {
                let options = &mut sides[usize::from(*side == Side::Right)];
                options.retain(|o| o != option);
                // Options that one dominates, one after the other, are struck in one line.
                waiting.push(name(m, *option)?);
                if matches!(steps.get(i + 1), Some(Step::Dominated { side: s, by: b, .. }) if s == side && b == by) {
                    continue;
                }
                let (options, by, form) = (std::mem::take(&mut waiting), name(m, *by)?, written(m, &sides)?);
                let (plural, verb) = if options.len() == 1 { ("", "is") } else { ("s", "are") };
                let options = words::bounded(options, OPTIONS);
                lines.push(format!(
                    "{indent}{}'s option{plural} {options} {verb} dominated by {by}: {form}.",
                    owner(*side)
                ));
                struck = true;
            }
            Step::Reversible { side, option, through, replaced_by } => {
                let options = &mut sides[usize::from(*side == Side::Right)];
                options.retain(|o| o != option);
                options.extend(replaced_by);
                tidy(m, options);
                let (option, through) = (name(m, *option)?, name(m, *through)?);
                let with = names(m, replaced_by)?;
                let with = if with.is_empty() { "nothing".to_owned() } else { words::bounded(with, OPTIONS) };
                let form = written(m, &sides)?;
                let who = owner(*side);
                lines.push(format!(
                    "{indent}{who}'s option {option} is reversible through {through} and is replaced by {who}'s options of {through}: {with}; {form}."
                ));
                struck = true;
            }
            Step::Simplicity { number, above, above_fits, below, below_fits } => {
                let lines_of_stops = stops(m, &sides, [above.as_ref(), below.as_ref()])?;
                lines.extend(lines_of_stops.into_iter().map(|line| format!("{indent}{line}")));
                let rule = simplest(above.as_ref(), *above_fits, below.as_ref(), *below_fits);
                lines.push(format!("{indent}The value is {rule}: {number}."));
                return Ok(());
            }
            Step::Mex { options, mex } => {
                let value = name(m, m.store.nimber(*mex))?;
                lines.push(format!(
                    "{indent}Both players have the nimbers of {}; their mex is {mex}, so the value is {value}.",
                    set(options)
                ));
                return Ok(());
            }
            Step::Value { value } => {
                let value = name(m, *value)?;
                let form = if lines.len() > LONGEST { String::new() } else { written(m, &sides)? };
                let nothing = if struck { "No more option" } else { "No option" };
                let named = if value == form || !named { String::new() } else { format!(": {value}") };
                lines.push(format!("{indent}{nothing} is dominated or reversible: this is the canonical form{named}."));
            }
        }
    }
    Ok(())
}

/// Of an option that is no number only the stop counts at which play ends if the opponent answers (Siegel, II.3): whether
/// it does, and if not, what else is wrong with the option.
fn stops(m: &mut Machine, sides: &[Vec<Game>; 2], bounds: [Option<&Dyadic>; 2]) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    if sides.iter().flatten().all(|&g| m.store.is_number(g)) || sides.iter().any(|side| side.len() > OPTIONS) {
        return Ok(lines);
    }
    let dominated = m.store.dominated(&sides[0], &sides[1], &m.handle)?;
    let reversible = m.store.reversible(&sides[0], &sides[1], &m.handle)?;
    for ((side, options), bound) in [Side::Left, Side::Right].into_iter().zip(sides).zip(bounds) {
        for &option in options {
            if m.store.is_number(option) {
                continue;
            }
            let left = side == Side::Left;
            let (stop, whose) =
                if left { (m.store.right_stop(option), "Right") } else { (m.store.left_stop(option), "Left") };
            let (who, option_name) = (owner(side), name(m, option)?);
            let same = bound == Some(&stop);
            if same && options.iter().any(|&g| m.store.as_number(g).as_ref() == Some(&stop)) {
                let more = if left { "more" } else { "less" };
                lines.push(format!(
                    "{who}'s option {option_name} counts no {more} than {stop}, which is its {whose} stop."
                ));
                continue;
            }
            if same {
                lines.push(format!("Of {who}'s option {option_name} its {whose} stop counts: {stop}."));
                continue;
            }
            let mut why = String::new();
            if let Some((_, _, by)) = dominated.iter().find(|(s, o, _)| *s == side && *o == option) {
                why = format!(", and it is dominated by {}", name(m, *by)?);
            } else if let Some((_, _, through)) = reversible.iter().find(|(s, o, _)| *s == side && *o == option) {
                why = format!(", and it is reversible through {}", name(m, *through)?);
            }
            let compared = if left { "less" } else { "greater" };
            let bound = bound.map_or_else(String::new, |bound| format!(" is {compared} than {bound}"));
            lines.push(format!("{who}'s option {option_name} does not count: its {whose} stop {stop}{bound}{why}."));
        }
    }
    Ok(lines)
}

/// Whose options a side holds.
pub fn owner(side: Side) -> &'static str {
    if side == Side::Left { "Left" } else { "Right" }
}

fn tidy(m: &Machine, options: &mut Vec<Game>) {
    options.sort_unstable_by(|&a, &b| m.store.order(a, b));
    options.dedup();
}

fn names(m: &mut Machine, games: &[Game]) -> Res<Vec<String>> {
    games.iter().map(|&g| name(m, g)).collect()
}

/// `<0, * | 1>` from values.
pub fn written(m: &mut Machine, sides: &[Vec<Game>; 2]) -> Res<String> {
    let (left, right) = (names(m, &sides[0])?, names(m, &sides[1])?);
    let text = format!("<{} | {}>", left.join(", "), right.join(", "));
    Ok(words::shortened(if text == "< | >" { "<|>" } else { &text }))
}

/// A number or a value: its canonical form, and what makes it that value.
fn value_steps(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let own = name(m, game)?;
    if game == ZERO {
        return Ok(vec![
            "0 = <|>: nobody has a move, so whoever must move loses.".to_owned(),
            "It is born on day 0.".to_owned(),
        ]);
    }
    let day = m.store.birthday(game, &m.handle)?;
    if let View::NumberUpStar { number, star, .. } = m.store.view(game)
        && is_wide(m, game)
    {
        let last = star - 1;
        return Ok(vec![if number.is_zero() {
            format!("Both players can move to *0, *1, …, *{last}: the mex of their sizes is {star}.")
        } else {
            format!(
                "It is the sum of {number} and *{star}; both players can move in the nimber, to *0, *1, …, *{last}."
            )
        }]);
    }
    let sides = [m.store.left(game, &m.handle)?, m.store.right(game, &m.handle)?];
    let form = written(m, &sides)?;
    let mut lines = Vec::new();
    if form != own {
        lines.push(format!("{own} = {form}"));
    }
    simplification(m, &sides[0], &sides[1], ("", false), &mut lines)?;
    if !m.store.is_number(game) && m.store.as_nimber(game).is_none() {
        let (left, right) = (m.store.left_stop(game), m.store.right_stop(game));
        lines.push(format!("Left's stop is {left}, Right's is {right}."));
    }
    lines.push(format!("It is born on day {day}."));
    Ok(lines)
}

fn position_steps(m: &mut Machine, x: &Value, position: &Rc<Position>, most: usize) -> Res<Vec<String>> {
    if let Some(value) = m.by_value_clause(position)? {
        let mut lines = vec![format!("= {} by its rule set.", with_value(m, &value)?)];
        if matches!(value, Value::Sum(_)) {
            lines.extend(sum_steps(m, &value, most)?);
            return Ok(lines);
        }
        lines.extend(options_steps(m, x, most)?);
        return Ok(lines);
    }
    options_steps(m, x, most)
}

fn options_steps(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let value = name(m, game)?;
    let mut lines = Vec::new();
    if play::fair(m, x)?
        && let Some(options) = nim::options(m, x)?
    {
        if options.is_empty() {
            return Ok(vec!["There is no move: the nim-value is the mex of no numbers, 0.".to_owned()]);
        }
        let values = nim::values(&options);
        lines.extend(table(&options, most));
        let own = m.store.as_nimber(game).unwrap_or_default();
        lines.push(format!("The mex of {} is {own}: the value is {value}.", set(&values)));
        return Ok(lines);
    }
    for (player, who) in [(Player::Left, "Left"), (Player::Right, "Right")] {
        let moves = m.moves_of(x, player)?;
        if moves.is_empty() {
            lines.push(format!("{who} has no move."));
        }
        for record in moves.iter().take(most) {
            let value = m.game(&record.to)?;
            let text = arrow(m, record)?;
            lines.push(format!("{who}: {text} = {}", name(m, value)?));
        }
        if moves.len() > most {
            lines.push(format!("… {} more", moves.len() - most));
        }
    }
    let (left, right) = m.form_lists(x)?;
    simplification(m, &left, &right, ("", true), &mut lines)?;
    Ok(lines)
}

fn sum_steps(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    let Some(heaps) = nim::heaps(m, x)? else {
        let mut lines = Vec::new();
        match m.components(x, COMPONENTS)? {
            Some(components) => {
                for part in components.iter().take(most) {
                    lines.push(with_value(m, part)?);
                }
                if components.len() > most {
                    lines.push(format!("… {} more components", components.len() - most));
                }
            }
            None => lines.push(format!("More than {COMPONENTS} components.")),
        }
        let game = m.game(x)?;
        lines.push(format!("The sum of these values is {}.", name(m, game)?));
        let reasons = positions::outcome(m, x, Under::NORMAL, FEW)?;
        lines.extend(full::lines(m, &reasons[1..])?);
        return Ok(lines);
    };
    let rows: Vec<(String, BigInt)> =
        heaps.iter().map(|(text, n)| (format!("{text}: {n}"), BigInt::from(*n))).collect();
    let own = m.game(x)?;
    let total = BigInt::from(m.store.as_nimber(own).unwrap_or_default());
    let mut lines = vec!["The nim-values of the components in binary:".to_owned()];
    let other = format!("There are {} components; their nim-sum is {total}.", rows.len());
    lines.extend(if nim::fits(&rows) { columns(&rows, &total) } else { vec![other] });
    let named: Vec<(String, BigInt)> = heaps.iter().map(|(text, n)| (text.clone(), BigInt::from(*n))).collect();
    let (text, changed) = verdict(&named, &total);
    lines.push(text);
    if let Some((heap, to)) = changed {
        let components = m.components(x, COMPONENTS)?.unwrap_or_default();
        let component = components.get(heap).unwrap_or(x).clone();
        for record in m.moves_of(&component, Player::Left)? {
            let game = m.game(&record.to)?;
            if m.store.as_nimber(game).is_some_and(|n| BigInt::from(n) == to) {
                let text = arrow(m, &record)?;
                lines.push(format!("A winning move: {text}."));
                break;
            }
        }
    }
    Ok(lines)
}

/// Heaps of Nim by their sizes.
fn nim_heaps(m: &mut Machine, items: &[Value]) -> Res {
    let mut rows = Vec::new();
    for n in items {
        m.handle.tick()?;
        rows.push((n.as_integer().unwrap_or_default().to_string(), n.as_integer().unwrap_or_default()));
    }
    let total = crate::value::number::nim_sum(items)?.as_integer().unwrap_or_default();
    let mut lines = match nim::fits(&rows) {
        true => columns(&rows, &total),
        false => vec![format!("The nim-sum of the {} heaps is {total}.", rows.len())],
    };
    let (text, changed) = verdict(&rows, &total);
    lines.push(text);
    if let Some((heap, to)) = changed {
        let before: Vec<String> = rows.iter().map(|(text, _)| text.clone()).collect();
        let mut after = before.clone();
        after[heap] = to.to_string();
        if before.len() <= MANY {
            lines.push(format!("A winning move: ({}) -> ({}).", before.join(", "), after.join(", ")));
        } else {
            lines.push(format!("A winning move: {} -> {to}.", before[heap]));
        }
    }
    Ok(Value::explanation(
        format!("Nim with heaps of {}", words::bounded(rows.into_iter().map(|r| r.0).collect(), 16)),
        &lines,
    ))
}

/// `4 -> 3 has 1`, bounded, the nim-values rising.
pub fn table(options: &[(String, u64)], most: usize) -> Vec<String> {
    let mut options: Vec<_> = options.iter().collect();
    options.sort_by_key(|(_, value)| *value);
    let more = options.len().saturating_sub(most);
    options.truncate(most);
    let width = options.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> =
        options.iter().map(|(text, value)| format!("{text:width$}  has nim-value {value}")).collect();
    if more > 0 {
        lines.push(format!("… {more} more"));
    }
    lines
}

/// `{0, 1, 3}`, runs of more than eight numbers shortened.
pub fn set(values: &[u64]) -> String {
    let mut parts = Vec::new();
    let mut i = 0;
    while i < values.len() {
        let mut j = i;
        while j + 1 < values.len() && values[j + 1] == values[j] + 1 {
            j += 1;
        }
        if j - i >= 8 {
            parts.push(format!("{}, {}, …, {}", values[i], values[i] + 1, values[j]));
        } else {
            parts.extend(values[i..=j].iter().map(u64::to_string));
        }
        i = j + 1;
    }
    words::shortened(&format!("{{{}}}", parts.join(", ")))
}

/// The numbers one below the other in binary, and below them which columns are odd.
pub fn columns(rows: &[(String, BigInt)], sum: &BigInt) -> Vec<String> {
    let digits = rows.iter().map(|(_, n)| n.bits()).max().unwrap_or(0).max(1);
    let digits = usize::try_from(digits).unwrap_or(0);
    let binary = |n: &BigInt| format!("{:0>digits$}", n.to_str_radix(2));
    let width = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = rows.iter().map(|(text, n)| format!("{text:>width$} = ({})", binary(n))).collect();
    let parities: String = binary(sum).chars().map(|c| if c == '1' { 'o' } else { 'e' }).collect();
    let indent = " ".repeat(width);
    lines.push(format!("{indent}   ({parities})  e: an even number of ones, o: an odd number"));
    lines.push(format!("{indent} = ({})  = {sum}, the nim-sum", binary(sum)));
    lines
}

/// Who wins heaps with these nim-values, told from the columns.
pub fn verdict(rows: &[(String, BigInt)], sum: &BigInt) -> (String, Option<(usize, BigInt)>) {
    let zero = BigInt::from(0);
    if *sum == zero {
        let text = "Every column has an even number of ones: a P-position, the second player wins.";
        return (text.to_owned(), None);
    }
    let column = BigInt::from(1) << (sum.bits() - 1);
    let heap = rows.iter().position(|(_, n)| n & &column != zero);
    let Some(heap) = heap else { return (String::new(), None) };
    let (text, n) = &rows[heap];
    let to = n ^ sum;
    let value = if *text == n.to_string() { text.clone() } else { format!("{text}, of nim-value {n},") };
    let text = format!(
        "The leftmost odd column is that of {column}. {value} has a one there: it must become {n} xor {sum} = {to}."
    );
    (text, Some((heap, to)))
}
