//! Pictures of the P-positions, or of the strata of a set, in a box: one, two or three coordinates free, the others fixed.

use super::questions::{game_of, game_rules, pattern, stratified};
use super::solid;
use crate::adapters::lattices::LatticeGame;
use crate::builtins::integer;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::lattices::series::notation::variable_names;
use crate::lattices::sets::Stratification;
use crate::scene::{Point, Scene};
use crate::value::{Display, Fault, Res, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// The longest side of a picture.
const LONGEST: i64 = 300;
/// The longest side of a picture of three coordinates.
const DEEPEST: i64 = 24;

/// What is drawn of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Not on the board.
    Off,
    /// Defeated.
    Defeated,
    /// On the board, and in no set.
    Out,
    /// A P-position.
    P,
    /// In the stratum of this number.
    Stratum(usize),
}

/// A box of points: the third coordinate by layers, the second by rows, the first by columns.
pub(super) struct Drawn {
    /// The least of all coordinates.
    pub low: i64,
    /// Layers of rows of cells.
    pub layers: Vec<Vec<Vec<Cell>>>,
    /// The names of the coordinates that are drawn.
    pub axes: Vec<Rc<str>>,
    /// A colour for each stratum.
    pub colours: Vec<String>,
    /// What it is a picture of.
    pub title: &'static str,
}

/// `p_plot(G, n, at)`.
pub fn p_plot(m: &mut Machine, a: &[Value]) -> Res {
    let rules = game_rules(&a[0])?;
    let game = game_of(&rules)?;
    let drawn = drawn(m, &game.names, a, "P-positions", Vec::new(), |m, x| {
        Ok(match on_board(game, x) {
            Cell::Out if game.is_p(m, &rules.name, x)? => Cell::P,
            cell => cell,
        })
    })?;
    Ok(display(&drawn))
}

/// `strata_plot(S, n, at)`.
pub fn strata_plot(m: &mut Machine, a: &[Value]) -> Res {
    let (set, rules) = stratified(m, &a[0])?;
    let game = match &rules {
        Some(rules) => Some(game_of(rules)?),
        None => None,
    };
    let names: Vec<Rc<str>> = match game {
        Some(game) => game.names.clone(),
        None => variable_names(set.dimension()).into_iter().map(Rc::from).collect(),
    };
    let drawn = drawn(m, &names, a, "strata", colours(&set), |m, x| {
        for (k, stratum) in set.strata().iter().enumerate() {
            m.handle.tick()?;
            if stratum.holds(x, &m.handle)? {
                return Ok(Cell::Stratum(k));
            }
        }
        Ok(game.map_or(Cell::Out, |game| on_board(game, x)))
    })?;
    Ok(display(&drawn))
}

/// A hue for each list of generators, and shades of it for the strata that have them.
fn colours(set: &Stratification) -> Vec<String> {
    let mut cones: Vec<(&[Vec<BigInt>], usize)> = Vec::new();
    let places: Vec<(usize, usize)> = set
        .strata()
        .iter()
        .map(|s| match cones.iter_mut().enumerate().find(|(_, (generators, _))| *generators == s.generators) {
            Some((hue, (_, count))) => {
                *count += 1;
                (hue, *count - 1)
            }
            None => {
                cones.push((&s.generators, 1));
                (cones.len() - 1, 0)
            }
        })
        .collect();
    places
        .into_iter()
        .map(|(hue, shade)| {
            // Turned by the golden section hues stay apart, however many there are.
            let turn = (0.58 + hue as f64 * 0.618_034).fract();
            let all = cones[hue].1;
            let light = if all > 1 { 0.34 + 0.36 * shade as f64 / (all - 1) as f64 } else { 0.45 };
            colour(turn, light)
        })
        .collect()
}

/// A colour of a hue from 0 to 1 and a lightness.
fn colour(hue: f64, light: f64) -> String {
    let chroma = 0.6 * (1.0 - (2.0 * light - 1.0).abs());
    let part = |shift: f64| {
        let k = (hue * 6.0 + shift).rem_euclid(6.0);
        let n = light + chroma * (((k - 3.0).abs() - 1.0).clamp(0.0, 1.0) - 0.5);
        (n * 255.0).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(0.0), part(4.0), part(2.0))
}

fn on_board(game: &LatticeGame, x: &[BigInt]) -> Cell {
    if !game.game.board().contains(x) {
        Cell::Off
    } else if game.game.position(x).is_none() {
        Cell::Defeated
    } else {
        Cell::Out
    }
}

/// The cells of the box that the arguments `n` and `at` describe.
fn drawn(
    m: &mut Machine,
    names: &[Rc<str>],
    a: &[Value],
    title: &'static str,
    colours: Vec<String>,
    mut cell: impl FnMut(&mut Machine, &[BigInt]) -> Res<Cell>,
) -> Res<Drawn> {
    let (low, high) = match &a[1] {
        Value::Range(ends) => (ends.0, ends.1),
        n => (0, integer(n, "the largest coordinate")?.to_i64().unwrap_or(i64::MAX)),
    };
    let at = pattern(m, names, &a[2])?;
    let free: Vec<usize> = (0..at.len()).filter(|&j| at[j].is_none()).collect();
    if free.is_empty() || free.len() > 3 {
        return Fault::new(
            Mistake::Picture,
            format!("a picture has one to three free coordinates, here are {}", free.len()),
        )
        .note(match free.is_empty() {
            true => format!("`nothing` leaves a coordinate free: `at = (nothing{})`.", ", 0".repeat(at.len() - 1)),
            false => format!("Fix the others: `at = (nothing, nothing{})`.", ", 0".repeat(at.len() - 2)),
        })
        .err();
    }
    let most = if free.len() == 3 { DEEPEST } else { LONGEST };
    if high < low || high.saturating_sub(low) >= most {
        let three = if free.len() == 3 { " where three are free" } else { "" };
        return Fault::new(
            Mistake::Picture,
            format!("a picture shows between 1 and {most} values of a coordinate{three}"),
        )
        .err();
    }
    let range = |k: usize| if free.len() > k { low..=high } else { 0..=0 };
    let mut layers = Vec::new();
    for layer in range(2) {
        let mut rows = Vec::new();
        for row in range(1) {
            let mut cells = Vec::new();
            for column in range(0) {
                m.handle.tick()?;
                let mut x: Vec<BigInt> = at.iter().map(|n| n.clone().unwrap_or_default()).collect();
                free.iter().zip([column, row, layer]).for_each(|(&j, n)| x[j] = n.into());
                cells.push(cell(m, &x)?);
            }
            rows.push(cells);
        }
        layers.push(rows);
    }
    let axes = free.iter().map(|&j| Rc::clone(&names[j])).collect();
    Ok(Drawn { low, layers, axes, colours, title })
}

fn display(drawn: &Drawn) -> Value {
    let across = (&*drawn.axes[0], drawn.axes.get(1).map(|name| &**name));
    let bottom = if drawn.axes.len() > 1 { drawn.low } else { 0 };
    let corner = (drawn.low, bottom);
    let (text, svg) = match drawn.axes.get(2) {
        None => {
            let (cells, rows) = (&drawn.layers[0], drawn.layers[0].len());
            // The name of the first coordinate stands behind the cells.
            let name = (6 * across.0.chars().count() + 16).max(40);
            let size = (cells.first().map_or(0, Vec::len) * 16 + 40 + name, rows * 16 + 60);
            let mut scene = Scene::new((size.0 as f64, size.1 as f64), 10, drawn.title);
            squares(&mut scene, drawn, cells, corner, across);
            (text(cells, corner, across), scene.svg())
        }
        Some(third) => {
            let slices = drawn
                .layers
                .iter()
                .zip(drawn.low..)
                .map(|(cells, n)| format!("{third} = {n}\n{}", text(cells, corner, across)));
            (slices.collect::<Vec<_>>().join("\n\n"), solid::svg(drawn))
        }
    };
    Value::Display(Rc::new(Display { kind: "plot", text, svg: Some(svg), ..Display::default() }))
}

/// `P` and `.`, `x` for defeated points, letters for strata, the second coordinate upwards.
fn text(cells: &[Vec<Cell>], (left, bottom): (i64, i64), (across, up): (&str, Option<&str>)) -> String {
    let letter = |cell: &Cell| match cell {
        Cell::P => 'P',
        Cell::Out => '.',
        Cell::Defeated => 'x',
        Cell::Off => ' ',
        Cell::Stratum(k) => {
            let k = (k % 52) as u8;
            char::from(if k < 26 { b'a' + k } else { b'A' + k - 26 })
        }
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

/// How a cell is filled: P dark, strata in their colours, defeated points grey; nothing off the board.
pub(super) fn fill<'a>(cell: &Cell, colours: &'a [String]) -> Option<&'a str> {
    Some(match cell {
        Cell::Off => return None,
        Cell::P => "#1f5fa8",
        Cell::Out => "none",
        Cell::Defeated => "#cccccc",
        Cell::Stratum(k) => colours.get(*k).map_or("#1f5fa8", |colour| colour),
    })
}

/// Squares, with numbers along two sides.
fn squares(
    scene: &mut Scene,
    drawn: &Drawn,
    cells: &[Vec<Cell>],
    (left, bottom): (i64, i64),
    (across, up): (&str, Option<&str>),
) {
    let (size, margin) = (16, 40);
    let (columns, rows) = (cells.first().map_or(0, Vec::len), cells.len());
    let point = |x: usize, y: usize| -> Point { (x as f64, y as f64) };
    let y_of = |row: usize| 20 + (rows - 1 - row) * size;
    for (i, line) in cells.iter().enumerate() {
        for (j, cell) in line.iter().enumerate() {
            let Some(fill) = fill(cell, &drawn.colours) else { continue };
            let look = format!("fill=\"{fill}\" stroke=\"#999999\"");
            scene.rect(point(margin + j * size, y_of(i)), point(size, size), &look);
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
}
