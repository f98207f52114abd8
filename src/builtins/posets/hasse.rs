//! Hasse diagrams: for the terminal, as SVG, and in the language of Graphviz.
//!
//! Elements stand in rows by the longest chain below them. Within a row they are ordered by the middle of their
//! neighbours in the row before, up and down some times (Sugiyama, Tagawa and Toda 1981), which keeps crossings few.

use super::poset;
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::scene::Scene;
use crate::value::{Display, Fault, Res, Value};
use std::fmt::Write;
use std::rc::Rc;

/// Elements of the largest poset that is drawn.
const MOST: usize = 300;
/// Columns of the widest drawing for the terminal; wider ones are listed row by row.
const COLUMNS: usize = 160;

struct Layout {
    labels: Vec<String>,
    covers: Vec<(usize, usize)>,
    /// From below.
    rows: Vec<Vec<usize>>,
}

fn layout(m: &mut Machine, value: &PosetValue) -> Res<Layout> {
    let n = value.elements.len();
    if n > MOST {
        return Fault::new(Mistake::Picture, format!("a diagram of {n} elements; at most {MOST} are drawn")).err();
    }
    let mut labels = Vec::with_capacity(n);
    for element in &value.elements {
        labels.push(PosetValue::label_notation(m, element)?);
    }
    let covers = value.order.covers(&m.handle)?;
    let heights = value.order.heights(&m.handle)?;
    let mut rows = vec![Vec::new(); heights.iter().max().map_or(0, |h| *h as usize + 1)];
    for x in 0..n {
        rows[heights[x] as usize].push(x);
    }
    let mut neighbours = vec![Vec::new(); n];
    for &(x, y) in &covers {
        neighbours[x].push(y);
        neighbours[y].push(x);
    }
    let mut place = vec![0.0; n];
    let settle = |row: &[usize], place: &mut Vec<f64>| {
        for (i, &x) in row.iter().enumerate() {
            place[x] = (i as f64 + 0.5) / row.len() as f64;
        }
    };
    rows.iter().for_each(|row| settle(row, &mut place));
    for sweep in 0..6 {
        for step in 0..rows.len() {
            let r = if sweep % 2 == 0 { step } else { rows.len() - 1 - step };
            let mut keyed: Vec<(f64, usize)> = Vec::new();
            for &x in &rows[r] {
                m.handle.ticks(1 + neighbours[x].len() as u32)?;
                let below = sweep % 2 == 0;
                let near = neighbours[x].iter().filter(|&&y| (heights[y] < heights[x]) == below);
                let (sum, count) = near.fold((0.0, 0.0), |(s, c), &y| (s + place[y], c + 1.0));
                keyed.push((if count > 0.0 { sum / count } else { place[x] }, x));
            }
            // Stable: ties stay as they were.
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[r] = keyed.into_iter().map(|(_, x)| x).collect();
            let row = rows[r].clone();
            settle(&row, &mut place);
        }
    }
    Ok(Layout { labels, covers, rows })
}

/// `hasse(P)`.
pub fn hasse(m: &mut Machine, a: &[Value]) -> Res {
    let layout = layout(m, poset(&a[0])?)?;
    let text = terminal(m, &layout)?;
    Ok(Value::Display(Rc::new(Display { kind: "Hasse diagram", text, svg: Some(svg(&layout)), ..Display::default() })))
}

fn wide(label: &str) -> usize {
    label.chars().count()
}

fn terminal(m: &Machine, layout: &Layout) -> Res<String> {
    let widest = layout.labels.iter().map(|l| wide(l)).max().unwrap_or(0);
    let most = layout.rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = widest + 5;
    let columns = (cell * most).saturating_sub(5);
    if columns > COLUMNS {
        let rows: Vec<String> = layout
            .rows
            .iter()
            .rev()
            .map(|row| row.iter().map(|&x| layout.labels[x].as_str()).collect::<Vec<_>>().join("  "))
            .collect();
        return Ok(rows.join("\n"));
    }
    // Middles of the labels, in half columns so that rows of even and odd numbers stand well over each other.
    let n = layout.labels.len();
    let mut middle = vec![0; n];
    for row in &layout.rows {
        for (i, &x) in row.iter().enumerate() {
            middle[x] = (cell * (most - row.len() + 2 * i) + widest) / 2;
        }
    }
    let mut row_of = vec![0; n];
    for (r, row) in layout.rows.iter().enumerate() {
        row.iter().for_each(|&x| row_of[x] = r);
    }
    // Lines between rows: more where a line has to go far.
    let gap = |r: usize| -> usize {
        let far = layout.covers.iter().filter(|&&(x, y)| row_of[x] <= r && row_of[y] > r);
        far.map(|&(x, y)| (middle[x].abs_diff(middle[y]) / (row_of[y] - row_of[x])).div_ceil(6))
            .max()
            .unwrap_or(1)
            .clamp(1, 7)
    };
    let mut line_of = vec![0; layout.rows.len()];
    let mut lines = 0;
    for r in (0..layout.rows.len()).rev() {
        line_of[r] = lines;
        lines += 1 + if r > 0 { gap(r - 1) } else { 0 };
    }
    let mut canvas = vec![vec![' '; columns + 1]; lines];
    for &(x, y) in &layout.covers {
        let (bottom, top) = (line_of[row_of[x]], line_of[row_of[y]]);
        let (from, to) = (middle[y] as f64, middle[x] as f64);
        for line in top + 1..bottom {
            m.handle.tick()?;
            let part = (line - top) as f64 / (bottom - top) as f64;
            let column = (from + (to - from) * part).round() as usize;
            let stroke = match middle[x].cmp(&middle[y]) {
                std::cmp::Ordering::Less => '/',
                std::cmp::Ordering::Equal => '|',
                std::cmp::Ordering::Greater => '\\',
            };
            let cell = &mut canvas[line][column.min(columns)];
            *cell = if *cell == ' ' || *cell == stroke { stroke } else { 'X' };
        }
    }
    for (x, label) in layout.labels.iter().enumerate() {
        let start = middle[x].saturating_sub(wide(label) / 2);
        for (i, c) in label.chars().enumerate() {
            if let Some(cell) = canvas[line_of[row_of[x]]].get_mut(start + i) {
                *cell = c;
            }
        }
    }
    let lines: Vec<String> =
        canvas.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_string()).collect();
    Ok(lines.join("\n"))
}

fn svg(layout: &Layout) -> String {
    let widest = layout.labels.iter().map(|l| wide(l)).max().unwrap_or(0);
    let most = layout.rows.iter().map(Vec::len).max().unwrap_or(0);
    let (cell, level) = (9 * widest + 26, 70);
    let (width, height) = (cell * most.max(1) + 20, level * layout.rows.len().max(1) + 10);
    let mut at = vec![(0, 0); layout.labels.len()];
    for (r, row) in layout.rows.iter().enumerate() {
        for (i, &x) in row.iter().enumerate() {
            at[x] = (10 + cell * (most - row.len() + 2 * i + 1) / 2, height - level * r - 40);
        }
    }
    let point = |(x, y): (usize, usize)| (x as f64, y as f64);
    let mut scene = Scene::new(point((width, height)), 14, "Hasse diagram");
    for &(x, y) in &layout.covers {
        scene.line(point(at[x]), point(at[y]), "stroke=\"#555\"");
    }
    for (label, &place) in layout.labels.iter().zip(&at) {
        let (x, y) = point(place);
        let w = 9.0 * wide(label) as f64 + 10.0;
        scene.rect((x - w / 2.0, y - 11.0), (w, 22.0), "rx=\"5\" fill=\"white\"");
        scene.text((x, y + 5.0), "middle", "", label);
    }
    scene.svg()
}

/// `dot(P)`.
pub fn dot(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let covers = value.order.covers(&m.handle)?;
    let mut out = String::from("digraph poset {\n  rankdir = BT\n  node [shape = plaintext]\n  edge [dir = none]\n");
    for (x, element) in value.elements.iter().enumerate() {
        let label = PosetValue::label_notation(m, element)?;
        let _ = writeln!(out, "  {x} [label = \"{}\"]", label.replace('\\', "\\\\").replace('"', "\\\""));
    }
    for (x, y) in covers {
        let _ = writeln!(out, "  {x} -> {y}");
    }
    out.push('}');
    Ok(Value::text(out))
}
