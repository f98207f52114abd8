//! Values, outcomes and the sieve for heaps of every size up to a bound.

use super::{count, game_of};
use crate::adapters::heaps::{HeapGame, sizes};
use crate::adapters::loopy::values::{Infinity, Nimber};
use crate::adapters::loopy::{BOUND, Solved};
use crate::builtins::pictures::table::fitted;
use crate::builtins::{convention, form};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, NoValue};
use crate::graphs::{LoopyNimber, Outcome};
use crate::source::Span;
use crate::value::{Convention, Display, Fault, OutcomeClass, Player, Res, Table, Under, Value};
use std::rc::Rc;

/// Heaps side by side in a table.
const WRAP: usize = 20;
/// Most heaps of a table.
const MOST: u64 = 10_000;

/// Nim-values of heaps `0..count` of anything with one parameter.
pub fn values(m: &mut Machine, game: &Value, count: u64) -> Res<Vec<u64>> {
    if let Value::Rules(rules) = game
        && rules.native::<HeapGame>().is_some()
    {
        let game = game_of(rules)?;
        if let Some(values) = game.values_by_theorem(m, count)? {
            return Ok(values);
        }
        return game.with(m, |sequence, asked, handle| {
            let mut values = Vec::new();
            sequence.extend_to(count, handle, asked)?;
            for heap in 0..count {
                values.push(sequence.value_at(heap, handle, asked)?);
            }
            Ok(values)
        });
    }
    let mut values = Vec::new();
    for heap in 0..count {
        m.handle.tick()?;
        let position = apply(m, game, heap)?;
        let value = m.game(&position)?;
        match m.store.as_nimber(value) {
            Some(n) => values.push(n),
            None => return partizan(heap),
        }
    }
    Ok(values)
}

fn apply(m: &mut Machine, game: &Value, heap: u64) -> Res {
    if game.is_called() {
        return m.apply(game, vec![heap.into()], Span::default());
    }
    Fault::expected("a game such as Kayles, or a function of a heap's size", game).err()
}

/// `nim_values(G, n)`.
pub fn nim_values(m: &mut Machine, a: &[Value]) -> Res {
    let count = count(m, &a[1])?;
    if is_heap_game(&a[0]) {
        return Ok(Value::list(values(m, &a[0], count)?.into_iter().map(Value::from).collect()));
    }
    let mut all = Vec::new();
    for heap in 0..count {
        m.handle.tick()?;
        let position = apply(m, &a[0], heap)?;
        all.push(match m.short_value(&position, 100_000)? {
            Ok(game) => match m.store.as_nimber(game) {
                Some(n) => n.into(),
                None => return partizan(heap),
            },
            // Where positions may come again the nim-value may be infinite.
            Err(NoValue { fault, .. }) => match m.loopy_value(&position, BOUND)? {
                Some(LoopyNimber::Finite(n)) => n.into(),
                Some(infinite) => Nimber::value(m, infinite),
                None if !m.moves_only(&position) => return partizan(heap),
                None => return Err(fault),
            },
        });
    }
    Ok(Value::list(all))
}

fn partizan<T>(heap: u64) -> Res<T> {
    Fault::new(Mistake::NotImpartial, format!("heap {heap} has no nim-value: the game is not impartial")).err()
}

fn is_heap_game(game: &Value) -> bool {
    matches!(game, Value::Rules(rules) if rules.native::<HeapGame>().is_some())
}

/// Outcomes of heaps `0..count`, with draws where positions may come again.
fn outcomes(m: &mut Machine, game: &Value, count: u64, convention: Convention) -> Res<Vec<OutcomeClass>> {
    let under = Under::from(convention);
    if is_heap_game(game) && convention == Convention::Normal {
        let of = |value: &u64| if *value == 0 { OutcomeClass::P } else { OutcomeClass::N };
        return Ok(values(m, game, count)?.iter().map(of).collect());
    }
    let mut all = Vec::new();
    for heap in 0..count {
        m.handle.tick()?;
        let position = apply(m, game, heap)?;
        all.push(match m.outcome_class(&position, under)? {
            Some(class) => class,
            None => return crate::builtins::play::undecided(m, "outcome", &position, under).map(|_| Vec::new()),
        });
    }
    Ok(all)
}

/// `p_positions(G, n, misere)`.
pub fn p_positions(m: &mut Machine, a: &[Value]) -> Res {
    let count = count(m, &a[1])?;
    let all = outcomes(m, &a[0], count, convention(&a[2])?)?;
    Ok(Value::list(
        (0u64..).zip(all).filter(|(_, class)| *class == OutcomeClass::P).map(|(heap, _)| heap.into()).collect(),
    ))
}

/// `outcome_table(G, n, misere)`.
pub fn outcome_table(m: &mut Machine, a: &[Value]) -> Res {
    let count = enough(count(m, &a[1])?)?;
    let convention = convention(&a[2])?;
    let all = outcomes(m, &a[0], count, convention)?;
    let mut impartial = true;
    for heap in 0..count {
        let position = apply(m, &a[0], heap)?;
        impartial = impartial && form::impartial(m, &position)?;
    }
    // How soon play ends depends on who begins where the players have moves of their own.
    let beginners: &[Option<Player>] = if impartial { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    let mut titles = vec!["heap".to_owned(), "outcome".to_owned()];
    titles.extend(beginners.iter().map(|who| match who {
        None => "remoteness".into(),
        Some(who) => format!("remoteness, {} begins", who.name()),
    }));
    let header = titles.iter().map(|title| Value::text(&**title)).collect();
    let mut table = Table { header: Some(header), rows: Vec::new() };
    let mut blocks = Vec::new();
    for (i, stretch) in all.chunks(WRAP).enumerate() {
        let mut lines: Vec<Vec<String>> = titles.iter().map(|title| vec![format!("{title} ")]).collect();
        for (j, &outcome) in stretch.iter().enumerate() {
            let heap = (i * WRAP + j) as u64;
            let position = apply(m, &a[0], heap)?;
            lines[0].push(heap.to_string());
            lines[1].push(outcome.name().into());
            let mut row = vec![heap.into(), Value::Outcome(outcome)];
            for (line, who) in lines[2..].iter_mut().zip(beginners) {
                let remoteness = m.remoteness_from(&position, *who, convention.into())?;
                line.push(remoteness.to_string());
                row.push(lasting(&remoteness));
            }
            table.rows.push(row);
        }
        blocks.extend(titled(&lines, m.width()).into_iter().map(|lines| lines.join("\n")));
    }
    let text = blocks.join("\n\n");
    Ok(Value::Display(Rc::new(Display { kind: "table", text, table: Some(table), ..Display::default() })))
}

/// A remoteness as a value.
fn lasting(answer: &Solved) -> Value {
    match (answer.outcome, answer.remoteness) {
        (Some(Outcome::D), _) => Value::of(Infinity),
        (_, Some(r)) => r.into(),
        _ => Value::text(answer.to_string()),
    }
}

/// A table whose first column is flush left.
fn titled(lines: &[Vec<String>], width: Option<usize>) -> Vec<Vec<String>> {
    let wide = lines.iter().map(|line| line[0].chars().count()).max().unwrap_or(0);
    let padded: Vec<Vec<String>> = lines
        .iter()
        .map(|line| {
            let mut line = line.clone();
            line[0] = format!("{:<wide$}", line[0]);
            line
        })
        .collect();
    fitted(&padded, Some(1), width)
}

fn enough(count: u64) -> Res<u64> {
    if count > MOST {
        return Fault::new(Mistake::Picture, format!("a table of {count} heaps; at most {MOST} are shown")).err();
    }
    Ok(count)
}

/// `sieve(G, n, misere)`.
pub fn sieve(m: &mut Machine, a: &[Value]) -> Res {
    let count = enough(count(m, &a[1])?)?;
    let misere = convention(&a[2])? == Convention::Misere;
    // In misère play heaps without a move are won.
    let mut over = Vec::new();
    // Which heaps each heap can be moved to, turned round.
    let mut sources: Vec<Vec<u64>> = vec![Vec::new(); usize::try_from(count).unwrap_or(0)];
    for heap in 0..count {
        let position = apply(m, &a[0], heap)?;
        if !form::impartial(m, &position)? {
            return unsuitable(format!("the sieve is for impartial games, and heap {heap} is not impartial"), OUTCOMES);
        }
        let rules = match &position {
            Value::Position(position) => Some(Rc::clone(&position.rules)),
            _ => None,
        };
        let own = |value: &Value| match value {
            Value::Position(position) => rules.as_ref().is_some_and(|rules| Rc::ptr_eq(rules, &position.rules)),
            _ => true,
        };
        if heaps_of(&position)?[..] != [heap] {
            let shown = m.briefly(&position).unwrap_or_else(|| "another position".into());
            return unsuitable(
                format!("the sieve needs a rule set whose positions are heaps: of {heap} it is given {shown}"),
                OUTCOMES,
            );
        }
        let moves = m.moves_of(&position, Player::Left)?;
        if misere && moves.is_empty() {
            over.push(usize::try_from(heap).unwrap_or(usize::MAX));
        }
        for record in moves {
            if !own(&record.becomes) {
                let shown = m.briefly(&record.becomes).unwrap_or_else(|| "another position".into());
                let found = format!(
                    "a move from heap {heap} leads to {shown}, which has other rules: the sieve knows heaps of one game"
                );
                return unsuitable(found, OUTCOMES);
            }
            match heaps_of(&record.becomes)?[..] {
                [to] if to == heap => {
                    return unsuitable(
                        format!("a move leads from heap {heap} to itself: the sieve needs heaps that shrink"),
                        OUTCOMES,
                    );
                }
                [to] if to > heap => {
                    return unsuitable(
                        format!("a move leads from heap {heap} up to heap {to}: the sieve needs heaps that shrink"),
                        OUTCOMES,
                    );
                }
                [to] => {
                    if let Some(sources) = sources.get_mut(usize::try_from(to).unwrap_or(usize::MAX)) {
                        sources.push(heap);
                    }
                }
                ref left => {
                    let found = format!(
                        "a move from heap {heap} leaves {} heaps; the sieve is for games whose moves leave one",
                        left.len()
                    );
                    return unsuitable(found, "`nim_values` and `p_positions` work for all take-and-break games.");
                }
            }
        }
    }
    let mut won = vec![false; sources.len()];
    let mut lost = Vec::new();
    let mut lines = Vec::new();
    if !over.is_empty() {
        let verb = if over.len() == 1 { "is" } else { "are" };
        lines.push(format!("{} {verb} won: there is no move.", list(&over)));
    }
    over.iter().for_each(|&heap| won[heap] = true);
    for heap in 0..sources.len() {
        if won[heap] {
            continue;
        }
        lost.push(heap);
        let fresh: Vec<usize> =
            sources[heap].iter().filter_map(|&n| usize::try_from(n).ok()).filter(|&n| !won[n]).collect();
        fresh.iter().for_each(|&n| won[n] = true);
        lines.push(match &fresh[..] {
            [] => format!("{heap} is lost."),
            [one] => format!("{heap} is lost: {one} is won."),
            many => format!("{heap} is lost: {} are won.", list(many)),
        });
    }
    lines.push(format!("Lost: {}.", list(&lost)));
    Ok(display("sieve", lines.join("\n")))
}

/// Where the sieve's order does not hold, the labelling of all positions answers.
const OUTCOMES: &str = "`p_positions` and `outcome_table` go by all positions, whatever the moves.";

/// What the sieve cannot answer, and what can.
fn unsuitable<T>(found: String, note: &str) -> Res<T> {
    Fault::new(Mistake::WrongGame, found).note(note).err()
}

/// The heaps of a position: those of a take-and-break game, or the parameter of a position of rules with one.
fn heaps_of(position: &Value) -> Res<Vec<u64>> {
    match (sizes(position), position) {
        (Some(sizes), _) => Ok(sizes),
        (None, Value::Position(p)) if p.arguments.len() == 1 => {
            Ok(vec![crate::builtins::natural(&p.arguments[0], "the heap")?])
        }
        (None, other) => Fault::expected("a position with one heap", other).err(),
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Text to be looked at.
pub fn display(kind: &'static str, text: String) -> Value {
    Value::Display(Rc::new(Display { kind, text, ..Display::default() }))
}
