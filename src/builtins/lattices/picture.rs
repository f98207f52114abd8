//! Pictures of the P-positions in a box: two coordinates free, the others fixed.

use super::questions::{game_of, game_rules, pattern};
use crate::adapters::lattices::LatticeGame;
use crate::builtins::integer;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::lattices::automaton::Label;
use crate::scene::Scene;
use crate::value::{Display, Fault, Res, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// The longest side of a picture.
const LONGEST: i64 = 300;

/// `p_plot(G, n, at)`.
pub fn p_plot(m: &mut Machine, a: &[Value]) -> Res {
    let rules = game_rules(&a[0])?;
    let game = game_of(&rules)?;
    let (low, high) = match &a[1] {
        Value::Range(ends) => (ends.0, ends.1),
        n => (0, integer(n, "the largest coordinate")?.to_i64().unwrap_or(i64::MAX)),
    };
    if high < low || high.saturating_sub(low) >= LONGEST {
        return Fault::new(Mistake::Picture, format!("a picture shows between 1 and {LONGEST} values of a coordinate"))
            .err();
    }
    let at = pattern(m, game, &a[2])?;
    let free: Vec<usize> = (0..at.len()).filter(|&j| at[j].is_none()).collect();
    if free.is_empty() || free.len() > 2 {
        return Fault::new(
            Mistake::Picture,
            format!("a picture has one or two free coordinates, here are {}", free.len()),
        )
        .note(format!("Fix the others: `at = (nothing, nothing{})`.", ", 0".repeat(at.len().saturating_sub(2))))
        .err();
    }
    let rows = if free.len() == 2 { low..=high } else { 0..=0 };
    let mut cells: Vec<Vec<Option<Label>>> = Vec::new();
    for row in rows.clone() {
        let mut line = Vec::new();
        for column in low..=high {
            m.handle.tick()?;
            let mut x: Vec<BigInt> = at.iter().map(|n| n.clone().unwrap_or_default()).collect();
            x[free[0]] = column.into();
            if let Some(&j) = free.get(1) {
                x[j] = row.into();
            }
            line.push(label(m, &rules.name, game, &x)?);
        }
        cells.push(line);
    }
    let axes = (&*game.names[free[0]], free.get(1).map(|&j| &*game.names[j]));
    let text = text(&cells, (low, *rows.start()), axes);
    let svg = svg(&cells, (low, *rows.start()), axes);
    Ok(Value::Display(Rc::new(Display { kind: "plot", text, svg: Some(svg), ..Display::default() })))
}

/// What a point is; nothing off the board.
fn label(m: &Machine, name: &str, game: &LatticeGame, x: &[BigInt]) -> Res<Option<Label>> {
    if !game.game.board().contains(x) {
        return Ok(None);
    }
    if game.game.position(x).is_none() {
        return Ok(Some(Label::Defeated));
    }
    Ok(Some(if game.is_p(m, name, x)? { Label::P } else { Label::N }))
}

/// `P` and `.`, `x` for defeated points, the second coordinate upwards.
fn text(cells: &[Vec<Option<Label>>], (left, bottom): (i64, i64), (across, up): (&str, Option<&str>)) -> String {
    let letter = |cell: &Option<Label>| match cell {
        Some(Label::P) => "P",
        Some(Label::N) => ".",
        Some(Label::Defeated) => "x",
        None => " ",
    };
    let right = left + cells.first().map_or(0, Vec::len) as i64 - 1;
    let wide = [left, right].iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let mut out = String::new();
    let names: Vec<String> = (0..cells.len()).map(|i| (bottom + i as i64).to_string()).collect();
    let margin = if up.is_some() { names.iter().map(String::len).max().unwrap_or(1) + 1 } else { 0 };
    if let Some(up) = up {
        out.push_str(up);
        out.push('\n');
    }
    let push = |out: &mut String, line: String| {
        out.push_str(line.trim_end());
        out.push('\n');
    };
    for (line, name) in cells.iter().zip(&names).rev() {
        let row: String = line.iter().map(|cell| format!(" {:>wide$}", letter(cell))).collect();
        let label = if up.is_some() { format!("{name:>margin$} |") } else { String::new() };
        push(&mut out, format!("{label}{row}"));
    }
    let gap = if up.is_some() { margin + 2 } else { 0 };
    let count = (right - left + 1) as usize;
    if up.is_some() {
        push(&mut out, format!("{}+{}", " ".repeat(margin + 1), "-".repeat(count * (wide + 1))));
    }
    let numbers: String = (left..=right).map(|n| format!(" {n:>wide$}")).collect();
    out.push_str(&format!("{}{numbers} {across}", " ".repeat(gap)));
    out
}

/// Squares: filled for P, outlined for N, crossed for defeated points, none off the board.
fn svg(cells: &[Vec<Option<Label>>], (left, bottom): (i64, i64), (across, up): (&str, Option<&str>)) -> String {
    let (size, margin) = (16, 40);
    let (columns, rows) = (cells.first().map_or(0, Vec::len), cells.len());
    let (width, height) = (columns * size + margin + 40, rows * size + margin + 20);
    let point = |x: usize, y: usize| (x as f64, y as f64);
    let mut scene = Scene::new(point(width, height), 10, "P-positions");
    let y_of = |row: usize| 20 + (rows - 1 - row) * size;
    for (i, line) in cells.iter().enumerate() {
        for (j, cell) in line.iter().enumerate() {
            let (x, y) = (margin + j * size, y_of(i));
            let fill = match cell {
                None => continue,
                Some(Label::P) => "#1f5fa8",
                Some(Label::N) => "none",
                Some(Label::Defeated) => "#cccccc",
            };
            let look = format!("fill=\"{fill}\" stroke=\"#999999\"");
            scene.rect(point(x, y), point(size, size), &look);
        }
        if up.is_some() && (i % 5 == 0 || rows < 12) {
            scene.text(point(margin - 4, y_of(i) + 12), "end", "", &(bottom + i as i64).to_string());
        }
    }
    let foot = 20 + rows * size + 12;
    for j in (0..columns).filter(|j| j % 5 == 0 || columns < 12) {
        scene.text(point(margin + j * size + size / 2, foot), "middle", "", &(left + j as i64).to_string());
    }
    scene.text(point(margin + columns * size + 6, foot), "start", "", across);
    if let Some(up) = up {
        scene.text(point(margin - 20, 14), "start", "", up);
    }
    scene.svg()
}
