//! Scatter plots of numbers: braille dots for the terminal, SVG for pages.
//!
//! In: a list of numbers, drawn over their indices, or a list of pairs `(x, y)`. Out: a [`Display`]. Points that fall on the same
//! dot are drawn once, so that a million of them make a small picture; cost: one pass over the points.

use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::scene::{Path, Scene};
use crate::value::{Display, Fault, Res, Value};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Characters across, unless the window is narrower, and down; each holds two by four dots.
const COLUMNS: usize = 72;
const LEAST: usize = 10;
const ROWS: usize = 16;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 44.0;

/// Points with the box around them.
struct Points {
    all: Vec<(f64, f64)>,
    x: (f64, f64),
    y: (f64, f64),
}

/// `plot(points, title)`.
pub fn plot(m: &mut Machine, a: &[Value]) -> Res {
    let title = match given(&a[1]) {
        Some(text) => m.display(text)?,
        None => String::new(),
    };
    let points = points(m, &a[0])?;
    let text = terminal(&points, &title, m.width());
    let svg = svg(&points, &title);
    Ok(Value::Display(Rc::new(Display { kind: "plot", text, svg: Some(svg), ..Display::default() })))
}

fn points(m: &mut Machine, value: &Value) -> Res<Points> {
    let mut all = Vec::new();
    for (i, item) in m.elements(value)?.into_iter().enumerate() {
        m.handle.tick()?;
        all.push(match &item {
            Value::Tuple(pair) if pair.len() == 2 => (number(m, &pair[0])?, number(m, &pair[1])?),
            one => (i as f64, number(m, one)?),
        });
    }
    let Some(&(x, y)) = all.first() else {
        return Fault::new(Mistake::Picture, "there is nothing to plot: the list is empty").err();
    };
    let mut found = Points { all, x: (x, x), y: (y, y) };
    for &(x, y) in &found.all {
        found.x = (found.x.0.min(x), found.x.1.max(x));
        found.y = (found.y.0.min(y), found.y.1.max(y));
    }
    // A single value still needs some room around it; nim-values start at 0.
    if found.y.0 > 0.0 && found.y.0 < found.y.1 * 0.5 {
        found.y.0 = 0.0;
    }
    for side in [&mut found.x, &mut found.y] {
        if side.0 == side.1 {
            side.1 += 1.0;
        }
    }
    Ok(found)
}

fn number(m: &mut Machine, value: &Value) -> Res<f64> {
    let found = m.number_of(value)?.and_then(|q| q.to_f64()).filter(|x| x.is_finite() && x.abs() < 1e300);
    match found {
        Some(x) => Ok(x),
        None if value.is_number() => Fault::new(Mistake::Picture, "numbers below 10^300 are plotted").err(),
        None => Fault::expected("numbers, or pairs of numbers, to plot", value).err(),
    }
}

/// Where `x` stands between two ends, from 0 to 1.
fn part(x: f64, ends: (f64, f64)) -> f64 {
    (x - ends.0) / (ends.1 - ends.0)
}

fn terminal(points: &Points, title: &str, width: Option<usize>) -> String {
    /// The bit of each dot in a braille character, by row and column.
    const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let labels = [tick(points.y.1), tick(points.y.0)];
    let wide = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let columns = width.map_or(COLUMNS, |width| width.saturating_sub(wide + 2).clamp(LEAST, COLUMNS));
    let (across, down) = (2 * columns - 1, 4 * ROWS - 1);
    let mut cells = vec![vec![0u8; columns]; ROWS];
    for &(x, y) in &points.all {
        let column = (part(x, points.x) * across as f64).round() as usize;
        let row = down - (part(y, points.y) * down as f64).round() as usize;
        cells[row / 4][column / 2] |= DOTS[row % 4][column % 2];
    }
    let mut lines = Vec::new();
    if !title.is_empty() {
        lines.push(title.to_string());
    }
    for (i, row) in cells.iter().enumerate() {
        let label = if i == 0 {
            &labels[0]
        } else if i + 1 == ROWS {
            &labels[1]
        } else {
            ""
        };
        let dots: String = row
            .iter()
            .map(|&bits| if bits == 0 { ' ' } else { char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ') })
            .collect();
        lines.push(format!("{label:>wide$} |{}", dots.trim_end()));
    }
    let (start, end) = (tick(points.x.0), tick(points.x.1));
    lines.push(format!("{:>wide$} +{}", "", "-".repeat(columns)));
    let gap = columns.saturating_sub(start.chars().count() + end.chars().count());
    lines.push(format!("{:>wide$}  {start}{}{end}", "", " ".repeat(gap)));
    lines.join("\n")
}

/// A number on an axis.
fn tick(x: f64) -> String {
    if x == x.round() && x.abs() < 1e15 {
        format!("{x:.0}")
    } else if x.abs() >= 1e15 {
        format!("{x:.3e}")
    } else {
        let text = format!("{x:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    }
}

/// Round numbers between two ends: steps of 1, 2 or 5 times a power of ten.
fn ticks(ends: (f64, f64)) -> Vec<f64> {
    let rough = (ends.1 - ends.0) / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|&s| s >= rough).unwrap_or(rough);
    let first = (ends.0 / step).ceil();
    (0..20).map(|i| (first + f64::from(i)) * step).take_while(|&x| x <= ends.1 + step * 1e-9).collect()
}

fn svg(points: &Points, title: &str) -> String {
    let x = |v: f64| LEFT + part(v, points.x) * (WIDTH - LEFT - RIGHT);
    let y = |v: f64| HEIGHT - BOTTOM - part(v, points.y) * (HEIGHT - TOP - BOTTOM);
    let (foot, side) = (HEIGHT - BOTTOM + 8.0, LEFT - 8.0);
    let name = if title.is_empty() { "Plot" } else { title };
    let mut scene = Scene::new((WIDTH, HEIGHT), 12, name);
    if !title.is_empty() {
        // A long one is written smaller.
        let size = ((WIDTH - 16.0) / (0.55 * title.chars().count() as f64)).clamp(5.0, 15.0);
        scene.text((WIDTH / 2.0, 22.0), "middle", &format!("font-size=\"{size:.0}\""), title);
    }
    for v in ticks(points.x) {
        scene.line((x(v), TOP), (x(v), foot), "stroke=\"#ddd\"");
        scene.text((x(v), foot + 14.0), "middle", "fill=\"#333\"", &tick(v));
    }
    for v in ticks(points.y) {
        scene.line((side, y(v)), (WIDTH - RIGHT, y(v)), "stroke=\"#ddd\"");
        scene.text((side - 4.0, y(v) + 4.0), "end", "fill=\"#333\"", &tick(v));
    }
    // Half pixels are as fine as a page shows: a point on a point is drawn once.
    let dots: BTreeSet<(i64, i64)> =
        points.all.iter().map(|&(u, v)| ((x(u) * 2.0).round() as i64, (y(v) * 2.0).round() as i64)).collect();
    // Few points must be seen in print.
    let wide = match dots.len() {
        0..=300 => 5.0,
        301..=2_000 => 3.0,
        _ => 1.5,
    };
    let mut path = Path::default();
    for (u, v) in dots {
        path.dot((u as f64 / 2.0, v as f64 / 2.0));
    }
    scene.path(&path, &format!("stroke=\"#1f5fa8\" stroke-width=\"{wide}\" stroke-linecap=\"round\""));
    scene.svg()
}
